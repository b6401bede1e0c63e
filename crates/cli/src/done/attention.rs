//! The files of a run that need a look: files with losses first, then repaired ones, then doubtful ones.

use std::collections::BTreeMap;

use ishi::convert::{Finding, Refused, Report};
use ishi::diagnostic::Severity;
use ishi::outcome::Outcome;

use crate::done::Done;
use crate::render::{Messages, counted, listed};

/// How many files are named at most.
const NAMED: usize = 9;

/// How many losses of a file are named.
const LOSSES: usize = 3;

/// Why a file is worth a look. The first reason that applies counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The result does not have all of it.
    Lost,
    /// A mistake was repaired, or was kept without being understood.
    Repaired,
    /// The charset is a guess, or the file is empty or damaged.
    Doubtful,
}

/// The rules that make a file doubtful: a charset that is not the one named, or not certain, NULs, and
/// an empty file.
const DOUBTS: [&str; 4] = ["E002", "E004", "E005", "I052"];

impl Reason {
    /// Returns the reason to look at a converted file, and a sentence about it. The worst reason wins.
    fn of(report: &Report) -> Option<(Self, String)> {
        let lost = report.outcomes.count(Outcome::Lost);
        if lost > 0 {
            return Some((Self::Lost, losses(report, lost)));
        }
        if let Some(Refused { game, refusal }) = report.refused.first() {
            return Some((Self::Lost, format!("game {game} left out: {refusal}")));
        }
        let found = report.findings.kept().iter();
        let is_error = |finding: &&Finding| finding.diagnostic.severity == Severity::Error;
        if let Some(first) = found.clone().find(is_error) {
            let count = counted(report.findings.count(Severity::Error), "error");
            let text = format!("{count} in the source; {}", told(first));
            return Some((Self::Repaired, text));
        }
        let mut doubts = found.filter(|finding| DOUBTS.contains(&finding.diagnostic.rule.code));
        doubts.next().map(|doubt| (Self::Doubtful, told(doubt)))
    }
}

/// Returns the number of losses, and the first of them with their places.
pub fn losses(report: &Report, count: usize) -> String {
    if report.losses.is_empty() {
        return format!("{count} left out");
    }
    let first = report.losses.iter().take(LOSSES);
    format!("{count} left out: {}", listed(first, count, ["; ", ""]))
}

fn told(finding: &Finding) -> String {
    let diagnostic = &finding.diagnostic;
    let place = finding.place.as_ref();
    let line = place.map_or_else(String::new, |place| format!("line {}: ", place.line));
    format!("{line}{} ({})", diagnostic.message, diagnostic.rule.code)
}

/// The files that need a look, by reason: their number, and a line about each of the first.
#[derive(Debug, Default)]
pub struct Attention {
    lists: BTreeMap<Reason, (usize, Vec<String>)>,
}

impl Attention {
    /// Notes a converted file. `told` is whether messages about its findings are printed anyway.
    pub fn note(&mut self, done: &Done, told: bool) {
        let reason = done.report.as_ref().and_then(Reason::of);
        let Some((reason, text)) = reason else {
            return;
        };
        let (count, lines) = self.lists.entry(reason).or_default();
        *count += 1;
        if !told && lines.len() < NAMED {
            lines.push(format!("{}: {text}", done.name));
        }
    }

    /// Returns how many files there are for a reason.
    pub fn count(&self, reason: Reason) -> usize {
        self.lists.get(&reason).map_or(0, |list| list.0)
    }

    /// Names the first files without printed messages, files with losses first.
    pub fn print(&self, messages: Messages, room: usize) {
        let lines = self.lists.values().flat_map(|(_, lines)| lines);
        for line in lines.take(room) {
            messages.warning(line, None);
        }
    }
}
