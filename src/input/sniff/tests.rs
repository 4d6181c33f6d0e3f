#![allow(clippy::panic)]
use super::*;

fn is(format: Format) -> Sniff {
    Sniff::Record(format)
}

#[test]
fn content_tells_the_format_under_any_name() {
    let cases: [(&[u8], Format); 31] = [
        (b"[Event \"T\"]\n", Format::Pgn),
        (b"\xEF\xBB\xBF[Event \"T\"]\n", Format::Pgn),
        (b"\r\n\r\n  [ Event \"T\" ]\r\n", Format::Pgn),
        (b"% a comment\n[White \"A\"]\n", Format::Pgn),
        (b"From: a@b\nSubject: games\n\n[Event \"T\"]\n", Format::Pgn),
        (b"<html><pre>[Event \"T\"]\n", Format::Pgn),
        (b"[Event \"(;GM[1]\"]\n", Format::Pgn),
        (b"1. e4 e5 2. Nf3", Format::Pgn),
        (b"1.e4 c5 *", Format::Pgn),
        (b"12... Qxd5+ 13. O-O", Format::Pgn),
        (b"{ comment } 1. Sf3 Sf6", Format::Pgn),
        (b"(;GM[1]FF[4])", Format::Sgf),
        (b"(\n ; GM [1])", Format::Sgf),
        (b"(;)", Format::Sgf),
        (b"(;;B[aa])", Format::Sgf),
        (b"(;[UTF-8]AP[x])", Format::Sgf),
        (b"From: a@b\n\n(;FF[4])", Format::Sgf),
        (b"(;C[\n[Event \"T\"]\n])", Format::Sgf),
        (b"(;GaMe[1]BLACK[qd])", Format::Sgf),
        (b";GM[1]SZ[19];B[aa])", Format::Sgf),
        (b"GM[1]FF[4]", Format::Sgf),
        (b"(GM[1]FF[3];B[aa])", Format::Sgf),
        (b"\xEF\xBB\xBF(;CA[UTF-8])", Format::Sgf),
        (b"[(;FF[4]GM[1])", Format::Sgf),
        (b"\\HS\r\n\\[GIBOKIND=Korea\\]", Format::Gib),
        (b"\\[GAMEBLACKNAME=a\\]\n\\HE", Format::Gib),
        (b"garbage\nSTO 0 2 1 15 3\n", Format::Gib),
        (b"[Header]\r\nVer=UGF3\r\n", Format::Ugf),
        (b"[header]\nLang=SJIS\n", Format::Ugf),
        (b"Rated game\n19\nwhite\nblack\nwww.cyberoro.com\n0\n0\n6\n2017\n5\nW\n2\nPMABWQRRQ\nPMACBEEEE\n", Format::Ngf),
        (b"GI\nGI\nGI19\nPMABBREER\n", Format::Ngf),
    ];
    for (text, format) in cases {
        for name in ["x", "x.pgn", "x.sgf", "a.zip!x.gib"] {
            assert_eq!(sniff(text, name), is(format), "{:?} as {name}", String::from_utf8_lossy(text));
        }
    }
}

#[test]
fn utf16_is_looked_through() {
    for (text, format) in [("[Event \"T\"]\n", Format::Pgn), ("(;GM[1]PB[李])", Format::Sgf)] {
        for mark in ["", "\u{FEFF}"] {
            let units: Vec<u16> = format!("{mark}{text}").encode_utf16().collect();
            let little: Vec<u8> = units.iter().flat_map(|u| u.to_le_bytes()).collect();
            let big: Vec<u8> = units.iter().flat_map(|u| u.to_be_bytes()).collect();
            assert_eq!(sniff(&little, ""), is(format));
            assert_eq!(sniff(&big, ""), is(format));
        }
    }
}

#[test]
fn the_name_tells_what_content_does_not() {
    for (name, format) in [
        ("a.pgn", Format::Pgn),
        ("a.PGN.gz", Format::Pgn),
        ("b.zip!dir/a.sgf", Format::Sgf),
        ("a.gib", Format::Gib),
        ("a.ngf", Format::Ngf),
        ("a.ugi", Format::Ugf),
    ] {
        assert_eq!(sniff(b"what is this", name), is(format), "{name}");
    }
    assert_eq!(sniff(b"what is this", "a.txt"), Sniff::Junk(Cow::Borrowed("text without a game record")));
}

#[test]
fn nothing_is_nothing() {
    for text in [&b""[..], b" \r\n\t", b"\xEF\xBB\xBF", b"\xEF\xBB\xBF\n", b"\xFF\xFE", b"\xFF\xFE\n\0"] {
        assert_eq!(sniff(text, "a.sgf"), Sniff::Blank, "{text:?}");
    }
}

#[test]
fn junk_under_the_name_of_a_record_is_named() {
    let page = b"<!DOCTYPE html>\n<html><head><script>for(;;){a(;b[1])}</script></head><body>404 Not Found</body></html>";
    let binary: Vec<u8> = (0..2000_u32).map(|i| (i * 7919 % 251) as u8).collect();
    let cases: [(&[u8], &str); 11] = [
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", "git-lfs"),
        (b"/annex/objects/SHA256E-s31390--f50d7ac4.sgf\n", "git-annex"),
        (b"../.git/annex/objects/5Q/kz/SHA256E-s3--ab/SHA256E-s3--ab.sgf", "git-annex"),
        (b"../../games/1999/a.sgf", "link to ../../games/1999/a.sgf"),
        (page, "HTML"),
        (b"<?xml version=\"1.0\"?>\n<Go><Node/></Go>", "XML"),
        (b"%PDF-1.4\n%\xE2\xE3\xCF\xD3\n", "PDF"),
        (b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR", "PNG"),
        (b"{\"type\":\"game\"}", "JSON"),
        (&binary, "binary"),
        (b"SQLite format 3\0\x10\0", "SQLite"),
    ];
    for (text, part) in cases {
        for name in ["a.sgf", "a.pgn"] {
            let Sniff::Junk(what) = sniff(text, name) else { panic!("{part} as {name}") };
            assert!(what.contains(part), "{what} for {part}");
        }
    }
}

#[test]
fn any_bytes_are_sniffed_without_panic() {
    let seeds: [&[u8]; 6] = [b"(;GM[1]", b"[Event \"T\"]", b"\\HS\n", b"1. e4", b"PMABBREER", b"\xFF\xFE(\0;\0"];
    for seed in seeds {
        for cut in 0..=seed.len() {
            for byte in [0, b'(', b';', b'[', b'.', b'<', b'{', 0xFF, 0xEF] {
                let mut text = seed[..cut].to_vec();
                text.push(byte);
                text.extend_from_slice(&seed[cut..]);
                let _ = sniff(&text, "a.pgn");
                let _ = sniff(&text[..cut + 1], "");
            }
        }
    }
}
