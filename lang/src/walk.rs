//! Visiting the parts of a node. Unevaluated operands (`sizeof`) count as parts; initialisers and types' variable
//! lengths do not.

use crate::ast::{ExprId, ExprKind, Init, InitId, Program, StmtId, StmtKind};

/// Calls `f` for every direct operand, left to right.
pub fn operands(program: &Program, expr: ExprId, mut f: impl FnMut(ExprId)) {
    use ExprKind::*;
    match program[expr].kind {
        Int(_) | Float(_) | LongFloat(_) | Str(_) | Var(_) | Func(_) | Enumerator(..) | CompoundLiteral(_)
        | StmtExpr(_) | SizeofType(_) | AlignofType(_) | LabelAddr(_) => {}
        Imaginary(a)
        | Unary(_, a)
        | Step(_, a)
        | AddrOf(a)
        | Deref(a)
        | Member(a, _)
        | Cast(a)
        | Convert(a)
        | UnionCast(a, _)
        | VaArg(a)
        | ConvertVector(a)
        | SizeofExpr(a) => f(a),
        Index(a, b)
        | Binary(_, a, b)
        | LogicalAnd(a, b)
        | LogicalOr(a, b)
        | Comma(a, b)
        | Assign(a, b)
        | CondOmitted(a, b) => {
            f(a);
            f(b);
        }
        AssignOp { target, value, .. } => {
            f(target);
            f(value);
        }
        Cond(a, b, c) => {
            f(a);
            f(b);
            f(c);
        }
        Call(callee, args) => {
            f(callee);
            for &arg in program.expr_list(args) {
                f(arg);
            }
        }
    }
}

/// A direct part of a statement.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// A condition, a value, a step.
    Expr(ExprId),
    /// A statement of a block, a branch, a body.
    Stmt(StmtId),
    /// Of a declaration.
    Init(InitId),
}

/// Calls `f` for every direct part of a statement, in source order.
pub fn parts(program: &Program, stmt: StmtId, mut f: impl FnMut(Part)) {
    use StmtKind::*;
    match program[stmt].kind {
        Empty
        | Case { .. }
        | Default
        | Label(_)
        | Goto(_)
        | Break
        | Continue
        | DeclareFunction(_)
        | DefineFunction(_)
        | EvalType(_) => {}
        Expr(e) | GotoIndirect(e) => f(Part::Expr(e)),
        Return(e) => e.into_iter().for_each(|e| f(Part::Expr(e))),
        Block(list) => program.stmt_list(list).iter().for_each(|&s| f(Part::Stmt(s))),
        If(c, then, otherwise) => {
            f(Part::Expr(c));
            f(Part::Stmt(then));
            otherwise.into_iter().for_each(|s| f(Part::Stmt(s)));
        }
        While(c, body) | Switch(c, body) => {
            f(Part::Expr(c));
            f(Part::Stmt(body));
        }
        DoWhile(body, c) => {
            f(Part::Stmt(body));
            f(Part::Expr(c));
        }
        For { init, cond, step, body } => {
            init.into_iter().for_each(|s| f(Part::Stmt(s)));
            cond.into_iter().for_each(|e| f(Part::Expr(e)));
            step.into_iter().for_each(|e| f(Part::Expr(e)));
            f(Part::Stmt(body));
        }
        Decl(var) => program[var].init.into_iter().for_each(|init| f(Part::Init(init))),
        Asm(asm) => {
            let asm = &program[asm];
            asm.outputs.iter().chain(&asm.inputs).for_each(|operand| f(Part::Expr(operand.expr)));
        }
    }
}

/// Calls `f` for every expression of an initialiser.
pub fn init_exprs(program: &Program, init: InitId, f: &mut impl FnMut(ExprId)) {
    match &program[init] {
        Init::Expr(expr) => f(*expr),
        Init::List(items) => items.iter().for_each(|item| init_exprs(program, item.value, f)),
    }
}
