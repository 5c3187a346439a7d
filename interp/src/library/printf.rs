//! The `printf` family (C17 7.21.6): fetching and checking the argument of every directive.
//!
//! How a value is written is `format`'s. An argument must have the directive's type; its signed or unsigned
//! counterpart will do where the value fits both, and for `%p` any pointer to an object.

use super::stream::Stream;
use super::table::{Effects, Entry, copies};
use super::{Arg, Call, Outcome, Stop, Value, integer_value};
use crate::float80::F80;
use crate::format::{self, Argument, Directive, Length, Spec};
use crate::ub::Rule;
use lang::{Type, TypeKind};

const PRINTS: Effects = Effects::READS.and(Effects::WRITES).and(Effects::OUTPUT);

const fn prints(names: &'static str, run: super::table::Run) -> Entry {
    Entry { names, run, effects: PRINTS }
}

pub(super) const ENTRIES: &[Entry] = &[
    prints("printf printf_unlocked", |call| to_stream(call, Stream::Out, 0, false)),
    prints("__printf_chk", |call| to_stream(call, Stream::Out, 1, false)),
    prints("vprintf", |call| to_stream(call, Stream::Out, 0, true)),
    prints("__vprintf_chk", |call| to_stream(call, Stream::Out, 1, true)),
    prints("fprintf fprintf_unlocked", |call| to_stream(call, call.stream(0)?, 1, false)),
    prints("__fprintf_chk", |call| to_stream(call, call.stream(0)?, 2, false)),
    prints("vfprintf", |call| to_stream(call, call.stream(0)?, 1, true)),
    prints("__vfprintf_chk", |call| to_stream(call, call.stream(0)?, 2, true)),
    copies("sprintf", |call| to_memory(call, u64::MAX, 1, false)),
    copies("__sprintf_chk", |call| to_memory(call, u64::MAX, 3, false)),
    copies("vsprintf", |call| to_memory(call, u64::MAX, 1, true)),
    copies("__vsprintf_chk", |call| to_memory(call, u64::MAX, 3, true)),
    copies("snprintf", |call| to_memory(call, call.size(1)?, 2, false)),
    copies("__snprintf_chk", |call| to_memory(call, call.size(1)?, 4, false)),
    copies("vsnprintf", |call| to_memory(call, call.size(1)?, 2, true)),
    copies("__vsnprintf_chk", |call| to_memory(call, call.size(1)?, 4, true)),
];

/// `format_index` is the format's; the arguments, or the list of them, are behind it.
fn to_stream(call: &mut Call, stream: Stream, format_index: usize, is_list: bool) -> Outcome {
    let printed = Printer::new(call, format_index, is_list)?.run(call)?;
    call.output(stream, &printed.out)?;
    Ok(Value::Int(printed.out.len() as i128))
}

/// At most `room` bytes are stored, the last of them a null character.
fn to_memory(call: &mut Call, room: u64, format_index: usize, is_list: bool) -> Outcome {
    let to = call.pointer(0)?;
    let Printer { mut out, sources, .. } = Printer::new(call, format_index, is_list)?.run(call)?;
    let length = out.len();
    if room > 0 {
        out.truncate((room - 1).min(length as u64) as usize);
        out.push(0);
        if call.name.ends_with("_chk") {
            call.check_destination(format_index - 1, out.len() as u64)?;
        }
        for (from, size) in sources {
            call.disjoint(to, out.len() as u64, from, size)?;
        }
        call.write_bytes(to, &out)?;
    }
    Ok(Value::Int(length as i128))
}

/// Where the arguments behind a format come from.
pub(super) enum Arguments {
    /// The index of the next argument of the call.
    Call(usize),
    /// The address of a `va_list`.
    List(u64),
}

impl Arguments {
    pub fn new(call: &Call, format_index: usize, is_list: bool) -> Result<Arguments, Stop> {
        Ok(match is_list {
            true => Arguments::List(call.arg(format_index + 1)?.value[0]),
            false => Arguments::Call(format_index + 1),
        })
    }

    pub fn next(&mut self, call: &mut Call) -> Result<Option<Arg>, Stop> {
        match self {
            Arguments::Call(index) => {
                *index += 1;
                Ok(call.args.get(*index - 1).copied())
            }
            Arguments::List(address) => {
                let cx = &mut *call.cx;
                cx.va.next(cx.memory, *address)
            }
        }
    }
}

struct Printer {
    text: Vec<u8>,
    arguments: Arguments,
    out: Vec<u8>,
    /// Addresses and sizes of what was read, which the destination must not overlap.
    sources: Vec<(u64, u64)>,
}

/// What it takes to find all digits of a value, up to 16,000 of them, in expressions of the same time.
const LONG_DOUBLE_STEPS: u64 = 20_000;
const DOUBLE_STEPS: u64 = 500;
/// The same for each digit that is printed.
const DIGIT_STEPS: u64 = 16;

impl Printer {
    fn new(call: &Call, format_index: usize, is_list: bool) -> Result<Printer, Stop> {
        let text = call.text(format_index)?;
        let sources = vec![(call.pointer(format_index)?, text.len() as u64 + 1)];
        let arguments = Arguments::new(call, format_index, is_list)?;
        Ok(Printer { text, arguments, out: Vec::new(), sources })
    }

    fn run(mut self, call: &mut Call) -> Result<Printer, Stop> {
        let text = std::mem::take(&mut self.text);
        let mut rest = text.as_slice();
        while let Some(percent) = rest.iter().position(|&byte| byte == b'%') {
            self.out.extend_from_slice(&rest[..percent]);
            rest = &rest[percent + 1..];
            let (directive, length) = match format::parse_spec(rest) {
                Ok(parsed) => parsed,
                Err(bad) => return call.undefined(Rule::PrintfArgument, format!("has a bad format: {}", bad.message)),
            };
            let written = Written { text: &rest[..length] };
            self.directive(call, directive, &written)?;
            rest = &rest[length..];
        }
        self.out.extend_from_slice(rest);
        Ok(self)
    }

    fn next(&mut self, call: &mut Call, written: &Written) -> Result<Arg, Stop> {
        match self.arguments.next(call)? {
            Some(arg) => Ok(arg),
            None => call.undefined(Rule::PrintfArgument, format!("has no argument for {written}")),
        }
    }

    fn directive(&mut self, call: &mut Call, directive: Directive, written: &Written) -> Result<(), Stop> {
        let mut star = |printer: &mut Printer, present: bool| match present {
            true => {
                let arg = printer.next(call, written)?;
                call.printed_integer(arg, Type::INT, written).map(|value| value as i32)
            }
            false => Ok(0),
        };
        let width = star(self, directive.star_width)?;
        let precision = star(self, directive.star_precision)?;
        let spec = directive.with_stars(width, precision);
        let limit = call.cx.max_stdout;
        let is_string = matches!(directive.argument(), Argument::String | Argument::WideString);
        let padding = spec.width.unwrap_or(0).max(if is_string { 0 } else { spec.precision.unwrap_or(0) });
        if padding.saturating_add(self.out.len()) > limit {
            return call.unsupported(format!("formats more than {limit} bytes"));
        }
        let before = self.out.len();
        self.convert(call, &spec, written)?;
        let (exact, digit) = match directive.argument() {
            Argument::LongDouble => (LONG_DOUBLE_STEPS, DIGIT_STEPS),
            Argument::Double => (DOUBLE_STEPS, DIGIT_STEPS),
            _ => (0, 1),
        };
        call.cx.memory.owe(exact + digit * (self.out.len() - before) as u64);
        Ok(())
    }

    fn convert(&mut self, call: &mut Call, spec: &Spec, written: &Written) -> Result<(), Stop> {
        if spec.argument() == Argument::None {
            self.out.push(b'%');
            return Ok(());
        }
        let arg = self.next(call, written)?;
        let out = &mut self.out;
        match spec.argument() {
            Argument::None => {}
            Argument::Signed(length) => {
                let value = call.printed_integer(arg, call.signed_type(length), written)?;
                let value = match length {
                    Length::Char => value as i8 as i128,
                    Length::Short => value as i16 as i128,
                    _ => value,
                };
                format::format_signed(out, spec, value);
            }
            Argument::Unsigned(length) => {
                let ty = unsigned(call.signed_type(length));
                let value = match length {
                    // What arrives is an `int`, promoted from the narrow type.
                    Length::Char => call.printed_integer(arg, Type::INT, written)? as u8 as u128,
                    Length::Short => call.printed_integer(arg, Type::INT, written)? as u16 as u128,
                    _ => call.printed_integer(arg, ty, written)? as u128,
                };
                format::format_unsigned(out, spec, value);
            }
            Argument::Char => {
                let value = call.printed_integer(arg, Type::INT, written)?;
                format::format_char(out, spec, value as u8);
            }
            Argument::WideChar => {
                let value = call.printed_integer(arg, Type::UINT, written)?;
                if !(0..128).contains(&value) {
                    return call.unsupported("prints a wide character that is not ASCII");
                }
                format::format_char(out, spec, value as u8);
            }
            Argument::Double => match call.types().kind(arg.ty) {
                TypeKind::Double => format::format_double(out, spec, f64::from_bits(arg.value[0])),
                _ => return call.mismatch(arg, "double", written),
            },
            Argument::LongDouble => match call.types().kind(arg.ty) {
                TypeKind::LDouble => format::format_f80(out, spec, F80::from_bits(super::join(arg.value))),
                _ => return call.mismatch(arg, "long double", written),
            },
            Argument::String => self.string(call, spec, arg, written)?,
            Argument::WideString => self.wide_string(call, spec, arg, written)?,
            Argument::Pointer => {
                let is_data = call.types().pointee(arg.ty).is_some_and(|to| !call.types().is_function(to));
                if !is_data {
                    return call.mismatch(arg, "void *", written);
                }
                if call.cx.memory.is_dead(arg.value[0]) {
                    let what = "is given the value of a pointer whose object has ended";
                    return call.undefined(Rule::DanglingPointer, what);
                }
                format::format_pointer(out, spec, call.cx.memory.narrow(arg.value[0]));
            }
            Argument::Count(length) => self.count(call, length, arg, written)?,
        }
        Ok(())
    }

    fn string(&mut self, call: &mut Call, spec: &Spec, arg: Arg, written: &Written) -> Result<(), Stop> {
        let is_text = |to| call.types().is_character(to) || call.types().is_void(to);
        if !call.types().pointee(arg.ty).is_some_and(is_text) {
            return call.mismatch(arg, "char *", written);
        }
        let limit = spec.precision.map_or(u64::MAX, |precision| precision as u64);
        let range = call.string_within(arg.value[0], limit)?;
        self.sources.push((arg.value[0], (range.len() as u64 + 1).min(limit)));
        format::format_string(&mut self.out, spec, call.bytes(range));
        Ok(())
    }

    fn wide_string(&mut self, call: &mut Call, spec: &Spec, arg: Arg, written: &Written) -> Result<(), Stop> {
        let wchar = lang::build::wchar(call.types());
        let is_text = |to| call.types().underlying(to) == wchar;
        if !call.types().pointee(arg.ty).is_some_and(is_text) {
            return call.mismatch(arg, "wchar_t *", written);
        }
        let mut text = Vec::new();
        let limit = spec.precision.unwrap_or(usize::MAX);
        while text.len() < limit {
            match call.load(arg.value[0] + 4 * text.len() as u64, wchar)?[0] {
                0 => break,
                value @ 1..128 => text.push(value as u8),
                _ => return call.unsupported("prints a wide character that is not ASCII"),
            }
        }
        format::format_string(&mut self.out, spec, &text);
        Ok(())
    }

    fn count(&mut self, call: &mut Call, length: Length, arg: Arg, written: &Written) -> Result<(), Stop> {
        let wanted = match length {
            Length::Char => Type::SCHAR,
            Length::Short => Type::SHORT,
            _ => call.signed_type(length),
        };
        let is_right = |to| signed(call.types().underlying(to)) == wanted;
        let Some(to) = call.types().pointee(arg.ty).filter(|&to| is_right(to)) else {
            return call.mismatch(arg, "pointer to a signed integer", written);
        };
        call.store_integer(arg.value[0], to, self.out.len() as i128)
    }
}

/// A directive, for messages.
pub(super) struct Written<'t> {
    pub text: &'t [u8],
}

impl std::fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`%{}`", self.text.escape_ascii())
    }
}

impl Call<'_, '_> {
    /// The signed type that a length modifier names, as it arrives after promotion.
    pub(super) fn signed_type(&self, length: Length) -> Type {
        match length {
            Length::None | Length::Char | Length::Short | Length::LongDouble => Type::INT,
            Length::Long => Type::LONG,
            Length::LongLong => Type::LLONG,
            Length::IntMax if self.types().target.long_size == 8 => Type::LONG,
            Length::IntMax => Type::LLONG,
            Length::Size | Length::PtrDiff => self.types().ptrdiff_type(),
        }
    }

    /// The value of an argument that should have type `wanted` or fit it as its counterpart (C17 7.21.6.1p9,
    /// 7.16.1.1p2).
    fn printed_integer(&self, arg: Arg, wanted: Type, written: &Written) -> Result<i128, Stop> {
        let ty = self.types().underlying(arg.ty);
        let (Some(kind), Some(target)) = (self.types().int_kind(ty), self.types().int_kind(wanted)) else {
            return self.mismatch(arg, type_name(wanted), written);
        };
        if signed(ty) != signed(wanted) {
            return self.mismatch(arg, type_name(wanted), written);
        }
        let value = integer_value(kind, arg.value);
        if kind != target && integer_value(target, super::encode_integer(target, value as u128)) != value {
            let what = format!("is given {value}, which does not fit the `{}` of {written}", type_name(wanted));
            return self.undefined(Rule::PrintfArgument, what);
        }
        Ok(value)
    }

    fn mismatch<T>(&self, arg: Arg, wanted: &str, written: &Written) -> Result<T, Stop> {
        let given = describe(self, arg.ty);
        self.undefined(Rule::PrintfArgument, format!("wants a `{wanted}` for {written}, but is given {given}"))
    }
}

fn describe(call: &Call, ty: Type) -> String {
    match call.types().kind(ty) {
        TypeKind::Pointer(to) if call.types().is_function(*to) => "a pointer to a function".to_string(),
        TypeKind::Pointer(to) => match type_name(call.types().underlying(*to)) {
            "" => "another pointer".to_string(),
            name => format!("a `{name} *`"),
        },
        TypeKind::Record(_) => "a struct or union".to_string(),
        TypeKind::Complex(_) => "a complex value".to_string(),
        TypeKind::Vector { .. } => "a vector".to_string(),
        _ => format!("a `{}`", type_name(call.types().underlying(ty))),
    }
}

fn type_name(ty: Type) -> &'static str {
    const NAMES: [(Type, &str); 19] = [
        (Type::VOID, "void"),
        (Type::BOOL, "_Bool"),
        (Type::CHAR, "char"),
        (Type::SCHAR, "signed char"),
        (Type::UCHAR, "unsigned char"),
        (Type::SHORT, "short"),
        (Type::USHORT, "unsigned short"),
        (Type::INT, "int"),
        (Type::UINT, "unsigned int"),
        (Type::LONG, "long"),
        (Type::ULONG, "unsigned long"),
        (Type::LLONG, "long long"),
        (Type::ULLONG, "unsigned long long"),
        (Type::INT128, "__int128"),
        (Type::UINT128, "unsigned __int128"),
        (Type::FLOAT, "float"),
        (Type::DOUBLE, "double"),
        (Type::LDOUBLE, "long double"),
        (Type::FLOAT128, "__float128"),
    ];
    NAMES.iter().find(|(known, _)| *known == ty.unqualified()).map_or("", |(_, name)| name)
}

pub(super) fn signed(ty: Type) -> Type {
    match ty {
        Type::CHAR | Type::UCHAR => Type::SCHAR,
        Type::USHORT => Type::SHORT,
        Type::UINT => Type::INT,
        Type::ULONG => Type::LONG,
        Type::ULLONG => Type::LLONG,
        ty => ty,
    }
}

fn unsigned(ty: Type) -> Type {
    match ty {
        Type::INT => Type::UINT,
        Type::LONG => Type::ULONG,
        Type::LLONG => Type::ULLONG,
        ty => ty,
    }
}
