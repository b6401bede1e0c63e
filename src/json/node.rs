//! A node as a JSON object.

use std::collections::HashMap;
use std::io::{self, Write};

use serde_json::Value as Json;

use super::member::members;
use crate::model::{BoardSize, Color, GO, Game, Move, NodeId, Point, Replay, Tracker};

/// A walk through the nodes of a game.
pub struct Nodes<'g, 'a> {
    game: &'g Game<'a>,
    /// The number of each node in the order of the file, by its index.
    numbers: Vec<usize>,
    tracker: Tracker,
    /// The position, in games of Go.
    replay: Option<Replay>,
    /// Whether each node has its position.
    positions: bool,
    /// The words without meaning, each with its node.
    words: HashMap<NodeId, Vec<Json>>,
}

impl<'g, 'a> Nodes<'g, 'a> {
    pub fn new(game: &'g Game<'a>, positions: bool, words: &[(NodeId, String)]) -> Self {
        let mut numbers = vec![0; game.index_limit()];
        for (number, node) in game.nodes().enumerate() {
            if let Some(place) = numbers.get_mut(node.index()) {
                *place = number;
            }
        }
        let mut by_node: HashMap<_, Vec<_>> = HashMap::new();
        for (node, text) in words {
            by_node.entry(*node).or_default().push(text.as_str().into());
        }
        Self {
            game,
            numbers,
            tracker: Tracker::new(game),
            replay: (game.kind == GO).then(|| Replay::of(game)),
            positions,
            words: by_node,
        }
    }

    pub fn leave(&mut self) {
        self.tracker.leave();
        if let Some(replay) = &mut self.replay {
            replay.leave();
        }
    }

    /// Moves on to a node and writes its object.
    pub fn enter(&mut self, node: NodeId, out: &mut Vec<u8>) -> io::Result<()> {
        let game = self.game;
        self.tracker.enter(game, node);
        if let Some(replay) = &mut self.replay {
            replay.enter(game, node);
        }
        let number = |node: NodeId| self.numbers.get(node.index()).copied().unwrap_or(0);
        write!(out, "{{\"node\":{},\"parent\":", number(node))?;
        match game.parent(node) {
            Some(parent) => write!(out, "{}", number(parent))?,
            None => out.extend_from_slice(b"null"),
        }
        out.extend_from_slice(b",\"children\":[");
        for (index, child) in game.children(node).enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(out, "{comma}{}", number(child))?;
        }
        write!(out, "],\"address\":\"{}\"", self.tracker.address(node))?;
        if let (Some(mv), Some(replay)) = (game.mv(node), &self.replay) {
            write_move(out, mv, replay, game.size)?;
        }
        if let Some(replay) = self.replay.as_ref().filter(|_| self.positions) {
            write!(out, ",\"position\":{}", rows(replay).collect::<Json>())?;
        }
        if let Some(words) = self.words.remove(&node) {
            write!(out, ",\"words\":{}", Json::Array(words))?;
        }
        for (name, value) in members(game, node) {
            write!(out, ",\"{name}\":{value}")?;
        }
        out.push(b'}');
        Ok(())
    }
}

/// Writes a move with its number and its captures.
fn write_move(out: &mut Vec<u8>, mv: Move, replay: &Replay, size: BoardSize) -> io::Result<()> {
    let color = match mv.color {
        Color::Black => "black",
        Color::White => "white",
    };
    let (number, at) = (replay.number(), mv.place.name(size));
    write!(
        out,
        ",\"move\":{{\"number\":{number},\"color\":\"{color}\",\"at\":\"{at}\""
    )?;
    if let Some(Point { row, column }) = mv.point_on(size) {
        write!(out, ",\"column\":{column},\"row\":{row}")?;
    }
    if !replay.captured().is_empty() {
        let points = replay.captured().iter();
        let captures = points
            .map(|point| point.on(size).to_string())
            .collect::<Json>();
        write!(out, ",\"captures\":{captures}")?;
    }
    out.push(b'}');
    Ok(())
}

/// Returns the rows of a position from the top.
fn rows(replay: &Replay) -> impl Iterator<Item = String> {
    let board = replay.board();
    let size = board.size();
    let letter = |point| board.stone(point).map_or('.', |stone| stone.color.letter());
    (0..size.rows).map(move |row| {
        let points = (0..size.columns).map(|column| Point::new(column, row));
        points.map(letter).collect()
    })
}
