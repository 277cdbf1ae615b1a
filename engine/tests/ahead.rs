//! In a table of many tools the name of a request's tool is guessed before the request is read.
//! A guess, right or wrong, never shows in the outcome.

use callgate_engine::permission::{
    HostPattern, NoChecks, Outcome, PathCase, RuleSpec, Table, TableBuilder, ToolPattern,
};
use callgate_engine::{Arguments, Call, Decision};

/// Enough for a table to be taken for large.
const TOOLS: usize = 20_000;

fn rule<'a>(tool: ToolPattern<'a>, decision: Decision, host: Option<&'a str>) -> RuleSpec<'a> {
    RuleSpec {
        tool,
        decision,
        under: None,
        host: host.map(HostPattern::Exact),
        command: None,
        check: None,
        note: None,
        severity: None,
    }
}

fn table() -> Table {
    let mut builder = TableBuilder::new(PathCase::Sensitive);
    for n in 0..TOOLS {
        let (tool, host) = (format!("t{n}_get"), format!("h{n}.example.com"));
        // Every third takes no arguments into account.
        let host = (n % 3 != 0).then_some(&*host);
        let decision = if n % 2 == 0 {
            Decision::Allow
        } else {
            Decision::Deny
        };
        builder.rule(rule(ToolPattern::Exact(&tool), decision, host));
    }
    let (stem, host) = (ToolPattern::Prefix("p_"), Some("h.example.com"));
    builder.rule(rule(stem, Decision::Allow, host));
    builder.build()
}

/// What a call says whose tool is known, or cannot be read.
fn plainly(table: &Table, tool: Option<&str>, arguments: &str) -> Outcome {
    let arguments = match tool {
        Some(_) => Arguments::Raw(arguments.as_bytes()),
        None => Arguments::Unreadable,
    };
    let call: Call<'_> = Call { tool, arguments };
    table.decide(&call, &NoChecks, &mut table.scratch())
}

#[test]
fn a_guess_never_shows() {
    let table = table();
    let mut scratch = table.scratch();
    let mut check = |request: &str, tool: Option<&str>, arguments: &str| {
        let outcome = table.decide_request(request.as_bytes(), &NoChecks, &mut scratch);
        assert_eq!(outcome, plainly(&table, tool, arguments), "{request}");
        outcome
    };
    let mut decided = [0; 3];
    for n in (0..TOOLS).step_by(97) {
        let other = (n * 7 + 1) % TOOLS;
        let (tool, guess) = (format!("t{n}_get"), format!("t{other}_get"));
        for tool in [&tool, "p_get", "stranger_get"] {
            let host = if tool == "p_get" {
                "h.example.com".to_owned()
            } else {
                format!("h{n}.example.com")
            };
            let arguments = format!("{{\"url\": \"https://{host}/\", \"n\": 1}}");
            let named = format!("\"name\": \"{tool}\"");
            let escaped = tool.replace('t', "\\u0074");
            let params = |inside: &str| format!("{{\"id\": 1, \"params\": {{{inside}}}}}");
            let mut one = |request: &str, tool| {
                let outcome = check(request, tool, &arguments);
                decided[outcome.decision as usize] += 1;
            };
            one(
                &params(&format!("{named}, \"arguments\": {arguments}")),
                Some(tool),
            );
            one(
                &params(&format!("\"arguments\": {arguments}, {named}")),
                Some(tool),
            );
            one(
                &params(&format!(
                    "\"name\" : \"{tool}\", \"arguments\": {arguments}"
                )),
                Some(tool),
            );
            one(
                &params(&format!(
                    "\"name\": \"{escaped}\", \"arguments\": {arguments}"
                )),
                Some(tool),
            );
            // Another name comes first, which is not the tool's.
            one(
                &params(&format!(
                    "\"_meta\": {{\"name\": \"{guess}\"}}, {named}, \"arguments\": {arguments}"
                )),
                Some(tool),
            );
            one(
                &format!(
                    "{{\"name\": \"{guess}\", \"params\": {{\"arguments\": {arguments}, {named}}}}}"
                ),
                Some(tool),
            );
            // No tool can be read.
            one(
                &params(&format!("{named}, \"arguments\": {arguments}, {named}")),
                None,
            );
            one(&params(&format!("\"name\": [{named}]")), None);
            one(&params(&format!("{named}, \"arguments\": {{")), None);
            let cut = params(&named);
            let cut = cut.split_at(cut.len() - 4).0;
            one(cut, None);
            one(&cut.replace(tool, ""), None);
        }
    }
    assert!(decided.iter().all(|&count| count > 0), "{decided:?}");
}
