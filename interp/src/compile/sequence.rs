//! Sequencing within a full expression (C17 6.5p2).
//!
//! A walk over the expression lists every pair of accesses to scalars of which one is a write, neither is sequenced
//! before the other, and which could overlap. Each access of a pair notes its address when it happens, and the later
//! one compares. Accesses inside called functions are not unsequenced but indeterminately sequenced; those are the
//! business of `effects`.

use super::place::{Base, Place};
use super::*;
use crate::image::Traits;
use lang::{ExprKind, UnaryOp};

/// An access: the node, and whether it is the node's write or its read.
type AccessKey = (ExprId, bool);

#[derive(Default)]
pub(super) struct Marks {
    /// The register that notes the access's address, and its width in bits.
    registers: FxHashMap<AccessKey, (Reg, u32)>,
    /// For each access, the others that it must not overlap.
    partners: FxHashMap<AccessKey, Vec<AccessKey>>,
}

/// What an access may touch.
#[derive(Copy, Clone, PartialEq, Debug)]
enum Root {
    Var(VarId),
    /// Through a pointer.
    Unknown,
}

#[derive(Copy, Clone, Debug)]
struct Access {
    key: AccessKey,
    root: Root,
    /// Known bit range within the root variable.
    range: Option<(u64, u64)>,
    bits: u32,
}

/// The accesses of a subexpression.
#[derive(Default)]
struct Accesses {
    all: Vec<Access>,
    /// Writes that are not sequenced before the subexpression's value.
    pending: Vec<Access>,
}

impl Accesses {
    fn join(mut self, other: Accesses) -> Accesses {
        self.all.extend(other.all);
        self.pending.extend(other.pending);
        self
    }
    /// What is left after a sequence point.
    fn settled(mut self) -> Accesses {
        self.pending.clear();
        self
    }
}

impl Compiler<'_> {
    /// Prepares the checks of a full expression; returns the enclosing one's state.
    pub(super) fn begin_full(&mut self, expr: ExprId) -> Marks {
        let mut pairs = Vec::new();
        if self.has_nested_effect(expr) {
            self.accesses(expr, true, &mut pairs);
        }
        let mut marks = Marks::default();
        for (a, b) in pairs {
            for access in [a, b] {
                marks.registers.entry(access.key).or_insert_with(|| {
                    let reg = self.alloc(1);
                    self.emit(Op::Imm { d: reg, v: 0 });
                    (reg, access.bits)
                });
            }
            marks.partners.entry(a.key).or_default().push(b.key);
            marks.partners.entry(b.key).or_default().push(a.key);
        }
        std::mem::replace(&mut self.marks, marks)
    }

    pub(super) fn end_full(&mut self, outer: Marks) {
        self.marks = outer;
    }

    /// Notes an access that happens here and compares it with the partners that may have happened.
    pub(super) fn mark(&mut self, expr: ExprId, is_write: bool, place: &Place) {
        self.note_restrict(expr, is_write, place);
        let key = (expr, is_write);
        let Some(&(d, bits)) = self.marks.registers.get(&key) else { return };
        match place.base {
            // Register variables have no address: any number that no other object has.
            Base::Register { var, .. } => self.constant(d, u64::MAX - (var.0 as u64 + 1) * 256),
            _ => self.scratch(|c| {
                let bit = place.bits.map_or(0, |bits| bits.offset as u32);
                let p = c.address(Place { bits: None, ..*place }, None);
                c.emit(Op::Mark { d, p, bit });
            }),
        }
        let partners = self.marks.partners.get(&key).cloned().unwrap_or_default();
        for partner in partners {
            let Some(&(other, other_bits)) = self.marks.registers.get(&partner) else { continue };
            self.code.pairs.push(Pair { a_bits: other_bits, b_bits: bits, a: partner.0, b: expr });
            let pair = self.code.pairs.len() as u32 - 1;
            self.emit(Op::Conflict { a: other, b: d, pair });
        }
    }

    /// A quick test: is there a side effect besides that of the outermost operator?
    fn has_nested_effect(&self, expr: ExprId) -> bool {
        match self.program[expr].kind {
            ExprKind::Assign(a, b) | ExprKind::AssignOp { target: a, value: b, .. } => {
                self.has_effect(a) || self.has_effect(b)
            }
            ExprKind::Step(_, a) => self.has_effect(a),
            _ => self.has_effect(expr),
        }
    }

    pub(super) fn has_effect(&self, expr: ExprId) -> bool {
        if let Some(traits) = self.image.traits_of(expr) {
            return traits.has(Traits::EFFECT);
        }
        if matches!(self.program[expr].kind, ExprKind::Assign(..) | ExprKind::AssignOp { .. } | ExprKind::Step(..)) {
            return true;
        }
        let mut found = false;
        lang::walk::operands(self.program, expr, |operand| found = found || self.has_effect(operand));
        found
    }

    fn accesses(&self, expr: ExprId, for_value: bool, pairs: &mut Vec<(Access, Access)>) -> Accesses {
        self.code.budget.spend(1);
        let node = self.program[expr];
        match node.kind {
            ExprKind::Binary(_, a, b) => self.unsequenced(a, b, pairs),
            ExprKind::Comma(a, b)
            | ExprKind::LogicalAnd(a, b)
            | ExprKind::LogicalOr(a, b)
            | ExprKind::CondOmitted(a, b) => {
                let left = self.accesses(a, true, pairs).settled();
                left.join(self.accesses(b, true, pairs))
            }
            ExprKind::Cond(c, a, b) => {
                let condition = self.accesses(c, true, pairs).settled();
                let branches = self.accesses(a, true, pairs).join(self.accesses(b, true, pairs));
                condition.join(branches)
            }
            ExprKind::Call(callee, args) => {
                let mut parts = self.accesses(callee, true, pairs);
                for &arg in self.program.expr_list(args) {
                    let part = self.accesses(arg, true, pairs);
                    self.add_pairs(&parts.all, &part.all, pairs);
                    parts = parts.join(part);
                }
                // A sequence point before the call itself (C17 6.5.2.2p10).
                parts.settled()
            }
            ExprKind::Assign(target, value) => {
                let left = self.accesses(target, false, pairs);
                let right = self.accesses(value, true, pairs);
                self.add_pairs(&left.all, &right.all, pairs);
                self.write(expr, target, left.join(right), pairs)
            }
            ExprKind::AssignOp { target, value, .. } => {
                let left = self.accesses(target, false, pairs);
                let right = self.accesses(value, true, pairs);
                self.add_pairs(&left.all, &right.all, pairs);
                let read = self.access((expr, false), target);
                self.add_pairs(&[read], &right.all, pairs);
                self.add_pairs(&[read], &left.pending, pairs);
                let mut both = left.join(right);
                both.all.push(read);
                self.write(expr, target, both, pairs)
            }
            ExprKind::Step(_, target) => {
                let mut operand = self.accesses(target, false, pairs);
                let read = self.access((expr, false), target);
                self.add_pairs(&[read], &operand.pending, pairs);
                operand.all.push(read);
                self.write(expr, target, operand, pairs)
            }
            ExprKind::SizeofExpr(_) | ExprKind::StmtExpr(_) | ExprKind::CompoundLiteral(_) => Accesses::default(),
            ExprKind::AddrOf(object) => self.accesses(object, false, pairs),
            ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Index(..) | ExprKind::Member(..) => {
                let mut accesses = self.designator(expr, pairs);
                if for_value && self.rep(node.ty) != Rep::Aggregate && !self.types().is_function(node.ty) {
                    accesses.all.push(self.access((expr, false), expr));
                }
                accesses
            }
            _ => {
                let mut accesses = Accesses::default();
                lang::walk::operands(self.program, expr, |operand| {
                    let part = self.accesses(operand, true, pairs);
                    let whole = std::mem::take(&mut accesses);
                    accesses = whole.join(part);
                });
                accesses
            }
        }
    }

    /// The accesses made to find the object, not to it.
    fn designator(&self, expr: ExprId, pairs: &mut Vec<(Access, Access)>) -> Accesses {
        match self.program[expr].kind {
            ExprKind::Deref(pointer) => self.accesses(pointer, true, pairs),
            ExprKind::Index(base, index) => self.unsequenced(base, index, pairs),
            ExprKind::Member(record, _) | ExprKind::Unary(UnaryOp::Real | UnaryOp::Imag, record) => {
                self.accesses(record, false, pairs)
            }
            _ => Accesses::default(),
        }
    }

    fn unsequenced(&self, a: ExprId, b: ExprId, pairs: &mut Vec<(Access, Access)>) -> Accesses {
        let left = self.accesses(a, true, pairs);
        let right = self.accesses(b, true, pairs);
        self.add_pairs(&left.all, &right.all, pairs);
        left.join(right)
    }

    /// Adds the write of an assignment, which comes after the value computations of its operands but is unsequenced
    /// with their side effects.
    fn write(
        &self,
        expr: ExprId,
        target: ExprId,
        mut operands: Accesses,
        pairs: &mut Vec<(Access, Access)>,
    ) -> Accesses {
        if self.rep(self.ty(target)) == Rep::Aggregate {
            return operands;
        }
        let write = self.access((expr, true), target);
        self.add_pairs(&[write], &operands.pending, pairs);
        operands.all.push(write);
        operands.pending.push(write);
        operands
    }

    fn access(&self, key: AccessKey, target: ExprId) -> Access {
        let (root, offset) = self.root(target);
        let ty = self.ty(target);
        let bits = match self.program[target].kind {
            ExprKind::Member(record, field) => self.field_bits(record, field),
            _ => None,
        };
        let bits = bits.unwrap_or(self.size(ty).saturating_mul(8)).min(u32::MAX as u64) as u32;
        // A constant subscript may be anything; one that is out of bounds is found when it is evaluated.
        let range = offset.and_then(|offset| Some((offset, offset.checked_add(bits as u64)?)));
        Access { key, root, range, bits }
    }

    fn field_bits(&self, record: ExprId, field: u32) -> Option<u64> {
        let record = self.types().record(self.ty(record))?;
        record.fields.get(field as usize)?.bit_width.map(|width| width as u64)
    }

    /// The variable an lvalue is part of, and the bit offset in it if that is constant.
    fn root(&self, expr: ExprId) -> (Root, Option<u64>) {
        match self.program[expr].kind {
            ExprKind::Var(var) => (Root::Var(self.image.link_var(var)), Some(0)),
            ExprKind::Member(record, field) => {
                let (root, offset) = self.root(record);
                let field = self.types().record(self.ty(record)).and_then(|record| record.fields.get(field as usize));
                (root, offset.zip(field).map(|(offset, field)| offset.wrapping_add(field.bit_offset)))
            }
            ExprKind::Index(base, index) => match self.program[base].kind {
                ExprKind::Convert(array) if self.types().is_array(self.ty(array)) => {
                    let (root, offset) = self.root(array);
                    let index = lang::fold::integer_constant(self.program, index);
                    let size = self.size(self.ty(expr)).wrapping_mul(8);
                    (
                        root,
                        offset.zip(index).map(|(offset, index)| offset.wrapping_add((index as u64).wrapping_mul(size))),
                    )
                }
                _ => (Root::Unknown, None),
            },
            ExprKind::Deref(pointer) => match self.program[pointer].kind {
                ExprKind::Convert(array) if self.types().is_array(self.ty(array)) => self.root(array),
                ExprKind::AddrOf(object) => self.root(object),
                _ => (Root::Unknown, None),
            },
            _ => (Root::Unknown, None),
        }
    }

    fn add_pairs(&self, left: &[Access], right: &[Access], pairs: &mut Vec<(Access, Access)>) {
        for a in left {
            self.code.budget.spend(right.len() as u64);
            for b in right {
                if self.code.budget.is_spent() {
                    return;
                }
                if (a.key.1 || b.key.1) && a.key != b.key && self.may_overlap(a, b) {
                    // A pair takes 200 bytes, with what is made of it.
                    self.code.budget.spend(128);
                    pairs.push((*a, *b));
                }
            }
        }
    }

    fn may_overlap(&self, a: &Access, b: &Access) -> bool {
        match (a.root, b.root) {
            (Root::Var(va), Root::Var(vb)) if va != vb => false,
            (Root::Var(_), Root::Var(_)) => match (a.range, b.range) {
                (Some(ra), Some(rb)) => ra.0 < rb.1 && rb.0 < ra.1,
                _ => true,
            },
            (Root::Var(var), Root::Unknown) | (Root::Unknown, Root::Var(var)) => {
                self.program[var].address_taken || self.program[var].storage.is_static()
            }
            (Root::Unknown, Root::Unknown) => true,
        }
    }
}
