//! What texts mean: lines, letters, numbers, dates and results.

/// Makes one sign of each line break: LF, CR, LFCR and CRLF are one.
pub(super) fn lines(text: &str) -> String {
    text.replace("\r\n", "\n")
        .replace("\n\r", "\n")
        .replace('\r', "\n")
}

/// Returns the label of the point of L with this number, from 0: A to Z, a to z, AA and so on.
pub(super) fn letters(number: usize) -> String {
    let letter =
        |first: u8, place: usize| char::from(first + u8::try_from(place % 26).unwrap_or(0));
    match number {
        0..26 => letter(b'A', number).to_string(),
        26..52 => letter(b'a', number).to_string(),
        _ => [letter(b'A', (number - 52) / 26), letter(b'A', number)]
            .iter()
            .collect(),
    }
}

/// Returns a number without a sign and zeros that say nothing; none for other texts. Komi has halves
/// (Ishi specification, KOMI: `5 1/2`).
pub(super) fn number(text: &str) -> Option<String> {
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

/// Returns the seconds of a time limit: a whole number of hours, minutes or seconds.
pub(super) fn seconds(text: &str) -> Option<u32> {
    let (amount, unit) = text.trim().split_once(' ').unwrap_or((text, "seconds"));
    let unit = match unit.trim().trim_end_matches('s') {
        "hour" => 3600,
        "minute" => 60,
        "second" => 1,
        _ => return None,
    };
    amount.trim().parse::<u32>().ok()?.checked_mul(unit)
}

/// Year, month and day.
pub(super) type Day = (u32, u32, u32);

/// Reads one full date: `1990-03-08`, or year, day and the English name of the month in any order.
pub(super) fn day(text: &str) -> Option<Day> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let &[a, b, c] = words.as_slice() else {
        return None;
    };
    if let (4, 2, 2, Ok(year), Ok(month), Ok(day)) =
        (a.len(), b.len(), c.len(), a.parse(), b.parse(), c.parse())
    {
        return Some((year, month, day));
    }
    let year = words
        .iter()
        .find(|word| word.len() == 4 && word.parse::<u32>().is_ok())?;
    let month = words.iter().find_map(|word| month(word))?;
    let day = words.iter().find_map(|word| {
        let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        digits.parse().ok().filter(|day| (1..=31).contains(day))
    })?;
    Some((year.parse().ok()?, month, day))
}

fn month(word: &str) -> Option<u32> {
    let start = word.get(..3)?.to_ascii_lowercase();
    let place = "jan feb mar apr may jun jul aug sep oct nov dec".find(&start)?;
    u32::try_from(place / 4 + 1).ok()
}

/// Reads a result: who won, `B` or `W` or `0`, and by what: a number, `R`, `T`, `F` or nothing.
pub(super) fn result(text: &str) -> Option<(char, String)> {
    let low = text.trim().trim_end_matches('.').to_ascii_lowercase();
    if matches!(low.as_str(), "0" | "draw" | "jigo") {
        return Some(('0', String::new()));
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

/// Writes the rank at the end of a name in one way: `6d` for `6-dan`, `6 dan` and so on.
pub(super) fn ranked(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    let low = text.to_ascii_lowercase();
    for (word, letter) in [("dan", 'd'), ("kyu", 'k'), ("d", 'd'), ("k", 'k')] {
        let before = low
            .strip_suffix(word)
            .unwrap_or("")
            .trim_end_matches(['-', ' ']);
        if before.ends_with(|c: char| c.is_ascii_digit()) {
            return format!("{}{letter}", text.get(..before.len()).unwrap_or(""));
        }
    }
    text
}
