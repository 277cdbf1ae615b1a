//! Which suggestion covers another.

use super::trie::Trie;
use crate::suggested::{Behind, Body};
use std::collections::{BTreeMap, HashMap};

/// What a suggestion asks beside its directory.
#[derive(PartialEq, Eq, Hash)]
struct Group<'s> {
    tool: &'s str,
    command: Option<&'s str>,
    args: Option<&'s [String]>,
    host: Option<&'s str>,
}

/// Suggestions of one group: those without a directory, and the roots of those with an absolute
/// and with a relative one.
struct Members {
    open: Vec<usize>,
    absolute: u32,
    relative: u32,
}

/// The suggestions kept so far, widest first.
#[derive(Default)]
struct Kept<'s> {
    groups: HashMap<Group<'s>, Members>,
    directories: Trie,
    all: Vec<(&'s Body, Behind)>,
}

impl<'s> Kept<'s> {
    /// The first that covers a suggestion. Looks up what may cover it, however many there are.
    fn covering(&self, body: &'s Body, blanket: bool) -> Option<usize> {
        let text = |text: &'s Option<String>| text.as_deref();
        let either = |text: Option<&'s str>| [Some(None), text.map(Some)].into_iter().flatten();
        let args = body.args.as_deref();
        let prefixes = args.map_or(0, |args| args.len() + 1);
        let prefixes = (0..prefixes).filter_map(|end| args?.get(..end));
        let prefixes: Vec<_> = std::iter::once(None).chain(prefixes.map(Some)).collect();
        let mut first: Option<usize> = None;
        // A blanket rule stands for its own calls; it does not swallow narrower ones silently.
        let mut found = |at: usize| {
            let fits = self
                .all
                .get(at)
                .is_some_and(|(_, kept)| !kept.blanket || blanket);
            if fits && first.is_none_or(|first| at < first) {
                first = Some(at);
            }
        };
        for command in either(text(&body.command)) {
            for host in either(text(&body.host)) {
                for &args in &prefixes {
                    let tool = &body.tool;
                    let group = Group {
                        tool,
                        command,
                        args,
                        host,
                    };
                    let Some(members) = self.groups.get(&group) else {
                        continue;
                    };
                    members.open.iter().for_each(|&at| found(at));
                    if let Some(under) = &body.under {
                        let root = members.root(under);
                        self.directories.holding(root, under, &mut found);
                    }
                }
            }
        }
        first
    }

    fn keep(&mut self, body: &'s Body, behind: Behind) {
        let group = Group {
            tool: &body.tool,
            command: body.command.as_deref(),
            args: body.args.as_deref(),
            host: body.host.as_deref(),
        };
        let at = self.all.len();
        self.all.push((body, behind));
        let directories = &mut self.directories;
        let members = self.groups.entry(group).or_insert_with(|| Members {
            open: Vec::new(),
            absolute: directories.root(),
            relative: directories.root(),
        });
        match &body.under {
            Some(under) => directories.insert(members.root(under), under, at),
            None => members.open.push(at),
        }
    }
}

impl Members {
    fn root(&self, directory: &str) -> u32 {
        if directory.starts_with('/') {
            self.absolute
        } else {
            self.relative
        }
    }
}

/// Suggestions without those that another one covers.
pub(super) fn without_covered(suggested: &BTreeMap<Body, Behind>) -> BTreeMap<Body, Behind> {
    let mut widest: Vec<(&Body, &Behind)> = suggested.iter().collect();
    widest.sort_by_cached_key(|(body, _)| body.narrowness());
    let mut kept = Kept::default();
    for (body, behind) in widest {
        let cover = kept.covering(body, behind.blanket);
        match cover.and_then(|at| kept.all.get_mut(at)) {
            Some((_, about)) => {
                let blanket = about.blanket;
                about.add(behind);
                about.blanket = blanket;
            }
            None => kept.keep(body, behind.clone()),
        }
    }
    let all = kept.all.into_iter();
    all.map(|(body, behind)| (body.clone(), behind)).collect()
}

#[cfg(test)]
mod tests {
    use super::without_covered;
    use crate::suggested::{Behind, Body};
    use std::collections::BTreeMap;

    /// Every suggestion over a small vocabulary, some of them blanket.
    fn vocabulary() -> Vec<(Body, Behind)> {
        let some = |texts: &[&str]| -> Vec<Option<String>> {
            let texts = texts.iter().map(|text| Some((*text).to_owned()));
            std::iter::once(None).chain(texts).collect()
        };
        let mut all = Vec::new();
        for tool in ["t", "u"] {
            for command in some(&["git"]) {
                for args in [None, Some(vec![]), Some(vec!["a".to_owned()])] {
                    for host in some(&["a.org", "b.org"]) {
                        for under in some(&["/", "/a", "/a/b", "/ab", ".", "a", "a/b"]) {
                            let body = Body {
                                tool: tool.to_owned(),
                                command: command.clone(),
                                args: args.clone(),
                                host: host.clone(),
                                under,
                            };
                            let behind = Behind {
                                calls: 1,
                                blanket: all.len() % 5 == 0,
                                lines: vec![all.len() as u64],
                            };
                            all.push((body, behind));
                        }
                    }
                }
            }
        }
        all
    }

    /// What is looked up is what trying every pair finds.
    #[test]
    fn covers_are_found_as_by_trying_all() {
        let all = vocabulary();
        for step in [1, 2, 3, 5, 7, 11] {
            for from in 0..step {
                let some: BTreeMap<Body, Behind> =
                    all.iter().skip(from).step_by(step).cloned().collect();
                let mut widest: Vec<_> = some.iter().collect();
                widest.sort_by_key(|(body, _)| body.narrowness());
                let mut kept: Vec<(Body, Behind)> = Vec::new();
                for (body, behind) in widest {
                    let cover = kept.iter_mut().find(|(wide, about)| {
                        (!about.blanket || behind.blanket) && wide.covers(body)
                    });
                    match cover {
                        Some((_, about)) => about.calls += behind.calls,
                        None => kept.push((body.clone(), behind.clone())),
                    }
                }
                let kept: BTreeMap<_, _> = kept
                    .into_iter()
                    .map(|(body, behind)| (body, behind.calls))
                    .collect();
                let found: BTreeMap<_, _> = without_covered(&some)
                    .into_iter()
                    .map(|(body, behind)| (body, behind.calls))
                    .collect();
                assert_eq!(found, kept, "{step} {from}");
            }
        }
    }
}
