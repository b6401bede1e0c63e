//! Findings about a node have its address.

use std::io::Cursor;

use ishi::Format;
use ishi::check::{Levels, check};
use ishi::source::{Source, SourceOptions};

use crate::cases::findings;
use crate::examples::CASES;

#[test]
fn findings_of_a_conversion_have_the_addresses_of_their_nodes() {
    for (code, address) in [("C002", "1"), ("C012", "0")] {
        let case = CASES.iter().find(|case| case.code == code);
        let case = case.expect("each rule has an example");
        let findings = findings(case, case.bad);
        let found = findings.kept().iter();
        let found = found.filter(|found| found.diagnostic.rule.code == code);
        let found: Vec<_> = found
            .map(|found| found.diagnostic.address.as_ref().map(ToString::to_string))
            .collect();
        assert!(!found.is_empty(), "{code} is silent");
        for found in found {
            assert_eq!(found.as_deref(), Some(address), "{code}");
        }
    }
}

#[test]
fn findings_in_a_later_game_of_one_text_name_that_game() {
    // The second event says that it continues the first, and does not.
    let text = "EVENT\nB 1 C3\nEVENT (continued)\nUSER ishi 1 d48f7809\n| F continuation 1\nENDUSER\n\
                B 1 A1\nW 2 B1\nMARK #7\n";
    let options = SourceOptions {
        format: Some(Format::Ishi),
        ..SourceOptions::default()
    };
    let mut source = Source::open(Cursor::new(text), options).expect("the format is given");
    let checked = check(&mut source, &Levels::default()).expect("bytes in memory");
    assert_eq!(checked.games, 2);
    let findings = checked.findings;
    let found = findings.kept().iter();
    let mut found = found.filter(|found| found.diagnostic.rule.code == "I041");
    let found = found.next().expect("a finding about the mark");
    let address = found.diagnostic.address.as_ref().map(ToString::to_string);
    assert_eq!((found.game, address.as_deref()), (Some(2), Some("2")));
    assert!(found.place.is_some());
}
