//! Runs that are killed or interrupted, and run again.

#![cfg(unix)]

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::scene::{ISHI, Scene, Tree};

fn many() -> Scene {
    records(400)
}

fn records(count: usize) -> Scene {
    let scene = Scene::new(&[]);
    for number in 0..count {
        let text = format!("{ISHI}{}", "B C3\r\nW D4\r\n".repeat(200));
        let name = format!("in/{}/{number}.go", number % 7);
        scene.write(&name, text.as_bytes());
    }
    scene
}

#[test]
fn killed_at_any_moment_a_run_is_finished_by_the_next() {
    let scene = many();
    scene.run(&["convert", "in", "-d", "whole"]).ends_with(0);
    let whole = scene.tree("whole");
    for moment in [3, 20, 45, 90, 150] {
        let mut child = scene
            .command(&["convert", "in", "-d", "out"])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(moment));
        child.kill().unwrap();
        child.wait().unwrap();
        for (path, content) in scene.tree("out") {
            let temporary = path.to_string_lossy().contains(".ishi-");
            assert!(temporary || whole.get(&path) == Some(&content), "{path:?}");
        }
    }
    // Files of a killed run, in a folder without other work.
    scene.write("out/.ishi-abcdef.tmp/1", b"half");
    scene.write("out/.ishi-abcdef.tmp/lock", b"");
    scene.write("out/in/3/.ishi-notes.txt", b"mine");
    scene.run(&["convert", "in", "-d", "out"]).ends_with(0);
    fs::remove_file(scene.path("out/in/3/.ishi-notes.txt")).unwrap();
    assert!(scene.tree("out") == whole, "{:?}", scene.names("out"));
    // Also in a run that converts no file.
    scene.write("out/.ishi-ghijkl.tmp/1", b"half");
    let ran = scene.run(&["convert", "in", "-d", "out"]);
    ran.ends_with(0).says("400 skipped");
    assert!(scene.tree("out") == whole, "{:?}", scene.names("out"));
}

#[test]
fn interrupted_a_run_leaves_whole_files_only() {
    let scene = many();
    for moment in [30, 80] {
        let child = scene
            .command(&["convert", "in", "-d", "out", "--report", "r.html"])
            .stderr(Stdio::null())
            .spawn();
        let mut child = child.unwrap();
        sleep(Duration::from_millis(moment));
        let id = child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status();
        let status = child.wait().unwrap().code();
        // It may have been done before.
        if status == Some(0) || !sent.unwrap().success() {
            continue;
        }
        assert!(status == Some(130) || status.is_none(), "{status:?}");
        if status == Some(130) {
            let names = scene.names(".");
            let temporary = names.iter().find(|name| name.contains(".ishi-"));
            assert_eq!(temporary, None);
        }
    }
    scene.run(&["convert", "in", "-d", "out"]).ends_with(0);
    assert_eq!(scene.names("out").len(), 400);
}

/// Checks that each source is there: unchanged, or as the backup of its result.
fn look(scene: &Scene, before: &Tree, after: &Tree) {
    let now = scene.tree("in");
    let bytes = |tree: &Tree, path: &Path| Some(tree.get(path)?.0.clone());
    for (path, (source, _)) in before {
        let backup = PathBuf::from(format!("{}.orig", path.display()));
        let is_replaced = bytes(&now, path) == bytes(after, path)
            && bytes(&now, &backup).as_ref() == Some(source);
        assert!(
            is_replaced || bytes(&now, path).as_ref() == Some(source),
            "{}",
            path.display()
        );
    }
}

#[test]
fn killed_or_interrupted_in_place_a_run_is_finished_by_the_next() {
    let irregular = || {
        // A busy disk takes long to sync so many files.
        let scene = records(100);
        for (path, (bytes, _)) in scene.tree("in") {
            fs::write(scene.path("in").join(path), bytes.to_ascii_lowercase()).unwrap();
        }
        scene
    };
    let whole = irregular();
    let before = whole.tree("in");
    whole.run(&["convert", "--in-place", "in"]).ends_with(0);
    let after = whole.tree("in");
    let scene = irregular();
    for (number, moment) in [3, 10, 20, 30, 40, 60].into_iter().enumerate() {
        let mut child = scene
            .command(&["convert", "--in-place", "in"])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(moment));
        let signal = ["-KILL", "-INT"][number % 2];
        let id = child.id().to_string();
        let _ = Command::new("kill").args([signal, &id]).status();
        let mut told = String::new();
        let mut stderr = child.stderr.take().unwrap();
        stderr.read_to_string(&mut told).unwrap();
        if child.wait().unwrap().code() == Some(130) && !told.is_empty() {
            assert!(told.contains("the same command again continues"), "{told}");
            let temporary = |name: &String| name.contains(".ishi-") && !name.contains("killed");
            assert!(number < 2 || !scene.names("in").iter().any(temporary));
        }
        look(&scene, &before, &after);
        scene.write("in/3/.ishi-killed.tmp", b"half");
    }
    scene.run(&["convert", "--in-place", "in"]).ends_with(0);
    let contents = |tree: &Tree| -> Vec<_> {
        let all = tree
            .iter()
            .map(|(path, (bytes, _))| (path.clone(), bytes.clone()));
        all.collect()
    };
    assert!(contents(&scene.tree("in")) == contents(&after));
    let ran = scene.run(&["convert", "--in-place", "in"]);
    ran.ends_with(0).says("0 converted, 100 skipped");
    let ran = scene.run(&["verify", "in"]);
    ran.ends_with(0).says("100 files: 100 proven");
}

#[test]
fn an_interruption_says_what_was_done_and_how_to_go_on() {
    let scene = many();
    let large = format!("{ISHI}{}", "B C3\r\nW D4\r\n".repeat(400_000));
    scene.write("large.go", large.as_bytes());
    for (arguments, says) in [
        (
            &["convert", "-j1", "in", "-d", "out"][..],
            &["interrupted", "the same command again continues"][..],
        ),
        (
            &["convert", "-n", "-j1", "in", "-d", "none"],
            &["interrupted", "no file was written"],
        ),
        (
            &["convert", "large.go", "-o", "x.sgf"],
            &["interrupted", "no file was written"],
        ),
        (
            &["check", "large.go"],
            &["interrupted", "no record was changed"],
        ),
    ] {
        // It may be too early for the handler, or too late.
        for moment in [20, 40, 80, 10, 160] {
            let mut child = scene
                .command(arguments)
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            sleep(Duration::from_millis(moment));
            let id = child.id().to_string();
            let _ = Command::new("kill").args(["-INT", &id]).status();
            let mut told = String::new();
            let mut stderr = child.stderr.take().unwrap();
            stderr.read_to_string(&mut told).unwrap();
            if child.wait().unwrap().code() == Some(130) && !told.is_empty() {
                for words in says {
                    assert!(told.contains(words), "{words:?} in {told}");
                }
                // Before the first file is at work the counts are empty.
                let has_begun = told.contains("the files at work are completed first");
                let counts = told.contains("interrupted after") && told.contains("the others were");
                assert_eq!(counts, has_begun, "{told}");
                break;
            }
        }
        let _ = fs::remove_dir_all(scene.path("out"));
        assert!(!scene.path("x.sgf").exists() || arguments.contains(&"x.sgf"));
        let _ = fs::remove_file(scene.path("x.sgf"));
    }
}

#[test]
fn the_temporary_files_of_a_running_program_stay() {
    let scene = Scene::new(&[
        ("in/a.go", ISHI.as_bytes()),
        ("out/.ishi-held00.tmp/lock", b""),
    ]);
    let held = fs::File::options()
        .append(true)
        .open(scene.path("out/.ishi-held00.tmp/lock"))
        .unwrap();
    held.lock().unwrap();
    scene.run(&["convert", "in", "-d", "out"]).ends_with(0);
    assert_eq!(scene.names("out"), [".ishi-held00.tmp/lock", "in/a.sgf"]);
    drop(held);
    scene
        .run(&["convert", "--force", "in", "-d", "out"])
        .ends_with(0);
    assert_eq!(scene.names("out"), ["in/a.sgf"]);
}
