//! JSON as bytes (J1–J4).

/// How much of a call's bytes is read; past a limit the call is unreadable (J4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a request or of an arguments value.
    pub bytes: usize,
    /// Nesting of arrays and objects.
    pub depth: usize,
}

impl Default for Limits {
    /// 16 MiB, 128 levels.
    fn default() -> Self {
        Self {
            bytes: 16 << 20,
            depth: 128,
        }
    }
}

/// A `tools/call` request taken apart, without building anything (J1, J2).
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// `params.name`, unescaped; `None`: not JSON, missing, not a string, or twice.
    pub tool: Option<&'a str>,
    /// The bytes of `params.arguments`; `None`: absent.
    pub arguments: Option<&'a [u8]>,
    /// `arguments`, or something that holds it, cannot be read.
    pub unreadable: bool,
}
