//! Reads SGF: the game of one game tree, and what carriers state about it.

use std::collections::BTreeMap;

use crate::bracket::{self, Dialect, Escapes, Record, drop_own_name};
use crate::diagnostic::Diagnostics;
use crate::memory;
use crate::model::{
    Dialect as Words, Entry, GO, Game, Id, Ident, Move, NodeId, Place, Property, PropertyType,
};
use crate::options::ReadOptions;

use super::once::{self, Native};
use crate::bracket::property::{parse_property, parse_raw_property, property_text};

const SGF: Dialect = Dialect {
    escapes: Escapes::Sgf,
    header_text: false,
    digit_identifiers: false,
    carrier: Some(memory::FORM),
};

/// Reads the text of one game tree (SGF `FF[4]`, section 2.1) with any text before and after it.
///
/// There is one game, or none if the text has no start of one. Older file formats are read by the
/// same rules. The spans of diagnostics are bytes of `text`.
pub fn read<'a>(text: &'a str, options: &ReadOptions, log: &mut Diagnostics) -> Vec<Game<'a>> {
    bracket::read(text, &SGF, log)
        .map(|record| unpack(record, options))
        .into_iter()
        .collect()
}

/// Puts what carriers hold for SGF itself where it belongs.
fn unpack<'a>(record: Record<'a>, options: &ReadOptions) -> Game<'a> {
    let mut game = record.game;
    for node in record.carriers {
        let entries = game.details(node).to_vec();
        let (added, others): (Vec<_>, Vec<_>) = entries
            .into_iter()
            .partition(|entry| options.native && is_added(entry));
        let entries = unpack_lists(&mut game, node, others);
        let kept = entries
            .into_iter()
            .filter(|entry| !unpack_entry(&mut game, node, entry))
            .chain(added)
            .collect();
        game.set_details(node, kept);
    }
    drop_own_name(&mut game);
    game
}

/// Returns whether an entry adds what `FF[4]` does not allow in the node.
fn is_added(entry: &Entry<'_>) -> bool {
    entry.dialect == Words::Sgf && entry.text.starts_with('+')
}

/// Names points again that the lists of a node name once, as the entries of a carrier have them. Returns the
/// other entries, with those of points that the lists no longer name.
fn unpack_lists<'a>(game: &mut Game<'a>, node: NodeId, entries: Vec<Entry<'a>>) -> Vec<Entry<'a>> {
    if !entries.iter().any(is_added) {
        return entries;
    }
    let mut properties = game.properties(node).to_vec();
    let named = Native::of(&properties);
    let mut again: BTreeMap<Ident, Vec<Property<'static>>> = BTreeMap::new();
    let mut kept = Vec::new();
    for entry in entries {
        let Some(list) = list_of(&entry, game) else {
            kept.push(entry);
            continue;
        };
        let (found, gone) = named.part(&list);
        kept.extend(gone.map(|gone| {
            let text = format!("+{}", property_text(&gone));
            Entry::new(Words::Sgf, text)
        }));
        if let Some(found) = found {
            again.entry(found.ident.clone()).or_default().push(found);
        }
    }
    for property in &mut properties {
        let more = again.remove(&property.ident).unwrap_or_default();
        once::extend(property, more);
    }
    for mut more in again.into_values().map(Vec::into_iter) {
        if let Some(mut first) = more.next() {
            once::extend(&mut first, more.collect());
            properties.push(first);
        }
    }
    game.set_properties(node, properties);
    kept
}

/// Returns the list of points in an entry that names some again.
fn list_of(entry: &Entry<'_>, game: &Game<'_>) -> Option<Property<'static>> {
    let added = entry.text.strip_prefix('+');
    let added = added.filter(|_| entry.dialect == Words::Sgf)?;
    property_of(added, game).filter(once::is_list)
}

/// Adds to a node what an entry means in SGF; returns whether it means something there.
fn unpack_entry(game: &mut Game<'_>, node: NodeId, entry: &Entry<'_>) -> bool {
    if entry.dialect == Words::Sgf {
        return unpack_move(game, node, &entry.text)
            || unpack_repeated(game, node, &entry.text)
            || unpack_foreign(game, node, &entry.text);
    }
    // A Smart-Go property stays detail, unless only its identifier keeps it out of SGF.
    entry.dialect == Words::SmartGo
        && property_of(&entry.text, game)
            .filter(|property| property.ident.has_digit())
            .map(|property| game.add_property(node, property))
            .is_some()
}

/// A move that has no letters is written as a pass, beside `-B` or `-W`.
fn unpack_move(game: &mut Game<'_>, node: NodeId, text: &str) -> bool {
    let Some(mv) = game.mv(node).filter(|mv| mv.place == Place::Pass) else {
        return false;
    };
    let unreadable = text.strip_prefix('-') == Some(mv.color.letter().encode_utf8(&mut [0; 4]));
    if unreadable {
        let place = Place::Unreadable;
        game.set_move(node, Some(Move { place, ..mv }));
    }
    unreadable
}

/// A property that `FF[4]` does not allow in the node is beside a plus sign. That of a move belongs
/// to a move of its colour, which other games have as a property; lists of points are unpacked before.
fn unpack_repeated(game: &mut Game<'_>, node: NodeId, text: &str) -> bool {
    let added = text.strip_prefix('+');
    let Some(property) = added.and_then(|text| property_of(text, game)) else {
        return false;
    };
    let color = property.ident.standard().and_then(Id::player);
    let mut properties = game.properties(node).iter();
    let is_moved = game.mv(node).map(|mv| mv.color) == color
        || properties.any(|own| own.ident == property.ident);
    // Stones are set up in nodes without a move.
    let sets_up = property.property_type() == PropertyType::Setup;
    let is_of_another = match color {
        Some(_) => !is_moved,
        None => sets_up && game.mv(node).is_some(),
    };
    if is_of_another || once::is_list(&property) {
        return false;
    }
    game.add_property(node, property);
    true
}

/// A private property with the name of the carrier travels in it.
fn unpack_foreign(game: &mut Game<'_>, node: NodeId, text: &str) -> bool {
    property_of(text, game)
        .filter(|property| property.ident.as_str() == memory::PROPERTY)
        .map(|property| game.add_property(node, property))
        .is_some()
}

/// Reads a property as the game has it: in games other than Go no value is understood.
fn property_of(text: &str, game: &Game<'_>) -> Option<Property<'static>> {
    if game.kind == GO {
        parse_property(text, game.size)
    } else {
        parse_raw_property(text)
    }
}

#[cfg(test)]
mod tests;
