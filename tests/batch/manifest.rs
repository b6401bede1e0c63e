//! The memory of a folder of results: sources that are converted again, skipped, and proven.

use std::fs::{self, File};
use std::io::Write;
use std::time::{Duration, SystemTime};

use sha2::{Digest, Sha256};

use crate::scene::{ISHI, SGF, Scene};

fn scene() -> Scene {
    Scene::new(&[
        ("in/a.go", ISHI.as_bytes()),
        ("in/b.go", ISHI.replace("Anna", "Berta").as_bytes()),
        ("in/c.sgf", SGF.as_bytes()),
    ])
}

const CONVERT: [&str; 4] = ["convert", "in", "-d", "out"];

#[test]
fn nothing_is_done_again_until_something_changes() {
    let scene = scene();
    scene.run(&CONVERT).ends_with(0).says("3 converted");
    let before = scene.tree("out");
    scene
        .run(&CONVERT)
        .ends_with(0)
        .says("0 converted, 3 skipped");
    // The time alone is not evidence.
    let touch = |name: &str| {
        let file = File::options().append(true).open(scene.path(name)).unwrap();
        file.set_modified(SystemTime::now() + Duration::from_secs(60))
            .unwrap();
    };
    touch("in/a.go");
    scene
        .run(&CONVERT)
        .ends_with(0)
        .says("0 converted, 3 skipped");
    assert_eq!(scene.tree("out"), before);
    // A source that changed is converted again, an edited result stays, a missing one comes back.
    scene.write("in/a.go", ISHI.replace("Anna", "Dora").as_bytes());
    scene.write("out/in/b.sgf", b"(;FF[4]PB[my own])");
    scene.write("in/b.go", ISHI.replace("Anna", "Emma").as_bytes());
    fs::remove_file(scene.path("out/in/c.sgf")).unwrap();
    let ran = scene.run(&CONVERT);
    ran.ends_with(1)
        .says("2 converted, 1 failed")
        .says("out/in/b.sgf was changed after ishi wrote it");
    let read = |name: &str| fs::read_to_string(scene.path(name)).unwrap();
    assert!(read("out/in/a.sgf").contains("Dora"));
    assert!(read("out/in/b.sgf").contains("my own"));
    scene
        .run(&[&CONVERT[..], &["--force"]].concat())
        .ends_with(0);
    assert!(read("out/in/b.sgf").contains("Emma"));
}

#[test]
fn edited_results_are_named_until_they_are_accepted() {
    let scene = scene();
    scene.run(&CONVERT).ends_with(0);
    let edited = "(;FF[4]GM[1]SZ[9]PB[my own];B[aa])";
    scene.write("out/in/b.sgf", edited.as_bytes());
    let read = || fs::read_to_string(scene.path("out/in/b.sgf")).unwrap();
    let keep = [&CONVERT[..], &["--keep-edited"]].concat();
    // The source is unchanged, so no result is missing.
    for _ in 0..2 {
        let ran = scene.run(&CONVERT);
        ran.ends_with(0).says("0 converted, 3 skipped").says(
            "in/b.go: out/in/b.sgf was edited after ishi wrote it, and was not changed; --keep-edited",
        );
    }
    let report = scene.report(&CONVERT, 0);
    assert_eq!(report["inputs"][1]["status"], "skipped");
    scene
        .run(&["verify", "out"])
        .ends_with(1)
        .says("out/in/b.sgf: changed");
    scene.run(&keep).ends_with(0).says("and was accepted");
    let ran = scene.run(&CONVERT);
    ran.ends_with(0).says("0 converted, 3 skipped");
    assert!(!ran.stderr.contains("edited"), "{}", ran.stderr);
    let report = scene.report(&CONVERT, 0);
    assert_eq!(report["summary"]["skipped"], 3);
    let ran = scene.run(&["verify", "out"]);
    ran.ends_with(0)
        .says("2 proven; 1 edited by hand, and accepted");
    // Its source has changed, so the edit has to be accepted again.
    scene.write("in/b.go", ISHI.replace("Anna", "Emma").as_bytes());
    let ran = scene.run(&CONVERT);
    ran.ends_with(1)
        .says("out/in/b.sgf was changed after ishi wrote it")
        .says("--keep-edited accepts it, --force replaces it");
    scene.run(&keep).ends_with(0).says("and was accepted");
    scene
        .run(&CONVERT)
        .ends_with(0)
        .says("0 converted, 3 skipped");
    assert_eq!(read(), edited);
    let kept = "in/b.go: out/in/b.sgf was edited after ishi wrote it, and --force keeps it as out/in/b.sgf.orig";
    let ran = scene.run(&[&CONVERT[..], &["--force"]].concat());
    ran.ends_with(0).says(kept);
    assert!(read().contains("Emma"));
    let orig = fs::read_to_string(scene.path("out/in/b.sgf.orig")).unwrap();
    assert_eq!(orig, edited);
    let ran = scene.run(&[&CONVERT[..], &["--force"]].concat());
    assert!(
        !ran.ends_with(0).stderr.contains("edited"),
        "{}",
        ran.stderr
    );
    scene.run(&["verify", "out"]).ends_with(0).says("3 proven");
}

#[test]
fn a_result_that_was_cut_or_overwritten_is_damaged_and_is_never_accepted() {
    let keep =
        |to: &str| ["convert", "in", "-d", "out", "-t", to, "--keep-edited"].map(str::to_owned);
    for (to, ending) in [
        ("sgf", "sgf"),
        ("ishi", "go"),
        ("smartgo", "mgt"),
        ("json", "json"),
    ] {
        let scene = Scene::new(&[("in/a.gib.ish", ISHI.as_bytes())]);
        let keep = keep(to);
        let keep: Vec<_> = keep.iter().map(String::as_str).collect();
        scene.run(&keep).ends_with(0);
        let result = &scene.names("out")[0];
        assert!(result.ends_with(ending), "{result}");
        let whole = fs::read(scene.path(&format!("out/{result}"))).unwrap();
        for (bytes, why) in [
            (
                &whole[..30],
                if to == "json" {
                    "it is no record any more"
                } else {
                    "its end is missing"
                },
            ),
            (b"garbage", "it is no record any more"),
            (b"", "it is no record any more"),
        ] {
            scene.write(&format!("out/{result}"), bytes);
            let damaged = format!("out/{result} is damaged: {why}");
            for command in [&keep[..6], &keep] {
                scene
                    .run(command)
                    .ends_with(1)
                    .says(&damaged)
                    .says("--force writes it again");
            }
            scene.run(&["verify", "out"]).ends_with(1);
        }
        scene.run(&[&keep[..6], &["--force"]].concat()).ends_with(0);
        scene.run(&["verify", "out"]).ends_with(0);
    }
}

/// A folder of a thousand files, in which a third is dead, doubtful or repaired.
#[test]
fn a_run_over_many_files_prints_at_most_twelve_lines_and_its_counts_add_up() {
    let scene = Scene::new(&[
        ("in/main.go", b"package main\n"),
        ("in/x.rar", b"Rar!\x1a\x07\x00aaaa"),
    ]);
    for number in 0..30 {
        scene.write(&format!("in/dead-{number}.sgf"), &[0; 9]);
        scene.write(
            &format!("in/lost-{number}.sgf"),
            b"hello(;FF[4];B[aa] zz C[open])",
        );
        scene.write(&format!("in/good-{number}.sgf"), SGF.as_bytes());
        scene.write(&format!("in/othello-{number}.sgf"), b"(;GM[2]FF[4];B[aa])");
    }
    let convert = ["convert", "in", "-d", "out", "-t", "ishi"];
    let counts = "122 files: 60 converted, 30 refused, 30 unreadable, 2 others\n";
    for _ in 0..2 {
        let ran = scene.run(&convert);
        ran.says("24 more refused, 27 more unreadable (--report run.html names them)");
        assert!(ran.stderr.lines().count() <= 12, "{}", ran.stderr);
        ran.ends_with(1)
            .says("30 refused, 30 unreadable, 2 others\nremarks: ");
        let line = ran
            .stderr
            .lines()
            .find(|line| line.starts_with("122 files"))
            .unwrap();
        let numbers = line
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|n| n.parse::<usize>().ok());
        assert_eq!(numbers.sum::<usize>(), 2 * 122, "{line}");
    }
    scene
        .run(&[&convert[..], &["--force"]].concat())
        .says(counts);
}

#[test]
fn an_accepted_result_is_told_with_its_edits() {
    let scene = scene();
    scene.run(&CONVERT).ends_with(0);
    let edited = "(;FF[4]GM[1]SZ[9]EV[A game]PB[Dora];B[cg];W[gc];B[aa]C[new])";
    scene.write("out/in/b.sgf", edited.as_bytes());
    let ran = scene.run(&[&CONVERT[..], &["--keep-edited"]].concat());
    ran.ends_with(0).says(
        "out/in/b.sgf was edited after ishi wrote it, and was accepted; 3 differences: node 0 (move 0), \
         black player (PB): `PB[Berta]` against `PB[Dora]`; node 2 (move 2), labels (LB): \
         `LB[gc:2][cg:1]` against nothing and 1 more\n",
    );
}

#[test]
fn an_edited_result_is_not_the_result_of_another_source() {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes())]);
    let keep = ["convert", "in", "-d", "out", "--keep-edited"];
    scene.run(&keep).ends_with(0);
    scene.write("out/in/a.sgf", b"(;FF[4]GM[1]SZ[9]PB[my own];B[aa])");
    scene.run(&keep).ends_with(0).says("and was accepted");
    // Without the edit, both would have one result.
    scene.write("in/a.ish", ISHI.as_bytes());
    scene
        .run(&keep)
        .ends_with(0)
        .says("its result has another name");
    assert_eq!(scene.names("out"), ["in/a.ish.sgf", "in/a.sgf"]);
    scene
        .run(&["verify", "out"])
        .ends_with(0)
        .says("1 proven; 1 edited by hand, and accepted");
}

#[test]
fn a_result_with_as_many_games_that_differ_is_not_proven() {
    let scene = scene();
    scene.run(&CONVERT).ends_with(0);
    let text = fs::read_to_string(scene.path("out/in/c.sgf")).unwrap();
    let other = text.replace("B[cg]", "B[ch]");
    assert_ne!(text, other);
    scene.write("out/in/c.sgf", other.as_bytes());
    let manifest = fs::read_to_string(scene.path("out/.ishi-manifest")).unwrap();
    let manifest = manifest.replace(&sha256(&text), &sha256(&other));
    scene.write("out/.ishi-manifest", manifest.as_bytes());
    scene
        .run(&["verify", "out"])
        .ends_with(1)
        .says("out/in/c.sgf: does not mean the same as its source");
}

fn sha256(text: &str) -> String {
    let digits = Sha256::digest(text);
    let digits = digits.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .filter_map(|digit| char::from_digit(u32::from(digit), 16))
        .collect()
}

#[test]
fn an_emptied_result_and_one_of_other_options_are_no_results() {
    let scene = scene();
    scene
        .run(&[&CONVERT[..], &["--plain"]].concat())
        .ends_with(0);
    let ran = scene.run(&CONVERT);
    ran.ends_with(0).says("3 converted");
    let times = fs::metadata(scene.path("out/in/a.sgf"))
        .unwrap()
        .modified()
        .unwrap();
    scene.write("out/in/a.sgf", b"");
    let file = File::options()
        .append(true)
        .open(scene.path("out/in/a.sgf"))
        .unwrap();
    file.set_modified(times).unwrap();
    scene
        .run(&CONVERT)
        .ends_with(1)
        .says("out/in/a.sgf is damaged: it is no record any more");
}

#[test]
fn left_over_results_are_named_and_stay() {
    let scene = scene();
    scene.run(&CONVERT).ends_with(0);
    let ran = scene.run(&[&CONVERT[..], &["-t", "ishi"]].concat());
    ran.ends_with(0).says("3 left over").says("out/in/a.sgf");
    assert_eq!(scene.names("out").len(), 6);
    let ran = scene.run(&["verify", "out"]);
    ran.ends_with(0).says("3 proven").says("3 left over");
}

#[test]
fn an_edited_result_of_a_changed_source_is_not_left_over() {
    let scene = Scene::new(&[
        ("in/a.go", ISHI.as_bytes()),
        ("in/two.sgf", format!("{SGF}{SGF}").as_bytes()),
    ]);
    let split = ["convert", "in", "-d", "out", "--split", "-t", "ishi"];
    scene.run(&split).ends_with(0);
    scene.write("out/in/a-001.go", b"EVENT mine");
    scene.write("out/in/two-001.go", b"EVENT mine");
    scene.write("in/a.go", ISHI.replace("Anna", "Dora").as_bytes());
    scene.write("in/two.sgf", format!("{SGF}\n{SGF}").as_bytes());
    let report = scene.report(&split, 1);
    assert_eq!(report["summary"]["failed"], 2);
    assert_eq!(report["summary"]["left_over"], serde_json::json!([]));
    // Results of other options are named, also of this source.
    let report = scene.report(&CONVERT, 0);
    let left = ["out/in/a-001.go", "out/in/two-001.go", "out/in/two-002.go"];
    assert_eq!(report["summary"]["left_over"], serde_json::json!(left));
}

#[test]
fn sources_with_one_result_are_noted_once() {
    let scene = Scene::new(&[
        ("in/a.go", ISHI.as_bytes()),
        ("in/a.ishi", ISHI.as_bytes()),
        ("in/a.std", ISHI.as_bytes()),
    ]);
    let manifest = || fs::read_to_string(scene.path("out/.ishi-manifest")).unwrap();
    scene.run(&CONVERT).ends_with(0).says("3 converted");
    assert_eq!(scene.names("out"), ["in/a.sgf"]);
    let once = manifest();
    for _ in 0..2 {
        scene.run(&CONVERT).ends_with(0).says("3 skipped");
        assert_eq!(manifest(), once);
    }
    let first = scene.report(&CONVERT, 0);
    let second = scene.report(&CONVERT, 0);
    assert_eq!(manifest(), once);
    assert_eq!(first["inputs"], second["inputs"]);
    assert!(
        second["inputs"][1]["remark"]
            .as_str()
            .unwrap()
            .contains("in/a.go")
    );
    scene.write("in/a.std", ISHI.replace("Anna", "Dora").as_bytes());
    scene
        .run(&CONVERT)
        .ends_with(0)
        .says("1 converted, 2 skipped");
    assert_ne!(manifest(), once);
}

#[test]
fn documents_have_a_manifest_like_other_results() {
    let scene = scene();
    let convert = [&CONVERT[..], &["-t", "json"]].concat();
    scene
        .run(&convert)
        .ends_with(0)
        .says("3 converted")
        .says("3 files: 3 converted\n");
    let tree = scene.tree("out");
    assert_eq!(scene.names("out"), ["in/a.json", "in/b.json", "in/c.json"]);
    scene
        .run(&convert)
        .ends_with(0)
        .says("0 converted, 3 skipped");
    assert_eq!(scene.tree("out"), tree);
    scene.run(&["verify", "out"]).ends_with(0).says("3 proven");
    scene.write("in/a.go", ISHI.replace("Anna", "Dora").as_bytes());
    scene.write("in/c.sgf", b"(;FF[4]GM[1]SZ[9];B[aa])");
    scene.write("out/in/c.json", b"mine");
    let ran = scene.run(&["verify", "out"]);
    ran.ends_with(1)
        .says("out/in/a.json: the source has changed")
        .says("out/in/c.json: changed");
    let ran = scene.run(&convert);
    ran.ends_with(1)
        .says("1 converted, 1 skipped, 1 failed")
        .says("out/in/c.json is damaged: it is no record any more");
    let read = |name: &str| fs::read_to_string(scene.path(name)).unwrap();
    assert!(read("out/in/a.json").contains("Dora"));
    scene
        .run(&[&convert[..], &["--game", "1"]].concat())
        .ends_with(1)
        .says("2 converted, 1 failed");
    scene
        .run(&CONVERT)
        .ends_with(0)
        .says("3 left over from other options or sources: out/in/a.json");
}

#[test]
fn a_document_of_another_version_is_proven_by_what_it_says() {
    let scene = scene();
    let convert = [&CONVERT[..], &["-t", "json"]].concat();
    scene.run(&convert).ends_with(0);
    let rewrite = |from: &str, to: &str| {
        let text = fs::read_to_string(scene.path("out/in/a.json")).unwrap();
        let other = text.replace(from, to);
        assert_ne!(text, other);
        scene.write("out/in/a.json", other.as_bytes());
        let manifest = fs::read_to_string(scene.path("out/.ishi-manifest")).unwrap();
        let manifest = manifest.replace(&sha256(&text), &sha256(&other));
        scene.write("out/.ishi-manifest", manifest.as_bytes());
    };
    rewrite("\"generator\":\"ishi ", "\"generator\":\"ishi 9.");
    scene.run(&["verify", "out"]).ends_with(0).says("3 proven");
    rewrite("Anna", "Otto");
    scene
        .run(&["verify", "out"])
        .ends_with(1)
        .says("out/in/a.json: does not mean the same as its source");
}

#[test]
fn documents_with_one_name_are_told_apart() {
    let scene = Scene::new(&[
        ("in/g.go", ISHI.as_bytes()),
        ("in/g.sgf", SGF.as_bytes()),
        ("in/G.ishi", ISHI.as_bytes()),
        ("in/game.12", ISHI.as_bytes()),
    ]);
    let ran = scene.run(&["convert", "-t", "json", "in", "-d", "out"]);
    ran.ends_with(0)
        .says("in/g.sgf: its result has another name, because in/G.ishi has one of that name; the two differ");
    let names = ["in/G.json", "in/g.sgf.json", "in/game.12.json"];
    assert_eq!(scene.names("out"), names);
    for option in ["--strict", "--split", "--report=r.json"] {
        let convert = ["convert", "-t", "json", option, "in", "-d", "again"];
        scene.run(&convert).ends_with(0);
    }
    // One document for each record, and one for each game: `g-001.json`.
    assert_eq!(scene.names("again").len(), 2 * names.len());
    let ran = scene.run(&["convert", "-t", "json", "-o", "x.sgf", "in/g.go"]);
    ran.ends_with(0)
        .says("x.sgf: wrote JSON because of --to, although the ending stands for SGF")
        .says("in/g.go -> x.sgf: 1 game, 2 moves");
    let ran = scene.run(&["convert", "-o", "-", "-t", "json", "--game", "2", "in/g.go"]);
    ran.ends_with(1).says("there is no game 2: it has 1");
}

#[test]
fn a_torn_manifest_is_gone_on_with() {
    let scene = scene();
    scene.run(&CONVERT).ends_with(0);
    let path = scene.path("out/.ishi-manifest");
    let whole = fs::read(&path).unwrap();
    let tree = scene.tree("out");
    for end in (0..whole.len()).step_by(37) {
        fs::write(&path, &whole[..end]).unwrap();
        scene.run(&CONVERT).ends_with(0);
        assert_eq!(scene.tree("out"), tree, "{end}");
        scene.run(&CONVERT).ends_with(0).says("3 skipped");
        scene.run(&["verify", "out"]).ends_with(0).says("3 proven");
    }
}

#[test]
fn a_folder_of_results_may_be_moved() {
    let scene = scene();
    scene.run(&CONVERT).ends_with(0);
    fs::create_dir_all(scene.path("deep/er")).unwrap();
    fs::rename(scene.path("out"), scene.path("deep/er/new")).unwrap();
    let ran = scene.run(&["verify", "deep/er/new"]);
    ran.ends_with(0).says("the source is gone");
    let ran = scene.run(&["convert", "in", "-d", "deep/er/new"]);
    ran.ends_with(0);
    assert_eq!(
        scene.names("deep/er/new"),
        ["in/a.sgf", "in/b.sgf", "in/c.sgf"]
    );
    let ran = scene.run(&["convert", "in", "-d", "deep/er/new"]);
    ran.ends_with(0).says("3 skipped");
    scene
        .run(&["verify", "deep/er/new"])
        .ends_with(0)
        .says("3 proven");
}

#[test]
fn results_are_proven_again() {
    let scene = scene();
    scene.run(&CONVERT).ends_with(0);
    scene.run(&["verify", "out"]).ends_with(0).says("3 proven");
    scene.write("out/in/new.sgf", b"(;FF[4])");
    let ran = scene.run(&["verify", "out"]);
    ran.ends_with(0).says("out/in/new.sgf: new");
    fs::remove_file(scene.path("in/a.go")).unwrap();
    let ran = scene.run(&["verify", "out"]);
    ran.ends_with(0).says("1 unchanged, but the source is gone");
    scene.write("out/in/a.sgf", b"(;FF[4])");
    fs::remove_file(scene.path("out/in/b.sgf")).unwrap();
    scene.write("in/c.sgf", b"(;FF[4]GM[1];B[aa])");
    let ran = scene.run(&["verify", "out"]);
    ran.ends_with(1)
        .says("out/in/a.sgf: changed")
        .says("out/in/b.sgf: missing")
        .says("out/in/c.sgf: the source has changed")
        .says("again writes missing results, and with --keep-edited it accepts changed ones");
    let json = scene.run(&["verify", "--format", "json", "out"]);
    let json: serde_json::Value = serde_json::from_str(&json.ends_with(1).stdout).unwrap();
    assert_eq!(json["summary"]["missing"], 1);
    for (folder, message) in [
        ("in", "there is no .ishi-manifest in in"),
        ("in/c.sgf", "in/c.sgf is not a folder"),
        ("away", "there is no folder away"),
    ] {
        let ran = scene.run(&["verify", folder]);
        ran.ends_with(2).says(message);
    }
}

#[test]
fn records_that_were_made_regular_are_proven_by_their_sources() {
    let scene = Scene::new(&[
        ("in/a.sgf", b"(;GM[1]FF[4]SZ[9];B[cg])"),
        ("in/deep/b.go", b"event x\nb 1 c3\n"),
        ("in/c.txt.orig", b"mine"),
    ]);
    scene
        .run(&["verify", "in"])
        .ends_with(2)
        .says("no source that was kept");
    scene
        .run(&["convert", "--in-place", "in"])
        .ends_with(0)
        .says("2 converted");
    scene
        .run(&["verify", "in"])
        .ends_with(0)
        .says("in: 2 files: 2 proven");
    scene.write("in/a.sgf", b"(;FF[4]GM[1]SZ[9];B[ch])");
    fs::remove_file(scene.path("in/deep/b.go")).unwrap();
    let ran = scene.run(&["verify", "in"]);
    ran.ends_with(1)
        .says("in/a.sgf: does not mean the same as its source (from in/a.sgf.orig)")
        .says("in/deep/b.go: missing");
}

#[test]
fn a_record_of_any_version_becomes_sgf_in_its_place_and_nothing_travels() {
    let gb = b"(;FF[3]GM[1]SZ[19]PB[\xc4\xf4\xce\xc0\xc6\xbd]PW[\xb2\xdc\xde\xb9\xd0\xcf];B[pd])";
    let scene = Scene::new(&[
        ("in/ff3.sgf", gb),
        ("in/ff1.sgf", b"(;FF[1]GM[1]SZ[19]VW[]M[aa]L[bb];B[pd])"),
        ("in/none.sgf", b"hello(;GM[1]SZ[19]KM[0.5]LT[30];B[pd])"),
        ("in/old.mgt", b"(;GM[1]SZ[19];B[pd]L[aa])"),
        ("in/old.go", b"remark x\nboardsize 9\nb 1 c3\n"),
        ("in/wrong.sgf", b"remark x\nboardsize 9\nb 1 c3\n"),
        ("in/ours.sgf", b"(;FF[4]XI[ishi 3 0 whole];B[pd])"),
    ]);
    let ran = scene.run(&["convert", "--in-place", "in"]);
    ran.ends_with(0)
        .says("in/none.sgf: 1 left out: text without a place, `hello`, line 1")
        .says("in/wrong.sgf: it stays Ishi, although its ending stands for SGF");
    let read = |name: &str| fs::read_to_string(scene.path(name)).unwrap();
    for name in ["ff3", "ff1", "none"] {
        let text = read(&format!("in/{name}.sgf"));
        assert!(
            text.starts_with("(;FF[4]GM[1]CA[UTF-8]") && !text.contains("XI["),
            "{text}"
        );
    }
    assert!(read("in/ff3.sgf").contains("PB[聂卫平]"));
    assert!(read("in/old.mgt").starts_with("(;FF[1]"));
    for name in ["old.go", "wrong.sgf"] {
        assert_eq!(
            read(&format!("in/{name}")),
            "REMARK x\r\nBOARDSIZE 9\r\nB 1 C3\r\n"
        );
    }
    // A carrier that is there stays.
    assert!(read("in/ours.sgf").contains("XI[ishi 3"));
    scene.run(&["verify", "in"]).ends_with(0).says("7 proven");
    // Another game under the old name is kept too, and proven.
    scene.write("in/ff3.sgf", b"(;FF[3]SZ[9];B[aa];W[bb])");
    scene.run(&["convert", "--in-place", "in"]).ends_with(0);
    assert_eq!(fs::read(scene.path("in/ff3.sgf.orig")).unwrap(), gb);
    assert_eq!(read("in/ff3.sgf.orig-2"), "(;FF[3]SZ[9];B[aa];W[bb])");
    scene.run(&["verify", "in"]).ends_with(0).says("7 proven");
    let ran = scene.run(&["convert", "--in-place", "--exact", "in"]);
    ran.ends_with(2).says("--exact");
}

#[test]
fn a_carrier_stays_in_place_in_any_charset_and_beside_a_game_without_one() {
    let scene = Scene::new(&[("a.go", b"REMARK x\r\nBOARDSIZE 9\r\nB 1 C3\r\n")]);
    scene
        .run(&["convert", "a.go"])
        .ends_with(0)
        .says("a.sgf: 1 game, 1 move, verified, 1 line travels in XI");
    let sgf = fs::read_to_string(scene.path("a.sgf")).unwrap();
    let two = format!("{sgf}(;FF[3]GM[1]SZ[9]VW[]M[aa];B[pd])");
    let utf16 = two.replace("CA[UTF-8]", "CA[UTF-16]").encode_utf16().fold(
        vec![0xFF, 0xFE],
        |mut bytes, unit| {
            bytes.extend(unit.to_le_bytes());
            bytes
        },
    );
    scene.write("in/utf16.sgf", &utf16);
    scene.write("in/two.sgf", two.as_bytes());
    scene.run(&["convert", "--in-place", "in"]).ends_with(0);
    for name in ["in/utf16.sgf", "in/two.sgf"] {
        let made = fs::read_to_string(scene.path(name)).unwrap();
        assert_eq!(made.matches("XI[ishi 3").count(), 1, "{name}: {made}");
    }
    scene.run(&["verify", "in"]).ends_with(0).says("2 proven");
    scene
        .run(&["convert", "--in-place", "--plain", "in"])
        .ends_with(0);
    let plain = fs::read_to_string(scene.path("in/two.sgf")).unwrap();
    assert!(!plain.contains("XI["), "{plain}");
}

#[test]
fn a_fix_in_place_is_proven_by_the_last_backup() {
    let scene = Scene::new(&[("in/a.sgf", b"(;GM[1]FF[4]SZ[19]HA[2];W[cg];B[pp])")]);
    scene.run(&["convert", "--in-place", "in"]).ends_with(0);
    scene.run(&["check", "--fix", "in"]).ends_with(0);
    scene
        .run(&["verify", "in"])
        .ends_with(0)
        .says("1 mended by ishi check --fix");
    scene
        .run(&["verify", "-v", "in"])
        .ends_with(0)
        .says("in/a.sgf: mended by ishi check --fix (from in/a.sgf.orig-2): 1 difference: node 0");
}

#[test]
fn the_report_of_the_last_run_is_that_of_the_whole() {
    let scene = scene();
    let convert = ["convert", "in", "-d", "whole"];
    let whole = scene.report(&convert, 0);
    scene
        .run(&["convert", "in/a.go", "in/b.go", "-d", "out"])
        .ends_with(0);
    scene.run(&["convert", "in", "-d", "out2"]).ends_with(0);
    let mut again = scene.report(&convert, 0);
    assert_eq!(again["summary"]["skipped"], 3);
    assert_eq!(again["summary"]["verified"], 3);
    for input in again["inputs"].as_array_mut().unwrap() {
        assert_eq!(
            input.as_object_mut().unwrap().remove("skipped"),
            Some(true.into())
        );
    }
    assert_eq!(again["inputs"], whole["inputs"]);
    let dry = scene.report(&[&convert[..], &["-n"]].concat(), 0);
    assert_eq!(dry["summary"]["skipped"], 3);
    // A report of another kind is complete too.
    let page = ["convert", "in", "-d", "whole", "--report", "r.html"];
    scene.run(&page).ends_with(0);
    let page = fs::read_to_string(scene.path("r.html")).unwrap();
    assert!(page.contains("Anna") && page.contains("Berta"));
}

#[test]
fn several_runs_into_one_folder_leave_each_result_once() {
    let scene = Scene::new(&[]);
    for number in 0..300 {
        let text = format!("{ISHI}{}", "B C3\r\nW D4\r\n".repeat(number));
        scene.write(&format!("in/{number:03}.go"), text.as_bytes());
    }
    let mut runs: Vec<_> = (0..3)
        .map(|_| {
            scene
                .command(&CONVERT)
                .stderr(std::process::Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    for run in runs.drain(..) {
        let ran = crate::scene::Ran::new(&run.wait_with_output().unwrap());
        ran.ends_with(0);
    }
    assert_eq!(scene.names("out").len(), 300);
    scene.run(&CONVERT).ends_with(0).says("300 skipped");
    let mut manifest = File::options()
        .append(true)
        .open(scene.path("out/.ishi-manifest"))
        .unwrap();
    manifest.write_all(b"{\"source\":\"torn").unwrap();
    scene.run(&CONVERT).ends_with(0).says("300 skipped");
}
