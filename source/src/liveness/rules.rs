//! The rules for statements.

use super::expr::Result;
use super::place::{Part, Place, Set, Target};
use super::{Places, Pointee, Summary, Triple};
use lang::*;
use rustc_hash::FxHashMap;

/// A function for which a triple is derived.
pub struct Function<'p> {
    pub p: &'p Program,
    func: FuncId,
    pub summaries: &'p FxHashMap<FuncId, Summary>,
    pub places: Places,
    /// What is live wherever the function ends.
    exit: Set,
    written: Vec<Place>,
    pub named: Vec<VarId>,
    /// A fixed point is being computed: whether an assignment is live is not known yet.
    is_guessing: bool,
}

/// Where statements lead that are not followed by the next one.
#[derive(Clone, Default)]
struct Jumps {
    break_to: Option<Set>,
    continue_to: Option<Set>,
}

impl<'p> Function<'p> {
    pub fn new(p: &'p Program, func: FuncId, summaries: &'p FxHashMap<FuncId, Summary>) -> Function<'p> {
        let mut places = Places::default();
        let mut exit = Set::default();
        let statics = (0..p.vars.len() as u32).map(VarId).filter(|&var| p[var].storage.is_static());
        for var in statics {
            exit.insert(places.number(Place { var, part: Part::Whole }));
        }
        for &var in &p[func].params {
            let is_pointer = p.types.pointee(p[var].ty).is_some_and(|to| !to.is_const());
            if is_pointer {
                exit.insert(places.number(Place { var, part: Part::Pointee }));
            }
        }
        Function { p, func, summaries, places, exit, written: Vec::new(), named: Vec::new(), is_guessing: false }
    }

    pub fn derive(mut self) -> Result<(Triple, Summary)> {
        let body = self.p[self.func].body.ok_or("it has no body")?;
        let exit = self.exit.clone();
        let live_in = self.stmt(body, exit, &mut Jumps::default())?;
        let live: Vec<Place> = (0..self.places.all.len() as u32)
            .filter(|&at| live_in.has(at))
            .map(|at| self.places.all[at as usize])
            .collect();
        let is_without = |place: &&Place| {
            let storage = self.p[place.var].storage;
            !storage.is_static() && storage != Storage::Param
        };
        if let Some(place) = live.iter().find(is_without) {
            return Err(format!("{} is read without a value", self.describe(*place)));
        }
        let summary = self.summary(&live);
        Ok((Triple { function: self.func, live_in: live }, summary))
    }

    fn summary(&self, live: &[Place]) -> Summary {
        let pointee = |&var: &VarId| {
            let place = Place { var, part: Part::Pointee };
            Pointee { is_needed: live.contains(&place), is_written: self.written.contains(&place) }
        };
        let is_static = |var: &VarId| self.p[*var].storage.is_static();
        let mut named: Vec<VarId> = self.named.iter().copied().chain(self.globals_named()).collect();
        named.sort_unstable();
        named.dedup();
        Summary {
            pointees: self.p[self.func].params.iter().map(pointee).collect(),
            globals: live.iter().map(|place| place.var).filter(is_static).filter(|var| named.contains(var)).collect(),
            named,
        }
    }

    fn globals_named(&self) -> Vec<VarId> {
        let mut named = Vec::new();
        edit::visit::visit_function(self.p, self.func, &mut |node| {
            if let edit::visit::Node::Expr(e) = node
                && let ExprKind::Var(var) = self.p[e].kind
                && self.p[var].storage.is_static()
            {
                named.push(var);
            }
        });
        named
    }

    pub fn name(&self, var: VarId) -> &str {
        self.p.name(self.p[var].name)
    }

    fn describe(&self, place: Place) -> String {
        match place.part {
            Part::Whole => format!("`{}`", self.name(place.var)),
            Part::Member(field) => format!("member {field} of `{}`", self.name(place.var)),
            Part::Pointee => format!("`*{}`", self.name(place.var)),
        }
    }

    /// What is live before a statement, if `out` is live behind it.
    fn stmt(&mut self, stmt: StmtId, out: Set, jumps: &mut Jumps) -> Result<Set> {
        match self.p[stmt].kind {
            StmtKind::Empty => Ok(out),
            StmtKind::Expr(e) => self.effect(e, out),
            StmtKind::Block(list) => self.sequence(list, out, jumps),
            StmtKind::Decl(var) => self.declaration(var, out),
            StmtKind::Return(value) => {
                let mut live = self.exit.clone();
                value.map_or(Ok(()), |value| self.reads(value, &mut live))?;
                Ok(live)
            }
            StmtKind::If(test, then, otherwise) => {
                self.something_lives(&out, "an `if`")?;
                let mut live = self.stmt(then, out.clone(), jumps)?;
                match otherwise {
                    Some(otherwise) => live.add(&self.stmt(otherwise, out, jumps)?),
                    None => live.add(&out),
                }
                self.reads(test, &mut live)?;
                Ok(live)
            }
            StmtKind::While(test, body) => self.repeat(Some(test), None, body, true, out),
            StmtKind::DoWhile(body, test) => self.repeat(Some(test), None, body, false, out),
            StmtKind::For { init, cond, step, body } => {
                let live = self.repeat(cond, step, body, true, out)?;
                init.map_or(Ok(live.clone()), |init| self.stmt(init, live, jumps))
            }
            StmtKind::Switch(value, body) => self.switch(value, body, out, jumps),
            StmtKind::Break => jumps.break_to.clone().ok_or("`break` leads nowhere".to_string()),
            StmtKind::Continue => jumps.continue_to.clone().ok_or("`continue` leads nowhere".to_string()),
            _ => Err("no rule covers such a statement".to_string()),
        }
    }

    /// Code that nothing is live behind has no effect.
    fn something_lives(&self, out: &Set, what: &str) -> Result<()> {
        if out.is_empty() && !self.is_guessing {
            return Err(format!("nothing is live behind {what}"));
        }
        Ok(())
    }

    fn sequence(&mut self, list: List, out: Set, jumps: &mut Jumps) -> Result<Set> {
        let stmts = self.p.stmt_list(list);
        stmts.iter().rev().try_fold(out, |out, &stmt| self.stmt(stmt, out, jumps))
    }

    /// The least fixed point of `B° = L° ∪ B• ∪ FV(c)`, and then once more with every assignment looked at.
    fn repeat(
        &mut self,
        test: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
        is_tested_first: bool,
        out: Set,
    ) -> Result<Set> {
        self.something_lives(&out, "a loop")?;
        let mut tested = if test.is_some() { out.clone() } else { Set::default() };
        test.map_or(Ok(()), |test| self.reads(test, &mut tested))?;
        let outer = std::mem::replace(&mut self.is_guessing, true);
        let mut behind = tested;
        loop {
            let before = self.iteration(step, body, &behind, &out)?;
            if behind.contains(&before) {
                break;
            }
            behind.add(&before);
        }
        self.is_guessing = outer;
        let before = self.iteration(step, body, &behind, &out)?;
        Ok(if is_tested_first { behind } else { before })
    }

    /// What is live before a body, if this is live behind body and step.
    fn iteration(&mut self, step: Option<ExprId>, body: StmtId, behind: &Set, out: &Set) -> Result<Set> {
        let behind = step.map_or(Ok(behind.clone()), |step| self.effect(step, behind.clone()))?;
        let mut jumps = Jumps { break_to: Some(out.clone()), continue_to: Some(behind.clone()) };
        self.stmt(body, behind, &mut jumps)
    }

    /// The value leads to any label, or past the body if there is no `default`.
    fn switch(&mut self, value: ExprId, body: StmtId, out: Set, jumps: &Jumps) -> Result<Set> {
        self.something_lives(&out, "a `switch`")?;
        let StmtKind::Block(list) = self.p[body].kind else { return Err("no rule covers this `switch`".to_string()) };
        let mut inside = Jumps { break_to: Some(out.clone()), ..jumps.clone() };
        let (mut current, mut live, mut has_default) = (out.clone(), Set::default(), false);
        for &stmt in self.p.stmt_list(list).iter().rev() {
            match self.p[stmt].kind {
                StmtKind::Case { .. } => live.add(&current),
                StmtKind::Default => {
                    live.add(&current);
                    has_default = true;
                }
                _ => current = self.stmt(stmt, current, &mut inside)?,
            }
        }
        if !has_default {
            live.add(&out);
        }
        self.reads(value, &mut live)?;
        Ok(live)
    }

    /// The variable has no value before it is declared; an initialiser is an assignment.
    fn declaration(&mut self, var: VarId, mut out: Set) -> Result<Set> {
        let members = self.p.types.record(self.p[var].ty).map_or(0, |record| record.fields.len() as u32);
        let parts = (0..members).map(Part::Member).chain([Part::Whole]);
        let numbers: Vec<u32> = parts.map(|part| self.places.number(Place { var, part })).collect();
        let is_live = numbers.iter().any(|&number| out.has(number));
        let is_array = self.p.types.is_array(self.p[var].ty);
        if is_live && self.p[var].init.is_none() && !is_array {
            return Err(format!("`{}` is read without a value", self.name(var)));
        }
        numbers.into_iter().for_each(|number| out.remove(number));
        let Some(init) = self.p[var].init else { return Ok(out) };
        if !is_live && !self.is_guessing {
            return Err(format!("`{}` is dead where it gets its first value", self.name(var)));
        }
        let mut values = Vec::new();
        walk::init_exprs(self.p, init, &mut |value| values.push(value));
        values.into_iter().try_for_each(|value| self.reads(value, &mut out))?;
        Ok(out)
    }

    /// Assign: the target is live behind it.
    fn effect(&mut self, e: ExprId, out: Set) -> Result<Set> {
        match self.p[e].kind {
            ExprKind::Assign(target, value) if self.p.types.is_record(self.p[e].ty) => self.copy(target, value, out),
            ExprKind::Assign(target, value) => {
                let mut reads = Set::default();
                let target = self.target(target, &mut reads)?;
                let live = self.kill(&target, out)?;
                match self.called(value) {
                    Some((callee, args)) => Ok(self.after_call(callee, args, live)?.with(&reads)),
                    None => {
                        self.reads(value, &mut reads)?;
                        Ok(live.with(&reads))
                    }
                }
            }
            ExprKind::AssignOp { target, value, .. } => {
                let mut reads = Set::default();
                self.reads(value, &mut reads)?;
                self.update(target, reads, out)
            }
            ExprKind::Step(_, target) => self.update(target, Set::default(), out),
            ExprKind::Call(callee, args) if self.p.types.is_void(self.p[e].ty) => self.after_call(callee, args, out),
            ExprKind::Comma(first, second) => {
                let middle = self.effect(second, out)?;
                self.effect(first, middle)
            }
            ExprKind::Cast(inner) if self.p.types.is_void(self.p[e].ty) => self.effect(inner, out),
            _ => Err("a statement computes a value that nothing uses".to_string()),
        }
    }

    /// The call that a value is, conversions aside.
    fn called(&self, mut value: ExprId) -> Option<(ExprId, List)> {
        loop {
            match self.p[value].kind {
                ExprKind::Convert(inner) | ExprKind::Cast(inner) => value = inner,
                ExprKind::Call(callee, args) => return Some((callee, args)),
                _ => return None,
            }
        }
    }

    /// Every out-parameter of a call is live behind it.
    fn after_call(&mut self, callee: ExprId, args: List, out: Set) -> Result<Set> {
        let effect = self.call(callee, args)?;
        let live = effect.written.iter().try_fold(out, |out, target| self.kill(target, out))?;
        Ok(live.with(&effect.reads))
    }

    /// What is assigned must be live, and is not live before if it is replaced as a whole.
    fn kill(&mut self, target: &Target, mut out: Set) -> Result<Set> {
        let pointer = target
            .places
            .iter()
            .find(|place| place.part == Part::Whole && self.p.types.is_pointer(self.p[place.var].ty));
        if let Some(pointer) = pointer {
            return Err(format!("no rule covers that {} points elsewhere later", self.describe(*pointer)));
        }
        let numbers: Vec<u32> = target.places.iter().map(|&place| self.places.number(place)).collect();
        if !self.is_guessing && !numbers.iter().any(|&number| out.has(number)) {
            return Err(format!("{} is assigned where it is dead", self.describe(target.places[0])));
        }
        self.written.extend(&target.places);
        if target.is_whole {
            numbers.into_iter().for_each(|number| out.remove(number));
        }
        Ok(out)
    }

    /// `v op= e`: `v` is read and assigned.
    fn update(&mut self, target: ExprId, mut reads: Set, out: Set) -> Result<Set> {
        let target = self.target(target, &mut reads)?;
        let live = self.kill(&target, out)?;
        target.places.into_iter().for_each(|place| self.read(place, &mut reads));
        Ok(live.with(&reads))
    }

    /// `s = t`: all of `t` is read, and a member of `s` must be live.
    fn copy(&mut self, target: ExprId, value: ExprId, out: Set) -> Result<Set> {
        let mut reads = Set::default();
        let (to, from) = (self.target(target, &mut reads)?, self.target(value, &mut reads)?);
        from.places.into_iter().for_each(|place| self.read(place, &mut reads));
        Ok(self.kill(&to, out)?.with(&reads))
    }
}
