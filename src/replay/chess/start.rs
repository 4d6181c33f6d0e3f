//! Which variant a record is of, and from which position it starts.

use crate::checks::{Check, Findings, chess_start as say};
use crate::chess::{Castling, Fen, Position};
use crate::finding::{Finding, Span};
use crate::pgn::{Lexed, TagName};
use crate::record::RawRecord;
use crate::replay::Variant;

/// Where replay starts.
pub(super) struct Start {
    pub(super) variant: Variant,
    pub(super) position: Position,
    pub(super) playable: bool,
    /// The `Variant` tag of a Chess960 game without its array.
    pub(super) missing_fen: Option<Span>,
}

/// Reads `Variant` and `FEN`, and says what is wrong with them.
pub(super) fn read(record: &RawRecord<'_>, lexed: &Lexed, findings: &mut Findings) -> Start {
    let mut start = Start { variant: Variant::Standard, position: Position::STANDARD, playable: true, missing_fen: None };
    let variant_tag = lexed.tag(TagName::Variant);
    let fen_tag = lexed.tag(TagName::FEN);
    if let Some(tag) = variant_tag {
        let name = tag.lossy(record.bytes);
        start.variant = variant(&name);
        if !start.variant.is_replayed() {
            findings.push(say::not_replayed(tag.value, &name, start.variant));
            start.playable = false;
            return start;
        }
    }
    let Some(tag) = fen_tag else {
        start.missing_fen = variant_tag.filter(|_| start.variant == Variant::Chess960).map(|tag| tag.value);
        return start;
    };
    let text = tag.lossy(record.bytes);
    let text = text.trim();
    if matches!(text, "" | "?" | "-") {
        findings.push(Finding::new(Check::InvalidFen, tag.value, "the FEN is empty").help("nothing is replayed without it"));
        start.playable = false;
        return start;
    }
    if let Some(name) = variant_of_fen(text) {
        start.variant = Variant::Known(name);
        start.playable = false;
        findings.push(say::not_replayed_by_fen(tag.value, name));
        return start;
    }
    let castling = if start.variant == Variant::Chess960 { Castling::Chess960 } else { Castling::Either };
    match Fen::read(text, castling) {
        Ok(fen) => {
            say::doubts(tag.value, text, &fen, findings);
            if fen.chess960 && start.variant == Variant::Standard {
                findings.push(say::undeclared_chess960(tag.value, variant_tag.map(|tag| tag.value)));
                start.variant = Variant::Chess960;
            }
            start.position = fen.position;
        }
        Err(fault) => {
            findings.push(say::fault(tag.value, text, &fault));
            start.playable = false;
        }
    }
    start
}

/// A Chess960 game that does not say which array it starts from, and does not replay from the standard one.
pub(super) fn missing_array(span: Span) -> Finding {
    Finding::new(
        Check::VariantMismatch,
        span,
        "a Chess960 game without the FEN of its array, and its moves do not fit the standard one",
    )
    .help("nothing is replayed; add SetUp and FEN")
    .law("FIDE 2023 Guidelines II")
}

/// The variant of a name.
fn variant(name: &str) -> Variant {
    let plain: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    match plain.as_str() {
        "" | "standard" | "chess" | "normal" | "regular" | "classic" | "classical" | "orthodox" | "orthochess"
        | "fromposition" | "setup" | "freeposition" | "standardchess" | "normalchess" | "westernchess" | "internationalchess"
        | "blitz" | "rapid" | "bullet" => Variant::Standard,
        "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerrandomchess" | "fischerandomchess" | "fischerchess"
        | "frc" | "freestyle" | "freestylechess" | "chess9lx" | "9lx" | "ucichess960" | "wild5" | "wildfr" => Variant::Chess960,
        "crazyhouse" | "zh" => Variant::Known("crazyhouse"),
        "bughouse" => Variant::Known("bughouse"),
        "atomic" => Variant::Known("atomic"),
        "antichess" | "losers" | "suicide" | "giveaway" | "losing" | "loop" | "givaway" => Variant::Known("antichess"),
        "kingofthehill" | "koth" => Variant::Known("king-of-the-hill"),
        "threecheck" | "3check" => Variant::Known("three-check"),
        "fivecheck" | "5check" => Variant::Known("five-check"),
        "horde" => Variant::Known("horde"),
        "racingkings" => Variant::Known("racing-kings"),
        "shuffle" | "shufflechess" | "nocastle" | "wildcastle" | "chess324" | "dfrc" | "doublefischerrandom" => {
            Variant::Known("shuffle")
        }
        "capablanca" | "capablancachess" | "gothic" | "grand" | "grandchess" | "seirawan" | "schess" | "shogi" | "xiangqi"
        | "makruk" | "shatranj" | "minishogi" | "placement" | "duck" | "duckchess" | "fogofwar" | "darkchess" | "dark"
        | "kriegspiel" | "twokings" | "berolina" | "janus" | "courier" | "almost" | "knightmate" | "4player" | "4playerchess"
        | "spell" | "torpedo" | "setupchess" | "hexagonal" | "checkers" => Variant::Known("other"),
        _ => Variant::Unknown,
    }
}

/// The variant whose mark a FEN bears: men in hand, counted checks, a horde, racing kings.
fn variant_of_fen(text: &str) -> Option<&'static str> {
    let board = text.split_ascii_whitespace().next()?;
    let letters = |wanted: char| board.chars().filter(|&c| c == wanted).count();
    let fields = text.split_ascii_whitespace().skip(4);
    let counts = |field: &str| field.len() == 3 && field.as_bytes().get(1) == Some(&b'+') && field.as_bytes()[0].is_ascii_digit();
    let lost = |field: &str| field.len() == 4 && field.starts_with('+') && field.as_bytes().get(2) == Some(&b'+');
    if board.ends_with(']') && board.contains('[') || board.matches('/').count() == 8 || board.contains('~') {
        return Some("crazyhouse");
    }
    if fields.into_iter().any(|field| counts(field) || lost(field)) {
        return Some("three-check");
    }
    if letters('P') > 16 && letters('K') == 0 && letters('k') == 1 {
        return Some("horde");
    }
    (board == "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ").then_some("racing-kings")
}
