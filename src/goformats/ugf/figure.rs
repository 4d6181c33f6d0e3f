//! The figures of a UGF file: comments on moves, and diagrams, which are variations from a position of their own.

use super::{Block, Reader};
use crate::go::{Color, Point};
use crate::goformats::lines::Line;
use crate::goformats::model::FaultKind;
use crate::record::{GoAction, GoActionKind};

/// How many stones figures may take off the board in all, so that a hostile file costs no more memory than its size.
const MOST_CLEARED: usize = 1 << 20;

impl Reader {
    pub(super) fn figure(&mut self, line: Line<'_>) {
        let bytes = line.bytes.trim_ascii();
        match &mut self.block {
            None => self.begin_block(line.trimmed()),
            Some(Block::Text(_) | Block::Lost) if bytes == b".EndText" || bytes == b".EndFig" => self.block = None,
            Some(Block::Text(node)) => {
                let node = *node;
                self.words(node, line);
            }
            Some(Block::Lost) => {}
            Some(Block::Figure { text, .. }) if bytes == b".EndText" => *text = false,
            Some(Block::Figure { .. }) if bytes == b".EndFig" => self.block = None,
            Some(Block::Figure { text, .. }) if bytes.starts_with(b".Text") && !*text => *text = true,
            Some(Block::Figure { last, text: true, .. }) => {
                let node = *last;
                self.words(node, line);
            }
            Some(Block::Figure { .. }) => self.diagram_move(line.trimmed()),
        }
    }

    /// `.Text,45` or `.Fig,45,1,1,19,19,heading,11,0`.
    fn begin_block(&mut self, line: Line<'_>) {
        let mut parts = line.split(b',');
        let kind = parts.next().map(|p| p.bytes).unwrap_or_default();
        let number = parts.next().and_then(Line::number);
        self.block = Some(match kind {
            b".Text" => match number.and_then(|n| self.moves.get(n as usize)) {
                Some(&node) => Block::Text(node),
                None => {
                    self.game.fault(FaultKind::Value, line.span(), "this text is about a move that the game does not have");
                    Block::Lost
                }
            },
            b".Fig" => {
                // The diagram has a position of its own, so it hangs on the root.
                let node = self.game.add(0, None, line.span());
                if let Some(heading) = parts.nth(4) {
                    self.game.nodes[node as usize].name = self.text(heading);
                }
                self.clear_board(node, line);
                Block::Figure { last: node, text: false, any: false }
            }
            _ => {
                let text = self.text(line);
                self.game.keep("Figure", text);
                return self.game.fault(FaultKind::Unknown, line.span(), "this line of the figures is not known");
            }
        });
    }

    /// Takes off what stands on the board of the root: a diagram puts its own stones.
    fn clear_board(&mut self, node: u32, line: Line<'_>) {
        if self.stones.is_empty() {
            let mut points: Vec<Point> = self.game.nodes[0]
                .actions
                .iter()
                .filter_map(|a| match a.kind {
                    GoActionKind::SetUp(Some(_), point) => Some(point),
                    _ => None,
                })
                .collect();
            points.sort_unstable();
            points.dedup();
            self.stones = points;
        }
        self.cleared += self.stones.len();
        if self.cleared > MOST_CLEARED {
            return self.game.fault(FaultKind::Value, line.span(), "there are more figures than a record can hold");
        }
        let actions = self.stones.iter().map(|&point| GoAction { kind: GoActionKind::SetUp(None, point), span: line.span() });
        self.game.nodes[node as usize].actions.extend(actions);
    }

    /// A line of text, or a label `.#,6,16,E`.
    fn words(&mut self, node: u32, line: Line<'_>) {
        if let Some(label) = line.trimmed().behind(b".#,") {
            let mut parts = label.split(b',');
            let (column, row) = (parts.next().and_then(Line::number), parts.next().and_then(Line::number));
            let point = column.zip(row).and_then(|(c, r)| self.point(c, r));
            let Some((point, start)) = point.zip(parts.next().map(|p| p.start)) else {
                return self.game.fault(FaultKind::Value, line.span(), "this label has no point on the board");
            };
            let text = self.text(Line { bytes: &label.bytes[start - label.start..], start });
            return self.game.nodes[node as usize].labels.push((point, text));
        }
        let text = self.text(line);
        let comment = &mut self.game.nodes[node as usize].comment;
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(&text);
    }

    /// A move of a diagram; number 0 is a stone of its position.
    fn diagram_move(&mut self, line: Line<'_>) {
        let Some(found) = self.parse(line) else {
            let text = self.text(line);
            self.game.keep("Figure", text);
            return self.game.fault(FaultKind::Unknown, line.span(), "this line of a figure is not known");
        };
        let color = found.color.unwrap_or(Color::Black);
        let kind = found.kind(&self.game, color);
        let Some(Block::Figure { last, any, .. }) = &mut self.block else { return };
        match kind {
            GoActionKind::Play(_, point) if found.number == 0 && !*any => {
                let node = &mut self.game.nodes[*last as usize];
                // A stone that the root has too stays where it is.
                node.actions.retain(|a| a.kind != GoActionKind::SetUp(None, point));
                node.actions.push(GoAction { kind: GoActionKind::SetUp(Some(color), point), span: line.span() });
            }
            _ => {
                *any = true;
                let parent = *last;
                *last = self.game.add(parent, Some(kind), line.span());
            }
        }
    }
}
