//! Strategies for games: what the property tests of all formats share.
//!
//! The games are ones that readers can make: texts are without escapes and with LF, numbers are
//! numbers, raw values are escaped, the root has no FF, GM, CA or SZ. Everything else is as odd as
//! a file may be.

pub mod carrier;
pub mod corpus;
pub mod edit;
mod tree;
mod value;

use proptest::prelude::*;

use crate::model::{BoardSize, Game};

pub use value::{meaning, property};

/// Returns a strategy for any game of Go: any board, any tree, all properties.
pub fn any_game() -> impl Strategy<Value = Game<'static>> {
    game_on(any_size())
}

/// Returns a strategy for the same on boards that Ishi and Smart-Go have: square, 2 to 19 lines.
pub fn small_board_game() -> impl Strategy<Value = Game<'static>> {
    game_on(square_size())
}

/// Returns a strategy for games other than Go, which only SGF and Smart-Go hold.
pub fn other_game() -> impl Strategy<Value = Game<'static>> {
    (2..=40_u32, tree::shape(), tree::other_nodes()).prop_map(|(kind, shape, nodes)| {
        let mut game = tree::grow(BoardSize::DEFAULT, &shape, nodes);
        game.kind = kind;
        game.into_read()
    })
}

/// Returns a strategy for games on boards of some sizes.
pub fn game_on(
    size: impl Strategy<Value = BoardSize> + 'static,
) -> impl Strategy<Value = Game<'static>> {
    size.prop_flat_map(|size| (Just(size), tree::shape(), tree::nodes(size)))
        .prop_map(|(size, shape, nodes)| tree::grow(size, &shape, nodes))
}

/// Returns a strategy for square boards from 2 to 19 lines: often tiny ones, where stones meet.
pub fn square_size() -> impl Strategy<Value = BoardSize> {
    prop_oneof![
        3 => 2..=5_u8,
        1 => Just(9),
        3 => Just(19),
        1 => 6..=18_u8,
    ]
    .prop_map(BoardSize::square)
}

/// Returns a strategy for all boards of SGF, up to 52 lines and not always square.
pub fn any_size() -> impl Strategy<Value = BoardSize> {
    prop_oneof![
        6 => square_size(),
        1 => (20..=52_u8).prop_map(BoardSize::square),
        1 => (1..=52_u8, 1..=52_u8).prop_map(|(columns, rows)| BoardSize { columns, rows }),
    ]
}

/// Returns how a law is tried: with 256 cases, or as many as `ISHI_LAWS` tells.
pub fn law() -> ProptestConfig {
    let cases = std::env::var("ISHI_LAWS").ok();
    let cases = cases.and_then(|cases| cases.parse().ok());
    ProptestConfig::with_cases(cases.unwrap_or(256))
}

#[cfg(test)]
mod tests {
    use proptest::strategy::ValueTree as _;
    use proptest::test_runner::TestRunner;

    use super::*;
    use crate::bracket::property::{parse_property, property_text};
    use crate::model::equal::same_properties;
    use crate::model::{Place, Replay, Step, Value};

    /// A round trip over tame games proves nothing: the strategy must not lose what is hard.
    #[test]
    fn the_games_have_what_is_hard() {
        let mut runner = TestRunner::deterministic();
        let (mut captures, mut variations, mut empty, mut passes) = (0, 0, 0, 0);
        for _ in 0..200 {
            let game = any_game().new_tree(&mut runner).unwrap().current();
            let mut replay = Replay::new(game.size);
            for step in game.walk() {
                let Step::Enter(node) = step else {
                    replay.leave();
                    continue;
                };
                replay.enter(&game, node);
                let mv = game.mv(node);
                captures += usize::from(!replay.captured().is_empty());
                variations += usize::from(game.children(node).count() > 1);
                empty += usize::from(mv.is_none() && game.properties(node).is_empty());
                passes += usize::from(mv.is_some_and(|mv| mv.place == Place::Pass));
            }
        }
        for count in [captures, variations, empty, passes] {
            assert!(count > 50, "{captures} {variations} {empty} {passes}");
        }
    }

    proptest! {
        #[test]
        fn other_games_have_neither_moves_nor_values(game in other_game()) {
            for node in game.nodes() {
                prop_assert_eq!(game.mv(node), None);
                for property in game.properties(node) {
                    let is_raw = matches!(property.value, Value::Raw(_));
                    prop_assert!(is_raw, "{property:?}");
                }
            }
        }

        #[test]
        fn the_properties_are_such_as_readers_make(
            (size, property) in any_size().prop_flat_map(|size| (Just(size), property(size)))
        ) {
            let text = property_text(&property);
            let read = parse_property(&text, size);
            prop_assert!(
                read.is_some_and(|read| same_properties(&[read], std::slice::from_ref(&property))),
                "{text}",
            );
        }
    }
}
