//! Detects the charset of a record.

use std::borrow::Cow;

use super::Charset;
use super::escapes::{self, Unescaper};
use super::guess::{self, Family, Guess};
use super::sample::Sample;
use super::units::UnitLayout;

/// A remark about the choice of a charset for the reader of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The kind of the doubt.
    pub doubt: Doubt,
    /// The observation.
    pub message: String,
    /// The decision, and advice.
    pub help: String,
}

/// A doubt about a charset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// The record names no charset.
    Assumed,
    /// The record names another charset.
    OtherThanNamed,
    /// Two charsets are likely.
    Uncertain,
}

impl Note {
    /// Creates a note.
    pub fn new(doubt: Doubt, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            doubt,
            message: message.into(),
            help: help.into(),
        }
    }
}

/// A charset with the reason for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detected {
    /// The charset.
    pub charset: Charset,
    /// Why it is this one, as the end of a sentence: `a byte order mark`.
    pub why: Cow<'static, str>,
    /// The length of the byte order mark in bytes; 0 without one.
    pub mark: usize,
    /// Whether backslashes were put into the encoded text, where `\` or `]` is the second byte of
    /// a character; an [`Unescaper`] takes them out.
    pub escaped_bytes: bool,
    /// Whether the game trees name different charsets, so that each is to be decoded by itself.
    pub differs: bool,
    /// A remark about the choice for the reader of the record.
    pub note: Option<Note>,
    /// Whether the text could be in another charset too, so that the choice is a guess among several.
    pub is_doubtful: bool,
}

impl Detected {
    fn new(charset: Charset, why: impl Into<Cow<'static, str>>) -> Self {
        Self {
            charset,
            why: why.into(),
            mark: 0,
            escaped_bytes: false,
            differs: false,
            note: None,
            is_doubtful: false,
        }
    }

    /// Returns a filter that removes backslashes from encoded text, if the text has them.
    pub fn unescaper(&self) -> Option<Unescaper> {
        self.escaped_bytes
            .then(|| Unescaper::new(UnitLayout::of(self.charset)))
    }
}

/// The facts at the beginning of a record that tell its charset.
#[derive(Debug, Clone, Default)]
pub struct Beginning {
    /// The label of the charset that the record names (SGF property CA).
    pub label: Option<String>,
    /// Whether a property shows that another program than Smart Game Board wrote the record.
    pub foreign: bool,
}

/// Returns the values of all `CA[...]` in bytes that may be the label of a charset.
pub fn charset_labels(text: &[u8]) -> impl Iterator<Item = String> {
    memchr::memmem::find_iter(text, b"CA[").filter_map(|at| {
        let before = at.checked_sub(1).and_then(|at| text.get(at));
        let value = text.get(at + 3..)?;
        let length = value.iter().take(40).position(|byte| *byte == b']')?;
        let label = std::str::from_utf8(value.get(..length)?).ok()?;
        let apart = before.is_none_or(|byte| !byte.is_ascii_alphanumeric());
        let known = || Charset::from_label(label).is_some();
        (apart && known()).then(|| label.to_owned())
    })
}

/// Detects the charset of a record, piece by piece. The first that applies counts: the charset that the user
/// names; a byte order mark; UTF-8 if all of the record is valid; the most likely charset. That depends on
/// the texts, on the charset that the record names (SGF property CA), and on the default of its format:
/// Latin-1 for SGF, `MacRoman` for Smart-Go, code page 437 for Ishi.
pub struct Detector {
    family: Family,
    given: Option<Charset>,
    named: Option<String>,
    start: Vec<u8>,
    seen: Seen,
    /// Whether an Ishi record has codes of the figures of DOS.
    has_figures: bool,
    utf8: Utf8,
    sample: Sample,
    /// The charsets that the pieces of the sample name.
    labels: Vec<Charset>,
}

impl Detector {
    /// Creates a detector for a record with this beginning.
    pub fn new(family: impl Into<Family>, beginning: Beginning) -> Self {
        let family = family.into();
        Self {
            family,
            given: None,
            // A CA in Ishi is that of a text that travels.
            named: beginning
                .label
                .filter(|label| family != Family::Ishi && !label.trim().is_empty()),
            start: Vec::new(),
            seen: Seen {
                foreign: beginning.foreign,
                ..Seen::default()
            },
            has_figures: false,
            utf8: Utf8::default(),
            sample: Sample::default(),
            labels: Vec::new(),
        }
    }

    /// Creates a detector that only has to see how a record in a known charset was escaped.
    pub fn given(family: impl Into<Family>, charset: Charset) -> Self {
        Self {
            given: Some(charset),
            ..Self::new(family, Beginning::default())
        }
    }

    /// Takes the next piece of the record.
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.start.len() < 4 {
            self.start.extend(bytes.iter().take(4));
        }
        let is_ascii = bytes.is_ascii();
        self.seen.high |= !is_ascii;
        self.seen.escape |= memchr::memchr(0x1B, bytes).is_some();
        self.has_figures |= self.family == Family::Ishi && memchr::memchr2(4, 30, bytes).is_some();
        self.seen.foreign = self.seen.foreign || memchr::memmem::find(bytes, b"\r\n").is_some();
        // Text in another charset is hardly ever valid UTF-8 for long. So the sample starts with the first
        // piece that is not valid UTF-8.
        let is_valid = if is_ascii && self.utf8.cut.is_empty() {
            self.utf8.broken == 0
        } else {
            self.utf8.feed(bytes)
        };
        if !is_valid {
            self.sample.feed(bytes);
            self.collect_labels(bytes);
        } else if self.seen.high {
            self.sample.feed_little(bytes);
        }
    }

    /// Returns the charset of the whole record.
    pub fn finish(mut self) -> Detected {
        let sign = unicode_sign(&self.start);
        if let Some(charset) = self.given {
            let mark = sign.filter(|(found, _)| *found == charset);
            return Detected {
                mark: mark.map_or(0, |(_, length)| length),
                ..self.found(charset, "named on the command line")
            };
        }
        if let Some((charset, mark)) = sign {
            let why = if mark > 0 {
                "a byte order mark"
            } else {
                "every second byte is zero"
            };
            return Detected {
                mark,
                ..Detected::new(charset, why)
            };
        }
        let named = self.named.take().map(|label| Named {
            charset: Charset::from_label(&label).filter(|c| c.is_ascii_compatible()),
            label,
        });
        let named = named.as_ref();
        if let Some(Named { label, charset }) = named
            && *charset == Some(Charset::Whatwg(encoding_rs::ISO_2022_JP))
            && self.seen.escape
        {
            let why = format!("the record names it ({label})");
            return Detected::new(Charset::Whatwg(encoding_rs::ISO_2022_JP), why);
        }
        if !self.seen.high && self.has_figures {
            return Detected::new(Charset::CP437, "it has figures of DOS");
        }
        if !self.seen.high {
            return ascii(named);
        }
        let is_named_utf8 = named.is_some_and(|named| named.charset == Some(Charset::Utf8));
        if self.utf8.is_valid(is_named_utf8) && !self.is_accident(named) {
            return utf8(named, "all of it is valid UTF-8");
        }
        if let Some(differing) = self.differing(named) {
            return differing;
        }
        if self.utf8.is_damaged() || is_named_utf8 && self.utf8.has_one_damage() {
            return utf8(named, "nearly all of it is valid UTF-8");
        }
        self.guessed(named)
    }

    /// Returns the charsets that can decode the whole record, the most likely first, for a user who sees
    /// wrong letters. [`Detector::finish`] does not change the list. The first piece is the beginning of the
    /// record.
    pub fn likely(&self) -> Vec<Charset> {
        let named = self.named.as_deref().and_then(Charset::from_label);
        let named = named.filter(|charset| may_be_guessed(*charset));
        let sample = self.sample.bytes();
        let ranked = guess::rank(self.family, self.seen.foreign, sample, named);
        let decoded = ranked.into_iter().filter(|(_, _, decodes)| *decodes);
        decoded.map(|(charset, ..)| charset).collect()
    }

    /// Returns the charset of a single game tree that was fed.
    pub fn finish_tree(mut self) -> Detected {
        self.labels.clear();
        self.finish()
    }

    fn collect_labels(&mut self, bytes: &[u8]) {
        for label in charset_labels(bytes) {
            let charset = Charset::from_label(&label);
            if let Some(charset) = charset.filter(|charset| charset.is_ascii_compatible())
                && !self
                    .labels
                    .iter()
                    .any(|known| guess::is_same(*known, charset))
            {
                self.labels.push(charset);
            }
        }
    }

    /// Returns the result for a record whose game trees name different charsets. Returns `None` for other
    /// records.
    fn differing(&self, named: Option<&Named>) -> Option<Detected> {
        let first = named.and_then(|named| named.charset);
        let other =
            |charset: &&Charset| first.is_none_or(|first| !guess::is_same(first, **charset));
        let others = self.labels.iter().filter(other).count();
        let differs = self.family != Family::Ishi && others + usize::from(first.is_some()) > 1;
        differs.then(|| Detected {
            differs,
            ..Detected::new(
                first.unwrap_or_else(|| default_of(self.family, self.seen.foreign)),
                "the first game names it; each game is read in the charset that it names (CA)",
            )
        })
    }

    /// Makes the result for a charset, with the order of its escapes.
    fn found(&self, charset: Charset, why: impl Into<Cow<'static, str>>) -> Detected {
        let layout = UnitLayout::of(charset);
        let escaped_bytes = self.family != Family::Ishi
            && layout.has_ascii_trails()
            && escapes::are_in_bytes(layout, self.sample.bytes());
        Detected {
            escaped_bytes,
            ..Detected::new(charset, why)
        }
    }

    fn guess(&self, named: Option<&Named>) -> Option<Guess> {
        let named = named.and_then(|named| named.charset);
        let named = named.filter(|charset| may_be_guessed(*charset));
        guess::guess(self.family, self.seen.foreign, self.sample.bytes(), named)
    }

    /// Whether a record is valid UTF-8 although it is in another charset, as some names of two
    /// characters are.
    fn is_accident(&self, named: Option<&Named>) -> bool {
        // An accident makes no sequences of three bytes, and not only letters that are frequent in UTF-8, or halves: `5½`.
        let text = String::from_utf8_lossy(self.sample.bytes());
        let mut before = '\0';
        let usual = |c: char| {
            let is_half = c == '½' && before.is_ascii_digit();
            before = c;
            is_half || matches!(c, '\0'..='\u{7F}' | '\u{C0}'..='\u{17F}')
        };
        if !self.sample.is_little() || text.chars().all(usual) || text.contains(|c| c >= '\u{800}')
        {
            return false;
        }
        let named_utf8 = named.is_some_and(|named| named.charset == Some(Charset::Utf8));
        let guess = self.guess(named);
        !named_utf8 && guess.is_some_and(|guess| guess.charset != Charset::Utf8)
    }

    fn guessed(&self, named: Option<&Named>) -> Detected {
        let guess = self.guess(named).unwrap_or_else(|| Guess {
            charset: default_of(self.family, self.seen.foreign),
            rival: None,
        });
        let why = match named {
            Some(Named { label, charset }) if *charset == Some(guess.charset) => {
                format!("the record names it ({label})")
            }
            _ => "the most likely for its text".to_owned(),
        };
        Detected {
            note: note(guess, named),
            is_doubtful: guess.rival.is_some(),
            ..self.found(guess.charset, why)
        }
    }
}

/// Whether bytes above 127 can mean anything in a charset that a record names.
fn may_be_guessed(charset: Charset) -> bool {
    let escapes = Charset::Whatwg(encoding_rs::ISO_2022_JP);
    charset.is_ascii_compatible() && charset != Charset::Ascii && charset != escapes
}

/// The charset that a record names.
struct Named {
    label: String,
    /// `None` if the label is not known.
    charset: Option<Charset>,
}

/// Returns the finding about a guess.
fn note(guess: Guess, named: Option<&Named>) -> Option<Note> {
    let name = name(guess.charset);
    let rival = guess.rival.map(self::name);
    let (doubt, message) = match (named, rival) {
        (Some(named), rival) if named.charset == Some(guess.charset) => {
            let (label, rival) = (&named.label, rival?);
            let message =
                format!("the record names the charset {label}, but it could also be {rival}");
            let help = format!("read as {name}; choose another charset with --encoding");
            return Some(Note::new(Doubt::Uncertain, message, help));
        }
        (Some(Named { label, .. }), rival) => {
            let doubt = rival.map_or(String::new(), |rival| doubt(&name, &rival));
            let message =
                format!("the record names the charset {label}, but its text is in another{doubt}");
            (Doubt::OtherThanNamed, message)
        }
        (None, rival) => {
            let part = if guess.charset == Charset::Utf8 {
                "part of "
            } else {
                ""
            };
            let unnamed = format!("{part}the text is not UTF-8, and the record names no charset");
            match rival {
                Some(rival) => (Doubt::Uncertain, unnamed + &doubt(&name, &rival)),
                None => (Doubt::Assumed, unnamed),
            }
        }
    };
    let help = format!(
        "read as {name}, the most likely for its text; choose another charset with --encoding"
    );
    Some(Note::new(doubt, message, help))
}

fn doubt(name: &str, rival: &str) -> String {
    format!(": it is likely {name}, but could also be {rival}")
}

/// Returns the charset of a record that shows no sign of any.
fn default_of(family: Family, foreign: bool) -> Charset {
    match family {
        Family::Ishi => Charset::CP437,
        Family::SmartGo if !foreign => Charset::MAC_ROMAN,
        Family::SmartGo | Family::Sgf => Charset::LATIN_1,
    }
}

/// Returns the name of a charset that people know.
fn name(charset: Charset) -> String {
    match charset {
        Charset::Utf8 => "UTF-8".to_owned(),
        Charset::Dos(page) => format!("code page {page}"),
        Charset::Whatwg(encoding) if encoding == encoding_rs::GBK => "GB18030".to_owned(),
        Charset::Whatwg(encoding) if encoding == encoding_rs::GB18030 => "GB18030".to_owned(),
        mac if mac == Charset::MAC_ROMAN => "MacRoman".to_owned(),
        Charset::Whatwg(encoding) => encoding.name().to_owned(),
        other => other.label(),
    }
}

fn ascii(named: Option<&Named>) -> Detected {
    let unknown = named.filter(|named| Charset::from_label(&named.label).is_none());
    let note = unknown.map(|Named { label, .. }| {
        let message = format!("the record names the charset {label}, but ishi does not know it");
        let help = "read as ASCII; all of its text is ASCII";
        Note::new(Doubt::OtherThanNamed, message, help)
    });
    Detected {
        note,
        ..Detected::new(Charset::Ascii, "all of it is ASCII")
    }
}

fn utf8(named: Option<&Named>, why: &'static str) -> Detected {
    let mut found = Detected::new(Charset::Utf8, why);
    if let Some(Named { label, charset }) = named
        && *charset != Some(Charset::Utf8)
    {
        found.note = Some(Note::new(
            Doubt::OtherThanNamed,
            format!("the record names the charset {label}, but its text is UTF-8"),
            "read as UTF-8; choose another charset with --encoding",
        ));
    }
    found
}

/// Returns the Unicode charset of the first bytes of a record, and the length of its byte order mark.
///
/// UTF-16 is recognised without a mark, because records start with ASCII, and half of its bytes are then
/// zero.
pub fn unicode_sign(start: &[u8]) -> Option<(Charset, usize)> {
    match start {
        [0xEF, 0xBB, 0xBF, ..] => Some((Charset::Utf8, 3)),
        [0xFF, 0xFE, ..] => Some((Charset::Utf16Le, 2)),
        [0xFE, 0xFF, ..] => Some((Charset::Utf16Be, 2)),
        [1..=127, 0, 1..=127, 0, ..] => Some((Charset::Utf16Le, 0)),
        [0, 1..=127, 0, 1..=127, ..] => Some((Charset::Utf16Be, 0)),
        _ => None,
    }
}

/// The signs found in a record.
#[derive(Default)]
struct Seen {
    /// Bytes above 127.
    high: bool,
    /// Escape, which begins the shifts of ISO-2022.
    escape: bool,
    /// A trace of another system than the Macintosh: CR LF, or properties of younger programs.
    foreign: bool,
}

/// How much of a record is UTF-8 so far.
#[derive(Default)]
struct Utf8 {
    /// The bytes of a character that the last piece cut.
    cut: Vec<u8>,
    /// How many bytes follow the first one of their character, in whole characters.
    following: usize,
    /// How many whole characters have three bytes or more.
    long: usize,
    /// How many sequences of bytes are not a character.
    broken: usize,
}

impl Utf8 {
    /// How many following bytes damaged text must have, and how many for each broken sequence. In
    /// other charsets at most a seventh of the characters look like UTF-8, and the others are
    /// broken sequences; a damaged byte of UTF-8 leaves two of them at most.
    const ENOUGH: usize = 8;
    const FOR_EACH_BROKEN: usize = 2;

    /// Takes the next piece, and returns whether all is valid so far.
    fn feed(&mut self, bytes: &[u8]) -> bool {
        let mut joined = std::mem::take(&mut self.cut);
        let mut rest = bytes;
        if !joined.is_empty() {
            joined.extend_from_slice(bytes);
            rest = &joined;
        }
        while let Err(error) = std::str::from_utf8(rest) {
            let (valid, behind) = rest
                .split_at_checked(error.valid_up_to())
                .unwrap_or((rest, &[]));
            self.count(valid);
            let Some(length) = error.error_len() else {
                self.cut = behind.to_vec();
                return self.broken == 0;
            };
            self.broken += 1;
            rest = behind.get(length..).unwrap_or(&[]);
        }
        self.count(rest);
        self.broken == 0
    }

    fn count(&mut self, valid: &[u8]) {
        if !valid.is_ascii() {
            let count = |is: fn(&u8) -> bool| valid.iter().filter(|byte| is(byte)).count();
            self.following += count(|byte| matches!(byte, 0x80..=0xBF));
            self.long += count(|byte| *byte >= 0xE0);
        }
    }

    /// Whether all is valid, but for the last character of a record that was cut off, where there is
    /// another sign of UTF-8.
    fn is_valid(&self, is_named: bool) -> bool {
        self.broken == 0 && (self.cut.is_empty() || self.following > 0 || is_named)
    }

    /// Whether a record that names UTF-8 is UTF-8 with one damaged byte. Such a byte makes at most three
    /// broken sequences. In other charsets hardly any bytes look like a character of three bytes, or like
    /// three characters of two bytes.
    fn has_one_damage(&self) -> bool {
        (1..=3).contains(&self.broken) && (self.long > 0 || self.following >= 3)
    }

    /// Whether it is UTF-8 with some damaged bytes: it has far more whole characters than broken ones.
    fn is_damaged(&self) -> bool {
        let needed = Self::FOR_EACH_BROKEN * self.broken;
        self.broken > 0 && self.following >= needed.max(Self::ENOUGH)
    }
}

#[cfg(test)]
mod tests;
