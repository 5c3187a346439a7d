//! Regions: parts of the program in which a policy narrows what is generated (paper, section 3.3).
//!
//! A region is entered at a block, a statement or a subexpression and left with it; an inner one changes only what
//! it is about, so that policies compose.

use super::Generator;

/// Which operators a region uses.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Context {
    Free,
    Additive,
    Bitwise,
    Logical,
    Multiplicative,
    BitwiseShift,
    AdditiveMultiplicative,
}

impl Context {
    pub const ALL: [Context; 7] = [
        Context::Free,
        Context::Additive,
        Context::Bitwise,
        Context::Logical,
        Context::Multiplicative,
        Context::BitwiseShift,
        Context::AdditiveMultiplicative,
    ];
}

/// Which leaves are constants.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Constants {
    Free,
    Half,
    All,
}

#[derive(Copy, Clone, Debug)]
pub struct Region {
    pub context: Context,
    pub constants: Constants,
    /// The expression may be evaluated twice: no calls, no side effects, nothing volatile.
    pub duplicable: bool,
}

impl Default for Region {
    fn default() -> Region {
        Region { context: Context::Free, constants: Constants::Free, duplicable: false }
    }
}

impl Generator<'_> {
    /// Perhaps begins a region; the caller restores the old one.
    pub fn vary_region(&mut self, percent: u32) {
        let c = self.config;
        if !self.rng.percent(percent) {
            return;
        }
        if self.rng.percent(c.region_context) {
            let weights = [
                c.context_free,
                c.context_additive,
                c.context_bitwise,
                c.context_logical,
                c.context_multiplicative,
                c.context_bitwise_shift,
                c.context_additive_multiplicative,
            ];
            self.region.context = Context::ALL[self.rng.weighted(&weights)];
        }
        if self.rng.percent(c.region_constants) {
            let weights = [c.constants_free, c.constants_half, c.constants_all];
            self.region.constants = [Constants::Free, Constants::Half, Constants::All][self.rng.weighted(&weights)];
        }
    }

    /// Generates with operands that may be evaluated twice.
    pub fn duplicable<T>(&mut self, generate: impl FnOnce(&mut Self) -> T) -> T {
        let saved = std::mem::replace(&mut self.region.duplicable, true);
        let result = generate(self);
        self.region.duplicable = saved;
        result
    }
}
