//! Constants, with the policy's weights.

use super::Generator;
use lang::arith::IntKind;
use lang::{ExprId, Type};

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
        self.constants.special(&mut self.rng, &self.config.constant_weights(), kind)
    }
}
