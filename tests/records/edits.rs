//! Edits: a change in the converted record is read, and everything else stays as it was.
//!
//! Each case converts a record, changes some text of the result, and converts it back. The record
//! that comes back is the source with the same change.

use crate::record::Record;
use ishi::Format::{self, Ishi, Sgf, SmartGo};
use ishi::compare::compare;
use ishi::model::{Game, Id};

/// One edit.
struct Edit {
    /// The name of the edit.
    name: &'static str,
    /// The format and text of the source.
    source: (Format, &'static str),
    /// The format in which it is edited.
    to: Format,
    /// A text in the converted record, and its replacement.
    replace: (&'static str, &'static str),
    /// The source after the edit.
    expected: &'static str,
}

const ISHI: &str = "EVENT Cup\nBOARDSIZE 9\nBLACK Akiko (9 years old)\nRESULT White by 4 1/2\n\
    REMARK first\nB 1 C3\nMARK ALL\nUNMARK #1\nMARK \\t@C3\nCOM\nold words\nENDCOM\nUSER page 3\nENDUSER\n\
    VAR 8\nB 1 D3\nENDVAR\nW 2 C4\n";

const SGF: &str = "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[M\u{fc}ller]GC[about]\
    ;B[ee]C[\u{843d}\u{5b50}]TE[1]LB[aa:long][bb:x]AR[aa:cc];W[ed]N[name]C[plain]KGS[x](;B[dd]TB[aa])(;B[cc]UC[1]))";

/// A record with annotations that Ishi lacks, and a name that ASCII cannot write.
const ANNOTATED: &str =
    "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[\u{5f35}];B[aa];W[bb]BL[30]TB[cc]AR[aa:bb];B[dd])";

/// A record with several further events before its first move.
const SETUPS: &str = "(;FF[4]GM[1]SZ[9];AB[aa]C[one];C[two];AB[bb];AB[cc];AB[dd])";

const EDITS: &[Edit] = &[
    Edit {
        name: "nothing",
        source: (Ishi, ISHI),
        to: Sgf,
        replace: ("", ""),
        expected: ISHI,
    },
    Edit {
        name: "a comment beside a remark, marks and a block",
        source: (Ishi, ISHI),
        to: Sgf,
        replace: ("C[old words]", "C[new words]"),
        expected: "EVENT Cup\nBOARDSIZE 9\nBLACK Akiko (9 years old)\nRESULT White by 4 1/2\n\
            REMARK first\nB 1 C3\nMARK ALL\nUNMARK #1\nMARK \\t@C3\nCOM\nnew words\nENDCOM\nUSER page 3\nENDUSER\n\
            VAR 8\nB 1 D3\nENDVAR\nW 2 C4\n",
    },
    Edit {
        name: "a mark that a sequence of lines had made",
        source: (Ishi, ISHI),
        to: Sgf,
        replace: ("TR[cg]", "SQ[cg]"),
        expected: "EVENT Cup\nBOARDSIZE 9\nBLACK Akiko (9 years old)\nRESULT White by 4 1/2\n\
            REMARK first\nB 1 C3\nMARK \\s@C3\nCOM\nold words\nENDCOM\nUSER page 3\nENDUSER\n\
            VAR 8\nB 1 D3\nENDVAR\nW 2 C4\n",
    },
    Edit {
        name: "a move",
        source: (Ishi, ISHI),
        to: Sgf,
        replace: ("W[cf]", "W[df]"),
        expected: "EVENT Cup\nBOARDSIZE 9\nBLACK Akiko (9 years old)\nRESULT White by 4 1/2\n\
            REMARK first\nB 1 C3\nMARK ALL\nUNMARK #1\nMARK \\t@C3\nCOM\nold words\nENDCOM\nUSER page 3\nENDUSER\n\
            VAR 8\nB 1 D3\nENDVAR\nW 2 D4\n",
    },
    Edit {
        name: "a result that was in words of its own",
        source: (Ishi, ISHI),
        to: Sgf,
        replace: ("RE[W+4.5]", "RE[B+2]"),
        expected: "EVENT Cup\nBOARDSIZE 9\nBLACK Akiko (9 years old)\nRESULT Black wins by 2\n\
            REMARK first\nB 1 C3\nMARK ALL\nUNMARK #1\nMARK \\t@C3\nCOM\nold words\nENDCOM\nUSER page 3\nENDUSER\n\
            VAR 8\nB 1 D3\nENDVAR\nW 2 C4\n",
    },
    Edit {
        name: "a comment in Smart-Go",
        source: (Ishi, ISHI),
        to: SmartGo,
        replace: ("C[old words]", "C[new words]"),
        expected: "EVENT Cup\nBOARDSIZE 9\nBLACK Akiko (9 years old)\nRESULT White by 4 1/2\n\
            REMARK first\nB 1 C3\nMARK ALL\nUNMARK #1\nMARK \\t@C3\nCOM\nnew words\nENDCOM\nUSER page 3\nENDUSER\n\
            VAR 8\nB 1 D3\nENDVAR\nW 2 C4\n",
    },
    Edit {
        name: "a name with another exact spelling in the carrier",
        source: (Sgf, SGF),
        to: Ishi,
        replace: ("BLACK Muller", "BLACK Miller"),
        expected: "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[Miller]GC[about]\
            ;B[ee]C[\u{843d}\u{5b50}]TE[1]LB[aa:long][bb:x]AR[aa:cc];W[ed]N[name]C[plain]KGS[x](;B[dd]TB[aa])(;B[cc]UC[1]))",
    },
    Edit {
        name: "a label with a longer one in the carrier",
        source: (Sgf, SGF),
        to: Ishi,
        replace: ("lo@A9", "a@A9"),
        expected: "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[M\u{fc}ller]GC[about]\
            ;B[ee]C[\u{843d}\u{5b50}]TE[1]LB[aa:a][bb:x]AR[aa:cc];W[ed]N[name]C[plain]KGS[x](;B[dd]TB[aa])(;B[cc]UC[1]))",
    },
    Edit {
        name: "a label beside one with a longer text in the carrier",
        source: (Sgf, SGF),
        to: Ishi,
        replace: ("x@B8", "y@B8"),
        expected: "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[M\u{fc}ller]GC[about]\
            ;B[ee]C[\u{843d}\u{5b50}]TE[1]LB[aa:long][bb:y]AR[aa:cc];W[ed]N[name]C[plain]KGS[x](;B[dd]TB[aa])(;B[cc]UC[1]))",
    },
    Edit {
        name: "a comment with its title",
        source: (Sgf, SGF),
        to: Ishi,
        replace: ("COM name\r\nplain", "COM other\r\nwords"),
        expected: "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[M\u{fc}ller]GC[about]\
            ;B[ee]C[\u{843d}\u{5b50}]TE[1]LB[aa:long][bb:x]AR[aa:cc];W[ed]N[other]C[words]KGS[x](;B[dd]TB[aa])(;B[cc]UC[1]))",
    },
    Edit {
        name: "a move beside annotations in the carrier",
        source: (Sgf, SGF),
        to: Ishi,
        replace: ("\r\nB 3 C7", "\r\nB 3 C6"),
        expected: "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[M\u{fc}ller]GC[about]\
            ;B[ee]C[\u{843d}\u{5b50}]TE[1]LB[aa:long][bb:x]AR[aa:cc];W[ed]N[name]C[plain]KGS[x](;B[dd]TB[aa])(;B[cd]UC[1]))",
    },
    Edit {
        name: "a comment of SGF in Smart-Go",
        source: (Sgf, SGF),
        to: SmartGo,
        replace: ("C[plain]", "C[words]"),
        expected: "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[M\u{fc}ller]GC[about]\
            ;B[ee]C[\u{843d}\u{5b50}]TE[1]LB[aa:long][bb:x]AR[aa:cc];W[ed]N[name]C[words]KGS[x](;B[dd]TB[aa])(;B[cc]UC[1]))",
    },
    Edit {
        name: "a name to one with the same form in ASCII",
        source: (Sgf, ANNOTATED),
        to: SmartGo,
        replace: ("PB[Zhang]", "PB[\u{7ae0}]"),
        expected: "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[\u{7ae0}]\
            ;B[aa];W[bb]BL[30]TB[cc]AR[aa:bb];B[dd])",
    },
    Edit {
        name: "a move deleted, its annotations with it",
        source: (Sgf, ANNOTATED),
        to: Ishi,
        replace: ("\r\nW 2 B8\r\n", "\r\n"),
        expected: "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[\u{5f35}];B[aa];B[dd]MN[3])",
    },
    Edit {
        name: "a move at another place",
        source: (Sgf, ANNOTATED),
        to: Ishi,
        replace: ("\r\nW 2 B8\r\n", "\r\nW 2 B7\r\n"),
        expected: "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[\u{5f35}]\
            ;B[aa];W[bc]BL[30]TB[cc]AR[aa:bb];B[dd])",
    },
    Edit {
        name: "a move with another number",
        source: (Sgf, ANNOTATED),
        to: Ishi,
        replace: ("\r\nW 2 B8\r\n", "\r\nW 12 B8\r\n"),
        expected: "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[\u{5f35}]\
            ;B[aa];W[bb]MN[12]BL[30]TB[cc]AR[aa:bb];B[dd]MN[3])",
    },
    Edit {
        name: "a diagram deleted",
        source: (Sgf, "(;FF[4]GM[1]CA[UTF-8]SZ[9];B[aa];C[x]TB[cc];W[bb])"),
        to: Ishi,
        replace: ("\r\nDIAGRAM\r\n", "\r\n"),
        expected: "(;FF[4]GM[1]CA[UTF-8]SZ[9];B[aa]C[x];W[bb])",
    },
    Edit {
        name: "a letter moved that has the place of a small one",
        source: (Sgf, "(;FF[4]GM[1]CA[UTF-8]SZ[9];B[ee]LB[aa:a][ba:b][ca:c])"),
        to: SmartGo,
        replace: ("[ca]", "[hd]"),
        expected: "(;FF[4]GM[1]CA[UTF-8]SZ[9];B[ee]LB[aa:A][ba:B][hd:C])",
    },
    Edit {
        name: "a list of letters in SGF",
        source: (
            SmartGo,
            "Title\n(;FF[1]GM[1]SZ[9];B[ee]L[aa][bb]CH[1]A1[x];W[ed])",
        ),
        to: Sgf,
        replace: ("[bb:B]", "[cc:B]"),
        expected: "Title\n(;FF[1]GM[1]SZ[9];B[ee]L[aa][cc]CH[1]A1[x];W[ed])",
    },
    Edit {
        name: "a mark that Smart-Go shows as one of another kind is gone",
        source: (
            Sgf,
            "(;FF[4]GM[1]CA[UTF-8]SZ[9];B[aa]CR[bb]SQ[cc]AR[aa:bb])",
        ),
        to: SmartGo,
        replace: ("M[bb][cc]", "M[cc]"),
        expected: "(;FF[4]GM[1]CA[UTF-8]SZ[9];B[aa]SQ[cc]AR[aa:bb])",
    },
    Edit {
        name: "a stone is gone beside one that was set up twice",
        source: (
            Sgf,
            "(;FF[4]GM[1]CA[UTF-8]SZ[9]AB[aa][bb][cc]AW[cc]RU[own];B[dd])",
        ),
        to: Ishi,
        replace: ("A9 B8", "A9"),
        expected: "(;FF[4]GM[1]CA[UTF-8]SZ[9]AB[aa][cc]AW[cc]RU[own];B[dd])",
    },
    Edit {
        name: "a larger board",
        source: (Ishi, "REMARK old\nEVENT\nBOARDSIZE 9\nB 1 A9\nREMARK end\n"),
        to: Sgf,
        replace: (";B[aa]", ";B[ai]"),
        expected: "REMARK old\nEVENT\nBOARDSIZE 9\nB 1 A1\nREMARK end\n",
    },
    Edit {
        name: "another size of the board",
        source: (Ishi, "REMARK old\nEVENT\nBOARDSIZE 9\nB 1 A9\nREMARK end\n"),
        to: Sgf,
        replace: ("]SZ[9]", "]SZ[13]"),
        expected: "REMARK old\nEVENT\nBOARDSIZE 13\nB 1 A13\nREMARK end\n",
    },
    Edit {
        name: "a remark in one of several events",
        source: (Sgf, SEVERAL),
        to: Ishi,
        replace: ("W 2 B8", "REMARK here\r\nW 2 B8"),
        expected: SEVERAL,
    },
    Edit {
        name: "a move in one of several events",
        source: (Sgf, SEVERAL),
        to: Ishi,
        replace: ("W 4 D6", "W 4 D5"),
        expected: "(;GM[1]SZ[9];B[aa];W[bb];B[cc](;W[de])(;AB[dd]AW[ee];B[ff]))",
    },
    Edit {
        name: "a comment at the last of several setups before a move",
        source: (Sgf, SETUPS),
        to: Ishi,
        replace: (
            "SETUP B D6\r\n",
            "SETUP B D6\r\nCOM\r\nedited\r\nENDCOM\r\n",
        ),
        expected: "(;FF[4]GM[1]SZ[9];AB[aa]C[one];C[two];AB[bb];AB[cc];AB[dd]C[edited])",
    },
    Edit {
        name: "a comment at the last of several points that are set up twice",
        source: (
            Sgf,
            "(;FF[4]GM[1]SZ[9];AB[aa]AW[aa];AB[bb]AW[bb];AB[cc]AW[cc])",
        ),
        to: Ishi,
        replace: (
            "SETUP W C7\r\n",
            "SETUP W C7\r\nCOM\r\nedited\r\nENDCOM\r\n",
        ),
        expected: "(;FF[4]GM[1]SZ[9];AB[aa]AW[aa];AB[bb]AW[bb];AB[cc]AW[cc]C[edited])",
    },
];

/// A position in mid-game, which is an event of Ishi that continues the first one.
const SEVERAL: &str = "(;GM[1]SZ[9];B[aa];W[bb];B[cc](;W[dd])(;AB[dd]AW[ee];B[ff]))";

#[test]
fn an_edit_arrives_and_the_rest_stays() {
    let failures: Vec<String> = EDITS
        .iter()
        .filter_map(|edit| {
            carry_out(edit)
                .err()
                .map(|what| format!("{}: {what}", edit.name))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// SGF has arrows, and Ishi has not. So of the two texts in the Smart-Go record only the later one has the edit.
#[test]
fn an_edit_that_only_the_later_of_two_texts_can_say_stays() {
    let in_sgf = edited(Sgf, (";W[bb]", ";W[bb]AR[aa:bb]"));
    let in_smartgo = in_sgf.to(SmartGo).expect("Smart-Go");
    let text = String::from_utf8_lossy(&in_smartgo.bytes).into_owned();
    assert_eq!(text.matches("[ishi 3 ").count(), 2, "{text}");
    let games = in_smartgo.games().expect("games");
    let has_arrow = |game: &Game<'_>| game.nodes().any(|node| game.has(node, Id::Arrow));
    assert!(games.iter().any(has_arrow), "{text}");
    let back = in_smartgo.to(Sgf).expect("SGF");
    let text = String::from_utf8_lossy(&back.bytes).into_owned();
    assert_eq!(text.matches("AR[aa:bb]").count(), 1, "{text}");
    assert!(text.contains("REMARK old"), "{text}");
}

/// The texts of Ishi and SGF both take the edit.
#[test]
fn an_edit_changes_each_of_two_texts_and_no_other_word() {
    let in_sgf = edited(Sgf, (";W[bb]", "; W[bb]  AR[aa:bb]C[old words]"));
    let in_smartgo = in_sgf.to(SmartGo).expect("Smart-Go");
    let text = String::from_utf8_lossy(&in_smartgo.bytes).into_owned();
    let shown = text.replace("C[old words]", "C[new words]");
    let back = Record::written(shown.into_bytes(), SmartGo).to(Sgf);
    let back = back.expect("SGF");
    let text = String::from_utf8_lossy(&back.bytes).into_owned();
    let expected = ";W[bb]C[new words]AR[aa:bb]";
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("REMARK old"), "{text}");
}

/// Ishi marks a point once, so only the Smart-Go text has the doubled point.
#[test]
fn a_point_that_an_edit_marks_twice_is_written_beside_a_carrier() {
    let edited = edited(SmartGo, (";B[aa]", ";B[aa]TR[cc][cc]"));
    for format in [Sgf, SmartGo] {
        let result = edited.to(format).expect("a proven result");
        let text = String::from_utf8_lossy(&result.bytes).into_owned();
        assert!(text.contains("TR[cc]"), "{text}");
        assert!(text.contains("REMARK old"), "{text}");
    }
}

/// An inline diagram stands before the next move, and the canonical text has it after that move, as a variation.
#[test]
fn inline_diagrams_stay_in_their_places_beside_a_new_variation() {
    let move_1 = "EVENT\nBOARDSIZE 9\nB 1 A9\nDIAGRAM A1 E5\n";
    let source = format!("{move_1}W 2 B9\nDIAGRAM A1 E5\nB 3 C9\nDIAGRAM A1 E5\nW 4 D9\n");
    let text = ishi::convert(source.as_bytes(), Sgf).expect("SGF");
    let text = String::from_utf8(text).expect("UTF-8");
    let before_end = text.trim_end().strip_suffix(')').expect("a game");
    let edited = format!("{before_end}(;W[ee]))");
    let home = ishi::convert(edited.as_bytes(), Ishi).expect("Ishi");
    let home = String::from_utf8_lossy(&home).replace("\r\n", "\n");
    let expected = source.replace("B 3", "VAR\nW 2 E5\nENDVAR\nB 3");
    assert!(
        home.ends_with(expected.trim_start_matches("EVENT")),
        "{home}"
    );
}

/// The words of a patch without its closing bracket are tried.
#[test]
fn a_carrier_without_its_bracket_is_tried() {
    let damaged = edited(Sgf, ("old]\n;B", "old\n\n;B"));
    let result = damaged.to(Sgf).expect("a proven result");
    let text = String::from_utf8_lossy(&result.bytes);
    assert!(text.contains("+REMARK old]"), "{text}");
}

/// Without the carrier, a value after it would be one of `KM`, or be gone with it.
#[test]
fn a_carrier_with_a_value_after_it_is_data() {
    let source = "EVENT\nKOMI 5.5\nB 1 Q16\nREMARK old\nW 2 D4\n";
    let text = ishi::convert(source.as_bytes(), Sgf).expect("SGF");
    let text = String::from_utf8(text)
        .expect("UTF-8")
        .replace("5.5]", "5(5]");
    for (after, is_data) in [("[pd]", true), ("PB[Anna]", false)] {
        let edited = text.replace("old]", &format!("old]{after}"));
        let result = ishi::convert(edited.as_bytes(), Ishi).expect("a proven result");
        let shown = String::from_utf8_lossy(&result);
        assert_eq!(shown.contains("XI["), is_data, "{shown}");
        let home = ishi::convert(&result, Sgf).expect("SGF");
        let home = String::from_utf8_lossy(&home).replace('\n', "");
        assert_eq!(home == edited.replace('\n', ""), is_data, "{home}");
    }
}

/// A later event of Ishi shows the whole position, so a stone can go that its node has not set.
#[test]
fn a_stone_that_an_edit_takes_from_a_later_event_is_gone() {
    let source = "(;FF[4]GM[1]SZ[9];B[aa];W[bb];AB[cc];W[dd])";
    let result = ishi::convert(source.as_bytes(), Ishi).expect("Ishi");
    let text = String::from_utf8(result).expect("UTF-8");
    for (setup, expected) in [
        ("SETUP B A9 C7 W B8", "AB[cc];W[dd]"),
        ("SETUP B C7 W B8", "AB[cc]AE[aa];W[dd]"),
        ("SETUP B A9 W B8", ";W[dd]"),
        ("SETUP B A9 B8 C7", "AB[cc][bb];W[dd]"),
    ] {
        let edited = text.replace("SETUP B A9 C7 W B8", setup);
        let home = ishi::convert(edited.as_bytes(), Sgf).expect("SGF");
        let expected = source.replace("AB[cc];W[dd]", expected);
        let [home, expected] =
            [home, expected.into_bytes()].map(|bytes| Record::written(bytes, Sgf));
        assert_eq!(same(&expected, &home), Ok(()), "{edited}");
    }
}

/// Ishi shows a text in ASCII, so its carried head alone has its letters. An edit can add letters that the source lacks.
#[test]
fn new_letters_recode_the_source_and_keep_its_own() {
    const LATIN: &str = "ISO-8859-1";
    let record = |charset: &str, [name, words, one, two]: [&str; 4]| {
        format!(
            "(;FF[4]GM[1]CA[{charset}]SZ[9]AP[foo:1]ST[2]PB[{name}]GC[{words}]C[old];B[aa]C[{one}];W[bb]C[{two}])"
        )
    };
    let (own, plain) = (
        ["M\u{fc}ller", "\u{e4}", "x", "y"],
        ["Muller", "a", "x", "y"],
    );
    for (charset, before, expected, after) in [
        (
            "UTF-8",
            own,
            "UTF-8",
            ["M\u{fc}ller", "\u{e4}", "x\u{e9}", "y\u{e9}"],
        ),
        (
            LATIN,
            own,
            LATIN,
            ["M\u{fc}ller", "\u{e4}", "x\u{e9}", "y\u{e9}"],
        ),
        (
            LATIN,
            own,
            "UTF-8",
            ["M\u{fc}ller", "\u{e4}", "x\u{77f3}", "y\u{77f3}"],
        ),
        (LATIN, own, "UTF-8", ["\u{77f3}", "\u{e4}", "x", "y"]),
        ("US-ASCII", plain, "UTF-8", ["Muller", "a", "x\u{e9}", "y"]),
    ] {
        let source = in_charset(&record(charset, before), charset);
        let result = ishi::convert(&source, Ishi).expect("Ishi");
        let mut text = String::from_utf8(result).expect("UTF-8");
        for (from, to) in before.iter().zip(after).filter(|(from, to)| *from != to) {
            let from = from.replace('\u{fc}', "u");
            text = text.replace(&format!("{from}\r\n"), &format!("{to}\r\n"));
        }
        let back = ishi::convert(text.as_bytes(), Sgf).expect("SGF");
        let home = in_charset(&record(expected, after), expected);
        let [home, back] = [home, back].map(|bytes| Record::written(bytes, Sgf));
        assert_eq!(same(&home, &back), Ok(()), "{charset} {after:?}");
    }
}

/// The text of Smart-Go between source and result has the letters of ASCII, and the edit adds another one.
#[test]
fn an_edit_in_the_middle_of_a_chain_keeps_the_letters_of_the_source() {
    let source = "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[M\u{fc}ller]AP[x:1];B[aa]AR[aa:bb]C[he])";
    let ishi = ishi::convert(source.as_bytes(), Ishi).expect("Ishi");
    let smart_go = ishi::convert(&ishi, SmartGo).expect("Smart-Go");
    let text = String::from_utf8(smart_go).expect("UTF-8");
    let edited = text.replace("C[he]", "C[h\u{e9}]");
    assert_ne!(text, edited);
    let ishi = ishi::convert(edited.as_bytes(), Ishi).expect("Ishi");
    let home = ishi::convert(&ishi, Sgf).expect("SGF");
    let home = String::from_utf8(home).expect("UTF-8");
    assert!(home.contains("PB[M\u{fc}ller]"), "{home}");
    assert!(
        home.trim_end().ends_with(";B[aa]C[h\u{e9}]AR[aa:bb])"),
        "{home}"
    );
}

/// A move before two variations changes no node below it.
#[test]
fn private_data_stays_with_its_variation_when_a_move_is_inserted_before() {
    let source = "(;FF[4]GM[1]SZ[9];B[aa](;W[bb];B[cc])(;W[dd]XX[1];B[ee]))";
    let result = ishi::convert(source.as_bytes(), SmartGo).expect("Smart-Go");
    let text = String::from_utf8(result).expect("UTF-8");
    let edited = text.replace("];B[aa]", "];B[aa];W[gg]");
    assert_ne!(text, edited);
    let home = ishi::convert(edited.as_bytes(), Sgf).expect("SGF");
    let home = String::from_utf8(home).expect("UTF-8").replace('\n', "");
    let expected = ";B[aa];W[gg](;W[bb];B[cc])(;W[dd]XX[1];B[ee]))";
    assert!(home.ends_with(expected), "{home}");
}

/// Nothing tells the three diagrams apart in Smart-Go, so their regions cannot find them any more.
#[test]
fn an_edit_that_no_carried_text_takes_is_converted_as_it_is_shown() {
    let source = "EVENT\nB 1 Q16\nDIAGRAM T10 K19\nDIAGRAM T19 K10\nDIAGRAM K19 T10\n";
    let result = ishi::convert(source.as_bytes(), SmartGo).expect("Smart-Go");
    let text = String::from_utf8(result).expect("UTF-8");
    for edit in ["]", "];"] {
        let edited = text.replace("];B[pd]", edit);
        assert_ne!(text, edited);
        let home = ishi::convert(edited.as_bytes(), Ishi).expect("Ishi");
        let home = String::from_utf8(home).expect("UTF-8");
        assert_eq!(
            home.matches("\nDIAGRAM").count(),
            3 + edit.len() - 1,
            "{home}"
        );
        assert!(!home.contains("Q16"), "{home}");
    }
}

/// Ishi shows no foreign properties, so only the carrier has them.
#[test]
fn foreign_properties_follow_their_moves_when_variations_change_places() {
    let line = ";B[ga];W[gb];B[gc];W[gd];B[ge];W[gf];B[gg];W[gh];B[gi];W[ha]";
    let (one, two) = ("(;B[bb]XX[1];W[ee])", "(;B[cc]XX[2];W[ff])");
    let source = format!("(;FF[4]GM[1]SZ[9]{line}{one}{two})");
    let result = ishi::convert(source.as_bytes(), Ishi).expect("Ishi");
    let mut record = ishi::read(&result).expect("a result");
    let game = &mut record.games[0];
    let second = game.nodes().find_map(|node| game.children(node).nth(1));
    game.move_variation(second.expect("a variation"), 0)
        .expect("a place");
    let home = ishi::convert(&record.write().expect("an edited result"), Sgf).expect("SGF");
    let home = String::from_utf8_lossy(&home).replace('\n', "");
    assert!(home.ends_with(&format!("SZ[9]{line}{two}{one})")), "{home}");
}

/// Encodes a text of Latin letters.
fn in_charset(text: &str, charset: &str) -> Vec<u8> {
    if charset == "UTF-8" {
        return text.as_bytes().to_vec();
    }
    text.chars()
        .map(|letter| u8::try_from(letter).expect("a Latin letter"))
        .collect()
}

/// Returns an Ishi record with a REMARK in another format, where one text is replaced.
fn edited(format: Format, (from, to): (&str, &str)) -> Record {
    let source = b"EVENT\nBOARDSIZE 9\nB 1 A9\nREMARK old\nW 2 B8\n".to_vec();
    let converted = Record::written(source, Ishi).to(format).expect("a result");
    let text = String::from_utf8(converted.bytes).expect("UTF-8");
    assert_eq!(text.matches(from).count(), 1, "{text}");
    Record::written(text.replace(from, to).into_bytes(), format)
}

fn carry_out(edit: &Edit) -> Result<(), String> {
    let (format, text) = edit.source;
    let source = Record::written(text.as_bytes().to_vec(), format);
    let converted = source.to(edit.to).map_err(|error| error.to_string())?;
    let text = String::from_utf8(converted.bytes).map_err(|error| error.to_string())?;
    let (from, to) = edit.replace;
    if !from.is_empty() && text.matches(from).count() != 1 {
        return Err(format!("`{from}` does not stand once in\n{text}"));
    }
    let text = if from.is_empty() {
        text
    } else {
        text.replace(from, to)
    };
    let edited = Record::written(text.clone().into_bytes(), edit.to);
    let back = edited
        .to(format)
        .map_err(|error| format!("{error}\n{text}"))?;
    let expected = Record::written(edit.expected.as_bytes().to_vec(), format);
    same(&expected, &back).map_err(|difference| {
        format!(
            "{difference}\n{text}\n{}",
            String::from_utf8_lossy(&back.bytes)
        )
    })
}

fn same(expected: &Record, back: &Record) -> Result<(), String> {
    let expected = expected.games().map_err(|error| error.to_string())?;
    let back = back.games().map_err(|error| error.to_string())?;
    if expected.len() != back.len() {
        return Err(format!("{} games became {}", expected.len(), back.len()));
    }
    for (expected, back) in expected.iter().zip(&back) {
        if let Some(difference) = compare(expected, back).differences.first() {
            return Err(difference.to_string());
        }
    }
    Ok(())
}
