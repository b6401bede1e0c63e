//! The meaning of a tree's nodes: a walk with the position at hand.

use std::collections::BTreeSet;

use crate::carrier::flag;
use crate::charset::Charset;
use crate::diagnostic::{Diagnostic, Diagnostics, Rule, Span};
use crate::ishi::canonical;
use crate::ishi::interpret::{Problem, stones};
use crate::ishi::line::{Line, Play};
use crate::ishi::rules;
use crate::model::{Color, Dialect, Entry, Game, Id, Meaning, NodeId, Place, Point, Property, Replay};

use super::carried;
use super::residue::{self, Residue};
use super::said::{self, Context, Said};
use super::tree::{Extra, Kind, Lines, Tree};

/// What is the same for all games of a text.
pub(super) struct Reading<'r, 'a> {
    pub text: &'a str,
    pub lines: &'r Lines<'a>,
    /// The charset that the record is to remember.
    pub charset: Option<&'r str>,
}

impl<'a> Reading<'_, 'a> {
    /// Turns a tree of lines into a game.
    pub(super) fn game(&self, tree: Tree<'a>, log: &mut Diagnostics) -> Game<'a> {
        let mut walker = Walker {
            reading: self,
            replays: vec![Replay::new(tree.game.size)],
            tree,
            log,
            prisoner_lines: false,
            unsaid_captures: Vec::new(),
        };
        walker.walk();
        walker.finish()
    }

    /// The repertoires that the writer of this text can have had.
    pub(super) fn charsets(&self) -> Vec<Charset> {
        if self.text.is_ascii() {
            return vec![Charset::Ascii];
        }
        let own = self.charset.and_then(Charset::from_label);
        vec![own.unwrap_or(Charset::Utf8), Charset::Ascii]
    }
}

struct Walker<'w, 'r, 'a> {
    reading: &'w Reading<'r, 'a>,
    tree: Tree<'a>,
    log: &'w mut Diagnostics,
    /// The position in the current event, that of the event which it continues below it.
    replays: Vec<Replay>,
    /// Whether the game has PRISONER lines.
    prisoner_lines: bool,
    /// Moves that capture and have no PRISONER line.
    unsaid_captures: Vec<NodeId>,
}

impl<'a> Walker<'_, '_, 'a> {
    /// Enters and leaves all nodes, each after its parent and the siblings before it.
    fn walk(&mut self) {
        let mut node = NodeId::ROOT;
        loop {
            self.enter(node);
            if let Some(child) = self.tree.game.first_child(node) {
                node = child;
                continue;
            }
            loop {
                self.leave(node);
                if let Some(sibling) = self.tree.game.next_sibling(node) {
                    node = sibling;
                    break;
                }
                match self.tree.game.parent(node) {
                    Some(parent) => node = parent,
                    None => return,
                }
            }
        }
    }

    fn leave(&mut self, node: NodeId) {
        if self.continues(node) {
            self.replays.pop();
        } else if let Some(replay) = self.replays.last_mut() {
            replay.leave();
        }
    }

    /// Returns whether a node starts an event that continues the one before.
    fn continues(&self, node: NodeId) -> bool {
        node != NodeId::ROOT && self.tree.kind(node) == Kind::Event
    }

    fn enter(&mut self, node: NodeId) {
        let data = self.tree.data_mut(node);
        let plain = data.kind == Kind::Move && data.lines.len() == 1 && !data.has_extra();
        if plain && let Some(&index) = data.lines.first() {
            return self.plain_move(node, index as usize);
        }
        self.any_node(node);
    }

    /// Enters a move without anything else.
    fn plain_move(&mut self, node: NodeId, index: usize) {
        let lines = self.reading.lines;
        let (Some((line, span)), Some(replay)) = (lines.get(index), self.replays.last_mut()) else {
            return;
        };
        let Line::Move(_, number, play) = line else {
            return;
        };
        let before = replay.number();
        if *number != before.saturating_add(1) {
            let property = Property::text(Id::MoveNumber, number.to_string());
            self.tree.game.add_property(node, property);
        }
        replay.enter(&self.tree.game, node);
        if !replay.captured().is_empty() {
            self.unsaid_captures.push(node);
        }
        if *number != before.saturating_add(1) {
            self.check_number(before, *number, node, *span);
        }
        self.check_place(*play, node, *span);
        if let Some(mv) = self.tree.game.mv(node)
            && (mv.place == Place::Unreadable || *number == 0)
        {
            let entry = Entry::new(Dialect::Ishi, line.to_string());
            self.tree.game.add_detail(node, entry);
        }
    }

    fn any_node(&mut self, node: NodeId) {
        let (numbers, extra) = {
            let data = self.tree.data_mut(node);
            (std::mem::take(&mut data.lines), data.take_extra())
        };
        let extra = extra.unwrap_or_default();
        let all = self.reading.lines;
        let found = numbers.iter().filter_map(|number| all.get(*number as usize));
        let (lines, spans): (Vec<_>, Vec<_>) = found.map(|(line, span)| (line, *span)).unzip();
        let context = Context {
            kind: self.tree.kind(node),
            continues: self.continues(node),
            game_comment: extra.carrier.iter().any(|entry| is_flag(entry, flag::GAME_COMMENT)),
        };
        self.check_moves(node, &lines, &spans);
        let flags = self.say(context, node, &lines, &spans, &extra);
        let captures = self.check_prisoners(node, &lines, &spans);
        let residue = Residue {
            game: &self.tree.game,
            node,
            context,
            lines: &lines,
            replay: self.replays.last(),
            hide: captures.hide,
            flags: &flags,
        };
        let mut details = residue.entries();
        self.flags(node, context, &lines, flags, &extra, &mut details);
        self.tree.game.set_details(node, details);
    }
}
