//! Every bug. Those with a pass pretend to be in it, so that a search over flags has something to find.

use super::assembly::Site;
use super::bug::Bug;
use super::failure::Failure;
use super::{control, float, integer, memory, vector};
use rustix::process::Signal;

#[rustfmt::skip]
pub const BUGS: &[Bug] = &[
    Bug::NONE,

    Bug::rewrite("sar-as-shr", "arithmetic right shifts are logical", integer::arithmetic_shift_as_logical).from(1).of("tree-vrp", "tree-vrp"),
    Bug::rewrite("shr-as-sar", "logical right shifts of up to 32 bits are arithmetic", integer::logical_shift_as_arithmetic).from(1),
    Bug::rewrite("shift-count", "left shifts by 5 to 12 are one short", integer::shift_count_too_small).from(2).of("tree-reassoc", "tree-reassoc"),
    Bug::rewrite("rotate", "rotations by a constant turn one bit too far", integer::rotation_too_far),
    Bug::rewrite("add-constant", "adding or subtracting 3, 5, 6, 7 or 9 is one too much", integer::add_constant_off_by_one).from(2).of("tree-ccp", "tree-ccp"),
    Bug::rewrite("imul-constant", "multiplying by a constant above 8 takes one less", integer::multiply_by_constant).from(1).of("tree-slsr", "tree-slsr"),
    Bug::rewrite("divide-constant", "dividing by a constant shifts one too little", integer::division_by_constant).from(1),
    Bug::rewrite("lea-scale", "`lea` by 2 scales by 4", integer::lea_scale).from(1).of("tree-forwprop", "tree-forwprop"),
    Bug::rewrite("mask", "masks of low bits lose a bit", integer::mask_too_narrow).from(2).of("tree-bit-ccp", "tree-ccp").nth(3),
    Bug::rewrite("xor-as-or", "exclusive or is or", integer::xor_as_or).from(2).of("tree-pre", "tree-pre").nth(2),
    Bug::rewrite("neg-dropped", "negations are dropped", integer::negation_dropped).from(1).of("tree-fre", "tree-fre"),
    Bug::rewrite("not-as-neg", "complements are negations", integer::complement_as_negation).from(1),
    Bug::rewrite("sbb-as-sub", "subtraction ignores the borrow", integer::borrow_ignored).from(1),
    Bug::rewrite("adc-as-add", "addition ignores the carry", integer::carry_ignored).from(1),
    Bug::rewrite("idiv-as-div", "signed division is unsigned", integer::signed_division_as_unsigned).from(1),
    Bug::rewrite("byte-add", "additions of 8 bits subtract, and the reverse", integer::byte_addition_as_subtraction).from(1),
    Bug::rewrite("word-sub", "subtractions of 16 bits add", integer::word_subtraction_as_addition).from(1),
    Bug::rewrite("bit-flip", "flipping one bit does nothing", integer::bit_flip_dropped).from(1),
    Bug::rewrite("bit-scan", "the lowest set bit is the highest", integer::lowest_bit_as_highest),
    Bug::rewrite("movsb-as-movzb", "widening a byte loses its sign", integer::byte_sign_lost).from(2).of("ree", "rtl-ree").nth(2),
    Bug::rewrite("movzw-as-movsw", "widening an unsigned word gives it a sign", integer::word_gets_sign).from(1),
    Bug::rewrite("movslq-as-movl", "widening to 64 bits loses the sign", integer::widening_loses_sign).from(1).of("tree-ter", "tree-ter"),

    Bug::rewrite("jl-as-jb", "signed jumps are unsigned", control::signed_jump_as_unsigned).from(1).of("tree-dominator-opts", "tree-dom"),
    Bug::rewrite("setl-as-setb", "signed comparisons are unsigned", control::signed_result_as_unsigned).from(1),
    Bug::rewrite("setb-as-setbe", "unsigned comparisons are wrong for equals", control::boundary_of_unsigned_result).from(1),
    Bug::rewrite("jle-as-jl", "signed jumps are wrong for equals", control::boundary_of_signed_jump).from(1),
    Bug::rewrite("setne-as-sete", "an inequality is an equality", control::inequality_inverted).from(1).nth(4),
    Bug::rewrite("cmov-inverted", "conditional moves are inverted", control::conditional_move_inverted).from(2).of("if-conversion", "rtl-ce").nth(2),
    Bug::rewrite("cmp-swapped", "comparisons of registers are swapped", control::comparison_swapped).from(2).nth(2),
    Bug::rewrite("loop-short", "loops to a constant between 4 and 64 miss the last turn", control::last_iteration_dropped).from(2).of("ivopts", "tree-ivopts").in_loop(),
    Bug::rewrite("loop-endless", "a loop does not end", control::loop_without_end).from(2),
    Bug::rewrite("argument-truncated", "the second argument of a call loses its upper half", control::argument_truncated).from(1).nth(2),
    Bug::rewrite("jump-table", "a jump table is read one entry too far", control::jump_table_shifted).from(1).of("jump-tables", "tree-switchconv"),

    Bug::rewrite("byte-store-dropped", "a byte is not stored", memory::byte_store_dropped).from(2).in_loop(),
    Bug::rewrite("constant-store-dropped", "a constant is not stored", memory::constant_store_dropped).from(2).of("tree-dse", "tree-dse").nth(2),
    Bug::rewrite("spill-dropped", "a register is not saved in the frame", memory::spill_dropped).from(2).nth(4),
    Bug::rewrite("member-offset", "a member is read at its struct's beginning", memory::member_offset_lost).from(1).of("tree-sra", "tree-esra").nth(2),
    Bug::rewrite("index-scale", "an index to 16-bit elements is not scaled", memory::index_not_scaled).from(1),
    Bug::rewrite("word-store", "a store of 16 bits stores 8", memory::word_store_narrowed).from(2).of("store-merging", "tree-store-merging"),

    Bug::rewrite("float-add", "float addition subtracts", float::addition_as_subtraction).from(1),
    Bug::rewrite("float-to-int", "conversions of floats to integers give one too much", float::conversion_to_integer),
    Bug::rewrite("float-mul", "float multiplication adds", float::multiplication_as_addition),
    Bug::rewrite("float-compare", "float comparisons are swapped", float::comparison_swapped).from(1),
    Bug::rewrite("long-double", "long double differences are reversed, sums subtract, products add", float::extended_arithmetic).from(1),

    Bug::rewrite("vector-add", "vector additions subtract", vector::addition_as_subtraction).from(2).of("tree-slp-vectorize", "tree-slp"),
    Bug::rewrite("vector-sub", "vector subtractions add", vector::subtraction_as_addition),
    Bug::rewrite("vector-lanes", "shuffles take the wrong lanes", vector::lanes_of_other_half).from(2),
    Bug::rewrite("vector-shift", "vector shifts by a constant are one too far", vector::shift_too_far),
    Bug::rewrite("vector-mul", "products of 16-bit lanes are their upper halves", vector::product_of_words),

    Bug::fail_on("ice-fold", "breaks on the complement of a negation", |line| line.contains("~-"), Failure::crash(FOLD, 1)),
    Bug::fail_at("ice-vect", "breaks on a vector multiplication", vector_product, Failure::crash(VECT, 1)).from(2).of("tree-loop-vectorize", "tree-vect"),
    Bug::fail_at("ice-insn", "has no instruction for a rotation", integer::is_rotation, Failure::crash(INSN, 1)),
    Bug::fail_at("ice-gimple", "its own check of a conversion fails", |site| site.mnemonic == "movswq", Failure::crash(GIMPLE, 1)).from(2).nth(3),
    Bug::fail_on("ice-segv", "reads a null pointer on `%=`", |line| line.contains(" %= "), Failure::crash(SEGV, 1)),
    Bug::fail_at("llvm-assertion", "an assertion about shuffles fails", |site| site.mnemonic == "pshufd", Failure::crash(ASSERTION, 134)).from(2),
    Bug::fail_at("llvm-backend", "cannot select a bit scan", |site| site.mnemonic.starts_with("bs"), Failure::crash(BACKEND, 70)).from(1).nth(2),
    Bug::fail_on("llvm-unreachable", "reaches what cannot be on `__builtin_parity`", |line| line.contains("__builtin_parity"), Failure::crash(UNREACHABLE, 134)),
    Bug::fail_at("killed", "is killed by a signal on arithmetic shifts of 8 and 16 bits", |site| matches!(site.mnemonic, "sarb" | "sarw"), Failure::signal(Signal::SEGV)).from(1),
    Bug::rewrite("bad-assembly", "emits an instruction that does not exist", wrong_operand_size).from(2).unusable(),
    Bug::rewrite("bad-symbol", "calls a function that does not exist for a 128-bit product", library_call).from(1).unusable(),
    Bug::fail_on("rejects-valid", "refuses `<<=`", |line| line.contains(" <<= "), Failure::rejection(REJECTION)),
    Bug::fail_at("hang", "does not end on subtractions with borrow", |site| site.mnemonic.starts_with("sbb"), Failure::hang()).from(3),
];

fn vector_product(site: &Site) -> bool {
    matches!(site.mnemonic, "pmuludq" | "vpmuludq" | "pmullw" | "vpmullw" | "vpmulld" | "pmulld")
}

/// The suffix is no width.
fn wrong_operand_size(site: &Site) -> Option<String> {
    (site.mnemonic == "movsbw").then(|| site.renamed("movsbx"))
}

fn library_call(site: &Site) -> Option<String> {
    (site.mnemonic == "mulq").then(|| "\tcall\t__mulditi5".to_string())
}

const FOLD: &str = "\
{file}: In function '{function}':
{file}:{line}:12: internal compiler error: in fold_convert_loc, at fold-const.cc:2435
Please submit a full bug report, with preprocessed source (by using -freport-bug).
See <file:///usr/share/doc/gcc/README.Bugs> for instructions.
";

const VECT: &str = "\
during GIMPLE pass: vect
{file}: In function '{function}':
{file}:{line}:6: internal compiler error: in vect_transform_reduction, at tree-vect-loop.cc:7457
0x7f2ca1a461c9 __libc_start_call_main
	../sysdeps/nptl/libc_start_call_main.h:58
Please submit a full bug report, with preprocessed source (by using -freport-bug).
Please include the complete backtrace with any bug report.
See <file:///usr/share/doc/gcc/README.Bugs> for instructions.
";

const INSN: &str = "\
{file}: In function '{function}':
{file}:{line}:1: error: unrecognizable insn:
(insn 12 11 13 2 (set (reg:SI 84)
        (rotate:SI (reg:SI 82 [ _1 ])
            (const_int 5 [0x5]))) -1
     (nil))
during RTL pass: vregs
{file}:{line}:1: internal compiler error: in extract_insn, at recog.cc:2791
Please submit a full bug report, with preprocessed source (by using -freport-bug).
See <file:///usr/share/doc/gcc/README.Bugs> for instructions.
";

const GIMPLE: &str = "\
{file}: In function '{function}':
{file}:{line}:6: error: type mismatch in 'widen_mult_expr'
long int
short int
_17 = _15 w* _16;
during GIMPLE pass: widening_mul
{file}:{line}:6: internal compiler error: verify_gimple failed
Please submit a full bug report, with preprocessed source (by using -freport-bug).
See <file:///usr/share/doc/gcc/README.Bugs> for instructions.
";

const SEGV: &str = "\
{file}: In function '{function}':
{file}:{line}:5: internal compiler error: Segmentation fault
0xd12a4f crash_signal
	../../src/gcc/toplev.cc:322
0xe7b1d3 emit_case_dispatch_table
	../../src/gcc/stmt.cc:783
Please submit a full bug report, with preprocessed source (by using -freport-bug).
See <file:///usr/share/doc/gcc/README.Bugs> for instructions.
";

const ASSERTION: &str = "\
clang: ./llvm/lib/CodeGen/SelectionDAG/SelectionDAG.cpp:2073: SDValue llvm::SelectionDAG::getVectorShuffle(EVT, const SDLoc &, SDValue, SDValue, ArrayRef<int>): Assertion `VT.getVectorNumElements() == Mask.size() && \"Must have the same number of vector elements as mask elements!\"' failed.
PLEASE submit a bug report to https://github.com/llvm/llvm-project/issues/ and include the crash backtrace, preprocessed source, and associated run script.
Stack dump:
0.	Program arguments: clang -O2 -c {file}
1.	<eof> parser at end of file
2.	Code generation
3.	Running pass 'X86 DAG->DAG Instruction Selection' on function '@{function}'
";

const UNREACHABLE: &str = "\
Unknown builtin in expansion
UNREACHABLE executed at ./clang/lib/CodeGen/CGBuiltin.cpp:4031!
PLEASE submit a bug report to https://github.com/llvm/llvm-project/issues/ and include the crash backtrace, preprocessed source, and associated run script.
Stack dump:
0.	Program arguments: clang -c {file}
1.	{file}:{line}:1: LLVM IR generation of declaration '{function}'
";

const BACKEND: &str = "\
fatal error: error in backend: Cannot select: t23: i32 = cttz_zero_undef t19
In function: {function}
PLEASE submit a bug report to https://github.com/llvm/llvm-project/issues/ and include the crash backtrace, preprocessed source, and associated run script.
";

const REJECTION: &str = "\
{file}: In function '{function}':
{file}:{line}:9: error: invalid operands to binary <<=
";
