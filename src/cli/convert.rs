//! `convert`: records in another form.

use std::collections::{BTreeMap, HashMap};
use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};
use jadoube::convert::{Converted, Fate, Options, Table, Target, csv_header};
use jadoube::input::Walk;
use jadoube::pipeline::{self, Converting, Out, Progress, Reading};
use jadoube::report::{Placed, printable};
use tempfile::{NamedTempFile, TempPath};

use super::args::{ConvertArgs, SplitBy};
use super::check::{bar, beside, paths, persist, tell};
use super::{CLEAN, FAILED, FINDINGS, settings};

pub(crate) fn run(args: &ConvertArgs) -> Result<u8> {
    let (settings, options) = settings::convert(args)?;
    let walk = Walk::new(paths(&args.paths, args.files_from.as_deref(), "convert")?).stdin_name(args.stdin_filename.clone());
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
                place(&format!("left out: {error}"));
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

/// Where records go.
struct Outputs<'a> {
    args: &'a ConvertArgs,
    options: &'a Options,
    /// A folder, if records go to several files.
    folder: Option<PathBuf>,
    sinks: BTreeMap<PathBuf, Sink>,
    /// How many records were written, for `--split-by N`.
    written: u64,
}

/// One output.
struct Sink {
    target: Target,
    begun: bool,
    kind: Kind,
}

enum Kind {
    Stdout(BufWriter<io::Stdout>),
    File { temporary: TempPath, open: Option<BufWriter<std::fs::File>> },
    Table(Box<Table<Box<dyn Write + Send>>>, Option<TempPath>),
}

/// How many files are open at once.
const MOST_OPEN: usize = 200;

impl<'a> Outputs<'a> {
    fn new(args: &'a ConvertArgs, options: &'a Options) -> Result<Self> {
        let folder = args.output.as_ref().filter(|o| {
            o.is_dir() || o.as_os_str().to_string_lossy().ends_with(std::path::MAIN_SEPARATOR) || args.split_by.is_some()
        });
        if args.split_by.is_some() && args.output.is_none() {
            bail!("--split-by needs a folder to write to: give -o DIR");
        }
        if folder.is_some_and(|f| f.is_file()) {
            bail!("{} is a file, not a folder", folder.map(|f| f.display().to_string()).unwrap_or_default());
        }
        Ok(Outputs { args, options, folder: folder.cloned(), sinks: BTreeMap::new(), written: 0 })
    }

    fn record(&mut self, out: Out) -> Result<()> {
        let Ok(converted) = out.result else { return Ok(()) };
        if converted.fate == Fate::LeftOut || (converted.text.is_empty() && converted.rows.is_empty()) {
            return Ok(());
        }
        let path = self.path(&out.file, &converted);
        self.written += 1;
        if !self.sinks.contains_key(&path) {
            self.limit_open()?;
            let sink = self.open(&path, converted.format)?;
            self.sinks.insert(path.clone(), sink);
        }
        let every_ply = self.options.every_ply;
        let Some(sink) = self.sinks.get_mut(&path) else { return Ok(()) };
        if sink.target != converted.format {
            bail!("records of PGN and SGF cannot go to one output: give --to, or -o with a folder");
        }
        sink.write(converted, every_ply).with_context(|| format!("cannot write {}", shown(&path)))
    }

    /// The file a record goes to; empty for standard output.
    fn path(&self, file: &str, converted: &Converted) -> PathBuf {
        let Some(folder) = &self.folder else {
            return self.args.output.clone().filter(|o| o.as_os_str() != "-").unwrap_or_default();
        };
        let ending = converted.format.name();
        match &self.args.split_by {
            None => folder.join(renamed(file, ending)),
            Some(SplitBy::Every(n)) => folder.join(format!("{:06}.{ending}", self.written / n + 1)),
            Some(SplitBy::Key(_)) => folder.join(format!("{}.{ending}", file_name(&converted.sort_key))),
        }
    }

    fn open(&self, path: &Path, target: Target) -> Result<Sink> {
        let stdout = path.as_os_str().is_empty();
        let every_ply = self.options.every_ply;
        let kind = if stdout && target == Target::Parquet {
            let out: Box<dyn Write + Send> = Box::new(BufWriter::new(io::stdout()));
            Kind::Table(Box::new(Table::new(out, every_ply)?), None)
        } else if stdout {
            Kind::Stdout(BufWriter::with_capacity(256 << 10, io::stdout()))
        } else {
            if let Some(parent) = path.parent().filter(|p| !p.as_os_str().is_empty() && self.folder.is_some()) {
                std::fs::create_dir_all(parent).with_context(|| format!("cannot make the folder {}", parent.display()))?;
            }
            let (file, temporary) = NamedTempFile::into_parts(beside(path)?);
            if target == Target::Parquet {
                let out: Box<dyn Write + Send> = Box::new(BufWriter::new(file));
                Kind::Table(Box::new(Table::new(out, every_ply)?), Some(temporary))
            } else {
                Kind::File { temporary, open: Some(BufWriter::with_capacity(64 << 10, file)) }
            }
        };
        Ok(Sink { target, begun: false, kind })
    }

    /// Closes files that are open when there are many: they are opened again when more is written to them.
    fn limit_open(&mut self) -> Result<()> {
        if self.sinks.len() < MOST_OPEN {
            return Ok(());
        }
        for (path, sink) in &mut self.sinks {
            if let Kind::File { open, .. } = &mut sink.kind
                && let Some(mut file) = open.take()
            {
                file.flush().with_context(|| format!("cannot write {}", shown(path)))?;
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<()> {
        // A table or a list without records is one all the same.
        let target = self.options.target;
        if self.sinks.is_empty()
            && self.folder.is_none()
            && let Some(target) = target
        {
            let path = self.args.output.clone().filter(|o| o.as_os_str() != "-").unwrap_or_default();
            let sink = self.open(&path, target)?;
            self.sinks.insert(path, sink);
        }
        let every_ply = self.options.every_ply;
        for (path, sink) in std::mem::take(&mut self.sinks) {
            sink.finish(&path, every_ply).with_context(|| format!("cannot write {}", shown(&path)))?;
        }
        Ok(())
    }
}

fn shown(path: &Path) -> String {
    if path.as_os_str().is_empty() { "the output".to_owned() } else { path.display().to_string() }
}

impl Sink {
    /// What stands before the first record.
    fn begin(&mut self, every_ply: bool) -> Vec<u8> {
        if std::mem::replace(&mut self.begun, true) {
            return match self.target {
                Target::Json => b",\n".to_vec(),
                _ => Vec::new(),
            };
        }
        match self.target {
            Target::Json => b"{\"schema\":1,\"games\":[\n".to_vec(),
            Target::Csv => csv_header(every_ply),
            _ => Vec::new(),
        }
    }

    fn write(&mut self, converted: Converted, every_ply: bool) -> Result<()> {
        if let Kind::Table(table, _) = &mut self.kind {
            return Ok(table.push(&converted.rows)?);
        }
        let before = self.begin(every_ply);
        // In a list the line end behind an object goes before the next one.
        let text = match self.target {
            Target::Json => converted.text.trim_ascii_end(),
            _ => &converted.text,
        };
        let out = self.out()?;
        out.write_all(&before)?;
        out.write_all(text)?;
        Ok(())
    }

    fn out(&mut self) -> Result<&mut dyn Write> {
        match &mut self.kind {
            Kind::Stdout(out) => Ok(out),
            Kind::File { temporary, open } => {
                if open.is_none() {
                    *open = Some(BufWriter::new(OpenOptions::new().append(true).open(&*temporary)?));
                }
                match open {
                    Some(file) => Ok(file),
                    None => bail!("the file is closed"),
                }
            }
            Kind::Table(..) => bail!("a table takes rows"),
        }
    }

    fn finish(mut self, path: &Path, every_ply: bool) -> Result<()> {
        if !matches!(self.kind, Kind::Table(..)) {
            let before = if self.begun { Vec::new() } else { self.begin(every_ply) };
            let target = self.target;
            let out = self.out()?;
            out.write_all(&before)?;
            if target == Target::Json {
                out.write_all(b"\n]}\n")?;
            }
            out.flush()?;
        }
        match self.kind {
            Kind::Stdout(_) => Ok(()),
            Kind::File { temporary, open } => {
                drop(open);
                persist(temporary, path)
            }
            Kind::Table(table, temporary) => {
                table.finish()?.flush()?;
                temporary.map_or(Ok(()), |t| persist(t, path))
            }
        }
    }
}

/// The place of an input under a folder. A path that leads upward or starts at the root stays inside; endings of compression go.
pub(crate) fn place_of(file: &str) -> PathBuf {
    let mut path = PathBuf::new();
    let file = if file == "-" { "stdin" } else { file };
    for part in file.split('!') {
        path.extend(Path::new(part).components().filter_map(|c| match c {
            Component::Normal(name) => Some(name),
            _ => None,
        }));
    }
    while path.extension().is_some_and(|e| ["zst", "gz", "bz2", "xz"].iter().any(|z| e.eq_ignore_ascii_case(z))) {
        path.set_extension("");
    }
    path
}

/// The place of an input under a folder, with the ending of another format.
fn renamed(file: &str, ending: &str) -> PathBuf {
    let mut path = place_of(file);
    path.set_extension(ending);
    path
}

/// A text as the name of a file.
fn file_name(text: &str) -> String {
    let mut name: String =
        text.trim().chars().map(|c| if c.is_control() || "/\\:*?\"<>|!".contains(c) { '_' } else { c }).take(100).collect();
    while name.starts_with('.') {
        name.remove(0);
    }
    if name.is_empty() { "unknown".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_stay_inside_their_folder() {
        assert_eq!(renamed("../../etc/a.pgn", "json"), Path::new("etc/a.json"));
        assert_eq!(renamed("/data/x.zip!d/g.sgf", "csv"), Path::new("data/x.zip/d/g.csv"));
        assert_eq!(renamed("a.pgn.zst", "pgn"), Path::new("a.pgn"));
        assert_eq!(renamed("-", "pgn"), Path::new("stdin.pgn"));
    }

    #[test]
    fn names_of_files_are_harmless() {
        assert_eq!(file_name("../x/y"), "_x_y");
        assert_eq!(file_name(" ? "), "_");
        assert_eq!(file_name(""), "unknown");
    }
}
