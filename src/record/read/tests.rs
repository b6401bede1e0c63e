//! Tests of the parts of carriers.

use super::super::carry::LineEnd;
use super::*;
use crate::charset::Charset;
use crate::model::Value;
use crate::piece::CARRIER;

fn spans<const N: usize>(spans: [(usize, usize); N]) -> Vec<Span> {
    let spans = spans.into_iter();
    spans.map(|(start, end)| Span::new(start, end)).collect()
}

#[test]
fn a_part_loses_the_spans_in_it() {
    for (removed, expected) in [
        (spans([]), spans([(10, 20)])),
        (spans([(12, 15)]), spans([(10, 12), (15, 20)])),
        (
            spans([(10, 12), (18, 20)]),
            spans([(10, 10), (12, 18), (20, 20)]),
        ),
        (
            spans([(12, 14), (14, 16)]),
            spans([(10, 12), (14, 14), (16, 20)]),
        ),
        // Spans of other parts, and a span that another one has.
        (spans([(0, 5), (20, 30)]), spans([(10, 20)])),
        (spans([(12, 16), (13, 15)]), spans([(10, 12), (16, 20)])),
    ] {
        assert_eq!(
            left_of(Span::new(10, 20), &removed),
            expected,
            "{removed:?}"
        );
    }
}

#[test]
fn a_part_ends_after_the_last_piece_of_its_event() {
    for (starts, expected) in [
        (vec![], [(0, 30), (30, 30), (30, 30)]),
        (vec![(3, 0), (5, 0)], [(0, 30), (30, 30), (30, 30)]),
        (vec![(3, 0), (8, 1), (9, 2)], [(0, 8), (8, 9), (9, 30)]),
        (vec![(3, 1), (8, 2)], [(0, 3), (3, 8), (8, 30)]),
        // A piece of the second event comes before the last one of the first. Pieces come in any order.
        (
            vec![(3, 0), (5, 0), (20, 0), (8, 1), (10, 1), (22, 1), (25, 2)],
            [(0, 22), (22, 25), (25, 30)],
        ),
        (vec![(3, 1), (8, 0), (9, 2)], [(0, 9), (9, 9), (9, 30)]),
    ] {
        assert_eq!(parts(starts.clone(), 3, 30), spans(expected), "{starts:?}");
    }
}

#[test]
fn a_carrier_that_cannot_be_opened_is_refused_with_those_beside_it() {
    let carried = |text: &str| Carried {
        format: Format::Ishi,
        charset: Charset::Utf8,
        mark: false,
        line_end: LineEnd::of(text.as_bytes(), Charset::Utf8, Format::Ishi),
        shown: 0,
        signs: String::new(),
        exact: false,
        is_damaged: false,
        body: Body::Whole(text.as_bytes().to_vec()),
    };
    let good = carried("EVENT\r\nBOARDSIZE 9\r\nREMARK here\r\nB 1 A9\r\n");
    // A carrier has the text of one game.
    let bad = carried("EVENT\r\nB 1 A9\r\nEVENT\r\nB 1 B9\r\n");
    let [good, bad] = [good, bad].map(|carried| format!("[{}]", carried.value(true)));
    let other = "[data of another program]";
    let none: [Span; 0] = [];
    for (values, carries, is_refused, left) in [
        (good.clone(), 1, false, None),
        (format!("{good}{good}"), 1, false, None),
        (format!("{good}{bad}"), 1, true, None),
        (format!("{good}{other}"), 1, false, Some(1)),
        (bad.clone(), 0, true, Some(1)),
        (other.to_owned(), 0, false, Some(1)),
    ] {
        let bytes = format!("(;FF[4]GM[1]SZ[9]XI{values};B[aa])").into_bytes();
        let place = Span::new(17, bytes.len() - ";B[aa])".len());
        let records = read(&Text {
            format: Format::Sgf,
            charset: Charset::Utf8,
            mark: false,
            bytes,
        });
        let [record] = records.as_slice() else {
            panic!("{records:?}");
        };
        assert_eq!(record.stops.len(), carries, "{values}");
        let refused: &[_] = if is_refused { &[place] } else { &none };
        assert_eq!(record.refused, refused, "{values}");
        let root = record.natives.first().unwrap_or(&record.game);
        let property = root.properties(NodeId::ROOT).iter();
        let mut property = property.filter(|property| property.ident.as_str() == CARRIER);
        let count = property.next().map(|property| match &property.value {
            Value::Raw(values) => values.len(),
            _ => 0,
        });
        assert_eq!(count, left, "{values}");
    }
}
