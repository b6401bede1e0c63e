//! Converts a record in memory: `cargo run --example convert_string`.

use ishi::Format;

const RECORD: &str = "\
EVENT A first game
BOARDSIZE 9
BLACK Anna
WHITE Otto
B 1 C3
W 2 G7
MARK #1-2
";

fn main() -> Result<(), ishi::convert::ConvertError> {
    let sgf = ishi::convert(RECORD.as_bytes(), Format::Sgf)?;
    println!("{}", String::from_utf8_lossy(&sgf));
    // What SGF cannot express travels in it, so this is the record again.
    let back = ishi::convert(&sgf, Format::Ishi)?;
    println!("{}", String::from_utf8_lossy(&back));
    Ok(())
}
