//! The body is [`callgate_fuzz::url`].
#![cfg_attr(fuzzing, no_main)]
callgate_fuzz::target!(url);
