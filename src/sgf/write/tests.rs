#![allow(clippy::unwrap_used)]

use super::*;
use crate::sgf::game::{Header, Source};
use crate::sgf::{Charset, Tree, lex};

fn read(bytes: &[u8]) -> Document {
    let charset = Charset::of(bytes);
    let mut tokens = Vec::new();
    lex(bytes, charset.stepping, &mut tokens);
    let mut tree = Tree::default();
    tree.read(bytes, &tokens);
    let source = Source { bytes, tokens: &tokens, tree: &tree, encoding: charset.encoding };
    let header = Header::read(&source);
    Document::read(&source, header.width, header.height, header.game == 1)
}

/// Writes a record twice: once must be enough.
fn normal(text: &str) -> String {
    let document = read(text.as_bytes());
    let once = write(&document, Layout::default());
    let again = read(once.as_bytes());
    assert_eq!(write(&again, Layout::default()), once, "written twice is written once");
    assert!(again.lost.is_empty());
    once
}

const ROOT: &str = "FF[4]GM[1]CA[UTF-8]";

#[test]
fn canonical_order_and_layout() {
    let text = "( ; PW [b] SZ[9] CA[GBK] PB[a] FF[3] AP[x:1.0];C[hi]B[aa](;W[bb])(;W[cc];B[dd]))";
    let expected = format!("(;{ROOT}AP[x:1.0]SZ[9]PB[a]PW[b]\n;B[aa]C[hi]\n(;W[bb])\n(;W[cc];B[dd]))\n");
    assert_eq!(normal(text), expected);
}

#[test]
fn values_are_escaped_by_their_type() {
    let text = "(;SZ[9]C[a\\]b\\\\c:d\\\ne\nf]AP[a\\:b:c]LB[aa:x\\:y][bb:\\]]GN[line\nbreak]ZZZ[raw\\:\\]x])";
    assert_eq!(
        normal(text),
        format!("(;{ROOT}AP[a\\:b:c]SZ[9]GN[line break]C[a\\]b\\\\c:de\nf]LB[aa:x\\:y][bb:\\]]ZZZ[raw\\:\\]x])\n")
    );
}

#[test]
fn old_and_broken_records_become_ff4() {
    assert_eq!(normal("(;GaMe[1]SiZe[9]Black[jj];White[ee])"), format!("(;{ROOT}SZ[9]B[]\n;W[ee])\n"));
    assert_eq!(normal("(GM[1];B[tt];W[aa]"), format!("(;{ROOT}SZ[19]\n;B[];W[aa])\n"));
    assert_eq!(normal("(;SZ[9]AB[cc:aa][ii]AB[ii]PL[White]W[dd])"), format!("(;{ROOT}SZ[9]AB[aa:cc][ii]PL[W]\n;W[dd])\n"));
    assert_eq!(normal("(;SZ[9];B[aa]W[bb]C[x])"), format!("(;{ROOT}SZ[9]\n;B[aa];W[bb]C[x])\n"));
    assert_eq!(normal("(;SZ[9]PW[foo[3k]]C[one]C[two])"), format!("(;{ROOT}SZ[9]PW[foo[3k\\]]C[one\ntwo])\n"));
}

#[test]
fn what_cannot_be_kept_is_said() {
    let document = read(b"(;SZ[9]PB[a]PB[b]AP[x:1][y:2];[zz]B[aa])");
    assert_eq!(document.lost.len(), 3, "{:?}", document.lost);
    assert!(read(b"(;SZ[9]GN[][]PB[a]PB[a]PW[][b])").lost.is_empty());
}

#[test]
fn old_readers_get_what_they_know() {
    let document = read(b"(;SZ[9]AB[aa:bb];W[];B[cc])");
    let layout = Layout { ff3: true, ..Layout::default() };
    assert_eq!(write(&document, layout), "(;FF[3]GM[1]CA[UTF-8]SZ[9]AB[aa][ba][ab][bb]\n;W[tt];B[cc])\n");
}

#[test]
fn lines_break_between_values() {
    let text = format!("(;SZ[19]AB{}C[{}];B[aa])", "[qq:ab]".to_owned() + &"[bc]".repeat(40), "word ".repeat(40));
    let out = normal(&text);
    let moves = format!("(;SZ[19]{})", ";B[aa];W[bb]".repeat(50));
    assert!(normal(&moves).lines().all(|l| l.len() <= 79));
    assert!(out.contains(&"word ".repeat(40)), "text is not broken");
}

#[test]
fn deep_trees_cost_no_stack() {
    let text = format!("(;SZ[9]{}{})", "(;C[x](;C[y])".repeat(50_000), ")".repeat(50_000));
    let document = read(text.as_bytes());
    let out = write(&document, Layout::default());
    let again = read(out.as_bytes());
    assert_eq!(again.nodes.len(), document.nodes.len());
    assert!(write(&again, Layout::default()) == out);
}

#[test]
fn every_charset_comes_out_as_utf8() {
    let bytes = b"(;CA[GBK]SZ[9]PB[\x81\x5C\x82\x5D\xB6\xCE];B[ee])";
    let out = write(&read(bytes), Layout::default());
    assert_eq!(out, format!("(;{ROOT}SZ[9]PB[乗俔段]\n;B[ee])\n"));
}
