//! Cuts an input into games.
//!
//! A game ends where the next one begins: at a tag behind movetext, at a second tag section, or, without tags, at move number
//! one behind a result. Nothing inside a closed comment counts; a comment or variation that is never closed ends with its game.
//! Every byte is looked at a bounded number of times, whatever the damage: where a brace closes or the next tag stands is found
//! once and remembered.

use memchr::{memchr, memchr2, memchr3};

use super::chars::{char_at, is_blank, is_letter, is_line_end, is_odd_blank, line_length};
use super::comment::{self, REACH};
use super::{line, tag, terminator};
use crate::record::{Cut, Split};

/// What of a game has been seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Nothing yet that makes a game.
    Lead,
    /// Tags.
    Tags,
    /// Movetext.
    Moves,
}

/// How much of a line must be seen to tell what it is.
const LOOK: usize = 512;

/// The place of the next needle, kept so that no stretch is searched twice.
#[derive(Debug, Clone, Copy, Default)]
struct Ahead {
    at: usize,
    found: bool,
}

impl Ahead {
    /// The first needle from `from` on. `margin`: so many bytes at the end of the text may hold the beginning of one.
    fn find(&mut self, text: &[u8], from: usize, margin: usize, search: impl Fn(&[u8], usize) -> Option<usize>) -> Option<usize> {
        if self.at < from {
            *self = Ahead { at: from, found: false };
        }
        if !self.found {
            match search(text, self.at) {
                Some(at) => *self = Ahead { at, found: true },
                None => self.at = self.at.max(text.len().saturating_sub(margin)),
            }
        }
        self.found.then_some(self.at)
    }

    fn rebase(&mut self, cut: usize) {
        self.found &= self.at >= cut;
        self.at = self.at.saturating_sub(cut);
    }
}

/// Cuts a PGN input into games.
#[derive(Debug, Clone)]
pub struct Splitter {
    /// Everything before has been understood.
    at: usize,
    /// Where the line of `at` begins.
    line: usize,
    /// Whether nothing but blanks stands between `line` and `at`.
    fresh: bool,
    /// Whether the rest of the line is passed over.
    skip: bool,
    phase: Phase,
    /// Whether a blank line came behind the last tag or text.
    blank: bool,
    /// The end of the last movetext that is no comment.
    tail: usize,
    /// The name of the first tag.
    first: (usize, usize),
    event: bool,
    result: bool,
    /// Where a mail header begins that may belong to the next game.
    mail: Option<usize>,
    /// Whether a record has been cut already.
    cut_before: bool,
    line_end: Ahead,
    special: Ahead,
    bracket: Ahead,
    close: Ahead,
    tag: Ahead,
}

impl Default for Splitter {
    fn default() -> Self {
        Splitter::new()
    }
}

/// What one step found.
enum Step {
    Go,
    More,
    Cut(usize),
}

impl Splitter {
    /// A splitter at the start of an input.
    pub const fn new() -> Self {
        const NOWHERE: Ahead = Ahead { at: 0, found: false };
        Splitter {
            at: 0,
            line: 0,
            fresh: true,
            skip: false,
            phase: Phase::Lead,
            blank: false,
            tail: 0,
            first: (0, 0),
            event: false,
            result: false,
            mail: None,
            cut_before: false,
            line_end: NOWHERE,
            special: NOWHERE,
            bracket: NOWHERE,
            close: NOWHERE,
            tag: NOWHERE,
        }
    }

    /// Forgets the game before `cut` and begins the next one there.
    fn begin_at(&mut self, cut: usize) {
        let mut next = Splitter::new();
        (next.line_end, next.special, next.bracket, next.close, next.tag) =
            (self.line_end, self.special, self.bracket, self.close, self.tag);
        for ahead in [&mut next.line_end, &mut next.special, &mut next.bracket, &mut next.close, &mut next.tag] {
            ahead.rebase(cut);
        }
        next.cut_before = true;
        *self = next;
    }

    fn step(&mut self, text: &[u8], last: bool) -> Step {
        if self.skip {
            return self.until_line_end(text, last);
        }
        if self.fresh {
            self.indent(text);
            if text.len() - self.at < LOOK && !last {
                return Step::More;
            }
        } else {
            self.at += text[self.at..].iter().take_while(|b| is_blank(**b) && !is_line_end(**b)).count();
            if text.len() - self.at < LOOK && !last {
                return Step::More;
            }
        }
        let Some(&byte) = text.get(self.at) else { return Step::Go };
        match byte {
            b'\n' | b'\r' => {
                self.blank |= self.fresh;
                self.until_line_end(text, last)
            }
            b'%' if self.at == self.line && self.fresh => {
                self.skip = true;
                Step::Go
            }
            b';' => {
                self.skip = true;
                Step::Go
            }
            b'{' => self.comment(text, last),
            b'<' if line::markup_at(&text[self.at..]) > 0 => {
                self.blank |= self.fresh;
                self.at += line::markup_at(&text[self.at..]);
                self.line = self.at;
                self.fresh = true;
                Step::Go
            }
            b'[' => self.open_bracket(text, last),
            _ => self.text(text, last, byte),
        }
    }

    /// Passes over everything at the start of a line that looks like nothing.
    fn indent(&mut self, text: &[u8]) {
        while let Some(&byte) = text.get(self.at) {
            self.at += match byte {
                b if is_line_end(b) => return,
                b if is_blank(b) || b == 0 => 1,
                0x80.. => match char_at(&text[self.at..]) {
                    Some((c, length)) if is_odd_blank(c) || c == '\u{feff}' => length,
                    _ => return,
                },
                _ => return,
            };
        }
    }

    fn until_line_end(&mut self, text: &[u8], last: bool) -> Step {
        let here = text.get(self.at).is_some_and(|b| is_line_end(*b));
        let Some(end) = here.then_some(self.at).or_else(|| self.find_line_end(text)) else {
            self.at = text.len();
            return if last { Step::Go } else { Step::More };
        };
        self.at = end;
        let length = match (text[end], text.get(end + 1)) {
            (b'\r', None) if !last => return Step::More,
            (b'\r', Some(b'\n')) => 2,
            _ => 1,
        };
        self.at += length;
        self.line = self.at;
        self.fresh = true;
        self.skip = false;
        Step::Go
    }

    fn find_line_end(&mut self, text: &[u8]) -> Option<usize> {
        self.line_end.find(text, self.at, 0, |text, from| find(text, from, |t| memchr2(b'\r', b'\n', t)))
    }

    /// The first bytes from here to the end of the line, enough of them to tell what the line is.
    fn look<'a>(&self, text: &'a [u8]) -> &'a [u8] {
        let near = &text[self.at..text.len().min(self.at + LOOK)];
        &near[..line_length(near)]
    }

    /// Text that is neither tag nor comment, up to what ends it.
    fn text(&mut self, text: &[u8], last: bool, byte: u8) -> Step {
        if self.fresh && self.begins_game(text, byte) {
            return Step::Cut(self.mail.unwrap_or(self.line));
        }
        if self.fresh && self.phase != Phase::Moves && is_letter(byte) && tag::opens_without_bracket(self.look(text)) {
            return self.tag(text, last);
        }
        match self.phase {
            Phase::Moves => {}
            Phase::Tags if !line::is_prose(self.look(text)) => self.phase = Phase::Moves,
            Phase::Lead if line::opens_moves(self.look(text)) => self.phase = Phase::Moves,
            _ => {}
        }
        self.fresh = false;
        let from = self.at;
        let end = self.find_line_end(text);
        let special = self.special.find(text, from, 0, |text, from| find(text, from, |t| memchr3(b'{', b';', b'<', t)));
        let bracket = self.bracket.find(text, from, 0, |text, from| find(text, from, |t| memchr(b'[', t)));
        let nearest = [end, special, bracket].into_iter().flatten().min();
        if nearest.is_none() && !last {
            return Step::More;
        }
        // A special byte that means nothing here is text like any other.
        let stop = nearest.map_or(text.len(), |stop| stop.max(from + 1));
        // Without tags the next game may begin on the same line.
        if self.phase == Phase::Moves
            && self.first == (0, 0)
            && let Some(game) = next_game(text, from, stop)
        {
            return Step::Cut(game);
        }
        let (from, stop) = match end {
            Some(end) if end == stop && self.phase == Phase::Moves => self.lines_of_moves(text, from, end, special, bracket),
            _ => (from, stop),
        };
        let written = text[from..stop].trim_ascii_end().len();
        self.at = stop;
        if self.phase == Phase::Moves && written > 0 {
            self.tail = from + written;
        }
        if written > 0 {
            self.blank = false;
        }
        Step::Go
    }

    /// From a line of moves on over all lines that plainly go on with moves: they begin with a number, though not number one, or
    /// with a word, and no result stands before it. Returns where the last of them begins and ends.
    fn lines_of_moves(
        &mut self,
        text: &[u8],
        mut from: usize,
        mut end: usize,
        special: Option<usize>,
        bracket: Option<usize>,
    ) -> (usize, usize) {
        if self.first == (0, 0) {
            return (from, end);
        }
        let limit = special.unwrap_or(text.len()).min(bracket.unwrap_or(text.len()));
        loop {
            let start = end + if text[end..].starts_with(b"\r\n") { 2 } else { 1 };
            match text.get(start..start + 2) {
                Some([b'2'..=b'9', _] | [b'1', b'0'..=b'9']) => {}
                Some([byte, _]) if is_letter(*byte) && self.mail.is_none() => {
                    self.tail = from + text[from..end].trim_ascii_end().len();
                    if self.ended(text) {
                        return (from, end);
                    }
                }
                _ => return (from, end),
            }
            match self.line_end.find(text, start, 0, |text, from| find(text, from, |t| memchr2(b'\r', b'\n', t))) {
                Some(next) if next < limit => (from, end, self.line) = (start, next, start),
                _ => return (from, end),
            }
        }
    }

    /// Whether a line without a `[` begins the next game.
    fn begins_game(&mut self, text: &[u8], byte: u8) -> bool {
        if self.phase != Phase::Moves || !(byte == b'1' || is_letter(byte)) {
            return false;
        }
        if byte == b'1' {
            // Most numbers that begin with a 1 are no number one.
            if !matches!(text.get(self.at + 1), Some(b'.' | b' ' | b'\t')) {
                return false;
            }
            let look = self.look(text);
            return line::number_one(look).is_some() && (self.ended(text) || self.blank && line::opens_moves(look));
        }
        // Nothing but a move follows a line of moves that is neither ended nor set apart.
        if !self.blank && self.mail.is_none() && !self.ended(text) {
            return false;
        }
        let look = self.look(text);
        if tag::opens_without_bracket(look) {
            return self.blank || self.ended(text);
        }
        // Without tags a first move without a number begins a game too.
        if self.first == (0, 0) && self.ended(text) && line::opens_moves(look) {
            return true;
        }
        if !self.blank && self.mail.is_none() {
            return false;
        }
        if !line::is_mail_header(look) {
            self.mail = None;
        } else if self.mail.is_none() && self.ended(text) {
            self.mail = Some(self.line);
        }
        false
    }

    /// Whether the movetext so far ends with a result.
    fn ended(&self, text: &[u8]) -> bool {
        // Most lines end in a move or a number, which no result ends like.
        let may_end = |b: &u8| matches!(b, b'0'..=b'2' | b'5' | b'*' | b'.' | b',' | b'O' | b'o' | b'+' | b'-' | 0x80..);
        self.tail > 0 && text.get(self.tail - 1).is_some_and(may_end) && terminator::at_end(&text[..self.tail]).is_some()
    }

    fn open_bracket(&mut self, text: &[u8], last: bool) -> Step {
        if self.phase == Phase::Tags
            && let Some((name, _, length)) = tag::plain_parts(&text[self.at..])
        {
            return self.add_tag(text, (self.at + name.0, self.at + name.1), length);
        }
        if !tag::opens(&text[self.at..text.len().min(self.at + LOOK)]) {
            let tag_like = self.phase != Phase::Moves && text.get(self.at + 1).is_some_and(|b| is_letter(*b) || *b == b'"');
            return if tag_like && memchr(b']', self.look(text)).is_some() {
                self.tag(text, last)
            } else {
                self.text(text, last, b'[')
            };
        }
        match self.phase {
            Phase::Moves if self.fresh => Step::Cut(self.mail.unwrap_or(self.line)),
            // Two games on one line.
            Phase::Moves if self.tail > 0 && self.ended(text) => Step::Cut(self.at),
            Phase::Moves => self.text(text, last, b'['),
            _ => self.tag(text, last),
        }
    }

    /// A tag pair of this game, or the first of the next one if this game has no movetext.
    fn tag(&mut self, text: &[u8], last: bool) -> Step {
        let (name, length) = match tag::plain_parts(&text[self.at..]) {
            Some((name, _, length)) => (name, length),
            None => {
                let Some(end) = self.find_line_end(text).or(last.then_some(text.len())) else { return Step::More };
                let tag = tag::read(&text[self.at..end], 0);
                ((tag.name.start as usize, tag.name.end as usize), tag.whole.len())
            }
        };
        self.add_tag(text, (self.at + name.0, self.at + name.1), length)
    }

    fn add_tag(&mut self, text: &[u8], name: (usize, usize), length: usize) -> Step {
        let is = |known: &[u8]| text[name.0..name.1].eq_ignore_ascii_case(known);
        let is_event = is(b"Event");
        if self.phase == Phase::Tags {
            let text_of = |(start, end): (usize, usize)| &text[start..end];
            let repeats_first = self.blank && text_of(name).eq_ignore_ascii_case(text_of(self.first));
            let repeats_event = is_event && self.event && (self.blank || self.result);
            if repeats_first || repeats_event {
                return Step::Cut(if self.fresh { self.line } else { self.at });
            }
        } else {
            self.first = name;
            self.phase = Phase::Tags;
        }
        self.event |= is_event;
        self.result |= is(b"Result");
        self.blank = false;
        self.fresh = false;
        self.at += length.max(1);
        Step::Go
    }

    /// A comment: to its end, or, if it is never closed, to the next game.
    fn comment(&mut self, text: &[u8], last: bool) -> Step {
        let open = self.at;
        let close = self.close.find(text, open + 1, 0, |text, from| find(text, from, |t| memchr(b'}', t)));
        let tag = self.tag.find(text, open + 1, if last { 0 } else { LOOK }, comment::next_tag_line);
        match (close, tag) {
            (Some(close), tag) if tag.is_none_or(|tag| comment::is_closed(text, tag, close)) => {
                // Without tags the brace may be that of the next game just as well.
                if let Some(next) = memchr(b'{', &text[open + 1..close])
                    && let Some(game) = next_game_line(text, open + 1, open + 1 + next)
                {
                    return self.abandon(game);
                }
                self.at = close + 1;
                self.fresh = false;
                Step::Go
            }
            (Some(_), Some(tag)) => self.abandon(line_of(text, tag)),
            (None, Some(tag)) if last || text.len() - tag > REACH => self.abandon(line_of(text, tag)),
            (None, None) if last => match next_game_line(text, open + 1, text.len()) {
                Some(game) => self.abandon(game),
                None => {
                    self.at = text.len();
                    Step::Go
                }
            },
            _ => Step::More,
        }
    }

    /// Leaves an unterminated comment where the next game begins.
    fn abandon(&mut self, game: usize) -> Step {
        if self.phase == Phase::Lead {
            self.at = game;
            self.line = game;
            self.fresh = true;
            return Step::Go;
        }
        Step::Cut(game)
    }
}

fn find(text: &[u8], from: usize, search: impl Fn(&[u8]) -> Option<usize>) -> Option<usize> {
    search(text.get(from..)?).map(|at| from + at)
}

/// Where the line of the tag at `tag` begins.
fn line_of(text: &[u8], tag: usize) -> usize {
    memchr::memrchr2(b'\n', b'\r', &text[..tag]).map_or(0, |at| at + 1)
}

/// Where a game without tags begins in the middle of a line: at move number one right behind a result.
fn next_game(text: &[u8], from: usize, stop: usize) -> Option<usize> {
    let near = |at: usize| &text[at..text.len().min(at + LOOK)];
    memchr::memchr_iter(b'1', &text[from..stop]).map(|at| from + at).find(|&at| {
        at > from
            && is_blank(text[at - 1])
            && line::number_one(near(at)).is_some()
            && line::opens_moves(near(at))
            && terminator::at_end(&text[from..at]).is_some()
    })
}

/// The next line before `end` that begins a game without tags, with a result right before it.
fn next_game_line(text: &[u8], from: usize, end: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at += memchr2(b'\n', b'\r', text.get(at..end)?)? + 1;
        let near = &text[at..text.len().min(at + LOOK)];
        let near = &near[..line_length(near)];
        if line::number_one(near).is_some() && line::opens_moves(near) && terminator::at_end(&text[..at]).is_some() {
            return Some(at);
        }
    }
}

impl Split for Splitter {
    fn cut(&mut self, text: &[u8], last: bool) -> Cut {
        while self.at < text.len() {
            match self.step(text, last) {
                Step::Go => {}
                Step::More => return Cut::More,
                Step::Cut(at) => {
                    self.begin_at(at);
                    return Cut::Record(at);
                }
            }
        }
        if !last {
            return Cut::More;
        }
        let nothing = self.phase == Phase::Lead && !self.cut_before;
        *self = Splitter { cut_before: true, ..Splitter::new() };
        if nothing { Cut::Junk(text.len()) } else { Cut::Record(text.len()) }
    }
}

#[cfg(test)]
mod tests;
