//! A panic about one record is the failure of that record, in each command. The other records have their results.

use std::fs;

use crate::archives::zip;
use crate::scene::{SGF, Scene};

const BAD: &[u8] = b"(;FF[4]GM[1]SZ[9];B[cg]C[a planted panic])";
const LINE: &str = "bad.sgf: ishi crashed: planted (src/dispatch.rs:";
const ADVICE: &str = "please report this line";

fn scene() -> Scene {
    let scene = Scene::new(&[
        ("in/a.sgf", SGF.as_bytes()),
        ("in/bad.sgf", BAD),
        ("in/c.sgf", SGF.as_bytes()),
    ]);
    let all: &[(&str, &[u8])] = &[
        ("a.sgf", SGF.as_bytes()),
        ("bad.sgf", BAD),
        ("c.sgf", SGF.as_bytes()),
    ];
    zip(&scene, "old.zip", all);
    scene
}

#[test]
fn a_crash_costs_one_record_of_a_conversion() {
    for input in ["in", "old.zip"] {
        for jobs in ["-j1", "-j2"] {
            let scene = scene();
            let convert = ["convert", jobs, "-t", "ishi", "-d", "out", input];
            scene.run(&convert).ends_with(1).says(LINE).says(ADVICE);
            assert_eq!(scene.names("out").len(), 2, "{input} {jobs}");
            let report = scene.report(&[&convert[..], &["--force"]].concat(), 1);
            assert_eq!(report["summary"]["failed"], 1);
            assert_eq!(report["summary"]["verified"], 2);
            let json = ["convert", jobs, "-t", "json", "-d", "json", input];
            scene.run(&json).ends_with(1).says(LINE);
            assert_eq!(scene.names("json").len(), 2, "{input} {jobs}");
        }
    }
    let scene = scene();
    let in_place = ["convert", "--in-place", "in"];
    scene.run(&in_place).ends_with(1).says(LINE);
    assert_eq!(fs::read(scene.path("in/bad.sgf")).unwrap(), BAD);
}

#[test]
fn a_crash_in_a_thread_costs_one_record() {
    // The last game of a file that several threads convert.
    let many = [SGF.repeat(10_000).as_bytes(), BAD].concat();
    let scene = Scene::new(&[("in/many-bad.sgf", &many), ("in/z.sgf", SGF.as_bytes())]);
    let convert = ["convert", "-j2", "-t", "ishi"];
    let to_folder = [&convert[..], &["-d", "out", "in"]].concat();
    scene.run(&to_folder).ends_with(1).says(LINE).says(ADVICE);
    assert_eq!(scene.names("out"), ["in/z.go"]);
    let to_file = [&convert[..], &["-o", "x.go", "in/many-bad.sgf"]].concat();
    scene.run(&to_file).ends_with(1).says(LINE).says(ADVICE);
    assert!(!scene.path("x.go").exists());
}

#[test]
fn a_crash_costs_one_record_of_the_other_commands() {
    for input in ["in", "old.zip"] {
        let scene = scene();
        let check = scene.run(&["check", input]);
        check.ends_with(1).says(LINE).says("2 records, 2 games");
        let check = scene.run(&["check", "--format", "json", input]);
        let found: serde_json::Value = serde_json::from_str(&check.stdout).unwrap();
        assert_eq!(found["inputs"].as_array().map(Vec::len), Some(3));
        let sarif = scene.run(&["check", "--format", "sarif", input]);
        assert!(sarif.stdout.contains("ishi crashed"), "{}", sarif.stdout);
        let info = scene.run(&["info", input]);
        info.ends_with(1).says(LINE).says(ADVICE);
        assert!(info.stdout.contains("c.sgf"), "{}", info.stdout);
        let diff = scene.run(&["diff", input, input]);
        diff.ends_with(2).says(LINE).says("2 records the same");
        let changes = scene.run(&["check", "--diff", input]);
        changes.ends_with(1).says(LINE);
    }
    let scene = scene();
    let fixed = scene.run(&["check", "--fix", "in"]);
    fixed.ends_with(1).says(LINE);
    assert_eq!(fs::read(scene.path("in/bad.sgf")).unwrap(), BAD);
    for show in [&["show"][..], &["show", "--list"], &["show", "--sheet"]] {
        let show = [show, &["in/bad.sgf"]].concat();
        scene.run(&show).ends_with(1).says(LINE).says(ADVICE);
    }
    scene.write("in/bad.sgf.orig", BAD);
    scene.write("in/c.sgf.orig", SGF.as_bytes());
    let verify = scene.run(&["verify", "in"]);
    verify
        .ends_with(1)
        .says("ishi crashed: planted")
        .says(ADVICE)
        .says("1 proven");
}
