//! Which language the piece letters of a record are in.
//!
//! Decided over the whole record, never letter by letter: a language must be able to read every word that any language can read, and
//! the game must then replay. If two languages do, with different moves, the first word on which they differ is ambiguous. A game that
//! replays in no language has a fault of its own; if only one language brings it far beyond where English fails, it is in that one.

use super::walker::{Walk, Walker};
use crate::checks::Findings;
use crate::chess::Move;
use crate::pgn::Lexed;
use crate::record::RawRecord;
use crate::replay::dialect::{ENGLISH, FOREIGN, Language, Word};
use crate::replay::facts::{ChessReplay, StopReason};

/// So many moves more than in English must be replayed in a language in which the game cannot be replayed whole either.
const BEYOND_ENGLISH: usize = 8;

/// What a replay in one language came to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Trial {
    /// The moves made, with their tokens.
    pub(super) moves: Vec<(u32, Option<Move>)>,
    /// Variations that could not be replayed to their end.
    pub(super) failures: u32,
}

/// The language decided on.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) language: &'static Language,
    /// Where a second language that fits as well reads another move: token, names, moves.
    pub(super) split: Option<(u32, [&'static str; 2], [Move; 2])>,
    /// What to tell with a word that cannot be read.
    pub(super) help: Option<String>,
}

/// Whether a word of the record begins with a letter that means no man in English, or a pawn, or promotes to such a letter.
pub(super) fn suspects_language(walker: &Walker<'_>) -> bool {
    let foreign =
        |letter: char| letter.is_alphabetic() && !matches!(letter.to_ascii_uppercase(), 'K' | 'Q' | 'R' | 'B' | 'N' | 'O');
    walker.words().any(|word| {
        let first = word.chars().next().is_some_and(|first| foreign(first) && !matches!(first, 'a'..='h'));
        first
            || word
                .split_once('=')
                .is_some_and(|(_, promoted)| promoted.chars().any(|letter| foreign(letter) && !matches!(letter, 'P' | 'p')))
    })
}

/// Decides on the language of a record.
pub(super) fn infer(record: &RawRecord<'_>, lexed: &Lexed, replay: &ChessReplay, findings: &Findings) -> Choice {
    let languages: Vec<&'static Language> = std::iter::once(&ENGLISH).chain(FOREIGN).collect();
    let mut able = u32::MAX;
    {
        let mut out = replay.clone();
        let mut pending = Vec::new();
        let walker = Walker::new(record, lexed, &mut out, findings, &mut pending, &ENGLISH);
        for word in walker.words() {
            let mask = languages
                .iter()
                .enumerate()
                .fold(0u32, |mask, (index, language)| mask | u32::from(Word::parse(&word, language).is_some()) << index);
            if mask != 0 {
                able &= mask;
            }
        }
    }
    let mut best: Vec<(&'static Language, Trial)> = Vec::new();
    let mut farthest: Option<(&'static Language, usize)> = None;
    let mut rivals = false;
    for (index, &language) in languages.iter().enumerate() {
        if able >> index & 1 == 0 {
            continue;
        }
        let (trial, complete, plies) = try_language(record, lexed, replay, findings, language);
        if !complete {
            match farthest {
                Some((_, most)) if plies < most => {}
                Some((_, most)) if plies == most => rivals = true,
                _ => (farthest, rivals) = (Some((language, plies)), false),
            }
            continue;
        }
        match best.first() {
            Some((_, other)) if other.failures < trial.failures => {}
            Some((_, other)) if other.failures > trial.failures => best = vec![(language, trial)],
            _ => best.push((language, trial)),
        }
    }
    let Some((language, trial)) = best.first() else {
        if let Some((language, plies)) = farthest
            && !rivals
            && plies >= replay.plies.len() + BEYOND_ENGLISH
        {
            return Choice { language, split: None, help: None };
        }
        let help = farthest.filter(|(language, plies)| !language.is_english() && *plies > 0).map(|(language, plies)| {
            format!("the piece letters can be {} ones, but with them the game replays only to ply {plies}", language.name)
        });
        return Choice { language: &ENGLISH, split: None, help };
    };
    let split = best.iter().skip(1).find_map(|(other, moves)| {
        let (a, b) = trial.moves.iter().zip(&moves.moves).find(|(a, b)| a != b)?;
        Some((a.0.min(b.0), [language.name, other.name], [a.1?, b.1?]))
    });
    Choice { language, split, help: None }
}

fn try_language(
    record: &RawRecord<'_>,
    lexed: &Lexed,
    replay: &ChessReplay,
    findings: &Findings,
    language: &'static Language,
) -> (Trial, bool, usize) {
    let mut out = replay.clone();
    let mut pending = Vec::new();
    let mut walker = Walker::new(record, lexed, &mut out, findings, &mut pending, language);
    walker.settle_language(&Choice { language, split: None, help: None });
    walker.trial = Some(Trial::default());
    let done = walker.run() == Walk::Done;
    let trial = walker.trial.take().unwrap_or_default();
    let complete = done && out.stop.is_none_or(|stop| stop.reason == StopReason::AfterEnd);
    (trial, complete, out.plies.len())
}
