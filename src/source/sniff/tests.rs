//! Tests of the formats that the beginning of a record tells.

use super::*;

#[test]
fn records_without_a_name_are_plain() {
    for (text, expected) in [
        ("(;GM[1]SZ[9];B[aa])", true),
        ("From: a@b\n\n(;FF[4]\n;B[aa])", true),
        ("EVENT x\nB 1 Q16\n", true),
        ("int i; for (;i < 3; i++) puts(a[i]);", false),
        ("<p>(;FF[4];B[aa])</p>", false),
        ("#!/bin/sh\necho '(;FF[4])'", false),
    ] {
        let head = Head::new(text.as_bytes());
        assert_eq!(head.is_plain(), expected, "{text}");
        assert!(head.format(None).is_ok(), "{text}");
    }
}

#[test]
fn content_tells_the_format() {
    for (text, hint, expected) in [
        ("(;FF[4]SZ[19])", None, Ok(Format::Sgf)),
        ("(;GM[1]FF[3])", Some(Format::Sgf), Ok(Format::SmartGo)),
        ("(;GaMe[1]SiZe[19])", Some(Format::Sgf), Ok(Format::SmartGo)),
        ("(;GM[1]CA[UTF-8])", Some(Format::Sgf), Ok(Format::Sgf)),
        ("(;C[FF[4\\]]B[aa])", Some(Format::Sgf), Ok(Format::SmartGo)),
        ("mail from (JST)\n\n(\n;FF[4])", None, Ok(Format::Sgf)),
        (
            "Black plays well in this game, I think\nand so on\n(;B[aa])",
            None,
            Ok(Format::SmartGo),
        ),
        (
            "EVENT x\nCOM\nsee (;B[aa])\nENDCOM\n",
            None,
            Ok(Format::Ishi),
        ),
        // Of two formats the one that explains more is meant.
        (
            "a mail\n-\nenduser\nEVENT x\nCOM\n(;FF[4])\nENDCOM\nB 1 Q4\nW 2 D4\nB 3 C3\nW 4 D3\n",
            None,
            Ok(Format::Ishi),
        ),
        (
            "a mail\n-\nEVENT x\nCOM\n(;FF[4])\nENDCOM\nB 1 Q4\nW 2 D4\n",
            None,
            Ok(Format::Ishi),
        ),
        // A sentence is no move.
        (
            "a mail\nWhite won\nBlack lost\n(;B[aa])",
            None,
            Ok(Format::SmartGo),
        ),
        (
            "a mail\nB 1 Q4\nW 2 D4\n(;FF[4];B[aa];W[bb];B[cc];W[dd];B[ee];W[ff];B[gg])\n",
            None,
            Ok(Format::Sgf),
        ),
        ("b 1 q16\n", Some(Format::Sgf), Ok(Format::Ishi)),
        (
            "stray\nB 1 Q16\nother\n",
            Some(Format::Ishi),
            Ok(Format::Ishi),
        ),
        ("stray\nB 1 Q16\nother\n", None, Err(NoRecord::Unknown)),
        ("(B[aa])", Some(Format::Sgf), Ok(Format::SmartGo)),
        ("(FF[4]B[aa])", Some(Format::Sgf), Ok(Format::Sgf)),
        ("(GM[1])", None, Err(NoRecord::Unknown)),
        ("(;)", None, Ok(Format::SmartGo)),
        (
            "(;FF(4)GM(1);B(cc))",
            Some(Format::Sgf),
            Err(NoRecord::Unknown),
        ),
        ("", Some(Format::Ishi), Ok(Format::Ishi)),
        (" \r\n\x1A", None, Err(NoRecord::Empty)),
        (
            "// x\n/* a\nb */\n\npackage main\nvar x int\n",
            Some(Format::Ishi),
            Err(NoRecord::GoSource),
        ),
        (
            "PK\x03\x04\0\0(;FF[4])",
            Some(Format::Sgf),
            Err(NoRecord::Binary),
        ),
        (
            "(;GM[Othello]PC[x]TI[05:00]TY[8];)",
            Some(Format::Sgf),
            Err(NoRecord::Ggf),
        ),
    ] {
        assert_eq!(Head::new(text.as_bytes()).format(hint), expected, "{text}");
    }
}

#[test]
fn records_of_servers_are_named() {
    for (text, expected) in [
        (
            "\\HS\n\\[GAMENAME=x\\]\nSTO 0 2 1 15 15\n",
            SourceFormat::Gib,
        ),
        (
            "Rated game\n19\nanna 3D*\nbert 4D\nPMABBQQQQ\nPMACWDDDD\n",
            SourceFormat::Ngf,
        ),
        ("[Header]\nTitle=x\n[Data]\nQP,B1,0,0\n", SourceFormat::Ugf),
    ] {
        let head = Head::new(text.as_bytes());
        let sniffed = head.sniff(None, None, None).unwrap();
        assert_eq!((sniffed.format, sniffed.read_from), (Format::Sgf, expected));
        assert!(head.is_plain());
        // Nothing in the other formats looks like them.
        let given = head.sniff(Some(Format::Ishi), None, None).unwrap();
        assert_eq!(given.read_from, SourceFormat::Written(Format::Ishi));
    }
}

#[test]
fn the_first_node_is_read_across_values() {
    let head = Head::new(b"x (;AB[aa] [bb]CoPyright[(c)]C[a\\]b];FF[3])");
    assert_eq!(head.value("CP").as_deref(), Some("(c)"));
    assert_eq!(head.value("C").as_deref(), Some("a]b"));
    assert_eq!(head.value("FF"), None);
}

#[test]
fn properties_of_the_first_node_tell_smart_go_from_sgf() {
    for (text, expected) in [
        ("(;FF[])", Format::SmartGo),
        ("(;FF[ 3 ])", Format::SmartGo),
        ("(;FF[5])", Format::Sgf),
        ("(;FF[x])", Format::Sgf),
        ("(;AP[x:1])", Format::Sgf),
        ("(;ST[2])", Format::Sgf),
        ("(;FF[4", Format::Sgf),
        ("(;;FF[4])", Format::SmartGo),
        ("(;(;FF[4]))", Format::SmartGo),
        ("(;AB[aa](;FF[4]))", Format::SmartGo),
        ("(;AB[aa])FF[4]", Format::SmartGo),
        // A root that lacks its parenthesis, or has another sign there.
        (";FF[4]GM[1];B[aa])", Format::Sgf),
        ("{;FF[4]GM[1];B[aa])", Format::Sgf),
        // The Generic Game Format has a word in GM, and TY and TI.
        ("(;GM[Othello]TI[5];B[aa])", Format::SmartGo),
        ("(;GM[Othello]TY[8];B[aa])", Format::SmartGo),
        ("(;GM[1]TY[8]TI[5];B[aa])", Format::SmartGo),
        ("(;GM[]TY[8]TI[5];B[aa])", Format::SmartGo),
    ] {
        assert_eq!(
            Head::new(text.as_bytes()).format(None),
            Ok(expected),
            "{text}"
        );
    }
    let ggf = Head::new(b"(;GM[ Othello ]TY[8]TI[5];B[aa])").format(None);
    assert_eq!(ggf, Err(NoRecord::Ggf));
}

#[test]
fn only_a_record_may_have_a_few_nuls_at_its_beginning() {
    let mail = |count| format!("{}\0 x\n(;FF[4];B[aa])", "x".repeat(count));
    let event = |count| format!("EVENT a{}b\nB 1 C3\n", "\0".repeat(count));
    for (text, expected) in [
        (event(8), Ok(Format::Ishi)),
        // A sector of a disk can be lost in a record with moves.
        (event(512), Ok(Format::Ishi)),
        (
            "EVENT a\0\0\0\0\0\0\0\0\0b\n".to_owned(),
            Err(NoRecord::Binary),
        ),
        (mail(511), Err(NoRecord::Binary)),
        // Zeros behind the first 512 bytes, and at the end, do not count.
        (mail(512), Ok(Format::Sgf)),
        ("x\n(;FF[4];B[aa])\0\0".to_owned(), Ok(Format::Sgf)),
        ("\0\0 \n".to_owned(), Err(NoRecord::Nul)),
    ] {
        assert_eq!(
            Head::new(text.as_bytes()).format(None),
            expected,
            "{text:?}"
        );
    }
}

#[test]
fn each_sign_of_a_server_or_of_source_code_counts() {
    let (tygem, ugf, ngf) = (SourceFormat::Gib, SourceFormat::Ugf, SourceFormat::Ngf);
    for (text, server) in [
        ("x\n\\[GAMEINFOMAIN=y\\]\n", Some(tygem)),
        (" \n\\HS\n\\[A=b\\]\n", Some(tygem)),
        (" \n\\HS\n", None),
        (
            "# a page\n<!-- printf '\\HS\\n\\[A=b\\]\\n\\GS\nSTO 0' -->\n",
            None,
        ),
        ("\\GS\nSTO 0 2 1 15 3 \n", Some(tygem)),
        ("[Header]\n[Figure]\n", Some(ugf)),
        ("[Header]\n[ReviewNode]\n", Some(ugf)),
        ("[Header]\n", None),
        ("x\n[Header]\n[Data]\n", None),
        ("x\n13\ny\nPMABBFFFF\n", Some(ngf)),
        ("x\r\n9\r\ny\r\nPMABWQQQQ\r\n", Some(ngf)),
        ("GIx\nGIy\nPMABWQQQQ\n", Some(ngf)),
        ("x\n18\ny\nPMABWQQQQ\n", None),
        // Three moves are enough without a header.
        ("PMABWQQQQ\nPMACBQQQQ\nPMADWQQQQ\n", Some(ngf)),
        ("19\ny\nPMABWQQQQ\n", None),
        ("x\n19\ny\nPMABXQQQQ\n", None),
        ("x\n19\ny\nPNABBQQQQ\n", None),
    ] {
        assert_eq!(servers::sniff(text.as_bytes()), server, "{text}");
    }
    for (text, expected) in [
        ("/* a */\npackage x\n", NoRecord::GoSource),
        ("\n  package x", NoRecord::GoSource),
        ("package: x\n", NoRecord::Unknown),
        ("x\npackage main\n", NoRecord::Unknown),
        ("/* a\npackage x\n*/\nfunc\n", NoRecord::Unknown),
        (" <x>\n", NoRecord::Markup),
    ] {
        assert_eq!(
            Head::new(text.as_bytes()).format(None),
            Err(expected),
            "{text}"
        );
    }
}

#[test]
fn lines_with_keywords_are_weighed_against_the_others() {
    let unknown = Err(NoRecord::Unknown);
    for (text, hint, expected) in [
        ("Black plays\nx\n", None, Ok(Format::Ishi)),
        ("Black plays\nx\ny\n", None, unknown),
        ("x\nEVENT\nB 1 C3\n", None, Ok(Format::Ishi)),
        ("x\ny\nEVENT\nB 1 C3\n", None, unknown),
        (
            "x\ny\nEVENT\nB 1 C3\n",
            Some(Format::Ishi),
            Ok(Format::Ishi),
        ),
        ("x\ny\nz\n", Some(Format::Ishi), unknown),
        ("#x\ny\nB 1 C3\n", Some(Format::Ishi), unknown),
        // Behind Control-Z there is older data of the disk.
        ("EVENT\n\x1Ax\ny\nz\n", None, Ok(Format::Ishi)),
        ("EVENT\nx\ny\nz\n", None, unknown),
        ("(words)", Some(Format::Sgf), unknown),
        ("(B[aa])", Some(Format::SmartGo), Ok(Format::SmartGo)),
        ("x (B[aa])", Some(Format::Sgf), unknown),
        ("", Some(Format::Sgf), Err(NoRecord::Empty)),
    ] {
        assert_eq!(Head::new(text.as_bytes()).format(hint), expected, "{text}");
    }
}

#[test]
fn a_record_without_a_name_has_a_move_or_a_size_or_is_a_quarter_game() {
    let game = "(;FF[4];B[aa])";
    let mail = |length: usize| format!("{}\n{game}", "x".repeat(length - game.len() - 1));
    for (text, expected) in [
        ("EVENT x\n", false),
        ("BOARDSIZE 9\n", true),
        ("BOARDSIZE nine\n", false),
        ("B 1 pass\n", true),
        ("B 1\n", false),
        ("B one Q16\n", false),
        ("B 1 16\n", false),
        ("B 1 Q\n", false),
        (&mail(4 * game.len()), true),
        (&mail(4 * game.len() + 1), false),
        ("see (;FF[4];B[aa])", false),
        (" (;FF[4];B[aa])", true),
        ("x\r(;FF[4];B[aa])", true),
        ("(;QQQ[4];B[aa])", false),
        ("{\n(;FF[4];B[aa])}", false),
        // A bracket in a value closes nothing.
        (
            "(;FF[4]C[)\\])]PB[abc])xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            true,
        ),
    ] {
        assert_eq!(Head::new(text.as_bytes()).is_plain(), expected, "{text}");
    }
    for (text, count) in [
        ("(;B[aa])x", 8),
        ("(;B[aa])x(;)", 11),
        ("(;(;a)x)))y", 8),
        ("(;C[)\\])]x)y", 11),
        ("(;a[)", 5),
        ("()[(]x", 5),
    ] {
        assert_eq!(games(text.as_bytes(), 0), count, "{text}");
    }
}
