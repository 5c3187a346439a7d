//! The accesses of active functions that have restrict-qualified pointers. See `compile::restrict`.

use super::*;
use crate::compile::RESTRICT_KEY;

/// Ranges noted per call; what is beyond is not watched.
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
        if let Some(log) = self.restrict_log() {
            log.ranges.retain(|range| range.key != key);
            log.begins.retain(|begin| begin.0 != key);
            log.clock += 1;
            let clock = log.clock;
            log.begins.push((key, clock));
        }
    }

    pub(super) fn restrict_access(&mut self, pc: usize, address: u64, size: u32, key: u16, write: bool) -> Step<()> {
        let Some(log) = self.restrict_log() else { return Ok(()) };
        log.clock += 1;
        let (from, to, clock) = (address, address + size as u64, log.clock);
        let begin = |key: u16| log.begins.iter().find(|begin| begin.0 == key).map_or(0, |begin| begin.1);
        let other = log.ranges.iter().find(|range| {
            range.key != key
                && (range.key | key) & RESTRICT_KEY != 0
                && (range.write || write)
                && range.from < to
                && from < range.to
                && range.last >= begin(key)
        });
        if let Some(other) = other {
            let (verb, place) = (if other.write { "written" } else { "read" }, other.pc);
            let message =
                format!("{} is also {verb} by a way not based on the same restrict pointer", self.object_name(address));
            let notes = vec![(self.loc(place), "the other access".to_string())];
            let ub = Ub::new(Rule::Restrict, message, self.loc(pc)).with_notes(notes);
            return Err(Box::new(Stop::Undefined(Box::new(ub))));
        }
        let log = self.restrict_log().expect("found above");
        let touches = |range: &Range| range.key == key && range.write == write && from <= range.to && range.from <= to;
        match log.ranges.iter().position(touches) {
            Some(index) => {
                let range = &mut log.ranges[index];
                range.from = range.from.min(from);
                range.to = range.to.max(to);
                range.last = clock;
            }
            None if log.ranges.len() < MOST_RANGES => log.ranges.push(Range { from, to, key, write, last: clock, pc }),
            None => {}
        }
        Ok(())
    }
}
