//! Natural numbers of any size, with just what decimal conversion needs.

use std::cmp::Ordering;

/// Little-endian limbs without leading zeros.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Big {
    limbs: Vec<u64>,
}

/// The greatest powers of five and ten in a limb.
const FIVE_POWER: u32 = 27;
const TEN_POWER: usize = 19;

impl Big {
    pub fn new(value: u128) -> Big {
        let mut big = Big { limbs: vec![value as u64, (value >> 64) as u64] };
        big.trim();
        big
    }

    /// From the digits' values, most significant first.
    pub fn from_decimal(digits: &[u8]) -> Big {
        let mut big = Big::default();
        for chunk in digits.chunks(TEN_POWER) {
            let value = chunk.iter().fold(0, |value, &digit| value * 10 + digit as u64);
            big.mul_add(10u64.pow(chunk.len() as u32), value);
        }
        big
    }

    /// The digits' values, most significant first; none for zero.
    pub fn into_decimal(mut self) -> Vec<u8> {
        let mut digits = Vec::with_capacity(self.limbs.len() * 20);
        while !self.is_zero() {
            let mut chunk = self.div_small(10u64.pow(TEN_POWER as u32));
            for _ in 0..TEN_POWER {
                digits.push((chunk % 10) as u8);
                chunk /= 10;
            }
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        digits.reverse();
        digits
    }

    pub fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    pub fn bit_length(&self) -> u64 {
        self.limbs.last().map_or(0, |top| self.limbs.len() as u64 * 64 - top.leading_zeros() as u64)
    }

    /// `self = self × factor + addend`.
    fn mul_add(&mut self, factor: u64, addend: u64) {
        let mut carry = addend as u128;
        for limb in &mut self.limbs {
            carry += *limb as u128 * factor as u128;
            *limb = carry as u64;
            carry >>= 64;
        }
        self.limbs.push(carry as u64);
        self.trim();
    }

    pub fn mul_power_of_five(&mut self, mut exponent: u32) {
        while exponent > 0 {
            let step = exponent.min(FIVE_POWER);
            self.mul_add(5u64.pow(step), 0);
            exponent -= step;
        }
    }

    /// Divides and gives the remainder.
    fn div_small(&mut self, divisor: u64) -> u64 {
        let mut rest = 0u128;
        for limb in self.limbs.iter_mut().rev() {
            rest = rest << 64 | *limb as u128;
            *limb = (rest / divisor as u128) as u64;
            rest %= divisor as u128;
        }
        self.trim();
        rest as u64
    }

    pub fn shift_left(&mut self, count: u64) {
        let bits = (count % 64) as u32;
        if bits > 0 {
            self.mul_add(1 << bits, 0);
        }
        if !self.is_zero() {
            self.limbs.splice(0..0, std::iter::repeat_n(0, (count / 64) as usize));
        }
    }

    /// `other` must not be the greater.
    pub fn subtract(&mut self, other: &Big) {
        let mut borrow = false;
        for (i, limb) in self.limbs.iter_mut().enumerate() {
            let (once, under) = limb.overflowing_sub(other.limbs.get(i).copied().unwrap_or(0));
            let (twice, again) = once.overflowing_sub(borrow as u64);
            *limb = twice;
            borrow = under || again;
        }
        self.trim();
    }

    /// The leading 128 bits, the last of them sticky.
    pub fn top_bits(&self) -> u128 {
        let missing = self.limbs.last().map_or(0, |top| top.leading_zeros());
        let mut from_top = self.limbs.iter().rev().copied();
        let high = (from_top.next().unwrap_or(0) as u128) << 64 | from_top.next().unwrap_or(0) as u128;
        let next = from_top.next().unwrap_or(0);
        let (carried, lost) = match missing {
            0 => (0, next),
            _ => (next >> (64 - missing), next << missing),
        };
        let sticky = lost != 0 || from_top.any(|limb| limb != 0);
        high << missing | carried as u128 | sticky as u128
    }

    fn trim(&mut self) {
        while self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
    }
}

impl PartialOrd for Big {
    fn partial_cmp(&self, other: &Big) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Big {
    fn cmp(&self, other: &Big) -> Ordering {
        let by_length = self.limbs.len().cmp(&other.limbs.len());
        by_length.then_with(|| self.limbs.iter().rev().cmp(other.limbs.iter().rev()))
    }
}
