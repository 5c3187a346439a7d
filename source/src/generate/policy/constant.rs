//! Constants: special values, and the buffer of those used before (paper, section 3.3).

use super::Generator;
use crate::rng::Rng;
use lang::arith::{self, IntKind};
use lang::{ExprId, Type};

/// How many constants are remembered.
const BUFFER: usize = 16;

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
    /// The program's text is complete: from now on values may be chosen to meet its constants.
    pub fn close(&mut self) {
        self.closed = true;
    }

    /// Half of the time, a constant that the program uses.
    pub fn met(&self, rng: &mut Rng) -> Option<u64> {
        (self.closed && !self.sample.is_empty() && rng.percent(50)).then(|| *rng.pick(&self.sample))
    }
}

impl Generator<'_> {
    /// An integer constant of a type that constants can have.
    pub fn constant(&mut self) -> ExprId {
        let types = [Type::INT, Type::UINT, Type::LONG, Type::ULONG, Type::LLONG, Type::ULLONG];
        let c = self.config;
        let weights =
            [c.constant_int, c.constant_uint, c.constant_long, c.constant_ulong, c.constant_llong, c.constant_ullong];
        let ty = types[self.rng.weighted(&weights)];
        self.constant_of(ty)
    }

    /// A constant of this type; a narrow one is what fits.
    pub fn constant_of(&mut self, ty: Type) -> ExprId {
        let kind = self.kind(ty);
        let value = if self.p.types.is_bool(ty) { self.rng.below(2) } else { self.special(kind) };
        self.int(value as i64, ty)
    }

    /// A value of an integer type, special more often than not.
    pub fn special(&mut self, kind: IntKind) -> u64 {
        let c = self.config;
        let weights = [c.value_small, c.value_limit, c.value_bits, c.value_power, c.value_random, c.value_reused];
        let value = match self.rng.weighted(&weights) {
            0 => self.rng.range(-16, 16) as u64,
            1 => self.near_limit(kind),
            2 => self.bit_block(kind),
            3 => (1u64 << self.rng.below(kind.bits as u64)).wrapping_add(self.rng.range(-1, 1) as u64),
            4 => self.rng.next_u64() >> self.rng.below(64),
            _ => self.reused(),
        };
        let value = arith::wrap(kind, value);
        self.constants.remember(value);
        value
    }

    fn near_limit(&mut self, kind: IntKind) -> u64 {
        // The limits of narrower types matter as much as the type's own.
        let bits = *self.rng.pick(&[8, 16, 32, 64]);
        let bits = if self.rng.percent(50) { kind.bits } else { bits.min(kind.bits) };
        let limit = IntKind { bits, signed: self.rng.percent(50) };
        let edge: u64 = if self.rng.percent(50) { arith::max(limit) } else { arith::min(limit) };
        edge.wrapping_add(self.rng.range(-2, 2) as u64)
    }

    /// A contiguous block of ones in zeroes, or of zeroes in ones.
    fn bit_block(&mut self, kind: IntKind) -> u64 {
        let length = 1 + self.rng.below((kind.bits as u64 - 1).max(1));
        let start = self.rng.below(kind.bits as u64 - length + 1);
        let block = (u64::MAX >> (64 - length)) << start;
        if self.rng.percent(50) { block } else { !block }
    }

    fn reused(&mut self) -> u64 {
        if self.constants.values.is_empty() {
            return self.rng.below(32);
        }
        let value = *self.rng.pick(&self.constants.values);
        let c = self.config;
        match self.rng.weighted(&[c.reuse_same, c.reuse_negated, c.reuse_complement, c.reuse_neighbour]) {
            0 => value,
            1 => value.wrapping_neg(),
            2 => !value,
            _ => value.wrapping_add(if self.rng.percent(50) { 1 } else { u64::MAX }),
        }
    }
}
