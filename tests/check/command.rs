//! `ishi check` as a user meets it.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

const BAD: &str = "(;FF[4]GM[1]SZ[9]ZZ[x];B[aa];W[aa])";
const GOOD: &str = "(;FF[4]GM[1]SZ[9];B[aa];W[bb])";

/// Runs `ishi check` in a folder with a record that has an error and one without findings.
fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("bad one.sgf"), BAD).expect("a file");
    fs::write(folder.path().join("good.sgf"), GOOD).expect("a file");
    fs::write(folder.path().join("empty.sgf"), "").expect("a file");
    fs::create_dir(folder.path().join("below")).expect("a folder");
    fs::write(folder.path().join("below/third.sgf"), GOOD).expect("a file");
    fs::write(folder.path().join("below/letter.txt"), "Dear Anna").expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishi"));
    command.arg("check").args(arguments).current_dir(&folder);
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("the program");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn findings_are_the_result() {
    let (status, stdout, stderr) = run(&["bad one.sgf", "good.sgf"]);
    assert_eq!(status, Some(1));
    assert!(stdout.contains("error[G001]: White plays aa"), "{stdout}");
    assert!(stdout.contains("bad one.sgf:1:32"), "{stdout}");
    assert!(!stdout.contains("good.sgf"), "{stdout}");
    assert_eq!(
        stderr,
        "2 records, 2 games: 1 error, 1 note, 1 with errors\n"
    );
}

#[test]
fn quiet_shows_errors_only() {
    let (status, stdout, _) = run(&["-q", "good.sgf"]);
    assert_eq!((status, stdout.as_str()), (Some(0), ""));
    let (status, stdout, _) = run(&["-q", "bad one.sgf"]);
    assert_eq!(status, Some(1));
    assert!(
        stdout.contains("G001") && !stdout.contains("B061"),
        "{stdout}"
    );
}

#[test]
fn severities_can_be_changed() {
    for (rule, expected, shown) in [
        ("G001=off", Some(0), false),
        ("g001=warning", Some(0), true),
        ("B061=error", Some(1), true),
    ] {
        let (status, stdout, _) = run(&["--rule", rule, "bad one.sgf"]);
        assert_eq!(status, expected, "{rule}");
        assert_eq!(stdout.contains("G001"), shown, "{rule}");
    }
    for wrong in ["G001", "G001=bad", "X999=off"] {
        let (status, _, stderr) = run(&["--rule", wrong, "good.sgf"]);
        assert_eq!(status, Some(2), "{wrong}");
        assert!(stderr.contains("--rule"), "{stderr}");
    }
}

#[test]
fn inputs_that_cannot_be_read_fail() {
    for (arguments, expected) in [
        (&["missing.sgf"][..], Some(1)),
        (&["empty.sgf"], Some(1)),
        (&["-", "-"], Some(2)),
        (&[], Some(2)),
    ] {
        let (status, _, stderr) = run(arguments);
        assert_eq!(status, expected, "{arguments:?}");
        assert!(!stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn folders_are_walked() {
    let (status, stdout, stderr) = run(&["."]);
    assert_eq!(status, Some(1));
    assert_eq!(
        stderr,
        "error: ./empty.sgf: unreadable record: it is empty\n\
         3 records, 3 games: 1 error, 1 note, 1 with errors, 1 unreadable, 1 other file\n  \
         no records: ./below/letter.txt\n"
    );
    assert!(stdout.contains("bad one.sgf:1:32"), "{stdout}");
    assert!(!stdout.contains("good.sgf") && !stdout.contains("third.sgf"));
    let (status, stdout, _) = run(&["--format", "json", "below"]);
    let document: Value = serde_json::from_str(&stdout).expect("JSON");
    let inputs = document["inputs"].as_array().expect("a list");
    let found: Vec<_> = inputs.iter().map(|input| &input["status"]).collect();
    assert_eq!(status, Some(0), "{stdout}");
    assert_eq!(found, ["not-a-record", "unverified"], "{stdout}");
}

#[test]
fn rules_are_listed() {
    let (status, stdout, _) = run(&["--list-rules"]);
    assert_eq!(status, Some(0));
    assert!(
        stdout.contains("G001  error       58  -    a move on a point"),
        "{stdout}"
    );
    let (_, stdout, _) = run(&["--list-rules", "--format", "json"]);
    let rules: Value = serde_json::from_str(&stdout).expect("JSON");
    let rules = rules.as_array().expect("a list");
    assert!(rules.iter().any(|rule| rule["code"] == "I045"));
}

#[test]
fn the_json_report_has_places_in_the_file() {
    let (status, stdout, _) = run(&["--format", "json", "bad one.sgf", "missing.sgf"]);
    assert_eq!(status, Some(1));
    let report: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(report["tool"], "ishi");
    assert_eq!(report["summary"]["inputs"], 2);
    assert_eq!(report["summary"]["failed"], 1);
    let input = &report["inputs"][0];
    assert_eq!((&input["games"], &input["moves"]), (&1.into(), &2.into()));
    let found = input["diagnostics"].as_array().expect("a list");
    let illegal = found.iter().find(|found| found["code"] == "G001");
    let illegal = illegal.expect("the illegal move");
    assert_eq!(illegal["severity"], "error");
    assert_eq!(
        (&illegal["line"], &illegal["column"]),
        (&1.into(), &32.into())
    );
    assert_eq!(illegal["bytes"], serde_json::json!([31, 33]));
    assert_eq!((&illegal["game"], &illegal["node"]), (&1.into(), &2.into()));
    assert_eq!(illegal["sgfc"], 58);
    assert_eq!(BAD.get(31..33), Some("aa"));
}

#[test]
fn an_input_has_the_status_that_the_summary_counts() {
    for (inputs, found) in [
        (&["empty.sgf"][..], "unreadable"),
        (&["below/letter.txt"], "failed"),
        (&["below"], "not-a-record"),
    ] {
        let (_, stdout, _) = run(&[&["--format", "json"], inputs].concat());
        let report: Value = serde_json::from_str(&stdout).expect("JSON");
        let inputs = report["inputs"].as_array().expect("a list");
        let input = inputs.iter().find(|input| input["from"].is_null());
        let input = input.expect("an input without a format");
        assert_eq!(input["status"], found);
        assert_eq!(report["summary"][found.replace('-', "_")], 1, "{report}");
        let finding = &input["diagnostics"][0];
        assert_eq!(finding["message"], input["error"]);
    }
}

#[test]
fn sarif_has_what_its_schema_requires() {
    let (status, stdout, _) = run(&["--format", "sarif", "bad one.sgf", "missing.sgf"]);
    assert_eq!(status, Some(1));
    let log: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "ishi");
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    let rules = run["tool"]["driver"]["rules"].as_array().expect("a list");
    let results = run["results"].as_array().expect("a list");
    assert!(!results.is_empty());
    for result in results {
        assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]));
        assert!(
            ["error", "warning", "note"]
                .map(Value::from)
                .contains(&result["level"])
        );
        assert!(result["message"]["text"].is_string());
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "bad%20one.sgf");
        assert!(
            place["region"]["startLine"]
                .as_u64()
                .is_some_and(|line| line > 0)
        );
    }
}
