//! What can be taken out of games, each alone.

use super::chess::{ChessGame, Item};
use crate::pgn::TagName;

/// What is taken out of games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Removal {
    /// Comments.
    pub comments: bool,
    /// Variations.
    pub variations: bool,
    /// Numeric Annotation Glyphs.
    pub nags: bool,
    /// Clock times: `[%clk]`, `[%emt]` and their like; in SGF `BL WL OB OW`.
    pub clocks: bool,
    /// Evaluations: `[%eval]`; in SGF what engines write.
    pub evaluations: bool,
    /// Tags or properties of these names.
    pub tags: Vec<String>,
    /// All tags but the seven-tag roster and what the moves need (`FEN`, `SetUp`, `Variant`).
    pub roster_only: bool,
}

impl ChessGame<'_> {
    /// Takes out what is not wanted.
    pub(super) fn remove(&mut self, removal: &Removal) {
        if *removal == Removal::default() {
            return;
        }
        self.tags.retain(|tag| {
            let needed = tag.known.is_roster() || matches!(tag.known, TagName::FEN | TagName::SetUp | TagName::Variant);
            (needed || !removal.roster_only) && !removal.tags.iter().any(|t| t.eq_ignore_ascii_case(&tag.name))
        });
        let mut depth = 0_u32;
        self.items.retain_mut(|item| {
            match item {
                Item::Open => depth += 1,
                Item::Close => {
                    depth -= 1;
                    return !removal.variations;
                }
                _ => {}
            }
            if depth > 0 && removal.variations {
                return false;
            }
            match item {
                Item::Nag(_) => !removal.nags,
                Item::Comment(text) => {
                    if removal.clocks || removal.evaluations {
                        let stripped = strip_commands(text, removal);
                        if stripped != **text && stripped.trim().is_empty() {
                            return false;
                        }
                        *text = stripped.into();
                    }
                    if removal.comments {
                        // Clocks and evaluations are kept for those who take out words only.
                        let commands = commands_only(text);
                        *text = commands.into();
                        return !text.is_empty();
                    }
                    true
                }
                _ => true,
            }
        });
    }
}

/// The commands in a comment: `[%name …]`.
fn commands(text: &str) -> impl Iterator<Item = (std::ops::Range<usize>, &str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + text.get(from..)?.find("[%")?;
        let end = start + text[start..].find(']')? + 1;
        from = end;
        let inner = &text[start + 2..end - 1];
        Some((start..end, inner.split([' ', '\t', '\n']).next().unwrap_or_default()))
    })
}

fn strip_commands(text: &str, removal: &Removal) -> String {
    let unwanted = |name: &str| {
        (removal.clocks && matches!(name, "clk" | "emt" | "egt" | "mct" | "timestamp"))
            || (removal.evaluations && matches!(name, "eval" | "evp" | "depth"))
    };
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (range, _) in commands(text).filter(|(_, name)| unwanted(name)) {
        out.push_str(&text[at..range.start]);
        at = range.end;
        // One of the blanks around goes with it.
        if (out.is_empty() || out.ends_with(' ')) && text[at..].starts_with(' ') {
            at += 1;
        }
    }
    out.push_str(&text[at..]);
    out
}

fn commands_only(text: &str) -> String {
    commands(text).map(|(range, _)| &text[range]).collect::<Vec<_>>().join(" ")
}
