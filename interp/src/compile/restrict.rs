//! `restrict` (C17 6.7.3.1), as far as a function's own text shows which pointer an access is based on.
//!
//! A function with restrict-qualified pointers notes the bytes it accesses through each of them, through its other
//! pointer parameters, and by name. Two of these that meet, one of them a write, are a violation if one is restrict.
//! Pointers that are assigned a new value, and accesses in called functions, are left out: no false alarm, but not
//! every violation either.
//!
//! The block of a file-scope restrict pointer is the whole execution of `main` (6.7.3.1p2), so there is one more log
//! for these. What was accessed before such a pointer got its value does not count.

use super::place::{Base, Place};
use super::*;
use lang::ExprKind;
use lang::walk::{self, Part};

/// The key of accesses to named objects.
const NAMED: u16 = 0;
/// Set in the keys of restrict-qualified pointers.
pub(crate) const RESTRICT_KEY: u16 = 0x8000;

/// Set in the keys of file-scope pointers, whose accesses are noted for the whole program.
pub(crate) const GLOBAL_KEY: u16 = 0x4000;

#[derive(Default)]
pub(super) struct RestrictKeys {
    /// How many blocks were open around the declaration of a local pointer.
    depths: FxHashMap<VarId, usize>,
    /// By variable, and the field if it is a member of a struct variable.
    keys: FxHashMap<(VarId, Option<u32>), u16>,
}

impl Compiler<'_> {
    /// Finds the pointers to watch; none if no pointer is restrict-qualified.
    pub(super) fn find_restrict(&mut self, func: FuncId, body: StmtId) {
        let locals = self.image.locals.get(&func).cloned().unwrap_or_default();
        if !locals.iter().any(|&var| self.is_restrict(var) || self.restrict_fields(var).next().is_some()) {
            return;
        }
        let mut assigned = FxHashSet::default();
        self.add_assigned(body, &mut assigned);
        for var in locals {
            let declared = &self.program[var];
            if !declared.address_taken && !assigned.contains(&var) {
                for field in self.restrict_fields(var).collect::<Vec<u32>>() {
                    let key = (self.restrict.keys.len() as u16 + 1) | RESTRICT_KEY;
                    self.restrict.keys.insert((var, Some(field)), key);
                }
            }
            let watched = self.is_restrict(var)
                || declared.storage == lang::Storage::Param && self.types().is_pointer(declared.ty);
            if watched && !declared.address_taken && !assigned.contains(&var) {
                let number = self.restrict.keys.len() as u16 + 1;
                let key = if self.is_restrict(var) { number | RESTRICT_KEY } else { number };
                self.restrict.keys.insert((var, None), key);
            }
        }
    }

    pub(super) fn has_restrict(&self) -> bool {
        !self.restrict.keys.is_empty()
    }

    fn is_restrict(&self, var: VarId) -> bool {
        let ty = self.program[var].ty;
        ty.is_restrict() && self.types().is_pointer(ty)
    }

    /// The restrict-qualified pointers among the members of a struct variable.
    fn restrict_fields(&self, var: VarId) -> impl Iterator<Item = u32> {
        let record = self.types().record(self.program[var].ty);
        let fields = record.map_or(&[][..], |record| &record.fields);
        let types = self.types();
        let is_restrict = move |field: &lang::Field| field.ty.is_restrict() && types.is_pointer(field.ty);
        (0u32..).zip(fields).filter(move |(_, field)| is_restrict(field)).map(|(index, _)| index)
    }

    fn add_assigned(&self, stmt: StmtId, assigned: &mut FxHashSet<VarId>) {
        walk::parts(self.program, stmt, |part| match part {
            Part::Stmt(stmt) => self.add_assigned(stmt, assigned),
            Part::Expr(expr) => self.add_assigned_expr(expr, assigned),
            Part::Init(init) => {
                walk::init_exprs(self.program, init, &mut |expr| self.add_assigned_expr(expr, assigned))
            }
        });
    }

    fn add_assigned_expr(&self, expr: ExprId, assigned: &mut FxHashSet<VarId>) {
        match self.program[expr].kind {
            ExprKind::Assign(mut target, _) => {
                while let ExprKind::Member(record, _) = self.program[target].kind {
                    target = record;
                }
                if let ExprKind::Var(var) = self.program[target].kind {
                    assigned.insert(var);
                }
            }
            ExprKind::StmtExpr(block) => self.add_assigned(block, assigned),
            _ => {}
        }
        walk::operands(self.program, expr, |operand| self.add_assigned_expr(operand, assigned));
    }

    /// A restrict pointer of a block: what was accessed before does not count, nor what follows the block.
    pub(super) fn begin_restrict(&mut self, var: VarId) {
        if self.is_restrict(var) {
            self.restrict.depths.insert(var, self.scopes.len());
        }
        if let Some(&key) = self.restrict.keys.get(&(var, None)) {
            self.emit(Op::RestrictBegin { key });
            if let Some(scope) = self.scopes.last_mut() {
                scope.restrict.push(key);
            }
        }
    }

    fn global_key(&self, var: VarId) -> Option<u16> {
        let position = self.image.restrict_globals.iter().position(|&global| global == self.image.definition(var))?;
        Some((position as u16).min(GLOBAL_KEY - 1) | GLOBAL_KEY | RESTRICT_KEY)
    }

    /// A restrict pointer gets the value of an expression. One that is based on another restrict pointer of the same
    /// block, or of a block inside it, makes the two the same object's (C17 6.7.3.1p4, p11).
    pub(super) fn restrict_assigned(&mut self, target: VarId, value: ExprId) {
        if !self.is_restrict(target) {
            return;
        }
        if let Some(source) = self.basis(value).filter(|&source| source != target && self.is_restrict(source))
            && self.is_block_inside(source, target)
        {
            let (to, from) = (self.program[target].name, self.program[source].name);
            let (to, from) = (self.program.name(to).to_string(), self.program.name(from));
            let message = format!("the restrict pointer `{to}` gets a value based on the restrict pointer `{from}`");
            self.undefined(Rule::Restrict, message);
        }
        if let Some(key) = self.global_key(target) {
            self.emit(Op::RestrictBegin { key });
        }
    }

    /// Whether the block of `source` is that of `target` or one inside it. A parameter and the outermost locals are
    /// taken to be of two blocks, as compilers have it.
    fn is_block_inside(&self, source: VarId, target: VarId) -> bool {
        let rank = |var: VarId| match self.program[var].storage {
            lang::Storage::Param => 1,
            storage if storage.is_static() => 0,
            _ => 2 + self.restrict.depths.get(&var).copied().unwrap_or(0),
        };
        rank(source) >= rank(target)
    }

    /// The variable whose value a pointer is based on.
    fn basis(&self, pointer: ExprId) -> Option<VarId> {
        match self.program[pointer].kind {
            ExprKind::Convert(inner) | ExprKind::Cast(inner) if self.types().is_pointer(self.ty(inner)) => {
                self.basis(inner)
            }
            ExprKind::Binary(_, a, _) if self.types().is_pointer(self.ty(a)) => self.basis(a),
            ExprKind::AddrOf(object) => match self.program[object].kind {
                ExprKind::Index(pointer, _) | ExprKind::Deref(pointer) => self.basis(pointer),
                _ => None,
            },
            ExprKind::Var(var) => Some(var),
            _ => None,
        }
    }

    /// Notes an access if it is known what it is based on.
    pub(super) fn note_restrict(&mut self, node: ExprId, write: bool, place: &Place) {
        if !self.has_restrict() && self.image.restrict_globals.is_empty() || place.bits.is_some() {
            return;
        }
        let target = match self.program[node].kind {
            ExprKind::Assign(target, _) | ExprKind::AssignOp { target, .. } | ExprKind::Step(_, target) => target,
            _ => node,
        };
        let Some(key) = self.restrict_key(target) else { return };
        if matches!(place.base, Base::Register { .. }) {
            return;
        }
        let size = self.size32(place.ty);
        self.scratch(|c| {
            let p = c.address(*place, None);
            c.emit(Op::Restrict { p, key, write, size });
        });
    }

    /// What an lvalue is based on.
    fn restrict_key(&self, target: ExprId) -> Option<u16> {
        match self.program[target].kind {
            ExprKind::Member(record, _) => self.restrict_key(record),
            ExprKind::Index(pointer, _) | ExprKind::Deref(pointer) => self.pointer_key(pointer),
            ExprKind::Var(_) => Some(NAMED),
            _ => None,
        }
    }

    fn pointer_key(&self, pointer: ExprId) -> Option<u16> {
        match self.program[pointer].kind {
            ExprKind::Convert(inner) | ExprKind::Cast(inner) if self.types().is_array(self.ty(inner)) => {
                self.restrict_key(inner)
            }
            ExprKind::Convert(inner) | ExprKind::Cast(inner) if self.types().is_pointer(self.ty(inner)) => {
                self.pointer_key(inner)
            }
            ExprKind::Binary(_, a, _) if self.types().is_pointer(self.ty(a)) => self.pointer_key(a),
            ExprKind::Step(_, inner) => self.pointer_key(inner),
            ExprKind::AddrOf(object) => self.restrict_key(object),
            ExprKind::Var(var) => self.restrict.keys.get(&(var, None)).copied().or_else(|| self.global_key(var)),
            ExprKind::Member(record, field) => match self.program[record].kind {
                ExprKind::Var(var) => self.restrict.keys.get(&(var, Some(field))).copied(),
                _ => None,
            },
            _ => None,
        }
    }
}
