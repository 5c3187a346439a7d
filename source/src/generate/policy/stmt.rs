//! Statements and blocks.

use super::Generator;
use super::leaf::Want;
use crate::kit::scope::{Datum, Role, Shape};
use lang::*;

impl Generator<'_> {
    /// A block of about so many lines.
    pub fn body(&mut self, lines: u32) -> StmtId {
        let mut stmts = Vec::new();
        self.body_into(lines, &mut stmts);
        self.block(&stmts)
    }

    /// As `body`, around statements the caller has.
    pub fn body_into(&mut self, lines: u32, stmts: &mut Vec<StmtId>) {
        self.scoped(|g| {
            let end = g.lines + lines.max(1);
            let region = g.region;
            g.vary_region(g.config.region_in_block);
            let room = g.room;
            while g.lines < end {
                g.room = end - g.lines;
                g.statement(stmts);
            }
            g.room = room;
            g.region = region;
            g.keep_alive(stmts);
        });
        self.lines += 2;
    }

    /// Stores what the block's own variables hold into something that outlives it: what is not used is not compiled.
    pub fn keep_alive(&mut self, out: &mut Vec<StmtId>) {
        self.keep_floats_alive(out);
        let depth = self.scope.depth;
        let own = self.unread(Shape::Int);
        let Some((&first, rest)) = own.split_first() else { return };
        let outer = |datum: &&Datum| datum.depth < depth && !datum.ty.is_volatile() && !datum.ty.is_const();
        let targets: Vec<Datum> = self.scope.writable(Shape::Int).iter().filter(outer).copied().collect();
        let Some(&target) = non_empty(&targets).map(|targets| self.rng.pick(targets)) else { return };
        let mut value = self.var(first);
        for &var in rest.iter().take(5) {
            let op = *self.rng.pick(&[BinaryOp::Xor, BinaryOp::Add, BinaryOp::Sub, BinaryOp::Or]);
            let next = self.var(var);
            value = self.binary(op, value, next);
        }
        let place = self.var(target.var);
        let plain = target.role == Role::Output || (self.cpp && self.is_enum(place));
        let op = *self.rng.pick(&[BinaryOp::Xor, BinaryOp::Add, BinaryOp::Sub]);
        let stmt = if plain { self.set(place, value) } else { self.update(op, place, value) };
        self.push(stmt, out);
    }

    /// What is declared inside is visible only there.
    pub fn scoped<T>(&mut self, generate: impl FnOnce(&mut Self) -> T) -> T {
        let pending = std::mem::take(&mut self.pending);
        let mark = self.scope.enter();
        self.nesting += 1;
        let result = generate(self);
        debug_assert!(self.pending.is_empty(), "declarations go to the block that needs them");
        self.nesting -= 1;
        self.scope.leave(mark);
        self.forget_subexprs();
        self.pending = pending;
        result
    }

    /// What used variables that are no longer visible cannot be used again.
    pub fn forget_subexprs(&mut self) {
        let depth = self.scope.depth;
        self.subexprs.retain(|subexpr| subexpr.1 <= depth);
    }

    /// The block's own variables of a shape that nothing has read.
    pub fn unread(&self, shape: Shape) -> Vec<VarId> {
        let depth = self.scope.depth;
        let unread = |datum: &&Datum| datum.depth == depth && !self.read_vars.contains(&datum.var);
        self.scope.readable(shape).iter().filter(unread).map(|datum| datum.var).collect()
    }

    /// Adds a statement, after the declarations its side effects need.
    pub fn push(&mut self, stmt: StmtId, out: &mut Vec<StmtId>) {
        self.flush_pending(out);
        out.push(stmt);
    }

    /// One statement, with what it needs before it.
    pub fn statement(&mut self, out: &mut Vec<StmtId>) {
        let nodes = self.p.exprs.len();
        let spent = self.work.spent;
        let region = self.region;
        self.vary_region(self.config.region_in_statement);
        self.any_statement(out);
        self.region = region;
        // Loops and calls have charged what is inside them.
        if self.work.spent == spent {
            self.work.spent += (self.p.exprs.len() - nodes) as u64 * self.work.times;
        }
    }

    fn any_statement(&mut self, out: &mut Vec<StmtId>) {
        let c = self.config;
        // What is nested has to fit, or blocks would grow without end, most of them behind conditions that never hold.
        let nested = self.nesting < c.max_nesting && self.room >= 3;
        let compound = |weight: u32| if nested { weight } else { 0 };
        let floats = if self.float_types.is_empty() { 0 } else { c.stmt_float };
        let in_loop = if self.loop_depth > 0 { c.stmt_jump } else { 0 };
        let weights = [
            c.stmt_declare,
            c.stmt_assign,
            c.stmt_update,
            c.stmt_step,
            compound(c.stmt_if),
            compound(c.stmt_loop),
            compound(c.stmt_loop_policy),
            compound(c.stmt_switch),
            c.stmt_call,
            compound(c.stmt_goto),
            c.stmt_pointer,
            c.stmt_record,
            floats,
            c.stmt_vector,
            compound(c.stmt_control_policy),
            compound(c.stmt_dead),
            c.stmt_local_array,
            in_loop,
            c.stmt_memory,
        ];
        match self.rng.weighted(&weights) {
            0 => self.declaration(out),
            1 => self.assignment(out),
            2 => self.compound_assignment(out),
            3 => self.increment(out),
            4 => self.if_stmt(out),
            5 => self.loop_stmt(out),
            6 => self.loop_policy(out),
            7 => self.switch_stmt(out),
            8 => self.call_stmt(out),
            9 => self.goto_stmt(out),
            10 => self.pointer_stmt(out),
            11 => self.record_stmt(out),
            12 => self.float_stmt(out),
            13 => self.vector_stmt(out),
            14 => self.control_policy(out),
            15 => self.dead_stmt(out),
            16 => self.local_array(out),
            17 => self.loop_jump(out),
            _ => self.memory_stmt(out),
        }
    }

    pub fn declaration(&mut self, out: &mut Vec<StmtId>) {
        let value = self.full_expr();
        let ty = self.int_type();
        let ty = if self.rng.percent(self.config.const_local) { ty.with(Quals::CONST) } else { ty };
        let (var, stmt) = self.declare("v", ty, value);
        self.push(stmt, out);
        let role = if ty.is_const() { Role::Input } else { Role::Local };
        self.show(var, role);
    }

    pub fn assignment(&mut self, out: &mut Vec<StmtId>) {
        let value = self.full_expr();
        match self.store(value) {
            Some(stmt) => self.push(stmt, out),
            None => self.declaration(out),
        }
    }

    /// Stores a value where it is hashed in the end. A plain store to a scalar hides all earlier ones, and in a loop all
    /// but the last iteration's, so most of them accumulate.
    pub fn store(&mut self, value: ExprId) -> Option<StmtId> {
        let c = self.config;
        let accumulate = if self.loop_depth > 0 { c.accumulate_in_loop } else { c.accumulate };
        if self.rng.percent(accumulate)
            && let Some(target) = self.readable_target()
        {
            let op = *self.rng.pick(&[BinaryOp::Xor, BinaryOp::Add, BinaryOp::Xor, BinaryOp::Sub]);
            return Some(self.update(op, target, value));
        }
        let target = self.target(Want::Int)?;
        Some(self.set(target, value))
    }

    /// Its total form may evaluate the target twice.
    fn compound_assignment(&mut self, out: &mut Vec<StmtId>) {
        self.volatile_used.clear();
        let Some(target) = self.readable_target() else { return self.assignment(out) };
        let c = self.config;
        let ops = [
            (BinaryOp::Add, c.op_add),
            (BinaryOp::Sub, c.op_sub),
            (BinaryOp::Mul, c.op_mul),
            (BinaryOp::Div, c.op_div),
            (BinaryOp::Rem, c.op_rem),
            (BinaryOp::Shl, c.op_shl),
            (BinaryOp::Shr, c.op_shr),
            (BinaryOp::And, c.op_and),
            (BinaryOp::Or, c.op_or),
            (BinaryOp::Xor, c.op_xor),
        ];
        let op = ops[self.rng.weighted(&ops.map(|op| op.1))].0;
        let value = match op {
            BinaryOp::Div | BinaryOp::Rem => self.duplicable(|g| g.expr(0)),
            BinaryOp::Shl | BinaryOp::Shr => self.duplicable(|g| g.shift_count(target, 1)),
            _ => {
                let depth = self.rng.below(self.config.max_depth as u64) as u32;
                self.expr(depth)
            }
        };
        let stmt = self.update(op, target, value);
        self.push(stmt, out);
    }

    fn increment(&mut self, out: &mut Vec<StmtId>) {
        self.volatile_used.clear();
        let target = self.readable_target().filter(|&e| !self.p.types.is_bool(self.p[e].ty) && !self.is_enum(e));
        let Some(target) = target else { return self.assignment(out) };
        let op = *self.rng.pick(&[StepOp::PreInc, StepOp::PreDec, StepOp::PostInc, StepOp::PostDec]);
        let step = self.step(op, target);
        let stmt = self.expr_stmt(step);
        self.push(stmt, out);
    }

    fn is_enum(&self, e: ExprId) -> bool {
        matches!(self.p.types.kind(self.p[e].ty), TypeKind::Enum(_))
    }

    /// A place that is both read and written, without side effects. C++ has no arithmetic assignment to enums.
    pub fn readable_target(&mut self) -> Option<ExprId> {
        for _ in 0..3 {
            let target = self.duplicable(|g| {
                let shape = match g.rng.below(8) {
                    0..4 => Shape::Int,
                    4..6 => Shape::Array,
                    6 => Shape::Record,
                    _ => Shape::Pointer,
                };
                let datum = *g.rng.pick(non_empty(g.scope.writable(shape))?);
                if datum.role == Role::Output || datum.ty.is_volatile() {
                    return None;
                }
                let e = g.var(datum.var);
                g.descend(e, Want::Int)
            });
            let usable = |e: &ExprId| !(self.p[*e].ty.is_const() || self.cpp && self.is_enum(*e));
            if let Some(target) = target.filter(usable) {
                return Some(target);
            }
        }
        None
    }

    pub fn if_stmt(&mut self, out: &mut Vec<StmtId>) {
        let condition = if self.rng.percent(self.config.likely_percent) { self.known(true) } else { self.condition() };
        let lines = self.lines_of(self.config.branch_lines);
        let yes = self.body(lines);
        let no = self.rng.percent(self.config.else_percent).then(|| self.body(lines));
        let stmt = self.stmt(StmtKind::If(condition, yes, no));
        self.push(stmt, out);
    }

    /// How long a nested block gets: at most so many lines, and what there is room for.
    pub fn lines_of(&mut self, most: u32) -> u32 {
        1 + self.rng.below(most.min(self.room).max(1) as u64) as u32
    }

    pub fn switch_stmt(&mut self, out: &mut Vec<StmtId>) {
        self.volatile_used.clear();
        // Data meet the cases' values (see `fill`), computed values hardly ever.
        let datum = if self.rng.percent(50) { self.datum() } else { None };
        let subject = match datum {
            Some(datum) => datum,
            None => self.expr(2),
        };
        let dense = self.rng.percent(self.config.switch_dense);
        let n = 2 + self.rng.below(self.config.switch_cases.max(1) as u64);
        let subject = if dense {
            let mask = self.int(n.next_power_of_two() as i64 - 1, Type::INT);
            self.binary(BinaryOp::And, subject, mask)
        } else {
            subject
        };
        let subject = build::promote(&mut self.p, subject);
        let ty = self.p[subject].ty;
        let values = self.case_values(ty, n, dense);
        let is_table = self.rng.percent(self.config.switch_table);
        let table_target = if is_table { self.table_target() } else { None };
        let mut stmts = Vec::new();
        for value in values {
            let label = self.stmt(StmtKind::Case { lo: value, hi: value });
            stmts.push(label);
            self.case_body(table_target, &mut stmts);
        }
        if self.rng.percent(60) {
            let label = self.stmt(StmtKind::Default);
            stmts.push(label);
            self.case_body(table_target, &mut stmts);
        }
        let block = self.block(&stmts);
        self.lines += 2;
        let stmt = self.stmt(StmtKind::Switch(subject, block));
        self.push(stmt, out);
    }

    fn table_target(&mut self) -> Option<VarId> {
        let locals = self.scope.writable(Shape::Int);
        let plain = |datum: &&Datum| !datum.ty.is_volatile() && !datum.ty.is_const();
        let usable: Vec<VarId> = locals.iter().filter(plain).map(|datum| datum.var).collect();
        Some(*self.rng.pick(non_empty(&usable)?))
    }

    fn case_values(&mut self, ty: Type, n: u64, dense: bool) -> Vec<u64> {
        let kind = self.kind(ty);
        let mut values: Vec<u64> = Vec::new();
        for at in 0..n {
            let value = if dense { at } else { self.special(kind) };
            // Sparse values come in clusters, which is where range tests and jump tables meet.
            let value =
                if !dense && at > 0 && self.rng.percent(50) { values[at as usize - 1].wrapping_add(1) } else { value };
            values.push(arith::wrap(kind, value));
        }
        let mut seen = rustc_hash::FxHashSet::default();
        values.retain(|&value| seen.insert(value));
        self.rng.shuffle(&mut values);
        values
    }

    /// The statements of one case: in a block of their own, as a case must not jump over declarations.
    fn case_body(&mut self, table: Option<VarId>, stmts: &mut Vec<StmtId>) {
        match table {
            Some(var) => {
                let target = self.var(var);
                let value = self.constant();
                let stmt = self.set(target, value);
                stmts.push(stmt);
            }
            None => {
                let room = std::mem::replace(&mut self.room, 1);
                let body = self.body(1);
                self.room = room;
                stmts.push(body);
            }
        }
        self.lines += 1;
        if !self.rng.percent(self.config.switch_fall) {
            let stmt = self.stmt(StmtKind::Break);
            stmts.push(stmt);
            self.lines += 1;
        }
    }

    /// `if (c) goto end; { … } end:;`
    fn goto_stmt(&mut self, out: &mut Vec<StmtId>) {
        let condition = self.unlikely();
        let name = self.symbol("L");
        let function = self.function.expect("statements are inside functions");
        let label = self.p.add_label(Label { name, function, local: false, defined: true, loc: Loc::NONE });
        let goto = self.stmt(StmtKind::Goto(label));
        let jump = self.stmt(StmtKind::If(condition, goto, None));
        self.push(jump, out);
        let lines = self.lines_of(4);
        let skipped = self.body(lines);
        out.push(skipped);
        let label = self.stmt(StmtKind::Label(label));
        out.push(label);
        let empty = self.stmt(StmtKind::Empty);
        out.push(empty);
        self.lines += 2;
    }

    /// The condition of a jump over code: usually it does not hold.
    fn unlikely(&mut self) -> ExprId {
        if self.rng.percent(self.config.likely_percent) { self.known(false) } else { self.condition() }
    }

    fn loop_jump(&mut self, out: &mut Vec<StmtId>) {
        let condition = self.unlikely();
        let kind = if self.rng.percent(self.config.jump_break) { StmtKind::Break } else { StmtKind::Continue };
        let jump = self.stmt(kind);
        let stmt = self.stmt(StmtKind::If(condition, jump, None));
        self.lines += 1;
        self.push(stmt, out);
    }

    /// Makes a pointer point elsewhere, or declares one.
    fn pointer_stmt(&mut self, out: &mut Vec<StmtId>) {
        self.volatile_used.clear();
        if self.rng.percent(50) && self.redirect(out) {
            return;
        }
        // The address of a place is that of something that lives at least as long as this block.
        let depth = self.scope.depth;
        let Some((place, role)) = self.addressable(None, depth) else { return self.assignment(out) };
        let to = self.p[place].ty;
        let to = if role == Role::Input { self.p.types.qualify(to, Quals::CONST) } else { to };
        let ty = self.p.types.pointer(to);
        let address = self.addr_of(place);
        let (var, stmt) = self.declare("p", ty, address);
        self.push(stmt, out);
        self.show(var, role);
    }

    fn redirect(&mut self, out: &mut Vec<StmtId>) -> bool {
        let Some(&pointer) = non_empty(self.scope.readable(Shape::Pointer)).map(|data| self.rng.pick(data)) else {
            return false;
        };
        let is_param_array = self.extents.contains_key(&pointer.var);
        // Global pointers to inputs stay what they are, so that pure functions may read through them.
        if is_param_array || pointer.ty.is_const() || (pointer.role == Role::Input && pointer.depth == 0) {
            return false;
        }
        if self.is_pure && pointer.depth == 0 {
            return false;
        }
        let Some(to) = self.p.types.pointee(pointer.ty) else { return false };
        let want_const = to.is_const();
        let Some((place, role)) = self.addressable(Some(to.unqualified()), pointer.depth) else { return false };
        // A read-only target needs a pointer to const, and a pointer one writes through needs a writable target.
        if role == Role::Input && !want_const {
            return false;
        }
        let address = self.addr_of(place);
        let target = self.var(pointer.var);
        let address = build::convert(&mut self.p, address, pointer.ty);
        let stmt = self.set(target, address);
        self.push(stmt, out);
        true
    }

    /// A place whose address may be taken by a pointer that lives in a block of this depth: an integer, or a record.
    fn addressable(&mut self, want: Option<Type>, depth: u32) -> Option<(ExprId, Role)> {
        for _ in 0..4 {
            let shape = *self.rng.pick(&[Shape::Int, Shape::Int, Shape::Array, Shape::Array, Shape::Record]);
            let Some(&datum) = non_empty(self.scope.readable(shape)).map(|data| self.rng.pick(data)) else { continue };
            if datum.depth > depth || datum.ty.is_volatile() || (self.is_pure && datum.role == Role::Mixed) {
                continue;
            }
            let base = self.var(datum.var);
            let whole = shape == Shape::Record && self.rng.percent(50);
            let place = if whole { Some(base) } else { self.duplicable(|g| g.descend(base, Want::Int)) };
            let Some(place) = place else { continue };
            let ty = self.p[place].ty;
            if build::is_bit_field(&self.p, place) || want.is_some_and(|want| want != ty.unqualified()) {
                continue;
            }
            if self.is_vector_lane(place) || self.in_union(place) {
                continue;
            }
            let role = if datum.role == Role::Input || ty.is_const() { Role::Input } else { Role::Local };
            return Some((place, role));
        }
        None
    }

    fn is_vector_lane(&self, e: ExprId) -> bool {
        matches!(self.p[e].kind, ExprKind::Index(base, _) if self.p.types.is_vector(self.p[base].ty))
    }

    /// Members of unions are only accessed as such (GCC's documentation of type punning).
    fn in_union(&self, e: ExprId) -> bool {
        match self.p[e].kind {
            ExprKind::Member(base, _) => {
                self.p.types.record(self.p[base].ty).is_some_and(|record| record.is_union) || self.in_union(base)
            }
            ExprKind::Index(base, _) | ExprKind::Convert(base) => self.in_union(base),
            _ => false,
        }
    }

    /// Assigns a whole struct or union.
    fn record_stmt(&mut self, out: &mut Vec<StmtId>) {
        let Some(&to) = non_empty(self.scope.writable(Shape::Record)).map(|data| self.rng.pick(data)) else {
            return self.assignment(out);
        };
        let same = |from: &&Datum| from.ty.unqualified() == to.ty.unqualified() && from.var != to.var;
        let sources: Vec<VarId> = self.scope.readable(Shape::Record).iter().filter(same).map(|from| from.var).collect();
        let Some(&from) = non_empty(&sources).map(|sources| self.rng.pick(sources)) else {
            return self.assignment(out);
        };
        let from = self.var(from);
        if self.rng.percent(30) {
            let ty = to.ty.unqualified();
            let (var, stmt) = self.declare("s", ty, from);
            self.push(stmt, out);
            return self.show(var, Role::Local);
        }
        let to = self.var(to.var);
        let stmt = self.set(to, from);
        self.push(stmt, out);
    }

    /// An array in this block, its elements computed. C++ allows no narrowing in braces, so each is cast.
    fn local_array(&mut self, out: &mut Vec<StmtId>) {
        let elem = self.int_type();
        let len = 2 + self.rng.below(7);
        let mut items = Vec::new();
        self.volatile_used.clear();
        for at in 0..len {
            // Elements are initialised in no particular order (C17 6.7.9p23).
            let value = self.duplicable(|g| g.expr(1));
            let value = self.cast(elem, value);
            let value = self.p.add_init(Init::Expr(value));
            items.push(InitItem { first: at, last: at, value });
        }
        let init = self.p.add_init(Init::List(items));
        let ty = self.p.types.array(elem, ArrayLen::Fixed(len));
        let (var, stmt) = self.declare_init("a", ty, init);
        self.push(stmt, out);
        self.show(var, Role::Local);
    }
}

pub fn non_empty<T>(items: &[T]) -> Option<&[T]> {
    (!items.is_empty()).then_some(items)
}
