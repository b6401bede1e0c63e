//! The moves of a record, and how many of them are in another one.

use std::io::Cursor;

use ishi::Format;
use ishi::diagnostic::Severity;
use ishi::model::{Color, Game, Place};
use ishi::source::{Source, SourceOptions};

/// A move: its colour, and the column and row of its point, `None` for a pass.
pub type Played = (char, Option<(u8, u8)>);

/// The content of a record.
#[derive(Default)]
pub struct Read {
    /// How many games there are.
    pub games: usize,
    /// The moves of all games, in the order of the file.
    pub moves: Vec<Played>,
    /// How many warnings and errors there are.
    pub findings: usize,
    /// How many properties there are besides moves.
    pub properties: usize,
}

/// Reads a record as SGF.
pub fn read(bytes: &[u8]) -> Read {
    let options = SourceOptions {
        hint: Some(Format::Sgf),
        ..SourceOptions::default()
    };
    let Ok(mut source) = Source::open(Cursor::new(bytes), options) else {
        // An unreadable record is a finding.
        return Read {
            findings: 1,
            ..Read::default()
        };
    };
    let read = ishi::read_source(&mut source).expect("bytes in memory");
    Read {
        games: read.games.len(),
        moves: read.games.iter().flat_map(of_game).collect(),
        properties: read.games.iter().map(properties).sum(),
        findings: read.findings.count(Severity::Warning),
    }
}

/// Returns how many moves are in the texts of a record, where they are kept.
pub fn in_texts(bytes: &[u8]) -> usize {
    let read = ishi::read(bytes).expect("it was read before");
    let texts = read.games.iter().flat_map(|game| {
        let properties = game.nodes().flat_map(|node| game.properties(node));
        properties.map(|property| format!("{:?}", property.value))
    });
    let moves = |text: String| text.matches(";B[").count() + text.matches(";W[").count();
    texts.map(moves).sum()
}

fn properties(game: &Game<'_>) -> usize {
    game.nodes().map(|node| game.properties(node).len()).sum()
}

fn of_game(game: &Game<'_>) -> Vec<Played> {
    let moves = game.nodes().filter_map(|node| game.mv(node));
    moves
        .filter_map(|mv| {
            let color = match mv.color {
                Color::Black => 'B',
                Color::White => 'W',
            };
            match mv.place {
                Place::Point(point) => Some((color, Some((point.column, point.row)))),
                Place::Pass => Some((color, None)),
                Place::Unreadable => None,
            }
        })
        .collect()
}

/// Returns how many moves of a record are in another one, in the same order.
pub fn survivors(before: &[Played], after: &[Played]) -> usize {
    let same = |(a, b): &(&Played, &Played)| a == b;
    let start = before.iter().zip(after).take_while(same).count();
    let (before, after) = (&before[start..], &after[start..]);
    let reversed = before.iter().rev().zip(after.iter().rev());
    let end = reversed.take_while(same).count();
    let (before, after) = (&before[..before.len() - end], &after[..after.len() - end]);
    start + end + common(before, after)
}

/// Returns the length of the longest list that is in both, in order.
fn common(first: &[Played], second: &[Played]) -> usize {
    let mut lengths = vec![0; second.len() + 1];
    for a in first {
        let mut diagonal = 0;
        for (at, b) in second.iter().enumerate() {
            let above = lengths[at + 1];
            lengths[at + 1] = if a == b {
                diagonal + 1
            } else {
                above.max(lengths[at])
            };
            diagonal = above;
        }
    }
    lengths[second.len()]
}

#[test]
fn moves_survive_in_their_order() {
    let moves = |text: &str| -> Vec<Played> {
        let letters = text.bytes();
        letters
            .map(|letter| ('B', Some((letter, letter))))
            .collect()
    };
    for (before, after, count) in [
        ("abcdef", "abcdef", 6),
        ("abcdef", "abxef", 4),
        ("abcdef", "fedcba", 1),
        ("abcdef", "abdecf", 5),
        ("abc", "", 0),
        ("abab", "ab", 2),
    ] {
        let found = survivors(&moves(before), &moves(after));
        assert_eq!(found, count, "{before} {after}");
    }
}
