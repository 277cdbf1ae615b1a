//! Every warning there is: its code, what it means, what to do.

/// A kind of warning, as `callgate explain-code` shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// The stable code: `W0..` for the permission dialect, `W1..` for the firewall's.
    pub code: &'static str,
    /// A short name.
    pub title: &'static str,
    /// What is the matter.
    pub explanation: &'static str,
    /// What to do about it.
    pub fix: &'static str,
}

/// The entry of a code, ASCII case ignored.
#[must_use]
pub fn code(code: &str) -> Option<&'static Code> {
    CODES
        .iter()
        .find(|entry| entry.code.eq_ignore_ascii_case(code))
}

/// A rule written twice.
pub const DUPLICATE: &str = "W001";
/// A rule that is never reported.
pub const SHADOWED: &str = "W002";
/// A deny that leans on one predicate, beside a wide allow.
pub const LEANING_DENY: &str = "W003";
/// An allow with `under` for a tool that names no locations.
pub const NO_LOCATIONS: &str = "W004";
/// `under` on a web tool.
pub const WEB_UNDER: &str = "W005";
/// `under` outside the tool's root.
pub const OUTSIDE_ROOT: &str = "W006";
/// A url argument among the locations.
pub const URL_AS_PATH: &str = "W007";
/// An `args-any` that `args` already satisfies.
pub const IDLE_ARGS_ANY: &str = "W008";
/// A check that nobody supplies.
pub const UNKNOWN_CHECK: &str = "W009";
/// An `allow-lint` without a warning.
pub const UNUSED_ALLOW_LINT: &str = "W010";
/// A root whose prefix looks like a glob.
pub const ROOT_GLOB: &str = "W011";
/// An allow that no call can satisfy.
pub const NEVER_FIRES: &str = "W012";
/// A rule for a tool that there is not.
pub const NO_SUCH_TOOL: &str = "W013";
/// A location argument that `under` does not look at.
pub const OVERLOOKED_LOCATION: &str = "W014";
/// A url argument that `host` does not look at.
pub const OVERLOOKED_URL: &str = "W015";
/// A tool that no rule speaks about.
pub const UNCOVERED_TOOL: &str = "W016";
/// A predicate on arguments that the tool does not take.
pub const NO_SUCH_ARGUMENT: &str = "W017";
/// An entry of `path-params`, `url-params` or `command-params` that names no argument.
pub const NO_SUCH_PARAM: &str = "W018";

/// The codes that only a list of tools can draw.
pub const ABOUT_TOOLS: [&str; 9] = [
    NO_SUCH_TOOL,
    OVERLOOKED_LOCATION,
    OVERLOOKED_URL,
    UNCOVERED_TOOL,
    NO_SUCH_ARGUMENT,
    NO_SUCH_PARAM,
    NO_SUCH_TOOL_FIREWALL,
    NO_SUCH_ARGUMENT_FIREWALL,
    UNCOVERED_TOOL_FIREWALL,
];

/// Firewall: a glob that is a name.
pub const LITERAL_GLOB: &str = "W101";
/// Firewall: a rule that is never reached.
pub const SHADOWED_FIREWALL: &str = "W102";
/// Firewall: a deny behind an allow that takes all its calls.
pub const WIDE_ALLOW_FIRST: &str = "W103";
/// Firewall: one priority, different verdicts.
pub const EQUAL_PRIORITY: &str = "W104";
/// Firewall: a deny that leans on clauses alone.
pub const LEANING_DENY_FIREWALL: &str = "W105";
/// Firewall: clauses at stage inbound.
pub const INBOUND_CLAUSES: &str = "W106";
/// Firewall: sanitize at stage inbound or egress.
pub const STRAY_SANITIZE: &str = "W107";
/// Firewall: an approval at every stage.
pub const STAGELESS_APPROVAL: &str = "W108";
/// Firewall: a rule of a sequence.
pub const SEQUENCE: &str = "W109";
/// Firewall: a network with host bits.
pub const HOST_BITS: &str = "W110";
/// Firewall: a cap where nothing is spent.
pub const NEVER_FIRES_FIREWALL: &str = "W111";
/// Firewall: a rule for a tool that there is not.
pub const NO_SUCH_TOOL_FIREWALL: &str = "W112";
/// Firewall: a clause on an argument that no tool takes.
pub const NO_SUCH_ARGUMENT_FIREWALL: &str = "W113";
/// Firewall: a tool that no rule speaks about.
pub const UNCOVERED_TOOL_FIREWALL: &str = "W114";

/// Every code, in order.
pub const CODES: &[Code] = &[
    Code {
        code: DUPLICATE,
        title: "a rule is written twice",
        explanation: "An earlier rule has the same tool, decision and predicates. Of the two only \
            the earlier one is ever reported, with its note and severity.",
        fix: "Remove one of them.",
    },
    Code {
        code: SHADOWED,
        title: "a rule is never reported",
        explanation: "Whenever this rule fires, another one fires too and wins: it speaks about \
            the same calls or more and its decision is stronger (deny before ask before allow), or \
            it has the same decision and comes first by specificity. This rule decides nothing. \
            The warning is never wrong; a rule that several others cover only together is not \
            found, nor is one among very many with the same command and differing `args-any`.",
        fix: "Remove the rule, or narrow the one that covers it.",
    },
    Code {
        code: LEANING_DENY,
        title: "a wide allow leans on a deny with one predicate",
        explanation: "An allow without predicates lets every call of the tool pass, and this deny \
            takes some of them back by one predicate alone. Whatever that predicate does not \
            recognise stays allowed: another program with the same effect, another name of the \
            same site, a link to the same file. A list of what is forbidden is never complete.",
        fix: "Narrow the allow to what is wanted (`under`, `host`, `command`), and keep the deny \
            as a second line.",
    },
    Code {
        code: NO_LOCATIONS,
        title: "an allow by directory for a tool without locations",
        explanation: "`path-params` says that the tool names no locations, so `under` is always \
            unknown, and an unknown never allows: the rule cannot fire.",
        fix: "Name the tool's location arguments in `path-params`, or leave `under` out.",
    },
    Code {
        code: WEB_UNDER,
        title: "`under` on a web tool",
        explanation: "Calls of tools called `web_…` name no files by convention, so `under` is \
            unknown: an allow never fires, a deny or ask always does.",
        fix: "Narrow a web tool by `host`. If the tool does name files, say so in `path-params`.",
    },
    Code {
        code: OUTSIDE_ROOT,
        title: "`under` lies outside the tool's root",
        explanation: "Relative arguments of the tool are measured from its root, and this \
            directory neither lies in that root nor holds it: only absolute arguments that leave \
            the root can match.",
        fix: "Write the directory relative to the root, or correct the entry in `roots`.",
    },
    Code {
        code: URL_AS_PATH,
        title: "a url argument among the locations",
        explanation: "`path-params` names an argument that holds a URL. A URL is not a path: it \
            would be measured as a relative one, whatever site it names.",
        fix: "Leave the argument out of `path-params` and narrow by `host`.",
    },
    Code {
        code: IDLE_ARGS_ANY,
        title: "`args-any` asks for what `args` already gives",
        explanation: "A token of `args-any` is also one of `args`: wherever `args` holds, so does \
            `args-any`, and its other tokens make no difference.",
        fix: "Remove the token from `args-any`, or `args-any` from the rule.",
    },
    Code {
        code: UNKNOWN_CHECK,
        title: "a check that is not supplied",
        explanation: "The embedding program supplies no check of this name, so the predicate is \
            always unknown: an allow never fires, a deny or ask does whenever the rest holds.",
        fix: "Correct the name, or have the program supply the check.",
    },
    Code {
        code: UNUSED_ALLOW_LINT,
        title: "an `allow-lint` that allows nothing",
        explanation: "The rule draws no warning of this code, so its reason explains something \
            that is no longer there.",
        fix: "Remove the entry.",
    },
    Code {
        code: ROOT_GLOB,
        title: "a root's prefix holds a `*`",
        explanation: "The names in `roots` are plain prefixes of tool names: a `*` in one stands \
            for itself, and hardly any tool has one in its name.",
        fix: "Drop the `*`: a prefix already matches whatever follows.",
    },
    Code {
        code: NEVER_FIRES,
        title: "an allow that can never fire",
        explanation: "No call satisfies the rule: it asks for a host although `url-params` says \
            that the tool names no urls, or for a token that holds NUL, which is never read.",
        fix: "Correct the rule or `url-params`.",
    },
    Code {
        code: NO_SUCH_TOOL,
        title: "a rule for a tool that there is not",
        explanation: "The list of tools that was given holds no tool that the rule's `tool` \
            matches. The rule decides nothing; where the name is misspelled, the tool that was \
            meant goes without it.",
        fix: "Correct the name, or remove the rule.",
    },
    Code {
        code: OVERLOOKED_LOCATION,
        title: "a location argument that `under` does not look at",
        explanation: "The tool takes an argument that looks like a location, by its name and its \
            schema, and `path-params` does not name it. A rule with `under` speaks about the \
            tool and never sees that argument: an allow lets it point anywhere, a deny does not \
            stop it.",
        fix: "Name every location argument of the tool in `path-params`; if it is none, allow the \
            warning with the reason.",
    },
    Code {
        code: OVERLOOKED_URL,
        title: "a url argument that `host` does not look at",
        explanation: "The tool takes an argument that looks like a url, by its name and its \
            schema, and `url-params` does not name it. A rule with `host` speaks about the tool \
            and never sees that argument.",
        fix: "Name every url argument of the tool in `url-params`; if it is none, allow the \
            warning with the reason.",
    },
    Code {
        code: UNCOVERED_TOOL,
        title: "a tool that no rule speaks about",
        explanation: "The list of tools that was given holds a tool that no rule's `tool` \
            matches: every call of it is asked about.",
        fix: "Say what the tool may do; `ask` says that it is meant.",
    },
    Code {
        code: NO_SUCH_ARGUMENT,
        title: "a predicate on an argument that the tool does not take",
        explanation: "By the schemas in the list of tools that was given, the tool takes none of \
            the arguments that `under`, `host`, `command` or `check` looks at. The predicate is \
            unknown for every call: an allow never fires, and for a deny or ask the predicate \
            always holds. A tool that takes a program and no list of tokens mostly means a line \
            of shell text, and a line is no program's name: the command is unidentifiable.",
        fix: "Say which arguments hold locations, urls or the command in `path-params`, \
            `url-params` or `command-params` (`{ line: NAME }` for shell text), or drop the \
            predicate.",
    },
    Code {
        code: NO_SUCH_PARAM,
        title: "an entry for an argument that no tool takes",
        explanation: "By the schemas in the list of tools that was given, no tool that an entry \
            of `path-params`, `url-params` or `command-params` is about takes the argument that \
            it names. An entry replaces the usual names: where this one is misspelled, the \
            argument that was meant is not looked at.",
        fix: "Correct the name: arguments are named as the tool's `inputSchema` names them.",
    },
    Code {
        code: LITERAL_GLOB,
        title: "a glob that is no pattern",
        explanation: "A glob has one of five shapes: `*`, `S.*`, `*.S`, `*.S.*`, or a plain name. \
            Whatever else holds a `*`, and a name with a dot at either end, is the literal name, \
            star and dots included: hardly any tool is called so, and the rule is silent.",
        fix: "Write the shape that is meant; a star in the middle takes two rules or a clause.",
    },
    Code {
        code: SHADOWED_FIREWALL,
        title: "a rule that is never reached",
        explanation: "The first rule whose conditions hold decides, and an earlier rule's hold for \
            every call that this one is about. The warning is never wrong; a rule that several \
            earlier ones cover only together is not found.",
        fix: "Remove the rule, or give it a lower priority than the one before it.",
    },
    Code {
        code: WIDE_ALLOW_FIRST,
        title: "a deny behind a wider allow",
        explanation: "An earlier allow takes every call that this deny is about: nothing is ever \
            denied by it.",
        fix: "Give the deny a lower priority than the allow: lower is asked first.",
    },
    Code {
        code: EQUAL_PRIORITY,
        title: "one priority and different verdicts",
        explanation: "Two rules of one priority are about some of the same calls and give different \
            verdicts. Which is asked first then hangs on their ids, and without ids on their \
            places in the document.",
        fix: "Give them different priorities.",
    },
    Code {
        code: LEANING_DENY_FIREWALL,
        title: "a deny that leans on clauses alone",
        explanation: "A later rule allows whatever this deny does not recognise: another spelling of \
            the same command, an argument of another name or type, arguments that are missing. A \
            clause that cannot be evaluated is false, and the deny is silent.",
        fix: "Allow what is wanted by clauses and deny the rest, or set `strict-clauses`.",
    },
    Code {
        code: INBOUND_CLAUSES,
        title: "clauses at stage inbound",
        explanation: "At stage inbound there are no arguments yet, so a rule with clauses never \
            fires there.",
        fix: "Pin the rule to `mcp` or `response`, or drop its clauses.",
    },
    Code {
        code: STRAY_SANITIZE,
        title: "sanitize where nothing can be rewritten",
        explanation: "At stages inbound and egress there are no arguments to take secrets out of: \
            the rule denies, with the reason `cannot-sanitize`.",
        fix: "Write `deny` if that is meant, or pin the rule to `mcp` or `response`.",
    },
    Code {
        code: STAGELESS_APPROVAL,
        title: "an approval at every stage",
        explanation: "The rule names no stage, and at stages response and egress a call cannot be \
            held: there it denies, with the reason `cannot-hold`.",
        fix: "Pin the rule to `mcp` or `inbound`.",
    },
    Code {
        code: SEQUENCE,
        title: "a rule of a sequence",
        explanation: "A rule with `sequence` looks at several calls. It is no part of the walk that \
            decides one call, whatever its verdict.",
        fix: "Drop `sequence` if the rule is to decide single calls.",
    },
    Code {
        code: HOST_BITS,
        title: "a network with host bits",
        explanation: "Bits of the address beyond the network's length are set. They are ignored: \
            the network is larger than the address suggests.",
        fix: "Write the network's own address, or a longer length.",
    },
    Code {
        code: NEVER_FIRES_FIREWALL,
        title: "a cap where nothing is spent",
        explanation: "A `cap_cost` rule is skipped at stages response and egress, and this one is \
            pinned to such a stage.",
        fix: "Pin the rule to `mcp` or `inbound`.",
    },
    Code {
        code: NO_SUCH_TOOL_FIREWALL,
        title: "a rule for a tool that there is not",
        explanation: "The list of tools that was given holds no tool that the rule's \
            `tool_name_glob` matches. The rule decides nothing; where the name is misspelled, the \
            tool that was meant goes without it.",
        fix: "Correct the name, or remove the rule.",
    },
    Code {
        code: NO_SUCH_ARGUMENT_FIREWALL,
        title: "a clause on an argument that no tool takes",
        explanation: "By the schemas in the list of tools that was given, no tool that the rule \
            speaks about takes the argument that a clause looks at. The clause is false, the rule \
            stays silent: a deny lets every call pass. With `strict-clauses` such a deny stops \
            every call instead.",
        fix: "Correct the path: arguments are named as the tool's `inputSchema` names them.",
    },
    Code {
        code: UNCOVERED_TOOL_FIREWALL,
        title: "a tool that no rule speaks about",
        explanation: "The list of tools that was given holds a tool that no rule's globs match: \
            every call of it falls to `default_verdict`.",
        fix: "Write a rule for the tool, or a rule `*` that says what holds for the rest.",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_unique_and_found() {
        assert!(CODES.is_sorted_by(|left, right| left.code < right.code));
        for entry in CODES {
            assert_eq!(code(&entry.code.to_lowercase()), Some(entry));
            assert!(!entry.title.ends_with('.') && entry.explanation.ends_with('.'));
        }
        assert_eq!(code("W999"), None);
    }
}
