//! `memcpy` and the other functions on bytes (C17 7.24), with their `_chk` forms.

use super::table::{Entry, copies, reads, writes};
use super::{Call, Outcome, Stop, Value};
use crate::ub::Rule;

pub(super) const ENTRIES: &[Entry] = &[
    copies("memcpy __memcpy_chk", |call| copy(call, Order::ToFrom, Overlap::Undefined, Returns::Start)),
    copies("mempcpy __mempcpy mempcpy_chk __mempcpy_chk", |call| {
        copy(call, Order::ToFrom, Overlap::Undefined, Returns::End)
    }),
    copies("memmove __memmove_chk", |call| copy(call, Order::ToFrom, Overlap::Fine, Returns::Start)),
    copies("bcopy", |call| copy(call, Order::FromTo, Overlap::Fine, Returns::Nothing)),
    copies("memccpy", memccpy),
    writes("memset __memset_chk", memset),
    writes("bzero explicit_bzero", bzero),
    reads("memcmp bcmp", memcmp),
    reads("memchr", memchr),
    reads("memrchr", memrchr),
];

#[derive(PartialEq)]
enum Order {
    ToFrom,
    FromTo,
}

#[derive(PartialEq)]
enum Overlap {
    Undefined,
    Fine,
}

enum Returns {
    Start,
    End,
    Nothing,
}

fn copy(call: &mut Call, order: Order, overlap: Overlap, returns: Returns) -> Outcome {
    let (to, from) = match order {
        Order::ToFrom => (call.pointer(0)?, call.pointer(1)?),
        Order::FromTo => (call.pointer(1)?, call.pointer(0)?),
    };
    let size = call.size(2)?;
    call.check_destination(3, size)?;
    let from_at = call.readable(from, size)?;
    let to_at = call.writable(to, size)?;
    if overlap == Overlap::Undefined {
        call.disjoint(to, size, from, size)?;
    }
    call.copy(to, to_at, from_at, size as usize);
    Ok(match returns {
        Returns::Start => Value::Pointer(to),
        Returns::End => Value::Pointer(to + size),
        Returns::Nothing => Value::Void,
    })
}

impl Call<'_, '_> {
    /// The `_chk` forms have the size of the destination as argument `index`; all ones if the compiler did not know.
    pub(super) fn check_destination(&self, index: usize, size: u64) -> Result<(), Stop> {
        if !self.name.ends_with("_chk") {
            return Ok(());
        }
        let room = self.size(index)?;
        let unknown = u64::MAX >> (64 - 8 * self.types().target.pointer_size.clamp(1, 8));
        if room == unknown || size <= room {
            return Ok(());
        }
        self.undefined(Rule::OutOfBoundsAccess, format!("writes {size} bytes where there are {room}"))
    }
}

/// Copies up to and including the first byte equal to the third argument.
fn memccpy(call: &mut Call) -> Outcome {
    let (to, from, limit) = (call.pointer(0)?, call.pointer(1)?, call.size(3)?);
    let wanted = call.int(2)? as u8;
    let mut size = 0;
    let mut found = false;
    while size < limit && !found {
        found = call.byte(from + size)? == wanted;
        size += 1;
    }
    call.cx.memory.charge(size);
    let from_at = call.readable(from, size)?;
    let to_at = call.writable(to, size)?;
    call.disjoint(to, size, from, size)?;
    call.copy(to, to_at, from_at, size as usize);
    Ok(Value::Pointer(if found { to + size } else { 0 }))
}

fn memset(call: &mut Call) -> Outcome {
    let (to, byte, size) = (call.pointer(0)?, call.int(1)? as u8, call.size(2)?);
    call.check_destination(3, size)?;
    fill(call, to, byte, size)?;
    Ok(Value::Pointer(to))
}

fn bzero(call: &mut Call) -> Outcome {
    fill(call, call.pointer(0)?, 0, call.size(1)?)?;
    Ok(Value::Void)
}

fn fill(call: &mut Call, to: u64, byte: u8, size: u64) -> Result<(), Stop> {
    let at = call.writable(to, size)?;
    let range = at..at + size as usize;
    call.cx.memory.data[range.clone()].fill(byte);
    call.cx.memory.init[range].fill(0xff);
    call.forget_type(to, at, size as usize);
    Ok(())
}

/// Bytes behind the first difference do not matter, so they may be uninitialised.
fn memcmp(call: &mut Call) -> Outcome {
    let (a, b, size) = (call.pointer(0)?, call.pointer(1)?, call.size(2)?);
    let (a_at, b_at) = (call.readable(a, size)?, call.readable(b, size)?);
    let size = size as usize;
    let (a, b) = (call.bytes(a_at..a_at + size), call.bytes(b_at..b_at + size));
    let difference = a.iter().zip(b).position(|(a, b)| a != b);
    let order = difference.map_or(std::cmp::Ordering::Equal, |index| a[index].cmp(&b[index]));
    let used = difference.map_or(size, |index| index + 1);
    call.initialised(a_at, used)?;
    call.initialised(b_at, used)?;
    Ok(Value::Int(order as i128))
}

/// Reads in order and stops at the match (C17 7.24.5.1p2), so the bytes behind it need not exist.
fn memchr(call: &mut Call) -> Outcome {
    let (start, wanted, size) = (call.pointer(0)?, call.int(1)? as u8, call.size(2)?);
    call.readable(start, 0)?;
    for offset in 0..size {
        if call.byte(start + offset)? == wanted {
            call.cx.memory.charge(offset);
            return Ok(Value::Pointer(start + offset));
        }
    }
    call.cx.memory.charge(size);
    Ok(Value::Pointer(0))
}

fn memrchr(call: &mut Call) -> Outcome {
    let (start, wanted, size) = (call.pointer(0)?, call.int(1)? as u8, call.size(2)?);
    let at = call.readable(start, size)?;
    call.initialised(at, size as usize)?;
    let found = call.bytes(at..at + size as usize).iter().rposition(|&byte| byte == wanted);
    Ok(Value::Pointer(found.map_or(0, |index| start + index as u64)))
}
