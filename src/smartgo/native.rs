//! The properties of Smart-Go, and the properties of `FF[4]` for the same data.

use super::text::fits;
use crate::bracket::smartgo::is_identifier;
use crate::format::charset::Charset;
use crate::model::{Id, Property, Value};

/// Returns whether Smart-Go has a property, in the root (`root`) or in another node. BS, WS and VW can stand only in the
/// root. GM and SZ are facts about the game.
///
/// SI and ID are not in the specification, because they came with `FF[3]`. Older readers skip them like private
/// properties.
pub(super) fn is_native(id: Id, root: bool) -> bool {
    match id {
        Id::SpeciesBlack | Id::SpeciesWhite | Id::View => root,
        Id::Sigma | Id::GameId => true,
        Id::GameKind | Id::Size => false,
        _ => id.facts().formats.starts_with('1'),
    }
}

/// The komi in half points: `KI[11]` is a komi of 5.5. Smart Game Board wrote it, but no specification has it.
pub(super) const HALF_POINTS: &str = "KI";

/// Returns whether a private property can be written in Smart-Go files. The `KI` of another program is excluded, because
/// readers would take it for the komi.
pub(super) fn is_private_native(ident: &str) -> bool {
    is_identifier(ident) && ident != HALF_POINTS
}

/// Returns whether properties are the same in Smart-Go and in `FF[4]`, so that no reader needs to compare them. That is
/// an empty list, or only a comment, as in most annotated nodes.
pub(super) fn is_same_in_ff4(properties: &[Property<'_>]) -> bool {
    match properties {
        [] => true,
        [only] if only.is(Id::Comment) => {
            matches!(&only.value, Value::Text(text) if fits(text, Charset::Utf8))
        }
        _ => false,
    }
}
