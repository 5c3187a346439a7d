//! `sscanf` beside what glibc gives: the numbers were compared with its by a few thousand random cases.

use super::super::Stop;
use super::*;

/// The result, and what three `int`s, `double`s and strings hold that the letters of `kinds` name in order.
fn scan(text: &str, format: &str, kinds: &str) -> Result<String, Stop> {
    let mut bench = Bench::new();
    let mut args = vec![bench.literal(text), bench.literal(format)];
    for kind in kinds.chars() {
        args.push(match kind {
            'i' => bench.variable(Type::INT, 4),
            'd' => bench.variable(Type::DOUBLE, 8),
            _ => bench.blank(16),
        });
    }
    let result = bench.call("sscanf", &args, Type::INT)?[0] as i32;
    let assigned = result.max(0) as usize;
    let mut shown = result.to_string();
    for (kind, &arg) in kinds.chars().zip(&args[2..]).take(assigned) {
        let bytes = bench.bytes(arg, if kind == 'i' { 4 } else { 8 });
        shown += &match kind {
            'i' => format!(" {}", i32::from_le_bytes(bytes[..4].try_into().unwrap())),
            'd' => format!(" {}", f64::from_le_bytes(bytes[..8].try_into().unwrap())),
            _ => format!(
                " [{}]",
                bytes.iter().take_while(|&&byte| byte != 0).map(|&byte| byte as char).collect::<String>()
            ),
        };
    }
    Ok(shown)
}

/// Input, format, types of the arguments, result and values.
const CASES: &[(&str, &str, &str, &str)] = &[
    ("12 34", "%d%d", "ii", "2 12 34"),
    ("12abc", "%d%s", "is", "2 12 [abc]"),
    ("  -7", "%d", "i", "1 -7"),
    ("+7", "%i", "i", "1 7"),
    ("0x1F 017 08", "%i%i%i", "iii", "3 31 15 0"),
    ("ff", "%x", "i", "1 255"),
    ("0xff", "%4x", "i", "1 255"),
    ("777", "%o", "i", "1 511"),
    ("12345", "%2d%2d%d", "iii", "3 12 34 5"),
    ("-12", "%2d", "i", "1 -1"),
    ("", "%d", "i", "-1"),
    ("   ", "%d", "i", "-1"),
    ("x", "%d", "i", "0"),
    ("-", "%d", "i", "0"),
    ("--1", "%d", "i", "0"),
    ("5", "%d%d", "ii", "1 5"),
    ("5,6", "%d,%d", "ii", "2 5 6"),
    ("5 ,6", "%d,%d", "ii", "1 5"),
    ("5 ,6", "%d ,%d", "ii", "2 5 6"),
    ("50%", "%d%%", "i", "1 50"),
    ("ab", "abc", "", "-1"),
    ("axc", "abc", "", "0"),
    ("", " ", "", "0"),
    ("1.5e3", "%lf", "d", "1 1500"),
    (".5x", "%lf", "d", "1 0.5"),
    ("5.", "%lf", "d", "1 5"),
    (".", "%lf", "d", "0"),
    ("0x1.8p1", "%lf", "d", "1 3"),
    ("-inf", "%lf", "d", "1 -inf"),
    ("1e22", "%lf", "d", "1 10000000000000000000000"),
    ("9007199254740993", "%lf", "d", "1 9007199254740992"),
    ("3.14159", "%4lf", "d", "1 3.14"),
    ("hello world", "%s", "s", "1 [hello]"),
    ("hello", "%3s%s", "ss", "2 [hel] [lo]"),
    ("key=value", "%[^=]=%s", "ss", "2 [key] [value]"),
    ("abc123", "%[a-c]%d", "si", "2 [abc] 123"),
    ("]x", "%[]]", "s", "1 []]"),
    ("a]", "%[^]]", "s", "1 [a]"),
    ("-a", "%[a-]", "s", "1 [-a]"),
    (" x", "%[x]", "s", "0"),
    ("1 2", "%*d %d", "i", "1 2"),
    ("abc", "%*2s%s", "s", "1 [c]"),
    ("12 34", "%d%n%d", "iii", "2 12 2"),
];

#[test]
fn sscanf_reads_what_glibc_reads() {
    for &(text, format, kinds, expected) in CASES {
        let found = scan(text, format, kinds).unwrap_or_else(|stop| panic!("sscanf({text:?}, {format:?}): {stop:?}"));
        assert_eq!(found, expected, "sscanf({text:?}, {format:?})");
    }
}

/// Where C17 7.21.6.2 and glibc disagree, the interpreter gives no answer.
#[test]
fn sscanf_does_not_guess_between_glibc_and_the_standard() {
    for (text, format, kinds) in
        [("0xg", "%x", "i"), ("1e+", "%lf", "d"), ("100ergs", "%lf", "d"), ("1", "%*d%d", "i"), ("ab", "%3c", "s")]
    {
        let found = scan(text, format, kinds);
        assert!(matches!(found, Err(Stop::Unsupported(_))), "sscanf({text:?}, {format:?}): {found:?}");
    }
}

#[test]
fn sscanf_is_undefined_for_what_an_object_cannot_hold() {
    for (text, format, kinds) in [
        ("2147483648", "%d", "i"),
        ("99999999999999999999", "%d", "i"),
        ("1", "%ld", "i"),
        ("1", "%f", "d"),
        ("1", "%q", "i"),
        ("1", "%hs", "s"),
        ("1", "%[", "s"),
        ("1", "%", ""),
        ("1", "%5n", "i"),
        ("1", "%5%", ""),
        ("1", "%d", ""),
    ] {
        let found = scan(text, format, kinds);
        let undefined = matches!(&found, Err(Stop::Undefined(Rule::ScanfArgument, _)));
        assert!(undefined, "sscanf({text:?}, {format:?}): {found:?}");
    }
}
