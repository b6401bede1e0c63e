//! The text of one game, with its place in the file.

mod place;

use crate::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::format::charset::{Charset, rules};
use crate::servers::Translation;

pub use place::{Excerpt, Place, Places};

/// A place where text and bytes are known to match up, both counted from the start of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Anchor {
    /// The offset in the decoded text.
    pub(super) text: u64,
    /// The offset in the file.
    pub(super) byte: u64,
}

/// Where the text that was given out ends.
#[derive(Debug, Clone, Default)]
pub(super) struct Cursor {
    text: u64,
    byte: u64,
    /// Line and column, both from 0.
    line: usize,
    column: usize,
    after_return: bool,
}

impl Cursor {
    /// Creates a cursor for a text that begins at this byte of the file.
    pub(super) fn new(byte: u64) -> Self {
        Self {
            byte,
            ..Self::default()
        }
    }

    /// Returns the offsets in the text and in the file.
    pub(super) fn position(&self) -> (u64, u64) {
        (self.text, self.byte)
    }

    /// Goes to a byte of the file: the end of the text that was passed.
    pub(super) fn move_to(&mut self, byte: u64) {
        self.byte = byte;
    }

    fn pass(&mut self, unit: &Unit) {
        self.text += unit.text.len() as u64;
        self.byte = unit.byte_at(unit.text.len());
        let text = match unit.text.strip_prefix('\n') {
            Some(rest) if self.after_return => rest,
            _ => &unit.text,
        };
        let (lines, last) = count_lines(text);
        self.line += lines;
        if last > 0 {
            self.column = 0;
        }
        self.column += text.get(last..).unwrap_or("").chars().count();
        self.after_return = unit.text.ends_with('\r');
    }
}

/// Returns the offsets after each LF, CR LF or CR of a text.
pub(crate) fn line_ends(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    memchr::memchr2_iter(b'\n', b'\r', bytes)
        .filter(|&at| bytes.get(at) == Some(&b'\n') || bytes.get(at + 1) != Some(&b'\n'))
        .map(|at| at + 1)
}

/// Returns how many line breaks a text has, and the offset after the last one, 0 without line breaks.
fn count_lines(text: &str) -> (usize, usize) {
    let bytes = text.as_bytes();
    let last = memchr::memrchr2(b'\n', b'\r', bytes).map_or(0, |at| at + 1);
    // A CR before an LF is a part of its line break.
    let is_alone = |at: &usize| bytes.get(at + 1) != Some(&b'\n');
    let returns = memchr::memchr_iter(b'\r', bytes).filter(is_alone);
    (
        memchr::memchr_iter(b'\n', bytes).count() + returns.count(),
        last,
    )
}

/// The text of one game of a record (Ishi: one event), with its place in the file.
#[derive(Debug, Clone)]
pub struct Unit {
    pub(super) text: String,
    charset: Charset,
    malformed: bool,
    pub(super) note: Option<Diagnostic>,
    pub(super) last: bool,
    /// The bytes, if they were asked for.
    pub(super) bytes: Vec<u8>,
    /// Whether the file starts with a byte order mark, if the bytes were asked for.
    pub(super) marked: bool,
    pub(super) line: usize,
    pub(super) column: usize,
    /// Offsets in the text and in the file, in order; the first is the start.
    marks: Vec<(usize, u64)>,
    /// The text in the format of a server that the text in SGF was made from.
    origin: Option<Box<Origin>>,
}

/// The text of a source that is read as games in SGF.
#[derive(Debug, Clone)]
pub(crate) struct Origin {
    /// The text, with its place in the file.
    pub(crate) unit: Unit,
    /// The findings about it.
    pub(crate) log: Diagnostics,
    /// Where nodes start in the text in SGF, in order, and where they are in the source.
    nodes: Vec<(usize, Span)>,
}

impl Origin {
    /// Returns where the node of an offset in the text in SGF is in the source.
    pub(super) fn span_at(&self, offset: usize) -> Span {
        let index = self.nodes.partition_point(|(start, _)| *start <= offset);
        let node = index.checked_sub(1).and_then(|index| self.nodes.get(index));
        node.map_or(Span::default(), |(_, span)| *span)
    }
}

impl Unit {
    pub(super) fn new(
        text: String,
        charset: Charset,
        malformed: bool,
        cursor: &mut Cursor,
        marks: &mut Vec<Anchor>,
    ) -> Self {
        let end = cursor.text + text.len() as u64;
        let passed = marks.partition_point(|mark| mark.text <= end);
        let mut own = vec![(0, cursor.byte)];
        own.extend(
            marks
                .drain(..passed)
                .filter(|mark| mark.text >= cursor.text)
                .map(|mark| ((mark.text - cursor.text) as usize, mark.byte)),
        );
        let unit = Self {
            text,
            charset,
            malformed,
            note: None,
            last: false,
            bytes: Vec::new(),
            marked: false,
            line: cursor.line,
            column: cursor.column,
            marks: own,
            origin: None,
        };
        cursor.pass(&unit);
        unit
    }

    /// Returns the games of a text in the format of a server, in SGF.
    pub(super) fn translated(self, games: Translation) -> Self {
        let Translation { text, nodes, log } = games;
        Self {
            text,
            charset: Charset::Utf8,
            malformed: self.malformed,
            note: None,
            last: true,
            bytes: Vec::new(),
            marked: false,
            line: self.line,
            column: self.column,
            marks: Vec::new(),
            origin: Some(Box::new(Origin {
                unit: self,
                log,
                nodes,
            })),
        }
    }

    /// Returns the text that the text in SGF was made from, if it was.
    pub(crate) fn origin(&self) -> Option<&Origin> {
        self.origin.as_deref()
    }

    /// Appends the text after it.
    pub(super) fn append(&mut self, rest: Self) {
        let shifted = rest
            .marks
            .into_iter()
            .map(|(text, byte)| (self.text.len() + text, byte));
        self.marks.extend(shifted);
        self.text.push_str(&rest.text);
        self.malformed |= rest.malformed;
        self.last = rest.last;
    }

    /// Returns the charset that the text was decoded from.
    pub(crate) fn charset(&self) -> Charset {
        self.charset
    }

    /// Returns the bytes of the text, and of all after it if it is the last one; empty unless they were asked for.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns whether the file starts with a byte order mark, if the bytes were asked for.
    pub(crate) fn is_marked(&self) -> bool {
        self.marked
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the offset in the file of a byte of the text, from 0. The text of a record of a server counts as a file in
    /// SGF.
    pub fn byte_at(&self, offset: usize) -> u64 {
        self.byte_from((0, 0), offset)
    }

    /// Returns the same, given an earlier byte of the text with its offset in the file.
    pub(super) fn byte_from(&self, known: (usize, u64), offset: usize) -> u64 {
        let index = self.marks.partition_point(|(text, _)| *text <= offset);
        let mark = index.checked_sub(1).and_then(|index| self.marks.get(index));
        let mark = mark.copied().unwrap_or_default();
        // A part of shifted text has other shifts than the whole.
        let shifts = self.charset == Charset::Whatwg(encoding_rs::ISO_2022_JP);
        let (text, byte) = if known.0 > mark.0 && !shifts {
            known
        } else {
            mark
        };
        let between = self.text.get(text..offset).unwrap_or("");
        // A mark follows each undecodable stretch, so U+FFFD in between stands in the file.
        byte + self.charset.encoded_len(between) as u64
    }

    /// Returns a finder of the places of diagnostics about this text in the file.
    pub fn places(&self) -> Places<'_> {
        Places::new(self)
    }

    /// Returns the number of the line on which the text begins, from 1.
    pub fn line(&self) -> usize {
        self.line + 1
    }

    /// Returns the finding about the choice of the charset for this text alone.
    pub fn note(&self) -> Option<&Diagnostic> {
        self.note.as_ref()
    }

    /// Returns where the text has U+FFFD for bytes that could not be decoded.
    pub fn undecodable(&self) -> impl Iterator<Item = Span> + Clone {
        // A record in Unicode may hold the character itself.
        let text = if self.malformed { &self.text } else { "" };
        let damaged = text.match_indices(char::REPLACEMENT_CHARACTER);
        damaged.map(|(at, found)| Span::new(at, at + found.len()))
    }

    /// Returns where the text has U+FFFD: for bytes that could not be decoded, or because another
    /// program could not decode them.
    pub fn damaged(&self) -> impl Iterator<Item = Span> {
        let sign = char::REPLACEMENT_CHARACTER;
        let text = if self.text.is_ascii() { "" } else { &self.text };
        let found = text.match_indices(sign);
        found.map(|(at, sign)| Span::new(at, at + sign.len()))
    }

    /// Returns whether the file has only blanks after this text.
    pub fn is_last(&self) -> bool {
        self.last
    }

    /// Returns the finding about bytes that could not be decoded, or about characters that another
    /// program could not decode.
    pub(crate) fn damage(&self) -> Option<Diagnostic> {
        if self.origin.is_some() {
            return None;
        }
        self.malformed().or_else(|| self.lost_before())
    }

    fn lost_before(&self) -> Option<Diagnostic> {
        let mut lost = self.damaged();
        let first = lost.next()?;
        let message = match lost.count() {
            0 => "1 character is U+FFFD".to_owned(),
            more => format!("{} characters are U+FFFD", more + 1),
        };
        let help = "another program lost the letters before; look for an older copy of the file";
        let lost = Diagnostic::new(&rules::LOST_BEFORE, message).at(first.start, first.end);
        Some(lost.help(help))
    }

    /// Returns a diagnostic about undecodable bytes. Returns `None` if all were decoded.
    pub(crate) fn malformed(&self) -> Option<Diagnostic> {
        let spans = self.undecodable();
        let first = spans.clone().next()?;
        let mut known = (0, 0);
        let (mut bytes, mut places) = (0, 0);
        for Span { start, end } in spans {
            let from = self.byte_from(known, start);
            known = (end, self.byte_from((start, from), end));
            // Text can be longer in a charset than it was in the file.
            bytes += known.1.saturating_sub(from);
            places += 1;
        }
        let label = self.charset.label();
        let what = match bytes {
            1 => format!("1 byte that is not {label} text"),
            _ => format!("{bytes} bytes that are not {label} text"),
        };
        let message = match places {
            1 => what,
            _ => format!("{what}, in {places} places"),
        };
        Some(
            Diagnostic::new(&rules::MALFORMED, message)
                .at(first.start, first.end)
                .help("read as U+FFFD; choose another charset with --encoding"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_unit_starts_where_the_one_before_it_ends() {
        let mut cursor = Cursor::new(3);
        for (text, byte, line, column) in [
            ("ab", 3, 0, 0),
            ("cd", 5, 0, 2),
            ("e\nfg", 7, 0, 4),
            // A line break on the border of two units is one.
            ("\r", 11, 1, 2),
            ("\nh", 12, 2, 0),
            ("\ni", 14, 2, 1),
            ("\r", 16, 3, 1),
            ("\r", 17, 4, 0),
            ("j\r\nk", 18, 5, 0),
            ("ä", 22, 6, 1),
            ("", 24, 6, 2),
        ] {
            let unit = Unit::new(
                text.to_owned(),
                Charset::Utf8,
                false,
                &mut cursor,
                &mut Vec::new(),
            );
            let found = (unit.byte_at(0), unit.line, unit.column);
            assert_eq!(found, (byte, line, column), "{text:?}");
        }
    }

    #[test]
    fn a_unit_has_the_marks_of_its_text() {
        let mark = |text, byte| Anchor { text, byte };
        let mut marks = vec![mark(1, 11), mark(2, 22), mark(4, 44), mark(5, 55)];
        let mut cursor = Cursor::new(10);
        let mut unit = |text: &str| {
            let text = text.to_owned();
            Unit::new(text, Charset::Utf8, false, &mut cursor, &mut marks).marks
        };
        assert_eq!(unit("ab"), [(0, 10), (1, 11), (2, 22)]);
        assert_eq!(unit("cd"), [(0, 22), (2, 44)]);
        assert_eq!(unit("e"), [(0, 44), (1, 55)]);
    }

    #[test]
    fn bytes_that_are_no_text_are_counted() {
        for (text, bytes, expected) in [
            (
                "a\u{FFFD}",
                &[(0, 0)][..],
                "1 byte that is not shift_jis text",
            ),
            (
                "a\u{FFFD}b",
                &[(0, 0), (4, 3)],
                "2 bytes that are not shift_jis text",
            ),
            (
                "\u{FFFD}a\u{FFFD}",
                &[(0, 0)],
                "2 bytes that are not shift_jis text, in 2 places",
            ),
        ] {
            let mut unit = Unit::new(
                text.to_owned(),
                Charset::Whatwg(encoding_rs::SHIFT_JIS),
                true,
                &mut Cursor::default(),
                &mut Vec::new(),
            );
            unit.marks = bytes.to_vec();
            let found = unit.malformed().map(|found| found.message);
            assert_eq!(found.as_deref(), Some(expected));
        }
        let lost = |text: &str| {
            let mut cursor = Cursor::default();
            let text = text.to_owned();
            let unit = Unit::new(text, Charset::Utf8, false, &mut cursor, &mut Vec::new());
            unit.damage().map(|found| found.message)
        };
        assert_eq!(lost("a"), None);
        let one = lost("a\u{FFFD}");
        assert_eq!(one.as_deref(), Some("1 character is U+FFFD"));
        let two = lost("\u{FFFD}a\u{FFFD}");
        assert_eq!(two.as_deref(), Some("2 characters are U+FFFD"));
    }
}
