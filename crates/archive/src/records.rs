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
use ishi::Format;
use ishi::crash::contained;
use ishi::sniff::{NoRecord, Sniffed};
use ishi::source::{Source, SourceError, SourceOptions};
use ishi::{Collection, read_source};

/// A record that was found below a path.
#[derive(Debug)]
pub struct FoundRecord {
    /// The name of its file or member of an archive.
    pub name: Name,
    /// The record, or why it is not read.
    pub record: Result<Collection, Why>,
}

/// How many batches for each thread are read ahead.
const AHEAD: usize = 4;

/// How many records go to a thread at once, because a change of threads takes as long as a short record.
const BATCH: usize = 32;

/// How many bytes in memory make a batch complete.
const BATCH_BYTES: usize = 1 << 20;

/// The records below paths: files, folders with all below them, archives. Other files are left out.
///
/// Threads read ahead, and stop when this is dropped. A record that cannot be read is handed out with the reason.
pub struct Records {
    /// Where each batch will come from, in the order of the names.
    batches: Receiver<Receiver<Vec<FoundRecord>>>,
    /// The rest of the batch that is handed out.
    found: std::vec::IntoIter<FoundRecord>,
}

/// A record to read.
struct ReadJob {
    name: Name,
    /// Its path below the folder or the archive. The ending suggests the format.
    below: PathBuf,
    bytes: Result<RecordBytes, Why>,
    /// The facts that its beginning tells, if the search has looked at it.
    sniffed: Option<Sniffed>,
}

/// Where the bytes of a record are.
enum RecordBytes {
    Here(Vec<u8>),
    In(PathBuf),
}

/// Records to read, and who waits for them.
type RecordBatch = (Vec<ReadJob>, Sender<Vec<FoundRecord>>);

impl Records {
    /// Finds the records below paths. One thread looks for files and at least one reads them.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub fn below(paths: impl IntoIterator<Item = PathBuf>, threads: usize) -> io::Result<Self> {
        let threads = threads.max(1);
        let (work, waiting) = sync_channel(threads * AHEAD);
        let (places, batches) = sync_channel(threads * AHEAD);
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..threads {
            let waiting = Arc::clone(&waiting);
            thread::Builder::new().spawn(move || read_all(&waiting))?;
        }
        let paths: Vec<PathBuf> = paths.into_iter().collect();
        let finder = RecordFinder {
            work,
            places,
            jobs: Vec::new(),
            bytes: 0,
        };
        thread::Builder::new().spawn(move || finder.search(&paths))?;
        Ok(Self {
            batches,
            found: Vec::new().into_iter(),
        })
    }
}

impl Iterator for Records {
    type Item = FoundRecord;

    fn next(&mut self) -> Option<FoundRecord> {
        loop {
            if let Some(found) = self.found.next() {
                return Some(found);
            }
            self.found = self.batches.recv().ok()?.recv().ok()?.into_iter();
        }
    }
}

/// Looks for records, and hands them to threads.
struct RecordFinder {
    work: SyncSender<RecordBatch>,
    places: SyncSender<Receiver<Vec<FoundRecord>>>,
    /// The batch that is not complete yet, and how many bytes it has in memory.
    jobs: Vec<ReadJob>,
    bytes: usize,
}

impl RecordFinder {
    /// Looks for records until all are found, or until they are not wanted any more.
    fn search(mut self, paths: &[PathBuf]) {
        let search = Search::default();
        let _ = paths
            .iter()
            .try_for_each(|path| search.find(path, &mut |found| self.take(found)));
        self.send();
    }

    fn take(&mut self, found: Found<'_>) -> ControlFlow<()> {
        let bytes = match found.content {
            Content::File => Ok(RecordBytes::In(found.file)),
            Content::Whole(bytes) => Ok(RecordBytes::Here(bytes)),
            Content::Once(reader) => {
                let mut bytes = Vec::new();
                let read = reader.read_to_end(&mut bytes);
                read.map(|_| RecordBytes::Here(bytes)).map_err(Why::from)
            }
            Content::Not(why) if found.named || is_wanted(&why, &found.below) => Err(why),
            Content::Not(_) => return ControlFlow::Continue(()),
        };
        if let Ok(RecordBytes::Here(bytes)) = &bytes {
            self.bytes += bytes.len();
        }
        self.jobs.push(ReadJob {
            name: found.name,
            below: found.below,
            bytes,
            sniffed: found.sniffed,
        });
        let is_complete = self.jobs.len() >= BATCH || self.bytes >= BATCH_BYTES;
        if is_complete && !self.send() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Hands the batch to a thread; returns whether it is wanted.
    fn send(&mut self) -> bool {
        self.bytes = 0;
        let (reply, place) = channel();
        let jobs = std::mem::take(&mut self.jobs);
        self.places.send(place).is_ok() && self.work.send((jobs, reply)).is_ok()
    }
}

/// Returns whether to report a skipped file: it failed, or it has the ending of a record.
fn is_wanted(why: &Why, below: &Path) -> bool {
    let is_record = Format::from_path(below).is_some();
    why.is_failure() || (is_record && *why != Why::NoRecord(NoRecord::GoSource))
}

/// Reads records until there are no more.
fn read_all(waiting: &Mutex<Receiver<RecordBatch>>) {
    while let Some((jobs, reply)) = next_batch(waiting) {
        let read = |job: ReadJob| FoundRecord {
            record: job
                .bytes
                .and_then(|bytes| contained(|| read(bytes, &job.below, job.sniffed))?),
            name: job.name,
        };
        // A batch that is not wanted any more is dropped, and there is no further one.
        let _ = reply.send(jobs.into_iter().map(read).collect());
    }
}

fn next_batch(waiting: &Mutex<Receiver<RecordBatch>>) -> Option<RecordBatch> {
    waiting.lock().ok()?.recv().ok()
}

fn read(bytes: RecordBytes, below: &Path, sniffed: Option<Sniffed>) -> Result<Collection, Why> {
    let options = SourceOptions {
        hint: Format::from_path(below),
        ..SourceOptions::default()
    };
    let bytes = match bytes {
        RecordBytes::Here(bytes) => bytes,
        RecordBytes::In(path) => fs::read(path)?,
    };
    let source = Source::open_sniffed(Cursor::new(bytes), options, sniffed);
    let record = source.and_then(|mut source| read_source(&mut source));
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
