//! Converts time limits of servers and people to TM and OT: `30:00+30:00/25` -> `TM[1800]OT[25/1800 Canadian]`.

use crate::model::Id;
use crate::values::repair;

/// The most hours and minutes that a limit may have.
const LONGEST: [u64; 2] = [1000, 60_000];

/// Units of time in Chinese, Japanese and Korean, in seconds.
const UNITS: [(&str, u64); 10] = [
    ("時間", 3600),
    ("小时", 3600),
    ("小時", 3600),
    ("시간", 3600),
    ("分钟", 60),
    ("分鐘", 60),
    ("分", 60),
    ("분", 60),
    ("秒", 1),
    ("초", 1),
];

/// A time limit in the form of FF[4].
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Limit {
    /// The main time.
    pub seconds: String,
    /// The overtime, if the text has one.
    pub overtime: Option<String>,
    /// Whether the units are certain.
    pub is_certain: bool,
}

/// Parses a time limit. Returns `None` if any part is unknown.
///
/// `5:00:00(5x1:00)` -> `18000` and `5x60 byo-yomi`, `30:00+30:00/25` -> `1800` and `25/1800 Canadian`. `30:00` alone
/// is uncertain, because it can be hours and minutes, or minutes and seconds.
pub(super) fn limit(text: &str) -> Option<Limit> {
    let text = text.trim();
    if let Some((main, periods)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        let (count, period) = periods.split_once('x')?;
        let count: u32 = count.trim().parse().ok()?;
        let overtime = format!("{count}x{} byo-yomi", clock(period)?);
        return with_overtime(main, overtime);
    }
    if let Some((main, periods)) = text.split_once('+') {
        let (period, stones) = periods.split_once('/')?;
        let stones: u32 = stones.trim().parse().ok()?;
        let overtime = format!("{stones}/{} Canadian", clock(period)?);
        return with_overtime(main, overtime);
    }
    let certain = repair(Id::TimeLimit, text).or_else(|| in_units(text));
    let is_certain = certain.is_some();
    Some(Limit {
        seconds: certain.or_else(|| clock(text).map(|seconds| seconds.to_string()))?,
        overtime: None,
        is_certain,
    })
}

fn with_overtime(main: &str, overtime: String) -> Option<Limit> {
    Some(Limit {
        seconds: clock(main)?.to_string(),
        overtime: Some(overtime),
        is_certain: true,
    })
}

/// Returns the seconds of a clock: `1:30:00` -> 5400, `1:00` -> 60.
fn clock(text: &str) -> Option<u64> {
    let fields = text.trim().split(':').map(|field| field.parse().ok());
    let fields: Vec<u64> = fields.collect::<Option<_>>()?;
    let [hours_limit, minutes_limit] = LONGEST;
    match *fields.as_slice() {
        [hours, minutes @ 0..60, seconds @ 0..60] if hours <= hours_limit => {
            Some(3600 * hours + 60 * minutes + seconds)
        }
        [minutes, seconds @ 0..60] if minutes <= minutes_limit => Some(60 * minutes + seconds),
        _ => None,
    }
}

/// Returns the seconds of a number with a unit: `3時間` -> `10800`, `各90分` -> `5400`.
fn in_units(text: &str) -> Option<String> {
    let text = text.trim_start_matches('各');
    UNITS.iter().find_map(|(unit, seconds)| {
        let number: u64 = text.strip_suffix(unit)?.trim().parse().ok()?;
        let [_, limit] = LONGEST;
        (number <= limit).then(|| (number * seconds).to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_seconds_and_overtime() {
        for (text, seconds, overtime, is_certain) in [
            ("5h", "18000", None, true),
            ("5:00:00(5x1:00)", "18000", Some("5x60 byo-yomi"), true),
            ("10:00(5x1:00)", "600", Some("5x60 byo-yomi"), true),
            ("30:00+30:00/25", "1800", Some("25/1800 Canadian"), true),
            ("1:00:00", "3600", None, true),
            ("30:00", "1800", None, false),
            ("3時間", "10800", None, true),
            ("各90分", "5400", None, true),
            ("2 小时", "7200", None, true),
            ("1000:59:59(5x1:00)", "3603599", Some("5x60 byo-yomi"), true),
            ("60000:59", "3600059", None, false),
            ("60000分", "3600000", None, true),
        ] {
            let expected = Limit {
                seconds: seconds.to_owned(),
                overtime: overtime.map(str::to_owned),
                is_certain,
            };
            assert_eq!(limit(text), Some(expected), "{text}");
        }
        for text in [
            "as long as it takes",
            "1800,0,30,5",
            "5:70(1x1:00)",
            "9999999999時間",
            "1001:00:00(5x1:00)",
            "60001:00",
            "60001分",
            "-",
        ] {
            assert_eq!(limit(text), None, "{text}");
        }
    }
}
