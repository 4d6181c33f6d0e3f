//! `convert`: records in another form.

use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::ControlFlow;

use anyhow::Result;
use jadoube::convert::Fate;
use jadoube::input::Walk;
use jadoube::pipeline::{self, Converting, Out, Progress, Reading};
use jadoube::report::{Placed, printable};

use super::args::ConvertArgs;
use super::check::{bar, paths, tell};
use super::outputs::Outputs;
use super::{CLEAN, FAILED, FINDINGS, settings};

pub(crate) fn run(args: &ConvertArgs) -> Result<u8> {
    let (settings, options) = settings::convert(args)?;
    let walk =
        Walk::new(paths(&args.paths, args.files_from.as_deref(), "convert")?).stdin_name(args.stdin_filename.clone()).json(true);
    let progress = Progress::default();
    let job = Converting { settings: &settings, options: &options, progress: &progress };
    let bar = bar(&args.common);
    let mut outputs = Outputs::new(args, &options)?;
    let mut told = Told { quiet: args.common.quiet, verbose: args.common.verbose, ..Told::default() };
    let mut failure = None;
    let reading = Reading { max_record: settings.max_record, json: true };
    let _ = pipeline::run(&job, args.common.jobs, reading, walk, |batch| {
        tell(&bar, &progress);
        let done = bar.suspend(|| -> Result<()> {
            let mut ends = batch.ends.into_iter().peekable();
            for (i, out) in batch.records.into_iter().enumerate() {
                while let Some((_, file, findings, failed)) = ends.next_if(|e| e.0 <= i) {
                    told.input(&file, &findings, failed);
                }
                told.record(&out);
                outputs.record(out)?;
            }
            ends.for_each(|(_, file, findings, failed)| told.input(&file, &findings, failed));
            Ok(())
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
        return Err(error);
    }
    outputs.finish()?;
    told.closing();
    Ok(if told.failed {
        FAILED
    } else if told.copied + told.cut + told.left_out > 0 {
        FINDINGS
    } else {
        CLEAN
    })
}

/// What is said on standard error.
#[derive(Default)]
struct Told {
    quiet: bool,
    verbose: bool,
    whole: u64,
    copied: u64,
    cut: u64,
    left_out: u64,
    failed: bool,
    /// How often each loss was told.
    losses: HashMap<String, u64>,
}

impl Told {
    /// How often one kind of loss is told record by record.
    const CAP: u64 = 10;

    fn record(&mut self, out: &Out) {
        let place = |what: &str| {
            let _ = writeln!(io::stderr(), "jadoube: {}:{}: game {}: {what}", printable(&out.file), out.line, out.number);
        };
        let converted = match &out.result {
            Ok(converted) => converted,
            Err(error) => {
                self.left_out += 1;
                if self.first(error) {
                    place(&format!("left out: {error}"));
                }
                return;
            }
        };
        let fate = match converted.fate {
            Fate::Whole => {
                self.whole += 1;
                ""
            }
            Fate::Copied => {
                self.copied += 1;
                "copied as it is: it cannot be replayed"
            }
            Fate::Cut => {
                self.cut += 1;
                "cut at the move that cannot be replayed"
            }
            Fate::LeftOut => {
                self.left_out += 1;
                "left out"
            }
        };
        if self.quiet {
            return;
        }
        if !fate.is_empty() && self.first(fate) {
            place(fate);
        }
        for lost in &converted.lost {
            let kind = lost.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ').to_owned();
            if self.first(&kind) {
                place(&format!("not written: {lost}"));
            }
        }
    }

    fn first(&mut self, kind: &str) -> bool {
        let n = self.losses.entry(kind.to_owned()).or_default();
        *n += 1;
        *n <= Self::CAP || self.verbose
    }

    fn input(&mut self, file: &str, findings: &[Placed], failed: bool) {
        self.failed |= failed;
        for placed in findings.iter().filter(|p| !self.quiet || p.finding.severity == jadoube::finding::Severity::Error) {
            let _ = writeln!(io::stderr(), "jadoube: {}: {}", printable(file), printable(&placed.finding.message));
        }
        // An input without a record is no failure of the run, but nothing of it was written.
        if findings.iter().any(|p| p.finding.check == jadoube::checks::Check::UnreadableInput) {
            self.left_out += u64::from(!failed);
        }
    }

    fn closing(&self) {
        if self.quiet {
            return;
        }
        let mut err = io::stderr().lock();
        let mut more: Vec<_> = self.losses.iter().filter(|(_, n)| **n > Self::CAP && !self.verbose).collect();
        more.sort();
        for (kind, n) in more {
            let _ = writeln!(err, "jadoube: {} records more: {kind}", n - Self::CAP);
        }
        let _ =
            writeln!(err, "{} written whole, {} copied, {} cut, {} left out", self.whole, self.copied, self.cut, self.left_out);
    }
}
