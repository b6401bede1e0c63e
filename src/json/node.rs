//! A node as a JSON object.

use std::collections::HashMap;

use super::member::{Member, Part, parts, push_members};
use super::text::{List, push_number, push_point, push_text};
use crate::model::{BoardSize, Color, GO, Game, Move, NodeId, Point, Replay, Tracker};

/// A walk through the nodes of a game.
pub struct Nodes<'g, 'a> {
    game: &'g Game<'a>,
    /// The number of each node in the order of the file, by its index.
    numbers: Vec<usize>,
    tracker: Tracker,
    /// The address of the node that was entered last.
    address: String,
    /// The position, in games of Go.
    replay: Option<Replay>,
    /// Whether each node has its position.
    positions: bool,
    /// The words without meaning, each with its node.
    words: HashMap<NodeId, Vec<&'g str>>,
}

impl<'g, 'a> Nodes<'g, 'a> {
    pub fn new(game: &'g Game<'a>, positions: bool, words: &'g [(NodeId, String)]) -> Self {
        let mut numbers = vec![0; game.index_limit()];
        for (number, node) in game.nodes().enumerate() {
            if let Some(place) = numbers.get_mut(node.index()) {
                *place = number;
            }
        }
        let mut by_node: HashMap<_, Vec<_>> = HashMap::new();
        for (node, text) in words {
            by_node.entry(*node).or_default().push(text.as_str());
        }
        Self {
            game,
            numbers,
            tracker: Tracker::new(game),
            address: String::new(),
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

    /// Moves on to a node and appends its object, with the members in the order of their names.
    pub fn enter(&mut self, node: NodeId, out: &mut Vec<u8>) {
        let game = self.game;
        self.tracker.enter(game, node);
        if let Some(replay) = &mut self.replay {
            replay.enter(game, node);
        }
        let number = |node: NodeId| self.numbers.get(node.index()).copied().unwrap_or(0);
        let parts = parts(game, node);
        let mut object = Object {
            out,
            parts: &parts,
            size: game.size,
        };
        self.address.clear();
        self.tracker.push_address(node, &mut self.address);
        push_text(object.start(Member::Address), &self.address);
        let mut children = List::new(object.start(Member::Children));
        for child in game.children(node) {
            push_number(children.next(), number(child));
        }
        children.end();
        if let (Some(mv), Some(replay)) = (game.mv(node), &self.replay) {
            push_move(object.start(Member::Move), mv, replay, game.size);
        }
        push_number(object.start(Member::Node), number(node));
        match game.parent(node) {
            Some(parent) => push_number(object.start(Member::Parent), number(parent)),
            None => object.start(Member::Parent).extend_from_slice(b"null"),
        }
        if let Some(replay) = self.replay.as_ref().filter(|_| self.positions) {
            push_position(object.start(Member::Position), replay);
        }
        if let Some(words) = self.words.get(&node) {
            let mut list = List::new(object.start(Member::Words));
            for text in words {
                push_text(list.next(), text);
            }
            list.end();
        }
        object.end();
    }
}

/// Appends a move with its number and its captures.
fn push_move(out: &mut Vec<u8>, mv: Move, replay: &Replay, size: BoardSize) {
    out.extend_from_slice(b"{\"at\":");
    let point = mv.point_on(size);
    match point {
        Some(point) => push_point(out, point, size),
        None => push_text(out, &mv.place.name(size)),
    }
    if !replay.captured().is_empty() {
        out.extend_from_slice(b",\"captures\":");
        let mut captures = List::new(out);
        for point in replay.captured() {
            push_point(captures.next(), *point, size);
        }
        captures.end();
    }
    out.extend_from_slice(match mv.color {
        Color::Black => b",\"color\":\"black\"",
        Color::White => b",\"color\":\"white\"",
    });
    if let Some(point) = point {
        out.extend_from_slice(b",\"column\":");
        push_number(out, point.column);
    }
    out.extend_from_slice(b",\"number\":");
    push_number(out, replay.number());
    if let Some(point) = point {
        out.extend_from_slice(b",\"row\":");
        push_number(out, point.row);
    }
    out.push(b'}');
}

/// Appends a position as rows from the top.
fn push_position(out: &mut Vec<u8>, replay: &Replay) {
    let board = replay.board();
    let size = board.size();
    let letter = |point| board.stone(point).map_or('.', |stone| stone.color.letter());
    let mut rows = List::new(out);
    for row in 0..size.rows {
        let points = (0..size.columns).map(|column| Point::new(column, row));
        push_text(rows.next(), &points.map(letter).collect::<String>());
    }
    rows.end();
}

/// The object of a node. Its members are added in the order of their names, and those of its properties come in between.
struct Object<'o, 'g> {
    out: &'o mut Vec<u8>,
    parts: &'o [Part<'g>],
    size: BoardSize,
}

impl Object<'_, '_> {
    /// Starts a member, and returns where its value goes.
    fn start(&mut self, member: Member) -> &mut Vec<u8> {
        if !self.parts.is_empty() {
            let count = self.parts.partition_point(|part| part.member < member);
            let (now, later) = self.parts.split_at_checked(count).unwrap_or_default();
            push_members(self.out, now, self.size);
            self.parts = later;
        }
        self.out.extend_from_slice(member.start().as_bytes());
        self.out
    }

    fn end(self) {
        push_members(self.out, self.parts, self.size);
        self.out.push(b'}');
    }
}
