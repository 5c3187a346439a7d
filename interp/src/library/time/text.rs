//! Broken-down time as text in the "C" locale: `asctime` and `strftime` (C17 7.27.3).

use super::calendar::{self, *};
use crate::library::{Call, Outcome, Stop, Value};
use crate::ub::Rule;

const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// `None` if a member is outside its range, or the year has more than four digits.
pub fn asctime(fields: &[i64; FIELDS]) -> Option<Vec<u8>> {
    let in_range = |index: usize, low: i64, high: i64| (low..=high).contains(&fields[index]);
    let right = in_range(SECOND, 0, 60) && in_range(MINUTE, 0, 59) && in_range(HOUR, 0, 23);
    let right = right && in_range(MONTH_DAY, 1, 31) && in_range(MONTH, 0, 11) && in_range(WEEK_DAY, 0, 6);
    if !right || !in_range(YEAR, -2899, 8099) {
        return None;
    }
    let (day, month) = (DAYS[fields[WEEK_DAY] as usize], MONTHS[fields[MONTH] as usize]);
    let (date, year) = (fields[MONTH_DAY], fields[YEAR] + 1900);
    let clock = format!("{:02}:{:02}:{:02}", fields[HOUR], fields[MINUTE], fields[SECOND]);
    Some(format!("{} {}{date:3} {clock} {year}\n", &day[..3], &month[..3]).into_bytes())
}

/// Only the members that the format asks for must have a value.
pub fn strftime(call: &mut Call) -> Outcome {
    let (to, room, place) = (call.pointer(0)?, call.size(1)?, call.pointer(3)?);
    let format = call.text(2)?;
    let mut out = Vec::new();
    expand(call, place, &format, &mut out)?;
    if out.len() as u64 >= room {
        // What the array has then is unspecified (C17 7.27.3.5p8): it stays as it is.
        return Ok(Value::Int(0));
    }
    let length = out.len();
    out.push(0);
    call.write_bytes(to, &out)?;
    Ok(Value::Int(length as i128))
}

fn expand(call: &mut Call, place: u64, format: &[u8], out: &mut Vec<u8>) -> Result<(), Stop> {
    let mut rest = format;
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let modified = matches!(rest.first(), Some(b'E' | b'O'));
        let spec = &rest[modified as usize..];
        let Some((&conversion, behind)) = spec.split_first() else {
            return call.undefined(Rule::LibraryArgument, "has a format that ends inside a conversion");
        };
        if modified && !takes_modifier(rest[0], conversion) {
            return bad_conversion(call, &rest[..2]);
        }
        convert(call, place, conversion, out)?;
        rest = behind;
    }
    Ok(())
}

/// In the "C" locale the modifiers change nothing (C17 7.27.3.5p4, p7).
fn takes_modifier(modifier: u8, conversion: u8) -> bool {
    match modifier {
        b'E' => b"cCxXyY".contains(&conversion),
        _ => b"deHImMSuUVwWy".contains(&conversion),
    }
}

fn bad_conversion<T>(call: &Call, written: &[u8]) -> Result<T, Stop> {
    let written = written.escape_ascii();
    call.undefined(Rule::LibraryArgument, format!("has no conversion `%{written}` (C17 7.27.3.5p6)"))
}

fn convert(call: &mut Call, place: u64, conversion: u8, out: &mut Vec<u8>) -> Result<(), Stop> {
    let composite: &[u8] = match conversion {
        b'c' => b"%a %b %e %H:%M:%S %Y",
        b'D' | b'x' => b"%m/%d/%y",
        b'F' => b"%Y-%m-%d",
        b'R' => b"%H:%M",
        b'r' => b"%I:%M:%S %p",
        b'T' | b'X' => b"%H:%M:%S",
        b'h' => b"%b",
        _ => b"",
    };
    if !composite.is_empty() {
        return expand(call, place, composite, out);
    }
    let text = match conversion {
        b'%' => "%".to_string(),
        b'n' => "\n".to_string(),
        b't' => "\t".to_string(),
        b'a' => DAYS[call.in_range(place, WEEK_DAY, 0, 6)? as usize][..3].to_string(),
        b'A' => DAYS[call.in_range(place, WEEK_DAY, 0, 6)? as usize].to_string(),
        b'b' => MONTHS[call.in_range(place, MONTH, 0, 11)? as usize][..3].to_string(),
        b'B' => MONTHS[call.in_range(place, MONTH, 0, 11)? as usize].to_string(),
        b'p' => if call.in_range(place, HOUR, 0, 23)? < 12 { "AM" } else { "PM" }.to_string(),
        b'z' | b'Z' => return zone(call, place, conversion, out),
        _ => number(call, place, conversion)?,
    };
    out.extend_from_slice(text.as_bytes());
    Ok(())
}

fn number(call: &mut Call, place: u64, conversion: u8) -> Result<String, Stop> {
    let two = |value: i64| format!("{value:02}");
    Ok(match conversion {
        b'd' => two(call.in_range(place, MONTH_DAY, 1, 31)?),
        b'e' => format!("{:2}", call.in_range(place, MONTH_DAY, 1, 31)?),
        b'H' => two(call.in_range(place, HOUR, 0, 23)?),
        b'I' => two((call.in_range(place, HOUR, 0, 23)? + 11) % 12 + 1),
        b'M' => two(call.in_range(place, MINUTE, 0, 59)?),
        b'S' => two(call.in_range(place, SECOND, 0, 60)?),
        b'm' => two(call.in_range(place, MONTH, 0, 11)? + 1),
        b'j' => format!("{:03}", call.in_range(place, YEAR_DAY, 0, 365)? + 1),
        b'u' => ((call.in_range(place, WEEK_DAY, 0, 6)? + 6) % 7 + 1).to_string(),
        b'w' => call.in_range(place, WEEK_DAY, 0, 6)?.to_string(),
        b'y' => two(call.year(place)? % 100),
        b'C' => two(call.year(place)? / 100),
        b'Y' => call.year(place)?.to_string(),
        b'U' => two(week(call, place, 0)?),
        b'W' => two(week(call, place, 1)?),
        b'g' => two(iso(call, place)?.0 % 100),
        b'G' => iso(call, place)?.0.to_string(),
        b'V' => two(iso(call, place)?.1),
        _ => return bad_conversion(call, &[conversion]),
    })
}

/// Weeks of the year that begin on this day.
fn week(call: &mut Call, place: u64, first_day: i64) -> Result<i64, Stop> {
    let (year_day, week_day) = (call.in_range(place, YEAR_DAY, 0, 365)?, call.in_range(place, WEEK_DAY, 0, 6)?);
    Ok((year_day + 7 - (week_day + 7 - first_day) % 7) / 7)
}

fn iso(call: &mut Call, place: u64) -> Result<(i64, i64), Stop> {
    let (year_day, week_day) = (call.in_range(place, YEAR_DAY, 0, 365)?, call.in_range(place, WEEK_DAY, 0, 6)?);
    Ok(calendar::iso_week(call.year(place)?, year_day, week_day))
}

/// glibc keeps the zone in the structure; one that the program filled in by itself may have none.
fn zone(call: &mut Call, place: u64, conversion: u8, out: &mut Vec<u8>) -> Result<(), Stop> {
    let (gmtoff, name) = call.zone_offsets();
    if conversion == b'z' {
        if call.field(place, IS_DST)? < 0 {
            return Ok(());
        }
        let minutes = call.load(place + gmtoff, lang::Type::LONG)?[0] as i64 / 60;
        let sign = if minutes < 0 { '-' } else { '+' };
        out.extend_from_slice(format!("{sign}{:02}{:02}", minutes.abs() / 60, minutes.abs() % 60).as_bytes());
        return Ok(());
    }
    let size = call.types().target.pointer_size;
    let at = call.readable(place + name, size)?;
    call.initialised(at, size as usize)?;
    let mut bytes = [0; 8];
    bytes[..size as usize].copy_from_slice(call.bytes(at..at + size as usize));
    let address = call.cx.memory.widen(u64::from_le_bytes(bytes));
    if address != 0 {
        let range = call.string(address)?;
        out.extend_from_slice(call.bytes(range));
    }
    Ok(())
}

impl Call<'_, '_> {
    /// What is printed for a member outside its range is unspecified (C17 7.27.3.5p6).
    fn in_range(&mut self, place: u64, index: usize, low: i64, high: i64) -> Result<i64, Stop> {
        let value = self.field(place, index)?;
        if (low..=high).contains(&value) {
            return Ok(value);
        }
        self.unsupported(format!("is given a member of `struct tm` with the value {value}, outside its range"))
    }

    fn year(&mut self, place: u64) -> Result<i64, Stop> {
        Ok(self.in_range(place, YEAR, -1900, 8099)? + 1900)
    }
}
