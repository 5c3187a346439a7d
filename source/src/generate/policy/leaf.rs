//! Leaves: constants, and data reached through subscripts, members and pointers; and the places results go to.

use super::Generator;
use super::region::Constants;
use crate::kit::scope::{Datum, Role, Shape};
use lang::*;

/// What is looked for inside an object.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Want {
    Int,
    Float,
}

impl Generator<'_> {
    /// An integer leaf, as the region's policy has it.
    pub fn leaf(&mut self) -> ExprId {
        let constant = match self.region.constants {
            Constants::All => true,
            Constants::Half => self.rng.percent(50),
            Constants::Free => self.rng.percent(self.config.leaf_constant),
        };
        if constant {
            return self.constant();
        }
        self.datum().unwrap_or_else(|| self.constant())
    }

    /// An integer read from a variable.
    pub fn datum(&mut self) -> Option<ExprId> {
        let c = self.config;
        let induction = if self.scope.inductions.is_empty() { 0 } else { c.leaf_induction };
        let weights = [c.leaf_variable, c.leaf_element, c.leaf_member, c.leaf_deref, induction, c.leaf_lane];
        let shape = match self.rng.weighted(&weights) {
            0 => Shape::Int,
            1 => Shape::Array,
            2 => Shape::Record,
            3 => Shape::Pointer,
            4 => {
                let induction = *self.rng.pick(&self.scope.inductions);
                return Some(self.var(induction.var));
            }
            _ => Shape::Vector,
        };
        self.read(shape, Want::Int).or_else(|| self.read(Shape::Int, Want::Int))
    }

    /// A part of a readable variable of this shape.
    pub fn read(&mut self, shape: Shape, want: Want) -> Option<ExprId> {
        let data = self.scope.readable(shape);
        if data.is_empty() {
            return None;
        }
        let datum = self.recent(shape, false);
        if datum.ty.is_volatile() && !self.use_volatile(datum.var) {
            return None;
        }
        if datum.role == Role::Local {
            self.read_vars.insert(datum.var);
        }
        let e = self.var(datum.var);
        self.descend(e, want)
    }

    /// Locals come last in the lists and are few, so that they are preferred: values flow from one statement to
    /// the next.
    fn recent(&mut self, shape: Shape, write: bool) -> Datum {
        let data = if write { self.scope.writable(shape) } else { self.scope.readable(shape) };
        let n = data.len() as u64;
        let first = if self.rng.percent(self.config.prefer_recent) { n.saturating_sub(6) } else { 0 };
        data[(first + self.rng.below(n - first)) as usize]
    }

    /// Two accesses of one volatile object in one expression are unsequenced side effects (C17 5.1.2.3p2, 6.5p2).
    fn use_volatile(&mut self, var: VarId) -> bool {
        if self.region.duplicable || self.volatile_used.contains(&var) {
            return false;
        }
        self.volatile_used.push(var);
        self.impurities += 1;
        true
    }

    /// From an object to a scalar inside it.
    pub fn descend(&mut self, mut e: ExprId, want: Want) -> Option<ExprId> {
        loop {
            let ty = self.p[e].ty;
            match *self.p.types.kind(ty) {
                TypeKind::Array { len: ArrayLen::Fixed(len), .. } => {
                    let subscript = self.subscript(len);
                    e = self.index(e, subscript);
                    if self.config.cpp_at > 0 && self.rng.percent(self.config.cpp_at) {
                        self.lowering.at.insert(e);
                    }
                }
                TypeKind::Pointer(to) => {
                    let extent = match self.p[e].kind {
                        ExprKind::Var(var) => self.extents.get(&var).copied(),
                        _ => None,
                    };
                    e = match extent {
                        Some(extent) if !self.p.types.is_pointer(to) => {
                            let subscript = self.subscript(extent);
                            self.index(e, subscript)
                        }
                        _ => self.deref(e),
                    };
                }
                TypeKind::Record(id) => {
                    let field = self.field(id, want)?;
                    e = self.member(e, field);
                }
                TypeKind::Vector { lanes, elem } => {
                    if self.p.types.is_integer(elem) != (want == Want::Int) {
                        return None;
                    }
                    let lane = self.rng.below(lanes as u64) as i64;
                    let lane = self.int(lane, Type::INT);
                    return Some(self.index(e, lane));
                }
                _ if self.p.types.is_integer(ty) => return (want == Want::Int).then_some(e),
                _ if self.p.types.is_floating(ty) => return (want == Want::Float).then_some(e),
                _ => return None,
            }
        }
    }

    fn field(&mut self, id: RecordId, want: Want) -> Option<u32> {
        let record = &self.p.types.records[id.0 as usize];
        // In C++ only the member that was last written may be read ([class.union]), so one is used throughout.
        if record.is_union && self.cpp {
            return self.contains(record.fields[0].ty, want).then_some(0);
        }
        let n = record.fields.len();
        let start = self.rng.below(n as u64) as usize;
        let record = &self.p.types.records[id.0 as usize];
        let usable = |at: &usize| {
            let field = &record.fields[*at];
            field.name.is_some() && self.contains(field.ty, want)
        };
        (0..n).map(|at| (start + at) % n).find(usable).map(|at| at as u32)
    }

    fn contains(&self, ty: Type, want: Want) -> bool {
        match *self.p.types.kind(ty) {
            TypeKind::Array { elem, .. } => self.contains(elem, want),
            TypeKind::Pointer(to) => self.contains(to, want),
            TypeKind::Record(id) => {
                self.p.types.records[id.0 as usize].fields.iter().any(|field| self.contains(field.ty, want))
            }
            TypeKind::Vector { .. } => false,
            _ if want == Want::Int => self.p.types.is_integer(ty),
            _ => self.p.types.is_floating(ty),
        }
    }

    /// A subscript of an array with this many elements. Most are in range by construction; a computed one is
    /// repaired when it is executed.
    pub fn subscript(&mut self, len: u64) -> ExprId {
        if !self.scope.inductions.is_empty()
            && self.rng.percent(self.config.subscript_induction)
            && let Some(subscript) = self.affine(len)
        {
            return subscript;
        }
        let c = self.config;
        let computed = if self.region.duplicable || self.subscript_depth > 0 { 0 } else { c.subscript_computed };
        match self.rng.weighted(&[c.subscript_constant, c.subscript_masked, computed]) {
            0 => {
                let at = self.rng.below(len) as i64;
                self.int(at, Type::INT)
            }
            1 => self.masked(len),
            _ => {
                self.subscript_depth += 1;
                let e = self.expr(1);
                self.subscript_depth -= 1;
                // A wide subscript cannot be moved into range by a small constant.
                if self.kind(self.promoted(e)).bits > 32 { self.cast(Type::INT, e) } else { e }
            }
        }
    }

    /// `i`, `i + c`, `c - i`, `2 * i + c`: in range for every value of an induction variable.
    pub fn affine(&mut self, len: u64) -> Option<ExprId> {
        let n = self.scope.inductions.len();
        // The innermost loop's counter most of the time.
        let at = if self.rng.percent(70) { n - 1 } else { self.rng.below(n as u64) as usize };
        let induction = self.scope.inductions[at];
        let (min, max, len) = (induction.min, induction.max, len as i64);
        let span = max - min;
        if span >= len {
            return None;
        }
        let i = self.var(induction.var);
        let c = self.config;
        let strided = if span * 2 < len { c.subscript_strided } else { 0 };
        let direct = if min >= 0 && max < len { c.subscript_direct } else { 0 };
        let subscript = match self.rng.weighted(&[direct, c.subscript_offset, c.subscript_reversed, strided]) {
            0 if direct > 0 => i,
            2 => {
                let constant = self.rng.range(max, len - 1 + min);
                let constant = self.int(constant, Type::INT);
                self.binary(BinaryOp::Sub, constant, i)
            }
            3 if strided > 0 => {
                let two = self.int(2, Type::INT);
                let twice = self.binary(BinaryOp::Mul, i, two);
                let offset = self.rng.range(-2 * min, len - 1 - 2 * max);
                self.offset(twice, offset)
            }
            _ => {
                let offset = self.rng.range(-min, len - 1 - max);
                self.offset(i, offset)
            }
        };
        Some(subscript)
    }

    /// `e + offset`, or `e - offset`, or just `e`.
    pub fn offset(&mut self, e: ExprId, offset: i64) -> ExprId {
        let op = match offset {
            0 => return e,
            1.. => BinaryOp::Add,
            _ => BinaryOp::Sub,
        };
        let offset = self.int(offset.abs(), Type::INT);
        self.binary(op, e, offset)
    }

    /// A variable brought into range: `e & 7` or `(unsigned)e % 6`.
    fn masked(&mut self, len: u64) -> ExprId {
        let e = match self.read(Shape::Int, Want::Int) {
            Some(e) => e,
            None => return self.int(0, Type::INT),
        };
        if len.is_power_of_two() {
            let mask = self.int(len as i64 - 1, Type::INT);
            return self.binary(BinaryOp::And, e, mask);
        }
        let e = self.cast(Type::UINT, e);
        let len = self.int(len as i64, Type::UINT);
        self.binary(BinaryOp::Rem, e, len)
    }

    /// An integer place to store to.
    pub fn target(&mut self, want: Want) -> Option<ExprId> {
        let c = self.config;
        let shape = match self.rng.weighted(&[c.target_variable, c.target_element, c.target_member, c.target_deref]) {
            0 if want == Want::Int => Shape::Int,
            0 => Shape::Float,
            1 => Shape::Array,
            2 => Shape::Record,
            _ => Shape::Pointer,
        };
        self.write(shape, want).or_else(|| {
            let shape = if want == Want::Int { Shape::Int } else { Shape::Float };
            self.write(shape, want)
        })
    }

    pub fn write(&mut self, shape: Shape, want: Want) -> Option<ExprId> {
        if self.scope.writable(shape).is_empty() {
            return None;
        }
        let datum = self.recent(shape, true);
        if datum.ty.is_volatile() && !self.use_volatile(datum.var) {
            return None;
        }
        let e = self.var(datum.var);
        self.descend(e, want).filter(|&e| !self.p[e].ty.is_const())
    }

    /// Makes a variable visible from here on.
    pub fn show(&mut self, var: VarId, role: Role) {
        let ty = self.p[var].ty;
        let shape = match self.p.types.kind(ty) {
            TypeKind::Array { .. } => Shape::Array,
            TypeKind::Record(_) => Shape::Record,
            TypeKind::Pointer(_) => Shape::Pointer,
            TypeKind::Vector { .. } => Shape::Vector,
            _ if self.p.types.is_floating(ty) => Shape::Float,
            _ => Shape::Int,
        };
        let depth = self.scope.depth;
        self.scope.add(shape, Datum { var, ty, role, depth });
    }
}
