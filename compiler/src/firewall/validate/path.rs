//! Paths of clauses (A2): RFC 9535 singular queries, and of those the plain ones.

use super::{Said, Wrong};
use crate::fault::quote;
use callgate_engine::firewall::Step;

/// The most steps of a path.
pub(super) const STEPS: usize = 128;

/// Reads a path.
pub(super) fn path(text: &str) -> Result<Vec<Step>, Wrong> {
    let Some(mut rest) = text.strip_prefix('$') else {
        let message = format!("a path begins with `$`: {}", quote(text));
        return Err(Said::new(message).help(match text {
            "" => "write `$` for the arguments themselves".into(),
            _ => format!(
                "write {}",
                quote(&format!("$.{}", text.trim_start_matches('.')))
            ),
        }));
    };
    let mut steps = Vec::new();
    while !rest.is_empty() {
        let (step, after) = if let Some(after) = rest.strip_prefix("..") {
            let _ = after;
            return Err(
                Said::new("`..` looks at every depth: a path leads to one value")
                    .help("name each step"),
            );
        } else if let Some(after) = rest.strip_prefix('.') {
            name(after)?
        } else if let Some(after) = rest.strip_prefix('[') {
            bracket(after)?
        } else {
            let message = format!("expected `.` or `[`, found {}", quote(rest));
            return Err(
                Said::new(message).help("a name with other characters is written `$['like this']`")
            );
        };
        steps.push(step);
        rest = after;
    }
    if steps.len() > STEPS {
        return Err(Said::new(format!("a path has at most {STEPS} steps"))
            .help("look at a value nearer to the arguments themselves"));
    }
    Ok(steps)
}

/// A name after a dot.
fn name(text: &str) -> Result<(Step, &str), Wrong> {
    let plain =
        |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '-') || !char.is_ascii();
    let end = text.find(|char| !plain(char)).unwrap_or(text.len());
    match text.split_at_checked(end) {
        Some((name, rest)) if !name.is_empty() => Ok((Step::Name(name.into()), rest)),
        _ if text.starts_with('*') => Err(wildcard()),
        _ => Err(
            Said::new(format!("expected a name after `.`, found {}", quote(text)))
                .help("a name with other characters is written `$['like this']`"),
        ),
    }
}

fn wildcard() -> Wrong {
    Said::new("a path has no wildcards: it leads to one value")
        .help("write a rule for each value, or a clause on the one that matters")
}

/// What follows `[`, up to and with `]`.
fn bracket(text: &str) -> Result<(Step, &str), Wrong> {
    if let Some(mark @ ('\'' | '"')) = text.chars().next() {
        let (name, rest) = quoted(text.get(1..).unwrap_or_default(), mark)?;
        let rest = rest.strip_prefix(']').ok_or_else(|| {
            Said::new("expected `]` after the quoted name").help("close it: `$['like this']`")
        })?;
        return Ok((Step::Name(name), rest));
    }
    let (inside, rest) = text
        .split_once(']')
        .ok_or_else(|| Said::new("`[` is never closed").help("close it: `$.list[0]`"))?;
    let digits = !inside.is_empty() && inside.bytes().all(|byte| byte.is_ascii_digit());
    if digits && (inside == "0" || !inside.starts_with('0')) {
        let index = inside.parse().map_err(|_| {
            Said::new(format!("no list has an element {}", quote(inside)))
                .help("write a smaller index: the first element is `[0]`")
        })?;
        return Ok((Step::Index(index), rest));
    }
    let inside_quoted = quote(inside);
    Err(match inside.as_bytes() {
        [b'*'] => wildcard(),
        [b'?', ..] => Said::new("a path has no filters: it leads to one value")
            .help("write a rule for each element, like `$.list[0]`"),
        [b'-', ..] => Said::new(format!("an index counts from the front: {inside_quoted}"))
            .help("a list's last element has no path of its own"),
        _ if inside.contains([':', ',']) => Said::new(format!(
            "a path leads to one value, {inside_quoted} to several"
        ))
        .help("write a rule for each element, like `$.list[0]`"),
        _ if digits => {
            Said::new(format!("an index has no leading zeros: {inside_quoted}")).help(format!(
                "write `[{}]`",
                inside
                    .trim_start_matches('0')
                    .get(..18.min(inside.trim_start_matches('0').len()))
                    .filter(|digits| !digits.is_empty())
                    .unwrap_or("0")
            ))
        }
        _ => Said::new(format!(
            "{inside_quoted} is neither an index nor a quoted name"
        ))
        .help(format!("write {}", quote(&format!("['{inside}']")))),
    })
}

/// A quoted name after its opening mark, up to and with the closing one.
fn quoted(text: &str, mark: char) -> Result<(String, &str), Wrong> {
    let mut name = String::new();
    let mut rest = text;
    loop {
        let char = rest.chars().next().ok_or_else(|| {
            Said::new("the quoted name never ends").help("close it: `$['like this']`")
        })?;
        rest = rest.get(char.len_utf8()..).unwrap_or_default();
        match char {
            '\\' => {
                let (char, after) = escape(rest, mark).ok_or_else(|| {
                    Said::new(format!("`\\` before {} is no escape", quote(rest)))
                        .help("write a backslash as `\\\\`")
                })?;
                name.push(char);
                rest = after;
            }
            char if char == mark => return Ok((name, rest)),
            '\0'..='\x1f' => {
                return Err(
                    Said::new("a control character in a quoted name").help("write it as an escape")
                );
            }
            char => name.push(char),
        }
    }
}

/// What follows a backslash.
fn escape(text: &str, mark: char) -> Option<(char, &str)> {
    let char = text.chars().next()?;
    let rest = text.get(char.len_utf8()..)?;
    let plain = match char {
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '/' | '\\' => char,
        _ if char == mark => char,
        'u' => {
            let (first, rest) = unit(rest)?;
            if let Some(char) = char::from_u32(first) {
                return Some((char, rest));
            }
            let (second, rest) = unit(rest.strip_prefix("\\u")?)?;
            let units = [u16::try_from(first).ok()?, u16::try_from(second).ok()?];
            return char::decode_utf16(units)
                .next()?
                .ok()
                .map(|char| (char, rest));
        }
        _ => return None,
    };
    Some((plain, rest))
}

fn unit(text: &str) -> Option<(u32, &str)> {
    let (digits, rest) = text.split_at_checked(4)?;
    let hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    Some((u32::from_str_radix(digits, 16).ok().filter(|_| hex)?, rest))
}

#[cfg(test)]
mod tests {
    use super::path;
    use callgate_engine::firewall::Step;

    #[test]
    fn paths_that_load() {
        let name = |name: &str| Step::Name(name.into());
        for (text, steps) in [
            ("$", vec![]),
            ("$.command", vec![name("command")]),
            ("$.a.b", vec![name("a"), name("b")]),
            ("$.a[0]", vec![name("a"), Step::Index(0)]),
            (
                "$[10][2].x",
                vec![Step::Index(10), Step::Index(2), name("x")],
            ),
            ("$['a.b']", vec![name("a.b")]),
            ("$[\"it's\"]", vec![name("it's")]),
            (
                r"$['it\'s']['\u00e9\ud83d\ude00\n']",
                vec![name("it's"), name("é😀\n")],
            ),
            ("$['']", vec![name("")]),
            ("$.0a-b_c.é", vec![name("0a-b_c"), name("é")]),
            ("$['*']", vec![name("*")]),
        ] {
            assert_eq!(path(text), Ok(steps), "{text}");
        }
    }

    #[test]
    fn paths_that_are_refused() {
        for text in [
            "",
            "command",
            ".a",
            "$a",
            "$.",
            "$..a",
            "$.*",
            "$[*]",
            "$.a.",
            "$.a b",
            "$ .a",
            "$.a[",
            "$.a[]",
            "$.a[-1]",
            "$.a[01]",
            "$.a[1:2]",
            "$.a[0,1]",
            "$.a[?(@.b)]",
            "$[a]",
            "$['a]",
            "$['a'",
            r"$['\x']",
            r"$['\ud800']",
            r#"$['\"']"#,
            "$['a\n']",
            "$[ 0 ]",
            "$[99999999999999999999999]",
            "@.a",
        ] {
            assert!(path(text).is_err(), "{text}");
        }
        assert!(path(&format!("${}", ".a".repeat(128))).is_ok());
        assert!(path(&format!("${}", ".a".repeat(129))).is_err());
    }
}
