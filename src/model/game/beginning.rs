//! The beginning of a game: all of it but moves at its end.

use super::Game;
use super::id::{Node, NodeSlot};

impl Game<'_> {
    /// Returns how many moves on the board, or passes, are the end of the game: the nodes that were added last, each the only
    /// child of the node before it, without properties.
    pub(crate) fn moves_at_end(&self) -> usize {
        let is_leaf = |node: &Node| node.first_child.is_none();
        if self.removed > 0 || !self.nodes.last().is_some_and(is_leaf) {
            return 0;
        }
        let pairs = self.nodes.windows(2).enumerate().rev();
        let moves = pairs.take_while(|(index, pair)| match pair {
            [before, node] => {
                before.first_child == Some(NodeSlot::from_index(index + 1))
                    && node.next_sibling.is_none()
                    && self.is_ordinary_move(node)
            }
            _ => false,
        });
        moves.count()
    }

    fn is_ordinary_move(&self, node: &Node) -> bool {
        node.is_only_move() && node.mv.is_some_and(|mv| mv.is_played(self.size))
    }

    /// Returns the game without so many [moves at its end](Self::moves_at_end), for readers: its nodes are nodes of this
    /// game.
    pub(crate) fn without_moves_at_end(&self, count: usize) -> Self {
        let kept = self.nodes.len().saturating_sub(count).max(1);
        let mut nodes: Vec<_> = self.nodes.iter().take(kept).cloned().collect();
        if let Some(last) = nodes.last_mut().filter(|_| count > 0) {
            (last.first_child, last.last_child) = (None, None);
        }
        Self {
            nodes,
            properties: self.properties.clone(),
            edits: None,
            ..*self
        }
    }
}
