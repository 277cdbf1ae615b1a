//! What an index holds, in numbers that do not depend on hashes.

use super::Index;
use super::key::{Key, Part};
use std::collections::BTreeMap;
use std::fmt;

/// Postings by the kinds that their keys name.
#[derive(Debug)]
pub(in crate::permission) struct Summary {
    scopes: usize,
    postings: usize,
    ranks: usize,
    kinds: BTreeMap<String, Count>,
}

#[derive(Debug, Default)]
struct Count {
    postings: usize,
    ranks: usize,
    longest: usize,
}

impl Index {
    /// Counts what is filed. Linear in the number of postings.
    pub(in crate::permission) fn summary(&self) -> Summary {
        let mut kinds: BTreeMap<String, Count> = BTreeMap::new();
        for posting in &self.postings {
            let count = kinds.entry(kind(&posting.key)).or_default();
            let ranks = posting.ranks.len as usize;
            count.postings += 1;
            count.ranks += ranks;
            count.longest = count.longest.max(ranks);
        }
        Summary {
            scopes: self.scopes.len(),
            postings: self.postings.len(),
            ranks: self.ranks.len(),
            kinds,
        }
    }
}

/// The parts that a key names: `host`, `host?` where left open for unknown items; `…` marks a
/// key that asks about one kind alone (E5).
fn kind(key: &Key) -> String {
    let parts = [
        (key.host, "host"),
        (key.directory, "directory"),
        (key.program, "program"),
        (key.check, "check"),
    ];
    let wild = [0, 1, 2].map(Part::wild_directory);
    let alone = parts.iter().any(|&(part, _)| part == Part::ANY);
    let mut named: Vec<String> = Vec::new();
    for (part, name) in parts {
        if part != Part::ABSENT && part != Part::ANY {
            let open = if wild.contains(&part) { "?" } else { "" };
            named.push(format!("{name}{open}"));
        }
    }
    if alone {
        named.push("…".to_owned());
    }
    named.join("+")
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} scopes, {} postings of {} ranks",
            self.scopes, self.postings, self.ranks
        )?;
        for (kind, count) in &self.kinds {
            write!(
                f,
                "\n  {kind}: {} postings of {} ranks, the longest {}",
                count.postings, count.ranks, count.longest
            )?;
        }
        Ok(())
    }
}
