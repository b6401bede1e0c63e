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

/// Every keyword with its word in capitals, by the first letter, because a reader looks up the first word of each line.
static BY_LETTER: LazyLock<[Vec<(&str, Keyword)>; 26]> = LazyLock::new(|| {
    let starts = |word: &str, letter| first_letter(word.as_bytes()) == Some(letter);
    let of = |letter| Keyword::all().filter(move |(word, _)| starts(word, letter));
    std::array::from_fn(|letter| of(letter).collect())
});

/// Returns the number of the first letter of a word, 0 for `A` or `a`.
fn first_letter(word: &[u8]) -> Option<usize> {
    let letter = word.first()?.to_ascii_uppercase().checked_sub(b'A')?;
    Some(usize::from(letter))
}

impl Keyword {
    /// Returns whether fields come after the keyword, and not a text.
    pub fn has_fields(self) -> bool {
        !matches!(
            self,
            Self::Event
                | Self::Remark
                | Self::Header(_)
                | Self::Com
                | Self::User
                | Self::EndCom
                | Self::EndUser
        )
    }

    /// Returns whether the keyword starts a list of points or moves.
    pub fn is_list(self) -> bool {
        matches!(
            self,
            Self::Setup | Self::Mark | Self::Unmark | Self::Hide | Self::Prisoner
        )
    }

    /// Returns every keyword that starts a list, with its word in capitals.
    pub fn lists() -> &'static [(&'static str, Self)] {
        static LISTS: LazyLock<Vec<(&str, Keyword)>> = LazyLock::new(|| {
            Keyword::all()
                .filter(|(_, keyword)| keyword.is_list())
                .collect()
        });
        &LISTS
    }

    /// Returns every keyword with its word in capitals.
    pub fn all() -> impl Iterator<Item = (&'static str, Self)> {
        let headers = Header::ALL.iter();
        let headers = headers.map(|header| (header.keyword(), Self::Header(*header)));
        KEYWORDS.iter().copied().chain(headers)
    }

    /// Returns the keyword for a word in upper or lower case.
    pub fn of(word: &[u8]) -> Option<Self> {
        let mut known = BY_LETTER.get(first_letter(word)?)?.iter();
        let found = known.find(|(known, _)| word.eq_ignore_ascii_case(known.as_bytes()));
        found.map(|(_, keyword)| *keyword)
    }

    /// Returns whether a word is this keyword, in upper or lower case.
    pub fn is(self, word: &[u8]) -> bool {
        Self::of(word) == Some(self)
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

/// Declares the keywords with text about the game: one row per keyword, in the order of the writer, with its word, its
/// property in `FF[4]` and its subject.
macro_rules! headers {
    ($($name:ident $word:literal $property:ident $doc:literal;)*) => {
        /// The keywords with text about the game (specification, section 5.2).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Header {
            $(#[doc = concat!("`", $word, "`: ", $doc, ".")] $name,)*
        }

        impl Header {
            /// Every header, in the order of the writer.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Returns the keyword.
            pub fn keyword(self) -> &'static str {
                match self { $(Self::$name => $word,)* }
            }

            /// Returns its property in `FF[4]`.
            pub const fn property(self) -> Id {
                match self { $(Self::$name => Id::$property,)* }
            }
        }
    };
}

impl Header {
    /// Returns the header of a keyword in capitals.
    pub fn of(keyword: &str) -> Option<Self> {
        match Keyword::of(keyword.as_bytes())? {
            Keyword::Header(header) => Some(header),
            _ => None,
        }
    }

    /// Returns whether of several lines the last one counts (specification, section 5.2, once-only data).
    pub fn is_once_only(self) -> bool {
        use Header::{Black, Handicap, Komi, Result, Rules, White};
        matches!(self, Black | White | Result | Rules | Komi | Handicap)
    }
}

headers! {
    Black     "BLACK"     PlayerBlack "Black player's name, rank and so on";
    White     "WHITE"     PlayerWhite "White player's name, rank and so on";
    Date      "DATE"      Date        "date or dates of the game";
    Place     "PLACE"     Place       "places of the game";
    Result    "RESULT"    Result      "result of the game";
    Rules     "RULES"     Rules       "`Japanese` or `Chinese`";
    Komi      "KOMI"      Komi        "komi";
    Handicap  "HANDICAP"  Handicap    "handicap, for information only";
    TimeLimit "TIMELIMIT" TimeLimit   "time limits";
    Source    "SOURCE"    Source      "source of the data";
    Analysis  "ANALYSIS"  Annotator   "who commented";
    Recorder  "RECORDER"  Recorder    "who recorded";
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
