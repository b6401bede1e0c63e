//! Diagnostics with their places in the file.

use std::io::{Read, Seek};

use crate::bracket::rules;
use crate::diagnostic::{Diagnostic, Diagnostics, Rule, Severity};
use crate::source::{Place, Source, Unit};

/// A diagnostic with its place in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The diagnostic. Its span counts in the text of its unit; `place` counts in the file.
    pub diagnostic: Diagnostic,
    /// The number of the game, from 1.
    pub game: Option<usize>,
    /// Where it is in the file.
    pub place: Option<Place>,
}

/// The findings of one file: the first [`Diagnostics::LIMIT`] of each rule, and how many there
/// were.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    kept: Vec<Finding>,
    counts: Vec<(&'static Rule, Severity, usize)>,
}

impl Findings {
    /// Adds a finding.
    pub fn report(&mut self, finding: Finding) {
        let (rule, severity) = (finding.diagnostic.rule, finding.diagnostic.severity);
        if self.add(rule, severity, 1) < Diagnostics::LIMIT {
            self.kept.push(finding);
        }
    }

    /// Adds the findings about a source as a whole.
    pub fn begin<R: Read + Seek>(&mut self, source: &Source<R>) {
        if let Some(note) = source.note() {
            self.report(Finding {
                diagnostic: note.clone(),
                game: None,
                place: None,
            });
        }
    }

    /// Adds the diagnostics about a unit, in the order of the text.
    pub fn take(&mut self, unit: &Unit, log: &Diagnostics, game: Option<usize>) {
        if let Some(note) = unit.note() {
            self.report(Finding {
                diagnostic: note.clone(),
                game,
                place: None,
            });
        }
        if let Some(diagnostic) = unit.malformed() {
            let place = diagnostic.span.map(|span| unit.places().place(span));
            self.report(Finding {
                diagnostic,
                game,
                place,
            });
        }
        if log.is_empty() {
            return;
        }
        let mut places = unit.places();
        let mut taken: Vec<_> = log.kept().to_vec();
        // A unit after the first one that holds no game is the text after the last game.
        let behind = game.is_some_and(|number| number > 1);
        for diagnostic in &mut taken {
            let rule = in_place(diagnostic.rule, behind);
            if rule != diagnostic.rule {
                diagnostic.rule = rule;
                "text follows the last game".clone_into(&mut diagnostic.message);
            }
        }
        taken.sort_by_key(|diagnostic| diagnostic.span);
        for diagnostic in taken {
            let before = self.count_of(diagnostic.rule, diagnostic.severity);
            let same = |kept: &&Finding| {
                std::ptr::eq(kept.diagnostic.rule, diagnostic.rule)
                    && kept.diagnostic.severity == diagnostic.severity
            };
            let kept = self.kept.iter().filter(same).count();
            if before < Diagnostics::LIMIT && kept < Diagnostics::LIMIT {
                self.kept.push(Finding {
                    place: diagnostic.span.map(|span| places.place(span)),
                    game: game.map(|first| first + diagnostic.game),
                    diagnostic,
                });
            }
        }
        for (rule, severity, count) in log.counts() {
            self.add(in_place(rule, behind), severity, count);
        }
    }

    /// Adds to a count and returns what it was before.
    fn add(&mut self, rule: &'static Rule, severity: Severity, more: usize) -> usize {
        let found = self
            .counts
            .iter_mut()
            .find(|(known, kind, _)| std::ptr::eq(*known, rule) && *kind == severity);
        if let Some((_, _, count)) = found {
            *count += more;
            return *count - more;
        }
        self.counts.push((rule, severity, more));
        0
    }

    /// Returns whether anything was found that falls under a rule.
    pub fn has(&self, rule: &Rule) -> bool {
        self.counts().any(|(found, _, _)| std::ptr::eq(found, rule))
    }

    fn count_of(&self, rule: &'static Rule, severity: Severity) -> usize {
        self.counts()
            .find(|(known, kind, _)| std::ptr::eq(*known, rule) && *kind == severity)
            .map_or(0, |(_, _, count)| count)
    }

    /// Gives each finding another severity, or leaves it out.
    #[must_use]
    pub(crate) fn adjusted(self, level: impl Fn(&Rule, Severity) -> Option<Severity>) -> Self {
        let mut adjusted = Self::default();
        for mut finding in self.kept {
            let diagnostic = &mut finding.diagnostic;
            if let Some(severity) = level(diagnostic.rule, diagnostic.severity) {
                diagnostic.severity = severity;
                adjusted.kept.push(finding);
            }
        }
        for (rule, severity, count) in self.counts {
            if let Some(severity) = level(rule, severity) {
                adjusted.add(rule, severity, count);
            }
        }
        adjusted
    }

    /// Returns the findings that were kept, in the order of the file.
    pub fn kept(&self) -> &[Finding] {
        &self.kept
    }

    /// Returns how many findings of each rule and severity there were, kept or not.
    pub fn counts(&self) -> impl Iterator<Item = (&'static Rule, Severity, usize)> {
        self.counts.iter().copied()
    }

    /// Returns how many findings of this severity or worse there were.
    pub fn count(&self, severity: Severity) -> usize {
        self.counts()
            .filter(|(_, found, _)| *found >= severity)
            .map(|(_, _, count)| count)
            .sum()
    }
}

/// Returns the rule for what is found after the first game of a record: what would be no game at
/// all in its place is text after the last one.
fn in_place(rule: &'static Rule, behind: bool) -> &'static Rule {
    if behind && rule.code == rules::NO_GAME.code {
        return &rules::TEXT_BEHIND;
    }
    rule
}
