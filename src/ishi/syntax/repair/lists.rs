//! Lists that are loosely typed: `SETUP BLACK C3,D4`, `MARK a@C3, b @ C4`, `HIDE #1-#2`.

use super::fields::{is_color, is_field, is_label, letters_as_digits, looks_like_location, player};
use crate::ishi::line::Keyword;
use crate::ishi::syntax::is_number;

/// The marks that people type between fields.
const SEPARATORS: [char; 8] = [',', '.', ';', ':', '/', '+', '&', '-'];

/// Returns the line of a list with the data that is meant: marks between fields drop out, and unexplained words stay.
pub(super) fn mended(keyword: Keyword, data: &str) -> String {
    let words = joined(keyword, data);
    let mut out = vec![keyword.word().to_owned()];
    let mut rest = words.as_slice();
    while let [word, after @ ..] = rest {
        rest = after;
        // The 3 of `C 3` and the 6 of `Q1 6` belong to the word before.
        if let [row, after @ ..] = rest
            && is_number(row)
            && let whole = format!("{word}{row}")
            && !word.starts_with('#')
            && is_field(keyword, &whole)
        {
            rest = after;
            out.push(whole);
        } else if let [place, after @ ..] = rest
            && keyword == Keyword::Mark
            && is_free_label(word)
            && looks_like_location(place)
        {
            rest = after;
            out.push(format!("{word}@{place}"));
        } else {
            let found = fields(keyword, word);
            out.extend(found.unwrap_or_else(|| vec![word.clone()]));
        }
    }
    out.join(" ")
}

/// Returns the words of a list, with labels at their targets and ranges in one word.
fn joined(keyword: Keyword, data: &str) -> Vec<String> {
    let is_mark = keyword == Keyword::Mark;
    let mut words: Vec<String> = Vec::new();
    for word in data.split_whitespace() {
        let mut word = word.to_owned();
        if keyword != Keyword::Setup && !word.is_ascii() {
            word = word.replace(['–', '—', '−'], "-");
        }
        if keyword != Keyword::Setup && word.contains("-#") {
            word = word.replace("-#", "-");
        }
        let joins = words.last().is_some_and(|last| {
            let numbers = last.strip_prefix('#');
            numbers.is_some_and(|numbers| numbers.is_empty() || numbers.ends_with('-'))
                || numbers.is_some_and(is_number) && word.starts_with('-')
                || is_mark && last.len() > 1 && last.ends_with('@')
                || is_mark && is_label(last) && word.starts_with('@')
        });
        match words.last_mut().filter(|_| joins) {
            Some(last) if last.ends_with('-') => last.push_str(word.trim_start_matches('#')),
            Some(last) => last.push_str(&word),
            None => words.push(word),
        }
    }
    words
}

/// Returns the fields that are in a word, with marks around or between them, or glued. `None` if a part is no field.
fn fields(keyword: Keyword, word: &str) -> Option<Vec<String>> {
    if is_field(keyword, word) {
        return Some(vec![word.to_owned()]);
    }
    let cuts = SEPARATORS.split_last().map_or(&[][..], |(_, cuts)| cuts);
    let parts = word.split(cuts).map(|part| part.trim_matches(SEPARATORS));
    let parts = parts.filter(|part| !part.is_empty());
    let all: Option<Vec<_>> = parts.map(|part| part_fields(keyword, part)).collect();
    all.map(|all| all.concat()).or_else(|| {
        let parts = || word.split(SEPARATORS);
        let has_number = |part: &&str| part.ends_with(|c: char| c.is_ascii_digit());
        // `#1,2` can be two numbers, or a range.
        let is_one = !word.starts_with('#') || parts().filter(has_number).count() < 2;
        if !is_one || !word.contains(SEPARATORS) {
            return None;
        }
        let whole: String = parts().collect();
        is_field(keyword, &whole).then(|| vec![whole])
    })
}

/// Returns the fields that a part without marks is.
fn part_fields(keyword: Keyword, part: &str) -> Option<Vec<String>> {
    let (label, place) = part
        .rfind('@')
        .map_or(("", part), |at| part.split_at(at + 1));
    let (column, row) = place.split_at_checked(1)?;
    let row = row.strip_prefix(column).unwrap_or(row);
    let digits = letters_as_digits(row);
    let is_other = place.get(1..) != Some(digits.as_str());
    let with_digits = is_other.then(|| format!("{label}{column}{digits}"));
    let range = part.contains('-').then(|| format!("#{part}"));
    if is_field(keyword, part) {
        return Some(vec![part.to_owned()]);
    }
    let mut others = with_digits.into_iter().chain(range);
    if let Some(field) = others.find(|field| is_field(keyword, field)) {
        return Some(vec![field]);
    }
    if let Some(color) = player(part).filter(|_| keyword == Keyword::Setup) {
        return Some(vec![color.letter().to_string()]);
    }
    // `BC3`, `C3D4E5`, `C3W`.
    let (mut glued, mut rest) = (Vec::new(), part);
    while let Some(first) = rest.chars().next() {
        let digits = rest.get(first.len_utf8()..)?;
        let after = digits.trim_start_matches(|c: char| c.is_ascii_digit());
        let (word, _) = rest.split_at_checked(rest.len() - after.len())?;
        let is_end = glued.is_empty() || after.is_empty();
        if !is_field(keyword, word) || !(is_end && is_color(word) || looks_like_location(word)) {
            return None;
        }
        glued.push(word.to_owned());
        rest = after;
    }
    Some(glued)
}

/// Returns whether a word can be a label without its `@`: `a` or `\\t`, but no location, perhaps in the column I.
fn is_free_label(word: &str) -> bool {
    match word.as_bytes() {
        [letter] => letter.is_ascii_alphanumeric(),
        [first, second] => {
            second.is_ascii_alphabetic() && (first.is_ascii_alphanumeric() || *first == b'\\')
                || first.is_ascii_digit() && second.is_ascii_digit()
        }
        _ => false,
    }
}
