//! Runs that are killed or interrupted, and run again.

#![cfg(unix)]

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::scene::{ISHI, Scene};

fn many() -> Scene {
    let scene = Scene::new(&[]);
    for number in 0..400 {
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
    // What a killed run may have left in a folder in which nothing else is to do.
    scene.write("out/.ishi-abcdef.tmp/1", b"half");
    scene.write("out/.ishi-abcdef.tmp/lock", b"");
    scene.write("out/in/3/.ishi-notes.txt", b"mine");
    scene.run(&["convert", "in", "-d", "out"]).ends_with(0);
    fs::remove_file(scene.path("out/in/3/.ishi-notes.txt")).unwrap();
    // A folder that a run was making when it was killed stays for ten minutes: its run may be alive.
    let mut tree = scene.tree("out");
    tree.retain(|path, _| !path.ends_with("new"));
    assert!(tree == whole, "{:?}", scene.names("out"));
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
