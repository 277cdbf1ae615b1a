//! Hosts at first sight: most urls are plain, and are read eight bytes a step.

use super::has_control;
use crate::swar::{TOPS, before, within, word};

/// The host of a url in which nothing is odd: no port, and all of it in lower case. `None` says
/// nothing; a host that is given is the one that [`url_host`](super::url_host) reads.
#[inline]
pub(crate) fn plain_host(url: &str) -> Option<&str> {
    let rest = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))?;
    let (end, label) = measure(rest.as_bytes());
    let at = |place: usize| rest.as_bytes().get(place);
    let ends = matches!(at(end), None | Some(b'/' | b'?' | b'#'));
    // A last label that begins with a digit may be a number (H5); an empty one is none (H3).
    let named = label < end && !at(label).is_some_and(u8::is_ascii_digit);
    let plain = ends && named && at(0) != Some(&b'.') && !has_control(url.as_bytes());
    rest.get(..end).filter(|_| plain)
}

/// How many bytes at the front are of the host alphabet in lower case (R5), and where among
/// them the label after the last dot begins.
#[inline]
fn measure(bytes: &[u8]) -> (usize, usize) {
    let (mut end, mut label) = (0, 0);
    loop {
        // Zeros behind the end are of no alphabet.
        let (others, dots) = sort(word(bytes, end));
        // Only what stands before the first other byte counts.
        let dots = dots & (others & others.wrapping_neg()).wrapping_sub(1);
        if dots != 0 {
            label = end + 8 - (dots.leading_zeros() / 8) as usize;
        }
        end += before(others);
        if others != 0 {
            return (end, label);
        }
    }
}

/// The bytes of a word that are not of the alphabet, and those that are dots: the top bit of
/// each, exact.
#[inline]
const fn sort(word: u64) -> (u64, u64) {
    let low = word & !TOPS;
    let inside = within(low, b'a', b'z')
        | within(low, b'0', b'9')
        | within(low, b'-', b'.')
        | within(low, b'_', b'_');
    let others = !inside & TOPS | word & TOPS;
    (others, within(low, b'.', b'.') & !word & TOPS)
}

#[cfg(test)]
mod tests {
    use super::{measure, plain_host, sort};
    use crate::host::{HostRef, url_host};

    #[test]
    fn every_byte_is_sorted_alone_and_among_others() {
        for byte in 0..=u8::MAX {
            let inside = matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_');
            for place in 0..8 {
                let mut bytes = *b"abc.def9";
                bytes[place] = byte;
                let (others, dots) = sort(u64::from_le_bytes(bytes));
                let mark = 0x80 << (8 * place);
                assert_eq!(
                    others,
                    if inside { 0 } else { mark },
                    "{byte:#x} at {place}"
                );
                assert_eq!(dots & mark != 0, byte == b'.', "{byte:#x} at {place}");
            }
        }
    }

    #[test]
    fn lengths_and_labels() {
        for (text, end, label) in [
            ("", 0, 0),
            ("/", 0, 0),
            ("a", 1, 0),
            ("a.b", 3, 2),
            ("a.b.", 4, 4),
            ("a.b/c.d", 3, 2),
            ("example.com", 11, 8),
            ("example.com/x.y.z", 11, 8),
            ("abcdefg.hijklmno.p", 18, 17),
            ("abcdefg.hijklmno/p.q", 16, 8),
            ("abcdefgh:80", 8, 0),
            ("ab\u{e9}.x", 2, 0),
        ] {
            assert_eq!(measure(text.as_bytes()), (end, label), "{text:?}");
        }
    }

    #[test]
    fn what_is_plain_is_what_every_url_is_read_as() {
        let pieces = [
            "a", "z9", "-", "_", ".", "..", "1", "0x1f", "com", "example", "A", "/", "?", "#", ":",
            "@", " ", "\n", "\u{7f}", "\u{e9}", "[", "]", "%41", "",
        ];
        let (mut plain, mut odd) = (0, 0);
        for scheme in ["https://", "http://", "HTTPS://", "ftp://", "https:/"] {
            for first in pieces {
                for second in pieces {
                    for third in pieces {
                        let url = format!("{scheme}{first}{second}{third}/x");
                        let Some(host) = plain_host(&url) else {
                            odd += 1;
                            continue;
                        };
                        plain += 1;
                        assert_eq!(url_host(&url), Ok(HostRef::Name(host)), "{url:?}");
                        assert_eq!(host, host.to_ascii_lowercase(), "{url:?}");
                    }
                }
            }
        }
        assert!(plain > 1000 && odd > 1000, "{plain} plain, {odd} odd");
        assert_eq!(
            plain_host("https://api.example.com/v1?q=A"),
            Some("api.example.com")
        );
        assert_eq!(plain_host("http://a.b"), Some("a.b"));
        assert_eq!(plain_host("http://a.b#c"), Some("a.b"));
    }
}
