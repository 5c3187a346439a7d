//! `printf` directives: reading them, and writing one value by one of them, as glibc does in the "C" locale; and what
//! `scanf` takes from its input.
//!
//! Pure: arguments are values, output is appended to a buffer. Fetching arguments from the program's memory, checking
//! their types and bounding the size of the output is the caller's.

mod float;
mod input;
mod integer;
mod scan;

pub use float::{format_double, format_f80};
pub use input::{Characters, Found, InputSpec, base, parse_input_spec, skip_space, take_character, take_item};
pub use integer::{format_char, format_pointer, format_signed, format_string, format_unsigned};
pub use scan::{Integer, parse_double, parse_f80, parse_float, parse_integer};

/// A length modifier (C17 7.21.6.1p7), which says what type an argument has.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Length {
    /// `%d`: `int`, or `double`.
    #[default]
    None,
    /// `%hhd`: `char`.
    Char,
    /// `%hd`: `short`.
    Short,
    /// `%ld`: `long`, or a wide character or string.
    Long,
    /// `%lld`: `long long`.
    LongLong,
    /// `%jd`: `intmax_t`.
    IntMax,
    /// `%zd`: the signed or unsigned type of the size of `size_t`.
    Size,
    /// `%td`: the signed or unsigned type of the size of `ptrdiff_t`.
    PtrDiff,
    /// `%Lf`: `long double`.
    LongDouble,
}

impl Length {
    /// As in the format string.
    pub fn spelling(self) -> &'static str {
        match self {
            Length::None => "",
            Length::Char => "hh",
            Length::Short => "h",
            Length::Long => "l",
            Length::LongLong => "ll",
            Length::IntMax => "j",
            Length::Size => "z",
            Length::PtrDiff => "t",
            Length::LongDouble => "L",
        }
    }
}

/// The flags of a directive (C17 7.21.6.1p6).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    /// `-`: to the left of the field.
    pub minus: bool,
    /// `+`: a sign in front of positive numbers, too.
    pub plus: bool,
    /// A space where a positive number has no sign.
    pub space: bool,
    /// `#`: the alternative form, as `0x` for `x`.
    pub hash: bool,
    /// `0`: zeros instead of spaces on the left.
    pub zero: bool,
}

/// A conversion specification with its width and precision known.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Spec {
    /// Those that were written, and `-` for a negative `*` width.
    pub flags: Flags,
    /// The fewest bytes that are written.
    pub width: Option<usize>,
    /// Digits, or the most bytes of a string; each conversion has its own default.
    pub precision: Option<usize>,
    /// The length modifier.
    pub length: Length,
    /// The letter at the end: `b'd'`.
    pub conversion: u8,
}

/// A conversion specification as written: `*` takes its number from an `int` argument, width first.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Directive {
    spec: Spec,
    /// The width is `*`.
    pub(crate) star_width: bool,
    /// The precision is `*`.
    pub(crate) star_precision: bool,
}

/// What a directive expects as its argument.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// `%%`.
    None,
    /// An integer that is printed as this signed type.
    Signed(Length),
    /// An integer that is printed as this unsigned type.
    Unsigned(Length),
    /// An `int`, printed as `unsigned char`.
    Char,
    /// A `wint_t`.
    WideChar,
    /// A `double`, which `float` is promoted to.
    Double,
    /// A `long double`.
    LongDouble,
    /// A pointer to characters.
    String,
    /// A pointer to `wchar_t`.
    WideString,
    /// A `void *`.
    Pointer,
    /// `%n`: a pointer to a signed integer of this length.
    Count(Length),
}

/// Why a directive is undefined (C17 7.21.6.1p6–p9, p15).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bad {
    /// With the directive as it was written.
    pub message: String,
}

impl Spec {
    /// By the conversion and the length modifier.
    pub fn argument(&self) -> Argument {
        let long = self.length == Length::Long;
        match self.conversion {
            b'd' | b'i' => Argument::Signed(self.length),
            b'o' | b'u' | b'x' | b'X' => Argument::Unsigned(self.length),
            b'c' if long => Argument::WideChar,
            b'c' => Argument::Char,
            b's' if long => Argument::WideString,
            b's' => Argument::String,
            b'p' => Argument::Pointer,
            b'n' => Argument::Count(self.length),
            b'%' => Argument::None,
            _ if self.length == Length::LongDouble => Argument::LongDouble,
            _ => Argument::Double,
        }
    }
}

impl Directive {
    /// What does not depend on the values of the stars.
    pub fn argument(&self) -> Argument {
        self.spec.argument()
    }

    /// The letter at the end: `b'd'`.
    pub fn conversion(&self) -> u8 {
        self.spec.conversion
    }

    /// Fills in the stars. A negative width is a `-` flag and a width; a negative precision is none (7.21.6.1p5).
    pub fn with_stars(self, width: i32, precision: i32) -> Spec {
        let mut spec = self.spec;
        if self.star_width {
            spec.flags.minus |= width < 0;
            spec.width = Some(width.unsigned_abs() as usize);
        }
        if self.star_precision {
            spec.precision = usize::try_from(precision).ok();
        }
        spec
    }
}

/// Reads the directive behind a `%`; gives also how many bytes it has (without the `%`).
pub fn parse_spec(text: &[u8]) -> Result<(Directive, usize), Bad> {
    let mut cursor = Cursor { text, at: 0 };
    let mut directive = Directive::default();
    directive.spec.flags = cursor.flags();
    (directive.spec.width, directive.star_width) = cursor.number()?;
    if cursor.take(b'.') {
        (directive.spec.precision, directive.star_precision) = cursor.number()?;
        if !directive.star_precision {
            // "If only the period is specified, the precision is taken as zero."
            directive.spec.precision.get_or_insert(0);
        }
    }
    directive.spec.length = cursor.length();
    let Some(conversion) = cursor.peek().filter(|&c| c != 0) else {
        return Err(Bad { message: "the format ends inside a directive".to_string() });
    };
    directive.spec.conversion = conversion;
    let consumed = cursor.at + 1;
    let written = text.get(..consumed).unwrap_or_default();
    match check(&directive, written) {
        Some(complaint) => Err(bad(written, complaint)),
        None => Ok((directive, consumed)),
    }
}

fn bad(written: &[u8], complaint: &str) -> Bad {
    Bad { message: format!("directive '%{}': {complaint}", written.escape_ascii()) }
}

/// The combinations that the standard leaves undefined.
fn check(directive: &Directive, written: &[u8]) -> Option<&'static str> {
    let Spec { flags, width, precision, length, conversion } = directive.spec;
    let has_width = width.is_some() || directive.star_width;
    let has_precision = precision.is_some() || directive.star_precision;
    let integer = matches!(conversion, b'd' | b'i' | b'o' | b'u' | b'x' | b'X');
    let floating = matches!(conversion, b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G');
    match conversion {
        b'c' | b's' | b'p' => {}
        b'%' if written.len() > 1 => return Some("'%%' must be complete as it is"),
        b'n' if flags != Flags::default() || has_width || has_precision => {
            return Some("'n' takes no flags, width or precision");
        }
        b'n' | b'%' => {}
        _ if integer || floating => {}
        _ => return Some("there is no such conversion"),
    }
    if flags.hash && !floating && !matches!(conversion, b'o' | b'x' | b'X') {
        return Some("the flag '#' does not go with this conversion");
    }
    if flags.zero && !integer && !floating {
        return Some("the flag '0' does not go with this conversion");
    }
    if has_precision && !integer && !floating && conversion != b's' {
        return Some("a precision does not go with this conversion");
    }
    let fits = match length {
        Length::None => true,
        Length::Long => integer || floating || matches!(conversion, b'c' | b's' | b'n'),
        Length::LongDouble => floating,
        _ => integer || conversion == b'n',
    };
    (!fits).then_some("the length modifier does not go with this conversion")
}

struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn take(&mut self, c: u8) -> bool {
        let found = self.peek() == Some(c);
        self.at += found as usize;
        found
    }

    fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        while let Some(c) = self.peek() {
            match c {
                b'-' => flags.minus = true,
                b'+' => flags.plus = true,
                b' ' => flags.space = true,
                b'#' => flags.hash = true,
                b'0' => flags.zero = true,
                _ => break,
            }
            self.at += 1;
        }
        flags
    }

    /// A width or precision: its number, or whether it is a star.
    fn number(&mut self) -> Result<(Option<usize>, bool), Bad> {
        if self.take(b'*') {
            return Ok((None, true));
        }
        let mut value = None;
        while let Some(c) = self.peek().filter(u8::is_ascii_digit) {
            self.at += 1;
            let next = value.unwrap_or(0usize).saturating_mul(10).saturating_add((c - b'0') as usize);
            if next > i32::MAX as usize {
                return Err(bad(self.text.get(..self.at).unwrap_or_default(), "the number is too large"));
            }
            value = Some(next);
        }
        Ok((value, false))
    }

    fn length(&mut self) -> Length {
        match self.peek() {
            Some(b'h') => self.once_or_twice(b'h', Length::Short, Length::Char),
            Some(b'l') => self.once_or_twice(b'l', Length::Long, Length::LongLong),
            Some(b'j') => self.single(Length::IntMax),
            Some(b'z') => self.single(Length::Size),
            Some(b't') => self.single(Length::PtrDiff),
            Some(b'L') => self.single(Length::LongDouble),
            _ => Length::None,
        }
    }

    fn single(&mut self, length: Length) -> Length {
        self.at += 1;
        length
    }

    fn once_or_twice(&mut self, c: u8, once: Length, twice: Length) -> Length {
        self.at += 1;
        if self.take(c) { twice } else { once }
    }
}

/// Appends `prefix` and `body` padded to the width: by blanks on the left or right, or by zeros between the two.
fn pad(out: &mut Vec<u8>, spec: &Spec, zeros: bool, prefix: &[u8], body: &[u8]) {
    let missing = spec.width.unwrap_or(0).saturating_sub(prefix.len() + body.len());
    let (before, between, behind) = match (spec.flags.minus, zeros) {
        (true, _) => (0, 0, missing),
        (false, true) => (0, missing, 0),
        (false, false) => (missing, 0, 0),
    };
    out.extend(std::iter::repeat_n(b' ', before));
    out.extend_from_slice(prefix);
    out.extend(std::iter::repeat_n(b'0', between));
    out.extend_from_slice(body);
    out.extend(std::iter::repeat_n(b' ', behind));
}

/// The sign of a signed conversion.
fn sign(spec: &Spec, negative: bool) -> &'static [u8] {
    match (negative, spec.flags.plus, spec.flags.space) {
        (true, _, _) => b"-",
        (false, true, _) => b"+",
        (false, false, true) => b" ",
        (false, false, false) => b"",
    }
}
