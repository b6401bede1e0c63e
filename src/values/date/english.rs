//! Dates in English.

use std::ops::RangeInclusive;

use pest::iterators::Pair;

use super::{Date, Dates, figures, full_year, small};
use crate::values::{Rule, parse};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Returns the name of a month, counted from 1.
pub(super) fn month_name(month: u8) -> Option<&'static str> {
    MONTHS.get(usize::from(month).checked_sub(1)?).copied()
}

/// Reads dates with the names of months, and lists of years.
pub(super) fn dates(text: &str) -> Option<Vec<Date>> {
    if !has_year(text) {
        return None;
    }
    let plain = plain(text).map(|date| vec![date]);
    plain.or_else(|| list(text)).or_else(|| range(text))
}

/// Returns whether a text has figures that can be a year. Every date has one, and the parser takes far longer.
fn has_year(text: &str) -> bool {
    let mut all = text.split(|c: char| !c.is_ascii_digit()).map(str::as_bytes);
    all.any(|figures| matches!(figures, [_, _, _, _] | [b'3'..=b'9', _]))
}

/// Reads a date as this program writes it, `8 March 1990`, because the parser takes far longer.
fn plain(text: &str) -> Option<Date> {
    let mut words = text.split(' ');
    let (day, month, year) = (words.next()?, words.next()?, words.next()?);
    let month = MONTHS.iter().position(|name| *name == month)? + 1;
    let (month, day) = (u8::try_from(month).ok()?, figures(day, 1..=2)?);
    let date = Date::new(figures(year, 4..=4)?, Some(month), Some(day))?;
    words.next().is_none().then_some(date)
}

/// Reads the first and the last day of a game, with the days between.
fn range(text: &str) -> Option<Vec<Date>> {
    let mut ends = parse(Rule::english_range, text)?;
    let (first, last) = (full_day(ends.next()?)?, full_day(ends.next()?)?);
    let (year, month, day) = last;
    let last = Date::new(year?, Some(month), Some(day))?;
    let (year, month, day) = first;
    let first = Date::new(year.unwrap_or(last.year), Some(month), Some(day))?;
    Some(Dates::between(first, last)?.0)
}

/// Reads the year, if there is one, the month and the day.
fn full_day(pair: Pair<'_, Rule>) -> Option<(Option<u16>, u8, u8)> {
    let (mut year, mut month, mut day) = (None, None, None);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::year => year = Some(full_year(part.as_str())?),
            Rule::month => month = Some(month_number(&part)?),
            Rule::day => day = Some(small(&part.into_inner().next()?)?),
            _ => {}
        }
    }
    Some((year, month?, day?))
}

/// Reads days, months and years one after the other.
fn list(text: &str) -> Option<Vec<Date>> {
    let pairs = parse(Rule::english_dates, text)?;
    let parts = pairs.filter(|pair| pair.as_rule() == Rule::english);
    let dates: Option<Vec<_>> = parts.map(with_one_year).collect();
    Some(dates?.concat())
}

/// Reads days and months that share a year. The year can come before or after them.
fn with_one_year(pair: Pair<'_, Rule>) -> Option<Vec<Date>> {
    let mut year = None;
    let mut days: Vec<(u8, Option<u8>)> = Vec::new();
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::year | Rule::late_year => year = Some(full_year(part.as_str())?),
            Rule::weekday => {}
            Rule::months => {
                for month in part.into_inner() {
                    days.push((month_number(&month)?, None));
                }
            }
            _ => days.extend(month_and_days(part)?),
        }
    }
    let year = year?;
    if days.is_empty() {
        return Some(vec![Date::new(year, None, None)?]);
    }
    let dates = days.into_iter();
    dates
        .map(|(month, day)| Date::new(year, Some(month), day))
        .collect()
}

/// Reads a month with its days, in either order.
fn month_and_days(pair: Pair<'_, Rule>) -> Option<Vec<(u8, Option<u8>)>> {
    let mut month = None;
    let mut days = Vec::new();
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::month => month = Some(month_number(&part)?),
            _ => {
                for span in part.into_inner() {
                    days.extend(days_of_span(span)?);
                }
            }
        }
    }
    let month = month?;
    Some(days.into_iter().map(|day| (month, Some(day))).collect())
}

/// Reads `9` or `21-24`, the days between included.
fn days_of_span(span: Pair<'_, Rule>) -> Option<RangeInclusive<u8>> {
    let mut ends = span
        .into_inner()
        .map(|day| small(&day.into_inner().next()?));
    let first = ends.next()??;
    match ends.next() {
        None => Some(first..=first),
        Some(last) => last.filter(|last| *last > first).map(|last| first..=last),
    }
}

/// Returns the number of a month, from 1; its first three letters tell it.
fn month_number(pair: &Pair<'_, Rule>) -> Option<u8> {
    let start = pair.as_str().get(..3)?;
    let begins = |name: &&str| {
        name.get(..3)
            .is_some_and(|of| of.eq_ignore_ascii_case(start))
    };
    let index = MONTHS.iter().position(begins)?;
    u8::try_from(index + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_dates_are_those_of_the_grammar() {
        for month in MONTHS {
            for day in ["1", "08", "8", "30", "31"] {
                for year in ["1847", "1990", "2000", "0999", "9999"] {
                    let text = format!("{day} {month} {year}");
                    if let Some(date) = plain(&text) {
                        assert_eq!(list(&text), Some(vec![date]), "{text}");
                    }
                }
            }
        }
        assert_eq!(plain("8 March 1990"), Date::new(1990, Some(3), Some(8)));
        for text in [
            "8  March 1990",
            "8 march 1990",
            "8 March 90",
            "31 June 1990",
            "8 March 1990 x",
        ] {
            assert_eq!(plain(text), None, "{text}");
        }
    }
}
