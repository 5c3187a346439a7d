//! What surrounds a program (C17 7.22.4, 7.14): its end and what happens then, signals, the environment, the locale.
//!
//! There is no environment: no variable is set, there is no command processor, the locale is "C". A program that asks
//! has asked for unspecified input.

use super::table::{Effects, Entry};
use super::{Call, Outcome, Stop, Value};
use crate::input::{self, Unspecified};
use crate::memory::{CLASS_CHAR, ObjectKind, TAG_CONST, Tags};
use crate::ub::Rule;

const fn acts(names: &'static str, run: super::table::Run) -> Entry {
    Entry { names, run, effects: Effects::READS.and(Effects::WRITES).and(Effects::OUTPUT) }
}

pub(super) const ENTRIES: &[Entry] = &[
    acts("exit", |call| finish(call, false)),
    acts("quick_exit", |call| finish(call, true)),
    acts("atexit", |call| register(call, false)),
    acts("at_quick_exit", |call| register(call, true)),
    acts("signal", signal),
    acts("getenv secure_getenv", getenv),
    acts("system", system),
    acts("setlocale", setlocale),
    acts("strerror", strerror),
];

/// Calling one of the two again, from what was registered, is undefined (C17 7.22.4.4p2, 7.22.4.7p2).
fn finish(call: &mut Call, is_quick: bool) -> Outcome {
    let code = call.int(0)? & 0xff;
    if call.cx.state.is_ending {
        return call.undefined(Rule::LibraryArgument, "is called although the program is ending (C17 7.22.4.4p2)");
    }
    Err(Stop::Finish { code, is_quick })
}

/// Functions to call at the end, of which C guarantees 32.
const MOST_HANDLERS: usize = 1 << 16;

fn register(call: &mut Call, is_quick: bool) -> Outcome {
    let handler = (call.pointer(0)?, call.cx.origin);
    let state = &mut *call.cx.state;
    let handlers = if is_quick { &mut state.quick_handlers } else { &mut state.exit_handlers };
    if handlers.len() == MOST_HANDLERS {
        return call.unsupported(format!("is called more than {MOST_HANDLERS} times"));
    }
    handlers.push(handler);
    Ok(Value::Int(0))
}

const SIG_ERR: u64 = u64::MAX;
const EINVAL: i32 = 22;
/// SIGKILL and SIGSTOP, which no program can handle.
const UNCAUGHT: [i32; 2] = [9, 19];

fn signal(call: &mut Call) -> Outcome {
    let (number, handler) = (call.int(0)?, call.pointer(1)?);
    if !(1..=64).contains(&number) || UNCAUGHT.contains(&number) {
        call.set_errno(EINVAL)?;
        return Ok(Value::Pointer(SIG_ERR));
    }
    let before = call.cx.state.signals.insert(number, handler);
    Ok(Value::Pointer(before.unwrap_or(0)))
}

/// No variable is set. With other values of the unspecified input, every variable is.
fn getenv(call: &mut Call) -> Outcome {
    call.text(0)?;
    let text: &[u8] = match call.unspecified(Unspecified::Environment) {
        input::Value::Usual => return Ok(Value::Pointer(0)),
        input::Value::Other => b"1",
        input::Value::Third => b"gadfly",
    };
    Ok(Value::Pointer(call.constant_text(text)?))
}

fn system(call: &mut Call) -> Outcome {
    if call.pointer(0)? != 0 {
        return call.unsupported("runs a command");
    }
    Ok(Value::Int((call.unspecified(Unspecified::Environment) != input::Value::Usual) as i128))
}

/// "C" is the only locale. It is also the environment's, unless the environment has another value of the unspecified input.
fn setlocale(call: &mut Call) -> Outcome {
    let known = match call.pointer(1)? {
        0 => true,
        _ => match call.text(1)?.as_slice() {
            b"C" | b"POSIX" => true,
            b"" => call.unspecified(Unspecified::Environment) == input::Value::Usual,
            _ => return call.unsupported("asks for a locale other than \"C\""),
        },
    };
    Ok(Value::Pointer(if known { call.constant_text(b"C")? } else { 0 }))
}

fn strerror(call: &mut Call) -> Outcome {
    let number = call.int(0)?;
    // glibc gives other numbers a text that the next call may overwrite.
    let Some(text) = usize::try_from(number).ok().and_then(|index| super::errors::MESSAGES.get(index)) else {
        return call.unsupported(format!("is given {number}, which is not the number of an error"));
    };
    Ok(Value::Pointer(call.constant_text(text.as_bytes())?))
}

impl Call<'_, '_> {
    /// A string that the program must not modify (C17 7.22.4.6p4, 7.24.6.2p4).
    pub(super) fn constant_text(&mut self, text: &[u8]) -> Result<u64, Stop> {
        if let Some(&address) = self.cx.state.texts.get(text) {
            return Ok(address);
        }
        let bytes = [text, &[0]].concat();
        let tags = Tags::Uniform(CLASS_CHAR | TAG_CONST);
        let Ok(address) = self.cx.memory.allocate(bytes.len() as u64, 1, ObjectKind::Static, u32::MAX, tags) else {
            return self.unsupported("finds no memory left");
        };
        let at = self.readable(address, bytes.len() as u64)?;
        self.cx.memory.write(at, &bytes);
        self.cx.state.texts.insert(text.to_vec(), address);
        Ok(address)
    }
}
