//! Units on several threads, in and out in the order of the record.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::step::{ConvertedUnit, Worker};
use crate::crash::{Crash, contained};
use crate::source::Unit;

/// How much text a thread gets at a time, in bytes: enough to make the hand-over cheap.
const BATCH: usize = 64 * 1024;

/// Units that follow each other.
type UnitBatch = Vec<Unit>;

/// The units of a batch, converted up to the first that crashes.
type DoneBatch = Vec<Result<ConvertedUnit, Crash>>;

/// Takes units from `next`, converts them on threads, and gives them to `take` in order, until the last unit or until
/// `next` or `take` fails. If no thread can be started, the caller's thread converts them.
///
/// At most two batches per thread are under way.
pub(super) fn run<E>(
    worker: &Worker<'_>,
    threads: usize,
    mut next: impl FnMut() -> Result<Option<Unit>, E>,
    mut take: impl FnMut(ConvertedUnit) -> Result<(), E>,
) -> Result<(), E> {
    let (jobs, queue) = mpsc::channel::<(usize, UnitBatch)>();
    let queue = &Mutex::new(queue);
    thread::scope(move |scope| {
        let (results, done) = mpsc::channel::<(usize, DoneBatch)>();
        let start = |_: &usize| {
            let results = results.clone();
            let thread = thread::Builder::new();
            thread.spawn_scoped(scope, move || work(worker, queue, &results))
        };
        let threads = (0..threads).take_while(|number| start(number).is_ok());
        let threads = threads.count();
        drop(results);
        if threads == 0 {
            while let Some(unit) = next()? {
                take(worker.step(unit, |_| true, &mut |_| {}))?;
            }
            return Ok(());
        }
        let mut order = Order::new(done);
        let mut sent = 0;
        let mut source = Ok(());
        loop {
            let batch = match batch(&mut next) {
                Ok(batch) => batch,
                Err(error) => {
                    source = Err(error);
                    UnitBatch::new()
                }
            };
            if batch.is_empty() {
                break;
            }
            // The queue is open as long as this function has it.
            let _ = jobs.send((sent, batch));
            sent += 1;
            while sent - order.taken >= 2 * threads {
                order.take(&mut take)?;
            }
        }
        drop(jobs);
        while order.taken < sent {
            order.take(&mut take)?;
        }
        source
    })
}

fn batch<E>(next: &mut impl FnMut() -> Result<Option<Unit>, E>) -> Result<UnitBatch, E> {
    let mut batch = UnitBatch::new();
    let mut size = 0;
    while size < BATCH
        && let Some(unit) = next()?
    {
        size += unit.text().len();
        batch.push(unit);
    }
    Ok(batch)
}

type Jobs = Mutex<Receiver<(usize, UnitBatch)>>;

fn work(worker: &Worker<'_>, queue: &Jobs, results: &Sender<(usize, DoneBatch)>) {
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, batch)) = job else {
            return;
        };
        let mut steps = Vec::with_capacity(batch.len());
        for unit in batch {
            steps.push(contained(|| worker.step(unit, |_| true, &mut |_| {})));
        }
        if results.send((number, steps)).is_err() {
            return;
        }
    }
}

/// Puts batches back into their order.
struct Order {
    done: Receiver<(usize, DoneBatch)>,
    waiting: BTreeMap<usize, DoneBatch>,
    taken: usize,
}

impl Order {
    fn new(done: Receiver<(usize, DoneBatch)>) -> Self {
        Self {
            done,
            waiting: BTreeMap::new(),
            taken: 0,
        }
    }

    /// Gives the next batch to `take`. A unit that crashed ends the work on its record here too.
    fn take<E>(&mut self, take: &mut impl FnMut(ConvertedUnit) -> Result<(), E>) -> Result<(), E> {
        while !self.waiting.contains_key(&self.taken)
            && let Ok((number, steps)) = self.done.recv()
        {
            self.waiting.insert(number, steps);
        }
        for step in self.waiting.remove(&self.taken).unwrap_or_default() {
            take(step.unwrap_or_else(|crash| crash.resume()))?;
        }
        self.taken += 1;
        Ok(())
    }
}
