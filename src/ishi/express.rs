//! The properties that an event expresses.

use super::line::Header;
use crate::format::Expressed;
use crate::model::Id;

/// The properties that an event expresses.
pub(crate) const EXPRESSED: Expressed = Expressed {
    native: NATIVE,
    adapted: ADAPTED,
};

const NATIVE: &[Id] = &[
    Id::AddBlack,
    Id::AddWhite,
    Id::Comment,
    Id::Label,
    Id::Triangle,
    Id::Square,
    Id::Circle,
    Id::Cross,
];

/// The title of the event and all headers. Some values change their form: `PB[Anna 5k]` becomes `BLACK Anna 5-kyu`.
const ADAPTED: &[Id] = &{
    let mut ids = [Id::Event; 1 + Header::ALL.len()];
    let [_, left @ ..] = &mut ids;
    let (mut left, mut headers): (&mut [Id], _) = (left, Header::ALL);
    while let ([id, ids @ ..], [header, others @ ..]) = (left, headers) {
        *id = header.property();
        (left, headers) = (ids, others);
    }
    ids
};
