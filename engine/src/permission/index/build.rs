//! Filing the rules of a table.

use super::key::{Key, Part, anchor_kind};
use super::{Filed, FiledCheck, Index, Posting};
use super::{commands::ProgramIndex, directories::DirectoryIndex, hosts::HostIndex};
use crate::decision::Decision;
use crate::permission::arena::{Run, Slot};
use crate::permission::rule::{Pools, Rank, Record};
use crate::permission::scope::{LISTED, Lists, Scope, needs_of};
use hashbrown::HashMap;

/// The parts of one rule: for each kind, where it is filed when the call can be read and
/// where when it cannot.
#[derive(Debug, Default)]
struct Parts {
    hosts: Vec<Part>,
    directories: Vec<Part>,
    programs: Vec<Part>,
    dark: Vec<Part>,
}

impl Index {
    pub(in crate::permission) fn new(
        pools: &Pools,
        rules: &[Record],
        scopes: &[Scope],
        lists: &Lists,
    ) -> Self {
        let many = || {
            scopes
                .iter()
                .filter(|scope| scope.own.len as usize > LISTED)
        };
        if many().next().is_none() {
            return Self::default();
        }
        let named = |of: fn(&Record) -> Slot| {
            let mut named: Vec<usize> = many()
                .flat_map(|scope| scope.own.of(&lists.own))
                .filter_map(|&rank| of(rules.get(rank as usize)?).get())
                .collect();
            named.sort_unstable();
            named.dedup();
            named
        };
        let mut index = Self {
            hosts: HostIndex::new(pools, &named(|rule| rule.host)),
            directories: DirectoryIndex::new(pools, &named(|rule| rule.under)),
            programs: ProgramIndex::new(pools, &named(|rule| rule.program)),
            ..Self::default()
        };
        let mut entries: Vec<(u32, Rank)> = Vec::new();
        let mut parts = Parts::default();
        for scope in many() {
            let mut filed = Filed::default();
            let start = index.checks.len();
            // New for each: clearing one costs the most it ever held.
            let mut known: HashMap<Slot, usize> = HashMap::new();
            for &rank in scope.own.of(&lists.own) {
                let Some(rule) = rules.get(rank as usize) else {
                    continue;
                };
                index.note(pools, rule, rank, &mut filed, &mut known);
                index.file(pools, scope.own.start, rule, rank, &mut parts, &mut entries);
            }
            filed.checks = Run::new(start, index.checks.len() - start);
            index.scopes.insert(scope.own.start, filed);
        }
        index.gather(&entries);
        index
    }

    /// What kinds of rules a scope has. `known` says where its checks are noted.
    fn note(
        &mut self,
        pools: &Pools,
        rule: &Record,
        rank: Rank,
        filed: &mut Filed,
        known: &mut HashMap<Slot, usize>,
    ) {
        let needs = needs_of(rule);
        filed.signatures |= 1 << needs.bits();
        filed.needs = filed.needs.with(needs);
        if let Some(directory) = pools.directory(rule.under)
            && let Some(flag) = filed.anchors.get_mut(anchor_kind(directory.anchor))
        {
            *flag = true;
        }
        if rule.program.is_some() {
            let rank = Slot::new(rank as usize);
            let [first, last] = &mut filed.commands;
            *last = rank;
            if !first.is_some() {
                *first = rank;
            }
        }
        if rule.check.is_some() {
            let allow = rule.decision == Decision::Allow;
            let at = *known.entry(rule.check).or_insert(self.checks.len());
            if at == self.checks.len() {
                self.checks.push(FiledCheck {
                    check: rule.check,
                    allow: false,
                    other: false,
                });
            }
            if let Some(filed) = self.checks.get_mut(at) {
                filed.allow |= allow;
                filed.other |= !allow;
            }
        }
    }

    /// Files one rule under every key that a call may look for it by.
    fn file(
        &mut self,
        pools: &Pools,
        scope: u32,
        rule: &Record,
        rank: Rank,
        parts: &mut Parts,
        entries: &mut Vec<(u32, Rank)>,
    ) {
        let open = rule.decision.fires_on_unknown();
        let Parts {
            hosts,
            directories,
            programs,
            dark,
        } = parts;
        for list in [&mut *hosts, &mut *directories, &mut *programs, &mut *dark] {
            list.clear();
        }
        hosts.push(Part::slot(rule.host));
        directories.push(Part::slot(rule.under));
        if rule.program.is_some() {
            self.programs.file(pools, rule, programs, dark);
        } else {
            programs.push(Part::ABSENT);
        }
        let several = needs_of(rule).bits().count_ones() > 1;
        // Only E5 asks here: with an allow in the dark it finds an unknown, not a candidate.
        for &program in dark.iter().chain(programs.iter().filter(|_| several)) {
            if rule.program.is_some() {
                self.entry(Key::any_with_program(scope, program), rank, entries);
            }
        }
        if several && rule.under.is_some() {
            let directory = Part::slot(rule.under);
            self.entry(Key::any_with_directory(scope, directory), rank, entries);
        }
        if open {
            if rule.host.is_some() {
                hosts.push(Part::WILD);
            }
            if let Some(directory) = pools.directory(rule.under) {
                directories.push(Part::wild_directory(anchor_kind(directory.anchor)));
            }
            if rule.program.is_some() {
                programs.extend(dark.iter().copied());
                programs.push(Part::WILD);
            }
        }
        let check = Part::slot(rule.check);
        for &host in &*hosts {
            for &directory in &*directories {
                for &program in &*programs {
                    self.entry(
                        Key {
                            scope,
                            host,
                            directory,
                            program,
                            check,
                        },
                        rank,
                        entries,
                    );
                }
            }
        }
    }

    /// Counts a rule in at a key; the rank is written once all postings have their size.
    fn entry(&mut self, key: Key, rank: Rank, entries: &mut Vec<(u32, Rank)>) {
        let number = u32::try_from(self.postings.len()).unwrap_or(u32::MAX);
        let posting = self
            .postings
            .entry(
                key.hash(&self.hash),
                |posting| posting.key == key,
                |posting| posting.key.hash(&self.hash),
            )
            // Until gathered, `start` is the posting's number.
            .or_insert(Posting {
                key,
                ranks: Run {
                    start: number,
                    len: 0,
                },
            })
            .into_mut();
        posting.ranks.len += 1;
        entries.push((posting.ranks.start, rank));
    }

    /// Lays the ranks out posting by posting. Rules were filed scope by scope in rank order,
    /// and a key belongs to one scope: each posting stays in rank order.
    fn gather(&mut self, entries: &[(u32, Rank)]) {
        let mut places = vec![0u32; self.postings.len()];
        for posting in &self.postings {
            if let Some(place) = places.get_mut(posting.ranks.start as usize) {
                *place = posting.ranks.len;
            }
        }
        let mut start = 0;
        for place in &mut places {
            start += std::mem::replace(place, start);
        }
        for posting in &mut self.postings {
            let number = posting.ranks.start as usize;
            posting.ranks.start = places.get(number).copied().unwrap_or(0);
        }
        self.ranks = vec![0; entries.len()];
        for &(number, rank) in entries {
            if let Some(place) = places.get_mut(number as usize) {
                if let Some(slot) = self.ranks.get_mut(*place as usize) {
                    *slot = rank;
                }
                *place += 1;
            }
        }
    }
}
