//! Branches, `switch`, and what leaves blocks early.

use super::Generator;
use super::slot::{Class, Live};
use lang::*;

/// Early `return`s of a function. With more of them, few calls would reach its end.
const MOST_RETURNS: u32 = 2;

impl Generator<'_> {
    /// `if (c) S1 else S2`, both before what is live now.
    pub fn branch(&mut self, reversed: &mut Vec<StmtId>) {
        let out = self.state.live;
        let jump = self.config.jump_percent;
        let may_leave = self.state.break_live.is_some() || self.state.returns < MOST_RETURNS;
        let leaves = self.rng.percent(jump) && may_leave;
        let expected = self.state.expected;
        self.state.expected = if leaves { 1 } else { expected / 2 };
        let then = if leaves { self.leaving() } else { self.nested(Vec::new()) };
        let live_then = std::mem::replace(&mut self.state.live, out);
        let has_else = !leaves && self.rng.percent(55);
        let otherwise = has_else.then(|| self.nested(Vec::new()));
        self.state.expected = expected;
        let (test, uses) = self.counted(Self::condition);
        self.state.live |= live_then | uses;
        self.lines += 1;
        reversed.push(self.stmt(StmtKind::If(test, then, otherwise)));
    }

    /// A block that ends in `return`, `break` or `continue`.
    fn leaving(&mut self) -> StmtId {
        let in_loop = u32::from(self.state.break_live.is_some());
        let has_continue = u32::from(self.state.continue_live.is_some());
        let may_return = u32::from(self.state.returns < MOST_RETURNS);
        let jump = match self.rng.weighted(&[20 * may_return, 40 * in_loop, 60 * has_continue]) {
            1 => {
                self.state.live = self.state.break_live.expect("there is a loop");
                self.stmt(StmtKind::Break)
            }
            2 => {
                self.state.live = self.state.continue_live.expect("there is a loop");
                self.stmt(StmtKind::Continue)
            }
            _ => self.early_return(),
        };
        self.nested(vec![jump])
    }

    /// `return e;`: afterwards only what out-parameters point to is live.
    fn early_return(&mut self) -> StmtId {
        self.state.returns += 1;
        let ret = self.state.ret.expect("functions have results");
        let class = self.class(ret);
        let (value, uses) = self.counted(|g| {
            let value = g.deep(class, 1);
            let value = g.with_others(value, class);
            build::convert_to(&mut g.p, value, ret).expect("a scalar")
        });
        self.state.live = Live::certainly(self.state.outs | uses);
        self.lines += 1;
        self.stmt(StmtKind::Return(Some(value)))
    }

    /// `switch (e & mask) { case …: S; break; … }`. A case without `break` comes before what the next one needs.
    pub fn switch(&mut self, reversed: &mut Vec<StmtId>) {
        let is_chosen_again = self.state.switched == Some(self.state.counters.len());
        if self.ints.is_empty() || self.config.no_bitwise == 1 || is_chosen_again {
            return self.branch(reversed);
        }
        let around = self.state.switched.replace(self.state.counters.len());
        let out = self.state.live;
        let outer = self.state.break_live.replace(out);
        let cases = 2 + self.rng.below(3);
        let has_default = self.rng.percent(70);
        let mut all = if has_default { Live::default() } else { out };
        let mut backwards = Vec::new();
        let expected = self.state.expected;
        self.state.expected = expected / cases;
        for case in (0..cases).rev() {
            let is_last = case == cases - 1;
            let falls = !is_last && self.rng.percent(20);
            if !falls {
                self.state.live = out;
                backwards.push(self.stmt(StmtKind::Break));
            }
            self.fill_block(&mut backwards);
            let label = if is_last && has_default { StmtKind::Default } else { StmtKind::Case { lo: case, hi: case } };
            backwards.push(self.stmt(label));
            all |= self.state.live;
        }
        backwards.reverse();
        self.state.expected = expected;
        self.state.break_live = outer;
        self.state.switched = around;
        self.state.live = out;
        self.finish_switch(cases, all, &backwards, reversed);
    }

    fn finish_switch(&mut self, cases: u64, live: Live, stmts: &[StmtId], reversed: &mut Vec<StmtId>) {
        let (value, uses) = self.counted(|g| {
            // The value varies with the calls, so that every case is executed, also in loops that end early.
            let selector = g.state.params[0].0;
            let selector = g.var(selector);
            let value = match g.state.counters.last().map(|counter| counter.var) {
                Some(counter) => {
                    let counter = g.var(counter);
                    g.binary(BinaryOp::Add, counter, selector)
                }
                None if g.rng.percent(50) => {
                    let value = g.parameter(Class::Int);
                    g.binary(BinaryOp::Add, selector, value)
                }
                None => selector,
            };
            let mask = g.int(if cases > 2 { 3 } else { 1 }, Type::INT);
            g.binary(BinaryOp::And, value, mask)
        });
        self.state.live = live | uses;
        let body = self.block(stmts);
        self.lines += 2 + cases as u32;
        reversed.push(self.stmt(StmtKind::Switch(value, body)));
    }
}
