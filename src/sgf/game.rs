//! Makes the neutral record of the nodes: board, moves, set-up and game information.

use encoding_rs::Encoding;

use super::properties::Id;
use super::token::Token;
use super::tree::{Entry, NO_NODE, Tree};
use super::values::{self, Area, area, number, point, trim};
use crate::finding::Span;
use crate::go::{Color, Point};
use crate::record::{Field, GoAction, GoActionKind, GoClock, GoNode, GoRecord};
use crate::values::main_time;

/// Identities that are asked for again and again.
pub mod id {
    use super::Id;

    macro_rules! ids {
        ($($name:ident)*) => { $(
            #[doc = concat!("`", stringify!($name), "`")]
            pub const $name: Id = Id::named(stringify!($name));
        )* };
    }

    ids! { B W AB AW AE PL KO TB TW GM FF SZ CA AP KM RE RU HA TM OT DT PC BR WR TE RD BM DO IT MN CR MA SL SQ TR GB GW DM UC HO }
    ids! { BL WL OB OW LB DD VW GK AR LN L M C GC N GN ST V FG PM }
}

/// A record as its parts: the bytes, how they were cut, and how they make characters.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The bytes of the record.
    pub bytes: &'a [u8],
    /// Its tokens.
    pub tokens: &'a [Token],
    /// Its nodes.
    pub tree: &'a Tree,
    /// The charset of its text.
    pub encoding: &'static Encoding,
}

impl<'a> Source<'a> {
    /// The values of a property.
    pub fn values(&self, entry: &Entry) -> &'a [Token] {
        let first = entry.first_value as usize;
        self.tokens.get(first..first + entry.values as usize).unwrap_or_default()
    }

    /// The bytes of the first value, without white space around them; empty if there is none.
    pub fn first(&self, entry: &Entry) -> &'a [u8] {
        self.values(entry).first().map_or(&[][..], |token| trim(token.inner().of(self.bytes)))
    }

    /// The name of a property as written.
    pub fn name(&self, entry: &Entry) -> &'a [u8] {
        self.tokens.get(entry.name as usize).map_or(&[][..], |token| token.span.of(self.bytes))
    }

    /// The property of a node, if it has it.
    pub fn find(&self, node: usize, id: Id) -> Option<&'a Entry> {
        self.tree.entries_of(node).iter().find(|e| e.id == id)
    }
}

/// How the size of the board was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SizeReading {
    /// From a good `SZ`.
    Stated,
    /// There is no `SZ`: 19 by 19.
    Default,
    /// There is no `SZ`, and points lie outside 19 by 19.
    FromPoints,
    /// Two equal numbers where one is to be written.
    SquarePair(Span),
    /// In another shape, but with one meaning: `19x19`.
    OtherShape(Span),
    /// It cannot be: the default is taken, or what the points need.
    Bad(Span),
}

/// What the root says of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The game: 1 is Go; also when nothing is said.
    pub game: u32,
    /// The version of the format, if it says one.
    pub version: Option<i64>,
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// How the size was found.
    pub size: SizeReading,
}

/// The largest board that letters can name.
pub const LARGEST: u8 = 52;

impl Header {
    /// Reads the root.
    pub fn read(source: &Source<'_>) -> Header {
        let root = source.tree.entries_of_root();
        let find = |id: Id| root.iter().find(|e| e.id == id);
        let game = find(id::GM).map(|e| number(source.first(e)));
        // Programs that mean Go write `GM[]` or `GM[Go]` at times.
        let game = game.flatten().and_then(|n| u32::try_from(n).ok()).unwrap_or(1);
        let version = find(id::FF).and_then(|e| number(source.first(e)));
        let size = find(id::SZ).or_else(|| source.tree.entries.iter().find(|e| e.id == id::SZ));
        let mut header = Header { game, version, width: 19, height: 19, size: SizeReading::Default };
        match size {
            Some(entry) if entry.values > 0 => header.read_size(source, entry),
            _ => header.size_from_points(source, SizeReading::FromPoints),
        }
        header
    }

    fn read_size(&mut self, source: &Source<'_>, entry: &Entry) {
        let text = source.first(entry);
        let span = source.values(entry)[0].inner();
        let board = |n: Option<i64>| n.and_then(|n| u8::try_from(n).ok()).filter(|n| (1..=LARGEST).contains(n));
        let parts = |colon: u8| {
            let at = text.iter().position(|b| b.eq_ignore_ascii_case(&colon))?;
            Some((board(number(trim(&text[..at])))?, board(number(trim(&text[at + 1..])))?))
        };
        let (size, reading) = if let Some(n) = board(number(text)) {
            ((n, n), SizeReading::Stated)
        } else if let Some(pair) = parts(b':') {
            (pair, if pair.0 == pair.1 { SizeReading::SquarePair(span) } else { SizeReading::Stated })
        } else if let Some(pair) = parts(b'x').or_else(|| parts(b'*')) {
            (pair, SizeReading::OtherShape(span))
        } else {
            return self.size_from_points(source, SizeReading::Bad(span));
        };
        (self.width, self.height, self.size) = (size.0, size.1, reading);
    }

    /// 19 by 19, or as large as the points that lie outside need it. One stray point does not make a board.
    fn size_from_points(&mut self, source: &Source<'_>, reading: SizeReading) {
        if let SizeReading::Bad(_) = reading {
            self.size = reading;
        }
        let mut outside = 0;
        let (mut width, mut height) = (19, 19);
        for entry in &source.tree.entries {
            let is_move = entry.id == id::B || entry.id == id::W;
            if !is_move && entry.id != id::AB && entry.id != id::AW {
                continue;
            }
            for token in source.values(entry) {
                let text = trim(token.inner().of(source.bytes));
                let Some((x, y)) = area(text).map(|a| a.to).filter(|&p| p.0 >= 19 || p.1 >= 19) else { continue };
                if !(is_move && text == b"tt") {
                    outside += 1;
                    (width, height) = (width.max(x + 1), height.max(y + 1));
                }
            }
        }
        if outside >= 2 {
            // Boards that are not square say so; without a word it is square.
            let size = width.max(height);
            (self.width, self.height) = (size, size);
            if self.size == SizeReading::Default {
                self.size = reading;
            }
        }
    }
}

/// What the value of a move says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Play {
    /// A point of the board.
    On(u8, u8),
    /// A pass as the format writes it.
    Pass,
    /// A pass in another spelling.
    OddPass,
    /// A point off the board.
    Off(u8, u8),
    /// Nothing that can be understood.
    Unreadable,
}

/// Reads the value of a move for a board of this size. `text` is the whole value between its brackets.
pub fn play(text: &[u8], width: u8, height: u8) -> Play {
    if let Some((x, y)) = point(text) {
        return if x < width && y < height {
            Play::On(x, y)
        } else if text == b"tt" && width <= 19 && height <= 19 {
            Play::Pass
        } else if (x, y) == (width, height) || (text == b"zz" && width <= 25 && height <= 25) {
            // The corner just outside, as some programs count for their own size what `tt` is for 19.
            Play::OddPass
        } else {
            Play::Off(x, y)
        };
    }
    if text.is_empty() {
        return Play::Pass;
    }
    let inner = trim(text);
    match inner {
        [] => Play::OddPass,
        _ if inner.len() != text.len() && inner.len() == 2 => play(inner, width, height),
        _ if inner.eq_ignore_ascii_case(b"pass") || inner == b"--" || inner == b"-" => Play::OddPass,
        _ => Play::Unreadable,
    }
}

/// The most set-up stones of a record that are kept: rectangles can ask for thousands in a few bytes.
const MOST_ACTIONS: usize = 4 << 20;

/// Fills the neutral record.
pub fn build(source: &Source<'_>, header: &Header, record: &mut GoRecord) {
    record.clear();
    (record.width, record.height) = (header.width, header.height);
    let main_line = source.tree.main_line();
    for (i, node) in source.tree.nodes.iter().enumerate() {
        let end = source.tree.nodes.get(i + 1).map_or(u32::MAX, |n| n.start);
        record.nodes.push(GoNode {
            parent: node.parent,
            first_action: record.actions.len() as u32,
            span: Span { start: node.start, end: end.min(source.bytes.len() as u32) },
        });
        let entries = source.tree.entries_of(i);
        // Set-up comes before the move of its node, whatever the order of writing.
        let moves = entries.iter().filter(|e| e.id == id::B || e.id == id::W).count();
        if moves < entries.len() {
            for entry in entries {
                other(source, header, entry, i == 0, record);
                if i < main_line {
                    information(source, entry, i == 0, record);
                    clock(source, entry, i as u32, record);
                }
            }
        }
        for entry in entries.iter().filter(|e| e.id == id::B || e.id == id::W) {
            let color = if entry.id == id::B { Color::Black } else { Color::White };
            if let Some(&token) = source.values(entry).first() {
                let kind = match play(token.inner().of(source.bytes), header.width, header.height) {
                    Play::On(column, row) => GoActionKind::Play(color, Point { column, row }),
                    Play::Pass | Play::OddPass => GoActionKind::Pass(color),
                    Play::Off(x, y) => GoActionKind::PlayOffBoard(color, x, y),
                    Play::Unreadable => GoActionKind::Unreadable(color),
                };
                record.actions.push(GoAction { kind, span: token.span });
            }
        }
    }
}

/// Set-up, marks of territory, whose turn it is.
fn other(source: &Source<'_>, header: &Header, entry: &Entry, root: bool, record: &mut GoRecord) {
    let kind = match entry.id {
        id::AB => |p| GoActionKind::SetUp(Some(Color::Black), p),
        id::AW => |p| GoActionKind::SetUp(Some(Color::White), p),
        id::AE => |p| GoActionKind::SetUp(None, p),
        id::TB => |p| GoActionKind::Territory(Color::Black, p),
        id::TW => |p| GoActionKind::Territory(Color::White, p),
        id::PL => {
            if let (Some(color), Some(token)) = (color(source.first(entry)), source.values(entry).first()) {
                record.actions.push(GoAction { kind: GoActionKind::ToPlay(color), span: token.span });
            }
            return;
        }
        id::KO if !root || source.first(entry).is_empty() => {
            if let Some(token) = source.tokens.get(entry.name as usize) {
                record.actions.push(GoAction { kind: GoActionKind::Forced, span: token.span });
            }
            return;
        }
        _ => return,
    };
    for token in source.values(entry) {
        let Some(Area { from, to, .. }) = area(trim(token.inner().of(source.bytes))) else { continue };
        for row in from.1..=to.1.min(header.height.saturating_sub(1)) {
            for column in from.0..=to.0.min(header.width.saturating_sub(1)) {
                if record.actions.len() >= MOST_ACTIONS {
                    return;
                }
                record.actions.push(GoAction { kind: kind(Point { column, row }), span: token.span });
            }
        }
    }
}

/// A colour, also spelled out, in small letters, or by the numbers of old programs.
pub fn color(text: &[u8]) -> Option<Color> {
    match text {
        [b'1'] => Some(Color::Black),
        [b'2'] => Some(Color::White),
        _ if text.eq_ignore_ascii_case(b"b") || text.eq_ignore_ascii_case(b"black") => Some(Color::Black),
        _ if text.eq_ignore_ascii_case(b"w") || text.eq_ignore_ascii_case(b"white") => Some(Color::White),
        _ => None,
    }
}

/// Takes what a clock shows; time and periods of one side in one node belong together.
fn clock(source: &Source<'_>, entry: &Entry, node: u32, record: &mut GoRecord) {
    let (color, is_time) = match entry.id {
        id::BL => (Color::Black, true),
        id::WL => (Color::White, true),
        id::OB => (Color::Black, false),
        id::OW => (Color::White, false),
        _ => return,
    };
    let Some(token) = source.values(entry).first() else { return };
    let Ok(text) = std::str::from_utf8(trim(token.inner().of(source.bytes))) else { return };
    let (left, moves) = if is_time { (main_time::real(text), None) } else { (None, text.parse().ok()) };
    if left.is_none() && moves.is_none() {
        return;
    }
    match record.clocks.iter_mut().rev().take(2).find(|c| c.node == node && c.color == color) {
        Some(clock) => {
            clock.left = clock.left.or(left);
            clock.moves = clock.moves.or(moves);
        }
        None => record.clocks.push(GoClock { node, color, left, moves, span: token.inner() }),
    }
}

/// Game information: what is said first on the main line counts.
fn information(source: &Source<'_>, entry: &Entry, root: bool, record: &mut GoRecord) {
    let slot = match entry.id {
        id::RU => &mut record.rules,
        id::KM => &mut record.komi,
        id::RE => &mut record.result,
        id::HA => &mut record.handicap,
        id::AP => &mut record.application,
        id::PC => &mut record.place,
        id::DT | id::RD => &mut record.date,
        id::TM => &mut record.time_limit,
        id::OT => &mut record.overtime,
        id::BR => &mut record.black_rank,
        id::WR => &mut record.white_rank,
        // Sina writes the komi so.
        id::KO if root && values::is_real(source.first(entry)) => &mut record.komi,
        _ => return,
    };
    if slot.is_none()
        && let Some(&token) = source.values(entry).first()
    {
        let text = values::simple_text(source.bytes, token, source.encoding).into_owned().into();
        *slot = Some(Field { text, span: token.inner() });
    }
}

impl Tree {
    /// The properties of the root; none if there is no node.
    pub fn entries_of_root(&self) -> &[Entry] {
        if self.nodes.first().is_some_and(|n| n.parent == NO_NODE) { self.entries_of(0) } else { &[] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{Stepping, lex};

    fn read(text: &str) -> (Header, GoRecord) {
        let mut tokens = Vec::new();
        lex(text.as_bytes(), Stepping::Bytes, &mut tokens);
        let mut tree = Tree::default();
        tree.read(text.as_bytes(), &tokens);
        let source = Source { bytes: text.as_bytes(), tokens: &tokens, tree: &tree, encoding: encoding_rs::UTF_8 };
        let header = Header::read(&source);
        let mut record = GoRecord::default();
        build(&source, &header, &mut record);
        (header, record)
    }

    fn size(text: &str) -> (u8, u8, SizeReading) {
        let header = read(text).0;
        (header.width, header.height, header.size)
    }

    #[test]
    fn sizes() {
        assert_eq!(size("(;SZ[9];B[aa])"), (9, 9, SizeReading::Stated));
        assert_eq!(size("(;SZ[9:13])"), (9, 13, SizeReading::Stated));
        assert_eq!(size("(;;B[aa];W[tt])"), (19, 19, SizeReading::Default));
        assert_eq!(size("(;;B[ua];W[au])"), (21, 21, SizeReading::FromPoints));
        assert_eq!(size("(;;B[ua])"), (19, 19, SizeReading::Default));
        assert!(matches!(size("(;SZ[19:19])"), (19, 19, SizeReading::SquarePair(_))));
        assert!(matches!(size("(;SZ[13x13])"), (13, 13, SizeReading::OtherShape(_))));
        for bad in ["0", "53", "-3", "", "big", "9:0", "999999999999999999999"] {
            assert!(matches!(size(&format!("(;SZ[{bad}])")), (19, 19, SizeReading::Bad(_))), "{bad}");
        }
    }

    #[test]
    fn moves_by_board() {
        assert_eq!(play(b"aa", 9, 9), Play::On(0, 0));
        assert_eq!((play(b"", 9, 9), play(b"tt", 19, 19), play(b"tt", 9, 9)), (Play::Pass, Play::Pass, Play::Pass));
        assert_eq!(play(b"tt", 21, 21), Play::On(19, 19));
        for odd in ["jj", "  ", "\n", "zz", "pass", "PASS", "--"] {
            assert_eq!(play(odd.as_bytes(), 9, 9), Play::OddPass, "{odd}");
        }
        assert_eq!(play(b"ss", 18, 18), Play::OddPass);
        assert_eq!(play(b"ss", 19, 19), Play::On(18, 18));
        assert_eq!(play(b"pd", 9, 9), Play::Off(15, 3));
        assert_eq!(play(b" pd\n", 19, 19), Play::On(15, 3));
        assert_eq!((play(b"a1", 9, 9), play(b"Q16", 19, 19)), (Play::Unreadable, Play::Unreadable));
    }

    #[test]
    fn actions_of_nodes() {
        let (_, record) = read("(;SZ[9]W[cc]AB[aa:ba][ii]AW[zz]PL[White]KM[6.5];KO[]B[dd]TB[ee])");
        let kinds: Vec<_> = record.actions.iter().map(|a| a.kind).collect();
        let at = |column, row| Point { column, row };
        use GoActionKind::*;
        let expected = [
            SetUp(Some(Color::Black), at(0, 0)),
            SetUp(Some(Color::Black), at(1, 0)),
            SetUp(Some(Color::Black), at(8, 8)),
            ToPlay(Color::White),
            Play(Color::White, at(2, 2)),
            Forced,
            Territory(Color::Black, at(4, 4)),
            Play(Color::Black, at(3, 3)),
        ];
        assert_eq!(kinds, expected);
        assert_eq!(record.komi.map(|k| k.text.into_owned()), Some("6.5".to_owned()));
    }

    #[test]
    fn sina_writes_the_komi_as_ko() {
        let (_, record) = read("(;TE[Cup]RD[2004-01-01]KO[6.5]GK[1];B[pd])");
        assert_eq!(record.komi.map(|k| k.text.into_owned()), Some("6.5".to_owned()));
        assert_eq!(record.date.map(|k| k.text.into_owned()), Some("2004-01-01".to_owned()));
        assert_eq!(record.actions.len(), 1);
    }
}
