//! Reports doubtful lines, given the position.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, Diagnostics, Repair, Rule, Span, remove};
use crate::ishi::item::Item;
use crate::ishi::line::{Line, Play};
use crate::ishi::mean::{Problem, stones};
use crate::ishi::rules;
use crate::model::{BoardSize, Id, NodeId, Replay};

/// Reports about one node.
pub(super) struct Check<'c> {
    log: &'c mut Diagnostics,
    node: NodeId,
}

impl<'c> Check<'c> {
    pub(super) fn new(log: &'c mut Diagnostics, node: NodeId) -> Self {
        Self { log, node }
    }

    /// Reports a problem with an entry of a line.
    pub(super) fn problem(&mut self, problem: Problem, item: &Item<'_>, entry: usize) {
        let entry = item.entry(entry);
        let (rule, help) = match problem {
            Problem::OffBoard(_) => (&rules::OFF_BOARD, "it was kept and has no effect"),
            Problem::NoSuchMove(_) => (&rules::NO_SUCH_MOVE, "it was kept and has no effect"),
            Problem::NoNumber(_) => (&rules::NO_NUMBER, "it was kept and has no effect"),
            Problem::StoneTwice(..) => (&rules::STONE_TWICE, "the last stone counts"),
            Problem::NothingToHide(_) => (&rules::NOTHING_TO_HIDE, "it was kept and has no effect"),
            Problem::CutOff(_) => (
                &rules::LARGER_DIAGRAM,
                "it was cut off at the edges of the board",
            ),
        };
        if !matches!(problem, Problem::StoneTwice(_, false)) {
            self.log.lose(entry, item.line.name());
        }
        self.report(rule, problem.to_string(), help, Some(entry));
    }

    /// Reports a wrong number or place of a move line. Other lines are ignored.
    ///
    /// `before` is the position before the move, and the number of the last move. `None` if the move can have any
    /// number, for example as the first move of a variation.
    pub(super) fn move_line(
        &mut self,
        item: &Item<'_>,
        before: Option<(&Replay, u32)>,
        size: BoardSize,
    ) {
        let Line::Move(_, number, play) = &item.line else {
            return;
        };
        let last = before.map_or(0, |(_, last)| last);
        let next = last.saturating_add(1);
        if last > 0 && *number != next {
            let again = *number <= last
                && before.is_some_and(|(before, _)| before.move_numbered(*number).is_some());
            let rule = if again {
                &rules::NUMBER_TWICE
            } else {
                &rules::NUMBER_ORDER
            };
            let message =
                format!("move number {number} follows move number {last}; expected {next}");
            let mut found = self.found(rule, message, "the number was kept", Some(item.entry(0)));
            // An author can mean the number, and a record can leave moves out before a larger one.
            if *number < next {
                found = found.mend(Repair::Change(remove(self.node, Id::MoveNumber)), false);
            }
            self.log.report(found);
        }
        if let Play::At(location) = play
            && location.point(size).is_none()
        {
            self.report(
                &rules::OFF_BOARD,
                format!("{location} is not on the {size} board"),
                "it was kept as a move at an unknown place",
                Some(item.entry(1)),
            );
        }
    }

    /// Compares the PRISONER lines of a move with its captures.
    pub(super) fn prisoners(&mut self, items: &[&Item<'_>], replay: &Replay) {
        let names = |item: &&Item<'_>| matches!(item.line, Line::Prisoner(_));
        let Some(first) = items.iter().copied().find(names) else {
            return;
        };
        let mut taken = BTreeSet::new();
        for item in items.iter().filter(|item| names(item)) {
            stones::prisoners(&item.line, replay, &mut taken, &mut |entry, problem| {
                self.problem(problem, item, entry);
            });
        }
        let captured: BTreeSet<_> = replay.captured().iter().copied().collect();
        if taken != captured {
            let stones = stones_in_words(captured.len());
            let message = format!("the move captures {stones}, not the prisoners named here");
            let help = "the position follows the rules of capture, and the line was kept";
            let found = self.found(&rules::PRISONERS, message, help, Some(first.span));
            self.log.lose(first.span, first.line.name());
            // The prisoners can be right and the move wrong, above all if it captures nothing.
            self.log.report(if captured.is_empty() {
                found
            } else {
                found.mend(Repair::Keyword("PRISONER"), false)
            });
        }
    }

    fn report(&mut self, rule: &'static Rule, words: String, help: &'static str, at: Option<Span>) {
        let found = self.found(rule, words, help, at);
        self.log.report(found);
    }

    fn found(
        &self,
        rule: &'static Rule,
        message: String,
        help: &'static str,
        at: Option<Span>,
    ) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(rule, message)
            .help(help)
            .in_node(self.node.index());
        diagnostic.span = at;
        diagnostic
    }
}

fn stones_in_words(count: usize) -> String {
    match count {
        0 => "no stone".to_owned(),
        1 => "1 stone".to_owned(),
        _ => format!("{count} stones"),
    }
}
