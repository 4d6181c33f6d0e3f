//! Properties of SGF: are they known, may they stand where they stand, do they go together.

use super::sgf_points::{self, PointSets};
use super::sgf_syntax::{MINOR, edit};
use super::{Check, Findings, sgf_values};
use crate::finding::{Edit, Finding, Fix, Grade, Severity, Span};
use crate::sgf::game::{Header, LARGEST, SizeReading, Source, id};
use crate::sgf::properties::{Id, Kind, Place, Spelling, game_name};
use crate::sgf::{Entry, NO_NODE};

/// Buffers that are used again from record to record.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// The ply after each node.
    plies: Vec<u32>,
    /// Whether a node or one before it has game information.
    informed: Vec<bool>,
    sets: PointSets,
    /// Properties reported once a record.
    reported: Vec<Id>,
    unknown: Vec<Span>,
    newer: Vec<Id>,
    names: Vec<(Span, Id)>,
}

/// What the checks of one record share.
pub(super) struct Context<'a, 'f> {
    pub(super) source: &'a Source<'a>,
    pub(super) header: &'a Header,
    pub(super) findings: &'f mut Findings,
    /// The node that is looked at.
    pub(super) node: usize,
    /// Its ply, if it has a move.
    pub(super) ply: Option<u32>,
    main_line: usize,
    /// Steps in the tree that may still be spent on the paths of findings.
    budget: usize,
}

impl Context<'_, '_> {
    /// Adds a finding on the node that is looked at.
    pub(super) fn push(&mut self, mut finding: Finding) {
        if !self.findings.wants(finding.check) {
            return;
        }
        finding.ply = finding.ply.or(self.ply);
        if self.node >= self.main_line && finding.variation.is_none() {
            let path = variation(self.source, self.node, &mut self.budget);
            finding.variation = Some(path.unwrap_or_else(|| "…".to_owned()));
        }
        self.findings.push(finding);
    }

    /// Whether the record is a game of Go.
    pub(super) const fn is_go(&self) -> bool {
        self.header.game == 1
    }
}

/// Most steps of a path that are written out.
const PATH_LIMIT: usize = 16;
/// Steps in the tree that the paths of one record may cost.
const PATH_BUDGET: usize = 1 << 22;

/// The path to a node in a variation: at which ply, and which of the variations there. `None` if that is too far to tell.
fn variation(source: &Source<'_>, node: usize, budget: &mut usize) -> Option<String> {
    let nodes = &source.tree.nodes;
    let mut steps = Vec::new();
    let (mut at, mut moves) = (node, 0);
    while let Some(parent) = nodes.get(at).map(|n| n.parent).filter(|&p| p != NO_NODE) {
        let parent = parent as usize;
        *budget = budget.checked_sub(at - parent)?;
        moves += moves_of(source, at);
        let before = nodes[parent + 1..at].iter().filter(|n| n.parent == parent as u32).count();
        if before > 0 {
            // So many moves lie from this branch on to the node, its own included.
            steps.push((moves, moves_of(source, at), before));
        }
        if steps.len() > PATH_LIMIT {
            return None;
        }
        at = parent;
    }
    let total = moves + moves_of(source, at);
    let steps: Vec<_> =
        steps.iter().rev().map(|&(from, own, index)| format!("{}.{index}", (total - from + own.min(1)).max(1))).collect();
    Some(steps.join("/"))
}

/// How many moves a node makes.
fn moves_of(source: &Source<'_>, node: usize) -> u32 {
    source.tree.entries_of(node).iter().filter(|e| e.id == id::B || e.id == id::W).count() as u32
}

/// Checks the properties of all nodes.
pub(super) fn check(source: &Source<'_>, header: &Header, findings: &mut Findings, scratch: &mut Scratch) {
    scratch.plies.clear();
    scratch.informed.clear();
    scratch.reported.clear();
    scratch.unknown.clear();
    scratch.newer.clear();
    scratch.names.clear();
    let main_line = source.tree.main_line();
    let mut context = Context { source, header, findings, node: 0, ply: None, main_line, budget: PATH_BUDGET };
    self::header(&mut context);
    for (i, node) in source.tree.nodes.iter().enumerate() {
        let before = if node.parent == NO_NODE { 0 } else { scratch.plies[node.parent as usize] };
        let entries = source.tree.entries_of(i);
        // A node with one good move and nothing else, as nearly all are.
        if let [entry] = entries
            && i > 0
            && (entry.id == id::B || entry.id == id::W)
            && entry.spelling == Spelling::Plain
            && entry.values == 1
        {
            scratch.plies.push(before + 1);
            (context.node, context.ply) = (i, Some(before + 1));
            if context.is_go() {
                sgf_points::play(&mut context, entry);
            }
            let informed = node.parent != NO_NODE && scratch.informed[node.parent as usize];
            scratch.informed.push(informed);
            continue;
        }
        let moves = moves_of(source, i);
        scratch.plies.push(before + moves);
        context.node = i;
        context.ply = (moves > 0).then_some(before + 1);
        self::node(&mut context, entries, i, scratch);
    }
    versions(&mut context, scratch);
    spellings(&mut context, scratch);
}

/// What the root says of game, version and board.
fn header(context: &mut Context<'_, '_>) {
    let header = context.header;
    if header.game != 1 {
        let name = game_name(header.game).map_or_else(|| "not known".to_owned(), str::to_owned);
        let span =
            context.source.find(0, id::GM).and_then(|e| context.source.values(e).first()).map_or(Span::new(0, 0), |t| t.span);
        context.push(
            Finding::new(Check::NotGo, span, format!("the game is number {}, {name}", header.game))
                .help("syntax and properties are checked, moves are not"),
        );
        return;
    }
    let bad = |span, severity: Severity, message: String| Finding::new(Check::BadBoardSize, span, message).severity(severity);
    let law = "SGF FF[4] SZ";
    let (width, height) = (header.width, header.height);
    match header.size {
        SizeReading::Stated | SizeReading::Default => {}
        SizeReading::FromPoints => {
            let at = context.source.tree.nodes.first().map_or(Span::new(0, 0), |n| Span { start: n.start, end: n.start + 1 });
            let found = bad(
                at,
                Severity::Warning,
                format!("no SZ is given, and points lie outside 19 by 19: read as {width} by {height}"),
            );
            let behind = Span { start: at.end, end: at.end };
            context.push(found.fix(edit(Grade::Unsafe, format!("write SZ[{width}]"), behind, format!("SZ[{width}]"))).law(law));
        }
        SizeReading::SquarePair(span) => {
            let found = Finding::new(Check::BadValue, span, format!("a square board is written SZ[{width}]"));
            context.push(found.fix(edit(Grade::Safe, format!("write `{width}`"), span, width.to_string())).law(law));
        }
        SizeReading::OtherShape(span) => {
            let text = if width == height { width.to_string() } else { format!("{width}:{height}") };
            let found = bad(span, Severity::Error, format!("a board of {width} by {height} is written SZ[{text}]"));
            context.push(found.help("understood").fix(edit(Grade::Safe, format!("write `{text}`"), span, text)).law(law));
        }
        SizeReading::Bad(span) => {
            let shown = super::sgf_syntax::quoted(span.of(context.source.bytes));
            let found = bad(
                span,
                Severity::Error,
                format!("{shown} is no size of a board: 1 to {LARGEST}, or two such numbers with a colon"),
            );
            context.push(found.help(format!("read as {width} by {height}")).law(law));
        }
    }
}

/// Checks one node.
fn node(context: &mut Context<'_, '_>, entries: &[Entry], index: usize, scratch: &mut Scratch) {
    let source = context.source;
    let mut seen = [0u64; 4];
    let (mut moves, mut set_up, mut info) = (0u32, false, false);
    let (mut annotation, mut judgement) = (None, None);
    let parent = source.tree.nodes[index].parent;
    let informed = parent != NO_NODE && scratch.informed[parent as usize];
    for entry in entries {
        let property = entry.id.property();
        let name_span = source.tokens[entry.name as usize].span;
        let bit = 1u64 << (entry.id.index() % 64);
        let word = &mut seen[entry.id.index() / 64 % 4];
        let again = entry.id != Id::UNKNOWN && *word & bit != 0;
        *word |= bit;
        let second_move = again && (entry.id == id::B || entry.id == id::W);
        if again && !second_move {
            duplicate(context, entries, entry);
        }
        names(context, entry, scratch);
        if entry.values > 1 && !property.kind.is_list() {
            too_many(context, entry);
        }
        match property.place {
            Place::Move if entry.id == id::B || entry.id == id::W => {
                moves += 1;
                if moves == 2 {
                    let at = Span { start: name_span.start, end: name_span.start };
                    let found = Finding::new(Check::TwoMovesInNode, name_span, "a second move stands in the same node");
                    context.push(
                        found
                            .fix(edit(Grade::Safe, "start a new node", at, ";"))
                            .help("read as the move after the first")
                            .law("SGF FF[4] move properties"),
                    );
                }
            }
            // `KO` is an order about the move of its node.
            Place::Move if entry.id == id::KO && (index != 0 || source.first(entry).is_empty()) => {
                annotation = annotation.or(Some(entry))
            }
            Place::SetUp => set_up = true,
            Place::Info => info = true,
            Place::Root if parent != NO_NODE => {
                let found = Finding::new(
                    Check::RootPropertyElsewhere,
                    name_span,
                    format!("{} stands outside the root, where alone it may stand", property.name),
                );
                context.push(found.law("SGF FF[4] root properties"));
            }
            Place::Annotation if !is_sina_text(source, entry, index) => match annotation {
                None => annotation = Some(entry),
                Some(first) if first.id == id::KO => annotation = Some(entry),
                Some(first) if first.id != entry.id => exclusive(context, first, entry),
                Some(_) => {}
            },
            _ => {}
        }
        if matches!(entry.id, id::GB | id::GW | id::DM | id::UC) {
            match judgement {
                None => judgement = Some(entry),
                Some(first) if first.id != entry.id => exclusive(context, first, entry),
                Some(_) => {}
            }
        }
        sgf_values::check(context, entry, index == 0);
    }
    let has_move = moves > 0;
    let name_of = |entry: &Entry| source.tokens[entry.name as usize].span;
    if has_move && set_up {
        let at = entries.iter().find(|e| e.id.property().place == Place::SetUp).map_or(Span::new(0, 0), name_of);
        context.push(
            Finding::new(Check::SetupAndMove, at, "set-up and a move stand in the same node")
                .help("read as the set-up, then the move")
                .law("SGF FF[4] setup properties: not to be mixed with move properties"),
        );
    }
    if has_move && index == 0 {
        let first = entries.iter().position(|e| e.id == id::B || e.id == id::W).unwrap_or(0);
        let at = entries.get(first).map_or(Span::new(0, 0), name_of);
        let before = Span { start: at.start, end: at.start };
        let mut found = Finding::new(Check::MoveInRoot, at, "a move stands in the root node")
            .law("SGF FF[4] move properties: bad style in the root");
        // What stands behind the move goes with it into the new node: the size of the board must stay in the root.
        if !entries.iter().skip(first).any(|e| matches!(e.id.property().place, Place::Root | Place::Info | Place::SetUp)) {
            found = found.fix(edit(Grade::Safe, "start a new node", before, ";"));
        }
        context.push(found);
    }
    if let Some(entry) = annotation.filter(|_| !has_move) {
        let name = entry.id.property().name;
        context.push(
            Finding::new(
                Check::AnnotationWithoutMove,
                name_of(entry),
                format!("{name} says something of a move, and the node has none"),
            )
            .law("SGF FF[4] move annotation properties"),
        );
    }
    if info && informed {
        let at = entries.iter().find(|e| e.id.property().place == Place::Info).map_or(Span::new(0, 0), name_of);
        context.push(
            Finding::new(Check::GameInfoRepeated, at, "game information stands here and in a node before it on the same line")
                .help("what is said first counts")
                .law("SGF FF[4] game-info properties: once on a path"),
        );
    }
    scratch.informed.push(informed || info);
    if context.is_go() {
        sgf_points::node(context, entries, &mut scratch.sets);
    }
}

/// Whether this is `TE` as Sina writes it: the name of the event, in the root.
fn is_sina_text(source: &Source<'_>, entry: &Entry, index: usize) -> bool {
    entry.id == id::TE && index == 0 && !matches!(source.first(entry), b"1" | b"2")
}

fn exclusive(context: &mut Context<'_, '_>, first: &Entry, second: &Entry) {
    let span = context.source.tokens[second.name as usize].span;
    let (a, b) = (first.id.property(), second.id.property());
    context.push(
        Finding::new(
            Check::ConflictingAnnotation,
            span,
            format!("{} ({}) and {} ({}) exclude each other", a.name, a.about, b.name, b.about),
        )
        .law("SGF FF[4] annotation properties"),
    );
}

/// The same property twice in a node.
fn duplicate(context: &mut Context<'_, '_>, entries: &[Entry], entry: &Entry) {
    let source = context.source;
    let property = entry.id.property();
    let span = source.tokens[entry.name as usize].span;
    let mut found = Finding::new(Check::DuplicateProperty, span, format!("{} stands twice in this node", property.name))
        .law("SGF FF[4]: a property stands once in a node");
    let first = entries.iter().find(|e| e.id == entry.id);
    let adjacent = first.is_some_and(|f| f.first_value + f.values == entry.name);
    let same = first.is_some_and(|f| source.first(f) == source.first(entry) && f.values == entry.values && f.values == 1);
    let whole = Span { start: span.start, end: source.values(entry).last().map_or(span.end, |t| t.span.end) };
    if same {
        found = found.fix(edit(Grade::Safe, "remove the second", whole, ""));
    } else if adjacent && property.kind.is_list() {
        found = found.fix(edit(Grade::Safe, "join the lists", span, ""));
    } else if property.kind == Kind::Text || property.kind == Kind::SimpleText {
        found = found.help("both are kept");
    }
    context.push(found);
}

/// More than one value where one belongs.
fn too_many(context: &mut Context<'_, '_>, entry: &Entry) {
    let values = context.source.values(entry);
    let (Some(second), Some(last)) = (values.get(1), values.last()) else { return };
    let span = Span { start: second.span.start, end: last.span.end };
    let mut found = Finding::new(
        Check::TooManyValues,
        span,
        format!("{} has {} values and can have one", entry.id.property().name, values.len()),
    )
    .help("the first one counts")
    .law("SGF FF[4] EBNF");
    if values[1..].iter().all(|t| t.inner().is_empty()) {
        found = found.fix(edit(Grade::Safe, "remove the empty values", span, ""));
    }
    context.push(found);
}

/// Whether the name is known, and known to this version and game.
fn names(context: &mut Context<'_, '_>, entry: &Entry, scratch: &mut Scratch) {
    let source = context.source;
    let span = source.tokens[entry.name as usize].span;
    match entry.spelling {
        Spelling::Plain => {}
        Spelling::SmallLetters => scratch.names.push((span, entry.id)),
        Spelling::SpelledOut | Spelling::Bad => {
            // What is no name at all has been reported by the grammar.
            if source.tokens[entry.name as usize].kind == crate::sgf::TokenKind::Name {
                let name = entry.id.property().name;
                let shown = super::sgf_syntax::quoted(source.name(entry));
                let mut found = Finding::new(
                    Check::BadPropertyName,
                    span,
                    format!("{shown} is no name of a property: one or two capital letters"),
                )
                .law("SGF FF[4] EBNF: PropIdent");
                if !name.is_empty() {
                    found =
                        found.help(format!("understood as {name}")).fix(edit(Grade::Safe, format!("write {name}"), span, name));
                }
                context.push(found);
            }
            return;
        }
    }
    let property = entry.id.property();
    if entry.id == Id::UNKNOWN {
        // Values without a name have been reported by the grammar.
        let is_name = entry.name != entry.first_value;
        let name = source.name(entry);
        if is_name && scratch.unknown.len() < 64 && !scratch.unknown.iter().any(|s| s.of(source.bytes) == name) {
            scratch.unknown.push(span);
            let shown = String::from_utf8_lossy(name);
            context.push(
                Finding::new(Check::UnknownProperty, span, format!("the property {shown} is not known"))
                    .help("it is kept as it is"),
            );
        }
        return;
    }
    let first = !scratch.reported.contains(&entry.id);
    if context.is_go() && property.game > 1 && first {
        scratch.reported.push(entry.id);
        let game = game_name(u32::from(property.game)).unwrap_or("another game");
        context.push(
            Finding::new(Check::UnknownProperty, span, format!("{} ({}) belongs to {game}", property.name, property.about))
                .help("it is kept as it is"),
        );
    }
    // A version that does not exist says nothing about the properties; it has a finding of its own.
    let version = context.header.version.filter(|v| (1..=4).contains(v)).unwrap_or(4);
    if i64::from(property.until) < version && first {
        scratch.reported.push(entry.id);
        let found = Finding::new(
            Check::ObsoleteProperty,
            span,
            format!("{} ({}) is gone since FF[{}]", property.name, property.about, property.until + 1),
        );
        let help = if property.instead.is_empty() {
            "nothing took its place".to_owned()
        } else {
            format!("today: {}", property.instead)
        };
        context.push(found.help(help).law("SGF FF[4]: properties of older versions"));
    }
    if i64::from(property.since) > version && !scratch.newer.contains(&entry.id) {
        scratch.newer.push(entry.id);
    }
}

/// The version that is claimed against the properties that are used.
fn versions(context: &mut Context<'_, '_>, scratch: &Scratch) {
    (context.node, context.ply) = (0, None);
    let law = "SGF FF[4] FF";
    let Some(entry) = context.source.find(0, id::FF) else {
        if let Some(node) = context.source.tree.nodes.first() {
            let span = Span { start: node.start, end: node.start + 1 };
            let behind = Span { start: span.end, end: span.end };
            let mut found = Finding::new(Check::VersionMismatch, span, "no FF says which version of the format this is")
                .severity(MINOR)
                .help("read as FF[4]")
                .law(law);
            // A root without its semicolon begins with a property, which must stay whole.
            if span.of(context.source.bytes) == b";" {
                found = found.fix(edit(Grade::Safe, "write FF[4]", behind, "FF[4]"));
            }
            context.push(found);
        }
        return;
    };
    let Some(span) = context.source.values(entry).first().map(|t| t.inner()) else { return };
    let fix = edit(Grade::Safe, "write FF[4]", span, "4");
    match context.header.version {
        Some(1..=4) if scratch.newer.is_empty() => {}
        Some(version @ 1..=4) => {
            let names: Vec<_> = scratch.newer.iter().take(8).map(|id| id.property().name).collect();
            let message = format!("the record says FF[{version}] and uses properties of later versions: {}", names.join(", "));
            let mut found = Finding::new(Check::VersionMismatch, span, message).severity(MINOR).law(law);
            // With properties that FF[4] has dropped, neither version is right.
            if context.source.tree.entries.iter().all(|e| e.id.property().until == 4) {
                found = found.fix(fix);
            }
            context.push(found);
        }
        _ => {
            let shown = super::sgf_syntax::quoted(span.of(context.source.bytes));
            let message = format!("{shown} is no version of the format: 1 to 4");
            context.push(Finding::new(Check::VersionMismatch, span, message).help("read as FF[4]").fix(fix).law(law));
        }
    }
}

/// Names with small letters: one cause, told once, with one repair for all of them.
fn spellings(context: &mut Context<'_, '_>, scratch: &Scratch) {
    let Some(&(span, _)) = scratch.names.first() else { return };
    let edits: Vec<_> = scratch
        .names
        .iter()
        .filter(|(_, id)| *id != Id::UNKNOWN)
        .map(|(span, id)| Edit { span: *span, text: id.property().name.into() })
        .collect();
    let shown = super::sgf_syntax::quoted(span.of(context.source.bytes));
    let count = scratch.names.len();
    let message = match count {
        1 => format!("the property name {shown} has small letters"),
        _ => format!("{count} property names have small letters, {shown} first"),
    };
    let mut found = Finding::new(Check::LowercaseProperty, span, message)
        .help("read by the rule of FF[3]: small letters in names say nothing")
        .law("SGF FF[4] EBNF: PropIdent");
    if !edits.is_empty() {
        found = found.fix(Fix { grade: Grade::Safe, title: "write the names in capitals".to_owned(), edits });
    }
    context.push(found);
}
