//! No text of a record or a name reaches a terminal as a command: in a pipe and on a pseudo terminal, from
//! every command.

#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::io::Write;
use std::process::{Command, Stdio};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::scene::Scene;

/// Characters that a terminal obeys, or that hide or turn text.
fn harmful() -> Vec<char> {
    let ranges = [
        0x01..=0x08,
        0x0B..=0x1F,
        0x7F..=0x9F,
        0x2028..=0x202E,
        0x2066..=0x2069,
    ];
    let all = ranges.into_iter().flatten().filter_map(char::from_u32);
    all.chain(['\u{61C}', '\u{200E}', '\u{200F}', '\u{FEFF}', '\u{E0041}'])
        .collect()
}

/// All of them, in sequences that would show: a title, the clipboard, another colour.
fn evil() -> String {
    let all: String = harmful()
        .into_iter()
        .filter(|c| !matches!(c, '\r' | '\n'))
        .collect();
    format!("a\u{1b}]0;PWN\u{7}\u{1b}]52;c;UFdO\u{7}\u{1b}[31mb{all}c")
}

/// Returns the harmful characters in an output. With `colours`, the ESC sequences of colours are harmless.
fn sent(output: &[u8], colours: bool) -> Vec<char> {
    let text = String::from_utf8_lossy(output);
    let text = if colours {
        without_colours(&text)
    } else {
        text.into_owned()
    };
    let own = ['\r'];
    let found = text.chars().filter(|c| harmful().contains(c));
    found.filter(|c| !own.contains(c)).collect()
}

/// Leaves out `ESC [ digits m`, but not the colour that the record sets.
fn without_colours(text: &str) -> String {
    let mut rest = text;
    let mut plain = String::new();
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        plain.push_str(before);
        let end = after.find(|c: char| !c.is_ascii_digit() && c != ';');
        let is_colour = end.is_some_and(|end| after[end..].starts_with('m'));
        if is_colour {
            rest = &after[end.unwrap_or(0) + 1..];
        } else {
            plain.push('\u{1b}');
            rest = after;
        }
    }
    plain.push_str(rest);
    plain
}

fn scene() -> Scene {
    let evil = evil();
    let scene = Scene::new(&[]);
    let texts = [
        "PB", "PW", "EV", "GN", "RE", "PC", "RU", "DT", "C", "GC", "N", "US", "SO", "AN", "CP",
        "OT", "ON", "BT",
    ];
    let fields = texts
        .map(|ident| [ident, "[", &evil, "]"].concat())
        .concat();
    let record = format!(
        "(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[{evil}]XX[{evil}]{fields}LB[cc:{evil}]AB[{evil}]VW[{evil}]\n;B[cg]C[{evil}]N[{evil}]FG[1:{evil}]{evil}TE[{evil}]\n;W[gc]LB[dd:{evil}](;B[aa]C[{evil}])(;B[bb]N[{evil}])){evil}"
    );
    let other = record.replace("B[cg]", "B[cf]").replace("PB[a", "PB[b");
    let ishi = format!(
        "EVENT {evil}\r\nBLACK {evil}\r\nNONSENSE {evil}\r\nB 1 {evil}\r\nB 1 C3\r\nMARK {evil}\r\nCOM {evil}\r\n{evil}\r\nENDCOM\r\nDIAGRAM {evil}\r\n"
    );
    scene.write("a.sgf", record.as_bytes());
    scene.write("b.sgf", other.as_bytes());
    scene.write("c.go", ishi.as_bytes());
    let name = evil.replace(['\0', '/'], "");
    let name: String = name.chars().take(70).collect();
    scene.write(&format!("in/{name}.sgf"), record.as_bytes());
    scene.write(&format!("in/{name}.go"), ishi.as_bytes());
    scene.write(&format!("in/{name}.txt"), b"nothing");
    scene.write(&format!("in/{name}.zip"), b"PK\x03\x04 broken");
    let mut archive = ZipWriter::new(File::create(scene.path("z.zip")).unwrap());
    for ending in ["sgf", "go", "txt", "rar"] {
        let options = SimpleFileOptions::default();
        archive
            .start_file(format!("{name}/{name}.{ending}"), options)
            .unwrap();
        archive
            .write_all(if ending == "go" {
                ishi.as_bytes()
            } else {
                record.as_bytes()
            })
            .unwrap();
    }
    archive.finish().unwrap();
    scene
}

const COMMANDS: &[&str] = &[
    "check a.sgf c.go in z.zip",
    "check --format json a.sgf c.go in z.zip",
    "check --format sarif a.sgf c.go in z.zip",
    "info a.sgf",
    "info c.go in z.zip",
    "info --format json a.sgf c.go in z.zip",
    "diff a.sgf b.sgf",
    "diff --format json a.sgf b.sgf",
    "diff in z.zip",
    "show a.sgf",
    "show c.go",
    "show --list a.sgf",
    "show --list c.go",
    "show --all a.sgf",
    "show --at 1 a.sgf",
    "convert -v a.sgf c.go in z.zip -d out",
    "convert -v -t ishi a.sgf c.go in z.zip -d out",
    "convert --split a.sgf in -d split",
    "verify -v out",
    "verify --format json out",
    "convert in/none\u{1b}]0;x\u{7}.go",
];

/// Results go to a terminal only if the user asks for them. A pipe gets them unchanged.
const RESULTS: &[&str] = &[
    "convert -v -n --in-place a.sgf c.go in",
    "check --unsafe-fixes --diff=unified a.sgf c.go in",
    "edit --set black=x --diff a.sgf c.go in",
    "convert a.sgf -o -",
    "convert -t ishi a.sgf -o -",
    "convert -t ishi --output-encoding latin1 a.sgf -o -",
    "convert -t json a.sgf -o -",
    "convert a.sgf -o /dev/stdout",
    "show --format svg a.sgf",
];

#[test]
fn nothing_is_sent_through_a_pipe() {
    let scene = scene();
    for line in COMMANDS {
        let arguments: Vec<_> = line.split(' ').collect();
        let ran = scene.command(&arguments).output().unwrap();
        for output in [&ran.stdout, &ran.stderr] {
            let sent = sent(output, false);
            assert!(
                sent.is_empty(),
                "{line}: {sent:?} in {}",
                String::from_utf8_lossy(output)
            );
        }
    }
}

#[test]
fn nothing_is_sent_to_a_terminal() {
    let scene = scene();
    let has_script = Command::new("script").arg("--version").output();
    assert!(
        has_script.is_ok(),
        "the program `script` of util-linux is needed"
    );
    for line in COMMANDS.iter().chain(RESULTS) {
        let arguments: Vec<_> = line.split(' ').collect();
        let program = scene.command(&arguments);
        let quoted: Vec<_> = std::iter::once(program.get_program())
            .chain(program.get_args())
            .map(|word| format!("'{}'", word.to_str().unwrap()))
            .collect();
        let mut terminal = Command::new("script");
        terminal
            .args(["-qec", &quoted.join(" "), "/dev/null"])
            .current_dir(scene.path(""))
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null());
        let output = terminal.output().unwrap().stdout;
        let shown = output.split(|byte| *byte == 0x1b).count();
        let sent = sent(&without_bars(&output), true);
        assert!(
            sent.is_empty(),
            "{line}: {sent:?} among {shown} in {}",
            String::from_utf8_lossy(&output)
        );
    }
    drop(fs::remove_dir_all(scene.path("out")));
}

/// Removes the sequences of the progress bar: it goes up, to the start of a line, and clears it.
fn without_bars(output: &[u8]) -> Vec<u8> {
    let mut text = String::from_utf8_lossy(output).into_owned();
    for sign in [
        "\u{1b}[2K",
        "\u{1b}[1A",
        "\u{1b}[1B",
        "\u{1b}[?25l",
        "\u{1b}[?25h",
    ] {
        text = text.replace(sign, "");
    }
    text.into_bytes()
}
