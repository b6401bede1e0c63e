//! Reads a collection with sgf-parse and writes it: `peer-sgf-parse IN OUT`.

use std::{env, fs};

fn main() {
    let [input, output] = [1, 2].map(|at| env::args().nth(at).expect("IN and OUT"));
    let text = fs::read_to_string(input).expect("a text");
    let games = sgf_parse::parse(&text).expect("a collection");
    fs::write(output, sgf_parse::serialize(&games)).expect("a place to write");
}
