//! Units on several threads, in and out in the order of the record.

use std::mem;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::step::{ConvertedUnit, Worker};
use crate::diagnostic::crash::{Crash, contained};
use crate::source::Unit;

/// How much text a thread gets at a time, in bytes: enough to make its start cheap.
const BATCH: usize = 256 * 1024;

/// Takes units from `next`, converts them on threads, and gives them to `take` in order, until the last unit or until
/// `next` or `take` fails. If no thread can be started, the caller's thread converts them.
///
/// At most two batches per thread are in memory: one is converted, and the next one is read meanwhile.
pub(super) fn run<E>(
    worker: &Worker<'_>,
    threads: usize,
    mut next: impl FnMut() -> Result<Option<Unit>, E>,
    mut take: impl FnMut(ConvertedUnit) -> Result<(), E>,
) -> Result<(), E> {
    let mut end = Ok(());
    let mut read = || -> Vec<Mutex<Vec<Unit>>> {
        let batches = (0..threads).map(|_| batch(&mut next, &mut end));
        let batches = batches.take_while(|batch| !batch.is_empty());
        batches.map(Mutex::new).collect()
    };
    let mut batches = read();
    while !batches.is_empty() {
        let (done, later) = thread::scope(|scope| {
            let started = batches.iter().map(|batch| {
                let thread = thread::Builder::new();
                let thread = thread.spawn_scoped(scope, move || convert(worker, batch));
                (batch, thread)
            });
            let started: Vec<_> = started.collect();
            let later = read();
            let done = started.into_iter().map(|(batch, thread)| match thread {
                Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                Err(_) => convert(worker, batch),
            });
            (done.collect::<Vec<_>>(), later)
        });
        // A unit that crashed ends the work on its record here too.
        for step in done.into_iter().flatten() {
            take(step.unwrap_or_else(|crash| crash.resume()))?;
        }
        batches = later;
    }
    end
}

/// Returns units that follow each other. Notes in `end` why they are the last ones.
fn batch<E>(
    next: &mut impl FnMut() -> Result<Option<Unit>, E>,
    end: &mut Result<(), E>,
) -> Vec<Unit> {
    let (mut batch, mut size) = (Vec::new(), 0);
    while size < BATCH && end.is_ok() {
        match next() {
            Ok(Some(unit)) => {
                size += unit.text().len();
                batch.push(unit);
            }
            Ok(None) => break,
            Err(error) => *end = Err(error),
        }
    }
    batch
}

/// Converts the units of a batch.
fn convert(worker: &Worker<'_>, batch: &Mutex<Vec<Unit>>) -> Vec<Result<ConvertedUnit, Crash>> {
    let units = mem::take(&mut *batch.lock().unwrap_or_else(PoisonError::into_inner));
    let units = units.into_iter();
    let step = |unit| contained(|| worker.step(unit, |_| true, &mut |_| {}));
    units.map(step).collect()
}
