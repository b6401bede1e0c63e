//! One game converted without a text that travels in its source, and its proof.

use std::borrow::Cow;

use super::shown::{all_shown, shown};
use super::step::{Seen, Worker, Written, lost};
use super::{ConvertError, Watch, proof};
use crate::charset::Charset;
use crate::diagnostic::Diagnostics;
use crate::dispatch;
use crate::edit::is_read_back;
use crate::format::{Format, Shows};
use crate::model::{Game, NodeId};
use crate::options::WriteOptions;
use crate::outcome::{Outcome, Outcomes, WORDING};
use crate::record::{self, Spelled};
use crate::refusal::Refusal;

/// Why a game is not written without its text.
pub(super) enum Stop {
    /// Its text cannot travel with it like this, for example because the result would be several games.
    NeedsText,
    Refused(Refusal),
    Failed(ConvertError),
}

/// A text without carriers.
struct Native {
    text: String,
    charset: Charset,
    /// The text in its charset. `None` if the bytes are the same in UTF-8.
    encoded: Option<Vec<u8>>,
    shows: Shows,
}

impl Worker<'_> {
    /// Converts a game that has no carrier yet.
    pub(super) fn alone(&self, seen: Seen<'_>, watch: &mut Watch<'_>) -> Result<Written, Stop> {
        let options = self.options;
        let native = self.native(seen)?;
        if self.needs_no_reading(seen, &native) {
            let outcomes = all_shown(seen.game, options.lack());
            return Ok(native.written(seen, outcomes, (1, false), None));
        }
        let decoded = native.decoded();
        let mut log = Diagnostics::without_positions();
        let back = dispatch::read(options.to, &decoded, &mut log);
        let is_clean = proof::is_clean(options.to, &decoded, &log);
        let is_same = matches!(back.as_slice(), [back] if is_read_back(back, seen.game));
        let carried = self.carried(seen, &back, is_same)?;
        let mut outcomes = if is_same {
            all_shown(seen.game, options.lack())
        } else {
            shown(seen.game, &back, options.lack())
        };
        if options.plain && self.lacks_words(seen, &back, &outcomes) {
            outcomes.record(Outcome::Lost, WORDING, NodeId::ROOT);
        }
        if options.verify && !is_same {
            proof::prove(seen.game, seen.number(), &back, options.to).map_err(Stop::Failed)?;
        }
        let with_carrier = match &carried {
            None => None,
            Some(carried) => Some(native.with(carried, options.to, seen.number())?),
        };
        watch(&seen.with(&back, outcomes.items()));
        let games = (back.len(), is_clean);
        drop(back);
        drop(decoded);
        Ok(native.written(seen, outcomes, games, with_carrier))
    }

    /// Writes a game without carriers.
    fn native(&self, seen: Seen<'_>) -> Result<Native, Stop> {
        let to = self.options.to;
        let charset = self.options.charset;
        let charset = charset.unwrap_or(record::charset_of_new(to));
        // Most results are about as long as their sources.
        let mut text = String::with_capacity(seen.length());
        let options = WriteOptions::canonical(charset);
        let shows = dispatch::write(to, &self.meant(seen.game), &options, &mut text);
        Ok(Native {
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
    fn needs_no_reading(&self, seen: Seen<'_>, native: &Native) -> bool {
        let stays = self.from == self.options.to && seen.record.is_none();
        stays && native.shows == Shows::All && !self.options.verify && !self.watched
    }

    /// Returns the text that travels with a game whose result was read `back`. `is_same` says whether the result shows the
    /// same game.
    fn carried(
        &self,
        seen: Seen<'_>,
        back: &[Game<'_>],
        is_same: bool,
    ) -> Result<Option<record::Carried>, Stop> {
        if self.options.plain {
            return Ok(None);
        }
        if back.len() != 1 {
            return Err(Stop::NeedsText);
        }
        if self.from == self.options.to && is_same {
            return Ok(None);
        }
        let own = Spelled::of_unit(self.from, seen.unit);
        let carried = record::needed(own, seen.game, back, self.options.exact);
        // A node has one property of a name, so a foreign one travels in the text.
        let has_foreign = || matches!(record::without_carriers(seen.game), Cow::Owned(_));
        if carried.is_some() && self.from == self.options.to && has_foreign() {
            return Err(Stop::NeedsText);
        }
        Ok(carried)
    }

    /// Returns whether a result without carriers lacks words of an Ishi text, or of a text that travels in the record, and
    /// no other loss tells it: `DATE 8.3.1990` becomes `DT[1990]`.
    fn lacks_words(&self, seen: Seen<'_>, back: &[Game<'_>], outcomes: &Outcomes) -> bool {
        let is_told = outcomes.count(Outcome::Lost) > 0 || !seen.log.left_out().is_empty();
        if is_told {
            return false;
        }
        let own = || Spelled::of_unit(self.from, seen.unit);
        match seen.record {
            Some(record) => record.has_more_words(back),
            None => {
                self.from == Format::Ishi
                    && seen.games == 1
                    && record::is_needed(own(), seen.game, back)
            }
        }
    }
}

impl Native {
    /// Returns the text as a reader of its bytes sees it.
    fn decoded(&self) -> Cow<'_, str> {
        let encoded = self.encoded.as_deref();
        encoded.map_or(Cow::Borrowed(&self.text), |bytes| {
            self.charset.decode(bytes)
        })
    }

    /// Returns the text with a carrier, and its bytes if they differ from UTF-8.
    fn with(
        &self,
        carried: &record::Carried,
        to: Format,
        number: usize,
    ) -> Result<(String, Option<Vec<u8>>), Stop> {
        let text = record::with_carrier(to, self.charset, &self.text, carried);
        let text = text.ok_or(Stop::NeedsText)?;
        let encoded = encoded(&text, self.charset, number).map_err(Stop::Failed)?;
        Ok((text, encoded))
    }

    /// Returns the result of a game: this text, or one with a carrier. A carrier is a whole property or block, so it opens
    /// nothing. `games` is how many there are, and whether they are clean.
    fn written(
        self,
        seen: Seen<'_>,
        outcomes: Outcomes,
        (games, is_clean): (usize, bool),
        with_carrier: Option<(String, Option<Vec<u8>>)>,
    ) -> Written {
        let is_whole = with_carrier.is_some();
        let (text, encoded) = with_carrier.unwrap_or((self.text, self.encoded));
        Written {
            nodes: seen.game.node_count(),
            moves: seen.game.move_count(),
            lost: lost(seen.game, &outcomes),
            is_whole,
            charset: self.charset,
            mark: false,
            games,
            is_clean,
            text,
            encoded,
            outcomes,
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
