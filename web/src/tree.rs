//! The tree of a game as numbers, for a page that draws the part in sight.

use std::collections::HashMap;

use ishi::model::{Color, NodeId};
use ishi_draw::{TreePlace, tree};
use serde_json::json;

use crate::{Answer, Options, Record};

/// Marks the parent of the root.
const NONE: i32 = -1;

/// Bits of a node's kind. The lowest two are 0 for no move, 1 for Black, 2 for White.
const SETUP: u8 = 4;
const COMMENT: u8 = 8;
const DIAGRAM: u8 = 16;

/// Lays out the tree of a game. The result has, for each node that is not folded, in order, its number in the game, its
/// column, its row, its parent by its place in this list, and the number of its folded variations as numbers of 32 bits,
/// least significant byte first: all numbers, then all columns and so on; then the kinds of all nodes as bytes.
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
    let shown = (0..).zip(&places);
    let shown: Vec<(usize, &TreePlace)> = shown
        .filter_map(|(node, place)| Some((node, place.as_ref()?)))
        .collect();
    let mut listed = HashMap::with_capacity(shown.len());
    listed.extend(shown.iter().zip(0..).map(|((node, _), at)| (*node, at)));
    let number = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    let parent = |place: &TreePlace| place.parent.and_then(|node| listed.get(&node).copied());
    let mut result = Vec::with_capacity(shown.len() * 21);
    let mut add = |value: &dyn Fn(usize, &TreePlace) -> i32| {
        let values = shown.iter().map(|(node, place)| value(*node, place));
        result.extend(values.flat_map(i32::to_le_bytes));
    };
    add(&|node, _| number(node));
    add(&|_, place| number(place.column));
    add(&|_, place| number(place.row));
    add(&|_, place| parent(place).unwrap_or(NONE));
    add(&|_, place| number(place.folded));
    result.extend(shown.iter().map(|(_, place)| kind(place)));
    Ok(Answer {
        json: json!({"nodes": shown.len()}),
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
