//! The body is [`callgate_fuzz::glob`].
#![cfg_attr(fuzzing, no_main)]
callgate_fuzz::target!(glob);
