use super::*;

#[test]
fn texts_have_the_same_content_or_not() {
    for (text, canonical, expected) in [
        // A canonical text can have more than the text: the event, its size, prisoners.
        (
            "B 1 Q4\n",
            "EVENT\r\nBOARDSIZE 19\r\nB 1 Q4\r\nPRISONER D4\r\n",
            true,
        ),
        ("EVENT\nBOARDSIZE 19\nB 1 Q4\n", "EVENT\nB 1 Q4\n", false),
        ("EVENT\nB 1 Q4\nPRISONER D4\n", "EVENT\nB 1 Q4\n", false),
        // Case, white space and the order of kinds within a node do not count.
        (
            "event  x\nb 1\tq4\nCOM\nx\nENDCOM\nMARK a@Q4\n",
            "EVENT x\nB 1 Q4\nMARK a@Q4\nCOM\nx\nENDCOM\n",
            true,
        ),
        (
            "EVENT\nCOM\nx\nENDCOM\nKOMI 5\n",
            "EVENT\nKOMI 5\nCOM\nx\nENDCOM\n",
            true,
        ),
        (
            "EVENT\nCOM\nx\nENDCOM\nKOMI 5\n",
            "EVENT\nKOMI 6\nCOM\nx\nENDCOM\n",
            false,
        ),
        (
            "EVENT\nB 1 Q4\nMARK a@Q4\n",
            "EVENT\nB 1 Q4\nMARK b@Q4\n",
            false,
        ),
        // Stones and prisoners can be in several lines, and in any order.
        (
            "EVENT\nSETUP B D4\nSETUP B C3\nB 1 Q4\nPRISONER E5\nPRISONER C4\n",
            "EVENT\nSETUP B C3 D4\nB 1 Q4\nPRISONER C4 E5\n",
            true,
        ),
        (
            "EVENT\nSETUP B D4\nSETUP B C3\nMARK a@D4\nMARK b@C3\n",
            "EVENT\nSETUP B C3 D4\nMARK a@D4 b@C3\n",
            false,
        ),
        // Several comments of a node are one, with empty lines between them and titles as lines.
        (
            "EVENT\nCOM\nx\nENDCOM\nCOM a\ny\nENDCOM\n",
            "EVENT\nCOM\nx\n\na\ny\nENDCOM\n",
            true,
        ),
        (
            "EVENT\nCOM\nx\nENDCOM\nCOM a\ny\nENDCOM\n",
            "EVENT\nCOM\nx\na\ny\nENDCOM\n",
            false,
        ),
        // A remark is about the node after it.
        ("REMARK r\nEVENT x\nB 1 Q4\n", "EVENT x\nB 1 Q4\n", false),
        ("EVENT x\nREMARK r\nB 1 Q4\n", "EVENT x\nB 1 Q4\n", false),
        ("REMARK r\nB 1 Q4\n", "B 1 Q4\n", false),
        // Words without a meaning are content.
        ("EVENT\nB 1 Q4 x\n", "EVENT\nB 1 Q4\n", false),
    ] {
        assert_eq!(
            Lines::of(text).have_content_of(canonical),
            expected,
            "{text}"
        );
    }
}

#[test]
fn a_difference_after_thousands_of_lines_is_found() {
    let moves = |last: &str| -> String {
        let moves = (1..3000).map(|number| format!("B {number} Q4\nMARK ALL\n"));
        format!("EVENT\n{}B 3000 {last}\n", moves.collect::<String>())
    };
    let canonical = moves("Q4");
    assert!(Lines::of(&moves("Q4")).have_content_of(&canonical));
    assert!(!Lines::of(&moves("D4")).have_content_of(&canonical));
}

/// Returns an event on one line.
fn lost_line_breaks() -> String {
    let moves = (1..10).map(|number| format!("B {number} C3 "));
    format!("EVENT {}\n", moves.collect::<String>())
}

#[test]
fn carriers_come_after_the_event_line_or_before_the_first_line() {
    for (text, line, before) in [
        ("EVENT x\r\nB 1 Q4\r\n", 0..7, "EVENT x\r\n"),
        ("EVENT x\nB 1 Q4\n", 0..7, "EVENT x\n"),
        ("EVENT x", 0..7, "EVENT x"),
        ("REMARK r\n \tB 1 Q4\n", 11..11, "REMARK r\n"),
        ("  B 1 Q4\nW 2 D4\n", 2..2, ""),
    ] {
        let place = place_of_carriers(text, Span::new(line.start, line.end));
        assert_eq!(
            place.and_then(|place| text.get(..place)),
            Some(before),
            "{text}"
        );
    }
}

#[test]
fn each_line_is_written_with_its_words_and_cr_lf() {
    for (text, lines) in [
        ("event  Cup \n\n b 1 q4\n", "EVENT Cup\r\nB 1 Q4\r\n"),
        ("w 1  q4 x y \n", "W 1  q4 x y\r\n"),
        ("KOMI 5\nB 1 Q4 W 2 D4\n", "KOMI 5\r\nB 1 Q4 W 2 D4\r\n"),
        ("b1 q4\n", "b1 q4\r\n"),
        ("com t\nx\n endcom of\n", "COM t\r\nx\r\nENDCOM of\r\n"),
        ("endcom x\nno line\n", "endcom x\r\nno line\r\n"),
    ] {
        assert_eq!(in_lines(text), lines, "{text}");
    }
}

#[test]
fn games_are_counted_by_their_event_lines() {
    let lost = format!("EVENT\n{}", lost_line_breaks());
    for (unit, count) in [
        ("", Some(1)),
        ("EVENT\nB 1 Q4\n", Some(1)),
        ("B 1 Q4\nEVENT\n", Some(2)),
        ("REMARK r\nEVENT\n", Some(1)),
        ("EVENT a\nEVENT b\nEVENT c\n", Some(3)),
        ("EVENT a\nUSER ishi 3 continues\nENDUSER\n", Some(1)),
        (
            "EVENT a\nEVENT b\nUSER ishi 3 continues\nENDUSER\n",
            Some(1),
        ),
        ("EVENT a\nEVENT b\nUSER x\nENDUSER\n", Some(2)),
        ("B 1 Q4\nno line\n", Some(1)),
        ("COM\nevents\nENDCOM\n", Some(1)),
        // Only a reader knows.
        ("no line\nB 1 Q4\n", None),
        ("B 1 Q4\n EVEN T\n", None),
        ("COM\n event x\nENDCOM\n", None),
        (&lost, None),
    ] {
        assert_eq!(games(unit), count, "{unit}");
    }
}
