//! Writes games in the Ishi Standard Format.
//!
//! One keyword in capitals per line, lines end with CR LF. A node is its remarks, its defining line
//! (EVENT, B, W, DIAGRAM), the carrier with its data that Ishi cannot express, and its other lines.

mod carrier;
mod node;
mod recall;
#[cfg(test)]
mod round_trip;
#[cfg(test)]
mod tests;
mod text;

use std::collections::HashMap;

use crate::charset::Charset;
use crate::format::Format;
use crate::ishi::line::Line;
use crate::ishi::say;
use crate::ishi::structure::Role;
use crate::ishi::structure::write::{Event, Op, Plan};
use crate::memory::encode_block;
use crate::model::{Color, Fact, GO, Game, NodeId, Point, Replay};
use crate::options::WriteOptions;
use crate::outcome::Outcomes;
use crate::refusal::Refusal;

/// Appends a game as an event, with further events where it sets up stones in mid-game.
///
/// Only the first event of a file can have no EVENT line. So a game that was read without an EVENT line gets one if
/// `out` is not empty or the options have a game before it. The outcome of each construct is added to `outcomes`.
///
/// # Errors
///
/// Other games than Go, and boards that are not square or not of 2 to 19 lines (specification,
/// section 5.4, keyword `BOARDSIZE`), are refused; nothing is written then.
pub fn write(
    game: &Game<'_>,
    options: &WriteOptions,
    out: &mut String,
    outcomes: &mut Outcomes,
) -> Result<(), Refusal> {
    refuse(game)?;
    let charset = charset(game, options);
    let plan = Plan::new(game, charset);
    let remembers = game.charset_label().is_some();
    let before = remembers.then(|| outcomes.clone());
    let start = out.len();
    let job = Job {
        game,
        plan: &plan,
        charset,
        plain: options.plain,
        implicit: out.is_empty()
            && !options.follows
            && game.has_fact(NodeId::ROOT, &Fact::ImplicitEvent)
            && plan.facts(NodeId::ROOT).is_empty()
            && say::title(game, charset).is_empty(),
        carries_charset: false,
    };
    job.write(out, outcomes);
    if let Some(before) = before
        && !options.plain
        && out.get(start..).is_some_and(str::is_ascii)
    {
        // The text is ASCII, so it no longer shows the charset of the record.
        out.truncate(start);
        *outcomes = before;
        let job = Job {
            carries_charset: true,
            ..job
        };
        job.write(out, outcomes);
    }
    Ok(())
}

/// Returns the carrier between two events of a file that keeps remarks at the end of the first from being about the
/// second. Empty if `before`, the first event, does not end with a remark.
pub fn between(before: &str) -> String {
    let last = before.trim_end().rsplit('\n').next().unwrap_or_default();
    if last.starts_with("REMARK") {
        end_of_remarks()
    } else {
        String::new()
    }
}

fn end_of_remarks() -> String {
    let mut text = String::new();
    let end = encode_block(&[Fact::End.into()], None);
    text::push_lines(&mut text, end.map(Line::User).as_slice());
    text
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

/// Returns the repertoire of the output: the charset of the options, or the charset of the record, or ASCII.
fn charset(game: &Game<'_>, options: &WriteOptions) -> Charset {
    let remembered = || Charset::from_label(&game.charset_label()?);
    options
        .charset
        .or_else(remembered)
        .unwrap_or(Charset::Ascii)
}

/// The position that a continuation event starts with.
struct Start {
    stones: Vec<(Point, Color)>,
    number: u32,
}

/// The game to write, with its plan and the options.
#[derive(Clone, Copy)]
struct Job<'w, 'a> {
    game: &'w Game<'a>,
    plan: &'w Plan,
    charset: Charset,
    plain: bool,
    /// Whether the game's event has no EVENT line.
    implicit: bool,
    /// Whether the charset that the record remembers goes into the carrier.
    carries_charset: bool,
}

impl Job<'_, '_> {
    fn write(self, out: &mut String, outcomes: &mut Outcomes) {
        let mut writer = Writer {
            job: self,
            no_prisoners: self.game.has_fact(NodeId::ROOT, &Fact::NoPrisoners),
            replay: Replay::of(self.game),
            text: String::new(),
            places: vec![(0, 0); self.game.index_limit()],
            starts: HashMap::new(),
            outcomes,
        };
        let mut before: Option<&Event> = None;
        for event in &self.plan.events {
            if let Some(before) = before.replace(event) {
                writer.end_of_event(before, out);
            }
            writer.event(event, out);
        }
    }
}

/// Writes one game: each event's nodes in the order of the tree, so that the replay enters each
/// of them once, then their texts in the order of the plan.
struct Writer<'w, 'a> {
    job: Job<'w, 'a>,
    no_prisoners: bool,
    replay: Replay,
    /// The texts of the nodes of the current event.
    text: String,
    /// Where in `text` each node's text is.
    places: Vec<(usize, usize)>,
    starts: HashMap<NodeId, Start>,
    outcomes: &'w mut Outcomes,
}

impl Writer<'_, '_> {
    fn event(&mut self, event: &Event, out: &mut String) {
        self.text.clear();
        if let Some(start) = self.starts.remove(&event.start) {
            self.replay = Replay::starting_at(self.job.game.size, start.stones, start.number);
        } else if event.start != NodeId::ROOT {
            self.replay = Replay::new(self.job.game.size);
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
                Op::End(node) => {
                    self.end_of_sequence(node, out);
                    match rest {
                        [Op::EndVar, after @ ..] => {
                            if self.end_of_variation(node, out) {
                                rest = after;
                            }
                        }
                        _ => self.end_of_main_line(node),
                    }
                }
                Op::EndVar => out.push_str("ENDVAR\r\n"),
            }
        }
    }

    /// Appends the carrier that keeps remarks at the end of an event from being about the event after it.
    fn end_of_event(&self, event: &Event, out: &mut String) {
        if !self.job.plain && matches!(event.ops.last(), Some(Op::End(_))) {
            out.push_str(&end_of_remarks());
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
        let game = self.job.game;
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
            && self.job.plan.role(node) == Role::Continuation
        {
            self.remember_start(node);
            next = self.job.game.next_sibling(node);
        }
        next
    }

    fn remember_start(&mut self, node: NodeId) {
        self.replay.enter(self.job.game, node);
        let stones = self.replay.board().stones();
        let start = Start {
            stones: stones.map(|(point, stone)| (point, stone.color)).collect(),
            number: self.replay.number(),
        };
        self.replay.leave();
        self.starts.insert(node, start);
    }
}
