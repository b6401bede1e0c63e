//! Backgammon: its values, and whether dice, checkers and cube go together.

mod info;

use super::{Reporter, rules as catalogue};
use crate::backgammon::{
    self, Action, CheckerMove as Checker, Cube, Owner, Play, Position, Roll, Rules,
};
use crate::bracket;
use crate::diagnostic::{PropertyPart, Rule};
use crate::model::{Color, Id, Ident, NodeId, Property, Step, Value};

/// The properties that set up a position (SGF `FF[4]`, setup properties; Backgammon, properties).
const SETUP: [Id; 7] = [
    Id::AddBlack,
    Id::AddWhite,
    Id::AddEmpty,
    Id::PlayerToMove,
    Id::CubeOwner,
    Id::CubeValue,
    Id::Dice,
];

/// The properties that have one value.
const SINGLE: [Id; 6] = [
    Id::Black,
    Id::White,
    Id::PlayerToMove,
    Id::CubeOwner,
    Id::CubeValue,
    Id::Dice,
];

/// The state after the path to a node.
#[derive(Debug, Clone, Copy)]
struct PathState {
    position: Position,
    cube: Cube,
}

/// Checks a game of Backgammon.
pub(super) fn check(report: &mut Reporter<'_, '_>) {
    let rules = info::check(report);
    let start = PathState {
        position: Position::start(&rules),
        cube: Cube::start(&rules),
    };
    let mut states = vec![start];
    for step in report.game.walk() {
        match step {
            Step::Enter(node) => {
                let mut state = states.last().copied().unwrap_or(start);
                enter(report, node, &mut state, &rules);
                states.push(state);
            }
            Step::Leave(_) => {
                states.pop();
            }
        }
    }
}

fn enter(report: &mut Reporter<'_, '_>, node: NodeId, state: &mut PathState, rules: &Rules) {
    let game = report.game;
    together(report, node);
    // AE comes before AB and AW in any order of the node.
    for property in game.properties(node) {
        if property.is(Id::AddEmpty) {
            set_up(report, node, property, None, state);
        }
    }
    for property in game.properties(node) {
        match property.ident.standard() {
            Some(Id::AddBlack) => set_up(report, node, property, Some(Color::Black), state),
            Some(Id::AddWhite) => set_up(report, node, property, Some(Color::White), state),
            Some(Id::CubeOwner) => owner(report, node, property, state),
            Some(Id::Copyright) if node != NodeId::ROOT => {
                cube_as_copyright(report, node, property, state);
            }
            Some(Id::CubeValue) => cube_value(report, node, property, state, rules),
            Some(Id::Dice) => dice(report, node, property),
            Some(Id::PlayerToMove) => player(report, node, property),
            Some(Id::Black) => played(report, node, property, Color::Black, state, rules),
            Some(Id::White) => played(report, node, property, Color::White, state, rules),
            _ => {}
        }
    }
}

/// Reports values that exclude each other in a node: two values of one property, setup and a move, two moves.
fn together(report: &mut Reporter<'_, '_>, node: NodeId) {
    let game = report.game;
    for property in game.properties(node) {
        if matches!(property.ident.standard(), Some(id) if SINGLE.contains(&id))
            && values(property).count() > 1
        {
            let message = format!("{} has several values; expected one", property.ident);
            let rule = &bracket::rules::SEVERAL_VALUES;
            report
                .about(property.ident.as_str(), PropertyPart::Ident)
                .at(node, rule, message, "all are kept");
        }
    }
    let has = |id: &Id| game.has(node, *id);
    let moves: Vec<_> = [Id::Black, Id::White].into_iter().filter(has).collect();
    if let [first, rest @ ..] = moves.as_slice() {
        let setup = SETUP.iter().find(|id| has(id));
        if let Some(setup) = setup {
            let message = format!("{} and a move are in one node", setup.ident());
            let rule = &bracket::rules::SETUP_AND_MOVE;
            let help = "kept; expected a node for each";
            report
                .about(setup.ident(), PropertyPart::Ident)
                .at(node, rule, message, help);
        }
        if !rest.is_empty() {
            let message = "moves of both colours are in one node".to_owned();
            let rule = &bracket::rules::TWO_MOVES;
            let help = "kept; expected a node for each move";
            report
                .about(first.ident(), PropertyPart::Ident)
                .at(node, rule, message, help);
        }
    }
}

/// Returns the values of a property; games other than Go keep them unchanged.
fn values<'p>(property: &'p Property<'_>) -> impl Iterator<Item = &'p str> {
    let values = match &property.value {
        Value::Raw(values) => values.as_ref(),
        _ => &[],
    };
    values.iter().map(AsRef::as_ref)
}

fn bad(report: &mut Reporter<'_, '_>, node: NodeId, ident: &Ident, value: &str, expected: &str) {
    let shown = bracket::typed::excerpt(value);
    let message = format!("\"{shown}\" is not a value of {ident} in Backgammon");
    let help = format!("kept; expected {expected}");
    report
        .about(ident.as_str(), PropertyPart::Text(value.to_owned()))
        .at(node, &catalogue::BACKGAMMON_VALUE, message, &help);
}

fn set_up(
    report: &mut Reporter<'_, '_>,
    node: NodeId,
    property: &Property<'_>,
    color: Option<Color>,
    state: &mut PathState,
) {
    for value in values(property) {
        let Some(places) = backgammon::places(value) else {
            bad(report, node, &property.ident, value, "a letter from a to z");
            continue;
        };
        for place in places {
            match color {
                Some(color) => state.position.add(color, place),
                None => state.position.clear(place),
            }
        }
    }
}

fn owner(
    report: &mut Reporter<'_, '_>,
    node: NodeId,
    property: &Property<'_>,
    state: &mut PathState,
) {
    for value in values(property) {
        match backgammon::owner(value) {
            Some(owner) => {
                state.cube.owner = owner;
                capitals(report, node, property, value, "b, w, c or n");
            }
            None => bad(report, node, &property.ident, value, "b, w, c or n"),
        }
    }
}

/// Reports a word of the doubling cube that has capitals.
fn capitals(
    report: &mut Reporter<'_, '_>,
    node: NodeId,
    property: &Property<'_>,
    value: &str,
    expected: &str,
) {
    if value.bytes().any(|c| c.is_ascii_uppercase()) {
        let message =
            format!("\"{value}\" has capitals, but some programs read only small letters");
        let help = format!("kept; expected {expected} in lower case");
        report
            .about(
                property.ident.as_str(),
                PropertyPart::Text(value.to_owned()),
            )
            .at(node, &catalogue::CUBE_CAPITALS, message, &help);
    }
}

/// GNU Backgammon writes the owner of the cube as CP, the copyright elsewhere.
fn cube_as_copyright(
    report: &mut Reporter<'_, '_>,
    node: NodeId,
    property: &Property<'_>,
    state: &mut PathState,
) {
    let Some(owner) = values(property).find_map(backgammon::owner) else {
        return;
    };
    state.cube.owner = owner;
    let message = "the owner of the cube is written as CP".to_owned();
    let help = "kept, because GNU Backgammon reads only CP; the format defines CO";
    report
        .about(property.ident.as_str(), PropertyPart::Ident)
        .at(node, &catalogue::CUBE_OWNER, message, help);
}

fn cube_value(
    report: &mut Reporter<'_, '_>,
    node: NodeId,
    property: &Property<'_>,
    state: &mut PathState,
    game: &Rules,
) {
    state.cube.offer = None;
    for value in values(property) {
        match backgammon::cube_value(value) {
            None => bad(report, node, &property.ident, value, "1, 2, 4, 8 and so on"),
            Some(value) if value > 1 && game.crawford_game => {
                let message = format!("the cube shows {value} in the Crawford game");
                let help = "neither player may double in the Crawford game";
                report
                    .about(property.ident.as_str(), PropertyPart::Value)
                    .at(node, &catalogue::CRAWFORD, message, help);
            }
            Some(_) => {}
        }
    }
}

fn dice(report: &mut Reporter<'_, '_>, node: NodeId, property: &Property<'_>) {
    for value in values(property) {
        if backgammon::dice(value).is_none() {
            let expected = "two digits from 1 to 6";
            bad(report, node, &property.ident, value, expected);
        }
    }
}

fn player(report: &mut Reporter<'_, '_>, node: NodeId, property: &Property<'_>) {
    for value in values(property).filter(|value| !matches!(*value, "B" | "W")) {
        bad(report, node, &property.ident, value, "B or W");
    }
}

fn played(
    report: &mut Reporter<'_, '_>,
    node: NodeId,
    property: &Property<'_>,
    color: Color,
    state: &mut PathState,
    rules: &Rules,
) {
    for value in values(property) {
        // The reader has reported a value that is not a move.
        match backgammon::play(value) {
            Some(Play::Cube(action)) => {
                capitals(report, node, property, value, "double, take or drop");
                cube(report, node, color, action, state, rules);
            }
            Some(Play::Checkers(roll, steps)) => {
                checkers(report, node, color, roll, &steps, state);
            }
            None => {}
        }
    }
}

fn checkers(
    report: &mut Reporter<'_, '_>,
    node: NodeId,
    color: Color,
    roll: Roll,
    steps: &[Checker],
    state: &mut PathState,
) {
    if let Some(offer) = state.cube.offer.take() {
        let message = format!(
            "{color} rolls before the double of {} is answered",
            offer.by
        );
        report.about_play(color).at(
            node,
            &catalogue::CUBE_ACTION,
            message,
            "expected take or drop first",
        );
    }
    if let Err(illegal) = state.position.play(color, roll, steps) {
        let rule: &'static Rule = if illegal.is_dice() {
            &catalogue::BACKGAMMON_STEPS
        } else {
            &catalogue::BACKGAMMON_POINT
        };
        let message = format!("{color} rolls {}{}: {illegal}", roll.0, roll.1);
        report
            .about_play(color)
            .at(node, rule, message, "the checkers were moved as written");
    }
}

fn cube(
    report: &mut Reporter<'_, '_>,
    node: NodeId,
    color: Color,
    action: Action,
    state: &mut PathState,
    rules: &Rules,
) {
    let wrong = match (action, state.cube.offer_to(color)) {
        (Action::Double, None) => may_double(color, state.cube, rules),
        (Action::Double, Some(offer)) if offer.is_beaver => Some("doubles a beaver".to_owned()),
        (Action::Take, None) => Some("takes, but the opponent has not doubled".to_owned()),
        (Action::Drop, None) => Some("drops, but the opponent has not doubled".to_owned()),
        _ => None,
    };
    state.cube.act(color, action);
    if let Some(wrong) = wrong {
        let rule: &'static Rule = if rules.crawford_game {
            &catalogue::CRAWFORD
        } else {
            &catalogue::CUBE_ACTION
        };
        report
            .about_play(color)
            .at(node, rule, format!("{color} {wrong}"), "");
    }
}

/// Returns why a player may not double, if so.
fn may_double(color: Color, cube: Cube, rules: &Rules) -> Option<String> {
    if cube.offer.is_some() {
        return Some("doubles twice".to_owned());
    }
    match cube.owner {
        Owner::Nobody if rules.crawford_game => Some("doubles in the Crawford game".to_owned()),
        Owner::Nobody => Some("doubles, but there is no cube in this game".to_owned()),
        Owner::Player(owner) if owner != color => {
            Some(format!("doubles, but the cube belongs to {owner}"))
        }
        Owner::Player(_) | Owner::Both => None,
    }
}
