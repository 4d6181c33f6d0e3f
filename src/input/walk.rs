//! From the paths a person names to inputs, in an order that depends on names only.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;

use super::fault::{Fault, FaultKind, Unreadable};
use super::names::{is_json_name, is_record_name};
use super::{Input, Place};

/// The inputs that paths stand for, found as they are asked for.
///
/// * A file that is named is read, whatever its name. `-` is standard input.
/// * A folder is searched through, each folder in the order of its names byte by byte, for names that
///   [`is_record_name`](super::is_record_name) knows. Hidden files and folders are passed over, as `ripgrep` and `ruff` do. Files
///   that `.gitignore` names are *not* passed over: archives of games are often kept out of git, and a check that leaves
///   them out in silence would lie.
/// * A link to a file is read, a link to a folder inside a folder is not followed, so a loop of links cannot be entered. A
///   folder that is itself named through a link is searched.
/// * A folder without a record is an error of its own, so that a slip of the pen does not look like a clean archive.
pub struct Walk {
    paths: VecDeque<PathBuf>,
    stdin_name: Option<String>,
    json: bool,
    folder: Option<Folder>,
}

struct Folder {
    path: PathBuf,
    entries: ignore::Walk,
    found: bool,
}

impl Walk {
    /// The inputs of these paths.
    pub fn new(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        Walk { paths: paths.into_iter().collect(), stdin_name: None, json: false, folder: None }
    }

    /// The name of standard input in reports (`--stdin-filename`).
    #[must_use]
    pub fn stdin_name(mut self, name: Option<String>) -> Self {
        self.stdin_name = name;
        self
    }

    /// Whether folders are searched for games in JSON too.
    #[must_use]
    pub fn json(mut self, json: bool) -> Self {
        self.json = json;
        self
    }

    /// The next input of the folder that is being searched.
    fn next_in_folder(&mut self) -> Option<Result<Input, Unreadable>> {
        let folder = self.folder.as_mut()?;
        for entry in folder.entries.by_ref() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    folder.found = true;
                    return Some(Err(walk_error(&folder.path, &error)));
                }
            };
            let Some(kind) = entry.file_type() else { continue };
            let name = entry.file_name().to_string_lossy();
            if kind.is_dir() || !(is_record_name(&name) || self.json && is_json_name(&name)) {
                continue;
            }
            let path = entry.into_path();
            if kind.is_file() {
                folder.found = true;
                return Some(Ok(Input::file(path)));
            }
            if kind.is_symlink() {
                match path.metadata() {
                    Ok(target) if target.is_dir() => continue,
                    Ok(_) => {}
                    Err(error) => {
                        folder.found = true;
                        return Some(Err(Unreadable::new(path.to_string_lossy(), link_fault(&path, &error))));
                    }
                }
                folder.found = true;
                return Some(named(path));
            }
        }
        let folder = self.folder.take()?;
        (!folder.found).then(|| {
            let fault = Fault::new(FaultKind::NoRecords, "no file in the folder has the name of a game record or an archive");
            Err(Unreadable::new(folder.path.to_string_lossy(), fault))
        })
    }
}

impl Iterator for Walk {
    type Item = Result<Input, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(item) = self.next_in_folder() {
                return Some(item);
            }
            let path = self.paths.pop_front()?;
            if path.as_os_str() == "-" {
                return Some(Ok(Input::stdin(self.stdin_name.as_deref())));
            }
            if !path.is_dir() {
                return Some(named(path));
            }
            let mut builder = WalkBuilder::new(&path);
            builder.standard_filters(false).hidden(true).follow_links(false).sort_by_file_name(std::cmp::Ord::cmp);
            self.folder = Some(Folder { path, entries: builder.build(), found: false });
        }
    }
}

/// The input of a path that is no folder.
fn named(path: PathBuf) -> Result<Input, Unreadable> {
    let name = path.to_string_lossy().into_owned();
    match path.metadata() {
        Ok(about) if about.is_file() => Ok(Input { name, place: Place::File(path) }),
        Ok(_) => Ok(Input { name, place: Place::Pipe(path) }),
        Err(error) => Err(Unreadable { name, fault: link_fault(&path, &error) }),
    }
}

/// Why a path has no file behind it: a link that leads nowhere is told from nothing at all.
fn link_fault(path: &Path, error: &io::Error) -> Fault {
    if error.kind() != io::ErrorKind::NotFound {
        return Fault::of(error);
    }
    match path.read_link() {
        Ok(target) => {
            let target = target.to_string_lossy();
            let annex = if target.contains("annex/objects") { " (content that git-annex has not fetched)" } else { "" };
            Fault::new(FaultKind::BrokenLink, format!("it is a link to {target}, where nothing is{annex}"))
        }
        Err(_) => Fault::of(error),
    }
}

/// What the search of a folder could not do.
fn walk_error(folder: &Path, error: &ignore::Error) -> Unreadable {
    let mut path = folder;
    let mut cause = error;
    loop {
        cause = match cause {
            ignore::Error::WithPath { path: p, err } => {
                path = p;
                err
            }
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => err,
            _ => break,
        };
    }
    let fault = match cause {
        ignore::Error::Io(error) => Fault::of(error),
        other => Fault::new(FaultKind::Other, format!("it cannot be searched: {other}")),
    };
    Unreadable::new(path.to_string_lossy(), fault)
}

/// The paths listed in a file (`--files-from`), `-` for standard input: one a line, or ended by NUL if there is one, as
/// `find -print0` writes them. Empty lines are passed over.
///
/// # Errors
/// When the list cannot be read.
pub fn read_list(list: &Path) -> io::Result<Vec<PathBuf>> {
    let mut text = Vec::new();
    if list.as_os_str() == "-" {
        io::stdin().lock().read_to_end(&mut text)?;
    } else {
        text = std::fs::read(list)?;
    }
    let end = if memchr::memchr(0, &text).is_some() { 0 } else { b'\n' };
    let lines = text.split(|&b| b == end);
    Ok(lines
        .map(|line| if end == 0 { line } else { line.strip_suffix(b"\r").unwrap_or(line) })
        .filter(|l| !l.is_empty())
        .map(to_path)
        .collect())
}

#[cfg(unix)]
fn to_path(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
fn to_path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}
