//! A tree of 3,000 files of all kinds: each is accounted for, and all accounts agree.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Write;

use serde_json::Value;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::dead::dead;
use crate::scene::{ISHI, SGF, Scene};
use crate::{corpus, files};

/// The classes of a summary, and the statuses of inputs that they count.
const CLASSES: [(&str, &str); 7] = [
    ("verified", "verified"),
    ("verified_with_losses", "verified-with-losses"),
    ("unverified", "unverified"),
    ("failed", "failed"),
    ("unreadable", "unreadable"),
    ("refused", "refused"),
    ("not_a_record", "not-a-record"),
];

/// Names that shells, terminals and other systems stumble over.
const HOSTILE: [&str; 8] = [
    "a b",
    "-rf",
    "$(x)",
    "new\nline",
    "\u{1b}[31mred",
    "\u{202e}fgs",
    "x..sgf",
    "q\"u'ote",
];

/// Writes the tree, and returns the names of all files in it, with the status if it is known.
fn plant(scene: &Scene) -> BTreeMap<String, Option<&'static str>> {
    let mut all = BTreeMap::new();
    let mut add = |name: String, bytes: &[u8], status| {
        scene.write(&name, bytes);
        all.insert(name, status);
    };
    let mut members = Vec::new();
    let folder = corpus::folder();
    for path in files::below(&folder) {
        let below = path.strip_prefix(&folder).expect("a part");
        let name = format!("in/corpus/{}", below.display());
        add(name, &fs::read(&path).expect("a file"), None);
    }
    for copy in 0..32 {
        for (kind, bytes) in dead() {
            for ending in ["go", "sgf", "prb"] {
                let name = format!("in/disk-{copy}/{kind}.{ending}");
                add(name, &bytes, Some("unreadable"));
            }
        }
        for (name, text) in [
            ("notes.txt", "Dear Anna,\n"),
            ("main.c", "int main(void) { for (;;) {} }\n"),
            ("main.go", "package main\n"),
            ("README.md", "# Games\n\nSuch as `(;B[aa])`.\n"),
            ("x.rar", "Rar!\x1a\x07\x01"),
        ] {
            add(
                format!("in/texts-{copy}/{name}"),
                text.as_bytes(),
                Some("not-a-record"),
            );
        }
        for (number, name) in HOSTILE.iter().enumerate() {
            let text = ISHI.replace("Anna", &format!("Anna {copy} {number}"));
            add(
                format!("in/names-{copy}/{name}.go"),
                text.as_bytes(),
                Some("verified"),
            );
        }
        let lost = format!("(;FF[4]SZ[9]PB[{copy}];B[aa] zz C[open];W[bb])");
        add(
            format!("in/lost/{copy}.sgf"),
            lost.as_bytes(),
            Some("verified-with-losses"),
        );
        add(format!("in/zero/{copy}.go"), b"", Some("verified"));
        let broken = format!("in/archives/broken-{copy}.zip");
        add(broken, b"PK\x03\x04 and no more", Some("failed"));
        let archive = format!("in/archives/{copy}.zip");
        let file = File::create(scene.path(&archive)).expect("an archive");
        let mut zip = ZipWriter::new(file);
        for (name, bytes, status) in [
            ("a.go", ISHI.as_bytes(), "verified"),
            ("b.sgf", SGF.as_bytes(), "verified"),
            ("c.sgf", &[0; 99][..], "unreadable"),
            ("d.txt", b"x", "not-a-record"),
        ] {
            let options = SimpleFileOptions::default();
            zip.start_file(name, options).expect("an archive");
            zip.write_all(bytes).expect("an archive");
            members.push((format!("{archive}/{name}"), Some(status)));
        }
        zip.finish().expect("an archive");
    }
    all.extend(members);
    all
}

fn counts(report: &Value) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for input in report["inputs"].as_array().expect("a list") {
        *counts
            .entry(input["status"].as_str().expect("a text"))
            .or_default() += 1;
    }
    counts
}

#[test]
#[ignore = "reads the corpus, a folder outside the project"]
fn every_file_of_a_large_tree_is_accounted_for() {
    let scene = Scene::new(&[]);
    let planted = plant(&scene);
    assert!(planted.len() >= 3000, "only {} files", planted.len());
    let convert = ["convert", "in", "-d", "out", "--report", "report.json"];
    let ran = scene.run(&convert);
    ran.ends_with(1);
    let report = fs::read(scene.path("report.json")).expect("a report");
    let report: Value = serde_json::from_slice(&report).expect("JSON");

    // The report has each file once, with the status that it should have.
    let inputs = report["inputs"].as_array().expect("a list");
    let mut found = BTreeMap::new();
    for input in inputs {
        let name = input["input"].as_str().expect("a name").to_owned();
        let before = found.insert(name.clone(), input["status"].as_str().expect("a status"));
        assert_eq!(before, None, "{name} twice");
    }
    let missing: Vec<_> = planted
        .keys()
        .filter(|name| !found.contains_key(*name))
        .collect();
    assert!(missing.is_empty(), "not in the report: {missing:?}");
    assert_eq!(found.len(), planted.len());
    for (name, status) in &planted {
        assert!(
            status.is_none_or(|status| status == found[name]),
            "{name}: {}",
            found[name]
        );
    }

    // The summary counts the same.
    let summary = &report["summary"];
    let counted = counts(&report);
    for (class, status) in CLASSES {
        let count = counted.get(status).copied().unwrap_or(0);
        assert_eq!(summary[class], count, "{class}");
    }
    assert_eq!(summary["inputs"], planted.len());

    // The terminal counts the same in a few lines, and names the command that shows the rest.
    let of = |status: &str| counted.get(status).copied().unwrap_or(0);
    ran.says(&format!(
        "{} files: {} converted, ",
        planted.len(),
        of("verified") + of("verified-with-losses"),
    ))
    .says(&format!("{} unreadable, ", of("unreadable")))
    .says(&format!("{} others", of("not-a-record")))
    .says(&format!("{} failed", of("failed")))
    .says(&format!(
        "remarks: {} with losses",
        of("verified-with-losses")
    ))
    .says("report.json names");
    assert!(ran.stderr.lines().count() <= 12, "{}", ran.stderr);

    // The manifest and the disk have the same results.
    let results: BTreeSet<_> = inputs
        .iter()
        .filter_map(|input| input["output"].as_str().map(str::to_owned))
        .collect();
    let on_disk: BTreeSet<_> = scene
        .names("out")
        .iter()
        .map(|name| format!("out/{name}"))
        .collect();
    assert_eq!(results, on_disk);
    let manifest = fs::read_to_string(scene.path("out/.ishi-manifest")).expect("a manifest");
    let lines = manifest
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let noted: BTreeSet<_> = lines
        .filter_map(|line| line["source"].as_str().map(str::to_owned))
        .collect();
    let good = of("verified") + of("verified-with-losses");
    assert_eq!(noted.len(), good);

    // The page has the classes of the document, also if no file is converted again.
    let page = ["convert", "in", "-d", "out", "--report", "report.html"];
    scene.run(&page).ends_with(1);
    let page = fs::read_to_string(scene.path("report.html")).expect("a page");
    for (class, status) in CLASSES {
        let count = of(status);
        assert!(page.contains(&format!("\"{class}\":{count}")), "{class}");
    }
    let rows = page.lines().filter(|line| line.starts_with("[\"in/"));
    assert_eq!(rows.count(), planted.len());

    // A check finds the same files, and fails for the same reason.
    let check = scene.run(&["check", "--format", "json", "in"]);
    check.ends_with(1);
    let check: Value = serde_json::from_str(&check.stdout).expect("JSON");
    for class in ["inputs", "unreadable", "not_a_record", "failed"] {
        assert_eq!(check["summary"][class], summary[class], "{class}");
    }
}

/// The exit status is 1 exactly when something was unreadable, failed or was refused.
#[test]
fn the_exit_status_tells_whether_each_record_was_converted() {
    let chess = "(;FF[4]GM[3];B[e2e4])";
    for (name, bytes, status) in [
        ("a.go", ISHI.as_bytes(), 0),
        ("zero.go", b"", 0),
        ("notes.txt", b"nothing", 0),
        ("lost.sgf", b"(;FF[4]SZ[9];B[aa] zz C[open];W[bb])", 0),
        ("zero.sgf", b"", 1),
        ("nul.go", &[0; 9], 1),
        ("broken.zip", b"PK\x03\x04 and no more", 1),
        ("chess.sgf", chess.as_bytes(), 1),
    ] {
        let scene = Scene::new(&[(&format!("in/{name}"), bytes), ("in/b.sgf", SGF.as_bytes())]);
        let ran = scene.run(&["convert", "-t", "ishi", "in", "-d", "out"]);
        assert_eq!(ran.status, Some(status), "{name}: {}", ran.stderr);
    }
}
