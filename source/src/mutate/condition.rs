//! Conditions that were true every time a statement was reached, and that a compiler cannot fold: ranges, bits, relations
//! between variables, residues.
//!
//! Only variables that always had a value are read, none of them volatile; all arithmetic is unsigned. So a condition is
//! defined wherever the statement is reached, whatever it says.

use super::plan::Planner;
use super::site::Site;
use interp::watch::{Seen, Watched};
use lang::{BinaryOp, ExprId, Type, UnaryOp, VarId};

/// What is known of the variables at a statement.
pub(super) struct Known {
    vars: Vec<Fact>,
    watched: Watched,
}

#[derive(Copy, Clone)]
struct Fact {
    var: VarId,
    /// Its number among the watched variables.
    at: usize,
    seen: Seen,
    is_pointer: bool,
}

/// Larger products of constants would only make the text longer.
const LARGEST_FACTOR: u64 = 1 << 16;

impl Planner<'_> {
    /// What was seen at the site, of variables that satisfy `is_wanted`.
    pub fn known(&self, site: &Site, is_wanted: impl Fn(VarId) -> bool) -> Known {
        let Some((watch, watched)) = self.parent.watched(site.stmt).filter(|(_, watched)| watched.reached > 0) else {
            return Known { vars: Vec::new(), watched: Watched::default() };
        };
        let types = &self.b.p.types;
        let fact = |(at, (&var, &seen)): (usize, (&VarId, &Seen))| {
            let is_pointer = types.is_pointer(self.b.p[var].ty);
            (seen.is_known() && is_wanted(var)).then_some(Fact { var, at, seen, is_pointer })
        };
        let vars = watch.vars.iter().zip(&watched.seen).enumerate().filter_map(fact).collect();
        Known { vars, watched: watched.clone() }
    }

    /// A condition that always holds at the site.
    pub fn truth(&mut self, site: &Site) -> ExprId {
        let known = self.known(site, |_| true);
        self.truth_about(site, &known)
    }

    /// A condition that never holds at the site.
    pub fn falsehood(&mut self, site: &Site) -> ExprId {
        let truth = self.truth(site);
        self.negated(truth)
    }

    pub fn negated(&mut self, truth: ExprId) -> ExprId {
        match self.rng.below(3) {
            0 => {
                let zero = self.b.int(0, Type::INT);
                self.b.binary(BinaryOp::Eq, truth, zero)
            }
            _ => self.b.unary(UnaryOp::Not, truth),
        }
    }

    /// One to three facts together, sometimes beside something that may be anything.
    pub fn truth_about(&mut self, site: &Site, known: &Known) -> ExprId {
        let mut truth = self.atom(site, known);
        for _ in 0..self.rng.weighted(&[3, 4, 2]) {
            let other = self.atom(site, known);
            truth = self.b.and(truth, other);
        }
        if self.rng.percent(25)
            && let Some(noise) = self.noise(known)
        {
            truth = match self.rng.below(3) {
                0 => self.b.or(noise, truth),
                1 => self.b.or(truth, noise),
                _ => {
                    let other = self.atom(site, known);
                    self.b.cond(noise, truth, other)
                }
            };
        }
        truth
    }

    fn atom(&mut self, site: &Site, known: &Known) -> ExprId {
        if !known.vars.is_empty() {
            if self.rng.percent(40)
                && let Some(relation) = self.relation(known)
            {
                return relation;
            }
            let fact = *self.rng.pick(&known.vars);
            if let Some(atom) = self.about(fact) {
                return atom;
            }
        }
        self.opaque(site)
    }

    /// A new global that nothing changes, which a compiler that sees one unit cannot know.
    fn opaque(&mut self, site: &Site) -> ExprId {
        let value = self.rng.range(-100, 100);
        let ty = *self.rng.pick(&[Type::INT, Type::LONG, Type::SHORT, Type::LLONG]);
        let var = self.global("opaque", ty, value, site);
        let seen = Seen { missing: false, min: value, max: value, ones: value as u64, any: value as u64 };
        let fact = Fact { var, at: 0, seen, is_pointer: false };
        self.about(fact).expect("an integer has facts")
    }

    /// Something that always held of one variable.
    fn about(&mut self, fact: Fact) -> Option<ExprId> {
        if fact.is_pointer {
            return self.about_pointer(fact);
        }
        Some(match self.rng.below(5) {
            0 => self.in_range(fact),
            1 => self.window(fact),
            2 => self.differs(fact),
            3 => match fact.seen.constant() {
                Some(value) => self.scaled(fact, value),
                None => self.in_range(fact),
            },
            _ => self.bits(fact).unwrap_or_else(|| self.differs(fact)),
        })
    }

    fn about_pointer(&mut self, fact: Fact) -> Option<ExprId> {
        let op = match fact.seen {
            Seen { min: 1.., .. } => BinaryOp::Ne,
            Seen { min: 0, max: 0, .. } => BinaryOp::Eq,
            _ => return None,
        };
        let (pointer, null) = (self.b.var(fact.var), self.b.int(0, Type::INT));
        lang::build::binary(&mut self.b.p, op, pointer, null, lang::Loc::NONE).ok()
    }

    /// `v >= low && v <= high`
    fn in_range(&mut self, fact: Fact) -> ExprId {
        let low = fact.seen.min.saturating_sub(self.rng.range(0, 3));
        let high = fact.seen.max.saturating_add(self.rng.range(0, 3));
        let one = self.compare(BinaryOp::Ge, fact.var, low);
        if self.rng.percent(30) {
            return one;
        }
        let other = self.compare(BinaryOp::Le, fact.var, high);
        self.b.and(one, other)
    }

    fn compare(&mut self, op: BinaryOp, var: VarId, value: i64) -> ExprId {
        let (var, value) = (self.signed(var), self.b.int(value, Type::LLONG));
        self.b.binary(op, var, value)
    }

    /// `v - min <= max - min`, unsigned: what compilers make of a range, and have to see through.
    fn window(&mut self, fact: Fact) -> ExprId {
        let Seen { min, max, .. } = fact.seen;
        let (var, low) = (self.unsigned(fact.var), self.b.int(min, Type::ULLONG));
        let distance = self.b.binary(BinaryOp::Sub, var, low);
        let most = self.b.int(max.wrapping_sub(min), Type::ULLONG);
        self.b.binary(BinaryOp::Le, distance, most)
    }

    /// `v != value`, with a value near those that it had.
    fn differs(&mut self, fact: Fact) -> ExprId {
        let Seen { min, max, .. } = fact.seen;
        let distance = self.rng.range(1, 5);
        match (min.checked_sub(distance), max.checked_add(distance)) {
            (Some(low), _) if self.rng.percent(50) => self.compare(BinaryOp::Ne, fact.var, low),
            (_, Some(high)) => self.compare(BinaryOp::Ne, fact.var, high),
            (Some(low), None) => self.compare(BinaryOp::Ne, fact.var, low),
            (None, None) => self.in_range(fact),
        }
    }

    /// `(v & mask) == bits`, for bits that never changed; with one bit it is about parity.
    fn bits(&mut self, fact: Fact) -> Option<ExprId> {
        let Seen { ones, any, .. } = fact.seen;
        let stable = ones | !any;
        let low = stable & 0xffff_ffff;
        let mask = match self.rng.below(3) {
            0 => stable & 1,
            1 => low & self.rng.next_u64(),
            _ => stable & self.rng.next_u64(),
        };
        let mask = if mask == 0 { low } else { mask };
        if mask == 0 {
            return None;
        }
        let (var, bits) = (self.unsigned(fact.var), self.b.int(mask as i64, Type::ULLONG));
        let masked = self.b.binary(BinaryOp::And, var, bits);
        let value = self.b.int((ones & mask) as i64, Type::ULLONG);
        Some(self.b.binary(BinaryOp::Eq, masked, value))
    }

    /// `v * a + b == c`
    fn scaled(&mut self, fact: Fact, value: u64) -> ExprId {
        let (a, b) = (self.rng.below(LARGEST_FACTOR) | 1, self.rng.below(LARGEST_FACTOR));
        let (var, factor) = (self.unsigned(fact.var), self.b.int(a as i64, Type::ULLONG));
        let product = self.b.binary(BinaryOp::Mul, var, factor);
        let addend = self.b.int(b as i64, Type::ULLONG);
        let sum = self.b.binary(BinaryOp::Add, product, addend);
        let result = value.wrapping_mul(a).wrapping_add(b);
        let result = self.b.int(result as i64, Type::ULLONG);
        self.b.binary(BinaryOp::Eq, sum, result)
    }

    /// Something that always held between two variables.
    fn relation(&mut self, known: &Known) -> Option<ExprId> {
        let ints: Vec<Fact> = known.vars.iter().copied().filter(|fact| !fact.is_pointer).collect();
        let second = self.rng.below(ints.len().checked_sub(1)?.max(1) as u64) as usize + 1;
        let (a, b) = (*ints.get(self.rng.below(second as u64) as usize)?, *ints.get(second)?);
        if self.rng.percent(40) && known.watched.has_all_rows() {
            return self.residue(known, a, b);
        }
        let orders = known.watched.order(a.at, b.at)?;
        let op = match (orders.less, orders.equal, orders.greater) {
            (true, true, true) => return None,
            (true, true, false) => BinaryOp::Le,
            (true, false, true) => BinaryOp::Ne,
            (true, false, false) => BinaryOp::Lt,
            (false, true, true) => BinaryOp::Ge,
            (false, true, false) => BinaryOp::Eq,
            (false, false, true) => BinaryOp::Gt,
            (false, false, false) => return None,
        };
        let (a, b) = (self.signed(a.var), self.signed(b.var));
        Some(self.b.binary(op, a, b))
    }

    /// `(a * k + b) % m != r`, with a remainder that no execution had.
    fn residue(&mut self, known: &Known, a: Fact, b: Fact) -> Option<ExprId> {
        let (factor, modulus) = (self.rng.below(LARGEST_FACTOR) | 1, self.rng.range(3, 17) as u64);
        let remainder =
            |row: &Vec<Option<u64>>| Some(row[a.at]?.wrapping_mul(factor).wrapping_add(row[b.at]?) % modulus);
        let had: Vec<u64> = known.watched.rows.iter().filter_map(remainder).collect();
        let free: Vec<u64> = (0..modulus).filter(|value| !had.contains(value)).collect();
        if free.is_empty() {
            return None;
        }
        let value = *self.rng.pick(&free);
        let (left, factor) = (self.unsigned(a.var), self.b.int(factor as i64, Type::ULLONG));
        let product = self.b.binary(BinaryOp::Mul, left, factor);
        let right = self.unsigned(b.var);
        let sum = self.b.binary(BinaryOp::Add, product, right);
        let modulus = self.b.int(modulus as i64, Type::ULLONG);
        let rest = self.b.binary(BinaryOp::Rem, sum, modulus);
        let value = self.b.int(value as i64, Type::ULLONG);
        Some(self.b.binary(BinaryOp::Ne, rest, value))
    }

    /// A condition that may be anything.
    fn noise(&mut self, known: &Known) -> Option<ExprId> {
        let ints: Vec<Fact> = known.vars.iter().copied().filter(|fact| !fact.is_pointer).collect();
        let fact = *(!ints.is_empty()).then(|| self.rng.pick(&ints))?;
        let op = *self.rng.pick(&[BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Eq, BinaryOp::Ne]);
        let value = self.rng.range(-40, 40);
        Some(self.compare(op, fact.var, value))
    }

    /// As a signed number of 64 bits, which is what was compared.
    fn signed(&mut self, var: VarId) -> ExprId {
        let var = self.b.var(var);
        self.b.cast(Type::LLONG, var)
    }

    pub fn unsigned(&mut self, var: VarId) -> ExprId {
        let var = self.b.var(var);
        self.b.cast(Type::ULLONG, var)
    }
}

impl Known {
    /// Integer variables that had one value only, with it.
    pub fn constants(&self) -> Vec<(VarId, u64)> {
        let ints = self.vars.iter().filter(|fact| !fact.is_pointer);
        ints.filter_map(|fact| Some((fact.var, fact.seen.constant()?))).collect()
    }

    /// Pointers that were never null.
    pub fn pointers(&self) -> Vec<VarId> {
        self.vars.iter().filter(|fact| fact.is_pointer && fact.seen.min > 0).map(|fact| fact.var).collect()
    }

    /// Integers with a value.
    pub fn ints(&self) -> Vec<VarId> {
        self.vars.iter().filter(|fact| !fact.is_pointer).map(|fact| fact.var).collect()
    }
}
