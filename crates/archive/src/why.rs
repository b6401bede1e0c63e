//! Why something that was found is not read.

use core::fmt;
use std::io;

use ishi::Format;
use ishi::crash::Crash;
use ishi::sniff::NoRecord;
use ishi::source::reason;

/// Why something that was found is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// It is not a record, and its name does not say that it is one.
    NoRecord(NoRecord),
    /// It has the name of a record, but holds no record.
    Unreadable(NoRecord),
    /// It is not a file of records or an archive.
    Other(&'static str),
    /// It is packed in a way that is not read here.
    Packed(&'static str),
    /// It cannot be read.
    Failed(String),
}

impl Why {
    /// Returns why a file is not read that is not a record; its name tells `hint`.
    pub fn no_record(why: NoRecord, hint: Option<Format>) -> Self {
        match why {
            NoRecord::GoSource | NoRecord::Ggf | NoRecord::Encrypted => Self::NoRecord(why),
            _ if hint.is_none() => Self::NoRecord(why),
            _ => Self::Unreadable(why),
        }
    }

    /// Returns whether it may be something that the user wants converted: then it is an error and
    /// not only counted.
    pub fn is_failure(&self) -> bool {
        matches!(self, Self::Failed(_) | Self::Unreadable(_))
    }

    /// Returns advice.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::Packed(_) => Some("`7z x` or `unar` may open it"),
            Self::NoRecord(NoRecord::Unknown | NoRecord::Empty) => {
                Some("if it is a record, name its format with -f")
            }
            Self::NoRecord(NoRecord::Other(_)) | Self::Unreadable(NoRecord::Other(_)) => {
                Some("without -f, ishi tells the format from the content")
            }
            Self::NoRecord(NoRecord::Binary) => {
                Some("if a program for Go wrote it, export the game from it as SGF")
            }
            Self::Unreadable(_) => {
                Some("the file is damaged or has a wrong name; look for another copy")
            }
            _ => None,
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRecord(why) => write!(f, "not a game record: {why}"),
            Self::Unreadable(why) => write!(f, "unreadable record: {why}"),
            Self::Other(what) | Self::Packed(what) => {
                write!(f, "not a game record: it is {what}")
            }
            Self::Failed(why) => write!(f, "cannot be read: {why}"),
        }
    }
}

impl From<Crash> for Why {
    fn from(crash: Crash) -> Self {
        Self::Failed(crash.to_string())
    }
}

impl From<io::Error> for Why {
    fn from(error: io::Error) -> Self {
        Self::Failed(reason(&error))
    }
}
