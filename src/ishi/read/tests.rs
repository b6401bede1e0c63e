use std::fmt::Write;

use super::*;
use crate::bracket::property::{move_text, property_text};
use crate::ishi::line::Line;
use crate::memory;
use crate::model::{BoardSize, Color, Dialect, Entry, Move, Place, Point, Step};

fn games<'a>(text: &'a str, log: &mut Diagnostics) -> Vec<Game<'a>> {
    read(text, &ReadOptions::default(), log)
}

fn game(text: &str) -> Game<'_> {
    let mut games = games(text, &mut Diagnostics::new());
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// Writes a game on one line: nodes with `;`, variations in parentheses, detail in braces.
///
/// The fact of an absent BOARDSIZE is left out, because most records here have none.
fn outline(game: &Game<'_>) -> String {
    let mut text = String::new();
    for step in game.walk() {
        let node = match step {
            Step::Enter(node) => node,
            Step::Leave(node) => {
                if game.has_siblings(node) {
                    text.push(')');
                }
                continue;
            }
        };
        if game.has_siblings(node) {
            text.push('(');
        }
        text.push(';');
        if let Some(mv) = game.mv(node) {
            match mv.place {
                Place::Unreadable => write!(text, "{}[?]", mv.color.letter()).unwrap(),
                _ => text.push_str(&move_text(mv)),
            }
        }
        let mut properties: Vec<_> = game.properties(node).iter().map(property_text).collect();
        properties.sort();
        text.push_str(&properties.concat());
        for entry in game.details(node) {
            if entry.text != "no-boardsize" {
                let words = entry.text.replace('\n', "/");
                write!(text, "{{{} {words}}}", entry.dialect.letter()).unwrap();
            }
        }
    }
    text
}

fn reports(text: &str) -> Vec<(&'static str, String)> {
    let mut log = Diagnostics::new();
    games(text, &mut log);
    log.kept()
        .iter()
        .map(|report| {
            let span = report.span.unwrap();
            assert!(report.help.is_some(), "{}", report.message);
            (
                report.rule.code,
                text.get(span.start..span.end).unwrap().to_owned(),
            )
        })
        .collect()
}

/// Checks what records are read as, whatever is reported.
fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(outline(&game(text)), *expected, "{text}");
    }
}

#[test]
fn reads_events() {
    check(&[
        ("", ";{F implicit-event}"),
        ("\x1A", ";{F implicit-event}"),
        ("EVENT", ";"),
        (
            "BLACK A\nB 1 Q4\nW 2 D4",
            ";PB[A]{F implicit-event};B[pp];W[dp]",
        ),
        (
            "event\tTabbed title\n   b\t1   q16\n",
            ";EV[Tabbed title];B[pd]",
        ),
        ("EVENT a\tb", ";EV[a b]{I EVENT a\tb}"),
        (
            "EVENT x\nB 1 Q4\nRESULT W+15",
            ";EV[x]RE[W+15]{I RESULT W+15};B[pp]",
        ),
        ("junk\nREMARK r\nEVENT x\n", ";EV[x]{I REMARK r}{I junk}"),
    ]);
    let several = "B 1 Q4\nEVENT b\nEVENT c";
    assert_eq!(games(several, &mut Diagnostics::new()).len(), 3);
}

#[test]
fn keeps_header_lines_that_their_meaning_does_not_say() {
    check(&[
        (
            "EVENT\nBLACK Haruyama 6-dan\nKOMI 0\nDATE 8 March 1990\nRULES Japanese",
            ";BR[6d]DT[1990-03-08]KM[0]PB[Haruyama]RU[Japanese]",
        ),
        (
            "EVENT\nKOMI 3 1/2\nBLACK A\nBLACK\n",
            ";KM[3.5]PB[]{I BLACK A}{I BLACK}{I KOMI 3 1/2}",
        ),
        (
            "EVENT\nSOURCE Part A\nSOURCE Part B",
            ";SO[Part A; Part B]{I SOURCE Part A}{I SOURCE Part B}",
        ),
        (
            "EVENT\nSOURCE a part of\nSOURCE \"A,\"\nSOURCE B\nSOURCE and C",
            ";SO[a part of \"A,\" B and C]{I SOURCE a part of}{I SOURCE \"A,\"}{I SOURCE B}{I SOURCE and C}",
        ),
    ]);
}

#[test]
fn knows_the_board_before_the_stones() {
    let game = game("EVENT\nSETUP B A1 J9\nBOARDSIZE 9\nW 1 E5");
    assert_eq!(game.size, BoardSize::square(9));
    assert_eq!(outline(&game), ";AB[ia][ai];W[ee]");
    let text = "BOARDSIZE 5\nB 1 A1\nEVENT\nBOARDSIZE 9\nB 1 A1";
    let sizes: Vec<_> = games(text, &mut Diagnostics::new())
        .iter()
        .map(|game| game.size.rows)
        .collect();
    assert_eq!(sizes, [5, 9]);
}

#[test]
fn variations_replace_the_current_move() {
    check(&[
        (
            "EVENT\nB 1 Q4\nVAR 8\nB 1 M7\nENDVAR\nVAR\nB 1 D4\nENDVAR\nW 2 R9",
            ";(;B[pp];W[qk])(;B[lm]N[8])(;B[dp])",
        ),
        // A variation on a variation's first move is one more sibling.
        (
            "EVENT\nB 1 Q4\nVAR\nB 1 Q3\nVAR b\nB 1 R4\nENDVAR\nW 2 D3\nENDVAR\nVAR\nB 1 R5\nENDVAR",
            ";(;B[pp])(;B[pq];W[dq])(;B[qp]N[b]{F attach 2})(;B[qo])",
        ),
        ("EVENT\nB 1 Q4\nVAR\nENDVAR\nW 2 D4", ";(;B[pp];W[dp])(;)"),
        ("EVENT\nB 1 Q4\nVAR\nDIAGRAM\nENDVAR", ";(;B[pp])(;FG[])"),
        (
            "EVENT\nB 1 Q4\nDIAGRAM\nVAR z\nB 1 D4\nENDVAR\nW 2 D16",
            ";(;B[pp];FG[];W[dd])(;B[dp]N[z]{F late 1})",
        ),
    ]);
}

#[test]
fn numbers_are_kept_where_they_do_not_follow() {
    check(&[
        (
            "EVENT\nB 1 Q4\nW 2 D4\nVAR\nB 1 D5\nENDVAR\nB 3 D6",
            ";;B[pp](;W[dp];B[dn])(;B[do]MN[1])",
        ),
        ("EVENT\nB 12 Q3\nW 13 R5", ";;B[pq]MN[12];W[qo]"),
        ("EVENT\nB 0 Q3\nW 1 R5", ";;B[pq]MN[0]{I B 0 Q3};W[qo]"),
    ]);
}

#[test]
fn diagrams_are_nodes_without_a_move() {
    check(&[
        ("EVENT\nB 1 Q4\nDIAGRAM\nW 2 D4", ";;B[pp];FG[];W[dp]"),
        // What shows something else is a leaf, after the node with which play continues.
        (
            "EVENT\nB 1 Q4\nDIAGRAM b5 j12\nHIDE #1\nSETUP W C6\nW 2 D4\nDIAGRAM A1 J9\n",
            ";;B[pp](;W[dp];FG[]VW[ak:is])(;AE[pp]AW[cn]FG[]VW[bh:io]{I HIDE #1}{F inline})",
        ),
        ("EVENT\nDIAGRAM b12 j5", ";;FG[]VW[bh:io]{I DIAGRAM B12 J5}"),
        (
            "EVENT\nDIAGRAM A1 B2\nDIAGRAM A1 C3",
            ";(;FG[]VW[ar:bs])(;FG[]VW[aq:cs])",
        ),
        (
            "EVENT\nB 1 Q4\nVAR a\nDIAGRAM A1 B2\nDIAGRAM A1 C3\nENDVAR",
            ";(;B[pp])(;FG[]N[a]VW[aq:cs])(;FG[]VW[ar:bs]{F inline})",
        ),
        // An own setup stone takes the place of a hidden one.
        (
            "EVENT\nB 1 Q4\nDIAGRAM\nHIDE Q4\nSETUP W Q4",
            ";;B[pp];AW[pp]FG[]{I HIDE Q4}",
        ),
        (
            "BOARDSIZE 9\nDIAGRAM 19x19",
            ";{F implicit-event};FG[]VW[aa:ii]{I DIAGRAM 19x19}",
        ),
    ]);
}

#[test]
fn marks_are_evaluated_in_order() {
    check(&[
        (
            "EVENT\nB 1 A1\nW 2 B1\nB 3 C1\nMARK #1-3\nUNMARK #2-3\nMARK #3",
            ";;B[as];W[bs];B[cs]LB[as:1][cs:3]{I MARK #1-3}{I UNMARK #2-3}{I MARK #3}",
        ),
        (
            "EVENT\nB 1 A1\nW 2 B1\nMARK all",
            ";;B[as];W[bs]LB[as:1][bs:2]",
        ),
        (
            "EVENT\nB 1 A1\nMARK a@A1 b@A1",
            ";;B[as]LB[as:b]{I MARK a@A1 b@A1}",
        ),
        (
            "EVENT\nB 1 A1\nMARK a@C3 \\S@B1 \\t@#1",
            ";;B[as]LB[cq:a]SQ[bs]TR[as]{I MARK a@C3 \\s@B1 \\t@#1}",
        ),
        ("EVENT\nMARK \\d@A1 \\c@B1", ";CR[as]MA[bs]"),
        (
            "EVENT\nB 1 A1\nMARK \\t@A1\nUNMARK ALL",
            ";;B[as]{I MARK \\t@A1}{I UNMARK ALL}",
        ),
        // Marks end with their node; the number is that of the variation's move.
        (
            "EVENT\nB 1 A1\nMARK ALL\nW 2 B1\nVAR\nW 2 C1\nMARK #2\nENDVAR",
            ";;B[as]LB[as:1](;W[bs])(;W[cs]LB[cs:2])",
        ),
        // Setup stones and passes have no numbers to show.
        (
            "EVENT\nSETUP B A1\nB 1 PASS\nMARK ALL",
            ";AB[as];B[]{I MARK ALL}",
        ),
    ]);
}

#[test]
fn comments_are_about_the_event_or_its_setup() {
    check(&[
        ("EVENT\nCOM t\nx\nENDCOM", ";C[x]N[t]"),
        ("EVENT\nSETUP B D4\nCOM t\nx\nENDCOM", ";AB[dp]C[x]N[t]"),
        (
            "EVENT\nCOM t\nx\nENDCOM\nSETUP B D4",
            ";AB[dp]C[x]N[t]{F event-comment}",
        ),
        (
            "EVENT\nCOM t\nx\nENDCOM\nSETUP B D4\nCOM u\ny\nENDCOM",
            ";AB[dp]C[y]GC[t\nx]N[u]{F comment-title}",
        ),
        (
            "EVENT\nB 1 Q4\nCOM only a title\nENDCOM",
            ";;B[pp]N[only a title]",
        ),
        ("EVENT\nB 1 Q4\nCOM\nENDCOM", ";;B[pp]C[]"),
        (
            "EVENT\nB 1 Q4\nCOM\nENDCOM\nCOM t\nENDCOM\nCOM u\na\n\n\tb\nENDCOM",
            ";;B[pp]C[t\n\nu\na\n\n b]{I COM/ENDCOM}{I COM t/ENDCOM}{I COM u/a//\tb/ENDCOM}",
        ),
    ]);
}

#[test]
fn event_data_and_setup_data_stay_apart() {
    check(&[
        (
            "EVENT\nMARK a@Q4\nSETUP B D4",
            ";AB[dp]LB[pp:a]{F event-marks}",
        ),
        (
            "EVENT\nMARK a@Q4\nUSER u\nENDUSER\nSETUP B D4\nMARK b@D4\nUSER v\nENDUSER",
            ";AB[dp]LB[dp:b][pp:a]{I MARK a@Q4}{I USER u/ENDUSER}{F setup}{I MARK b@D4}{I USER v/ENDUSER}",
        ),
        ("EVENT\nSETUP B D4 D4", ";AB[dp]{F setup}{I SETUP B D4 D4}"),
    ]);
}

#[test]
fn remarks_are_about_what_follows() {
    check(&[
        (
            "REMARK a\nEVENT\nREMARK b\nSETUP B D4\nREMARK c\nW 1 Q16\nREMARK d\nVAR\nREMARK e\nW 1 Q17\nREMARK f\nENDVAR\nREMARK g",
            ";AB[dp]{I REMARK a}{F setup}{I REMARK b}\
             (;W[pd]{I REMARK c}{F end}{I REMARK g})\
             (;W[pc]{I REMARK d}{I VAR}{I REMARK e}{F end}{I REMARK f})",
        ),
        (
            "EVENT\nB 1 Q4\nVAR\nREMARK x\nENDVAR",
            ";(;B[pp])(;{F end}{I REMARK x})",
        ),
    ]);
}

#[test]
fn prisoners_are_compared_with_the_captures() {
    let moves = "EVENT\nBOARDSIZE 5\nB 1 A2\nW 2 A1\nB 3 B1\n";
    for (prisoner, expected) in [
        ("PRISONER A1", ";;B[ad];W[ae];B[be]"),
        ("PRISONER #2", ";;B[ad];W[ae];B[be]{I PRISONER #2}"),
        ("PRISONER C3", ";;B[ad];W[ae];B[be]{I PRISONER C3}"),
        ("", ";{F no-prisoners};B[ad];W[ae];B[be]"),
    ] {
        assert_eq!(outline(&game(&format!("{moves}{prisoner}"))), expected);
    }
    assert_eq!(reports(&format!("{moves}PRISONER #2")), []);
    let wrong = reports(&format!("{moves}PRISONER C3"));
    assert_eq!(wrong, [("I045", "PRISONER C3".to_owned())]);
    let again = "W 4 A1\nB 5 PASS\nW 6 C1\nPRISONER B1\n";
    let some = format!("{moves}{again}");
    assert!(
        outline(&game(&some)).contains("B[be]{F no-prisoner}"),
        "{}",
        outline(&game(&some))
    );
}

#[test]
fn a_finding_names_its_event_where_a_remark_joins_two_events() {
    let text =
        "EVENT a\nREMARK r\nENDCOM\nEVENT b\nXYZ\nREMARK r\nENDCOM\nB 1 A1\nEVENT c\nB 1 A20\n";
    let mut log = Diagnostics::new();
    assert_eq!(games(text, &mut log).len(), 3);
    let found: Vec<_> = log
        .kept()
        .iter()
        .map(|one| (one.rule.code, one.game))
        .collect();
    assert_eq!(found, [("I014", 0), ("I001", 1), ("I014", 1), ("I040", 2)]);
}

#[test]
fn what_cannot_be_placed_is_reported_and_kept() {
    for (text, expected, code, place) in [
        (
            "EVENT\nBOARDSIZE 9\nB 1 Q16",
            ";;B[?]{I B 1 Q16}",
            "I040",
            "Q16",
        ),
        (
            "EVENT\nBOARDSIZE 9\nSETUP B D4 Q4",
            ";AB[df]{F setup}{I SETUP B D4 Q4}",
            "I040",
            "Q4",
        ),
        ("EVENT\nMARK a@Q30", ";{I MARK a@Q30}", "I040", "a@Q30"),
        ("EVENT\nB 1 Q4\nMARK #7", ";;B[pp]{I MARK #7}", "I041", "#7"),
        ("EVENT\nB 1 Q4\nMARK D4", ";;B[pp]{I MARK D4}", "I042", "D4"),
        (
            "EVENT\nSETUP B D4 W D4",
            ";AW[dp]{F setup}{I SETUP B D4 W D4}",
            "I043",
            "D4",
        ),
        ("EVENT\nDIAGRAM\nHIDE D4", ";;FG[]{I HIDE D4}", "I044", "D4"),
        (
            "EVENT\nB 5 Q4\nW 5 D4",
            ";;B[pp]MN[5];W[dp]MN[5]",
            "I049",
            "5",
        ),
        (
            "EVENT\nB 5 Q4\nW 4 D4",
            ";;B[pp]MN[5];W[dp]MN[4]",
            "I046",
            "4",
        ),
        (
            "EVENT\nB 1 Q4\nVAR x\nB 1 D4",
            ";(;B[pp])(;B[dp]N[x])",
            "I020",
            "VAR x",
        ),
        ("EVENT\nENDVAR", ";", "I021", "ENDVAR"),
        (
            "EVENT\nB 1 Q4\nSETUP W D4",
            ";;B[pp];AW[dp]FG[]",
            "I022",
            "SETUP W D4",
        ),
        (
            "EVENT\nB 1 Q4\nHIDE #1",
            ";;B[pp]{I HIDE #1}",
            "I023",
            "HIDE #1",
        ),
        (
            "EVENT\nPRISONER D4",
            ";{I PRISONER D4}",
            "I024",
            "PRISONER D4",
        ),
        (
            "EVENT\nVAR\nB 1 Q4\nENDVAR",
            ";;B[pp]{F early}",
            "I025",
            "VAR",
        ),
        ("EVENT\nB 1 Q4\nPLACE x", ";PC[x];B[pp]", "I026", "PLACE x"),
        (
            "EVENT\nBOARDSIZE 5\nBOARDSIZE 9",
            ";{I BOARDSIZE 5}{I BOARDSIZE 9}",
            "I027",
            "BOARDSIZE 9",
        ),
        (
            "EVENT\nB 1 A1\nBOARDSIZE 9",
            ";;B[ai]",
            "I028",
            "BOARDSIZE 9",
        ),
        (
            "EVENT\nB 1 Q4\nVAR\nENDVAR\nMARK a@D4",
            ";(;B[pp]LB[dp:a])(;)",
            "I029",
            "MARK a@D4",
        ),
        (
            "EVENT\nREMARK x",
            ";{F end}{I REMARK x}",
            "I030",
            "REMARK x",
        ),
    ] {
        assert_eq!(outline(&game(text)), expected, "{text}");
        assert_eq!(reports(text), [(code, place.to_owned())], "{text}");
    }
}

#[test]
fn the_charset_is_remembered_where_it_matters() {
    let options = ReadOptions {
        charset: Some("cp437".to_owned()),
        ..ReadOptions::default()
    };
    for (text, remembered) in [("EVENT \u{fc}", true), ("EVENT u", false)] {
        let game = read(text, &options, &mut Diagnostics::new()).remove(0);
        assert_eq!(game.charset_label().is_some(), remembered);
    }
}

/// Writes a carrier with entries, each a letter, a blank and words.
fn carrier(entries: &[&str]) -> String {
    let entries: Vec<_> = entries
        .iter()
        .map(|entry| {
            let (letter, words) = entry.split_once(' ').unwrap();
            let dialect = Dialect::from_letter(letter.parse().unwrap()).unwrap();
            Entry::new(dialect, words.to_owned())
        })
        .collect();
    Line::User(memory::encode_block(&entries, None).unwrap()).to_string()
}

#[test]
fn a_carrier_says_what_the_lines_cannot() {
    for (lines, entries, expected) in [
        ("B 1 PASS\n$\n", &["S B[zz]"][..], ";;B[zz]"),
        (
            "B 1 Q4\n$\nMARK lo@D4",
            &["S LB[dp:long]"],
            ";;B[pp]LB[dp:long]",
        ),
        ("B 1 Q4\n$\nCOM\nGo\nENDCOM", &["S C[Gö]"], ";;B[pp]C[Gö]"),
        (
            "B 1 Q4\n$",
            &["S TE[1]", "G IT", "F x"],
            ";;B[pp]TE[1]{G IT}{F x}",
        ),
        ("DIAGRAM\n$\nW 1 D4", &["S FG", "S HO[1]"], ";;HO[1];W[dp]"),
        // The record was changed: the label is another one, and the rest still holds.
        (
            "B 1 Q4\n$\nMARK xx@D4",
            &["S LB[dp:long]", "S TE[1]"],
            ";;B[pp]LB[dp:xx]TE[1]",
        ),
        ("B 1 D4\n$\n", &["S B[zz]"], ";;B[dp]"),
    ] {
        let text = format!(
            "EVENT\nBOARDSIZE 19\n{}",
            lines.replace('$', &carrier(entries))
        );
        assert_eq!(outline(&game(&text)), expected, "{text}");
    }
}

#[test]
fn a_broken_carrier_is_an_ordinary_block() {
    let broken = carrier(&["S TE[1]"]).replace("TE", "BM");
    let game = game(&format!("EVENT\nB 1 Q4\n{broken}")).into_owned();
    assert_eq!(
        outline(&game),
        format!(";;B[pp]{{I {}}}", broken.replace('\n', "/"))
    );
}

#[test]
fn facts_rebuild_the_tree() {
    for (lines, facts, expected) in [
        (
            "EVENT\n$\nB 1 Q4\nCOM\nx\nENDCOM\nW 2 D4",
            &["F root-move"][..],
            ";B[pp]C[x];W[dp]",
        ),
        (
            "EVENT\n$\nSETUP B D4\nCOM\nx\nENDCOM\nMARK a@D4\nW 1 Q4",
            &["F setup-node"],
            ";;AB[dp]C[x]LB[dp:a];W[pp]",
        ),
        (
            "EVENT\nB 1 Q4\n$\nVAR\nENDVAR\nVAR\nB 1 D4\nENDVAR\nW 2 C3",
            &["F order 2"],
            ";(;)(;B[pp];W[cq])(;B[dp])",
        ),
        (
            "EVENT\nB 1 Q4\nDIAGRAM\n$\nDIAGRAM\n$",
            &["F leaf"],
            ";;B[pp](;FG[])(;FG[])",
        ),
        ("EVENT\n$\nCOM\nx\nENDCOM", &["F game-comment"], ";GC[x]"),
    ] {
        let text = lines.replace('$', &carrier(facts));
        let found = outline(&game(&text));
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn continuation_events_join_the_event_before() {
    let first = format!(
        "EVENT x\nB 1 Q4\n{}\nW 2 D4\n",
        carrier(&["F continued 1 1"])
    );
    let second = format!(
        "EVENT x (continued)\n{}\nSETUP B Q4 D16\nMARK a@Q4\nW 2 C3\nMARK ALL",
        carrier(&["F continuation 1", "S AB[dd]"])
    );
    assert_eq!(
        outline(&game(&format!("{first}{second}"))),
        ";EV[x];B[pp](;AB[dd]LB[pp:a];W[cq]LB[cq:2])(;W[dp])"
    );
    let mut log = Diagnostics::new();
    let text = format!("EVENT x\nB 1 Q4\n{second}");
    assert_eq!(games(&text, &mut log).len(), 2);
    assert!(log.kept().iter().any(|report| report.rule.code == "I047"));
}

#[test]
fn a_continuation_event_is_of_one_game_and_only_once() {
    let first = |name: &str, number: u32| {
        let continued = carrier(&[&format!("F continued {number} 1")]);
        format!("EVENT {name}\nB 1 Q4\n{continued}\n")
    };
    let second = |number: u32| {
        let continuation = carrier(&[&format!("F continuation {number}")]);
        format!("EVENT\n{continuation}\nSETUP B Q4 D16\nW 2 C3\n")
    };
    for (events, nodes) in [
        // Two games of one file each that a person has mixed.
        (
            vec![first("a", 70), first("b", 81), second(70), second(81)],
            &[2, 2, 2, 2][..],
        ),
        (vec![first("a", 70), second(70), second(70)], &[4, 2]),
        (vec![first("a", 70), second(71)], &[2, 2]),
    ] {
        let text = events.concat();
        let games = games(&text, &mut Diagnostics::new());
        let found: Vec<_> = games.iter().map(Game::node_count).collect();
        assert_eq!(found, nodes, "{text}");
    }
}

#[test]
fn a_block_belongs_to_the_line_that_it_names() {
    let block = |about: &str| {
        let entries = [Entry::new(Dialect::Sgf, "TB[aa]")];
        Line::User(memory::encode_block(&entries, Some(about)).unwrap()).to_string()
    };
    for (lines, about, expected) in [
        ("B 1 Q4\n$", "B 1 Q4", ";;B[pp]TB[aa]"),
        ("B 1 D4\n$", "B 1 Q4", ";;B[dp]TB[aa]"),
        ("B 3 Q4\n$", "B 1 Q4", ";;B[pp]MN[3]TB[aa]"),
        ("W 1 Q4\n$", "B 1 Q4", ";;W[pp]TB[aa]"),
        ("B 3 D4\n$", "B 1 Q4", ";;B[dp]MN[3]"),
        ("B 1 Q4\nMARK a@Q4\n$", "B 1 Q4", ";;B[pp]LB[pp:a]TB[aa]"),
        (
            "B 1 Q4\nVAR\nB 1 D4\nENDVAR\n$",
            "B 1 Q4",
            ";(;B[pp])(;B[dp])",
        ),
        ("B 1 Q4\n$", "DIAGRAM", ";;B[pp]"),
        ("DIAGRAM\n$", "DIAGRAM", ";;FG[]TB[aa]"),
        ("DIAGRAM\n$", "B 1 Q4", ";;FG[]"),
        ("$", "EVENT", ";TB[aa]"),
        ("$", "B 1 Q4", ";"),
        ("B 1 Q4\n$", "EVENT", ";;B[pp]"),
    ] {
        let text = format!("EVENT\n{}\n", lines.replace('$', &block(about)));
        let mut log = Diagnostics::new();
        let games = games(&text, &mut log);
        assert_eq!(outline(&games[0]), expected, "{text}");
        // What says nothing is left out by name.
        let left_out = !expected.contains("TB");
        let named = log.kept().iter().any(|report| report.rule.code == "I048");
        assert_eq!(
            (named, log.left_out().len()),
            (left_out, usize::from(left_out)),
            "{text}"
        );
    }
}

#[test]
fn a_hundred_thousand_nested_variations_need_no_stack() {
    let depth = 100_000;
    let mut text = String::from("EVENT\n");
    for _ in 0..depth {
        text.push_str("B 1 Q4\nVAR\n");
    }
    text.push_str("B 1 D4\n");
    text.push_str(&"ENDVAR\n".repeat(depth));
    let game = game(&text);
    assert_eq!(game.children(crate::model::NodeId::ROOT).count(), depth + 1);
    let last = game.last_child(crate::model::NodeId::ROOT).unwrap();
    let point = Point::new(3, 15);
    assert_eq!(game.mv(last), Some(Move::at(Color::Black, point)));
}

#[test]
fn each_event_has_its_own_board() {
    for (text, expected) in [
        ("EVENT a\nEVENT b\nBOARDSIZE 9\nB 1 A1\n", &[19, 9][..]),
        (
            "EVENT a\nREMARK x\nEVENT b\nREMARK x\nEVENT c\nBOARDSIZE 9\n",
            &[19, 19, 9],
        ),
        ("REMARK x\nEVENT a\nBOARDSIZE 9\nEVENT b\n", &[9, 19]),
        ("BOARDSIZE 9\nEVENT b\nBOARDSIZE 13\n", &[9, 13]),
    ] {
        let games = games(text, &mut Diagnostics::new());
        let rows: Vec<_> = games.iter().map(|game| game.size.rows).collect();
        assert_eq!(rows, expected, "{text}");
    }
}
