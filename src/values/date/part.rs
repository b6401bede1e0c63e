//! Dates with the year first as servers write them, and dates among other words.

use super::{Dates, Rule, figures, has_letters};
use crate::values::plain;

/// Words for a part of a year.
const SEASONS: &str = "spring summer autumn fall winter early mid late 春 夏 秋 冬 頃";

/// Words beside an hour, and zones of time.
const BESIDE_HOURS: &str = "AM PM 午前 午後 上午 下午 오전 오후 UTC GMT JST KST CST EST PST CET";

/// Reads dates with the year first: `2020年5月7日`, `20200507`. A range has all days from the first to the last: `1913-05-05..25`.
pub(super) fn year_first(text: &str) -> Option<Dates> {
    let text = plain(text)?;
    let dates = Dates::parse_iso(&text, Rule::east_dates)?;
    let has_range = ["..", "~", "〜"].iter().any(|to| text.contains(to));
    match *dates.0 {
        [first, last] if has_range => Dates::between(first, last),
        _ => (!has_range).then_some(dates),
    }
}

/// Reads the dates of a text that says more: an hour (`2018-01-09 17:01:05`), words in parentheses at the end, or a part of a
/// year, of which the year remains.
pub(super) fn dates(text: &str) -> Option<Dates> {
    let text = &*plain(text)?;
    if let Some(before) = before_parenthesis(text) {
        return without_hour(before)
            .and_then(|date| Dates::parse(&date))
            .or_else(|| Dates::parse(before));
    }
    without_hour(text)
        .and_then(|date| Dates::parse(&date))
        .or_else(|| season(text))
}

/// Returns the text before words in parentheses or braces at the end: `W+R (186 moves)` -> `W+R`.
pub(in crate::values) fn before_parenthesis(text: &str) -> Option<&str> {
    let before = text.strip_suffix([')', '}'])?;
    let (before, words) = before.split_once(['(', '{'])?;
    let is_one = !words.contains(['(', ')', '{', '}']);
    (is_one && !before.trim().is_empty()).then(|| before.trim())
}

/// Returns a text without its hour and its zone of time: `Sun Mar 16 15:12:20 GMT+09:00 2014` -> `Sun Mar 16 2014`.
fn without_hour(text: &str) -> Option<String> {
    if !text.contains(':') {
        return None;
    }
    let text = match text.split_once('T') {
        Some((date, hour)) if is_hour(hour) => format!("{date} {hour}"),
        _ => text.to_owned(),
    };
    let words: Vec<_> = text.split_whitespace().collect();
    let is_beside = |word: &str| {
        let zone = word.split(['+', '-']).next().unwrap_or(word);
        let zone = zone.trim_matches(|c: char| c.is_ascii_digit());
        BESIDE_HOURS
            .split(' ')
            .any(|known| known.eq_ignore_ascii_case(zone))
    };
    let rest = words
        .iter()
        .filter(|word| !is_hour(word) && !is_beside(word));
    let rest: Vec<_> = rest.copied().collect();
    words
        .iter()
        .any(|word| is_hour(word))
        .then(|| rest.join(" "))
}

/// Returns whether a word is an hour: `17:01:05`, `19:37`, `15:12:20Z`.
fn is_hour(word: &str) -> bool {
    let mut fields = word.split(':');
    let first = fields
        .next()
        .is_some_and(|hour| figures(hour, 1..=2).is_some_and(|hour: u8| hour < 25));
    let second = fields.next().and_then(|minutes| minutes.get(..2));
    first
        && second
            .is_some_and(|minutes| figures(minutes, 2..=2).is_some_and(|minutes: u8| minutes < 60))
}

/// Reads the year of a part of a year: `Summer 1857`, `1857年夏`.
fn season(text: &str) -> Option<Dates> {
    let small = text.to_lowercase();
    let is_part = SEASONS.split(' ').any(|season| small.contains(season));
    let words = text.split(|c: char| !c.is_alphabetic() || !c.is_ascii());
    // Any other word can tell another year: `before the summer of 1857`.
    let mut words = words.filter(|word| !word.is_empty());
    let is_known = |word: &str| {
        let mut seasons = SEASONS.split(' ');
        word == "of" || seasons.any(|season| season.eq_ignore_ascii_case(word))
    };
    let are_known = words.all(is_known);
    let year = Dates::year(text).filter(|_| is_part && are_known)?;
    let digits = text.chars().filter(char::is_ascii_digit).count();
    (digits == 4 && (has_letters(text) || !text.is_ascii())).then_some(year)
}
