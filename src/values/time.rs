//! Time limits.

use std::borrow::Cow;

use pest::iterators::Pairs;

use super::{Certainty, Decimal, LONGEST, Rule, parse, plain, server};

/// The main time of each player, in seconds (SGF `FF[4]`, TM).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TimeLimit(Decimal);

impl TimeLimit {
    /// Reads a time limit with only main time: `1 hour`, `30 minutes each`, `1h 30min`, `90 min`, `2 1/2
    /// hours`, `1:30:00`, `3時間` (Ishi specification, section 5.2, TIMELIMIT). Returns `None` for a number without a
    /// unit.
    pub fn parse(text: &str) -> Option<Self> {
        Self::main_time(parse(Rule::time_limit, &plain(text)?)?)
    }

    /// Reads main time and overtime, or main time alone, in English or as servers write them: `3時間`, `30:00+30:00/25`,
    /// `5:00:00(5x1:00)`. A clock of two fields alone is doubtful, because `30:00` can be hours and minutes.
    pub fn read(text: &str) -> Option<(Self, Option<Cow<'_, str>>, Certainty)> {
        if let Some(main) = Self::parse(text) {
            return Some((main, None, Certainty::Whole));
        }
        if let Some((main, overtime)) = Self::parse_with_overtime(text) {
            return Some((main, Some(Cow::Borrowed(overtime)), Certainty::Whole));
        }
        if text.len() > LONGEST {
            return None;
        }
        if let Some((main, overtime)) = server::with_periods(text) {
            return Some((Self(main), Some(Cow::Owned(overtime)), Certainty::Whole));
        }
        Some((Self(server::clock(text)?), None, Certainty::Doubtful))
    }

    /// Reads main time and overtime: `30 minutes, 5x30 byo-yomi` is 30 minutes and `5x30 byo-yomi`, so is
    /// `30 minutes + 5x30 byo-yomi` (SGF `FF[4]`, TM and OT).
    pub fn parse_with_overtime(text: &str) -> Option<(Self, &str)> {
        let mut pairs = parse(Rule::time_with_overtime, text)?;
        let main = Self::main_time(pairs.next()?.into_inner())?;
        let overtime = pairs.find(|pair| pair.as_rule() == Rule::overtime)?;
        Some((main, overtime.as_str()))
    }

    fn main_time(pairs: Pairs<'_, Rule>) -> Option<Self> {
        let mut total = Decimal::ZERO;
        let mut larger = i64::MAX;
        for pair in pairs {
            match pair.as_rule() {
                Rule::lapse => {
                    let (lapse, unit) = lapse(pair.into_inner())?;
                    // From hours to seconds, each once: anything else is not one time limit.
                    if unit >= larger {
                        return None;
                    }
                    larger = unit;
                    total = total.plus(Some(lapse))?;
                }
                Rule::clock => total = server::clock(pair.as_str())?,
                _ => {}
            }
        }
        Some(Self(total))
    }

    /// Reads the seconds of SGF's TM, a Real that is not negative. Smart-Go's numbers may end in a point.
    pub fn parse_sgf(text: &str) -> Option<Self> {
        let text = text.trim_ascii_end();
        let seconds = Decimal::parse_sgf(text.strip_suffix('.').unwrap_or(text))?;
        (!seconds.is_negative()).then_some(Self(seconds))
    }

    /// Returns the time in seconds.
    pub fn seconds(self) -> Decimal {
        self.0
    }

    /// Returns the seconds as SGF's TM writes them.
    pub fn sgf(self) -> String {
        self.0.to_string()
    }

    /// Returns the time in English, in the largest unit that divides it: `9 hours`,
    /// `30 minutes`, `1 hour`, `45 seconds`.
    pub fn ishi(self) -> String {
        let (count, unit) = match self.0.whole() {
            Some(seconds) if seconds != 0 && seconds % 3600 == 0 => (seconds / 3600, "hour"),
            Some(seconds) if seconds != 0 && seconds % 60 == 0 => (seconds / 60, "minute"),
            Some(seconds) => (seconds, "second"),
            None => return format!("{} seconds", self.0),
        };
        let plural = if count == 1 { "" } else { "s" };
        format!("{count} {unit}{plural}")
    }
}

/// Returns the seconds of one lapse, and the seconds of its unit.
fn lapse(pairs: Pairs<'_, Rule>) -> Option<(Decimal, i64)> {
    let unit = pairs.clone().find(|pair| pair.as_rule() == Rule::unit)?;
    let unit = match unit.as_str().chars().next()? {
        'h' | 'H' | '時' | '小' | '시' | '时' => 3600,
        'm' | 'M' | '分' | '분' => 60,
        _ => 1,
    };
    Some((Decimal::sum(pairs)?.times(unit)?, unit))
}

/// Returns overtime, given the number of its periods and the length of one: `5回` and `30秒` -> `5x30 byo-yomi`.
pub fn overtime_of_periods(count: &str, period: &str) -> Option<String> {
    let number = |text: &str| text.trim().parse::<u32>().ok().filter(|number| *number > 0);
    let count = number(plain(count)?.trim_end_matches(['回', '次', '회']))?;
    let seconds = match number(&plain(period)?) {
        Some(seconds) => Decimal::from(seconds),
        None => TimeLimit::parse(period)?.seconds(),
    };
    Some(format!("{count}x{seconds} byo-yomi"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_time_is_read_in_seconds() {
        for (text, seconds) in [
            ("1 hour", "3600"),
            ("30 minutes each", "1800"),
            ("9 hours", "32400"),
            ("9 hours each.", "32400"),
            ("1h 30min", "5400"),
            ("1h30m", "5400"),
            ("1 hour and 30 minutes per player", "5400"),
            ("1 hr, 5 mins, 10 secs", "3910"),
            ("90 min", "5400"),
            ("90 min.", "5400"),
            ("10h", "36000"),
            ("45 seconds", "45"),
            ("1 1/2 hours", "5400"),
            ("1.5 hours", "5400"),
            ("0.5 seconds", "0.5"),
            ("1:30:00", "5400"),
            ("60:00:00", "216000"),
            ("0:59:59", "3599"),
            ("99:59:59", "359999"),
            ("0 seconds", "0"),
        ] {
            let found = TimeLimit::parse(text).map_or("None".to_owned(), TimeLimit::sgf);
            assert_eq!(found, seconds, "{text}");
        }
    }

    #[test]
    fn other_limits_are_not_read() {
        for text in [
            "",
            "60",
            "30:00",
            "5:00:00(5x1:00)",
            "1:60:00",
            "1:00:60",
            "1:75:00",
            "30 min + 5x30 sec byo-yomi",
            "30 minutes 1 hour",
            "1 hour 1 hour",
            "1 hour; 30 minutes",
            "-5 minutes",
            "1 hour for White",
            "unlimited",
            "99999999999999999 hours",
        ] {
            assert_eq!(TimeLimit::parse(text), None, "{text}");
        }
    }

    #[test]
    fn overtime_comes_after_main_time() {
        for (text, seconds, overtime) in [
            ("30 minutes, 5x30 byo-yomi", "1800", "5x30 byo-yomi"),
            (
                "30 minutes + 5 minutes byo-yomi",
                "1800",
                "5 minutes byo-yomi",
            ),
            ("30 min + 5x30 sec byo-yomi", "1800", "5x30 sec byo-yomi"),
            (
                "1 hour, 30 minutes, 25/300 Canadian",
                "5400",
                "25/300 Canadian",
            ),
            (
                "1 hour and 30 minutes byo-yomi",
                "3600",
                "30 minutes byo-yomi",
            ),
            (
                "1h 30m each, then 1 moves / 30 sec",
                "5400",
                "1 moves / 30 sec",
            ),
            ("2:00:00; Canadian overtime", "7200", "Canadian overtime"),
            ("0 seconds, 1x10 byo-yomi", "0", "1x10 byo-yomi"),
        ] {
            let found = TimeLimit::parse_with_overtime(text);
            let found = found.map(|(main, overtime)| (main.sgf(), overtime));
            assert_eq!(found, Some((seconds.to_owned(), overtime)), "{text}");
        }
        for text in [
            "",
            "30 minutes",
            "5x30 byo-yomi",
            "30 minutes byo-yomi",
            "30 minutes, 1 hour, 5x30 byo-yomi",
            "9 hours for Black, 5 moves",
            "1 hour, 30 minutes for White",
            "1 hour, see the book",
            "1 hour thenceforth 5x30",
        ] {
            assert_eq!(TimeLimit::parse_with_overtime(text), None, "{text}");
        }
    }

    #[test]
    fn time_is_written_in_its_largest_unit() {
        for (seconds, text) in [
            ("32400", "9 hours"),
            ("3600", "1 hour"),
            ("5400", "90 minutes"),
            ("60", "1 minute"),
            ("5401", "5401 seconds"),
            ("1", "1 second"),
            ("0", "0 seconds"),
            ("1800.50", "1800.5 seconds"),
        ] {
            let limit = TimeLimit::parse_sgf(seconds).unwrap();
            assert_eq!(limit.ishi(), text);
            assert_eq!(TimeLimit::parse(text), Some(limit), "{text}");
        }
        assert_eq!(TimeLimit::parse_sgf("-5"), None);
    }
}
