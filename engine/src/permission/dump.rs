//! A compiled table as text: the same table gives the same text, whatever the hashes were.

use super::PathCase;
use super::arena::Slot;
use super::profile::{CommandSlots, Needs, View};
use super::rule::{HostRecord, Record};
use super::scope::Scope;
use super::table::Table;
use crate::decision::Decision;
use crate::path::{Anchor, segments};
use std::fmt;

/// How many wider patterns of a scope are written out.
const CHAIN: usize = 8;

/// A table as text, for snapshots and bug reports: its rules in rank order, its scopes with what
/// they read, and what its index holds. Made by [`Table::dump`].
#[derive(Clone, Copy, Debug)]
pub struct Dump<'t>(&'t Table);

impl Table {
    /// The table as text. Linear in its size but for sorting the scopes.
    #[must_use]
    pub const fn dump(&self) -> Dump<'_> {
        Dump(self)
    }
}

impl fmt::Display for Dump<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.head(f)?;
        writeln!(
            f,
            "\nrules: rank, place in the document, decision, what they ask"
        )?;
        for (rank, rule) in self.0.rules.iter().enumerate() {
            self.rule(f, rank, rule)?;
        }
        writeln!(
            f,
            "\nscopes: pattern and the wider ones, candidates, what is read"
        )?;
        let mut scopes: Vec<&Scope> = self.0.scopes.iter().collect();
        let arena = &self.0.pools.arena;
        scopes.sort_by_key(|scope| (arena.get(scope.text), scope.exact));
        for scope in scopes {
            self.scope(f, scope)?;
        }
        writeln!(f, "\nindex: {}", self.0.index.summary())
    }
}

impl Dump<'_> {
    fn head(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = self.0;
        let count = |decision: Decision| {
            let rules = table.rules.iter();
            rules.filter(|rule| rule.decision == decision).count()
        };
        writeln!(
            f,
            "permission table: {} rules (deny {}, ask {}, allow {})",
            table.rules.len(),
            count(Decision::Deny),
            count(Decision::Ask),
            count(Decision::Allow)
        )?;
        let pools = &table.pools;
        writeln!(
            f,
            "{} scopes, {} directories, {} hosts, {} programs, {} tails, {} checks",
            table.scopes.len(),
            pools.directories.len(),
            pools.hosts.len(),
            pools.programs.len(),
            pools.tails.len(),
            pools.checks.len()
        )?;
        let case = match pools.case {
            PathCase::Sensitive => "sensitive",
            PathCase::Insensitive => "insensitive",
        };
        let limits = table.limits;
        writeln!(
            f,
            "path-case {case}; calls up to {} bytes, {} levels",
            limits.bytes, limits.depth
        )
    }

    fn rule(&self, f: &mut fmt::Formatter<'_>, rank: usize, rule: &Record) -> fmt::Result {
        let pools = &self.0.pools;
        let id = u32::try_from(rank)
            .ok()
            .and_then(|rank| self.0.answers.rule(rank));
        let document = id.map_or_else(|| "?".to_owned(), |id| format!("#{}", id.0));
        write!(f, "{rank:>6} {document:>7}  {:<5} ", rule.decision.as_str())?;
        match rule.scope.get().and_then(|at| self.0.scopes.get(at)) {
            Some(scope) => self.pattern(f, scope)?,
            None => f.write_str("?")?,
        }
        if let Some(directory) = pools.directory(rule.under) {
            let rest = pools.arena.get(directory.rest);
            write!(f, " under={:?}", self.directory(directory.anchor, rest))?;
        }
        match pools.host(rule.host) {
            Some(HostRecord::Exact(host)) => write!(f, " host={}", pools.arena.get(*host))?,
            Some(HostRecord::Below(host)) => write!(f, " host=*.{}", pools.arena.get(*host))?,
            Some(HostRecord::V6(address)) => write!(f, " host={address}")?,
            None => {}
        }
        if let Some(program) = pools.program(rule.program) {
            let star = if program.glob { "*" } else { "" };
            write!(f, " command={}{star}", pools.arena.get(program.text))?;
        }
        if let Some(tail) = pools.tail(rule.tail) {
            for (name, run) in [("args", tail.args), ("args-any", tail.any)] {
                let tokens = run.of(&pools.tokens).iter();
                let tokens: Vec<&str> = tokens.map(|&token| pools.arena.get(token)).collect();
                if !tokens.is_empty() {
                    write!(f, " {name}={tokens:?}")?;
                }
            }
        }
        if let Some(&check) = rule.check.get().and_then(|at| pools.checks.get(at)) {
            write!(f, " check={:?}", pools.arena.get(check))?;
        }
        if let Some(severity) = id.and_then(|id| self.0.severity(id)) {
            write!(f, " severity={}", severity.as_str())?;
        }
        if let Some(note) = id.and_then(|id| self.0.note(id)) {
            write!(f, " note={note:?}")?;
        }
        writeln!(f)
    }

    /// A directory in normal form.
    fn directory(&self, anchor: Anchor, rest: &str) -> String {
        let joined = segments(rest).collect::<Vec<_>>().join("/");
        match anchor {
            Anchor::Root => format!("/{joined}"),
            Anchor::Drive(letter) => format!("{}:/{joined}", char::from(letter)),
            Anchor::Relative if joined.is_empty() => ".".to_owned(),
            Anchor::Relative => joined,
        }
    }

    fn pattern(&self, f: &mut fmt::Formatter<'_>, scope: &Scope) -> fmt::Result {
        let star = if scope.exact { "" } else { "*" };
        write!(f, "{}{star}", self.0.pools.arena.get(scope.text))
    }

    fn scope(&self, f: &mut fmt::Formatter<'_>, scope: &Scope) -> fmt::Result {
        f.write_str("  ")?;
        self.pattern(f, scope)?;
        let wider = |slot: Slot| slot.get().and_then(|at| self.0.scopes.get(at));
        let mut chain = std::iter::successors(wider(scope.parent), |each| wider(each.parent));
        for each in chain.by_ref().take(CHAIN) {
            f.write_str(" < ")?;
            self.pattern(f, each)?;
        }
        if chain.next().is_some() {
            f.write_str(" < …")?;
        }
        match scope.candidates.listed() {
            Some(run) => {
                let heads = run.of(&self.0.lists.listed);
                let ranks: Vec<_> = heads.iter().map(|head| head.rank).collect();
                write!(f, ": listed {ranks:?}")?;
            }
            None => write!(f, ": indexed, {} of its own", scope.own.len)?,
        }
        if let Some(bare) = scope.bare.get() {
            write!(f, ", else {bare}")?;
        }
        writeln!(f, "; needs {}", needs(scope.needs))?;
        match scope.view.get().and_then(|at| self.0.views.get(at)) {
            Some(view) => self.view(f, view),
            None => Ok(()),
        }
    }

    /// The names that a scope's rules look at, if any.
    fn view(&self, f: &mut fmt::Formatter<'_>, view: &View) -> fmt::Result {
        let name = |slot: usize| view.looked.names().get(slot).map_or("?", |name| name);
        let mut parts = Vec::new();
        let paths: Vec<_> = view.paths().map(name).collect();
        let urls: Vec<_> = view.urls().map(name).collect();
        if !paths.is_empty() {
            parts.push(format!("paths {paths:?}"));
            if let Some(root) = view.root.get().and_then(|at| self.0.roots.get(at)) {
                parts.push(format!("root {root:?}"));
            }
        }
        if !urls.is_empty() {
            parts.push(format!("urls {urls:?}"));
        }
        match view.command {
            CommandSlots::None => {}
            CommandSlots::Argv(program) => parts.push(format!("command {:?}", name(program))),
            CommandSlots::Line(line) => parts.push(format!("shell line {:?}", name(line))),
        }
        if let Some(tail) = view.looked.tail() {
            parts.push(format!("args {:?}", name(tail)));
        }
        if parts.is_empty() {
            return Ok(());
        }
        writeln!(f, "      reads {}", parts.join(", "))
    }
}

fn needs(needs: Needs) -> String {
    let kinds = [
        (Needs::UNDER, "under"),
        (Needs::HOST, "host"),
        (Needs::COMMAND, "command"),
        (Needs::CHECK, "check"),
    ];
    let named: Vec<&str> = kinds
        .into_iter()
        .filter(|&(kind, _)| needs.has(kind))
        .map(|(_, name)| name)
        .collect();
    if named.is_empty() {
        "nothing".to_owned()
    } else {
        named.join("+")
    }
}

#[cfg(test)]
mod tests;
