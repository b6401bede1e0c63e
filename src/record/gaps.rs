//! Gaps: a long text that the record shows does not travel a second time.
//!
//! For example, `;B[aa]C[A long comment ...]` travels as `;B{aa}%~C~`. A reader fills the gap with the canonical text of
//! the comment that the record shows at this node. If somebody edited the comment, the reader finds the new one. The very bytes
//! come back from an unedited record if they would without gaps too, else the same content.

use std::collections::HashMap;

use super::carry::{Carried, Extent, Gap, LineEnd};
use super::need::head;
use super::text::Text;
use crate::dispatch;
use crate::edit::{pairs, partners};
use crate::format::Format;
use crate::model::{Game, Id, NodeId, PropertyType};
use crate::piece::{DifferingNodes, Key, Piece};

/// The shortest text that is left out, in bytes. In tests random games, which have short texts, have gaps too.
const SHORTEST: usize = if cfg!(test) { 6 } else { 64 };

/// Leaves long pieces that the record shows out of a carried text, given its characters. `canonical` is the text of the record in the
/// format of the carried text. With `is_exact` the very bytes come back, else the same content.
pub(super) fn with_gaps(carried: Carried, text: &str, canonical: &str, is_exact: bool) -> Carried {
    if !dispatch::may_have_long_body(carried.format, text, SHORTEST) {
        return carried;
    }
    let comes_back = |gapped: &Carried| {
        let mut filled = gapped.clone();
        fill(&mut filled, canonical).is_some()
            && (filled == carried || !is_exact && has_content_of(&filled, &carried))
    };
    let gapped = cut_out(&carried, canonical, is_exact).filter(comes_back);
    gapped.unwrap_or(carried)
}

/// Returns whether a head travels, without a text that is long enough for a gap. The text after a head decides about its gaps.
pub(crate) fn is_head_without_gaps(carried: &Carried) -> bool {
    let has_long_text = || {
        let text = carried.text();
        dispatch::may_have_long_body(text.format, text.decoded().text(), SHORTEST)
    };
    carried.extent == Extent::Head && carried.gaps.is_empty() && !has_long_text()
}

fn has_content_of(filled: &Carried, carried: &Carried) -> bool {
    let texts = [carried, filled].map(Carried::text);
    let [own, filled] = texts.each_ref().map(Text::decoded);
    dispatch::difference(carried.format, own.text(), filled.text()) == DifferingNodes::None
}

fn cut_out(carried: &Carried, canonical: &str, is_exact: bool) -> Option<Carried> {
    let text = carried.text();
    let decoded = text.decoded();
    let own = Pieces::of(text.format, decoded.text())?;
    let body = |piece: &Piece| long_body(text.format, decoded.text(), piece);
    own.all.iter().find_map(body)?;
    let canonical = extract(carried, canonical);
    let mut shown = ShownPieces::of(&own, text.format, &canonical)?;
    let mut gapped = Carried {
        bytes: Vec::new(),
        ..carried.clone()
    };
    let mut end = 0;
    for piece in &own.all {
        let Some((start, body)) = body(piece) else {
            continue;
        };
        let key = piece.key.name();
        let is_only = own.only(piece.node, &key).is_some();
        let is_same = |shown: String| {
            shown == body || !is_exact && dispatch::says_same(text.format, &key, [body, &shown])
        };
        if !is_only || !shown.take(piece.node, &key).is_some_and(is_same) {
            continue;
        }
        let before = carried.bytes.get(end..decoded.byte_at(start))?;
        gapped.bytes.extend_from_slice(before);
        end = decoded.byte_at(start + body.len());
        let at = gapped.bytes.len();
        gapped.gaps.push(Gap { at, key });
    }
    gapped.bytes.extend_from_slice(carried.bytes.get(end..)?);
    if !is_exact {
        // The line ends in the gaps do not come back.
        gapped.line_end = LineEnd::of(&gapped.bytes, gapped.charset);
    }
    (!gapped.gaps.is_empty()).then_some(gapped)
}

/// Returns where the body of a piece starts that is long enough for a gap, and the body.
fn long_body<'t>(format: Format, text: &'t str, piece: &Piece) -> Option<(usize, &'t str)> {
    let words = text.get(piece.span.start..piece.span.end)?.trim_end();
    let body = dispatch::body(format, words);
    let is_long = body.len() >= SHORTEST && may_be_left_out(piece);
    is_long.then_some((piece.span.start + words.len() - body.len(), body))
}

/// Returns whether a piece can be left out. Moves, stones and diagrams tell where a node is.
fn may_be_left_out(piece: &Piece) -> bool {
    let is_setup = match &piece.key {
        Key::Property(ident) => match ident.standard().map(Id::property_type) {
            Some(PropertyType::Move | PropertyType::Root) => return false,
            kind => kind == Some(PropertyType::Setup),
        },
        Key::Keyword("DIAGRAM", _) | Key::Open | Key::Start | Key::Whole | Key::Close => {
            return false;
        }
        Key::Keyword(keyword, _) => *keyword == "SETUP",
    };
    !is_setup || piece.node == NodeId::ROOT.index()
}

/// Fills the gaps of a carried text from its record. `canonical` is the text of the record in the format of the carried
/// text. Returns `None`, and fills no gap, if the charset lacks a letter.
pub(super) fn fill(carried: &mut Carried, canonical: &str) -> Option<()> {
    if carried.gaps.is_empty() {
        return Some(());
    }
    let canonical = extract(carried, canonical);
    let text = carried.text();
    let decoded = text.decoded();
    let own = Pieces::of(text.format, decoded.text());
    let shown = own.as_ref();
    let mut shown = shown.and_then(|own| ShownPieces::around_gaps(own, text.format, &canonical));
    let mut pieces = own.iter().flat_map(|own| &own.all).peekable();
    let (mut node, mut end) = (0, 0);
    let width = if carried.charset.is_ascii_compatible() {
        1
    } else {
        2
    };
    let mut bytes = Vec::with_capacity(carried.bytes.len());
    for Gap { at, key } in &carried.gaps {
        while let Some(piece) = pieces.next_if(|piece| decoded.byte_at(piece.span.start) < *at) {
            node = piece.node;
        }
        bytes.extend_from_slice(carried.bytes.get(end..*at).unwrap_or_default());
        end = *at;
        if let Some(body) = shown.as_mut().and_then(|shown| shown.take(node, key)) {
            bytes.extend(carried.charset.encode(&body).ok()?);
            continue;
        }
        // Somebody removed the property, so its identifier goes too.
        while is_letter_at_end(&bytes, width) {
            bytes.truncate(bytes.len() - width);
        }
    }
    bytes.extend_from_slice(carried.bytes.get(end..).unwrap_or_default());
    carried.bytes = bytes;
    carried.gaps.clear();
    Some(())
}

/// Returns whether bytes end with a letter or digit of an identifier. `width` is its length in bytes.
fn is_letter_at_end(bytes: &[u8], width: usize) -> bool {
    let last = bytes
        .len()
        .checked_sub(width)
        .and_then(|start| bytes.get(start..));
    last.is_some_and(|last| {
        let letters = last
            .iter()
            .filter(|byte| byte.is_ascii_alphanumeric())
            .count();
        letters == 1
            && last
                .iter()
                .all(|byte| *byte == 0 || byte.is_ascii_alphanumeric())
    })
}

/// Returns as much of a canonical text as a carried text has, with its line ends.
fn extract(carried: &Carried, canonical: &str) -> String {
    let part = match carried.extent {
        Extent::Head => head(carried.format, canonical).unwrap_or(""),
        Extent::Whole => canonical,
    };
    let lines = part.replace("\r\n", "\n");
    lines.replace('\n', carried.line_end.text())
}

/// The canonical text of a record, in pieces, with the nodes of another text of the same game.
struct ShownPieces<'t> {
    format: Format,
    canonical: &'t str,
    pieces: Pieces<'t>,
    /// For each node of the other text, by its index, its partner here.
    partners: Vec<Option<NodeId>>,
}

impl<'t> ShownPieces<'t> {
    /// Pairs the canonical text with a text without gaps.
    fn of(own: &Pieces<'_>, format: Format, canonical: &'t str) -> Option<Self> {
        let pieces = Pieces::of(format, canonical)?;
        let partners = partners(&own.game, &pieces.game);
        Some(Self {
            format,
            canonical,
            pieces,
            partners,
        })
    }

    /// Pairs the canonical text with a text with gaps. If the trees differ, nodes without a move are recognised by their words,
    /// so the words that are long enough for a gap do not count.
    fn around_gaps(own: &Pieces<'_>, format: Format, canonical: &'t str) -> Option<Self> {
        let pieces = Pieces::of(format, canonical)?;
        let has_tree = |game: &Game<'_>| pairs(game, &pieces.game).is_some();
        let gapped = if has_tree(&own.game) {
            None
        } else {
            pieces.with_all_gaps(format, canonical)
        };
        let gapped = gapped.as_deref().and_then(|text| Pieces::of(format, text));
        let gapped = gapped.filter(|gapped| has_tree(&gapped.game));
        let game = gapped.as_ref().map_or(&pieces.game, |gapped| &gapped.game);
        Some(Self {
            partners: partners(&own.game, game),
            format,
            canonical,
            pieces,
        })
    }

    /// Returns the body of a piece of a node, if the record shows one and no other. A second gap for it stays empty, so that a
    /// forged carrier does not multiply a long text.
    fn take(&mut self, node: usize, key: &str) -> Option<String> {
        let partner = self.partners.get(node).copied()??;
        let key = (partner.index(), key.to_owned());
        let piece = self.pieces.all.get(self.pieces.by_key.remove(&key)??)?;
        let words = self.canonical.get(piece.span.start..piece.span.end)?;
        Some(dispatch::body_on_one_line(self.format, words))
    }
}

/// A game and the pieces of its text.
struct Pieces<'t> {
    game: Game<'t>,
    /// In the order of the text.
    all: Vec<Piece>,
    /// For each node and key the place of the piece in `all`. `None` if there are several.
    by_key: HashMap<(usize, String), Option<usize>>,
}

impl<'t> Pieces<'t> {
    /// Returns the pieces of a text of one game.
    fn of(format: Format, text: &'t str) -> Option<Self> {
        let (mut games, mut cuts) = dispatch::pieces(format, text);
        let (game, cut) = games.pop().zip(cuts.pop())?;
        let mut by_key = HashMap::new();
        for (place, piece) in cut
            .pieces
            .iter()
            .enumerate()
            .filter(|(_, piece)| may_be_left_out(piece))
        {
            let key = (piece.node, piece.key.name());
            let is_again = |place: &mut Option<usize>| *place = None;
            by_key
                .entry(key)
                .and_modify(is_again)
                .or_insert(Some(place));
        }
        games.is_empty().then_some(Self {
            game,
            all: cut.pieces,
            by_key,
        })
    }

    /// Returns the text of the pieces without the bodies that are long enough for a gap.
    fn with_all_gaps(&self, format: Format, text: &str) -> Option<String> {
        let mut gapped = String::with_capacity(text.len());
        let mut end = 0;
        let bodies = self.all.iter();
        for (start, body) in bodies.filter_map(|piece| long_body(format, text, piece)) {
            gapped.push_str(text.get(end..start)?);
            end = start + body.len();
        }
        gapped.push_str(text.get(end..)?);
        Some(gapped)
    }

    /// Returns the piece of a node about a key, if there is one and no other.
    fn only(&self, node: usize, key: &str) -> Option<&Piece> {
        let place = *self.by_key.get(&(node, key.to_owned()))?;
        self.all.get(place?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::Charset;

    fn carried(format: Format, charset: Charset, text: &str, gaps: Vec<Gap>) -> Carried {
        Carried {
            format,
            charset,
            mark: false,
            line_end: LineEnd::Lf,
            extent: Extent::Whole,
            gaps,
            bytes: charset.encode(text).unwrap(),
        }
    }

    #[test]
    fn a_text_fills_one_gap_and_no_identifier_stays_without_a_value() {
        let gap = |at| Gap {
            at,
            key: "C".to_owned(),
        };
        let gaps = vec![gap(14), gap(14), gap(14), gap(21)];
        let text = "(;GM[1];B[aa]C;W[bb]C)";
        let mut carried = carried(Format::SmartGo, Charset::Ascii, text, gaps);
        fill(&mut carried, "(;GM[1];B[aa]C[one];W[bb])").unwrap();
        let text = String::from_utf8_lossy(&carried.bytes);
        assert_eq!(text, "(;GM[1];B[aa]C[one];W[bb])");
    }

    #[test]
    fn the_identifier_before_a_gap_goes_in_each_charset() {
        for label in ["utf-8", "utf-16le", "utf-16be"] {
            let charset = Charset::from_label(label).unwrap();
            let encode = |text: &str| charset.encode(text).unwrap();
            let gap = Gap {
                at: encode("(;GM[1]PB").len(),
                key: "PB".to_owned(),
            };
            let text = "(;GM[1]PBKM[0];B[aa])";
            let mut carried = carried(Format::Sgf, charset, text, vec![gap]);
            fill(&mut carried, "(;GM[1]KM[0];B[aa])").unwrap();
            assert_eq!(carried.bytes, encode("(;GM[1]KM[0];B[aa])"), "{label}");
        }
    }

    #[test]
    fn long_texts_that_the_record_shows_are_left_out() {
        for (text, expected) in [
            ("(;FF[4]GM[1]C[four];B[aa])", "(;FF[4]GM[1]C~C~;B[aa])"),
            ("(;FF[4]GM[1]C[thr];B[aa])", ""),
            ("(;FF[4]GM[1]AB[bb][cc];B[aa])", "(;FF[4]GM[1]AB~AB~;B[aa])"),
            // Stones tell where a node is, and the size is a property of the root.
            ("(;FF[4]GM[1];AB[bb][cc];B[aa])", ""),
            ("(;FF[4]GM[1]SZ[000009];B[aa])", ""),
            // The record has one comment in the place of two.
            ("(;FF[4]GM[1]C[sixsix]C[seven7];B[aa])", ""),
            (
                "(;FF[4]GM[1];B[aa]C[sixsix]N[name of it])",
                "(;FF[4]GM[1];B[aa]C~C~N~N~)",
            ),
        ] {
            let carried = carried(Format::Sgf, Charset::Ascii, text, Vec::new());
            let gapped = with_gaps(carried, text, text, true);
            let mut shown = String::from_utf8(gapped.bytes).unwrap();
            for gap in gapped.gaps.iter().rev() {
                shown.insert_str(gap.at, &format!("~{}~", gap.key));
            }
            assert_eq!(shown, if expected.is_empty() { text } else { expected });
        }
    }
}
