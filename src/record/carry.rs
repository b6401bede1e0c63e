//! Carriers: the patch with the content of a source that its result does not show.
//!
//! `ishi 3 CRC SHOWN FORMAT CHARSET EOL SIGNS`, then the lines of the patch. It is written so that a program of
//! any age keeps it. In a property braces stand for brackets, because some readers end a value at a bracket. As `%XX`, the
//! bytes of UTF-8, are written
//!
//! - `%` and, in a property, `| { } \`;
//! - control characters, and all white space but a blank;
//! - blanks at the ends of a line, and the second one of two, because readers trim and fold them;
//! - all letters beyond ASCII where a file may lack them.
//!
//! `%=XX` is a byte that the charset of the text would not write.

use std::borrow::Cow;

use super::patch::{Hunk, names, parse, write};
use super::text::Text;
use crate::bracket::property::parse_raw_property;
use crate::bracket::text::{Escapes, Lines, unescape};
use crate::format::Format;
use crate::format::charset::Charset;
use crate::format::piece::{CARRIER, MAGIC};
use crate::model::{Property, Value};
use crate::record::outcome::WORDING;

/// Returns whether a text may have a carrier.
pub(crate) fn may_carry(text: &str) -> bool {
    let mut names = memchr::memmem::find_iter(text.as_bytes(), "ishi");
    names.any(|at| text.get(at..).is_some_and(|title| version(title).is_some()))
}

/// The longest line of a block in columns.
const LINE_LENGTH: usize = 79;

/// The content of a source that its result does not show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Carried {
    /// Its format.
    pub format: Format,
    /// Its charset.
    pub charset: Charset,
    /// Whether a byte order mark comes before it.
    pub mark: bool,
    /// Its most frequent line end.
    pub line_end: LineEnd,
    /// The checksum of the canonical text that the patch is for.
    pub shown: u32,
    /// The hashes of some moves.
    pub signs: String,
    /// Whether its wording is content.
    pub exact: bool,
    /// Whether its checksum is wrong.
    pub is_damaged: bool,
    /// What travels.
    pub body: Body,
}

/// What travels in a carrier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Body {
    /// The hunks of a patch, and lines that cannot be read.
    Hunks(Vec<Hunk>, Vec<String>),
    /// The whole text, without the byte order mark.
    Whole(Vec<u8>),
}

/// The first line of a patch that is the whole text.
const WHOLE: &str = "~0";

/// A carrier of another version, or one whose title cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Damage;

impl Carried {
    /// Returns the whole text, if it travels.
    pub fn text(&self) -> Option<Text<'_>> {
        match &self.body {
            Body::Whole(bytes) => Some(Text {
                mark: self.mark,
                ..Text::new(self.format, self.charset, bytes.as_slice())
            }),
            Body::Hunks(..) => None,
        }
    }

    /// Returns the names of the pieces that travel.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let names: Vec<_> = match &self.body {
            Body::Hunks(hunks, _) => hunks.iter().flat_map(|hunk| names(&hunk.change)).collect(),
            Body::Whole(_) => vec![WORDING.to_owned()],
        };
        names.into_iter()
    }

    /// Returns the value of a property, as it is written between the brackets. With `ascii`, letters beyond ASCII are
    /// written as `%XX`.
    pub fn value(&self, ascii: bool) -> String {
        let mut value = self.title();
        for line in self.lines(ascii, "%|{}\\") {
            value.push_str("|\n");
            value.push_str(&line.replace('[', "{").replace(']', "}"));
        }
        value
    }

    /// Returns the title of a USER block.
    pub fn title(&self) -> String {
        let charset = self.charset.label();
        let mark = if self.mark { "-bom" } else { "" };
        let eol = self.line_end.name();
        let (crc, shown, format) = (self.checksum(), self.shown, self.format.name());
        let signs = if self.signs.is_empty() {
            "-"
        } else {
            &self.signs
        };
        let exact = if self.exact { " exact" } else { "" };
        format!("{MAGIC} {crc:08x} {shown:08x} {format} {charset}{mark} {eol} {signs}{exact}")
    }

    /// Returns how many lines of the source travel.
    pub fn count(&self) -> usize {
        let lines = self.lines(true, "%");
        let is_title = |line: &&String| line.starts_with(['@', '~']);
        lines.iter().filter(|line| !is_title(line)).count()
    }

    /// Returns how many bytes the lines take.
    pub fn length(&self) -> usize {
        self.lines(true, "%")
            .iter()
            .map(|line| line.len() + 1)
            .sum()
    }

    /// Returns the lines of a USER block: each line of the text after `| `, with its rest after `+ `.
    pub fn block(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for line in self.lines(true, "%") {
            break_line(&line, &mut lines);
        }
        lines
    }

    /// Reads the value of a property, if it is a carrier.
    pub fn from_value(raw: &str) -> Option<Result<Self, Damage>> {
        // Programs add escapes and break lines. The encoding has neither a backslash nor other white space than blanks.
        let text = unescape(raw, Lines::Many, Escapes::Sgf).replace('\\', "");
        let (title, lines) = text.split_once('|').unwrap_or((&text, ""));
        let lines = lines.split('|').map(|line| {
            let words = line.split(is_blank).filter(|word| !word.is_empty());
            let line = words.collect::<Vec<_>>().join(" ");
            Cow::Owned(line.replace('{', "[").replace('}', "]"))
        });
        Self::read(title, lines)
    }

    /// Reads a USER block, if it is a carrier.
    pub fn from_block<'b>(
        title: &str,
        body: impl IntoIterator<Item = &'b str>,
    ) -> Option<Result<Self, Damage>> {
        let mut lines: Vec<Cow<'_, str>> = Vec::new();
        for line in body {
            let line = line.trim_matches(is_blank);
            match (
                line.strip_prefix('|'),
                line.strip_prefix("+ "),
                lines.last_mut(),
            ) {
                (Some(line), _, _) => lines.push(line.strip_prefix(' ').unwrap_or(line).into()),
                (None, Some(rest), Some(line)) => line.to_mut().push_str(rest),
                _ => return is_ours(title).then_some(Err(Damage)),
            }
        }
        Self::read(title, lines)
    }

    fn read<'l>(
        title: &str,
        lines: impl IntoIterator<Item = Cow<'l, str>>,
    ) -> Option<Result<Self, Damage>> {
        if !is_ours(title) {
            return version(title).map(|_| Err(Damage));
        }
        Some(parts(title, lines).ok_or(Damage))
    }

    /// Returns the lines of the patch, with `special` characters as `%XX`.
    fn lines(&self, ascii: bool, special: &str) -> Vec<String> {
        match &self.body {
            Body::Hunks(hunks, _) => {
                let encoded = |line: String| {
                    let mut out = String::new();
                    encode(&line, ascii, special, &mut out);
                    out
                };
                write(hunks).into_iter().map(encoded).collect()
            }
            Body::Whole(bytes) => {
                let text = self.charset.decode(bytes);
                let encoded = |line: &str| {
                    let mut out = ":".to_owned();
                    encode(line, ascii, special, &mut out);
                    out
                };
                let mut lines = vec![WHOLE.to_owned()];
                if self
                    .charset
                    .encode(&text)
                    .is_ok_and(|again| again == *bytes)
                {
                    lines.extend(text.split(self.line_end.text()).map(encoded));
                } else if self.charset.is_ascii_compatible() {
                    lines.extend(self.line_end.split(bytes).map(|line| {
                        let text = self.charset.decode(line);
                        match self.charset.encode(&text) {
                            Ok(again) if again == line => encoded(&text),
                            _ => encoded_bytes(line, self.charset, special),
                        }
                    }));
                } else {
                    lines.push(encoded_bytes(bytes, self.charset, special));
                }
                lines
            }
        }
    }

    /// Returns the checksum of the patch.
    fn checksum(&self) -> u32 {
        match &self.body {
            Body::Hunks(hunks, _) => crc32fast::hash(write(hunks).join("\n").as_bytes()),
            Body::Whole(bytes) => crc32fast::hash(bytes),
        }
    }
}

fn is_ours(title: &str) -> bool {
    version(title) == MAGIC.split(' ').nth(1)
}

/// Returns the version in a title.
fn version(title: &str) -> Option<&str> {
    let mut words = title
        .split(|c| is_blank(c) || c == '|')
        .filter(|word| !word.is_empty());
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let ours = words.next() == Some("ishi");
    words.next().filter(is_number).filter(|_| ours)
}

/// Reads the parts of a carrier, if its title can be read.
fn parts<'l>(title: &str, lines: impl IntoIterator<Item = Cow<'l, str>>) -> Option<Carried> {
    let words: Vec<_> = title
        .split(is_blank)
        .filter(|word| !word.is_empty())
        .collect();
    let [_, _, crc, shown, format, label, eol, signs, more @ ..] = words.as_slice() else {
        return None;
    };
    let exact = match more {
        [] => false,
        ["exact"] => true,
        _ => return None,
    };
    let (label, mark) = match label.strip_suffix("-bom") {
        Some(label) => (label, true),
        None => (*label, false),
    };
    let format = Format::from_name(format)?;
    let charset = Charset::from_label(label)?;
    let line_end = LineEnd::from_name(eol)?;
    let lines: Vec<_> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    let body = match lines.split_first() {
        Some((first, rest)) if first == WHOLE => {
            Body::Whole(decoded_bytes(rest, charset, line_end)?)
        }
        _ => {
            let lines: Vec<_> = lines.iter().map(|line| decoded(line)).collect();
            let (hunks, unread) = parse(format, &lines);
            Body::Hunks(hunks, unread)
        }
    };
    let mut carried = Carried {
        format,
        charset,
        mark,
        line_end,
        shown: u32::from_str_radix(shown, 16).ok()?,
        signs: signs.trim_matches('-').to_owned(),
        exact,
        is_damaged: false,
        body,
    };
    carried.is_damaged = u32::from_str_radix(crc, 16).ok()? != carried.checksum();
    Some(carried)
}

/// Returns the bytes of a whole text.
fn decoded_bytes(lines: &[Cow<'_, str>], charset: Charset, line_end: LineEnd) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        if number > 0 {
            bytes.extend(charset.encode(line_end.text()).ok()?);
        }
        decode(line.strip_prefix(':')?, charset, &mut bytes)?;
    }
    Some(bytes)
}

/// Returns a line of a patch without escapes. An escape that is damaged stands for itself.
fn decoded(line: &str) -> String {
    let mut bytes = Vec::new();
    let is_read = decode(line, Charset::Utf8, &mut bytes).is_some();
    let text = String::from_utf8(bytes).ok().filter(|_| is_read);
    text.unwrap_or_else(|| line.to_owned())
}

/// Returns whether a property has undamaged carriers and nothing else.
pub(crate) fn is_carrier(property: &Property<'_>) -> bool {
    let is_ours = |value: &Cow<'_, str>| matches!(Carried::from_value(value), Some(Ok(_)));
    match &property.value {
        Value::Raw(values) if property.ident.as_str() == CARRIER => values.iter().all(is_ours),
        _ => false,
    }
}

/// Reads the values of a property or a USER block, which may be carriers.
pub(super) fn all(format: Format, words: &str) -> Vec<Option<Result<Carried, Damage>>> {
    match format {
        Format::Ishi => vec![block(words)],
        Format::SmartGo | Format::Sgf => values(words),
    }
}

/// Returns the lines of a block, the first one without its keyword. No line of a carrier is empty.
fn lines(block: &str) -> impl Iterator<Item = &str> {
    let block = block.trim();
    let rest = block
        .split_at_checked("USER".len())
        .map_or("", |(_, rest)| rest);
    let lines = rest.split(['\r', '\n']).map(str::trim);
    lines.filter(|line| !line.is_empty())
}

/// Reads a USER block that may be a carrier.
fn block(words: &str) -> Option<Result<Carried, Damage>> {
    let mut lines: Vec<_> = lines(words).collect();
    lines.pop();
    let (title, body) = lines.split_first()?;
    Carried::from_block(title, body.iter().copied())
}

/// Reads the values of a property that may be carriers.
fn values(text: &str) -> Vec<Option<Result<Carried, Damage>>> {
    // A bracket that is gone ends with its property.
    let closed = format!("{}]", text.trim_end());
    let property = parse_raw_property(text).or_else(|| parse_raw_property(&closed));
    match property.map(|property| property.value) {
        Some(Value::Raw(values)) => values
            .iter()
            .map(|value| Carried::from_value(value))
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns whether readers can fold or trim a character of a carrier.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r')
}

/// The most frequent line end of a text; others travel as characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineEnd {
    CrLf,
    Lf,
    Cr,
}

impl LineEnd {
    const ALL: [Self; 3] = [Self::CrLf, Self::Lf, Self::Cr];

    /// Returns the most frequent line end of a text; of a text in one line that of its format.
    pub fn of(text: &str, format: Format) -> Self {
        let text = text.as_bytes();
        let count = |byte| memchr::memchr_iter(byte, text).count();
        let pairs = memchr::memmem::find_iter(text, "\r\n").count();
        let (feeds, returns) = (count(b'\n') - pairs, count(b'\r') - pairs);
        if pairs + feeds + returns == 0 && format != Format::Ishi {
            Self::Lf
        } else if pairs >= feeds && pairs >= returns {
            Self::CrLf
        } else if feeds >= returns {
            Self::Lf
        } else {
            Self::Cr
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::CrLf => "crlf",
            Self::Lf => "lf",
            Self::Cr => "cr",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|end| end.name() == name)
    }

    /// Returns its characters.
    pub fn text(self) -> &'static str {
        match self {
            Self::CrLf => "\r\n",
            Self::Lf => "\n",
            Self::Cr => "\r",
        }
    }

    /// Returns the lines of a text in a charset that is compatible with ASCII.
    fn split(self, bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
        let end = self.text().as_bytes();
        let mut rest = Some(bytes);
        std::iter::from_fn(move || {
            let text = rest?;
            let at = memchr::memmem::find(text, end);
            let (line, after) = text.split_at_checked(at.unwrap_or(text.len()))?;
            rest = at.and_then(|_| after.get(end.len()..));
            Some(line)
        })
    }
}

/// Appends a line of text.
fn encode(text: &str, ascii: bool, special: &str, out: &mut String) {
    out.reserve(text.len() + text.len() / 8);
    let mut after_blank = true;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let blank_in_text = c == ' ' && !after_blank && chars.peek().is_some();
        after_blank = c == ' ';
        if blank_in_text || stands_for_itself(c, ascii) && !special.contains(c) {
            out.push(c);
        } else {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                push_byte(out, "%", byte);
            }
        }
    }
}

/// Returns a line that its charset would not write like this: each byte that is not a character of ASCII as
/// `%=XX`.
fn encoded_bytes(text: &[u8], charset: Charset, special: &str) -> String {
    let mut out = ":".to_owned();
    let is_plain = |byte: &u8| {
        let stays = byte.is_ascii_graphic() && charset.is_ascii_compatible();
        stays && !special.contains(char::from(*byte))
    };
    for byte in text {
        if is_plain(byte) {
            out.push(char::from(*byte));
        } else {
            push_byte(&mut out, "%=", *byte);
        }
    }
    out
}

fn stands_for_itself(c: char, ascii: bool) -> bool {
    match c {
        '!'..='~' => true,
        // The byte order mark is no white space for Unicode, but readers drop it; U+FFFD may stand for lost bytes.
        _ => !ascii && !c.is_control() && !c.is_whitespace() && !"\u{FEFF}\u{FFFD}".contains(c),
    }
}

fn push_byte(out: &mut String, sign: &str, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let digit = |value: u8| {
        DIGITS
            .get(usize::from(value))
            .map_or('0', |digit| char::from(*digit))
    };
    out.push_str(sign);
    out.extend([digit(byte >> 4), digit(byte & 15)]);
}

/// Appends the bytes of a line, if [`Carried::lines`] wrote it.
fn decode(line: &str, charset: Charset, out: &mut Vec<u8>) -> Option<()> {
    let mut text = Vec::new();
    let mut rest = line;
    let flush = |text: &mut Vec<u8>, out: &mut Vec<u8>| {
        let words = String::from_utf8(std::mem::take(text)).ok()?;
        out.extend(charset.encode(&words).ok()?);
        Some(())
    };
    while let Some(at) = rest.find('%') {
        text.extend_from_slice(rest.get(..at)?.as_bytes());
        rest = rest.get(at..)?;
        if let Some(raw) = rest.strip_prefix("%=") {
            flush(&mut text, out)?;
            out.push(u8::from_str_radix(raw.get(..2)?, 16).ok()?);
            rest = raw.get(2..)?;
        } else {
            text.push(u8::from_str_radix(rest.get(1..3)?, 16).ok()?);
            rest = rest.get(3..)?;
        }
    }
    text.extend_from_slice(rest.as_bytes());
    flush(&mut text, out)
}

/// Breaks an encoded line into lines of a block.
fn break_line(encoded: &str, lines: &mut Vec<String>) {
    if encoded.is_empty() {
        return lines.push("|".to_owned());
    }
    if encoded.len() <= LINE_LENGTH - "| ".len() {
        return lines.push(["| ", encoded].concat());
    }
    let mut line = String::from("| ");
    let mut rest = encoded;
    while let Some(piece) = first_piece(rest) {
        rest = rest.get(piece.len()..).unwrap_or_default();
        if line.len() + piece.len() > LINE_LENGTH {
            // Readers trim lines, so the blank at an end starts the next line.
            let blank = line.ends_with(' ');
            lines.push(line.trim_end().to_owned());
            line.replace_range(.., if blank { "+ %20" } else { "+ " });
        }
        let starts_line = line == "+ ";
        line.push_str(if starts_line && piece == " " {
            "%20"
        } else {
            piece
        });
    }
    lines.push(line.trim_end().to_owned());
}

/// Returns the first character of an encoded line, or its first `%XX` or `%=XX`.
fn first_piece(text: &str) -> Option<&str> {
    let length = if text.starts_with("%=") {
        4
    } else if text.starts_with('%') {
        3
    } else {
        text.chars().next()?.len_utf8()
    };
    text.get(..length)
}

#[cfg(test)]
mod tests;
