//! Where the results go, and what is refused.

use std::fs;
use std::io::Write as _;

use crate::scene::Scene;

const A: &str = "(;FF[4] PB[a];B[aa])";
const B: &str = "(;FF[4] PB[b];B[aa])";
const X: &str = "(;FF[4] PB[X];B[aa])";
const SET: [&str; 2] = ["--set", "PB=X"];

fn scene() -> Scene {
    Scene::new(&[
        ("in/a.sgf", A.as_bytes()),
        ("in/deep/b.sgf", B.as_bytes()),
        ("in/letter.txt", b"Dear Anna"),
        ("other/a.sgf", B.as_bytes()),
    ])
}

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    SET.iter().chain(more).copied().collect()
}

#[test]
fn results_go_below_a_folder_and_replace_no_file() {
    let scene = scene();
    let (status, stdout, stderr) = scene.edit(&with(&["in", "-d", "out"]), "");
    assert_eq!(
        (status, &*stdout, &*stderr),
        (Some(0), "", "3 files: 2 edited, 1 other\n")
    );
    assert_eq!(
        (
            &*scene.read("out/in/a.sgf"),
            &*scene.read("out/in/deep/b.sgf")
        ),
        (X, X)
    );
    assert_eq!(scene.read("in/a.sgf"), A);
    // The same results are there already; others are not replaced.
    assert_eq!(scene.edit(&with(&["in", "-d", "out"]), "").0, Some(0));
    let other = ["--set", "PB=Y", "in/a.sgf", "-d", "out/in"];
    let (status, _, stderr) = scene.edit(&other, "");
    assert_eq!(
        (status, &*stderr),
        (
            Some(1),
            "error: in/a.sgf: out/in/a.sgf exists\n |\n = help: --force replaces it\n1 file: 1 failed\n"
        )
    );
    assert_eq!(scene.read("out/in/a.sgf"), X);
    let (status, _, stderr) = scene.edit(&[&other[..], &["--force"]].concat(), "");
    assert_eq!((status, &*stderr), (Some(0), "1 file: 1 edited\n"));
    assert_eq!(scene.read("out/in/a.sgf"), "(;FF[4] PB[Y];B[aa])");
}

#[test]
fn sources_are_replaced_and_kept() {
    let scene = scene();
    let (status, _, stderr) = scene.edit(&with(&["in", "--in-place"]), "");
    assert_eq!(
        (status, &*stderr),
        (
            Some(0),
            "3 files: 2 edited, 1 other; each source is kept as NAME.orig\n"
        )
    );
    assert_eq!(
        (&*scene.read("in/a.sgf"), &*scene.read("in/a.sgf.orig")),
        (X, A)
    );
    let (_, _, stderr) = scene.edit(&with(&["in", "--in-place"]), "");
    assert_eq!(stderr, "3 files: 2 unchanged, 1 other\n");
    assert_eq!(scene.read("in/a.sgf.orig-2"), "no in/a.sgf.orig-2");
    let (_, _, stderr) = scene.edit(&["--mirror", "in/a.sgf", "--in-place"], "");
    assert_eq!(
        stderr,
        "1 file: 1 edited; each source is kept as NAME.orig\n"
    );
    assert_eq!(scene.read("in/a.sgf.orig-2"), X);
}

#[test]
fn a_diff_writes_no_file() {
    let scene = scene();
    let (status, stdout, stderr) = scene.edit(&with(&["in", "--diff"]), "");
    let diff = |name, before| {
        format!(
            "--- {name}\n+++ {name}\n@@ -1 +1 @@\n-{before}\n\\ No newline at end of file\n+{X}\n\\ No newline at end of file\n"
        )
    };
    assert_eq!(stdout, diff("in/a.sgf", A) + &diff("in/deep/b.sgf", B));
    assert_eq!(
        (status, &*stderr),
        (Some(0), "3 files: 2 would be edited, 1 other\n")
    );
    assert_eq!(
        fs::read_dir(scene.path().join("in"))
            .expect("a folder")
            .count(),
        3
    );
    assert_eq!(scene.read("in/a.sgf"), A);
}

#[test]
fn standard_input_and_archives_are_edited() {
    let scene = scene();
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    archive
        .start_file("games/a.sgf", options)
        .expect("an archive");
    archive.write_all(A.as_bytes()).expect("an archive");
    let archive = archive.finish().expect("an archive").into_inner();
    fs::write(scene.path().join("x.zip"), archive).expect("a file");
    let (status, _, stderr) = scene.edit(&with(&["-", "x.zip", "-d", "out"]), A);
    assert_eq!((status, &*stderr), (Some(0), "2 files: 2 edited\n"));
    assert_eq!(
        (
            &*scene.read("out/stdin.sgf"),
            &*scene.read("out/x/games/a.sgf")
        ),
        (X, X)
    );
    let (status, stdout, _) = scene.edit(&SET, A);
    assert_eq!((status, &*stdout), (Some(0), X));
}

#[test]
fn names_come_from_a_pattern_without_a_clash() {
    let scene = scene();
    let (status, _, stderr) = scene.edit(
        &[
            "in/a.sgf",
            "other/a.sgf",
            "in/deep/b.sgf",
            "--name",
            "{black}?",
            "-d",
            "out",
        ],
        "",
    );
    assert_eq!((status, &*stderr), (Some(0), "3 files: 3 copied\n"));
    assert_eq!(
        (
            &*scene.read("out/a_.sgf"),
            &*scene.read("out/b_.sgf"),
            &*scene.read("out/b_-002.sgf")
        ),
        (A, B, B)
    );
}

#[test]
fn a_source_is_not_overwritten() {
    let scene = scene();
    for line in [
        &["in/a.sgf", "-o", "in/a.sgf", "--force"][..],
        &["in/a.sgf", "-d", "in", "--force"],
    ] {
        let (status, _, stderr) = scene.edit(&with(line), "");
        let words = "error: in/a.sgf: the result would overwrite its source\n |\n = help: --in-place replaces the source, and keeps it as NAME.orig\n1 file: 1 failed\n";
        assert_eq!((status, &*stderr), (Some(1), words), "{line:?}");
    }
    assert_eq!(scene.read("in/a.sgf"), A);
}

#[test]
fn a_wrong_command_writes_no_file() {
    let scene = scene();
    for (line, words) in [
        (
            &["--set", "KM=five"][..],
            "error: invalid value 'KM=five' for '--set <NAME=VALUE>': \"five\" is not a value of KM; expected a number of points, such as 6.5",
        ),
        (&["--set", "black"], "expected NAME=VALUE"),
        (
            &["--set", "C=x"],
            "\"C\" is no header; expected black, white, ",
        ),
        (&["--rotate", "45"], "[possible values: 90, 180, 270]"),
        (
            &["--strip", "all"],
            "[possible values: comments, markup, analysis, clocks, private]",
        ),
        (
            &["--part", "?"],
            "error: invalid value '?' for '--part <WHERE>'",
        ),
        (
            &["--set", "PB=X", "--name", "x"],
            "it has no word in braces",
        ),
        (&["--set", "PB=X", "--name", "{x"], "a `{` has no `}`"),
        (
            &["--fill"],
            "error: the following required arguments were not provided:\n  --set <NAME=VALUE>",
        ),
        (&[], "error: no edit is named\n"),
    ] {
        let line: Vec<_> = line.iter().chain(&["in", "-d", "out"]).copied().collect();
        let (status, stdout, stderr) = scene.edit(&line, "");
        assert_eq!((status, &*stdout), (Some(2), ""), "{line:?}");
        assert!(stderr.contains(words), "{line:?}: {stderr}");
    }
    for (line, words) in [
        (
            &["in/a.sgf"][..],
            "error: there is no place for the result\n",
        ),
        (
            &["in", "-o", "x.sgf"],
            "error: in is a folder, and its results need a folder\n",
        ),
        (
            &["in/a.sgf", "other/a.sgf", "-o", "x.sgf"],
            "error: --output takes one input only, and there are 2\n",
        ),
        (
            &["in", "-d", "in/deep"],
            "error: in/deep is in a folder that is edited\n",
        ),
        (
            &["in/a.sgf", "-o", "nowhere/x.sgf"],
            "error: there is no folder nowhere\n",
        ),
        (
            &["in", "-d", "in/a.sgf"],
            "error: in/a.sgf is in a folder that is edited\n",
        ),
        (
            &["-", "--in-place"],
            "error: - is standard input, and --in-place",
        ),
    ] {
        let (status, _, stderr) = scene.edit(&with(line), A);
        assert_eq!(status, Some(2), "{line:?}: {stderr}");
        assert!(stderr.contains(words), "{line:?}: {stderr}");
    }
    assert_eq!(scene.read("in/a.sgf"), A);
    assert_eq!(fs::read_dir(scene.path()).expect("a folder").count(), 2);
}

#[test]
fn records_that_cannot_be_edited_are_named_and_left_alone() {
    let chess = "(;FF[4]GM[1];B[aa])(;FF[4]GM[6];B[31])";
    let scene = Scene::new(&[
        ("chess.sgf", chess.as_bytes()),
        (
            "game.gib",
            b"\\HS\n\\[GAMEBLACKNAME=a\\]\n\\HE\n\\GS\nSTO 0 2 1 3 3 \n\\GE\n",
        ),
        ("game.go", b"EVENT x\nB 1 C3\n"),
        ("broken.sgf", b"404"),
    ]);
    for (line, words) in [
        (
            &["--mirror", "chess.sgf", "--in-place"][..],
            "error: chess.sgf: game 2: it is another game than Go (GM[6]), and this edit needs a board of Go\n",
        ),
        (
            &["--mirror", "game.gib", "-o", "-"],
            "error: game.gib: GIB is only read, so it cannot be edited\n |\n = help: make SGF of it first",
        ),
        (&["--part", "99", "game.go", "-o", "-"], "error: game.go: "),
        (
            &["--set", "BT=Club", "game.go", "-o", "-"],
            "error: game.go: the record would not be read back as it is\n |\n = help: mend the record with `ishi check --fix`, or make SGF",
        ),
        (
            &["--mirror", "broken.sgf", "-o", "-"],
            "error: broken.sgf: ",
        ),
    ] {
        let (status, stdout, stderr) = scene.edit(line, "");
        assert_eq!((status, &*stdout), (Some(1), ""), "{line:?}: {stderr}");
        assert!(stderr.starts_with(words), "{line:?}: {stderr}");
    }
    assert_eq!(scene.read("chess.sgf"), chess);
}

#[cfg(unix)]
#[test]
fn no_result_is_written_through_a_link_below_the_folder_of_results() {
    let scene = scene();
    for folder in ["out", "victim"] {
        fs::create_dir_all(scene.path().join(folder)).expect("a folder");
    }
    std::os::unix::fs::symlink("../victim", scene.path().join("out/in")).expect("a link");
    let (status, _, stderr) = scene.edit(&with(&["in", "-d", "out"]), "");
    assert_eq!(status, Some(1));
    assert!(stderr.contains("out/in is a link"), "{stderr}");
    let victim = fs::read_dir(scene.path().join("victim")).expect("a folder");
    assert_eq!(victim.count(), 0);
}
