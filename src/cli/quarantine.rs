//! `check --split-to DIR`: copies clean and rejected records apart. Together the two hold every byte of the inputs once.

use std::collections::{HashMap, HashSet, VecDeque};
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use jadoube::input::{Input, visit};
use jadoube::pipeline::Sorted;
use tempfile::NamedTempFile;

use super::check::{beside, persist};
use super::outputs::place_of;

/// Where the records of one input turn from clean to rejected and back. It grows with the turns, not with the input.
type Turns = Vec<(u64, bool)>;

/// The two heaps.
#[derive(Debug, Default)]
pub(crate) struct Quarantine {
    open: HashMap<Arc<str>, Turns>,
    /// The inputs that are done, by their names; those of one name in their order.
    done: HashMap<Arc<str>, VecDeque<Turns>>,
    /// Where something was copied to.
    taken: HashSet<PathBuf>,
}

impl Quarantine {
    /// Notes what comes next.
    pub(crate) fn note(&mut self, next: Sorted) {
        match next {
            Sorted::Record { file, offset, rejected } => {
                let turns = self.open.entry(file).or_default();
                if turns.last().is_none_or(|&(_, last)| last != rejected) {
                    // What stands before the first record goes with it.
                    turns.push((if turns.is_empty() { 0 } else { offset }, rejected));
                }
            }
            Sorted::End(file) => {
                let turns = self.open.remove(&file).unwrap_or_default();
                self.done.entry(file).or_default().push_back(turns);
            }
        }
    }

    /// Reads all inputs again and copies their records to `clean` and `rejected` under `folder`.
    pub(crate) fn write(&mut self, folder: &Path, inputs: &[Input]) -> Result<()> {
        for input in inputs {
            let mut failure = None;
            let _ = visit(input, &mut |member| {
                let Ok(mut member) = member else { return ControlFlow::Continue(()) };
                let name = member.name().to_owned();
                match self.copy(folder, &name, &mut member) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => {
                        failure = Some(error.context(format!("cannot copy the records of {name}")));
                        ControlFlow::Break(())
                    }
                }
            });
            failure.map_or(Ok(()), Err)?;
        }
        Ok(())
    }

    fn copy(&mut self, folder: &Path, name: &str, reader: &mut dyn Read) -> Result<()> {
        let mut turns = self.done.get_mut(name).and_then(VecDeque::pop_front).unwrap_or_default();
        if turns.is_empty() {
            // An input without a record is rejected whole.
            turns.push((0, true));
        }
        let place = self.free(place_of(name));
        let target = |rejected: bool| folder.join(if rejected { "rejected" } else { "clean" }).join(&place);
        let mut outputs: [Option<NamedTempFile>; 2] = [None, None];
        for (i, &(start, rejected)) in turns.iter().enumerate() {
            let length = turns.get(i + 1).map_or(u64::MAX, |&(next, _)| next - start);
            let slot = &mut outputs[usize::from(rejected)];
            let out = match slot {
                Some(out) => out,
                None => {
                    let path = target(rejected);
                    if let Some(parent) = path.parent() {
                        std::fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
                    }
                    slot.insert(beside(&path)?)
                }
            };
            if let Err(error) = copy_all(&mut reader.take(length), out) {
                match error {
                    // A damaged archive ends early: what came before is kept, and the check has reported it.
                    Fault::Reading => break,
                    Fault::Writing(error) => return Err(error.into()),
                }
            }
        }
        for (rejected, out) in [(false, outputs[0].take()), (true, outputs[1].take())] {
            if let Some(mut out) = out {
                out.flush()?;
                persist(out.into_temp_path(), &target(rejected))?;
            }
        }
        Ok(())
    }

    /// The place, or one like it if something stands there: `a.pgn` beside `a.pgn.gz`, `../a.pgn` beside `a.pgn`.
    fn free(&mut self, place: PathBuf) -> PathBuf {
        let mut free = place.clone();
        let mut number = 1;
        while !self.taken.insert(free.clone()) {
            number += 1;
            let stem = place.file_stem().unwrap_or_default().to_string_lossy();
            let ending = place.extension().map(|e| format!(".{}", e.to_string_lossy())).unwrap_or_default();
            free = place.with_file_name(format!("{stem}-{number}{ending}"));
        }
        free
    }
}

enum Fault {
    Reading,
    Writing(io::Error),
}

fn copy_all(from: &mut dyn Read, to: &mut dyn Write) -> Result<(), Fault> {
    let mut buffer = vec![0; 64 << 10];
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(n) => to.write_all(&buffer[..n]).map_err(Fault::Writing)?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return Err(Fault::Reading),
        }
    }
}
