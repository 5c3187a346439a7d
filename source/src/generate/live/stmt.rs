//! Statements, each pushed in front of those that follow it: `reversed` has the last statement first.

use super::Generator;
use super::function::{Callee, Param};
use super::slot::{Class, Place, Set, Slot, bit, members};
use lang::BinaryOp as B;
use lang::*;

impl Generator<'_> {
    /// One statement in front of the others, for which something must be live.
    pub fn statement(&mut self, reversed: &mut Vec<StmtId>) {
        let c = self.config;
        let nests = u32::from(self.state.nesting < c.nesting && self.state.room > 3);
        let loops = nests * u32::from(c.no_loops == 0 && self.can_repeat(2));
        let scalars = u32::from(self.scalars(self.state.live.all) != 0);
        let arrays = u32::from(self.arrays(self.state.live.all) != 0);
        let weights = [
            c.stmt_assign * scalars,
            c.stmt_store * arrays,
            c.stmt_call * scalars,
            c.stmt_if * nests * u32::from(self.state.expected >= 4),
            c.stmt_switch * nests * u32::from(self.state.expected >= 8),
            c.stmt_while * loops,
            c.stmt_for * loops,
            c.stmt_reduce * loops * scalars,
            c.stmt_map * loops * arrays,
            c.stmt_copy * scalars,
        ];
        self.state.room -= 1;
        match self.rng.weighted(&weights) {
            _ if scalars + arrays == 0 => self.state.room = 0,
            1 => self.store(reversed),
            2 => self.call_statement(reversed),
            3 => self.branch(reversed),
            4 => self.switch(reversed),
            5 => self.while_loop(reversed),
            6 => self.for_loop(reversed),
            7 => self.reduce(reversed),
            8 => self.map(reversed),
            9 => self.copy_record(reversed),
            _ if scalars == 0 => self.store(reversed),
            _ => self.assignment(reversed),
        }
    }

    /// Whether there is work left for code that is executed so many times as often.
    pub fn can_repeat(&self, trips: u64) -> bool {
        self.state.work + self.state.times * trips * 60 < self.budget
    }

    /// The block that is followed by what is live now, after `tail`, which is its end.
    pub fn nested(&mut self, tail: Vec<StmtId>) -> StmtId {
        let mut reversed = tail;
        self.fill_block(&mut reversed);
        reversed.reverse();
        self.lines += 2;
        self.block(&reversed)
    }

    pub fn fill_block(&mut self, reversed: &mut Vec<StmtId>) {
        self.state.nesting += 1;
        let most = u64::from(self.config.block_length);
        for at in 0..1 + self.rng.below(most) {
            if self.state.live.all == 0 || at > 0 && self.state.room <= 0 {
                break;
            }
            self.statement(reversed);
        }
        self.state.nesting -= 1;
    }

    /// `v = e;` or `v op= e;` with a live `v`.
    fn assignment(&mut self, reversed: &mut Vec<StmtId>) {
        let live = self.scalars(self.state.live.all);
        let live = self.pick_slot(live).expect("a scalar is live");
        let percent = self.config.digest_percent;
        let target = if self.rng.percent(percent) { self.digest(live, reversed) } else { live };
        let stmt = self.assign_to(target);
        reversed.push(stmt);
    }

    /// Perhaps `h += v;` behind what is about to assign to `v`.
    pub fn perhaps_trace(&mut self, slot: usize, reversed: &mut Vec<StmtId>) {
        if self.rng.percent(self.config.digest_percent) {
            self.trace_of(slot, reversed);
        }
    }

    /// `h += v;`: a trace of what `v` is. Returns the variable, which is live now.
    fn digest(&mut self, live: usize, reversed: &mut Vec<StmtId>) -> usize {
        let any = self.scalars(self.every_slot());
        let other = if self.rng.percent(50) { self.pick_slot(any) } else { None };
        let slot = other.unwrap_or(live);
        if self.trace_of(slot, reversed) { slot } else { live }
    }

    /// `h += v;`, if `v` is no digest itself.
    pub fn trace_of(&mut self, slot: usize, reversed: &mut Vec<StmtId>) -> bool {
        let class = self.class(self.state.slots[slot].ty);
        let live = self.state.live.all;
        let Some(digest) =
            self.state.digests[class as usize].filter(|&digest| digest != slot && live & bit(digest) != 0)
        else {
            return false;
        };
        let (value, uses) = self.counted(|g| g.read(slot));
        self.add_to(digest, value, uses, reversed);
        true
    }

    /// `h += v;`
    fn add_to(&mut self, digest: usize, value: ExprId, uses: Set, reversed: &mut Vec<StmtId>) {
        let target = self.access(digest);
        let is_int = self.class(self.state.slots[digest].ty) == Class::Int;
        // An even number of changes of a value would leave no trace in a sum of bits.
        let has_bits = is_int && self.config.no_bitwise == 0 && self.state.counters.is_empty();
        let op = *self.rng.pick(&[B::Add, B::Sub, if has_bits { B::Xor } else { B::Add }]);
        reversed.push(self.builder.update(op, target, value));
        self.state.live |= uses | bit(digest);
    }

    /// Perhaps `h += a[i];` behind what is about to assign to the element.
    pub fn perhaps_trace_element(&mut self, slot: usize, subscript: ExprId, uses: Set, reversed: &mut Vec<StmtId>) {
        let Slot { var, ty, .. } = self.state.slots[slot];
        let digest = self.state.digests[self.class(ty) as usize];
        let Some(digest) = digest.filter(|&digest| self.state.live.all & bit(digest) != 0) else { return };
        if !self.rng.percent(self.config.digest_percent) {
            return;
        }
        let (element, _) = self.counted(|g| {
            let array = g.var(var);
            g.index(array, subscript)
        });
        self.add_to(digest, element, uses | bit(slot), reversed);
    }

    pub fn without_digests(&self, set: Set) -> Set {
        self.state.digests.into_iter().flatten().fold(set, |set, digest| set & !bit(digest))
    }

    /// An assignment to a live scalar.
    fn assign_to(&mut self, slot: usize) -> StmtId {
        let class = self.class(self.state.slots[slot].ty);
        let is_digest = self.state.digests.contains(&Some(slot));
        let is_update = is_digest || self.rng.percent(self.config.update_percent);
        let (value, uses) = self.counted(|g| g.expr(class));
        if is_update && class == Class::Float && !is_digest {
            self.state.live |= uses | bit(slot);
            return self.damped(slot, value);
        }
        let target = self.access(slot);
        if is_update {
            let op = *self.rng.pick(&[B::Add, B::Sub, B::Add]);
            let has_bits = class == Class::Int && self.config.no_bitwise == 0;
            let has_bits = has_bits && (!is_digest || self.state.counters.is_empty());
            let op = if has_bits && self.rng.percent(30) { B::Xor } else { op };
            self.state.live |= uses;
            return self.update(op, target, value);
        }
        self.state.live = self.state.live & !bit(slot) | uses;
        self.set(target, value)
    }

    /// `v = (v + e) * 0.5;`, so that values do not grow until they swallow what is added to them.
    pub fn damped(&mut self, slot: usize, value: ExprId) -> StmtId {
        let ty = self.state.slots[slot].ty;
        let (target, own) = (self.access(slot), self.access(slot));
        let op = *self.rng.pick(&[B::Add, B::Sub]);
        let sum = self.binary(op, own, value);
        let factor = *self.rng.pick(&[0.5, 0.25, 0.375]);
        let factor = self.p.add_expr(ExprKind::Float(factor), ty, Loc::NONE);
        let product = self.binary(B::Mul, sum, factor);
        self.set(target, product)
    }

    /// `a[i] = e;` with a live `a`, which stays live.
    fn store(&mut self, reversed: &mut Vec<StmtId>) {
        let live = self.arrays(self.state.live.all);
        let Some(slot) = self.pick_slot(live) else { return };
        let Slot { var, ty, .. } = self.state.slots[slot];
        let len = self.state.slots[slot].len().expect("an array");
        let class = self.class(ty);
        let (subscript, uses) = self.counted(|g| g.subscript(len));
        let again = self.builder.copy(subscript);
        self.perhaps_trace_element(slot, again, uses, reversed);
        self.state.live |= uses;
        let (stmt, uses) = self.counted_stmt(|g| {
            let array = g.var(var);
            let element = g.index(array, subscript);
            let value = g.expr(class);
            if g.rng.percent(70) {
                let op = *g.rng.pick(&[B::Add, B::Sub]);
                return g.update(op, element, value);
            }
            g.set(element, value)
        });
        self.state.live |= uses;
        reversed.push(stmt);
    }

    pub fn counted_stmt(&mut self, make: impl FnOnce(&mut Self) -> StmtId) -> (StmtId, Set) {
        let mut stmt = None;
        let (_, uses) = self.counted(|g| {
            let made = make(g);
            stmt = Some(made);
            match g.p[made].kind {
                StmtKind::Expr(e) => e,
                _ => ExprId(0),
            }
        });
        (stmt.expect("it was made"), uses)
    }

    /// `s = t;` where a member of `s` is live.
    fn copy_record(&mut self, reversed: &mut Vec<StmtId>) {
        let is_live = |slot: &usize| matches!(self.state.slots[*slot].place, Place::Member(_));
        let live: Set = members(self.state.live.all).filter(is_live).fold(0, |set, slot| set | bit(slot));
        let Some(slot) = self.pick_slot(live) else { return self.assignment(reversed) };
        let target = self.state.slots[slot].var;
        let (of_target, ty) = (self.slots_of(target), self.p[target].ty);
        let others: Set = self.every_slot() & !of_target;
        let is_same = |slot: &usize| self.p[self.state.slots[*slot].var].ty == ty;
        let others = members(others).filter(is_same).fold(0, |set, slot| set | bit(slot));
        let Some(other) = self.pick_slot(others) else { return self.assignment(reversed) };
        let source = self.state.slots[other].var;
        let (to, from) = (self.var(target), self.var(source));
        let set = self.set(to, from);
        reversed.push(set);
        self.state.live = self.state.live & !of_target | self.slots_of(source);
    }

    fn slots_of(&self, var: VarId) -> Set {
        let slots = self.state.slots.iter().enumerate();
        slots.filter(|(_, slot)| slot.var == var).fold(0, |set, (at, _)| set | bit(at))
    }

    /// `v = f(…);` with a live `v` and live variables for the out-parameters.
    fn call_statement(&mut self, reversed: &mut Vec<StmtId>) {
        let left = self.budget.saturating_sub(self.state.work) / self.state.times;
        let fitting: Vec<usize> = (0..self.callees.len()).filter(|&at| self.callees[at].work <= left).collect();
        let live = self.scalars(self.state.live.all);
        let plain = self.without_digests(live);
        let Some(target) = self.pick_slot(plain).filter(|_| !fitting.is_empty()) else {
            return self.assignment(reversed);
        };
        let callee = *self.rng.pick(&fitting);
        let Callee { func, params, needs, ret, work, .. } = self.callees[callee].clone();
        let is_same_class = self.class(ret) == self.class(self.state.slots[target].ty);
        let Some(outs) = self.outs_for(&params, bit(target)).filter(|_| is_same_class) else {
            return self.assignment(reversed);
        };
        self.perhaps_trace(target, reversed);
        let written = outs.iter().flatten().fold(0, |set, &slot| set | bit(slot));
        let (call, mut uses) = self.counted(|g| {
            let args = params.iter().zip(&outs).map(|(&param, &out)| g.argument(param, out, written));
            let args = args.collect();
            g.call(func, args)
        });
        let mut killed = bit(target);
        for (&slot, &is_needed) in outs.iter().zip(&needs) {
            match slot {
                Some(slot) if is_needed || self.state.slots[slot].len().is_some() => uses |= bit(slot),
                Some(slot) => killed |= bit(slot),
                None => {}
            }
        }
        let place = self.access(target);
        let set = self.set(place, call);
        reversed.push(set);
        self.state.live = self.state.live & !killed | uses;
        self.state.work += work * self.state.times;
        self.callees[callee].calls += 1;
    }

    /// A live variable for every out-parameter, no two of them the same; none if there are not enough.
    fn outs_for(&mut self, params: &[Param], mut taken: Set) -> Option<Vec<Option<usize>>> {
        let mut outs = Vec::new();
        for &param in params {
            let fits = |slot: &Slot| match (param, slot.place) {
                (Param::Out(ty), Place::Local | Place::Out) => slot.ty == ty && slot.pointer.is_none(),
                (Param::OutArray(ty, len), Place::Array(_) | Place::OutArray(_)) => {
                    slot.ty == ty && slot.len().is_some_and(|has| has >= len)
                }
                _ => false,
            };
            if !matches!(param, Param::Out(_) | Param::OutArray(..)) {
                outs.push(None);
                continue;
            }
            let live = members(self.state.live.all & !taken).filter(|&slot| fits(&self.state.slots[slot]));
            let live = live.fold(0, |set, slot| set | bit(slot));
            let slot = self.pick_slot(live)?;
            taken |= bit(slot);
            outs.push(Some(slot));
        }
        Some(outs)
    }

    /// What is passed for a parameter. What the call writes is passed to nothing else.
    fn argument(&mut self, param: Param, out: Option<usize>, written: Set) -> ExprId {
        match param {
            Param::Selector => self.selector(),
            Param::Value(ty) => {
                let class = self.class(ty);
                self.deep(class, 1)
            }
            Param::Pointer(ty) => self.pointer_argument(ty, written),
            Param::Array(ty, len) => self.array_argument(ty, len),
            Param::Record(ty) => self.record_argument(ty),
            Param::Out(_) | Param::OutArray(..) => {
                let slot = out.expect("it was chosen");
                let Slot { place, var, .. } = self.state.slots[slot];
                let value = self.var(var);
                if place == Place::Local { self.addr_of(value) } else { value }
            }
        }
    }

    /// A number that differs from call to call.
    fn selector(&mut self) -> ExprId {
        let own = self.state.params[0].0;
        let own = self.var(own);
        let offset = match self.state.counters.last() {
            Some(counter) => {
                let var = counter.var;
                self.var(var)
            }
            None => {
                let offset = 1 + self.rng.below(7) as i64;
                self.int(offset, Type::INT)
            }
        };
        self.binary(B::Add, own, offset)
    }

    fn pointer_argument(&mut self, ty: Type, written: Set) -> ExprId {
        let is_fitting = |slot: &usize| {
            let slot = &self.state.slots[*slot];
            slot.ty == ty && slot.place == Place::Local
        };
        let known = members(self.every_slot() & !written).filter(is_fitting).fold(0, |set, slot| set | bit(slot));
        if self.rng.percent(60)
            && let Some(slot) = self.pick_slot(known)
        {
            self.state.uses |= bit(slot);
            let var = self.state.slots[slot].var;
            let value = self.var(var);
            return self.addr_of(value);
        }
        let input = self.input(ty, 1);
        let at = self.rng.below(input.len) as i64;
        let (array, at) = (self.var(input.var), self.int(at, Type::INT));
        let element = self.index(array, at);
        self.addr_of(element)
    }

    fn array_argument(&mut self, ty: Type, len: u64) -> ExprId {
        let params = self.state.params.iter().copied();
        let known: Vec<VarId> = params
            .filter(|(_, param)| matches!(*param, Param::Array(own, has) if own == ty && has >= len))
            .map(|(var, _)| var)
            .collect();
        let var = if known.is_empty() { self.input(ty, len).var } else { *self.rng.pick(&known) };
        self.var(var)
    }

    fn record_argument(&mut self, ty: Type) -> ExprId {
        let own = self.state.params.iter().find(|(_, param)| *param == Param::Record(ty)).map(|&(var, _)| var);
        let var = match own {
            Some(var) if self.rng.percent(50) => var,
            _ => self.record_input(ty),
        };
        self.var(var)
    }

    /// A structure of file scope.
    pub fn record_input(&mut self, ty: Type) -> VarId {
        if let Some(&(var, _)) = self.record_inputs.iter().find(|(_, known)| *known == ty) {
            return var;
        }
        let var = self.file_variable("st", ty);
        self.record_inputs.push((var, ty));
        var
    }
}
