//! Cuts a stream of text into units: one game tree each, with any text before it.
//!
//! The rules for the start of a game and the end of a value are those of the grammar; they are
//! repeated here because a stream is cut before it is parsed, and no part of it is looked at twice.

use memchr::{memchr, memchr2, memchr3};

use super::contest::{self, Follow, follow, is_space};
use super::start::{Root, bare_root, continues, damaged_root};
use super::syntax::is_point;
use super::unclosed::{self, Fault};
use super::words::{self, Class};

/// How many bytes may be looked at for each byte of a unit to try both readings of its brackets, so that no
/// text takes long. The first bracket has a window besides.
const EFFORT: usize = 4;

/// Where the splitter is in a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Place {
    /// Before the first parenthesis that opens the game.
    #[default]
    Outside,
    /// After parentheses that may open it.
    Parentheses,
    /// In a word after them, which may be the identifier of a root without `;`.
    FirstIdentifier,
    /// In the white space after that word.
    AfterFirstIdentifier,
    /// In the game, between values.
    Tree,
    /// In a value.
    Value,
    /// In a value, after a backslash.
    Escape,
}

/// How far the search for the end of a unit has come.
#[derive(Debug, Clone, Default)]
pub struct SplitState {
    place: Place,
    /// The bytes of the unit that have been looked at.
    position: usize,
    /// The open parentheses.
    depth: usize,
    /// The property of the value.
    property: Current,
    /// Where the value starts.
    start: usize,
    /// Where the last value ended, with its bracket.
    value_end: usize,
    /// The brackets in the value.
    inner: Inner,
    /// The closing bracket that was found for a value that has none of its own; there is none before it for
    /// the values after that one.
    closing: usize,
    /// How many bytes were looked at to try both readings of brackets.
    effort: usize,
    /// Where the first parenthesis of the game is; the start of the unit if it is missing.
    opened: usize,
    /// The game starts with one of both, its parenthesis or the `;` of its root.
    bare_root: bool,
    /// The kind of the game is known.
    kind_known: bool,
    /// The game is not Go, so that no value has a known type.
    other_game: bool,
}

/// The brackets inside a value, from its first opening one on.
#[derive(Debug, Clone, Copy, Default)]
struct Inner {
    /// Up to where they were counted; none before the first.
    counted: Option<usize>,
    /// How many are open there.
    open: usize,
}

/// The property whose values are being looked at.
#[derive(Debug, Clone, Copy, Default)]
struct Current {
    /// Where it starts, or its value if it is not the first one.
    start: usize,
    /// How its values end.
    class: Class,
    /// Whether the grammar knows it as one of moves or stones.
    stones: bool,
    /// Whether a value ends where the grammar alone would not end it.
    unlike_grammar: bool,
    /// What is wrong with its brackets.
    fault: Option<Fault>,
}

/// A property, or a further value of one, that ends where the grammar alone would not end it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Repaired {
    /// Where it starts.
    pub start: usize,
    /// Where it ends, with the bracket.
    pub end: usize,
    /// What is wrong with its brackets.
    pub fault: Option<Fault>,
}

/// What [`SplitState::step`] came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// More of the unit.
    On,
    /// The end of a value.
    Value,
    /// The end of the unit.
    End,
    /// A place that cannot be judged without the bytes after it.
    Wait,
}

/// Finds the end of the unit at the start of `buffer`, which is text in UTF-8 or ASCII.
///
/// Returns how many bytes it has, or nothing if its end is not in the buffer yet: then call again
/// with more bytes at the end of the same buffer and the same state. `at_end` means that no more will
/// come; the text after the last game is a unit of its own. After a unit, call with the bytes
/// after it; the state resets itself. Every byte is looked at once, but for those after brackets that can
/// be read in two ways, a few for each byte.
pub fn next_unit(buffer: &[u8], at_end: bool, state: &mut SplitState) -> Option<usize> {
    loop {
        while state.position < buffer.len() {
            match state.step(buffer, at_end) {
                Step::On | Step::Value => {}
                Step::End => return Some(std::mem::take(state).position),
                Step::Wait => return None,
            }
        }
        if !at_end || buffer.is_empty() {
            return None;
        }
        if !state.end_before_end_of_text(buffer) {
            break;
        }
    }
    *state = SplitState::default();
    Some(buffer.len())
}

impl SplitState {
    /// Starts in a game, between values.
    pub(super) fn in_tree() -> Self {
        Self {
            place: Place::Tree,
            depth: 1,
            ..Self::default()
        }
    }

    /// Returns how many bytes of the unit have been looked at.
    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// Returns whether the game has started and no value is open.
    pub(super) fn is_between_values(&self) -> bool {
        self.place == Place::Tree
    }

    /// Returns where the game starts, if its first parenthesis or the `;` after it is missing.
    pub(super) fn bare_root(&self) -> Option<usize> {
        self.bare_root.then_some(self.opened)
    }

    /// Passes bytes that hold white space or complete nodes.
    pub(super) fn skip(&mut self, known: usize) {
        self.position += known;
    }

    /// Returns the property up to here, if the grammar alone would not end its value here.
    pub(super) fn repaired(&self) -> Option<Repaired> {
        self.property.unlike_grammar.then_some(Repaired {
            start: self.property.start,
            end: self.position,
            fault: self.property.fault,
        })
    }

    /// Looks at the bytes of the unit that come. `at_end` means that nothing comes after the buffer.
    pub(super) fn step(&mut self, buffer: &[u8], at_end: bool) -> Step {
        let rest = buffer.get(self.position..).unwrap_or(&[]);
        let Some(&byte) = rest.first() else {
            return Step::On;
        };
        match self.place {
            Place::Outside if self.position == 0 => match bare_root(rest, at_end) {
                Root::At(start) => self.start_of_root(start, rest),
                Root::Elsewhere => self.find(memchr(b'(', rest), rest, Place::Parentheses),
                Root::Unknown => return Step::Wait,
            },
            Place::Outside => self.find(memchr(b'(', rest), rest, Place::Parentheses),
            Place::Parentheses => return self.parentheses(byte, rest, at_end),
            Place::FirstIdentifier if byte.is_ascii_alphanumeric() => self.position += 1,
            Place::FirstIdentifier => self.place = Place::AfterFirstIdentifier,
            Place::AfterFirstIdentifier if is_space(byte) => self.position += 1,
            Place::AfterFirstIdentifier if byte == b'[' => {
                self.bare_root = true;
                self.place = Place::Tree;
            }
            Place::AfterFirstIdentifier => self.restart(),
            Place::Tree => return self.tree(buffer, rest, at_end),
            Place::Value => return self.value(buffer, rest, at_end),
            Place::Escape => {
                self.position += 1;
                self.place = Place::Value;
            }
        }
        Step::On
    }

    /// Passes the byte that was found, or everything.
    fn find(&mut self, found: Option<usize>, rest: &[u8], place: Place) {
        match found {
            Some(at) => {
                self.opened = self.position + at;
                self.position = self.opened + 1;
                self.place = place;
                self.depth = 1;
            }
            None => self.position += rest.len(),
        }
    }

    /// Starts a game at the semicolon of its root: its parenthesis is missing, or another character is in
    /// its place.
    fn start_of_root(&mut self, start: usize, rest: &[u8]) {
        self.position = start;
        let rest = rest.get(start..).unwrap_or(&[]);
        self.find(memchr(b';', rest), rest, Place::Tree);
        self.opened = start;
        self.bare_root = true;
    }

    fn parentheses(&mut self, byte: u8, rest: &[u8], at_end: bool) -> Step {
        match byte {
            b'(' => {
                self.depth += 1;
                self.position += 1;
            }
            b';' => {
                self.place = Place::Tree;
                self.position += 1;
            }
            _ if is_space(byte) => self.position += 1,
            _ if byte.is_ascii_uppercase() => self.place = Place::FirstIdentifier,
            _ => match damaged_root(rest, at_end) {
                Some(true) => {
                    self.bare_root = true;
                    self.place = Place::Tree;
                }
                Some(false) => self.restart(),
                None => return Step::Wait,
            },
        }
        Step::On
    }

    /// The parentheses opened no game.
    fn restart(&mut self) {
        self.place = Place::Outside;
        self.depth = 0;
    }

    fn tree(&mut self, buffer: &[u8], rest: &[u8], at_end: bool) -> Step {
        // Moves may follow a stone that ends a line.
        let spaces = rest.iter().take_while(|byte| is_space(**byte)).count();
        let known = spaces.max(plain_moves(rest));
        if known > 0 {
            self.skip(known);
            return Step::On;
        }
        let Some(at) = memchr3(b'(', b')', b'[', rest) else {
            self.position += rest.len();
            return Step::On;
        };
        self.position += at + 1;
        match rest.get(at) {
            Some(b'(') => self.depth += 1,
            Some(b')') if self.depth > 1 => self.depth -= 1,
            Some(b')') => return self.close(buffer, at_end),
            _ => self.open_value(buffer),
        }
        Step::On
    }

    /// Ends the game after the parenthesis before the position, unless more of its nodes follow.
    fn close(&mut self, buffer: &[u8], at_end: bool) -> Step {
        match continues(buffer.get(self.position..).unwrap_or(&[]), at_end) {
            Some(false) => Step::End,
            Some(true) => Step::On,
            None => {
                self.position -= 1;
                Step::Wait
            }
        }
    }

    /// Starts the value of the bracket before the position.
    fn open_value(&mut self, buffer: &[u8]) {
        let bracket = self.position - 1;
        let before = without_space_at_end(buffer.get(..bracket).unwrap_or(&[]));
        if before.len() == self.value_end && self.value_end > 0 {
            self.property.start = bracket;
            self.property.fault = None;
        } else {
            // A value without a closing bracket ends at the word.
            let word = last_word(before.get(self.value_end..).unwrap_or(before));
            let is_first = word.first().is_some_and(u8::is_ascii_alphabetic);
            self.property = Current {
                start: if is_first {
                    before.len() - word.len()
                } else {
                    bracket
                },
                class: if is_first {
                    words::class(word)
                } else {
                    self.class_of_stray(before)
                },
                stones: matches!(word, b"B" | b"W" | b"AB" | b"AW" | b"AE"),
                unlike_grammar: false,
                fault: None,
            };
        }
        self.start = self.position;
        self.inner = Inner::default();
        self.place = Place::Value;
    }

    /// A value without an identifier belongs to the property before it, if that is in its node.
    fn class_of_stray(&self, before: &[u8]) -> Class {
        let between = before.get(self.value_end..).unwrap_or(&[]);
        if memchr3(b';', b'(', b')', between).is_some() {
            return Class::Text;
        }
        self.property.class
    }

    fn value(&mut self, buffer: &[u8], rest: &[u8], at_end: bool) -> Step {
        let found = if self.inner.counted.is_some() {
            let known = self.closing.saturating_sub(self.position);
            let behind = rest.get(known..).unwrap_or(&[]);
            memchr2(b'\\', b']', behind).map(|at| known + at)
        } else {
            memchr3(b'\\', b']', b'[', rest)
        };
        let Some(at) = found else {
            self.position += rest.len();
            return Step::On;
        };
        let bracket = self.position + at;
        match rest.get(at) {
            Some(b']') => {}
            Some(b'[') => {
                self.position = bracket + 1;
                self.inner.counted = Some(bracket);
                return Step::On;
            }
            _ => {
                self.position = bracket + 1;
                self.place = Place::Escape;
                return Step::On;
            }
        }
        let Some(ends) = self.ends_value(buffer, bracket, at_end) else {
            self.position = bracket;
            return Step::Wait;
        };
        self.pass(bracket);
        if !ends {
            return Step::On;
        }
        self.close_value();
        Step::Value
    }

    /// Returns whether a bracket ends the value; none if that cannot be told yet.
    fn ends_value(&mut self, buffer: &[u8], bracket: usize, at_end: bool) -> Option<bool> {
        let value = buffer.get(self.start..bracket).unwrap_or(&[]);
        if self.property.stones && is_point(value) {
            return Some(true);
        }
        if self.property.class == Class::Text || self.other_game {
            return self.ends_text(buffer, bracket, at_end);
        }
        self.property.fault = self.inner.counted.and_then(|_| self.fault(value));
        self.know_kind(value);
        if self.property.fault.is_some() {
            self.property.unlike_grammar = true;
            return Some(true);
        }
        let follow = follow(buffer, bracket + 1, true);
        self.property.unlike_grammar |= follow == Follow::Text;
        Some(true)
    }

    /// Ends the value that is open at the end of the text, if it is one that ends before what comes next;
    /// returns whether it is.
    pub(super) fn end_before_end_of_text(&mut self, text: &[u8]) -> bool {
        if self.place != Place::Value || self.inner.counted.is_none() || self.other_game {
            return false;
        }
        let value = text.get(self.start..).unwrap_or(&[]);
        let fault = self.fault(value);
        if !matches!(fault, Some(Fault::Unclosed(_))) {
            return false;
        }
        self.know_kind(value);
        self.property.fault = fault;
        self.property.unlike_grammar = true;
        self.pass(text.len());
        self.close_value();
        true
    }

    /// Tells what is wrong with a value of a game of Go that has an opening bracket inside.
    fn fault(&self, value: &[u8]) -> Option<Fault> {
        match self.property.class {
            Class::Text => unclosed::move_in_text(value).map(Fault::Unclosed),
            Class::Typed | Class::Kind => unclosed::fault(value),
        }
    }

    /// Passes the value up to the bracket that was found, or as much of it as belongs to it.
    fn pass(&mut self, bracket: usize) {
        self.position = match self.property.fault {
            Some(Fault::Unclosed(length)) => {
                self.closing = bracket;
                self.start + length
            }
            _ => bracket + 1,
        };
    }

    /// Ends the value at the position.
    fn close_value(&mut self) {
        self.value_end = self.position;
        self.place = Place::Tree;
    }

    /// Takes the kind of the game from the first value that names it.
    fn know_kind(&mut self, value: &[u8]) {
        if self.property.class == Class::Kind && !self.kind_known {
            self.kind_known = true;
            self.other_game = unclosed::kind(value) != b"1";
        }
    }

    fn ends_text(&mut self, buffer: &[u8], bracket: usize, at_end: bool) -> Option<bool> {
        let follow = follow(buffer, bracket + 1, at_end);
        let by_rule = match follow {
            Follow::More => return None,
            Follow::End | Follow::Doubtful => true,
            Follow::Word | Follow::Text => false,
        };
        let doubtful = follow != Follow::End || self.is_inside(buffer, bracket);
        let ends = if doubtful && self.effort < contest::WINDOW + EFFORT * bracket {
            if !at_end && buffer.len() < bracket + contest::WINDOW {
                return None;
            }
            let bracket = contest::Bracket {
                text: buffer,
                at: bracket,
                depth: self.depth,
                other_game: self.other_game,
            };
            contest::ends(bracket, by_rule, &mut self.effort)
        } else {
            by_rule
        };
        self.property.unlike_grammar |= ends == (follow == Follow::Text);
        // The values of other games are whatever they are.
        if ends && doubtful && !self.other_game {
            let value = buffer.get(self.start..bracket).unwrap_or(&[]);
            self.property.fault = self.fault(value);
            self.property.unlike_grammar |= self.property.fault.is_some();
        }
        Some(ends)
    }

    /// Returns whether a bracket of the value is open at its closing bracket.
    fn is_inside(&mut self, buffer: &[u8], bracket: usize) -> bool {
        let Inner { counted, open } = &mut self.inner;
        let Some(counted) = counted else {
            return false;
        };
        for byte in buffer.get(*counted..bracket).unwrap_or(&[]) {
            match byte {
                b'[' => *open += 1,
                b']' => *open = open.saturating_sub(1),
                _ => {}
            }
        }
        *counted = bracket;
        *open > 0
    }
}

/// Returns the letters and digits at the end of a text.
fn last_word(text: &[u8]) -> &[u8] {
    let start = text.iter().rposition(|byte| !byte.is_ascii_alphanumeric());
    let start = start.map_or(0, |start| start + 1);
    text.get(start..).unwrap_or(&[])
}

fn without_space_at_end(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| !is_space(*byte));
    end.and_then(|end| text.get(..=end)).unwrap_or(&[])
}

/// Returns how many bytes there are of nodes with a single move each, up to the last one that a node
/// follows: most of a record is nothing else, and to step over it value by value took a tenth of the
/// time of a conversion.
pub(super) fn plain_moves(text: &[u8]) -> usize {
    let mut end = 0;
    while let Some([b';', b'B' | b'W', b'[', column, row, b']', rest @ ..]) = text.get(end..)
        && column.is_ascii_lowercase()
        && row.is_ascii_lowercase()
    {
        match rest {
            [b';', ..] => end += 6,
            [b'\n', b';', ..] => end += 7,
            _ => break,
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bracket::{self, Dialect, rules};
    use crate::diagnostic::Diagnostics;

    /// Cuts a text that arrives in pieces of some bytes.
    fn split(text: &str, chunk: usize) -> Vec<String> {
        let (mut units, mut state) = (Vec::new(), SplitState::default());
        let (mut buffer, mut chunks) = (Vec::new(), text.as_bytes().chunks(chunk));
        let mut at_end = false;
        loop {
            if let Some(end) = next_unit(&buffer, at_end, &mut state) {
                let rest = buffer.split_off(end);
                units.push(String::from_utf8(std::mem::replace(&mut buffer, rest)).unwrap());
            } else if at_end {
                return units;
            } else {
                match chunks.next() {
                    Some(more) => buffer.extend_from_slice(more),
                    None => at_end = true,
                }
            }
        }
    }

    #[test]
    fn texts_are_cut_after_games() {
        for (text, units) in [
            ("", &[][..]),
            ("no game", &["no game"]),
            ("(;B[aa])", &["(;B[aa])"]),
            ("(;B[aa])(;W[bb])", &["(;B[aa])", "(;W[bb])"]),
            (
                "a (b)\n( \n;B[aa](;W[)])(;))\n",
                &["a (b)\n( \n;B[aa](;W[)])(;))", "\n"],
            ),
            ("((;B[aa])(;))(;)", &["((;B[aa])(;))", "(;)"]),
            (
                "(see [1]) (GM [1]) (X) y",
                &["(see [1]) (GM [1])", " (X) y"],
            ),
            ("(;C[(\\](;])(;)", &["(;C[(\\](;])", "(;)"]),
            ("(;C[:-] (;) ok])(;)", &["(;C[:-] (;) ok])", "(;)"]),
            ("(;C[a [15k]: (b])(;)", &["(;C[a [15k]: (b])", "(;)"]),
            ("(;C[a] B [b\\)](;))x", &["(;C[a] B [b\\)](;))", "x"]),
            ("(;C[a]x)(;C[b])(;)", &["(;C[a]x)(;C[b])", "(;)"]),
            ("(;B[aa]\n(;W[bb])", &["(;B[aa]\n(;W[bb])"]),
            ("(;C[日本])(;)", &["(;C[日本])", "(;)"]),
            ("(;)))(;)", &["(;)", "))(;)"]),
            (
                "\n;GM[1];B[aa](;W[bb])(;W[cc]))\n(;B[dd]) ; SZ [9](;))x",
                &[
                    "\n;GM[1];B[aa](;W[bb])(;W[cc]))",
                    "\n(;B[dd])",
                    " ; SZ [9](;))",
                    "x",
                ],
            ),
            (";B[aa])(;)", &[";B[aa])(;)"]),
            ("(;B[aa], (;W[bb]))(;)", &["(;B[aa], (;W[bb]))", "(;)"]),
            ("(;B [aa], (;W[bb]))(;)", &["(;B [aa], (;W[bb]))", "(;)"]),
            ("(;AB[aa]\n[bb]. (;))(;)", &["(;AB[aa]\n[bb]. (;))", "(;)"]),
            ("(;AB[aa][bb]. (;))(;)", &["(;AB[aa][bb]. (;))", "(;)"]),
            ("(;AB[aa]N[bb]. (;)])(;)", &["(;AB[aa]N[bb]. (;)])", "(;)"]),
            ("(;SZ[9]KM;B[aa])(;)", &["(;SZ[9]KM;B[aa])", "(;)"]),
            ("(;RE[a] b (;))(;C[x])", &["(;RE[a] b (;))", "(;C[x])"]),
            (
                "(;C[hi [15k]) ok];B[aa])(;)",
                &["(;C[hi [15k]) ok];B[aa])", "(;)"],
            ),
            ("(;C[:-]) ok];B[aa])(;)", &["(;C[:-]) ok];B[aa])", "(;)"]),
            ("(;C[x]) ok (;B[a])(;)", &["(;C[x])", " ok (;B[a])", "(;)"]),
            ("(;PB[x] // y;B[aa])(;)", &["(;PB[x] // y;B[aa])", "(;)"]),
            (
                "(;B[aa](;)(;C[x]))\nGame 2\n(;GM[1]SZ[9];B[aa])",
                &["(;B[aa](;)(;C[x]))", "\nGame 2\n(;GM[1]SZ[9];B[aa])"],
            ),
        ] {
            for chunk in [1, 2, 3, 1000] {
                assert_eq!(split(text, chunk), units, "{text:?} by {chunk}");
            }
        }
    }

    #[test]
    fn units_are_what_the_grammar_reads() {
        for text in [
            "(;C[x] [y]A)(;B[aa]];W[bb])(()(;C[a]b[)])(A[(])",
            "((A)(;B[aa]W[]];)(;)) (;C[\\]) (;])(;)",
            "(;AB[aa][bb:cc]LB[aa:)](;C[]])))(;B[cc])",
            "(;B[aa], W[bb] x (;AE[cc]. (;)))(;C[aa], (;)])",
        ] {
            let units = split(text, 7);
            assert_eq!(units.concat(), text);
            for unit in units {
                let mut log = Diagnostics::new();
                bracket::read(&unit, &Dialect::default(), &mut log);
                let after = |code| code == rules::TEXT_BEHIND.code;
                assert!(
                    !log.kept().iter().any(|found| after(found.rule.code)),
                    "{unit:?}"
                );
            }
        }
    }

    #[test]
    fn both_readings_are_tried_for_as_much_as_the_size_allows() {
        for piece in ["] ", "] (x) ", "]) ", "] XX[y] - ", "] (;B[aa]) ", "[x] "] {
            for size in [1_000, 10_000, 100_000] {
                let text = format!("(;C[{}", piece.repeat(size / piece.len()));
                let mut state = SplitState::default();
                while state.position < text.len() {
                    match state.step(text.as_bytes(), true) {
                        Step::On | Step::Value => {}
                        Step::End => break,
                        Step::Wait => panic!("nothing comes after {piece:?}"),
                    }
                }
                // The last bracket may take more than is left: two readings, and what they search.
                let most = EFFORT * text.len() + 8 * contest::WINDOW;
                assert!(
                    state.effort <= most,
                    "{piece:?}: {} of {most}",
                    state.effort
                );
            }
        }
    }

    #[test]
    fn hostile_texts_take_linear_time() {
        for piece in ["(", "[", "]", "(;C[", "( ", "(A", "\\", "];", "]A ", "(;"] {
            let text = piece.repeat(500_000);
            assert_eq!(
                split(&text, 1 << 16).concat().len(),
                text.len(),
                "{piece:?}"
            );
        }
    }
}
