//! What this process allocates, for `callgate bench`.

use callgate_workload::report::Heap;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static HEAP: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The heap of this process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProcessHeap;

impl Heap for ProcessHeap {
    fn allocations(&self) -> u64 {
        let stats = HEAP.stats();
        (stats.allocations + stats.reallocations) as u64
    }

    fn bytes(&self) -> u64 {
        let stats = HEAP.stats();
        (stats.bytes_allocated as u64).saturating_sub(stats.bytes_deallocated as u64)
    }
}
