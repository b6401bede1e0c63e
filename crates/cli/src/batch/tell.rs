//! Messages about each task.

use std::path::PathBuf;

use ishi::Format;
use ishi::convert::Report;
use ishi::diagnostic::Severity;
use ishi::outcome::Outcome;
use ishi_archive::{Name, Why};

use crate::args::ConvertArgs;
use crate::done::attention::losses;
use crate::done::{Done, Fate, Results};
use crate::failure::Failure;
use crate::input::is_stdin;
use crate::options::to::To;
use crate::render::{Messages, counted, counts};

/// How many inputs can be named so that each has all messages.
const FEW: usize = 10;

/// Reports the outcomes of tasks.
///
/// For files in folders and archives only failures and remarks are reported, unless `--verbose` is given:
/// there can be thousands, and the summary and the report count the rest.
#[derive(Debug, Clone, Copy)]
pub struct Teller<'a> {
    /// The command line.
    pub arguments: &'a ConvertArgs,
    /// Writes the messages.
    pub messages: Messages,
}

impl Teller<'_> {
    /// Returns whether a task has all messages, not only one if something went wrong.
    pub fn tells_all(self, done: &Done) -> bool {
        done.named && self.arguments.inputs.len() <= FEW || self.messages.verbose
    }

    /// Returns whether there is anything to write about a task.
    pub fn has_words(self, done: &Done) -> bool {
        let has_failed = done.failure.is_some() && done.fate != Fate::NotRecord;
        self.tells_all(done) || has_failed || done.remark.is_some()
    }

    /// Reports the outcome of a task.
    pub fn tell(self, done: &Done) {
        let all = self.tells_all(done);
        if let Some(report) = done.report.as_ref().filter(|_| all) {
            let name = done.name.to_string();
            self.messages.findings(&name, &report.findings);
        }
        match done.fate {
            Fate::Failed | Fate::Refused | Fate::Unreadable => self.tell_failure(done),
            _ if !all => self.tell_remark(done),
            Fate::NotRecord => {
                if let Some(failure) = &done.failure {
                    self.messages.say(&format!("{}: {failure}", done.name));
                }
            }
            Fate::Skipped if done.remark.is_some() => self.tell_remark(done),
            Fate::Skipped if done.earlier.is_some() || self.arguments.in_place => {
                let why = if self.arguments.in_place {
                    "it is regular already"
                } else {
                    "unchanged since it was converted"
                };
                self.messages.say(&format!("{}: skipped, {why}", done.name));
            }
            Fate::Skipped | Fate::Verified | Fate::Unverified | Fate::DryRun => {
                self.tell_result(done);
            }
        }
    }

    fn tell_failure(self, done: &Done) {
        let Some(failure) = &done.failure else {
            return;
        };
        let message = format!("{}: {failure}", done.name);
        let help = match failure {
            Failure::Not(Why::Unreadable(_)) if self.arguments.reading.format().is_some() => {
                Some("without -f, ishi tells the format from the content")
            }
            failure => failure.help(),
        };
        // Of many files each has a line, and of many dead ones no more.
        match help {
            Some(help) if !self.tells_all(done) && done.fate != Fate::Unreadable => {
                self.messages.error(&format!("{message}; {help}"), None);
            }
            help => self
                .messages
                .error(&message, help.filter(|_| self.tells_all(done))),
        }
    }

    fn tell_result(self, done: &Done) {
        let Some(report) = &done.report else {
            return;
        };
        let count = report.outcomes.count(Outcome::Lost);
        if count > 0 {
            // No text travels from SGF to SGF.
            let is_sgf =
                done.to == To::Format(Format::Sgf) && report.from == Some(Format::Sgf.into());
            let travels = self.arguments.plain && !is_sgf;
            self.messages.warning(
                &format!("{}: {}", done.name, losses(report, count)),
                travels.then_some("without --plain it is kept"),
            );
        }
        if report.games > 1 && done.to == To::Format(Format::Sgf) && !self.arguments.split {
            self.messages.note(
                &format!(
                    "{} has {} games, and many programs show only the first of a file",
                    done.name, report.games
                ),
                Some("--split writes one file per game"),
            );
        }
        let carrier = if done.to == To::Format(Format::Ishi) {
            "USER"
        } else {
            "XI"
        };
        let kept = match report.travelling {
            0 => String::new(),
            1 => format!(", 1 line travels in {carrier}"),
            count => format!(", {count} lines travel in {carrier}"),
        };
        let damaged = report.outcomes.count(Outcome::Damaged);
        let lacks = counts([(done.losses(), "left out"), (damaged, "damaged before")]);
        let result = match &done.results {
            Results::Stdout => "standard output".to_owned(),
            Results::Files(paths) => files(paths),
        };
        let outcomes = [Outcome::Native, Outcome::Adapted, Outcome::Kept];
        let has_data = |outcome: &Outcome| report.outcomes.count(*outcome) > 0;
        let games = counted(report.games, "game");
        let moves = counted(report.moves, "move");
        let proof = match report.verified {
            _ if done.to.is_json() => "",
            true if !outcomes.iter().any(has_data) => ", nothing to verify",
            true => ", verified",
            false => ", not verified",
        };
        let written = match done.fate {
            Fate::DryRun => ", not written",
            Fate::Skipped => ", already there",
            _ => "",
        };
        let is_dry = done.fate == Fate::DryRun;
        if is_dry || done.results != Results::Stdout || self.messages.verbose {
            let name = &done.name;
            let line = format!("{name} -> {result}: {games}, {moves}{proof}{written}{kept}{lacks}");
            self.messages.say(&line);
        }
        self.tell_remark(done);
        self.tell_mendable(done, report);
        if self.messages.verbose {
            self.tell_more(report);
        }
    }

    /// Says once that the source itself can be mended.
    fn tell_mendable(self, done: &Done, report: &Report) {
        let found = report.findings.counts();
        let mendable =
            found.filter(|(rule, severity, _)| *severity > Severity::Note && rule.has_fix());
        if mendable.count() > 0 && !self.arguments.in_place && !is_stdin(&done.file) {
            let name = &done.name;
            self.messages.say(&format!(
                "{name}: `ishi check` tells what --fix can mend in the source itself"
            ));
        }
    }

    fn tell_remark(self, done: &Done) {
        if let Some(remark) = &done.remark {
            self.messages
                .note(&format!("{}: {remark}", done.name), None);
        }
    }

    fn tell_more(self, report: &Report) {
        if let (Some(from), Some((charset, why))) = (report.from, &report.charset) {
            let label = charset.label();
            self.messages
                .say(&format!("  read as {from} in {label}: {why}"));
        }
        let native = report.outcomes.count(Outcome::Native);
        self.messages.say(&format!("  native: {native}"));
        for outcome in [Outcome::Adapted, Outcome::Kept] {
            let kinds = kinds(report, outcome);
            if !kinds.is_empty() {
                self.messages
                    .say(&format!("  {outcome}: {}", kinds.join(", ")));
            }
        }
    }
}

/// Returns the kinds of constructs with an outcome as words.
fn kinds(report: &Report, outcome: Outcome) -> Vec<String> {
    let kinds = report.outcomes.kinds(outcome);
    kinds
        .map(|(what, count)| match count {
            1 => what.to_owned(),
            _ => format!("{what} x{count}"),
        })
        .collect()
}

/// Returns the names of results: all of a few, else the first and the last.
fn files(paths: &[PathBuf]) -> String {
    let names: Vec<_> = paths
        .iter()
        .map(|path| Name::of(path).to_string())
        .collect();
    match names.as_slice() {
        [] => "nothing".to_owned(),
        [first, .., last] if names.len() > 4 => {
            format!("{first} ... {last} ({} files)", names.len())
        }
        names => names.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_to_four_results_are_named_and_of_more_the_first_and_the_last() {
        let names = ["a", "b", "c", "d", "e"].map(PathBuf::from);
        for (count, told) in [
            (0, "nothing"),
            (1, "a"),
            (4, "a, b, c, d"),
            (5, "a ... e (5 files)"),
        ] {
            assert_eq!(files(names.get(..count).unwrap()), told);
        }
    }
}
