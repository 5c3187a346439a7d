//! Expanding constants into expressions of the same value, over and over.

use super::formula::Formula;
use super::grow::Grower;
use super::solve::{Side, solve};
use super::tree::*;
use super::value::{self, Kind, Vals};
use lang::{BinaryOp, Type, UnaryOp};

const COMPARISONS: [BinaryOp; 6] = [BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Le, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne];

const ARITHMETIC: [BinaryOp; 13] = [
    BinaryOp::Add,
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Xor,
];

const REAL: [BinaryOp; 5] = [BinaryOp::Add, BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div];

/// Places that are executed more often than this call no functions: the calls would take all the time.
const CALLED: u32 = 8;

/// An operand before it has a slot.
pub enum Operand {
    Constant(Type, u64),
    Cell(u32, Type, Vals),
    /// A function and which of its calls.
    Call(u32, usize, Type, u64),
    /// An idiom.
    Formula(Formula),
}

impl Operand {
    pub fn ty(&self) -> Type {
        match self {
            Operand::Constant(ty, _) | Operand::Cell(_, ty, _) | Operand::Call(_, _, ty, _) => *ty,
            Operand::Formula(formula) => formula.ty,
        }
    }

    fn vals(&self) -> Vals {
        match self {
            Operand::Cell(_, _, vals) | Operand::Formula(Formula { vals, .. }) => vals.clone(),
            Operand::Constant(_, value) | Operand::Call(_, _, _, value) => Vals::Same(*value),
        }
    }
}

impl Grower<'_> {
    /// The second half of growth: every constant that statements have brought along.
    pub fn expand_all(&mut self) {
        self.claim_volatile_targets();
        self.go_through_pointers();
        let mut waiting: Vec<u32> = (0..self.tree.slots.len() as u32).rev().collect();
        while let Some(slot) = waiting.pop() {
            let before = self.tree.slots.len() as u32;
            self.expand(slot);
            waiting.extend(before..self.tree.slots.len() as u32);
        }
    }

    /// The volatile object that a statement writes is not read by the same statement.
    fn claim_volatile_targets(&mut self) {
        for at in 0..self.tree.stmts.len() {
            let (cell, slot) = match &self.tree.stmts[at].kind {
                StmtKind::Assign { access, value, .. } => (access.cell, *value),
                StmtKind::Loop(looped) => (looped.counter, looped.step),
                _ => continue,
            };
            let object = self.tree.cells[cell as usize].object;
            if self.tree.objects[object as usize].volatile {
                let root = self.tree.slots[slot as usize].root;
                self.tree.volatile_reads.push((root, object));
            }
        }
    }

    /// Assignments to what a visible pointer points to.
    fn go_through_pointers(&mut self) {
        for at in 0..self.tree.stmts.len() {
            let StmtKind::Assign { access, subscript: None, .. } = self.tree.stmts[at].kind else { continue };
            let place = self.tree.stmts[at].place;
            let Some(pointer) = self.pointer_to(access.cell, place) else { continue };
            let change = self.tree.begin(Change::Pointer);
            if let StmtKind::Assign { access, .. } = &mut self.tree.stmts[at].kind {
                access.through = Some((pointer, change));
            }
        }
    }

    /// A pointer to the cell that can be used at a place.
    fn pointer_to(&mut self, cell: u32, place: u32) -> Option<u32> {
        let pointers = &self.tree.cells[cell as usize].pointers;
        if pointers.is_empty() || !self.rng.percent(self.config.through_pointer) {
            return None;
        }
        let pointer = *self.rng.pick(pointers);
        let Object { block: scope, .. } = self.tree.objects[pointer as usize];
        let block = self.tree.places[place as usize].block;
        let is_visible = scope == FILE || block != FILE && self.is_within(block, scope);
        is_visible.then_some(pointer)
    }

    fn expand(&mut self, slot: u32) {
        let Slot { ref vals, ref kind, depth, place, .. } = self.tree.slots[slot as usize];
        if u32::from(depth) > self.config.expr_depth {
            return;
        }
        if u32::from(depth) == self.config.expr_depth {
            return self.read_instead(slot);
        }
        let percent = self.config.expand_percent.saturating_sub(u32::from(depth) * 100 / (self.config.expr_depth + 2));
        let constant = match (kind, vals) {
            (SlotKind::Constant, Vals::Same(value)) => Some(*value),
            _ => None,
        };
        let through = match kind {
            SlotKind::Read(Access { cell, through: None, .. }) => Some(*cell),
            _ => None,
        };
        if let Some(cell) = through
            && let Some(pointer) = self.pointer_to(cell, place)
        {
            let change = self.tree.begin(Change::Pointer);
            if let SlotKind::Read(access) = &mut self.tree.slots[slot as usize].kind {
                access.through = Some((pointer, change));
            }
            return;
        }
        if !self.rng.percent(percent) {
            return;
        }
        match constant {
            Some(value) => self.grow_constant(slot, value),
            None if self.rng.percent(25) => self.wrap(slot),
            None => {}
        }
    }

    /// At the last level: the constant, or a variable that happens to have its value.
    fn read_instead(&mut self, slot: u32) {
        let Slot { ref vals, ref kind, place, root, ty, depth, .. } = self.tree.slots[slot as usize];
        let (SlotKind::Constant, Vals::Same(value)) = (kind, vals) else { return };
        let value = *value;
        let cell = self.pick_cell(place, |grower, cell| {
            let Cell { read_ty, .. } = grower.tree.cells[cell as usize];
            read_ty == ty && grower.may_read(cell, root) && grower.tree.values(cell, place) == Vals::Same(value)
        });
        let Some(cell) = cell else { return };
        let by = self.tree.begin(Change::Expand);
        // Its subscripts are not expanded: one of them could have the same value, and so on for ever.
        let kind = self.read(cell, place, root, depth + 1);
        let slot = &mut self.tree.slots[slot as usize];
        (slot.kind, slot.by) = (kind, by);
    }

    fn grow_constant(&mut self, slot: u32, want: u64) {
        let c = self.config;
        let ty = self.tree.slots[slot as usize].ty;
        let is_truth = ty == Type::INT && want <= 1;
        let truth = if is_truth { 35 } else { 0 };
        let weights = [60, c.cond_percent, c.cast_percent, 5, truth, truth / 4];
        match self.rng.weighted(&weights) {
            0 => self.grow_binary(slot, want),
            1 => self.grow_cond(slot, want),
            2 => self.grow_cast(slot, want),
            3 => self.grow_unary(slot, want),
            4 => self.grow_comparison(slot, want),
            _ => self.grow_logical(slot, want),
        }
    }

    /// An operand of a type that passes: a variable, a call, or a constant at a boundary.
    fn operand(&mut self, slot: u32, fallback: Type, passes: impl Fn(Type) -> bool) -> Operand {
        let Slot { place, root, .. } = self.tree.slots[slot as usize];
        if self.rng.percent(self.config.call_percent)
            && let Some(call) = self.callable(place, &passes)
        {
            return call;
        }
        if passes(fallback)
            && fallback != Type::LDOUBLE
            && self.rng.percent(self.config.idiom)
            && let Some(idiom) = self.idiom_operand(slot, fallback)
        {
            return idiom;
        }
        if self.rng.percent(self.config.read_percent) {
            let cell = self.pick_cell(place, |grower, cell| {
                passes(grower.tree.cells[cell as usize].read_ty) && grower.may_read(cell, root)
            });
            if let Some(cell) = cell {
                return Operand::Cell(cell, self.tree.cells[cell as usize].read_ty, self.tree.values(cell, place));
            }
        }
        // What the compiler does not know, so that the expression is not folded.
        if self.rng.percent(95)
            && let Some(cell) = self.input(&passes)
        {
            return Operand::Cell(cell, self.tree.cells[cell as usize].read_ty, self.tree.values(cell, place));
        }
        Operand::Constant(fallback, value::boundary(&mut self.rng, self.tree.kind(fallback)))
    }

    fn callable(&mut self, place: u32, passes: impl Fn(Type) -> bool) -> Option<Operand> {
        let Place { block, n, .. } = self.tree.places[place as usize];
        if self.callees.is_empty() || block == FILE || n > CALLED || self.is_pure(block) {
            return None;
        }
        let function = *self.rng.pick(&self.callees);
        let Function { ret, calls, .. } = &self.tree.functions[function as usize];
        let (ret, _) = (*ret)?;
        let call = self.rng.below(calls.len() as u64) as usize;
        let value = calls[call].1;
        let kind = self.tree.kind(ret);
        let ty = if kind.int().is_some_and(|kind| kind.bits < 32) { Type::INT } else { ret };
        passes(ty).then_some(Operand::Call(function, call, ty, value))
    }

    /// `operand op constant`, or the other way round.
    fn grow_binary(&mut self, slot: u32, want: u64) {
        let ty = self.tree.slots[slot as usize].ty;
        let kind = self.tree.kind(ty);
        let operand = self.operand(slot, ty, |other| converts_to(other, ty));
        let Some(known) = operand.vals().map(|value| value::convert(self.tree.kind(operand.ty()), kind, value)) else {
            return;
        };
        for _ in 0..4 {
            let op = if kind.is_int() { *self.rng.pick(&ARITHMETIC) } else { *self.rng.pick(&REAL) };
            let side = if self.rng.percent(50) { Side::Left } else { Side::Right };
            let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
            // The result of a shift has the type of its left operand.
            if is_shift && side == Side::Left && operand.ty() != ty {
                continue;
            }
            let known = if is_shift && side == Side::Right { operand.vals() } else { known.clone() };
            if let Some(other) = solve(&mut self.rng, kind, op, &known, side, want) {
                let other_ty = if is_shift && side == Side::Left { Type::INT } else { ty };
                return self.install(slot, op, operand, side, other_ty, other);
            }
        }
        if operand.vals().same().is_none() {
            self.grow_cond_on(slot, want, operand);
        }
    }

    /// Gives a slot its two operands.
    fn install(&mut self, slot: u32, op: BinaryOp, operand: Operand, side: Side, other_ty: Type, other: u64) {
        let Slot { place, root, depth, .. } = self.tree.slots[slot as usize];
        let by = self.tree.begin(Change::Expand);
        let depth = depth + 1;
        let other = |tree: &mut Tree| tree.part(other_ty, Vals::Same(other), SlotKind::Constant, place, root, depth);
        let bare = |tree: &mut Tree| tree.part(operand.ty(), operand.vals(), SlotKind::Constant, place, root, depth);
        let (first, at) = match side {
            Side::Left => {
                let at = bare(&mut self.tree);
                other(&mut self.tree);
                (at, at)
            }
            Side::Right => {
                let first = other(&mut self.tree);
                (first, bare(&mut self.tree))
            }
        };
        self.mention(at, &operand);
        let slot = &mut self.tree.slots[slot as usize];
        (slot.kind, slot.by) = (SlotKind::Binary(op, first), by);
    }

    /// Makes a slot what the operand is.
    fn mention(&mut self, slot: u32, operand: &Operand) {
        if let Operand::Formula(formula) = operand {
            return self.plant(slot, formula);
        }
        let Slot { place, root, depth, .. } = self.tree.slots[slot as usize];
        let kind = match *operand {
            Operand::Constant(..) | Operand::Formula(_) => SlotKind::Constant,
            Operand::Cell(cell, ..) => self.read(cell, place, root, depth + 1),
            Operand::Call(function, call, ..) => self.call(function, call, place, root, depth + 1),
        };
        self.tree.slots[slot as usize].kind = kind;
    }

    fn call(&mut self, function: u32, call: usize, place: u32, root: u32, depth: u8) -> SlotKind {
        let first = self.tree.slots.len() as u32;
        let values = self.tree.functions[function as usize].calls[call].0.clone();
        let params = self.tree.functions[function as usize].params.clone();
        let scalars = params.iter().filter(|&&param| self.tree.objects[param as usize].argument.is_none());
        let types: Vec<(Type, Type)> = scalars
            .map(|&param| {
                let Cell { ty, read_ty, .. } = self.tree.cells[self.tree.objects[param as usize].first as usize];
                (ty, read_ty)
            })
            .collect();
        for ((ty, read_ty), value) in types.into_iter().zip(values) {
            let value = value::convert(self.tree.kind(ty), self.tree.kind(read_ty), value).unwrap_or(0);
            self.tree.part(read_ty, Vals::Same(value), SlotKind::Constant, place, root, depth);
        }
        SlotKind::Call(function, first)
    }

    /// `operand < constant` and the like, which is the same every time.
    fn grow_comparison(&mut self, slot: u32, want: u64) {
        let fallback = self.scalar_promoted();
        let operand = self.operand(slot, fallback, |_| true);
        let kind = self.tree.kind(operand.ty());
        let known = operand.vals();
        for _ in 0..6 {
            let op = *self.rng.pick(&COMPARISONS);
            let side = if self.rng.percent(50) { Side::Left } else { Side::Right };
            if let Some(other) = solve(&mut self.rng, kind, op, &known, side, want) {
                let ty = operand.ty();
                return self.install(slot, op, operand, side, ty, other);
            }
        }
    }

    fn scalar_promoted(&mut self) -> Type {
        let ty = self.scalar_type();
        if self.tree.kind(ty).int().is_some_and(|kind| kind.bits < 32) { Type::INT } else { ty }
    }

    /// `a && b`, `a || b`
    fn grow_logical(&mut self, slot: u32, want: u64) {
        let Slot { place, root, depth, .. } = self.tree.slots[slot as usize];
        let is_and = self.rng.percent(50);
        let (left, right) = match (is_and, want) {
            (true, 1) => (1, 1),
            (false, 0) => (0, 0),
            (true, _) => *self.rng.pick(&[(0, 0), (0, 1), (1, 0)]),
            (false, _) => *self.rng.pick(&[(1, 1), (0, 1), (1, 0)]),
        };
        let by = self.tree.begin(Change::Expand);
        let first = self.truth(left, place, root, depth + 1);
        self.truth(right, place, root, depth + 1);
        let slot = &mut self.tree.slots[slot as usize];
        (slot.kind, slot.by) = (if is_and { SlotKind::And(first) } else { SlotKind::Or(first) }, by);
    }

    /// A constant that is true or false.
    fn truth(&mut self, truth: u64, place: u32, root: u32, depth: u8) -> u32 {
        let value = match truth {
            0 => 0,
            _ if self.rng.percent(70) => 1,
            _ => value::boundary(&mut self.rng, self.tree.kind(Type::INT)).max(1),
        };
        let value = lang::arith::wrap(lang::arith::IntKind::I32, value);
        let value = if truth == 1 && value == 0 { 1 } else { value };
        self.tree.part(Type::INT, Vals::Same(value), SlotKind::Constant, place, root, depth)
    }

    /// `condition ? value : other`
    fn grow_cond(&mut self, slot: u32, want: u64) {
        if self.rng.percent(85) {
            let fallback = self.scalar_promoted();
            let operand = self.operand(slot, fallback, |_| true);
            return self.grow_cond_on(slot, want, operand);
        }
        let Slot { place, root, depth, .. } = self.tree.slots[slot as usize];
        let truth = u64::from(self.rng.percent(50));
        let by = self.tree.begin(Change::Expand);
        let first = self.truth(truth, place, root, depth + 1);
        self.finish_cond(slot, want, first, truth == 1, by);
    }

    /// The same with a condition on an operand, which is the same every time.
    fn grow_cond_on(&mut self, slot: u32, want: u64, operand: Operand) {
        let Slot { place, root, depth, .. } = self.tree.slots[slot as usize];
        let kind = self.tree.kind(operand.ty());
        let truth = u64::from(self.rng.percent(50));
        for _ in 0..6 {
            let op = *self.rng.pick(&COMPARISONS);
            let side = if self.rng.percent(50) { Side::Left } else { Side::Right };
            if let Some(other) = solve(&mut self.rng, kind, op, &operand.vals(), side, truth) {
                let by = self.tree.begin(Change::Expand);
                let first = self.tree.part(Type::INT, Vals::Same(truth), SlotKind::Constant, place, root, depth + 1);
                self.finish_cond(slot, want, first, truth == 1, by);
                let ty = operand.ty();
                return self.install(first, op, operand, side, ty, other);
            }
        }
    }

    fn finish_cond(&mut self, slot: u32, want: u64, first: u32, is_true: bool, by: u32) {
        let Slot { ty, place, root, depth, .. } = self.tree.slots[slot as usize];
        let other = value::boundary(&mut self.rng, self.tree.kind(ty));
        let (yes, no) = if is_true { (want, other) } else { (other, want) };
        for value in [yes, no] {
            self.tree.part(ty, Vals::Same(value), SlotKind::Constant, place, root, depth + 1);
        }
        let slot = &mut self.tree.slots[slot as usize];
        (slot.kind, slot.by) = (SlotKind::Cond(first), by);
    }

    /// `(type)value`, where the value may have more bits than the type keeps.
    fn grow_cast(&mut self, slot: u32, want: u64) {
        let Slot { ty, place, root, depth, .. } = self.tree.slots[slot as usize];
        let kind = self.tree.kind(ty);
        let narrow = [Type::BOOL, Type::CHAR, Type::SCHAR, Type::UCHAR, Type::SHORT, Type::USHORT];
        let target = if ty == Type::INT && self.rng.percent(50) { *self.rng.pick(&narrow) } else { ty };
        let from = self.scalar_promoted();
        let (target_kind, from_kind) = (self.tree.kind(target), self.tree.kind(from));
        let Some(mut value) = value::convert(kind, from_kind, want) else { return };
        if let (Kind::Int(target), Kind::Int(from)) = (target_kind, from_kind)
            && from.bits > target.bits
            && target.bits > 1
            && self.rng.percent(50)
        {
            value = lang::arith::wrap(from, value ^ self.rng.next_u64() << target.bits);
        }
        let back = value::convert(from_kind, target_kind, value).and_then(|v| value::convert(target_kind, kind, v));
        if back != Some(want) {
            return;
        }
        let by = self.tree.begin(Change::Expand);
        let first = self.tree.part(from, Vals::Same(value), SlotKind::Constant, place, root, depth + 1);
        let slot = &mut self.tree.slots[slot as usize];
        (slot.kind, slot.by) = (SlotKind::Cast(target, first), by);
    }

    fn grow_unary(&mut self, slot: u32, want: u64) {
        let Slot { ty, place, root, depth, .. } = self.tree.slots[slot as usize];
        let kind = self.tree.kind(ty);
        let op = *self.rng.pick(&[UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::Not]);
        let operand = match op {
            UnaryOp::Not if ty == Type::INT && want <= 1 => {
                let by = self.tree.begin(Change::Expand);
                let truth = self.truth(1 - want, place, root, depth + 1);
                let slot = &mut self.tree.slots[slot as usize];
                (slot.kind, slot.by) = (SlotKind::Unary(op, truth), by);
                return;
            }
            UnaryOp::Not => return,
            op => value::unary(kind, op, want),
        };
        let Some(operand) = operand.filter(|&operand| value::unary(kind, op, operand) == Some(want)) else { return };
        let by = self.tree.begin(Change::Expand);
        let first = self.tree.part(ty, Vals::Same(operand), SlotKind::Constant, place, root, depth + 1);
        let slot = &mut self.tree.slots[slot as usize];
        (slot.kind, slot.by) = (SlotKind::Unary(op, first), by);
    }

    /// `(e op c) inverse c` around an integer expression whose values may differ.
    fn wrap(&mut self, slot: u32) {
        let Slot { ty, ref vals, place, root, depth, .. } = self.tree.slots[slot as usize];
        let vals = vals.clone();
        let kind = self.tree.kind(ty);
        if !kind.is_int() {
            return;
        }
        let (op, inverse) = *self.rng.pick(&[
            (BinaryOp::Add, BinaryOp::Sub),
            (BinaryOp::Sub, BinaryOp::Add),
            (BinaryOp::Xor, BinaryOp::Xor),
        ]);
        let constant = value::boundary(&mut self.rng, kind);
        let Some(moved) = vals.map(|value| value::binary(kind, op, value, constant)) else { return };
        let back = moved.map(|value| value::binary(kind, inverse, value, constant));
        if back.as_ref() != Some(&vals) {
            return;
        }
        let by = self.tree.begin(Change::Expand);
        let depth = depth + 1;
        let outer = self.tree.part(ty, moved, SlotKind::Constant, place, root, depth);
        self.tree.part(ty, Vals::Same(constant), SlotKind::Constant, place, root, depth);
        let inner = self.tree.part(ty, vals, SlotKind::Constant, place, root, depth + 1);
        self.tree.part(ty, Vals::Same(constant), SlotKind::Constant, place, root, depth + 1);
        self.tree.slots[outer as usize].kind = SlotKind::Binary(op, inner);
        let old = std::mem::replace(&mut self.tree.slots[slot as usize].kind, SlotKind::Binary(inverse, outer));
        let old_by = std::mem::replace(&mut self.tree.slots[slot as usize].by, by);
        let old_inner = self.tree.slots[slot as usize].inner.replace(inner);
        let moved = &mut self.tree.slots[inner as usize];
        (moved.kind, moved.by, moved.inner) = (old, old_by, old_inner);
    }
}

/// Whether an operand of promoted type `other` beside one of type `ty` gives a result of type `ty` (C17 6.3.1.8).
pub fn converts_to(other: Type, ty: Type) -> bool {
    // The constants of `Type` are in the order of their ranks, unsigned after signed.
    let is_unsigned = |ty| matches!(ty, Type::UINT | Type::ULONG | Type::ULLONG);
    let is_float = |ty: Type| ty >= Type::FLOAT;
    other == ty
        || match (is_float(other), is_float(ty)) {
            (true, false) => false,
            (false, true) => true,
            (true, true) => other < ty,
            // A wider or higher type wins, unless it is signed and the other one unsigned and as wide, which depends on
            // the target; so an unsigned operand only beside what is two ranks higher.
            (false, false) => {
                other < ty && (is_unsigned(ty) || !is_unsigned(other) || other == Type::UINT && ty == Type::LLONG)
            }
        }
}
