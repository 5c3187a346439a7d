//! Watching variables: which values they had whenever a statement was reached.
//!
//! A variable that has no value at that moment is not read, so watching makes nothing undefined. What is kept is small
//! and exact: facts that hold for all executions, and the first few rows of values.

use lang::{Program, StmtId, VarId};

/// Variables to look at whenever the statement is reached, before it is executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Watch {
    /// Reached again whenever control comes to it, in loops, too.
    pub stmt: StmtId,
    /// Scalars of at most 64 bits that are in scope there; others are never seen.
    pub vars: Vec<VarId>,
}

/// Rows of values that are kept for one statement.
pub const ROWS: usize = 16;

/// What was seen at one statement.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Watched {
    /// How often the statement was reached.
    pub reached: u64,
    /// By variable.
    pub seen: Vec<Seen>,
    /// The values of the first times; `None` where a variable had none.
    pub rows: Vec<Vec<Option<u64>>>,
    /// How the variables compared, by `pair`.
    pub orders: Vec<Orders>,
}

/// The values of one variable at one statement: integers extended by their type's signedness, the bits of floating values,
/// addresses.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// It had no value at least once: not yet initialised, or a pointer to an object that has ended.
    pub missing: bool,
    /// As signed numbers.
    pub min: i64,
    /// As signed numbers.
    pub max: i64,
    /// Bits that were 1 every time.
    pub ones: u64,
    /// Bits that were 1 at least once.
    pub any: u64,
}

/// Which results comparing two variables as signed 64-bit numbers had.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Orders {
    /// The first was less than the second.
    pub less: bool,
    /// They were equal.
    pub equal: bool,
    /// The first was greater than the second.
    pub greater: bool,
}

impl Default for Seen {
    fn default() -> Seen {
        Seen { missing: false, min: i64::MAX, max: i64::MIN, ones: u64::MAX, any: 0 }
    }
}

impl Seen {
    fn record(&mut self, value: Option<u64>) {
        let Some(value) = value else {
            self.missing = true;
            return;
        };
        self.min = self.min.min(value as i64);
        self.max = self.max.max(value as i64);
        self.ones &= value;
        self.any |= value;
    }

    /// It always had a value.
    pub fn is_known(&self) -> bool {
        !self.missing && self.min <= self.max
    }

    /// Its value, if it always had the same one.
    pub fn constant(&self) -> Option<u64> {
        (self.is_known() && self.min == self.max).then_some(self.min as u64)
    }
}

impl Watched {
    /// Nothing was seen yet.
    pub(crate) fn new(watch: &Watch) -> Watched {
        let vars = watch.vars.len();
        let pairs = vars * vars.saturating_sub(1) / 2;
        Watched { seen: vec![Seen::default(); vars], orders: vec![Orders::default(); pairs], ..Watched::default() }
    }

    /// The comparison of variable `low` with the later variable `high`.
    pub fn order(&self, low: usize, high: usize) -> Option<Orders> {
        (low < high).then(|| high * (high - 1) / 2 + low).and_then(|at| self.orders.get(at).copied())
    }

    pub(crate) fn record(&mut self, values: &[Option<u64>]) {
        self.reached += 1;
        for (seen, &value) in self.seen.iter_mut().zip(values) {
            seen.record(value);
        }
        let mut at = 0;
        for high in 1..values.len() {
            for low in 0..high {
                if let (Some(a), Some(b)) = (values[low], values[high]) {
                    let orders = &mut self.orders[at];
                    match (a as i64).cmp(&(b as i64)) {
                        std::cmp::Ordering::Less => orders.less = true,
                        std::cmp::Ordering::Equal => orders.equal = true,
                        std::cmp::Ordering::Greater => orders.greater = true,
                    }
                }
                at += 1;
            }
        }
        if self.rows.len() < ROWS {
            self.rows.push(values.to_vec());
        }
    }
}

impl Watched {
    /// Keeps what the other execution has seen as well.
    pub(crate) fn agree(&mut self, program: &Program, watch: &Watch, other: &Watched) {
        for ((seen, other), &var) in self.seen.iter_mut().zip(&other.seen).zip(&watch.vars) {
            let is_same = match program.types.is_pointer(program[var].ty) {
                // Of an address only that it is none is the same everywhere.
                true => seen.min > 0 && other.min > 0 && !other.missing || *seen == *other,
                false => *seen == *other,
            };
            seen.missing |= !is_same;
        }
        for (orders, other) in self.orders.iter_mut().zip(&other.orders) {
            orders.less |= other.less;
            orders.equal |= other.equal;
            orders.greater |= other.greater;
        }
        self.reached = self.reached.max(other.reached);
        let rows = self.rows.iter().zip(&other.rows);
        let is_known = |at: usize| self.seen[at].is_known() && !program.types.is_pointer(program[watch.vars[at]].ty);
        let is_same = |(a, b): (&Vec<Option<u64>>, &Vec<Option<u64>>)| {
            (0..a.len().min(b.len())).all(|at| !is_known(at) || a[at] == b[at])
        };
        if self.rows.len() != other.rows.len() || !rows.into_iter().all(is_same) {
            self.rows.clear();
        }
    }

    /// Whether the rows are all there were.
    pub fn has_all_rows(&self) -> bool {
        self.rows.len() as u64 == self.reached
    }
}
