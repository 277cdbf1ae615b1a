//! The body is [`callgate_fuzz::decide`].
#![cfg_attr(fuzzing, no_main)]
callgate_fuzz::target!(decide);
