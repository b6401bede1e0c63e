//! Values as Chinese, Japanese and Korean servers and people write them, for example `黑中盘胜`, `黒6目半`, `3時間`.

use std::borrow::Cow;

use super::{Certainty, Decimal, GameResult, LONGEST, Margin};
use crate::model::Color;

/// Words for a draw, and for a game without a result.
const DRAWS: &str = "和棋 和局 平局 持碁 持棋 ジゴ 무승부 빅";
const VOIDS: &str = "无胜负 無勝負 无效 無効 무효";

/// The names of the players, a longer name first. The first player (先番) is Black.
const BLACK: &str = "黑方 黑棋 黑番 黒番 黑 黒 흑번 흑 先番 B+ b+";
const WHITE: &str = "白方 白棋 白番 白 백번 백 W+ w+";

/// Words for a win, for a defeat, and for a resignation of the player who is named.
const WON: &str = "胜利 勝ち 胜 勝 승";
const LOST: &str = "負け 负 負 敗 败 패";
const RESIGNED: &str = "认输 認輸 投了 投子";

/// How a game ended if it was not counted.
const RESIGNATIONS: &str = "中盘 中盤 中押し 中押 不计点 不計點 불계 R Resign";
const TIMEOUTS: &str = "超时 超時 時間切れ 時間 时间 用时 시간 T Time";
const FORFEITS: &str = "反則 反则 犯规 犯規 不戦 不战 不戰 弃权 棄権 반칙 기권";

/// Units of one point. A stone (子) is two points.
const POINTS: &str = "目 点 點 집 moku points point";

/// Words before a komi, and before a handicap.
const KOMI: &str = "黑 黒 흑 先番 贴目 貼目 贴 貼 コミ 덤";
const HANDICAP: &str = "让 讓 置";

/// Units of time.
const HOURS: &str = "時間 小时 小時 시간 时";
const MINUTES: &str = "分钟 分鐘 分間 分 분";
const SECONDS: &str = "秒 초";

fn is_one(text: &str, words: &str) -> bool {
    words.split(' ').any(|word| word == text)
}

/// Returns a text without the first of the words that it starts with.
fn after<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    words.split(' ').find_map(|word| text.strip_prefix(word))
}

/// Returns a text without the first of the words that it ends with.
fn before<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    words.split(' ').find_map(|word| text.strip_suffix(word))
}

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

/// Reads a result: `黒中押し勝ち` -> `B+R`, `白3.5目胜` -> `W+3.5`, `W+12.5点` -> `W+12.5`, `257手完, 黒中押し勝ち` -> `B+R` with
/// the number of moves as further words.
pub(super) fn result(text: &str) -> Option<(GameResult, Certainty)> {
    let text = plain(text)?;
    if let Some(result) = without_moves(&text) {
        return Some((result, Certainty::Part));
    }
    decided(&dense(&text)?)
}

/// Returns a text without blanks, unless one is between two digits.
fn dense(text: &str) -> Option<String> {
    let mut dense = String::new();
    for word in text.split_whitespace() {
        let is_digit = |c: char| c.is_ascii_digit();
        if dense.ends_with(is_digit) && word.starts_with(is_digit) {
            return None;
        }
        dense.push_str(word);
    }
    Some(dense)
}

/// Reads a result with the number of moves before it: `294수 흑0.5집승`, `157手まで白中押し勝ち`, `共226手 白胜`.
fn without_moves(text: &str) -> Option<GameResult> {
    let rest = text.trim_start_matches(['全', '共', '總', '总', '총']);
    let unit = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = after(unit, "手完 手まで 手以下略 手 수").filter(|_| unit.len() < rest.len())?;
    let rest = rest.trim_start_matches([' ', ',', '、', ':', '。']);
    Some(decided(&dense(rest)?)?.0)
}

fn decided(text: &str) -> Option<(GameResult, Certainty)> {
    let whole = |result| Some((result, Certainty::Whole));
    if is_one(text, DRAWS) {
        return whole(GameResult::Draw);
    }
    if is_one(text, VOIDS) {
        return whole(GameResult::Void);
    }
    let black = after(text, BLACK).map(|rest| (Color::Black, rest));
    let (named, rest) = black.or_else(|| Some((Color::White, after(text, WHITE)?)))?;
    let rest = rest.trim_start_matches(['の', '+']);
    let without = |words| after(rest, words).or_else(|| before(rest, words));
    let (words, winner) = match (without(WON), without(LOST)) {
        (Some(words), _) => (words, named),
        (None, Some(words)) => (words, named.opponent()),
        (None, None) if is_one(rest, RESIGNED) => ("R", named.opponent()),
        (None, None) => (rest, named),
    };
    let margin = match words {
        "" if words.len() < rest.len() => Margin::Unsaid,
        _ if is_one(words, RESIGNATIONS) => Margin::Resignation,
        _ if is_one(words, TIMEOUTS) => Margin::Time,
        _ if is_one(words, FORFEITS) => Margin::Forfeit,
        _ => {
            let Some(points) = points(words) else {
                // Without quarters of a stone the unit can be points: only the winner is certain.
                Decimal::parse_sgf(words.strip_suffix('子')?.trim_end_matches('半'))?;
                return Some((GameResult::Win(winner, Margin::Unsaid), Certainty::Part));
            };
            Margin::Points(points)
        }
    };
    whole(GameResult::Win(winner, margin))
}

/// Reads a komi: `黒6目半`, `6.5目`, `贴3又3/4子`.
pub(super) fn komi(text: &str) -> Option<Decimal> {
    let text = plain(text)?;
    let mut rest = text.as_ref();
    while let Some(next) = after(rest, KOMI) {
        rest = next.trim_start();
    }
    points(before(rest, "コミ出し コミ").unwrap_or(rest))
}

/// Reads a number of points: `6,5目` and `6目半` -> 6.5, `3又3/4子` -> 7.5.
fn points(text: &str) -> Option<Decimal> {
    let text = &*dense(text)?;
    if let Some(stones) = text.strip_suffix('子') {
        let stones = stones.replace('又', " ");
        let is_quarters = ["1/4", "3/4", ".25", ".75"]
            .iter()
            .any(|end| stones.ends_with(end));
        // `又` comes after a number of stones.
        let is_whole = is_quarters && !stones.starts_with(' ');
        let stones = Decimal::parse_amount(&stones).filter(|_| is_whole)?;
        // More than 100 stones are a score, not a margin.
        let is_margin = stones.to_string().split('.').next()?.len() <= 2;
        return is_margin.then(|| stones.times(2))?;
    }
    let halved = text.strip_suffix(['半', '반']);
    let whole = halved.unwrap_or(text);
    let number = before(whole, POINTS);
    if matches!(number, Some("半" | "반")) {
        return Decimal::parse_amount("1/2");
    }
    if halved.is_some() && whole.is_empty() {
        return None;
    }
    let number = number.unwrap_or(whole).replace(',', ".");
    let number = Decimal::parse_sgf(&number).filter(|number| !number.is_negative())?;
    let half = halved.map_or(Some(Decimal::ZERO), |_| Decimal::parse_amount("1/2"));
    number.plus(half)
}

/// Reads a handicap: `3子`, `让2子`, `4점`.
pub(super) fn handicap(text: &str) -> Option<String> {
    let text = plain(text)?;
    let count = after(&text, HANDICAP).unwrap_or(&text);
    Some(before(count, "子 目 점 石")?.trim().to_owned())
}

/// Reads a time with units: `3時間` -> 10800, `各90分` -> 5400, `1時間30分` -> 5400.
pub(super) fn time(text: &str) -> Option<Decimal> {
    let text = plain(text)?;
    let mut rest = text.trim_start_matches('各').trim_start();
    let (mut total, mut larger) = (Decimal::ZERO, i64::MAX);
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, name) = rest.split_at_checked(end)?;
        let name = name.trim_start();
        let mut units = [(HOURS, 3600), (MINUTES, 60), (SECONDS, 1)].into_iter();
        let (behind, unit) = units.find_map(|(names, unit)| Some((after(name, names)?, unit)))?;
        if unit >= larger {
            return None;
        }
        larger = unit;
        total = total.plus(Decimal::parse_sgf(number)?.times(unit))?;
        rest = behind.trim_start();
    }
    (larger < i64::MAX).then_some(total)
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
        None => time(period)?,
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
