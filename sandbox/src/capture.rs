//! What is kept of a stream of output: its head and its tail.

use std::collections::VecDeque;
use std::io::{self, Read};

/// A stream's output, however much there is.
pub struct Capture {
    half: usize,
    head: Vec<u8>,
    tail: VecDeque<u8>,
    /// Everything that came.
    pub total: u64,
}

/// What a stream has for us now.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum More {
    Later,
    Never,
}

impl Capture {
    pub fn new(bytes: u64) -> Capture {
        let half = usize::try_from(bytes / 2).unwrap_or(usize::MAX);
        Capture { half, head: Vec::new(), tail: VecDeque::new(), total: 0 }
    }

    /// Takes what a pipe holds now, at most about a megabyte, so that others have their turn.
    pub fn take(&mut self, pipe: &mut impl Read, buffer: &mut [u8]) -> More {
        for _ in 0..16 {
            match pipe.read(buffer) {
                Ok(0) => return More::Never,
                Ok(length) => self.push(&buffer[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return More::Later,
                Err(_) => return More::Never,
            }
        }
        More::Later
    }

    fn push(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let (head, rest) = bytes.split_at(bytes.len().min(self.half - self.head.len()));
        self.head.extend(head);
        let rest = &rest[rest.len().saturating_sub(self.half)..];
        let surplus = (self.tail.len() + rest.len()).saturating_sub(self.half);
        self.tail.drain(..surplus);
        self.tail.extend(rest);
    }

    pub fn truncated(&self) -> bool {
        self.total > (self.head.len() + self.tail.len()) as u64
    }

    /// Head and tail. A mark would be taken for output, so there is none.
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.head.extend(self.tail);
        self.head
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn captured(limit: u64, pieces: &[&str]) -> (String, bool) {
        let mut capture = Capture::new(limit);
        pieces.iter().for_each(|piece| capture.push(piece.as_bytes()));
        let truncated = capture.truncated();
        (String::from_utf8(capture.into_bytes()).unwrap(), truncated)
    }

    #[test]
    fn little_output_is_kept_whole() {
        assert_eq!(captured(8, &["abc", "defgh"]), ("abcdefgh".to_string(), false));
    }

    #[test]
    fn of_much_output_head_and_tail_are_kept() {
        assert_eq!(captured(6, &["abcdefghij"]), ("abchij".to_string(), true));
        assert_eq!(captured(6, &["a", "bc", "defg", "h", "ij"]), ("abchij".to_string(), true));
        assert_eq!(captured(0, &["a"]), (String::new(), true));
    }
}
