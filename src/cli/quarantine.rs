//! `check --split-to DIR`: copies clean and rejected records apart. Together the two hold every byte of the inputs once.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use jadoube::input::{Input, Walk, visit};
use tempfile::NamedTempFile;

use super::check::{beside, persist};
use super::outputs::place_of;

/// Where the records of each input turn from clean to rejected and back. Memory grows with the turns, not with the input.
#[derive(Debug, Default)]
pub(crate) struct Quarantine {
    turns: HashMap<Arc<str>, Vec<(u64, bool)>>,
}

impl Quarantine {
    /// Notes the next record of an input.
    pub(crate) fn record(&mut self, file: &Arc<str>, offset: u64, rejected: bool) {
        let turns = self.turns.entry(Arc::clone(file)).or_default();
        if turns.last().is_none_or(|&(_, last)| last != rejected) {
            // What stands before the first record goes with it.
            turns.push((if turns.is_empty() { 0 } else { offset }, rejected));
        }
    }

    /// Reads all inputs again and copies their records to `clean` and `rejected` under `folder`.
    pub(crate) fn write(&self, folder: &Path, paths: &[PathBuf]) -> Result<()> {
        for input in Walk::new(paths.iter().cloned()).flatten() {
            self.input(folder, &input)?;
        }
        Ok(())
    }

    fn input(&self, folder: &Path, input: &Input) -> Result<()> {
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
        failure.map_or(Ok(()), Err)
    }

    fn copy(&self, folder: &Path, name: &str, reader: &mut dyn Read) -> Result<()> {
        let whole = [(0, true)];
        // An input without a record is rejected whole.
        let turns = self.turns.get(name).map_or(&whole[..], Vec::as_slice);
        let mut outputs: [Option<NamedTempFile>; 2] = [None, None];
        let target = |rejected: bool| folder.join(if rejected { "rejected" } else { "clean" }).join(place_of(name));
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
            let copied = io::copy(&mut reader.take(length), out);
            // A damaged archive ends early: what came before is kept, and the check has reported it.
            if copied.is_err() {
                break;
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
}
