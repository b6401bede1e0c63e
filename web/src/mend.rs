//! Changes of a record: new texts, and fixes of findings. Every other byte stays.

use std::io::Cursor;

use ishi::ByteEdit;
use ishi::WriteError;
use ishi::charset::Charset;
use ishi::check::{Fix, fixes, mended};
use ishi::model::{Game, Id, NodeId, Value as Property};
use ishi::source::{Source, SourceError};
use serde_json::{Map, Value, json};

use crate::{Answer, Options, Record};

/// The texts of a game that a person changes on the page: names, ranks, event, date, place, result and komi.
const FACTS: &[Id] = &[
    Id::PlayerBlack,
    Id::RankBlack,
    Id::PlayerWhite,
    Id::RankWhite,
    Id::Event,
    Id::Date,
    Id::Place,
    Id::Result,
    Id::Komi,
];

/// How many changes are listed; all are counted.
const MOST_CHANGES: usize = 200;

/// How much of a text a change shows, in characters.
const SHOWN: usize = 1000;

/// Returns the texts of a game and the comment of a node as the record has them, by the identifiers of SGF.
///
/// # Errors
///
/// In words, if the game or node does not exist.
pub fn texts(record: &Record, options: &Options) -> Result<Answer, String> {
    let game = record.game(options)?;
    let node = node_of(game, options)?;
    let facts = FACTS.iter().map(|id| (*id, home(game, *id)));
    let all = facts.chain([(Id::Comment, node)]);
    let texts: Map<_, _> = all
        .filter_map(|(id, node)| Some((id.ident().to_owned(), text(game, node, id)?.into())))
        .collect();
    Ok(Answer::of(texts.into()))
}

/// Sets texts of a game, and the comment of a node: the JSON lists the changes, the result is the changed record.
/// An empty text removes its property.
///
/// # Errors
///
/// In words, if the game or node does not exist, or if the record cannot have one of the texts.
pub fn edit(options: &Options, record: &[u8]) -> Result<Answer, String> {
    let opened = Record::open(options, record)?;
    let charset = opened.charset();
    match edited(opened, options)? {
        Ok(edits) => Ok(listed(record, &edits, charset)),
        // UTF-8 has the same bytes for the letters of ASCII, if a reader can tell it from the others. A canonical text in
        // ASCII has similar letters instead, `ü` -> `u`, so that it is not read back.
        Err(WriteError::Unencodable(_) | WriteError::NotReadBack { .. })
            if charset == Charset::Ascii =>
        {
            in_unicode(options, record)
        }
        Err(error) => Err(in_words(error)),
    }
}

/// Sets texts of a record in ASCII that have other letters.
fn in_unicode(options: &Options, record: &[u8]) -> Result<Answer, String> {
    let mut source = options.source();
    source.charset = Some(Charset::Utf8);
    let edits = edited(Record::read(source, options, record)?, options)?.map_err(in_words)?;
    let answer = listed(record, &edits, Charset::Utf8);
    if Record::open(options, &answer.result)?.charset() == Charset::Utf8 {
        Ok(answer)
    } else {
        Err(
            "these letters would be read as others, because the file does not name its charset"
                .to_owned(),
        )
    }
}

/// Returns the edits that set texts.
fn edited(
    mut record: Record,
    options: &Options,
) -> Result<Result<Vec<ByteEdit>, WriteError>, String> {
    let game = record.game_mut(options)?;
    let node = node_of(game, options)?;
    for (id, text) in &options.set {
        let (node, text) = match id {
            Id::Comment => (node, text.clone()),
            _ => (home(game, *id), in_form(*id, text)),
        };
        if text.is_empty() {
            game.remove_property(node, *id);
        } else {
            game.set_text(node, *id, text);
        }
    }
    Ok(record.edits())
}

/// Makes fixes of findings: the JSON lists them, the result is the changed record. With `rules` only findings of
/// these are mended, with `guesses` also where the record does not prove the fix.
///
/// # Errors
///
/// In words, if the bytes are not a game record.
pub fn mend(options: &Options, record: &[u8]) -> Result<Answer, String> {
    let mended = || {
        let mut source = Source::open(Cursor::new(record), options.source())?;
        let fixes = fixes(&mut source, &options.mending)?;
        let result = mended(&mut source, &fixes)?;
        Ok(Answer {
            json: json!({
                "count": fixes.len(),
                "changes": fixes.iter().take(MOST_CHANGES).map(fix).collect::<Vec<_>>(),
            }),
            result,
        })
    };
    mended().map_err(|error: SourceError| error.to_string())
}

/// Returns why a record cannot have a text, without the place, because the page shows it.
fn in_words(error: WriteError) -> String {
    match error {
        WriteError::Invalid { fault, .. } => match fault.property {
            Some(property) => format!("{property}: {}", fault.reason),
            None => fault.reason,
        },
        WriteError::Unencodable(why) => {
            format!(
                "{why}; download the file as SGF, because SGF has all letters, and change that file"
            )
        }
        error => error.to_string(),
    }
}

fn node_of(game: &Game<'_>, options: &Options) -> Result<NodeId, String> {
    let index = options.node.unwrap_or(NodeId::ROOT.index());
    let node = game.node_at(index);
    node.ok_or_else(|| format!("there is no node {index}"))
}

/// Returns the node that has a fact about the game: the first one with the property, else the root.
fn home(game: &Game<'_>, id: Id) -> NodeId {
    let mut nodes = game.nodes();
    let found = nodes.find(|node| game.has(*node, id));
    found.unwrap_or(NodeId::ROOT)
}

fn text<'g>(game: &'g Game<'_>, node: NodeId, id: Id) -> Option<&'g str> {
    match game.get(node, id)? {
        Property::Text(text) => Some(text),
        Property::Raw(values) => values.first().map(|text| &**text),
        _ => None,
    }
}

/// Returns a text in the form of SGF: `Black wins by 3 1/2 points` -> `B+3.5`.
fn in_form(id: Id, text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace(']', "\\]");
    let record = format!("(;FF[4]CA[UTF-8]GM[1]SZ[19]{}[{escaped}])", id.ident());
    let read = ishi::read(record.as_bytes()).ok();
    let game = read.as_ref().and_then(|read| read.games.first());
    let form = game.and_then(|game| self::text(game, NodeId::ROOT, id));
    form.unwrap_or(text).to_owned()
}

/// Returns edits as an answer: the changes, and the bytes after them.
fn listed(record: &[u8], edits: &[ByteEdit], charset: Charset) -> Answer {
    let place = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
    let mut result = Vec::with_capacity(record.len());
    let mut changes = Vec::new();
    let mut end = 0;
    for ByteEdit { range, bytes } in edits {
        let old = record.get(place(range.start)..place(range.end));
        let unchanged = record.get(end..place(range.start)).unwrap_or_default();
        end = place(range.end);
        result.extend_from_slice(unchanged);
        result.extend_from_slice(bytes);
        let line = line_after(record.get(..place(range.start)).unwrap_or_default());
        let (before, after) = (
            charset.decode(old.unwrap_or_default()),
            charset.decode(bytes),
        );
        let (same, before, after) = different_lines(&before, &after);
        changes.push(change(line + same, &before, &after));
    }
    result.extend_from_slice(record.get(end..).unwrap_or_default());
    let count = changes.len();
    changes.truncate(MOST_CHANGES);
    Answer {
        json: json!({"count": count, "changes": changes}),
        result,
    }
}

/// Returns the number of the line after some text, from 1.
fn line_after(text: &[u8]) -> usize {
    text.split(|byte| *byte == b'\n').count()
}

/// Leaves out the lines at both ends that two texts share; returns how many there are at the start.
fn different_lines(before: &str, after: &str) -> (usize, String, String) {
    let (mut before, mut after): (Vec<_>, Vec<_>) =
        (before.lines().collect(), after.lines().collect());
    let pairs = || before.iter().zip(&after);
    let start = pairs().take_while(|(one, other)| one == other).count();
    before.drain(..start);
    after.drain(..start);
    while before.last().is_some() && before.last() == after.last() {
        before.pop();
        after.pop();
    }
    (start, before.join("\n"), after.join("\n"))
}

fn change(line: usize, before: &str, after: &str) -> Value {
    json!({"line": line, "before": shown(before), "after": shown(after)})
}

fn fix(fix: &Fix) -> Value {
    let mut told = change(fix.line, &fix.before, &fix.after);
    told["rules"] = fix.rules.iter().map(|rule| rule.code).collect();
    told["is_safe"] = fix.is_safe.into();
    told
}

/// Returns the start of a text.
fn shown(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text.to_owned(),
    }
}
