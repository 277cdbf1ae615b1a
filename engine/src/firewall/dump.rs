//! A compiled table as text: the same table gives the same text, whatever the hashes were.

use super::glob::{Glob, Shape};
use super::table::{Rule, Table};
use super::value::Paths;
use super::verdict::{Action, Stage};
use std::fmt::{self, Display, Formatter};

/// A table as text, for snapshots and bug reports: its rules in the order of the walk, its
/// distinct clauses, and what its index finds rules by. Made by [`Table::dump`].
#[derive(Clone, Copy, Debug)]
pub struct Dump<'t>(&'t Table);

impl Table {
    /// The table as text. Linear in its size but for sorting what has no order.
    #[must_use]
    pub const fn dump(&self) -> Dump<'_> {
        Dump(self)
    }
}

impl Display for Dump<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let table = self.0;
        self.head(f)?;
        writeln!(
            f,
            "\nrules: rank, place in the document, what they do, stages, conditions"
        )?;
        for (rank, rule) in table.rules.iter().enumerate() {
            self.rule(f, rank, rule)?;
        }
        writeln!(f, "\nclauses: each put to a call once")?;
        let paths = texts(&table.paths);
        for (id, clause) in table.clauses.iter().enumerate() {
            let path = paths.get(clause.path.0 as usize);
            let path = path.map_or("?", String::as_str);
            writeln!(f, "{id:>6}  {path} {}", clause.test)?;
        }
        writeln!(f, "\nindex: what a call at a stage finds")?;
        for stage in Stage::ALL {
            let (always, found, facts) = table.index.sizes(stage);
            let looks = if table.index.looks_at_arguments(stage) {
                "; looks at arguments"
            } else {
                ""
            };
            writeln!(
                f,
                "  {:<8} {always} always, {found} listed behind {facts} facts{looks}",
                stage.as_str()
            )?;
        }
        Ok(())
    }
}

impl Dump<'_> {
    fn head(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let table = self.0;
        let (policy, limits) = (table.policy, table.limits);
        let switch = |on: bool| if on { "on" } else { "off" };
        writeln!(
            f,
            "firewall table: {} rules, {} clauses",
            table.rules.len(),
            table.clauses.len()
        )?;
        writeln!(
            f,
            "enabled {}, default {}, shadow {}, strict-clauses {}",
            switch(policy.enabled),
            policy.default_verdict,
            switch(policy.shadow),
            switch(policy.strict_clauses)
        )?;
        writeln!(
            f,
            "calls up to {} bytes, {} levels",
            limits.bytes, limits.depth
        )
    }

    fn rule(&self, f: &mut Formatter<'_>, rank: usize, rule: &Rule) -> fmt::Result {
        let document = format!("#{}", rule.document.0);
        let action = match rule.action {
            Action::Give(verdict) => verdict.as_str().to_owned(),
            Action::CapCost(cents) => format!("cap_cost {cents}"),
        };
        write!(f, "{rank:>6} {document:>7}  {action:<16}")?;
        let stages = Stage::ALL.into_iter().filter(|&at| rule.speaks_at(at));
        let stages: Vec<&str> = stages.map(Stage::as_str).collect();
        match stages.len() {
            0 => f.write_str(" at no stage")?,
            4 => f.write_str(" at every stage")?,
            _ => write!(f, " at {}", stages.join("+"))?,
        }
        write!(f, " tool {}", Shown(&rule.tool))?;
        if rule.skill.shape() != Shape::Any {
            write!(f, " skill {}", Shown(&rule.skill))?;
        }
        if !rule.clauses.is_empty() {
            let ids: Vec<String> = rule.clauses.iter().map(u32::to_string).collect();
            write!(f, " clauses {}", ids.join("+"))?;
        }
        if let Some(scope) = &rule.scope {
            write!(f, " to {scope}")?;
        }
        if let Some(redactor) = &rule.redactor {
            write!(f, " takes out [{}]", redactor.texts().join(", "))?;
        }
        if let Some(id) = rule.id {
            write!(f, " id={id}")?;
        }
        if let Some(label) = &rule.label {
            write!(f, " label={label:?}")?;
        }
        writeln!(f)
    }
}

/// A glob by what it means.
struct Shown<'a>(&'a Glob);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.shape() {
            Shape::Any => f.write_str("any"),
            Shape::Literal(text) => write!(f, "is {text:?}"),
            Shape::Prefix(text) => write!(f, "below {text:?}"),
            Shape::Suffix(text) => write!(f, "is or ends below {text:?}"),
            Shape::Infix(dotted) => write!(f, "holds {dotted:?}"),
        }
    }
}

/// Every path of a table, by its id. Linear in their lengths.
fn texts(paths: &Paths) -> Vec<String> {
    // By node: the one above, and the step from there. Nodes come after the one above.
    let mut above: Vec<(u32, String)> = vec![(0, "$".to_owned())];
    let mut found = Vec::new();
    let nodes = (0..).map_while(|at| Some((at, paths.node(at)?)));
    for (at, node) in nodes {
        let names = node.names.iter();
        let names = names.map(|(name, &child)| (child, format!("[{name:?}]")));
        let elements = node.elements.iter();
        let elements = elements.map(|&(index, child)| (child, format!("[{index}]")));
        for (child, step) in names.chain(elements) {
            let child = child as usize;
            if above.len() <= child {
                above.resize(child + 1, (0, String::new()));
            }
            if let Some(slot) = above.get_mut(child) {
                *slot = (at, step);
            }
        }
        if let Some(path) = node.path {
            found.push((path, at));
        }
    }
    found.sort_unstable();
    let text = |mut at: u32| {
        let mut steps = Vec::new();
        while let Some((parent, step)) = above.get(at as usize) {
            steps.push(step.as_str());
            if at == 0 {
                break;
            }
            at = *parent;
        }
        steps.reverse();
        steps.concat()
    };
    found.into_iter().map(|(_, at)| text(at)).collect()
}

#[cfg(test)]
mod tests;
