use super::{Inside, placed};
use crate::suggested::Body;
use callgate::Source;
use callgate::compiler::permission::{Policy, Tool, compile};
use callgate::engine::path::path_under;
use callgate::permission::PathCase;
use callgate::{Decision, Tri};

/// As [`Inside::may_join`], by trying every rule.
fn naive(policy: &Policy, body: &Body) -> bool {
    let under = body.under.as_deref().unwrap();
    let root = policy
        .roots
        .iter()
        .filter(|(prefix, _)| body.tool.starts_with(prefix.as_str()))
        .max_by_key(|(prefix, _)| prefix.len())
        .map(|(_, root)| root.as_str());
    let wide = placed(root, under);
    let case = PathCase::Insensitive;
    let beyond = root.is_some_and(|root| path_under(&wide, root, case) != Tri::No && wide != root);
    !beyond
        && !policy.rules.iter().any(|rule| {
            let speaks = match &rule.tool {
                Tool::Exact(name) => *name == body.tool,
                Tool::Prefix(stem) => body.tool.starts_with(stem.as_str()),
            };
            let inside = |inner: &str| path_under(&wide, &placed(root, inner), case) != Tri::No;
            rule.decision != Decision::Allow && speaks && rule.under.as_deref().is_some_and(inside)
        })
}

#[test]
fn what_is_looked_up_is_what_trying_every_rule_finds() {
    let unders = [
        "/", "/a", "/A/b", "/a/b/c", ".", "a", "a/b", "b", "C:/x", "/\u{e9}", "\u{e9}/a",
    ];
    let roots = ["", "/a", "/a/b", "/x", "a", "C:/x", "/\u{e9}"];
    let mut seen = [0, 0];
    for root in roots {
        for rule in unders {
            for tool in ["fs", "f*", "*", "gs"] {
                let roots = if root.is_empty() {
                    String::new()
                } else {
                    format!("roots: {{ f: \"{root}\" }}\n")
                };
                let text = format!(
                    "{roots}rules:\n  - {{ tool: \"{tool}\", decision: deny, under: \"{rule}\" }}\n  - {{ tool: fs, decision: allow, under: /a }}\n"
                );
                let policy = compile(&Source::new("p", &text)).expect(&text).policy;
                let inside = Inside::of(&policy);
                for under in unders {
                    let body = Body {
                        tool: "fs".to_owned(),
                        under: Some(under.to_owned()),
                        ..Body::default()
                    };
                    let (found, wanted) = (inside.may_join(&body), naive(&policy, &body));
                    seen[usize::from(wanted)] += 1;
                    let strange = [under, root].iter().any(|path| !super::is_plain(path));
                    // Of paths that are not plain, more is refused than has to be.
                    assert!(found == wanted || (strange && !found), "{text}{under}");
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}
