//! Writes a record, with the texts that its format cannot say.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use super::carry::{self, Carried};
use super::need::{Spelled, is_needed, needed};
use super::shown::{are_same, charset_of_new, say, say_other, without_carriers};
use super::text::Text;
use super::{Carry, Record};
use crate::bracket;
use crate::charset::Charset;
use crate::diagnostic::Span;
use crate::dispatch::{self, Splitter};
use crate::edit::{self, Change, Original, Respelled, charset_part, is_read_back, pairs};
use crate::format::Format;
use crate::ishi;
use crate::model::equal::differing;
use crate::model::{Game, Property};
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
    /// Whether the game is said anew although a text of the format travels in the record. Properties of other programs that
    /// have the name of a carrier travel then, because a reader could take them for carriers.
    pub anew: bool,
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
    /// Whether words of the source are lost: the text of the target could not take an edit, or several events of Ishi, which
    /// are one game only together with their carrier, have words that the target cannot say.
    pub lacks_words: bool,
    /// Whether all words of the source are in the text.
    pub is_whole: bool,
    /// Whether it carries a text.
    carries: bool,
}

/// Writes a record.
///
/// If a text of this format travels in the record, it comes back with the edits of the record. All other texts travel
/// on, unless the new text says the same.
///
/// # Errors
///
/// [`Unwritten`].
pub(crate) fn write(record: &Record, target: RecordTarget) -> Result<WrittenRecord, Unwritten> {
    let written = write_with(record, target, !target.anew)?;
    let has_foreign = |game: &Game<'_>| matches!(without_carriers(game), Cow::Owned(_));
    if written.carries && written.natives.iter().any(has_foreign) {
        // A node has one property of a name, so a foreign one travels in the text.
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
    let mut carried = Vec::new();
    let mut lacks_words = record.back(target.format).is_some() && !is_returned;
    if !target.plain && may_lack_words(record, target, &native.games, is_returned) {
        if record.has_several_events() && !record.was_said_anew() {
            lacks_words |= !record.is_canonical();
        } else {
            carried.extend(own_text(record, target, &native.games));
        }
    }
    let is_whole = is_returned || !carried.is_empty();
    if !target.plain {
        carried.extend(other_texts(record, target, &native.games));
    }
    let with_carriers = if target.plain {
        None
    } else {
        native.with_carriers(&carried)
    };
    Ok(WrittenRecord {
        natives: native.games,
        lacks_words,
        is_whole,
        carries: !carried.is_empty(),
        text: with_carriers.unwrap_or(native.text),
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

    /// Puts carriers into the text: after the properties of the first node, or after the first line of an event. An event
    /// that continues another one says so. Returns no text if there is no carrier to put in, or no place for it.
    fn with_carriers(&self, carried: &[Carried]) -> Option<Text> {
        let places = self.places.as_ref()?;
        if carried.is_empty() && places.len() < 2 {
            return None;
        }
        let Text {
            format, charset, ..
        } = self.text;
        let change = |(number, place): (usize, &usize)| Change {
            span: Span::new(*place, *place),
            text: match number {
                0 => carriers(format, charset, carried),
                _ => format!("USER {MAGIC} continues\r\nENDUSER\r\n"),
            },
            parts: Vec::new(),
        };
        let changes: Vec<_> = places.iter().enumerate().map(change).collect();
        self.text.changed(&self.text.decoded(), &changes)
    }
}

/// Returns the text that a record is written as without new carriers, and whether a text of the record came back.
fn native(
    record: &Record,
    target: RecordTarget,
    with_foreign: bool,
) -> Result<(NativeRecord, bool), Unwritten> {
    let game = meant(record, target, with_foreign);
    if let Some(native) = returned(record, &game, target)? {
        return Ok((native, true));
    }
    Ok((NativeRecord::of(said(&game, target)?), false))
}

/// Returns the game to write. A property with the name of a carrier travels in the text of its record, if there is one.
fn meant(record: &Record, target: RecordTarget, with_foreign: bool) -> Cow<'_, Game<'static>> {
    let is_own = record.own.format == target.format;
    let is_kept = is_own && with_foreign && record.carries.is_empty();
    let mut game = if is_kept || target.plain {
        Cow::Borrowed(&record.game)
    } else {
        without_carriers(&record.game)
    };
    if is_own && !record.carries.is_empty() {
        spell_as(&record.natives, game.to_mut());
    }
    game
}

/// Returns the carried text in the target format with the edits of its record, or the own text of the record if the format
/// keeps lines.
fn returned(
    record: &Record,
    game: &Game<'_>,
    target: RecordTarget,
) -> Result<Option<NativeRecord>, Unwritten> {
    let back = record.back(target.format).filter(|_| !target.anew);
    if let Some((carry, text)) = back.and_then(|carry| Some((carry, spliced(carry)?))) {
        let native = NativeRecord::of(text).in_charset(target.charset);
        if native.is_ok() || !carry.is_edited() {
            return native.map(Some);
        }
    }
    let keeps_text = record.is_apart || target.format == Format::Ishi;
    if record.own.format != target.format || !keeps_text {
        return Ok(None);
    }
    let own = record.first_text();
    if !keeps_lines(&own, game) {
        return Ok(None);
    }
    // Letters that the charset lacks are replaced in the canonical text, and the own text travels.
    Ok(in_lines(&own, game).in_charset(target.charset).ok())
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

/// Returns whether the text of a record may have words that a result with the games `natives` lacks.
fn may_lack_words(
    record: &Record,
    target: RecordTarget,
    natives: &[Game<'_>],
    is_returned: bool,
) -> bool {
    let is_shown = || matches!(natives, [shown] if is_read_back(shown, &record.game));
    if record.own.format != target.format {
        record.was_said_anew() || !record.is_written_again()
    } else if record.carries.is_empty() {
        !is_returned && (target.format == Format::Ishi || !is_shown())
    } else {
        !is_returned && (record.was_said_anew() || !are_same(natives, &record.natives))
    }
}

/// Returns the carrier for the text of a record, if a result with the games `natives` needs one.
fn own_text(record: &Record, target: RecordTarget, natives: &[Game<'_>]) -> Option<Carried> {
    let own = record.first_text();
    let decoded = own.decoded();
    let own = Spelled::of_text(&own, &decoded);
    // Nobody needs the very bytes of a text that was made of another one.
    let is_exact = target.exact && record.carries.is_empty();
    needed(own, &record.game, natives, is_exact)
}

/// Returns the carriers for the texts in a record, if a result with the games `natives` needs them.
fn other_texts(record: &Record, target: RecordTarget, natives: &[Game<'_>]) -> Vec<Carried> {
    let needed = |text: Text| {
        let decoded = text.decoded();
        let own = Spelled::of_text(&text, &decoded);
        needed(own, &record.game, natives, target.exact)
    };
    record.others(target.format).filter_map(needed).collect()
}

/// Gives a game the properties of its record where both mean the same, because a carried text can have another order:
/// `AW[aa]AB[bb]` and `AB[bb]AW[aa]`.
fn spell_as(natives: &[Game<'_>], game: &mut Game<'_>) {
    let [shown] = natives else {
        return;
    };
    for (node, at) in pairs(game, shown).unwrap_or_default() {
        let (own, shown) = (game.properties(node), shown.properties(at));
        if own == shown {
            continue;
        }
        let differing: HashSet<_> = differing(own, shown).into_iter().collect();
        let is_same = |one: &Property<'_>| !differing.contains(&one.ident);
        let mut places = HashMap::new();
        for (place, other) in shown.iter().enumerate() {
            places.entry(&other.ident).or_insert(place);
        }
        let place = |one: &Property<'_>| places.get(&one.ident).copied().unwrap_or(shown.len());
        let same = shown.iter().filter(|one| is_same(one));
        let all = same.chain(own.iter().filter(|one| !is_same(one)));
        let mut properties: Vec<_> = all.map(|one| one.clone().into_owned()).collect();
        properties.sort_by_key(place);
        game.set_properties(node, properties);
    }
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
fn in_lines(text: &Text, game: &Game<'_>) -> NativeRecord {
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
    let is_meant = |native: &NativeRecord| are_same(&native.games, std::slice::from_ref(game));
    let in_lines = in_lines.filter(is_meant);
    in_lines.unwrap_or_else(|| NativeRecord::of(text.clone()))
}

impl Record {
    /// Returns whether the texts that travel in the record are written as the record again, so that the record need not
    /// travel too. An edit makes the difference, also of a line without meaning (`REMARK here`).
    fn is_written_again(&self) -> bool {
        !self.carries.is_empty()
            && !self.carries.iter().any(Carry::is_edited)
            && self.is_canonical()
    }

    /// Returns whether the text of the record is several games without its carriers.
    fn has_several_events(&self) -> bool {
        self.natives.len() > 1
    }

    /// Returns whether the text of the record has the content of its canonical text, and no words without meaning.
    fn is_canonical(&self) -> bool {
        let game = std::slice::from_ref(&self.game);
        let format = self.own.format;
        let written = say_other(game, format, charset_of_new(format));
        let own = self.own.decoded();
        written.is_ok_and(|text| {
            dispatch::difference(format, own.text(), &text) == DifferingNodes::None
        })
    }

    /// Returns whether games lack words of the texts of the record, for example a REMARK of a text that travels in it.
    pub fn has_more_words(&self, shown: &[Game<'_>]) -> bool {
        let lacks = |text: &Text| {
            let decoded = text.decoded();
            is_needed(Spelled::of_text(text, &decoded), &self.game, shown)
        };
        let lacks_own = match self.own.format {
            Format::Ishi if self.has_several_events() => !self.is_canonical(),
            Format::Ishi => lacks(&self.own),
            Format::SmartGo | Format::Sgf => false,
        };
        let lacks_carried = |carry| spliced(carry).is_none_or(|text| lacks(&text));
        lacks_own || self.carries.iter().any(lacks_carried)
    }

    /// Returns the Ishi text of the record: the text of the file, or a carried text.
    pub fn ishi_text(&self) -> Option<String> {
        if self.own.format == Format::Ishi {
            return Some(self.own.decoded().text().to_owned());
        }
        let text = self.carried_in(Format::Ishi).and_then(spliced)?;
        Some(text.decoded().text().to_owned())
    }

    /// Returns whether a text of the format of the record travels in it.
    fn was_said_anew(&self) -> bool {
        self.carried_in(self.own.format).is_some()
    }

    /// Returns the text of the record, or the text of the same format that it was said anew from.
    fn first_text(&self) -> Cow<'_, Text> {
        let first = self.carried_in(self.own.format).and_then(spliced);
        first.map_or(Cow::Borrowed(&self.own), Cow::Owned)
    }

    /// Returns the text that travels in the record and is of this other format.
    fn back(&self, format: Format) -> Option<&Carry> {
        self.carried_in(format)
            .filter(|_| self.own.format != format)
    }

    /// Returns the first text of a format that travels in the record.
    fn carried_in(&self, format: Format) -> Option<&Carry> {
        let mut carries = self.carries.iter();
        carries.find(|carry| carry.carried.format == format)
    }

    /// Returns the texts that travel in the record and are of other formats, with the edits of the record.
    fn others(&self, format: Format) -> impl Iterator<Item = Text> {
        let is_other =
            move |carry: &&Carry| ![format, self.own.format].contains(&carry.carried.format);
        self.carries.iter().filter(is_other).filter_map(spliced)
    }
}

fn encode(charset: Charset, text: &str) -> Result<Vec<u8>, Unwritten> {
    charset.encode(text).map_err(Unwritten::Unencodable)
}

/// Returns a text with the edits of its record, if it can take them. A text is recoded as UTF-8 if its charset lacks
/// letters of an edit.
fn spliced(carry: &Carry) -> Option<Text> {
    let text = carry.carried.text();
    if carry.is_recoded {
        return changed(&text, &carry.game, true);
    }
    if !carry.game.is_changed() {
        return Some(text);
    }
    changed(&text, &carry.game, false).or_else(|| changed(&text.recoded()?, &carry.game, true))
}

/// Returns a text with the changes that put a game into it. A text that was recoded gets a CA in SGF.
fn changed(text: &Text, game: &Game<'_>, is_recoded: bool) -> Option<Text> {
    let decoded = text.decoded();
    let charset = is_recoded.then(|| Respelled::Part(0, charset_part()));
    let (former, cuts) = dispatch::pieces(text.format, decoded.text());
    let original = Original {
        format: text.format,
        text: decoded.text(),
        games: &former,
        cuts: &cuts,
        charset: text.charset,
        names_charset: false,
        respelled: charset.as_slice(),
    };
    let changes = edit::changes(original, &[game]).ok()?;
    text.changed(&decoded, changes.iter().map(|(_, change)| change))
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
