//! Converts a record in memory, and prints the outcomes: `cargo run --example convert_string`.

use ishi::Format;
use ishi::convert::{ConvertError, ConvertOptions};
use ishi::outcome::Outcome;

const RECORD: &str = "\
EVENT A first game
BOARDSIZE 9
BLACK Anna
WHITE Otto
B 1 C3
REMARK her favourite
W 2 G7
MARK #1-2
";

fn main() -> Result<(), ConvertError> {
    let converted = ishi::convert_with(RECORD.as_bytes(), &ConvertOptions::new(Format::Sgf))?;
    println!("{}", String::from_utf8_lossy(&converted.bytes));
    for (what, count) in converted.report.outcomes.kinds(Outcome::Kept) {
        println!("carried for the way back: {count} x {what}");
    }
    // The result carries the data that SGF cannot express, so this is the record again.
    let back = ishi::convert(&converted.bytes, Format::Ishi)?;
    println!("{}", String::from_utf8_lossy(&back));
    Ok(())
}
