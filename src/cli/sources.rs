//! Inputs that are read twice: where their text is, and where it is written in the end. Mostly both are the file itself.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use jadoube::input::{self, Input, Unreadable};
use jadoube::rewrite::{Recoded, recode};
use tempfile::TempPath;

/// An input whose name does not say it all.
#[derive(Debug, Default)]
pub(crate) struct Place {
    /// The file that is written.
    path: PathBuf,
    /// Its text in UTF-8, if that is to take its place.
    pub(crate) recoded: Option<Recoded>,
    /// Why its charset could not be changed.
    pub(crate) refused: Option<io::Error>,
    /// It is standard input or another pipe, and the file holds what came from there.
    pub(crate) piped: Option<TempPath>,
}

impl Place {
    /// The file whose text was read.
    pub(crate) fn text(&self) -> &Path {
        self.recoded.as_ref().map_or(&self.path, Recoded::path)
    }

    /// The file before its charset was changed.
    pub(crate) fn raw(&self) -> Option<&Path> {
        self.recoded.as_ref().map(|_| self.path.as_path())
    }
}

/// The inputs of a run.
#[derive(Debug)]
pub(crate) struct Sources {
    recode: bool,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// Files met: one that is named twice is fixed once.
    seen: HashSet<PathBuf>,
    places: HashMap<String, Place>,
}

impl Sources {
    /// No inputs yet. `recode`: files in another charset than they declare become UTF-8.
    pub(crate) fn new(recode: bool) -> Sources {
        Sources { recode, known: Mutex::default() }
    }

    /// Makes an input ready; `None` if it has come before.
    pub(crate) fn prepare(&self, input: Result<Input, Unreadable>) -> Option<Result<Input, Unreadable>> {
        let Ok(mut input) = input else { return Some(input) };
        let mut place = Place::default();
        match &input.place {
            input::Place::Pipe(path) => match File::open(path).and_then(spool) {
                Ok(copy) => {
                    place.path = copy.to_path_buf();
                    place.piped = Some(copy);
                }
                Err(error) => return Some(Err(Unreadable { name: input.name, fault: input::Fault::of(&error) })),
            },
            input::Place::File(path) => {
                let real = path.canonicalize().unwrap_or_else(|_| path.clone());
                if !self.known.lock().unwrap_or_else(PoisonError::into_inner).seen.insert(real) {
                    return None;
                }
                place.path.clone_from(path);
            }
            input::Place::Stdin => match spool(io::stdin().lock()) {
                Ok(copy) => {
                    place.path = copy.to_path_buf();
                    place.piped = Some(copy);
                }
                Err(error) => return Some(Err(Unreadable { name: input.name, fault: input::Fault::of(&error) })),
            },
        }
        if self.recode {
            match recode(&place.path) {
                Ok(recoded) => place.recoded = recoded,
                // Archives have members; whether one of them is in another charset is not known yet.
                Err(error) if error.kind() == io::ErrorKind::Unsupported => {}
                Err(error) => place.refused = Some(error),
            }
        }
        // The name is enough to find most files again.
        if place.text() != Path::new(&input.name) || place.refused.is_some() {
            input.place = input::Place::File(place.text().to_path_buf());
            self.known.lock().unwrap_or_else(PoisonError::into_inner).places.insert(input.name.clone(), place);
        }
        Some(Ok(input))
    }

    /// Shows where an input is.
    pub(crate) fn look<R>(&self, name: &str, show: impl FnOnce(&Place) -> R) -> R {
        match self.known.lock().unwrap_or_else(PoisonError::into_inner).places.get(name) {
            Some(place) => show(place),
            None => show(&Place { path: name.into(), ..Place::default() }),
        }
    }

    /// Forgets an input, and gives what is known of it.
    pub(crate) fn take(&self, name: &str) -> Option<Place> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).places.remove(name)
    }
}

/// A pipe in a file.
fn spool(mut pipe: impl io::Read) -> io::Result<TempPath> {
    let mut copy = tempfile::NamedTempFile::new()?;
    io::copy(&mut pipe, &mut copy)?;
    Ok(copy.into_temp_path())
}
