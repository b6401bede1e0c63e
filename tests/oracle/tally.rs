//! Conversions of files, and what the witness says about them.

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::Path;

use ishi::Format;
use ishi::convert::{Conversion, ConvertError, ConvertOptions};
use ishi::source::{Source, SourceOptions};
use ishi_oracle::{Exhibit, Testimony, testify};

/// What the witness said about some files.
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
    /// Converts a file to each format, and counts what the witness says.
    pub fn convert(&mut self, file: &Path, name: &str) {
        for to in Format::ALL {
            if let Some((way, testimony)) = witnessed(file, *to) {
                self.add(name, &way, &testimony);
            }
        }
    }

    /// Prints the counts of what was not judged.
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

    /// Counts what the witness said about one conversion.
    fn add(&mut self, file: &str, way: &str, testimony: &Testimony) {
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
fn witnessed(file: &Path, to: Format) -> Option<(String, Testimony)> {
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
        format: known(from),
        charset: &source.charset().label(),
        given: false,
    };
    let second = Exhibit {
        bytes: &result,
        format: known(to),
        charset: &label,
        given: false,
    };
    Some((
        format!("{from} to {to}"),
        testify(first, second, &|number| refused.contains(&number)),
    ))
}

/// Returns a format as the oracle calls it.
fn known(format: Format) -> ishi_oracle::Format {
    match format {
        Format::Ishi => ishi_oracle::Format::Ishi,
        Format::SmartGo => ishi_oracle::Format::SmartGo,
        Format::Sgf => ishi_oracle::Format::Sgf,
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
