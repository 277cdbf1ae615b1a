//! Program patterns, and what rules ask of the first token.

use super::key::Part;
use crate::command::EffectiveCommand;
use crate::permission::arena::{Arena, Hash, Run, Slot, Text};
use crate::permission::rule::{Pools, Record};
use caseless::Caseless;
use hashbrown::HashTable;

/// Programs by folded name, and their refinements.
#[derive(Debug, Default)]
pub(super) struct ProgramIndex {
    hash: Hash,
    /// Lower-case texts of patterns (ASCII, R6).
    folded: Arena,
    exact: HashTable<(Text, Run)>,
    /// Prefix globs sorted by folded stem, each with the longest shorter stem it begins with.
    stems: Vec<Stem>,
    /// Program numbers, grouped by folded text.
    programs: Vec<u32>,
    refined: HashTable<Refined>,
}

#[derive(Clone, Copy, Debug)]
struct Stem {
    text: Text,
    programs: Run,
    parent: Slot,
}

/// What a rule with a program asks of the tail, as far as the index tells rules apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    /// Nothing.
    Nothing = 0,
    /// A first token.
    First = 1,
    /// Some token.
    Some = 2,
    /// A first token, of a call whose tail is dark from its start.
    FirstInTheDark = 3,
    /// Some token, of a call whose tail goes dark.
    SomeInTheDark = 4,
}

/// A program with one thing asked: a number of its own.
#[derive(Clone, Copy, Debug)]
struct Refined {
    id: u32,
    program: u32,
    asks: Asks,
    token: Text,
}

impl ProgramIndex {
    /// Of those programs of the pools.
    pub(super) fn new(pools: &Pools, numbers: &[usize]) -> Self {
        let mut index = Self::default();
        let mut named: Vec<(bool, String, u32)> = numbers
            .iter()
            .filter_map(|&at| {
                let program = pools.programs.get(at)?;
                let text = pools.arena.get(program.text).to_ascii_lowercase();
                Some((program.glob, text, u32::try_from(at).ok()?))
            })
            .collect();
        named.sort_unstable();
        let mut open: Vec<usize> = Vec::new();
        for group in named.chunk_by(|a, b| (a.0, &a.1) == (b.0, &b.1)) {
            let Some((glob, name, _)) = group.first() else {
                continue;
            };
            let text = index.folded.push(name);
            let programs = Run::new(index.programs.len(), group.len());
            index
                .programs
                .extend(group.iter().map(|&(_, _, program)| program));
            if *glob {
                let stems = &index.stems;
                let folded = &index.folded;
                while open
                    .last()
                    .and_then(|&above| stems.get(above))
                    .is_some_and(|above: &Stem| !name.starts_with(folded.get(above.text)))
                {
                    open.pop();
                }
                let parent = open.last().map_or(Slot::NONE, |&above| Slot::new(above));
                open.push(index.stems.len());
                index.stems.push(Stem {
                    text,
                    programs,
                    parent,
                });
            } else {
                index
                    .exact
                    .insert_unique(index.hash.text(name), (text, programs), |(text, _)| {
                        index.hash.text(index.folded.get(*text))
                    });
            }
        }
        index
    }

    fn find_refined(&self, pools: &Pools, program: u32, asks: Asks, token: &str) -> Option<u32> {
        self.refined
            .find(hash_refined(&self.hash, program, asks, token), |known| {
                known.program == program
                    && known.asks == asks
                    && pools.arena.get(known.token) == token
            })
            .map(|known| known.id)
    }

    fn refine(&mut self, pools: &Pools, program: u32, asks: Asks, token: Text) -> Part {
        let text = pools.arena.get(token);
        if let Some(known) = self.find_refined(pools, program, asks, text) {
            return Part::number(known);
        }
        let id = u32::try_from(self.refined.len()).unwrap_or(u32::MAX);
        let hash = hash_refined(&self.hash, program, asks, text);
        let entry = Refined {
            id,
            program,
            asks,
            token,
        };
        let hasher = &self.hash;
        self.refined.insert_unique(hash, entry, |known| {
            hash_refined(
                hasher,
                known.program,
                known.asks,
                pools.arena.get(known.token),
            )
        });
        Part::number(id)
    }

    /// The parts that a rule's command predicate is filed under: `lit` when its tokens can be
    /// read, `dark` when they cannot (E2 lets only a deny or ask fire there).
    pub(super) fn file(
        &mut self,
        pools: &Pools,
        rule: &Record,
        lit: &mut Vec<Part>,
        dark: &mut Vec<Part>,
    ) {
        let program = rule.program.raw();
        let tail = pools.tail(rule.tail);
        let args = tail.map_or(&[][..], |tail| tail.args.of(&pools.tokens));
        let any = tail.map_or(&[][..], |tail| tail.any.of(&pools.tokens));
        if let Some(&first) = args.first() {
            lit.push(self.refine(pools, program, Asks::First, first));
            dark.push(self.refine(pools, program, Asks::FirstInTheDark, Text::default()));
        } else if any.is_empty() {
            lit.push(self.refine(pools, program, Asks::Nothing, Text::default()));
        } else {
            for &token in any {
                lit.push(self.refine(pools, program, Asks::Some, token));
            }
            lit.sort_unstable();
            lit.dedup();
            dark.push(self.refine(pools, program, Asks::SomeInTheDark, Text::default()));
        }
    }

    /// The parts that one command satisfies, or satisfies by unknown. `name` is memory.
    pub(super) fn find(
        &self,
        pools: &Pools,
        command: &EffectiveCommand<'_>,
        name: &mut String,
        found: &mut Vec<Part>,
    ) {
        let Some(program) = command.program else {
            return;
        };
        name.clear();
        if program.is_ascii() {
            name.push_str(program);
            name.make_ascii_lowercase();
        } else {
            name.extend(program.chars().default_case_fold());
        }
        let is_it = |(text, _): &(Text, Run)| self.folded.get(*text) == name;
        if let Some(&(_, programs)) = self.exact.find(self.hash.text(name), is_it) {
            self.refinements(pools, programs, command, found);
        }
        let after = self
            .stems
            .partition_point(|stem| self.folded.get(stem.text) <= name.as_str());
        let mut at = after.checked_sub(1);
        let Some(nearest) = at.and_then(|at| self.stems.get(at)) else {
            return;
        };
        let nearest = self.folded.get(nearest.text);
        let common = nearest
            .bytes()
            .zip(name.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        while let Some(stem) = at.and_then(|at| self.stems.get(at)) {
            if stem.text.len() <= common {
                self.refinements(pools, stem.programs, command, found);
            }
            at = stem.parent.get();
        }
    }

    fn refinements(
        &self,
        pools: &Pools,
        programs: Run,
        command: &EffectiveCommand<'_>,
        found: &mut Vec<Part>,
    ) {
        for &program in programs.of(&self.programs) {
            let mut push = |asks: Asks, token: &str| {
                found.extend(
                    self.find_refined(pools, program, asks, token)
                        .map(Part::number),
                );
            };
            push(Asks::Nothing, "");
            match command.tokens.get(0) {
                Some(first) => push(Asks::First, first),
                None if !command.sealed => push(Asks::FirstInTheDark, ""),
                None => {}
            }
            for token in command.tokens.iter() {
                push(Asks::Some, token);
            }
            if !command.sealed {
                push(Asks::SomeInTheDark, "");
            }
        }
    }
}

fn hash_refined(hash: &Hash, program: u32, asks: Asks, token: &str) -> u64 {
    hash.tagged(program.wrapping_mul(8).wrapping_add(asks as u32), token)
}
