mod places;

use std::fmt::Write;

use super::*;
use crate::bracket::property::{move_text, property_text};
use crate::model::{BoardSize, Color, Move, Place, Point, Step};

fn game(text: &str) -> Game<'_> {
    let mut games = read(text, &mut Diagnostics::new());
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// Writes a game on one line: nodes with `;`, variations in parentheses.
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
    }
    text
}

fn reports(text: &str) -> Vec<(&'static str, String)> {
    let mut log = Diagnostics::new();
    read(text, &mut log);
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
        ("", ";"),
        ("\x1A", ";"),
        ("EVENT", ";"),
        ("BLACK A\nB 1 Q4\nW 2 D4", ";PB[A];B[pp];W[dp]"),
        (
            "event\tTabbed title\n   b\t1   q16\n",
            ";EV[Tabbed title];B[pd]",
        ),
        ("EVENT a\tb", ";EV[a b]"),
        ("EVENT x\nB 1 Q4\nRESULT W+15", ";EV[x]RE[W+15];B[pp]"),
        ("junk\nREMARK r\nEVENT x\n", ";EV[x]"),
    ]);
    let several = "B 1 Q4\nEVENT b\nEVENT c";
    assert_eq!(read(several, &mut Diagnostics::new()).len(), 3);
}

#[test]
fn header_lines_are_game_information() {
    check(&[
        (
            "EVENT\nBLACK Haruyama 6-dan\nKOMI 0\nDATE 8 March 1990\nRULES Japanese",
            ";BR[6d]DT[1990-03-08]KM[0]PB[Haruyama]RU[Japanese]",
        ),
        ("EVENT\nKOMI 3 1/2\nBLACK A\nBLACK\n", ";KM[3.5]PB[]"),
        ("EVENT\nSOURCE Part A\nSOURCE Part B", ";SO[Part A; Part B]"),
        (
            "EVENT\nSOURCE a part of\nSOURCE \"A,\"\nSOURCE B\nSOURCE and C",
            ";SO[a part of \"A,\" B and C]",
        ),
    ]);
}

#[test]
fn knows_the_board_before_the_stones() {
    let game = game("EVENT\nSETUP B A1 J9\nBOARDSIZE 9\nW 1 E5");
    assert_eq!(game.size, BoardSize::square(9));
    assert_eq!(outline(&game), ";AB[ia][ai];W[ee]");
    let text = "BOARDSIZE 5\nB 1 A1\nEVENT\nBOARDSIZE 9\nB 1 A1";
    let sizes: Vec<_> = read(text, &mut Diagnostics::new())
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
            ";(;B[pp])(;B[pq];W[dq])(;B[qp]N[b])(;B[qo])",
        ),
        ("EVENT\nB 1 Q4\nVAR\nENDVAR\nW 2 D4", ";(;B[pp];W[dp])(;)"),
        ("EVENT\nB 1 Q4\nVAR\nDIAGRAM\nENDVAR", ";(;B[pp])(;FG[])"),
        (
            "EVENT\nB 1 Q4\nDIAGRAM\nVAR z\nB 1 D4\nENDVAR\nW 2 D16",
            ";(;B[pp];FG[];W[dd])(;B[dp]N[z])",
        ),
    ]);
}

#[test]
fn numbers_are_read_where_they_do_not_follow() {
    check(&[
        (
            "EVENT\nB 1 Q4\nW 2 D4\nVAR\nB 1 D5\nENDVAR\nB 3 D6",
            ";;B[pp](;W[dp];B[dn])(;B[do]MN[1])",
        ),
        ("EVENT\nB 12 Q3\nW 13 R5", ";;B[pq]MN[12];W[qo]"),
        ("EVENT\nB 0 Q3\nW 1 R5", ";;B[pq]MN[0];W[qo]"),
    ]);
}

#[test]
fn diagrams_are_nodes_without_a_move() {
    check(&[
        ("EVENT\nB 1 Q4\nDIAGRAM\nW 2 D4", ";;B[pp];FG[];W[dp]"),
        ("EVENT\nB 1 Q4\nDIAGRAM\nDIAGRAM", ";;B[pp];FG[];FG[]"),
        // What shows something else is a leaf, after the node with which play continues.
        (
            "EVENT\nB 1 Q4\nDIAGRAM b5 j12\nHIDE #1\nSETUP W C6\nW 2 D4\nDIAGRAM A1 J9\n",
            ";;B[pp](;W[dp];FG[]VW[ak:is])(;AE[pp]AW[cn]FG[]VW[bh:io])",
        ),
        ("EVENT\nDIAGRAM b12 j5", ";;FG[]VW[bh:io]"),
        (
            "EVENT\nDIAGRAM A1 B2\nDIAGRAM A1 C3",
            ";(;FG[]VW[ar:bs])(;FG[]VW[aq:cs])",
        ),
        (
            "EVENT\nB 1 Q4\nVAR a\nDIAGRAM A1 B2\nDIAGRAM A1 C3\nENDVAR",
            ";(;B[pp])(;FG[]N[a]VW[ar:bs])(;FG[]VW[aq:cs])",
        ),
        // An own setup stone takes the place of a hidden one.
        (
            "EVENT\nB 1 Q4\nDIAGRAM\nHIDE Q4\nSETUP W Q4",
            ";;B[pp];AW[pp]FG[]",
        ),
        ("BOARDSIZE 9\nDIAGRAM 19x19", ";;FG[]VW[aa:ii]"),
    ]);
}

#[test]
fn marks_are_evaluated_in_order() {
    check(&[
        (
            "EVENT\nB 1 A1\nW 2 B1\nB 3 C1\nMARK #1-3\nUNMARK #2-3\nMARK #3",
            ";;B[as];W[bs];B[cs]LB[as:1][cs:3]",
        ),
        (
            "EVENT\nB 1 A1\nW 2 B1\nMARK all",
            ";;B[as];W[bs]LB[as:1][bs:2]",
        ),
        ("EVENT\nB 1 A1\nMARK a@A1 b@A1", ";;B[as]LB[as:b]"),
        (
            "EVENT\nB 1 A1\nMARK a@C3 \\S@B1 \\t@#1",
            ";;B[as]LB[cq:a]SQ[bs]TR[as]",
        ),
        ("EVENT\nMARK \\d@A1 \\c@B1", ";CR[as]MA[bs]"),
        ("EVENT\nB 1 A1\nMARK \\t@A1\nUNMARK ALL", ";;B[as]"),
        // Marks end with their node; the number is that of the variation's move.
        (
            "EVENT\nB 1 A1\nMARK ALL\nW 2 B1\nVAR\nW 2 C1\nMARK #2\nENDVAR",
            ";;B[as]LB[as:1](;W[bs])(;W[cs]LB[cs:2])",
        ),
        // Setup stones and passes have no numbers to show.
        ("EVENT\nSETUP B A1\nB 1 PASS\nMARK ALL", ";AB[as];B[]"),
    ]);
}

#[test]
fn comments_are_about_the_event_or_its_setup() {
    check(&[
        ("EVENT\nCOM t\nx\nENDCOM", ";C[x]N[t]"),
        ("EVENT\nSETUP B D4\nCOM t\nx\nENDCOM", ";AB[dp]C[x]N[t]"),
        ("EVENT\nCOM t\nx\nENDCOM\nSETUP B D4", ";AB[dp]C[x]N[t]"),
        (
            "EVENT\nCOM t\nx\nENDCOM\nSETUP B D4\nCOM u\ny\nENDCOM",
            ";AB[dp]C[y]GC[t\nx]N[u]",
        ),
        (
            "EVENT\nB 1 Q4\nCOM only a title\nENDCOM",
            ";;B[pp]N[only a title]",
        ),
        ("EVENT\nB 1 Q4\nCOM\nENDCOM", ";;B[pp]C[]"),
        (
            "EVENT\nB 1 Q4\nCOM\nENDCOM\nCOM t\nENDCOM\nCOM u\na\n\n\tb\nENDCOM",
            ";;B[pp]C[t\n\nu\na\n\n b]",
        ),
    ]);
}

#[test]
fn event_data_and_setup_data_stay_apart() {
    check(&[
        ("EVENT\nMARK a@Q4\nSETUP B D4", ";AB[dp]LB[pp:a]"),
        (
            "EVENT\nMARK a@Q4\nUSER u\nENDUSER\nSETUP B D4\nMARK b@D4\nUSER v\nENDUSER",
            ";AB[dp]LB[dp:b][pp:a]",
        ),
        ("EVENT\nSETUP B D4 D4", ";AB[dp]"),
    ]);
}

#[test]
fn remarks_and_data_of_programs_say_nothing_about_the_game() {
    check(&[
        (
            "REMARK a\nEVENT\nREMARK b\nSETUP B D4\nREMARK c\nW 1 Q16\nREMARK d\nVAR\nREMARK e\nW 1 Q17\nREMARK f\nENDVAR\nREMARK g",
            ";AB[dp](;W[pd])(;W[pc])",
        ),
        ("EVENT\nB 1 Q4\nVAR\nREMARK x\nENDVAR", ";(;B[pp])(;)"),
        (
            "EVENT\nUSER u\nB 1 D4\nENDUSER\nB 1 Q4\nUSER ishi 3\nMARK a@Q4\nENDUSER\nMARK b@Q4",
            ";;B[pp]LB[pp:b]",
        ),
    ]);
}

#[test]
fn prisoners_are_compared_with_the_captures() {
    let moves = "EVENT\nBOARDSIZE 5\nB 1 A2\nW 2 A1\nB 3 B1\n";
    for prisoner in ["PRISONER A1", "PRISONER #2", "PRISONER C3", ""] {
        let found = outline(&game(&format!("{moves}{prisoner}")));
        assert_eq!(found, ";;B[ad];W[ae];B[be]");
    }
    assert_eq!(reports(&format!("{moves}PRISONER A1")), []);
    assert_eq!(reports(&format!("{moves}PRISONER #2")), []);
    let wrong = reports(&format!("{moves}PRISONER C3"));
    assert_eq!(wrong, [("I045", "PRISONER C3".to_owned())]);
    // A record can leave out the prisoners of some moves, and of all.
    let again = "W 4 E1\nB 5 E2\nW 6 C3\nB 7 D1\nPRISONER E1\n";
    assert_eq!(reports(&format!("{moves}{again}")), []);
    assert_eq!(reports(moves), []);
}

#[test]
fn a_finding_names_its_event_where_a_remark_joins_two_events() {
    let text =
        "EVENT a\nREMARK r\nENDCOM\nEVENT b\nXYZ\nREMARK r\nENDCOM\nB 1 A1\nEVENT c\nB 1 A20\n";
    let mut log = Diagnostics::new();
    assert_eq!(read(text, &mut log).len(), 3);
    let found: Vec<_> = log
        .kept()
        .iter()
        .map(|one| (one.rule.code, one.game))
        .collect();
    assert_eq!(found, [("I014", 0), ("I001", 1), ("I014", 1), ("I040", 2)]);
}

#[test]
fn what_cannot_be_placed_is_reported() {
    for (text, expected, code, place) in [
        ("EVENT\nBOARDSIZE 9\nB 1 Q16", ";;B[?]", "I040", "Q16"),
        ("EVENT\nBOARDSIZE 9\nSETUP B D4 Q4", ";AB[df]", "I040", "Q4"),
        ("EVENT\nMARK a@Q30", ";", "I040", "a@Q30"),
        ("EVENT\nB 1 Q4\nMARK #7", ";;B[pp]", "I041", "#7"),
        ("EVENT\nB 1 Q4\nMARK D4", ";;B[pp]", "I042", "D4"),
        ("EVENT\nSETUP B D4 W D4", ";AW[dp]", "I043", "D4"),
        ("EVENT\nDIAGRAM\nHIDE D4", ";;FG[]", "I044", "D4"),
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
        ("EVENT\nB 1 Q4\nHIDE #1", ";;B[pp]", "I023", "HIDE #1"),
        ("EVENT\nPRISONER D4", ";", "I024", "PRISONER D4"),
        ("EVENT\nVAR\nB 1 Q4\nENDVAR", ";;B[pp]", "I025", "VAR"),
        ("EVENT\nB 1 Q4\nPLACE x", ";PC[x];B[pp]", "I026", "PLACE x"),
        (
            "EVENT\nBOARDSIZE 5\nBOARDSIZE 9",
            ";",
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
        ("EVENT\nREMARK x", ";", "I030", "REMARK x"),
        ("EVENT\nDIAGRAM\nPLACE x", ";PC[x];FG[]", "I026", "PLACE x"),
    ] {
        assert_eq!(outline(&game(text)), expected, "{text}");
        assert_eq!(reports(text), [(code, place.to_owned())], "{text}");
    }
}

#[test]
fn an_event_that_continues_another_is_a_game_of_its_own() {
    let text = "EVENT x\nB 1 Q4\nW 2 D4\n\
                EVENT x (continued)\nUSER ishi 3 continues\nENDUSER\n\
                SETUP B Q4 D16\nMARK a@Q4\nW 2 C3\nMARK ALL";
    let games = read(text, &mut Diagnostics::new());
    let found: Vec<_> = games.iter().map(outline).collect();
    assert_eq!(
        found,
        [
            ";EV[x];B[pp];W[dp]",
            ";AB[dd][pp]EV[x (continued)]LB[pp:a];W[cq]LB[cq:2]MN[2]",
        ]
    );
    assert_eq!(reports(text), []);
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
fn diagrams_come_after_the_node_with_which_play_continues() {
    let nested = "VAR\nDIAGRAM A1 B2\nVAR\nB 1 D4\nENDVAR\nDIAGRAM A1 C3\nENDVAR\n";
    let text =
        format!("EVENT\nB 1 Q4\n{nested}VAR\nB 1 D3\nW 2 C3\n{nested}ENDVAR\n{nested}W 2 Q16");
    let [first, second] = ["(;FG[]VW[ar:bs])", "(;FG[]VW[aq:cs])"];
    let nested = format!("{first}(;B[dp]){second}");
    let numbered = format!("{first}(;B[dp]MN[1]){second}");
    let expected = format!(";(;B[pp];W[pd]){nested}(;B[dq](;W[cq]){numbered}){nested}");
    assert_eq!(outline(&game(&text)), expected);
    check(&[(
        "EVENT\nB 1 Q4\nVAR\nDIAGRAM\nVAR\nB 1 D4\nENDVAR\nSETUP B C3\nB 1 E5\nENDVAR",
        ";(;B[pp])(;AB[cq]FG[](;B[eo])(;B[dp]))",
    )]);
    check(&[(
        "EVENT\nB 1 Q4\nDIAGRAM\nVAR\nB 1 D4\nENDVAR\nCOM\nx\nENDCOM",
        ";(;B[pp]C[x];FG[])(;B[dp])",
    )]);
    check(&[("EVENT\nVAR\nB 1 Q4\nENDVAR\nB 1 D4", ";(;B[dp])(;B[pp])")]);
    // The diagram of one event does not reach the next, and neither does its open variation.
    let text = "EVENT a\nDIAGRAM\nVAR\nB 1 D4\nENDVAR\nEVENT b\nSETUP B D4";
    let games = read(text, &mut Diagnostics::new());
    assert_eq!(outline(&games[0]), ";EV[a];FG[];B[dp]");
    let text = "EVENT a\nB 1 Q4\nVAR\nEVENT b\nDIAGRAM\nSETUP B D4\nB 1 C3";
    let games = read(text, &mut Diagnostics::new());
    assert_eq!(outline(&games[1]), ";EV[b](;B[cq])(;AB[dp]FG[])");
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
        ("EVENT\nBOARDSIZE 5\nBOARDSIZE 9\n", &[9]),
    ] {
        let games = read(text, &mut Diagnostics::new());
        let rows: Vec<_> = games.iter().map(|game| game.size.rows).collect();
        assert_eq!(rows, expected, "{text}");
    }
}

#[test]
fn data_directly_after_var_or_endvar_are_late_and_data_of_a_diagram_are_not() {
    let game = "EVENT\nB 1 Q4\nVAR\n";
    for (rest, expected) in [
        ("MARK a@D4\nB 1 D4\nENDVAR\n", &[("I029", "MARK a@D4")][..]),
        ("B 1 D4\nENDVAR\nMARK a@D4\n", &[("I029", "MARK a@D4")]),
        (
            "B 1 D4\nENDVAR\nno line\nW 2 C3\nMARK a@D4\n",
            &[("I001", "no line")],
        ),
        ("B 1 D4\nENDVAR\nDIAGRAM\nMARK a@D4\n", &[]),
        ("B 1 D4\nENDVAR\nDIAGRAM A1 B2\nMARK a@A1\n", &[]),
    ] {
        let expected: Vec<_> = expected
            .iter()
            .map(|(code, line)| (*code, (*line).to_owned()))
            .collect();
        assert_eq!(reports(&format!("{game}{rest}")), expected, "{rest}");
    }
}

#[test]
fn a_header_after_var_is_late_although_no_move_came_before() {
    let found = reports("EVENT\nVAR\nPLACE x\nENDVAR\n");
    let expected = [("I025", "VAR"), ("I026", "PLACE x")];
    assert_eq!(found, expected.map(|(code, line)| (code, line.to_owned())));
}

#[test]
fn only_the_last_line_of_a_value_counts_and_an_unread_one_is_a_comment_on_the_game() {
    check(&[
        ("EVENT\nKOMI soon\nKOMI 5", ";KM[5]"),
        ("EVENT\nKOMI 5\nKOMI soon", ";GC[KOMI soon]"),
        ("EVENT\nHANDICAP x\nHANDICAP y\nHANDICAP 2", ";HA[2]"),
        ("EVENT\nRESULT who knows\nRESULT B+1", ";RE[B+1]"),
    ]);
}
