//! Keywords that are followed by a mark, glued to digits or cut by a blank: `EVENT: x`, `KOMI5.5`, `BOARD SIZE 9`.

use std::borrow::Cow;

use super::blocks::{is_near, is_nearly, is_orphan};
use super::context::RecordState;
use super::fields::{is_field, letters_as_digits, looks_like_location};
use super::{have_same_words, is_well_read, lists};
use crate::ishi::line::{Header, Keyword};
use crate::ishi::rules;
use crate::ishi::syntax::{is_number, read_line};

/// Reads a line under the keyword that it starts with, if its data is well formed then and it has other words.
pub(super) fn read(line: &str, below: &str, context: &RecordState) -> Option<String> {
    if is_nearly(Keyword::EndVar, line) {
        return (context.depth() > 0).then(|| Keyword::EndVar.word().to_owned());
    }
    let (keyword, rest) = first_keyword(line)?;
    let found = with_keyword(keyword, rest, below, context)?;
    if have_same_words(&found, line) {
        return None;
    }
    // Short words of a list that nobody can read stay, but a stone without a colour may have lost it.
    let (items, log) = read_line(&found);
    let has_color = || {
        let mut all = log.kept().iter();
        !all.any(|found| found.rule == &rules::SETUP_COLOR)
    };
    let is_known = |word: &str| word.len() < 4 || is_field(keyword, word);
    let is_known_list = || has_color() && found.split(' ').skip(1).all(is_known);
    (is_well_read(&items, &log) || keyword.is_list() && is_known_list()).then_some(found)
}

/// Returns whether a line may be read as an EVENT line, perhaps with the line below it.
pub(in crate::ishi) fn may_be_event(line: &str) -> bool {
    line.starts_with(['E', 'e'])
}

/// Returns the keyword that the first letters of a line are, also if a blank cuts it, and the text after it.
fn first_keyword(line: &str) -> Option<(Keyword, &str)> {
    let letters = |text: &str| {
        text.find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(text.len())
    };
    let (word, rest) = line.split_at_checked(letters(line))?;
    let second = rest.strip_prefix(' ').unwrap_or_default();
    let (more, after) = second.split_at_checked(letters(second))?;
    let whole = || (!more.is_empty()).then(|| [word, more].concat());
    Keyword::of(word.as_bytes())
        .map(|keyword| (keyword, rest))
        .or_else(|| Keyword::of(whole()?.as_bytes()).map(|found| (found, after)))
        .or_else(|| list_keyword(line))
}

/// Returns the keyword of a list that the first word nearly is: `STEUP` or `MARKS`.
fn list_keyword(line: &str) -> Option<(Keyword, &str)> {
    let (word, rest) = line.split_once([' ', '\t'])?;
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let letters = if word.chars().all(is_letter) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(word.replace(|c: char| !is_letter(c), ""))
    };
    let mut lists = Keyword::lists().iter();
    let near = lists.find(|(word, _)| is_near(&letters, word));
    near.map(|(_, keyword)| (*keyword, rest))
}

/// Reads the text after a keyword as its data.
fn with_keyword(
    keyword: Keyword,
    rest: &str,
    below: &str,
    context: &RecordState,
) -> Option<String> {
    let marks = [' ', '\t', ':', ';', '=', ',', '.'];
    let data = rest.trim_start_matches(marks.get(..if keyword == Keyword::Mark { 3 } else { 7 })?);
    let text = || format!("{} {data}", keyword.word()).trim_end().to_owned();
    match keyword {
        list if list.is_list() => Some(lists::mended(list, data)),
        Keyword::BoardSize => board_size(data),
        Keyword::Diagram => region(data),
        Keyword::EndVar => (data.is_empty() && context.depth() > 0).then(text),
        Keyword::Var => (data.len() < 4 && context.color.is_some()).then(text),
        Keyword::Com | Keyword::User => is_orphan(keyword, below).then(text),
        Keyword::Header(Header::Komi | Header::Handicap)
            if rest.starts_with(|c: char| c.is_ascii_digit()) =>
        {
            Some(text())
        }
        Keyword::Event | Keyword::Remark | Keyword::Header(_) => {
            let is_cut = keyword == Keyword::Header(Header::TimeLimit);
            (is_cut || rest.trim_start().starts_with([':', '='])).then(text)
        }
        _ => None,
    }
}

/// Reads `9x9`, `9 x 9`, `: 13` as a size.
fn board_size(data: &str) -> Option<String> {
    let size: String = data
        .to_ascii_lowercase()
        .split([' ', '\t', '.', ','])
        .collect();
    let size = letters_as_digits(&size);
    let (columns, rows) = size.split_once(['x', '*']).unwrap_or((&size, &size));
    (columns == rows && is_number(columns)).then(|| format!("BOARDSIZE {columns}"))
}

/// Reads `A1-J9`, `A1,J9`, `9 x 9`, `9*9` as a region.
fn region(data: &str) -> Option<String> {
    let upper = data.to_ascii_uppercase();
    let words = upper.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words
        .filter(|word| !word.is_empty() && *word != "X")
        .collect();
    match words.as_slice() {
        [] => Some("DIAGRAM".to_owned()),
        [columns, rows] if is_number(columns) && is_number(rows) => {
            Some(format!("DIAGRAM {columns}x{rows}"))
        }
        [first, second] if looks_like_location(first) && looks_like_location(second) => {
            Some(format!("DIAGRAM {first} {second}"))
        }
        _ => None,
    }
}
