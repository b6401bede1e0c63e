//! Lists all positions of records as a data set, a line of JSON for each move:
//! `cargo run --example positions -- games.sgf more.go > positions.jsonl`.
//!
//! Each line has the record, the game, the address of the node, the position before the move (a
//! character for each point, rows from the top: `.`, `B`, `W`), who moves, and where.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufReader, Write};

use ishi::Games;
use ishi::model::{BoardSize, Game, Replay, Step};
use ishi::source::{Source, SourceOptions};
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    for name in std::env::args().skip(1) {
        let file = BufReader::new(File::open(&name)?);
        let mut source = Source::open(file, SourceOptions::default())?;
        // One game at a time is in memory, however many the record has.
        for (number, game) in (1..).zip(Games::new(&mut source)) {
            positions(&game?, &name, number, &mut out)?;
        }
    }
    Ok(())
}

fn positions(game: &Game<'_>, record: &str, number: usize, out: &mut impl Write) -> io::Result<()> {
    let mut replay = Replay::new(game.size);
    for step in game.walk() {
        let Step::Enter(node) = step else {
            replay.leave();
            continue;
        };
        if let Some(mv) = game.mv(node) {
            let line = json!({
                "record": record,
                "game": number,
                "at": game.address(node).to_string(),
                "board": board(&replay, game.size),
                "player": mv.color.letter().to_string(),
                "move": mv.place.name(game.size),
            });
            writeln!(out, "{line}")?;
        }
        replay.enter(game, node);
    }
    Ok(())
}

fn board(replay: &Replay, size: BoardSize) -> String {
    let stone = |point| {
        replay
            .board()
            .stone(point)
            .map(|stone| stone.color.letter())
    };
    let points = size.area().points();
    points.map(|point| stone(point).unwrap_or('.')).collect()
}
