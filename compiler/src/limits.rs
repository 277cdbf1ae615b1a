//! How large a policy document may be.

/// How much of a policy document is read; past a limit the document is refused with a fault of
/// kind `limit`, never read in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the text; never more than 4 GiB, whatever is set.
    pub bytes: usize,
    /// Nesting of arrays and objects; never more than [`Limits::MAX_DEPTH`], whatever is set.
    pub depth: usize,
    /// Values in the whole document: bounds the memory of its tree.
    pub values: usize,
    /// Faults that are reported one by one; one more says how many there were beyond them.
    pub faults: usize,
}

impl Limits {
    /// The deepest nesting that any setting allows: what the stack surely holds.
    pub const MAX_DEPTH: usize = 256;

    /// The depth that counts.
    pub(crate) fn depth(&self) -> usize {
        self.depth.min(Self::MAX_DEPTH)
    }

    /// The size that counts: positions are 32 bits wide.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
            .min(usize::try_from(u32::MAX - 1).unwrap_or(usize::MAX))
    }
}

impl Default for Limits {
    /// 64 MiB, 64 levels, 8 million values, 10,000 faults.
    fn default() -> Self {
        Self {
            bytes: 64 << 20,
            depth: 64,
            values: 8_000_000,
            faults: 10_000,
        }
    }
}
