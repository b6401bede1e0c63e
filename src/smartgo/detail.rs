//! Detail of Smart-Go: native properties with another wording than the canonical one.
//!
//! An entry is a property as in the record, for example `DT[May 3, 1990]`. The reader makes an entry, and the writer
//! uses it, only if the entry expresses everything of its kind in the meaning, here `DT[1990-05-03]`.

use super::downgrade::{Target, downgrade};
use super::native::{Kind, is_original};
use super::text::fits;
use super::upgrade::{Position, upgrade};
use crate::bracket::property::{
    looks_damaged, move_text, parse_move, parse_property, property_text,
};
use crate::charset::Charset;
use crate::model::equal::{differing, same_properties};
use crate::model::{
    Board, BoardSize, Color, Dialect, Entry, GO, Id, Ident, Meaning, Move, Place, Property, Value,
};

/// The start of an entry with header text.
const HEADER: &str = "header ";

/// Returns the entry for a header text.
pub(super) fn header_entry(text: &str) -> Entry<'static> {
    Entry::new(Dialect::SmartGo, format!("{HEADER}{text}"))
}

/// Returns the header text in an entry: `header From: X` -> `From: X`.
pub(super) fn header<'e>(entry: &'e Entry<'_>) -> Option<&'e str> {
    (entry.dialect == Dialect::SmartGo)
        .then(|| entry.text.strip_prefix(HEADER))
        .flatten()
}

/// Returns the properties of the kind of `ident`, in their order: for `KM` both KM and KI.
pub(super) fn of_kind<'a>(properties: &[Property<'a>], ident: &Ident) -> Vec<Property<'a>> {
    properties
        .iter()
        .filter(|property| Kind::same(&property.ident, ident))
        .cloned()
        .collect()
}

/// Returns entries for the native properties in `said` that the writer would not write for the meaning.
pub(super) fn originals(
    said: &Meaning<'_>,
    meaning: &Meaning<'_>,
    root: bool,
    board: Option<&Board>,
    size: BoardSize,
) -> Vec<Entry<'static>> {
    let target = Target {
        size,
        // UTF-8 has all characters, so no text differs from its canonical form only by a transliteration.
        charset: Charset::Utf8,
    };
    let canonical = downgrade(meaning, root, &target);
    let mut entries = Vec::new();
    if said.mv != canonical.mv {
        entries.extend(original_move(said, meaning, size));
    }
    let mut kinds: Vec<&Ident> = Vec::new();
    for ident in differing(&said.properties, &canonical.properties) {
        if is_original(ident)
            && Kind::of(ident) != Kind::Move
            && !kinds.iter().any(|kind| Kind::same(kind, ident))
        {
            kinds.push(ident);
            let original = of_kind(&said.properties, ident);
            if is_written(&original, size) && says_all(&original, meaning, board) {
                let texts = original.iter().map(property_text);
                entries.extend(texts.map(|text| Entry::new(Dialect::SmartGo, text)));
            }
        }
    }
    entries
}

/// Returns whether Smart-Go has these properties, and they come back unchanged from their text.
fn is_written(properties: &[Property<'_>], size: BoardSize) -> bool {
    let written = |property: &Property<'_>| {
        is_original(&property.ident)
            && !is_compressed(property)
            && !looks_damaged(property, GO)
            && parse_property(&property_text(property), size).as_ref() == Some(property)
    };
    !properties.is_empty() && properties.iter().all(written)
}

/// Returns whether a list has rectangles. Smart-Go has only points.
fn is_compressed(property: &Property<'_>) -> bool {
    matches!(&property.value, Value::Points(areas) if !areas.iter().all(|area| area.is_single()))
}

/// Returns the entry for a move off the board or an unreadable move.
fn original_move(
    said: &Meaning<'_>,
    meaning: &Meaning<'_>,
    size: BoardSize,
) -> Option<Entry<'static>> {
    let mv = said.mv.filter(|_| said.mv == meaning.mv)?;
    let words = of_kind(&said.properties, &Ident::from(Id::Black));
    let text = match (mv.place, words.as_slice()) {
        (Place::Point(_), []) => move_text(mv),
        (Place::Unreadable, [words]) => property_text(words),
        _ => return None,
    };
    let entry = Entry::new(Dialect::SmartGo, text);
    let original = Original::read(&entry, size)?;
    original.says_all(meaning, None).then_some(entry)
}

/// The move and the properties of the entries of one kind.
struct Original {
    mv: Option<Move>,
    properties: Vec<Property<'static>>,
}

impl Original {
    fn read(entry: &Entry<'_>, size: BoardSize) -> Option<Self> {
        if let Some(mv) = parse_move(&entry.text, size) {
            return Some(Self {
                mv: Some(mv),
                properties: Vec::new(),
            });
        }
        let property = parse_property(&entry.text, size)?;
        let color = match property.ident.standard() {
            Some(Id::Black) => Some(Color::Black),
            Some(Id::White) => Some(Color::White),
            _ if is_original(&property.ident) && !is_compressed(&property) => None,
            _ => return None,
        };
        Some(Self {
            mv: color.map(|color| Move {
                color,
                place: Place::Unreadable,
            }),
            properties: vec![property],
        })
    }

    fn is_same_kind(&self, other: &Self) -> bool {
        match (self.properties.first(), other.properties.first()) {
            (Some(a), Some(b)) => Kind::same(&a.ident, &b.ident),
            _ => self.mv.is_some() && other.mv.is_some(),
        }
    }

    fn replace_in(self, native: &mut Meaning<'_>) {
        if self.mv.is_some() {
            native.mv = self.mv;
        }
        if let Some(ident) = self.properties.first().map(|first| first.ident.clone()) {
            native
                .properties
                .retain(|property| !Kind::same(&property.ident, &ident));
        }
        native.properties.extend(self.properties);
    }

    fn says_all(&self, meaning: &Meaning<'_>, board: Option<&Board>) -> bool {
        match self.mv {
            Some(mv) => {
                let words = of_kind(&meaning.properties, &Ident::from(Id::Black));
                meaning.mv == Some(mv) && same_properties(&words, &self.properties)
            }
            None => says_all(&self.properties, meaning, board),
        }
    }
}

/// Returns whether original properties of one kind have the same meaning as all properties of that kind in `meaning`.
fn says_all(original: &[Property<'_>], meaning: &Meaning<'_>, board: Option<&Board>) -> bool {
    let Some(ident) = original.first().map(|property| &property.ident) else {
        return false;
    };
    let meant = of_kind(&meaning.properties, ident);
    // A time limit without a unit stays unchanged.
    if ident.standard() == Some(Id::TimeLimit) && original == meant.as_slice() {
        return true;
    }
    let native = Meaning {
        mv: None,
        properties: original.to_vec(),
    };
    let position = Position {
        board,
        minutes: true,
    };
    same_properties(&upgrade(native, &position).properties, &meant)
}

/// Replaces canonical properties by the originals in the detail of a node: `DT[1990-05-03]` -> `DT[May 3, 1990]`.
///
/// Returns for each entry whether it was used, so that the native part now has it.
pub(super) fn restore(
    native: &mut Meaning<'_>,
    entries: &[Entry<'_>],
    meaning: &Meaning<'_>,
    board: Option<&Board>,
    target: &Target,
) -> Vec<bool> {
    let mut used = vec![false; entries.len()];
    let mut originals: Vec<(Vec<usize>, Original)> = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let ours = entry.dialect == Dialect::SmartGo && header(entry).is_none();
        let readable = ours && fits(&entry.text, target.charset);
        let Some(original) = readable
            .then(|| Original::read(entry, target.size))
            .flatten()
        else {
            continue;
        };
        // This search is short even if a file has many entries, because there are few kinds.
        match originals
            .iter_mut()
            .find(|(_, known)| known.is_same_kind(&original))
        {
            Some((indexes, known)) => {
                indexes.push(index);
                known.properties.extend(original.properties);
            }
            None => originals.push((vec![index], original)),
        }
    }
    for (indexes, original) in originals {
        if !original.says_all(meaning, board)
            || original
                .properties
                .iter()
                .any(|property| looks_damaged(property, GO))
        {
            continue;
        }
        for index in indexes {
            if let Some(used) = used.get_mut(index) {
                *used = true;
            }
        }
        original.replace_in(native);
    }
    used
}

/// Returns whether a node has marks. Smart-Go writes them as M, and the meaning of M depends on the position.
pub(super) fn depends_on_position(properties: &[Property<'_>]) -> bool {
    properties.iter().any(|property| {
        Kind::of(&property.ident) == Kind::Marks && matches!(property.value, Value::Points(_))
    })
}

/// The kinds of a list of originals.
pub(super) struct Kinds {
    /// The first original of each kind.
    originals: Vec<Original>,
    size: BoardSize,
}

impl Kinds {
    /// Returns the kinds of entries.
    pub(super) fn of(entries: &[Entry<'_>], size: BoardSize) -> Self {
        let mut kinds = Self {
            originals: Vec::new(),
            size,
        };
        for entry in entries {
            if let Some(original) = Original::read(entry, size).filter(|one| !kinds.knows(one)) {
                kinds.originals.push(original);
            }
        }
        kinds
    }

    /// Returns whether an entry is an original of one of the kinds.
    pub(super) fn has(&self, entry: &Entry<'_>) -> bool {
        Original::read(entry, self.size).is_some_and(|original| self.knows(&original))
    }

    fn knows(&self, original: &Original) -> bool {
        let mut known = self.originals.iter();
        known.any(|known| known.is_same_kind(original))
    }
}
