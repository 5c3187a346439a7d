//! The streams are frozen: a change here changes every generated program, and needs a new recipe version.

use source::Rng;

fn draws(mut rng: Rng) -> [u64; 4] {
    [(); 4].map(|()| rng.next_u64())
}

#[test]
fn streams_are_those_of_the_reference_implementation() {
    // xoshiro256starstar.c, its state filled by splitmix64.c from 0, as in the tests of rand_xoshiro.
    let reference = [11091344671253066420, 13793997310169335082, 1900383378846508768, 7684712102626143532];
    assert_eq!(draws(Rng::new(0)), reference);
}

#[test]
fn streams_and_their_children_are_frozen() {
    let rng = Rng::new(42);
    let first = |rng: Rng| draws(rng)[0];
    assert_eq!(first(rng.clone()), 0x1578_0b2e_0c2e_c716);
    assert_eq!(first(rng.child("a")), 0xdcb9_79da_738f_f624);
    assert_eq!(first(rng.child("b")), 0xcbaf_eb96_e053_fde0);
    assert_eq!(first(rng.child_n("a", 0)), 0xf664_4b75_fd52_4214);
    assert_eq!(first(rng.child_n("a", 1)), 0xa58c_4b8a_36dd_b149);
}

#[test]
fn derived_draws_are_frozen() {
    let mut rng = Rng::new(7);
    assert_eq!([1, 2, 10, 1000, u64::MAX].map(|n| rng.below(n)), [0, 0, 8, 981, 18278145976438096663]);
    let ranges = [(-5, 5), (i64::MIN, i64::MAX), (3, 3)];
    assert_eq!(ranges.map(|(low, high)| rng.range(low, high)), [4, 1120678062349637716, 3]);
    assert_eq!([(); 8].map(|()| u8::from(rng.percent(50))), [1, 1, 0, 0, 0, 0, 1, 0]);
    assert_eq!([(); 8].map(|()| rng.weighted(&[1, 0, 2, 5])), [2, 3, 2, 2, 2, 3, 3, 2]);
    let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
    rng.shuffle(&mut items);
    assert_eq!(items, [4, 3, 1, 7, 2, 6, 0, 5]);
    assert_eq!(*rng.pick(&["x", "y", "z"]), "x");
}

#[test]
fn a_child_does_not_depend_on_what_its_parent_has_drawn() {
    let mut parent = Rng::new(9);
    let before = parent.child("child");
    let _ = parent.next_u64();
    assert_eq!(before, parent.child("child"));
    assert_eq!(draws(parent.child("child")), draws(parent.child("child")));
}

#[test]
fn children_differ_by_name_number_and_parent() {
    let rng = Rng::new(9);
    let children = [
        rng.clone(),
        rng.child(""),
        rng.child("a"),
        rng.child("b"),
        rng.child("ab"),
        rng.child("a").child("b"),
        rng.child("b").child("a"),
        rng.child_n("a", 0),
        rng.child_n("a", 1),
        rng.child_n("b", 0),
        Rng::new(10).child("a"),
    ];
    let mut firsts: Vec<u64> = children.map(|rng| draws(rng)[0]).to_vec();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 11);
}

#[test]
fn below_is_uniform() {
    let mut rng = Rng::new(1);
    let mut counts = [0_u32; 6];
    (0..60_000).for_each(|_| counts[rng.below(6) as usize] += 1);
    // Five standard deviations are 456.
    assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 460), "{counts:?}");
}

#[test]
fn below_has_no_bias_where_the_bound_does_not_divide_the_words() {
    // Without rejection a third of the values would come twice as often.
    let bound = 3 << 62;
    let mut rng = Rng::new(2);
    let low = (0..30_000).filter(|_| rng.below(bound) < bound / 3).count();
    assert!(low.abs_diff(10_000) < 410, "{low}");
}

#[test]
fn ranges_include_both_ends_and_may_be_everything() {
    let mut rng = Rng::new(3);
    let seen: std::collections::BTreeSet<i64> = (0..200).map(|_| rng.range(-2, 2)).collect();
    assert_eq!(Vec::from_iter(seen), [-2, -1, 0, 1, 2]);
    assert_eq!(rng.range(i64::MAX, i64::MAX), i64::MAX);
    let signs: std::collections::BTreeSet<i64> = (0..64).map(|_| rng.range(i64::MIN, i64::MAX).signum()).collect();
    assert_eq!(Vec::from_iter(signs), [-1, 1]);
}

#[test]
fn weights_are_proportions_and_zero_is_never() {
    let mut rng = Rng::new(4);
    let mut counts = [0_u32; 4];
    (0..40_000).for_each(|_| counts[rng.weighted(&[1, 0, 3, 0])] += 1);
    assert_eq!((counts[1], counts[3]), (0, 0));
    assert!(counts[0].abs_diff(10_000) < 440, "{counts:?}");
    assert_eq!(rng.weighted(&[0, 0]), 0);
    assert_eq!(rng.weighted(&[u32::MAX; 1]), 0);
}

#[test]
fn percents_reach_never_and_always() {
    let mut rng = Rng::new(5);
    assert!((0..1000).all(|_| !rng.percent(0) && rng.percent(100)));
    let hits = (0..10_000).filter(|_| rng.percent(30)).count();
    assert!(hits.abs_diff(3000) < 230, "{hits}");
}

#[test]
fn a_shuffle_is_a_permutation() {
    let mut items: Vec<u32> = (0..100).collect();
    Rng::new(6).shuffle(&mut items);
    assert_ne!(items, Vec::from_iter(0..100));
    items.sort_unstable();
    assert_eq!(items, Vec::from_iter(0..100));
    Rng::new(6).shuffle::<u32>(&mut []);
}
