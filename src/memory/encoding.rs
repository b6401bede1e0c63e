//! Writes and reads carriers: the property `XI` of the bracketed formats and the USER block of Ishi.
//!
//! A carrier is a text of entries with bars between them: `I VAR 8|F no-boardsize`. Readers of any age must leave
//! it unchanged. So some characters are written as `%XX`, their bytes of UTF-8 in hexadecimal:
//!
//! - `%` and `|`, because the encoding uses them;
//! - `]` and `\`: some readers end a value at the first `]`, others eat backslashes;
//! - `[`: MGT escapes it in text, and others take it for the start of a value;
//! - control characters, the byte order mark and every white space except the blank: readers drop or fold them, or
//!   end the line there;
//! - blanks at the ends of an entry, and all blanks of a run except the first: readers trim and fold them;
//! - on request everything above `~`, for files without a charset.
//!
//! The reader ignores white space next to a bar, and reads a line break as a blank. So another program can break the
//! lines at blanks, or with the soft breaks of `FF[4]`.

use std::borrow::Cow;

use pest::Parser;
use pest_derive::Parser;

use crate::bracket::CarrierForm;
use crate::model::{Dialect, Entry};

#[derive(Parser)]
#[grammar = "../grammars/carrier.pest"]
struct Grammar;

/// The identifier of the private property that is our carrier in the bracketed formats.
pub const PROPERTY: &str = "XI";

/// The start of the property and of the title of the block: the program and the version of the encoding.
const MAGIC: &str = "ishi 1";

/// The version of the encoding.
pub const VERSION: &str = "1";

/// The carrier as a reader of a bracketed format finds it.
pub const FORM: CarrierForm = CarrierForm {
    ident: PROPERTY,
    magic: "ishi 1|",
    decode: decode_property,
};

/// The longest line of a block in columns.
const LINE_LENGTH: usize = 79;

/// A COM or USER block of Ishi.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Block<'a> {
    /// The rest of the first line, trimmed: the title of a comment.
    pub title: Cow<'a, str>,
    /// The lines between, without line ends.
    pub body: Vec<Cow<'a, str>>,
}

/// Writes the value of the property `XI`, the text between its brackets. Returns `None` if there are no entries.
///
/// With `ascii`, everything above code 126 is written as `%XX`.
pub fn encode_property(entries: &[Entry<'_>], ascii: bool) -> Option<String> {
    if entries.is_empty() {
        return None;
    }
    let mut text = String::from(MAGIC);
    for entry in entries {
        text.push('|');
        encode_entry(entry, ascii, &mut text);
    }
    Some(text)
}

/// Reads the value of a property `XI`, the text between its brackets. Returns `None` if it is not a carrier: it has
/// another start than `ishi 1|`, or one of its entries cannot be read.
///
/// The reader understands line breaks, folded blanks and escapes that another program has added.
pub fn decode_property(raw: &str) -> Option<Vec<Entry<'static>>> {
    let text = unescape(raw);
    let (magic, entries) = text.split_once('|')?;
    let words = magic.split(is_blank).filter(|word| !word.is_empty());
    if !words.eq(MAGIC.split(' ')) {
        return None;
    }
    decode_entries(entries)
}

/// Writes a block `USER ishi 1 <checksum> <about>`. Returns `None` if there are no entries.
///
/// `about` is the line that the block belongs to, for example `W 2 D4`. Each entry starts on a line with `| ` and
/// continues on lines with `+ `. All lines are ASCII, and shorter than 80 columns.
pub fn encode_block(entries: &[Entry<'_>], about: Option<&str>) -> Option<Block<'static>> {
    if entries.is_empty() {
        return None;
    }
    let mut body = Vec::with_capacity(entries.len());
    for entry in entries {
        let mut text = String::new();
        encode_entry(entry, true, &mut text);
        break_lines(&text, &mut body);
    }
    let mut title = format!("{MAGIC} {:08x}", checksum(entries));
    if let Some(about) = about {
        title.push(' ');
        title.push_str(about);
    }
    Some(Block {
        title: Cow::Owned(title),
        body,
    })
}

/// Reads the carrier in a USER block. Returns `None` if the title, the syntax or the checksum is wrong.
pub fn decode_block(block: &Block<'_>) -> Option<Vec<Entry<'static>>> {
    let title = Grammar::parse(Rule::title, &block.title).ok()?.next()?;
    let expected = title.into_inner().next()?.as_str();
    let expected = u32::from_str_radix(expected, 16).ok()?;
    let text = join_lines(&block.body)?;
    if text.starts_with(is_blank) {
        return None;
    }
    decode_entries(&text).filter(|entries| checksum(entries) == expected)
}

/// Returns the line that a carrier belongs to, if its title names one.
pub fn about_of<'b>(block: &'b Block<'_>) -> Option<&'b str> {
    let mut title = Grammar::parse(Rule::title, &block.title).ok()?;
    let mut parts = title.next()?.into_inner();
    let about = parts.find(|part| part.as_rule() == Rule::about)?;
    Some(about.as_str())
}

/// Returns the version in the title of a USER block, if it starts like that of a carrier: `ishi 2 x` -> `2`.
pub fn version_of<'b>(block: &'b Block<'_>) -> Option<&'b str> {
    let mut words = block.title.split_whitespace();
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let ours = words.next() == Some("ishi");
    words.next().filter(is_number).filter(|_| ours)
}

/// Returns the CRC-32 (as in ISO 3309, gzip and PNG) of the value that the property `XI` has in ASCII.
fn checksum(entries: &[Entry<'_>]) -> u32 {
    let text = encode_property(entries, true).unwrap_or_default();
    crc32fast::hash(text.as_bytes())
}

fn encode_entry(entry: &Entry<'_>, ascii: bool, out: &mut String) {
    out.push(entry.dialect.letter());
    if entry.text.is_empty() {
        return;
    }
    out.push(' ');
    let mut after_blank = true;
    let mut chars = entry.text.chars().peekable();
    while let Some(c) = chars.next() {
        let blank_in_text = c == ' ' && !after_blank && chars.peek().is_some();
        after_blank = c == ' ';
        if blank_in_text || stands_for_itself(c, ascii) {
            out.push(c);
        } else {
            encode_char(c, out);
        }
    }
}

fn stands_for_itself(c: char, ascii: bool) -> bool {
    match c {
        '%' | '|' | '[' | ']' | '\\' => false,
        '!'..='~' => true,
        // The byte order mark is not white space for Unicode, but readers drop it.
        _ => !ascii && !c.is_control() && !c.is_whitespace() && c != '\u{FEFF}',
    }
}

fn encode_char(c: char, out: &mut String) {
    const DIGITS: [char; 16] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F',
    ];
    let digit = |value: u8| DIGITS.get(usize::from(value)).copied().unwrap_or('0');
    for byte in c.encode_utf8(&mut [0; 4]).bytes() {
        out.extend(['%', digit(byte >> 4), digit(byte & 15)]);
    }
}

/// Removes the escapes of `FF[4]`: soft line breaks with their backslash, and the backslash before other characters.
///
/// The encoding has no backslash, so each backslash comes from another program.
pub(crate) fn unescape(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match chars.next() {
            // A line break is one or two characters: LF, CR, CR LF or LF CR.
            Some(first @ ('\n' | '\r')) => {
                let other = if first == '\n' { '\r' } else { '\n' };
                chars.next_if_eq(&other);
            }
            Some(escaped) => text.push(escaped),
            None => {}
        }
    }
    Cow::Owned(text)
}

/// Reads entries with bars between them. The grammar parses one entry at a time, so that it never needs memory for
/// the tokens of all entries.
fn decode_entries(list: &str) -> Option<Vec<Entry<'static>>> {
    list.split('|').map(decode_entry).collect()
}

fn decode_entry(text: &str) -> Option<Entry<'static>> {
    let entry = Grammar::parse(Rule::entry, text).ok()?.next()?;
    let parts = entry
        .into_inner()
        .filter(|part| part.as_rule() != Rule::EOI);
    let mut parts = parts.peekable();
    let letter = parts.next()?.as_str().chars().next()?;
    let dialect = Dialect::from_letter(letter)?;
    let mut bytes = Vec::new();
    while let Some(part) = parts.next() {
        match part.as_rule() {
            Rule::bytes => decode_bytes(part.as_str(), &mut bytes)?,
            // Plain blanks at the end do not count: those of the entry are `%20`.
            _ if parts.peek().is_none() => fold_blanks(part.as_str().trim_end(), &mut bytes),
            _ => fold_blanks(part.as_str(), &mut bytes),
        }
    }
    let text = String::from_utf8(bytes).ok()?;
    Some(Entry::new(dialect, text))
}

fn decode_bytes(text: &str, out: &mut Vec<u8>) -> Option<()> {
    for digits in text.split('%').skip(1) {
        out.push(u8::from_str_radix(digits, 16).ok()?);
    }
    Some(())
}

/// Returns whether readers can fold or trim a character of a carrier.
pub(crate) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r')
}

/// Appends the text with one blank for each run of white space.
fn fold_blanks(text: &str, out: &mut Vec<u8>) {
    let mut after_blank = false;
    for &byte in text.as_bytes() {
        let blank = is_blank(char::from(byte));
        if !blank {
            out.push(byte);
        } else if !after_blank {
            out.push(b' ');
        }
        after_blank = blank;
    }
}

/// Breaks an encoded entry, which is ASCII, into the lines of a block.
fn break_lines(entry: &str, lines: &mut Vec<Cow<'static, str>>) {
    let mut line = String::from("| ");
    let mut rest = entry;
    while let Some(piece) = first_piece(rest) {
        rest = rest.get(piece.len()..).unwrap_or_default();
        if line.len() + piece.len() > LINE_LENGTH {
            // Some readers trim lines, so a blank at the end of a line moves to the next one as `%20`.
            let blank = line.ends_with(' ');
            let full = line.trim_end().to_owned();
            lines.push(Cow::Owned(full));
            line.replace_range(.., if blank { "+ %20" } else { "+ " });
        }
        let starts_line = line == "+ ";
        line.push_str(if starts_line && piece == " " {
            "%20"
        } else {
            piece
        });
    }
    // No entry ends in a blank, so the last line ends in another character.
    lines.push(Cow::Owned(line));
}

/// Returns the first character of an encoded text, or its first `%XX`.
fn first_piece(text: &str) -> Option<&str> {
    let length = if text.starts_with('%') { 3 } else { 1 };
    text.get(..length)
}

fn join_lines(lines: &[Cow<'_, str>]) -> Option<String> {
    let mut text = String::new();
    for line in lines {
        let line = line.trim_end();
        if let Some(entry) = line.strip_prefix("| ") {
            if !text.is_empty() {
                text.push('|');
            }
            text.push_str(entry);
        } else {
            text.push_str(line.strip_prefix("+ ")?);
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::Fact;

    fn entries() -> Vec<Entry<'static>> {
        vec![Entry::new(Dialect::Ishi, "VAR 8"), Fact::NoBoardSize.into()]
    }

    #[test]
    fn writes_the_property() {
        let text = |text: &'static str, ascii| {
            encode_property(&[Entry::new(Dialect::Sgf, text)], ascii).unwrap()
        };
        assert_eq!(encode_property(&[], true), None);
        assert_eq!(
            encode_property(&entries(), true).unwrap(),
            "ishi 1|I VAR 8|F no-boardsize"
        );
        assert_eq!(text("", true), "ishi 1|S");
        assert_eq!(text("LB[pd:%|\\]", true), "ishi 1|S LB%5Bpd:%25%7C%5C%5D");
        assert_eq!(text(" a  b ", true), "ishi 1|S %20a %20b%20");
        assert_eq!(text("é\n\u{3000}", false), "ishi 1|S é%0A%E3%80%80");
        assert_eq!(text("é~\u{7f}", true), "ishi 1|S %C3%A9~%7F");
    }

    #[test]
    fn reads_what_other_programs_made_of_the_property() {
        for raw in [
            "ishi 1|I VAR 8|F no-boardsize",
            "ishi 1|I VAR\n8|F no-boardsize",
            "ishi 1|I VAR \r\n8|\nF no-boardsize",
            "ishi 1|I VA\\\nR 8|F no-board\\\r\nsize",
            "  ishi  1 | I  VAR\t8 | F no-boardsize ",
            "ishi 1|I VAR 8|F no\\-boardsize\n",
            "ishi 1|I VAR%208|F no-boardsize",
        ] {
            assert_eq!(decode_property(raw), Some(entries()), "{raw:?}");
        }
    }

    #[test]
    fn leaves_foreign_and_broken_properties_alone() {
        for raw in [
            "",
            "x",
            "ishi 1",
            "ishi 1|",
            "ishi 2|I x",
            "ishi 1|Q x",
            "ishi 1|Ix",
            "ishi 1|I %4",
            "ishi 1|I %FF",
            "ishi 1|I x|",
            "Ishi 1|I x",
        ] {
            assert_eq!(decode_property(raw), None, "{raw:?}");
        }
    }

    #[test]
    fn checks_the_block() {
        let block = encode_block(&entries(), None).unwrap();
        assert_eq!(block.title, "ishi 1 e9297f89");
        assert_eq!(block.body, ["| I VAR 8", "| F no-boardsize"]);
        assert_eq!(about_of(&block), None);
        let block = encode_block(&entries(), Some("W 2 D4")).unwrap();
        assert_eq!(block.title, "ishi 1 e9297f89 W 2 D4");
        assert_eq!(decode_block(&block), Some(entries()));
        assert_eq!(about_of(&block), Some("W 2 D4"));
        let with = |title: &'static str, body: &[&'static str]| Block {
            title: title.into(),
            body: body.iter().map(|&line| line.into()).collect(),
        };
        for broken in [
            with("ishi 1 00000000", &["| I VAR 8", "| F no-boardsize"]),
            with("ishi 1 e9297f89", &["| I VAR 9", "| F no-boardsize"]),
            with("ishi 1 e9297f89", &["| I VAR 8"]),
            with("ishi 1 e9297f89", &["I VAR 8", "F no-boardsize"]),
            with("ishi 1 e9297f89", &[]),
            with("ishi 1", &["| I VAR 8", "| F no-boardsize"]),
            with("ishi 1 e9297f89x", &["| I VAR 8", "| F no-boardsize"]),
        ] {
            assert_eq!(decode_block(&broken), None, "{broken:?}");
        }
    }

    #[test]
    fn breaks_lines_beside_no_blank_and_inside_no_escape() {
        for shift in 0..90 {
            let text = format!("{} ]] {} ]", "x".repeat(shift), "é ".repeat(60));
            let entry = Entry::new(Dialect::Ishi, text);
            let block = encode_block(std::slice::from_ref(&entry), None).unwrap();
            for line in &block.body {
                assert!(line.len() <= LINE_LENGTH && line.is_ascii(), "{line}");
                assert_eq!(line.trim_end(), line);
            }
            assert_eq!(decode_block(&block), Some(vec![entry]));
        }
    }

    fn any_entry() -> impl Strategy<Value = Entry<'static>> {
        let dialect = prop_oneof![
            Just(Dialect::Ishi),
            Just(Dialect::Sgf),
            Just(Dialect::SmartGo),
            Just(Dialect::Fact)
        ];
        let text = prop_oneof![any::<String>(), "[ -~\n\\\\\\]|%]{0,200}", "[ a]{0,9}"];
        (dialect, text).prop_map(|(dialect, text)| Entry::new(dialect, text))
    }

    proptest! {
        #[test]
        fn returns_what_went_in(
            entries in prop::collection::vec(any_entry(), 1..5),
            ascii: bool,
        ) {
            let property = encode_property(&entries, ascii).unwrap();
            prop_assert!(!property.contains(['[', ']', '\\', '\n']));
            prop_assert!(!ascii || property.is_ascii());
            prop_assert_eq!(decode_property(&property), Some(entries.clone()));
            let rewrapped = property.replace(' ', "\r\n").replace('|', " |\n");
            prop_assert_eq!(decode_property(&rewrapped), Some(entries.clone()));
            let block = encode_block(&entries, None).unwrap();
            prop_assert_eq!(decode_block(&block), Some(entries));
        }

        #[test]
        fn reads_anything(raw in "(ishi 1)?[|ISGF %a-f0-9\\\\\n]*") {
            if let Some(entries) = decode_property(&raw) {
                let again = encode_property(&entries, true).unwrap();
                prop_assert_eq!(decode_property(&again), Some(entries));
            }
        }
    }
}
