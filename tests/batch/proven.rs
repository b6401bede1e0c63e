//! The comparison of `ishi verify` if a result has other bytes than a conversion writes today, for example
//! from another version of the program.

use std::fmt::Write;
use std::fs;

use sha2::{Digest, Sha256};

use crate::scene::{ISHI, Scene};

fn hash(text: &str) -> String {
    let mut digits = String::new();
    for byte in Sha256::digest(text) {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

/// Converts a record of two games, changes the result as if it had been written so, and proves it.
fn verify(change: impl Fn(&str) -> String, status: i32, words: &str) {
    let two = format!("{ISHI}EVENT b\r\nBOARDSIZE 9\r\nB 1 D4\r\n");
    let scene = Scene::new(&[("in/a.go", two.as_bytes())]);
    scene.run(&["convert", "in", "-d", "out"]).ends_with(0);
    let text = fs::read_to_string(scene.path("out/in/a.sgf")).unwrap();
    let other = change(&text);
    assert_ne!(text, other);
    scene.write("out/in/a.sgf", other.as_bytes());
    let manifest = fs::read_to_string(scene.path("out/.ishi-manifest")).unwrap();
    let manifest = manifest.replace(&hash(&text), &hash(&other));
    scene.write("out/.ishi-manifest", manifest.as_bytes());
    let ran = scene.run(&["verify", "out"]);
    ran.ends_with(status).says(words);
}

const DIFFERS: &str = "out/in/a.sgf: does not mean the same as its source";

#[test]
fn another_spelling_of_the_same_games_is_proven() {
    verify(|text| text.replace("B[cg]", "\nB [cg]"), 0, "1 proven");
}

#[test]
fn the_same_number_of_games_is_not_enough() {
    verify(|text| text.replace("B[cg]", "B[ch]"), 1, DIFFERS);
    verify(|text| text.replace("PB[Anna]", "PB[Otto]"), 1, DIFFERS);
    verify(|text| text.replace("B[df]", "B[dg]"), 1, DIFFERS);
}

#[test]
fn a_game_more_or_less_differs() {
    verify(|text| format!("{text}(;FF[4]SZ[9])"), 1, DIFFERS);
    let first = |text: &str| text.rsplit_once("(;").unwrap().0.to_owned();
    verify(first, 1, DIFFERS);
}
