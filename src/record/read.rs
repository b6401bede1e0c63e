//! Reads a record: takes its carriers, and brings the edits of the record into the games of their texts.

use super::carry::{Carried, Damage, Extent, Found};
use super::merge::merge;
use super::shown::{are_same, charset_of_new, say_other, shown};
use super::text::{Decoded, Text};
use super::{Carry, Record};
use crate::bracket::property::parse_raw_property;
use crate::diagnostic::{Diagnostics, Span};
use crate::dispatch;
use crate::edit::{Change, differing_nodes, is_carrier};
use crate::format::Format;
use crate::memory::PROPERTY;
use crate::model::{Game, NodeId, Value};
use crate::piece::{Cut, Key};

/// Reads the records of the text of one unit.
pub(crate) fn read(text: &Text) -> Vec<Record> {
    let decoded = text.decoded();
    let (games, cuts) = dispatch::pieces(text.format, decoded.text(), &text.options());
    let mut parts: Vec<Part> = Vec::new();
    for (number, (game, cut)) in games.into_iter().zip(&cuts).enumerate() {
        let first = |cut: &Cut| cut.pieces.first().map(|piece| piece.span.start);
        let start = if number == 0 { Some(0) } else { first(cut) };
        let end = cuts.get(number + 1).and_then(first);
        let span = Span::new(
            start.unwrap_or(decoded.text().len()),
            end.unwrap_or(decoded.text().len()),
        );
        let mut taken = Taken::of(text.format, decoded.text(), cut);
        let mut game = game.into_owned();
        taken.take_from(&mut game);
        match parts.last_mut() {
            Some(part) if taken.continues => {
                part.span.end = span.end;
                part.natives.push(game);
                part.taken.spans.append(&mut taken.spans);
            }
            _ => parts.push(Part {
                span,
                natives: vec![game],
                taken,
            }),
        }
    }
    let count = parts.len();
    parts
        .into_iter()
        .filter_map(|part| {
            let own = part.own(text, &decoded, count == 1)?;
            Some(part.record(own))
        })
        .collect()
}

/// The text of one game of a unit.
struct Part {
    span: Span,
    /// The games that the text shows: one, and further ones that continue it.
    natives: Vec<Game<'static>>,
    taken: Taken,
}

/// The carriers of a game.
#[derive(Default)]
struct Taken {
    found: Vec<Found>,
    /// Where they are.
    spans: Vec<Span>,
    refused: usize,
    continues: bool,
}

impl Taken {
    fn of(format: Format, text: &str, cut: &Cut) -> Self {
        let mut taken = Self::default();
        let root = cut.pieces.first().map(|piece| piece.node);
        let may_carry = |key: &Key| is_carrier(key) || matches!(key, Key::Keyword("USER", _));
        for piece in cut.pieces.iter().filter(|piece| may_carry(&piece.key)) {
            let words = text.get(piece.span.start..piece.span.end).unwrap_or("");
            let results = match format {
                Format::Ishi if continues(words) => {
                    taken.continues = true;
                    taken.spans.push(piece.span);
                    continue;
                }
                Format::Ishi => block(words).into_iter().collect(),
                Format::SmartGo | Format::Sgf => values(words),
            };
            for result in results {
                match result {
                    Ok(found) if Some(piece.node) == root => {
                        taken.found.push(found);
                        taken.spans.push(piece.span);
                    }
                    _ => taken.refused += 1,
                }
            }
        }
        taken.spans.dedup();
        taken
    }

    /// Takes the property of the carriers out of a game.
    fn take_from(&mut self, game: &mut Game<'_>) {
        if self.found.is_empty() {
            return;
        }
        let mut properties = game.properties(NodeId::ROOT).to_vec();
        properties.retain(|property| property.ident.as_str() != PROPERTY);
        game.set_properties(NodeId::ROOT, properties);
    }
}

/// Returns the lines of a block, the first one without its keyword. No line of a carrier is empty.
fn lines(block: &str) -> impl Iterator<Item = &str> {
    let block = block.trim();
    let rest = block
        .split_at_checked("USER".len())
        .map_or("", |(_, rest)| rest);
    let lines = rest.split(['\r', '\n']).map(str::trim);
    lines.filter(|line| !line.is_empty())
}

/// Returns whether a USER block says that its event continues another one.
fn continues(words: &str) -> bool {
    let title = lines(words).next();
    title.is_some_and(|title| title.starts_with("ishi 2 continues"))
}

/// Reads a USER block that may be a carrier.
fn block(words: &str) -> Option<Result<Found, Damage>> {
    let mut lines: Vec<_> = lines(words).collect();
    lines.pop();
    let (title, body) = lines.split_first()?;
    Carried::from_block(title, body.iter().copied())
}

/// Reads the values of a property that may be carriers.
fn values(text: &str) -> Vec<Result<Found, Damage>> {
    let Some(property) = parse_raw_property(text) else {
        return Vec::new();
    };
    match &property.value {
        Value::Raw(values) => values
            .iter()
            .filter_map(|value| Carried::from_value(value))
            .collect(),
        _ => Vec::new(),
    }
}

impl Part {
    /// Returns the text of the game without carriers.
    fn own(&self, text: &Text, decoded: &Decoded, is_only: bool) -> Option<Text> {
        let mut changes: Vec<Change> = Vec::new();
        let mut cut = |start, end| {
            changes.push(Change {
                span: Span::new(start, end),
                text: String::new(),
                parts: Vec::new(),
            });
        };
        if !is_only {
            cut(0, self.span.start);
        }
        for span in &self.taken.spans {
            let before = decoded.text().get(..span.start)?;
            let blank = match text.format {
                Format::Ishi => 0,
                _ => before.len() - before.trim_end_matches(['\r', '\n']).len(),
            };
            cut(span.start - blank, span.end);
        }
        let mut own = text.changed(decoded, &changes)?;
        if !is_only {
            let after = decoded.byte_at(decoded.text().len()) - decoded.byte_at(self.span.end);
            own.bytes.truncate(own.bytes.len().saturating_sub(after));
        }
        Some(own)
    }

    /// Returns the record, with the edits that were made since its carriers were written.
    fn record(self, own: Text) -> Record {
        let Self { natives, taken, .. } = self;
        let count = taken.refused + taken.found.len();
        let texts = taken.found.into_iter();
        let texts: Vec<_> = texts
            .filter_map(|found| open(found.carried, &natives))
            .collect();
        let (game, carries) = edited(texts, &own, &natives)
            .unwrap_or_else(|| (natives.first().cloned().unwrap_or_default(), Vec::new()));
        Record {
            game,
            refused: count - carries.len(),
            own,
            natives,
            carries,
        }
    }
}

/// Reads a carried text, if it has one game.
fn open(mut carried: Carried, natives: &[Game<'static>]) -> Option<Carry> {
    if carried.extent == Extent::Head {
        complete(&mut carried, natives)?;
    }
    let text = carried.text();
    let decoded = text.decoded();
    let log = &mut Diagnostics::new();
    let mut games = dispatch::read(text.format, decoded.text(), &text.options(), log);
    let game = games.pop().filter(|_| games.is_empty())?;
    let game = game.into_owned().into_read();
    Some(Carry { carried, game })
}

/// Brings the edits of a record into the games of its texts; returns the game that all tell together. None if there is no
/// text, or if the record shows more or fewer games than the texts.
fn edited(
    mut texts: Vec<Carry>,
    own: &Text,
    natives: &[Game<'static>],
) -> Option<(Game<'static>, Vec<Carry>)> {
    let ours = together(&texts)?;
    let bases = all_shown(&ours, own);
    if bases.iter().any(|base| are_same(base, natives)) {
        return Some((ours, texts));
    }
    let changes = |base: &&Vec<Game<'static>>| {
        let pairs = base.iter().zip(natives);
        let counts = pairs.map(|(base, native)| differing_nodes(base, native));
        counts.sum::<usize>()
    };
    let base = bases.iter().min_by_key(changes)?;
    if base.len() != natives.len() {
        return None;
    }
    for text in &mut texts {
        text.game = merge(std::mem::take(&mut text.game), base, natives);
    }
    Some((merge(ours, base, natives), texts))
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
             carried,
             game: later,
         }| {
            match shown(&game, carried.format, carried.charset) {
                Ok(base) if base.len() == 1 => merge(game, &base, std::slice::from_ref(later)),
                _ => game,
            }
        },
    ))
}

/// Returns a game as a record shows it. The record was written in the charset of a new one, unless somebody chose
/// another.
fn all_shown(game: &Game<'_>, own: &Text) -> Vec<Vec<Game<'static>>> {
    let mut charsets = vec![charset_of_new(own.format), own.charset];
    charsets.dedup();
    charsets
        .into_iter()
        .filter_map(|charset| shown(game, own.format, charset).ok())
        .collect()
}

impl Record {
    /// Returns whether the record, which was edited, shows a game as it would have been written.
    pub fn shows(&self, game: &Game<'_>) -> bool {
        let mut bases = all_shown(game, &self.own).into_iter();
        self.carries.iter().any(|carry| carry.game.is_changed())
            && bases.any(|base| are_same(&base, &self.natives))
    }
}

/// Makes the head of a text whole: adds the canonical text of the other nodes that the record shows.
fn complete(carried: &mut Carried, natives: &[Game<'static>]) -> Option<()> {
    let head = carried.text();
    let rest = say_other(natives, head.format, head.charset).ok()?;
    let (_, cuts) = dispatch::pieces(head.format, &rest, &head.options());
    let cut = cuts.first()?;
    let root = cut.pieces.first()?.node;
    let mut end = 0;
    let mut text = String::new();
    for piece in &cut.pieces {
        let is_new = piece.node != root || piece.key == Key::Close;
        if is_new {
            let gap = rest.get(end..piece.span.start).unwrap_or("");
            text.push_str(if gap.trim().is_empty() { gap } else { "" });
            text.push_str(rest.get(piece.span.start..piece.span.end)?);
        }
        end = piece.span.end;
    }
    text.push_str(rest.get(end..)?);
    carried.bytes.extend(carried.charset.encode(&text).ok()?);
    carried.extent = Extent::Whole;
    Some(())
}
