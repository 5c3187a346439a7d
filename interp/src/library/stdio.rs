//! Streams: standard output is kept, standard error is thrown away, there are no others.
//!
//! `stdin`, `stdout` and `stderr` are variables that no unit defines; `external_object` makes them.

use super::table::{Entry, prints, pure};
use super::{Call, Outcome, State, Stop, Value};
use crate::effective::EffectiveTypes;
use crate::memory::{CLASS_ANY, Memory, ObjectKind, Tags};
use crate::ub::Rule;
use lang::{Program, VarId};

pub(super) const ENTRIES: &[Entry] = &[
    prints("putchar putchar_unlocked", |call| put_char(call, Stream::Out)),
    prints("fputc putc _IO_putc fputc_unlocked putc_unlocked", |call| put_char(call, call.stream(1)?)),
    prints("puts puts_unlocked", puts),
    prints("fputs fputs_unlocked", fputs),
    prints("fwrite fwrite_unlocked", fwrite),
    prints("perror", perror),
    pure("fflush fflush_unlocked", fflush),
    pure("setvbuf setbuf setlinebuf", |call| {
        call.stream(0)?;
        Ok(Value::Int(0))
    }),
];

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Stream {
    In,
    Out,
    Err,
}

const STREAMS: [(&str, Stream); 3] = [("stdin", Stream::In), ("stdout", Stream::Out), ("stderr", Stream::Err)];

/// The address of a variable that the library defines, and the program only declares.
pub fn external_object(
    program: &Program,
    memory: &mut Memory,
    effective: &mut EffectiveTypes,
    state: &mut State,
    var: VarId,
) -> Option<u64> {
    let declared = &program[var];
    let name = program.name(declared.name);
    let index = STREAMS.iter().position(|(stream, _)| *stream == name)?;
    if !program.types.is_pointer(declared.ty) {
        return None;
    }
    if state.stream_variables[index] != 0 {
        return Some(state.stream_variables[index]);
    }
    let stream = memory.allocate(1, 16, ObjectKind::Heap, 0, Tags::Uniform(CLASS_ANY)).ok()?;
    let size = program.types.target.pointer_size;
    let class = effective.class(&program.types, declared.ty);
    let variable = memory.allocate(size, size, ObjectKind::Static, var.0, Tags::Uniform(class)).ok()?;
    let at = memory.locate(variable, size as u32)?;
    let bytes = memory.narrow(stream).to_le_bytes();
    memory.write(at, &bytes[..size as usize]);
    state.streams[index] = stream;
    state.stream_variables[index] = variable;
    Some(variable)
}

impl Call<'_, '_> {
    /// Which stream argument `index` is.
    pub(super) fn stream(&self, index: usize) -> Result<Stream, Stop> {
        let address = self.pointer(index)?;
        if address == 0 {
            return self.undefined(Rule::LibraryArgument, "is given a null pointer as its stream");
        }
        match self.cx.state.streams.iter().position(|&stream| stream == address) {
            Some(index) => Ok(STREAMS[index].1),
            None => self.undefined(Rule::LibraryArgument, "is given a stream that is not open"),
        }
    }

    /// Writes to a stream.
    pub(super) fn output(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Stop> {
        match stream {
            Stream::In => self.unsupported("writes to standard input"),
            Stream::Err => Ok(()),
            Stream::Out if self.cx.stdout.len() + bytes.len() > self.cx.max_stdout => {
                let limit = self.cx.max_stdout;
                self.unsupported(format!("prints more than {limit} bytes in all"))
            }
            Stream::Out => {
                self.cx.stdout.extend_from_slice(bytes);
                Ok(())
            }
        }
    }
}

fn put_char(call: &mut Call, stream: Stream) -> Outcome {
    let byte = call.int(0)? as u8;
    call.output(stream, &[byte])?;
    Ok(Value::Int(byte as i128))
}

fn puts(call: &mut Call) -> Outcome {
    let mut text = call.text(0)?;
    text.push(b'\n');
    call.output(Stream::Out, &text)?;
    Ok(Value::Int(text.len() as i128))
}

fn fputs(call: &mut Call) -> Outcome {
    let text = call.text(0)?;
    call.output(call.stream(1)?, &text)?;
    Ok(Value::Int(1))
}

fn fwrite(call: &mut Call) -> Outcome {
    let (address, size, count) = (call.pointer(0)?, call.size(1)?, call.size(2)?);
    let stream = call.stream(3)?;
    let total = size.saturating_mul(count);
    if total == 0 {
        return Ok(Value::Int(0));
    }
    let at = call.readable(address, total)?;
    call.initialised(at, total as usize)?;
    let bytes = call.bytes(at..at + total as usize).to_vec();
    call.output(stream, &bytes)?;
    Ok(Value::Int(count as i128))
}

/// A null pointer means no prefix; the message itself goes to standard error.
fn perror(call: &mut Call) -> Outcome {
    if call.pointer(0)? != 0 {
        call.text(0)?;
    }
    Ok(Value::Void)
}

fn fflush(call: &mut Call) -> Outcome {
    if call.pointer(0)? != 0 && call.stream(0)? == Stream::In {
        return call.undefined(Rule::LibraryArgument, "is given an input stream");
    }
    Ok(Value::Int(0))
}
