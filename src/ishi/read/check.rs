//! What is doubtful about lines in the position where they stand.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, Diagnostics, Rule, Span};
use crate::ishi::interpret::{Problem, stones};
use crate::ishi::line::{Line, Play};
use crate::ishi::rules;
use crate::model::{BoardSize, NodeId, Replay};

/// The longest line in which the place of an entry is searched for.
const LONGEST_SEARCHED: usize = 4096;

/// Reports about one node.
pub(super) struct Check<'c> {
    log: &'c mut Diagnostics,
    text: &'c str,
    node: NodeId,
}

impl<'c> Check<'c> {
    pub(super) fn new(log: &'c mut Diagnostics, text: &'c str, node: NodeId) -> Self {
        Self { log, text, node }
    }

    /// Reports a problem with an entry of the line at a place.
    pub(super) fn problem(&mut self, problem: Problem, line: Option<&Span>) {
        let (rule, entry, help) = match problem {
            Problem::OffBoard(at) => (
                &rules::OFF_BOARD,
                at.to_string(),
                "it was kept and has no effect",
            ),
            Problem::NoSuchMove(target) => (
                &rules::NO_SUCH_MOVE,
                target.to_string(),
                "it was kept and has no effect",
            ),
            Problem::NoNumber(target) => (
                &rules::NO_NUMBER,
                target.to_string(),
                "it was kept and shows nothing",
            ),
            Problem::StoneTwice(at) => {
                (&rules::STONE_TWICE, at.to_string(), "the last stone counts")
            }
            Problem::NothingToHide(target) => (
                &rules::NOTHING_TO_HIDE,
                target.to_string(),
                "it was kept and hides nothing",
            ),
        };
        let at = line.map(|line| self.entry(*line, &entry));
        self.report(rule, problem.to_string(), help, at);
    }

    /// Reports what is wrong with the number and place of a move line; other lines are ignored.
    ///
    /// `before` is the number of the move before, 0 if there is none or it does not matter.
    pub(super) fn move_line(&mut self, line: &Line<'_>, span: Span, before: u32, size: BoardSize) {
        let Line::Move(_, number, play) = line else {
            return;
        };
        if before > 0 && *number != before.saturating_add(1) {
            let at = self.entry(span, &number.to_string());
            self.report(
                &rules::NUMBER_ORDER,
                format!("move {number} follows move {before}"),
                "the number was kept",
                Some(at),
            );
        }
        if let Play::At(location) = play
            && location.point(size).is_none()
        {
            let at = self.entry(span, &location.to_string());
            self.report(
                &rules::OFF_BOARD,
                format!("{location} is not on the {size} board"),
                "the move was kept as one whose place cannot be read",
                Some(at),
            );
        }
    }

    /// Compares the PRISONER lines of a move with what it captures; returns whether it has any.
    pub(super) fn prisoners(
        &mut self,
        lines: &[&Line<'_>],
        spans: &[Span],
        replay: &Replay,
    ) -> bool {
        let mut taken = BTreeSet::new();
        let mut first = None;
        for (line, span) in lines.iter().zip(spans) {
            if !matches!(line, Line::Prisoner(_)) {
                continue;
            }
            first.get_or_insert(*span);
            stones::prisoners(line, replay, &mut taken, &mut |problem| {
                self.problem(problem, Some(span));
            });
        }
        let captured: BTreeSet<_> = replay.captured().iter().copied().collect();
        if first.is_some() && taken != captured {
            self.report(
                &rules::PRISONERS,
                format!(
                    "the move captures {}, not the prisoners named here",
                    stones_in_words(captured.len())
                ),
                "the position follows the rules of capture, and the line was kept",
                first,
            );
        }
        first.is_some()
    }

    /// Reports that a carrier says things that the record no longer agrees with.
    pub(super) fn stale(&mut self, at: Option<&Span>) {
        self.report(
            &rules::STALE_CARRIER,
            "the record was changed since its USER block was written".to_owned(),
            "what the other lines say counts",
            at.copied(),
        );
    }

    fn report(&mut self, rule: &'static Rule, message: String, help: &str, at: Option<Span>) {
        let mut diagnostic = Diagnostic::new(rule, message)
            .help(help)
            .in_node(self.node.index());
        diagnostic.span = at;
        self.log.report(diagnostic);
    }

    /// Finds an entry in the line at a place; the whole line if it is long or written differently.
    fn entry(&self, line: Span, entry: &str) -> Span {
        let text = self.text.get(line.start..line.end).unwrap_or_default();
        if text.len() > LONGEST_SEARCHED {
            return line;
        }
        let words = text
            .split(|c: char| c <= ' ' || c == '@')
            .scan(0, |start, word| {
                let at = *start;
                *start += word.len() + 1;
                Some((at, word))
            });
        let mut found = words
            .skip(1)
            .filter(|(_, word)| word.eq_ignore_ascii_case(entry));
        found.next().map_or(line, |(at, word)| {
            Span::new(line.start + at, line.start + at + word.len())
        })
    }
}

fn stones_in_words(count: usize) -> String {
    match count {
        0 => "no stone".to_owned(),
        1 => "1 stone".to_owned(),
        _ => format!("{count} stones"),
    }
}
