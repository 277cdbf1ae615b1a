use super::*;

/// Gives its bytes a few at a time.
struct Trickle<'a>(&'a [u8], usize);

impl Read for Trickle<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let some = self.1.min(self.0.len()).min(into.len());
        let (now, later) = self.0.split_at(some);
        into[..some].copy_from_slice(now);
        self.0 = later;
        Ok(some)
    }
}

fn all(text: &[u8], step: usize, limit: usize) -> Vec<Result<Vec<u8>, u64>> {
    let mut lines = Lines::new(Trickle(text, step), limit);
    let mut found = Vec::new();
    loop {
        // Asked about before every other line: it must change nothing.
        if found.len() % 2 == 0 {
            lines.would_wait();
        }
        let Some(line) = lines.next().unwrap() else {
            break;
        };
        found.push(match line {
            Line::Bytes(bytes) => Ok(bytes.to_vec()),
            Line::TooLong { bytes } => Err(bytes),
        });
    }
    assert_eq!(lines.taken(), text.len() as u64);
    found
}

#[test]
fn lines_come_whole_and_in_order_whatever_the_reads() {
    for step in [1, 2, 3, 7, 1000] {
        assert_eq!(
            all(b"one\ntwo\n\nfour", step, 100),
            [
                Ok(b"one".to_vec()),
                Ok(b"two".to_vec()),
                Ok(vec![]),
                Ok(b"four".to_vec())
            ],
        );
    }
    assert!(all(b"", 1, 10).is_empty());
    assert_eq!(all(b"\n", 1, 10), [Ok(vec![])]);
}

#[test]
fn a_line_at_the_limit_is_kept_and_one_above_is_counted() {
    for step in [1, 3, 1000] {
        assert_eq!(
            all(b"1234\n12345\n1\n123456", step, 4),
            [Ok(b"1234".to_vec()), Err(5), Ok(b"1".to_vec()), Err(6)],
        );
    }
}

#[test]
fn lines_longer_than_the_buffer_are_joined_or_skipped() {
    let long = vec![b'x'; 3 * CHUNK + 5];
    let text = [&long[..], b"\nshort\n"].concat();
    assert_eq!(
        all(&text, 10_000, 4 * CHUNK),
        [Ok(long.clone()), Ok(b"short".to_vec())]
    );
    assert_eq!(
        all(&text, 10_000, CHUNK),
        [Err(long.len() as u64), Ok(b"short".to_vec())]
    );
}

#[test]
fn a_line_past_the_limit_does_not_grow_the_buffer_further() {
    let text = vec![b'x'; 40 * CHUNK];
    let mut lines = Lines::new(Trickle(&text, CHUNK), CHUNK);
    assert_eq!(
        lines.next().unwrap(),
        Some(Line::TooLong {
            bytes: text.len() as u64
        })
    );
    assert!(lines.buffer.len() <= 4 * CHUNK);
}
