//! `fix`: repairs files in place, or shows what would change.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use jadoube::checks::Check;
use jadoube::input::Walk;
use jadoube::pipeline::{self, Change, Checking, Fixing, Progress, Reading, Step};
use jadoube::repair::Policy;
use jadoube::report::{Finished, Report, Style, Summary, printable};
use jadoube::rewrite::Rewrite;
use similar::{ChangeTag, TextDiff};

use super::args::FixArgs;
use super::check::{bar, paths, tell};
use super::{CLEAN, FAILED, FINDINGS, settings};

pub(crate) fn run(args: &FixArgs) -> Result<u8> {
    let started = Instant::now();
    let settings = settings::fix(args)?;
    let walk = Walk::new(paths(&args.paths, args.files_from.as_deref(), "fix")?);
    let styles: Vec<Style> = if args.diff { Vec::new() } else { vec![settings.style] };
    let progress = Progress::default();
    let checking = Checking {
        settings: &settings.settings,
        styles: &styles,
        baseline: None,
        write_baseline: false,
        progress: &progress,
        reject: None,
    };
    let policy = Policy { unsafe_fixes: args.r#unsafe, only: settings.only };
    let job = Fixing { checking, policy, keep_old: args.diff };
    let reading = Reading { max_record: settings.settings.max_record, json: false };
    let bar = bar(&args.common);
    let mut summary = Summary::default();
    let mut report = Report::new(settings.style, BufWriter::new(io::stdout()));
    let mut files = Files { diff: args.diff, ..Files::default() };
    let mut failure = None;
    let _ = pipeline::run(&job, args.common.jobs, reading, walk, |fixed| {
        summary.merge(&fixed.batch.summary);
        tell(&bar, &progress);
        let done = bar.suspend(|| -> io::Result<()> {
            for step in fixed.steps {
                files.step(step)?;
            }
            fixed.batch.pieces.iter().try_for_each(|piece| report.write(piece))
        });
        match done {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    bar.finish_and_clear();
    if let Some(error) = failure {
        return Err(error).context("cannot write");
    }
    let finished = Finished { summary: &summary, elapsed: started.elapsed() };
    if !args.diff {
        report.finish(finished)?;
    }
    if !args.common.quiet {
        files.closing(&mut io::stderr())?;
    }
    Ok(if summary.failed || files.failed {
        FAILED
    } else if settings.fail_on.is_some_and(|severity| summary.reaches(severity)) {
        FINDINGS
    } else {
        CLEAN
    })
}

/// The files that change, one after another.
#[derive(Default)]
struct Files {
    diff: bool,
    current: Option<Current>,
    records: u64,
    changed: u64,
    fixed: BTreeMap<Check, u64>,
    failed: bool,
}

struct Current {
    file: Arc<str>,
    rewrite: Option<Rewrite>,
    /// Lines the records before have gained or lost.
    shift: i64,
    fixed: Vec<Check>,
    records: u64,
    broken: bool,
}

impl Files {
    /// Takes one step. An error is one of the output; a file that cannot be written is reported and left as it is.
    fn step(&mut self, step: Step) -> io::Result<()> {
        match step {
            Step::Change(file, change) => self.change(file, &change),
            Step::End(file, whole) => {
                self.end(&file, whole);
                Ok(())
            }
        }
    }

    fn change(&mut self, file: Arc<str>, change: &Change) -> io::Result<()> {
        if self.current.as_ref().is_none_or(|c| c.file != file) {
            let rewrite = if self.diff {
                let mut out = io::stdout().lock();
                let name = printable(&file);
                writeln!(out, "--- {name}\n+++ {name}")?;
                None
            } else {
                match Rewrite::begin(Path::new(&*file)) {
                    Ok(rewrite) => Some(rewrite),
                    Err(error) => {
                        self.refuse(&file, &error);
                        None
                    }
                }
            };
            let broken = !self.diff && rewrite.is_none();
            self.current = Some(Current { file, rewrite, shift: 0, fixed: Vec::new(), records: 0, broken });
        }
        let Some(current) = &mut self.current else { return Ok(()) };
        if current.broken {
            return Ok(());
        }
        current.fixed.extend(&change.fixed);
        current.records += 1;
        if self.diff {
            return hunks(change, &mut current.shift, &mut BufWriter::new(io::stdout()));
        }
        if let Some(rewrite) = &mut current.rewrite
            && let Err(error) = rewrite.replace(change.offset, change.length, &change.new)
        {
            current.broken = true;
            current.rewrite = None;
            let file = Arc::clone(&current.file);
            self.refuse(&file, &error);
        }
        Ok(())
    }

    fn end(&mut self, file: &Arc<str>, whole: bool) {
        let Some(current) = self.current.take_if(|c| c.file == *file) else { return };
        if current.broken {
            return;
        }
        if let Some(rewrite) = current.rewrite {
            let done = if whole { rewrite.finish() } else { Err(io::Error::other("it could not be read to its end")) };
            if let Err(error) = done {
                self.refuse(file, &error);
                return;
            }
        }
        self.changed += 1;
        self.records += current.records;
        for check in current.fixed {
            *self.fixed.entry(check).or_default() += 1;
        }
    }

    fn refuse(&mut self, file: &str, error: &io::Error) {
        self.failed = true;
        let _ = writeln!(io::stderr(), "jadoube: {} is left as it is: {error}", printable(file));
    }

    fn closing(&self, out: &mut impl Write) -> io::Result<()> {
        let would = if self.diff { "would fix" } else { "fixed" };
        let total: u64 = self.fixed.values().sum();
        let what: Vec<String> = self.fixed.iter().map(|(check, n)| format!("{n} {}", check.name())).collect();
        let list = if what.is_empty() { String::new() } else { format!(": {}", what.join(", ")) };
        let plural = |n: u64| if n == 1 { "" } else { "s" };
        writeln!(
            out,
            "{would} {total} finding{} in {} record{} of {} file{}{list}",
            plural(total),
            self.records,
            plural(self.records),
            self.changed,
            plural(self.changed)
        )
    }
}

/// The hunks of one record in a unified diff. Context stays within the record, so that a diff streams.
fn hunks(change: &Change, shift: &mut i64, out: &mut impl Write) -> io::Result<()> {
    let diff = TextDiff::from_lines(change.old.as_slice(), change.new.as_slice());
    let base = change.line as i64;
    for group in diff.grouped_ops(3) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let old = first.old_range().start..last.old_range().end;
        let new = first.new_range().start..last.new_range().end;
        writeln!(out, "@@ -{},{} +{},{} @@", base + old.start as i64, old.len(), base + *shift + new.start as i64, new.len())?;
        for op in &group {
            for line in diff.iter_changes(op) {
                out.write_all(match line.tag() {
                    ChangeTag::Equal => b" ",
                    ChangeTag::Delete => b"-",
                    ChangeTag::Insert => b"+",
                })?;
                out.write_all(line.value())?;
                if line.missing_newline() {
                    out.write_all(b"\n")?;
                }
            }
        }
    }
    let lines = |text: &[u8]| memchr::memchr_iter(b'\n', text).count() as i64;
    *shift += lines(&change.new) - lines(&change.old);
    out.flush()
}
