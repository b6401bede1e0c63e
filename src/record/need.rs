//! How much of a text travels: nothing, the text of the first node, or the whole.

use std::borrow::Cow;

use super::carry::{Carried, Extent, LineEnd};
use super::gaps::with_gaps;
use super::lent::lent;
use super::shown::{charset_of_new, say_other};
use super::text::{Decoded, Text};
use crate::charset::Charset;
use crate::diagnostic::Diagnostics;
use crate::dispatch;
use crate::edit::{differs_at_most_at_root, has_same_root, is_read_back};
use crate::format::Format;
use crate::model::Game;
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
    places: CharPlaces<'t>,
}

/// Knows where characters are in the bytes.
#[derive(Clone, Copy)]
enum CharPlaces<'t> {
    Unit(&'t Unit),
    Decoded(&'t Decoded<'t>),
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
            places: CharPlaces::Unit(unit),
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
            places: CharPlaces::Decoded(decoded),
        }
    }

    /// Returns the text with other characters after its first node.
    pub fn with_text(self, text: &'t str) -> Self {
        Self { text, ..self }
    }

    /// Returns the offset in the bytes of an offset in the text.
    fn byte_at(&self, offset: usize) -> usize {
        match self.places {
            CharPlaces::Unit(unit) => {
                let length = unit.byte_at(offset) - unit.byte_at(0);
                usize::try_from(length).unwrap_or(usize::MAX)
            }
            CharPlaces::Decoded(decoded) => decoded.byte_at(offset),
        }
    }

    fn carried(&self, extent: Extent, bytes: &[u8]) -> Carried {
        Carried {
            format: self.format,
            charset: self.charset,
            mark: self.mark,
            line_end: LineEnd::of(bytes, self.charset),
            extent,
            bytes: bytes.to_vec(),
            gaps: Vec::new(),
        }
    }
}

/// Returns as much of a text as travels, because games of another format, which were read back, do not show it. With
/// `is_exact` the very bytes have to come back, else the same content. `game` is the meaning of the text.
pub(crate) fn needed(
    own: Spelled<'_>,
    game: &Game<'_>,
    shown: &[Game<'_>],
    is_exact: bool,
) -> Option<Carried> {
    let shown = &*if is_exact {
        Cow::Borrowed(shown)
    } else {
        lent(shown, game)
    };
    let whole = || own.carried(Extent::Whole, own.bytes);
    if is_far_longer(own, shown) {
        return Some(whole());
    }
    let Ok(canonical) = say_other(shown, own.format, charset_of_new(own.format)) else {
        return Some(whole());
    };
    let whole = || Some(with_gaps(whole(), own.text, &canonical, true));
    if is_exact {
        let comes_back = !own.mark && canonical.as_bytes() == own.bytes;
        return if comes_back { None } else { whole() };
    }
    let (difference, heads) = difference(own, game, shown, &canonical);
    match difference {
        DifferingNodes::None => None,
        DifferingNodes::First => needed_head(own, &canonical, heads, shown, game).or_else(whole),
        DifferingNodes::Elsewhere => whole(),
    }
}

/// Returns whether a text travels if its content has to come back, but not its very bytes.
pub(crate) fn is_needed(own: Spelled<'_>, game: &Game<'_>, shown: &[Game<'_>]) -> bool {
    let shown = &*lent(shown, game);
    if is_far_longer(own, shown) {
        return true;
    }
    let canonical = say_other(shown, own.format, charset_of_new(own.format));
    canonical.map_or(true, |canonical| {
        difference(own, game, shown, &canonical).0 != DifferingNodes::None
    })
}

/// Returns where a text has other content than the canonical text of the games that are shown, and where their first nodes
/// end if only these were compared: that takes less time than a comparison of the texts.
fn difference(
    own: Spelled<'_>,
    game: &Game<'_>,
    shown: &[Game<'_>],
    canonical: &str,
) -> (DifferingNodes, Option<[usize; 2]>) {
    let is_other_head = matches!(shown, [shown] if !has_same_root(shown, game));
    let heads = || dispatch::heads_before_same_rest(own.format, own.text, canonical);
    if let Some(heads) = is_other_head.then(heads).flatten() {
        return (DifferingNodes::First, Some(heads));
    }
    let found = match dispatch::difference(own.format, own.text, canonical) {
        DifferingNodes::None if !is_meant(shown, game) => DifferingNodes::Elsewhere,
        difference => difference,
    };
    (found, None)
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

/// Returns the text of the first node, if it and the canonical text of the others mean the game. They do if only the first node
/// is not shown, because the other nodes have the same content in both texts. The end of a file can cut a first node
/// off: `(;AB[aa:`. `heads` says where both first nodes end, if that is known.
fn needed_head(
    own: Spelled<'_>,
    canonical: &str,
    heads: Option<[usize; 2]>,
    shown: &[Game<'_>],
    game: &Game<'_>,
) -> Option<Carried> {
    let end = |text| dispatch::end_of_head(own.format, text);
    let [end, end_of_canonical] = match heads {
        Some(ends) => ends,
        None => [end(own.text)?, end(canonical)?],
    };
    let head = own.text.get(..end)?;
    let whole = with_rest(head, canonical.get(end_of_canonical..)?);
    own.charset.encode(whole.get(head.len()..)?).ok()?;
    let bytes = own.bytes.get(..own.byte_at(head.len()))?;
    let is_read = || {
        let games = dispatch::read(own.format, &whole, &mut Diagnostics::without_positions());
        is_meant(&games, game)
    };
    let is_cut_off = head.len() == own.text.trim_end().len();
    let is_shown = || matches!(shown, [shown] if differs_at_most_at_root(shown, game));
    let comes_back = whole.trim_end() == own.text.trim_end();
    (!is_cut_off && is_shown() || is_read()).then(|| {
        with_gaps(
            own.carried(Extent::Head, bytes),
            head,
            canonical,
            comes_back,
        )
    })
}

/// Returns the text of the first node, unless the node has a move.
pub(super) fn head(format: Format, text: &str) -> Option<&str> {
    text.get(..dispatch::end_of_head(format, text)?)
}

/// Returns the text of a first node, made whole with the canonical text of the other nodes.
pub(super) fn completed(format: Format, head: &str, canonical: &str) -> Option<String> {
    let end = dispatch::end_of_head(format, canonical)?;
    Some(with_rest(head, canonical.get(end..)?))
}

/// Returns the text of a first node with the rest of a canonical text, in the line ends of the first node.
fn with_rest(head: &str, rest: &str) -> String {
    if head.contains("\r\n") || !head.contains('\n') {
        return [head, rest].concat();
    }
    [head, &rest.replace("\r\n", "\n")].concat()
}

fn is_meant(shown: &[Game<'_>], game: &Game<'_>) -> bool {
    matches!(shown, [shown] if is_read_back(shown, game))
}

#[cfg(test)]
mod tests;
