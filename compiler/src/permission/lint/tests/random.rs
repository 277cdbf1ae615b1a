//! Random policies and calls, drawn from so few names that rules cover each other often.

use super::super::cover::covers;
use super::super::parts::Parts;
use super::*;
use crate::permission::{Rule, lower};
use callgate_engine::Tri;
use callgate_engine::call::Call;
use callgate_engine::command::EffectiveCommand;
use callgate_engine::permission::{Checks, Scratch, Table};
use std::cmp::Reverse;

struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or_default() % count
    }

    fn one<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        let at = self.below(texts.len());
        texts.get(at).copied().unwrap_or_default()
    }

    fn some(&mut self, texts: &[&str], most: usize) -> Vec<String> {
        (0..self.below(most) + 1)
            .map(|_| self.one(texts).to_owned())
            .collect()
    }
}

const TOKENS: &[&str] = &["-f", "-r", "x"];

fn rule(random: &mut Random) -> Value {
    let mut rule = json!({
        "tool": random.one(&["s", "s_*", "s_a", "s*", "*", "s_a*"]),
        "decision": random.one(&["allow", "ask", "deny"]),
    });
    if random.below(3) == 0 {
        rule["under"] = random
            .one(&["/", "/a", "/a/b", "a", "a/b", ".", "C:/a", "c:/", "/A"])
            .into();
    }
    if random.below(3) == 0 {
        rule["host"] = random
            .one(&["a.b", "*.b", "c.a.b", "*.a.b", "b", "::1"])
            .into();
    }
    if random.below(2) == 0 {
        rule["command"] = random.one(&["git", "g*", "GIT", "Gi*", "*", "rm"]).into();
        if random.below(3) == 0 {
            rule["args"] = random.some(TOKENS, 2).into();
        }
        if random.below(3) == 0 {
            rule["args-any"] = random.some(TOKENS, 2).into();
        }
    }
    if random.below(5) == 0 {
        rule["check"] = random.one(&["yes", "no", "odd"]).into();
    }
    rule
}

fn document(random: &mut Random, count: usize) -> Value {
    let rules: Vec<Value> = (0..count).map(|_| rule(random)).collect();
    let mut document = json!({ "rules": rules });
    if random.below(2) == 0 {
        document["roots"] = json!({"s_": random.one(&["/a", "a", "C:/"]), "s": "/"});
    }
    if random.below(3) == 0 {
        document["options"] = json!({"path-case": "insensitive"});
    }
    if random.below(3) == 0 {
        document["path-params"] =
            json!({random.one(&["s*", "s_a", "*"]): random.some(&["path", "at"], 2)});
    }
    document
}

fn arguments(random: &mut Random) -> Value {
    let mut arguments = json!({});
    for name in ["path", "from", "to", "at"] {
        if random.below(3) == 0 {
            arguments[name] = random
                .one(&[
                    "/a/b/c",
                    "a/b",
                    "/a",
                    "",
                    "..",
                    "~/x",
                    "c:/a/x",
                    "C:x",
                    "/A/b",
                    "/e\u{301}",
                ])
                .into();
        }
    }
    if random.below(2) == 0 {
        let url = [
            "http://a.b",
            "https://c.a.b/x",
            "http://b",
            "http://[::1]/",
            "ftp://a",
            "http://d.b",
        ];
        arguments["url"] = random.one(&url).into();
    }
    if random.below(4) > 0 {
        arguments["command"] = random
            .one(&["git", "/bin/GIT", "rm", "gimp", "bash", "sudo", "a b"])
            .into();
        let mut args: Vec<Value> = (0..random.below(4))
            .map(|_| random.one(&["-f", "-r", "x", "git", "-c"]).into())
            .collect();
        if random.below(4) == 0 {
            args.push(Value::Null);
        }
        arguments["args"] = args.into();
    }
    arguments
}

struct ByName;

impl Checks for ByName {
    fn check(&self, name: &str, _: &str, command: &EffectiveCommand<'_>) -> Option<Tri> {
        match name {
            "yes" => Some(Tri::Yes),
            "no" => Some(Tri::No),
            _ => Some(Tri::from(command.tokens.len() % 2 == 1)),
        }
    }
}

/// Each rule of a policy in a table of its own.
fn alone(policy: &Policy) -> Vec<Table> {
    let one = |rule: &Rule| {
        lower(&Policy {
            rules: vec![rule.clone()],
            ..policy.clone()
        })
    };
    policy.rules.iter().map(one).collect()
}

#[test]
fn what_covers_fires_and_what_is_shadowed_is_never_reported() {
    let mut random = Random(0x5EED);
    let mut scratch = Scratch::default();
    let (mut pairs, mut fired, mut shadowed) = (0, 0, 0);
    for _ in 0..400 {
        let policy = policy(&document(&mut random, 12));
        let parts: Vec<Parts<'_>> = policy.rules.iter().map(Parts::of).collect();
        let (table, alone) = (lower(&policy), alone(&policy));
        let warnings = lint(&policy, None, 1000);
        let silent: Vec<String> = warnings
            .iter()
            .filter(|fault| {
                matches!(
                    fault.code,
                    Some(codes::SHADOWED | codes::NEVER_FIRES | codes::NO_LOCATIONS)
                )
            })
            .map(|fault| fault.at.pointer.clone())
            .collect();
        shadowed += silent.len();
        for _ in 0..40 {
            let arguments = arguments(&mut random);
            let call = Call::parsed(random.one(&["s", "s_", "s_a", "s_ab", "t"]), &arguments);
            let fires: Vec<bool> = alone
                .iter()
                .map(|table| table.decide(&call, &ByName, &mut scratch).rule.is_some())
                .collect();
            for (wide, wide_fires) in parts.iter().zip(&fires) {
                for (narrow, narrow_fires) in parts.iter().zip(&fires) {
                    if covers(wide, narrow) {
                        pairs += 1;
                        fired += usize::from(*narrow_fires);
                        let (wide, narrow) = (wide.rule, narrow.rule);
                        assert!(
                            *wide_fires || !narrow_fires,
                            "{wide:?}\n{narrow:?}\n{call:?}"
                        );
                    }
                }
            }
            let reported = table.decide(&call, &ByName, &mut scratch).rule;
            if let Some(rule) = reported {
                let pointer = policy.pointer(rule.0 as usize);
                assert!(
                    !silent.contains(&pointer),
                    "{pointer} {:?}\n{call:?}",
                    policy.rules
                );
            }
        }
    }
    assert!(
        pairs > 10_000 && fired > 1_000 && shadowed > 500,
        "{pairs} {fired} {shadowed}"
    );
}

#[test]
fn the_hash_tables_find_what_comparing_all_pairs_finds() {
    let mut random = Random(0xF11E);
    let mut found = 0;
    for _ in 0..600 {
        let policy = policy(&document(&mut random, 12));
        let parts: Vec<Parts<'_>> = policy.rules.iter().map(Parts::of).collect();
        let order = |at: usize| {
            parts
                .get(at)
                .map(|parts| (parts.rule.decision, parts.rank(), Reverse(at)))
        };
        let warned = lint(&policy, None, 1000);
        for (at, narrow) in parts.iter().enumerate() {
            let beaten = parts.iter().enumerate().any(|(other, wide)| {
                other != at && covers(wide, narrow) && order(other) > order(at)
            });
            let pointer = policy.pointer(at);
            let said = |code| {
                warned
                    .iter()
                    .any(|fault| fault.code == Some(code) && fault.at.pointer == pointer)
            };
            if said(codes::DUPLICATE) {
                continue;
            }
            found += usize::from(beaten);
            // A pair of duplicates is warned of once, at the later, whichever beats the other.
            let duplicate = parts
                .iter()
                .enumerate()
                .any(|(other, wide)| other != at && covers(wide, narrow) && covers(narrow, wide));
            let said = said(codes::SHADOWED);
            assert!(
                said == beaten || (beaten && duplicate),
                "{pointer} {:#?}",
                policy.rules
            );
        }
    }
    assert!(found > 1000, "{found}");
}
