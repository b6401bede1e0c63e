//! Komi as servers write it, in points.
//!
//! The Fox server writes hundredths: of a stone under Chinese rules, where a stone is two points (`375` -> `7.5`),
//! of a point under others (`650` -> `6.5`, `50` -> `0.5`). In handicap games under Chinese rules it writes 0 for half
//! a point. Other servers write hundredths too.

use super::{GameResult, Handicap, Margin};
use crate::model::{Id, Property, Value};

/// How an application of the Fox server starts in AP.
pub(crate) const FOX: &str = "foxwq";

/// A komi in points is smaller than this number.
const SMALLEST_HUNDREDTHS: u32 = 100;

/// No server has a komi of more than 20 points.
const LARGEST_HUNDREDTHS: u32 = 2000;

/// Under Chinese rules a number counts stones if that gives no more than 10 points.
const LARGEST_OF_STONES: u32 = 500;

/// The komi that a server means.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct MeantKomi {
    /// In points, as SGF writes a number.
    pub points: String,
    /// Whether the record proves it by its application or its result.
    pub is_certain: bool,
}

/// Returns the komi in points if the properties of a node have it in another unit: `375` -> 7.5. Returns `None` if that is
/// unknown.
pub(crate) fn komi_in_points(node: &[Property<'_>]) -> Option<MeantKomi> {
    let number: u32 = text(node, Id::Komi)?.trim().parse().ok()?;
    let is_fox = node.iter().any(is_fox);
    let rules = text(node, Id::Rules).unwrap_or("").trim();
    let is_chinese = rules.eq_ignore_ascii_case("chinese");
    let fraction = fraction_of_margin(node);
    if number == 0 {
        let handicap = text(node, Id::Handicap).and_then(Handicap::parse);
        let has_handicap = handicap.is_some_and(|handicap| handicap.count() > 1);
        let is_meant = is_fox && is_chinese && has_handicap;
        return (is_meant && fraction != Some(0)).then(|| MeantKomi {
            points: "0.5".to_owned(),
            is_certain: fraction != Some(50),
        });
    }
    if number > LARGEST_HUNDREDTHS || number < SMALLEST_HUNDREDTHS && !is_fox {
        return None;
    }
    let counts_stones = is_chinese && number <= LARGEST_OF_STONES || !number.is_multiple_of(50);
    let hundredths = if counts_stones { 2 * number } else { number };
    let is_whole = match hundredths % 100 {
        0 => true,
        50 => false,
        _ => return None,
    };
    let whole = hundredths / 100;
    let points = if is_whole {
        whole.to_string()
    } else {
        format!("{whole}.5")
    };
    let is_usual = number >= SMALLEST_HUNDREDTHS || !is_chinese;
    let is_certain = match fraction {
        // A margin in stones has quarters if the komi in stones has them.
        Some(25) => counts_stones && !is_whole,
        Some(50) if !is_whole => true,
        Some(50) if !counts_stones => false,
        Some(0) if !is_whole => false,
        _ => is_fox && is_usual && (is_chinese || !counts_stones),
    };
    Some(MeantKomi { points, is_certain })
}

/// Returns the fraction of the margin in hundredths: `W+12.75` -> 25 (like `.25`), `W+2.5` -> 50, `0` -> 0.
/// Returns `None` if the result has no margin.
fn fraction_of_margin(node: &[Property<'_>]) -> Option<u32> {
    let points = match GameResult::read(text(node, Id::Result)?)?.0 {
        GameResult::Win(_, Margin::Points(points)) => points.to_string(),
        GameResult::Draw => return Some(0),
        _ => return None,
    };
    match points.split_once('.') {
        None => Some(0),
        Some((_, "5")) => Some(50),
        Some((_, "25" | "75")) => Some(25),
        Some(_) => None,
    }
}

/// Returns the first text of a property in a node.
fn text<'p>(node: &'p [Property<'_>], id: Id) -> Option<&'p str> {
    node.iter().find_map(|property| match &property.value {
        Value::Text(text) if property.is(id) => Some(&**text),
        _ => None,
    })
}

/// Returns whether a property names the Fox server as the application. Other programs look for exactly this name, so no writer
/// and no fix changes it.
pub(crate) fn is_fox(property: &Property<'_>) -> bool {
    property.is(Id::Application)
        && match &property.value {
            Value::Pair(pair) => pair.0.starts_with(FOX),
            Value::Raw(values) => values.iter().any(|value| value.starts_with(FOX)),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bracket::property::parse_property;
    use crate::model::BoardSize;

    fn found(properties: &str) -> Option<(String, bool)> {
        let properties = properties.split_inclusive(']');
        let properties = properties.filter_map(|text| parse_property(text, BoardSize::DEFAULT));
        let properties: Vec<_> = properties.collect();
        komi_in_points(&properties).map(|meant| (meant.points, meant.is_certain))
    }

    #[test]
    fn komi_of_servers_is_in_hundredths() {
        for (properties, points, is_certain) in [
            ("AP[foxwq]RU[Chinese]KM[375]", "7.5", true),
            ("AP[foxwq]RU[Chinese]KM[375]RE[W+12.75]", "7.5", true),
            ("AP[foxwq]RU[Chinese]KM[375]RE[W+3.5]", "7.5", true),
            ("AP[foxwq]RU[Chinese]KM[375]RE[W+3]", "7.5", false),
            ("AP[foxwq]RU[Chinese]KM[325]", "6.5", true),
            ("AP[foxwq]RU[Chinese]KM[350]", "7", true),
            ("AP[foxwq]RU[Chinese]KM[650]", "6.5", true),
            ("AP[foxwq]RU[Japanese]KM[650]", "6.5", true),
            ("AP[foxwq]RU[Japanese]KM[375]", "7.5", false),
            ("AP[foxwq]RU[Japanese]HA[2]KM[50]", "0.5", true),
            ("AP[foxwq]RU[Chinese]HA[2]KM[50]", "1", false),
            ("AP[foxwq]RU[Chinese]HA[2]KM[25]", "0.5", false),
            ("AP[foxwq]RU[Chinese]HA[2]KM[0]", "0.5", true),
            ("AP[foxwq]RU[Chinese]HA[2]KM[0]RE[B+3.25]", "0.5", true),
            ("AP[foxwq]RU[Chinese]HA[2]KM[0]RE[B+3.5]", "0.5", false),
            ("AP[GNU Go:3.8]AP[foxwq]RU[Chinese]KM[375]", "7.5", true),
            ("RU[Chinese]KM[750]", "7.5", false),
            ("RU[Chinese]KM[750]RE[B+R]", "7.5", false),
            ("RU[Chinese]KM[750]RE[B+2.5]", "7.5", true),
            ("RU[Chinese]KM[375]RE[B+2.75]", "7.5", true),
            ("KM[375]", "7.5", false),
            ("KM[700]RE[B+2]", "7", false),
            ("AP[foxwq]RU[Japanese]KM[700]RE[B+2]", "7", true),
            ("AP[foxwq]RU[Japanese]KM[700]RE[B+2.5]", "7", false),
            ("AP[foxwq]RU[Chinese]KM[350]RE[B+2.5]", "7", true),
            // A number of less than 100 is unusual, and one of more than 500 is in points.
            ("AP[foxwq]RU[Chinese]KM[100]", "2", true),
            ("AP[foxwq]RU[Chinese]KM[75]", "1.5", false),
            ("AP[foxwq]RU[Chinese]KM[500]", "10", true),
            ("AP[foxwq]RU[Chinese]KM[550]", "5.5", true),
            ("RU[Japanese]KM[100]", "1", false),
            ("RU[Japanese]KM[2000]", "20", false),
        ] {
            let expected = Some((points.to_owned(), is_certain));
            assert_eq!(found(properties), expected, "{properties}");
        }
    }

    #[test]
    fn other_komi_is_in_points() {
        for properties in [
            "AP[foxwq]RU[Chinese]KM[6.5]",
            "AP[foxwq]RU[Japanese]KM[333]",
            "AP[foxwq]RU[Japanese]HA[2]KM[0]",
            "AP[foxwq]RU[Chinese]KM[0]",
            "AP[foxwq]RU[Chinese]HA[2]KM[0]RE[B+3]",
            "AP[foxwq]RU[Japanese]KM[7]",
            "RU[Japanese]KM[50]",
            "RU[Japanese]KM[99]",
            "KM[2001]",
            "KM[2050]",
            "KM[3000]",
            "KM[-100]",
        ] {
            assert_eq!(found(properties), None, "{properties}");
        }
    }
}
