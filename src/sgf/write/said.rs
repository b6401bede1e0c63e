//! The properties of a node as `FF[4]` allows them.

use std::collections::BTreeMap;

use crate::bracket::property::looks_damaged;
use crate::model::{
    EXCLUSIVE, GO, Game, Id, Ident, IdentSet, NodeId, Property, PropertyType, Value, ValueType,
};
use crate::sgf::once;

/// A node, and the data that was written before its properties.
#[derive(Clone, Copy)]
pub(super) struct Site<'g, 's> {
    pub game: &'g Game<'g>,
    pub node: NodeId,
    /// The identifiers of native data outside the properties of the model, for example `B` or `SZ`.
    pub written: &'s [Ident],
    /// Whether an earlier node on the path has native game information.
    pub has_info: bool,
}

/// Properties with their other forms; `None` for those that are not written.
type Forms<'g> = BTreeMap<*const Property<'g>, Option<Property<'g>>>;

/// The properties of a node that are written in another form, or not at all.
#[derive(Default)]
pub(super) struct Said<'g> {
    /// The forms of lists that repeat points: `AB[aa][aa]` -> `AB[aa]`; `None` for properties that `FF[4]` does not allow in the
    /// node.
    forms: Forms<'g>,
    /// Whether the others include game information.
    pub has_info: bool,
}

impl<'g> Said<'g> {
    /// Finds the forms of the properties of a node. `FF[4]` bars
    ///
    /// - the second property of a name (section 2.2): `C[a]C[b]`;
    /// - values of a wrong type (section 3): `KM[x]`. In games other than Go values have no types, and a move that nobody can
    ///   read stays as it stands: `B[?c]`;
    /// - values that a reader would cut in two.
    ///
    /// Unless the record is written `as_read`, also
    ///
    /// - properties of a wrong type for the node (section 2.2.1): root properties in another node, game information for
    ///   the second time on a path, setup in a node with a raw move, move properties in a node with setup, and move
    ///   annotations without a move;
    /// - the second of two annotations that exclude each other: `TE[1]BM[1]`;
    /// - empty lists, and numbers out of range: `TR[]`, `ST[9]`;
    /// - repeated points.
    pub(super) fn of(site: &Site<'g, '_>, as_read: bool) -> Self {
        let mut said = Self::default();
        let properties = site.game.properties(site.node);
        if properties.is_empty() {
            return said;
        }
        let kind = site.game.kind;
        let mut idents = IdentSet::of(site.written);
        for property in properties {
            let is_mistyped = kind == GO && is_mistyped(property);
            if is_mistyped || !idents.insert(&property.ident) || looks_damaged(property, kind) {
                said.forms.insert(std::ptr::from_ref(property), None);
            }
        }
        if !as_read {
            bar_misplaced(site, &mut said.forms);
            let is_left = |one: &&Property<'g>| !said.forms.contains_key(&std::ptr::from_ref(*one));
            let is_list =
                |one: &&Property<'g>| !matches!(one.value, Value::Text(_) | Value::Raw(_));
            let lists: Vec<_> = properties.iter().filter(is_list).filter(is_left).collect();
            let reduced = once::reduced(&lists).into_iter();
            said.forms
                .extend(reduced.map(|(list, once)| (std::ptr::from_ref(list), once)));
        }
        let is_info = |(_, id): (_, Id)| id.type_in(kind) == PropertyType::GameInfo;
        said.has_info = standard(properties, &said.forms).any(is_info);
        said
    }

    /// Returns the form in which a property is written; `None` if it is not.
    pub(super) fn form<'p>(&'p self, property: &'p Property<'g>) -> Option<&'p Property<'g>> {
        if property.ident.has_digit() {
            return None;
        }
        match self.forms.get(&std::ptr::from_ref(property)) {
            Some(form) => form.as_ref(),
            None => Some(property),
        }
    }
}

/// Adds the properties that [`Said::of`] bars unless the record is written as read.
fn bar_misplaced<'g>(site: &Site<'g, '_>, forms: &mut Forms<'g>) {
    let Site { game, node, .. } = *site;
    let (mut has_raw_move, mut has_setup) = (false, false);
    for (_, id) in standard(game.properties(node), forms) {
        // In games other than Go moves are properties.
        has_raw_move |= id.player().is_some();
        has_setup |= id.property_type() == PropertyType::Setup;
    }
    let has_move = has_raw_move || game.mv(node).is_some();
    has_setup &= !has_move;
    let mut annotated = [false; EXCLUSIVE.len()];
    let mut misplaced = Vec::new();
    for (property, id) in standard(game.properties(node), forms) {
        let is_misplaced = match id.type_in(game.kind) {
            PropertyType::Root => node != NodeId::ROOT,
            PropertyType::GameInfo => site.has_info,
            PropertyType::Setup => has_raw_move,
            PropertyType::Move => has_setup || id.needs_move() && !has_move,
            PropertyType::Free => false,
        } || is_forbidden(id, &property.value);
        // The annotations that exclude each other have no value, or an emphasis.
        let may_exclude = matches!(id.value_type(), ValueType::Double | ValueType::None);
        let mut groups = EXCLUSIVE.iter();
        let group = groups.position(|ids| may_exclude && ids.contains(&id));
        let annotated = group.and_then(|group| annotated.get_mut(group));
        let is_second = annotated.is_some_and(|annotated| std::mem::replace(annotated, true));
        if is_misplaced || is_second {
            misplaced.push(std::ptr::from_ref(property));
        }
    }
    forms.extend(misplaced.into_iter().map(|property| (property, None)));
}

/// Returns the standard properties that are not barred, with their identifiers.
fn standard<'p, 'g>(
    properties: &'g [Property<'g>],
    forms: &'p Forms<'g>,
) -> impl Iterator<Item = (&'g Property<'g>, Id)> + use<'p, 'g> {
    let written = |property: &&Property<'g>| !forms.contains_key(&std::ptr::from_ref(*property));
    let standard = |property: &'g Property<'g>| Some((property, property.ident.standard()?));
    properties.iter().filter(written).filter_map(standard)
}

/// Returns whether the values of a property have a wrong type, and so are raw. Lists of texts do not count, because
/// they are always raw; nor do FF, GM and CA, because the writer writes new ones.
fn is_mistyped(property: &Property<'_>) -> bool {
    let is_typed = |id: Id| {
        let is_list = id.value_type() == ValueType::TextList;
        let is_own = matches!(id, Id::FileFormat | Id::GameKind | Id::Charset);
        !is_list && !is_own && id.player().is_none()
    };
    let is_raw = matches!(property.value, Value::Raw(_));
    is_raw && property.ident.standard().is_some_and(is_typed)
}

/// Returns whether a value has the right type but is forbidden for the property: an empty list, or a number out of
/// range.
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
