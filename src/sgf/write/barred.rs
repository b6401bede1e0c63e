//! Properties that `FF[4]` does not allow in their node.

use std::collections::HashSet;

use crate::bracket::property::looks_damaged;
use crate::model::{
    EXCLUSIVE, GO, Game, Id, Ident, IdentSet, NodeId, Property, PropertyType, Value, ValueType,
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
    let mut idents = IdentSet::default();
    for ident in site.written {
        idents.insert(ident);
    }
    let mut barred = Barred::default();
    for property in properties {
        let is_mistyped = game.kind == GO && is_mistyped(property);
        if is_mistyped || !idents.insert(&property.ident) || looks_damaged(property, game.kind) {
            barred.properties.insert(std::ptr::from_ref(property));
        }
    }
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
    let (mut has_raw_move, mut has_setup) = (false, false);
    for (_, id) in standard(game.properties(node), barred) {
        // In games other than Go moves are properties.
        has_raw_move |= id.player().is_some();
        has_setup |= id.property_type() == PropertyType::Setup;
    }
    let has_move = has_raw_move || game.mv(node).is_some();
    has_setup &= !has_move;
    let mut annotated = [false; EXCLUSIVE.len()];
    let mut misplaced = Vec::new();
    for (property, id) in standard(game.properties(node), barred) {
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
            misplaced.push(std::ptr::from_ref(property));
        }
    }
    barred.extend(misplaced);
}

/// Returns the properties of `FF[4]` that are not barred.
fn standard<'p, 'g>(
    properties: &'g [Property<'g>],
    barred: &'p HashSet<*const Property<'g>>,
) -> impl Iterator<Item = (&'g Property<'g>, Id)> + use<'p, 'g> {
    let written = |property: &&Property<'g>| !barred.contains(&std::ptr::from_ref(*property));
    let standard = |property: &'g Property<'g>| Some((property, property.ident.standard()?));
    properties.iter().filter(written).filter_map(standard)
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
