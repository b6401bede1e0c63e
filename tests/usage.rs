//! Command lines that are wrong, or nearly: each answer is in a snapshot, to be read aloud.

use std::fmt::Write as _;
use std::fs;
use std::io::{Cursor, Write as _};
use std::process::{Command, Stdio};

use tempfile::TempDir;

const ISHI: &str = "EVENT A game\r\nBOARDSIZE 9\r\nBLACK Anna\r\nB 1 C3\r\nW 2 G7\r\n";
const SGF: &str = "(;FF[4]GM[1]SZ[9]PB[Anna];B[cg];W[gc])";

/// The command lines. The text before a bar is standard input.
const LINES: &[&str] = &[
    // No command, or another one.
    "ishi",
    "ishi old.go",
    "ishi https://example.org/game.sgf",
    "ishi folder",
    "ishi frobnicate",
    "ishi covnert old.go",
    "ishi help convert old.go",
    "ishi help me",
    "ishi -- convert",
    "ishi convert ",
    "ishi --version old.go",
    "ishi -x",
    "ishi convert --witness old.go",
    // Inputs that are not there.
    "ishi convert",
    "ishi convert missing.sgf",
    "ishi convert missing.go",
    "ishi convert *.mgt",
    "ishi convert https://example.org/game.sgf",
    "ishi convert old.go new.sgf",
    "ishi convert old.go game.sgf",
    "ishi convert -j1 old.go new.sgf third.sgf",
    "ishi convert old.go/inner.go",
    "ishi convert x.zip/none.go -o -",
    "ishi convert -",
    "ishi check missing.sgf",
    "ishi check",
    "ishi info missing.sgf",
    "ishi info",
    "ishi show missing.sgf",
    "ishi show",
    "ishi diff old.go",
    "ishi diff old.go missing.sgf",
    "ishi diff folder old.go",
    "ishi verify missing",
    "ishi verify folder",
    "ishi verify old.go",
    "ishi edit",
    "ishi edit missing.sgf --mirror -o -",
    "ishi edit game.sgf",
    "ishi edit game.sgf --mirror",
    "ishi edit folder --mirror -o x.sgf",
    "ishi edit game.sgf --set KM=five -o -",
    "ishi edit game.sgf --set blak=Anna -o -",
    "ishi edit game.sgf --part 99 -o -",
    "ishi edit game.sgf --flip -o -",
    "ishi edit game.sgf -n --mirror",
    // Inputs that hold no record.
    "ishi convert zero.sgf -t ishi",
    "ishi convert zero.go -o -",
    "ishi check zero.sgf",
    "ishi check zero.go",
    "ishi info zero.sgf",
    "ishi convert page.sgf -o -",
    "ishi convert notes.txt",
    "ishi check notes.txt",
    "ishi convert main.go",
    "ishi convert nul.go -o -",
    // Pipes.
    "old.go | ishi convert",
    "old.go | ishi check",
    "old.go | ishi convert -t ishi",
    "old.go | ishi convert - -",
    "old.go | ishi diff - -",
    "notes.txt | ishi convert",
    // Where the result goes.
    "ishi convert game.sgf",
    "ishi convert old.go -o out.pdf",
    "ishi convert old.go -o out.txt",
    "ishi convert old.go -o out.gib",
    "ishi convert -n -o - old.go",
    "ishi convert old.go -o folder",
    "ishi convert old.go -o x.mgt -t sgf",
    "ishi convert old.go -o game.sgf",
    "ishi convert old.go two.sgf -o x.sgf",
    "ishi convert folder",
    "ishi convert x.zip",
    "ishi convert folder -o x.sgf",
    "ishi convert old.go -d game.sgf",
    "ishi convert old.go -o x.sgf -d out",
    "ishi convert old.go --split -o -",
    "ishi convert --in-place old.go -o x.go",
    "ishi convert --in-place x.zip",
    "ishi convert old.go --report report.txt -d out",
    "ishi convert old.go --report game.sgf -d out",
    // Options of other programs.
    "ishi convert old.go --overwrite",
    "ishi convert -r folder -d out",
    "ishi convert folder --recursive -d out",
    "ishi convert --output-format sgf old.go",
    "ishi convert folder --outdir out",
    "ishi convert -i old.go",
    "ishi convert old.go --threads 4",
    // Values.
    "ishi convert old.go --jobs 0",
    "ishi convert two.sgf --game 0 -o -",
    "ishi convert two.sgf --game 3 -o -",
    "ishi convert -t xml old.go",
    "ishi convert --encoding klingon old.go",
    "ishi check --rule G001 game.sgf",
    "ishi show game.sgf --at 99",
    "ishi show game.sgf --at D",
    "ishi show game.sgf --at foo",
    "ishi show --move-numbers 5 game.sgf",
    "ishi show game.sgf --move-numbers=50-10",
    "ishi show game.sgf --diagram 1",
    "ishi show game.sgf -o x.gif",
    // Options that other programs have, and options of another command.
    "ishi convert old.go --verify",
    "ishi convert old.go --no-overwrite",
    "ishi convert --json game.sgf",
    "ishi convert --sgf old.go",
    "ishi convert --fix game.sgf",
    "ishi convert -O x.sgf old.go",
    "ishi convert old.go --format sgf",
    "ishi convert old.go --pretty",
    "ishi convert old.go --dryrun",
    "ishi convert old.go --utf8",
    "ishi convert old.go --sheet",
    "ishi convert old.go --statistics",
    "ishi convert --html old.go",
    "ishi check --json game.sgf",
    "ishi check --sarif game.sgf",
    "ishi check -n game.sgf",
    "ishi check --strict game.sgf",
    "ishi check --rules",
    "ishi check --explain G001",
    "ishi check -t json game.sgf",
    "ishi check -o report.txt game.sgf",
    "ishi check --in-place game.sgf",
    "ishi check --ignore G001 game.sgf",
    "ishi info --json game.sgf",
    "ishi info --list folder",
    "ishi info -o x.txt game.sgf",
    "ishi show --png game.sgf",
    "ishi show -t svg game.sgf",
    "ishi show --html game.sgf",
    "ishi show game.sgf --animate",
    "ishi show game.sgf --move 5",
    "ishi diff --json old.go game.sgf",
    "ishi verify --json folder",
    "ishi formats --json",
    "ishi check --no-verify game.sgf",
    "ishi check -O report.txt game.sgf",
    "ishi edit --json game.sgf",
    "ishi edit -t ishi game.sgf",
    "ishi convert -V",
    "ishi convert --ishi game.sgf",
    "ishi edit --fix game.sgf",
    "ishi edit --black Anna game.sgf",
    "ishi diff --to sgf old.go game.sgf",
    "ishi convert --png game.sgf",
    "ishi convert --version",
    "ishi convert --ignore *.txt folder",
    "ishi convert --without-verify old.go",
    "ishi --json",
    "ishi -t ishi game.sgf",
    // Commands that do not exist.
    "ishi merge old.go game.sgf",
    "ishi fix game.sgf",
    "ishi list folder",
    "ishi rules",
    "ishi view game.sgf",
    "ishi compare old.go game.sgf",
    "ishi version",
    "ishi sgf old.go",
    // Too few words, or too many.
    "ishi convert game.sgf -t",
    "ishi convert old.go -o",
    "ishi convert old.go -d",
    "ishi show game.sgf two.sgf",
    "ishi diff old.go game.sgf two.sgf",
    "ishi diff old.go folder",
    "ishi verify",
    "ishi verify folder game.sgf",
    "ishi verify x.zip",
    "ishi formats sgf",
    "ishi completions",
    "ishi completions cmd",
    "ishi man convert",
    // Other values.
    "ishi convert -t go game.sgf -o -",
    "ishi convert -t mgt old.go -o -",
    "ishi convert -t gib game.sgf",
    "ishi convert -f std old.go -o -",
    "ishi convert -f sgf old.go",
    "ishi convert --encoding utf9 old.go",
    "ishi convert --output-encoding utf-16 old.go -o -",
    "ishi convert old.go --jobs many",
    "ishi check --fix-only G042 game.sgf",
    "ishi check --unsafe-fixes game.sgf",
    "ishi check --fix-only G001 game.sgf",
    "ishi check --fix-only X999 game.sgf",
    "ishi check --rule B061=fatal game.sgf",
    "ishi check --deny errors game.sgf",
    "ishi show game.sgf --move-numbers=50-60",
    "ishi show game.sgf --size 5",
    "ishi show game.sgf --size 400",
    "ishi show game.sgf --sheet -o x.pdf",
    "ishi show game.sgf --crop Z1:Z9",
    "ishi show game.sgf --at 1b",
    "ishi show two.sgf --game 3",
    // Options that contradict each other, or do nothing.
    "ishi convert old.go --keep-edited -o x.sgf",
    "ishi convert old.go --strict --no-verify -o x.sgf",
    "ishi convert old.go --hidden -o x.sgf",
    "ishi convert old.go --plain --exact",
    "ishi convert --in-place --exact game.sgf",
    "ishi convert --in-place -t ishi game.sgf",
    "ishi convert --in-place old.go -o x.go -t sgf",
    "ishi convert -q -v old.go",
    "ishi check --fix --diff game.sgf",
    "ishi edit --mirror --join -d out game.sgf",
    "ishi edit --mirror --diff --in-place game.sgf",
    "ishi convert old.go --report r.json -t json",
    "ishi check --no-backup game.sgf",
    "ishi check --no-backup --diff game.sgf",
    "ishi check --list-rules game.sgf",
    "ishi check --explain G042 game.sgf",
    "ishi check --diff --deny warnings game.sgf",
    "ishi check --unsafe-fixes --fix-only G042 game.sgf",
    "ishi show game.sgf --sheet -o x.html --coordinates none",
    "ishi edit --mirror --diff --force game.sgf",
    "ishi edit --mirror --hidden game.sgf -o -",
    "ishi convert --force -o - old.go",
    "ishi convert old.go --report none/r.json -o -",
    "ishi show game.sgf -o game.sgf --format text --force",
    "ishi check --statistics --format json game.sgf",
    "ishi show game.sgf -d figures",
    // Files.
    "ishi convert od.go",
    "ishi convert OLD.GO",
    "ishi convert folder/b.go",
    "ishi convert nowhere/b.go",
    "ishi convert old.go -o nodri/x.sgf",
    "ishi convert cut.zip -d out",
    "ishi convert a.sgf",
    "ishi check --fix x.zip",
    "ishi show folder",
    "zero.go | ishi convert",
    "zero.go | ishi check",
    "ishi convert game.sgf,old.go",
    "ishi convert picture -o x.sgf",
    "ishi edit --mirror --diff empty",
    "ishi check empty",
    "ishi info empty",
    "ishi convert old.go -o a.sgf -o b.sgf",
    "ishi edit --mirror",
    // What the help says.
    "ishi diff -h",
    "ishi edit --help",
    "ishi check -h",
    "ishi check --deny warning game.sgf",
    "ishi verify -h",
    "ishi formats --help",
    "ishi man -h",
];

fn scene() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    let write = |name: &str, bytes: &[u8]| {
        fs::write(folder.path().join(name), bytes).expect("a file");
    };
    write("old.go", ISHI.as_bytes());
    write("game.sgf", SGF.as_bytes());
    write("two.sgf", format!("{SGF}{SGF}").as_bytes());
    write("zero.sgf", b"");
    write("zero.go", b"");
    write("nul.go", &[0; 700]);
    write("page.sgf", b"<html><title>404 Not Found</title></html>\n");
    write("notes.txt", b"Dear Anna,\nthank you for the game.\n");
    write("main.go", b"package main\n\nfunc main() {}\n");
    write(
        "picture",
        &[b"\x89PNG\r\n\x1a\n", &[0; 20][..], b"IHDR"].concat(),
    );
    for name in ["folder", "empty"] {
        fs::create_dir(folder.path().join(name)).expect("a folder");
    }
    write("folder/a.go", ISHI.as_bytes());
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    archive.start_file("a.go", options).expect("an archive");
    archive.write_all(ISHI.as_bytes()).expect("an archive");
    let archive = archive.finish().expect("an archive").into_inner();
    write("x.zip", &archive);
    write(
        "cut.zip",
        archive.get(..archive.len() - 40).expect("an archive"),
    );
    write("a.sgf", b"(;A)");
    folder
}

/// Runs a command line in a new scene, and returns its output.
fn answer(line: &str) -> String {
    let folder = scene();
    let (input, command) = line.split_once(" | ").unwrap_or(("", line));
    let stdin = match input {
        "" => Stdio::null(),
        name => fs::File::open(folder.path().join(name))
            .expect("a file")
            .into(),
    };
    let mut words = command.split(' ');
    assert_eq!(words.next(), Some("ishi"));
    let output = Command::new(env!("CARGO_BIN_EXE_ishi"))
        .args(words)
        .current_dir(&folder)
        .env("COLUMNS", "100")
        .env_remove("CLICOLOR_FORCE")
        .stdin(stdin)
        .output()
        .expect("the program");
    let mut text = format!("$ {line}\n");
    for stream in [&output.stdout, &output.stderr] {
        text.push_str(&String::from_utf8_lossy(stream).replace('\r', ""));
    }
    let status = output.status.code().expect("an exit status");
    let _ = writeln!(text, "[exit status {status}]\n");
    text
}

#[test]
fn wrong_usages_are_answered() {
    let answers: String = LINES.iter().map(|line| answer(line)).collect();
    for words in [
        "os error",
        "panicked",
        "would be the input itself",
        "-- --",
        "exists: '--no-verify'",
        "`--no-verify`",
    ] {
        assert!(!answers.contains(words), "{words} in {answers}");
    }
    insta::with_settings!({
        snapshot_path => "../snapshots",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("usage", answers);
    });
}
