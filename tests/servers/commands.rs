//! The commands with records of servers.

#[path = "../batch/scene.rs"]
#[allow(dead_code, reason = "the tests of batches use more of it")]
mod scene;

use std::process::Stdio;

use scene::Scene;

const GIB: &[u8] = b"\\HS\r\n\\[GAMEBLACKNAME=kim (2D)\\]\r\n\\[GAMEBLACKLEVEL=19\\]\r\n\\HE\r\n\\GS\r\n3 0 &4\r\nINI 0 1 0 &4 \r\nSTO 0 2 1 15 3 \r\nSTO 0 3 2 3 15 \r\n\\GE\r\n";
const CUT: &[u8] = b"\\HS\r\n\\[GAMEBLACKNAME=kim (2D)\\]\r\n\\HE\r\n\\GS\r\n3 0 &4\r\nINI 0 1 0 &4 \r\nSTO 0 2 1 15 3 \r\nSTO 0 3";

fn read(scene: &Scene, name: &str) -> Vec<u8> {
    std::fs::read(scene.path(name)).expect("a file")
}

#[test]
fn a_record_becomes_sgf_beside_it_and_account_data_is_no_loss() {
    let scene = Scene::new(&[("a.gib", GIB)]);
    let ran = scene.run(&["convert", "--strict", "-v", "a.gib"]);
    ran.ends_with(0)
        .says("a.gib -> a.sgf: 1 game, 2 moves, verified")
        .says("read as GIB in us-ascii")
        .says("ratings and account data: 1");
    let sgf = String::from_utf8(read(&scene, "a.sgf")).expect("UTF-8");
    assert!(
        sgf.contains("PB[kim]\nBR[2d]") && sgf.contains(";B[pd];W[dp]"),
        "{sgf}"
    );
    scene.run(&["convert", "-t", "ishi", "a.gib"]).ends_with(0);
    let text = String::from_utf8(read(&scene, "a.go")).expect("UTF-8");
    assert!(
        text.contains("BLACK kim 2-dan\r\n") && !text.contains("USER"),
        "{text}"
    );
}

#[test]
fn folders_manifests_and_pipes_hold_records_of_servers() {
    let scene = Scene::new(&[("in/a.gib", GIB), ("in/b/c.GIB", GIB)]);
    let report = scene.report(&["convert", "in", "-d", "out"], 0);
    assert_eq!(report["inputs"][0]["from"], "gib");
    assert_eq!(report["summary"]["verified"], 2);
    assert_eq!(scene.names("out"), ["in/a.sgf", "in/b/c.sgf"]);
    scene
        .run(&["convert", "in", "-d", "out"])
        .ends_with(0)
        .says("0 converted, 2 skipped");
    scene.run(&["verify", "out"]).ends_with(0);
    let mut command = scene.command(&["convert", "-f", "gib", "-"]);
    command.stdin(Stdio::from(
        std::fs::File::open(scene.path("in/a.gib")).expect("a file"),
    ));
    let output = command.output().expect("the program");
    assert!(String::from_utf8_lossy(&output.stdout).contains(";B[pd];W[dp]"));
}

#[test]
fn a_named_format_is_the_one_that_is_read() {
    let scene = Scene::new(&[("g.sgf", b"(;FF[4];B[cg])"), ("s.ngf", b"PMABBQQQQ\n")]);
    for (name, format) in [
        ("gib", "GIB"),
        ("ngf", "NGF"),
        ("ugf", "UGF"),
        ("ugi", "UGF"),
    ] {
        for command in ["convert", "info"] {
            let ran = scene.run(&[command, "-f", name, "g.sgf"]);
            ran.ends_with(1)
                .says(&format!("it is no record in {format}"));
        }
    }
    // Its one move is too little to tell the format.
    scene.run(&["convert", "s.ngf"]).ends_with(1);
    scene
        .run(&["convert", "-f", "ngf", "s.ngf", "-d", "out"])
        .ends_with(0);
    scene.run(&["verify", "out"]).ends_with(0);
}

#[test]
fn findings_have_their_lines_in_the_source() {
    let scene = Scene::new(&[("cut.gib", CUT)]);
    let ran = scene.run(&["check", "cut.gib"]);
    ran.ends_with(1);
    for part in ["error[S005]", "cut.gib:8:1", "STO 0 3", "error[S001]"] {
        assert!(ran.stdout.contains(part), "{}", ran.stdout);
    }
    let ran = scene.run(&["convert", "cut.gib"]);
    ran.ends_with(0).says("1 left out").says("S001");
    scene
        .run(&["convert", "--strict", "--force", "cut.gib"])
        .ends_with(1);
}

#[test]
fn nothing_is_written_in_the_format_of_a_server() {
    let scene = Scene::new(&[("a.gib", GIB), ("in/b.gib", GIB)]);
    let reason = "GIB is only read, so the file cannot be changed in place";
    let way = "`ishi convert -t sgf` writes its games as SGF, in a new file";
    for arguments in [
        &["convert", "--in-place", "a.gib"][..],
        &["convert", "--in-place", "in"],
        &["check", "--fix", "a.gib"],
        &["check", "--diff", "a.gib"],
    ] {
        scene.run(arguments).ends_with(1).says(reason).says(way);
    }
    scene.run(&["convert", "-t", "gib", "a.gib"]).ends_with(2);
    assert_eq!(read(&scene, "a.gib"), GIB);
}

#[test]
fn info_show_and_diff_take_records_of_servers() {
    let scene = Scene::new(&[
        ("a.gib", GIB),
        ("a.sgf", b"(;FF[4]GM[1]SZ[19]PB[kim]BR[2d];B[pd];W[dp])"),
    ]);
    let ran = scene.run(&["info", "a.gib"]);
    ran.ends_with(0);
    assert!(ran.stdout.contains("format        GIB"), "{}", ran.stdout);
    let ran = scene.run(&["show", "a.gib"]);
    ran.ends_with(0);
    assert!(ran.stdout.contains("Move 2: White D4"), "{}", ran.stdout);
    scene.run(&["diff", "a.gib", "a.sgf"]).ends_with(0);
    let ran = scene.run(&["convert", "-t", "json", "-o", "-", "a.gib"]);
    ran.ends_with(0);
    assert!(ran.stdout.contains("\"gib\""), "{}", ran.stdout);
}

#[test]
fn an_encrypted_record_and_a_file_without_a_game_are_named() {
    let scene = Scene::new(&[
        (
            "a.ugf",
            b"[Header]\nCrypt=2146,CRYPTED,READ_ONLY\n[Data]\nPP,B1,1,0\n",
        ),
        ("b.gib", b"words\n"),
    ]);
    scene
        .run(&["convert", "a.ugf"])
        .ends_with(1)
        .says("an encrypted UGF file");
    scene
        .run(&["convert", "b.gib"])
        .ends_with(1)
        .says("unreadable record");
}
