//! Each row of `docs/mapping.md` has an example on which both readers agree, in all fields, there and back.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ishi::Format;
use ishi::source::SourceOptions;

use crate::judge::Converted;

/// The headings of the pages' tables of rules, with the formats of their two columns.
const TABLES: &[&str] = &["| Ishi | SGF |", "| SGF | Ishi |", "| Smart-Go | SGF |"];

/// Examples: the first cell of the row, the format, the record, the target, and words of the result.
const EXAMPLES: &[(&str, Format, &str, Format, &str)] = &[
    ("`EVENT` title", Ishi, "EVENT Cup\n", Sgf, "EV[Cup]"),
    (
        "`BLACK Anna 5-kyu`",
        Ishi,
        "BLACK Anna 5-kyu\n",
        Sgf,
        "PB[Anna]\nBR[5k]",
    ),
    (
        "`DATE 8 March 1990`",
        Ishi,
        "DATE 8 March 1990\n",
        Sgf,
        "DT[1990-03-08]",
    ),
    (
        "`RESULT Black wins by 3`",
        Ishi,
        "RESULT Black wins by 3\n",
        Sgf,
        "RE[B+3]",
    ),
    (
        "`RESULT not finished`",
        Ishi,
        "RESULT not finished\n",
        Sgf,
        "GC[RESULT not finished]",
    ),
    ("`KOMI 5 1/2`", Ishi, "KOMI 5 1/2\n", Sgf, "KM[5.5]"),
    (
        "`TIMELIMIT 2 hours`",
        Ishi,
        "TIMELIMIT 2 hours\n",
        Sgf,
        "TM[7200]",
    ),
    (
        "`HANDICAP`, `PLACE`, `RULES`, `SOURCE`, `RECORDER`, `ANALYSIS`",
        Ishi,
        "HANDICAP 3\nPLACE Graz\nRULES Japanese\nSOURCE a\nRECORDER b\nANALYSIS c\n",
        Sgf,
        "PC[Graz]",
    ),
    ("`BOARDSIZE 9`", Ishi, "BOARDSIZE 9\n", Sgf, "SZ[9]"),
    (
        "`SETUP` of the event",
        Ishi,
        "SETUP B C3 W D4\n",
        Sgf,
        "AB[cq]\nAW[dp]",
    ),
    ("`B 5 C3`", Ishi, "B 5 C3\n", Sgf, "B[cq]MN[5]"),
    (
        "`PRISONER`",
        Ishi,
        "B 1 A2\nW 2 A1\nB 3 B1\nPRISONER A1\n",
        Sgf,
        "B[bs]",
    ),
    (
        "`VAR` ... `ENDVAR`",
        Ishi,
        "B 1 C3\nVAR\nB 1 D4\nENDVAR\nW 2 E5\n",
        Sgf,
        "(;B[dp])",
    ),
    (
        "`COM title` and text",
        Ishi,
        "B 1 C3\nCOM t\nx\nENDCOM\n",
        Sgf,
        "N[t]C[x]",
    ),
    (
        "`MARK 5@..`, `MARK #5`",
        Ishi,
        "B 5 C3\nMARK #5 5@D4\n",
        Sgf,
        "LB[dp:5][cq:5]",
    ),
    (
        "`\\t` `\\s` `\\d` `\\c`",
        Ishi,
        "MARK \\t@A1 \\s@B1 \\d@C1 \\c@D1\n",
        Sgf,
        "MA[ds]",
    ),
    ("`DIAGRAM`", Ishi, "B 1 C3\nDIAGRAM\n", Sgf, "FG[]"),
    (
        "`DIAGRAM` with a region, `HIDE`, `SETUP`",
        Ishi,
        "BOARDSIZE 9\nB 1 C3\nDIAGRAM A1 E5\nSETUP W D4\nHIDE C3\n",
        Sgf,
        "VW[ae:ei]",
    ),
    (
        "`REMARK`, `USER`",
        Ishi,
        "REMARK r\nB 1 C3\nUSER u\nv\nENDUSER\n",
        Sgf,
        "B[cq]",
    ),
    (
        "a text outside ASCII",
        Sgf,
        "(;FF[4]PB[J\u{e1}n])",
        Ishi,
        "BLACK Jan",
    ),
    (
        "`LB[cc:long]`",
        Sgf,
        "(;FF[4]SZ[9]LB[cc:long])",
        Ishi,
        "MARK lo@C7",
    ),
    (
        "a node without a move",
        Sgf,
        "(;FF[4];B[aa];C[x];W[bb])",
        Ishi,
        "DIAGRAM",
    ),
    (
        "setup stones in a leaf",
        Sgf,
        "(;FF[4]SZ[9];B[aa];AW[bb]AE[aa])",
        Ishi,
        "SETUP W B8\r\nHIDE A9",
    ),
    (
        "setup stones with moves after them",
        Sgf,
        "(;FF[4]SZ[9]EV[e];B[aa];AW[bb];W[cc])",
        Ishi,
        "EVENT e (continued)",
    ),
    (
        "a first child that is not a move",
        Sgf,
        "(;FF[4]SZ[9];B[aa](;N[x];W[bb])(;W[cc]))",
        Ishi,
        "W 2 C7",
    ),
    (
        "`L[aa][bb]`",
        SmartGo,
        "(;FF[1]SZ[9];B[cc]L[aa][bb])",
        Sgf,
        "LB[aa:A][bb:B]",
    ),
    (
        "`M`",
        SmartGo,
        "(;FF[1]SZ[9];B[cc]M[cc][dd])",
        Sgf,
        "TR[cc]MA[dd]",
    ),
    (
        "`VW[aa][jj]`",
        SmartGo,
        "(;FF[1]VW[aa][jj];B[cc])",
        Sgf,
        "VW[aa:jj]",
    ),
    ("`B[tt]`", SmartGo, "(;FF[1];B[tt])", Sgf, "B[]"),
    (
        "`TM[90]` (FF[1], FF[2])",
        SmartGo,
        "(;FF[1]TM[90];B[aa])",
        Sgf,
        "TM[5400]",
    ),
    (
        "`TE` then `BM`, `BM` then `TE`",
        SmartGo,
        "(;FF[1];B[aa]TE[1]BM[1];W[bb]BM[1]TE[1])",
        Sgf,
        "IT[]",
    ),
    (
        "`CH`, `EL`, `EX`, `SC`, `RG`, `BS`, `WS`",
        SmartGo,
        "(;FF[1]BS[1]WS[0];B[aa]CH[1]EL[3]EX[bb]SC[aa]RG[aa][bb])",
        Sgf,
        "CH[1]",
    ),
    (
        "text before the game, identifiers with a digit",
        SmartGo,
        "Text\n(;FF[1];B[aa]A1[x])",
        Sgf,
        "B[aa]",
    ),
];

/// Rows about records that one of the readers does not read: a refusal, a repair.
const WITHOUT: &[&str] = &[
    "a move off the board",
    "other games, boards over 19x19 or not square",
];

use Format::{Ishi, Sgf, SmartGo};

#[test]
fn both_readers_agree_on_an_example_of_each_rule() {
    for (row, from, record, to, words) in EXAMPLES {
        let options = SourceOptions {
            format: Some(*from),
            ..SourceOptions::default()
        };
        let converted = Converted::new(record.as_bytes(), options, *to);
        let converted = converted.unwrap_or_else(|error| panic!("{row}: {error:?}"));
        let result = String::from_utf8_lossy(&converted.result).into_owned();
        assert!(result.contains(words), "{row}: {result}");
        let home = converted
            .home(record.as_bytes())
            .expect("a result that is a record");
        let home = home.expect("a record that comes home");
        for verdict in [converted.verdict(record.as_bytes()), home] {
            assert_eq!(verdict.disagreements, [], "{row}: {result}");
            assert_eq!(verdict.abstentions, [], "{row}: {result}");
        }
    }
}

#[test]
fn each_row_of_the_mapping_has_an_example() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/mapping.md");
    let page = fs::read_to_string(page).expect("the page");
    let (mut rows, mut in_table) = (BTreeSet::new(), false);
    for line in page.lines() {
        in_table =
            TABLES.iter().any(|head| line.starts_with(head)) || in_table && line.starts_with('|');
        let cell = line
            .strip_prefix("| ")
            .and_then(|line| line.split(" | ").next());
        let is_rule = !TABLES.iter().any(|head| line.starts_with(head)) && !line.starts_with("|--");
        rows.extend(cell.filter(|_| in_table && is_rule));
    }
    let examples = EXAMPLES.iter().map(|example| example.0);
    let known: BTreeSet<_> = examples.chain(WITHOUT.iter().copied()).collect();
    assert_eq!(
        rows, known,
        "write an example for each row of docs/mapping.md in EXAMPLES"
    );
}
