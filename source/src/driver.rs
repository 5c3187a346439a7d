//! The driver of a generated program: `main`, which calls the tests, hashes what they may have changed, and prints
//! the checksum as one line.
//!
//! Every scalar counts with its value: structs field by field, arrays and vectors element by element, floating values
//! by the bits of their `double` with one NaN for all, 128-bit integers in two halves. Of a union the first member
//! counts, which therefore must be the one stored last. Pointers do not count (addresses differ from run to run); what
//! they point to does, where it is.

mod hash;
mod helper;

use hash::Hasher;
pub(crate) use helper::{bits, function, library};
use lang::*;

/// What `build` added to the program.
#[derive(Clone, Debug)]
pub struct Driver {
    /// The helpers in use, then `main`.
    pub functions: Vec<FuncId>,
    /// Declared in `<stdio.h>`.
    pub library: Vec<FuncId>,
}

/// Driver nodes stand nowhere in a source.
const LOC: Loc = Loc::NONE;

/// Adds the driver to unit 0. The tests are `void f(void)`; the variables have file scope and external linkage.
pub fn build(p: &mut Program, tests: &[FuncId], hashed: &[VarId]) -> Driver {
    let main = helper::function(p, "main", Type::INT, &[], false);
    let printf = helper::library(p, "printf");
    let (sum, declaration) = declare_sum(p, main);
    let mut body = vec![declaration];
    body.extend(tests.iter().map(|&test| call_test(p, test)));
    let mut hasher = Hasher::new(p, main, sum);
    hashed.iter().for_each(|&var| hasher.variable(var, &mut body));
    let helpers = hasher.helpers();
    body.push(print_sum(p, printf, sum));
    let zero = p.add_expr(ExprKind::Int(0), Type::INT, LOC);
    body.push(p.add_stmt(StmtKind::Return(Some(zero)), LOC));
    p[main].body = Some(helper::block(p, &body));

    let functions: Vec<FuncId> = helpers.into_iter().chain([main]).collect();
    let items = &mut p.units[0].items;
    if !items.contains(&Item::Declare(printf)) {
        items.push(Item::Declare(printf));
    }
    items.extend(functions.iter().map(|&func| Item::Define(func)));
    Driver { functions, library: vec![printf] }
}

/// Adds `static unsigned long long f(void)` to unit 0, which hashes the variables; with what it calls.
pub fn checksum(p: &mut Program, hashed: &[VarId]) -> FuncId {
    let name = helper::fresh(p, "checksum");
    let checksum = helper::function(p, "", Type::ULLONG, &[], true);
    p[checksum].name = name;
    let (sum, declaration) = declare_sum(p, checksum);
    let mut body = vec![declaration];
    let mut hasher = Hasher::new(p, checksum, sum);
    hashed.iter().for_each(|&var| hasher.variable(var, &mut body));
    let helpers = hasher.helpers();
    let sum = build::var(p, sum, LOC);
    body.push(p.add_stmt(StmtKind::Return(Some(sum)), LOC));
    p[checksum].body = Some(helper::block(p, &body));
    let functions = helpers.into_iter().chain([checksum]);
    p.units[0].items.extend(functions.map(Item::Define));
    checksum
}

/// `unsigned long long sum = 1;`: not zero, which leading zeros would leave alone.
fn declare_sum(p: &mut Program, function: FuncId) -> (VarId, StmtId) {
    let sum = helper::local(p, "sum", Type::ULLONG, function);
    let one = p.add_expr(ExprKind::Int(1), Type::ULLONG, LOC);
    p[sum].init = Some(p.add_init(Init::Expr(one)));
    (sum, p.add_stmt(StmtKind::Decl(sum), LOC))
}

fn call_test(p: &mut Program, test: FuncId) -> StmtId {
    let call = helper::call(p, test, Vec::new());
    p.add_stmt(StmtKind::Expr(call), LOC)
}

fn print_sum(p: &mut Program, printf: FuncId, sum: VarId) -> StmtId {
    let bytes = b"checksum = %016llx\n".to_vec();
    let format = p.add_string(StringLiteral { bytes, unit: 1, prefix: StringPrefix::None });
    let format = build::str(p, format, LOC);
    let sum = build::var(p, sum, LOC);
    let call = helper::call(p, printf, vec![format, sum]);
    p.add_stmt(StmtKind::Expr(call), LOC)
}
