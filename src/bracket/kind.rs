//! The kinds of games that GM names (SGF `FF[4]`, property GM).

use crate::model::{GO, GameKind};

/// Names that people write in place of the number.
const NAMES: &[(&str, GameKind)] = &[
    ("go", GO),
    ("igo", GO),
    ("weiqi", GO),
    ("baduk", GO),
    ("othello", 2),
    ("reversi", 2),
    ("chess", 3),
    ("gomoku", 4),
    ("renju", 4),
    ("nine men's morris", 5),
    ("backgammon", 6),
    ("chinese chess", 7),
    ("xiangqi", 7),
    ("shogi", 8),
    ("lines of action", 9),
    ("loa", 9),
    ("ataxx", 10),
    ("hex", 11),
    ("jungle", 12),
    ("neutron", 13),
    ("philosopher's football", 14),
    ("phutball", 14),
    ("quadrature", 15),
    ("trax", 16),
    ("tantrix", 17),
    ("amazons", 18),
    ("octi", 19),
    ("gess", 20),
    ("twixt", 21),
    ("zertz", 22),
    ("plateau", 23),
    ("yinsh", 24),
    ("punct", 25),
    ("gobblet", 26),
    ("hive", 27),
    ("exxit", 28),
    ("hnefatal", 29),
    ("kuba", 30),
    ("tripples", 31),
    ("chase", 32),
    ("tumbling down", 33),
    ("sahara", 34),
    ("byte", 35),
    ("focus", 36),
    ("dvonn", 37),
    ("tamsk", 38),
    ("gipf", 39),
    ("kropki", 40),
];

/// Returns the kind of game that a value of GM names, by its number or in words: `6`, `Amazons`.
pub(super) fn named(value: &str) -> Option<GameKind> {
    let text = value.trim_ascii();
    let number = text.parse().ok().filter(|kind| *kind > 0);
    number.or_else(|| {
        let mut names = NAMES.iter();
        let known = names.find(|(name, _)| text.eq_ignore_ascii_case(name));
        known.map(|(_, kind)| *kind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_numbers_and_names() {
        for (value, kind) in [
            ("1", Some(1)),
            (" +6\n", Some(6)),
            ("Go", Some(1)),
            ("AMAZONS ", Some(18)),
            ("", None),
            ("0", None),
            ("-1", None),
            ("go1", None),
        ] {
            assert_eq!(named(value), kind, "{value:?}");
        }
    }
}
