//! Values of game information that are not in the form of `FF[4]`, put into it.

use super::{Dates, Decimal, GameResult, Handicap, TimeLimit};
use crate::model::{Id, ValueType};
#[cfg(test)]
use crate::model::{Property, Value};

/// Returns the form that `FF[4]` prescribes for the value of a property, if the value is in another
/// form and all of it is understood.
///
/// `5 1/2` is a komi of 5.5, `1h 30min` a time limit of 5400 seconds; `W+2.25 {moves after 200
/// unknown}` is understood in part only, and stays as it is.
pub fn repair(id: Id, text: &str) -> Option<String> {
    match id {
        Id::Komi if Decimal::parse_sgf(text).is_none() => {
            Decimal::parse_komi(text).map(|komi| komi.to_string())
        }
        Id::TimeLimit | Id::TimeBlack | Id::TimeWhite if Decimal::parse_sgf(text).is_none() => {
            TimeLimit::parse(text).map(TimeLimit::sgf)
        }
        Id::Handicap if text.parse::<i64>().is_err() => {
            Handicap::parse(text).map(|handicap| handicap.count().to_string())
        }
        Id::Result if GameResult::parse_sgf(text).is_none() => {
            GameResult::parse(text).map(GameResult::sgf)
        }
        Id::Date if Dates::parse_sgf(text).is_none() => Dates::parse(text).map(|dates| dates.sgf()),
        Id::PlayerToMove => match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Some("B".to_owned()),
            "w" | "white" => Some("W".to_owned()),
            _ => None,
        }
        .filter(|better| better != text),
        // An emphasis that is not given is normal.
        _ if id.value_type() == ValueType::Double && text.is_empty() => Some("1".to_owned()),
        _ => None,
    }
}

/// Returns the value at the start of a text, if only words without a meaning follow: `1 kk` -> `1`. For a
/// property without a value the result is always empty: `KO[xxxx]` -> `KO[]`.
pub(crate) fn leading(id: Id, text: &str) -> Option<String> {
    let text = text.trim_ascii_start();
    let starts = |is_value: fn(char) -> bool| {
        let sign =
            usize::from(text.starts_with(['+', '-']) && id.value_type() == ValueType::Number);
        let end = text.get(sign..)?.find(|c| !is_value(c))? + sign;
        let (value, rest) = text.split_at_checked(end)?;
        (end > sign).then_some((value, rest))
    };
    match id.value_type() {
        ValueType::None => Some(String::new()),
        ValueType::Double | ValueType::Number => {
            let (number, rest) = starts(|c| c.is_ascii_digit())?;
            // A second number or a fraction can be the intended value.
            let is_one = !rest.contains(|c: char| c.is_ascii_digit());
            let is_value = id.value_type() == ValueType::Number || matches!(number, "1" | "2");
            (is_one && is_value).then(|| number.to_owned())
        }
        ValueType::Color => {
            let (word, _) = starts(char::is_alphanumeric)?;
            repair(id, word).or_else(|| matches!(word, "B" | "W").then(|| word.to_owned()))
        }
        _ => None,
    }
}

/// Puts the value of a generated property into the form of `FF[4]`, as the SGF reader does, because no reader
/// leaves another form.
#[cfg(test)]
pub(crate) fn in_form(property: Property<'static>) -> Property<'static> {
    let Some(id) = property.ident.standard() else {
        return property;
    };
    let better = match &property.value {
        Value::Text(text) if matches!(id, Id::Date | Id::Result) => repair(id, text),
        Value::Raw(values) => match &**values {
            [text] => repair(id, text.trim()),
            _ => None,
        },
        _ => None,
    };
    better.map_or(property, |text| Property::text(id, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_repaired_only_when_understood_whole() {
        for (id, text, expected) in [
            (Id::Komi, "5 1/2", Some("5.5")),
            (Id::Komi, "6,5", Some("6.5")),
            (Id::Komi, "6.5", None),
            (Id::Komi, "375", None),
            (Id::Komi, "six or so", None),
            (Id::TimeLimit, "1h 30min", Some("5400")),
            (Id::TimeLimit, "9 hours", Some("32400")),
            (Id::TimeLimit, "10:00(5x1:00)", None),
            (Id::TimeLimit, "1800,0,30,5", None),
            (Id::TimeLimit, "3h", Some("10800")),
            (Id::TimeBlack, "0:07:42", Some("462")),
            (Id::TimeBlack, "14 0", None),
            (Id::Handicap, "3 stones", Some("3")),
            (Id::Handicap, "three", None),
            (Id::Handicap, "02", None),
            (Id::Result, "Black wins by 3 1/2 points", Some("B+3.5")),
            (Id::Result, "W+2.25 {moves after 200 unknown}", None),
            (Id::Result, "W+0,5", Some("W+0.5")),
            (Id::Result, "B+R", None),
            (Id::Date, "12th and 13th march 94", Some("1994-03-12,13")),
            (Id::Date, "1996/3/7", Some("1996-03-07")),
            (Id::Date, "6/3/1997", None),
            (Id::Date, "1848-08-23 (Kaei 1 VII 25)", None),
            (Id::Date, "1996-05-06", None),
            (Id::PlayerToMove, "black", Some("B")),
            (Id::PlayerToMove, "white", Some("W")),
            (Id::PlayerToMove, "W", None),
            (Id::PlayerToMove, "1", None),
            (Id::Tesuji, "", Some("1")),
            (Id::MoveNumber, "", None),
            (Id::Event, "5 1/2", None),
        ] {
            assert_eq!(repair(id, text).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn values_are_told_from_the_words_after_them() {
        for (id, text, expected) in [
            (Id::MovesLeftBlack, "1 kk", Some("1")),
            (Id::MoveNumber, "+7th", Some("+7")),
            (Id::MoveNumber, "-7 th", Some("-7")),
            (Id::MoveNumber, "+ th", None),
            (Id::MoveNumber, "++7 th", None),
            (Id::MoveNumber, "7", None),
            (Id::MoveNumber, "7.5", None),
            (Id::MoveNumber, "7 of 9", None),
            (Id::MoveNumber, "kk 1", None),
            (Id::Tesuji, " 2!", Some("2")),
            (Id::Tesuji, "3 x", None),
            (Id::Tesuji, "-1 x", None),
            (Id::IllegalMove, "xxxx", Some("")),
            (Id::PlayerToMove, "w 123", Some("W")),
            (Id::PlayerToMove, "White, please", Some("W")),
            (Id::PlayerToMove, "B.", Some("B")),
            (Id::PlayerToMove, "who 1", None),
            (Id::TimeBlack, "14 0", None),
        ] {
            assert_eq!(leading(id, text).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn values_that_were_not_understood_get_their_form() {
        for (values, expected) in [
            (&[" 5 1/2 "][..], Value::Text("5.5".into())),
            (&["x"], Value::Raw(Box::new(["x".into()]))),
            (
                &["5 1/2", "6"],
                Value::Raw(Box::new(["5 1/2".into(), "6".into()])),
            ),
        ] {
            let raw = Value::Raw(values.iter().map(|&text| text.into()).collect());
            assert_eq!(in_form(Property::new(Id::Komi, raw)).value, expected);
        }
    }
}
