//! Asking for memory before it is needed.
//!
//! A table of many thousands of tools does not fit the caches, and a decision would wait for
//! three or four of its places one after another: the door, the name that proves it right, the
//! rules. Where the tool's name can be told from the first bytes of a request, its door is looked
//! at before the request is read, and what lies behind is on its way meanwhile. What was taken on
//! trust is compared once the name is known for sure: a wrong guess costs time, never a decision.

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
    /// What the tool of a request probably is, in a large table, by a part of its hash; begins
    /// to fetch what will be needed if it is.
    #[inline]
    pub(super) fn guess(&self, request: &[u8]) -> Option<&Named> {
        let finder = self.name.as_ref()?;
        // All of it at once: looking for the name would wait for its first part alone.
        for line in request.chunks(LINE).take(NEAR / LINE) {
            fetch(line.last());
        }
        let named = self.tools.guess(name_in(request, finder)?)?;
        self.fetch_behind(named);
        Some(named)
    }

    /// Begins to fetch what will be needed if this is the tool.
    #[inline]
    fn fetch_behind(&self, named: &Named) {
        fetch(self.pools.arena.first(named.text));
        if let Some(run) = named.door.listed() {
            let heads = run.of(&self.lists.listed);
            fetch(heads.first());
            fetch(heads.last());
        }
    }

    /// The finder of a name's beginning, for a table that is worth it.
    pub(super) fn name_finder(names: usize) -> Option<memmem::Finder<'static>> {
        (names >= LARGE).then(|| memmem::Finder::new(b"\"name\""))
    }
}

/// The first string that is called a name, if it is near.
#[inline]
fn name_in<'a>(request: &'a [u8], finder: &memmem::Finder<'_>) -> Option<&'a [u8]> {
    let near = request.get(..NEAR).unwrap_or(request);
    let after = near.get(finder.find(near)? + finder.needle().len()..)?;
    let after = after.strip_prefix(b":")?;
    let after = after.strip_prefix(b" ").unwrap_or(after);
    let name = after.strip_prefix(b"\"")?;
    name.get(..memchr::memchr(b'"', name)?)
}
