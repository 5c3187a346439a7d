//! Every number that the equivalence strategy depends on.

use crate::generate::parameter::{Parameter, parameters};
use crate::generate::strategy::Feature;

parameters! {
    /// Objects added, compared with the other statements.
    add_object: 40, 5..=80;
    /// Objects at file scope, in percent.
    file_scope: 35, 0..=90;
    /// Objects at file scope that the test unit defines itself as `static`, in percent.
    file_static: 30, 0..=100;
    /// Objects in blocks that are `static`, in percent.
    local_static: 15, 0..=60;
    /// Volatile objects, in percent.
    volatile_percent: 12, 0..=50;
    /// Objects that are never assigned another value, in percent.
    constant_percent: 30, 0..=90;
    /// Assignments in the life of an object that is assigned to, at most.
    assignments: 4, 1..=9;
    /// Scalars, compared with other shapes of objects.
    shape_scalar: 40, 5..=80;
    /// Arrays.
    shape_array: 20, 0..=60;
    /// Structures.
    shape_struct: 14, 0..=50;
    /// Unions.
    shape_union: 8, 0..=30;
    /// Arrays of variable length.
    shape_vla: 7, 0..=30;
    /// Pointers to scalars that other objects have.
    shape_pointer: 12, 0..=40;
    /// Members that are bit-fields, in percent.
    bit_field: 25, 0..=80;
    /// Floating types among scalars, in percent.
    float_percent: 12, 0..=60;
    /// `long double` among floating types, in percent.
    long_double: 20, 0..=50;
    /// Elements of a dimension, at most.
    array_length: 5, 2..=9;
    /// How deep arrays and records nest, at most.
    nesting: 2, 1..=4;
    /// `if` statements, compared with the other statements.
    stmt_if: 10, 0..=40;
    /// Loops.
    stmt_loop: 14, 0..=40;
    /// `switch` statements.
    stmt_switch: 6, 0..=30;
    /// Calls of a function made for this call.
    stmt_call: 7, 0..=30;
    /// Functions that expressions call.
    stmt_pure: 5, 0..=20;
    /// Assignments of the value that the object has anyway.
    stmt_reassign: 22, 2..=60;
    /// Loops, `if` statements and forward jumps written with `goto`, in percent.
    goto_percent: 12, 0..=60;
    /// Iterations of a loop, at most.
    trips: 6, 1..=20;
    /// Depth of nested blocks, at most.
    depth: 4, 1..=6;
    /// How often one place may be executed.
    executions: 48, 1..=200;
    /// Branches whose condition is always the same, in percent.
    settled: 50, 0..=100;
    /// Depth of expressions, at most.
    expr_depth: 6, 1..=10;
    /// Constants that are expanded, in percent: at depth 0; it falls with depth.
    expand_percent: 92, 30..=100;
    /// Operands that are variables where one fits, in percent.
    read_percent: 70, 10..=100;
    /// Operands that are idioms: minimum, rotation, saturation, divisions by constants, chains of conversions, in percent.
    idiom: 22, 0..=60;
    /// Values that are assigned, and conditions, that are idioms, in percent.
    idiom_value: 45, 0..=90;
    /// Loops over arrays, compared with the other statements.
    stmt_sweep: 7, 0..=30;
    /// Copies of structures and unions.
    stmt_copy: 4, 0..=20;
    /// Iterations of a loop over arrays, at most.
    sweep_trips: 33, 4..=40;
    /// Calls in expressions, in percent.
    call_percent: 4, 0..=40;
    /// Conditional operators among expansions, in percent.
    cond_percent: 7, 0..=30;
    /// Casts among expansions, in percent.
    cast_percent: 8, 0..=40;
    /// Accesses that go through a pointer where one points to the object, in percent.
    through_pointer: 60, 0..=100;
    /// Programs that compare every variable with its expected value and name the first wrong one: 0 or 1.
    self_check: 0, 0..=1;
}

/// What programs are without where policies are off.
pub const POLICIES: &[&str] = &[];

/// What is 0 unless the recipe says otherwise.
pub const SWITCHES: &[&str] = &["self_check"];

/// What must be 0 for programs to be without the feature.
pub fn without(feature: Feature) -> &'static [&'static str] {
    match feature {
        Feature::Floats => &["float_percent"],
        Feature::LongDouble => &["long_double"],
        Feature::Vectors | Feature::Builtins | Feature::Attributes | Feature::Enums => &[],
    }
}
