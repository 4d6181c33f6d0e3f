//! Why an input could not be read, or not to its end.

use std::fmt;
use std::io;

/// An input, or a member of one, that could not be read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The name of the input or member.
    pub name: String,
    /// What happened.
    pub fault: Fault,
}

impl Unreadable {
    /// What happened to a named input.
    pub fn new(name: impl Into<String>, fault: Fault) -> Self {
        Unreadable { name: name.into(), fault }
    }
}

/// The kinds of [`Fault`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// There is no such file.
    Missing,
    /// A symbolic link that leads nowhere.
    BrokenLink,
    /// It may not be read.
    Denied,
    /// Compressed data or an archive that ends early.
    Truncated,
    /// Compressed data or an archive that is damaged.
    Corrupt,
    /// A compression method or an archive format that is not read here.
    Unsupported,
    /// It needs a password.
    Encrypted,
    /// Archives in archives, deeper than anybody packs them.
    TooDeep,
    /// An archive or a folder without one record in it.
    NoRecords,
    /// Any other failure of the system.
    Other,
}

/// What went wrong with an input: a kind for programs and a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    message: String,
}

impl Fault {
    /// A fault with its sentence, without a final stop.
    pub(crate) fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        Fault { kind, message: message.into() }
    }

    /// What an error met while reading a [`Member`](super::Member) or opening an input means.
    pub fn of(error: &io::Error) -> Self {
        if let Some(fault) = carried(error) {
            return fault.clone();
        }
        let (kind, message) = match error.kind() {
            io::ErrorKind::NotFound => (FaultKind::Missing, "there is no such file".to_owned()),
            io::ErrorKind::PermissionDenied => (FaultKind::Denied, "permission to read it is denied".to_owned()),
            io::ErrorKind::IsADirectory => (FaultKind::Other, "it is a folder".to_owned()),
            _ => (FaultKind::Other, format!("it cannot be read: {}", plain_words(error))),
        };
        Fault { kind, message }
    }

    /// Whether what was delivered before the fault is a part of the truth (a damaged or cut input), not nothing.
    pub fn is_partial(&self) -> bool {
        matches!(self.kind, FaultKind::Truncated | FaultKind::Corrupt)
    }

    /// The fault as an error that [`Fault::of`] recognises.
    pub(crate) fn into_error(self) -> io::Error {
        let kind = match self.kind {
            FaultKind::Missing | FaultKind::BrokenLink => io::ErrorKind::NotFound,
            FaultKind::Denied => io::ErrorKind::PermissionDenied,
            FaultKind::Truncated => io::ErrorKind::UnexpectedEof,
            FaultKind::Corrupt => io::ErrorKind::InvalidData,
            FaultKind::Unsupported | FaultKind::Encrypted | FaultKind::TooDeep => io::ErrorKind::Unsupported,
            FaultKind::NoRecords | FaultKind::Other => io::ErrorKind::Other,
        };
        io::Error::new(kind, self)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

/// The fault an error of ours carries, also when a library has wrapped the error in one of its own.
pub(crate) fn carried(error: &io::Error) -> Option<&Fault> {
    let mut cause: &(dyn std::error::Error + 'static) = error.get_ref()?;
    loop {
        if let Some(fault) = cause.downcast_ref::<Fault>() {
            return Some(fault);
        }
        if let Some(inner) = cause.downcast_ref::<io::Error>().and_then(|e| e.get_ref()) {
            cause = inner;
            continue;
        }
        cause = cause.source()?;
    }
}

/// The system's sentence without its error number.
fn plain_words(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}
