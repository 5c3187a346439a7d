//! Code that is never executed: statements that are new, and copies of the program's own with other variables. It has to
//! compile, and is free to be undefined.

mod copied;

use super::plan::Planner;
use super::site::Site;
use lang::{BinaryOp, ExprId, FuncId, Loc, StepOp, StmtId, StmtKind, Storage, Type, TypeKind, UnaryOp, VarId, build};

/// Nesting of new expressions and statements.
const DEPTH: u32 = 3;

const OPERATORS: [BinaryOp; 13] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Lt,
    BinaryOp::Ne,
    BinaryOp::Eq,
];

/// Attributes of functions that say nothing about who may call them.
const HARMLESS: [&str; 9] = ["noinline", "noclone", "noipa", "unused", "const", "pure", "cold", "hot", "nothrow"];

/// What can be used at a place.
pub(super) struct Around<'s> {
    pub site: &'s Site,
    pub visible: Vec<VarId>,
    /// Integers that can be written.
    targets: Vec<VarId>,
    /// Integers that can be read.
    ints: Vec<VarId>,
    pointers: Vec<VarId>,
    arrays: Vec<VarId>,
}

impl<'p> Planner<'p> {
    pub fn around<'s>(&self, site: &'s Site) -> Around<'s> {
        let program = &self.parent.program;
        let is_usable = |var: &VarId| {
            let declared = &program[*var];
            let is_linked = declared.storage != Storage::Extern || self.is_defined(*var);
            let ty = declared.ty;
            is_linked
                && !ty.is_volatile()
                && !ty.quals().has(lang::Quals::ATOMIC)
                && declared.asm_label.is_none()
                && !program.types.is_variably_modified(ty)
        };
        let visible: Vec<VarId> = self.visible(site).into_iter().filter(is_usable).collect();
        let types = &program.types;
        let is_int = |ty: Type| types.int_kind(ty).is_some_and(|kind| kind.bits <= 64);
        let points_to_int = |ty: Type| {
            let to = types.pointee(ty);
            to.is_some_and(|to| {
                is_int(to) && !to.is_const() && !to.is_volatile() && !to.quals().has(lang::Quals::ATOMIC)
            })
        };
        let of_ints = |ty: Type| match types.kind(ty) {
            TypeKind::Array { elem, .. } => is_int(*elem) && !elem.is_const() && !elem.is_volatile(),
            _ => false,
        };
        let select = |is_wanted: &dyn Fn(Type) -> bool| -> Vec<VarId> {
            visible.iter().copied().filter(|&var| is_wanted(program[var].ty)).collect()
        };
        Around {
            site,
            targets: select(&|ty| is_int(ty) && !ty.is_const()),
            ints: select(&is_int),
            pointers: select(&points_to_int),
            arrays: select(&|ty| of_ints(ty) && types.size_of(ty).is_some()),
            visible,
        }
    }

    /// Whether a unit defines the variable, so that using it more does not change what has to be linked.
    fn is_defined(&self, var: VarId) -> bool {
        let program = &self.parent.program;
        let name = program[var].name;
        program[var].defined
            || program.vars.iter().any(|other| other.defined && other.storage == Storage::Extern && other.name == name)
    }

    /// Whether calling the function more does not change what has to be linked or inlined.
    pub fn is_callable(&self, func: FuncId) -> bool {
        let program = &self.parent.program;
        let function = &program[func];
        let is_harmless = |attr: &lang::Attr| {
            let name = program.name(attr.name).trim_matches('_');
            HARMLESS.contains(&name)
        };
        let is_known = lang::builtins::is_known(program.name(function.name));
        let is_here = function.body.is_some() && (function.is_static || !function.is_inline);
        let is_elsewhere = || {
            let same = |other: &lang::Function| {
                other.body.is_some() && other.name == function.name && !other.is_static && !other.is_inline
            };
            program.functions.iter().any(same)
        };
        function.attrs.iter().all(is_harmless) && (is_here || is_known || is_elsewhere())
    }

    /// One to three statements, each with what it is. What leaves the region comes last, because nothing is reached behind it.
    pub fn garbage(&mut self, around: &Around) -> Vec<(&'static str, StmtId)> {
        let mut stmts: Vec<(&'static str, StmtId)> = Vec::new();
        for _ in 0..=self.rng.weighted(&[3, 3, 2]) {
            stmts.extend(self.statement(around, DEPTH));
        }
        let leaves = |what: &str| matches!(what, "jump" | "return" | "unreachable");
        stmts.sort_by_key(|(what, _)| leaves(what));
        let last = stmts.iter().position(|(what, _)| leaves(what)).map_or(stmts.len(), |first| first + 1);
        stmts.truncate(last);
        stmts
    }

    /// Something new, or something of the program.
    fn statement(&mut self, around: &Around, depth: u32) -> Option<(&'static str, StmtId)> {
        if self.rng.percent(45)
            && let Some(copy) = self.copied_statement(around)
        {
            return Some(("copied statement", copy));
        }
        let (what, stmt) = match self.rng.weighted(&[5, 3, 2, 2, 2, 2, 1, 1]) {
            1 => ("store", self.store(around)),
            2 if depth > 0 => ("loop", self.new_loop(around, depth - 1)),
            3 if depth > 0 => ("conditional", self.conditional(around, depth - 1)),
            4 => ("call", self.new_call(around)),
            5 => ("jump", self.jump(around)),
            6 => ("return", self.new_return(around)),
            7 => ("unreachable", self.unreachable()),
            _ => ("assignment", self.assignment(around)),
        };
        stmt.map(|stmt| (what, stmt))
    }

    fn assignment(&mut self, around: &Around) -> Option<StmtId> {
        let target = *(!around.targets.is_empty()).then(|| self.rng.pick(&around.targets))?;
        let target = self.b.var(target);
        self.put(around, target)
    }

    /// Through a pointer, or into an array.
    fn store(&mut self, around: &Around) -> Option<StmtId> {
        let all = around.pointers.len() + around.arrays.len();
        let at = self.rng.below(all.max(1) as u64) as usize;
        let var = around.pointers.get(at).or_else(|| around.arrays.get(at.checked_sub(around.pointers.len())?))?;
        let base = self.b.var(*var);
        let target = if at < around.pointers.len() && self.rng.percent(50) {
            build::deref(&mut self.b.p, base, Loc::NONE).ok()?
        } else {
            let index = self.value(around, 1);
            let index = self.b.cast(Type::INT, index);
            build::index(&mut self.b.p, base, index, Loc::NONE).ok()?
        };
        self.put(around, target)
    }

    /// `target = …`, `target += …`, `target++`
    fn put(&mut self, around: &Around, target: ExprId) -> Option<StmtId> {
        let value = self.value(around, 2);
        let effect = match self.rng.below(4) {
            0 => {
                let op = *self.rng.pick(&OPERATORS[..10]);
                build::assign_op(&mut self.b.p, op, target, value, Loc::NONE).ok()?
            }
            1 => build::step(&mut self.b.p, StepOp::PreInc, target, Loc::NONE).ok()?,
            _ => build::assign(&mut self.b.p, target, value, Loc::NONE).ok()?,
        };
        Some(self.b.expr_stmt(effect))
    }

    /// An integer value, of any type.
    fn value(&mut self, around: &Around, depth: u32) -> ExprId {
        if depth == 0 || self.rng.percent(30) {
            return self.leaf(around);
        }
        match self.rng.below(5) {
            0 => {
                let a = self.value(around, depth - 1);
                let op = *self.rng.pick(&[UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::Not]);
                self.b.unary(op, a)
            }
            _ => {
                let (a, b) = (self.value(around, depth - 1), self.value(around, depth - 1));
                let op = *self.rng.pick(&OPERATORS);
                self.b.binary(op, a, b)
            }
        }
    }

    fn leaf(&mut self, around: &Around) -> ExprId {
        if !around.ints.is_empty() && self.rng.percent(75) {
            let var = *self.rng.pick(&around.ints);
            return self.b.var(var);
        }
        let value = self.rng.range(-20, 200);
        let ty = *self.rng.pick(&[Type::INT, Type::INT, Type::UINT, Type::LLONG, Type::ULLONG]);
        self.b.int(value.abs(), ty)
    }

    /// A loop that would run for long, or for ever.
    fn new_loop(&mut self, around: &Around, depth: u32) -> Option<StmtId> {
        let (_, body) = self.statement(around, depth)?;
        let body = self.b.block(&[body]);
        let cond = self.value(around, 2);
        let kind = match self.rng.below(3) {
            0 => StmtKind::While(cond, body),
            1 => StmtKind::DoWhile(body, cond),
            _ => {
                let target = *(!around.targets.is_empty()).then(|| self.rng.pick(&around.targets))?;
                let (first, last) = (self.b.var(target), self.b.var(target));
                let zero = self.b.int(0, Type::INT);
                let init = self.b.set(first, zero);
                let counter = self.b.var(target);
                let bound = self.leaf(around);
                let cond = self.b.binary(BinaryOp::Lt, counter, bound);
                let step = build::step(&mut self.b.p, StepOp::PreInc, last, Loc::NONE).ok()?;
                StmtKind::For { init: Some(init), cond: Some(cond), step: Some(step), body }
            }
        };
        Some(self.b.stmt(kind))
    }

    fn conditional(&mut self, around: &Around, depth: u32) -> Option<StmtId> {
        let cond = self.value(around, 2);
        let (_, then) = self.statement(around, depth)?;
        let then = self.b.block(&[then]);
        let other = if self.rng.percent(40) { self.statement(around, depth) } else { None };
        let other = other.map(|(_, other)| self.b.block(&[other]));
        Some(self.b.stmt(StmtKind::If(cond, then, other)))
    }

    /// A call of one of the program's functions.
    fn new_call(&mut self, around: &Around) -> Option<StmtId> {
        let Planner { parent, .. } = *self;
        let program = &parent.program;
        let (scopes, site) = (&parent.sites.scopes, around.site);
        let is_usable = |func: &FuncId| {
            let function = &program[*func];
            function.unit == site.unit
                && function.body.is_some()
                && function.parent.is_none()
                && scopes.is_declared(*func, site.item)
                && !scopes.hides(program, site.scope, function.name)
                && program.name(function.name) != "main"
                && program.types.function_type(function.ty).is_some_and(|ty| ty.prototyped && !ty.variadic)
                && self.is_callable(*func)
        };
        let functions: Vec<FuncId> = (0..program.functions.len() as u32).map(FuncId).filter(is_usable).collect();
        let func = *(!functions.is_empty()).then(|| self.rng.pick(&functions))?;
        let params = program.types.function_type(program[func].ty)?.params.clone();
        let args = params.iter().map(|&param| self.argument(around, param)).collect::<Option<Vec<ExprId>>>()?;
        let callee = build::func(&mut self.b.p, func, Loc::NONE);
        let call = build::call(&mut self.b.p, callee, args, Loc::NONE).ok()?;
        Some(self.b.expr_stmt(call))
    }

    fn argument(&mut self, around: &Around, param: Type) -> Option<ExprId> {
        let types = &self.b.p.types;
        if types.is_integer(param) {
            return Some(self.value(around, 1));
        }
        let wanted = types.strip(param);
        let fits = |var: &&VarId| types.strip(self.b.p[**var].ty) == wanted;
        let fitting: Vec<VarId> = around.visible.iter().filter(fits).copied().collect();
        if !fitting.is_empty() {
            let var = *self.rng.pick(&fitting);
            return Some(self.b.var(var));
        }
        let is_pointer = types.is_pointer(param);
        is_pointer.then(|| self.b.int(0, Type::INT))
    }

    /// Out of the region.
    fn jump(&mut self, around: &Around) -> Option<StmtId> {
        let Planner { parent, .. } = *self;
        let site = around.site;
        if site.in_loop && self.rng.percent(40) {
            return Some(self.b.stmt(StmtKind::Continue));
        }
        if site.in_switch && self.rng.percent(40) {
            return Some(self.b.stmt(StmtKind::Break));
        }
        // A jump into the scope of something with a variable length would not compile.
        if parent.sites.variable[site.func.index()] {
            return None;
        }
        let labels = parent.program.labels.iter().zip(0..);
        let is_usable = |label: &lang::Label| label.function == site.func && label.defined && !label.local;
        let labels: Vec<u32> = labels.filter(|(label, _)| is_usable(label)).map(|(_, at)| at).collect();
        let label = *(!labels.is_empty()).then(|| self.rng.pick(&labels))?;
        Some(self.b.stmt(StmtKind::Goto(lang::LabelId(label))))
    }

    fn new_return(&mut self, around: &Around) -> Option<StmtId> {
        let program = &self.parent.program;
        let ret = program.types.function_type(program[around.site.func].ty)?.ret;
        if program.types.is_void(ret) {
            return Some(self.b.stmt(StmtKind::Return(None)));
        }
        let value = self.argument(around, ret)?;
        let value = build::convert_to(&mut self.b.p, value, ret).ok()?;
        Some(self.b.stmt(StmtKind::Return(Some(value))))
    }

    /// `__builtin_unreachable();`
    pub fn unreachable(&mut self) -> Option<StmtId> {
        let call = self.builtin("__builtin_unreachable", &[])?;
        Some(self.b.expr_stmt(call))
    }

    /// A call of a function that the compiler knows without a declaration; none if the program declares it as something else.
    pub fn builtin(&mut self, name: &str, args: &[ExprId]) -> Option<ExprId> {
        let p = &mut self.b.p;
        let symbol = p.names.intern(name);
        let known = p.functions.iter().position(|function| function.name == symbol);
        let func = match known {
            Some(at) => FuncId(at as u32),
            None => {
                let ty = lang::builtins::function_type(&mut p.types, name)?;
                let function = lang::Function { is_builtin: true, ..lang::Function::new(symbol, ty, 0, Loc::NONE) };
                p.add_function(function)
            }
        };
        let callee = build::func(p, func, Loc::NONE);
        build::call(p, callee, args.to_vec(), Loc::NONE).ok()
    }
}
