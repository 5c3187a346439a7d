//! Which block of which file an ordinal means. Files take turns: first the first block of each, then the second of each that has
//! one, and so on; then all from the beginning.

/// Blocks of variants of a file that belong together.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// How often all blocks of all files were had before.
    pub pass: u64,
    pub file: usize,
    pub block: u64,
}

/// The turn of an ordinal. `blocks` says how many blocks a file has, and is asked about all files once the first round is over. A
/// file without any has a turn in the first round, when that comes to light.
pub fn turn<E>(files: usize, ordinal: u64, blocks: impl FnOnce() -> Result<Vec<u64>, E>) -> Result<Turn, E> {
    if ordinal < files as u64 {
        return Ok(Turn { pass: 0, file: ordinal as usize, block: 0 });
    }
    let blocks: Vec<u64> = blocks()?.into_iter().map(|count| count.max(1)).collect();
    let all: u64 = blocks.iter().sum();
    let (pass, mut left) = (ordinal / all, ordinal % all);
    let mut round = 0;
    loop {
        let has_turn = |file: &usize| blocks[*file] > round;
        let having = (0..blocks.len()).filter(has_turn).count() as u64;
        // All rounds up to the next in which a file drops out are alike.
        let next = blocks.iter().copied().filter(|&count| count > round).min().unwrap_or(round + 1);
        let alike = having * (next - round);
        if left < alike {
            let (block, nth) = (round + left / having, (left % having) as usize);
            let file = (0..blocks.len()).filter(has_turn).nth(nth).expect("there are so many");
            return Ok(Turn { pass, file, block });
        }
        left -= alike;
        round = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_block_of_every_file_comes_once_in_a_pass() {
        let blocks = vec![3, 1, 0, 7, 3];
        let of = |ordinal| turn(5, ordinal, || Ok::<_, ()>(blocks.clone())).unwrap();
        let turns: Vec<Turn> = (0..15).map(of).collect();
        assert!(turns.iter().all(|turn| turn.pass == 0));
        let different: BTreeSet<_> = turns.iter().map(|turn| (turn.file, turn.block)).collect();
        assert_eq!(different.len(), 15);
        assert!(different.iter().all(|&(file, block)| block < blocks[file].max(1)));
        let order: Vec<_> = turns.iter().map(|turn| turn.file).collect();
        assert_eq!(order, [0, 1, 2, 3, 4, 0, 3, 4, 0, 3, 4, 3, 3, 3, 3]);
        assert_eq!(of(15), Turn { pass: 1, file: 0, block: 0 });
        assert_eq!(of(15 * 4 + 6), Turn { pass: 4, file: 3, block: 1 });
    }

    #[test]
    fn the_first_round_needs_no_counts() {
        let unknown = || Err::<Vec<u64>, _>(());
        assert_eq!(turn(5, 4, unknown), Ok(Turn { pass: 0, file: 4, block: 0 }));
        assert_eq!(turn(5, 5, unknown), Err(()));
    }
}
