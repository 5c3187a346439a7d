//! Functions: from their `return` backwards to the initial values of what is live at their beginning.

use super::Generator;
use super::program::CALLS;
use super::rewrite::DIGEST;
use super::slot::{Class, Live, Place, Set, Slot, bit, members};
use crate::driver;
use lang::types::{ArrayLen, FunctionType};
use lang::*;

/// What is passed for a parameter.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Param {
    /// A number that differs from call to call.
    Selector,
    Value(Type),
    /// A pointer to a scalar that is read.
    Pointer(Type),
    /// A pointer to so many elements that are read.
    Array(Type, u64),
    Record(Type),
    /// A pointer to a scalar that is assigned.
    Out(Type),
    /// A pointer to so many elements that are assigned.
    OutArray(Type, u64),
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub struct Callee {
    pub func: FuncId,
    pub params: Vec<Param>,
    /// Of these out-parameters the function needs the values from before the call, by parameter.
    pub needs: Vec<bool>,
    pub ret: Type,
    pub work: u64,
    pub calls: u32,
}

/// A counter and the greatest value that it has in the loop's body.
#[derive(Copy, Clone, Debug)]
pub struct Counter {
    pub var: VarId,
    pub max: i64,
}

/// The function being generated.
#[derive(Default)]
pub struct State {
    pub slots: Vec<Slot>,
    /// The scalars among them, by class.
    pub scalars: [Set; 2],
    /// For each class, the variable that keeps a trace of what was assigned.
    pub digests: [Option<usize>; 2],
    pub locals: Vec<VarId>,
    pub pointers_used: Vec<VarId>,
    pub params: Vec<(VarId, Param)>,
    /// Variables that are live behind the statement being generated.
    pub live: Live,
    /// Variables that expressions have read since this was last cleared.
    pub uses: Set,
    /// Out-parameters, which are live wherever the function ends.
    pub outs: Set,
    pub counters: Vec<Counter>,
    /// What is live where `break` and `continue` lead.
    pub break_live: Option<Live>,
    pub continue_live: Option<Live>,
    /// Early ones.
    pub returns: u32,
    /// How many loops are around the innermost `switch`.
    pub switched: Option<usize>,
    pub ret: Option<Type>,
    /// Lines left.
    pub room: i64,
    pub nesting: u32,
    /// How often the code being generated is executed in one call, at most.
    pub times: u64,
    /// How often it is probably executed in all calls of a test. Code that is hardly reached does not branch.
    pub expected: u64,
    pub work: u64,
}

impl Generator<'_> {
    /// A function of about so many lines, and how it is called.
    pub fn function(&mut self, lines: u32) {
        self.names += 1;
        let name = format!("f{}", self.names);
        let func = driver::function(&mut self.p, &name, Type::VOID, &[], false);
        self.p[func].is_static = self.rng.percent(self.config.function_static);
        self.builder.function = Some(func);
        self.state = State { room: i64::from(lines), times: 1, expected: u64::from(CALLS), ..State::default() };
        self.new_param(Param::Selector);
        self.out_parameters();
        let (ret, body) = self.body();
        let needs = self.needs();
        let params: Vec<Param> = self.state.params.iter().map(|&(_, param)| param).collect();
        let types: Vec<Type> = self.state.params.iter().map(|&(var, _)| self.p[var].ty).collect();
        let shape = FunctionType { ret, params: types.into(), variadic: false, prototyped: true };
        self.p[func].ty = self.p.types.function(shape);
        self.p[func].params = self.state.params.iter().map(|&(var, _)| var).collect();
        self.p[func].body = Some(body);
        self.p.units[0].items.push(Item::Define(func));
        self.lines += 3;
        self.callees.push(Callee { func, params, needs, ret, work: self.state.work, calls: 0 });
        self.builder.function = None;
    }

    fn out_parameters(&mut self) {
        for _ in 0..self.rng.below(u64::from(self.config.out_parameters) + 1) {
            let class = self.any_class();
            let ty = self.any_type(class);
            let param = if self.rng.percent(40) { Param::OutArray(ty, self.array_length()) } else { Param::Out(ty) };
            let var = self.new_param(param);
            let place = match param {
                Param::OutArray(_, len) => Place::OutArray(len),
                _ => Place::Out,
            };
            let slot = self.add_slot(place, var, ty);
            self.state.outs |= bit(slot);
        }
    }

    pub fn array_length(&mut self) -> u64 {
        *self.rng.pick(&[8, 16, 8, 32])
    }

    pub fn new_param(&mut self, param: Param) -> VarId {
        let (prefix, ty) = match param {
            Param::Selector => ("k", Type::UINT),
            Param::Value(ty) => ("a", ty),
            Param::Record(ty) => ("r", ty),
            Param::Out(ty) => ("o", self.p.types.pointer(ty)),
            Param::OutArray(ty, _) => ("q", self.p.types.pointer(ty)),
            Param::Pointer(ty) | Param::Array(ty, _) => {
                let ty = self.p.types.qualify(ty, Quals::CONST);
                ("c", self.p.types.pointer(ty))
            }
        };
        let var = self.new_var(prefix, ty, Storage::Param);
        match param {
            Param::Array(_, len) | Param::OutArray(_, len) => self.extents.insert(var, len),
            _ => None,
        };
        self.state.params.push((var, param));
        var
    }

    /// `return v;` and what comes before it.
    fn body(&mut self) -> (Type, StmtId) {
        // An integer keeps more of what goes into it than a floating value.
        let class = if self.ints.is_empty() || self.rng.percent(25) { self.any_class() } else { Class::Int };
        let result = self.new_local(class).expect("a function begins without variables");
        let ret = self.state.slots[result].ty;
        self.state.ret = Some(ret);
        self.make_digests();
        let (value, uses) = self.counted(|g| {
            let value = g.read(result);
            g.with_others(value, class)
        });
        let value = build::convert_to(&mut self.p, value, ret).expect("a scalar");
        let mut reversed = vec![self.stmt(StmtKind::Return(Some(value)))];
        self.state.live = Live::certainly(self.state.outs | uses);
        while self.state.room > 0 && self.state.live.all != 0 {
            self.statement(&mut reversed);
        }
        self.initialise(&mut reversed);
        self.declare(&mut reversed);
        reversed.reverse();
        (ret, self.block(&reversed))
    }

    fn make_digests(&mut self) {
        if self.config.digest_percent == 0 {
            return;
        }
        let mut made = [None; 2];
        for (class, types) in [(Class::Int, &self.ints), (Class::Float, &self.floats)] {
            let wide = match class {
                Class::Int => Type::ULONG,
                Class::Float => Type::DOUBLE,
            };
            if types.is_empty() {
                continue;
            }
            let var = self.builder.new_var(DIGEST, wide, Storage::Auto);
            self.state.locals.push(var);
            made[class as usize] = Some((var, wide));
        }
        self.state.digests = made.map(|digest| digest.map(|(var, wide)| self.add_slot(Place::Local, var, wide)));
    }

    /// A result made of several variables: what is assigned to them matters even if nothing else reads it.
    pub fn with_others(&mut self, mut value: ExprId, class: Class) -> ExprId {
        for digest in self.state.digests.into_iter().flatten() {
            let digest = self.read_any(digest, class);
            value = self.binary(BinaryOp::Add, value, digest);
        }
        for _ in 0..self.rng.below(u64::from(self.config.results) + 1) {
            let other_class = self.any_class();
            let known = self.scalars_of(self.every_slot(), other_class);
            let is_known = known.count_ones() > 4 || self.rng.percent(30);
            let known = if is_known { self.pick_slot(known) } else { None };
            let Some(slot) = known.or_else(|| self.new_local(other_class)) else { break };
            let other = self.read_any(slot, class);
            value = self.binary(BinaryOp::Add, value, other);
        }
        value
    }

    /// Whatever is live at the beginning gets a value. Some out-parameters keep the one that the caller has given them.
    fn initialise(&mut self, reversed: &mut Vec<StmtId>) {
        for slot in members(self.state.live.all) {
            let Slot { place, ty, .. } = self.state.slots[slot];
            match place {
                Place::Local => {}
                Place::Out if self.rng.percent(50) => {}
                Place::Member(_) | Place::Out => {
                    self.trace_of(slot, reversed);
                    let value = self.initial_value(ty);
                    let target = self.access(slot);
                    let set = self.set(target, value);
                    reversed.push(set);
                    self.state.live = self.state.live & !bit(slot);
                }
                Place::Array(_) | Place::OutArray(_) => {}
            }
        }
    }

    /// A constant or a parameter.
    fn initial_value(&mut self, ty: Type) -> ExprId {
        let class = self.class(ty);
        if self.rng.percent(60) { self.parameter(class) } else { self.constant(ty) }
    }

    /// Declarations, in reverse: pointers to variables last.
    fn declare(&mut self, reversed: &mut Vec<StmtId>) {
        let used = std::mem::take(&mut self.state.pointers_used);
        for slot in (0..self.state.slots.len()).rev() {
            let Slot { pointer, var, .. } = self.state.slots[slot];
            if let Some(pointer) = pointer.filter(|pointer| used.contains(pointer)) {
                let object = self.var(var);
                let address = self.addr_of(object);
                self.p[pointer].init = Some(self.builder.p.add_init(Init::Expr(address)));
                reversed.push(self.stmt(StmtKind::Decl(pointer)));
            }
        }
        let locals = std::mem::take(&mut self.state.locals);
        for &var in locals.iter().rev() {
            self.p[var].init = self.first_value(var);
            reversed.push(self.stmt(StmtKind::Decl(var)));
        }
        self.lines += locals.len() as u32;
    }

    fn first_value(&mut self, var: VarId) -> Option<InitId> {
        let slot = self.state.slots.iter().position(|slot| slot.var == var)?;
        if self.state.live.all & bit(slot) == 0 {
            return None;
        }
        let Slot { place, ty, .. } = self.state.slots[slot];
        match place {
            Place::Local => {
                let value = self.initial_value(ty);
                let value = build::convert_to(&mut self.p, value, ty).expect("a scalar");
                Some(self.p.add_init(Init::Expr(value)))
            }
            Place::Array(len) => Some(self.array_values(ty, len)),
            _ => None,
        }
    }

    /// Initial values of an array.
    pub fn array_values(&mut self, ty: Type, len: u64) -> InitId {
        let items = (0..len).map(|at| {
            let value = self.constant_init(ty);
            InitItem { first: at, last: at, value }
        });
        let items = items.collect();
        self.p.add_init(Init::List(items))
    }

    fn constant_init(&mut self, ty: Type) -> InitId {
        let init = match self.class(ty) {
            Class::Float => {
                let value = self.float_value();
                let value = self.p.add_expr(ExprKind::Float(value), ty, Loc::NONE);
                Init::Expr(value)
            }
            Class::Int => {
                let value = self.int_value(ty);
                self.int_init(value, ty)
            }
        };
        self.p.add_init(init)
    }

    /// Initial values of a variable of file scope.
    pub fn values(&mut self, ty: Type) -> InitId {
        if let TypeKind::Array { elem, len: ArrayLen::Fixed(len) } = *self.p.types.kind(ty) {
            let items = (0..len).map(|at| InitItem { first: at, last: at, value: self.values(elem) });
            let items = items.collect();
            return self.p.add_init(Init::List(items));
        }
        if let Some(record) = self.p.types.record(ty) {
            let fields: Vec<Type> = record.fields.iter().map(|field| field.ty).collect();
            let items =
                fields.into_iter().zip(0..).map(|(ty, at)| InitItem { first: at, last: at, value: self.values(ty) });
            let items = items.collect();
            return self.p.add_init(Init::List(items));
        }
        self.constant_init(ty)
    }

    /// Which out-parameters are live at the beginning.
    fn needs(&self) -> Vec<bool> {
        let is_live = |var: VarId| {
            let slot = self.state.slots.iter().position(|slot| slot.var == var);
            slot.is_some_and(|slot| self.state.live.all & bit(slot) != 0)
        };
        self.state.params.iter().map(|&(var, _)| is_live(var)).collect()
    }
}
