//! The properties of Smart-Go, and the properties of `FF[4]` for the same data.

use super::text::fits;
use crate::bracket::smartgo::is_identifier;
use crate::charset::Charset;
use crate::memory;
use crate::model::{Id, Ident, Property, Value};

/// Returns whether Smart-Go has a property, in the root (`root`) or in another node.
///
/// SI and ID are not in the specification, because they came with `FF[3]`. Older readers skip them like private
/// properties. BS, WS and VW can stand only in the root.
pub(super) fn is_native(id: Id, root: bool) -> bool {
    match id {
        Id::SpeciesBlack | Id::SpeciesWhite | Id::View => root,
        Id::Black
        | Id::White
        | Id::Comment
        | Id::Name
        | Id::NodeValue
        | Id::CheckMark
        | Id::GoodForBlack
        | Id::GoodForWhite
        | Id::Tesuji
        | Id::BadMove
        | Id::TimeBlack
        | Id::TimeWhite
        | Id::Figure
        | Id::AddBlack
        | Id::AddWhite
        | Id::AddEmpty
        | Id::PlayerToMove
        | Id::GameName
        | Id::GameComment
        | Id::Event
        | Id::Round
        | Id::Date
        | Id::Place
        | Id::PlayerBlack
        | Id::PlayerWhite
        | Id::Result
        | Id::Recorder
        | Id::TimeLimit
        | Id::Source
        | Id::RankBlack
        | Id::RankWhite
        | Id::Handicap
        | Id::Komi
        | Id::Evaluation
        | Id::ExpectedMove
        | Id::Selected
        | Id::Mark
        | Id::Letters
        | Id::TerritoryBlack
        | Id::TerritoryWhite
        | Id::Secure
        | Id::Region
        | Id::Sigma
        | Id::GameId => true,
        _ => false,
    }
}

/// The komi in half points: `KI[11]` is a komi of 5.5. Smart Game Board wrote it, but no specification has it.
pub(super) const HALF_POINTS: &str = "KI";

/// Returns whether a property of the record can differ from its canonical form: one of Smart-Go, or KI.
pub(super) fn is_original(ident: &Ident) -> bool {
    match ident.standard() {
        Some(id) => is_native(id, true),
        None => ident.as_str() == HALF_POINTS,
    }
}

/// Returns whether a private property can be written in Smart-Go files. XI is excluded, because the carrier has this
/// name, and so is the `KI` of another program, because readers would take it for the komi.
pub(super) fn is_private_native(ident: &str) -> bool {
    is_identifier(ident) && ident != memory::PROPERTY && ident != HALF_POINTS
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

/// The properties of both formats for the same data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// B and W on both sides.
    Move,
    /// TE and BM replace IT and DO.
    Annotation,
    /// L replaces LB.
    Letters,
    /// M replaces TR and MA; SQ and CR are shown as M.
    Marks,
    /// KI replaces KM.
    Komi,
    /// The property of the same identifier.
    Same,
}

impl Kind {
    /// Returns the kind of a property of either format.
    pub(super) fn of(ident: &Ident) -> Self {
        match ident.standard() {
            Some(Id::Black | Id::White) => Self::Move,
            Some(Id::Tesuji | Id::BadMove | Id::Interesting | Id::Doubtful) => Self::Annotation,
            Some(Id::Letters | Id::Label) => Self::Letters,
            Some(Id::Mark | Id::Triangle | Id::Square | Id::Circle | Id::Cross) => Self::Marks,
            Some(Id::Komi) => Self::Komi,
            None if ident.as_str() == HALF_POINTS => Self::Komi,
            _ => Self::Same,
        }
    }

    /// Returns whether two properties, each of either format, have the same subject: `L` and `LB`.
    pub(super) fn same(a: &Ident, b: &Ident) -> bool {
        Self::subject(a) == Self::subject(b)
    }

    /// Returns the subject of a property of either format: its kind, and for [`Kind::Same`] also its identifier.
    pub(super) fn subject(ident: &Ident) -> (Self, Option<&Ident>) {
        let kind = Self::of(ident);
        (kind, (kind == Self::Same).then_some(ident))
    }
}
