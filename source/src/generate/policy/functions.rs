//! Functions: helpers with parameters, called from many places with different arguments, and the tests that `main`
//! calls.
//!
//! A *pure* helper reads parameters and inputs and writes only its own locals, so it may be called anywhere inside an
//! expression. Any other is called only where nothing else in the expression can notice in which order things happen.

use super::Generator;
use super::stmt::non_empty;
use crate::driver;
use crate::kit::scope::{Datum, Induction, Role, Scope, Shape};
use lang::*;

/// A function that can be called.
#[derive(Clone, Debug)]
pub struct Callee {
    pub func: FuncId,
    pub params: Vec<Param>,
    pub ret: Type,
    pub pure: bool,
    /// Nodes that one call executes.
    pub cost: u64,
    /// Call sites so far.
    pub calls: u32,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Param {
    Int(Type),
    Float(Type),
    Record(Type),
    /// A pointer to the first of so many elements of this (perhaps const) type.
    Array(Type, u64),
    /// A pointer to an integer that is written.
    Out(Type),
    /// How often the function may still call itself.
    Depth,
}

/// Calls of a recursive function nest at most this deep.
const RECURSION: i64 = 5;

impl Generator<'_> {
    /// A helper of about so many lines.
    pub fn make_helper(&mut self, lines: u32, globals: &Scope) {
        let pure = self.rng.percent(self.config.function_pure);
        let recursive = self.rng.percent(self.config.function_recursive);
        self.names += 1;
        let name = format!("f{}", self.names);
        let mut params = self.parameters(pure, globals);
        if recursive {
            params.push(Param::Depth);
        }
        let ret = self.return_type(pure);
        let func = self.new_function(&name, ret, &params);
        self.p[func].is_static = self.rng.percent(self.config.function_static);
        if self.rng.percent(self.config.function_noinline) {
            let name = self.p.names.intern("noinline");
            self.p[func].attrs.push(Attr { name, args: None });
        }
        self.begin(func, if pure { globals.inputs() } else { globals.clone() }, pure);
        self.work.times = if recursive { RECURSION as u64 + 1 } else { 1 };
        let spent = self.work.spent;
        let mut stmts = Vec::new();
        let vars = self.p[func].params.clone();
        self.show_parameters(&vars, &params);
        let result = self.accumulate(&mut stmts);
        if recursive {
            self.recursion(func, ret, &params, &vars, result, &mut stmts);
        }
        let end = self.lines + lines;
        while self.lines < end {
            self.room = end - self.lines;
            self.statement(&mut stmts);
        }
        self.return_stmt(ret, result, &mut stmts);
        self.finish(func, &stmts);
        let cost = self.work.spent - spent;
        self.work.spent = spent;
        self.functions.push(Callee { func, params, ret, pure, cost: cost + 10, calls: 0 });
    }

    /// A test: `void test1(void)`, which begins by calling so many helpers that nothing has called.
    pub fn make_test(&mut self, number: u32, lines: u32, calls: u32, globals: &Scope) -> FuncId {
        let func = self.new_function(&format!("test{number}"), Type::VOID, &[]);
        self.begin(func, globals.clone(), false);
        self.work.times = 1;
        let mut stmts = Vec::new();
        for _ in 0..calls {
            self.call_in_loop(&mut stmts);
        }
        let end = self.lines + lines;
        while self.lines < end {
            self.room = end - self.lines;
            self.statement(&mut stmts);
        }
        self.keep_alive(&mut stmts);
        self.finish(func, &stmts);
        func
    }

    /// Calls a helper with several arguments, one set for each iteration.
    fn call_in_loop(&mut self, stmts: &mut Vec<StmtId>) {
        let Some(callee) = self.functions.iter().find(|callee| callee.calls == 0) else { return };
        let share = self.work.budget.saturating_sub(self.work.spent) / 8;
        let most = (share / callee.cost.max(1)).min(self.config.max_trips as u64) as i64;
        if most < 2 || self.rng.percent(25) {
            return self.call_stmt(stmts);
        }
        let course = self.course(most);
        self.counted_loop(course, stmts, |g, stmts| {
            g.scoped(|g| g.call_stmt(stmts));
            g.lines += 2;
        });
    }

    /// A local of a helper that collects what its blocks compute, and is part of what it returns.
    fn accumulate(&mut self, stmts: &mut Vec<StmtId>) -> VarId {
        let ty = self.plain_int_type();
        let first = self.constant_of(ty);
        let (var, declaration) = self.declare("r", ty, first);
        self.push(declaration, stmts);
        self.show(var, Role::Local);
        // The body is one block deeper, so that it counts as something that outlives blocks.
        self.scope.depth += 1;
        var
    }

    fn new_function(&mut self, name: &str, ret: Type, params: &[Param]) -> FuncId {
        let types: Vec<Type> = params.iter().map(|&param| self.param_type(param)).collect();
        let func = driver::function(&mut self.p, name, ret, &types, false);
        self.function = Some(func);
        for ty in types {
            let var = self.new_var("a", ty, Storage::Param);
            self.p[func].params.push(var);
        }
        func
    }

    fn begin(&mut self, func: FuncId, scope: Scope, pure: bool) {
        self.rng = self.rng.child_n("function", func.0 as u64);
        self.function = Some(func);
        self.scope = scope;
        self.scope.depth = 1;
        self.is_pure = pure;
        self.subexprs.clear();
        self.read_vars.clear();
        self.lines += 2;
    }

    fn finish(&mut self, func: FuncId, stmts: &[StmtId]) {
        let body = self.block(stmts);
        self.p[func].body = Some(body);
        self.p.units[0].items.push(Item::Define(func));
        self.function = None;
    }

    fn param_type(&mut self, param: Param) -> Type {
        match param {
            Param::Int(ty) | Param::Float(ty) | Param::Record(ty) => ty,
            Param::Array(ty, _) | Param::Out(ty) => self.p.types.pointer(ty),
            Param::Depth => Type::INT,
        }
    }

    fn parameters(&mut self, pure: bool, globals: &Scope) -> Vec<Param> {
        let n = 1 + self.rng.below(self.config.function_parameters.max(1) as u64);
        (0..n).map(|_| self.parameter(pure, globals)).collect()
    }

    fn parameter(&mut self, pure: bool, globals: &Scope) -> Param {
        let c = self.config;
        let float = if self.float_types.is_empty() { 0 } else { c.param_float };
        let out = if pure { 0 } else { c.param_out };
        match self.rng.weighted(&[c.param_int, float, c.param_record, c.param_array, out]) {
            1 => Param::Float(*self.rng.pick(&self.float_types)),
            2 => match non_empty(globals.readable(Shape::Record)) {
                Some(data) => Param::Record(self.rng.pick(data).ty.unqualified()),
                None => Param::Int(Type::INT),
            },
            // The type and length of an array that exists, so that there is something to pass.
            3 => match self.array_parameter(pure, globals) {
                Some(param) => param,
                None => Param::Int(Type::LONG),
            },
            4 => Param::Out(self.plain_int_type()),
            _ => Param::Int(self.int_type()),
        }
    }

    fn plain_int_type(&mut self) -> Type {
        match self.int_type() {
            Type::BOOL => Type::INT,
            ty if matches!(self.p.types.kind(ty), TypeKind::Enum(_)) => Type::INT,
            ty => ty,
        }
    }

    fn array_parameter(&mut self, pure: bool, globals: &Scope) -> Option<Param> {
        let data =
            if pure || self.rng.percent(50) { globals.readable(Shape::Array) } else { globals.writable(Shape::Array) };
        let is_read = pure || std::ptr::eq(data, globals.readable(Shape::Array));
        let datum = *self.rng.pick(non_empty(data)?);
        if datum.role == Role::Output {
            return None;
        }
        let mut ty = datum.ty;
        loop {
            match *self.p.types.kind(ty) {
                TypeKind::Array { elem, len: ArrayLen::Fixed(len) } if self.p.types.is_integer(elem) => {
                    let is_const = is_read || elem.is_const();
                    let elem = if is_const { elem.with(Quals::CONST) } else { elem };
                    return Some(Param::Array(elem, len));
                }
                TypeKind::Array { elem, .. } => ty = elem,
                _ => return None,
            }
        }
    }

    fn return_type(&mut self, pure: bool) -> Type {
        if !pure && self.rng.percent(self.config.return_void) {
            return Type::VOID;
        }
        if !self.structs.is_empty() && self.rng.percent(self.config.return_record) {
            let data = self.scope.readable(Shape::Record);
            if let Some(data) = non_empty(data) {
                return self.rng.pick(data).ty.unqualified();
            }
        }
        self.int_type()
    }

    fn show_parameters(&mut self, vars: &[VarId], params: &[Param]) {
        for (&var, &param) in vars.iter().zip(params) {
            match param {
                Param::Array(elem, len) => {
                    self.extents.insert(var, len);
                    self.show(var, if elem.is_const() { Role::Input } else { Role::Local });
                }
                Param::Depth => self.scope.inductions.push(Induction { var, min: 0, max: RECURSION }),
                _ => self.show(var, Role::Local),
            }
        }
        // The depth counts down; subscripts may use it like any counter.
    }

    /// `if (d > 0) r = f(…, d - 1);`
    fn recursion(
        &mut self,
        func: FuncId,
        ret: Type,
        params: &[Param],
        vars: &[VarId],
        result: VarId,
        stmts: &mut Vec<StmtId>,
    ) {
        let depth = *vars.last().expect("the depth is a parameter");
        let args: Vec<ExprId> = params.iter().zip(vars).map(|(&param, &var)| self.passed_on(param, var)).collect();
        let call = self.call(func, args);
        let stmt = if self.p.types.is_integer(ret) {
            let target = self.var(result);
            self.set(target, call)
        } else {
            self.expr_stmt(call)
        };
        let d = self.var(depth);
        let zero = self.int(0, Type::INT);
        let condition = self.binary(BinaryOp::Gt, d, zero);
        let stmt = self.stmt(StmtKind::If(condition, stmt, None));
        self.push(stmt, stmts);
    }

    fn passed_on(&mut self, param: Param, var: VarId) -> ExprId {
        let e = self.var(var);
        match param {
            Param::Depth => {
                let one = self.int(1, Type::INT);
                self.binary(BinaryOp::Sub, e, one)
            }
            Param::Int(_) if self.rng.percent(60) => {
                let constant = self.constant_like(e);
                let op = *self.rng.pick(&[BinaryOp::Add, BinaryOp::Xor, BinaryOp::Sub, BinaryOp::Or]);
                self.binary(op, e, constant)
            }
            _ => e,
        }
    }

    fn return_stmt(&mut self, ret: Type, result: VarId, stmts: &mut Vec<StmtId>) {
        self.keep_alive(stmts);
        if ret == Type::VOID {
            // What was collected goes to a global.
            self.volatile_used.clear();
            let value = self.var(result);
            if let Some(stmt) = self.store(value) {
                self.push(stmt, stmts);
            }
            return;
        }
        let value = if self.p.types.is_record(ret) {
            let same = |datum: &&Datum| datum.ty.unqualified() == ret;
            let sources: Vec<VarId> =
                self.scope.readable(Shape::Record).iter().filter(same).map(|datum| datum.var).collect();
            match non_empty(&sources) {
                Some(sources) => {
                    let source = *self.rng.pick(sources);
                    self.var(source)
                }
                None => self.default_record(ret, stmts),
            }
        } else {
            let value = self.full_expr();
            let result = self.var(result);
            let op = *self.rng.pick(&[BinaryOp::Add, BinaryOp::Xor, BinaryOp::Sub]);
            self.binary(op, value, result)
        };
        let value = build::convert_to(&mut self.p, value, ret).expect("integers convert to integers");
        let stmt = self.stmt(StmtKind::Return(Some(value)));
        self.lines += 1;
        self.push(stmt, stmts);
    }

    /// A local of this type to return where none is visible.
    fn default_record(&mut self, ty: Type, stmts: &mut Vec<StmtId>) -> ExprId {
        let init = self.zeroes(ty);
        let (var, stmt) = self.declare_init("s", ty, init);
        self.push(stmt, stmts);
        self.var(var)
    }

    /// The arguments of a call; none if something cannot be passed from here.
    fn arguments(&mut self, callee: &Callee, depth: u32) -> Option<Vec<ExprId>> {
        callee.params.iter().map(|&param| self.argument(param, depth)).collect()
    }

    fn argument(&mut self, param: Param, depth: u32) -> Option<ExprId> {
        match param {
            Param::Int(ty) => {
                let e = self.expr(depth);
                // Enums take integers only by a cast in C++.
                Some(if self.cpp && matches!(self.p.types.kind(ty), TypeKind::Enum(_)) { self.cast(ty, e) } else { e })
            }
            Param::Float(ty) => Some(self.float_expr(depth.min(1), ty)),
            Param::Record(ty) => {
                let same = |datum: &&Datum| datum.ty.unqualified() == ty;
                let sources: Vec<VarId> =
                    self.scope.readable(Shape::Record).iter().filter(same).map(|datum| datum.var).collect();
                let source = *self.rng.pick(non_empty(&sources)?);
                Some(self.var(source))
            }
            Param::Array(elem, len) => self.array_argument(elem, len),
            Param::Out(ty) => Some(self.out_argument(ty)),
            Param::Depth => {
                let deep = self.rng.range(0, RECURSION);
                Some(self.int(deep, Type::INT))
            }
        }
    }

    /// An array, or a row of one, with at least so many elements of exactly this type.
    fn array_argument(&mut self, want: Type, least: u64) -> Option<ExprId> {
        let data = if want.is_const() { self.scope.readable(Shape::Array) } else { self.scope.writable(Shape::Array) };
        let start = self.rng.below(data.len().max(1) as u64) as usize;
        let data = data.to_vec();
        for at in 0..data.len() {
            let datum = data[(start + at) % data.len()];
            if datum.role == Role::Output {
                continue;
            }
            let mut array = self.var(datum.var);
            while let TypeKind::Array { elem, len: ArrayLen::Fixed(len) } = *self.p.types.kind(self.p[array].ty) {
                if elem.unqualified() == want.unqualified() && len >= least {
                    return Some(build::decay(&mut self.p, array));
                }
                if !self.p.types.is_array(elem) {
                    break;
                }
                let at = self.rng.below(len) as i64;
                let at = self.int(at, Type::INT);
                array = self.index(array, at);
            }
        }
        None
    }

    /// The address of a variable of exactly this type, a new one if there is none.
    fn out_argument(&mut self, ty: Type) -> ExprId {
        let usable = |datum: &&Datum| datum.ty == ty && datum.role != Role::Output;
        let targets: Vec<VarId> =
            self.scope.writable(Shape::Int).iter().filter(usable).map(|datum| datum.var).collect();
        let var = match non_empty(&targets) {
            Some(targets) => *self.rng.pick(targets),
            None => {
                let first = self.constant_of(ty);
                let (var, declaration) = self.declare("t", ty, first);
                self.pending.push((var, declaration));
                var
            }
        };
        let e = self.var(var);
        self.addr_of(e)
    }

    /// Whether the work budget allows a call here.
    fn affordable(&self, callee: &Callee) -> bool {
        let cost = callee.cost * self.work.times;
        cost < self.work.budget.saturating_sub(self.work.spent) / 8
    }

    /// A call inside an expression.
    pub fn pure_call(&mut self, depth: u32) -> Option<ExprId> {
        if self.region.duplicable || self.functions.is_empty() {
            return None;
        }
        let at = self.rng.below(self.functions.len() as u64) as usize;
        let callee = self.functions[at].clone();
        if !callee.pure || !self.affordable(&callee) || !self.p.types.is_integer(callee.ret) {
            return None;
        }
        let arguments = self.arguments(&callee, depth.saturating_sub(1))?;
        self.impurities += 1;
        self.work.spent += callee.cost * self.work.times;
        self.functions[at].calls += 1;
        Some(self.call(callee.func, arguments))
    }

    /// A call as a statement, its value kept in a new variable.
    pub fn call_stmt(&mut self, out: &mut Vec<StmtId>) {
        let Some(stmt) = self.try_call_stmt(out) else { return self.assignment(out) };
        self.push(stmt, out);
    }

    fn try_call_stmt(&mut self, out: &mut Vec<StmtId>) -> Option<StmtId> {
        self.volatile_used.clear();
        let callees: Vec<usize> = (0..self.functions.len())
            .filter(|&at| (self.functions[at].pure || !self.is_pure) && self.affordable(&self.functions[at]))
            .collect();
        // What has not been called yet comes first: a helper that never runs tests nothing.
        let uncalled = callees.iter().copied().find(|&at| self.functions[at].calls == 0);
        let at = match uncalled {
            Some(at) => at,
            None => *self.rng.pick(non_empty(&callees)?),
        };
        let callee = self.functions[at].clone();
        let arguments = self.arguments(&callee, 2)?;
        self.work.spent += callee.cost * self.work.times;
        self.functions[at].calls += 1;
        let call = self.call(callee.func, arguments);
        if callee.ret == Type::VOID {
            return Some(self.expr_stmt(call));
        }
        let prefix = if self.p.types.is_record(callee.ret) { "s" } else { "v" };
        let (var, declaration) = self.declare(prefix, callee.ret, call);
        self.push(declaration, out);
        self.show(var, Role::Local);
        // The value goes where it is hashed.
        let value = self.var(var);
        if self.p.types.is_integer(callee.ret) {
            return self.store(value);
        }
        let same = |datum: &&Datum| datum.ty == callee.ret && datum.var != var;
        let targets: Vec<VarId> =
            self.scope.writable(Shape::Record).iter().filter(same).map(|datum| datum.var).collect();
        let target = *self.rng.pick(non_empty(&targets)?);
        let target = self.var(target);
        Some(self.set(target, value))
    }
}
