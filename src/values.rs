//! Values of game information as typed data: dates, results, numbers, time limits, ranks, rules.
//!
//! Each type is read from what people write in English (Ishi, section 5.2; Smart-Go's free text)
//! and from the forms of SGF FF[4], and is written in both. A text is understood as a whole or
//! not at all: no value is ever guessed from a part of it.

mod date;
mod decimal;
mod handicap;
mod rank;
mod result;
mod rules;
mod time;

pub use date::{Date, Dates};
pub use decimal::Decimal;
pub use handicap::Handicap;
pub use rank::{Rank, join_player, split_player};
pub use result::{GameResult, Margin};
pub use rules::Rules;
pub use time::TimeLimit;

use pest::Parser as _;
use pest::iterators::Pairs;

use grammar::{Grammar, Rule};

/// What the grammar defines; its own documentation describes the rules.
mod grammar {
    /// The parser of all values.
    #[derive(pest_derive::Parser)]
    #[grammar = "grammars/values.pest"]
    pub struct Grammar;
}

/// Longer texts are no values of these types. The limit keeps backtracking and lists short.
const LONGEST: usize = 1000;

/// Matches a whole text with an entry rule and returns what is inside, none if it does not match.
fn parse(rule: Rule, text: &str) -> Option<Pairs<'_, Rule>> {
    let text = text.trim();
    if text.len() > LONGEST {
        return None;
    }
    let mut pairs = Grammar::parse(rule, text).ok()?;
    Some(pairs.next()?.into_inner())
}
