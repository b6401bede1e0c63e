//! Values of game information as people and servers write them, in the form of FF[4].

use crate::model::{BoardSize, Game, Id, NodeId, Point, Value};
use crate::values::repair;

/// How an application of the Fox server starts in AP.
const FOX: &str = "foxwq";

/// Returns a value in the form of FF[4]; none if not all of it is understood, or if it has the form.
///
/// `1974.04.09` -> `1974-04-09`, `黑中盘胜` -> `B+R`, `5:00:00(5x1:00)` -> `18000`, `6.5目` -> `6.5`.
pub(super) fn in_form(id: Id, text: &str) -> Option<String> {
    let text = text.trim();
    let found = match id {
        Id::Date => date(text),
        Id::Result => result(text),
        Id::Komi => number_before(text, &["目", "点", "點", "子半", "moku"]),
        Id::TimeLimit => clock(text.split_once('(').map_or(text, |(main, _)| main)),
        _ => None,
    };
    found
        .or_else(|| repair(id, text))
        .filter(|form| form != text)
}

/// Returns the overtime in a time limit: `5:00:00(5x1:00)` -> `5x60 byo-yomi`.
pub(super) fn overtime(text: &str) -> Option<String> {
    let (_, overtime) = text.trim().strip_suffix(')')?.split_once('(')?;
    let (periods, period) = overtime.split_once('x')?;
    let periods: u32 = periods.trim().parse().ok()?;
    Some(format!("{periods}x{} byo-yomi", clock(period)?))
}

/// Returns a date with the year first: `2020/5/7` -> `2020-05-07`. The order is certain.
fn date(text: &str) -> Option<String> {
    let separator = ['.', '/']
        .into_iter()
        .find(|sign| text.matches(*sign).count() == 2)?;
    let parts: Vec<&str> = text.split(separator).map(str::trim).collect();
    let [year, month, day] = parts.as_slice() else {
        return None;
    };
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if year.len() != 4 || ![year, month, day].iter().all(|part| is_number(part)) {
        return None;
    }
    let (month, day): (u8, u8) = (month.parse().ok()?, day.parse().ok()?);
    let exists = (1..=12).contains(&month) && (1..=31).contains(&day);
    exists.then(|| format!("{year}-{month:02}-{day:02}"))
}

/// Returns a result as servers of the east write it: `W+12.5点`, `白胜3.5目`, `黑中盘胜`.
fn result(text: &str) -> Option<String> {
    let text = text.trim_end_matches('.');
    let (winner, rest) = match text.chars().next()? {
        '黑' => ("B", text.strip_prefix('黑')?),
        '白' => ("W", text.strip_prefix('白')?),
        _ => {
            let (winner, rest) = text.split_once('+')?;
            (["B", "W"].into_iter().find(|color| *color == winner)?, rest)
        }
    };
    let rest: String = rest
        .chars()
        .filter(|c| !matches!(c, '胜' | '勝' | ' '))
        .collect();
    let margin = match rest.as_str() {
        "中盘" | "中押し" | "中押" | "中盤" | "R" | "Resign" => "R".to_owned(),
        "超时" | "時間" | "T" | "Time" => "T".to_owned(),
        rest => number_before(rest, &["目", "目半", "点", "點", ""])?,
    };
    Some(format!("{winner}+{margin}"))
}

/// Returns a decimal number before one of several words: `6,5目` -> `6.5`.
fn number_before(text: &str, words: &[&str]) -> Option<String> {
    let mut numbers = words.iter().filter_map(|word| text.strip_suffix(word));
    numbers.find_map(|number| {
        let number = number.trim().replace(',', ".");
        let (whole, part) = number.split_once('.').unwrap_or((&number, "0"));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        (is_number(whole) && is_number(part)).then(|| number.clone())
    })
}

/// Returns the seconds of a clock: `1:30:00` -> `5400`, `1:00` -> `60`.
fn clock(text: &str) -> Option<String> {
    let fields: Vec<u64> = text
        .trim()
        .split(':')
        .map(|field| field.parse().ok())
        .collect::<Option<_>>()?;
    let seconds = match *fields.as_slice() {
        [hours, minutes @ 0..60, seconds @ 0..60] => {
            3600 * hours.min(1000) + 60 * minutes + seconds
        }
        [minutes, seconds @ 0..60] => 60 * minutes.min(60_000) + seconds,
        _ => return None,
    };
    Some(seconds.to_string())
}

/// Returns whether a record names the Fox server as its application.
pub(super) fn is_fox(game: &Game<'_>) -> bool {
    game.values(NodeId::ROOT, Id::Application)
        .any(|value| match value {
            Value::Text(text) => text.starts_with(FOX),
            Value::Pair(pair) => pair.0.starts_with(FOX),
            _ => false,
        })
}

/// Returns the komi that a server means, in points.
///
/// The Fox server writes hundredths: of a stone under Chinese rules, where a stone is two points (`375` -> `7.5`), of
/// a point under others (`650` -> `6.5`). Other programs write hundredths of a point (`750` -> `7.5`), unless the komi
/// would not be a whole number of half points.
pub(super) fn komi_of_server(komi: &str, rules: Option<&str>, is_fox: bool) -> Option<String> {
    let hundredths: u32 = komi
        .trim()
        .parse()
        .ok()
        .filter(|komi| (100..=2000).contains(komi))?;
    let is_chinese = rules.is_some_and(|rules| rules.eq_ignore_ascii_case("chinese"));
    let is_of_stones = is_chinese && (is_fox || !hundredths.is_multiple_of(50));
    let points = if is_of_stones {
        2 * hundredths
    } else {
        hundredths
    };
    points.is_multiple_of(50).then(|| match points % 100 {
        0 => (points / 100).to_string(),
        _ => format!("{}.5", points / 100),
    })
}

/// Returns the points where handicap stones go by custom, in the order in which they are placed: the corners,
/// the middle of five, seven and nine stones, the sides. None for another number, or another board.
pub(super) fn handicap_points(handicap: u8, size: BoardSize) -> Option<Vec<Point>> {
    let lines = size.columns;
    if !size.is_square() || lines < 7 || !(2..=9).contains(&handicap) {
        return None;
    }
    let low = if lines < 13 { 2 } else { 3 };
    let (high, middle) = (lines - 1 - low, lines / 2);
    if handicap > 4 && (lines.is_multiple_of(2) || lines == 7) {
        return None;
    }
    let corners = [(high, low), (low, high), (high, high), (low, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let count = usize::from(handicap);
    let has_middle = matches!(handicap, 5 | 7 | 9);
    let around = corners.into_iter().chain(sides);
    let around = around.take(count - usize::from(has_middle));
    let middle = has_middle.then_some((middle, middle));
    Some(
        around
            .chain(middle)
            .map(|(column, row)| Point::new(column, row))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_get_the_form_of_ff4() {
        for (id, text, expected) in [
            (Id::Date, "1974.04.09", Some("1974-04-09")),
            (Id::Date, "2020/5/7", Some("2020-05-07")),
            (Id::Date, "5/7/2020", None),
            (Id::Date, "2020-05-07", None),
            (Id::Result, "黑中盘胜", Some("B+R")),
            (Id::Result, "白胜3.5目", Some("W+3.5")),
            (Id::Result, "W+12.5点", Some("W+12.5")),
            (Id::Result, "B+R.", Some("B+R")),
            (Id::Result, "B+R", None),
            (Id::Result, "Jigo", Some("0")),
            (Id::Result, "黑 perhaps", None),
            (Id::Komi, "6,5", Some("6.5")),
            (Id::Komi, "6.5目", Some("6.5")),
            (Id::Komi, "half", Some("0.5")),
            (Id::Komi, "六目半", None),
            (Id::TimeLimit, "5h", Some("18000")),
            (Id::TimeLimit, "5:00:00(5x1:00)", Some("18000")),
            (Id::TimeLimit, "as long as it takes", None),
        ] {
            assert_eq!(in_form(id, text).as_deref(), expected, "{text}");
        }
        assert_eq!(
            overtime("5:00:00(5x1:00)").as_deref(),
            Some("5x60 byo-yomi")
        );
        assert_eq!(overtime("5:00:00"), None);
    }

    #[test]
    fn komi_of_servers_is_in_hundredths() {
        for (komi, rules, is_fox, expected) in [
            ("375", Some("Chinese"), true, Some("7.5")),
            ("650", Some("Japanese"), true, Some("6.5")),
            ("325", Some("Chinese"), true, Some("6.5")),
            ("700", None, true, Some("7")),
            ("750", Some("Chinese"), false, Some("7.5")),
            ("375", Some("Chinese"), false, Some("7.5")),
            ("6.5", Some("Chinese"), true, None),
            ("333", Some("Japanese"), true, None),
        ] {
            let found = komi_of_server(komi, rules, is_fox);
            assert_eq!(found.as_deref(), expected, "{komi}");
        }
    }

    #[test]
    fn handicap_stones_have_their_points() {
        let names = |handicap, lines| {
            let points = handicap_points(handicap, BoardSize::square(lines))?;
            let size = BoardSize::square(lines);
            let names = points.iter().map(|point| point.on(size).to_string());
            Some(names.collect::<Vec<_>>().join(" "))
        };
        assert_eq!(names(2, 19).as_deref(), Some("Q16 D4"));
        assert_eq!(names(5, 19).as_deref(), Some("Q16 D4 Q4 D16 K10"));
        assert_eq!(
            names(8, 19).as_deref(),
            Some("Q16 D4 Q4 D16 D10 Q10 K16 K4")
        );
        assert_eq!(names(4, 9).as_deref(), Some("G7 C3 G3 C7"));
        assert_eq!(names(1, 19), None);
        assert_eq!(names(5, 18), None);
    }
}
