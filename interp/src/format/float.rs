//! The conversions `a A e E f F g G`, exact: every digit printed is the value's, rounded half to even.

use super::{Spec, pad, sign};
use crate::float80::F80;
use crate::soft::text::Decimal;
use crate::soft::{Class, Format, Unpacked};

/// `%f` and the like. glibc gives the leading hexadecimal digit of `%a` one bit.
pub fn format_double(out: &mut Vec<u8>, spec: &Spec, value: f64) {
    let unpacked = Unpacked::from_f64(value);
    format_value(out, spec, unpacked, &Format::F64, 1);
}

/// `%Lf` and the like. glibc gives the leading hexadecimal digit of `%La` four bits.
pub fn format_f80(out: &mut Vec<u8>, spec: &Spec, value: F80) {
    let unpacked = value.unpack();
    format_value(out, spec, unpacked, &Format::F80, 4);
}

fn format_value(out: &mut Vec<u8>, spec: &Spec, value: Unpacked, format: &Format, leading_bits: u32) {
    let upper = spec.conversion.is_ascii_uppercase();
    let mut prefix = sign(spec, value.negative).to_vec();
    let mut body = match (value.class, spec.conversion.to_ascii_lowercase()) {
        (Class::Infinite, _) => return pad(out, spec, false, &prefix, if upper { b"INF" } else { b"inf" }),
        (Class::Nan { .. }, _) => return pad(out, spec, false, &prefix, if upper { b"NAN" } else { b"nan" }),
        (_, b'a') => {
            prefix.extend_from_slice(b"0x");
            hexadecimal(spec, value, format, leading_bits)
        }
        (_, b'e') => exponential(spec, Decimal::exact(value), spec.precision.unwrap_or(6)),
        (_, b'g') => general(spec, Decimal::exact(value)),
        _ => fixed(spec, Decimal::exact(value), spec.precision.unwrap_or(6)),
    };
    if upper {
        prefix.make_ascii_uppercase();
        body.make_ascii_uppercase();
    }
    pad(out, spec, spec.flags.zero, &prefix, &body);
}

fn fixed(spec: &Spec, mut decimal: Decimal, precision: usize) -> Vec<u8> {
    let precision = precision as i64;
    decimal.round_to(decimal.point + precision);
    let highest = if decimal.digits.is_empty() { 0 } else { (decimal.point - 1).max(0) };
    let mut body: Vec<u8> = (0..=highest).rev().map(|place| b'0' + decimal.digit(place)).collect();
    if precision > 0 || spec.flags.hash {
        body.push(b'.');
    }
    body.extend((1..=precision).map(|place| b'0' + decimal.digit(-place)));
    body
}

/// Rounded to `precision` digits behind the first one, the decimal's exponent is that of the first digit.
fn rounded(mut decimal: Decimal, precision: usize) -> (Decimal, i64) {
    decimal.round_to((precision as i64).saturating_add(1));
    let exponent = if decimal.digits.is_empty() { 0 } else { decimal.point - 1 };
    (decimal, exponent)
}

fn exponential(spec: &Spec, decimal: Decimal, precision: usize) -> Vec<u8> {
    let (decimal, exponent) = rounded(decimal, precision);
    let mut body = vec![b'0' + decimal.digit(exponent)];
    if precision > 0 || spec.flags.hash {
        body.push(b'.');
    }
    body.extend((1..=precision as i64).map(|place| b'0' + decimal.digit(exponent - place)));
    append_exponent(&mut body, exponent);
    body
}

fn append_exponent(body: &mut Vec<u8>, exponent: i64) {
    let sign = if exponent < 0 { '-' } else { '+' };
    body.extend_from_slice(format!("e{sign}{:02}", exponent.unsigned_abs()).as_bytes());
}

/// C17 7.21.6.1p8, `g,G`.
fn general(spec: &Spec, decimal: Decimal) -> Vec<u8> {
    let significant = spec.precision.unwrap_or(6).max(1);
    let (decimal, exponent) = rounded(decimal, significant - 1);
    let last = if spec.flags.hash { significant } else { decimal.digits.len() - trailing_zeros(&decimal) };
    if exponent < -4 || exponent >= significant as i64 {
        return exponential(spec, decimal, last.saturating_sub(1));
    }
    let behind_point = (last as i64 - 1 - exponent).max(0);
    fixed(spec, decimal, behind_point as usize)
}

fn trailing_zeros(decimal: &Decimal) -> usize {
    decimal.digits.iter().rev().take_while(|&&digit| digit == 0).count()
}

/// `%a` without sign and `0x`. The leading digit has `leading_bits` bits of the significand; subnormals keep the least
/// normal exponent.
fn hexadecimal(spec: &Spec, value: Unpacked, format: &Format, leading_bits: u32) -> Vec<u8> {
    let (biased, sig) = value.encode(format);
    let fraction_bits = format.precision - leading_bits;
    let mut exponent = match value.class {
        Class::Zero => 0,
        _ => biased.max(1) as i32 - format.max_exp - (leading_bits as i32 - 1),
    };
    let mut kept = sig;
    let mut places = (fraction_bits / 4) as usize;
    let wanted = spec.precision.unwrap_or(places - (sig.trailing_zeros() / 4).min(places as u32) as usize);
    if wanted < places {
        kept = round_off(sig, 4 * (places - wanted) as u32);
        places = wanted;
    }
    if kept >> (4 * places) > 15 {
        kept >>= 4;
        exponent += 4;
    }
    let mut body = vec![hex_digit(kept >> (4 * places))];
    if wanted > 0 || spec.flags.hash {
        body.push(b'.');
    }
    body.extend((0..places).rev().map(|place| hex_digit(kept >> (4 * place))));
    body.extend(std::iter::repeat_n(b'0', wanted - places));
    body.extend_from_slice(format!("p{exponent:+}").as_bytes());
    body
}

/// `value / 2^bits` to nearest, ties to even.
fn round_off(value: u128, bits: u32) -> u128 {
    let (kept, rest, half) = (value >> bits, value & ((1 << bits) - 1), 1 << (bits - 1));
    kept + (rest > half || rest == half && kept & 1 == 1) as u128
}

fn hex_digit(value: u128) -> u8 {
    b"0123456789abcdef"[(value & 15) as usize]
}
