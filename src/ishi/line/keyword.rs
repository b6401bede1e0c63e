//! The keywords of the format.

use std::sync::LazyLock;

use crate::model::{Color, Id};

/// A keyword (specification, section 5.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keyword {
    /// `B` or `W`.
    Move(Color),
    /// `COM`.
    Com,
    /// `ENDCOM`.
    EndCom,
    /// `MARK`.
    Mark,
    /// `PRISONER`.
    Prisoner,
    /// `VAR`.
    Var,
    /// `ENDVAR`.
    EndVar,
    /// `SETUP`.
    Setup,
    /// `UNMARK`.
    Unmark,
    /// `HIDE`.
    Hide,
    /// `DIAGRAM`.
    Diagram,
    /// `USER`.
    User,
    /// `ENDUSER`.
    EndUser,
    /// `EVENT`.
    Event,
    /// `REMARK`.
    Remark,
    /// `BOARDSIZE`.
    BoardSize,
    /// A keyword of a header line.
    Header(Header),
}

/// Every keyword but those of headers, the frequent ones first.
const KEYWORDS: &[(&str, Keyword)] = &[
    ("B", Keyword::Move(Color::Black)),
    ("W", Keyword::Move(Color::White)),
    ("COM", Keyword::Com),
    ("ENDCOM", Keyword::EndCom),
    ("MARK", Keyword::Mark),
    ("PRISONER", Keyword::Prisoner),
    ("VAR", Keyword::Var),
    ("ENDVAR", Keyword::EndVar),
    ("SETUP", Keyword::Setup),
    ("UNMARK", Keyword::Unmark),
    ("HIDE", Keyword::Hide),
    ("DIAGRAM", Keyword::Diagram),
    ("USER", Keyword::User),
    ("ENDUSER", Keyword::EndUser),
    ("EVENT", Keyword::Event),
    ("REMARK", Keyword::Remark),
    ("BOARDSIZE", Keyword::BoardSize),
];

/// Every keyword with its word in capitals, and the word as a number, because a reader looks up the first word of each line.
static ALL: LazyLock<Vec<(&str, u128, Keyword)>> = LazyLock::new(|| {
    let headers = Header::ALL.iter();
    let headers = headers.map(|header| (header.keyword(), Keyword::Header(*header)));
    let all = KEYWORDS.iter().copied().chain(headers);
    all.map(|(word, keyword)| (word, number(word.as_bytes()), keyword))
        .collect()
});

/// A number has room for so many letters. All keywords are shorter.
const LONGEST: usize = 15;

/// Returns the letters of a short word as one number, the same for capitals and small letters.
fn number(word: &[u8]) -> u128 {
    let letters = word.iter().map(u8::to_ascii_uppercase);
    letters.fold(1, |number, letter| number << 8 | u128::from(letter))
}

impl Keyword {
    /// Returns every keyword with its word in capitals.
    pub fn all() -> impl Iterator<Item = (&'static str, Self)> {
        ALL.iter().map(|(word, _, keyword)| (*word, *keyword))
    }

    /// Returns the keyword for a word in upper or lower case.
    pub fn of(word: &[u8]) -> Option<Self> {
        let starts_with_letter = word.first().is_some_and(u8::is_ascii_alphabetic);
        if !starts_with_letter || word.len() > LONGEST {
            return None;
        }
        let letters = number(word);
        let found = ALL.iter().find(|(_, number, _)| *number == letters);
        found.map(|(_, _, keyword)| *keyword)
    }

    /// Returns whether a word is this keyword, in upper or lower case.
    pub fn is(self, word: &[u8]) -> bool {
        word.eq_ignore_ascii_case(self.word().as_bytes())
    }

    /// Returns the keyword in capitals.
    pub fn word(self) -> &'static str {
        let found = Self::all().find(|(_, keyword)| *keyword == self);
        found.map_or("", |(word, _)| word)
    }

    /// Returns the keyword that ends the block of this one. `None` if it opens no block.
    pub fn end(self) -> Option<Self> {
        match self {
            Self::Com => Some(Self::EndCom),
            Self::User => Some(Self::EndUser),
            _ => None,
        }
    }
}

/// The keywords with text about the game (specification, section 5.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Header {
    /// Black player's name, rank and so on.
    Black,
    /// White player's name, rank and so on.
    White,
    /// Date or dates of the game.
    Date,
    /// Places of the game.
    Place,
    /// Result of the game.
    Result,
    /// `Japanese` or `Chinese`.
    Rules,
    /// Komi.
    Komi,
    /// Handicap, for information only.
    Handicap,
    /// Time limits.
    TimeLimit,
    /// Source of the data.
    Source,
    /// Who commented.
    Analysis,
    /// Who recorded.
    Recorder,
}

impl Header {
    /// Every header, in the order of the writer.
    pub const ALL: &'static [Self] = &[
        Self::Black,
        Self::White,
        Self::Date,
        Self::Place,
        Self::Result,
        Self::Rules,
        Self::Komi,
        Self::Handicap,
        Self::TimeLimit,
        Self::Source,
        Self::Analysis,
        Self::Recorder,
    ];

    /// Returns the keyword.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Black => "BLACK",
            Self::White => "WHITE",
            Self::Date => "DATE",
            Self::Place => "PLACE",
            Self::Result => "RESULT",
            Self::Rules => "RULES",
            Self::Komi => "KOMI",
            Self::Handicap => "HANDICAP",
            Self::TimeLimit => "TIMELIMIT",
            Self::Source => "SOURCE",
            Self::Analysis => "ANALYSIS",
            Self::Recorder => "RECORDER",
        }
    }

    /// Returns its property in `FF[4]`.
    pub const fn property(self) -> Id {
        match self {
            Self::Black => Id::PlayerBlack,
            Self::White => Id::PlayerWhite,
            Self::Date => Id::Date,
            Self::Place => Id::Place,
            Self::Result => Id::Result,
            Self::Rules => Id::Rules,
            Self::Komi => Id::Komi,
            Self::Handicap => Id::Handicap,
            Self::TimeLimit => Id::TimeLimit,
            Self::Source => Id::Source,
            Self::Analysis => Id::Annotator,
            Self::Recorder => Id::Recorder,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keyword_is_found_by_its_word() {
        for (word, keyword) in Keyword::all() {
            assert_eq!(
                Keyword::of(word.to_ascii_lowercase().as_bytes()),
                Some(keyword)
            );
        }
    }
}
