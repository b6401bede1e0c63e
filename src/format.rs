//! The three formats, their names and endings, and the formats that are only read.

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
    /// The properties with ordinary values that come back as they are: texts in plain letters, points of the board.
    pub native: &'static [Id],
    /// The properties that come back, some values in another form.
    pub adapted: &'static [Id],
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
            .or_else(|| Self::of_ending(&name.to_ascii_lowercase()))
    }

    /// Returns the ending of new files, without a dot.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Ishi => "go",
            Self::SmartGo => "mgt",
            Self::Sgf => "sgf",
        }
    }

    /// Returns the format that the ending of a path suggests for its games, in any case: SGF also for `.gib`, `.ngf`,
    /// `.ugf` and `.ugi`.
    pub fn from_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        // A record of a server is read as games in SGF.
        let of_server = || {
            let is_server = matches!(ending.as_str(), "gib" | "ngf" | "ugf" | "ugi");
            is_server.then_some(Self::Sgf)
        };
        Self::of_ending(&ending).or_else(of_server)
    }

    fn of_ending(ending: &str) -> Option<Self> {
        match ending {
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

/// A format that records are read from: one of the three, or a format of a Go server. The formats of servers are only read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SourceFormat {
    /// A format that is written too.
    Written(Format),
    /// GIB of Tygem and its relatives.
    Gib,
    /// NGF of `CyberOro` and `WBaduk`.
    Ngf,
    /// UGF and UGI of `PandaNet`.
    Ugf,
}

impl SourceFormat {
    /// Every format that is read.
    pub const ALL: &'static [Self] = &[
        Self::Written(Format::Ishi),
        Self::Written(Format::SmartGo),
        Self::Written(Format::Sgf),
        Self::Gib,
        Self::Ngf,
        Self::Ugf,
    ];

    /// Returns the name that the command line uses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Written(format) => format.name(),
            Self::Gib => "gib",
            Self::Ngf => "ngf",
            Self::Ugf => "ugf",
        }
    }

    /// Returns the format with this name, in any case; `smart-go` is another name of `smartgo`, and `ugi` of `ugf`.
    pub fn from_name(name: &str) -> Option<Self> {
        let written = Format::from_name(name).map(Self::Written);
        let name = if name.eq_ignore_ascii_case("ugi") {
            "ugf"
        } else {
            name
        };
        let mut read = Self::ALL.iter().copied();
        written.or_else(|| read.find(|format| format.name().eq_ignore_ascii_case(name)))
    }

    /// Returns the format that the games of a source are in for a conversion: the games of a server are in SGF.
    pub fn of_games(self) -> Format {
        match self {
            Self::Written(format) => format,
            Self::Gib | Self::Ngf | Self::Ugf => Format::Sgf,
        }
    }

    /// Returns whether the format is only read.
    pub fn is_read_only(self) -> bool {
        !matches!(self, Self::Written(_))
    }
}

impl From<Format> for SourceFormat {
    fn from(format: Format) -> Self {
        Self::Written(format)
    }
}

impl fmt::Display for SourceFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Written(format) => format.fmt(f),
            Self::Gib => f.write_str("GIB"),
            Self::Ngf => f.write_str("NGF"),
            Self::Ugf => f.write_str("UGF"),
        }
    }
}
