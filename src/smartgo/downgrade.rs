//! From the meaning of a node to the canonical form of Smart-Go.

mod points;
mod texts;

use crate::charset::Charset;
use crate::model::{BoardSize, Id, Meaning, Move, Place, Property, PropertyType, Value, repeated};

use super::native::{is_native, is_private_native};

use points::Lists;
pub(super) use points::expand;

/// What the canonical form of a node depends on besides its meaning.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    /// The size of the board, square and up to 19x19.
    pub size: BoardSize,
    /// The characters that texts can have.
    pub charset: Charset,
}

/// Returns what Smart-Go writes natively for a node, as near to its meaning as possible.
///
/// Labels A, B, C and so on become L, triangles, crosses, squares and circles M, IT and DO become TE
/// and BM, the view of the root two corners, TM minutes. What Smart-Go has no property for is left
/// out, and so is what readers of its time would stumble over: points off the board, private values
/// with brackets, setup beside a move. Rectangles stay rectangles: [`expand`] writes their points.
pub(super) fn downgrade<'a>(meaning: &Meaning<'a>, root: bool, target: &Target) -> Meaning<'a> {
    let mut properties = Vec::with_capacity(meaning.properties.len());
    let mut lists = Lists::new(target.size);
    let mut bad_move = Vec::new();
    let mut doubt = None;
    let idents = meaning.properties.iter().map(|property| &property.ident);
    let mut repeated = repeated(idents).into_iter().peekable();
    for (index, property) in meaning.properties.iter().enumerate() {
        let is_first = repeated.next_if_eq(&index).is_none();
        let Some(id) = property.ident.standard() else {
            if is_first && is_private_native(property.ident.as_str()) {
                properties.extend(texts::verbatim(property, target));
            }
            continue;
        };
        if meaning.mv.is_some() && id.property_type() == PropertyType::Setup {
            continue;
        }
        lists.note(id, &property.value);
        if id == Id::BadMove {
            // After TE: in the other order the two would be doubtful instead of interesting.
            bad_move.extend(Some(property).filter(|_| is_first));
        } else if is_native(id, root) && is_first {
            properties.extend(single(id, property, target));
        } else if id == Id::Interesting || id == Id::Doubtful && doubt.is_none() {
            // Of both it is always IT, because a reader gets them from a carrier in another order.
            doubt = Some(id);
        }
    }
    for property in bad_move {
        properties.extend(single(Id::BadMove, property, target));
    }
    // Not what is written counts, for that depends on the charset.
    let annotated = |property: &Property<'_>| property.is(Id::Tesuji) || property.is(Id::BadMove);
    if let Some(id) = doubt
        && !meaning.properties.iter().any(annotated)
    {
        properties.extend(annotation(id));
    }
    lists.finish(root, &mut properties);
    Meaning {
        mv: meaning.mv.map(|mv| playable(mv, target.size)),
        properties,
    }
}

/// Returns a move that Smart-Go can write: one off the board, or one that cannot be read, becomes a
/// pass.
pub(super) fn playable(mv: Move, size: BoardSize) -> Move {
    match mv.place {
        Place::Point(point) if size.contains(point) => mv,
        _ => Move {
            place: Place::Pass,
            ..mv
        },
    }
}

/// Returns the native form of a property that is not a list of points.
fn single<'a>(id: Id, property: &Property<'a>, target: &Target) -> Option<Property<'a>> {
    match (id, &property.value) {
        // Moves that could not be read are passes; lists are collected.
        (Id::Black | Id::White, _) | (_, Value::Points(_)) => None,
        (Id::Figure, _) => Some(Property::text(id, "")),
        (_, Value::Text(text)) => {
            texts::text(id, text, target).map(|text| Property::text(id, text))
        }
        (_, Value::Raw(_)) => texts::verbatim(property, target),
        _ => None,
    }
}

/// Returns the TE and BM that replace IT or DO.
fn annotation(id: Id) -> [Property<'static>; 2] {
    let order = match id {
        Id::Interesting => [Id::Tesuji, Id::BadMove],
        _ => [Id::BadMove, Id::Tesuji],
    };
    order.map(|id| Property::text(id, "1"))
}
