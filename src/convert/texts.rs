//! One game converted with the text of its source, and its proof.

use super::step::{Context, Done, Seen, Written, lost};
use super::{ConvertError, ConvertOptions, Watch, rules};
use crate::charset::Charset;
use crate::compare::{Scope, compare};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::dispatch;
use crate::edit::is_read_back;
use crate::format::Format;
use crate::model::{Game, NodeId};
use crate::outcome::{Outcome, Outcomes};
use crate::record::{self, Record, Target, Text, Unwritten};
use crate::source::Unit;

/// Reads the records of a unit.
pub(super) fn read(from: Format, unit: &Unit, log: &mut Diagnostics) -> Vec<Record> {
    let text = Text {
        format: from,
        charset: unit.charset(),
        mark: unit.is_marked(),
        bytes: unit.bytes().to_vec(),
    };
    dispatch::read(from, unit.text(), &text.options(), log);
    let records = record::read(&text);
    if records.iter().any(|record| record.refused > 0) {
        let message = "a text that travels in the record does not fit it";
        let help = "it was kept as the data of another program; the record as it is now was read";
        log.report(Diagnostic::new(&rules::STALE, message).help(help));
    }
    records
}

/// Converts a record, reads the result back, and compares the games. If the text that travelled in the record does not
/// take an edit, the game is written anew.
pub(super) fn convert(
    record: &Record,
    options: &ConvertOptions,
    seen: Seen<'_>,
    context: &mut Context,
    watch: &mut Watch<'_>,
) -> Done {
    let number = seen.place + 1;
    let attempt = |anew| {
        let target = Target {
            format: options.to,
            charset: options.charset,
            exact: options.exact,
            anew,
        };
        let mut written = match record::write(record, target) {
            Ok(written) => written,
            Err(Unwritten::Refused(refusal)) => return Ok(Err(refusal)),
            Err(Unwritten::Unencodable(source)) => {
                let game = number;
                return Err(ConvertError::Unencodable { game, source });
            }
        };
        let mut back = Vec::new();
        if options.verify {
            let records = record::read(&written.text).into_iter();
            back = records.map(|record| record.game).collect();
            let proof = prove(&record.game, number, &back);
            if proof.is_err() && anew && replaced(record, &back, &mut written.outcomes) {
                return Ok(Ok((written, back)));
            }
            proof?;
        }
        Ok(Ok((written, back)))
    };
    let result = match attempt(false) {
        Err(ConvertError::NotProven { .. }) => attempt(true),
        result => result,
    };
    let (written, back) = match result {
        Ok(Ok(result)) => result,
        Ok(Err(refusal)) => {
            watch(&seen.with(&[], &[]));
            return Ok(Err(refusal));
        }
        Err(error) => return Err(error),
    };
    let record::Written { text, outcomes } = written;
    watch(&seen.with(&back, outcomes.items()));
    let is_first = !std::mem::replace(&mut context.follows, true);
    let mut bytes = Vec::new();
    if text.mark && is_first {
        bytes.extend(text.charset.encode("\u{FEFF}").unwrap_or_default());
    }
    bytes.extend(&text.bytes);
    Ok(Ok(Written {
        lost: lost(&record.game, &outcomes),
        left_out: Vec::new(),
        stale: Vec::new(),
        games: 1,
        nodes: record.game.node_count(),
        moves: record.game.move_count(),
        text: text.charset.decode(&bytes).into_owned(),
        encoded: (text.charset != Charset::Utf8 || text.mark).then_some(bytes),
        outcomes,
    }))
}

/// Returns whether a result shows the same as an edited record. If so, counts its differences from the game of the
/// record as lost.
fn replaced(record: &Record, back: &[Game<'_>], outcomes: &mut Outcomes) -> bool {
    let [back] = back else {
        return false;
    };
    if !record.shows(back) {
        return false;
    }
    let bare = |game: &Game<'_>| game.without_details(|_, _| true).into_owned();
    for found in compare(&bare(&record.game), &bare(back), Scope::Shared).differences {
        outcomes.record(Outcome::Lost, found.what, NodeId::ROOT);
    }
    true
}

/// Compares a game with the games that were read back.
fn prove(game: &Game<'_>, number: usize, back: &[Game<'_>]) -> Result<(), ConvertError> {
    let (node, difference) = match back {
        [back] if is_read_back(back, game) => return Ok(()),
        [back] => {
            let bare = |game: &Game<'_>| game.without_details(|_, _| true).into_owned();
            let found = compare(&bare(game), &bare(back), Scope::Shared).differences;
            match found.first() {
                Some(first) => (first.node.0.or(first.node.1), first.to_string()),
                None => (None, "its tree".to_owned()),
            }
        }
        back => (None, format!("which came back as {} games", back.len())),
    };
    Err(ConvertError::NotProven {
        game: number,
        node,
        difference,
    })
}
