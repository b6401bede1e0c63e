//! The properties that a record of SGF expresses.

use crate::format::Expressed;
use crate::model::Id;

/// The properties that a record of SGF expresses.
pub(crate) const EXPRESSED: Expressed = Expressed {
    native: NATIVE,
    adapted: ADAPTED,
};

const NATIVE: &[Id] = &[
    Id::Event,
    Id::Round,
    Id::GameName,
    Id::PlayerBlack,
    Id::RankBlack,
    Id::TeamBlack,
    Id::PlayerWhite,
    Id::RankWhite,
    Id::TeamWhite,
    Id::Date,
    Id::Place,
    Id::Result,
    Id::Rules,
    Id::Overtime,
    Id::Opening,
    Id::Annotator,
    Id::Recorder,
    Id::Source,
    Id::Copyright,
    Id::GameComment,
    Id::AddBlack,
    Id::AddWhite,
    Id::AddEmpty,
    Id::PlayerToMove,
    Id::Name,
    Id::Comment,
    Id::Figure,
    Id::View,
    Id::Label,
    Id::Triangle,
    Id::Square,
    Id::Circle,
    Id::Cross,
    Id::Selected,
    Id::TerritoryBlack,
    Id::TerritoryWhite,
    Id::Arrow,
    Id::Line,
];

/// Some values change their form: `KM[5,5]` becomes `KM[5.5]`.
const ADAPTED: &[Id] = &[Id::Komi, Id::TimeLimit, Id::TimeBlack, Id::TimeWhite];
