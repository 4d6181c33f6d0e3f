//! Whether a side can still mate by some series of legal moves of both sides; a position where neither can is dead.
//!
//! The answer is a proof or none. Four ways to one, the cheapest first:
//!
//! 1. material: a bare king, a lone knight against queens, bishops of one colour that nobody can help ([`material`]);
//! 2. forced lines: every line of a short tree ends in such material, in stalemate or in the mate of the side asked about;
//! 3. locked positions: where each man could ever stand is bounded from above; if no mate fits into these bounds there is none;
//! 4. exhaustion: all positions that can be reached are visited, up to a cap, with exact keys.
//!
//! A cap that is reached means "undecided", never "cannot". Counters of moves do not matter here: whether "any series of legal
//! moves" stops at move 75 is disputed, and all programs let it go on.
//!
//! Positions where proof is hopeless are told by a glance at the board (a free pawn, a rook at large), so the answer costs
//! nothing in most games. That is a choice of where to look, not a claim: the answer there is "undecided".

mod exhaust;
mod forced;
mod locked;

use super::{Bitboard, Color, Position, Role, attacks};

pub use exhaust::Search;

/// How it was proved that a side cannot mate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Proof {
    /// By the men on the board alone.
    Material,
    /// Every line is forced, and none mates.
    ForcedLine,
    /// No man that could give mate can ever reach a square from which to do it.
    Locked,
    /// All positions that can be reached were visited.
    Exhausted {
        /// How many.
        positions: u32,
    },
}

/// Whether a side can mate by any series of legal moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It cannot: proved.
    Unwinnable(Proof),
    /// It can: a line that mates was found.
    Winnable,
    /// Neither was proved.
    Undecided,
}

/// Whether `side` cannot mate by the material alone, whatever the squares.
///
/// A bare king; king and knight against king and queens or nothing; king and bishops of one colour of squares against men among
/// which there is no knight, no pawn and no bishop on the other colour. In each case no men of the other side could take away
/// the squares around its own king that the attacker leaves free.
#[inline]
pub fn material(position: &Position, side: Color) -> bool {
    let own = position.color(side);
    let kings = position.role(Role::King);
    let men = own & !kings;
    if men.is_empty() {
        return true;
    }
    if (men & (position.role(Role::Pawn) | position.role(Role::Rook) | position.role(Role::Queen))).nonempty() {
        return false;
    }
    let theirs = position.color(side.other()) & !kings;
    let knights = position.role(Role::Knight);
    let bishops = position.role(Role::Bishop);
    if (men & knights).nonempty() {
        return !men.many() && (theirs & !position.role(Role::Queen)).is_empty();
    }
    let all = bishops & (men | theirs);
    one_color(all) && (theirs & (knights | position.role(Role::Pawn))).is_empty()
}

/// Whether these squares are all of one colour.
#[inline]
pub fn one_color(squares: Bitboard) -> bool {
    (squares & Bitboard::LIGHT).is_empty() || (squares & Bitboard::DARK).is_empty()
}

/// Whether the position is dead by material alone.
#[inline]
pub fn dead_by_material(position: &Position) -> bool {
    // Every dead set has at most a few men, and most positions have a pawn: one test ends it for those.
    position.role(Role::Pawn).is_empty() && material(position, Color::White) && material(position, Color::Black)
}

/// How much may be spent on an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effort {
    /// Next to nothing where a proof is hopeless at a glance, a few milliseconds at most: for every game of a large collection.
    Quick,
    /// Up to a tenth of a second: for a claim that hangs on the answer.
    Full,
}

impl Search {
    /// Whether `side` can mate.
    pub fn verdict(&mut self, position: &Position, side: Color, effort: Effort) -> Verdict {
        if material(position, side) {
            return Verdict::Unwinnable(Proof::Material);
        }
        if forced::proves(position, side) {
            return Verdict::Unwinnable(Proof::ForcedLine);
        }
        if effort == Effort::Quick && (is_at_large(position, side) || free_pawns(position).many()) {
            return Verdict::Undecided;
        }
        if locked::proves(position, side) {
            return Verdict::Unwinnable(Proof::Locked);
        }
        match effort {
            Effort::Quick if !is_locked(position) => Verdict::Undecided,
            Effort::Quick => self.exhaust(position, side, exhaust::QUICK),
            Effort::Full => self.exhaust(position, side, exhaust::FULL),
        }
    }

    /// Whether neither side can mate, and how that was proved (for the side where it was harder). `first` is asked about first:
    /// best the side that is likelier to be able to.
    pub fn dead(&mut self, position: &Position, first: Color, effort: Effort) -> Option<Proof> {
        let Verdict::Unwinnable(one) = self.verdict(position, first, effort) else { return None };
        let Verdict::Unwinnable(other) = self.verdict(position, first.other(), effort) else { return None };
        Some(if one == Proof::Material { other } else { one })
    }
}

/// Whether a man of `side` that can mate has plainly room to do so: then a proof beyond material and forced lines is hopeless.
fn is_at_large(position: &Position, side: Color) -> bool {
    let occupied = position.occupied();
    let own = position.color(side);
    [(Role::Queen, ROOM), (Role::Rook, ROOM), (Role::Knight, ROOM_OF_KNIGHT)].into_iter().any(|(role, room)| {
        position.men(side, role).into_iter().any(|from| (attacks::of(role, side, from, occupied) & !own).count() >= room)
    })
}

/// Whether `side` has a man at large or a pawn that is free to go on: then a long search only finds what everybody sees.
pub fn is_hopeless(position: &Position, side: Color) -> bool {
    is_at_large(position, side) || (free_pawns(position) & position.color(side)).nonempty()
}

/// So many squares make a queen or rook free.
const ROOM: u32 = 5;
/// So many make a knight free.
const ROOM_OF_KNIGHT: u32 = 3;

/// Whether there are pawns enough for a wall, none of them can step ahead, and each has an enemy pawn before it on its file.
fn is_locked(position: &Position) -> bool {
    position.role(Role::Pawn).count() >= WALL && free_pawns(position).is_empty()
}

/// The pawns that can step ahead, or have no enemy pawn before them on their file.
fn free_pawns(position: &Position) -> Bitboard {
    let occupied = position.occupied().0;
    let [white, black] = Color::ALL.map(|color| position.men(color, Role::Pawn).0);
    let step = white & !(occupied >> 8) | black & !(occupied << 8);
    let passed = white & !fill_down(black) | black & !fill_up(white);
    Bitboard(step | passed)
}

/// So many pawns at least make a wall.
const WALL: u32 = 5;

/// The squares below these, on their files.
const fn fill_down(set: u64) -> u64 {
    let set = set >> 8 | set >> 16;
    let set = set | set >> 16;
    set | set >> 32
}

/// The squares above these, on their files.
const fn fill_up(set: u64) -> u64 {
    let set = set << 8 | set << 16;
    let set = set | set << 16;
    set | set << 32
}
