//! Tests of the parts of carriers.

use super::super::carry::LineEnd;
use super::*;
use crate::format::charset::Charset;
use crate::format::piece::CARRIER;
use crate::model::Value;

#[test]
fn a_carrier_that_cannot_be_opened_is_refused_with_those_beside_it() {
    let carried = |text: &str| Carried {
        format: Format::Ishi,
        charset: Charset::Utf8,
        mark: false,
        line_end: LineEnd::of(text, Format::Ishi),
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
        // The values of a property belong together.
        (format!("{good}{other}"), 0, true, Some(2)),
        (bad.clone(), 0, true, Some(1)),
        (other.to_owned(), 0, false, Some(1)),
    ] {
        let bytes = format!("(;FF[4]GM[1]SZ[9]XI{values};B[aa])").into_bytes();
        let place = Span::new(17, bytes.len() - ";B[aa])".len());
        let records = read(&Text::new(Format::Sgf, Charset::Utf8, bytes));
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
