//! Globs by their definition (G1–G6).

/// Whether a glob is the any shape (G2).
pub(super) fn is_any(glob: &str) -> bool {
    glob.is_empty() || glob == "*"
}

/// Whether a glob matches a name.
#[must_use]
pub fn matches(glob: &str, name: &str) -> bool {
    if is_any(glob) {
        return true;
    }
    let stars = glob.chars().filter(|&character| character == '*').count();
    let length = glob.len();
    let between = |from: usize, to: usize| glob.get(from..to).unwrap_or_default();
    let begins = glob.starts_with("*.");
    let ends = glob.ends_with(".*");
    match (stars, begins, ends) {
        // `S.*`
        (1, false, true) if length > 2 => {
            let start = between(0, length - 1);
            name.starts_with(start) && name != start
        }
        // `*.S`
        (1, true, false) if length > 2 => {
            name == between(2, length) || name.ends_with(between(1, length))
        }
        // `*.S.*`
        (2, true, true) if length > 4 => {
            let middle = between(1, length - 1);
            // Something before it, something after it.
            (1..name.len()).any(|at| {
                name.get(at..)
                    .is_some_and(|rest| rest.starts_with(middle) && rest != middle)
            })
        }
        _ => name == glob,
    }
}
