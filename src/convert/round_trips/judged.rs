//! The oracle compares the results of generated records with their sources, there and back.

#[path = "../../../tests/judge/mod.rs"]
mod judge;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use self::judge::Converted;
use super::{ishi_text, orderly_ishi_text, sgf_headers, smart_go_text};
use crate as library;
use crate::collection;
use crate::convert::ConvertError;
use crate::format::Format;
use crate::format::charset::Charset;
use crate::model::Game;
use crate::source::SourceOptions;
use crate::testing;

/// The verdict of the oracle on the records of a generator.
#[derive(Default)]
struct Tally {
    games: usize,
    /// How many games were compared in all fields.
    whole: usize,
    /// The shortest example of each kind of disagreement.
    disagreements: BTreeMap<String, String>,
}

impl Tally {
    /// Converts a record to each format and back.
    fn judge(&mut self, format: Format, bytes: &[u8]) {
        for &to in Format::ALL {
            let options = SourceOptions {
                format: Some(format),
                // Few letters do not tell it.
                charset: Some(Charset::Utf8),
                ..SourceOptions::default()
            };
            let converted = match Converted::new(bytes, options, to) {
                Err(ConvertError::Refused(_) | ConvertError::NoGame) => {
                    continue;
                }
                converted => converted.expect("a record"),
            };
            let home = converted.home(bytes).expect("a result that is a record");
            let ways = [("", Some(converted.verdict(bytes))), (" and home", home)];
            for (back, verdict) in ways {
                let Some(verdict) = verdict else { continue };
                // A rank comes home in its usual wording: `3-dan` for `3d`.
                let is_worded = |field: &str| !back.is_empty() && field == "names";
                let found = verdict.disagreements.iter();
                for found in found.filter(|found| !is_worded(&found.field.to_string())) {
                    let [source, result] = [bytes, converted.result.as_slice()]
                        .map(|bytes| String::from_utf8_lossy(bytes).into_owned());
                    let example = format!("{found}\n{source}\n--- {to}:\n{result}");
                    let kind = format!("{format} to {to}{back}, {}", found.field);
                    let shortest = self.disagreements.entry(kind).or_insert(example.clone());
                    if example.len() < shortest.len() {
                        *shortest = example;
                    }
                }
                let abstained = verdict.abstentions.iter().map(|found| found.game);
                let abstained: BTreeSet<_> = abstained.collect();
                self.games += verdict.games;
                self.whole += verdict.games.saturating_sub(abstained.len());
            }
        }
    }

    fn games(&mut self, format: Format, games: &[Game<'_>]) {
        if let Ok(bytes) = collection::write(games, format) {
            self.judge(format, &bytes);
        }
    }
}

/// Tries the records of a generator: 625, or as many as `ISHI_JUDGED` tells.
fn law<S: Strategy>(name: &str, generator: &S, judge: impl Fn(&mut Tally, S::Value)) {
    let cases = std::env::var("ISHI_JUDGED").ok();
    let cases = cases.and_then(|cases| cases.parse().ok()).unwrap_or(625);
    let (mut tally, mut runner) = (Tally::default(), TestRunner::deterministic());
    for _ in 0..cases {
        let tree = generator.new_tree(&mut runner).expect("a record");
        judge(&mut tally, tree.current());
    }
    let Tally { games, whole, .. } = tally;
    println!("{name}: {whole} of {games} games are judged as a whole");
    let disagreements = tally.disagreements.iter();
    let disagreements = disagreements.map(|(kind, example)| format!("{kind}: {example}\n"));
    let all: Vec<String> = disagreements.collect();
    assert!(all.is_empty(), "{name}:\n{}", all.join("\n"));
    assert!(whole > 0, "no game is judged as a whole");
}

/// Returns a strategy for a value and the format to write it in.
fn in_a_format<S: Strategy>(generator: S) -> impl Strategy<Value = (S::Value, Format)> {
    (generator, prop::sample::select(Format::ALL))
}

#[test]
fn games_on_any_board() {
    law("games on any board", &testing::any_game(), |tally, game| {
        tally.games(Format::Sgf, &[game]);
    });
}

#[test]
fn games_in_every_format() {
    let games = prop::collection::vec(testing::small_board_game(), 1..3);
    let generator = in_a_format(games);
    law(
        "games in every format",
        &generator,
        |tally, (games, format)| {
            tally.games(format, &games);
        },
    );
}

#[test]
fn other_games() {
    law("other games", &testing::other_game(), |tally, game| {
        tally.games(Format::Sgf, &[game]);
    });
}

#[test]
fn headers() {
    law("headers", &sgf_headers(), |tally, text| {
        // On the way home, data that FF[4] does not allow is only in the carrier, and the oracle does not read
        // carriers: KO without a move, and setup with a move in another game than Go, because its nodes are not split.
        let has_move = text.contains(";B[") || text.contains("]B[");
        let has_setup = text.contains("AB[") || text.contains("AW[");
        let is_other = text.contains("GM[2]") || text.contains("GM[6]");
        let lacks_move = text.contains("KO[]") && !has_move;
        if !(lacks_move || is_other && has_setup && has_move) {
            tally.judge(Format::Sgf, text.as_bytes());
        }
    });
}

#[test]
fn earlier_formats() {
    law("earlier formats", &smart_go_text(), |tally, text| {
        tally.judge(Format::SmartGo, text.as_bytes());
    });
}

#[test]
fn ishi_lines() {
    law("Ishi lines", &ishi_text(), |tally, text| {
        tally.judge(Format::Ishi, text.as_bytes());
    });
}

#[test]
fn orderly_ishi_lines() {
    law("orderly Ishi lines", &orderly_ishi_text(), |tally, text| {
        tally.judge(Format::Ishi, text.as_bytes());
    });
}
