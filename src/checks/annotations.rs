//! The commands that programs put in comments: `[%clk 0:05:00]`.
//!
//! The 2001 supplement defines `clk`, `emt`, `egt` and `mct`; `eval`, `csl` and `cal` are what nearly every program means by them.
//! Other commands are kept and never called wrong.

use memchr::memchr;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while_m_n, take_while1};
use nom::character::complete::{char, one_of};
use nom::combinator::{all_consuming, opt, recognize};
use nom::multi::separated_list1;
use nom::sequence::{delimited, pair};
use nom::{IResult, Parser};

use super::{Check, Findings};
use crate::finding::{Finding, Span};
use crate::pgn::{Token, TokenKind};

/// Reads the commands in all comments of a record.
pub(super) fn check(bytes: &[u8], tokens: &[Token], findings: &mut Findings) {
    if !findings.wants(Check::MalformedAnnotation) {
        return;
    }
    for token in tokens.iter().filter(|t| t.kind == TokenKind::Comment) {
        let text = token.span.of(bytes);
        let mut from = 0;
        while let Some(at) = memchr(b'[', &text[from..]) {
            let start = from + at;
            if text.get(start + 1) != Some(&b'%') {
                from = start + 1;
                continue;
            }
            let length = command(&text[start..], token.span.start as usize + start, findings);
            from = start + length;
        }
    }
}

/// Reads one command that begins at `start` of the record; how long it is.
fn command(text: &[u8], start: usize, findings: &mut Findings) -> usize {
    let end = text.iter().position(|b| matches!(b, b']' | b'}')).unwrap_or(text.len());
    let name_length = text[2..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    let name = &text[2..2 + name_length];
    if end == text.len() || text[end] == b'}' {
        let message = format!("the command `[%{}` is not closed", String::from_utf8_lossy(name));
        push(findings, Span::new(start, start + end), message, "put a `]` behind its value");
        return end.max(2);
    }
    let value = text[(2 + name_length).min(end)..end].trim_ascii();
    let span = Span::new(start, start + end + 1);
    let expected = match name {
        b"clk" | b"egt" | b"emt" | b"mct" => (!is_time(value)).then_some("a time as `h:mm:ss`"),
        b"eval" => (!matches(eval, value)).then_some("pawns as `0.35`, a mate as `#-3`, and the depth behind a comma"),
        b"csl" => (!is_list(square_mark, value)).then_some("a colour letter and a square, as `Gd4,Re5`"),
        b"cal" => (!is_list(arrow, value)).then_some("a colour letter and two squares, as `Ge2e4`"),
        _ => None,
    };
    if let Some(expected) = expected {
        let value = super::pgn_syntax::shorten(&String::from_utf8_lossy(value));
        let name = String::from_utf8_lossy(name);
        let message = match value.as_str() {
            "" => format!("the command `%{name}` has no value"),
            value => format!("`{value}` is no value for the command `%{name}`"),
        };
        push(findings, span, message, &format!("expected: {expected}"));
    }
    end + 1
}

fn push(findings: &mut Findings, span: Span, message: String, help: &str) {
    findings.push(Finding::new(Check::MalformedAnnotation, span, message).help(help).law("PGN supplement 2001"));
}

fn is_time(value: &[u8]) -> bool {
    // One value, or what some boards write: the time, a blank and the date or the flag.
    crate::values::clock::read(value).is_some()
}

/// A part of the grammar.
type Parse = fn(&[u8]) -> IResult<&[u8], &[u8]>;

fn matches(parser: Parse, value: &[u8]) -> bool {
    all_consuming(parser).parse(value).is_ok()
}

/// A list of marks; an empty one clears the board of them.
fn is_list(mark: Parse, value: &[u8]) -> bool {
    let blanks = || take_while(|b: u8| b == b' ' || b == b'\n' || b == b'\r');
    let list = recognize(separated_list1(delimited(blanks(), char(','), blanks()), mark));
    value.is_empty() || all_consuming(list).parse(value).is_ok()
}

fn digits(input: &[u8]) -> IResult<&[u8], &[u8]> {
    take_while1(|b: u8| b.is_ascii_digit())(input)
}

/// `0.35`, `-1`, `+2.10`, `#3`, `#-3`, `0.35,18`, `-1.20/14`, `M5`.
fn eval(input: &[u8]) -> IResult<&[u8], &[u8]> {
    let sign = || opt(one_of("+-"));
    let number = recognize((sign(), digits, opt(pair(one_of(".,"), digits))));
    let fraction = recognize((sign(), char('.'), digits));
    let mate = recognize((sign(), one_of("#M"), sign(), digits));
    let depth = opt((opt(char(' ')), one_of(",/"), opt(char(' ')), digits));
    recognize((alt((mate, number, fraction)), depth)).parse(input)
}

fn square(input: &[u8]) -> IResult<&[u8], &[u8]> {
    recognize(pair(one_of("abcdefgh"), one_of("12345678"))).parse(input)
}

/// The colours that programs use: red, green, yellow, and blue, cyan, orange, magenta, purple, white, grey, black.
fn colour(input: &[u8]) -> IResult<&[u8], &[u8]> {
    alt((
        recognize(one_of("RGYBCOMPWSKrgybcompwsk")),
        tag("#").and(take_while_m_n(6, 6, |b: u8| b.is_ascii_hexdigit())).map(|(_, c)| c),
    ))
    .parse(input)
}

fn square_mark(input: &[u8]) -> IResult<&[u8], &[u8]> {
    recognize(pair(colour, square)).parse(input)
}

fn arrow(input: &[u8]) -> IResult<&[u8], &[u8]> {
    recognize((colour, square, square)).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::Selection;
    use crate::pgn::{Lexed, lex};

    fn messages(comment: &str) -> Vec<String> {
        let text = format!("1. e4 {{{comment}}} *");
        let mut lexed = Lexed::default();
        lex(text.as_bytes(), &mut lexed);
        let mut findings = Findings::new(Selection::default());
        check(text.as_bytes(), &lexed.tokens, &mut findings);
        findings.take().into_iter().map(|f| f.message).collect()
    }

    #[test]
    fn readable_commands_are_silent() {
        for good in [
            "[%clk 0:05:00]",
            "x [%emt 0:00:05.3] y [%eval -0.35]",
            "[%eval #-3] [%eval 0.2,18] [%eval +1.05/20] [%eval #3]",
            "[%csl Gd4,Re5, Yf6][%cal Ge2e4,Rd1h5]",
            "[%clk 4:58][%mct 17:10:42][%egt 1:00:00]",
            "[%foo anything]",
            "no command [x] at all",
            "[%cal ]",
        ] {
            assert_eq!(messages(good), Vec::<String>::new(), "{good}");
        }
    }

    #[test]
    fn unreadable_ones_are_reported() {
        assert_eq!(messages("[%clk 0:5x:00]"), ["`0:5x:00` is no value for the command `%clk`"]);
        assert_eq!(messages("[%clk ]"), ["the command `%clk` has no value"]);
        assert_eq!(messages("[%clk 0:05:00"), ["the command `[%clk` is not closed"]);
        assert_eq!(messages("[%cal Ge2]"), ["`Ge2` is no value for the command `%cal`"]);
        assert_eq!(messages("[%csl Gd9]"), ["`Gd9` is no value for the command `%csl`"]);
        assert_eq!(messages("[%eval good]"), ["`good` is no value for the command `%eval`"]);
        assert_eq!(messages("[%clk 0:75:00] [%eval x]").len(), 2);
    }
}
