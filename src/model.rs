//! The game model that every reader fills and every writer reads.
//!
//! A [`Game`] is a tree of nodes. What all formats mean by a node is its *meaning*: a move and
//! [properties](Property). What only one format stated about it is its *detail*: [entries](Entry)
//! in that format's own words. Readers store detail only where the format's canonical mapping
//! from the meaning would not write the same again.

mod address;
mod board;
mod build;
mod detail;
pub mod equal;
mod fact;
mod game;
mod label;
mod labels;
mod moves;
mod point;
mod point_set;
mod property;
mod replay;

pub(crate) use address::Tracker;
pub use address::{Address, AddressError};
pub use board::{Board, Stone};
pub use build::{BuildError, Builder};
pub use detail::{Dialect, Entry};
pub(crate) use fact::Fact;
pub(crate) use game::Meaning;
pub use game::{
    BACKGAMMON, GO, Game, GameKind, IllegalMove, NodeId, PlayedMove, Positions, Step, TreeError,
    Walk,
};
pub use label::{Label, LabelText};
pub use labels::Labels;
pub(crate) use labels::{Grid, Packer, Places, Slot};
pub use moves::{Move, Place};
pub use point::{Area, BoardSize, Color, Point, PointError, PointName, column_name, row_name};
pub use point_set::{PointSet, Share};
pub(crate) use property::{EXCLUSIVE, repeated};
pub use property::{Id, Ident, Property, PropertyType, Value, ValueType};
pub use replay::Replay;
