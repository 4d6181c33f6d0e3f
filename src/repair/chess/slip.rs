//! How likely a hand that meant one move writes another: the lower the cost, the likelier.

use crate::chess::{Move, Position, Role};
use crate::replay::dialect::{Language, figurine};

/// The highest cost of a single slip of the hand.
pub(super) const ONE_SLIP: u32 = 26;

/// The longest word that is compared; no move has more letters.
const LONGEST: usize = 12;

/// A word as far as it says what moves where: without marks, signs of capture and promotion.
#[derive(Debug, Clone, Copy)]
pub(super) struct Core {
    bytes: [u8; LONGEST],
    len: usize,
    castles: bool,
}

impl Core {
    /// The core of a word, with the letters of the men in English; what is too long for a move is cut.
    pub(super) fn of(word: &str, language: &Language) -> Core {
        let mut core = Core { bytes: [0; LONGEST], len: 0, castles: false };
        let letters: Vec<char> = word.chars().collect();
        let ring = |letter: Option<&char>| letter.is_some_and(|letter| matches!(letter, 'O' | '0' | 'o'));
        core.castles =
            ring(letters.first()) && (ring(letters.get(1)) || letters.get(1).is_some_and(|dash| "-–—".contains(*dash)));
        let mut at = 0;
        while let Some(&letter) = letters.get(at) {
            let man =
                letters.get(at..).filter(|_| !core.castles).and_then(|rest| language.man_at(rest)).filter(|(.., small)| !small);
            let man = man.map(|(role, length, _)| (role, length)).or_else(|| figurine(letter).map(|role| (role, 1)));
            if let Some((role, length)) = man.filter(|(role, _)| *role != Role::Pawn) {
                core.push(role.letter());
                at += length;
                continue;
            }
            at += 1;
            let byte = match letter {
                'x' | 'X' | ':' | '=' | '+' | '#' | '!' | '?' | '.' | '(' | ')' | '/' => continue,
                '-' if !core.castles => continue,
                '0' | 'o' if core.castles => b'O',
                _ => u8::try_from(letter).ok().filter(u8::is_ascii).unwrap_or(b'?'),
            };
            core.push(byte);
        }
        core
    }

    const fn push(&mut self, byte: u8) {
        if self.len < LONGEST {
            self.bytes[self.len] = byte;
            self.len += 1;
        }
    }

    fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }
}

/// What it costs at least to find the letters of a move in a word; looked up before the word is compared letter by letter.
#[derive(Debug)]
pub(super) struct Least {
    castles: bool,
    files: [u32; 8],
    ranks: [u32; 8],
    men: [u32; 6],
}

impl Least {
    /// The costs for a word.
    pub(super) fn of(written: &Core) -> Least {
        let bytes = written.as_bytes();
        // A letter is either made of one that is there, or added.
        let least = |meant: u8| bytes.iter().map(|&byte| changed(byte, meant)).min().map_or(ADDED, |cost| cost.min(ADDED));
        // Seen from the other side of the board, both letters of a square together cost less than each alone.
        let turned = |meant: u8, mirrored: u8| least(meant).min(if bytes.contains(&mirrored) { TURNED / 2 } else { ADDED });
        let file = |index: usize| {
            let letter = b'a' + index as u8;
            turned(letter, mirror_file(letter))
        };
        let rank = |index: usize| {
            let letter = b'1' + index as u8;
            turned(letter, mirror_rank(letter))
        };
        let man = |role: Role| match role {
            Role::Pawn => 0,
            // Both squares in full say enough without the man.
            _ if bytes.len() > 3 => least(role.letter()).min(4),
            _ => least(role.letter()),
        };
        let (files, ranks) = (std::array::from_fn(file), std::array::from_fn(rank));
        Least { castles: written.castles, files, ranks, men: Role::ALL.map(man) }
    }

    /// No more than [`cost`] of the same word and move.
    pub(super) fn cost(&self, position: &Position, mv: Move) -> u32 {
        if self.castles || mv.is_castling() {
            return 0;
        }
        let man = position.role_at(mv.from).unwrap_or(Role::Pawn);
        self.files[usize::from(mv.to.file())] + self.ranks[usize::from(mv.to.rank())] + self.men[man as usize]
    }
}

/// What it costs to take a word for a slip of this legal move.
pub(super) fn cost(written: &Core, position: &Position, mv: Move) -> u32 {
    if mv.is_castling() {
        let right = if mv.wing().san().len() == 3 { 3 } else { 5 };
        return match (written.castles, written.len) {
            (true, length) if length == right => 0,
            (true, 3 | 5) => 10,
            (true, _) => 14,
            (false, _) => 60,
        };
    }
    if written.castles {
        return 60;
    }
    let role = position.role_at(mv.from).unwrap_or(Role::Pawn);
    let to = [mv.to.file_letter(), mv.to.rank_letter()];
    let from = [mv.from.file_letter(), mv.from.rank_letter()];
    let promotion = mv.promotion().map(Role::letter);
    let spell = |letter: Option<u8>, origin: &[u8]| {
        let mut core = Core { bytes: [0; LONGEST], len: 0, castles: false };
        letter.iter().chain(origin).chain(&to).chain(&promotion).for_each(|&byte| core.push(byte));
        distance(written.as_bytes(), core.as_bytes())
    };
    let letter = Some(role.letter()).filter(|_| role != Role::Pawn);
    let takes = position.is_capture(mv);
    let (file, rank) = if role == Role::Pawn { (takes, false) } else { position.disambiguation(mv) };
    let mut best = match (file, rank) {
        (false, false) => spell(letter, &[]),
        (true, false) => spell(letter, &from[..1]),
        (false, true) => spell(letter, &from[1..]),
        (true, true) => spell(letter, &from),
    };
    // Other spellings of the same move: more or less of its origin than is needed.
    let mut other = |cost: u32| best = best.min(cost + 4);
    other(spell(letter, &[]));
    other(spell(letter, &from[..1]));
    if role != Role::Pawn {
        other(spell(letter, &from[1..]));
        other(spell(letter, &from));
    }
    other(spell(None, &from));
    // From and to change places.
    if let [.., a, b, c, d] = *written.as_bytes()
        && [a, b] == to
        && [c, d] == from
    {
        best = best.min(12);
    }
    // The board seen from the other side.
    if let [head @ .., a, b] = written.as_bytes()
        && head.len() == usize::from(letter.is_some())
        && head.first().copied() == letter
        && (mirror_file(*a), mirror_rank(*b)) == (to[0], to[1])
    {
        best = best.min(TURNED);
    }
    best
}

/// The file on the other side of the board.
pub(super) const fn mirror_file(file: u8) -> u8 {
    match file {
        b'a'..=b'h' => b'a' + b'h' - file,
        other => other,
    }
}

/// The rank on the other side of the board.
pub(super) const fn mirror_rank(rank: u8) -> u8 {
    match rank {
        b'1'..=b'8' => b'1' + b'8' - rank,
        other => other,
    }
}

/// What it costs to make one word of another by changing, dropping, adding and transposing letters.
fn distance(mut written: &[u8], mut meant: &[u8]) -> u32 {
    // What both begin and end with need not be compared.
    while let ([a, written_rest @ ..], [b, meant_rest @ ..]) = (written, meant)
        && a == b
    {
        (written, meant) = (written_rest, meant_rest);
    }
    while let ([written_rest @ .., a], [meant_rest @ .., b]) = (written, meant)
        && a == b
    {
        (written, meant) = (written_rest, meant_rest);
    }
    match (written, meant) {
        ([], rest) | (rest, []) => return ADDED * rest.len() as u32,
        (&[a], &[b]) => return changed(a, b).min(2 * ADDED),
        _ => {}
    }
    let mut rows = [[0u32; LONGEST + 1]; 3];
    for (j, cell) in rows[1].iter_mut().enumerate() {
        *cell = ADDED * j as u32;
    }
    for i in 1..=written.len() {
        // rows: two lines back, the last line, this line.
        let [before, last, line] = &mut rows;
        line[0] = ADDED * i as u32;
        for j in 1..=meant.len() {
            let (a, b) = (written[i - 1], meant[j - 1]);
            let mut best = (last[j - 1] + changed(a, b)).min(last[j] + ADDED).min(line[j - 1] + ADDED);
            if i > 1 && j > 1 && a != b && a == meant[j - 2] && b == written[i - 2] {
                best = best.min(before[j - 2] + 10);
            }
            line[j] = best;
        }
        rows.rotate_left(1);
    }
    rows[1][meant.len()]
}

/// The square as it is called from the other side of the board.
const TURNED: u32 = 18;

/// A letter too many or too few.
const ADDED: u32 = 14;

/// One letter instead of another.
fn changed(a: u8, b: u8) -> u32 {
    let near = |a: u8, b: u8| a.abs_diff(b) == 1;
    match (a, b) {
        _ if a == b => 0,
        (b'1'..=b'8', b'1'..=b'8') if near(a, b) => 10,
        (b'1'..=b'8', b'1'..=b'8') if mirror_rank(a) == b => 14,
        (b'a'..=b'h', b'a'..=b'h') if near(a, b) => 10,
        (b'a'..=b'h', b'a'..=b'h') if mirror_file(a) == b => 14,
        (b'1'..=b'8', b'1'..=b'8') | (b'a'..=b'h', b'a'..=b'h') => 16,
        (b'K', b'N') | (b'N', b'K') => 11,
        (b'K' | b'Q' | b'R' | b'B' | b'N', b'K' | b'Q' | b'R' | b'B' | b'N') => 13,
        (b'0' | b'9', b'1'..=b'8') | (b'i'..=b'z', b'a'..=b'h') => 13,
        _ if a.eq_ignore_ascii_case(&b) => 8,
        (b'A'..=b'Z', b'K' | b'Q' | b'R' | b'B' | b'N') => 15,
        _ => 24,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::replay::dialect::{ENGLISH, FOREIGN};

    #[test]
    fn men_have_their_english_letters_in_every_language() {
        let core = |word: &str, name: &str| {
            let language = FOREIGN.iter().find(|language| language.name == name).unwrap();
            String::from_utf8(Core::of(word, language).as_bytes().to_vec()).unwrap()
        };
        assert_eq!(core("Sf3+", "German"), "Nf3");
        assert_eq!(core("Dd1xd8", "German"), "Qd1d8");
        assert_eq!(core("d4", "German"), "d4");
        assert_eq!(core("e8=D", "German"), "e8Q");
        assert_eq!(core("Крe2", "Russian"), "Ke2");
        assert_eq!(core("Of4", "Estonian"), "Bf4");
        assert_eq!(core("O-O", "Estonian"), "O-O");
        assert_eq!(core("♞f3", "German"), "Nf3");
    }

    fn slip(written: &str, fen: Option<&str>, uci: &str) -> u32 {
        let position = match fen {
            Some(fen) => crate::chess::Fen::read(fen, crate::chess::Castling::Either).unwrap().position,
            None => Position::STANDARD,
        };
        cost(&Core::of(written, &ENGLISH), &position, position.read_uci(uci.as_bytes()).unwrap())
    }

    #[test]
    fn the_right_word_costs_nothing_in_any_style() {
        for written in ["Nf3", "Nf3+", "N-f3"] {
            assert_eq!(slip(written, None, "g1f3"), 0, "{written}");
        }
        assert!(slip("Ng1f3", None, "g1f3") < 10);
        assert!(slip("e2-e4", None, "e2e4") < 10);
    }

    #[test]
    fn slips_are_graded() {
        let neighbour = slip("Nf4", None, "g1f3");
        let far = slip("Nf8", None, "g1f3");
        assert!(0 < neighbour && neighbour < far && far <= ONE_SLIP, "{neighbour} {far}");
        assert_eq!(slip("N3f", None, "g1f3"), 10);
        assert!(slip("f3", None, "g1f3") <= ONE_SLIP);
        assert!(slip("Kf3", None, "g1f3") < slip("Qf3", None, "g1f3"));
        assert!(slip("Qb7", None, "g1f3") > ONE_SLIP);
        assert_eq!(slip("e4e2", None, "e2e4"), 12);
    }

    #[test]
    fn the_least_cost_is_no_more_than_the_cost() {
        let fen = "r2qk2r/pP3ppp/2n1bn2/2b1p3/2B1P3/2NPBN2/PPP3PP/R2QK2R w KQkq - 0 1";
        let position = crate::chess::Fen::read(fen, crate::chess::Castling::Either).unwrap().position;
        let mut list = crate::chess::MoveList::new();
        position.legal_moves(&mut list);
        for written in ["Nf3", "Kd5", "b8=Q", "bxa8", "e2e4", "d5f3", "Qe8", "O-O", "h4", "N3f", "Bxg5+", "R", "xyz", "f6e4N"] {
            let core = Core::of(written, &ENGLISH);
            let least = Least::of(&core);
            for &mv in list.iter() {
                assert!(least.cost(&position, mv) <= cost(&core, &position, mv), "{written}: {mv:?}");
            }
        }
        assert!(Least::of(&Core::of("Nf3", &ENGLISH)).cost(&position, position.read_uci(b"d1d2").unwrap()) > 0);
    }

    #[test]
    fn castling_slips_to_castling() {
        let fen = Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        assert_eq!(slip("0-0", fen, "e1g1"), 0);
        assert_eq!(slip("O-O", fen, "e1c1"), 10);
        assert!(slip("O-O", fen, "a1b1") > ONE_SLIP);
    }
}
