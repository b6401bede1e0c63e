//! The tree of a game as numbers, for a page that draws the part in sight.

use ishi::draw::{TreePlace, tree};
use ishi::model::{Color, NodeId};
use serde_json::json;

use crate::{Answer, Options, Record};

/// Marks a node that is folded, and the parent of the root.
const NONE: i32 = -1;

/// Bits of a node's kind. The lowest two are 0 for no move, 1 for Black, 2 for White.
const SETUP: u8 = 4;
const COMMENT: u8 = 8;
const DIAGRAM: u8 = 16;

/// Lays out the tree of a game. The result has, for each node in order, its column, its row, its parent and
/// the number of its folded variations as numbers of 32 bits, least significant byte first: all columns, then
/// all rows and so on; then the kinds of all nodes as bytes.
///
/// # Errors
///
/// In words, if the game or node does not exist.
pub fn layout(record: &Record, options: &Options) -> Result<Answer, String> {
    let game = record.game(options)?;
    let node = options.node.unwrap_or(NodeId::ROOT.index());
    let node = game
        .node_at(node)
        .ok_or_else(|| format!("there is no node {node}"))?;
    let places = tree(game, options.board.folded.then_some(node));
    let number = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    let columns: [fn(&TreePlace) -> Option<usize>; 4] = [
        |place| Some(place.column),
        |place| Some(place.row),
        |place| place.parent,
        |place| Some(place.folded),
    ];
    let mut result = Vec::with_capacity(places.len() * 17);
    for value in columns {
        for place in &places {
            let value = place.as_ref().and_then(value).map_or(NONE, number);
            result.extend(value.to_le_bytes());
        }
    }
    result.extend(places.iter().map(|place| place.as_ref().map_or(0, kind)));
    Ok(Answer {
        json: json!({"nodes": places.len()}),
        result,
    })
}

fn kind(place: &TreePlace) -> u8 {
    let color = match place.color {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    };
    let flag = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
    color
        | flag(place.is_setup, SETUP)
        | flag(place.has_comment, COMMENT)
        | flag(place.is_diagram, DIAGRAM)
}
