//! Which parts of the planes are free: room for new objects without more memory than the live ones need.
//!
//! Small objects come in classes, whose storage only ever serves the same class. Larger ones get the smallest free range
//! that fits, and neighbouring free ranges become one, so that an array that grows step by step does not leave all of its
//! earlier sizes behind.

use std::collections::{BTreeMap, BTreeSet};

/// The largest size of a class, and the unit of what is larger.
const PAGE: u32 = 4096;

#[derive(Debug)]
pub struct Space {
    /// Free storage of small objects by class.
    small: Vec<Vec<u32>>,
    /// Free ranges: their lengths by start, and the same by length.
    by_start: BTreeMap<u32, u32>,
    by_length: BTreeSet<(u32, u32)>,
    /// Bytes that were ever handed out.
    end: u32,
}

impl Space {
    /// The first `used` bytes belong to nobody.
    pub fn new(used: u32) -> Space {
        Space { small: vec![Vec::new(); 32], by_start: BTreeMap::new(), by_length: BTreeSet::new(), end: used }
    }

    /// How long the planes must be.
    pub fn end(&self) -> u32 {
        self.end
    }

    /// Storage for `size` bytes; `None` if `end` would exceed `limit`.
    pub fn take(&mut self, size: u32, limit: u64) -> Option<u32> {
        let size = rounded(size)?;
        if size <= PAGE
            && let Some(storage) = self.small[class(size)].pop()
        {
            return Some(storage);
        }
        self.take_range(size).or_else(|| self.grow(size, limit))
    }

    /// The storage of an object of `size` bytes is free.
    pub fn give(&mut self, storage: u32, size: u32) {
        let Some(size) = rounded(size) else { return };
        if size <= PAGE {
            self.small[class(size)].push(storage);
        } else {
            self.add_range(storage, size);
        }
    }

    /// The smallest free range that fits.
    fn take_range(&mut self, size: u32) -> Option<u32> {
        let &(length, start) = self.by_length.range((size, 0)..).next()?;
        self.remove_range(start, length);
        if length > size {
            self.insert_range(start + size, length - size);
        }
        Some(start)
    }

    /// More at the end, where a free range may already be.
    fn grow(&mut self, size: u32, limit: u64) -> Option<u32> {
        let last = self.by_start.last_key_value().map(|(&start, &length)| (start, length));
        let last = last.filter(|(start, length)| start + length == self.end);
        let start = last.map_or(self.end, |(start, _)| start);
        let end = u64::from(start) + u64::from(size);
        if end > limit {
            return None;
        }
        if let Some((start, length)) = last {
            self.remove_range(start, length);
        }
        self.end = u32::try_from(end).ok()?;
        Some(start)
    }

    fn add_range(&mut self, mut start: u32, mut length: u32) {
        if let Some((&before, &its_length)) = self.by_start.range(..start).next_back()
            && before + its_length == start
        {
            self.remove_range(before, its_length);
            (start, length) = (before, length + its_length);
        }
        if let Some(&after) = self.by_start.get(&(start + length)) {
            self.remove_range(start + length, after);
            length += after;
        }
        self.insert_range(start, length);
    }

    fn insert_range(&mut self, start: u32, length: u32) {
        self.by_start.insert(start, length);
        self.by_length.insert((length, start));
    }

    fn remove_range(&mut self, start: u32, length: u32) {
        self.by_start.remove(&start);
        self.by_length.remove(&(length, start));
    }
}

/// Steps of 16 bytes up to 256, powers of two up to a page, then whole pages.
fn rounded(size: u32) -> Option<u32> {
    match size {
        0..=256 => Some(size.next_multiple_of(16).max(16)),
        257..=PAGE => Some(size.next_power_of_two()),
        _ => size.checked_next_multiple_of(PAGE),
    }
}

/// Of a rounded size.
fn class(size: u32) -> usize {
    if size <= 256 { size as usize / 16 } else { 8 + size.ilog2() as usize }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_growing_object_leaves_nothing_behind() {
        let mut space = Space::new(16);
        let mut old = None;
        for size in (2..1000).map(|pages| pages * PAGE) {
            if let Some((storage, size)) = old {
                space.give(storage, size);
            }
            old = Some((space.take(size, u64::MAX).unwrap(), size));
        }
        assert_eq!(space.end(), 16 + 999 * PAGE);
    }

    #[test]
    fn live_objects_never_overlap() {
        let mut space = Space::new(0);
        let mut live: Vec<(u32, u32)> = Vec::new();
        let mut state = 1u32;
        for _ in 0..5000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let size = (state >> 8) % [40, 5000, 100_000][(state >> 4) as usize % 3];
            if state >> 31 == 0 && !live.is_empty() {
                let (storage, size) = live.swap_remove(state as usize % live.len());
                space.give(storage, size);
            } else if let Some(storage) = space.take(size, 4 << 20) {
                let apart = |&(other, its_size): &(u32, u32)| storage >= other + its_size || other >= storage + size;
                assert!(live.iter().all(apart), "{storage} {size}");
                assert!(u64::from(storage) + u64::from(size) <= 4 << 20);
                live.push((storage, size));
            }
        }
    }

    #[test]
    fn nothing_is_handed_out_beyond_the_limit() {
        let mut space = Space::new(0);
        assert_eq!(space.take(5000, 8192), Some(0));
        assert_eq!(space.take(1, 8192), None);
        space.give(0, 5000);
        assert_eq!(space.take(1, 8192), Some(0));
    }
}
