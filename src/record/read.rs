//! Reads a record: takes its carriers, and brings the edits of the record into the games of their texts.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::iter::once;
use std::slice::from_ref;

use super::carry::{Body, Carried};
use super::events::Joined;
use super::make::{canonical, checksum, in_lines, said_in};
use super::patch::{self, Fate, Home, Hunk, Today};
use super::shown::{charset_of_new, read_back, say, say_other};
use super::text::{Decoded, Text};
use super::{Record, Stop, is_carrier, may_carry};
use crate::charset::Charset;
use crate::diagnostic::{Diagnostics, Span};
use crate::dispatch;
use crate::edit::{Change, pairs};
use crate::format::Format;
use crate::model::equal::{differing, same_move};
use crate::model::{Game, Id, NodeId, Property};
use crate::piece::Cut;
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
        last => {
            let games = games.into_iter().chain(last);
            games.map(|game| said_anew(&text, game)).collect()
        }
    }
}

/// Reads the records of the text of one unit.
pub(crate) fn read(text: &Text<'_>) -> Vec<Record<'static>> {
    read_with(text, &mut Diagnostics::without_positions())
}

/// Reads records as [`read`] does, and reports the mistakes in a text of Ishi.
fn read_with(text: &Text<'_>, log: &mut Diagnostics) -> Vec<Record<'static>> {
    let decoded = text.decoded();
    let take = |cuts: Vec<Cut>| -> VecDeque<Taken> {
        let taken = cuts.iter();
        let taken = taken.map(|cut| Taken::of(text.format, decoded.text(), cut));
        taken.collect()
    };
    let (games, mut events) = dispatch::with_pieces(text.format, decoded.text(), log, take);
    let mut games: VecDeque<_> = games.into_iter().map(Game::into_owned).collect();
    let count = events.len();
    let mut records = Vec::with_capacity(count);
    while let Some(first) = events.pop_front() {
        let more = events.iter().take_while(|event| event.continues).count();
        let part: Vec<_> = once(first).chain(events.drain(..more)).collect();
        let natives = games.drain(..part.len().min(games.len())).collect();
        match together(&decoded, &part, natives, part.len() == count) {
            Ok(record) => records.push(record),
            Err(natives) => {
                // The carriers are data of another program, and no event continues another one.
                let alone = part.iter().zip(natives).map(|(taken, game)| Record {
                    refused: taken.all().collect(),
                    ..if count == 1 {
                        Record::new(text.clone().into_owned(), true, game)
                    } else {
                        said_anew(text, game)
                    }
                });
                records.extend(alone);
            }
        }
    }
    records
}

/// Returns the record of a game whose lines cannot be told from those of another game.
fn said_anew<'u>(text: &Text<'_>, game: Game<'u>) -> Record<'u> {
    let canonical = say([&game], text.format, text.charset).unwrap_or_default();
    let own = match text.charset.encode(&canonical) {
        Ok(bytes) => Text::new(text.format, text.charset, bytes),
        Err(_) => Text::new(text.format, Charset::Utf8, canonical.into_bytes()),
    };
    Record::new(own, false, game)
}

/// Returns the record of a game and the events that continue it, with the edits that were made since its carriers
/// were written. `natives` are the games that the text shows, with their carriers as ordinary properties, and `is_all` says
/// whether the text is about no other game. Returns the games if no carrier is believed.
fn together(
    text: &Decoded<'_>,
    events: &[Taken],
    natives: Vec<Game<'static>>,
    is_all: bool,
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
    believed(text, events, taken, &shown, is_all)
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
    is_all: bool,
) -> Option<Record<'static>> {
    let anchors = events.iter().skip(1).map(|event| event.anchor.clone());
    let joined = match natives {
        [_] => None,
        _ => Some(Joined::new(natives, anchors.collect::<Option<_>>()?)?),
    };
    let today = Today {
        games: natives,
        joined: joined.as_ref(),
        format: text.of.format,
        charset: text.of.charset,
    };
    let mut stops: Vec<Stop> = Vec::new();
    let (mut are_believed, mut gone) = (true, Vec::new());
    for carried in &taken.found {
        let today = match stops.last() {
            None => today,
            Some(stop) => stop.today(),
        };
        let is_one_game = carried.text().is_none_or(|text| only_game(&text).is_some());
        if !is_one_game || !patch::are_alike(&carried.signs, today.games) {
            are_believed = false;
            break;
        }
        match open(carried, today) {
            Some(stop) => stops.push(stop),
            // The record of today has no form in the format of the patch, for example as one event of Ishi.
            None => gone.extend(carried.names().map(|name| (Fate::Lost, name))),
        }
    }
    let game = match (stops.as_slice(), today.whole()) {
        ([.., last], _) => {
            let mut game = last.game.clone();
            for pair in stops.windows(2).rev() {
                if let [younger, _] = pair {
                    game = with_shown(game, younger.today());
                }
            }
            with_shown(game, today)
        }
        ([], [native]) if are_believed => native.clone().into_owned().into_read(),
        _ => return None,
    };
    let refused = if are_believed {
        taken.refused.clone()
    } else {
        taken.all().collect()
    };
    let record = if is_all {
        let carriers = events.iter().flat_map(Taken::carriers);
        Record::new(without(text, carriers)?, true, game)
    } else {
        Record {
            game,
            ..said_anew(text.of, natives.first()?.clone())
        }
    };
    Some(Record {
        refused,
        changed: taken.changed.clone(),
        joined,
        stops,
        gone,
        ..record
    })
}

/// Returns a text without carriers. In brackets each starts a line.
fn without(text: &Decoded<'_>, carriers: impl Iterator<Item = Span>) -> Option<Text<'static>> {
    let removed = |span: Span| {
        let before = text.text().get(..span.start)?;
        let before = match text.of.format {
            Format::Ishi => before,
            _ => before.trim_end_matches(['\r', '\n']),
        };
        Some(Change {
            span: Span::new(before.len(), span.end),
            text: String::new(),
            parts: Vec::new(),
        })
    };
    let changes: Vec<_> = carriers.map(removed).collect::<Option<_>>()?;
    text.of.changed(text, &changes)
}

/// Brings a patch into the record of today. Returns `None` if the record has no form in the format of the patch.
fn open(carried: &Carried, today: Today<'_>) -> Option<Stop> {
    let format = carried.format;
    if matches!(carried.body, Body::Whole(_))
        && let text = carried.text()?
        && let Some(game) = only_game(&text).filter(|game| today.is_shown(game))
    {
        return Some(Stop {
            text: text.into_owned(),
            game,
            gone: Vec::new(),
            exact: carried.exact,
            carried: Some(carried.clone()),
        });
    }
    let strict = said_in(today.whole(), format, carried.charset);
    let strict = strict.filter(|texts| checksum(texts) == carried.shown);
    let (texts, charset) = match strict {
        Some(texts) => (texts, carried.charset),
        None => canonical(today.whole(), format, carried.charset)?,
    };
    let is_same = checksum(&texts) == carried.shown;
    let (hunks, unread) = match &carried.body {
        Body::Hunks(hunks, unread) => (Cow::Borrowed(hunks), unread.as_slice()),
        Body::Whole(_) => (
            Cow::Owned(hunks_of(carried, &carried.text()?, today)?),
            &[][..],
        ),
    };
    let is_same = is_same && matches!(carried.body, Body::Hunks(..));
    let Home {
        text,
        game,
        mut gone,
    } = patch::home(format, &texts, &hunks, is_same, today)?;
    gone.extend(
        unread
            .iter()
            .map(|_| (Fate::Lost, "line of a carrier".to_owned())),
    );
    let text = text
        .replace("\r\n", "\n")
        .replace('\n', carried.line_end.text());
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
        gone,
        exact: carried.exact,
    })
}

/// Returns a game with the properties that a record shows and the text of the game cannot say: arrows that somebody added to
/// an SGF from Ishi.
fn with_shown(game: Game<'static>, today: Today<'_>) -> Game<'static> {
    let [native] = today.games else {
        return game;
    };
    if today.is_shown(&game) {
        return game;
    }
    let shown = today.shown(&game);
    let shown: Vec<_> = shown
        .iter()
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
fn hunks_of(carried: &Carried, whole: &Text<'_>, today: Today<'_>) -> Option<Vec<Hunk>> {
    let game = only_game(whole)?;
    let shown = say_other(from_ref(&game), today.format, charset_of_new(today.format)).ok()?;
    let shown = read_back(&shown, today.format);
    let joined = Joined::showing(&game, &shown);
    let shown = joined.map_or(shown, |joined| vec![joined.game]);
    let (texts, _) = canonical(&shown, whole.format, whole.charset)?;
    let own = [in_lines(whole.format, whole.decoded().text())];
    let [own, shown] = [&own[..], &texts].map(|texts| patch::Groups::of(whole.format, texts));
    Some(patch::differences(&own, &shown, carried.exact).hunks)
}

/// Reads a text of one game.
fn only_game(text: &Text<'_>) -> Option<Game<'static>> {
    let mut records = read(text);
    let record = records.pop().filter(|_| records.is_empty())?;
    Some(record.game)
}

#[cfg(test)]
mod tests;
