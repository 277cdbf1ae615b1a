//! The body is [`callgate_fuzz::document`].
#![cfg_attr(fuzzing, no_main)]
callgate_fuzz::target!(document);
