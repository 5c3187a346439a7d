//! Every number that the live strategy depends on.

use crate::generate::parameter::{Parameter, parameters};
use crate::generate::strategy::Feature;
use interp::repair::Operator;

parameters! {
    /// Assignments, compared with the other statements.
    stmt_assign: 40, 10..=80;
    /// Stores to elements of arrays.
    stmt_store: 8, 0..=30;
    /// Calls of functions generated before.
    stmt_call: 8, 0..=30;
    /// `if` statements.
    stmt_if: 12, 0..=40;
    /// `switch` statements.
    stmt_switch: 4, 0..=20;
    /// `while` and `do` loops with new variables.
    stmt_while: 6, 0..=30;
    /// `for` loops with a body of any kind.
    stmt_for: 6, 0..=30;
    /// `for` loops that reduce an array to a variable.
    stmt_reduce: 8, 0..=40;
    /// `for` loops that map arrays to an array.
    stmt_map: 7, 0..=40;
    /// Copies of structures.
    stmt_copy: 1, 0..=8;
    /// Statements of a block, at most.
    block_length: 6, 1..=20;
    /// Depth of nested statements, at most.
    nesting: 3, 0..=5;
    /// Depth of expressions, at most.
    expr_depth: 4, 1..=8;
    /// Lines of a function.
    function_lines: 40, 8..=120;
    /// Functions that are `static`, in percent.
    function_static: 50, 0..=100;
    /// Iterations of a loop, at most.
    trips: 6, 2..=20;
    /// New variables of a loop, at most (the paper's B').
    new_variables: 2, 0..=5;
    /// Branches that end in an early `return`, `break` or `continue`, in percent.
    jump_percent: 20, 0..=60;
    /// Variables that are structures' members, in percent.
    member_percent: 15, 0..=60;
    /// Variables that are accessed through a pointer, in percent.
    pointer_percent: 12, 0..=60;
    /// Out-parameters of a function, at most.
    out_parameters: 2, 0..=4;
    /// Variables that the result of a function is made of besides the first, at most.
    results: 8, 4..=12;
    /// Assignments that read their target, in percent.
    update_percent: 45, 5..=90;
    /// Assignments whose value is also added to a variable that the function's result is made of, in percent.
    digest_percent: 92, 80..=98;
    /// Parameters of a function, at most.
    parameters: 6, 1..=10;
    /// Floating types among variables, in percent.
    float_percent: 25, 0..=70;
    /// Constants among leaves, in percent.
    constant_percent: 10, 2..=40;
    /// New variables among leaves, in percent.
    new_percent: 12, 2..=40;
    /// Bitwise operators, compared with the others.
    bitwise: 20, 0..=60;
    /// Shifts.
    shift: 8, 0..=40;
    /// Divisions and remainders.
    division: 6, 0..=30;
    /// Idioms that optimizers know: minimum, rotation, saturation, chains of conversions.
    idiom: 18, 0..=40;
    /// Conditional operators and comparisons.
    relation: 6, 0..=30;
    /// Nodes that a program executes for a line of its text.
    work_per_line: 150, 20..=600;
    /// Assignments of a program that are flipped to see whether they matter. Each costs an execution of a test.
    flips: 0, 0..=2000;
    /// Assignments that must matter, in percent, else branches and assignments are rewritten; 0: 90.
    observable: 0, 0..=100;
    /// Only integer variables: 0 or 1.
    integers_only: 0, 0..=1;
    /// Only floating variables: 0 or 1.
    floats_only: 0, 0..=1;
    /// No bitwise operators and no shifts: 0 or 1.
    no_bitwise: 0, 0..=1;
    /// No division: 0 or 1.
    no_division: 0, 0..=1;
    /// No loops: 0 or 1.
    no_loops: 0, 0..=1;
}

/// What is 0 unless the recipe says otherwise: the options of the paper's section 3.2.
pub const SWITCHES: &[&str] =
    &["flips", "observable", "integers_only", "floats_only", "no_bitwise", "no_division", "no_loops"];

/// What must be 0 for programs to be without the feature.
pub fn without(feature: Feature) -> &'static [&'static str] {
    match feature {
        Feature::Floats => &["float_percent", "floats_only"],
        Feature::LongDouble | Feature::Vectors | Feature::Builtins | Feature::Attributes | Feature::Enums => &[],
    }
}

impl Config {
    /// Operators that programs are to be without.
    pub fn excluded(&self) -> &'static [Operator] {
        match (self.no_bitwise, self.no_division) {
            (0, 0) => &[],
            (0, _) => &[Operator::Div, Operator::Rem],
            (_, 0) => &[Operator::And, Operator::Or, Operator::Xor],
            _ => &[Operator::Div, Operator::Rem, Operator::And, Operator::Or, Operator::Xor],
        }
    }

    /// The share of the assignments that must matter, in percent.
    pub fn floor(&self) -> usize {
        if self.observable == 0 { 90 } else { self.observable as usize }
    }
}
