//! Keywords that are misspelt, glued to their data or followed by a mark, and lines that lost the break
//! between them.

use super::blocks::is_orphan;
use super::context::RecordState;
use super::fields::{is_near, is_number, looks_like_location};
use super::lists::TypedList;
use super::{MendedLine, holds_moves, keyword_of, reads};
use crate::diagnostic::Span;
use crate::ishi::line::{Header, Keyword};
use crate::model::BoardSize;

/// Reads a line under a keyword that it nearly starts with, if its data is well formed then.
pub(super) fn read(line: &str, below: &str, context: &RecordState) -> Option<String> {
    let mut heads: Vec<((usize, usize, usize), Keyword, &str)> = Vec::new();
    let first = first_letters(line);
    for (word, keyword) in Keyword::all().filter(|(word, _)| may_be_near(first, word)) {
        for end in word.len() - 1..=word.len() + 1 {
            let Some((start, rest)) = line.split_at_checked(end) else {
                continue;
            };
            if is_near(start, word) {
                let edits = usize::from(!start.eq_ignore_ascii_case(word));
                let glued = usize::from(!rest.is_empty() && !rest.starts_with([' ', '\t']));
                let cost = (edits + glued, glued, usize::MAX - word.len());
                heads.push((cost, keyword, rest));
            }
        }
    }
    heads.sort_by_key(|(cost, ..)| *cost);
    let mut lines = heads
        .into_iter()
        .filter_map(|(_, keyword, rest)| with_keyword(line, keyword, rest, below, context));
    lines.find(|found| reads(found, context.size))
}

/// Returns whether a line may be read as an EVENT line.
pub(in crate::ishi) fn may_be_event(line: &str) -> bool {
    may_be_near(first_letters(line), Keyword::Event.word())
}

fn first_letters(line: &str) -> [u8; 3] {
    [0, 1, 2].map(|at| line.as_bytes().get(at).map_or(0, u8::to_ascii_uppercase))
}

/// Returns whether a line with these first letters can start with a word that is near to a keyword: after one slip, as in
/// `OCM`, `XCOM`, `OM` or `CXM`, two of the first three letters of `COM` are still among the first three.
fn may_be_near(first: [u8; 3], word: &str) -> bool {
    let letters = word.bytes().take(3);
    letters.filter(|letter| first.contains(letter)).count() > 1
}

/// Reads the text after a keyword as its data.
fn with_keyword(
    line: &str,
    keyword: Keyword,
    rest: &str,
    below: &str,
    context: &RecordState,
) -> Option<String> {
    let word = keyword.word();
    let data = rest.trim_start_matches([' ', '\t', ':', ';', '=']);
    let data = match keyword {
        Keyword::Mark => data,
        _ => data.trim_start_matches([' ', '\t', ':', ';', '=', ',', '.']),
    };
    let is_spelt = starts_with_word(line, word);
    let text = || format!("{word} {data}").trim_end().to_owned();
    match keyword {
        Keyword::Setup | Keyword::Mark | Keyword::Unmark | Keyword::Hide | Keyword::Prisoner => {
            let list = TypedList {
                keyword,
                size: context.size,
            };
            (!data.is_empty()).then(|| list.mended(data))
        }
        Keyword::BoardSize => board_size(data, below),
        Keyword::Diagram => region(data),
        Keyword::EndVar => (data.is_empty() && context.depth() > 0).then(text),
        Keyword::Var => {
            let is_marked = is_spelt
                && line
                    .as_bytes()
                    .get(3)
                    .is_some_and(|byte| matches!(byte, b':' | b'.' | b',' | b';' | b'='));
            let opens = is_marked || is_orphan(Keyword::Var, below, context.depth());
            (data.len() < 4 && context.color.is_some() && opens).then(text)
        }
        Keyword::Com | Keyword::User => is_orphan(keyword, below, 0).then(text),
        Keyword::Event | Keyword::Remark | Keyword::Header(_) => {
            let is_assigned = is_spelt && rest.trim_start().starts_with([':', '=']);
            let is_cut = line.split_at_checked(4).is_some_and(|(start, end)| {
                end.strip_prefix(' ')
                    .is_some_and(|end| starts_with_word(&format!("{start}{end}"), word))
            });
            let is_number = match keyword {
                Keyword::Header(Header::Komi) => is_decimal(data),
                Keyword::Header(Header::Handicap) => is_number(data),
                _ => false,
            };
            (is_assigned || is_cut || is_number).then(text)
        }
        Keyword::Move(_) | Keyword::EndCom | Keyword::EndUser => None,
    }
}

fn starts_with_word(line: &str, word: &str) -> bool {
    line.split_at_checked(word.len())
        .is_some_and(|(start, rest)| {
            start.eq_ignore_ascii_case(word)
                && !rest.starts_with(|c: char| c.is_ascii_alphanumeric())
        })
}

fn is_decimal(text: &str) -> bool {
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, part) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    is_number(whole) && is_number(part)
}

/// Reads `9x9`, `9 x 9`, `: 13`, `1 9` as a size.
fn board_size(data: &str, below: &str) -> Option<String> {
    let squeezed: String = data
        .to_ascii_lowercase()
        .split([' ', '\t', '.', ','])
        .collect();
    let squeezed = squeezed.trim_matches(|c: char| !c.is_ascii_digit());
    let size = match squeezed.split_once(['x', '*']) {
        Some((columns, rows)) if columns == rows => columns,
        Some(_) => return None,
        None => squeezed,
    };
    let reversed = || size.chars().rev().collect::<String>();
    let single = || {
        size.get(1..)
            .filter(|rest| size.len() == 2 && size.starts_with(rest))
            .map(str::to_owned)
    };
    let sizes = [Some(size.to_owned()), single(), Some(reversed())];
    let fits = |size: &String| {
        let lines = Some(size)
            .filter(|size| is_number(size) && !size.starts_with('0'))
            .and_then(|size| size.parse().ok());
        lines.is_some_and(|lines| {
            (2..=19).contains(&lines) && holds_moves(BoardSize::square(lines), below)
        })
    };
    let size = sizes.into_iter().flatten().find(fits)?;
    Some(format!("BOARDSIZE {size}"))
}

/// Reads `A1-J9`, `A1,J9`, `9 x 9`, `9*9` as a region.
fn region(data: &str) -> Option<String> {
    if data.is_empty() {
        return Some("DIAGRAM".to_owned());
    }
    let is_mark = |c: char| !c.is_ascii_alphanumeric();
    let data = data.trim_matches(is_mark);
    let squeezed: String = data.to_ascii_lowercase().split(is_mark).collect();
    let board = data.to_ascii_lowercase();
    let (columns, rows) = board.split_once(['x', '*', ',']).unwrap_or_default();
    let (columns, rows) = (columns.trim(), rows.trim());
    if is_number(columns) && is_number(rows) {
        return Some(format!("DIAGRAM {columns}x{rows}"));
    }
    let mut cuts = (2..squeezed.len()).filter_map(|at| squeezed.split_at_checked(at));
    let (first, second) = cuts.find(|(first, second)| {
        !second.starts_with(|c: char| c.is_ascii_digit())
            && looks_like_location(first)
            && looks_like_location(second)
    })?;
    Some(format!("DIAGRAM {first} {second}").to_ascii_uppercase())
}

/// Cuts a line into two that are both well typed, if neither of them is text.
pub(super) fn divided(line: &str, below: &str, context: &RecordState) -> Option<Vec<MendedLine>> {
    let is_text = |keyword: Keyword| {
        matches!(
            keyword,
            Keyword::Event | Keyword::Remark | Keyword::Header(_)
        )
    };
    let marks = [' ', '\t', '.', ',', ':', ';'];
    let word = line.split_whitespace().next().unwrap_or_default();
    // A first word that is no keyword can only be cut into one.
    let end = match Keyword::of(word.trim_end_matches(marks).as_bytes()) {
        Some(_) => line.len(),
        None => word.len(),
    };
    let mut cuts = (3..end).rev().filter_map(|at| line.split_at_checked(at));
    let (left, right) = cuts.find(|(before, right)| {
        if right.len() < 3 || !right.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return false;
        }
        let Some(second) = keyword_of(right) else {
            return false;
        };
        let left = before.trim_end_matches(marks);
        let word = left.split_whitespace().next().unwrap_or_default();
        let Some(first) = Keyword::of(word.as_bytes()) else {
            return false;
        };
        let takes_more = match first {
            Keyword::User => true,
            Keyword::Setup
            | Keyword::Mark
            | Keyword::Unmark
            | Keyword::Hide
            | Keyword::Prisoner => left == word,
            _ => false,
        };
        !is_text(first)
            && !is_text(second)
            && !takes_more
            && (second.end().is_none() || is_orphan(second, below, 0))
            && reads(left, context.size)
            && reads(right, context.size)
    })?;
    let left = left.trim_end_matches(marks);
    Some(vec![
        MendedLine::typed(left.to_owned(), Span::new(0, left.len())),
        MendedLine::typed(right.to_owned(), Span::new(left.len(), line.len())),
    ])
}
