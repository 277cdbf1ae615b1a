//! Sanitizers (X7).

use super::{Said, Wrong, parsed, pattern};
use crate::document::read::{self, Shape};
use crate::document::{Node, Path};
use crate::fault::{Collector, near, quote};
use callgate_engine::firewall::{Preset, Sanitizer};

const SANITIZE: Shape<2> = Shape {
    what: "a sanitizer",
    members: ["presets", "custom"],
    meant: &[
        ("preset", "presets"),
        ("patterns", "custom"),
        ("regex", "custom"),
        ("custom_regex", "custom"),
    ],
};

/// Reads what a rule takes out of arguments.
pub(super) fn sanitizer(
    node: &Node<'_>,
    path: &Path<'_>,
    faults: &mut Collector,
) -> Option<Sanitizer> {
    let members = read::object(node, read::Expected::Sanitize, path, faults)?;
    let fields = SANITIZE.fields(members, path, faults);
    let mut sanitizer = Sanitizer::default();
    let mut written = 0;
    if let Some(member) = fields.get(0) {
        let path = path.member("presets");
        let nodes = read::list(&member.value, read::Expected::Presets, &path, faults);
        for (index, node) in nodes.unwrap_or_default().iter().enumerate() {
            sanitizer
                .presets
                .extend(parsed(node, &path.index(index), faults, preset));
        }
        written += nodes.map_or(1, <[_]>::len);
    }
    if let Some(member) = fields.get(1) {
        let path = path.member("custom");
        let nodes = read::list(&member.value, read::Expected::Patterns, &path, faults);
        for (index, node) in nodes.unwrap_or_default().iter().enumerate() {
            sanitizer
                .custom
                .extend(parsed(node, &path.index(index), faults, pattern));
        }
        written += nodes.map_or(1, <[_]>::len);
    }
    if written == 0 {
        empty(node, path, faults);
    }
    Some(sanitizer)
}

/// Reports a sanitizer that takes out nothing.
pub(super) fn empty(node: &Node<'_>, path: &Path<'_>, faults: &mut Collector) {
    let help = "name at least one preset or custom expression";
    read::bad_value(node, path, "the sanitizer takes out nothing", help, faults);
}

fn preset(text: &str) -> Result<Preset, Wrong> {
    let names = Preset::ALL.map(Preset::as_str);
    Preset::from_name(text).ok_or_else(|| {
        let wrong = Said::new(format!("{} is no preset", quote(text)));
        match near(text, names) {
            Some(meant) => wrong.help(format!("did you mean `{meant}`?")),
            None => wrong.help(format!("the presets are {}", read::listed(&names))),
        }
    })
}
