//! Many inputs at once: a reader cuts them into batches, workers check them, the caller writes what they found, in order.
//!
//! What is in flight is bounded, so memory does not grow with the input. Small files are read by the workers themselves.

mod cutter;
mod feed;
mod worker;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use crate::baseline::Baseline;
use crate::input::{Input, Unreadable};
use crate::record::Format;
use crate::report::{Piece, Style, Summary};
use crate::settings::Settings;

use feed::{Task, feed};
use worker::Workers;

/// What a run needs.
#[derive(Debug)]
pub struct Run<'a> {
    /// How records are checked.
    pub settings: &'a Settings,
    /// The reports to render.
    pub styles: &'a [Style],
    /// Findings that are known and left out.
    pub baseline: Option<&'a Baseline>,
    /// Whether lines for a new baseline are wanted.
    pub write_baseline: bool,
    /// Worker threads; 0 for as many as there are cores.
    pub jobs: usize,
    /// Bytes and records dealt with so far, for whoever shows progress.
    pub progress: &'a Progress,
}

/// How far a run has come. Counts only grow.
#[derive(Debug, Default)]
pub struct Progress {
    /// Bytes of inputs, decompressed, whose records are checked.
    pub bytes: AtomicU64,
    /// Records checked.
    pub records: AtomicU64,
}

/// What a batch of records gave.
#[derive(Debug, Default)]
pub struct Batch {
    /// One piece for each report.
    pub pieces: Vec<Piece>,
    /// What it adds to the counts.
    pub summary: Summary,
    /// Lines for a new baseline.
    pub baseline: String,
}

/// Where a record comes from.
#[derive(Debug, Clone)]
struct Origin {
    file: Arc<str>,
    format: Format,
    /// The input is UTF-16 and was read as UTF-8: places are counted in its own bytes.
    wide: bool,
}

/// Checks all inputs and hands what they gave to `write`, in the order of the inputs, whatever the number of workers.
///
/// `write` may break the run off, for example when nobody reads the output any more.
pub fn run<I>(run: &Run<'_>, inputs: I, mut write: impl FnMut(Batch) -> ControlFlow<()>) -> ControlFlow<()>
where
    I: Iterator<Item = Result<Input, Unreadable>> + Send,
{
    let threads = if run.jobs == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { run.jobs };
    let workers = Workers::new(run);
    let stop = AtomicBool::new(false);
    // Each task takes a permit and gives it back once it is written.
    let (permits, returned) = mpsc::sync_channel::<()>(threads * 2 + 2);
    let (done, batches) = mpsc::channel::<(u64, Batch)>();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(|i| format!("worker {i}")).build();
    let Ok(pool) = pool else {
        // No threads to be had: the same work, here.
        let mut broken = ControlFlow::Continue(());
        feed(run.settings, inputs, &mut |task: Task| {
            broken = write(workers.process(task));
            broken
        });
        return broken;
    };
    std::thread::scope(|scope| {
        let (workers, stop, pool) = (&workers, &stop, &pool);
        scope.spawn(move || {
            pool.in_place_scope(|tasks| {
                let mut number = 0;
                feed(run.settings, inputs, &mut |task: Task| {
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
