//! The body is [`callgate_fuzz::shell`].
#![cfg_attr(fuzzing, no_main)]
callgate_fuzz::target!(shell);
