//! Dates with the year first as servers write them, and dates among other words.

use super::{Date, Dates, Rule, figures, has_letters};
use crate::values::server::plain;

/// Words for a part of a year.
const SEASONS: &str = "spring summer autumn fall winter early mid late 春 夏 秋 冬 頃";

/// Words beside an hour, and zones of time.
const BESIDE_HOURS: &str = "AM PM 午前 午後 上午 下午 오전 오후 UTC GMT JST KST CST EST PST CET";

/// Reads dates with the year first: `2020年5月7日`, `2014. 3. 9.`, `1974.04.09,10`, `20200507`, `1974.4`, `1913-05-05..25`,
/// `2025-06-12・13`.
pub(super) fn year_first(text: &str) -> Option<Dates> {
    let text = plain(text)?.replace(['年', '月', '년', '월'], ".");
    let text = text
        .replace(['日', '일', ' '], "")
        .replace(['・', '、'], ",");
    let text = text.trim_end_matches('.');
    if let Some(dates) = Dates::parse_iso(text, Rule::iso_dates) {
        return Some(dates);
    }
    for separator in ["..", "~", "\u{301c}"] {
        if let Some((first, last)) = text.split_once(separator) {
            return range(first, last);
        }
    }
    let (first, more) = text
        .split_once(',')
        .map_or((text, ""), |(first, more)| (first, more));
    let is_compact = first.len() == 8 && first.bytes().all(|byte| byte.is_ascii_digit());
    let compact = is_compact.then(|| Some([first.get(..4)?, first.get(4..6)?, first.get(6..)?]));
    let fields = compact
        .flatten()
        .map_or_else(|| first.split('.').collect(), |fields| fields.to_vec());
    // `2011/12` can be the years of a season, but `1974.4` is a month.
    let is_date =
        matches!(*fields, [year, _] | [year, _, _] if figures::<u16>(year, 4..=4).is_some());
    let number = |text: &&str| figures::<u8>(text, 1..=2).is_some();
    if !is_date || !fields.iter().skip(1).all(number) {
        return None;
    }
    let more = if more.is_empty() {
        String::new()
    } else {
        format!(",{more}")
    };
    Dates::parse_iso(&format!("{}{more}", fields.join("-")), Rule::iso_dates)
}

/// Reads the first and the last day: `1913-05-05` and `25`, `06-02` or a full date.
fn range(first: &str, last: &str) -> Option<Dates> {
    let both = format!("{},{}", first.replace('.', "-"), last.replace('.', "-"));
    match *Dates::parse_iso(&both, Rule::iso_dates)?.0 {
        [
            first @ Date { day: Some(_), .. },
            last @ Date { day: Some(_), .. },
        ] => Dates::between(first, last),
        _ => None,
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
