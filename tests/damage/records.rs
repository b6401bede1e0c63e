//! Records to damage: from the corpus, and generated ones.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, str};

use crate::files::below;
use crate::moves::read;
use crate::random::Random;

/// The most bytes that a record of the corpus may have, so that the test does not take long.
const LONGEST: usize = 64 * 1024;

/// Reads the records of people and programs in the corpus that are in UTF-8 and have moves.
pub fn of_corpus(corpus: &Path) -> Vec<Vec<u8>> {
    let folders = ["sgf/real", "sgf/charsets"].map(|folder| below(&corpus.join(folder)));
    let mut files = folders.concat();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "sgf"));
    files.sort();
    let bytes = files.iter().map(|file| fs::read(file).expect("a file"));
    let is_tried = |bytes: &Vec<u8>| {
        bytes.len() <= LONGEST && str::from_utf8(bytes).is_ok() && !read(bytes).moves.is_empty()
    };
    bytes.filter(is_tried).collect()
}

/// Returns records as servers and editors write them.
pub fn made_up() -> Vec<Vec<u8>> {
    (0..40).map(|seed| made(seed).into_bytes()).collect()
}

fn made(seed: u64) -> String {
    let mut random = Random(seed);
    let names = ["Akiko", "\u{5f20}\u{4e09} [5d\\]", "J\u{f6}rg", "Kim"];
    let mut text = String::from("(;FF[4]GM[1]CA[UTF-8]SZ[19]KM[6.5]RE[B+R]");
    let _ = write!(
        text,
        "PB[{}]PW[{}]",
        names[seed as usize % 4],
        names[seed as usize / 4 % 4]
    );
    let comments = [
        "good",
        "Why not at [Q16\\]?",
        "\u{597d}\u{624b}",
        "a (b); see below",
        "C: D",
    ];
    let count = 60 + random.below(120);
    for number in 0..count {
        let color = if number % 2 == 0 { 'B' } else { 'W' };
        let mut letter = || char::from(b'a' + random.below(19) as u8);
        let _ = write!(
            text,
            "{};{color}[{}{}]",
            ["", "\n"][usize::from(number % 10 == 0)],
            letter(),
            letter()
        );
        match seed % 4 {
            0 => {
                let _ = write!(text, "{color}L[{}.{}]", 900 - number, number % 10);
            }
            1 if random.below(8) == 0 => {
                let _ = write!(text, "C[{}]", comments[random.below(5)]);
            }
            2 if random.below(15) == 0 => {
                text.push_str(
                    "(;B[aa]LB[bb:1][cc:2];W[ab]N[name])(;B[ba]TR[dd][ee];W[bb]C[no]))(;B[ca]",
                );
            }
            _ => {}
        }
    }
    text.push(')');
    text
}
