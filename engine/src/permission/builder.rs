//! From validated rules to a frozen table.

use super::answers::Answers;
use super::arena::{Hash, Run, Slot, Text};
use super::index::Index;
use super::intern::Interner;
use super::profile::{Names, Needs, Params, View};
use super::rule::{Pools, Record};
use super::scope::{Candidates, Scope, distribute};
use super::table::Table;
use super::tools::{Stem, ToolIndex};
use super::{ParamsSpec, PathCase, RuleSpec, ToolPattern, rank};
use crate::decision::Severity;
use crate::facts::Looked;
use crate::json::Limits;
use hashbrown::{HashMap, HashTable};

/// Collects validated rules and freezes them into a [`Table`].
///
/// The rules must have passed the clauses of D and R: the builder refuses nothing.
#[derive(Debug)]
pub struct TableBuilder {
    pools: Pools,
    interner: Interner,
    params: Params,
    scopes: Vec<Scope>,
    known: HashTable<u32>,
    hash: Hash,
    /// In document order.
    rules: Vec<(rank::Key, Record)>,
    remarks: Vec<(u32, Option<Text>, Option<Severity>)>,
    limits: Limits,
}

impl TableBuilder {
    /// An empty policy.
    #[must_use]
    pub fn new(case: PathCase) -> Self {
        Self {
            pools: Pools {
                case,
                ..Pools::default()
            },
            interner: Interner::default(),
            params: Params::default(),
            scopes: Vec::new(),
            known: HashTable::new(),
            hash: Hash::default(),
            rules: Vec::new(),
            remarks: Vec::new(),
            limits: Limits::default(),
        }
    }

    /// Makes room for rules.
    pub fn reserve(&mut self, rules: usize) {
        self.rules.reserve(rules);
    }

    /// A root: tool-name prefix → directory (D4).
    pub fn root(&mut self, prefix: &str, directory: &str) {
        self.params.root(prefix, directory);
    }

    /// The location arguments of a tool pattern (D5).
    pub fn path_params(&mut self, tool: ToolPattern<'_>, names: &[String]) {
        self.params.paths(tool, names);
    }

    /// The url arguments of a tool pattern (D7).
    pub fn url_params(&mut self, tool: ToolPattern<'_>, names: &[String]) {
        self.params.urls(tool, names);
    }

    /// The command arguments of a tool pattern (D6).
    pub fn command_params(&mut self, tool: ToolPattern<'_>, params: ParamsSpec<'_>) {
        self.params.command(tool, params);
    }

    /// How much of a call is read (J4).
    pub fn limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The next rule of the document.
    pub fn rule(&mut self, rule: RuleSpec<'_>) {
        let document = u32::try_from(self.rules.len()).unwrap_or(u32::MAX);
        let scope = self.scope(rule.tool);
        let pools = &mut self.pools;
        let record = Record {
            scope,
            under: rule
                .under
                .map_or(Slot::NONE, |under| self.interner.directory(pools, under)),
            host: rule
                .host
                .map_or(Slot::NONE, |host| self.interner.host(pools, host)),
            program: rule.command.map_or(Slot::NONE, |command| {
                self.interner.program(pools, command.program, command.glob)
            }),
            tail: rule
                .command
                .map_or(Slot::NONE, |command| self.interner.tail(pools, command)),
            check: rule
                .check
                .map_or(Slot::NONE, |check| self.interner.check(pools, check)),
            decision: rule.decision,
        };
        if rule.note.is_some() || rule.severity.is_some() {
            let note = rule.note.map(|note| self.pools.arena.push(note));
            self.remarks.push((document, note, rule.severity));
        }
        self.rules.push((rank::Key::of(&rule, document), record));
    }

    fn scope(&mut self, tool: ToolPattern<'_>) -> Slot {
        let (exact, text) = match tool {
            ToolPattern::Exact(name) => (true, name),
            ToolPattern::Prefix(stem) => (false, stem),
        };
        let hash = self.hash.tagged(exact.into(), text);
        let (scopes, arena) = (&self.scopes, &self.pools.arena);
        let is_it = |&at: &u32| {
            scopes
                .get(at as usize)
                .is_some_and(|scope| scope.exact == exact && arena.get(scope.text) == text)
        };
        if let Some(&at) = self.known.find(hash, is_it) {
            return Slot::new(at as usize);
        }
        let slot = Slot::new(self.scopes.len());
        let text = self.pools.arena.push(text);
        self.scopes.push(Scope {
            text,
            exact,
            parent: Slot::NONE,
            bare: Slot::NONE,
            own: Run::default(),
            candidates: Candidates::INDEXED,
            needs: Needs::default(),
            view: Slot::NONE,
        });
        let (scopes, arena, hasher) = (&self.scopes, &self.pools.arena, &self.hash);
        self.known.insert_unique(hash, slot.raw(), |&at| {
            scopes.get(at as usize).map_or(0, |scope| {
                hasher.tagged(scope.exact.into(), arena.get(scope.text))
            })
        });
        slot
    }

    /// The table.
    #[must_use]
    pub fn build(mut self) -> Table {
        let patterns: Vec<(bool, String)> = self
            .params
            .patterns()
            .map(|pattern| match pattern {
                ToolPattern::Exact(name) => (true, name.to_owned()),
                ToolPattern::Prefix(stem) => (false, stem.to_owned()),
            })
            .collect();
        for (exact, text) in &patterns {
            self.scope(if *exact {
                ToolPattern::Exact(text)
            } else {
                ToolPattern::Prefix(text)
            });
        }
        // Everything has a place: a call to a tool that no pattern matches still has a view.
        self.scope(ToolPattern::Prefix(""));
        self.rules.sort_unstable_by_key(|(key, _)| *key);
        let answers = Answers::new(
            self.rules
                .iter()
                .map(|(key, record)| (record.decision, key.document())),
        );
        let mut rules: Vec<Record> = Vec::with_capacity(self.rules.len());
        rules.extend(self.rules.into_iter().map(|(_, record)| record));
        let (mut tools, order) = link(&self.pools, &mut self.scopes);
        let lists = distribute(&mut self.scopes, &order, &rules, &self.pools);
        let views = views(&self.params, &self.pools, &mut self.scopes, &order);
        tools.open(&self.scopes);
        self.pools.shrink();
        self.scopes.shrink_to_fit();
        let index = Index::new(&self.pools, &rules, &self.scopes, &lists);
        Table {
            name: Table::name_finder(tools.exact()),
            pools: self.pools,
            rules,
            answers,
            tools,
            scopes: self.scopes,
            lists,
            views,
            roots: self.params.roots,
            index,
            remarks: self.remarks,
            limits: self.limits,
            nothing: Looked::default(),
        }
    }
}

/// Gives every scope its parent, and an order with parents before children.
fn link(pools: &Pools, scopes: &mut [Scope]) -> (ToolIndex, Vec<usize>) {
    let arena = &pools.arena;
    let mut stems: Vec<Stem> = scopes
        .iter()
        .enumerate()
        .filter(|(_, scope)| !scope.exact)
        .map(|(at, scope)| Stem {
            text: scope.text,
            scope: Slot::new(at),
            parent: Slot::NONE,
        })
        .collect();
    stems.sort_unstable_by(|a, b| arena.get(a.text).cmp(arena.get(b.text)));
    let mut tools = ToolIndex::new(arena, &mut stems);
    let mut order = Vec::with_capacity(scopes.len());
    for stem in &stems {
        let Some(at) = stem.scope.get() else { continue };
        if let Some(scope) = scopes.get_mut(at) {
            scope.parent = stem.parent;
        }
        order.push(at);
    }
    tools.reserve_exact(scopes.len() - stems.len());
    for at in 0..scopes.len() {
        let Some(&Scope {
            text, exact: true, ..
        }) = scopes.get(at)
        else {
            continue;
        };
        let parent = tools.prefix(arena, scopes, arena.get(text)).scope;
        tools.add_exact(arena, text, Slot::new(at));
        if let Some(scope) = scopes.get_mut(at) {
            scope.parent = parent;
        }
        order.push(at);
    }
    (tools, order)
}

/// Gives every scope the way its arguments are read; equal ways are shared.
fn views(params: &Params, pools: &Pools, scopes: &mut [Scope], order: &[usize]) -> Vec<View> {
    let mut views = Vec::new();
    let mut known: HashMap<(Names, Needs), Slot> = HashMap::new();
    let mut names: Vec<Names> = vec![Names::CONVENTION; scopes.len()];
    for &at in order {
        let Some(scope) = scopes.get_mut(at) else {
            continue;
        };
        let inherited = scope
            .parent
            .get()
            .and_then(|parent| names.get(parent))
            .copied()
            .unwrap_or(Names::CONVENTION);
        let own = params.apply(scope.exact, pools.arena.get(scope.text), inherited);
        let mut view = |needs: Needs, full: Slot| {
            *known.entry((own, needs)).or_insert_with(|| {
                let mut view = params.view(own, needs);
                view.full = full;
                views.push(view);
                Slot::new(views.len() - 1)
            })
        };
        let full = view(Needs::ALL, Slot::NONE);
        scope.view = view(scope.needs, full);
        if let Some(place) = names.get_mut(at) {
            *place = own;
        }
    }
    views.shrink_to_fit();
    views
}
