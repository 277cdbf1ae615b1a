//! Path patterns in the way of gitignore: `//srv/docs/**`, `./secrets/**`, `~/notes`.

use callgate_engine::Decision;

/// Where relative patterns are measured from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Places<'a> {
    pub(super) project: Option<&'a str>,
    pub(super) home: Option<&'a str>,
}

/// The directory that says the same as a pattern, or for a deny or ask more, and a remark where
/// it does.
pub(super) fn directory(
    pattern: &str,
    decision: Decision,
    places: Places<'_>,
) -> Result<(String, Option<String>), String> {
    let allow = decision == Decision::Allow;
    let (base, rest) = placed(pattern, places)?;
    let anchored = pattern.starts_with(['/', '~'])
        || pattern.starts_with("./")
        || rest.trim_end_matches('/').contains('/');
    let rest = rest.trim_end_matches('/');
    if matches!(rest, "" | "*" | "**" | "**/*") {
        return Ok((base.to_owned(), None));
    }
    let (literal, children) = if let Some(literal) = rest.strip_suffix("/**/*") {
        (literal, false)
    } else if let Some(literal) = rest.strip_suffix("/**") {
        (literal, false)
    } else if let Some(literal) = rest.strip_suffix("/*") {
        (literal, true)
    } else {
        (rest, false)
    };
    if literal.contains(['*', '?', '[', ']', '{', '}', '!', '\\']) {
        return Err(
            "a wildcard inside a path: a rule names a directory and everything in it".to_owned(),
        );
    }
    if literal.split('/').any(|segment| segment == "..") {
        return Err("a `..` in a path: nobody can say where it leads".to_owned());
    }
    if children && allow {
        return Err(
            "allows the files of one directory without those below: a directory holds both"
                .to_owned(),
        );
    }
    if !anchored && !allow {
        return Err(
            "a name at any depth: a rule names one place; write `./` before it if that is meant"
                .to_owned(),
        );
    }
    let slash = if base.ends_with('/') { "" } else { "/" };
    let remark = if children {
        Some("stricter: what lies deeper counts, too".to_owned())
    } else if !anchored {
        Some("stricter: only directly in the project, not at any depth".to_owned())
    } else {
        None
    };
    Ok((format!("{base}{slash}{literal}"), remark))
}

/// The directory that a pattern starts from, and the pattern from there.
fn placed<'p>(pattern: &'p str, places: Places<'p>) -> Result<(&'p str, &'p str), String> {
    if let Some(rest) = pattern.strip_prefix("//") {
        return Ok(("/", rest));
    }
    if pattern == "~" {
        return home(places).map(|home| (home, ""));
    }
    if let Some(rest) = pattern.strip_prefix("~/") {
        return home(places).map(|home| (home, rest));
    }
    if pattern.starts_with('~') {
        return Err("another user's home: nobody can say where it is".to_owned());
    }
    let Some(project) = places.project else {
        return Err("relative to the project: say where that is (--project)".to_owned());
    };
    let rest = pattern
        .strip_prefix('/')
        .or_else(|| pattern.strip_prefix("./"));
    Ok((project, rest.unwrap_or(pattern)))
}

fn home(places: Places<'_>) -> Result<&str, String> {
    let missing = || "in the home directory: say where that is (--home)".to_owned();
    places.home.ok_or_else(missing)
}
