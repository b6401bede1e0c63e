//! Makes a data set of positions and moves of whole folders and archives, a line of JSON for each move:
//! `cargo run --example positions -- PATH... > positions.jsonl`.
//!
//! Each line has the record, the address of the move, the position before it (a character for each point, rows from the
//! top: `.`, `B`, `W`), who moves, and where.

use std::error::Error;
use std::io::{self, Write};

use ishi::model::Replay;
use ishi_archive::Records;
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let paths = std::env::args_os().skip(1).map(Into::into);
    for found in Records::below(paths, std::thread::available_parallelism()?.get())? {
        let Ok(record) = found
            .record
            .map_err(|why| eprintln!("{}: {why}", found.name))
        else {
            continue;
        };
        for game in &record.games {
            let mut positions = game.positions();
            while let Some((node, position)) = positions.next_position() {
                if let Some((next, mv)) = game
                    .first_child(node)
                    .and_then(|next| Some((next, game.mv(next)?)))
                {
                    let (at, player) = (
                        game.address(next).to_string(),
                        mv.color.letter().to_string(),
                    );
                    let (board, place) = (board(position), mv.place.name(game.size));
                    let line = json!({"record": found.name.text(), "at": at, "board": board, "player": player, "move": place});
                    writeln!(out, "{line}")?;
                }
            }
        }
    }
    Ok(out.flush()?)
}

fn board(position: &Replay) -> String {
    let stone = |point| position.board().stone(point);
    let points = position.board().size().area().points();
    points
        .map(|point| stone(point).map_or('.', |stone| stone.color.letter()))
        .collect()
}
