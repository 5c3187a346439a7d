//! Calls of functions that the compiler knows: bit counts, byte swaps, arithmetic with an overflow flag.

use super::Generator;
use crate::driver;
use lang::BinaryOp as B;
use lang::*;

impl Generator<'_> {
    pub fn builtin(&mut self, depth: u32) -> ExprId {
        match self.rng.below(10) {
            0 => self.call_builtin("__builtin_popcount", Type::UINT, depth, false),
            1 => self.call_builtin("__builtin_popcountll", Type::ULLONG, depth, false),
            // Not defined for zero.
            2 => self.call_builtin("__builtin_clz", Type::UINT, depth, true),
            3 => self.call_builtin("__builtin_ctzll", Type::ULLONG, depth, true),
            4 => self.call_builtin("__builtin_bswap32", Type::UINT, depth, false),
            5 => self.call_builtin("__builtin_bswap64", Type::ULLONG, depth, false),
            6 => self.call_builtin("__builtin_parity", Type::UINT, depth, false),
            7 => self.call_builtin("__builtin_ffs", Type::INT, depth, false),
            8 => self.call_builtin("__builtin_bswap16", Type::USHORT, depth, false),
            _ => self.call_builtin("__builtin_ctz", Type::UINT, depth, true),
        }
    }

    fn call_builtin(&mut self, name: &str, ty: Type, depth: u32, not_zero: bool) -> ExprId {
        let func = driver::library(&mut self.p, name);
        let mut e = self.expr(depth - 1);
        if not_zero {
            let e2 = self.cast(ty, e);
            let bit = 1i64 << self.rng.below(31);
            let bit = self.int(bit, ty);
            e = self.binary(B::Or, e2, bit);
        }
        self.call(func, vec![e])
    }
}
