//! The formats of Go servers, which `ishi` reads and nothing writes: GIB, NGF and UGF.
//!
//! A reader returns games, as every reader does. The games of a source then stand in SGF, so that a conversion, a check or
//! a drawing treats them like any record in SGF. Findings and nodes keep their places in the source.

mod charset;
mod draft;
mod gib;
mod ngf;
pub mod rules;
#[cfg(test)]
mod tests;
mod ugf;

use pest::RuleType;
use pest::iterators::Pair;

use crate::charset::Charset;
use crate::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::dispatch;
use crate::edit::is_read_back;
use crate::format::{Format, SourceFormat};
use crate::model::Game;
use crate::options::WriteOptions;

pub(crate) use charset::charset_of;

/// The games of a source in SGF.
#[derive(Debug, Clone)]
pub(crate) struct Translation {
    /// The text in SGF.
    pub(crate) text: String,
    /// Where nodes start in the text in SGF, in order, and where they are in the source.
    pub(crate) nodes: Vec<(usize, Span)>,
    /// The findings about the source.
    pub(crate) log: Diagnostics,
}

/// Reads the games of a source in a format of a server.
fn read(format: SourceFormat, text: &str, log: &mut Diagnostics) -> Vec<Game<'static>> {
    match format {
        SourceFormat::Gib => gib::read(text, log),
        SourceFormat::Ngf => ngf::read(text, log),
        SourceFormat::Ugf => ugf::read(text, log),
        SourceFormat::Written(_) => Vec::new(),
    }
}

/// Writes the games of a source in SGF. The text is read back, and a game that does not come back is an error.
pub(crate) fn translate(format: SourceFormat, text: &str) -> Translation {
    let mut log = Diagnostics::with_places();
    let games = read(format, text, &mut log);
    let mut all = String::new();
    let mut nodes = Vec::new();
    for game in &games {
        let mut written = String::new();
        let options = WriteOptions::canonical(Charset::Utf8);
        let refused = dispatch::write(Format::Sgf, game, &options, &mut written).is_err();
        let mut places = Diagnostics::with_places();
        let back = dispatch::read(Format::Sgf, &written, &mut places);
        match back.as_slice() {
            [back] if !refused && is_read_back(back, game) => {
                let pairs = back.nodes().zip(game.nodes());
                nodes.extend(pairs.filter_map(|(there, here)| {
                    let there = places.place_of(0, there.index())?;
                    Some((all.len() + there.start, log.place_of(0, here.index())?))
                }));
            }
            _ => log.report(Diagnostic::new(
                &rules::UNREAD,
                "the game cannot be told in SGF",
            )),
        }
        all.push_str(&written);
    }
    Translation {
        text: all,
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
    let lines = || text.split(|byte| matches!(byte, b'\n' | b'\r'));
    let lines = || {
        lines()
            .map(<[u8]>::trim_ascii)
            .filter(|line| !line.is_empty())
    };
    if has(b"\\HS") && has(b"\\[") || has(b"\\[GAMEINFOMAIN=") || has(b"\\GS") && has(b"\nSTO ") {
        return Some(SourceFormat::Gib);
    }
    let first = lines().find(|line| !line.starts_with(b"#"));
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
    let second = lines().nth(1);
    let has_header = second.is_some_and(|line| {
        matches!(line, b"19" | b"13" | b"9")
            || line.starts_with(b"GI") && first.is_some_and(|line| line.starts_with(b"GI"))
    });
    let is_move = |line: &&[u8]| {
        matches!(line, [b'P', b'M', _, _, b'B' | b'W', point @ ..]
            if point.len() == 4 && point.iter().all(u8::is_ascii_uppercase))
    };
    let enough = if has_header { 1 } else { 3 };
    let moves = lines().filter(is_move).take(enough).count();
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
    let mut lines = text.split(|byte| matches!(byte, b'\n' | b'\r'));
    lines.any(|line| signs.iter().any(|sign| line.starts_with(sign)))
}

/// Returns whether a record in UGF is encrypted. Nobody has published how to read it.
pub(crate) fn is_encrypted(text: &[u8]) -> bool {
    let mut lines = text.split(|byte| matches!(byte, b'\n' | b'\r'));
    let crypt = lines.find_map(|line| line.strip_prefix(b"Crypt="));
    let kind = crypt.and_then(|fields| fields.split(|byte| *byte == b',').nth(1));
    kind.is_some_and(|kind| kind.trim_ascii() != b"PLAIN_UGF_FILE")
}

fn span_of<R: RuleType>(item: &Pair<'_, R>) -> Span {
    let span = item.as_span();
    Span::new(span.start(), span.end())
}

/// Returns the numbers of a line. One with too many digits is -1, which no line of a record has.
fn numbers<R: RuleType>(item: &Pair<'_, R>, rule: R) -> Vec<i64> {
    let parts = item.clone().into_inner();
    let parts = parts.filter(|part| part.as_rule() == rule);
    parts
        .map(|part| part.as_str().parse().unwrap_or(-1))
        .collect()
}
