//! The doubling cube: its value, the player who may turn it, and a double without an answer.

use super::parse::{Action, Owner, Rules};
use crate::model::Color;

/// A double that waits for its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// Who has doubled.
    pub by: Color,
    /// Whether it is a beaver: the other side doubled first.
    pub is_beaver: bool,
}

/// The doubling cube of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cube {
    /// Its value: 1, 2, 4 and so on.
    pub value: u32,
    /// The player who may double next.
    pub owner: Owner,
    /// The double that waits for its answer.
    pub offer: Option<Offer>,
}

impl Cube {
    /// Creates the cube at the beginning of a game. Some rules play without one.
    pub fn start(rules: &Rules) -> Self {
        let none = rules.no_cube || rules.crawford_game;
        Self {
            value: 1,
            owner: if none { Owner::Nobody } else { Owner::Both },
            offer: None,
        }
    }

    /// Returns the double that a player may answer.
    pub(crate) fn offer_to(self, color: Color) -> Option<Offer> {
        self.offer.filter(|offer| offer.by != color)
    }

    /// Executes an action with the cube, even at the wrong time.
    ///
    /// A beaver turns the cube at once, and its player keeps the cube (SGF, `GM[6]`, "Move type").
    pub fn act(&mut self, color: Color, action: Action) {
        let open = self.offer_to(color);
        match action {
            Action::Double => {
                if open.is_some() {
                    self.turn(color);
                }
                self.offer = Some(Offer {
                    by: color,
                    is_beaver: open.is_some(),
                });
            }
            Action::Take => {
                self.turn(match open {
                    Some(offer) if offer.is_beaver => offer.by,
                    _ => color,
                });
                self.offer = None;
            }
            Action::Drop => self.offer = None,
        }
    }

    /// Doubles the value, and gives the cube to a player.
    fn turn(&mut self, color: Color) {
        self.value = self.value.saturating_mul(2);
        self.owner = Owner::Player(color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cube_goes_to_who_takes_and_stays_with_who_beavers() {
        use Action::{Double, Drop, Take};
        use Color::{Black, White};
        for (actions, value, owner) in [
            (&[(White, Double)][..], 1, Owner::Both),
            (&[(White, Double), (Black, Drop)], 1, Owner::Both),
            (
                &[(White, Double), (Black, Drop), (Black, Double)],
                1,
                Owner::Both,
            ),
            (
                &[(White, Double), (Black, Take), (White, Double)],
                2,
                Owner::Player(Black),
            ),
            (&[(White, Double), (Black, Take)], 2, Owner::Player(Black)),
            (&[(White, Double), (Black, Double)], 2, Owner::Player(Black)),
            (
                &[(White, Double), (Black, Double), (White, Take)],
                4,
                Owner::Player(Black),
            ),
            (
                &[
                    (White, Double),
                    (Black, Take),
                    (Black, Double),
                    (White, Take),
                ],
                4,
                Owner::Player(White),
            ),
        ] {
            let mut cube = Cube::start(&Rules::default());
            for (color, action) in actions {
                cube.act(*color, *action);
            }
            assert_eq!((cube.value, cube.owner), (value, owner), "{actions:?}");
        }
    }

    #[test]
    fn some_rules_have_no_cube() {
        for text in ["NoCube", "Crawford:CrawfordGame"] {
            let rules = super::super::rules(text);
            assert_eq!(Cube::start(&rules).owner, Owner::Nobody, "{text}");
        }
    }
}
