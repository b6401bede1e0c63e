//! The laws of changes, over random games.

use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::{Header, Strip, Symmetry, join, keep_main_line, keep_part, strip, swap_colors, turn};
use crate::collection::{Collection, read, write};
use crate::format::Format;
use crate::ishi;
use crate::model::{Color, Game, Id, NodeId, Point, Replay};
use crate::record::compare::compare;
use crate::testing;

/// Changes that together change nothing.
#[derive(Debug, Clone, Copy)]
enum Identity {
    FourTurns,
    TurnAndBack,
    TwoHalfTurns,
    TwoMirrors,
    TwoSwaps,
}

const IDENTITIES: [Identity; 5] = [
    Identity::FourTurns,
    Identity::TurnAndBack,
    Identity::TwoHalfTurns,
    Identity::TwoMirrors,
    Identity::TwoSwaps,
];

/// A change of a game.
type Step = fn(&mut Game<'static>);

impl Identity {
    /// Returns the first change, and those that take it back.
    fn steps(self) -> (Step, Vec<Step>) {
        let [quarter, half, back, mirror]: [Step; 4] = [
            |game| turn(game, Symmetry::Rotate90).unwrap(),
            |game| turn(game, Symmetry::Rotate180).unwrap(),
            |game| turn(game, Symmetry::Rotate270).unwrap(),
            |game| turn(game, Symmetry::Mirror).unwrap(),
        ];
        // A game whose result nobody can read is refused, and stays.
        let swap: Step = |game| _ = swap_colors(game);
        match self {
            Self::FourTurns => (quarter, vec![quarter; 3]),
            Self::TurnAndBack => (back, vec![quarter]),
            Self::TwoHalfTurns => (half, vec![half]),
            Self::TwoMirrors => (mirror, vec![mirror]),
            Self::TwoSwaps => (swap, vec![swap]),
        }
    }
}

/// Returns a strategy for the bytes of a record with one or two games.
fn record() -> impl Strategy<Value = Vec<u8>> {
    let games = prop::collection::vec(testing::small_board_game(), 1..3);
    let written = (games, select(Format::ALL));
    written.prop_filter_map("it can be written", |(games, format)| {
        write(&games, format).ok().filter(|bytes| !bytes.is_empty())
    })
}

fn stones(position: &Replay) -> Vec<(Point, Color)> {
    let stones = position.board().stones();
    stones.map(|(point, stone)| (point, stone.color)).collect()
}

proptest! {
    #![proptest_config(testing::law())]

    #[test]
    fn turns_mirrors_and_swaps_take_themselves_back(
        game in testing::any_game(),
        identity in select(&IDENTITIES[..]),
    ) {
        // A point off such a board can be on the turned one.
        let is_quarter = matches!(identity, Identity::FourTurns | Identity::TurnAndBack);
        prop_assume!(game.size.is_square() || !is_quarter);
        let mut changed = game.clone();
        let (first, rest) = identity.steps();
        first(&mut changed);
        for step in &rest {
            step(&mut changed);
        }
        let found = compare(&game, &changed);
        prop_assert!(found.is_same(), "{:?}", found.differences);
    }

    #[test]
    fn a_change_that_is_taken_back_leaves_the_bytes(
        bytes in record(),
        identity in select(&IDENTITIES[..]),
    ) {
        // The sign of a value is said anew.
        prop_assume!(!bytes.windows(3).any(|bytes| bytes == b"V[+"));
        let mut record = read(&bytes).unwrap();
        let (first, rest) = identity.steps();
        for game in &mut record.games {
            first(game);
            for step in &rest {
                step(game);
            }
        }
        let written = record.write().map_err(|error| error.to_string());
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        prop_assert_eq!(written.map(text), Ok(text(bytes)));
    }

    #[test]
    fn a_written_change_is_taken_back(bytes in record(), identity in select(&IDENTITIES[..])) {
        let mut record = read(&bytes).unwrap();
        let (first, rest) = identity.steps();
        record.games.iter_mut().for_each(first);
        // Some odd values cannot be written again.
        let Ok(written) = record.write() else { return Ok(()) };
        let mut back = read(&written).unwrap();
        for game in &mut back.games {
            for step in &rest {
                step(game);
            }
        }
        for (game, back) in read(&bytes).unwrap().games.iter().zip(&back.games) {
            let found = compare(game, back);
            prop_assert!(found.is_same(), "{:?}", found.differences);
        }
    }

    #[test]
    fn a_header_changes_one_place(bytes in record(), name in "[A-Z][a-z]{1,9}") {
        let mut record = read(&bytes).unwrap();
        let header: Header = format!("white={name}").parse().unwrap();
        let changed = header.set(&mut record.games[0], false);
        let edits = record.edits().unwrap();
        prop_assert_eq!(edits.len(), usize::from(changed), "{:?}", edits);
        // The place has the name alone.
        prop_assert!(edits.iter().all(|edit| edit.range.end - edit.range.start < 60));
    }

    #[test]
    fn removed_data_is_gone_and_other_data_stays(
        game in testing::any_game(),
        kind in select(&Strip::ALL[..]),
    ) {
        // Header lines of Ishi that nobody read stay in the comment on the game.
        prop_assume!(kind != Strip::Comments || ishi::unread_headers(&game).is_empty());
        let mut changed = game.clone();
        let removed: usize = strip(&mut changed, kind).values().sum();
        let count = |game: &Game<'_>| -> usize {
            game.nodes().map(|node| game.properties(node).len()).sum()
        };
        prop_assert_eq!(count(&changed) + removed, count(&game));
        for (node, before) in changed.nodes().zip(game.nodes()) {
            prop_assert_eq!(changed.mv(node), game.mv(before));
            let kept = game.properties(before).iter().filter(|one| !kind.has(&one.ident));
            prop_assert!(kept.eq(changed.properties(node)));
        }
    }

    #[test]
    fn a_part_has_the_same_positions_and_numbers(game in testing::any_game(), at in any::<Index>()) {
        let nodes: Vec<NodeId> = game.nodes().collect();
        let node = *at.get(&nodes);
        let line: Vec<_> = game.line_from(node).collect();
        let mut part = game.clone();
        keep_part(&mut part, node).unwrap();
        let part_line: Vec<_> = part.main_line().collect();
        prop_assert_eq!(part_line.len(), line.len());
        for (new, old) in part_line.into_iter().zip(line) {
            let (new_position, old_position) = (part.position(new), game.position(old));
            prop_assert_eq!(stones(&new_position), stones(&old_position));
            if part.mv(new).is_some() {
                prop_assert_eq!(new_position.number(), old_position.number());
            }
        }
    }

    #[test]
    fn the_main_line_alone_has_no_variation(game in testing::any_game()) {
        let mut changed = game.clone();
        let removed = keep_main_line(&mut changed);
        prop_assert_eq!(changed.node_count() + removed, game.node_count());
        let is_diagram = |node: &NodeId| changed.has(*node, Id::Figure) && changed.mv(*node).is_none();
        let line: Vec<_> = game.main_line().collect();
        let mut others = changed.nodes().filter(|node| !line.contains(node));
        prop_assert!(others.all(|node| is_diagram(&node) && changed.first_child(node).is_none()));
        prop_assert!(changed.main_line().eq(line.iter().copied()));
    }

    #[test]
    fn joined_records_come_apart_again(one in record(), other in record()) {
        let records = [read(&one).unwrap(), read(&other).unwrap()];
        let joined = join(&records);
        if records[0].format != records[1].format {
            prop_assert!(joined.is_err());
            return Ok(());
        }
        let joined = joined.unwrap();
        let games: Vec<_> = records.iter().flat_map(|record| &record.games).collect();
        prop_assert_eq!(joined.games.len(), games.len());
        for (index, game) in games.into_iter().enumerate() {
            let mut alone: Collection = joined.clone();
            alone.games = vec![joined.games[index].clone()];
            let back = read(&alone.write().unwrap()).unwrap();
            prop_assert_eq!(back.games.len(), 1);
            let found = compare(game, &back.games[0]);
            prop_assert!(found.is_same(), "{:?}", found.differences);
        }
    }
}
