//! One game converted, and its proof.

use std::borrow::Cow;

use super::shown::shown;
use super::step::{StepResult, Worker, WrittenGame};
use super::{ConvertError, ConvertedGame, Watch};
use crate::diagnostic::Diagnostics;
use crate::format::Format;
use crate::model::{Address, Game, NodeId};
use crate::record::compare::compare;
use crate::record::outcome::{Item, Outcome, Outcomes, WORDING};
use crate::record::{self, Fate, Record, RecordTarget, Text, Unwritten, WrittenRecord};

impl Worker<'_> {
    /// Converts a record, reads the result back, and compares the games. If the record does not come back, it is converted
    /// without the texts that travel in it.
    pub(super) fn convert(
        &self,
        record: &Record<'_>,
        seen: ConvertedGame<'_>,
        watch: &mut Watch<'_>,
    ) -> StepResult {
        let result = self.attempt(record, seen, watch);
        if !matches!(result, Err(ConvertError::NotProven { .. })) {
            return result;
        }
        let differences = |shown: &Game<'_>| {
            let found = compare(&record.game, shown).differences.into_iter();
            let found = found.map(|found| found.what);
            found.chain([WORDING.to_owned()]).collect()
        };
        match record.as_shown(differences) {
            Some(shown) => {
                let game = &shown.game;
                self.attempt(&shown, ConvertedGame { game, ..seen }, watch)
            }
            None => result,
        }
    }

    fn attempt(
        &self,
        record: &Record<'_>,
        seen: ConvertedGame<'_>,
        watch: &mut Watch<'_>,
    ) -> StepResult {
        let options = self.options;
        let keeps_carriers = options.keep_carriers && record.has_carriers();
        let target = RecordTarget {
            format: options.to,
            charset: options.charset,
            exact: options.exact,
            plain: options.plain && !keeps_carriers,
        };
        let judge = |written: WrittenRecord<'_>| self.judge(record, target, written, seen, watch);
        let rewritten = if self.needs_no_reading(record) {
            record::rewritten(record, target)
        } else {
            Ok(None)
        };
        let written = rewritten.and_then(|text| match text {
            Some(text) => Ok(Ok(all_shown(&record.game, text))),
            None => record::write(record, target, judge),
        });
        match written {
            Ok(result) => result.map(Ok),
            Err(Unwritten::Refused(refusal)) => Ok(Err(refusal)),
            Err(Unwritten::Unencodable(source)) => {
                let game = seen.number;
                Err(ConvertError::Unencodable { game, source })
            }
        }
    }

    /// Returns whether neither the proof nor the caller needs the games that the result shows, if SGF is written again.
    fn needs_no_reading(&self, record: &Record<'_>) -> bool {
        let is_sgf = (self.from, self.options.to) == (Format::Sgf, Format::Sgf);
        is_sgf && !record.has_carriers() && !self.options.verify && !self.watched
    }

    /// Finds out how much of a game its result shows, and proves it.
    fn judge(
        &self,
        record: &Record<'_>,
        target: RecordTarget,
        written: WrittenRecord<'_>,
        seen: ConvertedGame<'_>,
        watch: &mut Watch<'_>,
    ) -> Result<WrittenGame, ConvertError> {
        let (game, number) = (&record.game, seen.number);
        let lack = if target.plain {
            Outcome::Lost
        } else {
            Outcome::Kept
        };
        let back = record::with_ignored_of(written.games, game);
        let (mut outcomes, wrong) = shown(game, &back, lack, target.format);
        if !record.is_apart {
            outcomes.record(Outcome::Lost, WORDING, NodeId::ROOT);
        }
        for (what, node) in written.words {
            outcomes.record(lack, what, node);
        }
        for (_, what) in record.gone().filter(|(fate, _)| *fate == Fate::Lost) {
            outcomes.record(Outcome::Lost, what.clone(), NodeId::ROOT);
        }
        if let Some((node, difference)) = wrong.filter(|_| self.options.verify) {
            return Err(ConvertError::NotProven {
                game: number,
                node,
                difference,
            });
        }
        let again = if written.is_tried || !record::may_carry(written.text.decoded().text()) {
            None
        } else {
            let again = record::read(&written.text).into_iter();
            Some(again.map(|record| record.game).collect::<Vec<_>>())
        };
        let all = again.as_deref().unwrap_or(written.games);
        if self.options.verify && !target.plain && !written.is_tried {
            comes_back(game, number, all)?;
        }
        // The report counts words that no game has with the unit.
        let words = (self.from == Format::Ishi && !written.is_whole && seen.place == 0)
            .then(|| seen.log.lost());
        let words = words.into_iter().flatten().map(|(_, kind)| Item {
            outcome: Outcome::Lost,
            what: Cow::Borrowed(kind),
            node: NodeId::ROOT,
        });
        let items: Vec<_> = outcomes.items().iter().cloned().chain(words).collect();
        watch(&ConvertedGame {
            back: all,
            items: &items,
            ..seen
        });
        Ok(WrittenGame {
            is_whole: written.is_whole,
            games: written.games.len(),
            is_clean: written.is_clean,
            travelling: written.travelling,
            ..written_game(game, written.text, outcomes)
        })
    }
}

/// Returns a game whose text nobody has read back.
fn all_shown(game: &Game<'_>, text: Text<'_>) -> WrittenGame {
    let mut outcomes = Outcomes::new();
    let properties = game.nodes_with_properties();
    let properties = properties.map(|node| game.properties(node).len());
    outcomes.native(game.move_count() + properties.sum::<usize>());
    written_game(game, text, outcomes)
}

fn written_game(game: &Game<'_>, text: Text<'_>, outcomes: Outcomes) -> WrittenGame {
    WrittenGame {
        lost: lost(game, &outcomes),
        is_whole: false,
        charset: text.charset,
        mark: text.mark,
        games: 1,
        is_clean: false,
        nodes: game.node_count(),
        moves: game.move_count(),
        travelling: 0,
        text: text.decoded().text().to_owned(),
        bytes: text.bytes.into_owned(),
        outcomes,
    }
}

/// Returns the first constructs that are lost, with the addresses of their nodes.
fn lost(game: &Game<'_>, outcomes: &Outcomes) -> Vec<(Cow<'static, str>, Address)> {
    let items = outcomes.items().iter();
    let lost = items.filter(|item| item.outcome == Outcome::Lost);
    let first = lost.take(Diagnostics::LIMIT);
    first
        .map(|item| (item.what.clone(), game.address(item.node)))
        .collect()
}

/// Checks that a result with its carriers was read back as this game alone.
fn comes_back(game: &Game<'_>, number: usize, back: &[Game<'_>]) -> Result<(), ConvertError> {
    let (node, difference) = match back {
        [back] if record::has_content_of(back, game) => return Ok(()),
        [back] => match compare(game, back).differences.first() {
            Some(first) => (first.node.0.or(first.node.1), first.to_string()),
            None => (None, "its tree".to_owned()),
        },
        back => (None, format!("which came back as {} games", back.len())),
    };
    Err(ConvertError::NotProven {
        game: number,
        node,
        difference,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch;

    fn game(text: &str) -> Game<'_> {
        dispatch::read(Format::Sgf, text, &mut Diagnostics::new()).remove(0)
    }

    #[test]
    fn a_game_that_does_not_come_back_is_told_by_its_first_difference() {
        let own = "(;SZ[9];B[aa]C[x];W[bb]C[y])";
        for (results, expected) in [
            (&[own][..], Ok(())),
            (
                &["(;SZ[9];B[aa]C[x];W[bb])"],
                Err((
                    Some(2),
                    "node 2 (move 2), comment (C): `C[y]` against nothing",
                )),
            ),
            (
                &["(;SZ[9];B[aa];W[bb])"],
                Err((
                    Some(1),
                    "node 1 (move 1), comment (C): `C[x]` against nothing",
                )),
            ),
            (
                &["(;SZ[9];B[aa]C[x];W[bb]C[y];B[cc])"],
                Err((Some(3), "node 3 (move 3), node: nothing against `;B[cc]`")),
            ),
            (
                &["(;SZ[13];B[aa]C[x];W[bb]C[y])"],
                Err((None, "board size (SZ): `9x9` against `13x13`")),
            ),
            (&[], Err((None, "which came back as 0 games"))),
            (&[own, own], Err((None, "which came back as 2 games"))),
        ] {
            let back: Vec<_> = results.iter().map(|text| game(text)).collect();
            let found = comes_back(&game(own), 7, &back);
            let found = found.map_err(|error| match error {
                ConvertError::NotProven {
                    game: 7,
                    node,
                    difference,
                } => (node, difference),
                other => panic!("{other}"),
            });
            let expected = expected.map_err(|(node, words)| (node, words.to_owned()));
            assert_eq!(found, expected, "{results:?}");
        }
    }
}
