//! The accesses of active functions that have restrict-qualified pointers. See `compile::restrict`.

use super::*;
use crate::compile::{GLOBAL_KEY, RESTRICT_KEY};

/// The most ranges that are recorded for a call. Further ones are not checked.
const MOST_RANGES: usize = 512;

#[derive(Default)]
pub(super) struct RestrictLog {
    /// The depth of the call it belongs to.
    depth: usize,
    ranges: Vec<Range>,
    /// When each block-scope restrict pointer was declared.
    begins: Vec<(u16, u64)>,
    clock: u64,
}

#[derive(Copy, Clone)]
struct Range {
    from: u64,
    to: u64,
    key: u16,
    write: bool,
    last: u64,
    pc: usize,
}

impl Machine<'_> {
    pub(super) fn restrict_enter(&mut self) {
        let depth = self.frames.len();
        self.restrict.retain(|log| log.depth < depth);
        self.restrict.push(RestrictLog { depth, ..RestrictLog::default() });
    }

    fn restrict_log(&mut self) -> Option<&mut RestrictLog> {
        let depth = self.frames.len();
        self.restrict.iter_mut().rev().find(|log| log.depth == depth)
    }

    /// A restrict pointer's block begins or ends.
    pub(super) fn restrict_begin(&mut self, key: u16) {
        if key & GLOBAL_KEY != 0 {
            let log = &mut self.restrict_global;
            // What was accessed by name before the pointer got its value does not count.
            log.ranges.retain(|range| range.key != key && range.key & RESTRICT_KEY != 0);
            log.begin(key);
            return;
        }
        if let Some(log) = self.restrict_log() {
            log.ranges.retain(|range| range.key != key);
            log.begin(key);
        }
    }

    pub(super) fn restrict_access(&mut self, pc: usize, address: u64, size: u32, key: u16, write: bool) -> Step<()> {
        let range = Range { from: address, to: address + size as u64, key, write, last: 0, pc };
        let mut other = None;
        if key & GLOBAL_KEY == 0
            && let Some(log) = self.restrict_log()
        {
            other = log.note(range);
        }
        // By name; what other pointers are based on is not known outside the function.
        let is_named = key == 0;
        if key & GLOBAL_KEY != 0 || is_named && self.has_global_restrict() {
            other = other.or(self.restrict_global.note(range));
        }
        let Some(other) = other else { return Ok(()) };
        let verb = if other.write { "written" } else { "read" };
        let message =
            format!("{} is also {verb} by a way not based on the same restrict pointer", self.object_name(address));
        let notes = vec![(self.loc(other.pc), "the other access".to_string())];
        let ub = Ub::new(Rule::Restrict, message, self.loc(pc)).with_notes(notes);
        Err(Box::new(Stop::Undefined(Box::new(ub))))
    }

    fn has_global_restrict(&self) -> bool {
        !self.image.restrict_globals.is_empty()
    }
}

impl RestrictLog {
    fn begin(&mut self, key: u16) {
        self.begins.retain(|begin| begin.0 != key);
        self.clock += 1;
        self.begins.push((key, self.clock));
    }

    /// Returns an earlier access that conflicts with this one, or records this one.
    fn note(&mut self, access: Range) -> Option<Range> {
        self.clock += 1;
        let Range { from, to, key, write, .. } = access;
        let begin = self.begins.iter().find(|begin| begin.0 == key).map_or(0, |begin| begin.1);
        let other = self.ranges.iter().find(|range| {
            range.key != key
                && (range.key | key) & RESTRICT_KEY != 0
                && (range.write || write)
                && range.from < to
                && from < range.to
                && range.last >= begin
        });
        if let Some(&other) = other {
            return Some(other);
        }
        let touches = |range: &Range| range.key == key && range.write == write && from <= range.to && range.from <= to;
        match self.ranges.iter().position(touches) {
            Some(index) => {
                let range = &mut self.ranges[index];
                range.from = range.from.min(from);
                range.to = range.to.max(to);
                range.last = self.clock;
            }
            None if self.ranges.len() < MOST_RANGES => self.ranges.push(Range { last: self.clock, ..access }),
            None => {}
        }
        None
    }
}
