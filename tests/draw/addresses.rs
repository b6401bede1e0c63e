//! Addresses: every node has one that leads to it, and moves keep theirs in other formats.

use std::path::Path;

use ishi::Format;
use ishi::model::{BACKGAMMON, GO, Game, NodeId};
use ishi_draw::{Drawing, Gallery, Places, Signs, TextOptions, outline};

use crate::corpus;
use crate::files;
use crate::sources::Record;

/// A game with so many nodes is long: to find one of them is a way of as many steps.
const LONG: usize = 100_000;

/// Every node is found at the address that `ishi show --list --all` prints for it, and drawn: with
/// `ISHI_LONG` each, else one in a hundred is drawn, and of games with a hundred thousand nodes found.
#[test]
#[ignore = "reads the corpus, a folder outside the project"]
fn every_node_is_drawn_by_the_address_that_is_listed() {
    let corpus = corpus::folder();
    let part = if std::env::var_os("ISHI_LONG").is_some() {
        1
    } else {
        100
    };
    let mut count = Count::default();
    for file in files::below(&corpus) {
        let Some(record) = Record::of_corpus(&file) else {
            continue;
        };
        for game in &record.games {
            count.listed(game, part, &file);
            count.drawn(game, record.signs, part, &file);
        }
    }
    let Count {
        nodes,
        found,
        drawn,
        of_other_games,
        alone,
    } = count;
    println!(
        "{nodes} nodes, {found} found by their addresses, {of_other_games} of games that cannot be drawn; {drawn} drawn, {alone} of these \
         alone too"
    );
    assert!(found > 100_000 && drawn > 1000 && alone > 1000);
    let all = found == nodes && drawn + of_other_games == nodes;
    assert!(all || part > 1);
}

/// How many nodes were tried.
#[derive(Default)]
struct Count {
    nodes: usize,
    found: usize,
    drawn: usize,
    of_other_games: usize,
    alone: usize,
}

impl Count {
    /// Finds each node by its address in the list, in a long game one of so many.
    fn listed(&mut self, game: &Game<'_>, part: usize, file: &Path) {
        let list = outline(game, Places::All);
        let count = game.node_count();
        assert_eq!(list.lines().count(), count, "{}", file.display());
        self.nodes += count;
        let part = if count < LONG { 1 } else { part };
        for (node, line) in game.nodes().zip(list.lines()).step_by(part) {
            let address = line.split_whitespace().next().unwrap_or("");
            let found = game.find(address);
            assert_eq!(found, Ok(node), "{}: {address}", file.display());
            self.found += 1;
        }
    }

    /// Draws one node of so many, and one in a hundred alone too.
    fn drawn(&mut self, game: &Game<'_>, signs: Signs, part: usize, file: &Path) {
        let Ok(positions) = Gallery::positions(game, signs) else {
            assert!(![GO, BACKGAMMON].contains(&game.kind), "{}", file.display());
            self.of_other_games += game.node_count();
            return;
        };
        let mut passed = 0;
        for (expected, (node, drawing)) in game.nodes().zip(positions) {
            assert_eq!(node, expected, "{}", file.display());
            passed += 1;
            if passed % part == 0 {
                let text = drawing.text(&TextOptions::default());
                assert!(
                    text.lines().count() > 2,
                    "{}: {}",
                    file.display(),
                    game.address(node)
                );
                self.drawn += 1;
            }
            if passed % 100 == 0 {
                let alone = Drawing::position(game, node, signs);
                assert_eq!(
                    alone,
                    Ok(drawing),
                    "{}: {}",
                    file.display(),
                    game.address(node)
                );
                self.alone += 1;
            }
        }
        assert_eq!(passed, game.node_count(), "{}", file.display());
    }
}

/// The moves of the main line have the same addresses in all formats, in games with all setup before the
/// first move.
#[test]
#[ignore = "reads the corpus, a folder outside the project"]
fn moves_of_the_main_line_keep_their_addresses_in_other_formats() {
    let corpus = corpus::folder();
    let (mut compared, mut others) = (0_usize, 0_usize);
    for file in files::below(&corpus) {
        let Some(record) = Record::of_corpus(&file) else {
            continue;
        };
        for game in record.games.iter().filter(|game| game.kind == GO) {
            let expected = moves(game);
            // Other formats do not have a move off the board.
            let is_off = |(_, place): &(String, String)| place.contains("off the board");
            if expected.is_empty() || expected.iter().any(is_off) || has_late_setup(game) {
                others += 1;
                continue;
            }
            for &to in Format::ALL {
                // A board that the format does not have.
                let Ok(bytes) = ishi::write(std::slice::from_ref(game), to) else {
                    others += 1;
                    continue;
                };
                let back = ishi::read(&bytes).expect("a record").games;
                // Setup stones in a variation, for which Ishi begins a further event.
                let [back] = back.as_slice() else {
                    others += 1;
                    continue;
                };
                assert_eq!(expected, moves(back), "{} in {to}", file.display());
                compared += 1;
            }
        }
    }
    println!("{compared} results compared, {others} not: no move, late setup, or refused");
    assert!(compared > 1000, "{compared}");
}

fn has_late_setup(game: &Game<'_>) -> bool {
    let is_late = |node: NodeId| {
        let line = game.line_to(node);
        game.is_setup(node) && line.iter().any(|&node| game.mv(node).is_some())
    };
    game.nodes().any(is_late)
}

/// Returns the moves of the main line, each with the address of its node.
fn moves(game: &Game<'_>) -> Vec<(String, String)> {
    let line = game.main_line().filter_map(|node| {
        let mv = game.mv(node)?;
        let place = format!("{} {}", mv.color, mv.place.name(game.size));
        Some((game.address(node).to_string(), place))
    });
    line.collect()
}
