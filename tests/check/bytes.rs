//! Every byte of a broken record is in the model, in a diagnostic, or white space.
//!
//! The test has a separate tokenizer. It removes each value of the text from the list of values in the model.
//! A diagnostic must be about each value that the model lacks.

use std::collections::HashMap;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use ishi::Format;
use ishi::bracket::{self, Escapes};
use ishi::check::{Levels, check};
use ishi::diagnostic::Diagnostics;
use ishi::model::{Area, BoardSize, Game, Place, Point, Property, Value};
use ishi::source::{Source, SourceOptions};

use crate::corpus;
use crate::files;

/// How many files of the corpus are also tried cut off after each of their bytes.
const TRUNCATED: usize = 20;

/// The longest file that is tried so, in bytes.
const LONGEST: usize = 400;

#[test]
#[ignore = "reads the corpus, a folder outside the project"]
fn every_byte_is_in_the_model_or_in_a_diagnostic() {
    let corpus = corpus::folder();
    let mut failures = Vec::new();
    let mut tried = 0;
    for path in broken(&corpus) {
        let bytes = fs::read(&path).expect("a readable file");
        tried += 1;
        account(&path, &bytes, &mut failures);
    }
    for (path, bytes) in cut(&corpus) {
        for end in 0..bytes.len() {
            tried += 1;
            account(&path, bytes.get(..end).expect("a part"), &mut failures);
        }
    }
    println!("{tried} records, {} failures", failures.len());
    failures.truncate(40);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_byte_that_is_lost_is_found() {
    let mut failures = Vec::new();
    let read = read_game("(;FF[4]C[text];B[aa])");
    unaccounted("(;FF[4]C[text];B[ab])", &read.0, &read.1, &mut failures);
    assert_eq!(failures.len(), 1, "{failures:?}");
}

/// Returns the broken files of the corpus.
pub fn broken(corpus: &Path) -> Vec<PathBuf> {
    let folders = ["probes", "sgf4j", "encodings"];
    let below = |folder: &&str| files::below(&corpus.join("sgf").join(folder));
    let mut files: Vec<_> = folders.iter().flat_map(below).collect();
    files.sort();
    files
}

/// Returns the files that are also tried cut off after each of their bytes, with these.
pub fn cut(corpus: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let read = |path: PathBuf| {
        let bytes = fs::read(&path).expect("a readable file");
        (path, bytes)
    };
    let mut short: Vec<_> = broken(corpus).into_iter().map(read).collect();
    short.retain(|(_, bytes)| bytes.len() <= LONGEST && bytes.len() > 40);
    // From all over the list, not the first ones.
    let step = (short.len() / TRUNCATED).max(1);
    short.into_iter().step_by(step).take(TRUNCATED).collect()
}

/// Accounts for all units of a record, and for the text between them.
fn account(path: &Path, bytes: &[u8], failures: &mut Vec<String>) {
    let options = SourceOptions {
        hint: Some(Format::Sgf),
        format: Some(Format::Sgf),
        charset: None,
        ..SourceOptions::default()
    };
    let mut source = Source::open(Cursor::new(bytes), options).expect("the format is given");
    // Checking every record ends.
    let mut again = Source::open(Cursor::new(bytes), options).expect("the format is given");
    check(&mut again, &Levels::default()).expect("bytes in memory");
    while let Some(unit) = source.next_unit().expect("bytes in memory") {
        let (games, log) = read_game(unit.text());
        let mut found = Vec::new();
        unaccounted(unit.text(), &games, &log, &mut found);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let length = bytes.len();
        failures.extend(
            found
                .into_iter()
                .map(|what| format!("{name}, {length} bytes: {what}")),
        );
    }
}

fn read_game(text: &str) -> (Vec<Game<'static>>, Diagnostics) {
    let mut log = Diagnostics::new();
    let game = bracket::read(text, Escapes::Sgf, &mut log);
    let games = game.map(Game::into_owned);
    (games.into_iter().collect(), log)
}

/// Removes the values of the text from the values of the games, and reports the rest.
fn unaccounted(text: &str, games: &[Game<'_>], log: &Diagnostics, failures: &mut Vec<String>) {
    let mut values = HashMap::new();
    for game in games {
        collect(game, &mut values);
    }
    let reported = |start: usize, end: usize| {
        let spans = log.kept().iter().filter_map(|diagnostic| diagnostic.span);
        let mut covered = start;
        let mut spans: Vec<_> = spans.collect();
        spans.sort();
        for span in spans {
            if span.start <= covered {
                covered = covered.max(span.end);
            }
        }
        covered >= end
            || (start..end).all(|at| {
                log.kept().iter().any(|found| {
                    found
                        .span
                        .is_some_and(|span| (span.start..span.end).contains(&at))
                })
            })
    };
    for piece in pieces(text) {
        let known = match piece.ident {
            Some(ident) => ends(piece.text).any(|text| take(&mut values, ident, text)),
            None => false,
        };
        if !known && !reported(piece.start, piece.start + piece.text.trim_end().len()) {
            let ident = piece.ident.unwrap_or("");
            failures.push(format!("{ident}[{}] at {}", piece.text, piece.start));
        }
    }
}

/// Returns a value as it may have been read: whole, to its first bracket, and without a node or parentheses after it if its
/// bracket is missing.
fn ends(text: &str) -> impl Iterator<Item = &str> {
    let closed = text.trim_end_matches([')', ' ', '\r', '\n']);
    let before_node = text.rsplit_once(';').map(|(value, _)| value);
    let to_bracket = text.split_once(']').map(|(value, _)| value);
    [text, closed]
        .into_iter()
        .chain(before_node)
        .chain(to_bracket)
}

/// Takes one value out of the list, where header values stay; returns whether it was there.
fn take(values: &mut HashMap<(String, String), usize>, ident: &str, text: &str) -> bool {
    let ident: String = match ident.chars().filter(|c| !c.is_ascii_lowercase()).collect() {
        empty if String::is_empty(&empty) => ident.to_ascii_uppercase(),
        capitals => capitals,
    };
    // The charset of a decoded text has no meaning any more.
    if ident == "CA" {
        return true;
    }
    // Two properties of a dialect are one overtime: `LT[30]LC[5]` -> `OT[5x30 byo-yomi]`.
    let has_overtime = values.keys().any(|(ident, _)| ident == "OT");
    if matches!(ident.as_str(), "LT" | "LC") && has_overtime {
        return true;
    }
    // The dialect of Nihon Kiin, Sina and CyberOro: `RD` is the date.
    let of_dialect = ["TE EV", "RD DT", "KO KM", "HD HA", "GK GM"];
    let mut names = of_dialect.iter().filter_map(|pair| pair.split_once(' '));
    let standard = names.find(|(name, _)| *name == ident);
    let text = squeeze(text);
    let key = match standard {
        Some((_, other)) if !values.contains_key(&(ident.clone(), text.clone())) => {
            (other.to_owned(), text)
        }
        _ => (ident, text),
    };
    match values.get_mut(&key) {
        Some(count) if *count > 0 => {
            // Header values may appear twice in the record and only once in the game.
            if !matches!(key.0.as_str(), "FF" | "GM" | "SZ") {
                *count -= 1;
            }
            true
        }
        _ => false,
    }
}

/// Collects the values of a game, as texts without white space and escapes.
fn collect(game: &Game<'_>, values: &mut HashMap<(String, String), usize>) {
    let mut add = |ident: &str, text: &str| {
        *values.entry((ident.to_owned(), squeeze(text))).or_default() += 1;
    };
    add("GM", &game.kind.to_string());
    if let Some(ff) = game.file_format {
        add("FF", &ff.to_string());
    }
    let BoardSize { columns, rows } = game.size;
    add("SZ", &format!("{columns}:{rows}"));
    if columns == rows {
        add("SZ", &columns.to_string());
    }
    for node in game.nodes() {
        if let Some(mv) = game.mv(node) {
            let ident = mv.color.letter().to_string();
            match mv.place {
                Place::Point(at) => add(&ident, &point(at)),
                // A pass is written in two ways; no node has two moves.
                Place::Pass => {
                    add(&ident, "");
                    add(&ident, "tt");
                }
                Place::Unreadable => {}
            }
        }
        for property in game.properties(node) {
            for text in texts(property) {
                add(property.ident.as_str(), &text);
            }
        }
    }
}

fn texts(property: &Property<'_>) -> Vec<String> {
    match &property.value {
        // Comments of one node are joined with an empty line between them.
        Value::Text(text) if text.contains("\n\n") => {
            let parts = text.split("\n\n").map(ToOwned::to_owned);
            parts.chain([text.to_string()]).collect()
        }
        Value::Text(text) => vec![text.to_string()],
        Value::Pair(pair) => vec![format!("{}:{}", pair.0, pair.1)],
        Value::Points(areas) if areas.is_empty() => vec![String::new()],
        Value::Points(areas) => areas.iter().map(|area| self::area(*area)).collect(),
        Value::Labels(labels) => labels
            .iter()
            .map(|label| format!("{}:{}", point(label.point), label.text))
            .collect(),
        Value::Lines(lines) => lines
            .iter()
            .map(|(from, to)| format!("{}:{}", point(*from), point(*to)))
            .collect(),
        Value::Raw(values) => values.iter().map(ToString::to_string).collect(),
    }
}

fn area(area: Area) -> String {
    if area.is_single() {
        point(area.from)
    } else {
        format!("{}:{}", point(area.from), point(area.to))
    }
}

fn point(point: Point) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let letter = |line: u8| {
        LETTERS
            .get(usize::from(line))
            .map_or('?', |c| char::from(*c))
    };
    [letter(point.column), letter(point.row)].iter().collect()
}

/// Returns a text without white space, escapes and control characters.
fn squeeze(text: &str) -> String {
    let kept = |c: &char| !c.is_whitespace() && *c != '\\' && !c.is_control();
    text.chars().filter(kept).collect()
}

/// A value of a property, or stray text.
struct Piece<'t> {
    ident: Option<&'t str>,
    text: &'t str,
    start: usize,
}

/// Cuts a text into values and the text between them; structure and white space are left out.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let bytes = text.as_bytes();
    let mut pieces = Vec::new();
    let mut ident: Option<(usize, usize)> = None;
    let mut valued = false;
    let mut at = 0;
    let slice = |from: usize, to: usize| text.get(from..to).expect("ASCII ends");
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'[' => {
                let ident = ident.map(|(from, to)| slice(from, to));
                let end = value_end(bytes, at + 1, ident.is_some_and(has_no_brackets));
                pieces.push(Piece {
                    ident,
                    text: slice(at + 1, end),
                    start: at + 1,
                });
                valued = true;
                at = end + 1;
            }
            b'A'..=b'Z' | b'a'..=b'z' => {
                if let Some((from, to)) = ident.filter(|_| !valued) {
                    pieces.push(lone(slice(from, to), from));
                }
                let length = bytes
                    .iter()
                    .skip(at)
                    .take_while(|c| c.is_ascii_alphanumeric());
                let end = at + length.count();
                ident = Some((at, end));
                valued = false;
                at = end;
            }
            b'(' | b')' | b';' => {
                if let Some((from, to)) = ident.take().filter(|_| !valued) {
                    pieces.push(lone(slice(from, to), from));
                }
                at += 1;
            }
            _ if byte.is_ascii_whitespace() || byte.is_ascii_control() => at += 1,
            _ => {
                let end = (at + 1..=bytes.len()).find(|end| text.is_char_boundary(*end));
                let end = end.unwrap_or(bytes.len());
                pieces.push(lone(slice(at, end), at));
                at = end;
            }
        }
    }
    if let Some((from, to)) = ident.filter(|_| !valued) {
        pieces.push(lone(slice(from, to), from));
    }
    pieces
}

fn lone(text: &str, start: usize) -> Piece<'_> {
    Piece {
        ident: None,
        text,
        start,
    }
}

/// Returns where a value ends: at a bracket that something may follow, or after a stone.
/// Returns whether the values of a property have no brackets, so that the first one ends them.
fn has_no_brackets(ident: &str) -> bool {
    let types =
        "AB AE AW B W BL WL OB OW FF GM SZ ST KM HA TM DT RE MN PL TR MA SQ CR SL TB TW VW DD";
    types.split(' ').any(|known| known == ident)
}

fn value_end(bytes: &[u8], start: usize, first: bool) -> usize {
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b']' if first => return at,
            b'\\' => at += 2,
            b']' if may_follow(bytes, at + 1) => return at,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn may_follow(bytes: &[u8], start: usize) -> bool {
    let skip = |from: usize| {
        let blanks = bytes
            .iter()
            .skip(from)
            .take_while(|c| c.is_ascii_whitespace());
        from + blanks.count()
    };
    let at = skip(start);
    match bytes.get(at) {
        None | Some(b';' | b'(' | b')' | b'[') => true,
        Some(c) if c.is_ascii_alphabetic() => {
            let word = bytes
                .iter()
                .skip(at)
                .take_while(|c| c.is_ascii_alphanumeric());
            let end = at + word.count();
            let ident = bytes.get(at..end).unwrap_or(&[]);
            let is_cut_off = ident.len() <= 2 && ident.iter().all(u8::is_ascii_uppercase);
            match bytes.get(skip(end)) {
                Some(next) => *next == b'[',
                None => is_cut_off,
            }
        }
        Some(_) => false,
    }
}
