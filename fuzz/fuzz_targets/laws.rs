//! The body is [`callgate_fuzz::laws`].
#![cfg_attr(fuzzing, no_main)]
callgate_fuzz::target!(laws);
