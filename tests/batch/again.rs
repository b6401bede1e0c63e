//! The exact words of later runs, and files that are no sources in them.

use std::fs;

use crate::scene::{ISHI, SGF, Scene};

const LOST: &str = "(;FF[4]GM[1]SZ[9];B[aa] zz C[open];W[bb])";

#[test]
fn a_run_without_changes_says_only_that() {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes()), ("in/b.sgf", SGF.as_bytes())]);
    let convert = ["convert", "in", "-d", "out", "--report", "in/r.json"];
    let first = scene.run(&convert);
    assert_eq!(
        first.ends_with(0).stderr,
        "2 converted\n  2 games; files: 2 verified\n"
    );
    // The report is no source, and the results of the first run are not left over.
    for _ in 0..2 {
        let ran = scene.run(&convert);
        assert_eq!(ran.ends_with(0).stderr, "0 converted, 2 skipped\n");
    }
}

#[test]
fn files_that_told_their_losses_are_not_counted_again() {
    let scene = Scene::new(&[("alone.sgf", LOST.as_bytes())]);
    let write = |number| scene.write(&format!("in/{number:02}.sgf"), LOST.as_bytes());
    (0..20).for_each(write);
    let convert = ["convert", "-n", "alone.sgf", "in", "-d", "out"];
    let ran = scene.run(&convert);
    assert!(
        !ran.ends_with(0).stderr.contains("more file"),
        "{}",
        ran.stderr
    );
    write(20);
    let ran = scene.run(&convert);
    ran.ends_with(0)
        .says("warning: 1 more file with losses, repairs or doubts\n");
}

#[test]
fn an_edited_document_is_kept_and_other_text_in_its_place_is_not() {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes())]);
    let convert = ["convert", "-t", "json", "in", "-d", "out"];
    scene.run(&convert).ends_with(0);
    scene.write("out/in/a.json", b"{\"mine\":1}");
    let edited = "in/a.go: out/in/a.json was edited after ishi wrote it, and was not changed";
    scene.run(&convert).ends_with(0).says(edited);
    // A dry run accepts it, and does not remember that.
    let keep = [&convert[..], &["--keep-edited"]].concat();
    let dry = scene.run(&[&keep[..], &["-n"]].concat());
    dry.ends_with(0).says("ishi wrote it, and was accepted");
    scene.run(&convert).ends_with(0).says(edited);
    scene
        .run(&keep)
        .ends_with(0)
        .says("ishi wrote it, and was accepted");
    let ran = scene.run(&convert);
    assert_eq!(ran.ends_with(0).stderr, "0 converted, 1 skipped\n");
    scene.write("out/in/a.json", b"mine");
    scene
        .run(&convert)
        .ends_with(1)
        .says("out/in/a.json was changed after ishi wrote it");
}

#[test]
fn a_report_has_an_ending_in_any_case_and_its_folder_is_swept() {
    let scene = Scene::new(&[("a.go", ISHI.as_bytes())]);
    for (report, begin) in [
        ("r/R.JSON", "{\"tool\":\"ishi\""),
        ("r/r.HTM", "<!"),
        ("r/r.Html", "<!"),
    ] {
        scene.write("r/.ishi-killed.tmp", b"half");
        let convert = ["convert", "-n", "a.go", "--report", report];
        scene.run(&convert).ends_with(0);
        let text = fs::read_to_string(scene.path(report)).expect("a report");
        assert!(text.starts_with(begin), "{text}");
        assert!(!scene.path("r/.ishi-killed.tmp").exists());
    }
}

#[test]
fn hidden_results_in_place_are_proven_and_kept_sources_are_not_new() {
    let irregular = "(;GM[1]FF[4]SZ[9];B[cg])";
    let scene = Scene::new(&[
        ("in/.hidden/a.sgf", irregular.as_bytes()),
        ("b.go", ISHI.as_bytes()),
    ]);
    scene
        .run(&["convert", "--hidden", "--in-place", "in"])
        .ends_with(0);
    scene
        .run(&["verify", "in"])
        .ends_with(0)
        .says("in: 1 file: 1 proven\n");
    scene.run(&["convert", "b.go", "-d", "out"]).ends_with(0);
    scene.write("out/.c.sgf", irregular.as_bytes());
    scene.write("out/d.sgf", irregular.as_bytes());
    scene.write("out/d.sgf.orig", irregular.as_bytes());
    let ran = scene.run(&["verify", "out"]);
    assert_eq!(
        ran.ends_with(0).stderr,
        "note: out/.c.sgf: new, not in the manifest\n\
         note: out/d.sgf: new, not in the manifest\n\
         out: 3 files: 1 proven; 2 new, not in the manifest\n"
    );
}
