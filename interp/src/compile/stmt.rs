//! Statements, scopes and jumps.

use super::*;
use lang::{ArrayLen, AsmId, StmtKind, Storage};

impl Compiler<'_> {
    pub(super) fn stmt(&mut self, stmt: StmtId) {
        let outer = std::mem::replace(&mut self.origin, Origin::Stmt(stmt));
        let kind = self.program[stmt].kind;
        if self.options.profile {
            self.emit(Op::Count { stmt: stmt.0 });
        }
        self.watch(stmt);
        match kind {
            StmtKind::Empty | StmtKind::DeclareFunction(_) | StmtKind::DefineFunction(_) => {}
            StmtKind::Expr(expr) => self.full_effects(expr),
            StmtKind::Block(list) => {
                let program = self.program;
                let list = program.stmt_list(list);
                self.open_scope(Some(stmt), list);
                list.iter().for_each(|&stmt| self.stmt(stmt));
                self.close_scope();
            }
            StmtKind::If(cond, then, otherwise) => self.if_stmt(cond, then, otherwise),
            StmtKind::While(cond, body) => self.loop_stmt(Some(cond), None, body, true),
            StmtKind::DoWhile(body, cond) => self.loop_stmt(Some(cond), None, body, false),
            StmtKind::For { init, cond, step, body } => self.for_stmt(stmt, init, cond, step, body),
            StmtKind::Switch(value, body) => self.switch_stmt(value, body),
            StmtKind::Case { lo, hi } => self.case_label(lo, hi),
            StmtKind::Default => {
                let target = self.jump_target();
                if let Some(switch) = self.switches.last_mut() {
                    switch.default = Some(target);
                }
            }
            StmtKind::Label(label) => {
                let target = self.label_target(label);
                self.place_target(target);
                self.ensure_objects();
            }
            StmtKind::Goto(label) => self.goto(label),
            StmtKind::GotoIndirect(to) => {
                self.scratch(|c| {
                    let p = c.full_value(to, None);
                    c.emit(Op::JumpIndirect { p });
                });
                self.step_at = None;
            }
            StmtKind::Break => self.leave_loop(|l| Some(l.break_to)),
            StmtKind::Continue => self.leave_loop(|l| l.continue_to),
            StmtKind::Return(value) => self.return_stmt(value),
            StmtKind::Decl(var) => self.declare(var),
            StmtKind::EvalType(ty) => {
                self.eval_lengths(ty);
                self.note_evaluated(ty);
            }
            StmtKind::Asm(asm) => self.asm(asm),
        }
        self.origin = outer;
    }

    /// Begins a block. Objects live from its beginning (C17 6.2.4p6); where no jump can enter behind their
    /// declarations they are allocated there, which cannot be told apart.
    pub(super) fn open_scope(&mut self, block: Option<StmtId>, list: &[StmtId]) {
        self.scopes.push(Scope { block, ..Scope::default() });
        let has_targets = list.iter().any(|&stmt| self.has_jump_target(stmt));
        for &stmt in list {
            let StmtKind::Decl(var) = self.program[stmt].kind else { continue };
            let Some(&Home::Slot { slot, object }) = self.homes.get(&var) else { continue };
            if self.types().is_variable_length(self.program[var].ty) {
                continue;
            }
            if has_targets {
                self.emit(Op::Allocate { slot, object });
                self.scope().early.push((slot, object));
            }
            self.scope().slots.push(slot);
        }
    }

    fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("a scope is open")
    }

    pub(super) fn close_scope(&mut self) {
        let scope = self.scopes.pop().expect("a scope is open");
        for slot in scope.slots {
            self.emit(Op::Kill { slot });
        }
        for key in scope.restrict {
            self.emit(Op::RestrictBegin { key });
        }
    }

    /// At a place that jumps lead to: the objects of the blocks around it exist.
    fn ensure_objects(&mut self) {
        let early: Vec<(Reg, u32)> = self.scopes.iter().flat_map(|scope| scope.early.clone()).collect();
        for (slot, object) in early {
            self.emit(Op::Ensure { slot, object });
        }
    }

    fn jump_target(&mut self) -> Target {
        let target = self.target();
        self.place_target(target);
        self.ensure_objects();
        target
    }

    fn if_stmt(&mut self, cond: ExprId, then: StmtId, otherwise: Option<StmtId>) {
        let (no, end) = (self.target(), self.target());
        self.condition(cond, false, no);
        self.stmt(then);
        if let Some(otherwise) = otherwise {
            self.jump(Op::Jump { to: 0 }, end);
            self.place_target(no);
            self.stmt(otherwise);
            self.place_target(end);
        } else {
            self.place_target(no);
        }
    }

    /// A controlling expression, which is a full expression.
    fn condition(&mut self, cond: ExprId, sense: bool, target: Target) {
        self.scratch(|c| {
            let outer = c.begin_full(cond);
            c.branch(cond, sense, target);
            c.end_full(outer);
        });
    }

    fn loop_stmt(&mut self, cond: Option<ExprId>, step: Option<ExprId>, body: StmtId, test_first: bool) {
        let (top, test, end, next) = (self.target(), self.target(), self.target(), self.target());
        if test_first && cond.is_some() {
            self.jump(Op::Jump { to: 0 }, test);
        }
        self.place_target(top);
        let depth = self.scopes.len();
        self.loops.push(Loop { break_to: (end, depth), continue_to: Some((next, depth)) });
        self.stmt(body);
        self.loops.pop();
        self.place_target(next);
        // So that a loop without expressions uses fuel too.
        self.step();
        if let Some(step) = step {
            self.full_effects(step);
        }
        self.place_target(test);
        match cond {
            Some(cond) => self.condition(cond, true, top),
            None => self.jump(Op::Jump { to: 0 }, top),
        }
        self.place_target(end);
    }

    fn for_stmt(
        &mut self,
        stmt: StmtId,
        init: Option<StmtId>,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    ) {
        let declared = match init.map(|init| self.program[init].kind) {
            Some(StmtKind::Block(list)) => self.program.stmt_list(list).to_vec(),
            _ => init.into_iter().collect(),
        };
        self.open_scope(Some(stmt), &declared);
        declared.iter().for_each(|&stmt| self.stmt(stmt));
        self.loop_stmt(cond, step, body, true);
        self.close_scope();
    }

    fn switch_stmt(&mut self, value: ExprId, body: StmtId) {
        let Scalar::Int { bits: 0..=64, signed } = self.scalar(self.ty(value)) else {
            return self.unsupported("a switch on a 128-bit value");
        };
        let end = self.target();
        self.code.tables.push(SwitchTable::default());
        let table = self.code.tables.len() - 1;
        self.scratch(|c| {
            let v = c.full_value(value, None);
            c.emit(Op::Switch { v, table: table as u32 });
        });
        self.step_at = None;
        let bias = if signed { 1 << 63 } else { 0 };
        self.switches.push(SwitchState { bias, ranges: Vec::new(), default: None });
        let depth = self.scopes.len();
        let continue_to = self.loops.last().and_then(|outer| outer.continue_to);
        self.loops.push(Loop { break_to: (end, depth), continue_to });
        self.stmt(body);
        self.loops.pop();
        let state = self.switches.pop().expect("pushed above");
        self.place_target(end);
        self.table_patches.push((table, state, end));
    }

    fn case_label(&mut self, lo: u64, hi: u64) {
        let target = self.jump_target();
        let Some(switch) = self.switches.last_mut() else { return };
        let (lo, hi) = (lo ^ switch.bias, hi ^ switch.bias);
        // An empty range (GNU) matches nothing.
        if lo <= hi {
            switch.ranges.push((lo, hi, target));
        }
    }

    fn leave_loop(&mut self, target: impl Fn(&Loop) -> Option<(Target, usize)>) {
        let Some((to, depth)) = self.loops.last().and_then(target) else { return };
        self.kill_from(depth);
        self.jump(Op::Jump { to: 0 }, to);
    }

    /// Ends the objects of the scopes at `depth` and deeper, which a jump leaves.
    fn kill_from(&mut self, depth: usize) {
        let slots: Vec<Reg> =
            self.scopes[depth.min(self.scopes.len())..].iter().flat_map(|scope| scope.slots.clone()).collect();
        for slot in slots {
            self.emit(Op::Kill { slot });
        }
    }

    fn label_target(&mut self, label: LabelId) -> Target {
        if let Some(&target) = self.labels.get(&label) {
            return target;
        }
        let target = self.target();
        self.labels.insert(label, target);
        target
    }

    fn goto(&mut self, label: LabelId) {
        if self.program[label].function != self.func {
            return self.unsupported("a goto out of a nested function");
        }
        let around = self.label_scopes.get(&label).cloned().unwrap_or_default();
        let depth =
            self.scopes.iter().take_while(|scope| scope.block.is_some_and(|block| around.contains(&block))).count();
        self.kill_from(depth);
        // A circle of jumps may have no expressions.
        self.step();
        let target = self.label_target(label);
        self.jump(Op::Jump { to: 0 }, target);
    }

    fn return_stmt(&mut self, value: Option<ExprId>) {
        self.check_noreturn();
        let ret = self.types().function_type(self.program[self.func].ty).map_or(Type::VOID, |function| function.ret);
        match value {
            None if self.types().is_void(ret) => self.emit_return(),
            None => {
                self.emit(Op::ReturnNone { func: self.func.0 });
            }
            Some(value) if self.types().is_void(ret) => {
                self.full_effects(value);
                self.emit_return();
            }
            Some(value) => {
                self.scratch(|c| match (c.rep(ret), c.result) {
                    (Rep::Aggregate, Some(result)) => {
                        let s = c.full_value(value, None);
                        let place = c.pointer_place(result, ret);
                        c.copy_to(place, s, ret, false);
                    }
                    _ => {
                        let reg = c.full_value(value, Some(0));
                        c.moved(reg, Some(0), c.rep(ret).registers());
                        c.check_returned(ret);
                    }
                });
                self.emit_return();
            }
        }
        self.step_at = None;
    }

    /// GNU `returns_nonnull`.
    fn check_returned(&mut self, ret: Type) {
        let function = &self.program[self.func];
        let promises = function.attrs.iter().any(|attr| self.program.name(attr.name) == "returns_nonnull");
        if promises && self.types().is_pointer(ret) {
            let name = self.program.name(function.name);
            self.check_not_null(0, format!("`{name}` returns null, though declared `returns_nonnull`"));
        }
    }

    fn declare(&mut self, var: VarId) {
        let declared = &self.program[var];
        if declared.storage.is_static() || declared.storage == Storage::Param {
            return;
        }
        let ty = declared.ty;
        self.eval_lengths(ty);
        self.note_evaluated(ty);
        self.begin_restrict(var);
        self.origin = Origin::Var(var);
        match self.homes.get(&var) {
            Some(&Home::Register { reg, flag }) => {
                if let Some(init) = declared.init {
                    self.scratch(|c| c.init_register(init, reg, ty));
                    if let lang::Init::Expr(value) = self.program[init] {
                        self.restrict_assigned(var, value);
                    }
                }
                if let Some(flag) = flag {
                    self.emit(Op::Imm { d: flag, v: declared.init.is_some() as i32 });
                }
            }
            Some(&Home::Slot { slot, object }) => {
                if self.types().is_variable_length(ty) {
                    self.scratch(|c| {
                        let size = c.size_value(ty);
                        c.emit(Op::AllocateVla { slot, object, size });
                    });
                    self.scope().slots.push(slot);
                } else if self.scope().early.iter().any(|early| early.0 == slot) {
                    self.emit(Op::Forget { slot });
                } else {
                    self.emit(Op::Allocate { slot, object });
                }
                if let Some(init) = declared.init {
                    let place = self.local_place(slot, ty);
                    self.scratch(|c| c.init_place(place, ty, init, false));
                }
            }
            None => {}
        }
    }

    /// Evaluates the lengths of a variably modified type where it is declared.
    pub(super) fn eval_lengths(&mut self, ty: Type) {
        if !self.types().is_variably_modified(ty) {
            return;
        }
        match self.types().kind(ty) {
            TypeKind::Array { elem, len } => {
                if let ArrayLen::Variable(length) = *len
                    && !self.evaluated_lengths.contains(&length)
                {
                    let d = self.length_register(length);
                    self.scratch(|c| {
                        let reg = c.full_value(length, None);
                        let signed = c.scalar(c.ty(length));
                        let reg = c.convert_scalar(reg, signed, Scalar::Int { bits: 64, signed: true }, None);
                        c.emit(Op::VlaLength { d, length: reg });
                    });
                }
                self.eval_lengths(*elem);
            }
            TypeKind::Pointer(to) => self.eval_lengths(*to),
            _ => {}
        }
    }

    /// What names the type later (`typeof`, a typedef) has these lengths, whatever the variables in them are by then.
    pub(super) fn note_evaluated(&mut self, ty: Type) {
        match self.types().kind(ty) {
            TypeKind::Array { elem, len } => {
                if let ArrayLen::Variable(length) = *len {
                    self.evaluated_lengths.insert(length);
                }
                self.note_evaluated(*elem);
            }
            TypeKind::Pointer(to) => self.note_evaluated(*to),
            _ => {}
        }
    }

    pub(super) fn length_register(&mut self, length: ExprId) -> Reg {
        match self.lengths.get(&length) {
            Some(&reg) => reg,
            None => {
                let reg = self.alloc(1);
                self.lengths.insert(length, reg);
                reg
            }
        }
    }

    /// The size in bytes of a variable length array type whose lengths have been evaluated.
    pub(super) fn size_value(&mut self, ty: Type) -> Reg {
        let d = self.alloc(1);
        match self.types().kind(ty) {
            TypeKind::Record(_) if self.types().size_of(ty).is_none() => {
                self.unsupported("a member of variably modified type")
            }
            TypeKind::Array { elem, len } if self.types().size_of(ty).is_none() => {
                let elem = self.size_value(*elem);
                let length = match *len {
                    ArrayLen::Variable(length) => self.length_register(length),
                    ArrayLen::Fixed(length) => {
                        let reg = self.alloc(1);
                        self.constant(reg, length);
                        reg
                    }
                    _ => {
                        self.unsupported("the size of an incomplete array");
                        elem
                    }
                };
                self.emit(Op::MulU64 { d, a: elem, b: length });
            }
            _ => {
                let size = self.size(ty);
                self.constant(d, size);
            }
        }
        d
    }

    /// An empty template is a barrier: outputs tied to an input take its value, `+` operands keep theirs.
    fn asm(&mut self, asm: AsmId) {
        let asm = &self.program[asm];
        if !self.program[asm.template].bytes.iter().all(|byte| byte.is_ascii_whitespace()) || asm.goto {
            return self.unsupported("inline assembly");
        }
        for (index, output) in asm.outputs.iter().enumerate() {
            let constraint = &self.program[output.constraint].bytes;
            if constraint.contains(&b'+') {
                self.scratch(|c| {
                    c.target_place(output.expr);
                });
                continue;
            }
            let tied = asm.inputs.iter().find(|input| {
                let text = String::from_utf8_lossy(&self.program[input.constraint].bytes).into_owned();
                text.trim().parse() == Ok(index)
            });
            let Some(input) = tied else {
                return self.unsupported("inline assembly with an output that no input gives");
            };
            let (from, to) = (self.ty(input.expr), self.ty(output.expr));
            if self.rep(from) == Rep::Aggregate || self.rep(to) == Rep::Aggregate {
                return self.unsupported("inline assembly with aggregate operands");
            }
            self.scratch(|c| {
                let value = c.full_value(input.expr, None);
                let value = c.convert(value, from, to, None);
                let place = c.target_place(output.expr);
                c.store(place, value);
            });
        }
        for input in &asm.inputs {
            let constraint = self.program[input.constraint].bytes.first().copied().unwrap_or(b'r');
            if !constraint.is_ascii_digit() && self.types().is_scalar(self.ty(input.expr)) && constraint != b'm' {
                self.full_effects(input.expr);
            }
        }
    }
}
