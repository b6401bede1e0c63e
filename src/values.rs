//! Values of game information as typed data: dates, results, numbers, time limits, ranks, rules.
//!
//! Each type is read from English text (Ishi, section 5.2; Smart-Go's free text), from the words of Chinese, Japanese and
//! Korean servers, and from the forms of SGF `FF[4]`, and is written in English and in SGF. This is the only place that
//! understands such texts: all readers, checks and fixes ask here. [`Certainty`] says how well a text is understood.

mod date;
mod decimal;
mod handicap;
mod komi;
mod rank;
mod result;
mod round;
mod rules;
mod server;
pub mod summary;
mod time;
mod understand;

pub use date::Dates;
pub use decimal::Decimal;
pub(crate) use decimal::is_unsigned_real;
pub use handicap::Handicap;
pub(crate) use handicap::handicap_points;
pub(crate) use komi::{FOX, MeantKomi, is_fox, komi_in_points};
pub use rank::{Rank, join_player, split_player};
pub use result::{GameResult, Margin};
pub use round::{join_round, split_round};
pub(crate) use rules::{ishi_rules, usual_rules};
pub use time::TimeLimit;
pub(crate) use time::overtime_of_periods;
#[cfg(test)]
pub(crate) use understand::in_form;
pub use understand::{Understood, understand};
pub(crate) use understand::{is_prescribed, leading, likely};

use std::borrow::Cow;

use pest::Parser as _;
use pest::iterators::Pairs;

use ishi_grammars::values::{Grammar, Rule};

/// Longer texts are not values of these types. The limit keeps backtracking and lists short.
const LONGEST: usize = 1000;

/// Matches a whole text with an entry rule, and returns the pairs inside. Returns `None` without a match.
fn parse(rule: Rule, text: &str) -> Option<Pairs<'_, Rule>> {
    let text = text.trim();
    if text.len() > LONGEST {
        return None;
    }
    let mut pairs = Grammar::parse(rule, text).ok()?;
    Some(pairs.next()?.into_inner())
}

/// How well a value is understood. The severity of its fix follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// All of it, with one meaning, so that its words are no content: a fix is safe.
    Whole,
    /// It has one meaning, but says more: `W+R (186 moves)`. A fix is a guess, because it loses words.
    Part,
    /// It has two meanings, and the first one is likely: `30:00`. A fix is a guess.
    Doubtful,
}

/// Returns a text without blanks and a full stop at its end, with ASCII instead of full-width characters, and digits for
/// the Chinese numbers up to nine: `６目半。` -> `6目半`.
fn plain(text: &str) -> Option<Cow<'_, str>> {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::Id;

    fn read_all(text: &str) {
        Dates::parse(text);
        Dates::parse_sgf(text);
        GameResult::parse(text);
        GameResult::parse_sgf(text);
        Decimal::parse_komi(text);
        Decimal::parse_sgf(text);
        TimeLimit::parse(text);
        TimeLimit::parse_with_overtime(text);
        for id in [Id::Komi, Id::TimeLimit, Id::Handicap, Id::Result, Id::Date] {
            understand(id, text);
        }
        Handicap::parse(text);
        split_player(text);
        split_round(text);
    }

    #[test]
    fn long_texts_are_read_or_refused() {
        for piece in [
            " ",
            "1 ",
            "1,",
            "1-2,",
            "May ",
            "May 1,",
            "1 May,",
            "May-",
            "1990 ",
            "1990 and ",
            "1h",
            "1 and ",
            "1h, ",
            "1h,x",
            "1:",
            "B",
            "half a ",
            "3-",
            "may 1 and 2 and may 3, ",
            "1手",
            "黑",
            "1時間",
            "12:00 ",
            "1990.",
        ] {
            for length in [LONGEST, 1_000_000] {
                let text = piece.repeat(length / piece.len());
                read_all(&text);
                read_all(&format!("{}x", text.trim_end()));
            }
        }
    }

    proptest! {
        #[test]
        fn every_text_is_read_or_refused(text in "\\PC{0,30}|[0-9A-Za-z ,./:+-]{0,20}") {
            read_all(&text);
        }

        #[test]
        fn dates_are_read_as_they_are_written(text in "[0-9]{1,4}[-/. ]([0-9]{1,2}|May|March)[-/., ]{1,2}[0-9]{1,4}") {
            if let Some(dates) = Dates::parse(&text) {
                prop_assert_eq!(Dates::parse_sgf(&dates.sgf()), Some(dates));
            }
        }
    }
}
