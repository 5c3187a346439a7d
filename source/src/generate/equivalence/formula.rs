//! Expressions with their values, before they have slots: operands that are more than a variable or a constant.
//!
//! A formula is built from the inside out. It exists only if it is defined every time; so an idiom is tried with other operands
//! until one is. Its parts are not expanded, or optimizers would not see the idiom any more.

use super::expand::Operand;
use super::grow::Grower;
use super::tree::*;
use super::value::{self, Kind, Vals};
use crate::kit::pattern::{Constants, Idiom, Pattern, idioms};
use lang::arith::{self, IntKind};
use lang::{BinaryOp, Type, UnaryOp};

/// An expression of a promoted type.
#[derive(Clone)]
pub struct Formula {
    pub ty: Type,
    pub vals: Vals,
    pub node: Node,
}

/// What a formula is made of.
#[derive(Clone)]
pub enum Node {
    Constant,
    Cell(u32),
    /// An element of an array, and the subscript.
    Element(u32, Box<Formula>),
    Unary(UnaryOp, Box<Formula>),
    Binary(BinaryOp, Box<[Formula; 2]>),
    And(Box<[Formula; 2]>),
    Or(Box<[Formula; 2]>),
    Cond(Box<[Formula; 3]>),
    Cast(Type, Box<Formula>),
}

impl Formula {
    /// The parts of a comparison, or the formula itself.
    pub fn operands(&self) -> Vec<&Formula> {
        match &self.node {
            Node::Binary(_, parts) => parts.iter().collect(),
            Node::And(parts) | Node::Or(parts) => parts.iter().flat_map(Formula::operands).collect(),
            Node::Unary(UnaryOp::Not, inner) => inner.operands(),
            Node::Cast(_, inner) => vec![self, inner],
            _ => vec![self],
        }
    }
}

/// How often an idiom is tried with other operands.
const TRIES: u32 = 4;

/// Where a formula is evaluated, and what its operands may be.
pub struct Site<'s> {
    pub place: u32,
    /// Operands that are preferred: what varies in a loop.
    pub varying: &'s [Formula],
}

/// The operands of one idiom so far, by letter.
struct Operands {
    formulas: [Option<Formula>; 26],
    constants: Constants,
    /// Constants are chosen near its values.
    last: Option<Formula>,
}

impl Grower<'_> {
    /// An idiom of this type, defined every time.
    pub fn idiom(&mut self, site: &Site, ty: Type) -> Option<Formula> {
        let is_real = ty >= Type::FLOAT;
        for _ in 0..TRIES {
            let found = self.any_idiom(site, is_real);
            if let Some(formula) = found.and_then(|formula| self.converted(formula, ty)) {
                return Some(formula);
            }
        }
        None
    }

    fn any_idiom(&mut self, site: &Site, is_real: bool) -> Option<Formula> {
        let all = idioms();
        let floats = u32::from(self.floats && self.config.float_percent > 0);
        let table: &'static [Idiom] = if is_real {
            if self.rng.percent(65) { &all.reals } else { &all.wild_reals }
        } else {
            match self.rng.weighted(&[32, 22, 20, 20, 6 * floats]) {
                0 => &all.integers,
                1 => &all.widths,
                2 => &all.comparisons,
                3 => &all.choices,
                _ => &all.real_tests,
            }
        };
        let idiom = self.rng.pick(table);
        let constants = Constants::new(&mut self.rng);
        let mut operands = Operands { formulas: [const { None }; 26], constants, last: None };
        self.fill(&idiom.pattern, site, &mut operands)
    }

    fn fill(&mut self, pattern: &Pattern, site: &Site, operands: &mut Operands) -> Option<Formula> {
        match pattern {
            Pattern::Letter(letter) => self.letter(*letter, site, operands),
            Pattern::Number(value, ty) => Some(number(*ty, *value as u64)),
            Pattern::Real(value) => Some(number(Type::DOUBLE, value.to_bits())),
            Pattern::Unary(op, inner) => {
                let inner = self.fill(inner, site, operands)?;
                self.unary(*op, inner)
            }
            Pattern::Cast(ty, inner) => {
                let inner = self.fill(inner, site, operands)?;
                self.cast(*ty, inner)
            }
            Pattern::Binary(op, parts) => {
                let [a, b] = &**parts;
                let (a, b) = (self.fill(a, site, operands)?, self.fill(b, site, operands)?);
                self.binary(site, *op, a, b)
            }
            Pattern::And(parts) | Pattern::Or(parts) => {
                let [a, b] = &**parts;
                let (a, b) = (self.fill(a, site, operands)?, self.fill(b, site, operands)?);
                let is_and = matches!(pattern, Pattern::And(_));
                let (p, q) = (self.truth_of(&a), self.truth_of(&b));
                let vals = self.zip(site.place, &p, &q, |p, q| Some(if is_and { p & q } else { p | q }))?;
                let parts = Box::new([a, b]);
                let node = if is_and { Node::And(parts) } else { Node::Or(parts) };
                Some(Formula { ty: Type::INT, vals, node })
            }
            Pattern::Cond(parts) => {
                let [test, a, b] = &**parts;
                let test = self.fill(test, site, operands)?;
                let (a, b) = (self.fill(a, site, operands)?, self.fill(b, site, operands)?);
                self.choice(site.place, test, a, b)
            }
        }
    }

    /// The operand of a letter: the same again if it was there before.
    fn letter(&mut self, letter: u8, site: &Site, operands: &mut Operands) -> Option<Formula> {
        let at = usize::from(letter - b'a');
        if let Some(known) = &operands.formulas[at] {
            return Some(known.clone());
        }
        let made = match letter {
            b'x'..=b'z' => self.leaf(site, false)?,
            b'f'..=b'h' => self.leaf(site, true)?,
            b'k' | b'l' => self.near(operands.last.as_ref()),
            b'r' => number(Type::DOUBLE, value::boundary(&mut self.rng, Kind::Double)),
            letter => number(Type::INT, operands.constants.value(letter) as u64),
        };
        if matches!(letter, b'x'..=b'z') {
            operands.last = Some(made.clone());
        }
        operands.formulas[at] = Some(made.clone());
        Some(made)
    }

    /// A constant at a value that the operand has, or beside it, or at a limit.
    fn near(&mut self, operand: Option<&Formula>) -> Formula {
        let Some(operand) = operand else { return number(Type::INT, self.rng.range(-9, 300) as u64) };
        let Kind::Int(kind) = self.tree.kind(operand.ty) else { return number(Type::INT, 1) };
        if self.rng.percent(35) {
            return number(operand.ty, value::boundary(&mut self.rng, Kind::Int(kind)));
        }
        let value = match &operand.vals {
            Vals::Same(value) => *value,
            Vals::Each(values) => *self.rng.pick(values),
        };
        let value = value.wrapping_add(self.rng.range(-1, 1) as u64);
        number(operand.ty, arith::wrap(kind, value))
    }

    /// A variable that is not volatile, so that it may be mentioned several times.
    pub fn leaf(&mut self, site: &Site, is_real: bool) -> Option<Formula> {
        if !site.varying.is_empty() && self.rng.percent(75) {
            let chosen = self.rng.pick(site.varying).clone();
            if is_real == (chosen.ty >= Type::FLOAT) {
                return Some(chosen);
            }
        }
        let found = self.pick_cell(site.place, |grower, cell| {
            let Cell { object, read_ty, .. } = grower.tree.cells[cell as usize];
            (read_ty >= Type::FLOAT) == is_real
                && read_ty != Type::LDOUBLE
                && !grower.tree.objects[object as usize].volatile
        });
        let found = if self.rng.percent(45) { found } else { None };
        let cell = found.or_else(|| self.input(|ty| (ty >= Type::FLOAT) == is_real))?;
        Some(self.cell(cell, site.place))
    }

    pub fn cell(&self, cell: u32, place: u32) -> Formula {
        let vals = self.tree.values(cell, place);
        Formula { ty: self.tree.cells[cell as usize].read_ty, vals, node: Node::Cell(cell) }
    }

    /// `array[subscript]` of an array whose elements are scalars; none if a subscript is out of range.
    pub fn element(&self, object: u32, subscript: &Formula, place: u32) -> Option<Formula> {
        let Object { first, count, .. } = self.tree.objects[object as usize];
        subscript.vals.map(|at| (at < u64::from(count)).then_some(at))?;
        let n = self.tree.places[place as usize].n;
        let vals = elements(first, &subscript.vals, n, |cell| self.tree.values(cell, place));
        let ty = self.tree.cells[first as usize].read_ty;
        Some(Formula { ty, vals, node: Node::Element(object, Box::new(subscript.clone())) })
    }

    /// The value in another type, by a cast unless it has that type.
    pub fn converted(&self, formula: Formula, ty: Type) -> Option<Formula> {
        if formula.ty == ty { Some(formula) } else { self.cast(ty, formula) }
    }

    fn cast(&self, ty: Type, inner: Formula) -> Option<Formula> {
        let (from, to) = (self.tree.kind(inner.ty), self.tree.kind(ty));
        let is_narrow = to.int().is_some_and(|kind| kind.bits < 32);
        let promoted = if is_narrow { Type::INT } else { ty };
        let kind = self.tree.kind(promoted);
        let vals = inner.vals.map(|v| value::convert(to, kind, value::convert(from, to, v)?))?;
        Some(Formula { ty: promoted, vals, node: Node::Cast(ty, Box::new(inner)) })
    }

    fn unary(&self, op: UnaryOp, inner: Formula) -> Option<Formula> {
        let kind = self.tree.kind(inner.ty);
        if op == UnaryOp::BitNot && !kind.is_int() {
            return None;
        }
        let vals = inner.vals.map(|v| value::unary(kind, op, v))?;
        let ty = if op == UnaryOp::Not { Type::INT } else { inner.ty };
        Some(Formula { ty, vals, node: Node::Unary(op, Box::new(inner)) })
    }

    pub fn binary(&self, site: &Site, op: BinaryOp, a: Formula, b: Formula) -> Option<Formula> {
        let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let common = if is_shift { a.ty } else { self.common(a.ty, b.ty) };
        let kind = self.tree.kind(common);
        let (from_a, from_b) = (self.tree.kind(a.ty), self.tree.kind(b.ty));
        let vals = self.zip(site.place, &a.vals, &b.vals, |a, b| {
            let b = if is_shift { b } else { value::convert(from_b, kind, b)? };
            value::binary(kind, op, value::convert(from_a, kind, a)?, b)
        })?;
        let is_comparison =
            matches!(op, BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne);
        let ty = if is_comparison { Type::INT } else { common };
        Some(Formula { ty, vals, node: Node::Binary(op, Box::new([a, b])) })
    }

    pub fn choice(&self, place: u32, test: Formula, a: Formula, b: Formula) -> Option<Formula> {
        let ty = self.common(a.ty, b.ty);
        let kind = self.tree.kind(ty);
        let as_common = |f: &Formula| f.vals.map(|v| value::convert(self.tree.kind(f.ty), kind, v));
        let (yes, no, truth) = (as_common(&a)?, as_common(&b)?, self.truth_of(&test));
        let n = self.tree.places[place as usize].n.max(1) as usize;
        let all_same = [&yes, &no, &truth].iter().all(|vals| vals.same().is_some());
        let value = |time: usize| if truth.at(time) != 0 { yes.at(time) } else { no.at(time) };
        let vals = if all_same { Vals::Same(value(0)) } else { Vals::of((0..n).map(value).collect()) };
        Some(Formula { ty, vals, node: Node::Cond(Box::new([test, a, b])) })
    }

    /// 0 or 1, each time.
    pub fn truth_of(&self, formula: &Formula) -> Vals {
        let kind = self.tree.kind(formula.ty);
        formula.vals.map(|v| Some(u64::from(value::is_true(kind, v)))).expect("everything is true or false")
    }

    /// Applies a function to the values of two expressions at a place; none if it has no value once.
    fn zip(&self, place: u32, a: &Vals, b: &Vals, mut f: impl FnMut(u64, u64) -> Option<u64>) -> Option<Vals> {
        if let (Vals::Same(a), Vals::Same(b)) = (a, b) {
            return f(*a, *b).map(Vals::Same);
        }
        let n = self.tree.places[place as usize].n as usize;
        (0..n).map(|time| f(a.at(time), b.at(time))).collect::<Option<Vec<u64>>>().map(Vals::of)
    }

    /// The type in which two promoted types are computed (C17 6.3.1.8).
    fn common(&self, a: Type, b: Type) -> Type {
        // The constants of `Type` are in the order of their ranks, unsigned after signed.
        let (low, high) = (a.min(b), a.max(b));
        let (Kind::Int(low_kind), Kind::Int(high_kind)) = (self.tree.kind(low), self.tree.kind(high)) else {
            return high;
        };
        if high_kind.signed && !low_kind.signed && high_kind.bits == low_kind.bits {
            return if high == Type::LONG { Type::ULONG } else { Type::ULLONG };
        }
        high
    }

    /// The same expression at another place; none if it is not defined or visible there.
    pub fn again(&self, formula: &Formula, place: u32) -> Option<Formula> {
        let site = Site { place, varying: &[] };
        let part = |part: &Formula| self.again(part, place);
        match &formula.node {
            Node::Constant => Some(formula.clone()),
            Node::Cell(cell) => {
                let object = self.tree.cells[*cell as usize].object;
                (!self.unsettled.contains(&object)).then(|| self.cell(*cell, place))
            }
            Node::Element(object, subscript) => self.element(*object, &part(subscript)?, place),
            Node::Unary(op, inner) => self.unary(*op, part(inner)?),
            Node::Cast(ty, inner) => self.cast(*ty, part(inner)?),
            Node::Binary(op, parts) => self.binary(&site, *op, part(&parts[0])?, part(&parts[1])?),
            Node::Cond(parts) => self.choice(place, part(&parts[0])?, part(&parts[1])?, part(&parts[2])?),
            Node::And(_) | Node::Or(_) => None,
        }
    }

    /// Writes a formula into slots; returns the first one's kind for a slot at this depth.
    pub fn plant(&mut self, slot: u32, formula: &Formula) {
        let Slot { place, root, .. } = self.tree.slots[slot as usize];
        let kind = match &formula.node {
            Node::Constant => SlotKind::Constant,
            Node::Cell(cell) => self.read(*cell, place, root, SEALED),
            Node::Element(object, subscript) => SlotKind::Element(*object, self.plant_all(place, root, &[subscript])),
            Node::Unary(op, inner) => SlotKind::Unary(*op, self.plant_all(place, root, &[inner])),
            Node::Cast(ty, inner) => SlotKind::Cast(*ty, self.plant_all(place, root, &[inner])),
            Node::Binary(op, parts) => SlotKind::Binary(*op, self.plant_all(place, root, &parts.each_ref())),
            Node::And(parts) => SlotKind::And(self.plant_all(place, root, &parts.each_ref())),
            Node::Or(parts) => SlotKind::Or(self.plant_all(place, root, &parts.each_ref())),
            Node::Cond(parts) => SlotKind::Cond(self.plant_all(place, root, &parts.each_ref())),
        };
        self.tree.slots[slot as usize].kind = kind;
    }

    /// Successive slots for operands.
    fn plant_all(&mut self, place: u32, root: u32, parts: &[&Formula]) -> u32 {
        let first = self.tree.slots.len() as u32;
        for part in parts {
            self.tree.part(part.ty, part.vals.clone(), SlotKind::Constant, place, root, SEALED);
        }
        for (at, part) in parts.iter().enumerate() {
            self.plant(first + at as u32, part);
        }
        first
    }

    /// A full expression with a formula's values.
    pub fn planted(&mut self, formula: &Formula, place: u32, root: u32) -> u32 {
        let slot = self.tree.part(formula.ty, formula.vals.clone(), SlotKind::Constant, place, root, SEALED);
        self.plant(slot, formula);
        slot
    }

    /// An idiom as an operand.
    pub fn idiom_operand(&mut self, slot: u32, ty: Type) -> Option<Operand> {
        let place = self.tree.slots[slot as usize].place;
        self.idiom(&Site { place, varying: &[] }, ty).map(Operand::Formula)
    }
}

/// A constant of a promoted type.
pub fn number(ty: Type, value: u64) -> Formula {
    let value = match ty {
        Type::INT => arith::wrap(IntKind::I32, value),
        Type::UINT => arith::wrap(IntKind { bits: 32, signed: false }, value),
        _ => value,
    };
    Formula { ty, vals: Vals::Same(value), node: Node::Constant }
}
