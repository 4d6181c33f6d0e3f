//! What there is to say about the position a chess record starts from, and about its variant.

use super::{Check, Findings};
use crate::chess::{Castling, Fen, FenDoubt, FenError};
use crate::finding::{Edit, Finding, Fix, Grade, Span};
use crate::replay::Variant;

/// A FEN that no game can be played from.
pub(crate) fn fault(span: Span, text: &str, fault: &FenError) -> Finding {
    let law = match fault {
        FenError::OpponentInCheck { .. } | FenError::ManyCheckers(_) | FenError::ImpossibleCheck(..) => "FIDE 2023 3.9.2",
        FenError::NoKing(_)
        | FenError::ManyKings(..)
        | FenError::ManyPawns(..)
        | FenError::ManyMen(..)
        | FenError::PawnOnBackRank(_) => "FIDE 2023 2.2",
        _ => "PGN 16.1",
    };
    let finding = Finding::new(Check::InvalidFen, span, format!("no game can be played from the FEN: {fault}")).law(law);
    let finding = finding.help("nothing of this game is replayed");
    match fault {
        FenError::OpponentInCheck { .. } => match other_side(text) {
            Some(fixed) => finding.fix(Fix {
                grade: Grade::Unsafe,
                title: "give the move to the other side".to_owned(),
                edits: vec![Edit { span, text: fixed.into_bytes() }],
            }),
            None => finding,
        },
        _ => finding,
    }
}

/// The FEN with the other side to move, if that can be played from.
fn other_side(text: &str) -> Option<String> {
    let turned = if text.contains(" w ") { text.replacen(" w ", " b ", 1) } else { text.replacen(" b ", " w ", 1) };
    let fen = Fen::read(&turned, Castling::Either).ok()?;
    fen.doubts.is_empty().then_some(turned)
}

/// Says what is doubtful about a FEN, all in one finding: it is one tag with one repair.
pub(crate) fn doubts(span: Span, text: &str, fen: &Fen, findings: &mut Findings) {
    let Some(first) = fen.doubts.first() else { return };
    let mut message = format!("the FEN is doubtful: {first}");
    for doubt in &fen.doubts[1..] {
        message.push_str("; ");
        message.push_str(&doubt.to_string());
    }
    let plain = |doubt: &FenDoubt| {
        matches!(
            doubt,
            FenDoubt::SideToMoveCapital | FenDoubt::SplitNumber | FenDoubt::RightsSpelling | FenDoubt::FieldsMissing(4 | 5)
        )
    };
    let kept = |doubt: &FenDoubt| {
        matches!(
            doubt,
            FenDoubt::ManyPromotions(_)
                | FenDoubt::ClockBeyondGame { .. }
                | FenDoubt::ClockAfterPawnMove(_)
                | FenDoubt::EnPassantImpossible(_)
        )
    };
    let mut finding = Finding::new(Check::SuspiciousFen, span, message).law("PGN 16.1");
    let read = fen.position.fen();
    finding = finding.help(format!("replayed as `{read}`"));
    if read != text && !fen.doubts.iter().any(kept) {
        let grade = if fen.doubts.iter().all(plain) { Grade::Safe } else { Grade::Unsafe };
        finding = finding.fix(Fix {
            grade,
            title: format!("write the FEN as `{read}`"),
            edits: vec![Edit { span, text: read.into_bytes() }],
        });
    }
    findings.push(finding);
}

/// A variant that is known or not, and not replayed.
pub(crate) fn not_replayed(span: Span, name: &str, variant: Variant) -> Finding {
    let message = match variant {
        Variant::Unknown => format!("the variant `{}` is not known", short(name)),
        _ => format!("games of the variant `{}` are not replayed", short(name)),
    };
    Finding::new(Check::UnknownVariant, span, message).help("its moves are not judged by the rules of chess")
}

/// A variant that only the FEN shows.
pub(crate) fn not_replayed_by_fen(span: Span, name: &str) -> Finding {
    Finding::new(Check::UnknownVariant, span, format!("the FEN is one of the variant {name}, which no Variant tag names"))
        .help("its moves are not judged by the rules of chess")
}

/// A move that only a variant with drops has.
pub(crate) fn drop(span: Span, word: &str) -> Finding {
    Finding::new(
        Check::UnknownVariant,
        span,
        format!("`{}` drops a man on the board, as only crazyhouse and bughouse do", short(word)),
    )
    .help("no Variant tag says so; the game is not replayed further")
}

/// A FEN whose castling rights only Chess960 knows.
pub(crate) fn undeclared_chess960(fen: Span, variant: Option<Span>) -> Finding {
    let message = match variant {
        Some(_) => "the castling rights of the FEN are those of Chess960, but the Variant tag names another game",
        None => "the castling rights of the FEN are those of Chess960, but no Variant tag says so",
    };
    let finding = Finding::new(Check::VariantMismatch, variant.unwrap_or(fen), message)
        .help("replayed as Chess960")
        .law("FIDE 2023 Guidelines II");
    match variant {
        Some(span) => finding.fix(Fix {
            grade: Grade::Unsafe,
            title: "name the variant Chess960".to_owned(),
            edits: vec![Edit { span, text: b"Chess960".to_vec() }],
        }),
        None => finding,
    }
}

/// A name that fits into a sentence.
fn short(name: &str) -> String {
    if name.chars().count() <= 40 { name.to_owned() } else { name.chars().take(39).chain(['…']).collect() }
}
