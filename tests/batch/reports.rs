//! Reports.

use std::fs;

use serde_json::{Value, json};

use crate::scene::{ISHI, SGF, Scene};

#[test]
fn the_json_report_has_what_was_agreed() {
    let odd = "EVENT\r\nB 1 C3\r\nNONSENSE here\r\n";
    let scene = Scene::new(&[
        ("in/a.sgf", SGF.as_bytes()),
        ("in/b.go", odd.as_bytes()),
        ("in/chess.sgf", b"(;FF[4]GM[3];B[e2e4])"),
        ("in/z.txt", b"nothing"),
    ]);
    let report = scene.report(&["convert", "-t", "smartgo", "in", "-d", "out"], 1);
    assert_eq!(report["tool"], "ishi");
    assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));
    let [arrow, nonsense, chess, text] = report["inputs"].as_array().unwrap().as_slice() else {
        panic!("{report}");
    };
    assert_eq!(arrow["input"], "in/a.sgf");
    assert_eq!(arrow["output"], "out/in/a.mgt");
    assert_eq!(
        (&arrow["from"], &arrow["to"]),
        (&json!("sgf"), &json!("smartgo"))
    );
    assert_eq!(arrow["status"], "verified");
    assert_eq!(arrow["encoding"]["label"], "us-ascii");
    assert!(arrow["encoding"]["why"].is_string());
    assert_eq!(arrow["games"], 1);
    assert_eq!((&arrow["nodes"], &arrow["moves"]), (&json!(3), &json!(2)));
    assert_eq!(arrow["outcomes"]["kept"], 1);
    let item = &arrow["items"][0];
    assert_eq!(item["outcome"], "kept");
    assert_eq!(
        (&item["game"], &item["node"], &item["line"]),
        (&json!(1), &json!(0), &json!(1))
    );
    assert!(item["what"].as_str().unwrap().contains("AR"));

    let found = nonsense["diagnostics"].as_array().unwrap();
    let found = found
        .iter()
        .find(|one| one["line"] == 3)
        .expect("a finding");
    assert_eq!(found["bytes"], json!([15, 28]));
    assert_eq!((&found["column"], &found["game"]), (&json!(1), &json!(1)));
    for key in ["code", "severity", "message", "help", "node", "sgfc"] {
        assert!(found.get(key).is_some(), "{key} in {found}");
    }

    assert_eq!(chess["status"], "refused");
    assert_eq!(chess["output"], Value::Null);
    assert_eq!(chess["diagnostics"][0]["game"], 1);
    assert_eq!(text["status"], "not-a-record");
    let summary = &report["summary"];
    for (key, count) in [
        ("inputs", 4),
        ("verified", 2),
        ("unverified", 0),
        ("failed", 0),
        ("refused", 1),
        ("skipped", 0),
        ("not_a_record", 1),
    ] {
        assert_eq!(summary[key], count, "{key}");
    }
    assert!(summary["seconds"].is_number());
}

#[test]
fn the_lines_of_items_are_those_of_the_source() {
    let ishi = "EVENT x\r\nB 1 C3\r\nREMARK why\r\nW 2 D4\r\nMARK ab@C3\r\nB 3 E5\r\n";
    let scene = Scene::new(&[
        ("a.go", ishi.as_bytes()),
        (
            "b.sgf",
            b"(;FF[4]\n;B[aa]\n;W[bb];B[cc]XX[y]\n(;W[dd])(;W[ee]\nYY[z]))",
        ),
    ]);
    let report = scene.report(&["convert", "-n", "-t", "ishi", "b.sgf", "-d", "out"], 0);
    let lines = |report: &Value| -> Vec<(String, Value)> {
        let items = report["inputs"][0]["items"].as_array().unwrap().iter();
        let item = |item: &Value| {
            (
                item["what"].as_str().unwrap().to_owned(),
                item["line"].clone(),
            )
        };
        items.map(item).collect()
    };
    let found = lines(&report);
    let line = |word: &str| {
        found
            .iter()
            .find(|(what, _)| what.contains(word))
            .map(|(_, line)| line)
    };
    assert_eq!(line("XX"), Some(&json!(3)), "{found:?}");
    assert_eq!(line("YY"), Some(&json!(4)), "{found:?}");
    let report = scene.report(&["convert", "-n", "-t", "smartgo", "a.go", "-d", "out"], 0);
    let found = lines(&report);
    assert!(found.iter().any(|(_, line)| line == &json!(4)), "{found:?}");
    assert_eq!(report["inputs"][0]["status"], "dry-run");
}

#[test]
fn statuses_say_what_became_of_each_input() {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes())]);
    let status = |report: Value| report["inputs"][0]["status"].as_str().unwrap().to_owned();
    let convert = ["convert", "in", "-d", "out"];
    let dry = scene.report(&["convert", "-n", "in", "-d", "out"], 0);
    assert_eq!(status(dry), "dry-run");
    let unverified = scene.report(&["convert", "--no-verify", "in", "-d", "x"], 0);
    assert_eq!(status(unverified), "unverified");
    assert_eq!(status(scene.report(&convert, 0)), "verified");
    let again = scene.report(&convert, 0);
    assert_eq!(again["inputs"][0]["skipped"], true);
    assert_eq!(again["summary"]["skipped"], 1);
    assert_eq!(status(again), "verified");
    let failed = scene.report(&["convert", "none.go"], 1);
    assert_eq!(failed["inputs"][0]["diagnostics"][0]["severity"], "error");
    assert_eq!(status(failed), "failed");
}

#[test]
fn the_page_needs_nothing_else_and_keeps_records_out_of_its_markup() {
    let evil = "EVENT </script><script>alert(1)</script>\r\nBLACK <b>x\r\nB 1 Q16\r\n";
    let scene = Scene::new(&[
        ("in/a.go", ISHI.as_bytes()),
        ("in/b<i>.go", evil.as_bytes()),
    ]);
    let convert = ["convert", "in", "-d", "out", "--report", "r.html"];
    scene.run(&convert).ends_with(0);
    let page = fs::read_to_string(scene.path("r.html")).unwrap();
    for words in [
        "http:",
        "https:",
        "url(",
        "@import",
        "<link rel=\"stylesheet\"",
        "src=",
    ] {
        assert!(!page.contains(words), "{words}");
    }
    for words in ["alert(1)</script>", "<b>x", "b<i>.go"] {
        assert!(!page.contains(words), "{words}");
    }
    assert!(page.contains("Anna"));
    assert!(page.contains("9x9 24.w31.b 6,2"), "the last position");
    assert!(
        !page.contains("{{"),
        "a part of the template was not filled"
    );
}

#[test]
fn a_report_that_cannot_be_is_said_at_once() {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes()), ("file", b"")]);
    for (report, words) in [
        ("r.txt", ".json or a .html"),
        ("file/r.json", "cannot be written"),
    ] {
        let convert = ["convert", "in", "-d", "out", "--report", report];
        scene.run(&convert).ends_with(2).says(words);
    }
    assert!(!scene.path("out").exists());
}

#[test]
fn a_report_needs_its_folder_as_a_result_does() {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes())]);
    let convert = ["convert", "in", "-d", "out", "--report"];
    let run = |report| scene.run(&[&convert[..], &[report]].concat());
    run("none/r.json")
        .ends_with(2)
        .says("there is no folder none");
    assert_eq!(scene.names(""), ["in/a.go"]);
    // The folder of results is made anyway.
    run("./out/reports/r.json").ends_with(0);
    assert!(scene.path("out/reports/r.json").exists());
}

#[test]
fn a_report_advises_no_option_that_was_given() {
    let scene = Scene::new(&[("a.sgf", b"(;FF[4]GM[3];B[e2e4])")]);
    let convert = ["convert", "-t", "ishi", "a.sgf"];
    for (more, is_advised) in [(&[][..], true), (&["--skip-refused"], false)] {
        let report = scene.report(&[&convert[..], more].concat(), 1);
        let found = report["inputs"][0]["diagnostics"]
            .as_array()
            .expect("a list");
        let found = found.iter().find(|one| one["code"] == "C006");
        let help = found.and_then(|one| one["help"].as_str()).expect("advice");
        assert_eq!(help.contains("--skip-refused"), is_advised, "{help}");
    }
}

#[test]
fn a_game_that_is_left_out_is_a_loss() {
    let record = b"(;FF[4]GM[1]SZ[21];B[aa])(;FF[4]GM[1]SZ[9];B[aa])";
    let scene = Scene::new(&[("in/a.sgf", record)]);
    let convert = ["convert", "in", "-t", "ishi", "--skip-refused", "-d", "out"];
    let reason = "Ishi holds only square boards from 2x2 to 19x19, and this one is 21x21";
    scene
        .run(&convert)
        .ends_with(0)
        .says(&format!("in/a.sgf: game 1 left out: {reason}"))
        .says("remarks: 1 with losses");
    scene
        .run(&convert)
        .ends_with(0)
        .says("1 skipped with losses");
    let report = scene.report(&convert, 0);
    assert_eq!(report["inputs"][0]["status"], "verified-with-losses");
}

#[test]
fn a_report_replaces_no_result() {
    let scene = Scene::new(&[("a.go", ISHI.as_bytes()), ("b/a.go", ISHI.as_bytes())]);
    let output = [
        "convert",
        "a.go",
        "-o",
        "rr.json",
        "--report",
        "./rr.json",
        "--force",
    ];
    let words = "a report never replaces a result; choose another name for --report";
    scene.run(&output).ends_with(2).says(words);
    assert!(!scene.path("rr.json").exists());
    // A result of the same run, then of an earlier one.
    let below = [
        "convert",
        "b",
        "-t",
        "json",
        "-d",
        "out",
        "--report",
        "out/b/a.json",
        "--force",
    ];
    for status in [1, 2] {
        scene.run(&below).ends_with(status).says(words);
        scene.run(&["verify", "out"]).ends_with(0);
    }
    let without = below.split_last().expect("an option").1;
    scene.run(without).ends_with(2).says(words);
    let beside = ["convert", "a.go", "-t", "json", "--report", "a.json"];
    scene.run(&beside).ends_with(1).says(words);
    let result = fs::read_to_string(scene.path("a.json")).unwrap();
    assert!(!result.contains("inputs"), "{result}");
}
