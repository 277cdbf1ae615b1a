//! Files and standard input.

use crate::exit::Stop;
use std::fs::File;
use std::io::{self, Read, StdinLock};

/// The largest document that is read. Spans hold 32-bit offsets, and no policy comes near.
const DOCUMENT_LIMIT: u64 = 1 << 30;

/// Something to read, and the name people know it by.
pub(crate) struct Input {
    /// The path as given, or `<stdin>`.
    pub(crate) name: String,
    /// How many bytes it holds, where that is known.
    pub(crate) size: Option<u64>,
    reader: Reader,
}

enum Reader {
    File(File),
    Stdin(StdinLock<'static>),
}

impl Input {
    /// Opens a file, or standard input for `-`.
    pub(crate) fn open(path: &str) -> Result<Self, Stop> {
        if path == "-" {
            return Ok(Self {
                name: "<stdin>".to_owned(),
                size: None,
                reader: Reader::Stdin(io::stdin().lock()),
            });
        }
        let refuse = |error: io::Error| Stop::unusable(path, plainly(&error));
        let file = File::open(path).map_err(refuse)?;
        let about = file.metadata().map_err(refuse)?;
        if about.is_dir() {
            return Err(Stop::unusable(path, "is a directory, not a file"));
        }
        Ok(Self {
            name: path.to_owned(),
            size: about.is_file().then_some(about.len()),
            reader: Reader::File(file),
        })
    }

    /// Reads a whole document.
    pub(crate) fn document(mut self) -> Result<(String, Vec<u8>), Stop> {
        let mut bytes = Vec::new();
        let read = (&mut self).take(DOCUMENT_LIMIT + 1).read_to_end(&mut bytes);
        match read {
            Err(error) => Err(Stop::unusable(self.name, plainly(&error))),
            Ok(_) if bytes.len() as u64 > DOCUMENT_LIMIT => {
                Err(Stop::unusable(self.name, "is larger than 1 GiB"))
            }
            Ok(_) => Ok((self.name, bytes)),
        }
    }
}

impl Read for Input {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match &mut self.reader {
            Reader::File(file) => file.read(into),
            Reader::Stdin(stdin) => stdin.read(into),
        }
    }
}

/// An error of the system in a few words, without its number.
pub(crate) fn plainly(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "may not be read".to_owned(),
        _ => error.to_string(),
    }
}
