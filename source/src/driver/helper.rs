//! The driver's functions, and the few shapes of node it is made of.

use super::LOC;
use lang::types::FunctionType;
use lang::*;

/// All NaNs count as this one: which bits an operation gives a NaN is not specified.
const NAN: u64 = 0x7ff8_0000_0000_0000;
/// Odd, so that no value is lost; its bits are those of the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
/// Brings high bits down, where the next product spreads them: two flipped sign bits must not cancel out.
const SHIFT: u64 = 32;

/// A name that no part of the program has.
pub fn fresh(p: &mut Program, wanted: &str) -> Symbol {
    let mut name = wanted.to_string();
    while p.names.find(&name).is_some() {
        name.push('_');
    }
    p.names.intern(&name)
}

/// A function of unit 0 without a body.
pub fn function(p: &mut Program, name: &str, ret: Type, params: &[Type], is_static: bool) -> FuncId {
    let shape = FunctionType { ret, params: params.into(), variadic: false, prototyped: true };
    let ty = p.types.function(shape);
    let name = p.names.intern(name);
    p.add_function(Function { is_static, is_plain: true, ..Function::new(name, ty, 0, LOC) })
}

/// A function of the library, the program's own declaration if it has one.
pub fn library(p: &mut Program, name: &str) -> FuncId {
    let known = p.names.find(name).and_then(|name| p.functions.iter().position(|function| function.name == name));
    if let Some(known) = known {
        return FuncId(known as u32);
    }
    let func = function(p, name, Type::INT, &[], false);
    p[func].ty = builtins::function_type(&mut p.types, name).expect("the library has it");
    p[func].is_builtin = true;
    func
}

pub fn local(p: &mut Program, wanted: &str, ty: Type, function: FuncId) -> VarId {
    let name = fresh(p, wanted);
    named_local(p, name, ty, function)
}

pub fn named_local(p: &mut Program, name: Symbol, ty: Type, function: FuncId) -> VarId {
    p.add_var(Var { function: Some(function), ..Var::new(name, ty, Storage::Auto, 0, LOC) })
}

fn param(p: &mut Program, name: &str, ty: Type, function: FuncId) -> VarId {
    let name = p.names.intern(name);
    let var = named_local(p, name, ty, function);
    p[var].storage = Storage::Param;
    p[function].params.push(var);
    var
}

pub fn block(p: &mut Program, statements: &[StmtId]) -> StmtId {
    let list = p.add_stmt_list(statements);
    p.add_stmt(StmtKind::Block(list), LOC)
}

pub fn call(p: &mut Program, func: FuncId, args: Vec<ExprId>) -> ExprId {
    let callee = build::func(p, func, LOC);
    build::call(p, callee, args, LOC).expect("the driver's calls fit")
}

fn return_of(p: &mut Program, value: ExprId) -> StmtId {
    p.add_stmt(StmtKind::Return(Some(value)), LOC)
}

pub fn binary(p: &mut Program, op: BinaryOp, left: ExprId, right: ExprId) -> ExprId {
    build::binary(p, op, left, right, LOC).expect("the driver computes with integers")
}

/// `(sum ^ sum >> 32 ^ value) * FACTOR`
pub fn mixed(p: &mut Program, sum: VarId, value: ExprId) -> ExprId {
    let (plain, shifted) = (build::var(p, sum, LOC), build::var(p, sum, LOC));
    let shift = p.add_expr(ExprKind::Int(SHIFT), Type::INT, LOC);
    let shifted = binary(p, BinaryOp::Shr, shifted, shift);
    let folded = binary(p, BinaryOp::Xor, plain, shifted);
    let with_value = binary(p, BinaryOp::Xor, folded, value);
    let factor = p.add_expr(ExprKind::Int(FACTOR), Type::ULLONG, LOC);
    binary(p, BinaryOp::Mul, with_value, factor)
}

/// `static unsigned long long mix(unsigned long long sum, unsigned long long value)`
pub fn mix(p: &mut Program) -> FuncId {
    let name = fresh(p, "mix");
    let func = function(p, "", Type::ULLONG, &[Type::ULLONG; 2], true);
    p[func].name = name;
    let sum = param(p, "sum", Type::ULLONG, func);
    let value = param(p, "value", Type::ULLONG, func);
    let value = build::var(p, value, LOC);
    let mixed = mixed(p, sum, value);
    let result = return_of(p, mixed);
    p[func].body = Some(block(p, &[result]));
    func
}

/// `static unsigned long long bits(double value)`
pub fn bits(p: &mut Program) -> FuncId {
    let name = fresh(p, "bits");
    let func = function(p, "", Type::ULLONG, &[Type::DOUBLE], true);
    p[func].name = name;
    let value = param(p, "value", Type::DOUBLE, func);
    let bits = local(p, "bits", Type::ULLONG, func);
    let nan = p.add_expr(ExprKind::Int(NAN), Type::ULLONG, LOC);
    p[bits].init = Some(p.add_init(Init::Expr(nan)));
    let declaration = p.add_stmt(StmtKind::Decl(bits), LOC);
    let (left, right) = (build::var(p, value, LOC), build::var(p, value, LOC));
    let is_number = binary(p, BinaryOp::Eq, left, right);
    let copy = copy(p, bits, value);
    let copy = p.add_stmt(StmtKind::If(is_number, copy, None), LOC);
    let result = build::var(p, bits, LOC);
    let result = return_of(p, result);
    p[func].body = Some(block(p, &[declaration, copy, result]));
    func
}

/// `__builtin_memcpy(&to, &from, sizeof(to));`
fn copy(p: &mut Program, to: VarId, from: VarId) -> StmtId {
    let memcpy = library(p, "__builtin_memcpy");
    let address = |p: &mut Program, var| {
        let var = build::var(p, var, LOC);
        build::addr_of(p, var, LOC).expect("a variable has an address")
    };
    let (target, source) = (address(p, to), address(p, from));
    let size = build::var(p, to, LOC);
    let size = build::sizeof_expr(p, size, LOC).expect("an integer has a size");
    let call = call(p, memcpy, vec![target, source, size]);
    p.add_stmt(StmtKind::Expr(call), LOC)
}
