//! Edits a record and prints it in its format: `cargo run --example edit_game -- game.go`.
//!
//! A name changes, the first variation becomes the main line, a move is played at its end with a comment and
//! a mark. Every other byte stays.

use std::error::Error;
use std::io::{self, Write};

use ishi::model::{Id, NodeId, Point, Property};

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

    let end = game.find("end")?;
    let answer = game.play_legal(end, "E4")?;
    game.set_text(answer, Id::Comment, "And so the game could have gone on.");
    let marked = Point::from_name("E4", game.size)?;
    game.set_property(answer, Property::points(Id::Triangle, [marked]));

    // An invalid change is an error before anything is written.
    let mut wrong = record.clone();
    wrong.games[0].set_text(NodeId::ROOT, Id::Komi, "half a point");
    if let Err(error) = wrong.write() {
        eprintln!("not written: {error}");
    }
    io::stdout().write_all(&record.write()?)?;
    Ok(())
}
