//! Reads a record: takes its carriers, and brings the edits of the record into the games of their texts.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::iter::once;
use std::slice::from_ref;

use foldhash::{HashMap, HashMapExt};

use super::carry::{Body, Carried};
use super::events::Joined;
use super::make::{canonical, checksum, in_lines, said_in, set_number, with_numbers};
use super::patch::{self, Detail, Fate, Home, Hunk, Today};
use super::shown::{are_same, read_back, say};
use super::text::{Decoded, Text, with_line_feeds};
use super::{Record, Stop, is_carrier, may_carry};
use crate::diagnostic::{Diagnostics, Span};
use crate::dispatch;
use crate::edit::{Change, is_read_back, pairs};
use crate::format::Format;
use crate::format::charset::Charset;
use crate::format::piece::Cut;
use crate::ishi;
use crate::model::equal::{differing, same_move};
use crate::model::{Game, Id, NodeId, Property, Value};
use crate::source;
use taken::Taken;

mod taken;

/// Reads the records of a unit, and reports the mistakes in its text.
pub(crate) fn read_unit<'u>(
    format: Format,
    unit: &'u source::Unit,
    log: &mut Diagnostics,
) -> Vec<Record<'u>> {
    let text = Text::of_unit(format, unit);
    if may_carry(unit.text()) {
        if format == Format::Ishi {
            return read_with(&text, log);
        }
        dispatch::read(format, unit.text(), log);
        return read(&text);
    }
    let mut games = dispatch::read(format, unit.text(), log);
    match games.pop() {
        Some(only) if games.is_empty() => vec![Record::new(text, true, only)],
        _ => read(&text),
    }
}

/// Reads the records of the text of one unit.
pub(crate) fn read(text: &Text<'_>) -> Vec<Record<'static>> {
    read_with(text, &mut Diagnostics::ignored())
}

/// Reads records as [`read`] does, and reports the mistakes in a text of Ishi.
///
/// Events of Ishi on one line are cut apart after they were put on lines.
fn read_with(text: &Text<'_>, log: &mut Diagnostics) -> Vec<Record<'static>> {
    let records = read_parts(text, log);
    if text.format != Format::Ishi || records.iter().all(|record| record.is_apart) {
        return records;
    }
    let lines = ishi::content::in_lines(text.decoded().text());
    let Ok(bytes) = text.charset.encode(&lines) else {
        return records;
    };
    let text = Text::new(text.format, text.charset, bytes);
    let mut parts = read_parts(&text, &mut Diagnostics::ignored());
    let is_same =
        |(one, two): (&Record<'_>, &Record<'_>)| two.is_apart && is_read_back(&two.game, &one.game);
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

fn read_parts(text: &Text<'_>, log: &mut Diagnostics) -> Vec<Record<'static>> {
    let decoded = text.decoded();
    let take = |cuts: Vec<Cut>| {
        let mut starts = Vec::new();
        for (number, cut) in cuts.iter().enumerate() {
            starts.extend(cut.pieces.iter().map(|piece| (piece.span.start, number)));
        }
        let parts = parts(starts, cuts.len(), decoded.text().len());
        let taken = cuts.iter();
        let taken = taken.map(|cut| Taken::of(text.format, decoded.text(), cut));
        taken.zip(parts).collect()
    };
    let (games, mut events): (_, VecDeque<(Taken, Span)>) =
        dispatch::with_pieces(text.format, decoded.text(), log, take);
    log.fill_addresses(&games);
    let mut games: VecDeque<_> = games.into_iter().map(Game::into_owned).collect();
    let mut records = Vec::with_capacity(events.len());
    while let Some(first) = events.pop_front() {
        let more = events.iter().take_while(|(event, _)| event.continues);
        let more = more.count();
        let all = once(first).chain(events.drain(..more));
        let (part, spans): (Vec<_>, Vec<_>) = all.unzip();
        let natives = games.drain(..part.len().min(games.len())).collect();
        let whole = |spans: &[Span]| Some(Span::new(spans.first()?.start, spans.last()?.end));
        match together(&decoded, &part, natives, whole(&spans).unwrap_or_default()) {
            Ok(record) => records.push(record),
            Err(natives) => {
                // The carriers are data of another program, and no event continues another one.
                let alone = part.iter().zip(spans).zip(natives);
                records.extend(alone.filter_map(|((taken, span), game)| {
                    let joint = taken.joint.into_iter();
                    let (own, is_apart) = own(&decoded, span, joint, from_ref(&game))?;
                    Some(Record {
                        refused: taken.all().collect(),
                        ..Record::new(own, is_apart, game)
                    })
                }));
            }
        }
    }
    let refused = records.iter().flat_map(|record| &record.refused);
    refused.for_each(|carrier| log.lose(*carrier, "USER"));
    records
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

/// Returns a part of a text without some carriers, and whether it is the text of these games alone. If not, their text is said
/// anew.
fn own(
    text: &Decoded<'_>,
    part: Span,
    carriers: impl Iterator<Item = Span>,
    natives: &[Game<'static>],
) -> Option<(Text<'static>, bool)> {
    let cut = without(text, part, carriers)?;
    let is_all = part == Span::new(0, text.text().len());
    if is_all || are_same(&read_back(cut.decoded().text(), cut.format), natives) {
        return Some((cut, true));
    }
    let Text {
        format, charset, ..
    } = *text.of;
    let canonical = say(natives, format, charset).unwrap_or_default();
    let said = match charset.encode(&canonical) {
        Ok(bytes) => Text::new(format, charset, bytes),
        Err(_) => Text::new(format, Charset::Utf8, canonical.into_bytes()),
    };
    Some((said, false))
}

/// Returns the record of a game and the events that continue it, with the edits that were made since its carriers
/// were written. `natives` are the games that the text shows, with their carriers as ordinary properties, and `part` is the
/// part of the text about them. Returns the games if no carrier is believed.
fn together(
    text: &Decoded<'_>,
    events: &[Taken],
    natives: Vec<Game<'static>>,
    part: Span,
) -> Result<Record<'static>, Vec<Game<'static>>> {
    let Some(taken) = events.first() else {
        return Err(natives);
    };
    if taken.found.is_empty() && events.len() < 2 {
        return Err(natives);
    }
    let mut shown = natives.clone();
    if let Some(first) = shown.first_mut() {
        let others = first.properties(NodeId::ROOT).iter();
        let others = others.filter(|property| !is_carrier(property)).cloned();
        first.set_properties(NodeId::ROOT, others.collect());
    }
    believed(text, events, taken, &shown, part)
        .map(|record| Record {
            natives: shown,
            ..record
        })
        .ok_or(natives)
}

/// Returns the record of `natives` with the texts of the carriers `taken`.
fn believed(
    text: &Decoded<'_>,
    events: &[Taken],
    taken: &Taken,
    natives: &[Game<'static>],
    part: Span,
) -> Option<Record<'static>> {
    let carriers = events.iter().flat_map(Taken::carriers);
    let (own, is_apart) = own(text, part, carriers, natives)?;
    let anchors = events.iter().skip(1).map(|event| event.anchor.clone());
    let joined = match natives {
        [_] => None,
        _ => Some(Joined::new(natives, anchors.collect::<Option<_>>()?)?),
    };
    let today = Today {
        games: natives,
        joined: joined.as_ref(),
        text: &own,
    };
    let mut stops: Vec<Stop> = Vec::new();
    let (mut are_believed, mut gone) = (true, Vec::new());
    for carried in &taken.found {
        let today = match stops.last() {
            None => today,
            Some(stop) => stop.today(),
        };
        let whole = match carried.text() {
            Some(text) => only_game(&text).map(|game| Some((text.into_owned(), game))),
            None => Some(None),
        };
        let Some(whole) = whole.filter(|_| patch::are_alike(&carried.signs, today.games)) else {
            are_believed = false;
            break;
        };
        match open(carried, whole, today) {
            Some(stop) => stops.push(stop),
            // The record of today has no form in the format of the patch, for example as one event of Ishi.
            None => gone.extend(carried.names().map(|name| (Fate::Lost, name))),
        }
    }
    let game = match (stops.as_slice(), today.whole()) {
        ([.., last], _) => {
            let mut game = last.game.clone();
            let todays = stops.iter().rev().map(Stop::today).chain([today]);
            for today in todays.skip(1 + usize::from(last.is_shown)) {
                game = with_shown(game, today);
            }
            game
        }
        ([], [native]) if are_believed => native.clone().into_owned().into_read(),
        _ => return None,
    };
    let refused = if are_believed {
        taken.refused.clone()
    } else {
        taken.all().collect()
    };
    Some(Record {
        refused,
        changed: taken.changed.clone(),
        joined,
        stops,
        gone,
        ..Record::new(own, is_apart, game)
    })
}

/// Returns a part of a text without carriers. In brackets each starts a line.
fn without(
    text: &Decoded<'_>,
    part: Span,
    carriers: impl Iterator<Item = Span>,
) -> Option<Text<'static>> {
    let carrier = |span: Span| {
        let before = text.text().get(..span.start)?;
        let before = match text.of.format {
            Format::Ishi => before,
            _ => before.trim_end_matches(['\r', '\n']),
        };
        Some(Span::new(before.len(), span.end))
    };
    let carriers: Vec<_> = carriers.map(carrier).collect::<Option<_>>()?;
    let removed = once(Span::new(0, part.start)).chain(carriers);
    let removed = removed.chain([Span::new(part.end, text.text().len())]);
    let changes: Vec<_> = removed
        .map(|span| Change {
            span,
            text: String::new(),
            parts: Vec::new(),
        })
        .collect();
    text.of.changed(text, &changes)
}

/// Brings a patch into the record of today. Returns `None` if the record has no form in the format of the patch.
fn open(
    carried: &Carried,
    whole: Option<(Text<'static>, Game<'static>)>,
    today: Today<'_>,
) -> Option<Stop> {
    let format = carried.format;
    let (hunks, unread) = match (&carried.body, whole) {
        (Body::Hunks(hunks, unread), _) => (Cow::Borrowed(hunks), unread.as_slice()),
        (Body::Whole(_), whole) => {
            let (text, game) = whole?;
            let shown: Vec<_> = today.shown(from_ref(&game)).collect();
            if shown.iter().any(|shown| are_same(shown, today.games)) {
                return Some(Stop {
                    text,
                    game,
                    is_shown: true,
                    gone: Vec::new(),
                    exact: carried.exact,
                    carried: Some(carried.clone()),
                });
            }
            let shown = shown.into_iter().next()?;
            (Cow::Owned(hunks_of(carried, &text, &game, shown)?), &[][..])
        }
    };
    let (texts, charset) = canonical(today.whole(), format, carried.charset)?;
    // Letters that the charset lacked were replaced.
    let strict = Some(carried.charset).filter(|own| *own != charset);
    let strict = strict.and_then(|own| said_in(today.whole(), format, own));
    let (texts, charset) = match strict.filter(|texts| checksum(texts) == carried.shown) {
        Some(strict) => (strict, carried.charset),
        None => (texts, charset),
    };
    let is_same = checksum(&texts) == carried.shown && matches!(carried.body, Body::Hunks(..));
    let texts = match numbered(format, &texts, &hunks, is_same, today) {
        Some(games) => said_in(&games, format, charset).unwrap_or(texts),
        None => texts,
    };
    let Home {
        text,
        game,
        is_shown,
        mut gone,
    } = patch::home(format, &texts, &hunks, is_same, today)?;
    let line = (Fate::Lost, "line of a carrier".to_owned());
    gone.extend(vec![line; unread.len()]);
    let text = with_line_feeds(&text).replace('\n', carried.line_end.text());
    let (charset, bytes) = match charset.encode(&text) {
        Ok(bytes) => (charset, bytes),
        Err(_) => (Charset::Utf8, text.into_bytes()),
    };
    let as_written = is_same && gone.is_empty() && !carried.is_damaged;
    Some(Stop {
        carried: as_written.then(|| carried.clone()),
        text: Text {
            mark: carried.mark && charset == carried.charset,
            ..Text::new(format, charset, bytes)
        },
        game,
        is_shown,
        gone,
        exact: carried.exact,
    })
}

/// Returns the games of a record with the numbers of moves in a patch of Ishi. `None` if the patch has no number.
fn numbered<'g>(
    format: Format,
    texts: &[String],
    hunks: &[Hunk],
    is_same: bool,
    today: Today<'g>,
) -> Option<Vec<Game<'g>>> {
    let ([_], Format::Ishi) = (today.games, format) else {
        return None;
    };
    let numbers = patch::numbers(texts, hunks, is_same);
    if numbers.is_empty() {
        return None;
    }
    let mut games = today.games.to_vec();
    let game = games.first_mut()?;
    let paths = patch::paths(game);
    let mut nodes: HashMap<u32, Vec<NodeId>> = HashMap::new();
    for node in game.nodes() {
        let path = paths.get(node.index()).copied().unwrap_or(0);
        nodes.entry(path).or_default().push(node);
    }
    for ((path, before), number) in numbers {
        if let Some(node) = nodes.get(&path).and_then(|nodes| nodes.get(before)) {
            set_number(game, *node, Value::Text(number.to_string().into()));
        }
    }
    Some(games)
}

/// Returns a game with the properties that a record shows and the text of the game cannot say: arrows that somebody added to
/// an SGF from Ishi.
fn with_shown(game: Game<'static>, today: Today<'_>) -> Game<'static> {
    let [native] = today.games else {
        return game;
    };
    let shown: Vec<_> = today.shown(from_ref(&game)).collect();
    if shown.iter().any(|shown| are_same(shown, today.games)) {
        return game;
    }
    let single = shown.iter().filter(|shown| shown.len() == 1);
    let shown: Vec<_> = single
        .flat_map(|shown| shown.iter())
        .filter_map(|shown| Some((shown, pairs(shown, native)?)))
        .collect();
    let Some(nodes) = pairs(&game, native).filter(|_| !shown.is_empty()) else {
        return native.clone().into_owned().into_read();
    };
    let mut both = game;
    for (number, (node, at)) in nodes.into_iter().enumerate() {
        let said =
            |nodes: &[(NodeId, NodeId)]| nodes.get(number).map_or(NodeId::ROOT, |(said, _)| *said);
        let is_moved =
            |(shown, nodes): &(&Game<'_>, Vec<_>)| !same_move(shown.mv(said(nodes)), native.mv(at));
        if shown.iter().all(is_moved) {
            both.set_move(node, native.mv(at));
        }
        let mut lists = shown
            .iter()
            .map(|(shown, nodes)| differing(shown.properties(said(nodes)), native.properties(at)));
        let mut idents = lists.next().unwrap_or_default();
        for others in lists {
            idents.retain(|ident| others.contains(ident));
        }
        // Each result names its charset.
        for ident in idents
            .into_iter()
            .filter(|ident| **ident != Id::Charset.into())
        {
            both.remove_property(node, ident.clone());
            let new = native
                .properties(at)
                .iter()
                .filter(|one| one.ident == *ident);
            let all = both.properties(node).iter().chain(new).cloned();
            let all = all.map(Property::into_owned).collect();
            both.set_properties(node, all);
        }
    }
    both.into_read()
}

/// Returns the hunks of a whole text that travelled: its differences from the canonical text of its former result.
/// `game` is its game, and `shown` are the games of that result.
fn hunks_of(
    carried: &Carried,
    whole: &Text<'_>,
    game: &Game<'_>,
    shown: Cow<'_, [Game<'_>]>,
) -> Option<Vec<Hunk>> {
    let joined = Joined::showing(game, &shown);
    let shown = joined.map_or(shown, |joined| vec![joined.game].into());
    let (shown, numbered) = with_numbers(whole.format, &shown, game);
    let (texts, _) = canonical(&shown, whole.format, whole.charset)?;
    let own = [in_lines(whole.format, whole.decoded().text())];
    let own = patch::Groups {
        numbered,
        ..patch::Groups::of(whole.format, &own)
    };
    let shown = patch::Groups::of(whole.format, &texts);
    let detail = if carried.exact {
        Detail::Wording
    } else {
        Detail::Tree
    };
    Some(patch::differences(&own, &shown, detail).hunks)
}

/// Reads a text of one game.
fn only_game(text: &Text<'_>) -> Option<Game<'static>> {
    let mut records = read(text);
    let record = records.pop().filter(|_| records.is_empty())?;
    Some(record.game)
}

#[cfg(test)]
mod tests;
