//! `rand` with the numbers of glibc: an additive feedback generator (`TYPE_3` of its `random_r`), so that programs
//! print what they print on Linux. Other libraries have other numbers, so that they are unspecified input.

use super::table::{Entry, writes};
use super::{Call, Outcome, Value};
use crate::input::{self, Unspecified};

pub(super) const ENTRIES: &[Entry] = &[writes("rand random", rand), writes("srand srandom", srand)];

const DEGREE: usize = 31;
const SEPARATION: usize = 3;
const RAND_MAX: u32 = 0x7fff_ffff;

#[derive(Debug)]
pub(super) struct Random {
    words: [u32; DEGREE],
    /// The word that the next number replaces.
    at: usize,
}

impl Random {
    pub fn new(seed: u32) -> Random {
        let mut words = [0; DEGREE];
        let mut word = if seed == 0 { 1 } else { seed as i32 };
        for slot in &mut words {
            *slot = word as u32;
            // 16807 × word modulo 2^31 - 1, in the range of the modulus.
            let next = (16807 * word as i64) % 2_147_483_647;
            word = if next < 0 { next + 2_147_483_647 } else { next } as i32;
        }
        let mut random = Random { words, at: 0 };
        for _ in 0..10 * DEGREE {
            random.next();
        }
        random
    }

    pub fn next(&mut self) -> u32 {
        let front = (self.at + SEPARATION) % DEGREE;
        self.words[front] = self.words[front].wrapping_add(self.words[self.at]);
        self.at = (self.at + 1) % DEGREE;
        self.words[front] >> 1
    }
}

fn rand(call: &mut Call) -> Outcome {
    let number = call.cx.state.random.get_or_insert_with(|| Random::new(1)).next();
    // Another library has other numbers. Of these the first differs in size and parity, the second modulo everything.
    let number = match call.unspecified(Unspecified::Random) {
        input::Value::Usual => number,
        input::Value::Other => RAND_MAX - number,
        input::Value::Third => (number + 1) & RAND_MAX,
    };
    Ok(Value::Int(number as i128))
}

fn srand(call: &mut Call) -> Outcome {
    call.cx.state.random = Some(Random::new(call.integer(0)? as u32));
    Ok(Value::Void)
}
