//! Walks through the games of a record and prints each move with its address and its captures: `cargo run
//! --example walk_game -- game.sgf`.

use std::error::Error;

use ishi::model::{Game, Id, NodeId};

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
    let mut positions = game.all_positions();
    while let Some((node, position)) = positions.next_position() {
        let Some(mv) = game.mv(node) else {
            continue;
        };
        let place = mv.place.name(game.size);
        let captured = match position.captured().len() {
            0 => String::new(),
            count => format!(", captures {count}"),
        };
        println!(
            "{:>8}  {} {place}{captured}",
            game.address(node).to_string(),
            mv.color
        );
    }
}
