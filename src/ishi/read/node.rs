//! The meaning of a tree's nodes: a walk with the position at hand.

use crate::diagnostic::Diagnostics;
use crate::ishi::item::Item;
use crate::ishi::line::Line;
use crate::ishi::mean;
use crate::ishi::mean::marks::KnownRows;
use crate::ishi::role::Role;
use crate::ishi::structure::read::Tree;
use crate::model::{Game, NodeId, Place, Replay};

use super::check::Check;

/// The data that all games of a text share.
pub(super) struct Reading<'r, 'a> {
    items: &'r [Item<'a>],
    /// Whether moves are played, because somebody needs the positions.
    plays: bool,
}

impl<'r, 'a> Reading<'r, 'a> {
    pub(super) fn new(items: &'r [Item<'a>], log: &Diagnostics) -> Self {
        let plays = log.wants_positions() || needs_positions(items);
        Self { items, plays }
    }

    /// Turns a tree of lines into a game.
    pub(super) fn game(&self, tree: Tree<'a>, log: &mut Diagnostics) -> Game<'a> {
        let mut walker = Walker {
            reading: self,
            replay: Replay::new(tree.game.size),
            tree,
            log,
            entered: 0,
            number: 0,
            rows: KnownRows::default(),
        };
        walker.walk();
        walker.tree.game
    }
}

/// Returns whether a line after the first move is about the stones on the board.
fn needs_positions(items: &[Item<'_>]) -> bool {
    let lines = items.iter().map(|item| &item.line);
    let mut lines = lines.skip_while(|line| !matches!(line, Line::Move(..)));
    lines.any(|line| {
        matches!(
            line,
            Line::Setup(_) | Line::Mark(_) | Line::Unmark(_) | Line::Hide(_)
        )
    })
}

struct Walker<'w, 'r, 'a> {
    reading: &'w Reading<'r, 'a>,
    tree: Tree<'a>,
    log: &'w mut Diagnostics,
    /// The position. Without the moves, if nobody needs the positions.
    replay: Replay,
    /// How many nodes of the path are part of the position.
    entered: usize,
    /// The number of the last move of the path.
    number: u32,
    /// The rows of labels so far.
    rows: KnownRows,
}

/// A node with its lines.
struct MeantNode<'r, 'a> {
    id: NodeId,
    role: Role,
    items: Vec<&'r Item<'a>>,
    lines: Vec<&'r Line<'a>>,
}

impl<'r, 'a> Walker<'_, 'r, 'a> {
    /// Enters all nodes, each after its parent and the siblings before it, and leaves a node before its next sibling.
    fn walk(&mut self) {
        let mut next = Some(NodeId::ROOT);
        // The nodes after the siblings of the path, each with the state before it.
        let mut parted = Vec::new();
        loop {
            if let Some(node) = next {
                let before = (self.entered, self.number);
                self.node(node);
                if let Some(sibling) = self.tree.game.next_sibling(node) {
                    parted.push((sibling, before));
                }
                next = self.tree.game.first_child(node);
            } else if let Some((sibling, before)) = parted.pop() {
                self.go_back(before);
                next = Some(sibling);
            } else {
                return;
            }
        }
    }

    /// Goes back to a state of the path: to so many nodes in the position, and the number of the last move.
    fn go_back(&mut self, (entered, number): (usize, u32)) {
        for _ in entered..self.entered {
            self.replay.leave();
        }
        (self.entered, self.number) = (entered, number);
    }

    /// Makes a node a part of the position.
    fn enter(&mut self, node: NodeId) {
        self.replay.enter(&self.tree.game, node);
        self.entered += 1;
    }

    fn node(&mut self, node: NodeId) {
        let items = self.reading.items;
        let item = |index: u32| items.get(index as usize);
        let captures = |item: Option<&Item<'_>>| {
            item.is_some_and(|item| matches!(item.line, Line::Prisoner(_)))
        };
        let data = self.tree.data(node);
        let moved = data.filter(|data| data.role == Role::Move);
        match moved.map(|data| data.lines.as_slice()) {
            Some([mv]) => self.plain_move(node, item(*mv), None),
            Some([mv, taken]) if captures(item(*taken)) => {
                self.plain_move(node, item(*mv), item(*taken));
            }
            _ => self.any_node(node),
        }
    }

    /// Reads and enters a move with no other lines than one PRISONER line.
    fn plain_move(&mut self, node: NodeId, mv: Option<&'r Item<'a>>, taken: Option<&'r Item<'a>>) {
        let Some(item) = mv else {
            return;
        };
        let before = self.number;
        let counted = self.counted_before(node);
        if let Line::Move(_, number, _) = &item.line {
            self.number = *number;
        }
        if let Some(number) = mean::move_number(&item.line, counted) {
            self.tree.game.add_property(node, number);
        }
        if !self.reading.plays {
            return;
        }
        let size = self.tree.game.size;
        Check::new(self.log, node).move_line(item, Some((&self.replay, before)), size);
        self.enter(node);
        if let Some(taken) = taken {
            Check::new(self.log, node).prisoners(&[taken], &self.replay);
        }
    }

    fn any_node(&mut self, id: NodeId) {
        let node = self.collect(id);
        self.mean(&node);
        let has_move = self.tree.game.mv(id).is_some();
        if has_move {
            let number = self.tree.game.move_number(id);
            self.number = number.unwrap_or(self.number.saturating_add(1));
        }
        if has_move && !self.reading.plays {
            return;
        }
        self.enter(id);
        self.mean_marks(&node);
        if has_move {
            Check::new(self.log, id).prisoners(&node.items, &self.replay);
        }
    }

    fn collect(&mut self, id: NodeId) -> MeantNode<'r, 'a> {
        let role = self.tree.role(id);
        let numbers = std::mem::take(&mut self.tree.data_mut(id).lines);
        let all = self.reading.items;
        let items = numbers.iter();
        let items = items.filter_map(|number| all.get(*number as usize));
        let items: Vec<_> = items.collect();
        let lines = items.iter().map(|item| &item.line).collect();
        MeantNode {
            id,
            role,
            items,
            lines,
        }
    }

    /// Returns the number of the move before a node. After a line that is no move, because its point is not on the board, no
    /// number follows, so that the next move has its number in every format.
    fn counted_before(&self, node: NodeId) -> u32 {
        let game = &self.tree.game;
        let before = game.parent(node).and_then(|parent| game.mv(parent));
        match before {
            Some(mv) if mv.place == Place::Unreadable => u32::MAX,
            _ => self.number,
        }
    }

    /// Gives a node the meaning of its lines, except marks.
    fn mean(&mut self, node: &MeantNode<'r, 'a>) {
        let (before, counted) = (&self.replay, self.counted_before(node.id));
        let mut check = Check::new(self.log, node.id);
        let meant = mean::all_but_marks(
            node.role,
            &node.lines,
            (before, counted),
            &mut |line, entry, problem| {
                let item = node.items.get(line).into_iter();
                item.for_each(|item| check.problem(problem, item, entry));
            },
        );
        // A variation may number its moves from 1.
        let varies = node.lines.iter().any(|line| matches!(line, Line::Var(_)));
        let known = (!varies).then_some((before, self.number));
        for item in &node.items {
            check.move_line(item, known, self.tree.game.size);
        }
        self.tree.game.set_properties(node.id, meant);
    }

    /// Gives a node that has been entered its marks.
    fn mean_marks(&mut self, node: &MeantNode<'r, 'a>) {
        let mut check = Check::new(self.log, node.id);
        let meant = mean::marks(
            node.role,
            &node.lines,
            &self.replay,
            &mut self.rows,
            &mut |line, entry, problem| {
                let item = node.items.get(line).into_iter();
                item.for_each(|item| check.problem(problem, item, entry));
            },
        );
        for property in meant {
            self.tree.game.add_property(node.id, property);
        }
    }
}
