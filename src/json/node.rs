//! A node as a JSON object.

use std::io::{self, Write};

use foldhash::{HashMap, HashMapExt};
use itoa::Buffer as Digits;
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
            replay: (game.kind == GO).then(|| Replay::new(game.size)),
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
        put(out, &["{\"node\":", Digits::new().format(number(node))]);
        let mut parent = Digits::new();
        let parent = game.parent(node).map(|node| parent.format(number(node)));
        put(out, &[",\"parent\":", parent.unwrap_or("null")]);
        put(out, &[",\"children\":["]);
        for (index, child) in game.children(node).enumerate() {
            let comma = if index > 0 { "," } else { "" };
            put(out, &[comma, Digits::new().format(number(child))]);
        }
        let address = self.tracker.address(node).to_string();
        put(out, &["],\"address\":\"", &address, "\""]);
        if let (Some(mv), Some(replay)) = (game.mv(node), &self.replay) {
            put_move(out, mv, replay, game.size);
        }
        if let Some(replay) = self.replay.as_ref().filter(|_| self.positions) {
            write!(out, ",\"position\":{}", rows(replay).collect::<Json>())?;
        }
        if !self.words.is_empty()
            && let Some(words) = self.words.remove(&node)
        {
            write!(out, ",\"words\":{}", Json::Array(words))?;
        }
        for (name, value) in members(game, node) {
            put(out, &[",\"", &name, "\":"]);
            serde_json::to_writer(&mut *out, &value)?;
        }
        out.push(b'}');
        Ok(())
    }
}

/// Writes a move with its number and its captures.
fn put_move(out: &mut Vec<u8>, mv: Move, replay: &Replay, size: BoardSize) {
    let color = match mv.color {
        Color::Black => "black",
        Color::White => "white",
    };
    let at = mv.place.name(size);
    put(
        out,
        &[
            ",\"move\":{\"number\":",
            Digits::new().format(replay.number()),
        ],
    );
    put(out, &[",\"color\":\"", color, "\",\"at\":\"", &at, "\""]);
    if let Some(Point { row, column }) = mv.point_on(size) {
        put(out, &[",\"column\":", Digits::new().format(column)]);
        put(out, &[",\"row\":", Digits::new().format(row)]);
    }
    let captured = replay.captured().iter();
    let captured: Vec<_> = captured.map(|point| point.on(size).to_string()).collect();
    if !captured.is_empty() {
        put(out, &[",\"captures\":[\"", &captured.join("\",\""), "\"]"]);
    }
    out.push(b'}');
}

/// Adds texts. Formatting is slower, and each node has these.
fn put(out: &mut Vec<u8>, texts: &[&str]) {
    for text in texts {
        out.extend_from_slice(text.as_bytes());
    }
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
