//! `check`: reads everything, writes the reports, and says how it went.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use jadoube::baseline::{self, Baseline};
use jadoube::finding::Severity;
use jadoube::input::{Input, Unreadable, Walk, read_list};
use jadoube::pipeline::{self, Checking, Job, Progress, Reading, Seen};
use jadoube::report::{Finished, Report, Style, Summary};
use tempfile::{NamedTempFile, TempPath};

use super::args::{CheckArgs, CommonArgs};
use super::quarantine::Quarantine;
use super::sources::Sources;
use super::{CLEAN, FAILED, FINDINGS, settings};

pub(crate) fn run(args: &CheckArgs) -> Result<u8> {
    let started = Instant::now();
    let settings = settings::check(args)?;
    let paths = paths(&args.paths, args.files_from.as_deref(), "check")?;
    // To be copied apart, inputs are read twice, each once a time.
    let (sources, inputs) = (Sources::new(false), Mutex::new(Vec::new()));
    let walk = Walk::new(paths).stdin_name(args.stdin_filename.clone()).filter_map(|input| {
        if args.split_to.is_none() {
            return Some(input);
        }
        let input = sources.prepare(input)?;
        if let Ok(input) = &input {
            inputs.lock().unwrap_or_else(PoisonError::into_inner).push(input.clone());
        }
        Some(input)
    });
    let known = settings.baseline.as_deref().map(read_baseline).transpose()?;
    let mut outputs = Vec::new();
    for (style, file) in &settings.reports {
        outputs.push(Output::open(*style, file.as_deref())?);
    }
    let styles: Vec<Style> = settings.reports.iter().map(|(style, _)| *style).collect();
    let progress = Progress::default();
    let job = Checking {
        settings: &settings.settings,
        styles: &styles,
        baseline: known.as_ref(),
        write_baseline: args.write_baseline.is_some(),
        progress: &progress,
        reject: args.split_to.as_ref().map(|_| settings.fail_on.unwrap_or(Severity::Error)),
    };
    let mut quarantine = Quarantine::default();
    let reading = Reading { max_record: settings.settings.max_record, json: false };
    let mut summary = Summary::default();
    let mut entries = baseline::header();
    let mut seen = Seen::default();
    run_job(&job, &args.common, reading, walk, &progress, |mut batch| {
        job.settle(&mut batch, &mut seen);
        summary.merge(&batch.summary);
        entries.push_str(&batch.baseline);
        batch.sorted.drain(..).for_each(|next| quarantine.note(next));
        outputs.iter_mut().zip(&batch.pieces).try_for_each(|(o, piece)| o.report.write(piece))
    })
    .context("cannot write the report")?;
    let finished = Finished { summary: &summary, elapsed: started.elapsed() };
    for output in outputs {
        output.finish(finished)?;
    }
    if let Some(folder) = &args.split_to {
        quarantine.write(folder, &inputs.into_inner().unwrap_or_else(PoisonError::into_inner))?;
    }
    if let Some(file) = &args.write_baseline {
        replace(file, entries.as_bytes())?;
    }
    Ok(if summary.failed {
        FAILED
    } else if settings.fail_on.is_some_and(|severity| summary.reaches(severity)) {
        FINDINGS
    } else {
        CLEAN
    })
}

/// Gives the records of the inputs to a job, with a progress bar, and what it made of them to `write`. Only the output can fail.
pub(crate) fn run_job<J: Job>(
    job: &J,
    common: &CommonArgs,
    reading: Reading,
    inputs: impl Iterator<Item = Result<Input, Unreadable>> + Send,
    progress: &Progress,
    mut write: impl FnMut(J::Out) -> io::Result<()>,
) -> io::Result<()> {
    let bar = bar(common);
    let mut done = Ok(());
    let _ = pipeline::run(job, common.jobs, reading, inputs, |out| {
        tell(&bar, progress);
        done = bar.suspend(|| write(out));
        if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    bar.finish_and_clear();
    done
}

/// The paths that are named, one way or another; standard input if none is.
pub(crate) fn paths(named: &[PathBuf], files_from: Option<&Path>, what: &str) -> Result<Vec<PathBuf>> {
    let mut paths = named.to_vec();
    if let Some(list) = files_from {
        let more = read_list(list).with_context(|| format!("cannot read the list {}", list.display()))?;
        if more.is_empty() && paths.is_empty() {
            bail!("the list {} names no file", list.display());
        }
        paths.extend(more);
    }
    if paths.is_empty() {
        if io::stdin().is_terminal() {
            bail!("nothing to {what}: name a file or a folder, or pipe records in");
        }
        paths.push("-".into());
    }
    Ok(paths)
}

fn read_baseline(file: &Path) -> Result<Baseline> {
    let open = File::open(file).with_context(|| format!("cannot read the baseline {}", file.display()))?;
    Baseline::read(BufReader::new(open)).with_context(|| format!("in the baseline {}", file.display()))
}

/// A report and where it goes. A file is written beside and renamed, so that it is always whole.
struct Output {
    report: Report<Box<dyn Write>>,
    beside: Option<(NamedTempFile, PathBuf)>,
}

impl Output {
    fn open(style: Style, file: Option<&Path>) -> Result<Output> {
        let Some(file) = file else {
            return Ok(Output { report: Report::new(style, Box::new(BufWriter::new(io::stdout()))), beside: None });
        };
        let temporary = beside(file)?;
        let writer = temporary.reopen().with_context(|| format!("cannot write {}", file.display()))?;
        Ok(Output { report: Report::new(style, Box::new(BufWriter::new(writer))), beside: Some((temporary, file.to_owned())) })
    }

    fn finish(self, finished: Finished<'_>) -> Result<()> {
        self.report.finish(finished).context("cannot write the report")?;
        if let Some((temporary, file)) = self.beside {
            persist(temporary.into_temp_path(), &file)?;
        }
        Ok(())
    }
}

pub(crate) fn beside(file: &Path) -> Result<NamedTempFile> {
    let elsewhere = std::env::temp_dir();
    let folder =
        if is_device(file) { &elsewhere } else { file.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new(".")) };
    NamedTempFile::new_in(folder).with_context(|| format!("cannot write {}", file.display()))
}

/// Whether a path is there and is neither a file nor a folder: a device, a pipe.
fn is_device(file: &Path) -> bool {
    file.metadata().is_ok_and(|m| !m.is_file() && !m.is_dir())
}

/// Puts a finished temporary file in its place. A device or a pipe is written to, never replaced.
pub(crate) fn persist(temporary: TempPath, file: &Path) -> Result<()> {
    if is_device(file) {
        let copy = || {
            let mut device = std::fs::OpenOptions::new().write(true).open(file)?;
            io::copy(&mut std::fs::File::open(&temporary)?, &mut device)
        };
        copy().with_context(|| format!("cannot write {}", file.display()))?;
        return Ok(());
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // A temporary file is private; a report is an ordinary file, or keeps the permissions of the one it replaces.
        let mode = file.metadata().map_or(0o644, |m| m.permissions().mode());
        std::fs::set_permissions(&temporary, std::fs::Permissions::from_mode(mode))?;
    }
    temporary.persist(file).with_context(|| format!("cannot write {}", file.display()))?;
    Ok(())
}

fn replace(file: &Path, text: &[u8]) -> Result<()> {
    let mut temporary = beside(file)?;
    temporary.write_all(text).with_context(|| format!("cannot write {}", file.display()))?;
    persist(temporary.into_temp_path(), file)
}

/// A progress bar on a terminal, else nothing.
pub(crate) fn bar(common: &CommonArgs) -> ProgressBar {
    if common.no_progress || common.quiet || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {bytes} read ({bytes_per_sec}), {msg} in {elapsed}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Tells how far the run has come.
pub(crate) fn tell(bar: &ProgressBar, progress: &Progress) {
    bar.set_position(progress.bytes.load(Ordering::Relaxed));
    bar.set_message(format!("{} records", progress.records.load(Ordering::Relaxed)));
}
