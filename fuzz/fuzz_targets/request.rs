//! The body is [`callgate_fuzz::request`].
#![cfg_attr(fuzzing, no_main)]
callgate_fuzz::target!(request);
