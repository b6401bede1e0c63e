//! The laws that reader and writer agree. The last test shows that planted disagreements break them.

use foldhash::{HashSet, HashSetExt};

use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};

use crate::bracket::property::looks_damaged;
use crate::check::fault;
use crate::diagnostic::Diagnostics;
use crate::format::WriteOptions;
use crate::model::{GO, Game, Id, Meaning, NodeId, Place, Property, Value, ValueType};
use crate::record::compare::compare;
use crate::testing;

/// A mistake in the reader, to break a law.
type Planted = fn(&mut Game<'_>);

/// No mistake.
const NONE: Planted = |_| {};

fn write(game: &Game<'_>, as_read: bool) -> String {
    let options = WriteOptions {
        as_read,
        ..WriteOptions::default()
    };
    let mut text = String::new();
    super::write(game, &options, &mut text);
    text
}

/// Reads the only game of a text.
fn read(text: &str, planted: Planted) -> Result<Game<'_>, TestCaseError> {
    let mut games = super::read(text, &mut Diagnostics::new());
    prop_assert_eq!(games.len(), 1, "{}", text);
    let mut game = games.remove(0);
    planted(&mut game);
    Ok(game)
}

/// Checks that the text of a game, read and written again, is the same text.
fn is_shown_again(game: &Game<'_>, as_read: bool, planted: Planted) -> Result<(), TestCaseError> {
    let text = write(game, as_read);
    prop_assert_eq!(write(&read(&text, planted)?, as_read), text);
    Ok(())
}

/// Checks that a game comes back from its text as it is.
fn comes_back(game: &Game<'_>, as_read: bool, planted: Planted) -> Result<(), TestCaseError> {
    let text = write(game, as_read);
    let found = compare(game, &read(&text, planted)?).differences;
    prop_assert!(found.is_empty(), "{found:?}\n{text}");
    Ok(())
}

/// Returns a game without the data that SGF has no form for: unreadable moves, values of a wrong type, values that a
/// reader would cut in two, and the second property of a name.
fn sayable(mut game: Game<'static>) -> Game<'static> {
    let kind = game.kind;
    let is_typed = |property: &Property<'_>| {
        let id = property.ident.standard();
        let is_list = |id: Id| id.value_type() == ValueType::TextList;
        kind != GO || !matches!(property.value, Value::Raw(_)) || id.is_none_or(is_list)
    };
    let nodes: Vec<NodeId> = game.nodes().collect();
    for node in nodes {
        let Meaning { mv, mut properties } = game.meaning(node);
        let mut idents = HashSet::new();
        properties.retain(|property| {
            is_typed(property)
                && !looks_damaged(property, kind)
                && idents.insert(property.ident.clone())
        });
        let mv = mv.filter(|mv| mv.place != Place::Unreadable);
        game.set_meaning(node, Meaning { mv, properties });
    }
    game
}

/// Returns a game without the data that a program may not write.
fn valid(game: &Game<'static>) -> Game<'static> {
    // A game that was read may have every mistake, but its former meanings are those of a game that was made.
    let mut game = game.with_former_meanings().unwrap_or_default();
    while let Some(fault) = fault(&game) {
        let ident = fault.property.unwrap_or_default();
        if !game.remove_property(fault.node, ident.as_str()) {
            game.set_meaning(fault.node, Meaning::default());
        }
    }
    game
}

proptest! {
    #![proptest_config(testing::law())]

    #[test]
    fn what_is_shown_is_shown_again(game in testing::any_game(), as_read in any::<bool>()) {
        is_shown_again(&game, as_read, NONE)?;
    }

    #[test]
    fn what_is_shown_of_other_games_is_shown_again(
        game in testing::other_game(),
        as_read in any::<bool>(),
    ) {
        is_shown_again(&game, as_read, NONE)?;
    }

    #[test]
    fn what_is_written_as_read_comes_back(game in testing::any_game().prop_map(sayable)) {
        comes_back(&game, true, NONE)?;
    }

    #[test]
    fn what_is_written_as_read_of_other_games_comes_back(
        game in testing::other_game().prop_map(sayable),
    ) {
        comes_back(&game, true, NONE)?;
    }

    #[test]
    fn what_a_program_may_write_comes_back(game in testing::any_game()) {
        comes_back(&valid(&game), false, NONE)?;
    }
}

#[test]
fn planted_disagreements_break_the_laws() {
    let no_labels: Planted = |game| {
        let nodes: Vec<NodeId> = game.nodes().collect();
        for node in nodes {
            game.remove_property(node, Id::Label);
        }
    };
    let fails = |law: fn(&Game<'static>, Planted) -> Result<(), TestCaseError>| {
        let games = testing::any_game();
        let mut runner = TestRunner::deterministic();
        runner.run(&games, |game| law(&game, no_labels)).is_err()
    };
    assert!(fails(|game, planted| is_shown_again(game, false, planted)));
    assert!(fails(|game, planted| {
        comes_back(&sayable(game.clone()), true, planted)
    }));
    assert!(fails(|game, planted| {
        comes_back(&valid(game), false, planted)
    }));
}
