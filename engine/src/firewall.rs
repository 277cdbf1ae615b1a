//! The firewall dialect.
