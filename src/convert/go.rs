//! A game of Go (or another game of SGF) as an owned tree of properties, whatever format it came in.

use std::borrow::Cow;

use super::options::SortBy;
use super::removal::Removal;
use crate::go::Color;
use crate::goformats;
use crate::record::{Format, GoActionKind, RawRecord, RecordReport};
use crate::sgf::document::{Document, Value};
use crate::sgf::game::{Header, Source};
use crate::sgf::properties::{Place, game_name, read_name};
use crate::sgf::{Charset, Tree, lex};

/// A game.
#[derive(Debug, Clone)]
pub(super) struct GoGame {
    /// The format it was read from.
    pub format: Format,
    /// `go`, or the SGF name of another game.
    pub game: Cow<'static, str>,
    /// Columns of the board.
    pub width: u8,
    /// Rows of the board.
    pub height: u8,
    /// The tree.
    pub document: Document,
}

/// Reads a record.
pub(super) fn read(record: &RawRecord<'_>) -> GoGame {
    if let Some(game) = goformats::read(record) {
        return GoGame {
            format: record.format,
            game: Cow::Borrowed("go"),
            width: game.width,
            height: game.height,
            document: of_server(&game),
        };
    }
    let charset = Charset::of(record.bytes);
    let (mut tokens, mut tree) = (Vec::new(), Tree::default());
    lex(record.bytes, charset.stepping, &mut tokens);
    tree.read(record.bytes, &tokens);
    let source = Source { bytes: record.bytes, tokens: &tokens, tree: &tree, encoding: charset.encoding };
    let header = Header::read(&source);
    let go = header.game == 1;
    let game = match game_name(header.game) {
        _ if go => Cow::Borrowed("go"),
        Some(name) => Cow::Borrowed(name),
        None => Cow::Owned(format!("game-{}", header.game)),
    };
    let mut document = Document::read(&source, header.width, header.height, go);
    if go {
        super::obsolete::renew(&mut document, header.version, header.width, header.height);
    }
    GoGame { format: record.format, game, width: header.width, height: header.height, document }
}

/// The tree of a game of a server format.
fn of_server(game: &goformats::Game) -> Document {
    let mut document = Document::default();
    for (i, node) in game.nodes.iter().enumerate() {
        let at = document.push(node.parent);
        if i == 0 {
            document.set(at, "GM", "1");
            document.set(at, "FF", "4");
            document.set(at, "CA", "UTF-8");
            let size = if game.width == game.height { game.width.to_string() } else { format!("{}:{}", game.width, game.height) };
            document.set(at, "SZ", size);
            for info in &game.info {
                if !matches!(info.property, "GM" | "FF" | "CA" | "SZ") {
                    document.set(at, info.property, info.text.clone());
                }
            }
            // What SGF has no property for is kept where a reader will see it.
            if !game.other.is_empty() {
                let lines: Vec<String> = game.other.iter().map(|(name, text)| format!("{name}: {text}")).collect();
                document.set(at, "GC", lines.join("\n"));
            }
        }
        for action in &node.actions {
            let name = |color| if color == Color::Black { "B" } else { "W" };
            match action.kind {
                GoActionKind::Play(color, point) => document.set(at, name(color), point.to_string()),
                GoActionKind::Pass(color) => document.set(at, name(color), ""),
                GoActionKind::SetUp(Some(Color::Black), point) => document.set(at, "AB", point.to_string()),
                GoActionKind::SetUp(Some(Color::White), point) => document.set(at, "AW", point.to_string()),
                GoActionKind::SetUp(None, point) => document.set(at, "AE", point.to_string()),
                GoActionKind::ToPlay(color) => document.set(at, "PL", name(color)),
                GoActionKind::Forced => document.set(at, "KO", ""),
                GoActionKind::Territory(color, point) => {
                    document.set(at, if color == Color::Black { "TB" } else { "TW" }, point.to_string())
                }
                GoActionKind::PlayOffBoard(color, column, row) => {
                    document.lost.push(format!("a move of {} to column {column}, row {row}, off the board", color.name()));
                }
                GoActionKind::Unreadable(color) => document.lost.push(format!("a move of {} that cannot be read", color.name())),
            }
        }
        for (point, label) in &node.labels {
            document.add(at, "LB", Value::Pair(point.to_string(), label.clone()));
        }
        for (name, text) in [("N", &node.name), ("C", &node.comment)] {
            if !text.is_empty() {
                document.set(at, name, text.clone());
            }
        }
        if let Some(seconds) = node.seconds {
            document.lost.push(format!("{seconds} seconds that a move took"));
        }
    }
    // Many moves have a time: one line says it.
    let times = document.lost.iter().filter(|l| l.ends_with("seconds that a move took")).count();
    if times > 1 {
        document.lost.retain(|l| !l.ends_with("seconds that a move took"));
        document.lost.push(format!("the seconds that {times} moves took"));
    }
    document
}

/// Properties of engines and their front ends that hold evaluations.
const EVALUATIONS: [&str; 8] = ["SBKV", "LZ", "LZOP", "KT", "LZB", "V", "MW", "GW"];

impl GoGame {
    /// A property of the root (or, for game information, of the first node that has it).
    pub(super) fn info(&self, name: &str) -> &str {
        (0..self.document.nodes.len() as u32).find_map(|n| self.document.text(n, name)).unwrap_or("").trim()
    }

    /// What it is told apart from others by.
    pub(super) fn sorted_by(&self, key: SortBy) -> &str {
        match key {
            SortBy::Event => self.info("EV"),
            SortBy::Year => {
                let year = self.info("DT").get(..4);
                year.filter(|y| y.bytes().all(|b| b.is_ascii_digit())).unwrap_or_default()
            }
            SortBy::Player => self.info("PW"),
            SortBy::Result => self.info("RE"),
        }
    }

    /// The nodes of the main line, by index: each the first child of the one before.
    pub(super) fn main_line(&self) -> Vec<usize> {
        let nodes = &self.document.nodes;
        let mut first = vec![usize::MAX; nodes.len()];
        for (i, node) in nodes.iter().enumerate().rev() {
            if let Some(parent) = node.parent {
                first[parent as usize] = i;
            }
        }
        let mut line = Vec::new();
        let mut at = 0;
        while at < nodes.len() {
            line.push(at);
            at = first[at];
        }
        line
    }

    /// What forms that hold the root and the moves of the main line leave out.
    pub(super) fn lose_all_but_moves(&self, lost: &mut Vec<String>) {
        let nodes = &self.document.nodes;
        if nodes.len() > self.main_line().len() {
            lost.push("the variations".to_owned());
        }
        let said = |name: &str| nodes.iter().filter(|node| node.properties.iter().any(|p| p.name == name)).count();
        match said("C") {
            0 => {}
            1 => lost.push("1 comment".to_owned()),
            n => lost.push(format!("{n} comments")),
        }
        let plain = |name: &str| matches!(name, "B" | "W" | "C");
        if nodes.iter().skip(1).any(|node| node.properties.iter().any(|p| !plain(&p.name))) {
            lost.push("what else the nodes say".to_owned());
        }
    }

    /// The moves of a node: colour and value.
    pub(super) fn moves(&self, node: usize) -> impl Iterator<Item = (Color, &str)> {
        self.document.nodes[node].properties.iter().filter_map(|p| {
            let color = match p.name.as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => return None,
            };
            match p.values.first()? {
                Value::Text(text) | Value::Raw(text) | Value::Pair(text, _) => Some((color, text.as_str())),
            }
        })
    }

    /// Cuts the main line before the first ply with an error that keeps the record from being understood.
    pub(super) fn truncate_at(&mut self, report: &RecordReport) {
        let Some(ply) = report.findings.iter().filter(|f| f.variation.is_none()).filter_map(|f| f.ply).min() else { return };
        let mut played = 0;
        let line = self.main_line();
        let cut = line.iter().position(|&n| {
            played += self.moves(n).count() as u32;
            played >= ply
        });
        let Some(&cut) = cut.and_then(|c| line.get(c)) else { return };
        self.retain_nodes(|i, kept| i != cut && kept);
    }

    /// Keeps the nodes that the test allows; a node whose parent goes, goes too.
    fn retain_nodes(&mut self, keep: impl Fn(usize, bool) -> bool) {
        let nodes = std::mem::take(&mut self.document.nodes);
        let mut became = Vec::with_capacity(nodes.len());
        for (i, mut node) in nodes.into_iter().enumerate() {
            let parent: Option<Option<u32>> = match node.parent {
                None => Some(None),
                Some(p) => became.get(p as usize).copied().flatten().map(Some),
            };
            match parent {
                Some(parent) if keep(i, true) => {
                    node.parent = parent;
                    became.push(Some(self.document.nodes.len() as u32));
                    self.document.nodes.push(node);
                }
                _ => became.push(None),
            }
        }
    }

    pub(super) fn remove(&mut self, removal: &Removal) {
        if *removal == Removal::default() {
            return;
        }
        if removal.variations {
            let line = self.main_line();
            self.retain_nodes(|i, kept| kept && line.binary_search(&i).is_ok());
        }
        const CLOCKS: [&str; 4] = ["BL", "WL", "OB", "OW"];
        const NAGS: [&str; 12] = ["BM", "DO", "IT", "TE", "DM", "GB", "GW", "UC", "HO", "V", "KO", "FG"];
        const COMMENTS: [&str; 2] = ["C", "GC"];
        const NEEDED: [&str; 15] = ["FF", "GM", "CA", "SZ", "EV", "PC", "DT", "RO", "PB", "PW", "RE", "KM", "HA", "RU", "PL"];
        let is_info = |name: &str| read_name(name.as_bytes()).0.property().place == Place::Info;
        for node in &mut self.document.nodes {
            node.properties.retain(|p| {
                let name = p.name.as_str();
                !(removal.comments && COMMENTS.contains(&name)
                    || removal.clocks && CLOCKS.contains(&name)
                    || removal.evaluations && EVALUATIONS.contains(&name)
                    || removal.nags && NAGS[..9].contains(&name)
                    || removal.roster_only && is_info(name) && !NEEDED.contains(&name)
                    || removal.tags.iter().any(|t| t.eq_ignore_ascii_case(name)))
            });
        }
    }
}
