//! The comparison of `ishi verify` if a result has other bytes than a conversion writes today, for example
//! from another version of the program.

use std::fmt::Write;
use std::fs;

use sha2::{Digest, Sha256};

use crate::scene::{ISHI, SGF, Scene};

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

#[test]
fn an_edit_with_ishi_is_accepted_and_no_later_run_replaces_it() {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes())]);
    let convert = ["convert", "in", "-d", "out"];
    scene.run(&convert).ends_with(0);
    for header in ["black=Bob", "white=Eve"] {
        let edit = ["edit", "--in-place", "--set", header, "out"];
        scene.run(&edit).ends_with(0);
        let proven = "out: 1 file: 1 edited by hand, and accepted\n";
        scene.run(&["verify", "out"]).ends_with(0).says(proven);
    }
    scene.run(&convert).ends_with(0).says("1 skipped");
    // The fix of an edited result is no reason to give the edit up.
    scene.run(&["check", "--fix", "out"]).ends_with(0);
    scene.write("in/a.go", ISHI.replace("G7", "G6").as_bytes());
    scene
        .run(&["verify", "out"])
        .ends_with(0)
        .says("1 edited by hand, and accepted");
    scene
        .run(&convert)
        .ends_with(1)
        .says("out/in/a.sgf was changed after ishi wrote it");
    let result = fs::read_to_string(scene.path("out/in/a.sgf")).expect("a result");
    assert!(
        result.contains("PB[Bob]PW[Eve]") || result.contains("PB[Bob]\nPW[Eve]"),
        "{result}"
    );
}

#[test]
fn a_record_that_is_not_proven_has_a_next_step() {
    let scene = Scene::new(&[("in/a.sgf", SGF.as_bytes())]);
    scene.run(&["convert", "in", "-d", "out"]).ends_with(0);
    let edit = ["edit", "--in-place", "--set", "black=Bob", "in/a.sgf"];
    scene.run(&edit).ends_with(0);
    scene.run(&["verify", "in"]).ends_with(1).says(
        "`ishi diff in/a.sgf.orig in/a.sgf` prints the differences; if an edit was meant, delete the NAME.orig files",
    );
    scene
        .run(&["verify", "out"])
        .ends_with(1)
        .says("the same `ishi convert` again converts the changed sources");
}
