//! Constraints on the initialisers of objects with static storage: constant expressions (C17 6.7.9p4, 6.6p7–10), and
//! where a flexible array member may be initialised.
//!
//! Lenient where GCC is: what it folds, or reads from constant objects, counts as constant.

use super::{Parser, Result};
use crate::ast::*;
use crate::fold;
use crate::types::*;
use rustc_hash::FxHashSet;

impl Parser<'_> {
    /// Rejects an initialiser of a variable that breaks a constraint.
    pub(super) fn check_initializer(&self, var: VarId) -> Result<()> {
        let Var { init: Some(init), ty, storage, .. } = self.program[var] else { return Ok(()) };
        if storage.is_static() {
            self.check_constant(init)?;
        }
        if self.contains_flexible(ty) {
            self.check_flexible(ty, init, true, var)?;
        }
        Ok(())
    }

    fn check_constant(&self, init: InitId) -> Result<()> {
        match &self.program[init] {
            Init::Expr(expr) if self.is_constant(*expr, self.max_height()) => Ok(()),
            Init::Expr(expr) => {
                let loc = self.program[*expr].loc;
                Err(self.reject(loc, "the initializer of a static object is not constant"))
            }
            Init::List(items) => items.iter().try_for_each(|item| self.check_constant(item.value)),
        }
    }

    fn max_height(&self) -> u32 {
        self.options.max_depth.saturating_mul(super::HEIGHT_PER_DEPTH)
    }

    /// A tree higher than the parser allows is rejected elsewhere, so beyond `depth` anything goes.
    fn is_constant(&self, expr: ExprId, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return true };
        let Expr { kind, ty, .. } = self.program[expr];
        match kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::LongFloat(_) | ExprKind::Imaginary(_) => true,
            ExprKind::Str(_) | ExprKind::Func(_) | ExprKind::Enumerator(..) | ExprKind::LabelAddr(_) => true,
            ExprKind::AlignofType(_) | ExprKind::CompoundLiteral(_) => true,
            ExprKind::SizeofType(of) => !self.program.types.is_variable_length(of),
            ExprKind::SizeofExpr(of) => !self.program.types.is_variable_length(self.program[of].ty),
            ExprKind::Var(_) | ExprKind::Member(..) | ExprKind::Index(..) | ExprKind::Deref(_) => {
                self.reads_constant(expr, depth)
            }
            ExprKind::AddrOf(of) => self.is_constant_address(of, depth),
            ExprKind::Cast(of) | ExprKind::Convert(of) => {
                let from = self.program[of].ty;
                let decays = self.program.types.is_array(from) || self.program.types.is_function(from);
                if decays && !self.program.types.is_array(ty) {
                    self.is_constant_address(of, depth)
                } else {
                    self.is_constant(of, depth)
                }
            }
            ExprKind::Unary(_, of) | ExprKind::UnionCast(of, _) | ExprKind::ConvertVector(of) => {
                self.is_constant(of, depth)
            }
            ExprKind::Binary(_, a, b) => self.is_constant(a, depth) && self.is_constant(b, depth),
            ExprKind::LogicalAnd(a, b) | ExprKind::LogicalOr(a, b) | ExprKind::CondOmitted(a, b) => {
                fold::condition_constant(self.program, expr).is_some()
                    || (self.is_constant(a, depth) && self.is_constant(b, depth))
            }
            ExprKind::Cond(condition, a, b) => match fold::condition_constant(self.program, condition) {
                Some(true) => self.is_constant(a, depth),
                Some(false) => self.is_constant(b, depth),
                None => self.is_constant(condition, depth) && self.is_constant(a, depth) && self.is_constant(b, depth),
            },
            ExprKind::Comma(_, b) => self.is_constant(b, depth),
            ExprKind::Call(callee, _) => self.is_builtin_call(callee),
            ExprKind::Step(..) | ExprKind::Assign(..) | ExprKind::AssignOp { .. } => false,
            ExprKind::VaArg(_) | ExprKind::StmtExpr(_) => false,
        }
    }

    /// GCC folds calls of many builtins; those it does not fold are rejected only by it.
    fn is_builtin_call(&self, callee: ExprId) -> bool {
        match self.program[callee].kind {
            ExprKind::Convert(inner) => self.is_builtin_call(inner),
            ExprKind::Func(func) => self.program[func].is_builtin,
            _ => false,
        }
    }

    /// A read that GCC folds: from a string, or from a constant object with an initialiser.
    fn reads_constant(&self, place: ExprId, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return true };
        match self.program[place].kind {
            ExprKind::Str(_) | ExprKind::CompoundLiteral(_) => true,
            ExprKind::Var(var) => {
                let Var { ty, storage, init, .. } = self.program[var];
                let ty = self.program.types.element(ty).unwrap_or(ty);
                storage.is_static() && init.is_some() && ty.is_const() && !ty.is_volatile()
            }
            ExprKind::Member(base, _) => self.reads_constant(base, depth),
            ExprKind::Index(base, index) => self.is_constant(index, depth) && self.reads_constant(base, depth),
            ExprKind::Deref(base) | ExprKind::Convert(base) | ExprKind::AddrOf(base) => {
                self.reads_constant(base, depth)
            }
            ExprKind::Binary(_, a, b) => self.reads_constant(a, depth) && self.is_constant(b, depth),
            _ => self.program.types.is_vector(self.program[place].ty) && self.is_constant(place, depth),
        }
    }

    fn is_constant_address(&self, place: ExprId, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return true };
        match self.program[place].kind {
            ExprKind::Var(var) => self.program[var].storage.is_static() && !self.program[var].thread_local,
            ExprKind::Func(_) | ExprKind::Str(_) => true,
            ExprKind::CompoundLiteral(var) => self.program[var].storage.is_static(),
            ExprKind::Deref(pointer) => self.is_constant(pointer, depth),
            ExprKind::Index(base, index) => {
                let is_vector = self.program.types.is_vector(self.program[base].ty);
                let base =
                    if is_vector { self.is_constant_address(base, depth) } else { self.is_constant(base, depth) };
                base && self.is_constant(index, depth)
            }
            ExprKind::Member(base, _) | ExprKind::Unary(UnaryOp::Real | UnaryOp::Imag, base) => {
                self.is_constant_address(base, depth)
            }
            _ => false,
        }
    }

    /// Looks at each type once: forty types that each have the last one twice have 2^40 parts.
    fn contains_flexible(&self, ty: Type) -> bool {
        let mut seen = FxHashSet::default();
        let mut pending = vec![ty];
        while let Some(ty) = pending.pop() {
            match self.program.types.kind(ty) {
                TypeKind::Array { elem, .. } => pending.push(*elem),
                TypeKind::Record(id) if seen.insert(*id) => {
                    let fields = &self.program.types.records[id.0 as usize].fields;
                    if fields.iter().any(|field| self.is_flexible(field.ty)) {
                        return true;
                    }
                    pending.extend(fields.iter().map(|field| field.ty));
                }
                _ => {}
            }
        }
        false
    }

    fn is_flexible(&self, ty: Type) -> bool {
        matches!(self.program.types.kind(ty), TypeKind::Array { len: ArrayLen::Incomplete, .. })
    }

    /// GNU: only a static object itself may have its flexible array member initialised, not a part of one. GCC lets
    /// strings pass.
    fn check_flexible(&self, ty: Type, init: InitId, is_whole: bool, var: VarId) -> Result<()> {
        let is_static = self.program[var].storage.is_static();
        let Init::List(items) = &self.program[init] else { return Ok(()) };
        for item in items {
            let part = match self.program.types.kind(ty) {
                TypeKind::Array { elem, .. } => *elem,
                TypeKind::Record(id) => self.program.types.records[id.0 as usize].fields[item.first as usize].ty,
                _ => return Ok(()),
            };
            let allowed = match &self.program[item.value] {
                Init::List(items) => items.is_empty() || (is_static && is_whole),
                Init::Expr(_) => is_static,
            };
            if self.is_flexible(part) && !allowed {
                let loc = self.program[var].loc;
                return Err(self.reject(loc, "a flexible array member is initialized where it cannot be"));
            }
            if self.contains_flexible(part) {
                self.check_flexible(part, item.value, false, var)?;
            }
        }
        Ok(())
    }
}
