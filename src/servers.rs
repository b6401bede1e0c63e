//! The formats of Go servers, which `ishi` reads and nothing writes: GIB, NGF and UGF.
//!
//! A source has one game. It then stands in SGF, so that a conversion, a check or a drawing treats it like any record in
//! SGF. Findings and nodes keep their places in the source.

mod draft;
mod gib;
mod headers;
mod ngf;
pub mod rules;
#[cfg(test)]
mod tests;
mod ugf;

use pest::RuleType;
use pest::iterators::Pair;

use crate::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::dispatch;
use crate::edit::is_read_back;
use crate::format::charset::Charset;
use crate::format::{Format, SourceFormat, WriteOptions};
use crate::model::{Color, Game};
use crate::sgf;

/// The game of a source in SGF.
#[derive(Debug, Clone)]
pub(crate) struct Translation {
    /// The text in SGF.
    pub(crate) text: String,
    /// Where nodes start in the text in SGF, in order, and where they are in the source.
    pub(crate) nodes: Vec<(usize, Span)>,
    /// The findings about the source.
    pub(crate) log: Diagnostics,
}

/// Reads the game of a source in a format of a server.
fn read(format: SourceFormat, text: &str, log: &mut Diagnostics) -> Game<'static> {
    match format {
        SourceFormat::Gib => gib::read(text, log),
        SourceFormat::Ngf => ngf::read(text, log),
        SourceFormat::Ugf => ugf::read(text, log),
        SourceFormat::Written(_) => Game::new(),
    }
}

/// Writes the game of a source in SGF. The text is read back, and a game that does not come back is an error.
pub(crate) fn translate(format: SourceFormat, text: &str) -> Translation {
    let mut log = Diagnostics::with_places();
    let game = read(format, text, &mut log);
    let mut written = String::new();
    let options = WriteOptions::canonical(Charset::Utf8);
    sgf::write(&game, &options, &mut written);
    let mut places = Diagnostics::with_places();
    let back = dispatch::read(Format::Sgf, &written, &mut places);
    let mut nodes = Vec::new();
    match back.as_slice() {
        [back] if is_read_back(back, &game) => {
            let pairs = back.nodes().zip(game.nodes());
            nodes.extend(pairs.filter_map(|(there, here)| {
                let there = places.place_of(0, there.index())?;
                Some((there.start, log.place_of(0, here.index())?))
            }));
        }
        _ => log.report(Diagnostic::new(
            &rules::UNREAD,
            "the game cannot be told in SGF",
        )),
    }
    Translation {
        text: written,
        nodes,
        log,
    }
}

/// Returns the format of the beginning of a record, if it is one of a server.
pub(crate) fn sniff(text: &[u8]) -> Option<SourceFormat> {
    if text.trim_ascii_start().starts_with(b"(;") {
        return None;
    }
    let has = |sign: &[u8]| memchr::memmem::find(text, sign).is_some();
    // A page about the format has its signs inside of lines.
    let begins = |sign: &[u8]| has(sign) && lines(text).any(|line| line.starts_with(sign));
    if begins(b"\\HS") && begins(b"\\[")
        || begins(b"\\[GAMEINFOMAIN=")
        || begins(b"\\GS") && begins(b"STO ")
    {
        return Some(SourceFormat::Gib);
    }
    let first = lines(text).find(|line| !line.starts_with(b"#"));
    if first.is_some_and(|line| line.starts_with(b"[Header]"))
        && (has(b"[Data]") || has(b"[Figure]") || has(b"[ReviewNode]") || has(b"CoordinateType="))
    {
        return Some(SourceFormat::Ugf);
    }
    // The lines of other texts need no look.
    if !has(b"PM") {
        return None;
    }
    // The size of the board is the second line, or each line of the header starts with GI.
    let second = lines(text).nth(1);
    let has_header = second.is_some_and(|line| {
        matches!(line, b"19" | b"13" | b"9")
            || line.starts_with(b"GI") && first.is_some_and(|line| line.starts_with(b"GI"))
    });
    let is_move = |line: &&[u8]| {
        matches!(line, [b'P', b'M', _, _, b'B' | b'W', point @ ..]
            if point.len() == 4 && point.iter().all(u8::is_ascii_uppercase))
    };
    let enough = if has_header { 1 } else { 3 };
    let moves = lines(text).filter(is_move).take(enough).count();
    (moves == enough).then_some(SourceFormat::Ngf)
}

/// Returns whether a text has a line of a format, so that it can be read in it.
pub(crate) fn has_sign(format: SourceFormat, text: &[u8]) -> bool {
    let signs: &[&[u8]] = match format {
        SourceFormat::Gib => &[b"\\[", b"STO ", b"INI "],
        SourceFormat::Ngf => &[b"PM", b"GI"],
        SourceFormat::Ugf => &[b"[Header]", b"[Data]"],
        SourceFormat::Written(_) => return false,
    };
    lines(text).any(|line| signs.iter().any(|sign| line.starts_with(sign)))
}

/// Returns the value of a line of UGF.
fn value_of<'t>(text: &'t [u8], key: &[u8]) -> Option<&'t [u8]> {
    let value = lines(text).find_map(|line| line.strip_prefix(key))?;
    Some(value.trim_ascii())
}

/// Returns the lines that are not blank, without blanks around them.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text.split(|byte| matches!(byte, b'\n' | b'\r'));
    lines
        .map(<[u8]>::trim_ascii)
        .filter(|line| !line.is_empty())
}

/// Returns whether a record in UGF is encrypted. Nobody has published how to read it.
pub(crate) fn is_encrypted(text: &[u8]) -> bool {
    let crypt = value_of(text, b"Crypt=").unwrap_or_default();
    let mut fields = crypt.split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
    fields.nth(1).is_some_and(|kind| kind != b"PLAIN_UGF_FILE")
}

/// Returns the label of the charset that a record in UGF names.
pub(crate) fn charset_label(text: &[u8]) -> Option<String> {
    let label = std::str::from_utf8(value_of(text, b"Lang=")?).ok()?;
    Charset::from_label(label).map(|_| label.to_owned())
}

fn span_of<R: RuleType>(item: &Pair<'_, R>) -> Span {
    let span = item.as_span();
    Span::new(span.start(), span.end())
}

/// Returns the parts of a line that match a rule.
fn parts<'t, R: RuleType>(item: &Pair<'t, R>, rule: R) -> impl Iterator<Item = Pair<'t, R>> {
    let parts = item.clone().into_inner();
    parts.filter(move |part| part.as_rule() == rule)
}

/// Returns the text of the first of them, empty without one.
fn part<'t, R: RuleType>(item: &Pair<'t, R>, rule: R) -> &'t str {
    parts(item, rule)
        .next()
        .map_or("", |part| part.as_str().trim())
}

/// Returns the numbers of a line. One with too many digits is -1, which no line of a record has.
fn numbers<R: RuleType>(item: &Pair<'_, R>, rule: R) -> Vec<i64> {
    parts(item, rule)
        .map(|part| part.as_str().parse().unwrap_or(-1))
        .collect()
}

/// Returns the player of a number.
fn color_of(number: i64) -> Color {
    match number {
        1 => Color::Black,
        _ => Color::White,
    }
}

/// Returns a text without white space and control characters around it.
fn visible(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || c.is_control())
}
