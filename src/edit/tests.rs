//! Tests of the editor's questions about games and texts.

use super::*;

fn game(text: &str) -> Game<'_> {
    dispatch::read(Format::Sgf, text, &mut Diagnostics::new()).remove(0)
}

fn cut(text: &str) -> Cut {
    dispatch::pieces(Format::Sgf, text).1.remove(0)
}

#[test]
fn games_differ_by_their_nodes() {
    for (one, other, differing) in [
        ("(;PB[a];B[aa];W[bb])", "(;PB[a];B[aa];W[bb])", Some(0)),
        ("(;PB[a]C[x];B[aa])", "(;C[x]PB[a];B[aa])", Some(0)),
        ("(;PB[a];B[aa])", "(;PB[b];B[aa])", Some(1)),
        ("(;PB[a];B[aa])", "(;PB[a];B[bb])", Some(1)),
        ("(;PB[a];B[aa]C[x];W[bb])", "(;PB[b];B[aa];W[cc])", Some(3)),
        ("(;PB[a];B[aa])", "(;PB[a];B[aa];W[bb])", None),
        ("(;;B[aa](;W[bb])(;W[cc]))", "(;;B[aa](;W[bb];W[cc]))", None),
        ("(;SZ[9];B[aa])", "(;SZ[13];B[aa])", None),
        ("(;GM[2];XX[a])", "(;GM[3];XX[a])", None),
        // In other games the order of values counts, but not the order of properties.
        ("(;GM[2]XX[a]YY[b])", "(;GM[2]YY[b]XX[a])", Some(0)),
        ("(;GM[2]XX[a][b])", "(;GM[2]XX[b][a])", Some(1)),
    ] {
        let (found, game) = (game(one), game(other));
        let count = different_nodes(&found, &game).map(|nodes| nodes.len());
        assert_eq!(count, differing, "{one}");
        assert_eq!(is_read_back(&found, &game), differing == Some(0), "{one}");
        assert_eq!(is_shown(&found, &game), differing == Some(0), "{one}");
    }
}

#[test]
fn a_node_without_a_move_can_be_shown_as_a_diagram() {
    for (found, other, expected) in [
        ("(;;FG[]C[x];B[aa])", "(;;C[x];B[aa])", true),
        ("(;;FG[1:a];FG[2:b])", "(;;;)", true),
        // A figure at a move, a changed figure, and a lost figure.
        ("(;;B[aa]FG[])", "(;;B[aa])", false),
        ("(;;FG[1:a])", "(;;FG[2:a])", false),
        ("(;;C[x])", "(;;C[x]FG[])", false),
        ("(;;FG[]C[x])", "(;;C[y])", false),
        ("(;;FG[])", "(;;;B[aa])", false),
    ] {
        assert_eq!(is_shown(&game(found), &game(other)), expected, "{found}");
    }
}

#[test]
fn a_span_has_the_parts_that_it_touches() {
    let text = "(;PB[a](;B[bb])(;W[cc];B[dd]))";
    let cut = cut(text);
    let names = |parts: Vec<NodeKey>| -> Vec<(usize, String)> {
        parts.iter().map(|part| (part.0, part.1.name())).collect()
    };
    let at = |start, end| names(parts_at(&cut, Span::new(start, end)).collect());
    let own = |node, name: &str| (node, name.to_owned());
    assert_eq!(at(2, 7), [own(0, "PB")]);
    assert_eq!(at(3, 4), [own(0, "PB")]);
    assert_eq!(at(1, 3), [own(0, "move"), own(0, "PB")]);
    assert_eq!(at(6, 8), [own(0, "PB"), own(1, "variation")]);
    assert!(at(7, 7).is_empty());
    // Only variations that start in the span have their ends in it.
    let ends = |start, end| ends_of(&cut, Span::new(start, end)).collect::<Vec<_>>();
    assert_eq!(ends(7, 8), [(1, Key::Close)]);
    assert_eq!(ends(14, 15), []);
    assert_eq!(ends(7, 16), [(1, Key::Close), (2, Key::Close)]);
    let all = [
        Respelled::At(Span::new(2, 3)),
        Respelled::EndOf(Span::new(7, 8)),
        Respelled::Part(0, (3, Key::Start)),
        Respelled::Part(1, (4, Key::Start)),
    ];
    let mut parts: Vec<_> = respelled(&all, 0, &cut).into_iter().collect();
    parts.sort_by_key(|part| part.0);
    assert_eq!(
        names(parts),
        [own(0, "PB"), own(1, "variation"), own(3, "move")]
    );
}

#[test]
fn edits_are_made_in_the_order_of_the_bytes() {
    let edit = |range: Range<u64>, text: &str| ByteEdit {
        range,
        bytes: text.as_bytes().to_vec(),
    };
    for (edits, expected) in [
        (vec![], "abcdef"),
        (vec![edit(0..0, "x")], "xabcdef"),
        (vec![edit(6..6, "x")], "abcdefx"),
        (
            vec![edit(1..3, ""), edit(3..3, "xy"), edit(5..6, "z")],
            "axydez",
        ),
        (vec![edit(0..6, "x")], "x"),
    ] {
        assert_eq!(apply_bytes(b"abcdef", &edits), expected.as_bytes());
        let changes: Vec<_> = edits
            .iter()
            .map(|edit| Change {
                span: Span::new(edit.range.start as usize, edit.range.end as usize),
                text: String::from_utf8(edit.bytes.clone()).unwrap(),
                parts: Vec::new(),
            })
            .collect();
        assert_eq!(apply("abcdef", &changes), expected);
    }
}
