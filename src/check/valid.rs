//! Checks whether a game that was made or changed by hand can be written.
//!
//! The model can hold more than a format allows, because records have mistakes. Values from a reader are written as
//! they are. Values from a program must be valid in SGF `FF[4]`, so that every reader understands them.

use std::fmt;
use std::mem::discriminant;

use foldhash::HashSet;

use super::{check_play, check_properties, rules};
use crate::bracket::property::{parse_property, property_text, value_text};
use crate::bracket::typed::{excerpt, expected};
use crate::diagnostic::{Diagnostic, Diagnostics, Rule, Severity};
use crate::format::Format;
use crate::format::piece::CARRIER;
use crate::model::words::debug_as_display;
use crate::model::{
    Address, BACKGAMMON, GO, Game, Id, Ident, NodeId, Place, Property, PropertyType, Value,
    ValueType,
};

/// The most lines of a board of Go (SGF `FF[4]`, property SZ).
const MAX_LINES: u8 = 52;

/// Rules about doubts in a game. They do not count here, because every format can express the game.
const DOUBTFUL: [&Rule; 10] = [
    &rules::OCCUPIED,
    &rules::SUICIDE,
    &rules::KO,
    &rules::SAME_COLOR,
    &rules::WRONG_PLAYER,
    &rules::NO_EFFECT,
    &rules::HANDICAP_STONES,
    &rules::MOVE_NUMBER,
    &rules::KOMI,
    &rules::NEWER_FEATURE,
];

/// A mistake in a part of a game that a program made: the reason why the game is not written.
#[derive(Clone, PartialEq, Eq)]
pub struct Fault {
    /// The node.
    pub node: NodeId,
    /// The address of the node.
    pub address: Address,
    /// The identifier of the property, if it is about one.
    pub property: Option<String>,
    /// The mistake, and the expected value.
    pub reason: String,
}

impl std::error::Error for Fault {}

debug_as_display!(Fault);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { node, address, .. } = self;
        write!(f, "node {} (move {address}), ", node.index())?;
        if let Some(property) = &self.property
            && !self.reason.split(' ').any(|word| word == property)
        {
            write!(f, "{property}: ")?;
        }
        f.write_str(&self.reason)
    }
}

/// Returns the first mistake in the nodes that a program made or changed.
pub(crate) fn fault(game: &Game<'_>) -> Option<Fault> {
    let made = |node: &NodeId| game.is_made(*node);
    let mut nodes = game.nodes().filter(made).peekable();
    nodes.peek()?;
    board(game)
        .or_else(|| nodes.find_map(|node| content(game, node)))
        .or_else(|| judged(game))
}

fn at(game: &Game<'_>, node: NodeId, property: Option<&str>, reason: impl Into<String>) -> Fault {
    Fault {
        node,
        address: game.address(node),
        property: property.map(ToOwned::to_owned),
        reason: reason.into(),
    }
}

fn board(game: &Game<'_>) -> Option<Fault> {
    let about_root = |id: Id, reason| Some(at(game, NodeId::ROOT, Some(id.ident()), reason));
    if game.has_read_board() {
        return None;
    }
    let lines = [game.size.columns, game.size.rows];
    if game.kind == 0 {
        let reason = "0 is not a kind of game; expected 1 for Go".to_owned();
        return about_root(Id::GameKind, reason);
    }
    if game.kind == GO && !lines.iter().all(|lines| (1..=MAX_LINES).contains(lines)) {
        let reason = format!(
            "no board is {}; expected 1 to {MAX_LINES} lines each way",
            game.size
        );
        return about_root(Id::Size, reason);
    }
    None
}

/// Returns the first mistake in the content of a node. Content from a reader counts as correct.
fn content(game: &Game<'_>, node: NodeId) -> Option<Fault> {
    let about = |ident: &str, reason: String| Some(at(game, node, Some(ident), reason));
    let mv = game.mv(node);
    let before = game.before(node);
    let is_new_move = before.is_none_or(|before| before.mv != mv);
    let is_new = |property| before.is_none_or(|before| !before.properties.contains(property));
    if let Some(mv) = mv.filter(|_| is_new_move) {
        let ident = mv.color.letter().to_string();
        if game.kind != GO {
            let reason = "moves of other games than Go are raw values of B and W";
            return about(&ident, reason.to_owned());
        }
        if mv.place == Place::Unreadable {
            return about(
                &ident,
                "the move has no point; expected a point or a pass".to_owned(),
            );
        }
    }
    let properties = game.properties(node);
    for (index, property) in properties.iter().enumerate() {
        let is_new = is_new(property);
        let ident = property.ident.as_str();
        let mut others = properties.iter().take(index);
        if is_new && others.any(|other| other.ident == property.ident) {
            return about(ident, "it appears twice in the node".to_owned());
        }
        let id = property.ident.standard();
        let is_setup = id.is_some_and(|id| id.property_type() == PropertyType::Setup);
        if mv.is_some() && is_setup && (is_new || is_new_move) {
            let reason = "setup and a move are in one node; expected a node for each";
            return about(ident, reason.to_owned());
        }
        if !is_new {
            continue;
        }
        if let Some(reason) = misplaced(game, node, property).or_else(|| unwritable(game, property))
        {
            return about(ident, reason);
        }
    }
    None
}

/// Returns why a property cannot be in this node, or not in any node.
fn misplaced(game: &Game<'_>, node: NodeId, property: &Property<'_>) -> Option<String> {
    let is_go = game.kind == GO;
    let reason = match property.ident.standard() {
        Some(Id::FileFormat | Id::Charset) => "the writer adds it",
        Some(Id::GameKind) => "the kind of game is `Game::kind`",
        Some(Id::Size) if is_go => "the size of the board is `Game::size`",
        Some(Id::Black | Id::White) if is_go => "a move is set with `Game::set_move`",
        Some(id) if node != NodeId::ROOT && id.property_type() == PropertyType::Root => {
            "it can only be in the first node"
        }
        None if is_carrier(property) => "the writer adds the carriers of this program",
        _ => return None,
    };
    Some(reason.to_owned())
}

fn is_carrier(property: &Property<'_>) -> bool {
    let starts = |value: &str| value.trim_start().starts_with("ishi ");
    property.ident.as_str() == CARRIER
        && matches!(&property.value, Value::Raw(values) if values.iter().any(|value| starts(value)))
}

/// Returns why a reader would read a property differently after it is written.
fn unwritable(game: &Game<'_>, property: &Property<'_>) -> Option<String> {
    let shown = || excerpt(&value_text(property)).into_owned();
    let not_a_value = |id| format!("\"{}\" is not a value; expected {}", shown(), expected(id));
    // In games other than Go a raw value is any text between two brackets.
    let game_of_raw = game.kind != GO && matches!(property.value, Value::Raw(_));
    let written = if game_of_raw && property.ident.standard().is_some() {
        Property::new(Ident::from("ZZ"), property.value.clone())
    } else {
        property.clone()
    };
    let Some(back) = parse_property(&property_text(&written), game.size) else {
        let is_empty = property_text(&written).is_empty();
        return Some(match property.ident.standard() {
            _ if is_empty => "it has no value".to_owned(),
            Some(id) => not_a_value(id),
            None => format!(
                "\"{}\" cannot be read back",
                excerpt(&property_text(&written))
            ),
        });
    };
    if back.ident != written.ident {
        return Some(format!("it is read back as {}", back.ident));
    }
    let is_other = discriminant(&back.value) != discriminant(&written.value);
    match written.ident.standard() {
        Some(id) if is_other || !is_typed(id, &back.value) => Some(not_a_value(id)),
        None if is_other => Some("the values of a private property are raw".to_owned()),
        _ if back.value == written.value => None,
        _ => {
            let back = value_text(&back);
            let back = excerpt(&back);
            Some(format!("\"{}\" is read back as \"{back}\"", shown()))
        }
    }
}

/// Returns whether a value that was read has the type of its property.
fn is_typed(id: Id, value: &Value<'_>) -> bool {
    match (id.value_type(), value) {
        (ValueType::TextList, _) => true,
        // Two texts, or an empty value.
        (ValueType::Pair, Value::Text(text)) => text.is_empty(),
        (_, value) => !matches!(value, Value::Raw(_)),
    }
}

/// Returns the first mistake against the format that a check finds. Doubts do not count, nor do mistakes that
/// the record had when it was read.
fn judged(game: &Game<'_>) -> Option<Fault> {
    let log = checked(game);
    let former = game.with_former_meanings();
    let former = former.map(|former| checked(&former)).unwrap_or_default();
    let key = |found: &Diagnostic| (found.rule.code, found.node, found.message.clone());
    let former: HashSet<_> = former.kept().iter().map(key).collect();
    let was_there = |found: &Diagnostic| former.contains(&key(found));
    let is_against = |found: &&Diagnostic| {
        let doubtful = DOUBTFUL.contains(&found.rule);
        // Of the rules of Backgammon (`G1..`) only this one counts as a rule of the format.
        let of_play = game.kind == BACKGAMMON
            && found.rule.code.starts_with("G1")
            && found.rule.code != rules::BACKGAMMON_VALUE.code;
        found.severity >= Severity::Warning && !doubtful && !of_play
    };
    let against = log.kept().iter().filter(is_against);
    let against = against.filter(|found| !was_there(found));
    let made = against.filter_map(|found| {
        let node = game.node_at(found.node?)?;
        game.is_made(node).then_some((node, found))
    });
    let (node, found) = made.min_by_key(|(node, _)| *node)?;
    let mut fault = at(game, node, None, found.message.clone());
    fault.property = found.about.as_ref().and_then(|about| {
        let mv = game.mv(node).map(|mv| mv.color.letter().to_string());
        let has = |ident: &&str| {
            Some(*ident) == mv.as_deref()
                || game
                    .properties(node)
                    .iter()
                    .any(|p| p.ident.as_str() == *ident)
        };
        let idents = about.idents.iter().map(Ident::as_str);
        let idents: Vec<_> = idents.filter(has).collect();
        (!idents.is_empty()).then(|| idents.join(" and "))
    });
    Some(fault)
}

fn checked(game: &Game<'_>) -> Diagnostics {
    let mut log = Diagnostics::unlimited();
    check_properties(game, Format::Sgf, &mut log);
    check_play(game, 0, Format::Sgf, &mut log);
    log
}

#[cfg(test)]
mod tests;
