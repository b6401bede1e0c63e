//! Snapshots of the findings in the broken records of the corpus, and in their beginnings.
//!
//! The records are not part of the project, so the snapshots in `snapshots/corpus` have only facts: the
//! charset, the outline of each game, the findings of a check, the counts of a conversion. Look at a change
//! with `cargo insta review`, together with the record.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use ishi::Format;
use ishi::check::{Levels, check};
use ishi::convert::{Conversion, ConvertOptions, Finding, Findings};
use ishi::outcome::Outcome;
use ishi::source::{Source, SourceError, SourceOptions};

use crate::bytes::{broken, cut};
use crate::corpus;
use crate::each::each;
use crate::files;
use crate::outline::outline;

/// The longest text of a record that a message may quote, in characters.
const QUOTED: usize = 20;

#[test]
#[ignore = "reads the corpus, a folder outside the project"]
fn every_broken_record_is_as_it_was_reviewed() {
    let corpus = corpus::folder();
    let folder = corpus.join("sgf");
    let mut names = Vec::new();
    let mut broken = broken(&corpus);
    broken.retain(|path| path.extension().is_some_and(|ending| ending == "sgf"));
    each(&broken, |path| {
        let bytes = fs::read(path).expect("a readable file");
        let place = path.strip_prefix(&folder).expect("a file below it");
        snapshot(&place.with_extension(""), &views(&bytes));
    });
    for path in broken {
        let place = path.strip_prefix(&folder).expect("a file below it");
        names.push(place.with_extension(""));
    }
    for (path, _) in cut(&corpus) {
        names.push(Path::new("cut").join(path.file_stem().expect("a file")));
    }
    let left: Vec<_> = snapshots(&found())
        .into_iter()
        .filter(|name| !names.contains(name))
        .collect();
    assert!(left.is_empty(), "snapshots without a record: {left:?}");
}

#[test]
#[ignore = "reads the corpus, a folder outside the project"]
fn every_beginning_of_some_broken_records_is_as_it_was_reviewed() {
    let corpus = corpus::folder();
    for (path, bytes) in cut(&corpus) {
        let name = Path::new("cut").join(path.file_stem().expect("a file"));
        snapshot(&name, &beginnings(&bytes));
    }
}

fn found() -> PathBuf {
    files::root().join("snapshots/corpus")
}

/// Returns the names of all snapshots below a folder.
fn snapshots(top: &Path) -> Vec<PathBuf> {
    let mut snapshots = files::below(top);
    snapshots.retain(|path| path.extension().is_some_and(|ending| ending == "snap"));
    let name = |path: &PathBuf| {
        let name = path.strip_prefix(top).expect("a file below it");
        name.with_extension("")
    };
    snapshots.iter().map(name).collect()
}

fn snapshot(place: &Path, text: &str) {
    let name = place.file_name().expect("a record has a name");
    let folder = found().join(place.parent().expect("and a folder"));
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.remove_snapshot_suffix();
    settings.remove_input_file();
    settings.bind(|| insta::assert_snapshot!(name.to_string_lossy().as_ref(), text));
}

fn open(bytes: &[u8]) -> Result<Source<Cursor<&[u8]>>, SourceError> {
    let options = SourceOptions {
        hint: Some(Format::Sgf),
        ..SourceOptions::default()
    };
    Source::open(Cursor::new(bytes), options)
}

/// Returns the findings about a record.
fn views(bytes: &[u8]) -> String {
    let mut source = match open(bytes) {
        Ok(source) => source,
        Err(error) => return format!("{error}\n"),
    };
    let mut out = format!(
        "{} in {}: {}\n",
        source.format(),
        source.charset().label(),
        quotes_cut(source.why())
    );
    let record = ishi::read_source(&mut source).expect("bytes in memory");
    for (number, game) in (1..).zip(&record.games) {
        let _ = write!(out, "\ngame {number}: {}", outline(game));
    }
    out.push_str("\ncheck\n");
    let mut source = open(bytes).expect("it was opened before");
    let checked = check(&mut source, &Levels::default()).expect("bytes in memory");
    out.push_str(&findings(&checked.findings));
    out.push_str("\nconversion to SGF\n");
    out.push_str(&outcomes(bytes));
    out
}

fn findings(findings: &Findings) -> String {
    let mut out: String = findings.kept().iter().map(finding).collect();
    for (rule, severity, count) in findings.counts() {
        let same = |found: &&Finding| {
            found.diagnostic.rule == rule && found.diagnostic.severity == severity
        };
        let kept = findings.kept().iter().filter(same).count();
        if count > kept {
            let _ = writeln!(out, "{severity} {}: {} more", rule.code, count - kept);
        }
    }
    out
}

fn finding(finding: &Finding) -> String {
    let diagnostic = &finding.diagnostic;
    let place = finding.place.as_ref();
    let place = place.map_or(String::new(), |place| {
        format!(" {}:{}", place.line, place.column)
    });
    let (severity, code) = (diagnostic.severity, diagnostic.rule.code);
    let message = quotes_cut(&diagnostic.message);
    let mut text = format!("{severity} {code}{place}: {message}\n");
    if let Some(help) = &diagnostic.help {
        let _ = writeln!(text, "    {}", quotes_cut(help));
    }
    text
}

/// Returns a message with the length of each long quotation in its place.
fn quotes_cut(message: &str) -> String {
    let mut out = String::new();
    for (number, part) in message.split('"').enumerate() {
        let quoted = number % 2 == 1;
        if number > 0 {
            out.push('"');
        }
        let length = part.chars().count();
        if quoted && length > QUOTED {
            let _ = write!(out, "({length})");
        } else {
            out.push_str(part);
        }
    }
    out
}

fn outcomes(bytes: &[u8]) -> String {
    let options = ConvertOptions::new(Format::Sgf);
    let mut conversion = Conversion::new(&options);
    let mut source = open(bytes).expect("it was opened before");
    if let Err(error) = conversion.collect(&mut source) {
        return format!("{error}\n");
    }
    let outcomes = &conversion.report().outcomes;
    let mut out = format!("{} native\n", outcomes.count(Outcome::Native));
    for outcome in [
        Outcome::Kept,
        Outcome::Adapted,
        Outcome::Lost,
        Outcome::Damaged,
    ] {
        for (what, count) in outcomes.kinds(outcome) {
            let _ = writeln!(out, "{count} {outcome}: {what}");
        }
    }
    out
}

/// Returns the findings in all beginnings of a record: runs of lengths in bytes with the same counts and the
/// same rules, with a title for each change of the format or charset.
fn beginnings(bytes: &[u8]) -> String {
    let mut runs: Vec<(usize, usize, Beginning)> = Vec::new();
    for end in 0..bytes.len() {
        let found = beginning(bytes.get(..end).expect("a part"));
        match runs.last_mut() {
            Some((_, last, same)) if *same == found => *last = end,
            _ => runs.push((end, end, found)),
        }
    }
    let mut out = String::new();
    let mut before = "";
    for (from, to, found) in &runs {
        if found.read_as != before {
            let _ = writeln!(out, "{}", found.read_as);
            before = &found.read_as;
        }
        let lengths = if from == to {
            from.to_string()
        } else {
            format!("{from}-{to}")
        };
        let _ = writeln!(out, "{lengths:>7}: {}", found.facts);
    }
    out
}

/// The findings in a beginning of a record.
#[derive(PartialEq)]
struct Beginning {
    read_as: String,
    facts: String,
}

fn beginning(bytes: &[u8]) -> Beginning {
    let mut source = match open(bytes) {
        Ok(source) => source,
        Err(error) => {
            return Beginning {
                read_as: error.to_string(),
                facts: String::new(),
            };
        }
    };
    let checked = check(&mut source, &Levels::default()).expect("bytes in memory");
    let mut codes = BTreeMap::new();
    for (rule, _, count) in checked.findings.counts() {
        *codes.entry(rule.code).or_insert(0) += count;
    }
    let codes: Vec<_> = codes
        .into_iter()
        .map(|(code, count)| match count {
            1 => code.to_owned(),
            _ => format!("{code}*{count}"),
        })
        .collect();
    let (nodes, moves) = (checked.nodes, checked.moves);
    Beginning {
        read_as: format!("{} in {}", checked.format, checked.charset.label()),
        facts: format!("{nodes} nodes, {moves} moves {}", codes.join(" "))
            .trim_end()
            .to_owned(),
    }
}
