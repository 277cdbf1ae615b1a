use crate::firewall::{
    Action, Cidr, Clause, Egress, Endpoint, Pattern, PolicySpec, Preset, RuleSpec, Sanitizer,
    Scalar, Stage, Step, Table, TableBuilder, Test, Verdict,
};

const RULE: RuleSpec<'static> = RuleSpec {
    id: None,
    priority: 0,
    label: None,
    stage: None,
    tool: "",
    skill: "",
    action: Action::Give(Verdict::Allow),
    clauses: &[],
    egress: None,
    sanitizer: None,
    sequence: false,
};

fn clause(path: &[&str], test: Test) -> Clause {
    let mut path: Vec<Step> = path
        .iter()
        .map(|&name| Step::Name(name.to_owned()))
        .collect();
    path.push(Step::Index(2));
    Clause { path, test }
}

fn small() -> Table {
    let shared = clause(&["cmd"], Test::Contains("rm \"x\"".to_owned()));
    let numbers = ["10", "2.50", "-1e40", "0.0"].map(|text| Scalar::Number(text.to_owned()));
    let mut values = vec![
        Scalar::Text("b".to_owned()),
        Scalar::Null,
        Scalar::Bool(true),
    ];
    values.push(Scalar::Text("a".to_owned()));
    values.extend(numbers);
    let first = [
        shared.clone(),
        clause(&["a.b", "c"], Test::OneOf(values)),
        clause(&["cmd"], Test::Regex(Pattern::new("^x+$").unwrap())),
    ];
    let second = [
        shared,
        clause(&["n"], Test::Above("1e999999".to_owned())),
        clause(&["n"], Test::Below("-0.05".to_owned())),
        clause(
            &["ip"],
            Test::Inside(Cidr {
                address: "::ffff:10.1.2.3".parse().unwrap(),
                length: 104,
            }),
        ),
    ];
    let egress = Egress {
        allow: vec![Endpoint::Host("ok.evil.org".to_owned())],
        deny: vec![
            Endpoint::Below("evil.org".to_owned()),
            Endpoint::Host("b.org".to_owned()),
            Endpoint::Host("a.org".to_owned()),
            Endpoint::Network(Cidr {
                address: "10.0.0.1".parse().unwrap(),
                length: 8,
            }),
        ],
    };
    let sanitizer = Sanitizer {
        presets: vec![Preset::Email],
        custom: vec![Pattern::new("k=\\w+").unwrap()],
    };
    let mut builder = TableBuilder::new(PolicySpec {
        strict_clauses: true,
        ..PolicySpec::default()
    });
    builder.rule(RuleSpec {
        priority: 5,
        tool: "*.exec",
        action: Action::Give(Verdict::Deny),
        clauses: &first,
        id: Some(7),
        label: Some("no \"x\"\n"),
        ..RULE
    });
    builder.rule(RuleSpec {
        tool: "fs.*",
        skill: "builtin.sh",
        action: Action::CapCost(250),
        clauses: &second,
        ..RULE
    });
    builder.rule(RuleSpec {
        stage: Some(Stage::Egress),
        action: Action::Give(Verdict::Deny),
        egress: Some(&egress),
        ..RULE
    });
    builder.rule(RuleSpec {
        stage: Some(Stage::Mcp),
        tool: "*.web.*",
        action: Action::Give(Verdict::Sanitize),
        sanitizer: Some(&sanitizer),
        ..RULE
    });
    builder.rule(RuleSpec {
        tool: "seq",
        sequence: true,
        ..RULE
    });
    builder.build()
}

#[test]
fn a_small_table_as_text() {
    let text = small().dump().to_string();
    assert_eq!(
        text,
        r#"firewall table: 5 rules, 6 clauses
enabled on, default audit, shadow off, strict-clauses on
calls up to 16777216 bytes, 128 levels

rules: rank, place in the document, what they do, stages, conditions
     0      #1  cap_cost 250     at mcp tool below "fs" skill is "builtin.sh" clauses 0+1+2+3
     1      #2  deny             at egress tool any to [a.org, b.org, *.evil.org, 10.0.0.0/8] except [ok.evil.org]
     2      #3  sanitize         at mcp tool holds ".web." takes out [email, "k=\\w+"]
     3      #4  allow            at no stage tool is "seq"
     4      #0  deny             at response+mcp+egress tool is or ends below "exec" clauses 0+4+5 id=7 label="no \"x\"\n"

clauses: each put to a call once
     0  $["cmd"][2] contains "rm \"x\""
     1  $["n"][2] > 0.1e1000000
     2  $["n"][2] < -0.5e-1
     3  $["ip"][2] inside 10.0.0.0/8
     4  $["a.b"]["c"][2] is one of [null, true, -0.1e41, 0, 2.5, 10, "a", "b"]
     5  $["cmd"][2] matches "^x+$"

index: what a call at a stage finds
  inbound  0 always, 0 listed behind 0 facts
  response 0 always, 1 listed behind 1 facts
  mcp      0 always, 3 listed behind 3 facts
  egress   0 always, 6 listed behind 6 facts
"#
    );
}

#[test]
fn the_text_is_the_same_every_time() {
    let text = small().dump().to_string();
    for _ in 0..8 {
        // Each table has a hash seed of its own.
        assert_eq!(small().dump().to_string(), text);
    }
}

#[test]
fn a_long_path_costs_its_length() {
    let clauses = [Clause {
        path: vec![Step::Name("a".to_owned()); 50_000],
        test: Test::Contains("x".to_owned()),
    }];
    let mut builder = TableBuilder::new(PolicySpec::default());
    builder.rule(RuleSpec {
        clauses: &clauses,
        ..RULE
    });
    let text = builder.build().dump().to_string();
    assert!(text.len() < 1_000_000, "{}", text.len());
}
