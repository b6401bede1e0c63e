//! Dates and lists of dates.

mod english;
mod part;

pub(super) use part::before_parenthesis;

use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::str::FromStr;

use pest::iterators::Pair;

use super::{Certainty, Rule, parse};

/// A date of the Gregorian calendar. The day, or day and month, can be unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// The year, from 0 to 9999.
    pub year: u16,
    /// The month, from 1 to 12.
    pub month: Option<u8>,
    /// The day, from 1; only where the month is known.
    pub day: Option<u8>,
}

impl Date {
    /// Creates a date. Returns `None` if it does not exist.
    pub fn new(year: u16, month: Option<u8>, day: Option<u8>) -> Option<Self> {
        let valid = match (month, day) {
            (None, None) => true,
            (None, Some(_)) => false,
            (Some(month), None) => (1..=12).contains(&month),
            (Some(month), Some(day)) => (1..=days_in(year, month)).contains(&day),
        };
        (valid && year <= 9999).then_some(Self { year, month, day })
    }

    /// Returns the day after a full date.
    fn next(self) -> Option<Self> {
        let (month, day) = (self.month?, self.day?);
        Self::new(self.year, Some(month), Some(day + 1))
            .or_else(|| Self::new(self.year, Some(month + 1), Some(1)))
            .or_else(|| Self::new(self.year + 1, Some(1), Some(1)))
    }
}

/// Returns the number of days of a month, 0 if the number is not a month.
fn days_in(year: u16, month: u8) -> u8 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

/// The most days from the first to the last of a range.
const LONGEST_RANGE: usize = 31;

/// The dates on which a game was played, one or more.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Dates(Vec<Date>);

impl Dates {
    /// Reads dates in English or in figures: `8 March 1990`, `Thursday, 8 March 1990`, `November 21-24, 1847`,
    /// `31 December 1989 - 1 January 1990`, `Dec 9, 1938 and Mar 3-4, 1939`, `3-21-48`, `1968/Sept/9,10`,
    /// `1990/03/08`, `1990-03-08,09` (Ishi specification, section 5.2, DATE; Smart-Go, DT).
    ///
    /// So are `2020年5月7日`, `1974.04.09,10`, `20200507` and `1913-05-05..25`. Years of two digits are 1930 to 1999. A text
    /// with two readings is not read: `4/5/97`.
    pub fn parse(text: &str) -> Option<Self> {
        if has_letters(text) {
            return english::dates(text).map(Self);
        }
        Self::parse_iso(text, Rule::iso_dates)
            .or_else(|| Some(Self(vec![numeric(text)?])))
            .or_else(|| english::dates(text).map(Self))
            .or_else(|| part::year_first(text))
    }

    /// Reads dates in any form, and says whether the text says more than its dates: `2018-01-09 17:01:05` and
    /// `8 March 1990 (second day)` do, and `Summer 1857`, of which only the year is a date.
    pub fn read(text: &str) -> Option<(Self, Certainty)> {
        let whole = Self::parse(text).map(|dates| (dates, Certainty::Whole));
        whole.or_else(|| Some((part::dates(text)?, Certainty::Part)))
    }

    /// Returns the year of a date whose day is uncertain, for example `12.5.1990` or `Spring 1990`: the only
    /// number of four digits in the text, from 1000 to 2999.
    pub fn year(text: &str) -> Option<Self> {
        let figures = text.split(|c: char| !c.is_ascii_digit());
        let numbers = figures.filter(|figures| figures.len() == 4);
        let mut years = numbers.filter_map(|figures| figures.parse().ok());
        let year = years.next().filter(|year| (1000..3000).contains(year))?;
        let date = Date::new(year, None, None).filter(|_| years.next().is_none())?;
        Some(Self(vec![date]))
    }

    /// Reads dates in exactly the form that SGF prescribes (`FF[4]`, DT).
    pub fn parse_sgf(text: &str) -> Option<Self> {
        if let Some(date) = full_date(text) {
            return Some(Self(vec![date]));
        }
        let exact = text.trim() == text && !has_letters(text);
        exact
            .then(|| Self::parse_iso(text, Rule::sgf_dates))
            .flatten()
    }

    fn parse_iso(text: &str, rule: Rule) -> Option<Self> {
        let mut dates: Vec<Date> = Vec::new();
        for pair in parse(rule, text)? {
            if !matches!(pair.as_rule(), Rule::EOI | Rule::to) {
                dates.push(iso(pair, dates.last())?);
            }
        }
        (!dates.is_empty()).then_some(Self(dates))
    }

    /// Returns all days from a full date to a later one of the next 31 days.
    fn between(first: Date, last: Date) -> Option<Self> {
        let days = std::iter::successors(Some(first), |date| date.next());
        let days = days.take(LONGEST_RANGE).take_while(|date| *date <= last);
        let days: Vec<_> = days.collect();
        (first < last && days.last() == Some(&last)).then_some(Self(days))
    }

    /// Returns the dates in the order of the text.
    #[cfg(test)]
    fn dates(&self) -> &[Date] {
        &self.0
    }

    /// Adds the dates of a further line that are not there yet.
    pub fn append(&mut self, other: Self) {
        for date in other.0 {
            if !self.0.contains(&date) {
                self.0.push(date);
            }
        }
    }

    /// Returns the dates as SGF's DT writes them, in its short cuts: `1847-11-21,22,23,24`.
    pub fn sgf(&self) -> String {
        let mut out = String::new();
        let mut last = None;
        for &date in &self.0 {
            if last.is_some() {
                out.push(',');
            }
            write_iso(&mut out, date, last);
            last = Some(date);
        }
        out
    }

    /// Returns one full date in English, `8 March 1990`. Returns `None` for lists and for parts of a date.
    pub fn ishi(&self) -> Option<String> {
        match self.0.as_slice() {
            [
                Date {
                    year,
                    month: Some(month),
                    day: Some(day),
                },
            ] => {
                let name = english::month_name(*month)?;
                Some(format!("{day} {name} {year:04}"))
            }
            _ => None,
        }
    }
}

/// Writes a date after another, in the shortest form that still means it (`FF[4]`, DT): year and
/// month come from the last date; a day alone needs a date with a day before it, a month alone
/// one without.
fn write_iso(out: &mut String, date: Date, last: Option<Date>) {
    let same_year = last.filter(|last| last.year == date.year && last.month.is_some());
    let written = match (date.month, date.day, same_year) {
        (Some(month), Some(day), Some(last)) => {
            if last.day.is_some() && last.month == Some(month) {
                write!(out, "{day:02}")
            } else {
                write!(out, "{month:02}-{day:02}")
            }
        }
        (Some(month), None, Some(last)) if last.day.is_none() => write!(out, "{month:02}"),
        (Some(month), Some(day), _) => write!(out, "{:04}-{month:02}-{day:02}", date.year),
        (Some(month), None, _) => write!(out, "{:04}-{month:02}", date.year),
        (None, ..) => write!(out, "{:04}", date.year),
    };
    debug_assert!(written.is_ok(), "a string takes everything");
}

/// Reads a date as nearly all records have it, `YYYY-MM-DD`, because the parser takes far longer.
fn full_date(text: &str) -> Option<Date> {
    let mut fields = text.split('-');
    let (year, month, day) = (fields.next()?, fields.next()?, fields.next()?);
    let (month, day) = (figures(month, 2..=2)?, figures(day, 2..=2)?);
    let date = Date::new(figures(year, 4..=4)?, Some(month), Some(day))?;
    fields.next().is_none().then_some(date)
}

/// Reads a number with so many figures.
fn figures<T: FromStr>(text: &str, count: RangeInclusive<usize>) -> Option<T> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && count.contains(&text.len())).then(|| text.parse().ok())?
}

/// Returns whether a text has letters. Only English dates have them, so the parser can be skipped for others.
fn has_letters(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Reads one date of a list, or a short cut that continues the last date.
fn iso(pair: Pair<'_, Rule>, last: Option<&Date>) -> Option<Date> {
    let mut year = None;
    let mut numbers = [None, None];
    for field in pair.into_inner() {
        match field.as_rule() {
            Rule::sgf_year | Rule::year | Rule::compact_year => year = field.as_str().parse().ok(),
            _ => *numbers.iter_mut().find(|slot| slot.is_none())? = Some(small(&field)?),
        }
    }
    let [first, second] = numbers;
    if let Some(year) = year {
        return Date::new(year, first, second);
    }
    let last = last?;
    match (last.month?, last.day, second) {
        (_, _, Some(day)) => Date::new(last.year, first, Some(day)),
        (month, Some(_), None) => Date::new(last.year, Some(month), first),
        (_, None, None) => Date::new(last.year, first, None),
    }
}

/// Reads three numbers: year, month and day, else where only one order is possible, or where both orders mean the same.
fn numeric(text: &str) -> Option<Date> {
    let mut fields = parse(Rule::numeric_date, text)?
        .filter(|pair| pair.as_rule() == Rule::any_number)
        .map(|pair| pair.as_str());
    let (first, second, third) = (fields.next()?, fields.next()?, fields.next()?);
    let year_first = first.len() == 4;
    let (year, a, b) = if year_first {
        (first, second, third)
    } else {
        (third, first, second)
    };
    let year = full_year(year)?;
    let (a, b): (u8, u8) = (a.parse().ok()?, b.parse().ok()?);
    let month_first = Date::new(year, Some(a), Some(b));
    if year_first {
        return month_first;
    }
    // With the year last both orders are in use.
    let day_first = Date::new(year, Some(b), Some(a));
    match (month_first, day_first) {
        (Some(date), Some(other)) => (date == other).then_some(date),
        (one, other) => one.or(other),
    }
}

/// Returns a year of four figures, or of two: those from 30 on are of the twentieth century,
/// below that are not known.
fn full_year(text: &str) -> Option<u16> {
    let year: u16 = text.trim_start_matches('\'').parse().ok()?;
    match text.trim_start_matches('\'').len() {
        4 => Some(year),
        2 if year >= 30 => Some(1900 + year),
        _ => None,
    }
}

/// Returns the number that a token is.
fn small(pair: &Pair<'_, Rule>) -> Option<u8> {
    pair.as_str().parse().ok()
}

#[cfg(test)]
mod tests;
