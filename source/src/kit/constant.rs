//! Constants: special values, and the buffer of those used before (paper, section 3.3).

use crate::rng::Rng;
use lang::arith::{self, IntKind};

/// How many constants are remembered.
const BUFFER: usize = 16;

/// How often each kind of value is chosen, compared with the others.
#[derive(Copy, Clone, Debug)]
pub struct ConstantWeights {
    /// Small, near a limit, a block of bits, near a power of two, random, used before.
    pub value: [u32; 6],
    /// Of a value used before: the same, negated, complemented, a neighbour.
    pub reuse: [u32; 4],
}

#[derive(Clone, Default)]
pub struct ConstantBuffer {
    values: Vec<u64>,
    next: usize,
    /// A sample of all constants of the program, for initial values.
    sample: Vec<u64>,
    seen: u64,
    closed: bool,
}

/// How many of the program's constants the sample has.
const SAMPLE: usize = 128;

impl ConstantBuffer {
    fn remember(&mut self, value: u64) {
        self.seen += 1;
        if self.sample.len() < SAMPLE {
            self.sample.push(value);
        } else {
            // Every so often one gives way; which does not matter.
            self.sample[(self.seen.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 57) as usize] = value;
        }
        if self.values.len() < BUFFER {
            self.values.push(value);
        } else {
            self.values[self.next] = value;
            self.next = (self.next + 1) % BUFFER;
        }
    }
}

impl ConstantBuffer {
    /// A value of an integer type, special more often than not.
    pub fn special(&mut self, rng: &mut Rng, weights: &ConstantWeights, kind: IntKind) -> u64 {
        let value = match rng.weighted(&weights.value) {
            0 => rng.range(-16, 16) as u64,
            1 => near_limit(rng, kind),
            2 => bit_block(rng, kind),
            3 => (1u64 << rng.below(kind.bits as u64)).wrapping_add(rng.range(-1, 1) as u64),
            4 => rng.next_u64() >> rng.below(64),
            _ => self.reused(rng, weights),
        };
        let value = arith::wrap(kind, value);
        self.remember(value);
        value
    }

    fn reused(&mut self, rng: &mut Rng, weights: &ConstantWeights) -> u64 {
        if self.values.is_empty() {
            return rng.below(32);
        }
        let value = *rng.pick(&self.values);
        match rng.weighted(&weights.reuse) {
            0 => value,
            1 => value.wrapping_neg(),
            2 => !value,
            _ => value.wrapping_add(if rng.percent(50) { 1 } else { u64::MAX }),
        }
    }

    /// The program's text is complete: from now on values may be chosen to meet its constants.
    pub fn close(&mut self) {
        self.closed = true;
    }

    /// Half of the time, a constant that the program uses.
    pub fn met(&self, rng: &mut Rng) -> Option<u64> {
        (self.closed && !self.sample.is_empty() && rng.percent(50)).then(|| *rng.pick(&self.sample))
    }
}

fn near_limit(rng: &mut Rng, kind: IntKind) -> u64 {
    // The limits of narrower types matter as much as the type's own.
    let bits = *rng.pick(&[8, 16, 32, 64]);
    let bits = if rng.percent(50) { kind.bits } else { bits.min(kind.bits) };
    let limit = IntKind { bits, signed: rng.percent(50) };
    let edge: u64 = if rng.percent(50) { arith::max(limit) } else { arith::min(limit) };
    edge.wrapping_add(rng.range(-2, 2) as u64)
}

/// A contiguous block of ones in zeroes, or of zeroes in ones.
fn bit_block(rng: &mut Rng, kind: IntKind) -> u64 {
    let length = 1 + rng.below((kind.bits as u64 - 1).max(1));
    let start = rng.below(kind.bits as u64 - length + 1);
    let block = (u64::MAX >> (64 - length)) << start;
    if rng.percent(50) { block } else { !block }
}
