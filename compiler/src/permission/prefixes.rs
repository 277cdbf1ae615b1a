//! Look-ups by prefix, sound against any number and length of stems.

/// Values by stem. Stems are sorted; each knows the longest other stem that it begins with, so
/// that all stems a name begins with are a chain.
#[derive(Debug)]
pub(super) struct Prefixes<'a, T> {
    entries: Vec<(&'a str, T)>,
    parents: Vec<Option<usize>>,
}

impl<'a, T> Prefixes<'a, T> {
    /// From stems with their values; of equal stems the last counts.
    pub(super) fn of(entries: impl IntoIterator<Item = (&'a str, T)>) -> Self {
        let mut entries: Vec<_> = entries.into_iter().collect();
        entries.reverse();
        entries.sort_by_key(|&(stem, _)| stem);
        entries.dedup_by_key(|&mut (stem, _)| stem);
        let mut parents = Vec::with_capacity(entries.len());
        let mut open: Vec<(usize, &str)> = Vec::new();
        for (at, &(stem, _)) in entries.iter().enumerate() {
            while open
                .pop_if(|&mut (_, outer)| !stem.starts_with(outer))
                .is_some()
            {}
            parents.push(open.last().map(|&(at, _)| at));
            open.push((at, stem));
        }
        Self { entries, parents }
    }

    /// The value of exactly this stem.
    pub(super) fn get(&self, stem: &str) -> Option<&T> {
        let at = self
            .entries
            .binary_search_by_key(&stem, |&(stem, _)| stem)
            .ok()?;
        self.entries.get(at).map(|(_, value)| value)
    }

    /// The values of all stems that a name begins with, the longest first.
    ///
    /// One binary search, one comparison with the nearest stem, one step a stem.
    pub(super) fn chain(&self, name: &str) -> impl Iterator<Item = &T> {
        let after = self.entries.partition_point(|&(stem, _)| stem <= name);
        let nearest = after.checked_sub(1);
        let common = nearest
            .and_then(|at| self.entries.get(at))
            .map_or(0, |&(stem, _)| {
                stem.bytes()
                    .zip(name.bytes())
                    .take_while(|(left, right)| left == right)
                    .count()
            });
        let next = |&at: &usize| self.parents.get(at).copied().flatten();
        std::iter::successors(nearest, next)
            .filter_map(|at| self.entries.get(at))
            .filter(move |(stem, _)| stem.len() <= common)
            .map(|(_, value)| value)
    }

    /// The entries whose stems begin with `stem`, itself included, in order.
    pub(super) fn below(&self, stem: &str) -> &[(&'a str, T)] {
        let start = self.entries.partition_point(|&(each, _)| each < stem);
        let rest = self.entries.get(start..).unwrap_or_default();
        let count = rest.partition_point(|&(each, _)| each.starts_with(stem));
        rest.get(..count).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Prefixes<'static, usize> {
        Prefixes::of(
            ["", "fs_", "fs_read", "git", "fs_rea", "g", "fz"]
                .into_iter()
                .zip(0..),
        )
    }

    #[test]
    fn chains_run_from_the_longest_stem_to_the_shortest() {
        let all = all();
        let chain = |name| all.chain(name).copied().collect::<Vec<_>>();
        assert_eq!(chain("fs_read"), [2, 4, 1, 0]);
        assert_eq!(chain("fs_ready"), [2, 4, 1, 0]);
        assert_eq!(chain("fs_reb"), [1, 0]);
        assert_eq!(chain("fs_"), [1, 0]);
        assert_eq!(chain("fs"), [0]);
        assert_eq!(chain("gi"), [5, 0]);
        assert_eq!(chain("zz"), [0]);
        assert_eq!(chain(""), [0]);
        assert_eq!(Prefixes::of([("b", ())]).chain("a").count(), 0);
        assert_eq!(Prefixes::of([("b", ())]).chain("c").count(), 0);
    }

    #[test]
    fn below_is_everything_that_begins_so() {
        let all = all();
        let below = |stem| {
            all.below(stem)
                .iter()
                .map(|&(stem, _)| stem)
                .collect::<Vec<_>>()
        };
        assert_eq!(below("fs_rea"), ["fs_rea", "fs_read"]);
        assert_eq!(below("g"), ["g", "git"]);
        assert_eq!(below("x"), [""; 0]);
        assert_eq!(below("").len(), 7);
    }

    #[test]
    fn only_the_stem_itself_is_got() {
        assert_eq!(all().get("fs_"), Some(&1));
        assert_eq!(all().get("fs_r"), None);
        assert_eq!(Prefixes::of([("a", 1), ("a", 2)]).get("a"), Some(&2));
    }
}
