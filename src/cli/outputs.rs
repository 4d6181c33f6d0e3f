//! Where converted records go: standard output, a file, or many files in a folder.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use jadoube::convert::{Converted, Fate, Options, Table, Target, csv_header};
use jadoube::pipeline::Out;
use tempfile::{NamedTempFile, TempPath};

use super::args::{ConvertArgs, SplitBy};
use super::check::{beside, persist};

/// Where records go.
pub(crate) struct Outputs<'a> {
    args: &'a ConvertArgs,
    options: &'a Options,
    /// A folder, if records go to several files.
    folder: Option<PathBuf>,
    sinks: BTreeMap<PathBuf, Sink>,
    /// How many records were written, for `--split-by N`.
    written: u64,
    /// The names of files that records are split over.
    names: Names,
    /// The input of the last record, and whether it has been compared with the outputs.
    input: Option<Arc<str>>,
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
    pub(crate) fn new(args: &'a ConvertArgs, options: &'a Options) -> Result<Self> {
        let folder = args.output.as_ref().filter(|o| {
            o.is_dir() || o.as_os_str().to_string_lossy().ends_with(std::path::MAIN_SEPARATOR) || args.split_by.is_some()
        });
        if args.split_by.is_some() && args.output.is_none() {
            bail!("--split-by needs a folder to write to: give -o DIR");
        }
        if folder.is_some_and(|f| f.is_file()) {
            bail!("{} is a file, not a folder", folder.map(|f| f.display().to_string()).unwrap_or_default());
        }
        Ok(Outputs {
            args,
            options,
            folder: folder.cloned(),
            sinks: BTreeMap::new(),
            written: 0,
            names: Names::default(),
            input: None,
        })
    }

    pub(crate) fn record(&mut self, out: Out) -> Result<()> {
        let Ok(converted) = out.result else { return Ok(()) };
        if converted.fate == Fate::LeftOut || (converted.text.is_empty() && converted.rows.is_empty()) {
            return Ok(());
        }
        let path = self.path(&out.file, &converted);
        self.written += 1;
        let new = !self.sinks.contains_key(&path);
        if self.input.as_ref().is_none_or(|input| *input != out.file) {
            self.sinks.keys().chain([&path]).try_for_each(|path| refuse_input(&out.file, path))?;
            self.input = Some(Arc::clone(&out.file));
        } else if new {
            refuse_input(&out.file, &path)?;
        }
        if new {
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
    fn path(&mut self, file: &str, converted: &Converted) -> PathBuf {
        let Some(folder) = &self.folder else {
            return self.args.output.clone().filter(|o| o.as_os_str() != "-").unwrap_or_default();
        };
        let ending = converted.format.name();
        match &self.args.split_by {
            None => folder.join(renamed(file, ending)),
            Some(SplitBy::Every(n)) => folder.join(format!("{:06}.{ending}", self.written / n + 1)),
            Some(SplitBy::Key(_)) => folder.join(self.names.of(&converted.sort_key, ending)),
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

    pub(crate) fn finish(mut self) -> Result<()> {
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

/// An output is put in its place when all is written; it must not be one of the inputs.
fn refuse_input(input: &str, output: &Path) -> Result<()> {
    let file = input.split('!').next().unwrap_or(input);
    let same = !output.as_os_str().is_empty()
        && matches!((Path::new(file).canonicalize(), output.canonicalize()), (Ok(input), Ok(output)) if input == output);
    if same {
        bail!("{} is read and cannot be written at once: give another -o", output.display());
    }
    Ok(())
}

/// The names of the files that records are split over: one for each key, and no two that a file system takes for the same.
#[derive(Debug, Default)]
struct Names {
    given: HashMap<(String, &'static str), String>,
    /// In small letters.
    taken: HashSet<String>,
}

impl Names {
    fn of(&mut self, key: &str, ending: &'static str) -> String {
        let known = (key.trim().to_owned(), ending);
        if let Some(name) = self.given.get(&known) {
            return name.clone();
        }
        let stem = file_name(key);
        let mut name = format!("{stem}.{ending}");
        let mut n = 2;
        while !self.taken.insert(name.to_lowercase()) {
            name = format!("{stem}~{n}.{ending}");
            n += 1;
        }
        self.given.insert(known, name.clone());
        name
    }
}

/// The longest name without its ending, in bytes. File systems take 255.
const LONGEST: usize = 200;

/// A text as the name of a file, without its ending.
fn file_name(text: &str) -> String {
    let unsafe_char = |c: char| {
        c.is_control()
            || "/\\:*?\"<>|!".contains(c)
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut name = String::new();
    for c in text.trim().chars().map(|c| if unsafe_char(c) { '_' } else { c }) {
        if name.len() + c.len_utf8() > LONGEST {
            break;
        }
        name.push(c);
    }
    let name = name.trim_start_matches('.').trim_end_matches(['.', ' ']);
    // Windows keeps these for devices, whatever ending they have.
    const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
    let small = name.to_ascii_lowercase();
    let device = DEVICES.contains(&small.split('.').next().unwrap_or_default())
        || matches!(small.as_bytes(), [b'c', b'o', b'm', b'0'..=b'9'] | [b'l', b'p', b't', b'0'..=b'9']);
    match (name, device) {
        ("", _) => "unknown".to_owned(),
        (name, true) => format!("{name}_"),
        (name, false) => name.to_owned(),
    }
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
        assert_eq!(file_name("..."), "unknown");
        assert_eq!(
            (file_name("Con"), file_name("aux.x"), file_name("Constance")),
            ("Con_".into(), "aux.x_".into(), "Constance".into())
        );
        assert_eq!(file_name("a\u{202e}b\nc"), "a_b_c");
        assert_eq!(file_name(&"棋".repeat(300)).len(), 198);
    }

    #[test]
    fn names_of_different_keys_differ() {
        let mut names = Names::default();
        let of = ["A/B", "a_b", "A_B", "A/B", " a_b "].map(|key| names.of(key, "pgn"));
        assert_eq!(of, ["A_B.pgn", "a_b~2.pgn", "A_B~3.pgn", "A_B.pgn", "a_b~2.pgn"]);
        assert_eq!(names.of("a_b", "sgf"), "a_b.sgf");
    }
}
