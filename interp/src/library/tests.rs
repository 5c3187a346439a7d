//! Calls of library functions without a program around them.

mod errors;
mod scan;
mod values;

use super::{Arg, Context, Function, State, Stop, VaLists, call};
use crate::effective::EffectiveTypes;
use crate::memory::{CLASS_ANY, CLASS_CHAR, Memory, ObjectKind, TAG_CONST, Tags};
use crate::ub::Rule;
use lang::{Program, Target, Type};

/// The interpreter's parts, and some objects.
struct Bench {
    program: Program,
    memory: Memory,
    effective: EffectiveTypes,
    stdout: Vec<u8>,
    state: State,
    lists: Lists,
}

/// A list's address is the index of its next argument, plus one.
#[derive(Default)]
struct Lists {
    args: Vec<Arg>,
    next: usize,
}

impl VaLists for Lists {
    fn next(&mut self, _: &mut Memory, _: u64) -> Result<Option<Arg>, Stop> {
        self.next += 1;
        Ok(self.args.get(self.next - 1).copied())
    }
}

impl Bench {
    fn new() -> Bench {
        Bench::on(Target::X86_64)
    }

    fn on(target: Target) -> Bench {
        Bench {
            program: Program::new(target),
            memory: Memory::new(target.pointer_size, 1 << 28, 0),
            effective: EffectiveTypes::default(),
            stdout: Vec::new(),
            state: State::default(),
            lists: Lists::default(),
        }
    }

    fn call(&mut self, name: &str, args: &[Arg], ret: Type) -> Result<[u64; 2], Stop> {
        let function = Function::from_name(name).expect("the function is known");
        let mut cx = Context {
            program: &self.program,
            memory: &mut self.memory,
            effective: &mut self.effective,
            stdout: &mut self.stdout,
            max_stdout: 1 << 20,
            state: &mut self.state,
            origin: 7,
            va: &mut self.lists,
            limits: Vec::new(),
            result: 0,
        };
        call(&mut cx, function, args, ret)
    }

    fn int(&mut self, name: &str, args: &[Arg]) -> i64 {
        self.call(name, args, Type::INT).expect("the call is defined")[0] as i64
    }

    fn size(&mut self, name: &str, args: &[Arg]) -> u64 {
        self.call(name, args, Type::ULONG).expect("the call is defined")[0]
    }

    fn pointer(&mut self, name: &str, args: &[Arg]) -> u64 {
        let ret = self.program.types.pointer(Type::VOID);
        self.call(name, args, ret).expect("the call is defined")[0]
    }

    #[track_caller]
    fn undefined(&mut self, rule: Rule, name: &str, args: &[Arg]) -> String {
        let ret = self.program.types.pointer(Type::VOID);
        match self.call(name, args, ret) {
            Err(Stop::Undefined(found, message)) => {
                assert_eq!(found, rule, "{message}");
                message
            }
            other => panic!("{name} should be undefined by {rule:?}, but gave {other:?}"),
        }
    }

    fn to(&mut self, ty: Type, address: u64) -> Arg {
        Arg { ty: self.program.types.pointer(ty), value: [address, 0] }
    }

    fn object(&mut self, bytes: &[u8], kind: ObjectKind, tag: u8) -> u64 {
        let address = self.memory.allocate(bytes.len() as u64, 16, kind, 0, Tags::Uniform(tag)).expect("memory");
        let at = self.memory.locate(address, bytes.len() as u32).expect("a fresh object");
        self.memory.write(at, bytes);
        address
    }

    /// A string literal.
    fn literal(&mut self, text: &str) -> Arg {
        let bytes = [text.as_bytes(), &[0]].concat();
        let address = self.object(&bytes, ObjectKind::StringLiteral, CLASS_CHAR | TAG_CONST);
        self.to(Type::CHAR, address)
    }

    /// A character array with these bytes.
    fn array(&mut self, bytes: &[u8]) -> Arg {
        let address = self.object(bytes, ObjectKind::Auto, CLASS_CHAR);
        self.to(Type::CHAR, address)
    }

    /// An uninitialised character array.
    fn blank(&mut self, size: u64) -> Arg {
        let address = self.memory.allocate(size, 16, ObjectKind::Auto, 0, Tags::Uniform(CLASS_CHAR)).expect("memory");
        self.to(Type::CHAR, address)
    }

    fn variable(&mut self, ty: Type, size: u64) -> Arg {
        let tag = self.effective.class(&self.program.types, ty);
        let address = self.memory.allocate(size, 16, ObjectKind::Auto, 0, Tags::Uniform(tag)).expect("memory");
        self.to(ty, address)
    }

    fn bytes(&self, arg: Arg, size: usize) -> Vec<u8> {
        let at = self.memory.locate(arg.value[0], size as u32).expect("accessible bytes");
        self.memory.data[at..at + size].to_vec()
    }

    fn printf(&mut self, format: &str, args: &[Arg]) -> String {
        let mut all = vec![self.literal(format)];
        all.extend_from_slice(args);
        self.stdout.clear();
        let length = self.int("printf", &all);
        assert_eq!(length, self.stdout.len() as i64);
        String::from_utf8(self.stdout.clone()).expect("text")
    }

    #[track_caller]
    fn bad_printf(&mut self, format: &str, args: &[Arg]) -> String {
        let mut all = vec![self.literal(format)];
        all.extend_from_slice(args);
        self.undefined(Rule::PrintfArgument, "printf", &all)
    }
}

fn int(value: i32) -> Arg {
    Arg { ty: Type::INT, value: [value as i64 as u64, 0] }
}

fn uint(value: u32) -> Arg {
    Arg { ty: Type::UINT, value: [value as u64, 0] }
}

fn long(value: i64) -> Arg {
    Arg { ty: Type::LONG, value: [value as u64, 0] }
}

fn size(value: u64) -> Arg {
    Arg { ty: Type::ULONG, value: [value, 0] }
}

fn double(value: f64) -> Arg {
    Arg { ty: Type::DOUBLE, value: [value.to_bits(), 0] }
}

fn float(value: f32) -> Arg {
    Arg { ty: Type::FLOAT, value: [value.to_bits() as u64, 0] }
}

/// A place some bytes on.
fn plus(arg: Arg, offset: u64) -> Arg {
    Arg { value: [arg.value[0] + offset, 0], ..arg }
}

#[test]
fn builtins_are_the_functions_they_are_named_after() {
    assert_eq!(Function::from_name("__builtin_memcpy"), Function::from_name("memcpy"));
    assert_eq!(Function::from_name("clz"), None);
    assert_eq!(Function::from_name("__builtin_clz").map(Function::name), Some("__builtin_clz"));
    assert_eq!(Function::from_name("frobnicate"), None);
}

#[test]
fn effects_are_told_apart() {
    let function = |name| Function::from_name(name).expect("known");
    assert!(function("strlen").is_pure() && function("strlen").reads_memory());
    assert!(function("memcpy").writes_memory() && !function("memcpy").does_io());
    assert!(function("printf").does_io() && function("abort").does_io());
    assert!(!function("malloc").is_pure() && !function("malloc").writes_memory());
    assert!(function("free").writes_memory());
}

#[test]
fn no_name_is_listed_twice() {
    let mut seen = std::collections::BTreeSet::new();
    for name in super::table::names() {
        assert!(seen.insert(name), "{name} is listed twice");
    }
}
