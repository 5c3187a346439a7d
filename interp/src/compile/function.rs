//! One function: where its variables live, its entry, its body, its end.

use super::*;
use crate::image::{Traits, object_align, object_size};
use lang::walk::{self, Part};
use lang::{ExprKind, StaticLen, StmtKind, Storage};

/// What a first walk over the body finds.
#[derive(Default)]
struct Survey {
    temporaries: usize,
    label_scopes: FxHashMap<LabelId, Vec<StmtId>>,
    /// Statements that a jump from outside can lead into.
    jump_targets: FxHashSet<StmtId>,
    /// Variables in whose scope, after the declaration, a label or case stands: the declaration can be jumped over.
    jumped: FxHashSet<VarId>,
    blocks: Vec<StmtId>,
    has_alloca: bool,
    has_setjmp: bool,
    /// Length expressions of variable length arrays.
    lengths: Vec<ExprId>,
}

impl Compiler<'_> {
    /// Compiles `func`, which has a body.
    pub fn function(mut self, func: FuncId) {
        self.func = func;
        self.origin = Origin::Func(func);
        let entry = self.here();
        let function = &self.program[func];
        let body = function.body.expect("only defined functions are compiled");
        let mut survey = Survey::default();
        for &param in &function.params {
            self.survey_type(self.program[param].ty, &mut survey);
        }
        self.survey_stmt(body, &mut survey);
        self.label_scopes = std::mem::take(&mut survey.label_scopes);
        self.jump_targets = std::mem::take(&mut survey.jump_targets);
        self.has_alloca = survey.has_alloca;
        self.has_setjmp = survey.has_setjmp;
        self.place_params(func);
        self.place_locals(func, &survey);
        for &length in &survey.lengths {
            let reg = self.alloc(1);
            self.lengths.insert(length, reg);
        }
        for _ in 0..survey.temporaries {
            let slot = self.slot();
            self.temporaries.push(slot);
        }
        let scratch = self.next;
        let enter = self.emit(Op::Enter { func: func.0 });
        self.find_restrict(func, body);
        if self.has_restrict() {
            self.emit(Op::RestrictEnter);
        }
        self.enter_params(func);
        self.stmt(body);
        self.fall_off_end(func);
        if self.zeroed.is_empty() && !self.has_alloca {
            self.code.ops[enter] = Op::Nop;
        }
        self.finish(func, entry, scratch);
    }

    /// The end of the body without a `return`.
    fn fall_off_end(&mut self, func: FuncId) {
        self.origin = Origin::Func(func);
        let function = &self.program[func];
        let ret = self.types().function_type(function.ty).map_or(Type::VOID, |function| function.ret);
        if self.program.name(function.name) == "main" && self.types().is_integer(ret) {
            // C17 5.1.2.2.3
            self.emit(Op::Imm { d: 0, v: 0 });
            self.emit_return();
        } else if self.types().is_void(ret) {
            self.check_noreturn();
            self.emit_return();
        } else {
            self.check_noreturn();
            self.emit(Op::ReturnNone { func: func.0 });
        }
    }

    pub(super) fn check_noreturn(&mut self) {
        let function = &self.program[self.func];
        if function.is_noreturn || function.attrs.iter().any(|attr| self.program.name(attr.name) == "noreturn") {
            let name = self.program.name(function.name);
            self.undefined(Rule::NoreturnReturned, format!("`{name}` is declared not to return, but returns"));
        }
    }

    pub(super) fn emit_return(&mut self) {
        if self.slots.is_empty() && self.temporaries.is_empty() && !self.has_alloca && !self.has_setjmp {
            self.emit(Op::Return);
        } else {
            self.emit(Op::ReturnKill { func: self.func.0 });
        }
    }

    /// Code that initialises a static variable, as a function of its own.
    pub fn initializer(mut self, var: VarId) -> (u32, u32) {
        let entry = self.here();
        self.origin = Origin::Var(var);
        let mut survey = Survey::default();
        let init = self.program[var].init.expect("only initialised variables have an initialiser");
        self.survey_init(init, &mut survey);
        for _ in 0..survey.temporaries {
            let slot = self.slot();
            self.temporaries.push(slot);
        }
        for index in 0..self.temporaries.len() {
            let slot = self.temporaries[index];
            self.emit(Op::Imm { d: slot, v: 0 });
        }
        self.static_init(var, init);
        self.emit(Op::Return);
        self.refuse_large_frame(entry);
        self.resolve();
        (entry, self.top + 2)
    }

    /// Registers are numbered with 16 bits; code that needs more stops at once.
    fn refuse_large_frame(&mut self, entry: u32) {
        if self.top >= u16::MAX as u32 - 8 {
            self.code.traps.push(TrapKind::Unsupported("a function with more than 65,000 temporaries".to_string()));
            self.code.ops[entry as usize] = Op::Trap { index: self.code.traps.len() as u32 - 1 };
        }
    }

    fn finish(&mut self, func: FuncId, entry: u32, scratch: u32) {
        self.refuse_large_frame(entry);
        self.resolve();
        let code = FuncCode {
            entry,
            frame: self.top + 2,
            zeroed: std::mem::take(&mut self.zeroed),
            slots: std::mem::take(&mut self.slots),
            has_alloca: self.has_alloca,
            has_setjmp: self.has_setjmp,
            scratch,
        };
        self.code.functions[func.index()] = Some(code);
    }

    /// Fills in jump targets.
    fn resolve(&mut self) {
        let place = |targets: &[Option<u32>], target: Target| targets[target.0 as usize].unwrap_or(0);
        for (at, target) in std::mem::take(&mut self.patches) {
            let place = place(&self.targets, target);
            match &mut self.code.ops[at] {
                Op::Jump { to }
                | Op::JumpIf { to, .. }
                | Op::JumpIfNot { to, .. }
                | Op::JumpLtS { to, .. }
                | Op::JumpLeS { to, .. }
                | Op::JumpLtU { to, .. }
                | Op::JumpLeU { to, .. }
                | Op::JumpEq { to, .. }
                | Op::JumpNe { to, .. } => *to = place,
                _ => {}
            }
        }
        for (table, state, end) in std::mem::take(&mut self.table_patches) {
            let ranges: Vec<(u64, u64, u32)> =
                state.ranges.iter().map(|&(lo, hi, target)| (lo, hi, place(&self.targets, target))).collect();
            let default = place(&self.targets, state.default.unwrap_or(end));
            self.code.tables[table] = SwitchTable::new(ranges, default, state.bias);
        }
        for (&label, &target) in &self.labels {
            if let Some(place) = self.targets[target.0 as usize] {
                self.code.labels.insert(label.0, place);
            }
        }
    }

    /// A pair of registers for an object, zero at entry.
    fn slot(&mut self) -> Reg {
        let slot = self.alloc(2);
        self.zeroed.push(slot);
        self.slots.push(slot);
        slot
    }

    fn place_params(&mut self, func: FuncId) {
        let function = &self.program[func];
        let ret = self.types().function_type(function.ty).map_or(Type::VOID, |function| function.ret);
        if self.rep(ret) == Rep::Aggregate {
            self.result = Some(self.alloc(1));
        } else {
            // The result needs room even if there are no parameters.
            self.top = self.top.max(2);
        }
        for &param in &function.params {
            let ty = self.program[param].ty;
            let reg = self.alloc(self.rep(ty).registers());
            if !self.needs_memory(param) {
                self.homes.insert(param, Home::Register { reg, flag: None });
            }
        }
        self.next = self.next.max(2);
        self.top = self.top.max(self.next);
        // All slots come before any scratch register, which may hold anything when a slot must be zero.
        for &param in &function.params {
            if self.needs_memory(param) {
                let (slot, object) = self.local_object(param);
                self.homes.insert(param, Home::Slot { slot, object });
            }
        }
    }

    /// Parameters arrive in registers; those whose address is taken get memory, K&R ones are narrowed.
    fn enter_params(&mut self, func: FuncId) {
        let function = &self.program[func];
        let mut reg = if self.result.is_some() { 1 } else { 0 };
        let params = function.params.clone();
        for param in params {
            let ty = self.program[param].ty;
            self.origin = Origin::Var(param);
            if function.is_knr {
                self.narrow_param(ty, reg);
            }
            self.eval_lengths(ty);
            self.note_evaluated(ty);
            if let Some(&Home::Slot { slot, object }) = self.homes.get(&param) {
                self.emit(Op::Allocate { slot, object });
                let place = self.local_place(slot, ty);
                if self.rep(ty) == Rep::Aggregate {
                    self.copy_to(place, reg, ty, false);
                } else {
                    self.store(place, reg);
                }
            }
            reg += self.rep(ty).registers();
        }
        for &param in &function.params {
            self.check_static_len(param);
        }
    }

    /// `int a[static n]` promises `n` elements (C17 6.7.6.3p7).
    fn check_static_len(&mut self, param: VarId) {
        let Some(len) = self.program[param].form.static_len else { return };
        let Some(elem) = self.types().pointee(self.program[param].ty) else { return };
        let Some(size) = self.types().size_of(elem) else { return };
        self.origin = Origin::Var(param);
        self.scratch(|c| {
            let count = match len {
                StaticLen::Fixed(len) => {
                    let reg = c.alloc(1);
                    c.constant(reg, len);
                    reg
                }
                StaticLen::Param(var) if c.homes.contains_key(&var) && c.types().is_integer(c.program[var].ty) => {
                    let place = c.var_place(var);
                    c.load(place, None)
                }
                StaticLen::Param(_) => return,
            };
            let place = c.var_place(param);
            let p = c.load(place, None);
            c.emit(Op::CheckRoom { p, count, size: size.min(u32::MAX as u64) as u32 });
        });
    }

    fn narrow_param(&mut self, ty: Type, reg: Reg) {
        match self.rep(ty) {
            Rep::Scalar(Scalar::F32) => {
                self.emit(Op::Convert { from: Scalar::F64, to: Scalar::F32, d: reg, a: reg });
            }
            Rep::Scalar(to @ Scalar::Int { bits: 1..=16, .. }) => {
                let from = Scalar::Int { bits: 32, signed: true };
                self.emit(Op::Convert { from, to, d: reg, a: reg });
            }
            _ => {}
        }
    }

    fn local_object(&mut self, var: VarId) -> (Reg, u32) {
        let slot = self.slot();
        (slot, self.object_desc(var))
    }

    pub(super) fn object_desc(&mut self, var: VarId) -> u32 {
        let declared = &self.program[var];
        let size = object_size(self.program, var);
        let align = object_align(self.program, declared.ty, declared.align);
        self.add_object(ObjectDesc { size, align, var: Some(var), ty: declared.ty, layout: 0 })
    }

    pub(super) fn add_object(&mut self, mut desc: ObjectDesc) -> u32 {
        desc.layout = self.image.effective.pattern_of(&self.program.types, desc.ty);
        self.code.objects.push(desc);
        self.code.objects.len() as u32 - 1
    }

    /// A register cannot have its address taken, be part of an aggregate, or be seen by a nested function.
    fn needs_memory(&self, var: VarId) -> bool {
        let declared = &self.program[var];
        declared.address_taken || self.has_setjmp || self.rep(declared.ty) == Rep::Aggregate
    }

    fn place_locals(&mut self, func: FuncId, survey: &Survey) {
        let Some(locals) = self.image.locals.get(&func).cloned() else { return };
        for var in locals {
            let declared = &self.program[var];
            if declared.storage == Storage::Param {
                continue;
            }
            let ty = declared.ty;
            if self.needs_memory(var) || matches!(declared.storage, Storage::CompoundLiteral { .. }) {
                let (slot, object) = self.local_object(var);
                self.homes.insert(var, Home::Slot { slot, object });
                continue;
            }
            let reg = self.alloc(self.rep(ty).registers());
            let certain = declared.init.is_some_and(|init| !self.mentions(init, var)) && !survey.jumped.contains(&var);
            let flag = (!certain).then(|| {
                let flag = self.alloc(1);
                self.zeroed.push(flag);
                flag
            });
            self.homes.insert(var, Home::Register { reg, flag });
        }
    }

    /// `int x = x;`
    fn mentions(&self, init: lang::InitId, var: VarId) -> bool {
        fn in_expr(program: &Program, expr: ExprId, var: VarId) -> bool {
            let mut found = matches!(program[expr].kind, ExprKind::Var(other) if other == var)
                || matches!(program[expr].kind, ExprKind::StmtExpr(_));
            walk::operands(program, expr, |operand| found = found || in_expr(program, operand, var));
            found
        }
        let mut found = false;
        walk::init_exprs(self.program, init, &mut |expr| found = found || in_expr(self.program, expr, var));
        found
    }

    /// What of a label, which a jump from anywhere leads to, or a case of a switch around it the statement contains.
    fn survey_stmt(&mut self, stmt: StmtId, survey: &mut Survey) -> Traits {
        let program = self.program;
        let mut traits = match program[stmt].kind {
            StmtKind::Block(list) => {
                survey.blocks.push(stmt);
                let stmts = program.stmt_list(list);
                let traits = stmts.iter().fold(Traits::NONE, |traits, &part| traits | self.survey_stmt(part, survey));
                if traits.has(Traits::LABEL | Traits::CASE) {
                    self.survey_jumps(stmts, survey);
                }
                survey.blocks.pop();
                traits
            }
            StmtKind::For { .. } => {
                survey.blocks.push(stmt);
                let traits = self.survey_parts(stmt, survey);
                survey.blocks.pop();
                traits
            }
            StmtKind::Label(label) => {
                survey.label_scopes.insert(label, survey.blocks.clone());
                Traits::LABEL
            }
            StmtKind::Case { .. } | StmtKind::Default => Traits::CASE,
            StmtKind::Switch(..) => self.survey_parts(stmt, survey).without(Traits::CASE),
            _ => self.survey_parts(stmt, survey),
        };
        traits = traits.without(Traits::CALL | Traits::EFFECT);
        if traits != Traits::NONE {
            survey.jump_targets.insert(stmt);
        }
        traits
    }

    fn survey_parts(&mut self, stmt: StmtId, survey: &mut Survey) -> Traits {
        if self.image.has_setjmp {
            self.note_setjmp(stmt);
        }
        match self.program[stmt].kind {
            StmtKind::Decl(var) => self.survey_type(self.program[var].ty, survey),
            StmtKind::EvalType(ty) => self.survey_type(ty, survey),
            _ => {}
        }
        let mut traits = Traits::NONE;
        let program = self.program;
        walk::parts(program, stmt, |part| match part {
            Part::Expr(expr) => traits = traits | self.survey_expr(expr, survey),
            Part::Stmt(stmt) => traits = traits | self.survey_stmt(stmt, survey),
            Part::Init(init) => self.survey_init(init, survey),
        });
        traits
    }

    fn survey_init(&mut self, init: lang::InitId, survey: &mut Survey) {
        walk::init_exprs(self.program, init, &mut |expr| {
            self.survey_expr(expr, survey);
        });
    }

    fn survey_type(&mut self, ty: Type, survey: &mut Survey) {
        if !self.types().is_variably_modified(ty) {
            return;
        }
        match self.types().kind(ty) {
            TypeKind::Array { elem, len } => {
                if let lang::ArrayLen::Variable(expr) = len {
                    self.survey_expr(*expr, survey);
                    survey.lengths.push(*expr);
                }
                self.survey_type(*elem, survey);
            }
            TypeKind::Pointer(to) => self.survey_type(*to, survey),
            _ => {}
        }
    }

    /// Marks the variables declared in a block before a label or case of it.
    fn survey_jumps(&self, stmts: &[StmtId], survey: &mut Survey) {
        let mut declared = Vec::new();
        for stmt in stmts {
            match self.program[*stmt].kind {
                StmtKind::Decl(var) => declared.push(var),
                _ if survey.jump_targets.contains(stmt) => survey.jumped.extend(declared.drain(..)),
                _ => {}
            }
        }
    }

    /// Whether a jump from outside can lead into the statement.
    pub(super) fn has_jump_target(&self, stmt: StmtId) -> bool {
        !self.jump_targets.is_empty() && self.jump_targets.contains(&stmt)
    }

    fn survey_expr(&mut self, expr: ExprId, survey: &mut Survey) -> Traits {
        let program = self.program;
        let node = program[expr];
        let mut traits = match node.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Var(_) | ExprKind::Func(_) | ExprKind::Enumerator(..) => {
                self.image.note_traits(expr, Traits::NONE);
                return Traits::NONE;
            }
            // Most of the rest, and nothing to note about them.
            ExprKind::Convert(a) | ExprKind::Member(a, _) | ExprKind::Deref(a)
                if !matches!(self.rep(node.ty), Rep::Aggregate | Rep::Void) =>
            {
                let traits = self.survey_expr(a, survey);
                if self.is_array(self.ty(a)) && !program.is_lvalue(a) {
                    survey.temporaries += 1;
                }
                self.image.note_traits(expr, traits);
                return traits;
            }
            ExprKind::Binary(_, a, b) | ExprKind::Index(a, b)
                if self.rep(self.ty(a)) != Rep::Aggregate && self.rep(node.ty) != Rep::Aggregate =>
            {
                let traits = self.survey_expr(a, survey) | self.survey_expr(b, survey);
                self.image.note_traits(expr, traits);
                return traits;
            }
            ExprKind::StmtExpr(block) => self.survey_stmt(block, survey).without(Traits::CASE) | Traits::CALL,
            ExprKind::CompoundLiteral(var) => {
                if let Some(init) = program[var].init {
                    self.survey_init(init, survey);
                }
                Traits::NONE
            }
            ExprKind::Call(callee, _) => {
                let name = self.callee_name(callee).unwrap_or_default();
                survey.has_alloca |= name.contains("alloca");
                survey.has_setjmp |= self.image.has_setjmp && crate::library::is_setjmp(name);
                Traits::CALL
            }
            ExprKind::SizeofType(ty) => {
                self.survey_type(ty, survey);
                Traits::NONE
            }
            ExprKind::Cast(_) => {
                self.survey_type(node.ty, survey);
                Traits::NONE
            }
            ExprKind::Assign(..) | ExprKind::AssignOp { .. } | ExprKind::Step(..) => Traits::EFFECT,
            _ => Traits::NONE,
        };
        let is_aggregate = self.rep(node.ty) == Rep::Aggregate && !self.is_array(node.ty);
        if is_aggregate && !program.is_lvalue(expr) {
            // Compound operations on vectors and complex values convert through temporaries. Library functions may
            // need one too (a result struct, a scratch vector).
            let is_compound =
                matches!(node.kind, ExprKind::AssignOp { .. } | ExprKind::Step(..) | ExprKind::Binary(..));
            survey.temporaries += if is_compound { 5 } else { 1 };
        }
        walk::operands(program, expr, |operand| traits = traits | self.survey_expr(operand, survey));
        if let ExprKind::Binary(_, a, _) | ExprKind::AssignOp { target: a, .. } | ExprKind::Unary(_, a) = node.kind
            && self.rep(self.ty(a)) == Rep::Aggregate
        {
            survey.temporaries += 4;
        }
        if let ExprKind::Call(callee, args) = node.kind {
            let args = program.expr_list(args);
            survey.temporaries +=
                (0..args.len()).filter(|&index| self.may_change_meanwhile(callee, args, index)).count();
        }
        if let ExprKind::SizeofExpr(_) = node.kind {
            traits = traits.without(Traits::CALL);
        }
        self.image.note_traits(expr, traits);
        traits
    }

    /// The name of a directly called function.
    pub(super) fn callee_name(&self, callee: ExprId) -> Option<&str> {
        match self.program[callee].kind {
            ExprKind::Convert(inner) | ExprKind::AddrOf(inner) | ExprKind::Deref(inner) => self.callee_name(inner),
            ExprKind::Func(func) => Some(self.program.name(self.program[func].name)),
            _ => None,
        }
    }
}

impl SwitchTable {
    fn new(mut ranges: Vec<(u64, u64, u32)>, default: u32, bias: u64) -> SwitchTable {
        ranges.sort_unstable();
        let dense = match (ranges.first(), ranges.last()) {
            (Some(&(lo, _, _)), Some(&(_, hi, _))) if hi - lo < 4 * ranges.len() as u64 + 16 => {
                let mut table = vec![default; (hi - lo + 1) as usize];
                for &(from, to, target) in &ranges {
                    table[(from - lo) as usize..=(to - lo) as usize].fill(target);
                }
                Some((lo, table))
            }
            _ => None,
        };
        SwitchTable { ranges, dense, default, bias }
    }
}
