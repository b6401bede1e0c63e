//! A record whose line breaks were lost is read as the record with them.

use super::tests::read_after;
use crate::diagnostic::Diagnostics;
use crate::ishi::syntax::parse;

/// Two events with headers, setup, marks, a variation, comments and a block of a program.
const RECORD: &str = "Remark a record from mail\nEvent Cup, final\nSource A book\nSource By its author\nBlack Kato 6-dan\n\
    White Sato\nKomi 5.5\nBoardsize 13\nTimelimit 1 hour\nHandicap 1\nResult Black wins by 1\nRules Japanese\n\
    Date 8 March 1990\nPlace Concord MA\nSetup w E10 F9 b K9\nCom\nHow should Black play so as to win?\nEndcom\n\
    B 1 C3\nW 2 D4\nb 3 E5\nMark #1-2 a@F6\ncom\nBlack 1 and 3 are a trap.\nendcom\nw 4 F7\nPrisoner #3\n\
    Var 8\nw 4 G7\nb 5 H8\nUnmark all\nEndvar\nb 5 J9\nUser\nMARK All show 12 28\nEnduser\nw 6 K10\nb 7 L11\nw 8 M12\n\
    b 9 N13\nw 10 pass\nDiagram A1 J9\nHide C3\nEVENT\nBOARDSIZE 9\nB 1 C3\nW 2 D4\nB 3 E5\n";

fn lines(text: &str) -> Vec<String> {
    let items = parse(text, &mut Diagnostics::new());
    items
        .into_iter()
        .map(|item| item.line.to_string())
        .collect()
}

/// Wraps the words of a text at a column, or not at all.
fn wrapped(text: &str, column: usize) -> String {
    let mut wrapped = String::new();
    let mut width = 0;
    for word in text.split_whitespace() {
        let separator = if width + word.len() >= column {
            "\r\n"
        } else {
            " "
        };
        width = if separator == " " {
            width + 1 + word.len()
        } else {
            word.len()
        };
        wrapped.push_str(separator);
        wrapped.push_str(word);
    }
    wrapped
}

#[test]
fn lost_line_breaks_are_found_again() {
    let whole = lines(RECORD);
    assert_eq!(whole.len(), 42);
    for column in [60, 72, 76, usize::MAX] {
        let text = wrapped(RECORD, column);
        let found: Vec<String> = lines(&text);
        // A comment can be wrapped otherwise.
        let words = |lines: &[String]| -> Vec<String> {
            let words = lines
                .iter()
                .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
            words.collect()
        };
        assert_eq!(words(&found), words(&whole), "at {column}");
    }
}

#[test]
fn a_record_on_one_line_has_one_finding() {
    let (read, log) = read_after("", wrapped(RECORD, usize::MAX).trim());
    assert!(read.contains("MARK #1-2 a@F6"));
    let codes: Vec<_> = log.kept().iter().map(|found| found.rule.code).collect();
    assert_eq!(codes, ["I053"]);
}
