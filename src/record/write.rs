//! Writes a record, with the texts that its format cannot say.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::carry::{self, Carried};
use super::events::Joined;
use super::make::{Needed, Spelled, canonical, has_content_of, later_words, needed};
use super::patch::{self, Detail, Hunk};
use super::shown::{are_same, charset_of_new, say, without_carriers};
use super::text::Text;
use super::{Record, Stop};
use crate::bracket;
use crate::charset::Charset;
use crate::diagnostic::Span;
use crate::dispatch::{self, Splitter};
use crate::edit::Change;
use crate::format::Format;
use crate::ishi::{self, split::is_joint};
use crate::model::{Game, NodeId};
use crate::piece::{CARRIER, DifferingNodes, MAGIC};
use crate::refusal::Refusal;

/// How a record is written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RecordTarget {
    /// The format.
    pub format: Format,
    /// The charset, if the user named one; else that of the text that comes back, or of a new record.
    pub charset: Option<Charset>,
    /// Whether the very bytes have to come back.
    pub exact: bool,
    /// Whether no text travels.
    pub plain: bool,
}

/// Why a record is not written.
#[derive(Debug)]
pub(crate) enum Unwritten {
    /// The format cannot hold it.
    Refused(Refusal),
    /// Its charset lacks a letter.
    Unencodable(crate::charset::Unencodable),
}

/// A record that was written.
#[derive(Debug, Clone)]
pub(crate) struct WrittenRecord {
    /// The text.
    pub text: Text,
    /// The games that the text shows without its carriers.
    pub natives: Vec<Game<'static>>,
    /// The words without meaning that it does not show, by the name of their line, each with its node.
    pub words: Vec<(String, NodeId)>,
    /// Whether all words of the source are in the text.
    pub is_whole: bool,
    /// Whether it carries a text.
    carries: bool,
}

/// Writes a record.
///
/// If a text of this format comes back from a patch of the record, it is the result. The others travel on, each as a patch of
/// the one before it.
///
/// # Errors
///
/// [`Unwritten`].
pub(crate) fn write(record: &Record, target: RecordTarget) -> Result<WrittenRecord, Unwritten> {
    let written = write_with(record, target, true)?;
    let has_foreign = |game: &Game<'_>| matches!(without_carriers(game), Cow::Owned(_));
    if written.carries && written.natives.iter().any(has_foreign) {
        // A node has one property of a name, so a foreign one travels in the patch.
        return write_with(record, target, false);
    }
    Ok(written)
}

/// Writes a record, with or without properties of other programs that have the name of a carrier.
fn write_with(
    record: &Record,
    target: RecordTarget,
    with_foreign: bool,
) -> Result<WrittenRecord, Unwritten> {
    let (native, is_returned) = native(record, target, with_foreign)?;
    let needed = record.carried(target, &native.games, is_returned);
    let words = needed
        .iter()
        .flat_map(|needed| needed.words.clone())
        .collect();
    let carried: Vec<_> = if target.plain {
        Vec::new()
    } else {
        needed.into_iter().map(|needed| needed.carried).collect()
    };
    let joined = native.joined(record);
    let joined = joined.filter(|_| !target.plain || native.is_joined());
    let with_carriers = if target.plain {
        None
    } else {
        native.with_carriers(&carried, joined.as_ref())
    };
    Ok(WrittenRecord {
        natives: joined.map_or(native.games, |joined| vec![joined.game]),
        // A patch has all content that the result lacks.
        is_whole: is_returned
            || !carried.is_empty()
            || !target.plain && record.own.format != target.format,
        carries: !carried.is_empty(),
        text: with_carriers.unwrap_or(native.text),
        words,
    })
}

/// A text without new carriers, and the games that it shows.
struct NativeRecord {
    text: Text,
    games: Vec<Game<'static>>,
    /// The place for the carriers of each game.
    places: Option<Vec<usize>>,
}

impl NativeRecord {
    /// Reads a text.
    fn of(text: Text) -> Self {
        let decoded = text.decoded();
        let (games, places) = dispatch::read_with_places_of_carriers(text.format, decoded.text());
        let games = games.into_iter().map(Game::into_owned).collect();
        drop(decoded);
        Self {
            text,
            games,
            places,
        }
    }

    /// Returns the text in the charset that the user named.
    fn in_charset(self, charset: Option<Charset>) -> Result<Self, Unwritten> {
        let Some(charset) = charset.filter(|charset| *charset != self.text.charset) else {
            return Ok(self);
        };
        let bytes = encode(charset, self.text.decoded().text())?;
        Ok(Self::of(Text {
            charset,
            mark: false,
            bytes,
            ..self.text
        }))
    }

    /// Returns whether further events of the text say where they belong.
    fn is_joined(&self) -> bool {
        let decoded = self.text.decoded();
        let mut lines = decoded.text().lines();
        self.text.format == Format::Ishi && lines.any(|line| is_joint(line.as_bytes()))
    }

    /// Returns the game that the events of the text are together, if it has further ones.
    fn joined(&self, record: &Record) -> Option<Joined> {
        if self.games.len() < 2 {
            return None;
        }
        match &record.joined {
            Some(joined) if are_same(&self.games, &record.natives) => Some(joined.clone()),
            _ => Joined::showing(&record.game, &self.games),
        }
    }

    /// Puts carriers into the text: after the properties of the first node, or after the first line of an event. An event
    /// that continues another one says so. Returns no text if there is no carrier to put in, or no place for it.
    fn with_carriers(&self, carried: &[Carried], joined: Option<&Joined>) -> Option<Text> {
        let places = self.places.as_ref()?;
        if carried.is_empty() && places.len() < 2 {
            return None;
        }
        let Text {
            format, charset, ..
        } = self.text;
        let decoded = self.text.decoded();
        let is_joined = self.is_joined();
        let anchor = |number: usize| joined?.anchors.get(number.checked_sub(1)?);
        let change = |(number, place): (usize, &usize)| Change {
            span: Span::new(*place, *place),
            text: match anchor(number) {
                _ if number == 0 => carriers(format, charset, carried),
                Some(anchor) if !is_joined => {
                    format!("USER {MAGIC} continues {}\r\nENDUSER\r\n", anchor.text())
                }
                _ => String::new(),
            },
            parts: Vec::new(),
        };
        let changes: Vec<_> = places.iter().enumerate().map(change).collect();
        self.text.changed(&decoded, &changes)
    }
}

/// Returns the text that a record is written as without new carriers, and whether a text of the record came back.
fn native(
    record: &Record,
    target: RecordTarget,
    with_foreign: bool,
) -> Result<(NativeRecord, bool), Unwritten> {
    let game = meant(record, target, with_foreign);
    if let Some(returned) = returned(record, &game, target)? {
        return Ok(returned);
    }
    Ok((NativeRecord::of(said(&game, target)?), false))
}

/// Returns the game to write. A property with the name of a carrier travels in the text of its record, if there is one.
fn meant(record: &Record, target: RecordTarget, with_foreign: bool) -> Cow<'_, Game<'static>> {
    let is_own = record.own.format == target.format;
    let is_kept = is_own && with_foreign && record.stops.is_empty();
    if is_kept || target.plain {
        Cow::Borrowed(&record.game)
    } else {
        without_carriers(&record.game)
    }
}

/// Returns the text of the target format that came back from a patch, or the text of the record if the format keeps
/// lines; and whether it has all words of the record.
fn returned(
    record: &Record,
    game: &Game<'static>,
    target: RecordTarget,
) -> Result<Option<(NativeRecord, bool)>, Unwritten> {
    let is_own = record.own.format == target.format;
    if let Some(stop) = record.stop_in(target.format) {
        let native = NativeRecord::of(stop.text.clone());
        let is_wanted = target.charset == Some(stop.text.charset);
        if !is_own || is_wanted {
            return native
                .in_charset(target.charset)
                .map(|native| Some((native, true)));
        }
    }
    if !is_own {
        return Ok(None);
    }
    if !record.stops.is_empty() {
        return Ok(said_with_words(record, target).map(|native| (native, false)));
    }
    let keeps_text = record.is_apart || target.format == Format::Ishi;
    if !keeps_text || !keeps_lines(&record.own, game) {
        return Ok(None);
    }
    // Letters that the charset lacks are replaced in the canonical text, and the text of the record travels.
    Ok(in_lines(&record.own, std::slice::from_ref(game))
        .in_charset(target.charset)
        .ok()
        .map(|native| (native, true)))
}

/// Returns the text of a record with patches, said anew with its words without meaning.
fn said_with_words(record: &Record, target: RecordTarget) -> Option<NativeRecord> {
    if target.format == Format::Ishi {
        return in_lines(&record.own, &record.natives)
            .in_charset(target.charset)
            .ok();
    }
    let charset = target.charset.unwrap_or(charset_of_new(target.format));
    let (texts, charset) = canonical(&record.natives, target.format, charset)?;
    let words = record.words_of_own(&texts);
    let text = if words.is_empty() {
        texts.concat()
    } else {
        patch::applied(&patch::Groups::of(target.format, &texts), &words)
    };
    let bytes = charset.encode(&text).ok()?;
    let native = NativeRecord::of(Text {
        format: target.format,
        charset,
        mark: false,
        bytes,
    });
    are_same(&native.games, &record.natives).then_some(native)
}

/// Returns the canonical text of a game.
fn said(game: &Game<'_>, target: RecordTarget) -> Result<Text, Unwritten> {
    let charset = target.charset.unwrap_or(charset_of_new(target.format));
    let canonical = say([game], target.format, charset);
    Ok(Text {
        format: target.format,
        charset,
        mark: false,
        bytes: encode(charset, &canonical.map_err(Unwritten::Refused)?)?,
    })
}

/// Returns whether a result in the format of a text keeps its lines. Ishi keeps them. SGF gets the regular form of FF[4].
/// Smart-Go keeps them if its canonical text would lack content: text before the game, `TM[1800]` in an unknown unit.
fn keeps_lines(text: &Text, game: &Game<'_>) -> bool {
    let canonical = || say([game], text.format, charset_of_new(text.format));
    match text.format {
        Format::Ishi => true,
        Format::SmartGo => canonical().is_ok_and(|canonical| {
            let own = text.decoded();
            let difference = dispatch::difference(text.format, own.text(), &canonical);
            difference != DifferingNodes::None && is_closed(text.format, own.text(), &canonical)
        }),
        Format::Sgf => false,
    }
}

/// Returns whether a splitter separates a text from the next game. An open bracket can prevent that.
fn is_closed(format: Format, text: &str, next: &str) -> bool {
    let text = text.trim_end();
    let mut splitter = Splitter::new(format);
    let both = [text, "\n", next].concat();
    splitter
        .next_unit(&both, true)
        .is_some_and(|end| end <= text.len() + 1)
}

/// Returns a text with the line ends of its format, Ishi in canonical lines, or as it is if these would be read as another
/// game.
fn in_lines(text: &Text, games: &[Game<'static>]) -> NativeRecord {
    let decoded = text.decoded();
    let lines = match text.format {
        Format::Ishi => ishi::content::in_lines(decoded.text()),
        Format::SmartGo | Format::Sgf => bracket::content::in_lines(decoded.text()),
    };
    let bytes = text.charset.encode(&lines).ok();
    let in_lines = bytes.map(|bytes| {
        NativeRecord::of(Text {
            bytes,
            ..text.clone()
        })
    });
    let is_meant = |native: &NativeRecord| are_same(&native.games, games);
    let in_lines = in_lines.filter(is_meant);
    in_lines.unwrap_or_else(|| NativeRecord::of(text.clone()))
}

impl Record {
    /// Returns the patches that a result with the games `shown` needs.
    fn carried(&self, target: RecordTarget, shown: &[Game<'_>], is_returned: bool) -> Vec<Needed> {
        let texts: Vec<&Text> = std::iter::once(&self.own)
            .chain(self.stops.iter().map(|stop| &stop.text))
            .collect();
        let mut carried = Vec::new();
        let Some((oldest, younger)) = texts.split_last() else {
            return carried;
        };
        let is_own = oldest.format == target.format;
        let is_shown = || matches!(shown, [shown] if has_content_of(shown, &self.game));
        if !is_own || !is_returned && (target.format == Format::Ishi || !is_shown()) {
            let decoded = oldest.decoded();
            let exact = self.stops.last().map_or(target.exact, |stop| stop.exact);
            let needed = needed(
                Spelled::of_text(oldest, &decoded),
                self.game_of(self.stops.len()),
                shown,
                exact,
            );
            carried.extend(needed.map(|needed| self.as_written(needed, target, shown)));
        }
        for (number, text) in younger.iter().enumerate().rev() {
            let Some(elder) = self
                .stops
                .get(number)
                .filter(|_| text.format != target.format)
            else {
                continue;
            };
            let decoded = text.decoded();
            let spelled = Spelled::of_text(text, &decoded);
            carried.extend(
                later_words(
                    spelled,
                    self.game_of(number),
                    std::slice::from_ref(&elder.game),
                )
                .map(|carried| Needed {
                    carried,
                    words: Vec::new(),
                }),
            );
        }
        carried
    }

    /// Returns a carrier of the oldest text, as it was written if the record shows the same games again.
    fn as_written(&self, needed: Needed, target: RecordTarget, shown: &[Game<'_>]) -> Needed {
        let written = match self.stops.as_slice() {
            [only] if self.own.format == target.format && are_same(shown, &self.natives) => {
                only.carried.clone()
            }
            _ => None,
        };
        Needed {
            carried: written.unwrap_or(needed.carried),
            ..needed
        }
    }

    /// Returns the game of the own text of the record, or of a text that a patch makes of it.
    fn game_of(&self, number: usize) -> &Game<'static> {
        match number
            .checked_sub(1)
            .and_then(|number| self.stops.get(number))
        {
            Some(stop) => &stop.game,
            None => self
                .joined
                .as_ref()
                .map(|joined| &joined.game)
                .or(self.natives.first())
                .unwrap_or(&self.game),
        }
    }

    /// Returns the words of the own text that its canonical texts lack.
    fn words_of_own(&self, texts: &[String]) -> Vec<Hunk> {
        let own = [super::make::in_lines(
            self.own.format,
            self.own.decoded().text(),
        )];
        let [own, shown] = [&own, texts].map(|texts| patch::Groups::of(self.own.format, texts));
        patch::differences(&own, &shown, Detail::Tree).hunks
    }

    /// Returns the text of a format that came back from a patch.
    fn stop_in(&self, format: Format) -> Option<&Stop> {
        let mut stops = self.stops.iter();
        stops.find(|stop| stop.text.format == format)
    }

    /// Returns the words without meaning that a result with the games `shown` lacks.
    pub fn words_beside(&self, shown: &[Game<'_>]) -> Vec<(String, NodeId)> {
        let target = RecordTarget {
            format: self.own.format,
            charset: None,
            exact: false,
            plain: true,
        };
        let needed = self.carried(target, shown, false).into_iter();
        needed.flat_map(|needed| needed.words).collect()
    }

    /// Returns the Ishi text of the record: the text of the file, or one that came back.
    pub fn ishi_text(&self) -> Option<String> {
        if self.own.format == Format::Ishi {
            return Some(self.own.decoded().text().to_owned());
        }
        let stop = self.stop_in(Format::Ishi)?;
        Some(stop.text.decoded().text().to_owned())
    }
}

fn encode(charset: Charset, text: &str) -> Result<Vec<u8>, Unwritten> {
    charset.encode(text).map_err(Unwritten::Unencodable)
}

/// Puts a carrier into the text of one game. Returns `None` if the text would not carry it.
pub(crate) fn with_carrier(
    format: Format,
    charset: Charset,
    text: &str,
    carried: &Carried,
) -> Option<String> {
    let place = match format {
        Format::Ishi => {
            let event = Span::new(0, text.strip_prefix("EVENT").map(|_| "EVENT".len())?);
            ishi::content::place_of_carriers(text, event)?
        }
        Format::SmartGo | Format::Sgf => bracket::content::end_of_first_node(text)?,
    };
    let block = carriers(format, charset, std::slice::from_ref(carried));
    let found = carry::all(format, block.trim_start());
    let is_readable = matches!(found.as_slice(), [Ok(found)] if found == carried);
    let (before, after) = text.split_at_checked(place)?;
    is_readable.then(|| [before, &block, after].concat())
}

/// Returns the text of carriers.
fn carriers(format: Format, charset: Charset, carried: &[Carried]) -> String {
    let mut out = String::new();
    if format == Format::Ishi {
        for one in carried {
            let title = one.title();
            let lines = one.block().join("\r\n");
            // Writing into a string does not fail.
            let _ = write!(out, "USER {title}\r\n{lines}\r\nENDUSER\r\n");
        }
    } else if !carried.is_empty() {
        let ascii = charset != Charset::Utf8;
        out.push('\n');
        out.push_str(CARRIER);
        for one in carried {
            let _ = write!(out, "[{}]", one.value(ascii));
        }
    }
    out
}

#[cfg(test)]
mod tests;
