//! Splits a node into nodes with one move each, and without setup in the node of a move.

use std::ops::Range;

use smallvec::SmallVec;

use crate::bracket::rules;
use crate::bracket::syntax::Token;
use crate::bracket::text::Escapes;
use crate::bracket::typed::Context;
use crate::diagnostic::{Diagnostics, Rule, Severity};
use crate::model::{Color, Game, Id, Ident, Move, NodeId, Place, Property, PropertyType};

use super::values::{KEPT, raw, report_bad_value, report_empty_pass, report_several};
use super::{Draft, ReadProperty, color_of};

impl<'a> Draft<'a> {
    /// Gives a node of a game of Go its meaning. Returns the last of the nodes that it was split into.
    ///
    /// Each move gets a node, in the order of the text, as if its semicolon were missing: `;B[aa]C[x]W[bb]`
    /// becomes `;B[aa]C[x];W[bb]`. Properties belong to the move before them, or to the first move.
    pub(super) fn go(
        &mut self,
        node: NodeId,
        game: &mut Game<'a>,
        places_stones: bool,
        context: &Context,
        log: &mut Diagnostics,
    ) -> NodeId {
        self.read_setup(places_stones, context, log);
        let mut next = self.next_move(0);
        if next.is_none() {
            let properties = self.typed(0..self.properties.len(), context, log);
            game.set_properties(node, properties);
        }
        let (mut start, mut last, mut count) = (0, node, 0);
        while let Some((index, color)) = next {
            next = self.next_move(index + 1);
            let end = next.map_or(self.properties.len(), |(index, _)| index);
            if let Some(property) = self.properties.get_mut(index) {
                property.done = true;
            }
            let values = self.read_values(index, context);
            let groups = groups(&values);
            for (number, group) in groups.iter().enumerate() {
                let is_last = number + 1 == groups.len();
                let values = values.get(group.clone()).unwrap_or_default();
                if count == 1 {
                    let ident = self.properties.get(index).map(|property| property.token);
                    let value = values.first().map(|value| value.token);
                    if let Some(second) = if number > 0 { value } else { ident } {
                        let message = "several moves are in one node";
                        let help = "split into a node for each move";
                        report_split(&second, &rules::TWO_MOVES, message, help, context, log);
                    }
                }
                let found = self.found_move(index, color, values, game, context, log);
                let part = start..if is_last { end } else { index };
                start = part.end;
                let properties = self.typed(part, context, log);
                if count > 0 {
                    last = game.add_child(last);
                }
                last = self.place(last, game, found, properties, context, log);
                count += 1;
            }
        }
        last
    }

    /// Reads a move property with several points as setup that lost a letter: `W[aa][bb][cc]` -> `AW[aa][bb][cc]`. Before the
    /// first move Smart-Go places stones with two points too, as MGT does.
    fn read_setup(&mut self, places_stones: bool, context: &Context, log: &mut Diagnostics) {
        let mut least = if places_stones { 2 } else { 3 };
        for index in 0..self.properties.len() {
            let Some((property, color)) = self.move_at(index) else {
                continue;
            };
            let count = self.values_of(property).len();
            if count < least || !self.are_stones(index, context) {
                least = 3;
                continue;
            }
            let id = match color {
                Color::Black => Id::AddBlack,
                Color::White => Id::AddWhite,
            };
            // A list of both names would be written twice.
            if self.properties.iter().any(|other| other.ident == id.into()) {
                continue;
            }
            let message = format!("{} has {count} points, like setup stones", property.ident);
            let help = format!("read as {}", id.ident());
            let token = property.token;
            let found = context.found(&rules::TWO_MOVES, &token, message, help);
            log.report(found.read_as(token.span(), id.ident(), true));
            if let Some(property) = self.properties.get_mut(index) {
                property.ident = id.into();
            }
        }
    }

    fn move_at(&self, index: usize) -> Option<(&ReadProperty<'a>, Color)> {
        let property = self.properties.get(index).filter(|found| !found.done)?;
        Some((property, color_of(&property.ident)?))
    }

    /// Returns the index and the colour of the next property of a move.
    fn next_move(&self, from: usize) -> Option<(usize, Color)> {
        let mut rest = from..self.properties.len();
        rest.find_map(|index| Some((index, self.move_at(index)?.1)))
    }

    /// Reads the values of a property of a move, each once.
    fn read_values(&self, index: usize, context: &Context) -> SmallVec<[MoveValue<'a>; 1]> {
        let property = self.properties.get(index);
        let values = property.map(|property| self.values_of(property));
        let read = |token: &Token<'a>| MoveValue {
            token: *token,
            place: context.place(token, &mut Diagnostics::new()),
        };
        values.unwrap_or_default().iter().map(read).collect()
    }

    /// Returns whether the values of a property of a move are several points.
    fn are_stones(&self, index: usize, context: &Context) -> bool {
        let property = self.properties.get(index);
        let log = &mut Diagnostics::new();
        let Some([first, more @ ..]) = property.map(|property| self.values_of(property)) else {
            return false;
        };
        let mut list = |more| context.list(Id::AddBlack, more, log);
        !more.is_empty()
            && matches!(
                context.place(first, &mut Diagnostics::new()),
                Some(Place::Point(_))
            )
            && matches!(list(more), Some((Some(_), rest)) if rest.is_empty())
    }

    /// Takes one value of a property as the move. Other values stay as they are.
    fn found_move(
        &self,
        index: usize,
        color: Color,
        values: &[MoveValue<'a>],
        game: &Game<'_>,
        context: &Context,
        log: &mut Diagnostics,
    ) -> FoundMove<'a> {
        let id = Id::of_moves(color);
        let point = values.iter().position(MoveValue::is_point);
        let chosen = point.or_else(|| values.iter().position(MoveValue::is_blank));
        let place = chosen.and_then(|index| {
            let value = values.get(index)?.token;
            let place = context.place(&value, log)?;
            report_empty_pass(game, place, &value, context, log);
            Some(place)
        });
        for value in values.iter().filter(|value| value.place.is_none()) {
            let ident = Ident::Standard(id);
            let help = match place {
                Some(_) => KEPT,
                None => "read as a node without a move, and kept unchanged",
            };
            report_bad_value(&ident, "a move", &value.token, help, context, log);
        }
        if let Some(property) = self.properties.get(index)
            && values.len() > 1
        {
            report_several(property, "all are kept", context, log);
        }
        let others = values.iter().enumerate();
        let others = others.filter(|(index, _)| Some(*index) != chosen);
        let kept: Vec<Token<'a>> = others.map(|(_, value)| value.token).collect();
        FoundMove {
            mv: Move {
                color,
                place: place.unwrap_or(Place::Unreadable),
            },
            kept: (!kept.is_empty()).then(|| Property::new(id, raw(&kept, context))),
        }
    }

    /// Puts a move and properties into a node. Returns the node of the move: a new one if the properties have
    /// setup.
    fn place(
        &self,
        node: NodeId,
        game: &mut Game<'a>,
        found: FoundMove<'a>,
        mut properties: Vec<Property<'a>>,
        context: &Context,
        log: &mut Diagnostics,
    ) -> NodeId {
        let mut last = node;
        let setup = |property: &Property<'_>| property.property_type() == PropertyType::Setup;
        if properties.iter().any(setup)
            && let Some(first) = self.properties.first()
        {
            report_split(
                &first.token,
                &rules::SETUP_AND_MOVE,
                "setup and a move are in one node",
                "split into a node with the setup and a node with the move",
                context,
                log,
            );
            let (first, second) = properties.into_iter().partition(goes_with_setup);
            game.set_properties(node, first);
            last = game.add_child(node);
            properties = second;
        }
        if let Some(kept) = found.kept {
            properties.insert(0, kept);
        }
        game.set_move(last, Some(found.mv));
        game.set_properties(last, properties);
        last
    }
}

/// Reports at a property or value that its node is split.
fn report_split(
    at: &Token<'_>,
    rule: &'static Rule,
    message: &str,
    help: &'static str,
    context: &Context,
    log: &mut Diagnostics,
) {
    let mut split = context.found(rule, at, message.to_owned(), help);
    if context.escapes == Escapes::SmartGo {
        // Before FF[4] they may be together.
        split.severity = Severity::Note;
    }
    log.report(split);
}

/// A value of a property of a move.
#[derive(Debug)]
struct MoveValue<'a> {
    token: Token<'a>,
    /// The point or pass that it is. An empty value is a pass.
    place: Option<Place>,
}

impl MoveValue<'_> {
    fn is_blank(&self) -> bool {
        self.token.text.trim_ascii().is_empty()
    }

    /// Returns whether the value is a point, or a pass in letters: `tt`.
    fn is_point(&self) -> bool {
        self.place.is_some() && !self.is_blank()
    }
}

/// Parts the values of a property of a move into moves: each has one point or pass, and the unreadable values after it, or
/// before the first one.
fn groups(values: &[MoveValue<'_>]) -> SmallVec<[Range<usize>; 1]> {
    let mut groups = SmallVec::new();
    let mut start = 0;
    if values.len() > 1 {
        // An empty value next to a point is not a pass.
        let has_point = values.iter().any(MoveValue::is_point);
        let is_move = |value: &MoveValue<'_>| value.is_point() || !has_point && value.is_blank();
        let moves = values
            .iter()
            .enumerate()
            .filter(|(_, value)| is_move(value));
        for (index, _) in moves.skip(1) {
            groups.push(std::mem::replace(&mut start, index)..index);
        }
    }
    groups.push(start..values.len());
    groups
}

/// A move, with the values of its property that are not the move.
#[derive(Debug)]
struct FoundMove<'a> {
    mv: Move,
    kept: Option<Property<'a>>,
}

/// Returns whether a property stays with the setup when a node is split; the rest goes with the move.
fn goes_with_setup(property: &Property<'_>) -> bool {
    property.is(Id::Name)
        || matches!(
            property.property_type(),
            PropertyType::Setup | PropertyType::Root | PropertyType::GameInfo
        )
}
