//! `__sync_…` and `__atomic_…`: with one thread they are ordinary loads and stores, except that arithmetic wraps.

use super::table::{Entry, copies, pure, reads, writes};
use super::{Call, Outcome, Stop, Value, encode_integer, integer_value, join, split};
use lang::Type;

/// The names, and each with the sizes in bytes that the generic ones stand for.
macro_rules! sized {
    ($($name:literal)*) => {
        concat!($($name, " ", $name, "_1 ", $name, "_2 ", $name, "_4 ", $name, "_8 ", $name, "_16 "),*)
    };
}

pub(super) const ENTRIES: &[Entry] = &[
    copies(sized!("__sync_fetch_and_add" "__atomic_fetch_add"), |call| update(call, u128::wrapping_add, Returns::Old)),
    copies(sized!("__sync_add_and_fetch" "__atomic_add_fetch"), |call| update(call, u128::wrapping_add, Returns::New)),
    copies(sized!("__sync_fetch_and_sub" "__atomic_fetch_sub"), |call| update(call, u128::wrapping_sub, Returns::Old)),
    copies(sized!("__sync_sub_and_fetch" "__atomic_sub_fetch"), |call| update(call, u128::wrapping_sub, Returns::New)),
    copies(sized!("__sync_fetch_and_and" "__atomic_fetch_and"), |call| update(call, |a, b| a & b, Returns::Old)),
    copies(sized!("__sync_and_and_fetch" "__atomic_and_fetch"), |call| update(call, |a, b| a & b, Returns::New)),
    copies(sized!("__sync_fetch_and_or" "__atomic_fetch_or"), |call| update(call, |a, b| a | b, Returns::Old)),
    copies(sized!("__sync_or_and_fetch" "__atomic_or_fetch"), |call| update(call, |a, b| a | b, Returns::New)),
    copies(sized!("__sync_fetch_and_xor" "__atomic_fetch_xor"), |call| update(call, |a, b| a ^ b, Returns::Old)),
    copies(sized!("__sync_xor_and_fetch" "__atomic_xor_fetch"), |call| update(call, |a, b| a ^ b, Returns::New)),
    copies(sized!("__sync_fetch_and_nand" "__atomic_fetch_nand"), |call| update(call, |a, b| !(a & b), Returns::Old)),
    copies(sized!("__sync_nand_and_fetch" "__atomic_nand_fetch"), |call| update(call, |a, b| !(a & b), Returns::New)),
    copies(sized!("__sync_val_compare_and_swap"), |call| Ok(swap_if_equal(call)?.0)),
    copies(sized!("__sync_bool_compare_and_swap"), |call| Ok(Value::Int(swap_if_equal(call)?.1 as i128))),
    copies(sized!("__sync_lock_test_and_set"), |call| update(call, |_, new| new, Returns::Old)),
    writes(sized!("__sync_lock_release"), |call| store_at(call, [0, 0])),
    reads("__atomic_load_n __atomic_load_1 __atomic_load_2 __atomic_load_4 __atomic_load_8 __atomic_load_16", load),
    writes(
        "__atomic_store_n __atomic_store_1 __atomic_store_2 __atomic_store_4 __atomic_store_8 __atomic_store_16",
        |call| {
            let operand = operand(call, 1)?;
            store_at(call, operand)
        },
    ),
    copies(
        "__atomic_exchange_n __atomic_exchange_1 __atomic_exchange_2 __atomic_exchange_4 __atomic_exchange_8 \
         __atomic_exchange_16",
        |call| update(call, |_, new| new, Returns::Old),
    ),
    copies(
        "__atomic_compare_exchange_n __atomic_compare_exchange_1 __atomic_compare_exchange_2 \
         __atomic_compare_exchange_4 __atomic_compare_exchange_8 __atomic_compare_exchange_16",
        compare_exchange,
    ),
    copies("__atomic_load", |call| transfer(call, 1, 0)),
    copies("__atomic_store", |call| transfer(call, 0, 1)),
    copies("__atomic_exchange", exchange_bytes),
    copies("__atomic_compare_exchange", compare_exchange_bytes),
    copies("__atomic_test_and_set", test_and_set),
    writes("__atomic_clear", |call| {
        call.write_bytes(call.pointer(0)?, &[0])?;
        Ok(Value::Void)
    }),
    pure("__sync_synchronize __atomic_thread_fence __atomic_signal_fence", |_| Ok(Value::Void)),
    pure("__atomic_is_lock_free __atomic_always_lock_free", |call| {
        Ok(Value::Int(matches!(call.size(0)?, 1 | 2 | 4 | 8) as i128))
    }),
];

enum Returns {
    Old,
    New,
}

/// The type at the first argument: what it points to, or by the size in the name.
fn place_type(call: &Call) -> Result<Type, Stop> {
    let ty = call.pointee(0)?;
    if !call.types().is_void(ty) {
        return Ok(ty);
    }
    let long64 = call.types().target.long_size == 8;
    match call.name.rsplit('_').next() {
        Some("1") => Ok(Type::UCHAR),
        Some("2") => Ok(Type::USHORT),
        Some("4") => Ok(Type::UINT),
        Some("8") if long64 => Ok(Type::ULONG),
        Some("8") => Ok(Type::ULLONG),
        Some("16") => Ok(Type::UINT128),
        _ => call.unsupported("is given a `void *`"),
    }
}

/// Argument `index`, a value of the place's type.
fn operand(call: &Call, index: usize) -> Result<[u64; 2], Stop> {
    let arg = call.arg(index)?;
    let kind = call.types().int_kind(arg.ty);
    Ok(kind.map_or([arg.value[0], 0], |kind| split(integer_value(kind, arg.value) as u128)))
}

/// Two words reduced to the type.
fn reduce(call: &Call, ty: Type, words: [u64; 2]) -> [u64; 2] {
    match call.types().int_kind(ty) {
        // Any value that is not zero is true.
        Some(kind) if kind.bits == 1 => [(words != [0, 0]) as u64, 0],
        Some(kind) => encode_integer(kind, join(words)),
        None => [words[0], 0],
    }
}

fn value_of(call: &Call, ty: Type, words: [u64; 2]) -> Value {
    match call.types().int_kind(ty) {
        Some(kind) => Value::Int(integer_value(kind, words)),
        None => Value::Pointer(words[0]),
    }
}

fn update(call: &mut Call, operation: fn(u128, u128) -> u128, returns: Returns) -> Outcome {
    let (place, ty) = (call.pointer(0)?, place_type(call)?);
    let old = call.load(place, ty)?;
    let new = operation(join(old), join(operand(call, 1)?));
    let new = reduce(call, ty, split(new));
    call.store(place, ty, new)?;
    Ok(match returns {
        Returns::Old => value_of(call, ty, old),
        Returns::New => value_of(call, ty, new),
    })
}

fn load(call: &mut Call) -> Outcome {
    let ty = place_type(call)?;
    let words = call.load(call.pointer(0)?, ty)?;
    Ok(value_of(call, ty, words))
}

fn store_at(call: &mut Call, words: [u64; 2]) -> Outcome {
    let ty = place_type(call)?;
    let words = reduce(call, ty, words);
    call.store(call.pointer(0)?, ty, words)?;
    Ok(Value::Void)
}

/// The old value, and whether it was the second argument.
fn swap_if_equal(call: &mut Call) -> Result<(Value, bool), Stop> {
    let (place, ty) = (call.pointer(0)?, place_type(call)?);
    let old = call.load(place, ty)?;
    let equal = old == reduce(call, ty, operand(call, 1)?);
    if equal {
        let new = reduce(call, ty, operand(call, 2)?);
        call.store(place, ty, new)?;
    }
    Ok((value_of(call, ty, old), equal))
}

fn compare_exchange(call: &mut Call) -> Outcome {
    let (place, ty, expected) = (call.pointer(0)?, place_type(call)?, call.pointer(1)?);
    let old = call.load(place, ty)?;
    let equal = old == call.load(expected, ty)?;
    if equal {
        let new = reduce(call, ty, operand(call, 2)?);
        call.store(place, ty, new)?;
    } else {
        call.store(expected, ty, old)?;
    }
    Ok(Value::Int(equal as i128))
}

/// Copies an object of the first argument's type between two arguments.
fn transfer(call: &mut Call, to: usize, from: usize) -> Outcome {
    let size = call.size_of(call.pointee(0)?)?;
    let (to, from) = (call.pointer(to)?, call.pointer(from)?);
    let (from_at, to_at) = (call.readable(from, size)?, call.writable(to, size)?);
    call.copy(to, to_at, from_at, size as usize);
    Ok(Value::Void)
}

fn exchange_bytes(call: &mut Call) -> Outcome {
    if call.pointer(1)? == call.pointer(2)? {
        return call.unsupported("with its operand and result in one place is not supported");
    }
    transfer(call, 2, 0)?;
    transfer(call, 0, 1)
}

fn compare_exchange_bytes(call: &mut Call) -> Outcome {
    let size = call.size_of(call.pointee(0)?)?;
    let place = call.readable(call.pointer(0)?, size)?;
    let expected = call.readable(call.pointer(1)?, size)?;
    let size = size as usize;
    call.initialised(place, size)?;
    call.initialised(expected, size)?;
    let equal = call.bytes(place..place + size) == call.bytes(expected..expected + size);
    if equal {
        transfer(call, 0, 2)?
    } else {
        transfer(call, 1, 0)?
    };
    Ok(Value::Int(equal as i128))
}

fn test_and_set(call: &mut Call) -> Outcome {
    let place = call.pointer(0)?;
    let old = call.byte(place)?;
    call.write_bytes(place, &[1])?;
    Ok(Value::Int((old != 0) as i128))
}
