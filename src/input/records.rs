//! All records below paths, read on several threads and handed out in the order of their names.

use std::fs;
use std::io::{self, Cursor};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use super::name::Name;
use super::search::{Content, Found, Search};
use super::why::Why;
use crate::collection::{Collection, read_source};
use crate::format::Format;
use crate::sniff::NoRecord;
use crate::source::{Source, SourceError, SourceOptions};

/// A record that was found below a path.
#[derive(Debug)]
pub struct FoundRecord {
    /// The name of its file or member of an archive.
    pub name: Name,
    /// The record, or why it is not read.
    pub record: Result<Collection, Why>,
}

/// How many records for each thread are read before somebody wants them.
const AHEAD: usize = 8;

/// The records below paths: files, folders with all below them, archives. Other files are left out.
///
/// Threads read ahead, and stop when this is dropped. A record that cannot be read is handed out with the reason.
///
/// # Examples
///
/// ```
/// use ishi::input::Records;
///
/// let mut moves = 0;
/// for found in Records::below(["examples".into()], 2)? {
///     match found.record {
///         Ok(record) => moves += record.games.iter().map(|game| game.moves().count()).sum::<usize>(),
///         Err(why) => eprintln!("{}: {why}", found.name),
///     }
/// }
/// assert_eq!(moves, 9);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Records {
    /// Where each record will come from, in the order of the names.
    found: Receiver<Receiver<FoundRecord>>,
}

/// A record to read.
struct Job {
    name: Name,
    /// Its path below the folder or the archive, whose ending suggests the format.
    below: PathBuf,
    bytes: Bytes,
    /// Who waits for the record.
    reply: Sender<FoundRecord>,
}

/// Where the bytes of a record are.
enum Bytes {
    Here(Vec<u8>),
    In(PathBuf),
}

impl Records {
    /// Finds the records below paths. One thread looks for files and at least one reads them.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub fn below(paths: impl IntoIterator<Item = PathBuf>, threads: usize) -> io::Result<Self> {
        let threads = threads.max(1);
        let (jobs, waiting) = sync_channel(threads * AHEAD);
        let (places, found) = sync_channel(threads * AHEAD);
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..threads {
            let waiting = Arc::clone(&waiting);
            thread::Builder::new().spawn(move || work(&waiting))?;
        }
        let paths: Vec<PathBuf> = paths.into_iter().collect();
        thread::Builder::new().spawn(move || search(&paths, &jobs, &places))?;
        Ok(Self { found })
    }
}

impl Iterator for Records {
    type Item = FoundRecord;

    fn next(&mut self) -> Option<FoundRecord> {
        self.found.recv().ok()?.recv().ok()
    }
}

/// Looks for records until all are found, or until they are not wanted any more.
fn search(paths: &[PathBuf], jobs: &SyncSender<Job>, places: &SyncSender<Receiver<FoundRecord>>) {
    let mut take = |found: Found<'_>| {
        let (reply, place) = channel();
        let Found { name, below, .. } = found;
        let is_named = found.named;
        let bytes = match found.content {
            Content::File => Ok(Bytes::In(found.file)),
            Content::Whole(bytes) => Ok(Bytes::Here(bytes)),
            Content::Once(reader) => {
                let mut bytes = Vec::new();
                let read = reader.read_to_end(&mut bytes);
                read.map(|_| Bytes::Here(bytes)).map_err(Why::from)
            }
            Content::Not(why) if is_named || is_wanted(&why, &below) => Err(why),
            Content::Not(_) => return ControlFlow::Continue(()),
        };
        let is_sent = places.send(place).is_ok();
        let is_sent = is_sent
            && match bytes {
                Ok(bytes) => jobs
                    .send(Job {
                        name,
                        below,
                        bytes,
                        reply,
                    })
                    .is_ok(),
                Err(why) => {
                    let record = Err(why);
                    // A receiver that is gone is noticed when the next place is sent.
                    let _ = reply.send(FoundRecord { name, record });
                    true
                }
            };
        if is_sent {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    let search = Search::default();
    let _ = paths
        .iter()
        .try_for_each(|path| search.find(path, &mut take));
}

/// Returns whether a file that is not read deserves a word: one that failed, or one with the ending of a record.
fn is_wanted(why: &Why, below: &Path) -> bool {
    let is_record = Format::from_path(below).is_some();
    why.is_failure() || (is_record && *why != Why::NoRecord(NoRecord::GoSource))
}

/// Reads records until there are no more.
fn work(waiting: &Mutex<Receiver<Job>>) {
    while let Some(job) = next_job(waiting) {
        let record = read(&job);
        let _ = job.reply.send(FoundRecord {
            name: job.name,
            record,
        });
    }
}

fn next_job(waiting: &Mutex<Receiver<Job>>) -> Option<Job> {
    waiting.lock().ok()?.recv().ok()
}

fn read(job: &Job) -> Result<Collection, Why> {
    let options = SourceOptions {
        hint: Format::from_path(&job.below),
        ..SourceOptions::default()
    };
    let read_from_file;
    let bytes = match &job.bytes {
        Bytes::Here(bytes) => bytes,
        Bytes::In(path) => {
            read_from_file = fs::read(path)?;
            &read_from_file
        }
    };
    let record =
        Source::open(Cursor::new(bytes), options).and_then(|mut source| read_source(&mut source));
    record.map_err(|error| match error {
        SourceError::NoRecord(why) => Why::no_record(why, options.hint),
        SourceError::Io(error) => error.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_in_the_order_of_their_names_and_bad_ones_with_a_reason() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        for number in 0..50 {
            let record = format!("(;FF[4]GN[{number}];B[aa])");
            fs::write(path.join(format!("{number:02}.sgf")), record).unwrap();
        }
        fs::write(path.join("20.sgf"), "a note without a game\n").unwrap();
        fs::write(path.join("main.go"), "package main\nfunc main() {}\n").unwrap();
        fs::write(path.join("notes.txt"), "a note\n").unwrap();
        for threads in [1, 3] {
            let records = Records::below([path.to_owned()], threads).unwrap();
            let found: Vec<_> = records.collect();
            assert_eq!(found.len(), 50);
            for (number, found) in found.iter().enumerate() {
                assert!(found.name.text().ends_with(&format!("{number:02}.sgf")));
                assert_eq!(found.record.is_err(), number == 20);
            }
        }
        let missing = Records::below([path.join("missing.sgf")], 1)
            .unwrap()
            .next();
        assert!(missing.is_some_and(|found| found.record.is_err()));
    }

    #[test]
    fn threads_end_when_the_records_are_not_wanted() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..200 {
            let file = folder.path().join(format!("{number}.sgf"));
            fs::write(file, "(;FF[4];B[aa])").unwrap();
        }
        let mut records = Records::below([folder.path().to_owned()], 2).unwrap();
        assert!(records.next().is_some());
        drop(records);
        // The files can go, because no thread needs them.
        folder.close().unwrap();
    }
}
