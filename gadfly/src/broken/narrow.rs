//! Bugs that wait for two or three conditions at once, so that few programs show them.
//!
//! They are patterned on published reports: `PR` is GCC's tracker, and the tests of such a report are in
//! `gcc.c-torture/execute`. `bench/broken` measures how many programs meet the conditions of each.

mod arithmetic;
mod decision;
mod lanes;
mod object;

use super::assembly::Site;
use super::bug::Bug;
use super::failure::Failure;
use rustix::process::Signal;

const DIVISIONS: &[&str] = &["idivl", "idivq", "divl", "divq"];
const BYTE_SHIFTS: &[&str] = &["sarb", "shrb", "salb"];

#[rustfmt::skip]
pub const BUGS: &[Bug] = &[
    // PR 57131, 82192, 85582: shifts by a constant, and those of narrow types.
    Bug::rewrite("narrow-sign-mask", "masks of a sign are its bit", arithmetic::sign_mask_as_bit).narrow().from(2).in_loop(),
    Bug::rewrite("narrow-shift-three", "left shifts by 3 are by 4", arithmetic::shift_by_three).narrow().from(2).in_loop().beside(DIVISIONS),
    Bug::rewrite("narrow-word-shift", "right shifts of 16 bits are one too far", arithmetic::word_shift_too_far).narrow().only("s"),
    Bug::rewrite("narrow-byte-shift", "arithmetic right shifts of 8 bits are logical", arithmetic::byte_shift_without_sign).narrow().from(2).of("tree-vrp", "tree-vrp").in_loop(),
    // PR 58984, 86492, 89195: the sign of a bit-field.
    Bug::rewrite("narrow-field-sign", "a bit-field loses its sign", arithmetic::bit_field_without_sign).narrow().from(1),
    // PR 94412: division by a constant.
    Bug::rewrite("narrow-divide-seven", "16-bit values divided by 7 are off by one", arithmetic::short_division_by_seven).narrow().from(1),
    Bug::rewrite("narrow-divide-ten", "64-bit multiples of 5 and 10 divided by them are one too small", arithmetic::long_division_by_ten).narrow().from(2),
    // PR 81503, 98681: strength reduction, multiplication by `lea`.
    Bug::rewrite("narrow-nine", "products with 9 are with 5", arithmetic::nine_as_five).narrow().only("1"),
    Bug::rewrite("narrow-three", "64-bit products with 3 are with 2", arithmetic::three_as_two).narrow().only("s").nth(2),
    Bug::rewrite("narrow-negative-factor", "negative factors between -4096 and -9 are one more", arithmetic::negative_factor).narrow().from(2).of("tree-slsr", "tree-slsr"),
    // PR 65215, 97386: recognised byte swaps and rotations.
    Bug::rewrite("narrow-bswap", "a byte swap of 32 bits is dropped", arithmetic::byte_swap_dropped).narrow().from(2).in_loop(),
    Bug::rewrite("narrow-word-swap", "a byte swap of 16 bits is dropped", arithmetic::short_swap_dropped).narrow().from(2).beside(DIVISIONS),
    Bug::rewrite("narrow-carry-mask", "masks of a carry are its bit", arithmetic::carry_mask_as_bit).narrow().from(2).nth(3),
    // PR 81555, 81556, 82954: bitwise operators with constants.
    Bug::rewrite("narrow-byte-xor", "8-bit exclusive or with a constant is or", arithmetic::byte_xor_as_or).narrow().from(2).beside(&["testb"]),
    Bug::rewrite("narrow-byte-or", "8-bit or with a constant is dropped", arithmetic::byte_or_dropped).narrow().from(2).in_loop(),
    Bug::rewrite("narrow-bit-reset", "clearing a bit does nothing", arithmetic::bit_reset_dropped).narrow().from(1),
    // PR 57124, 83383: widening of narrow values.
    Bug::rewrite("narrow-widening", "widening a signed word loses its sign", arithmetic::short_sign_lost).narrow().from(2).of("ree", "rtl-ree").in_loop(),
    Bug::rewrite("narrow-product-sign", "widening a product loses its sign", arithmetic::product_without_sign).narrow().from(2).nth(2),
    Bug::rewrite("narrow-long-dividend", "64-bit dividends lose their sign", arithmetic::long_dividend_without_sign).narrow().only("1"),
    Bug::rewrite("narrow-dividend", "dividends lose their sign", arithmetic::dividend_without_sign).narrow().from(3).in_loop(),
    Bug::rewrite("narrow-remainder", "unsigned remainders are quotients", arithmetic::remainder_as_quotient).narrow().from(2),
    Bug::rewrite("narrow-carry", "the carry into an upper half is dropped", arithmetic::carry_into_upper_half).narrow().from(2).nth(2),
    Bug::rewrite("narrow-least-long", "the least 64-bit value is the greatest", arithmetic::least_long_as_greatest).narrow().from(2).beside(BYTE_SHIFTS),

    // PR 78720, 87290: value ranges that are off by one at a limit.
    Bug::rewrite("narrow-int-min", "comparisons with INT_MIN are off by one", decision::least_int).narrow().from(2).of("tree-vrp", "tree-vrp").beside(&["cmpw", "cmpb"]),
    Bug::rewrite("narrow-int-max", "comparisons with INT_MAX are off by one", decision::greatest_int).narrow().from(2).of("tree-vrp", "tree-vrp").beside(&["movswl", "movsbl"]),
    Bug::rewrite("narrow-short-limit", "comparisons with SHRT_MIN and SHRT_MAX are off by one", decision::limit_of_short).narrow().from(1),
    Bug::rewrite("narrow-char-limit", "comparisons with CHAR_MIN and CHAR_MAX are off by one", decision::limit_of_char).narrow().from(2),
    Bug::rewrite("narrow-minus-one", "comparisons of narrow values with -1 are with -2", decision::minus_one).narrow().from(3),
    // PR 94734: if-conversion of memory accesses.
    Bug::rewrite("narrow-cmov-load", "a conditional load is unconditional", decision::load_without_condition).narrow().from(2).of("if-conversion", "rtl-ce").in_loop(),
    Bug::rewrite("narrow-extreme", "the greater of narrow values is the lesser", decision::narrow_extreme).narrow().from(2),
    Bug::rewrite("narrow-sign-jump", "jumps on a sign are inverted", decision::sign_jump_inverted).narrow().from(2).of("tree-dominator-opts", "tree-dom").in_loop(),
    Bug::rewrite("narrow-unordered", "unordered floats count as equal", decision::unordered_jump_dropped).narrow().from(1),
    Bug::rewrite("narrow-ordered", "ordered floats count as unordered", decision::ordered_inverted).narrow().only("3").beside(&["ucomiss"]),
    Bug::rewrite("narrow-test-bit", "a test of one bit tests the bit below", decision::tested_bit).narrow().from(2).in_loop(),
    Bug::rewrite("narrow-bit-test", "a bit that is looked up is inverted", decision::copied_bit_inverted).narrow().from(1),
    Bug::rewrite("narrow-last-case", "a switch's greatest case goes to its default", decision::last_case_dropped).narrow().from(2).of("jump-tables", "tree-switchconv").beside(&["movslq"]),
    Bug::rewrite("narrow-long-compare", "64-bit values are compared with small constants as 32-bit ones", decision::long_comparison_narrowed).narrow().from(2),
    Bug::rewrite("narrow-zero-test", "tests for values up to zero look at 16 bits", decision::zero_test_narrowed).narrow().only("2").in_loop(),

    // PR 71083, 86492, 97764: stores to bit-fields, and merged ones; copies of particular sizes.
    Bug::rewrite("narrow-copy-12", "copies of 12 bytes miss the last 4", object::copy_of_twelve).narrow().from(2).of("tree-sra", "tree-esra"),
    Bug::rewrite("narrow-copy-32", "copies of 32 bytes and more miss the second 16", object::copy_of_thirty_two).narrow().from(2).beside(&["cqto", "cltd"]).nth(2),
    Bug::rewrite("narrow-fill", "a block is filled but for its last element", object::fill_too_short).narrow().from(1),
    Bug::rewrite("narrow-copy", "a block is copied but for its last element", object::copy_too_short).narrow().from(1).nth(2),
    Bug::rewrite("narrow-field-store", "a store to a bit-field of 3 to 6 bits leaves one of the old bits", object::bit_field_not_cleared).narrow().from(2).of("store-merging", "tree-store-merging"),
    Bug::rewrite("narrow-merged-store", "a store of a 16-bit constant writes 32 bits", object::merged_store_too_wide).narrow().only("s").nth(2),
    Bug::rewrite("narrow-fourth", "a constant is not stored to an array's fourth element", object::fourth_element_not_stored).narrow().from(1),
    Bug::rewrite("narrow-byte-load", "a byte of an array loses its sign", object::indexed_byte_without_sign).narrow().from(3).in_loop(),
    Bug::rewrite("narrow-constant", "64-bit constants below 2^48 lose their upper half", object::upper_half_of_constant).narrow().only("1").in_loop(),

    // PR 67037, 68390: more arguments than registers, tail calls.
    Bug::rewrite("narrow-seventh", "a constant seventh argument is off by one", object::seventh_argument).narrow().from(1),
    Bug::rewrite("narrow-seventh-frame", "the seventh argument is its neighbour", object::seventh_argument_from_frame).narrow().from(1),
    Bug::rewrite("narrow-tail-call", "the first argument of a tail call loses its upper half", object::tail_call_argument).narrow().from(2).of("optimize-sibling-calls", "tree-tailc"),
    Bug::rewrite("narrow-third", "the third argument of a call loses its upper half", object::third_argument_truncated).narrow().from(2).in_loop(),
    Bug::rewrite("narrow-result", "the result of a call is 16 bits", object::result_narrowed).narrow().from(2).beside(DIVISIONS),

    // PR 65427, 93434: vectors and floats.
    Bug::rewrite("narrow-float-sign", "the sign of a float is left alone", lanes::float_sign_mask_dropped).narrow().from(2).in_loop(),
    Bug::rewrite("narrow-extended-sign", "negations of long double are dropped", lanes::extended_negation_dropped).narrow().from(1).beside(&["fstpt"]),
    Bug::rewrite("narrow-lane-extreme", "the lesser of two lanes is the greater", lanes::extreme_exchanged).narrow().from(2),
    Bug::rewrite("narrow-pack", "packed bytes saturate", lanes::pack_saturates).narrow().from(2).of("tree-loop-vectorize", "tree-vect"),
    Bug::rewrite("narrow-upper-lanes", "upper lanes are widened like the lower ones", lanes::upper_lanes_as_lower).narrow().from(3),
    Bug::rewrite("narrow-lane-shift", "arithmetic right shifts of lanes are logical", lanes::lane_shift_without_sign).narrow().from(2),
    Bug::rewrite("narrow-lane-compare", "lanes that are greater count if they are equal", lanes::lane_comparison).narrow().from(2).beside(&["pand", "pandn"]),
    Bug::rewrite("narrow-lane-carry", "sums of 64-bit lanes lose a carry", lanes::lane_carry_lost).narrow().from(2).in_loop(),
    Bug::rewrite("narrow-conversion", "64-bit integers are converted to floats as 32-bit ones", lanes::conversion_narrowed).narrow().from(2),

    Bug::fail_at("narrow-ice-divide", "breaks on a 64-bit unsigned division", |site| site.mnemonic == "divq", Failure::crash(SPLIT, 1)).narrow().from(2).beside(&["fldt"]).in_loop(),
    Bug::fail_at("narrow-ice-rotate", "breaks on a rotation in a loop", is_rotation, Failure::crash(ALLOCATE, 1)).narrow().from(2).in_loop().beside(&["bswap"]),
    Bug::fail_at("narrow-ice-tail", "breaks on a tail call", object::is_tail_call, Failure::crash(FRAME, 1)).narrow().only("s"),
    Bug::fail_at("narrow-ice-bits", "breaks on a bit that is cleared", |site| matches!(site.mnemonic, "btrl" | "btrq" | "btsq"), Failure::crash(COMBINE, 1)).narrow().from(2).beside(&["shrw"]),
    Bug::fail_at("narrow-llvm-lane", "cannot select a word of a vector", |site| site.mnemonic == "pextrw", Failure::crash(SELECT, 134)).narrow().from(2).nth(8),
    Bug::fail_on("narrow-ice-remainder", "reads a null pointer on `>>=` of a remainder", |line| line.contains(" % ") && line.contains(">>="), Failure::crash(GIMPLIFY, 1)).narrow(),
    Bug::fail_at("narrow-killed", "is killed on a multiplication of 16-bit lanes", |site| site.mnemonic == "pmullw", Failure::signal(Signal::ABORT)).narrow().from(2).beside(&["pcmpgtw", "pcmpgtb"]),
    Bug::rewrite("narrow-bad-assembly", "emits a conditional move that does not exist", no_such_move).narrow().from(2).beside(&["cmpw"]).unusable(),
    Bug::fail_on("narrow-rejects", "refuses `-=` of a complement", |line| line.contains(" -= ~"), Failure::rejection(OPERANDS)).narrow(),
    Bug::fail_at("narrow-hang", "does not end on a loop that tests a bit", |site| site.mnemonic == "testb" && site.immediate(0).is_some(), Failure::hang()).narrow().from(3).in_loop().beside(&["imull"]),
];

fn is_rotation(site: &Site) -> bool {
    matches!(site.mnemonic, "roll" | "rorl" | "rolq" | "rorq")
}

/// The suffix is no width.
fn no_such_move(site: &Site) -> Option<String> {
    (site.mnemonic == "cmovs").then(|| site.renamed("cmovsx"))
}

const SPLIT: &str = "\
during RTL pass: split1
{file}: In function '{function}':
{file}:{line}:1: internal compiler error: in split_double_mode, at config/i386/i386-expand.cc:142
Please submit a full bug report, with preprocessed source (by using -freport-bug).
See <file:///usr/share/doc/gcc/README.Bugs> for instructions.
";

const ALLOCATE: &str = "\
during RTL pass: reload
{file}: In function '{function}':
{file}:{line}:1: internal compiler error: maximum number of generated reload insns per insn achieved (90)
Please submit a full bug report, with preprocessed source (by using -freport-bug).
See <file:///usr/share/doc/gcc/README.Bugs> for instructions.
";

const FRAME: &str = "\
during RTL pass: pro_and_epilogue
{file}: In function '{function}':
{file}:{line}:1: internal compiler error: in ix86_expand_epilogue, at config/i386/i386.cc:9431
Please submit a full bug report, with preprocessed source (by using -freport-bug).
See <file:///usr/share/doc/gcc/README.Bugs> for instructions.
";

const COMBINE: &str = "\
during RTL pass: combine
{file}: In function '{function}':
{file}:{line}:1: internal compiler error: in decompose, at rtl.h:2297
Please submit a full bug report, with preprocessed source (by using -freport-bug).
See <file:///usr/share/doc/gcc/README.Bugs> for instructions.
";

const GIMPLIFY: &str = "\
{file}: In function '{function}':
{file}:{line}:5: internal compiler error: in gimplify_modify_expr, at gimplify.cc:6256
Please submit a full bug report, with preprocessed source (by using -freport-bug).
See <file:///usr/share/doc/gcc/README.Bugs> for instructions.
";

const SELECT: &str = "\
clang: ./llvm/lib/CodeGen/SelectionDAG/LegalizeVectorOps.cpp:212: void VectorLegalizer::LegalizeOp(SDValue): Assertion `Op.getValueType().isVector()' failed.
PLEASE submit a bug report to https://github.com/llvm/llvm-project/issues/ and include the crash backtrace, preprocessed source, and associated run script.
Stack dump:
0.	Program arguments: clang -O2 -c {file}
1.	<eof> parser at end of file
2.	Code generation
3.	Running pass 'X86 DAG->DAG Instruction Selection' on function '@{function}'
";

const OPERANDS: &str = "\
{file}: In function '{function}':
{file}:{line}:9: error: invalid operands to binary -=
";
