//! What the lexer makes of a record: flat tokens and tags, all of them spans of its bytes.

use std::borrow::Cow;

use crate::finding::Span;

/// A result as a game termination marker states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Outcome {
    /// `1-0`
    White,
    /// `0-1`
    Black,
    /// `1/2-1/2`
    Draw,
    /// `*`: open, unknown or abandoned.
    Open,
    /// `0-0`: both sides lose.
    BothLose,
    /// `1/2-0`: half a point for White, none for Black.
    HalfToWhite,
    /// `0-1/2`: half a point for Black, none for White.
    HalfToBlack,
    /// `+/-`: White wins by forfeit.
    WhiteByForfeit,
    /// `-/+`: Black wins by forfeit.
    BlackByForfeit,
    /// `-/-`: both forfeit.
    BothForfeit,
}

impl Outcome {
    /// The standard's marker, if it has one for this outcome.
    pub const fn standard(self) -> Option<&'static str> {
        match self {
            Outcome::White | Outcome::WhiteByForfeit => Some("1-0"),
            Outcome::Black | Outcome::BlackByForfeit => Some("0-1"),
            Outcome::Draw => Some("1/2-1/2"),
            Outcome::Open => Some("*"),
            Outcome::BothLose | Outcome::HalfToWhite | Outcome::HalfToBlack | Outcome::BothForfeit => None,
        }
    }

    /// What it means, in words.
    pub const fn meaning(self) -> &'static str {
        match self {
            Outcome::White => "White wins",
            Outcome::Black => "Black wins",
            Outcome::Draw => "a draw",
            Outcome::Open => "the game is open",
            Outcome::BothLose => "both sides lose",
            Outcome::HalfToWhite => "half a point for White, none for Black",
            Outcome::HalfToBlack => "half a point for Black, none for White",
            Outcome::WhiteByForfeit => "White wins by forfeit",
            Outcome::BlackByForfeit => "Black wins by forfeit",
            Outcome::BothForfeit => "both sides forfeit",
        }
    }
}

/// What a token is, told by its looks alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A whole tag pair; its parts are in [`Lexed::tags`], in the same order.
    Tag,
    /// A move number with the periods that touch it: `12.` `12...` `12`.
    MoveNumber,
    /// Periods apart from a number: the `...` of `1. ... e5`.
    Dots,
    /// A word that looks like a move in any dialect, check marks (`+ # ++`) and a glued `e.p.` included, suffix glyphs not.
    /// A word that begins with a letter and is no move at all (`Hello`, `Nz3`) is one too: replay says so.
    Move,
    /// A null move: `--` `Z0` `<>` `@@@@` `null` `pass`.
    NullMove,
    /// A move assessment in ASCII: `!` `?` `!!` `??` `!?` `?!` and longer heaps of them.
    Suffix,
    /// An evaluation or remark in signs: `±` `+=` `=` `∞` `□` `→` `N`.
    Glyph,
    /// A check or mate mark apart from its move.
    CheckMark,
    /// `e.p.` apart from its move.
    EnPassant,
    /// `(=)`: a draw was offered.
    DrawOffer,
    /// `$` and the digits behind it, if any.
    Nag,
    /// `{…}`. [`Token::is_unterminated`]: the closing brace is missing.
    Comment,
    /// `;` to the end of the line.
    LineComment,
    /// A line that begins with `%`.
    Escape,
    /// `(`
    Open,
    /// `)`
    Close,
    /// A game termination marker. [`Token::is_odd`]: not written as the standard has it.
    Result(Outcome),
    /// `<…>`, which the standard reserves.
    Reserved,
    /// A line end in HTML: `<br>` `<p>`.
    Markup,
    /// A byte order mark.
    Mark,
    /// Characters that look like blanks and are none of the standard: no-break space, zero-width space.
    OddBlank,
    /// NUL bytes.
    Nul,
    /// A line of a mail header before the first tag.
    MailHeader,
    /// Whatever the grammar does not know.
    Stray,
}

/// A token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: TokenKind,
    flags: u8,
}

const UNTERMINATED: u8 = 1;
const ODD: u8 = 2;

impl Token {
    /// A token written as it should be.
    pub const fn new(kind: TokenKind, start: usize, end: usize) -> Self {
        Token { span: Span::new(start, end), kind, flags: 0 }
    }

    /// The same token, marked as cut off.
    #[must_use]
    pub const fn unterminated(mut self) -> Self {
        self.flags |= UNTERMINATED;
        self
    }

    /// The same token, marked as understood although it is not written by the standard.
    #[must_use]
    pub const fn odd(mut self) -> Self {
        self.flags |= ODD;
        self
    }

    /// Whether its end is missing.
    pub const fn is_unterminated(self) -> bool {
        self.flags & UNTERMINATED != 0
    }

    /// Whether it is written otherwise than the standard has it, with one meaning all the same.
    pub const fn is_odd(self) -> bool {
        self.flags & ODD != 0
    }

    /// The text inside a comment, without its braces or semicolon; the token's whole text for any other kind.
    pub fn inner<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        self.inner_span().of(bytes)
    }

    /// The place of what [`Token::inner`] gives.
    pub const fn inner_span(&self) -> Span {
        let Span { mut start, mut end } = self.span;
        match self.kind {
            TokenKind::Comment | TokenKind::LineComment if start < end => {
                start += 1;
                if matches!(self.kind, TokenKind::Comment) && !self.is_unterminated() && start < end {
                    end -= 1;
                }
            }
            _ => {}
        }
        Span { start, end }
    }
}

macro_rules! tag_names {
    ($($ident:ident)*) => {
        /// A tag name the program knows, whatever the case of its letters in the record.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum TagName {
            $(
                #[doc = concat!("`", stringify!($ident), "`")]
                $ident,
            )*
            /// Any other name.
            Other,
        }

        impl TagName {
            /// All names that are known, the seven-tag roster first and in its order.
            pub const KNOWN: &'static [TagName] = &[$(TagName::$ident),*];

            /// The name as the standard spells it; empty for [`TagName::Other`].
            pub const fn name(self) -> &'static str {
                match self { $(TagName::$ident => stringify!($ident),)* TagName::Other => "" }
            }
        }
    };
}

tag_names! {
    Event Site Date Round White Black Result
    WhiteElo BlackElo WhiteUSCF BlackUSCF WhiteRapid BlackRapid WhiteBlitz BlackBlitz WhiteFideId BlackFideId
    WhiteTitle BlackTitle WhiteNA BlackNA WhiteType BlackType WhiteTeam BlackTeam WhiteRatingDiff BlackRatingDiff
    WhiteClock BlackClock Clock
    ECO NIC Opening Variation SubVariation
    EventDate EventSponsor Section Stage Board EventType EventRounds EventCountry Source SourceDate
    Time UTCDate UTCTime EndDate EndTime StartTime TimeControl Termination
    SetUp FEN Variant PlyCount Annotator Mode Remark Link GameId CurrentPosition
}

impl TagName {
    /// Whether it belongs to the seven-tag roster.
    pub const fn is_roster(self) -> bool {
        (self as u8) <= TagName::Result as u8
    }
}

/// What is wrong with the shape of a tag; several can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Flaws(u8);

impl Flaws {
    /// The `[` is missing.
    pub const NO_OPEN: Flaws = Flaws(1);
    /// The `]` is missing.
    pub const NO_CLOSE: Flaws = Flaws(2);
    /// The quote before the value is missing.
    pub const NO_OPEN_QUOTE: Flaws = Flaws(4);
    /// The quote after the value is missing.
    pub const NO_CLOSE_QUOTE: Flaws = Flaws(8);
    /// A quote inside the value is not escaped.
    pub const BARE_QUOTE: Flaws = Flaws(16);
    /// A backslash stands where it escapes nothing, the one before the closing quote included.
    pub const BARE_BACKSLASH: Flaws = Flaws(32);
    /// The name is missing or holds other characters than letters, digits and `_`.
    pub const BAD_NAME: Flaws = Flaws(64);
    /// Text stands between the value and the `]`.
    pub const TRAILING_TEXT: Flaws = Flaws(128);

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of `other` are among them.
    pub const fn has(self, other: Flaws) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both together.
    #[must_use]
    pub const fn with(self, other: Flaws) -> Flaws {
        Flaws(self.0 | other.0)
    }
}

/// A tag pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tag {
    /// Its name, if known.
    pub known: TagName,
    /// What is wrong with its shape.
    pub flaws: Flaws,
    /// Whether the value holds a backslash.
    pub escaped: bool,
    /// The name.
    pub name: Span,
    /// The value between the quotes, escapes as written.
    pub value: Span,
    /// All of it.
    pub whole: Span,
}

impl Tag {
    /// The value with its escapes undone (`\"` and `\\`); a backslash before anything else stands for itself.
    pub fn text<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        let raw = self.value.of(bytes);
        if !self.escaped {
            return Cow::Borrowed(raw);
        }
        let mut text = Vec::with_capacity(raw.len());
        let mut rest = raw;
        while let Some((&byte, more)) = rest.split_first() {
            match (byte, more.first()) {
                (b'\\', Some(&next @ (b'"' | b'\\'))) => {
                    text.push(next);
                    rest = &more[1..];
                }
                _ => {
                    text.push(byte);
                    rest = more;
                }
            }
        }
        Cow::Owned(text)
    }

    /// The value as text, escapes undone, bytes that are no UTF-8 replaced.
    pub fn lossy<'a>(&self, bytes: &'a [u8]) -> Cow<'a, str> {
        match self.text(bytes) {
            Cow::Borrowed(text) => String::from_utf8_lossy(text),
            Cow::Owned(text) => Cow::Owned(String::from_utf8_lossy(&text).into_owned()),
        }
    }
}

/// A record, lexed. Its buffers are reused from record to record.
#[derive(Debug, Clone, Default)]
pub struct Lexed {
    /// All tokens in order. They do not overlap and cover every byte but blanks.
    pub tokens: Vec<Token>,
    /// The tags in order, one for each [`TokenKind::Tag`].
    pub tags: Vec<Tag>,
    /// Where the movetext begins in `tokens`: the first token behind the last tag. Comments before it may belong to the game all
    /// the same.
    pub movetext: usize,
    /// Whether any token asks for a closer look: all but tags, numbers, moves, closed comments and standard results do.
    pub(super) rare: bool,
    /// Whether `[%` stands in a record that has comments.
    pub(super) commands: bool,
    /// How many results there are.
    pub(super) results: u32,
}

impl Lexed {
    /// The first tag of this name.
    pub fn tag(&self, name: TagName) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.known == name)
    }

    /// The tokens of the movetext.
    pub fn moves(&self) -> &[Token] {
        self.tokens.get(self.movetext..).unwrap_or_default()
    }

    /// Whether the tokens are nothing but tags, numbers, moves, closed comments and one standard result at the end, so that the
    /// grammar has nothing to say about them.
    pub fn is_plain(&self) -> bool {
        !self.rare && self.results == 1 && matches!(self.tokens.last(), Some(Token { kind: TokenKind::Result(_), .. }))
    }

    /// Whether its comments may hold commands such as `[%clk 0:05:00]`.
    pub fn has_commands(&self) -> bool {
        self.commands
    }

    /// Empties it and keeps the buffers.
    pub fn clear(&mut self) {
        self.tokens.clear();
        self.tags.clear();
        self.movetext = 0;
        self.rare = false;
        self.commands = false;
        self.results = 0;
    }
}
