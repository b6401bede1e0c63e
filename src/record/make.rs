//! Makes the carrier of a result: the patch with the content of the source that the result does not show.

use super::carry::{Body, Carried, LineEnd};
use super::patch;
use super::shown::{charset_of_new, say_other};
use super::text::{Decoded, Text};
use crate::charset::Charset;
use crate::diagnostic::Diagnostics;
use crate::dispatch;
use crate::edit::{is_read_back, pairs};
use crate::format::Format;
use crate::ishi;
use crate::model::equal::{differing, same_move};
use crate::model::{Game, Ident, NodeId};
use crate::piece::DifferingNodes;
use crate::source::Unit;

/// The text of a source, with its bytes.
#[derive(Clone, Copy)]
pub(crate) struct Spelled<'t> {
    format: Format,
    charset: Charset,
    mark: bool,
    bytes: &'t [u8],
    text: &'t str,
}

impl<'t> Spelled<'t> {
    /// Creates the text of a unit, which was read with its bytes.
    pub fn of_unit(format: Format, unit: &'t Unit) -> Self {
        Self {
            format,
            charset: unit.charset(),
            mark: unit.is_marked(),
            bytes: unit.bytes(),
            text: unit.text(),
        }
    }

    /// Creates the text of a record.
    pub fn of_text(text: &'t Text, decoded: &'t Decoded<'t>) -> Self {
        Self {
            format: text.format,
            charset: text.charset,
            mark: text.mark,
            bytes: &text.bytes,
            text: decoded.text(),
        }
    }

    /// Returns a carrier of this text.
    fn carried(&self, shown: &[String], game: &Game<'_>, body: Body) -> Carried {
        Carried {
            format: self.format,
            charset: self.charset,
            mark: self.mark,
            line_end: LineEnd::of(self.bytes, self.charset, self.format),
            shown: checksum(shown),
            signs: patch::signs(game),
            exact: false,
            is_damaged: false,
            body,
        }
    }

    /// Returns whether the text has letters whose charset a new record would not have.
    fn has_own_charset(&self) -> bool {
        !self.text.is_ascii() && (self.mark || self.charset != charset_of_new(self.format))
    }
}

/// Returns the checksum of canonical texts, with LF at the ends of their lines.
pub(super) fn checksum(texts: &[String]) -> u32 {
    crc32fast::hash(texts.concat().replace("\r\n", "\n").as_bytes())
}

/// Returns the canonical texts of games, and their charset: the wanted one, or UTF-8 if that lacks a letter.
pub(super) fn canonical(
    games: &[Game<'_>],
    format: Format,
    charset: Charset,
) -> Option<(Vec<String>, Charset)> {
    let said = |charset| said_in(games, format, charset);
    let wide = said(Charset::Utf8)?;
    match charset {
        Charset::Utf8 => Some((wide, charset)),
        Charset::Ascii if wide.iter().all(|text| text.is_ascii()) => Some((wide, charset)),
        Charset::Ascii => Some((wide, Charset::Utf8)),
        _ if charset.encode(&wide.concat()).is_err() => Some((wide, Charset::Utf8)),
        _ => Some((said(charset)?, charset)),
    }
}

/// Returns the canonical text of each game in a charset. Letters that it lacks are replaced.
pub(super) fn said_in(games: &[Game<'_>], format: Format, charset: Charset) -> Option<Vec<String>> {
    let texts = games
        .iter()
        .map(|game| say_other(std::slice::from_ref(game), format, charset));
    texts.collect::<Result<_, _>>().ok()
}

/// Returns a text as it is compared: of Ishi its lines.
pub(super) fn in_lines(format: Format, text: &str) -> String {
    match format {
        Format::Ishi => ishi::content::in_lines(text),
        Format::SmartGo | Format::Sgf => text.to_owned(),
    }
}

/// Returns the content of a text that games of another format, which were read back, do not show. With `is_exact` the very
/// bytes have to come back. `game` is the meaning of the text.
pub(crate) fn needed(
    own: Spelled<'_>,
    game: &Game<'_>,
    shown: &[Game<'_>],
    is_exact: bool,
) -> Option<Needed> {
    let whole = |texts: &[String]| Carried {
        exact: is_exact,
        ..own.carried(texts, game, Body::Whole(own.bytes.to_vec()))
    };
    let unread = |texts: &[String]| {
        Some(Needed {
            carried: whole(texts),
            words: Vec::new(),
        })
    };
    if is_far_longer(own, shown) {
        return unread(&[]);
    }
    let Some((texts, _)) = canonical(shown, own.format, own.charset) else {
        return unread(&[]);
    };
    if is_exact && !own.mark && texts.concat().as_bytes() == own.bytes {
        return None;
    }
    if !is_exact && !own.has_own_charset() && is_plainly_shown(own, game, shown, &texts) {
        return None;
    }
    let text = in_lines(own.format, own.text);
    let patch::Differences { hunks, words } = patch::differences(own.format, &text, &texts, false);
    let in_game = |(what, node)| {
        (
            what,
            if game.contains(node) {
                node
            } else {
                NodeId::ROOT
            },
        )
    };
    let words = words.into_iter().map(in_game).collect();
    if is_exact {
        return Some(Needed {
            carried: whole(&texts),
            words,
        });
    }
    let back = patch::applied(own.format, &texts, &hunks);
    let games = dispatch::read(own.format, &back, &mut Diagnostics::without_positions());
    let is_home = matches!(games.as_slice(), [back] if has_content_of(back, game))
        && (hunks.is_empty()
            || patch::differences(own.format, &text, &[back], false)
                .hunks
                .is_empty());
    if is_home && hunks.is_empty() && !own.has_own_charset() {
        return None;
    }
    let patch = own.carried(&texts, game, Body::Hunks(hunks, Vec::new()));
    let whole = whole(&texts);
    let is_short = is_home && patch.length() <= whole.length();
    Some(Needed {
        carried: if is_short { patch } else { whole },
        words,
    })
}

/// Returns whether two games mean the same, but for the names of the programs that wrote them (AP) and the way to show
/// variations (ST).
pub(crate) fn has_content_of(back: &Game<'_>, game: &Game<'_>) -> bool {
    let is_silent = |ident: &Ident| matches!(ident.as_str(), "AP" | "ST");
    if is_read_back(back, game) {
        return true;
    }
    let is_same = |(one, two): (NodeId, NodeId)| {
        let differing = differing(back.properties(one), game.properties(two));
        same_move(back.mv(one), game.mv(two)) && differing.into_iter().all(is_silent)
    };
    (back.kind, back.size) == (game.kind, game.size)
        && pairs(back, game).is_some_and(|nodes| nodes.into_iter().all(is_same))
}

/// Returns whether a canonical text has the statements of a text in its order. Most records need no further look.
fn is_plainly_shown(
    own: Spelled<'_>,
    game: &Game<'_>,
    shown: &[Game<'_>],
    texts: &[String],
) -> bool {
    let ([shown], [text]) = (shown, texts) else {
        return false;
    };
    is_read_back(shown, game)
        && dispatch::difference(own.format, own.text, text) == DifferingNodes::None
}

/// The content of a text that a result does not show.
pub(crate) struct Needed {
    /// The carrier.
    pub carried: Carried,
    /// The words without meaning in it, by the name of their line, each with its node.
    pub words: Vec<(String, NodeId)>,
}

/// Returns the words of a later text that the older game lacks, which it was made of.
pub(super) fn later_words(
    own: Spelled<'_>,
    game: &Game<'_>,
    older: &[Game<'_>],
) -> Option<Carried> {
    let text = in_lines(own.format, own.text);
    let mut charsets = vec![charset_of_new(own.format), own.charset];
    charsets.dedup();
    let found = charsets.into_iter().filter_map(|charset| {
        let texts = [say_other(older, own.format, charset).ok()?];
        let hunks = patch::differences(own.format, &text, &texts, false).hunks;
        Some((hunks, texts))
    });
    let (hunks, texts) = found.min_by_key(|(hunks, _)| hunks.len())?;
    (!hunks.is_empty()).then(|| own.carried(&texts, game, Body::Hunks(hunks, Vec::new())))
}

/// Texts of up to so many bytes of points are compared, however short the source is.
const MOST_BYTES_OF_POINTS: usize = 1 << 20;

/// Returns whether a canonical text is so much longer than a text that to compare them takes too much memory: a Smart-Go text
/// of 300 KB with rectangles, which are not in its specification, would become one of 40 MB.
fn is_far_longer(own: Spelled<'_>, shown: &[Game<'_>]) -> bool {
    let points = shown
        .iter()
        .map(|game| dispatch::bytes_of_points(own.format, game));
    points.sum::<usize>() > MOST_BYTES_OF_POINTS.max(4 * own.text.len())
}
