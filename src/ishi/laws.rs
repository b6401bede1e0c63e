//! The laws that hold reader and writer together.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::split::{SplitState, next_unit};
use super::syntax;
use crate::diagnostic::Diagnostics;
use crate::format::WriteOptions;
use crate::model::{Game, Id, NodeId, Property, PropertyType, Value};
use crate::record::compare::compare;
use crate::testing;

fn is_long() -> bool {
    std::env::var_os("ISHI_LONG").is_some_and(|value| value == "1")
}

fn read(text: &str) -> Vec<Game<'_>> {
    super::read(text, &mut Diagnostics::new())
}

fn write(games: &[Game<'_>]) -> String {
    let mut text = String::new();
    for game in games {
        super::write(game, &WriteOptions::default(), &mut text).unwrap();
    }
    text
}

/// Writes games, reads the text and writes what it shows. Returns both texts if they differ. `planted` is a fault of
/// the reader: it reads another text.
fn unstable(games: &[Game<'_>], planted: fn(&str) -> String) -> Option<String> {
    let text = write(games);
    let again = write(&read(&planted(&text)));
    (again != text).then(|| format!("{text}then\n{again}"))
}

/// Does the same with the data of a game that is shown as what it is.
fn shown_otherwise(mut game: Game<'static>, planted: fn(&str) -> String) -> Option<String> {
    if forks_without_a_move(&game) {
        return None;
    }
    leave_out_what_changes(&mut game);
    unstable(&[game], planted)
}

/// Returns whether a node has several children and none of them has a move. They are shown as diagrams one after the
/// other. Of these, `DIAGRAM` `SETUP B A1` `DIAGRAM` are read and then shown in the other order.
fn forks_without_a_move(game: &Game<'_>) -> bool {
    game.nodes().any(|node| {
        let children: Vec<_> = game.children(node).collect();
        children.len() > 1 && children.iter().all(|child| game.mv(*child).is_none())
    })
}

/// Removes the properties that are shown as something else, which is read and shown in another way.
fn leave_out_what_changes(game: &mut Game<'_>) {
    let nodes: Vec<_> = game.nodes().collect();
    for node in nodes {
        let hidden_in_vain = sets_up_what_it_hides(game, node);
        let changes = |one: &Property<'_>| changes(one) || hidden_in_vain && one.is(Id::AddEmpty);
        let mut properties = game.properties(node).to_vec();
        properties.retain(|property| !changes(property));
        game.set_properties(node, properties);
    }
}

/// Returns whether a property can be shown in another way when it is read again:
///
/// - Text of headers without a canonical form stays unchanged, and can be read as a text with a canonical form. The game
///   comment is shown before the comment, and both are read as one.
/// - The name of a figure is shown as a title, which is read as the name of the node, and VAR can have that name.
/// - Of a name the part that ASCII has is shown as a title, and VAR can have that part.
fn changes(property: &Property<'_>) -> bool {
    match &property.value {
        Value::Pair(_) => property.is(Id::Figure),
        Value::Text(name) if property.is(Id::Name) => !name.is_ascii() || name.trim() != name,
        _ => property.property_type() == PropertyType::GameInfo,
    }
}

/// Returns whether a point is in AE and in AB or AW of one node. In a diagram the stone that is set
/// up counts, so its HIDE has no effect and is not written a second time.
fn sets_up_what_it_hides(game: &Game<'_>, node: NodeId) -> bool {
    let hidden: BTreeSet<_> = game.points(node, Id::AddEmpty).collect();
    [Id::AddBlack, Id::AddWhite]
        .into_iter()
        .flat_map(|id| game.points(node, id))
        .any(|point| hidden.contains(&point))
}

/// Reads a record, writes it and reads it again. Returns the first difference. `planted` is a fault of the writer.
fn forgotten(text: &str, planted: fn(String) -> String) -> Option<String> {
    let games = read(text);
    let written = planted(write(&games));
    let again = read(&written);
    if again.len() != games.len() {
        return Some(format!("{} games\n{written}", again.len()));
    }
    for (game, again) in games.iter().zip(&again) {
        if let Some(first) = compare(game, again).differences.first() {
            return Some(format!("{first}\n{written}"));
        }
    }
    (planted(write(&again)) != written).then(|| format!("not the same twice\n{written}"))
}

/// Lines as one event has them: moves, marks, comments and remarks, in odd spellings too. Variations are on moves, and
/// diagrams from which play continues come directly after moves: otherwise a node may move to another place in the tree.
/// For example, `DIAGRAM 5x5` `DIAGRAM` are siblings, and they are written as `DIAGRAM` `DIAGRAM A1 E5`.
fn lines() -> impl Strategy<Value = String> {
    let target = "(#[0-9]|#[1-3]-[3-9]|[A-E][1-5]|[a-c]2)";
    let kinds = [
        (6, "(B|W) [1-9] ([A-E][1-5]|PASS)".to_owned()),
        (1, "SETUP( (B|W) [A-E][1-5]( [A-E][1-5])?){1,2}".to_owned()),
        (
            3,
            format!("MARK( (ALL|{target}|\\\\[tsdcTx]@{target}|[a-z]{{1,2}}@{target})){{0,3}}"),
        ),
        (1, format!("UNMARK( (ALL|{target})){{0,2}}")),
        (1, format!("PRISONER( {target}){{0,2}}")),
        (1, "DIAGRAM (5x5|A1 C3)".to_owned()),
        (
            1,
            "(B|W) 1 A1\nDIAGRAM\n(MARK a@C3\n)?(B|W) 2 B1".to_owned(),
        ),
        (1, format!("(B|W) 1 A1\nDIAGRAM\nHIDE A1( {target}){{0,2}}")),
        (1, format!("HIDE( {target}){{1,2}}")),
        (2, "COM( t)?\n(a\n)?(\n)?ENDCOM".to_owned()),
        (1, "USER x\ny\nENDUSER".to_owned()),
        (1, "REMARK [a-z]{0,3}".to_owned()),
        (1, "(PLACE|BLACK|KOMI) (a|b 6d|c 6-dan|3 1/2)".to_owned()),
        (
            1,
            "(B|W) [1-9] [A-E][1-5]\n(VAR|VAR a)\n((B|W) [1-9] [A-E][1-5]\n)?ENDVAR".to_owned(),
        ),
    ];
    let kinds = kinds.map(|(weight, pattern)| {
        let lines = prop::string::string_regex(&pattern).unwrap();
        (weight, lines.boxed())
    });
    let line = prop::strategy::Union::new_weighted(kinds.into());
    prop::collection::vec(line, 0..12)
        .prop_map(|lines| format!("EVENT\nBOARDSIZE 5\n{}\n", lines.join("\n")))
}

proptest! {
    #![proptest_config(testing::law())]

    #[test]
    fn what_is_shown_is_shown_again(game in testing::small_board_game()) {
        prop_assert_eq!(shown_otherwise(game, ToOwned::to_owned), None);
    }

    #[test]
    fn what_was_read_is_shown_again(game in testing::small_board_game()) {
        let text = write(&[game]);
        prop_assert_eq!(unstable(&read(&text), ToOwned::to_owned), None);
    }

    #[test]
    fn what_is_read_is_read_again(text in lines()) {
        prop_assert_eq!(forgotten(&text, |text| text), None);
    }
}

/// Returns a text without the lines that start with a keyword.
fn without(keyword: &str, text: &str) -> String {
    let lines = text.split_inclusive('\n');
    lines.filter(|line| !line.starts_with(keyword)).collect()
}

#[test]
fn planted_disagreements_break_the_laws() {
    let mut runner = TestRunner::deterministic();
    let broken = runner.run(&testing::small_board_game(), |game| {
        prop_assert_eq!(shown_otherwise(game, |text| without("MARK", text)), None);
        Ok(())
    });
    assert!(broken.is_err());
    let broken = runner.run(&testing::small_board_game(), |game| {
        let text = write(&[game]);
        prop_assert_eq!(unstable(&read(&text), |text| without("SETUP", text)), None);
        Ok(())
    });
    assert!(broken.is_err());
    let broken = runner.run(&lines(), |text| {
        prop_assert_eq!(forgotten(&text, |text| without("DIAGRAM", &text)), None);
        Ok(())
    });
    assert!(broken.is_err());
}

/// Cuts a text as the reader of files does.
fn units(text: &str) -> Vec<&str> {
    let mut state = SplitState::default();
    let mut rest = text;
    let mut found = Vec::new();
    while let Some(length) = next_unit(rest.as_bytes(), true, &mut state) {
        let (unit, more) = rest.split_at(length);
        found.push(unit);
        rest = more;
    }
    found
}

/// Every text of up to so many lines of these kinds is cut where the grammar sees events.
#[test]
fn units_are_the_events_of_the_grammar() {
    const LINES: [&str; 10] = [
        "EVENT", "REMARK r", "B 1 A1", "COM", " endcom", "USER x", "ENDUSER", "junk", "", "ENDVAR",
    ];
    let longest = if is_long() { 5 } else { 4 };
    let mut texts = vec![String::new()];
    for _ in 0..longest {
        let longer = texts
            .iter()
            .flat_map(|text| LINES.map(|line| format!("{text}{line}\n")));
        texts = longer.collect();
        for text in &texts {
            let whole = syntax::parse(text, &mut Diagnostics::new());
            let whole: Vec<_> = whole.into_iter().map(|item| item.line).collect();
            let mut parts = Vec::new();
            let mut games = Vec::new();
            for unit in units(text) {
                let items = syntax::parse(unit, &mut Diagnostics::new());
                parts.extend(items.into_iter().map(|item| item.line));
                games.extend(read(unit));
            }
            assert_eq!(whole, parts, "{text:?}");
            let all = read(text);
            assert_eq!(all.len(), games.len(), "{text:?}");
            assert_eq!(write(&all), write(&games), "{text:?}");
        }
    }
}
