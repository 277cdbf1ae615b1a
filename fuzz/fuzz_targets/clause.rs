//! The body is [`callgate_fuzz::clause`].
#![cfg_attr(fuzzing, no_main)]
callgate_fuzz::target!(clause);
