//! The laws that hold reader and writer together.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::line::Line;
use super::mean::{self, Scene};
use super::say;
use super::split::{SplitState, next_unit};
use super::structure::Role;
use super::structure::write::Plan;
use super::syntax;
use crate::charset::Charset;
use crate::diagnostic::Diagnostics;
use crate::model::equal::same_properties;
use crate::model::{Game, Id, Meaning, NodeId, Property, Replay, Step};
use crate::options::ReadOptions;
use crate::testing;

fn is_long() -> bool {
    std::env::var_os("ISHI_LONG").is_some_and(|value| value == "1")
}

/// The canonical lines of a node that has been entered, and what survives of its meaning.
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
            has_setup: !say::setup(game, node).is_empty(),
        },
        hide,
    );
    let refs: Vec<_> = lines.iter().collect();
    let (_, own) = mean::blocks(role, &refs);
    let scene = Scene {
        role,
        game_comment: role == Role::Event
            && game.has(node, Id::GameComment)
            && (own.is_empty() || game.mv(node).is_some()),
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

/// Walks through a game and returns the first node that breaks the law.
fn unstable(mut game: Game<'static>) -> Option<String> {
    // Text of headers that has no canonical form stays unchanged, and may be read as one that has.
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
        game.set_meaning(node, first.meaning.clone());
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

proptest! {
    #![proptest_config(testing::law())]

    #[test]
    fn what_is_shown_stays_as_it_is_shown(game in testing::small_board_game()) {
        prop_assert_eq!(unstable(game), None);
    }
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
            let mut games = 0;
            for unit in units(text) {
                let items = syntax::parse(unit, &mut Diagnostics::new());
                parts.extend(items.into_iter().map(|item| item.line));
                games += 1;
                assert_eq!(read(unit).len(), 1, "{text:?}: {unit:?}");
            }
            assert_eq!(whole, parts, "{text:?}");
            assert_eq!(read(text).len(), games, "{text:?}");
        }
    }
}
