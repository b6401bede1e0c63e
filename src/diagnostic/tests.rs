use super::*;

static DOUBT: Rule = Rule {
    code: "T001",
    severity: Severity::Warning,
    summary: "a doubt",
    sgfc: None,
    examples: &[],
};
static MISTAKE: Rule = Rule {
    code: "T002",
    severity: Severity::Error,
    summary: "a mistake",
    sgfc: None,
    examples: &[],
};

#[test]
fn the_first_twenty_of_a_rule_are_kept_and_all_are_counted() {
    let mut log = Diagnostics::new();
    let mut all = Diagnostics::unlimited();
    assert!(log.is_empty() && !log.any(Severity::Note));
    for number in 1..=21 {
        log.report(Diagnostic::new(&DOUBT, number.to_string()));
        all.report(Diagnostic::new(&DOUBT, number.to_string()));
    }
    assert!(!log.is_empty() && log.any(Severity::Warning) && !log.any(Severity::Error));
    let mut milder = Diagnostic::new(&DOUBT, "milder");
    milder.severity = Severity::Note;
    log.report(milder);
    log.report(Diagnostic::new(&MISTAKE, "other"));
    let messages: Vec<_> = log.kept().iter().map(|one| &*one.message).collect();
    assert_eq!(
        messages.join(" "),
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 milder other"
    );
    assert_eq!(counts(&log), "T001 warning 21, T001 note 1, T002 error 1");
    assert_eq!(all.kept().len(), 21);
}

#[test]
fn another_collector_adds_its_findings_its_counts_and_its_words() {
    let (mut log, mut other) = (Diagnostics::new(), Diagnostics::new());
    log.leave_out(Span::new(0, 1));
    other.leave_out(Span::new(2, 3));
    for (log, count) in [(&mut log, 15), (&mut other, 25)] {
        for _ in 0..count {
            log.report(Diagnostic::new(&DOUBT, "doubt"));
        }
    }
    other.report(Diagnostic::new(&MISTAKE, "mistake"));
    log.append(other);
    assert_eq!(counts(&log), "T001 warning 40, T002 error 1");
    assert_eq!(log.kept().len(), Diagnostics::LIMIT + 1);
    assert_eq!(log.left_out(), [Span::new(0, 1), Span::new(2, 3)]);
}

#[test]
fn a_finding_is_in_the_last_game_that_starts_before_it() {
    let mut log = Diagnostics::new();
    log.enter_game(7);
    for start in [0, 5, 9, 10, 30] {
        log.report(Diagnostic::new(&DOUBT, "doubt").at(start, start + 1));
    }
    log.report(Diagnostic::new(&DOUBT, "without a place"));
    log.enter_games(&[5, 10, 20]);
    let games: Vec<_> = log.kept().iter().map(|one| one.game).collect();
    assert_eq!(games, [0, 0, 0, 1, 2, 7]);
}

#[test]
fn nodes_have_places_if_somebody_asks_for_them() {
    let mut log = Diagnostics::with_places();
    let span = |start| Span::new(start, start + 2);
    log.place(1, 2, span(4));
    assert_eq!(log.place_of(1, 2), Some(span(4)));
    for (game, node) in [(0, 0), (1, 0), (1, 3), (2, 0)] {
        assert_eq!(log.place_of(game, node), None);
    }
    log.enter_game(1);
    log.report(Diagnostic::new(&DOUBT, "known").in_node(2));
    log.report(Diagnostic::new(&DOUBT, "unknown").in_node(3));
    log.report(Diagnostic::new(&DOUBT, "has one").in_node(2).at(0, 1));
    log.fill_places();
    let spans: Vec<_> = log.kept().iter().map(|one| one.span).collect();
    assert_eq!(spans, [Some(span(4)), None, Some(Span::new(0, 1))]);

    let mut without = Diagnostics::new();
    without.place(0, 0, span(0));
    assert_eq!(without.place_of(0, 0), None);
}

#[test]
fn findings_get_the_addresses_of_their_nodes() {
    let text = b"(;FF[4];B[aa];C[x])(;FF[4](;B[aa])(;B[bb];W[cc]))";
    let games = crate::read(text).unwrap().games;
    let mut log = Diagnostics::new();
    for (game, node) in [(0, Some(2)), (1, Some(3)), (1, Some(9)), (0, None)] {
        log.enter_game(game);
        let mut found = Diagnostic::new(&DOUBT, "doubt");
        found.node = node;
        log.report(found);
    }
    let mut named = Diagnostic::new(&DOUBT, "doubt").in_node(1);
    named.address = "end".parse().ok();
    log.report(named);
    log.fill_addresses(&games);
    let addresses = log.kept().iter().map(|one| one.address.as_ref());
    let addresses: Vec<_> = addresses.map(|one| one.map(ToString::to_string)).collect();
    let expected = [Some("1.1"), Some("0b1"), None, None, Some("end")];
    assert_eq!(addresses, expected.map(|one| one.map(str::to_owned)));
}

#[test]
fn a_finding_is_about_the_properties_that_it_names() {
    let found = Diagnostic::new(&DOUBT, "doubt").about("KM", PropertyPart::Value);
    assert!(found.is_about("KM") && !found.is_about("K"));
    assert!(!Diagnostic::new(&DOUBT, "doubt").is_about("KM"));
    assert!(Diagnostics::new().wants_positions());
    assert!(!Diagnostics::without_positions().wants_positions());
}

fn counts(log: &Diagnostics) -> String {
    let counts = log.counts();
    let counts = counts.map(|(rule, severity, count)| format!("{} {severity} {count}", rule.code));
    counts.collect::<Vec<_>>().join(", ")
}
