//! What defined calls return, print and store.

use super::*;
use crate::float80::F80;

#[test]
fn strings_are_measured_compared_and_searched() {
    let mut bench = Bench::new();
    let (text, other) = (bench.literal("hello"), bench.literal("help"));
    let start = text.value[0];
    assert_eq!(bench.size("strlen", &[text]), 5);
    assert_eq!(bench.int("strcmp", &[text, other]), -1);
    assert_eq!(bench.int("strncmp", &[text, other, size(3)]), 0);
    assert_eq!(bench.int("memcmp", &[other, text, size(4)]), 1);
    assert_eq!(bench.pointer("strchr", &[text, int(b'l' as i32)]), start + 2);
    assert_eq!(bench.pointer("strrchr", &[text, int(b'l' as i32)]), start + 3);
    assert_eq!(bench.pointer("strchr", &[text, int(0)]), start + 5);
    assert_eq!(bench.pointer("memchr", &[text, int(b'o' as i32), size(100)]), start + 4);
    let part = bench.literal("lo");
    assert_eq!(bench.pointer("strstr", &[text, part]), start + 3);
    assert_eq!(bench.pointer("strstr", &[text, other]), 0);
    let set = bench.literal("leh");
    assert_eq!(bench.size("strspn", &[text, set]), 4);
    assert_eq!(bench.size("strcspn", &[text, part]), 2);
    assert_eq!(bench.pointer("strpbrk", &[text, part]), start + 2);
    let (upper, lower) = (bench.literal("ABC"), bench.literal("abd"));
    assert_eq!(bench.int("strcasecmp", &[upper, lower]), -1);
}

#[test]
fn strings_are_copied_and_joined() {
    let mut bench = Bench::new();
    let (to, text) = (bench.blank(12), bench.literal("abc"));
    assert_eq!(bench.pointer("stpcpy", &[to, text]), to.value[0] + 3);
    bench.pointer("strcat", &[to, text]);
    bench.pointer("strncat", &[to, text, size(2)]);
    assert_eq!(bench.bytes(to, 9), b"abcabcab\0");
    bench.pointer("strncpy", &[to, text, size(6)]);
    assert_eq!(bench.bytes(to, 9), b"abc\0\0\0ab\0");
    let copy = bench.pointer("strdup", &[text]);
    let copy = bench.to(Type::CHAR, copy);
    assert_eq!(bench.bytes(copy, 4), b"abc\0");
}

#[test]
fn tokens_come_one_by_one() {
    let mut bench = Bench::new();
    let (text, set, null) = (bench.array(b" a,bc\0"), bench.literal(" ,"), bench.to(Type::CHAR, 0));
    assert_eq!(bench.pointer("strtok", &[text, set]), text.value[0] + 1);
    assert_eq!(bench.pointer("strtok", &[null, set]), text.value[0] + 3);
    assert_eq!(bench.pointer("strtok", &[null, set]), 0);
    assert_eq!(bench.bytes(text, 6), b" a\0bc\0");
}

#[test]
fn copies_carry_initialised_bits_and_effective_types_to_the_heap() {
    let mut bench = Bench::new();
    let source = bench.variable(Type::INT, 8);
    bench.memory.write(bench.memory.locate(source.value[0], 4).unwrap(), &[1, 0, 0, 0]);
    let heap = bench.pointer("malloc", &[size(8)]);
    let heap = bench.to(Type::VOID, heap);
    bench.pointer("memcpy", &[heap, source, size(8)]);
    let at = bench.memory.locate(heap.value[0], 8).unwrap();
    assert!(bench.memory.is_init(at, 4) && !bench.memory.is_init(at + 4, 4));
    let class = bench.effective.class(&bench.program.types, Type::INT);
    assert_eq!(bench.memory.tags[at..at + 8], [class; 8]);
    let grown = bench.pointer("realloc", &[heap, size(16)]);
    let at = bench.memory.locate(grown, 16).unwrap();
    assert_eq!(bench.memory.tags[at..at + 9], [class, class, class, class, class, class, class, class, CLASS_ANY]);
    assert!(bench.memory.is_init(at, 4) && !bench.memory.is_init(at + 4, 4));
    let grown = bench.to(Type::VOID, grown);
    bench.pointer("memset", &[grown, int(0), size(16)]);
    assert!(bench.memory.is_init(at, 16));
    assert_eq!(bench.memory.tags[at..at + 8], [CLASS_ANY; 8]);
}

#[test]
fn calloc_gives_zeros_and_too_much_gives_null() {
    let mut bench = Bench::new();
    let address = bench.pointer("calloc", &[size(3), size(4)]);
    let zeros = bench.to(Type::VOID, address);
    assert_eq!(bench.bytes(zeros, 12), [0; 12]);
    assert_eq!(bench.pointer("calloc", &[size(1 << 40), size(1 << 40)]), 0);
    assert_eq!(bench.pointer("malloc", &[size(u64::MAX)]), 0);
    let errno = bench.pointer("__errno_location", &[]);
    let errno = bench.to(Type::INT, errno);
    assert_eq!(bench.bytes(errno, 4), [12, 0, 0, 0]);
    assert_eq!(bench.pointer("aligned_alloc", &[size(64), size(64)]) % 64, 0);
}

#[test]
fn printf_prints() {
    let mut bench = Bench::new();
    let text = bench.literal("str");
    let args = [int(-5), uint(5), long(6), double(1.5), text, int(b'c' as i32)];
    assert_eq!(bench.printf("%d %u %ld %g %s %c%%\n", &args), "-5 5 6 1.5 str c%\n");
    assert_eq!(bench.printf("%5.2s|%-5d|%05d", &[text, int(1), int(2)]), "   st|1    |00002");
    assert_eq!(bench.printf("%*d%.*f", &[int(4), int(7), int(1), double(2.25)]), "   72.2");
    assert_eq!(bench.printf("%hhd %hhu %hx", &[int(300), int(300), int(-1)]), "44 44 ffff");
    assert_eq!(bench.printf("%zu %x", &[size(9), int(17)]), "9 11");
    let null = bench.to(Type::VOID, 0);
    assert_eq!(bench.printf("%p", &[null]), "(nil)");
    let ld = F80::from_f64(0.5).to_bits();
    let ld = Arg { ty: Type::LDOUBLE, value: [ld as u64, (ld >> 64) as u64] };
    assert_eq!(bench.printf("%Lf", &[ld]), "0.500000");
    let count = bench.variable(Type::INT, 4);
    assert_eq!(bench.printf("abc%n", &[count]), "abc");
    assert_eq!(bench.bytes(count, 4), [3, 0, 0, 0]);
    let open = bench.array(b"ab");
    assert_eq!(bench.printf("%.2s", &[open]), "ab");
}

#[test]
fn lists_of_arguments_print_too() {
    let mut bench = Bench::new();
    bench.lists.args = vec![int(1), double(0.5)];
    let (format, list) = (bench.literal("%d %.1f"), bench.to(Type::VOID, 1));
    assert_eq!(bench.int("vprintf", &[format, list]), 5);
    assert_eq!(bench.stdout, b"1 0.5");
    bench.undefined(Rule::PrintfArgument, "vprintf", &[format, list]);
    let into = bench.blank(8);
    bench.lists.next = 0;
    assert_eq!(bench.int("__vsprintf_chk", &[into, int(1), size(8), format, list]), 5);
    assert_eq!(bench.bytes(into, 6), b"1 0.5\0");
}

#[test]
fn characters_and_lines_are_printed() {
    let mut bench = Bench::new();
    let text = bench.literal("line");
    assert_eq!(bench.int("putchar", &[int(65 + 256)]), 65);
    bench.int("puts", &[text]);
    assert_eq!(bench.stdout, b"Aline\n");
}

#[test]
fn streams_are_objects_of_the_library() {
    let mut bench = Bench::new();
    let file = bench.program.types.pointer(Type::INT);
    let name = bench.program.names.intern("stdout");
    let var = lang::Var::new(name, file, lang::Storage::Extern, 0, lang::Loc::NONE);
    let var = bench.program.add_var(lang::Var { defined: false, ..var });
    let Bench { program, memory, effective, state, .. } = &mut bench;
    let variable = crate::library::external_object(program, memory, effective, state, var).expect("stdout");
    let at = bench.memory.locate(variable, 8).unwrap();
    let stream = u64::from_le_bytes(bench.memory.read(at));
    let (text, stream) = (bench.literal("out %d"), bench.to(Type::VOID, stream));
    bench.int("fputs", &[text, stream]);
    bench.int("fprintf", &[stream, text, int(1)]);
    bench.int("fwrite", &[text, size(1), size(3), stream]);
    assert_eq!(bench.stdout, b"out %dout 1out");
    bench.undefined(Rule::LibraryArgument, "fputs", &[text, text]);
}

#[test]
fn numbers_are_read() {
    let mut bench = Bench::new();
    let text = bench.literal(" -12x");
    assert_eq!(bench.int("atoi", &[text]), -12);
    let char_pointer = bench.program.types.pointer(Type::CHAR);
    let end = bench.variable(char_pointer, 8);
    assert_eq!(bench.call("strtol", &[text, end, int(10)], Type::LONG).unwrap()[0] as i64, -12);
    assert_eq!(bench.bytes(end, 8), (text.value[0] + 4).to_le_bytes());
    let null = bench.to(char_pointer, 0);
    let huge = bench.literal("99999999999999999999");
    assert_eq!(bench.call("strtol", &[huge, null, int(0)], Type::LONG).unwrap()[0] as i64, i64::MAX);
    assert_eq!(bench.call("strtoul", &[text, null, int(0)], Type::ULONG).unwrap()[0] as i64, -12);
    let real = bench.literal("2.5e1");
    assert_eq!(bench.call("strtod", &[real, null], Type::DOUBLE).unwrap()[0], 25f64.to_bits());
}

#[test]
fn random_numbers_are_those_of_glibc() {
    let mut bench = Bench::new();
    let first: Vec<i64> = (0..4).map(|_| bench.int("rand", &[])).collect();
    assert_eq!(first, [1804289383, 846930886, 1681692777, 1714636915]);
    bench.call("srand", &[uint(42)], Type::VOID).unwrap();
    assert_eq!(bench.int("rand", &[]), 71876166);
}

#[test]
fn bits_are_counted() {
    let mut bench = Bench::new();
    assert_eq!(bench.int("__builtin_clz", &[uint(1)]), 31);
    assert_eq!(bench.int("__builtin_clzll", &[size(1)]), 63);
    assert_eq!(bench.int("__builtin_ctz", &[uint(8)]), 3);
    assert_eq!(bench.int("__builtin_clrsb", &[int(-1)]), 31);
    assert_eq!(bench.int("__builtin_clrsb", &[int(0)]), 31);
    assert_eq!(bench.int("__builtin_clrsbl", &[long(1)]), 62);
    assert_eq!(bench.int("__builtin_popcount", &[uint(u32::MAX)]), 32);
    assert_eq!(bench.int("__builtin_parityl", &[size(7)]), 1);
    assert_eq!(bench.int("ffs", &[int(i32::MIN)]), 32);
    assert_eq!(bench.int("ffs", &[int(0)]), 0);
    assert_eq!(bench.call("__builtin_bswap32", &[uint(0x01020304)], Type::UINT).unwrap()[0], 0x04030201);
}

#[test]
fn overflow_is_told_and_the_result_wraps() {
    let mut bench = Bench::new();
    let place = bench.variable(Type::INT, 4);
    assert_eq!(bench.int("__builtin_add_overflow", &[int(i32::MAX), int(1), place]), 1);
    assert_eq!(bench.bytes(place, 4), i32::MIN.to_le_bytes());
    assert_eq!(bench.int("__builtin_smul_overflow", &[int(3), int(4), place]), 0);
    assert_eq!(bench.bytes(place, 4), 12i32.to_le_bytes());
    let wide = bench.variable(Type::LONG, 8);
    assert_eq!(bench.int("__builtin_sub_overflow", &[uint(0), uint(1), wide]), 0);
    assert_eq!(bench.bytes(wide, 8), (-1i64).to_le_bytes());
    assert_eq!(bench.int("__builtin_mul_overflow_p", &[long(i64::MAX), int(2), long(0)]), 1);
}

#[test]
fn atomics_load_and_store() {
    let mut bench = Bench::new();
    let place = bench.variable(Type::INT, 4);
    bench.call("__atomic_store_n", &[place, int(5), int(5)], Type::VOID).unwrap();
    assert_eq!(bench.int("__sync_fetch_and_add", &[place, int(3)]), 5);
    assert_eq!(bench.int("__atomic_sub_fetch", &[place, int(10), int(0)]), -2);
    assert_eq!(bench.int("__sync_fetch_and_nand_4", &[place, int(-1)]), -2);
    assert_eq!(bench.int("__atomic_load_n", &[place, int(0)]), 1);
    assert_eq!(bench.int("__sync_bool_compare_and_swap", &[place, int(1), int(9)]), 1);
    assert_eq!(bench.int("__sync_val_compare_and_swap", &[place, int(1), int(7)]), 9);
    let expected = bench.variable(Type::INT, 4);
    bench.call("__atomic_store_n", &[expected, int(1), int(5)], Type::VOID).unwrap();
    let args = [place, expected, int(2), int(0), int(5), int(5)];
    assert_eq!(bench.int("__atomic_compare_exchange_n", &args), 0);
    assert_eq!(bench.bytes(expected, 4), [9, 0, 0, 0]);
    assert_eq!(bench.int("__atomic_compare_exchange_n", &args), 1);
    assert_eq!(bench.bytes(place, 4), [2, 0, 0, 0]);
}

fn check_real(name: &str, args: &[f64], expected: f64) {
    let mut bench = Bench::new();
    let doubles: Vec<Arg> = args.iter().map(|&value| double(value)).collect();
    let found = bench.call(name, &doubles, Type::DOUBLE).expect("defined")[0];
    assert_eq!(found, expected.to_bits(), "{name} {args:?} is {}", f64::from_bits(found));
    let extended = |value: f64| {
        let bits = F80::from_f64(value).to_bits();
        Arg { ty: Type::LDOUBLE, value: [bits as u64, (bits >> 64) as u64] }
    };
    let args: Vec<Arg> = args.iter().map(|&value| extended(value)).collect();
    if let Ok(words) = bench.call(&format!("{name}l"), &args, Type::LDOUBLE) {
        let found = F80::from_bits((words[1] as u128) << 64 | words[0] as u128);
        assert_eq!(found.to_f64().to_bits(), expected.to_bits(), "{name}l");
    }
}

#[test]
fn exact_functions_are_exact() {
    for value in [0.0, -0.0, 0.5, 1.5, 2.5, -0.5, -1.5, -2.7, 1e-300, 1e300, 4503599627370497.5, f64::INFINITY] {
        check_real("floor", &[value], value.floor());
        check_real("ceil", &[value], value.ceil());
        check_real("trunc", &[value], value.trunc());
        check_real("round", &[value], value.round());
        check_real("rint", &[value], value.round_ties_even());
        check_real("fabs", &[value], value.abs());
        for other in [3.0, -0.7, 1e-5, 1e10] {
            check_real("copysign", &[value, other], value.copysign(other));
            if value.is_finite() {
                check_real("fmod", &[value, other], value % other);
            }
        }
    }
    check_real("sqrt", &[2.25], 1.5);
    check_real("remainder", &[5.0, 3.0], -1.0);
    check_real("remainder", &[1.5, 1.0], -0.5);
    check_real("remainder", &[2.5, 1.0], 0.5);
    check_real("remainder", &[-7.0, 2.0], 1.0);
    check_real("fmin", &[f64::NAN, 1.0], 1.0);
    check_real("fmax", &[-1.0, 1.0], 1.0);
    check_real("fdim", &[3.0, 1.0], 2.0);
    check_real("fdim", &[1.0, 3.0], 0.0);
    check_real("pow", &[2.0, 10.0], 1024.0);
}

#[test]
fn parts_of_numbers_are_stored() {
    let mut bench = Bench::new();
    let exponent = bench.variable(Type::INT, 4);
    assert_eq!(bench.call("frexp", &[double(-6.0), exponent], Type::DOUBLE).unwrap()[0], (-0.75f64).to_bits());
    assert_eq!(bench.bytes(exponent, 4), [3, 0, 0, 0]);
    let whole = bench.variable(Type::DOUBLE, 8);
    assert_eq!(bench.call("modf", &[double(-2.5), whole], Type::DOUBLE).unwrap()[0], (-0.5f64).to_bits());
    assert_eq!(bench.bytes(whole, 8), (-2f64).to_le_bytes());
    assert_eq!(bench.call("ldexp", &[double(0.75), int(3)], Type::DOUBLE).unwrap()[0], 6f64.to_bits());
    assert_eq!(bench.call("ldexp", &[double(1.0), int(-2000)], Type::DOUBLE).unwrap()[0], 0);
    assert_eq!(bench.call("__builtin_powi", &[double(2.0), int(-2)], Type::DOUBLE).unwrap()[0], 0.25f64.to_bits());
    assert_eq!(bench.call("lrint", &[double(2.5)], Type::LONG).unwrap()[0], 2);
    assert_eq!(bench.call("lround", &[double(-2.5)], Type::LONG).unwrap()[0] as i64, -3);
}

#[test]
fn floating_values_are_classified() {
    let mut bench = Bench::new();
    let nan = f64::from_bits(bench.call("__builtin_inf", &[], Type::DOUBLE).unwrap()[0]) - f64::INFINITY;
    assert_eq!(bench.int("__builtin_isnan", &[double(nan)]), 1);
    assert_eq!(bench.int("__builtin_isinf", &[double(f64::NEG_INFINITY)]), 1);
    assert_eq!(bench.int("__builtin_isinf_sign", &[double(f64::NEG_INFINITY)]), -1);
    assert_eq!(bench.int("__builtin_isfinite", &[float(1.0)]), 1);
    assert_eq!(bench.int("__builtin_signbit", &[double(-0.0)]), 1);
    assert_eq!(bench.int("__builtin_isnormal", &[double(1e-310)]), 0);
    assert_eq!(bench.int("__builtin_isless", &[double(1.0), double(2.0)]), 1);
    assert_eq!(bench.int("__builtin_isunordered", &[double(nan), double(2.0)]), 1);
    let classes = [int(10), int(11), int(12), int(13), int(14), double(0.0)];
    assert_eq!(bench.int("__builtin_fpclassify", &classes), 14);
    let empty = bench.literal("");
    assert_eq!(bench.call("__builtin_nanf", &[empty], Type::FLOAT).unwrap()[0], 0x7fc00000);
    assert_eq!(bench.call("__builtin_nan", &[empty], Type::DOUBLE).unwrap()[0], 0x7ff8000000000000);
}

#[test]
fn characters_are_classified() {
    let mut bench = Bench::new();
    assert_eq!(bench.int("isalpha", &[int(b'a' as i32)]), 1024);
    assert_eq!(bench.int("isalpha", &[int(-1)]), 0);
    assert_eq!(bench.int("isdigit", &[int(b'7' as i32)]), 2048);
    assert_eq!(bench.int("toupper", &[int(b'a' as i32)]), b'A' as i64);
    let pointer = bench.pointer("__ctype_b_loc", &[]);
    let at = bench.memory.locate(pointer, 8).unwrap();
    let table = u64::from_le_bytes(bench.memory.read(at));
    let at = bench.memory.locate(table + 2 * b'a' as u64, 2).unwrap();
    assert_eq!(u16::from_le_bytes(bench.memory.read(at)) & 1024, 1024);
    assert!(bench.memory.locate(table - 2, 2).is_some() && bench.memory.locate(table - 4, 2).is_none());
}

#[test]
fn pointers_of_small_targets_are_stored_narrow() {
    let mut bench = Bench::on(Target::I386);
    let text = bench.literal("12x");
    let char_pointer = bench.program.types.pointer(Type::CHAR);
    let end = bench.variable(char_pointer, 4);
    assert_eq!(bench.call("strtol", &[text, end, int(10)], Type::LONG).unwrap()[0] as i64, 12);
    let stored = u32::from_le_bytes(bench.bytes(end, 4).try_into().unwrap());
    assert_eq!(bench.memory.widen(stored as u64), text.value[0] + 2);
    let set = bench.literal("x");
    let array = bench.array(b"axb\0");
    bench.pointer("strtok_r", &[array, set, end]);
    let null = bench.to(Type::CHAR, 0);
    assert_eq!(bench.pointer("strtok_r", &[null, set, end]), array.value[0] + 2);
}
