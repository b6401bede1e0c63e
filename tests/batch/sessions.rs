//! Sessions: command lines one after the other in one folder, with all that they print, in
//! `snapshots/sessions`.

use std::fmt::Write;
use std::fs;

use crate::archives::tar;
use crate::scene::{ISHI, Ran, SGF, Scene};

/// Runs the lines, and returns what they print, with their exit statuses. `cat NAME` prints a file, `rm NAME`
/// removes it, and `ls` prints the names of all files.
fn session(scene: &Scene, lines: &[&str]) -> String {
    let mut text = String::new();
    for line in lines {
        let _ = writeln!(text, "$ {line}");
        let words: Vec<_> = line.split(' ').collect();
        match words.as_slice() {
            ["cat", name] => text.push_str(&fs::read_to_string(scene.path(name)).expect("a file")),
            ["rm", name] => fs::remove_file(scene.path(name)).expect("a file"),
            ["ls"] => text.push_str(&scene.names("").join("\n")),
            ["ishi", arguments @ ..] => {
                let mut command = scene.command(arguments);
                command.env("LC_ALL", "C.UTF-8").env("COLUMNS", "100");
                let ran = Ran::new(&command.output().expect("the program"));
                text.push_str(&ran.stdout);
                text.push_str(&ran.stderr);
                let _ = write!(text, "[exit status {}]", ran.status.expect("a status"));
            }
            _ => panic!("{line}"),
        }
        text.push_str("\n\n");
    }
    let text = without(&text, "\"seconds\":", ",");
    let text = without(&text, "\"rules\":[{", "],\"semanticVersion\"");
    let version = format!("ersion\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let program = concat!("AP[ishi:", env!("CARGO_PKG_VERSION"), "]");
    text.replace(program, "AP[ishi:VERSION]")
        .replace(&version, "ersion\":\"VERSION\"")
        .replace(&version.replace(':', ": "), "ersion\": \"VERSION\"")
        .replace("\r\n", "\n")
}

/// Returns a text with dots for the words between `start` and `end`, because these differ from run to run, or
/// are long.
fn without(text: &str, start: &str, end: &str) -> String {
    let mut parts = text.split(start);
    let mut short = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = &part[part.find(end).expect("the end")..];
        let _ = write!(short, "{start}...{rest}");
    }
    short
}

/// Compares a session with its snapshot.
macro_rules! session {
    ($name:literal, $scene:expr, $lines:expr) => {
        insta::with_settings!({
            snapshot_path => "../../snapshots/sessions",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!($name, session($scene, $lines));
        });
    };
}

const LOST: &str = "(;FF[4]GM[1]SZ[9];B[aa] zz C[open];W[bb])";
const REPAIRED: &str = "(;FF[4]GM[1]SZ[9];B[aa]";
const DOUBTFUL: &[u8] = b"(;FF[4]CA[UTF-8]GM[1]SZ[9]PB[J\xfcrgen M\xfcller];B[aa])";
const TWO: &str = "(;FF[4]GM[1]SZ[9]PB[Anna]RE[B+R];B[cg])(;FF[4]GM[1]SZ[9]PW[Otto];B[gc];W[cc])";
const CHESS: &str = "(;FF[4]GM[3];B[e2e4])";

#[test]
fn a_folder_is_converted_again_and_to_another_format() {
    let scene = Scene::new(&[
        ("in/a-doubtful.sgf", DOUBTFUL),
        ("in/b-lost.sgf", LOST.as_bytes()),
        ("in/c-repaired.sgf", REPAIRED.as_bytes()),
        ("in/d-kept.sgf", SGF.as_bytes()),
        ("in/e-two.sgf", TWO.as_bytes()),
        ("in/f-chess.sgf", CHESS.as_bytes()),
        ("in/g-dead.sgf", &[0; 9]),
        ("in/h-ishi.go", ISHI.as_bytes()),
    ]);
    for number in 0..2 {
        scene.write(&format!("in/notes-{number}.txt"), b"Dear Anna");
    }
    scene.write("in/main.go", b"package main\n\nfunc main() {}\n");
    session!(
        "folder",
        &scene,
        &[
            "ishi convert -n -t ishi in -d out",
            "ishi convert -t ishi in -d out",
            "ishi convert -t ishi in -d out",
            "ishi convert --plain -t ishi in -d out",
            "ishi convert -t smartgo in -d out --report r.json",
            "cat r.json",
            "rm in/d-kept.sgf",
            "ishi verify -v out",
            "ishi convert -v -t smartgo in -d out",
        ]
    );
}

#[test]
fn a_named_file_is_told_about_in_full() {
    let six = "(;FF[4]GM[1]SZ[9];B[cg])".repeat(5);
    let scene = Scene::new(&[
        ("a.sgf", SGF.as_bytes()),
        ("lost.sgf", LOST.as_bytes()),
        ("two.sgf", TWO.as_bytes()),
        ("five.sgf", six.as_bytes()),
        (
            "cut.sgf",
            "(;FF[4]CA[UTF-8]SZ[9]PB[J\u{fffd}rgen];B[cg])".as_bytes(),
        ),
        ("lie.sgf", DOUBTFUL),
    ]);
    session!(
        "named",
        &scene,
        &[
            "ishi convert -v -t ishi a.sgf",
            "ishi convert -v --plain -t ishi -o - a.sgf",
            "ishi convert -o lost-1.sgf lost.sgf",
            "ishi convert --plain -o lost-2.sgf lost.sgf",
            "ishi convert -o two-1.sgf two.sgf",
            "ishi convert -t ishi --no-verify two.sgf",
            "ishi convert -n --no-verify -t smartgo two.sgf",
            "ishi convert -n -t smartgo two.sgf",
            "ishi convert --split two.sgf",
            "ishi convert --split -t ishi five.sgf",
            "ishi convert -n --split -t smartgo five.sgf -d out",
            "ishi convert -t json two.sgf",
            "ishi convert -n -t json two.sgf -d out",
            "ishi convert --strict -t ishi lost.sgf",
            "ishi convert -t ishi cut.sgf",
            "ishi convert a.sgf -d deep/out",
            "ishi convert a.sgf -d deep/out",
            "ishi convert a.sgf -o new/",
            "ishi convert a.sgf new.sgf -d out",
            "ishi convert a.sgf -o game.12",
            "ishi convert -n --in-place lie.sgf two.sgf",
            "ishi convert --in-place lie.sgf two.sgf",
            "ls",
        ]
    );
}

#[test]
fn findings_are_counted_by_record_and_rule() {
    let unknown = |count: usize| format!("(;FF[4]GM[1]SZ[9];B[aa]{})", "QQ[x]".repeat(count));
    let scene = Scene::new(&[
        ("good/a.go", ISHI.as_bytes()),
        ("one/a.sgf", REPAIRED.as_bytes()),
        ("two/a.sgf", REPAIRED.as_bytes()),
        ("two/b.sgf", TWO.replace("RE[B+R]", "RE[Black]").as_bytes()),
        ("two/c.sgf", b"(;FF[4]GM[1]SZ[9];B[aa]W[bb];B[aa])"),
        ("few/notes.txt", b"Dear Anna"),
    ]);
    for number in 0..6 {
        scene.write(&format!("six/{number}.sgf"), REPAIRED.as_bytes());
        scene.write(&format!("seven/{number}.sgf"), REPAIRED.as_bytes());
    }
    scene.write("seven/6.sgf", REPAIRED.as_bytes());
    for number in 0..11 {
        scene.write(&format!("others/{number}.txt"), b"Dear Anna");
    }
    let nonsense = |count: usize| format!("EVENT\n{}", "NONSENSE\n".repeat(count));
    scene.write("twenty.go", nonsense(20).as_bytes());
    scene.write("more.go", nonsense(21).as_bytes());
    scene.write("same.sgf", unknown(2).as_bytes());
    session!(
        "check",
        &scene,
        &[
            "ishi check good",
            "ishi check one",
            "ishi check two",
            "ishi check six",
            "ishi check -q seven",
            "ishi check others",
            "ishi check -v others",
            "ishi check --statistics two six",
            "ishi check -v one/a.sgf",
            "ishi check same.sgf",
            "ishi check --rule B061=warning same.sgf",
            "ishi check --rule B061=warning --deny warnings same.sgf",
            "ishi check --rule B061=error --format json same.sgf good others/0.txt one missing.sgf",
            "ishi check --format json few",
            "ishi check --format sarif good/a.go one missing.sgf",
            "ishi check -f sgf others/0.txt",
        ]
    );
    for (name, more) in [("twenty.go", false), ("more.go", true)] {
        let stdout = scene.run(&["check", name]).stdout;
        assert_eq!(stdout.matches(&format!("--> {name}")).count(), 20);
        let line = format!("{name}: 1 more like ");
        assert_eq!(stdout.contains(&line), more, "{stdout}");
        assert_eq!(stdout.contains("more like"), more, "{stdout}");
    }
}

#[test]
fn folders_are_compared_record_by_record() {
    let scene = Scene::new(&[
        ("a/both.sgf", SGF.as_bytes()),
        ("b/both.sgf", SGF.as_bytes()),
        ("a/game.go", ISHI.as_bytes()),
        ("b/game.prb", ISHI.replace("G7", "G6").as_bytes()),
        ("a/games.sgf", TWO.as_bytes()),
        ("b/games.sgf", SGF.as_bytes()),
        ("a/left.sgf", SGF.as_bytes()),
        ("b/right.sgf", SGF.as_bytes()),
        ("a/notes.txt", b"Dear Anna"),
        ("b/notes.txt", b"Dear Anna"),
        ("c/both.sgf", SGF.as_bytes()),
        ("d/both.sgf", SGF.as_bytes()),
        ("e/both.sgf", &[0; 9]),
        ("f/left.sgf", SGF.as_bytes()),
        ("f/both.sgf", SGF.as_bytes()),
    ]);
    let game = |point: &str, count: usize| {
        let nodes = format!(";C[{point}]").repeat(count);
        format!("(;FF[4]GM[1]SZ[9]{nodes})")
    };
    for (name, count) in [("100", 100), ("101", 101), ("102", 102)] {
        for (side, comment) in [("x", "one"), ("y", "other")] {
            scene.write(
                &format!("{side}-{name}.sgf"),
                game(comment, count).as_bytes(),
            );
        }
    }
    session!(
        "diff",
        &scene,
        &[
            "ishi diff a b",
            "ishi diff --format json a b",
            "ishi diff -f sgf c d",
            "ishi diff c f",
            "ishi diff c e",
            "ishi diff a/games.sgf a/both.sgf",
            "ishi diff --format json a/games.sgf a/both.sgf",
        ]
    );
    for (name, last) in [
        ("100", None),
        ("101", Some("and 1 more difference")),
        ("102", Some("and 2 more differences")),
    ] {
        let [x, y] = ["x", "y"].map(|side| format!("{side}-{name}.sgf"));
        let stdout = scene.run(&["diff", &x, &y]).ends_with(1).stdout.clone();
        assert_eq!(stdout.lines().nth(100), last, "{name}");
    }
}

#[test]
fn records_have_a_line_or_a_page() {
    let games = |count| "(;FF[4]GM[1]SZ[9];B[cg])".repeat(count);
    let scene = Scene::new(&[
        ("in/a.go", ISHI.as_bytes()),
        ("in/b.sgf", TWO.as_bytes()),
        ("in/c.sgf", b"(;FF[4]GM[1]SZ[9:7]EV[Cup]GN[First];B[cg])"),
        ("in/d.sgf", b"(;FF[4]GM[1]SZ[19]GN[First]RE[0];B[cg])"),
        ("in/chess.sgf", b"(;FF[4]GM[3]SZ[8];B[e2e4])"),
        ("in/notes.txt", b"Dear Anna"),
        ("20.sgf", games(20).as_bytes()),
        ("21.sgf", games(21).as_bytes()),
        ("22.sgf", games(22).as_bytes()),
        ("dead.sgf", &[0; 9]),
    ]);
    session!(
        "info",
        &scene,
        &[
            "ishi info in",
            "ishi info in/c.sgf",
            "ishi info in/chess.sgf",
            "ishi info --format json in",
            "ishi info in/a.go dead.sgf in/notes.txt",
        ]
    );
    for (name, last) in [
        ("20.sgf", None),
        ("21.sgf", Some("and 1 more game; --format json lists all")),
        ("22.sgf", Some("and 2 more games; --format json lists all")),
    ] {
        let page = scene.run(&["info", name]).ends_with(0).stdout.clone();
        assert_eq!(page.lines().find(|line| line.starts_with("and ")), last);
        assert_eq!(page.matches("\ngame ").count(), 20);
    }
}

#[cfg(unix)]
#[test]
fn fixes_are_listed_and_made() {
    use std::os::unix::fs::PermissionsExt;

    let fox = "(;GM[1]FF[4]SZ[9]GN[]AP[foxwq]KM[375];B[aa];W[bb])";
    let scene = Scene::new(&[
        ("fox.sgf", fox.as_bytes()),
        (
            "two.sgf",
            b"(;GM[1]FF[4]SZ[9];B[aa])\n(;GM[1]FF[4]SZ[9];B[aa];W[bb]N[](;B[cc])(;B[dd]N[]))",
        ),
        ("in/fox.sgf", fox.as_bytes()),
        ("in/notes.txt", b"Dear Anna"),
        ("ro.sgf", fox.as_bytes()),
        ("t.tar", &tar(&[("fox.sgf", fox.as_bytes())])),
        ("bad.sgf", b"(;FF[4]GM[1]SZ[9]KM[375];B[aa];W[aa])"),
    ]);
    let permissions = fs::Permissions::from_mode(0o444);
    fs::set_permissions(scene.path("ro.sgf"), permissions).expect("a file");
    scene.write("moved.sgf", fox.as_bytes());
    scene.write("moved.sgf.orig", b"mine");
    let private = fs::Permissions::from_mode(0o640);
    fs::set_permissions(scene.path("fox.sgf"), private).expect("a file");
    session!(
        "fix",
        &scene,
        &[
            "ishi check --diff two.sgf",
            "ishi check --diff=unified two.sgf",
            "ishi check --diff --format json two.sgf in t.tar",
            "ishi check --diff --format sarif two.sgf fox.sgf",
            "ishi check --diff in missing.sgf",
            "ishi check --fix two.sgf bad.sgf",
            "ishi check --fix --no-backup fox.sgf",
            "ishi check --fix -q ro.sgf t.tar",
            "ishi check --fix moved.sgf",
            "ishi check --fix missing.sgf",
            "ls",
        ]
    );
    let mode = fs::metadata(scene.path("fox.sgf")).expect("a file");
    assert_eq!(mode.permissions().mode() & 0o777, 0o640);
}

#[test]
fn results_have_a_state() {
    let record = |name: &str| ISHI.replace("Anna", name);
    let scene = Scene::new(&[
        ("in/gone.go", record("Gone").as_bytes()),
        ("in/new.go", record("New").as_bytes()),
        ("in/old.go", record("Old").as_bytes()),
        ("in/same.go", record("Same").as_bytes()),
        ("in/twin.go", record("Same").as_bytes()),
        ("in/same.ish", record("Same").as_bytes()),
        (
            "t.tar",
            &tar(&[
                ("a.go", ISHI.as_bytes()),
                ("b.go", record("Tar").as_bytes()),
            ]),
        ),
    ]);
    scene
        .run(&["convert", "in", "t.tar", "-t", "smartgo", "-d", "out"])
        .ends_with(0);
    scene
        .run(&["convert", "in", "t.tar", "-d", "out"])
        .ends_with(0);
    fs::remove_file(scene.path("in/gone.go")).expect("a file");
    scene.write("in/new.go", record("Newer").as_bytes());
    scene.write("out/in/old.sgf", b"(;FF[4])");
    scene.write("out/in/old.mgt", b"(;FF[1])");
    scene.write("out/in/mine.sgf", b"(;FF[4])");
    scene.write("t.tar", &tar(&[("a.go", ISHI.as_bytes())]));
    session!(
        "verify",
        &scene,
        &[
            "ishi verify -v out",
            "ishi verify out",
            "ishi verify --format json out",
            "ishi verify -q out",
        ]
    );
}

#[cfg(unix)]
#[test]
fn drawings_go_where_the_command_line_says() {
    let figures =
        "(;FF[4]GM[1]SZ[5]EV[ Cup ]PB[Anna]PW[ ];B[aa]FG[0:First];W[bb]FG[0:Zw\u{f6}lf \u{7ae0}])";
    let plain = "(;FF[4]GM[1]SZ[5];B[aa]FG[])";
    let scene = Scene::new(&[
        ("one.sgf", figures.as_bytes()),
        ("both.sgf", format!("{figures}{plain}").as_bytes()),
        ("in/a.txt", b"nothing"),
        ("in/b.sgf", figures.as_bytes()),
    ]);
    session!(
        "show",
        &scene,
        &[
            "ishi show one.sgf --list",
            "ishi show both.sgf --list",
            "ishi show both.sgf --list --all --game 2",
            "ishi show one.sgf --all",
            "ishi show both.sgf --all",
            "ishi show both.sgf --all --game 3",
            "ishi show both.sgf --all -d figures",
            "ishi show both.sgf --all -d figures --format png --game 1",
            "ishi show both.sgf --all -d figures --game 2",
            "ishi show one.sgf -o one.png",
            "ishi show one.sgf --at 1 -o one-1.png",
            "ishi show in --at 1",
            "ishi show both.sgf --game 1 --at 1 -o x.txt",
            "cat x.txt",
            "ishi show both.sgf --game 1 --at 1 -o x.txt",
            "ishi show one.sgf --all -o x.svg",
            "ishi show one.sgf --all --list -o list.txt",
            "ishi show one.sgf --all --format svg",
            "ishi show one.sgf --size 100",
            "ishi show one.sgf --diagram 3",
            "ls",
        ]
    );
}

#[test]
fn guesses_are_made_only_where_they_help() {
    let scene = Scene::new(&[("5", SGF.as_bytes()), ("a.sgf", SGF.as_bytes())]);
    session!(
        "guesses",
        &scene,
        &[
            "ishi new.sgf",
            "ishi -",
            "ishi 5",
            "ishi 6",
            "ishi convert --recursive=yes a.sgf",
            "ishi show --move-numbers 5 a.sgf",
            "ishi show --move-numbers 6 a.sgf",
            "ishi show --move-numbers x a.sgf",
            "ishi convert a.sgf b.sgf --in-place",
            "ishi convert - --in-place",
        ]
    );
}
