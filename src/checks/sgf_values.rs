//! Values of SGF properties: are they of the type of their property.

use super::Check;
use super::sgf_properties::Context;
use super::sgf_syntax::{edit, quoted};
use crate::finding::{Finding, Grade};
use crate::go::Color;
use crate::sgf::game::{color, id};
use crate::sgf::properties::Kind;
use crate::sgf::values::{compose, is_real, number, trim};
use crate::sgf::{Entry, Token};

/// Checks the values of one property. Points are checked with the others of their node; dates, results, komi and what else the
/// game is about have checks of their own.
pub(super) fn check(context: &mut Context<'_, '_>, entry: &Entry, root: bool) {
    let source = context.source;
    let Some(&token) = source.values(entry).first() else { return };
    let text = source.first(entry);
    let property = entry.id.property();
    match property.kind {
        Kind::None => {
            // Sina writes the komi as `KO`, in the root.
            let komi = entry.id == id::KO && root && is_real(text);
            if !text.is_empty() && !komi {
                bad(context, token, format!("{} takes no value and has {}", property.name, quoted(text)), None);
            }
        }
        Kind::Double if entry.id == id::TE && root && !text.is_empty() && number(text).is_none() => {}
        Kind::Double if !matches!(text, b"1" | b"2") => {
            bad(context, token, format!("{} is 1 or 2, not {}", property.name, quoted(text)), None);
        }
        Kind::Number => whole_number(context, entry, token, text),
        Kind::Real if !matches!(entry.id, id::KM | id::TM) && !is_real(text) => {
            let with_dot: Vec<u8> = text.iter().map(|&b| if b == b',' { b'.' } else { b }).collect();
            let fix = is_real(&with_dot).then(|| String::from_utf8_lossy(&with_dot).into_owned());
            bad(context, token, format!("{} is a number, not {}", property.name, quoted(text)), fix);
        }
        Kind::Color if !matches!(text, b"B" | b"W") => {
            let fix = color(text).map(|c| if c == Color::Black { "B" } else { "W" }.to_owned());
            bad(context, token, format!("{} is B or W, not {}", property.name, quoted(text)), fix);
        }
        Kind::Figure if !text.is_empty() => {
            let flags = compose(text).map_or(text, |(flags, _)| flags);
            if number(trim(flags)).is_none() {
                bad(
                    context,
                    token,
                    format!("{} is empty or flags and a name with a colon, not {}", property.name, quoted(text)),
                    None,
                );
            }
        }
        _ => {}
    }
}

fn whole_number(context: &mut Context<'_, '_>, entry: &Entry, token: Token, text: &[u8]) {
    let name = entry.id.property().name;
    let value = number(text);
    let allowed = match entry.id {
        // Judged by what else the record says.
        id::FF | id::HA => return,
        id::ST => 0..=3,
        id::GM => 1..=40,
        id::PM => 0..=2,
        id::OB | id::OW => 0..=i64::MAX,
        _ => i64::MIN..=i64::MAX,
    };
    if value.is_some_and(|n| allowed.contains(&n)) {
        return;
    }
    let message = match value {
        Some(n) => format!("{name} cannot be {n}"),
        None => format!("{name} is a whole number, not {}", quoted(text)),
    };
    bad(context, token, message, None);
}

/// A value of the wrong type.
pub(super) fn bad(context: &mut Context<'_, '_>, token: Token, message: String, understood: Option<String>) {
    let mut found = Finding::new(Check::BadValue, token.span, message).law("SGF FF[4] property values");
    if let Some(text) = understood {
        found =
            found.help(format!("understood as `{text}`")).fix(edit(Grade::Safe, format!("write `{text}`"), token.inner(), text));
    }
    context.push(found);
}
