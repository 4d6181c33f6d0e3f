//! Everything SGF: splitting, grammar, charsets, properties and layout. Knows no rules of Go.
