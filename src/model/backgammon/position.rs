//! Positions of Backgammon, and the legal moves of a roll.

use std::fmt;

use super::parse::{CheckerMove, POINTS, Place, Roll, Rules};
use crate::model::Color;

/// The home of each player is the last six points of the way.
const HOME: u8 = 6;

/// Why a step cannot be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Illegal {
    /// No checker of the player is there.
    NoChecker(Place),
    /// Two or more checkers of the other player hold the point.
    Held(Place),
    /// A checker on the bar comes first.
    BarFirst,
    /// Checkers are borne off only when all are at home.
    NotHome,
    /// No die, and no sum of dice, makes this step.
    NoDie(CheckerMove),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoChecker(place) => write!(f, "the player has no checker on {}", place.letter()),
            Self::Held(place) => write!(f, "the opponent holds {}", place.letter()),
            Self::BarFirst => f.write_str("a checker on the bar has to enter first"),
            Self::NotHome => f.write_str("a checker cannot be borne off before all are at home"),
            Self::NoDie(step) => write!(
                f,
                "the dice do not allow {}{}",
                step.from.letter(),
                step.to.letter()
            ),
        }
    }
}

impl Illegal {
    /// Returns whether it is the dice that do not fit, not the position.
    pub(crate) fn is_dice(self) -> bool {
        matches!(self, Self::NoDie(_))
    }
}

/// The checkers of one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Side {
    /// On the points, in the direction of the player: 0 is the last point before the tray.
    points: [u8; POINTS as usize],
    bar: u8,
}

/// Where the checkers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    black: Side,
    white: Side,
}

impl Position {
    /// Creates a board without checkers.
    #[cfg(test)]
    fn empty() -> Self {
        Self {
            black: Side::default(),
            white: Side::default(),
        }
    }

    /// Creates the position at the beginning of a game. Some rules change it.
    pub fn start(rules: &Rules) -> Self {
        // Distance and number of checkers, the same for both players.
        let checkers: &[(u8, u8)] = match rules.hypergammon {
            Some(1) => &[(23, 1)],
            Some(2) => &[(23, 1), (22, 1)],
            Some(_) => &[(23, 1), (22, 1), (21, 1)],
            None if rules.nackgammon => &[(23, 2), (22, 2), (12, 4), (7, 3), (5, 4)],
            None => &[(23, 2), (12, 5), (7, 3), (5, 5)],
        };
        let mut side = Side::default();
        for (point, count) in checkers {
            if let Some(slot) = side.points.get_mut(usize::from(*point)) {
                *slot = *count;
            }
        }
        Self {
            black: side,
            white: side,
        }
    }

    /// Returns how many checkers of a player are in a place; the tray is not counted.
    pub fn count(&self, color: Color, place: Place) -> u8 {
        let side = self.side(color);
        match place {
            Place::Bar => side.bar,
            Place::Tray => 0,
            Place::Point(point) => side
                .points
                .get(usize::from(way(color, point)))
                .copied()
                .unwrap_or(0),
        }
    }

    /// Adds a checker; in the tray it does not count any more.
    pub fn add(&mut self, color: Color, place: Place) {
        if let Some(slot) = self.slot(color, place) {
            *slot = slot.saturating_add(1);
        }
    }

    /// Takes all checkers of both players from a place.
    pub fn clear(&mut self, place: Place) {
        for color in [Color::Black, Color::White] {
            if let Some(slot) = self.slot(color, place) {
                *slot = 0;
            }
        }
    }

    /// Plays the steps of a roll, each of them also where the one before was illegal.
    ///
    /// # Errors
    ///
    /// The first [`Illegal`] step. Steps that follow it are played anyway.
    pub fn play(&mut self, color: Color, roll: Roll, steps: &[CheckerMove]) -> Result<(), Illegal> {
        let mut dice = roll.dice();
        let mut result = Ok(());
        for step in steps {
            let checked = self.step(color, *step, &mut dice);
            result = result.and(checked);
            self.carry(color, *step);
        }
        result
    }

    fn side(&self, color: Color) -> &Side {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    fn slot(&mut self, color: Color, place: Place) -> Option<&mut u8> {
        let side = match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        };
        match place {
            Place::Bar => Some(&mut side.bar),
            Place::Tray => None,
            Place::Point(point) => side.points.get_mut(usize::from(way(color, point))),
        }
    }

    /// Returns whether a step can be, and takes its dice away.
    fn step(&self, color: Color, step: CheckerMove, dice: &mut Vec<u8>) -> Result<(), Illegal> {
        let side = self.side(color);
        if self.count(color, step.from) == 0 {
            return Err(Illegal::NoChecker(step.from));
        }
        if side.bar > 0 && step.from != Place::Bar {
            return Err(Illegal::BarFirst);
        }
        if self.count(color.opponent(), step.to) > 1 {
            return Err(Illegal::Held(step.to));
        }
        let start = distance(color, step.from);
        let goal = distance(color, step.to);
        let off = step.to == Place::Tray;
        // Others may still come home on the way of a step that takes several dice.
        if off && side.is_outside(start) {
            return Err(Illegal::NotHome);
        }
        let pips = start.checked_sub(goal).filter(|pips| *pips > 0);
        let furthest = !side.has_checker_after(start);
        pips.and_then(|pips| spend(dice, pips, off && furthest))
            .ok_or(Illegal::NoDie(step))
    }

    /// Moves a checker, and a single one of the other player that it hits to the bar.
    fn carry(&mut self, color: Color, step: CheckerMove) {
        if let Some(slot) = self.slot(color, step.from) {
            *slot = slot.saturating_sub(1);
        }
        let opponent = color.opponent();
        if matches!(step.to, Place::Point(_)) && self.count(opponent, step.to) == 1 {
            if let Some(slot) = self.slot(opponent, step.to) {
                *slot = 0;
            }
            self.add(opponent, Place::Bar);
        }
        self.add(color, step.to);
    }
}

impl Side {
    /// Returns whether a checker other than one at a distance is not at home.
    fn is_outside(&self, distance: u8) -> bool {
        let outside: u32 = (HOME..POINTS)
            .filter_map(|point| self.points.get(usize::from(point)))
            .map(|count| u32::from(*count))
            .sum();
        outside + u32::from(self.bar) > u32::from(distance > HOME)
    }

    /// Returns whether a checker has further to go than this.
    fn has_checker_after(&self, distance: u8) -> bool {
        self.bar > 0
            || self
                .points
                .iter()
                .skip(usize::from(distance))
                .any(|count| *count > 0)
    }
}

/// Takes the dice for a number of pips: one die, or several with that sum. `more` allows a larger die,
/// because the last checker may be borne off with it.
fn spend(dice: &mut Vec<u8>, pips: u8, more: bool) -> Option<()> {
    if let Some(index) = dice.iter().position(|die| *die == pips) {
        dice.remove(index);
        return Some(());
    }
    if more {
        let large = dice.iter().enumerate().filter(|(_, die)| **die > pips);
        if let Some((index, _)) = large.min_by_key(|(_, die)| **die) {
            dice.remove(index);
            return Some(());
        }
    }
    // All dice of a sum: two different ones, or some of four equal ones.
    let mut sum = 0;
    for taken in 1..=dice.len() {
        sum += dice.get(taken - 1).copied()?;
        if sum == pips || (more && sum > pips) {
            dice.drain(..taken);
            return Some(());
        }
    }
    None
}

/// Returns a point on the way of a player: 0 is the last one before the tray.
fn way(color: Color, point: u8) -> u8 {
    match color {
        Color::White => point,
        Color::Black => (POINTS - 1).saturating_sub(point),
    }
}

/// Returns how far a place is from the tray, in pips.
fn distance(color: Color, place: Place) -> u8 {
    match place {
        Place::Point(point) => way(color, point) + 1,
        Place::Bar => POINTS + 1,
        Place::Tray => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::{Play, play};
    use super::*;

    fn run(position: &mut Position, color: Color, text: &str) -> Result<(), Illegal> {
        match play(text) {
            Some(Play::Checkers(roll, steps)) => position.play(color, roll, &steps),
            other => panic!("{text}: {other:?}"),
        }
    }

    fn at(letter: char) -> Place {
        Place::from_letter(letter).unwrap()
    }

    #[test]
    fn a_game_begins() {
        let mut position = Position::start(&Rules::default());
        assert_eq!(position.count(Color::White, at('x')), 2);
        assert_eq!(position.count(Color::Black, at('a')), 2);
        assert_eq!(run(&mut position, Color::White, "31hefe"), Ok(()));
        assert_eq!(position.count(Color::White, at('e')), 2);
        assert_eq!(run(&mut position, Color::Black, "64aggk"), Ok(()));
    }

    #[test]
    fn steps_that_cannot_be_are_told() {
        for (text, expected) in [
            ("31he", Ok(())),
            ("31hd", Ok(())),
            ("31hb", Err(true)),
            ("31eh", Err(false)),
            ("31gf", Err(false)),
            ("55fa", Err(false)),
            ("61fz", Err(false)),
        ] {
            let mut position = Position::start(&Rules::default());
            let found = run(&mut position, Color::White, text).map_err(Illegal::is_dice);
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn an_illegal_step_is_told_in_words() {
        for (text, words) in [
            ("31hb", "the dice do not allow hb"),
            ("31eh", "the player has no checker on e"),
            ("55fa", "the opponent holds a"),
            (
                "61fz",
                "a checker cannot be borne off before all are at home",
            ),
        ] {
            let mut position = Position::start(&Rules::default());
            let found = run(&mut position, Color::White, text).unwrap_err();
            assert_eq!(found.to_string(), words, "{text}");
        }
        let mut position = Position::start(&Rules::default());
        position.add(Color::White, Place::Bar);
        let found = run(&mut position, Color::White, "31he").unwrap_err();
        assert_eq!(found.to_string(), "a checker on the bar has to enter first");
    }

    #[test]
    fn a_hit_checker_comes_in_first() {
        let mut position = Position::empty();
        position.add(Color::White, at('f'));
        position.add(Color::White, at('m'));
        position.add(Color::Black, at('e'));
        position.add(Color::Black, at('a'));
        assert_eq!(run(&mut position, Color::White, "11fe"), Ok(()));
        assert_eq!(position.count(Color::Black, Place::Bar), 1);
        let mut other = position;
        assert_eq!(
            run(&mut other, Color::Black, "61ag"),
            Err(Illegal::BarFirst)
        );
        assert_eq!(run(&mut position, Color::Black, "61ya"), Ok(()));
    }

    #[test]
    fn checkers_are_borne_off_with_dice_large_enough() {
        for (points, text, expected) in [
            ("ff", "66fzfz", true),
            ("fe", "66fzez", true),
            ("fa", "21az", true),
            ("fd", "54dz", true),
            ("fd", "55dz", false),
            ("gd", "43dz", false),
            ("ga", "61gaaz", true),
            ("cb", "66czbz", true),
            ("gf", "61fz", false),
            ("fe", "61fzez", false),
            ("h", "65hz", true),
            ("h", "62hz", true),
            ("h", "42hz", false),
            ("gh", "65hz", false),
            ("hh", "44hzhz", false),
            ("l", "33lz", true),
            ("m", "33mz", false),
        ] {
            let mut position = Position::empty();
            for letter in points.chars() {
                position.add(Color::White, at(letter));
            }
            let found = run(&mut position, Color::White, text).is_ok();
            assert_eq!(found, expected, "{points} {text}");
        }
    }
}
