//! The C library, and the compiler's builtins, as far as the interpreter has them.
//!
//! Each file below has a table of names and the functions that do them; `call` finds the one and turns its value into
//! the registers the caller expects. Arguments are checked as the standard's clause for the function says: what is
//! outside is `Stop::Undefined`, what is beyond the interpreter is `Stop::Unsupported`, never a guess.

mod access;
mod atomic;
mod bits;
mod compiler;
mod complex;
mod ctype;
mod division;
mod environment;
mod errors;
mod heap;
mod host;
mod math;
mod memory;
mod overflow;
mod printf;
mod rand;
mod reading;
mod real;
mod scanf;
mod stdio;
mod stdlib;
mod stream;
mod string;
mod table;
/// The functions that the macro `setjmp` calls in glibc.
pub fn is_setjmp(name: &str) -> bool {
    matches!(name, "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp")
}

#[cfg(test)]
mod tests;
mod time;

pub use stdio::external_object;
pub use table::Function;

use crate::Options;
use crate::effective::EffectiveTypes;
use crate::input::{self, File, Unspecified, UnspecifiedSet, Varied};
use crate::memory::Memory;
use crate::ub::Rule;
use lang::arith::{self, IntKind};
use lang::{Program, Type, TypeKind, Types};
use real::Real;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One evaluated argument, as registers hold it: integers extended to 64 bits, wider scalars in two words (low
/// first), pointers wide, aggregates as the address of their bytes.
#[derive(Copy, Clone, Debug)]
pub struct Arg {
    pub ty: Type,
    pub value: [u64; 2],
}

/// Why a call did not return.
#[derive(Clone, PartialEq, Debug)]
pub enum Stop {
    Undefined(Rule, String),
    Unsupported(String),
    /// At once.
    Exit(i32),
    /// As `exit` and `quick_exit` do: what was registered runs first.
    Finish {
        code: i32,
        is_quick: bool,
    },
}

/// The interpreter around a call.
pub struct Context<'m> {
    pub program: &'m Program,
    pub memory: &'m mut Memory,
    pub effective: &'m mut EffectiveTypes,
    pub stdout: &'m mut Vec<u8>,
    /// More bytes of output than this are unsupported.
    pub max_stdout: usize,
    pub state: &'m mut State,
    /// The calling operation: the origin of heap objects, and the end of freed ones.
    pub origin: u32,
    pub va: &'m mut dyn VaLists,
    /// Address ranges of arguments that are arrays within a larger object: a pointer into one stays in it.
    pub limits: Vec<(u64, u64)>,
    /// Where a returned structure goes.
    pub result: u64,
}

/// The next argument of the `va_list` at an address; `None` behind the last.
pub trait VaLists {
    fn next(&mut self, memory: &mut Memory, list_address: u64) -> Result<Option<Arg>, Stop>;
}

/// What the library remembers between calls. Addresses are 0 until the object is needed.
#[derive(Default, Debug)]
pub struct State {
    errno: u64,
    streams: stream::Streams,
    stdin: Option<Arc<[u8]>>,
    files: Vec<File>,
    vary: Option<Varied>,
    /// Unspecified input that the program asked for.
    pub asked: UnspecifiedSet,
    /// The program read standard input, and there was none.
    pub wants_stdin: bool,
    clock: time::Clock,
    /// What `gmtime` and `localtime` return, and what `asctime` and `ctime` do.
    broken_down: u64,
    time_text: u64,
    /// Texts that the program may not change, from `strerror` and its like.
    texts: BTreeMap<Vec<u8>, u64>,
    /// Functions of `atexit` and `at_quick_exit`, and the operations that registered them.
    exit_handlers: Vec<(u64, u32)>,
    quick_handlers: Vec<(u64, u32)>,
    /// Handlers of signals.
    signals: BTreeMap<i32, u64>,
    /// `exit` was called, or `main` returned.
    pub is_ending: bool,
    /// A handler of a signal that the program raised is running.
    pub is_handling: bool,
    /// The variables `stdin`, `stdout` and `stderr`.
    stream_variables: [u64; 3],
    /// Where `strtok` goes on.
    strtok: u64,
    random: Option<rand::Random>,
    ctype: [u64; 3],
    /// What `__builtin_frame_address (0)` and the like point to.
    frame: u64,
}

impl State {
    pub fn new(options: &Options) -> State {
        State { stdin: options.stdin.clone(), files: options.files.clone(), vary: options.vary, ..State::default() }
    }

    /// Whether an object belongs to the library itself, although it looks like one from `malloc`.
    fn owns(&self, address: u64) -> bool {
        let own = [self.errno, self.frame, self.broken_down, self.time_text];
        self.streams.owns(address) || own.iter().chain(&self.ctype).any(|&own| own == address)
    }

    /// The last function that was registered for the end of the program and has not run.
    pub fn next_handler(&mut self, is_quick: bool) -> Option<(u64, u32)> {
        if is_quick { self.quick_handlers.pop() } else { self.exit_handlers.pop() }
    }

    /// What `signal` was given for this signal.
    pub fn handler(&self, signal: i32) -> u64 {
        self.signals.get(&signal).copied().unwrap_or(0)
    }
}

/// A call in progress.
struct Call<'c, 'm> {
    cx: &'c mut Context<'m>,
    name: &'static str,
    args: &'c [Arg],
    ret: Type,
}

type Outcome = Result<Value, Stop>;

/// What a library function returns, before it takes the form of the caller's type.
#[derive(Copy, Clone, PartialEq, Debug)]
enum Value {
    Void,
    Int(i128),
    Pointer(u64),
    Real(Real),
    /// A structure, stored in `Context::result`.
    Stored,
}

/// Calls `function`, which the caller takes to return `ret`.
pub fn call(cx: &mut Context, function: Function, args: &[Arg], ret: Type) -> Result<[u64; 2], Stop> {
    let mut call = Call { cx, name: function.name(), args, ret };
    let value = function.run(&mut call)?;
    call.encode(value)
}

impl Call<'_, '_> {
    /// The program asks for something that it cannot know; which of the possible values it gets this time.
    fn unspecified(&mut self, kind: Unspecified) -> input::Value {
        self.cx.state.asked.insert(kind);
        let varied = self.cx.state.vary.filter(|varied| varied.kind == kind);
        varied.map_or(input::Value::Usual, |varied| varied.value)
    }

    fn types(&self) -> &Types {
        &self.cx.program.types
    }

    fn undefined<T>(&self, rule: Rule, what: impl AsRef<str>) -> Result<T, Stop> {
        Err(Stop::Undefined(rule, format!("`{}` {}", self.name, what.as_ref())))
    }

    fn unsupported<T>(&self, what: impl AsRef<str>) -> Result<T, Stop> {
        Err(Stop::Unsupported(format!("`{}` {}", self.name, what.as_ref())))
    }

    fn arg(&self, index: usize) -> Result<Arg, Stop> {
        match self.args.get(index) {
            Some(&arg) => Ok(arg),
            None => self.undefined(Rule::WrongCall, format!("is called with only {} arguments", self.args.len())),
        }
    }

    fn wrong_argument<T>(&self, index: usize, wanted: &str) -> Result<T, Stop> {
        self.undefined(Rule::WrongCall, format!("wants {wanted} as argument {}", index + 1))
    }

    /// An integer of any type, which is right without a prototype only if the value fits the parameter.
    fn integer(&self, index: usize) -> Result<i128, Stop> {
        let arg = self.arg(index)?;
        match self.types().int_kind(arg.ty) {
            Some(kind) => Ok(integer_value(kind, arg.value)),
            None => self.wrong_argument(index, "an integer"),
        }
    }

    fn int_kind(&self, index: usize) -> Result<IntKind, Stop> {
        match self.types().int_kind(self.arg(index)?.ty) {
            Some(kind) => Ok(kind),
            None => self.wrong_argument(index, "an integer"),
        }
    }

    fn int(&self, index: usize) -> Result<i32, Stop> {
        Ok(self.integer(index)? as i32)
    }

    /// A `size_t`.
    fn size(&self, index: usize) -> Result<u64, Stop> {
        match u64::try_from(self.integer(index)?) {
            Ok(size) => Ok(size),
            Err(_) => self.wrong_argument(index, "a `size_t`"),
        }
    }

    fn pointer(&self, index: usize) -> Result<u64, Stop> {
        let arg = self.arg(index)?;
        if self.types().is_pointer(arg.ty) || arg.value[0] == 0 && self.types().is_integer(arg.ty) {
            return Ok(arg.value[0]);
        }
        self.wrong_argument(index, "a pointer")
    }

    /// What argument `index` points to.
    fn pointee(&self, index: usize) -> Result<Type, Stop> {
        match self.types().pointee(self.arg(index)?.ty) {
            Some(ty) => Ok(ty),
            None => self.wrong_argument(index, "a pointer"),
        }
    }

    fn real(&self, index: usize) -> Result<Real, Stop> {
        let arg = self.arg(index)?;
        match Real::decode(self.types(), arg.ty, arg.value) {
            Some(real) => Ok(real),
            None => self.wrong_argument(index, "a floating value"),
        }
    }

    fn encode(&self, value: Value) -> Result<[u64; 2], Stop> {
        let ret = self.ret;
        let kind = self.types().int_kind(ret);
        let is_pointer = self.types().is_pointer(ret);
        match (value, kind) {
            _ if self.types().is_void(ret) => Ok([0, 0]),
            (Value::Int(value), Some(kind)) => Ok(encode_integer(kind, value as u128)),
            (Value::Int(0) | Value::Void, _) if is_pointer => Ok([0, 0]),
            (Value::Pointer(address), _) if is_pointer => Ok([address, 0]),
            (Value::Stored, _) => Ok([self.cx.result, 0]),
            (Value::Real(real), _) => match real.encode(self.types(), ret) {
                Some(words) => Ok(words),
                None => self.wrong_result(),
            },
            _ => self.wrong_result(),
        }
    }

    fn wrong_result<T>(&self) -> Result<T, Stop> {
        if matches!(self.types().kind(self.ret), TypeKind::Record(_) | TypeKind::Complex(_) | TypeKind::Vector { .. }) {
            return self.unsupported("returns an aggregate");
        }
        self.undefined(Rule::WrongCall, "is called as if it returned another type")
    }
}

fn integer_value(kind: IntKind, value: [u64; 2]) -> i128 {
    match (kind.bits > 64, kind.signed) {
        (true, _) => join(value) as i128,
        (false, true) => value[0] as i64 as i128,
        (false, false) => value[0] as i128,
    }
}

fn encode_integer(kind: IntKind, value: u128) -> [u64; 2] {
    if kind.bits > 64 { split(value) } else { [arith::wrap(kind, value as u64), 0] }
}

fn join(words: [u64; 2]) -> u128 {
    (words[1] as u128) << 64 | words[0] as u128
}

fn split(value: u128) -> [u64; 2] {
    [value as u64, (value >> 64) as u64]
}
