//! Everything PGN: splitting, grammar, tags and layout. Knows no rules of chess.
