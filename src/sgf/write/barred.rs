//! Properties that `FF[4]` does not allow in their node.

use std::collections::HashSet;

use crate::bracket::property::looks_damaged;
use crate::model::{
    EXCLUSIVE, GO, Game, Id, Ident, NodeId, Property, PropertyType, Value, ValueType, repeated,
};

/// A node in the place where it is written.
#[derive(Clone, Copy)]
pub(super) struct Site<'g, 's> {
    pub game: &'g Game<'g>,
    pub node: NodeId,
    /// The identifiers that are written and are not properties in the model.
    pub written: &'s [Ident],
    /// Whether a node before it on the path has game information.
    pub has_info: bool,
}

/// The properties of a node that are not written.
#[derive(Default)]
pub(super) struct Barred<'g> {
    pub properties: HashSet<*const Property<'g>>,
    /// Whether game information is among those that are written.
    pub says_info: bool,
}

/// Returns the properties that `FF[4]` does not allow in a node: a second one of a name (section 2.2), values that are
/// not of their type (section 3) or look damaged, and, unless the record is written `as_read`, those whose type does
/// not fit the node (section 2.2.1): of a root in another node, game information a second time on a path, of a move
/// beside setup or without a move, and annotations that exclude each other.
pub(super) fn barred<'g>(site: &Site<'g, '_>, as_read: bool) -> Barred<'g> {
    let Site { game, node, .. } = *site;
    let properties = game.properties(node);
    if properties.is_empty() {
        return Barred::default();
    }
    let is_mistyped = |property: &&Property<'_>| game.kind == GO && is_mistyped(property);
    let typed: Vec<_> = properties
        .iter()
        .filter(|property| !is_mistyped(property))
        .collect();
    let idents = typed.iter().map(|property| &property.ident);
    let repeated = repeated(site.written.iter().chain(idents)).into_iter();
    let repeated = repeated.filter_map(|index| index.checked_sub(site.written.len()));
    let repeated = repeated.filter_map(|index| typed.get(index).copied());
    let is_damaged = |property: &&Property<'_>| looks_damaged(property, game.kind);
    let others = properties.iter();
    let others = others.filter(|property| is_mistyped(property) || is_damaged(property));
    let mut barred = Barred {
        properties: repeated.chain(others).map(std::ptr::from_ref).collect(),
        says_info: false,
    };
    if !as_read {
        bar_misplaced(site, &mut barred.properties);
    }
    barred.says_info = properties.iter().any(|property| {
        let id = property.ident.standard();
        id.is_some_and(|id| id.type_in(game.kind) == PropertyType::GameInfo)
            && !barred.properties.contains(&std::ptr::from_ref(property))
    });
    barred
}

/// Adds the properties whose type does not fit the node, and values that are none of the property.
fn bar_misplaced<'g>(site: &Site<'g, '_>, barred: &mut HashSet<*const Property<'g>>) {
    let Site { game, node, .. } = *site;
    let said: Vec<_> = game
        .properties(node)
        .iter()
        .filter(|property| !barred.contains(&std::ptr::from_ref(*property)))
        .filter_map(|property| Some((property, property.ident.standard()?)))
        .collect();
    let is_of = |wanted: PropertyType| said.iter().any(|(_, id)| id.property_type() == wanted);
    // In games other than Go moves are properties.
    let has_raw_move = said.iter().any(|(_, id)| id.player().is_some());
    let has_move = has_raw_move || game.mv(node).is_some();
    let has_setup = !has_move && is_of(PropertyType::Setup);
    let mut annotated = [false; EXCLUSIVE.len()];
    for (property, id) in said {
        let is_misplaced = match id.type_in(game.kind) {
            PropertyType::Root => node != NodeId::ROOT,
            PropertyType::GameInfo => site.has_info,
            PropertyType::Setup => has_raw_move,
            PropertyType::Move => has_setup || id.needs_move() && !has_move,
            PropertyType::Free => false,
        } || is_forbidden(id, &property.value);
        let group = EXCLUSIVE.iter().position(|ids| ids.contains(&id));
        let annotated = group.and_then(|group| annotated.get_mut(group));
        let is_second = match annotated {
            Some(annotated) if !is_misplaced => std::mem::replace(annotated, true),
            _ => false,
        };
        if is_misplaced || is_second {
            barred.insert(property);
        }
    }
}

/// Returns whether a property has values that are not of its type. A list of texts has no other form
/// than that, nor has what describes the file, of which the writer writes its own.
fn is_mistyped(property: &Property<'_>) -> bool {
    let is_typed = |id: Id| {
        let is_list = id.value_type() == ValueType::TextList;
        let is_own = matches!(id, Id::FileFormat | Id::GameKind | Id::Charset);
        !is_list && !is_own
    };
    let is_raw = matches!(property.value, Value::Raw(_));
    is_raw && property.ident.standard().is_some_and(is_typed)
}

/// Returns whether a value is of the type of a property, but none that it can have: a list without points, a number out
/// of its range.
fn is_forbidden(id: Id, value: &Value<'_>) -> bool {
    match value {
        Value::Points(areas) => areas.is_empty() && !id.can_be_empty(),
        Value::Text(text) if id.value_type() == ValueType::Number => {
            let number = text.trim().parse();
            number.is_ok_and(|number| !id.has_in_range(number))
        }
        _ => false,
    }
}
