//! Game information of a game: a value of it, checked before it is set.

use std::str::FromStr;

use thiserror::Error;

use crate::debug::debug_as_display;
use crate::model::{Game, Id, NodeId, Property, PropertyType, ValueType};
use crate::values::{Certainty, Dates, Decimal, GameResult, understand};

/// The words for the game information that people set.
const WORDS: [(&str, Id); 12] = [
    ("black", Id::PlayerBlack),
    ("white", Id::PlayerWhite),
    ("black-rank", Id::RankBlack),
    ("white-rank", Id::RankWhite),
    ("date", Id::Date),
    ("event", Id::Event),
    ("round", Id::Round),
    ("place", Id::Place),
    ("result", Id::Result),
    ("komi", Id::Komi),
    ("rules", Id::Rules),
    ("time", Id::TimeLimit),
];

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
    #[error("no header has the name \"{0}\"; expected {words}, or an identifier such as PB", words = words())]
    Name(String),
    /// The property is no game information.
    #[error("{} is no header, so it cannot be set; expected {words}, or an identifier such as PB", .0.ident(), words = words())]
    Other(Id),
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

fn words() -> String {
    WORDS.map(|(word, _)| word).join(", ")
}

/// Returns the property of the game information with a name: a word such as `black` or `date`, or an identifier such as `PB`.
///
/// # Errors
///
/// [`HeaderError::Name`] and [`HeaderError::Other`] name the words.
pub fn header_id(name: &str) -> Result<Id, HeaderError> {
    let word = WORDS
        .iter()
        .find(|(word, _)| name.eq_ignore_ascii_case(word));
    let found = word.map(|(_, id)| *id);
    let is_header = |id: &Id| {
        let is_value = !matches!(id.value_type(), ValueType::TextList);
        id.property_type() == PropertyType::GameInfo && is_value
    };
    let named = Id::from_ident(&name.to_ascii_uppercase());
    match (found, named) {
        (Some(id), _) => Ok(id),
        (None, Some(id)) if is_header(&id) => Ok(id),
        (None, Some(id)) => Err(HeaderError::Other(id)),
        (None, None) => Err(HeaderError::Name(name.to_owned())),
    }
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
        let text = text.trim();
        let wrong = |expected| HeaderError::Value {
            id,
            text: text.to_owned(),
            expected,
        };
        if text.is_empty() {
            let text = String::new();
            return Ok(Self { id, text });
        }
        if text.chars().any(char::is_control) && id.value_type() != ValueType::Text {
            return Err(wrong("one line of text"));
        }
        let understood = understand(id, text)
            .filter(|found| found.certainty == Certainty::Whole && found.overtime.is_none());
        let text = understood.map_or_else(|| text.to_owned(), |found| found.form);
        match expected(id, &text) {
            Some(expected) => Err(wrong(expected)),
            None => Ok(Self { id, text }),
        }
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
        let is_filled = || header(game, id).is_none_or(|text| !text.trim().is_empty());
        if fill && !holders.is_empty() && is_filled() {
            return false;
        }
        if text.is_empty() {
            for node in &holders {
                game.remove_property(*node, id);
            }
            return !holders.is_empty();
        }
        let has_info = |node: &NodeId| {
            let mut properties = game.properties(*node).iter();
            properties.any(|property| property.property_type() == PropertyType::GameInfo)
        };
        let home = holders
            .first()
            .copied()
            .or_else(|| game.nodes().find(has_info));
        let node = home.unwrap_or(NodeId::ROOT);
        if game.text(node, id) == Some(text) {
            return false;
        }
        game.set_property(node, Property::text(id, text.clone()));
        true
    }
}

impl FromStr for Header {
    type Err = HeaderError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, value) = text.split_once('=').ok_or(HeaderError::Form)?;
        Self::new(header_id(name.trim())?, value)
    }
}

/// Returns the expected form if a text is no value of a property.
fn expected(id: Id, text: &str) -> Option<&'static str> {
    let is_value = match (id, id.value_type()) {
        (Id::Date, _) => Dates::parse_sgf(text).is_some(),
        (Id::Result, _) => GameResult::parse_sgf(text).is_some(),
        (_, ValueType::Real) => Decimal::parse_sgf(text).is_some(),
        (_, ValueType::Number) => text.parse().is_ok_and(|number| id.has_in_range(number)),
        _ => true,
    };
    let expected = match id {
        Id::Date => "a date such as 1990-05-12, 1990-05 or 1990",
        Id::Result => "a result such as B+3.5, W+R, W+T, W+F, 0, Void or ?",
        Id::Komi => "a number of points, such as 6.5",
        Id::TimeLimit => "a time in seconds such as 3600, or in words such as 1h 30min",
        _ => "a whole number such as 2",
    };
    (!is_value).then_some(expected)
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
            ("GC=two\nlines", Id::GameComment, "two\nlines"),
        ] {
            let header: Header = typed.parse().unwrap();
            assert_eq!((header.id, &*header.text), (id, text), "{typed}");
        }
        let words = "black, white, black-rank, white-rank, date, event, round, place, result, komi, rules, time";
        let name = |name| {
            format!(
                "no header has the name \"{name}\"; expected {words}, or an identifier such as PB"
            )
        };
        let other = |name| {
            format!(
                "{name} is no header, so it cannot be set; expected {words}, or an identifier such as PB"
            )
        };
        for (typed, message) in [
            ("black", "expected NAME=VALUE, for example `black=Anna Berg` or `KM=6.5`".to_owned()),
            ("blak=Anna", name("blak")),
            ("C=x", other("C")),
            ("SZ=9", other("SZ")),
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
