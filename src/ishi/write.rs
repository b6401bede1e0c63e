//! Writes games in the Ishi Standard Format.
//!
//! One keyword in capitals per line, lines end with CR LF.

mod node;
#[cfg(test)]
mod tests;
mod text;

pub(super) use text::push_line;

use std::collections::HashMap;

use crate::charset::Charset;
use crate::format::Format;
use crate::ishi::structure::Role;
use crate::ishi::structure::write::{Event, Op, Plan};
use crate::model::{Color, GO, Game, NodeId, Point, Replay};
use crate::options::WriteOptions;
use crate::refusal::Refusal;

/// Appends a game as an event, with further events where it sets up stones in mid-game.
///
/// # Errors
///
/// Other games than Go, and boards that are not square or not of 2 to 19 lines (specification,
/// section 5.4, keyword `BOARDSIZE`), are refused; nothing is written then.
pub fn write(game: &Game<'_>, options: &WriteOptions, out: &mut String) -> Result<(), Refusal> {
    refuse(game)?;
    let plan = Plan::new(game);
    let mut writer = Writer {
        game,
        plan: &plan,
        charset: options.charset.unwrap_or(Charset::Ascii),
        replay: Replay::of(game),
        text: String::new(),
        places: vec![(0, 0); game.index_limit()],
        starts: HashMap::new(),
    };
    for event in &plan.events {
        writer.event(event, out);
    }
    Ok(())
}

fn refuse(game: &Game<'_>) -> Result<(), Refusal> {
    let format = Format::Ishi;
    if game.kind != GO {
        return Err(Refusal::Kind {
            format,
            kind: game.kind,
        });
    }
    if !game.size.is_square() || !(2..=19).contains(&game.size.rows) {
        return Err(Refusal::Size {
            format,
            size: game.size,
        });
    }
    Ok(())
}

/// The position that a continuation event starts with.
struct Start {
    stones: Vec<(Point, Color)>,
    number: u32,
}

/// Writes one game: each event's nodes in the order of the tree, so that the replay enters each
/// of them once, then their texts in the order of the plan.
struct Writer<'w, 'a> {
    game: &'w Game<'a>,
    plan: &'w Plan,
    charset: Charset,
    replay: Replay,
    /// The texts of the nodes of the current event.
    text: String,
    /// Where in `text` each node's text is.
    places: Vec<(usize, usize)>,
    starts: HashMap<NodeId, Start>,
}

impl Writer<'_, '_> {
    fn event(&mut self, event: &Event, out: &mut String) {
        self.text.clear();
        if let Some(start) = self.starts.remove(&event.start) {
            self.replay = Replay::starting_at(self.game.size, start.stones, start.number);
        } else if event.start != NodeId::ROOT {
            self.replay = Replay::new(self.game.size);
        }
        self.tour(event.start);
        self.text.shrink_to_fit();
        out.reserve(self.text.len());
        let mut rest = event.ops.as_slice();
        while let Some((op, after)) = rest.split_first() {
            rest = after;
            match *op {
                Op::Node(node) => rest = self.texts(node, rest, out),
                Op::Var(node) => self.start_of_variation(node, out),
                Op::EndVar => out.push_str("ENDVAR\r\n"),
            }
        }
    }

    /// Appends the text of a node, and those of the nodes after it that follow each other in the same order; returns the
    /// other ops.
    fn texts<'o>(&self, node: NodeId, ops: &'o [Op], out: &mut String) -> &'o [Op] {
        let place = |node: NodeId| self.places.get(node.index()).copied().unwrap_or_default();
        let (start, mut end) = place(node);
        let mut rest = ops;
        while let [Op::Node(next), after @ ..] = rest
            && place(*next).0 == end
        {
            end = place(*next).1;
            rest = after;
        }
        out.push_str(self.text.get(start..end).unwrap_or_default());
        rest
    }

    /// Writes the texts of `top` and of the nodes below it, except nodes in further events.
    fn tour(&mut self, top: NodeId) {
        let game = self.game;
        self.node(top);
        // The nodes of the path that have siblings after them, each with the number of nodes before it.
        let mut parted = Vec::new();
        let mut depth = 1;
        let mut next = self.in_event(game.first_child(top));
        loop {
            if let Some(node) = next {
                if game.next_sibling(node).is_some() {
                    parted.push((node, depth));
                }
                self.node(node);
                depth += 1;
                next = self.in_event(game.first_child(node));
            } else if let Some((node, before)) = parted.pop() {
                for _ in before..depth {
                    self.replay.leave();
                }
                depth = before;
                next = self.in_event(game.next_sibling(node));
            } else {
                return;
            }
        }
    }

    /// Returns the first of a node and the siblings after it that is not in a further event.
    fn in_event(&mut self, first: Option<NodeId>) -> Option<NodeId> {
        let mut next = first;
        while let Some(node) = next
            && self.plan.role(node) == Role::Continuation
        {
            self.remember_start(node);
            next = self.game.next_sibling(node);
        }
        next
    }

    fn remember_start(&mut self, node: NodeId) {
        self.replay.enter(self.game, node);
        let stones = self.replay.board().stones();
        let start = Start {
            stones: stones.map(|(point, stone)| (point, stone.color)).collect(),
            number: self.replay.number(),
        };
        self.replay.leave();
        self.starts.insert(node, start);
    }
}
