//! Memory management (C17 7.22.3).

use super::table::{Effects, Entry};
use super::{Call, Outcome, Stop, Value};
use crate::memory::{CLASS_ANY, ObjectKind, Tags};
use crate::ub::Rule;

const ALLOCATES: Effects = Effects::ALLOCATES;
const FREES: Effects = Effects::READS.and(Effects::WRITES).and(Effects::ALLOCATES);

const EINVAL: i32 = 22;
pub(super) const ENOMEM: i32 = 12;

/// A size that no object has, and that can still be added to.
const TOO_LARGE: u64 = 1 << 62;

/// Bases of objects are told apart by alignment only up to here.
const MAX_ALIGN: u64 = 1 << 19;

pub(super) const ENTRIES: &[Entry] = &[
    Entry { names: "malloc valloc", run: malloc, effects: ALLOCATES },
    Entry { names: "calloc", run: calloc, effects: ALLOCATES },
    Entry { names: "aligned_alloc memalign", run: aligned_alloc, effects: ALLOCATES },
    Entry { names: "posix_memalign", run: posix_memalign, effects: FREES },
    Entry { names: "realloc", run: realloc, effects: FREES },
    Entry { names: "reallocarray", run: reallocarray, effects: FREES },
    Entry { names: "free cfree", run: free, effects: FREES },
];

/// A new object without an effective type; 0, and `errno`, if there is no memory.
pub(super) fn allocate(call: &mut Call, size: u64, align: Option<u64>) -> Result<u64, Stop> {
    let align = align.unwrap_or(call.types().target.max_align);
    let origin = call.cx.origin;
    match call.cx.memory.allocate(size.min(TOO_LARGE), align, ObjectKind::Heap, origin, Tags::Uniform(CLASS_ANY)) {
        Ok(address) => Ok(address),
        Err(_) => {
            call.set_errno(ENOMEM)?;
            Ok(0)
        }
    }
}

fn malloc(call: &mut Call) -> Outcome {
    let size = call.size(0)?;
    Ok(Value::Pointer(allocate(call, size, None)?))
}

fn calloc(call: &mut Call) -> Outcome {
    let size = product(call, 0)?;
    let address = allocate(call, size, None)?;
    if let Some(at) = call.cx.memory.locate(address, size as u32).filter(|_| address != 0) {
        let range = at..at + size as usize;
        call.cx.memory.data[range.clone()].fill(0);
        call.cx.memory.init[range].fill(0xff);
    }
    Ok(Value::Pointer(address))
}

/// Of two sizes; too large for any object if it overflows.
fn product(call: &Call, index: usize) -> Result<u64, Stop> {
    let (count, size) = (call.size(index)?, call.size(index + 1)?);
    Ok(count.checked_mul(size).unwrap_or(TOO_LARGE))
}

fn aligned_alloc(call: &mut Call) -> Outcome {
    let (align, size) = (call.size(0)?, call.size(1)?);
    if !align.is_power_of_two() {
        call.set_errno(EINVAL)?;
        return Ok(Value::Pointer(0));
    }
    if align > MAX_ALIGN {
        return call.unsupported(format!("is asked for an alignment of {align}"));
    }
    Ok(Value::Pointer(allocate(call, size, Some(align))?))
}

fn posix_memalign(call: &mut Call) -> Outcome {
    let (place, align, size) = (call.pointer(0)?, call.size(1)?, call.size(2)?);
    let pointer_size = call.types().target.pointer_size;
    if !align.is_power_of_two() || align % pointer_size != 0 {
        return Ok(Value::Int(EINVAL as i128));
    }
    if align > MAX_ALIGN {
        return call.unsupported(format!("is asked for an alignment of {align}"));
    }
    let ty = call.pointee(0)?;
    let address = allocate(call, size, Some(align))?;
    if address == 0 {
        return Ok(Value::Int(ENOMEM as i128));
    }
    call.store(place, ty, [address, 0])?;
    Ok(Value::Int(0))
}

fn free(call: &mut Call) -> Outcome {
    let address = call.pointer(0)?;
    if address != 0 {
        release(call, address)?;
    }
    Ok(Value::Void)
}

pub(super) fn release(call: &mut Call, address: u64) -> Result<(), Stop> {
    check_heap(call, address)?;
    call.cx.memory.kill(address, call.cx.origin);
    Ok(())
}

fn realloc(call: &mut Call) -> Outcome {
    let size = call.size(1)?;
    resize(call, size)
}

fn reallocarray(call: &mut Call) -> Outcome {
    let size = product(call, 1)?;
    resize(call, size)
}

/// As glibc: no bytes means `free`. The old object ends even if the new one is as large.
fn resize(call: &mut Call, size: u64) -> Outcome {
    let old = call.pointer(0)?;
    if old == 0 {
        return Ok(Value::Pointer(allocate(call, size, None)?));
    }
    check_heap(call, old)?;
    if size == 0 {
        call.cx.memory.kill(old, call.cx.origin);
        return Ok(Value::Pointer(0));
    }
    let new = allocate(call, size, None)?;
    if new == 0 {
        return Ok(Value::Pointer(0));
    }
    let kept = size.min(call.cx.memory.object(old).size as u64);
    let from = call.readable(old, kept)?;
    let to = call.writable(new, kept)?;
    let memory = &mut *call.cx.memory;
    memory.copy(to, from, kept as usize);
    memory.tags.copy_within(from..from + kept as usize, to);
    memory.kill(old, call.cx.origin);
    Ok(Value::Pointer(new))
}

/// Only the start of a live object from these functions may be freed (C17 7.22.3.3p2).
fn check_heap(call: &Call, address: u64) -> Result<(), Stop> {
    let object = call.cx.memory.object(address);
    let offset = (address as u32).wrapping_sub(object.base) as i32;
    let is_library = call.cx.state.owns(address);
    let what = match object.kind {
        ObjectKind::Heap if offset == 0 && !is_library => return Ok(()),
        ObjectKind::Heap if offset == 0 => "is given an object of the library itself".to_string(),
        ObjectKind::Heap => format!("is given a pointer {offset} bytes into an allocated object"),
        ObjectKind::DeadHeap => "is given an object that was freed already".to_string(),
        ObjectKind::Static => "is given an object with static storage".to_string(),
        ObjectKind::Auto | ObjectKind::Alloca | ObjectKind::DeadAuto => "is given an automatic object".to_string(),
        ObjectKind::StringLiteral => "is given a string literal".to_string(),
        ObjectKind::Function | ObjectKind::Label => "is given the address of code".to_string(),
        ObjectKind::None => "is given a pointer to no object".to_string(),
    };
    call.undefined(Rule::InvalidFree, what)
}
