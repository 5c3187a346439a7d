//! Several jobs of the judge against one, on a clock that only judging moves: how long a reduction takes if a
//! candidate costs what a compiler needs for it. The compiler's bug is a change of the candidate's text.

mod common;

use reduce::{Candidate, Goal, Judge, Options, Progress, Unit, reduce, text};
use source::{Recipe, generate};
use std::sync::{Mutex, MutexGuard};

struct Clock {
    /// When each job is free again.
    free: Vec<u64>,
    now: u64,
    /// When, which, and what the answer will be.
    open: Vec<(u64, u64, bool)>,
}

struct Court<F> {
    clock: Mutex<Clock>,
    is_interesting: F,
}

impl<F: Fn(&Candidate) -> bool> Court<F> {
    fn new(places: usize, is_interesting: F) -> Court<F> {
        Court { clock: Mutex::new(Clock { free: vec![0; places], now: 0, open: Vec::new() }), is_interesting }
    }

    fn clock(&self) -> MutexGuard<'_, Clock> {
        self.clock.lock().unwrap()
    }

    fn seconds(&self) -> f64 {
        self.clock().now as f64 / 1e6
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

impl<F: Fn(&Candidate) -> bool + Sync> Judge for Court<F> {
    fn width(&self) -> usize {
        self.clock().free.len()
    }

    fn submit(&self, tag: u64, candidate: Candidate) {
        let answer = (self.is_interesting)(&candidate);
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
    let needed = needed(text);
    let court = Court::new(places, |candidate: &Candidate| {
        let actual = common::miscompiled(&candidate.units, bug);
        has_all(candidate, &needed) && actual.is_some() && actual != candidate.expected
    });
    let reduced =
        reduce(&units(text), lang::Target::X86_64, Goal::WrongCode, &court, &Options::default(), Progress::default())
            .ok()?;
    assert!((court.is_interesting)(&reduced.best));
    Some(court.seconds())
}

fn has_all(candidate: &Candidate, needed: &[String]) -> bool {
    needed.iter().all(|name| candidate.units.iter().any(|unit| unit.text.contains(name)))
}

fn units(text: &str) -> [Unit; 1] {
    [Unit { name: "a.c".to_string(), text: text.to_string() }]
}

fn generated(seed: u64, size: u32) -> String {
    let case = generate(&Recipe { size, ..Recipe::new(seed) }).unwrap();
    lang::print::print(&case.program)
}

/// Fails if two jobs are not this many times as fast as one.
fn compare(seconds: &[(f64, f64)], least: f64) {
    let (one, two) = seconds.iter().fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
    let cases = seconds.len();
    println!("{cases} cases: {one:.1} s and {two:.1} s, {:.2} times as fast", one / two);
    assert!(one / two >= least, "{one:.1} s and {two:.1} s, {:.2} times as fast", one / two);
}

#[test]
fn two_places_are_almost_twice_as_fast_as_one() {
    let bugs = [(" ^ ", " | "), (" | ", " ^ "), (" & ", " | "), (" != ", " == "), ("unsigned short", "short")];
    let both = |(text, bug): (&String, _)| seconds(text, bug, 1).zip(seconds(text, bug, 2));
    let texts: Vec<String> = (0..8).map(|seed| generated(seed, 200)).collect();
    let pairs: Vec<_> = texts.iter().flat_map(|text| bugs.map(|bug| both((text, bug)))).flatten().collect();
    assert!(pairs.len() >= 10, "{} programs show a bug", pairs.len());
    compare(&pairs, 1.65);
}

/// What is left of a text that the front end takes, and the seconds it took.
fn text_reduced(text: &str, places: usize) -> (String, f64) {
    let needed = needed(text);
    let court = Court::new(places, |candidate: &Candidate| {
        has_all(candidate, &needed) && common::is_accepted(&candidate.units[0].text)
    });
    let original = Candidate { units: units(text).to_vec(), expected: None };
    let reduced = text::reduce(original, &court, None, Progress::default(), &text::Options::default());
    (reduced.best.units[0].text.clone(), court.seconds())
}

#[test]
fn two_places_reduce_a_text_to_the_same_and_are_almost_twice_as_fast() {
    let mut pairs = Vec::new();
    for seed in 0..8 {
        let text = generated(seed, 60);
        let (one, two) = (text_reduced(&text, 1), text_reduced(&text, 2));
        assert_eq!(one.0, two.0);
        pairs.push((one.1, two.1));
    }
    compare(&pairs, 1.7);
}
