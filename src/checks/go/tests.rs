use super::*;
use crate::checks::Check;
use crate::record::Format;

/// Checks one record and returns the names of its findings, in order of place.
fn names(text: &[u8]) -> Vec<&'static str> {
    report(text).findings.iter().map(|f| f.check.name()).collect()
}

fn report(text: &[u8]) -> RecordReport {
    let settings = Settings { estimate: false, ..Settings::default() };
    let record = RawRecord { format: Format::Sgf, bytes: text, charset: Default::default() };
    check(&settings, &record, &mut Scratch::default())
}

const ROOT: &str = "(;GM[1]FF[4]CA[UTF-8]SZ[9]";

/// What stands behind the root, and what is found there.
const SYNTAX: [(&str, &[&str]); 25] = [
    (";B[ee];W[ff])", &[]),
    (";;;B[ee];;W[ff];)", &[]),
    (";B[ee](;W[ff])(;W[gg]))", &[]),
    (";B[ee];W[ff]C[x", &["unterminated-value"]),
    ("KM[6.5;B[ee];W[ff])", &["unterminated-value"]),
    ("PB[Alpha PW[Beta];B[ee])", &["unterminated-value"]),
    (";B[ee];W[ff]C[a]b];B[gg])", &["unescaped-bracket"]),
    (";B[ee]C[(;B[aa])];W[ff])", &["unescaped-bracket"]),
    (";B[ee];W[ff]", &["unclosed-tree"]),
    (";B[ee];W[ff]))", &["surplus-parenthesis"]),
    (";B[ee];W[ff]) bye", &["text-after-tree"]),
    (";B[ee],;W[ff])", &["stray-text"]),
    ("()(;B[ee]))", &["empty-variation"]),
    ("(B[ee]))", &["missing-semicolon"]),
    (";B[ee](;W[ff]);W[gg])", &["misplaced-node"]),
    ("N;B[ee])", &["property-without-value"]),
    (";[ee];B[ee])", &["value-without-property"]),
    (";b[ee];w[ff])", &["lowercase-property"]),
    (";BLACK[ee])", &["bad-property-name"]),
    ("X-1[a];B[ee])", &["bad-property-name"]),
    ("C[one]C[two];B[ee])", &["duplicate-property"]),
    (";B[ee]N[a][b])", &["too-many-values"]),
    ("\u{A0};B[ee])", &["odd-whitespace"]),
    (";B[ee]\u{FEFF};W[ff])", &["byte-order-mark"]),
    ("C[a\0b];B[ee])", &["nul-byte"]),
];

const PROPERTIES: [(&str, &[&str]); 50] = [
    ("ZZZ[1]QQ[a]ZZZ[2];B[ee])", &["unknown-property", "unknown-property"]),
    ("CO[c];B[ee])", &["unknown-property"]),
    (";B[ee]KGSDE[aa]LZ[x y]SBKV[51]KGSSW[1]MULTIGOGM[1])", &[]),
    ("TE[Cup]RD[2004-01-01]KO[6.5]GK[1]LT[30]LC[1]TC[x];B[ee])", &[]),
    ("L[aa][bb];B[ee])", &["obsolete-property"]),
    (";B[ee]SZ[9])", &["root-property-elsewhere"]),
    ("PB[a];B[ee](;W[ff]PW[b]))", &["game-info-repeated"]),
    (";B[ee](;W[ff]PB[b])(;W[gg]PB[c]))", &[]),
    (";B[ee]AW[cc])", &["setup-and-move"]),
    (";B[ee]W[ff])", &["two-moves-in-node"]),
    ("B[ee];W[ff])", &["move-in-root"]),
    (";B[ee];TE[1])", &["annotation-without-move"]),
    (";KO[];B[ee])", &["annotation-without-move"]),
    (";B[ee]TE[1]BM[1])", &["conflicting-annotation"]),
    (";B[ee]GB[1]GW[1])", &["conflicting-annotation"]),
    (";B[ee]TR[aa]MA[aa:bb])", &["conflicting-markup"]),
    ("TB[aa]TW[aa];B[ee])", &["conflicting-markup"]),
    ("AR[aa:aa];B[ee])", &["conflicting-markup"]),
    ("AR[aa:bb][aa:bb];B[ee])", &["repeated-point"]),
    ("LB[aa:x][aa:y];B[ee])", &["repeated-point"]),
    ("CR[aa][aa];B[ee])", &["repeated-point"]),
    ("LB[aa];B[ee])", &["bad-value"]),
    ("LN[aa];B[ee])", &["bad-value"]),
    ("AB[];B[ee])", &["bad-value"]),
    ("VW[]DD[];B[ee]TB[])", &[]),
    ("CR[zz];B[ee])", &["off-board-point"]),
    ("CR[a];B[ee])", &["bad-point"]),
    (";B[a1])", &["bad-point"]),
    ("CR[bb:aa];B[ee])", &["bad-value"]),
    ("CR[aa:aa];B[ee])", &["bad-value"]),
    ("ST[7];B[ee])", &["bad-value"]),
    ("FG[];B[ee]FG[257:x])", &[]),
    ("FG[a:b];B[ee])", &["bad-value"]),
    (";B[ee]V[1,5])", &["bad-value"]),
    (";B[ee]MN[x])", &["bad-value"]),
    (";B[ee]GB[3])", &["bad-value"]),
    (";B[ee]KO[1])", &["bad-value"]),
    (";B[ee]OB[-3])", &["bad-value"]),
    (";B[ee]BL[12.5]WL[soon])", &["bad-value"]),
    ("PL[White];W[ee])", &["bad-value"]),
    (";B[ ee])", &["bad-value"]),
    (";B[jj])", &["nonstandard-pass"]),
    (";B[  ])", &["nonstandard-pass"]),
    (";B[pass])", &["nonstandard-pass"]),
    (";B[];W[ee];B[tt];W[ii])", &[]),
    ("C[&lt;b&gt; &amp;#93;];B[ee])", &["damaged-text"]),
    ("C[\\u003cb\\u003e];B[ee])", &["damaged-text"]),
    ("C[AT&T; c:\\\\users];B[ee])", &[]),
    ("PB[a\u{FFFD}];B[ee])", &["damaged-text"]),
    ("C[a\u{FEFF}b];B[ee])", &["byte-order-mark"]),
];

/// Whole records.
const RECORDS: [(&str, &[&str]); 19] = [
    ("mail (me)\n(;GM[1]FF[4]SZ[9];B[ee])", &["text-before-tree"]),
    (";GM[1]FF[4]SZ[9];B[ee])", &["unopened-tree"]),
    ("((;GM[1]FF[4]SZ[9];B[ee]))", &["surplus-parenthesis"]),
    ("(;GM[1]SZ[9];B[ee])", &["version-mismatch"]),
    ("(;GM[1]FF[5]SZ[9];B[ee])", &["version-mismatch"]),
    ("(;GM[1]FF[3]SZ[9]L[aa]AR[aa:bb];B[ee])", &["version-mismatch"]),
    ("(;GM[1]FF[4]SZ[0];B[ee])", &["bad-board-size"]),
    ("(;GM[1]FF[4]SZ[19x19];B[ee])", &["bad-board-size"]),
    ("(;GM[1]FF[4];B[ua];W[au])", &["bad-board-size"]),
    ("(;GM[1]FF[4]SZ[19:19];B[ee])", &["bad-value"]),
    ("(;GM[1]FF[4];B[pd];W[tt])", &[]),
    ("(;GM[1]FF[4]SZ[18];B[ss];W[rr])", &["nonstandard-pass"]),
    ("(;GM[1]FF[4]SZ[52];B[ZZ];W[aZ])", &[]),
    ("(;GM[2]FF[4];B[d3];W[c5])", &["not-go"]),
    ("(;GM[1]FF[4]CA[nonsense]SZ[9];B[ee])", &["bad-value"]),
    ("(;GM[1]FF[4]SZ[9]PB[张三];B[ee])", &["missing-charset"]),
    ("(;GM[1]FF[4]CA[GBK]SZ[9]PB[张三]C[黑中盘胜。];B[ee])", &["wrong-charset"]),
    ("(;GM[1]FF[4]CA[utf8]SZ[9]PB[张三];B[ee])", &[]),
    ("(;GM[1]FF[4]CA[UTF-16]SZ[9]PB[张三];B[ee])", &[]),
];

#[test]
fn each_fault_is_told_once() {
    for (tail, expected) in SYNTAX.into_iter().chain(PROPERTIES) {
        assert_eq!(names(format!("{ROOT}{tail}").as_bytes()), expected, "{tail}");
    }
    for (text, expected) in RECORDS {
        assert_eq!(names(text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn bytes_that_are_no_text() {
    let damaged = b"(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[\xE7\x8E\x8B\xE5\x85?\xE6\xB1\x9F];B[ee])";
    assert_eq!(names(damaged), ["damaged-text"]);
    let broken = b"(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[x\xFFy];B[ee])";
    let found = names(broken);
    assert!(found == ["invalid-encoding"] || found == ["wrong-charset"], "{found:?}");
    let gbk = b"(;GM[1]FF[4]CA[GBK]SZ[9]PB[\x81\x5C\x82\x5D]PW[\xD5\xC5\xC8\xFD];B[ee])";
    assert!(names(gbk).is_empty());
}

#[test]
fn repairs_take_the_fault_away() {
    let rows = SYNTAX.iter().chain(&PROPERTIES).map(|(tail, _)| format!("{ROOT}{tail}"));
    for text in rows.chain(RECORDS.iter().map(|(text, _)| (*text).to_owned())) {
        let before = report(text.as_bytes());
        for finding in &before.findings {
            let Some(fix) = &finding.fix else { continue };
            let mut bytes = text.clone().into_bytes();
            for edit in fix.edits.iter().rev() {
                bytes.splice(edit.span.range(), edit.text.iter().copied());
            }
            let after = names(&bytes);
            let shown = String::from_utf8_lossy(&bytes);
            let count = before.findings.iter().filter(|f| f.check == finding.check).count();
            let left = after.iter().filter(|&&n| n == finding.check.name()).count();
            assert!(left < count, "{} in {text} is still there in {shown}", finding.check.name());
            assert!(after.len() < before.findings.len() || finding.check == Check::BadPoint, "{text} became {shown}: {after:?}");
        }
    }
}

#[test]
fn games_are_named_and_plies_counted() {
    assert_eq!(report(format!("{ROOT};B[ee](;W[ff];B[])(;W[gg]))").as_bytes()).plies, 3);
    let hex = report(b"(;GM[11]FF[4];B[a1];W[b2])");
    assert_eq!((hex.game.as_ref(), hex.plies), ("hex", 0));
}

#[test]
fn findings_in_variations_name_their_path() {
    let report = report(format!("{ROOT};B[ee](;W[ff];B[gg])(;W[gg](;B[ff])(;B[aa]GB[9])))").as_bytes());
    let found: Vec<_> = report.findings.iter().map(|f| (f.ply, f.variation.as_deref())).collect();
    assert_eq!(found, [(Some(3), Some("2.1/3.1"))]);
}
