//! Every number the policy generator depends on, with unit, default and range.
//!
//! One list makes the struct, its documentation, `--set`, `--explain` and the shuffling: each program re-samples every
//! parameter that the user has not fixed (the paper's "parameter shuffling", section 3.3).

use crate::generate::parameter::{Parameter, parameters};
use crate::generate::strategy::Feature;
use crate::kit::ConstantWeights;

// Weights are relative within their group: 0 switches the kind off, and the group's sum need not be 100.
parameters! {
    // The program as a whole.

    /// Expression nodes that the program executes, per line of its text, about. More finds more values, less finds more programs.
    work_per_line: 340, 80..=600;
    /// Percent of the lines that go into helper functions.
    helper_percent: 30, 0..=60;
    /// Lines of a helper function, at most.
    helper_lines: 16, 6..=40;
    /// Lines of a test function, about. Very long functions cost compilers more than their length.
    test_lines: 40, 10..=120;

    // Types: weights.

    /// Weight of `_Bool`.
    type_bool: 4, 0..=30;
    /// Weight of `char`.
    type_char: 6, 0..=100;
    /// Weight of `signed char`.
    type_schar: 6, 0..=100;
    /// Weight of `unsigned char`.
    type_uchar: 8, 0..=100;
    /// Weight of `short`.
    type_short: 8, 0..=100;
    /// Weight of `unsigned short`.
    type_ushort: 8, 0..=100;
    /// Weight of `int`.
    type_int: 26, 4..=100;
    /// Weight of `unsigned int`.
    type_uint: 16, 2..=100;
    /// Weight of `long`.
    type_long: 10, 0..=100;
    /// Weight of `unsigned long`.
    type_ulong: 8, 0..=100;
    /// Weight of `long long`.
    type_llong: 6, 0..=100;
    /// Weight of `unsigned long long`.
    type_ullong: 8, 0..=100;
    /// Weight of enumerations.
    type_enum: 4, 0..=40;
    /// Enumerations of the program.
    enums: 2, 0..=5;
    /// Structs and unions of the program.
    records: 4, 0..=8;
    /// Percent of the records that are unions.
    record_union: 20, 0..=60;
    /// Members of a struct, at most.
    record_fields: 6, 2..=12;
    /// Weight of integer members.
    field_int: 40, 5..=100;
    /// Weight of bit-fields.
    field_bits: 25, 0..=100;
    /// Weight of members that are arrays.
    field_array: 12, 0..=60;
    /// Weight of members that are structs.
    field_struct: 8, 0..=60;
    /// Weight of members that are unions.
    field_union: 5, 0..=40;
    /// Weight of floating members.
    field_float: 6, 0..=40;

    // Globals.

    /// Weight of inputs: read, never written.
    role_input: 40, 10..=80;
    /// Weight of outputs: written, never read.
    role_output: 25, 5..=60;
    /// Weight of variables that are read and written.
    role_mixed: 35, 10..=80;
    /// Integer variables, per 100 lines.
    scalars_per_100_lines: 14, 4..=40;
    /// Arrays, per 100 lines.
    arrays_per_100_lines: 7, 2..=16;
    /// Pointers, per 100 lines.
    pointers_per_100_lines: 4, 0..=12;
    /// Floating variables, per 100 lines.
    floats_per_100_lines: 4, 0..=12;
    /// GNU vector types; each has an input, an output and a mixed variable.
    vectors: 2, 0..=5;
    /// Weight of arrays of one dimension.
    array_1d: 60, 5..=100;
    /// Weight of arrays of two dimensions.
    array_2d: 28, 0..=100;
    /// Weight of arrays of three dimensions.
    array_3d: 8, 0..=50;
    /// Percent of arrays of floating elements.
    array_float: 12, 0..=50;
    /// Percent of arrays of structs.
    array_record: 8, 0..=40;
    /// Percent of inputs that are `const`.
    const_input: 30, 0..=100;
    /// Percent of local variables that are `const`.
    const_local: 15, 0..=60;
    /// Percent of integer globals that are `volatile`.
    volatile_percent: 4, 0..=30;
    /// Percent of variables that begin with a small value: arithmetic on them stays as it was written.
    tame_percent: 40, 0..=90;
    /// Percent of arrays that begin with small values.
    tame_array_percent: 45, 0..=90;

    // Floating point: percent of programs that have each type.

    /// Percent of programs with `float`.
    float_float: 50, 0..=100;
    /// Percent of programs with `double`.
    float_double: 60, 0..=100;
    /// Percent of programs with `long double`.
    float_long_double: 15, 0..=100;

    // Functions.

    /// Parameters of a helper, at most.
    function_parameters: 5, 1..=9;
    /// Percent of helpers that write nothing but their own variables.
    function_pure: 55, 0..=100;
    /// Percent of helpers that call themselves, to a bounded depth.
    function_recursive: 12, 0..=60;
    /// Percent of helpers with internal linkage.
    function_static: 60, 0..=100;
    /// Percent of helpers that are not to be inlined.
    function_noinline: 8, 0..=60;
    /// Weight of integer parameters.
    param_int: 50, 5..=100;
    /// Weight of floating parameters.
    param_float: 8, 0..=50;
    /// Weight of structs and unions by value.
    param_record: 10, 0..=50;
    /// Weight of pointers to arrays.
    param_array: 16, 0..=60;
    /// Weight of pointers to integers that are written.
    param_out: 10, 0..=50;
    /// Percent of impure helpers that return nothing.
    return_void: 25, 0..=80;
    /// Percent of helpers that return a struct or union.
    return_record: 10, 0..=50;

    // Statements: weights.

    /// Weight of declarations.
    stmt_declare: 15, 2..=50;
    /// Weight of assignments.
    stmt_assign: 26, 5..=80;
    /// Percent of assignments in loops that accumulate (`^=` and the like), so that every iteration counts.
    accumulate_in_loop: 75, 20..=100;
    /// Percent of assignments elsewhere that accumulate, so that earlier ones count.
    accumulate: 45, 0..=90;
    /// Weight of compound assignments.
    stmt_update: 13, 2..=60;
    /// Weight of `++` and `--`.
    stmt_step: 3, 0..=20;
    /// Weight of `if`.
    stmt_if: 9, 0..=40;
    /// Weight of loops with bodies like any other block.
    stmt_loop: 14, 0..=45;
    /// Policy: weight of loops in shapes that loop optimisations look for.
    stmt_loop_policy: 20, 0..=60;
    /// Weight of `switch`.
    stmt_switch: 3, 0..=20;
    /// Weight of calls.
    stmt_call: 14, 2..=45;
    /// Weight of forward `goto`.
    stmt_goto: 1, 0..=10;
    /// Weight of pointers declared or made to point elsewhere.
    stmt_pointer: 3, 0..=20;
    /// Weight of assignments of whole structs.
    stmt_record: 2, 0..=15;
    /// Weight of floating statements.
    stmt_float: 7, 0..=40;
    /// Weight of statements on GNU vectors.
    stmt_vector: 4, 0..=30;
    /// Policy: weight of control flow that jump threading and branch folding look for.
    stmt_control_policy: 7, 0..=40;
    /// Policy: weight of regions that never run, which the compiler cannot know.
    stmt_dead: 2, 0..=15;
    /// Weight of blocks of memory copied or filled, and of copies of structs that change.
    stmt_memory: 4, 0..=20;
    /// Weight of local arrays.
    stmt_local_array: 2, 0..=15;
    /// Weight of `break` and `continue` under a condition, in loops.
    stmt_jump: 3, 0..=20;
    /// Percent of these that are `break`.
    jump_break: 40, 0..=100;
    /// Nesting of statements, at most.
    max_nesting: 4, 2..=6;
    /// Lines of a branch, at most.
    branch_lines: 6, 1..=12;
    /// Percent of `if` whose condition is known to hold, though not to the compiler: what does not run tests little.
    likely_percent: 55, 0..=95;
    /// Percent of `if` with `else`.
    else_percent: 45, 0..=100;
    /// Cases of a switch, at most, beyond two.
    switch_cases: 5, 1..=14;
    /// Percent of switches over consecutive values.
    switch_dense: 60, 0..=100;
    /// Percent of switches that only choose a constant.
    switch_table: 40, 0..=100;
    /// Percent of cases that fall through.
    switch_fall: 15, 0..=60;

    // Loops.

    /// Iterations of a loop, at most; loops over arrays go up to three times as far.
    max_trips: 20, 4..=40;
    /// Lines of a body, at most.
    loop_lines: 7, 1..=14;
    /// Weight of `for`.
    loop_for: 65, 5..=100;
    /// Weight of `while`.
    loop_while: 15, 0..=100;
    /// Weight of `do`.
    loop_do: 15, 0..=100;
    /// Percent of loops whose bound is a variable.
    bound_input: 35, 0..=100;
    /// Percent of counters that advance by more than one.
    counter_stride: 25, 0..=100;
    /// Percent of counters that count down.
    counter_down: 25, 0..=100;
    /// Weight of `int` counters.
    counter_int: 50, 5..=100;
    /// Weight of `unsigned int` counters.
    counter_uint: 14, 0..=100;
    /// Weight of `long` counters.
    counter_long: 10, 0..=100;
    /// Weight of `unsigned long` counters.
    counter_ulong: 8, 0..=100;
    /// Weight of `short` counters.
    counter_short: 5, 0..=60;
    /// Weight of `unsigned char` counters.
    counter_uchar: 5, 0..=60;
    /// Weight of `signed char` counters.
    counter_schar: 4, 0..=60;
    /// Weight of `long long` counters.
    counter_llong: 4, 0..=60;
    /// Things that one elementwise loop does, at most.
    loop_kernels: 4, 1..=8;
    /// Weight of elementwise loops.
    loop_map: 30, 0..=100;
    /// Weight of reductions.
    loop_reduction: 24, 0..=100;
    /// Weight of nests over matrices, interchangeable or not.
    loop_nest: 10, 0..=100;
    /// Weight of loops that read what an earlier iteration wrote.
    loop_recurrence: 8, 0..=60;
    /// Weight of loops that leave when they find something.
    loop_search: 6, 0..=60;
    /// Weight of loops that update elements chosen by data.
    loop_histogram: 5, 0..=60;
    /// Weight of loops that count bits or digits.
    loop_bits: 4, 0..=40;
    /// Weight of loops that copy or fill.
    loop_copy: 6, 0..=60;
    /// Weight of loops that store through a pointer to what they read.
    loop_alias: 7, 0..=60;
    /// Weight of loops with a condition that does not change.
    loop_unswitch: 6, 0..=60;
    /// Weight of loops that look for an extreme.
    loop_minmax: 6, 0..=60;

    // Control flow policies: weights.

    /// Weight of tests whose outcome an earlier branch decides.
    control_thread: 30, 0..=100;
    /// Weight of branches that do the same.
    control_equal: 15, 0..=100;
    /// Weight of branches that do almost the same.
    control_almost: 20, 0..=100;
    /// Weight of chains of tests of one value.
    control_chain: 25, 0..=100;

    // Expressions.

    /// Nesting of operators, at least aimed at.
    min_depth: 2, 1..=3;
    /// Nesting of operators, at most.
    max_depth: 5, 3..=7;
    /// Percent of operands that are leaves before that depth.
    leaf_percent: 12, 0..=35;
    /// Weight of `+`.
    op_add: 16, 1..=60;
    /// Weight of `-`.
    op_sub: 14, 1..=60;
    /// Weight of `*`.
    op_mul: 9, 0..=40;
    /// Weight of `/`.
    op_div: 3, 0..=20;
    /// Weight of `%`.
    op_rem: 3, 0..=20;
    /// Weight of `<<`.
    op_shl: 6, 0..=30;
    /// Weight of `>>`.
    op_shr: 7, 0..=30;
    /// Weight of `&`.
    op_and: 9, 0..=40;
    /// Weight of `|`.
    op_or: 8, 0..=40;
    /// Weight of `^`.
    op_xor: 9, 0..=40;
    /// Weight of `<`.
    op_lt: 3, 0..=20;
    /// Weight of `>`.
    op_gt: 3, 0..=20;
    /// Weight of `<=`.
    op_le: 2, 0..=20;
    /// Weight of `>=`.
    op_ge: 2, 0..=20;
    /// Weight of `==`.
    op_eq: 3, 0..=20;
    /// Weight of `!=`.
    op_ne: 3, 0..=20;
    /// Weight of `&&`.
    op_logical_and: 2, 0..=15;
    /// Weight of `||`.
    op_logical_or: 2, 0..=15;
    /// Weight of unary `-`.
    op_neg: 5, 0..=30;
    /// Weight of `~`.
    op_complement: 6, 0..=30;
    /// Weight of `!`.
    op_not: 2, 0..=15;
    /// Weight of unary `+`.
    op_plus: 1, 0..=6;
    /// Weight of `?:`.
    op_ternary: 6, 0..=30;
    /// Weight of casts.
    op_cast: 8, 0..=40;
    /// Weight of `,`.
    op_comma: 1, 0..=8;
    /// Weight of calls of pure helpers.
    call_in_expression: 5, 0..=20;
    /// Weight of assignments inside expressions.
    assign_in_expression: 1, 0..=8;
    /// Weight of comparisons and conversions of floating values.
    float_compare: 2, 0..=15;
    /// Weight of comparisons of pointers.
    pointer_compare: 1, 0..=6;
    /// Weight of bit counts and byte swaps by `__builtin_` functions.
    builtin: 2, 0..=12;

    // Leaves and targets.

    /// Percent of leaves that are constants.
    leaf_constant: 24, 0..=70;
    /// Weight of variables.
    leaf_variable: 45, 5..=100;
    /// Weight of array elements.
    leaf_element: 25, 0..=100;
    /// Weight of members.
    leaf_member: 12, 0..=60;
    /// Weight of what pointers point to.
    leaf_deref: 10, 0..=60;
    /// Weight of loop counters, in loops.
    leaf_induction: 14, 0..=60;
    /// Weight of lanes of vectors.
    leaf_lane: 3, 0..=20;
    /// Percent of variables taken from the last few declared.
    prefer_recent: 40, 0..=90;
    /// Weight of variables as targets.
    target_variable: 50, 5..=100;
    /// Weight of array elements as targets.
    target_element: 25, 0..=100;
    /// Weight of members as targets.
    target_member: 13, 0..=60;
    /// Weight of what pointers point to as targets.
    target_deref: 10, 0..=60;
    /// Percent of subscripts in loops that follow a counter.
    subscript_induction: 75, 0..=100;
    /// Weight of constant subscripts.
    subscript_constant: 40, 1..=100;
    /// Weight of variables brought into range.
    subscript_masked: 20, 0..=100;
    /// Weight of any expression as a subscript.
    subscript_computed: 15, 0..=80;
    /// Weight of the counter itself.
    subscript_direct: 50, 1..=100;
    /// Weight of the counter plus or minus a constant.
    subscript_offset: 25, 0..=100;
    /// Weight of a constant minus the counter.
    subscript_reversed: 15, 0..=100;
    /// Weight of twice the counter.
    subscript_strided: 15, 0..=100;

    // Constants.

    /// Weight of constants of type `int`.
    constant_int: 50, 5..=100;
    /// Weight of constants of type `unsigned int`.
    constant_uint: 18, 0..=80;
    /// Weight of constants of type `long`.
    constant_long: 10, 0..=60;
    /// Weight of constants of type `unsigned long`.
    constant_ulong: 8, 0..=60;
    /// Weight of constants of type `long long`.
    constant_llong: 5, 0..=60;
    /// Weight of constants of type `unsigned long long`.
    constant_ullong: 6, 0..=60;
    /// Weight of values near zero.
    value_small: 36, 1..=100;
    /// Policy: weight of values near the limits of a type.
    value_limit: 14, 0..=60;
    /// Policy: weight of contiguous blocks of ones or zeroes.
    value_bits: 12, 0..=60;
    /// Policy: weight of powers of two and their neighbours.
    value_power: 14, 0..=60;
    /// Weight of values with any number of significant bits.
    value_random: 10, 0..=60;
    /// Policy: weight of values used before.
    value_reused: 18, 0..=70;
    /// Weight of reusing them unchanged.
    reuse_same: 50, 1..=100;
    /// Weight of reusing them negated.
    reuse_negated: 18, 0..=80;
    /// Weight of reusing them complemented.
    reuse_complement: 20, 0..=80;
    /// Weight of reusing them plus or minus one.
    reuse_neighbour: 12, 0..=80;

    // Policies of regions.

    /// Policy: percent of blocks that begin a region.
    region_in_block: 12, 0..=60;
    /// Policy: percent of statements that begin one.
    region_in_statement: 22, 0..=80;
    /// Policy: percent of subexpressions that begin one.
    region_in_expression: 7, 0..=40;
    /// Percent of regions that choose a context of operators.
    region_context: 75, 10..=100;
    /// Percent of regions that choose how many leaves are constants.
    region_constants: 40, 0..=100;
    /// Weight of all operators.
    context_free: 12, 0..=60;
    /// Weight of the additive context.
    context_additive: 14, 0..=60;
    /// Weight of the bitwise context.
    context_bitwise: 16, 0..=60;
    /// Weight of the logical context.
    context_logical: 8, 0..=60;
    /// Weight of the multiplicative context.
    context_multiplicative: 7, 0..=60;
    /// Weight of the bitwise-shift context.
    context_bitwise_shift: 18, 0..=60;
    /// Weight of the additive-multiplicative context.
    context_additive_multiplicative: 14, 0..=60;
    /// Weight of regions with the usual constants.
    constants_free: 20, 0..=60;
    /// Weight of regions in which half of the leaves are constants.
    constants_half: 50, 0..=100;
    /// Weight of regions in which all leaves are.
    constants_all: 5, 0..=25;
    /// Policy: percent of subexpressions that are kept to be used again.
    keep_subexpression: 25, 0..=80;
    /// Subexpressions kept, at most.
    subexpression_buffer: 10, 1..=40;
    /// Policy: weight of subexpressions used again.
    reuse_subexpression: 6, 0..=40;

    // Idioms: weights.

    /// Policy: weight of idioms among operators.
    idiom: 14, 0..=60;
    /// Weight of minimum, maximum and clamping.
    idiom_minmax: 14, 0..=60;
    /// Weight of absolute values.
    idiom_abs: 8, 0..=60;
    /// Weight of rotations and funnel shifts.
    idiom_rotate: 10, 0..=60;
    /// Weight of overflow checks.
    idiom_overflow: 9, 0..=60;
    /// Weight of saturating arithmetic.
    idiom_saturate: 8, 0..=60;
    /// Weight of widening and narrowing chains.
    idiom_chain: 12, 0..=60;
    /// Weight of bit tricks.
    idiom_bits: 12, 0..=60;
    /// Weight of masks and shifts that meet.
    idiom_masks: 16, 0..=60;
    /// Weight of two comparisons of one value.
    idiom_compare: 14, 0..=60;
    /// Weight of division and remainder by constants.
    idiom_divide: 12, 0..=60;
    /// Weight of selects in disguise.
    idiom_select: 12, 0..=60;
    /// Weight of two operations with related constants under a third.
    idiom_related: 34, 0..=100;
    /// Weight of byte swaps.
    idiom_swap: 3, 0..=30;

    // C++ only.

    /// Weight of C arrays.
    container_c_array: 40, 0..=100;
    /// Weight of `std::array`.
    container_array: 20, 0..=100;
    /// Weight of `std::vector`.
    container_vector: 20, 0..=100;
    /// Weight of `std::valarray`.
    container_valarray: 15, 0..=100;
    /// Percent of elements accessed with `.at()`, where the container has it.
    cpp_at: 25, 0..=100;
    /// Percent of integer globals that are static members.
    static_member: 15, 0..=80;
}

impl Config {
    pub(crate) fn constant_weights(&self) -> ConstantWeights {
        ConstantWeights {
            value: [
                self.value_small,
                self.value_limit,
                self.value_bits,
                self.value_power,
                self.value_random,
                self.value_reused,
            ],
            reuse: [self.reuse_same, self.reuse_negated, self.reuse_complement, self.reuse_neighbour],
        }
    }
}

/// What `--policies off` sets to zero.
pub const POLICIES: &[&str] = &[
    "stmt_loop_policy",
    "stmt_control_policy",
    "stmt_dead",
    "value_limit",
    "value_bits",
    "value_power",
    "value_reused",
    "region_in_block",
    "region_in_statement",
    "region_in_expression",
    "keep_subexpression",
    "reuse_subexpression",
    "idiom",
];

/// What is 0 in programs without a feature. `__builtin_` functions hide in several places.
pub fn without(feature: Feature) -> &'static [&'static str] {
    match feature {
        Feature::Vectors => &["vectors", "stmt_vector", "leaf_lane"],
        Feature::Builtins => &["builtin", "stmt_memory", "idiom_swap"],
        Feature::Attributes => &["function_noinline"],
        Feature::Enums => &["enums", "type_enum"],
        Feature::Floats => &["float_float", "float_double", "float_long_double"],
        Feature::LongDouble => &["float_long_double"],
    }
}
