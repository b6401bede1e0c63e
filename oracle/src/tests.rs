use std::fmt::Write as _;

use super::*;

fn record(text: &str, format: Format) -> Record<'_> {
    Record {
        bytes: text.as_bytes(),
        format,
        charset: "utf-8",
    }
}

/// Compares two texts in UTF-8, of which no game was refused.
fn compared(source: &str, from: Format, result: &str, to: Format) -> Verdict {
    judge(record(source, from), record(result, to), &|_| Fate::Whole)
}

/// Compares two texts in SGF.
fn sgf(source: &str, result: &str) -> Verdict {
    compared(source, Format::Sgf, result, Format::Sgf)
}

/// Returns the fields in which two texts differ.
fn differ(source: &str, result: &str) -> Vec<Field> {
    sgf(source, result)
        .disagreements
        .iter()
        .map(|found| found.field)
        .collect()
}

#[test]
fn the_same_in_other_words_is_agreed() {
    let source = "text (\n; FF[4]GM[1] SZ[9:9] KM[6.50] AB[aa:ab]AB[ca] C[a\\\nb\\]\r\nc]PB[x\ny];B[cc]LB[cc:1] (;W[])(;W[dd]))";
    let result = "(;FF[4]CA[UTF-8]SZ[9]KM[6.5]AB[aa][ab][ca]PB[x y]C[ab\\]\nc];B[c c]LB[cc:1](;W[tt])(;W[dd]))after";
    let verdict = sgf(source, result);
    assert_eq!(
        verdict,
        Verdict {
            games: 1,
            ..Verdict::default()
        }
    );
}

#[test]
fn each_difference_has_its_field() {
    let source = "(;SZ[9]PB[a]DT[1990-03-08]RE[B+R]KM[5]C[x]AB[aa]AW[bb]TR[aa]LB[aa:1](;B[cc])(;B[dd];W[ee]))";
    for (from, to, field) in [
        ("(;B[cc])(;B[dd];W[ee])", "(;B[cc])(;B[dd](;W[ee]))", None),
        ("W[ee]", "W[ef]", Some(Field::Moves)),
        ("W[ee]", "B[ee]", Some(Field::Moves)),
        (
            "(;B[cc])(;B[dd];W[ee])",
            "(;B[dd];W[ee])(;B[cc])",
            Some(Field::Moves),
        ),
        (
            "(;B[cc])(;B[dd];W[ee])",
            "(;B[cc])(;B[dd])(;W[ee])",
            Some(Field::Moves),
        ),
        (
            "(;B[cc])(;B[dd];W[ee])",
            "(;B[cc])(;B[dd])",
            Some(Field::Moves),
        ),
        ("AW[bb]", "", Some(Field::Setup)),
        ("TR[aa]", "MA[aa]", Some(Field::Marks)),
        ("LB[aa:1]", "LB[aa:2]", Some(Field::Labels)),
        ("C[x]", "C[ x]", Some(Field::Texts)),
        ("PB[a]", "PW[a]", Some(Field::Names)),
        ("1990-03-08", "1990-03-09", Some(Field::Dates)),
        ("B+R", "W+R", Some(Field::Results)),
        ("KM[5]", "KM[5.5]", Some(Field::Terms)),
        ("SZ[9]", "SZ[13]", Some(Field::Terms)),
    ] {
        let result = source.replacen(from, to, 1);
        assert_ne!(source, result);
        assert_eq!(
            differ(source, &result),
            field.into_iter().collect::<Vec<_>>(),
            "{result}"
        );
    }
    assert_eq!(differ("(;B[aa])(;B[bb])", "(;B[aa])"), [Field::Games]);
}

#[test]
fn what_is_damaged_is_not_judged() {
    for (text, cause) in [
        ("(;SZ[9]KM;B[aa])", "a word without a value"),
        (
            "(;C[a [15k]: b];B[aa])",
            "a bracket that may be part of a text",
        ),
        ("(;B[aa]", "a game without its end"),
        ("(;B[aa]C[x)", "a value without its end"),
        ("(;B[aa](;W[bb]);W[cc])", "a node after a variation"),
        ("(;B[aa],W[bb])", "characters between properties"),
        ("(;B[aa]())", "a variation without a node"),
        ("(GM[1];B[aa])", "a game without its start"),
        ("(;SZ[x];B[aa])", "a board size that is not a number"),
        ("(;B[aa][bb])", "a move with several points"),
        ("(;B[aa]W[bb])", "two moves in a node"),
        ("(;SZ[9];B[kk])", "a move that is not a point of the board"),
    ] {
        let verdict = sgf(text, text);
        let causes: Vec<_> = verdict
            .abstentions
            .iter()
            .map(|found| found.cause)
            .collect();
        assert!(
            causes == [cause] || text.contains(',') && causes.len() == 1,
            "{text}: {causes:?}"
        );
        assert_eq!(verdict.disagreements, []);
    }
    let verdict = sgf("(;RE[B+2 or 3]LB[zz:1])", "(;RE[B+2])");
    let fields: Vec<_> = verdict
        .abstentions
        .iter()
        .map(|found| found.field)
        .collect();
    assert_eq!(fields, [Some(Field::Labels), Some(Field::Results)]);
    let damaged = |source: &str, result: &str| {
        let (source, result) = (record(source, Format::Sgf), record(result, Format::Sgf));
        let verdict = judge(source, result, &|_| Fate::Damaged);
        (verdict.disagreements.len(), verdict.abstentions.len())
    };
    assert_eq!(damaged("(;B[aa])", "(;B[aa])"), (0, 0));
    assert_eq!(damaged("(;B[aa])", "(;B[bb])"), (0, 1));
}

#[test]
fn letters_and_marks_of_smart_go_are_labels_triangles_and_crosses() {
    let (old, new) = (Format::SmartGo, Format::Sgf);
    let game = "(;FF[1]SZ[9]AW[aa]AB[ab]DT[May 3, 1990]RE[White resigns.];B[ba]L[cc][dd]M[aa][ab])";
    let same = "(;FF[4]SZ[9]AW[aa]AB[ab]DT[1990-05-03]RE[B+R];B[ba]LB[cc:A][dd:B]MA[aa]TR[ab])";
    let agreed = Verdict {
        games: 1,
        ..Verdict::default()
    };
    assert_eq!(compared(game, old, same, new), agreed);
    assert_eq!(
        compared(same, new, &game.replace("May 3, 1990", "1990-05-03"), old),
        agreed
    );
    for (right, wrong, field) in [
        ("cc:A", "cc:B", Field::Labels),
        ("MA[aa]", "TR[aa]", Field::Marks),
        ("05-03", "05-04", Field::Dates),
        ("B+R", "W+R", Field::Results),
    ] {
        let said = compared(game, old, &same.replace(right, wrong), new);
        assert_eq!(
            said.disagreements.first().map(|found| found.field),
            Some(field),
            "{said:?}"
        );
    }
    let unsaid = "(;FF[4]SZ[9];B[ba]LB[cc:7]AN[x]C[Zürich ü])";
    let shown = "(;FF[1]SZ[9];B[ba]C[Zurich ue])";
    assert_eq!(compared(unsaid, new, shown, old), agreed);
    let lost = compared(unsaid, new, &shown.replace("rich", "rih"), old);
    assert_eq!(lost.disagreements.len(), 1);
}

#[test]
fn bytes_contradict_a_wrong_charset() {
    let said = |bytes: &[u8], charset: &str, text: &str| {
        let source = Record {
            bytes,
            format: Format::Sgf,
            charset,
        };
        judge(source, record(text, Format::Sgf), &|_| Fate::Whole)
    };
    let field = |verdict: Verdict| verdict.disagreements.first().map(|found| found.field);
    assert_eq!(field(said(b"(;C[\x81])", "cp437", "(;C[ü])")), None);
    assert_eq!(
        field(said(b"(;C[\x81])", "cp437", "(;C[Å])")),
        Some(Field::Texts)
    );
    assert_eq!(field(said(b"(;C[\x8A])", "macintosh", "(;C[ä])")), None);
    assert_eq!(
        field(said(b"(;C[\xE4\x80])", "windows-1252", "(;C[ä€])")),
        None
    );
    assert_eq!(
        field(said("(;C[äöüß])".as_bytes(), "windows-1252", "(;C[x])")),
        Some(Field::Charset)
    );
    assert_eq!(
        field(said("(;C[ä])".as_bytes(), "us-ascii", "(;C[ä])")),
        Some(Field::Charset)
    );
    // The second byte of this character is a bracket.
    assert_eq!(
        field(said(
            b"(;C[\x83\x5D];B[aa])",
            "shift_jis",
            "(;C[\u{30BE}];B[aa])"
        )),
        None
    );
    assert_eq!(
        field(said(b"(;C[\x83\x5D];B[aa])", "shift_jis", "(;C[ab];B[aa])")),
        Some(Field::Texts)
    );
}

#[test]
fn games_that_were_refused_are_not_missed() {
    let source = "(;SZ[9];B[aa])(;SZ[9:13];B[bb])(;SZ[9];B[cc])";
    let result = "(;FF[1]SZ[9];B[aa])(;FF[1]SZ[9];B[cc])";
    let verdict = judge(
        record(source, Format::Sgf),
        record(result, Format::SmartGo),
        &|number| {
            if number == 2 {
                Fate::LeftOut
            } else {
                Fate::Whole
            }
        },
    );
    assert_eq!(
        verdict,
        Verdict {
            games: 2,
            ..Verdict::default()
        }
    );
}

const EVENT: &str = "\
EVENT t
BLACK Go Seigen 9-dan
DATE 8 March 1990
RESULT White wins by resignation
BOARDSIZE 9
SETUP B A1 W A2
COM
the position
ENDCOM
B 1 E5
MARK ALL
UNMARK #1
MARK x@E5 \\t@A1
W 2 B1
PRISONER A1
COM title
text
ENDCOM
VAR
W 2 C3
ENDVAR
DIAGRAM
HIDE E5
SETUP W J9
B 3 PASS
";

const SAME: &str = "(;FF[4]SZ[9]EV[t]PB[Go Seigen]BR[9d]DT[1990-03-08]RE[B+R]AB[ai]AW[ah]C[the position]\
;B[ee]LB[ee:x]TR[ai](;W[bi]N[title]C[text](;B[])(;FG[]AE[ee]AW[ia]))(;W[cg]))";

#[test]
fn ishi_says_the_same_as_sgf() {
    let (old, new) = (Format::Ishi, Format::Sgf);
    let agreed = Verdict {
        games: 1,
        ..Verdict::default()
    };
    // White won in one, Black in the other.
    let event = EVENT.replace("White wins", "Black wins");
    assert_eq!(compared(&event, old, SAME, new), agreed);
    assert_eq!(compared(SAME, new, &event, old), agreed);
    assert_eq!(compared(&event, old, &event, old), agreed);
    for (right, wrong, field) in [
        ("UNMARK #1\n", "", None),
        ("x@E5", "y@E5", Some(Field::Labels)),
        ("\\t@A1", "\\s@A1", Some(Field::Marks)),
        ("MARK x@E5", "MARK E5", Some(Field::Labels)),
        ("8 March", "9 March", Some(Field::Dates)),
        ("Black wins", "White wins", Some(Field::Results)),
        ("9-dan", "8-dan", Some(Field::Names)),
        ("Seigen", "Seigem", Some(Field::Names)),
        ("W A2", "", Some(Field::Setup)),
        ("HIDE E5\n", "", Some(Field::Setup)),
        ("W J9", "B J9", Some(Field::Setup)),
        ("PRISONER A1\n", "", Some(Field::Captures)),
        ("W 2 C3", "W 2 C4", Some(Field::Moves)),
        ("B 1 E5", "B 2 E5", Some(Field::Moves)),
        ("VAR\nW 2 C3\nENDVAR\n", "", Some(Field::Moves)),
        ("COM title", "COM titel", Some(Field::Texts)),
        ("the position", "the", Some(Field::Texts)),
    ] {
        let other = event.replacen(right, wrong, 1);
        assert_ne!(other, event);
        let said = compared(SAME, new, &other, old);
        let found = said.disagreements.first().map(|found| found.field);
        assert_eq!(found, field, "{right:?} {wrong:?}: {said:?}");
    }
}

#[test]
fn game_information_of_servers_is_not_judged() {
    for root in ["TE[Cup]", "RD[2018-04-24]", "KO[7.5]", "AP[foxwq]KM[0]"] {
        let source = format!("(;SZ[9]{root};B[aa])");
        let said = compared(&source, Format::Sgf, "(;SZ[9]KM[6];B[aa])", Format::Sgf);
        assert_eq!(said.disagreements, [], "{root}");
        assert!(!said.abstentions.is_empty(), "{root}");
    }
    for (komi, differences) in [("7.5", 0), ("6", 1)] {
        let result = format!("(;SZ[9]KM[{komi}];B[aa])");
        let said = compared("(;SZ[9]KM[375];B[aa])", Format::Sgf, &result, Format::Sgf);
        assert_eq!(said.disagreements.len(), differences, "{komi}");
    }
    let moved = "(;SZ[9];B[bb])";
    let said = compared("(;SZ[9]RD[2018];B[aa])", Format::Sgf, moved, Format::Sgf);
    assert_eq!(
        said.disagreements.first().map(|found| found.field),
        Some(Field::Moves)
    );
}

#[test]
fn what_ishi_does_not_say_is_not_missed() {
    let source = "(;SZ[9]PB[\u{5f35}]RO[1]AE[aa];B[aa]TB[bb]SL[cc]LB[dd:Foo][ee:\u{e4}]C[Z\u{fc}rich];BL[3];W[bb])";
    let result = "EVENT Round 1\nBOARDSIZE 9\nBLACK Zhang\nB 1 A9\nMARK Fo@D6\nCOM\nZurich\nENDCOM\nDIAGRAM\nW 2 B8\n";
    let said = compared(source, Format::Sgf, result, Format::Ishi);
    assert_eq!(said.disagreements, []);
    assert_eq!(said.abstentions, []);
}

#[test]
fn texts_that_are_given_twice_are_one_text() {
    let agreed = Verdict {
        games: 1,
        ..Verdict::default()
    };
    assert_eq!(sgf("(;C[a]PB[x]C[b])", "(;C[a\n\nb]PB[x])"), agreed);
    for lost in ["(;C[a]PB[x])", "(;C[ab]PB[x])"] {
        assert_eq!(differ("(;C[a]PB[x]C[b])", lost), [Field::Texts], "{lost}");
    }
}

#[test]
fn a_tab_of_ishi_is_a_blank_of_sgf() {
    for (comment, field) in [("a b\n c", None), ("ab\nc", Some(Field::Texts))] {
        let game = format!("(;FF[4];B[aa]C[{comment}])");
        let said = compared(
            "EVENT\nB 1\tA19\nCOM\na\tb\n\tc\nENDCOM\n",
            Format::Ishi,
            &game,
            Format::Sgf,
        );
        let found = said.disagreements.first().map(|found| found.field);
        assert_eq!((found, said.games), (field, 1), "{comment}");
    }
}

#[test]
fn time_limits_are_compared_in_seconds() {
    let ishi = |limit: &str, root: &str| {
        let (event, game) = (
            format!("EVENT\nTIMELIMIT {limit}\n"),
            format!("(;FF[4]{root})"),
        );
        let said = compared(&event, Format::Ishi, &game, Format::Sgf);
        let back = compared(&game, Format::Sgf, &event, Format::Ishi);
        assert_eq!(
            (said.disagreements.len(), said.abstentions.len()),
            (back.disagreements.len(), back.abstentions.len())
        );
        (said.disagreements.len(), said.abstentions.len())
    };
    assert_eq!(ishi("90 minutes", "TM[5400]"), (0, 0));
    assert_eq!(ishi("1 hour", "TM[3600]"), (0, 0));
    assert_eq!(
        ishi("1 hour, 5x30 byo-yomi", "TM[3600]OT[5x30 byo-yomi]"),
        (0, 0)
    );
    assert_eq!(ishi("1 hour + 5x30", "TM[3600]OT[3x30]"), (1, 0));
    // Overtime in words that are not those of overtime has no place in TIMELIMIT.
    assert_eq!(ishi("1 hour", "TM[3600]OT[30 minutes]"), (0, 0));
    assert_eq!(ishi("5x30 byo-yomi", "OT[5x30 byo-yomi]"), (0, 0));
    assert_eq!(ishi("90 minutes", "TM[90]"), (1, 0));
    assert_eq!(ishi("two hours", "TM[7200]"), (0, 1));
    assert_eq!(differ("(;TM[60])", "(;TM[3600])"), [Field::Terms]);
    // It depends on the program whether these are minutes.
    let verdict = compared(
        "(;TM[60])",
        Format::SmartGo,
        "(;FF[4]TM[3600])",
        Format::Sgf,
    );
    assert_eq!(verdict.disagreements, []);
}

#[test]
fn half_a_point_of_komi_is_a_number() {
    for (komi, field) in [
        ("5.5", None),
        ("5.25", Some(Field::Terms)),
        ("-5.5", Some(Field::Terms)),
    ] {
        let game = format!("(;FF[4]KM[{komi}])");
        let said = compared("EVENT\nKOMI 5 1/2\n", Format::Ishi, &game, Format::Sgf);
        let found = said.disagreements.first().map(|found| found.field);
        assert_eq!((found, said.abstentions.len()), (field, 0), "{komi}");
    }
    assert_eq!(differ("(;KM[-0.0])", "(;KM[0])"), []);
}

#[test]
fn another_game_has_values_of_its_own() {
    let game = "(;GM[6]AB[a][b]LB[a:1];B[52])";
    assert_eq!(sgf(game, game).abstentions, []);
    assert_eq!(differ(game, &game.replace("[b]", "")), [Field::Rest]);
}

#[test]
fn a_carrier_is_opaque() {
    let source = "(;FF[4]PB[J\u{e1}n]EV[e]XI[ishi 2 0 1 sgf utf-8 lf head|(;SO%5Bclub%5D];B[aa])";
    let verdict = sgf(source, &source.replace("XI", "SO[club]XI"));
    assert_eq!(verdict.disagreements, []);
    assert_eq!(verdict.abstentions[0].cause, "a carrier in the source");
    assert_eq!(sgf(source, source).abstentions, []);
}

#[test]
fn a_missing_value_is_contradicted() {
    for (event, game) in [
        ("EVENT\nDATE 8 March 1990\n", "(;FF[4])"),
        ("EVENT\nRESULT Black wins by 3\n", "(;FF[4])"),
        ("EVENT\n", "(;FF[4]DT[1990-03-08])"),
        ("EVENT\nKOMI 5.5\n", "(;FF[4]C[x])"),
    ] {
        let verdict = compared(event, Format::Ishi, game, Format::Sgf);
        assert!(!verdict.disagreements.is_empty(), "{event}");
    }
    for (date, game, differs) in [
        ("12.5.1990", "(;DT[1990])", 0),
        ("12.5.1990", "(;DT[1991])", 1),
        ("3-5 March 1990", "(;DT[1990-03-03])", 1),
        ("8 March '48", "(;DT[1948-03-08])", 0),
        ("8 March '48", "(;DT[2048-03-08])", 1),
        ("3-5 March 1990", "(;DT[1990-03-03,04,05])", 0),
    ] {
        let event = format!("EVENT\nDATE {date}\n");
        let verdict = compared(&event, Format::Ishi, game, Format::Sgf);
        assert_eq!(
            (verdict.disagreements.len(), verdict.abstentions.len()),
            (differs, 0)
        );
    }
    let shown = compared(
        "EVENT\nDATE Spring\n",
        Format::Ishi,
        "(;GC[DATE Spring])",
        Format::Sgf,
    );
    assert_eq!((shown.disagreements.len(), shown.abstentions.len()), (0, 0));
}

#[test]
fn setup_in_the_middle_of_a_game_is_a_further_event() {
    let game = "(;FF[4]SZ[9]EV[e];B[aa](;W[bb])(;AW[cc]C[x];W[dd]))";
    let events = "EVENT e\nBOARDSIZE 9\nB 1 A9\nW 2 B8\n\
        EVENT e (continued)\nBOARDSIZE 9\nSETUP B A9 W C7\nCOM\nx\nENDCOM\nW 2 D6\n";
    let verdict = compared(game, Format::Sgf, events, Format::Ishi);
    assert_eq!((verdict.games, verdict.disagreements), (2, Vec::new()));
    for (right, wrong) in [
        ("W C7", ""),
        ("W 2 D6", "W 1 D6"),
        ("(continued)", ""),
        ("x\n", "y\n"),
    ] {
        let other = events.replacen(right, wrong, 1);
        let verdict = compared(game, Format::Sgf, &other, Format::Ishi);
        assert_eq!(verdict.disagreements.len(), 1, "{right}");
    }
}

/// Returns whether the oracle agrees to a way and judges all of it.
fn agrees(source: &str, from: Format, result: &str, to: Format) -> bool {
    let verdict = compared(source, from, result, to);
    verdict.disagreements.is_empty() && verdict.abstentions.is_empty()
}

#[test]
fn a_cross_of_smart_go_can_be_a_second_sign() {
    let result = "(;SZ[9]TR[ba])";
    let twice = compared("(;SZ[9]M[ba]TR[ba])", Format::SmartGo, result, Format::Sgf);
    assert_eq!(twice.disagreements, []);
    assert_eq!(twice.abstentions[0].cause, "two signs on a point");
    // On a stone the cross is the triangle.
    let stone = "(;SZ[9]AB[ba]M[ba]TR[ba])";
    let result = "(;SZ[9]AB[ba]TR[ba])";
    assert!(agrees(stone, Format::SmartGo, result, Format::Sgf));
}

#[test]
fn points_that_fill_a_rectangle_are_the_rectangle() {
    let (list, corners) = ("(;SZ[9]VW[bb][ba])", "(;SZ[9]VW[ba:bb])");
    assert!(agrees(list, Format::Sgf, corners, Format::Sgf));
    let gap = compared(
        "(;SZ[9]VW[ba][bc])",
        Format::Sgf,
        "(;SZ[9]VW[ba:bc])",
        Format::Sgf,
    );
    assert_eq!(gap.disagreements[0].field, Field::Marks);
}

#[test]
fn the_species_of_a_player_is_information_about_the_game() {
    let source = "(;FF[1]SZ[9]BS[0];B[aa]GN[e])";
    let verdict = compared(source, Format::SmartGo, "(;SZ[9]BS[0];B[aa])", Format::Sgf);
    assert_eq!(verdict.disagreements, []);
    assert_eq!(
        verdict.abstentions[0].cause,
        "information about the game in two nodes of a path"
    );
}

#[test]
fn blocks_are_ordered_by_their_steps() {
    let (one, two) = ("USER one\nENDUSER\n", "USER two\nENDUSER\n");
    let late = format!("EVENT\nB 1 A1\nVAR\nB 1 A2\n{two}ENDVAR\n{one}W 2 B1\n");
    let early = format!("EVENT\nB 1 A1\n{one}VAR\nB 1 A2\n{two}ENDVAR\nW 2 B1\n");
    let other = format!("EVENT\nB 1 A1\n{two}VAR\nB 1 A2\n{one}ENDVAR\nW 2 B1\n");
    assert!(agrees(&late, Format::Ishi, &early, Format::Ishi));
    assert!(!agrees(&late, Format::Ishi, &other, Format::Ishi));
}

#[test]
fn blanks_of_unicode_are_letters_of_ishi() {
    let event = "EVENT\nB 1 A19\nVAR C\u{2002}\nB 1 B19\n";
    let result = "(;FF[4](;B[aa])(;B[ba]))";
    assert!(agrees(event, Format::Ishi, result, Format::Sgf));
    let event = event.replace('\u{2002}', " ");
    assert!(!agrees(&event, Format::Ishi, result, Format::Sgf));
}

#[test]
fn a_marker_names_the_move_after_a_diagram_of_a_part_of_the_board() {
    let event = "EVENT\nBOARDSIZE 9\nB 1 A9\nVAR b\nDIAGRAM A1 C3\nB 1 B9\n";
    let result = "(;FF[4]SZ[9](;B[aa])(;B[ba]N[b])(;FG[]VW[ag:ci]))";
    assert!(agrees(event, Format::Ishi, result, Format::Sgf));
    let alone = event.replace("B 1 B9\n", "");
    let result = "(;FF[4]SZ[9](;B[aa])(;FG[]VW[ag:ci]N[b]))";
    assert!(agrees(&alone, Format::Ishi, result, Format::Sgf));
}

#[test]
fn diagrams_are_ordered_by_what_both_formats_express() {
    let event = "EVENT\nBOARDSIZE 9\nB 1 A9\nDIAGRAM A1 C3\nW 2 B8\nVAR c\nENDVAR\n";
    let result = "(;FF[1]SZ[9];B[aa](;W[bb])(;FG[])(;N[c]))";
    assert!(agrees(event, Format::Ishi, result, Format::SmartGo));
    let event = "EVENT\nB 1 A1\nDIAGRAM A1 C3\nDIAGRAM\nCOM\nx\nENDCOM\nW 2 B1\n";
    let result = "(;FF[1];B[as](;FG[]C[x];W[bs])(;FG[]))";
    assert!(agrees(event, Format::Ishi, result, Format::SmartGo));
}

#[test]
fn marks_of_many_moves_take_no_longer_than_the_moves() {
    let mut event = String::from("EVENT\n");
    for number in 1..=20_000 {
        let (column, row) = (number % 19, number / 19 % 19 + 1);
        let column = char::from(b"ABCDEFGHJKLMNOPQRST"[column]);
        let color = if number % 2 == 1 { 'B' } else { 'W' };
        writeln!(event, "{color} {number} {column}{row}").expect("memory");
    }
    event.push_str("MARK ALL #1-20000\n");
    let start = std::time::Instant::now();
    let verdict = compared(&event, Format::Ishi, &event, Format::Ishi);
    assert_eq!(verdict.disagreements, []);
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

#[test]
fn diagrams_are_ordered_by_their_texts_under_a_title_with_other_letters() {
    let source = "EVENT \u{414}\nW 1 D17\nDIAGRAM C5 T8\nDIAGRAM\nCOM x\nENDCOM\n";
    let result = "(;FF[1]GM[1]EV[\u{414}];W[dc](;N[x]FG[])(;FG[]))";
    let verdict = compared(source, Format::Ishi, result, Format::SmartGo);
    assert_eq!(verdict.disagreements, []);
}

#[test]
fn diagrams_with_letters_that_a_charset_lacks_keep_their_order() {
    let source = "(;FF[4]CA[UTF-8](;C[b]FG[])(;C[\u{414}]FG[]))";
    let event = "EVENT\nDIAGRAM\nCOM\nb\nENDCOM\nDIAGRAM\nCOM\nD\nENDCOM\n";
    let verdict = compared(source, Format::Sgf, event, Format::Ishi);
    assert_eq!(verdict.disagreements, []);
}

#[test]
fn a_value_that_the_result_cannot_have_is_not_missed() {
    let ishi = |lines: &str, result: &str, to: Format| {
        agrees(&format!("EVENT\n{lines}\n"), Format::Ishi, result, to)
    };
    assert!(ishi("BLACK 8 p", "(;FF[4]BR[8p])", Format::Sgf));
    assert!(!ishi("BLACK 8 p", "(;FF[4]BR[8d])", Format::Sgf));
    assert!(ishi(
        "RESULT P.  K",
        "(;FF[4]GC[RESULT P.  K])",
        Format::Sgf
    ));
    assert!(ishi("TIMELIMIT -643", "(;FF[1])", Format::SmartGo));
    assert!(!ishi("TIMELIMIT 643", "(;FF[1])", Format::SmartGo));
    let event = "EVENT\nBOARDSIZE 9\nB 1 A9\nCOM\nENDCOM\n";
    let shown = |text: &str| {
        let game = format!("(;FF[4]SZ[9];B[aa]C[{text}])");
        agrees(&game, Format::Sgf, event, Format::Ishi)
    };
    assert!(shown("\u{1395}"));
    assert!(!shown("words"));
}

#[test]
fn what_depends_on_a_doubtful_value_is_not_judged() {
    for (game, event, field) in [
        // A label hides a mark, and its list has a point off the board.
        (
            "(;FF[2]SZ[2];B[bb]L[ca][ba]MA[ba])",
            "EVENT\nBOARDSIZE 2\nB 1 B1\nMARK B@B2\n",
            Some(Field::Marks),
        ),
        // In ASCII the letters after a backslash can be a sign.
        (
            "(;FF[1]SZ[9];B[aa]C[\\\\\u{448} x])",
            "EVENT\nBOARDSIZE 9\nB 1 A9\nCOM\n\\s x\nENDCOM\n",
            Some(Field::Texts),
        ),
        // A mark in the first node makes the setup after it a further event.
        (
            "(;FF[2]SZ[9]TR[mN];AB[aa];W[bb])",
            "EVENT\nBOARDSIZE 9\nEVENT (continued)\nBOARDSIZE 9\nSETUP B A9\nW 1 B8\n",
            None,
        ),
    ] {
        let verdict = compared(game, Format::SmartGo, event, Format::Ishi);
        assert_eq!(verdict.disagreements, [], "{game}");
        let mut abstained = verdict.abstentions.iter().map(|found| found.field);
        assert!(abstained.any(|other| other == field), "{game}");
    }
}
