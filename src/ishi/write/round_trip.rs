//! What is written is read back: the same meaning, and from Ishi the same lines.

use std::path::Path;

use proptest::prelude::*;

use crate::charset::Charset;
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
    };
    crate::ishi::read(text, &options, &mut Diagnostics::new())
}

/// Reads and writes the text, and returns what differs, or how the second writing differs.
fn problem(text: &str, charset: Option<&str>) -> Option<String> {
    let mut problems = Vec::new();
    let games = read(text, charset);
    let mut out = String::new();
    for game in &games {
        super::write(
            game,
            &WriteOptions::default(),
            &mut out,
            &mut Outcomes::new(),
        )
        .unwrap();
    }
    let again = read(&out, charset);
    if games.len() != again.len() {
        problems.push(format!("{} games, then {}", games.len(), again.len()));
    }
    for (first, second) in games.iter().zip(&again) {
        let found = compare(first, second, Scope::Whole);
        problems.extend(found.differences.iter().map(ToString::to_string));
    }
    let mut third = String::new();
    for game in &again {
        super::write(
            game,
            &WriteOptions::default(),
            &mut third,
            &mut Outcomes::new(),
        )
        .unwrap();
    }
    if third != out {
        problems.push(format!("written again it is\n{third}"));
    }
    (!problems.is_empty()).then(|| format!("{}\n--- written:\n{out}", problems.join("\n")))
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(128)
    })]

    #[test]
    fn any_game_comes_back(game in testing::small_board_game()) {
        let text = write(&game);
        let again = read(&text, None);
        prop_assert_eq!(again.len(), 1, "{}", text);
        let found = compare(&game, &again[0], Scope::Whole);
        let found: Vec<_> = found.differences.iter().map(ToString::to_string).collect();
        prop_assert!(found.is_empty(), "{}\n--- written:\n{}", found.join("\n"), text);
        prop_assert_eq!(write(&again[0]), text);
    }

    #[test]
    fn foreign_detail_comes_back(game in testing::game_with_detail()) {
        let text = write(&game);
        let again = read(&text, None);
        prop_assert_eq!(again.len(), 1, "{}", text);
        let found = compare(&game, &again[0], Scope::Whole);
        let found: Vec<_> = found.differences.iter().map(ToString::to_string).collect();
        prop_assert!(found.is_empty(), "{}\n--- written:\n{}", found.join("\n"), text);
    }
}

#[test]
fn shared_records_come_back() {
    let Ok(folder) = Path::new("/work/shared/corpus/ishi").canonicalize() else {
        return;
    };
    let mut files = vec![
        folder.join("testspec.go"),
        folder.join("old-chinese-game.fragment.go"),
    ];
    let cases = std::fs::read_dir(folder.join("cases")).unwrap();
    files.extend(cases.map(|entry| entry.unwrap().path()));
    files.sort();
    let mut failed = 0;
    for file in files {
        let bytes = std::fs::read(&file).unwrap();
        let charset = (!bytes.is_ascii()).then_some(Charset::Dos(437));
        let text = charset.unwrap_or(Charset::Utf8).decode(&bytes);
        let label = charset.map(Charset::label);
        if let Some(problem) = problem(&text, label.as_deref()) {
            failed += 1;
            println!("=== {}\n{problem}", file.display());
        }
    }
    assert_eq!(failed, 0);
}
