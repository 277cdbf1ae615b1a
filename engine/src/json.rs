//! JSON as bytes (J1–J4).
