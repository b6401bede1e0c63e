//! What lines mean: pure functions from lines, and the position they stand in, to properties.
//!
//! The reader says with them what a node means. The writer's side asks them what lines that were
//! kept in a node's detail would say, and whether the native part it wrote says everything.

pub mod comment;
pub mod marks;
pub mod stones;

use std::fmt;

use super::line::{Location, Target};

/// What is doubtful about an entry of a line, given the position in which it stands.
///
/// The entry stays in the line, and has no effect unless its description says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// The location is not on the board.
    OffBoard(Location),
    /// No stone on the board has the number, or any number of the range.
    NoSuchMove(Target),
    /// The number of a stone is to be shown, and there is no numbered stone.
    NoNumber(Target),
    /// There is a setup stone or another stone on the point already; the new one replaces it.
    StoneTwice(Location),
    /// There is no stone to hide.
    NothingToHide(Target),
}

/// What is called for every problem, with the index of its entry in the line.
pub type OnProblem<'f> = &'f mut dyn FnMut(usize, Problem);

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard(location) => write!(f, "{location} is not on the board"),
            Self::NoSuchMove(target) => {
                write!(f, "{target} is not the number of a stone on the board")
            }
            Self::NoNumber(target) => write!(f, "there is no numbered stone on {target}"),
            Self::StoneTwice(location) => write!(f, "there is a stone on {location} already"),
            Self::NothingToHide(target) => write!(f, "there is no stone on {target} to hide"),
        }
    }
}
