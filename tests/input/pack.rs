//! Files and archives made for the tests, and what a visit shows of them.

use std::fs;
use std::io::{Cursor, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;

use jadoube::input::{Fault, FaultKind, Input, visit};

pub(super) const PGN: &[u8] = b"[Event \"T\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n";
pub(super) const SGF: &[u8] = b"(;GM[1]FF[4]SZ[9];B[ee];W[ff])\n";

/// What a visit showed: the text of each member and the fault it ended with, or the fault alone.
#[derive(PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) name: String,
    pub(super) text: Vec<u8>,
    pub(super) fault: Option<FaultKind>,
}

impl std::fmt::Debug for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let start = String::from_utf8_lossy(&self.text[..self.text.len().min(40)]).into_owned();
        write!(f, "{}: {} bytes {start:?} {:?}", self.name, self.text.len(), self.fault)
    }
}

pub(super) fn shown(name: impl Into<String>, text: &[u8]) -> Shown {
    Shown { name: name.into(), text: text.to_vec(), fault: None }
}

/// Visits a file; names are given without the folder.
pub(super) fn look(path: &Path) -> Vec<Shown> {
    let folder = format!("{}/", path.parent().unwrap().display());
    let mut all = Vec::new();
    let flow = visit(&Input::file(path), &mut |member| {
        all.push(match member {
            Ok(mut member) => {
                let mut text = Vec::new();
                let fault = member.read_to_end(&mut text).err().map(|e| Fault::of(&e));
                let name = member.name().replace(&folder, "");
                if let Some(fault) = &fault {
                    assert!(!fault.to_string().is_empty() && !fault.to_string().ends_with('.'), "{fault}");
                }
                Shown { name, text, fault: fault.map(|f| f.kind) }
            }
            Err(unreadable) => {
                let name = unreadable.name.replace(&folder, "");
                Shown { name, text: Vec::new(), fault: Some(unreadable.fault.kind) }
            }
        });
        ControlFlow::Continue(())
    });
    assert_eq!(flow, ControlFlow::Continue(()));
    all
}

/// Writes bytes to a file of a temporary folder and looks at it.
pub(super) fn look_at(name: &str, bytes: &[u8]) -> Vec<Shown> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    look(&path)
}

/// A game of some length that no method of compression makes tiny.
pub(super) fn long_text(games: usize) -> Vec<u8> {
    let mut state = 7_u64;
    let mut text = Vec::new();
    for game in 0..games {
        write!(text, "[Event \"Game {game}\"]\n[Result \"*\"]\n\n").unwrap();
        for _ in 0..40 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            write!(text, "{{{:x}}} ", state >> 20).unwrap();
        }
        text.extend_from_slice(b"*\n\n");
    }
    text
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    Zstd,
    Gzip,
    Bzip2,
    Xz,
}

pub(super) use Packing::{Bzip2, Gzip, Xz, Zstd};

pub(super) const PACKINGS: [Packing; 4] = [Zstd, Gzip, Bzip2, Xz];

impl Packing {
    pub(super) fn extension(self) -> &'static str {
        match self {
            Zstd => "zst",
            Gzip => "gz",
            Bzip2 => "bz2",
            Xz => "xz",
        }
    }

    pub(super) fn pack(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Zstd => {
                let mut writer = zstd::stream::write::Encoder::new(Vec::new(), 3).unwrap();
                writer.include_checksum(true).unwrap();
                writer.write_all(bytes).unwrap();
                writer.finish().unwrap()
            }
            Gzip => {
                let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
                writer.write_all(bytes).unwrap();
                writer.finish().unwrap()
            }
            Bzip2 => {
                let mut writer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
                writer.write_all(bytes).unwrap();
                writer.finish().unwrap()
            }
            Xz => {
                let options = lzma_rust2::XzOptions::with_preset(1);
                let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
                writer.write_all(bytes).unwrap();
                writer.finish().unwrap()
            }
        }
    }
}

pub(super) fn tar_of(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, name, *bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

pub(super) fn zip_of(members: &[(&str, &[u8])]) -> Vec<u8> {
    zip_with(members, zip::CompressionMethod::Deflated)
}

pub(super) fn zip_with(members: &[(&str, &[u8])], method: zip::CompressionMethod) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(method);
    for (name, bytes) in members {
        if let Some(folder) = name.strip_suffix('/') {
            writer.add_directory(folder, options).unwrap();
        } else {
            writer.start_file(*name, options).unwrap();
            writer.write_all(bytes).unwrap();
        }
    }
    writer.finish().unwrap().into_inner()
}

/// A zip archive written to something that cannot be sought in: sizes stand behind the data.
pub(super) fn zip_streamed(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new_stream(Vec::new());
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    for (name, bytes) in members {
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}
