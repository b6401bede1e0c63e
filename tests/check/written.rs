//! The output of the program obeys the rules of its readers.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use ishi::Format;
use ishi::check::{Levels, check};
use ishi::convert::{Conversion, ConvertError, ConvertOptions};
use ishi::diagnostic::Severity;
use ishi::source::{Source, SourceOptions};

use crate::random::Random;

/// Findings that valid SGF can have: about the played game, about points off a board with a wrong size, about
/// values of Backgammon, about dates and results in words, and about characters.
const VALID: [&str; 27] = [
    "G001", "G002", "G003", "G004", "G005", "G006", "G010", "G012", "G014", "G033", "G042", "G100",
    "G101", "G102", "G103", "G104", "G105", "G106", "G107", "G108", "G109", "B061", "B065", "B072",
    "C001", "E003", "E005",
];

/// A note about a value that FF[4] does not allow.
const PLAIN_APPLICATION: &str = "B047";

/// The program names itself in each record that it writes anew.
const OURS: &str = "AP[ishi:";

/// Findings about moves of Backgammon, because their values stay as they are.
const MOVES_OF_BACKGAMMON: [&str; 3] = ["B030", "B031", "B045"];

#[test]
fn sgf_that_is_written_is_valid() {
    let fixtures = crate::files::root().join("tests/fixtures");
    assert!(faults_below(&fixtures) > 500);
}

#[test]
#[ignore = "needs the corpus: cargo test --test check -- --ignored"]
fn sgf_that_is_written_from_the_corpus_is_valid() {
    assert!(faults_below(&crate::corpus::folder()) > 1000);
}

/// Tries as many damaged records as `ISHI_DAMAGES` says.
#[test]
fn sgf_that_is_written_from_damaged_records_is_valid() {
    let wanted = std::env::var("ISHI_DAMAGES").ok();
    let wanted: u64 = wanted.and_then(|count| count.parse().ok()).unwrap_or(300);
    let fixtures = crate::files::root().join("tests/fixtures");
    let mut files = crate::files::below(&fixtures);
    files.retain(|file| Format::from_path(file).is_some());
    // The text in a carrier is that of somebody else, with the mistakes of its edit.
    files.retain(|file| !file.components().any(|part| part.as_os_str() == "carriers"));
    let records: Vec<_> = files
        .iter()
        .map(|file| (file, fs::read(file).expect("a file")))
        .filter(|(_, bytes)| bytes.len() < 2000)
        .collect();
    let (mut results, mut faults) = (0, Vec::new());
    for seed in 0..wanted {
        let mut random = Random(seed);
        let (path, bytes) = &records[random.below(records.len())];
        let damaged = damaged(bytes, &mut random);
        if let Some(sgf) = to_sgf(&damaged, path) {
            results += 1;
            // The text of somebody else that came back has the mistakes of its edit.
            if !String::from_utf8_lossy(&sgf).contains(OURS) {
                continue;
            }
            let found = faults_in(&sgf, path);
            let shown = || String::from_utf8_lossy(&damaged).into_owned();
            faults.extend(
                found
                    .into_iter()
                    .map(|fault| format!("{fault} in {:?}", shown())),
            );
        }
    }
    assert_eq!(faults, [""; 0], "{}", faults.join("\n"));
    assert!(results * 10 > wanted * 9, "{results} of {wanted}");
}

/// Properties and nodes that break a rule in many places.
const STRAYS: [&str; 32] = [
    "MN[3]",
    "ST[1]",
    "ST[7]",
    "SZ[9]",
    "GM[2]",
    "GM[x]",
    "AP[x]",
    "PB[Anna]",
    "RE[B+R]",
    "AB[aa]",
    "AB[]",
    "AW[aa:cc][bb]",
    "PL[W]",
    "TE[]",
    "BM[1]",
    "DO[]",
    "KO[x]",
    "DM[2]",
    "UC[1]",
    "BL[30]",
    "OB[1 x]",
    "PM[7]",
    "TR[aa][aa]",
    "SQ[aa:cc]",
    "LN[aa:aa]",
    "AR[aa:bb][aa:bb]",
    "LB[aa:1]",
    "DD[aa:cc][bb]",
    "VW[aa][aa]",
    ";B[aa]",
    ";W[too much][bb]",
    "(;C[x])",
];

/// Returns a record with up to three bytes changed, and a property or a node inserted after a value.
fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    const OTHERS: &[u8] = b" ;()[]\\:aB1\xc3\n";
    let mut bytes = bytes.to_vec();
    for _ in 0..random.below(4) {
        if bytes.is_empty() {
            break;
        }
        let at = random.below(bytes.len());
        match random.below(3) {
            0 => _ = bytes.remove(at),
            1 => bytes.insert(at, bytes[at]),
            _ => bytes[at] = OTHERS[random.below(OTHERS.len())],
        }
    }
    let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b']');
    let ends: Vec<usize> = ends.map(|(at, _)| at + 1).collect();
    if !ends.is_empty() {
        let at = ends[random.below(ends.len())];
        let stray = STRAYS[random.below(STRAYS.len())];
        bytes.splice(at..at, stray.bytes());
    }
    bytes
}

/// Smart-Go reads a backslash before a letter as text, and SGF writes it with an escape. A carrier is one in both.
#[test]
fn a_carrier_with_a_stray_backslash_is_converted() {
    let path = Path::new("a.mgt");
    let source = "EVENT\nBOARDSIZE 9\nB 1 C7\nREMARK from memory\nW 2 G3\n";
    let record = ishi::convert(source.as_bytes(), Format::SmartGo).expect("a record");
    let record = String::from_utf8(record).expect("ASCII");
    let edited = record.replace("B[cc]", "B[dd]");
    for text in [record, edited] {
        let changed = text.replace("REMARK", "REM\\ARK");
        assert_eq!(
            to_sgf(changed.as_bytes(), path),
            to_sgf(text.as_bytes(), path)
        );
    }
}

/// Converts all records below a folder to SGF and checks the results; returns how many there are.
fn faults_below(folder: &Path) -> usize {
    let (mut results, mut faults) = (0, Vec::new());
    for path in crate::files::below(folder) {
        if let Some(sgf) = to_sgf(&fs::read(&path).expect("a file"), &path) {
            results += 1;
            faults.extend(faults_in(&sgf, &path));
        }
    }
    assert_eq!(faults, [""; 0], "{}", faults.join("\n"));
    results
}

/// Converts a record. Returns `None` if it has no game.
fn to_sgf(bytes: &[u8], path: &Path) -> Option<Vec<u8>> {
    let options = SourceOptions {
        hint: Format::from_path(path),
        ..SourceOptions::default()
    };
    let mut source = Source::open(Cursor::new(bytes), options).ok()?;
    match Conversion::new(&ConvertOptions::new(Format::Sgf)).collect(&mut source) {
        Ok(sgf) => Some(sgf),
        Err(ConvertError::NoGame) => None,
        Err(error) => panic!(
            "{}: {error}\n{}",
            path.display(),
            String::from_utf8_lossy(bytes)
        ),
    }
}

/// Returns the faults of a result against the rules of FF[4].
fn faults_in(sgf: &[u8], path: &Path) -> Vec<String> {
    let mut source = Source::open(Cursor::new(sgf), SourceOptions::default()).expect("SGF");
    let checked = check(&mut source, &Levels::default()).expect("a record in memory");
    let is_backgammon = String::from_utf8_lossy(sgf).contains("GM[6]");
    let found = checked.findings.kept().iter();
    found
        .map(|finding| &finding.diagnostic)
        .filter(|found| found.severity >= Severity::Warning || found.rule.code == PLAIN_APPLICATION)
        .filter(|found| !VALID.contains(&found.rule.code))
        // A move that nobody can read stays as it stands.
        .filter(|found| !found.message.ends_with("expected a move"))
        .filter(|found| !(is_backgammon && MOVES_OF_BACKGAMMON.contains(&found.rule.code)))
        .map(|found| format!("{}: {} {}", path.display(), found.rule.code, found.message))
        .collect()
}

#[test]
fn what_is_invalid_is_found() {
    for (text, code) in [
        ("(;FF[4]AB[aa]MN[4])", "B070"),
        ("(;FF[4];ST[1]B[aa])", "B043"),
        ("(;FF[4]GM[2];ST[1]B[aa])", "B043"),
        ("(;FF[4]PB[a];PB[b])", "G040"),
        ("(;FF[4]GM[6];MI[length:x];RE[W+R])", "G040"),
        ("(;FF[4]AP[x])", "B047"),
        ("(;FF[4]GM[11]AP[x])", "B047"),
        ("(;FF[4]GM[11];B[a1]PL[W])", "B044"),
        ("(;FF[4]GM[11]C[a]C[b])", "B032"),
        ("(;FF[4]GM[Go])", "B040"),
        ("(;FF[4];TE[1])", "G030"),
        ("(;FF[4];DM[1]UC[1])", "G031"),
        ("(;FF[4]LN[aa:aa])", "G023"),
        ("(;FF[4]VW[aa:cc][bb])", "G025"),
        ("(;FF[4]TR[])", "B060"),
        ("(;FF[4]ST[7])", "B066"),
    ] {
        let faults = faults_in(text.as_bytes(), Path::new(text));
        assert!(
            faults
                .iter()
                .any(|fault| fault.contains(&format!(" {code} "))),
            "{text}: {faults:?}"
        );
    }
}
