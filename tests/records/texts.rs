//! Records whose text travels in their results: there and back, the same bytes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::corpus;
use crate::files;
use crate::record::Record;
use ishi::Format;
use ishi::convert::{ConvertError, ConvertOptions};

/// The largest file that is tried, in bytes.
const LARGEST: usize = 300_000;

/// Files that do not come back byte for byte: units of several games, all lines in one, and bytes that their charset
/// decodes in two ways.
const INEXACT: &[&str] = &[
    "remarks-among-headers.go",
    "lost-line-breaks.go",
    "euc_kr/lie/0000.sgf",
    "euc_kr/lie/0720.sgf",
    "2016.10.26 骊龙 vs 巧花匠 (50946073).SGF",
    "2018.04.04 金毛测试 VS 舞者 (010001820).SGF",
];

/// The outcomes of the records of one format in another one.
#[derive(Default)]
struct Counts {
    records: usize,
    /// How many came back byte for byte.
    same: usize,
    /// How many results have no carrier, the head of the source, the whole of it.
    carriers: [usize; 3],
    /// The bytes of the sources, and of the results.
    sizes: [usize; 2],
}

/// Converts a record to each other format and back; returns the differences.
fn there_and_back(
    path: &Path,
    exact: bool,
    counts: &mut BTreeMap<(Format, Format), Counts>,
) -> Vec<String> {
    let record = Record::from_file(path);
    let Some(from) = record.open().ok().map(|source| source.format()) else {
        return Vec::new();
    };
    let mut problems = Vec::new();
    for to in Format::ALL.iter().copied().filter(|to| *to != from) {
        let options = |to| ConvertOptions {
            exact: exact && to != from,
            ..ConvertOptions::new(to)
        };
        let there = match record.convert(&options(to)).0 {
            Ok(there) => there,
            Err(ConvertError::Refused(_) | ConvertError::NoGame) => continue,
            Err(error) => {
                problems.push(format!("{} to {to}: {error}", path.display()));
                continue;
            }
        };
        let counts = counts.entry((from, to)).or_default();
        counts.records += 1;
        let has = |extent: &str| {
            let words = format!(" {extent}");
            let mut lines = there.split(|byte| matches!(byte, b'\r' | b'\n' | b'|'));
            lines.any(|line| line.ends_with(words.as_bytes()))
        };
        // If only the head of one of several games travels, the rest of that game is written anew.
        let extent = [has("head"), has("whole")].iter().position(|has| *has);
        counts.carriers[extent.map_or(0, |extent| extent + 1)] += 1;
        counts.sizes[0] += record.bytes.len();
        counts.sizes[1] += there.len();
        match Record::written(there, to).convert(&options(from)).0 {
            Ok(back) if back == record.bytes => counts.same += 1,
            Ok(_) if exact => {
                problems.push(format!("{} through {to}: other bytes", path.display()));
            }
            Ok(_) => {}
            Err(error) => problems.push(format!("{} back from {to}: {error}", path.display())),
        }
    }
    problems
}

fn check(files: &[PathBuf], exact: bool) -> BTreeMap<(Format, Format), Counts> {
    let mut counts = BTreeMap::new();
    let small = |path: &&PathBuf| {
        path.metadata()
            .is_ok_and(|data| data.len() <= LARGEST as u64)
    };
    let problems: Vec<_> = files
        .iter()
        .filter(small)
        .flat_map(|path| there_and_back(path, exact, &mut counts))
        .collect();
    print!("{}", shares(&counts));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    counts
}

/// Returns the counts of each pair of formats in a line.
fn shares(counts: &BTreeMap<(Format, Format), Counts>) -> String {
    let lines = counts.iter().map(|((from, to), counts)| {
        let Counts {
            records,
            same,
            carriers: [nothing, head, whole],
            sizes: [own, there],
        } = counts;
        format!(
            "{from} through {to}: {same} of {records} byte for byte; {nothing} without carrier, {head} heads, \
             {whole} whole; {own} bytes became {there}\n"
        )
    });
    lines.collect()
}

/// Returns the files of a folder that come back.
fn exact(folder: &Path) -> Vec<PathBuf> {
    let mut files = files::below(folder);
    let all = files.len();
    files.retain(|path| !INEXACT.iter().any(|name| path.ends_with(name)));
    assert!(all - files.len() <= INEXACT.len());
    // A record with carriers was made of another one. Nobody needs its very bytes.
    files.retain(|path| !path.components().any(|part| part.as_os_str() == "carriers"));
    files
}

fn fixtures() -> Vec<PathBuf> {
    exact(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"))
}

#[test]
fn fixtures_come_back_byte_for_byte() {
    let counts = check(&fixtures(), true);
    for ((from, to), counts) in counts {
        assert_eq!(counts.same, counts.records, "{from} through {to}");
        assert!(counts.records > 100, "{from} through {to}");
    }
}

/// Checks that records get the same bytes with and without the proof.
fn check_without_proof(files: &[PathBuf]) {
    let mut compared = 0;
    for path in files {
        let record = Record::from_file(path);
        for &to in Format::ALL {
            let options = ConvertOptions::new(to);
            let unproven = ConvertOptions {
                verify: false,
                ..options.clone()
            };
            if let Ok(bytes) = record.convert(&options).0 {
                let other = record.convert(&unproven).0;
                assert!(
                    other.is_ok_and(|other| other == bytes),
                    "{} to {to}",
                    path.display()
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "{compared} results");
}

#[test]
fn the_proof_changes_no_byte_of_fixtures() {
    check_without_proof(&fixtures());
}

#[test]
#[ignore = "reads the corpus"]
fn the_proof_changes_no_byte_of_the_corpus() {
    check_without_proof(&exact(&corpus::folder()));
}

#[test]
fn whole_texts_come_back_byte_for_byte() {
    for ((from, to), counts) in check(&fixtures(), false) {
        assert!(counts.same >= counts.carriers[2], "{from} through {to}");
    }
}

#[test]
#[ignore = "reads the corpus"]
fn the_corpus_comes_back_byte_for_byte() {
    let files = exact(&corpus::folder());
    assert!(files.len() > 1000, "{} files", files.len());
    check(&files, true);
    let counts = check(&files, false);
    for ((from, to), counts) in &counts {
        assert!(counts.same >= counts.carriers[2], "{from} through {to}");
    }
    insta::with_settings!({
        snapshot_path => "../../snapshots",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("corpus-shares", shares(&counts));
    });
}
