//! Directories of `under` and `roots` (R4): what could never match is refused.

use super::{Said, Wrong};
use crate::fault::quote;

/// Reads a directory that P1 and P6 can measure.
pub(super) fn directory(text: &str) -> Result<String, Wrong> {
    // One pass over the bytes decides for nearly every directory there is.
    let odd = |byte: u8| matches!(byte, b'*' | b'\\' | b'\0' | b'~' | b':' | b'.');
    if text.is_empty() {
        return Err(Said::new("a directory may not be empty")
            .help("name a directory; `.` is the tool's root, `/` is everything"));
    }
    if !text.bytes().any(odd) {
        return Ok(text.to_owned());
    }
    check(text).map(|()| text.to_owned())
}

fn check(text: &str) -> Result<(), Wrong> {
    if text.contains('\0') {
        return Err(Said::new("a directory may not hold a NUL character")
            .help("take it out: no path that a call names may hold one either"));
    }
    if let Some(at) = text.find('*') {
        return Err(star(text, text.get(..at).unwrap_or_default()));
    }
    if text.contains('\\') {
        let slashes = text.replace('\\', "/");
        return Err(Said::new(format!(
            "a backslash in a directory never matches: {}",
            quote(text)
        ))
        .help(format!("write {}: Windows takes `/` too", quote(&slashes))));
    }
    if text.split('/').any(|segment| segment == "..") {
        return Err(Said::new(format!(
            "`..` cannot be resolved in a directory: {}",
            quote(text)
        ))
        .help("write the directory that is meant, without `..`"));
    }
    drive(text)?;
    let relative = !text.starts_with('/');
    let first = text
        .split('/')
        .find(|segment| !segment.is_empty() && *segment != ".");
    if relative && first.is_some_and(|segment| segment.starts_with('~')) {
        return Err(Said::new(format!(
            "`~` is not expanded and never matches: {}",
            quote(text)
        ))
        .help("write the home directory out, like `/home/me`"));
    }
    Ok(())
}

/// `X:` is a drive, and takes a slash.
fn drive(text: &str) -> Result<(), Wrong> {
    let mut chars = text.chars();
    let (Some(letter), Some(':')) = (chars.next(), chars.next()) else {
        return Ok(());
    };
    let rest = chars.as_str();
    if !letter.is_ascii_alphabetic() || rest.starts_with('/') {
        return Ok(());
    }
    let absolute = format!("{letter}:/{rest}");
    Err(Said::new(format!(
        "a drive without a slash is measured from nowhere: {}",
        quote(text)
    ))
    .help(format!("write {}", quote(&absolute))))
}

fn star(text: &str, before: &str) -> Wrong {
    let wrong = Said::new(format!(
        "a directory is not a pattern, `*` never matches: {}",
        quote(text)
    ));
    let tail = text.get(before.len()..).unwrap_or_default();
    match before.rfind('/') {
        // `/srv/**`: the directory already holds what is below it.
        Some(slash) if slash + 1 == before.len() && matches!(tail, "*" | "**" | "**/*") => {
            let directory = before.get(..slash.max(1)).unwrap_or_default();
            wrong.help(format!(
                "drop the `/{tail}`: {} already holds everything below it",
                quote(directory)
            ))
        }
        Some(slash) => {
            let directory = before.get(..slash.max(1)).unwrap_or_default();
            wrong.help(format!("name a directory, like {}", quote(directory)))
        }
        None => wrong.help("leave `under` out to speak about every path; `.` is the tool's root"),
    }
}
