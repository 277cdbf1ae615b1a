//! Texts of which a match of an expression must hold one: a cheap question to put first.

use regex_syntax::ParserBuilder;
use regex_syntax::hir::literal::{ExtractKind, Extractor, Seq};
use regex_syntax::hir::{Hir, HirKind};

/// At most so many texts stand for one expression.
const MOST: usize = 32;
/// A shorter text is found nearly everywhere.
const SHORTEST: usize = 2;
/// So many pieces of a concatenation are tried.
const PIECES: usize = 32;

/// Texts such that every match holds at least one of them ("necessary only"); `None` if no
/// small set of telling ones is known.
pub(super) fn required(pattern: &str) -> Option<Vec<Box<[u8]>>> {
    let hir = ParserBuilder::new()
        .nest_limit(super::pattern::PATTERN_DEPTH)
        .build()
        .parse(pattern)
        .ok()?;
    best(pieces(&hir).into_iter().flat_map(|piece| {
        [ExtractKind::Prefix, ExtractKind::Suffix].map(|kind| {
            Extractor::new()
                .kind(kind)
                .limit_total(MOST)
                .limit_class(8)
                .extract(&piece)
                .clone()
        })
    }))
}

/// The expression, and its tails: a match of the whole holds a match of each.
fn pieces(hir: &Hir) -> Vec<Hir> {
    let mut inner = hir;
    while let HirKind::Capture(capture) = inner.kind() {
        inner = &capture.sub;
    }
    let mut pieces = vec![inner.clone()];
    if let HirKind::Concat(parts) = inner.kind() {
        let tails = (1..parts.len().min(PIECES)).filter_map(|from| parts.get(from..));
        pieces.extend(tails.map(|tail| Hir::concat(tail.to_vec())));
    }
    pieces
}

/// The set whose shortest text is longest, of those the smallest.
fn best(sets: impl Iterator<Item = Seq>) -> Option<Vec<Box<[u8]>>> {
    let telling = sets.filter_map(|seq| {
        let literals = seq.literals()?;
        let shortest = literals.iter().map(|literal| literal.len()).min()?;
        (shortest >= SHORTEST && literals.len() <= MOST).then(|| {
            let texts: Vec<Box<[u8]>> = literals
                .iter()
                .map(|literal| literal.as_bytes().into())
                .collect();
            (shortest, texts)
        })
    });
    telling
        .max_by_key(|(shortest, texts)| (*shortest, std::cmp::Reverse(texts.len())))
        .map(|(_, texts)| texts)
}

#[cfg(test)]
mod tests {
    use super::required;

    fn texts(pattern: &str) -> Option<Vec<String>> {
        let mut texts: Vec<String> = required(pattern)?
            .iter()
            .map(|text| String::from_utf8_lossy(text).into_owned())
            .collect();
        texts.sort();
        Some(texts)
    }

    #[test]
    fn telling_texts() {
        let some = |list: &[&str]| Some(list.iter().map(|s| (*s).to_owned()).collect());
        assert_eq!(texts("rm -rf /"), some(&["rm -rf /"]));
        assert_eq!(texts(r"^\s*rm\s+-rf"), some(&["-rf"]));
        assert_eq!(texts("(?s).*evil.*"), some(&["evil"]));
        assert_eq!(texts("curl|wget"), some(&["curl", "wget"]));
        assert_eq!(
            texts("(drop|alter) table"),
            some(&["alter table", "drop table"])
        );
        assert_eq!(texts("(secret)"), some(&["secret"]));
    }

    #[test]
    fn nothing_telling() {
        for pattern in ["", ".*", "^(a+)+$", "a|bc", r"\d+", "(?:foo)?", "x*y"] {
            assert_eq!(texts(pattern), None, "{pattern}");
        }
    }

    /// The law: a match holds one of the texts.
    #[test]
    fn every_match_holds_one() {
        let patterns = [
            "(?i)password",
            r"\bfoo\b",
            "^abc$",
            "a?bcd",
            "(ab|cd)+ef",
            "[xy]zz",
            "(?m)^line$",
            "ab{2,3}c",
            "(?i)straße",
            "é+x",
            "(a|bc|)de",
            r"(?:\Afoo|bar\z)",
        ];
        let parts = [
            "PASSword", "foo", "abc", "bcd", "ab", "cd", "ef", "xzz", "line\n", "abbc", "abbbc",
            "STRASSE", "straße", "ééx", "de", "bar", " ",
        ];
        for pattern in patterns {
            let Some(texts) = required(pattern) else {
                continue;
            };
            let regex = regex::Regex::new(pattern).unwrap();
            for a in parts {
                for b in parts {
                    let text = format!("{a}{b}");
                    if regex.is_match(&text) {
                        assert!(
                            texts
                                .iter()
                                .any(|t| memchr::memmem::find(text.as_bytes(), t).is_some()),
                            "{pattern} {text}"
                        );
                    }
                }
            }
        }
    }
}
