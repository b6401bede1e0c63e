//! The path to a node in a short notation: counts of moves and letters of variations.

mod find;

use super::game::{Game, NodeId};

pub use find::{PathError, find};

/// How many characters of a path are written.
const LONGEST: usize = 60;

/// Returns the path from the root to a node: `12` is the node after 12 moves on the main line,
/// `12b` the second variation from there, `12b3` is 3 moves on in it.
///
/// Letters count the children of a node from `a`, the main line, and go on with `aa` behind `z`.
/// Nodes without a move do not count, so they share the path of the move before them. The middle
/// of a very long path is left out.
pub fn path(game: &Game<'_>, node: NodeId) -> String {
    let mut steps = Vec::new();
    let mut at = node;
    while let Some(parent) = game.parent(at) {
        let branch = game
            .children(parent)
            .take_while(|&child| child != at)
            .count();
        steps.push((branch, game.mv(at).is_some()));
        at = parent;
    }
    let mut out = String::new();
    let mut moves = usize::from(game.mv(NodeId::ROOT).is_some());
    let mut after_letter = false;
    for (branch, is_move) in steps.into_iter().rev() {
        if branch > 0 {
            push_count(&mut out, moves, after_letter);
            push_letters(&mut out, branch);
            (moves, after_letter) = (0, true);
        } else if is_move {
            moves += 1;
        }
    }
    push_count(&mut out, moves, after_letter);
    shortened(out)
}

/// Writes a count of moves; none behind a letter says nothing.
pub(crate) fn push_count(out: &mut String, moves: usize, after_letter: bool) {
    if moves > 0 || !after_letter {
        out.push_str(&moves.to_string());
    }
}

/// Writes the letters of a child, counted from 0.
pub(crate) fn push_letters(out: &mut String, branch: usize) {
    let mut letters = Vec::new();
    let mut rest = branch + 1;
    while rest > 0 {
        rest -= 1;
        letters.extend(u8::try_from(rest % 26).map(|letter| char::from(b'a' + letter)));
        rest /= 26;
    }
    out.extend(letters.into_iter().rev());
}

fn shortened(path: String) -> String {
    // The path is ASCII, so every index is a boundary of characters.
    let half = LONGEST / 2;
    match (
        path.get(..half),
        path.get(path.len().saturating_sub(half)..),
    ) {
        (Some(head), Some(tail)) if path.len() > LONGEST => format!("{head}…{tail}"),
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::Move;
    use super::super::point::Color;
    use super::*;

    fn play(game: &mut Game<'_>, parent: NodeId, count: usize) -> NodeId {
        (0..count).fold(parent, |at, _| {
            let node = game.add_child(at);
            game.set_move(node, Some(Move::pass(Color::Black)));
            node
        })
    }

    #[test]
    fn paths_count_moves_and_name_variations() {
        let mut game = Game::new();
        let twelve = play(&mut game, NodeId::ROOT, 12);
        play(&mut game, twelve, 1);
        let second = play(&mut game, twelve, 1);
        let on = play(&mut game, second, 3);
        let comment = game.add_child(on);
        play(&mut game, comment, 1);
        let deep = play(&mut game, comment, 1);
        for (node, expected) in [
            (NodeId::ROOT, "0"),
            (twelve, "12"),
            (second, "12b"),
            (on, "12b3"),
            (comment, "12b3"),
            (deep, "12b3b"),
        ] {
            assert_eq!(path(&game, node), expected);
        }
        for (count, letters) in [(26, "0z"), (27, "0aa"), (53, "0ba")] {
            let mut game = Game::new();
            let nodes: Vec<_> = (0..count).map(|_| game.add_child(NodeId::ROOT)).collect();
            assert_eq!(path(&game, *nodes.last().unwrap()), letters);
        }
    }

    #[test]
    fn long_paths_are_shortened() {
        let mut game = Game::new();
        let node = (0..1000).fold(NodeId::ROOT, |at, _| {
            game.add_child(at);
            game.add_child(at)
        });
        let path = path(&game, node);
        assert_eq!(path.chars().count(), 61);
        assert!(path.starts_with("0bb") && path.ends_with("bbb"), "{path}");
    }
}
