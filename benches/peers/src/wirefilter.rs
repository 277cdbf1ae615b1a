//! Wirefilter: all rules of a decision OR-ed into one filter; deny, then ask, then allow.
//!
//! The published version has neither wildcards nor prefixes: both are ranges of bytes, and a
//! suffix is a prefix of the text backwards.

use crate::facts::{Facts, backwards};
use crate::{Peer, Result};
use ::wirefilter::{ExecutionContext, Filter, Scheme};
use callgate::Decision;
use callgate_workload::rules::{Rule, Tool, When};

struct Wirefilter {
    context: ExecutionContext<'static>,
    filters: Vec<(Decision, Filter<'static>)>,
}

pub fn new(rules: &[Rule]) -> Result<Box<dyn Peer>> {
    // Filters and contexts borrow the scheme.
    let scheme: &'static Scheme = Box::leak(Box::new(::wirefilter::Scheme! {
        tool: Bytes,
        host: Bytes,
        tsoh: Bytes,
        path: Bytes,
        program: Bytes,
    }));
    let mut filters = Vec::new();
    for decision in [Decision::Deny, Decision::Ask, Decision::Allow] {
        let rules: Vec<String> = rules
            .iter()
            .filter(|rule| rule.decision == decision)
            .map(expression)
            .collect();
        if rules.is_empty() {
            continue;
        }
        let text: &'static str = Box::leak(rules.join(" || ").into());
        let ast = scheme.parse(text).map_err(|error| error.to_string())?;
        filters.push((decision, ast.compile()));
    }
    let context = ExecutionContext::new(scheme);
    Ok(Box::new(Wirefilter { context, filters }))
}

fn expression(rule: &Rule) -> String {
    let tool = match &rule.tool {
        Tool::Exact(name) => format!("tool == \"{name}\""),
        Tool::Prefix(stem) => begins("tool", stem),
    };
    let when = match &rule.when {
        When::Always => return format!("({tool})"),
        When::Host(host) => format!("host == \"{host}\""),
        When::Below(host) => begins("tsoh", &backwards(&format!(".{host}"))),
        When::Under(directory) => begins("path", &format!("{directory}/")),
        When::Command(program) => format!("program == \"{program}\""),
    };
    format!("({tool} && {when})")
}

/// From the stem itself up to the first text that no longer begins with it.
fn begins(field: &str, stem: &str) -> String {
    let mut past = stem.to_owned();
    let last = past.pop().map_or(' ', |last| char::from(last as u8 + 1));
    past.push(last);
    format!("{field} >= \"{stem}\" && {field} < \"{past}\"")
}

impl Peer for Wirefilter {
    fn decide(&mut self, facts: &Facts) -> Result<Decision> {
        let context = &mut self.context;
        for (name, text) in [
            ("tool", facts.tool),
            ("host", facts.host),
            ("tsoh", facts.tsoh),
            ("path", facts.path),
            ("program", facts.program),
        ] {
            context
                .set_field_value(name, text)
                .map_err(|error| format!("{error:?}"))?;
        }
        for (decision, filter) in &self.filters {
            if filter
                .execute(context)
                .map_err(|error| format!("{error:?}"))?
            {
                return Ok(*decision);
            }
        }
        Ok(Decision::Ask)
    }
}
