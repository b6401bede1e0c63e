//! The tree of a game laid out for drawing: each node in a column and a row.

use std::collections::HashSet;

use ishi::model::{Color, Game, Id, NodeId};

/// The place and the look of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreePlace {
    /// The column: how many nodes come before it on its path.
    pub column: usize,
    /// The row; the main line has row 0.
    pub row: usize,
    /// The [index](NodeId::index) of its parent, `None` for the root.
    pub parent: Option<usize>,
    /// The player of its move.
    pub color: Option<Color>,
    /// Whether it puts stones on the board or takes them off.
    pub is_setup: bool,
    /// Whether it has a comment.
    pub has_comment: bool,
    /// Whether a diagram or figure starts there.
    pub is_diagram: bool,
    /// How many variations that follow it are folded.
    pub folded: usize,
}

/// Lays out the tree of a game. The result has a place for each [index](NodeId::index), `None` if the node is
/// folded.
///
/// A line of first children is in one row: the first row below everything that was laid out in its
/// columns, in the column of its parent, and in the column after its end. So lines never cross nodes. `around` folds a large tree:
/// the nodes up to this one show all their children, other nodes only their first child.
///
/// ```
/// use ishi_draw::tree;
///
/// let record = ishi::read(b"(;FF[4];B[pd](;W[dd];B[pq])(;W[dp]))")?;
/// let game = &record.games[0];
/// let places = tree(game, None);
/// let variation = places[game.find("1b")?.index()].expect("nothing is folded");
/// assert_eq!((variation.column, variation.row, variation.parent), (2, 1, Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tree(game: &Game<'_>, around: Option<NodeId>) -> Vec<Option<TreePlace>> {
    let path = around.map(|node| HashSet::from_iter(game.line_to(node)));
    let mut layout = TreeLayout {
        game,
        path,
        used: Vec::new(),
        places: Vec::new(),
        waiting: vec![(NodeId::ROOT, 0)],
    };
    while let Some((node, column)) = layout.waiting.pop() {
        layout.line(node, column);
    }
    layout.places
}

struct TreeLayout<'g, 't> {
    game: &'g Game<'t>,
    /// The nodes with all their children, `None` if no node is folded.
    path: Option<HashSet<NodeId>>,
    /// How many rows of each column are used.
    used: Vec<usize>,
    places: Vec<Option<TreePlace>>,
    /// The first nodes of lines that have no place yet, each with its column; the next one is last.
    waiting: Vec<(NodeId, usize)>,
}

impl TreeLayout<'_, '_> {
    /// Lays out a node and its first children.
    fn line(&mut self, start: NodeId, first: usize) {
        let nodes: Vec<_> = self.game.line_from(start).collect();
        let end = first + nodes.len();
        // With a free place after the line, so that the next line does not look like its continuation.
        self.used.resize(self.used.len().max(end + 1), 0);
        let from = first.saturating_sub(1);
        let columns = self.used.get_mut(from..=end).unwrap_or_default();
        let row = columns.iter().copied().max().unwrap_or(0);
        for (column, used) in (from..end).zip(columns) {
            // The edge from the parent comes down in its column, and turns in the last row.
            *used = (*used).max(if column < first { row } else { row + 1 });
        }
        for (column, node) in (first..).zip(nodes) {
            let folded = self.branch(node, column);
            self.put(node, column, row, folded);
        }
    }

    /// Lets the variations after a node wait, the first on top. Returns how many are folded.
    fn branch(&mut self, node: NodeId, column: usize) -> usize {
        let is_open = self.path.as_ref().is_none_or(|path| path.contains(&node));
        if !is_open {
            return self.game.variations(node).count();
        }
        let before = self.waiting.len();
        let variations = self.game.variations(node);
        self.waiting
            .extend(variations.map(|node| (node, column + 1)));
        if let Some(new) = self.waiting.get_mut(before..) {
            new.reverse();
        }
        0
    }

    fn put(&mut self, node: NodeId, column: usize, row: usize, folded: usize) {
        let game = self.game;
        let index = node.index();
        if self.places.len() <= index {
            self.places.resize(index + 1, None);
        }
        let place = TreePlace {
            column,
            row,
            parent: game.parent(node).map(NodeId::index),
            color: game.mv(node).map(|mv| mv.color),
            is_setup: game.is_setup(node),
            has_comment: game.has(node, Id::Comment),
            is_diagram: game.has(node, Id::Figure),
            folded,
        };
        if let Some(slot) = self.places.get_mut(index) {
            *slot = Some(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> Game<'static> {
        ishi::read(text.as_bytes()).unwrap().games.remove(0)
    }

    /// Draws places as a picture of their nodes' numbers.
    fn picture(places: &[Option<TreePlace>]) -> String {
        let mut rows: Vec<Vec<String>> = Vec::new();
        for (index, place) in places.iter().enumerate() {
            let Some(place) = place else { continue };
            rows.resize(rows.len().max(place.row + 1), Vec::new());
            let row = &mut rows[place.row];
            row.resize(row.len().max(place.column + 1), ".".to_owned());
            assert_eq!(row[place.column], ".", "two nodes in one place");
            row[place.column] = format!("{index}");
        }
        let rows = rows.iter().map(|row| row.join(" "));
        rows.collect::<Vec<_>>().join("\n")
    }

    const BRANCHES: &str = "(;SZ[9];B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff];B[gg])(;W[hh]))";

    #[test]
    fn variations_are_below_the_lines_that_come_before_them() {
        let places = tree(&game(BRANCHES), None);
        assert_eq!(picture(&places), "0 1 2 3 4\n. . . . 5\n. . 6 7\n. . 8");
    }

    #[test]
    fn places_tell_what_their_nodes_have() {
        let game = game("(;SZ[9]AB[aa];B[bb]C[x];FG[](;W[cc])(;W[dd]))");
        let told = |place: Option<TreePlace>| {
            let place = place.unwrap();
            let color = place.color.map_or('-', Color::letter);
            let flags = [place.is_setup, place.has_comment, place.is_diagram];
            (place.parent, color, flags)
        };
        let places: Vec<_> = tree(&game, None).into_iter().map(told).collect();
        let expected = [
            (None, '-', [true, false, false]),
            (Some(0), 'B', [false, true, false]),
            (Some(1), '-', [false, false, true]),
            (Some(2), 'W', [false, false, false]),
            (Some(2), 'W', [false, false, false]),
        ];
        assert_eq!(places, expected);
    }

    #[test]
    fn a_folded_tree_shows_the_branches_of_a_path() {
        let game = game(BRANCHES);
        let places = tree(&game, Some(game.find("1b").unwrap()));
        assert_eq!(picture(&places), "0 1 2 3 4\n. . 6 7\n. . 8");
        assert_eq!(places[3].unwrap().folded, 1);
    }

    #[test]
    fn nested_variations_need_no_stack_and_no_square_time() {
        let depth = 50_000;
        let text = format!(
            "(;SZ[9]{}{}",
            "(;B[aa])(;W[bb]".repeat(depth),
            ")".repeat(depth + 1)
        );
        let places = tree(&game(&text), None);
        assert_eq!(places.iter().flatten().count(), 2 * depth + 1);
    }
}
