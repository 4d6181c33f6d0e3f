//! The formats of Go servers: GIB (Tygem), NGF (Cyberoro, WBaduk) and UGF/UGI (PANDA-IGS).
//!
//! They are read by their codes, never by text in the language of the client that wrote them, where there is a code. A reader
//! makes a [`Game`]: an owned game that knows its source places. What a reader could not understand is in [`Game::faults`];
//! making findings of it is the business of the checks.

mod charset;
mod gib;
mod handicap;
mod lines;
mod model;
mod ngf;
mod ugf;

pub use model::{Fault, FaultKind, Game, Info, Node};

use crate::record::{Format, RawRecord};

/// Reads a record of one of the formats of this module; nothing for a record of another format.
pub fn read(record: &RawRecord<'_>) -> Option<Game> {
    Some(match record.format {
        Format::Gib => gib::read(record.bytes),
        Format::Ngf => ngf::read(record.bytes),
        Format::Ugf => ugf::read(record.bytes),
        Format::Pgn | Format::Sgf => return None,
    })
}

#[cfg(test)]
mod tests;
