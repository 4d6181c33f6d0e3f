//! What is read from files, folders and archives of every kind, whole and damaged.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::io::{Cursor, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use jadoube::input::{Fault, FaultKind, Input, Place, Plain, Walk, read_list, read_plain, visit};

const PGN: &[u8] = b"[Event \"T\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n";
const SGF: &[u8] = b"(;GM[1]FF[4]SZ[9];B[ee];W[ff])\n";

/// What a visit showed: the text of each member and the fault it ended with, or the fault alone.
#[derive(PartialEq, Eq)]
struct Shown {
    name: String,
    text: Vec<u8>,
    fault: Option<FaultKind>,
}

impl std::fmt::Debug for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let start = String::from_utf8_lossy(&self.text[..self.text.len().min(40)]).into_owned();
        write!(f, "{}: {} bytes {start:?} {:?}", self.name, self.text.len(), self.fault)
    }
}

fn shown(name: impl Into<String>, text: &[u8]) -> Shown {
    Shown { name: name.into(), text: text.to_vec(), fault: None }
}

/// Visits a file; names are given without the folder.
fn look(path: &Path) -> Vec<Shown> {
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
fn look_at(name: &str, bytes: &[u8]) -> Vec<Shown> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    look(&path)
}

/// A game of some length that no method of compression makes tiny.
fn long_text(games: usize) -> Vec<u8> {
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
enum Packing {
    Zstd,
    Gzip,
    Bzip2,
    Xz,
}

use Packing::{Bzip2, Gzip, Xz, Zstd};

const PACKINGS: [Packing; 4] = [Zstd, Gzip, Bzip2, Xz];

impl Packing {
    fn extension(self) -> &'static str {
        match self {
            Zstd => "zst",
            Gzip => "gz",
            Bzip2 => "bz2",
            Xz => "xz",
        }
    }

    fn pack(self, bytes: &[u8]) -> Vec<u8> {
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

fn tar_of(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, name, *bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

fn zip_of(members: &[(&str, &[u8])]) -> Vec<u8> {
    zip_with(members, zip::CompressionMethod::Deflated)
}

fn zip_with(members: &[(&str, &[u8])], method: zip::CompressionMethod) -> Vec<u8> {
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
fn zip_streamed(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new_stream(Vec::new());
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    for (name, bytes) in members {
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

// ---- single files ----

#[test]
fn a_plain_file_is_its_own_member() {
    assert_eq!(look_at("a.pgn", PGN), [shown("a.pgn", PGN)]);
    assert_eq!(look_at("no extension at all", PGN), [shown("no extension at all", PGN)]);
    assert_eq!(look_at("empty.pgn", b""), [shown("empty.pgn", b"")]);
}

#[test]
fn compression_is_told_by_content_not_by_name() {
    for packing in PACKINGS {
        for name in ["a.pgn", &format!("a.pgn.{}", packing.extension()), "a.zip", "a"] {
            assert_eq!(look_at(name, &packing.pack(PGN)), [shown(name, PGN)], "{packing:?}");
        }
        assert_eq!(look_at("empty", &packing.pack(b"")), [shown("empty", b"")], "{packing:?}");
    }
}

#[test]
fn every_member_stream_and_frame_is_read() {
    let parts: [&[u8]; 4] = [PGN, b"", SGF, PGN];
    let whole = parts.concat();
    for packing in PACKINGS {
        let packed: Vec<u8> = parts.iter().flat_map(|part| packing.pack(part)).collect();
        assert_eq!(look_at("a", &packed), [shown("a", &whole)], "{packing:?}");
    }
}

#[test]
fn zeros_between_and_behind_streams_are_padding() {
    for packing in [Gzip, Bzip2, Xz] {
        let packed = [packing.pack(PGN), vec![0; 512], packing.pack(SGF), vec![0; 1024]].concat();
        assert_eq!(look_at("a", &packed), [shown("a", &[PGN, SGF].concat())], "{packing:?}");
    }
}

#[test]
fn skippable_frames_are_skipped() {
    // As pzstd writes them: the size of the next frame in a skippable one.
    let mut packed = Vec::new();
    for part in [PGN, SGF] {
        let frame = Zstd.pack(part);
        packed.extend_from_slice(&[0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0]);
        packed.extend_from_slice(&(frame.len() as u32).to_le_bytes());
        packed.extend_from_slice(&frame);
    }
    assert_eq!(look_at("a.zst", &packed), [shown("a.zst", &[PGN, SGF].concat())]);
}

#[test]
fn layers_of_compression_are_peeled_one_by_one() {
    for outer in PACKINGS {
        for inner in PACKINGS {
            let packed = outer.pack(&inner.pack(PGN));
            assert_eq!(look_at("a", &packed), [shown("a", PGN)], "{outer:?} of {inner:?}");
        }
    }
}

#[test]
fn layers_without_end_are_refused() {
    let mut packed = PGN.to_vec();
    for layer in 0..20 {
        packed = PACKINGS[layer % 2].pack(&packed);
    }
    let all = look_at("a", &packed);
    assert_eq!(all.len(), 1);
    assert_eq!(all[0].fault, Some(FaultKind::TooDeep));
}

// ---- damaged compression ----

#[test]
fn what_stands_before_a_cut_is_delivered() {
    let text = long_text(1200);
    for packing in PACKINGS {
        let packed = packing.pack(&text);
        for cut in [packed.len() / 2, packed.len() * 9 / 10, packed.len() - 1] {
            let all = look_at("a", &packed[..cut]);
            assert_eq!(all.len(), 1, "{packing:?}");
            assert_eq!(all[0].fault, Some(FaultKind::Truncated), "{packing:?} cut at {cut} of {}", packed.len());
            assert!(text.starts_with(&all[0].text), "{packing:?}");
            // All but gzip deliver whole blocks: the one that the cut falls into is lost.
            let block = if packing == Gzip { 0 } else { 140_000 };
            assert!(all[0].text.len() + block >= cut, "{packing:?}: {} of {cut}", all[0].text.len());
        }
    }
}

#[test]
fn a_cut_at_every_byte_gives_the_start_or_a_fault() {
    for packing in PACKINGS {
        let packed = packing.pack(PGN);
        for cut in 1..packed.len() {
            let all = look_at("a.pgn", &packed[..cut]);
            assert_eq!(all.len(), 1, "{packing:?} cut at {cut}");
            // A cut inside the mark leaves data that nobody can recognise: they are delivered as they are.
            if all[0].text == packed[..cut] {
                assert!(cut < 10, "{packing:?} cut at {cut}");
                continue;
            }
            assert!(PGN.starts_with(&all[0].text), "{packing:?} cut at {cut}");
            assert!(all[0].fault.is_some(), "{packing:?} cut at {cut} is not noticed");
        }
    }
}

#[test]
fn damage_is_noticed_and_never_panics() {
    let text = long_text(20);
    for packing in PACKINGS {
        let packed = packing.pack(&text);
        let (mut noticed, mut tried) = (0, 0);
        for at in (20..packed.len()).step_by(packed.len() / 60) {
            let mut damaged = packed.clone();
            damaged[at] ^= 0x55;
            let all = look_at("a", &damaged);
            tried += 1;
            noticed += usize::from(all.iter().any(|s| s.fault.is_some()));
        }
        assert_eq!(noticed, tried, "{packing:?}");
    }
}

#[test]
fn a_wrong_checksum_loses_no_text() {
    let mut packed = Gzip.pack(PGN);
    let at = packed.len() - 6;
    packed[at] ^= 1;
    assert_eq!(look_at("a", &packed), [Shown { name: "a".into(), text: PGN.to_vec(), fault: Some(FaultKind::Corrupt) }]);
}

#[test]
fn other_data_behind_a_stream_are_a_fault_after_its_text() {
    for packing in PACKINGS {
        let packed = [packing.pack(PGN), b"something else entirely".to_vec()].concat();
        let all = look_at("a", &packed);
        assert_eq!(all, [Shown { name: "a".into(), text: PGN.to_vec(), fault: Some(FaultKind::Corrupt) }], "{packing:?}");
    }
}

// ---- archives ----

#[test]
fn members_come_in_the_order_of_the_archive() {
    let members: [(&str, &[u8]); 3] = [("z/b.pgn", PGN), ("a.sgf", SGF), ("z/a.pgn", b"")];
    let expected = |archive: &str| members.map(|(name, text)| shown(format!("{archive}!{name}"), text));
    assert_eq!(look_at("a.tar", &tar_of(&members)), expected("a.tar"));
    assert_eq!(look_at("a.zip", &zip_of(&members)), expected("a.zip"));
    assert_eq!(look_at("s.zip", &zip_streamed(&members)), expected("s.zip"));
    assert_eq!(look_at("x.zip", &zip_with(&members, zip::CompressionMethod::Stored)), expected("x.zip"));
    for packing in PACKINGS {
        assert_eq!(look_at("a.tgz", &packing.pack(&tar_of(&members))), expected("a.tgz"), "{packing:?}");
        assert_eq!(look_at("a.dat", &packing.pack(&zip_of(&members))), expected("a.dat"), "{packing:?}");
    }
}

#[test]
fn only_records_are_taken_from_an_archive() {
    let members: [(&str, &[u8]); 9] = [
        ("readme.txt", b"Games of the club"),
        ("__MACOSX/._a.pgn", b"\0\x05\x16\x07"),
        (".hidden/a.pgn", PGN),
        ("games.txt", PGN),
        ("game", SGF),
        ("photo.jpg", b"\xFF\xD8\xFF\xE0"),
        ("page.html", b"<html><script>for(;;){}</script></html>"),
        ("./dir/a.PGN", PGN),
        ("document.docx", &zip_of(&[("a.pgn", PGN)])),
    ];
    let names = |all: Vec<Shown>| all.into_iter().map(|s| (s.name, s.fault)).collect::<Vec<_>>();
    let expected = |a: &str| ["games.txt", "game"].map(|n| (format!("{a}!{n}"), None)).to_vec();
    let mut tar = expected("a.tar");
    tar.push(("a.tar!dir/a.PGN".to_owned(), None));
    assert_eq!(names(look_at("a.tar", &tar_of(&members))), tar);
    let mut zip = expected("a.zip");
    zip.push(("a.zip!./dir/a.PGN".to_owned(), None));
    assert_eq!(names(look_at("a.zip", &zip_of(&members))), zip);
}

#[test]
fn archives_in_archives_are_opened() {
    let inner_zip = zip_of(&[("deep/a.pgn", PGN), ("b.sgf.gz", &Gzip.pack(SGF))]);
    let inner_tar = tar_of(&[("inner.zip", &inner_zip), ("c.pgn.zst", &Zstd.pack(PGN))]);
    let outer = zip_of(&[("first.pgn", PGN), ("x/inner.tar.xz", &Xz.pack(&inner_tar)), ("last.pgn", PGN)]);
    assert_eq!(
        look_at("o.zip", &outer),
        [
            shown("o.zip!first.pgn", PGN),
            shown("o.zip!x/inner.tar.xz!inner.zip!deep/a.pgn", PGN),
            shown("o.zip!x/inner.tar.xz!inner.zip!b.sgf.gz", SGF),
            shown("o.zip!x/inner.tar.xz!c.pgn.zst", PGN),
            shown("o.zip!last.pgn", PGN),
        ]
    );
}

#[test]
fn archives_deeper_than_sense_are_refused() {
    for pack in [tar_of, zip_of] {
        let mut packed = pack(&[("a.pgn", PGN)]);
        for _ in 0..30 {
            packed = pack(&[("a.zip", &packed)]);
        }
        let all = look_at("a.zip", &packed);
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].fault, Some(FaultKind::TooDeep));
    }
}

#[test]
fn an_archive_without_records_is_not_clean() {
    for bytes in [tar_of(&[("readme.txt", b"hello")]), zip_of(&[("readme.txt", b"hello"), ("empty/", b"")]), zip_of(&[])] {
        let all = look_at("a", &bytes);
        assert_eq!(all.len(), 1);
        assert_eq!((all[0].name.as_str(), all[0].fault), ("a", Some(FaultKind::NoRecords)));
    }
}

#[test]
fn joined_tar_archives_are_read_to_the_end() {
    let joined = [tar_of(&[("a.pgn", PGN)]), tar_of(&[("b.sgf", SGF)])].concat();
    assert_eq!(look_at("a.tar", &joined), [shown("a.tar!a.pgn", PGN), shown("a.tar!b.sgf", SGF)]);
}

#[test]
fn long_names_in_tar_are_whole() {
    let long = format!("{}/game.sgf", "folder".repeat(40));
    assert_eq!(look_at("a.tar", &tar_of(&[(&long, SGF)])), [shown(format!("a.tar!{long}"), SGF)]);
}

#[test]
fn folders_and_links_in_tar_are_no_members() {
    let mut builder = tar::Builder::new(Vec::new());
    for (kind, name) in [(tar::EntryType::Directory, "dir.pgn"), (tar::EntryType::Symlink, "link.pgn")] {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(0);
        if kind == tar::EntryType::Symlink {
            header.set_link_name("elsewhere.pgn").unwrap();
        }
        builder.append_data(&mut header, name, &b""[..]).unwrap();
    }
    let mut header = tar::Header::new_ustar();
    header.set_size(PGN.len() as u64);
    builder.append_data(&mut header, "a.pgn", PGN).unwrap();
    assert_eq!(look_at("a.tar", &builder.into_inner().unwrap()), [shown("a.tar!a.pgn", PGN)]);
}

#[test]
fn a_zip64_archive_is_read() {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().large_file(true);
    writer.start_file("a.pgn", options).unwrap();
    writer.write_all(PGN).unwrap();
    let bytes = writer.finish().unwrap().into_inner();
    assert_eq!(look_at("a.zip", &bytes), [shown("a.zip!a.pgn", PGN)]);
    // Also without its directory.
    let cut = bytes.windows(4).position(|w| w == b"PK\x01\x02").unwrap();
    assert_eq!(look_at("a.zip", &bytes[..cut])[0], shown("a.zip!a.pgn", PGN));
}

// ---- damaged archives ----

#[test]
fn a_cut_tar_delivers_what_stands_before() {
    let text = long_text(30);
    let tar = tar_of(&[("a.pgn", PGN), ("b.pgn", &text), ("c.pgn", PGN)]);
    let all = look_at("a.tar", &tar[..512 + 512 + 512 + 5000]);
    assert_eq!(all.len(), 2);
    assert_eq!(all[0], shown("a.tar!a.pgn", PGN));
    assert_eq!(all[1], Shown { name: "a.tar!b.pgn".into(), text: text[..5000].to_vec(), fault: Some(FaultKind::Truncated) });
    // A cut between members, and in a header.
    for cut in [512 * 2 + 200, 512 * 2 + 511] {
        let all = look_at("a.tar", &tar[..cut]);
        assert_eq!(all[0], shown("a.tar!a.pgn", PGN));
        assert_eq!(all[1].fault, Some(FaultKind::Truncated), "{cut}");
    }
}

#[test]
fn a_cut_compressed_tar_says_so_once() {
    let text = long_text(300);
    let tar = tar_of(&[("a.pgn", PGN), ("b.pgn", &text), ("c.pgn", PGN)]);
    for packing in PACKINGS {
        let packed = packing.pack(&tar);
        let all = look_at("a.tar.x", &packed[..packed.len() * 2 / 3]);
        assert_eq!(all.iter().filter(|s| s.fault.is_some()).count(), 1, "{packing:?}");
        assert_eq!(all.last().unwrap().fault, Some(FaultKind::Truncated), "{packing:?}");
        assert!(all.iter().all(|s| s.name != "a.tar.x!c.pgn"));
    }
}

#[test]
fn damage_between_members_of_tar_is_told() {
    let mut tar = tar_of(&[("a.pgn", PGN), ("b.pgn", PGN)]);
    tar[1024 + 150] ^= 0x10;
    let all = look_at("a.tar", &tar);
    assert_eq!(all[0], shown("a.tar!a.pgn", PGN));
    assert_eq!((all[1].name.as_str(), all[1].fault), ("a.tar", Some(FaultKind::Corrupt)));
}

#[test]
fn a_zip_without_directory_is_read_by_its_headers() {
    let text = long_text(30);
    let members: [(&str, &[u8]); 3] = [("a.pgn", PGN), ("b.pgn", &text), ("c.sgf", SGF)];
    let kinds = [zip_of(&members), zip_streamed(&members), zip_with(&members, zip::CompressionMethod::Stored)];
    for bytes in kinds {
        let directory = bytes.windows(4).position(|w| w == b"PK\x01\x02").unwrap();
        let all = look_at("a.zip", &bytes[..directory]);
        let names: Vec<_> = all.iter().map(|s| (s.name.as_str(), s.fault)).collect();
        assert_eq!(
            names,
            [("a.zip!a.pgn", None), ("a.zip!b.pgn", None), ("a.zip!c.sgf", None), ("a.zip", Some(FaultKind::Truncated))]
        );
        assert_eq!(all[1].text, text);
        // Cut inside the second member.
        let all = look_at("a.zip", &bytes[..directory / 2]);
        assert_eq!(all[0], shown("a.zip!a.pgn", PGN));
        assert_eq!(all[1].name, "a.zip!b.pgn");
        assert!(!all[1].text.is_empty() && text.starts_with(&all[1].text));
        assert!(all.last().unwrap().fault.is_some());
    }
}

#[test]
fn one_bad_member_of_a_zip_does_not_hide_the_next() {
    let mut bytes = zip_with(&[("a.pgn", PGN), ("b.pgn", SGF), ("c.pgn", PGN)], zip::CompressionMethod::Stored);
    let at = bytes.windows(SGF.len()).position(|w| w == SGF).unwrap();
    bytes[at + 3] ^= 1;
    let all = look_at("a.zip", &bytes);
    assert_eq!(all[0], shown("a.zip!a.pgn", PGN));
    assert_eq!((all[1].name.as_str(), all[1].fault), ("a.zip!b.pgn", Some(FaultKind::Corrupt)));
    assert_eq!(all[2], shown("a.zip!c.pgn", PGN));
}

#[test]
fn members_of_a_zip_with_their_own_compression_are_peeled() {
    // Methods 12 (bzip2) and 93 (zstd): the data carry the marks of those formats.
    for (packing, number) in [(Bzip2, 12_u16), (Zstd, 93), (Xz, 95)] {
        let packed = packing.pack(PGN);
        let mut bytes = zip_with(&[("a.pgn", &packed)], zip::CompressionMethod::Stored);
        bytes[8..10].copy_from_slice(&number.to_le_bytes());
        let directory = bytes.windows(4).position(|w| w == b"PK\x01\x02").unwrap();
        bytes[directory + 10..directory + 12].copy_from_slice(&number.to_le_bytes());
        assert_eq!(look_at("a.zip", &bytes), [shown("a.zip!a.pgn", PGN)], "{packing:?}");
    }
}

#[test]
fn an_encrypted_member_is_told_and_the_others_are_read() {
    let mut bytes = zip_of(&[("a.pgn", PGN), ("b.pgn", PGN)]);
    bytes[6] |= 1;
    let directory = bytes.windows(4).position(|w| w == b"PK\x01\x02").unwrap();
    bytes[directory + 8] |= 1;
    let all = look_at("a.zip", &bytes);
    assert_eq!(all[0].fault, Some(FaultKind::Encrypted));
    assert_eq!(all[1], shown("a.zip!b.pgn", PGN));
}

#[test]
fn overlapping_members_are_a_bomb() {
    // Two entries of the directory point at one local header.
    let one = zip_of(&[("a.pgn", PGN)]);
    let directory = one.windows(4).position(|w| w == b"PK\x01\x02").unwrap();
    let end = one.windows(4).position(|w| w == b"PK\x05\x06").unwrap();
    let mut second = one[directory..end].to_vec();
    let name = second.len() - 5;
    second[name] = b'b';
    let mut bytes = one[..end].to_vec();
    bytes.extend_from_slice(&second);
    let mut tail = one[end..].to_vec();
    tail[8..10].copy_from_slice(&2_u16.to_le_bytes());
    tail[10..12].copy_from_slice(&2_u16.to_le_bytes());
    let size = (end - directory + second.len()) as u32;
    tail[12..16].copy_from_slice(&size.to_le_bytes());
    bytes.extend_from_slice(&tail);
    let all = look_at("a.zip", &bytes);
    assert_eq!(all.len(), 1);
    assert_eq!(all[0].fault, Some(FaultKind::Corrupt));
}

#[test]
fn archives_of_other_kinds_are_refused_by_name() {
    for mark in [&b"7z\xBC\xAF\x27\x1C\0\x04"[..], b"Rar!\x1A\x07\x01\0", b"LZIP\x01\x0C", b"\x1F\x9D\x90"] {
        let all = look_at("a.pgn", &[mark, &[1; 600]].concat());
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].fault, Some(FaultKind::Unsupported));
    }
}

#[test]
fn archives_cut_or_damaged_anywhere_never_panic() {
    let members: [(&str, &[u8]); 2] = [("a.pgn", PGN), ("b.sgf", SGF)];
    let whole = [tar_of(&members), zip_of(&members), zip_streamed(&members), Gzip.pack(&tar_of(&members))];
    for (kind, bytes) in whole.into_iter().enumerate() {
        let last = if kind == 0 { 2100 } else { bytes.len() };
        for at in (1..last).step_by(if kind == 0 { 37 } else { 3 }) {
            let _ = look_at("a.zip", &bytes[..at]);
            let mut damaged = bytes.clone();
            damaged[at] ^= 0xFF;
            let all = look_at("a.zip", &damaged);
            assert!(!all.is_empty(), "kind {kind}, damage at {at}");
        }
    }
}

#[test]
fn a_visit_ends_when_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.zip");
    fs::write(&path, zip_of(&[("a.pgn", PGN), ("b.pgn", PGN)])).unwrap();
    let mut seen = 0;
    let flow = visit(&Input::file(&path), &mut |_| {
        seen += 1;
        ControlFlow::Break(())
    });
    assert_eq!((flow, seen), (ControlFlow::Break(()), 1));
}

#[test]
fn a_member_left_unread_does_not_disturb_the_next() {
    let text = long_text(50);
    for bytes in [tar_of(&[("a.pgn", &text), ("b.pgn", PGN)]), zip_of(&[("a.pgn", &text), ("b.pgn", PGN)])] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, bytes).unwrap();
        let mut all = Vec::new();
        let _ = visit(&Input::file(&path), &mut |member| {
            let mut member = member.unwrap();
            assert_eq!(member.peek(7), b"[Event ");
            let mut start = [0; 11];
            member.read_exact(&mut start).unwrap();
            all.push(String::from_utf8_lossy(&start).into_owned());
            ControlFlow::Continue(())
        });
        assert_eq!(all, ["[Event \"Gam", "[Event \"T\"]"]);
    }
}

// ---- paths ----

/// The names and faults of a walk, without the folder.
fn walk(folder: &Path, paths: &[&str]) -> Vec<Result<String, (String, FaultKind)>> {
    let prefix = format!("{}/", folder.display());
    Walk::new(paths.iter().map(|p| folder.join(p)))
        .map(|item| match item {
            Ok(input) => Ok(input.name.replace(&prefix, "")),
            Err(unreadable) => Err((unreadable.name.replace(&prefix, ""), unreadable.fault.kind)),
        })
        .collect()
}

fn touch(folder: &Path, name: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, PGN).unwrap();
}

#[test]
fn a_folder_is_searched_in_the_order_of_names() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for name in
        ["b/2.pgn", "b/10.sgf", "a.pgn", "c.tar.gz", "b.zip", "B.PGN", "a/x.gib", "a/x.ngf", "a/y.ugi", "z.zst", "x.sgf.xz"]
    {
        touch(at, name);
    }
    for name in ["notes.txt", "log.txt.gz", ".hidden.pgn", ".git/x.pgn", "a/noextension"] {
        touch(at, name);
    }
    fs::write(at.join(".gitignore"), "*.pgn\n").unwrap();
    let expected =
        ["B.PGN", "a/x.gib", "a/x.ngf", "a/y.ugi", "a.pgn", "b/10.sgf", "b/2.pgn", "b.zip", "c.tar.gz", "x.sgf.xz", "z.zst"];
    let found: Vec<String> = walk(at, &["."]).into_iter().map(|r| r.unwrap().replace("./", "")).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_named_file_is_read_whatever_its_name() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["notes.txt", ".hidden"] {
        touch(folder.path(), name);
    }
    assert_eq!(walk(folder.path(), &["notes.txt", ".hidden"]), [Ok("notes.txt".into()), Ok(".hidden".into())]);
}

#[test]
fn what_cannot_be_found_is_told_in_its_place() {
    let folder = tempfile::tempdir().unwrap();
    touch(folder.path(), "a.pgn");
    fs::create_dir(folder.path().join("empty")).unwrap();
    assert_eq!(
        walk(folder.path(), &["missing.pgn", "a.pgn", "empty"]),
        [Err(("missing.pgn".into(), FaultKind::Missing)), Ok("a.pgn".into()), Err(("empty".into(), FaultKind::NoRecords))]
    );
}

#[cfg(unix)]
#[test]
fn links_to_files_are_read_and_loops_are_not_entered() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    touch(at, "dir/a.pgn");
    symlink(at.join("dir/a.pgn"), at.join("dir/link.pgn")).unwrap();
    symlink(at, at.join("dir/loop")).unwrap();
    symlink("../.git/annex/objects/x/y.pgn", at.join("dir/stub.pgn")).unwrap();
    assert_eq!(
        walk(at, &["dir"]),
        [Ok("dir/a.pgn".into()), Ok("dir/link.pgn".into()), Err(("dir/stub.pgn".into(), FaultKind::BrokenLink))]
    );
    // A folder named through a link is searched.
    symlink(at.join("dir"), at.join("alias")).unwrap();
    assert_eq!(walk(at, &["alias"])[0], Ok("alias/a.pgn".into()));
}

#[cfg(unix)]
#[test]
fn a_pipe_is_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    if !made.is_ok_and(|s| s.success()) {
        eprintln!("skipped: no mkfifo");
        return;
    }
    let writer = {
        let path = path.clone();
        // An archive that needs random access, from something that has none.
        std::thread::spawn(move || fs::write(path, zip_of(&[("a.pgn", PGN)])).unwrap())
    };
    let input = Walk::new([path.clone()]).next().unwrap().unwrap();
    assert_eq!(input.place, Place::Pipe(path));
    let mut buffer = Vec::new();
    assert_eq!(read_plain(&input, 1 << 20, &mut buffer).unwrap(), Plain::Visit);
    let mut names = Vec::new();
    let _ = visit(&input, &mut |member| {
        names.push(member.unwrap().name().to_owned());
        ControlFlow::Continue(())
    });
    writer.join().unwrap();
    assert_eq!(names, [format!("{}!a.pgn", input.name)]);
}

#[test]
fn standard_input_has_its_name() {
    let inputs: Vec<_> = Walk::new(["-".into()]).stdin_name(Some("games.pgn".into())).collect();
    assert_eq!(inputs, [Ok(Input { name: "games.pgn".into(), place: Place::Stdin })]);
    let inputs: Vec<_> = Walk::new(["-".into()]).collect();
    assert_eq!(inputs, [Ok(Input { name: "-".into(), place: Place::Stdin })]);
}

#[test]
fn lists_of_files_are_read_by_lines_or_by_nul() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list");
    let paths = |text: &[u8]| {
        fs::write(&list, text).unwrap();
        read_list(&list).unwrap()
    };
    let expected: Vec<PathBuf> = vec!["a.pgn".into(), "dir/b c.pgn".into()];
    assert_eq!(paths(b"a.pgn\ndir/b c.pgn\n"), expected);
    assert_eq!(paths(b"a.pgn\r\n\r\ndir/b c.pgn"), expected);
    assert_eq!(paths(b"a.pgn\0dir/b c.pgn\0"), expected);
    assert_eq!(paths(b"a\nb.pgn\0"), [PathBuf::from("a\nb.pgn")]);
    assert_eq!(paths(b""), Vec::<PathBuf>::new());
    assert!(read_list(&folder.path().join("missing")).is_err());
}

// ---- small plain files ----

#[test]
fn small_plain_files_are_read_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    let mut buffer = vec![1; 10];
    for (bytes, limit, expected) in [
        (PGN.to_vec(), 1000, Plain::Whole),
        (Vec::new(), 1000, Plain::Whole),
        (long_text(300), 1 << 20, Plain::Whole),
        (PGN.to_vec(), PGN.len(), Plain::Whole),
        (PGN.to_vec(), PGN.len() - 1, Plain::Visit),
        (Gzip.pack(PGN), 1000, Plain::Visit),
        (zip_of(&[("a.pgn", PGN)]), 1000, Plain::Visit),
        (tar_of(&[("a.pgn", PGN)]), 1 << 20, Plain::Visit),
    ] {
        fs::write(&path, &bytes).unwrap();
        assert_eq!(read_plain(&Input::file(&path), limit, &mut buffer).unwrap(), expected);
        if expected == Plain::Whole {
            assert_eq!(buffer, bytes);
        }
    }
    assert!(read_plain(&Input::file(folder.path().join("missing")), 10, &mut buffer).is_err());
}

// ---- real records ----

#[test]
fn real_collections_are_read_and_recognised() {
    use jadoube::input::sniff::{SNIFF_HEAD, Sniff, sniff};
    use jadoube::record::Format;

    let data = Path::new("../shared/data");
    if !data.exists() {
        eprintln!("skipped: {} is not there", data.display());
        return;
    }
    let mut counts = std::collections::BTreeMap::new();
    let folders = ["pgn", "sgf", "go-formats"].map(|folder| data.join(folder));
    for input in Walk::new(folders) {
        let _ = visit(&input.unwrap(), &mut |member| {
            let mut member = member.unwrap();
            let name = member.name().to_owned();
            // The content alone must tell, without the help of the name.
            let Sniff::Record(format) = sniff(member.peek(SNIFF_HEAD), "") else { panic!("{name}") };
            *counts.entry(format).or_insert(0) += 1;
            let read = std::io::copy(&mut member, &mut std::io::sink()).unwrap();
            assert!(read > 0, "{name}");
            ControlFlow::Continue(())
        });
    }
    let expected = [(Format::Pgn, 3), (Format::Sgf, 4450), (Format::Gib, 2), (Format::Ngf, 2), (Format::Ugf, 1)];
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), expected);
}
