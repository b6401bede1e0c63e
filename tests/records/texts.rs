//! Records whose text travels in their results: along chains of formats and home, the same bytes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::corpus;
use crate::files;
use crate::record::Record;
use ishi::Format;
use ishi::compare::compare;
use ishi::convert::{ConvertError, ConvertOptions};

/// Fixtures whose own carriers do not come back byte for byte: they are edited, damaged, doubled or laid out otherwise, or
/// the chain goes through the format of their text, so that the text comes home there.
const WITH_CARRIERS: &[&str] = &[
    "ishi/carriers/at-a-move.go",
    "ishi/carriers/continued-event-alone.go",
    "ishi/carriers/damaged.go",
    "ishi/carriers/indented.go",
    "ishi/carriers/twice.go",
    "ishi/carriers/whole.go",
    "sgf/carriers/damaged.sgf",
    "sgf/carriers/edited.sgf",
    "sgf/carriers/folded.sgf",
    "sgf/carriers/head.sgf",
    "sgf/carriers/twice.sgf",
    "sgf/carriers/whole.sgf",
    "smartgo/carriers/of-sgf.mgt",
    "smartgo/carriers/whole.mgt",
];

/// The outcomes of each chain of formats.
type Outcomes = BTreeMap<Chain, Counts>;

/// The format of a source, and the formats that it is converted to before it comes home.
type Chain = (Format, Vec<Format>);

/// The outcomes of the records of one format in a chain.
#[derive(Default)]
struct Counts {
    records: usize,
    /// How many came back byte for byte.
    same: usize,
    /// How many last results have no carrier, patches, a whole text.
    carriers: [usize; 3],
    /// The bytes of the sources, and of the last results.
    sizes: [usize; 2],
}

/// Returns the chains of one and of two other formats.
fn chains(from: Format) -> impl Iterator<Item = Vec<Format>> {
    let others = move |last| {
        let all = Format::ALL.iter().copied();
        all.filter(move |to| ![from, last].contains(to))
    };
    others(from).flat_map(move |first| {
        let longer = others(first).map(move |second| vec![first, second]);
        std::iter::once(vec![first]).chain(longer)
    })
}

/// Converts a record along each chain of formats and home; returns the differences.
fn there_and_back(path: &Path, exact: bool, counts: &mut Outcomes) -> Vec<String> {
    let record = Record::from_file(path);
    let Some(from) = record.open().ok().map(|source| source.format()) else {
        return Vec::new();
    };
    let mut problems = Vec::new();
    for chain in chains(from) {
        let name = format!("{} through {}", path.display(), named(&chain));
        let there = match along(&record, &chain, exact) {
            Ok(there) => there,
            Err(ConvertError::Refused(_) | ConvertError::NoGame) => continue,
            Err(error) => {
                problems.push(format!("{name}: {error}"));
                continue;
            }
        };
        let counts = counts.entry((from, chain)).or_default();
        counts.records += 1;
        let text = String::from_utf8_lossy(&there.bytes);
        let is_whole = text
            .lines()
            .any(|line| matches!(line.trim_end_matches('|'), "~0" | "| ~0"));
        let extent = if is_whole {
            2
        } else {
            usize::from(text.contains("ishi 3 "))
        };
        counts.carriers[extent] += 1;
        counts.sizes[0] += record.bytes.len();
        counts.sizes[1] += there.bytes.len();
        match there.convert(&ConvertOptions::new(from)).0 {
            Ok(back) if back == record.bytes => counts.same += 1,
            Ok(_) if exact => problems.push(format!("{name}: other bytes")),
            Ok(back) => {
                if !is_same(&record, &Record::written(back, from)) {
                    problems.push(format!("{name}: another game"));
                }
            }
            Err(error) => problems.push(format!("{name}, home: {error}")),
        }
    }
    problems
}

/// Converts a record from format to format.
fn along(record: &Record, chain: &[Format], exact: bool) -> Result<Record, ConvertError> {
    let mut there = record.clone();
    for &to in chain {
        let options = ConvertOptions {
            exact,
            ..ConvertOptions::new(to)
        };
        there = Record::written(there.convert(&options).0?, to);
    }
    Ok(there)
}

fn is_same(one: &Record, other: &Record) -> bool {
    let (Ok(one), Ok(other)) = (one.games(), other.games()) else {
        return false;
    };
    let mut pairs = one.iter().zip(&other);
    one.len() == other.len() && pairs.all(|(one, other)| compare(one, other).is_same())
}

fn named(chain: &[Format]) -> String {
    let names: Vec<_> = chain.iter().map(ToString::to_string).collect();
    names.join(" and ")
}

fn check(files: &[PathBuf], exact: bool) -> Outcomes {
    let mut counts = Outcomes::new();
    let problems: Vec<_> = files
        .iter()
        .flat_map(|path| there_and_back(path, exact, &mut counts))
        .collect();
    print!("{}", shares(&counts));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    counts
}

/// Returns the counts of each chain in a line.
fn shares(counts: &Outcomes) -> String {
    let lines = counts.iter().map(|((from, chain), counts)| {
        let Counts {
            records,
            same,
            carriers: [nothing, patch, whole],
            sizes: [own, there],
        } = counts;
        let chain = named(chain);
        format!(
            "{from} through {chain}: {same} of {records} byte for byte; {nothing} without carrier, {patch} with a patch, \
             {whole} whole; {own} bytes became {there}\n"
        )
    });
    lines.collect()
}

/// Returns the files of a folder that come back.
fn exact(folder: &Path) -> Vec<PathBuf> {
    let mut files = files::below(folder);
    files.retain(|path| !WITH_CARRIERS.iter().any(|name| path.ends_with(name)));
    files
}

fn fixtures() -> Vec<PathBuf> {
    exact(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"))
}

#[test]
fn fixtures_come_back_byte_for_byte() {
    let counts = check(&fixtures(), true);
    for (chain, counts) in counts {
        assert_eq!(counts.same, counts.records, "{chain:?}");
        assert!(counts.records > 100, "{chain:?}");
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
    check(&fixtures(), false);
}

#[test]
#[ignore = "reads the corpus"]
fn the_corpus_comes_back_byte_for_byte() {
    let files = exact(&corpus::folder());
    assert!(files.len() > 1000, "{} files", files.len());
    check(&files, true);
    let counts = check(&files, false);
    insta::with_settings!({
        snapshot_path => "../../snapshots",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("corpus-shares", shares(&counts));
    });
}

#[test]
fn a_text_without_a_line_end_comes_home_before_another_one() {
    for (first, between, second) in [
        (
            "EVENT a\nKOMI 5 1/2\nREMARK x\nB 1 C3",
            "\n",
            "EVENT b\nREMARK y\nB 1 D4",
        ),
        (
            "EVENT a\r\nREMARK x\r\nB 1 C3 ",
            "\r\n",
            " EVENT b\r\nREMARK y\r\nB 1 D4\r\n",
        ),
        (
            "EVENT a\n\nREMARK x\nB 1 C3\n",
            "",
            "EVENT b\nREMARK y\nB 1 D4\n",
        ),
    ] {
        let there = [first, second].map(|text| {
            let record = Record::written(text.into(), Format::Ishi);
            along(&record, &[Format::Sgf], true).unwrap().bytes
        });
        let merged = Record::written(there.concat(), Format::Sgf);
        let home = merged.to(Format::Ishi).unwrap().bytes;
        assert_eq!(
            String::from_utf8_lossy(&home),
            [first, between, second].concat()
        );
    }
}

#[test]
fn two_games_that_lost_their_line_breaks_come_home() {
    let moves = (1..60).map(|number| format!("B {number} C3 "));
    let moves: String = moves.collect();
    let text = format!("EVENT one {moves}DIAGRAM EVENT two {moves}COM The end. ENDCOM\n");
    let record = Record::written(text.clone().into(), Format::Ishi);
    assert_eq!(record.games().unwrap().len(), 2);
    let there = along(&record, &[Format::Sgf], true).unwrap();
    let home = there.to(Format::Ishi).unwrap().bytes;
    assert_eq!(String::from_utf8_lossy(&home), text);
}
