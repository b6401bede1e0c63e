//! The meaning of the values of headers: numbers, time limits, dates, results and ranks.

use crate::form::Facts;
use crate::ishi::headers;
use crate::letters::spelled;
use crate::words::signs;

/// Returns a number without a plus sign and without meaningless zeros: `+06.50` -> `6.5`. Returns `None` for
/// other texts. Komi has halves (Ishi specification, KOMI: `5 1/2`).
pub(crate) fn number(text: &str) -> Option<String> {
    let text = text.trim().replace(" 1/2", ".5");
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(&text)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(part) {
        return None;
    }
    let (whole, part) = (whole.trim_start_matches('0'), part.trim_end_matches('0'));
    let whole = if whole.is_empty() { "0" } else { whole };
    let zero = [whole, part].concat() == "0";
    let sign = if zero { "" } else { sign };
    Some(format!("{sign}{whole}.{part}"))
}

/// Returns the seconds of a time limit: a number of seconds, or hours, minutes and seconds in words.
pub(crate) fn seconds(text: &str) -> Option<u32> {
    let text = text.trim().trim_end_matches(" each");
    if let Ok(seconds) = text.parse() {
        return Some(seconds);
    }
    let (mut seconds, mut rest) = (0_u32, text);
    while !rest.is_empty() {
        let letters = rest.find(|c: char| !c.is_ascii_digit())?;
        let (amount, after) = rest.split_at_checked(letters)?;
        let after = after.trim_start();
        let end = after.find(|c: char| !c.is_ascii_alphabetic());
        let (unit, after) = after.split_at_checked(end.unwrap_or(after.len()))?;
        let unit = match unit.to_ascii_lowercase().as_str() {
            "h" | "hr" | "hrs" | "hour" | "hours" => 3600,
            "m" | "min" | "mins" | "minute" | "minutes" => 60,
            "s" | "sec" | "secs" | "second" | "seconds" => 1,
            _ => return None,
        };
        seconds = seconds.checked_add(amount.parse::<u32>().ok()?.checked_mul(unit)?)?;
        rest = after.trim_start();
    }
    (!text.is_empty()).then_some(seconds)
}

/// Returns a number, or the seconds of a clock: `0:07:42`.
pub(crate) fn amount(text: &str) -> Option<String> {
    let mut fields = text.trim().split(':');
    let seconds = fields.try_fold(0, |all: u32, field| {
        all.checked_mul(60)?.checked_add(field.parse().ok()?)
    });
    let seconds = seconds.or_else(|| self::seconds(text));
    seconds.map_or_else(|| number(text), |seconds| number(&seconds.to_string()))
}

/// Returns whether a value has the form that `FF[4]` prescribes for the property. A value that has
/// another form is not written as that property.
pub(crate) fn is_of_its_type(ident: &str, text: &str) -> bool {
    match ident {
        "KM" => number(text).is_some(),
        "HA" | "TM" => number(text).is_some_and(|number| !number.starts_with('-')),
        _ => true,
    }
}

/// A date: the year, then month and day if they are known.
type Day = (u32, Option<u32>, Option<u32>);

/// Returns whether two texts have the same dates; `None` if one of them is not understood. Each text is
/// in the form of `FF[4]` or in English words.
pub(crate) fn same_dates(first: &str, second: &str) -> Option<bool> {
    let read = |text: &str| {
        let dates = |line| {
            iso(line)
                .or_else(|| english(line))
                .or_else(|| two_days(line))
        };
        let lines = text.lines().map(dates);
        lines
            .collect::<Option<Vec<_>>>()
            .map(|lines| lines.concat())
    };
    match (read(first), read(second)) {
        (Some(first), Some(second)) => Some(first == second),
        // Of a date that is not certain the year is left.
        (None, Some(known)) if matches!(known[..], [(_, None, None)]) => {
            let figures = first.split(|c: char| !c.is_ascii_digit());
            let years = figures.filter(|figures| figures.len() == 4);
            let mut years: Vec<Day> = years
                .filter_map(|year| Some((year.parse().ok()?, None, None)))
                .collect();
            years.dedup();
            Some(years == known)
        }
        _ => None,
    }
}

/// Reads `1990-03-08,09,04-01`, and the `2017.08.25 23:12` of servers.
fn iso(text: &str) -> Option<Vec<Day>> {
    let hour = text.split_once(' ').filter(|(_, hour)| hour.contains(':'));
    let text = hour.map_or(text, |(day, _)| day).replace('.', "-");
    let mut days: Vec<Day> = Vec::new();
    for part in text.split(',').map(|part| part.trim_end_matches('-')) {
        let numbers = part.split('-').map(|digits| {
            let fits = matches!(digits.len(), 2 | 4) && digits.bytes().all(|b| b.is_ascii_digit());
            digits.parse().ok().filter(|_| fits)
        });
        let numbers: Vec<u32> = numbers.collect::<Option<_>>()?;
        let last = days.last().copied();
        days.push(match (numbers.as_slice(), last) {
            ([year], _) if part.len() == 4 => (*year, None, None),
            ([year, month], _) if part.len() == 7 => (*year, Some(*month), None),
            ([year, month, day], _) => (*year, Some(*month), Some(*day)),
            ([month, day], Some((year, ..))) => (year, Some(*month), Some(*day)),
            ([day], Some((year, month, Some(_)))) => (year, month, Some(*day)),
            ([month], Some((year, Some(_), None))) => (year, Some(*month), None),
            _ => return None,
        });
    }
    Some(days)
}

/// Reads a date with the English name of its month, in any order, and days with a hyphen between.
fn english(text: &str) -> Option<Vec<Day>> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '.' | '/'));
    let (mut year, mut month, mut days) = (None, None, Vec::new());
    let is_weekday = |word: &str| word.ends_with("day");
    for word in words.filter(|word| !word.is_empty() && !is_weekday(word)) {
        let letters = |c: char| c.is_ascii_alphabetic();
        let number = |text: &str| {
            let digits = text.trim_end_matches(letters);
            digits
                .parse::<u32>()
                .ok()
                .map(|number| (number, digits.len()))
        };
        if let Some(found) = month_of(word) {
            (month.is_none()).then_some(())?;
            month = Some(found);
        } else if let Some((figures, 2)) = word.strip_prefix('\'').and_then(number) {
            year = Some(1900 + figures);
        } else if let Some((from, to)) = word.split_once('-') {
            let (from, to) = (number(from)?.0, number(to)?.0);
            (from < to && to <= 31).then_some(())?;
            days.extend(from..=to);
        } else {
            match number(word)? {
                (number, 4) if year.is_none() => year = Some(number),
                (number, 1 | 2) if (1..=31).contains(&number) => days.push(number),
                _ => return None,
            }
        }
    }
    let (year, long) = (year?, !matches!(month, Some(2)));
    (long || days.iter().all(|day| *day < 30)).then_some(())?;
    match month {
        None => days.is_empty().then(|| vec![(year, None, None)]),
        Some(month) if days.is_empty() => Some(vec![(year, Some(month), None)]),
        Some(month) => {
            let days = days.into_iter().map(|day| (year, Some(month), Some(day)));
            Some(days.collect())
        }
    }
}

/// Reads the last day of a month and the first of the next one: `31 December 1989 - 1 January 1990`.
fn two_days(text: &str) -> Option<Vec<Day>> {
    let (last, first) = text.split_once(" - ")?;
    let days = [english(last)?, english(first)?].concat();
    let are_two = matches!(days.as_slice(), [(_, _, Some(28..)), (_, _, Some(1))]);
    are_two.then_some(days)
}

fn month_of(word: &str) -> Option<u32> {
    let start = word.get(..3)?.to_ascii_lowercase();
    let letters = word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let place = "jan feb mar apr may jun jul aug sep oct nov dec".find(&start)?;
    letters.then_some(u32::try_from(place / 4 + 1).ok()?)
}

/// Takes the headers of Ishi that are lines of the comment in the other text out of both.
pub(crate) fn take_headers(ishi: &mut Facts, other: &mut Facts) {
    let Some(comment) = other.get("C").cloned() else {
        return;
    };
    let mut lines: Vec<&str> = comment.lines().collect();
    for (ident, keyword) in headers() {
        if !matches!(ident, "DT" | "RE" | "KM" | "HA") {
            continue;
        }
        let Some(text) = ishi.get(ident).cloned() else {
            continue;
        };
        let unread = |line: &&str| {
            let shown = signs(&format!("{keyword} {line}"));
            let is_shown = |line: &&str| line.split_whitespace().eq(shown.split_whitespace());
            let place = lines.iter().position(is_shown);
            place.map(|place| lines.remove(place)).is_none()
        };
        let read: Vec<&str> = text.lines().filter(unread).collect();
        if read.is_empty() && !other.contains_key(ident) {
            ishi.remove(ident);
        } else {
            ishi.insert(ident, read.join("\n"));
        }
    }
    if lines.is_empty() {
        other.remove("C");
    } else {
        other.insert("C", lines.join("\n"));
    }
}

/// Takes the overtime of SGF out of both texts if the line of Ishi has it after the time limit. Without a
/// time limit the overtime is the line.
pub(crate) fn take_overtime(ishi: &mut Facts, other: &mut Facts) {
    let Some(overtime) = other.remove("OT") else {
        return;
    };
    if !other.contains_key("TM") {
        other.insert("TM", overtime);
        return;
    }
    let line = ishi.get("TM").cloned().unwrap_or_default();
    if let Some(limit) = line.strip_suffix(overtime.as_str()) {
        let limit = limit.trim_end().trim_end_matches("then");
        let limit = limit.trim_end_matches([',', '+', ' ']);
        ishi.insert("TM", limit.to_owned());
        return;
    }
    let parts = [", ", " + "]
        .iter()
        .find_map(|between| line.split_once(between));
    if let Some((limit, rest)) = parts.filter(|(limit, _)| seconds(limit).is_some()) {
        ishi.insert("TM", limit.to_owned());
        if overtime.is_ascii() || !spelled(&overtime, rest) {
            ishi.insert("OT", rest.to_owned());
            other.insert("OT", overtime);
        }
    }
}

/// Leaves out overtime, because each program writes it in another form.
pub(crate) fn leave_out_overtime(facts: &mut Facts) {
    facts.remove("OT");
    if let Some(limit) = facts.get_mut("TM") {
        let end = limit.find(['(', '+', ',']).filter(|end| *end > 0);
        let end = end.unwrap_or(limit.len());
        *limit = limit.get(..end).unwrap_or("").trim().to_owned();
    }
}

/// Reads a result: the winner, `B` or `W`, `0` for a draw or `-` for no result, and the margin: a number, `R`, `T`, `F` or an
/// empty text.
pub(crate) fn result(text: &str) -> Option<(char, String)> {
    let low = text.trim().trim_end_matches('.').to_ascii_lowercase();
    if matches!(low.as_str(), "0" | "draw" | "jigo") {
        return Some(('0', String::new()));
    }
    if matches!(low.as_str(), "void" | "no result") {
        return Some(('-', String::new()));
    }
    if let Some((winner, by)) = low.split_once('+') {
        let winner = match winner.trim() {
            "b" | "black" => 'B',
            "w" | "white" => 'W',
            _ => return None,
        };
        return Some((winner, reason(by.trim())?));
    }
    let mut words = low.split_whitespace();
    let (who, other) = match words.next()? {
        "black" => ('B', 'W'),
        "white" => ('W', 'B'),
        _ => return None,
    };
    match (words.next()?, words.next(), words.next(), words.next()) {
        ("resigns" | "resigned", ..) => Some((other, "R".to_owned())),
        ("by", Some(by), None, _) => Some((who, reason(by)?)),
        ("wins" | "won", None, ..) => Some((who, String::new())),
        ("wins" | "won", Some("by" | "on"), Some(by), None | Some("point" | "points")) => {
            Some((who, reason(by)?))
        }
        _ => None,
    }
}

fn reason(by: &str) -> Option<String> {
    Some(match by {
        "" => String::new(),
        "r" | "resign" | "resignation" => "R".to_owned(),
        "t" | "time" => "T".to_owned(),
        "f" | "forfeit" => "F".to_owned(),
        by => number(by)?,
    })
}

/// Writes the rank of a professional, as the servers of East Asia name it, as `8p`: `P8段`. In a charset that is not
/// decoded, or that was guessed wrong, the last letter is another one, or its sound in ASCII.
fn professional(text: &str) -> Option<String> {
    let (name, rank) = text.rsplit_once(' ')?;
    let rank = rank.strip_prefix('P')?;
    let dan = rank.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = rank.strip_suffix(dan).filter(|digits| !digits.is_empty())?;
    let is_dan = |c: char| "段단".contains(c) || c >= '\u{F0000}' || c.is_ascii_alphabetic();
    let is_rank = !dan.is_empty() && dan.chars().all(is_dan);
    is_rank.then(|| format!("{name} {digits}p"))
}

/// The words for ranks, with the letter of each.
const RANKS: &str = "dan=d kyu=k d=d k=k p=p 段=d 단=d 级=k 級=k 급=k";

/// Writes the rank at the end of a name in one way: `6d` for `6-dan`, `6 dan` and so on.
pub(crate) fn ranked(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    let low = text.to_ascii_lowercase();
    if let Some(text) = professional(&text) {
        return text;
    }
    for (word, letter) in RANKS.split(' ').filter_map(|pair| pair.split_once('=')) {
        let before = low
            .strip_suffix(word)
            .unwrap_or("")
            .trim_end_matches(['-', ' ']);
        let rank = before.rsplit(' ').next().unwrap_or("");
        let is_rank = !rank.is_empty() && rank.bytes().all(|byte| byte.is_ascii_digit());
        if is_rank || word.is_ascii() && rank.ends_with(|c: char| c.is_ascii_digit()) {
            return format!("{}{letter}", text.get(..before.len()).unwrap_or(""));
        }
    }
    text
}
