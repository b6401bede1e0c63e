//! The laws of the lossless editor, over random games in texts that no writer would lay out like that.
//!
//! `ISHI_LAWS` sets how many cases are tried; without it there are few, because each case is read and written
//! several times.

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{TestCaseError, TestRunner};

use super::{Collection, WriteError};
use crate::edit::{apply_bytes, is_read_back, is_shown};
use crate::format::Format;
use crate::model::{Game, Id, NodeId};
use crate::record;
use crate::testing::{
    self,
    edit::{Edit, KINDS, Scene},
};

/// A change of a game: a kind of edit, and the number that chooses its place.
#[derive(Debug, Clone)]
struct Change(Index, usize);

fn change() -> impl Strategy<Value = Change> {
    (any::<Index>(), 0..10_000_usize).prop_map(|(kind, seed)| Change(kind, seed))
}

impl Change {
    /// Chooses the edit of a game. With `fields` it is an edit of one field. Returns `None` if the game has no place for it.
    fn choose(&self, game: &Game<'static>, fields: bool) -> Option<Edit> {
        let Self(kind, seed) = *self;
        let kinds = KINDS.iter().filter(|kind| !fields || kind.is_field);
        let kinds: Vec<_> = kinds.collect();
        let scene = Scene::new(game, game, seed);
        (kind.get(&kinds).choose)(&scene)
    }
}

/// Returns a strategy for the bytes of a record: two games in a format, laid out by hand.
fn record() -> impl Strategy<Value = Vec<u8>> {
    let games = prop::collection::vec(testing::small_board_game(), 1..3);
    let format = prop::sample::select(Format::ALL);
    (games, format, any::<[u8; 4]>()).prop_map(|(games, format, choices)| {
        let bytes = super::write(&games, format);
        let text = bytes.ok().and_then(|bytes| String::from_utf8(bytes).ok());
        lay_out(&text.unwrap_or_default(), format, choices).into_bytes()
    })
}

/// Lays a text out as no writer does: other line ends, white space between pieces.
fn lay_out(text: &str, format: Format, [breaks, blanks, start, end]: [u8; 4]) -> String {
    let line_break = ["\n", "\r\n", "\r"][usize::from(breaks % 3)];
    let mut result = String::new();
    if format == Format::Ishi {
        for (line, number) in text.lines().zip(0_usize..) {
            result += line;
            result += line_break;
            if number % 7 == usize::from(blanks % 7) && !line.starts_with('|') {
                result += ["", " ", "\t"][usize::from(start % 3)];
            }
        }
        return result;
    }
    let text = text.replace("(;", ["(;", "( ;", "(\n;"][usize::from(start % 3)]);
    result += &text;
    result += ["", "\n\n", " "][usize::from(end % 3)];
    result
}

/// Writes a changed record: the editor, or one with a planted fault.
type Writer = fn(&Collection) -> Result<Vec<u8>, WriteError>;

fn read(bytes: &[u8]) -> Option<Collection> {
    super::read(bytes)
        .ok()
        .filter(|record| !record.games.is_empty())
}

/// A changed record is read with its changes.
fn is_written_as_meant(
    bytes: &[u8],
    changes: &[(Index, Change)],
    write: Writer,
) -> Result<(), TestCaseError> {
    let Some(mut record) = read(bytes) else {
        return Ok(());
    };
    for (game, change) in changes {
        let count = record.games.len();
        let game = &mut record.games[game.index(count)];
        if let Some(edit) = change.choose(game, false) {
            edit.make(game);
        }
    }
    let written = match write(&record) {
        Ok(written) => written,
        Err(WriteError::NotReadBack { game }) if can_be_said(&record) => {
            return Err(TestCaseError::fail(format!(
                "game {game:?} is not read back"
            )));
        }
        // The random change can be invalid.
        Err(_) => return Ok(()),
    };
    let back = super::read(&written).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(back.games.len(), record.games.len());
    for (found, game) in back.games.iter().zip(&record.games) {
        let text = String::from_utf8_lossy(&written);
        prop_assert!(is_shown(found, game), "{}", text);
    }
    Ok(())
}

/// Returns whether the format of a record expresses all of its games.
fn can_be_said(record: &Collection) -> bool {
    record.games.iter().all(|game| {
        let charset = record.charset;
        let shown = record::shown(game, record.format, charset);
        matches!(shown.as_deref(), Ok([shown]) if is_read_back(shown, game))
    })
}

/// Setting the same values again changes no byte.
fn keeps_every_byte(bytes: &[u8], node: Index, write: Writer) -> Result<(), TestCaseError> {
    let Some(mut record) = read(bytes) else {
        return Ok(());
    };
    for game in &mut record.games {
        let nodes: Vec<NodeId> = game.nodes().collect();
        let node = *node.get(&nodes);
        game.set_move(node, game.mv(node));
        game.set_properties(node, game.properties(node).to_vec());
    }
    let written = write(&record).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(
        String::from_utf8_lossy(&written),
        String::from_utf8_lossy(bytes)
    );
    Ok(())
}

/// Two changes of different nodes give the same bytes in either order, and together, but for line breaks in a long list:
/// they depend on the canonical text before it.
fn commute(bytes: &[u8], a: &Change, b: &Change, write: Writer) -> Result<(), TestCaseError> {
    let Some(record) = read(bytes) else {
        return Ok(());
    };
    let [Some(a), Some(b)] = [a, b].map(|change| change.choose(&record.games[0], true)) else {
        return Ok(());
    };
    let after = |bytes: &[u8], edits: &[&Edit]| {
        let mut record = read(bytes)?;
        let game = record.games.first_mut()?;
        let mut nodes = edits.iter().map(|edit| edit.make(game));
        let (first, second) = (nodes.next()?, nodes.next());
        let text = write(&record).ok()?;
        (second != Some(first)).then_some((text, first))
    };
    let (Some((first, x)), Some((second, y))) = (after(bytes, &[&a]), after(bytes, &[&b])) else {
        return Ok(());
    };
    if x == y {
        return Ok(());
    }
    let both = after(bytes, &[&a, &b]).map(|(text, _)| text);
    let in_turn = after(&first, &[&b]).map(|(text, _)| text);
    let in_other_turn = after(&second, &[&a]).map(|(text, _)| text);
    if let (Some(both), Some(in_turn), Some(in_other_turn)) = (both, in_turn, in_other_turn) {
        let dense = |text: &[u8]| String::from_utf8_lossy(text).replace("]\n[", "][");
        prop_assert_eq!(dense(&both), dense(&in_turn));
        prop_assert_eq!(dense(&in_turn), dense(&in_other_turn));
    }
    Ok(())
}

fn law() -> ProptestConfig {
    let law = testing::law();
    let few = std::env::var_os("ISHI_LAWS").is_none();
    let cases = if few { law.cases / 4 } else { law.cases };
    ProptestConfig { cases, ..law }
}

fn changes() -> impl Strategy<Value = Vec<(Index, Change)>> {
    prop::collection::vec((any::<Index>(), change()), 1..4)
}

proptest! {
    #![proptest_config(law())]

    #[test]
    fn changed_records_are_read_as_meant(bytes in record(), changes in changes()) {
        is_written_as_meant(&bytes, &changes, Collection::write)?;
    }

    #[test]
    fn what_is_set_as_it_was_keeps_its_bytes(bytes in record(), node in any::<Index>()) {
        keeps_every_byte(&bytes, node, Collection::write)?;
    }

    #[test]
    fn changes_of_different_nodes_commute(bytes in record(), a in change(), b in change()) {
        commute(&bytes, &a, &b, Collection::write)?;
    }
}

#[test]
fn a_name_is_set_in_the_same_place_after_another_node_lost_its_line_break() {
    let bytes = b"(;GM[1]SZ[9];B[aa];\nEV[]B[bb])\n";
    let set = |bytes: &[u8], names: bool, removes: bool| {
        let mut record = read(bytes).expect("a record");
        let game = record.games.first_mut().expect("a game");
        if names {
            game.set_text(NodeId::ROOT, Id::PlayerWhite, "x");
        }
        if removes {
            let last = game.nodes().last().expect("a node");
            game.remove_property(last, Id::Event);
        }
        record.write().expect("a record")
    };
    let both = set(bytes, true, true);
    assert_eq!(both, b"(;GM[1]SZ[9]PW[x];B[aa];B[bb])\n");
    assert_eq!(set(&set(bytes, true, false), false, true), both);
    assert_eq!(set(&set(bytes, false, true), true, false), both);
}

/// Leaves the last change out.
fn without_the_last_edit(record: &Collection) -> Result<Vec<u8>, WriteError> {
    let mut edits = record.edits()?;
    edits.pop();
    Ok(apply_bytes(&record.origin.bytes, &edits))
}

/// Writes all games again.
fn again(record: &Collection) -> Result<Vec<u8>, WriteError> {
    super::write(&record.games, record.format)
}

/// Ends a record with a blank for each change that was made in it.
fn with_a_blank_for_each_edit(record: &Collection) -> Result<Vec<u8>, WriteError> {
    let mut bytes = record.write()?;
    bytes.extend(record.edits()?.iter().map(|_| b' '));
    bytes.truncate(bytes.len().saturating_sub(record.edits()?.len() / 2));
    Ok(bytes)
}

#[test]
fn planted_faults_break_the_laws() {
    let mut runner = TestRunner::new(law());
    let result = runner.run(&(record(), changes()), |(bytes, changes)| {
        is_written_as_meant(&bytes, &changes, without_the_last_edit)
    });
    assert!(result.is_err(), "an edit that is left out was not seen");
    let result = runner.run(&(record(), any::<Index>()), |(bytes, node)| {
        keeps_every_byte(&bytes, node, again)
    });
    assert!(
        result.is_err(),
        "a record that is written again was not seen"
    );
    let result = runner.run(&(record(), change(), change()), |(bytes, a, b)| {
        commute(&bytes, &a, &b, with_a_blank_for_each_edit)
    });
    assert!(result.is_err(), "a blank for each edit was not seen");
}
