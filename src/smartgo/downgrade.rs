//! From the meaning of a node to the canonical form of Smart-Go.

mod points;
mod texts;

use crate::format::charset::Charset;
use crate::model::{BoardSize, Id, Meaning, Property, PropertyType, Value, repeated};

use super::native::{is_native, is_private_native};

use points::Lists;

/// The limits of a Smart-Go file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// The size of the board, square and up to 19x19.
    pub size: BoardSize,
    /// The characters that texts can have.
    pub charset: Charset,
}

/// Returns the native properties of Smart-Go that are nearest to the meaning of a node.
///
/// | `FF[4]` | Smart-Go |
/// |---|---|
/// | `LB[aa:A][bb:B]` | `L[aa][bb]` |
/// | TR, MA, SQ and CR | M |
/// | IT | `TE[1]BM[1]` |
/// | DO | `BM[1]TE[1]` |
/// | VW in the root | VW with two corners |
/// | TM in seconds | TM in minutes |
///
/// Properties without a counterpart are left out. So is data that readers of its time cannot read: points off the
/// board, raw values with `]` or `\`, and setup in a node with a move. The layout writes the points of rectangles.
pub(super) fn downgrade<'a>(meaning: &Meaning<'a>, root: bool, target: &Limits) -> Meaning<'a> {
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
            // BM comes after TE, because BM before TE means doubtful instead of interesting.
            bad_move.extend(Some(property).filter(|_| is_first));
        } else if is_native(id, root) && is_first {
            properties.extend(single(id, property, target));
        } else if id == Id::Interesting || id == Id::Doubtful && doubt.is_none() {
            // If a node has IT and DO, IT wins, because a game can have them in any order.
            doubt = Some(id);
        }
    }
    for property in bad_move {
        properties.extend(single(Id::BadMove, property, target));
    }
    // Looks at the meaning, because the charset can leave out a written TE or BM.
    let annotated = |property: &Property<'_>| property.is(Id::Tesuji) || property.is(Id::BadMove);
    if let Some(id) = doubt
        && !meaning.properties.iter().any(annotated)
    {
        properties.extend(annotation(id));
    }
    lists.finish(root, &mut properties);
    Meaning {
        mv: meaning.mv.filter(|mv| mv.is_played(target.size)),
        properties,
    }
}

/// Returns the native form of a property that is not a list of points.
fn single<'a>(id: Id, property: &Property<'a>, target: &Limits) -> Option<Property<'a>> {
    match (id, &property.value) {
        // Nobody plays an unreadable move. `Lists` collects the points.
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
