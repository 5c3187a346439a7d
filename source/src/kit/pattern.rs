//! Idioms as text: what optimizers recognise and fold, and the places where they go wrong.
//!
//! A pattern is a C expression over letters. A strategy puts its own operands in their places; a letter that is there twice is
//! the same operand twice. Types are written `i8` to `u64`, `f32`, `f64`.
//!
//! | letters | stand for |
//! |---|---|
//! | `x` `y` `z` | integer operands |
//! | `f` `g` `h` | floating operands |
//! | `k` `l` | constants near the operands' values, or at limits |
//! | `i` `j` | small constants, not 0 |
//! | `b`; `c`; `d` `e`; `s` `t` | counts below 8; 16; 32; 64; at least 1 |
//! | `p` | divisors |
//! | `q` | powers of two |
//! | `o` `m` | a bit, and the mask that ends with it |
//! | `r` | floating constants |

use crate::rng::Rng;
use lang::{BinaryOp, Type, UnaryOp};
use std::sync::LazyLock;

/// A pattern, parsed.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    /// An operand or constant, by its letter.
    Letter(u8),
    Number(i64, Type),
    Real(f64),
    Unary(UnaryOp, Box<Pattern>),
    Cast(Type, Box<Pattern>),
    Binary(BinaryOp, Box<[Pattern; 2]>),
    And(Box<[Pattern; 2]>),
    Or(Box<[Pattern; 2]>),
    Cond(Box<[Pattern; 3]>),
}

/// A pattern, and what a program without some operators needs to know of it.
pub struct Idiom {
    pub pattern: Pattern,
    /// It has bitwise operators or shifts.
    pub has_bits: bool,
    /// It divides.
    pub has_division: bool,
    /// It has integer operands.
    pub has_integers: bool,
}

/// All idioms, by what they are about.
pub struct Idioms {
    /// Arithmetic, bits, divisions.
    pub integers: Vec<Idiom>,
    /// Narrow and wide types.
    pub widths: Vec<Idiom>,
    /// 0 or 1.
    pub comparisons: Vec<Idiom>,
    /// Minima, saturation, what depends on a test.
    pub choices: Vec<Idiom>,
    /// Floating values that are not much larger than their operands.
    pub reals: Vec<Idiom>,
    /// Floating values of any size.
    pub wild_reals: Vec<Idiom>,
    /// Integers from floating values.
    pub real_tests: Vec<Idiom>,
}

/// The table.
pub fn idioms() -> &'static Idioms {
    static PARSED: LazyLock<Idioms> = LazyLock::new(|| Idioms {
        integers: parse_all(INTEGERS),
        widths: parse_all(WIDTHS),
        comparisons: parse_all(COMPARISONS),
        choices: parse_all(CHOICES),
        reals: parse_all(REALS),
        wild_reals: parse_all(WILD_REALS),
        real_tests: parse_all(REAL_TESTS),
    });
    &PARSED
}

const INTEGERS: &[&str] = &[
    "((u32)x + o) & m",
    "((u64)x + o) & m",
    "(u32)x << d >> e",
    "(u64)x << s >> t",
    "(u32)x >> d << d",
    "x >> b << b",
    "(u32)((i32)x >> d) & m",
    "~(u32)x >> d",
    "~(u64)x >> s",
    "~x + i",
    "~(u32)x + p",
    "-~x",
    "~-(u32)x",
    "((u16)x << c) | ((u16)x >> (16 - c))",
    "(u16)(((u16)x << c) | ((u16)x >> (16 - c)))",
    "((u8)x << b) | ((u8)x >> (8 - b))",
    "(u8)(((u8)x << b) | ((u8)x >> (8 - b)))",
    "((u32)x << d) | ((u32)x >> (32 - d))",
    "((u32)x >> d) | ((u32)x << (32 - d))",
    "((u32)x << d) ^ ((u32)x >> (32 - d))",
    "((u64)x << s) | ((u64)x >> (64 - s))",
    "((u32)x << (y & 31)) | ((u32)x >> (-(u32)y & 31))",
    "((u64)x >> (y & 63)) + ((u64)x << (-(u32)y & 63))",
    "(x & m) | (y & ~m)",
    "(x & 255) | (y & 3840)",
    "(x & 65280) | (y & 15)",
    "((u32)x << b) + (u8)y",
    "((u32)x << b) + (y & 255)",
    "((u32)x << d) + (u16)y",
    "((u32)(u8)x << 8) | (u8)y",
    "((u64)x << 32) | (u32)y",
    "m - (u8)x",
    "m - (x & 255)",
    "255 - (u16)x",
    "(x & y) ^ y",
    "(x | y) ^ x",
    "(x ^ y) & y",
    "(x & y) | (x & z)",
    "(x & y) + (x | y)",
    "~(x & y)",
    "~x & ~y",
    "(x ^ -1) & y",
    "x & -(u32)x",
    "(u32)x & ((u32)x - 1)",
    "(u32)x ^ ((u32)x >> d)",
    "(u64)x ^ ((u64)x << s)",
    "(u32)x * (p * 6) / p",
    "(u32)x * p / p",
    "x / p",
    "x / p",
    "x / -p",
    "-(x / p)",
    "(u32)x / p",
    "(u32)x / 7",
    "(u64)x / p",
    "(u64)x / 10",
    "(i64)x / 5",
    "(i32)x / 3",
    "(u16)x / 7",
    "(i16)x / p",
    "(u8)x / p",
    "(i8)x / p",
    "x % p",
    "-(x % p)",
    "(u32)x % p",
    "(u64)x % p",
    "(i16)x % p",
    "(u8)x % p",
    "(u32)x / (u32)((u8)y | 1)",
    "(u64)x / (u64)((u16)y | 1)",
    "(u64)x % (u64)((u32)y | 1)",
    "(i32)x / ((i8)y | 1)",
    "(i64)x % ((u8)y + 1)",
    "-(x % ((u8)y + 3))",
    "x / q",
    "x % q",
    "x / q * q",
    "x - x / p * p",
    "((u32)x - (u32)y) / p",
    "((u16)x - (u16)y) / p",
    "((u8)x - (u8)y) / q",
    "(i64)((u32)x - (u32)y) / p",
    "(u32)x * 9",
    "(u64)x * 3",
    "(u32)x * -p",
    "(u64)x * -p",
    "(u32)x * q - (u32)y",
    "(u32)x * (u32)y + (u32)z",
    "(u64)(u32)x * (u32)y >> 32",
    "(i64)(i32)x * (i32)y >> 32",
    "(u64)((u32)x * (u32)y)",
    "(i64)(i32)((u32)x * (u32)y)",
    "((u32)x >> d & 255) | (((u32)x & 255) << 8)",
    "((u32)x << 24) | ((u32)x >> 24) | (((u32)x & 65280) << 8) | ((u32)x >> 8 & 65280)",
    "(u16)(((u16)x << 8) | ((u16)x >> 8))",
    "(u32)x & ~o",
    "(u32)x | o",
    "(u32)x ^ o",
    "(u64)x & ~(1ULL << s)",
    "(u64)x ^ (1ULL << (y & 63))",
    "(u32)x & ~(1U << (y & 31))",
    "((u32)x >> (y & 31)) & 1",
    "((u64)x >> s) & 1",
    "1U << (x & 31)",
    "(u64)x << (y & 63)",
    "(i64)x >> (y & 63)",
    "(i32)x >> (y & 31)",
    "(u32)x >> (y & 31)",
    "((u32)x - (u32)y) ^ ((u32)y - (u32)x)",
    "((u32)x - (u32)y) * ((u32)y - (u32)x)",
    "(u32)x - ((u32)x - (u32)y)",
    "(u64)x + (u64)y + ((u64)x < (u64)y)",
    "((u32)x + i) + j",
    "(u32)((u32)x + i) - j",
    "((i32)x >> d) ^ (i32)((u32)x >> d)",
    "(i32)x >> 31",
    "((i32)x >> 31) & k",
    "((i32)x >> 31 ^ (i32)y) - ((i32)x >> 31)",
];

const WIDTHS: &[&str] = &[
    "(i8)(x & 255)",
    "(i8)((u32)x >> 24)",
    "(i16)((u32)x >> 16)",
    "(i32)((u64)x >> 32)",
    "(i64)(i8)(x & 255)",
    "(i16)(x & 65535)",
    "(i64)((i32)x % p)",
    "(u64)((i32)x % p)",
    "(u64)((i16)x % p)",
    "(u64)((u32)x - p)",
    "(u64)((u32)x - 1)",
    "(u64)((u32)x + i)",
    "(i64)(i32)((u32)x + p)",
    "(i64)(i32)((u32)x + (u32)y)",
    "(i64)(i32)((u32)x * p)",
    "(u32)(u16)x * (u16)y",
    "(i64)(i32)((u32)(u16)x * (u16)y)",
    "(u64)(u32)x * (u16)y",
    "(i32)(i16)x * (i16)y",
    "(i64)(i32)x - (u32)y",
    "(u32)x * q >> b << b",
    "((u32)x << b) >> (b + 1) << (b + 1)",
    "(i16)((u32)x >> c)",
    "(u16)((u32)x >> c)",
    "(u8)((u32)x >> b)",
    "(i8)((u16)x >> b)",
    "(i16)((i32)x >> d)",
    "(u16)((i32)x >> d)",
    "(u8)((i16)x >> b)",
    "(u32)((i64)x >> s)",
    "(u32)((u64)x >> s)",
    "((u8)x + (u8)y) >> 1",
    "((u16)x + (u16)y) >> 1",
    "((u16)x + (u16)y + 1) >> 1",
    "((u64)(u32)x + (u32)y) >> 1",
    "(u8)((u32)x >> 16)",
    "(u8)((u32)x >> 24)",
    "(u8)((u32)x >> 8)",
    "(u8)((u64)x >> 40)",
    "(i8)x >> b",
    "(i8)((i8)x >> 1)",
    "(i16)((u16)x << c)",
    "(i16)x >> b",
    "(u16)x >> b",
    "(u8)((u8)x << b)",
    "(i8)((u8)x + (u8)y)",
    "(u8)((u8)x - (u8)y)",
    "(i16)((u16)x - (u16)y)",
    "(u8)((u8)x * (u8)y)",
    "(u8)(x ^ k)",
    "(u8)(x | i)",
    "(i8)(x & m)",
    "(i64)(i8)x ^ (u8)x",
    "(i32)(i16)x ^ (u16)x",
    "(i64)(i32)x ^ (i64)(u32)x",
    "(u64)(i32)x + (u64)(u32)x",
    "(u32)-(i32)(i16)x",
    "(u64)-(i64)(i32)x",
    "-(i8)x",
    "(u64)(u8)-(u8)x",
    "(u16)~(u16)x",
];

const COMPARISONS: &[&str] = &[
    "(x < y) + (y < z)",
    "(x != 0) + (y != 0)",
    "(x > y) - (x < y)",
    "((u32)x > (u32)y) - ((u32)x < (u32)y)",
    "((i64)x > (i64)y) - ((i64)x < (i64)y)",
    "!(x < y)",
    "!(x >= k) + 1",
    "(u8)x < k",
    "(u8)x >= (u8)y",
    "(u16)x > (u16)y",
    "(i8)x < (i8)y",
    "(i16)x <= (i16)y",
    "(u8)x > p",
    "(i8)x < k",
    "(i16)x == k",
    "(i8)x == -1",
    "(i16)x >= -1",
    "(i8)x > 126",
    "(i8)x < -127",
    "(i16)x > 32766",
    "(i16)x < -32767",
    "(i16)x == -32768",
    "(i32)x == -2147483647 - 1",
    "(i32)x > 2147483646",
    "(i32)x < -2147483647",
    "(i32)x >= 2147483647",
    "(i64)x < -9223372036854775807LL",
    "(i64)x == k",
    "(i64)x > 300",
    "(i64)x <= i",
    "(u64)x < p",
    "(u64)x > 4294967295ULL",
    "(i64)(i32)x == x",
    "(i64)(i16)x == x",
    "(i64)(i16)(u16)x == p * 300",
    "(i16)x < 40000",
    "(i8)x < 200",
    "(u8)((u32)x >> b) == (u8)k",
    "(u8)((u32)x >> 8) == 0",
    "(u16)((u32)x >> 16) == (u16)y",
    "x % q == 1",
    "x % q == 0",
    "(i32)x % 8 == 3",
    "(i32)x % q != i",
    "x % p == 0",
    "(u32)x % p == 0",
    "(u64)x % p == 1",
    "x > k && x < l",
    "x >= k && x <= l",
    "-2 < x && x < p",
    "-1 < x && x < y",
    "k < x && x < k + 5",
    "x < k || x > l",
    "x == k || x == l",
    "x == k || x == k + 2",
    "x == k || x == k + 4",
    "x == 3 || x == 5",
    "x == 2 || x == 4 || x == 6",
    "x != k && x != k + 1",
    "(u32)x - k < p",
    "(u32)x - k <= 9",
    "(u8)(x - k) < p",
    "((u32)x & ((u32)x - 1)) == 0",
    "((u64)x & ((u64)x - 1)) == 0",
    "(x & y) == 0",
    "(x & o) != 0",
    "(x & o) == 0",
    "(x & 4) && (x & 16)",
    "(x & m) == k",
    "(x & y) == y",
    "(x | y) == 0",
    "(x ^ y) == k",
    "(i32)x < (i32)y && (u32)x < (u32)y",
    "(i32)x < (i32)y || (u32)x > (u32)y",
    "(i32)x >= (i32)y && (u32)x >= (u32)y",
    "(i64)x > (i64)y && (u64)x > (u64)y",
    "!(x < y) && !(y < x)",
    "!(x > y) || z",
    "(u32)x + (u32)y < (u32)x",
    "(u32)x + (u32)y <= (u32)y",
    "(u64)x + (u64)y < (u64)y",
    "(u8)((u8)x + (u8)y) < (u8)x",
    "(u32)x - (u32)y > (u32)x",
    "(u32)x + (u32)y < (u32)x + (u32)z",
    "(u32)x - (u32)y > (u32)x - (u32)z",
    "(i32)((u32)x + p) < k",
    "(i32)((u32)x + k) < l",
    "(i32)((u32)x - p) > 0",
    "(i64)((u64)x + k) < l",
    "(u32)x << d == k",
    "((u32)x << b) == (u32)k << b",
    "((u32)x << b) == (u32)x << b << c >> c",
    "(u32)x >> b > p",
    "(u32)x >> d == k",
    "(u32)x >> b > (u32)x >> b << b >> b >> 1",
    "(i32)x >> b > i",
    "(i32)x >> b == (i32)y >> b",
    "x / p == i",
    "(u32)x / p == k",
    "(i32)x / p > i",
    "(i32)x / p == (i32)y / p",
    "(u64)x / p < k",
    "(u32)x * p == k",
    "x == y && y == z",
    "x < y && y < z",
    "x == y ? 1 : 2",
    "(x < 0) != (y < 0)",
    "(x ^ y) < 0",
    "(i32)((u32)x - (u32)y) < 0",
    "x > 0 && (x & 1)",
    "~x < k",
    "-(u32)x < k",
    "(u32)x >= 2147483648U",
    "(2863311530U >> (x & 31)) & 1",
    "x == 1 || x == 4 || x == 9 || x == 11 || x == 30",
];

const CHOICES: &[&str] = &[
    "x < y ? x : y",
    "x > y ? x : y",
    "x <= y ? y : x",
    "(u32)x < (u32)y ? (u32)x : (u32)y",
    "(u64)x > (u64)y ? (u64)x : (u64)y",
    "(i8)x > (i8)y ? (i8)x : (i8)y",
    "(i16)x < (i16)y ? (i16)x : (i16)y",
    "(u8)x < (u8)y ? (u8)x : (u8)y",
    "(u16)x > (u16)y ? (u16)x : (u16)y",
    "(i32)x < p ? (i32)x : p",
    "(i32)x > i ? (i32)x : i",
    "(i32)x < 255 ? (i32)x : 255",
    "(i32)x < 0 ? 0 : (i32)x > 255 ? 255 : (i32)x",
    "(i32)x > 100 ? 100 : (i32)x < -100 ? -100 : (i32)x",
    "(i32)x < -5 ? -5 : (i32)x < p ? (i32)x : p",
    "(i32)x < p ? p : (i32)x < k ? (i32)x : k",
    "x < 0 ? -x : x",
    "x > 0 ? x : -x",
    "(u32)(x < 0 ? -(u64)x : (u64)x)",
    "(i8)((i32)x < 0 ? -(i64)(i32)x : (i64)(i32)x)",
    "(i16)((i32)x < 0 ? -(u32)x : (u32)x)",
    "(u32)x > (u32)y ? (u32)x - (u32)y : 0",
    "(i32)x > (i32)y ? (u32)x - (u32)y : 0U",
    "(u32)x - ((u32)x > (u32)y ? (u32)y : (u32)x)",
    "(u32)x + (u32)y < (u32)x ? -1 : (u32)x + (u32)y",
    "(u8)x + (u8)y > 255 ? 255 : (u8)x + (u8)y",
    "x & o ? q : 0",
    "x & o ? 0 : q",
    "x & q ? 4 : 0",
    "(x & 8) == 0 ? 2 : 0",
    "(x & 1) ? 64 : 0",
    "x & 16 ? y : z",
    "x != y ? k : l",
    "x != y ? 7 : 3",
    "x != y ? z : x",
    "x == y ? x : z",
    "x == k ? y : x + z",
    "x == k ? k : y",
    "x != k ? x * 3U : 5U",
    "x == 0 ? 0 : (u32)x * (u32)y",
    "x == i ? y : (x ^ z)",
    "x != i ? (x | z) : y",
    "x ? y : z",
    "x < k ? y : z",
    "x >= y ? z : y",
    "(u32)x < p ? (u32)y + 1 : (u32)y",
    "(u32)x >= k ? (u32)y - 1 : (u32)y",
    "(x < y ? x : y) < z ? (x < y ? x : y) : z",
    "x > k ? x ^ y : x",
    "(i32)x < 0 ? ~(i32)x : (i32)x",
    "(x & 3) == 2 ? y : (x & 3) == 1 ? z : x",
    "x < y ? -1 : x > y",
    "(u64)x == 0 ? (u64)y : (u64)x",
    "(x < k ? 1 : x < l ? 2 : 3) == 2",
    "(x < 0 ? 0 : x == k ? 4 : 9) & 4",
    "(x == y ? 5 : x < y ? 6 : 7) != 6",
    "x < k ? y + 3U : y + 5U",
    "x & 1 ? (y ^ 12) : (y ^ 10)",
    "(u32)x < k ? (u32)y * 3 : (u32)y * 5",
];

const REALS: &[&str] = &[
    "f + 0.0",
    "0.0 + f",
    "f - 0.0",
    "0.0 - f",
    "-(0.0 - f)",
    "f * 0.0",
    "0.0 * f + g",
    "-f",
    "-(f - g)",
    "(f + r) + 0.1",
    "(f + g) - g",
    "(f - g) + g",
    "f / 3.0",
    "f / 10.0",
    "f / 7.0",
    "f * 0.1",
    "f - g - h",
    "f < g ? f : g",
    "f > g ? f : g",
    "f <= g ? g : f",
    "f < 0.0 ? -f : f",
    "f > 0.0 ? f : 0.0",
    "f > 0.0 ? f : -f",
    "f < r ? r : f",
    "!(f < g) ? f : g",
    "!(f >= g) ? 1.5 : g",
    "f == 0.0 ? f : g",
    "f != 0.0 ? g : f",
    "(f64)(f32)f",
    "(f32)((f64)(f32)f + 0.1)",
    "(f32)((f64)(f32)f - g)",
    "(f32)((f64)(f32)f / 3.0)",
    "(f32)((f64)f + (f64)g)",
    "(f32)f + (f32)g",
    "(f32)f - r",
    "(f32)f / 3.0",
    "(f64)(u8)x",
    "(f32)(u8)x * 0.5",
    "(x < y ? f : g) * 0.5",
    "x & 1 ? f : -f",
];

const WILD_REALS: &[&str] = &[
    "(f + 1e10) + 1.0",
    "(f + 16777216.0) - 16777216.0",
    "f / g * g",
    "f / r",
    "f == 0.0 ? f + 1.0 : 1.0 / f",
    "f * f - g * g",
    "(f64)(u16)x",
    "(f32)(i16)x",
    "(f32)(i64)x",
    "(f32)(u64)x",
    "(f64)(i64)x",
    "(f64)(u64)x",
    "(f64)(u32)x",
    "(f32)(i32)x",
    "(i32)x * f",
    "(f64)(i64)(i32)f",
    "(f32)((f32)f * (f64)g)",
    "(f64)((f32)f * (f32)g)",
    "f * g + h",
    "f * g - h * g",
    "-f * g",
];

const REAL_TESTS: &[&str] = &[
    "f < 0.0",
    "0.0 > f",
    "f >= 0.0",
    "f == 0.0",
    "f != f",
    "f < g",
    "f <= g",
    "!(f < g)",
    "!(f <= g)",
    "!(f > g) && !(f < g)",
    "f < g || f > g",
    "f == g",
    "f > r",
    "f + g == g + f",
    "f - g < 0.0",
    "(f64)(f32)f == f",
    "(i32)(f32)(u8)x",
    "(i32)((f64)(i16)x * 0.5)",
    "(i64)((f64)(i32)x / 3.0)",
    "(u8)(i32)((f64)(u8)x * 0.75)",
    "(f64)(i64)x == (f64)(i64)y",
    "(f32)(i32)x < (f32)(i32)y",
    "(u32)((f64)(u32)x)",
    "1.0 / f < 0.0",
];

/// The constants of one idiom.
#[derive(Clone, Copy, Debug)]
pub struct Constants {
    values: [i64; 26],
}

const DIVISORS: [i64; 16] = [2, 3, 5, 6, 7, 9, 10, 11, 12, 13, 25, 60, 100, 255, 641, 1000];

impl Constants {
    /// Draws a value for every letter but `k`, `l` and `r`, which depend on the operands.
    pub fn new(rng: &mut Rng) -> Constants {
        let mut values = [0; 26];
        let bit = rng.below(14);
        let mut set = |letter: u8, value: i64| values[usize::from(letter - b'a')] = value;
        for (letter, below) in [(b'b', 8), (b'c', 16), (b'd', 32), (b'e', 32), (b's', 64), (b't', 64)] {
            set(letter, rng.range(1, below - 1));
        }
        for letter in [b'i', b'j'] {
            let value = if rng.percent(60) { rng.range(1, 9) } else { rng.range(10, 300) };
            set(letter, if rng.percent(40) { -value } else { value });
        }
        set(b'p', *rng.pick(&DIVISORS));
        set(b'q', 1 << rng.range(1, 12));
        set(b'o', 1 << bit);
        set(b'm', (2 << bit) - 1);
        Constants { values }
    }

    /// The value of a constant's letter.
    pub fn value(&self, letter: u8) -> i64 {
        self.values[usize::from(letter - b'a')]
    }
}

fn parse_all(table: &[&str]) -> Vec<Idiom> {
    table.iter().map(|text| parse(text)).collect()
}

/// The tables are a part of the program, so a text that is wrong is a defect.
fn parse(text: &str) -> Idiom {
    let mut parser = Parser { text: text.as_bytes(), at: 0 };
    let pattern = parser.cond();
    assert!(parser.at == text.len(), "the pattern `{text}` goes on at {}", parser.at);
    let has_bits = pattern.any(&|part| match part {
        Pattern::Unary(op, _) => *op == UnaryOp::BitNot,
        Pattern::Binary(op, _) => {
            matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shl | BinaryOp::Shr)
        }
        _ => false,
    });
    let has_division =
        pattern.any(&|part| matches!(part, Pattern::Binary(op, _) if matches!(op, BinaryOp::Div | BinaryOp::Rem)));
    let has_integers = pattern.any(&|part| matches!(part, Pattern::Letter(b'x'..=b'z')));
    Idiom { pattern, has_bits, has_division, has_integers }
}

impl Pattern {
    /// Whether some part of it passes.
    pub fn any(&self, passes: &dyn Fn(&Pattern) -> bool) -> bool {
        passes(self)
            || match self {
                Pattern::Letter(_) | Pattern::Number(..) | Pattern::Real(_) => false,
                Pattern::Unary(_, inner) | Pattern::Cast(_, inner) => inner.any(passes),
                Pattern::Binary(_, parts) | Pattern::And(parts) | Pattern::Or(parts) => {
                    parts.iter().any(|part| part.any(passes))
                }
                Pattern::Cond(parts) => parts.iter().any(|part| part.any(passes)),
            }
    }
}

struct Parser<'t> {
    text: &'t [u8],
    at: usize,
}

/// By precedence, the weakest first. A longer operator is before one that it begins with.
const LEVELS: [&[(&str, BinaryOp)]; 8] = [
    &[("|", BinaryOp::Or)],
    &[("^", BinaryOp::Xor)],
    &[("&", BinaryOp::And)],
    &[("==", BinaryOp::Eq), ("!=", BinaryOp::Ne)],
    &[("<=", BinaryOp::Le), (">=", BinaryOp::Ge), ("<", BinaryOp::Lt), (">", BinaryOp::Gt)],
    &[("<<", BinaryOp::Shl), (">>", BinaryOp::Shr)],
    &[("+", BinaryOp::Add), ("-", BinaryOp::Sub)],
    &[("*", BinaryOp::Mul), ("/", BinaryOp::Div), ("%", BinaryOp::Rem)],
];

const TYPES: [(&str, Type); 10] = [
    ("i8", Type::SCHAR),
    ("u8", Type::UCHAR),
    ("i16", Type::SHORT),
    ("u16", Type::USHORT),
    ("i32", Type::INT),
    ("u32", Type::UINT),
    ("i64", Type::LLONG),
    ("u64", Type::ULLONG),
    ("f32", Type::FLOAT),
    ("f64", Type::DOUBLE),
];

impl Parser<'_> {
    fn rest(&self) -> &str {
        std::str::from_utf8(&self.text[self.at..]).expect("patterns are ASCII")
    }

    /// Takes a token if it is next.
    fn takes(&mut self, token: &str) -> bool {
        let spaces = self.rest().len() - self.rest().trim_start().len();
        let is_here = self.rest()[spaces..].starts_with(token);
        self.at += if is_here { spaces + token.len() } else { 0 };
        is_here
    }

    fn cond(&mut self) -> Pattern {
        let test = self.or();
        if !self.takes("?") {
            return test;
        }
        let yes = self.cond();
        assert!(self.takes(":"), "a `?` has a `:`");
        Pattern::Cond(Box::new([test, yes, self.cond()]))
    }

    fn or(&mut self) -> Pattern {
        let mut left = self.and();
        while self.takes("||") {
            left = Pattern::Or(Box::new([left, self.and()]));
        }
        left
    }

    fn and(&mut self) -> Pattern {
        let mut left = self.level(0);
        while self.takes("&&") {
            left = Pattern::And(Box::new([left, self.level(0)]));
        }
        left
    }

    fn level(&mut self, level: usize) -> Pattern {
        let Some(ops) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.level(level + 1);
        while let Some(op) = self.operator(ops) {
            left = Pattern::Binary(op, Box::new([left, self.level(level + 1)]));
        }
        left
    }

    /// An operator of a level that is not the beginning of a longer one.
    fn operator(&mut self, ops: &[(&str, BinaryOp)]) -> Option<BinaryOp> {
        let is_longer = |text: &str| ["||", "&&", "<<", ">>"].iter().any(|long| text.starts_with(long));
        let text = self.rest().trim_start();
        let (token, op) = *ops.iter().find(|(token, _)| text.starts_with(token))?;
        if token.len() == 1 && is_longer(text) {
            return None;
        }
        self.takes(token);
        Some(op)
    }

    fn unary(&mut self) -> Pattern {
        for (token, op) in [("-", UnaryOp::Neg), ("~", UnaryOp::BitNot), ("!", UnaryOp::Not)] {
            if self.takes(token) {
                return Pattern::Unary(op, Box::new(self.unary()));
            }
        }
        for (name, ty) in TYPES {
            if self.takes(&format!("({name})")) {
                return Pattern::Cast(ty, Box::new(self.unary()));
            }
        }
        self.primary()
    }

    fn primary(&mut self) -> Pattern {
        if self.takes("(") {
            let inner = self.cond();
            assert!(self.takes(")"), "a `(` has a `)`");
            return inner;
        }
        let text = self.rest().trim_start();
        let is_number = |c: char| c.is_ascii_digit() || c == '.' || c == 'e' || c == 'U' || c == 'L';
        let length = match text.as_bytes()[0] {
            b'0'..=b'9' => text.find(|c| !is_number(c)).unwrap_or(text.len()),
            _ => 1,
        };
        let token = text[..length].to_string();
        self.takes(&token);
        constant(&token)
    }
}

/// `3`, `1U`, `1ULL`, `0.5`, or a letter.
fn constant(token: &str) -> Pattern {
    let digits = token.trim_end_matches(['U', 'L']);
    let ty = match &token[digits.len()..] {
        "" => Type::INT,
        "U" => Type::UINT,
        "LL" => Type::LLONG,
        _ => Type::ULLONG,
    };
    match (digits.parse(), digits.parse()) {
        (Ok(value), _) => Pattern::Number(value, ty),
        (_, Ok(value)) => Pattern::Real(value),
        _ => Pattern::Letter(token.as_bytes()[0]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_is_read_to_its_end() {
        let all = idioms();
        let counts = [&all.integers, &all.comparisons, &all.choices, &all.reals, &all.wild_reals].map(Vec::len);
        assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
    }

    #[test]
    fn precedence_is_that_of_c() {
        let Pattern::Binary(BinaryOp::And, parts) = parse("x >> d & 255").pattern else { panic!("`&` is weaker") };
        assert_eq!(parts[1], Pattern::Number(255, Type::INT));
        assert!(matches!(parts[0], Pattern::Binary(BinaryOp::Shr, _)));
        assert!(matches!(parse("x < y ? x : -y").pattern, Pattern::Cond(_)));
        assert!(matches!(parse("(u8)x + 1").pattern, Pattern::Binary(BinaryOp::Add, _)));
    }

    #[test]
    fn operators_of_an_idiom_are_known() {
        assert!(parse("~x").has_bits && !parse("x < y && y").has_bits);
        assert!(parse("x % p").has_division && !parse("x * p").has_division);
    }
}
