//! The soft formats against frozen results of the hardware and of libgcc.

use interp::float80::F80;
use interp::float128::F128;
use std::cmp::Ordering;

fn hex(text: &str) -> u128 {
    u128::from_str_radix(text, 16).unwrap()
}

fn comparison(order: Option<Ordering>) -> u128 {
    match order {
        Some(Ordering::Less) => 1,
        Some(Ordering::Greater) => 2,
        Some(Ordering::Equal) => 3,
        None => 4,
    }
}

/// Runs every line `operation operands… result` of a table.
fn check(table: &str, least: usize, compute: impl Fn(&str, u128, u128) -> u128) {
    let lines: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= least);
    for line in lines {
        let fields: Vec<&str> = line.split(' ').collect();
        let (operands, expected) = (&fields[1..fields.len() - 1], hex(fields[fields.len() - 1]));
        let got = compute(fields[0], hex(operands[0]), operands.get(1).map_or(0, |text| hex(text)));
        assert_eq!(got, expected, "{line}: got {got:x}");
    }
}

macro_rules! compute {
    ($float:ident, $operation:expr, $a:expr, $b:expr) => {{
        let (a, b) = ($float::from_bits($a), $float::from_bits($b));
        match $operation {
            "add" => a.add(b).to_bits(),
            "sub" => a.sub(b).to_bits(),
            "mul" => a.mul(b).to_bits(),
            "div" => a.div(b).to_bits(),
            "sqrt" => a.sqrt().to_bits(),
            "compare" => comparison(a.compare(b)),
            "to_f64" => a.to_f64().to_bits() as u128,
            "to_f32" => a.to_f32().to_bits() as u128,
            "from_f64" => $float::from_f64(f64::from_bits($a as u64)).to_bits(),
            "from_f32" => $float::from_f32(f32::from_bits($a as u32)).to_bits(),
            "from_u128" => $float::from_u128($a).to_bits(),
            "from_i128" => $float::from_i128($a as i128).to_bits(),
            "to_i64" => a.to_int(64, true).unwrap() as u128,
            "to_i128" => a.to_int(128, true).unwrap() as u128,
            "to_u128" => a.to_int(128, false).unwrap() as u128,
            "to_f80" => F80::pack(a.unpack()).to_bits(),
            "from_f80" => $float::pack(F80::from_bits($a).unpack()).to_bits(),
            other => panic!("no operation {other}"),
        }
    }};
}

#[test]
fn extended_arithmetic_is_that_of_the_x87() {
    check(include_str!("floats/float80.txt"), 300, |operation, a, b| compute!(F80, operation, a, b));
}

#[test]
fn quadruple_arithmetic_is_that_of_libgcc() {
    check(include_str!("floats/float128.txt"), 140, |operation, a, b| compute!(F128, operation, a, b));
}

#[test]
fn conversion_to_an_integer_checks_the_range() {
    let cases = [
        ("127.9", 8, true, Some(127)),
        ("128", 8, true, None),
        ("-128.9", 8, true, Some(-128)),
        ("-129", 8, true, None),
        ("255.9", 8, false, Some(255)),
        ("256", 8, false, None),
        ("-0.9", 8, false, Some(0)),
        ("-1", 8, false, None),
        ("9223372036854775807", 64, true, Some(i64::MAX as i128)),
        ("9223372036854775808", 64, true, None),
        ("0x1p127", 128, true, None),
        ("-0x1p127", 128, true, Some(i128::MIN)),
        ("0x1p127", 128, false, Some(i128::MIN)),
        ("0x1p128", 128, false, None),
        ("inf", 64, true, None),
        ("nan", 64, false, None),
    ];
    for (text, bits, signed, expected) in cases {
        assert_eq!(F80::parse(text).to_int(bits, signed), expected, "{text} to {bits} bits, signed {signed}");
        assert_eq!(F128::parse(text).to_int(bits, signed), expected, "{text} to {bits} bits, signed {signed}");
    }
}

#[test]
fn the_sign_is_a_bit_apart_even_of_nan_and_zero() {
    for text in ["0", "1.5", "inf", "nan"] {
        let value = F80::parse(text);
        assert!(value.neg().is_negative() && !value.neg().abs().is_negative());
        assert_eq!(value.neg().neg().to_bits(), value.to_bits());
    }
    assert!(F80::parse("0").neg().is_zero());
}

#[test]
fn an_unnormal_operand_is_invalid() {
    let unnormal = F80::from_bits(0x3fff << 64 | 1);
    assert!(unnormal.is_nan() && unnormal.add(F80::parse("1")).is_nan());
}
