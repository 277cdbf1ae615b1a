//! Memory by index that is forgotten in one step.

/// A value for some indexes of the current round.
#[derive(Clone, Debug)]
pub(super) struct Stamps<T> {
    round: u64,
    slots: Vec<(u64, T)>,
}

impl<T> Default for Stamps<T> {
    fn default() -> Self {
        // Slots are born with round 0, which is over.
        Self {
            round: 1,
            slots: Vec::new(),
        }
    }
}

impl<T: Copy + Default> Stamps<T> {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.slots.clear();
            self.round = 1;
        }
    }

    pub(super) fn get(&self, index: u32) -> Option<T> {
        let &(round, value) = self.slots.get(index as usize)?;
        (round == self.round).then_some(value)
    }

    pub(super) fn set(&mut self, index: u32, value: T) {
        let index = index as usize;
        if index >= self.slots.len() {
            self.slots.resize(index + 1, (0, T::default()));
        }
        if let Some(slot) = self.slots.get_mut(index) {
            *slot = (self.round, value);
        }
    }
}
