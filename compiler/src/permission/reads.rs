//! Which arguments of a tool the rules look at.

use super::scopes::Scopes;
use super::{CommandParams, Policy};

/// The arguments of one tool that predicates look at (D5–D7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reads {
    /// What `under` looks at, in declared order.
    pub locations: Vec<String>,
    /// What `host` looks at, in declared order.
    pub urls: Vec<String>,
    /// What `command` and `check` look at.
    pub command: CommandParams,
}

impl Policy {
    /// The arguments of a tool that predicates look at: the winning entries of the document, or
    /// the usual names. Linear in the entries.
    #[must_use]
    pub fn reads(&self, tool: &str) -> Reads {
        let scopes = Scopes::of(self);
        let names = |named: Option<&[String]>, usual: &[&str]| match named {
            Some(names) => names.to_vec(),
            None => usual.iter().map(|&name| name.to_owned()).collect(),
        };
        let command = scopes.commands.of_name(tool).cloned();
        Reads {
            locations: names(scopes.paths.of_name(tool), &["path", "from", "to"]),
            urls: names(scopes.urls.of_name(tool), &["url"]),
            command: command.unwrap_or_else(|| CommandParams::Argv {
                command: "command".to_owned(),
                args: "args".to_owned(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Reads;
    use crate::Source;
    use crate::permission::{CommandParams, compile};

    #[test]
    fn the_winning_entries_or_the_usual_names() {
        let document = "rules: []\npath-params: { fs_*: [file, to], fs_x: [] }\nurl-params: { get: [link] }\ncommand-params: { sh: { line: cmd } }\n";
        let policy = compile(&Source::new("p", document)).unwrap().policy;
        let usual = Reads {
            locations: ["path", "from", "to"].map(str::to_owned).into(),
            urls: vec!["url".to_owned()],
            command: CommandParams::Argv {
                command: "command".to_owned(),
                args: "args".to_owned(),
            },
        };
        assert_eq!(policy.reads("other"), usual);
        assert_eq!(policy.reads("fs_a").locations, ["file", "to"]);
        assert!(policy.reads("fs_x").locations.is_empty());
        assert_eq!(policy.reads("get").urls, ["link"]);
        assert_eq!(
            policy.reads("sh").command,
            CommandParams::Line("cmd".to_owned())
        );
    }
}
