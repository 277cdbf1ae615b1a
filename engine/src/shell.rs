//! Effective commands (`shell.md`).
