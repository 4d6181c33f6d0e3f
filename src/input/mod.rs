//! Where bytes come from: files, folders, standard input, compressed files and archives. It stops at bytes.
//!
//! ```text
//! Walk ──> Input ──┬─> read_plain   a small plain file at once, in any thread
//!                  └─> visit        everything else: each member of it as a stream
//! sniff: what format the first bytes are      charset: in what charset a PGN file is written      utf16: UTF-16 to UTF-8
//! ```
//!
//! [`Walk`] turns the paths a person named into [`Input`]s, in an order that depends on names only. [`visit`] shows the
//! members of an input one after another: a plain or compressed file is its own and only member, an archive has many,
//! named `archive.zip!dir/game.sgf`. What cannot be read is a value, [`Unreadable`], never a reason to stop.
//!
//! ```no_run
//! use std::{io::Read, ops::ControlFlow};
//! use jadoube::input::{Walk, visit};
//!
//! for input in Walk::new(["games".into()]) {
//!     let Ok(input) = input.inspect_err(|e| eprintln!("{}: {}", e.name, e.fault)) else { continue };
//!     let _ = visit(&input, &mut |member| {
//!         match member {
//!             Ok(mut member) => {
//!                 let mut text = Vec::new();
//!                 // An error comes after all that could be read.
//!                 if let Err(error) = member.read_to_end(&mut text) {
//!                     eprintln!("{}: {}", member.name(), jadoube::input::Fault::of(&error));
//!                 }
//!             }
//!             Err(unreadable) => eprintln!("{}: {}", unreadable.name, unreadable.fault),
//!         }
//!         ControlFlow::Continue(())
//!     });
//! }
//! ```

pub mod charset;
pub mod sniff;
pub mod utf16;

mod ahead;
mod decode;
mod fault;
mod members;
mod names;
mod plain;
mod salvage;
mod walk;

use std::io;
use std::path::{Path, PathBuf};

pub use decode::{Packing, Single, open_single};
pub use fault::{Fault, FaultKind, Unreadable};
pub use members::{Member, visit};
pub use names::{is_archive_name, is_record_name};
pub use plain::{Plain, read_plain};
pub use walk::{Walk, read_list};

/// The place of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// Standard input.
    Stdin,
    /// A regular file: it can be opened again and read from anywhere.
    File(PathBuf),
    /// A pipe, a socket or a device: it is read once, from its start.
    Pipe(PathBuf),
}

/// Something that records are read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// Its name in reports: the path as it was given or found; for standard input the name it was given, or `-`.
    pub name: String,
    /// Where it is.
    pub place: Place,
}

impl Input {
    /// A regular file.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        Input { name: path.to_string_lossy().into_owned(), place: Place::File(path) }
    }

    /// Standard input under a name (`--stdin-filename`), `-` without one.
    pub fn stdin(name: Option<&str>) -> Self {
        Input { name: name.unwrap_or("-").to_owned(), place: Place::Stdin }
    }

    /// The path, unless it is standard input.
    pub fn path(&self) -> Option<&Path> {
        match &self.place {
            Place::Stdin => None,
            Place::File(path) | Place::Pipe(path) => Some(path),
        }
    }

    /// Its size on disk in bytes, where that is known before reading. Costs a system call.
    pub fn size(&self) -> Option<u64> {
        match &self.place {
            Place::File(path) => path.metadata().ok().map(|m| m.len()),
            Place::Stdin | Place::Pipe(_) => None,
        }
    }

    /// Opens its bytes as they are, nothing decompressed.
    fn open(&self) -> io::Result<Source> {
        Ok(match &self.place {
            Place::Stdin => Source::Stream(Box::new(io::stdin().lock())),
            Place::File(path) => Source::File(std::fs::File::open(path)?),
            Place::Pipe(path) => Source::Stream(Box::new(std::fs::File::open(path)?)),
        })
    }
}

/// An open input.
enum Source {
    /// It can be sought in.
    File(std::fs::File),
    /// It cannot.
    Stream(Box<dyn io::Read>),
}
