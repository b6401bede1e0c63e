//! Converts one unit of a record, without the other units.

use std::borrow::Cow;

use super::bare::Bare;
use super::plain::Plain;
use super::proof::{self, Declared};
use super::texts;
use super::{ConvertError, ConvertOptions, ConvertedGame, Watch};
use crate::bracket;
use crate::charset::Charset;
use crate::diagnostic::Diagnostics;
use crate::dispatch;
use crate::format::Format;
use crate::model::{Address, Entry, Game, NodeId};
use crate::options::{ReadOptions, WriteOptions};
use crate::outcome::{Item, Outcome, Outcomes};
use crate::refusal::Refusal;
use crate::source::Unit;

/// The context of a game: data about the games before it that its text depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Context {
    /// The charset of the games that are not ASCII. `None` before the first of them.
    pub charset: Option<Charset>,
    /// Whether another game comes before it.
    pub follows: bool,
}

impl Context {
    /// Returns the charset to write a game in. All games that are not ASCII get the same one, so
    /// that the file has one charset.
    fn charset(&mut self, options: &ConvertOptions, game: &Game<'_>) -> Charset {
        if let Some(charset) = options.charset {
            return charset;
        }
        match own_charset(options.to, game) {
            Charset::Ascii => Charset::Ascii,
            own => *self.charset.get_or_insert(own),
        }
    }
}

/// A game that was written.
#[derive(Debug)]
pub(super) struct Written {
    pub text: String,
    /// The text in its charset. `None` if the bytes are the same in UTF-8.
    pub encoded: Option<Vec<u8>>,
    pub outcomes: Outcomes,
    /// The first constructs that are lost, with the addresses of their nodes.
    pub lost: Vec<(Cow<'static, str>, Address)>,
    /// Words of detail that do not come back from the text and are not in it, with their nodes.
    pub left_out: Vec<Addressed>,
    /// Words of detail that the record no longer agrees with.
    pub stale: Vec<Addressed>,
    /// How many games the text is read as: without carriers, one game can become several.
    pub games: usize,
    pub nodes: usize,
    pub moves: usize,
}

/// An entry of detail, and where it is.
#[derive(Debug)]
pub(super) struct Addressed {
    pub node: NodeId,
    /// The address of the node. `None` after the first [`Diagnostics::LIMIT`] entries, because the rest is not
    /// reported.
    pub address: Option<Address>,
    pub entry: Entry<'static>,
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
    /// The context before the unit, as it was assumed.
    pub before: Context,
    /// The context after the unit.
    pub after: Context,
}

/// Converts units.
#[derive(Debug, Clone)]
pub(super) struct Worker<'o> {
    options: &'o ConvertOptions,
    from: Format,
    read: ReadOptions,
    /// Whether the caller looks at the games, and can ask for the places of their nodes.
    watched: bool,
}

impl<'o> Worker<'o> {
    /// Creates a worker for a record in a format and a charset.
    pub fn new(options: &'o ConvertOptions, from: Format, charset: Charset, watched: bool) -> Self {
        Self {
            options,
            from,
            read: ReadOptions::of(from, charset),
            watched,
        }
    }

    /// Converts the games of a unit for which `wanted` is true, given their places from 0, and shows
    /// them to `watch`, numbered from 1 in the unit.
    pub fn step(
        &self,
        unit: Unit,
        before: Context,
        wanted: impl Fn(usize) -> bool,
        watch: &mut Watch<'_>,
    ) -> Step {
        let mut log = if self.watched {
            Diagnostics::with_places()
        } else {
            Diagnostics::new()
        };
        let mut after = before;
        let mut converted = Vec::new();
        let carries_text = self.options.carry_text;
        let records = carries_text.then(|| texts::read(self.from, &unit, &mut log));
        let games = match &records {
            Some(records) => records.iter().map(|record| record.game.clone()).collect(),
            None => dispatch::read(self.from, unit.text(), &self.read, &mut log),
        };
        log.fill_places();
        if self.from != Format::Ishi {
            bracket::place_findings(unit.text(), &mut log);
        }
        for (place, game) in games.iter().enumerate() {
            let result = wanted(place).then(|| {
                let seen = Seen {
                    unit: &unit,
                    log: &log,
                    game,
                    place,
                    games: games.len(),
                };
                match records.as_ref().and_then(|records| records.get(place)) {
                    Some(record) => texts::convert(record, self.options, seen, &mut after, watch),
                    None => self.game(seen, &mut after, watch),
                }
            });
            let failed = matches!(result, Some(Err(_)));
            converted.push(result);
            if failed {
                break;
            }
        }
        drop(games);
        Step {
            unit,
            log,
            games: converted,
            before,
            after,
        }
    }

    fn game(&self, seen: Seen<'_>, context: &mut Context, watch: &mut Watch<'_>) -> Done {
        let charset = context.charset(self.options, seen.game);
        let options = WriteOptions {
            plain: self.options.plain,
            charset: Some(charset),
            follows: context.follows,
            as_read: false,
        };
        let mut bare = Bare::new(seen.game);
        let mut games = 1;
        loop {
            let game = bare.game();
            let (text, mut outcomes) = match self.write(game, seen.length(), &options) {
                Ok(written) => written,
                Err(refusal) => {
                    watch(&seen.with(&[], &[]));
                    return Ok(Err(refusal));
                }
            };
            let number = seen.place + 1;
            let encoded = encoded(&text, charset, number)?;
            if self.options.verify {
                let decoded = encoded.as_deref().map(|bytes| charset.decode(bytes));
                let text = decoded.as_deref().unwrap_or(&text);
                let back = proof::read_back(text, self.options.to, charset);
                let to = self.options.to;
                let declared = Declared::new(outcomes.stale_entries(), text, to, charset);
                let proof = if options.plain {
                    let plain = Plain {
                        game,
                        number,
                        text,
                        to,
                        outcomes: &outcomes,
                    };
                    plain.prove(&back, &options)
                } else {
                    proof::prove(game, number, &back, &declared)
                };
                if let Err(error) = proof {
                    if let Err(error) = bare.retry(&back, &declared, error) {
                        watch(&seen.with(&back, outcomes.items()));
                        return Err(error);
                    }
                    continue;
                }
                games = back.len();
                bare.record(&mut outcomes);
                watch(&seen.with(&back, outcomes.items()));
            } else {
                watch(&seen.with(&[], outcomes.items()));
            }
            context.follows = true;
            let (nodes, moves) = (game.node_count(), game.move_count());
            let (left_out, mut stale) = bare.left_out();
            stale.extend_from_slice(outcomes.stale_entries());
            return Ok(Ok(Written {
                nodes,
                moves,
                lost: lost(seen.game, &outcomes),
                left_out: addressed(seen.game, &left_out),
                stale: addressed(seen.game, &stale),
                games,
                text,
                encoded,
                outcomes,
            }));
        }
    }

    fn write(
        &self,
        game: &Game<'_>,
        length: usize,
        options: &WriteOptions,
    ) -> Result<(String, Outcomes), Refusal> {
        // Most results are about as long as their sources.
        let mut text = String::with_capacity(length);
        let mut outcomes = Outcomes::new();
        dispatch::write(self.options.to, game, options, &mut text, &mut outcomes)?;
        Ok((text, outcomes))
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

/// Returns entries with their nodes. The first [`Diagnostics::LIMIT`] get the address of the node, because only these
/// are reported.
fn addressed(game: &Game<'_>, entries: &[(NodeId, Entry<'static>)]) -> Vec<Addressed> {
    let addresses = entries.iter().take(Diagnostics::LIMIT);
    let addresses = addresses.map(|(node, _)| Some(game.address(*node)));
    let entries = entries
        .iter()
        .zip(addresses.chain(std::iter::repeat_with(|| None)));
    entries
        .map(|((node, entry), address)| Addressed {
            node: *node,
            address,
            entry: entry.clone(),
        })
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

/// Returns the charset for a game in a format, if the user does not name one.
fn own_charset(to: Format, game: &Game<'_>) -> Charset {
    match to {
        Format::Sgf => Charset::Utf8,
        Format::SmartGo => Charset::Ascii,
        Format::Ishi => game
            .charset_label()
            .and_then(|label| Charset::from_label(&label))
            .filter(|charset| charset.is_ascii_compatible())
            .unwrap_or(Charset::Ascii),
    }
}
