//! The summary of a run.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

use ishi::convert::Report;
use ishi::diagnostic::Severity;
use ishi::outcome::Outcome;
use serde_json::Value;

use super::attention::{Attention, Reason};
use super::done::{Done, Fate};
use super::render::{counted, listed};

/// How many names of other files are remembered.
const NAMES: usize = 10;

/// The outcomes of all tasks of a run.
#[derive(Debug)]
pub struct RunTally {
    start: Instant,
    /// How many tasks there were.
    pub inputs: usize,
    /// How many were converted and verified.
    pub verified: usize,
    /// How many were converted and verified, with data left out.
    pub verified_with_losses: usize,
    /// How many were converted without being verified.
    pub unverified: usize,
    /// How many were written as JSON, without a proof.
    pub as_json: usize,
    /// How many would be converted.
    pub dry_run: usize,
    /// How many failed.
    pub failed: usize,
    /// How many have the name of a record, but hold no record.
    pub unreadable: usize,
    /// How many have games that cannot exist in the target.
    pub refused: usize,
    /// How many results were there already.
    pub skipped: usize,
    /// How many are not records.
    pub not_a_record: usize,
    /// How many results of earlier runs were verified, verified with losses, and not verified; they
    /// are counted as skipped too.
    pub earlier: [usize; 3],
    /// How many have text that was damaged before.
    pub damaged: usize,
    /// The files to look at.
    pub attention: Attention,
    /// How many games were converted, by earlier runs too.
    pub games: usize,
    /// Results that no source has with these options.
    pub left_over: Vec<String>,
    /// Whether the run was interrupted.
    pub interrupted: bool,
    kept: usize,
    adapted: usize,
    with_warnings: usize,
    /// How many failed for each reason.
    reasons: BTreeMap<&'static str, usize>,
    /// The kinds of the other files, with their numbers.
    others: BTreeMap<&'static str, usize>,
    /// For some kinds a program that opens them.
    opens: BTreeMap<&'static str, &'static str>,
    names: Vec<String>,
}

impl RunTally {
    /// Creates the tally of a run that begins now.
    pub fn new() -> Self {
        Self {
            start: Instant::now(),
            inputs: 0,
            verified: 0,
            verified_with_losses: 0,
            unverified: 0,
            as_json: 0,
            dry_run: 0,
            failed: 0,
            unreadable: 0,
            refused: 0,
            skipped: 0,
            not_a_record: 0,
            earlier: [0; 3],
            damaged: 0,
            attention: Attention::default(),
            games: 0,
            left_over: Vec::new(),
            interrupted: false,
            kept: 0,
            adapted: 0,
            with_warnings: 0,
            reasons: BTreeMap::new(),
            others: BTreeMap::new(),
            opens: BTreeMap::new(),
            names: Vec::new(),
        }
    }

    /// Counts a task. `told` is whether messages about its findings are printed anyway.
    pub fn add(&mut self, done: &Done, told: bool) {
        self.inputs += 1;
        match done.fate {
            Fate::Verified if done.losses() > 0 => self.verified_with_losses += 1,
            Fate::Verified => self.verified += 1,
            Fate::Unverified if done.to.is_json() => self.as_json += 1,
            Fate::Unverified => self.unverified += 1,
            Fate::DryRun => self.dry_run += 1,
            Fate::Skipped => self.add_skipped(done),
            Fate::NotRecord => self.add_other(done),
            Fate::Unreadable => self.unreadable += 1,
            Fate::Refused | Fate::Failed => self.add_failure(done),
        }
        let converted = matches!(done.fate, Fate::Verified | Fate::Unverified | Fate::DryRun);
        if let Some(report) = done.report.as_ref().filter(|_| converted) {
            let any = |outcome| usize::from(report.outcomes.count(outcome) > 0);
            self.games += report.games;
            self.kept += any(Outcome::Kept);
            self.adapted += any(Outcome::Adapted);
            self.damaged += any(Outcome::Damaged);
            self.with_warnings += usize::from(has_warnings(report));
            self.attention.note(done, told);
        }
    }

    fn add_skipped(&mut self, done: &Done) {
        self.skipped += 1;
        let [verified, with_losses, unverified] = &mut self.earlier;
        match done.status() {
            "verified" => *verified += 1,
            "verified-with-losses" => *with_losses += 1,
            _ => *unverified += 1,
        }
        let members = done.earlier.as_ref().and_then(|row| row.get("json"));
        let (games, damaged) = match (members, &done.report) {
            (Some(members), _) => {
                let damaged = members.get("outcomes").and_then(|all| all.get("damaged"));
                let number = |value: Option<&Value>| value.and_then(Value::as_u64).unwrap_or(0);
                (number(members.get("games")) as usize, number(damaged) > 0)
            }
            (None, Some(report)) => (report.games, report.outcomes.count(Outcome::Damaged) > 0),
            (None, None) => (0, false),
        };
        self.games += games;
        self.damaged += usize::from(damaged);
    }

    fn add_other(&mut self, done: &Done) {
        self.not_a_record += 1;
        if let Some(failure) = &done.failure {
            *self.others.entry(failure.other()).or_default() += 1;
            self.opens.extend(failure.opened_by());
        }
        if self.names.len() < NAMES {
            self.names.push(done.name.to_string());
        }
    }

    fn add_failure(&mut self, done: &Done) {
        if done.fate == Fate::Refused {
            self.refused += 1;
        } else {
            self.failed += 1;
        }
        if let Some(failure) = &done.failure {
            *self.reasons.entry(failure.rule().summary).or_default() += 1;
        }
    }

    /// Returns whether every task came to a good end.
    pub fn is_good(&self) -> bool {
        self.failed + self.refused + self.unreadable == 0
    }

    /// Returns how many tasks were converted.
    pub fn converted(&self) -> usize {
        let verified = self.verified + self.verified_with_losses;
        verified + self.unverified + self.as_json + self.dry_run
    }

    /// Returns why inputs failed, and how many for each reason.
    pub fn reasons(&self) -> impl Iterator<Item = (&'static str, usize)> {
        self.reasons.iter().map(|(why, count)| (*why, *count))
    }

    /// Returns the kinds of files that are not records, and how many there are of each.
    pub fn others(&self) -> impl Iterator<Item = (&'static str, usize)> {
        self.others.iter().map(|(what, count)| (*what, *count))
    }

    /// Returns how long the run has taken so far, in seconds.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// Returns the text of a progress bar after the number of files: the counts of results that need a look.
    pub fn so_far(&self) -> String {
        let losses = self.attention.count(Reason::Lost);
        let counts = [
            (losses, "with losses"),
            (self.refused, "refused"),
            (self.unreadable, "unreadable"),
            (self.failed, "failed"),
            (self.not_a_record, "other"),
        ];
        let mut text = String::new();
        for (count, what) in counts.into_iter().filter(|(count, _)| *count > 0) {
            let _ = write!(text, ", {count} {what}");
        }
        text
    }

    /// Returns the summary: a line with the counts of the outcomes, then lines that explain them.
    pub fn summary(&self, verbose: bool) -> String {
        let mut lines = vec![self.first_line()];
        lines.extend(self.about_results());
        let [_, with_losses, _] = self.earlier;
        if with_losses > 0 {
            let files = counted(with_losses, "skipped file");
            lines.push(format!("  {files} with losses; --report names all"));
        }
        for (reason, count) in &self.reasons {
            lines.push(format!("  {count} failed: {reason}"));
        }
        for (what, count) in &self.others {
            let files = counted(*count, "file");
            let help = self.opens.get(what).map(|help| format!("; {help}"));
            let help = help.unwrap_or_default();
            lines.push(format!("  {files} not converted: {what}{help}"));
        }
        if !self.names.is_empty() && !verbose {
            let help = "; -v and --report list all";
            let names = listed(&self.names, self.not_a_record, [", ", help]);
            lines.push(format!("  not converted: {names}"));
        }
        if !self.left_over.is_empty() {
            let count = self.left_over.len();
            let names = listed(self.left_over.iter().take(NAMES), count, [", ", ""]);
            let files = counted(count, "file");
            lines.push(format!(
                "  {files} left over from other options or sources: {names}"
            ));
        }
        lines.join("\n")
    }

    fn first_line(&self) -> String {
        let mut parts = vec![format!("{} converted", self.converted())];
        for (count, what) in [
            (self.skipped, "skipped"),
            (self.refused, "refused"),
            (self.unreadable, "unreadable"),
            (self.failed, "failed"),
        ] {
            if count > 0 {
                parts.push(format!("{count} {what}"));
            }
        }
        if self.not_a_record > 0 {
            parts.push(counted(self.not_a_record, "other file"));
        }
        if self.inputs == 0 && !self.interrupted {
            return "0 converted: no record was found".to_owned();
        }
        parts.join(", ")
    }

    fn about_results(&self) -> Option<String> {
        let mut parts = Vec::new();
        let attention = |reason| self.attention.count(reason);
        for (count, what) in [
            (self.verified_with_losses, "verified with losses"),
            (
                attention(Reason::Lost).saturating_sub(self.verified_with_losses),
                "with losses",
            ),
            (
                attention(Reason::Repaired),
                "with errors that were repaired or kept",
            ),
            (
                attention(Reason::Doubtful),
                "doubtful (charset, NULs, empty)",
            ),
            (self.damaged, "with text that was damaged before"),
            (self.verified, "verified"),
            (self.unverified, "not verified"),
            (self.as_json, "as JSON, without a proof"),
            (self.dry_run, "not written"),
            (self.kept, "with kept details"),
            (self.adapted, "with adapted details"),
            (self.with_warnings, "with warnings in the source"),
        ] {
            if count > 0 {
                parts.push(format!("{count} {what}"));
            }
        }
        (!parts.is_empty()).then(|| {
            let games = counted(self.games, "game");
            format!("  {games}; files: {}", parts.join(", "))
        })
    }
}

/// Returns whether a task had errors or warnings, or notes that count.
fn has_warnings(report: &Report) -> bool {
    report.findings.count(Severity::Warning) > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_was_interrupted_at_its_start_says_nothing_about_records() {
        let mut tally = RunTally::new();
        assert_eq!(tally.summary(false), "0 converted: no record was found");
        tally.interrupted = true;
        assert_eq!(tally.summary(false), "0 converted");
    }

    #[test]
    fn a_bar_counts_one_as_it_counts_several() {
        let mut tally = RunTally::new();
        assert_eq!(tally.so_far(), "");
        (tally.refused, tally.failed) = (1, 2);
        assert_eq!(tally.so_far(), ", 1 refused, 2 failed");
    }

    #[test]
    fn a_summary_counts_all_and_names_ten() {
        let names = |count: usize| (0..count).map(|number| format!("n{number}")).collect();
        let mut tally = RunTally::new();
        tally.inputs = 40;
        tally.verified = 2;
        tally.verified_with_losses = 1;
        tally.unverified = 3;
        tally.as_json = 4;
        tally.dry_run = 5;
        tally.skipped = 6;
        tally.refused = 7;
        tally.unreadable = 8;
        tally.failed = 9;
        tally.not_a_record = 10;
        tally.earlier = [4, 1, 1];
        tally.damaged = 1;
        tally.games = 1;
        tally.kept = 1;
        tally.adapted = 2;
        tally.with_warnings = 3;
        tally.reasons = [("late", 1)].into();
        tally.others = [("a picture", 1), ("a text", 9)].into();
        tally.opens = [("a text", "`cat` opens it")].into();
        tally.names = names(10);
        tally.left_over = names(10);
        assert_eq!(
            tally.so_far(),
            ", 7 refused, 8 unreadable, 9 failed, 10 other"
        );
        let summary = "\
15 converted, 6 skipped, 7 refused, 8 unreadable, 9 failed, 10 other files
  1 game; files: 1 verified with losses, 1 with text that was damaged before, 2 verified, \
3 not verified, 4 as JSON, without a proof, 5 not written, 1 with kept details, \
2 with adapted details, 3 with warnings in the source
  1 skipped file with losses; --report names all
  1 failed: late
  1 file not converted: a picture
  9 files not converted: a text; `cat` opens it
  not converted: n0, n1, n2, n3, n4, n5, n6, n7, n8, n9
  10 files left over from other options or sources: n0, n1, n2, n3, n4, n5, n6, n7, n8, n9";
        assert_eq!(tally.summary(false), summary);
        let verbose: Vec<_> = summary
            .lines()
            .filter(|line| !line.contains(" n0, n1"))
            .collect();
        let left_over = summary.lines().last().unwrap();
        assert_eq!(
            tally.summary(true),
            [&verbose[..], &[left_over]].concat().join("\n")
        );
        tally.not_a_record = 11;
        tally.left_over = names(11);
        let more = tally.summary(false);
        assert!(
            more.contains(" n9 and 1 more; -v and --report list all\n"),
            "{more}"
        );
        assert!(more.ends_with("  11 files left over from other options or sources: n0, n1, n2, n3, n4, n5, n6, n7, n8, n9 and 1 more"), "{more}");
        assert!(!tally.is_good());
        for good in [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] {
            [tally.failed, tally.refused, tally.unreadable] = good;
            assert_eq!(tally.is_good(), good == [0, 0, 0], "{good:?}");
        }
    }
}
