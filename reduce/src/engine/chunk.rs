//! Which edits to try next: adaptive group testing by generalised binary splitting (Hwang 1972).
//!
//! The size of a group is chosen so that success is as likely as failure, by the share of edits refused so far. A group
//! that fails is halved until one refused edit is found. Edits that were not tested on the way go back to the others. So
//! `d` refused edits among `n` cost about `d log(n / d)` tests, and few are tested alone.

use lang::edit::Edit;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Edits to be tried together. Together with `rest` they are known to contain a refused one, unless it is empty.
#[derive(Clone, Debug, Default)]
pub struct Group {
    pub edits: Vec<usize>,
    rest: Vec<usize>,
}

/// How many edits were refused, of those of one pass that are inside others, or of those that are not.
#[derive(Copy, Clone, Debug)]
struct Rate {
    refused: f64,
    resolved: f64,
}

impl Rate {
    fn share(self) -> f64 {
        self.refused / self.resolved
    }
}

pub struct Pool {
    open: VecDeque<usize>,
    /// Known to contain a refused edit; the newest first.
    halves: Vec<Group>,
    /// The edits directly inside each.
    inner: Vec<Vec<usize>>,
    /// Which of the rates is the edit's.
    kinds: Vec<usize>,
    passes: Vec<&'static str>,
    /// By pass: for outer edits, then for inner ones.
    rates: Vec<Rate>,
    /// Refused by the interpreter as part of a group; tried alone at the end.
    aside: Vec<usize>,
    alone: Vec<bool>,
}

/// The share of edits that is assumed to be refused when a pass runs first.
const FIRST_REFUSALS: f64 = 1.0;
const INNER_RATE: Rate = Rate { refused: 1.0, resolved: 4.0 };

/// The sum of the shares of refused edits for which success is as likely as failure: ln 2.
const EVEN: f64 = 0.69;

/// The sum of shares for which failure is unlikely.
const SURE: f64 = 0.2;

impl Pool {
    /// Later edits come first: what uses a value goes before what makes it. `shares` are the shares of edits that
    /// were refused last time, by pass.
    pub fn new(edits: &[Edit], shares: &FxHashMap<&'static str, f64>) -> Pool {
        let mut inner = vec![Vec::new(); edits.len()];
        let mut passes: Vec<&'static str> = Vec::new();
        let mut counts: Vec<usize> = Vec::new();
        let mut kinds = Vec::with_capacity(edits.len());
        for (at, edit) in edits.iter().enumerate() {
            if let Some(outer) = edit.within {
                inner[outer].push(at);
            }
            let pass = passes.iter().position(|&pass| pass == edit.pass).unwrap_or_else(|| {
                passes.push(edit.pass);
                counts.push(0);
                passes.len() - 1
            });
            counts[pass] += usize::from(edit.within.is_none());
            kinds.push(pass * 2 + usize::from(edit.within.is_some()));
        }
        let open = (0..edits.len()).rev().filter(|&at| edits[at].within.is_none()).collect();
        let first = |(pass, &count): (&&'static str, &usize)| {
            let expected = shares.get(pass).map_or(FIRST_REFUSALS, |share| share * count as f64);
            [Rate { refused: 1.0, resolved: (count as f64 / expected.max(0.5)).max(1.0) }, INNER_RATE]
        };
        let rates = passes.iter().zip(&counts).flat_map(first).collect();
        let alone = vec![false; edits.len()];
        Pool { open, halves: Vec::new(), inner, kinds, passes, rates, aside: Vec::new(), alone }
    }

    /// The share of edits that were refused, by pass.
    pub fn shares(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        self.passes.iter().enumerate().map(|(at, &pass)| {
            let count = self.kinds.iter().filter(|&&kind| kind / 2 == at).count();
            let refused = self.rates[at * 2].refused + self.rates[at * 2 + 1].refused - 2.0;
            (pass, refused / count.max(1) as f64)
        })
    }

    /// The next group, or nothing if all edits are decided.
    pub fn take(&mut self) -> Option<Group> {
        if let Some(half) = self.halves.pop() {
            return Some(half);
        }
        if self.open.is_empty() {
            for edit in std::mem::take(&mut self.aside) {
                self.alone[edit] = true;
                self.open.push_back(edit);
            }
        }
        let first = self.open.pop_front()?;
        let mut edits = vec![first];
        let mut risk = self.rates[self.kinds[first]].share();
        while let Some(&next) = self.open.front()
            && !self.alone[first]
            && !self.alone[next]
        {
            risk += self.rates[self.kinds[next]].share();
            if risk > EVEN {
                break;
            }
            self.open.pop_front();
            edits.push(next);
        }
        Some(Group { edits, rest: Vec::new() })
    }

    pub fn failed(&mut self, group: Group) {
        group.rest.into_iter().rev().for_each(|edit| self.open.push_front(edit));
        self.split(group.edits);
    }

    /// The edits are applied.
    pub fn succeeded(&mut self, group: Group) {
        self.settle(&group.edits);
        self.split(group.rest);
    }

    /// The edits are as good as applied.
    pub fn lend(&mut self, group: Group) -> Group {
        self.split(group.rest);
        Group { edits: group.edits, rest: Vec::new() }
    }

    /// The group without the edits that the interpreter refused. So nothing is known about its rest any more.
    pub fn without(&mut self, group: Group, vetoed: impl Fn(usize) -> bool) -> Group {
        let (others, edits): (Vec<usize>, Vec<usize>) = group.edits.into_iter().partition(|&edit| vetoed(edit));
        self.aside.extend(others);
        group.rest.into_iter().rev().for_each(|edit| self.open.push_front(edit));
        Group { edits, rest: Vec::new() }
    }

    /// What would be tried next if this failed.
    pub fn after_failure(&self, group: &Group) -> Vec<usize> {
        let half = |edits: &[usize]| edits[..edits.len().div_ceil(2)].to_vec();
        match group.edits.as_slice() {
            [only] if group.rest.is_empty() => half(&self.inner[*only]),
            [_] => group.rest.clone(),
            edits => half(edits),
        }
    }

    /// Whether this is all that is left, and is unlikely to fail.
    pub fn is_sure_end(&self, group: &Group) -> bool {
        let risk: f64 = group.edits.iter().map(|&edit| self.rates[self.kinds[edit]].share()).sum();
        let is_last = self.open.is_empty() && self.halves.is_empty() && self.aside.is_empty();
        is_last && group.rest.is_empty() && risk < SURE
    }

    /// Puts the group back, as if it had not been taken.
    pub fn untake(&mut self, group: Group) {
        if group.rest.is_empty() {
            group.edits.into_iter().rev().for_each(|edit| self.open.push_front(edit));
        } else {
            self.halves.push(group);
        }
    }

    /// Nothing is known about it any more.
    pub fn put_back(&mut self, group: Group) {
        group.edits.into_iter().chain(group.rest).for_each(|edit| self.open.push_front(edit));
    }

    /// These contain a refused edit.
    fn split(&mut self, mut edits: Vec<usize>) {
        match edits.len() {
            0 => {}
            1 => self.refuse(edits[0]),
            len => {
                let rest = edits.split_off(len.div_ceil(2));
                self.halves.push(Group { edits, rest });
            }
        }
    }

    /// The edits inside are tried next.
    fn refuse(&mut self, edit: usize) {
        let rate = &mut self.rates[self.kinds[edit]];
        rate.refused += 1.0;
        rate.resolved += 1.0;
        let inner = std::mem::take(&mut self.inner[edit]);
        match inner.len() {
            0 | 1 => inner.into_iter().for_each(|inner| self.open.push_front(inner)),
            // It was refused for something in it, most likely.
            _ => self.split(inner),
        }
    }

    /// Done, with everything inside.
    fn settle(&mut self, edits: &[usize]) {
        for &edit in edits {
            self.rates[self.kinds[edit]].resolved += 1.0;
            let inner = std::mem::take(&mut self.inner[edit]);
            self.drop_inner(&inner);
        }
    }

    fn drop_inner(&mut self, edits: &[usize]) {
        for &edit in edits {
            let inner = std::mem::take(&mut self.inner[edit]);
            self.drop_inner(&inner);
        }
    }
}
