//! The three formats, their names and endings.

use std::fmt;
use std::path::Path;

use crate::model::Id;

/// A format of game records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// Ishi Standard Format of 17 March 1990.
    Ishi,
    /// Smart-Go: Smart Game Board text, `FF[1]` to `FF[3]`.
    SmartGo,
    /// SGF `FF[4]`.
    Sgf,
}

/// The properties that a format expresses in every game of Go, so that the proof of a conversion asks for them.
#[derive(Debug, Clone, Copy)]
pub struct Expressed {
    /// The properties whose ordinary values come back as they are: texts in plain letters, points of the board.
    pub native: &'static [Id],
    /// The properties that come back, some values in another form.
    pub adapted: &'static [Id],
}

/// How much of a game a text shows, as far as its writer knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shows {
    /// The text is read as the same game.
    All,
    /// Only a reader of the text knows.
    Unknown,
}

impl Format {
    /// Every format.
    pub const ALL: &'static [Self] = &[Self::Ishi, Self::SmartGo, Self::Sgf];

    /// Returns the name that the command line uses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ishi => "ishi",
            Self::SmartGo => "smartgo",
            Self::Sgf => "sgf",
        }
    }

    /// Returns the format with this name, in any case; `smart-go` is another name of `smartgo`, and so are endings: `go`
    /// is `ishi`.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = match name {
            name if name.eq_ignore_ascii_case("smart-go") => "smartgo",
            name => name,
        };
        let mut all = Self::ALL.iter().copied();
        all.find(|format| format.name().eq_ignore_ascii_case(name))
            .or_else(|| Self::from_path(Path::new(&format!("x.{name}"))))
    }

    /// Returns the ending of new files, without a dot.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Ishi => "go",
            Self::SmartGo => "mgt",
            Self::Sgf => "sgf",
        }
    }

    /// Returns the format for the ending of a path, in any case.
    pub fn from_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "go" | "prb" | "std" | "ish" | "ishi" => Some(Self::Ishi),
            "mgt" | "sgb" => Some(Self::SmartGo),
            "sgf" => Some(Self::Sgf),
            _ => None,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ishi => "Ishi",
            Self::SmartGo => "Smart-Go",
            Self::Sgf => "SGF",
        })
    }
}
