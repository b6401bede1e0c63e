//! The game model that every reader fills and every writer reads.
//!
//! A [`Game`] is a tree of nodes. The *meaning* of a node is the same in all formats: a move and
//! [properties](Property).

mod address;
mod board;
mod build;
pub mod equal;
mod game;
mod labels;
mod moves;
mod point;
mod point_set;
mod property;
mod replay;

pub(crate) use address::letters;
pub use address::{Address, AddressError, Tracker};
pub use board::{Board, Stone};
pub use build::{BuildError, Builder};
pub(crate) use game::Meaning;
pub use game::{
    BACKGAMMON, GO, Game, GameKind, IllegalMove, NodeId, PlayedMove, Positions, Step, TreeError,
    Walk,
};
pub(crate) use labels::LabelRow;
pub use labels::{Label, Labels};
pub use moves::{Move, Place};
pub use point::{Area, BoardSize, Color, Point, PointError, PointName, column_name, row_name};
pub(crate) use point::{SGF_LETTERS, column_letter, column_of};
pub(crate) use point_set::{PointSet, Share};
pub(crate) use property::{EXCLUSIVE, IdentSet, MARKS, SETUP, TERRITORY, repeated};
pub use property::{Expression, Id, Ident, Property, PropertyType, Value, ValueType};
pub(crate) use replay::Bookmark;
pub use replay::Replay;
