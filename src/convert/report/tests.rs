//! Tests of the report of a conversion.

use super::super::{Conversion, ConvertOptions};
use super::*;
use crate::format::Format;
use crate::source::SourceOptions;

fn report(text: &str, options: &ConvertOptions) -> Report {
    let bytes = std::io::Cursor::new(text.as_bytes());
    let mut source = Source::open(bytes, SourceOptions::default()).unwrap();
    let mut conversion = Conversion::new(options);
    conversion.collect(&mut source).unwrap();
    conversion.report().clone()
}

fn kinds(report: &Report, outcome: Outcome) -> Vec<(&str, usize)> {
    report.outcomes.kinds(outcome).collect()
}

#[test]
fn parts_that_were_left_out_are_all_counted_and_twenty_are_listed() {
    let mut options = ConvertOptions::new(Format::Sgf);
    for (count, listed) in [(0, 0), (1, 1), (20, 20), (21, 20)] {
        let nodes = "\n;B[aa]words".repeat(count);
        let text = format!("(;FF[4]GM[1]SZ[9]C[a\u{FFFD}b\u{FFFD}]{nodes})");
        for items in [false, true] {
            options.items = items;
            let report = report(&text, &options);
            assert_eq!(report.outcomes.count(Outcome::Lost), count);
            assert_eq!(report.losses.len(), listed);
            let lines: Vec<_> = report.losses.iter().map(ToString::to_string).collect();
            let line = |line| format!("text without a place, `words`, line {line}");
            let expected: Vec<_> = (2..2 + listed).map(line).collect();
            assert_eq!(lines, expected);
            let lost = if count > 0 {
                vec![(UNREAD, count)]
            } else {
                vec![]
            };
            assert_eq!(kinds(&report, Outcome::Lost), lost);
            // Damaged text is no loss of this conversion.
            assert_eq!(kinds(&report, Outcome::Damaged), [(DAMAGED, 2)]);
            let all = report.items.iter();
            let all: Vec<_> = all
                .map(|(game, item)| (*game, item.outcome, &*item.what))
                .collect();
            let mut expected = vec![(1, Outcome::Damaged, DAMAGED); 2];
            expected.extend(vec![(1, Outcome::Lost, UNREAD); count]);
            assert_eq!(all, if items { expected } else { vec![] });
        }
    }
}

#[test]
fn games_and_their_losses_are_counted_and_twenty_losses_are_listed() {
    let mut options = ConvertOptions::new(Format::Ishi);
    options.plain = true;
    options.items = true;
    let game = "(;FF[4]GM[1]SZ[9];B[aa]ZZ[1])\n";
    for (text, games, count) in [
        (game.repeat(19), 19, 19),
        (game.repeat(21), 21, 21),
        (
            format!("(;FF[4]GM[1]SZ[9]{})", ";B[aa]ZZ[1];W[]".repeat(21)),
            1,
            21,
        ),
    ] {
        let report = report(&text, &options);
        let moves = if games == 1 { 42 } else { games };
        let found = (report.games, report.nodes, report.moves);
        assert_eq!(found, (games, games + moves, moves));
        let lost = ("private property (ZZ)", count);
        assert_eq!(kinds(&report, Outcome::Lost), [lost]);
        let listed = report.losses.iter().map(ToString::to_string);
        let listed: Vec<_> = listed.collect();
        let line = |number| match games {
            1 => format!("private property (ZZ), game 1 at {}", 2 * number - 1),
            _ => format!("private property (ZZ), game {number} at 1"),
        };
        assert_eq!(listed, (1..=count.min(20)).map(line).collect::<Vec<_>>());
        assert_eq!(report.items.len(), count);
        assert_eq!(report.items.last().map(|(game, _)| *game), Some(games));
    }
}

#[test]
fn words_without_a_carrier_are_lost_by_the_name_of_their_line() {
    let mut options = ConvertOptions::new(Format::Sgf);
    options.plain = true;
    for (lines, expected) in [
        ("", None),
        ("DATE 8.3.1990\n", Some("DATE")),
        ("REMARK x\n", Some("REMARK")),
    ] {
        let report = report(&format!("EVENT\n{lines}B 1 C3\n"), &options);
        let expected: Vec<_> = expected.into_iter().map(|what| (what, 1)).collect();
        assert_eq!(kinds(&report, Outcome::Lost), expected, "{lines}");
    }
}
