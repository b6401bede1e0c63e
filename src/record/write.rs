//! Writes a record, with the texts that its format cannot say.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::carry::{Carried, Extent, MAGIC};
use super::shown::{charset_of_new, say, say_other, without_carriers};
use super::text::{Decoded, Text};
use super::{Carry, Record};
use crate::charset::Charset;
use crate::diagnostic::Span;
use crate::dispatch;
use crate::edit::{self, Change, Original};
use crate::format::Format;
use crate::memory::PROPERTY;
use crate::model::{Game, NodeId};
use crate::options::WriteOptions;
use crate::outcome::{Outcome, Outcomes};
use crate::piece::{Cut, Difference, Key, Piece, difference};
use crate::refusal::Refusal;

/// The name of the loss if the text that comes back cannot take an edit, and the game is said anew.
const WORDING: &str = "wording of the text that travelled in the record";

/// How a record is written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target {
    /// The format.
    pub format: Format,
    /// The charset, if the user named one; else that of the text that comes back, or of a new record.
    pub charset: Option<Charset>,
    /// Whether the very bytes have to come back.
    pub exact: bool,
    /// Whether the game is said anew although a text of the format travels in the record.
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
pub(crate) struct Written {
    /// The text.
    pub text: Text,
    /// How the format says the parts of the game.
    pub outcomes: Outcomes,
}

/// Writes a record.
///
/// If a text of this format travels in the record, it comes back with the edits of the record. All other texts travel
/// on, unless the new text says the same.
///
/// # Errors
///
/// [`Unwritten`].
pub(crate) fn write(record: &Record, target: Target) -> Result<Written, Unwritten> {
    let mut outcomes = Outcomes::new();
    let charset = target.charset.unwrap_or(charset_of_new(target.format));
    // A property with the name of a carrier travels in the text of its record.
    let game = if record.own.format == target.format {
        Cow::Borrowed(&record.game)
    } else {
        without_carriers(&record.game)
    };
    let canonical = say(
        std::slice::from_ref(&*game),
        target.format,
        charset,
        &mut outcomes,
    );
    let back = record.back(target.format);
    let returned = back.filter(|_| !target.anew).and_then(spliced);
    let is_renewed = back.is_some() && returned.is_none();
    let text = match returned {
        Some(text) => in_charset(text, target.charset)?,
        None => Text {
            format: target.format,
            charset,
            mark: false,
            bytes: encode(charset, &canonical.map_err(Unwritten::Refused)?)?,
        },
    };
    let decoded = text.decoded();
    let (natives, cuts) = dispatch::pieces(text.format, decoded.text(), &text.options());
    let mut carried = Vec::new();
    if record.own.format != target.format && !record.is_written_again() {
        // Nobody needs the very bytes of a text that was made of another one.
        let is_exact = target.exact && record.carries.is_empty();
        carried.extend(needed(&record.own, &natives, is_exact));
    }
    for other in record.others(target.format) {
        carried.extend(needed(&other, &natives, target.exact));
    }
    if !carried.is_empty() {
        outcomes.keep();
    }
    if is_renewed {
        outcomes.record(Outcome::Lost, WORDING, NodeId::ROOT);
    }
    Ok(Written {
        text: with_carriers(&text, &decoded, &cuts, &carried).unwrap_or(text),
        outcomes,
    })
}

impl Record {
    /// Returns whether the texts that travel in the record are written as the record again, so that the record need not
    /// travel too. An edit makes the difference, also of a line without meaning (`REMARK here`).
    fn is_written_again(&self) -> bool {
        let is_edited = |carry: &Carry| carry.game.is_changed();
        if self.carries.is_empty() || self.carries.iter().any(is_edited) {
            return false;
        }
        let game = std::slice::from_ref(&self.game);
        let format = self.own.format;
        let written = say_other(game, format, charset_of_new(format));
        let content = |text: &str| dispatch::content(format, text);
        let own = content(self.own.decoded().text());
        written.is_ok_and(|text| difference(&own, &content(&text)) == Difference::None)
    }

    /// Returns the text that travels in the record and is of this format.
    fn back(&self, format: Format) -> Option<&Carry> {
        let mut carries = self.carries.iter();
        let is_back = |carry: &&Carry| carry.carried.format == format;
        carries.find(is_back).filter(|_| self.own.format != format)
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

fn in_charset(text: Text, charset: Option<Charset>) -> Result<Text, Unwritten> {
    let Some(charset) = charset.filter(|charset| *charset != text.charset) else {
        return Ok(text);
    };
    let bytes = encode(charset, text.decoded().text())?;
    Ok(Text {
        charset,
        mark: false,
        bytes,
        ..text
    })
}

/// Returns a text with the edits of its record, if it can take them.
fn spliced(carry: &Carry) -> Option<Text> {
    let text = carry.carried.text();
    if !carry.game.is_changed() {
        return Some(text);
    }
    let decoded = text.decoded();
    let (former, cuts) = dispatch::pieces(text.format, decoded.text(), &text.options());
    let original = Original {
        format: text.format,
        text: decoded.text(),
        games: &former,
        cuts: &cuts,
        read: &text.options(),
        write: &WriteOptions {
            plain: true,
            charset: Some(text.charset),
            follows: false,
            as_read: false,
        },
        names_charset: false,
        respelled: &[],
    };
    let changes = edit::changes(original, &[&carry.game]).ok()?;
    text.changed(&decoded, changes.iter().map(|(_, change)| change))
}

/// Returns as much of a text as games of another format do not show.
fn needed(text: &Text, natives: &[Game<'_>], is_exact: bool) -> Option<Carried> {
    let decoded = text.decoded();
    // As the way back would write it without a carrier.
    let charset = charset_of_new(text.format);
    let canonical = say_other(natives, text.format, charset);
    let found = canonical
        .as_ref()
        .map_or(Difference::Elsewhere, |canonical| {
            let own = dispatch::content(text.format, decoded.text());
            difference(&own, &dispatch::content(text.format, canonical))
        });
    let comes_back = |canonical: String| canonical.as_bytes() == text.bytes;
    let extent = match found {
        Difference::None if !is_exact => return None,
        _ if is_exact && canonical.is_ok_and(comes_back) => return None,
        Difference::First if !is_exact => Extent::Head,
        _ => Extent::Whole,
    };
    let head = (extent == Extent::Head).then(|| head(text, &decoded));
    // A first node that shares its lines with another one has no head.
    let (extent, bytes) = match head.flatten() {
        Some(bytes) => (Extent::Head, bytes),
        None => (Extent::Whole, text.bytes.clone()),
    };
    Some(Carried {
        format: text.format,
        charset: text.charset,
        mark: text.mark,
        extent,
        bytes,
    })
}

/// Returns the bytes of the first node of a text, unless it shares them with another node.
fn head(text: &Text, decoded: &Decoded) -> Option<Vec<u8>> {
    let (_, cuts) = dispatch::pieces(text.format, decoded.text(), &text.options());
    let cut = cuts.first()?;
    let is_shared = cut.shared.contains_key(&cut.pieces.first()?.node);
    let end = decoded.byte_at(end_of_head(cut)?);
    let bytes = text.bytes.get(..end).filter(|_| !is_shared)?;
    Some(bytes.to_vec())
}

/// Returns where the pieces of the first node end.
fn end_of_head(cut: &Cut) -> Option<usize> {
    let root = cut.pieces.first()?.node;
    let is_head = |piece: &&Piece| piece.node == root && piece.key != Key::Close;
    Some(cut.pieces.iter().take_while(is_head).last()?.span.end)
}

/// Puts carriers into a text: after the properties of the first node, or after the first line of an event. An event
/// that continues another one says so. Returns no text if there is no carrier to put in.
fn with_carriers(
    text: &Text,
    decoded: &Decoded,
    cuts: &[Cut],
    carried: &[Carried],
) -> Option<Text> {
    if carried.is_empty() && cuts.len() < 2 {
        return None;
    }
    let digest = digest(text.format, decoded.text());
    let mut changes = Vec::new();
    for (number, cut) in cuts.iter().enumerate() {
        let words = match number {
            0 => carriers(text, carried, digest),
            _ => format!("USER {MAGIC} continues {digest:08x}\r\nENDUSER\r\n"),
        };
        let place = place(text.format, cut)?;
        changes.push(Change {
            span: Span::new(place, place),
            text: words,
            parts: Vec::new(),
        });
    }
    text.changed(decoded, &changes)
}

/// Returns where the carriers of a game are.
fn place(format: Format, cut: &Cut) -> Option<usize> {
    match format {
        Format::Ishi => {
            let is_event = |piece: &&Piece| matches!(piece.key, Key::Keyword("EVENT", _));
            let event = cut.pieces.iter().find(is_event).map(|event| event.span.end);
            event.or(cut.pieces.first().map(|first| first.span.start))
        }
        Format::SmartGo | Format::Sgf => end_of_head(cut),
    }
}

/// Returns the text of carriers.
fn carriers(text: &Text, carried: &[Carried], digest: u32) -> String {
    let mut out = String::new();
    if text.format == Format::Ishi {
        for one in carried {
            let title = one.title(digest);
            let lines = one.block().join("\r\n");
            // Writing into a string does not fail.
            let _ = write!(out, "USER {title}\r\n{lines}\r\nENDUSER\r\n");
        }
    } else if !carried.is_empty() {
        let ascii = text.charset != Charset::Utf8;
        out.push('\n');
        out.push_str(PROPERTY);
        for one in carried {
            let _ = write!(out, "[{}]", one.value(digest, ascii));
        }
    }
    out
}

/// Returns a digest of the statements of a text. Their spelling does not count.
fn digest(format: Format, text: &str) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for statement in dispatch::content(format, text) {
        hasher.update(statement.text.as_bytes());
        hasher.update(b"\n");
    }
    hasher.finalize()
}
