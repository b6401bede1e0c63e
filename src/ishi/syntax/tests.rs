use super::*;
use crate::ishi::line::{Header, Letters, Mark, Region, Sign, Target};

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut log = Diagnostics::new();
    let found = parse(text, &mut log);
    assert!(log.is_empty(), "{text:?}: {:?}", log.kept());
    found.into_iter().map(|item| item.line).collect()
}

fn line(text: &str) -> Line<'_> {
    let mut found = lines(text);
    assert_eq!(found.len(), 1, "{text:?}: {found:?}");
    found.remove(0)
}

/// Reads a line with words after its complete data. Returns it without and with these words.
fn with_words(text: &str) -> (String, String) {
    let mut log = Diagnostics::new();
    let found = parse(text, &mut log);
    let reports: Vec<_> = log.kept().iter().map(|report| report.rule.code).collect();
    assert_eq!((found.len(), reports), (1, vec!["I015"]), "{text:?}");
    (found[0].line.to_string(), found[0].written())
}

/// Reads text with mistakes. Returns the lines, and each code with the text that it points at.
fn faulty(text: &str) -> (Vec<String>, Vec<(&'static str, String)>) {
    let (found, log) = read_line(text);
    let reports = log.kept().iter().map(|report| {
        let span = report.span.unwrap();
        assert!(report.help.is_some(), "{}", report.message);
        (
            report.rule.code,
            text.get(span.start..span.end).unwrap().to_owned(),
        )
    });
    let found = found.iter().map(|item| item.line.to_string()).collect();
    (found, reports.collect())
}

fn at(text: &str) -> Location {
    location(text).unwrap()
}

#[test]
fn reads_every_keyword_in_any_case_and_writes_it_in_capitals() {
    for (text, canonical) in [
        ("EVENT", "EVENT"),
        ("Event Honinbo 1989 Final", "EVENT Honinbo 1989 Final"),
        ("  event\tTabbed title  ", "EVENT Tabbed title"),
        (
            "Analysis Jim Kerwin, professional 1-dan",
            "ANALYSIS Jim Kerwin, professional 1-dan",
        ),
        (
            "black Alan Chen (9 years old)",
            "BLACK Alan Chen (9 years old)",
        ),
        ("Black", "BLACK"),
        ("date November 21-24, 1847", "DATE November 21-24, 1847"),
        ("Handicap 7", "HANDICAP 7"),
        ("Komi 3 1/2", "KOMI 3 1/2"),
        ("Place", "PLACE"),
        ("Recorder Ishi Press", "RECORDER Ishi Press"),
        (
            "Result Black resigns at move 186",
            "RESULT Black resigns at move 186",
        ),
        ("Rules CHINESE", "RULES CHINESE"),
        ("SOURCE \"Invincible\"", "SOURCE \"Invincible\""),
        ("Timelimit 1 hour", "TIMELIMIT 1 hour"),
        ("white James Redmond", "WHITE James Redmond"),
        ("B 17 q3", "B 17 Q3"),
        ("B 21 pass", "B 21 PASS"),
        ("W 38 R19", "W 38 R19"),
        ("w\t99\tPaSs", "W 99 PASS"),
        ("b 007 A1", "B 7 A1"),
        ("BOARDSIZE 13", "BOARDSIZE 13"),
        ("DIAGRAM", "DIAGRAM"),
        ("diagram 9X9", "DIAGRAM 9x9"),
        ("DIAGRAM a19 t1", "DIAGRAM A19 T1"),
        ("EndVar", "ENDVAR"),
        ("HIDE #3-9 q9 R11 #17", "HIDE #3-9 Q9 R11 #17"),
        ("HIDE", "HIDE"),
        ("HIDE #3-3", "HIDE #3-3"),
        ("PRISONER  #22 Q9 F3 #28", "PRISONER #22 Q9 F3 #28"),
        ("PRISONer e10", "PRISONER E10"),
        (
            "REMARK Jack - are the next 3 lines OK?",
            "REMARK Jack - are the next 3 lines OK?",
        ),
        ("remark", "REMARK"),
        (
            "SETUP W a6 B a7 R11 w b5 B M4",
            "SETUP W A6 B A7 R11 W B5 B M4",
        ),
        ("UNMARK Q8 #21 r3 #39-43", "UNMARK Q8 #21 R3 #39-43"),
        ("VAR", "VAR"),
        ("VAR b", "VAR b"),
        ("var 10", "VAR 10"),
        ("VAR ]\\", "VAR ]\\"),
        ("COM\nENDCOM", "COM\nENDCOM"),
        (
            "Com  JK's notes \\c + !\nEndcom",
            "COM JK's notes \\c + !\nENDCOM",
        ),
        (
            "USER Ishi inventory\nx\n ENDUSER",
            "USER Ishi inventory\nx\nENDUSER",
        ),
    ] {
        assert_eq!(line(text).to_string(), canonical, "{text:?}");
    }
}

#[test]
fn words_after_complete_data_stay_with_their_line() {
    for (text, line, words) in [
        ("boardsize 13 lines ", "BOARDSIZE 13", "BOARDSIZE 13 lines"),
        (
            "DIAGRAM (use current event boardsize)",
            "DIAGRAM",
            "DIAGRAM (use current event boardsize)",
        ),
        ("Diagram  fig 1", "DIAGRAM", "DIAGRAM  fig 1"),
        ("DIAGRAM 9X9 (small)", "DIAGRAM 9x9", "DIAGRAM 9X9 (small)"),
        (
            "EndVar back to main game",
            "ENDVAR",
            "ENDVAR back to main game",
        ),
        ("var 10 the tenth", "VAR 10", "VAR 10 the tenth"),
        (
            "Com a\n b\n Endcom of notes\n",
            "COM a\n b\nENDCOM",
            "COM a\n b\nENDCOM of notes",
        ),
        (
            "user\nx\nenduser 1",
            "USER\nx\nENDUSER",
            "USER\nx\nENDUSER 1",
        ),
    ] {
        assert_eq!(with_words(text), (line.to_owned(), words.to_owned()));
        let again = parse_line(words).unwrap();
        assert_eq!(again.written(), words);
    }
}

#[test]
fn whole_words_are_keywords() {
    for text in [
        "BLACKX 1",
        "BB 1 Q4",
        "EVENTS",
        "USERS",
        "MARKS Q4",
        "COMMENT x",
        "#",
        "( ... )",
    ] {
        let (found, reports) = faulty(text);
        assert_eq!(found, [text]);
        assert_eq!(reports, [("I001", text.to_owned())]);
    }
    assert_eq!(
        line("B 1 Q4"),
        Line::Move(Color::Black, 1, Play::At(at("Q4")))
    );
    assert!(matches!(line("BLACK 2 Q4"), Line::Header(Header::Black, _)));
}

#[test]
fn a_run_of_plain_moves_reads_like_single_lines() {
    let text = "B 1 Q4\r\nW 2 D16\nB 3 T19\rW 1234 A1";
    let plain = lines(text);
    let slow: Vec<_> = text
        .split_terminator(['\r', '\n'])
        .filter(|line| !line.is_empty())
        .map(|line| parse_line(&format!(" {line} ")).unwrap().line.into_owned())
        .collect();
    assert_eq!(plain, slow);
    assert_eq!(plain.len(), 4);
}

#[test]
fn spans_cover_the_line_without_its_end() {
    let text = " EVENT x \r\nB 1 Q4\r\nB 2 R4\n\n b 3 c3\rCOM t\r\nx\r\nENDCOM\r\n";
    let found = parse(text, &mut Diagnostics::new());
    let covered: Vec<_> = found
        .iter()
        .map(|item| text.get(item.span.start..item.span.end).unwrap())
        .collect();
    assert_eq!(
        covered,
        [
            "EVENT x",
            "B 1 Q4",
            "B 2 R4",
            "b 3 c3",
            "COM t\r\nx\r\nENDCOM"
        ]
    );
}

#[test]
fn blank_lines_and_the_end_of_file_of_dos_say_nothing() {
    assert!(lines("").is_empty());
    assert!(lines("\n \t\r\n\r\x1A").is_empty());
    assert_eq!(lines("ENDVAR\x1A\n\x1A"), [Line::EndVar]);
}

#[test]
fn marks_split_at_the_last_at_sign() {
    let label =
        |text: &'static str, place| Mark::Label(Letters::of(text).unwrap(), Target::At(at(place)));
    assert_eq!(
        line("MARK @@Q5 #@Q6 a@@Q7 \\@Q8 \\x@Q9 \\D@Q10 \\c@#1 ..@#320-323 all #12 b7"),
        Line::Mark(vec![
            label("@", "Q5"),
            label("#", "Q6"),
            label("a@", "Q7"),
            label("\\", "Q8"),
            label("\\x", "Q9"),
            Mark::Sign(Sign::Diamond, Target::At(at("Q10"))),
            Mark::Sign(Sign::Check, Target::Number(1)),
            Mark::Label(Letters::of("..").unwrap(), Target::Range(320, 323)),
            Mark::All,
            Mark::Number(Target::Number(12)),
            Mark::Number(Target::At(at("B7"))),
        ])
    );
    assert_eq!(line("UNMARK All"), Line::Unmark(vec![Mark::All]));
}

#[test]
fn blocks_keep_their_lines_as_they_stand() {
    let text =
        "COM t2\r\nline one\r\n\r\n   indented\tTAB \r\nB 2 Q5\r\nVAR\r\nENDCOMS\r\n\tendcom\r\n";
    let Line::Com(block) = line(text) else {
        panic!()
    };
    assert_eq!(block.title, "t2");
    assert_eq!(
        block.body,
        [
            "line one",
            "",
            "   indented\tTAB ",
            "B 2 Q5",
            "VAR",
            "ENDCOMS"
        ]
    );
    let Line::User(block) = line("USER x y\n\n  EVENT not an event\n\tCOM\nENDCOM\nENDUSER") else {
        panic!()
    };
    assert_eq!(block.title, "x y");
    assert_eq!(block.body, ["", "  EVENT not an event", "\tCOM", "ENDCOM"]);
    let Line::Com(block) = line("COM\n\nENDCOM") else {
        panic!()
    };
    assert_eq!(block.body, [""]);
}

#[test]
fn open_blocks_take_everything_to_the_end() {
    for (text, canonical) in [
        ("COM a\nB 1 Q4\n\nx", "COM a\nB 1 Q4\n\nx\nENDCOM"),
        ("COM", "COM\nENDCOM"),
        ("COM\n", "COM\nENDCOM"),
    ] {
        let (found, reports) = faulty(text);
        assert_eq!(found, [canonical]);
        assert_eq!(reports, [("I013", "COM".to_owned())]);
    }
    assert_eq!(faulty("  user\nENDCOM").1, [("I013", "user".to_owned())]);
}

#[test]
fn a_mistake_in_a_list_takes_only_that_entry_its_meaning() {
    for (text, canonical, code, place) in [
        ("MARK a@Q5 abc@Q6 b@Q7", "MARK a@Q5 b@Q7", "I003", "abc@Q6"),
        ("MARK Q5 é@Q6", "MARK Q5", "I003", "é@Q6"),
        ("MARK a@I5 #3", "MARK #3", "I003", "a@I5"),
        ("UNMARK i7 Q3", "UNMARK Q3", "I002", "i7"),
        ("HIDE ALL Q3", "HIDE Q3", "I003", "ALL"),
        ("PRISONER #1-Q D12", "PRISONER D12", "I003", "#1-Q"),
        ("SETUP Q4 B D4 D5x D6", "SETUP B D4 D6", "I010", "Q4"),
        ("SETUP B D4 1 D6", "SETUP B D4 D6", "I003", "1"),
        ("HIDE #9-3 Q3", "HIDE #9-3 Q3", "I011", "#9-3"),
    ] {
        let (found, reports) = faulty(text);
        assert_eq!(found, [canonical]);
        assert_eq!(reports[0], (code, place.to_owned()), "{text}");
    }
}

#[test]
fn moves_that_cannot_be_read_stay_as_text() {
    for (text, code, place) in [
        ("B 1 I5", "I002", "I5"),
        ("B Q4", "I004", "Q4"),
        ("B 1 Q", "I004", "Q"),
        ("B -3 Q4", "I004", "-3"),
        ("W", "I004", "W"),
        ("W 5", "I004", "5"),
        ("B 12345678901 Q4", "I004", "12345678901"),
    ] {
        let (found, reports) = faulty(text);
        assert_eq!(found, [text]);
        assert_eq!(reports, [(code, place.to_owned())], "{text}");
    }
}

#[test]
fn data_after_a_move_is_an_error_or_another_move() {
    let (found, reports) = faulty("B 22 Q3 R7");
    assert_eq!(found, ["B 22 Q3"]);
    assert_eq!(reports, [("I005", "R7".to_owned())]);
    let (found, reports) = faulty("B 22 Q3 24 R7 26 pass");
    assert_eq!(found, ["B 22 Q3", "B 24 R7", "B 26 PASS"]);
    assert_eq!(reports, [("I006", "24 R7".to_owned())]);
    let (found, _) = read_line("b 22 q3 24 r7 x");
    let written: Vec<_> = found.iter().map(Item::written).collect();
    assert_eq!(written, ["B 22 Q3", "B 24 r7 x"]);
    let (found, _) = read_line("b 1 2 q4 3 d4");
    let written: Vec<_> = found.iter().map(Item::written).collect();
    assert_eq!(written, ["B 1 2 q4", "B 3 D4"]);
    let (found, reports) = faulty("W 0 Q3");
    assert_eq!(found, ["W 0 Q3"]);
    assert_eq!(reports, [("I007", "0".to_owned())]);
}

#[test]
fn sizes_regions_and_markers_off_their_range_are_reported() {
    for (text, canonical, code, place) in [
        ("BOARDSIZE 1", "BOARDSIZE 1", "I008", "1"),
        ("BOARDSIZE 20", "BOARDSIZE 20", "I008", "20"),
        ("boardsize nine", "boardsize nine", "I008", "nine"),
        ("BOARDSIZE", "BOARDSIZE", "I008", "BOARDSIZE"),
        ("DIAGRAM 9x13", "DIAGRAM", "I009", "9x13"),
        ("DIAGRAM 1x1", "DIAGRAM", "I009", "1x1"),
        ("DIAGRAM a1", "DIAGRAM", "I009", "a1"),
        ("DIAGRAM i1 j9", "DIAGRAM", "I009", "i1"),
        ("VAR abc", "VAR", "I012", "abc"),
        ("ENDCOM", "ENDCOM", "I014", "ENDCOM"),
        (" enduser x", "enduser x", "I014", "enduser"),
    ] {
        let (found, reports) = faulty(text);
        assert_eq!(found.join("\n"), canonical);
        assert_eq!(reports, [(code, place.to_owned())], "{text}");
    }
}

#[test]
fn regions_take_two_corners_in_any_order() {
    assert_eq!(
        line("DIAGRAM b12 j5"),
        Line::Diagram(Region::Corners(at("B12"), at("J5")))
    );
    assert_eq!(line("DIAGRAM 2x2"), Line::Diagram(Region::Board(2)));
}

#[test]
fn a_line_or_a_block_stands_for_itself() {
    assert_eq!(
        parse_line("COM\nx\nENDCOM").unwrap().written(),
        "COM\nx\nENDCOM"
    );
    assert_eq!(
        parse_line("( ... )").map(|item| item.line),
        Some(Line::Unknown("( ... )".into()))
    );
    assert_eq!(parse_line(""), None);
    assert_eq!(parse_line("B 1 Q4\nW 2 D4"), None);
    assert_eq!(
        parse_line("ENDCOM").map(|item| item.line),
        Some(Line::Unknown("ENDCOM".into()))
    );
}

#[test]
fn more_entries_than_a_page_holds_are_all_read() {
    let text = "ENDVAR\n".repeat(1000);
    assert_eq!(lines(&text).len(), 1000);
    let text = format!("MARK{}", " #1".repeat(1000));
    let Line::Mark(marks) = line(&text) else {
        panic!()
    };
    assert_eq!(marks.len(), 1000);
}
