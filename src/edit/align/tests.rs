//! Tests of the pairs of nodes.

use super::*;
use crate::charset::Charset;
use crate::format::Format;
use crate::record::{Text, read};

fn game(text: &str) -> Game<'static> {
    let text = Text {
        format: Format::Sgf,
        charset: Charset::Utf8,
        mark: false,
        bytes: text.as_bytes().to_vec(),
    };
    read(&text).remove(0).game
}

/// Returns for each node of the second version the number of its partner, both in the order of the text.
fn paired(first: &str, second: &str) -> String {
    let (first, second) = (game(first), game(second));
    let pairs = align(&first, &second);
    for node in first.nodes() {
        let back = pairs.of_first(node).map(|other| pairs.of_second(other));
        assert!(back.is_none_or(|back| back == Some(node)));
    }
    let partners = second.nodes().map(|node| pairs.of_second(node));
    numbers(&first, partners)
}

fn numbers(game: &Game<'_>, partners: impl Iterator<Item = Option<NodeId>>) -> String {
    let number = |node| game.nodes().position(|other| other == node);
    let words = partners.map(|node| {
        node.and_then(number)
            .map_or("-".into(), |at| at.to_string())
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn nodes_are_paired_with_their_former_selves() {
    for (name, first, second, expected) in [
        ("the same", "(;;B[aa];W[bb])", "(;;B[aa];W[bb])", "0 1 2"),
        (
            "a changed move",
            "(;;B[aa];W[bb];B[cc])",
            "(;;B[aa];W[dd];B[cc])",
            "0 1 2 3",
        ),
        (
            "two changed moves",
            "(;B[aa];W[bb];B[cc];W[dd])",
            "(;B[aa];W[ee];B[ff];W[dd])",
            "0 1 2 3",
        ),
        (
            "an inserted move",
            "(;;B[aa];W[bb];B[cc])",
            "(;;B[aa];W[dd];W[bb];B[cc])",
            "0 1 - 2 3",
        ),
        (
            "a deleted move",
            "(;;B[aa];W[bb];B[cc])",
            "(;;B[aa];B[cc])",
            "0 1 3",
        ),
        (
            "a move for two",
            "(;;B[aa];W[bb];B[cc];W[dd])",
            "(;;B[aa];W[ee];W[dd])",
            "0 1 2 4",
        ),
        (
            "a repeated move",
            "(;;B[aa];W[bb];B[aa];W[cc])",
            "(;;B[aa];W[bb];B[aa];W[bb];B[aa];W[cc])",
            "0 1 2 3 - - 4",
        ),
        (
            "a pass off the board",
            "(;SZ[9];B[tt];W[aa])",
            "(;SZ[9];B[];W[aa]C[x])",
            "0 1 2",
        ),
        (
            "the other colour",
            "(;;B[aa];W[bb](;B[cc])(;W[cc]))",
            "(;;B[aa];W[bb](;W[cc])(;B[cc]))",
            "0 1 2 4 3",
        ),
        (
            "a move like its sibling",
            "(;;B[aa];W[bb](;B[cc];W[dd])(;B[ee];W[ff]))",
            "(;;B[aa];W[bb](;B[ee];W[dd])(;B[ee];W[ff]))",
            "0 1 2 3 4 5 6",
        ),
        (
            "stones in another order",
            "(;(;AB[aa][bb]C[x])(;AB[cc]))",
            "(;(;AB[cc])(;AB[bb][aa]C[y]))",
            "0 2 1",
        ),
        (
            "stones of the other colour",
            "(;(;AB[aa]C[x])(;AW[aa]))",
            "(;(;AW[aa]C[y])(;AB[aa]))",
            "0 2 1",
        ),
        (
            "words in another order",
            "(;(;C[a]N[b])(;C[c];B[aa]))",
            "(;(;C[c])(;N[b]C[a]))",
            "0 2 1",
        ),
        (
            "a removed variation",
            "(;(;B[aa];W[bb])(;B[cc];W[dd])(;B[ee]))",
            "(;(;B[aa];W[bb])(;B[ee]))",
            "0 1 2 5",
        ),
        (
            "a changed end of two variations",
            "(;(;B[aa];W[bb])(;B[cc];W[dd]))",
            "(;(;B[cc];W[ee])(;B[aa];W[ff]))",
            "0 3 4 1 2",
        ),
        (
            "a variation elsewhere",
            "(;;B[aa](;W[bb];B[cc];W[dd])(;W[ee];B[ff]))",
            "(;;B[aa];W[bb];B[cc](;W[dd])(;W[ee];B[ff]))",
            "0 1 2 3 4 5 6",
        ),
    ] {
        assert_eq!(paired(first, second), expected, "{name}");
    }
}

#[test]
fn nodes_below_an_inserted_or_deleted_one_and_nodes_like_others_are_paired() {
    for (name, first, second, expected) in [
        (
            "a move inserted before variations",
            "(;;B[aa](;W[bb])(;W[cc]))",
            "(;;B[aa];W[dd](;W[bb])(;W[cc]))",
            "0 1 - 2 3",
        ),
        (
            "a move deleted before variations",
            "(;;B[aa];W[dd](;B[bb])(;B[cc]))",
            "(;;B[aa](;B[bb])(;B[cc]))",
            "0 1 3 4",
        ),
        (
            "a move inserted before a node with a changed word",
            "(;;B[aa](;W[bb])(;N[x];B[cc]))",
            "(;;B[aa];W[dd](;W[bb])(;N[y];B[cc]))",
            "0 1 - 2 3 4",
        ),
        (
            "a changed move beside one like it",
            "(;(;B[aa]C[x])(;B[aa]))",
            "(;(;B[bb]C[x])(;B[aa]))",
            "0 1 2",
        ),
        (
            "a comment for one of two moves",
            "(;(;B[aa])(;B[aa]))",
            "(;(;B[aa]C[x])(;B[aa]))",
            "0 1 2",
        ),
        (
            "words in exchanged variations",
            "(;;B[cc](;W[aa]C[x])(;W[aa]))",
            "(;;B[cc](;W[aa])(;W[aa]C[x]))",
            "0 1 3 2",
        ),
        (
            "the first of two passes deleted",
            "(;;W[];W[]C[x];B[aa])",
            "(;;W[]C[x];B[aa])",
            "0 2 3",
        ),
        (
            "a line deleted before a longer one",
            "(;;B[aa](;W[bb];B[cc])(;W[dd];B[ee];W[ff];B[cc]C[x]))",
            "(;;B[aa];W[dd];B[ee];W[ff];B[cc]C[x])",
            "0 1 4 5 6 7",
        ),
        (
            "diagrams with other words, without a move beside them",
            "(;(;B[aa])(;C[x]FG[])(;C[y]FG[]))",
            "(;(;FG[])(;C[z]FG[]))",
            "0 2 3",
        ),
    ] {
        assert_eq!(paired(first, second), expected, "{name}");
    }
}

/// The lines of siblings are compared as far as a node can be inserted before them.
#[test]
fn a_line_is_found_behind_thirty_two_new_moves() {
    let second = |count| format!("(;{};B[aa];W[cc])", ";W[zz]".repeat(count));
    let first = "(;(;B[bb];W[bb])(;B[aa];W[dd]))";
    assert!(paired(first, &second(32)).ends_with("- 3 4"));
    assert!(paired(first, &second(33)).ends_with("- - -"));
}

#[test]
fn lines_of_many_children_are_not_compared_with_each_other() {
    let lines = |count: u8, new: &str, end: char| {
        let letters = (b'a'..b'a' + count).map(char::from);
        let line = |letter| format!("({new};B[a{letter}];W[{end}{letter}])");
        format!("(;{})", letters.map(line).collect::<String>())
    };
    for (first, second, expected) in [(8, 32, 1 + 2 * 8), (16, 18, 1)] {
        let pairs = paired(&lines(first, "", 'b'), &lines(second, ";W[zz];B[zz]", 'c'));
        let partners = pairs.split(' ').filter(|partner| *partner != "-");
        assert_eq!(partners.count(), expected);
    }
}

/// A program that compares the rest of the lines at each of their nodes does not finish.
#[test]
fn long_lines_with_a_new_move_before_each_old_one_are_compared_a_few_times() {
    let line = |moves: &str| game(&format!("(;FF[4]GM[1]{})", moves.repeat(20_000)));
    let first = line(";B[];W[]");
    let second = line(";B[ss];B[];B[ss];W[]");
    let pairs = align(&first, &second);
    let is_paired = |node: &NodeId| pairs.of_first(*node).is_some();
    assert!(first.nodes().filter(is_paired).count() > 30_000);
}

#[test]
fn events_that_continue_a_game_are_paired_one_after_the_other() {
    let whole = game("(;;B[aa];W[bb](;AB[cc];B[dd];W[ee])(;AB[ff];W[gg]))");
    let first = game("(;;B[aa];W[bb])");
    let taken: Vec<_> = align(&whole, &first).into_second();
    assert_eq!(numbers(&whole, taken.iter().copied()), "0 1 2");
    let mut parts = Parts::new(&whole, taken.into_iter().flatten());
    for (part, expected) in [
        ("(;AB[aa][cc]AW[bb];B[dd];W[ee])", "3 4 5"),
        ("(;AB[aa][ff]AW[bb];W[gg])", "6 7"),
        ("(;AB[aa];W[gg])", "- -"),
    ] {
        let part = game(part);
        let nodes = parts.pair(&part);
        let partners = part.nodes().map(|node| nodes[node.index()]);
        assert_eq!(numbers(&whole, partners), expected);
    }
}

#[test]
fn a_changed_variation_is_paired_by_its_first_move_beside_an_unchanged_one() {
    let first = "(;(;B[aa];W[bb])(;B[cc];W[dd])(;B[aa];W[ee]))";
    let second = "(;(;B[aa];W[bb])(;B[aa];W[dd]))";
    assert_eq!(paired(first, second), "0 1 2 5 6");
}

#[test]
fn variations_that_changed_places_are_paired_by_their_moves() {
    let first = "(;(;B[aa];W[bb])(;B[aa];W[cc]))";
    let second = "(;(;B[aa];W[cc])(;B[aa];W[bb])(;B[dd]))";
    assert_eq!(paired(first, second), "0 3 4 1 2 -");
}

#[test]
fn first_moves_that_are_left_beside_shifted_lines_are_one_changed_move() {
    let first = "(;(;W[ff];B[aa];W[bb];B[cc])(;B[dd];W[de];B[ee]))";
    let second = "(;(;B[aa];W[bb];B[cc])(;W[gg];B[dd];W[de];B[ee]))";
    assert_eq!(paired(first, second), "0 2 3 4 1 5 6 7");
}

/// A program that compares the rest of two lines at each of their nodes does not finish.
#[test]
fn long_lines_with_nothing_in_common_are_compared_a_few_times() {
    let line = |moves: &str, count| game(&format!("(;FF[4]GM[1]{})", moves.repeat(count)));
    let first = line(";B[aa];W[bb]", 20_000);
    let second = line(";B[cc];W[dd]", 20_001);
    let pairs = align(&first, &second);
    let is_paired = |node: &NodeId| pairs.of_first(*node).is_some();
    assert_eq!(first.nodes().filter(is_paired).count(), first.node_count());
}
