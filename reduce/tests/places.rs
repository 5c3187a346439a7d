//! Several places of the judge against one, on a clock that only judging moves: how long a reduction takes if a
//! candidate costs what a compiler takes for it. The compiler's bug is a change of the candidate's text.

mod common;

use reduce::{Candidate, Goal, Judge, Options, Unit, reduce};
use source::{Recipe, generate};
use std::sync::{Mutex, MutexGuard};

struct Clock {
    /// When each place is free again.
    free: Vec<u64>,
    now: u64,
    /// When, which, and what the answer will be.
    open: Vec<(u64, u64, bool)>,
}

struct Court<'b> {
    /// What the compiler takes for something else.
    bug: (&'b str, &'b str),
    clock: Mutex<Clock>,
    /// What the bug does not strike without.
    needed: Vec<String>,
}

impl<'b> Court<'b> {
    fn new(text: &str, bug: (&'b str, &'b str), places: usize) -> Court<'b> {
        Court {
            bug,
            needed: needed(text),
            clock: Mutex::new(Clock { free: vec![0; places], now: 0, open: Vec::new() }),
        }
    }

    fn clock(&self) -> MutexGuard<'_, Clock> {
        self.clock.lock().unwrap()
    }

    fn is_interesting(&self, candidate: &Candidate) -> bool {
        let is_mentioned = |name: &String| candidate.units.iter().any(|unit| unit.text.contains(name));
        let actual = common::miscompiled(&candidate.units, self.bug);
        self.needed.iter().all(is_mentioned) && actual.is_some() && actual != candidate.expected
    }
}

/// The targets of some assignments: bugs do not strike without what surrounds them.
fn needed(text: &str) -> Vec<String> {
    let assignments = text.lines().filter(|line| line.ends_with(';')).filter_map(|line| line.split_once(" = "));
    let mut targets: Vec<String> = assignments.map(|(target, _)| format!("{} = ", target.trim())).collect();
    targets.sort_unstable();
    targets.dedup();
    let step = (targets.len() / NEEDED).max(1);
    targets.into_iter().step_by(step).take(NEEDED).collect()
}

const NEEDED: usize = 2;

/// Microseconds: starting processes, and then so much for a byte.
fn cost(candidate: &Candidate) -> u64 {
    50_000 + 15 * candidate.bytes() as u64
}

impl Judge for Court<'_> {
    fn width(&self) -> usize {
        self.clock().free.len()
    }

    fn submit(&self, tag: u64, candidate: Candidate) {
        let answer = self.is_interesting(&candidate);
        let clock = &mut *self.clock();
        let place = clock.free.iter_mut().min().unwrap();
        *place = (*place).max(clock.now) + cost(&candidate);
        clock.open.push((*place, tag, answer));
    }

    fn answer(&self) -> (u64, bool) {
        let clock = &mut *self.clock();
        let first = (0..clock.open.len()).min_by_key(|&at| clock.open[at].0).expect("something was asked");
        let (when, tag, answer) = clock.open.remove(first);
        clock.now = clock.now.max(when);
        (tag, answer)
    }
}

/// Seconds that the reduction of a program takes, if it shows the bug.
fn seconds(text: &str, bug: (&str, &str), places: usize) -> Option<f64> {
    let court = Court::new(text, bug, places);
    let units = [Unit { name: "a.c".to_string(), text: text.to_string() }];
    let reduced = reduce(&units, lang::Target::X86_64, Goal::WrongCode, &court, &Options::default()).ok()?;
    assert!(court.is_interesting(&reduced.best));
    let now = court.clock().now;
    Some(now as f64 / 1e6)
}

#[test]
fn two_places_are_almost_twice_as_fast_as_one() {
    let bugs = [(" ^ ", " | "), (" | ", " ^ "), (" & ", " | "), (" != ", " == "), ("unsigned short", "short")];
    let (mut one, mut two, mut cases) = (0.0, 0.0, 0);
    for seed in 0..8 {
        let case = generate(&Recipe { size: 200, ..Recipe::new(seed) }).unwrap();
        let text = lang::print::print(&case.program);
        for bug in bugs {
            if let Some((slow, fast)) = seconds(&text, bug, 1).zip(seconds(&text, bug, 2)) {
                (one, two, cases) = (one + slow, two + fast, cases + 1);
            }
        }
    }
    assert!(cases >= 10, "{cases} programs show a bug");
    assert!(one / two >= 1.6, "{one:.1} s and {two:.1} s, {:.2} times as fast", one / two);
    println!("{cases} cases: {one:.1} s and {two:.1} s, {:.2} times as fast", one / two);
}
