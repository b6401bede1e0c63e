//! Converts many inputs: finds them one by one, converts them on all cores, and reports them in their order.
//!
//! One thread finds the tasks, several convert them, and one puts the results in place and reports them. The
//! number of tasks between the first and the last thread is limited, so only the names in the manifest need
//! more memory for more inputs.

mod find;
pub mod in_place;
mod job;
mod place;
mod progress;
pub mod replacement;
mod stage;
mod tell;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Mutex, PoisonError, RwLock};
use std::thread;
use std::time::{Duration, Instant};

use ishi::convert::ConvertOptions;

use super::args::ConvertArgs;
use super::input::are_many;
use super::manifest::Manifest;
use super::options::Options;
use super::output::Swept;
use super::render::Messages;
use super::report::ReportFile;
use crate::disk::interrupt;
use crate::disk::paths::canonical;
use crate::done::tally::RunTally;
use crate::options::to::To;
use find::{Task, TaskFinder};
use job::{Job, Work};
use place::Placer;
use progress::Progress;
use stage::Stage;
use tell::Teller;

/// How many results are put in place at a time, because syncing costs the same for one as for many, and for how
/// long they wait for others.
const BATCH: usize = 256;
const WAIT: Duration = Duration::from_secs(2);

/// How many tasks per thread are found and not yet reported. Tasks that wait to be put in place are not
/// counted.
const WINDOW: usize = 32;

/// How many found tasks wait for each thread.
const AHEAD: usize = 8;

/// A task with its number.
type Numbered<T> = (u64, T);

/// Converts all inputs, and returns the counts of the summary. `manifest` is that of the folder of results.
pub fn run(
    arguments: &ConvertArgs,
    (to, options): (To, ConvertOptions),
    messages: Messages,
    manifest: Option<Manifest>,
    report: Option<&mut ReportFile>,
) -> RunTally {
    let is_many = are_many(&arguments.inputs);
    interrupt::be_graceful(is_many);
    let words = Options::new(&arguments.reading, to, options.clone()).words();
    let manifest = manifest.map(RwLock::new);
    let job = Job {
        arguments,
        inputs: canonical(&arguments.inputs),
        to,
        options,
        words: words.clone(),
        report: report.as_ref().map(|report| report.kind),
        stage: manifest.as_ref().map(Stage::new),
        manifest: manifest.as_ref(),
        swept: Mutex::new(Swept::default()),
    };
    if let Some(stage) = job.stage.as_ref().filter(|_| !arguments.dry_run) {
        // If the folder cannot be read, the first write reports it.
        let _ = stage.sweep();
    }
    let progress = Progress::new(arguments.progress, is_many && !messages.quiet);
    let placer = manifest
        .as_ref()
        .map(|manifest| Placer::new(arguments, to, words, manifest));
    let teller = Teller {
        arguments,
        messages,
    };
    let mut collector = Collector {
        teller,
        progress: &progress,
        placer,
        report,
        tally: RunTally::new(),
        pending: Vec::new(),
        since: Instant::now(),
    };
    let finder = TaskFinder::new(arguments, to, manifest.as_ref());
    let jobs = if is_many { threads(arguments) } else { 1 };
    let interrupted = at_once(&job, jobs, finder, &mut collector);
    let mut tally = collector.tally;
    tally.interrupted = interrupted;
    if let Some(placer) = collector.placer.filter(|_| !tally.interrupted) {
        tally.left_over = placer.left_over();
    }
    if let Some(stage) = &job.stage {
        stage.close();
    }
    tally
}

/// Finds, converts and collects all tasks; `jobs` threads convert. Returns whether the user interrupted them.
fn at_once(
    job: &Job<'_>,
    jobs: usize,
    finder: TaskFinder<'_>,
    collector: &mut Collector<'_>,
) -> bool {
    let unfinished = AtomicBool::new(false);
    let (tasks, waiting) = mpsc::sync_channel(AHEAD * jobs);
    let waiting = Mutex::new(waiting);
    let (results, done) = mpsc::channel();
    // Only results for a folder wait to be put in place.
    let held = job.manifest.map_or(0, |_| BATCH);
    let (tickets, used) = mpsc::sync_channel(held + WINDOW * jobs);
    let progress = collector.progress;
    thread::scope(|scope| {
        scope.spawn(|| {
            let (tickets, tasks) = (tickets, tasks);
            progress.counted(find(finder, &tickets, &tasks, &unfinished));
        });
        // The caller's thread converts too, because a new thread keeps most of the memory that it frees.
        for _ in 1..jobs {
            let results = results.clone();
            let (waiting, unfinished) = (&waiting, &unfinished);
            scope.spawn(move || work(job, waiting, &results, unfinished));
        }
        if !progress.is_hidden() {
            scope.spawn(|| find::count(job.arguments, job.manifest, progress));
        }
        scope.spawn(|| {
            let (done, used) = (done, used);
            collector.collect(&done, &used);
            progress.finish();
        });
        work(job, &waiting, &results, &unfinished);
        drop(results);
    });
    unfinished.into_inner()
}

/// Takes the tasks that are done, in the order of their numbers.
struct Collector<'a> {
    teller: Teller<'a>,
    progress: &'a Progress,
    placer: Option<Placer<'a>>,
    report: Option<&'a mut ReportFile>,
    tally: RunTally,
    /// Tasks whose results wait to be put in place.
    pending: Vec<Work>,
    since: Instant,
}

impl Collector<'_> {
    fn collect(&mut self, results: &Receiver<Numbered<Work>>, used: &Receiver<()>) {
        let mut early = BTreeMap::new();
        let mut next = 0;
        loop {
            match results.recv_timeout(Duration::from_millis(100)) {
                Ok((number, work)) => {
                    early.insert(number, work);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(work) = early.remove(&next) {
                next += 1;
                self.take(work);
                if used.recv().is_err() {
                    break;
                }
            }
            if self.pending.len() >= BATCH || self.since.elapsed() > WAIT {
                self.flush();
            }
        }
        self.flush();
    }

    fn take(&mut self, work: Work) {
        if self.pending.is_empty() {
            self.since = Instant::now();
        }
        self.pending.push(work);
        // A batch without files to put in place waits only for its order.
        let waits = self.pending.iter().any(|work| work.made.is_some());
        if self.placer.is_none() || !waits {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let mut batch = std::mem::take(&mut self.pending);
        if let Some(placer) = &mut self.placer {
            placer.place(&mut batch);
        }
        for mut work in batch.drain(..) {
            if work.differences.is_some() {
                self.progress.aside(|| work.print());
            }
            let done = &work.done;
            self.tally.add(done, self.teller.tells_all(done));
            self.progress.step(|| self.tally.so_far());
            let all = self.teller.tells_all(done);
            if self.teller.has_words(done) && (all || self.tally.has_room(done)) {
                self.progress.aside(|| self.teller.tell(done));
            }
            if let Some(report) = &mut self.report {
                report.add(work.recorder.take(), done);
            }
        }
        self.pending = batch;
    }
}

/// Returns how many threads work at a time.
pub fn threads(arguments: &ConvertArgs) -> usize {
    let cores = || thread::available_parallelism().ok();
    let jobs = arguments.jobs.or_else(cores);
    jobs.map_or(1, NonZeroUsize::get).min(1024)
}

/// Finds the tasks, and returns how many there are.
fn find(
    finder: TaskFinder<'_>,
    tickets: &SyncSender<()>,
    tasks: &SyncSender<Numbered<Task>>,
    unfinished: &AtomicBool,
) -> u64 {
    let mut number = 0;
    finder.find(&mut |task| {
        if interrupt::is_asked() {
            unfinished.store(true, Ordering::Relaxed);
            return ControlFlow::Break(());
        }
        if tickets.send(()).is_err() || tasks.send((number, task)).is_err() {
            return ControlFlow::Break(());
        }
        number += 1;
        ControlFlow::Continue(())
    });
    number
}

fn work(
    job: &Job<'_>,
    waiting: &Mutex<Receiver<Numbered<Task>>>,
    results: &Sender<Numbered<Work>>,
    unfinished: &AtomicBool,
) {
    loop {
        let next = waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .recv();
        let Ok((number, task)) = next else {
            return;
        };
        // Tasks come in their order, so those that are done are the first ones.
        if interrupt::is_asked() {
            unfinished.store(true, Ordering::Relaxed);
            continue;
        }
        if results.send((number, job.run(task))).is_err() {
            return;
        }
    }
}
