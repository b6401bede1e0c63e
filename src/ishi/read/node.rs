//! The meaning of a tree's nodes: a walk with the position at hand.

use crate::charset::Charset;
use crate::diagnostic::{Diagnostics, Span};
use crate::ishi::item::{Finder, Item};
use crate::ishi::kept;
use crate::ishi::line::Line;
use crate::ishi::mean::{self, Scene};
use crate::ishi::say;
use crate::ishi::structure::Role;
use crate::ishi::structure::read::{Extra, Tree};
use crate::memory::overlay::{self, Overlay};
use crate::model::{Dialect, Entry, Fact, Game, Id, Meaning, NodeId, Packer, Place, Replay};

use super::apply;
use super::check::Check;
use super::remember;
use super::restore;

/// The data that all games of a text share.
pub(super) struct Reading<'r, 'a> {
    pub items: &'r [Item<'a>],
    /// The charset that the record is to remember.
    pub charset: Option<&'r str>,
    /// The repertoires that the writer of this text can have had.
    pub charsets: Vec<Charset>,
}

impl<'a> Reading<'_, 'a> {
    /// Turns a tree of lines into a game.
    pub(super) fn game(&self, tree: Tree<'a>, log: &mut Diagnostics) -> Game<'a> {
        let mut walker = Walker {
            reading: self,
            replays: vec![Replay::of(&tree.game)],
            tree,
            log,
            packer: Packer::default(),
            prisoner_lines: false,
            unsaid_captures: Vec::new(),
        };
        walker.walk();
        walker.finish()
    }
}

/// Returns the repertoires that the writer of a text can have had, given the label of its charset.
pub(super) fn charsets(text: &str, label: Option<&str>) -> Vec<Charset> {
    if text.is_ascii() {
        return vec![Charset::Ascii];
    }
    let own = label.and_then(Charset::from_label).unwrap_or(Charset::Utf8);
    let mut charsets = vec![own, Charset::Ascii];
    // Some charsets have bytes that are read and never written; damaged ones are read as U+FFFD.
    if !text.chars().all(|c| own.can_encode(c)) {
        charsets.push(Charset::Utf8);
    }
    charsets
}

/// Returns whether an entry tells how many lines of the game comment are header lines.
fn is_header_lines(entry: &Entry<'_>) -> bool {
    matches!(entry.fact(), Some(Fact::HeaderLines(_)))
}

/// Returns whether an entry of a carrier changes the game comment.
fn changes_game_comment(entry: &Entry<'_>) -> bool {
    overlay::ident_of(entry) == Some(Id::GameComment.ident())
}

struct Walker<'w, 'r, 'a> {
    reading: &'w Reading<'r, 'a>,
    tree: Tree<'a>,
    log: &'w mut Diagnostics,
    /// The positions in the events that the current event continues, and at the end the position in the current event.
    replays: Vec<Replay>,
    packer: Packer,
    /// Whether the game has PRISONER lines.
    prisoner_lines: bool,
    /// Moves that capture and have no PRISONER line.
    unsaid_captures: Vec<NodeId>,
}

/// A node with its lines.
struct Node<'r, 'a> {
    id: NodeId,
    scene: Scene,
    items: Vec<&'r Item<'a>>,
    lines: Vec<&'r Line<'a>>,
    extra: Extra,
}

impl<'r, 'a> Walker<'_, 'r, 'a> {
    /// Enters and leaves all nodes, each after its parent and the siblings before it.
    fn walk(&mut self) {
        let mut node = NodeId::ROOT;
        loop {
            self.node(node);
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

    /// Returns whether a node starts a continuation event.
    fn continues(&self, node: NodeId) -> bool {
        self.tree.role(node) == Role::Continuation
    }

    /// Executes a node. A continuing event starts with its position as setup stones.
    fn enter(&mut self, node: NodeId) {
        let continues = self.continues(node);
        let game = &self.tree.game;
        let Some(replay) = self.replays.last_mut() else {
            return;
        };
        replay.enter(game, node);
        if continues {
            let stones = replay.board().stones();
            let stones: Vec<_> = stones.map(|(point, stone)| (point, stone.color)).collect();
            let number = replay.number();
            replay.leave();
            self.replays
                .push(Replay::starting_at(game.size, stones, number));
        }
    }

    fn leave(&mut self, node: NodeId) {
        if self.continues(node) {
            self.replays.pop();
        } else if let Some(replay) = self.replays.last_mut() {
            replay.leave();
        }
    }

    fn node(&mut self, node: NodeId) {
        let data = self.tree.data_mut(node);
        let plain = data.role == Role::Move && !data.has_extra();
        let items = self.reading.items;
        let item = |index: u32| items.get(index as usize);
        let captures = |item: Option<&Item<'_>>| {
            item.is_some_and(|item| matches!(item.line, Line::Prisoner(_)))
        };
        let plain = plain
            && !data
                .lines
                .iter()
                .any(|line| item(*line).is_some_and(Item::has_words));
        match *data.lines.as_slice() {
            [mv] if plain => self.plain_move(node, item(mv), None),
            [mv, taken] if plain && captures(item(taken)) => {
                self.plain_move(node, item(mv), item(taken));
            }
            _ => self.any_node(node),
        }
    }

    /// Reads and enters a move with no other lines than one PRISONER line.
    fn plain_move(&mut self, node: NodeId, mv: Option<&'r Item<'a>>, taken: Option<&'r Item<'a>>) {
        let (Some(item), Some(replay)) = (mv, self.replays.last_mut()) else {
            return;
        };
        let game = &mut self.tree.game;
        if let Some(number) = mean::move_number(&item.line, replay.number()) {
            game.add_property(node, number);
        }
        Check::new(self.log, node).move_line(item, Some(replay), game.size);
        replay.enter(game, node);
        let unreadable = game
            .mv(node)
            .is_some_and(|mv| mv.place == Place::Unreadable);
        if unreadable || replay.number() == 0 {
            game.add_detail(node, Entry::new(Dialect::Ishi, item.line.to_string()));
        }
        let Some(taken) = taken else {
            return self.check_prisoners(node, &[]);
        };
        if remember::prisoners_differ(&taken.line, &say::prisoners(replay)) {
            game.add_detail(node, Entry::new(Dialect::Ishi, taken.line.to_string()));
        }
        self.check_prisoners(node, &[taken]);
    }

    fn any_node(&mut self, id: NodeId) {
        let node = self.collect(id);
        let mut facts = self.mean(&node);
        let hide = self.hide(&node);
        self.enter(id);
        facts.extend(self.mean_marks(&node));
        let carrier = &node.extra.carrier;
        let header_lines = carrier.iter().filter(|entry| is_header_lines(entry));
        let header_lines: Vec<_> = header_lines.cloned().collect();
        if carrier.iter().any(changes_game_comment) {
            // Then the carrier tells how many header lines the game comment has.
            facts.retain(|fact| !matches!(fact, Fact::HeaderLines(_)));
        }
        // The place of comments depends on the facts.
        let own = facts.iter().cloned().map(Entry::from);
        let own = own.chain(header_lines).collect();
        self.tree.game.set_details(id, own);
        let patches = |entry: &Entry<'_>| entry.dialect == Dialect::Sgf;
        let said = if node.extra.carrier.iter().any(patches) {
            self.lay_over(&node)
        } else {
            // The canonical lines are only compared with the lines of the node, so marks are made only if they can
            // match.
            let marks = node.lines.iter().all(|line| say::can_be_said(line));
            self.said(&node, &hide, |said| said.marks = marks)
        };
        if self.tree.game.mv(id).is_some() {
            self.check_prisoners(id, &node.items);
        }
        self.keep(node, facts, &said);
    }

    fn collect(&mut self, id: NodeId) -> Node<'r, 'a> {
        let data = self.tree.data_mut(id);
        let numbers = std::mem::take(&mut data.lines);
        let extra = data.take_extra().unwrap_or_default();
        let all = self.reading.items;
        let items = numbers.iter();
        let items = items.filter_map(|number| all.get(*number as usize));
        let items: Vec<_> = items.collect();
        let lines = items.iter().map(|item| &item.line).collect();
        let scene = Scene::of(self.tree.role(id), &extra.carrier);
        Node {
            id,
            scene,
            items,
            lines,
            extra,
        }
    }

    /// Gives a node the meaning of its lines, except marks; returns its facts.
    fn mean(&mut self, node: &Node<'r, 'a>) -> Vec<Fact> {
        let Some(before) = self.replays.last() else {
            return Vec::new();
        };
        let mut check = Check::new(self.log, node.id);
        let mut finder = Finder::new(&node.items);
        let meant = mean::all_but_marks(
            node.scene,
            &node.lines,
            (before, before.number()),
            &mut |line, entry, problem| {
                check.problem(problem, finder.entry(line, entry));
            },
        );
        // A variation may number its moves from 1.
        let varies = node.lines.iter().any(|line| matches!(line, Line::Var(_)));
        // So may a game of another format. The `MN` entry of its carrier has the number.
        let entries = node.extra.carrier.iter();
        let numbered = entries.filter(|entry| entry.dialect == Dialect::Sgf);
        let explained = numbered
            .into_iter()
            .any(|entry| entry.text.starts_with("MN["));
        let known = (!varies && !explained).then_some(before);
        for item in &node.items {
            check.move_line(item, known, self.tree.game.size);
        }
        self.tree.game.set_properties(node.id, meant.properties);
        meant.facts
    }

    /// Gives a node that has been entered its marks; returns their facts.
    fn mean_marks(&mut self, node: &Node<'r, 'a>) -> Vec<Fact> {
        let Some(after) = self.replays.last() else {
            return Vec::new();
        };
        let mut check = Check::new(self.log, node.id);
        let mut finder = Finder::new(&node.items);
        let meant = mean::marks(
            node.scene,
            &node.lines,
            after,
            &mut self.packer,
            &mut |line, entry, problem| {
                check.problem(problem, finder.entry(line, entry));
            },
        );
        for property in meant.properties {
            self.tree.game.add_property(node.id, property);
        }
        meant.facts
    }

    /// Returns the canonical HIDE lines of a diagram that has not been entered.
    fn hide(&self, node: &Node<'r, 'a>) -> Vec<Line<'static>> {
        match self.replays.last() {
            Some(before) if node.scene.role == Role::Diagram => {
                say::hide(&self.tree.game, node.id, before)
            }
            _ => Vec::new(),
        }
    }

    /// Applies the entries of the carrier that agree with the lines, and returns the canonical lines of the result.
    fn lay_over(&mut self, node: &Node<'r, 'a>) -> Vec<Vec<Line<'static>>> {
        let id = node.id;
        let said = self.tree.game.meaning(id);
        let overlay = Overlay::read(&node.extra.carrier, self.tree.game.size);
        let resaid = self.change(node, overlay.apply(said.clone()));
        if resaid
            .iter()
            .any(|lines| remember::same(&node.lines, lines))
        {
            return resaid;
        }
        let resaid = if node.scene.role == Role::Event && mean::has_setup(&node.lines) {
            // Lines after a SETUP line are about the setup stones, even if it has no stones.
            self.said(node, &[], |said| said.empty_setup = true)
        } else {
            resaid
        };
        let mut meanings = Vec::new();
        let var = mean::last_var(&node.lines).map(|line| line.clone().into_owned());
        for lines in resaid {
            let lines: Vec<_> = var.iter().chain(&lines).collect();
            if let Some(replay) = self.replays.last_mut() {
                meanings.push(mean::whole(node.scene, &lines, &self.tree.game, id, replay));
            }
        }
        let (meaning, stale) = apply::believed(said, &meanings, &overlay);
        if stale {
            let at = self.carrier_of(node);
            Check::new(self.log, id).stale(at);
        }
        self.change(node, meaning)
    }

    /// Gives a node that has been entered another meaning; returns its canonical lines.
    fn change(&mut self, node: &Node<'r, 'a>, meaning: Meaning<'a>) -> Vec<Vec<Line<'static>>> {
        self.leave(node.id);
        let properties = meaning.properties.into_iter();
        let properties = properties.map(|property| property.packed(&mut self.packer));
        let properties = properties.collect();
        self.tree.game.set_meaning(
            node.id,
            Meaning {
                properties,
                ..meaning
            },
        );
        let hide = self.hide(node);
        self.enter(node.id);
        self.said(node, &hide, |_| {})
    }

    /// Returns the canonical lines for a node that has been entered, for each charset that the writer of
    /// the text can have had. `adapt` tells which lines are wanted; all are, unless it says otherwise.
    fn said(
        &self,
        node: &Node<'r, 'a>,
        hide: &[Line<'static>],
        adapt: impl Fn(&mut say::Node<'_, 'a>),
    ) -> Vec<Vec<Line<'static>>> {
        let Some(replay) = self.replays.last() else {
            return Vec::new();
        };
        let game = &self.tree.game;
        let marker = mean::marker(&node.lines);
        let in_charset = |charset: &Charset| {
            let mut node = say::Node {
                game,
                id: node.id,
                role: node.scene.role,
                replay,
                charset: *charset,
                marker: marker.as_deref(),
                has_setup: mean::has_setup(&node.lines),
                empty_setup: false,
                marks: true,
            };
            adapt(&mut node);
            say::lines(node, hide.to_vec())
        };
        self.reading.charsets.iter().map(in_charset).collect()
    }

    /// Returns where the carrier of a node is.
    fn carrier_of(&self, node: &Node<'r, 'a>) -> Option<Span> {
        let index = node.extra.carrier_index?;
        self.reading.items.get(index as usize).map(|item| item.span)
    }

    /// Compares the captures of a move that has been entered with the PRISONER lines among items, and notes whether it
    /// has PRISONER lines.
    fn check_prisoners(&mut self, move_node: NodeId, items: &[&Item<'a>]) {
        let Some(replay) = self.replays.last() else {
            return;
        };
        let mut check = Check::new(self.log, move_node);
        if check.prisoners(items, replay) {
            self.prisoner_lines = true;
        } else if !replay.captured().is_empty() {
            self.unsaid_captures.push(move_node);
        }
    }

    /// Sets the detail of a node that has been entered: facts, and the lines that its canonical lines do not replace.
    fn keep(&mut self, node: Node<'r, 'a>, facts: Vec<Fact>, said: &[Vec<Line<'static>>]) {
        let id = node.id;
        let marker = say::marker(&self.tree.game, id);
        let mut details = remember::entries(node.scene.role, &node.items, said, marker);
        if id == NodeId::ROOT {
            self.root_facts(&node.lines, &mut details);
        }
        if node.scene.role != Role::Continuation {
            details.extend(facts.into_iter().map(Entry::from));
        }
        details.extend(node.extra.facts.into_iter().map(Entry::from));
        let mut exact = Vec::new();
        for entry in node.extra.carrier {
            if entry.dialect == Dialect::Ishi {
                let own = self.is_own_var(&node.lines, &entry);
                exact.extend(own.then_some(entry));
            } else if apply::is_detail(&entry) {
                details.push(entry);
            }
        }
        let end = node.extra.end.iter();
        let end = end.filter_map(|number| self.reading.items.get(*number as usize));
        let end: Vec<_> = end
            .map(|item| Entry::new(Dialect::Ishi, item.text()))
            .collect();
        if !end.is_empty() {
            details.push(Fact::End.into());
            details.extend(end);
        }
        let details = restore::restore(details, exact, &self.reading.charsets);
        self.tree.game.set_details(id, details);
    }

    /// Returns whether an exact line of a carrier can replace the line of the record. A VAR line cannot if the VAR
    /// line of the record has another marker, because another program changed it.
    fn is_own_var(&self, lines: &[&Line<'a>], exact: &Entry<'_>) -> bool {
        let marked = mean::last_var(lines).filter(|line| matches!(line, Line::Var(Some(_))));
        let Some(var) = marked.filter(|_| exact.text.starts_with("VAR")) else {
            return true;
        };
        let mut charsets = self.reading.charsets.iter();
        charsets.any(|charset| kept::reread(&exact.text, *charset) == Some(var.to_string()))
    }

    fn root_facts(&self, lines: &[&Line<'a>], details: &mut Vec<Entry<'a>>) {
        if !lines.iter().any(|line| matches!(line, Line::Event(_))) {
            details.push(Fact::ImplicitEvent.into());
        }
        if !lines.iter().any(|line| matches!(line, Line::BoardSize(_))) {
            details.push(Fact::NoBoardSize.into());
        }
        if let Some(charset) = self.reading.charset {
            details.push(Fact::Charset(charset.to_owned()).into());
        }
    }

    /// Adds facts about captures without a PRISONER line, and returns the game.
    fn finish(self) -> Game<'a> {
        let mut game = self.tree.game;
        if self.unsaid_captures.is_empty() {
            return game;
        }
        if !self.prisoner_lines {
            game.add_detail(NodeId::ROOT, Fact::NoPrisoners.into());
            return game;
        }
        for node in self.unsaid_captures {
            game.add_detail(node, Fact::NoPrisoner.into());
        }
        game
    }
}
