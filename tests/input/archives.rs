//! Members of archives.

use std::io::{Cursor, Write};

use jadoube::input::FaultKind;

use super::pack::*;

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
