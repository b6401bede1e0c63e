//! The program as a user sees it: its output, its files and its exit status.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const ISHI: &str = "EVENT A game\r\nBOARDSIZE 9\r\nBLACK Anna\r\nB 1 C3\r\nW 2 G7\r\n";
const SGF: &str = "(;FF[4]GM[1]SZ[9];B[cg];W[gc])";
const TWO_GAMES: &str = "(;FF[4]GM[1]SZ[9];B[cg])(;FF[4]GM[1]SZ[9];B[gc];W[cc])";
const CHESS: &str = "(;FF[4]GM[3];B[e2e4])";

/// A folder with files for the program.
struct Scene {
    folder: TempDir,
}

/// The status and the output of a run.
struct Ran {
    status: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Scene {
    fn new(files: &[(&str, &[u8])]) -> Self {
        let scene = Self {
            folder: TempDir::new().expect("a temporary folder"),
        };
        for (name, bytes) in files {
            fs::write(scene.folder.path().join(name), bytes).expect("a file");
        }
        scene
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ishi"));
        command
            .args(arguments)
            .current_dir(self.path())
            .env_remove("CLICOLOR_FORCE")
            .env_remove("NO_COLOR");
        command
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        self.run_with(arguments, b"")
    }

    fn run_with(&self, arguments: &[&str], input: &[u8]) -> Ran {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        // A run that fails early does not read its input.
        let _ = child.stdin.take().expect("a pipe").write_all(input);
        Ran::new(&child.wait_with_output().expect("an end"))
    }

    fn read(&self, name: &str) -> Option<String> {
        let bytes = fs::read(self.path().join(name)).ok()?;
        Some(String::from_utf8(bytes).expect("UTF-8"))
    }

    /// The names of all files, sorted.
    fn files(&self) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(self.path())
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name())
            .map(|name| name.into_string().expect("UTF-8"))
            .collect();
        names.sort();
        names
    }
}

impl Ran {
    fn new(output: &Output) -> Self {
        Self {
            status: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    #[track_caller]
    fn ends_with(&self, status: i32) -> &Self {
        assert_eq!(self.status, Some(status), "{}{}", self.stdout, self.stderr);
        self
    }

    #[track_caller]
    fn says(&self, words: &str) -> &Self {
        assert!(self.stderr.contains(words), "{words:?} in {}", self.stderr);
        self
    }
}

/// Compares with the snapshot of this name.
macro_rules! snapshot {
    ($name:literal, $value:expr) => {
        insta::with_settings!({
            snapshot_path => "../snapshots",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!($name, $value);
        });
    };
}

#[test]
fn a_file_is_converted_beside_itself() {
    for (name, bytes, arguments, result, part) in [
        ("old.go", ISHI, &[][..], "old.sgf", ";B[cg];W[gc]"),
        (
            "new.sgf",
            SGF,
            &["-t", "ishi"],
            "new.go",
            "B 1 C3\r\nW 2 G7\r\n",
        ),
        (
            "new.sgf",
            SGF,
            &["-t", "smartgo"],
            "new.mgt",
            ";B[cg];W[gc]",
        ),
        ("old.go", ISHI, &["-o", "x.mgt"], "x.mgt", "FF[1]"),
    ] {
        let scene = Scene::new(&[(name, bytes.as_bytes())]);
        let ran = scene.run(&[&["convert", name], arguments].concat());
        ran.ends_with(0).says("verified");
        assert_eq!(ran.stdout, "");
        let written = scene.read(result).expect("a result");
        assert!(written.contains(part), "{written}");
        assert_eq!(scene.read(name).as_deref(), Some(bytes));
        assert_eq!(scene.files().len(), 2, "{:?}", scene.files());
    }
}

#[test]
fn standard_input_goes_to_standard_output() {
    let scene = Scene::new(&[]);
    let ran = scene.run_with(&["convert", "-"], ISHI.as_bytes());
    ran.ends_with(0);
    assert!(ran.stdout.contains(";B[cg];W[gc]"), "{}", ran.stdout);
    assert_eq!(ran.stderr, "");
    let back = scene.run_with(&["convert", "-t", "ishi", "-"], ran.stdout.as_bytes());
    assert_eq!(back.ends_with(0).stdout, ISHI);
    assert!(scene.files().is_empty());
}

#[test]
fn an_existing_file_stays_without_force() {
    let scene = Scene::new(&[("old.go", ISHI.as_bytes()), ("old.sgf", b"mine")]);
    let ran = scene.run(&["convert", "old.go"]);
    ran.ends_with(1)
        .says("old.go: old.sgf exists")
        .says("--force");
    assert_eq!(scene.read("old.sgf").as_deref(), Some("mine"));
    scene.run(&["convert", "--force", "old.go"]).ends_with(0);
    assert_ne!(scene.read("old.sgf").as_deref(), Some("mine"));
    assert_eq!(scene.files(), ["old.go", "old.sgf"]);
}

#[test]
fn a_result_that_is_there_already_is_no_error() {
    let scene = Scene::new(&[("old.go", ISHI.as_bytes())]);
    for arguments in [
        &["convert", "old.go"][..],
        &["convert", "old.go", "-o", "x.mgt"],
    ] {
        scene.run(arguments).ends_with(0);
        let time = |name| fs::metadata(scene.path().join(name)).and_then(|file| file.modified());
        let before = time("old.sgf").expect("a time");
        for dry in [&["-n"][..], &[]] {
            let again = scene.run(&[arguments, dry].concat());
            again.ends_with(0).says("verified, already there");
        }
        assert_eq!(time("old.sgf").expect("a time"), before);
    }
    assert_eq!(scene.files(), ["old.go", "old.sgf", "x.mgt"]);
}

#[test]
fn the_input_is_never_its_own_result() {
    let scene = Scene::new(&[("new.sgf", SGF.as_bytes())]);
    for arguments in [
        &["convert", "new.sgf"][..],
        &["convert", "--force", "new.sgf"],
        &["convert", "--force", "new.sgf", "-o", "./new.sgf"],
    ] {
        let ran = scene.run(arguments);
        ran.ends_with(1)
            .says("would overwrite its source")
            .says("--in-place")
            .says("-o")
            .says("-d");
    }
    assert_eq!(scene.read("new.sgf").as_deref(), Some(SGF));
}

#[test]
fn an_out_dir_is_made_and_results_there_are_skipped_later() {
    let scene = Scene::new(&[("a.go", ISHI.as_bytes()), ("b.go", ISHI.as_bytes())]);
    let arguments = ["convert", "-d", "out/sgf", "a.go", "b.go"];
    scene.run(&arguments).ends_with(0).says("2 converted");
    let modified = |name: &str| {
        fs::metadata(scene.path().join(name))
            .unwrap()
            .modified()
            .unwrap()
    };
    assert_eq!(modified("a.go"), modified("out/sgf/a.sgf"));
    scene
        .run(&arguments)
        .ends_with(0)
        .says("0 converted, 2 skipped");
    fs::write(scene.path().join("a.go"), ISHI.replace("Anna", "Berta")).unwrap();
    let ran = scene.run(&arguments);
    ran.ends_with(0).says("1 converted, 1 skipped");
}

#[test]
fn a_folder_is_no_file_to_write() {
    let scene = Scene::new(&[("old.go", ISHI.as_bytes())]);
    fs::create_dir(scene.path().join("folder.sgf")).unwrap();
    let ran = scene.run(&["convert", "--force", "-o", "folder.sgf", "old.go"]);
    ran.ends_with(1).says("folder.sgf is a folder").says("-d");
}

#[test]
fn games_that_do_not_come_apart_again_need_a_file_each() {
    let scene = Scene::new(&[
        ("open.go", b"EVENT\r\nB 1 Q16\r\nCOM\r\nno end\r\n"),
        ("old.go", ISHI.as_bytes()),
    ]);
    for name in ["open", "old"] {
        let (from, to) = (format!("{name}.go"), format!("{name}.sgf"));
        scene
            .run(&["convert", "--exact", &from, "-o", &to])
            .ends_with(0);
    }
    let texts = ["open.sgf", "old.sgf"].map(|name| fs::read(scene.path().join(name)).unwrap());
    fs::write(scene.path().join("both.sgf"), texts.concat()).unwrap();
    let ran = scene.run(&["convert", "both.sgf", "-o", "both.go"]);
    ran.ends_with(1)
        .says("has 1 game instead of 2")
        .says("no file was written; --split writes each game in a file");
    scene
        .run(&[
            "convert", "both.sgf", "-t", "ishi", "--split", "-d", "apart",
        ])
        .ends_with(0);
    let first = fs::read(scene.path().join("apart/both-001.go")).unwrap();
    assert!(first.ends_with(b"no end\r\n"));
}

#[test]
fn one_bad_input_does_not_stop_the_others() {
    let scene = Scene::new(&[
        ("bad.go", b"package main\n\nvar x = 1\n"),
        ("good.go", ISHI.as_bytes()),
    ]);
    let ran = scene.run(&["convert", "none.go", "bad.go", "good.go"]);
    ran.ends_with(1)
        .says("none.go: not found")
        .says("bad.go: not a game record: it is source code")
        .says("1 converted, 2 failed");
    assert_eq!(scene.files(), ["bad.go", "good.go", "good.sgf"]);
}

#[test]
fn wrong_command_lines_start_nothing() {
    let scene = Scene::new(&[("a.go", ISHI.as_bytes()), ("b.go", ISHI.as_bytes())]);
    fs::create_dir(scene.path().join("folder")).unwrap();
    for (arguments, words) in [
        (&["convert"][..], "standard input is empty"),
        (&["convert", "-t", "xml", "a.go"], "xml"),
        (&["convert", "--encoding", "klingon", "a.go"], "klingon"),
        (
            &["convert", "-o", "x.sgf", "a.go", "b.go"],
            "one input only",
        ),
        (
            &["convert", "-o", "x.sgf", "-d", "y", "a.go"],
            "cannot be used with",
        ),
        (
            &["convert", "--split", "-o", "-", "a.go"],
            "--split writes files",
        ),
        (&["convert", "--game", "0", "a.go"], "--game"),
        (
            &[
                "convert",
                "--output-encoding",
                "latin1",
                "-t",
                "json",
                "a.go",
            ],
            "--output-encoding cannot be used for JSON",
        ),
        (&["convert", "-", "-"], "only once"),
        (&["convert", "folder"], "folder is a folder"),
        (&["diff", "a.go"], "<B>"),
        (&["diff", "a.go", "none.sgf"], "none.sgf: not found"),
        (&["frobnicate"], "frobnicate"),
        (&[], "Usage: ishi"),
    ] {
        scene.run(arguments).ends_with(2).says(words);
    }
    assert_eq!(scene.files(), ["a.go", "b.go", "folder"]);
}

#[test]
fn a_game_that_the_target_cannot_hold_refuses_its_file() {
    let both = format!("{SGF}{CHESS}");
    let scene = Scene::new(&[
        ("both.sgf", both.as_bytes()),
        ("chess.sgf", CHESS.as_bytes()),
    ]);
    let ran = scene.run(&["convert", "-t", "ishi", "both.sgf"]);
    ran.ends_with(1)
        .says("game 2: ")
        .says("GM[3]")
        .says("--skip-refused");
    assert_eq!(scene.files(), ["both.sgf", "chess.sgf"]);
    let ran = scene.run(&["convert", "-t", "ishi", "--skip-refused", "both.sgf"]);
    ran.ends_with(0).says("C001").says("1 game,");
    let ran = scene.run(&["convert", "-t", "ishi", "--skip-refused", "chess.sgf"]);
    ran.ends_with(1).says("GM[3]");
    assert!(!ran.stderr.contains("--skip-refused"), "{}", ran.stderr);
    assert_eq!(scene.files(), ["both.go", "both.sgf", "chess.sgf"]);
}

#[test]
fn games_are_chosen_and_split() {
    let scene = Scene::new(&[("two.sgf", TWO_GAMES.as_bytes())]);
    let ran = scene.run(&["convert", "-o", "-", "--game", "2", "two.sgf"]);
    assert!(ran.ends_with(0).stdout.contains(";B[gc];W[cc]"));
    assert!(!ran.stdout.contains("B[cg]"));
    let ran = scene.run(&["convert", "-o", "-", "--game", "3", "two.sgf"]);
    ran.ends_with(1).says("there is no game 3: it has 2");
    assert_eq!(ran.stdout, "");
    scene
        .run(&["convert", "-t", "ishi", "--split", "two.sgf"])
        .ends_with(0);
    assert_eq!(scene.files(), ["two-001.go", "two-002.go", "two.sgf"]);
    let split = ["convert", "-t", "ishi", "--split", "two.sgf"];
    scene.run(&split).ends_with(0).says("already there");
    fs::remove_file(scene.path().join("two-001.go")).expect("a file");
    fs::write(scene.path().join("two-002.go"), "mine").expect("a file");
    let ran = scene.run(&split);
    ran.ends_with(1).says("two-002.go exists").says("--force");
    assert_eq!(scene.files(), ["two-002.go", "two.sgf"]);
    let ran = scene.run(&["convert", "-o", "all.sgf", "two.sgf"]);
    ran.ends_with(0).says("has 2 games").says("--split");
}

#[test]
fn nothing_is_written_on_a_dry_run() {
    let scene = Scene::new(&[("old.go", ISHI.as_bytes())]);
    let ran = scene.run(&["convert", "-n", "old.go"]);
    ran.ends_with(0).says("verified, not written");
    assert_eq!(scene.files(), ["old.go"]);
}

#[test]
fn strict_accepts_no_warning() {
    let scene = Scene::new(&[("odd.go", b"EVENT\nB 1 C3\nNONSENSE here\n")]);
    scene.run(&["convert", "odd.go"]).ends_with(0);
    let ran = scene.run(&["convert", "--strict", "--force", "odd.go", "-o", "x.sgf"]);
    ran.ends_with(1).says("strict: ");
    assert_eq!(scene.read("x.sgf"), None);
    // A point that is set up twice has one stone in the result.
    let scene = Scene::new(&[("a.sgf", b"(;FF[4]GM[1]SZ[9]AB[aa]AW[aa];B[cg])")]);
    let convert = ["convert", "-t", "ishi", "-o", "-", "a.sgf"];
    scene.run(&convert).ends_with(0).says("set up twice");
    scene
        .run(&[&convert[..], &["--strict"]].concat())
        .ends_with(1)
        .says("strict: one error");
}

#[test]
fn plain_lists_what_is_lost() {
    let scene = Scene::new(&[("a.sgf", b"(;FF[4]GM[1]SZ[9]AR[aa:bb];B[cg])")]);
    let plain = ["convert", "-t", "ishi", "-o", "-", "--plain", "a.sgf"];
    let ran = scene.run(&plain);
    ran.ends_with(0)
        .says("a.sgf: 1 left out: arrows (AR), game 1 at 0");
    assert!(!ran.stdout.contains("USER"), "{}", ran.stdout);
    let ran = scene.run(&[&plain[..], &["--strict"]].concat());
    ran.ends_with(1).says("strict: 1 lost");
    assert_eq!(ran.stdout, "");
}

#[test]
fn quiet_and_verbose_change_what_is_said() {
    let scene = Scene::new(&[("old.go", b"EVENT\nBLACK J\x81rgen M\x81ller\nB 1 C3\n")]);
    let convert = ["convert", "--force", "old.go"];
    let ran = scene.run(&[&convert[..], &["-q"]].concat());
    assert_eq!(ran.ends_with(0).stderr, "");
    let ran = scene.run(&convert);
    ran.ends_with(0).says("E001").says("code page 437");
    let ran = scene.run(&[&convert[..], &["-v"]].concat());
    ran.ends_with(0)
        .says("read as Ishi in cp437")
        .says("native: ");
    let ran = scene.run(&[&convert[..], &["-t", "json", "-v"]].concat());
    ran.ends_with(0).says("read as Ishi in cp437");
    assert!(
        scene
            .read("old.sgf")
            .expect("a result")
            .contains("PB[Jürgen Müller]")
    );
    let ran = scene.run(&[&convert[..], &["--encoding", "latin1"]].concat());
    ran.ends_with(0);
    assert!(!scene.read("old.sgf").expect("a result").contains("Jürgen"));
}

#[test]
fn json_has_a_report_a_document_for_each_game_and_is_strict() {
    let two: &[u8] = b"(;FF[4]GM[1]CA[UTF-8];B[aa])(;FF[4]GM[1]CA[UTF-8];B[bb];W[cc])";
    let scene = Scene::new(&[("two.sgf", two), ("komi.sgf", b"(;FF[4]GM[1]KM[6,5])")]);
    let json = ["convert", "-t", "json"];
    let split = [&json[..], &["--split", "--report", "r.json", "two.sgf"]].concat();
    scene.run(&split).ends_with(0);
    for (file, moves) in [("two-001.json", 1), ("two-002.json", 2)] {
        let document = scene.read(file).expect("a document");
        assert_eq!(document.matches("\"move\"").count(), moves, "{document}");
    }
    let report = scene.read("r.json").expect("a report");
    assert!(
        report.contains("\"games\":2") && report.contains("\"status\":\"unverified\""),
        "{report}"
    );
    let strict = [&json[..], &["--strict", "komi.sgf"]].concat();
    let ran = scene.run(&strict);
    ran.ends_with(1).says("strict: one error or warning");
    assert_eq!(scene.read("komi.json"), None);
}

#[test]
fn colours_come_only_when_asked_for() {
    let scene = Scene::new(&[]);
    let plain = scene.run(&["convert", "none.go"]);
    assert!(!plain.ends_with(1).stderr.contains('\x1b'));
    let colour = scene.run(&["convert", "--color", "always", "none.go"]);
    assert!(colour.ends_with(1).stderr.contains('\x1b'));
}

#[test]
fn to_wins_over_the_ending_of_the_output() {
    let scene = Scene::new(&[("old.go", ISHI.as_bytes())]);
    let ran = scene.run(&["convert", "-t", "sgf", "-o", "x.mgt", "old.go"]);
    ran.ends_with(0)
        .says("x.mgt: wrote SGF because of --to, although the ending stands for Smart-Go");
    assert!(scene.read("x.mgt").expect("a result").contains("FF[4]"));
}

#[test]
fn an_empty_file_is_an_event_in_ishi_and_no_game_in_sgf() {
    let scene = Scene::new(&[("a.go", b""), ("b.sgf", b""), ("c.txt", b"")]);
    scene
        .run(&["convert", "a.go"])
        .ends_with(0)
        .says("a.sgf: 1 game, 0 moves, nothing to verify");
    assert!(scene.read("a.sgf").expect("a result").starts_with("(;"));
    let ran = scene.run(&["convert", "-t", "ishi", "b.sgf"]);
    ran.ends_with(1)
        .says("b.sgf: unreadable record: it is empty");
    let ran = scene.run(&["convert", "c.txt"]);
    ran.ends_with(1)
        .says("c.txt: not a game record: it is empty")
        .says("-f");
    scene.run(&["convert", "-f", "ishi", "c.txt"]).ends_with(0);
}

#[test]
fn the_words_of_ishi_records_are_compared() {
    let scene = Scene::new(&[
        ("a.go", b"EVENT\nREMARK a\nB 1 C3\n"),
        ("b.go", b"EVENT\nREMARK b\nB 1 C3\n"),
        ("typed.go", b"event\n  remark  a\r\nb 1 c3"),
    ]);
    scene.run(&["convert", "-t", "sgf", "-o", "a.sgf", "a.go"]);
    for same in ["typed.go", "a.sgf"] {
        assert_eq!(scene.run(&["diff", "a.go", same]).ends_with(0).stdout, "");
    }
    for other in ["a.go", "a.sgf"] {
        let found = scene
            .run(&["diff", other, "b.go"])
            .ends_with(1)
            .stdout
            .clone();
        let words = "game 1, node 1 (move 1), wording of the text: `REMARK a` against `REMARK b`\n";
        assert_eq!(found, words);
    }
}

#[test]
fn words_are_compared_although_a_comment_differs() {
    let scene = Scene::new(&[
        (
            "a.go",
            b"EVENT\nREMARK a\nB 1 C3\nCOM\nx\nENDCOM\nUSER p\n1\nENDUSER\nW 2 D4\n",
        ),
        ("b.go", b"EVENT\nREMARK b\nB 1 C3\nCOM\ny\nENDCOM\nW 2 D4\n"),
    ]);
    let found = scene.run(&["diff", "a.go", "b.go"]);
    snapshot!("diff-words", found.ends_with(1).stdout);
    let found = scene.run(&["diff", "--format", "json", "a.go", "b.go"]);
    snapshot!("diff-words-json", found.ends_with(1).stdout);
}

#[test]
fn a_plain_result_names_the_words_that_it_lacks() {
    for (record, words) in [
        ("EVENT\nB 1 C3\nREMARK a\n", "REMARK"),
        ("EVENT\nB 1 C3\nUSER print\npage 4\nENDUSER\n", "USER"),
        ("EVENT\nDATE 8.3.1990\nB 1 C3\n", "DATE"),
    ] {
        let scene = Scene::new(&[("a.go", record.as_bytes())]);
        let plain = scene.run(&["convert", "--plain", "-t", "sgf", "-o", "a.sgf", "a.go"]);
        plain
            .ends_with(0)
            .says(&format!("a.go: 1 left out: {words}"));
        let strict = [
            "convert", "--plain", "--strict", "-t", "sgf", "-o", "b.sgf", "a.go",
        ];
        scene.run(&strict).ends_with(1);
    }
}

#[test]
fn records_are_compared_by_meaning() {
    let other = ISHI.replace("G7", "G6");
    let scene = Scene::new(&[
        ("a.go", ISHI.as_bytes()),
        ("a.sgf", b"(;FF[4]GM[1]SZ[9]EV[A game]PB[Anna];B[cg];W[gc])"),
        ("b.go", other.as_bytes()),
        ("two.sgf", TWO_GAMES.as_bytes()),
    ]);
    let same = scene.run(&["diff", "a.go", "a.sgf"]);
    assert_eq!(same.ends_with(0).stdout, "");
    let json = scene.run(&["diff", "--format", "json", "a.go", "a.sgf"]);
    assert!(json.ends_with(0).stdout.contains("\"same\": true"));
    snapshot!(
        "diff-text",
        scene.run(&["diff", "a.go", "b.go"]).ends_with(1).stdout
    );
    let json = scene.run(&["diff", "--format", "json", "a.go", "b.go"]);
    snapshot!("diff-json", json.ends_with(1).stdout);
    let games = scene.run(&["diff", "a.go", "two.sgf"]);
    assert!(
        games
            .ends_with(1)
            .stdout
            .contains("1 in a.go, 2 in two.sgf")
    );
    let stdin = scene.run_with(&["diff", "-", "a.go"], ISHI.as_bytes());
    stdin.ends_with(0);
}

#[test]
fn help_and_formats_say_what_there_is() {
    let scene = Scene::new(&[]);
    snapshot!("formats", scene.run(&["formats"]).ends_with(0).stdout);
    let version = scene.run(&["-V"]);
    assert_eq!(
        version.ends_with(0).stdout,
        concat!("ishi ", env!("CARGO_PKG_VERSION"), "\n")
    );
    let help = scene.run(&["convert", "--help"]);
    assert!(help.ends_with(0).stdout.contains("Examples:"));
}

#[test]
fn records_of_two_folders_are_paired_by_name_then_by_content() {
    let scene = Scene::new(&[]);
    for (name, record) in [
        ("a/x/1.sgf", "(;FF[4]SZ[9];B[aa])"),
        ("b/y/2.sgf", "(;FF[4]SZ[9];B[aa])"),
        ("a/m.go", "BOARDSIZE 9\nB 1 A8\n"),
        ("b/n.sgf", "(;FF[4]SZ[9];B[ab])"),
        ("b/only.sgf", "(;FF[4]SZ[9];B[ab])"),
    ] {
        let path = scene.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, record).expect("a file");
    }
    let told = scene.run(&["diff", "a", "b"]);
    told.ends_with(1)
        .says("0 records the same, 0 different, 2 moved, 1 in one only, 0 other files");
    assert_eq!(
        told.stdout,
        "a/m.go: moved to b/n.sgf\na/x/1.sgf: moved to b/y/2.sgf\nb/only.sgf: only in the second\n"
    );
    // One record and a folder are not compared by the first record of the folder.
    for pair in [["b/n.sgf", "b"], ["b", "b/n.sgf"]] {
        let ran = scene.run(&[&["diff"], &pair[..]].concat());
        ran.ends_with(2)
            .says("b is a folder, and b/n.sgf is one record");
    }
}

#[test]
fn records_of_two_folders_are_counted() {
    let scene = Scene::new(&[]);
    for (folder, second) in [("a", "B[aa]"), ("b", "B[bb]")] {
        let folder = scene.path().join(folder);
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join("one.go"), ISHI).expect("a file");
        let second = format!("(;FF[4]GM[1]SZ[9];{second})");
        fs::write(folder.join("two.sgf"), second).expect("a file");
    }
    let told = scene.run(&["diff", "a", "b"]);
    told.ends_with(1).says("1 record the same, 1 different");
}

#[test]
fn games_moves_and_nodes_of_a_record_are_counted() {
    let scene = Scene::new(&[("two.sgf", TWO_GAMES.as_bytes())]);
    let ran = scene.run(&["info", "two.sgf"]);
    for counts in ["games         2\n", "moves, nodes  3, 5\n"] {
        assert!(ran.stdout.contains(counts), "{}", ran.stdout);
    }
}

#[test]
fn the_manual_page_has_the_text_and_the_examples_of_the_help() {
    let page = Scene::new(&[]).run(&["man"]).ends_with(0).stdout.clone();
    let (_, convert) = page.split_once(".SH \"ishi convert\"").expect("a section");
    let (convert, _) = convert.split_once(".SH ").expect("the next section");
    for words in [
        "ishi convert [OPTIONS] [INPUT]...",
        "Threads",
        "ishi convert old.go  ",
        "compared with the source before it is put in place",
    ] {
        let words = words.replace('-', "\\-");
        assert!(convert.contains(&words), "{words} in {convert}");
    }
    assert_eq!(page.matches(".SH \"EXIT STATUS\"").count(), 1);
}

#[test]
fn messages_show_the_line() {
    let scene = Scene::new(&[(
        "odd.go",
        b"EVENT\r\nB 1 C3\r\nNONSENSE here\r\nW 2 Z99\r\nEVENT\r\nBLACK \xff\r\n",
    )]);
    let arguments = ["convert", "--encoding", "utf-8", "-o", "-", "odd.go"];
    snapshot!("messages", scene.run(&arguments).ends_with(0).stderr);
}

#[test]
fn many_messages_of_a_kind_are_counted() {
    let text = format!("EVENT\n{}", "NONSENSE\n".repeat(100));
    let scene = Scene::new(&[("odd.go", text.as_bytes())]);
    let ran = scene.run(&["convert", "-o", "-", "odd.go"]);
    ran.ends_with(0).says("80 more like");
    assert_eq!(ran.stderr.matches("--> odd.go").count(), 20);
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let scene = Scene::new(&[(
        "big.go",
        format!("EVENT\n{}", "B 1 C3\n".repeat(50_000)).as_bytes(),
    )]);
    let mut child = scene
        .command(&["convert", "-q", "--no-verify", "-o", "-", "big.go"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("an end");
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_is_written_into_and_a_link_is_kept() {
    use std::os::unix::fs::{FileTypeExt, symlink};

    let scene = Scene::new(&[("old.go", ISHI.as_bytes()), ("real.sgf", b"before")]);
    let pipe = scene.path().join("pipe.sgf");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).expect("text")
    });
    let ran = scene.run(&["convert", "--force", "-o", "pipe.sgf", "old.go"]);
    ran.ends_with(0);
    assert!(reader.join().expect("a reader").contains(";B[cg];W[gc]"));
    let kind = fs::symlink_metadata(&pipe).expect("a pipe").file_type();
    assert!(kind.is_fifo());

    symlink("real.sgf", scene.path().join("link.sgf")).expect("a link");
    let link = ["convert", "-o", "link.sgf", "old.go"];
    scene.run(&link).ends_with(1).says("exists");
    assert_eq!(scene.read("real.sgf").as_deref(), Some("before"));
    scene.run(&[&link[..], &["--force"]].concat()).ends_with(0);
    assert!(scene.path().join("link.sgf").is_symlink());
    assert!(scene.read("real.sgf").expect("a file").contains(";B[cg]"));
}

#[cfg(unix)]
#[test]
fn an_interruption_leaves_nothing_behind() {
    use std::io::Read;

    let scene = Scene::new(&[("first.go", ISHI.as_bytes())]);
    let mut child = scene
        .command(&["convert", "-o", "x.sgf", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    // The handler is there once the program reads: a pipe holds less than this.
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(&vec![b'\n'; 1 << 20]).expect("a reader");
    let id = child.id().to_string();
    let sent = Command::new("kill")
        .args(["-INT", &id])
        .status()
        .expect("kill");
    assert!(sent.success());
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    let mut said = String::new();
    child
        .stdout
        .take()
        .expect("a pipe")
        .read_to_string(&mut said)
        .expect("text");
    assert_eq!(said, "");
    assert_eq!(scene.files(), ["first.go"]);
}

#[cfg(unix)]
#[test]
fn new_files_have_the_usual_permissions() {
    use std::os::unix::fs::PermissionsExt;

    let scene = Scene::new(&[("old.go", ISHI.as_bytes())]);
    scene.run(&["convert", "old.go"]).ends_with(0);
    let mode = |name: &str| {
        let metadata = fs::metadata(scene.path().join(name)).expect("a file");
        metadata.permissions().mode() & 0o777
    };
    assert_eq!(mode("old.sgf"), mode("old.go"));
}
