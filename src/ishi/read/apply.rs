//! The carrier of a node: what its lines do not express, laid over what they mean.
//!
//! An entry is believed only if the lines that are written for its meaning mean the same for
//! the entry's subject as the lines in the record. So a change that another program made
//! to the record wins, and only there.

use crate::charset::Charset;
use crate::ishi::kept::reread;
use crate::ishi::line::Line;
use crate::ishi::syntax::parse_line;
use crate::memory::overlay::{Key, Overlay};
use crate::model::equal::{same_move, same_properties};
use crate::model::{Area, Dialect, Entry, Fact, Id, Meaning, Point, Property, Value};

/// Returns whether an entry states that the first comment is the game comment.
pub(super) fn is_game_comment(entry: &Entry<'_>) -> bool {
    entry.fact() == Some(Fact::GameComment)
}

/// Returns whether an entry stays in the node's detail.
pub(super) fn is_detail(entry: &Entry<'_>) -> bool {
    entry.dialect != Dialect::Sgf && !is_game_comment(entry)
}

/// Puts an exact line from the carrier in the place of the line that was written for it in the
/// record, in one of the charsets. If there is none, another program has changed that line, and the
/// change counts. No line was written for words that are not a line, nor for lines that travel
/// because the record has no place for them.
pub(super) fn restore(details: &mut Vec<Entry<'_>>, exact: Entry<'static>, charsets: &[Charset]) {
    let native: Vec<_> = charsets
        .iter()
        .filter_map(|charset| reread(&exact.text, *charset))
        .collect();
    if native.is_empty() {
        return details.push(exact);
    }
    let stands_for = |entry: &&mut Entry<'_>| {
        entry.dialect == Dialect::Ishi
            && entry.text != exact.text
            && native.iter().any(|text| *text == entry.text)
    };
    if let Some(entry) = details.iter_mut().find(stands_for) {
        *entry = exact;
    } else if travels(&exact.text)
        && (native.iter().any(|text| *text == exact.text) || !has_like(details, &exact))
    {
        let section = |entry: &Entry<'_>| matches!(entry.fact(), Some(Fact::Setup | Fact::End));
        let place = details.iter().position(section).unwrap_or(details.len());
        details.insert(place, exact);
    }
}

/// Returns whether there is a line with the keyword of another.
fn has_like(details: &[Entry<'_>], exact: &Entry<'_>) -> bool {
    let word = |entry: &Entry<'_>| -> Option<String> {
        let text = entry.text.split([' ', '\n']).next()?;
        (entry.dialect == Dialect::Ishi).then(|| text.to_owned())
    };
    details.iter().any(|entry| word(entry) == word(exact))
}

fn travels(text: &str) -> bool {
    let line = parse_line(text).map(|item| item.line);
    matches!(line, Some(Line::Var(_) | Line::Hide(_) | Line::Prisoner(_)))
}

/// Returns the meaning with the entries that are believed, and whether others are not.
///
/// `resaid` holds what the lines of the candidate mean, for each charset that they may be in.
pub(super) fn believed<'a>(
    said: Meaning<'a>,
    resaid: &[Meaning<'static>],
    overlay: &Overlay,
) -> (Meaning<'a>, bool) {
    let mut stale = false;
    let native = said.clone();
    let meaning = overlay.apply_where(said, |key| {
        let agrees = resaid.iter().any(|resaid| agree(&native, resaid, key));
        stale |= !agrees;
        agrees
    });
    (meaning, stale)
}

fn agree(a: &Meaning<'_>, b: &Meaning<'_>, key: &Key) -> bool {
    match key {
        Key::Move => same_move(a.mv, b.mv),
        Key::Property(ident) => {
            let of = |meaning: &Meaning<'_>| -> Vec<Property<'static>> {
                let same = meaning
                    .properties
                    .iter()
                    .filter(|property| property.ident == *ident);
                same.cloned().map(Property::into_owned).collect()
            };
            same_properties(&of(a), &of(b))
        }
        Key::Mark(point) | Key::Label(point) => glyphs(a, *point) == glyphs(b, *point),
    }
}

/// Returns the signs and labels on a point.
fn glyphs(meaning: &Meaning<'_>, point: Point) -> Vec<(Id, String)> {
    let mut found = Vec::new();
    for property in &meaning.properties {
        let Some(id @ (Id::Label | Id::Triangle | Id::Square | Id::Circle | Id::Cross)) =
            property.ident.standard()
        else {
            continue;
        };
        match &property.value {
            Value::Labels(labels) => {
                let here = labels.iter().filter(|label| label.point == point);
                found.extend(here.map(|label| (id, label.text.to_string())));
            }
            Value::Points(areas) => {
                let here = areas.iter().filter(|area| covers(**area, point));
                found.extend(here.map(|_| (id, String::new())));
            }
            _ => {}
        }
    }
    found.sort();
    found
}

fn covers(area: Area, point: Point) -> bool {
    (area.from.column..=area.to.column).contains(&point.column)
        && (area.from.row..=area.to.row).contains(&point.row)
}
