use super::*;
use crate::diagnostic::Diagnostics;
use crate::model::{Color, Dialect, Entry, Point, Value};
use crate::options::ReadOptions;
use crate::outcome::Outcome;
use crate::sgf::read;

fn written(game: &Game<'_>, plain: bool) -> (String, Outcomes) {
    let options = WriteOptions {
        plain,
        ..WriteOptions::default()
    };
    let (mut out, mut outcomes) = (String::new(), Outcomes::new());
    write(game, &options, &mut out, &mut outcomes);
    (out, outcomes)
}

fn read_one(text: &str) -> Game<'_> {
    read(text, &ReadOptions::default(), &mut Diagnostics::new()).remove(0)
}

/// Writes what was read, without the header and without the line break at the end.
fn again(text: &str) -> String {
    let (first, _) = written(&read_one(text), false);
    let (second, _) = written(&read_one(&first), false);
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
    let head = |text| written(&read_one(text), false).0;
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
            format!("(;FF[4]GM[1]CA[UTF-8]{APPLICATION}SZ[9]\nXI[ishi 1|S +GM%5Ba game%5D])\n"),
        ),
        (
            "(;SZ[99])",
            format!("(;FF[4]GM[1]CA[UTF-8]{APPLICATION}SZ[19]\nXI[ishi 1|S +SZ%5B99%5D])\n"),
        ),
    ] {
        assert_eq!(head(text), expected, "{text:?}");
    }
    let ascii = WriteOptions {
        charset: Some(Charset::Ascii),
        ..WriteOptions::default()
    };
    let mut out = String::new();
    write(&read_one("(;)"), &ascii, &mut out, &mut Outcomes::new());
    assert!(out.contains("CA[US-ASCII]"));
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
fn what_sgf_cannot_say_travels() {
    for (text, expected) in [
        ("(;;A1[x\\]y]C[z])", "\n;C[z]XI[ishi 1|G A1%5Bx%5C%5Dy%5D])"),
        ("(;;XI[mine])", "\n;XI[mine])"),
        ("(;;XI[ishi 1|F leaf])", "\n;XI[ishi 1|F leaf])"),
        ("(;;B[q33])", "\n;B[]XI[ishi 1|S -B|S +B%5Bq33%5D])"),
        ("(;HA[two])", "\nXI[ishi 1|S +HA%5Btwo%5D])"),
        (
            "(;;FG[3]AB[aa][x])",
            "\n;AB[aa]XI[ishi 1|S +FG%5B3%5D|S +AB%5Bx%5D])",
        ),
    ] {
        assert_eq!(again(text), expected, "{text:?}");
    }
    let (out, outcomes) = written(&read_one("(;XI[mine]A1[x]B[aa])"), true);
    assert!(out.ends_with("\nB[aa]\nXI[mine])\n"), "{out}");
    assert_eq!(outcomes.count(Outcome::Lost), 1);
    assert_eq!(outcomes.count(Outcome::Native), 2);
}

#[test]
fn what_ff4_does_not_allow_in_a_node_travels() {
    for (text, expected) in [
        ("(;AB[aa]MN[4])", "\nAB[aa]\nXI[ishi 1|S +MN%5B4%5D])"),
        ("(;;ST[1]C[x])", "\n;C[x]XI[ishi 1|S +ST%5B1%5D])"),
        (
            "(;PB[a];PB[b]B[aa](;RE[0])(;C[x]))",
            "\nPB[a]\n;B[aa]XI[ishi 1|S +PB%5Bb%5D]\n(;XI[ishi 1|S +RE%5B0%5D])\n(;C[x]))",
        ),
        // Each of merged games has its information.
        (
            "(;(;PB[a];B[aa])(;PB[b];B[bb]))",
            "\n(;PB[a];B[aa])\n(;PB[b];B[bb]))",
        ),
        ("(;;TE[1])", "\n;XI[ishi 1|S +TE%5B1%5D])"),
        (
            "(;;B[aa]TE[1]BM[2]DM[1]UC[2])",
            "\n;B[aa]TE[1]DM[1]XI[ishi 1|S +BM%5B2%5D|S +UC%5B2%5D])",
        ),
        ("(;ST[7]TR[])", "\nXI[ishi 1|S +ST%5B7%5D|S +TR%5B%5D])"),
        (
            "(;LN[aa:bb][bb:aa][cc:cc]DD[aa][aa])",
            "\nDD[aa]\nLN[aa:bb]\nXI[ishi 1|S +DD%5Baa%5D|S +LN%5Bbb:aa%5D%5Bcc:cc%5D])",
        ),
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
    let mut out = String::new();
    let game = read_one("(;AB[aa]MN[4];ST[1])");
    write(&game, &as_read, &mut out, &mut Outcomes::new());
    assert!(out.ends_with("SZ[19]\nMN[4]\nAB[aa]\n;ST[1])\n"), "{out}");
}

#[test]
fn foreign_carriers_go_into_ours() {
    let mut game = Game::new();
    let foreign = |text: &'static str| Property::new("XI", Value::Raw(Box::new([text.into()])));
    game.add_property(NodeId::ROOT, foreign("mine"));
    game.add_property(NodeId::ROOT, foreign("ishi 1|F leaf"));
    game.add_detail(NodeId::ROOT, Entry::new(Dialect::Ishi, "VAR cc"));
    let (out, outcomes) = written(&game, false);
    let found = read_one(&out);
    assert_eq!(found.meaning(NodeId::ROOT), game.meaning(NodeId::ROOT));
    assert_eq!(found.details(NodeId::ROOT), game.details(NodeId::ROOT));
    assert_eq!(outcomes.count(Outcome::Kept), 3);
}

#[test]
fn moves_without_letters_come_back() {
    let mut game = Game::new();
    let node = game.add_child(NodeId::ROOT);
    let mv = Move {
        color: Color::White,
        place: Place::Unreadable,
    };
    game.set_move(node, Some(mv));
    let (out, outcomes) = written(&game, false);
    assert!(out.contains("W[]"));
    let first = |text: &str| {
        let game = read_one(text).into_owned();
        game.mv(game.first_child(NodeId::ROOT)?)
    };
    assert_eq!(first(&out), Some(mv));
    assert_eq!(outcomes.count(Outcome::Adapted), 1);
    let (plain, _) = written(&game, true);
    assert_eq!(first(&plain), Some(Move::pass(Color::White)));
}

#[test]
fn a_size_that_follows_another_does_not_take_its_place() {
    for sizes in ["SZ[19]SZ[9]", "SZ[x]SZ[19]SZ[9]", "SZ[9]SZ[19]", "SZ[x]"] {
        let text = format!("(;FF[4]GM[1]{sizes};B[aa])");
        let game = read_one(&text);
        let (out, _) = written(&game, false);
        let again = read_one(&out);
        assert_eq!(again.size, game.size, "{sizes}");
        assert_eq!(
            again.properties(NodeId::ROOT),
            game.properties(NodeId::ROOT),
            "{out}"
        );
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
    let (out, _) = written(&game, false);
    let found = read_one(&out);
    let moves = |game: &Game<'_>| game.nodes().map(|node| game.mv(node)).collect::<Vec<_>>();
    assert_eq!(moves(&found), moves(&game));
}
