//! What is there of a tree, as a program of the model.

use super::tree::{Access, Cell, Home, Loop, LoopForm, Object, Slot, SlotKind, Step, Tree};
use super::tree::{Function as GrownFunction, StmtKind as GrownStmt};
use super::undo::{Growth, View};
use super::value::{self, Kind};
use super::walk::is_extreme;
use crate::driver;
use crate::generate::strategy::Draft;
use crate::kit::Builder;
use lang::print::Lowering;
use lang::types::{ArrayLen, FunctionType};
use lang::*;

pub struct Lower<'t> {
    pub tree: &'t Tree,
    pub view: &'t View<'t>,
    pub b: Builder,
    pub self_check: bool,
    /// The function being written is called by expressions.
    pub is_pure: bool,
    /// Variables of objects, as far as they are declared yet.
    vars: Vec<Option<VarId>>,
    functions: Vec<Option<FuncId>>,
    pub hashed: Vec<VarId>,
    pub seen: Option<VarId>,
    pub mix: Option<FuncId>,
    pub sum: Option<FuncId>,
    pub wrong: Option<FuncId>,
    /// Of a floating value.
    pub bits: Option<FuncId>,
    /// Tables of expected values so far.
    pub tables: u32,
    /// What is defined before the grown functions.
    pub first_functions: Vec<FuncId>,
    labels: u32,
}

/// The program of what a view shows.
pub fn lower(growth: &Growth, view: &View) -> Draft {
    let tree = &growth.tree;
    let p = growth.types.clone();
    let mut b = Builder { p, lines: 0, names: 0, function: None };
    b.p.exprs.reserve(tree.slots.len() * 2);
    let lower = Lower {
        tree,
        view,
        b,
        self_check: growth.self_check,
        is_pure: false,
        vars: vec![None; tree.objects.len()],
        functions: vec![None; tree.functions.len()],
        hashed: Vec::new(),
        seen: None,
        mix: None,
        sum: None,
        wrong: None,
        bits: None,
        tables: 0,
        first_functions: Vec::new(),
        labels: 0,
    };
    lower.program()
}

impl Lower<'_> {
    fn program(mut self) -> Draft {
        self.b.p.inits.reserve(self.tree.cells.len());
        for &object in &self.tree.file_objects {
            if self.view.has_object(object) {
                self.declare_file_object(object);
            }
        }
        for function in 0..self.tree.functions.len() as u32 {
            if self.view.has_function(function) {
                self.declare_function(function);
            }
        }
        for function in 0..self.tree.functions.len() as u32 {
            if let Some(func) = self.functions[function as usize] {
                self.define_function(function, func);
            }
        }
        self.finish()
    }

    fn finish(mut self) -> Draft {
        let present = |function: &Option<FuncId>| *function;
        let grown: Vec<FuncId> = self.functions.iter().filter_map(present).collect();
        let items = &mut self.b.p.units[0].items;
        items.extend(self.first_functions.iter().map(|&func| Item::Define(func)));
        items.extend(grown.iter().map(|&func| Item::Declare(func)));
        if let Some(wrong) = self.wrong {
            self.b.p.units[0].items.push(Item::Declare(wrong));
        }
        self.b.p.units[0].items.extend(grown.iter().map(|&func| Item::Define(func)));
        let tests: Vec<FuncId> = (0..self.tree.functions.len())
            .filter(|&function| self.tree.functions[function].is_test)
            .filter_map(|function| self.functions[function])
            .collect();
        let wrong = self.wrong;
        if wrong.is_some() {
            let printf = driver::library(&mut self.b.p, "printf");
            self.b.p.units[0].items.push(Item::Declare(printf));
        }
        if let Some(wrong) = wrong {
            self.b.p.units[0].items.push(Item::Define(wrong));
        }
        let mut driver = driver::build(&mut self.b.p, &tests, &self.hashed);
        driver.functions.extend(wrong);
        let lowering = Lowering::default();
        Draft {
            program: self.b.p,
            driver,
            lowering,
            extents: Default::default(),
            profile: false,
            observe: false,
            watches: Vec::new(),
            excluded: &[],
        }
    }

    pub fn object_name(&self, object: u32) -> String {
        let Object { home, is_counter, target, length, .. } = self.tree.objects[object as usize];
        let prefix = match home {
            _ if target.is_some() => "p",
            _ if length.is_some() => "v",
            _ if is_counter => "k",
            Home::Extern => "g",
            Home::Static | Home::StaticLocal => "s",
            Home::Auto => "x",
            Home::Param => "a",
        };
        format!("{prefix}{object}")
    }

    fn object_type(&mut self, object: u32) -> Type {
        let Object { ty, volatile, .. } = self.tree.objects[object as usize];
        if volatile { self.b.p.types.qualify(ty, Quals::VOLATILE) } else { ty }
    }

    /// A variable of file scope with its item.
    pub fn file_variable(&mut self, name: &str, ty: Type, storage: Storage, init: Option<InitId>) -> VarId {
        let name = self.b.p.names.intern(name);
        let var = self.b.p.add_var(Var { init, ..Var::new(name, ty, storage, 0, Loc::NONE) });
        self.b.p.units[0].items.push(Item::Var(var));
        var
    }

    fn declare_file_object(&mut self, object: u32) {
        let ty = self.object_type(object);
        let name = self.object_name(object);
        let Object { home, observed, target, .. } = self.tree.objects[object as usize];
        let storage = if home == Home::Static { Storage::Static } else { Storage::Extern };
        let init = Some(self.constant_init(object));
        let var = self.file_variable(&name, ty, storage, init);
        self.vars[object as usize] = Some(var);
        let is_observed = observed.is_some_and(|change| self.view.has(change));
        if home == Home::Extern && target.is_none() && is_observed {
            self.hashed.push(var);
        }
    }

    /// The first values of what is static.
    fn constant_init(&mut self, object: u32) -> InitId {
        let Object { ty, first, target, .. } = self.tree.objects[object as usize];
        if let Some(cell) = target {
            return self.address_init(cell, ty);
        }
        let mut cell = first;
        self.init_of(ty, &mut |lower, ty| {
            let Cell { kind, read_ty, .. } = lower.tree.cells[cell as usize];
            let value = lower.tree.cells[cell as usize].init.at(0);
            cell += 1;
            let value = value::convert(kind, lower.tree.kind(read_ty), value).unwrap_or(value);
            let value = lower.literal(read_ty, value);
            build::convert(&mut lower.b.p, value, ty)
        })
    }

    fn address_init(&mut self, cell: u32, ty: Type) -> InitId {
        let place = self.bare(cell);
        let address = self.b.addr_of(place);
        let address = build::convert(&mut self.b.p, address, ty);
        self.b.p.add_init(Init::Expr(address))
    }

    /// An initialiser with one expression for each cell of a type, in order.
    fn init_of(&mut self, ty: Type, next: &mut dyn FnMut(&mut Self, Type) -> ExprId) -> InitId {
        let parts: Vec<Type> = match *self.b.p.types.kind(ty) {
            TypeKind::Array { elem, len: ArrayLen::Fixed(len) } => vec![elem; len as usize],
            TypeKind::Record(id) => {
                let record = self.b.p.types.record_of(id);
                let count = if record.is_union { 1 } else { record.fields.len() };
                record.fields.iter().take(count).map(|field| field.ty).collect()
            }
            _ => {
                let value = next(self, ty);
                return self.b.p.add_init(Init::Expr(value));
            }
        };
        let item = |(at, value): (usize, InitId)| InitItem { first: at as u64, last: at as u64, value };
        let values: Vec<InitId> = parts.into_iter().map(|part| self.init_of(part, next)).collect();
        let items = values.into_iter().enumerate().map(item).collect();
        self.b.p.add_init(Init::List(items))
    }

    pub fn function(&mut self, name: &str, ret: Type, params: &[Type], is_static: bool) -> FuncId {
        driver::function(&mut self.b.p, name, ret, params, is_static)
    }

    pub fn parameter(&mut self, func: FuncId, name: &str, ty: Type) -> VarId {
        let name = self.b.p.names.intern(name);
        let var = Var { function: Some(func), ..Var::new(name, ty, Storage::Param, 0, Loc::NONE) };
        let var = self.b.p.add_var(var);
        self.b.p[func].params.push(var);
        var
    }

    /// Parameters that are there.
    fn parameters(&self, function: u32) -> Vec<u32> {
        let params = self.tree.functions[function as usize].params.iter().copied();
        params.filter(|&param| self.view.has_object(param)).collect()
    }

    fn declare_function(&mut self, function: u32) {
        let GrownFunction { ret, is_test, is_static, .. } = self.tree.functions[function as usize];
        let params = self.parameters(function);
        let types: Vec<Type> = params.iter().map(|&param| self.parameter_type(param)).collect();
        let ret = ret.map_or(Type::VOID, |(ty, _)| ty);
        let name = if is_test { format!("test{function}") } else { format!("f{function}") };
        let shape = FunctionType { ret, params: types.clone().into(), variadic: false, prototyped: true };
        let ty = self.b.p.types.function(shape);
        let name = self.b.p.names.intern(&name);
        let func =
            self.b.p.add_function(Function { is_static, is_plain: true, ..Function::new(name, ty, 0, Loc::NONE) });
        for (&param, ty) in params.iter().zip(types) {
            let name = self.object_name(param);
            self.vars[param as usize] = Some(self.parameter(func, &name, ty));
        }
        self.functions[function as usize] = Some(func);
    }

    /// An array is passed by the address of its first element.
    fn parameter_type(&mut self, param: u32) -> Type {
        let ty = self.object_type(param);
        match self.b.p.types.element(ty) {
            Some(elem) => self.b.p.types.pointer(elem),
            None => ty,
        }
    }

    fn define_function(&mut self, function: u32, func: FuncId) {
        let GrownFunction { body, ret, ref params, pure_, .. } = self.tree.functions[function as usize];
        self.b.function = Some(func);
        self.is_pure = pure_;
        let mut out = Vec::new();
        self.observe(params, None, &mut out);
        self.statements(body, &mut out);
        if self.tree.tests.last() == Some(&body) {
            let end = self.tree.blocks[body as usize].places.last().copied();
            self.observe(&self.tree.file_objects, end, &mut out);
        }
        if let Some((ty, slot)) = ret {
            let value = self.expr_or_zero(slot);
            let value = build::convert_to(&mut self.b.p, value, ty).expect("results are scalars");
            out.push(self.b.stmt(StmtKind::Return(Some(value))));
        }
        let block = self.b.block(&out);
        self.b.p[func].body = Some(block);
        self.b.function = None;
    }

    fn block(&mut self, block: u32) -> StmtId {
        let mut out = Vec::new();
        self.statements(block, &mut out);
        self.b.block(&out)
    }

    /// Declarations, statements, observations.
    fn statements(&mut self, block: u32, out: &mut Vec<StmtId>) {
        let grown = &self.tree.blocks[block as usize];
        for &object in &grown.objects {
            if self.tree.objects[object as usize].home != Home::Param && self.view.has_object(object) {
                self.declare_local(object, out);
            }
        }
        for &stmt in &grown.stmts {
            if self.view.has_stmt(stmt) {
                self.stmt(stmt, out);
            }
        }
        let is_local = |&&object: &&u32| self.tree.objects[object as usize].home != Home::Param;
        let locals: Vec<u32> = grown.objects.iter().filter(is_local).copied().collect();
        let end = grown.places.last().copied();
        self.observe(&locals, end, out);
    }

    fn declare_local(&mut self, object: u32, out: &mut Vec<StmtId>) {
        let mut ty = self.object_type(object);
        let Object { home, length, target, inits, .. } = self.tree.objects[object as usize];
        let init = match (home, inits) {
            _ if length.is_some() => None,
            (Home::Auto, Some(inits)) => Some(self.local_init(object, inits)),
            _ if target.is_some() => Some(self.address_init(target.expect("it has one"), ty)),
            _ => Some(self.constant_init(object)),
        };
        if let Some(length) = length {
            let elem = self.b.p.types.element(ty).expect("it is an array");
            let length = self.expr_or_zero(length);
            // What is a constant expression after all is no variable length.
            let fixed = lang::fold::integer_constant(&self.b.p, length);
            let length = fixed.map_or(ArrayLen::Variable(length), |fixed| ArrayLen::Fixed(fixed as u64));
            ty = self.b.p.types.array(elem, length);
        }
        let name = self.object_name(object);
        let name = self.b.p.names.intern(&name);
        let storage = if home == Home::StaticLocal { Storage::StaticLocal } else { Storage::Auto };
        let function = self.b.function;
        let var = self.b.p.add_var(Var { init, function, ..Var::new(name, ty, storage, 0, Loc::NONE) });
        self.vars[object as usize] = Some(var);
        out.push(self.b.stmt(StmtKind::Decl(var)));
        if let (Some(_), Some(inits)) = (length, inits) {
            self.assign_elements(object, inits, out);
        }
    }

    fn local_init(&mut self, object: u32, inits: u32) -> InitId {
        let Object { ty, first, .. } = self.tree.objects[object as usize];
        let is_scalar = self.b.p.types.is_arithmetic(ty);
        let mut at = 0;
        self.init_of(ty, &mut |lower, ty| {
            let (slot, cell) = (inits + at, first + at);
            at += 1;
            let Slot { ty: slot_ty, ref vals, .. } = lower.tree.slots[slot as usize];
            let value = match lower.tree.cells[cell as usize].bit_width {
                // C++ allows no narrowing in braces, and only a constant is known to fit.
                Some(_) => lower.literal(slot_ty, vals.at(0)),
                None => lower.expr_or_zero(slot),
            };
            let is_constant = matches!(lower.b.p[value].kind, ExprKind::Int(_) | ExprKind::Float(_));
            let is_exact = is_scalar || is_constant || lower.tree.cells[cell as usize].bit_width.is_some();
            let value = if is_exact { value } else { lower.b.cast(ty, value) };
            build::convert_to(&mut lower.b.p, value, ty).expect("first values are scalars")
        })
    }

    /// An array of variable length has no initialiser (C17 6.7.9p3).
    fn assign_elements(&mut self, object: u32, inits: u32, out: &mut Vec<StmtId>) {
        let Object { first, count, .. } = self.tree.objects[object as usize];
        for at in 0..count {
            let value = self.expr_or_zero(inits + at);
            let target = self.bare(first + at);
            out.push(self.b.set(target, value));
        }
    }

    /// An object that is declared.
    pub fn object(&mut self, object: u32) -> ExprId {
        let var = self.vars[object as usize].expect("what is mentioned is declared");
        self.b.var(var)
    }

    fn stmt(&mut self, stmt: u32, out: &mut Vec<StmtId>) {
        match &self.tree.stmts[stmt as usize].kind {
            &GrownStmt::Assign { access, subscript, op, value } => {
                let value = self.expr_or_zero(value);
                let target = match subscript {
                    Some(subscript) => {
                        let subscript = self.expr_or_zero(subscript);
                        let array = self.object(self.tree.cells[access.cell as usize].object);
                        self.b.index(array, subscript)
                    }
                    None => self.access(access),
                };
                out.push(match op {
                    Some(op) if is_extreme(op) => {
                        let parts = [target, value, target].map(|part| self.b.copy(part));
                        let test = self.b.binary(op, value, parts[0]);
                        let kept = self.b.cond(test, parts[1], parts[2]);
                        self.b.set(target, kept)
                    }
                    Some(op) => self.b.update(op, target, value),
                    None => self.b.set(target, value),
                });
            }
            &GrownStmt::Copy { to, from } => {
                let (to, from) = (self.object(to), self.object(from));
                out.push(self.b.set(to, from));
            }
            &GrownStmt::If { cond, then, otherwise, goto, .. } => self.branch(cond, then, otherwise, goto, out),
            GrownStmt::Loop(looped) => self.repeat(looped, out),
            GrownStmt::Switch { value, labels, blocks, .. } => {
                let value = self.expr_or_zero(*value);
                self.switch(value, labels, blocks, out);
            }
            &GrownStmt::Call { function, args, result } => self.call_stmt(function, args, result, out),
        }
    }

    fn branch(&mut self, cond: u32, then: u32, otherwise: Option<u32>, goto: bool, out: &mut Vec<StmtId>) {
        let cond = self.expr_or_zero(cond);
        let then = self.block(then);
        if !goto {
            let otherwise = otherwise.map(|otherwise| self.block(otherwise));
            out.push(self.b.stmt(StmtKind::If(cond, then, otherwise)));
            return;
        }
        let label = self.label();
        let cond = self.b.unary(UnaryOp::Not, cond);
        let jump = self.b.stmt(StmtKind::Goto(label));
        out.push(self.b.stmt(StmtKind::If(cond, jump, None)));
        out.push(then);
        out.push(self.b.stmt(StmtKind::Label(label)));
        out.push(self.b.stmt(StmtKind::Empty));
    }

    fn label(&mut self) -> LabelId {
        self.labels += 1;
        let name = self.b.p.names.intern(&format!("L{}", self.labels));
        let function = self.b.function.expect("statements are in functions");
        self.b.p.add_label(Label { name, function, local: false, defined: true, loc: Loc::NONE })
    }

    fn switch(&mut self, value: ExprId, labels: &[u64], blocks: &[u32], out: &mut Vec<StmtId>) {
        let value = build::promote(&mut self.b.p, value);
        let mut body = Vec::new();
        for (at, &block) in blocks.iter().enumerate() {
            body.push(match labels.get(at) {
                Some(&label) => self.b.stmt(StmtKind::Case { lo: label, hi: label }),
                None => self.b.stmt(StmtKind::Default),
            });
            body.push(self.block(block));
            body.push(self.b.stmt(StmtKind::Break));
        }
        let body = self.b.block(&body);
        out.push(self.b.stmt(StmtKind::Switch(value, body)));
    }

    fn call_stmt(&mut self, function: u32, args: u32, result: Option<u32>, out: &mut Vec<StmtId>) {
        let call = self.call(function, args);
        let result = result.filter(|&cell| self.view.has_object(self.tree.cells[cell as usize].object));
        match result {
            Some(cell) => {
                let target = self.bare(cell);
                out.push(self.b.set(target, call));
            }
            None => out.push(self.b.expr_stmt(call)),
        }
    }

    fn call(&mut self, function: u32, first: u32) -> ExprId {
        let mut slot = first;
        let mut args = Vec::new();
        for param in self.parameters(function) {
            args.push(match self.tree.objects[param as usize].argument {
                Some(object) => self.object(object),
                None => {
                    slot += 1;
                    self.expr_or_zero(slot - 1)
                }
            });
        }
        let func = self.functions[function as usize].expect("what is called is declared");
        self.b.call(func, args)
    }

    fn repeat(&mut self, looped: &Loop, out: &mut Vec<StmtId>) {
        let &Loop { form, counter, start, cond, step, body, .. } = looped;
        let start = self.expr_or_zero(start);
        let target = self.bare(counter);
        let start = self.b.assign(target, start);
        let start = self.b.stmt(StmtKind::Expr(start));
        let cond = self.expr_or_zero(cond);
        let step = self.expr_or_zero(step);
        let target = self.bare(counter);
        let step = self.b.assign_op(BinaryOp::Add, target, step);
        let body = self.block(body);
        if form == LoopForm::For {
            let kind = StmtKind::For { init: Some(start), cond: Some(cond), step: Some(step), body };
            out.push(self.b.stmt(kind));
            return;
        }
        out.push(start);
        let step = self.b.stmt(StmtKind::Expr(step));
        match form {
            LoopForm::DoWhile => {
                let body = self.b.block(&[body, step]);
                out.push(self.b.stmt(StmtKind::DoWhile(body, cond)));
            }
            LoopForm::Goto => {
                let label = self.label();
                let jump = self.b.stmt(StmtKind::Goto(label));
                out.push(self.b.stmt(StmtKind::Label(label)));
                out.push(body);
                out.push(step);
                out.push(self.b.stmt(StmtKind::If(cond, jump, None)));
            }
            LoopForm::Break => {
                let cond = self.b.unary(UnaryOp::Not, cond);
                let leave = self.b.stmt(StmtKind::Break);
                let leave = self.b.stmt(StmtKind::If(cond, leave, None));
                let body = self.b.block(&[leave, body, step]);
                let one = self.b.int(1, Type::INT);
                out.push(self.b.stmt(StmtKind::While(one, body)));
            }
            LoopForm::While | LoopForm::For => {
                let body = self.b.block(&[body, step]);
                out.push(self.b.stmt(StmtKind::While(cond, body)));
            }
        }
    }

    /// An expression of a statement that is there, and so can be written.
    fn expr_or_zero(&mut self, slot: u32) -> ExprId {
        let ty = self.tree.slots[slot as usize].ty;
        self.expr(slot).unwrap_or_else(|| self.literal(ty, 0))
    }

    /// An expression: what has grown as far as it is there, else the constant it grew from.
    fn expr(&mut self, slot: u32) -> Option<ExprId> {
        let Slot { ty, ref vals, ref kind, by, inner, .. } = self.tree.slots[slot as usize];
        if self.view.has(by)
            && let Some(expr) = self.grown(slot, kind)
        {
            return Some(expr);
        }
        if let Some(inner) = inner
            && let Some(expr) = self.expr(inner)
        {
            return Some(expr);
        }
        vals.same().map(|value| self.literal(ty, value))
    }

    fn grown(&mut self, slot: u32, kind: &SlotKind) -> Option<ExprId> {
        match *kind {
            SlotKind::Constant => None,
            SlotKind::Read(access) => self.view.can_read(access.cell, slot).then(|| self.access(access)),
            SlotKind::Element(object, subscript) => {
                if !self.view.has_elements(object, slot) {
                    return None;
                }
                let subscript = self.expr(subscript)?;
                let array = self.object(object);
                Some(self.b.index(array, subscript))
            }
            SlotKind::Unary(op, first) => {
                let operand = self.expr(first)?;
                Some(self.b.unary(op, operand))
            }
            SlotKind::Cast(ty, first) => {
                let operand = self.expr(first)?;
                Some(self.b.cast(ty, operand))
            }
            SlotKind::Binary(op, first) => {
                let (a, b) = (self.expr(first)?, self.expr(first + 1)?);
                Some(self.b.binary(op, a, b))
            }
            SlotKind::And(first) => {
                let (a, b) = (self.expr(first)?, self.expr(first + 1)?);
                Some(self.b.and(a, b))
            }
            SlotKind::Or(first) => {
                let (a, b) = (self.expr(first)?, self.expr(first + 1)?);
                Some(self.b.or(a, b))
            }
            SlotKind::Cond(first) => {
                let (c, a, b) = (self.expr(first)?, self.expr(first + 1)?, self.expr(first + 2)?);
                Some(self.b.cond(c, a, b))
            }
            SlotKind::Call(function, first) => {
                self.functions[function as usize]?;
                Some(self.call(function, first))
            }
        }
    }

    /// A cell, through a pointer if there is one.
    fn access(&mut self, access: Access) -> ExprId {
        if let Some((pointer, change)) = access.through
            && self.view.has(change)
            && self.view.has_object(pointer)
        {
            let pointer = self.object(pointer);
            return self.b.deref(pointer);
        }
        let Cell { object, path, .. } = &self.tree.cells[access.cell as usize];
        let mut place = self.object(*object);
        let mut slot = access.subscripts;
        for &step in path {
            place = match step {
                Step::Field(field) => self.b.member(place, field),
                Step::Element(_) => {
                    let subscript = self.expr_or_zero(slot);
                    slot += 1;
                    self.b.index(place, subscript)
                }
            };
        }
        place
    }

    /// A constant of a promoted type.
    pub fn literal(&mut self, ty: Type, value: u64) -> ExprId {
        if let Kind::Int(_) = self.tree.kind(ty) {
            return self.b.int(value as i64, ty);
        }
        let value = f64::from_bits(value);
        let own = if ty == Type::FLOAT { Type::FLOAT } else { Type::DOUBLE };
        let mut literal = self.b.p.add_expr(ExprKind::Float(value.abs()), own, Loc::NONE);
        if ty == Type::LDOUBLE {
            literal = self.b.cast(ty, literal);
        }
        if value.is_sign_negative() { self.b.unary(UnaryOp::Neg, literal) } else { literal }
    }
}
