//! The least that any evaluator must do: plain code over the same calls.

use crate::stream::Met;
use callgate_compiler::permission::{Host, Policy, Tool};
use foldhash::fast::RandomState;
use hashbrown::HashMap;
use memchr::memchr;

type Map<'p> = HashMap<&'p str, u32, RandomState>;

/// Two maps of tools and one of hosts.
#[derive(Debug, Default)]
pub struct Floor<'p> {
    tools: Map<'p>,
    stems: Map<'p>,
    hosts: Map<'p>,
}

impl<'p> Floor<'p> {
    /// The names and hosts of a policy.
    #[must_use]
    pub fn new(policy: &'p Policy) -> Self {
        let mut floor = Self::default();
        for (rule, number) in policy.rules.iter().zip(0u32..) {
            match &rule.tool {
                Tool::Exact(name) => floor.tools.insert(name, number),
                Tool::Prefix(stem) => floor.stems.insert(stem, number),
            };
            match &rule.host {
                Some(Host::Exact(host) | Host::Below(host)) => floor.hosts.insert(host, number),
                None => None,
            };
        }
        floor
    }

    /// One look-up of the tool's name, one of its prefix up to the first `_`; for a call with
    /// a url one slice of the host, and one look-up of it. Nothing else.
    #[inline]
    #[must_use]
    pub fn touch(&self, call: &Met<'_>) -> (Option<u32>, Option<u32>, Option<u32>) {
        let tool = self.tools.get(call.tool).copied();
        let stem = memchr(b'_', call.tool.as_bytes())
            .and_then(|end| call.tool.get(..=end))
            .and_then(|stem| self.stems.get(stem).copied());
        let host = call
            .url
            .and_then(slice_host)
            .and_then(|host| self.hosts.get(host).copied());
        (tool, stem, host)
    }
}

#[inline]
fn slice_host(url: &str) -> Option<&str> {
    let rest = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))?;
    match memchr(b'/', rest.as_bytes()) {
        Some(end) => rest.get(..end),
        None => Some(rest),
    }
}
