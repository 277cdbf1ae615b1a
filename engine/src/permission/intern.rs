//! Patterns, each stored once.

use super::arena::{Hash, Run, Slot, Text};
use super::rule::{Directory, HostRecord, Pools, Program, TailRecord};
use super::spec::{CommandSpec, HostPattern};
use crate::path::{Anchor, measure, segments};
use hashbrown::HashTable;

/// Finds patterns that a pool already holds.
#[derive(Debug, Default)]
pub(super) struct Interner {
    hash: Hash,
    directories: HashTable<u32>,
    hosts: HashTable<u32>,
    programs: HashTable<u32>,
    checks: HashTable<u32>,
    /// The normal form of the directory at hand.
    normal: String,
}

/// Looks a text up under a tag, or stores it; `item` reads back tag and text.
fn intern<T>(
    known: &mut HashTable<u32>,
    hash: &Hash,
    pool: &mut Vec<T>,
    (tag, text): (u32, &str),
    item: impl Fn(&T) -> (u32, Text),
    arena: &mut super::arena::Arena,
    make: impl FnOnce(Text) -> T,
) -> Slot {
    let key = hash.tagged(tag, text);
    let found = known.find(key, |&at| {
        pool.get(at as usize)
            .map(&item)
            .is_some_and(|(known_tag, known)| known_tag == tag && arena.get(known) == text)
    });
    if let Some(&at) = found {
        return Slot::new(at as usize);
    }
    let slot = Slot::new(pool.len());
    pool.push(make(arena.push(text)));
    let (pool, arena) = (&*pool, &*arena);
    known.insert_unique(key, slot.raw(), |&at| {
        pool.get(at as usize)
            .map(&item)
            .map_or(0, |(tag, text)| hash.tagged(tag, arena.get(text)))
    });
    slot
}

fn anchor_tag(anchor: Anchor) -> u32 {
    match anchor {
        Anchor::Relative => 0,
        Anchor::Root => 1,
        Anchor::Drive(letter) => u32::from(letter),
    }
}

impl Interner {
    pub(super) fn directory(&mut self, pools: &mut Pools, under: &str) -> Slot {
        // Validated (R4), so it measures.
        let Ok(measured) = measure(under) else {
            return Slot::NONE;
        };
        let anchored = measured.anchor.is_absolute();
        self.normal.clear();
        for segment in segments(measured.rest) {
            if anchored || !self.normal.is_empty() {
                self.normal.push('/');
            }
            self.normal.push_str(segment);
        }
        intern(
            &mut self.directories,
            &self.hash,
            &mut pools.directories,
            (anchor_tag(measured.anchor), &self.normal),
            |directory| (anchor_tag(directory.anchor), directory.rest),
            &mut pools.arena,
            |rest| Directory {
                rest,
                anchor: measured.anchor,
                ascii: measured.ascii,
            },
        )
    }

    pub(super) fn host(&mut self, pools: &mut Pools, host: HostPattern<'_>) -> Slot {
        let (tag, text) = match host {
            HostPattern::Exact(host) => (1, host),
            HostPattern::Below(host) => (0, host),
        };
        if let (1, Ok(address)) = (tag, text.parse()) {
            // Few enough to search; equal addresses may stand twice at no harm.
            pools.hosts.push(HostRecord::V6(address));
            return Slot::new(pools.hosts.len() - 1);
        }
        let lower;
        let text = if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            lower = text.to_ascii_lowercase();
            &lower
        } else {
            text
        };
        intern(
            &mut self.hosts,
            &self.hash,
            &mut pools.hosts,
            (tag, text),
            |host| match host {
                HostRecord::Exact(text) => (1, *text),
                HostRecord::Below(text) => (0, *text),
                HostRecord::V6(_) => (2, Text::default()),
            },
            &mut pools.arena,
            |text| {
                if tag == 1 {
                    HostRecord::Exact(text)
                } else {
                    HostRecord::Below(text)
                }
            },
        )
    }

    pub(super) fn program(&mut self, pools: &mut Pools, program: &str, glob: bool) -> Slot {
        intern(
            &mut self.programs,
            &self.hash,
            &mut pools.programs,
            (glob.into(), program),
            |program| (program.glob.into(), program.text),
            &mut pools.arena,
            |text| Program { text, glob },
        )
    }

    pub(super) fn check(&mut self, pools: &mut Pools, check: &str) -> Slot {
        intern(
            &mut self.checks,
            &self.hash,
            &mut pools.checks,
            (0, check),
            |&text| (0, text),
            &mut pools.arena,
            |text| text,
        )
    }

    pub(super) fn tail(&mut self, pools: &mut Pools, command: CommandSpec<'_>) -> Slot {
        let args = command.args.unwrap_or_default();
        let any = command.args_any.unwrap_or_default();
        if args.is_empty() && any.is_empty() {
            return Slot::NONE;
        }
        let store = |pools: &mut Pools, list: &[String]| {
            let start = pools.tokens.len();
            for token in list {
                let text = pools.arena.push(token);
                pools.tokens.push(text);
            }
            Run::new(start, list.len())
        };
        let args = store(pools, args);
        let any = store(pools, any);
        let (start, arena) = (any.start as usize, &pools.arena);
        if let Some(sorted) = pools.tokens.get_mut(start..) {
            sorted.sort_unstable_by(|&a, &b| arena.get(a).cmp(arena.get(b)));
        }
        let tokens = any.of(&pools.tokens);
        pools.listed.add(&pools.arena, any, tokens);
        let longest = tokens.iter().map(|token| token.len()).max().unwrap_or(0);
        let longest = u32::try_from(longest).unwrap_or(u32::MAX);
        pools.tails.push(TailRecord { args, any, longest });
        Slot::new(pools.tails.len() - 1)
    }
}

impl Pools {
    pub(super) fn shrink(&mut self) {
        self.arena.shrink();
        self.directories.shrink_to_fit();
        self.hosts.shrink_to_fit();
        self.programs.shrink_to_fit();
        self.tails.shrink_to_fit();
        self.tokens.shrink_to_fit();
        self.checks.shrink_to_fit();
    }
}
