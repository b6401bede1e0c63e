//! One game converted without a text that travels in its source, and its proof.

use std::borrow::Cow;

use super::shown::{all_shown, shown};
use super::step::{SeenGame, Worker, WrittenGame, lost};
use super::{ConvertError, Watch, proof};
use crate::charset::Charset;
use crate::diagnostic::Diagnostics;
use crate::dispatch;
use crate::edit::is_read_back;
use crate::format::{Format, Shows};
use crate::model::{Game, NodeId};
use crate::options::WriteOptions;
use crate::outcome::Outcomes;
use crate::record::{self, Carried, Needed, Spelled};
use crate::refusal::Refusal;

/// Why a game is not written without its text.
pub(super) enum Stop {
    /// Its text cannot travel with it like this, for example because the result would be several games.
    NeedsText,
    Refused(Refusal),
    Failed(ConvertError),
}

/// A text without carriers.
struct NativeText {
    text: String,
    charset: Charset,
    /// The text in its charset. `None` if the bytes are the same in UTF-8.
    encoded: Option<Vec<u8>>,
    shows: Shows,
}

/// A result without carriers, read back.
pub(super) struct ReadBack<'t> {
    games: Vec<Game<'t>>,
    /// Whether its reader has nothing to report.
    is_clean: bool,
}

/// The findings of a reading of a result without carriers.
pub(super) struct Judgement {
    pub outcomes: Outcomes,
    /// The patch that travels.
    pub carried: Option<Carried>,
    /// Whether the outcomes name all words that the result lacks.
    names_words: bool,
    /// How many games the result is read as.
    games: usize,
    is_clean: bool,
}

impl Worker<'_> {
    /// Converts a game that has no carrier yet.
    pub(super) fn alone(
        &self,
        seen: SeenGame<'_>,
        watch: &mut Watch<'_>,
    ) -> Result<WrittenGame, Stop> {
        let options = self.options;
        let native = self.native(seen)?;
        if self.needs_no_reading(seen, &native) {
            let outcomes = all_shown(seen.game, options.lack());
            return Ok(native.written(seen, Judgement::unread(outcomes)));
        }
        let decoded = native.decoded();
        let reading = ReadBack::of(&decoded, options.to);
        let own = Spelled::of_unit(self.from, seen.unit);
        let judgement = self.judge(seen, own, &reading)?;
        let with_carrier = native.with_carrier(seen, &judgement, options.to)?;
        watch(&seen.with(&reading.games, judgement.outcomes.items()));
        drop(reading);
        drop(decoded);
        Ok(with_carrier.unwrap_or(native).written(seen, judgement))
    }

    /// Finds out how much of a game the result shows, and how much of its text, `own`, travels.
    pub(super) fn judge(
        &self,
        seen: SeenGame<'_>,
        own: Spelled<'_>,
        reading: &ReadBack<'_>,
    ) -> Result<Judgement, Stop> {
        let options = self.options;
        let back = &*record::lent(&reading.games, seen.game);
        let is_same = matches!(back, [back] if is_read_back(back, seen.game));
        let carried = self.carried(seen, own, &reading.games, is_same)?;
        let mut outcomes = if is_same {
            all_shown(seen.game, options.lack())
        } else {
            shown(seen.game, back, options.lack())
        };
        let words = match &carried {
            Some(needed) => needed.words.clone(),
            None if options.plain => self.words(seen, own, &reading.games),
            None => Vec::new(),
        };
        for (what, node) in words {
            outcomes.record(options.lack(), what, node);
        }
        if options.verify && !is_same {
            proof::prove(seen.game, seen.number(), back, options.to).map_err(Stop::Failed)?;
        }
        Ok(Judgement {
            outcomes,
            // A patch has all content that the result lacks.
            names_words: if options.plain {
                self.names_words(seen)
            } else {
                carried.is_some() || self.from != options.to
            },
            carried: carried.map(|needed| needed.carried),
            games: back.len(),
            is_clean: reading.is_clean,
        })
    }

    /// Writes a game without carriers.
    fn native(&self, seen: SeenGame<'_>) -> Result<NativeText, Stop> {
        let to = self.options.to;
        let charset = self.options.charset;
        let charset = charset.unwrap_or(record::charset_of_new(to));
        // Most results are about as long as their sources.
        let mut text = String::with_capacity(seen.length());
        let options = WriteOptions::canonical(charset);
        let shows = dispatch::write(to, &self.meant(seen.game), &options, &mut text);
        Ok(NativeText {
            shows: shows.map_err(Stop::Refused)?,
            encoded: encoded(&text, charset, seen.number()).map_err(Stop::Failed)?,
            text,
            charset,
        })
    }

    /// Returns the game to write. A property with the name of a carrier travels in the text of its record.
    fn meant<'g>(&self, game: &'g Game<'g>) -> Cow<'g, Game<'g>> {
        if self.from == self.options.to || self.options.plain {
            Cow::Borrowed(game)
        } else {
            record::without_carriers(game)
        }
    }

    /// Returns whether neither the proof nor the caller needs the games that the result shows, and no text travels in the
    /// source or the result.
    fn needs_no_reading(&self, seen: SeenGame<'_>, native: &NativeText) -> bool {
        let stays = self.from == self.options.to && seen.record.is_none();
        stays && native.shows == Shows::All && !self.options.verify && !self.watched
    }

    /// Returns the text that travels with a game whose result was read `back`. `is_same` says whether the result shows the
    /// same game.
    fn carried(
        &self,
        seen: SeenGame<'_>,
        own: Spelled<'_>,
        back: &[Game<'_>],
        is_same: bool,
    ) -> Result<Option<Needed>, Stop> {
        if self.options.plain {
            return Ok(None);
        }
        if back.len() != 1 {
            return Err(Stop::NeedsText);
        }
        if self.from == self.options.to && is_same {
            return Ok(None);
        }
        let carried = record::needed(own, seen.game, back, self.options.exact);
        // A node has one property of a name, so a foreign one travels in the text.
        let has_foreign = || matches!(record::without_carriers(seen.game), Cow::Owned(_));
        if carried.is_some() && self.from == self.options.to && has_foreign() {
            return Err(Stop::NeedsText);
        }
        Ok(carried)
    }

    /// Returns whether the text of a game is compared with a result that has no carrier.
    fn names_words(&self, seen: SeenGame<'_>) -> bool {
        self.from == Format::Ishi && seen.games == 1
    }

    /// Returns the words without meaning that a result without carriers lacks.
    fn words(
        &self,
        seen: SeenGame<'_>,
        own: Spelled<'_>,
        back: &[Game<'_>],
    ) -> Vec<(String, NodeId)> {
        match seen.record {
            Some(record) => record.words_beside(back),
            None if self.names_words(seen) => {
                let needed = record::needed(own, seen.game, back, false);
                needed.map(|needed| needed.words).unwrap_or_default()
            }
            None => Vec::new(),
        }
    }
}

impl NativeText {
    /// Returns the text as a reader of its bytes sees it.
    fn decoded(&self) -> Cow<'_, str> {
        let encoded = self.encoded.as_deref();
        encoded.map_or(Cow::Borrowed(&self.text), |bytes| {
            self.charset.decode(bytes)
        })
    }

    /// Returns the text with the carrier of the text that travels. Returns `None` if no text travels. A carrier is a whole
    /// property or block, so it opens nothing.
    fn with_carrier(
        &self,
        seen: SeenGame<'_>,
        judgement: &Judgement,
        to: Format,
    ) -> Result<Option<Self>, Stop> {
        let Some(carried) = &judgement.carried else {
            return Ok(None);
        };
        let text = record::with_carrier(to, self.charset, &self.text, carried);
        let text = text.ok_or(Stop::NeedsText)?;
        Ok(Some(Self {
            encoded: encoded(&text, self.charset, seen.number()).map_err(Stop::Failed)?,
            text,
            ..*self
        }))
    }

    /// Returns the result of a game, with this text.
    fn written(self, seen: SeenGame<'_>, judgement: Judgement) -> WrittenGame {
        let Judgement {
            outcomes,
            names_words: is_whole,
            games,
            is_clean,
            ..
        } = judgement;
        WrittenGame {
            nodes: seen.game.node_count(),
            moves: seen.game.move_count(),
            lost: lost(seen.game, &outcomes),
            is_whole,
            charset: self.charset,
            mark: false,
            games,
            is_clean,
            text: self.text,
            encoded: self.encoded,
            outcomes,
        }
    }
}

impl<'t> ReadBack<'t> {
    /// Reads a text back.
    pub(super) fn of(text: &'t str, format: Format) -> Self {
        let mut log = Diagnostics::without_positions();
        let games = dispatch::read(format, text, &mut log);
        let is_clean = proof::is_clean(format, text, &log);
        Self { games, is_clean }
    }
}

impl Judgement {
    /// Creates the judgement of a result that nobody reads.
    fn unread(outcomes: Outcomes) -> Self {
        Self {
            outcomes,
            carried: None,
            names_words: false,
            games: 1,
            is_clean: false,
        }
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
