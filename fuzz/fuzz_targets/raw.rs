//! The body is [`callgate_fuzz::raw`].
#![cfg_attr(fuzzing, no_main)]
callgate_fuzz::target!(raw);
