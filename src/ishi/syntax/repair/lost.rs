//! A record whose line breaks were lost is read as the record with them.

use super::breaks::{are_lost, restored};
use super::tests::read_after;
use crate::diagnostic::Diagnostics;
use crate::ishi::item::Item;
use crate::ishi::syntax::parse;
use crate::model::{Game, Move};
use crate::testing;

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

#[test]
fn findings_about_lost_line_breaks_have_their_places() {
    let moves = (1..60).map(|number| format!("B {number} C3 "));
    let moves = moves.collect::<Vec<_>>().concat();
    let text = format!("EVENT {moves}MARK a@C3 b@T30");
    let found = |text: &str| {
        let mut log = Diagnostics::new();
        crate::ishi::read(text, &mut log);
        let found = log.kept().iter().map(|found| {
            let span = found.span.unwrap();
            (found.rule.code, span.start, span.end)
        });
        found.collect::<Vec<_>>()
    };
    let end = text.len();
    assert_eq!(found(&text), [("I053", 0, 1), ("I040", end - 5, end)]);
    let wrapped = wrapped(&text, 60);
    let (text, end) = (wrapped.trim(), wrapped.trim().len());
    assert_eq!(found(text), [("I053", 0, 1), ("I040", end - 5, end)]);
}

/// Returns moves on one line, or the first ones on a line each.
fn moves(count: usize, lines: usize) -> String {
    let separator = |number| if number < lines { '\n' } else { ' ' };
    let moves = (1..=count).map(|number| format!("B {number} C3{}", separator(number)));
    moves.collect()
}

#[test]
fn line_breaks_are_lost_in_more_than_400_bytes_with_nine_moves_and_few_lines() {
    let padded = |text: &str, length: usize| format!("{text:.<length$}");
    for (text, length, is_lost) in [
        (moves(9, 0), 401, true),
        (moves(9, 0), 400, false),
        (moves(8, 0), 401, false),
        (moves(9, 2), 401, true),
        (moves(9, 3), 401, false),
        (format!("COM\n{}ENDCOM ", moves(9, 0)), 401, false),
    ] {
        assert_eq!(are_lost(&padded(&text, length)), is_lost, "{length} {text}");
    }
}

#[test]
fn a_line_alone_in_its_event_lost_its_line_breaks_with_nine_moves() {
    let (nine, eight) = (moves(9, 0), moves(8, 0));
    for (text, found) in [
        (format!("EVENT {nine}"), 10),
        (format!("Event {nine}\r\n\r\n"), 10),
        (format!("BLACK Kato WHITE Sato {nine}\nEVENT\nB 1 C3\n"), 13),
        (format!("EVENT\nEVENT Cup {nine}\nEVENT Cup {nine}\n"), 21),
        // It stands as it is typed with fewer moves, or with other lines.
        (format!("EVENT {eight}"), 1),
        (format!("EVENT {nine}\nB 1 Q4\n"), 2),
        (format!("EVENT\nPLACE {nine}\n"), 2),
        (format!("REMARK {nine}\nEVENT\n"), 2),
    ] {
        assert_eq!(lines(&text).len(), found, "{text}");
    }
}

#[test]
fn a_keyword_in_a_text_starts_a_line_if_its_data_follows() {
    for (text, found) in [
        // A move starts a line if a keyword or the end of the text follows within three moves.
        (
            "REMARK played B 1 Q4 and lost B 1 D4 W 2 C3",
            "REMARK played B 1 Q4 and lost / B 1 D4 / W 2 C3",
        ),
        (
            "REMARK so B 1 D4 W 2 C3 B 3 C4 and on",
            "REMARK so B 1 D4 W 2 C3 B 3 C4 and on",
        ),
        (
            "REMARK so B 1 D4 W 2 C3 B 3 C4 W 4 D5 and on",
            "REMARK so / B 1 D4 / W 2 C3 / B 3 C4 / W 4 D5 and on",
        ),
        // If keywords are in capitals, a small letter starts no line in a text.
        (
            "EVENT a cup remark b 1 c3 BOARDSIZE 9 PLACE Tokyo",
            "EVENT a cup remark b 1 c3 / BOARDSIZE 9 / PLACE Tokyo",
        ),
        // Without keywords in capitals, a capital letter must start a phrase.
        (
            "Boardsize 9 Event a fine Place Tokyo",
            "Boardsize 9 / Event a fine / Place Tokyo",
        ),
        (
            "Boardsize 9 Event the fine Place Tokyo",
            "Boardsize 9 / Event the fine / Place Tokyo",
        ),
        (
            "Boardsize 9 Event in the Place Tokyo",
            "Boardsize 9 / Event in the Place Tokyo",
        ),
        (
            "Boardsize 9 Event fine Place of Honour",
            "Boardsize 9 / Event fine Place of Honour",
        ),
        (
            "Boardsize 9 Event a cup remark b 1 c3",
            "Boardsize 9 / Event a cup / remark / b 1 c3",
        ),
        (
            "Boardsize 9 Event a cup remark is b",
            "Boardsize 9 / Event a cup remark is b",
        ),
    ] {
        let lines: Vec<String> = restored(text).into_iter().map(|piece| piece.line).collect();
        assert_eq!(lines.join(" / "), found);
    }
}

/// Returns the lines of a record of the corpus, and how many errors and warnings it has.
fn real(name: &str) -> (Vec<String>, usize) {
    let path = testing::corpus::folder().join("ishi/real").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let mut log = Diagnostics::new();
    let items = parse(&text, &mut log);
    let words = |item: &Item<'_>| {
        let line = item.line.to_string();
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    (items.iter().map(words).collect(), log.kept().len())
}

#[test]
#[ignore = "reads a corpus of public records"]
fn real_problems_on_one_line_are_read_with_their_moves() {
    let (whole, findings) = real("problem-correct-answer.go");
    assert_eq!(findings, 0);
    let (short, findings) = real("one-line-short.go");
    assert_eq!((short, findings), (whole, 1));
    let (long, findings) = real("one-line-long.go");
    let is_move = |line: &&String| line.starts_with("B ") || line.starts_with("W ");
    assert_eq!((long.iter().filter(is_move).count(), findings), (19, 1));
    for name in [
        "game-header-many-faces-shape.go",
        "problem-at-label.go",
        "problem-capture-without-prisoner.go",
        "problem-marks-before-user.go",
        "problem-two-correct-answers.go",
        "problem-white-first.go",
        "procishi-shape.go",
    ] {
        assert_eq!(real(name).1, 0, "{name}");
    }
}

/// Returns the moves of a record, each with the number of moves before it.
fn moves_of(game: &Game<'_>) -> Vec<(usize, Option<Move>)> {
    let depth = |node| std::iter::successors(game.parent(node), |node| game.parent(*node)).count();
    game.nodes()
        .map(|node| (depth(node), game.mv(node)))
        .collect()
}

#[test]
#[ignore = "reads a corpus of public records"]
fn a_real_problem_has_the_tree_of_its_makers() {
    let folder = testing::corpus::folder().join("ishi/real");
    let [ours, theirs] = ["one-line-short.go", "problem-correct-answer.sgf"].map(|name| {
        let bytes = std::fs::read(folder.join(name)).unwrap();
        moves_of(&crate::read(&bytes).unwrap().games[0])
    });
    assert_eq!(ours, theirs);
    assert_eq!(ours.len(), 10);
}

#[test]
fn a_problem_on_one_line_has_lost_its_line_breaks_with_a_closed_pair() {
    for (text, found) in [
        (
            "EVENT BOARDSIZE 9 SETUP W C3 SETUP B D4 COM Black to play. ENDCOM B 1 E5 COM Right. ENDCOM \
             VAR B 1 C4 COM Wrong. ENDCOM ENDVAR W 2 F6",
            12,
        ),
        ("EVENT Life SETUP B C3", 2),
        (
            "Event Boardsize 9 Setup w C3 Com Black to play. Endcom b 1 E5",
            5,
        ),
        ("EVENT VAR B 1 C3 ENDVAR", 4),
        ("EVENT Cup SETUP B C3\nB 1 D4", 3),
        // No pair is closed.
        ("EVENT SETUP of a game", 1),
        ("EVENT The COM port B 1 C3", 1),
        ("EVENT about ENDCOM", 1),
        ("EVENT Setup with care", 1),
    ] {
        assert_eq!(lines(text).len(), found, "{text}");
    }
}
