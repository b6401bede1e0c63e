//! Files with the name of a record that hold no record, and damaged records.

use std::fs::File;
use std::io::Write;

use serde_json::Value;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::scene::{ISHI, SGF, Scene};

/// Ten kinds of dead files.
pub fn dead() -> [(&'static str, Vec<u8>); 10] {
    let page = b"<!DOCTYPE html>\n<title>404 Not Found</title>\n<script>for(;;){}</script>\n";
    // Any bytes but zero, always the same.
    let noise = (1..=900_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24 | 1) as u8);
    let picture = b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x48\0\x48\0\0";
    [
        ("nul", vec![0; 700]),
        ("block", [&[0_u8; 128][..], b"\x1a", &[0; 127]].concat()),
        ("page", page.to_vec()),
        (
            "answer",
            b"{\"error\": \"not found\", \"code\": 404}".to_vec(),
        ),
        ("noise", noise.collect()),
        ("picture", picture.to_vec()),
        (
            "letter",
            b"Dear Anna,\nhere is the game.\nYours, Otto\n".to_vec(),
        ),
        (
            "pdf",
            b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n".to_vec(),
        ),
        (
            "download",
            b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n".to_vec(),
        ),
        (
            "program",
            [&b"MZ\x90\0\x03\0\0\0\x04\0"[..], &[0; 300]].concat(),
        ),
    ]
}

fn statuses(report: &Value) -> Vec<(String, String)> {
    let inputs = report["inputs"].as_array().expect("a list").iter();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    inputs
        .map(|input| (text(&input["input"]), text(&input["status"])))
        .collect()
}

#[test]
fn a_file_with_the_name_of_a_record_that_holds_none_is_named_and_fails() {
    let scene = Scene::new(&[("in/good.go", ISHI.as_bytes())]);
    let mut names = Vec::new();
    for (kind, bytes) in dead() {
        for ending in ["go", "sgf", "mgt"] {
            let name = format!("in/{kind}.{ending}");
            scene.write(&name, &bytes);
            names.push(name);
        }
    }
    scene.write("in/zero.sgf", b"");
    scene.write("in/blank.mgt", b" \r\n\x1a");
    names.extend(["in/zero.sgf".to_owned(), "in/blank.mgt".to_owned()]);
    let report = scene.report(&["convert", "in", "-d", "out"], 1);
    for (name, status) in statuses(&report) {
        let expected = if name == "in/good.go" {
            "verified"
        } else {
            "unreadable"
        };
        assert_eq!(status, expected, "{name}");
    }
    assert_eq!(report["summary"]["unreadable"], names.len());
    assert_eq!(report["summary"]["failed"], 0);
    let ran = scene.run(&["convert", "in", "-d", "again"]);
    let check = scene.run(&["check", "in"]);
    for name in &names {
        let words = format!("error: {name}: unreadable record: ");
        check.ends_with(1).says(&words);
        // Its result would be the file itself, if the name ends in .sgf.
        for arguments in [&["convert", name][..], &["convert", "-o", "-", name]] {
            let alone = scene.run(arguments);
            alone.ends_with(1).says(&words);
            assert_eq!(alone.stdout, "");
        }
    }
    assert_eq!(ran.ends_with(1).stderr.lines().count(), 5);
    ran.says("33 files: 1 converted, 32 unreadable\nremarks: 29 more unreadable (");
    check.says("32 unreadable\n");
    let json = scene.run(&["check", "--format", "json", "in"]).stdout;
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["summary"]["unreadable"], names.len());
    scene.run(&["info", "in"]).ends_with(1).says("in/nul.go");
}

#[test]
fn dead_members_of_archives_are_named_too() {
    let scene = Scene::new(&[]);
    let mut archive = ZipWriter::new(File::create(scene.path("old.zip")).unwrap());
    let options = SimpleFileOptions::default();
    for (name, bytes) in [
        ("a.go", ISHI.as_bytes()),
        ("b.sgf", b"\0\0\0"),
        ("c.txt", b"x"),
    ] {
        archive.start_file(name, options).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap();
    let words = "old.zip/b.sgf: unreadable record: it has NUL bytes only";
    let ran = scene.run(&["convert", "old.zip", "-d", "out"]);
    ran.ends_with(1)
        .says(words)
        .says("1 converted, 1 unreadable, 1 other\n");
    scene.run(&["check", "old.zip"]).ends_with(1).says(words);
}

/// "A completely empty file is a valid-format file."
#[test]
fn an_empty_ishi_file_is_a_game_with_a_warning_that_names_it() {
    let scene = Scene::new(&[("in/zero.go", b""), ("in/a.go", ISHI.as_bytes())]);
    let ran = scene.run(&["convert", "in", "-d", "out"]);
    ran.ends_with(0)
        .says("warning: in/zero.go: the record is empty (I052)\n2 files: 2 converted\nremarks: 1 doubtful (--report run.html");
    assert_eq!(scene.names("out"), ["in/a.sgf", "in/zero.sgf"]);
    scene.run(&["check", "in"]).ends_with(0);
    let strict = scene.run(&["convert", "--strict", "in", "-d", "strict"]);
    strict.ends_with(1).says("in/zero.go");
}

#[test]
fn nuls_are_a_warning_with_their_number() {
    let ishi = [ISHI.as_bytes(), b"COM\r\na\0b\r\nENDCOM\r\n", &[0; 60]].concat();
    let sgf = b"(;FF[4]SZ[9];B[cg]C[a\0b];W[gc])\0\0";
    let scene = Scene::new(&[
        ("in/a.go", &ishi),
        ("in/b.sgf", sgf),
        ("in/c.mgt", b"(;GM[1]C[\0];B[cg])"),
    ]);
    let ran = scene.run(&["convert", "in", "-d", "out"]);
    ran.ends_with(0)
        .says("in/a.go: line 8: 61 NUL characters (code 0) (E005)")
        .says("in/b.sgf: line 1: 3 NUL characters (code 0) (E005)")
        .says("in/c.mgt: line 1: 1 NUL character (code 0) (E005)");
    assert!(
        scene
            .run(&["check", "in"])
            .stdout
            .contains("E005: 3 findings in 3 files")
    );
    let wide: Vec<u8> = SGF.encode_utf16().flat_map(u16::to_le_bytes).collect();
    scene.write("wide.sgf", &[b"\xff\xfe", &wide[..]].concat());
    let check = scene.run(&["check", "wide.sgf"]);
    assert!(!check.stdout.contains("E005"), "{}", check.stdout);
}

#[test]
fn a_file_that_ends_in_the_middle_may_have_been_cut_off() {
    let cut = "the file may have been cut off";
    let check = |name: &str, text: &str| {
        let scene = Scene::new(&[(name, text.as_bytes())]);
        scene.run(&["check", name]).stdout
    };
    for end in [
        "COM\nwords",
        "COM\nwords\n",
        "VAR\nB 3 D4\n",
        "B 3 D",
        "SETU",
        "USER x\n",
    ] {
        let found = check("a.go", &format!("{}{end}", ISHI.replace('\r', "")));
        assert!(found.contains(cut), "{end:?}: {found}");
    }
    for end in ["", ";B[a", ";B[aa]C[words", ";B[aa]C[words\n"] {
        let found = check("a.sgf", &format!("(;FF[4]SZ[9];B[cg]{end}"));
        assert!(found.contains(cut), "{end:?}: {found}");
    }
    let middle = "VAR\nB 3 D4\nEVENT b\nB 1 D\nCOM\nx\nENDCOM\n";
    for (name, whole) in [
        ("a.go", format!("{ISHI}{middle}")),
        ("a.go", format!("{ISHI}B 3 D\n")),
        ("a.sgf", format!("{SGF})")),
        ("a.sgf", "(;FF[4]SZ[9];B[zz])".to_owned()),
    ] {
        let found = check(name, &whole);
        assert!(!found.contains(cut), "{whole:?}: {found}");
    }
}

#[test]
fn text_that_was_damaged_before_is_a_class_of_its_own() {
    let lost = "(;FF[4]CA[UTF-8]SZ[9]PB[J\u{fffd}rgen\u{fffd}];B[cg])";
    let broken = b"(;FF[4]CA[UTF-8]SZ[9]PB[Anna \xe5\xa7\x9c and \xe5\x8f];B[cg]C[\xe5\xa7\x9c\xe5\xa7\x9c])";
    let scene = Scene::new(&[
        ("in/a.sgf", lost.as_bytes()),
        ("in/b.sgf", broken),
        ("in/c.sgf", SGF.as_bytes()),
    ]);
    let report = scene.report(&["convert", "-t", "ishi", "in", "-d", "out"], 0);
    assert_eq!(report["summary"]["damaged"], 2, "{report}");
    assert_eq!(report["summary"]["verified"], 3);
    assert_eq!(report["inputs"][0]["outcomes"]["damaged"], 2);
    assert_eq!(report["inputs"][0]["outcomes"]["lost"], 0);
    assert_eq!(report["inputs"][0]["diagnostics"][0]["code"], "E006");
    assert_eq!(report["inputs"][1]["outcomes"]["damaged"], 1);
    // A run that converts no file counts the same.
    let later = scene.report(&["convert", "-t", "ishi", "in", "-d", "out"], 0);
    assert_eq!(later["summary"]["damaged"], 2, "{later}");
    let ran = scene.run(&["convert", "-t", "ishi", "in", "-d", "again"]);
    ran.ends_with(0).says("2 damaged before");
    assert!(!ran.stderr.contains("in/a.sgf"), "{}", ran.stderr);
    let check = scene.run(&["check", "in"]);
    check
        .ends_with(0)
        .says("2 with text that was damaged before");
}

#[test]
fn sources_manuals_and_letters_without_a_game_are_no_records() {
    let example = "(;FF[4]GM[1]SZ[9];B[cg];W[gc])";
    let manual = format!(
        "# The tool\n\n{}\n\n{example}\n\n{}",
        "What it does.\n".repeat(9),
        "And more.\n".repeat(9)
    );
    let source = format!("static const char *game =\n    \"{example}\";\n");
    let letter = "Date: 8 March\nSource: me\nW. plays\nB. answers\nRemark that\nSource of all\n";
    let scene = Scene::new(&[
        ("in/README", manual.as_bytes()),
        ("in/main.c", source.as_bytes()),
        ("in/letter.txt", letter.as_bytes()),
        ("in/font.ttf", b"b\0\0\x01 x\n\0\0\0\0\0\0\0\0\0\0\0\0"),
        ("in/events.txt", b"EVENT x\nEVENT y\nUSER z\n"),
        ("in/game.doc", ISHI.as_bytes()),
        (
            "in/mail",
            format!("From: me\n\nthe game:\n{example}\n").as_bytes(),
        ),
    ]);
    let ran = scene.run(&["info", "in"]);
    ran.ends_with(0);
    let records: Vec<_> = ran.stdout.lines().skip(1).collect();
    assert_eq!(records.len(), 2, "{}", ran.stdout);
    assert!(records[0].starts_with("in/game.doc") && records[1].starts_with("in/mail"));
}
