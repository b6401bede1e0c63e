use super::*;
use crate::diagnostic::Diagnostics;
use crate::model::{Color, Place, Point};
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
        ("(;;B[q33])", "\n;B[])"),
        ("(;;B[q33]C[x];W[aa])", "\n;B[]C[x];W[aa])"),
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
fn moves_without_letters_are_passes() {
    let mut game = Game::new();
    let mut node = NodeId::ROOT;
    for color in [Color::White, Color::Black] {
        node = game.add_child(node);
        let place = Place::Unreadable;
        game.set_move(node, Some(Move { color, place }));
    }
    let out = written(&game);
    assert!(out.ends_with("\n;W[];B[])\n"), "{out}");
    let found = read_one(&out);
    let moves: Vec<_> = found.nodes().filter_map(|node| found.mv(node)).collect();
    assert_eq!(moves, [Move::pass(Color::White), Move::pass(Color::Black)]);
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
