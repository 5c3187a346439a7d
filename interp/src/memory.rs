//! The program's memory: objects with lifetimes, initialised bits, effective types.
//!
//! An address is its provenance. Every object lives alone in a 4 GiB slot of the address space (the slot number is
//! the high half of the address) and a slot is not reused until a million others have died, so a pointer can be an
//! ordinary 64-bit integer: it may be stored, copied bytewise and cast to an integer and back, and still names one
//! object, dead or alive. The base address within the slot is aligned exactly as much as the object's type asks for
//! and no more, so that every misaligned access shows.
//!
//! Storage is three parallel planes: the bytes, which bits of them are initialised, and one *tag* per byte (the
//! alias class of its effective type, a const and a volatile bit, see `effective`).

mod space;

use space::Space;
use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};

/// The alias class of memory without an effective type (C17 6.5p6), and of unions: matches every access.
pub const CLASS_ANY: u8 = 0;
/// The class of declared character objects; character *accesses* match everything.
pub const CLASS_CHAR: u8 = 1;
/// Tag bit of const-qualified bytes.
pub const TAG_CONST: u8 = 0x80;
/// Tag bit of volatile-qualified bytes; in the class of an access, that its lvalue is volatile.
pub const TAG_VOLATILE: u8 = 0x40;
/// The alias class of a tag.
pub const TAG_CLASS: u8 = !(TAG_CONST | TAG_VOLATILE);

/// The largest object in bytes: offsets must fit the low half of an address, with room around them.
pub const MAX_OBJECT: u64 = 0x7000_0000;

/// Dead slots kept before the oldest is used again.
const QUARANTINE: usize = 1 << 20;

/// What a live object costs besides its bytes, in bytes of one plane: its entry in `objects` and its place among the free.
const OBJECT_COST: u64 = 16;

/// Operations on this many bytes or more cost fuel: one step for each byte.
const BULK: u64 = 4096;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// Slot 0 and never allocated slots.
    None,
    /// Static, automatic or temporary: has a declared type, so tags are fixed.
    Static,
    Auto,
    /// From `malloc` and friends: tags follow what is stored.
    Heap,
    /// From `alloca`: automatic lifetime, no declared type.
    Alloca,
    StringLiteral,
    Function,
    Label,
    DeadAuto,
    DeadHeap,
}

#[derive(Copy, Clone, Debug)]
pub struct Object {
    /// Index of its first byte in the planes.
    pub storage: u32,
    /// In bytes; 0 once dead.
    pub size: u32,
    /// Low half of its first address.
    pub base: u32,
    /// The variable, function, label or string literal, or for heap objects the operation that allocated it.
    pub origin: u32,
    /// Size before death, for messages.
    pub full_size: u32,
    /// For dead heap objects the operation that freed it.
    pub end: u32,
    generation: u16,
    pub kind: ObjectKind,
}

const NO_OBJECT: Object =
    Object { storage: 0, size: 0, base: 0, origin: 0, full_size: 0, end: 0, generation: 0, kind: ObjectKind::None };

/// How the tags of a new object start: one tag for all, or a pattern repeated.
#[derive(Copy, Clone, Debug)]
pub enum Tags<'t> {
    Uniform(u8),
    Pattern(&'t [u8]),
}

#[derive(Debug)]
pub struct Memory {
    pub data: Vec<u8>,
    pub init: Vec<u8>,
    pub tags: Vec<u8>,
    pub objects: Vec<Object>,
    dead: VecDeque<u32>,
    space: Space,
    max_bytes: u64,
    /// Fuel owed for operations on many bytes at a time.
    owed: Cell<u64>,
    /// 32-bit targets: where each object is in the small address space, and the way back.
    small: Option<SmallSpace>,
    /// The high half of an address in slot 0.
    first_slot: u64,
    /// What the layout adds to the low halves of addresses, besides an odd multiple of the alignment.
    shift: u32,
}

/// The 4 GiB address space of a 32-bit target. Pointers are wide inside the interpreter and narrowed when they
/// become bytes or integers.
#[derive(Debug, Default)]
struct SmallSpace {
    next: u32,
    by_address: BTreeMap<u32, u32>,
    by_object: Vec<u32>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct OutOfMemory;

impl Memory {
    /// `layout` chooses among arrangements of objects, none better than another.
    pub fn new(pointer_size: u64, max_bytes: u64, layout: u32) -> Memory {
        let layout = layout % 4;
        let next = 0x1000 + 0x0123_4800 * layout;
        let small = (pointer_size == 4).then(|| SmallSpace { next, ..SmallSpace::default() });
        let plane = || {
            let mut plane = Vec::with_capacity(4096);
            plane.resize(16, 0);
            plane
        };
        let mut objects = Vec::with_capacity(64);
        objects.push(NO_OBJECT);
        Memory {
            data: plane(),
            init: plane(),
            tags: plane(),
            objects,
            dead: VecDeque::new(),
            space: Space::new(16),
            max_bytes: max_bytes.min(0xA000_0000),
            owed: Cell::new(0),
            small,
            first_slot: 0x5a37 * u64::from(layout),
            shift: 0x0123_4800 * layout,
        }
    }

    /// A new object, uninitialised; returns its address.
    pub fn allocate(
        &mut self,
        size: u64,
        align: u64,
        kind: ObjectKind,
        origin: u32,
        tags: Tags,
    ) -> Result<u64, OutOfMemory> {
        if size > MAX_OBJECT {
            return Err(OutOfMemory);
        }
        let storage = self.take_storage(size as u32, kind)?;
        self.charge(size);
        let id = self.take_slot(size);
        let first_slot = self.first_slot;
        // Keeps what is aligned to less than 2 KiB as little aligned as it is.
        let (shift, odd) = if self.shift == 0 || align > 1 << 10 { (0, 1) } else { (self.shift, 7) };
        let object = &mut self.objects[id as usize];
        object.storage = storage;
        object.size = size as u32;
        object.full_size = size as u32;
        object.origin = origin;
        object.kind = kind;
        object.end = 0;
        let window = if size < 1 << 19 { 1 + (object.generation as u32 % 3000) } else { 1 } << 20;
        // Aligned to `align` and to nothing more, whatever the layout.
        object.base = window + shift + align.clamp(1, 1 << 19) as u32 * odd;
        let address = (u64::from(id) + first_slot) << 32 | object.base as u64;
        let range = storage as usize..storage as usize + size as usize;
        self.init[range.clone()].fill(0);
        match tags {
            Tags::Uniform(tag) => self.tags[range].fill(tag),
            Tags::Pattern([]) => {}
            Tags::Pattern(pattern) => {
                for chunk in self.tags[range].chunks_mut(pattern.len()) {
                    chunk.copy_from_slice(&pattern[..chunk.len()]);
                }
            }
        }
        if self.small.is_some() {
            self.place_small(id, size as u32, align as u32)?;
        }
        Ok(address)
    }

    fn take_slot(&mut self, size: u64) -> u32 {
        if self.dead.len() > QUARANTINE && size < 1 << 19 {
            let id = self.dead.pop_front().expect("the quarantine is not empty");
            let object = &mut self.objects[id as usize];
            if object.full_size < 1 << 19 {
                object.generation = object.generation.wrapping_add(1);
                return id;
            }
        }
        self.objects.push(NO_OBJECT);
        self.objects.len() as u32 - 1
    }

    fn place_small(&mut self, id: u32, size: u32, align: u32) -> Result<(), OutOfMemory> {
        let small = self.small.as_mut().expect("a 32-bit target");
        let align = align.clamp(16, 1 << 16);
        // Like the wide base: aligned to `align` exactly, with a gap after the object before it.
        let base =
            small.next.checked_add(3 * align).ok_or(OutOfMemory)? / (2 * align) * (2 * align) + (align % (2 * align));
        let wanted = self.objects[id as usize].base & (align - 1);
        let base = base.checked_add(wanted).ok_or(OutOfMemory)?;
        small.next = base.checked_add(size).and_then(|end| end.checked_add(16)).ok_or(OutOfMemory)?;
        small.by_address.insert(base, id);
        if small.by_object.len() <= id as usize {
            small.by_object.resize(id as usize + 1, 0);
        }
        // The object that had the slot before is forgotten, so that there are no more entries than slots.
        let before = small.by_object[id as usize];
        if before != 0 {
            small.by_address.remove(&before);
        }
        small.by_object[id as usize] = base;
        Ok(())
    }

    /// Code has an address, but no bytes that the program could ask for more and more of.
    fn take_storage(&mut self, size: u32, kind: ObjectKind) -> Result<u32, OutOfMemory> {
        let live = (self.objects.len() - self.dead.len()) as u64;
        let limit = match kind {
            ObjectKind::Function | ObjectKind::Label => u64::from(u32::MAX),
            _ => self.max_bytes.saturating_sub(live * OBJECT_COST),
        };
        let storage = self.space.take(size, limit).ok_or(OutOfMemory)?;
        let end = self.space.end() as usize;
        if end > self.data.len() {
            self.data.resize(end, 0);
            self.init.resize(end, 0);
            self.tags.resize(end, 0);
        }
        Ok(storage)
    }

    /// An operation touches so many bytes. What is small is paid for by the expression that causes it.
    pub fn charge(&self, bytes: u64) {
        if bytes >= BULK {
            self.owed.set(self.owed.get().saturating_add(bytes));
        }
    }

    /// Something takes as long as so many expressions.
    pub fn owe(&self, steps: u64) {
        self.owed.set(self.owed.get().saturating_add(steps));
    }

    /// The fuel that is owed since the last time.
    pub fn take_owed(&self) -> u64 {
        self.owed.take()
    }

    /// Ends the object's lifetime.
    pub fn kill(&mut self, address: u64, end: u32) {
        let id = self.slot(address);
        let object = &mut self.objects[id];
        self.space.give(object.storage, object.full_size);
        object.kind = if object.kind == ObjectKind::Heap { ObjectKind::DeadHeap } else { ObjectKind::DeadAuto };
        object.size = 0;
        object.end = end;
        self.dead.push_back(id as u32);
    }

    /// The number of the object an address belongs to; beyond all objects for null and what was made up.
    #[inline(always)]
    fn slot(&self, address: u64) -> usize {
        (address >> 32).wrapping_sub(self.first_slot) as usize
    }

    pub fn object(&self, address: u64) -> &Object {
        self.objects.get(self.slot(address)).unwrap_or(&NO_OBJECT)
    }

    /// Whether the address belongs to an object whose lifetime has ended.
    #[inline(always)]
    pub fn is_dead(&self, address: u64) -> bool {
        let Some(object) = self.objects.get(self.slot(address)) else { return false };
        matches!(object.kind, ObjectKind::DeadAuto | ObjectKind::DeadHeap)
            && (address as u32).wrapping_sub(object.base) <= object.full_size
    }

    /// The object's first address.
    pub fn base_address(&self, address: u64) -> u64 {
        (address >> 32) << 32 | self.object(address).base as u64
    }

    /// The storage index of `size` accessible bytes at `address`, if they are all within one live object.
    #[inline(always)]
    pub fn locate(&self, address: u64, size: u32) -> Option<usize> {
        let object = self.objects.get(self.slot(address))?;
        let offset = (address as u32).wrapping_sub(object.base);
        if offset as u64 + size as u64 > object.size as u64 {
            return None;
        }
        Some(object.storage as usize + offset as usize)
    }

    /// Offset within the object, if the address is in it or one past its end.
    #[inline(always)]
    pub fn offset_in(&self, address: u64) -> Option<(u32, &Object)> {
        let object = self.objects.get(self.slot(address))?;
        let offset = (address as u32).wrapping_sub(object.base);
        (offset <= object.size).then_some((offset, object))
    }

    #[inline(always)]
    pub fn read<const N: usize>(&self, at: usize) -> [u8; N] {
        self.data[at..at + N].try_into().expect("the slice has N bytes")
    }

    #[inline(always)]
    pub fn is_init(&self, at: usize, size: usize) -> bool {
        match size {
            1 => self.init[at] == 0xff,
            2 => self.init[at..at + 2] == [0xff; 2],
            4 => self.init[at..at + 4] == [0xff; 4],
            8 => self.init[at..at + 8] == [0xff; 8],
            _ => self.init[at..at + size].iter().all(|&byte| byte == 0xff),
        }
    }

    /// Whether any bit of the byte has a value.
    pub fn is_begun(&self, at: usize) -> bool {
        self.init[at] != 0
    }

    /// Writes initialised bytes.
    pub fn write(&mut self, at: usize, bytes: &[u8]) {
        self.data[at..at + bytes.len()].copy_from_slice(bytes);
        self.init[at..at + bytes.len()].fill(0xff);
    }

    /// Copies bytes with their initialised bits, as `memmove`.
    pub fn copy(&mut self, to: usize, from: usize, size: usize) {
        self.charge(size as u64);
        self.data.copy_within(from..from + size, to);
        self.init.copy_within(from..from + size, to);
    }

    /// The integer a pointer becomes when it is stored or cast: itself, or its 32-bit form.
    pub fn narrow(&self, pointer: u64) -> u64 {
        let Some(small) = &self.small else { return pointer };
        let id = self.slot(pointer);
        match small.by_object.get(id) {
            Some(&base) if id != 0 && base != 0 => {
                let offset = (pointer as u32).wrapping_sub(self.objects[id].base);
                base.wrapping_add(offset) as u64
            }
            _ => pointer & 0xffff_ffff,
        }
    }

    /// The pointer an integer stands for.
    pub fn widen(&self, bits: u64) -> u64 {
        let Some(small) = &self.small else { return bits };
        let bits = bits as u32;
        let Some((&base, &id)) = small.by_address.range(..=bits).next_back() else { return bits as u64 };
        let object = &self.objects[id as usize];
        let offset = bits - base;
        if offset > object.full_size {
            return bits as u64;
        }
        (u64::from(id) + self.first_slot) << 32 | object.base.wrapping_add(offset) as u64
    }
}
