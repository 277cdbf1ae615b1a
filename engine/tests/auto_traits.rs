//! Tables are shared between threads, scratch memory is moved to them.

use callgate_engine::{firewall, permission};
use std::panic::{RefUnwindSafe, UnwindSafe};

fn shared<T: Send + Sync + UnwindSafe + RefUnwindSafe>() {}

fn moved<T: Send + UnwindSafe>() {}

#[test]
fn tables_are_shared_and_scratch_is_moved() {
    shared::<permission::Table>();
    shared::<firewall::Table>();
    shared::<permission::Outcome>();
    shared::<permission::Suggestion>();
    moved::<permission::Scratch>();
    moved::<firewall::Scratch>();
    moved::<callgate_engine::shell::CommandReader>();
}
