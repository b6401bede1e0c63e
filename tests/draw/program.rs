//! `ishi show` as a user meets it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::sources::fixtures;

fn show(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ishi"))
        .arg("show")
        .args(arguments)
        .current_dir(folder)
        .env("LC_ALL", "C")
        .env_remove("CLICOLOR_FORCE")
        .output()
        .expect("the program runs")
}

fn fixture(name: &str) -> String {
    fixtures().join(name).display().to_string()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_place_is_drawn() {
    let folder = TempDir::new().expect("a folder");
    for (at, last) in [
        ("end", "Move 162: Black A1"),
        ("8b1", "Move 10: White D4"),
        ("2", "Move 2"),
    ] {
        let output = show(&[&fixture("figures.sgf"), "--at", at], folder.path());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        let text = out(&output);
        assert!(text.contains(last) && text.is_ascii(), "{text}");
        assert!(err(&output).contains("has 2 games; this is the first"));
    }
    let output = show(
        &[&fixture("figures.sgf"), "--game", "2", "--diagram", "1"],
        folder.path(),
    );
    assert!(out(&output).contains("A real ko"), "{}", err(&output));
    assert_eq!(err(&output), "");
}

#[test]
fn a_place_that_is_not_there_fails_and_says_what_there_is() {
    let folder = TempDir::new().expect("a folder");
    for (arguments, message) in [
        (
            ["--at", "99"],
            "there is no move 99 on the main line; it has 38 moves",
        ),
        (
            ["--at", "8c"],
            "no variation `c` after move 8; the variations are a to b",
        ),
        (["--at", "x-y"], "is not a place"),
        (
            ["--diagram", "99"],
            "there is no diagram 99 in game 1; it has 8 diagrams",
        ),
        (["--game", "7"], "there is no game 7; it has 2 games"),
    ] {
        let file = fixture("figures.sgf");
        let output = show(&[&[file.as_str()], &arguments[..]].concat(), folder.path());
        assert_eq!(output.status.code(), Some(1));
        assert!(err(&output).contains(message), "{}", err(&output));
    }
    let output = show(&["--at", "1", "--diagram", "1", "x.sgf"], folder.path());
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn all_diagrams_become_files_in_order_and_replace_nothing() {
    let folder = TempDir::new().expect("a folder");
    let arguments = [&*fixture("figures.sgf"), "--all", "-d", "figures"];
    let output = show(&arguments, folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let mut names: Vec<_> = fs::read_dir(folder.path().join("figures"))
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("a file")
                .file_name()
                .into_string()
                .expect("a name")
        })
        .collect();
    names.sort();
    assert_eq!(names.len(), 9);
    assert_eq!(names[0], "figures-1-01-figure-1-to-move-8.svg");
    assert_eq!(names[7], "figures-1-08.svg");
    assert_eq!(names[8], "figures-2-01-a-real-ko.svg");
    let again = show(&arguments, folder.path());
    assert_eq!(again.status.code(), Some(0), "{}", err(&again));
    let mine = folder.path().join("figures/figures-1-08.svg");
    fs::write(&mine, "mine").expect("a file");
    let again = show(&arguments, folder.path());
    assert_eq!(again.status.code(), Some(1));
    assert!(err(&again).contains("exists") && err(&again).contains("--force"));
    assert_eq!(fs::read(&mine).expect("a file"), b"mine");
    let forced = show(
        &[&arguments[..], &["--force", "--format", "text"]].concat(),
        folder.path(),
    );
    assert_eq!(forced.status.code(), Some(0), "{}", err(&forced));
    assert!(
        folder
            .path()
            .join("figures/figures-2-01-a-real-ko.txt")
            .exists()
    );
}

#[test]
fn the_ending_of_the_output_names_the_format() {
    let folder = TempDir::new().expect("a folder");
    let file = fixture("poster.go");
    let output = show(
        &[&file, "--diagram", "1", "-o", "a.svg", "--size", "600"],
        folder.path(),
    );
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let svg = fs::read_to_string(folder.path().join("a.svg")).expect("a file");
    assert!(
        svg.starts_with("<svg ") && svg.contains("width=\"600\""),
        "{svg}"
    );
    let again = show(&[&file, "-o", "a.svg"], folder.path());
    assert_eq!(again.status.code(), Some(1));
    assert_eq!(
        fs::read_to_string(folder.path().join("a.svg")).expect("a file"),
        svg
    );
    let png = show(&[&file, "-o", "a.png"], folder.path());
    assert_eq!(png.status.code(), Some(0), "{}", err(&png));
    let bytes = fs::read(folder.path().join("a.png")).expect("a file");
    assert!(bytes.starts_with(b"\x89PNG"));
}

#[test]
fn the_list_leads_to_each_place() {
    let folder = TempDir::new().expect("a folder");
    let file = fixture("hide.go");
    let output = show(&[&file, "--list"], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let list = out(&output);
    assert!(
        list.contains("diagram 3") && list.contains("\"The stone at a is hidden.\""),
        "{list}"
    );
    for line in list.lines() {
        let place = line.split_whitespace().next().expect("a path");
        let output = show(&[&file, "--at", place], folder.path());
        assert_eq!(output.status.code(), Some(0), "{place}: {}", err(&output));
    }
}

/// A number under another one is named beside the board, as printed diagrams do.
#[test]
fn a_number_that_another_one_hides_is_named() {
    let folder = TempDir::new().expect("a folder");
    let record = "(;FF[4]SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[ee];W[ed]\
        ;B[cb]LB[ba:1][cb:11])";
    fs::write(folder.path().join("ko.sgf"), record).expect("a file");
    let output = show(&["ko.sgf", "--at", "11"], folder.path());
    assert!(out(&output).contains("7 at 11"), "{}", out(&output));
}

#[test]
fn an_empty_line_is_between_the_games_of_a_list() {
    let folder = TempDir::new().expect("a folder");
    let record = "(;SZ[9];B[aa])(;SZ[9];B[bb])";
    fs::write(folder.path().join("two.sgf"), record).expect("a file");
    let output = show(&["two.sgf", "--list"], folder.path());
    let list = out(&output);
    assert!(list.starts_with("game 1\n"), "{list}");
    assert!(list.contains("\n\ngame 2\n"), "{list}");
}

#[test]
fn nothing_can_be_drawn_of_other_games_and_of_no_game() {
    let folder = TempDir::new().expect("a folder");
    for (text, message) in [
        (
            "(;FF[4]GM[3];B[e2e4])",
            "a record of game 3 cannot be drawn",
        ),
        ("hello", "unreadable record"),
    ] {
        fs::write(folder.path().join("a.sgf"), text).expect("a file");
        let output = show(&["a.sgf"], folder.path());
        assert_eq!(output.status.code(), Some(1));
        assert!(err(&output).contains(message), "{}", err(&output));
    }
    fs::write(folder.path().join("b.sgf"), "(;GM[1]FF[4];B[aa])").expect("a file");
    let output = show(&["b.sgf", "--all"], folder.path());
    assert!(err(&output).contains("no diagram"), "{}", err(&output));
    let output = show(&["b.sgf", "--all", "--format", "svg"], folder.path());
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn move_numbers_crops_and_whole_games_are_drawn() {
    let folder = TempDir::new().expect("a folder");
    let game = folder.path().join("ko.sgf");
    // White takes the ko at B8 with move 8, and Black takes it back with move 11.
    let moves = "(;FF[4]SZ[9];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[ee];W[ff];B[cb])";
    fs::write(&game, moves).expect("a file");
    let game = game.display().to_string();
    for (name, arguments) in [
        ("numbers", &["--move-numbers"][..]),
        ("numbers-range", &["--move-numbers=3-9"]),
        ("numbers-last", &["--move-numbers=-3", "--crop", "auto"]),
        ("kifu", &["--kifu"]),
        ("crop", &["--crop", "A9:D6", "--coordinates", "none"]),
        ("crop-auto", &["--at", "4", "--crop", "AUTO"]),
    ] {
        let output = show(&[&[game.as_str()], arguments].concat(), folder.path());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(Path::new("../../snapshots/draw"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(format!("option-{name}"), out(&output)));
    }
}

#[test]
fn a_sheet_and_a_wooden_board_are_written() {
    let folder = TempDir::new().expect("a folder");
    let file = fixture("poster.go");
    let sheet = ["--sheet=50", "-o", "poster.html"];
    let wood = ["--style", "wood", "-o", "poster.svg"];
    for (arguments, output, expected) in [
        (&sheet[..], "poster.html", "<main class=\"sheet\">"),
        (&wood[..], "poster.svg", "url(#ishi-wood)"),
    ] {
        let done = show(&[&[file.as_str()], arguments].concat(), folder.path());
        assert_eq!(done.status.code(), Some(0), "{}", err(&done));
        let written = fs::read_to_string(folder.path().join(output)).expect("a file");
        assert!(written.contains(expected), "{written}");
    }
    let output = show(&[file.as_str(), "--sheet"], folder.path());
    assert!(
        out(&output).starts_with("<!doctype html>"),
        "{}",
        out(&output)
    );
}

#[test]
fn wrong_options_of_show_say_what_was_expected() {
    let folder = TempDir::new().expect("a folder");
    let file = fixture("figures.sgf");
    for (arguments, status, message) in [
        (["--sheet", "-opic.svg"], 2, "use .html"),
        (
            ["--style", "wood"],
            2,
            "--format svg or png draws a picture",
        ),
        (["-o", "pic.gif"], 2, "use .txt, .svg or .png"),
        (["-o", "pic"], 2, "use .txt, .svg or .png"),
        (["--crop", "A1:Z99"], 1, "Z99 is not on the board"),
        (["--crop", "left"], 1, "expected `auto`, or two corners"),
        (["--move-numbers=x", "-q"], 2, "expected `all`, a range"),
        (["--game", "0"], 2, "expected a number, 1 or more"),
        (["--size", "300"], 2, "--format svg or png draws a picture"),
    ] {
        let output = show(&[&[file.as_str()], &arguments[..]].concat(), folder.path());
        assert_eq!(output.status.code(), Some(status), "{}", err(&output));
        assert!(err(&output).contains(message), "{}", err(&output));
        assert!(!folder.path().join("pic.gif").exists());
    }
}

#[test]
fn a_game_that_cannot_be_drawn_is_named_and_nothing_is_written() {
    let folder = TempDir::new().expect("a folder");
    let mixed = "(;FF[4]GM[1]SZ[9];B[aa]FG[])(;FF[4]GM[11])";
    fs::write(folder.path().join("mixed.sgf"), mixed).expect("a file");
    fs::write(folder.path().join("hex.sgf"), "(;FF[4]GM[11])").expect("a file");
    let figures = ["--all", "-d", "figures", "--force"];
    for arguments in [&["hex.sgf"][..], &["hex.sgf", "--all"]] {
        let output = show(arguments, folder.path());
        assert_eq!(output.status.code(), Some(1));
        let message = "a record of game 11 cannot be drawn: only Go (1) and Backgammon (6) can";
        assert!(err(&output).contains(message), "{}", err(&output));
    }
    let output = show(&[&["mixed.sgf"], &figures[..]].concat(), folder.path());
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("game 11"), "{}", err(&output));
    assert!(!folder.path().join("figures").exists());
}

#[test]
fn the_part_of_a_board_without_stones_is_the_whole() {
    let folder = TempDir::new().expect("a folder");
    let bare = fixture("bare.sgf");
    let whole = show(&[&bare], folder.path());
    let part = show(&[&bare, "--crop", "auto"], folder.path());
    assert_eq!(part.status.code(), Some(0), "{}", err(&part));
    assert_eq!(out(&part), out(&whole));
}

#[test]
fn a_note_tells_of_points_off_the_board() {
    let folder = TempDir::new().expect("a folder");
    let told = "points off the board are not drawn";
    let output = show(&[&fixture("astray.sgf"), "--at", "3"], folder.path());
    assert!(out(&output).contains(told), "{}", out(&output));
    let drawn = show(&[&fixture("astray.sgf"), "--format", "svg"], folder.path());
    assert!(out(&drawn).replace('\u{a0}', " ").contains(told));
    let game = show(&[&fixture("astray.sgf"), "--kifu"], folder.path());
    assert!(out(&game).contains("2 off the board"), "{}", out(&game));
}
