//! Converts dates, results and komi of people and servers to the form of FF[4]: `黑中盘胜` -> `B+R`.

use crate::model::Id;
use crate::values::repair;

/// Chinese, Japanese and Korean words for a draw, and for a game without a result.
const DRAWS: [&str; 6] = ["和棋", "和局", "持碁", "持棋", "ジゴ", "무승부"];
const VOIDS: [&str; 3] = ["无胜负", "無勝負", "무효"];

/// Words for a win by resignation, and on time.
const RESIGNATIONS: [&str; 9] = [
    "中盘",
    "中盤",
    "中押し",
    "中押",
    "不计点",
    "不計點",
    "불계",
    "R",
    "Resign",
];
const TIMEOUTS: [&str; 7] = ["超时", "超時", "時間切れ", "時間", "시간", "T", "Time"];

/// Words for a win, and signs between the parts of a result.
const WON: [char; 3] = ['胜', '勝', '승'];
const SIGNS: [char; 4] = ['+', ' ', 'ち', '方'];

/// Units of one point. A stone (子) is two points.
const POINTS: [&str; 6] = ["目", "点", "點", "집", "moku", "points"];

/// Returns a value in the form of FF[4]. Returns `None` if a part is unknown, or if the value already has this form.
///
/// `1974.04.09` -> `1974-04-09`, `黑中盘胜` -> `B+R`, `6.5目` -> `6.5`, `3.75子` -> `7.5`.
pub(super) fn in_form(id: Id, text: &str) -> Option<String> {
    let text = text.trim();
    let found = match id {
        Id::Date => date(text),
        Id::Result => result(text),
        Id::Komi => points(text.trim_start_matches(['黑', '黒', '贴', '貼'])),
        _ => None,
    };
    found
        .or_else(|| repair(id, text))
        .filter(|form| form != text)
}

/// Returns a date with the year first: `2020/5/7` -> `2020-05-07`, `1974.04.09,10` -> `1974-04-09,10`. Other orders are
/// left alone, because `5/7/2020` can be May or July.
fn date(text: &str) -> Option<String> {
    let text = text.trim_end_matches('.').replace(['年', '月'], ".");
    let text = text.replace(['日', ' '], "");
    let mut parts = text.trim_end_matches('.').split(',');
    let mut dates = day_of_year(parts.next()?)?;
    for day in parts {
        dates = format!("{dates},{:02}", number(day, 31)?);
    }
    Some(dates)
}

/// Returns a day or a month with its year: `20200507` and `2020.5.7` -> `2020-05-07`, `1974.4` -> `1974-04`.
fn day_of_year(text: &str) -> Option<String> {
    let is_compact = text.len() == 8 && number(text, 99_999_999).is_some();
    let separator = if text.contains('/') { '/' } else { '.' };
    let fields: Vec<&str> = match (text.get(..4), text.get(4..6), text.get(6..)) {
        (Some(year), Some(month), Some(day)) if is_compact => vec![year, month, day],
        _ => text.split(separator).collect(),
    };
    match *fields.as_slice() {
        [year, month, day] if year.len() == 4 => {
            let (year, month) = (number(year, 9999)?, number(month, 12)?);
            Some(format!("{year:04}-{month:02}-{:02}", number(day, 31)?))
        }
        // `2011/12` can be the years of a season.
        [year, month] if year.len() == 4 && separator == '.' => Some(format!(
            "{:04}-{:02}",
            number(year, 9999)?,
            number(month, 12)?
        )),
        _ => None,
    }
}

/// Parses a number from 1 to `limit` that has only digits.
fn number(text: &str, limit: u32) -> Option<u32> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| is_number)?;
    (1..=limit).contains(&number).then_some(number)
}

/// Parses a result of an Asian server: `W+12.5点` -> `W+12.5`, `白胜3.5目` -> `W+3.5`, `黑中盘胜` -> `B+R`, `和棋` -> `0`.
fn result(text: &str) -> Option<String> {
    let text = text.trim_end_matches(['.', '。']).trim_end();
    if DRAWS.contains(&text) {
        return Some("0".to_owned());
    }
    if VOIDS.contains(&text) {
        return Some("Void".to_owned());
    }
    let (winner, rest) = match text.chars().next()? {
        sign @ ('黑' | '黒' | '흑') => ("B", text.strip_prefix(sign)?),
        sign @ ('白' | '백') => ("W", text.strip_prefix(sign)?),
        _ => {
            let (winner, rest) = text.split_once('+')?;
            (["B", "W"].into_iter().find(|color| *color == winner)?, rest)
        }
    };
    let margin: String = rest
        .chars()
        .filter(|c| !WON.contains(c) && !SIGNS.contains(c))
        .collect();
    let margin = match margin.as_str() {
        "" if rest.contains(WON) => String::new(),
        word if RESIGNATIONS.contains(&word) => "R".to_owned(),
        word if TIMEOUTS.contains(&word) => "T".to_owned(),
        number => points(number)?,
    };
    Some(format!("{winner}+{margin}"))
}

/// Returns a number of points: `6,5目` and `6目半` -> `6.5`, `3又3/4子` -> `7.5`.
fn points(text: &str) -> Option<String> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let whole = text.strip_suffix(['半', '반']);
    let half = if whole.is_some() { 50 } else { 0 };
    let whole = whole.unwrap_or(&text);
    let (number, factor) = if let Some(stones) = whole.strip_suffix('子') {
        (stones, 2)
    } else {
        let mut units = POINTS.iter().filter_map(|unit| whole.strip_suffix(unit));
        (units.next().unwrap_or(whole), 1)
    };
    let hundredths = factor * (hundredths(number)? + half);
    let (whole, part) = (hundredths / 100, hundredths % 100);
    Some(match part {
        0 => whole.to_string(),
        part if part % 10 == 0 => format!("{whole}.{}", part / 10),
        part => format!("{whole}.{part:02}"),
    })
}

/// Returns the hundredths of a number: `3又3/4` and `3.75` -> 375, `半` -> 50.
fn hundredths(number: &str) -> Option<u32> {
    if matches!(number, "半" | "반") {
        return Some(50);
    }
    if let Some((whole, fraction)) = number.split_once('又') {
        return Some(digits(whole)? * 100 + quarters(fraction)?);
    }
    if number.contains('/') {
        return quarters(number);
    }
    let (whole, part) = number.split_once(['.', ',']).unwrap_or((number, "0"));
    let part = match part.trim_end_matches('0') {
        "" if !part.is_empty() => 0,
        tenths if tenths.len() == 1 => 10 * digits(tenths)?,
        part if part.len() == 2 => digits(part)?,
        _ => return None,
    };
    Some(digits(whole)? * 100 + part)
}

/// Returns up to four digits as a number.
fn digits(text: &str) -> Option<u32> {
    let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

fn quarters(fraction: &str) -> Option<u32> {
    Some(match fraction {
        "1/4" => 25,
        "1/2" => 50,
        "3/4" => 75,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_get_the_form_of_ff4() {
        for (id, text, expected) in [
            (Id::Date, "1974.04.09", Some("1974-04-09")),
            (Id::Date, "1974.04.09,10", Some("1974-04-09,10")),
            (Id::Date, "2014. 3. 9.", Some("2014-03-09")),
            (Id::Date, "1974.4", Some("1974-04")),
            (Id::Date, "1974.12", Some("1974-12")),
            (Id::Date, "1974.13", None),
            (Id::Date, "1974.0", None),
            (Id::Date, "1974.12.31,32", None),
            (Id::Date, "197.4", None),
            (Id::Date, "19740", None),
            (Id::Date, "2020/5/7", Some("2020-05-07")),
            (Id::Date, "20200507", Some("2020-05-07")),
            (Id::Date, "2020年5月7日", Some("2020-05-07")),
            (Id::Date, "5/7/2020", None),
            (Id::Date, "2011/12", None),
            (Id::Date, "1974.13.09", None),
            (Id::Date, "2020-05-07", None),
            (Id::Date, "12345678", None),
            (Id::Result, "黑中盘胜", Some("B+R")),
            (Id::Result, "黒中押し勝ち", Some("B+R")),
            (Id::Result, "白胜3.5目", Some("W+3.5")),
            (Id::Result, "白1目半勝ち", Some("W+1.5")),
            (Id::Result, "黑胜3又3/4子", Some("B+7.5")),
            (Id::Result, "黑胜1/4子", Some("B+0.5")),
            (Id::Result, "白半目勝", Some("W+0.5")),
            (Id::Result, "黑胜", Some("B+")),
            (Id::Result, "白超时胜", Some("W+T")),
            (Id::Result, "흑불계승", Some("B+R")),
            (Id::Result, "和棋", Some("0")),
            (Id::Result, "无胜负", Some("Void")),
            (Id::Result, "W+12.5点", Some("W+12.5")),
            (Id::Result, "W+12.05点", Some("W+12.05")),
            (Id::Result, "B+R.", Some("B+R")),
            (Id::Result, "B+R", None),
            (Id::Result, "Jigo", Some("0")),
            (Id::Result, "黑 perhaps", None),
            (Id::Result, "黑负", None),
            (Id::Result, "黑", None),
            (Id::Komi, "6,5", Some("6.5")),
            (Id::Komi, "6.5目", Some("6.5")),
            (Id::Komi, "6目半", Some("6.5")),
            (Id::Komi, "3.75子", Some("7.5")),
            (Id::Komi, "黑贴3又3/4子", Some("7.5")),
            (Id::Komi, "half", Some("0.5")),
            (Id::Komi, "六目半", None),
            (Id::Komi, "半", None),
            (Id::Date, "1974.4.32", None),
            (Id::Date, "1974.4.0", None),
            (Id::Date, "0000.4.1", None),
            (Id::Date, "20201301", None),
            (Id::Date, "20201231", Some("2020-12-31")),
            (Id::Result, "白3", Some("W+3")),
            (Id::Result, "W+12.5点。", Some("W+12.5")),
            (Id::Komi, "9999目", Some("9999")),
            (Id::Komi, "12345目", None),
            (Id::Komi, "6.50目", Some("6.5")),
            (Id::Komi, "6.0目", Some("6")),
            (Id::Komi, "6.目", None),
            (Id::Komi, "6.555目", None),
            (Id::Komi, "2又1/2子", Some("5")),
            (Id::Komi, "2又1/3子", None),
        ] {
            assert_eq!(in_form(id, text).as_deref(), expected, "{text}");
        }
    }
}
