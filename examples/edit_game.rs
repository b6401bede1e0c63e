//! Edits a record and prints it as SGF: `cargo run --example edit_game -- game.go`.
//!
//! The names change, the first variation becomes the main line, a comment is added to its end, and
//! a move is played there; what only the source's format has is carried as ever.

use std::error::Error;

use ishi::Format;
use ishi::model::{Id, NodeId};

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args_os()
        .nth(1)
        .ok_or("usage: edit_game RECORD")?;
    let mut record = ishi::read(&std::fs::read(name)?)?;
    let game = record.games.first_mut().ok_or("there is no game in it")?;

    game.set_text(NodeId::ROOT, Id::PlayerBlack, "Anna Berg-Holm");
    game.remove_property(NodeId::ROOT, Id::Place);

    // `2b` is the second variation after two moves.
    let variation = game.find("2b")?;
    game.move_variation(variation, 0)?;
    let rest = game.find("2b")?;
    game.remove_node(rest)?;

    let end = game.find("end")?;
    let answer = game.play_legal(end, "E4")?;
    game.set_text(answer, Id::Comment, "And so the game could have gone on.");

    // What no record may have is found before anything is written.
    game.set_text(NodeId::ROOT, Id::Komi, "half a point");
    if let Err(error) = ishi::write(&record.games, Format::Sgf) {
        eprintln!("not written: {error}");
    }
    for game in &mut record.games {
        game.set_text(NodeId::ROOT, Id::Komi, "0.5");
    }
    print!(
        "{}",
        String::from_utf8(ishi::write(&record.games, Format::Sgf)?)?
    );
    Ok(())
}
