//! Input from streams (C17 7.21.7, 7.21.8.1), and opening, closing and positioning files that are read.

use super::stream::{Reader, Stream};
use super::table::{Effects, Entry};
use super::{Call, Outcome, Stop, Value, heap};
use crate::input::{self, Unspecified};
use crate::ub::Rule;
use lang::Type;
use std::sync::Arc;

/// Reading moves the position of a stream, which other calls see as they see output.
const READS_STREAM: Effects = Effects::READS.and(Effects::WRITES).and(Effects::OUTPUT);

const fn reading(names: &'static str, run: super::table::Run) -> Entry {
    Entry { names, run, effects: READS_STREAM }
}

const EOF: i128 = -1;
const ENOENT: i32 = 2;
const EINVAL: i32 = 22;

pub(super) const ENTRIES: &[Entry] = &[
    reading("getchar getchar_unlocked", |call| get_char(call, Stream::In)),
    reading("fgetc getc _IO_getc fgetc_unlocked getc_unlocked", |call| get_char(call, call.stream(0)?)),
    reading("ungetc", ungetc),
    reading("fgets fgets_unlocked", fgets),
    reading("fread fread_unlocked", fread),
    reading("getline", |call| get_line(call, b'\n', call.stream(2)?)),
    reading("getdelim __getdelim", |call| get_line(call, call.int(2)? as u8, call.stream(3)?)),
    reading("feof feof_unlocked", feof),
    // Input was given beforehand, and output cannot fail.
    reading("ferror ferror_unlocked", |call| call.stream(0).map(|_| Value::Int(0))),
    reading("clearerr clearerr_unlocked", clearerr),
    reading("fopen fopen64", fopen),
    reading("fclose", fclose),
    reading("fseek fseeko", fseek),
    reading("ftell ftello", ftell),
    reading("rewind", rewind),
    reading("fgetpos", fgetpos),
    reading("fsetpos", fsetpos),
];

fn get_char(call: &mut Call, stream: Stream) -> Outcome {
    Ok(Value::Int(call.reader(stream)?.next().map_or(EOF, i128::from)))
}

fn ungetc(call: &mut Call) -> Outcome {
    let (c, stream) = (call.int(0)?, call.stream(1)?);
    let reader = call.reader(stream)?;
    if c as i128 == EOF {
        return Ok(Value::Int(EOF));
    }
    if !reader.push(c as u8) {
        return call.unsupported("pushes back a second character, which may fail");
    }
    Ok(Value::Int(c as u8 as i128))
}

/// Bytes up to and including the delimiter, but no more than `limit`.
fn take_line(reader: &mut Reader, delimiter: u8, limit: usize) -> Vec<u8> {
    let mut line = Vec::new();
    while line.len() < limit && line.last() != Some(&delimiter) {
        match reader.next() {
            Some(byte) => line.push(byte),
            None => break,
        }
    }
    line
}

/// Only the bytes that are stored must be there.
fn fgets(call: &mut Call) -> Outcome {
    let (to, size, stream) = (call.pointer(0)?, call.int(1)?, call.stream(2)?);
    if size < 1 {
        return call.undefined(Rule::LibraryArgument, format!("is given an array of {size} characters"));
    }
    let mut line = take_line(call.reader(stream)?, b'\n', size as usize - 1);
    if line.is_empty() && size > 1 {
        // "The contents of the array remain unchanged" (C17 7.21.7.2p3).
        return Ok(Value::Pointer(0));
    }
    line.push(0);
    call.write_bytes(to, &line)?;
    Ok(Value::Pointer(to))
}

fn fread(call: &mut Call) -> Outcome {
    let (to, size, count, stream) = (call.pointer(0)?, call.size(1)?, call.size(2)?, call.stream(3)?);
    let reader = call.reader(stream)?;
    let wanted = size.saturating_mul(count);
    let mut bytes = Vec::new();
    while (bytes.len() as u64) < wanted {
        match reader.next() {
            Some(byte) => bytes.push(byte),
            None => break,
        }
    }
    if bytes.is_empty() {
        return Ok(Value::Int(0));
    }
    call.write_bytes(to, &bytes)?;
    let whole = bytes.len() as u64 / size;
    forget_partial(call, to, (whole * size) as usize, bytes.len())?;
    Ok(Value::Int(whole as i128))
}

/// "If a partial element is read, its value is indeterminate" (C17 7.21.8.1p2).
fn forget_partial(call: &mut Call, to: u64, whole: usize, read: usize) -> Result<(), Stop> {
    let at = call.writable(to, read as u64)?;
    call.cx.memory.init[at + whole..at + read].fill(0);
    Ok(())
}

/// POSIX: the line goes into an object from `malloc`, which grows as needed.
fn get_line(call: &mut Call, delimiter: u8, stream: Stream) -> Outcome {
    let mut line = take_line(call.reader(stream)?, delimiter, usize::MAX);
    if line.is_empty() {
        return Ok(Value::Int(EOF));
    }
    line.push(0);
    let (place, place_ty) = (call.pointer(0)?, call.pointee(0)?);
    let (size_place, size_ty) = (call.pointer(1)?, call.pointee(1)?);
    let mut buffer = call.load(place, place_ty)?[0];
    let room = if buffer == 0 { 0 } else { call.load(size_place, size_ty)?[0] };
    if room < line.len() as u64 {
        let size = (line.len() as u64).max(120).max(2 * room);
        if buffer != 0 {
            heap::release(call, buffer)?;
        }
        buffer = heap::allocate(call, size, None)?;
        if buffer == 0 {
            return call.unsupported("finds no memory left");
        }
        call.store(place, place_ty, [buffer, 0])?;
        call.store_integer(size_place, size_ty, size as i128)?;
    }
    call.write_bytes(buffer, &line)?;
    Ok(Value::Int(line.len() as i128 - 1))
}

fn feof(call: &mut Call) -> Outcome {
    let stream = call.stream(0)?;
    let reader = call.cx.state.streams.get(stream).reader.as_ref();
    Ok(Value::Int(reader.is_some_and(|reader| reader.at_end) as i128))
}

fn clearerr(call: &mut Call) -> Outcome {
    let stream = call.stream(0)?;
    if let Some(reader) = &mut call.cx.state.streams.get(stream).reader {
        reader.at_end = false;
    }
    Ok(Value::Void)
}

/// The modes of C17 7.21.5.3p3; with any other the behaviour is undefined.
const MODES: &[&[u8]] = &[
    b"r", b"w", b"wx", b"a", b"rb", b"wb", b"wbx", b"ab", b"r+", b"w+", b"w+x", b"a+", b"r+b", b"rb+", b"w+b", b"wb+",
    b"w+bx", b"wb+x", b"a+b", b"ab+",
];

fn fopen(call: &mut Call) -> Outcome {
    let (name, mode) = (call.text(0)?, call.text(1)?);
    if !MODES.contains(&mode.as_slice()) {
        let shown = mode.escape_ascii();
        return call.undefined(Rule::LibraryArgument, format!("has no mode `{shown}` (C17 7.21.5.3p3)"));
    }
    if mode != b"r" && mode != b"rb" {
        return call.unsupported("opens a file for writing");
    }
    let Some(bytes) = find_file(call, &name) else {
        call.set_errno(ENOENT)?;
        return Ok(Value::Pointer(0));
    };
    let file = call.library_object(1)?;
    call.cx.state.streams.open(file, Reader::new(bytes, mode == b"r"));
    Ok(Value::Pointer(file))
}

/// A file that was not given does not exist. With other values of the unspecified input it exists, empty or not.
fn find_file(call: &mut Call, name: &[u8]) -> Option<Arc<[u8]>> {
    let given = call.cx.state.files.iter().find(|file| file.name.as_bytes() == name);
    if let Some(file) = given {
        return Some(file.bytes.clone());
    }
    match call.unspecified(Unspecified::Files) {
        input::Value::Usual => None,
        input::Value::Other => Some(Arc::from([])),
        input::Value::Third => Some(Arc::from(*b"gadfly 1\n")),
    }
}

fn fclose(call: &mut Call) -> Outcome {
    let stream = call.stream(0)?;
    call.cx.state.streams.get(stream).is_closed = true;
    Ok(Value::Int(0))
}

const SEEK_SET: i32 = 0;
const SEEK_CUR: i32 = 1;
const SEEK_END: i32 = 2;

fn fseek(call: &mut Call) -> Outcome {
    let (stream, offset, whence) = (call.stream(0)?, call.integer(1)?, call.int(2)?);
    if stream == Stream::In {
        return call.unsupported("moves in standard input");
    }
    let reader = call.reader(stream)?;
    let from = match whence {
        SEEK_SET => 0,
        SEEK_CUR => reader.position(),
        SEEK_END => reader.length(),
        _ => return call.undefined(Rule::LibraryArgument, format!("is given {whence} as its third argument")),
    };
    let target = usize::try_from(from as i128 + offset);
    let may = !reader.is_text || offset == 0 || whence == SEEK_SET && target.is_ok_and(|to| reader.was_told(to));
    if !may {
        let what = format!("moves a text stream by {offset}, which `ftell` did not return (C17 7.21.9.2p4)");
        return call.undefined(Rule::LibraryArgument, what);
    }
    let Ok(target) = target else {
        call.set_errno(EINVAL)?;
        return Ok(Value::Int(-1));
    };
    reader.seek(target);
    Ok(Value::Int(0))
}

fn ftell(call: &mut Call) -> Outcome {
    let position = tell(call)?;
    Ok(Value::Int(position as i128))
}

fn tell(call: &mut Call) -> Result<usize, Stop> {
    let stream = call.stream(0)?;
    if stream == Stream::In {
        return call.unsupported("asks for the position in standard input");
    }
    match call.reader(stream)?.tell() {
        Some(position) => Ok(position),
        None => call.unsupported("asks for a position that `ungetc` makes unspecified"),
    }
}

fn rewind(call: &mut Call) -> Outcome {
    let stream = call.stream(0)?;
    if stream == Stream::In {
        return call.unsupported("moves in standard input");
    }
    call.reader(stream)?.seek(0);
    Ok(Value::Void)
}

/// glibc's `fpos_t` begins with the position.
fn fgetpos(call: &mut Call) -> Outcome {
    let (position, place) = (tell(call)?, call.pointer(1)?);
    let bytes = (position as u64).to_le_bytes();
    call.write_bytes(place, &bytes)?;
    Ok(Value::Int(0))
}

/// The position must come from `fgetpos` (C17 7.21.9.3p2).
fn fsetpos(call: &mut Call) -> Outcome {
    let (stream, place) = (call.stream(0)?, call.pointer(1)?);
    let size = call.types().size_of(Type::LLONG).unwrap_or(8);
    let at = call.readable(place, size)?;
    call.initialised(at, size as usize)?;
    let position = u64::from_le_bytes(call.cx.memory.read(at)) as usize;
    if !call.reader(stream)?.was_told(position) {
        return call.undefined(Rule::LibraryArgument, "is given a position that `fgetpos` did not store");
    }
    call.reader(stream)?.seek(position);
    Ok(Value::Int(0))
}
