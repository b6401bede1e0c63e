//! `ishi check` over folders.

use crate::scene::{ISHI, SGF, Scene};

const OPEN: &str = "(;FF[4]GM[1]SZ[9];B[aa]";

fn scene() -> Scene {
    let scene = Scene::new(&[
        ("in/good.go", ISHI.as_bytes()),
        ("in/notes.txt", b"nothing"),
        ("in/z.sgf", &[0; 9]),
    ]);
    for number in 0..8 {
        scene.write(&format!("in/{number}.sgf"), OPEN.as_bytes());
    }
    scene
}

#[test]
fn files_without_findings_print_nothing() {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes()), ("in/b.sgf", SGF.as_bytes())]);
    for input in ["in", "in/a.go"] {
        assert_eq!(scene.run(&["check", input]).ends_with(0).stdout, "");
    }
    scene
        .run(&["check", "in"])
        .says("2 records, 2 games: no findings\n");
}

#[test]
fn a_finding_of_many_files_is_printed_once_with_their_number() {
    let scene = scene();
    let ran = scene.run(&["check", "in"]);
    ran.ends_with(1);
    assert_eq!(
        ran.stdout,
        "error[B005]: a closing parenthesis is missing at the end
 --> in/0.sgf:1:24
  |
1 | (;FF[4]GM[1]SZ[9];B[aa]
  |                        ^
  |
  = help: closed; the file may have been cut off
B005: 8 findings in 8 files, also in in/1.sgf, in/2.sgf, in/3.sgf, in/4.sgf, in/5.sgf and 2 more
"
    );
    assert_eq!(
        ran.stderr,
        "error: in/z.sgf: unreadable record: it has NUL bytes only, so its content is gone
9 records, 9 games: 8 errors, 8 with errors, 1 unreadable, 1 other file
  no records: in/notes.txt
"
    );
    let each = scene.run(&["check", "-v", "in"]).stdout;
    assert_eq!(each.matches("error[B005]").count(), 8);
}

#[test]
fn statistics_are_a_table_by_rule() {
    let scene = scene();
    let ran = scene.run(&["check", "--statistics", "in", "in/0.sgf"]);
    ran.ends_with(1);
    assert_eq!(
        ran.stdout,
        "code  severity  findings  files  subject
B005  error            9      9  a closing parenthesis is missing at the end
"
    );
    let good = scene.run(&["check", "--statistics", "in/good.go"]);
    assert_eq!(good.ends_with(0).stdout, "");
    let json = scene.run(&["check", "--statistics", "--format", "json", "in"]);
    json.ends_with(2).says("--statistics is a table");
}

#[test]
fn severities_that_are_not_wanted_are_not_printed() {
    let text = "(;FF[4]GM[1]SZ[9]QQ[x];B[aa])";
    let scene = Scene::new(&[("in/a.sgf", text.as_bytes()), ("in/b.sgf", text.as_bytes())]);
    let ran = scene.run(&["check", "in"]);
    assert!(
        ran.ends_with(0)
            .stdout
            .contains("B061: 2 findings in 2 files")
    );
    assert_eq!(scene.run(&["check", "-q", "in"]).ends_with(0).stdout, "");
}
