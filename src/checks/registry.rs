//! The one table of all checks: code, name, default severity, family and page.

use crate::finding::Severity;

/// A group of checks that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Bytes and characters.
    Text,
    /// The grammar of PGN.
    PgnSyntax,
    /// The values of PGN tags.
    PgnTags,
    /// Moves of chess.
    ChessMoves,
    /// Claimed results of chess games.
    ChessResults,
    /// Draws of chess games.
    ChessDraws,
    /// Clock times.
    Clocks,
    /// The grammar of SGF.
    SgfSyntax,
    /// Properties of SGF and their values.
    SgfProperties,
    /// Moves of Go.
    GoMoves,
    /// Claimed results of Go games.
    GoResults,
    /// Inputs as a whole.
    Archive,
}

impl Family {
    /// The name of the family, for people.
    pub const fn title(self) -> &'static str {
        match self {
            Family::Text => "Text",
            Family::PgnSyntax => "PGN syntax",
            Family::PgnTags => "PGN tags",
            Family::ChessMoves => "Chess moves",
            Family::ChessResults => "Chess results",
            Family::ChessDraws => "Chess draws",
            Family::Clocks => "Clocks",
            Family::SgfSyntax => "SGF syntax",
            Family::SgfProperties => "SGF properties",
            Family::GoMoves => "Go moves",
            Family::GoResults => "Go results",
            Family::Archive => "Archive",
        }
    }
}

macro_rules! checks {
    ($($ident:ident = $code:literal, $name:literal, $severity:ident, $family:ident;)*) => {
        /// One kind of finding. `jadoube explain NAME` prints its page.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Check {
            $(
                #[doc = concat!("`", $name, "` (", $code, ")")]
                $ident,
            )*
        }

        impl Check {
            /// All checks, in the order of their families.
            pub const ALL: &'static [Check] = &[$(Check::$ident),*];

            /// The stable code: three letters and three digits.
            pub const fn code(self) -> &'static str {
                match self { $(Check::$ident => $code),* }
            }

            /// The stable name, in kebab-case.
            pub const fn name(self) -> &'static str {
                match self { $(Check::$ident => $name),* }
            }

            /// The default severity.
            pub const fn severity(self) -> Severity {
                match self { $(Check::$ident => Severity::$severity),* }
            }

            /// The family it belongs to.
            pub const fn family(self) -> Family {
                match self { $(Check::$ident => Family::$family),* }
            }

            /// The page that `explain` prints, in Markdown.
            pub const fn page(self) -> &'static str {
                match self { $(Check::$ident => include_str!(concat!("pages/", $name, ".md"))),* }
            }
        }
    };
}

checks! {
    InvalidEncoding = "TXT101", "invalid-encoding", Error, Text;
    WrongCharset = "TXT102", "wrong-charset", Warning, Text;
    MissingCharset = "TXT103", "missing-charset", Warning, Text;
    ByteOrderMark = "TXT104", "byte-order-mark", Note, Text;
    NulByte = "TXT105", "nul-byte", Error, Text;
    OddWhitespace = "TXT106", "odd-whitespace", Warning, Text;
    DamagedText = "TXT107", "damaged-text", Warning, Text;
    UnterminatedComment = "PGN101", "unterminated-comment", Error, PgnSyntax;
    UnterminatedVariation = "PGN102", "unterminated-variation", Error, PgnSyntax;
    UnmatchedParenthesis = "PGN103", "unmatched-parenthesis", Error, PgnSyntax;
    MalformedTag = "PGN104", "malformed-tag", Error, PgnSyntax;
    StrayText = "PGN105", "stray-text", Error, PgnSyntax;
    MissingTerminator = "PGN106", "missing-terminator", Warning, PgnSyntax;
    TextAfterTerminator = "PGN107", "text-after-terminator", Error, PgnSyntax;
    MissingMovetext = "PGN108", "missing-movetext", Error, PgnSyntax;
    BadNag = "PGN109", "bad-nag", Warning, PgnSyntax;
    ReservedCharacter = "PGN110", "reserved-character", Warning, PgnSyntax;
    MalformedAnnotation = "PGN111", "malformed-annotation", Warning, PgnSyntax;
    MissingRosterTag = "PGN201", "missing-roster-tag", Warning, PgnTags;
    DuplicateTag = "PGN202", "duplicate-tag", Warning, PgnTags;
    EmptyTag = "PGN203", "empty-tag", Warning, PgnTags;
    TagNameCase = "PGN204", "tag-name-case", Warning, PgnTags;
    MalformedDate = "PGN205", "malformed-date", Warning, PgnTags;
    ImpossibleDate = "PGN206", "impossible-date", Error, PgnTags;
    MalformedResult = "PGN207", "malformed-result", Warning, PgnTags;
    BadRating = "PGN208", "bad-rating", Warning, PgnTags;
    BadEco = "PGN209", "bad-eco", Warning, PgnTags;
    WrongPlyCount = "PGN210", "wrong-ply-count", Warning, PgnTags;
    MalformedTimeControl = "PGN211", "malformed-time-control", Warning, PgnTags;
    FenWithoutSetup = "PGN212", "fen-without-setup", Warning, PgnTags;
    SetupWithoutFen = "PGN213", "setup-without-fen", Warning, PgnTags;
    InvalidFen = "PGN214", "invalid-fen", Error, PgnTags;
    SuspiciousFen = "PGN215", "suspicious-fen", Warning, PgnTags;
    UnknownVariant = "PGN216", "unknown-variant", Warning, PgnTags;
    VariantMismatch = "PGN217", "variant-mismatch", Warning, PgnTags;
    IllegalMove = "CHS101", "illegal-move", Error, ChessMoves;
    AmbiguousMove = "CHS102", "ambiguous-move", Error, ChessMoves;
    UnreadableMove = "CHS103", "unreadable-move", Error, ChessMoves;
    MissingPromotion = "CHS104", "missing-promotion", Error, ChessMoves;
    NonstandardMove = "CHS105", "nonstandard-move", Warning, ChessMoves;
    WrongCheckMark = "CHS106", "wrong-check-mark", Warning, ChessMoves;
    WrongMoveNumber = "CHS107", "wrong-move-number", Warning, ChessMoves;
    MissingMoveNumber = "CHS108", "missing-move-number", Note, ChessMoves;
    NullMove = "CHS109", "null-move", Warning, ChessMoves;
    KingToCentre = "CHS110", "king-to-centre", Warning, ChessMoves;
    MoveAfterEnd = "CHS111", "move-after-end", Error, ChessMoves;
    MoveAfterAutomaticDraw = "CHS112", "move-after-automatic-draw", Warning, ChessMoves;
    MisplacedVariation = "CHS113", "misplaced-variation", Warning, ChessMoves;
    ResultTagMismatch = "CHS201", "result-tag-mismatch", Error, ChessResults;
    MissingResult = "CHS202", "missing-result", Warning, ChessResults;
    ResultContradictsBoard = "CHS203", "result-contradicts-board", Error, ChessResults;
    WinnerCannotMate = "CHS204", "winner-cannot-mate", Error, ChessResults;
    TerminationMismatch = "CHS205", "termination-mismatch", Warning, ChessResults;
    ThreefoldRepetition = "CHS301", "threefold-repetition", Note, ChessDraws;
    FiftyMoves = "CHS302", "fifty-moves", Note, ChessDraws;
    FivefoldRepetition = "CHS303", "fivefold-repetition", Note, ChessDraws;
    SeventyFiveMoves = "CHS304", "seventy-five-moves", Note, ChessDraws;
    DeadPosition = "CHS305", "dead-position", Note, ChessDraws;
    Stalemate = "CHS306", "stalemate", Note, ChessDraws;
    ClockIncreases = "CHS401", "clock-increases", Warning, Clocks;
    ClockExceedsControl = "CHS402", "clock-exceeds-control", Warning, Clocks;
    ClockMissing = "CHS403", "clock-missing", Warning, Clocks;
    ClockRunOut = "CHS404", "clock-run-out", Warning, Clocks;
    TextBeforeTree = "SGF101", "text-before-tree", Warning, SgfSyntax;
    TextAfterTree = "SGF102", "text-after-tree", Warning, SgfSyntax;
    UnclosedTree = "SGF103", "unclosed-tree", Error, SgfSyntax;
    SurplusParenthesis = "SGF104", "surplus-parenthesis", Warning, SgfSyntax;
    MissingSemicolon = "SGF105", "missing-semicolon", Warning, SgfSyntax;
    UnterminatedValue = "SGF106", "unterminated-value", Error, SgfSyntax;
    ValueWithoutProperty = "SGF107", "value-without-property", Error, SgfSyntax;
    PropertyWithoutValue = "SGF108", "property-without-value", Warning, SgfSyntax;
    EmptyVariation = "SGF109", "empty-variation", Warning, SgfSyntax;
    LowercaseProperty = "SGF110", "lowercase-property", Warning, SgfSyntax;
    BadPropertyName = "SGF111", "bad-property-name", Warning, SgfSyntax;
    DuplicateProperty = "SGF112", "duplicate-property", Warning, SgfSyntax;
    TooManyValues = "SGF113", "too-many-values", Warning, SgfSyntax;
    UnopenedTree = "SGF114", "unopened-tree", Warning, SgfSyntax;
    UnescapedBracket = "SGF115", "unescaped-bracket", Warning, SgfSyntax;
    MisplacedNode = "SGF116", "misplaced-node", Warning, SgfSyntax;
    UnknownProperty = "SGF201", "unknown-property", Note, SgfProperties;
    BadValue = "SGF202", "bad-value", Warning, SgfProperties;
    BadPoint = "SGF203", "bad-point", Error, SgfProperties;
    OffBoardPoint = "SGF204", "off-board-point", Error, SgfProperties;
    RepeatedPoint = "SGF205", "repeated-point", Warning, SgfProperties;
    SetupAndMove = "SGF206", "setup-and-move", Warning, SgfProperties;
    TwoMovesInNode = "SGF207", "two-moves-in-node", Warning, SgfProperties;
    MoveInRoot = "SGF208", "move-in-root", Note, SgfProperties;
    RootPropertyElsewhere = "SGF209", "root-property-elsewhere", Warning, SgfProperties;
    GameInfoRepeated = "SGF210", "game-info-repeated", Warning, SgfProperties;
    ConflictingMarkup = "SGF211", "conflicting-markup", Warning, SgfProperties;
    AnnotationWithoutMove = "SGF212", "annotation-without-move", Warning, SgfProperties;
    ObsoleteProperty = "SGF213", "obsolete-property", Note, SgfProperties;
    BadBoardSize = "SGF214", "bad-board-size", Error, SgfProperties;
    VersionMismatch = "SGF215", "version-mismatch", Warning, SgfProperties;
    NotGo = "SGF216", "not-go", Note, SgfProperties;
    ConflictingAnnotation = "SGF217", "conflicting-annotation", Warning, SgfProperties;
    OccupiedPoint = "IGO101", "occupied-point", Error, GoMoves;
    Suicide = "IGO102", "suicide", Error, GoMoves;
    KoViolation = "IGO103", "ko-violation", Error, GoMoves;
    RepeatedPosition = "IGO104", "repeated-position", Error, GoMoves;
    OffBoardMove = "IGO105", "off-board-move", Error, GoMoves;
    NonstandardPass = "IGO106", "nonstandard-pass", Warning, GoMoves;
    OutOfTurn = "IGO107", "out-of-turn", Warning, GoMoves;
    MovesAfterEnd = "IGO108", "moves-after-end", Warning, GoMoves;
    HandicapMismatch = "IGO109", "handicap-mismatch", Warning, GoMoves;
    ImpossibleSetup = "IGO110", "impossible-setup", Error, GoMoves;
    RedundantSetup = "IGO111", "redundant-setup", Note, GoMoves;
    UnreadableResult = "IGO201", "unreadable-result", Warning, GoResults;
    NonstandardResult = "IGO202", "nonstandard-result", Warning, GoResults;
    ResultContradictsScore = "IGO203", "result-contradicts-score", Error, GoResults;
    ImpossibleMargin = "IGO204", "impossible-margin", Error, GoResults;
    ResignerMovedLast = "IGO205", "resigner-moved-last", Warning, GoResults;
    ScaledKomi = "IGO206", "scaled-komi", Warning, GoResults;
    UnreadableKomi = "IGO207", "unreadable-komi", Warning, GoResults;
    MissingKomi = "IGO208", "missing-komi", Warning, GoResults;
    UnknownRuleset = "IGO209", "unknown-ruleset", Warning, GoResults;
    ScoreReading = "IGO210", "score-reading", Note, GoResults;
    UndecidedScore = "IGO211", "undecided-score", Note, GoResults;
    UnreadableInput = "ARC101", "unreadable-input", Error, Archive;
    DuplicateRecord = "ARC102", "duplicate-record", Warning, Archive;
    OversizedRecord = "ARC103", "oversized-record", Error, Archive;
}

impl Check {
    /// The check with this code or name, whatever the case of its letters.
    pub fn find(code_or_name: &str) -> Option<Check> {
        Check::ALL
            .iter()
            .copied()
            .find(|c| c.name().eq_ignore_ascii_case(code_or_name) || c.code().eq_ignore_ascii_case(code_or_name))
    }
}
