//! A run over many files names losses, repairs and doubts, and names them first.

use std::fs;
use std::time::Instant;

use crate::scene::{ISHI, SGF, Scene};

/// `zz` is left out.
const LOST: &str = "(;FF[4]GM[1]SZ[9];B[aa] zz C[open];W[bb])";
/// The closing parenthesis is missing.
const REPAIRED: &str = "(;FF[4]GM[1]SZ[9];B[aa]";
/// Its charset differs from the one that it names.
const DOUBTFUL: &[u8] = b"(;FF[4]CA[UTF-8]GM[1]SZ[9]PB[J\xfcrgen M\xfcller];B[aa])";

fn scene() -> Scene {
    Scene::new(&[
        ("in/a-doubtful.sgf", DOUBTFUL),
        ("in/b-good.go", ISHI.as_bytes()),
        ("in/c-repaired.sgf", REPAIRED.as_bytes()),
        ("in/d-lost.sgf", LOST.as_bytes()),
    ])
}

const NAMED: &str = "\
warning: in/d-lost.sgf: 1 left out: text without a place, `zz`, line 1
warning: in/c-repaired.sgf: 1 error in the source; line 1: a closing parenthesis is missing at the end (B005)
warning: in/a-doubtful.sgf: the record names the charset UTF-8, but its text is in another (E002)
";

#[test]
fn losses_come_first_then_repairs_then_doubts() {
    let scene = scene();
    let ran = scene.run(&["convert", "in", "-d", "out"]);
    ran.ends_with(0);
    assert!(ran.stderr.starts_with(NAMED), "{}", ran.stderr);
    ran.says("4 files: 4 converted\nremarks: 1 with losses, 1 repaired, 1 doubtful (--report run.html names them)\n");
    // Amber, where colours are wanted.
    let ran = scene.run(&["convert", "--color", "always", "in", "-d", "colours"]);
    ran.says("\u{1b}[1m\u{1b}[33mwarning");
    let quiet = scene.run(&["convert", "-q", "in", "-d", "quiet"]);
    assert_eq!(quiet.ends_with(0).stderr, "");
}

#[test]
fn in_place_names_losses_too() {
    let scene = scene();
    let ran = scene.run(&["convert", "--in-place", "in"]);
    ran.ends_with(0);
    assert!(ran.stderr.contains(NAMED), "{}", ran.stderr);
    let dry = Scene::new(&[("in/d-lost.sgf", LOST.as_bytes())]);
    dry.run(&["convert", "-n", "--in-place", "in"])
        .ends_with(0)
        .says("in/d-lost.sgf: 1 left out");
}

#[test]
fn nine_files_are_named_then_they_are_counted() {
    let scene = Scene::new(&[]);
    for number in 0..30 {
        scene.write(&format!("in/{number:02}.sgf"), LOST.as_bytes());
        scene.write(&format!("in/r{number:02}.sgf"), REPAIRED.as_bytes());
    }
    let without = scene.run(&["convert", "-n", "in", "-d", "out"]);
    without
        .ends_with(0)
        .says("remarks: 30 with losses, 30 repaired (--report run.html names them)\n");
    let ran = scene.run(&["convert", "in", "-d", "out", "--report", "r.html"]);
    ran.ends_with(0)
        .says("in/08.sgf: 1 left out")
        .says("60 files: 60 converted\n")
        .says("(r.html names them)");
    for name in ["in/09.sgf", "in/r00.sgf"] {
        assert!(!ran.stderr.contains(name), "{name} in {}", ran.stderr);
    }
    let page = fs::read_to_string(scene.path("r.html")).unwrap();
    for name in ["in/29.sgf", "in/r29.sgf"] {
        assert!(page.contains(name), "{name}");
    }
}

#[test]
fn what_plain_leaves_out_is_named_with_its_place() {
    let arrows = "(;FF[4]GM[1]SZ[9]AR[aa:bb];B[cg]AR[bb:cc]DD[aa][bb];W[gc]AR[cc:dd])";
    let scene = Scene::new(&[("in/a.sgf", arrows.as_bytes())]);
    let ran = scene.run(&["convert", "--plain", "-t", "ishi", "in", "-d", "out"]);
    ran.ends_with(0)
        .says("in/a.sgf: 4 left out: arrows (AR), game 1 at 0; arrows (AR), game 1 at 1; ")
        .says("dimmed points (DD), game 1 at 1 and 1 more\n");
    let plain = ["convert", "--plain", "-t", "ishi", "in", "-d", "again"];
    let report = scene.report(&plain, 0);
    assert_eq!(report["inputs"][0]["outcomes"]["lost"], 4);
    let items = report["inputs"][0]["items"].as_array().unwrap();
    assert_eq!(
        items
            .iter()
            .filter(|item| item["outcome"] == "lost")
            .count(),
        4
    );
}

#[test]
fn reports_have_the_classes_of_the_summary() {
    let scene = scene();
    scene.write("in/e-dead.sgf", &[0; 9]);
    let convert = ["convert", "in", "-d", "out"];
    for _ in 0..2 {
        let report = scene.report(&convert, 1);
        let statuses: Vec<_> = report["inputs"].as_array().unwrap().iter().collect();
        let statuses: Vec<_> = statuses.iter().map(|one| one["status"].as_str()).collect();
        let verified = Some("verified");
        let lost = Some("verified-with-losses");
        let expected = [verified, verified, verified, lost, Some("unreadable")];
        assert_eq!(statuses, expected);
        let summary = &report["summary"];
        for (key, count) in [
            ("inputs", 5),
            ("verified", 3),
            ("verified_with_losses", 1),
            ("unverified", 0),
            ("failed", 0),
            ("unreadable", 1),
            ("refused", 0),
            ("not_a_record", 0),
        ] {
            assert_eq!(summary[key], count, "{key} in {summary}");
        }
    }
    let page = [&convert[..], &["--report", "r.html"]].concat();
    scene.run(&page).ends_with(1).says(
        "5 files: 0 converted, 4 skipped, 1 unreadable\nremarks: 1 skipped with losses (r.html names them)\n",
    );
    let page = fs::read_to_string(scene.path("r.html")).unwrap();
    for words in [
        "\"verified_with_losses\":1",
        "[\"in/d-lost.sgf\",\"verified-with-losses\"",
        "[\"in/e-dead.sgf\",\"unreadable\"",
        ".verified-with-losses, .refused, .damaged {",
        ".unreadable, .failed {",
        "[\"verified-with-losses\", \"verified_with_losses\", ",
        "[\"unreadable\", \"unreadable\", ",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn a_named_file_tells_its_losses_itself() {
    let scene = Scene::new(&[("a.sgf", LOST.as_bytes()), ("b.sgf", SGF.as_bytes())]);
    let ran = scene.run(&["convert", "a.sgf", "b.sgf", "-d", "out"]);
    ran.ends_with(0)
        .says("a.sgf: 1 left out: text without a place, `zz`, line 1")
        .says("verified, 1 left out\n")
        .says("remarks: 1 with losses (--report run.html names them)\n");
    assert_eq!(ran.stderr.matches("without a place").count(), 1);
}

#[test]
fn the_bar_counts_what_the_summary_counts() {
    let scene = scene();
    scene.write("in/e-dead.sgf", &[0; 9]);
    scene.write("in/notes.txt", b"nothing");
    for number in 0..500 {
        scene.write(&format!("in/more/{number}.sgf"), SGF.as_bytes());
    }
    let always = ["convert", "--progress", "always", "in", "-d", "out"];
    let start = Instant::now();
    let ran = scene.run(&always);
    let seconds = start.elapsed().as_secs() as usize + 1;
    ran.ends_with(1)
        .says("504 converted, 1 unreadable, 1 other\n");
    let bars: Vec<_> = ran
        .stderr
        .split('\r')
        .filter(|bar| bar.contains(" files"))
        .collect();
    for bar in &bars {
        assert!(
            !bar.contains("failed") && !bar.contains(", 0 s left"),
            "{bar}"
        );
        let of = bar
            .split(" of ")
            .nth(1)
            .and_then(|rest| rest.split(' ').next());
        assert!(of.is_none_or(|of| of == "506"), "{bar}");
    }
    // Ten a second, and some more at once for the beginning and the end.
    let most = 30 + 11 * seconds;
    assert!(bars.len() < most, "{} bars in {seconds} s", bars.len());
}

#[test]
fn remarks_about_this_run_do_not_count_skipped_files() {
    let scene = scene();
    scene.run(&["convert", "in", "-d", "out"]).ends_with(0);
    scene.write("in/e.sgf", LOST.as_bytes());
    scene.write("in/f.sgf", REPAIRED.as_bytes());
    scene.run(&["convert", "in", "-d", "out"]).ends_with(0).says(
        "6 files: 2 converted, 4 skipped\nremarks: 1 with losses, 1 repaired, 1 skipped with losses (",
    );
}
