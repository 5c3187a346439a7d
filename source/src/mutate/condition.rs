//! Conditions that were true every time a statement was reached, and that a compiler cannot fold: ranges, bits, relations
//! between variables, residues.
//!
//! Only variables that always had a value are read, none of them volatile; all arithmetic is unsigned. So a condition is
//! defined wherever the statement is reached, whatever it says.
//!
//! What is true of a local variable, a compiler often knows as well. So most constants are hidden: `v <= 9` becomes
//! `v <= opaque + 4`, where `opaque` is a new global of external linkage, about which a compiler that sees one unit knows nothing.

use super::plan::Planner;
use super::site::Site;
use interp::watch::{Seen, Watched};
use lang::{BinaryOp, ExprId, Quals, Storage, Type, UnaryOp, VarId};

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

/// A global of which a compiler knows nothing, and what it always is.
#[derive(Copy, Clone)]
pub(super) struct Opaque {
    var: VarId,
    value: i64,
    unit: u32,
}

/// Percent of the facts about variables that a compiler may see through whose constants are hidden. Some are left as they are: to fold
/// them is work for an optimizer, too.
const HIDDEN: u32 = 85;

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
            && let Some(noise) = self.noise(site, known)
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
                && let Some(relation) = self.relation(site, known)
            {
                return relation;
            }
            let fact = *self.rng.pick(&known.vars);
            let hidden = self.hide(site, &[fact.var]);
            if let Some(atom) = self.about(fact, hidden) {
                return atom;
            }
        }
        let Opaque { var, value, .. } = self.opaque(site);
        let seen = Seen { missing: false, min: value, max: value, ones: value as u64, any: value as u64 };
        let fact = Fact { var, at: 0, seen, is_pointer: false };
        self.about(fact, None).expect("an integer has facts")
    }

    /// The edit's new global that nothing changes, which a compiler that sees one unit cannot know.
    fn opaque(&mut self, site: &Site) -> Opaque {
        if let Some(opaque) = self.opaque.filter(|opaque| opaque.unit == site.unit) {
            return opaque;
        }
        let value = self.rng.range(-100, 100);
        let ty = *self.rng.pick(&[Type::INT, Type::LONG, Type::SHORT, Type::LLONG]);
        let var = self.global("opaque", ty, value, site);
        let opaque = Opaque { var, value, unit: site.unit };
        self.opaque = Some(opaque);
        opaque
    }

    /// With what to hide the constants of a fact about these variables; nothing if a compiler does not know them either.
    pub fn hide(&mut self, site: &Site, vars: &[VarId]) -> Option<Opaque> {
        let is_unknown = |var: &VarId| {
            let declared = &self.b.p[*var];
            declared.storage == Storage::Extern && !declared.ty.quals().has(Quals::CONST)
        };
        let is_hidden = !vars.iter().any(is_unknown) && self.rng.percent(HIDDEN);
        is_hidden.then(|| self.opaque(site))
    }

    /// `value`, or `opaque + distance`.
    pub fn constant(&mut self, value: u64, hidden: Option<Opaque>) -> ExprId {
        let Some(opaque) = hidden else { return self.b.int(value as i64, Type::ULLONG) };
        let base = self.unsigned(opaque.var);
        let distance = value.wrapping_sub(opaque.value as u64);
        let op = if (distance as i64) < 0 { BinaryOp::Sub } else { BinaryOp::Add };
        let distance = self.b.int((distance as i64).unsigned_abs() as i64, Type::ULLONG);
        self.b.binary(op, base, distance)
    }

    /// Something that always held of one variable.
    fn about(&mut self, fact: Fact, hidden: Option<Opaque>) -> Option<ExprId> {
        if fact.is_pointer {
            return self.about_pointer(fact);
        }
        Some(match self.rng.below(5) {
            0 => self.in_range(fact, hidden),
            1 => self.window(fact, hidden),
            2 => self.differs(fact, hidden),
            3 => match fact.seen.constant() {
                Some(value) => self.scaled(fact, value, hidden),
                None => self.in_range(fact, hidden),
            },
            _ => match self.bits(fact, hidden) {
                Some(bits) => bits,
                None => self.differs(fact, hidden),
            },
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
    fn in_range(&mut self, fact: Fact, hidden: Option<Opaque>) -> ExprId {
        let low = fact.seen.min.saturating_sub(self.rng.range(0, 3));
        let high = fact.seen.max.saturating_add(self.rng.range(0, 3));
        let one = self.compare(BinaryOp::Ge, fact.var, low, hidden);
        if self.rng.percent(30) {
            return one;
        }
        let other = self.compare(BinaryOp::Le, fact.var, high, hidden);
        self.b.and(one, other)
    }

    fn compare(&mut self, op: BinaryOp, var: VarId, value: i64, hidden: Option<Opaque>) -> ExprId {
        let var = self.signed(var);
        let value = match hidden {
            Some(_) => {
                let value = self.constant(value as u64, hidden);
                self.b.cast(Type::LLONG, value)
            }
            None => self.b.int(value, Type::LLONG),
        };
        self.b.binary(op, var, value)
    }

    /// `v - min <= max - min`, unsigned: what compilers make of a range, and have to see through.
    fn window(&mut self, fact: Fact, hidden: Option<Opaque>) -> ExprId {
        let Seen { min, max, .. } = fact.seen;
        let (var, low) = (self.unsigned(fact.var), self.b.int(min, Type::ULLONG));
        let distance = self.b.binary(BinaryOp::Sub, var, low);
        let most = self.constant(max.wrapping_sub(min) as u64, hidden);
        self.b.binary(BinaryOp::Le, distance, most)
    }

    /// `v != value`, with a value near those that it had.
    fn differs(&mut self, fact: Fact, hidden: Option<Opaque>) -> ExprId {
        let Seen { min, max, .. } = fact.seen;
        let distance = self.rng.range(1, 5);
        match (min.checked_sub(distance), max.checked_add(distance)) {
            (Some(low), _) if self.rng.percent(50) => self.compare(BinaryOp::Ne, fact.var, low, hidden),
            (_, Some(high)) => self.compare(BinaryOp::Ne, fact.var, high, hidden),
            (Some(low), None) => self.compare(BinaryOp::Ne, fact.var, low, hidden),
            (None, None) => self.in_range(fact, hidden),
        }
    }

    /// `(v & mask) == bits`, for bits that never changed; with one bit it is about parity.
    fn bits(&mut self, fact: Fact, hidden: Option<Opaque>) -> Option<ExprId> {
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
        let value = self.constant(ones & mask, hidden);
        Some(self.b.binary(BinaryOp::Eq, masked, value))
    }

    /// `v * a + b == c`
    fn scaled(&mut self, fact: Fact, value: u64, hidden: Option<Opaque>) -> ExprId {
        let (a, b) = (self.rng.below(LARGEST_FACTOR) | 1, self.rng.below(LARGEST_FACTOR));
        let (var, factor) = (self.unsigned(fact.var), self.b.int(a as i64, Type::ULLONG));
        let product = self.b.binary(BinaryOp::Mul, var, factor);
        let addend = self.b.int(b as i64, Type::ULLONG);
        let sum = self.b.binary(BinaryOp::Add, product, addend);
        let result = value.wrapping_mul(a).wrapping_add(b);
        let result = self.constant(result, hidden);
        self.b.binary(BinaryOp::Eq, sum, result)
    }

    /// Something that always held between two variables.
    fn relation(&mut self, site: &Site, known: &Known) -> Option<ExprId> {
        let ints: Vec<Fact> = known.vars.iter().copied().filter(|fact| !fact.is_pointer).collect();
        let second = self.rng.below(ints.len().checked_sub(1)?.max(1) as u64) as usize + 1;
        let (a, b) = (*ints.get(self.rng.below(second as u64) as usize)?, *ints.get(second)?);
        if self.rng.percent(40) && known.watched.has_all_rows() {
            return self.residue(site, known, (a, b));
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
        let hidden = self.hide(site, &[a.var, b.var]);
        let (a, b) = (self.signed(a.var), self.plus_nothing(b.var, hidden));
        Some(self.b.binary(op, a, b))
    }

    /// `v`, or `v + (opaque - value)`.
    fn plus_nothing(&mut self, var: VarId, hidden: Option<Opaque>) -> ExprId {
        if hidden.is_none() {
            return self.signed(var);
        }
        let (own, nothing) = (self.unsigned(var), self.constant(0, hidden));
        let sum = self.b.binary(BinaryOp::Add, own, nothing);
        self.b.cast(Type::LLONG, sum)
    }

    /// `(a * k + b) % m != r`, with a remainder that no execution had.
    fn residue(&mut self, site: &Site, known: &Known, (a, b): (Fact, Fact)) -> Option<ExprId> {
        let (factor, modulus) = (self.rng.below(LARGEST_FACTOR) | 1, self.rng.range(3, 17) as u64);
        let remainder =
            |row: &Vec<Option<u64>>| Some(row[a.at]?.wrapping_mul(factor).wrapping_add(row[b.at]?) % modulus);
        let had: Vec<u64> = known.watched.rows.iter().filter_map(remainder).collect();
        let free: Vec<u64> = (0..modulus).filter(|value| !had.contains(value)).collect();
        if free.is_empty() {
            return None;
        }
        let value = *self.rng.pick(&free);
        let hidden = self.hide(site, &[a.var, b.var]);
        let (left, factor) = (self.unsigned(a.var), self.b.int(factor as i64, Type::ULLONG));
        let product = self.b.binary(BinaryOp::Mul, left, factor);
        let right = self.unsigned(b.var);
        let sum = self.b.binary(BinaryOp::Add, product, right);
        let modulus = self.b.int(modulus as i64, Type::ULLONG);
        let rest = self.b.binary(BinaryOp::Rem, sum, modulus);
        let value = self.constant(value, hidden);
        Some(self.b.binary(BinaryOp::Ne, rest, value))
    }

    /// A condition that may be anything.
    fn noise(&mut self, site: &Site, known: &Known) -> Option<ExprId> {
        let ints: Vec<Fact> = known.vars.iter().copied().filter(|fact| !fact.is_pointer).collect();
        let fact = *(!ints.is_empty()).then(|| self.rng.pick(&ints))?;
        let op = *self.rng.pick(&[BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Eq, BinaryOp::Ne]);
        let value = self.rng.range(-40, 40);
        let hidden = self.hide(site, &[fact.var]);
        Some(self.compare(op, fact.var, value, hidden))
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
