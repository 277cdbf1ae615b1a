//! Lexical containment of paths (P1–P3, P6, P7).
