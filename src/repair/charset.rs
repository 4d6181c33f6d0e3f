//! A Go record in another charset, written in UTF-8.

use encoding_rs::{Encoding, UTF_8};

use super::Policy;
use crate::checks::Check;
use crate::finding::Finding;
use crate::record::{Format, RawRecord};
use crate::sgf::{Charset, Token, TokenKind, lex, values};

/// The record in UTF-8, and the check that is settled by that. `None` where it was not asked for by name, where it has nothing to
/// settle, or where a value would not say the same.
pub(super) fn to_utf8(record: &RawRecord<'_>, findings: &[Finding], policy: &Policy) -> Option<(Vec<u8>, Check)> {
    let only = policy.only.as_ref().filter(|_| record.format == Format::Sgf && !policy.keep_label)?;
    let finding =
        findings.iter().find(|f| matches!(f.check, Check::WrongCharset | Check::MissingCharset) && only.has(f.check))?;
    let old = Charset::of(record.bytes);
    if old.encoding == UTF_8 {
        return None;
    }
    let [edit] = finding.fix.as_ref()?.edits.as_slice() else { return None };
    let label = if finding.check == Check::MissingCharset { "CA[UTF-8]" } else { "UTF-8" };
    let (before, after) = (record.bytes.get(..edit.span.start as usize)?, record.bytes.get(edit.span.end as usize..)?);
    let text = format!("{}{label}{}", decode(old.encoding, before)?, decode(old.encoding, after)?).into_bytes();
    let new = Charset::of(&text);
    let same = new.encoding == UTF_8 && !new.broken && same_values((record.bytes, &old), (&text, &new), label.len() > 5);
    same.then_some((text, finding.check))
}

fn decode(encoding: &'static Encoding, bytes: &[u8]) -> Option<String> {
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
    text.map(std::borrow::Cow::into_owned)
}

/// Whether all values are the same text but for that of `CA`, which was `added` or changed.
fn same_values(old: (&[u8], &Charset), new: (&[u8], &Charset), added: bool) -> bool {
    let values = |(bytes, charset): (&[u8], &Charset)| {
        let mut tokens = Vec::new();
        lex(bytes, charset.stepping, &mut tokens);
        let is_value = |t: &&Token| t.kind == TokenKind::Value;
        tokens.iter().filter(is_value).map(|t| values::text(bytes, *t, charset.encoding).into_owned()).collect::<Vec<_>>()
    };
    let (old, new) = (values(old), values(new));
    if old.len() + usize::from(added) != new.len() {
        return false;
    }
    let mut rest = new.into_iter();
    let mut skipped = 0;
    for value in old {
        let Some(mut text) = rest.next() else { return false };
        if added && skipped == 0 && text != value {
            skipped = 1;
            let Some(next) = rest.next() else { return false };
            text = next;
        }
        if text != value {
            skipped += 1;
            // The one value that may differ is the label.
            if added || text != "UTF-8" || skipped > 1 {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::repair;
    use super::*;
    use crate::check::Scratch;
    use crate::checks::Selection;
    use crate::settings::Settings;

    fn fixed(bytes: &[u8], check: Check) -> (Option<String>, Vec<Check>) {
        let mut only = Selection::none();
        only.set(check, true);
        let policy = Policy { only: Some(only), ..Policy::default() };
        let record = RawRecord { format: Format::Sgf, bytes, charset: Default::default() };
        let (report, applied) = repair(&Settings::default(), &record, &policy, &mut Scratch::default());
        let text = applied.map(|a| String::from_utf8_lossy(&a.text).into_owned());
        (text, report.findings.iter().map(|f| f.check).collect())
    }

    #[test]
    fn text_is_the_same_and_the_label_is_right() {
        let chinese = "黑中盘胜。白棋在中腹的作战过于缓慢，黑棋先手定形后";
        let japanese = "黒中押し勝ち。白は中央の戦いで緩んだため、黒が先手で決めてソ連表";
        for (label, encoding, words) in [
            ("UTF-8", encoding_rs::GB18030, chinese),
            ("Big5", encoding_rs::GB18030, chinese),
            ("UTF-8", encoding_rs::SHIFT_JIS, japanese),
        ] {
            let text = |label: &str| format!("(;FF[4]CA[{label}]SZ[9]C[{words}]PB[a\\]b];B[ee])");
            let old = text(label);
            let (old, _, lost) = encoding.encode(&old);
            assert!(!lost);
            let (new, left) = fixed(&old, Check::WrongCharset);
            assert_eq!(new.as_deref(), Some(text("UTF-8").as_str()), "{label}");
            assert!(!left.contains(&Check::WrongCharset));
        }
        let text = |label: &str| format!("(;{label}FF[4]SZ[9]C[黑中盘胜。白棋在中腹的作战过于缓慢]PB[李昌镐];B[ee])");
        let (new, left) = fixed(&encoding_rs::GB18030.encode(&text("")).0, Check::MissingCharset);
        assert_eq!(new, Some(text("CA[UTF-8]")));
        assert!(!left.contains(&Check::MissingCharset));
    }

    #[test]
    fn nothing_happens_that_was_not_named_or_would_lose_text() {
        let old = encoding_rs::GB18030.encode("(;FF[4]SZ[9]C[黑中盘胜。白棋在中腹的作战过于缓慢];B[ee])").0.into_owned();
        assert_eq!(fixed(&old, Check::WrongCharset).0, None);
        let mut broken = old;
        let end = broken.len() - 8;
        broken.insert(end, 0xFF);
        let (new, _) = fixed(&broken, Check::MissingCharset);
        assert!(new.is_none_or(|text| !text.contains("UTF-8")));
    }
}
