//! A bound on the height of expression trees: what walks them recursively must not run out of stack.
//!
//! The parser's own nesting limit does not give one, because `a + b + c + …` and `p->q->r…` grow trees without nesting.

use crate::ast::{ExprId, ExprKind, Program, StmtId};
use crate::location::Loc;
use crate::walk::{self, Part};

/// The height of the first expression from `first` on that is higher than `limit`, or `None`.
///
/// Operands stand before what they are operands of, so one pass over the arena is enough.
pub fn first_too_high(program: &Program, first: usize, limit: u32) -> Option<Loc> {
    let mut heights: Vec<u32> = Vec::with_capacity(program.exprs.len() - first);
    for index in first..program.exprs.len() {
        let e = ExprId(index as u32);
        let mut below = 0;
        let mut see = |operand: ExprId| below = below.max(height(&heights, first, operand));
        match program[e].kind {
            ExprKind::StmtExpr(block) => see_statement(program, block, &mut see),
            ExprKind::CompoundLiteral(var) => {
                if let Some(init) = program[var].init {
                    walk::init_exprs(program, init, &mut see);
                }
            }
            _ => walk::operands(program, e, see),
        }
        if below >= limit {
            return Some(program[e].loc);
        }
        heights.push(below + 1);
    }
    None
}

fn height(heights: &[u32], first: usize, e: ExprId) -> u32 {
    e.index().checked_sub(first).and_then(|index| heights.get(index)).copied().unwrap_or(0)
}

/// Every expression directly in a statement; those inside statement expressions are counted at those.
fn see_statement(program: &Program, block: StmtId, see: &mut impl FnMut(ExprId)) {
    let mut pending = vec![block];
    while let Some(stmt) = pending.pop() {
        walk::parts(program, stmt, |part| match part {
            Part::Expr(e) => see(e),
            Part::Stmt(stmt) => pending.push(stmt),
            Part::Init(init) => walk::init_exprs(program, init, see),
        });
    }
}
