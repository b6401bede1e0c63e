//! Every record of the corpus to every format.
//!
//! The corpus is not part of the project: it is looked for in `$ISHI_CORPUS`, else beside the
//! repository in `shared/corpus`.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::{env, fs};

use ishi::Format;
use ishi::convert::{Conversion, ConvertOptions};
use ishi::source::{Source, SourceOptions};
use ishi::witness::{Exhibit, Testimony, testify};

/// What the witness said about all files.
#[derive(Default)]
struct Tally {
    games: usize,
    /// How often each field was not judged, by the cause.
    abstentions: BTreeMap<String, usize>,
    /// Games with a field that was not judged.
    without: usize,
    disagreements: Vec<String>,
}

#[test]
#[ignore = "needs the corpus: cargo test --test witness -- --ignored"]
fn the_witness_agrees_on_every_record_of_the_corpus() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let corpus = env::var_os("ISHI_CORPUS").map_or(beside, PathBuf::from);
    let mut tally = Tally::default();
    let mut files = Vec::new();
    list(&corpus, &mut files);
    for file in &files {
        for to in Format::ALL {
            if let Some((way, testimony)) = witnessed(file, *to) {
                tally.add(&file.display().to_string(), &way, &testimony);
            }
        }
    }
    for (what, count) in &tally.abstentions {
        println!("{count:6} {what}");
    }
    let share = tally.without * 1000 / tally.games;
    println!("{} games, {share} of 1000 with abstentions", tally.games);
    assert!(tally.games > 2000, "only {} games", tally.games);
    assert_eq!(tally.disagreements, [""; 0]);
}

impl Tally {
    fn add(&mut self, file: &str, way: &str, testimony: &Testimony) {
        self.games += testimony.games;
        let mut games: Vec<usize> = testimony
            .abstentions
            .iter()
            .map(|found| found.game)
            .collect();
        games.dedup();
        self.without += games.len();
        for found in &testimony.abstentions {
            let field = found
                .field
                .map_or("all".to_owned(), |field| field.to_string());
            *self
                .abstentions
                .entry(format!("{way}, {field}: {}", found.cause))
                .or_default() += 1;
        }
        let said = testimony.disagreements.iter();
        self.disagreements
            .extend(said.map(|found| format!("{file}, {way}: {found}")));
    }
}

/// Converts a file and has the witness compare; none where there is nothing to compare.
fn witnessed(file: &Path, to: Format) -> Option<(String, Testimony)> {
    let bytes = fs::read(file).expect("a file");
    let options = SourceOptions {
        hint: Format::from_path(file),
        ..SourceOptions::default()
    };
    let mut source = Source::open(Cursor::new(bytes.as_slice()), options).ok()?;
    let from = source.format();
    let options = ConvertOptions {
        verify: false,
        skip_refused: true,
        ..ConvertOptions::new(to)
    };
    let mut conversion = Conversion::new(&options);
    let result = conversion.collect(&mut source).ok()?;
    let refused: Vec<usize> = conversion
        .report()
        .refused
        .iter()
        .map(|refused| refused.game)
        .collect();
    let label = match to {
        Format::Sgf => "utf-8".to_owned(),
        _ => conversion.charset().label(),
    };
    let first = Exhibit {
        bytes: &bytes,
        format: from,
        charset: &source.charset().label(),
        given: false,
    };
    let second = Exhibit {
        bytes: &result,
        format: to,
        charset: &label,
        given: false,
    };
    Some((
        format!("{from} to {to}"),
        testify(first, second, &|number| refused.contains(&number)),
    ))
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the corpus") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            list(&path, files);
        } else {
            files.push(path);
        }
    }
}
