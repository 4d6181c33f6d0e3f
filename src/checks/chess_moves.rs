//! What there is to say about the moves of a chess record.

use super::Check;
use crate::chess::{Move, Position, Why};
use crate::finding::{Edit, Finding, Fix, Grade, Span};
use crate::replay::dialect::Traits;

/// Where a move stands.
#[derive(Debug, Clone)]
pub(crate) struct Place<'a> {
    /// The word.
    pub(crate) span: Span,
    /// Its text, decoded.
    pub(crate) word: &'a str,
    /// Its ply.
    pub(crate) ply: u32,
    /// The path to its variation.
    pub(crate) variation: Option<String>,
}

impl Place<'_> {
    fn finding(&self, check: Check, message: impl Into<String>) -> Finding {
        let mut finding = Finding::new(check, self.span, message).ply(self.ply);
        finding.variation.clone_from(&self.variation);
        finding
    }

    /// The word, short enough for a sentence.
    fn short(&self) -> String {
        shorten(self.word)
    }
}

/// A repair by one edit.
fn fix(grade: Grade, title: String, span: Span, text: &[u8]) -> Fix {
    Fix { grade, title, edits: vec![Edit { span, text: text.to_vec() }] }
}

fn shorten(word: &str) -> String {
    if word.chars().count() <= 24 { word.to_owned() } else { word.chars().take(23).chain(['…']).collect() }
}

/// A move that the Laws forbid.
pub(crate) fn illegal(place: &Place<'_>, position: &Position, why: &Why) -> Finding {
    let finding = place.finding(Check::IllegalMove, format!("`{}` is illegal: {}", place.short(), why.reason));
    finding.law(why.law).position(position.fen())
}

/// A word with two meanings.
pub(crate) fn ambiguous(place: &Place<'_>, position: &Position, first: Move, second: Move) -> Finding {
    let (first, second) = (position.san(first), position.san(second));
    place
        .finding(Check::AmbiguousMove, format!("`{}` can be `{first}` or `{second}`", place.short()))
        .help("write the square or file it comes from")
        .law("PGN 8.2.3.4")
        .position(position.fen())
}

/// A word with two meanings because two languages fit the whole game.
pub(crate) fn ambiguous_language(place: &Place<'_>, position: &Position, languages: [&str; 2], moves: [Move; 2]) -> Finding {
    let [a, b] = moves.map(|mv| position.san(mv));
    place
        .finding(
            Check::AmbiguousMove,
            format!(
                "`{}` is `{a}` with the piece letters of {}, `{b}` with those of {}",
                place.short(),
                languages[0],
                languages[1]
            ),
        )
        .help("the whole game can be replayed either way")
        .law("PGN 8.2.3.2")
        .position(position.fen())
}

/// A word with no meaning.
pub(crate) fn unreadable(place: &Place<'_>, position: &Position, help: Option<String>) -> Finding {
    let finding = place.finding(Check::UnreadableMove, format!("`{}` is no move in any notation known", place.short()));
    finding
        .help(help.unwrap_or_else(|| "the rest of this line is not replayed".to_owned()))
        .law("PGN 8.2.3")
        .position(position.fen())
}

/// A promotion that does not say to what.
pub(crate) fn missing_promotion(place: &Place<'_>, position: &Position) -> Finding {
    place
        .finding(Check::MissingPromotion, format!("`{}` does not say what the pawn becomes", place.short()))
        .help("write =Q, =R, =B or =N behind it")
        .law("FIDE 2023 3.7.3.3")
        .position(position.fen())
}

/// A move that is readable, but not written as the export format has it.
pub(crate) fn nonstandard(place: &Place<'_>, san: &str, traits: Traits, language: &str, edit: (Span, &[u8])) -> Finding {
    let mut how = traits.describe();
    if traits.has(Traits::LOCALIZED) {
        let letters = match language {
            "English" => "letters of another alphabet".to_owned(),
            _ => format!("{language} piece letters"),
        };
        how = how.replace("piece letters of another language", &letters);
    }
    let message = match how.is_empty() {
        true => format!("`{}` is not spelt as the export format has it", place.short()),
        false => format!("`{}` is not spelt as the export format has it: {how}", place.short()),
    };
    place.finding(Check::NonstandardMove, message).help(format!("read as `{san}`")).law("PGN 8.2.3").fix(fix(
        Grade::Safe,
        format!("write `{}`", String::from_utf8_lossy(edit.1)),
        edit.0,
        edit.1,
    ))
}

/// A check mark that the board does not bear out.
pub(crate) fn check_mark(place: &Place<'_>, written: &str, right: &str, edit: Span) -> Finding {
    let says = match written {
        "#" => "says mate",
        "" => "has no mark",
        _ => "says check",
    };
    let is = match right {
        "#" => "it is mate",
        "+" => "it gives check",
        _ => "it gives no check",
    };
    let title = if right.is_empty() { format!("remove `{written}`") } else { format!("write `{right}`") };
    let link = if written == "#" && right == "+" { "and it is only check".to_owned() } else { format!("and {is}") };
    place.finding(Check::WrongCheckMark, format!("`{}` {says}, {link}", place.short())).law("PGN 8.2.3.5").fix(fix(
        Grade::Safe,
        title,
        edit,
        right.as_bytes(),
    ))
}

/// A null move in the main line.
pub(crate) fn null_move(place: &Place<'_>) -> Finding {
    place
        .finding(Check::NullMove, "a null move in the main line: no game passes a turn")
        .help("the other side is taken to be to move")
        .law("FIDE 2023 1.2")
}

/// A null move in check.
pub(crate) fn null_move_in_check(place: &Place<'_>, position: &Position) -> Finding {
    place
        .finding(Check::IllegalMove, format!("`{}` passes the turn in check", place.short()))
        .law("FIDE 2023 3.9.2")
        .position(position.fen())
}

/// Kings put in the middle of the board to tell it the result.
pub(crate) fn king_to_centre(place: &Place<'_>, count: u32) -> Finding {
    let what = match count {
        1 => "a king is put in the centre, where it cannot go",
        _ => "the kings are put in the centre, where they cannot go",
    };
    place
        .finding(
            Check::KingToCentre,
            format!("`{}`: {what}: this is how players tell an electronic board the result", place.short()),
        )
        .help("not a move; the game ends before it")
}

/// A move after mate or stalemate.
pub(crate) fn after_end(place: &Place<'_>, position: &Position) -> Finding {
    let (what, law) = match position.is_check() {
        true => ("checkmate", "FIDE 2023 5.1.1"),
        false => ("stalemate", "FIDE 2023 5.2.1"),
    };
    place
        .finding(Check::MoveAfterEnd, format!("`{}` is played after {what}", place.short()))
        .help("the game has ended; nothing behind it is replayed")
        .law(law)
        .position(position.fen())
}

/// A move number that is not the number of the move.
pub(crate) fn move_number(place: &Place<'_>, right: &str) -> Finding {
    place
        .finding(Check::WrongMoveNumber, format!("move number `{}` where `{right}` is due", place.short()))
        .law("PGN 8.2.2")
        .fix(Fix { grade: Grade::Safe, title: "renumber the moves".to_owned(), edits: Vec::new() })
}

/// Moves without their numbers.
pub(crate) fn missing_number(place: &Place<'_>) -> Finding {
    place
        .finding(Check::MissingMoveNumber, format!("`{}` has no move number", place.short()))
        .help("reported once for a game")
        .law("PGN 8.2.2")
        .fix(Fix { grade: Grade::Safe, title: "number the moves".to_owned(), edits: Vec::new() })
}

/// A variation with no move before it that it could replace.
pub(crate) fn misplaced_variation(place: &Place<'_>) -> Finding {
    place
        .finding(Check::MisplacedVariation, "a variation stands before any move that it could replace")
        .help("read as an alternative to the move that follows")
        .law("PGN 8.2.5")
}
