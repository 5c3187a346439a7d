//! What called functions read and write, to know where an unspecified order of evaluation could matter.
//!
//! The answer may be "perhaps": such expressions are only candidates, and the program is executed again with them
//! reversed to see whether anything changes.

use super::*;
use crate::image::Traits;
use lang::walk::{self, Part};
use lang::{ExprKind, StmtKind, UnaryOp};
use std::rc::Rc;

/// Reads and writes of memory that others can see. Standard output counts as a variable of its own.
#[derive(Clone, Default, Debug)]
pub struct Effects {
    reads: FxHashSet<VarId>,
    writes: FxHashSet<VarId>,
    /// Through pointers.
    reads_unknown: bool,
    writes_unknown: bool,
}

const OUTPUT: VarId = VarId(u32::MAX);

impl Effects {
    fn len(&self) -> usize {
        self.reads.len() + self.writes.len()
    }

    fn add(&mut self, other: &Effects) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
        self.reads_unknown |= other.reads_unknown;
        self.writes_unknown |= other.writes_unknown;
    }

    fn add_anything(&mut self) {
        self.reads_unknown = true;
        self.writes_unknown = true;
        self.writes.insert(OUTPUT);
    }

    fn writes_any(&self) -> bool {
        self.writes_unknown || !self.writes.is_empty()
    }

    /// Whether a write here can meet an access there.
    fn disturbs(&self, other: &Effects, program: &Program) -> bool {
        let exposed = |var: &VarId| *var != OUTPUT && program[*var].address_taken;
        let meets = |vars: &FxHashSet<VarId>, unknown: bool| {
            self.writes.iter().any(|var| vars.contains(var))
                || unknown && (self.writes_unknown || self.writes.iter().any(exposed))
                || self.writes_unknown && vars.iter().any(exposed)
        };
        meets(&other.reads, other.reads_unknown) || meets(&other.writes, other.writes_unknown)
    }
}

#[derive(Default)]
pub struct EffectsCache {
    functions: FxHashMap<FuncId, Option<Rc<Effects>>>,
}

impl Compiler<'_> {
    /// Whether evaluating `b` before `a` could give another result because of what calls in them do.
    pub(super) fn is_order_site(&mut self, expr: ExprId, a: ExprId, b: ExprId) -> bool {
        if !self.options.order || !self.has_call(a) && !self.has_call(b) {
            return false;
        }
        if self.options.every_order {
            return true;
        }
        let (calls_a, calls_b) = (self.expr_effects(a, true), self.expr_effects(b, true));
        if !calls_a.writes_any() && !calls_b.writes_any() {
            return false;
        }
        // The target of an assignment is only located before the value is there.
        let is_target = matches!(self.program[expr].kind,
            ExprKind::Assign(target, _) | ExprKind::AssignOp { target, .. } if target == a);
        let mut all_a = Effects::default();
        self.add_expr(a, false, !is_target, &mut all_a);
        let all_b = self.expr_effects(b, false);
        calls_a.disturbs(&all_b, self.program) || calls_b.disturbs(&all_a, self.program)
    }

    pub(super) fn has_call(&self, expr: ExprId) -> bool {
        if let Some(traits) = self.image.traits_of(expr) {
            return traits.has(Traits::CALL);
        }
        match self.program[expr].kind {
            ExprKind::Call(..) | ExprKind::StmtExpr(_) => true,
            ExprKind::SizeofExpr(_) => false,
            _ => {
                let mut found = false;
                walk::operands(self.program, expr, |operand| found = found || self.has_call(operand));
                found
            }
        }
    }

    /// The effects of an expression, or of the calls in it only.
    fn expr_effects(&mut self, expr: ExprId, calls_only: bool) -> Effects {
        let mut effects = Effects::default();
        self.add_expr(expr, calls_only, true, &mut effects);
        effects
    }

    fn add_expr(&mut self, expr: ExprId, calls_only: bool, for_value: bool, effects: &mut Effects) {
        self.code.budget.spend(1);
        if self.code.budget.is_spent() {
            return;
        }
        match self.program[expr].kind {
            ExprKind::SizeofExpr(_) => return,
            ExprKind::Call(callee, _) => self.add_call(callee, effects),
            ExprKind::StmtExpr(block) => return self.add_stmt(block, effects),
            ExprKind::CompoundLiteral(var) => {
                if let Some(init) = self.program[var].init {
                    let mut parts = Vec::new();
                    walk::init_exprs(self.program, init, &mut |expr| parts.push(expr));
                    parts.into_iter().for_each(|part| self.add_expr(part, calls_only, true, effects));
                }
                return;
            }
            ExprKind::AddrOf(object) => return self.add_expr(object, calls_only, false, effects),
            ExprKind::Convert(array) if self.types().is_array(self.ty(array)) => {
                return self.add_expr(array, calls_only, false, effects);
            }
            ExprKind::Assign(target, value) => {
                if !calls_only {
                    self.add_access(target, true, effects);
                }
                self.add_expr(target, calls_only, false, effects);
                return self.add_expr(value, calls_only, true, effects);
            }
            ExprKind::AssignOp { target, value, .. } => {
                if !calls_only {
                    self.add_access(target, true, effects);
                    self.add_access(target, false, effects);
                }
                self.add_expr(target, calls_only, false, effects);
                return self.add_expr(value, calls_only, true, effects);
            }
            ExprKind::Step(_, target) if !calls_only => {
                self.add_access(target, true, effects);
                self.add_access(target, false, effects);
            }
            ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Index(..) | ExprKind::Member(..)
                if !calls_only && for_value =>
            {
                self.add_access(expr, false, effects);
            }
            ExprKind::VaArg(_) if !calls_only => {
                effects.reads_unknown = true;
                effects.writes_unknown = true;
            }
            _ => {}
        }
        // A member's or element's base is only located.
        let located = matches!(self.program[expr].kind, ExprKind::Member(..));
        let mut parts = Vec::new();
        walk::operands(self.program, expr, |operand| parts.push(operand));
        parts.into_iter().for_each(|part| self.add_expr(part, calls_only, !located, effects));
    }

    fn add_access(&self, mut target: ExprId, is_write: bool, effects: &mut Effects) {
        let root = loop {
            match self.program[target].kind {
                ExprKind::Member(whole, _) | ExprKind::Unary(UnaryOp::Real | UnaryOp::Imag, whole) => target = whole,
                ExprKind::Index(vector, _) if self.types().is_vector(self.ty(vector)) => target = vector,
                ExprKind::Index(base, _) | ExprKind::Deref(base) => match self.program[base].kind {
                    ExprKind::Convert(array) if self.types().is_array(self.ty(array)) => target = array,
                    _ => break None,
                },
                ExprKind::Var(var) => break Some(self.image.link_var(var)),
                ExprKind::CompoundLiteral(_) | ExprKind::Str(_) => return,
                _ => break None,
            }
        };
        match root {
            // Locals that nothing else can reach. `sequence` finds unsequenced conflicts over them.
            Some(var) if !self.program[var].storage.is_static() && !self.program[var].address_taken => {}
            Some(var) if is_write => {
                effects.writes.insert(var);
            }
            Some(var) => {
                effects.reads.insert(var);
            }
            None if is_write => effects.writes_unknown = true,
            None => effects.reads_unknown = true,
        }
    }

    fn add_call(&mut self, callee: ExprId, effects: &mut Effects) {
        let func = self.direct_callee(callee);
        match func {
            Some(func) if self.program[func].body.is_some() => match self.function_effects(func) {
                Some(known) => {
                    self.code.budget.spend(known.len() as u64);
                    effects.add(&known)
                }
                None => effects.add_anything(),
            },
            Some(func) => self.add_library(func, effects),
            None => effects.add_anything(),
        }
    }

    fn add_library(&self, func: FuncId, effects: &mut Effects) {
        match crate::library::Function::from_name(self.program.name(self.program[func].name)) {
            Some(function) => {
                effects.reads_unknown |= function.reads_memory();
                effects.writes_unknown |= function.writes_memory();
                if function.does_io() {
                    effects.writes.insert(OUTPUT);
                }
            }
            None => effects.writes_unknown = true,
        }
    }

    /// `None` while it is being computed (recursion).
    fn function_effects(&mut self, func: FuncId) -> Option<Rc<Effects>> {
        if let Some(known) = self.effects.functions.get(&func) {
            return known.clone();
        }
        self.effects.functions.insert(func, None);
        let mut effects = Effects::default();
        if let Some(body) = self.program[func].body {
            self.add_stmt(body, &mut effects);
        }
        let effects = Rc::new(effects);
        self.effects.functions.insert(func, Some(effects.clone()));
        Some(effects)
    }

    fn add_stmt(&mut self, stmt: StmtId, effects: &mut Effects) {
        if let StmtKind::Asm(_) = self.program[stmt].kind {
            effects.writes_unknown = true;
        }
        let mut parts = Vec::new();
        walk::parts(self.program, stmt, |part| parts.push(part));
        for part in parts {
            match part {
                Part::Stmt(stmt) => self.add_stmt(stmt, effects),
                Part::Expr(expr) => self.add_expr(expr, false, true, effects),
                Part::Init(init) => {
                    let mut exprs = Vec::new();
                    walk::init_exprs(self.program, init, &mut |expr| exprs.push(expr));
                    exprs.into_iter().for_each(|expr| self.add_expr(expr, false, true, effects));
                }
            }
        }
    }

    /// The function that a call names, linked to its definition.
    pub(super) fn direct_callee(&self, callee: ExprId) -> Option<FuncId> {
        self.named_function(callee).map(|func| self.image.link_func(func))
    }

    /// As it is declared where it is called.
    pub(super) fn named_function(&self, callee: ExprId) -> Option<FuncId> {
        match self.program[callee].kind {
            ExprKind::Convert(inner) | ExprKind::AddrOf(inner) | ExprKind::Deref(inner) => self.named_function(inner),
            ExprKind::Func(func) => Some(func),
            _ => None,
        }
    }
}
