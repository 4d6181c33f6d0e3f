//! What the grammar of SGF has to say about a record.

use super::{Check, Findings};
use crate::finding::{Edit, Finding, Fix, Grade, Severity, Span};
use crate::sgf::game::Source;
use crate::sgf::{FaultKind, Stepping, TokenKind, unescaped_brackets};

const EBNF: &str = "SGF FF[4] EBNF";

/// A repair of one place.
pub(super) fn edit(grade: Grade, title: impl Into<String>, span: Span, text: impl Into<Vec<u8>>) -> Fix {
    Fix { grade, title: title.into(), edits: vec![Edit { span, text: text.into() }] }
}

/// Reports the faults that reading the tree has met.
pub(super) fn check(source: &Source<'_>, stepping: Stepping, findings: &mut Findings) {
    for fault in &source.tree.faults {
        if let Some(finding) = finding(source, stepping, fault.kind, fault.span) {
            findings.push(finding);
        }
    }
}

fn finding(source: &Source<'_>, stepping: Stepping, kind: FaultKind, span: Span) -> Option<Finding> {
    let text = span.of(source.bytes);
    let remove = |grade| edit(grade, "remove it", span, "");
    let found = match kind {
        FaultKind::TextBefore | FaultKind::TextAfter | FaultKind::TextInside => {
            return text_outside(kind, span, &source.encoding.decode_without_bom_handling(text).0);
        }
        FaultKind::TextForName => {
            Finding::new(Check::BadPropertyName, span, "a property name is made of capital letters, and this is none")
                .help("the values behind it are kept under no name")
                .law("SGF FF[4] EBNF: PropIdent")
        }
        FaultKind::Unopened => Finding::new(Check::UnopenedTree, span, "the tree starts without its `(`")
            .help("read as if it stood here")
            .fix(edit(Grade::Safe, "insert `(`", span, "("))
            .law(EBNF),
        FaultKind::Unclosed(1) => Finding::new(Check::UnclosedTree, span, "the record ends before its tree is closed")
            .help("read as if `)` stood here")
            .fix(edit(Grade::Safe, "insert `)`", span, ")"))
            .law(EBNF),
        FaultKind::Unclosed(open) => {
            Finding::new(Check::UnclosedTree, span, format!("the record ends with {open} trees that are not closed"))
                .help(format!("read as if {open} `)` stood here"))
                .fix(edit(Grade::Safe, "insert the missing `)`", span, vec![b')'; open as usize]))
                .law(EBNF)
        }
        FaultKind::SurplusClose => {
            Finding::new(Check::SurplusParenthesis, span, "this `)` closes nothing").fix(remove(Grade::Safe)).law(EBNF)
        }
        FaultKind::SurplusOpen => Finding::new(Check::SurplusParenthesis, span, "this `(` opens a tree right inside another one")
            .help("a tree starts with a node")
            .law(EBNF),
        FaultKind::MissingSemicolon => Finding::new(Check::MissingSemicolon, span, "a property stands outside of any node")
            .help("read as if `;` stood before it")
            .fix(edit(Grade::Safe, "insert `;`", span, ";"))
            .law(EBNF),
        FaultKind::NodeAfterVariation => Finding::new(Check::MisplacedNode, span, "a node follows a variation of its own tree")
            .help("read as one more variation of the same position")
            .law("SGF FF[4] EBNF: the nodes of a tree come before its variations"),
        FaultKind::EmptyTree => Finding::new(Check::EmptyVariation, span, "a tree without a node")
            .fix(remove(Grade::Safe))
            .law("SGF FF[4] EBNF: a tree has at least one node"),
        FaultKind::ValueWithoutName => {
            Finding::new(Check::ValueWithoutProperty, span, format!("the value {} stands behind no property", quoted(text)))
                .help("it is kept, and means nothing")
                .law(EBNF)
        }
        FaultKind::NameWithoutValue => name_without_value(span, text),
        FaultKind::Unterminated => unterminated(source, span, text),
        FaultKind::BareBracket => bare_bracket(source, stepping, span),
    };
    Some(found)
}

/// Text that is no part of the tree. What is only a mark, NUL bytes or odd blanks is reported as that, elsewhere.
fn text_outside(kind: FaultKind, span: Span, plain: &str) -> Option<Finding> {
    if plain.chars().all(|c| c == '\u{FEFF}') {
        // At the very start it is told of the input.
        let found = Finding::new(Check::ByteOrderMark, span, "a byte order mark stands in the middle of the text");
        return (kind != FaultKind::TextBefore || span.start > 0).then(|| found.fix(edit(Grade::Safe, "remove it", span, "")));
    }
    if plain.chars().all(|c| c.is_whitespace() || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' | '\0')) {
        let found = Finding::new(Check::OddWhitespace, span, "white space of another kind stands between the tokens");
        return Some(found.fix(edit(Grade::Safe, "write a blank", span, " ")));
    }
    let shown = quoted(plain.as_bytes());
    Some(match kind {
        FaultKind::TextBefore => Finding::new(Check::TextBeforeTree, span, format!("text stands before the tree: {shown}"))
            .fix(edit(Grade::Unsafe, "remove the text", span, "")),
        FaultKind::TextAfter => Finding::new(Check::TextAfterTree, span, format!("text stands behind the tree: {shown}"))
            .fix(edit(Grade::Unsafe, "remove the text", span, "")),
        _ => Finding::new(Check::StrayText, span, format!("text stands outside of any value: {shown}"))
            .help("it means nothing to a reader of SGF")
            .law(EBNF),
    })
}

fn name_without_value(span: Span, text: &[u8]) -> Finding {
    let name = String::from_utf8_lossy(text);
    let at = Span { start: span.end, end: span.end };
    let is_move = matches!(text, b"B" | b"W");
    let found = Finding::new(Check::PropertyWithoutValue, span, format!("the property {name} has no value")).law(EBNF);
    let grade = if is_move { Grade::Unsafe } else { Grade::Safe };
    found.fix(edit(grade, format!("write `{name}[]`"), at, "[]"))
}

fn unterminated(source: &Source<'_>, span: Span, text: &[u8]) -> Finding {
    let last = span.end as usize == source.bytes.len();
    let end = span.end as usize - text.iter().rev().take_while(|b| b.is_ascii_whitespace()).count();
    let at = Span::new(end, end);
    let found = Finding::new(Check::UnterminatedValue, span, format!("the value {} is never closed", quoted(text))).law(EBNF);
    if last {
        // The brackets of the trees are missing too.
        let count = |kind| source.tokens.iter().filter(|t| t.kind == kind).count();
        let open = count(TokenKind::Open).saturating_sub(count(TokenKind::Close));
        let text = [vec![b']'], vec![b')'; open]].concat();
        found.help("read up to the end of the record").fix(edit(Grade::Unsafe, "close the value and what it stands in", at, text))
    } else {
        found.help("read up to where play goes on").fix(edit(Grade::Safe, "insert `]`", at, "]"))
    }
}

fn bare_bracket(source: &Source<'_>, stepping: Stepping, span: Span) -> Finding {
    let inner = Span { start: span.start + 1, end: span.end.saturating_sub(1) };
    let edits = unescaped_brackets(inner.of(source.bytes), stepping)
        .map(|at| at + inner.start as usize)
        .map(|at| Edit { span: Span::new(at, at), text: b"\\".to_vec() })
        .collect();
    Finding::new(Check::UnescapedBracket, span, "a `]` inside a value is not escaped")
        .help("told by what follows: the value goes on")
        .fix(Fix { grade: Grade::Safe, title: "write `\\]`".to_owned(), edits })
        .law("SGF FF[4] Text: `]` is escaped with a backslash")
}

/// The start of a text, as it can be shown in a message.
pub(super) fn quoted(text: &[u8]) -> String {
    let shown = String::from_utf8_lossy(&text[..text.len().min(48)]);
    let cut = shown.chars().count() > 40 || text.len() > 48;
    let mut line: String = shown.chars().take(40).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if cut {
        line.push('…');
    }
    format!("`{}`", line.trim())
}

/// How grave a departure is that only old programs cannot read.
pub(super) const MINOR: Severity = Severity::Note;
