//! Which names there are, what each may do besides computing its value, and which function does it.

use super::{Call, Outcome};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// A library function or builtin that the interpreter knows.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Function(u16);

/// What a function may do besides returning a value that depends on its arguments.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Effects(u8);

impl Effects {
    pub const NONE: Effects = Effects(0);
    /// Reads the program's objects.
    pub const READS: Effects = Effects(1);
    /// Writes or frees the program's objects, or changes what other calls return.
    pub const WRITES: Effects = Effects(2);
    /// Makes an object.
    pub const ALLOCATES: Effects = Effects(4);
    /// Prints, or ends the program.
    pub const OUTPUT: Effects = Effects(8);

    pub const fn and(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }

    fn has(self, other: Effects) -> bool {
        self.0 & other.0 != 0
    }
}

pub(super) type Run = fn(&mut Call) -> Outcome;

pub(super) struct Entry {
    /// Separated by blanks. Library functions have a `__builtin_` twin without saying so.
    pub names: &'static str,
    pub run: Run,
    pub effects: Effects,
}

pub(super) const fn pure(names: &'static str, run: Run) -> Entry {
    Entry { names, run, effects: Effects::NONE }
}

pub(super) const fn reads(names: &'static str, run: Run) -> Entry {
    Entry { names, run, effects: Effects::READS }
}

pub(super) const fn writes(names: &'static str, run: Run) -> Entry {
    Entry { names, run, effects: Effects::WRITES }
}

pub(super) const fn copies(names: &'static str, run: Run) -> Entry {
    Entry { names, run, effects: Effects::READS.and(Effects::WRITES) }
}

pub(super) const fn prints(names: &'static str, run: Run) -> Entry {
    Entry { names, run, effects: Effects::READS.and(Effects::OUTPUT) }
}

/// The names of a function for `double`, `float` and `long double`.
macro_rules! reals {
    ($name:literal) => {
        concat!($name, " ", $name, "f ", $name, "l")
    };
}
pub(super) use reals;

const TABLES: &[&[Entry]] = &[
    super::atomic::ENTRIES,
    super::bits::ENTRIES,
    super::compiler::ENTRIES,
    super::complex::ENTRIES,
    super::ctype::ENTRIES,
    super::division::ENTRIES,
    super::environment::ENTRIES,
    super::heap::ENTRIES,
    super::math::ENTRIES,
    super::memory::ENTRIES,
    super::overflow::ENTRIES,
    super::printf::ENTRIES,
    super::rand::ENTRIES,
    super::reading::ENTRIES,
    super::scanf::ENTRIES,
    super::stdio::ENTRIES,
    super::stdlib::ENTRIES,
    super::string::ENTRIES,
    super::time::ENTRIES,
    UNSUPPORTED,
];

/// Known by name only, so that a diagnostic can say which one was called.
const UNSUPPORTED: &[Entry] = &[Entry {
    names: "qsort bsearch setjmp _setjmp __sigsetjmp sigsetjmp longjmp _longjmp siglongjmp raise sigaction alarm on_exit \
            freopen fdopen tmpfile tmpnam remove rename gets fileno open close read write asctime_r ctime_r \
            localeconv fork wait waitpid pipe kill getpid sleep usleep nanosleep mmap munmap \
            mprotect sysconf getpagesize pthread_create pthread_join getopt __builtin_apply \
            __builtin_apply_args __builtin_return __builtin_va_arg_pack __builtin_va_arg_pack_len __builtin_cpu_is \
            __builtin_cpu_supports __builtin_cpu_init __builtin_thread_pointer __builtin_dwarf_cfa \
            __builtin_clear_padding",
    run: |call| call.unsupported("is not supported"),
    effects: Effects::READS.and(Effects::WRITES).and(Effects::OUTPUT),
}];

struct Index {
    functions: Vec<(&'static str, &'static Entry)>,
    by_name: FxHashMap<&'static str, Function>,
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut index = Index { functions: Vec::new(), by_name: FxHashMap::default() };
        for entry in TABLES.iter().copied().flatten() {
            for name in entry.names.split_ascii_whitespace() {
                let function = Function(index.functions.len() as u16);
                index.functions.push((name, entry));
                index.by_name.entry(name).or_insert(function);
            }
        }
        index
    })
}

impl Function {
    /// `__builtin_memcpy` is `memcpy`; `clz` is nothing, `__builtin_clz` is.
    pub fn from_name(name: &str) -> Option<Function> {
        let by_name = &index().by_name;
        let plain = || by_name.get(name.strip_prefix("__builtin_")?);
        by_name.get(name).or_else(plain).copied()
    }

    pub fn name(self) -> &'static str {
        index().functions[self.0 as usize].0
    }

    fn effects(self) -> Effects {
        index().functions[self.0 as usize].1.effects
    }

    /// No output, no writes, no exit, no new objects. It may read memory.
    pub fn is_pure(self) -> bool {
        !self.effects().has(Effects::WRITES.and(Effects::ALLOCATES).and(Effects::OUTPUT))
    }

    pub fn writes_memory(self) -> bool {
        self.effects().has(Effects::WRITES)
    }

    pub fn reads_memory(self) -> bool {
        self.effects().has(Effects::READS)
    }

    /// Prints or ends the program.
    pub fn does_io(self) -> bool {
        self.effects().has(Effects::OUTPUT)
    }

    pub(super) fn run(self, call: &mut Call) -> Outcome {
        (index().functions[self.0 as usize].1.run)(call)
    }
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Function({})", self.name())
    }
}

/// All names, for tests.
#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    index().functions.iter().map(|(name, _)| *name)
}
