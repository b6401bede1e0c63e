//! The properties that an event expresses.

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

/// Some values change their form: `PB[Anna 5k]` becomes `BLACK Anna 5-kyu`.
const ADAPTED: &[Id] = &[
    Id::Event,
    Id::PlayerBlack,
    Id::PlayerWhite,
    Id::Date,
    Id::Place,
    Id::Result,
    Id::Rules,
    Id::Komi,
    Id::TimeLimit,
    Id::Annotator,
    Id::Recorder,
    Id::Source,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ishi::line::Header;

    #[test]
    fn the_proof_asks_for_each_header_with_a_text() {
        for header in Header::ALL {
            let is_asked = header
                .text_property()
                .is_none_or(|id| ADAPTED.contains(&id));
            assert!(is_asked, "{} is not in EXPRESSED", header.keyword());
        }
    }
}
