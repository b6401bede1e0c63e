//! `ishi check` over folders.

use crate::scene::{ISHI, SGF, Scene};

const OPEN: &str = "(;FF[4]GM[1]SZ[9];B[aa]";

fn scene() -> Scene {
    let scene = Scene::new(&[
        ("in/good.go", ISHI.as_bytes()),
        ("in/notes.txt", b"nothing"),
        ("in/z.sgf", &[0; 9]),
    ]);
    for number in 0..8 {
        scene.write(&format!("in/{number}.sgf"), OPEN.as_bytes());
    }
    scene
}

#[test]
fn files_without_findings_print_nothing() {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes()), ("in/b.sgf", SGF.as_bytes())]);
    for input in ["in", "in/a.go"] {
        assert_eq!(scene.run(&["check", input]).ends_with(0).stdout, "");
    }
    scene
        .run(&["check", "in"])
        .says("2 records, 2 games: no findings\n");
}

#[test]
fn a_finding_of_many_files_is_printed_once_with_their_number() {
    let scene = scene();
    let ran = scene.run(&["check", "in"]);
    ran.ends_with(1);
    assert_eq!(
        ran.stdout,
        "error[B005]: [*] a closing parenthesis is missing at the end
 --> in/0.sgf:1:24
  |
1 | (;FF[4]GM[1]SZ[9];B[aa]
  |                        ^
  |
  = help: closed; the file may have been cut off
B005: 8 findings in 8 files, also in in/1.sgf, in/2.sgf, in/3.sgf, in/4.sgf, in/5.sgf and 2 more
"
    );
    assert_eq!(
        ran.stderr,
        "error: in/z.sgf: unreadable record: it has NUL bytes only, so its content is gone
9 records, 9 games: 8 errors, 8 with errors, 1 unreadable, 1 other file
  no records: in/notes.txt
8 of 8 can be mended with --fix
"
    );
    let each = scene.run(&["check", "-v", "in"]).stdout;
    assert_eq!(each.matches("error[B005]").count(), 8);
}

#[test]
fn statistics_are_a_table_by_rule() {
    let scene = scene();
    let ran = scene.run(&["check", "--statistics", "in", "in/0.sgf"]);
    ran.ends_with(1);
    assert_eq!(
        ran.stdout,
        "code  severity  findings  files  --fix  guesses  subject
B005  error            9      9      9        0  a closing parenthesis is missing at the end
"
    );
    let good = scene.run(&["check", "--statistics", "in/good.go"]);
    assert_eq!(good.ends_with(0).stdout, "");
    let json = scene.run(&["check", "--statistics", "--format", "json", "in"]);
    json.ends_with(2).says("--statistics is a table");
}

#[test]
fn severities_that_are_not_wanted_are_not_printed() {
    let text = "(;FF[4]GM[1]SZ[9]QQ[x];B[aa])";
    let scene = Scene::new(&[("in/a.sgf", text.as_bytes()), ("in/b.sgf", text.as_bytes())]);
    let ran = scene.run(&["check", "in"]);
    assert!(
        ran.ends_with(0)
            .stdout
            .contains("B061: 2 findings in 2 files")
    );
    assert_eq!(scene.run(&["check", "-q", "in"]).ends_with(0).stdout, "");
}

/// Returns the summary of a check of the folder `in`.
fn summary(files: &[(&str, &[u8])]) -> String {
    let scene = Scene::new(files);
    std::fs::create_dir_all(scene.path("in")).expect("a folder");
    scene.run(&["check", "in"]).stderr
}

#[test]
fn a_summary_counts_only_records_and_names_ten_other_files() {
    assert_eq!(summary(&[]), "0 records, 0 games: no record was found\n");
    assert_eq!(
        summary(&[("in/0.txt", b"x")]),
        "0 records, 0 games: 1 other file\n  no records: in/0.txt\n"
    );
    let open = OPEN.as_bytes();
    assert_eq!(
        summary(&[("in/a.sgf", open)]),
        "1 record, 1 game: 1 error\n1 of 1 can be mended with --fix\n"
    );
    assert_eq!(
        summary(&[("in/a.sgf", open), ("in/b.sgf", SGF.as_bytes())]),
        "2 records, 2 games: 1 error, 1 with errors\n1 of 1 can be mended with --fix\n"
    );
    let damaged = "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[J\u{fffd}rg];B[aa])";
    assert_eq!(
        summary(&[("in/a.sgf", damaged.as_bytes())]),
        "1 record, 1 game: 1 note, 1 with text that was damaged before\n"
    );
    let names: Vec<_> = (10..21).map(|number| format!("in/{number}.txt")).collect();
    let files: Vec<_> = names
        .iter()
        .map(|name| (name.as_str(), &b"x"[..]))
        .collect();
    let ten = names[..10].join(", ");
    assert_eq!(
        summary(&files[..10]),
        format!("0 records, 0 games: 10 other files\n  no records: {ten}\n")
    );
    assert_eq!(
        summary(&files),
        format!(
            "0 records, 0 games: 11 other files\n  no records: {ten} and 1 more; -v names all\n"
        )
    );
    let scene = Scene::new(&[("in/0.txt", b"x")]);
    let ran = scene.run(&["check", "-v", "in"]);
    ran.ends_with(0)
        .says("in/0.txt: not a game record: it has neither")
        .says("0 records, 0 games: 1 other file\n");
    assert_eq!(ran.stderr.lines().count(), 2, "{}", ran.stderr);
}

#[test]
fn a_finding_of_one_to_six_files_names_the_others() {
    let names: Vec<_> = (1..=6).map(|number| format!("in/{number}.sgf")).collect();
    let last = |count: usize| {
        let files = names[..count].iter();
        let files: Vec<_> = files.map(|name| (&**name, OPEN.as_bytes())).collect();
        let stdout = Scene::new(&files).run(&["check", "in"]).stdout;
        stdout.lines().last().unwrap_or("").to_owned()
    };
    assert_eq!(last(1), "  = help: closed; the file may have been cut off");
    assert_eq!(last(2), "B005: 2 findings in 2 files, also in in/2.sgf");
    let others = names[1..].join(", ");
    assert_eq!(
        last(6),
        format!("B005: 6 findings in 6 files, also in {others}")
    );
}

#[cfg(unix)]
#[test]
fn a_document_names_each_input_and_tells_unreadable_files_from_others() {
    use std::os::unix::ffi::OsStrExt as _;
    let scene = Scene::new(&[
        ("in/a.sgf", SGF.as_bytes()),
        ("in/b.sgf", &[0; 9]),
        ("in/c.txt", b"nothing"),
        ("in/d.zip", b"PK\x03\x04 broken"),
    ]);
    let latin = std::ffi::OsStr::from_bytes(b"in/e\xf6.sgf");
    std::fs::write(scene.path("").join(latin), SGF).expect("a file");
    let ran = scene.run(&["check", "--format", "json", "in"]);
    let document: serde_json::Value = serde_json::from_str(&ran.ends_with(1).stdout).expect("JSON");
    let inputs = document["inputs"].as_array().expect("inputs");
    let facts = inputs.iter().map(|input| {
        let text = |key: &str| input[key].as_str().unwrap_or("-").to_owned();
        [text("input"), text("path_bytes"), text("status")].join(" ")
    });
    assert_eq!(
        facts.collect::<Vec<_>>(),
        [
            "in/a.sgf - unverified",
            "in/b.sgf - unreadable",
            "in/c.txt - not-a-record",
            "in/d.zip - failed",
            "in/e\u{fffd}.sgf in/e%F6.sgf unverified",
        ]
    );
}
