//! Why a task has no result, and advice.

use std::fmt::Display;
use std::path::PathBuf;

use ishi::convert::{ConvertError, Finding, rules};
use ishi::diagnostic::{Diagnostic, Rule};
use ishi::sniff::NoRecord;
use ishi::{Format, SourceFormat};
use ishi_archive::{Name, Why};
use thiserror::Error;

use super::input::InputError;
use super::output::OutputError;
use ishi::crash::Crash;

/// Why a task has no result.
#[derive(Debug, Error)]
pub enum Failure {
    /// It is not to be converted.
    #[error("{0}")]
    Not(Why),
    /// It cannot be read.
    #[error(transparent)]
    Input(InputError),
    /// It cannot be converted.
    #[error(transparent)]
    Convert(ConvertError),
    /// None of its games can exist in the target.
    #[error(transparent)]
    AllRefused(ConvertError),
    /// Its result cannot be put where it goes.
    #[error(transparent)]
    Output(OutputError),
    /// It was written to while it was read.
    #[error("it changed while it was read")]
    Changed,
    /// The result would be the input itself.
    #[error("the result would overwrite its source")]
    Itself,
    /// It is in a format that is only read, so it cannot be changed in place.
    #[error("{0} is only read, so the file cannot be changed in place")]
    ReadOnly(SourceFormat),
    /// It is what an earlier run kept of a record, so it is not changed in place.
    #[error("not converted, because it is a backup; convert the record that it belongs to")]
    Backup,
    /// It has the format of the target, so that no text has to travel.
    #[error("it is {0} already, so --exact has no bytes to bring back")]
    SameFormat(Format),
    /// Its result was changed after it was written.
    #[error("{} was changed after ishi wrote it", Name::of(.0))]
    Edited(PathBuf),
    /// Its result is no whole record any more, for this reason.
    #[error("{} is damaged: {}", Name::of(.0), .1)]
    Damaged(PathBuf, &'static str),
    /// It cannot be edited, for this reason, with advice.
    #[error("{0}")]
    Refused(String, Option<&'static str>),
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        match error {
            InputError::Not(why) => Self::Not(why),
            error => Self::Input(error),
        }
    }
}

impl From<Crash> for Failure {
    fn from(crash: Crash) -> Self {
        Self::Input(crash.into())
    }
}

impl From<ConvertError> for Failure {
    fn from(error: ConvertError) -> Self {
        match error {
            ConvertError::Write(error) => match error.downcast() {
                Ok(error) => Self::Output(error),
                Err(error) => Self::Convert(ConvertError::Write(error)),
            },
            error => Self::Convert(error),
        }
    }
}

impl Failure {
    /// Returns the failure of an edit, with advice.
    pub fn refused<E: Display>(help: &'static str) -> impl FnOnce(E) -> Self {
        move |error| Self::Refused(error.to_string(), Some(help))
    }

    /// Returns the rule that the failure falls under.
    pub fn rule(&self) -> &'static Rule {
        match self {
            Self::Not(Why::Failed(_) | Why::Unreadable(_)) | Self::Changed | Self::Input(_) => {
                &rules::UNREADABLE
            }
            Self::Not(_) | Self::Backup | Self::SameFormat(_) => &rules::NO_RECORD,
            Self::Convert(error) | Self::AllRefused(error) => error.rule(),
            Self::Output(
                OutputError::Exists(_)
                | OutputError::Input(_)
                | OutputError::Folder(_)
                | OutputError::Link(_),
            )
            | Self::Itself
            | Self::Edited(_)
            | Self::Damaged(..) => &rules::OCCUPIED,
            Self::Output(_) | Self::ReadOnly(_) | Self::Refused(..) => &rules::NOT_WRITTEN,
        }
    }

    /// Returns the kind of a file that is not a record, for example `a binary file`.
    pub fn other(&self) -> &'static str {
        let why = match self {
            Self::Not(Why::Other(what) | Why::Packed(what)) => return what,
            Self::Not(Why::NoRecord(why)) => *why,
            Self::Backup => return "a backup made by --in-place",
            Self::SameFormat(_) => return "a record of the target format (--exact)",
            _ => NoRecord::Unknown,
        };
        match why {
            NoRecord::Empty => "an empty file",
            NoRecord::Nul => "a file of NUL bytes",
            NoRecord::Binary => "a binary file",
            NoRecord::GoSource => "source code of the programming language Go",
            NoRecord::Ggf => "a record in the Generic Game Format (GGF)",
            NoRecord::Encrypted => "an encrypted UGF file",
            NoRecord::Markup => "a web page, or other markup",
            NoRecord::Unknown | NoRecord::Other(_) => "other text",
        }
    }

    /// Returns the kind of a packed file, and a program that opens it.
    pub fn opened_by(&self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Not(why @ Why::Packed(what)) => Some((*what, why.help()?)),
            _ => None,
        }
    }

    /// Returns the failure as findings.
    pub fn findings(&self) -> Vec<Finding> {
        let mut findings = match self {
            Self::Convert(error) | Self::AllRefused(error) => error.findings(),
            other => vec![Finding {
                diagnostic: Diagnostic::new(other.rule(), other.to_string()),
                game: None,
                place: None,
            }],
        };
        for finding in &mut findings {
            finding.diagnostic.help = self.help().map(|help| help.to_owned().into());
        }
        findings
    }

    /// Returns advice.
    pub fn help(&self) -> Option<&str> {
        match self {
            Self::Not(why) => why.help(),
            Self::Input(error) => error.help(),
            Self::Convert(error) => convert_help(error),
            Self::AllRefused(_) => Some("SGF can hold each game: `-t sgf`"),
            Self::Output(error) => error.help(),
            Self::Damaged(..) => Some("--force writes it again; the source is unharmed"),
            Self::Backup => None,
            Self::Refused(_, help) => *help,
            Self::Changed => Some("no file was written; convert it when it is complete"),
            Self::ReadOnly(_) => {
                Some("`ishi convert -t sgf` writes its games as SGF, in a new file")
            }
            Self::Itself => Some(
                "--in-place makes it regular where it is, `ishi check --fix` mends its findings, and -o, -d or -t \
                 choose another place or format",
            ),
            Self::SameFormat(_) => Some("copy the file, or choose another format with -t"),
            Self::Edited(_) => {
                Some("the file was not changed; --keep-edited accepts it, --force replaces it")
            }
        }
    }
}

fn convert_help(error: &ConvertError) -> Option<&'static str> {
    match error {
        ConvertError::NoSuchGame { .. } => {
            Some("`ishi info` tells how many games there are; without --game all are converted")
        }
        ConvertError::Refused(_) => {
            Some("--skip-refused converts the other games, if there are any")
        }
        ConvertError::Boundaries { written: 2.., .. } => {
            Some("no file was written; --split writes each game in a file")
        }
        ConvertError::NotProven { .. } | ConvertError::Boundaries { .. } => {
            Some("no file was written; --no-verify writes the result without a proof")
        }
        ConvertError::Unencodable { .. } => Some("choose another charset with --output-encoding"),
        ConvertError::OtherCharset { .. } => {
            Some("--output-encoding utf-8 writes all games in one charset, --split each in a file")
        }
        ConvertError::Strict { .. } => Some("no file was written, because of --strict"),
        _ => None,
    }
}
