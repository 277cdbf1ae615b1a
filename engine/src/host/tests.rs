use super::{UrlFault, read_host, read_url};

#[test]
fn reads_what_every_reader_agrees_on() {
    let cases = [
        ("https://Docs.Raku.org:443/x", "docs.raku.org"),
        ("HTTP://a_b.com.?u=https://evil.com/", "a_b.com"),
        ("https://-:/a", "-"),
        ("http://com:443?u", "com"),
        ("http://[2001:db8::1]:443/", "2001:db8::1"),
        ("http://[0:0:0:0:0:0:0:1]", "::1"),
        ("http://[::]/", "::"),
        ("http://127.0.0.1/..", "127.0.0.1"),
        ("http://a.0b/", "a.0b"),
        ("http://x:/", "x"),
        ("http://a/é", "a"),
    ];
    for (url, host) in cases {
        assert_eq!(
            read_url(url).map(|h| h.as_str().to_owned()),
            Ok(host.to_owned()),
            "{url}"
        );
    }
}

#[test]
fn refuses_what_two_readers_read_differently() {
    let cases = [
        ("http://ev\til.com/", UrlFault::ControlCharacter),
        ("http://a/\u{7f}", UrlFault::ControlCharacter),
        ("https:/evil.com", UrlFault::Scheme),
        ("ftp://evil.com", UrlFault::Scheme),
        ("not", UrlFault::Scheme),
        ("http://a@b/", UrlFault::Userinfo),
        ("http://", UrlFault::Authority),
        ("http://?x", UrlFault::Authority),
        ("http://[::1", UrlFault::Authority),
        ("http://[::1]x", UrlFault::Port),
        ("http://[::1]:8x", UrlFault::Port),
        ("http://a:1:2/", UrlFault::Port),
        ("http://a:-1/", UrlFault::Port),
        ("http://a]/", UrlFault::Alphabet),
        ("http://:80/", UrlFault::Alphabet),
        ("http://a%2eb/", UrlFault::Alphabet),
        ("http://a\\b/", UrlFault::Alphabet),
        ("http://é.com/", UrlFault::Alphabet),
        ("http://a../", UrlFault::Dots),
        ("http://.a/", UrlFault::Dots),
        ("http://127.1/", UrlFault::NumericHost),
        ("http://2130706433/", UrlFault::NumericHost),
        ("http://0x7f.1/", UrlFault::NumericHost),
        ("http://a.0X/", UrlFault::NumericHost),
        ("http://a.0xAf/", UrlFault::NumericHost),
        ("http://010.0.0.1/", UrlFault::NumericHost),
        ("http://1.2.3.256/", UrlFault::NumericHost),
        ("http://1.2.3.4.5/", UrlFault::NumericHost),
        ("http://[fe80::1%25eth0]/", UrlFault::Ipv6),
        ("http://[1.2.3.4]/", UrlFault::Ipv6),
        ("http://[::ffff:1.2.3.4]/", UrlFault::EmbeddedIpv4),
        ("http://[::ffff:0:1.2.3.4]/", UrlFault::EmbeddedIpv4),
        ("http://[::2]/", UrlFault::EmbeddedIpv4),
        ("http://[64:ff9b::1]/", UrlFault::EmbeddedIpv4),
        ("http://[64:ff9b:1:2::1]/", UrlFault::EmbeddedIpv4),
        ("http://[2002::1]/", UrlFault::EmbeddedIpv4),
    ];
    for (url, fault) in cases {
        assert_eq!(read_url(url), Err(fault), "{url}");
    }
}

#[test]
fn bare_hosts_carry_no_brackets_and_no_trailing_dot() {
    assert_eq!(
        read_host("::1").map(|h| h.to_string()),
        Ok("::1".to_owned())
    );
    assert_eq!(read_host("[::1]"), Err(UrlFault::Ipv6));
    assert_eq!(read_host("a.b."), Err(UrlFault::Dots));
    assert_eq!(read_host("a.b:80"), Err(UrlFault::Ipv6));
    assert_eq!(read_host("127.1"), Err(UrlFault::NumericHost));
}
