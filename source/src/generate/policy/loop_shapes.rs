//! The loop policies: loops over arrays in the shapes that vectorisers, unrollers, idiom recognisers and dependence
//! tests look for.

use super::Generator;
use super::loops::Course;
use super::stmt::non_empty;
use crate::kit::scope::{Datum, Induction, Role, Shape};
use lang::BinaryOp as B;
use lang::*;

/// A one-dimensional array of integers, perhaps a row of a larger one.
#[derive(Copy, Clone, Debug)]
struct Row {
    /// An lvalue of array type; copied for each use.
    array: ExprId,
    elem: Type,
    len: u64,
}

impl Generator<'_> {
    /// A loop over arrays in a shape that loop optimisations look for.
    pub fn loop_policy(&mut self, out: &mut Vec<StmtId>) {
        let allowed = (self.allowed_trips() * 3).min(32);
        if allowed < 4 || self.scope.readable(Shape::Array).is_empty() {
            return self.loop_stmt(out);
        }
        let c = self.config;
        let weights = [
            c.loop_map,
            c.loop_reduction,
            c.loop_nest,
            c.loop_recurrence,
            c.loop_search,
            c.loop_histogram,
            c.loop_bits,
            c.loop_copy,
            c.loop_alias,
            c.loop_unswitch,
            c.loop_minmax,
        ];
        let shape = self.rng.weighted(&weights);
        let done = match shape {
            0 => self.kernel_loop(allowed, out),
            1 => self.reduction_loop(allowed, out),
            2 => self.nest(allowed, out),
            3 => self.recurrence_loop(allowed, out),
            4 => self.search_loop(allowed, out),
            5 => self.histogram_loop(allowed, out),
            6 => self.bits_loop(out),
            7 => self.copy_loop(allowed, out),
            8 => self.alias_loop(allowed, out),
            9 => self.unswitch_loop(allowed, out),
            _ => self.minmax_loop(allowed, out),
        };
        if done.is_none() {
            self.loop_stmt(out);
        }
    }

    fn row(&mut self, write: bool) -> Option<Row> {
        for _ in 0..4 {
            let data = if write { self.scope.writable(Shape::Array) } else { self.scope.readable(Shape::Array) };
            let datum = *self.rng.pick(non_empty(data)?);
            let mut array = self.var(datum.var);
            while let TypeKind::Array { elem, len: ArrayLen::Fixed(len) } = *self.p.types.kind(self.p[array].ty) {
                if self.p.types.is_integer(elem) {
                    // A short one is completely unrolled and hardly a loop.
                    if len < 8 && self.rng.percent(60) {
                        break;
                    }
                    return Some(Row { array, elem: elem.unqualified(), len });
                }
                let at = self.rng.below(len) as i64;
                let at = self.int(at, Type::INT);
                array = self.index(array, at);
            }
        }
        None
    }

    /// Rows to read from, of one element type where that can be had: what vectorises.
    fn rows(&mut self) -> Option<Vec<Row>> {
        let first = self.row(false)?;
        let mut rows = vec![first];
        for _ in 0..self.rng.below(3) {
            let found = (0..4).find_map(|_| self.row(false).filter(|row| row.elem == first.elem));
            rows.extend(found);
        }
        Some(rows)
    }

    /// The element that the innermost counter selects.
    fn element(&mut self, row: Row) -> ExprId {
        let array = self.copy(row.array);
        let subscript = match self.affine(row.len) {
            Some(subscript) => subscript,
            None => self.subscript(row.len),
        };
        self.index(array, subscript)
    }

    /// A course that a row of this length can be walked with.
    fn course_over(&mut self, len: u64, allowed: i64) -> Course {
        let most = (len as i64).min(allowed).max(1);
        let most = if self.rng.percent(20) { (most - self.rng.below(3) as i64).max(1) } else { most };
        self.course(most)
    }

    /// An expression over elements, invariants, counters and constants, made of what vectorises.
    fn lane_expr(&mut self, rows: &[Row], depth: u32) -> ExprId {
        if depth == 0 {
            return match self.rng.below(12) {
                0..7 => {
                    let row = *self.rng.pick(rows);
                    self.element(row)
                }
                7..9 => {
                    let elem = rows[0].elem;
                    self.constant_of(elem)
                }
                9 => match self.scope.inductions.last() {
                    Some(&induction) => self.var(induction.var),
                    None => self.constant(),
                },
                _ => self.duplicable(|g| g.read(Shape::Int, super::leaf::Want::Int)).unwrap_or_else(|| self.constant()),
            };
        }
        let a = self.lane_expr(rows, depth - 1);
        match self.rng.below(14) {
            0..5 => {
                let op = *self.rng.pick(&[B::Add, B::Sub, B::Mul, B::And, B::Or, B::Xor]);
                let b = self.lane_expr(rows, depth - 1);
                self.binary(op, a, b)
            }
            5 | 6 => {
                let op = *self.rng.pick(&[B::Shl, B::Shr]);
                let count = self.rng.below(self.kind(self.promoted(a)).bits as u64) as i64;
                let count = self.int(count, Type::INT);
                self.binary(op, a, count)
            }
            7 | 8 => {
                let c = self.comparison_of(a, rows, depth);
                let (x, y) = (self.lane_expr(rows, depth - 1), self.lane_expr(rows, depth - 1));
                self.cond(c, x, y)
            }
            9 => {
                let ty = self.int_type();
                self.cast(ty, a)
            }
            10 => self.unary(UnaryOp::Neg, a),
            11 => self.unary(UnaryOp::BitNot, a),
            12 => self.comparison_of(a, rows, depth),
            _ => {
                let constant = self.constant_like(a);
                let op = *self.rng.pick(&[B::Add, B::Mul, B::And, B::Xor]);
                self.binary(op, a, constant)
            }
        }
    }

    fn comparison_of(&mut self, a: ExprId, rows: &[Row], depth: u32) -> ExprId {
        let op = *self.rng.pick(&[B::Lt, B::Gt, B::Le, B::Ge, B::Eq, B::Ne]);
        let b = self.lane_expr(rows, depth - 1);
        self.binary(op, a, b)
    }

    /// One loop with several things to do: elementwise stores, reductions, extremes, tables.
    fn kernel_loop(&mut self, allowed: i64, out: &mut Vec<StmtId>) -> Option<()> {
        let target = self.row(true)?;
        let rows = self.rows()?;
        let len = if self.rng.percent(50) { target.len } else { rows[0].len };
        let course = self.course_over(len, allowed);
        let sums: Vec<VarId> = (0..self.rng.below(3)).map(|_| self.accumulator(out)).collect();
        let kernels = 1 + self.rng.below(self.config.loop_kernels.max(1) as u64);
        self.counted_loop(course, out, |g, stmts| {
            for _ in 0..kernels {
                let stmt = g.kernel(target, &rows, &sums);
                g.push(stmt, stmts);
            }
        });
        sums.into_iter().for_each(|sum| self.publish(sum, out));
        Some(())
    }

    /// A scalar that is read and written.
    fn plain_target(&mut self) -> Option<VarId> {
        let plain = |datum: &&Datum| {
            let is_enum = matches!(self.p.types.kind(datum.ty), TypeKind::Enum(_));
            datum.role != Role::Output && !datum.ty.is_volatile() && !is_enum
        };
        let targets: Vec<VarId> = self.scope.writable(Shape::Int).iter().filter(plain).map(|datum| datum.var).collect();
        Some(*self.rng.pick(non_empty(&targets)?))
    }

    fn kernel(&mut self, target: Row, rows: &[Row], sums: &[VarId]) -> StmtId {
        let depth = 1 + self.rng.below(2) as u32;
        let value = self.lane_expr(rows, depth);
        let global = if self.rng.percent(25) { self.plain_target() } else { None };
        let stmt = match (global, non_empty(sums)) {
            // A global in memory, which the loop may keep in a register only if nothing else touches it.
            (Some(var), _) => {
                let place = self.var(var);
                let op = *self.rng.pick(&[B::Add, B::Xor, B::Sub, B::Or]);
                self.update(op, place, value)
            }
            (None, Some(sums)) if self.rng.percent(45) => {
                let sum = *self.rng.pick(sums);
                let place = self.var(sum);
                let op = *self.rng.pick(&[B::Add, B::Add, B::Sub, B::Xor, B::Or, B::And, B::Mul]);
                self.update(op, place, value)
            }
            _ => {
                let place = self.element(target);
                if self.rng.percent(60) { self.set(place, value) } else { self.readable_update(place, value) }
            }
        };
        if !self.rng.percent(20) {
            return stmt;
        }
        let condition = self.lane_expr(rows, 1);
        self.stmt(StmtKind::If(condition, stmt, None))
    }

    /// A local accumulator, shown only after the loop so that nothing else in it reads the sum.
    fn accumulator(&mut self, out: &mut Vec<StmtId>) -> VarId {
        let ty = *self.rng.pick(&[
            Type::INT,
            Type::INT,
            Type::UINT,
            Type::LONG,
            Type::ULONG,
            Type::SHORT,
            Type::UCHAR,
            Type::LLONG,
        ]);
        let first = if self.rng.percent(60) { self.int(0, ty) } else { self.constant_of(ty) };
        let (var, stmt) = self.declare("r", ty, first);
        self.push(stmt, out);
        var
    }

    /// What a local computed goes somewhere that is hashed.
    fn publish(&mut self, var: VarId, out: &mut Vec<StmtId>) {
        self.volatile_used.clear();
        let value = self.var(var);
        if let Some(stmt) = self.store(value) {
            self.push(stmt, out);
        }
        self.show(var, Role::Local);
    }

    fn reduction_loop(&mut self, allowed: i64, out: &mut Vec<StmtId>) -> Option<()> {
        let rows = self.rows()?;
        let sum = self.accumulator(out);
        let course = self.course_over(rows[0].len, allowed);
        let op = *self.rng.pick(&[B::Add, B::Add, B::Add, B::Sub, B::Mul, B::Xor, B::Or, B::And]);
        self.counted_loop(course, out, |g, stmts| {
            let depth = g.rng.below(3) as u32;
            let value = g.lane_expr(&rows, depth);
            let target = g.var(sum);
            let stmt = g.update(op, target, value);
            let stmt = if g.rng.percent(25) {
                let condition = g.lane_expr(&rows, 1);
                g.stmt(StmtKind::If(condition, stmt, None))
            } else {
                stmt
            };
            g.push(stmt, stmts);
        });
        self.publish(sum, out);
        Some(())
    }

    /// Two loops around one statement, over a matrix if there is one: interchangeable, or not.
    fn nest(&mut self, allowed: i64, out: &mut Vec<StmtId>) -> Option<()> {
        let rows = self.rows()?;
        let matrix = self.matrix();
        let (outer_len, inner_len) = matrix.map_or((4, 4), |matrix| (matrix.1, matrix.2));
        let most = (allowed / 2).max(2);
        let outer = self.course_over(outer_len, most.min(8));
        let inner = self.course_over(inner_len, most.min(8));
        let sum = self.accumulator(out);
        self.counted_loop(outer, out, |g, stmts| {
            g.counted_loop(inner, stmts, |g, stmts| {
                let depth = 1 + g.rng.below(2) as u32;
                let mut value = g.lane_expr(&rows, depth);
                let place = match matrix {
                    Some(matrix) => g.matrix_element(matrix),
                    None => g.var(sum),
                };
                if matrix.is_some() && g.rng.percent(40) {
                    let total = g.var(sum);
                    value = g.binary(B::Xor, value, total);
                }
                let stmt = match matrix {
                    None => g.update(B::Add, place, value),
                    Some(_) if g.rng.percent(50) => g.set(place, value),
                    Some(_) => g.readable_update(place, value),
                };
                g.push(stmt, stmts);
            });
        });
        self.publish(sum, out);
        Some(())
    }

    /// `place += value`, or a plain assignment where the place is an output or an enum.
    fn readable_update(&mut self, place: ExprId, value: ExprId) -> StmtId {
        let mut base = place;
        let is_output = loop {
            match self.p[base].kind {
                ExprKind::Index(inner, _) | ExprKind::Convert(inner) | ExprKind::Member(inner, _) => base = inner,
                ExprKind::Var(var) => {
                    break self.scope.writable(Shape::Array).iter().any(|d| d.var == var && d.role == Role::Output);
                }
                _ => break true,
            }
        };
        let is_enum = matches!(self.p.types.kind(self.p[place].ty), TypeKind::Enum(_));
        if is_output || is_enum {
            return self.set(place, value);
        }
        let op = *self.rng.pick(&[B::Add, B::Sub, B::Xor, B::Or]);
        self.update(op, place, value)
    }

    fn matrix(&mut self) -> Option<(VarId, u64, u64)> {
        let shape = |types: &Types, ty: Type| match *types.kind(ty) {
            TypeKind::Array { elem, len: ArrayLen::Fixed(rows) } => match *types.kind(elem) {
                TypeKind::Array { elem, len: ArrayLen::Fixed(columns) } if types.is_integer(elem) => {
                    Some((rows, columns))
                }
                _ => None,
            },
            _ => None,
        };
        let matrices: Vec<(VarId, u64, u64)> = self
            .scope
            .writable(Shape::Array)
            .iter()
            .filter_map(|datum| shape(&self.p.types, datum.ty).map(|(rows, columns)| (datum.var, rows, columns)))
            .collect();
        Some(*self.rng.pick(non_empty(&matrices)?))
    }

    /// `m[i][j]`, or transposed where it fits.
    fn matrix_element(&mut self, (var, rows, columns): (VarId, u64, u64)) -> ExprId {
        let n = self.scope.inductions.len();
        let (i, j) = (self.scope.inductions[n - 2], self.scope.inductions[n - 1]);
        let fits = |induction: Induction, len: u64| induction.min >= 0 && induction.max < len as i64;
        let swap = self.rng.percent(30) && fits(j, rows) && fits(i, columns);
        let (first, second) = if swap { (j, i) } else { (i, j) };
        let matrix = self.var(var);
        let at = if fits(first, rows) { self.var(first.var) } else { self.subscript(rows) };
        let row = self.index(matrix, at);
        let at = if fits(second, columns) { self.var(second.var) } else { self.subscript(columns) };
        self.index(row, at)
    }

    /// `a[i] = a[i - d] op b[i];`
    fn recurrence_loop(&mut self, allowed: i64, out: &mut Vec<StmtId>) -> Option<()> {
        let row = self.row(true)?;
        let readable = self.scope.readable(Shape::Array).iter().any(|datum| self.base(row.array) == Some(datum.var));
        if !readable || row.len < 4 || self.p.types.is_bool(row.elem) {
            return None;
        }
        let rows = self.rows()?;
        let distance = 1 + self.rng.below(3.min(row.len - 2)) as i64;
        let trips = (row.len as i64 - distance).min(allowed);
        let mut course = self.course(trips.max(1));
        course.shift(distance, row.len as i64 - 1)?;
        let op = *self.rng.pick(&[B::Add, B::Sub, B::Xor, B::Mul, B::And, B::Or]);
        self.counted_loop(course, out, |g, stmts| {
            let n = g.scope.inductions.len();
            let induction = g.scope.inductions[n - 1];
            let (array, other) = (g.copy(row.array), g.copy(row.array));
            let i = g.var(induction.var);
            // A loop that advances first has moved one step on.
            let i =
                if induction.max >= row.len as i64 || induction.min < distance { g.masked_at(i, row.len) } else { i };
            let place = g.index(array, i);
            let back = g.var(induction.var);
            let back = g.offset(back, -distance);
            let back = if induction.max >= row.len as i64 || induction.min < distance {
                g.masked_at(back, row.len)
            } else {
                back
            };
            let previous = g.index(other, back);
            let value = g.lane_expr(&rows, 1);
            let value = g.binary(op, previous, value);
            let stmt = g.set(place, value);
            g.push(stmt, stmts);
        });
        Some(())
    }

    fn masked_at(&mut self, i: ExprId, len: u64) -> ExprId {
        let i = self.cast(Type::UINT, i);
        let len = self.int(len as i64, Type::UINT);
        self.binary(B::Rem, i, len)
    }

    fn base(&self, mut e: ExprId) -> Option<VarId> {
        loop {
            match self.p[e].kind {
                ExprKind::Index(inner, _) | ExprKind::Convert(inner) | ExprKind::Member(inner, _) => e = inner,
                ExprKind::Var(var) => return Some(var),
                _ => return None,
            }
        }
    }

    /// Looks for something and leaves with `break`.
    fn search_loop(&mut self, allowed: i64, out: &mut Vec<StmtId>) -> Option<()> {
        let rows = self.rows()?;
        let found = self.accumulator(out);
        let course = self.course_over(rows[0].len, allowed);
        self.counted_loop(course, out, |g, stmts| {
            let condition = g.lane_expr(&rows, 1);
            let i = g.scope.inductions.last().map(|induction| induction.var);
            let value = match i {
                Some(i) if g.rng.percent(60) => g.var(i),
                _ => g.lane_expr(&rows, 0),
            };
            let target = g.var(found);
            let set = g.set(target, value);
            let leave = g.stmt(StmtKind::Break);
            let block = g.block(&[set, leave]);
            let stmt = g.stmt(StmtKind::If(condition, block, None));
            g.lines += 2;
            g.push(stmt, stmts);
            if g.rng.percent(50) {
                let target = g.var(found);
                let value = g.lane_expr(&rows, 1);
                let stmt = g.update(B::Add, target, value);
                g.push(stmt, stmts);
            }
        });
        self.publish(found, out);
        Some(())
    }

    /// `h[b[i] & 7] += c;`
    fn histogram_loop(&mut self, allowed: i64, out: &mut Vec<StmtId>) -> Option<()> {
        let target = self.row(true)?;
        let rows = self.rows()?;
        let course = self.course_over(rows[0].len, allowed);
        self.counted_loop(course, out, |g, stmts| {
            let key = g.lane_expr(&rows, 0);
            let key = if target.len.is_power_of_two() {
                let mask = g.int(target.len as i64 - 1, Type::INT);
                g.binary(B::And, key, mask)
            } else {
                g.masked_at(key, target.len)
            };
            let array = g.copy(target.array);
            let place = g.index(array, key);
            let value = g.lane_expr(&rows, 0);
            let stmt = g.readable_update(place, value);
            g.push(stmt, stmts);
        });
        Some(())
    }

    /// Loops that end because their value does: population count, bit length, digits.
    fn bits_loop(&mut self, out: &mut Vec<StmtId>) -> Option<()> {
        if self.work.times > 8 || self.allowed_trips() < 8 {
            return None;
        }
        let ty = *self.rng.pick(&[Type::UINT, Type::ULLONG, Type::USHORT, Type::UINT]);
        let start = self.duplicable(|g| g.expr(1));
        let (x, stmt) = self.declare("x", ty, start);
        self.push(stmt, out);
        let count = self.accumulator(out);
        let (shape, one) = (self.rng.below(4), self.int(1, ty));
        let condition = self.var(x);
        let target = self.var(x);
        let next = match shape {
            0 => {
                let value = self.var(x);
                let less = self.binary(B::Sub, value, one);
                self.update(B::And, target, less)
            }
            1 | 2 => self.update(B::Shr, target, one),
            _ => {
                let ten = self.rng.range(2, 11);
                let ten = self.int(ten, ty);
                self.update(B::Div, target, ten)
            }
        };
        let target = self.var(count);
        let value = if shape == 2 {
            let (x, one) = (self.var(x), self.int(1, ty));
            self.binary(B::And, x, one)
        } else {
            self.int(1, Type::INT)
        };
        let tally = self.update(B::Add, target, value);
        let body = if self.rng.percent(50) { self.block(&[tally, next]) } else { self.block(&[next, tally]) };
        let stmt = self.stmt(StmtKind::While(condition, body));
        self.work.spent += 64 * 8 * self.work.times;
        self.lines += 2;
        self.push(stmt, out);
        self.publish(count, out);
        Some(())
    }

    /// `a[i] = b[i];` or `a[i] = c;`: memcpy and memset in disguise.
    fn copy_loop(&mut self, allowed: i64, out: &mut Vec<StmtId>) -> Option<()> {
        let target = self.row(true)?;
        let source = self.row(false)?;
        let course = self.course_over(target.len.min(source.len), allowed);
        let fill = self.rng.percent(40);
        self.counted_loop(course, out, |g, stmts| {
            let value = if fill { g.constant() } else { g.element(source) };
            let place = g.element(target);
            let stmt = g.set(place, value);
            g.push(stmt, stmts);
        });
        Some(())
    }

    /// Stores through a pointer into an array that the loop also reads by name.
    fn alias_loop(&mut self, allowed: i64, out: &mut Vec<StmtId>) -> Option<()> {
        let row = self.row(true)?;
        let readable = self.scope.readable(Shape::Array).iter().any(|datum| self.base(row.array) == Some(datum.var));
        if !readable || row.len < 4 || (self.is_pure && self.base(row.array).is_none()) {
            return None;
        }
        let offset = self.rng.below(3.min(row.len - 2));
        let array = self.copy(row.array);
        let at = self.int(offset as i64, Type::INT);
        let first = self.index(array, at);
        let address = self.addr_of(first);
        let ty = self.p[address].ty;
        let (pointer, stmt) = self.declare("p", ty, address);
        self.push(stmt, out);
        let extent = row.len - offset;
        self.extents.insert(pointer, extent);
        let rows = vec![row];
        let course = self.course_over(extent, allowed);
        self.counted_loop(course, out, |g, stmts| {
            let value = g.lane_expr(&rows, 1);
            let p = g.var(pointer);
            let subscript = match g.affine(extent) {
                Some(subscript) => subscript,
                None => g.subscript(extent),
            };
            let place = g.index(p, subscript);
            let stmt = g.set(place, value);
            g.push(stmt, stmts);
        });
        Some(())
    }

    /// A loop-invariant condition inside.
    fn unswitch_loop(&mut self, allowed: i64, out: &mut Vec<StmtId>) -> Option<()> {
        let target = self.row(true)?;
        let rows = self.rows()?;
        let course = self.course_over(target.len, allowed);
        let condition = self.duplicable(|g| g.comparison(1));
        self.counted_loop(course, out, |g, stmts| {
            let condition = g.copy(condition);
            let branch = |g: &mut Self| {
                let value = g.lane_expr(&rows, 1);
                let place = g.element(target);
                g.set(place, value)
            };
            let (yes, no) = (branch(g), branch(g));
            let stmt = g.stmt(StmtKind::If(condition, yes, Some(no)));
            g.lines += 2;
            g.push(stmt, stmts);
        });
        Some(())
    }

    fn minmax_loop(&mut self, allowed: i64, out: &mut Vec<StmtId>) -> Option<()> {
        let rows = self.rows()?;
        let best = self.accumulator(out);
        let course = self.course_over(rows[0].len, allowed);
        let op = *self.rng.pick(&[B::Lt, B::Gt, B::Le, B::Ge]);
        let ternary = self.rng.percent(50);
        self.counted_loop(course, out, |g, stmts| {
            let value = g.lane_expr(&rows[..1], 0);
            let again = g.copy(value);
            let current = g.var(best);
            let condition = g.binary(op, value, current);
            let target = g.var(best);
            let stmt = if ternary {
                let current = g.var(best);
                let value = g.cond(condition, again, current);
                g.set(target, value)
            } else {
                let set = g.set(target, again);
                g.stmt(StmtKind::If(condition, set, None))
            };
            g.push(stmt, stmts);
        });
        self.publish(best, out);
        Some(())
    }
}
