//! Two readings of a closing bracket: it ends its value, or its author forgot to escape it.
//!
//! What follows the bracket tells in nearly all records ([`follow`]). Where it leaves a doubt, both
//! readings are tried over what comes after it. The one that keeps more wins.

use memchr::{memchr, memmem};

use super::syntax::{self, Type};
use super::words::{self, Class};
use crate::model::{Id, ValueType};

/// How many bytes after a bracket are looked at.
pub(super) const WINDOW: usize = 8 * 1024;

/// How far a private property is looked for before a bracket.
const MEMORY: usize = 16 * 1024;

/// What follows a closing bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Follow {
    /// Something that may follow a value.
    End,
    /// A parenthesis, but not what may follow it.
    Doubtful,
    /// A word with a bracket that is not an identifier.
    Word,
    /// Something else.
    Text,
    /// Not enough to tell.
    More,
}

/// Tells what follows the bracket before an offset. `at_end` means that nothing comes after the text.
pub(super) fn follow(text: &[u8], after: usize, at_end: bool) -> Follow {
    let rest = text.get(after..).unwrap_or(&[]);
    // Most values end before a short identifier, often at the end of a line.
    if let [b'\n', rest @ ..] | rest = rest
        && let [b'A'..=b'Z', b'[', ..] | [b'A'..=b'Z', b'A'..=b'Z', b'[', ..] = rest
    {
        return Follow::End;
    }
    let rest = trimmed(rest);
    let open = |known| match known {
        true if at_end => Follow::End,
        true => Follow::More,
        false => Follow::Doubtful,
    };
    match rest {
        [] if at_end => Follow::End,
        [] => Follow::More,
        [b';' | b'[', ..] => Follow::End,
        [b'(', inner @ ..] => match trimmed(inner) {
            [b';' | b'(' | b'A'..=b'Z', ..] => Follow::End,
            inner => open(inner.is_empty()),
        },
        [b')', outer @ ..] => {
            let closing = |byte: &&u8| **byte == b')' || is_space(**byte);
            let closed = outer.iter().take_while(closing).count();
            match outer.get(closed) {
                Some(b';' | b'(') => Follow::End,
                found => open(found.is_none()),
            }
        }
        [first, ..] if first.is_ascii_alphabetic() => word(rest, at_end),
        _ => Follow::Text,
    }
}

/// Tells what a word is that follows a bracket.
fn word(rest: &[u8], at_end: bool) -> Follow {
    let (word, after) = rest.split_at(word_length(rest));
    match trimmed(after) {
        [b'[', ..] if words::is_identifier(word) => Follow::End,
        [b'[', ..] => Follow::Word,
        [] if !at_end => Follow::More,
        // The end of the text cuts an identifier off.
        [] if word.len() < 3 && word.iter().all(u8::is_ascii_uppercase) => Follow::End,
        _ => Follow::Text,
    }
}

/// A closing bracket of a text, and where it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bracket<'t> {
    /// The unit, and what comes after it.
    pub text: &'t [u8],
    /// The offset of the bracket.
    pub at: usize,
    /// The open parentheses.
    pub depth: usize,
    /// Whether the game is not Go, so that no value has a known type.
    pub other_game: bool,
}

/// Returns whether a bracket ends its value: whether the reading in which it does keeps more, or as
/// much with fewer errors. If both are the same, `by_rule` decides.
///
/// The number of bytes that are looked at is limited, and is added to `effort`. No reading looks at what
/// comes after the game that it ends, and errors count only up to the end of the first game that ends, so
/// that a game is nearly always read in the same way with other games after it and without them.
pub(super) fn ends(bracket: Bracket<'_>, by_rule: bool, effort: &mut usize) -> bool {
    let mut limit = bracket.text.len().min(bracket.at + WINDOW);
    let mut ended = Reading::new(bracket, false);
    let mut going_on = Reading::new(bracket, true);
    while !(ended.done && going_on.done || ended.meets(&going_on)) {
        let judged = !(ended.closed || going_on.closed);
        let ended_is_next = !ended.done && (going_on.done || ended.at <= going_on.at);
        let (next, other) = if ended_is_next {
            (&mut ended, &mut going_on)
        } else {
            (&mut going_on, &mut ended)
        };
        next.step(limit, judged);
        if next.closed && judged {
            limit = next.outside(limit);
            // In the other reading the value has taken in the start of the next game.
            other.errors += usize::from(other.value_end > limit);
        }
        next.done |= next.at >= limit;
        other.done |= !other.in_value && other.at >= limit;
        if next.done && next.kept < other.kept || other.done && other.kept < next.kept {
            break;
        }
    }
    *effort += ended.effort() + going_on.effort();
    match ended.kept.cmp(&going_on.kept) {
        std::cmp::Ordering::Equal if ended.errors == going_on.errors => by_rule,
        std::cmp::Ordering::Equal => ended.errors < going_on.errors,
        order => order.is_gt(),
    }
}

/// A reading of what comes after a bracket, by the rule alone.
#[derive(Debug)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is about something else, and most of them go together"
)]
struct Reading<'t> {
    bracket: Bracket<'t>,
    at: usize,
    depth: usize,
    /// In the value of the bracket, which continues.
    in_value: bool,
    /// Where that value ends.
    value_end: usize,
    /// The identifier of the property that takes values; empty if there is none.
    ident: &'t [u8],
    /// Whether that property was counted.
    counted: bool,
    /// Whether a parenthesis was opened and nothing followed yet.
    opened: bool,
    /// The game has ended.
    closed: bool,
    done: bool,
    /// The moves and well-formed properties.
    kept: usize,
    errors: usize,
    /// What it took to search the text before the bracket and after the game.
    searched: usize,
}

impl<'t> Reading<'t> {
    fn new(bracket: Bracket<'t>, in_value: bool) -> Self {
        Self {
            bracket,
            at: bracket.at + 1,
            depth: bracket.depth,
            in_value,
            value_end: 0,
            ident: b"",
            // Values after this one belong to its property, which both readings have.
            counted: true,
            opened: false,
            closed: false,
            done: false,
            kept: 0,
            errors: 0,
            searched: 0,
        }
    }

    /// Returns how many bytes were looked at.
    fn effort(&self) -> usize {
        self.at - self.bracket.at + self.searched
    }

    /// Returns whether both readings continue in the same way.
    fn meets(&self, other: &Self) -> bool {
        let between = |reading: &Self| !reading.in_value && !reading.done;
        between(self) && between(other) && self.at == other.at && self.depth == other.depth
    }

    /// Reads one token.
    fn step(&mut self, limit: usize, judged: bool) {
        let rest = self.bracket.text.get(self.at..limit).unwrap_or(&[]);
        if self.in_value {
            if let Some(end) = text_end(rest) {
                self.at += end + 1;
            } else {
                // This is worse than any error: all that comes after it is lost.
                self.at += rest.len();
                self.errors += 2;
                self.done = true;
            }
            self.in_value = false;
            self.value_end = self.at;
            return;
        }
        let Some((&byte, after)) = rest.split_first() else {
            self.done = true;
            return;
        };
        let mut wrong = 0;
        self.at += 1;
        match byte {
            _ if is_space(byte) => {}
            b';' => self.start(b""),
            b'(' => {
                self.depth += 1;
                wrong = usize::from(!matches!(trimmed(after), [b';' | b'(' | b'A'..=b'Z', ..]));
                self.start(b"");
                self.opened = true;
            }
            b')' => {
                wrong = usize::from(self.opened);
                self.opened = false;
                self.depth = self.depth.saturating_sub(1);
                self.closed = self.depth == 0;
                self.done = self.closed;
            }
            b'[' => {
                wrong = usize::from(self.ident.is_empty() && !self.counted);
                self.value(after);
            }
            _ if byte.is_ascii_alphabetic() => wrong = usize::from(!self.word(rest)),
            _ => {
                // A value of the other reading may end with a bracket: both meet after it.
                wrong = 1 + after.iter().take_while(|byte| is_stray(**byte)).count();
                self.at += wrong - 1;
            }
        }
        let rest = self.bracket.text.get(self.at..limit).unwrap_or(&[]);
        self.at += rest.len() - trimmed(rest).len();
        if judged {
            self.errors += wrong;
        }
    }

    fn start(&mut self, ident: &'t [u8]) {
        self.ident = ident;
        self.counted = false;
        self.opened = false;
    }

    /// Reads a word; returns whether it is the identifier of a property.
    fn word(&mut self, rest: &'t [u8]) -> bool {
        let (word, after) = rest.split_at(word_length(rest));
        self.at += word.len() - 1;
        let known = matches!(trimmed(after), [b'[', ..]) && words::is_identifier(word);
        if known {
            self.start(word);
        }
        known
    }

    /// Reads a value, and counts its property.
    fn value(&mut self, rest: &'t [u8]) {
        let typed = !self.bracket.other_game && words::class(self.ident) != Class::Text;
        let end = if typed {
            first_bracket(rest)
        } else {
            text_end(rest)
        };
        let Some(end) = end else {
            self.at += rest.len();
            self.done = true;
            return;
        };
        self.at += end + 1;
        let value = rest.get(..end).unwrap_or(&[]);
        if !self.counted && self.is_kept(value) {
            self.kept += 1;
        }
        self.counted = true;
    }

    /// Returns whether a value is one that its property may have.
    fn is_kept(&mut self, value: &[u8]) -> bool {
        match words::standard(self.ident) {
            Some(_) if self.bracket.other_game => true,
            Some(id) => std::str::from_utf8(value).is_ok_and(|value| is_well_formed(id, value)),
            None => !self.ident.is_empty() && self.is_known(),
        }
    }

    /// Returns whether a private property comes before the bracket too.
    fn is_known(&mut self) -> bool {
        let start = self.bracket.at.saturating_sub(MEMORY);
        let before = self.bracket.text.get(start..self.bracket.at);
        let before = before.unwrap_or(&[]);
        let ident = self.ident;
        let found = memmem::find_iter(before, ident).find(|&at| {
            let outside = |byte: &u8| matches!(byte, b']' | b';') || is_space(*byte);
            let starts = at.checked_sub(1).and_then(|at| before.get(at));
            starts.is_some_and(outside) && before.get(at + ident.len()) == Some(&b'[')
        });
        // To search a byte takes a part of what it takes to read one.
        self.searched += found.unwrap_or(before.len()) / 4;
        found.is_some()
    }

    /// Looks at what comes after the game; returns where the next one starts.
    fn outside(&mut self, limit: usize) -> usize {
        let text = self.bracket.text.get(..limit).unwrap_or(&[]);
        let rest = text.get(self.at..).unwrap_or(&[]);
        let follows = trimmed(rest).first();
        self.errors += usize::from(follows.is_some_and(|byte| *byte != b'('));
        let mut at = self.at;
        while let Some(found) = memchr(b'(', text.get(at..).unwrap_or(&[])) {
            at += found;
            if let [b';', ..] = trimmed(text.get(at + 1..).unwrap_or(&[])) {
                self.searched += at - self.at;
                return at;
            }
            at += 1;
        }
        self.searched += rest.len();
        limit
    }
}

/// Returns whether a value is of the type of its property.
fn is_well_formed(id: Id, value: &str) -> bool {
    let value = value.trim_ascii();
    let is = |kind| syntax::is(kind, value);
    match id.value_type() {
        _ if id == Id::Size => value.starts_with(|c: char| c.is_ascii_digit()),
        ValueType::None => is(Type::None),
        ValueType::Number => is(Type::Number),
        ValueType::Real => is(Type::Real),
        ValueType::Double => is(Type::Double),
        ValueType::Color => is(Type::Color),
        ValueType::Move => is(Type::None) || is(Type::Point),
        ValueType::Points => is(Type::None) || is(Type::Point) || is(Type::Rectangle),
        ValueType::Lines => is(Type::Rectangle),
        ValueType::Labels => matches!(value.as_bytes(), [_, _, b':', ..]),
        ValueType::SimpleText | ValueType::Text | ValueType::Pair | ValueType::TextList => true,
    }
}

/// Returns the offset of the first bracket that is not escaped.
fn first_bracket(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = text.get(at..)?;
        let found = memchr::memchr2(b'\\', b']', rest)?;
        if rest.get(found) == Some(&b']') {
            return Some(at + found);
        }
        at += found + 2;
    }
}

/// Returns the offset of the first bracket that ends a text by what follows it.
fn text_end(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += first_bracket(text.get(at..)?)?;
        if matches!(follow(text, at + 1, true), Follow::End | Follow::Doubtful) {
            return Some(at);
        }
        at += 1;
    }
}

fn word_length(text: &[u8]) -> usize {
    let letters = text.iter().take_while(|byte| byte.is_ascii_alphanumeric());
    letters.count()
}

/// Returns whether a byte between values is neither part of a tree nor the end of a value that is none.
fn is_stray(byte: u8) -> bool {
    !(byte.is_ascii_alphabetic() || is_space(byte) || b";()[]".contains(&byte))
}

/// Returns a text without white space at its start.
pub(super) fn trimmed(text: &[u8]) -> &[u8] {
    let spaces = text.iter().take_while(|byte| is_space(**byte)).count();
    text.get(spaces..).unwrap_or(&[])
}

/// Returns whether a byte is white space (SGF `FF[4]`, section 2.1).
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b'\x0b' | b'\x0c')
}
