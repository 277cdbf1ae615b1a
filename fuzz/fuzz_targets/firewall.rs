//! The body is [`callgate_fuzz::firewall`].
#![cfg_attr(fuzzing, no_main)]
callgate_fuzz::target!(firewall);
