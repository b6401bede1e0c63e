//! What mends a finding.

use super::values;
use crate::bracket::rules as bracket;
use crate::check::rules;
use crate::diagnostic::{Diagnostic, Rule};
use crate::edit::Respelled;
use crate::ishi::rules as ishi;
use crate::model::{
    Area, Color, Game, Id, Ident, NodeId, Point, Property, PropertyType, Value, ValueType,
};
use crate::piece::{Key, Scope};

/// What mends a finding.
pub(super) enum Remedy {
    /// The canonical form of pieces that are understood.
    Respelled(Vec<Respelled>),
    /// A change of the game.
    Changed {
        /// Whether the record proves that the change is right.
        is_safe: bool,
        /// The change.
        change: GameChange,
    },
}

/// A change of a node.
pub(super) struct GameChange {
    node: NodeId,
    remove: Vec<Ident>,
    set: Vec<Property<'static>>,
}

impl GameChange {
    /// Returns the properties that change.
    pub(super) fn idents(&self) -> Vec<Ident> {
        let set = self.set.iter().map(|property| property.ident.clone());
        self.remove.iter().cloned().chain(set).collect()
    }

    /// Makes the change.
    pub(super) fn make(self, game: &mut Game<'_>) {
        for ident in self.remove {
            game.remove_property(self.node, ident);
        }
        for property in self.set {
            game.set_property(self.node, property);
        }
    }
}

/// Finds what mends a finding in a game.
type Finder = fn(&Diagnostic, &Game<'_>) -> Option<Remedy>;

/// The rules whose findings can be mended.
const REMEDIES: &[(&Rule, Finder)] = &[
    (&bracket::UNESCAPED_BRACKET, respelled),
    (&bracket::DUPLICATE_PROPERTY, merged),
    (&bracket::REVERSED_CORNERS, respelled),
    (&bracket::WHITE_SPACE_INSIDE, respelled),
    (&bracket::SINGLE_RECTANGLE, respelled),
    (&bracket::VALUE_REPAIRED, respelled),
    (&bracket::SQUARE_SIZE, respelled),
    (&bracket::ROOT_ELSEWHERE, without_effect),
    (&bracket::PLAIN_APPLICATION, application),
    (&rules::EMPTY_VALUE, empty),
    (&rules::FREE_FORM, free_form),
    (&rules::AREA_REPEATED, named_once),
    (&rules::KOMI, komi),
    (&rules::HANDICAP_STONES, handicap),
    (&ishi::SEVERAL_MOVES, respelled),
    (&ishi::OPEN_VARIATION, closed),
    (&ishi::PRISONERS, prisoners),
    (&ishi::NUMBER_ORDER, numbered),
    (&ishi::NUMBER_TWICE, numbered),
];

/// Returns whether findings of a rule can be mended, at least some of them.
pub fn has_fix(code: &str) -> bool {
    REMEDIES.iter().any(|(rule, _)| rule.code == code)
}

/// Returns what mends a finding; none if nothing does.
pub(super) fn remedy(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let (_, find) = REMEDIES
        .iter()
        .find(|(rule, _)| rule.code == finding.rule.code)?;
    find(finding, game)
}

fn node_of(finding: &Diagnostic, game: &Game<'_>) -> Option<NodeId> {
    game.node_at(finding.node?)
}

/// Returns the property that a finding is about: one of its node.
fn id_of(finding: &Diagnostic, game: &Game<'_>, ids: &[Id]) -> Option<(NodeId, Id)> {
    let node = node_of(finding, game)?;
    let named = |id: &&Id| {
        let word = id.ident();
        finding
            .message
            .split([' ', ',', ';', ':'])
            .any(|part| part == word)
    };
    let present = ids.iter().filter(|id| game.has(node, **id));
    let id = present
        .clone()
        .find(named)
        .or_else(|| present.clone().next())?;
    Some((node, *id))
}

/// The text is understood; its canonical form has no fault.
fn respelled(finding: &Diagnostic, _: &Game<'_>) -> Option<Remedy> {
    Some(Remedy::Respelled(vec![Respelled::At(finding.span?)]))
}

/// Lists of one name are one list.
fn merged(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let node = node_of(finding, game)?;
    let ident = game.properties(node).iter().map(|property| &property.ident);
    let ident = ident
        .clone()
        .find(|ident| finding.message.starts_with(ident.as_str()))?;
    let id = ident.standard()?;
    let is_list = matches!(
        id.value_type(),
        ValueType::Points | ValueType::Labels | ValueType::Lines
    );
    (is_list && game.values(node, id).count() == 1)
        .then(|| Remedy::Respelled(vec![part(finding, node, Key::Property(id.into()))]))
}

fn part(finding: &Diagnostic, node: NodeId, key: Key) -> Respelled {
    Respelled::Part(finding.game, (node.index(), key))
}

/// A root property in mid-tree has no effect. Where the root has the same value, it says nothing.
fn without_effect(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let node = node_of(finding, game)?;
    let root = |property: &&Property<'_>| property.property_type() == PropertyType::Root;
    let named = |property: &&Property<'_>| finding.message.starts_with(property.ident.as_str());
    let mut properties = game.properties(node).iter().filter(root);
    let property = properties.find(named)?;
    let id = property.ident.standard()?;
    let is_safe = match id {
        Id::Size => property.value == Value::Raw([game.size.columns.to_string().into()].into()),
        Id::GameKind => property.value == Value::Raw([game.kind.to_string().into()].into()),
        _ => game.get(NodeId::ROOT, id) == Some(&property.value),
    };
    Some(changed(
        is_safe,
        node,
        vec![property.ident.clone()],
        Vec::new(),
    ))
}

fn changed(is_safe: bool, node: NodeId, remove: Vec<Ident>, set: Vec<Property<'static>>) -> Remedy {
    let change = GameChange { node, remove, set };
    Remedy::Changed { is_safe, change }
}

/// `AP[foxwq]` is `AP[foxwq:]`, an application without a version (FF[4], AP).
fn application(_: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let name = game.text(NodeId::ROOT, Id::Application)?.to_owned();
    let pair = Value::Pair(Box::new((name.into(), "".into())));
    let property = Property::new(Id::Application, pair);
    Some(changed(true, NodeId::ROOT, Vec::new(), vec![property]))
}

/// An empty emphasis is 1, as SGFC reads it; other empty values say nothing.
fn empty(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let node = node_of(finding, game)?;
    let is_empty = |property: &&Property<'_>| match &property.value {
        Value::Text(text) => text.is_empty(),
        Value::Raw(values) => values.iter().all(|value| value.is_empty()),
        _ => false,
    };
    let named = |property: &&Property<'_>| {
        finding
            .message
            .split(' ')
            .any(|word| word == property.ident.as_str())
    };
    let mut properties = game.properties(node).iter().filter(is_empty);
    let property = properties.find(named)?;
    let id = property.ident.standard()?;
    match id.value_type() {
        ValueType::Double => Some(changed(
            true,
            node,
            Vec::new(),
            vec![Property::text(id, "1")],
        )),
        ValueType::SimpleText | ValueType::Number | ValueType::Real => {
            Some(changed(true, node, vec![id.into()], Vec::new()))
        }
        _ => None,
    }
}

/// Dates, results, komi and times in other forms than that of FF[4].
fn free_form(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    const IDS: [Id; 4] = [Id::Date, Id::Result, Id::Komi, Id::TimeLimit];
    let (node, id) = id_of(finding, game, &IDS)?;
    let text = match game.get(node, id)? {
        Value::Text(text) => text.to_string(),
        Value::Raw(values) => match &**values {
            [value] => value.to_string(),
            _ => return None,
        },
        _ => return None,
    };
    let mut set = vec![Property::text(id, values::in_form(id, &text)?)];
    if id == Id::TimeLimit
        && let Some(overtime) = values::overtime(&text)
    {
        if game.has(node, Id::Overtime) {
            return None;
        }
        set.push(Property::text(Id::Overtime, overtime));
    }
    Some(changed(true, node, Vec::new(), set))
}

/// Points that a list names twice.
fn named_once(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let node = node_of(finding, game)?;
    let named = |property: &&Property<'_>| {
        finding
            .message
            .split(' ')
            .any(|word| word == property.ident.as_str())
    };
    let property = game.properties(node).iter().find(named)?;
    let id = property.ident.standard()?;
    let Value::Points(areas) = &property.value else {
        return None;
    };
    let mut points: Vec<Point> = Vec::new();
    for point in areas.iter().copied().flat_map(Area::points) {
        if !points.contains(&point) {
            points.push(point);
        }
    }
    let set = vec![Property::points(id, points)];
    Some(changed(true, node, Vec::new(), set))
}

/// Hundredths of a point or of a stone, as the Fox server writes them. From another program it is a guess.
fn komi(_: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let root = NodeId::ROOT;
    let komi = game.text(root, Id::Komi)?;
    let is_fox = values::is_fox(game);
    let points = values::komi_of_server(komi, game.text(root, Id::Rules), is_fox)?;
    let set = vec![Property::text(Id::Komi, points)];
    Some(changed(is_fox, root, Vec::new(), set))
}

/// A handicap without stones gets them if White moves first; a handicap beside other stones is their number.
fn handicap(_: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let root = NodeId::ROOT;
    let named = game.text(root, Id::Handicap);
    if game.is_setup(root) {
        // If no handicap is named, the finding says that White answers the stones.
        let stones = game.points(root, Id::AddBlack).count();
        let set = vec![Property::text(Id::Handicap, stones.to_string())];
        return (stones > 1).then(|| changed(named.is_none(), root, Vec::new(), set));
    }
    let handicap: u8 = named?.trim().parse().ok()?;
    let points = values::handicap_points(handicap, game.size)?;
    let first = game.main_line().find_map(|node| game.mv(node));
    let is_safe = first.is_some_and(|mv| mv.color == Color::White)
        && !game.main_line().any(|node| game.is_setup(node));
    Some(changed(
        is_safe,
        root,
        Vec::new(),
        vec![Property::points(Id::AddBlack, points)],
    ))
}

/// A variation without its ENDVAR gets one.
fn closed(finding: &Diagnostic, _: &Game<'_>) -> Option<Remedy> {
    Some(Remedy::Respelled(vec![Respelled::EndOf(finding.span?)]))
}

/// The prisoners are the stones that the move captures.
fn prisoners(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let node = node_of(finding, game)?;
    let key = Key::Keyword("PRISONER", Scope::Event);
    Some(Remedy::Respelled(vec![part(finding, node, key)]))
}

/// A move number that does not rise is the next one.
fn numbered(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let node = node_of(finding, game)?;
    game.has(node, Id::MoveNumber)
        .then(|| changed(true, node, vec![Id::MoveNumber.into()], Vec::new()))
}
