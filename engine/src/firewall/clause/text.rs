//! Compiled tests as text, for dumps.

use super::{Compiled, Scalars};
use std::fmt::{self, Display, Formatter};

impl Display for Compiled {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneOf(scalars) => write!(f, "is one of {scalars}"),
            Self::Contains(finder) => {
                write!(f, "contains {:?}", String::from_utf8_lossy(finder.needle()))
            }
            Self::Regex(regex) => write!(f, "matches {:?}", regex.as_str()),
            Self::Above(bound) => write!(f, "> {bound}"),
            Self::Below(bound) => write!(f, "< {bound}"),
            Self::Inside(network) => write!(f, "inside {network}"),
            Self::Never => f.write_str("compares with what is no number"),
        }
    }
}

/// Sorted: the sets behind it have no order.
impl Display for Scalars {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [no, yes] = self.bools;
        let words = [(self.null, "null"), (no, "false"), (yes, "true")];
        let words = words.iter().filter(|(there, _)| *there);
        let mut all: Vec<String> = words.map(|(_, word)| (*word).to_owned()).collect();
        let mut numbers: Vec<_> = self.numbers.iter().collect();
        numbers.sort();
        all.extend(numbers.iter().map(ToString::to_string));
        let mut texts: Vec<&str> = self.texts.iter().map(|text| &**text).collect();
        texts.sort_unstable();
        all.extend(texts.iter().map(|text| format!("{text:?}")));
        write!(f, "[{}]", all.join(", "))
    }
}
