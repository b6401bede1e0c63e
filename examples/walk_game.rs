//! Walks through the games of a record and prints each move with its path and what it captures:
//! `cargo run --example walk_game -- game.sgf`.

use std::error::Error;

use ishi::model::path::path;
use ishi::model::{Game, Id, NodeId, Place, Replay, Step};

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args_os()
        .nth(1)
        .ok_or("usage: walk_game RECORD")?;
    let record = ishi::read(&std::fs::read(name)?)?;
    for (number, game) in (1..).zip(&record.games) {
        let player = |id| game.text(NodeId::ROOT, id).unwrap_or("?");
        let (black, white) = (player(Id::PlayerBlack), player(Id::PlayerWhite));
        println!("game {number}: {black} against {white}");
        walk(game);
    }
    Ok(())
}

fn walk(game: &Game<'_>) {
    let mut replay = Replay::new(game.size);
    for step in game.walk() {
        match step {
            Step::Leave(_) => replay.leave(),
            Step::Enter(node) => {
                replay.enter(game, node);
                let Some(mv) = game.mv(node) else {
                    continue;
                };
                let place = match mv.place {
                    // Columns count from the left, rows from the top, both from 0.
                    Place::Point(point) => format!("{},{}", point.column, point.row),
                    Place::Pass => "pass".to_owned(),
                    Place::Unreadable => "somewhere".to_owned(),
                };
                let captured = match replay.captured().len() {
                    0 => String::new(),
                    count => format!(", captures {count}"),
                };
                println!("{:>8}  {} {place}{captured}", path(game, node), mv.color);
            }
        }
    }
}
