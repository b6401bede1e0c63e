//! Findings about a node have its address.

use std::io::Cursor;

use ishi::Format;
use ishi::check::{Levels, check};
use ishi::source::{Source, SourceOptions};

#[test]
fn a_check_finds_the_carrier_of_another_game() {
    let text = "(;FF[4]GM[1]SZ[9]XI[ishi 3 0 0 ishi us-ascii lf 111222333444|@0|+REMARK r]\
                ;B[aa];W[bb];B[cc];W[dd])";
    let mut source = Source::open(Cursor::new(text), SourceOptions::default()).expect("a game");
    let checked = check(&mut source, &Levels::default()).expect("bytes in memory");
    let mut found = checked.findings.kept().iter();
    assert!(found.any(|found| found.diagnostic.rule.code == "C002"));
}

#[test]
fn findings_in_a_later_game_of_one_text_name_that_game() {
    // The second event says that it continues the first, and does not.
    let text = "EVENT\nB 1 C3\nEVENT (continued)\nUSER ishi 3 continues\nENDUSER\n\
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

#[test]
fn a_letter_without_a_named_charset_is_in_the_game_that_has_it() {
    let text = "(;FF[4]GM[1]C[a])\n(;FF[4]GM[1]C[\u{e9}])";
    let mut source = Source::open(Cursor::new(text), SourceOptions::default()).expect("a game");
    let checked = check(&mut source, &Levels::default()).expect("bytes in memory");
    let found = checked.findings.kept().iter();
    let mut found = found.filter(|found| found.diagnostic.rule.code == "E007");
    let found = found.next().expect("a finding about the letter");
    let place = found.place.as_ref().map(|place| (place.line, place.column));
    assert_eq!((found.game, place), (Some(2), Some((2, 15))));
}
