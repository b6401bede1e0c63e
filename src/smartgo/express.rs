//! The properties that a record of Smart-Go expresses.

use crate::format::Expressed;
use crate::model::Id;

/// The properties that a record of Smart-Go expresses.
pub(crate) const EXPRESSED: Expressed = Expressed {
    native: NATIVE,
    adapted: ADAPTED,
};

const NATIVE: &[Id] = &[
    Id::AddBlack,
    Id::AddWhite,
    Id::AddEmpty,
    Id::PlayerToMove,
    Id::Name,
    Id::Comment,
    Id::TimeBlack,
    Id::TimeWhite,
    Id::TerritoryBlack,
    Id::TerritoryWhite,
];

/// Some values change their form: `TM[5400]` becomes `TM[90]`, in minutes.
const ADAPTED: &[Id] = &[
    Id::Event,
    Id::Round,
    Id::GameName,
    Id::PlayerBlack,
    Id::RankBlack,
    Id::PlayerWhite,
    Id::RankWhite,
    Id::Date,
    Id::Place,
    Id::Result,
    Id::Handicap,
    Id::Komi,
    Id::TimeLimit,
    Id::Recorder,
    Id::Source,
    Id::GameComment,
];
