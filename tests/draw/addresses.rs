//! Addresses: every node has one that leads to it, and moves keep theirs in other formats.

use ishi::Format;
use ishi::draw::{Drawing, Places, TextOptions, outline};
use ishi::model::{BACKGAMMON, GO, Game, NodeId};

use crate::sources::{Record, corpus, files_below};

/// Every node is found at the address that `ishi show --list --all` prints for it, and drawn: one
/// in a hundred, with `ISHI_LONG` all of them.
#[test]
fn every_node_is_drawn_by_the_address_that_is_listed() {
    let Some(corpus) = corpus() else {
        println!("no corpus found: nothing was tested");
        return;
    };
    let part = if std::env::var_os("ISHI_LONG").is_some() {
        1
    } else {
        100
    };
    let (mut nodes, mut drawn) = (0_usize, 0_usize);
    for file in files_below(&corpus) {
        let Ok(record) = Record::from_file(&file) else {
            continue;
        };
        for game in &record.games {
            let list = outline(game, Places::All);
            let addresses = list
                .lines()
                .filter_map(|line| line.split_whitespace().next());
            let mut listed = 0;
            for (node, address) in game.nodes().zip(addresses) {
                let found = game.find(address);
                assert_eq!(found, Ok(node), "{}: {address}", file.display());
                listed += 1;
                nodes += 1;
                if nodes.is_multiple_of(part) && (game.kind == GO || game.kind == BACKGAMMON) {
                    let drawing = Drawing::position(game, node, record.signs);
                    let text = drawing.expect("a drawing").text(&TextOptions::default());
                    let lines = text.lines().count();
                    assert!(lines > 2, "{}: {address}", file.display());
                    drawn += 1;
                }
            }
            assert_eq!(listed, game.node_count(), "{}", file.display());
        }
    }
    println!("{nodes} nodes, {drawn} of them drawn");
    assert!(nodes > 100_000 && drawn > 1000, "{nodes}, {drawn}");
}

/// The moves of the main line have the same addresses in all formats, in games whose stones are
/// all set up before the first move.
#[test]
fn moves_of_the_main_line_keep_their_addresses_in_other_formats() {
    let Some(corpus) = corpus() else {
        println!("no corpus found: nothing was tested");
        return;
    };
    let (mut compared, mut others) = (0_usize, 0_usize);
    for file in files_below(&corpus) {
        let Ok(record) = Record::from_file(&file) else {
            continue;
        };
        for game in record.games.iter().filter(|game| game.kind == GO) {
            let expected = moves(game);
            if expected.is_empty() || has_late_setup(game) {
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
                let [back] = back.as_slice() else {
                    panic!("{}: {} games in {to}", file.display(), back.len());
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
