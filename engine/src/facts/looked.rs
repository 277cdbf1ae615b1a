//! The names a scope looks at, and how a name met in a call is found among them.

use crate::swar::word;
use crate::tree::Tree;

/// The arguments that some rule of a scope looks at: distinct names in a fixed order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Looked {
    /// The names, each once; a name's place here is its slot.
    names: Box<[Box<str>]>,
    /// Which of them holds the argv tail, a list of tokens (C2).
    tail: Option<u32>,
    /// The names again, sorted, with what most comparisons need side by side.
    sorted: Box<[Name]>,
    /// Where a few of them are found; none: by halving.
    places: Option<Places>,
    /// Bytes of the longest name.
    longest: usize,
    /// Which lengths the names have, as far as 63.
    lengths: u64,
}

/// One name in the order in which it is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Name {
    /// The first eight bytes, zeros after the end.
    head: u64,
    length: u32,
    slot: u32,
}

/// Up to this many members are all looked at; up to this many names have a place each.
const FEW: usize = 8;

/// Where each of a few names stands, each at a place of its own: one look tells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Places {
    factor: u64,
    /// The name's index among the sorted ones; beyond them: no name.
    of: [u8; 16],
}

impl Places {
    /// Tries factors until the places differ; `None`: too many names, or too much alike.
    fn find(sorted: &[Name]) -> Option<Self> {
        if sorted.is_empty() || sorted.len() > FEW {
            return None;
        }
        (1..=256u64).find_map(|step| {
            let factor = step.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            let mut of = [NOBODY; 16];
            for (name, index) in sorted.iter().zip(0u8..) {
                let place = of.get_mut(place(factor, name.head, name.length as usize))?;
                if std::mem::replace(place, index) != NOBODY {
                    return None;
                }
            }
            Some(Self { factor, of })
        })
    }

    /// Where among the sorted names such a name would be.
    #[inline(always)]
    fn at(&self, head: u64, length: usize) -> Option<usize> {
        self.of
            .get(place(self.factor, head, length))
            .copied()
            .map(usize::from)
    }
}

/// No name's index: names are few.
const NOBODY: u8 = u8::MAX;

#[inline(always)]
const fn place(factor: u64, head: u64, length: usize) -> usize {
    ((head ^ length as u64).wrapping_mul(factor) >> 60) as usize
}

impl Looked {
    /// The distinct ones of `names` in the order of their first appearance, and behind them
    /// `tail`, the name of the argv tail, unless it is one of them.
    ///
    /// Costs a sort of the names.
    pub(crate) fn new<'n>(names: impl IntoIterator<Item = &'n str>, tail: Option<&'n str>) -> Self {
        let mut all: Vec<(&str, usize)> = names
            .into_iter()
            .chain(tail)
            .enumerate()
            .map(|(place, name)| (name, place))
            .collect();
        all.sort_unstable();
        all.dedup_by_key(|(name, _)| *name);
        all.sort_unstable_by_key(|(_, place)| *place);

        let names: Box<[Box<str>]> = all.iter().map(|(name, _)| Box::from(*name)).collect();
        let mut sorted: Box<[Name]> = names
            .iter()
            .enumerate()
            .map(|(slot, name)| Name {
                head: head(name.as_bytes()),
                length: u32::try_from(name.len()).unwrap_or(u32::MAX),
                slot: u32::try_from(slot).unwrap_or(u32::MAX),
            })
            .collect();
        let name = |known: &Name| {
            names
                .get(known.slot as usize)
                .map(|name| key(name.as_bytes()))
        };
        sorted.sort_unstable_by(|a, b| name(a).cmp(&name(b)));
        let longest = names.iter().map(|name| name.len()).max().unwrap_or(0);
        let lengths = names
            .iter()
            .fold(0, |lengths, name| lengths | length_bit(name.len()));
        let mut looked = Self {
            names,
            tail: None,
            places: Places::find(&sorted),
            sorted,
            longest,
            lengths,
        };
        looked.tail = tail.and_then(|tail| looked.find(tail)?.try_into().ok());
        looked
    }

    /// The names, each at its slot.
    pub(crate) const fn names(&self) -> &[Box<str>] {
        &self.names
    }

    /// The slot of the argv tail.
    pub(crate) fn tail(&self) -> Option<usize> {
        self.tail.map(|slot| slot as usize)
    }

    /// Bytes of the longest name, zero if there is none.
    pub(crate) const fn longest(&self) -> usize {
        self.longest
    }

    /// Visits the arguments that are looked at, each with its slot: finds each member among the
    /// names if the members are few, or fewer than the names, else looks up each name.
    #[inline]
    pub(crate) fn each<'a, T: Tree>(&self, arguments: &'a T, mut visit: impl FnMut(usize, &'a T)) {
        if let Some(members) = arguments
            .members()
            .filter(|members| members.len() <= self.names.len().max(FEW))
        {
            for (name, value) in members {
                // Most names that nobody looks at are told by their length, unread.
                if self.lengths & length_bit(name.len()) != 0
                    && let Some(slot) = self.find(name)
                {
                    visit(slot, value);
                }
            }
        } else {
            for (slot, name) in self.names.iter().enumerate() {
                if let Some(value) = arguments.member(name) {
                    visit(slot, value);
                }
            }
        }
    }

    /// The slot of a name, if it is looked at. Logarithmic in the number of names.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.find_in(name.as_bytes(), 0, name.len())
    }

    /// The slot of the name that these bytes of a text are, if it is looked at. As
    /// [`find`](Self::find); short names need no loop where eight bytes follow their start.
    #[inline(always)]
    pub(crate) fn find_in(&self, text: &[u8], start: usize, end: usize) -> Option<usize> {
        let name = text.get(start..end)?;
        let length = name.len();
        let head = match text.get(start..).and_then(|rest| rest.first_chunk::<8>()) {
            Some(eight) if length >= 8 => u64::from_le_bytes(*eight),
            Some(eight) => u64::from_le_bytes(*eight) & !(u64::MAX << (8 * length)),
            None => head(name),
        };
        let Some(places) = &self.places else {
            return self.search(name);
        };
        let known = self.sorted.get(places.at(head, length)?)?;
        let same = known.head == head
            && known.length as usize == length
            && (length <= 8 || self.name(known.slot) == Some(name));
        same.then_some(known.slot as usize)
    }

    /// As [`find`](Self::find), by halving.
    #[inline(never)]
    fn search(&self, name: &[u8]) -> Option<usize> {
        let wanted = Some(key(name));
        let place = self
            .sorted
            .binary_search_by(|known| self.name(known.slot).map(key).cmp(&wanted))
            .ok()?;
        self.sorted.get(place).map(|known| known.slot as usize)
    }

    fn name(&self, slot: u32) -> Option<&[u8]> {
        self.names.get(slot as usize).map(|name| name.as_bytes())
    }
}

/// The order of names: by their heads, for a head is compared at once.
fn key(name: &[u8]) -> (u64, &[u8]) {
    (head(name), name)
}

/// The bit of a length among lengths.
#[inline]
fn length_bit(length: usize) -> u64 {
    1 << length.min(63)
}

/// The first eight bytes as a number, zeros after the end.
#[inline]
fn head(bytes: &[u8]) -> u64 {
    word(bytes, 0)
}

#[cfg(test)]
mod tests {
    use super::Looked;

    #[test]
    fn names_are_kept_once_in_order_and_the_tail_is_one_of_them() {
        let looked = Looked::new(["path", "to", "path", "args"], Some("args"));
        assert_eq!(
            looked
                .names()
                .iter()
                .map(|name| &**name)
                .collect::<Vec<_>>(),
            ["path", "to", "args"]
        );
        assert_eq!(looked.tail(), Some(2));
        let looked = Looked::new(["path"], Some("args"));
        assert_eq!(looked.tail(), Some(1));
        assert_eq!(looked.find("args"), Some(1));
        let nothing = Looked::new([], None);
        assert_eq!(
            (nothing.tail(), nothing.find(""), nothing.longest()),
            (None, None, 0)
        );
        assert_eq!(nothing, Looked::default());
    }

    #[test]
    fn near_misses_are_not_found() {
        let names = [
            "",
            "a",
            "path",
            "12345678",
            "123456789",
            "12345678\0",
            "1234567890123456x",
        ];
        let looked = Looked::new(names, None);
        for (slot, name) in names.iter().enumerate() {
            assert_eq!(looked.find(name), Some(slot), "{name:?}");
            for rest in ["\":", "\": 1234567890"] {
                let text = format!("{{\"{name}{rest}");
                assert_eq!(
                    looked.find_in(text.as_bytes(), 2, 2 + name.len()),
                    Some(slot),
                    "{text}"
                );
            }
        }
        assert_eq!(looked.find_in(b"path", 0, 5), None);
        assert_eq!(looked.find_in(b"path", 5, 4), None);
        for name in [
            "\0",
            "b",
            "a\0",
            "pat",
            "path\0",
            "Path",
            "paths",
            "1234567",
            "12345679",
            "12345678a",
            "1234567890123456y",
        ] {
            assert_eq!(looked.find(name), None, "{name:?}");
        }
    }

    #[test]
    fn many_names_are_found_as_few_are() {
        let names: Vec<String> = (0..5000)
            .map(|n| match n % 3 {
                0 => format!("{n}"),
                1 => format!("argument-{n}"),
                _ => format!("a-long-common-head-{n}-and-tail"),
            })
            .collect();
        let looked = Looked::new(names.iter().map(String::as_str), None);
        for (slot, name) in names.iter().enumerate() {
            assert_eq!(looked.find(name), Some(slot));
            assert_eq!(looked.find(&format!("{name}'")), None);
        }
    }
}
