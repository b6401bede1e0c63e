//! The remedies of findings.

use std::cmp::Reverse;

use super::unit::structure;
use super::{charset, handicap, info, version};
use crate::bracket::rules as bracket;
use crate::check::rules;
use crate::diagnostic::{Diagnostic, Rule, Severity};
use crate::edit::{NodeKey, Respelled};
use crate::ishi::rules as ishi;
use crate::model::{
    Area, Game, Id, Ident, Move, NodeId, PointSet, Property, PropertyType, Share, Value, ValueType,
};
use crate::piece::{Key, Scope};
use crate::values::understand;

/// A remedy: the mending of one finding.
pub(super) enum Remedy {
    /// The canonical form of pieces, because `ishi` understands them.
    Respelled {
        /// Whether the record loses nothing by it.
        is_safe: bool,
        /// The pieces.
        pieces: Vec<Respelled>,
        /// The change of the game, if the canonical form says less.
        change: GameChange,
    },
    /// A change of the game.
    Changed {
        /// Whether the record proves that the change is right.
        is_safe: bool,
        /// The change.
        change: GameChange,
    },
}

impl Remedy {
    /// Returns whether the record proves that the remedy is right.
    pub(super) fn is_safe(&self) -> bool {
        match self {
            Self::Respelled { is_safe, .. } | Self::Changed { is_safe, .. } => *is_safe,
        }
    }

    /// Returns whether it changes game information or setup.
    pub(super) fn is_of_headers(&self) -> bool {
        let is_header = |ident: &Ident| {
            let kind = ident.standard().map(Id::property_type);
            matches!(kind, Some(PropertyType::GameInfo | PropertyType::Setup))
        };
        match self {
            Self::Respelled { .. } => false,
            Self::Changed { change, .. } => change
                .properties
                .iter()
                .any(|(_, ident, _)| is_header(ident)),
        }
    }

    /// Returns whether two remedies change the same property or the same part of the text.
    pub(super) fn shares_target(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Changed { change, .. }, Self::Changed { change: other, .. }) => change
                .targets()
                .any(|target| other.targets().any(|other| other == target)),
            (Self::Respelled { pieces, .. }, Self::Respelled { pieces: others, .. }) => {
                pieces == others
            }
            _ => false,
        }
    }
}

/// Changes of properties.
#[derive(Default)]
pub(super) struct GameChange {
    properties: Vec<(NodeId, Ident, Option<Property<'static>>)>,
    /// A move that becomes the first one.
    first: Option<Move>,
}

impl GameChange {
    /// Returns the changed properties.
    pub(super) fn targets(&self) -> impl Iterator<Item = NodeKey> {
        let part = |node: NodeId, ident: &Ident| (node.index(), Key::Property(ident.clone()));
        self.properties
            .iter()
            .map(move |(node, ident, _)| part(*node, ident))
    }

    /// Returns whether each changed property has one value in its node, so that the change loses no second value.
    fn is_of_one_value(&self, game: &Game<'_>) -> bool {
        self.properties.iter().all(|(node, ident, _)| {
            let properties = game.properties(*node).iter();
            let mut same = properties.filter(|one| one.ident == *ident);
            let first = same.next();
            same.all(|other| first.is_some_and(|first| first.value == other.value))
        })
    }

    /// Makes the change, and returns the node that it adds.
    pub(super) fn make(&self, game: &mut Game<'_>) -> Option<NodeId> {
        for (node, ident, property) in &self.properties {
            match property {
                Some(property) => game.set_property(*node, property.clone()),
                None => _ = game.remove_property(*node, ident.clone()),
            }
        }
        let mv = self.first?;
        let node = game.insert(NodeId::ROOT);
        game.set_move(node, Some(mv));
        Some(node)
    }

    /// Adds a move before all others.
    pub(super) fn play_first(mut self, mv: Move) -> Self {
        self.first = Some(mv);
        self
    }

    /// Adds a property to a node, or replaces it.
    pub(super) fn set(mut self, node: NodeId, property: Property<'static>) -> Self {
        self.properties
            .push((node, property.ident.clone(), Some(property)));
        self
    }

    /// Removes a property from a node.
    pub(super) fn remove(mut self, node: NodeId, ident: impl Into<Ident>) -> Self {
        self.properties.push((node, ident.into(), None));
        self
    }

    /// Returns the change as a remedy.
    pub(super) fn into_remedy(self, is_safe: bool) -> Remedy {
        Remedy::Changed {
            is_safe,
            change: self,
        }
    }
}

/// Returns a change that sets a property.
pub(super) fn set(node: NodeId, property: Property<'static>) -> GameChange {
    GameChange::default().set(node, property)
}

/// Returns a change that removes a property.
pub(super) fn remove(node: NodeId, ident: impl Into<Ident>) -> GameChange {
    GameChange::default().remove(node, ident)
}

/// A function that finds the remedy of a finding.
type FixFinder = fn(&Diagnostic, &Game<'_>) -> Option<Remedy>;

/// The rules with a remedy.
const REMEDIES: &[(&Rule, FixFinder)] = &[
    (&bracket::DUPLICATE_PROPERTY, merged),
    (&bracket::WHITE_SPACE_INSIDE, respelled),
    (&bracket::VALUE_REPAIRED, understood),
    (&bracket::DIALECT, understood),
    (&bracket::SQUARE_SIZE, respelled),
    (&bracket::ROOT_ELSEWHERE, without_effect),
    (&bracket::PLAIN_APPLICATION, application),
    (&bracket::SETUP_AND_MOVE, divided),
    (&bracket::TWO_MOVES, divided),
    (&rules::EMPTY_VALUE, empty),
    (&rules::FREE_FORM, info::free_form),
    (&rules::RULES_NAME, info::rules_name),
    (&rules::AREA_REPEATED, named_once),
    (&rules::MOVE_NUMBER_UNNEEDED, unneeded),
    (&rules::NO_GAME_KIND, kind),
    (&rules::KOMI, info::komi),
    (&rules::HANDICAP_STONES, handicap::remedy),
    (&rules::SMALL_HANDICAP, handicap::first_move),
    (&rules::RANK_IN_NAME, info::rank),
    (&rules::PLAYERS_ELSEWHERE, info::players),
    (&ishi::SEVERAL_MOVES, respelled),
    (&ishi::NO_BOARD_SIZE, board_size),
    (&ishi::OPEN_VARIATION, closed),
    (&ishi::PRISONERS, prisoners),
    (&ishi::NUMBER_ORDER, numbered),
    (&ishi::NUMBER_TWICE, numbered),
];

/// Returns whether at least some findings of a rule have a fix.
pub fn has_fix(code: &str) -> bool {
    let of_game = REMEDIES.iter().map(|(rule, _)| *rule);
    let of_text = charset::RULES.into_iter().chain(version::RULES);
    let mut rules = of_game.chain(of_text).chain(structure::RULES);
    rules.any(|rule| rule.code == code)
}

/// Returns the remedy of a finding, if it has one.
pub(super) fn remedy(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let (_, find) = REMEDIES.iter().find(|(rule, _)| *rule == finding.rule)?;
    find(finding, game).filter(|remedy| match remedy {
        Remedy::Respelled { .. } => true,
        Remedy::Changed { change, .. } => change.is_of_one_value(game),
    })
}

/// Returns the node of a finding.
pub(super) fn node_of(finding: &Diagnostic, game: &Game<'_>) -> Option<NodeId> {
    game.node_at(finding.node?)
}

/// Returns the property of a finding, and its node.
pub(super) fn property_of<'g, 'a>(
    finding: &Diagnostic,
    game: &'g Game<'a>,
) -> Option<(NodeId, &'g Property<'a>)> {
    let node = node_of(finding, game)?;
    let mut properties = game.properties(node).iter();
    let property = properties.find(|property| finding.is_about(property.ident.as_str()))?;
    Some((node, property))
}

/// Writes the canonical form of the text, because `ishi` understands the text and the canonical form has no fault.
fn respelled(finding: &Diagnostic, _: &Game<'_>) -> Option<Remedy> {
    Some(one(Respelled::At(finding.span?)))
}

fn one(piece: Respelled) -> Remedy {
    Remedy::Respelled {
        is_safe: true,
        pieces: vec![piece],
        change: GameChange::default(),
    }
}

/// Writes a value, or a property of a dialect, in the form of FF[4], with the overtime that a time limit has in it. It is a guess
/// if the value says more, and then a comment of the game has all of it: `RE[W+R (186 moves)]` -> `RE[W+R]GC[result: W+R (186 moves)]`.
fn understood(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    // The kind of game is no property of the model.
    if finding.is_about(Id::GameKind.ident()) {
        return respelled(finding, game);
    }
    let (node, property) = property_of(finding, game)?;
    let id = property.ident.standard()?;
    let mut pieces = vec![Respelled::At(finding.span?)];
    if finding.is_about(Id::Overtime.ident()) {
        let part = (node.index(), Key::Property(Id::Overtime.into()));
        pieces.push(Respelled::Part(finding.game, part));
    }
    // A second value is the same with more words, or the value of a dialect beside the value of FF[4].
    let mut words = Vec::new();
    for value in game
        .values(node, id)
        .filter(|value| *value != &property.value)
    {
        let Value::Raw(texts) = value else {
            // `KM[0]` yields to the komi of the dialect.
            if id == Id::Komi {
                continue;
            }
            return None;
        };
        let mut found = texts.iter().filter_map(|text| understand(id, text.trim()));
        if !found.any(|found| game.text(node, id) == Some(&found.form)) {
            return None;
        }
        words.extend(
            texts
                .iter()
                .map(|text| format!("{}: {}", id.meaning(), text.trim())),
        );
    }
    let is_safe = game.values(node, id).all(|value| *value == property.value);
    let mut change = GameChange::default();
    if game.values(node, id).count() > 1 {
        change = set(node, property.clone().into_owned());
    }
    if !words.is_empty() {
        words.splice(0..0, game.text(node, Id::GameComment).map(str::to_owned));
        let comment = Property::text(Id::GameComment, words.join("\n"));
        change = change.set(node, comment);
        pieces.push(Respelled::Part(
            finding.game,
            (node.index(), Key::Property(Id::GameComment.into())),
        ));
    }
    Some(Remedy::Respelled {
        is_safe,
        pieces,
        change,
    })
}

/// Joins two lists of one name, `AB[aa]AB[bb]` -> `AB[aa][bb]`, if all their values are readable.
fn merged(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let (node, property) = property_of(finding, game)?;
    let id = property.ident.standard()?;
    let is_list = matches!(
        property.value,
        Value::Points(_) | Value::Labels(_) | Value::Lines(_)
    );
    (is_list && game.values(node, id).count() == 1)
        .then(|| part(finding, node, Key::Property(id.into())))
}

fn part(finding: &Diagnostic, node: NodeId, key: Key) -> Remedy {
    one(Respelled::Part(finding.game, (node.index(), key)))
}

/// Removes a root property from another node, because it has no effect there.
///
/// If the root has the same value, the property is removed. If the root lacks the property, it moves to the root, as a
/// guess. SZ and GM never move to the root, because they would change the meaning of the moves. FF stays, because it can be
/// the sign that a new game starts.
fn without_effect(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let (node, property) = property_of(finding, game)?;
    if property.property_type() != PropertyType::Root {
        return None;
    }
    let id = property.ident.standard()?;
    let is_like = |word: String| property.value == Value::Raw([word.into()].into());
    let in_root = match id {
        Id::Size => is_like(game.size.columns.to_string()).then_some(true)?,
        Id::GameKind => is_like(game.kind.to_string()).then_some(true)?,
        Id::FileFormat => return None,
        _ => match game.get(NodeId::ROOT, id) {
            Some(value) => (*value == property.value).then_some(true)?,
            None => false,
        },
    };
    let change = remove(node, property.ident.clone());
    let change = if in_root {
        change
    } else {
        change.set(NodeId::ROOT, property.clone().into_owned())
    };
    Some(change.into_remedy(in_root))
}

/// Writes an empty emphasis as SGFC reads it, `BM[]` -> `BM[1]`, and removes other empty values, for example `GN[]`.
fn empty(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let (node, property) = property_of(finding, game)?;
    let is_empty = match &property.value {
        Value::Text(text) => text.is_empty(),
        Value::Raw(values) => values.iter().all(|value| value.is_empty()),
        _ => false,
    };
    let id = property.ident.standard().filter(|_| is_empty)?;
    match id.value_type() {
        ValueType::Double => Some(set(node, Property::text(id, "1")).into_remedy(true)),
        ValueType::SimpleText | ValueType::Text | ValueType::Number | ValueType::Real => {
            Some(remove(node, id).into_remedy(true))
        }
        _ => None,
    }
}

/// Removes the repeated points of a list: `AB[aa][aa]` -> `AB[aa]`.
fn named_once(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let (node, property) = property_of(finding, game)?;
    let id = property.ident.standard()?;
    let Value::Points(areas) = &property.value else {
        return None;
    };
    let value = Value::Points(each_once(areas).into());
    Some(set(node, Property::new(id, value)).into_remedy(true))
}

/// Returns the areas without repeated points. Large areas stay whole: `aa`, `aa:bb`, `cc` -> `aa:bb`, `cc`.
fn each_once(areas: &[Area]) -> Vec<Area> {
    let mut largest_first: Vec<(usize, Area)> = areas.iter().copied().enumerate().collect();
    largest_first.sort_by_key(|(_, area)| Reverse(area.count()));
    let mut seen = PointSet::default();
    let mut kept: Vec<(usize, Area)> = Vec::new();
    for (place, area) in largest_first {
        match seen.part_of(area) {
            Share::None => kept.push((place, area)),
            Share::Some => {
                let new = area.points().filter(|point| !seen.contains(*point));
                kept.extend(new.map(|point| (place, Area::from(point))));
            }
            Share::All => {}
        }
        seen.insert(area);
    }
    kept.sort_by_key(|(place, _)| *place);
    kept.into_iter().map(|(_, area)| area).collect()
}

/// Writes the colon of an application without a version. A name with a digit can have its version in it: `Aya 5.56`. Several
/// values can be those of another property: `AP[Jago AB[cc][dd]`.
fn application(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let has_digit = finding.message.contains(|c: char| c.is_ascii_digit());
    let is_single = game
        .values(node_of(finding, game)?, Id::Application)
        .count()
        < 2;
    Some(one(Respelled::At(finding.span?))).filter(|_| !has_digit && is_single)
}

/// Writes the nodes into which a reader divided a node: `B[aa]AB[cc]` -> `AB[cc];B[aa]`. The root stays, because its
/// canonical form has properties of `ishi`, for example AP.
fn divided(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let is_mistake = finding.severity > Severity::Note && finding.read_as.is_none();
    let is_inner = |node: &NodeId| is_mistake && *node != NodeId::ROOT;
    let node = node_of(finding, game).filter(is_inner)?;
    Some(part(finding, node, Key::Whole))
}

/// Names the kind of a game of Go: `FF[4]KM[6.5]` -> `FF[4]GM[1]KM[6.5]`.
fn kind(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let key = Key::Property(Id::GameKind.into());
    Some(part(finding, node_of(finding, game)?, key))
}

/// Names the size of the board of an event: `BOARDSIZE 19`.
fn board_size(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let key = Key::Keyword("BOARDSIZE", Scope::Event);
    Some(part(finding, node_of(finding, game)?, key))
}

/// Adds the missing ENDVAR of a variation.
fn closed(finding: &Diagnostic, _: &Game<'_>) -> Option<Remedy> {
    Some(one(Respelled::EndOf(finding.span?)))
}

/// Sets the prisoners to the stones that the move captures. It is a guess, because the prisoners can be right and the move wrong.
fn prisoners(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let node = node_of(finding, game)?;
    let key = Key::Keyword("PRISONER", Scope::Event);
    let piece = Respelled::Part(finding.game, (node.index(), key));
    Some(Remedy::Respelled {
        is_safe: false,
        pieces: vec![piece],
        change: GameChange::default(),
    })
}

/// Removes a number that repeats or falls, so that the move gets the next number: `B 1`, `W 1` -> `B 1`, `W 2`.
///
/// It is a guess, because an author can mean the number. A number after a gap stays, because a record can leave moves out. All
/// numbers stay if the game has labels, because a label can repeat the number of a move.
fn numbered(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let node = node_of(finding, game)?;
    let number = game.move_number(node)?;
    let (_, expected) = finding.message.rsplit_once(' ')?;
    let has_labels = game.nodes().any(|node| game.has(node, Id::Label));
    (number < expected.parse().ok()? && !has_labels).then(|| without_number(node))
}

/// Removes the number of a move.
pub(super) fn without_number(node: NodeId) -> Remedy {
    remove(node, Id::MoveNumber).into_remedy(false)
}

/// Removes MN, because the move has the same number without it.
fn unneeded(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let node = node_of(finding, game)?;
    Some(remove(node, Id::MoveNumber).into_remedy(true))
}
