//! Reads SGF: the game of one game tree, with the data of its carriers.

use std::collections::BTreeMap;

use crate::bracket::{self, Dialect, Escapes, Record, drop_own_name};
use crate::diagnostic::Diagnostics;
use crate::memory;
use crate::model::{
    Dialect as Words, Entry, GO, Game, Id, Ident, Move, NodeId, Place, Property, PropertyType,
};
use crate::options::ReadOptions;

use super::once::{self, Native};
use crate::bracket::property::{looks_damaged, parse_property, parse_raw_property, property_text};

const SGF: Dialect = Dialect {
    escapes: Escapes::Sgf,
    header_text: false,
    digit_identifiers: false,
    carrier: Some(memory::FORM),
};

/// Reads the text of one game tree (SGF `FF[4]`, section 2.1) with any text before and after it.
///
/// Returns one game, or an empty list if the text has no start of a game. Older file formats are read by the same
/// rules. The spans of diagnostics are bytes of `text`.
pub fn read<'a>(text: &'a str, options: &ReadOptions, log: &mut Diagnostics) -> Vec<Game<'a>> {
    bracket::read(text, &SGF, log)
        .map(|record| unpack(record, options))
        .into_iter()
        .collect()
}

/// Moves the entries of carriers into the nodes if SGF can hold them; the others stay in the detail.
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

/// Returns whether an entry adds a property that `FF[4]` does not allow in the node, for example `+C[more]`.
fn is_added(entry: &Entry<'_>) -> bool {
    entry.dialect == Words::Sgf && entry.text.starts_with('+')
}

/// Adds the repeated points of entries to the lists of a node: `AB[aa]` and `+AB[aa]` -> `AB[aa][aa]`.
///
/// Returns the other entries. If another program has removed `aa` from the record, `+AB[aa]` is one of them.
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

/// Returns the list in an entry that repeats points: `+AB[aa]` -> `AB[aa]`.
fn list_of(entry: &Entry<'_>, game: &Game<'_>) -> Option<Property<'static>> {
    let added = entry.text.strip_prefix('+');
    let added = added.filter(|_| entry.dialect == Words::Sgf)?;
    property_of(added, game).filter(once::is_list)
}

/// Adds the move or property of an entry to a node. Returns `false` if the entry stays in the detail.
fn unpack_entry(game: &mut Game<'_>, node: NodeId, entry: &Entry<'_>) -> bool {
    if entry.dialect == Words::Sgf {
        return unpack_move(game, node, &entry.text)
            || unpack_repeated(game, node, &entry.text)
            || unpack_foreign(game, node, &entry.text);
    }
    // A Smart-Go property stays in the detail, unless it is there only because its identifier has a digit.
    entry.dialect == Words::SmartGo
        && property_of(&entry.text, game)
            .filter(|property| property.ident.has_digit())
            .map(|property| game.add_property(node, property))
            .is_some()
}

/// Makes a pass a move with an unreadable place, if the entry is `-B` or `-W` and has the colour of the pass.
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

/// Adds the property of an entry with a plus sign, for example a second comment: `+C[more]`.
///
/// Does not add a property that belongs to another node: B or W needs a move of its colour (in games other than Go,
/// this is a property), and setup needs a node without a move. [`unpack_lists`] has already added lists of points.
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
        // In a game other than Go a damaged move can be the only one of its node.
        Some(_) => !is_moved && !looks_damaged(&property, game.kind),
        None => sets_up && game.mv(node).is_some(),
    };
    if is_of_another || once::is_list(&property) {
        return false;
    }
    game.add_property(node, property);
    true
}

/// Adds a property XI of another program, because the carrier holds it as an entry: `XI[x]`.
fn unpack_foreign(game: &mut Game<'_>, node: NodeId, text: &str) -> bool {
    property_of(text, game)
        .filter(|property| property.ident.as_str() == memory::PROPERTY)
        .map(|property| game.add_property(node, property))
        .is_some()
}

/// Reads a property. In games other than Go all its values stay raw.
fn property_of(text: &str, game: &Game<'_>) -> Option<Property<'static>> {
    if game.kind == GO {
        parse_property(text, game.size)
    } else {
        parse_raw_property(text)
    }
}

#[cfg(test)]
mod tests;
