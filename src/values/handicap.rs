//! Handicaps.

use std::fmt;

use super::{Rule, parse, plain};
use crate::model::{BoardSize, Point};

/// A handicap: two stones or more (`FF[4]`, HA), or 0, because servers write 0 into even games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Handicap(u32);

impl Handicap {
    /// Reads a number of stones other than 1 (Ishi specification, section 5.2: `Handicap 7`; `3子`).
    pub fn parse(text: &str) -> Option<Self> {
        let text = plain(text)?;
        let count: u32 = parse(Rule::handicap, &text)?
            .next()?
            .as_str()
            .parse()
            .ok()?;
        (count != 1).then_some(Self(count))
    }

    /// Returns the number of stones: 0, or 2 and more.
    pub fn count(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Handicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Returns the usual points of handicap stones: first the corners, then the sides, then the middle (5, 7 or 9 stones).
///
/// Returns `None` if custom has no points for this number or board, for example for one stone, or for five stones on
/// 18x18.
pub(crate) fn handicap_points(handicap: u8, size: BoardSize) -> Option<Vec<Point>> {
    let lines = size.columns;
    if !size.is_square() || lines < 7 || !(2..=9).contains(&handicap) {
        return None;
    }
    let low = if lines < 13 { 2 } else { 3 };
    let (high, middle) = (lines - 1 - low, lines / 2);
    if handicap > 4 && (lines.is_multiple_of(2) || lines == 7) {
        return None;
    }
    let corners = [(high, low), (low, high), (high, high), (low, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let count = usize::from(handicap);
    let has_middle = matches!(handicap, 5 | 7 | 9);
    let around = corners.into_iter().chain(sides);
    let around = around.take(count - usize::from(has_middle));
    let middle = has_middle.then_some((middle, middle));
    Some(
        around
            .chain(middle)
            .map(|(column, row)| Point::new(column, row))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicaps_are_none_or_two_stones_and_more() {
        for (text, count) in [
            ("7", Some(7)),
            ("02", Some(2)),
            ("2 stones", Some(2)),
            ("9 Stones.", Some(9)),
            ("0", Some(0)),
            ("0 stones", Some(0)),
            ("1", None),
            ("", None),
            ("two", None),
            ("-3", None),
            ("3 or 4", None),
            ("99999999999", None),
            ("0000000000002", Some(2)),
        ] {
            assert_eq!(Handicap::parse(text).map(Handicap::count), count, "{text}");
            // The grammar reads a number with a blank before it.
            let parsed = Handicap::parse(&format!(" {text}"));
            assert_eq!(parsed.map(Handicap::count), count, "{text}");
        }
    }

    #[test]
    fn handicap_stones_have_their_points() {
        let names = |handicap, lines| {
            let points = handicap_points(handicap, BoardSize::square(lines))?;
            let size = BoardSize::square(lines);
            let names = points.iter().map(|point| point.on(size).to_string());
            Some(names.collect::<Vec<_>>().join(" "))
        };
        assert_eq!(names(2, 19).as_deref(), Some("Q16 D4"));
        assert_eq!(names(5, 19).as_deref(), Some("Q16 D4 Q4 D16 K10"));
        assert_eq!(
            names(8, 19).as_deref(),
            Some("Q16 D4 Q4 D16 D10 Q10 K16 K4")
        );
        assert_eq!(names(4, 9).as_deref(), Some("G7 C3 G3 C7"));
        assert_eq!(names(4, 7).as_deref(), Some("E5 C3 E3 C5"));
        assert_eq!(names(4, 8).as_deref(), Some("F6 C3 F3 C6"));
        assert_eq!(names(5, 9).as_deref(), Some("G7 C3 G3 C7 E5"));
        assert_eq!(names(2, 12).as_deref(), Some("K10 C3"));
        assert_eq!(names(2, 13).as_deref(), Some("K10 D4"));
        assert_eq!(
            names(9, 13).as_deref(),
            Some("K10 D4 K4 D10 D7 K7 G10 G4 G7")
        );
        for (handicap, lines) in [(1, 19), (10, 19), (2, 6), (5, 7), (5, 8), (5, 18)] {
            assert_eq!(names(handicap, lines), None, "{handicap} on {lines}");
        }
    }
}
