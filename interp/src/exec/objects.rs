//! Objects: beginning, copying, ending.

use super::*;
use crate::memory::{CLASS_ANY, CLASS_CHAR, ObjectKind, TAG_CLASS, TAG_CONST, Tags};
use lang::{RecordId, Type, TypeKind, Types};

impl Machine<'_> {
    /// A local object begins in `slot`; one that is there from an earlier pass ends.
    pub(super) fn allocate(&mut self, pc: usize, base: usize, slot: Reg, object: u32, size: Option<u64>) -> Step<()> {
        let old = self.registers[base + slot as usize];
        if old != 0 {
            self.memory.kill(old, pc as u32);
        }
        let desc = &self.code.objects[object as usize];
        let tags = self.image.effective.pattern(desc.layout).tags();
        let origin = desc.var.map_or(u32::MAX, |var| var.0);
        let size = size.unwrap_or(desc.size);
        let Ok(address) = self.memory.allocate(size, desc.align, ObjectKind::Auto, origin, tags) else {
            return Err(self.unsupported(pc, "more memory than the limit"));
        };
        let at = self.memory.locate(address, 0).expect("a fresh object");
        self.registers[base + slot as usize] = address;
        self.registers[base + slot as usize + 1] = at as u64;
        self.pay()
    }

    /// The declaration is reached again: the value is indeterminate (C17 6.2.4p6).
    pub(super) fn forget(&mut self, address: u64) {
        let size = self.memory.object(address).size;
        if let Some(at) = self.memory.locate(self.memory.base_address(address), size) {
            self.memory.charge(size as u64);
            self.memory.init[at..at + size as usize].fill(0);
        }
    }

    pub(super) fn alloca(&mut self, pc: usize, size: u64) -> Step<u64> {
        match self.memory.allocate(size, 16, ObjectKind::Alloca, pc as u32, Tags::Uniform(CLASS_ANY)) {
            Ok(address) => {
                self.allocas.push(address);
                self.pay()?;
                Ok(address)
            }
            Err(_) => Err(self.unsupported(pc, "more memory than the limit")),
        }
    }

    /// Ends the lifetimes of a returning function's objects.
    pub(super) fn kill_frame(&mut self, func: u32, base: usize) {
        let code = self.code.functions[func as usize].as_ref().expect("it is running");
        let has_setjmp = code.has_setjmp;
        for &slot in &code.slots {
            let address = self.registers[base + slot as usize];
            if address != 0 {
                self.memory.kill(address, u32::MAX);
            }
        }
        if code.has_alloca {
            let kept = self.frames.last().map_or(0, |frame| frame.allocas) as usize;
            for address in self.allocas.drain(kept..) {
                self.memory.kill(address, u32::MAX);
            }
        }
        if has_setjmp {
            self.end_jumps();
        }
    }

    /// Copies an aggregate, indeterminate bytes included (C17 6.2.6.1p6).
    pub(super) fn copy(&mut self, pc: usize, to: u64, from: u64, copy: u32) -> Step<()> {
        let desc = self.code.copies[copy as usize];
        if desc.size == 0 {
            return Ok(());
        }
        let source = self.check_place(pc, from, desc.size, 0, "reads")?;
        let target = self.check_place(pc, to, desc.size, 0, "writes")?;
        if desc.is_assignment {
            self.check_writable(pc, to, target, desc.size)?;
            let distance = source.abs_diff(target);
            if distance != 0 && distance < desc.size as usize && to >> 32 == from >> 32 {
                let message = format!("{} bytes are assigned from a place {distance} bytes away", desc.size);
                return Err(self.undefined_at(pc, Rule::OverlappingAssignment, message, to));
            }
        }
        let size = desc.size as usize;
        self.memory.copy(target, source, size);
        if matches!(self.memory.object(to).kind, ObjectKind::Heap | ObjectKind::Alloca) {
            match size {
                1 => self.carry_class(target, source),
                _ => self.retag(target, desc.ty, size),
            }
        }
        self.pay()
    }

    /// A byte copied into allocated memory carries the effective type it was part of (C17 6.5p6), as in
    /// `library::access`.
    fn carry_class(&mut self, to: usize, from: usize) {
        let class = self.memory.tags[from] & TAG_CLASS;
        self.memory.tags[to] = if class == CLASS_CHAR { CLASS_ANY } else { class };
    }

    /// An aggregate stored into allocated memory gives it its type.
    fn retag(&mut self, at: usize, ty: Type, size: usize) {
        let index = self.image.effective.pattern_of(&self.program.types, ty.unqualified());
        match self.image.effective.pattern(index).tags() {
            Tags::Uniform(tag) => self.memory.tags[at..at + size].fill(tag & TAG_CLASS),
            Tags::Pattern(pattern) => {
                for (index, tag) in self.memory.tags[at..at + size].iter_mut().enumerate() {
                    *tag = pattern[index % pattern.len()] & TAG_CLASS;
                }
            }
        }
    }

    /// An object with temporary lifetime must not be modified (C17 6.2.4p8).
    pub(super) fn freeze(&mut self, address: u64) {
        let object = *self.memory.object(address);
        let start = object.storage as usize;
        self.memory.tags[start..start + object.size as usize].iter_mut().for_each(|tag| *tag |= TAG_CONST);
    }

    /// A scalar is assigned from one that overlaps it. Both must have the same address and type (C17 6.5.16.1p3).
    pub(super) fn check_overlap(&self, pc: usize, to: u64, from: u64, overlap: u32) -> Step<()> {
        let desc = self.code.overlaps[overlap as usize];
        let (a, b) = ((to << 3) + desc.to_bit, (from << 3) + desc.from_bit);
        let is_same = a == b && desc.to_width == desc.from_width && desc.is_compatible;
        if is_same || a >= b + desc.from_width || b >= a + desc.to_width {
            return Ok(());
        }
        let message = "a value is assigned from an object that overlaps the target".to_string();
        Err(self.undefined_at(pc, Rule::OverlappingAssignment, message, to))
    }

    /// The argument of a parameter declared `[static count]`, which the caller provides.
    pub(super) fn check_room(&self, pc: usize, address: u64, count: u64, size: u32) -> Step<()> {
        let needed = (count as i64).max(0) as u64 * size as u64;
        let room = match self.memory.offset_in(address) {
            Some((offset, object)) if address != 0 => (object.size - offset) as u64,
            _ => 0,
        };
        if room >= needed {
            return Ok(());
        }
        let what = self.object_name(address);
        let message = format!("the parameter wants {needed} bytes, but {what} has {room} from there on");
        Err(self.undefined_at(self.calling_pc(pc), Rule::StaticArray, message, address))
    }

    /// A pointer to something does not fit an integer narrower than it (C17 6.3.2.3p6).
    pub(super) fn check_narrow(&self, pc: usize, address: u64, bits: u32) -> Step<()> {
        if self.memory.object(address).kind == ObjectKind::None {
            return Ok(());
        }
        let message = format!("the address of {} does not fit an integer of {bits} bits", self.object_name(address));
        Err(self.undefined_at(pc, Rule::PointerToInteger, message, address))
    }

    pub(super) fn zero(&mut self, address: u64, size: u32) {
        let size = size.min(self.memory.object(address).size);
        if let Some(at) = self.memory.locate(address, size) {
            self.memory.charge(size as u64);
            self.memory.data[at..at + size as usize].fill(0);
            self.memory.init[at..at + size as usize].fill(0xff);
        }
    }

    pub(super) fn repeat(&mut self, address: u64, size: u32, count: u32) {
        let total = size as u64 * (count as u64 + 1);
        let Some(at) = self.memory.locate(address, total.min(u32::MAX as u64) as u32) else { return };
        for index in 1..=count as usize {
            self.memory.copy(at + index * size as usize, at, size as usize);
        }
    }

    pub(super) fn make_argv(&mut self) -> Step<u64> {
        let mut pointers = Vec::new();
        for arg in &self.options.args {
            let size = arg.len() as u64 + 1;
            let address = self
                .memory
                .allocate(size, 1, ObjectKind::Static, u32::MAX, Tags::Uniform(crate::memory::CLASS_CHAR))
                .map_err(|_| Box::new(Stop::Unsupported("arguments of this size".to_string(), Loc::NONE)))?;
            let at = self.memory.locate(address, size as u32).expect("a fresh object");
            self.memory.write(at, arg.as_bytes());
            self.memory.write(at + arg.len(), &[0]);
            pointers.push(address);
        }
        self.make_pointers(&pointers)
    }

    /// A null-terminated array of pointers.
    pub(super) fn make_pointers(&mut self, pointers: &[u64]) -> Step<u64> {
        let width = self.program.types.target.pointer_size;
        let size = (pointers.len() as u64 + 1) * width;
        let address = self
            .memory
            .allocate(size, width, ObjectKind::Static, u32::MAX, Tags::Uniform(CLASS_ANY))
            .map_err(|_| Box::new(Stop::Unsupported("arguments of this size".to_string(), Loc::NONE)))?;
        let at = self.memory.locate(address, size as u32).expect("a fresh object");
        for (index, &pointer) in pointers.iter().chain(&[0]).enumerate() {
            let bytes = self.memory.narrow(pointer).to_le_bytes();
            self.memory.write(at + index * width as usize, &bytes[..width as usize]);
        }
        Ok(address)
    }
}

/// Whether the byte at `offset` of an object of type `ty` belongs to no scalar.
pub(super) fn is_padding(types: &Types, ty: Type, offset: u64) -> bool {
    is_unused(types, ty, offset, &mut FxHashSet::default())
}

/// What was seen has proved to be padding: members of unions share their places.
fn is_unused(types: &Types, ty: Type, offset: u64, seen: &mut FxHashSet<(RecordId, u64)>) -> bool {
    match types.kind(ty) {
        TypeKind::Array { elem, .. } => match types.size_of(*elem) {
            Some(size) if size > 0 => is_unused(types, *elem, offset % size, seen),
            _ => false,
        },
        TypeKind::LDouble => offset >= 10,
        TypeKind::Record(id) if !seen.insert((*id, offset)) => true,
        TypeKind::Record(id) => !types.records[id.0 as usize].fields.iter().any(|field| {
            let start = field.bit_offset / 8;
            match field.bit_width {
                Some(width) => (start..(field.bit_offset + width as u64).div_ceil(8)).contains(&offset),
                None => {
                    let size = types.size_of(field.ty).unwrap_or(0);
                    (start..start + size).contains(&offset) && !is_unused(types, field.ty, offset - start, seen)
                }
            }
        }),
        _ => false,
    }
}
