//! The laws that hold reader and writer together.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::line::Line;
use super::mean::{self, Scene};
use super::say;
use super::split::{SplitState, next_unit};
use super::structure::Role;
use super::structure::write::Plan;
use super::syntax;
use crate::charset::Charset;
use crate::compare::{Scope, compare};
use crate::diagnostic::Diagnostics;
use crate::model::equal::same_properties;
use crate::model::{Game, Id, Meaning, NodeId, Property, Replay, Step};
use crate::options::{ReadOptions, WriteOptions};
use crate::outcome::Outcomes;
use crate::testing;

fn is_long() -> bool {
    std::env::var_os("ISHI_LONG").is_some_and(|value| value == "1")
}

/// The canonical lines of a node that has been entered, and the meaning of these lines.
struct Shown {
    lines: Vec<Line<'static>>,
    meaning: Meaning<'static>,
}

fn shown(game: &Game<'_>, node: NodeId, role: Role, replay: &mut Replay) -> Shown {
    replay.leave();
    let hide = match role {
        Role::Diagram => say::hide(game, node, replay),
        _ => Vec::new(),
    };
    replay.enter(game, node);
    let lines = say::lines(
        say::Node {
            game,
            id: node,
            role,
            replay,
            charset: Charset::Ascii,
            marker: None,
            has_setup: !say::setup(game, node).is_empty(),
            empty_setup: false,
            marks: true,
        },
        hide,
    );
    let refs: Vec<_> = lines.iter().collect();
    let (_, own) = mean::blocks(role, &refs);
    let scene = Scene {
        role,
        game_comment: role == Role::Event
            && say::game_comment(game).is_some()
            && (own.is_empty() || game.mv(node).is_some()),
        game_name: role == Role::Event && say::is_named(game),
    };
    let meaning = mean::whole(scene, &refs, game, node, replay);
    Shown { lines, meaning }
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

/// Walks through a game and returns the first node that breaks the law. `planted` is a fault in the reading of the
/// canonical lines.
fn unstable(
    mut game: Game<'static>,
    planted: fn(Meaning<'static>) -> Meaning<'static>,
) -> Option<String> {
    // Text of headers without a canonical form stays unchanged, and can be read as a text with a canonical form.
    let texts = |property: &Property<'_>| {
        let id = property.ident.standard();
        id.is_none_or(|id| {
            id.property_type() != crate::model::PropertyType::GameInfo || id == Id::GameComment
        })
    };
    let root = game.properties(NodeId::ROOT).to_vec();
    game.set_properties(NodeId::ROOT, root.into_iter().filter(texts).collect());
    let plan = Plan::new(&game, Charset::Ascii);
    let mut replay = Replay::new(game.size);
    let steps: Vec<_> = game.walk().collect();
    for step in steps {
        let Step::Enter(node) = step else {
            replay.leave();
            continue;
        };
        replay.enter(&game, node);
        let role = plan.role(node);
        if role == Role::Continuation || sets_up_what_it_hides(&game, node) {
            continue;
        }
        let meaning = game.meaning(node);
        let first = shown(&game, node, role, &mut replay);
        replay.leave();
        game.set_meaning(node, planted(first.meaning.clone()));
        replay.enter(&game, node);
        let second = shown(&game, node, role, &mut replay);
        replay.leave();
        game.set_meaning(node, meaning);
        replay.enter(&game, node);
        if second.lines != first.lines {
            return Some(format!("{:#?}\nthen\n{:#?}", first.lines, second.lines));
        }
        if second.meaning.mv != first.meaning.mv
            || !same_properties(&second.meaning.properties, &first.meaning.properties)
        {
            return Some(format!("{:#?}\nthen\n{:#?}", first.meaning, second.meaning));
        }
    }
    None
}

fn read(text: &str) -> Vec<Game<'_>> {
    super::read(text, &ReadOptions::default(), &mut Diagnostics::new())
}

fn write(games: &[Game<'_>]) -> String {
    let mut text = String::new();
    for game in games {
        let options = WriteOptions::default();
        super::write(game, &options, &mut text, &mut Outcomes::new()).unwrap();
    }
    text
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
        if let Some(first) = compare(game, again, Scope::Whole).differences.first() {
            return Some(format!("{first}\n{written}"));
        }
    }
    (planted(write(&again)) != written).then(|| format!("not the same twice\n{written}"))
}

/// Lines as one event has them: moves, marks, comments and remarks, in odd spellings too. Variations
/// are on moves and SETUP has stones: otherwise lines may move to other places, or are named as lost.
fn lines() -> impl Strategy<Value = String> {
    let target = "(#[0-9]|#[1-3]-[3-9]|[A-E][1-5]|[a-c]2)";
    let kinds = [
        (6, "(B|W) [1-9] ([A-E][1-5]|PASS|J11)".to_owned()),
        (1, "SETUP( (B|W) [A-E][1-5]( [A-E][1-5])?){1,2}".to_owned()),
        (
            3,
            format!("MARK( (ALL|{target}|\\\\[tsdcTx]@{target}|[a-z]{{1,2}}@{target})){{0,3}}"),
        ),
        (1, format!("UNMARK( (ALL|{target})){{0,2}}")),
        (1, format!("PRISONER( {target}){{0,2}}")),
        (1, "DIAGRAM( 5x5| A1 C3)?".to_owned()),
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
    fn what_is_shown_stays_as_it_is_shown(game in testing::small_board_game()) {
        prop_assert_eq!(unstable(game, |meaning| meaning), None);
    }

    #[test]
    fn what_is_remembered_is_recalled(text in lines()) {
        prop_assert_eq!(forgotten(&text, |text| text), None);
    }
}

#[test]
fn planted_disagreements_break_the_laws() {
    let mut runner = TestRunner::deterministic();
    let no_marks = |mut meaning: Meaning<'static>| {
        meaning
            .properties
            .retain(|property| !property.is(Id::Label));
        meaning
    };
    let broken = runner.run(&testing::small_board_game(), |game| {
        prop_assert_eq!(unstable(game, no_marks), None);
        Ok(())
    });
    assert!(broken.is_err());
    let no_remarks = |text: String| {
        let lines = text.split_inclusive('\n');
        lines.filter(|line| !line.starts_with("REMARK")).collect()
    };
    let broken = runner.run(&lines(), |text| {
        prop_assert_eq!(forgotten(&text, no_remarks), None);
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
