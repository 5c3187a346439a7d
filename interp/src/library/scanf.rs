//! The `scanf` family (C17 7.21.6.2): what each directive took from the input, converted, checked and stored.
//!
//! Where glibc and the standard disagree about what matches, there is no right answer to print: that is unsupported.

use super::printf::{Arguments, Written, signed};
use super::stream::{Reader, Stream};
use super::table::{Effects, Entry};
use super::{Arg, Call, Outcome, Stop, Value};
use crate::format::{self, Characters, Found, InputSpec, Length};
use crate::soft::Class;
use crate::soft::text::is_space;
use crate::ub::Rule;
use lang::{Type, TypeKind};

const fn scans(names: &'static str, run: super::table::Run) -> Entry {
    Entry { names, run, effects: Effects::READS.and(Effects::WRITES).and(Effects::OUTPUT) }
}

pub(super) const ENTRIES: &[Entry] = &[
    scans("scanf __isoc99_scanf __isoc23_scanf", |call| scan(call, Input::Stream(Stream::In), 0, false)),
    scans("vscanf __isoc99_vscanf __isoc23_vscanf", |call| scan(call, Input::Stream(Stream::In), 0, true)),
    scans("fscanf __isoc99_fscanf __isoc23_fscanf", |call| scan(call, Input::Stream(call.stream(0)?), 1, false)),
    scans("vfscanf __isoc99_vfscanf __isoc23_vfscanf", |call| scan(call, Input::Stream(call.stream(0)?), 1, true)),
    scans("sscanf __isoc99_sscanf __isoc23_sscanf", |call| scan(call, Input::text(call)?, 1, false)),
    scans("vsscanf __isoc99_vsscanf __isoc23_vsscanf", |call| scan(call, Input::text(call)?, 1, true)),
];

const EOF: i128 = -1;

enum Input {
    Stream(Stream),
    /// A string, its address, and how much of it is read.
    Text {
        bytes: Vec<u8>,
        address: u64,
        at: usize,
    },
}

impl Input {
    fn text(call: &Call) -> Result<Input, Stop> {
        Ok(Input::Text { bytes: call.text(0)?, address: call.pointer(0)?, at: 0 })
    }
}

/// A string as a source of characters.
struct Text<'t> {
    bytes: &'t [u8],
    at: &'t mut usize,
}

impl Characters for Text<'_> {
    fn next(&mut self) -> Option<u8> {
        let byte = self.bytes.get(*self.at).copied();
        *self.at += byte.is_some() as usize;
        byte
    }

    fn back(&mut self, _: u8) {
        *self.at -= 1;
    }
}

impl Characters for Reader {
    fn next(&mut self) -> Option<u8> {
        Reader::next(self)
    }

    fn back(&mut self, byte: u8) {
        Reader::back(self, byte);
    }
}

/// Counts what is read, for `%n`.
struct Counted<'c> {
    input: &'c mut dyn Characters,
    read: &'c mut usize,
}

impl Characters for Counted<'_> {
    fn next(&mut self) -> Option<u8> {
        let byte = self.input.next();
        *self.read += byte.is_some() as usize;
        byte
    }

    fn back(&mut self, byte: u8) {
        *self.read -= 1;
        self.input.back(byte);
    }
}

/// `format_index` is the format's; the arguments, or the list of them, are behind it.
fn scan(call: &mut Call, input: Input, format_index: usize, is_list: bool) -> Outcome {
    let format = call.text(format_index)?;
    let arguments = Arguments::new(call, format_index, is_list)?;
    let mut scanner = Scanner { input, arguments, read: 0, assigned: 0, completed: 0 };
    let end = scanner.run(call, &format)?;
    match end {
        End::Input if scanner.completed == 0 => Ok(Value::Int(EOF)),
        // C17 7.21.6.2p16 wants 0 here, glibc gives EOF.
        End::Input if scanner.assigned == 0 => call.unsupported("ends after conversions without assignment"),
        _ => Ok(Value::Int(scanner.assigned)),
    }
}

/// Why no further directive is executed.
#[derive(PartialEq)]
enum End {
    Format,
    /// A matching failure.
    Mismatch,
    /// An input failure.
    Input,
}

struct Scanner {
    input: Input,
    arguments: Arguments,
    read: usize,
    assigned: i128,
    /// Conversions, assigned or not.
    completed: usize,
}

impl Scanner {
    fn run(&mut self, call: &mut Call, format: &[u8]) -> Result<End, Stop> {
        let mut rest = format;
        while let Some((&first, behind)) = rest.split_first() {
            rest = behind;
            let end = match first {
                b'%' => {
                    let (spec, length) = match format::parse_input_spec(rest) {
                        Ok(parsed) => parsed,
                        Err(bad) => {
                            return call.undefined(Rule::ScanfArgument, format!("has a bad format: {}", bad.message));
                        }
                    };
                    let written = Written { text: &rest[..length] };
                    rest = &rest[length..];
                    self.directive(call, &spec, &written)?
                }
                byte if is_space(byte) => {
                    self.with_input(call, format::skip_space)?;
                    None
                }
                byte => ending(&self.with_input(call, |input| format::take_character(input, byte))?),
            };
            if let Some(end) = end {
                return Ok(end);
            }
        }
        Ok(End::Format)
    }

    fn with_input<T>(&mut self, call: &mut Call, take: impl FnOnce(&mut dyn Characters) -> T) -> Result<T, Stop> {
        let read = &mut self.read;
        Ok(match &mut self.input {
            Input::Stream(stream) => take(&mut Counted { input: call.reader(*stream)?, read }),
            Input::Text { bytes, at, .. } => take(&mut Counted { input: &mut Text { bytes, at }, read }),
        })
    }

    fn directive(&mut self, call: &mut Call, spec: &InputSpec, written: &Written) -> Result<Option<End>, Stop> {
        match spec.conversion {
            b'n' => {
                let arg = self.next(call, written)?;
                let ty = call.receiver(arg, spec.length, written)?;
                call.store_integer(arg.value[0], ty, self.read as i128)?;
                return Ok(None);
            }
            b'%' => {
                self.with_input(call, format::skip_space)?;
                return Ok(ending(&self.with_input(call, |input| format::take_character(input, b'%'))?));
            }
            b'p' => return call.unsupported("reads a pointer"),
            b'c' | b's' | b'[' if spec.length == Length::Long => return call.unsupported("reads wide characters"),
            _ => {}
        }
        let found = self.with_input(call, |input| format::take_item(input, spec))?;
        match found {
            Found::Item(item) => self.convert(call, spec, &item, written),
            other => Ok(ending(&other)),
        }
    }

    fn next(&mut self, call: &mut Call, written: &Written) -> Result<Arg, Stop> {
        match self.arguments.next(call)? {
            Some(arg) => Ok(arg),
            None => call.undefined(Rule::ScanfArgument, format!("has no argument for {written}")),
        }
    }

    fn convert(
        &mut self,
        call: &mut Call,
        spec: &InputSpec,
        item: &[u8],
        written: &Written,
    ) -> Result<Option<End>, Stop> {
        let integer = matches!(spec.conversion, b'd' | b'i' | b'u' | b'o' | b'x' | b'X');
        match spec.conversion {
            b's' | b'[' => self.text(call, spec, item, true, written)?,
            b'c' if item.len() < spec.width.unwrap_or(1) => {
                return call.unsupported("finds fewer characters than `%c` asks for");
            }
            b'c' => self.text(call, spec, item, false, written)?,
            _ if integer => {
                let parsed = format::parse_integer(item, format::base(spec.conversion));
                if parsed.consumed == 0 {
                    return Ok(Some(End::Mismatch));
                }
                call.whole_item(parsed.consumed, item)?;
                self.integer(call, spec, parsed, written)?;
            }
            _ => {
                let (_, consumed) = format::parse_double(item);
                if consumed == 0 {
                    return Ok(Some(End::Mismatch));
                }
                call.whole_item(consumed, item)?;
                self.floating(call, spec, item, written)?;
            }
        }
        self.completed += 1;
        self.assigned += !spec.suppress as i128;
        Ok(None)
    }

    fn integer(
        &mut self,
        call: &mut Call,
        spec: &InputSpec,
        parsed: format::Integer,
        written: &Written,
    ) -> Result<(), Stop> {
        if spec.suppress {
            return Ok(());
        }
        let arg = self.next(call, written)?;
        let ty = call.receiver(arg, spec.length, written)?;
        let magnitude = parsed.magnitude as i128;
        let value = if parsed.negative { -magnitude } else { magnitude };
        let fits = call.types().int_kind(ty).is_some_and(|kind| {
            let (least, most) =
                (if kind.signed { -1 << (kind.bits - 1) } else { 0 }, (1i128 << (kind.bits - kind.signed as u8)) - 1);
            // An unsigned conversion reads as `strtoul`, which negates in the unsigned type.
            (least..=most).contains(&value) || !kind.signed && is_unsigned(spec.conversion) && magnitude <= most
        });
        if !fits || parsed.overflow {
            let what = format!("reads {value} by {written}, which its object cannot hold (C17 7.21.6.2p10)");
            return call.undefined(Rule::ScanfArgument, what);
        }
        call.store_integer(arg.value[0], ty, value)?;
        self.check_overlap(call, arg.value[0], call.size_of(ty)?)
    }

    fn floating(&mut self, call: &mut Call, spec: &InputSpec, item: &[u8], written: &Written) -> Result<(), Stop> {
        if spec.suppress {
            return Ok(());
        }
        let arg = self.next(call, written)?;
        let wanted = match spec.length {
            Length::Long => Type::DOUBLE,
            Length::LongDouble => Type::LDOUBLE,
            _ => Type::FLOAT,
        };
        let Some(ty) = call.types().pointee(arg.ty).filter(|&ty| call.types().underlying(ty) == wanted) else {
            return call.wrong_receiver(arg, wanted, written);
        };
        let (words, class) = real_words(item, wanted);
        let spelled = item.iter().any(|c| matches!(c, b'i' | b'I'));
        if class == Class::Infinite && !spelled {
            return call.unsupported("reads a number beyond the range of its type");
        }
        call.store(arg.value[0], ty, words)?;
        self.check_overlap(call, arg.value[0], call.size_of(ty)?)
    }

    fn text(
        &mut self,
        call: &mut Call,
        spec: &InputSpec,
        item: &[u8],
        terminate: bool,
        written: &Written,
    ) -> Result<(), Stop> {
        if spec.suppress {
            return Ok(());
        }
        let arg = self.next(call, written)?;
        let is_text = |to| call.types().is_character(to) || call.types().is_void(to);
        if !call.types().pointee(arg.ty).is_some_and(is_text) {
            return call.wrong_receiver(arg, Type::CHAR, written);
        }
        let mut bytes = item.to_vec();
        bytes.extend(terminate.then_some(0));
        self.check_overlap(call, arg.value[0], bytes.len() as u64)?;
        call.write_bytes(arg.value[0], &bytes)
    }

    /// `sscanf` must not store into the string it reads (C17 7.21.6.7p2).
    fn check_overlap(&self, call: &Call, to: u64, size: u64) -> Result<(), Stop> {
        match &self.input {
            Input::Text { bytes, address, .. } => call.disjoint(to, size, *address, bytes.len() as u64 + 1),
            Input::Stream(_) => Ok(()),
        }
    }
}

fn ending(found: &Found) -> Option<End> {
    match found {
        Found::Item(_) => None,
        Found::Nothing => Some(End::Mismatch),
        Found::End => Some(End::Input),
    }
}

fn is_unsigned(conversion: u8) -> bool {
    matches!(conversion, b'o' | b'u' | b'x' | b'X')
}

/// A number in the registers of its type.
fn real_words(item: &[u8], ty: Type) -> ([u64; 2], Class) {
    use super::real::Real;
    let value = match ty {
        Type::FLOAT => Real::F32(format::parse_float(item).0),
        Type::DOUBLE => Real::F64(format::parse_double(item).0),
        _ => Real::F80(format::parse_f80(item).0),
    };
    (value.words(), value.unpack().class)
}

impl Call<'_, '_> {
    /// An item such as `0x` or `1e+` is only the beginning of a number: a matching failure (C17 7.21.6.2p10), but
    /// glibc takes the number before it.
    fn whole_item(&self, consumed: usize, item: &[u8]) -> Result<(), Stop> {
        if consumed == item.len() {
            return Ok(());
        }
        self.unsupported(format!("reads `{}`, which only begins like a number", item.escape_ascii()))
    }

    /// The integer type that the argument points to: the directive's, or its signed or unsigned counterpart.
    fn receiver(&self, arg: Arg, length: Length, written: &Written) -> Result<Type, Stop> {
        let wanted = match length {
            Length::Char => Type::SCHAR,
            Length::Short => Type::SHORT,
            _ => self.signed_type(length),
        };
        let is_right = |to: Type| signed(self.types().underlying(to)) == wanted;
        match self.types().pointee(arg.ty).filter(|&to| is_right(to)) {
            Some(ty) => Ok(ty),
            None => self.wrong_receiver(arg, wanted, written),
        }
    }

    fn wrong_receiver<T>(&self, arg: Arg, wanted: Type, written: &Written) -> Result<T, Stop> {
        let wanted = lang::print::type_name(self.cx.program, wanted);
        let given = match self.types().kind(arg.ty) {
            TypeKind::Pointer(_) => format!("a `{}`", lang::print::type_name(self.cx.program, arg.ty)),
            _ => "no pointer".to_string(),
        };
        self.undefined(Rule::ScanfArgument, format!("wants a `{wanted} *` for {written}, but is given {given}"))
    }
}
