//! The `Termination` tag: the closed list of the PGN standard (9.8.1) and the wordings of servers and programs.
//!
//! Lichess capitalises the words of the standard; Chess.com writes a sentence (`NAME won on time`); cutechess and TCEC add
//! `illegal move`, `stalled connection`, `White mates`, `3-Fold Repetition`; FICS and ICC say `White forfeits on time`.

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// "normal": mate, resignation, stalemate, agreement, a rule: not said which.
    Normal,
    /// Mate.
    Checkmate,
    /// A player resigned.
    Resignation,
    /// A player overstepped the time.
    TimeForfeit,
    /// A player broke the rules: a second illegal move, a phone.
    RulesInfraction,
    /// The game was left.
    Abandoned,
    /// Somebody else decided.
    Adjudication,
    /// A player died.
    Death,
    /// A fire, a blackout.
    Emergency,
    /// It is not over.
    Unterminated,
    /// A player did not come.
    Forfeit,
    /// A program crashed, or lost its connection.
    Disconnection,
    /// Stalemate.
    Stalemate,
    /// The players agreed on a draw.
    Agreement,
    /// The position was repeated.
    Repetition,
    /// Fifty or seventy-five moves without capture or pawn move.
    MoveLimit,
    /// Nobody had the material to mate.
    InsufficientMaterial,
    /// A player overstepped the time, and the opponent had not the material to mate.
    TimeAgainstInsufficient,
}

/// Who is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Who<'a> {
    /// The player of the white men.
    White,
    /// The player of the black men.
    Black,
    /// The player of this name.
    Named(&'a str),
}

/// What the wording says about the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome<'a> {
    /// This player won.
    Won(Who<'a>),
    /// This player lost.
    Lost(Who<'a>),
    /// It was a draw.
    Drawn,
}

/// What a `Termination` value says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Termination<'a> {
    /// Why the game ended, if it is said.
    pub reason: Option<Reason>,
    /// Who won, if it is said.
    pub outcome: Option<Outcome<'a>>,
}

impl<'a> Termination<'a> {
    /// Reads a `Termination` value; `None` for words that are not known.
    ///
    /// ```
    /// use jadoube::values::termination::{Outcome, Reason, Termination, Who};
    /// let read = Termination::read("Anna won on time");
    /// assert_eq!(read, Some(Termination { reason: Some(Reason::TimeForfeit), outcome: Some(Outcome::Won(Who::Named("Anna"))) }));
    /// ```
    pub fn read(text: &'a str) -> Option<Self> {
        let text = text.trim().trim_end_matches(['.', '!']);
        // The longest player names and reasons stay far below this; anything longer is a story.
        if text.is_empty() || text.len() > 300 {
            return None;
        }
        let mut buffer = [0; 300];
        let lower = &mut buffer[..text.len()];
        lower.copy_from_slice(text.as_bytes());
        lower.make_ascii_lowercase();
        // Only ASCII letters changed, so it is still UTF-8 and every offset still holds.
        let lower = std::str::from_utf8(lower).ok()?;
        if let Some(reason) = plain(lower) {
            return Some(Termination { reason: Some(reason), outcome: plain_outcome(reason) });
        }
        drawn(lower).or_else(|| sentence(text, lower))
    }
}

/// The wordings that name no player.
fn plain(lower: &str) -> Option<Reason> {
    Some(match lower {
        "normal" | "normal termination" => Reason::Normal,
        "time forfeit" | "time" | "on time" | "timeout" | "time out" | "time loss" | "loss on time" | "lost on time"
        | "won on time" | "flag fall" | "flag-fall" | "flagfall" | "flag" | "time control" | "forfeit on time"
        | "forfeits on time" | "time forfeiture" | "overstepped time" => Reason::TimeForfeit,
        "rules infraction"
        | "rule infraction"
        | "illegal move"
        | "illegal moves"
        | "second illegal move"
        | "cheat"
        | "cheating"
        | "fair play violation" => Reason::RulesInfraction,
        "abandoned" | "abandonment" | "game abandoned" => Reason::Abandoned,
        "adjudication"
        | "adjudicated"
        | "adjudicated win"
        | "adjudicated draw"
        | "tcec draw rule"
        | "tcec win rule"
        | "syzygytb"
        | "tb position"
        | "tb adjudication"
        | "manual adjudication"
        | "draw adjudication"
        | "win adjudication" => Reason::Adjudication,
        "death" => Reason::Death,
        "emergency" => Reason::Emergency,
        "unterminated" | "in progress" | "unfinished" | "adjourned" | "ongoing" => Reason::Unterminated,
        "forfeit" | "default" | "no show" | "no-show" | "bye" | "walkover" => Reason::Forfeit,
        "stalled connection" | "disconnection" | "disconnected" | "disconnect" | "crash" | "connection lost" => {
            Reason::Disconnection
        }
        "checkmate" | "mate" | "by checkmate" => Reason::Checkmate,
        "resignation" | "resigned" | "resigns" | "by resignation" => Reason::Resignation,
        "stalemate" => Reason::Stalemate,
        "agreement" | "mutual agreement" | "draw agreed" | "agreed draw" | "draw by agreement" => Reason::Agreement,
        "repetition"
        | "threefold repetition"
        | "3-fold repetition"
        | "fivefold repetition"
        | "5-fold repetition"
        | "three-fold repetition"
        | "five-fold repetition" => Reason::Repetition,
        "fifty moves" | "fifty moves rule" | "fifty-move rule" | "fifty move rule" | "50-move rule" | "50 move rule"
        | "50 moves rule" | "fifty-moves rule" | "50mr" | "seventy-five moves" | "75-move rule" | "75 move rule"
        | "75 moves rule" => Reason::MoveLimit,
        "insufficient material" | "insufficient mating material" | "dead position" => Reason::InsufficientMaterial,
        "timeout vs insufficient material" | "time vs insufficient material" => Reason::TimeAgainstInsufficient,
        _ => return None,
    })
}

/// Reasons that only a draw can have.
fn plain_outcome(reason: Reason) -> Option<Outcome<'static>> {
    matches!(
        reason,
        Reason::Stalemate
            | Reason::Agreement
            | Reason::Repetition
            | Reason::MoveLimit
            | Reason::InsufficientMaterial
            | Reason::TimeAgainstInsufficient
    )
    .then_some(Outcome::Drawn)
}

/// "Game drawn by repetition", "Draw by 3-fold repetition".
fn drawn(lower: &str) -> Option<Termination<'static>> {
    let tail = ["game drawn", "drawn", "draw"].iter().find_map(|start| lower.strip_prefix(start))?;
    let tail = tail.trim_start_matches([' ', '-', ':', ',']);
    let tail = ["by ", "due to ", "because of ", "on "].iter().find_map(|start| tail.strip_prefix(start)).unwrap_or(tail);
    let reason = match tail.trim() {
        "" => None,
        tail => Some(plain(tail)?),
    };
    Some(Termination { reason, outcome: Some(Outcome::Drawn) })
}

/// How a sentence about a player goes on behind the name, what that says of the player, and the reason if the words hold one.
const PREDICATES: &[(&str, bool, Option<Reason>)] = &[
    (" won", true, None),
    (" wins", true, None),
    (" mates", true, Some(Reason::Checkmate)),
    (" checkmates", true, Some(Reason::Checkmate)),
    (" is checkmated", false, Some(Reason::Checkmate)),
    (" checkmated", false, Some(Reason::Checkmate)),
    (" is mated", false, Some(Reason::Checkmate)),
    (" resigns", false, Some(Reason::Resignation)),
    (" resigned", false, Some(Reason::Resignation)),
    (" forfeits", false, Some(Reason::Forfeit)),
    (" forfeited", false, Some(Reason::Forfeit)),
    (" loses", false, None),
    (" lost", false, None),
    (" ran out of time", false, Some(Reason::TimeForfeit)),
    (" runs out of time", false, Some(Reason::TimeForfeit)),
    (" timed out", false, Some(Reason::TimeForfeit)),
    (" oversteps the time", false, Some(Reason::TimeForfeit)),
    (" flags", false, Some(Reason::TimeForfeit)),
    (" flagged", false, Some(Reason::TimeForfeit)),
    (" disconnects", false, Some(Reason::Disconnection)),
    (" disconnected", false, Some(Reason::Disconnection)),
    ("'s connection stalls", false, Some(Reason::Disconnection)),
    (" makes an illegal move", false, Some(Reason::RulesInfraction)),
    (" abandoned the game", false, Some(Reason::Abandoned)),
    (" abandons the game", false, Some(Reason::Abandoned)),
];

/// "NAME won by checkmate", "White resigns", "Black forfeits on time".
fn sentence<'a>(text: &'a str, lower: &str) -> Option<Termination<'a>> {
    // The last place where any predicate fits: a player may be called "Who won".
    let (at, predicate) = PREDICATES
        .iter()
        .filter_map(|predicate| {
            let at = lower.rfind(predicate.0)?;
            let behind = &lower[at + predicate.0.len()..];
            let word_ends = behind.is_empty() || behind.starts_with([' ', ',', ':', '-', '(']);
            (at > 0 && word_ends).then_some((at, predicate))
        })
        .max_by_key(|(at, predicate)| (*at, predicate.0.len()))?;
    let name = text[..at].trim();
    let tail = lower[at + predicate.0.len()..].trim_start_matches([' ', '-', ':', ',', '(']).trim_end_matches(')').trim();
    let tail = ["by ", "on ", "due to ", "because of ", "via "].iter().find_map(|start| tail.strip_prefix(start)).unwrap_or(tail);
    let reason = match tail {
        "" => predicate.2,
        tail => Some(plain(tail).or_else(|| longer_reason(tail)).or_else(|| variant_reason(tail))?),
    };
    let who = match name.to_ascii_lowercase().as_str() {
        "white" => Who::White,
        "black" => Who::Black,
        _ => Who::Named(name),
    };
    Some(Termination { reason, outcome: Some(if predicate.1 { Outcome::Won(who) } else { Outcome::Lost(who) }) })
}

/// Reasons with more words in them.
fn longer_reason(tail: &str) -> Option<Reason> {
    let holds = |words: &[&str]| words.iter().any(|word| tail.contains(word));
    if holds(&["abandon"]) {
        Some(Reason::Abandoned)
    } else if holds(&["disconnect", "connection"]) {
        Some(Reason::Disconnection)
    } else if holds(&["illegal", "infraction", "fair play"]) {
        Some(Reason::RulesInfraction)
    } else if holds(&["adjudicat"]) {
        Some(Reason::Adjudication)
    } else if holds(&["checkmate"]) {
        Some(Reason::Checkmate)
    } else if holds(&["resign"]) {
        Some(Reason::Resignation)
    } else {
        None
    }
}

/// "king of the hill", "three checks": won by the normal means of a variant.
fn variant_reason(tail: &str) -> Option<Reason> {
    matches!(tail, "king of the hill" | "three checks" | "three-check" | "explosion" | "promotion" | "variant")
        .then_some(Reason::Normal)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn reason(text: &str) -> Option<Reason> {
        Termination::read(text)?.reason
    }

    #[test]
    fn the_list_of_the_standard_in_any_case() {
        for (text, expected) in [
            ("abandoned", Reason::Abandoned),
            ("adjudication", Reason::Adjudication),
            ("death", Reason::Death),
            ("emergency", Reason::Emergency),
            ("normal", Reason::Normal),
            ("rules infraction", Reason::RulesInfraction),
            ("time forfeit", Reason::TimeForfeit),
            ("unterminated", Reason::Unterminated),
            ("Time forfeit", Reason::TimeForfeit),
            ("NORMAL", Reason::Normal),
            (" Rules infraction. ", Reason::RulesInfraction),
        ] {
            let read = Termination::read(text).unwrap();
            assert_eq!(read, Termination { reason: Some(expected), outcome: None }, "{text}");
        }
    }

    #[test]
    fn sentences_name_a_winner() {
        for (text, name, expected) in [
            ("A won by checkmate", "A", Reason::Checkmate),
            ("Hikaru won on time", "Hikaru", Reason::TimeForfeit),
            ("Who won won by resignation", "Who won", Reason::Resignation),
            ("x_y won - game abandoned", "x_y", Reason::Abandoned),
            ("Müller, Karl won by resignation", "Müller, Karl", Reason::Resignation),
            ("Anna wins by adjudication", "Anna", Reason::Adjudication),
        ] {
            let read = Termination::read(text).unwrap();
            assert_eq!(read.reason, Some(expected), "{text}");
            assert_eq!(read.outcome, Some(Outcome::Won(Who::Named(name))), "{text}");
        }
        assert_eq!(Termination::read("White mates").unwrap().outcome, Some(Outcome::Won(Who::White)));
        assert_eq!(
            Termination::read("Black won").unwrap(),
            Termination { reason: None, outcome: Some(Outcome::Won(Who::Black)) }
        );
    }

    #[test]
    fn sentences_name_a_loser() {
        for (text, who, expected) in [
            ("White resigns", Who::White, Reason::Resignation),
            ("Black forfeits on time", Who::Black, Reason::TimeForfeit),
            ("Black checkmated", Who::Black, Reason::Checkmate),
            ("White's connection stalls", Who::White, Reason::Disconnection),
            ("White loses on time", Who::White, Reason::TimeForfeit),
            ("Black makes an illegal move", Who::Black, Reason::RulesInfraction),
            ("Bob lost on time", Who::Named("Bob"), Reason::TimeForfeit),
            ("White forfeits by disconnection", Who::White, Reason::Disconnection),
        ] {
            let read = Termination::read(text).unwrap();
            assert_eq!(read, Termination { reason: Some(expected), outcome: Some(Outcome::Lost(who)) }, "{text}");
        }
    }

    #[test]
    fn draws_say_why() {
        for (text, expected) in [
            ("Game drawn by repetition", Some(Reason::Repetition)),
            ("Game drawn by timeout vs insufficient material", Some(Reason::TimeAgainstInsufficient)),
            ("Game drawn by 50-move rule", Some(Reason::MoveLimit)),
            ("Game drawn by stalemate", Some(Reason::Stalemate)),
            ("Draw by 3-fold repetition", Some(Reason::Repetition)),
            ("Draw by fifty moves rule", Some(Reason::MoveLimit)),
            ("Draw by insufficient mating material", Some(Reason::InsufficientMaterial)),
            ("Drawn", None),
            ("3-Fold Repetition", Some(Reason::Repetition)),
            ("Stalemate", Some(Reason::Stalemate)),
        ] {
            assert_eq!(
                Termination::read(text).unwrap(),
                Termination { reason: expected, outcome: Some(Outcome::Drawn) },
                "{text}"
            );
        }
    }

    #[test]
    fn unknown_words_are_not_guessed() {
        for text in ["", " ", "whatever", "A won by magic", " won", "Drawn by lot", "see note"] {
            assert_eq!(Termination::read(text), None, "{text:?}");
        }
        assert_eq!(reason("TCEC draw rule"), Some(Reason::Adjudication));
        assert_eq!(Termination::read(&"x".repeat(1000)), None);
    }
}
