//! Many inputs: found one after the other, worked on by all cores, reported in their order.
//!
//! One thread finds the tasks, some work on them, and one tells what became of them. Between the
//! first and the last there are never more than a fixed number of tasks, so memory does not grow with
//! the number of inputs.

mod archive;
mod claims;
mod failure;
mod job;
mod judge;
mod progress;
mod tally;
mod task;
mod tell;
mod walk;

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use ishi::convert::ConvertOptions;

use super::args::ConvertArgs;
use super::render::Messages;
use super::report::ReportFile;
use job::Job;
pub use job::{Done, Fate};
use progress::Progress;
pub use tally::Tally;
pub use task::is_archive;
use task::{Finder, Task};
use tell::Teller;
pub use walk::{Found, Walk, is_temporary};

/// How many tasks there are for each thread between the one that is found and the one that is told.
const WINDOW: usize = 32;

/// A task with its number.
type Numbered<T> = (u64, T);

/// Converts all inputs, and returns what became of them.
pub fn run(
    arguments: &ConvertArgs,
    options: ConvertOptions,
    messages: Messages,
    mut report: Option<&mut ReportFile>,
) -> Tally {
    let to = options.to;
    let job = Job {
        arguments,
        options,
        report: report.as_ref().map(|report| report.kind()),
        swept: Mutex::new(HashSet::new()),
    };
    let teller = Teller {
        arguments,
        messages,
    };
    let jobs = if is_batch(arguments) {
        threads(arguments)
    } else {
        1
    };
    let progress = Progress::new(arguments.progress, is_batch(arguments) && !messages.quiet());
    let mut tally = Tally::new();
    let (tasks, waiting) = mpsc::sync_channel(jobs);
    let waiting = Mutex::new(waiting);
    let (results, done) = mpsc::channel();
    let (tickets, used) = mpsc::sync_channel(WINDOW * jobs);
    thread::scope(|scope| {
        let finder = Finder::new(arguments, to, &progress);
        scope.spawn(move || find(finder, &tickets, &tasks));
        for _ in 0..jobs {
            let results = results.clone();
            let (job, waiting) = (&job, &waiting);
            scope.spawn(move || work(job, waiting, &results));
        }
        drop(results);
        if !progress.is_hidden() {
            scope.spawn(|| count(arguments, &progress));
        }
        in_order(&done, &used, |done| {
            tally.add(&done);
            progress.step(matches!(done.fate, Fate::Failed | Fate::Refused));
            progress.aside(|| teller.tell(&done));
            if let (Some(report), Some(row)) = (&mut report, done.row) {
                report.add(row);
            }
        });
        progress.finish();
    });
    tally
}

/// Returns how many threads work at a time.
pub fn threads(arguments: &ConvertArgs) -> usize {
    arguments
        .jobs
        .map(std::num::NonZeroUsize::get)
        .or_else(|| Some(thread::available_parallelism().ok()?.get()))
        .unwrap_or(1)
        .min(1024)
}

/// Returns whether there may be more than one task.
pub fn is_batch(arguments: &ConvertArgs) -> bool {
    match arguments.inputs.as_slice() {
        [only] => only.is_dir() || is_archive(only),
        _ => true,
    }
}

fn find(finder: Finder<'_>, tickets: &SyncSender<()>, tasks: &SyncSender<Numbered<Task>>) {
    let mut number = 0;
    finder.find(&mut |task| {
        if tickets.send(()).is_err() || tasks.send((number, task)).is_err() {
            return ControlFlow::Break(());
        }
        number += 1;
        ControlFlow::Continue(())
    });
}

fn work(
    job: &Job<'_>,
    waiting: &Mutex<Receiver<Numbered<Task>>>,
    results: &Sender<Numbered<Done>>,
) {
    loop {
        let next = waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .recv();
        let Ok((number, task)) = next else {
            return;
        };
        if results.send((number, job.run(task))).is_err() {
            return;
        }
    }
}

fn count(arguments: &ConvertArgs, progress: &Progress) {
    task::count(arguments, || {
        progress.grow(1);
        if progress.is_over() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
}

/// Hands on results in the order of their numbers, with a ticket given back for each.
fn in_order(results: &Receiver<Numbered<Done>>, used: &Receiver<()>, mut each: impl FnMut(Done)) {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for (number, done) in results {
        early.insert(number, done);
        while let Some(done) = early.remove(&next) {
            each(done);
            next += 1;
            if used.recv().is_err() {
                break;
            }
        }
    }
}
