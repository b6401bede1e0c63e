//! `ishi check --fix` and `--diff` as a user meets them.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const FOX: &str = "(;GM[1]FF[4]SZ[9] GN[] AP[foxwq]RU[Chinese]KM[375]\n;B[aa];W[bb])\n";
const MENDED: &str = "(;GM[1]FF[4]SZ[9] AP[foxwq]RU[Chinese]KM[7.5]\n;B[aa];W[bb])\n";
const GOOD: &str = "(;FF[4]GM[1]SZ[9];B[aa];W[bb])";

struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(TempDir::new().expect("a temporary folder"));
        fs::write(place.path().join("fox.sgf"), FOX).expect("a file");
        fs::write(place.path().join("good.sgf"), GOOD).expect("a file");
        place
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn run(&self, arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ishi"));
        command
            .arg("check")
            .args(arguments)
            .current_dir(self.path());
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program");
        let mut stdin = child.stdin.take().expect("its input");
        // The program may not read it.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        let Output {
            status,
            stdout,
            stderr,
        } = child.wait_with_output().expect("the program");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (status.code(), text(stdout), text(stderr))
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).expect("a file")
    }
}

#[test]
fn the_list_of_changes_changes_nothing() {
    let place = Place::new();
    let (status, stdout, stderr) = place.run(&["--diff", "."], "");
    assert_eq!(status, Some(1));
    assert_eq!(
        stdout,
        "./fox.sgf:1: GN: removed `GN[]` (B060)\n\
         ./fox.sgf:1: KM: `KM[375]` -> `KM[7.5]` (B036)\n"
    );
    assert_eq!(stderr, "2 fixes in 1 record; --fix makes them\n");
    assert_eq!(place.read("fox.sgf"), FOX);
    let (status, stdout, _) = place.run(&["--diff", "good.sgf"], "");
    assert_eq!((status, &*stdout), (Some(0), ""));
}

#[test]
fn the_list_of_changes_names_records_that_cannot_be_read() {
    let place = Place::new();
    let folder = place.path().join("damaged");
    fs::create_dir(&folder).expect("a folder");
    let files = [
        ("letter.txt", "Dear Anna"),
        ("nul.sgf", "\0\0\0"),
        ("page.sgf", "404 Not Found"),
        ("without.sgf", "()"),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("a file");
    }
    let nothing = "it has neither a game of SGF or Smart-Go, `(;` with a property such as `B[pd]`, nor a keyword line of Ishi";
    let named = format!(
        "error: damaged/nul.sgf: unreadable record: it has NUL bytes only, so its content is gone\n\
         error: damaged/page.sgf: unreadable record: {nothing}\n\
         error: damaged/without.sgf: unreadable record: {nothing}\n"
    );
    for list in ["--diff", "--diff=unified", "--fix"] {
        let (status, stdout, stderr) = place.run(&[list, "damaged"], "");
        assert_eq!((status, &*stdout), (Some(1), ""), "{list}");
        assert!(stderr.contains(&named), "{list}: {stderr}");
        assert!(!stderr.contains("error: damaged/letter.txt"), "{stderr}");
        let (status, _, stderr) = place.run(&[list, "damaged/without.sgf"], "");
        assert_eq!(status, Some(1), "{list}: {stderr}");
    }
    // No check comes after fixes of standard input.
    for (_, text) in files {
        let (status, stdout, stderr) = place.run(&["--fix", "-"], text);
        assert_eq!((status, &*stdout), (Some(1), ""), "{text}");
        assert!(stderr.starts_with("error: standard input: "), "{stderr}");
    }
}

#[test]
fn text_that_only_becomes_utf_8_is_named() {
    let place = Place::new();
    let latin = b"(;FF[4]GM[1]CA[UTF-8]PB[J\xF6rg])";
    fs::write(place.path().join("lie.sgf"), latin).expect("a file");
    let line = "lie.sgf:1: CA: `\u{f6}` becomes UTF-8 (E002, a guess)\n";
    let arguments = ["--diff", "--unsafe-fixes", "lie.sgf"];
    let (status, stdout, stderr) = place.run(&arguments, "");
    assert_eq!((status, &*stdout), (Some(1), line));
    assert_eq!(
        stderr,
        "1 fix in 1 record; --fix --unsafe-fixes makes them\n"
    );
    let (_, _, stderr) = place.run(&["--fix", "--unsafe-fixes", "lie.sgf"], "");
    assert!(stderr.starts_with(line), "{stderr}");
    let expected = "(;FF[4]GM[1]CA[UTF-8]PB[J\u{f6}rg])";
    assert_eq!(place.read("lie.sgf"), expected);
}

#[test]
fn a_patch_has_the_lines() {
    let place = Place::new();
    let (status, stdout, _) = place.run(&["--diff=unified", "fox.sgf"], "");
    assert_eq!(status, Some(1));
    let lines: Vec<&str> = FOX.lines().chain(MENDED.lines()).collect();
    assert!(
        stdout.contains(&format!("-{}\n+{}\n", lines[0], lines[2])),
        "{stdout}"
    );
}

#[test]
fn records_are_mended_in_place_and_their_sources_kept() {
    let place = Place::new();
    let (status, _, stderr) = place.run(&["--fix", "fox.sgf", "good.sgf"], "");
    assert_eq!(status, Some(0), "{stderr}");
    assert!(
        stderr.contains("2 fixes in 1 record; each source is kept as NAME.orig"),
        "{stderr}"
    );
    assert_eq!(place.read("fox.sgf"), MENDED);
    assert_eq!(place.read("fox.sgf.orig"), FOX);
    assert_eq!(place.read("good.sgf"), GOOD);
    assert!(!place.path().join("good.sgf.orig").exists());
    // No finding is left to mend, and the first source stays.
    let (status, _, stderr) = place.run(&["--fix", "fox.sgf"], "");
    assert_eq!(status, Some(0));
    assert!(stderr.starts_with("0 fixes in 0 records\n"), "{stderr}");
    assert_eq!(place.read("fox.sgf.orig"), FOX);
}

#[test]
fn only_what_is_wanted_is_mended() {
    let place = Place::new();
    let (_, _, _) = place.run(
        &["--fix", "--no-backup", "--fix-only", "b036", "fox.sgf"],
        "",
    );
    assert_eq!(place.read("fox.sgf"), FOX.replace("375", "7.5"));
    assert!(!place.path().join("fox.sgf.orig").exists());
    let (status, _, stderr) = place.run(&["--fix", "--fix-only", "G001", "fox.sgf"], "");
    assert_eq!(status, Some(2));
    assert!(
        stderr.contains("findings of this rule have no fix"),
        "{stderr}"
    );
}

#[test]
fn standard_input_is_mended_to_standard_output() {
    let place = Place::new();
    let (status, stdout, _) = place.run(&["--fix", "-"], FOX);
    assert_eq!((status, &*stdout), (Some(0), MENDED));
    let (status, _, stderr) = place.run(&["--fix", "-", "good.sgf"], FOX);
    assert_eq!(status, Some(2));
    assert!(
        stderr.contains("standard input cannot be mended together with other inputs"),
        "{stderr}"
    );
}

#[test]
fn fixes_of_standard_input_are_counted_and_errors_that_are_left_are_told() {
    let place = Place::new();
    let (status, _, stderr) = place.run(&["--fix", "-"], FOX);
    assert_eq!((status, &*stderr), (Some(0), "2 fixes in 1 record\n"));
    let open = "(;FF[4]GM[1]SZ[9]GN[];B[aa];W[aa])";
    let (status, stdout, stderr) = place.run(&["--fix", "-"], open);
    assert_eq!(
        (status, stdout),
        (Some(1), open.replace("GN[]", "")),
        "{stderr}"
    );
    assert_eq!(
        stderr,
        "error: standard input: errors are left; ishi check shows them\n1 fix in 1 record\n"
    );
}

#[test]
fn an_earlier_source_in_the_place_of_the_backup_stays() {
    let place = Place::new();
    fs::write(place.path().join("fox.sgf.orig"), GOOD).expect("a file");
    let (status, _, stderr) = place.run(&["--fix", "fox.sgf"], "");
    assert_eq!(status, Some(0), "{stderr}");
    assert!(
        stderr.contains("2 fixes in 1 record; each source is kept"),
        "{stderr}"
    );
    assert_eq!(place.read("fox.sgf"), MENDED);
    assert_eq!(place.read("fox.sgf.orig"), GOOD);
    assert_eq!(place.read("fox.sgf.orig-2"), FOX);
}

/// A file of the program can have at most this many bytes: 16 blocks of the shell.
#[cfg(target_os = "linux")]
const LARGEST: usize = 16 * 512;

#[cfg(target_os = "linux")]
#[test]
fn a_manifest_that_cannot_grow_is_an_error_before_and_after_a_fix() {
    // A line that names a result has about 150 bytes, a line about a source more than 500.
    for (room, words, is_mended) in [
        (
            0,
            "not mended, because its manifest cannot be written: ",
            false,
        ),
        (400, "mended, but its manifest cannot be written: ", true),
    ] {
        let place = Place::new();
        fs::create_dir(place.path().join("old")).expect("a folder");
        fs::write(place.path().join("old/fox.sgf"), FOX).expect("a file");
        let convert = ["convert", "old", "-d", "new"];
        let (status, said) = program(place.path(), &convert);
        assert_eq!(status, Some(0), "{said}");
        let before = place.read("new/old/fox.sgf");
        let mut manifest = place.read("new/.ishi-manifest");
        manifest.push_str(&"\n".repeat(LARGEST - room - manifest.len()));
        fs::write(place.path().join("new/.ishi-manifest"), manifest).expect("a file");
        let limited = "trap '' XFSZ; ulimit -f 16; exec \"$0\" check --fix new";
        let output = Command::new("sh")
            .args(["-c", limited, env!("CARGO_BIN_EXE_ishi")])
            .current_dir(place.path())
            .output()
            .expect("the program");
        let stderr = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        let error = format!("error: new/old/fox.sgf: {words}");
        assert!(stderr.contains(&error), "{stderr}");
        let after = place.read("new/old/fox.sgf");
        assert_eq!(after != before, is_mended, "{stderr}");
        assert!(!is_mended || after.contains("KM[7.5]"), "{after}");
    }
}

#[cfg(unix)]
#[test]
fn links_are_named_and_stay() {
    let place = Place::new();
    std::os::unix::fs::symlink("fox.sgf", place.path().join("link.sgf")).expect("a link");
    let (status, _, stderr) = place.run(&["--fix", "link.sgf"], "");
    assert_eq!(status, Some(1));
    assert!(
        stderr.contains("link.sgf: not mended, because it is a link"),
        "{stderr}"
    );
    assert_eq!(place.read("fox.sgf"), FOX);
}

#[test]
fn programs_get_the_edits_as_bytes() {
    let place = Place::new();
    let (status, stdout, _) = place.run(&["--diff", "--format", "json", "fox.sgf"], "");
    assert_eq!(status, Some(1));
    let document: Value = serde_json::from_str(&stdout).expect("JSON");
    let mut bytes = FOX.as_bytes().to_vec();
    for edit in document["inputs"][0]["edits"]
        .as_array()
        .expect("edits")
        .iter()
        .rev()
    {
        let place =
            |index: usize| usize::try_from(edit["bytes"][index].as_u64().expect("an offset"));
        let range = place(0).expect("small")..place(1).expect("small");
        bytes.splice(range, edit["replacement"].as_str().expect("text").bytes());
    }
    assert_eq!(String::from_utf8(bytes).expect("UTF-8"), MENDED);
}

/// Runs a command of the program in a folder; returns its status and its output.
fn program(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishi"));
    let output = command.args(arguments).current_dir(folder).output();
    let Output {
        status,
        stdout,
        stderr,
    } = output.expect("the program");
    let text = String::from_utf8([stdout, stderr].concat()).expect("UTF-8");
    (status.code(), text)
}

#[test]
fn a_mended_result_of_a_folder_is_no_stranger() {
    mended_and_converted_again("old", "new/old/g.sgf");
    mended_and_converted_again("old/g.go", "new/g.sgf");
}

/// The canonical line of `KOMI 375` is `KOMI 7.5` already.
#[test]
fn a_komi_in_hundredths_is_mended_in_ishi_and_no_line_beside_it() {
    let place = Place::new();
    let record = "EVENT g\nBOARDSIZE 9\nRESULT White by 12.75\nRULES Chinese\nKOMI 375\nB 1 C3\n";
    let (status, stdout, stderr) = place.run(&["--fix", "-"], record);
    let mended = record.replace("375", "7.5");
    assert_eq!((status, stdout), (Some(0), mended), "{stderr}");
}

/// Converts an input into a folder of results, mends the result, and converts again.
fn mended_and_converted_again(input: &str, name: &str) {
    let place = Place::new();
    let lines = [
        "EVENT g",
        "BOARDSIZE 9",
        "BLACK Cho",
        "WHITE Otake",
        "RULES Chinese",
        "KOMI 375",
        "B 1 C3",
        "REMARK x",
        "W 2 D4",
        "",
    ];
    let source = lines.join("\r\n");
    fs::create_dir(place.path().join("old")).expect("a folder");
    fs::write(place.path().join("old/g.go"), &source).expect("a file");
    let convert = ["convert", input, "-d", "new"];
    let (status, said) = program(place.path(), &convert);
    assert_eq!(status, Some(0), "{said}");
    let before = place.read(name);
    // Without a result the unit of the komi is a guess.
    let fix = ["check", "--fix", "--unsafe-fixes", "--no-backup", "new"];
    let (status, said) = program(place.path(), &fix);
    assert_eq!(status, Some(0), "{said}");
    assert_eq!(place.read(name), before.replace("KM[375]", "KM[7.5]"));
    let manifest = place.read("new/.ishi-manifest");
    assert!(manifest.contains("\"fixed\":true"), "{manifest}");
    // The source has not changed, so the mended result stays, and no edit is reported.
    let (status, said) = program(place.path(), &convert);
    assert_eq!(status, Some(0), "{said}");
    assert!(!said.contains("edited"), "{said}");
    assert!(place.read(name).contains("KM[7.5]"));
    let (status, said) = program(place.path(), &["verify", "new"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("mended by ishi check --fix"), "{said}");
    // The record comes back with the fix, and with the data of the carrier.
    let back = ["convert", "-t", "ishi", "-o", "back.go", name];
    let (status, said) = program(place.path(), &back);
    assert_eq!(status, Some(0), "{said}");
    assert_eq!(
        place.read("back.go"),
        source.replace("KOMI 375", "KOMI 7.5")
    );
    // A changed source is converted again.
    fs::write(
        place.path().join("old/g.go"),
        source.replace("Cho", "Takemiya"),
    )
    .expect("a file");
    let (status, said) = program(place.path(), &convert);
    assert_eq!(status, Some(0), "{said}");
    assert!(place.read(name).contains("PB[Takemiya]"));
}

#[test]
fn a_record_that_cannot_be_mended_is_no_fix_and_a_killed_run_leaves_no_file() {
    let place = Place::new();
    // With `.orig` behind it the name is too long.
    let name = format!("{}.sgf", "x".repeat(248));
    fs::write(place.path().join(&name), FOX).expect("a file");
    let left = place.path().join(".ishi-aBc123.tmp");
    fs::write(&left, "half of a record").expect("a file");
    let (status, _, stderr) = place.run(&["--fix", &name], "");
    assert_eq!(status, Some(1), "{stderr}");
    assert!(stderr.contains("not mended"), "{stderr}");
    assert!(stderr.contains("0 fixes in 0 records"), "{stderr}");
    assert_eq!(place.read(&name), FOX);
    assert!(!left.exists());
}

#[test]
fn a_diff_has_a_limit() {
    let place = Place::new();
    let record = format!("(;FF[4]GM[1]SZ[9]{})", ";MA[bb:aa]\n".repeat(501));
    fs::write(place.path().join("long.sgf"), record).expect("a file");
    let (status, stdout, _) = place.run(&["--diff=unified", "long.sgf"], "");
    let line = "long.sgf: too many changes to show: about 1002 lines\n";
    assert_eq!(status, Some(1));
    assert!(stdout.starts_with(line), "{stdout}");
}

#[test]
fn a_check_tells_what_can_be_mended() {
    let place = Place::new();
    let (_, stdout, stderr) = place.run(&["fox.sgf"], "");
    assert!(
        stdout.contains("warning[B036]: [*] a komi of 375"),
        "{stdout}"
    );
    assert!(
        stderr.ends_with("\n2 of 2 can be mended with --fix\n"),
        "{stderr}"
    );
    let guess = "(;FF[4]GM[1]SZ[19]GN[]KM[550];B[pd])";
    fs::write(place.path().join("guess.sgf"), guess).expect("a file");
    let (_, stdout, stderr) = place.run(&["guess.sgf"], "");
    assert!(
        stdout.contains("warning[G042]: [*, a guess] a komi"),
        "{stdout}"
    );
    let line = "\n1 of 2 can be mended with --fix, 1 more with --unsafe-fixes\n";
    assert!(stderr.ends_with(line), "{stderr}");
    // Without --fix the options say what they would do.
    let (status, _, stderr) = place.run(&["--unsafe-fixes", "guess.sgf"], "");
    let line = "\n2 of 2 can be mended with --fix --unsafe-fixes\n";
    assert!(status == Some(0) && stderr.ends_with(line), "{stderr}");
    let (_, _, stderr) = place.run(&["--fix-only", "B060", "guess.sgf"], "");
    let line = "\n1 of 2 can be mended with --fix --fix-only B060\n";
    assert!(stderr.ends_with(line), "{stderr}");
    // What stays after the fixes names the other option.
    let (_, _, stderr) = place.run(&["--fix", "guess.sgf"], "");
    let line = "\n1 of 1 can be mended with --fix --unsafe-fixes\n";
    assert!(stderr.ends_with(line), "{stderr}");
    let (_, stdout, _) = place.run(&["--statistics", "."], "");
    let row = "B036  warning          1      1      1        0  a value";
    assert!(stdout.contains(row), "{stdout}");
}

#[test]
fn a_rule_is_explained() {
    let place = Place::new();
    let (status, stdout, _) = place.run(&["--explain", "b005"], "");
    assert_eq!(status, Some(0));
    for part in [
        "B005, error, message 9 of SGFC: a closing parenthesis",
        "found in      (;FF[4]GM[1]SZ[9](;B[dd])(;B[ee]\\n\n",
        "error[B005]: [*] 2 closing parentheses are missing",
        "fix (safe)\n  (;FF[4]GM[1]SZ[9](;B[dd])(;B[ee]\\n\n  (;FF[4]GM[1]SZ[9](;B[dd])(;B[ee]))\\n\n",
    ] {
        assert!(stdout.contains(part), "{stdout}");
    }
    let (_, stdout, _) = place.run(&["--explain", "C003"], "");
    assert!(
        stdout.contains("Look at its name and its permissions"),
        "{stdout}"
    );
}

#[test]
fn a_report_of_fixes_is_one_document() {
    for format in ["json", "sarif"] {
        let place = Place::new();
        let (status, stdout, _) = place.run(&["--fix", "--format", format, "."], "");
        assert_eq!(status, Some(0));
        let document: Value = serde_json::from_str(&stdout).expect("one document");
        if format == "json" {
            let inputs = document["inputs"].as_array().expect("a list");
            let fox = inputs.iter().find(|input| input["input"] == "./fox.sgf");
            let fox = fox.expect("the input");
            assert_eq!(fox["edits"][1]["after"], "KM[7.5]");
            assert_eq!(fox["diagnostics"].as_array().expect("a list").len(), 0);
        } else {
            let results = document["runs"][0]["results"].as_array().expect("a list");
            assert_eq!(results.len(), 2);
            assert!(results[0]["fixes"].is_array());
        }
        assert_eq!(place.read("fox.sgf"), MENDED);
        let (status, stdout, _) = place.run(&["--fix", "--format", format, "-"], FOX);
        assert_eq!((status, &*stdout), (Some(2), ""));
    }
    let place = Place::new();
    let (_, stdout, _) = place.run(&["--format", "json", "fox.sgf"], "");
    let document: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(document["inputs"][0]["diagnostics"][0]["mendable"], "safe");
    assert_eq!(document["summary"]["mendable"], 2);
}

#[test]
fn many_changes_of_one_kind_are_counted() {
    let place = Place::new();
    for number in 0..30 {
        let name = place.path().join(format!("g{number}.sgf"));
        fs::write(name, FOX).expect("a file");
    }
    let (_, stdout, stderr) = place.run(&["--diff", "."], "");
    assert_eq!(
        stdout
            .lines()
            .filter(|line| line.contains("KM[375]"))
            .count(),
        20
    );
    assert!(
        stdout.contains("B036: 11 more; 31 in 31 records\n"),
        "{stdout}"
    );
    assert_eq!(stderr, "62 fixes in 31 records; --fix makes them\n");
}

#[test]
fn kept_sources_are_known() {
    let place = Place::new();
    let (_, _, _) = place.run(&["--fix", "fox.sgf"], "");
    let (_, _, stderr) = place.run(&["."], "");
    assert_eq!(stderr, "2 records, 2 games: no findings\n");
}
