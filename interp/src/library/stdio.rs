//! Output: what goes to standard output is kept, what goes to standard error is thrown away.
//!
//! `stdin`, `stdout` and `stderr` are variables that no unit defines; `external_object` makes them.

use super::stream::Stream;
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
    let (index, stream) = Stream::STANDARD.iter().enumerate().find(|(_, (stream, _))| *stream == name)?;
    if !program.types.is_pointer(declared.ty) {
        return None;
    }
    if state.stream_variables[index] != 0 {
        return Some(state.stream_variables[index]);
    }
    let file = memory.allocate(1, 16, ObjectKind::Heap, 0, Tags::Uniform(CLASS_ANY)).ok()?;
    let size = program.types.target.pointer_size;
    let class = effective.class(&program.types, declared.ty);
    let variable = memory.allocate(size, size, ObjectKind::Static, var.0, Tags::Uniform(class)).ok()?;
    let at = memory.locate(variable, size as u32)?;
    let bytes = memory.narrow(file).to_le_bytes();
    memory.write(at, &bytes[..size as usize]);
    state.streams.get(stream.1).address = file;
    state.stream_variables[index] = variable;
    Some(variable)
}

impl Call<'_, '_> {
    /// Writes to a stream.
    pub(super) fn output(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Stop> {
        self.check_open(stream)?;
        match stream {
            Stream::In | Stream::File(_) => self.unsupported("writes to an input stream"),
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
    if call.pointer(0)? != 0 && !matches!(call.stream(0)?, Stream::Out | Stream::Err) {
        return call.undefined(Rule::LibraryArgument, "is given an input stream");
    }
    Ok(Value::Int(0))
}
