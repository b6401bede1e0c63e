//! One game converted with the text of its source, and its proof.

use super::shown::shown;
use super::step::{SeenGame, StepResult, WrittenGame, lost};
use super::{ConvertError, ConvertOptions, Watch, proof, rules};
use crate::compare::compare;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::format::Format;
use crate::model::{Game, NodeId};
use crate::outcome::{Outcome, Outcomes, WORDING};
use crate::record::{self, Fate, Record, RecordTarget, Text, Unwritten};
use crate::refusal::Refusal;
use crate::source::Unit;

/// Reads the records of a unit.
pub(super) fn read(from: Format, unit: &Unit) -> Vec<Record> {
    record::read(&Text::of_unit(from, unit))
}

/// Reports that carriers are not believed, or that somebody has changed them.
pub(crate) fn report_refused(records: &[Record], log: &mut Diagnostics) {
    let refused = records.iter().find_map(|record| record.refused.first());
    let changed = records.iter().find_map(|record| record.changed.first());
    let (span, message, help) = match (refused, changed) {
        (Some(span), _) => (
            span,
            "a text that travels in the record does not fit it",
            "it was kept as the data of another program; the record as it is now was read",
        ),
        (None, Some(span)) => (
            span,
            "somebody has changed a text that travels in the record: its checksum is wrong",
            "the parts of it that fit the record were read",
        ),
        (None, None) => return,
    };
    let found = Diagnostic::new(&rules::STALE, message);
    log.report(found.at(span.start, span.end).help(help));
}

/// Converts a record, reads the result back, and compares the games. If the record does not come back, it is converted without
/// the texts that travel in it.
pub(super) fn convert(
    record: &Record,
    options: &ConvertOptions,
    seen: SeenGame<'_>,
    watch: &mut Watch<'_>,
) -> StepResult {
    let result = match attempt(record, options, seen) {
        Err(error @ ConvertError::NotProven { .. }) => {
            without_texts(record, options, seen).unwrap_or(Err(error))
        }
        result => result,
    };
    let written = match result {
        Ok(Ok(result)) => result,
        Ok(Err(refusal)) => {
            watch(&seen.with(&[], &[]));
            return Ok(Err(refusal));
        }
        Err(error) => return Err(error),
    };
    let Attempt {
        text,
        outcomes,
        back,
        shown,
        is_whole,
    } = written;
    watch(&seen.with(&back, outcomes.items()));
    Ok(Ok(WrittenGame {
        lost: lost(&record.game, &outcomes),
        is_whole,
        charset: text.charset,
        mark: text.mark,
        games: shown,
        is_clean: false,
        nodes: record.game.node_count(),
        moves: record.game.move_count(),
        text: text.charset.decode(&text.bytes).into_owned(),
        encoded: Some(text.bytes),
        outcomes,
    }))
}

/// A record that was written and read back.
struct Attempt {
    text: Text,
    outcomes: Outcomes,
    back: Vec<Game<'static>>,
    /// How many games the text has without its carriers.
    shown: usize,
    is_whole: bool,
}

fn attempt(
    record: &Record,
    options: &ConvertOptions,
    seen: SeenGame<'_>,
) -> Result<Result<Attempt, Refusal>, ConvertError> {
    let number = seen.number();
    let target = RecordTarget {
        format: options.to,
        charset: options.charset,
        exact: options.exact,
        plain: options.plain,
    };
    let written = match record::write(record, target) {
        Ok(written) => written,
        Err(Unwritten::Refused(refusal)) => return Ok(Err(refusal)),
        Err(Unwritten::Unencodable(source)) => {
            let game = number;
            return Err(ConvertError::Unencodable { game, source });
        }
    };
    let mut outcomes = shown(
        &record.game,
        &record::lent(&written.natives, &record.game),
        options.lack(),
    );
    if !record.is_apart {
        outcomes.record(Outcome::Lost, WORDING, NodeId::ROOT);
    }
    for (what, node) in written.words {
        outcomes.record(options.lack(), what, node);
    }
    for (fate, what) in record.gone() {
        if *fate == Fate::Lost {
            outcomes.record(Outcome::Lost, what.clone(), NodeId::ROOT);
        }
    }
    if options.verify {
        proof::prove(&record.game, number, &written.natives, options.to)?;
    }
    let shown = if options.plain {
        written.natives.len()
    } else {
        1
    };
    let back: Vec<_> = if record::may_carry(written.text.decoded().text()) {
        drop(written.natives);
        let back = record::read(&written.text).into_iter();
        back.map(|record| record.game).collect()
    } else {
        written.natives
    };
    if options.verify && !options.plain {
        comes_back(&record.game, number, &record::lent(&back, &record.game))?;
    }
    Ok(Ok(Attempt {
        is_whole: written.is_whole,
        shown,
        text: written.text,
        outcomes,
        back,
    }))
}

/// Converts a record without the texts that travel in it, and counts their data as lost.
fn without_texts(
    record: &Record,
    options: &ConvertOptions,
    seen: SeenGame<'_>,
) -> Option<Result<Result<Attempt, Refusal>, ConvertError>> {
    let shown = record.as_shown()?;
    let mut result = attempt(&shown, options, seen);
    if let Ok(Ok(Attempt { outcomes, .. })) = &mut result {
        outcomes.record(Outcome::Lost, WORDING, NodeId::ROOT);
        lose_differences(&record.game, &shown.game, outcomes);
    }
    Some(result)
}

/// Counts the differences between two games as lost.
fn lose_differences(game: &Game<'_>, other: &Game<'_>, outcomes: &mut Outcomes) {
    for found in compare(game, other).differences {
        outcomes.record(Outcome::Lost, found.what, NodeId::ROOT);
    }
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
