//! The generator's randomness: frozen streams, each with a name.
//!
//! xoshiro256** seeded by SplitMix64 (Blackman and Vigna 2021), integers only, so that a seed gives the same draws on
//! every machine. A child stream depends on its parent's seed and on its own name, never on what was drawn before: a new
//! draw in one place does not shift the draws of all others.

/// 2^64 divided by the golden ratio: SplitMix64's step.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// One stream of random numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng {
    /// What children are derived from.
    seed: u64,
    state: [u64; 4],
}

impl Rng {
    /// The stream of this seed. Streams of neighbouring seeds have nothing in common.
    #[inline]
    pub fn new(seed: u64) -> Rng {
        let state = [1, 2, 3, 4].map(|step| mix(seed.wrapping_add(GOLDEN.wrapping_mul(step))));
        Rng { seed, state }
    }

    /// The stream of this name; the parent does not move.
    #[inline]
    pub fn child(&self, name: &str) -> Rng {
        Rng::new(mix(self.seed ^ mix(hash(name))))
    }

    /// The `n`th of the streams of this name.
    #[inline]
    pub fn child_n(&self, name: &str, n: u64) -> Rng {
        Rng::new(mix(self.seed ^ mix(hash(name)) ^ mix(n.wrapping_add(GOLDEN))))
    }

    /// Every other draw is made of these.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let (c, d) = (c ^ a, d ^ b);
        self.state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        result
    }

    /// Uniform in `0..n`; `n` is at least 1. Lemire's multiplication: a division only where bias could arise.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        debug_assert!(n > 0, "nothing is below 0");
        let mut product = u128::from(self.next_u64()) * u128::from(n);
        if (product as u64) < n {
            let biased = n.wrapping_neg() % n;
            while (product as u64) < biased {
                product = u128::from(self.next_u64()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }

    /// Uniform in `low..=high`.
    #[inline]
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        debug_assert!(low <= high, "{low}..={high} is empty");
        match (high.wrapping_sub(low) as u64).checked_add(1) {
            Some(n) => low.wrapping_add(self.below(n) as i64),
            None => self.next_u64() as i64,
        }
    }

    /// True in `p` of 100 cases; always from 100 on.
    #[inline]
    pub fn percent(&mut self, p: u32) -> bool {
        self.below(100) < u64::from(p)
    }

    /// One of `items`, which are not empty.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }

    /// An index, each as likely as its weight; the first when all weights are 0.
    #[inline]
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let sum: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        if sum == 0 {
            return 0;
        }
        let mut left = self.below(sum);
        for (index, &weight) in weights.iter().enumerate() {
            match left.checked_sub(u64::from(weight)) {
                Some(rest) => left = rest,
                None => return index,
            }
        }
        unreachable!("what is below the sum lies within one weight")
    }

    /// Every order is equally likely (Fisher and Yates).
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// SplitMix64's finalizer: a bijection in which every bit of the input moves every bit of the output.
#[inline]
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// FNV-1a, which the compiler folds for a constant name.
#[inline]
fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
