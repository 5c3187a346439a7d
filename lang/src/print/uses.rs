//! How functions and arrays were seen before their last declaration.
//!
//! A variable or function has one type in the model, the composite of all its declarations (C17 6.2.7). Where the
//! program used it with less, the earlier declarations must not say more.

use crate::ast::{ExprKind, FuncId, Program, VarId};
use crate::types::{ArrayLen, Type, TypeKind};
use rustc_hash::FxHashMap;

pub(super) struct Uses {
    /// Functions with a prototype that were called without one, and the type they had there.
    pub unprototyped: FxHashMap<FuncId, Type>,
    /// Arrays with a length that were used without one, and the type they had there.
    pub incomplete: FxHashMap<VarId, Type>,
}

impl Uses {
    pub fn new(program: &Program) -> Uses {
        let mut uses = Uses { unprototyped: FxHashMap::default(), incomplete: FxHashMap::default() };
        for expr in &program.exprs {
            match expr.kind {
                ExprKind::Func(func) if expr.ty != program[func].ty => {
                    let prototyped = |ty| program.types.function_type(ty).is_some_and(|function| function.prototyped);
                    if prototyped(program[func].ty) && !prototyped(expr.ty) {
                        uses.unprototyped.entry(func).or_insert(expr.ty);
                    }
                }
                ExprKind::Var(var) if expr.ty != program[var].ty => {
                    if let TypeKind::Array { len: ArrayLen::Incomplete, .. } = program.types.kind(expr.ty) {
                        uses.incomplete.entry(var).or_insert(expr.ty);
                    }
                }
                _ => {}
            }
        }
        uses
    }
}
