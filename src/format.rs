//! The formats: their names and endings, the options of writing, and the games that a format cannot hold. The files below are
//! about the text of every format: its charset, its pieces, and the accounts of its bytes.

pub(crate) mod account;
pub mod charset;
pub(crate) mod piece;

use std::fmt;
use std::path::Path;

use ishi_charset::Charset;
use thiserror::Error;

use crate::model::words::debug_as_display;
use crate::model::{BoardSize, Expression, GameKind, Id};

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

impl Format {
    /// Every format.
    pub const ALL: &'static [Self] = &[Self::Ishi, Self::SmartGo, Self::Sgf];

    /// Returns the name that the command line uses.
    pub fn name(self) -> &'static str {
        SourceFormat::Written(self).name()
    }

    /// Returns the format with this name, in any case; `smart-go` is another name of `smartgo`, and so are endings: `go`
    /// is `ishi`.
    pub fn from_name(name: &str) -> Option<Self> {
        match SourceFormat::from_name(name)? {
            SourceFormat::Written(format) => Some(format),
            _ => None,
        }
    }

    /// Returns how records of the format have a property.
    pub fn expresses(self, id: Id) -> Expression {
        let [ishi, smartgo, sgf] = id.facts().expressed;
        match self {
            Self::Ishi => ishi,
            Self::SmartGo => smartgo,
            Self::Sgf => sgf,
        }
    }

    /// Returns the ending of new files, without a dot.
    pub fn ending(self) -> &'static str {
        let mut names = SourceFormat::Written(self).other_names();
        names.next().unwrap_or_default()
    }

    /// Returns the format that the ending of a path suggests for its games, in any case: SGF also for `.gib`, `.ngf`,
    /// `.ugf` and `.ugi`.
    pub fn from_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?;
        let is_ending = |name: &str| name.eq_ignore_ascii_case(ending);
        let mut all = SourceFormat::ALL.iter().copied();
        let format = all.find(|format| format.other_names().any(is_ending))?;
        Some(format.of_games())
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        SourceFormat::Written(*self).fmt(f)
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

    /// Returns the facts about the format: its name on the command line, its name for people, and its other names on the
    /// command line, of which the endings of files are the first.
    fn facts(self) -> [&'static str; 3] {
        match self {
            Self::Written(Format::Ishi) => ["ishi", "Ishi", "go prb std ish ishi"],
            Self::Written(Format::SmartGo) => ["smartgo", "Smart-Go", "mgt sgb smart-go"],
            Self::Written(Format::Sgf) => ["sgf", "SGF", "sgf"],
            Self::Gib => ["gib", "GIB", "gib"],
            Self::Ngf => ["ngf", "NGF", "ngf"],
            Self::Ugf => ["ugf", "UGF", "ugf ugi"],
        }
    }

    /// Returns the name that the command line uses.
    pub fn name(self) -> &'static str {
        let [name, ..] = self.facts();
        name
    }

    /// Returns the other names that the command line understands: the endings of files, and `smart-go`.
    pub fn other_names(self) -> impl Iterator<Item = &'static str> {
        let [.., names] = self.facts();
        names.split(' ')
    }

    /// Returns the format with this name or other name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        let is_name = |known: &str| known.eq_ignore_ascii_case(name);
        let mut all = Self::ALL.iter().copied();
        all.find(|format| is_name(format.name()) || format.other_names().any(is_name))
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
        let [_, title, _] = self.facts();
        f.write_str(title)
    }
}

/// How a record is written.
#[derive(Debug, Clone, Copy, Default)]
pub struct WriteOptions {
    /// The charset of the output. `None` is the default of the format: UTF-8 for SGF, ASCII for Ishi and Smart-Go.
    pub charset: Option<Charset>,
    /// Whether SGF and Smart-Go keep data in its place that their rules forbid there, for example `TE[1]BM[1]`, so that
    /// an edit changes only its subject. SGF leaves out values of a wrong type in any case, for example `KM[six]`.
    pub as_read: bool,
}

impl WriteOptions {
    /// Returns the options for the canonical text of a game.
    pub(crate) fn canonical(charset: Charset) -> Self {
        Self {
            charset: Some(charset),
            as_read: false,
        }
    }
}

/// Why a game cannot be written in a format.
#[derive(Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The format only holds Go.
    #[error("{format} holds only Go, and this is another game (GM[{kind}])")]
    Kind {
        /// The target.
        format: Format,
        /// The kind of the game.
        kind: GameKind,
    },
    /// The format only holds square boards of 2 to 19 lines.
    #[error("{format} holds only square boards from 2x2 to 19x19, and this one is {size}")]
    Size {
        /// The target.
        format: Format,
        /// The size of the board, columns first.
        size: BoardSize,
    },
}

debug_as_display!(Refusal);
