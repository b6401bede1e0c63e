//! Converts one unit of a record, without the other units.

use std::borrow::Cow;

use super::shown::shown;
use super::{ConvertError, ConvertOptions, ConvertedGame, Watch, proof, texts};
use crate::bracket;
use crate::charset::Charset;
use crate::diagnostic::Diagnostics;
use crate::dispatch;
use crate::edit::is_read_back;
use crate::format::Format;
use crate::model::{Address, Game, NodeId};
use crate::options::WriteOptions;
use crate::outcome::{Item, Outcome, Outcomes, WORDING};
use crate::record::{self, Spelled};
use crate::refusal::Refusal;
use crate::source::Unit;

/// A game that was written.
#[derive(Debug)]
pub(super) struct Written {
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
    pub nodes: usize,
    pub moves: usize,
}

impl Written {
    /// Returns the bytes of the game.
    pub fn bytes(&self) -> &[u8] {
        self.encoded.as_deref().unwrap_or(self.text.as_bytes())
    }
}

/// The result of a game: it was written, it cannot exist in the target, or it failed. The number
/// in an error counts from 1 in the unit.
pub(super) type Done = Result<Result<Written, Refusal>, ConvertError>;

/// A unit that was read and written.
#[derive(Debug)]
pub(super) struct Step {
    pub unit: Unit,
    pub log: Diagnostics,
    /// The result of each game up to the first failure. `None` for a game that is not wanted.
    pub games: Vec<Option<Done>>,
}

/// Converts units.
#[derive(Debug, Clone)]
pub(super) struct Worker<'o> {
    options: &'o ConvertOptions,
    from: Format,
    /// Whether the caller looks at the games, and can ask for the places of their nodes.
    watched: bool,
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
    pub fn step(&self, unit: Unit, wanted: impl Fn(usize) -> bool, watch: &mut Watch<'_>) -> Step {
        let mut log = if self.watched {
            Diagnostics::with_places()
        } else {
            Diagnostics::new()
        };
        let games = dispatch::read(self.from, unit.text(), &mut log);
        log.fill_places();
        if self.from != Format::Ishi {
            bracket::place_findings(unit.text(), &mut log);
        }
        let records = self
            .needs_records(&unit, games.len())
            .then(|| texts::read(self.from, &unit));
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
            let seen = Seen {
                unit: &unit,
                log: &log,
                game,
                place,
                games: count,
            };
            let result = match record {
                Some(record) if !self.is_plain() => {
                    texts::convert(record, self.options, seen, watch)
                }
                _ => self.alone(seen, watch).unwrap_or_else(|| {
                    let records = texts::read(self.from, &unit);
                    match records.get(place) {
                        Some(record) => {
                            let game = &record.game;
                            let seen = Seen { game, ..seen };
                            texts::convert(record, self.options, seen, watch)
                        }
                        None => Err(ConvertError::NoGame),
                    }
                }),
            };
            let failed = result.is_err();
            converted.push(Some(result));
            if failed {
                break;
            }
        }
        drop(games);
        Step {
            unit,
            log,
            games: converted,
        }
    }

    /// Returns whether results have only native data. A text that stays in its format also has its words without meaning,
    /// such as REMARK.
    fn is_plain(&self) -> bool {
        self.options.plain && !self.is_respelled()
    }

    /// Returns whether at most the spelling of the text changes. SGF is written in the regular form of FF[4].
    fn is_respelled(&self) -> bool {
        self.from == self.options.to && self.from != Format::Sgf
    }

    /// Returns whether the games of a unit are converted with the text that is theirs.
    fn needs_records(&self, unit: &Unit, games: usize) -> bool {
        let changes_format = self.from != self.options.to;
        self.is_respelled()
            || record::may_carry(unit.text())
            || changes_format && !self.options.plain && games > 1
    }

    /// Returns whether a result without carriers lacks words of an Ishi record that no other loss tells: `DATE 8.3.1990`
    /// becomes `DT[1990]`.
    fn lacks_words(&self, seen: Seen<'_>, back: &[Game<'_>], outcomes: &Outcomes) -> bool {
        let is_told = outcomes.count(Outcome::Lost) > 0 || !seen.log.left_out().is_empty();
        let own = || Spelled::of_unit(self.from, seen.unit);
        self.from == Format::Ishi
            && !is_told
            && seen.games == 1
            && record::needed(own(), seen.game, back, false).is_some()
    }

    /// Converts a game that has no carrier yet. Returns `None` if its text cannot travel with it like this, for example
    /// because the result would be several games.
    fn alone(&self, seen: Seen<'_>, watch: &mut Watch<'_>) -> Option<Done> {
        let ConvertOptions { to, plain, .. } = *self.options;
        let charset = self.options.charset;
        let charset = charset.unwrap_or(record::charset_of_new(to));
        let options = WriteOptions::canonical(charset);
        // A property with the name of a carrier travels in the text of its record.
        let game = if self.from == to || plain {
            Cow::Borrowed(seen.game)
        } else {
            record::without_carriers(seen.game)
        };
        // Most results are about as long as their sources.
        let mut native = String::with_capacity(seen.length());
        if let Err(refusal) = dispatch::write(to, &game, &options, &mut native) {
            watch(&seen.with(&[], &[]));
            return Some(Ok(Err(refusal)));
        }
        let number = seen.place + 1;
        let bytes = match encoded(&native, charset, number) {
            Ok(bytes) => bytes,
            Err(error) => return Some(Err(error)),
        };
        let decoded = bytes.as_deref().map(|bytes| charset.decode(bytes));
        let shown_text = decoded.as_deref().unwrap_or(&native);
        let back = dispatch::read(to, shown_text, &mut Diagnostics::new());
        let mut carried = None;
        if !plain {
            let [back] = back.as_slice() else {
                return None;
            };
            if self.from != to || !is_read_back(back, seen.game) {
                let own = Spelled::of_unit(self.from, seen.unit);
                let shown = std::slice::from_ref(back);
                carried = record::needed(own, seen.game, shown, self.options.exact);
            }
        }
        let has_foreign = || matches!(record::without_carriers(&game), Cow::Owned(_));
        if carried.is_some() && has_foreign() {
            return None;
        }
        let mut outcomes = shown(seen.game, &back, self.options.lack());
        if plain && self.lacks_words(seen, &back, &outcomes) {
            outcomes.record(Outcome::Lost, WORDING, NodeId::ROOT);
        }
        if self.options.verify
            && let Err(error) = proof::prove(seen.game, number, &back, to)
        {
            return Some(Err(error));
        }
        let with_carrier = match &carried {
            None => None,
            Some(carried) => Some(record::with_carrier(to, charset, &native, carried)?),
        };
        watch(&seen.with(&back, outcomes.items()));
        let games = back.len();
        drop(back);
        drop(decoded);
        let (text, encoded) = match with_carrier {
            None => (native, bytes),
            Some(text) => match encoded(&text, charset, number) {
                Ok(bytes) => (text, bytes),
                Err(error) => return Some(Err(error)),
            },
        };
        Some(Ok(Ok(Written {
            nodes: seen.game.node_count(),
            moves: seen.game.move_count(),
            lost: lost(seen.game, &outcomes),
            is_whole: carried.is_some(),
            charset,
            mark: false,
            games,
            text,
            encoded,
            outcomes,
        })))
    }
}

/// Returns a text in its charset. `None` if the bytes are the same in UTF-8.
fn encoded(text: &str, charset: Charset, game: usize) -> Result<Option<Vec<u8>>, ConvertError> {
    match charset {
        Charset::Utf8 => Ok(None),
        _ if text.is_ascii() && charset.is_ascii_compatible() => Ok(None),
        _ => match charset.encode(text) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(source) => Err(ConvertError::Unencodable { game, source }),
        },
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
pub(super) struct Seen<'s> {
    unit: &'s Unit,
    log: &'s Diagnostics,
    game: &'s Game<'s>,
    /// Its place in the unit, from 0.
    pub(super) place: usize,
    /// How many games the unit has.
    games: usize,
}

impl<'s> Seen<'s> {
    /// Returns how long the text of the game is, if all games of the unit are as long.
    fn length(&self) -> usize {
        self.unit.text().len() / self.games.max(1)
    }

    pub(super) fn with(self, back: &'s [Game<'s>], items: &'s [Item]) -> ConvertedGame<'s> {
        ConvertedGame {
            number: self.place + 1,
            unit: self.unit,
            log: self.log,
            place: self.place,
            game: self.game,
            back,
            items,
        }
    }
}
