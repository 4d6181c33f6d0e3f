#![allow(clippy::unwrap_used)]

use crate::check::{Scratch, check};
use crate::checks::{Check, Selection};
use crate::finding::Proposal;
use crate::input::charset::Charset;
use crate::record::{Format, RawRecord};
use crate::repair::{Policy, repair};
use crate::settings::Settings;

const GAME: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8.\n\
    Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14.\n\
    Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n";

fn record(text: &str) -> RawRecord<'_> {
    RawRecord { format: Format::Pgn, bytes: text.as_bytes(), charset: Charset::Utf8 }
}

/// The proposals of the first finding about the moves of the main line.
fn proposals(text: &str) -> Vec<Proposal> {
    let report = check(&Settings::default(), &record(text), &mut Scratch::default());
    let wrong = [Check::IllegalMove, Check::AmbiguousMove, Check::UnreadableMove, Check::MissingPromotion];
    let about = |check| wrong.contains(&check);
    report.findings.into_iter().find(|f| about(f.check)).map(|f| f.proposals).unwrap()
}

fn applied(text: &str, proposal: &Proposal) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for edit in proposal.edits.iter().rev() {
        bytes.splice(edit.span.range(), edit.text.iter().copied());
    }
    String::from_utf8(bytes).unwrap()
}

/// Damages the game, and gives the place of the true repair among the proposals.
fn rank(from: &str, to: &str) -> Option<usize> {
    assert_eq!(GAME.matches(from).count(), 1, "{from}");
    let damaged = GAME.replace(from, to);
    proposals(&damaged).iter().position(|proposal| applied(&damaged, proposal) == GAME)
}

#[test]
fn slips_of_every_kind_are_undone() {
    for (from, to) in [
        ("Qxf3", "Qxf4"),                             // a rank too far
        ("Nbd7", "Nbd8"),                             // no such move
        ("9. Bg5", "9. Bg6"),                         // the next rank
        ("7. Qb3", "7. Rb3"),                         // another piece
        ("7. Qb3", "7. b3Q"),                         // no move at all
        ("Nbd7", "Nd7"),                              // two knights can go there
        ("12. O-O-O", "12. O-O"),                     // the other wing
        ("13. Rxd7", "13. Rdx7"),                     // transposed letters
        ("Nf6", "Nf6 Nf6"),                           // written twice
        ("6. Bc4 Nf6", "6. Bc4 Nf6 6. Bc4 Nf6"),      // a whole move twice
        ("6. Bc4 Nf6", "6. Nf6 Bc4"),                 // White's and Black's transposed
        ("9. Bg5 b5 10. Nxb5", "9. Nxb5 b5 10. Bg5"), // two of White's transposed
    ] {
        assert_eq!(rank(from, to), Some(0), "{from} -> {to}");
    }
}

#[test]
fn a_slip_that_shows_later_is_found_where_it_is() {
    // Legal here; its fault shows when the pawn takes on b5.
    let damaged = GAME.replace("Nc3 c6", "Nc3 c5");
    let best = &proposals(&damaged)[0];
    assert_eq!(applied(&damaged, best), GAME);
    assert_eq!((best.replays, best.follow), (17, 17));
    assert!(best.title.contains("at ply 16"), "{}", best.title);
}

#[test]
fn a_missing_move_is_found_by_what_needs_it() {
    assert!(rank("d6 3. d4", "3. d4").is_some());
    assert!(rank("5. Qxf3 dxe5", "5. dxe5").is_some());
}

#[test]
fn other_starts() {
    let mirrored: String = {
        let (tags, moves) = GAME.split_once("\n\n").unwrap();
        let words: Vec<String> = moves
            .split(' ')
            .map(|word| match word.ends_with('.') || word.contains(".\n") || word == "1-0\n" {
                true => word.to_owned(),
                false => word.chars().map(|c| c.to_digit(10).map_or(c, |d| char::from_digit(9 - d, 10).unwrap())).collect(),
            })
            .collect();
        format!("{tags}\n\n{}", words.join(" "))
    };
    assert!(mirrored.contains("1. e5 e4"), "{mirrored}");
    assert!(proposals(&mirrored).iter().any(|p| p.title.contains("colours are swapped")), "{:?}", proposals(&mirrored));
    let black_first = GAME.replace("1. e4 e5", "1. e5");
    assert!(!proposals(&black_first).is_empty());
}

#[test]
fn an_array_of_chess960_is_found() {
    // Played from array 243, bnrkqnrb.
    let moves = "1. O-O-O O-O-O 2. Ng3 Ng6 3. Nc3 Nf8 4. Nf5 Nc6 5. Nxe7+ Qxe7 6. Rf1 Qg5 7. Nd5 Qxd5 8. c3 Qxa2 9. Rg1 Qxa1+ 10.\n\
        Kc2 Qa3 11. Ra1 Qxc3+ 12. Kb1 Qxb2+ *\n";
    let text = format!("[Event \"?\"]\n[Result \"*\"]\n\n{moves}");
    let best = &proposals(&text)[0];
    assert_eq!((best.title.as_str(), best.replays), ("the game starts from array 243 of Chess960", 24));
    let report = check(&Settings::default(), &record(&applied(&text, best)), &mut Scratch::default());
    assert_eq!((report.variant.as_ref(), report.plies, report.unreplayed), ("chess960", 24, 0));
    // Too few moves to tell the array.
    let short = text.replace(&text[text.find("4. ").unwrap()..], "*\n");
    assert!(proposals(&short).iter().all(|proposal| !proposal.title.contains("Chess960")));
}

/// The game in other piece letters: those of K, Q, R, B, N.
fn game_in(letters: [&str; 5]) -> String {
    let (tags, moves) = GAME.split_once("\n\n").unwrap();
    let man = |letter: char| "KQRBN".find(letter).map_or_else(|| letter.to_string(), |at| letters[at].to_owned());
    format!("{tags}\n\n{}", moves.chars().map(man).collect::<String>())
}

#[test]
fn the_letters_of_the_record_are_read_and_written() {
    for (letters, from, to) in [
        (["K", "D", "T", "L", "S"], "7. Db3", "7. Tb3"), // German: a rook instead of the queen
        (["K", "D", "T", "L", "S"], "Sbd7", "Sbd8"),     // no such move
        (["Кр", "Ф", "Л", "С", "К"], "9. Сg5", "9. Сg6"), // Russian: the next rank
        (["♔", "♕", "♖", "♗", "♘"], "♖xd7 ♖xd7", "♖xd6 ♖xd7"), // figurines
    ] {
        let game = game_in(letters);
        assert_eq!(game.matches(from).count(), 1, "{from}");
        let damaged = game.replace(from, to);
        let found = proposals(&damaged);
        assert_eq!(applied(&damaged, &found[0]), game, "{from} -> {to}: {found:?}");
    }
}

#[test]
fn a_pawn_becomes_what_lets_the_game_go_on() {
    let game = "[Event \"?\"]\n\n1. e4 d5 2. exd5 c6 3. dxc6 Nf6 4. cxb7 e6 5. bxa8=N Nd5 6. Nc7+ Nxc7 7. d4 *\n";
    let damaged = game.replace("bxa8=N", "bxa8");
    assert_eq!(applied(&damaged, &proposals(&damaged)[0]), game);
    let open = damaged.replace("6. Nc7+ Nxc7 7. d4", "6. d4");
    assert!(applied(&open, &proposals(&open)[0]).contains("bxa8=Q Nd5"));
}

#[test]
fn a_repair_that_leaves_the_rest_illegal_is_told_and_not_made() {
    let damaged = GAME.replace("7. Qb3", "7. Rb3").replace("14.\nRd1", "14.\nRd5");
    let best = &proposals(&damaged)[0];
    assert!(best.replays < best.follow, "{best:?}");
    let mut only = Selection::none();
    only.set(Check::IllegalMove, true);
    let named = Policy { unsafe_fixes: true, only: Some(only), ..Policy::default() };
    let (report, applied) = repair(&Settings::default(), &record(&damaged), &named, &mut Scratch::default());
    assert_eq!(applied, None);
    let finding = report.findings.iter().find(|f| f.check == Check::IllegalMove).unwrap();
    assert!(finding.help.as_ref().unwrap().contains("moves that follow can be replayed"), "{:?}", finding.help);
}

#[test]
fn a_repair_far_from_the_fault_is_not_made_on_the_word_of_a_few_moves() {
    let damaged = "[Event \"?\"]\n\n1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. Nd5 Bxd2+ *\n";
    let report = check(&Settings::default(), &record(damaged), &mut Scratch::default());
    let finding = report.findings.iter().find(|f| f.check == Check::IllegalMove).unwrap();
    let best = &finding.proposals[0];
    assert!(best.replays == best.follow && best.edits[0].span.start < finding.span.start, "{best:?}");
    assert_eq!(finding.fix, None);
}

#[test]
fn fix_by_name_restores_the_record_and_only_by_name() {
    let damaged = GAME.replace("7. Qb3", "7. Rb3");
    let mut only = Selection::none();
    only.set(Check::IllegalMove, true);
    let named = Policy { only: Some(only), ..Policy::default() };
    let (report, applied) = repair(&Settings::default(), &record(&damaged), &named, &mut Scratch::default());
    let mended = String::from_utf8(applied.unwrap().text).unwrap();
    assert_eq!(mended, GAME);
    assert!(report.findings.iter().all(|f| f.check != Check::IllegalMove));
    assert_eq!(repair(&Settings::default(), &record(&mended), &named, &mut Scratch::default()).1, None);
    let all = Policy { unsafe_fixes: true, ..Policy::default() };
    let (report, _) = repair(&Settings::default(), &record(&damaged), &all, &mut Scratch::default());
    let finding = report.findings.iter().find(|f| f.check == Check::IllegalMove).unwrap();
    assert!(finding.help.as_ref().unwrap().contains("perhaps `Qb3`"), "{:?}", finding.help);
}

#[test]
fn a_hopeless_record_gives_no_proposals_and_costs_little() {
    let mut text = String::from("[Event \"?\"]\n\n");
    for number in 1..400 {
        text.push_str(&format!("{number}. Qh5 Ka4 "));
    }
    text.push_str("*\n");
    let start = std::time::Instant::now();
    assert!(proposals(&text).is_empty());
    assert!(start.elapsed().as_secs() < 5);
}
