//! The meaning in real records of the corpus that the target cannot express: the table of `docs/mapping.md`.

use std::collections::BTreeMap;
use std::path::Path;

use crate::corpus;
use crate::files;
use crate::people::{FOLDERS, TESTS};
use crate::record::Record;
use ishi::Format;
use ishi::convert::{ConvertOptions, Tally};
use ishi::outcome::Outcome;

/// First words of items about the wording of a record, which has the same meaning in other words, and about a
/// program that writes or shows it.
const WORDING: &[&str] = &[
    "Ishi line",
    "wording of Smart-Go",
    "fact about the Ishi record",
    "game name as the title",
    "application",
    "style of variations",
];

/// How many records of a folder carry each kind of meaning.
#[derive(Default)]
struct Carried {
    records: usize,
    with_meaning: usize,
    kinds: BTreeMap<String, usize>,
}

impl Carried {
    fn convert(&mut self, file: &Path, to: Format) {
        let options = ConvertOptions {
            verify: false,
            skip_refused: true,
            ..ConvertOptions::new(to)
        };
        let (result, report) = Record::from_file(file).convert(&options);
        if result.is_err() || report.from == Some(to.into()) {
            return;
        }
        let kinds = meaning(&report.outcomes);
        self.records += 1;
        self.with_meaning += usize::from(!kinds.is_empty());
        for kind in kinds {
            *self.kinds.entry(kind.to_owned()).or_default() += 1;
        }
    }

    fn print(&self, title: &str) {
        println!("{title}: {} of {}", self.with_meaning, self.records);
        let mut kinds: Vec<_> = self.kinds.iter().collect();
        kinds.sort_by_key(|(kind, count)| (usize::MAX - **count, *kind));
        for (kind, count) in kinds {
            println!("| {kind} | {count} |");
        }
    }
}

/// Returns the kinds of meaning that a result has in its carriers only, or in them exactly.
fn meaning(outcomes: &Tally) -> Vec<&str> {
    let carried = [Outcome::Kept, Outcome::Adapted].into_iter();
    let kinds = carried.flat_map(|outcome| outcomes.kinds(outcome));
    let kinds = kinds.map(|(kind, _)| kind);
    let mut kinds: Vec<_> = kinds
        .filter(|kind| !WORDING.iter().any(|wording| kind.starts_with(wording)))
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn extension(file: &Path) -> Option<&str> {
    file.extension()?.to_str()
}

fn of(folders: &[&str], to: Format) -> Carried {
    let corpus = corpus::folder();
    let mut carried = Carried::default();
    for folder in folders {
        for file in files::below(&corpus.join(folder)) {
            let is_about_records = ["md", "txt"].map(Some).contains(&extension(&file));
            if !file.starts_with(corpus.join(TESTS)) && !is_about_records {
                carried.convert(&file, to);
            }
        }
    }
    carried
}

#[test]
#[ignore = "reads the corpus, a folder outside the project"]
fn few_games_of_a_server_carry_meaning_in_ishi() {
    let games = of(&["sgf/real/kgs-6d"], Format::Ishi);
    games.print("games of KGS to Ishi");
    assert!(games.records >= 300, "{} games", games.records);
    assert!(games.with_meaning <= 10, "{} games", games.with_meaning);
}

#[test]
#[ignore = "reads the corpus, a folder outside the project"]
fn real_records_carry_this_meaning() {
    of(FOLDERS, Format::Ishi).print("records of people to Ishi");
    of(&["ishi"], Format::Sgf).print("Ishi records to SGF");
}
