//! The machine that executes bytecode.

mod access;
mod calls;
mod ending;
mod fault;
mod jumps;
mod lanes;
mod lists;
mod mend;
mod objects;
mod records;
mod restrict;
mod sort;
mod watch;

use crate::code::*;
use crate::compile::{CompileOptions, Compiler, EffectsCache};
use crate::image::Image;
use crate::input::UnspecifiedSet;
use crate::library;
use crate::memory::Memory;
use crate::repair::Repair;
use crate::scalar;
use crate::ub::{Rule, Ub};
use crate::watch::Watched;
use crate::{Options, Outcome};
use calls::VaArea;
use lang::arith::{self, IntKind};
use lang::{ExprId, FuncId, Loc, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// Registers of all frames together. More nested calls than fit are unsupported.
const REGISTERS: usize = 8 << 20;

/// Registers to begin with: 8 KiB, enough for most programs.
const FIRST_REGISTERS: usize = 1 << 10;

/// Why execution stopped.
#[derive(Debug)]
pub(crate) enum Stop {
    Undefined(Box<Ub>),
    Unsupported(String, Loc),
    Exit(i32),
    /// `exit` or `quick_exit`: what was registered runs first, in registers from `free` on.
    Finish {
        code: i32,
        is_quick: bool,
        free: usize,
    },
    /// `longjmp` to a jump point that exists.
    Jump {
        id: u64,
        value: i32,
    },
    OutOfFuel,
}

type Step<T> = Result<T, Box<Stop>>;

#[derive(Copy, Clone)]
struct Frame {
    return_to: u32,
    /// Where the caller's registers begin.
    registers: u32,
    /// The value of the call is used.
    used: bool,
    /// If not 0, the number of its variadic arguments, or of the call if it has to do with a `va_list`.
    area: u32,
    /// How many `alloca` objects there were before.
    allocas: u32,
}

pub(crate) struct Machine<'p> {
    program: &'p Program,
    options: &'p Options,
    compile_options: CompileOptions,
    memory: Memory,
    image: Image,
    code: Code,
    effects: EffectsCache,
    /// Entry and frame size by `FuncId`; entry `u32::MAX` before compilation.
    entries: Vec<(u32, u32)>,
    registers: Vec<u64>,
    frames: Vec<Frame>,
    allocas: Vec<u64>,
    areas: FxHashMap<u32, VaArea>,
    next_area: u32,
    active_lists: lists::ActiveLists,
    pub stdout: Vec<u8>,
    fuel: u64,
    /// Calls from library functions that are under way.
    nested: u32,
    pub steps: u64,
    pub profile: Vec<u64>,
    pub values: Vec<crate::Value>,
    pub watched: Vec<Watched>,
    /// The row of values that is being looked at.
    looked: Vec<Option<u64>>,
    /// Expressions of unspecified order that were evaluated.
    sites: Vec<bool>,
    /// Calls through pointers that were found to match.
    checked_calls: FxHashMap<(u32, FuncId), ()>,
    restrict: Vec<restrict::RestrictLog>,
    jumps: Vec<jumps::JumpPoint>,
    next_jump: u64,
    /// Jump points whose buffer was set again.
    superseded: FxHashSet<u64>,
    /// `longjmp` made a variable indeterminate.
    has_lost_values: bool,
    /// Of file-scope pointers.
    restrict_global: restrict::RestrictLog,
    /// Member accesses found to be right: the variable plus one, the offset in it, the record.
    record_cache: Vec<(u32, u32, u32)>,
    record_pairs: records::RecordPairs,
    /// In repairing runs.
    repair: Option<Repair<'p>>,
}

impl<'p> Machine<'p> {
    pub fn new(program: &'p Program, options: &'p Options, compile_options: CompileOptions) -> Machine<'p> {
        let mut code = Code::default();
        code.functions.resize(program.functions.len(), None);
        code.ops.reserve(program.exprs.len());
        code.origins.reserve(program.exprs.len());
        let profile = if options.profile { vec![0; program.stmts.len()] } else { Vec::new() };
        let values = if options.trace { vec![crate::Value::Never; program.exprs.len()] } else { Vec::new() };
        Machine {
            program,
            options,
            compile_options,
            memory: Memory::new(program.types.target.pointer_size, options.max_memory, options.layout),
            image: Image::new(program, options),
            code,
            effects: EffectsCache::default(),
            entries: vec![(u32::MAX, 0); program.functions.len()],
            registers: vec![0; FIRST_REGISTERS],
            frames: Vec::new(),
            allocas: Vec::new(),
            areas: FxHashMap::default(),
            next_area: 1,
            active_lists: lists::ActiveLists::default(),
            stdout: Vec::new(),
            fuel: options.fuel,
            nested: 0,
            steps: 0,
            profile,
            values,
            watched: options.watches.iter().map(Watched::new).collect(),
            looked: Vec::new(),
            sites: Vec::new(),
            checked_calls: FxHashMap::default(),
            restrict: Vec::new(),
            jumps: Vec::new(),
            next_jump: 0,
            superseded: FxHashSet::default(),
            has_lost_values: false,
            restrict_global: restrict::RestrictLog::default(),
            record_cache: Vec::new(),
            record_pairs: records::RecordPairs::default(),
            repair: None,
        }
    }

    pub fn run(&mut self) -> Outcome {
        let result = self.run_main();
        let result = self.finish(result);
        self.steps = self.options.fuel - self.fuel;
        match result {
            Ok(code) => Outcome::Defined { exit_code: code & 0xff },
            Err(stop) => match *stop {
                Stop::Exit(code) => Outcome::Defined { exit_code: code },
                Stop::Finish { .. } => unreachable!("`finish` has seen to it"),
                Stop::Jump { .. } => unreachable!("`execute` follows jumps"),
                Stop::Undefined(ub) => Outcome::Undefined(*ub),
                Stop::Unsupported(what, loc) => Outcome::Unsupported { what, loc },
                Stop::OutOfFuel => Outcome::OutOfFuel,
            },
        }
    }

    /// The unspecified input that the program asked for, and whether it wanted a standard input that is not there.
    pub fn input_asked_for(&self) -> (UnspecifiedSet, bool) {
        (self.image.library.asked, self.image.library.wants_stdin)
    }

    /// The expressions of unspecified order that were evaluated.
    pub fn sites_hit(&self) -> Vec<ExprId> {
        let mut hit: Vec<ExprId> =
            self.sites.iter().zip(&self.code.sites).filter(|(hit, _)| **hit).map(|(_, site)| *site).collect();
        hit.sort_unstable();
        hit.dedup();
        hit
    }

    fn run_main(&mut self) -> Step<i32> {
        let is_main = |function: &lang::Function| function.body.is_some() && self.program.name(function.name) == "main";
        let Some(main) = self.program.functions.iter().position(is_main) else {
            return Err(Box::new(Stop::Unsupported("a program without `main`".to_string(), Loc::NONE)));
        };
        let main = FuncId(main as u32);
        let (entry, frame) = self.compile(main)?;
        self.reserve(0, frame as usize)?;
        let params = self.program[main].params.len();
        if params > 0 {
            self.registers[0] = self.options.args.len() as u64;
        }
        if params > 1 {
            self.registers[1] = self.make_argv()?;
        }
        if params > 2 {
            self.registers[2] = self.make_pointers(&[])?;
        }
        self.frames.push(Frame { return_to: 0, registers: 0, used: true, area: 0, allocas: 0 });
        self.execute(entry, 0)?;
        let types = &self.program.types;
        let result = types.function_type(self.program[main].ty).map(|function| function.ret);
        if !result.is_some_and(|result| types.is_integer(result)) {
            // C17 5.1.2.2.3p1
            let what = "the exit status of a `main` that does not return `int` is unspecified".to_string();
            return Err(Box::new(Stop::Unsupported(what, self.program[main].loc)));
        }
        Ok(self.registers[0] as i32)
    }

    /// Makes sure that there are registers up to `end`. The machine's registers may move.
    #[cold]
    fn reserve(&mut self, pc: usize, end: usize) -> Step<()> {
        // A few more than the frame: library calls read arguments in pairs.
        let end = end + 16;
        if end >= REGISTERS {
            return Err(self.too_deep(pc));
        }
        if end > self.registers.len() {
            self.registers.resize(end.next_power_of_two(), 0);
        }
        Ok(())
    }

    /// Compiles a function and initialises the static objects it brought in.
    #[cold]
    fn compile(&mut self, func: FuncId) -> Step<(u32, u32)> {
        self.compiler().function(func);
        self.check_compiled(Origin::Func(func))?;
        let code = self.code.functions[func.index()].as_ref().expect("compiled just now");
        let entry = (code.entry, code.frame);
        #[cfg(debug_assertions)]
        crate::verify::check_registers(&self.code, entry.0, entry.1);
        self.entries[func.index()] = entry;
        while let Some(var) = self.image.pending.pop() {
            if let Some(init) = self.program[var].init
                && !self.image.write_constants(self.program, &mut self.memory, var, init)
            {
                let (entry, frame) = self.compiler().initializer(var);
                self.check_compiled(Origin::Var(var))?;
                #[cfg(debug_assertions)]
                crate::verify::check_registers(&self.code, entry, frame);
                self.initialize(entry, frame)?;
            }
        }
        self.sites.resize(self.code.sites.len(), false);
        // Static objects are placed once, before anything is executed that could be repeated.
        self.memory.take_owed();
        Ok(entry)
    }

    /// Code that was given up half-way must not be executed.
    fn check_compiled(&self, origin: Origin) -> Step<()> {
        let what = if self.code.budget.is_spent() {
            "expressions with too many pairs of accesses to check"
        } else if self.image.effective.is_spent() {
            "structs of this size"
        } else {
            return Ok(());
        };
        Err(Box::new(Stop::Unsupported(what.to_string(), origin.loc(self.program))))
    }

    /// Executes an initialiser, with registers and fuel of its own.
    fn initialize(&mut self, entry: u32, frame: u32) -> Step<()> {
        let registers = std::mem::take(&mut self.registers);
        let fuel = std::mem::replace(&mut self.fuel, u64::MAX);
        self.reserve(0, frame as usize)?;
        self.frames.push(Frame { return_to: 0, registers: 0, used: false, area: 0, allocas: 0 });
        let result = self.execute(entry, 0);
        self.fuel = fuel;
        self.registers = registers;
        result
    }

    /// Pays for operations on many bytes at a time, which take longer than the expression that caused them.
    fn pay(&mut self) -> Step<()> {
        let owed = self.memory.take_owed();
        match self.fuel.checked_sub(owed) {
            Some(fuel) => self.fuel = fuel,
            None => {
                self.fuel = 0;
                return Err(Box::new(Stop::OutOfFuel));
            }
        }
        Ok(())
    }

    fn compiler(&mut self) -> Compiler<'_> {
        Compiler::new(
            self.program,
            &mut self.code,
            &mut self.image,
            &mut self.memory,
            &mut self.effects,
            &self.compile_options,
            self.repair.as_ref().map(|repair| &*repair.repairer),
        )
    }

    /// Executes from `entry` with registers from `base` until the frame on top returns.
    fn execute(&mut self, entry: u32, base: usize) -> Step<()> {
        let depth = self.frames.len();
        let mut pc = entry as usize;
        let mut base = base;
        let mut regs: *mut u64 = self.registers[base..].as_mut_ptr();
        macro_rules! r {
            ($reg:expr) => {
                // SAFETY: the compiler numbers registers below the frame's size, and calls check that the frame fits.
                unsafe { &mut *regs.add($reg as usize) }
            };
        }
        // Repairs the operation and executes it again, or reports the fault.
        macro_rules! fault {
            ($stop:expr) => {{
                if self.mend(pc, base) {
                    continue;
                }
                return Err($stop);
            }};
        }
        macro_rules! int {
            ($f:ident, $kind:ident, $symbol:literal, $d:expr, $a:expr, $b:expr) => {{
                let (a, b) = (*r!($a), *r!($b));
                match arith::$f(IntKind::$kind, a, b) {
                    Ok(value) => *r!($d) = value,
                    Err(fault) => fault!(self.arith_fault(pc, fault, IntKind::$kind, $symbol, a, b)),
                }
            }};
        }
        macro_rules! shift {
            ($f:ident, $kind:ident, $symbol:literal, $d:expr, $a:expr, $b:expr) => {{
                let (a, b) = (*r!($a), *r!($b));
                // A canonical count as a signed 64-bit value: an unsigned one too large looks negative.
                match arith::$f(IntKind::$kind, a, IntKind::I64, b) {
                    Ok(value) => *r!($d) = value,
                    Err(fault) => fault!(self.arith_fault(pc, fault, IntKind::$kind, $symbol, a, b)),
                }
            }};
        }
        macro_rules! float {
            ($ty:ident, $bits:ident, $op:tt, $d:expr, $a:expr, $b:expr) => {{
                let mut value = $ty::from_bits(*r!($a) as $bits) $op $ty::from_bits(*r!($b) as $bits);
                if value.is_nan() && self.options.layout != 0 {
                    // `NAN` is positive, while the host's operations make negative ones.
                    value = $ty::NAN;
                }
                *r!($d) = value.to_bits() as u64
            }};
        }
        macro_rules! float_compare {
            ($ty:ident, $bits:ident, $op:tt, $d:expr, $a:expr, $b:expr) => {
                *r!($d) = ($ty::from_bits(*r!($a) as $bits) $op $ty::from_bits(*r!($b) as $bits)) as u64
            };
        }
        macro_rules! jump {
            ($condition:expr, $to:expr) => {
                if $condition {
                    pc = $to as usize;
                    continue;
                }
            };
        }
        macro_rules! enter {
            ($entry:expr, $base:expr, $frame:expr) => {{
                base += $base as usize;
                if base + $frame as usize + 16 > self.registers.len() {
                    self.reserve(pc, base + $frame as usize)?;
                }
                regs = self.registers[base..].as_mut_ptr();
                pc = $entry as usize;
                continue;
            }};
        }
        macro_rules! leave {
            () => {{
                let frame = self.frames.pop().expect("a function returns to its caller");
                if frame.area != 0 {
                    self.leave_lists(pc, frame.area)?;
                }
                if self.frames.len() < depth {
                    return Ok(());
                }
                base = frame.registers as usize;
                regs = self.registers[base..].as_mut_ptr();
                pc = frame.return_to as usize;
                continue;
            }};
        }
        // Goes on where `longjmp` leads, or reports what stopped a call.
        macro_rules! land {
            ($stop:expr) => {{
                let landing = self.land($stop, depth, pc, base)?;
                (pc, base) = (landing.pc, landing.base);
                regs = self.registers[base..].as_mut_ptr();
                continue;
            }};
        }
        loop {
            match self.code.ops[pc] {
                Op::Nop => {}
                Op::Step { n } => {
                    if self.fuel < n as u64 {
                        self.fuel = 0;
                        return Err(Box::new(Stop::OutOfFuel));
                    }
                    self.fuel -= n as u64;
                }
                Op::First { index } => {
                    self.code.ops[pc] = self.code.firsts[index as usize];
                    if let Some(repair) = &mut self.repair {
                        repair.first = (pc, self.fuel);
                    }
                    continue;
                }
                Op::Fixed { index } => {
                    if !self.fixed(pc, base, index)? {
                        fault!(self.beyond_repair(pc, index));
                    }
                }
                Op::Trace { a, expr } => self.values[expr as usize].record(*r!(a)),
                Op::Flip { d, a, kind } => *r!(d) = crate::flip::flipped(kind, *r!(a)),
                Op::Count { stmt } => self.profile[stmt as usize] += 1,
                Op::Watch { index } => self.look(base, index),
                Op::Site { site } => self.sites[site as usize] = true,
                Op::Trap { index } => return Err(self.trap(pc, index)),

                Op::Jump { to } => {
                    pc = to as usize;
                    continue;
                }
                Op::JumpIf { c, to } => jump!(*r!(c) != 0, to),
                Op::JumpIfNot { c, to } => jump!(*r!(c) == 0, to),
                Op::JumpLtS { a, b, to } => jump!((*r!(a) as i64) < *r!(b) as i64, to),
                Op::JumpLeS { a, b, to } => jump!(*r!(a) as i64 <= *r!(b) as i64, to),
                Op::JumpLtU { a, b, to } => jump!(*r!(a) < *r!(b), to),
                Op::JumpLeU { a, b, to } => jump!(*r!(a) <= *r!(b), to),
                Op::JumpEq { a, b, to } => jump!(*r!(a) == *r!(b), to),
                Op::JumpNe { a, b, to } => jump!(*r!(a) != *r!(b), to),
                Op::Switch { v, table } => {
                    pc = self.code.tables[table as usize].find(*r!(v)) as usize;
                    continue;
                }
                Op::JumpIndirect { p } => {
                    pc = self.label_target(pc, *r!(p))? as usize;
                    continue;
                }

                Op::Enter { func } => {
                    let code = self.code.functions[func as usize].as_ref().expect("compiled");
                    for &reg in &code.zeroed {
                        *r!(reg) = 0;
                    }
                    if code.has_alloca {
                        let allocas = self.allocas.len() as u32;
                        self.frames.last_mut().expect("a frame").allocas = allocas;
                    }
                }
                Op::Call { func, base: at, used } => {
                    let mut entry = self.entries[func as usize];
                    if entry.0 == u32::MAX {
                        entry = self.compile(FuncId(func))?;
                    }
                    self.frames.push(Frame {
                        return_to: pc as u32 + 1,
                        registers: base as u32,
                        used,
                        area: 0,
                        allocas: 0,
                    });
                    enter!(entry.0, at, entry.1);
                }
                Op::CallVariadic { func, base: at, call } => {
                    let mut entry = self.entries[func as usize];
                    if entry.0 == u32::MAX {
                        entry = self.compile(FuncId(func))?;
                    }
                    let area = self.make_area(pc, FuncId(func), call, base + at as usize)?;
                    let used = self.code.calls[call as usize].used;
                    self.frames.push(Frame {
                        return_to: pc as u32 + 1,
                        registers: base as u32,
                        used,
                        area,
                        allocas: 0,
                    });
                    enter!(entry.0, at, entry.1);
                }
                Op::CallPointer { callee, base: at, call } => {
                    let resolved = match self.resolve_call(pc, *r!(callee), call, base + at as usize) {
                        Ok(resolved) => resolved,
                        Err(stop) => land!(stop),
                    };
                    match resolved {
                        calls::Resolved::Function { func, area, used } => {
                            let mut entry = self.entries[func.index()];
                            if entry.0 == u32::MAX {
                                entry = self.compile(func)?;
                            }
                            let frame =
                                Frame { return_to: pc as u32 + 1, registers: base as u32, used, area, allocas: 0 };
                            self.frames.push(frame);
                            enter!(entry.0, at, entry.1);
                        }
                        calls::Resolved::Library(value) => {
                            regs = self.registers[base..].as_mut_ptr();
                            *r!(at) = value[0];
                            *r!(at + 1) = value[1];
                        }
                    }
                }
                Op::CallLibrary { base: at, call } => {
                    let value = match self.call_library(pc, call, None, base + at as usize) {
                        Ok(value) => value,
                        Err(stop) => land!(stop),
                    };
                    // A comparison function may have needed more.
                    regs = self.registers[base..].as_mut_ptr();
                    *r!(at) = value[0];
                    *r!(at + 1) = value[1];
                }
                Op::Return => leave!(),
                Op::ReturnKill { func } => {
                    self.kill_frame(func, base);
                    leave!();
                }
                Op::ReturnNone { func } => {
                    if self.frames.last().is_some_and(|frame| frame.used) {
                        return Err(self.missing_return(pc, func));
                    }
                    self.kill_frame(func, base);
                    leave!();
                }

                Op::Imm { d, v } => *r!(d) = v as i64 as u64,
                Op::Const { d, index } => *r!(d) = self.code.constants[index as usize],
                Op::Mov { d, a } => *r!(d) = *r!(a),
                Op::Mov2 { d, a } => {
                    let (low, high) = (*r!(a), *r!(a + 1));
                    *r!(d) = low;
                    *r!(d + 1) = high;
                }

                Op::AddS32 { d, a, b } => int!(add, I32, "+", d, a, b),
                Op::AddS64 { d, a, b } => int!(add, I64, "+", d, a, b),
                Op::AddU32 { d, a, b } => *r!(d) = arith::wrapping_add(IntKind::U32, *r!(a), *r!(b)),
                Op::AddU64 { d, a, b } => *r!(d) = arith::wrapping_add(IntKind::U64, *r!(a), *r!(b)),
                Op::SubS32 { d, a, b } => int!(sub, I32, "-", d, a, b),
                Op::SubS64 { d, a, b } => int!(sub, I64, "-", d, a, b),
                Op::SubU32 { d, a, b } => *r!(d) = arith::wrapping_sub(IntKind::U32, *r!(a), *r!(b)),
                Op::SubU64 { d, a, b } => *r!(d) = arith::wrapping_sub(IntKind::U64, *r!(a), *r!(b)),
                Op::MulS32 { d, a, b } => int!(mul, I32, "*", d, a, b),
                Op::MulS64 { d, a, b } => int!(mul, I64, "*", d, a, b),
                Op::MulU32 { d, a, b } => *r!(d) = arith::wrapping_mul(IntKind::U32, *r!(a), *r!(b)),
                Op::MulU64 { d, a, b } => *r!(d) = arith::wrapping_mul(IntKind::U64, *r!(a), *r!(b)),
                Op::DivS32 { d, a, b } => int!(div, I32, "/", d, a, b),
                Op::DivS64 { d, a, b } => int!(div, I64, "/", d, a, b),
                Op::DivU { d, a, b } => int!(div, U64, "/", d, a, b),
                Op::RemS32 { d, a, b } => int!(rem, I32, "%", d, a, b),
                Op::RemS64 { d, a, b } => int!(rem, I64, "%", d, a, b),
                Op::RemU { d, a, b } => int!(rem, U64, "%", d, a, b),
                Op::ShlS32 { d, a, b } => shift!(shl, I32, "<<", d, a, b),
                Op::ShlS64 { d, a, b } => shift!(shl, I64, "<<", d, a, b),
                Op::ShlU32 { d, a, b } => shift!(shl, U32, "<<", d, a, b),
                Op::ShlU64 { d, a, b } => shift!(shl, U64, "<<", d, a, b),
                Op::ShrS32 { d, a, b } => shift!(shr, I32, ">>", d, a, b),
                Op::ShrS64 { d, a, b } => shift!(shr, I64, ">>", d, a, b),
                Op::ShrU32 { d, a, b } => shift!(shr, U32, ">>", d, a, b),
                Op::ShrU64 { d, a, b } => shift!(shr, U64, ">>", d, a, b),
                Op::And { d, a, b } => *r!(d) = *r!(a) & *r!(b),
                Op::Or { d, a, b } => *r!(d) = *r!(a) | *r!(b),
                Op::Xor { d, a, b } => *r!(d) = *r!(a) ^ *r!(b),
                Op::NegS32 { d, a } => match arith::neg(IntKind::I32, *r!(a)) {
                    Ok(value) => *r!(d) = value,
                    Err(fault) => fault!(self.arith_fault(pc, fault, IntKind::I32, "-", *r!(a), *r!(a))),
                },
                Op::NegS64 { d, a } => match arith::neg(IntKind::I64, *r!(a)) {
                    Ok(value) => *r!(d) = value,
                    Err(fault) => fault!(self.arith_fault(pc, fault, IntKind::I64, "-", *r!(a), *r!(a))),
                },
                Op::NegU32 { d, a } => *r!(d) = arith::wrapping_neg(IntKind::U32, *r!(a)),
                Op::NegU64 { d, a } => *r!(d) = arith::wrapping_neg(IntKind::U64, *r!(a)),
                Op::Not { d, a } => *r!(d) = !*r!(a),
                Op::NotU32 { d, a } => *r!(d) = arith::not(IntKind::U32, *r!(a)),
                Op::IsZero { d, a } => *r!(d) = (*r!(a) == 0) as u64,
                Op::IsNonZero { d, a } => *r!(d) = (*r!(a) != 0) as u64,
                Op::LtS { d, a, b } => *r!(d) = ((*r!(a) as i64) < *r!(b) as i64) as u64,
                Op::LeS { d, a, b } => *r!(d) = (*r!(a) as i64 <= *r!(b) as i64) as u64,
                Op::LtU { d, a, b } => *r!(d) = (*r!(a) < *r!(b)) as u64,
                Op::LeU { d, a, b } => *r!(d) = (*r!(a) <= *r!(b)) as u64,
                Op::Eq { d, a, b } => *r!(d) = (*r!(a) == *r!(b)) as u64,
                Op::Ne { d, a, b } => *r!(d) = (*r!(a) != *r!(b)) as u64,
                Op::SignExtend8 { d, a } => *r!(d) = *r!(a) as i8 as i64 as u64,
                Op::SignExtend16 { d, a } => *r!(d) = *r!(a) as i16 as i64 as u64,
                Op::SignExtend32 { d, a } => *r!(d) = *r!(a) as i32 as i64 as u64,
                Op::ZeroExtend8 { d, a } => *r!(d) = *r!(a) as u8 as u64,
                Op::ZeroExtend16 { d, a } => *r!(d) = *r!(a) as u16 as u64,
                Op::ZeroExtend32 { d, a } => *r!(d) = *r!(a) as u32 as u64,
                Op::AddF32 { d, a, b } => float!(f32, u32, +, d, a, b),
                Op::AddF64 { d, a, b } => float!(f64, u64, +, d, a, b),
                Op::SubF32 { d, a, b } => float!(f32, u32, -, d, a, b),
                Op::SubF64 { d, a, b } => float!(f64, u64, -, d, a, b),
                Op::MulF32 { d, a, b } => float!(f32, u32, *, d, a, b),
                Op::MulF64 { d, a, b } => float!(f64, u64, *, d, a, b),
                Op::DivF32 { d, a, b } => float!(f32, u32, /, d, a, b),
                Op::DivF64 { d, a, b } => float!(f64, u64, /, d, a, b),
                Op::LtF32 { d, a, b } => float_compare!(f32, u32, <, d, a, b),
                Op::LtF64 { d, a, b } => float_compare!(f64, u64, <, d, a, b),
                Op::LeF32 { d, a, b } => float_compare!(f32, u32, <=, d, a, b),
                Op::LeF64 { d, a, b } => float_compare!(f64, u64, <=, d, a, b),
                Op::EqF32 { d, a, b } => float_compare!(f32, u32, ==, d, a, b),
                Op::EqF64 { d, a, b } => float_compare!(f64, u64, ==, d, a, b),
                Op::NegF32 { d, a } => *r!(d) = (-f32::from_bits(*r!(a) as u32)).to_bits() as u64,
                Op::NegF64 { d, a } => *r!(d) = (-f64::from_bits(*r!(a))).to_bits(),
                Op::Wide { op, kind, d, a, b } => {
                    let frame = &mut self.registers[base..];
                    let x = get_wide(frame, kind, a);
                    let y = if matches!(op, WideOp::Shl | WideOp::Shr) {
                        frame[b as usize] as i64 as i128 as u128
                    } else {
                        get_wide(frame, kind, b)
                    };
                    match scalar::binary(op, kind, x, y) {
                        Ok(value) if is_truth(op) => frame[d as usize] = value as u64,
                        Ok(value) if self.options.layout != 0 => {
                            put_wide(frame, kind, d, scalar::other_nan(op, kind, value))
                        }
                        Ok(value) => put_wide(frame, kind, d, value),
                        Err(fault) => fault!(self.wide_fault(pc, op, fault, kind, x, y)),
                    }
                }
                Op::Convert { from, to, d, a } => {
                    let frame = &mut self.registers[base..];
                    let value = get_wide(frame, from, a);
                    match scalar::convert(from, to, value) {
                        Ok(value) => put_wide(frame, to, d, value),
                        Err(_) => fault!(self.conversion_fault(pc, from, value)),
                    }
                }
                Op::Narrow { d, a } => *r!(d) = self.memory.narrow(*r!(a)),
                Op::Widen { d, a } => *r!(d) = self.memory.widen(*r!(a)),

                Op::CheckInit { flag, var } => {
                    if *r!(flag) == 0 {
                        return Err(self.uninitialized_var(pc, var));
                    }
                }
                Op::LoadStatic { w, d, at } => self.load_static(pc, w, base, d, at as usize)?,
                Op::StoreStatic { w, s, at } => self.store_direct(w, base, s, at as usize),
                Op::LoadLocal { w, d, slot, offset } => {
                    let at = *r!(slot + 1) as usize + offset as usize;
                    self.load_direct(pc, w, base, d, at)?;
                }
                Op::StoreLocal { w, s, slot, offset } => {
                    let at = *r!(slot + 1) as usize + offset as usize;
                    self.store_direct(w, base, s, at);
                }
                Op::LoadStaticAt { w, d, index, at } => {
                    let at = *r!(index) as usize + at as usize;
                    self.load_static(pc, w, base, d, at)?;
                }
                Op::StoreStaticAt { w, s, index, at } => {
                    let at = *r!(index) as usize + at as usize;
                    self.store_direct(w, base, s, at);
                }
                Op::LoadLocalAt { w, d, slot, index, offset } => {
                    let at = *r!(slot + 1) as usize + *r!(index) as usize + offset as usize;
                    self.load_direct(pc, w, base, d, at)?;
                }
                Op::StoreLocalAt { w, s, slot, index, offset } => {
                    let at = *r!(slot + 1) as usize + *r!(index) as usize + offset as usize;
                    self.store_direct(w, base, s, at);
                }
                Op::Load { w, class, align, d, p, offset } => {
                    let address = r!(p).wrapping_add(offset as u64);
                    self.load(pc, access::Access { w, class, align }, base, d, address)?;
                }
                Op::Store { w, class, align, s, p, offset } => {
                    let address = r!(p).wrapping_add(offset as u64);
                    self.store(pc, access::Access { w, class, align }, base, s, address)?;
                }
                Op::LoadBits { d, p, bits } => *r!(d) = self.load_bits(pc, *r!(p), bits)?,
                Op::StoreBits { s, p, bits } => self.store_bits(pc, *r!(p), bits, *r!(s))?,

                Op::Index { d, index, bound } => {
                    let bound = self.code.bounds[bound as usize];
                    let index = *r!(index);
                    if index >= bound.len && !(index == bound.len && bound.address_only) {
                        fault!(self.index_fault(pc, index as i64, bound));
                    }
                    *r!(d) = index * bound.size as u64;
                }
                Op::IndexVla { index, len, address_only } => {
                    let (index, len) = (*r!(index), *r!(len));
                    if index >= len && !(index == len && address_only) {
                        return Err(self.index_fault(pc, index as i64, Bound { len, size: 1, address_only }));
                    }
                }
                Op::PtrAdd { d, p, index, size, access } => {
                    let (p, index) = (*r!(p), *r!(index) as i64);
                    match self.pointer_add(pc, p, index, size as i64, access) {
                        Ok(address) => *r!(d) = address,
                        Err(stop) => fault!(stop),
                    }
                }
                Op::PtrAddVla { d, p, index, size, access } => {
                    let (p, index, size) = (*r!(p), *r!(index) as i64, *r!(size) as i64);
                    *r!(d) = self.pointer_add(pc, p, index, size, access)?;
                }
                Op::PtrSub { d, p, index, size } => {
                    let (p, index) = (*r!(p), (*r!(index) as i64).wrapping_neg());
                    *r!(d) = self.pointer_add(pc, p, index, size as i64, false)?;
                }
                Op::PtrDiff { d, a, b, size } => *r!(d) = self.pointer_difference(pc, *r!(a), *r!(b), size)?,
                Op::PtrLess { d, a, b, or_equal } => {
                    let (a, b) = (*r!(a), *r!(b));
                    self.check_comparable(pc, a, b)?;
                    *r!(d) = if or_equal { a <= b } else { a < b } as u64;
                }
                Op::Offset { d, a, offset } => *r!(d) = r!(a).wrapping_add(offset as u64),
                Op::OffsetChecked { d, a, offset } => {
                    let address = *r!(a);
                    self.check_member_address(pc, address)?;
                    *r!(d) = address.wrapping_add(offset as u64);
                }
                Op::AddressOfLocal { d, slot, offset } => *r!(d) = r!(slot).wrapping_add(offset as u64),

                Op::Allocate { slot, object } => self.allocate(pc, base, slot, object, None)?,
                Op::Ensure { slot, object } => {
                    if *r!(slot) == 0 {
                        self.allocate(pc, base, slot, object, None)?;
                    }
                }
                Op::Forget { slot } => {
                    self.forget(*r!(slot));
                    self.pay()?;
                }
                Op::Kill { slot } => {
                    let address = std::mem::take(r!(slot));
                    if address != 0 {
                        self.memory.kill(address, pc as u32);
                    }
                }
                Op::AllocateVla { slot, object, size } => {
                    let size = *r!(size);
                    self.allocate(pc, base, slot, object, Some(size))?;
                }
                Op::Alloca { d, size } => *r!(d) = self.alloca(pc, *r!(size))?,
                Op::Copy { d, s, copy } => self.copy(pc, *r!(d), *r!(s), copy)?,
                Op::Zero { p, size } => {
                    self.zero(*r!(p), size);
                    self.pay()?;
                }
                Op::Repeat { p, size, count } => {
                    self.repeat(*r!(p), size, count);
                    self.pay()?;
                }
                Op::Lanes { lanes, d, a, b } => {
                    if let Err(stop) = self.lanes(pc, lanes, base, d, a, b) {
                        fault!(stop);
                    }
                }

                Op::Mark { d, p, bit } => *r!(d) = (*r!(p) << 3).wrapping_add(bit as u64),
                Op::Conflict { a, b, pair } => {
                    let (a, b) = (*r!(a), *r!(b));
                    if a != 0 && b != 0 {
                        let widths = self.code.pairs[pair as usize];
                        if a < b.wrapping_add(widths.b_bits as u64) && b < a.wrapping_add(widths.a_bits as u64) {
                            return Err(self.conflict(widths));
                        }
                    }
                }

                Op::RestrictEnter => self.restrict_enter(),
                Op::RestrictBegin { key } => self.restrict_begin(key),
                Op::Restrict { p, key, write, size } => self.restrict_access(pc, *r!(p), size, key, write)?,
                Op::CheckRecord { p, record } => self.check_record(pc, *r!(p), record)?,
                Op::CheckWhole { p, size, align, write } => self.check_whole(pc, *r!(p), size, align, write)?,
                Op::CheckAlive { p } => {
                    if self.memory.is_dead(*r!(p)) {
                        return Err(self.dangling(pc, *r!(p)));
                    }
                }
                Op::CheckVolatile { p, size, layout } => self.check_volatile_parts(pc, *r!(p), size, layout)?,
                Op::CheckRoom { p, count, size } => self.check_room(pc, *r!(p), *r!(count), size)?,
                Op::CheckNarrow { p, bits } => self.check_narrow(pc, *r!(p), bits)?,
                Op::Freeze { p } => self.freeze(*r!(p)),
                Op::CheckOverlap { to, from, overlap } => self.check_overlap(pc, *r!(to), *r!(from), overlap)?,
                Op::CheckAligned { p, mask } => {
                    if *r!(p) & mask as u64 != 0 {
                        self.check_conversion(pc, *r!(p), mask)?;
                    }
                }
                Op::CheckBegun { p, var } => self.check_begun(pc, *r!(p), var)?,

                Op::VaStart { list } => self.va_start(pc, *r!(list))?,
                Op::VaEnd { list } => self.va_end(pc, *r!(list))?,
                Op::VaCopy { to, from } => self.va_copy(pc, *r!(to), *r!(from))?,
                Op::VaArg { d, list, arg } => {
                    let value = self.va_arg(pc, *r!(list), arg)?;
                    *r!(d) = value[0];
                    if value[1] != 0 || self.is_two_words(arg) {
                        *r!(d + 1) = value[1];
                    }
                }
                Op::VlaLength { d, length } => {
                    let length = *r!(length) as i64;
                    if length <= 0 {
                        return Err(self.undefined(pc, Rule::VlaSize, format!("the array's length is {length}")));
                    }
                    *r!(d) = length as u64;
                }
            }
            pc += 1;
        }
    }
}

fn is_truth(op: WideOp) -> bool {
    matches!(op, WideOp::Lt | WideOp::Le | WideOp::Eq | WideOp::Ne | WideOp::IsNonZero)
}

/// A scalar from its register or registers, canonical in 128 bits.
fn get_wide(frame: &[u64], kind: Scalar, reg: Reg) -> u128 {
    let low = frame[reg as usize];
    match kind {
        Scalar::Int { bits: 65.., .. } | Scalar::F80 | Scalar::F128 => {
            (frame[reg as usize + 1] as u128) << 64 | low as u128
        }
        Scalar::Int { signed: true, .. } => low as i64 as i128 as u128,
        _ => low as u128,
    }
}

fn put_wide(frame: &mut [u64], kind: Scalar, reg: Reg, value: u128) {
    frame[reg as usize] = value as u64;
    if let Scalar::Int { bits: 65.., .. } | Scalar::F80 | Scalar::F128 = kind {
        frame[reg as usize + 1] = (value >> 64) as u64;
    }
}

impl SwitchTable {
    fn find(&self, value: u64) -> u32 {
        let key = value ^ self.bias;
        if let Some((first, table)) = &self.dense {
            return table.get(key.wrapping_sub(*first) as usize).copied().unwrap_or(self.default);
        }
        let after = self.ranges.partition_point(|range| range.0 <= key);
        match after.checked_sub(1).map(|index| self.ranges[index]) {
            Some((_, hi, target)) if key <= hi => target,
            _ => self.default,
        }
    }
}
