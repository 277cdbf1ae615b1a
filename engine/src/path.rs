//! Lexical containment of paths (P1–P3, P6, P7).

use crate::permission::PathCase;
use crate::tri::Tri;

/// Whether `path` lies inside `directory` (P3), segment by segment and never by the filesystem.
#[must_use]
pub fn path_under(_directory: &str, _path: &str, _case: PathCase) -> Tri { todo!() }
