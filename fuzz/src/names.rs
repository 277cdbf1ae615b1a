//! Small readers against second readings: hosts of URLs, paths, globs.

use callgate_conformance::implementation::{Implementation, Reference};
use callgate_conformance::reference::path::path_under as naive_under;
use callgate_engine::firewall::{
    Action, PolicySpec, RuleSpec, Scratch, Shape, StagedCall, TableBuilder, Verdict,
};
use callgate_engine::host::{UrlFault, read_url};
use callgate_engine::path::path_under;
use callgate_engine::permission::PathCase;
use callgate_engine::{Call, Tri};
use std::net::Ipv6Addr;
use url::{ParseError, Url};

/// A URL: the reference reads the same host or none, and so does the `url` crate, but for
/// differences with a name.
pub fn url(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let ours = read_url(text);
    let host = ours.as_ref().ok().map(|host| host.as_str().to_owned());
    assert_eq!(
        host,
        Reference.host(text),
        "the reference reads {text:?} otherwise"
    );
    match (ours, Url::parse(text)) {
        (Ok(host), Ok(theirs)) => {
            let theirs = theirs.host_str().unwrap_or_default();
            assert!(
                one_host(host.as_str(), theirs),
                "two hosts of {text:?}: {host} and {theirs}"
            );
            again(host.as_str());
        }
        // We leave a port's size alone, and what stands behind `xn--`.
        (Ok(host), Err(error)) => {
            let named = match error {
                ParseError::InvalidPort => true,
                ParseError::IdnaError => host.as_str().contains("xn--"),
                _ => false,
            };
            assert!(named, "only we read {text:?}: {host}, and {error}");
            again(host.as_str());
        }
        (Err(fault), Ok(theirs)) => {
            let theirs_is_web = matches!(theirs.scheme(), "http" | "https");
            let named = !theirs_is_web || known(fault, text, &theirs);
            assert!(named, "only they read {text:?}: {theirs}, and {fault:?}");
        }
        (Err(_), Err(_)) => {}
    }
}

/// The `url` crate keeps a trailing dot, and brackets.
fn one_host(ours: &str, theirs: &str) -> bool {
    match theirs.strip_prefix('[') {
        Some(address) => address.strip_suffix(']').is_some_and(|address| {
            let theirs: Option<Ipv6Addr> = address.parse().ok();
            theirs.is_some() && ours.parse().ok() == theirs
        }),
        None => theirs.strip_suffix('.').unwrap_or(theirs) == ours,
    }
}

/// A host that was read is one that can be read.
fn again(host: &str) {
    let bracketed = if host.contains(':') {
        format!("[{host}]")
    } else {
        host.to_owned()
    };
    let read = read_url(&format!("https://{bracketed}:443/"));
    assert_eq!(
        read.ok().as_ref().map(|read| read.as_str()),
        Some(host),
        "not read again"
    );
}

/// Why we refuse a URL that a forgiving reader takes, shown by something in its text.
fn known(fault: UrlFault, text: &str, theirs: &Url) -> bool {
    match fault {
        UrlFault::ControlCharacter => text.chars().any(|c| c <= ' ' || c == '\u{7f}'),
        // `https:a`, `https:\\a`: they complete what is no `://`.
        UrlFault::Scheme => {
            !text.to_ascii_lowercase().starts_with("http://")
                && !text.to_ascii_lowercase().starts_with("https://")
        }
        UrlFault::Userinfo => text.contains('@'),
        // `https:///a`: they pass over slashes.
        UrlFault::Authority => {
            text.contains(":///") || text.contains("://\\") || text.contains(']')
        }
        // `https://a:\`: a backslash ends their authority.
        UrlFault::Port => text.contains('\\'),
        // Names that are encoded or mapped, and dots that are none in ASCII.
        UrlFault::Alphabet => {
            text.chars().any(|c| {
                !c.is_ascii_alphanumeric() && !matches!(c, '.' | '-' | '_' | ':' | '/' | '?' | '#')
            }) || theirs.host_str() == Some(".")
        }
        UrlFault::Dots => text.contains("//.") || text.contains(".."),
        // `127.1`, `0x7f.1`, `010.0.0.1`: they make an address of it.
        UrlFault::NumericHost => matches!(theirs.host(), Some(url::Host::Ipv4(_))),
        // `[::1%25eth0]` and the like; nothing known that they read.
        UrlFault::Ipv6 => text.contains('\\'),
        UrlFault::EmbeddedIpv4 => matches!(theirs.host(), Some(url::Host::Ipv6(_))),
        _ => false,
    }
}

/// Two lines, a directory and a path: as the reference measures them, and as containment has to
/// behave.
pub fn path(bytes: &[u8]) {
    let Some((directory, path)) = std::str::from_utf8(bytes)
        .ok()
        .and_then(|text| text.split_once('\n'))
    else {
        return;
    };
    for case in [PathCase::Sensitive, PathCase::Insensitive] {
        let verdict = path_under(directory, path, case);
        assert_eq!(
            verdict,
            naive_under(directory, path, case),
            "{path:?} under {directory:?}, {case:?}"
        );
        let itself = path_under(path, path, case);
        assert_ne!(itself, Tri::No, "{path:?} is not inside itself");
        let deeper = format!("{path}/x");
        if itself == Tri::Yes {
            assert_eq!(path_under(path, &deeper, case), Tri::Yes, "{deeper:?}");
            assert_ne!(path_under(&deeper, path, case), Tri::Yes, "{deeper:?}");
        }
        // Going deeper never leaves, climbing is never followed.
        if verdict == Tri::Yes {
            assert_eq!(path_under(directory, &deeper, case), Tri::Yes, "{deeper:?}");
        }
        let climbing = format!("{path}/..");
        assert_eq!(
            path_under(directory, &climbing, case),
            Tri::Unknown,
            "{climbing:?}"
        );
    }
}

/// Lines: all but the last are globs, the last is a name. Each glob matches as defined, and of
/// all of them in one table the first that matches decides.
pub fn glob(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let mut globs: Vec<&str> = text.split('\n').collect();
    let Some(name) = globs.pop() else {
        return;
    };
    let mut builder = TableBuilder::new(PolicySpec::default());
    for glob in &globs {
        assert_eq!(
            Shape::of(glob).matches(name),
            Reference.glob(glob, name),
            "{glob:?} on {name:?}"
        );
        builder.rule(RuleSpec {
            id: None,
            priority: 0,
            label: None,
            stage: None,
            tool: glob,
            skill: "",
            action: Action::Give(Verdict::Deny),
            clauses: &[],
            egress: None,
            sanitizer: None,
            sequence: false,
        });
    }
    let table = builder.build();
    let call = StagedCall::new(Call::raw(name, b"{}"));
    let first = globs.iter().position(|glob| Reference.glob(glob, name));
    for outcome in [
        table.decide(&call, &mut Scratch::default()),
        table.decide_unindexed(&call, &mut Scratch::default()),
    ] {
        let rule = outcome.rule.map(|rule| rule.0 as usize);
        assert_eq!(rule, first, "{name:?} against {globs:?}");
    }
}
