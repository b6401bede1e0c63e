//! Converts one unit of a record, without the other units.

use std::borrow::Cow;

use super::alone::Stop;
use super::{ConvertError, ConvertOptions, ConvertedGame, Watch, texts};
use crate::bracket;
use crate::charset::Charset;
use crate::diagnostic::Diagnostics;
use crate::dispatch;
use crate::format::Format;
use crate::model::{Address, Game};
use crate::outcome::{Item, Outcome, Outcomes};
use crate::record::{self, Record};
use crate::refusal::Refusal;
use crate::source::Unit;

/// A game that was written.
#[derive(Debug)]
pub(super) struct WrittenGame {
    pub text: String,
    /// The text in its charset. `None` if the bytes are the same in UTF-8.
    pub encoded: Option<Vec<u8>>,
    /// The charset of the text.
    pub charset: Charset,
    /// Whether a file that starts with the text starts with a byte order mark.
    pub mark: bool,
    pub outcomes: Outcomes,
    /// The first constructs that are lost, with the addresses of their nodes.
    pub lost: Vec<(Cow<'static, str>, Address)>,
    /// Whether all words of the source are in the result. If only the head of a text travels, the rest has no other words
    /// than the result.
    pub is_whole: bool,
    /// How many games the text is read as: without carriers, one game can become several.
    pub games: usize,
    /// Whether a reader of the text has nothing to report, so that it cannot take the next game for a part of this one.
    pub is_clean: bool,
    pub nodes: usize,
    pub moves: usize,
}

impl WrittenGame {
    /// Returns the bytes of the game.
    pub fn bytes(&self) -> &[u8] {
        self.encoded.as_deref().unwrap_or(self.text.as_bytes())
    }
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
        let (games, records) = self.read(&unit, &mut log);
        log.fill_places();
        if self.from != Format::Ishi {
            bracket::place_findings(unit.text(), &mut log);
        }
        if let Some(records) = &records {
            texts::report_refused(records, &mut log);
        }
        let count = records.as_ref().map_or(games.len(), Vec::len);
        let mut converted = Vec::new();
        for place in 0..count {
            if !wanted(place) {
                converted.push(None);
                continue;
            }
            let record = records.as_ref().and_then(|records| records.get(place));
            let Some(game) = record.map_or_else(|| games.get(place), |record| Some(&record.game))
            else {
                break;
            };
            let seen = SeenGame {
                unit: &unit,
                log: &log,
                game,
                record,
                place,
                games: count,
            };
            let result = match record {
                Some(record) if self.keeps_carriers(record) => {
                    let options = ConvertOptions {
                        plain: false,
                        ..self.options.clone()
                    };
                    texts::convert(record, &options, seen, watch)
                }
                Some(record) if !self.is_plain() => {
                    texts::convert(record, self.options, seen, watch)
                }
                _ => match self.alone(seen, watch) {
                    Ok(written) => Ok(Ok(written)),
                    Err(Stop::Refused(refusal)) => {
                        watch(&seen.with(&[], &[]));
                        Ok(Err(refusal))
                    }
                    Err(Stop::Failed(error)) => Err(error),
                    Err(Stop::NeedsText) => self.with_text(seen, watch),
                },
            };
            let failed = result.is_err();
            converted.push(Some(result));
            if failed {
                break;
            }
        }
        drop(games);
        ConvertedUnit {
            unit,
            log,
            games: converted,
        }
    }

    /// Reads the games of a unit, or their records if the games are converted with the text that is theirs.
    fn read<'u>(
        &self,
        unit: &'u Unit,
        log: &mut Diagnostics,
    ) -> (Vec<Game<'u>>, Option<Vec<Record>>) {
        if self.is_respelled() || record::may_carry(unit.text()) {
            return (Vec::new(), Some(record::read_unit(self.from, unit, log)));
        }
        let games = dispatch::read(self.from, unit.text(), log);
        let changes_format = self.from != self.options.to;
        if changes_format && !self.options.plain && games.len() > 1 {
            // Two copies of the games would need much memory.
            drop(games);
            return (Vec::new(), Some(texts::read(self.from, unit)));
        }
        (games, None)
    }

    /// Converts a game with the text that is its own part of the unit.
    fn with_text(&self, seen: SeenGame<'_>, watch: &mut Watch<'_>) -> StepResult {
        let records = texts::read(self.from, seen.unit);
        let record = records.get(seen.place).ok_or(ConvertError::NoGame)?;
        let game = &record.game;
        texts::convert(record, self.options, SeenGame { game, ..seen }, watch)
    }

    /// Returns whether results have only native data. A text that stays in its format also has its words without meaning,
    /// such as REMARK.
    fn is_plain(&self) -> bool {
        self.options.plain && !self.is_respelled()
    }

    /// Returns whether a record keeps the texts that travel in it, although other results are plain.
    fn keeps_carriers(&self, record: &Record) -> bool {
        self.options.plain && self.options.keep_carriers && record.has_carriers()
    }

    /// Returns whether at most the spelling of the text changes. SGF is written in the regular form of FF[4].
    fn is_respelled(&self) -> bool {
        self.from == self.options.to && self.from != Format::Sgf
    }
}

/// Returns the first constructs that are lost, with the addresses of their nodes.
pub(super) fn lost(game: &Game<'_>, outcomes: &Outcomes) -> Vec<(Cow<'static, str>, Address)> {
    if outcomes.count(Outcome::Lost) == 0 {
        return Vec::new();
    }
    let items = outcomes.items().iter();
    let lost = items.filter(|item| item.outcome == Outcome::Lost);
    let first = lost.take(Diagnostics::LIMIT);
    first
        .map(|item| (item.what.clone(), game.address(item.node)))
        .collect()
}

/// A game of a unit.
#[derive(Clone, Copy)]
pub(super) struct SeenGame<'s> {
    pub unit: &'s Unit,
    pub log: &'s Diagnostics,
    pub game: &'s Game<'s>,
    /// The record of the game, if a text may travel in it.
    pub record: Option<&'s Record>,
    /// Its place in the unit, from 0.
    pub place: usize,
    /// How many games the unit has.
    pub games: usize,
}

impl<'s> SeenGame<'s> {
    /// Returns how long the text of the game is, if all games of the unit are as long.
    pub fn length(&self) -> usize {
        self.unit.text().len() / self.games.max(1)
    }

    /// Returns the number of the game in the unit, from 1.
    pub fn number(&self) -> usize {
        self.place + 1
    }

    pub fn with(self, back: &'s [Game<'s>], items: &'s [Item]) -> ConvertedGame<'s> {
        ConvertedGame {
            number: self.number(),
            unit: self.unit,
            log: self.log,
            place: self.place,
            game: self.game,
            back,
            items,
        }
    }
}
