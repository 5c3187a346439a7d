//! Calls that need more than a jump: through pointers, into the library, with variable arguments.

use super::*;
use crate::compile::{call_mismatch, interchangeable};
use crate::library::{Arg, Context, VaLists};
use crate::memory::{CLASS_ANY, ObjectKind, Tags};
use lang::{Type, TypeKind};

/// The variable arguments of one active call.
#[derive(Debug, Default)]
pub(super) struct VaArea {
    args: Vec<Arg>,
    /// Copies of aggregates, which end with the call.
    owned: Vec<u64>,
}

pub(super) enum Resolved {
    Function { func: FuncId, area: u32, used: bool },
    Library([u64; 2]),
}

/// Access to `va_list` objects for `vprintf` and friends.
struct Lists<'a> {
    areas: &'a FxHashMap<u32, VaArea>,
    pointer_size: u64,
    active: &'a lists::ActiveLists,
    /// Those that arguments were taken from.
    used: Vec<u64>,
}

impl VaLists for Lists<'_> {
    fn next(&mut self, memory: &mut Memory, list: u64) -> Result<Option<Arg>, library::Stop> {
        let position = read_list(memory, list, self.pointer_size);
        let Some((area, index)) = position else {
            return Err(library::Stop::Undefined(
                Rule::VaArg,
                "a `va_list` is used that `va_start` did not set".to_string(),
            ));
        };
        let Some(args) = self.areas.get(&area) else {
            return Err(library::Stop::Undefined(
                Rule::VaArg,
                "a `va_list` is used after its function returned".to_string(),
            ));
        };
        if !self.used.contains(&list) {
            if self.active.is_indeterminate(list) {
                return Err(library::Stop::Undefined(
                    Rule::VaArg,
                    "a `va_list` is used that another function has taken arguments from".to_string(),
                ));
            }
            self.used.push(list);
        }
        let arg = args.args.get(index as usize).copied();
        write_list(memory, list, self.pointer_size, area, index + 1);
        Ok(arg)
    }
}

/// A `va_list` holds the number of its area and the index of the next argument.
fn read_list(memory: &Memory, list: u64, pointer_size: u64) -> Option<(u32, u32)> {
    let size = if pointer_size == 8 { 8 } else { 4 };
    let at = memory.locate(list, size)?;
    if !memory.is_init(at, size as usize) {
        return None;
    }
    if pointer_size == 8 {
        let word = u64::from_le_bytes(memory.read(at));
        Some(((word >> 32) as u32, word as u32))
    } else {
        let word = u32::from_le_bytes(memory.read(at));
        Some((word >> 10, word & 0x3ff))
    }
}

fn write_list(memory: &mut Memory, list: u64, pointer_size: u64, area: u32, index: u32) {
    if pointer_size == 8 {
        if let Some(at) = memory.locate(list, 24) {
            memory.write(at, &((area as u64) << 32 | index as u64).to_le_bytes());
            memory.write(at + 8, &[0; 16]);
        }
    } else if let Some(at) = memory.locate(list, 4) {
        memory.write(at, &(area << 10 | index & 0x3ff).to_le_bytes());
    }
}

/// Pointers to different types, none of them `void` or a character type (C17 7.16.1.1p2; qualifiers as in C23, which
/// corrects it). `void *` is let through for all objects, as it has their representation everywhere.
fn are_other_pointers(types: &lang::Types, a: Type, b: Type) -> bool {
    let (Some(a), Some(b)) = (types.pointee(a), types.pointee(b)) else { return false };
    let is_any = |ty: Type| types.is_void(ty) || types.is_character(ty);
    let (a, b) = (types.strip(a), types.strip(b));
    !(types.compatible(a, b) || types.is_void(a) || types.is_void(b) || is_any(a) && is_any(b))
}

/// What a call of a library function takes besides the bytes that it touches, in expressions of the same time.
const LIBRARY_STEPS: u64 = 16;

impl Machine<'_> {
    fn pointer_size(&self) -> u64 {
        self.program.types.target.pointer_size
    }

    pub(super) fn resolve_call(&mut self, pc: usize, callee: u64, call: u32, base: usize) -> Step<Resolved> {
        let object = *self.memory.object(callee);
        if object.kind != ObjectKind::Function || callee as u32 != object.base {
            return Err(match object.kind {
                ObjectKind::None if callee == 0 => {
                    self.undefined(pc, Rule::NullDereference, "a null function pointer is called".to_string())
                }
                _ => {
                    let name = self.object_name(callee);
                    self.undefined(pc, Rule::InvalidPointer, format!("{name} is called, but is not a function"))
                }
            });
        }
        let func = FuncId(object.origin);
        if self.program[func].body.is_none() {
            let name = self.program.name(self.program[func].name);
            let Some(function) = library::Function::from_name(name) else {
                return Err(self.unsupported(pc, &format!("`{name}`, which no unit defines")));
            };
            return self.call_library(pc, call, Some(function), base).map(Resolved::Library);
        }
        let desc = &self.code.calls[call as usize];
        let used = desc.used;
        if !self.checked_calls.contains_key(&(call, func)) {
            let args: Vec<Type> = desc.args.iter().map(|arg| arg.ty).collect();
            if let Some(problem) = call_mismatch(self.program, desc.ty, func, &args) {
                return Err(self.undefined(pc, Rule::WrongCall, problem));
            }
            self.checked_calls.insert((call, func), ());
        }
        let variadic =
            self.program.types.function_type(self.program[func].ty).is_some_and(|function| function.variadic);
        let area = if variadic { self.make_area(pc, func, call, base)? } else { 0 };
        Ok(Resolved::Function { func, area, used })
    }

    fn arg_value(&self, base: usize, reg: Reg) -> [u64; 2] {
        let at = base + reg as usize;
        [self.registers[at], self.registers[at + 1]]
    }

    pub(super) fn call_library(
        &mut self,
        pc: usize,
        call: u32,
        function: Option<library::Function>,
        base: usize,
    ) -> Step<[u64; 2]> {
        let desc = &self.code.calls[call as usize];
        let Some(function) = function.or(desc.library) else {
            return Err(self.unsupported(pc, "this library function"));
        };
        let ret = desc.ret;
        let args: Vec<Arg> =
            desc.args.iter().map(|arg| Arg { ty: arg.ty, value: self.arg_value(base, arg.reg) }).collect();
        let name = function.name();
        let special = self
            .callback_call(pc, name, &args, base)
            .or_else(|| self.jump_call(pc, name, &args, base))
            .or_else(|| self.signal_call(pc, name, &args, base));
        if let Some(result) = special {
            return result;
        }
        let result = self.result_address(pc, call, base);
        let desc = &self.code.calls[call as usize];
        let limited = |arg: &ArgDesc| Some((self.registers[base + arg.reg as usize], arg.limit?));
        let limits = desc
            .args
            .iter()
            .filter_map(limited)
            .map(|(start, limit)| (start, start.saturating_add(limit as u64)))
            .collect();
        let mut lists = Lists {
            areas: &self.areas,
            pointer_size: self.program.types.target.pointer_size,
            active: &self.active_lists,
            used: Vec::new(),
        };
        let mut context = Context {
            program: self.program,
            memory: &mut self.memory,
            effective: &mut self.image.effective,
            stdout: &mut self.stdout,
            max_stdout: self.options.max_stdout,
            state: &mut self.image.library,
            origin: pc as u32,
            va: &mut lists,
            limits,
            result,
        };
        let result = library::call(&mut context, function, &args, ret);
        let used = lists.used;
        used.into_iter().for_each(|list| self.active_lists.consume(list));
        let result = result.map_err(|stop| match stop {
            library::Stop::Undefined(Rule::UninitializedRead, message) => {
                self.uninitialized_argument(pc, message, &args)
            }
            library::Stop::Undefined(rule, message) => self.undefined(pc, rule, message),
            library::Stop::Unsupported(what) => self.unsupported(pc, &what),
            library::Stop::Exit(code) => Box::new(Stop::Exit(code)),
            library::Stop::Finish { code, is_quick } => Box::new(Stop::Finish { code, is_quick, free: base }),
        });
        let value = result?;
        self.memory.owe(LIBRARY_STEPS);
        self.pay()?;
        Ok(value)
    }

    /// Where a structure that the library returns goes; 0 if it returns none.
    fn result_address(&self, pc: usize, call: u32, base: usize) -> u64 {
        match (self.code.ops[pc], self.code.calls[call as usize].result) {
            (Op::CallLibrary { base: first, .. }, Some(slot)) => self.registers[base - first as usize + slot as usize],
            _ => 0,
        }
    }

    /// Sets the variable arguments of a call aside.
    pub(super) fn make_area(&mut self, pc: usize, func: FuncId, call: u32, base: usize) -> Step<u32> {
        let fixed = self.program[func].params.len();
        let mut area = VaArea::default();
        let count = self.code.calls[call as usize].args.len();
        for index in fixed..count {
            let desc = self.code.calls[call as usize].args[index];
            let mut value = self.arg_value(base, desc.reg);
            let types = &self.program.types;
            if matches!(types.kind(desc.ty), TypeKind::Record(_) | TypeKind::Complex(_) | TypeKind::Vector { .. }) {
                value[0] = self.copy_argument(pc, desc.ty, value[0])?;
                area.owned.push(value[0]);
            }
            area.args.push(Arg { ty: desc.ty, value });
        }
        let id = self.next_area;
        self.next_area += 1;
        self.areas.insert(id, area);
        Ok(id)
    }

    fn copy_argument(&mut self, pc: usize, ty: Type, from: u64) -> Step<u64> {
        let size = self.program.types.size_of(ty).unwrap_or(0);
        let align = self.program.types.align_of(ty);
        let Ok(address) = self.memory.allocate(size, align, ObjectKind::Auto, u32::MAX, Tags::Uniform(CLASS_ANY))
        else {
            return Err(self.unsupported(pc, "more memory than the limit"));
        };
        let source = self.check_place(pc, from, size as u32, 0, "reads")?;
        let target = self.memory.locate(address, size as u32).expect("a fresh object");
        self.memory.copy(target, source, size as usize);
        Ok(address)
    }

    pub(super) fn end_area(&mut self, area: u32) {
        if let Some(area) = self.areas.remove(&area) {
            for address in area.owned {
                self.memory.kill(address, u32::MAX);
            }
        }
    }

    pub(super) fn va_start(&mut self, pc: usize, list: u64) -> Step<()> {
        let area = self.frames.last().map_or(0, |frame| frame.area);
        let size = if self.pointer_size() == 8 { 24 } else { 4 };
        self.check_place(pc, list, size, 0, "writes")?;
        if !self.areas.contains_key(&area) {
            return Err(self.undefined(
                pc,
                Rule::VaArg,
                "`va_start` in a function without variable arguments".to_string(),
            ));
        }
        self.begin_list(pc, list)?;
        write_list(&mut self.memory, list, self.program.types.target.pointer_size, area, 0);
        Ok(())
    }

    pub(super) fn va_copy(&mut self, pc: usize, to: u64, from: u64) -> Step<()> {
        let size = if self.pointer_size() == 8 { 24 } else { 4 };
        self.check_place(pc, to, size, 0, "writes")?;
        self.check_place(pc, from, size, 0, "reads")?;
        let Some((area, index)) = read_list(&self.memory, from, self.pointer_size()) else {
            let message = "a `va_list` is copied that `va_start` did not set".to_string();
            return Err(self.undefined(pc, Rule::VaArg, message));
        };
        self.use_list(pc, from, false)?;
        self.begin_list(pc, to)?;
        write_list(&mut self.memory, to, self.program.types.target.pointer_size, area, index);
        Ok(())
    }

    /// The list is indeterminate until the next `va_start` (C17 7.16.1.3p2).
    pub(super) fn va_end(&mut self, pc: usize, list: u64) -> Step<()> {
        let size = if self.pointer_size() == 8 { 24 } else { 4 };
        let at = self.check_place(pc, list, size, 0, "writes")?;
        self.end_list(pc, list, self.memory.is_init(at, size as usize))?;
        self.memory.init[at..at + size as usize].fill(0);
        Ok(())
    }

    pub(super) fn is_two_words(&self, arg: u32) -> bool {
        let types = &self.program.types;
        let ty = self.code.va_args[arg as usize].ty;
        matches!(types.kind(ty), TypeKind::LDouble | TypeKind::Float128)
            || types.int_kind(ty).is_some_and(|kind| kind.bits > 64)
    }

    pub(super) fn va_arg(&mut self, pc: usize, list: u64, arg: u32) -> Step<[u64; 2]> {
        let VaArgDesc { ty, by_value } = self.code.va_args[arg as usize];
        self.use_list(pc, list, by_value)?;
        let mut lists = Lists {
            areas: &self.areas,
            pointer_size: self.program.types.target.pointer_size,
            active: &self.active_lists,
            used: Vec::new(),
        };
        let next = lists.next(&mut self.memory, list).map_err(|stop| match stop {
            library::Stop::Undefined(rule, message) => self.undefined(pc, rule, message),
            _ => self.unsupported(pc, "this use of a va_list"),
        })?;
        let Some(next) = next else {
            return Err(self.undefined(pc, Rule::VaArg, "there is no further argument".to_string()));
        };
        let types = &self.program.types;
        if !interchangeable(types, next.ty, ty) || are_other_pointers(types, next.ty, ty) {
            let (has, wants) =
                (lang::print::type_name(self.program, next.ty), lang::print::type_name(self.program, ty));
            return Err(self.undefined(pc, Rule::VaArg, format!("the next argument is `{has}`, not `{wants}`")));
        }
        let mut value = next.value;
        if let (Some(from), Some(to)) = (types.int_kind(next.ty), types.int_kind(ty)) {
            let negative = (value[0] as i64) < 0;
            if from.signed != to.signed && from.bits <= 64 {
                // Signed for unsigned is fine if the value is representable in both (C17 7.16.1.1p2).
                let top = arith::wrap(IntKind { bits: from.bits, signed: true }, value[0]);
                if negative || (top as i64) < 0 {
                    let shown = arith::display(from, value[0]);
                    let message = format!("the argument {shown} is not representable in the type it is read as");
                    return Err(self.undefined(pc, Rule::VaArg, message));
                }
            }
            if to.bits <= 64 {
                value[0] = arith::wrap(to, value[0]);
            }
        }
        Ok(value)
    }

    pub(super) fn label_target(&mut self, pc: usize, address: u64) -> Step<u32> {
        let object = self.memory.object(address);
        if object.kind != ObjectKind::Label {
            return Err(self.undefined(
                pc,
                Rule::InvalidPointer,
                "a computed goto to something that is not a label".to_string(),
            ));
        }
        let offset = (address as u32).wrapping_sub(object.base);
        let label = self.image.label(FuncId(object.origin), offset);
        match label.and_then(|label| self.code.labels.get(&label.0)) {
            Some(&target) => Ok(target),
            None => Err(self.unsupported(pc, "a goto into another function")),
        }
    }
}
