//! Reading and writing memory, with every check.

use super::*;
use crate::effective::EffectiveTypes;
use crate::memory::{CLASS_ANY, CLASS_CHAR, ObjectKind, TAG_CLASS, TAG_CONST, TAG_VOLATILE, Tags};

/// An access through a pointer: the value's form, its alias class, its alignment minus one.
pub(super) struct Access {
    pub w: Width,
    pub class: u8,
    pub align: u8,
}

impl Machine<'_> {
    #[inline(always)]
    fn put(&mut self, base: usize, d: Reg, value: u64) {
        self.registers[base + d as usize] = value;
    }

    #[inline(always)]
    fn get(&self, base: usize, s: Reg) -> u64 {
        self.registers[base + s as usize]
    }

    /// Decodes the bytes at a storage index into registers.
    #[inline(always)]
    fn decode(&mut self, pc: usize, w: Width, base: usize, d: Reg, at: usize) -> Step<()> {
        let memory = &self.memory;
        let value = match w {
            Width::I8 => memory.data[at] as i8 as i64 as u64,
            Width::U8 => memory.data[at] as u64,
            Width::I16 => i16::from_le_bytes(memory.read(at)) as i64 as u64,
            Width::U16 => u16::from_le_bytes(memory.read(at)) as u64,
            Width::I32 => i32::from_le_bytes(memory.read(at)) as i64 as u64,
            Width::U32 => u32::from_le_bytes(memory.read(at)) as u64,
            Width::X64 => u64::from_le_bytes(memory.read(at)),
            Width::Bool => {
                let byte = memory.data[at];
                if byte > 1 {
                    return Err(self.undefined(pc, Rule::TrapRepresentation, format!("a `_Bool` object holds {byte}")));
                }
                byte as u64
            }
            Width::P32 => memory.widen(u32::from_le_bytes(memory.read(at)) as u64),
            Width::W128 => {
                let value = u128::from_le_bytes(memory.read(at));
                self.put(base, d + 1, (value >> 64) as u64);
                value as u64
            }
            Width::F80 => {
                let low = u64::from_le_bytes(memory.read(at));
                let high = u16::from_le_bytes(memory.read(at + 8)) as u64;
                self.put(base, d + 1, high);
                low
            }
        };
        self.put(base, d, value);
        Ok(())
    }

    /// Static objects are initialised and named ones need no other check.
    #[inline(always)]
    pub(super) fn load_static(&mut self, pc: usize, w: Width, base: usize, d: Reg, at: usize) -> Step<()> {
        self.decode(pc, w, base, d, at)
    }

    /// A named local object.
    #[inline(always)]
    pub(super) fn load_direct(&mut self, pc: usize, w: Width, base: usize, d: Reg, at: usize) -> Step<()> {
        if !self.memory.is_init(at, w.size() as usize) {
            return Err(self.uninitialized(pc));
        }
        self.decode(pc, w, base, d, at)
    }

    #[inline(always)]
    pub(super) fn store_direct(&mut self, w: Width, base: usize, s: Reg, at: usize) {
        let value = self.get(base, s);
        match w {
            Width::I8 | Width::U8 | Width::Bool => {
                self.memory.data[at] = value as u8;
                self.memory.init[at] = 0xff;
            }
            Width::I16 | Width::U16 => self.write(at, (value as u16).to_le_bytes()),
            Width::I32 | Width::U32 => self.write(at, (value as u32).to_le_bytes()),
            Width::X64 => self.write(at, value.to_le_bytes()),
            Width::P32 => self.write(at, (self.memory.narrow(value) as u32).to_le_bytes()),
            Width::W128 => {
                let high = self.get(base, s + 1);
                self.write(at, ((high as u128) << 64 | value as u128).to_le_bytes());
            }
            Width::F80 => {
                let high = self.get(base, s + 1) as u16;
                self.write(at, value.to_le_bytes());
                self.write(at + 8, high.to_le_bytes());
            }
        }
    }

    #[inline(always)]
    fn write<const N: usize>(&mut self, at: usize, bytes: [u8; N]) {
        self.memory.data[at..at + N].copy_from_slice(&bytes);
        self.memory.init[at..at + N].copy_from_slice(&[0xff; N]);
    }

    /// Through a pointer.
    #[inline(always)]
    pub(super) fn load(&mut self, pc: usize, access: Access, base: usize, d: Reg, address: u64) -> Step<()> {
        let Access { w, class, align } = access;
        let size = w.size();
        let at = match self.memory.locate(address, size) {
            Some(at)
                if address & align as u64 == 0
                    && self.memory.is_init(at, size as usize)
                    && (class <= CLASS_CHAR && !self.is_volatile(at, size) || self.has_class(at, size, class)) =>
            {
                at
            }
            _ => self.check_load(pc, address, size, align, class)?,
        };
        self.decode(pc, w, base, d, at)
    }

    #[inline(always)]
    pub(super) fn store(&mut self, pc: usize, access: Access, base: usize, s: Reg, address: u64) -> Step<()> {
        let Access { w, class, align } = access;
        let size = w.size();
        let at = match self.memory.locate(address, size) {
            Some(at) if address & align as u64 == 0 && self.is_exactly(at, size, class) => at,
            _ => self.check_store(pc, address, size, align, class)?,
        };
        self.store_direct(w, base, s, at);
        Ok(())
    }

    /// All tags are of this class, const or not.
    #[inline(always)]
    fn has_class(&self, at: usize, size: u32, class: u8) -> bool {
        let tags = &self.memory.tags;
        match size {
            1 => tags[at] & 0x7f == class,
            2 => u16::from_le_bytes([tags[at], tags[at + 1]]) & 0x7f7f == class as u16 * 0x0101,
            4 => {
                let tags = u32::from_le_bytes(tags[at..at + 4].try_into().expect("four bytes"));
                tags & 0x7f7f_7f7f == class as u32 * 0x0101_0101
            }
            8 => {
                let tags = u64::from_le_bytes(tags[at..at + 8].try_into().expect("eight bytes"));
                tags & 0x7f7f_7f7f_7f7f_7f7f == class as u64 * 0x0101_0101_0101_0101
            }
            _ => tags[at..at + size as usize].iter().all(|&tag| tag & 0x7f == class),
        }
    }

    /// Some byte belongs to a volatile object.
    #[inline(always)]
    fn is_volatile(&self, at: usize, size: u32) -> bool {
        match size {
            1 => self.memory.tags[at] & TAG_VOLATILE != 0,
            _ => self.memory.tags[at..at + size as usize].iter().any(|tag| tag & TAG_VOLATILE != 0),
        }
    }

    /// An object that was defined volatile is accessed through an lvalue that is not (C17 6.7.3p6).
    pub(super) fn check_volatile(&self, pc: usize, address: u64, size: u32) -> Step<()> {
        match self.memory.locate(address, size) {
            Some(at) if self.is_volatile(at, size) => {
                let message = format!("{} is volatile, but the lvalue is not", self.object_name(address));
                Err(self.undefined_at(pc, Rule::VolatileAccess, message, address))
            }
            _ => Ok(()),
        }
    }

    /// The same for a whole: its own members may be volatile.
    pub(super) fn check_volatile_parts(&self, pc: usize, address: u64, size: u32, layout: u32) -> Step<()> {
        let Some(at) = self.memory.locate(address, size).filter(|&at| self.is_volatile(at, size)) else {
            return Ok(());
        };
        let is_declared = |index: usize| match self.image.effective.pattern(layout).tags() {
            Tags::Uniform(tag) => tag & TAG_VOLATILE != 0,
            Tags::Pattern(pattern) => pattern[index % pattern.len()] & TAG_VOLATILE != 0,
        };
        let is_wrong = |index: usize| self.memory.tags[at + index] & TAG_VOLATILE != 0 && !is_declared(index);
        match (0..size as usize).find(|&index| is_wrong(index)) {
            Some(index) => self.check_volatile(pc, address + index as u64, 1),
            None => Ok(()),
        }
    }

    /// All tags are this class and not const; character stores need only the latter.
    #[inline(always)]
    fn is_exactly(&self, at: usize, size: u32, class: u8) -> bool {
        let tags = &self.memory.tags;
        match size {
            1 if class == CLASS_CHAR => tags[at] & !TAG_CLASS == 0,
            1 => tags[at] == class,
            2 => u16::from_le_bytes([tags[at], tags[at + 1]]) == class as u16 * 0x0101,
            4 => u32::from_le_bytes(tags[at..at + 4].try_into().expect("four bytes")) == class as u32 * 0x0101_0101,
            8 => {
                let tags = u64::from_le_bytes(tags[at..at + 8].try_into().expect("eight bytes"));
                tags == class as u64 * 0x0101_0101_0101_0101
            }
            _ => tags[at..at + size as usize].iter().all(|&tag| tag == class),
        }
    }

    /// The storage index, or what is wrong with the place.
    #[cold]
    pub(super) fn check_place(&self, pc: usize, address: u64, size: u32, align: u8, verb: &str) -> Step<usize> {
        let Some(at) = self.memory.locate(address, size) else {
            return Err(self.bad_access(pc, address, size, verb));
        };
        self.check_aligned(pc, address, size, align, verb)?;
        Ok(at)
    }

    fn check_aligned(&self, pc: usize, address: u64, size: u32, align: u8, verb: &str) -> Step<()> {
        if size > 0 && address & align as u64 != 0 {
            let message = format!("{verb} {size} bytes at an address that is not a multiple of {}", align as u32 + 1);
            return Err(self.undefined_at(pc, Rule::Misaligned, message, address));
        }
        Ok(())
    }

    /// What is wrong with an aggregate that is read or written as a whole, whenever its bytes are copied.
    #[inline(always)]
    pub(super) fn check_whole(&self, pc: usize, address: u64, size: u32, align: u8, write: bool) -> Step<()> {
        if size > 0 && (address & align as u64 != 0 || self.memory.locate(address, size).is_none()) {
            self.check_place(pc, address, size, align, if write { "writes" } else { "reads" })?;
        }
        Ok(())
    }

    /// Misaligned only because the object's own type requires less. Then the wrong type is the clearer reason.
    fn is_object_less_aligned(&self, address: u64, align: u8) -> bool {
        let offset = (address as u32).wrapping_sub(self.memory.object(address).base);
        offset & align as u32 == 0
    }

    #[cold]
    fn check_load(&mut self, pc: usize, address: u64, size: u32, align: u8, class: u8) -> Step<usize> {
        let at = self.check_place(pc, address, size, 0, "reads")?;
        if !self.is_object_less_aligned(address, align) {
            self.check_aligned(pc, address, size, align, "reads")?;
        }
        self.check_alias(pc, address, at, size, class)?;
        self.check_aligned(pc, address, size, align, "reads")?;
        if class & TAG_VOLATILE == 0 {
            self.check_volatile(pc, address, size)?;
        }
        let class = class & TAG_CLASS;
        let may_be_indeterminate = class == CLASS_CHAR && self.is_padding(address);
        if !may_be_indeterminate && !self.memory.is_init(at, size as usize) {
            return Err(self.uninitialized_at(pc, address));
        }
        Ok(at)
    }

    #[cold]
    pub(super) fn check_store(&mut self, pc: usize, address: u64, size: u32, align: u8, class: u8) -> Step<usize> {
        let at = self.check_place(pc, address, size, 0, "writes")?;
        if !self.is_object_less_aligned(address, align) {
            self.check_aligned(pc, address, size, align, "writes")?;
        }
        self.check_writable(pc, address, at, size)?;
        if class & TAG_VOLATILE == 0 {
            self.check_volatile(pc, address, size)?;
        }
        let class = class & TAG_CLASS;
        let range = at..at + size as usize;
        match self.memory.object(address).kind {
            ObjectKind::Heap | ObjectKind::Alloca if class != CLASS_CHAR => self.memory.tags[range].fill(class),
            ObjectKind::Heap | ObjectKind::Alloca => {}
            _ => self.check_alias(pc, address, at, size, class)?,
        }
        self.check_aligned(pc, address, size, align, "writes")?;
        Ok(at)
    }

    pub(super) fn check_writable(&self, pc: usize, address: u64, at: usize, size: u32) -> Step<()> {
        let tags = &self.memory.tags[at..at + size as usize];
        if tags.iter().all(|tag| tag & TAG_CONST == 0) {
            return Ok(());
        }
        let (rule, message) = match self.memory.object(address).kind {
            ObjectKind::StringLiteral => (Rule::StringLiteralWrite, "writes to a string literal".to_string()),
            ObjectKind::Auto if self.memory.object(address).origin == u32::MAX => {
                (Rule::TemporaryWrite, "writes to an object with temporary lifetime".to_string())
            }
            _ => (Rule::ConstWrite, format!("writes to {}, which is const", self.object_name(address))),
        };
        Err(self.undefined_at(pc, rule, message, address))
    }

    fn check_alias(&self, pc: usize, address: u64, at: usize, size: u32, class: u8) -> Step<()> {
        let tags = &self.memory.tags[at..at + size as usize];
        if tags.iter().all(|&tag| EffectiveTypes::may_access(class, tag)) {
            return Ok(());
        }
        let lvalue = self.type_at(pc);
        let message = format!("{} is accessed through an lvalue of type `{lvalue}`", self.object_name(address));
        Err(self.undefined_at(pc, Rule::StrictAliasing, message, address))
    }

    /// A conversion to a pointer whose type asks for more alignment than the address has (C17 6.3.2.3p7). Addresses
    /// that were made up are left to their use, and so is the start of an object whose own type asks for less: where
    /// such an object lies is the implementation's choice.
    #[cold]
    pub(super) fn check_conversion(&self, pc: usize, address: u64, mask: u32) -> Step<()> {
        let object = self.memory.object(address);
        let offset = (address as u32).wrapping_sub(object.base);
        let is_object = !matches!(object.kind, ObjectKind::None | ObjectKind::Function | ObjectKind::Label);
        if !is_object || offset & mask == 0 {
            return Ok(());
        }
        let message = format!(
            "a pointer to byte {offset} of {} is converted to one to a type aligned to {}",
            self.object_name(address),
            mask + 1
        );
        Err(self.undefined_at(pc, Rule::Misaligned, message, address))
    }

    /// Whether the byte belongs to no member of the declared type.
    fn is_padding(&self, address: u64) -> bool {
        let object = self.memory.object(address);
        let var = match object.kind {
            ObjectKind::Static | ObjectKind::Auto if object.origin != u32::MAX => lang::VarId(object.origin),
            _ => return false,
        };
        let offset = (address as u32).wrapping_sub(object.base) as u64;
        objects::is_padding(&self.program.types, self.program[var].ty, offset)
    }

    /// The bytes of a bit-field and the shift of its lowest bit in them.
    fn bits_window(bits: &Bits) -> (u64, u32, u32) {
        let first = bits.offset / 8;
        let shift = (bits.offset % 8) as u32;
        (first, shift, (shift + bits.width).div_ceil(8))
    }

    pub(super) fn load_bits(&mut self, pc: usize, address: u64, bits: u32) -> Step<u64> {
        let bits = self.code.bits[bits as usize];
        if bits.reverse {
            return Err(self.unsupported(pc, "scalar_storage_order"));
        }
        let (first, shift, size) = Self::bits_window(&bits);
        let address = address.wrapping_add(first);
        let at = match self.memory.locate(address, size) {
            Some(at) => at,
            None => self.check_place(pc, address, size, 0, "reads")?,
        };
        if !bits.is_volatile {
            self.check_volatile(pc, address, size)?;
        }
        let (mut value, mut init) = (0u128, 0u128);
        for index in 0..size as usize {
            value |= (self.memory.data[at + index] as u128) << (8 * index);
            init |= (self.memory.init[at + index] as u128) << (8 * index);
        }
        let mask = mask(bits.width);
        if (init >> shift) as u64 & mask != mask {
            return Err(self.uninitialized_at(pc, address));
        }
        let value = (value >> shift) as u64 & mask;
        Ok(match bits.signed {
            true if bits.width < 64 => ((value << (64 - bits.width)) as i64 >> (64 - bits.width)) as u64,
            _ => value,
        })
    }

    pub(super) fn store_bits(&mut self, pc: usize, address: u64, bits: u32, value: u64) -> Step<()> {
        let bits = self.code.bits[bits as usize];
        if bits.reverse {
            return Err(self.unsupported(pc, "scalar_storage_order"));
        }
        let (first, shift, size) = Self::bits_window(&bits);
        let address = address.wrapping_add(first);
        let at = match self.memory.locate(address, size) {
            Some(at) => at,
            None => self.check_place(pc, address, size, 0, "writes")?,
        };
        if !bits.direct {
            self.check_writable(pc, address, at, size)?;
        }
        if !bits.is_volatile {
            self.check_volatile(pc, address, size)?;
        }
        if matches!(self.memory.object(address).kind, ObjectKind::Heap | ObjectKind::Alloca) {
            self.memory.tags[at..at + size as usize].fill(CLASS_ANY);
        }
        let field = (mask(bits.width) as u128) << shift;
        let value = ((value & mask(bits.width)) as u128) << shift;
        for index in 0..size as usize {
            let (field, value) = ((field >> (8 * index)) as u8, (value >> (8 * index)) as u8);
            let byte = &mut self.memory.data[at + index];
            *byte = *byte & !field | value;
            self.memory.init[at + index] |= field;
        }
        Ok(())
    }

    /// `p + index * size`, which must stay in the object or one past its end.
    #[inline(always)]
    pub(super) fn pointer_add(&mut self, pc: usize, p: u64, index: i64, size: i64, access: bool) -> Step<u64> {
        let Some(bytes) = index.checked_mul(size) else {
            return Err(self.pointer_fault(pc, p, index, size, access));
        };
        let result = p.wrapping_add(bytes as u64);
        // In its own object before, and in the same one after.
        if let Some((_, object)) = self.memory.offset_in(p) {
            let offset = (result as u32).wrapping_sub(object.base);
            if result >> 32 == p >> 32 && offset <= object.size {
                return Ok(result);
            }
        }
        if index == 0 && p >> 32 == 0 {
            return Ok(result);
        }
        Err(self.pointer_fault(pc, p, index, size, access))
    }

    pub(super) fn pointer_difference(&mut self, pc: usize, a: u64, b: u64, size: u32) -> Step<u64> {
        if a >> 32 != b >> 32 {
            let message = format!("{} and {} are subtracted", self.object_name(a), self.object_name(b));
            return Err(self.undefined_at(pc, Rule::PointerSubtraction, message, b));
        }
        Ok(((a as i64).wrapping_sub(b as i64) / size as i64) as u64)
    }

    pub(super) fn check_comparable(&mut self, pc: usize, a: u64, b: u64) -> Step<()> {
        if a >> 32 == b >> 32 {
            return Ok(());
        }
        let message = format!("{} and {} are compared by order", self.object_name(a), self.object_name(b));
        Err(self.undefined_at(pc, Rule::PointerComparison, message, b))
    }

    /// `&p->member`: `p` must point to an object.
    pub(super) fn check_member_address(&mut self, pc: usize, address: u64) -> Step<()> {
        if address == 0 {
            let message = "a member of a null pointer's object is addressed".to_string();
            return Err(self.undefined(pc, Rule::NullDereference, message));
        }
        if self.memory.is_dead(address) {
            return Err(self.dangling(pc, address));
        }
        Ok(())
    }
}

fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}
