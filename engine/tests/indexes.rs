//! The indexes against the evaluation that looks at every rule, over random rule sets that
//! crowd a few scopes.
#![expect(clippy::indexing_slicing, reason = "a test over lists of its own")]

use callgate_engine::command::EffectiveCommand;
use callgate_engine::permission::{
    Checks, CommandSpec, Explanation, HostPattern, ParamsSpec, PathCase, RuleSpec, TableBuilder,
    ToolPattern,
};
use callgate_engine::{Call, Decision, Tri};
use serde_json::{Value, json};

/// A small reproducible source of choices.
struct Choices(u64);

impl Choices {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn of<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.below(items.len())]
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

struct Answers;

impl Checks for Answers {
    fn check(&self, name: &str, _: &str, command: &EffectiveCommand<'_>) -> Option<Tri> {
        match name {
            "yes" => Some(Tri::Yes),
            "no" => Some(Tri::No),
            "git" => Some((command.program == Some("git")).into()),
            "unknown" => Some(Tri::Unknown),
            _ => None,
        }
    }
}

const TOOLS: &[&str] = &[
    "fs_read", "fs_re", "fs_", "web", "", "sh_run", "a.b.c", "a.", "a.b",
];
const CALLED: &[&str] = &[
    "fs_read", "fs_rea", "fs_x", "web_x", "zzz", "sh_run", "a.b.c", "a.bc", "a.",
];
const UNDERS: &[&str] = &[
    "/",
    "/srv",
    "/srv/a",
    "/srv/a/b",
    "a",
    ".",
    "C:/x",
    "c:/x/y",
    "/caf\u{e9}",
    "/cafe\u{301}",
    "D:/",
    "a/b",
    "/K",
    "/\u{212a}",
];
const PATHS: &[&str] = &[
    "/srv/a/b/c",
    "/srv/ab",
    "a/b",
    "./a",
    "..",
    "",
    "/",
    "C:/x/y/z",
    "d:/q",
    "/caf\u{e9}/x",
    "/cafe\u{301}/x",
    "~/x",
    "/K/a",
    "/\u{212a}/a",
    "b",
    "/srv//a/./b",
];
const HOSTS: &[&str] = &["a.com", "b.a.com", "com", "x.org", "::1", "1.2.3.4"];
const URLS: &[&str] = &[
    "http://a.com/",
    "https://B.a.com",
    "http://x.b.a.com.",
    "http://[::1]/",
    "http://1.2.3.4/",
    "nope",
    "http://u@a.com/",
    "http://org/",
    "http://q.x.org/",
];
const PROGRAMS: &[&str] = &["git", "Git", "g", "gi", "make", "rm", ""];
const RUN: &[&str] = &[
    "git",
    "GIT",
    "/usr/bin/git",
    "make",
    "rm",
    "gist",
    "x y",
    "",
    "\u{212a}",
];
const TOKENS: &[&str] = &["push", "-f", "a", "b", "--force"];

fn build(choices: &mut Choices) -> callgate_engine::permission::Table {
    let case = if choices.one_in(4) {
        PathCase::Insensitive
    } else {
        PathCase::Sensitive
    };
    let mut builder = TableBuilder::new(case);
    if choices.one_in(2) {
        builder.root(
            choices.of(&["", "fs", "a."]),
            choices.of(&["/srv", "/", "a", "C:/x", "."]),
        );
    }
    if choices.one_in(4) {
        builder.path_params(
            ToolPattern::Prefix("fs_"),
            &["path".to_owned(), "url".to_owned()],
        );
    }
    if choices.one_in(6) {
        builder.command_params(
            ToolPattern::Exact("sh_run"),
            ParamsSpec::Argv {
                command: "program",
                args: "args",
            },
        );
    }
    let size = [3, 12, 40, 120][choices.below(4)];
    let denies = choices.below(3);
    for _ in 0..size {
        let lists: Vec<Vec<String>> = (0..2)
            .map(|_| {
                (0..1 + choices.below(2))
                    .map(|_| choices.of(TOKENS).to_owned())
                    .collect()
            })
            .collect();
        let tool = choices.of(TOOLS);
        let glob = choices.one_in(4) || tool.is_empty() || tool.ends_with(['_', '.']);
        let program = choices.of(PROGRAMS);
        builder.rule(RuleSpec {
            tool: if glob {
                ToolPattern::Prefix(tool)
            } else {
                ToolPattern::Exact(tool)
            },
            decision: match choices.below(3 + denies) {
                0 => Decision::Ask,
                1 => Decision::Deny,
                _ => Decision::Allow,
            },
            under: choices.one_in(3).then(|| choices.of(UNDERS)),
            host: choices.one_in(3).then(|| {
                let host = choices.of(HOSTS);
                if choices.one_in(2) && !host.contains(':') {
                    HostPattern::Below(host)
                } else {
                    HostPattern::Exact(host)
                }
            }),
            command: choices.one_in(2).then(|| CommandSpec {
                program,
                glob: program.len() < 2 || choices.one_in(3),
                args: lists
                    .first()
                    .filter(|_| choices.one_in(2))
                    .map(|list| &**list),
                args_any: lists
                    .get(1)
                    .filter(|_| choices.one_in(2))
                    .map(|list| &**list),
            }),
            check: choices
                .one_in(6)
                .then(|| choices.of(&["yes", "no", "git", "unknown", "missing"])),
            note: None,
            severity: None,
        });
    }
    builder.build()
}

fn arguments(choices: &mut Choices) -> Value {
    if choices.one_in(12) {
        return choices
            .of(&[&json!(null), &json!([1]), &json!("x")])
            .clone();
    }
    let mut args = serde_json::Map::new();
    for name in ["path", "from", "to"] {
        if choices.one_in(3) {
            let value = if choices.one_in(12) {
                json!(1)
            } else {
                json!(choices.of(PATHS))
            };
            args.insert(name.to_owned(), value);
        }
    }
    if choices.one_in(2) {
        args.insert("url".to_owned(), json!(choices.of(URLS)));
    }
    if choices.one_in(2) {
        let name = choices.of(&["command", "command", "program"]);
        args.insert(name.to_owned(), json!(choices.of(RUN)));
    }
    if choices.one_in(2) {
        let mut tokens: Vec<Value> = (0..choices.below(4))
            .map(|_| json!(choices.of(TOKENS)))
            .collect();
        if choices.one_in(4) {
            tokens.push(json!(7));
        }
        args.insert(
            "args".to_owned(),
            if choices.one_in(9) {
                json!("push")
            } else {
                json!(tokens)
            },
        );
    }
    Value::Object(args)
}

/// What every explanation promises about itself.
fn hold_together(explained: &Explanation) {
    let deciding = explained.deciding().map(|rule| rule.rule);
    assert_eq!(deciding, explained.outcome.rule);
    for rule in &explained.considered {
        assert_eq!(
            rule.fires,
            rule.predicates.iter().all(|each| each.satisfied)
        );
        for predicate in &rule.predicates {
            assert!(!predicate.items.is_empty());
            for item in &predicate.items {
                assert_eq!(item.why.is_some(), item.verdict == Tri::Unknown, "{rule:?}");
            }
        }
    }
}

#[test]
fn indexes_change_no_answer() {
    let mut indexed = 0;
    for seed in 0..1500 {
        let mut choices = Choices(seed);
        let table = build(&mut choices);
        let mut scratch = table.scratch();
        indexed += usize::from(table.len() > 30);
        for _ in 0..60 {
            let args = arguments(&mut choices);
            let call = Call::parsed(choices.of(CALLED), &args);
            let found = table.decide(&call, &Answers, &mut scratch);
            let expected = table.decide_unindexed(&call, &Answers, &mut scratch);
            assert_eq!(found, expected, "seed {seed}: {call:?}");
            let bytes = serde_json::to_vec(&args).unwrap();
            let raw = Call::raw(call.tool.unwrap(), &bytes);
            assert_eq!(
                table.decide(&raw, &Answers, &mut scratch),
                expected,
                "seed {seed}: raw {call:?}"
            );
            let explained = table.explain(&call, &Answers, &mut scratch);
            assert_eq!(explained.outcome, expected, "seed {seed}: explain {call:?}");
            assert_eq!(explained, table.explain(&raw, &Answers, &mut scratch));
            hold_together(&explained);
        }
    }
    assert!(indexed > 500);
}
