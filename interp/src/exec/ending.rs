//! Functions that the library calls at certain moments: those of `atexit` and `at_quick_exit` when the program ends (C17
//! 7.22.4), those of `signal` when the program raises the signal (C17 7.14).

use super::*;
use crate::library::Arg;
use crate::memory::ObjectKind;
use lang::Type;

/// Registers left free above a library call's arguments.
const ROOM: usize = 64;

const SIGILL: i32 = 4;
const SIGABRT: i32 = 6;
const SIGFPE: i32 = 8;
const SIGSEGV: i32 = 11;
/// SIGHUP, SIGINT, SIGQUIT, SIGKILL, SIGPIPE, SIGALRM, SIGTERM and the four above end a program by default.
const ENDS_PROGRAM: [i32; 11] = [1, 2, 3, SIGILL, SIGABRT, SIGFPE, 9, SIGSEGV, 13, 14, 15];
const SIG_DFL: u64 = 0;
const SIG_IGN: u64 = 1;

impl Machine<'_> {
    /// Runs what was registered for the end of a program that ended in this way.
    pub(super) fn finish(&mut self, result: Step<i32>) -> Step<i32> {
        let (code, is_quick, free) = match result {
            Ok(code) => (code, false, 0),
            Err(stop) => match *stop {
                Stop::Finish { code, is_quick, free } => (code, is_quick, free),
                _ => return Err(stop),
            },
        };
        self.image.library.is_ending = true;
        while let Some((function, origin)) = self.image.library.next_handler(is_quick) {
            self.call_back(origin as usize, function, &[], free + ROOM)?;
        }
        Ok(code)
    }

    /// The call, if it is one that may call a handler of a signal.
    pub(super) fn signal_call(&mut self, pc: usize, name: &str, args: &[Arg], base: usize) -> Option<Step<[u64; 2]>> {
        match name {
            "raise" => Some(self.raise(pc, args.first()?.value[0] as i32, base).map(|()| [0, 0])),
            "abort" if self.image.library.handler(SIGABRT) > SIG_IGN => {
                Some(self.raise(pc, SIGABRT, base).and_then(|()| Err(Box::new(Stop::Exit(128 + SIGABRT)))))
            }
            _ => None,
        }
    }

    fn raise(&mut self, pc: usize, signal: i32, base: usize) -> Step<()> {
        let handler = self.image.library.handler(signal);
        match handler {
            SIG_DFL if ENDS_PROGRAM.contains(&signal) => return Err(Box::new(Stop::Exit(128 + signal))),
            SIG_DFL => return Err(self.unsupported(pc, &format!("`raise` of signal {signal}"))),
            SIG_IGN => return Ok(()),
            _ => {}
        }
        if self.image.library.is_handling {
            let message = "a signal handler that `raise` called calls `raise` (C17 7.14.1.1p4)".to_string();
            return Err(self.undefined(pc, Rule::LibraryArgument, message));
        }
        self.image.library.is_handling = true;
        let argument = [(Type::INT, signal as i64 as u64)];
        self.call_back(pc, handler, &argument, base + ROOM)?;
        self.image.library.is_handling = false;
        if matches!(signal, SIGFPE | SIGILL | SIGSEGV) {
            let message = format!("the handler of signal {signal} returns (C17 7.14.1.1p3)");
            return Err(self.undefined(pc, Rule::LibraryArgument, message));
        }
        Ok(())
    }

    /// Calls a function of the program that returns nothing.
    fn call_back(&mut self, pc: usize, function: u64, args: &[(Type, u64)], free: usize) -> Step<()> {
        let object = self.memory.object(function);
        let func = FuncId(object.origin);
        if object.kind != ObjectKind::Function || function as u32 != object.base {
            let message = "what was registered is not a function".to_string();
            return Err(self.undefined(pc, Rule::InvalidPointer, message));
        }
        let types = &self.program.types;
        let params = self.program[func].params.iter().map(|&param| types.strip(self.program[param].ty));
        let returns_void =
            types.function_type(self.program[func].ty).is_some_and(|function| types.is_void(function.ret));
        if !params.eq(args.iter().map(|(ty, _)| *ty)) || !returns_void {
            let message = "the registered function has another type than it is called with".to_string();
            return Err(self.undefined(pc, Rule::WrongCall, message));
        }
        if self.program[func].body.is_none() {
            return Err(self.unsupported(pc, "a function of the library that the library calls"));
        }
        let values: Vec<u64> = args.iter().map(|(_, value)| *value).collect();
        self.invoke(pc, func, &values, free).map(|_| ())
    }
}
