//! Counts completions of a group in which every hole takes the same variables, and only those of one class are interchangeable.
//!
//! With `left` holes to fill and `used` variables of the class in use, the next hole takes one of those, one of the others that are
//! no renamings of anything, or the next of the class. So each count is a sum of two with one hole less:
//! `ways(left, used) = (used + fixed) * ways(left - 1, used) + ways(left - 1, used + 1)`. Numbering walks through this table from
//! its last row to its first. Every so many rows one is kept, and those between are made again when they are needed.

use super::group::Group;
use num_bigint::BigUint;
use num_traits::One;

/// Entries of the largest table: half a gigabyte would be needed beyond it.
const LARGEST: usize = 4_000_000;

/// The table of a group, as far as it is kept.
#[derive(Clone, Debug)]
pub struct Flat {
    pub class: usize,
    holes: usize,
    /// Variables of the class.
    all: usize,
    /// Variables besides.
    fixed: usize,
    /// Rows that are kept lie so far apart.
    stride: usize,
    kept: Vec<Row>,
    /// The rows from one that is kept to the next.
    block: (usize, Vec<Row>),
}

/// The counts for a number of holes, by the number of variables in use. No more can be in use than holes are filled.
type Row = Vec<BigUint>;

impl Flat {
    /// None if the group is not of this form, or too large.
    pub fn new(group: &Group) -> Option<Flat> {
        let mut several = (0..group.classes.len()).filter(|&class| group.classes[class].variables.len() > 1);
        let class = several.next()?;
        let (holes, all) = (group.holes.len(), group.classes[class].variables.len());
        let first = group.candidates.first()?;
        let is_flat = several.next().is_none()
            && group.outermost.is_none()
            && holes.checked_mul(all).is_some_and(|entries| entries <= LARGEST)
            && group.candidates.iter().all(|candidates| candidates == first)
            && first.iter().filter(|candidate| candidate.class == class).count() == all;
        let fixed = first.len().checked_sub(all)?;
        let stride = holes.isqrt().max(1);
        is_flat.then(|| Flat { class, holes, all, fixed, stride, kept: Vec::new(), block: (usize::MAX, Vec::new()) })
    }

    /// How many ways there are to fill the last `left` holes.
    pub fn ways(&mut self, left: usize, used: usize) -> BigUint {
        let at = left / self.stride;
        if self.kept.is_empty() {
            self.keep();
        }
        if self.block.0 != at {
            let mut rows = vec![self.kept[at].clone()];
            let end = (self.stride * (at + 1)).min(self.holes + 1);
            for left in self.stride * at + 1..end {
                let next = self.next(&rows[rows.len() - 1], left);
                rows.push(next);
            }
            self.block = (at, rows);
        }
        self.block.1[left - self.stride * at][used].clone()
    }

    fn keep(&mut self) {
        let mut row = vec![BigUint::one(); self.holes.min(self.all) + 1];
        for left in 0..=self.holes {
            if left > 0 {
                row = self.next(&row, left);
            }
            if left % self.stride == 0 {
                self.kept.push(row.clone());
            }
        }
    }

    /// The row for `left` holes, from that for one less.
    fn next(&self, below: &Row, left: usize) -> Row {
        let most = (self.holes - left).min(self.all);
        let entry = |used: usize| {
            let again = &below[used] * (used + self.fixed);
            if used < self.all { again + &below[used + 1] } else { again }
        };
        (0..=most).map(entry).collect()
    }
}
