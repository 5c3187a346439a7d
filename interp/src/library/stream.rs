//! The streams of a program: the three that are open from the start, and files opened for reading.
//!
//! A `FILE` is an object of the library. Its address is all that the program has of it; what is known about the stream
//! is kept here. Whatever is read was given before the program began, so reading never waits and never fails.

use super::{Call, Stop};
use crate::ub::Rule;
use std::collections::BTreeSet;
use std::sync::Arc;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Stream {
    In,
    Out,
    Err,
    /// One from `fopen`, by its place in the list of all streams.
    File(usize),
}

impl Stream {
    pub const STANDARD: [(&'static str, Stream); 3] =
        [("stdin", Stream::In), ("stdout", Stream::Out), ("stderr", Stream::Err)];

    pub fn index(self) -> usize {
        match self {
            Stream::In => 0,
            Stream::Out => 1,
            Stream::Err => 2,
            Stream::File(index) => index,
        }
    }

    fn from_index(index: usize) -> Stream {
        Stream::STANDARD.get(index).map_or(Stream::File(index), |(_, stream)| *stream)
    }
}

/// All streams that were ever open, the standard ones first.
#[derive(Debug)]
pub(super) struct Streams(Vec<OpenStream>);

#[derive(Default, Debug)]
pub(super) struct OpenStream {
    /// Of its `FILE`; 0 for a standard stream that the program does not name.
    pub address: u64,
    pub is_closed: bool,
    /// For input, once it is there.
    pub reader: Option<Reader>,
}

impl Default for Streams {
    fn default() -> Streams {
        Streams((0..Stream::STANDARD.len()).map(|_| OpenStream::default()).collect())
    }
}

impl Streams {
    pub fn get(&mut self, stream: Stream) -> &mut OpenStream {
        &mut self.0[stream.index()]
    }

    pub fn open(&mut self, address: u64, reader: Reader) {
        self.0.push(OpenStream { address, is_closed: false, reader: Some(reader) });
    }

    pub fn find(&self, address: u64) -> Option<(Stream, &OpenStream)> {
        let index = self.0.iter().position(|open| open.address == address && address != 0)?;
        Some((Stream::from_index(index), &self.0[index]))
    }

    /// Whether an object is a `FILE` of the library.
    pub fn owns(&self, address: u64) -> bool {
        self.find(address).is_some()
    }
}

/// An input stream: its bytes, and how far they are read.
#[derive(Default, Debug)]
pub(super) struct Reader {
    bytes: Arc<[u8]>,
    at: usize,
    /// From `ungetc`. One is all that C promises (C17 7.21.7.10p3).
    pushed: Option<u8>,
    pub at_end: bool,
    pub is_text: bool,
    /// What `ftell` returned: for text all that `fseek` may be given (C17 7.21.9.2p4).
    told: BTreeSet<usize>,
}

impl Reader {
    pub fn new(bytes: Arc<[u8]>, is_text: bool) -> Reader {
        Reader { bytes, is_text, ..Reader::default() }
    }

    /// The next byte. The end-of-file indicator stays set until it is cleared (C17 7.21.7.1p3).
    pub fn next(&mut self) -> Option<u8> {
        if let Some(byte) = self.pushed.take() {
            return Some(byte);
        }
        if self.at_end {
            return None;
        }
        let byte = self.bytes.get(self.at).copied();
        self.at += byte.is_some() as usize;
        self.at_end = byte.is_none();
        byte
    }

    /// Takes back the last byte that was read.
    pub fn back(&mut self, byte: u8) {
        match self.at.checked_sub(1) {
            Some(before) if self.pushed.is_none() && self.bytes.get(before) == Some(&byte) => self.at = before,
            _ => self.pushed = Some(byte),
        }
    }

    /// False if there is a pushed back byte already.
    pub fn push(&mut self, byte: u8) -> bool {
        let free = self.pushed.is_none();
        if free {
            self.pushed = Some(byte);
            self.at_end = false;
        }
        free
    }

    /// `None` while a pushed back byte makes it unspecified (C17 7.21.7.10p5).
    pub fn tell(&mut self) -> Option<usize> {
        if self.pushed.is_some() {
            return None;
        }
        self.told.insert(self.at);
        Some(self.at)
    }

    pub fn was_told(&self, position: usize) -> bool {
        self.told.contains(&position)
    }

    pub fn position(&self) -> usize {
        self.at
    }

    pub fn length(&self) -> usize {
        self.bytes.len()
    }

    /// Goes somewhere, which undoes `ungetc` and clears the end-of-file indicator (C17 7.21.9.2p5).
    pub fn seek(&mut self, position: usize) {
        self.at = position;
        self.pushed = None;
        self.at_end = false;
    }
}

impl Call<'_, '_> {
    /// Which stream argument `index` is.
    pub(super) fn stream(&self, index: usize) -> Result<Stream, Stop> {
        let address = self.pointer(index)?;
        if address == 0 {
            return self.undefined(Rule::LibraryArgument, "is given a null pointer as its stream");
        }
        match self.cx.state.streams.find(address) {
            Some((_, open)) if open.is_closed => {
                self.undefined(Rule::LibraryArgument, "is given a stream that was closed (C17 7.21.3p4)")
            }
            Some((stream, _)) => Ok(stream),
            None => self.undefined(Rule::LibraryArgument, "is given a stream that is not open"),
        }
    }

    /// Standard streams are also used by functions that do not name them.
    pub(super) fn check_open(&mut self, stream: Stream) -> Result<(), Stop> {
        match self.cx.state.streams.get(stream).is_closed {
            true => self.undefined(Rule::LibraryArgument, "uses a stream that was closed (C17 7.21.3p4)"),
            false => Ok(()),
        }
    }

    /// The reader of an input stream.
    pub(super) fn reader(&mut self, stream: Stream) -> Result<&mut Reader, Stop> {
        self.check_open(stream)?;
        if matches!(stream, Stream::Out | Stream::Err) {
            return self.unsupported("reads from an output stream");
        }
        if stream == Stream::In && self.cx.state.streams.get(stream).reader.is_none() {
            let Some(bytes) = self.cx.state.stdin.clone() else {
                self.cx.state.wants_stdin = true;
                return self.unsupported("reads standard input, and none was given");
            };
            self.cx.state.streams.get(stream).reader = Some(Reader::new(bytes, true));
        }
        match &mut self.cx.state.streams.get(stream).reader {
            Some(reader) => Ok(reader),
            None => unreachable!("files have a reader from the start"),
        }
    }
}
