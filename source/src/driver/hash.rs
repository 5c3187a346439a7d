//! The statements that hash a variable: one per scalar, loops around those of arrays.

use super::LOC;
use super::helper::{self, binary, call};
use lang::types::ArrayLen;
use lang::*;

/// One step from a variable to a scalar in it.
#[derive(Copy, Clone)]
enum Step {
    Field(u32),
    /// A subscript by the loop variable.
    Element(VarId),
}

pub struct Hasher<'p> {
    p: &'p mut Program,
    main: FuncId,
    sum: VarId,
    mix: Option<FuncId>,
    bits: Option<FuncId>,
    /// Names of loop variables, by the depth of their loop.
    indices: Vec<Symbol>,
    path: Vec<Step>,
    depth: usize,
}

impl<'p> Hasher<'p> {
    pub fn new(p: &'p mut Program, main: FuncId, sum: VarId) -> Hasher<'p> {
        Hasher { p, main, sum, mix: None, bits: None, indices: Vec::new(), path: Vec::new(), depth: 0 }
    }

    /// The functions that the statements call.
    pub fn helpers(self) -> Vec<FuncId> {
        [self.mix, self.bits].into_iter().flatten().collect()
    }

    /// Appends what hashes the variable.
    pub fn variable(&mut self, var: VarId, out: &mut Vec<StmtId>) {
        debug_assert!(self.p[var].storage == Storage::Extern, "the driver is a unit of its own");
        self.object(var, self.p[var].ty, out);
    }

    fn object(&mut self, var: VarId, ty: Type, out: &mut Vec<StmtId>) {
        match *self.p.types.kind(ty) {
            TypeKind::Array { elem, len: ArrayLen::Fixed(len) } => self.elements(var, elem, len, out),
            TypeKind::Vector { elem, lanes } => self.elements(var, elem, lanes as u64, out),
            TypeKind::Record(id) => self.fields(var, id, out),
            TypeKind::Float | TypeKind::Double | TypeKind::LDouble | TypeKind::Float128 => {
                let value = self.place(var);
                let bits = *self.bits.get_or_insert_with(|| helper::bits(self.p));
                let value = call(self.p, bits, vec![value]);
                out.push(self.add(value));
            }
            TypeKind::Int128 | TypeKind::UInt128 => self.halves(var, out),
            _ if self.p.types.is_integer(ty) => {
                let value = self.place(var);
                out.push(self.add(value));
            }
            _ => {}
        }
    }

    fn fields(&mut self, var: VarId, id: RecordId, out: &mut Vec<StmtId>) {
        let record = &self.p.types.records[id.0 as usize];
        let count = if record.is_union { record.fields.len().min(1) } else { record.fields.len() };
        for index in 0..count {
            let field = &self.p.types.records[id.0 as usize].fields[index];
            if field.name.is_none() && field.bit_width.is_some() {
                continue;
            }
            let ty = field.ty;
            self.path.push(Step::Field(index as u32));
            self.object(var, ty, out);
            self.path.pop();
        }
    }

    fn elements(&mut self, var: VarId, elem: Type, len: u64, out: &mut Vec<StmtId>) {
        if self.indices.len() == self.depth {
            let wanted = ["i", "j", "k", "l", "m", "n"].get(self.depth).copied().unwrap_or("i");
            self.indices.push(helper::fresh(self.p, wanted));
        }
        let index = helper::named_local(self.p, self.indices[self.depth], Type::INT, self.main);
        self.path.push(Step::Element(index));
        self.depth += 1;
        let mut body = Vec::new();
        self.object(var, elem, &mut body);
        self.depth -= 1;
        self.path.pop();
        match body[..] {
            [] => {}
            [only] => out.push(self.repeat(index, len, only)),
            _ => {
                let body = helper::block(self.p, &body);
                out.push(self.repeat(index, len, body));
            }
        }
    }

    /// `for (int i = 0; i < len; i++) body`
    fn repeat(&mut self, index: VarId, len: u64, body: StmtId) -> StmtId {
        let p = &mut *self.p;
        let zero = p.add_expr(ExprKind::Int(0), Type::INT, LOC);
        p[index].init = Some(p.add_init(Init::Expr(zero)));
        let init = Some(p.add_stmt(StmtKind::Decl(index), LOC));
        let (tested, stepped) = (build::var(p, index, LOC), build::var(p, index, LOC));
        let len = p.add_expr(ExprKind::Int(len), Type::INT, LOC);
        let cond = Some(binary(p, BinaryOp::Lt, tested, len));
        let step = Some(build::step(p, StepOp::PostInc, stepped, LOC).expect("an `int` counts"));
        p.add_stmt(StmtKind::For { init, cond, step, body }, LOC)
    }

    /// The low and the high half of a 128-bit integer.
    fn halves(&mut self, var: VarId, out: &mut Vec<StmtId>) {
        for shift in [0, 64] {
            let value = self.place(var);
            let count = self.p.add_expr(ExprKind::Int(shift), Type::INT, LOC);
            let half = if shift == 0 { value } else { binary(self.p, BinaryOp::Shr, value, count) };
            let half = build::cast(self.p, Type::ULLONG, half, LOC).expect("integers are cast");
            out.push(self.add(half));
        }
    }

    /// The object that the path leads to; every mention of it is a tree of its own.
    fn place(&mut self, var: VarId) -> ExprId {
        let p = &mut *self.p;
        let mut place = build::var(p, var, LOC);
        for step in &self.path {
            place = match *step {
                Step::Field(field) => build::field_of(p, place, field, LOC),
                Step::Element(index) => {
                    let index = build::var(p, index, LOC);
                    build::index(p, place, index, LOC).expect("arrays and vectors are subscripted")
                }
            };
        }
        place
    }

    /// `sum = mix(sum, value);`, written out where it is executed often.
    fn add(&mut self, value: ExprId) -> StmtId {
        let mixed = if self.depth > 0 {
            helper::mixed(self.p, self.sum, value)
        } else {
            let mix = *self.mix.get_or_insert_with(|| helper::mix(self.p));
            let sum = build::var(self.p, self.sum, LOC);
            call(self.p, mix, vec![sum, value])
        };
        let sum = build::var(self.p, self.sum, LOC);
        let assign = build::assign(self.p, sum, mixed, LOC).expect("the sum is a variable");
        self.p.add_stmt(StmtKind::Expr(assign), LOC)
    }
}
