//! The exact words of later runs, and files that are no sources in them.

use std::fs;

use crate::archives::{gz, tar};
use crate::scene::{ISHI, Ran, SGF, Scene};

#[test]
fn a_run_without_changes_says_only_that() {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes()), ("in/b.sgf", SGF.as_bytes())]);
    let convert = ["convert", "in", "-d", "out", "--report", "in/r.json"];
    let first = scene.run(&convert);
    assert_eq!(first.ends_with(0).stderr, "2 files: 2 converted\n");
    // The report is no source, and the results of the first run are not left over.
    for _ in 0..2 {
        let ran = scene.run(&convert);
        assert_eq!(ran.ends_with(0).stderr, "2 files: 0 converted, 2 skipped\n");
    }
}

#[test]
fn a_later_run_trusts_size_and_time_unless_it_reads_again() {
    let scene = Scene::new(&[("in/a.sgf", b"(;FF[4]GM[1]SZ[9]C[one];B[aa])")]);
    let convert = ["convert", "-t", "ishi", "in", "-d", "out"];
    let recheck = [&convert[..], &["--recheck"]].concat();
    let unchanged = "1 file: 0 converted, 1 skipped\n";
    scene.run(&convert).ends_with(0);
    // The size and the time of the file stay.
    let change = |path: &str, [old, new]: [&str; 2]| {
        let path = scene.path(path);
        let time = fs::metadata(&path).and_then(|there| there.modified());
        let text = fs::read_to_string(&path).expect("a text");
        fs::write(&path, text.replace(old, new)).expect("a file");
        let file = fs::File::options().write(true).open(&path);
        let set = file.and_then(|file| file.set_modified(time?));
        set.expect("a time");
    };
    change("in/a.sgf", ["one", "two"]);
    assert_eq!(scene.run(&convert).ends_with(0).stderr, unchanged);
    assert_eq!(
        scene.run(&recheck).ends_with(0).stderr,
        "1 file: 1 converted\n"
    );
    change("out/in/a.go", ["two", "six"]);
    assert_eq!(scene.run(&convert).ends_with(0).stderr, unchanged);
    scene
        .run(&recheck)
        .ends_with(0)
        .says("out/in/a.go was edited after ishi wrote it");
}

#[test]
fn an_edited_document_is_kept_and_other_text_in_its_place_is_not() {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes())]);
    let convert = ["convert", "-t", "json", "in", "-d", "out"];
    scene.run(&convert).ends_with(0);
    scene.write("out/in/a.json", b"{\"mine\":1}");
    let edited = "in/a.go: out/in/a.json was edited after ishi wrote it, and was not changed";
    scene.run(&convert).ends_with(0).says(edited);
    // A dry run accepts it, and does not remember that.
    let keep = [&convert[..], &["--keep-edited"]].concat();
    let dry = scene.run(&[&keep[..], &["-n"]].concat());
    dry.ends_with(0).says("ishi wrote it, and was accepted");
    scene.run(&convert).ends_with(0).says(edited);
    scene
        .run(&keep)
        .ends_with(0)
        .says("ishi wrote it, and was accepted");
    let ran = scene.run(&convert);
    assert_eq!(ran.ends_with(0).stderr, "1 file: 0 converted, 1 skipped\n");
    scene.write("out/in/a.json", b"mine");
    scene
        .run(&convert)
        .ends_with(1)
        .says("in/a.go: out/in/a.json is damaged: it is no record any more");
}

#[test]
fn a_report_has_an_ending_in_any_case_and_its_folder_is_swept() {
    let scene = Scene::new(&[("a.go", ISHI.as_bytes())]);
    for (report, begin) in [
        ("r/R.JSON", "{\"tool\":\"ishi\""),
        ("r/r.HTM", "<!"),
        ("r/r.Html", "<!"),
    ] {
        scene.write("r/.ishi-killed.tmp", b"half");
        let convert = ["convert", "-n", "a.go", "--report", report];
        scene.run(&convert).ends_with(0);
        let text = fs::read_to_string(scene.path(report)).expect("a report");
        assert!(text.starts_with(begin), "{text}");
        assert!(!scene.path("r/.ishi-killed.tmp").exists());
    }
}

#[test]
fn hidden_results_in_place_are_proven_and_kept_sources_are_not_new() {
    let irregular = "(;GM[1]FF[4]SZ[9];B[cg])";
    let scene = Scene::new(&[
        ("in/.hidden/a.sgf", irregular.as_bytes()),
        ("b.go", ISHI.as_bytes()),
    ]);
    scene
        .run(&["convert", "--hidden", "--in-place", "in"])
        .ends_with(0);
    scene
        .run(&["verify", "in"])
        .ends_with(0)
        .says("in: 1 file: 1 proven\n");
    scene.run(&["convert", "b.go", "-d", "out"]).ends_with(0);
    scene.write("out/.c.sgf", irregular.as_bytes());
    scene.write("out/d.sgf", irregular.as_bytes());
    scene.write("out/d.sgf.orig", irregular.as_bytes());
    let ran = scene.run(&["verify", "out"]);
    assert_eq!(
        ran.ends_with(0).stderr,
        "note: out/.c.sgf: new, not in the manifest\n\
         note: out/d.sgf: new, not in the manifest\n\
         out: 3 files: 1 proven; 2 new, not in the manifest\n"
    );
}

#[test]
fn a_named_result_that_was_edited_is_not_called_unchanged() {
    let scene = Scene::new(&[("a.go", ISHI.as_bytes())]);
    let convert = ["convert", "a.go", "-d", "out"];
    scene.run(&convert).ends_with(0);
    scene.write("out/a.sgf", b"(;FF[4]PB[mine])");
    assert_eq!(
        scene.run(&convert).ends_with(0).stderr,
        "note: a.go: out/a.sgf was edited after ishi wrote it, and was not changed; \
         --keep-edited accepts it, --force replaces it\n"
    );
}

#[test]
fn only_results_of_the_sources_of_a_run_are_left_over() {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes()), ("in/b.go", SGF.as_bytes())]);
    scene.run(&["convert", "in", "-d", "out"]).ends_with(0);
    let ran = scene.run(&[
        "convert", "in/a.go", "in/a.go", "-t", "smartgo", "-d", "out",
    ]);
    ran.ends_with(0)
        .says("1 left over from other options or sources: out/in/a.sgf (`ishi verify -v out` names all)\n");
}

#[test]
fn a_result_of_two_sources_is_proven_by_one_and_disproved_by_one() {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes()), ("in/a.ish", ISHI.as_bytes())]);
    scene.run(&["convert", "in", "-d", "out"]).ends_with(0);
    let verify = || scene.run(&["verify", "out"]);
    for name in ["in/a.go", "in/a.ish"] {
        fs::remove_file(scene.path(name)).expect("a file");
        verify().ends_with(0).says("out: 1 file: 1 proven\n");
        scene.write(name, SGF.as_bytes());
        verify()
            .ends_with(1)
            .says("out: 1 file: 1 the source has changed since\n");
        scene.write(name, ISHI.as_bytes());
    }
}

#[test]
fn packed_and_hidden_members_are_proven() {
    let scene = Scene::new(&[
        ("t.tar", &tar(&[(".hidden/a.go", ISHI.as_bytes())])),
        ("b.go.gz", &gz(ISHI.as_bytes())),
    ]);
    let convert = ["convert", "--hidden", "t.tar", "b.go.gz", "-d", "out"];
    scene.run(&convert).ends_with(0);
    scene
        .run(&["verify", "out"])
        .ends_with(0)
        .says("out: 2 files: 2 proven\n");
}

#[test]
fn a_file_of_other_text_is_a_record_where_its_format_is_named() {
    let letter = b"Dear Anna,\nthank you for the game.\n";
    let scene = Scene::new(&[("a/letter.go", letter), ("b/letter.go", letter)]);
    for (arguments, status, words) in [
        (&["check", "a"][..], 1, "1 record, 1 game: "),
        (&["convert", "a", "-d", "out"], 1, "1 converted\n"),
        (&["diff", "a", "b"], 2, "1 record the same, "),
        (&["info", "a"], 1, ""),
    ] {
        let ran = scene.run(arguments);
        ran.ends_with(status)
            .says("error: a/letter.go: unreadable record: ");
        let ran = scene.run(&[arguments, &["-f", "ishi"]].concat());
        ran.ends_with(0).says(words);
    }
}

#[test]
fn a_source_that_is_named_twice_has_one_result() {
    let scene = Scene::new(&[("a.go", ISHI.as_bytes())]);
    for status in ["2 converted\n", "0 converted, 2 skipped\n"] {
        let ran = scene.run(&["convert", "a.go", "a.go", "-d", "out"]);
        ran.ends_with(0).says(status);
        assert_eq!(scene.names("out"), ["a.sgf"]);
    }
    let ran = scene.run(&["verify", "out"]);
    ran.ends_with(0).says("out: 1 file: 1 proven\n");
}

#[test]
fn a_smart_go_file_may_have_the_ending_of_sgf() {
    let scene = Scene::new(&[("a.go", ISHI.as_bytes())]);
    for (to, ending, note) in [
        ("smartgo", "sgf", false),
        ("sgf", "sgf", false),
        ("sgf", "mgt", true),
        ("ishi", "sgf", true),
    ] {
        let result = format!("{to}.{ending}");
        let ran = scene.run(&["convert", "a.go", "-t", to, "-o", &result]);
        let is_noted = ran.ends_with(0).stderr.contains("because of --to");
        assert_eq!(is_noted, note, "{result}");
    }
}

#[test]
fn a_sheet_and_a_device_need_no_ending_of_a_picture() {
    let scene = Scene::new(&[("a.sgf", SGF.as_bytes())]);
    for (name, status) in [("a.htm", 0), ("a.HTML", 0), ("a.svg", 2)] {
        let ran = scene.run(&["show", "a.sgf", "--sheet", "-o", name]);
        ran.ends_with(status);
    }
    for (name, status) in [("a.TXT", 0), ("a.html", 2), ("-", 0)] {
        scene.run(&["show", "a.sgf", "-o", name]).ends_with(status);
    }
    #[cfg(unix)]
    scene
        .run(&["show", "a.sgf", "-o", "/dev/null"])
        .ends_with(0);
}

#[test]
fn a_list_has_the_letters_of_the_terminal() {
    let named = "(;FF[4]GM[1]SZ[9];B[aa]N[Zw\u{f6}lf])";
    let scene = Scene::new(&[("a.sgf", named.as_bytes())]);
    for (locale, word) in [("C", "Zwolf"), ("C.UTF-8", "Zw\u{f6}lf")] {
        let mut command = scene.command(&["show", "a.sgf", "--list"]);
        let list = Ran::new(&command.env("LC_ALL", locale).output().expect("the program"));
        assert!(list.ends_with(0).stdout.contains(word), "{}", list.stdout);
    }
}
