//! An edit of a result wins, and each other word of the source comes home or is named.

use crate::record::Record;
use ishi::Format::{self, Ishi, Sgf, SmartGo};
use ishi::convert::{ConvertOptions, Report};
use ishi::outcome::Outcome;

/// Converts a source, makes a replacement in the result, and converts it home.
fn home(source: &str, from: Format, to: Format, edits: &[(&str, &str)]) -> (String, Report) {
    let record = Record::written(source.as_bytes().to_vec(), from);
    let there = record.to(to).expect("a result");
    let mut text = String::from_utf8(there.bytes).expect("UTF-8");
    for (before, after) in edits {
        assert!(text.contains(before), "{before:?} in {text}");
        text = text.replacen(before, after, 1);
    }
    let edited = Record::written(text.into_bytes(), to);
    let (result, report) = edited.convert(&ConvertOptions::new(from));
    let result = result.expect("the edited result converts home");
    (String::from_utf8(result).expect("UTF-8"), report)
}

#[test]
fn an_edited_comment_drops_no_remark_and_no_user_block() {
    let source = "REMARK r\nEVENT a\nCOM\ntext\nENDCOM\nSETUP B C3\nB 1 D4\nUSER u\nENDUSER\n";
    let (back, report) = home(source, Ishi, Sgf, &[("C[text]", "C[EDIT]")]);
    assert!(
        back.contains("REMARK r") && back.contains("USER u") && back.contains("EDIT"),
        "{back}"
    );
    assert_eq!(report.outcomes.count(Outcome::Lost), 0, "{back}");
}

/// The diagram hides the stone at B1, where the move is now.
#[test]
fn words_in_a_diagram_that_contradicts_an_edit_are_lost_by_name() {
    let source =
        "EVENT\nBOARDSIZE 5\nW 4 B2\nDIAGRAM E1 A2\nHIDE B1\nREMARK x\nUSER u\nENDUSER\nB 5 C3\n";
    let (back, report) = home(source, Ishi, Sgf, &[("W[bd]", "W[be]")]);
    assert!(back.contains("W 4 B1"), "{back}");
    let lost: Vec<_> = report
        .outcomes
        .kinds(Outcome::Lost)
        .map(|(kind, _)| kind)
        .collect();
    assert_eq!(lost, ["REMARK", "USER", "variation"]);
}

/// They are setup in SGF, and `B[aa][bb]` stands in place of it.
#[test]
fn moves_with_several_points_come_home_beside_an_edit() {
    let source = "(;FF[1]GM[1]SZ[9];B[aa][bb];W[cc][dd];B[ee])";
    let (back, report) = home(source, SmartGo, Sgf, &[(";B[ee]", ";B[ff]")]);
    assert!(back.contains(";B[aa][bb];W[cc][dd];B[ff]"), "{back}");
    assert_eq!(report.outcomes.count(Outcome::Lost), 0, "{back}");
}

#[test]
fn a_comment_edited_in_ishi_stays_at_its_node() {
    for (source, edits, expected) in [
        (
            "(;FF[4]GM[1]SZ[9]GC[gc];B[cc])",
            ("\r\ngc\r\n", "\r\nEDIT\r\n"),
            "GC[EDIT]\n;B[cc]",
        ),
        (
            "(;FF[4]GM[1]SZ[9];B[cc];W[dd];B[ee](;C[First];W[aa])(;C[Second];W[bb]))",
            ("\r\nSecond\r\n", "\r\nEDIT\r\n"),
            "C[First];W[aa]",
        ),
        (
            "(;FF[4]GM[1]SZ[9];AB[aa]C[First];C[Second]MA[bb];B[cc])",
            ("\r\nSecond\r\n", "\r\nEDIT\r\n"),
            "C[First]",
        ),
    ] {
        let (back, _) = home(source, Sgf, Ishi, &[edits]);
        assert!(back.contains(expected), "{back}");
        assert!(
            back.contains("C[EDIT]") && !back.contains("Second"),
            "{back}"
        );
    }
}

#[test]
fn a_deleted_comment_stays_deleted() {
    let source = "(;FF[4]GM[1]SZ[9]GC[gc];B[cc])";
    let (back, _) = home(source, Sgf, Ishi, &[("COM\r\ngc\r\nENDCOM\r\n", "")]);
    assert!(!back.contains("gc"), "{back}");
}

#[test]
fn a_rank_leaves_with_its_player() {
    for rank in ["NR", "7d?", "2d*", "Meijin", "九段"] {
        let source = format!("(;FF[4]GM[1]SZ[9]PW[Anna]WR[{rank}];B[cc])");
        let record = Record::written(source.clone().into_bytes(), Sgf);
        let there = record.to(Ishi).expect("Ishi");
        let text = String::from_utf8(there.bytes).expect("ASCII");
        let line = text
            .lines()
            .find(|line| line.starts_with("WHITE"))
            .expect("a player");
        let (back, _) = home(&source, Sgf, Ishi, &[(line, "WHITE Otto")]);
        assert!(
            back.contains("PW[Otto]") && !back.contains("WR["),
            "{rank}: {back}"
        );
    }
}

#[test]
fn words_go_with_their_variation() {
    let source = "EVENT\nBOARDSIZE 9\nB 1 C3\nVAR\nB 1 D4\nUSER one\nENDUSER\nENDVAR\nVAR\nB 1 E5\nUSER two\nENDUSER\nENDVAR\n";
    let (back, _) = home(
        source,
        Ishi,
        Sgf,
        &[("(;B[df])\n(;B[ee])", "(;B[ee])\n(;B[df])")],
    );
    let lines: Vec<_> = back.lines().collect();
    let after = |line: &str| {
        let at = lines
            .iter()
            .position(|other| *other == line)
            .expect("a move");
        lines[at + 1]
    };
    assert_eq!(
        [after("B 1 D4"), after("B 1 E5")],
        ["USER one", "USER two"],
        "{back}"
    );
}

#[test]
fn the_report_names_what_travels() {
    let source = "EVENT\nBOARDSIZE 9\nREMARK r\nB 1 C3\nUSER u\nENDUSER\nno line\nW 2 D4\n";
    let record = Record::written(source.as_bytes().to_vec(), Ishi);
    let (_, report) = record.convert(&ConvertOptions::new(Sgf));
    let kept: Vec<_> = report
        .outcomes
        .kinds(Outcome::Kept)
        .map(|(kind, count)| (kind.to_owned(), count))
        .collect();
    let expected = [("REMARK", 1), ("USER", 1), ("words that nobody read", 1)];
    assert_eq!(kept, expected.map(|(kind, count)| (kind.to_owned(), count)));
}

#[test]
fn an_edit_of_a_further_event_is_converted() {
    let source = "(;FF[4]SZ[9];B[aa];AB[bb];W[cc])";
    let (back, _) = home(source, Sgf, Ishi, &[("W 2 C7", "W 2 D7")]);
    assert!(back.contains(";B[aa];AB[bb];W[dc]"), "{back}");
    let (back, _) = home(
        source,
        Sgf,
        Ishi,
        &[("B 1 A9\r\n", ""), ("W 2 C7", "W 2 D7")],
    );
    assert!(back.contains("W[dc]"), "{back}");
}

#[test]
fn the_wording_of_understood_values_needs_no_carrier() {
    let source = "EVENT Cup\nBOARDSIZE 9\nBLACK Anna 5 dan\nDATE 8 March 1990\nRESULT Black by 3\nKOMI 5 1/2\nB 1 C3\n";
    let there = Record::written(source.as_bytes().to_vec(), Ishi)
        .to(Sgf)
        .expect("SGF");
    let text = String::from_utf8(there.bytes).expect("UTF-8");
    assert!(!text.contains("XI["), "{text}");
}
