use super::*;
use crate::diagnostic::Diagnostics;
use crate::model::{Color, Place, Point, Value};
use crate::sgf::read;

fn written_with(game: &Game<'_>, options: &WriteOptions) -> String {
    let mut out = String::new();
    write(game, options, &mut out);
    out
}

fn written(game: &Game<'_>) -> String {
    written_with(game, &WriteOptions::default())
}

fn read_one(text: &str) -> Game<'_> {
    read(text, &mut Diagnostics::new()).remove(0)
}

/// Writes what was read, without the header and without the line break at the end.
fn again(text: &str) -> String {
    let first = written(&read_one(text));
    let second = written(&read_one(&first));
    assert_eq!(first, second, "writing is not stable");
    let header = format!("(;FF[4]GM[1]CA[UTF-8]{APPLICATION}SZ[19]");
    let first = first.strip_prefix(&header).unwrap_or(&first);
    first.strip_suffix('\n').unwrap().to_owned()
}

#[test]
fn games_are_laid_out() {
    for (text, expected) in [
        ("(;)", ")"),
        ("(;B[aa];W[tt])", "\nB[aa]\n;W[])"),
        (
            "(;C[x]PB[b]EV[e];B[aa]BL[5.]C[a\\]b])",
            "\nEV[e]\nPB[b]\nC[x]\n;B[aa]BL[5]C[a\\]b])",
        ),
        (
            "(;;B[aa](;W[bb];B[cc])(;W[dd](;)(;C[x])))",
            "\n;B[aa]\n(;W[bb];B[cc])\n(;W[dd]\n(;)\n(;C[x])))",
        ),
        ("(;AB[aa]C[two\nlines])", "\nAB[aa]\nC[two\nlines])"),
    ] {
        assert_eq!(again(text), expected, "{text:?}");
    }
}

#[test]
fn headers_say_what_is_known() {
    let head = |text| written(&read_one(text));
    for (text, expected) in [
        (
            "(;SZ[13:9])",
            format!("(;FF[4]GM[1]CA[UTF-8]{APPLICATION}SZ[13:9])\n"),
        ),
        (
            "(;AP[x:1]CA[GBK]FF[3])",
            "(;FF[4]GM[1]CA[UTF-8]AP[x:1]SZ[19])\n".to_owned(),
        ),
        (
            "(;GM[6];B[31])",
            format!("(;FF[4]GM[6]CA[UTF-8]{APPLICATION}\n;B[31])\n"),
        ),
        (
            "(;GM[11]SZ[11])",
            format!("(;FF[4]GM[11]CA[UTF-8]{APPLICATION}\nSZ[11])\n"),
        ),
        (
            "(;GM[6]BL[3.])",
            format!("(;FF[4]GM[6]CA[UTF-8]{APPLICATION}\nBL[3.])\n"),
        ),
        (
            "(;GM[Chess])",
            format!("(;FF[4]GM[3]CA[UTF-8]{APPLICATION})\n"),
        ),
        (
            "(;GM[a game]SZ[9])",
            format!("(;FF[4]GM[1]CA[UTF-8]{APPLICATION}SZ[9])\n"),
        ),
        (
            "(;SZ[99])",
            format!("(;FF[4]GM[1]CA[UTF-8]{APPLICATION}SZ[19])\n"),
        ),
    ] {
        assert_eq!(head(text), expected, "{text:?}");
    }
    let ascii = WriteOptions {
        charset: Some(Charset::Ascii),
        ..WriteOptions::default()
    };
    assert!(written_with(&read_one("(;)"), &ascii).contains("CA[US-ASCII]"));
}

#[test]
fn lines_stay_below_80_columns() {
    let list: String = ('a'..='s')
        .flat_map(|row| ['[', row, 'a', ':', row, 's', ']'])
        .collect();
    let moves = ";B[pd];W[dp]".repeat(50);
    let deep = "(;B[aa](;W[bb])".repeat(100) + &")".repeat(100);
    for text in [
        format!("(;AB{list}{moves})"),
        format!("(;{moves}C[{}]{moves})", "x\n".repeat(100)),
        format!("(;{deep})"),
    ] {
        let text = again(&text);
        assert!(text.lines().all(|line| line.len() < 80), "{text}");
    }
    assert!(again(&format!("(;C[{}];B[aa])", "x".repeat(200))).ends_with("]\n;B[aa])"));
}

#[test]
fn what_sgf_cannot_say_is_left_out() {
    for (text, expected) in [
        ("(;;A1[x\\]y]C[z])", "\n;C[z])"),
        ("(;;XI[mine])", "\n;XI[mine])"),
        ("(;;XI[ishi 1|F leaf])", "\n;XI[ishi 1|F leaf])"),
        ("(;XI[mine]A1[x]B[aa])", "\nB[aa]\nXI[mine])"),
        ("(;;B[q33])", "\n;B[q33])"),
        ("(;;B[q33]C[x];W[aa])", "\n;B[q33]C[x];W[aa])"),
        ("(;HA[two])", ")"),
        ("(;;FG[3]AB[aa][x])", "\n;AB[aa])"),
    ] {
        assert_eq!(again(text), expected, "{text:?}");
    }
}

#[test]
fn what_ff4_does_not_allow_in_a_node_is_left_out() {
    for (text, expected) in [
        ("(;AB[aa]MN[4])", "\nAB[aa])"),
        ("(;;ST[1]C[x])", "\n;C[x])"),
        (
            "(;PB[a];PB[b]B[aa](;RE[0])(;C[x]))",
            "\nPB[a]\n;B[aa]\n(;)\n(;C[x]))",
        ),
        // Each of merged games has its information.
        (
            "(;(;PB[a];B[aa])(;PB[b];B[bb]))",
            "\n(;PB[a];B[aa])\n(;PB[b];B[bb]))",
        ),
        ("(;;TE[1])", "\n;)"),
        ("(;;B[aa]TE[1]BM[2]DM[1]UC[2])", "\n;B[aa]TE[1]DM[1])"),
        ("(;ST[7]TR[])", ")"),
        (
            "(;LN[aa:bb][bb:aa][cc:cc]DD[aa][aa])",
            "\nDD[aa]\nLN[aa:bb])",
        ),
        ("(;AB[aa][bb]AW[bb])", "\nAB[aa]\nAW[bb])"),
    ] {
        assert_eq!(again(text), expected, "{text:?}");
    }
}

#[test]
fn edits_leave_what_ff4_does_not_allow_in_its_place() {
    let as_read = WriteOptions {
        as_read: true,
        ..WriteOptions::default()
    };
    for (text, expected) in [
        ("(;AB[aa]MN[4];ST[1])", "\nMN[4]\nAB[aa]\n;ST[1])\n"),
        ("(;AB[aa][aa]TR[])", "\nAB[aa][aa]\nTR[])\n"),
        (
            "(;PB[a];B[aa]TE[1]BM[1]PB[b])",
            "\nPB[a]\n;B[aa]TE[1]BM[1]PB[b])\n",
        ),
        // Values of a wrong type have no place in a file of this format.
        ("(;KM[six]C[x])", "\nC[x])\n"),
    ] {
        let out = written_with(&read_one(text), &as_read);
        let (_, out) = out.split_once("SZ[19]").unwrap();
        assert_eq!(out, expected, "{text}");
    }
}

#[test]
fn moves_without_letters_are_nodes_without_a_move() {
    let mut game = Game::new();
    let mut node = NodeId::ROOT;
    for color in [Color::White, Color::Black] {
        node = game.add_child(node);
        let place = Place::Unreadable;
        game.set_move(node, Some(Move { color, place }));
    }
    let out = written(&game);
    assert!(out.ends_with("\n;;)\n"), "{out}");
    let found = read_one(&out);
    assert_eq!(found.nodes().filter_map(|node| found.mv(node)).count(), 0);
    assert_eq!(found.node_count(), 3);
}

#[test]
fn a_size_that_follows_another_does_not_take_its_place() {
    for (sizes, size) in [
        ("SZ[19]SZ[9]", 19),
        ("SZ[x]SZ[19]SZ[9]", 19),
        ("SZ[9]SZ[19]", 9),
        ("SZ[x]", 19),
    ] {
        let text = format!("(;FF[4]GM[1]{sizes};B[aa])");
        let game = read_one(&text);
        assert_eq!(game.size, BoardSize::square(size), "{sizes}");
        let header = format!("(;FF[4]GM[1]CA[UTF-8]{APPLICATION}SZ[{size}]\n;B[aa])\n");
        assert_eq!(written(&game), header, "{sizes}");
    }
}

#[test]
fn every_line_of_a_board_has_its_letter() {
    let mut game = Game::new();
    game.size = BoardSize::square(52);
    for (column, row) in [(0, 25), (26, 51), (19, 19)] {
        let node = game.add_child(NodeId::ROOT);
        game.set_move(node, Some(Move::at(Color::Black, Point::new(column, row))));
    }
    let out = written(&game);
    let found = read_one(&out);
    let moves = |game: &Game<'_>| game.nodes().map(|node| game.mv(node)).collect::<Vec<_>>();
    assert_eq!(moves(&found), moves(&game));
}

#[test]
fn a_line_has_79_columns_at_most() {
    let widths = |text: String| -> Vec<usize> { again(&text).lines().map(str::len).collect() };
    let moves = |count| ";W[bb]".repeat(count);
    let x = |count| "x".repeat(count);
    for (text, expected) in [
        // A parenthesis, and as many moves as have room.
        (
            format!("(;;B[aa](;{})(;W[cc]))", moves(14).trim_start_matches(';')),
            &[0, 6, 79, 7, 9][..],
        ),
        (
            format!("(;;B[aa]({})(;W[cc]))", moves(13)),
            &[0, 6, 79, 1, 9],
        ),
        (format!("(;{})", moves(13)), &[0, 79]),
        // A text on the line of its move.
        (format!("(;;B[aa]C[{}])", x(70)), &[0, 79, 1]),
        (format!("(;;B[aa]C[{}])", x(71)), &[0, 6, 75]),
        // Only the first line of a text counts, and after it only the last one.
        (format!("(;;B[aa]C[{}\ny])", x(71)), &[0, 79, 3]),
        (format!("(;;B[aa]C[{}\ny])", x(72)), &[0, 6, 74, 3]),
        (format!("(;;B[aa]C[x\ny]{})", moves(13)), &[0, 9, 74, 7]),
        // A property after a text on a new line.
        (format!("(;;B[aa]C[{}]N[zz])", x(71)), &[0, 6, 79, 1]),
        (format!("(;;B[aa]C[{}]N[zzz])", x(71)), &[0, 6, 74, 7]),
    ] {
        assert_eq!(widths(text.clone()), expected, "{text}");
    }
}

#[test]
fn a_game_after_another_has_the_same_lines() {
    let text = format!("(;PB[Anna]{})", ";B[aa]".repeat(20));
    let game = read_one(&text);
    let mut out = String::new();
    for _ in 0..2 {
        write(&game, &WriteOptions::default(), &mut out);
    }
    assert_eq!(out, written(&game).repeat(2));
}

#[test]
fn game_information_is_written_once_on_each_path() {
    let head = |kind| format!("(;FF[4]GM[{kind}]CA[UTF-8]{APPLICATION}");
    for (text, expected) in [
        (
            "(;PB[a];B[aa](;W[bb])(;W[cc]PB[b]))",
            "\nPB[a]\n;B[aa]\n(;W[bb])\n(;W[cc]))".to_owned(),
        ),
        (
            "(;(;PB[a](;B[aa])(;B[bb]PB[x]))(;PB[c]))",
            "\n(;PB[a]\n(;B[aa])\n(;B[bb]))\n(;PB[c]))".to_owned(),
        ),
        // A handicap that is left out is not the first one.
        ("(;HA[two];HA[2]C[x])", "\n;HA[2]C[x])".to_owned()),
        // CP is the cube of Backgammon, and the copyright of other games.
        ("(;GM[6]CP[1];CP[2])", head(6) + "\nCP[1]\n;CP[2])"),
        ("(;GM[2]CP[1];CP[2])", head(2) + "\nCP[1]\n;)"),
    ] {
        assert_eq!(again(text), expected, "{text:?}");
    }
}

#[test]
fn setup_in_other_games_stands_in_no_node_of_a_move() {
    let head = format!("(;FF[4]GM[6]CA[UTF-8]{APPLICATION}");
    for (text, expected) in [
        ("(;GM[6];B[31]AB[aa]MN[3])", "\n;B[31]MN[3])"),
        ("(;GM[6];AB[aa]MN[3])", "\n;AB[aa])"),
        ("(;GM[6];MN[3])", "\n;MN[3])"),
    ] {
        assert_eq!(again(text), format!("{head}{expected}"), "{text:?}");
    }
}

#[test]
fn numbers_in_range_and_lists_that_clear_are_written() {
    for (text, expected) in [
        ("(;ST[3])", "\nST[3])"),
        ("(;ST[4])", ")"),
        ("(;;PM[2];PM[3])", "\n;PM[2];)"),
        ("(;HA[0])", "\nHA[0])"),
        ("(;HA[-1])", ")"),
        ("(;;VW[]DD[]TB[]TW[]AB[]TR[])", "\n;VW[]DD[]TB[]TW[])"),
    ] {
        assert_eq!(again(text), expected, "{text:?}");
    }
}

#[test]
fn a_property_that_a_reader_would_take_for_more_is_left_out() {
    let raw = |values: &[&'static str]| {
        let values = values.iter().map(|value| (*value).into()).collect();
        Property::new(Ident::from("XX"), Value::Raw(values))
    };
    for (property, expected) in [
        (raw(&["a", "b;[aa"]), "B[aa]XX[a][b;[aa]"),
        (raw(&["a", "b;B[aa"]), "B[aa]"),
        // The node has its move already.
        (Property::text(Id::Black, "bb"), "B[aa]"),
        (Property::text(Id::Name, "bb"), "B[aa]N[bb]"),
    ] {
        let mut game = Game::new();
        let child = game.add_child(NodeId::ROOT);
        for node in [NodeId::ROOT, child] {
            game.set_move(node, Some(Move::at(Color::Black, Point::new(0, 0))));
            game.set_properties(node, vec![property.clone()]);
        }
        let root = expected.replacen("B[aa]", "\nB[aa]\n", 1);
        let root = root.trim_end_matches('\n');
        let out = written(&game);
        let (_, out) = out.split_once("SZ[19]").unwrap();
        assert_eq!(out, format!("{root}\n;{expected})\n"));
    }
}

#[test]
fn the_writer_tells_whether_a_game_is_shown_as_a_whole() {
    for (text, is_whole) in [
        ("(;C[x]XX[y];B[aa]TR[bb])", true),
        ("(;TR[]C[x])", false),
        ("(;TR[aa][aa];B[bb])", false),
        ("(;;A1[x])", false),
        ("(;;B[aa]C[x]C[y]TE[1]BM[1])", false),
    ] {
        let game = read_one(text);
        let shown = write(&game, &WriteOptions::default(), &mut String::new());
        assert_eq!(shown, is_whole, "{text}");
    }
}
