//! Backgammon: its values, and whether dice, checkers and cube go together.

mod info;

use super::{Reporter, rules as catalogue};
use crate::bracket;
use crate::diagnostic::{About, Rule, Words};
use crate::model::backgammon::{
    self, Action, CheckerMove, Cube, Owner, Play, Position, Roll, Rules,
};
use crate::model::{Color, Id, NodeId, Property, PropertyType, Step, Value, ValueType};

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
                let mut checker = Checker {
                    report,
                    node,
                    state: &mut state,
                    rules: &rules,
                };
                checker.check();
                states.push(state);
            }
            Step::Leave(_) => {
                states.pop();
            }
        }
    }
}

/// A node that is checked, with the state after it.
struct Checker<'r, 'c, 'a> {
    report: &'r mut Reporter<'c, 'a>,
    node: NodeId,
    state: &'r mut PathState,
    rules: &'r Rules,
}

/// Reports values that exclude each other in a node: two values of one property, setup and a move, two moves.
fn together(report: &mut Reporter<'_, '_>, node: NodeId) {
    let game = report.game;
    let is_setup = |id: Id| id.property_type() == PropertyType::Setup;
    for property in game.properties(node) {
        // A list of points has several values.
        let is_single =
            |id: Id| id.player().is_some() || is_setup(id) && id.value_type() != ValueType::Points;
        if property.ident.standard().is_some_and(is_single) && values(property).count() > 1 {
            let message = format!("{} has several values; expected one", property.ident);
            let rule = &bracket::rules::SEVERAL_VALUES;
            let about = About::ident(property.ident.clone());
            report.at(node, rule, about, message, "all are kept");
        }
    }
    let has = |id: &Id| game.has(node, *id);
    let moves: Vec<_> = [Id::Black, Id::White].into_iter().filter(has).collect();
    if let [first, rest @ ..] = moves.as_slice() {
        let mut setup = Id::ALL.iter().copied().filter(|id| is_setup(*id));
        if let Some(setup) = setup.find(has) {
            let message = format!("{} and a move are in one node", setup.ident());
            let rule = &bracket::rules::SETUP_AND_MOVE;
            let help = "kept; expected a node for each";
            report.at(node, rule, About::ident(setup), message, help);
        }
        if !rest.is_empty() {
            let message = "moves of both colours are in one node";
            let rule = &bracket::rules::TWO_MOVES;
            let help = "kept; expected a node for each move";
            report.at(node, rule, About::ident(*first), message, help);
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

fn bad(report: &mut Reporter<'_, '_>, node: NodeId, id: Id, value: &str, expected: &str) {
    let (shown, ident) = (bracket::typed::excerpt(value), id.ident());
    let message = format!("\"{shown}\" is not a value of {ident} in Backgammon");
    let help = format!("kept; expected {expected}");
    let rule = &catalogue::BACKGAMMON_VALUE;
    report.at(node, rule, About::text(id, value), message, help);
}

impl Checker<'_, '_, '_> {
    fn check(&mut self) {
        together(self.report, self.node);
        let properties = self.report.game.properties(self.node).iter();
        // AE comes before AB and AW in any order of the node.
        let is_first = |property: &&Property<'_>| property.is(Id::AddEmpty);
        let (first, others): (Vec<_>, Vec<_>) = properties.partition(is_first);
        for property in first.into_iter().chain(others) {
            for value in values(property) {
                if let Some(id) = property.ident.standard() {
                    self.value(id, value);
                }
            }
        }
    }

    fn value(&mut self, id: Id, value: &str) {
        let PathState { position, cube } = self.state;
        let expected = match (id, id.player()) {
            (Id::AddBlack | Id::AddWhite | Id::AddEmpty, _) => {
                let places = backgammon::places(value);
                for place in places.iter().flatten() {
                    match id {
                        Id::AddBlack => position.add(Color::Black, *place),
                        Id::AddWhite => position.add(Color::White, *place),
                        _ => position.clear(*place),
                    }
                }
                places.is_none().then_some("a letter from a to z")
            }
            (Id::CubeOwner, _) => {
                let owner = backgammon::owner(value);
                cube.owner = owner.unwrap_or(cube.owner);
                if owner.is_some() {
                    self.capitals(id, value, "b, w, c or n");
                }
                owner.is_none().then_some("b, w, c or n")
            }
            (Id::Copyright, _) if self.node != NodeId::ROOT => {
                self.cube_as_copyright(value);
                None
            }
            (Id::CubeValue, _) => {
                cube.offer = None;
                let number = backgammon::cube_value(value);
                if let Some(number @ 2..) = number.filter(|_| self.rules.crawford_game) {
                    let message = format!("the cube shows {number} in the Crawford game");
                    let help = "neither player may double in the Crawford game";
                    self.at(&catalogue::CRAWFORD, About::value(id), message, help);
                }
                number.is_none().then_some("1, 2, 4, 8 and so on")
            }
            (Id::Dice, _) => {
                let dice = backgammon::dice(value);
                dice.is_none().then_some("two digits from 1 to 6")
            }
            (Id::PlayerToMove, _) => (!matches!(value, "B" | "W")).then_some("B or W"),
            (_, Some(color)) => {
                // The reader has reported a value that is not a move.
                match backgammon::play(value) {
                    Some(Play::Cube(action)) => {
                        self.capitals(id, value, "double, take or drop");
                        self.cube(color, action);
                    }
                    Some(Play::Checkers(roll, steps)) => self.checkers(color, roll, &steps),
                    None => {}
                }
                None
            }
            _ => None,
        };
        if let Some(expected) = expected {
            bad(self.report, self.node, id, value, expected);
        }
    }

    fn at(
        &mut self,
        rule: &'static Rule,
        about: About,
        message: impl Into<Words>,
        help: impl Into<Words>,
    ) {
        self.report.at(self.node, rule, about, message, help);
    }

    /// Reports a word of the doubling cube that has capitals.
    fn capitals(&mut self, id: Id, value: &str, expected: &str) {
        if value.bytes().any(|c| c.is_ascii_uppercase()) {
            let message =
                format!("\"{value}\" has capitals, but some programs read only small letters");
            let help = format!("kept; expected {expected} in lower case");
            let about = About::text(id, value);
            self.at(&catalogue::CUBE_CAPITALS, about, message, help);
        }
    }

    /// GNU Backgammon writes the owner of the cube as CP, the copyright elsewhere.
    fn cube_as_copyright(&mut self, value: &str) {
        if let Some(owner) = backgammon::owner(value) {
            self.state.cube.owner = owner;
            let message = "the owner of the cube is written as CP";
            let help = "kept, because GNU Backgammon reads only CP; the format defines CO";
            let about = About::ident(Id::Copyright);
            self.at(&catalogue::CUBE_OWNER, about, message, help);
        }
    }

    fn checkers(&mut self, color: Color, roll: Roll, steps: &[CheckerMove]) {
        if let Some(offer) = self.state.cube.offer.take() {
            let by = offer.by;
            let message = format!("{color} rolls before the double of {by} is answered");
            let help = "expected take or drop first";
            self.at(&catalogue::CUBE_ACTION, About::play(color), message, help);
        }
        if let Err(illegal) = self.state.position.play(color, roll, steps) {
            let rule = if illegal.is_dice() {
                &catalogue::BACKGAMMON_STEPS
            } else {
                &catalogue::BACKGAMMON_POINT
            };
            let message = format!("{color} rolls {}{}: {illegal}", roll.0, roll.1);
            let help = "the checkers were moved as written";
            self.at(rule, About::play(color), message, help);
        }
    }

    fn cube(&mut self, color: Color, action: Action) {
        let cube = &mut self.state.cube;
        let wrong = match (action, cube.offer_to(color)) {
            (Action::Double, None) => may_double(color, *cube, self.rules),
            (Action::Double, Some(offer)) if offer.is_beaver => Some("doubles a beaver".to_owned()),
            (Action::Take, None) => Some("takes, but the opponent has not doubled".to_owned()),
            (Action::Drop, None) => Some("drops, but the opponent has not doubled".to_owned()),
            _ => None,
        };
        cube.act(color, action);
        if let Some(wrong) = wrong {
            let rule = if self.rules.crawford_game {
                &catalogue::CRAWFORD
            } else {
                &catalogue::CUBE_ACTION
            };
            self.at(rule, About::play(color), format!("{color} {wrong}"), "");
        }
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
