//! Edits of each record of the corpus.

use std::fs;

use ishi::Collection;
use ishi::change::{Header, Symmetry, turn};
use ishi::compare::compare;
use ishi::model::GO;

use crate::{corpus, files};

/// Returns all records of the corpus.
fn records() -> impl Iterator<Item = (String, Collection)> {
    let read = |path: std::path::PathBuf| {
        let record = ishi::read(&fs::read(&path).expect("a file")).ok()?;
        (!record.games.is_empty()).then(|| (path.display().to_string(), record))
    };
    files::below(&corpus::folder()).into_iter().filter_map(read)
}

#[test]
#[ignore = "reads the corpus"]
fn a_header_of_a_record_changes_one_place() {
    let header: Header = "PB=X".parse().expect("a header");
    let (mut all, mut several) = (0, Vec::new());
    for (name, mut record) in records() {
        all += 1;
        if !header.set(&mut record.games[0], false) {
            continue;
        }
        let places = record.edits().map(|edits| edits.len());
        if !matches!(places, Ok(1)) {
            several.push(format!("{name}: {places:?}"));
        }
    }
    assert!(all > 1000, "{all} records");
    assert!(
        several.len() * 100 <= all,
        "{} of {all}: {several:#?}",
        several.len()
    );
}

#[test]
#[ignore = "reads the corpus"]
fn a_record_that_is_turned_and_turned_back_means_the_same() {
    let (mut all, mut refused) = (0, Vec::new());
    for (name, mut record) in records() {
        let before = record.games.clone();
        if before.iter().any(|game| game.kind != GO) {
            continue;
        }
        all += 1;
        for game in &mut record.games {
            turn(game, Symmetry::Rotate90).expect("a game of Go");
        }
        let written = match record.write() {
            Ok(written) => written,
            Err(error) => {
                refused.push(format!("{name}: {error}"));
                continue;
            }
        };
        let mut back = ishi::read(&written).expect("a record").games;
        assert_eq!(back.len(), before.len(), "{name}");
        for (game, before) in back.iter_mut().zip(&before) {
            turn(game, Symmetry::Rotate270).expect("a game of Go");
            let found = compare(before, game);
            assert!(found.is_same(), "{name}: {:?}", found.differences);
        }
    }
    assert!(all > 1000, "{all} records");
    assert!(
        refused.len() * 50 <= all,
        "{} of {all}: {refused:#?}",
        refused.len()
    );
}
