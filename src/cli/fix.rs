//! `fix`: repairs files in place, or shows what would change.

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use jadoube::checks::Check;
use jadoube::input::Walk;
use jadoube::pipeline::{Change, Checking, Fixing, Progress, Reading, Step};
use jadoube::repair::Policy;
use jadoube::report::{Finished, Report, Style, Summary, printable};
use jadoube::rewrite::Rewrite;

use super::args::FixArgs;
use super::check::{paths, run_job};
use super::diff::{Diff, Trouble};
use super::sources::{Place, Sources};
use super::{CLEAN, FAILED, FINDINGS, settings};

pub(crate) fn run(args: &FixArgs) -> Result<u8> {
    let started = Instant::now();
    let settings = settings::fix(args)?;
    let paths = paths(&args.paths, args.files_from.as_deref(), "fix")?;
    // The fixed text of standard input goes to standard output; so does a diff.
    let piped = args.diff || paths.iter().any(|p| p.as_os_str() == "-");
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
    let recode = settings.only.as_ref().is_some_and(|only| only.has(Check::WrongCharset));
    let job = Fixing { checking, policy: Policy { unsafe_fixes: args.r#unsafe, only: settings.only, keep_label: false } };
    let reading = Reading { max_record: settings.settings.max_record, json: false };
    let mut summary = Summary::default();
    let stream: Box<dyn Write> = if piped { Box::new(io::stderr()) } else { Box::new(io::stdout()) };
    let mut report = Report::new(settings.style, BufWriter::new(stream));
    let sources = Sources::new(recode);
    let mut files = Files::new(args.diff, job.drops_marks(), &sources);
    let walk = Walk::new(paths).stdin_name(args.stdin_filename.clone()).filter_map(|input| sources.prepare(input));
    run_job(&job, &args.common, reading, walk, &progress, |fixed| {
        summary.merge(&fixed.batch.summary);
        fixed.steps.into_iter().try_for_each(|step| files.step(step))?;
        fixed.batch.pieces.iter().try_for_each(|piece| report.write(piece))
    })
    .context("cannot write")?;
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
struct Files<'a> {
    diff: bool,
    drop_marks: bool,
    sources: &'a Sources,
    current: Option<Current>,
    /// Archives that were refused: told once, not for each member.
    refused: HashSet<String>,
    records: u64,
    changed: u64,
    fixed: BTreeMap<Check, u64>,
    failed: bool,
}

/// The file that changes now.
struct Current {
    file: Arc<str>,
    /// `None` where the file is left as it is.
    target: Option<Target>,
    fixed: Vec<Check>,
    records: u64,
}

enum Target {
    File(Box<Rewrite>),
    Diff(Box<Diff>),
}

impl<'a> Files<'a> {
    fn new(diff: bool, drop_marks: bool, sources: &'a Sources) -> Files<'a> {
        Files {
            diff,
            drop_marks,
            sources,
            current: None,
            refused: HashSet::new(),
            records: 0,
            changed: 0,
            fixed: BTreeMap::new(),
            failed: false,
        }
    }

    /// Takes one step. An error is one of the output; a file that cannot be written is reported and left as it is.
    fn step(&mut self, step: Step) -> io::Result<()> {
        match step {
            Step::Change(file, change) => self.change(&file, &change),
            Step::End { file, whole, mark } => self.end(&file, whole, mark),
        }
    }

    /// Begins to change a file.
    fn begin(&mut self, file: &Arc<str>) {
        let begun = self.sources.look(file, |place| match self.diff {
            false => Rewrite::begin(place.text(), self.drop_marks).map(|rewrite| Target::File(Box::new(rewrite))),
            true => Diff::begin(file, place.text(), place.raw(), self.drop_marks).map(|diff| Target::Diff(Box::new(diff))),
        });
        let target = begun.map_err(|error| self.refuse_input(file, &error)).ok();
        self.current = Some(Current { file: Arc::clone(file), target, fixed: Vec::new(), records: 0 });
    }

    fn change(&mut self, file: &Arc<str>, change: &Change) -> io::Result<()> {
        if self.current.as_ref().is_none_or(|c| c.file != *file) {
            self.begin(file);
        }
        let Some(current) = &mut self.current else { return Ok(()) };
        current.fixed.extend(&change.fixed);
        current.records += 1;
        let done = match &mut current.target {
            None => return Ok(()),
            Some(Target::File(rewrite)) => rewrite.replace(change.offset, &change.old, &change.new).map_err(Trouble::Source),
            Some(Target::Diff(diff)) => diff.replace(change.offset, &change.old, &change.new, &mut io::stdout().lock()),
        };
        match done {
            Ok(()) => Ok(()),
            Err(Trouble::Output(error)) => Err(error),
            Err(Trouble::Source(error)) => {
                current.target = None;
                self.refuse(file, &error);
                Ok(())
            }
        }
    }

    fn end(&mut self, file: &Arc<str>, whole: bool, mark: bool) -> io::Result<()> {
        let by_line = self.sources.look(file, |place| place.recoded.as_ref().map(|r| r.by_line));
        if self.current.is_none() && (mark || (self.diff && by_line == Some(true))) {
            self.begin(file);
        }
        let current = self.current.take_if(|c| c.file == *file);
        let mut place = self.sources.take(file).unwrap_or_default();
        if let Some(error) = place.refused.take() {
            self.refuse(file, &error);
        }
        match self.settle(current, &mut place, whole, mark) {
            Ok(()) => {}
            Err(Trouble::Output(error)) => return Err(error),
            Err(Trouble::Source(error)) => self.refuse(file, &error),
        }
        match place.piped {
            Some(copy) if !self.diff => {
                let mut out = io::stdout().lock();
                io::copy(&mut File::open(&copy)?, &mut out)?;
                out.flush()
            }
            _ => Ok(()),
        }
    }

    /// Puts what was changed in the place of the file, and counts it.
    fn settle(&mut self, current: Option<Current>, place: &mut Place, whole: bool, mark: bool) -> Result<(), Trouble> {
        let recoded = place.recoded.take();
        let (target, mut fixed, records) = match current {
            Some(Current { target: None, .. }) => return Ok(()),
            Some(current) => (current.target, current.fixed, current.records),
            None => (None, Vec::new(), 0),
        };
        match target {
            None => {}
            Some(_) if !whole => return Err(Trouble::Source(io::Error::other("it could not be read to its end"))),
            Some(Target::File(rewrite)) => rewrite.finish().map_err(Trouble::Source)?,
            Some(Target::Diff(diff)) => diff.finish(&mut io::stdout().lock())?,
        }
        if let Some(recoded) = recoded.filter(|_| whole) {
            if !self.diff {
                recoded.finish().map_err(Trouble::Source)?;
            }
            fixed.push(Check::WrongCharset);
        }
        if mark {
            fixed.push(Check::ByteOrderMark);
        }
        self.changed += u64::from(!fixed.is_empty());
        self.records += records;
        for check in fixed {
            *self.fixed.entry(check).or_default() += 1;
        }
        Ok(())
    }

    /// Says that an input cannot be written, an archive once for all its members.
    fn refuse_input(&mut self, file: &str, error: &io::Error) {
        let archive = file.match_indices('!').map(|(at, _)| &file[..at]).find(|path| Path::new(path).is_file());
        match archive.filter(|_| error.kind() == io::ErrorKind::NotFound) {
            Some(archive) if !self.refused.insert(archive.to_owned()) => self.failed = true,
            Some(archive) => {
                let error = io::Error::other("archives are read and not written; unpack it to fix what is in it");
                self.refuse(archive, &error);
            }
            None => self.refuse(file, error),
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
