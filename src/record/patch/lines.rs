//! The text of a patch, line by line.

use super::groups::{MOVE, WORDS};
use super::{Anchor, GroupChange, Hunk, Op, OpKind};
use crate::bracket;
use crate::format::Format;
use crate::format::piece::Key;
use crate::ishi;

/// Returns the lines of hunks.
pub(crate) fn write(hunks: &[Hunk]) -> Vec<String> {
    let mut lines = Vec::new();
    for Hunk { at, anchor, change } in hunks {
        let Anchor {
            path,
            own,
            before,
            after,
        } = anchor;
        match (change, at) {
            (GroupChange::Groups(count, text), at) => {
                lines.push(format!("~{} {count} {own}{before}{after}", at.unwrap_or(0)));
                if !text.is_empty() {
                    lines.extend(text.split('\n').map(|line| [":", line].concat()));
                }
            }
            (GroupChange::Pieces(ops), at) => {
                lines.push(match at {
                    None => "@end".to_owned(),
                    Some(0) => "@0".to_owned(),
                    Some(at) => format!("@{at} {path}{own}{before}{after}"),
                });
                for op in ops {
                    push(op, &mut lines);
                }
            }
        }
    }
    lines
}

fn push(op: &Op, lines: &mut Vec<String>) {
    let sign = match op.kind {
        OpKind::Remove if op.texts.is_empty() => return lines.push(["-", &op.key].concat()),
        OpKind::Remove => "-",
        OpKind::Rename => {
            let to = op.texts.first().map_or("", String::as_str);
            return lines.push(format!(">{} {to}", op.key));
        }
        _ if op.key == WORDS => "?",
        OpKind::Add => "+",
        OpKind::Replace => "=",
    };
    for text in &op.texts {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let mut parts = text.split('\n');
        lines.push([sign, parts.next().unwrap_or("")].concat());
        lines.extend(parts.map(|part| [":", part].concat()));
    }
}

/// Reads the lines of hunks. Returns them with the lines that cannot be read.
pub(crate) fn parse(format: Format, lines: &[String]) -> (Vec<Hunk>, Vec<String>) {
    let (mut hunks, mut unread): (Vec<Hunk>, Vec<String>) = (Vec::new(), Vec::new());
    let mut is_open = false;
    for line in lines {
        let mut chars = line.chars();
        let sign = chars.next();
        let rest = chars.as_str();
        let is_read = match sign {
            Some('@' | '~') => match head(line) {
                Some(hunk) => {
                    hunks.push(hunk);
                    true
                }
                None => false,
            },
            Some(':') => is_open && hunks.last_mut().is_some_and(|hunk| go_on(hunk, rest)),
            Some('+' | '=' | '-' | '>' | '?') => hunks
                .last_mut()
                .is_some_and(|hunk| add(format, hunk, sign, rest)),
            _ => false,
        };
        is_open = is_read;
        if !is_read {
            unread.push(line.clone());
        }
    }
    (hunks, unread)
}

/// Reads the first line of a hunk.
fn head(line: &str) -> Option<Hunk> {
    let mut words = line.get(1..)?.split(' ').filter(|word| !word.is_empty());
    let place = words.next()?;
    let at = if place == "end" {
        None
    } else {
        Some(place.parse().ok()?)
    };
    let is_pieces = line.starts_with('@');
    let count = if is_pieces {
        None
    } else {
        Some(words.next()?.parse().ok()?)
    };
    let anchor = words.next().unwrap_or("");
    let anchor = if anchor.is_empty() {
        Anchor::default()
    } else {
        let digits = |start: usize, end: usize| {
            let length = anchor.len();
            let digits = anchor.get(length.checked_sub(start)?..length.checked_sub(end)?)?;
            Some(digits.to_owned())
        };
        Anchor {
            path: digits(anchor.len(), 6)?,
            own: digits(6, 4)?,
            before: digits(4, 2)?,
            after: digits(2, 0)?,
        }
    };
    let change = match count {
        None => GroupChange::Pieces(Vec::new()),
        Some(count) => GroupChange::Groups(count, String::new()),
    };
    Some(Hunk { at, anchor, change })
}

/// Adds a further line to the last text of a hunk.
fn go_on(hunk: &mut Hunk, line: &str) -> bool {
    match &mut hunk.change {
        GroupChange::Groups(_, text) => {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(line);
            true
        }
        GroupChange::Pieces(ops) => {
            let text = ops.last_mut().and_then(|op| op.texts.last_mut());
            text.is_some_and(|text| {
                text.push('\n');
                text.push_str(line);
                true
            })
        }
    }
}

/// Adds an operation.
fn add(format: Format, hunk: &mut Hunk, sign: Option<char>, rest: &str) -> bool {
    let GroupChange::Pieces(ops) = &mut hunk.change else {
        return false;
    };
    let (kind, key, text) = match sign {
        Some('-') => (
            OpKind::Remove,
            key(format, rest),
            rest.contains('[').then_some(rest),
        ),
        Some('>') => match rest.split_once(' ') {
            Some((key, to)) => (OpKind::Rename, key.to_owned(), Some(to)),
            None => return false,
        },
        Some('?') => (OpKind::Add, WORDS.to_owned(), Some(rest)),
        Some('+') => (OpKind::Add, key(format, rest), Some(rest)),
        _ => (OpKind::Replace, key(format, rest), Some(rest)),
    };
    let texts = text.map(ToOwned::to_owned);
    match ops.last_mut() {
        Some(last) if last.kind == kind && last.key == key && kind != OpKind::Rename => {
            last.texts.extend(texts);
        }
        _ => ops.push(Op {
            kind,
            key,
            texts: texts.into_iter().collect(),
        }),
    }
    true
}

/// Returns the key of a piece.
pub(super) fn key(format: Format, text: &str) -> String {
    if format != Format::Ishi {
        return bracket::ident_of(text).into_owned();
    }
    // A reader knows more keywords than their own letters.
    let (_, cuts) = ishi::pieces::outlines(text);
    let piece = cuts.first().and_then(|cut| cut.pieces.first());
    match piece.map(|piece| &piece.key) {
        Some(Key::Start) => return MOVE.to_owned(),
        Some(Key::Open) => return "VAR".to_owned(),
        Some(Key::Keyword(name, _)) if !name.is_empty() => return (*name).to_owned(),
        _ => {}
    }
    let letters = text.find(|c: char| !c.is_ascii_alphabetic());
    let word = text.get(..letters.unwrap_or(text.len())).unwrap_or("");
    let word = word.to_ascii_uppercase();
    match word.as_str() {
        "B" | "W" => MOVE.to_owned(),
        _ => word,
    }
}
