//! Constant propagation by execution: an expression that always had one value becomes that value.
//!
//! The program's meaning stays the same, so nothing becomes undefined by it. Where nothing is executed because a compiler
//! fails anyway, any value will do.

use super::View;
use crate::judge::Goal;
use interp::Value;
use lang::edit::Edit;
use lang::edit::visit::{self, Node};
use lang::walk::{self, Part};
use lang::{ExprId, ExprKind, Init, Program, StmtId, StmtKind, Type, TypeKind};

pub fn constants(view: &View) -> Vec<Edit> {
    let mut finder = Finder { view, edits: Vec::new() };
    for (_, body) in view.bodies() {
        finder.stmt(body);
    }
    finder.edits
}

/// A variable that had several values becomes the last of them.
pub fn last(view: &View) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (_, body) in view.bodies() {
        visit::visit(view.program, Node::Stmt(body), &mut |node| {
            if let Node::Expr(expr) = node
                && let ExprKind::Var(_) = view.program[expr].kind
                && let Value::Varies(value) = view.facts.value(expr)
                && let Some((kind, ty)) = literal(view.program, view.program[expr].ty, value)
            {
                edits.push(Edit::expr(expr, kind, ty));
            }
        });
    }
    edits
}

struct Finder<'v> {
    view: &'v View<'v>,
    edits: Vec<Edit>,
}

impl Finder<'_> {
    fn stmt(&mut self, stmt: StmtId) {
        let program = self.view.program;
        if let StmtKind::Decl(var) = program[stmt].kind
            && let Some(init) = program[var].init
        {
            return self.init(init);
        }
        let is_discarded = matches!(program[stmt].kind, StmtKind::Expr(_));
        let mut parts = Vec::new();
        walk::parts(program, stmt, |part| parts.push(part));
        for part in parts {
            match part {
                Part::Expr(expr) if is_discarded => self.operands(expr, None),
                Part::Expr(expr) => self.expr(expr, None),
                Part::Stmt(stmt) => self.stmt(stmt),
                Part::Init(_) => {}
            }
        }
    }

    fn init(&mut self, init: lang::InitId) {
        match &self.view.program[init] {
            Init::Expr(expr) => self.expr(*expr, None),
            Init::List(items) => items.clone().iter().for_each(|item| self.init(item.value)),
        }
    }

    fn expr(&mut self, expr: ExprId, outer: Option<usize>) {
        let program = self.view.program;
        let mut within = outer;
        if let Some(value) = self.value(expr)
            && !is_literal(program, expr)
            && let Some((kind, ty)) = literal(program, program[expr].ty, value)
        {
            self.edits.push(Edit::expr(expr, kind, ty).inside(outer));
            within = Some(self.edits.len() - 1);
        }
        self.operands(expr, within);
    }

    fn value(&self, expr: ExprId) -> Option<u64> {
        match self.view.facts.value(expr) {
            Value::Always(value) => Some(value),
            _ if self.view.goal == Goal::Crash && !self.view.facts.known => Some(0),
            _ => None,
        }
    }

    fn operands(&mut self, expr: ExprId, outer: Option<usize>) {
        let program = self.view.program;
        match program[expr].kind {
            // Not evaluated, or not for a value.
            ExprKind::SizeofExpr(_) => return,
            ExprKind::AddrOf(operand) => return self.operands(operand, outer),
            ExprKind::Assign(target, value) | ExprKind::AssignOp { target, value, .. } => {
                self.operands(target, outer);
                return self.expr(value, outer);
            }
            ExprKind::Step(_, target) => return self.operands(target, outer),
            ExprKind::StmtExpr(block) => return self.stmt(block),
            _ => {}
        }
        let mut operands = Vec::new();
        walk::operands(program, expr, |operand| operands.push(operand));
        operands.into_iter().for_each(|operand| self.expr(operand, outer));
    }
}

/// A constant already, perhaps with a sign or converted.
pub fn is_literal(program: &Program, expr: ExprId) -> bool {
    match program[expr].kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::LongFloat(_) | ExprKind::Enumerator(..) => true,
        ExprKind::Convert(inner) | ExprKind::Cast(inner) => is_literal(program, inner),
        ExprKind::Unary(lang::UnaryOp::Neg, inner) => is_literal(program, inner),
        _ => false,
    }
}

/// The constant with this value, in the promoted type.
pub fn literal(program: &Program, ty: Type, value: u64) -> Option<(ExprKind, Type)> {
    match program.types.kind(ty) {
        TypeKind::Float => Some((ExprKind::Float(f32::from_bits(value as u32).into()), Type::FLOAT)),
        TypeKind::Double => Some((ExprKind::Float(f64::from_bits(value)), Type::DOUBLE)),
        _ => {
            let kind = program.types.int_kind(ty).filter(|kind| kind.bits <= 64)?;
            let underlying = program.types.underlying(ty);
            Some((ExprKind::Int(value), if kind.bits < 32 { Type::INT } else { underlying }))
        }
    }
}
