//! Builds the game of the README move by move and prints it in all three formats: `cargo run --example
//! build_game`.

use ishi::model::{BoardSize, Builder, Id};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Builder::new(BoardSize::square(9))
        .text(Id::Event, "First lesson")
        .text(Id::PlayerBlack, "Anna Berg")
        .text(Id::RankBlack, "5k")
        .text(Id::PlayerWhite, "Otto Lind")
        .text(Id::RankWhite, "2d")
        .text(Id::Date, "1990-05-12")
        .text(Id::Place, "Copenhagen")
        .text(Id::Result, "B+3")
        .text(Id::Handicap, "2")
        .text(Id::Komi, "0")
        .points(Id::AddBlack, "G7 C3")
        .text(Id::Comment, "Black has two stones on the star points.")
        .white("G3 C7 D4")
        .text(
            Id::Comment,
            "White leans on the corner before Black has settled it.",
        )
        .variation(|line| {
            line.white("C4 D4")
                .text(Id::Comment, "This is what Black hoped for.")
        })
        .black("C4")
        .label("C5", "a")
        .points(Id::Triangle, "D4")
        .white("D3 C2 C5 B5 D2")
        .finish()?;
    for format in ishi::Format::ALL {
        let record = ishi::write(std::slice::from_ref(&game), *format)?;
        println!("{}", String::from_utf8(record)?);
    }
    Ok(())
}
