//! Faults around the program: no room, no rights, inputs that change or vanish, readers that have gone. In
//! each case the fault is named, the status shows it, and no half-written file is left.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::scene::{ISHI, Ran, SGF, Scene};

/// A record without findings, larger than any buffer.
fn large() -> String {
    let comment = "all work and no play makes Jack a dull boy\r\n".repeat(50_000);
    format!("EVENT\r\nCOM\r\n{comment}ENDCOM\r\nB 1 C3\r\n")
}

/// Every command that prints something, on records that differ.
const PRINTING: [&[&str]; 14] = [
    &["convert", "-o", "-", "a.go"],
    &["check", "-v", "a.go"],
    &["check", "--format", "json", "b.go"],
    &["check", "--format", "sarif", "a.go"],
    &["check", "--list-rules"],
    &["diff", "a.go", "b.go"],
    &["diff", "--format", "json", "a.go", "b.go"],
    &["info", "a.go"],
    &["show", "a.go"],
    &["show", "--format", "svg", "a.go"],
    &["formats"],
    &["man"],
    &["completions", "bash"],
    &["--help"],
];

fn two_records() -> Scene {
    // The second has an error.
    let wrong = ISHI.replace("W 2 G7", "W 2 C3");
    Scene::new(&[("a.go", ISHI.as_bytes()), ("b.go", wrong.as_bytes())])
}

impl Scene {
    /// Runs with standard output going to something.
    fn run_into(&self, arguments: &[&str], stdout: impl Into<Stdio>) -> Ran {
        let mut command = self.command(arguments);
        let output = command.stdout(stdout).stderr(Stdio::piped()).output();
        Ran::new(&output.expect("the program"))
    }

    /// Runs where no file may have more than some hundred bytes.
    fn run_without_room(&self, before: &str, arguments: &[&str]) -> Ran {
        let program = self.command(&[]);
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &format!("{before} ulimit -f 1; exec \"$0\" \"$@\"")])
            .arg(program.get_program())
            .args(arguments)
            .current_dir(self.path(""))
            .stdin(File::open(self.path("large.go")).expect("a file"));
        Ran::new(&shell.output().expect("a shell"))
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_named() {
    let scene = two_records();
    let full = || File::options().write(true).open("/dev/full").expect("it");
    for arguments in PRINTING {
        let ran = scene.run_into(arguments, full());
        ran.ends_with(1)
            .says("standard output cannot be written: no space left on device");
    }
    let irregular = Scene::new(&[("c.go", b"event\nb 1 C3\n")]);
    let ran = irregular.run_into(&["convert", "--in-place", "--dry-run", "c.go"], full());
    ran.ends_with(1)
        .says("c.go: standard output cannot be written: no space left on device");
    for arguments in [
        &["convert", "-o", "/dev/full", "a.go"][..],
        &["show", "--format", "svg", "-o", "/dev/full", "a.go"],
    ] {
        let ran = scene.run(arguments);
        ran.ends_with(1)
            .says("a.go: /dev/full cannot be written: no space left on device");
    }
    // Messages that cannot be written do not stop the work.
    let mut command = scene.command(&["convert", "-v", "b.go"]);
    let status = command.stderr(full()).status().expect("the program");
    assert!(status.success());
    assert_eq!(scene.names(""), ["a.go", "b.go", "b.sgf"]);
}

#[test]
fn a_file_that_may_not_grow_is_named_and_nothing_is_left_of_it() {
    let scene = Scene::new(&[
        ("large.go", large().as_bytes()),
        ("small.go", ISHI.as_bytes()),
        ("mine.sgf", b"mine"),
    ]);
    // The limit ends a program with a signal, unless the signal is ignored.
    for before in ["", "trap '' XFSZ;"] {
        for (arguments, says) in [
            (
                &["convert", "--force", "-o", "mine.sgf", "large.go"][..],
                "large.go: mine.sgf cannot be written: file too large",
            ),
            (
                &["convert", "-o", "x.sgf", "large.go"],
                "large.go: x.sgf cannot be written: file too large",
            ),
            (
                &["convert", "-o", "-", "large.go"],
                "large.go: a temporary file in",
            ),
            (&["convert", "-"], "standard input: a temporary file in"),
            (&["info", "-"], "standard input: a temporary file in"),
            (
                &["show", "--format", "svg", "-o", "x.svg", "small.go"],
                "small.go: x.svg cannot be written: file too large",
            ),
        ] {
            let ran = scene.run_without_room(before, arguments);
            ran.ends_with(1).says(says);
            assert!(!ran.stderr.contains(".tmp"), "{}", ran.stderr);
            assert_eq!(scene.names(""), ["large.go", "mine.sgf", "small.go"]);
        }
        let convert = ["convert", "-d", "out", "large.go", "small.go"];
        let ran = scene.run_without_room(before, &convert);
        // The manifest and a small result are below the limit.
        ran.ends_with(1).says("1 converted, 1 failed");
        assert_eq!(scene.names("out"), ["small.sgf"]);
        let report = ["convert", "-n", "--report", "r.html", "small.go"];
        let ran = scene.run_without_room(before, &report);
        ran.ends_with(2)
            .says("error: r.html cannot be written: file too large");
        assert!(!scene.path("r.html").exists());
        fs::remove_dir_all(scene.path("out")).unwrap();
    }
    assert_eq!(fs::read(scene.path("mine.sgf")).unwrap(), b"mine");
}

#[test]
fn without_a_folder_for_temporary_files_only_files_are_converted() {
    let scene = two_records();
    let run = |arguments: &[&str]| {
        let mut command = scene.command(arguments);
        Ran::new(&command.env("TMPDIR", "nowhere").output().unwrap())
    };
    for arguments in [&["convert", "-"], &["info", "-"], &["show", "a.go"]] {
        let ran = run(arguments);
        ran.ends_with(1)
            .says("a temporary file in nowhere cannot be written: no such file")
            .says("choose another folder with the environment variable TMPDIR");
    }
    run(&["convert", "a.go"]).ends_with(0);
}

#[test]
fn what_is_no_folder_is_named() {
    let scene = Scene::new(&[("a.go", ISHI.as_bytes()), ("file", b"mine")]);
    fs::create_dir_all(scene.path("folder.json")).unwrap();
    for (arguments, status, says) in [
        (
            &["-o", "file/x.sgf"][..],
            1,
            "a.go: file/x.sgf cannot be written: file is not a folder",
        ),
        (
            &["--force", "-o", "file/deep/x.sgf"],
            1,
            "file is not a folder",
        ),
        (
            &["-d", "file/deep"],
            1,
            "file/deep/a.sgf cannot be written: file is not a folder",
        ),
        (&["-d", "file"], 2, "file is not a folder"),
        (&["-o", "new/"], 1, "new/ is a folder"),
        (
            &["--force", "-o", "folder.json"],
            1,
            "folder.json is a folder",
        ),
        (
            &["-n", "--report", "file/r.json"],
            2,
            "file/r.json cannot be written: file is not a folder",
        ),
        (
            &["-n", "--report", "folder.json"],
            2,
            "folder.json is a folder",
        ),
    ] {
        let ran = scene.run(&[&["convert", "a.go"], arguments].concat());
        ran.ends_with(status).says(says);
        assert!(!ran.stderr.contains("--force"), "{}", ran.stderr);
        assert_eq!(scene.names(""), ["a.go", "file"]);
    }
}

#[test]
fn folders_and_files_without_rights_are_named() {
    let scene = Scene::new(&[("a.go", ISHI.as_bytes()), ("locked/b.go", ISHI.as_bytes())]);
    let allow = |name: &str, mode| {
        fs::set_permissions(scene.path(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    allow("locked/b.go", 0o000);
    allow("locked", 0o555);
    // The administrator may do everything.
    if File::open(scene.path("locked/b.go")).is_err() {
        let ran = scene.run(&["convert", "-o", "locked/x.sgf", "a.go"]);
        ran.ends_with(1)
            .says("a.go: locked/x.sgf cannot be written: permission denied");
        let ran = scene.run(&["convert", "locked", "-d", "out"]);
        ran.ends_with(1)
            .says("locked/b.go: cannot be read: permission denied");
    }
    allow("locked", 0o755);
    allow("locked/b.go", 0o644);
    assert_eq!(scene.names(""), ["a.go", "locked/b.go"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_nobody_may_write_is_named() {
    let scene = Scene::new(&[("a.go", ISHI.as_bytes())]);
    for arguments in [
        &["convert", "-o", "/sys/x.sgf", "a.go"][..],
        &["show", "--format", "svg", "-o", "/sys/x.sgf", "a.go"],
    ] {
        let ran = scene.run(arguments);
        ran.ends_with(1)
            .says("a.go: /sys/x.sgf cannot be written: ");
        assert!(!ran.stderr.contains(".tmp"), "{}", ran.stderr);
    }
}

#[test]
fn links_do_not_hide_what_they_lead_to() {
    let scene = Scene::new(&[("a.go", ISHI.as_bytes())]);
    symlink("a.go", scene.path("link.go")).unwrap();
    symlink("nowhere.go", scene.path("dangling.go")).unwrap();
    fs::hard_link(scene.path("a.go"), scene.path("twin.go")).unwrap();
    for arguments in [
        &["link.go"][..],
        &["--force", "link.go"],
        &["--force", "-d", ".", "a.go"],
    ] {
        let ran = scene.run(&[&["convert", "-t", "ishi"], arguments].concat());
        ran.ends_with(1).says("would overwrite its source");
    }
    let ran = scene.run(&["convert", "-o", "link.go", "a.go"]);
    ran.ends_with(1).says("would overwrite its source");
    let ran = scene.run(&["convert", "dangling.go"]);
    ran.ends_with(1).says("dangling.go: not found");
    let ran = scene.run(&["convert", "-o", "dangling.go", "a.go"]);
    ran.ends_with(1).says("dangling.go exists");
    // One of two names of a file gets a new file; the other keeps the old one.
    let replace = ["convert", "-t", "sgf", "--force", "-o", "twin.go", "a.go"];
    scene.run(&replace).ends_with(0);
    assert_eq!(fs::read(scene.path("a.go")).unwrap(), ISHI.as_bytes());
}

/// Runs a conversion of `large.go` while something is done to it again and again.
fn run_while(scene: &Scene, disturb: impl Fn(&File) + Sync) -> Ran {
    let path = scene.path("large.go");
    let file = File::options().append(true).open(path).expect("a file");
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                disturb(&file);
                thread::sleep(Duration::from_millis(1));
            }
        });
        let ran = scene.run(&["convert", "--force", "-o", "x.sgf", "large.go"]);
        over.store(true, Ordering::Relaxed);
        ran
    })
}

#[test]
fn an_input_that_changes_while_it_is_read_is_not_converted() {
    let scene = Scene::new(&[("large.go", large().as_bytes()), ("x.sgf", b"mine")]);
    let grown = run_while(&scene, |mut file| {
        file.write_all(b"REMARK more\r\n").unwrap();
    });
    let length = AtomicBool::new(false);
    let shrunk = run_while(&scene, |file| {
        let longer = length.fetch_not(Ordering::Relaxed);
        file.set_len(if longer { 1_900_000 } else { 1_500_000 })
            .unwrap();
    });
    for ran in [grown, shrunk] {
        ran.ends_with(1)
            .says("error: large.go: it changed while it was read")
            .says("no file was written");
    }
    assert_eq!(scene.names(""), ["large.go", "x.sgf"]);
    assert_eq!(fs::read(scene.path("x.sgf")).unwrap(), b"mine");
    scene
        .run(&["convert", "--force", "-o", "x.sgf", "large.go"])
        .ends_with(0);
}

#[test]
fn an_input_that_is_replaced_or_removed_while_it_is_read_is_read_as_it_was() {
    let scene = Scene::new(&[("large.go", large().as_bytes())]);
    let mut child = scene
        .command(&["convert", "-q", "-o", "x.sgf", "large.go"])
        .spawn()
        .unwrap();
    // It is open by then, or else it is missed.
    thread::sleep(Duration::from_millis(30));
    fs::remove_file(scene.path("large.go")).unwrap();
    let status = child.wait().unwrap().code();
    let names = scene.names("");
    assert!(
        (status == Some(0) && names == ["x.sgf"]) || (status == Some(1) && names.is_empty()),
        "{status:?} {names:?}"
    );
}

#[test]
fn a_file_that_vanishes_during_a_run_fails_alone() {
    let names: Vec<_> = (0..400)
        .map(|number| format!("in/{number:03}.go"))
        .collect();
    let scene = Scene::new(&[]);
    for name in &names {
        scene.write(name, ISHI.as_bytes());
    }
    // The names of the folder are known when the first result is there, and few files are opened
    // ahead.
    for _ in 0..10 {
        scene.write("in/399.go", ISHI.as_bytes());
        let child = scene
            .command(&["convert", "-j1", "--force", "in", "-d", "out"])
            .stderr(Stdio::piped())
            .spawn();
        let mut child = child.unwrap();
        while !scene.path("out").exists() && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        fs::remove_file(scene.path("in/399.go")).unwrap();
        let ran = Ran::new(&child.wait_with_output().unwrap());
        let results = scene.names("out");
        fs::remove_dir_all(scene.path("out")).unwrap();
        if ran.status == Some(1) {
            ran.says("in/399.go: cannot be read: no such file")
                .says("399 converted, 1 failed");
            assert_eq!(results.len(), 399);
            return;
        }
        ran.ends_with(0);
    }
    panic!("the file was always read before it could vanish");
}

#[test]
fn readers_that_have_gone_end_the_program_quietly() {
    let scene = two_records();
    for arguments in PRINTING {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let ran = scene.run_into(arguments, writer);
        assert_eq!(
            (ran.status, ran.stderr.as_str()),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
    // A pipe as output is a device like any other.
    let two = format!("{SGF}{SGF}");
    scene.write("two.sgf", two.as_bytes());
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let ran = scene.run_into(
        &[
            "convert",
            "-q",
            "-t",
            "ishi",
            "-o",
            "/dev/stdout",
            "two.sgf",
        ],
        writer,
    );
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    assert!(matches!(ran.status, Some(0 | 1)), "{:?}", ran.status);
}
