//! Path patterns in the way of gitignore: `//srv/docs/**`, `./secrets/**`, `~/notes`.

use callgate_engine::Decision;

/// Where patterns that are not absolute are measured from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Places<'a> {
    /// `./x` and `x`.
    pub(super) project: Option<&'a str>,
    /// `/x`.
    pub(super) settings: Option<&'a str>,
    /// `~/x`.
    pub(super) home: Option<&'a str>,
}

/// The directory that a pattern stands for, and in what it differs.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) under: String,
    /// The pattern names what is below the directory, which holds itself, too.
    pub(super) with_itself: bool,
    pub(super) stricter: Option<&'static str>,
}

/// The directory that says the same as a pattern, or for a deny or ask more, or for an allow
/// more by that directory itself.
pub(super) fn directory(
    pattern: &str,
    decision: Decision,
    places: Places<'_>,
) -> Result<Found, String> {
    let allow = decision == Decision::Allow;
    let (base, rest) = placed(pattern, places)?;
    let anchored = pattern.starts_with(['/', '~'])
        || pattern.starts_with("./")
        || rest.trim_end_matches('/').contains('/');
    // Only a directory: a file of this name is not meant.
    let closed = rest.ends_with('/');
    let rest = rest.trim_end_matches('/');
    if pattern == "~" {
        return Ok(Found {
            under: base.to_owned(),
            with_itself: false,
            stricter: None,
        });
    }
    // `//` or `./` alone name what they begin from, or nothing: nobody has to believe the first.
    if matches!(rest, "" | "." | "*" | "**" | "**/*") {
        return Ok(Found {
            under: base.to_owned(),
            with_itself: true,
            stricter: None,
        });
    }
    let below = ["/**/*", "/**"].iter();
    let below = below.filter_map(|end| rest.strip_suffix(end)).next();
    let children = rest.strip_suffix("/*");
    let literal = below.or(children).unwrap_or(rest);
    if literal.contains(['*', '?', '[', ']', '{', '}', '!', '\\']) {
        return Err(
            "a wildcard inside a path: a rule names a directory and everything in it".to_owned(),
        );
    }
    if literal.split('/').any(|segment| segment == "..") {
        return Err("a `..` in a path: nobody can say where it leads".to_owned());
    }
    let children = below.is_none() && children.is_some();
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
    Ok(Found {
        under: format!("{base}{slash}{literal}"),
        with_itself: below.is_some() || children || closed,
        stricter: if children {
            Some("what lies deeper counts, too")
        } else if !anchored {
            Some("only directly in the project, not at any depth")
        } else {
            None
        },
    })
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
    if let Some(rest) = pattern.strip_prefix('/') {
        let missing = "relative to the settings file: say where `/` stands (--settings-root, or \
                       --project for the settings of a project)";
        return places
            .settings
            .map(|base| (base, rest))
            .ok_or_else(|| missing.to_owned());
    }
    let Some(project) = places.project else {
        return Err("relative to the project: say where that is (--project)".to_owned());
    };
    Ok((project, pattern.strip_prefix("./").unwrap_or(pattern)))
}

fn home(places: Places<'_>) -> Result<&str, String> {
    let missing = || "in the home directory: say where that is (--home)".to_owned();
    places.home.ok_or_else(missing)
}
