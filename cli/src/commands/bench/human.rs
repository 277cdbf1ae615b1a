//! The report as a table.

use crate::render::{BOLD, DIM};
use callgate_workload::measure::Timing;
use callgate_workload::report::Report;
use std::io::{self, Write};

/// Writes it.
pub(super) fn write(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let Report {
        rules,
        calls,
        hits,
        unknown,
        ..
    } = report;
    writeln!(
        out,
        "{rules} rules, {calls} distinct calls: in a walk of 65,536 a rule fires on {hits}, \
         something is unknown for {unknown}\n"
    )?;
    writeln!(
        out,
        "{BOLD}{:<34}{:>10}{:>10}{:>10}{BOLD:#}",
        "nanoseconds a decision", "p50", "p99", "mean"
    )?;
    row(out, "decide, parsed arguments", &report.decide)?;
    row(out, "decide, a serde_json::Value", &report.decide_value)?;
    row(out, "decide, from a request's bytes", &report.raw_json)?;
    row(out, "looking at every rule", &report.unindexed)?;
    row(out, "reference evaluator", &report.reference)?;
    for (what, ns) in [
        ("floor: three hash look-ups", report.floor_ns),
        ("floor: validating the request", report.json_validate_ns),
    ] {
        writeln!(out, "{DIM}{what:<34}{ns:>10.1}{DIM:#}")?;
    }
    let hot = &report.hot;
    writeln!(
        out,
        "\nover 256 calls: {:.1} parsed, {:.1} a Value, {:.1} from bytes, floors {:.1} and {:.1}\n",
        hot.decide_ns, hot.decide_value_ns, hot.raw_json_ns, hot.floor_ns, hot.json_validate_ns
    )?;
    for (what, number, unit) in [
        ("decide to its floor", report.decide_to_floor, "times"),
        ("from bytes to its floor", report.raw_to_validate, "times"),
        (
            "heap allocations",
            report.allocations_per_decision,
            "a decision",
        ),
        ("compiling", report.compile_ns_per_rule, "ns a rule"),
        ("  and lint", report.lint_ns_per_rule, "ns a rule"),
        (
            "memory beside the text",
            report.bytes_per_rule,
            "bytes a rule",
        ),
        (
            "one thread",
            report.threads.one_per_s / 1e6,
            "million decisions a second",
        ),
        (
            "two threads, one table",
            report.threads.two_per_s / 1e6,
            "million decisions a second",
        ),
        ("two to one", report.threads.ratio, "times"),
    ] {
        // What is not quite nothing must not look like it.
        let number = if number == 0.0 || number >= 0.005 {
            format!("{number:.2}")
        } else {
            format!("{number:.1e}")
        };
        writeln!(out, "{what:<34}{number:>10} {unit}")?;
    }
    out.flush()
}

fn row(out: &mut impl Write, what: &str, timing: &Timing) -> io::Result<()> {
    let Timing {
        p50_ns,
        p99_ns,
        mean_ns,
        ..
    } = timing;
    writeln!(out, "{what:<34}{p50_ns:>10.1}{p99_ns:>10.1}{mean_ns:>10.1}")
}
