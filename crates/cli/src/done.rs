//! The outcome of one input of a conversion.

pub mod attention;
pub mod tally;

use std::path::PathBuf;

use ishi::convert::Report;
use ishi::outcome::Outcome;
use ishi_archive::Name;

use super::failure::Failure;
use super::manifest::SourceLine;
use crate::options::to::To;

/// The outcome of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It was converted, and the result was read back and is the same.
    Verified,
    /// It was converted.
    Unverified,
    /// It would be converted.
    DryRun,
    /// Source, options and result are unchanged since an earlier run converted it.
    Skipped,
    /// It is not a record, and the command line does not name it.
    NotRecord,
    /// It has the name of a record, but holds no record.
    Unreadable,
    /// It has a game that the target cannot hold.
    Refused,
    /// Something is wrong.
    Failed,
}

impl Fate {
    fn word(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Unverified => "unverified",
            Self::DryRun => "dry-run",
            Self::Skipped => "skipped",
            Self::NotRecord => "not-a-record",
            Self::Unreadable => "unreadable",
            Self::Refused => "refused",
            Self::Failed => "failed",
        }
    }
}

/// Returns how many constructs and games a result lacks.
pub fn lost(report: &Report) -> usize {
    report.outcomes.count(Outcome::Lost) + report.refused.len()
}

/// Where results are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Results {
    /// On standard output.
    Stdout,
    /// In these files; there is more than one for split games.
    Files(Vec<PathBuf>),
}

/// A task that is done.
pub struct Done {
    /// The name in messages.
    pub name: Name,
    /// The file, or the archive with the member.
    pub file: PathBuf,
    /// Whether it was named on the command line itself.
    pub named: bool,
    /// The outcome.
    pub fate: Fate,
    /// The target.
    pub to: To,
    /// Where the results are.
    pub results: Results,
    /// The counts and findings. `None` if the source was not read.
    pub report: Option<Report>,
    /// Why there is no result.
    pub failure: Option<Failure>,
    /// The line of the earlier run that converted the input, if this run did not.
    pub earlier: Option<SourceLine>,
    /// A remark, for example `it has the same result as game.go`.
    pub remark: Option<String>,
}

impl Done {
    /// Returns whether there are results, or would be.
    pub fn has_results(&self) -> bool {
        matches!(
            self.fate,
            Fate::Verified | Fate::Unverified | Fate::DryRun | Fate::Skipped
        )
    }

    /// Returns the remark for a report, of the earlier run too.
    pub fn noted(&self) -> Option<&str> {
        let earlier = || self.earlier.as_ref()?.remark.as_deref();
        self.remark.as_deref().or_else(earlier)
    }

    /// Returns how many constructs and games are lost.
    pub fn losses(&self) -> usize {
        self.report.as_ref().map_or(0, lost)
    }

    /// Returns the word under which a summary counts the outcome. A result of an earlier run without a known proof has
    /// none.
    pub fn counted_as(&self) -> &'static str {
        match self.status() {
            "skipped" => "unverified",
            status => status,
        }
    }

    /// Returns the word for the outcome. A result that an earlier run made too is `verified` if this run proved it again.
    pub fn status(&self) -> &'static str {
        let is_verified = self.report.as_ref().is_some_and(|report| report.verified);
        match self.fate {
            Fate::Verified | Fate::Skipped if is_verified && self.losses() > 0 => {
                "verified-with-losses"
            }
            Fate::Skipped if is_verified => "verified",
            fate => fate.word(),
        }
    }
}
