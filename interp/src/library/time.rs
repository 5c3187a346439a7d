//! Time (C17 7.27). There is no clock: the time starts at a fixed second and goes on a little with every call that asks
//! for it, so that loops that wait end, and every execution is the same. What a program prints of it is unspecified
//! input. The time zone, which is the environment's, is UTC.

mod calendar;
mod text;

use super::table::{Effects, Entry, pure};
use super::{Call, Outcome, Stop, Value};
use crate::input::{self, Unspecified};
use crate::ub::Rule;
use calendar::Broken;
use lang::Type;

const ASKS: Effects = Effects::READS.and(Effects::WRITES).and(Effects::OUTPUT);

const fn asks(names: &'static str, run: super::table::Run) -> Entry {
    Entry { names, run, effects: ASKS }
}

pub(super) const ENTRIES: &[Entry] = &[
    asks("time", time),
    asks("clock", clock),
    asks("clock_gettime", |call| now_into(call, 1, 1000)),
    asks("gettimeofday", |call| now_into(call, 0, 1)),
    asks("timespec_get", timespec_get),
    pure("difftime", difftime),
    asks("gmtime", |call| own_broken_down(call, Zone::Universal)),
    asks("localtime", |call| own_broken_down(call, Zone::Local)),
    asks("gmtime_r", |call| break_down(call, Zone::Universal, call.pointer(1)?)),
    asks("localtime_r", |call| break_down(call, Zone::Local, call.pointer(1)?)),
    asks("mktime", mktime),
    asks("asctime", asctime),
    asks("ctime", ctime),
    asks("strftime", text::strftime),
];

/// 2001-09-09 01:46:40 UTC.
const START: i64 = 1_000_000_000;
/// Times that differ in every field; each call then takes more than a second, so that elapsed times differ, too.
const OTHER_START: i64 = 1_732_112_734;
const THIRD_START: i64 = 1_244_070_423;
const MICROSECOND: i64 = 1_000_000;
const STEP: i64 = 1_000;
const OTHER_STEP: i64 = 1_300_000;
const THIRD_STEP: i64 = 7_100_000;
const OTHER_OFFSET: i64 = 5 * 3600;
const THIRD_OFFSET: i64 = -8 * 3600;

/// How often the program asked.
#[derive(Default, Debug)]
pub(super) struct Clock {
    calls: i64,
}

impl Call<'_, '_> {
    /// Microseconds since the program started, and the second in which it did.
    fn now(&mut self) -> (i64, i64) {
        let (start, step) = match self.unspecified(Unspecified::Time) {
            input::Value::Usual => (START, STEP),
            input::Value::Other => (OTHER_START, OTHER_STEP),
            input::Value::Third => (THIRD_START, THIRD_STEP),
        };
        self.cx.state.clock.calls += 1;
        (self.cx.state.clock.calls * step, start)
    }

    fn seconds(&mut self) -> i64 {
        let (elapsed, start) = self.now();
        start + elapsed / MICROSECOND
    }

    /// Seconds east of Greenwich.
    fn offset(&mut self, zone: Zone) -> i64 {
        if zone == Zone::Universal {
            return 0;
        }
        match self.unspecified(Unspecified::Environment) {
            input::Value::Usual => 0,
            input::Value::Other => OTHER_OFFSET,
            input::Value::Third => THIRD_OFFSET,
        }
    }
}

fn time(call: &mut Call) -> Outcome {
    let seconds = call.seconds();
    let place = call.pointer(0)?;
    if place != 0 {
        let ty = call.pointee(0)?;
        call.store_integer(place, ty, seconds as i128)?;
    }
    Ok(Value::Int(seconds as i128))
}

fn clock(call: &mut Call) -> Outcome {
    Ok(Value::Int(call.now().0 as i128))
}

/// Seconds, and the rest in a unit of which a microsecond has `per_microsecond`, into two `long`s.
fn now_into(call: &mut Call, index: usize, per_microsecond: i64) -> Outcome {
    let (elapsed, start) = call.now();
    let place = call.pointer(index)?;
    let size = call.types().target.long_size;
    let rest = elapsed % MICROSECOND * per_microsecond;
    call.store_integer(place, Type::LONG, (start + elapsed / MICROSECOND) as i128)?;
    call.store_integer(place + size, Type::LONG, rest as i128)?;
    Ok(Value::Int(0))
}

const TIME_UTC: i32 = 1;

fn timespec_get(call: &mut Call) -> Outcome {
    let base = call.int(1)?;
    if base != TIME_UTC {
        return Ok(Value::Int(0));
    }
    now_into(call, 0, 1000)?;
    Ok(Value::Int(base as i128))
}

fn difftime(call: &mut Call) -> Outcome {
    let (end, begin) = (call.integer(0)?, call.integer(1)?);
    Ok(Value::Real(super::Real::F64((end - begin) as f64)))
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Zone {
    Universal,
    Local,
}

/// The `time_t` that argument 0 points to.
fn pointed_time(call: &mut Call) -> Result<i64, Stop> {
    let (place, ty) = (call.pointer(0)?, call.pointee(0)?);
    Ok(call.load(place, ty)?[0] as i64)
}

/// Into the object that the library has for it.
fn own_broken_down(call: &mut Call, zone: Zone) -> Outcome {
    let place = call.broken_down_object()?;
    break_down(call, zone, place)
}

fn break_down(call: &mut Call, zone: Zone, place: u64) -> Outcome {
    let seconds = pointed_time(call)?;
    let offset = call.offset(zone);
    let Some(broken) = Broken::from_seconds(seconds, offset) else {
        return call.unsupported("is given a year beyond `int`");
    };
    let name: &[u8] = if zone == Zone::Universal { b"GMT" } else { b"UTC" };
    call.store_broken(place, &broken, offset, name)?;
    Ok(Value::Pointer(place))
}

/// Members outside their ranges are brought into them; a `tm_isdst` above zero is unsupported, as there is no such zone.
fn mktime(call: &mut Call) -> Outcome {
    let place = call.pointer(0)?;
    let fields = call.fields(place)?;
    let offset = call.offset(Zone::Local);
    if fields[calendar::IS_DST] > 0 {
        return call.unsupported("is given daylight saving time");
    }
    let seconds = calendar::seconds(&fields) - offset;
    let Some(broken) = Broken::from_seconds(seconds, offset) else {
        return Ok(Value::Int(-1));
    };
    call.store_broken(place, &broken, offset, b"UTC")?;
    Ok(Value::Int(seconds as i128))
}

fn asctime(call: &mut Call) -> Outcome {
    let place = call.pointer(0)?;
    let fields = call.fields(place)?;
    let Some(text) = text::asctime(&fields) else {
        return call.undefined(Rule::LibraryArgument, "is given members outside their ranges (C17 7.27.3.1p3)");
    };
    call.text_result(&text)
}

fn ctime(call: &mut Call) -> Outcome {
    let seconds = pointed_time(call)?;
    let offset = call.offset(Zone::Local);
    match Broken::from_seconds(seconds, offset).and_then(|broken| text::asctime(&broken.fields())) {
        Some(text) => call.text_result(&text),
        None => call.undefined(Rule::LibraryArgument, "is given a year beyond 9999 (C17 7.27.3.1p3)"),
    }
}

impl Call<'_, '_> {
    /// The object that `gmtime` and `localtime` share (C17 7.27.3p1).
    fn broken_down_object(&mut self) -> Result<u64, Stop> {
        if self.cx.state.broken_down == 0 {
            self.cx.state.broken_down = self.library_object(64)?;
        }
        Ok(self.cx.state.broken_down)
    }

    /// What `asctime` and `ctime` share.
    fn text_result(&mut self, text: &[u8]) -> Outcome {
        if self.cx.state.time_text == 0 {
            self.cx.state.time_text = self.library_object(32)?;
        }
        let place = self.cx.state.time_text;
        self.write_bytes(place, &[text, &[0]].concat())?;
        Ok(Value::Pointer(place))
    }

    /// Where glibc has `tm_gmtoff` and `tm_zone`.
    fn zone_offsets(&self) -> (u64, u64) {
        let size = self.types().target.long_size;
        let gmtoff = (9u64 * 4).next_multiple_of(size);
        (gmtoff, gmtoff + size)
    }

    fn store_broken(&mut self, place: u64, broken: &Broken, offset: i64, zone: &[u8]) -> Result<(), Stop> {
        for (index, value) in broken.fields().into_iter().enumerate() {
            self.store_integer(place + 4 * index as u64, Type::INT, value as i128)?;
        }
        let (gmtoff, name) = self.zone_offsets();
        self.store_integer(place + gmtoff, Type::LONG, offset as i128)?;
        let zone = self.constant_text(zone)?;
        let size = self.types().target.pointer_size as usize;
        let bytes = self.cx.memory.narrow(zone).to_le_bytes();
        self.write_bytes(place + name, &bytes[..size])
    }

    /// The nine members of the `struct tm` at an address that the standard has; those that do not matter to `mktime` and
    /// `asctime` may be uninitialised.
    fn fields(&mut self, place: u64) -> Result<[i64; calendar::FIELDS], Stop> {
        let mut fields = [0; calendar::FIELDS];
        for (index, field) in fields.iter_mut().enumerate() {
            let ignored: &[usize] = match self.name {
                "mktime" => &[calendar::WEEK_DAY, calendar::YEAR_DAY],
                _ => &[calendar::YEAR_DAY, calendar::IS_DST],
            };
            if !ignored.contains(&index) {
                *field = self.field(place, index)?;
            }
        }
        Ok(fields)
    }

    fn field(&mut self, place: u64, index: usize) -> Result<i64, Stop> {
        Ok(self.load(place + 4 * index as u64, Type::INT)?[0] as i64)
    }
}
