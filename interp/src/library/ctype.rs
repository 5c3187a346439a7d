//! Character classification (C17 7.4) in the "C" locale, with glibc's results: its functions, and the tables that its
//! macros look into.

use super::table::{Entry, pure};
use super::{Call, Outcome, Stop, Value};
use crate::ub::Rule;

pub(super) const ENTRIES: &[Entry] = &[
    pure("isupper", |call| classify(call, UPPER)),
    pure("islower", |call| classify(call, LOWER)),
    pure("isalpha", |call| classify(call, ALPHA)),
    pure("isdigit", |call| classify(call, DIGIT)),
    pure("isxdigit", |call| classify(call, XDIGIT)),
    pure("isspace", |call| classify(call, SPACE)),
    pure("isprint", |call| classify(call, PRINT)),
    pure("isgraph", |call| classify(call, GRAPH)),
    pure("isblank", |call| classify(call, BLANK)),
    pure("iscntrl", |call| classify(call, CNTRL)),
    pure("ispunct", |call| classify(call, PUNCT)),
    pure("isalnum", |call| classify(call, ALNUM)),
    pure("isascii", |call| Ok(Value::Int((call.int(0)? & !0x7f == 0) as i128))),
    pure("toascii", |call| Ok(Value::Int((call.int(0)? & 0x7f) as i128))),
    pure("toupper", |call| Ok(Value::Int(upper(character(call)?) as i128))),
    pure("tolower", |call| Ok(Value::Int(lower(character(call)?) as i128))),
    pure("__ctype_b_loc", |call| table(call, 0, 2, |c| mask(c) as i32)),
    pure("__ctype_toupper_loc", |call| table(call, 1, 4, upper)),
    pure("__ctype_tolower_loc", |call| table(call, 2, 4, lower)),
];

// The bits of glibc's `_ISbit` on little-endian machines.
const UPPER: u16 = 1 << 8;
const LOWER: u16 = 1 << 9;
const ALPHA: u16 = 1 << 10;
const DIGIT: u16 = 1 << 11;
const XDIGIT: u16 = 1 << 12;
const SPACE: u16 = 1 << 13;
const PRINT: u16 = 1 << 14;
const GRAPH: u16 = 1 << 15;
const BLANK: u16 = 1 << 0;
const CNTRL: u16 = 1 << 1;
const PUNCT: u16 = 1 << 2;
const ALNUM: u16 = 1 << 3;

const EOF: i32 = -1;

/// The classes of a character; none for EOF and beyond ASCII.
fn mask(c: i32) -> u16 {
    let Some(c) = u8::try_from(c).ok().filter(u8::is_ascii) else { return 0 };
    [
        (c.is_ascii_uppercase(), UPPER),
        (c.is_ascii_lowercase(), LOWER),
        (c.is_ascii_alphabetic(), ALPHA),
        (c.is_ascii_digit(), DIGIT),
        (c.is_ascii_hexdigit(), XDIGIT),
        (matches!(c, b' ' | 9..=13), SPACE),
        (matches!(c, b' '..=b'~'), PRINT),
        (c.is_ascii_graphic(), GRAPH),
        (matches!(c, b' ' | b'\t'), BLANK),
        (c.is_ascii_control(), CNTRL),
        (c.is_ascii_punctuation(), PUNCT),
        (c.is_ascii_alphanumeric(), ALNUM),
    ]
    .iter()
    .filter(|(member, _)| *member)
    .fold(0, |mask, (_, bit)| mask | bit)
}

fn upper(c: i32) -> i32 {
    if (b'a' as i32..=b'z' as i32).contains(&c) { c - 32 } else { c }
}

fn lower(c: i32) -> i32 {
    if (b'A' as i32..=b'Z' as i32).contains(&c) { c + 32 } else { c }
}

fn classify(call: &mut Call, class: u16) -> Outcome {
    Ok(Value::Int((mask(character(call)?) & class) as i128))
}

/// The argument must be an `unsigned char` or EOF (C17 7.4p1).
fn character(call: &Call) -> Result<i32, Stop> {
    let c = call.int(0)?;
    if (EOF..=255).contains(&c) {
        return Ok(c);
    }
    call.undefined(Rule::LibraryArgument, format!("is given {c}, which is neither an `unsigned char` nor EOF"))
}

/// The address of a pointer into a table that has an entry for EOF and every `unsigned char`, and no others.
fn table(call: &mut Call, index: usize, width: u64, entry: fn(i32) -> i32) -> Outcome {
    if call.cx.state.ctype[index] == 0 {
        let table = call.library_object(257 * width)?;
        let bytes: Vec<u8> =
            (EOF..=255).flat_map(|c| entry(c).to_le_bytes().into_iter().take(width as usize)).collect();
        call.write_bytes(table, &bytes)?;
        let size = call.types().target.pointer_size;
        let pointer = call.library_object(size)?;
        let target = call.cx.memory.narrow(table + width).to_le_bytes();
        call.write_bytes(pointer, &target[..size as usize])?;
        call.cx.state.ctype[index] = pointer;
    }
    Ok(Value::Pointer(call.cx.state.ctype[index]))
}
