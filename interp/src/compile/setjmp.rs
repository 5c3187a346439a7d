//! Functions that call `setjmp`: all of their variables live in memory, where `longjmp` can find those that have
//! changed, and every call is in one of the places that C17 7.13.1.1p4 allows.

use super::*;
use crate::library::is_setjmp;
use lang::{BinaryOp, ExprKind, StmtKind, UnaryOp};

impl Compiler<'_> {
    /// Notes the call of `setjmp` that is all of a condition, compared with a constant or negated perhaps, or all of a
    /// statement.
    pub(super) fn note_setjmp(&mut self, stmt: StmtId) {
        let call = match self.program[stmt].kind {
            StmtKind::Expr(expr) => self.bare_setjmp(expr),
            StmtKind::If(cond, ..) | StmtKind::While(cond, _) | StmtKind::DoWhile(_, cond) => self.setjmp_in(cond),
            StmtKind::Switch(cond, _) => self.setjmp_in(cond),
            StmtKind::For { cond: Some(cond), .. } => self.setjmp_in(cond),
            _ => None,
        };
        self.allowed_setjmps.extend(call);
    }

    fn setjmp_in(&self, cond: ExprId) -> Option<ExprId> {
        use BinaryOp::*;
        match self.program[self.without_conversions(cond)].kind {
            ExprKind::Unary(UnaryOp::Not, operand) => self.bare_setjmp(operand),
            ExprKind::Binary(Lt | Gt | Le | Ge | Eq | Ne, a, b) => {
                let is_constant = |expr| lang::fold::integer_constant(self.program, expr).is_some();
                match (is_constant(a), is_constant(b)) {
                    (true, false) => self.bare_setjmp(b),
                    (false, true) => self.bare_setjmp(a),
                    _ => None,
                }
            }
            _ => self.bare_setjmp(cond),
        }
    }

    fn bare_setjmp(&self, expr: ExprId) -> Option<ExprId> {
        let expr = self.without_conversions(expr);
        match self.program[expr].kind {
            ExprKind::Call(callee, _) if self.callee_name(callee).is_some_and(is_setjmp) => Some(expr),
            _ => None,
        }
    }

    fn without_conversions(&self, expr: ExprId) -> ExprId {
        match self.program[expr].kind {
            ExprKind::Convert(inner) => self.without_conversions(inner),
            // `(void)setjmp(env);`
            ExprKind::Cast(inner) if self.types().is_void(self.ty(expr)) => self.without_conversions(inner),
            _ => expr,
        }
    }
}
