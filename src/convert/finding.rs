//! Diagnostics with their places in the file.

use std::io::{Read, Seek};

use foldhash::{HashMap, HashMapExt};

use crate::bracket::rules;
use crate::diagnostic::{Diagnostic, Diagnostics, FixKind, Rule, Severity, Span};
use crate::format::charset::rules as charset;
use crate::ishi::rules as ishi;
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
    is_cut: bool,
    /// For each rule how many findings have a safe fix, and how many more a guess.
    mendable: Vec<(&'static Rule, [usize; 2])>,
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
        for diagnostic in source.note().cloned().into_iter().chain(source.nuls()) {
            self.report(Finding {
                diagnostic,
                game: None,
                place: None,
            });
        }
    }

    /// Adds the diagnostics about a unit, in the order of the text.
    pub fn take(&mut self, unit: &Unit, log: &Diagnostics, game: Option<usize>) {
        if let Some(origin) = unit.origin() {
            self.take(&origin.unit, &origin.log, game);
        }
        self.place_nuls(unit, game);
        if let Some(note) = unit.note() {
            self.report(Finding {
                diagnostic: note.clone(),
                game,
                place: None,
            });
        }
        if let Some(diagnostic) = unit.damage() {
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
        let mut numbers: HashMap<_, usize> = HashMap::new();
        let is_shown = |one: &&Diagnostic| {
            let number = numbers.entry((one.rule.code, one.severity)).or_default();
            *number += 1;
            *number <= Diagnostics::LIMIT
        };
        let mut taken: Vec<_> = log.kept().iter().filter(is_shown).cloned().collect();
        let end = unit.is_last().then(|| End::of(unit.text()));
        for diagnostic in &mut taken {
            if end.as_ref().is_some_and(|end| end.is_cut(diagnostic)) {
                let help = diagnostic.help.take().unwrap_or_default();
                diagnostic.help = Some(format!("{help}; the file may have been cut off").into());
                self.is_cut = true;
            }
        }
        taken.sort_by_key(|diagnostic| diagnostic.span);
        for diagnostic in taken {
            let same = |kept: &&Finding| {
                kept.diagnostic.rule == diagnostic.rule
                    && kept.diagnostic.severity == diagnostic.severity
            };
            let kept = self.kept.iter().filter(same).count();
            if kept < Diagnostics::LIMIT {
                self.kept.push(Finding {
                    place: diagnostic.span.map(|span| places.place(span)),
                    game: game.map(|first| first + diagnostic.game),
                    diagnostic,
                });
            }
        }
        for (rule, severity, count) in log.counts() {
            self.add(rule, severity, count);
        }
    }

    /// Gives the finding about NULs the place of the first NUL. It is one of the first two findings, because it is
    /// about the source as a whole.
    fn place_nuls(&mut self, unit: &Unit, game: Option<usize>) {
        let mut first = self.kept.iter_mut().take(2);
        let nuls = first.find(|finding| finding.diagnostic.rule == &charset::NUL);
        if let Some(finding) = nuls.filter(|finding| finding.place.is_none())
            && let Some(at) = memchr::memchr(0, unit.text().as_bytes())
        {
            let span = Span::new(at, at + 1);
            finding.diagnostic.span = Some(span);
            finding.place = Some(unit.places().place(span));
            finding.game = game;
        }
    }

    /// Adds to a count, and returns the count before.
    fn add(&mut self, rule: &'static Rule, severity: Severity, more: usize) -> usize {
        let found = self
            .counts
            .iter_mut()
            .find(|(known, kind, _)| *known == rule && *kind == severity);
        if let Some((_, _, count)) = found {
            *count += more;
            return *count - more;
        }
        self.counts.push((rule, severity, more));
        0
    }

    /// Returns whether a finding suggests that the file once went on, because something is open at its end.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Returns whether anything was found that falls under a rule.
    pub fn has(&self, rule: &Rule) -> bool {
        self.counts().any(|(found, _, _)| found == rule)
    }

    /// Gives each finding another severity, or leaves it out.
    #[must_use]
    pub(crate) fn adjusted(self, level: impl Fn(&Rule, Severity) -> Option<Severity>) -> Self {
        let mut adjusted = Self {
            is_cut: self.is_cut,
            ..Self::default()
        };
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
        let mendable = self.mendable.into_iter();
        adjusted.mendable = mendable.filter(|(rule, _)| adjusted.has(rule)).collect();
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

    /// Returns for each rule with fixes how many of its findings have a safe fix, and how many more a guess. Only a check
    /// looks for fixes.
    pub fn mendable(&self) -> impl Iterator<Item = (&'static Rule, [usize; 2])> {
        self.mendable.iter().copied()
    }

    /// Notes how many findings of a rule have fixes, and says so in the findings that `kind` gives one.
    pub(crate) fn set_mendable(
        &mut self,
        rule: &'static Rule,
        counts: [usize; 2],
        kind: impl Fn(&Finding) -> Option<FixKind>,
    ) {
        self.mendable.push((rule, counts));
        let own = self.kept.iter_mut();
        for finding in own.filter(|finding| finding.diagnostic.rule == rule) {
            finding.diagnostic.fix = kind(finding);
        }
    }

    /// Returns how many findings of this severity or worse there were.
    pub fn count(&self, severity: Severity) -> usize {
        self.counts()
            .filter(|(_, found, _)| *found >= severity)
            .map(|(_, _, count)| count)
            .sum()
    }
}

/// The end of a file.
struct End<'t> {
    text: &'t str,
    /// Where the last line starts, if it has no line break.
    line: Option<usize>,
}

impl<'t> End<'t> {
    fn of(text: &'t str) -> Self {
        let line = text.rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let line = (line < text.len()).then_some(line);
        Self { text, line }
    }

    /// Returns whether a finding suggests that the file once went on: a block, a variation, a game or
    /// a value is open at its end, or its last line cannot be read and has no line break.
    fn is_cut(&self, diagnostic: &Diagnostic) -> bool {
        let rule = diagnostic.rule;
        let Some(span) = diagnostic.span else {
            return false;
        };
        let is = |others: &[&Rule]| others.iter().any(|other| other.code == rule.code);
        is(&[
            &ishi::UNCLOSED_BLOCK,
            &ishi::OPEN_VARIATION,
            &rules::MISSING_CLOSE,
        ]) || is(&[&rules::UNTERMINATED]) && span.end == self.text.len()
            || is(&[
                &ishi::UNKNOWN_LINE,
                &ishi::UNREADABLE_ENTRY,
                &ishi::UNREADABLE_MOVE,
            ]) && self.line.is_some_and(|line| span.start >= line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_be_cut_off_if_something_is_open_at_its_end() {
        for (text, rule, start, end, expected) in [
            ("COM\nab\n", &ishi::UNCLOSED_BLOCK, 0, 3, true),
            ("VAR\nab\n", &ishi::OPEN_VARIATION, 0, 3, true),
            ("(;B[aa]", &rules::MISSING_CLOSE, 0, 1, true),
            // A value is open to the end of the text.
            ("(;C[ab", &rules::UNTERMINATED, 3, 6, true),
            ("(;C[ab", &rules::UNTERMINATED, 3, 5, false),
            // The last line has no line break.
            ("EVENT\nBLA", &ishi::UNKNOWN_LINE, 6, 9, true),
            ("EVENT\rBLA", &ishi::UNKNOWN_LINE, 6, 9, true),
            ("EVENT\nBLA", &ishi::UNREADABLE_ENTRY, 8, 9, true),
            ("EVENT\nBLA", &ishi::UNREADABLE_MOVE, 5, 6, false),
            ("BLA", &ishi::UNREADABLE_MOVE, 0, 3, true),
            ("EVENT\nBLA\n", &ishi::UNKNOWN_LINE, 6, 9, false),
            ("EVENT\nBLA\n", &ishi::UNKNOWN_LINE, 10, 10, false),
            ("EVENT\nBLA", &rules::NO_GAME, 6, 9, false),
        ] {
            let diagnostic = Diagnostic::new(rule, "").at(start, end);
            let found = End::of(text).is_cut(&diagnostic);
            assert_eq!(found, expected, "{text:?} {} {start}", rule.code);
        }
        let nowhere = Diagnostic::new(&ishi::UNCLOSED_BLOCK, "");
        assert!(!End::of("COM").is_cut(&nowhere));
    }

    #[test]
    fn twenty_findings_of_a_rule_and_severity_are_kept_and_all_are_counted() {
        let mut findings = Findings::default();
        for number in 0..Diagnostics::LIMIT + 2 {
            for severity in [Severity::Note, Severity::Error] {
                let mut diagnostic = Diagnostic::new(&ishi::UNKNOWN_LINE, "").in_node(number);
                diagnostic.severity = severity;
                findings.report(Finding {
                    diagnostic,
                    game: None,
                    place: None,
                });
            }
        }
        assert_eq!(findings.kept().len(), 2 * Diagnostics::LIMIT);
        let last = findings.kept().last().unwrap();
        assert_eq!(last.diagnostic.node, Some(Diagnostics::LIMIT - 1));
        let counts: Vec<_> = findings.counts().map(|(_, _, count)| count).collect();
        assert_eq!(counts, [22, 22]);
        assert_eq!(findings.count(Severity::Note), 44);
        assert_eq!(findings.count(Severity::Error), 22);
        assert!(!findings.has(&ishi::UNREADABLE_MOVE));
        // Notes become errors, so there is one count.
        let adjusted = findings.clone().adjusted(|_, _| Some(Severity::Error));
        assert_eq!(adjusted.count(Severity::Error), 44);
        assert_eq!(adjusted.counts().count(), 1);
        let errors = findings.adjusted(|_, found| (found == Severity::Error).then_some(found));
        assert_eq!(
            (errors.kept().len(), errors.count(Severity::Note)),
            (20, 22)
        );
    }

    #[test]
    fn the_finding_about_zeros_has_the_place_of_the_first_one() {
        let text = b"(;FF[4]GM[1]SZ[9];B[aa])\n(;FF[4]C[a\0b])(;FF[4]C[\0])";
        let found = crate::read(text).unwrap().findings;
        let nuls: Vec<_> = found
            .kept()
            .iter()
            .filter(|finding| finding.diagnostic.rule == &charset::NUL)
            .map(|finding| {
                let place = finding.place.as_ref().unwrap();
                let text = place.excerpt.text.get(place.excerpt.span.clone());
                (
                    finding.game,
                    place.line,
                    place.column,
                    place.bytes.clone(),
                    text == Some("\0"),
                )
            })
            .collect();
        assert_eq!(nuls, [(Some(2), 2, 11, 35..36, true)]);
    }

    #[test]
    fn twenty_findings_of_a_rule_are_kept_from_all_units_of_a_file() {
        for (first, second) in [(15, 15), (19, 1), (20, 5), (25, 1)] {
            let game = |count: usize| format!("(;FF[4]GM[1]SZ[9]{})\n", ";MN[x]".repeat(count));
            let record =
                crate::read(format!("{}{}", game(first), game(second)).as_bytes()).unwrap();
            let kept = record.findings.kept();
            assert_eq!(kept.len(), 20, "{first} {second}");
            let of_first = kept
                .iter()
                .filter(|finding| finding.game == Some(1))
                .count();
            assert_eq!(of_first, first.min(20), "{first} {second}");
            let all: usize = record.findings.counts().map(|(_, _, count)| count).sum();
            assert_eq!(all, first + second);
        }
    }
}
