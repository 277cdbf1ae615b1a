//! A progress bar for work that takes longer than a second.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

/// How long work may take before a bar shows.
const PATIENCE: Duration = Duration::from_secs(1);

/// Shown on standard error, on a terminal, once the work has taken a second; never between
/// results that go to the same terminal.
pub(crate) struct Progress {
    total: Option<u64>,
    template: &'static str,
    since: Instant,
    bar: Option<ProgressBar>,
    wanted: bool,
}

impl Progress {
    /// Progress through `total` bytes; `None`: an unknown number.
    pub(crate) fn bytes(total: Option<u64>) -> Self {
        Self::new(
            total,
            "{wide_bar} {bytes}/{total_bytes} {eta}",
            "{spinner} {bytes} {bytes_per_sec}",
        )
    }

    /// Progress through `total` items.
    pub(crate) fn items(total: u64) -> Self {
        Self::new(
            Some(total),
            "{wide_bar} {pos}/{len} {eta}",
            "{spinner} {pos}",
        )
    }

    /// For work whose results all come after it: a bar cannot come between them.
    pub(crate) fn before_results(mut self) -> Self {
        self.wanted = io::stderr().is_terminal();
        self
    }

    fn new(total: Option<u64>, known: &'static str, unknown: &'static str) -> Self {
        Self {
            total,
            template: if total.is_some() { known } else { unknown },
            since: Instant::now(),
            bar: None,
            wanted: io::stderr().is_terminal() && !io::stdout().is_terminal(),
        }
    }

    /// Says how far the work has come.
    pub(crate) fn at(&mut self, position: u64) {
        if !self.wanted {
            return;
        }
        if self.bar.is_none() && self.since.elapsed() >= PATIENCE {
            let bar = self
                .total
                .map_or_else(ProgressBar::new_spinner, ProgressBar::new);
            if let Ok(style) = ProgressStyle::with_template(self.template) {
                bar.set_style(style);
            }
            self.bar = Some(bar);
        }
        if let Some(bar) = &self.bar {
            bar.set_position(position);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
