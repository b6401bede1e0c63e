//! Folders and archives: the results and the report of a run over many files.

mod again;
mod archives;
#[cfg(unix)]
mod attacks;
mod checked;
#[path = "../corpus/mod.rs"]
mod corpus;
#[cfg(feature = "planted-panic")]
mod crashes;
mod dead;
#[cfg(unix)]
mod faults;
#[path = "../files/mod.rs"]
mod files;
mod judged;
mod killed;
mod limits;
mod losses;
mod manifest;
mod names;
mod options;
mod proven;
mod reports;
mod scene;
mod sessions;
mod terminal;
mod tree;

use scene::{ISHI, SGF, Scene};
use std::fs;

#[test]
fn a_folder_is_mirrored() {
    let scene = Scene::new(&[
        ("in/a.go", ISHI.as_bytes()),
        ("in/deep/er/b.sgf", SGF.as_bytes()),
        ("in/deep/game.12", ISHI.as_bytes()),
        ("in/.gitignore", b"*.go\n"),
        ("in/.hidden/c.go", ISHI.as_bytes()),
    ]);
    scene.run(&["convert", "in", "-d", "out"]).ends_with(0);
    let names = ["in/a.sgf", "in/deep/er/b.sgf", "in/deep/game.12.sgf"];
    assert_eq!(scene.names("out"), names);
    assert_eq!(
        fs::metadata(scene.path("in/a.go"))
            .unwrap()
            .modified()
            .unwrap(),
        fs::metadata(scene.path("out/in/a.sgf"))
            .unwrap()
            .modified()
            .unwrap()
    );
    scene
        .run(&["convert", "--hidden", "in", "-d", "all"])
        .ends_with(0);
    assert!(scene.names("all").contains(&"in/.hidden/c.sgf".to_owned()));
}

#[test]
fn several_inputs_keep_their_names() {
    let scene = Scene::new(&[
        ("one/x/a.go", ISHI.as_bytes()),
        ("two/a.go", ISHI.as_bytes()),
        ("plain.go", ISHI.as_bytes()),
    ]);
    let convert = ["convert", "one/x", "./two/", "plain.go", "-d", "out"];
    scene.run(&convert).ends_with(0).says("3 converted");
    let all = ["plain.sgf", "two/a.sgf", "x/a.sgf"];
    assert_eq!(scene.names("out"), all);
    // Each alone goes to the same place as together with others.
    for input in ["one/x", "two", "plain.go"] {
        scene
            .run(&["convert", input, "-d", "alone"])
            .ends_with(0)
            .says("1 ");
    }
    assert_eq!(scene.names("alone"), all);
    scene.run(&["convert", "two/.", "-d", "flat"]).ends_with(0);
    assert_eq!(scene.names("flat"), ["a.sgf"]);
}

#[test]
fn a_folder_needs_a_place_for_its_results() {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes()), ("x.zip", b"PK")]);
    scene.run(&["convert", "in"]).ends_with(2).says("--out-dir");
    scene
        .run(&["convert", "x.zip"])
        .ends_with(2)
        .says("x.zip is an archive");
}

#[test]
fn results_inside_the_input_are_no_inputs() {
    let scene = Scene::new(&[("a.go", ISHI.as_bytes()), ("out/old.go", ISHI.as_bytes())]);
    for converted in ["1 converted", "0 converted, 1 skipped"] {
        let ran = scene.run(&["convert", ".", "-d", "out"]);
        ran.ends_with(0).says(converted);
    }
    assert_eq!(scene.names("out"), ["a.sgf", "old.go"]);
}

#[test]
fn an_empty_folder_has_no_record() {
    let scene = Scene::new(&[]);
    fs::create_dir(scene.path("in")).expect("a folder");
    let ran = scene.run(&["convert", "in", "-d", "out"]);
    ran.ends_with(0).says("0 files: no record was found");
    let ran = scene.run(&["check", "in"]);
    ran.ends_with(0)
        .says("0 records, 0 games: no record was found");
    assert!(!scene.path("out").exists());
}

#[test]
fn other_files_are_counted_and_named() {
    let scene = Scene::new(&[
        ("in/a.go", ISHI.as_bytes()),
        ("in/main.go", b"// Package x\npackage main\n"),
        ("in/loop.c", b"int main() { for (;i < 3;) i++; }"),
        ("in/page.html", b"<p>(;FF[4]GM[1];B[aa])</p>"),
        ("in/photo.jpg", b"\xff\xd8\xff\0\0\0"),
        ("in/empty.txt", b""),
        ("in/empty.doc", b" \r\n"),
        ("in/x.ggf", b"(;GM[Othello]TI[30]TY[8]PB[a])"),
    ]);
    let ran = scene.run(&["convert", "in", "-d", "out"]);
    ran.ends_with(0)
        .says("1 converted, 7 others")
        .says("source code of the programming language Go (1")
        .says("remarks: others: other text (3), an empty file (2), a record in the Generic Game Format (GGF) (1), ");
    assert_eq!(scene.names("out"), ["in/a.sgf"]);
    let ran = scene.run(&["convert", "in/main.go", "-d", "out"]);
    ran.ends_with(1).says("in/main.go: not a game record");
}

#[test]
fn messages_come_in_the_order_of_the_inputs() {
    let scene = Scene::new(&[]);
    for number in 0..60 {
        let moves = if number % 7 == 0 { 3000 } else { 3 };
        let text = format!("EVENT\n{}NONSENSE\n", "B 1 C3\n".repeat(moves));
        scene.write(&format!("in/{number:02}.go"), text.as_bytes());
    }
    let ran = scene.run(&["convert", "-v", "-j", "8", "in", "-d", "out"]);
    ran.ends_with(0);
    let lines = ran
        .stderr
        .lines()
        .filter(|line| line.contains(" -> out/in/"));
    let lines: Vec<_> = lines.collect();
    assert_eq!(lines.len(), 60);
    assert!(lines.is_sorted(), "{lines:?}");
}

#[cfg(unix)]
#[test]
fn links_are_followed_only_when_named() {
    use std::os::unix::fs::symlink;

    let scene = Scene::new(&[("real/a.go", ISHI.as_bytes()), ("in/b.go", ISHI.as_bytes())]);
    symlink("../real", scene.path("in/folder")).unwrap();
    symlink("../real/a.go", scene.path("in/file.go")).unwrap();
    symlink("..", scene.path("in/loop")).unwrap();
    let ran = scene.run(&["convert", "in", "-d", "out"]);
    ran.ends_with(0).says("a link, not followed (3");
    assert_eq!(scene.names("out"), ["in/b.sgf"]);
    scene
        .run(&["convert", "in/folder", "in/file.go", "-d", "named"])
        .ends_with(0);
    assert_eq!(scene.names("named"), ["file.sgf", "folder/a.sgf"]);
}

#[cfg(unix)]
#[test]
fn names_may_be_any_bytes() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let scene = Scene::new(&[]);
    let name = OsStr::from_bytes(b"in/J\x81rgen \n.go");
    fs::create_dir(scene.path("in")).unwrap();
    fs::write(scene.path("").join(name), ISHI).unwrap();
    scene.run(&["convert", "in", "-d", "out"]).ends_with(0);
    let result = OsStr::from_bytes(b"out/in/J\x81rgen \n.sgf");
    assert!(scene.path("").join(result).is_file());
}

#[cfg(unix)]
#[test]
fn pipes_are_not_opened() {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes())]);
    let made = std::process::Command::new("mkfifo")
        .arg(scene.path("in/pipe.go"))
        .status();
    assert!(made.unwrap().success());
    let ran = scene.run(&["convert", "in", "-d", "out"]);
    ran.ends_with(0).says("1 converted, 1 other");
}

#[test]
fn a_bar_is_shown_when_asked_for() {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes())]);
    let ran = scene.run(&["convert", "in", "-d", "out"]);
    assert!(!ran.stderr.contains('\x1b'), "{}", ran.stderr);
    let always = [
        "convert",
        "--force",
        "--progress",
        "always",
        "in",
        "-d",
        "out",
    ];
    scene.run(&always).ends_with(0).says(" files");
}

#[test]
fn records_are_told_about() {
    let scene = Scene::new(&[
        ("in/a.go", ISHI.as_bytes()),
        ("in/b.sgf", SGF.as_bytes()),
        ("in/notes.txt", b"nothing"),
    ]);
    let table = scene.run(&["info", "in"]).ends_with(0).stdout.clone();
    assert_eq!(table.lines().count(), 3, "{table}");
    assert!(table.contains("Ishi"), "{table}");
    let page = scene.run(&["info", "in/a.go"]).ends_with(0).stdout.clone();
    assert!(
        page.contains("black player                  Anna"),
        "{page}"
    );
    let json = scene.run(&["info", "--format", "json", "in"]);
    let json: serde_json::Value = serde_json::from_str(&json.ends_with(0).stdout).unwrap();
    assert_eq!(json[0]["games"][0]["properties"]["PB"], "Anna");
    assert_eq!(json[1]["games"][0]["position"], "9x9 24.w31.b 6,2");
    scene.run(&["info", "in/notes.txt"]).ends_with(1);
    // Chess has another board than Go, and the record does not say its size.
    scene.write("chess.sgf", b"(;FF[4]GM[3];B[e2e4])");
    let page = scene
        .run(&["info", "chess.sgf"])
        .ends_with(0)
        .stdout
        .clone();
    assert!(!page.contains("board"), "{page}");
}

#[test]
fn completions_and_the_manual_know_the_commands() {
    let scene = Scene::new(&[]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = scene.run(&["completions", shell]);
        assert!(ran.ends_with(0).stdout.contains("out-dir"), "{shell}");
    }
    let manual = scene.run(&["man"]).ends_with(0).stdout.clone();
    for words in [
        ".TH ishi",
        ".SH \"ishi convert\"",
        "skip\\-refused",
        "ishi info",
    ] {
        assert!(manual.contains(words), "{words} in {manual}");
    }
    let sections = manual.lines().filter_map(|line| line.strip_prefix(".SH "));
    let sections: Vec<_> = sections.map(|name| name.trim_matches('"')).collect();
    assert_eq!(
        sections[..4],
        ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS"]
    );
    assert!(sections.contains(&"ishi check") && sections.ends_with(&["EXIT STATUS"]));
    let ran = scene.run(&["convert", "-t", "smargo", "x"]);
    ran.ends_with(2).says("smartgo");
}
