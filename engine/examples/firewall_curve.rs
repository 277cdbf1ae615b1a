//! Prints what a firewall decision costs as rules grow from 100 to 10,000, one kind of rule at a
//! time: `cargo run --release -p callgate-engine --example firewall_curve [KIND]`.
#![expect(clippy::expect_used, reason = "a measurement over patterns of its own")]

use callgate_engine::Call;
use callgate_engine::firewall::{
    Action, Cidr, Clause, Egress, Endpoint, Pattern, PolicySpec, RuleSpec, Scalar, Scratch, Stage,
    StagedCall, Step, Table, TableBuilder, Test, Verdict,
};
use serde_json::{Value, json};
use std::hint::black_box;
use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

/// A rule of a workload, which a [`RuleSpec`] borrows from.
struct Rule {
    tool: String,
    clauses: Vec<Clause>,
    egress: Option<Egress>,
    action: Action,
}

const DENY: Action = Action::Give(Verdict::Deny);

fn named(tool: String) -> Rule {
    Rule {
        tool,
        clauses: Vec::new(),
        egress: None,
        action: DENY,
    }
}

fn asking(path: &str, test: Test) -> Rule {
    let clause = Clause {
        path: vec![Step::Name(path.into())],
        test,
    };
    Rule {
        clauses: vec![clause],
        ..named("*".into())
    }
}

fn address(i: usize) -> Ipv4Addr {
    Ipv4Addr::from(0x0a00_0000 + u32::try_from(i).unwrap_or(0) * 256)
}

/// The kinds of rule, each with the number of a rule as its only difference.
/// A name and the rule of that kind by number.
type Kind = (&'static str, fn(usize) -> Rule);

fn kinds() -> Vec<Kind> {
    vec![
        ("literal", |i| named(format!("server{i}.tool"))),
        ("prefix", |i| named(format!("server{i}.*"))),
        ("suffix", |i| named(format!("*.verb{i}"))),
        ("infix", |i| named(format!("*.part{i}.*"))),
        ("eq", |i| {
            asking("key", Test::OneOf(vec![Scalar::Text(format!("value{i}"))]))
        }),
        ("eq number", |i| {
            asking("n", Test::OneOf(vec![Scalar::Number(i.to_string())]))
        }),
        ("in", |i| {
            let texts = (0..4).map(|j| Scalar::Text(format!("value{i}.{j}")));
            asking("key", Test::OneOf(texts.collect()))
        }),
        ("contains", |i| {
            asking("text", Test::Contains(format!("needle{i};")))
        }),
        ("cidr_match", |i| {
            asking(
                "ip",
                Test::Inside(Cidr {
                    address: address(i).into(),
                    length: 24,
                }),
            )
        }),
        ("gt", |i| {
            asking("n", Test::Above((1_000_000 + i).to_string()))
        }),
        ("gt and eq", |i| {
            let mut rule = asking("n", Test::Above(i.to_string()));
            rule.clauses.push(Clause {
                path: vec![Step::Name("key".into())],
                test: Test::OneOf(vec![Scalar::Text(format!("value{i}"))]),
            });
            rule
        }),
        ("one tool, contains", |i| {
            let mut rule = asking("text", Test::Contains(format!("needle{i};")));
            rule.tool = "*.part1.*".into();
            rule
        }),
        ("own path", |i| {
            asking(&format!("p{i}"), Test::OneOf(vec![Scalar::Bool(true)]))
        }),
        ("regex with literal", |i| {
            let pattern = Pattern::new(&format!(r"needle{i}\s+\d+")).expect("a pattern");
            asking("text", Test::Regex(pattern))
        }),
        ("regex without", |i| {
            let pattern = Pattern::new(&format!(r"^[a-z]\d{{{}}}[a-f]{{{}}}$", i % 30, i / 30))
                .expect("a pattern");
            asking("text", Test::Regex(pattern))
        }),
        ("egress host", |i| {
            let deny = vec![Endpoint::Below(format!("h{i}.example.com"))];
            Rule {
                egress: Some(Egress {
                    allow: vec![],
                    deny,
                }),
                ..named("*".into())
            }
        }),
        ("egress cidr", |i| {
            let deny = vec![Endpoint::Network(Cidr {
                address: address(i).into(),
                length: 24,
            })];
            Rule {
                egress: Some(Egress {
                    allow: vec![],
                    deny,
                }),
                ..named("*".into())
            }
        }),
    ]
}

fn table(rules: &[Rule], strict: bool) -> Table {
    let mut builder = TableBuilder::new(PolicySpec {
        strict_clauses: strict,
        ..PolicySpec::default()
    });
    for rule in rules {
        builder.rule(RuleSpec {
            id: None,
            priority: 0,
            label: None,
            stage: rule.egress.as_ref().map(|_| Stage::Egress),
            tool: &rule.tool,
            skill: "",
            action: rule.action,
            clauses: &rule.clauses,
            egress: rule.egress.as_ref(),
            sanitizer: None,
            sequence: false,
        });
    }
    builder.build()
}

/// Calls of which some hit a rule and the others none.
fn calls(rules: usize) -> Vec<(String, Value, Option<String>)> {
    (0..64)
        .map(|k| {
            let i = k * 7919 % rules;
            let hit = k % 2 == 0;
            let miss = if hit { "" } else { "x" };
            (
                format!("server{i}.part{i}{miss}.verb{i}{miss}"),
                json!({
                    "key": format!("value{i}{miss}"),
                    "n": if hit { json!(i) } else { json!(0.5) },
                    "text": format!("some longer text with a needle{i}{}; and more of it 123", miss),
                    "ip": if hit { address(i).to_string() } else { "192.168.0.1".into() },
                }),
                Some(if hit { format!("a.h{i}.example.com") } else { "a.example.org".into() }),
            )
        })
        .collect()
}

fn measure(table: &Table, stage: Stage, calls: &[(String, Value, Option<String>)]) -> Duration {
    let mut scratch = Scratch::default();
    let mut best = Duration::MAX;
    for _ in 0..9 {
        let start = Instant::now();
        let mut rounds = 0_u32;
        while start.elapsed() < Duration::from_millis(4) {
            for (tool, arguments, destination) in calls {
                let mut call = StagedCall::new(Call::parsed(tool, arguments));
                call.destination = destination.as_deref();
                black_box(table.decide(&call.at(stage), &mut scratch));
            }
            rounds += 1;
        }
        best = best.min(start.elapsed() / rounds / 64);
    }
    best
}

/// What hostile names and texts cost against 10,000 rules: it grows with their length alone.
fn hostile(wanted: Option<&str>) {
    println!();
    println!(
        "{:<28}{:>9}{:>9}{:>9}",
        "µs a decision, length", 1_000, 10_000, 100_000
    );
    for (name, kind) in kinds() {
        let known = [
            "prefix",
            "suffix",
            "infix",
            "contains",
            "regex with literal",
        ]
        .contains(&name);
        if !known || wanted.is_some_and(|wanted| !name.contains(wanted)) {
            continue;
        }
        let table = table(&(0..10_000).map(kind).collect::<Vec<_>>(), false);
        print!("{name:<28}");
        for length in [1_000, 10_000, 100_000] {
            let part = ["needle1", ".part1.", "server1.verb1."];
            let texts = part.map(|part| part.repeat(length / part.len()));
            let [needles, infixes, names] = texts;
            let dots = ".".repeat(length);
            let calls = [infixes, names, dots].map(|tool| (tool, json!({ "text": needles })));
            let best = (0..5).map(|_| {
                let mut scratch = Scratch::default();
                let start = Instant::now();
                for (tool, arguments) in &calls {
                    let call: StagedCall<'_, Value> =
                        StagedCall::new(Call::parsed(tool, arguments));
                    black_box(table.decide(&call, &mut scratch));
                }
                start.elapsed() / 3
            });
            print!("{:>9}", best.min().unwrap_or_default().as_micros());
        }
        println!();
    }
}

fn main() {
    let wanted = std::env::args().nth(1);
    println!(
        "{:<28}{:>9}{:>9}{:>9}{:>12}",
        "ns a decision", 100, 1_000, 10_000, "build 10k"
    );
    for (name, kind) in kinds() {
        if wanted
            .as_deref()
            .is_some_and(|wanted| !name.contains(wanted))
        {
            continue;
        }
        print!("{name:<28}");
        let mut built = Duration::ZERO;
        for size in [100, 1_000, 10_000] {
            let size = if name == "regex without" {
                size.min(1_000)
            } else {
                size
            };
            let rules: Vec<Rule> = (0..size).map(kind).collect();
            let egress = rules.iter().any(|rule| rule.egress.is_some());
            let stage = if egress { Stage::Egress } else { Stage::Mcp };
            let start = Instant::now();
            let table = table(&rules, false);
            built = start.elapsed();
            print!("{:>9}", measure(&table, stage, &calls(size)).as_nanos());
        }
        println!("{:>9} ms", built.as_millis());
    }
    hostile(wanted.as_deref());
}
