//! Single files, plain and compressed, whole and damaged.

use jadoube::input::FaultKind;

use super::pack::*;

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
