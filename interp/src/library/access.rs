//! The program's memory as library functions see it: checked ranges, strings, and typed values.

use super::{Call, Stop, encode_integer, join, split};
use crate::effective::EffectiveTypes;
use crate::memory::{CLASS_ANY, CLASS_CHAR, ObjectKind, TAG_CLASS, TAG_CONST, Tags};
use crate::ub::Rule;
use lang::arith::IntKind;
use lang::{Type, TypeKind};
use std::ops::Range;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Access {
    Read,
    Write,
}

impl Access {
    fn verb(self) -> &'static str {
        match self {
            Access::Read => "reads",
            Access::Write => "writes",
        }
    }
}

impl Call<'_, '_> {
    /// The storage index of `size` bytes that may be read. A pointer must be valid even for no bytes (C17 7.24.1p2).
    pub(super) fn readable(&self, address: u64, size: u64) -> Result<usize, Stop> {
        self.place(address, size, Access::Read)
    }

    /// The same for writing: neither const nor a string literal.
    pub(super) fn writable(&self, address: u64, size: u64) -> Result<usize, Stop> {
        let at = self.place(address, size, Access::Write)?;
        if size > 0 && self.cx.memory.object(address).kind == ObjectKind::StringLiteral {
            return self.undefined(Rule::StringLiteralWrite, format!("writes {size} bytes into a string literal"));
        }
        let tags = self.cx.memory.tags.get(at..at + size as usize).unwrap_or_default();
        if let Some(index) = tags.iter().position(|tag| tag & TAG_CONST != 0) {
            let object = self.cx.memory.object(address);
            if object.kind == ObjectKind::Auto && object.origin == u32::MAX {
                return self.undefined(Rule::TemporaryWrite, "writes to an object with temporary lifetime");
            }
            let what = format!("writes {size} bytes, of which number {index} belongs to a const object");
            return self.undefined(Rule::ConstWrite, what);
        }
        Ok(at)
    }

    fn place(&self, address: u64, size: u64, access: Access) -> Result<usize, Stop> {
        if size == 0 {
            return self.empty_place(address);
        }
        self.cx.memory.charge(size);
        let located = u32::try_from(size).ok().and_then(|size| self.cx.memory.locate(address, size));
        match located {
            Some(_) if size > self.room(address) => {
                let what =
                    format!("{} {size} bytes of a member that has room for {}", access.verb(), self.room(address));
                self.undefined(Rule::OutOfBoundsAccess, what)
            }
            Some(at) => Ok(at),
            None => Err(self.fault(address, size, access)),
        }
    }

    /// Bytes up to the end of the array that the argument was.
    fn room(&self, address: u64) -> u64 {
        let around = self.cx.limits.iter().find(|(start, end)| (*start..*end).contains(&address));
        around.map_or(u64::MAX, |(_, end)| end - address)
    }

    fn empty_place(&self, address: u64) -> Result<usize, Stop> {
        let object = self.cx.memory.object(address);
        match self.cx.memory.offset_in(address) {
            Some((offset, _)) if is_data(object.kind) => Ok(object.storage as usize + offset as usize),
            _ if address == 0 => {
                self.undefined(Rule::LibraryArgument, "is given a null pointer, although for no bytes")
            }
            _ => self.undefined(Rule::LibraryArgument, "is given an invalid pointer, although for no bytes"),
        }
    }

    /// Why `size` bytes at `address` cannot be accessed.
    pub(super) fn fault(&self, address: u64, size: u64, access: Access) -> Stop {
        let object = self.cx.memory.object(address);
        let offset = (address as u32).wrapping_sub(object.base) as i32;
        let verb = access.verb();
        let bytes = if size == 1 { "1 byte".to_string() } else { format!("{size} bytes") };
        let (rule, what) = match object.kind {
            _ if address == 0 => (Rule::NullDereference, "is given a null pointer".to_string()),
            ObjectKind::None => (Rule::InvalidPointer, format!("{verb} {bytes} where there is no object")),
            ObjectKind::Function => (Rule::InvalidPointer, format!("{verb} {bytes} at the address of a function")),
            ObjectKind::Label => (Rule::InvalidPointer, format!("{verb} {bytes} at the address of a label")),
            ObjectKind::DeadHeap => (Rule::DanglingDereference, format!("{verb} {bytes} of a freed object")),
            ObjectKind::DeadAuto => {
                (Rule::DanglingDereference, format!("{verb} {bytes} of an object whose lifetime has ended"))
            }
            _ => {
                let size = object.size;
                (Rule::OutOfBoundsAccess, format!("{verb} {bytes} at offset {offset} of an object of {size} bytes"))
            }
        };
        Stop::Undefined(rule, format!("`{}` {what}", self.name))
    }

    /// The values of `size` bytes matter.
    pub(super) fn initialised(&self, at: usize, size: usize) -> Result<(), Stop> {
        let init = self.cx.memory.init.get(at..at + size).unwrap_or_default();
        match init.iter().position(|&byte| byte != 0xff) {
            None => Ok(()),
            Some(index) => self
                .undefined(Rule::UninitializedRead, format!("uses byte {index} from its argument on, uninitialised")),
        }
    }

    /// The bytes of the string at `address`, without its terminator, which must be there (C17 7.1.1p1).
    pub(super) fn string(&self, address: u64) -> Result<Range<usize>, Stop> {
        self.string_within(address, u64::MAX)
    }

    /// At most `limit` bytes of a string; it need not be terminated if it has that many.
    pub(super) fn string_within(&self, address: u64, limit: u64) -> Result<Range<usize>, Stop> {
        let Some((offset, object)) = self.cx.memory.offset_in(address).filter(|(_, object)| is_data(object.kind))
        else {
            return Err(self.fault(address, 1, Access::Read));
        };
        let start = object.storage as usize + offset as usize;
        let room = ((object.size - offset) as u64).min(self.room(address));
        let seen = room.min(limit) as usize;
        let bytes = self.cx.memory.data.get(start..start + seen).unwrap_or_default();
        let length = bytes.iter().position(|&byte| byte == 0);
        self.cx.memory.charge(length.unwrap_or(seen) as u64);
        match length {
            Some(length) => {
                self.initialised(start, length + 1)?;
                Ok(start..start + length)
            }
            None => {
                self.initialised(start, seen)?;
                if limit <= room {
                    return Ok(start..start + seen);
                }
                let what = format!("finds no null character in the {room} bytes that are there");
                self.undefined(Rule::OutOfBoundsAccess, what)
            }
        }
    }

    pub(super) fn bytes(&self, range: Range<usize>) -> &[u8] {
        self.cx.memory.data.get(range).unwrap_or_default()
    }

    /// The string argument `index`, copied.
    pub(super) fn text(&self, index: usize) -> Result<Vec<u8>, Stop> {
        let range = self.string(self.pointer(index)?)?;
        Ok(self.bytes(range).to_vec())
    }

    /// One byte whose value matters.
    pub(super) fn byte(&self, address: u64) -> Result<u8, Stop> {
        let at = self.readable(address, 1)?;
        self.initialised(at, 1)?;
        Ok(self.bytes(at..at + 1).first().copied().unwrap_or(0))
    }

    /// Copying between overlapping places is undefined (C17 7.24.2.1p2 and its relatives).
    pub(super) fn disjoint(&self, to: u64, to_size: u64, from: u64, from_size: u64) -> Result<(), Stop> {
        let overlap = to >> 32 == from >> 32 && to < from + from_size && from < to + to_size;
        if !overlap || to_size == 0 || from_size == 0 {
            return Ok(());
        }
        let apart = to.abs_diff(from);
        let size = to_size.min(from_size);
        let what = format!("copies {size} bytes between overlapping places {apart} bytes apart");
        self.undefined(Rule::OverlappingCopy, what)
    }

    /// Copies bytes with their initialised bits and, into objects without a declared type, their effective type (C17
    /// 6.5p6). Bytes of character arrays carry none: programs keep other types' representations there.
    pub(super) fn copy(&mut self, to: u64, to_at: usize, from_at: usize, size: usize) {
        let memory = &mut *self.cx.memory;
        memory.copy(to_at, from_at, size);
        if has_declared_type(memory.object(to).kind) {
            return;
        }
        memory.tags.copy_within(from_at..from_at + size, to_at);
        for tag in &mut memory.tags[to_at..to_at + size] {
            *tag &= TAG_CLASS;
            if *tag == CLASS_CHAR {
                *tag = CLASS_ANY;
            }
        }
    }

    /// Stores characters, at a place that `writable` found.
    pub(super) fn put(&mut self, address: u64, at: usize, bytes: &[u8]) {
        self.cx.memory.write(at, bytes);
        self.forget_type(address, at, bytes.len());
    }

    /// Characters stored over another value end its effective type.
    pub(super) fn forget_type(&mut self, address: u64, at: usize, size: usize) {
        if !has_declared_type(self.cx.memory.object(address).kind) {
            self.cx.memory.tags[at..at + size].fill(CLASS_ANY);
        }
    }

    /// Checks and stores characters.
    pub(super) fn write_bytes(&mut self, address: u64, bytes: &[u8]) -> Result<(), Stop> {
        let at = self.writable(address, bytes.len() as u64)?;
        self.put(address, at, bytes);
        Ok(())
    }

    /// The size of a complete type.
    pub(super) fn size_of(&self, ty: Type) -> Result<u64, Stop> {
        match self.types().size_of(ty) {
            Some(size) => Ok(size),
            None => self.unsupported("is given a pointer to an incomplete type"),
        }
    }

    fn scalar_size(&self, ty: Type) -> Result<usize, Stop> {
        if !self.types().is_integer(ty) && !self.types().is_pointer(ty) && !self.types().is_floating(ty) {
            return self.unsupported("is given a pointer to something that is not a scalar");
        }
        // The padding of a `long double` holds nothing.
        let is_x87 = matches!(self.types().kind(ty), TypeKind::LDouble);
        Ok(if is_x87 { 10 } else { self.size_of(ty)? as usize })
    }

    fn check_typed(&mut self, address: u64, at: usize, size: usize, ty: Type) -> Result<u8, Stop> {
        let align = self.types().align_of(ty).max(1);
        if !address.is_multiple_of(align) {
            return self.undefined(Rule::Misaligned, format!("needs an address that is a multiple of {align}"));
        }
        let program = self.cx.program;
        let class = self.cx.effective.class(&program.types, ty);
        let tags = &self.cx.memory.tags[at..at + size];
        if !tags.iter().all(|&tag| EffectiveTypes::may_access(class, tag)) {
            return self.undefined(Rule::StrictAliasing, "accesses an object of another effective type");
        }
        Ok(class)
    }

    /// The scalar of type `ty` at `address`, as registers hold it.
    pub(super) fn load(&mut self, address: u64, ty: Type) -> Result<[u64; 2], Stop> {
        let size = self.scalar_size(ty)?;
        let at = self.readable(address, size as u64)?;
        self.check_typed(address, at, size, ty)?;
        self.initialised(at, size)?;
        let mut bytes = [0; 16];
        bytes[..size].copy_from_slice(self.bytes(at..at + size));
        let value = u128::from_le_bytes(bytes);
        if self.types().is_bool(ty) && value > 1 {
            return self.undefined(Rule::TrapRepresentation, format!("reads {value} as a `_Bool`"));
        }
        Ok(match self.types().int_kind(ty) {
            Some(kind) => encode_integer(kind, value),
            None if self.types().is_pointer(ty) => [self.cx.memory.widen(value as u64), 0],
            None => split(value),
        })
    }

    /// Stores a scalar of type `ty`.
    pub(super) fn store(&mut self, address: u64, ty: Type, value: [u64; 2]) -> Result<(), Stop> {
        let size = self.scalar_size(ty)?;
        let at = self.writable(address, size as u64)?;
        let declared = has_declared_type(self.cx.memory.object(address).kind);
        let class = if declared { self.check_typed(address, at, size, ty)? } else { self.new_class(address, ty)? };
        let value = if self.types().is_pointer(ty) { self.cx.memory.narrow(value[0]) as u128 } else { join(value) };
        self.cx.memory.write(at, &value.to_le_bytes()[..size]);
        if !declared {
            self.cx.memory.tags[at..at + size].fill(if class == CLASS_CHAR { CLASS_ANY } else { class });
        }
        Ok(())
    }

    /// The class a store gives to memory without a declared type.
    fn new_class(&mut self, address: u64, ty: Type) -> Result<u8, Stop> {
        let align = self.types().align_of(ty).max(1);
        if !address.is_multiple_of(align) {
            return self.undefined(Rule::Misaligned, format!("needs an address that is a multiple of {align}"));
        }
        let program = self.cx.program;
        Ok(self.cx.effective.class(&program.types, ty))
    }

    pub(super) fn store_integer(&mut self, address: u64, ty: Type, value: i128) -> Result<(), Stop> {
        let kind = self.types().int_kind(ty).unwrap_or(IntKind::I32);
        self.store(address, ty, encode_integer(kind, value as u128))
    }

    /// An object that belongs to the library itself.
    pub(super) fn library_object(&mut self, size: u64) -> Result<u64, Stop> {
        let align = self.types().target.max_align;
        match self.cx.memory.allocate(size, align, ObjectKind::Heap, self.cx.origin, Tags::Uniform(CLASS_ANY)) {
            Ok(address) => Ok(address),
            Err(_) => self.unsupported("finds no memory left"),
        }
    }
}

/// Objects with bytes, alive.
pub(super) fn is_data(kind: ObjectKind) -> bool {
    use ObjectKind::*;
    matches!(kind, Static | Auto | Heap | Alloca | StringLiteral)
}

fn has_declared_type(kind: ObjectKind) -> bool {
    !matches!(kind, ObjectKind::Heap | ObjectKind::Alloca)
}
