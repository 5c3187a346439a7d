//! A walk through variants of variants: when to go on from one, and what compilers say that they did.

use crate::rng::Rng;
use std::collections::BTreeSet;

/// By how many events a variant may have less and still be taken about every third time.
const TEMPERATURE: f64 = 2.0;

/// The rule of Metropolis: always up, and down the more seldom the farther.
pub fn accepts(rng: &mut Rng, before: f64, after: f64) -> bool {
    let chance = ((after - before) / TEMPERATURE).exp().min(1.0);
    (rng.below(1 << 32) as f64) < chance * (1_u64 << 32) as f64
}

/// Events of GCC's passes, from `-fdump-statistics-stats`: `164 optimized "Events" "function" 3`.
pub fn counters(dump: &str) -> BTreeSet<String> {
    let event = |line: &str| {
        let (pass, rest) = line.split_once('"')?;
        let (event, _) = rest.split_once('"')?;
        let pass = pass.split_whitespace().nth(1)?;
        Some(format!("{pass}: {event}"))
    };
    dump.lines().filter_map(event).collect()
}

/// Remarks of Clang's passes, without names and numbers: `a.c:3:5: remark: vectorized loop (…) [-Rpass=loop-vectorize]`.
pub fn remarks(log: &str) -> BTreeSet<String> {
    let remark = |line: &str| {
        let (_, text) = line.split_once("remark: ")?;
        let (message, pass) = text.rsplit_once(" [-R")?;
        let mut quoted = false;
        let plain: String = message
            .chars()
            .filter(|&c| {
                quoted ^= c == '\'';
                !quoted && !c.is_ascii_digit() && c != '\''
            })
            .collect();
        Some(format!("{}: {plain}", pass.trim_end_matches(']')))
    };
    log.lines().filter_map(remark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_is_always_taken_and_down_seldom() {
        let mut rng = Rng::new(3);
        assert!((0..100).all(|_| accepts(&mut rng, 1.0, 1.0) && accepts(&mut rng, 1.0, 9.0)));
        let down = |by: f64, rng: &mut Rng| (0..1000).filter(|_| accepts(rng, by, 0.0)).count();
        let (near, far) = (down(1.0, &mut rng), down(6.0, &mut rng));
        assert!((500..700).contains(&near) && (20..90).contains(&far), "{near} {far}");
    }

    #[test]
    fn events_have_no_names_and_numbers() {
        let dump =
            "32 einline \"Statements eliminated\" \"f\" 2\n32 einline \"Statements eliminated\" \"g\" 7\nnothing\n";
        assert_eq!(counters(dump), BTreeSet::from(["einline: Statements eliminated".to_string()]));
        let log = "a.c:3:5: remark: 'f' inlined into 'main' with cost=15 [-Rpass=inline]\n";
        assert_eq!(remarks(log), BTreeSet::from(["pass=inline:  inlined into  with cost=".to_string()]));
    }
}
