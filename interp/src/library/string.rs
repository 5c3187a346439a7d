//! The functions on strings (C17 7.24), with their `_chk` forms.

use super::table::{Effects, Entry, copies, reads};
use super::{Call, Outcome, Stop, Value, heap};
use std::cmp::Ordering;

pub(super) const ENTRIES: &[Entry] = &[
    reads("strlen", strlen),
    reads("strnlen", strnlen),
    copies("strcpy __strcpy_chk", |call| Ok(Value::Pointer(strcpy(call)?.0))),
    copies("stpcpy __stpcpy __stpcpy_chk", |call| Ok(Value::Pointer(strcpy(call)?.1))),
    copies("strncpy __strncpy_chk", |call| Ok(Value::Pointer(strncpy(call)?.0))),
    copies("stpncpy __stpncpy_chk", |call| Ok(Value::Pointer(strncpy(call)?.1))),
    copies("strcat __strcat_chk", |call| append(call, u64::MAX, 2)),
    copies("strncat __strncat_chk", |call| append(call, call.size(2)?, 3)),
    reads("strcmp strcoll", |call| compare_strings(call, |byte| byte)),
    reads("strcasecmp", |call| compare_strings(call, |byte| byte.to_ascii_lowercase())),
    reads("strncmp", |call| compare_prefixes(call, |byte| byte)),
    reads("strncasecmp", |call| compare_prefixes(call, |byte| byte.to_ascii_lowercase())),
    reads("strchr index", |call| find_char(call, |text, wanted| text.iter().position(|&byte| byte == wanted))),
    reads("strrchr rindex", |call| find_char(call, |text, wanted| text.iter().rposition(|&byte| byte == wanted))),
    reads("strchrnul", strchrnul),
    reads("strstr", |call| find_text(call, |byte| byte)),
    reads("strspn", |call| Ok(Value::Int(span(call, true)? as i128))),
    reads("strcspn", |call| Ok(Value::Int(span(call, false)? as i128))),
    reads("strpbrk", strpbrk),
    Entry { names: "strdup __strdup", run: strdup, effects: Effects::READS.and(Effects::ALLOCATES) },
    Entry { names: "strndup __strndup", run: strndup, effects: Effects::READS.and(Effects::ALLOCATES) },
    copies("strtok", strtok),
    copies("strsep __strsep", strsep),
    copies("strxfrm", strxfrm),
    reads("strcasestr", |call| find_text(call, |byte| byte.to_ascii_lowercase())),
    copies("strtok_r __strtok_r", strtok_r),
];

fn strlen(call: &mut Call) -> Outcome {
    let range = call.string(call.pointer(0)?)?;
    Ok(Value::Int(range.len() as i128))
}

fn strnlen(call: &mut Call) -> Outcome {
    let range = call.string_within(call.pointer(0)?, call.size(1)?)?;
    Ok(Value::Int(range.len() as i128))
}

/// The destination, and the terminator's place in it.
fn strcpy(call: &mut Call) -> Result<(u64, u64), Stop> {
    let (to, from) = (call.pointer(0)?, call.pointer(1)?);
    let source = call.string(from)?;
    let size = source.len() as u64 + 1;
    call.check_destination(2, size)?;
    let at = call.writable(to, size)?;
    call.disjoint(to, size, from, size)?;
    call.copy(to, at, source.start, size as usize);
    Ok((to, to + size - 1))
}

/// The destination, and where padding begins or the copy ends.
fn strncpy(call: &mut Call) -> Result<(u64, u64), Stop> {
    let (to, from, size) = (call.pointer(0)?, call.pointer(1)?, call.size(2)?);
    call.check_destination(3, size)?;
    let source = call.string_within(from, size)?;
    let copied = source.len() as u64;
    let at = call.writable(to, size)?;
    call.disjoint(to, size, from, (copied + 1).min(size))?;
    call.copy(to, at, source.start, copied as usize);
    let padding = vec![0; (size - copied) as usize];
    call.put(to, at + copied as usize, &padding);
    Ok((to, to + copied))
}

fn append(call: &mut Call, limit: u64, room_index: usize) -> Outcome {
    let (to, from) = (call.pointer(0)?, call.pointer(1)?);
    let old = call.string(to)?.len() as u64;
    let source = call.string_within(from, limit)?;
    let added = source.len() as u64;
    call.check_destination(room_index, old + added + 1)?;
    let at = call.writable(to + old, added + 1)?;
    call.disjoint(to + old, added + 1, from, (added + 1).min(limit))?;
    call.copy(to, at, source.start, added as usize);
    call.put(to, at + added as usize, &[0]);
    Ok(Value::Pointer(to))
}

fn compare_strings(call: &mut Call, fold: fn(u8) -> u8) -> Outcome {
    let (a, b) = (call.string(call.pointer(0)?)?, call.string(call.pointer(1)?)?);
    let order = call.bytes(a).iter().copied().map(fold).cmp(call.bytes(b).iter().copied().map(fold));
    Ok(Value::Int(order as i128))
}

/// Reads neither past a difference nor past a null character (C17 7.24.4.4p2).
fn compare_prefixes(call: &mut Call, fold: fn(u8) -> u8) -> Outcome {
    let (a, b, size) = (call.pointer(0)?, call.pointer(1)?, call.size(2)?);
    call.readable(a, 0)?;
    call.readable(b, 0)?;
    for offset in 0..size {
        let (a, b) = (fold(call.byte(a + offset)?), fold(call.byte(b + offset)?));
        if a != b || a == 0 {
            call.cx.memory.charge(offset);
            return Ok(Value::Int(a.cmp(&b) as i128));
        }
    }
    Ok(Value::Int(Ordering::Equal as i128))
}

/// The terminator counts as a character of the string.
fn find_char(call: &mut Call, find: fn(&[u8], u8) -> Option<usize>) -> Outcome {
    let (start, wanted) = (call.pointer(0)?, call.int(1)? as u8);
    let range = call.string(start)?;
    let found = find(call.bytes(range.start..range.end + 1), wanted);
    Ok(Value::Pointer(found.map_or(0, |index| start + index as u64)))
}

fn strchrnul(call: &mut Call) -> Outcome {
    let (start, wanted) = (call.pointer(0)?, call.int(1)? as u8);
    let range = call.string(start)?;
    let length = range.len();
    let found = call.bytes(range).iter().position(|&byte| byte == wanted);
    Ok(Value::Pointer(start + found.unwrap_or(length) as u64))
}

fn find_text(call: &mut Call, fold: fn(u8) -> u8) -> Outcome {
    let start = call.pointer(0)?;
    let folded = |text: Vec<u8>| text.into_iter().map(fold).collect::<Vec<u8>>();
    let (text, wanted) = (folded(call.text(0)?), folded(call.text(1)?));
    let found = position(&text, &wanted);
    Ok(Value::Pointer(found.map_or(0, |index| start + index as u64)))
}

/// Where `wanted` first occurs (Knuth, Morris and Pratt: the time must not be the product of two lengths).
fn position(text: &[u8], wanted: &[u8]) -> Option<usize> {
    // By prefix: the length of its longest proper prefix that is also its end.
    let mut borders = vec![0; wanted.len()];
    let mut length = 0;
    for index in 1..wanted.len() {
        while length > 0 && wanted[index] != wanted[length] {
            length = borders[length - 1];
        }
        length += usize::from(wanted[index] == wanted[length]);
        borders[index] = length;
    }
    if wanted.is_empty() {
        return Some(0);
    }
    let mut length = 0;
    for (index, &byte) in text.iter().enumerate() {
        while length > 0 && byte != wanted[length] {
            length = borders[length - 1];
        }
        length += usize::from(byte == wanted[length]);
        if length == wanted.len() {
            return Some(index + 1 - length);
        }
    }
    None
}

/// The characters of the string argument `index`.
fn set(call: &Call, index: usize) -> Result<[bool; 256], Stop> {
    let mut set = [false; 256];
    call.text(index)?.iter().for_each(|&byte| set[byte as usize] = true);
    Ok(set)
}

/// How many characters at the start are all in (or all not in) the second string.
fn span(call: &mut Call, accept: bool) -> Result<usize, Stop> {
    let (text, set) = (call.text(0)?, set(call, 1)?);
    Ok(text.iter().take_while(|&&byte| set[byte as usize] == accept).count())
}

fn strpbrk(call: &mut Call) -> Outcome {
    let length = call.string(call.pointer(0)?)?.len();
    let index = span(call, false)?;
    Ok(Value::Pointer(if index == length { 0 } else { call.pointer(0)? + index as u64 }))
}

fn strdup(call: &mut Call) -> Outcome {
    duplicate(call, u64::MAX)
}

fn strndup(call: &mut Call) -> Outcome {
    duplicate(call, call.size(1)?)
}

fn duplicate(call: &mut Call, limit: u64) -> Outcome {
    let range = call.string_within(call.pointer(0)?, limit)?;
    let mut text = call.bytes(range).to_vec();
    text.push(0);
    let address = heap::allocate(call, text.len() as u64, None)?;
    if address != 0 {
        call.write_bytes(address, &text)?;
    }
    Ok(Value::Pointer(address))
}

fn strtok(call: &mut Call) -> Outcome {
    let start = match call.pointer(0)? {
        0 => call.cx.state.strtok,
        start => start,
    };
    if start == 0 {
        return call.undefined(crate::ub::Rule::LibraryArgument, "goes on although no string was begun");
    }
    let (token, rest) = next_token(call, start)?;
    call.cx.state.strtok = rest;
    Ok(Value::Pointer(token))
}

fn strtok_r(call: &mut Call) -> Outcome {
    let (saved, ty) = (call.pointer(2)?, call.pointee(2)?);
    let start = match call.pointer(0)? {
        0 => call.load(saved, ty)?[0],
        start => start,
    };
    let (token, rest) = next_token(call, start)?;
    call.store(saved, ty, [rest, 0])?;
    Ok(Value::Pointer(token))
}

/// In the "C" locale a string is its own transformation (C17 7.24.4.5).
fn strxfrm(call: &mut Call) -> Outcome {
    let (to, from, room) = (call.pointer(0)?, call.pointer(1)?, call.size(2)?);
    let mut text = call.text(1)?;
    let length = text.len() as u64;
    text.push(0);
    if room > length {
        call.disjoint(to, length + 1, from, length + 1)?;
        call.write_bytes(to, &text)?;
    } else if room > 0 {
        // "The contents of the array are indeterminate."
        let at = call.writable(to, room)?;
        call.cx.memory.init[at..at + room as usize].fill(0);
    }
    Ok(Value::Int(length as i128))
}

/// BSD: every separator ends a token, so that tokens may be empty.
fn strsep(call: &mut Call) -> Outcome {
    let (place, ty) = (call.pointer(0)?, call.pointee(0)?);
    let start = call.load(place, ty)?[0];
    if start == 0 {
        return Ok(Value::Pointer(0));
    }
    let (range, set) = (call.string(start)?, set(call, 1)?);
    let end = call.bytes(range).iter().position(|&byte| set[byte as usize]).map(|length| start + length as u64);
    if let Some(end) = end {
        call.write_bytes(end, &[0])?;
    }
    call.store(place, ty, [end.map_or(0, |end| end + 1), 0])?;
    Ok(Value::Pointer(start))
}

/// The token (null if there is none) and where to go on.
fn next_token(call: &mut Call, start: u64) -> Result<(u64, u64), Stop> {
    let range = call.string(start)?;
    let text = call.bytes(range).to_vec();
    let set = set(call, 1)?;
    let begin = text.iter().take_while(|&&byte| set[byte as usize]).count();
    let length = text[begin..].iter().take_while(|&&byte| !set[byte as usize]).count();
    let end = begin + length;
    if length == 0 {
        return Ok((0, start + end as u64));
    }
    if end == text.len() {
        return Ok((start + begin as u64, start + end as u64));
    }
    call.write_bytes(start + end as u64, &[0])?;
    Ok((start + begin as u64, start + end as u64 + 1))
}
