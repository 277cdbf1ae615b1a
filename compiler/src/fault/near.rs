//! What somebody may have meant.

/// Longer names are nobody's slip of the hand.
const LONGEST: usize = 40;

/// The candidate that `name` is probably a misspelling of: at most a third of it differs,
/// by insertions, deletions, replacements and swaps of neighbours, ASCII case ignored.
#[must_use]
pub fn near<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    if name.len() > LONGEST {
        return None;
    }
    let allowed = (name.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= allowed && distance < candidate.len())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The optimal string alignment distance.
fn distance(left: &str, right: &str) -> usize {
    let fold = |text: &str| {
        text.chars()
            .map(|char| char.to_ascii_lowercase())
            .collect::<Vec<_>>()
    };
    let (left, right) = (fold(left), fold(right));
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (row, from) in left.iter().enumerate() {
        let mut line = vec![row + 1];
        for (column, to) in right.iter().enumerate() {
            let cell = |cells: &[usize], at: usize| cells.get(at).copied().unwrap_or(usize::MAX);
            let mut best = cell(&above, column) + usize::from(from != to);
            best = best
                .min(cell(&above, column + 1) + 1)
                .min(cell(&line, column) + 1);
            let swapped = row > 0
                && column > 0
                && left.get(row - 1) == Some(to)
                && right.get(column - 1) == Some(from);
            if swapped {
                best = best.min(cell(&before, column - 1) + 1);
            }
            line.push(best);
        }
        before = std::mem::replace(&mut above, line);
    }
    above.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses_are_found_and_far_ones_are_not() {
        let members = ["tool", "decision", "under", "args-any"];
        assert_eq!(near("tol", members), Some("tool"));
        assert_eq!(near("Tool", members), Some("tool"));
        assert_eq!(near("args_any", members), Some("args-any"));
        assert_eq!(near("descision", members), Some("decision"));
        assert_eq!(near("dir", members), None);
        assert_eq!(near("", members), None);
        assert_eq!(near(&"x".repeat(10_000), members), None);
    }

    #[test]
    fn the_bounds_of_a_slip() {
        assert_eq!(near("dcsion", ["decision"]), Some("decision"), "2 of 6");
        assert_eq!(near("dcsio", ["decision"]), None, "3 of 5");
        assert_eq!(near("x", ["a"]), None, "nothing is left of it");
        let longest = "n".repeat(LONGEST);
        let other = format!("m{}", "n".repeat(LONGEST - 1));
        assert_eq!(near(&longest, [other.as_str()]), Some(other.as_str()));
        let longer = format!("{longest}n");
        assert_eq!(near(&longer, [longest.as_str()]), None);
    }

    #[test]
    fn swapped_neighbours_are_one_slip() {
        assert_eq!(distance("ab", "ba"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
    }
}
