//! Many inputs at once: a reader cuts them into batches, workers check them, the caller writes what they found, in order.
//!
//! What is in flight is bounded, so memory does not grow with the input. Small files are read by the workers themselves.

mod checking;
mod converting;
mod cutter;
mod feed;
mod fixing;
mod json;
mod room;
mod worker;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use crate::input::{Input, Unreadable};
use crate::record::{Format, RawRecord};
use crate::report::Placed;

pub use checking::{Batch, Checking, Progress, Seen, Sorted};
pub use converting::{ConvertedBatch, Converting, Out};
use feed::{Task, feed};
pub use fixing::{Change, Fixed, Fixing, Step};
use worker::Workers;

/// What is done with records. The same job serves all workers.
pub trait Job: Sync {
    /// Buffers a worker keeps from record to record.
    type Scratch: Default + Send;
    /// What a batch of records becomes.
    type Out: Default + Send;

    /// Deals with one record.
    fn record(&self, record: &Record<'_>, scratch: &mut Self::Scratch, out: &mut Self::Out);

    /// Deals with the end of an input; its records came before.
    fn end(&self, end: InputEnd, out: &mut Self::Out);

    /// Finishes a batch, still in the worker.
    fn finish(&self, out: &mut Self::Out);
}

/// What is read, and how much of it.
#[derive(Debug, Clone, Copy)]
pub struct Reading {
    /// The largest record, in bytes; of a larger one only the beginning is kept.
    pub max_record: usize,
    /// Whether JSON is read too: see [`Record::json`].
    pub json: bool,
}

/// A record and where it stands.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    /// The input it comes from, as shown: `archive.zip!dir/game.sgf`.
    pub file: &'a Arc<str>,
    /// Its number within the input, from 1.
    pub number: u64,
    /// The line it starts on, from 1.
    pub line: u64,
    /// The byte of the decompressed input it starts at.
    pub offset: u64,
    /// The record.
    pub raw: RawRecord<'a>,
    /// It is larger than the limit: only its beginning is here.
    pub oversized: bool,
    /// The input could not be read on behind it: what is here may be its beginning.
    pub cut: bool,
    /// It is a game in JSON; the format of `raw` means nothing.
    pub json: bool,
    /// The input is UTF-16 and was read as UTF-8: places are counted in its own bytes.
    pub wide: bool,
}

/// The end of an input.
#[derive(Debug, Clone)]
pub struct InputEnd {
    /// The input as shown.
    pub file: Arc<str>,
    /// What is said about it as a whole.
    pub findings: Vec<Placed>,
    /// It could not be read to its end.
    pub failed: bool,
}

/// More threads than this help no machine, and some cannot give them.
const MOST_THREADS: usize = 256;

/// Where a record comes from.
#[derive(Debug, Clone)]
struct Origin {
    file: Arc<str>,
    format: Format,
    json: bool,
    /// The input is UTF-16 and was read as UTF-8: places are counted in its own bytes.
    wide: bool,
}

/// Gives the records of all inputs to a job and hands what it made of them to `write`, in the order of the inputs, whatever the
/// number of workers (`jobs`; 0 for as many as there are cores, and never more than 256).
///
/// `write` may break the run off, for example when nobody reads the output any more.
pub fn run<J: Job, I>(
    job: &J,
    jobs: usize,
    reading: Reading,
    inputs: I,
    mut write: impl FnMut(J::Out) -> ControlFlow<()>,
) -> ControlFlow<()>
where
    I: Iterator<Item = Result<Input, Unreadable>> + Send,
{
    let threads = if jobs == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { jobs.min(MOST_THREADS) };
    let workers = Workers::new(job, reading);
    let stop = AtomicBool::new(false);
    // Each task takes a permit and gives it back once it is written.
    let (permits, returned) = mpsc::sync_channel::<()>(threads * 2 + 2);
    let (done, batches) = mpsc::channel::<(u64, J::Out)>();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(|i| format!("worker {i}")).build();
    let Ok(pool) = pool else {
        // No threads to be had: the same work, here.
        let mut flow = ControlFlow::Continue(());
        feed(reading, &workers.texts, inputs, &mut |task: Task| {
            flow = write(workers.process(task));
            flow
        });
        return flow;
    };
    std::thread::scope(|scope| {
        let (workers, stop, pool) = (&workers, &stop, &pool);
        scope.spawn(move || {
            pool.in_place_scope(|tasks| {
                let mut number = 0;
                feed(reading, &workers.texts, inputs, &mut |task: Task| {
                    if stop.load(Ordering::Relaxed) || permits.send(()).is_err() {
                        return ControlFlow::Break(());
                    }
                    let (done, n) = (done.clone(), number);
                    number += 1;
                    tasks.spawn(move |_| {
                        // The receiver is gone only when the run is broken off.
                        let _ = done.send((n, workers.process(task)));
                    });
                    ControlFlow::Continue(())
                });
                drop(done);
            });
        });
        let mut next = 0;
        let mut waiting = BTreeMap::new();
        for (number, batch) in &batches {
            waiting.insert(number, batch);
            while let Some(batch) = waiting.remove(&next) {
                next += 1;
                if write(batch).is_break() {
                    stop.store(true, Ordering::Relaxed);
                    drop(returned);
                    return ControlFlow::Break(());
                }
                let _ = returned.recv();
            }
        }
        ControlFlow::Continue(())
    })
}
