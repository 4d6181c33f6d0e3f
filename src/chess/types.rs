//! The smallest values: colours, kinds of men, squares, sides of castling.

use std::fmt;

/// A side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// White, who moves first.
    White,
    /// Black.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// The other side.
    #[inline]
    pub const fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// `White` or `Black`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "White",
            Color::Black => "Black",
        }
    }

    /// `white` or `black`, as in "the white rook".
    pub const fn adjective(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }

    /// A rank counted from this side: 0 is its own back rank.
    #[inline]
    pub const fn rank(self, rank: u8) -> u8 {
        match self {
            Color::White => rank,
            Color::Black => 7 - rank,
        }
    }
}

/// A kind of man.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Role {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

impl Role {
    /// All kinds, the pawn first and the king last.
    pub const ALL: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// The kinds a pawn may become.
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    /// The English name.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        }
    }

    /// The English capital letter: `P N B R Q K`.
    pub const fn letter(self) -> u8 {
        match self {
            Role::Pawn => b'P',
            Role::Knight => b'N',
            Role::Bishop => b'B',
            Role::Rook => b'R',
            Role::Queen => b'Q',
            Role::King => b'K',
        }
    }

    /// The kind with this English capital letter.
    #[inline]
    pub const fn from_letter(letter: u8) -> Option<Role> {
        Some(match letter {
            b'P' => Role::Pawn,
            b'N' => Role::Knight,
            b'B' => Role::Bishop,
            b'R' => Role::Rook,
            b'Q' => Role::Queen,
            b'K' => Role::King,
            _ => return None,
        })
    }
}

/// A man: whose and of what kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose it is.
    pub color: Color,
    /// Its kind.
    pub role: Role,
}

impl Man {
    /// The letter of FEN: capitals for White.
    pub const fn letter(self) -> u8 {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The man with this letter in FEN.
    pub const fn from_letter(letter: u8) -> Option<Man> {
        let color = if letter.is_ascii_lowercase() { Color::Black } else { Color::White };
        match Role::from_letter(letter.to_ascii_uppercase()) {
            Some(role) => Some(Man { color, role }),
            None => None,
        }
    }
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color.adjective(), self.role.name())
    }
}

/// A square: a1 is 0, b1 is 1, h8 is 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this number; numbers above 63 wrap around.
    #[inline]
    pub const fn new(index: u8) -> Square {
        Square(index & 63)
    }

    /// The square on a file (0 is the a-file) and a rank (0 is the first).
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Square {
        Square((rank & 7) << 3 | file & 7)
    }

    /// The square of these two letters, such as `e4`.
    #[inline]
    pub const fn from_letters(file: u8, rank: u8) -> Option<Square> {
        let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
        if file < 8 && rank < 8 { Some(Square(rank << 3 | file)) } else { None }
    }

    /// Its number, 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask says what is true anyway, so that tables of 64 need no bounds check.
        (self.0 & 63) as usize
    }

    /// Its file: 0 is the a-file.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Its rank: 0 is the first.
    #[inline]
    pub const fn rank(self) -> u8 {
        (self.0 >> 3) & 7
    }

    /// The letter of its file.
    pub const fn file_letter(self) -> u8 {
        b'a' + self.file()
    }

    /// The digit of its rank.
    pub const fn rank_letter(self) -> u8 {
        b'1' + self.rank()
    }

    /// The square `files` to the right and `ranks` up, if it is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let (file, rank) = (self.file() as i8 + files, self.rank() as i8 + ranks);
        if file < 0 || file > 7 || rank < 0 || rank > 7 { None } else { Some(Square::at(file as u8, rank as u8)) }
    }

    /// The square one step ahead as `color` sees it; wraps around at the edge.
    #[inline]
    pub const fn ahead(self, color: Color) -> Square {
        match color {
            Color::White => Square::new(self.0.wrapping_add(8)),
            Color::Black => Square::new(self.0.wrapping_sub(8)),
        }
    }

    /// Whether it is a light square.
    pub const fn is_light(self) -> bool {
        (self.file() + self.rank()) % 2 == 1
    }

    /// All squares, from a1 to h8.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_letter() as char, self.rank_letter() as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A side of castling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wing {
    /// The king goes to the g-file: `O-O`.
    King,
    /// The king goes to the c-file: `O-O-O`.
    Queen,
}

impl Wing {
    /// Both sides, the king's first.
    pub const ALL: [Wing; 2] = [Wing::King, Wing::Queen];

    /// The file the king goes to.
    #[inline]
    pub const fn king_file(self) -> u8 {
        match self {
            Wing::King => 6,
            Wing::Queen => 2,
        }
    }

    /// The file the rook goes to.
    #[inline]
    pub const fn rook_file(self) -> u8 {
        match self {
            Wing::King => 5,
            Wing::Queen => 3,
        }
    }

    /// How SAN writes it.
    pub const fn san(self) -> &'static str {
        match self {
            Wing::King => "O-O",
            Wing::Queen => "O-O-O",
        }
    }
}
