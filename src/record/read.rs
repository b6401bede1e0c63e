//! Reads a record: takes its carriers, and brings the edits of the record into the games of their texts.

use std::collections::{HashMap, VecDeque};
use std::iter::once;
use std::slice::from_ref;

use super::carry::{Carried, Extent};
use super::gaps::fill;
use super::merge::merge;
use super::need::completed;
use super::shown::{are_same, charset_of_new, read_back, say, say_other};
use super::text::{Decoded, Text};
use super::{Carry, Record};
use crate::charset::Charset;
use crate::diagnostic::{Diagnostics, Span};
use crate::dispatch;
use crate::edit::{align, is_read_back, pairs};
use crate::format::Format;
use crate::ishi;
use crate::model::{Game, Ident, NodeId, Property};
use crate::piece::Cut;
use crate::source;
use taken::{Taken, take_carriers};

mod taken;

/// Reads the records of a unit, and reports the mistakes in its text.
pub(crate) fn read_unit(format: Format, unit: &source::Unit, log: &mut Diagnostics) -> Vec<Record> {
    let text = Text::of_unit(format, unit);
    if format == Format::Ishi {
        return read_with(&text, log);
    }
    dispatch::read(format, unit.text(), log);
    read(&text)
}

/// Reads the records of the text of one unit.
pub(crate) fn read(text: &Text) -> Vec<Record> {
    read_with(text, &mut Diagnostics::without_positions())
}

/// Reads records as [`read`] does, and reports the mistakes in a text of Ishi.
///
/// Events of Ishi on one line are cut apart after they were put on lines.
fn read_with(text: &Text, log: &mut Diagnostics) -> Vec<Record> {
    let records = read_parts(text, log);
    if text.format != Format::Ishi || records.iter().all(|record| record.is_apart) {
        return records;
    }
    let lines = ishi::content::in_lines(text.decoded().text());
    let in_lines = text.charset.encode(&lines).map(|bytes| Text {
        bytes,
        mark: false,
        ..*text
    });
    let log = &mut Diagnostics::without_positions();
    let Ok(mut parts) = in_lines.map(|text| read_parts(&text, log)) else {
        return records;
    };
    let is_same =
        |(one, two): (&Record, &Record)| two.is_apart && is_read_back(&two.game, &one.game);
    if parts.len() != records.len() || !records.iter().zip(&parts).all(is_same) {
        return records;
    }
    // The line breaks do not come back.
    for (part, record) in parts.iter_mut().zip(records) {
        part.is_apart = false;
        part.refused = record.refused;
    }
    parts
}

fn read_parts(text: &Text, log: &mut Diagnostics) -> Vec<Record> {
    let decoded = text.decoded();
    let take = |cuts: Vec<Cut>| {
        let mut starts = Vec::new();
        let mut events = VecDeque::with_capacity(cuts.len());
        for (number, cut) in cuts.iter().enumerate() {
            starts.extend(cut.pieces.iter().map(|piece| (piece.span.start, number)));
            let taken = Taken::of(text.format, decoded.text(), cut);
            events.push_back(UnitEvent { number, taken });
        }
        let parts = parts(starts, events.len(), decoded.text().len());
        (events, parts)
    };
    let (games, (mut events, parts)) =
        dispatch::with_pieces(text.format, decoded.text(), log, take);
    let mut games: VecDeque<_> = games.into_iter().map(Game::into_owned).collect();
    let mut unit = UnitText {
        text,
        parts,
        decoded: Some(decoded),
    };
    let mut records = Vec::with_capacity(events.len());
    while let Some(first) = events.pop_front() {
        let more = events
            .iter()
            .take_while(|event| event.taken.continues)
            .count();
        let part: Vec<_> = once(first).chain(events.drain(..more)).collect();
        let natives = games.drain(..part.len().min(games.len())).collect();
        match unit.together(&part, natives) {
            Ok(record) => records.push(record),
            Err(natives) => {
                let games = part.iter().zip(natives);
                records.extend(games.filter_map(|(event, game)| unit.alone(event, game)));
            }
        }
    }
    records
}

/// A game of a unit: a game tree, or an event of Ishi.
struct UnitEvent {
    /// Its number in the unit, from 0.
    number: usize,
    taken: Taken,
}

/// The text of a unit.
struct UnitText<'u> {
    text: &'u Text,
    /// The characters, while they are needed.
    decoded: Option<Decoded<'u>>,
    /// The part of the text of each event.
    parts: Vec<Span>,
}

/// Returns the part of the text of each event, from the starts of the pieces with the numbers of their events. A part
/// ends after the last piece of its event and the events before it: a remark about the next event can come before other
/// lines of an event. Text before the first piece belongs to the first event.
fn parts(mut starts: Vec<(usize, usize)>, events: usize, end: usize) -> Vec<Span> {
    starts.sort_unstable();
    let mut parts = Vec::with_capacity(events);
    let (mut start, mut end) = (end, end);
    for (before, number) in starts.into_iter().rev().chain([(0, 0)]) {
        while parts.len() + number + 1 < events {
            parts.push(Span::new(start, end));
            end = start;
        }
        start = before;
    }
    parts.push(Span::new(0, end));
    parts.reverse();
    parts
}

impl UnitText<'_> {
    /// Returns the record of a game and the events that continue it, with the edits that were made since its carriers
    /// were written. `natives` are the games that the text shows, with their carriers as ordinary properties. Returns
    /// them if no carrier is believed.
    fn together(
        &mut self,
        events: &[UnitEvent],
        mut natives: Vec<Game<'static>>,
    ) -> Result<Record, Vec<Game<'static>>> {
        let (Some(UnitEvent { taken, .. }), Some(first)) = (events.first(), natives.first_mut())
        else {
            return Err(natives);
        };
        if taken.found.is_empty() {
            return Err(natives);
        }
        let root = first.properties(NodeId::ROOT).to_vec();
        take_carriers(first);
        if let Some(record) = self.believed(events, taken, &natives) {
            return Ok(Record { natives, ..record });
        }
        if let Some(first) = natives.first_mut() {
            first.set_properties(NodeId::ROOT, root);
        }
        Err(natives)
    }

    /// Returns the record of `natives` with the texts of the carriers `taken`.
    fn believed(
        &mut self,
        events: &[UnitEvent],
        taken: &Taken,
        natives: &[Game<'static>],
    ) -> Option<Record> {
        let spans = events.iter().flat_map(|event| &event.taken.spans);
        let (own, is_apart) = self.own(events, spans.copied(), natives)?;
        if self.are_all(events) {
            // Large texts are read again below.
            self.decoded = None;
        }
        let texts = taken.found.iter().cloned();
        let texts: Vec<_> = texts.filter_map(|carried| open(carried, natives)).collect();
        let (game, carries) = edited(texts, &own, natives)?;
        let are_believed = carries.len() == taken.found.len();
        let refused = if are_believed {
            taken.refused.clone()
        } else {
            taken.all().collect()
        };
        Some(Record {
            game,
            refused,
            is_apart,
            own,
            natives: Vec::new(),
            carries,
        })
    }

    /// Returns the record of a game as it stands. Its carriers are data of another program. It continues no game.
    fn alone(&mut self, event: &UnitEvent, game: Game<'static>) -> Option<Record> {
        let (own, is_apart) = self.own(from_ref(event), event.taken.joint, from_ref(&game))?;
        Some(Record {
            game,
            refused: event.taken.all().collect(),
            own,
            is_apart,
            natives: Vec::new(),
            carries: Vec::new(),
        })
    }

    /// Returns the text of events without some parts, and whether it is theirs alone. If not, it is said anew. None if
    /// neither text has the games.
    fn own(
        &mut self,
        events: &[UnitEvent],
        without: impl IntoIterator<Item = Span>,
        natives: &[Game<'static>],
    ) -> Option<(Text, bool)> {
        let own = self.cut(events, without)?;
        let is_followed = events.iter().any(|event| event.taken.is_followed);
        if self.are_all(events) && !is_followed || is_read_from(&own, natives) {
            return Some((own, true));
        }
        let canonical = say(natives, self.text.format, self.text.charset).ok()?;
        let text = Text {
            bytes: self.text.charset.encode(&canonical).ok()?,
            mark: false,
            ..*self.text
        };
        (!is_followed || is_read_from(&text, natives)).then_some((text, false))
    }

    /// Returns whether all of the text is about these events.
    fn are_all(&self, events: &[UnitEvent]) -> bool {
        events.len() == self.parts.len()
    }

    fn cut(
        &mut self,
        events: &[UnitEvent],
        without: impl IntoIterator<Item = Span>,
    ) -> Option<Text> {
        let part = |event: Option<&UnitEvent>| self.parts.get(event?.number).copied();
        let own = Span::new(part(events.first())?.start, part(events.last())?.end);
        let Self { text, decoded, .. } = self;
        let decoded = decoded.get_or_insert_with(|| text.decoded());
        let mut removed = Vec::new();
        for span in without {
            let before = decoded.text().get(..span.start)?;
            let blank = match text.format {
                Format::Ishi => 0,
                _ => before.len() - before.trim_end_matches(['\r', '\n']).len(),
            };
            removed.push(Span::new(span.start - blank, span.end));
        }
        removed.sort_unstable_by_key(|span| span.start);
        text.parts(decoded, left_of(own, &removed))
    }
}

/// Returns a part of a text without some spans.
fn left_of(part: Span, removed: &[Span]) -> Vec<Span> {
    let mut left = Vec::new();
    let mut start = part.start;
    for span in removed.iter().filter(|span| span.end <= part.end) {
        if span.start >= start {
            left.push(Span::new(start, span.start));
            start = span.end;
        }
    }
    left.push(Span::new(start, part.end));
    left
}

/// Returns whether a text is read as games. Lines of several games in a mess belong to their game only together with the
/// lines before them.
fn is_read_from(own: &Text, natives: &[Game<'_>]) -> bool {
    let decoded = own.decoded();
    let games = dispatch::read(
        own.format,
        decoded.text(),
        &mut Diagnostics::without_positions(),
    );
    are_same(&games, natives)
}

/// Reads a carried text, if it has one game.
fn open(mut carried: Carried, natives: &[Game<'static>]) -> Option<Carry> {
    let charset = carried.charset;
    if carried.extent == Extent::Head || !carried.gaps.is_empty() {
        complete(&mut carried, natives)?;
    }
    let text = carried.text();
    let decoded = text.decoded();
    let log = &mut Diagnostics::without_positions();
    let mut games = dispatch::read(text.format, decoded.text(), log);
    let game = games.pop().filter(|_| games.is_empty())?;
    let game = game.into_owned().into_read();
    Some(Carry {
        is_recoded: carried.charset != charset,
        carried,
        game,
    })
}

/// Brings the edits of a record into the games of its texts; returns the game that all tell together. None if there is no
/// text, or if the record shows more or fewer games than the texts.
fn edited(
    mut texts: Vec<Carry>,
    own: &Text,
    natives: &[Game<'static>],
) -> Option<(Game<'static>, Vec<Carry>)> {
    let ours = together(&texts)?;
    let canonical = all_said(&ours, own.format, own.charset);
    // Nearly all records are as they were written, and need not be read again.
    if canonical.iter().any(|text| own.is_encoded(text)) {
        return Some((ours, texts));
    }
    let bases = canonical.iter().map(|text| read_back(text, own.format));
    let bases: Vec<_> = bases.collect();
    drop(canonical);
    if bases.iter().any(|base| are_same(base, natives)) {
        return Some((ours, texts));
    }
    let base = nearest(bases, natives)?;
    if base.len() != natives.len() || !are_alike(&base, natives) {
        return None;
    }
    if let [only] = texts.as_mut_slice() {
        // A single text tells the whole game. Three copies of it would need much memory.
        only.game = Game::default();
        let merged = merge(ours, &base, natives);
        only.game = merged.clone();
        return Some((merged, texts));
    }
    for text in &mut texts {
        text.game = merge(std::mem::take(&mut text.game), &base, natives);
    }
    Some((merge(ours, &base, natives), texts))
}

/// Returns the games that the record showed before the edit: those of its first canonical text, with the properties of the
/// other ones that the record still shows. A letter that the charset lacked at the time is transliterated, and the edit can
/// add others: `Muller` stands beside a new `é`.
fn nearest(
    bases: Vec<Vec<Game<'static>>>,
    natives: &[Game<'static>],
) -> Option<Vec<Game<'static>>> {
    let mut bases = bases.into_iter();
    let mut nearest = bases.next()?;
    for other in bases {
        for ((base, other), native) in nearest.iter_mut().zip(&other).zip(natives) {
            let partners = align(base, native);
            for (node, same) in pairs(base, other).unwrap_or_default() {
                let Some(at) = partners.of_first(node) else {
                    continue;
                };
                if base.properties(node) == other.properties(same) {
                    continue;
                }
                let others = by_ident(other.properties(same));
                let shown = by_ident(native.properties(at));
                let as_shown = |own: &Property<'static>| {
                    let other = others.get(&own.ident);
                    let other = other.filter(|other| shown.get(&own.ident) == Some(other));
                    other.map_or_else(|| own.clone(), |other| (*other).clone())
                };
                let properties = base.properties(node).iter().map(as_shown).collect();
                base.set_properties(node, properties);
            }
        }
    }
    Some(nearest)
}

fn by_ident<'g>(properties: &'g [Property<'static>]) -> HashMap<&'g Ident, &'g Property<'static>> {
    properties.iter().map(|one| (&one.ident, one)).collect()
}

/// Returns whether games can be versions of each other: they are of one kind, and of the moves of the shorter one at least half are in both. A
/// carrier that was copied to another game is not believed.
fn are_alike(base: &[Game<'_>], natives: &[Game<'_>]) -> bool {
    let moves = |games: &[Game<'_>]| games.iter().map(Game::move_count).sum::<usize>();
    let shared = base.iter().zip(natives).map(|(base, native)| {
        let pairs = align(base, native);
        let is_same = |node: &NodeId| {
            let partner = pairs.of_first(*node).and_then(|node| native.mv(node));
            base.mv(*node).is_some_and(|mv| partner == Some(mv))
        };
        base.nodes().filter(is_same).count()
    });
    let mut pairs = base.iter().zip(natives);
    if pairs.any(|(base, native)| base.kind != native.kind) {
        return false;
    }
    let least = moves(base).min(moves(natives));
    least < 2 || shared.sum::<usize>() * 2 >= least
}

/// Returns the game that texts tell together. The last one is the oldest; the others were made of it, and may have
/// edits.
fn together(texts: &[Carry]) -> Option<Game<'static>> {
    let mut texts = texts.iter().rev();
    let oldest = texts.next()?.game.clone();
    Some(texts.fold(
        oldest,
        |game,
         Carry {
             carried: Carried {
                 format, charset, ..
             },
             game: later,
             ..
         }| {
            let said = all_said(&game, *format, *charset).into_iter();
            let bases = said.map(|text| read_back(&text, *format)).collect();
            match nearest(bases, from_ref(later)) {
                Some(base) if base.len() == 1 => merge(game, &base, from_ref(later)),
                _ => game,
            }
        },
    ))
}

/// Returns the canonical text of a game as a record. The record was written in the charset of a new one, unless somebody
/// chose another.
fn all_said(game: &Game<'_>, format: Format, charset: Charset) -> Vec<String> {
    let mut charsets = vec![charset_of_new(format), charset];
    charsets.dedup();
    let said = |charset| say_other(from_ref(game), format, charset).ok();
    charsets.into_iter().filter_map(said).collect()
}

impl Record {
    /// Returns whether the record, which was edited, shows a game as it would have been written.
    pub fn shows(&self, game: &Game<'_>) -> bool {
        let mut bases = all_said(game, self.own.format, self.own.charset).into_iter();
        self.carries.iter().any(Carry::is_edited)
            && bases.any(|base| are_same(&read_back(&base, self.own.format), &self.natives))
    }
}

/// Makes a carried text whole with the canonical text of its record: fills its gaps, and adds the other nodes to a head.
/// Recodes the carried text if somebody added a letter that its charset lacks.
fn complete(carried: &mut Carried, natives: &[Game<'static>]) -> Option<()> {
    let format = carried.format;
    let canonical = say_other(natives, format, charset_of_new(format)).ok()?;
    if fill(carried, &canonical).is_none() {
        carried.recode()?;
        fill(carried, &canonical)?;
    }
    if carried.extent == Extent::Whole {
        return Some(());
    }
    let text = carried.text();
    let decoded = text.decoded();
    let whole = completed(format, decoded.text(), &canonical)?;
    let rest = whole.get(decoded.text().len()..)?;
    if let Ok(rest) = carried.charset.encode(rest) {
        carried.bytes.extend(rest);
    } else {
        carried.recode()?;
        carried.bytes.extend_from_slice(rest.as_bytes());
    }
    carried.extent = Extent::Whole;
    Some(())
}

#[cfg(test)]
mod tests;
