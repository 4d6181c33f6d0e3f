//! What is read from files, folders and archives of every kind, whole and damaged.

#![allow(clippy::unwrap_used, clippy::panic)]

mod archives;
mod compression;
mod damaged_archives;
mod pack;
mod paths;
mod real;
