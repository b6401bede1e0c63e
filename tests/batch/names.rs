//! The names of results, and files that are never replaced.

use std::fs;

use crate::scene::{ISHI, SGF, Scene};

#[test]
fn a_later_result_of_the_same_name_keeps_the_ending_of_its_source() {
    let same = "(;FF[4]GM[1]SZ[9]KM[6.5];B[cg])";
    let scene = Scene::new(&[
        ("in/a.go", ISHI.as_bytes()),
        ("in/a.mgt", ISHI.replace("Anna", "Berta").as_bytes()),
        ("in/a.sgf", SGF.as_bytes()),
        ("in/A.prb", ISHI.replace("Anna", "Carla").as_bytes()),
        ("in/b.prb", b"(;FF[4]GM[1]SZ[9]KM[6.50];B[cg])"),
        ("in/b.sgf", same.as_bytes()),
        ("in/c.go", ISHI.as_bytes()),
        ("in/c.prb", ISHI.as_bytes()),
    ]);
    for options in [&[][..], &["-j1"], &["--force"]] {
        let ran = scene.run(&[&["convert", "in", "-d", "out"], options].concat());
        ran.ends_with(0);
        assert_eq!(
            scene.names("out"),
            [
                "in/A.sgf",
                "in/a.go.sgf",
                "in/a.mgt.sgf",
                "in/a.sgf.sgf",
                "in/b.sgf",
                "in/b.sgf.sgf",
                "in/c.sgf",
            ]
        );
        let read = |name: &str| fs::read_to_string(scene.path(name)).unwrap();
        assert!(read("out/in/A.sgf").contains("Carla"));
        assert!(read("out/in/a.go.sgf").contains("Anna"));
    }
    let report = scene.report(&["convert", "in", "-d", "other"], 0);
    let remark = |name: &str| {
        let inputs = report["inputs"].as_array().unwrap().iter();
        let mut found = inputs.filter(|input| input["input"] == name);
        found.next().unwrap()["remark"].clone()
    };
    let dry = scene.run(&["convert", "-n", "in", "-d", "third"]);
    dry.ends_with(0)
        .says("note: in/a.sgf: its result has another name, because in/A.prb has one of that name");
    let text = remark("in/b.sgf").to_string();
    assert!(
        text.contains("has one of that name; the two mean the same"),
        "{text}"
    );
    let text = remark("in/a.mgt").to_string();
    assert!(text.contains("the two differ"), "{text}");
    scene.run(&["verify", "out"]).ends_with(0).says("7 files");
}

#[test]
fn what_would_change_in_place_is_printed_in_the_order_of_the_files() {
    let names: Vec<_> = (10..50).map(|number| format!("in/{number}.sgf")).collect();
    let long = format!("(;FF[4]SZ[9]C[{}])", "long ".repeat(20_000));
    // The first of each pair takes longer.
    let text = |number: usize| {
        if number.is_multiple_of(2) {
            long.as_str()
        } else {
            SGF
        }
    };
    let files = names.iter().enumerate();
    let files: Vec<_> = files
        .map(|(at, name)| (name.as_str(), text(at).as_bytes()))
        .collect();
    let scene = Scene::new(&files);
    let ran = scene.run(&["convert", "-n", "--in-place", "in"]);
    ran.ends_with(0);
    let shown = ran
        .stdout
        .lines()
        .filter_map(|line| line.strip_prefix("+++ "));
    assert_eq!(shown.collect::<Vec<_>>(), names);
}

#[test]
fn a_result_of_two_sources_is_reported_as_it_is_spelled() {
    let scene = Scene::new(&[
        ("in/GAME.sgf", SGF.as_bytes()),
        ("in/game.sgf", SGF.as_bytes()),
    ]);
    let report = scene.report(&["convert", "in", "-d", "out"], 0);
    assert_eq!(scene.names("out"), ["in/GAME.sgf"]);
    for row in report["inputs"].as_array().unwrap() {
        assert_eq!(row["output"], "out/in/GAME.sgf");
    }
    scene.run(&["verify", "out"]).ends_with(0).says("1 proven");
}

#[test]
fn sources_are_never_replaced_by_results() {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes()), ("in/a.sgf", SGF.as_bytes())]);
    for force in [&[][..], &["--force"]] {
        let ran = scene.run(&[&["convert", "in/.", "-d", "in"], force].concat());
        ran.ends_with(0);
        assert_eq!(fs::read(scene.path("in/a.sgf")).unwrap(), SGF.as_bytes());
        let names = ["a.go", "a.go.sgf", "a.sgf", "a.sgf.sgf"];
        assert_eq!(scene.names("in"), names);
    }
}

#[test]
fn results_of_other_runs_inside_the_input_are_no_sources() {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes())]);
    scene.run(&["convert", "in", "-d", "in/out"]).ends_with(0);
    let ran = scene.run(&["convert", "in", "-d", "in/out2"]);
    ran.ends_with(0)
        .says("1 converted")
        .says("a folder of results");
    assert_eq!(scene.names("in/out2"), ["in/a.sgf"]);
}

#[test]
fn a_result_in_the_place_of_a_folder_of_results_is_named() {
    let scene = Scene::new(&[
        ("in/x.go", ISHI.as_bytes()),
        ("in/x.sgf/y.go", ISHI.as_bytes()),
        ("in/w.sgf/y.go", ISHI.as_bytes()),
    ]);
    let ran = scene.run(&["convert", "in", "-d", "out"]);
    ran.ends_with(1).says("out/in/x.sgf is not a folder");
    assert_eq!(scene.names("out"), ["in/w.sgf/y.sgf", "in/x.sgf"]);
    let ran = scene.run(&["convert", "in/x.sgf", "-d", "out"]);
    ran.ends_with(0).says("1 converted");
}

#[test]
fn split_games_are_named_one_by_one() {
    let two = format!("{SGF}{SGF}");
    let scene = Scene::new(&[("in/two.sgf", two.as_bytes())]);
    let convert = ["convert", "--split", "-t", "ishi", "in", "-d", "out"];
    let report = scene.report(&convert, 0);
    let outputs = serde_json::json!(["out/in/two-001.go", "out/in/two-002.go"]);
    assert_eq!(report["inputs"][0]["outputs"], outputs);
    fs::remove_file(scene.path("out/in/two-002.go")).unwrap();
    scene.run(&convert).ends_with(0).says("1 converted");
    assert_eq!(scene.names("out"), ["in/two-001.go", "in/two-002.go"]);
    scene.run(&convert).ends_with(0).says("1 skipped");
    let ran = scene.run(&["convert", "--split", "-t", "ishi", "in/two.sgf"]);
    ran.ends_with(0).says("in/two-001.go, in/two-002.go");
}

#[test]
fn a_record_is_made_regular_where_it_is() {
    let scene = Scene::new(&[
        (
            "in/a.sgf",
            b"(;GM[1]FF[4]CA[latin1]SZ[9]PB[J\xfcrgen];B[cg])",
        ),
        ("in/b.go", ISHI.as_bytes()),
        ("in/notes.txt", b"nothing"),
    ]);
    let ran = scene.run(&["convert", "-n", "--in-place", "in/a.sgf"]);
    ran.ends_with(0);
    assert!(ran.stdout.contains("CA"), "{}{}", ran.stdout, ran.stderr);
    assert!(!scene.path("in/a.sgf.orig").exists());
    let before = fs::read(scene.path("in/a.sgf")).unwrap();
    scene.run(&["convert", "--in-place", "in"]).ends_with(0);
    let after = fs::read_to_string(scene.path("in/a.sgf")).unwrap();
    assert!(after.contains("Jürgen"), "{after}");
    assert_eq!(fs::read(scene.path("in/a.sgf.orig")).unwrap(), before);
    let ran = scene.run(&["convert", "--in-place", "in"]);
    ran.ends_with(0).says("0 converted, 2 skipped, 1 other");
    assert!(!scene.path("in/a.sgf.orig.orig").exists());
    // Each source that is replaced has a backup.
    scene.write("in/a.sgf", b"(;GM[1]FF[4]CA[latin1]SZ[9]PB[\xfc];B[cg])");
    let second = fs::read(scene.path("in/a.sgf")).unwrap();
    scene
        .run(&["convert", "--in-place", "in/a.sgf"])
        .ends_with(0);
    assert_eq!(fs::read(scene.path("in/a.sgf.orig-2")).unwrap(), second);
    assert_eq!(fs::read(scene.path("in/a.sgf.orig")).unwrap(), before);
    let after = fs::read_to_string(scene.path("in/a.sgf")).unwrap();
    assert!(after.contains("PB[ü]"), "{after}");
    // The same bytes are kept once.
    scene.write("in/a.sgf", &before);
    scene.run(&["convert", "--in-place", "in"]).ends_with(0);
    assert!(!scene.path("in/a.sgf.orig-3").exists());
    // A pattern of the shell names the backups too.
    let named = ["in/a.sgf", "in/a.sgf.orig", "in/a.sgf.orig-2"];
    let ran = scene.run(&[&["convert", "--in-place"], &named[..]].concat());
    ran.ends_with(0)
        .says("in/a.sgf: skipped, it is regular already")
        .says("in/a.sgf.orig: not converted, because it is a backup");
    assert_eq!(fs::read(scene.path("in/a.sgf.orig")).unwrap(), before);
    scene.run(&["check", "--fix", "in/a.sgf.orig"]);
    assert_eq!(fs::read(scene.path("in/a.sgf.orig")).unwrap(), before);
    scene.write("x.zip", b"PK\x05\x06");
    let ran = scene.run(&["convert", "--in-place", "x.zip"]);
    ran.ends_with(2).says("x.zip is an archive");
}

#[test]
fn sources_that_were_kept_are_no_inputs() {
    let scene = Scene::new(&[
        ("in/a.sgf", b"(;GM[1]FF[4]SZ[9];B[cg])"),
        ("in/b.sgf", b"(;GM[1]FF[4]SZ[9];B[gg])"),
    ]);
    scene.run(&["convert", "--in-place", "in"]).ends_with(0);
    assert_eq!(scene.names("in").len(), 4);
    let ran = scene.run(&["convert", "in", "-t", "ishi", "-d", "out"]);
    ran.ends_with(0).says("2 converted\n");
    assert_eq!(scene.names("out"), ["in/a.go", "in/b.go"]);
    let table = scene.run(&["info", "in"]).ends_with(0).stdout.clone();
    assert_eq!(table.lines().count(), 3, "{table}");
    // Without its result it is a record like others, except for --in-place, because that would replace it.
    fs::remove_file(scene.path("in/a.sgf")).unwrap();
    let ran = scene.run(&["convert", "--in-place", "in"]);
    ran.ends_with(0).says("0 converted, 1 skipped, 1 other");
    let ran = scene.run(&["convert", "in", "-t", "ishi", "-d", "out"]);
    ran.ends_with(0).says("1 converted, 1 skipped\n");
    // A named file is taken.
    let ran = scene.run(&["convert", "in/b.sgf.orig", "-d", "named"]);
    ran.ends_with(0).says("1 game, 1 move, verified");
}

#[test]
fn a_report_replaces_only_reports() {
    let scene = Scene::new(&[
        ("in/a.go", ISHI.as_bytes()),
        ("mine.json", b"{}"),
        ("mine.html", b"<p>mine</p>"),
        ("in/a.json", SGF.as_bytes()),
    ]);
    for (report, dry) in [
        ("mine.json", false),
        ("mine.html", true),
        ("in/a.json", false),
    ] {
        let before = fs::read(scene.path(report)).unwrap();
        let dry = if dry { &["-n"][..] } else { &[] };
        let convert = ["convert", "in", "-d", "out", "--report", report];
        let ran = scene.run(&[&convert, dry].concat());
        ran.ends_with(2).says(report);
        assert_eq!(fs::read(scene.path(report)).unwrap(), before);
    }
    let forced = [
        "convert",
        "--force",
        "in",
        "-d",
        "out",
        "--report",
        "in/a.json",
    ];
    scene.run(&forced).ends_with(2).says("is an input");
    for report in ["new.json", "new.html"] {
        let convert = ["convert", "in", "-d", "out", "--report", report];
        scene.run(&convert).ends_with(0);
        scene.run(&convert).ends_with(0);
    }
    let forced = [
        "convert",
        "--force",
        "in",
        "-d",
        "out",
        "--report",
        "mine.json",
    ];
    scene.run(&forced).ends_with(0);
}

#[test]
fn no_input_is_replaced_by_the_result_of_another_one() {
    let two = format!("{SGF}{SGF}");
    let scene = Scene::new(&[
        ("a.go", ISHI.as_bytes()),
        ("a.sgf", SGF.as_bytes()),
        ("two.sgf", two.as_bytes()),
        ("two-001.sgf", ISHI.as_bytes()),
    ]);
    for (line, input) in [
        ("convert a.go a.sgf --force", "a.sgf"),
        ("convert two.sgf two-001.sgf --split --force", "two-001.sgf"),
        ("show a.sgf -o a.sgf --force --format text", "a.sgf"),
    ] {
        let before = fs::read(scene.path(input)).expect("an input");
        let ran = scene.run(&line.split(' ').collect::<Vec<_>>());
        ran.ends_with(1)
            .says(&format!("its result would replace the input {input}"));
        assert_eq!(fs::read(scene.path(input)).expect("an input"), before);
    }
}
