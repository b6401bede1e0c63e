//! Conversions of files, and the verdicts of the oracle.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ishi::Format;
use ishi::convert::ConvertError;
use ishi::source::SourceOptions;
use ishi_oracle::Verdict;

use crate::judge::Converted;

/// The verdicts of the oracle about some files.
#[derive(Default)]
pub struct Tally {
    pub games: usize,
    /// How often each field was not judged, by the cause.
    abstentions: BTreeMap<String, usize>,
    /// Games with a field that was not judged.
    pub without: usize,
    pub disagreements: Vec<String>,
}

impl Tally {
    /// Converts a file to each format and back, and counts the verdicts of the oracle.
    pub fn convert(&mut self, file: &Path, name: &str) {
        let bytes = fs::read(file).expect("a file");
        for to in Format::ALL {
            let options = SourceOptions {
                hint: Format::from_path(file),
                ..SourceOptions::default()
            };
            let converted = match Converted::new(&bytes, options, *to) {
                Ok(converted) => converted,
                // No game of it can exist in the target.
                Err(ConvertError::Refused(_)) => continue,
                Err(_) if is_no_record(file) => continue,
                Err(error) => panic!("{} to {to}: {error:?}", file.display()),
            };
            let way = format!("{} to {to}", converted.from);
            self.add(name, &way, &converted.verdict(&bytes));
            let home = converted.home(&bytes).expect("a result that is a record");
            if let Some(home) = home.filter(|_| converted.from != *to) {
                self.add(name, &format!("{way} and home"), &home);
            }
        }
    }

    /// Prints the counts of unjudged fields.
    pub fn print(&self, what: &str) {
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

    /// Counts the verdict about one conversion.
    fn add(&mut self, file: &str, way: &str, verdict: &Verdict) {
        let abstentions = verdict.abstentions.iter();
        let mut games: Vec<usize> = abstentions.map(|found| found.game).collect();
        games.dedup();
        // If a record could not be read as a whole, no game was compared.
        let unread = verdict.abstentions.iter();
        let unread = unread.filter(|found| found.field.is_none() && found.game == 0);
        self.games += verdict.games + unread.count();
        self.without += games.len();
        for found in &verdict.abstentions {
            let field = found
                .field
                .map_or("all".to_owned(), |field| field.to_string());
            let cause = format!("{way}, {field}: {}", found.cause);
            *self.abstentions.entry(cause).or_default() += 1;
        }
        let differs = verdict.disagreements.iter();
        self.disagreements
            .extend(differs.map(|found| format!("{file}, {way}: {found}")));
    }
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
