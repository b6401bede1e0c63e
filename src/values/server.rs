//! Clocks as Chinese, Japanese and Korean servers and people write them.

use super::Decimal;

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
