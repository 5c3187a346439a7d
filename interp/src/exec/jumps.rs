//! `setjmp` and `longjmp` (C17 7.13).
//!
//! A `jmp_buf` holds the number of a jump point, which knows where its function goes on and what its variables were. A
//! point ends with its function. `longjmp` ends the functions that were called since, and makes the variables that have
//! changed since indeterminate, unless they are volatile.

use super::*;
use crate::library::Arg;
use crate::memory::ObjectKind;
use lang::{Type, TypeKind, VarId};

/// Tells a `jmp_buf` that `setjmp` filled from other bytes.
const MAGIC: u64 = 0x6a6d_705f << 32;

/// Bytes of variables that all jump points together may remember.
const MOST_BYTES: usize = 16 << 20;

/// Times that buffers may be set again.
const MOST_SUPERSEDED: usize = 1 << 18;

pub(super) struct JumpPoint {
    id: u64,
    /// Of the `jmp_buf`.
    buffer: u64,
    /// How many frames there are when its function runs.
    frames: usize,
    pc: usize,
    base: usize,
    /// The register that the value goes to.
    result: usize,
    /// Intermediate results that the rest of the condition needs.
    scratch: Vec<u64>,
    variables: Vec<Variable>,
    /// Bytes of the variables.
    size: usize,
    /// Variable length arrays in scope.
    arrays: Vec<u64>,
}

/// An automatic object as it was.
struct Variable {
    address: u64,
    bytes: Vec<u8>,
    init: Vec<u8>,
}

/// Where execution goes on.
pub(super) struct Landing {
    pub pc: usize,
    pub base: usize,
}

impl Machine<'_> {
    /// The call, if it is of one of these functions. `base` is the first register of the arguments.
    pub(super) fn jump_call(&mut self, pc: usize, name: &str, args: &[Arg], base: usize) -> Option<Step<[u64; 2]>> {
        let word = |index: usize| args.get(index).map(|arg: &Arg| arg.value[0]);
        match name {
            _ if crate::library::is_setjmp(name) => Some(self.setjmp(pc, word(0)?, base).map(|()| [0, 0])),
            "longjmp" | "_longjmp" | "siglongjmp" => Some(Err(self.longjmp(pc, word(0)?, word(1)?))),
            _ => None,
        }
    }

    fn setjmp(&mut self, pc: usize, buffer: u64, result: usize) -> Step<()> {
        let at = self.check_place(pc, buffer, 8, 0, "writes")?;
        self.check_writable(pc, buffer, at, 8)?;
        let Op::CallLibrary { base: first, .. } = self.code.ops[pc] else {
            return Err(self.unsupported(pc, "`setjmp` through a pointer"));
        };
        let id = MAGIC | self.next_jump;
        self.next_jump += 1;
        // The buffer may be a variable of the function itself, which is to be remembered with its value.
        self.memory.write(at, &id.to_le_bytes());
        let base = result - first as usize;
        let func = self.function_at(pc);
        let code = self.code.functions[func as usize].as_ref().expect("it is running");
        let scratch = self.registers[base + code.scratch as usize..result].to_vec();
        let addresses: Vec<u64> = code.slots.iter().map(|&slot| self.registers[base + slot as usize]).collect();
        let variables = addresses.iter().filter(|&&address| address != 0).filter_map(|&address| self.variable(address));
        let variables: Vec<Variable> = variables.collect();
        let size = variables.iter().map(|variable| variable.bytes.len()).sum();
        let arrays = self.live_arrays(func, base);
        let frames = self.frames.len();
        let is_again = |point: &JumpPoint| point.buffer == buffer && point.frames == frames;
        self.superseded.extend(self.jumps.iter().filter(|point| is_again(point)).map(|point| point.id));
        self.jumps.retain(|point| !is_again(point));
        self.jumps.push(JumpPoint { id, buffer, frames, pc, base, result, scratch, variables, size, arrays });
        if self.jumps.iter().map(|point| point.size).sum::<usize>() > MOST_BYTES {
            return Err(self.unsupported(pc, "`setjmp` in functions with variables of this size"));
        }
        if self.superseded.len() > MOST_SUPERSEDED {
            return Err(self.unsupported(pc, &format!("more than {MOST_SUPERSEDED} calls of `setjmp`")));
        }
        self.memory.owe((size + self.code.ops.len() + 16 * self.jumps.len()) as u64);
        self.pay()
    }

    fn variable(&self, address: u64) -> Option<Variable> {
        let object = self.memory.object(address);
        let named = object.kind == ObjectKind::Auto && object.origin != u32::MAX;
        if !named || self.is_volatile_type(self.program[VarId(object.origin)].ty) {
            return None;
        }
        let at = self.memory.locate(address, object.size)?;
        let range = at..at + object.size as usize;
        Some(Variable {
            address,
            bytes: self.memory.data[range.clone()].to_vec(),
            init: self.memory.init[range].to_vec(),
        })
    }

    /// A structure with a volatile member is left alone as a whole.
    fn is_volatile_type(&self, ty: Type) -> bool {
        let types = &self.program.types;
        let mut seen = FxHashSet::default();
        let mut pending = vec![ty];
        while let Some(ty) = pending.pop() {
            if ty.is_volatile() {
                return true;
            }
            match types.kind(ty) {
                TypeKind::Array { elem, .. } => pending.push(*elem),
                TypeKind::Record(id) if seen.insert(*id) => {
                    pending.extend(types.records[id.0 as usize].fields.iter().map(|field| field.ty));
                }
                _ => {}
            }
        }
        false
    }

    fn live_arrays(&self, func: u32, base: usize) -> Vec<u64> {
        let entry = self.code.functions[func as usize].as_ref().map_or(0, |code| code.entry as usize);
        let entries = self.code.functions.iter().flatten().map(|code| code.entry as usize);
        let end = entries.filter(|&other| other > entry).min().unwrap_or(self.code.ops.len());
        let slots = self.code.ops[entry..end].iter().filter_map(|op| match op {
            Op::AllocateVla { slot, .. } => Some(*slot),
            _ => None,
        });
        slots.map(|slot| self.registers[base + slot as usize]).filter(|&address| address != 0).collect()
    }

    /// The function whose code this is.
    fn function_at(&self, pc: usize) -> u32 {
        let entry =
            |code: &Option<FuncCode>| code.as_ref().map(|code| code.entry as usize).filter(|&entry| entry <= pc);
        let functions = self.code.functions.iter().enumerate();
        let nearest = functions.filter_map(|(index, code)| Some((entry(code)?, index))).max();
        nearest.map_or(0, |(_, index)| index as u32)
    }

    fn longjmp(&mut self, pc: usize, buffer: u64, value: u64) -> Box<Stop> {
        let at = match self.check_place(pc, buffer, 8, 0, "reads") {
            Ok(at) => at,
            Err(stop) => return stop,
        };
        let id = u64::from_le_bytes(self.memory.read(at));
        if !self.memory.is_init(at, 8) || id >> 32 != MAGIC >> 32 {
            let message = "`longjmp` is given a `jmp_buf` that `setjmp` did not set".to_string();
            return self.undefined(pc, Rule::Longjmp, message);
        }
        let Some(point) = self.jumps.iter().find(|point| point.id == id) else {
            if self.superseded.contains(&id) {
                return self.unsupported(pc, "a copy of a `jmp_buf` that `setjmp` has set again");
            }
            let message = "the function that called `setjmp` has returned".to_string();
            return self.undefined(pc, Rule::Longjmp, message);
        };
        if point.arrays.iter().any(|&array| self.memory.object(array).size == 0) {
            let message = "the scope of a variable length array around `setjmp` was left".to_string();
            return self.undefined(pc, Rule::Longjmp, message);
        }
        let value = value as i32;
        Box::new(Stop::Jump { id, value: if value == 0 { 1 } else { value } })
    }

    /// Follows a jump of an execution that began with `depth` frames; anything else that stops it is passed on.
    #[cold]
    pub(super) fn land(&mut self, stop: Box<Stop>, depth: usize, pc: usize, base: usize) -> Step<Landing> {
        let Stop::Jump { id, value } = *stop else { return Err(stop) };
        let index = self.jumps.iter().position(|point| point.id == id).expect("`longjmp` found it");
        let frames = self.jumps[index].frames;
        if frames < depth {
            return Err(self.unsupported(pc, "`longjmp` out of a function that the library called"));
        }
        // Nothing else is paid for in a loop that consists of a jump back.
        let unwound = (self.frames.len() - frames) * self.code.functions.len();
        self.memory.owe((1 + self.jumps[index].size + self.jumps.len() + unwound) as u64);
        self.pay()?;
        self.unwind(frames, pc, base);
        let point = &self.jumps[index];
        let (pc, base, result) = (point.pc, point.base, point.result);
        let scratch = result - point.scratch.len();
        self.registers[scratch..result].copy_from_slice(&point.scratch);
        self.registers[result] = value as i64 as u64;
        self.registers[result + 1] = 0;
        for variable in &point.variables {
            self.has_lost_values |= lose_value(&mut self.memory, variable);
        }
        Ok(Landing { pc: pc + 1, base })
    }

    /// Ends functions until there are `frames`.
    fn unwind(&mut self, frames: usize, mut pc: usize, mut base: usize) {
        while self.frames.len() > frames {
            let func = self.function_at(pc);
            self.kill_frame(func, base);
            let frame = self.frames.pop().expect("there are more");
            if frame.area != 0 {
                self.end_area(frame.area);
            }
            base = frame.registers as usize;
            pc = (frame.return_to as usize).saturating_sub(1);
        }
    }

    /// A function that called `setjmp` returns.
    pub(super) fn end_jumps(&mut self) {
        let frames = self.frames.len();
        self.jumps.retain(|point| point.frames < frames);
    }
}

/// What has changed since becomes indeterminate (C17 7.13.2.1p3).
fn lose_value(memory: &mut Memory, variable: &Variable) -> bool {
    let Some(at) = memory.locate(variable.address, variable.bytes.len() as u32) else { return false };
    let mut lost = false;
    for (index, (&byte, &init)) in variable.bytes.iter().zip(&variable.init).enumerate() {
        if memory.data[at + index] != byte || memory.init[at + index] != init {
            memory.init[at + index] = 0;
            lost = true;
        }
    }
    lost
}
