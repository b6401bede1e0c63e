//! Writes a record, with the content that its format cannot say.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::slice::from_ref;

use super::Record;
use super::carry::Carried;
use super::events::Joined;
use super::make::{Needed, canonical, has_content_of, later_words, needed};
use super::patch;
use super::shown::{are_same, charset_of_new, say, without_carriers};
use super::text::{Decoded, Text};
use crate::diagnostic::{Diagnostics, Span};
use crate::edit::Change;
use crate::format::charset::{Charset, Unencodable};
use crate::format::piece::{CARRIER, MAGIC};
use crate::format::{Format, Refusal, WriteOptions};
use crate::ishi::split::is_joint;
use crate::model::{Game, NodeId};
use crate::{bracket, dispatch, ishi, sgf};

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
    Unencodable(Unencodable),
}

/// A record that was written, and read back.
pub(crate) struct WrittenRecord<'w> {
    /// The text.
    pub text: Text<'static>,
    /// The games that the text shows without its carriers.
    pub games: &'w [Game<'w>],
    /// The words without meaning that it does not show, by the name of their line, each with its node.
    pub words: Vec<(String, NodeId)>,
    /// The number of lines that its carriers hold.
    pub travelling: usize,
    /// Whether all words of the source are in the text, or in `words`.
    pub is_whole: bool,
    /// Whether the way back of the patch was tried when it was made.
    pub is_tried: bool,
    /// Whether its reader had nothing to report, so that no other game can become a part of it. A carrier opens nothing.
    pub is_clean: bool,
}

/// Writes a record, reads the text back, and gives both to `take`.
///
/// If a text of this format comes back from a patch of the record, it is the result. The others travel on, each as a patch of
/// the one before it.
///
/// # Errors
///
/// [`Unwritten`].
pub(crate) fn write<T>(
    record: &Record<'_>,
    target: RecordTarget,
    take: impl FnOnce(WrittenRecord<'_>) -> T,
) -> Result<T, Unwritten> {
    let mut native = match kept(record, target)? {
        Some(native) => native,
        None => said(record, target, true)?,
    };
    let mut is_kept = true;
    loop {
        let decoded = native.text.decoded();
        let log = Diagnostics::without_positions();
        let log = &mut match target.format {
            Format::Ishi => log.and_starts(),
            Format::SmartGo | Format::Sgf => log,
        };
        let games = dispatch::read(target.format, decoded.text(), log);
        let is_clean = is_clean(target.format, decoded.text(), log);
        if native.is_own && !are_same(&games, record.natives()) {
            native = said(record, target, is_kept)?;
            continue;
        }
        let Native {
            text, is_returned, ..
        } = &native;
        let joined = joined(record, &games);
        let shown = joined
            .as_ref()
            .map_or(&*games, |joined| from_ref(&joined.game));
        let (words, carried) = if target.plain {
            (record.travelled_words(), Vec::new())
        } else {
            let needed = record.needed(target, [&games, shown], *is_returned);
            let both = needed.into_iter();
            let (words, carried): (Vec<_>, _) =
                both.map(|needed| (needed.words, needed.carried)).unzip();
            (words.concat(), carried)
        };
        let has_foreign = |game: &Game<'_>| matches!(without_carriers(game), Cow::Owned(_));
        if is_kept && !is_returned && !carried.is_empty() && games.iter().any(has_foreign) {
            // A node has one property of a name, so a foreign one travels in the patch.
            is_kept = false;
            native = said(record, target, is_kept)?;
            continue;
        }
        let joined = joined.filter(|_| !target.plain || is_joined(&decoded));
        let is_native = carried.is_empty() && joined.is_none();
        let with_carriers = if is_native {
            None
        } else {
            let places = places_of_carriers(&decoded, games.len(), log);
            places.and_then(|places| with_carriers(&decoded, &places, &carried, joined.as_ref()))
        };
        let is_placed = is_native || with_carriers.is_some();
        let placed = carried.iter().filter(|_| is_placed);
        let games = joined.map_or(games, |joined| vec![joined.game]);
        return Ok(take(WrittenRecord {
            travelling: placed.map(Carried::count).sum(),
            // A patch has all content that the result lacks.
            is_whole: *is_returned
                || !carried.is_empty()
                || !target.plain && record.own.format != target.format,
            is_tried: record.stops.is_empty() && games.len() == 1 && is_placed,
            is_clean,
            text: with_carriers.unwrap_or_else(|| text.clone()),
            games: &games,
            words,
        }));
    }
}

/// Writes a record without a carrier in SGF again. Returns no text if a reader of the text would find another game.
///
/// # Errors
///
/// [`Unwritten`].
pub(crate) fn rewritten(
    record: &Record<'_>,
    target: RecordTarget,
) -> Result<Option<Text<'static>>, Unwritten> {
    let charset = target.charset.unwrap_or(charset_of_new(target.format));
    let mut text = String::new();
    if !sgf::write(&record.game, &WriteOptions::canonical(charset), &mut text) {
        return Ok(None);
    }
    Ok(Some(Text::new(
        target.format,
        charset,
        encode(charset, text)?,
    )))
}

/// A text without new carriers.
struct Native {
    text: Text<'static>,
    /// Whether it has all words of a text of the record.
    is_returned: bool,
    /// Whether it is the text of the record in other words, which could be read as another game.
    is_own: bool,
}

/// Returns the text of the target format that came back from a patch, or the text of the record if the format keeps its
/// words. SGF gets the regular form of FF[4].
fn kept(record: &Record<'_>, target: RecordTarget) -> Result<Option<Native>, Unwritten> {
    let is_own = record.own.format == target.format;
    // A plain result has no words that only travelled.
    if !target.plain
        && let Some(stop) = record.stop_in(target.format)
    {
        let is_wanted = target.charset == Some(stop.text.charset);
        if !is_own || is_wanted {
            return Ok(Some(Native {
                text: in_charset(stop.text.clone(), target.charset)?,
                is_returned: true,
                is_own: false,
            }));
        }
    }
    if !is_own {
        return Ok(None);
    }
    let is_apart = record.stops.is_empty();
    let text = if is_apart || target.format == Format::Ishi {
        own_lines(record, target.charset)
    } else {
        with_words(record, target)
    };
    // Letters that the charset lacks are replaced in the canonical text, and the text of the record travels.
    Ok(text.map(|text| Native {
        text,
        is_returned: is_apart,
        is_own: true,
    }))
}

/// Returns the text of a record with the line ends of its format, if a result keeps it: Ishi in canonical lines, and Smart-Go
/// if its canonical text would lack content, such as text before the game, `TM[1800]` in an unknown unit.
fn own_lines(record: &Record<'_>, charset: Option<Charset>) -> Option<Text<'static>> {
    let own = record.own.decoded();
    let lines = match record.own.format {
        Format::Ishi => ishi::content::in_lines(own.text()),
        Format::SmartGo => {
            let canonical = say([&record.game], Format::SmartGo, Charset::Ascii).ok()?;
            if bracket::content::has_content_of(own.text(), &canonical) {
                return None;
            }
            let lines = own.text().trim().replace("\r\n", "\n");
            lines.replace('\r', "\n") + "\n"
        }
        Format::Sgf => return None,
    };
    let bytes = record.own.charset.encode(&lines).ok()?;
    in_charset(record.own.with_bytes(bytes), charset).ok()
}

/// Returns the canonical text of a record with patches, with the words of its text that this lacks.
fn with_words(record: &Record<'_>, target: RecordTarget) -> Option<Text<'static>> {
    let format = target.format;
    let charset = target.charset.unwrap_or(charset_of_new(format));
    let (texts, charset) = canonical(record.natives(), format, charset)?;
    let own = [record.own.decoded().text().to_owned()];
    let [own, shown] = [&own[..], &texts].map(|texts| patch::Groups::of(format, texts));
    let hunks = patch::differences(&own, &shown, patch::Detail::Tree).hunks;
    let text = if hunks.is_empty() {
        texts.concat()
    } else {
        patch::applied(&shown, &hunks)
    };
    Some(Text::new(format, charset, charset.encode(&text).ok()?))
}

/// Returns the canonical text of a game. With `is_kept` a property of another program that has the name of a carrier stays
/// in the same format.
fn said(record: &Record<'_>, target: RecordTarget, is_kept: bool) -> Result<Native, Unwritten> {
    let charset = target.charset.unwrap_or(charset_of_new(target.format));
    let is_own = record.own.format == target.format && record.stops.is_empty();
    let game = if target.plain || is_kept && is_own {
        Cow::Borrowed(&record.game)
    } else {
        without_carriers(&record.game)
    };
    let text = say([&*game], target.format, charset).map_err(Unwritten::Refused)?;
    Ok(Native {
        text: Text::new(target.format, charset, encode(charset, text)?),
        is_returned: false,
        is_own: false,
    })
}

/// Returns a text in the charset that the user named.
fn in_charset(text: Text<'_>, charset: Option<Charset>) -> Result<Text<'static>, Unwritten> {
    let Some(charset) = charset.filter(|charset| *charset != text.charset) else {
        return Ok(text.into_owned());
    };
    let bytes = encode(charset, text.decoded().text().to_owned())?;
    Ok(Text::new(text.format, charset, bytes))
}

fn encode(charset: Charset, text: String) -> Result<Vec<u8>, Unwritten> {
    match charset {
        Charset::Utf8 => Ok(text.into_bytes()),
        _ => charset.encode(&text).map_err(Unwritten::Unencodable),
    }
}

/// Returns whether further events of a text say where they belong.
fn is_joined(text: &Decoded<'_>) -> bool {
    let mut lines = text.text().lines();
    text.of.format == Format::Ishi && lines.any(|line| is_joint(line.as_bytes()))
}

/// Returns the game that events are together, if there are further ones.
fn joined(record: &Record<'_>, games: &[Game<'_>]) -> Option<Joined> {
    match &record.joined {
        Some(joined) if are_same(games, &record.natives) => Some(joined.clone()),
        _ => Joined::showing(&record.game, games),
    }
}

/// Puts carriers into a text at the places of its games. An event that continues another one says so. Returns no text if
/// the charset lacks a letter.
fn with_carriers(
    text: &Decoded<'_>,
    places: &[usize],
    carried: &[Carried],
    joined: Option<&Joined>,
) -> Option<Text<'static>> {
    let Text {
        format, charset, ..
    } = *text.of;
    let is_joined = is_joined(text);
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
    text.of.changed(text, &changes)
}

/// Returns whether a reader had nothing to report about a text, not even an open bracket or block, so that games after it or
/// before it cannot be taken for a part of it.
fn is_clean(format: Format, text: &str, log: &Diagnostics) -> bool {
    let start = match format {
        Format::Ishi => "EVENT",
        Format::SmartGo | Format::Sgf => "(;FF[",
    };
    let is_whole = text.starts_with(start) && text.ends_with('\n');
    is_whole && log.is_empty() && log.left_out().is_empty()
}

/// Returns the places for the carriers of the games of a text: after the EVENT line, or after the properties of the first node.
/// `log` has read the text.
fn places_of_carriers(text: &Decoded<'_>, games: usize, log: &Diagnostics) -> Option<Vec<usize>> {
    let (format, text) = (text.of.format, text.text());
    if format != Format::Ishi {
        return Some(vec![bracket::content::end_of_first_node(text)?]);
    }
    let place = |game| ishi::content::place_of_carriers(text, log.place_of(game, 0)?);
    (0..games).map(place).collect()
}

impl Record<'_> {
    /// Returns the patches that a result with some games needs, which are `shown` if events are joined.
    fn needed(
        &self,
        target: RecordTarget,
        [games, shown]: [&[Game<'_>]; 2],
        is_returned: bool,
    ) -> Vec<Needed> {
        let oldest = self.oldest();
        let is_own = oldest.format == target.format;
        let is_shown = || matches!(shown, [shown] if has_content_of(shown, &self.game));
        let is_needed = !is_own || !is_returned && (target.format == Format::Ishi || !is_shown());
        let mut found = Vec::new();
        if is_needed {
            let exact = self.stops.last().map_or(target.exact, |stop| stop.exact);
            let game = self.game_of(self.stops.len());
            found.extend(needed(&oldest.decoded(), game, shown, exact));
            // A carrier stays as it was written if the record shows the same games again.
            if let ([only], [found]) = (self.stops.as_slice(), found.as_mut_slice())
                && self.own.format == target.format
                && are_same(games, &self.natives)
                && let Some(carried) = &only.carried
            {
                found.carried = carried.clone();
            }
        }
        let texts = self.stops.iter().map(|stop| &stop.text);
        let texts = std::iter::once(&self.own).chain(texts).enumerate();
        let younger: Vec<_> = texts.zip(&self.stops).collect();
        for ((number, text), elder) in younger.into_iter().rev() {
            if text.format != target.format {
                let elder = from_ref(&elder.game);
                found.extend(later_words(&text.decoded(), self.game_of(number), elder));
            }
        }
        found
    }

    /// Returns the words without meaning of the text that travelled, which nobody else reports.
    fn travelled_words(&self) -> Vec<(String, NodeId)> {
        let Some(oldest) = self.stops.last() else {
            return Vec::new();
        };
        let mut log = Diagnostics::new();
        dispatch::read(oldest.text.format, oldest.text.decoded().text(), &mut log);
        let words = log.lost().map(|(_, kind)| (kind.to_owned(), NodeId::ROOT));
        words.collect()
    }

    /// Returns the text that all others come from.
    fn oldest(&self) -> &Text<'_> {
        self.stops.last().map_or(&self.own, |stop| &stop.text)
    }

    /// Returns the game of the own text of the record, or of a text that a patch makes of it.
    fn game_of(&self, number: usize) -> &Game<'_> {
        let stop = number.checked_sub(1).and_then(|at| self.stops.get(at));
        match (stop, &self.joined) {
            (Some(stop), _) => &stop.game,
            (None, Some(joined)) => &joined.game,
            (None, None) => self.natives.first().unwrap_or(&self.game),
        }
    }

    /// Returns the games that the text of the record shows.
    fn natives(&self) -> &[Game<'_>] {
        match self.natives.as_slice() {
            [] => from_ref(&self.game),
            natives => natives,
        }
    }

    /// Returns the text of a format that came back from a patch.
    fn stop_in(&self, format: Format) -> Option<&super::Stop> {
        let mut stops = self.stops.iter();
        stops.find(|stop| stop.text.format == format)
    }

    /// Returns the Ishi text of the record: the text of the file, or one that came back.
    pub fn ishi_text(&self) -> Option<String> {
        let text = match self.own.format {
            Format::Ishi => &self.own,
            _ => &self.stop_in(Format::Ishi)?.text,
        };
        Some(text.decoded().text().to_owned())
    }
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
