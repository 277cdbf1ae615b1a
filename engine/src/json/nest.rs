//! Passing arrays and objects without recursion.

use super::scan::{Cursor, Invalid};
use smallvec::SmallVec;

/// After the array or object at `at`, `depth` levels of which may be entered.
#[inline(never)]
pub(super) fn nest(text: &str, marks: &[u8], at: usize, depth: usize) -> Result<usize, Invalid> {
    let mut cursor = Cursor::at(text, marks, at, depth);
    let mut nesting = Nesting::default();
    let mut outer = Outer::new();
    loop {
        if let Some(object) = cursor.step()? {
            nesting.push(object, &mut outer);
        }
        // After a value, or just inside a bracket.
        loop {
            let another = match nesting.top() {
                Some(true) => cursor.member()?.is_some(),
                Some(false) => cursor.element()?,
                None => return Ok(cursor.place()),
            };
            if another {
                break;
            }
            nesting.pop(&mut outer);
        }
    }
}

/// Which of the open brackets are braces: a bit each, the innermost last.
///
/// 64 levels in a register, 128 more on the stack; beyond that on the heap.
#[derive(Clone, Copy, Default)]
struct Nesting {
    /// The innermost levels, the lowest bit the innermost of them.
    word: u64,
    /// How many levels `word` holds.
    held: u32,
}

/// The outer levels, 64 a word.
type Outer = SmallVec<[u64; 2]>;

impl Nesting {
    #[inline(always)]
    fn push(&mut self, object: bool, outer: &mut Outer) {
        if self.held == u64::BITS {
            outer.push(self.word);
            self.held = 0;
        }
        self.word = self.word << 1 | u64::from(object);
        self.held += 1;
    }

    #[inline(always)]
    fn pop(&mut self, outer: &mut Outer) {
        self.word >>= 1;
        self.held = self.held.saturating_sub(1);
        if self.held == 0
            && let Some(word) = outer.pop()
        {
            *self = Self {
                word,
                held: u64::BITS,
            };
        }
    }

    /// Whether the innermost open bracket is a brace; `None` if none is open.
    const fn top(self) -> Option<bool> {
        if self.held == 0 {
            None
        } else {
            Some(self.word & 1 == 1)
        }
    }
}
