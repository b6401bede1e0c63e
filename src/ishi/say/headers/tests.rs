//! Tests of header lines.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::*;
use crate::ishi::mean::headers::from_lines;
use crate::model::Ident;

/// Reads header lines and returns the properties as SGF shows them.
/// Returns the lines of all headers that have one.
fn to_lines(properties: &[Property<'_>]) -> Vec<(Header, String)> {
    let headers = Header::ALL.iter().copied();
    headers
        .filter_map(|header| Some((header, to_line(header, properties)?)))
        .collect()
}

fn read(lines: &[(Header, &str)]) -> String {
    let mut out = String::new();
    for property in from_lines(lines) {
        let Value::Text(text) = &property.value else {
            panic!("game information is text");
        };
        write!(out, "{}[{text}]", property.ident).unwrap();
    }
    out
}

/// Writes properties as header lines.
fn write(properties: &[(Id, &str)]) -> Vec<String> {
    let properties: Vec<_> = properties
        .iter()
        .map(|(id, text)| Property::text(*id, *text))
        .collect();
    to_lines(&properties)
        .into_iter()
        .map(|(header, text)| format!("{} {text}", header.keyword()))
        .collect()
}

#[test]
fn the_header_of_the_specification_s_sample_is_read() {
    let lines = [
        (Header::Source, "Page 164 of \"Basic Techniques of Go\""),
        (Header::Source, "By Haruyama and Nagahara"),
        (Header::Source, "Ishi Press, Berkeley-Tokyo, 1969"),
        (Header::Black, "Haruyama 6-dan"),
        (Header::White, "Nagahara 4-dan"),
        (Header::Komi, "0"),
        (Header::TimeLimit, "30 minutes each"),
        (Header::Handicap, "1"),
        (Header::Result, "Black wins by 1"),
        (Header::Rules, "Japanese"),
        (Header::Analysis, "The authors"),
        (Header::Recorder, "W. Lobb"),
        (Header::Date, "8 March 1990"),
        (Header::Place, "Concord MA"),
    ];
    assert_eq!(
        read(&lines),
        "PB[Haruyama]BR[6d]PW[Nagahara]WR[4d]DT[1990-03-08]PC[Concord MA]RE[B+1]RU[Japanese]\
         KM[0]TM[1800]AN[The authors]US[W. Lobb]SO[Page 164 of \"Basic Techniques of Go\"; \
         By Haruyama and Nagahara; Ishi Press, Berkeley-Tokyo, 1969]"
    );
}

#[test]
fn repeated_lines_are_summed_or_the_last_one_counts() {
    for (lines, properties) in [
        (
            &[(Header::Komi, "5"), (Header::Komi, "3 1/2")][..],
            "KM[3.5]",
        ),
        (&[(Header::Komi, "5"), (Header::Komi, "five")], ""),
        (
            &[(Header::Black, "Honinbo Shusaku"), (Header::Black, "")],
            "PB[]",
        ),
        (&[(Header::Handicap, "2"), (Header::Handicap, "3")], "HA[3]"),
        (
            &[(Header::Result, "W+R"), (Header::Result, "Black by 3")],
            "RE[B+3]",
        ),
        (
            &[(Header::Rules, "AGA"), (Header::Rules, "CHINESE")],
            "RU[Chinese]",
        ),
        (
            &[(Header::Place, ""), (Header::Place, "Kyoto")],
            "PC[Kyoto]",
        ),
        (
            &[(Header::Place, "Kyoto"), (Header::Place, "Tokyo")],
            "PC[Kyoto; Tokyo]",
        ),
        (
            &[
                (Header::Analysis, "Jim Kerwin, professional 1-dan"),
                (Header::Analysis, "Kato 9 Dan"),
            ],
            "AN[Jim Kerwin, professional 1-dan; Kato 9 Dan]",
        ),
        (
            &[
                (Header::Date, "Dec 9, 1938"),
                (Header::Date, "Mar 3-4, 1939"),
            ],
            "DT[1938-12-09,1939-03-03,04]",
        ),
        (
            &[(Header::Date, "Dec 9, 1938"), (Header::Date, "later")],
            "DT[1938-12-09]",
        ),
        (
            &[
                (Header::TimeLimit, "1 hour"),
                (Header::TimeLimit, "30 minutes"),
            ],
            "OT[1 hour; 30 minutes]",
        ),
        (
            &[(Header::TimeLimit, "1 hour, then byo-yomi")],
            "TM[3600]OT[byo-yomi]",
        ),
        (
            &[
                (Header::TimeLimit, "30 minutes"),
                (Header::TimeLimit, "5x30 byo-yomi"),
            ],
            "TM[1800]OT[5x30 byo-yomi]",
        ),
        (
            &[(Header::TimeLimit, "1 hour, then see the book")],
            "OT[1 hour, then see the book]",
        ),
        (
            &[(Header::Recorder, "Phil Straus (playing Black)")],
            "US[Phil Straus (playing Black)]",
        ),
    ] {
        assert_eq!(read(lines), properties, "{lines:?}");
    }
}

#[test]
fn empty_lines_are_empty_texts_but_no_numbers() {
    for &header in Header::ALL {
        let expected = match header {
            Header::Komi | Header::Handicap => String::new(),
            Header::TimeLimit => "OT[]".to_owned(),
            _ => format!("{}[]", Ident::from(header.property())),
        };
        assert_eq!(read(&[(header, "")]), expected);
    }
    assert_eq!(read(&[]), "");
}

#[test]
fn properties_are_written_in_canonical_english() {
    for (properties, line) in [
        (
            &[(Id::PlayerBlack, "Haruyama"), (Id::RankBlack, "6d")][..],
            "BLACK Haruyama 6-dan",
        ),
        (&[(Id::RankWhite, "3k")], "WHITE 3-kyu"),
        (
            &[(Id::PlayerWhite, "Cho"), (Id::RankWhite, "9p")],
            "WHITE Cho 9p",
        ),
        (
            &[(Id::PlayerWhite, "Gu"), (Id::RankWhite, "9段")],
            "WHITE Gu 9-dan",
        ),
        (&[(Id::Date, "1990-03-08")], "DATE 8 March 1990"),
        (&[(Id::Date, "1990-03-08,09")], "DATE 1990-03-08,09"),
        (&[(Id::Date, "13.9.1990")], "DATE 13.9.1990"),
        (&[(Id::Result, "W+R")], "RESULT White wins by resignation"),
        (&[(Id::Result, "W+Resign")], "RESULT W+Resign"),
        (&[(Id::Result, "B+3.50")], "RESULT B+3.50"),
        (&[(Id::Result, "0")], "RESULT Jigo"),
        (&[(Id::Result, "Draw")], "RESULT Draw"),
        (&[(Id::Komi, "6.50")], "KOMI 6.5"),
        (&[(Id::Komi, "six")], "KOMI six"),
        (&[(Id::Handicap, "02")], "HANDICAP 2"),
        (&[(Id::Handicap, "0")], "HANDICAP 0"),
        (&[(Id::TimeLimit, "1800.0")], "TIMELIMIT 30 minutes"),
        (&[(Id::TimeLimit, "10h")], "TIMELIMIT 10h"),
        (
            &[(Id::TimeLimit, "3600"), (Id::Overtime, "5x30")],
            "TIMELIMIT 1 hour, 5x30",
        ),
        (
            &[(Id::TimeLimit, "1800"), (Id::Overtime, "25/300 Canadian")],
            "TIMELIMIT 30 minutes, 25/300 Canadian",
        ),
        (
            &[(Id::TimeLimit, "3600"), (Id::Overtime, "30 minutes")],
            "TIMELIMIT 1 hour",
        ),
        (
            &[(Id::TimeLimit, "1h"), (Id::Overtime, "5x30")],
            "TIMELIMIT 1h",
        ),
        (&[(Id::Overtime, "5x30")], "TIMELIMIT 5x30"),
        (&[(Id::Annotator, "Kato")], "ANALYSIS Kato"),
    ] {
        assert_eq!(write(properties), [line]);
    }
}

#[test]
fn a_property_that_is_not_one_text_has_no_line() {
    let raw = Value::Raw(["a".into(), "b".into()].into());
    assert_eq!(to_lines(&[Property::new(Id::PlayerBlack, raw)]), []);
}

#[test]
fn forms_of_sgf_come_back_letter_for_letter() {
    for (id, text) in [
        (Id::Result, "W+Resign"),
        (Id::Result, "Draw"),
        (Id::Result, "B+3.50"),
        (Id::Result, "?"),
        (Id::Date, "1990"),
        (Id::Date, "1996-05-06,07"),
        (Id::Date, "1996-05-06,1996-05-07"),
        (Id::Rules, "AGA"),
        (Id::Overtime, "5x30 byo-yomi"),
    ] {
        let properties = [Property::text(id, text)];
        assert_eq!(round_trip(&properties), properties);
    }
}

/// Writes properties as lines and reads them back.
fn round_trip(properties: &[Property<'_>]) -> Vec<Property<'static>> {
    let lines = to_lines(properties);
    let lines: Vec<_> = lines
        .iter()
        .map(|(header, text)| (*header, text.as_str()))
        .collect();
    from_lines(&lines)
}

/// Returns a strategy for properties in the form in which the lines are read back.
fn canonical() -> impl Strategy<Value = Vec<Property<'static>>> {
    let name = "[A-Z][a-z]{1,8}( [A-Z][a-z]{1,8})?";
    let rank = prop_oneof!["[1-9]d", "[1-9]k", "[1-9]p", "[1-3][0-9]k"];
    let number = "(0|[1-9][0-9]{0,3})([.][0-9]{0,2}[1-9])?";
    let margin = prop_oneof!["R", "T", "F", "", number];
    let result = prop_oneof![
        Just("0".to_owned()),
        Just("Void".to_owned()),
        Just("?".to_owned()),
        ("[BW]", margin).prop_map(|(winner, margin)| format!("{winner}+{margin}")),
    ];
    let date = "[12][0-9]{3}(-(0[1-9]|1[0-2])(-(0[1-9]|1[0-9]|2[0-8]))?)?";
    let time = prop::option::of("(0|[1-9][0-9]{0,5})([.][0-9]{0,2}[1-9])?");
    let overtime = prop::option::of("[1-9]x[1-9][0-9]?( byo-yomi)?|[1-9]/[0-9]{1,3} Canadian");
    let texts = [Id::Place, Id::Annotator, Id::Recorder, Id::Source].map(|id| {
        prop::option::of("[ -~]{0,30}".prop_map(move |text| (id, text.trim().to_owned())))
    });
    let rules = prop_oneof!["Japanese", "Chinese", "AGA", "GOE"];
    let whole: (_, _, _, _, _, _, _) = (
        (prop::option::of(name), prop::option::of(rank.clone())),
        (prop::option::of(name), prop::option::of(rank)),
        prop::option::of(date),
        prop::option::of(result),
        (
            prop::option::of(rules),
            prop::option::of("-?[1-9][0-9]?([.]5)?"),
            prop::option::of("[2-9]"),
        ),
        (time, overtime),
        texts,
    );
    whole.prop_map(
        |(black, white, date, result, (rules, komi, handicap), time, texts)| {
            let simple = [
                (Id::PlayerBlack, black.0),
                (Id::RankBlack, black.1),
                (Id::PlayerWhite, white.0),
                (Id::RankWhite, white.1),
                (Id::Date, date),
                (Id::Result, result),
                (Id::Rules, rules),
                (Id::Komi, komi),
                (Id::Handicap, handicap),
                (Id::TimeLimit, time.0),
                (Id::Overtime, time.1),
            ];
            let simple = simple
                .into_iter()
                .filter_map(|(id, text)| Some((id, text?)));
            let mut all: Vec<_> = simple.chain(texts.into_iter().flatten()).collect();
            all.sort_by_key(|(id, _)| *id);
            all.into_iter()
                .map(|(id, text)| Property::text(id, text))
                .collect()
        },
    )
}

proptest! {
    #[test]
    fn canonical_information_is_said_back(properties in canonical()) {
        prop_assert_eq!(round_trip(&properties), properties);
    }

    #[test]
    fn any_text_is_read_and_written_again(
        lines in prop::collection::vec((prop::sample::select(Header::ALL), "\\PC{0,40}"), 0..12)
    ) {
        let lines: Vec<_> = lines.iter().map(|(header, text)| (*header, text.as_str())).collect();
        let meaning = from_lines(&lines);
        // One rewriting settles the text: what it means does not drift.
        let again = round_trip(&meaning);
        prop_assert_eq!(round_trip(&again), again);
    }
}
