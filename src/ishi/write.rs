//! Writes games in the Ishi Standard Format.
//!
//! One keyword in capitals per line, lines end with CR LF.

mod node;
#[cfg(test)]
mod tests;
mod text;

pub(super) use text::push_line;

use foldhash::{HashMap, HashMapExt};

use crate::format::charset::Charset;
use crate::format::{Format, Refusal, WriteOptions};
use crate::ishi::line::Line;
use crate::ishi::role::Role;
use crate::ishi::structure::write::{Event, Op, Plan};
use crate::model::{Bookmark, Color, GO, Game, NodeId, Point, Replay};

/// The bytes of the headers of most games.
const HEADERS: usize = 512;

/// The bytes of a move.
const MOVE: usize = "B 100 Q16\r\n".len();

/// Appends a game as an event, with further events where it sets up stones in mid-game.
///
/// # Errors
///
/// Other games than Go, and boards that are not square or not of 2 to 19 lines (specification,
/// section 5.4, keyword `BOARDSIZE`), are refused; nothing is written then.
pub fn write(game: &Game<'_>, options: &WriteOptions, out: &mut String) -> Result<(), Refusal> {
    refuse(game)?;
    out.reserve(HEADERS + MOVE * game.node_count());
    let plan = Plan::new(game);
    let mut writer = Writer {
        game,
        plan: &plan,
        charset: options.charset.unwrap_or(Charset::Ascii),
        replay: Replay::new(game.size),
        hosts: Vec::new(),
        starts: HashMap::new(),
        lines: Vec::new(),
        out,
    };
    for event in &plan.events {
        writer.event(event);
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

/// A move with variations on it.
struct Host {
    node: NodeId,
    before: Bookmark,
}

/// Writes one game in the order of the plan. Variations come after their host, so the replay goes back for each of
/// them, and plays the host again after the last one.
struct Writer<'w, 'a> {
    game: &'w Game<'a>,
    plan: &'w Plan,
    charset: Charset,
    replay: Replay,
    /// The hosts of the open variations, the innermost last.
    hosts: Vec<Host>,
    starts: HashMap<NodeId, Start>,
    /// The lines of a node.
    lines: Vec<Line<'static>>,
    out: &'w mut String,
}

impl Writer<'_, '_> {
    fn event(&mut self, event: &Event) {
        if let Some(start) = self.starts.remove(&event.start) {
            self.replay = Replay::starting_at(self.game.size, start.stones, start.number);
        }
        let mut ops = event.ops.as_slice();
        while let Some((op, rest)) = ops.split_first() {
            match (*op, rest) {
                (Op::Node(node), [Op::Var(_), ..]) => self.host(node),
                (Op::Node(node), _) => self.node(node),
                (Op::Var(node), _) => self.start_of_variation(node),
                (Op::EndVar, [Op::Var(_), ..]) => self.end_of_variation(),
                (Op::EndVar, _) => {
                    self.end_of_variation();
                    self.play_host();
                }
            }
            ops = rest;
        }
    }

    /// Writes a move with variations on it.
    fn host(&mut self, node: NodeId) {
        let before = self.replay.bookmark();
        self.hosts.push(Host { node, before });
        self.node(node);
    }

    /// Plays the move again whose variations are written.
    fn play_host(&mut self) {
        if let Some(host) = self.hosts.pop() {
            self.replay.back_to(host.before);
            self.replay.advance(self.game, host.node);
        }
    }

    fn start_of_variation(&mut self, node: NodeId) {
        if let Some(host) = self.hosts.last() {
            self.replay.back_to(host.before);
        }
        let marker = self.marker(node).map(Into::into);
        push_line(self.out, &Line::Var(marker));
    }

    fn end_of_variation(&mut self) {
        push_line(self.out, &Line::EndVar);
    }

    /// Remembers the positions of the events that continue after a node.
    fn remember_starts(&mut self, node: NodeId) {
        for child in self.game.children(node) {
            if self.plan.role(child) == Role::Continuation {
                self.remember_start(child);
            }
        }
    }

    fn remember_start(&mut self, node: NodeId) {
        let before = self.replay.bookmark();
        self.replay.advance(self.game, node);
        let stones = self.replay.board().stones();
        let start = Start {
            stones: stones.map(|(point, stone)| (point, stone.color)).collect(),
            number: self.replay.number(),
        };
        self.replay.back_to(before);
        self.starts.insert(node, start);
    }
}
