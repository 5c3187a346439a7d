//! Expressions: what they read (the paper's FV), and what lvalues designate.

use super::place::{Part, Place, Set, Target};
use super::rules::Function;
use lang::{walk, *};

pub type Result<T> = std::result::Result<T, String>;

impl Function<'_> {
    /// What an lvalue designates, and what computing its address reads.
    pub fn target(&mut self, e: ExprId, reads: &mut Set) -> Result<Target> {
        match self.p[e].kind {
            ExprKind::Var(var) => Ok(self.variable(var)),
            ExprKind::Member(object, field) => {
                let outer = self.target(object, reads)?;
                Ok(match (self.p[object].kind, &outer.places[..]) {
                    (ExprKind::Var(var), [_, ..]) if self.is_split(var) => {
                        Target::whole(Place { var, part: Part::Member(field) })
                    }
                    _ => outer.partial(),
                })
            }
            ExprKind::Index(base, subscript) => {
                self.reads(subscript, reads)?;
                Ok(self.pointed(base, reads)?.partial())
            }
            ExprKind::Deref(pointer) => self.pointed(pointer, reads),
            ExprKind::Convert(inner) | ExprKind::Cast(inner) if self.p.is_lvalue(inner) => self.target(inner, reads),
            _ => Err("no rule covers what is assigned to".to_string()),
        }
    }

    /// Whether the members of a variable count one by one.
    fn is_split(&self, var: VarId) -> bool {
        let Var { ty, storage, .. } = self.p[var];
        !storage.is_static() && self.p.types.record(ty).is_some_and(|record| !record.is_union)
    }

    fn variable(&mut self, var: VarId) -> Target {
        if !self.is_split(var) {
            let is_scalar = self.p.types.is_scalar(self.p[var].ty);
            return Target { places: vec![Place { var, part: Part::Whole }], is_whole: is_scalar };
        }
        let members = self.p.types.record(self.p[var].ty).map_or(0, |record| record.fields.len() as u32);
        let places = (0..members).map(|field| Place { var, part: Part::Member(field) }).collect();
        Target { places, is_whole: true }
    }

    /// What a pointer points to.
    pub fn pointed(&mut self, pointer: ExprId, reads: &mut Set) -> Result<Target> {
        match self.p[pointer].kind {
            ExprKind::Convert(inner) | ExprKind::Cast(inner) if self.p.types.is_array(self.p[inner].ty) => {
                Ok(self.target(inner, reads)?.partial())
            }
            ExprKind::Convert(inner) | ExprKind::Cast(inner) => self.pointed(inner, reads),
            ExprKind::AddrOf(object) => self.target(object, reads),
            ExprKind::Var(var) if self.p.types.is_array(self.p[var].ty) => Ok(self.variable(var).partial()),
            ExprKind::Var(var) => {
                self.read(Place { var, part: Part::Whole }, reads);
                self.pointee(var)
            }
            _ => Err("no rule covers this pointer".to_string()),
        }
    }

    /// A parameter points to an object of its own; a local pointer to what its initialiser says, for ever.
    fn pointee(&mut self, var: VarId) -> Result<Target> {
        if self.p[var].storage == Storage::Param {
            let to = self.p.types.pointee(self.p[var].ty).expect("it is a pointer");
            let place = Place { var, part: Part::Pointee };
            return Ok(Target { places: vec![place], is_whole: self.p.types.is_scalar(to) });
        }
        let init = self.p[var].init.map(|init| self.p[init].clone());
        match init {
            Some(Init::Expr(address)) if self.p[var].storage == Storage::Auto => {
                self.pointed(address, &mut Set::default())
            }
            _ => Err(format!("no rule covers where `{}` points", self.name(var))),
        }
    }

    pub fn read(&mut self, place: Place, reads: &mut Set) {
        let number = self.places.number(place);
        reads.insert(number);
    }

    /// What an expression reads. It has no side effects, except for calls of functions that assign to nothing outside.
    pub fn reads(&mut self, e: ExprId, reads: &mut Set) -> Result<()> {
        match self.p[e].kind {
            ExprKind::Assign(..) | ExprKind::AssignOp { .. } | ExprKind::Step(..) => {
                Err("no rule covers an assignment inside of an expression".to_string())
            }
            ExprKind::StmtExpr(_) | ExprKind::CompoundLiteral(_) | ExprKind::VaArg(_) => {
                Err("no rule covers such an expression".to_string())
            }
            ExprKind::SizeofExpr(_) => Ok(()),
            ExprKind::Call(callee, args) => {
                let effect = self.call(callee, args)?;
                if !effect.written.is_empty() {
                    return Err("no rule covers a call inside of an expression that assigns".to_string());
                }
                reads.add(&effect.reads);
                Ok(())
            }
            // The address alone, not what is there.
            ExprKind::AddrOf(object) => self.target(object, reads).map(|_| ()),
            ExprKind::Convert(inner) if self.p.types.is_array(self.p[inner].ty) => {
                self.target(inner, reads).map(|_| ())
            }
            _ if self.p.is_lvalue(e) => {
                let target = self.target(e, reads)?;
                target.places.into_iter().for_each(|place| self.read(place, reads));
                Ok(())
            }
            _ => {
                let mut operands = Vec::new();
                walk::operands(self.p, e, |operand| operands.push(operand));
                operands.into_iter().try_for_each(|operand| self.reads(operand, reads))
            }
        }
    }

    /// What a call reads, arguments included, and what it assigns besides its result.
    pub fn call(&mut self, callee: ExprId, args: List) -> Result<Effect> {
        let func = match self.p[callee].kind {
            ExprKind::Convert(inner) => match self.p[inner].kind {
                ExprKind::Func(func) => Some(func),
                _ => None,
            },
            ExprKind::Func(func) => Some(func),
            _ => None,
        };
        let summary = func.and_then(|func| self.summaries.get(&func)).cloned();
        let summary = summary.ok_or("no triple is known for the function that is called")?;
        let mut effect = Effect::default();
        let mut objects: Vec<(VarId, bool)> = summary.named.iter().map(|&var| (var, false)).collect();
        for (&arg, pointee) in self.p.expr_list(args).to_vec().iter().zip(&summary.pointees) {
            if !self.p.types.is_pointer(self.p[arg].ty) {
                self.reads(arg, &mut effect.reads)?;
                continue;
            }
            let target = self.pointed(arg, &mut effect.reads)?;
            objects.push((target.places[0].var, pointee.is_written));
            if pointee.is_needed {
                target.places.iter().for_each(|&place| self.read(place, &mut effect.reads));
            }
            if pointee.is_written {
                let is_killed = target.is_whole && !pointee.is_needed;
                effect.written.push(Target { is_whole: is_killed, ..target });
            }
        }
        for var in summary.globals {
            self.read(Place { var, part: Part::Whole }, &mut effect.reads);
        }
        self.named.extend(summary.named);
        alone(&objects).map(|()| effect)
    }
}

/// What a call does.
#[derive(Default)]
pub struct Effect {
    pub reads: Set,
    pub written: Vec<Target>,
}

/// What a callee assigns through one pointer it must reach in no other way.
fn alone(objects: &[(VarId, bool)]) -> Result<()> {
    for (at, &(var, is_written)) in objects.iter().enumerate() {
        if is_written && objects.iter().enumerate().any(|(other, &(same, _))| other != at && same == var) {
            return Err("a call assigns to an object that it reaches in two ways".to_string());
        }
    }
    Ok(())
}
