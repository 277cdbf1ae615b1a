//! The body is [`callgate_fuzz::path`].
#![cfg_attr(fuzzing, no_main)]
callgate_fuzz::target!(path);
