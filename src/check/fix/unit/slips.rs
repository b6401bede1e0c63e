//! Fixes of mistakes that a reader understands: missing and double brackets, text between the properties, slips in a line of
//! Ishi.
//!
//! The reader names the text that it took for the mistake. A fix writes this text, and is left out unless the record then has
//! the same games.

use foldhash::HashSet;

use super::limits::is_worse;
use super::{Examined, made_in_halves};
use crate::bracket::rules;
use crate::check::fix::examination::Examination;
use crate::check::fix::{Choice, Fix, charset};
use crate::check::rules as check;
use crate::diagnostic::{Diagnostic, ReadAs, Rule, Span};
use crate::edit::{self, Change};
use crate::format::Format;
use crate::format::piece::Key;

/// The rules of parentheses that another place can explain.
const PARENTHESES: [&Rule; 2] = [&rules::MISSING_CLOSE, &rules::EXTRA_CLOSE];

/// The rules of moves that a misplaced parenthesis can cause.
const ILLEGAL: [&Rule; 3] = [&check::OCCUPIED, &check::SAME_COLOR, &check::WRONG_PLAYER];

/// A mistake with the text that replaces a part of the record.
#[derive(Clone, Copy)]
struct Slip<'f> {
    finding: &'f Diagnostic,
    span: Span,
    text: &'f str,
    is_safe: bool,
}

impl<'f> Slip<'f> {
    fn of(finding: &'f Diagnostic) -> Option<Self> {
        let ReadAs {
            span,
            text,
            is_safe,
        } = finding.read_as.as_deref()?;
        Some(Self {
            finding,
            span: *span,
            text,
            is_safe: *is_safe,
        })
    }
}

impl Examined<'_> {
    /// Returns the fixes of the structure. They are guesses if the text has words without a meaning, because these can be
    /// text after the game or a point in parentheses: `B(dd)`. So they are if a parenthesis ends a value, `B[dd)`, and
    /// the parentheses do not fit, because it can stand for the bracket, and if a node follows a closed variation.
    pub(in crate::check::fix) fn structure(&self, choice: &Choice) -> Vec<Fix> {
        let text = self.unit.text();
        if !charset::has_plain_brackets(self.unit.charset(), text) {
            return Vec::new();
        }
        let of = |rule: &Rule| {
            let (code, findings) = (rule.code, self.log.kept().iter());
            findings.filter(move |finding| finding.rule.code == code)
        };
        let ends_value = |slip: Slip<'_>| {
            text.get(slip.span.end..)
                .is_some_and(|text| text.starts_with(')'))
        };
        let closes = of(&rules::UNTERMINATED)
            .filter_map(Slip::of)
            .any(ends_value);
        let words: Vec<_> = of(&rules::IDENT_WITHOUT_VALUE)
            .filter_map(|finding| finding.span)
            .collect();
        let has = |rule| of(rule).next().is_some();
        // Another parenthesis is missing or surplus, or a text has the parenthesis of a variation.
        let is_unread = |rule| of(rule).any(|finding| finding.read_as.is_none());
        let is_open = has(&rules::NODE_AFTER_CLOSE)
            || has(&rules::DOUBLE_OPEN)
            || is_unread(&rules::UNTERMINATED);
        let is_astray = is_open
            || of(&rules::EXTRA_CLOSE).count() > 1
            || PARENTHESES.into_iter().any(has) && ILLEGAL.into_iter().any(has);
        // A bracket that closes no value: `AB[aa](bb][cc]`.
        let is_unsure = !words.is_empty()
            || is_astray
            || is_unread(&rules::STRAY_TEXT)
            || closes && has(&rules::EXTRA_CLOSE);
        let starts: HashSet<_> = words.iter().map(|word| word.start).collect();
        let ends: HashSet<_> = words.iter().map(|word| word.end).collect();
        // The bracket of another alphabet, `W［dd］`, or a part of words: `see page 12`.
        let is_beside_word = |slip: &Slip<'_>| {
            let before = text.get(..slip.span.start).unwrap_or("").trim_end().len();
            let after = text.get(slip.span.end..).unwrap_or("");
            let next = text.len() - after.trim_start().len();
            let is_beside = ends.contains(&before) || starts.contains(&next);
            slip.text.is_empty() && is_beside
        };
        let slips = self.log.kept().iter().filter_map(Slip::of);
        let is_parenthesis = |slip: &Slip<'_>| PARENTHESES.contains(&slip.finding.rule);
        let slips = slips.filter(|slip| !(is_beside_word(slip) || is_open && is_parenthesis(slip)));
        let slips = slips.map(|slip| Slip {
            is_safe: slip.is_safe && !is_unsure,
            ..slip
        });
        let mut slips: Vec<_> = slips
            .chain(self.prose())
            .filter(|slip| choice.has(slip.finding.rule) && (slip.is_safe || choice.guesses))
            .collect();
        slips.sort_by_key(|slip| slip.span);
        if slips.is_empty() {
            return Vec::new();
        }
        let code = |slip: &Slip<'_>| slip.finding.rule.code;
        self.of_slips(&slips).unwrap_or_else(|| {
            self.is_partial.set(true);
            made_in_halves(slips, code, |slips| self.of_slips(slips))
        })
    }

    /// Returns the words of a person between properties: `see page 12`. A word of capitals can be a property.
    fn prose(&self) -> Vec<Slip<'_>> {
        let text = self.unit.text();
        let is_part = |finding: &&Diagnostic| {
            [&rules::IDENT_WITHOUT_VALUE, &rules::STRAY_TEXT].contains(&finding.rule)
        };
        let parts = self.log.kept().iter().filter(is_part);
        let mut parts: Vec<_> = parts
            .filter_map(|finding| Some((finding.span?, finding)))
            .collect();
        parts.sort_by_key(|(span, _)| *span);
        let is_beside = |one: &(Span, _), two: &(Span, _)| {
            let between = text.get(one.0.end..two.0.start);
            between.is_some_and(|between| between.trim().is_empty())
        };
        let groups = parts.chunk_by(is_beside);
        let slips = groups.filter_map(|group| {
            let ((first, finding), (last, _)) = (group.first()?, group.last()?);
            let after = text.get(last.end..).unwrap_or("");
            let blanks = after.len() - after.trim_start_matches(' ').len();
            let span = Span::new(first.start, last.end + blanks);
            let mut words = self.text(span).split_whitespace();
            let is_word = |word: &str| {
                let is_plain = !word.contains(['[', ']', '(', ')']);
                is_plain && !word.chars().all(char::is_uppercase)
            };
            let has_letters = group
                .iter()
                .any(|(_, finding)| finding.rule == &rules::IDENT_WITHOUT_VALUE);
            let is_prose = has_letters && words.clone().count() > 1 && words.all(is_word);
            is_prose.then_some(Slip {
                finding,
                span,
                text: "",
                is_safe: false,
            })
        });
        slips.collect()
    }

    /// Returns the subject of a mistake: a variation, a node or a property.
    fn name_of(&self, slip: &Slip<'_>) -> String {
        let span = slip.span;
        let old = self.text(span);
        let words = if slip.text.is_empty() { old } else { slip.text };
        match words.chars().next().filter(|_| self.format != Format::Ishi) {
            Some('(' | ')') => return Key::Close.name(),
            Some(';') => return "node".to_owned(),
            _ => {}
        }
        // A value is in brackets; a line of Ishi ends the one before it.
        let before = usize::from(self.format != Format::Ishi);
        let near = Span::new(
            span.start.saturating_sub(before),
            span.end.max(span.start + 1),
        );
        let part = self.parts_at(slip.finding.game, near).into_iter().next();
        part.map_or_else(|| "text".to_owned(), |part| part.1.name())
    }

    fn of_slips(&self, slips: &[Slip<'_>]) -> Option<Vec<Fix>> {
        let mut slips = slips.to_vec();
        slips.sort_by_key(|slip| slip.span);
        if slips
            .windows(2)
            .any(|pair| matches!(pair, [one, two] if two.span.start < one.span.end))
        {
            return None;
        }
        let changes = slips.iter().map(|slip| Change {
            span: slip.span,
            text: slip.text.to_owned(),
            parts: Vec::new(),
        });
        let changes: Vec<_> = changes.collect();
        let text = edit::apply(self.unit.text(), &changes);
        let found = Examination::of(self.format, &text);
        self.settled
            .add(self.format, &text, &found.games, &found.log);
        let mut pairs = found.games.iter().zip(&self.games);
        let is_same = found.games.len() == self.games.len()
            && pairs.all(|(now, before)| edit::is_read_back(now, before));
        let places = &mut self.unit.places();
        let fixes = slips.into_iter().map(|slip| {
            let change = (slip.span, slip.text);
            Some(Fix {
                rules: vec![slip.finding.rule],
                address: slip.finding.address.clone(),
                what: self.name_of(&slip),
                after: slip.text.to_owned(),
                is_safe: slip.is_safe,
                ..self.rewritten(slip.finding.game, change, self.unit.charset(), places)?
            })
        });
        let is_good = is_same && !is_worse(&self.log, &found.log);
        let fixes = is_good.then(|| fixes.collect())?;
        self.settled.keep(&text, found);
        fixes
    }
}
