//! Reports as one file of HTML: no script, nothing fetched, charts as inline SVG.

use crate::replay::{WORDS, Word};
use crate::safe::Safe;
use std::fmt::{self, Display, Write as _};

/// Text of a call or a document as text of a page.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Safe(self.0).to_string().chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            c => f.write_char(c),
        })
    }
}

const STYLE: &str = include_str!("html/style.css");

/// A page under construction.
pub(crate) struct Page {
    body: String,
}

impl Page {
    /// A page with a heading and a line of explanation below.
    pub(crate) fn new(title: &str, about: &str) -> Self {
        let title = Escaped(title);
        let head = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
             <h1>{title}</h1>\n<p class=\"about\">{}</p>\n",
            Escaped(about)
        );
        Self { body: head }
    }

    pub(crate) fn section(&mut self, title: &str) {
        self.add(format_args!("<h2>{}</h2>\n", Escaped(title)));
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.add(format_args!("<p>{}</p>\n", Escaped(text)));
    }

    /// Large numbers with what they count.
    pub(crate) fn figures(&mut self, figures: &[(String, &str, &str)]) {
        self.add(format_args!("<div class=\"figures\">\n"));
        for (number, what, class) in figures {
            self.add(format_args!(
                "<div class=\"figure {class}\"><b>{}</b><span>{}</span></div>\n",
                Escaped(number),
                Escaped(what)
            ));
        }
        self.add(format_args!("</div>\n"));
    }

    /// One wide bar split by word.
    pub(crate) fn split(&mut self, words: &[u64; WORDS.len()]) {
        if words.iter().all(|&count| count == 0) {
            return;
        }
        let bar = bar(words, words.iter().sum(), 1000, 28);
        self.add(format_args!("{bar}\n<p class=\"legend\">"));
        let total: u64 = words.iter().sum();
        for (word, &count) in Word::all().zip(words).filter(|(_, count)| **count > 0) {
            self.add(format_args!(
                "<span><i class=\"{0}\"></i>{0} {1} ({2})</span> ",
                word.as_str(),
                grouped(count),
                percent(count, total)
            ));
        }
        self.add(format_args!("</p>\n"));
    }

    /// A table. Cells are HTML already.
    pub(crate) fn table(&mut self, heads: &[(&str, &str)], rows: &[Vec<String>]) {
        if rows.is_empty() {
            self.text("none");
            return;
        }
        self.add(format_args!("<div class=\"wide\"><table>\n<thead><tr>"));
        for (head, class) in heads {
            self.add(format_args!("<th class=\"{class}\">{}</th>", Escaped(head)));
        }
        self.add(format_args!("</tr></thead>\n<tbody>\n"));
        for row in rows {
            self.add(format_args!("<tr>"));
            for (cell, (_, class)) in row.iter().zip(heads) {
                self.add(format_args!("<td class=\"{class}\">{cell}</td>"));
            }
            self.add(format_args!("</tr>\n"));
        }
        self.add(format_args!("</tbody></table></div>\n"));
    }

    pub(crate) fn finish(mut self) -> String {
        self.add(format_args!("</main>\n</body>\n</html>\n"));
        self.body
    }

    fn add(&mut self, what: fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.body.write_fmt(what);
    }
}

/// A bar split by word, as long as its share of `most`.
pub(crate) fn bar(words: &[u64; WORDS.len()], most: u64, width: u64, height: u64) -> String {
    let mut svg = format!(
        "<svg class=\"bar\" viewBox=\"0 0 {width} {height}\" preserveAspectRatio=\"none\" \
         style=\"height:{height}px\" role=\"img\">"
    );
    let scale = |count: u64| ratio(count, most) * ratio(width, 1);
    let mut from = 0.0;
    for (word, &count) in Word::all().zip(words).filter(|(_, count)| **count > 0) {
        // A call is never invisible.
        let long = scale(count).max(2.0);
        let (word, count) = (word.as_str(), grouped(count));
        let _ = write!(
            svg,
            "<rect class=\"{word}\" x=\"{from:.2}\" y=\"0\" width=\"{long:.2}\" \
             height=\"{height}\"><title>{word}: {count}</title></rect>"
        );
        from += long;
    }
    svg.push_str("</svg>");
    svg
}

/// A bar of one colour.
pub(crate) fn plain_bar(count: u64, most: u64) -> String {
    let long = (ratio(count, most) * 200.0).max(1.0);
    format!(
        "<svg class=\"bar\" viewBox=\"0 0 200 12\" preserveAspectRatio=\"none\" \
         style=\"height:12px\" role=\"img\"><rect class=\"plain\" x=\"0\" y=\"0\" \
         width=\"{long:.2}\" height=\"12\"/></svg>"
    )
}

/// A word as a coloured label.
pub(crate) fn label(word: &str) -> String {
    format!("<span class=\"label {0}\">{0}</span>", Escaped(word))
}

/// Code.
pub(crate) fn code(text: &str) -> String {
    format!("<code>{}</code>", Escaped(text))
}

fn ratio(count: u64, of: u64) -> f64 {
    // What is drawn needs no more than the 32 bits that convert exactly.
    let part = |number: u64| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
    if of == 0 { 0.0 } else { part(count) / part(of) }
}

/// A number in groups of three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A share in percent, with one digit after the point; a part is neither none nor all.
pub(crate) fn percent(count: u64, of: u64) -> String {
    if of == 0 {
        return "0%".to_owned();
    }
    let thousandths = (u128::from(count) * 1000 + u128::from(of) / 2) / u128::from(of);
    if thousandths == 0 && count > 0 {
        return "<0.1%".to_owned();
    }
    if thousandths >= 1000 && count < of {
        return ">99.9%".to_owned();
    }
    format!("{}.{}%", thousandths / 10, thousandths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(percent(1, 3), "33.3%");
        assert_eq!(percent(1, 100_000), "<0.1%");
        assert_eq!(percent(2000, 2001), ">99.9%");
        assert_eq!(percent(2001, 2001), "100.0%");
        assert_eq!(percent(0, 2001), "0.0%");
        assert_eq!(percent(0, 0), "0%");
    }

    #[test]
    fn no_text_becomes_markup() {
        assert_eq!(
            Escaped("<a href='x'>&\u{202e}").to_string(),
            "&lt;a href=&#39;x&#39;&gt;&amp;\\u{202e}"
        );
    }
}
