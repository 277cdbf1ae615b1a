//! Asking for memory before it is needed.
//!
//! A table of many thousands of tools does not fit the caches, and a decision would wait for
//! three or four of its places one after another: the entry of the tool with its door, the name
//! that proves it right, the rules. Where the tool's name can be told from the first bytes of a
//! request, the entry is on its way while the request is read as far as the name; the name that
//! was read tells by a part of its hash whether it is the right one, and the rules and the
//! entry's own name are on their way while the arguments are read. That name is compared last: a
//! wrong guess costs time, never a decision.

#[cfg(test)]
mod tests;

use super::arena::Text;
use super::scope::Door;
use super::table::Table;
use memchr::memmem;

/// A name that is in the table, with its door.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    pub(super) text: Text,
    /// A part of the name's hash, to tell most others without their text.
    pub(super) hash: u32,
    pub(super) door: Door,
}

/// Where a tool probably is, known before the request is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess<'t, 'r> {
    name: &'r [u8],
    /// Where the entry of such a name stands; not looked at yet, it is on its way.
    place: &'t Named,
    part: u32,
}

impl<'t> Guess<'t, '_> {
    /// The entry of a tool that was read, if the guess was about it: but for the text, which is
    /// still on its way.
    #[inline]
    pub(super) fn of(&self, tool: &str) -> Option<&'t Named> {
        (self.name == tool.as_bytes() && self.place.hash == self.part).then_some(self.place)
    }
}

impl Named {
    /// The bits of a hash that a table does not use to find a place.
    #[inline(always)]
    pub(super) const fn part(hash: u64) -> u32 {
        (hash >> 25 & 0xffff_ffff) as u32
    }
}

const _: () = assert!(size_of::<Named>() == 32, "two to a cache line");

/// From so many exact names on a table is taken to be too large for the nearer caches.
const LARGE: usize = 1 << 14;

/// Bytes that come together.
const LINE: usize = 64;

/// Where a request's name is looked for: beyond, there would be little left to wait behind.
const NEAR: usize = 512;

/// What a name stands behind.
const NAME: &[u8; 6] = b"\"name\"";

/// Begins to bring a place into the caches, without waiting for it.
#[inline(always)]
pub(super) fn fetch<T>(place: Option<&T>) {
    #[cfg(target_arch = "x86_64")]
    if let Some(place) = place {
        safe_arch::prefetch_t0(place);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

impl Table {
    /// Begins to fetch the entry of what the tool of a request probably is, in a large table;
    /// `at` as in [`name_in`].
    #[inline]
    pub(super) fn guess<'r>(&self, request: &'r [u8], at: &mut usize) -> Option<Guess<'_, 'r>> {
        let finder = self.name.as_ref()?;
        // All of it at once: looking for the name would wait for its first part alone.
        for line in request.chunks(LINE).take(NEAR / LINE) {
            fetch(line.last());
        }
        let name = name_in(request, finder, at)?;
        let (place, part) = self.tools.guess(name)?;
        fetch(Some(place));
        Some(Guess { name, place, part })
    }

    /// Begins to fetch an entry's own name and the rules behind its door.
    #[inline]
    pub(super) fn fetch_behind(&self, named: &Named) {
        fetch(self.pools.arena.first(named.text));
        if let Some(run) = named.door.listed() {
            let heads = run.of(&self.lists.listed);
            fetch(heads.first());
            fetch(heads.last());
        }
    }

    /// The finder of a name's beginning, for a table that is worth it.
    pub(super) fn name_finder(names: usize) -> Option<memmem::Finder<'static>> {
        (names >= LARGE).then(|| memmem::Finder::new(NAME))
    }
}

/// The first string that is called a name, if it is near; `at` is where the last one stood, and
/// the next one is likely to.
#[inline]
fn name_in<'a>(request: &'a [u8], finder: &memmem::Finder<'_>, at: &mut usize) -> Option<&'a [u8]> {
    let near = request.get(..NEAR).unwrap_or(request);
    let last = near.get(*at..).and_then(|rest| rest.strip_prefix(NAME));
    let after = match last {
        Some(after) => after,
        None => {
            *at = finder.find(near)?;
            near.get(*at + NAME.len()..)?
        }
    };
    let after = after.strip_prefix(b":")?;
    let after = after.strip_prefix(b" ").unwrap_or(after);
    let name = after.strip_prefix(b"\"")?;
    name.get(..memchr::memchr(b'"', name)?)
}
