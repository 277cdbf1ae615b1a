//! The globs that cover a glob: whatever it matches, so do they.

use callgate_engine::firewall::Shape;

/// Names with more dots are not taken apart for infixes.
const DOTS: usize = 12;
/// Names with more dots are not taken apart at all: each piece is a text of its own.
const MOST_DOTS: usize = 64;

/// The same text for globs of one meaning.
pub(super) fn normal(glob: &str) -> &str {
    if glob.is_empty() { "*" } else { glob }
}

/// Globs that cover `glob`, itself and `*` among them, each in its normal form. Sound: each
/// does; not complete for infixes in names of many dots.
pub(super) fn covering(glob: &str) -> Vec<String> {
    let mut globs = vec!["*".to_owned()];
    match Shape::of(glob) {
        Shape::Any => return globs,
        Shape::Literal(name) => {
            globs.extend(parts(name).map(|(start, _)| format!("{start}.*")));
            globs.extend(parts(name).map(|(_, end)| format!("*.{end}")));
            globs.push(format!("*.{name}"));
            infixes(name, &mut globs);
            globs.retain(|glob| Shape::of(glob).matches(name));
        }
        Shape::Prefix(s) => {
            globs.extend(parts(s).map(|(start, _)| format!("{start}.*")));
            // Whatever follows `S.`, an infix inside it has something behind it.
            infixes(&format!("{s}.x"), &mut globs);
        }
        Shape::Suffix(s) => globs.extend(parts(s).map(|(_, end)| format!("*.{end}"))),
        Shape::Infix(dotted) => infixes(&format!("x{dotted}x"), &mut globs),
    }
    // What stands before or behind a dot may be nothing: that makes no pattern.
    globs.retain(|glob| !matches!(Shape::of(glob), Shape::Literal(_)));
    globs.push(glob.to_owned());
    globs.sort_unstable();
    globs.dedup();
    globs
}

/// What stands before and behind each dot.
fn parts(name: &str) -> impl Iterator<Item = (&str, &str)> {
    let few = name.bytes().filter(|&byte| byte == b'.').count() <= MOST_DOTS;
    name.match_indices('.')
        .filter(move |_| few)
        .filter_map(|(at, _)| Some((name.get(..at)?, name.get(at + 1..)?)))
}

/// The infix globs of what stands between two dots, with something before them; a name that ends
/// with the second dot is matched by none of these.
fn infixes(name: &str, globs: &mut Vec<String>) {
    let dots: Vec<usize> = name.match_indices('.').map(|(at, _)| at).collect();
    if dots.len() > DOTS {
        return;
    }
    for (place, &from) in dots.iter().enumerate().filter(|&(_, &from)| from > 0) {
        for &to in dots.iter().skip(place + 1) {
            let inside = name.get(from + 1..to).filter(|inside| !inside.is_empty());
            if let Some(inside) = inside.filter(|inside| !inside.contains('*')) {
                globs.push(format!("*.{inside}.*"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::covering;
    use callgate_engine::firewall::Shape;

    #[test]
    fn long_names_and_many_dots() {
        let covers = |glob: &str, cover: &str| covering(glob).iter().any(|found| found == cover);
        let long = "a".repeat(super::MOST_DOTS + 6);
        assert!(covers(&format!("{long}.b"), &format!("{long}.*")));
        let name = |dots: usize| format!("a{}", ".b".repeat(dots));
        assert!(covers(&name(super::MOST_DOTS), "a.*"));
        assert!(!covers(&name(super::MOST_DOTS + 1), "a.*"));
        assert!(covers(&name(super::DOTS), "*.b.*"));
        assert!(!covers(&name(super::DOTS + 1), "*.b.*"));
        assert!(covers(&name(2), "*.b.*"));
        assert!(!covers(&name(1), "*.b.*"));
    }

    /// The law, over every short name of a small alphabet.
    #[test]
    fn whatever_a_glob_matches_its_covers_match() {
        let mut names = vec![String::new()];
        for _ in 0..6 {
            let longer = names
                .iter()
                .flat_map(|name| ["a", "b", ".", "*"].map(|c| format!("{name}{c}")));
            names = std::iter::once(String::new()).chain(longer).collect();
            names.sort_unstable();
            names.dedup();
        }
        let globs = [
            "", "a", "a.b", "a.b.a", ".a", "a.", "a*", "a.*", "a.b.*", ".a.*", "*.a", "*.a.b",
            "*.a.*", "*.a.b.*", "*...*", "a..b", "a.b..*", "*.*",
        ];
        for glob in globs {
            let covers = covering(glob);
            for name in names.iter().filter(|name| Shape::of(glob).matches(name)) {
                for cover in &covers {
                    assert!(Shape::of(cover).matches(name), "{glob} {cover} {name}");
                }
            }
        }
        for (glob, cover) in [
            ("a.b", "a.*"),
            ("a.b", "*.b"),
            ("a.b.c", "*.b.*"),
            ("a.b", "*"),
            ("a", "*.a"),
            ("a.b.*", "a.*"),
            ("*.a.b", "*.b"),
            ("*.a.b.*", "*.b.*"),
            ("a.b.*", "*.b.*"),
        ] {
            assert!(
                covering(glob).iter().any(|found| found == cover),
                "{glob} {cover}"
            );
        }
    }
}
