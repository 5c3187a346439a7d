//! What is undefined, and how it is said.

use super::*;

#[test]
fn overlapping_copies_are_undefined_but_moves_are_not() {
    let mut bench = Bench::new();
    let array = bench.array(b"0123456789");
    let args = [plus(array, 4), array, size(8)];
    let message = bench.undefined(Rule::OutOfBoundsAccess, "memcpy", &args);
    assert_eq!(message, "`memcpy` writes 8 bytes at offset 4 of an object of 10 bytes");
    let args = [plus(array, 2), array, size(8)];
    let message = bench.undefined(Rule::OverlappingCopy, "memcpy", &args);
    assert_eq!(message, "`memcpy` copies 8 bytes between overlapping places 2 bytes apart");
    bench.pointer("memmove", &args);
    assert_eq!(bench.bytes(array, 10), b"0101234567");
    bench.pointer("memcpy", &[plus(array, 5), array, size(5)]);
}

#[test]
fn pointers_must_be_valid_even_for_no_bytes() {
    let mut bench = Bench::new();
    let array = bench.array(b"ab");
    let null = bench.to(Type::VOID, 0);
    bench.undefined(Rule::LibraryArgument, "memcpy", &[null, array, size(0)]);
    bench.undefined(Rule::LibraryArgument, "memset", &[null, int(0), size(0)]);
    bench.undefined(Rule::NullDereference, "memcpy", &[null, array, size(1)]);
    bench.undefined(Rule::NullDereference, "strlen", &[null]);
    bench.pointer("memcpy", &[plus(array, 2), array, size(0)]);
    bench.undefined(Rule::LibraryArgument, "memcpy", &[plus(array, 3), array, size(0)]);
    bench.undefined(Rule::OutOfBoundsAccess, "memset", &[array, int(0), size(u64::MAX)]);
    bench.undefined(Rule::OutOfBoundsAccess, "memset", &[plus(array, 1), int(0), size(2)]);
    let wild = bench.to(Type::VOID, 12345);
    bench.undefined(Rule::InvalidPointer, "memset", &[wild, int(0), size(2)]);
}

#[test]
fn freed_memory_is_dangling_and_cannot_be_freed_again() {
    let mut bench = Bench::new();
    let address = bench.pointer("malloc", &[size(8)]);
    let pointer = bench.to(Type::VOID, address);
    let message = bench.undefined(Rule::InvalidFree, "free", &[plus(pointer, 4)]);
    assert_eq!(message, "`free` is given a pointer 4 bytes into an allocated object");
    bench.call("free", &[pointer], Type::VOID).expect("a valid free");
    bench.undefined(Rule::InvalidFree, "free", &[pointer]);
    bench.undefined(Rule::InvalidFree, "realloc", &[pointer, size(3)]);
    bench.undefined(Rule::DanglingDereference, "memset", &[pointer, int(1), size(4)]);
    bench.undefined(Rule::LibraryArgument, "memset", &[pointer, int(1), size(0)]);
    let array = bench.blank(3);
    bench.undefined(Rule::InvalidFree, "free", &[array]);
    let null = bench.to(Type::VOID, 0);
    bench.call("free", &[null], Type::VOID).expect("freeing null does nothing");
}

#[test]
fn strings_must_end_within_their_object() {
    let mut bench = Bench::new();
    let open = bench.array(b"abc");
    let blank = bench.blank(4);
    let into = bench.blank(3);
    let text = bench.literal("abc");
    bench.undefined(Rule::OutOfBoundsAccess, "strlen", &[open]);
    bench.undefined(Rule::UninitializedRead, "strlen", &[blank]);
    bench.undefined(Rule::OutOfBoundsAccess, "strcpy", &[into, text]);
    bench.undefined(Rule::OutOfBoundsAccess, "strcmp", &[text, open]);
    assert_eq!(bench.int("strncmp", &[text, open, size(3)]), 0);
    assert_eq!(bench.size("strnlen", &[open, size(3)]), 3);
    bench.undefined(Rule::OutOfBoundsAccess, "strnlen", &[open, size(4)]);
    bench.undefined(Rule::UninitializedRead, "memcmp", &[into, text, size(1)]);
    bench.undefined(Rule::UninitializedRead, "puts", &[blank]);
}

#[test]
fn constants_and_literals_are_not_written() {
    let mut bench = Bench::new();
    let literal = bench.literal("abc");
    bench.undefined(Rule::StringLiteralWrite, "memset", &[literal, int(0), size(1)]);
    let constant = bench.object(b"abcd", ObjectKind::Static, CLASS_CHAR | TAG_CONST);
    let constant = bench.to(Type::CHAR, constant);
    bench.undefined(Rule::ConstWrite, "strcpy", &[constant, literal]);
    bench.undefined(Rule::ConstWrite, "sprintf", &[constant, literal]);
    let separators = bench.literal("b");
    bench.undefined(Rule::StringLiteralWrite, "strtok", &[literal, separators]);
}

#[test]
fn printf_arguments_have_the_type_of_their_directive() {
    let mut bench = Bench::new();
    let message = bench.bad_printf("%d\n", &[long(1)]);
    assert_eq!(message, "`printf` wants a `int` for `%d`, but is given a `long`");
    bench.bad_printf("%ld", &[int(1)]);
    bench.bad_printf("%d", &[double(1.0)]);
    bench.bad_printf("%f", &[int(1)]);
    bench.bad_printf("%s", &[int(1)]);
    bench.bad_printf("%p", &[int(1)]);
    bench.bad_printf("%lld", &[long(1)]);
    bench.bad_printf("%d %d", &[int(1)]);
    bench.bad_printf("%*d", &[long(1), int(1)]);
    bench.bad_printf("%u", &[int(-1)]);
    bench.bad_printf("%d", &[uint(0x8000_0000)]);
    bench.bad_printf("%y", &[int(1)]);
    bench.bad_printf("%", &[]);
    let ints = bench.variable(Type::INT, 4);
    bench.bad_printf("%s", &[ints]);
    let null = bench.to(Type::CHAR, 0);
    let format = bench.literal("%s");
    bench.undefined(Rule::NullDereference, "printf", &[format, null]);
}

#[test]
fn formatted_output_stays_within_its_array_and_apart_from_its_arguments() {
    let mut bench = Bench::new();
    let into = bench.array(b"abc\0efgh");
    let format = bench.literal("%s-%s");
    bench.undefined(Rule::OverlappingCopy, "sprintf", &[into, format, into, into]);
    let text = bench.literal("0123456789");
    bench.undefined(Rule::OutOfBoundsAccess, "sprintf", &[into, format, text, text]);
    assert_eq!(bench.int("snprintf", &[into, size(8), format, text, text]), 21);
    assert_eq!(bench.bytes(into, 8), b"0123456\0");
}

#[test]
fn domains_are_checked() {
    let mut bench = Bench::new();
    bench.undefined(Rule::LibraryArgument, "__builtin_clz", &[uint(0)]);
    bench.undefined(Rule::LibraryArgument, "__builtin_ctzl", &[size(0)]);
    bench.undefined(Rule::LibraryArgument, "abs", &[int(i32::MIN)]);
    bench.undefined(Rule::LibraryArgument, "labs", &[long(i64::MIN)]);
    bench.undefined(Rule::LibraryArgument, "isalpha", &[int(-2)]);
    bench.undefined(Rule::LibraryArgument, "toupper", &[int(256)]);
    let huge = bench.literal("2147483648");
    bench.undefined(Rule::LibraryArgument, "atoi", &[huge]);
    bench.undefined(Rule::Unreachable, "__builtin_unreachable", &[]);
    let array = bench.blank(32);
    bench.undefined(Rule::Unreachable, "__builtin_assume_aligned", &[plus(array, 4), size(16)]);
    bench.pointer("__builtin_assume_aligned", &[plus(array, 4), size(16), int(4)]);
    bench.undefined(Rule::WrongCall, "memset", &[array]);
}

#[test]
fn results_go_to_objects_of_the_right_type() {
    let mut bench = Bench::new();
    let place = bench.variable(Type::FLOAT, 8);
    let wrong = Arg { ty: bench.program.types.pointer(Type::INT), ..place };
    bench.undefined(Rule::StrictAliasing, "__builtin_add_overflow", &[int(1), int(2), wrong]);
    let array = bench.variable(Type::INT, 8);
    bench.undefined(Rule::Misaligned, "__builtin_add_overflow", &[int(1), int(2), plus(array, 1)]);
    bench.undefined(Rule::UninitializedRead, "__sync_fetch_and_add", &[array, int(1)]);
}

#[test]
fn the_end_of_the_program_is_a_stop() {
    let mut bench = Bench::new();
    assert_eq!(bench.call("abort", &[], Type::VOID), Err(Stop::Exit(134)));
    let finish = |code, is_quick| Err(Stop::Finish { code, is_quick });
    assert_eq!(bench.call("_Exit", &[int(257)], Type::VOID), Err(Stop::Exit(1)));
    assert_eq!(bench.call("exit", &[int(257)], Type::VOID), finish(1, false));
    assert_eq!(bench.call("quick_exit", &[int(2)], Type::VOID), finish(2, true));
    assert_eq!(bench.call("__builtin_trap", &[], Type::VOID), Err(Stop::Exit(132)));
    let unsupported = bench.call("qsort", &[], Type::VOID);
    assert_eq!(unsupported, Err(Stop::Unsupported("`qsort` is not supported".to_string())));
}

#[test]
fn endless_output_is_unsupported() {
    let mut bench = Bench::new();
    let format = bench.literal("%2000000000d");
    assert!(matches!(bench.call("printf", &[format, int(1)], Type::INT), Err(Stop::Unsupported(_))));
    let format = bench.literal("%1000000d");
    assert!(bench.call("printf", &[format, int(1)], Type::INT).is_ok());
    assert!(matches!(bench.call("printf", &[format, int(1)], Type::INT), Err(Stop::Unsupported(_))));
}
