//! The conversions `d i u o x X c s p`.

use super::{Spec, pad, sign};

/// `%d` and `%i`, of a value already converted to the type the length modifier names.
pub fn format_signed(out: &mut Vec<u8>, spec: &Spec, value: i128) {
    let digits = digits(value.unsigned_abs(), 10, false);
    number(out, spec, sign(spec, value < 0), digits);
}

/// `%u %o %x %X`, of a value already converted to the type the length modifier names.
pub fn format_unsigned(out: &mut Vec<u8>, spec: &Spec, value: u128) {
    let prefix: &[u8] = match spec.conversion {
        b'x' if spec.flags.hash && value != 0 => b"0x",
        b'X' if spec.flags.hash && value != 0 => b"0X",
        _ => b"",
    };
    let mut digits = match spec.conversion {
        b'o' => digits(value, 8, false),
        b'x' | b'X' => digits(value, 16, spec.conversion == b'X'),
        _ => digits(value, 10, false),
    };
    // "increases the precision, if and only if necessary, to force the first digit of the result to be a zero"
    if spec.conversion == b'o' && spec.flags.hash && spec.precision.unwrap_or(1) <= digits.len() {
        digits.insert(0, b'0');
    }
    number(out, spec, prefix, digits);
}

/// Digits without leading zeros: none for zero, as a precision of 0 prints it.
fn digits(mut value: u128, base: u128, upper: bool) -> Vec<u8> {
    let alphabet: &[u8; 16] = if upper { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
    let mut digits = Vec::new();
    while value != 0 {
        digits.push(alphabet[(value % base) as usize]);
        value /= base;
    }
    digits.reverse();
    digits
}

fn number(out: &mut Vec<u8>, spec: &Spec, prefix: &[u8], digits: Vec<u8>) {
    let least = spec.precision.unwrap_or(1);
    let mut body = vec![b'0'; least.saturating_sub(digits.len())];
    body.extend(digits);
    // "if a precision is specified, the 0 flag is ignored"
    pad(out, spec, spec.flags.zero && spec.precision.is_none(), prefix, &body);
}

/// `%c`.
pub fn format_char(out: &mut Vec<u8>, spec: &Spec, value: u8) {
    pad(out, spec, false, b"", &[value]);
}

/// `%s`: at most as many bytes as the precision says.
pub fn format_string(out: &mut Vec<u8>, spec: &Spec, bytes: &[u8]) {
    let shown = spec.precision.and_then(|precision| bytes.get(..precision)).unwrap_or(bytes);
    pad(out, spec, false, b"", shown);
}

/// `%p`, which is implementation-defined: glibc's `(nil)`, and otherwise `%#lx` that keeps the flags for a sign.
pub fn format_pointer(out: &mut Vec<u8>, spec: &Spec, address: u64) {
    if address == 0 {
        return pad(out, spec, false, b"", b"(nil)");
    }
    let prefix = [sign(spec, false), b"0x"].concat();
    number(out, spec, &prefix, digits(address as u128, 16, false));
}
