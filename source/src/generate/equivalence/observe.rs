//! Making every variable count: a hash of its value, or a comparison with the value it must have.

use super::lower::Lower;
use super::tree::{Cell, Home, Object, Step};
use super::value::{Kind, Vals};
use crate::driver;
use lang::*;

/// Odd, so that no value is lost; its bits are those of the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Cells of an object that are hashed, at most, if they are never assigned to: initial values are rarely wrong.
const IDLE: usize = 4;

impl Lower<'_> {
    /// Appends what observes these objects, whose values are those at a place.
    pub fn observe(&mut self, objects: &[u32], place: Option<u32>, out: &mut Vec<StmtId>) {
        for &object in objects {
            let Object { first, count, observed, home, .. } = self.tree.objects[object as usize];
            let is_kept = observed.is_some_and(|change| self.view.has(change));
            if !self.view.has_object(object) || !is_kept || home == Home::Extern && !self.self_check {
                continue;
            }
            let mut idle = 0;
            for cell in first..first + count {
                let vals = match place {
                    Some(place) => self.view.values(cell, place),
                    None => self.tree.cells[cell as usize].init.clone(),
                };
                if self.self_check {
                    let n = place.map_or(1, |place| self.tree.places[place as usize].n);
                    // Expressions call a pure function in any order, so what differs between its calls has no next value.
                    if n > 0 && (vals.same().is_some() || !self.is_pure) {
                        self.compare(cell, &vals, out);
                    }
                } else {
                    idle += usize::from(self.tree.cells[cell as usize].writers.is_empty());
                    if idle <= IDLE {
                        self.hash(cell, out);
                    }
                }
            }
        }
    }

    /// `mix(cell);`
    fn hash(&mut self, cell: u32, out: &mut Vec<StmtId>) {
        let Cell { kind, .. } = self.tree.cells[cell as usize];
        let mut value = self.bare(cell);
        if !kind.is_int() {
            let bits = self.bits();
            value = self.b.call(bits, vec![value]);
        }
        let hash = if self.is_pure { self.sum() } else { self.mix() };
        let call = self.b.call(hash, vec![value]);
        out.push(self.b.expr_stmt(call));
    }

    /// `static unsigned long long bits(double value)`
    fn bits(&mut self) -> FuncId {
        if let Some(bits) = self.bits {
            return bits;
        }
        let bits = driver::bits(&mut self.b.p);
        self.first_functions.push(bits);
        self.bits = Some(bits);
        bits
    }

    /// `if (cell != expected) wrong("cell");`
    fn compare(&mut self, cell: u32, vals: &Vals, out: &mut Vec<StmtId>) {
        let Cell { kind, read_ty, ty, .. } = self.tree.cells[cell as usize];
        let value = self.bare(cell);
        let expected = match vals {
            Vals::Same(value) => self.literal(read_ty, self.promoted(kind, read_ty, *value)),
            Vals::Each(values) => self.next_expected(cell, ty, read_ty, &values.clone()),
        };
        let differs = self.b.binary(BinaryOp::Ne, value, expected);
        let name = self.cell_name(cell);
        let wrong = self.wrong();
        let bytes = name.into_bytes();
        let text = self.b.p.add_string(StringLiteral { bytes, unit: 1, prefix: StringPrefix::None });
        let text = build::str(&mut self.b.p, text, Loc::NONE);
        let call = self.b.call(wrong, vec![text]);
        let call = self.b.stmt(StmtKind::Expr(call));
        out.push(self.b.stmt(StmtKind::If(differs, call, None)));
    }

    /// `expected[times++]`: the values of all executions, in order.
    fn next_expected(&mut self, cell: u32, ty: Type, read_ty: Type, values: &[u64]) -> ExprId {
        let kind = self.tree.cells[cell as usize].kind;
        self.tables += 1;
        let (table, times) = (format!("expected{}", self.tables), format!("times{}", self.tables));
        let array = self.b.p.types.array(ty, types::ArrayLen::Fixed(values.len() as u64));
        let mut items = Vec::new();
        for (at, &value) in values.iter().enumerate() {
            let value = self.literal(read_ty, self.promoted(kind, read_ty, value));
            let value = build::convert(&mut self.b.p, value, ty);
            let value = self.b.p.add_init(Init::Expr(value));
            items.push(InitItem { first: at as u64, last: at as u64, value });
        }
        let init = self.b.p.add_init(Init::List(items));
        let table = self.file_variable(&table, array, Storage::Static, Some(init));
        let times = self.file_variable(&times, Type::INT, Storage::Static, None);
        let times = self.b.var(times);
        let next = self.b.step(StepOp::PostInc, times);
        let table = self.b.var(table);
        self.b.index(table, next)
    }

    /// `static void mix(unsigned long long value)`, which updates what the driver hashes.
    fn mix(&mut self) -> FuncId {
        if let Some(mix) = self.mix {
            return mix;
        }
        let seen = self.seen();
        let mix = self.function("mix", Type::VOID, &[Type::ULLONG], true);
        let value = self.parameter(mix, "value", Type::ULLONG);
        let (plain, shifted, value) = (self.b.var(seen), self.b.var(seen), self.b.var(value));
        let shift = self.b.int(32, Type::INT);
        let shifted = self.b.binary(BinaryOp::Shr, shifted, shift);
        let folded = self.b.binary(BinaryOp::Xor, plain, shifted);
        let folded = self.b.binary(BinaryOp::Xor, folded, value);
        let factor = self.b.int(FACTOR as i64, Type::ULLONG);
        let mixed = self.b.binary(BinaryOp::Mul, folded, factor);
        let seen = self.b.var(seen);
        let set = self.b.set(seen, mixed);
        self.mix = Some(self.finish_hash(mix, set));
        mix
    }

    /// `static void sum(unsigned long long value)`, for functions that expressions call in any order.
    fn sum(&mut self) -> FuncId {
        if let Some(sum) = self.sum {
            return sum;
        }
        let seen = self.seen();
        let sum = self.function("sum_up", Type::VOID, &[Type::ULLONG], true);
        let value = self.parameter(sum, "value", Type::ULLONG);
        let (seen, value) = (self.b.var(seen), self.b.var(value));
        let factor = self.b.int(FACTOR as i64, Type::ULLONG);
        let product = self.b.binary(BinaryOp::Mul, value, factor);
        let add = self.b.update(BinaryOp::Add, seen, product);
        self.sum = Some(self.finish_hash(sum, add));
        sum
    }

    fn finish_hash(&mut self, func: FuncId, only: StmtId) -> FuncId {
        let body = self.b.block(&[only]);
        self.b.p[func].body = Some(body);
        self.first_functions.push(func);
        func
    }

    /// The hash of all that tests have seen, which the driver hashes in turn.
    fn seen(&mut self) -> VarId {
        if let Some(seen) = self.seen {
            return seen;
        }
        let seen = self.file_variable("seen", Type::ULLONG, Storage::Extern, None);
        self.hashed.push(seen);
        self.seen = Some(seen);
        seen
    }

    /// `void wrong(const char *name)`, a part of the driver: prints the first name it gets.
    fn wrong(&mut self) -> FuncId {
        if let Some(wrong) = self.wrong {
            return wrong;
        }
        let text = self.b.p.types.pointer(Type::CHAR.with(Quals::CONST));
        let wrong = self.function("wrong", Type::VOID, &[text], false);
        let name = self.parameter(wrong, "name", text);
        let count = self.file_variable("wrongs", Type::INT, Storage::Extern, None);
        let is_first = self.b.var(count);
        let is_first = self.b.step(StepOp::PostInc, is_first);
        let is_first = self.b.unary(UnaryOp::Not, is_first);
        let printf = driver::library(&mut self.b.p, "printf");
        let bytes = b"wrong: %s\n".to_vec();
        let format = self.b.p.add_string(StringLiteral { bytes, unit: 1, prefix: StringPrefix::None });
        let format = build::str(&mut self.b.p, format, Loc::NONE);
        let name = self.b.var(name);
        let print = self.b.call(printf, vec![format, name]);
        let print = self.b.stmt(StmtKind::Expr(print));
        let only = self.b.stmt(StmtKind::If(is_first, print, None));
        let body = self.b.block(&[only]);
        self.b.p[wrong].body = Some(body);
        self.wrong = Some(wrong);
        wrong
    }

    /// A value of a cell in the type that it has in expressions.
    fn promoted(&self, kind: Kind, read_ty: Type, value: u64) -> u64 {
        super::value::convert(kind, self.tree.kind(read_ty), value).unwrap_or(value)
    }

    /// The cell without anything that has grown in its subscripts.
    pub fn bare(&mut self, cell: u32) -> ExprId {
        let Cell { object, path, .. } = &self.tree.cells[cell as usize];
        let mut place = self.object(*object);
        for &step in path {
            place = match step {
                Step::Field(field) => self.b.member(place, field),
                Step::Element(at) => {
                    let at = self.b.int(i64::from(at), Type::INT);
                    self.b.index(place, at)
                }
            };
        }
        place
    }

    /// As a person would write it.
    fn cell_name(&self, cell: u32) -> String {
        let Cell { object, path, .. } = &self.tree.cells[cell as usize];
        let mut name = self.object_name(*object);
        for step in path {
            match step {
                Step::Field(field) => name.push_str(&format!(".m{field}")),
                Step::Element(at) => name.push_str(&format!("[{at}]")),
            }
        }
        name
    }
}
