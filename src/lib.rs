#![doc = include_str!("../README.md")]

pub use callgate_compiler as compiler;
pub use callgate_engine as engine;
