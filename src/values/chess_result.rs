//! Results of chess games and the ways people write them.

use super::Reading;
use super::text::fold;
use std::fmt;

/// The result of a chess game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChessResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: unfinished or unknown.
    Unknown,
}

impl ChessResult {
    /// The normal form.
    pub const fn text(self) -> &'static str {
        match self {
            ChessResult::WhiteWins => "1-0",
            ChessResult::BlackWins => "0-1",
            ChessResult::Draw => "1/2-1/2",
            ChessResult::Unknown => "*",
        }
    }

    /// Reads the normal form only, without looking at other wordings.
    pub const fn standard(text: &[u8]) -> Option<ChessResult> {
        match text {
            b"1-0" => Some(ChessResult::WhiteWins),
            b"0-1" => Some(ChessResult::BlackWins),
            b"1/2-1/2" => Some(ChessResult::Draw),
            b"*" => Some(ChessResult::Unknown),
            _ => None,
        }
    }

    /// Whether one side won.
    pub const fn is_decisive(self) -> bool {
        matches!(self, ChessResult::WhiteWins | ChessResult::BlackWins)
    }

    /// Reads a result in any wording that has one meaning. Results the standard has no value for (`0-0`, `1/2-0`) are unreadable.
    pub fn read(text: &str) -> Reading<ChessResult> {
        if let Some(result) = ChessResult::standard(text.as_bytes()) {
            return Reading::Standard(result);
        }
        if text.len() > 80 {
            return Reading::Unreadable;
        }
        let folded = fold(text);
        let folded = folded.trim_start_matches(['"', '(', '[', '{', ' ']).trim_end_matches(['.', '!', '"', ')', ']', '}', ' ']);
        match score(folded).or_else(|| words(folded)) {
            Some(result) => Reading::Understood(result),
            None => Reading::Unreadable,
        }
    }
}

impl fmt::Display for ChessResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// What one side of a score says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Won,
    Lost,
    Drawn,
    /// `+` and `-`: won or lost without play.
    WonByForfeit,
    LostByForfeit,
}

/// Reads two half scores: `1:0`, `½–½`, `0.5-0.5`, `+/-`, `1F-0F`, `l-O`.
fn score(text: &str) -> Option<ChessResult> {
    let squeezed: String = text.chars().filter(|c| !matches!(c, ' ' | '(' | ')')).collect();
    match squeezed.as_str() {
        "1/2" | "½" | "=" | "0.5" | "0,5" | "1/21/2" | "½½" => return Some(ChessResult::Draw),
        "+-" | "+--" => return Some(ChessResult::WhiteWins),
        "-+" | "--+" => return Some(ChessResult::BlackWins),
        _ => {}
    }
    // A word such as "ff" or "forfeit" behind a score changes nothing of the result.
    let squeezed = ["byforfeit", "forfeit", "ontime", "time", "ff", "wo"]
        .iter()
        .find_map(|end| squeezed.strip_suffix(end))
        .unwrap_or(&squeezed);
    let mut found = None;
    for (at, c) in squeezed.char_indices() {
        if !matches!(c, '-' | ':' | '/' | '_' | '=') {
            continue;
        }
        let (left, right) = (half(&squeezed[..at]), half(&squeezed[at + 1..]));
        let result = match (left, right) {
            (Some(Half::Won), Some(Half::Lost | Half::LostByForfeit)) => ChessResult::WhiteWins,
            (Some(Half::WonByForfeit), Some(Half::LostByForfeit | Half::Lost)) => ChessResult::WhiteWins,
            (Some(Half::Lost), Some(Half::Won | Half::WonByForfeit)) => ChessResult::BlackWins,
            (Some(Half::LostByForfeit), Some(Half::WonByForfeit | Half::Won)) => ChessResult::BlackWins,
            (Some(Half::Drawn), Some(Half::Drawn)) => ChessResult::Draw,
            _ => continue,
        };
        match found {
            None => found = Some(result),
            Some(before) if before != result => return None,
            Some(_) => {}
        }
    }
    found
}

fn half(text: &str) -> Option<Half> {
    Some(match text {
        "1" | "1.0" | "1,0" | "l" | "i" | "|" | "1f" | "1w" | "1ff" => Half::Won,
        "0" | "0.0" | "0,0" | "o" | "0f" | "0w" | "of" | "0ff" => Half::Lost,
        "1/2" | "½" | ".5" | ",5" | "0.5" | "0,5" | "1\\2" | "0½" | "=" => Half::Drawn,
        "+" => Half::WonByForfeit,
        "-" | "--" => Half::LostByForfeit,
        _ => return None,
    })
}

/// Reads `White wins`, `Black resigned`, `draw agreed`, `in progress`.
fn words(text: &str) -> Option<ChessResult> {
    let mut words = text.split([' ', ',', '.', '-', ':', '(', ')']).filter(|w| !w.is_empty());
    let first = words.next()?;
    let white = match first {
        "draw" | "drawn" | "remis" | "tie" | "tied" | "patta" | "tablas" | "nulle" | "ничья" | "rem" | "remise"
        | "unentschieden" => {
            let rest_known = words.all(|w| {
                matches!(w, "agreed" | "by" | "agreement" | "game" | "mutual" | "repetition" | "stalemate" | "accordata")
            });
            return rest_known.then_some(ChessResult::Draw);
        }
        "unfinished" | "unknown" | "ongoing" | "?" | "??" | "unterminated" | "adjourned" | "undecided" => {
            return words.next().is_none().then_some(ChessResult::Unknown);
        }
        "in" | "still" => {
            return words.all(|w| matches!(w, "in" | "progress" | "play" | "playing")).then_some(ChessResult::Unknown);
        }
        "white" | "w" | "weiss" | "weiß" | "blancas" | "blancs" | "bianco" | "белые" | "wit" => true,
        "black" | "b" | "schwarz" | "negras" | "noirs" | "nero" | "черные" | "чёрные" | "zwart" => false,
        _ => return None,
    };
    let verb = words.next()?;
    let wins = match verb {
        "wins" | "won" | "win" | "mates" | "checkmates" | "mated" | "gewinnt" | "ganan" | "gagnent" | "vince" | "выиграли"
        | "wint" => true,
        "resigns" | "resigned" | "lost" | "loses" | "resign" | "forfeits" | "forfeited" | "flags" | "flagged" => false,
        "is" if matches!(words.clone().next(), Some("victorious")) => true,
        _ => return None,
    };
    // "White mated" may mean either; leave it. What follows the verb may only say how.
    let known = |w: &str| {
        matches!(
            w,
            "by" | "on"
                | "time"
                | "the"
                | "game"
                | "checkmate"
                | "mate"
                | "resignation"
                | "forfeit"
                | "victorious"
                | "adjudication"
                | "black"
                | "white"
        )
    };
    if verb == "mated" || !words.all(known) {
        return None;
    }
    Some(if white == wins { ChessResult::WhiteWins } else { ChessResult::BlackWins })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_standard_values_alone_are_standard() {
        for text in ["1-0", "0-1", "1/2-1/2", "*"] {
            let reading = ChessResult::read(text);
            assert!(reading.is_standard());
            assert_eq!(reading.value().map(ChessResult::text), Some(text));
        }
    }

    #[test]
    fn one_meaning_is_understood() {
        for (text, normal) in [
            ("1/2", "1/2-1/2"),
            ("0.5-0.5", "1/2-1/2"),
            ("½-½", "1/2-1/2"),
            ("½", "1/2-1/2"),
            ("1/2:1/2", "1/2-1/2"),
            ("=-=", "1/2-1/2"),
            ("1:0", "1-0"),
            ("1–0", "1-0"),
            ("1 - 0", "1-0"),
            ("0 : 1", "0-1"),
            ("l-O", "1-0"),
            ("O-1", "0-1"),
            ("1-O", "1-0"),
            ("0—1", "0-1"),
            ("White wins", "1-0"),
            ("black won on time", "0-1"),
            ("White resigns", "0-1"),
            ("Draw agreed", "1/2-1/2"),
            ("remis", "1/2-1/2"),
            ("+/-", "1-0"),
            ("-/+", "0-1"),
            ("+:-", "1-0"),
            ("+--", "1-0"),
            ("--+", "0-1"),
            ("1F-0F", "1-0"),
            ("0F-1F", "0-1"),
            ("1-0 ff", "1-0"),
            ("1-0 (forfeit)", "1-0"),
            ("0-1 on time", "0-1"),
            (".5-.5", "1/2-1/2"),
            ("1/2 1/2", "1/2-1/2"),
            ("1-0.", "1-0"),
            ("0,5-0,5", "1/2-1/2"),
            ("1/2 - 1/2", "1/2-1/2"),
            ("unfinished", "*"),
            ("?", "*"),
            ("１－０", "1-0"),
        ] {
            assert_eq!(
                ChessResult::read(text),
                Reading::Understood(ChessResult::standard(normal.as_bytes()).unwrap_or(ChessResult::Unknown)),
                "{text}"
            );
        }
    }

    #[test]
    fn no_meaning_or_two_is_left_alone() {
        for text in [
            "0-0",
            "1-1",
            "1/2-0",
            "0-1/2",
            "-/-",
            "+/+",
            "2-0",
            "",
            "-",
            "White",
            "White mated",
            "1-",
            "won",
            "0F-0F",
            "White wins, Black claims a draw",
        ] {
            assert_eq!(ChessResult::read(text), Reading::Unreadable, "{text}");
        }
    }
}
