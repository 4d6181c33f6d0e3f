//! Makes nodes of tokens: a flat list in the order of the record, and the faults of the grammar.

use super::properties::{Id, Spelling, read_name};
use super::token::{Token, TokenKind};
use crate::finding::Span;

/// A node: its properties, and the node before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// The node before it, by index; `u32::MAX` for the first.
    pub parent: u32,
    /// Its first property; they run to the first property of the next node.
    pub first_property: u32,
    /// Where it starts: its semicolon.
    pub start: u32,
}

/// A property of a node: its name and its values, which stand behind the name in the list of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// What it is.
    pub id: Id,
    /// How its name was written.
    pub spelling: Spelling,
    /// The token of its name (of its first value, if it has no name).
    pub name: u32,
    /// Its first value, by token.
    pub first_value: u32,
    /// How many values it has.
    pub values: u32,
}

/// What is wrong with the grammar at a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// Text before the tree.
    TextBefore,
    /// Text behind the tree.
    TextAfter,
    /// Text inside the tree, outside values.
    TextInside,
    /// Text that stands where a name should, right before a value.
    TextForName,
    /// The tree has no opening bracket.
    Unopened,
    /// This many trees are not closed.
    Unclosed(u32),
    /// A closing bracket that closes nothing.
    SurplusClose,
    /// An opening bracket with no node behind it, but another tree.
    SurplusOpen,
    /// A property before the semicolon of its node.
    MissingSemicolon,
    /// A node behind a variation of the same tree.
    NodeAfterVariation,
    /// A tree without a node.
    EmptyTree,
    /// A value without a property.
    ValueWithoutName,
    /// A property without a value.
    NameWithoutValue,
    /// A value that is not closed.
    Unterminated,
    /// A closing bracket in a value that is not escaped.
    BareBracket,
}

/// A fault of the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Where.
    pub span: Span,
}

/// The nodes of a record.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    /// The nodes, in the order of the record: each before its children, the main line first at each branch.
    pub nodes: Vec<Node>,
    /// The properties of all nodes.
    pub entries: Vec<Entry>,
    /// The faults, in order of place.
    pub faults: Vec<Fault>,
    open: Vec<u32>,
}

/// No node: the parent of the root.
pub const NO_NODE: u32 = u32::MAX;

impl Tree {
    /// Reads the tokens of a record. Buffers are used again.
    pub fn read(&mut self, bytes: &[u8], tokens: &[Token]) {
        self.nodes.clear();
        self.entries.clear();
        self.faults.clear();
        self.open.clear();
        let mut builder = Builder { tree: self, bytes, tokens, current: NO_NODE, state: State::Start };
        let mut at = 0;
        while at < tokens.len() {
            at = builder.step(at);
        }
        builder.end();
    }

    /// The properties of a node, none if there is no such node: a record may hold no node at all.
    pub fn entries_of(&self, node: usize) -> &[Entry] {
        let Some(first) = self.nodes.get(node) else { return &[] };
        let start = first.first_property as usize;
        let end = self.nodes.get(node + 1).map_or(self.entries.len(), |n| n.first_property as usize);
        &self.entries[start..end]
    }

    /// How many nodes the main line has: they are the first of the list.
    pub fn main_line(&self) -> usize {
        self.nodes.iter().enumerate().take_while(|(i, n)| n.parent == (*i as u32).wrapping_sub(1)).count()
    }
}

/// What came last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing of the tree yet.
    Start,
    /// An opening bracket.
    Opened,
    /// A node or a property.
    Node,
    /// A closing bracket, inside the tree.
    Closed,
    /// The last closing bracket.
    Done,
}

struct Builder<'a> {
    tree: &'a mut Tree,
    bytes: &'a [u8],
    tokens: &'a [Token],
    current: u32,
    state: State,
}

impl Builder<'_> {
    fn fault(&mut self, kind: FaultKind, span: Span) {
        self.tree.faults.push(Fault { kind, span });
    }

    fn node(&mut self, start: u32) {
        let parent = self.current;
        self.current = self.tree.nodes.len() as u32;
        self.tree.nodes.push(Node { parent, first_property: self.tree.entries.len() as u32, start });
        self.state = State::Node;
    }

    /// Reads the token at `at`; returns the place of the next.
    fn step(&mut self, at: usize) -> usize {
        let token = self.tokens[at];
        match token.kind {
            TokenKind::Semicolon => {
                match self.state {
                    State::Start => self.unopened(token.span),
                    State::Closed => self.fault(FaultKind::NodeAfterVariation, token.span),
                    _ => {}
                }
                self.node(token.span.start);
            }
            TokenKind::Open => {
                if self.state == State::Opened {
                    self.fault(FaultKind::SurplusOpen, token.span);
                }
                self.tree.open.push(self.current);
                self.state = State::Opened;
            }
            TokenKind::Close => match self.tree.open.pop() {
                None => self.fault(FaultKind::SurplusClose, token.span),
                Some(parent) => {
                    if self.state == State::Opened {
                        let start = self.tokens[at - 1].span.start;
                        self.fault(FaultKind::EmptyTree, Span { start, end: token.span.end });
                    }
                    self.current = parent;
                    self.state = if self.tree.open.is_empty() { State::Done } else { State::Closed };
                }
            },
            TokenKind::Name | TokenKind::Value => return self.property(at),
            TokenKind::Text => {
                let next = self.tokens.get(at + 1);
                let kind = match self.state {
                    State::Start => FaultKind::TextBefore,
                    State::Done => FaultKind::TextAfter,
                    _ if next.is_some_and(|n| n.kind == TokenKind::Value && n.span.start == token.span.end)
                        && token.span.len() <= 16
                        && !token.span.of(self.bytes).contains(&b' ') =>
                    {
                        self.fault(FaultKind::TextForName, token.span);
                        return self.values(at, Id::UNKNOWN, Spelling::Bad, at + 1);
                    }
                    _ => FaultKind::TextInside,
                };
                self.fault(kind, token.span);
            }
        }
        at + 1
    }

    fn unopened(&mut self, span: Span) {
        self.fault(FaultKind::Unopened, Span { start: span.start, end: span.start });
        self.tree.open.push(NO_NODE);
    }

    /// A property, or values without one.
    fn property(&mut self, at: usize) -> usize {
        let token = self.tokens[at];
        if self.state != State::Node {
            if self.state == State::Start {
                self.unopened(token.span);
            }
            self.fault(FaultKind::MissingSemicolon, Span { start: token.span.start, end: token.span.start });
            self.node(token.span.start);
        }
        if token.kind == TokenKind::Value {
            let last = self.tokens[at..].iter().take_while(|t| t.kind == TokenKind::Value).count() + at - 1;
            self.fault(FaultKind::ValueWithoutName, Span { start: token.span.start, end: self.tokens[last].span.end });
            return self.values(at, Id::UNKNOWN, Spelling::Plain, at);
        }
        let (id, spelling) = read_name(token.span.of(self.bytes));
        let next = self.values(at, id, spelling, at + 1);
        if next == at + 1 {
            self.fault(FaultKind::NameWithoutValue, token.span);
        }
        next
    }

    /// Takes the values from `first` on.
    fn values(&mut self, name: usize, id: Id, spelling: Spelling, first: usize) -> usize {
        let mut at = first;
        while let Some(token) = self.tokens.get(at)
            && token.kind == TokenKind::Value
        {
            if token.has(Token::UNTERMINATED) {
                self.fault(FaultKind::Unterminated, token.span);
            } else if token.has(Token::BARE_BRACKET) {
                self.fault(FaultKind::BareBracket, token.span);
            }
            at += 1;
        }
        self.tree.entries.push(Entry { id, spelling, name: name as u32, first_value: first as u32, values: (at - first) as u32 });
        at
    }

    fn end(&mut self) {
        let end = self.tokens.last().map_or(0, |t| t.span.end);
        // A value that runs to the end has the brackets in it: that is one cause, told once.
        let swallowed = self.tokens.last().is_some_and(|t| t.has(Token::UNTERMINATED));
        let open = self.tree.open.len() as u32;
        if open > 0 && !swallowed {
            self.fault(FaultKind::Unclosed(open), Span { start: end, end });
        }
        if self.state == State::Opened {
            self.fault(FaultKind::EmptyTree, Span { start: end.saturating_sub(1), end });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{Stepping, lex};

    fn read(text: &str) -> Tree {
        let mut tokens = Vec::new();
        lex(text.as_bytes(), Stepping::Bytes, &mut tokens);
        let mut tree = Tree::default();
        tree.read(text.as_bytes(), &tokens);
        tree
    }

    fn parents(text: &str) -> Vec<i64> {
        read(text).nodes.iter().map(|n| if n.parent == NO_NODE { -1 } else { i64::from(n.parent) }).collect()
    }

    fn faults(text: &str) -> Vec<FaultKind> {
        read(text).faults.iter().map(|f| f.kind).collect()
    }

    #[test]
    fn variations() {
        assert_eq!(parents("(;A[](;B[];C[])(;D[](;E[])))"), [-1, 0, 1, 0, 3]);
        let tree = read("(;A[];B[](;C[])(;D[]))");
        assert_eq!((tree.main_line(), tree.faults.len()), (3, 0));
        assert_eq!(read("(;A[]()(;B[]))").main_line(), 2);
    }

    #[test]
    fn values_belong_to_their_names() {
        let tree = read("(;AB[aa][bb]C[x];W[cc])");
        let values: Vec<_> = tree.entries.iter().map(|e| (e.id.property().name, e.values)).collect();
        assert_eq!(values, [("AB", 2), ("C", 1), ("W", 1)]);
        assert_eq!((tree.entries_of(0).len(), tree.entries_of(1).len()), (2, 1));
    }

    #[test]
    fn faults_are_told_once() {
        use FaultKind::*;
        assert_eq!(faults("hi (;B[aa]) x"), [TextBefore, TextAfter]);
        assert_eq!(faults("(;B[aa]))"), [SurplusClose]);
        assert_eq!(faults("(;B[aa](;W[bb]"), [Unclosed(2)]);
        assert_eq!(faults(";GM[1];B[aa])"), [Unopened]);
        assert_eq!(faults("(GM[1];B[aa])"), [MissingSemicolon]);
        assert_eq!(faults("(;B[aa]()(;W[bb]))"), [EmptyTree]);
        assert_eq!(faults("(;B[aa](;W[bb]);W[cc])"), [NodeAfterVariation]);
        assert_eq!(faults("((;B[aa]))"), [SurplusOpen]);
        assert_eq!(faults("(;[ee][ff];B[aa])"), [ValueWithoutName]);
        assert_eq!(faults("(;N;B[aa])"), [NameWithoutValue]);
        assert_eq!(faults("(;X-1[aa];B[aa] what ever)"), [TextForName, TextInside]);
        assert_eq!(faults("(;C[cut off"), [Unterminated]);
        assert_eq!(faults("(;PW[a[b]]PB[c])"), [BareBracket]);
    }
}
