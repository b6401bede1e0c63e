//! A folder in which runs are disturbed.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clap::Parser;
use ishi_archive::{MANIFEST, backed_up, backup, is_temporary};
use serde_json::Value;
use tempfile::{Builder, TempDir};

use super::scenes::Scene;
use crate::args::{Command, Ishi};
use crate::disk::simulator::{Calls, Fault, Model, Simulator, Step};
use crate::manifest::{Manifest, ManifestLine, hash};
use crate::{Status, convert, verify};

/// The beginning of the names of the folders, and the number of random characters after it.
const PREFIX: &str = "ishi-simulation-";
const RANDOM: usize = 6;

/// The compared state: files by their names, the manifest by its sources, the report by its rows.
pub type State = BTreeMap<String, Vec<u8>>;

/// A folder in which runs are disturbed.
pub struct Folder {
    root: PathBuf,
    _temporary: TempDir,
}

impl Folder {
    /// Creates a folder that looks like this.
    pub fn new(model: &Model) -> Self {
        // A folder in memory is faster.
        let memory = Path::new("/dev/shm");
        let place = if memory.is_dir() {
            memory.to_owned()
        } else {
            env::temp_dir()
        };
        let mut builder = Builder::new();
        builder.prefix(PREFIX).rand_bytes(RANDOM);
        let temporary = builder.tempdir_in(place);
        let temporary = temporary.expect("a folder");
        let root = temporary.path().canonicalize().expect("a path");
        model.write(&root);
        Self {
            root,
            _temporary: temporary,
        }
    }

    /// Writes a file, with a time that no file has by itself.
    pub fn put(&self, name: &str, bytes: &[u8]) {
        let path = self.root.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, bytes).expect("a file");
        let file = fs::File::options().append(true).open(path).expect("a file");
        let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(820_000_000);
        file.set_modified(time).expect("a time");
    }

    /// Removes a file.
    pub fn remove(&self, name: &str) {
        fs::remove_file(self.root.join(name)).expect("a file");
    }

    /// Returns the content of the folder.
    pub fn model(&self) -> Model {
        Model::read(&self.root)
    }

    /// Runs, and returns the status, the steps and the calls.
    pub fn run(&self, scene: &Scene, fault: Option<Fault>) -> (Status, Vec<Step>, Calls) {
        let root = self.root.to_str().expect("a path");
        let typed = scene.arguments.iter().map(|typed| {
            let is_path = typed.starts_with('/');
            if is_path {
                format!("{root}{typed}")
            } else {
                (*typed).to_owned()
            }
        });
        // One thread, so that calls have the same order in each run.
        let always = ["ishi", "convert", "-q", "-j1"].map(str::to_owned);
        let arguments = Ishi::try_parse_from(always.into_iter().chain(typed));
        let Ok(Command::Convert(arguments)) = arguments.map(|typed| typed.command) else {
            panic!("{:?} cannot be typed", scene.arguments);
        };
        Simulator::watch(&self.root, fault, || convert::run(&arguments))
    }

    /// Proves the results in `out`, and returns the status of each, and how many calls this made.
    pub fn verify(
        &self,
        fault: Option<Fault>,
    ) -> (Result<BTreeMap<String, &'static str>, String>, usize) {
        let out = self.root.join("out");
        let prove = || Manifest::read(&out).map(|manifest| verify::statuses(&manifest));
        let (found, _, calls) = Simulator::watch(&self.root, fault, prove);
        (found, calls.all)
    }

    /// Returns the compared state.
    pub fn state(&self) -> State {
        let mut state = State::new();
        let model = self.model();
        for (path, content) in model.files() {
            let name = path.to_string_lossy().into_owned();
            if path.ends_with(MANIFEST) {
                state.extend(lines(&content.bytes));
            } else if name == "report.json" {
                state.extend(rows(&content.bytes));
            } else if path.starts_with("out") {
                state.insert(
                    format!("{name} at {:?}", content.time),
                    content.bytes.clone(),
                );
            } else {
                state.insert(name, content.bytes.clone());
            }
        }
        for folder in model.folders().filter(|folder| folder_is_temporary(folder)) {
            state.insert(folder.to_string_lossy().into_owned(), Vec::new());
        }
        state
    }

    /// Returns the compared state without temporary files.
    pub fn results(&self) -> State {
        let mut state = self.state();
        state.retain(|name, _| !name.contains(".ishi-"));
        state
    }
}

/// Returns the rows of a report without the names of folders, and without `skipped`, because a later run
/// skips the inputs that an earlier one converted.
fn rows(report: &[u8]) -> Vec<(String, Vec<u8>)> {
    let text = String::from_utf8_lossy(report);
    let mut parts = text.split(PREFIX);
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |text, part| {
        text + part.get(RANDOM..).expect("a name")
    });
    let report: Value = serde_json::from_str(&text).expect("a whole report");
    let rows = report["inputs"].as_array().expect("rows").iter();
    let rows = rows.map(|row| {
        let mut row = row.clone();
        row.as_object_mut().expect("a row").remove("skipped");
        (format!("row of {}", row["input"]), row.to_string().into())
    });
    rows.collect()
}

fn folder_is_temporary(folder: &Path) -> bool {
    folder
        .file_name()
        .is_some_and(|name| is_temporary(name.as_encoded_bytes()))
}

/// Returns the last line about each source.
fn lines(manifest: &[u8]) -> Vec<(String, Vec<u8>)> {
    let lines = manifest.split(|byte| *byte == b'\n');
    let lines = lines.filter_map(|line| match ManifestLine::parse(line)? {
        ManifestLine::Done(mut line) => {
            let name = format!("line of {}", line.source);
            // It has the names of folders.
            line.remark = None;
            Some((name, format!("{line:?}").into()))
        }
        ManifestLine::Placing { .. } => None,
    });
    lines.collect()
}

/// The checks after a disturbed run.
pub struct Look<'l> {
    pub start: &'l Model,
    pub left: &'l Model,
    pub end: &'l State,
}

impl Look<'_> {
    /// Looks at everything.
    pub fn all(&self) -> Result<(), String> {
        self.sources()?;
        self.results()?;
        self.manifest()
    }

    /// Each source is there, under its name or as its backup.
    fn sources(&self) -> Result<(), String> {
        let sources = self
            .start
            .files()
            .filter(|(name, _)| name.starts_with("in"));
        for (name, content) in sources {
            let is_temporary = |name: &Path| name.to_string_lossy().contains(".ishi-");
            let is = |name: &Path| self.left.content(name) == Some(&content.bytes);
            let is_replaced = || self.is_in_the_end(name);
            let is_kept = (1..4).any(|number| is(&backup(name, number)));
            let is_there = is(name) || is_temporary(name) || is_kept && is_replaced();
            if !is_there {
                return Err(format!("{} is lost", name.display()));
            }
        }
        Ok(())
    }

    /// Each result is whole: as at the start, or as in the end.
    fn results(&self) -> Result<(), String> {
        for (name, content) in self.left.files() {
            let text = name.to_string_lossy();
            if text.contains(".ishi-") || self.start.content(name) == Some(&content.bytes) {
                continue;
            }
            let is_whole = if text == "report.json" {
                serde_json::from_slice::<Value>(&content.bytes).is_ok()
            } else {
                let kept = backed_up(name);
                let kept =
                    kept.is_some_and(|kept| self.start.content(&kept) == Some(&content.bytes));
                kept || self.is_in_the_end(name)
            };
            if !is_whole {
                let bytes = String::from_utf8_lossy(&content.bytes);
                return Err(format!("{text} is half-written: {bytes:?}"));
            }
        }
        Ok(())
    }

    fn is_in_the_end(&self, name: &Path) -> bool {
        let text = name.to_string_lossy();
        let mut end = self
            .end
            .iter()
            .filter(|(other, _)| **other == *text || other.starts_with(&format!("{text} at ")));
        let is = self.left.content(name);
        end.any(|(_, bytes)| is == Some(bytes))
    }

    /// Each new line of the manifest about a source names results that are there.
    fn manifest(&self) -> Result<(), String> {
        let path = Path::new("out").join(MANIFEST);
        let old = self.start.content(&path).unwrap_or_default();
        let new = self.left.content(&path).unwrap_or_default();
        let new = new.get(old.len()..).unwrap_or_default();
        for line in new.split(|byte| *byte == b'\n') {
            let Some(ManifestLine::Done(line)) = ManifestLine::parse(line) else {
                continue;
            };
            for made in line.results {
                let result = Path::new("out").join(&*made.path);
                let is = self.left.content(&result);
                if is.and_then(|is| hash(&mut &*is).ok()) != Some(made.hash) {
                    return Err(format!(
                        "{} differs from its hash in the manifest",
                        made.path
                    ));
                }
            }
        }
        Ok(())
    }
}
