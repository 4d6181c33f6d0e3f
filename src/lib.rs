//! Checks, repairs and converts game records: chess in PGN, Go in SGF.
//!
//! ```text
//! bytes ──> records ──> tokens ──> replay ──> judgement ──> findings ──> report
//! input/    pgn/ sgf/   pgn/ sgf/  chess/ go/  judge/        checks/      report/   (convert/ and repair/ stand beside checks/)
//! ```
//!
//! # Reading
//!
//! A splitter cuts text into records, a lexer cuts a record into tokens that cover every byte of it.
//!
//! ```
//! use jadoube::pgn::{Lexed, Splitter, TokenKind, lex};
//! use jadoube::record::{Cut, Split};
//!
//! let text = b"1. e4 e5 {open} 1-0\n\n1. d4 d5 0-1\n";
//! let (mut splitter, mut at, mut games) = (Splitter::new(), 0, Vec::new());
//! while let Cut::Record(length) = splitter.cut(&text[at..], true) {
//!     games.push(&text[at..at + length]);
//!     at += length;
//!     if at == text.len() {
//!         break;
//!     }
//! }
//! assert_eq!(games.len(), 2);
//! let mut lexed = Lexed::default();
//! lex(games[0], &mut lexed);
//! assert_eq!(lexed.tokens.iter().filter(|t| t.kind == TokenKind::Move).count(), 2);
//! ```
//!
//! # Replaying
//!
//! ```
//! use jadoube::checks::Findings;
//! use jadoube::pgn::{Lexed, lex};
//! use jadoube::record::{Format, RawRecord};
//! use jadoube::replay::{ChessReplay, chess};
//!
//! let record = RawRecord { format: Format::Pgn, bytes: b"1. f3 e5 2. g4 Qh4# 0-1", charset: Default::default() };
//! let (mut lexed, mut replay) = (Lexed::default(), ChessReplay::default());
//! lex(record.bytes, &mut lexed);
//! chess::replay(&record, &lexed, &mut replay, &mut Findings::default());
//! assert!(replay.checkmate);
//! assert_eq!(replay.end.fen(), "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
//! ```
//!
//! # Checking
//!
//! ```
//! use jadoube::check::{Scratch, check};
//! use jadoube::checks::Check;
//! use jadoube::record::{Format, RawRecord};
//! use jadoube::settings::Settings;
//!
//! let record = RawRecord { format: Format::Sgf, bytes: b"(;GM[1]FF[4]SZ[9];B[ee];W[ee])", charset: Default::default() };
//! let report = check(&Settings::default(), &record, &mut Scratch::default());
//! let finding = report.findings.iter().find(|f| f.check == Check::OccupiedPoint);
//! assert_eq!(finding.and_then(|f| f.ply), Some(2));
//! ```
//!
//! # Writing
//!
//! ```
//! use jadoube::convert::{Options, Scratch, Source, Target, convert};
//! use jadoube::record::{Format, RawRecord};
//! use jadoube::settings::Settings;
//!
//! let record = RawRecord { format: Format::Pgn, bytes: b"1. e2-e4 e7e5 2. Ngf3 *", charset: Default::default() };
//! let options = Options { target: Some(Target::Uci), ..Options::default() };
//! let source = Source { file: "game.pgn".into(), number: 1 };
//! let written = convert(&Settings::default(), &options, &source, &record, &mut Scratch::default());
//! assert_eq!(written.text, b"position startpos moves e2e4 e7e5 g1f3\n");
//! ```
//!
//! Whole inputs, many at a time: [`input`] finds and opens them, [`pipeline`] gives their records to workers in order.

pub mod baseline;
pub mod check;
pub mod checks;
pub mod chess;
pub mod convert;
pub mod finding;
pub mod go;
pub mod goformats;
pub mod input;
pub mod judge;
pub mod pgn;
pub mod pipeline;
pub mod record;
pub mod repair;
pub mod replay;
pub mod report;
pub mod rewrite;
pub mod settings;
pub mod sgf;
pub mod values;
