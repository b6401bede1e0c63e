//! Every record of the corpus to every format.
//!
//! The corpus is not part of the project: it is looked for in `$ISHI_CORPUS`, else beside the
//! repository in `shared/corpus`.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::{env, fs};

use ishi::Format;
use ishi::convert::{Conversion, ConvertError, ConvertOptions};
use ishi::source::{Source, SourceOptions};
use ishi::witness::{Exhibit, Testimony, testify};

/// Folders with records of games and problems that people recorded, played on servers or let programs
/// play. What is in the others was made to test programs: damaged files, examples, one-point probes, the
/// same games in many charsets, what a program wrote of the records of another.
const PEOPLE: &[&str] = &[
    "sgf/real",
    "sgf/kogo-joseki",
    "sgf/charsets/orig",
    "smartgo/cgoban1",
    "smartgo/fuego-ff1-jago",
    "smartgo/fuego-ff3-explorer",
    "smartgo/fuego-longident",
    "smartgo/fuego-noff",
    "smartgo/gnugo-old",
    "smartgo/gnugo-text-header",
    "smartgo/mgt",
];

/// Files with which a program is tested, among those.
const TESTS: &str = "sgf/real/eidogo";

/// What the witness said about some files.
#[derive(Default)]
pub struct Tally {
    pub games: usize,
    /// How often each field was not judged, by the cause.
    abstentions: BTreeMap<String, usize>,
    /// Games with a field that was not judged.
    without: usize,
    pub disagreements: Vec<String>,
}

#[test]
#[ignore = "needs the corpus: cargo test --test witness -- --ignored"]
fn the_witness_agrees_on_every_record_of_the_corpus() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let corpus = env::var_os("ISHI_CORPUS").map_or(beside, PathBuf::from);
    let (mut people, mut tests) = (Tally::default(), Tally::default());
    let mut files = Vec::new();
    list(&corpus, &mut files);
    for file in &files {
        let folder = file.strip_prefix(&corpus).expect("a file of the corpus");
        let by_people = PEOPLE.iter().any(|known| folder.starts_with(known));
        let tally = if by_people && !folder.starts_with(TESTS) {
            &mut people
        } else {
            &mut tests
        };
        for to in Format::ALL {
            if let Some((way, testimony)) = witnessed(file, *to) {
                tally.add(&file.display().to_string(), &way, &testimony);
            }
        }
    }
    tests.print("made for tests");
    people.print("that people made");
    let disagreements = [people.disagreements, tests.disagreements].concat();
    assert_eq!(disagreements, [""; 0]);
    assert!(people.games > 3000, "only {} games", people.games);
    assert!(
        people.without * 100 < people.games,
        "{} of {} games that people made are not judged as a whole",
        people.without,
        people.games
    );
}

impl Tally {
    fn print(&self, what: &str) {
        println!(
            "{} games {what}, {} with abstentions, {} of 1000:",
            self.games,
            self.without,
            self.without * 1000 / self.games.max(1)
        );
        for (cause, count) in &self.abstentions {
            println!("{count:6} {cause}");
        }
    }

    /// Counts what the witness said about one conversion.
    pub fn add(&mut self, file: &str, way: &str, testimony: &Testimony) {
        let mut games: Vec<usize> = testimony
            .abstentions
            .iter()
            .map(|found| found.game)
            .collect();
        games.dedup();
        // Of what could not be read as a whole, no game was compared.
        let unread = testimony.abstentions.iter();
        let unread = unread.filter(|found| found.field.is_none() && found.game == 0);
        self.games += testimony.games + unread.count();
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
pub fn witnessed(file: &Path, to: Format) -> Option<(String, Testimony)> {
    let bytes = fs::read(file).expect("a file");
    let options = SourceOptions {
        hint: Format::from_path(file),
        ..SourceOptions::default()
    };
    let mut source = match Source::open(Cursor::new(bytes.as_slice()), options) {
        Ok(source) => source,
        Err(_) if is_no_record(file) => return None,
        Err(error) => panic!("{}: {error}", file.display()),
    };
    let from = source.format();
    let options = ConvertOptions {
        verify: false,
        skip_refused: true,
        ..ConvertOptions::new(to)
    };
    let mut conversion = Conversion::new(&options);
    let result = match conversion.collect(&mut source) {
        Ok(result) => result,
        Err(ConvertError::NoGame) if is_no_record(file) => return None,
        // No game of it can exist in the target.
        Err(ConvertError::Refused(_)) => return None,
        Err(error) => panic!("{} to {to}: {error}", file.display()),
    };
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

/// Returns whether a file of the corpus is something else than a record, or has no game.
fn is_no_record(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    [
        "32-empty-file.sgf",
        "32b-parens-only.sgf",
        "32c-ws-only.sgf",
        "COPYING.LESSER",
    ]
    .contains(&name.as_ref())
        || name.ends_with(".ggf")
}

/// Appends the files of a folder and of those in it.
pub fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the corpus") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            list(&path, files);
        } else {
            files.push(path);
        }
    }
}
