//! Checks that a written game is read back with the same meaning, and written again with the same lines.

use std::path::Path;

use proptest::prelude::*;

use crate::compare::{Scope, compare};
use crate::diagnostic::Diagnostics;
use crate::model::Game;
use crate::options::{ReadOptions, WriteOptions};
use crate::outcome::Outcomes;
use crate::testing;

fn write(game: &Game<'_>) -> String {
    let mut out = String::new();
    super::write(
        game,
        &WriteOptions::default(),
        &mut out,
        &mut Outcomes::new(),
    )
    .unwrap();
    out
}

fn read<'a>(text: &'a str, charset: Option<&str>) -> Vec<Game<'a>> {
    let options = ReadOptions {
        charset: charset.map(ToOwned::to_owned),
        ..ReadOptions::default()
    };
    crate::ishi::read(text, &options, &mut Diagnostics::new())
}

/// Writes a game, reads it back and writes it again. Returns the first difference.
///
/// Detail that the writer finds stale does not count.
fn problem(game: &Game<'_>) -> Option<String> {
    let mut text = String::new();
    let mut outcomes = Outcomes::new();
    super::write(game, &WriteOptions::default(), &mut text, &mut outcomes).ok()?;
    let mut game = game.clone();
    for (node, stale) in outcomes.stale_entries() {
        let mut entries = game.details(*node).to_vec();
        entries.retain(|entry| entry != stale);
        game.set_details(*node, entries);
    }
    let again = read(&text, game.charset_label().as_deref());
    let [again] = again.as_slice() else {
        return Some(format!("{} games\n{text}", again.len()));
    };
    let mut found = compare(&game, again, Scope::Whole).differences;
    // Flags without effect are not written; those with an effect would change the second writing.
    found.retain(|difference| difference.first.is_none() || !difference.what.starts_with("fact "));
    if let Some(first) = found.first() {
        return Some(format!("{} differences: {first}\n{text}", found.len()));
    }
    let twice = write(again);
    (twice != text).then(|| format!("written again it is\n{twice}\n--- and was\n{text}"))
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(128)
    })]

    #[test]
    fn any_game_comes_back(game in testing::small_board_game()) {
        prop_assert_eq!(problem(&game), None);
    }

    #[test]
    fn foreign_detail_comes_back(game in testing::game_with_detail()) {
        prop_assert_eq!(problem(&game), None);
    }
}

#[test]
fn fixtures_of_all_formats_come_back() {
    let mut paths = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")];
    let mut problems = Vec::new();
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).unwrap();
            paths.extend(entries.map(|entry| entry.unwrap().path()));
        } else if let Ok(record) = crate::read(&std::fs::read(&path).unwrap()) {
            let found = record.games.iter().filter_map(problem);
            problems.extend(found.map(|found| format!("{}: {found}", path.display())));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}
