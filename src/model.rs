//! The game model that every reader fills and every writer reads.
//!
//! A [`Game`] is a tree of nodes. The *meaning* of a node is the same in all formats: a move and
//! [properties](Property).

pub mod backgammon;
mod board;
mod build;
pub mod equal;
mod game;
mod labels;
mod moves;
mod point;
mod point_set;
mod property;
pub(crate) mod words;

pub use board::{Board, Stone};
pub use build::{BuildError, Builder};
pub use game::{
    Address, AddressError, Game, IllegalMove, NodeId, PlayedMove, Positions, Replay, Step, Tracker,
    TreeError, Walk,
};
pub(crate) use game::{Bookmark, Meaning, letters};
pub(crate) use labels::LabelRow;
pub use labels::{Label, Labels};
pub use moves::{Move, Place};
pub use point::{Area, BoardSize, Color, Point, PointError, PointName, column_name, row_name};
pub(crate) use point::{SGF_LETTERS, column_letter, column_of};
pub(crate) use point_set::{PointSet, Share};
pub use property::{
    BACKGAMMON, Expression, GO, GameKind, Id, Ident, Property, PropertyType, Value, ValueType,
};
pub(crate) use property::{EXCLUSIVE, IdentSet, MARKS, SETUP, TERRITORY, repeated};
