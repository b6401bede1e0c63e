//! Characters and clocks as Chinese, Japanese and Korean servers and people write them.

use std::borrow::Cow;

use super::{Decimal, LONGEST, TimeLimit};

/// Returns a text without blanks and a full stop at its end, with ASCII instead of full-width characters, and digits for
/// the Chinese numbers up to nine: `６目半。` -> `6目半`.
pub(super) fn plain(text: &str) -> Option<Cow<'_, str>> {
    let text = text.trim();
    if text.len() > LONGEST {
        return None;
    }
    if text.is_ascii() {
        return Some(Cow::Borrowed(text.trim_end_matches('.').trim_end()));
    }
    let plain: String = text.chars().map(plain_char).collect();
    let end = ['.', '。', '!', ' '];
    Some(Cow::Owned(plain.trim().trim_end_matches(end).to_owned()))
}

fn plain_char(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '\u{3000}' | '\u{a0}' => ' ',
        _ => match ('0'..='9')
            .zip("〇一二三四五六七八九".chars())
            .find(|(_, number)| *number == c)
        {
            Some((digit, _)) => digit,
            None => c,
        },
    }
}

/// Reads main time and the overtime after it: `5:00:00(5x1:00)` -> 18000 and `5x60 byo-yomi`, `30:00+30:00/25` -> 1800 and
/// `25/1800 Canadian`.
pub(super) fn with_periods(text: &str) -> Option<(Decimal, String)> {
    let text = text.trim();
    let number = |text: &str| text.trim().parse::<u32>().ok();
    if let Some((main, periods)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        let (count, period) = periods.split_once('x')?;
        let overtime = format!("{}x{} byo-yomi", number(count)?, clock(period)?);
        return Some((clock(main)?, overtime));
    }
    let (main, periods) = text.split_once('+')?;
    let (period, stones) = periods.split_once('/')?;
    let overtime = format!("{}/{} Canadian", number(stones)?, clock(period)?);
    Some((clock(main)?, overtime))
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

/// Returns the seconds of a clock of at most 1000 hours: `1:30:00` -> 5400, `1:00` -> 60.
pub(super) fn clock(text: &str) -> Option<Decimal> {
    let fields = text.trim().split(':').map(|field| field.parse().ok());
    let fields: Vec<u32> = fields.collect::<Option<_>>()?;
    let seconds = match *fields.as_slice() {
        [hours @ 0..=1000, minutes @ 0..60, seconds @ 0..60] => {
            3600 * hours + 60 * minutes + seconds
        }
        [minutes @ 0..=60_000, seconds @ 0..60] => 60 * minutes + seconds,
        _ => return None,
    };
    Some(seconds.into())
}
