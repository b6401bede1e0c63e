//! The summary of a run.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use ishi::outcome::Outcome;
use ishi_archive::Name;

use crate::done::attention::{Attention, Reason};
use crate::done::{Done, Fate, lost};
use crate::render::{counted, counts, listed};

/// How many kinds of other files, and how many results that are left over, are told.
const KINDS: usize = 4;
const NAMES: usize = 3;

/// How many messages about unreadable files in folders and archives, and how many about others, are printed while the
/// run goes on.
const TOLD: [usize; 2] = [3, 6];

/// The outcomes of all tasks of a run.
#[derive(Debug, Default)]
pub struct RunTally {
    start: Option<Instant>,
    /// How many tasks there were.
    pub inputs: usize,
    /// How many there are of each outcome, by its word in a report. A result of an earlier run has the outcome of that
    /// run.
    statuses: BTreeMap<&'static str, usize>,
    /// How many results were there already.
    pub skipped: usize,
    /// How many results of this run have no proof, although their format can have one.
    unproven: usize,
    /// How many have text that was damaged before.
    pub damaged: usize,
    /// The files to look at.
    pub attention: Attention,
    /// How many results of earlier runs do not have all of their source, and how many have text that was damaged before.
    earlier: [usize; 2],
    /// How many games were converted.
    pub games: usize,
    /// Results that no source has with these options.
    pub left_over: Vec<String>,
    /// Whether the run was interrupted.
    pub interrupted: bool,
    /// How many unreadable files in folders and archives had a message, and how many others.
    messages: [usize; 2],
    /// How many messages were not printed, by their kind.
    untold: BTreeMap<&'static str, usize>,
    /// How many failed for each reason.
    pub reasons: BTreeMap<&'static str, usize>,
    /// The kinds of the other files, with their numbers.
    pub others: BTreeMap<&'static str, usize>,
    /// For some kinds a program that opens them.
    opens: BTreeMap<&'static str, &'static str>,
}

impl RunTally {
    /// Creates the tally of a run that begins now.
    pub fn new() -> Self {
        Self {
            start: Some(Instant::now()),
            ..Self::default()
        }
    }

    /// Counts a task. `told` is whether messages about its findings are printed anyway.
    pub fn add(&mut self, done: &Done, told: bool) {
        self.inputs += 1;
        *self.statuses.entry(done.counted_as()).or_default() += 1;
        match done.fate {
            Fate::Skipped => self.skipped += 1,
            Fate::NotRecord => {
                if let Some(failure) = &done.failure {
                    *self.others.entry(failure.other()).or_default() += 1;
                    self.opens.extend(failure.opened_by());
                }
            }
            Fate::Refused | Fate::Failed => {
                if let Some(failure) = &done.failure {
                    *self.reasons.entry(failure.rule().summary).or_default() += 1;
                }
            }
            Fate::Unverified if !done.to.is_json() => self.unproven += 1,
            _ => {}
        }
        let report = done.report.as_ref().filter(|_| done.has_results());
        let [lost, damaged] = match (report, &done.earlier) {
            (None, Some(line)) => [line.lost, line.damaged],
            (None, None) => [0, 0],
            (Some(report), _) => [lost(report), report.outcomes.count(Outcome::Damaged)],
        };
        self.games += report.map_or(0, |report| report.games);
        self.damaged += usize::from(damaged > 0);
        if done.fate == Fate::Skipped {
            for (all, count) in self.earlier.iter_mut().zip([lost, damaged]) {
                *all += usize::from(count > 0);
            }
        } else if report.is_some() {
            self.attention.note(done, told);
        }
    }

    /// Returns whether a message about a file in a folder or an archive is to be printed, and counts it.
    pub fn has_room(&mut self, done: &Done) -> bool {
        let [dead, others] = &mut self.messages;
        let (count, most) = if done.fate == Fate::Unreadable {
            (dead, TOLD[0])
        } else {
            (others, TOLD[1])
        };
        *count += 1;
        let is_told = *count <= most;
        if !is_told {
            *self.untold.entry(kind(done)).or_default() += 1;
        }
        is_told
    }

    /// Returns how many lines about files to look at are printed in the end.
    pub fn room(&self) -> usize {
        let [dead, others] = self.messages;
        TOLD[0] + TOLD[1] - dead.min(TOLD[0]) - others.min(TOLD[1])
    }

    /// Returns how many tasks have an outcome, by its word in a report.
    pub fn count(&self, status: &str) -> usize {
        self.statuses.get(status).copied().unwrap_or(0)
    }

    /// Returns whether every task came to a good end.
    pub fn is_good(&self) -> bool {
        ["failed", "refused", "unreadable"]
            .iter()
            .all(|status| self.count(status) == 0)
    }

    /// Returns how long the run has taken so far, in seconds.
    pub fn seconds(&self) -> f64 {
        self.start
            .map_or(0.0, |start| start.elapsed().as_secs_f64())
    }

    /// Returns the text of a progress bar after the number of files: the counts of results that need a look.
    pub fn so_far(&self) -> String {
        let losses = (self.attention.count(Reason::Lost), "with losses");
        counts([losses].into_iter().chain(self.not_converted()))
    }

    /// Returns the counts of tasks without a result.
    fn not_converted(&self) -> [(usize, &'static str); 4] {
        let others = self.count("not-a-record");
        [
            (self.count("refused"), "refused"),
            (self.count("unreadable"), "unreadable"),
            (others, if others == 1 { "other" } else { "others" }),
            (self.count("failed"), "failed"),
        ]
    }

    /// Returns the summary: a line with outcomes that add up, and a line with remarks, each with the way to see more.
    pub fn summary(&self, verbose: bool, report: Option<&Path>, folder: Option<&Path>) -> String {
        if self.inputs == 0 && !self.interrupted {
            return "0 files: no record was found".to_owned();
        }
        let without: usize = self.not_converted().iter().map(|(count, _)| count).sum();
        let converted = self.inputs - self.skipped - without;
        let verb = if self.count("dry-run") > 0 {
            "would be converted"
        } else {
            "converted"
        };
        let skipped = (self.skipped, "skipped");
        let more = counts([skipped].into_iter().chain(self.not_converted()));
        let outcomes = format!("{}: {converted} {verb}{more}", counted(self.inputs, "file"));
        let remarks = self.remarks(verbose, report, folder);
        if remarks.is_empty() {
            return outcomes;
        }
        format!("{outcomes}\nremarks: {}", remarks.join("; "))
    }

    fn remarks(&self, verbose: bool, report: Option<&Path>, folder: Option<&Path>) -> Vec<String> {
        let count = |reason| self.attention.count(reason);
        let [earlier_losses, earlier_damaged] = self.earlier;
        let files = [
            (count(Reason::Lost), "with losses"),
            (count(Reason::Repaired), "repaired"),
            (count(Reason::Doubtful), "doubtful"),
            (self.damaged - earlier_damaged, "damaged before"),
            (earlier_losses, "skipped with losses"),
            (earlier_damaged, "skipped and damaged before"),
        ];
        let untold = self.untold.iter().map(|(kind, count)| (*count, *kind));
        let files = counts(files.into_iter().chain(untold));
        let mut remarks = Vec::new();
        if let Some(files) = files.strip_prefix(", ") {
            let shown = report.map_or("--report run.html".into(), |path| {
                Name::of(path).to_string()
            });
            remarks.push(format!("{files} ({shown} names them)"));
        }
        if !self.others.is_empty() && !verbose {
            let mut kinds: Vec<_> = self.others.iter().collect();
            kinds.sort_by_key(|(what, count)| {
                (!self.opens.contains_key(*what), usize::MAX - **count)
            });
            let kinds = kinds.into_iter().take(KINDS).map(|(what, count)| {
                let help = self.opens.get(what);
                let help = help.map_or_else(String::new, |help| format!("; {help}"));
                format!("{what} ({count}{help})")
            });
            let kinds = listed(kinds, self.others.len(), [", ", ""]);
            remarks.push(format!("others: {kinds} (-v names all)"));
        }
        if self.unproven > 0 {
            remarks.push(format!(
                "{} not verified (without --no-verify they are)",
                self.unproven
            ));
        }
        if !self.left_over.is_empty() {
            let count = self.left_over.len();
            let names = listed(self.left_over.iter().take(NAMES), count, [", ", ""]);
            let folder = folder.map_or(String::new(), |folder| {
                format!(" (`ishi verify -v {}` names all)", Name::of(folder))
            });
            remarks.push(format!(
                "{count} left over from other options or sources: {names}{folder}"
            ));
        }
        remarks
    }
}

/// Returns the kind of the message about a task, for a count of those that are not printed.
fn kind(done: &Done) -> &'static str {
    match done.fate {
        Fate::Unreadable => "more unreadable",
        Fate::Refused => "more refused",
        Fate::Failed => "more failed",
        // The result of an earlier run has a message if a person edited it.
        _ if done.earlier.is_some() => "more edited",
        _ => "more with a remark",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tally of a run with some outcomes.
    fn tally(statuses: &[(&'static str, usize)]) -> RunTally {
        RunTally {
            inputs: statuses.iter().map(|(_, count)| count).sum(),
            statuses: statuses.iter().copied().collect(),
            ..RunTally::new()
        }
    }

    #[test]
    fn a_run_that_was_interrupted_at_its_start_says_nothing_about_records() {
        let mut tally = RunTally::new();
        let summary = |tally: &RunTally| tally.summary(false, None, None);
        assert_eq!(summary(&tally), "0 files: no record was found");
        tally.interrupted = true;
        assert_eq!(summary(&tally), "0 files: 0 converted");
    }

    #[test]
    fn a_bar_counts_one_as_it_counts_several() {
        assert_eq!(RunTally::new().so_far(), "");
        let tally = tally(&[("refused", 1), ("failed", 2), ("not-a-record", 1)]);
        assert_eq!(tally.so_far(), ", 1 refused, 1 other, 2 failed");
    }

    #[test]
    fn a_summary_is_a_line_of_outcomes_that_add_up_and_a_line_of_remarks() {
        let names = |count: usize| (0..count).map(|number| format!("n{number}")).collect();
        let mut tally = tally(&[
            ("verified", 7),
            ("verified-with-losses", 2),
            ("unverified", 3),
            ("refused", 7),
            ("unreadable", 8),
            ("failed", 9),
            ("not-a-record", 10),
        ]);
        tally.skipped = 6;
        tally.unproven = 2;
        tally.earlier = [1, 1];
        tally.damaged = 2;
        tally.messages = [TOLD[0] + 5, 0];
        tally.untold = [("more unreadable", 5)].into();
        tally.others = [("a picture", 1), ("a text", 9)].into();
        tally.opens = [("a text", "`cat` opens it")].into();
        tally.left_over = names(4);
        let outcomes =
            "46 files: 6 converted, 6 skipped, 7 refused, 8 unreadable, 10 others, 9 failed\n";
        let folder = Some(Path::new("out"));
        assert_eq!(
            tally.summary(false, None, folder),
            format!(
                "{outcomes}remarks: 1 damaged before, 1 skipped with losses, 1 skipped and damaged before, 5 more \
                 unreadable (--report run.html names them); others: a text (9; `cat` opens it), a picture (1) (-v names all); 2 not \
                 verified (without --no-verify they are); 4 left over from other options or sources: n0, n1, n2 and \
                 1 more (`ishi verify -v out` names all)"
            )
        );
        tally.left_over.clear();
        let verbose = tally.summary(true, Some(Path::new("r.html")), None);
        assert!(
            verbose.contains("(r.html names them)") && !verbose.contains("others:"),
            "{verbose}"
        );
        assert!(!tally.is_good());
        assert_eq!(tally.room(), TOLD[1]);
        tally.statuses.retain(|status, _| status.starts_with('v'));
        assert!(tally.is_good());
    }
}
