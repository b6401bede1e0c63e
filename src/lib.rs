//! Reads, writes, converts, checks and draws Go game records in the Ishi Standard Format, Smart-Go
//! and SGF `FF[4]`.
//!
//! This page is a tutorial: from reading a record to a data set of positions.
//!
//! # Read a record
//!
//! ```
//! let record = ishi::read(b"EVENT\nBLACK Shusaku\nB 1 Q16\nW 2 D4\n")?;
//! let game = &record.games[0];
//! assert_eq!(game.move_count(), 2);
//! # Ok::<(), ishi::source::SourceError>(())
//! ```
//!
//! [`read`] detects the format and the charset of a record from its bytes. A record is a list of
//! [games](model::Game), each a tree of [nodes](model::NodeId) with moves and [properties](model::Property).
//! They have the meaning of SGF `FF[4]`, in every format. A damaged record is repaired, and
//! [`Collection::findings`] names the repairs.
//!
//! # Convert it
//!
//! [`convert()`] reads and writes, and compares the result with the record:
//!
//! ```
//! let sgf = ishi::convert(b"EVENT\nB 1 Q16\nREMARK a fine move\nW 2 D4\n", ishi::Format::Sgf)?;
//! let ishi = ishi::convert(&sgf, ishi::Format::Ishi)?;
//! assert!(String::from_utf8_lossy(&ishi).contains("REMARK a fine move"));
//! # Ok::<(), ishi::convert::ConvertError>(())
//! ```
//!
//! [`convert_with`] takes [options](convert::ConvertOptions) and returns a [report](convert::Report) too. For files of any
//! size, [`convert::Conversion`] streams from a [`source::Source`], one game at a time.
//!
//! # Edit it
//!
//! Change the games of a record, and [`Collection::write`] writes the changes into its bytes. Every other byte stays,
//! because a record may have mistakes and habits that are not yours to mend:
//!
//! ```
//! use ishi::model::{Id, NodeId};
//!
//! let mut record = ishi::read(b"( ;FF[4] PB[Anna]KM[6,5] ;B[cc] ;W[dp])")?;
//! let game = &mut record.games[0];
//! game.set_text(NodeId::ROOT, Id::PlayerBlack, "Anna Berg");
//! let end = game.find("end")?;
//! // It is Black's turn.
//! game.play(end, "Q4")?;
//! assert_eq!(record.write()?, b"( ;FF[4] PB[Anna Berg]KM[6,5] ;B[cc] ;W[dp];B[pp])");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`model::Game`] has methods for editors: [`play`](model::Game::play) and
//! [`play_legal`](model::Game::play_legal), `set_text`, `set_property`, `insert`, `move_variation`,
//! `remove_node`. A [`model::Builder`] makes a new game, and [`write()`] makes a record of games. An invalid
//! change, such as a komi that is not a number, is an error that names the node, the property and the reason.
//!
//! # Walk through it
//!
//! [`Game::moves`](model::Game::moves) gives the moves of the main line,
//! [`Game::main_line`](model::Game::main_line) its nodes, [`Game::nodes`](model::Game::nodes) all nodes,
//! [`Game::leaves`](model::Game::leaves) the end of each line, and
//! [`Game::variations`](model::Game::variations) the variations of a node.
//! [`Game::position`](model::Game::position) is the board at a node, with captures.
//! [`Game::find`](model::Game::find) takes an [address](model::Address), for example `12b3` or `D4`:
//!
//! ```
//! use ishi::model::Point;
//!
//! let record = ishi::read(b"(;FF[4]SZ[9];B[cg];W[gc](;B[gg])(;B[cc]C[better]))")?;
//! let game = &record.games[0];
//! let moves = game.moves().map(|one| one.place.name(game.size));
//! assert_eq!(moves.collect::<Vec<_>>(), ["C3", "G7", "G3"]);
//! let node = game.find("2b")?;
//! assert_eq!(game.comment(node), Some("better"));
//! let corner = Point::from_name("C7", game.size)?;
//! assert!(game.position(node).board().stone(corner).is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Make a data set
//!
//! [`Game::positions`](model::Game::positions) goes through the main line on one board. `Records` of the
//! crate `ishi-archive` reads folders and archives on all cores. Together they make a data set of positions and
//! the moves after them (the example `positions` writes one to a file):
//!
//! ```
//! use ishi_archive::Records;
//!
//! let mut samples = Vec::new();
//! for found in Records::below(["examples".into()], 2)? {
//!     // A file that cannot be read is an error here, and the walk continues.
//!     let Ok(record) = found.record else { continue };
//!     for game in &record.games {
//!         let mut positions = game.positions();
//!         while let Some((node, position)) = positions.next_position() {
//!             let next = game.first_child(node).and_then(|next| game.mv(next));
//!             if let Some(point) = next.and_then(|next| next.point_on(game.size)) {
//!                 samples.push((position.board().stones().count(), point));
//!             }
//!         }
//!     }
//! }
//! assert_eq!(samples.len(), 9);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # More
//!
//! **Check a record** with [`check()`]: all mistakes and doubts, as data. **Compare** two games with
//! [`compare::compare`]. **Hand games to other programs** as `json` (feature `json`). **Draw a position** with the
//! crate `ishi-draw`: as text, SVG or PNG.
//!
//! # Modules, in the order in which one needs them
//!
//! - [`model`]: games, nodes, moves, points, positions; values and positions of Backgammon
//! - [`convert`](mod@convert), [`source`]: conversions with options and reports; records game by game
//! - [`change`]: headers, sides of the board, parts of the tree, joined and sorted games
//! - [`check`](mod@check), [`diagnostic`]: findings and their rules
//! - [`compare`], [`summary`], `json`: differences, summaries and JSON of games
//! - [`charset`], [`sniff`]: the charset and the format of a record
//! - [`outcome`]: the outcome of each part of a conversion
//! - [`printable`]: text that is safe in a terminal
//!
//! # Errors and panics
//!
//! An error is a sentence for people, also in its `Debug` form, so that `main` can return it. No record makes
//! the library panic, print or exit: its mistakes are in the findings. If one does, [`crash::contained`] makes an
//! error of it. A [node](model::NodeId) of another game makes it panic, as an index out of bounds would.

// No input ends the program: functions that can fail return the reason.
#![deny(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::todo,
    clippy::unimplemented,
    clippy::unwrap_used
)]
#![cfg_attr(not(test), deny(clippy::unreachable))]

#[doc(hidden)]
pub mod bracket;
pub mod check;
mod collection;
pub mod convert;
pub mod diagnostic;
mod dispatch;
mod edit;
mod format;
mod ishi;
#[cfg(feature = "json")]
pub mod json;
pub mod model;
mod record;
mod servers;
mod sgf;
mod smartgo;
pub mod source;
#[cfg(test)]
pub(crate) mod testing;
mod values;

pub use check::check_record as check;
pub use collection::{
    Collection, Converted, Games, WriteError, WrittenNode, change, convert, convert_with, read,
    read_source, write,
};
pub use diagnostic::{crash, printable};
pub use edit::ByteEdit;
pub use format::{Format, Refusal, SourceFormat, charset};
pub use record::{compare, outcome};
pub use source::sniff;
pub use values::summary;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
