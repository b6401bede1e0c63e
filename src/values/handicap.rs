//! Handicaps.

use std::fmt;

use super::{Rule, parse, server};

/// A handicap: two stones or more (`FF[4]`, HA), or 0, because servers write 0 into even games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Handicap(u32);

impl Handicap {
    /// Reads a number of stones other than 1 (Ishi specification, section 5.2: `Handicap 7`; `3子`).
    pub fn parse(text: &str) -> Option<Self> {
        let parsed = || Some(parse(Rule::handicap, text)?.next()?.as_str().to_owned());
        let digits = parsed().or_else(|| server::handicap(text))?;
        let count: u32 = digits.parse().ok()?;
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
}
