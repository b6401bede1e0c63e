//! Each kind of edit in some small records with styles of their writers: the changed bytes, one by one.

use std::fmt::Write;

use ishi::model::{Id, NodeId, Point, Property, Value};
use ishi::{Collection, Format};

use crate::edits::{KINDS, Kind, second_variation, set};

/// A name, and a record with lines that end as the text says.
const RECORDS: &[(&str, &str)] = &[
    (
        "SGF in one line",
        "(;FF[4]GM[1]SZ[9]PW[Bo];B[cc];W[gg]C[old];B[ee](;W[cg])(;W[gc];B[ff]))",
    ),
    (
        "SGF with Windows line ends, blanks, and properties on lines of their own",
        "( ;\r\nGM [1]\r\nFF[4]\r\nSZ[9]\r\nPW[Bo]\r\nAB[aa][bb]\r\n;W[cc]\r\n\t( ;B[gg] ; W[ee] C[old] )\r\n\t( ;B[gc]\r\n\t\t( ;W[cg] )\r\n\t\t( ;W[cb] ) )\r\n)\r\n",
    ),
    (
        "SGF with words, doubled and unknown properties",
        "(;GM[1]FF[4]SZ[9] name PW[Bo]XX[1]XX[2];B[cc]C[one]C[two]MN[one];W[gg]TR[aa]TR[bb];B[ee])",
    ),
    (
        "SGF with setup and a move in one node",
        "(;FF[4]GM[1]SZ[9];AB[aa]B[bb]C[old];W[cc];AW[dd]W[ee])",
    ),
    (
        "SGF without parentheses and with a surplus one",
        ";FF[4]GM[1]SZ[9];B[cc](;W[dd];B[ee])(;W[ff]))",
    ),
    (
        "two games",
        "(;FF[4]GM[1]SZ[9];B[aa])\n(;FF[4]GM[1]SZ[9];B[bb];W[cc])\n",
    ),
    (
        "Smart-Go",
        "Notes before the game\r\n(;\r\nGaMe[1]\r\nVieW[]\r\nSiZe[9]\r\nPlayerWhite[Bo]\r\nAddBlack[C3][G7]\r\n;\r\nWhite[E5]\r\n(;\r\nBlack[C7]\r\nMark[E5]\r\n;\r\nWhite[G3]\r\n)\r\n(;\r\nBlack[D4]\r\nComment[old]\r\n)\r\n)\r\n",
    ),
    (
        "Ishi with a variation",
        "EVENT A game\r\nBOARDSIZE  9\r\nWHITE Bo\r\nREMARK kept\r\nB 1 C3\r\nW 2 G7\r\nCOM\r\nold\r\nENDCOM\r\nMARK @1\r\nB 3 E5\r\nVAR 3\r\n  B 3 D5\r\n  W 4 D6\r\nENDVAR\r\nW 4 E6\r\n",
    ),
    (
        "Ishi with stones in mid-game",
        "event Twice\nboardsize 9\nb 1 c3\nsetup b d4 e5 w f6\nw 2 g7\nmark a@c3\ncom\nold\nendcom\nb 3 f3\n",
    ),
    (
        "Ishi with two events and no line end at the end",
        "EVENT First\r\nBOARDSIZE 9\r\nB 1 C3\r\nW 2 D4\r\nEVENT Second\r\nBOARDSIZE 9\r\nB 1 E5\r\nDIAGRAM\r\nMARK A@C3\r\nW 2 F6",
    ),
    (
        "Backgammon",
        "(;FF[4]GM[6]PW[Bo];B[31faed] C[old];W[52mrxc](;B[42hdfd])(;B[64xrrn]))",
    ),
];

/// Further edits. The others are tried with many records too.
const MORE: &[Kind] = &[
    Kind {
        name: "new event",
        is_field: true,
        edit: |game| set(game, NodeId::ROOT, Property::text(Id::Event, "New [event]")),
    },
    Kind {
        name: "comment removed",
        is_field: true,
        edit: |game| {
            let found = game.nodes().find(|node| game.has(*node, Id::Comment));
            found.is_some_and(|node| game.remove_property(node, Id::Comment))
        },
    },
    Kind {
        name: "setup removed",
        is_field: true,
        edit: |game| {
            let found = game.nodes().find(|node| game.has(*node, Id::AddBlack));
            found.is_some_and(|node| game.remove_property(node, Id::AddBlack))
        },
    },
    Kind {
        name: "first move removed",
        is_field: false,
        edit: |game| {
            let found = game.nodes().find(|node| game.mv(*node).is_some());
            found.map(|node| game.set_move(node, None)).is_some()
        },
    },
    Kind {
        name: "marks at the end",
        is_field: true,
        edit: |game| {
            let last = game.main_line().last().expect("a game has a node");
            let points = [Point::new(0, 0), Point::new(1, 2)].map(Into::into);
            set(
                game,
                last,
                Property::new(Id::Triangle, Value::Points(points.into())),
            )
        },
    },
];

#[test]
fn each_edit_changes_the_bytes_that_were_reviewed() {
    let mut text = String::new();
    for (name, record) in RECORDS {
        let _ = writeln!(text, "{name}");
        for (kind, edited) in edits(record.as_bytes()) {
            let _ = writeln!(text, "  {kind}");
            told(&edited, record, &mut text);
        }
    }
    reviewed("edits", &text);
}

#[test]
fn each_edit_of_a_result_comes_home_as_it_was_reviewed() {
    let mut text = String::new();
    for (name, record) in RECORDS {
        let format = ishi::read(record.as_bytes()).expect("a record").format;
        for &other in Format::ALL.iter().filter(|other| **other != format) {
            let Ok(result) = ishi::convert(record.as_bytes(), other) else {
                continue;
            };
            let _ = writeln!(text, "{name}, edited as {other}");
            for (kind, edited) in edits(&result) {
                let home = edited
                    .write()
                    .ok()
                    .map(|bytes| ishi::convert(&bytes, format));
                let told = match home {
                    Some(Ok(home)) => difference(record, &String::from_utf8_lossy(&home)),
                    Some(Err(error)) => error.to_string(),
                    None => "not written".to_owned(),
                };
                let _ = writeln!(text, "  {kind}\n    {told}");
            }
        }
    }
    reviewed("edits-at-home", &text);
}

/// `MARK @1` names no place, so the reader keeps it as a line of the move above it.
#[test]
fn a_line_without_meaning_stays_with_its_move_when_a_variation_becomes_the_main_line() {
    let (_, record) = RECORDS[7];
    let mut edited = ishi::read(record.as_bytes()).expect("a record");
    let game = &mut edited.games[0];
    let second = second_variation(game).expect("a variation");
    game.move_variation(second, 0).expect("a place");
    let written = edited.write().expect("an edited record");
    let written = String::from_utf8_lossy(&written);
    assert!(
        written.contains("ENDCOM\r\nMARK @1\r\n  B 3 D5\r\n"),
        "{written}"
    );
}

/// Returns the name of each edit that the last game of a record can have, and the record with this edit.
fn edits(record: &[u8]) -> impl Iterator<Item = (&'static str, Collection)> {
    let read = ishi::read(record).expect("a record");
    let all = KINDS.iter().chain(MORE);
    all.filter_map(move |kind| {
        let mut edited = read.clone();
        let game = edited.games.last_mut().expect("a game");
        (kind.edit)(game).then_some((kind.name, edited))
    })
}

fn reviewed(name: &str, text: &str) {
    insta::with_settings!({ snapshot_path => "../../snapshots", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

/// Returns where two texts differ, and the text of each from the first difference to the last.
fn difference(first: &str, second: &str) -> String {
    let same = |(one, two): &(char, char)| one == two;
    let start = first.chars().zip(second.chars()).take_while(same);
    let start: usize = start.map(|(one, _)| one.len_utf8()).sum();
    let (first, second) = (&first[start..], &second[start..]);
    let end = first
        .chars()
        .rev()
        .zip(second.chars().rev())
        .take_while(same);
    let end: usize = end.map(|(one, _)| one.len_utf8()).sum();
    let (first, second) = (&first[..first.len() - end], &second[..second.len() - end]);
    format!("{start}: {first:?} -> {second:?}")
}

/// Tells the changes of the bytes that write an edited record.
fn told(edited: &Collection, record: &str, text: &mut String) {
    let edits = match edited.edits() {
        Ok(edits) => edits,
        Err(error) => {
            let _ = writeln!(text, "    not written: {error}");
            return;
        }
    };
    for edit in edits {
        let range = edit.range.start as usize..edit.range.end as usize;
        let _ = writeln!(
            text,
            "    {}: {:?} -> {:?}",
            range.start,
            &record[range.clone()],
            String::from_utf8_lossy(&edit.bytes)
        );
    }
}
