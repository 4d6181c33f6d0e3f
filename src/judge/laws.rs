//! The editions of the laws of chess, as data: what ends a game, what can be claimed, when the clock or a resignation draws.
//!
//! FIDE changed the Laws on 1 July 1997 (any position without a mate is dead, not only a list of them), 1 July 2014 (fivefold
//! repetition and seventy-five moves end the game), 1 January 2018 (the five need not be consecutive) and 1 January 2023 (a
//! resignation too is a draw if the opponent cannot mate). Servers end games by material and by counts of their own.

use std::borrow::Cow;

use crate::pgn::{Lexed, TagName};
use crate::settings::Laws;

/// When a position is dead, so that the game is drawn at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeadRule {
    /// Neither side can mate by any series of legal moves.
    AnyMoves,
    /// The list of the old Laws: K v K, K v K+B, K v K+N, K+B v K+B with bishops on squares of one colour.
    ClosedList,
    /// Lichess: at most one minor piece in all, or only bishops, all on squares of one colour.
    LichessMaterial,
    /// Chess.com: neither side has more than one minor piece beside its king.
    ChessComMaterial,
}

/// When a side "cannot win" and so cannot profit from the other's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CannotWin {
    /// It cannot mate by any series of legal moves.
    AnyMoves,
    /// It has only its king.
    BareKing,
    /// Lichess: its material and the other's let no mate happen.
    LichessMaterial,
    /// Chess.com: it has no more than one minor piece, whatever the other has.
    ChessComMaterial,
}

/// What a count of repetitions or moves does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// A player may claim a draw.
    Claim,
    /// The game is drawn at once.
    Automatic,
}

/// Which five occurrences count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fivefold {
    /// There is no such rule.
    None,
    /// Five in a row, each after two moves of both players.
    Consecutive,
    /// Any five.
    AnyOrder,
}

/// What a resignation brings to a winner who cannot win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resignation {
    /// The point all the same.
    Wins,
    /// A draw.
    Draws,
}

/// Where each rule stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Articles {
    /// Mate.
    pub checkmate: &'static str,
    /// Stalemate.
    pub stalemate: &'static str,
    /// Dead positions.
    pub dead: &'static str,
    /// Threefold repetition.
    pub threefold: &'static str,
    /// Fivefold repetition.
    pub fivefold: &'static str,
    /// Fifty moves.
    pub fifty: &'static str,
    /// Seventy-five moves.
    pub seventy_five: &'static str,
    /// Resignation.
    pub resignation: &'static str,
    /// The overstepped clock.
    pub time: &'static str,
    /// Illegal moves that lose.
    pub infraction: &'static str,
}

/// An edition of the laws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edition {
    /// Its name, as findings cite it: "FIDE 2023".
    pub name: &'static str,
    /// Dead positions.
    pub dead: DeadRule,
    /// Who cannot win by the clock.
    pub cannot_win: CannotWin,
    /// Whether a resignation to a side that cannot win draws.
    pub resignation: Resignation,
    /// Whether a win by the other's illegal move needs a side that can win.
    pub infraction_draws: bool,
    /// Three occurrences of a position.
    pub threefold: Effect,
    /// Five occurrences of a position.
    pub fivefold: Fivefold,
    /// Fifty moves without capture and pawn move.
    pub fifty: Effect,
    /// Seventy-five such moves.
    pub seventy_five: Effect,
    /// Where the rules stand.
    pub articles: Articles,
}

/// Since 1 January 2023.
pub static FIDE_2023: Edition = Edition {
    name: "FIDE 2023",
    dead: DeadRule::AnyMoves,
    cannot_win: CannotWin::AnyMoves,
    resignation: Resignation::Draws,
    infraction_draws: true,
    threefold: Effect::Claim,
    fivefold: Fivefold::AnyOrder,
    fifty: Effect::Claim,
    seventy_five: Effect::Automatic,
    articles: Articles {
        checkmate: "5.1.1",
        stalemate: "5.2.1",
        dead: "5.2.2",
        threefold: "9.2",
        fivefold: "9.6.1",
        fifty: "9.3",
        seventy_five: "9.6.2",
        resignation: "5.1.2",
        time: "6.9",
        infraction: "7.5.5",
    },
};

/// From 1 January 2018 to the end of 2022.
pub static FIDE_2018: Edition = Edition { name: "FIDE 2018", resignation: Resignation::Wins, ..FIDE_2023 };

/// From 1 July 2014 to the end of 2017.
pub static FIDE_2014: Edition = Edition {
    name: "FIDE 2014",
    fivefold: Fivefold::Consecutive,
    articles: Articles {
        checkmate: "5.1a",
        stalemate: "5.2a",
        dead: "5.2b",
        threefold: "9.2",
        fivefold: "9.6a",
        fifty: "9.3",
        seventy_five: "9.6b",
        resignation: "5.1b",
        time: "6.9",
        infraction: "7.5b",
    },
    ..FIDE_2018
};

/// From 1 July 1997 to 30 June 2014, in the text of 2001.
pub static FIDE_2001: Edition = Edition {
    name: "FIDE 2001",
    infraction_draws: false,
    fivefold: Fivefold::None,
    seventy_five: Effect::None,
    articles: Articles {
        checkmate: "5.1(1)",
        stalemate: "5.2(1)",
        dead: "5.2(2)",
        threefold: "5.2(4)",
        fivefold: "",
        fifty: "5.2(5)",
        seventy_five: "",
        resignation: "5.1(2)",
        time: "6.10",
        infraction: "7.4",
    },
    ..FIDE_2014
};

/// Before 1 July 1997.
pub static FIDE_1984: Edition = Edition {
    name: "FIDE 1984",
    dead: DeadRule::ClosedList,
    cannot_win: CannotWin::BareKing,
    resignation: Resignation::Draws,
    infraction_draws: true,
    articles: Articles {
        checkmate: "10.1",
        stalemate: "10.3",
        dead: "10.4",
        threefold: "10.10",
        fivefold: "",
        fifty: "10.12",
        seventy_five: "",
        resignation: "10.5",
        time: "10.5",
        infraction: "10.5",
    },
    ..FIDE_2001
};

/// The rules of Lichess.
pub static LICHESS: Edition = Edition {
    name: "Lichess",
    dead: DeadRule::LichessMaterial,
    cannot_win: CannotWin::LichessMaterial,
    resignation: Resignation::Wins,
    infraction_draws: false,
    threefold: Effect::Claim,
    fivefold: Fivefold::AnyOrder,
    fifty: Effect::Automatic,
    seventy_five: Effect::None,
    articles: Articles {
        checkmate: "checkmate",
        stalemate: "stalemate",
        dead: "insufficient material",
        threefold: "threefold repetition",
        fivefold: "fivefold repetition",
        fifty: "fifty-move rule",
        seventy_five: "",
        resignation: "resignation",
        time: "timeout against insufficient material",
        infraction: "rules infraction",
    },
};

/// The rules of Chess.com.
pub static CHESS_COM: Edition = Edition {
    name: "Chess.com",
    dead: DeadRule::ChessComMaterial,
    cannot_win: CannotWin::ChessComMaterial,
    threefold: Effect::Automatic,
    fivefold: Fivefold::None,
    ..LICHESS
};

impl Edition {
    /// The citation of an article: "FIDE 2023 5.2.2".
    pub fn cite(&self, article: &'static str) -> Cow<'static, str> {
        Cow::Owned(format!("{} {article}", self.name))
    }

    /// The edition that rules a game: as set, or by the server it names, or by its date.
    pub fn of(laws: Laws, record: &Lexed, bytes: &[u8]) -> &'static Edition {
        match laws {
            Laws::Fide2023 => &FIDE_2023,
            Laws::Fide2018 => &FIDE_2018,
            Laws::Fide2014 => &FIDE_2014,
            Laws::Fide2001 => &FIDE_2001,
            Laws::Fide1984 => &FIDE_1984,
            Laws::Lichess => &LICHESS,
            Laws::ChessCom => &CHESS_COM,
            Laws::Auto => by_record(record, bytes),
        }
    }
}

fn by_record(record: &Lexed, bytes: &[u8]) -> &'static Edition {
    let mut date = None;
    for tag in &record.tags {
        match tag.known {
            TagName::Site | TagName::Link => {
                if let Some(edition) = server(tag.value.of(bytes)) {
                    return edition;
                }
            }
            TagName::Date => date = year_and_month(tag.value.of(bytes)).or(date),
            TagName::UTCDate | TagName::EventDate | TagName::EndDate => {
                date = date.or_else(|| year_and_month(tag.value.of(bytes)));
            }
            _ => {}
        }
    }
    date.map_or(&FIDE_2023, in_force)
}

/// The edition in force in a month. Of a year alone the first day is taken: the older laws end fewer games by themselves, so
/// nothing is called an end that was none.
fn in_force((year, month): (u16, u8)) -> &'static Edition {
    match (year, month) {
        (..1997, _) | (1997, ..7) => &FIDE_1984,
        (..2014, _) | (2014, ..7) => &FIDE_2001,
        (..2018, _) => &FIDE_2014,
        (..2023, _) => &FIDE_2018,
        _ => &FIDE_2023,
    }
}

/// A server, and the parts of its site that show games played elsewhere.
struct Server {
    host: &'static [u8],
    edition: &'static Edition,
    elsewhere: &'static [&'static [u8]],
}

static SERVERS: [Server; 2] = [
    Server { host: b"lichess.org", edition: &LICHESS, elsewhere: &[b"/broadcast", b"/study"] },
    Server { host: b"chess.com", edition: &CHESS_COM, elsewhere: &[b"/events", b"/games", b"/library", b"/news"] },
];

/// The server that a Site or Link names as the place of play.
fn server(value: &[u8]) -> Option<&'static Edition> {
    for server in &SERVERS {
        let Some(at) = find(value, server.host) else { continue };
        let before = at.checked_sub(1).and_then(|at| value.get(at));
        // `tcec-chess.com` and `mychess.com` are other places; `www.chess.com` is not.
        if before.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'-') {
            continue;
        }
        let path = &value[at + server.host.len()..];
        if path.first().is_some_and(u8::is_ascii_alphanumeric) || server.elsewhere.iter().any(|start| starts(path, start)) {
            continue;
        }
        return Some(server.edition);
    }
    None
}

fn starts(text: &[u8], start: &[u8]) -> bool {
    text.len() >= start.len() && text[..start.len()].eq_ignore_ascii_case(start)
}

/// Where `needle`, in lower case, begins in `text`, in any case.
fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    // Tags seldom hold the rare letter, so most games cost one scan for a dot.
    memchr::memchr_iter(b'.', text).find_map(|dot| {
        let at = dot.checked_sub(needle.iter().position(|byte| *byte == b'.')?)?;
        starts(&text[at..], needle).then_some(at)
    })
}

/// Year and month of a date: `2014.06.30`, `2014.??.??`, `2014-06-30`; a month that is not given counts as the first.
fn year_and_month(value: &[u8]) -> Option<(u16, u8)> {
    let run = value.windows(4).position(|four| four.iter().all(u8::is_ascii_digit))?;
    let digits = |from: usize, count: usize| {
        value
            .get(from..from + count)?
            .iter()
            .try_fold(0u16, |sum, byte| byte.is_ascii_digit().then(|| sum * 10 + u16::from(byte - b'0')))
    };
    let year = digits(run, 4).filter(|year| (1000..3000).contains(year))?;
    let month = match run {
        0 => digits(5, 2).filter(|month| (1..=12).contains(month)),
        _ => None,
    };
    Some((year, month.map_or(1, |month| month as u8)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Span;
    use crate::pgn::{Flaws, Tag};

    fn auto(tags: &[(TagName, &str)]) -> &'static str {
        let mut bytes = Vec::new();
        let mut record = Lexed::default();
        for (known, value) in tags {
            let start = bytes.len();
            bytes.extend_from_slice(value.as_bytes());
            let span = Span::new(start, bytes.len());
            record.tags.push(Tag {
                known: *known,
                flaws: Flaws::default(),
                escaped: false,
                name: span,
                value: span,
                whole: span,
            });
        }
        Edition::of(Laws::Auto, &record, &bytes).name
    }

    #[test]
    fn the_date_chooses_the_edition() {
        for (date, name) in [
            ("1972.07.11", "FIDE 1984"),
            ("1997.06.30", "FIDE 1984"),
            ("1997.07.01", "FIDE 2001"),
            ("1997.??.??", "FIDE 1984"),
            ("2014.06.30", "FIDE 2001"),
            ("2014.07.01", "FIDE 2014"),
            ("2014.??.??", "FIDE 2001"),
            ("2017.12.31", "FIDE 2014"),
            ("2018.01.01", "FIDE 2018"),
            ("2022.12.31", "FIDE 2018"),
            ("2023.01.01", "FIDE 2023"),
            ("????.??.??", "FIDE 2023"),
            ("", "FIDE 2023"),
            ("30.06.1990", "FIDE 1984"),
        ] {
            assert_eq!(auto(&[(TagName::Date, date)]), name, "{date}");
        }
        assert_eq!(auto(&[]), "FIDE 2023");
        assert_eq!(auto(&[(TagName::Date, "????.??.??"), (TagName::EventDate, "2001.05.06")]), "FIDE 2001");
        assert_eq!(auto(&[(TagName::EventDate, "2001.05.06"), (TagName::Date, "2019.01.02")]), "FIDE 2018");
    }

    #[test]
    fn a_server_plays_by_its_own_rules() {
        for (site, name) in [
            ("https://lichess.org/abcd1234", "Lichess"),
            ("lichess.org INT", "Lichess"),
            ("Lichess.org", "Lichess"),
            ("Chess.com", "Chess.com"),
            ("chess.com INT", "Chess.com"),
            ("https://www.chess.com/game/live/123", "Chess.com"),
            ("https://tcec-chess.com", "FIDE 2018"),
            ("mychess.com", "FIDE 2018"),
            ("chess.community", "FIDE 2018"),
            ("https://lichess.org/broadcast/x/y", "FIDE 2018"),
            ("https://lichess.org/study/abc", "FIDE 2018"),
            ("https://www.chess.com/events/2020-x", "FIDE 2018"),
            ("London", "FIDE 2018"),
        ] {
            assert_eq!(auto(&[(TagName::Date, "2020.01.02"), (TagName::Site, site)]), name, "{site}");
        }
        let link = (TagName::Link, "https://www.chess.com/live/game/1");
        assert_eq!(auto(&[(TagName::Site, "?"), (TagName::Date, "2020.01.02"), link]), "Chess.com");
    }

    #[test]
    fn every_rule_that_an_edition_has_can_be_cited() {
        for edition in [&FIDE_2023, &FIDE_2018, &FIDE_2014, &FIDE_2001, &FIDE_1984, &LICHESS, &CHESS_COM] {
            assert_eq!(edition.fivefold == Fivefold::None, edition.articles.fivefold.is_empty() || edition.name == "Chess.com");
            assert_eq!(edition.seventy_five == Effect::None, edition.articles.seventy_five.is_empty(), "{}", edition.name);
        }
        assert_eq!(FIDE_2023.cite(FIDE_2023.articles.dead), "FIDE 2023 5.2.2");
    }
}
