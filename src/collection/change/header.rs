//! Game information of a game: a value of it, checked before it is set.

use std::str::FromStr;

use thiserror::Error;

use crate::model::words::debug_as_display;
use crate::model::{Game, Id, NodeId, Property, PropertyType, Value, ValueType};
use crate::values::{Certainty, Dates, Decimal, GameResult, understand};

/// A value of the game information, in the form that SGF prescribes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    id: Id,
    /// The value; empty to remove the property.
    text: String,
}

/// A header cannot be set.
#[derive(Clone, PartialEq, Eq, Error)]
pub enum HeaderError {
    /// The text has no `=`.
    #[error("expected NAME=VALUE, for example `black=Anna Berg` or `KM=6.5`")]
    Form,
    /// No game information has this name.
    #[error(
        "\"{0}\" is no header; expected black, white, black-rank, white-rank, date, event, round, place, result, komi, rules, \
         time, or an identifier such as PB"
    )]
    Name(String),
    /// The value is not one of the property.
    #[error("\"{text}\" is not a value of {}; expected {expected}", id.ident())]
    Value {
        /// The property.
        id: Id,
        /// The value.
        text: String,
        /// The form of a value.
        expected: &'static str,
    },
}

debug_as_display!(HeaderError);

/// Returns the word for a property: its meaning, or a shorter one.
fn word(id: Id) -> &'static str {
    match id {
        Id::PlayerBlack => "black",
        Id::PlayerWhite => "white",
        Id::RankBlack => "black-rank",
        Id::RankWhite => "white-rank",
        Id::TimeLimit => "time",
        _ => id.meaning(),
    }
}

/// Returns the property of the game information with a name: a word such as `black` or `date`, or an identifier such as `PB`.
///
/// # Errors
///
/// [`HeaderError::Name`] has the words.
pub fn header_id(name: &str) -> Result<Id, HeaderError> {
    let is_header = |id: &Id| {
        let names = [id.ident(), word(*id)];
        id.property_type() == PropertyType::GameInfo
            && id.value_type() != ValueType::TextList
            && names.iter().any(|known| known.eq_ignore_ascii_case(name))
    };
    let id = Id::ALL.iter().copied().find(is_header);
    id.ok_or_else(|| HeaderError::Name(name.to_owned()))
}

/// Returns the first text of a property of the game information.
pub fn header<'g>(game: &'g Game<'_>, id: Id) -> Option<&'g str> {
    game.nodes().find_map(|node| game.text(node, id))
}

impl Header {
    /// Checks a value. One of another form with one meaning gets the form of SGF: `8 March 1990` -> `1990-03-08`. An empty
    /// value removes the property.
    ///
    /// # Errors
    ///
    /// [`HeaderError::Value`] names the form of a value.
    pub fn new(id: Id, text: &str) -> Result<Self, HeaderError> {
        let understood = understand(id, text.trim())
            .filter(|found| found.certainty == Certainty::Whole && found.overtime.is_none());
        let text = understood.map_or_else(|| text.trim().to_owned(), |found| found.form);
        let is_value = match (id, id.value_type()) {
            (Id::Date, _) => Dates::parse_sgf(&text).is_some(),
            (Id::Result, _) => GameResult::parse_sgf(&text).is_some(),
            (Id::Komi | Id::TimeLimit, _) => Decimal::parse_sgf(&text).is_some(),
            (_, ValueType::Number) => text.parse().is_ok_and(|number| id.has_in_range(number)),
            (_, ValueType::Text) => true,
            _ => !text.contains(char::is_control),
        };
        if is_value || text.is_empty() {
            return Ok(Self { id, text });
        }
        let expected = match (id, id.value_type()) {
            (Id::Date, _) => "a date such as 1990-05-12, 1990-05 or 1990",
            (Id::Result, _) => "a result such as B+3.5, W+R, W+T, W+F, 0, Void or ?",
            (Id::Komi, _) => "a number of points, such as 6.5",
            (Id::TimeLimit, _) => "a time in seconds such as 3600, or in words such as 1h 30min",
            (_, ValueType::Number) => "a whole number such as 2",
            _ => "one line of text",
        };
        Err(HeaderError::Value { id, text, expected })
    }

    /// Sets the value in a game, in the node that has the property already, else in the root. With `fill` a game that has a
    /// value keeps it. Returns whether the game changed.
    ///
    /// # Examples
    ///
    /// ```
    /// use ishi::change::Header;
    ///
    /// let mut record = ishi::read(b"(;FF[4]GM[1] PB[Ana]; B[aa])")?;
    /// for header in ["black=Anna Berg", "date=8 March 1990"] {
    ///     header.parse::<Header>()?.set(&mut record.games[0], false);
    /// }
    /// assert_eq!(record.write()?, b"(;FF[4]GM[1] PB[Anna Berg]DT[1990-03-08]; B[aa])");
    ///
    /// let error = "KM=five".parse::<Header>().unwrap_err();
    /// let words = "\"five\" is not a value of KM; expected a number of points, such as 6.5";
    /// assert_eq!(error.to_string(), words);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set(&self, game: &mut Game<'_>, fill: bool) -> bool {
        let (id, text) = (self.id, &self.text);
        let holders: Vec<_> = game.nodes().filter(|node| game.has(*node, id)).collect();
        let is_empty = |node: &NodeId| game.values(*node, id).all(is_blank);
        if fill && !holders.iter().all(is_empty) {
            return false;
        }
        if text.is_empty() {
            for node in &holders {
                game.remove_property(*node, id);
            }
            return !holders.is_empty();
        }
        let has_info = |node: &NodeId| {
            let mut types = game.properties(*node).iter().map(Property::property_type);
            types.any(|kind| kind == PropertyType::GameInfo)
        };
        let first = holders.first().copied();
        let home = first.or_else(|| game.nodes().find(has_info));
        let node = home.unwrap_or(NodeId::ROOT);
        let is_new = game.text(node, id) != Some(text);
        if is_new {
            game.set_text(node, id, text.clone());
        }
        is_new
    }
}

fn is_blank(value: &Value<'_>) -> bool {
    match value {
        Value::Text(text) => text.trim().is_empty(),
        Value::Raw(all) => all.iter().all(|text| text.trim().is_empty()),
        _ => false,
    }
}

impl FromStr for Header {
    type Err = HeaderError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, value) = text.split_once('=').ok_or(HeaderError::Form)?;
        Self::new(header_id(name.trim())?, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_and_get_the_form_of_sgf() {
        for (typed, id, text) in [
            ("black=Anna Berg", Id::PlayerBlack, "Anna Berg"),
            ("PB=a=b", Id::PlayerBlack, "a=b"),
            ("pw= Otto ", Id::PlayerWhite, "Otto"),
            ("White-Rank=3d", Id::RankWhite, "3d"),
            ("komi=5 1/2", Id::Komi, "5.5"),
            ("KM=", Id::Komi, ""),
            ("date=1990-05-12,13", Id::Date, "1990-05-12,13"),
            ("date=12 May 1990", Id::Date, "1990-05-12"),
            ("result=White wins by resignation", Id::Result, "W+R"),
            ("RE=B+Resign", Id::Result, "B+Resign"),
            ("time=1h 30min", Id::TimeLimit, "5400"),
            ("HA=3", Id::Handicap, "3"),
            ("handicap=3", Id::Handicap, "3"),
            ("Game Name=x", Id::GameName, "x"),
            ("GC=two\nlines", Id::GameComment, "two\nlines"),
        ] {
            let header: Header = typed.parse().unwrap();
            assert_eq!((header.id, &*header.text), (id, text), "{typed}");
        }
        let name = |name| {
            format!(
                "\"{name}\" is no header; expected black, white, black-rank, white-rank, date, event, round, place, result, komi, rules, time, or an identifier such as PB"
            )
        };
        for (typed, message) in [
            ("black", "expected NAME=VALUE, for example `black=Anna Berg` or `KM=6.5`".to_owned()),
            ("blak=Anna", name("blak")),
            ("C=x", name("C")),
            ("SZ=9", name("SZ")),
            ("date=yesterday", "\"yesterday\" is not a value of DT; expected a date such as 1990-05-12, 1990-05 or 1990".to_owned()),
            ("DT=1990-02-31", "\"1990-02-31\" is not a value of DT; expected a date such as 1990-05-12, 1990-05 or 1990".to_owned()),
            ("result=Anna", "\"Anna\" is not a value of RE; expected a result such as B+3.5, W+R, W+T, W+F, 0, Void or ?".to_owned()),
            ("TM=long", "\"long\" is not a value of TM; expected a time in seconds such as 3600, or in words such as 1h 30min".to_owned()),
            ("HA=-2", "\"-2\" is not a value of HA; expected a whole number such as 2".to_owned()),
            ("PB=a\nb", "\"a\nb\" is not a value of PB; expected one line of text".to_owned()),
        ] {
            let error = typed.parse::<Header>().unwrap_err();
            assert_eq!(error.to_string(), message, "{typed}");
        }
    }

    #[test]
    fn a_header_is_set_where_it_is_and_filled_where_it_is_empty() {
        for (text, typed, fill, expected) in [
            (
                "(;FF[4] EV[x] PB[a] ;B[aa])",
                "PB=b",
                false,
                "(;FF[4] EV[x] PB[b] ;B[aa])",
            ),
            (
                "(;FF[4] EV[x] PB[a] ;B[aa])",
                "PB=b",
                true,
                "(;FF[4] EV[x] PB[a] ;B[aa])",
            ),
            (
                "(;FF[4] PB[] ;B[aa])",
                "PB=b",
                true,
                "(;FF[4] PB[b] ;B[aa])",
            ),
            (
                "(;FF[4] KM[] ;B[aa])",
                "KM=5",
                true,
                "(;FF[4] KM[5] ;B[aa])",
            ),
            (
                "(;FF[4] KM[x] ;B[aa])",
                "KM=5",
                true,
                "(;FF[4] KM[x] ;B[aa])",
            ),
            (
                "(;FF[4];B[aa] PB[a] )",
                "PB=b",
                false,
                "(;FF[4];B[aa] PB[b] )",
            ),
            (
                "(;FF[4] KM[x];B[aa])",
                "KM=6.5",
                false,
                "(;FF[4] KM[6.5];B[aa])",
            ),
            ("(;FF[4] KM[6.5] ;B[aa])", "KM=", false, "(;FF[4] ;B[aa])"),
            ("(;FF[4] ;B[aa])", "KM=", false, "(;FF[4] ;B[aa])"),
        ] {
            let mut record = crate::read(text.as_bytes()).unwrap();
            let changed = typed
                .parse::<Header>()
                .unwrap()
                .set(&mut record.games[0], fill);
            let written = String::from_utf8(record.write().unwrap()).unwrap();
            assert_eq!(written, expected, "{text} {typed}");
            assert_eq!(changed, text != expected, "{text} {typed}");
        }
    }
}
