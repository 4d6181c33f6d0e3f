//! Archives that were cut, damaged, or made to harm.

use std::fs;
use std::io::Read;
use std::ops::ControlFlow;

use jadoube::input::{FaultKind, Input, visit};

use super::pack::*;

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
