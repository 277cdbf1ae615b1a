//! A recording, decided by several threads.

mod changes;
mod coverage;
mod judge;
mod no_calls;
mod tally;

pub(crate) use changes::{Change, Changes, Group, Side, Texts};
pub(crate) use coverage::Coverage;
pub(crate) use judge::{Judge, Said, WORDS, Word};
pub(crate) use no_calls::NoCalls;
pub(crate) use tally::{Tally, ToolTally};

use crate::exit::Stop;
use crate::input::{Input, plainly};
use crate::lines::{Line, Lines};
use crate::progress::Progress;
use callgate::engine::json::Limits;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How many bytes of lines are handed to a thread at once.
const BLOCK: usize = 1 << 20;

/// What one thread makes of the lines it is given.
pub(crate) trait Fold: Send {
    /// One line, by its number from 1. Each thread sees numbers that grow.
    fn line(&mut self, number: u64, line: &Line<'_>);
}

/// Some lines, end to end.
struct Block {
    first: u64,
    bytes: Vec<u8>,
    lines: Vec<Piece>,
}

/// A line of a block.
#[derive(Clone, Copy)]
enum Piece {
    /// Ends here in the block's bytes.
    Ends(usize),
    /// Was too long to be kept.
    TooLong(u64),
}

/// Folds the lines of a recording on every core; gives what each thread made of its share.
///
/// Memory is bounded by a few blocks and what the folds keep.
pub(crate) fn fold<F: Fold>(
    path: &str,
    limits: &Limits,
    make: impl Fn() -> F,
) -> Result<Vec<F>, Stop> {
    let input = Input::open(path)?;
    let (name, size) = (input.name.clone(), input.size);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let folds: Vec<F> = (0..workers).map(|_| make()).collect();
    let (sender, receiver) = sync_channel::<Block>(2 * workers);
    let receiver = Mutex::new(receiver);
    thread::scope(|scope| {
        let threads: Vec<_> = folds
            .into_iter()
            .map(|mut fold| {
                let receiver = &receiver;
                scope.spawn(move || {
                    while let Some(block) = next(receiver) {
                        block.each(&mut fold);
                    }
                    fold
                })
            })
            .collect();
        let mut progress = Progress::bytes(size);
        let mut lines = Lines::new(input, limits.bytes);
        let mut number = 0;
        let read = loop {
            match Block::read(&mut lines, number + 1) {
                Ok(Some(block)) => {
                    number += block.lines.len() as u64;
                    progress.at(lines.taken());
                    if sender.send(block).is_err() {
                        break Ok(());
                    }
                }
                Ok(None) => break Ok(()),
                Err(error) => break Err(Stop::unusable(&name, plainly(&error))),
            }
        };
        drop(sender);
        drop(progress);
        let folds: Vec<F> = threads
            .into_iter()
            .filter_map(|thread| thread.join().ok())
            .collect();
        read?;
        if folds.len() != workers {
            return Err(Stop::unusable(
                name,
                "could not be decided: a thread ended early",
            ));
        }
        if number == 0 {
            return Err(Stop::unusable(name, "holds no calls"));
        }
        Ok(folds)
    })
}

fn next(receiver: &Mutex<Receiver<Block>>) -> Option<Block> {
    let receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
    receiver.recv().ok()
}

impl Block {
    /// The next lines, `None` at the end.
    fn read(lines: &mut Lines<Input>, first: u64) -> std::io::Result<Option<Self>> {
        let mut block = Self {
            first,
            bytes: Vec::with_capacity(BLOCK + BLOCK / 8),
            lines: Vec::new(),
        };
        while block.bytes.len() < BLOCK && block.lines.len() < BLOCK / 8 {
            match lines.next()? {
                None => break,
                Some(Line::TooLong { bytes }) => block.lines.push(Piece::TooLong(bytes)),
                Some(Line::Bytes(bytes)) => {
                    block.bytes.extend_from_slice(bytes);
                    block.lines.push(Piece::Ends(block.bytes.len()));
                }
            }
        }
        Ok((!block.lines.is_empty()).then_some(block))
    }

    fn each(&self, fold: &mut impl Fold) {
        let mut start = 0;
        for (number, piece) in (self.first..).zip(&self.lines) {
            match *piece {
                Piece::TooLong(bytes) => fold.line(number, &Line::TooLong { bytes }),
                Piece::Ends(end) => {
                    let bytes = self.bytes.get(start..end).unwrap_or_default();
                    fold.line(number, &Line::Bytes(bytes));
                    start = end;
                }
            }
        }
    }
}
