//! From a path to its node.

use thiserror::Error;

use super::push_letters;
use crate::model::game::{Game, NodeId};
use crate::model::property::Id;

/// Why a path leads to no node.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PathError {
    /// The text is no path.
    #[error("`{0}` is not a place; expected `end`, a count of moves, or a path like `12b3`")]
    Syntax(String),
    /// The line ends before the count of moves is reached.
    #[error("fewer moves than {asked} {line}: {there}")]
    TooFewMoves {
        /// How many moves were asked for.
        asked: usize,
        /// How many there are.
        there: usize,
        /// Where: the words behind the count.
        line: String,
    },
    /// No node has so many children at this place.
    #[error("no variation `{letters}` after move {at}; {there}")]
    NoVariation {
        /// The letters asked for.
        letters: String,
        /// The path up to the letters.
        at: String,
        /// What there is, in words.
        there: String,
    },
}

/// Returns the node at the end of a path: `end` is where the main line ends, `42` the node
/// after 42 moves on it, `12b3` the node 3 moves on in the second variation after 12 moves.
///
/// This is the inverse of [`path`](super::path), except that nodes without a move share the path
/// of the move before them: a count leads to the move itself, a letter to the first of these
/// nodes that has so many variations. `a` is the main line.
///
/// # Errors
///
/// [`PathError`] if the text is no path, or the game has no such node.
pub fn find(game: &Game<'_>, path: &str) -> Result<NodeId, PathError> {
    let path = path.trim();
    if path.eq_ignore_ascii_case("end") {
        return Ok(last(game));
    }
    let syntax = || PathError::Syntax(path.to_owned());
    if path.is_empty() || !path.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(syntax());
    }
    let mut at = NodeId::ROOT;
    let mut rest = path;
    let mut after_letter = false;
    while !rest.is_empty() {
        let (digits, behind) = split(rest, |c| c.is_ascii_digit());
        let (letters, behind) = split(behind, |c| c.is_ascii_alphabetic());
        if !digits.is_empty() {
            let count = digits.parse().map_err(|_| syntax())?;
            let line = done(path, rest);
            at = forward(game, at, count, after_letter, line)?;
        }
        if !letters.is_empty() {
            let upto = done(path, letters_start(rest, digits));
            at = variation(game, at, letters, upto)?;
            after_letter = true;
        }
        rest = behind;
    }
    Ok(at)
}

/// Returns the last node of the main line. A diagram that hangs there shows that position in
/// another way, and is not the end.
fn last(game: &Game<'_>) -> NodeId {
    let line = std::iter::successors(Some(NodeId::ROOT), |&node| game.first_child(node));
    let mut end = line.last().unwrap_or(NodeId::ROOT);
    while game.has(end, Id::Figure)
        && game.mv(end).is_none()
        && let Some(parent) = game.parent(end)
    {
        end = parent;
    }
    end
}

fn split(text: &str, is_part: impl Fn(char) -> bool) -> (&str, &str) {
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

fn letters_start<'t>(rest: &'t str, digits: &str) -> &'t str {
    rest.get(digits.len()..).unwrap_or("")
}

/// Returns the part of the path that lies before `rest`.
fn done<'t>(path: &'t str, rest: &str) -> &'t str {
    path.get(..path.len() - rest.len()).unwrap_or("")
}

/// Goes on by a number of moves. The move of the first node of a variation does not count, that
/// of the root does.
fn forward(
    game: &Game<'_>,
    from: NodeId,
    asked: usize,
    after_letter: bool,
    line: &str,
) -> Result<NodeId, PathError> {
    let mut at = from;
    let mut there = usize::from(!after_letter && game.mv(from).is_some());
    while there < asked {
        let Some(child) = game.first_child(at) else {
            let line = if line.is_empty() {
                "on the main line".to_owned()
            } else {
                format!("after {line}")
            };
            return Err(PathError::TooFewMoves { asked, there, line });
        };
        there += usize::from(game.mv(child).is_some());
        at = child;
    }
    Ok(at)
}

/// Enters a variation, of the node or of the nodes without a move behind it.
fn variation(
    game: &Game<'_>,
    from: NodeId,
    letters: &str,
    upto: &str,
) -> Result<NodeId, PathError> {
    let mut at = from;
    let mut most = 0;
    let index = number(letters);
    loop {
        let count = game.children(at).count();
        if count > 1
            && let Some(child) = index.and_then(|index| game.children(at).nth(index))
        {
            return Ok(child);
        }
        most = most.max(count);
        match game.first_child(at) {
            Some(child) if game.mv(child).is_none() => at = child,
            _ => break,
        }
    }
    // Where the line does not part, its only way on may be called `a` too.
    if index == Some(0)
        && let Some(child) = game.first_child(at)
    {
        return Ok(child);
    }
    let there = if most > 1 {
        let mut there = "the variations are a to ".to_owned();
        push_letters(&mut there, most - 1);
        there
    } else {
        "there are no variations there".to_owned()
    };
    Err(PathError::NoVariation {
        letters: letters.to_owned(),
        at: if upto.is_empty() { "0" } else { upto }.to_owned(),
        there,
    })
}

/// Returns what letters count, from 0: `a` is 0, `z` 25, `aa` 26.
fn number(letters: &str) -> Option<usize> {
    let count = letters.bytes().try_fold(0_usize, |sum, letter| {
        let digit = usize::from(letter.to_ascii_lowercase().checked_sub(b'a')?) + 1;
        sum.checked_mul(26)?.checked_add(digit)
    })?;
    count.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::super::path;
    use super::*;

    fn game(text: &str) -> Game<'static> {
        crate::read(text.as_bytes()).unwrap().games.remove(0)
    }

    const TREE: &str = "(;FF[4];B[aa](;W[ab];B[ac];C[here](;W[ad])(;W[ae];B[af](;W[ag])(;C[x])))\
                        (;W[ba];B[bb])(;C[empty];W[ca]))";

    #[test]
    fn a_path_leads_to_the_node_that_it_was_written_for() {
        let game = game(TREE);
        for node in game.preorder() {
            let found = find(&game, &path(&game, node)).unwrap();
            // A node without a move shares the path of the move before it.
            let same = path(&game, found) == path(&game, node);
            assert!(same, "{}", path(&game, node));
            if game.mv(node).is_some() {
                let comes_first = found == node || game.mv(found).is_none();
                assert!(comes_first, "{}", path(&game, node));
            }
        }
    }

    #[test]
    fn the_end_is_the_last_move_or_what_stands_behind_it() {
        for (text, expected) in [
            ("(;FF[4];B[aa];W[bb];FG[];FG[1:x])", 2),
            ("(;FF[4];B[aa];W[bb]FG[])", 2),
            ("(;FF[4];B[aa];C[x])", 2),
            ("(;FF[4]FG[])", 0),
        ] {
            let game = game(text);
            assert_eq!(find(&game, "end").unwrap().index(), expected, "{text}");
        }
    }

    #[test]
    fn places_are_counts_and_letters() {
        let game = game(TREE);
        let comment = |at: &str| {
            let node = find(&game, at).unwrap();
            path(&game, node)
        };
        for (at, expected) in [
            ("end", "4"),
            (" END ", "4"),
            ("0", "0"),
            ("3", "3"),
            ("3b", "3b"),
            ("3a", "4"),
            ("3b1b", "3b1b"),
            ("1B1", "1b1"),
            ("1c", "1c"),
            ("1c1", "1c1"),
        ] {
            assert_eq!(comment(at), expected, "{at}");
        }
    }

    #[test]
    fn a_path_that_leads_nowhere_says_where_it_ends() {
        let game = game(TREE);
        for (at, message) in [
            ("9", "fewer moves than 9 on the main line: 4"),
            ("1b7", "fewer moves than 7 after 1b: 1"),
            (
                "1d",
                "no variation `d` after move 1; the variations are a to c",
            ),
            (
                "2b",
                "no variation `b` after move 2; there are no variations there",
            ),
            (
                "b",
                "no variation `b` after move 0; there are no variations there",
            ),
            (
                "2-3",
                "`2-3` is not a place; expected `end`, a count of moves, or a path like `12b3`",
            ),
        ] {
            assert_eq!(find(&game, at).unwrap_err().to_string(), message);
        }
        for at in ["", "-", "99999999999999999999999", "4é"] {
            assert!(matches!(find(&game, at), Err(PathError::Syntax(_))), "{at}");
        }
        let far = "z".repeat(100);
        assert!(matches!(
            find(&game, &far),
            Err(PathError::NoVariation { .. })
        ));
    }
}
