//! `printf` directives and number scanning against frozen results of glibc.

use interp::float80::F80;
use interp::float128::F128;
use interp::format::{
    Argument, Directive, Integer, Length, format_char, format_double, format_f80, format_pointer, format_signed,
    format_string, format_unsigned, parse_double, parse_f80, parse_float, parse_integer, parse_spec,
};

fn rows(table: &str) -> Vec<Vec<&str>> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect()
}

fn directive(text: &str) -> Directive {
    let (directive, consumed) = parse_spec(&text.as_bytes()[1..]).unwrap();
    assert_eq!(consumed, text.len() - 1, "{text}");
    directive
}

fn print(text: &str, kind: &str, argument: &str) -> String {
    let spec = directive(text).with_stars(0, 0);
    let bits = || u128::from_str_radix(argument, 16).unwrap();
    let mut out = Vec::new();
    match kind {
        "signed" => format_signed(&mut out, &spec, bits() as i128),
        "unsigned" => format_unsigned(&mut out, &spec, bits()),
        "double" => format_double(&mut out, &spec, f64::from_bits(bits() as u64)),
        "f80" => format_f80(&mut out, &spec, F80::from_bits(bits())),
        "char" => format_char(&mut out, &spec, bits() as u8),
        "string" => format_string(&mut out, &spec, argument.as_bytes()),
        "pointer" => format_pointer(&mut out, &spec, bits() as u64),
        other => panic!("no kind {other}"),
    }
    String::from_utf8(out).unwrap()
}

#[test]
fn directives_print_as_glibc_prints_them() {
    let rows = rows(include_str!("floats/format.txt"));
    assert!(rows.len() >= 400);
    for row in rows {
        assert_eq!(format!("|{}|", print(row[0], row[1], row[2])), row[3], "{row:?}");
    }
}

/// glibc up to at least 2.36 prints `1.e+06` here; C17 7.21.6.1p6 says that `#` keeps the trailing zeros.
#[test]
fn alternate_g_keeps_zeros_when_rounding_reaches_the_next_decade() {
    assert_eq!(print("%#g", "double", "412e847f00000000"), "1.00000e+06");
}

#[test]
fn numbers_are_scanned_as_glibc_scans_them() {
    let rows = rows(include_str!("floats/scan.txt"));
    assert!(rows.len() >= 120);
    for row in rows {
        let unquoted = row[0].trim_matches('|').replace("\\f", "\x0c").replace("\\v", "\x0b");
        let text = unquoted.as_bytes();
        let ((double, taken), (float, _), (extended, _), (quadruple, _)) =
            (parse_double(text), parse_float(text), parse_f80(text), F128::scan(text));
        let base = row[6].parse().unwrap();
        let integer = parse_integer(text, base);
        let bits = |text: &str| u128::from_str_radix(text, 16).unwrap();
        assert_eq!(taken.to_string(), row[1], "{row:?}");
        assert_eq!(double.to_bits() as u128, bits(row[2]), "{row:?}");
        assert_eq!(float.to_bits() as u128, bits(row[3]), "{row:?}");
        assert_eq!(extended.to_bits(), bits(row[4]), "{row:?}");
        assert_eq!(quadruple.to_bits(), bits(row[5]), "{row:?}");
        assert_eq!(integer.consumed.to_string(), row[7], "{row:?}");
        assert_eq!(as_long(integer) as u64 as u128, bits(row[8]), "{row:?}");
        assert_eq!(as_unsigned_long(integer) as u128, bits(row[9]), "{row:?}");
    }
}

fn as_long(integer: Integer) -> i64 {
    let magnitude = integer.magnitude as i128;
    let value = if integer.negative { -magnitude } else { magnitude };
    value.clamp(i64::MIN as i128, i64::MAX as i128) as i64
}

fn as_unsigned_long(integer: Integer) -> u64 {
    match integer {
        Integer { overflow: true, .. } => u64::MAX,
        Integer { negative: true, magnitude, .. } => magnitude.wrapping_neg(),
        Integer { magnitude, .. } => magnitude,
    }
}

#[test]
fn what_the_standard_leaves_undefined_is_bad() {
    let bad = [
        "",
        "5",
        ".",
        "l",
        "y",
        "m",
        "C",
        "'d",
        "1$d",
        "#d",
        "#u",
        "#c",
        "#s",
        "#p",
        "0c",
        "0s",
        "0p",
        ".3c",
        ".*p",
        "hf",
        "lle",
        "Ld",
        "Ls",
        "hc",
        "lls",
        "lp",
        "zc",
        "-%",
        "5%",
        "l%",
        "-n",
        "5n",
        ".1n",
        "Ln",
        "99999999999d",
        "\0",
    ];
    for text in bad {
        assert!(parse_spec(text.as_bytes()).is_err(), "%{text}");
    }
}

#[test]
fn what_the_standard_defines_is_good() {
    let good = [
        ("%d", Argument::Signed(Length::None)),
        ("%+-05hhi", Argument::Signed(Length::Char)),
        ("%#.3llx", Argument::Unsigned(Length::LongLong)),
        ("%zu", Argument::Unsigned(Length::Size)),
        ("%lf", Argument::Double),
        ("%#Lg", Argument::LongDouble),
        ("%-3c", Argument::Char),
        ("%lc", Argument::WideChar),
        ("%*.*s", Argument::String),
        ("%ls", Argument::WideString),
        ("%20p", Argument::Pointer),
        ("%jn", Argument::Count(Length::IntMax)),
        ("%%", Argument::None),
    ];
    for (text, argument) in good {
        assert_eq!(directive(text).argument(), argument, "{text}");
    }
}

#[test]
fn negative_stars_mean_left_justified_and_no_precision() {
    let mut out = Vec::new();
    let spec = directive("%*.*f").with_stars(-8, -1);
    format_double(&mut out, &spec, 1.0);
    assert_eq!(out, b"1.000000");
    out.clear();
    format_double(&mut out, &directive("%*.*f").with_stars(-8, 1), 1.0);
    assert_eq!(out, b"1.0     ");
}
