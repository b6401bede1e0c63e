//! Converts the records in a folder one game at a time, and prints the outcome of each: `cargo run --example
//! convert_folder -- old new`.
//!
//! The program `ishi convert FOLDER -d FOLDER` does the same and much more; this example shows the parts of
//! the library for it.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use ishi::Format;
use ishi::convert::{Conversion, ConvertOptions};
use ishi::outcome::Outcome;
use ishi::source::{Source, SourceError, SourceOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [from, to] = folders.as_slice() else {
        return Err("usage: convert_folder FROM TO".into());
    };
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        if path.is_file() {
            let name = path.file_stem().unwrap_or_default();
            let result = to.join(name).with_extension(Format::Sgf.ending());
            match convert(&path, &result) {
                Ok(said) => println!("{}: {said}", path.display()),
                Err(error) => eprintln!("{}: {error}", path.display()),
            }
        }
    }
    Ok(())
}

fn convert(path: &Path, result: &Path) -> Result<String, Box<dyn Error>> {
    let options = SourceOptions {
        hint: Format::from_path(path),
        ..SourceOptions::default()
    };
    let mut source = match Source::open(BufReader::new(File::open(path)?), options) {
        Ok(source) => source,
        Err(SourceError::NoRecord(why)) => return Ok(format!("no record: {why}")),
        Err(error) => return Err(error.into()),
    };
    let options = ConvertOptions::new(Format::Sgf);
    let mut conversion = Conversion::new(&options);
    // Each game was read back and compared before it comes here; only when the whole run is good is
    // the file put where it goes.
    let unfinished = result.with_extension("unfinished");
    let mut file = BufWriter::new(File::create(&unfinished)?);
    let converted = conversion.run(&mut source, &mut |_, game| file.write_all(game));
    if let Err(error) = converted {
        fs::remove_file(&unfinished)?;
        return Err(error.into());
    }
    file.flush()?;
    fs::rename(&unfinished, result)?;
    let report = conversion.report();
    let kept = report.outcomes.count(Outcome::Kept) + report.outcomes.count(Outcome::Adapted);
    let findings = report.findings.kept().len();
    Ok(format!(
        "{} games, {kept} things travel in the carrier, {findings} remarks",
        report.games
    ))
}
