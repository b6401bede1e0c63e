//! Converts one unit of a record, without the other units.

use std::borrow::Cow;

use super::{ConvertError, ConvertOptions, ConvertedGame, Watch, rules};
use crate::bracket;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::format::charset::Charset;
use crate::format::{Format, Refusal};
use crate::model::Address;
use crate::record::outcome::Outcomes;
use crate::record::{self, Record};
use crate::source::Unit;

/// A game that was written.
#[derive(Debug)]
pub(super) struct WrittenGame {
    pub text: String,
    /// The text in its charset.
    pub bytes: Vec<u8>,
    /// The charset of the text.
    pub charset: Charset,
    /// Whether a file that starts with the text starts with a byte order mark.
    pub mark: bool,
    pub outcomes: Outcomes,
    /// The first constructs that are lost, with the addresses of their nodes.
    pub lost: Vec<(Cow<'static, str>, Address)>,
    /// Whether all words of the source are in the result, or among the outcomes.
    pub is_whole: bool,
    /// How many games the text is read as: without carriers, one game can become several.
    pub games: usize,
    /// Whether no other game can become a part of the text.
    pub is_clean: bool,
    pub nodes: usize,
    pub moves: usize,
    /// The number of lines that travel in carriers.
    pub travelling: usize,
}

/// The result of a game: it was written, it cannot exist in the target, or it failed. The number
/// in an error counts from 1 in the unit.
pub(super) type StepResult = Result<Result<WrittenGame, Refusal>, ConvertError>;

/// A unit that was read and written.
#[derive(Debug)]
pub(super) struct ConvertedUnit {
    pub unit: Unit,
    pub log: Diagnostics,
    /// The result of each game up to the first failure. `None` for a game that is not wanted.
    pub games: Vec<Option<StepResult>>,
}

/// Converts units.
#[derive(Debug, Clone)]
pub(super) struct Worker<'o> {
    pub options: &'o ConvertOptions,
    pub from: Format,
    /// Whether the caller looks at the games, and can ask for the places of their nodes.
    pub watched: bool,
}

impl<'o> Worker<'o> {
    /// Creates a worker for a record in a format.
    pub fn new(options: &'o ConvertOptions, from: Format, watched: bool) -> Self {
        Self {
            options,
            from,
            watched,
        }
    }

    /// Converts the games of a unit for which `wanted` is true, given their places from 0, and shows
    /// them to `watch`, numbered from 1 in the unit.
    pub fn step(
        &self,
        unit: Unit,
        wanted: impl Fn(usize) -> bool,
        watch: &mut Watch<'_>,
    ) -> ConvertedUnit {
        let mut log = if self.watched {
            Diagnostics::with_places()
        } else {
            Diagnostics::new()
        };
        let records = record::read_unit(self.from, &unit, &mut log);
        log.fill_places();
        if self.from != Format::Ishi {
            bracket::place_findings(unit.text(), &mut log);
        }
        report_refused(&records, &mut log);
        let mut converted = Vec::new();
        for (place, record) in records.iter().enumerate() {
            if !wanted(place) {
                converted.push(None);
                continue;
            }
            let seen = ConvertedGame {
                number: place + 1,
                unit: &unit,
                game: &record.game,
                back: &[],
                items: &[],
                log: &log,
                place,
            };
            let result = self.convert(record, seen, watch);
            if let Ok(Err(_)) = result {
                watch(&seen);
            }
            let failed = result.is_err();
            converted.push(Some(result));
            if failed {
                break;
            }
        }
        drop(records);
        ConvertedUnit {
            unit,
            log,
            games: converted,
        }
    }
}

/// Reports that carriers are not believed, or that somebody has changed them.
pub(crate) fn report_refused(records: &[Record<'_>], log: &mut Diagnostics) {
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
