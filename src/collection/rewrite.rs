//! Writes a changed record into the bytes that it was read from.

use std::io::Cursor;
use std::ops::Range;

use foldhash::HashMap;

use super::{Collection, WriteError};
use crate::check::fault;
use crate::convert::Refused;
use crate::diagnostic::Diagnostics;
use crate::dispatch;
use crate::edit::{self, ByteEdit, EditFailure, Original, apply_bytes};
use crate::format::charset::Charset;
use crate::format::{Format, WriteOptions};
use crate::model::{Game, Id, NodeId};
use crate::source::{Source, SourceError, SourceOptions, Unit};

/// Returns the edits that write the changed games into the bytes of a record.
pub(super) fn edits(record: &Collection) -> Result<Vec<ByteEdit>, WriteError> {
    for (number, game) in (1..).zip(&record.games) {
        if let Some(fault) = fault(game) {
            return Err(WriteError::Invalid {
                game: number,
                fault,
            });
        }
    }
    let blocks = blocks(record);
    let is_same = record.games.iter().all(|game| !game.is_changed());
    let in_place = blocks
        .iter()
        .copied()
        .eq((0..record.origin.units.len()).map(RecordPart::Unit));
    if is_same && in_place {
        return Ok(Vec::new());
    }
    let units = units(&record.origin.bytes, record)?;
    let ends = match (units.first(), units.last()) {
        (Some(first), Some(last)) => (first.byte_at(0), end(last)),
        _ => (0, 0),
    };
    let write = |wider: Option<Charset>| {
        // If a record does not name its charset, and loses a name, it can lose the letters that tell the charset.
        for names_charset in [false, true] {
            let blocks = write_blocks(record, &units, &blocks, (wider, names_charset))?;
            let mut ways = vec![join(record, &blocks, ends)?];
            if in_place {
                ways.insert(0, in_parts(&blocks)?);
            }
            // In a charset with states, for example ISO-2022-JP, a part of a text can have other bytes than
            // within the whole.
            ways.push(encode(&blocks, ends)?);
            for edits in ways {
                if is_read_back(record, &apply_bytes(&record.origin.bytes, &edits))? {
                    return Ok(edits);
                }
            }
        }
        Err(WriteError::NotReadBack { game: None })
    };
    write(None).or_else(|error| match error {
        WriteError::Unencodable(_) | WriteError::NotReadBack { .. } => match wider(record) {
            Some(charset) => write(Some(charset)).map_err(|_| error),
            None => Err(error),
        },
        _ => Err(error),
    })
}

/// Returns the charset for new letters of a record in ASCII: the one that it names, or UTF-8.
fn wider(record: &Collection) -> Option<Charset> {
    let named = record.games.first()?.text(NodeId::ROOT, Id::Charset);
    let named = named.and_then(|label| Charset::from_label(label.trim()));
    let is_ascii = record.charset == Charset::Ascii && record.origin.charset.is_none();
    let wider = named.filter(|charset| *charset != Charset::Ascii);
    is_ascii.then(|| wider.unwrap_or(Charset::Utf8))
}

/// A part of the changed record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RecordPart {
    /// A unit of the record that was read.
    Unit(usize),
    /// A game that is written again as a whole, by its index.
    Game(usize),
}

/// Returns the blocks of the changed record. A unit stays if all its games do, in their order.
fn blocks(record: &Collection) -> Vec<RecordPart> {
    let units = &record.origin.units;
    let firsts = units.iter().zip(0..);
    let firsts = firsts.filter_map(|(tags, unit)| Some((*tags.first()?, unit)));
    let mut firsts: HashMap<u32, usize> = firsts.collect();
    let tags: Vec<u32> = record.games.iter().map(Game::tag).collect();
    let mut blocks = Vec::new();
    // A text that had no game.
    let empty = units.iter().take_while(|tags| tags.is_empty()).count();
    blocks.extend((0..empty).map(RecordPart::Unit));
    let mut index = 0;
    while let Some(tag) = tags.get(index) {
        let unit = firsts.remove(tag);
        let games = unit.and_then(|unit| units.get(unit));
        let stays = games.is_some_and(|games| {
            tags.get(index..)
                .is_some_and(|rest| rest.starts_with(games))
        });
        if let (Some(unit), Some(games), true) = (unit, games, stays) {
            blocks.push(RecordPart::Unit(unit));
            index += games.len();
        } else {
            blocks.push(RecordPart::Game(index));
            index += 1;
        }
    }
    blocks
}

pub(super) fn units(bytes: &[u8], record: &Collection) -> Result<Vec<Unit>, SourceError> {
    let mut source = open(bytes, record)?;
    let mut units = Vec::new();
    while let Some(unit) = source.next_unit()? {
        units.push(unit);
    }
    Ok(units)
}

fn open<'b>(bytes: &'b [u8], record: &Collection) -> Result<Source<Cursor<&'b [u8]>>, SourceError> {
    let options = SourceOptions {
        format: Some(record.format),
        charset: record.origin.charset,
        ..SourceOptions::default()
    };
    Source::open(Cursor::new(bytes), options)
}

fn end(unit: &Unit) -> u64 {
    unit.byte_at(unit.text().len())
}

/// A block of the changed record.
struct WrittenBlock {
    /// Its text.
    text: String,
    charset: Charset,
    /// Its bytes in the record that was read: each range with the new text after it.
    parts: Vec<(Range<u64>, String)>,
}

fn write_blocks(
    record: &Collection,
    units: &[Unit],
    blocks: &[RecordPart],
    (wider, names_charset): (Option<Charset>, bool),
) -> Result<Vec<WrittenBlock>, WriteError> {
    let mut refused = Vec::new();
    let mut written = Vec::new();
    let mut index = 0;
    for block in blocks {
        let refuse = |index: usize, refusal| Refused {
            game: index + 1,
            refusal,
        };
        match block {
            RecordPart::Unit(unit) => {
                let Some(unit_text) = units.get(*unit) else {
                    continue;
                };
                let count = record.origin.units.get(*unit).map_or(0, Vec::len);
                let games: Vec<_> = record.games.iter().skip(index).take(count).collect();
                let charset = wider.unwrap_or(unit_text.charset());
                match changed(record.format, unit_text, &games, (charset, names_charset)) {
                    Ok(block) => written.push(block),
                    Err((place, EditFailure::Refused(refusal))) => {
                        refused.push(refuse(index + place, refusal));
                    }
                    Err((place, EditFailure::NotReadBack)) => {
                        return Err(WriteError::NotReadBack {
                            game: Some(index + place + 1),
                        });
                    }
                }
                index += count;
            }
            RecordPart::Game(_) => {
                let Some(game) = record.games.get(index) else {
                    continue;
                };
                let mut text = String::new();
                let charset = wider.unwrap_or(record.charset);
                let options = WriteOptions::canonical(charset);
                match dispatch::write(record.format, game, &options, &mut text) {
                    Ok(()) => written.push(WrittenBlock {
                        parts: vec![(0..0, text.clone())],
                        text,
                        charset,
                    }),
                    Err(refusal) => refused.push(refuse(index, refusal)),
                }
                index += 1;
            }
        }
    }
    if !refused.is_empty() {
        return Err(WriteError::Refused(refused));
    }
    Ok(written)
}

/// Returns a unit with its games as they are now.
fn changed(
    format: Format,
    unit: &Unit,
    games: &[&Game<'_>],
    (charset, names_charset): (Charset, bool),
) -> Result<WrittenBlock, (usize, EditFailure)> {
    let changes = if games.iter().any(|game| game.is_changed()) {
        let (former, cuts) = dispatch::pieces(format, unit.text());
        let original = Original {
            format,
            text: unit.text(),
            games: &former,
            cuts: &cuts,
            charset,
            names_charset,
            respelled: &[],
            read: &|text| dispatch::read(format, text, &mut Diagnostics::ignored()),
        };
        edit::changes(original, games)?
    } else {
        Vec::new()
    };
    let mut parts: Vec<(Range<u64>, String)> = Vec::new();
    let mut start = unit.byte_at(0);
    for (_, change) in &changes {
        let place = unit.byte_at(change.span.start);
        match parts.last_mut().filter(|_| place == start) {
            // Changes next to each other are one edit.
            Some((_, text)) => text.push_str(&change.text),
            None => parts.push((start..place, change.text.clone())),
        }
        start = unit.byte_at(change.span.end);
    }
    parts.push((start..end(unit), String::new()));
    Ok(WrittenBlock {
        text: edit::apply(unit.text(), changes.iter().map(|(_, change)| change)),
        charset,
        parts,
    })
}

/// Returns an edit for each change of a unit.
fn in_parts(blocks: &[WrittenBlock]) -> Result<Vec<ByteEdit>, WriteError> {
    let mut edits = Vec::new();
    for block in blocks {
        let ends = block.parts.iter().skip(1).map(|(range, _)| range.start);
        for ((range, text), end) in block.parts.iter().zip(ends) {
            edits.push(ByteEdit {
                range: range.end..end,
                bytes: block.charset.encode(text)?,
            });
        }
    }
    Ok(edits)
}

/// Returns an edit that joins blocks between the bytes before the first unit and after the last one.
fn join(
    record: &Collection,
    blocks: &[WrittenBlock],
    (first, last): (u64, u64),
) -> Result<Vec<ByteEdit>, WriteError> {
    let old = |range: &Range<u64>| {
        let range = usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?;
        record.origin.bytes.get(range)
    };
    let mut bytes = Vec::new();
    for (number, block) in (1..).zip(blocks) {
        for (range, text) in &block.parts {
            bytes.extend(old(range).unwrap_or_default());
            bytes.extend(block.charset.encode(text)?);
        }
        // A line of Ishi needs an end before the next event.
        let ends = number == blocks.len() || block.text.ends_with(['\r', '\n']);
        if record.format == Format::Ishi && !ends {
            bytes.extend(block.charset.encode("\r\n")?);
        }
    }
    let range = first..last;
    Ok(vec![ByteEdit { range, bytes }])
}

/// Returns an edit that encodes the texts of all blocks.
fn encode(blocks: &[WrittenBlock], (first, last): (u64, u64)) -> Result<Vec<ByteEdit>, WriteError> {
    let mut bytes = Vec::new();
    for block in blocks {
        bytes.extend(block.charset.encode(&block.text)?);
    }
    let range = first..last;
    Ok(vec![ByteEdit { range, bytes }])
}

/// Returns whether the bytes of a changed record are read as its games.
fn is_read_back(record: &Collection, bytes: &[u8]) -> Result<bool, WriteError> {
    // As any reader would open it, if that is how the record before the change is opened.
    let as_found = |bytes| {
        let options = SourceOptions {
            charset: record.origin.charset,
            ..SourceOptions::default()
        };
        Source::open(Cursor::new(bytes), options).map(|source| source.format())
    };
    let is_told = as_found(&*record.origin.bytes).is_ok_and(|format| format == record.format);
    if is_told && !as_found(bytes).is_ok_and(|format| format == record.format) {
        return Ok(record.games.is_empty());
    }
    let mut source = match open(bytes, record) {
        Ok(source) => source,
        Err(SourceError::NoRecord(_)) => return Ok(record.games.is_empty()),
        Err(error) => return Err(error.into()),
    };
    let mut expected = record.games.iter();
    while let Some(unit) = source.next_unit()? {
        let mut log = Diagnostics::new();
        for found in dispatch::read(record.format, unit.text(), &mut log) {
            let same = expected
                .next()
                .is_some_and(|game| edit::is_shown(&found, game));
            if !same {
                return Ok(false);
            }
        }
    }
    Ok(expected.next().is_none())
}

#[cfg(test)]
mod tests {
    use crate::model::{Id, NodeId, Point, Property};

    #[test]
    fn an_edit_of_a_list_in_two_places_makes_one_of_them() {
        let text = b"(;FF[4]SZ[9]  AB[aa]  C[x]  AB[bb] ; B[cc])";
        let mut record = crate::read(text).expect("a record");
        let game = record.games.first_mut().expect("a game");
        let points = [Point::new(0, 0), Point::new(3, 3)];
        game.set_properties(
            NodeId::ROOT,
            game.properties(NodeId::ROOT)
                .iter()
                .filter(|property| !property.is(Id::AddBlack))
                .cloned()
                .chain([Property::points(Id::AddBlack, points)])
                .collect(),
        );
        let written = record
            .write()
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let expected = "(;FF[4]SZ[9]  AB[aa][dd]  C[x] ; B[cc])";
        assert_eq!(written.expect("a text"), expected);
    }

    #[test]
    fn text_after_the_last_game_stays_if_games_change() {
        let text = "to Anna\n(;FF[4]PB[a];B[aa])\n(;FF[4]PB[b];W[bb])\nwords after";
        let read = || crate::read(text.as_bytes()).unwrap();
        let written = |record: crate::Collection| String::from_utf8(record.write().unwrap());
        let mut edited = read();
        edited.games[1].set_text(NodeId::ROOT, Id::PlayerBlack, "Otto");
        let expected = text.replace("PB[b]", "PB[Otto]");
        assert_eq!(written(edited), Ok(expected));
        let mut removed = read();
        removed.games.remove(0);
        let expected = "(;FF[4]PB[b];W[bb])\nwords after";
        assert_eq!(written(removed).as_deref(), Ok(expected));
        let mut swapped = read();
        swapped.games.swap(0, 1);
        let expected = "(;FF[4]PB[b];W[bb])\nwords afterto Anna\n(;FF[4]PB[a];B[aa])\n";
        assert_eq!(written(swapped).as_deref(), Ok(expected));
    }

    #[test]
    fn a_unit_stays_if_all_its_games_stay_in_their_order() {
        use super::RecordPart::{self, Game, Unit};
        type Change = fn(&mut Vec<crate::model::Game<'static>>);
        let text = b"(;FF[4];B[aa])\n(;FF[4];W[bb])\nwords after";
        let read = || crate::read(text).unwrap();
        let table: [(&str, Change, &[RecordPart]); 7] = [
            ("no change", |_| {}, &[Unit(0), Unit(1)]),
            ("swapped", |games| games.swap(0, 1), &[Unit(1), Unit(0)]),
            ("the first is gone", |games| _ = games.remove(0), &[Unit(1)]),
            ("the last is gone", |games| _ = games.pop(), &[Unit(0)]),
            ("all are gone", Vec::clear, &[]),
            (
                "a copy at the end",
                |games| games.push(games[0].clone()),
                &[Unit(0), Unit(1), Game(2)],
            ),
            (
                "a new game at the start",
                |games| games.insert(0, crate::model::Game::new()),
                &[Game(0), Unit(0), Unit(1)],
            ),
        ];
        for (name, change, expected) in table {
            let mut record = read();
            change(&mut record.games);
            assert_eq!(super::blocks(&record), expected, "{name}");
        }
        // A text without a game stays at the start, and games of one unit stay together.
        let mut record = read();
        let [one, two] = [0, 1].map(|game| record.games[game].tag());
        record.origin.units = vec![vec![], vec![one, two]];
        assert_eq!(super::blocks(&record), [0, 1].map(Unit));
        record.games.swap(0, 1);
        assert_eq!(super::blocks(&record), [Unit(0), Game(0), Game(1)]);
    }
}
