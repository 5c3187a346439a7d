//! Growing statements: branches, loops, switches, calls, assignments. Each is inserted at some place, and changes no value
//! that anything else can see.

use super::config::Config;
use super::formula::{Formula, Node, Site};
use super::object::Declaration;
use super::tree::*;
use super::value::{self, Kind, Vals};
use crate::generate::strategy::Order;
use crate::kit::Builder;
use crate::language::TargetName;
use crate::rng::Rng;
use lang::arith::{self, IntKind};
use lang::{BinaryOp, Type};
use rustc_hash::FxHashMap;
use std::ops::Range;

pub struct Grower<'c> {
    /// For types; it has no statements.
    pub b: Builder,
    pub tree: Tree,
    pub rng: Rng,
    pub config: &'c Config,
    pub floats: bool,
    /// Structures and unions that can be used again.
    pub records: Vec<(Type, bool)>,
    /// Lines of the test unit so far, about.
    pub lines: u32,
    pub size: u32,
    /// Functions that expressions can call.
    pub callees: Vec<u32>,
    /// Cells that the compiler does not know, by their promoted types.
    pub inputs: Vec<(Type, Vec<u32>)>,
    /// Inputs that are long enough for loops.
    pub long_inputs: Vec<u32>,
    /// Objects whose assignments are being planned: their values are not known yet, so nothing may read them.
    pub unsettled: Vec<u32>,
    /// Conditions of `if` statements that are idioms.
    pub tests: FxHashMap<u32, Formula>,
    /// Blocks that get no more statements: bodies of loops that are to be vectorised.
    pub closed: Vec<u32>,
}

/// Labels of a switch, at most.
const MAX_CASES: u64 = 5;

impl<'c> Grower<'c> {
    pub fn new(order: &Order, config: &'c Config, rng: Rng) -> Grower<'c> {
        let target = order.target.target();
        Grower {
            b: Builder::new(target, 0),
            tree: Tree::new(target.long_size as u8 * 8),
            rng,
            config,
            floats: order.target == TargetName::X86_64,
            records: Vec::new(),
            lines: 0,
            size: order.size,
            callees: Vec::new(),
            inputs: Vec::new(),
            long_inputs: Vec::new(),
            unsettled: Vec::new(),
            tests: FxHashMap::default(),
            closed: Vec::new(),
        }
    }

    /// Everything, in order: statements until the program is long enough, observations, expressions.
    pub fn grow(&mut self) {
        let tests = 1 + self.rng.below(u64::from(self.size / 300 + 2).min(5));
        for _ in 0..tests {
            self.add_test();
        }
        let c = self.config;
        let weights = [
            c.add_object,
            c.stmt_if,
            c.stmt_loop,
            c.stmt_switch,
            c.stmt_call,
            c.stmt_pure,
            c.stmt_reassign,
            c.stmt_sweep,
            c.stmt_copy,
        ];
        self.add_inputs();
        for _ in 0..4 {
            self.add_object();
        }
        let mut steps = 0;
        while self.lines < self.size && steps < self.size * 2 {
            steps += 1;
            match self.rng.weighted(&weights) {
                0 => self.add_object(),
                1 => self.add_if(),
                2 => self.add_loop(),
                3 => self.add_switch(),
                4 => self.add_call(),
                5 => self.add_pure_function(),
                6 => self.reassign(),
                7 => match self.rng.below(10) {
                    0..2 => self.add_row(),
                    2 => self.add_carried(),
                    _ => self.add_sweep(),
                },
                _ => self.add_copied(),
            }
        }
        for object in 0..self.tree.objects.len() {
            let change = self.tree.begin(Change::Observe);
            self.tree.objects[object].observed = Some(change);
        }
        self.expand_all();
    }

    /// The beginning of everything: a function that does nothing.
    fn add_test(&mut self) {
        self.tree.begin(Change::Function);
        let born = self.tree.now();
        let root = self.tree.add_place(Place { parent: None, times: None, n: 1, block: FILE });
        let function = self.tree.functions.len() as u32;
        let body = self.tree.add_block(root, None, None, function);
        self.tree.tests.push(body);
        let (params, calls) = (Vec::new(), Vec::new());
        let is_test = true;
        self.tree.functions.push(Function {
            body,
            ret: None,
            params,
            pure_: false,
            is_test,
            is_static: false,
            calls,
            born,
        });
        self.lines += 3;
    }

    pub fn is_pure(&self, block: u32) -> bool {
        self.tree.functions[self.tree.blocks[block as usize].function as usize].pure_
    }

    /// Whether a block is another one, or inside it.
    pub fn is_within(&self, mut block: u32, scope: u32) -> bool {
        loop {
            if block == scope {
                return true;
            }
            match self.tree.blocks[block as usize].parent {
                Some(parent) => block = parent,
                None => return false,
            }
        }
    }

    /// A block that takes more statements.
    pub fn open_block(&mut self) -> u32 {
        loop {
            let block = self.rng.below(self.tree.blocks.len() as u64) as u32;
            // The first ones are the tests, which are open.
            if !self.closed.contains(&block) {
                return block;
            }
        }
    }

    /// Where to insert a statement.
    pub fn somewhere(&mut self) -> (u32, usize) {
        let block = self.open_block();
        let at = self.rng.below(self.tree.blocks[block as usize].places.len() as u64) as usize;
        (block, at)
    }

    /// The same for a statement that has blocks.
    pub fn somewhere_shallow(&mut self) -> Option<(u32, usize)> {
        let (block, at) = self.somewhere();
        (self.tree.blocks[block as usize].depth < self.config.depth).then_some((block, at))
    }

    /// A cell that is visible at a place and passes; few are looked at.
    pub fn pick_cell(&mut self, place: u32, passes: impl Fn(&Grower, u32) -> bool) -> Option<u32> {
        let mut pools: [&[u32]; 9] = [&[]; 9];
        let mut count = 0;
        let mut total = 0;
        let mut at = self.tree.places[place as usize].block;
        let mut is_pure = at == FILE;
        while at != FILE && count < 8 {
            let block = &self.tree.blocks[at as usize];
            is_pure = self.tree.functions[block.function as usize].pure_;
            pools[count] = &block.cells;
            total += block.cells.len();
            count += 1;
            at = block.parent.unwrap_or(FILE);
        }
        pools[count] = if is_pure { &self.tree.constant_cells } else { &self.tree.file_cells };
        total += pools[count].len();
        for _ in 0..3 {
            if total == 0 {
                return None;
            }
            let mut index = self.rng.below(total as u64) as usize;
            let pool = pools.iter().find(|pool| {
                let is_here = index < pool.len();
                index -= if is_here { 0 } else { pool.len() };
                is_here
            });
            let cell = pool.expect("the index is below the total")[index];
            let object = self.tree.cells[cell as usize].object;
            if !self.unsettled.contains(&object) && passes(self, cell) {
                return Some(cell);
            }
        }
        None
    }

    pub fn pick_file_cell(&mut self) -> Option<u32> {
        (!self.tree.file_cells.is_empty()).then(|| *self.rng.pick(&self.tree.file_cells))
    }

    /// Whether a full expression may read the object: volatile ones once (C17 6.5p2).
    pub fn may_read(&self, cell: u32, root: u32) -> bool {
        let object = self.tree.cells[cell as usize].object;
        !self.tree.objects[object as usize].volatile || !self.tree.volatile_reads.contains(&(root, object))
    }

    /// A mention of a cell that counts.
    pub fn read(&mut self, cell: u32, place: u32, root: u32, depth: u8) -> SlotKind {
        let object = self.tree.cells[cell as usize].object;
        if self.tree.objects[object as usize].volatile {
            self.tree.volatile_reads.push((root, object));
        }
        SlotKind::Read(self.tree.access(cell, place, root, depth))
    }

    /// An integer cell whose values differ between the executions of a place.
    pub fn varying_cell(&mut self, place: u32, root: u32) -> Option<u32> {
        if self.tree.places[place as usize].n < 2 {
            return None;
        }
        self.pick_cell(place, |grower, cell| {
            let Cell { kind, table, init, .. } = &grower.tree.cells[cell as usize];
            let may_vary = !table.is_empty() || init.same().is_none();
            may_vary && kind.is_int() && grower.may_read(cell, root) && grower.tree.values(cell, place).same().is_none()
        })
    }

    /// `cell op constant`, with values that differ.
    pub fn varying_value(&mut self, cell: u32, place: u32, root: u32) -> u32 {
        let ty = self.tree.cells[cell as usize].read_ty;
        let kind = self.tree.kind(ty);
        let vals = self.tree.values(cell, place);
        for _ in 0..4 {
            let op = *self.rng.pick(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor, BinaryOp::Mul, BinaryOp::Or]);
            let Kind::Int(int) = kind else { break };
            let constant = match op {
                BinaryOp::Mul => arith::wrap(int, self.rng.range(-3, 7) as u64),
                _ => value::boundary(&mut self.rng, kind),
            };
            if let Some(result) = vals.map(|value| value::binary(kind, op, value, constant)) {
                let slot = self.tree.part(ty, result, SlotKind::Constant, place, root, 0);
                let first = self.tree.part(ty, vals, SlotKind::Constant, place, root, 1);
                self.tree.part(ty, Vals::Same(constant), SlotKind::Constant, place, root, 1);
                self.tree.slots[first as usize].kind = self.read(cell, place, root, 1);
                self.tree.slots[slot as usize].kind = SlotKind::Binary(op, first);
                return slot;
            }
        }
        let slot = self.tree.part(ty, vals, SlotKind::Constant, place, root, 0);
        self.tree.slots[slot as usize].kind = self.read(cell, place, root, 0);
        slot
    }

    /// `array[cell]`, where the cell varies.
    pub fn element_value(&mut self, index: u32, place: u32, root: u32) -> Option<u32> {
        let subscripts = self.tree.values(index, place);
        let n = self.tree.places[place as usize].n;
        let most = (0..n as usize).map(|time| subscripts.at(time)).max()?;
        let element = self.pick_cell(place, |grower, cell| {
            let Cell { ref path, object, kind, .. } = grower.tree.cells[cell as usize];
            let Object { count, volatile, .. } = grower.tree.objects[object as usize];
            matches!(path[..], [Step::Element(_)]) && kind.is_int() && !volatile && most < u64::from(count)
        })?;
        let Cell { object, read_ty, .. } = self.tree.cells[element as usize];
        let first = self.tree.objects[object as usize].first;
        let vals = elements(first, &subscripts, n, |cell| self.tree.values(cell, place));
        let slot = self.tree.part(read_ty, vals, SlotKind::Constant, place, root, 1);
        let ty = self.tree.cells[index as usize].read_ty;
        let subscript = self.tree.part(ty, subscripts, SlotKind::Constant, place, root, 2);
        self.tree.slots[subscript as usize].kind = self.read(index, place, root, 2);
        self.tree.slots[slot as usize].kind = SlotKind::Element(object, subscript);
        Some(slot)
    }

    /// An idiom, over something that varies if anything does.
    pub fn idiom_with_varying(&mut self, place: u32, root: u32, ty: Type) -> Option<Formula> {
        let cell = self.varying_cell(place, root).filter(|&cell| {
            let object = self.tree.cells[cell as usize].object;
            !self.tree.objects[object as usize].volatile
        });
        let mut varying: Vec<Formula> = cell.into_iter().map(|cell| self.cell(cell, place)).collect();
        varying.extend(self.tested_around(place));
        self.idiom(&Site { place, varying: &varying }, ty)
    }

    /// Operands of the condition that leads to a place: what is known of them is what compilers use.
    fn tested_around(&self, place: u32) -> Vec<Formula> {
        let block = self.tree.places[place as usize].block;
        let owner = if block == FILE { None } else { self.tree.blocks[block as usize].owner };
        let Some(test) = owner.and_then(|owner| self.tests.get(&owner)) else { return Vec::new() };
        let known = test.operands().into_iter().filter_map(|operand| self.again(operand, place));
        known.filter(|operand| !matches!(operand.node, Node::Constant)).collect()
    }

    /// The same comparison with another operator, where one is known already.
    fn compared_again(&mut self, place: u32) -> Option<Formula> {
        let block = self.tree.places[place as usize].block;
        let owner = if block == FILE { None } else { self.tree.blocks[block as usize].owner }?;
        let Node::Binary(_, parts) = &self.tests.get(&owner)?.node else { return None };
        let [a, b] = parts.each_ref().map(|part| self.again(part, place));
        let op = *self.rng.pick(&[BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne]);
        self.binary(&Site { place, varying: &[] }, op, a?, b?)
    }

    /// A condition with its values.
    fn condition(&mut self, place: u32) -> (u32, Vals, Option<Formula>) {
        let root = self.tree.new_root();
        let again = if self.rng.percent(30) { self.compared_again(place) } else { None };
        let is_idiom = again.is_some() || self.rng.percent(self.config.idiom_value);
        let idiom = |grower: &mut Grower| grower.idiom_with_varying(place, root, Type::INT);
        if is_idiom && let Some(test) = again.or_else(|| idiom(self)) {
            let taken = self.truth_of(&test);
            let slot = self.planted(&test, place, root);
            return (slot, taken, Some(test));
        }
        let settled = self.rng.percent(self.config.settled);
        let varying = if settled { None } else { self.varying_cell(place, root) };
        let Some(cell) = varying else {
            let truth = u64::from(self.rng.percent(60));
            let slot = self.tree.part(Type::INT, Vals::Same(truth), SlotKind::Constant, place, root, 0);
            return (slot, Vals::Same(truth), None);
        };
        let ty = self.tree.cells[cell as usize].read_ty;
        let kind = self.tree.kind(ty);
        let vals = self.tree.values(cell, place);
        let n = self.tree.places[place as usize].n;
        let constant = vals.at(self.rng.below(u64::from(n)) as usize);
        let op = *self.rng.pick(&[BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne]);
        let taken = vals.map(|value| value::binary(kind, op, value, constant)).expect("a comparison has a value");
        let slot = self.tree.part(Type::INT, taken.clone(), SlotKind::Constant, place, root, 0);
        let first = self.tree.part(ty, vals, SlotKind::Constant, place, root, 1);
        self.tree.part(ty, Vals::Same(constant), SlotKind::Constant, place, root, 1);
        self.tree.slots[first as usize].kind = self.read(cell, place, root, 1);
        self.tree.slots[slot as usize].kind = SlotKind::Binary(op, first);
        (slot, taken, None)
    }

    /// A block for those executions of a place that are chosen.
    pub fn branch(&mut self, block: u32, place: u32, chosen: impl Fn(usize) -> bool) -> u32 {
        let n = self.tree.places[place as usize].n;
        let times: Vec<u32> = (0..n).filter(|&time| chosen(time as usize)).collect();
        let function = self.tree.blocks[block as usize].function;
        self.tree.add_block(place, Some(times), Some(block), function)
    }

    fn add_if(&mut self) {
        let Some((block, at)) = self.somewhere_shallow() else { return };
        self.tree.begin(Change::If);
        let place = self.tree.split(block, at);
        let (cond, taken, test) = self.condition(place);
        let then = self.branch(block, place, |time| taken.at(time) != 0);
        let goto = self.rng.percent(self.config.goto_percent);
        let has_else = !goto && self.rng.percent(45);
        let otherwise = has_else.then(|| self.branch(block, place, |time| taken.at(time) == 0));
        let stmt = self.tree.insert(block, at, StmtKind::If { cond, taken, then, otherwise, goto });
        if let Some(test) = test {
            self.tests.insert(stmt, test);
        }
        for inner in [Some(then), otherwise].into_iter().flatten() {
            self.tree.blocks[inner as usize].owner = Some(stmt);
            self.start_block(inner);
        }
        self.lines += 3;
    }

    /// A first statement for a new block.
    fn start_block(&mut self, block: u32) {
        let at = self.tree.blocks[block as usize].places.len() - 1;
        self.reassign_at(block, at);
    }

    /// Labels of a switch over these values: neighbours, for which compilers make tables, or any.
    fn labels(&mut self, ty: Type, vals: &Vals, n: u32) -> Vec<u64> {
        let kind = self.tree.kind(ty);
        let Kind::Int(int) = kind else { unreachable!("integers are switched over") };
        let met = |rng: &mut Rng| vals.at(rng.below(u64::from(n)) as usize);
        if n > 0 && self.rng.percent(45) {
            let count = 4 + self.rng.range(0, 4);
            // The value may be just outside.
            let first = met(&mut self.rng).wrapping_sub(self.rng.range(-1, count) as u64);
            let labels: Vec<u64> = (0..count as u64).map(|at| arith::wrap(int, first.wrapping_add(at))).collect();
            let is_ascending = labels.windows(2).all(|pair| arith::lt(int, pair[0], pair[1]));
            if is_ascending {
                return labels;
            }
        }
        let mut labels: Vec<u64> = Vec::new();
        for _ in 0..1 + self.rng.below(MAX_CASES) {
            let is_met = n > 0 && self.rng.percent(60);
            let label = if is_met { met(&mut self.rng) } else { value::boundary(&mut self.rng, kind) };
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        labels
    }

    fn add_switch(&mut self) {
        let Some((block, at)) = self.somewhere_shallow() else { return };
        self.tree.begin(Change::Switch);
        let place = self.tree.split(block, at);
        let root = self.tree.new_root();
        let idiom_ty = *self.rng.pick(&[Type::INT, Type::INT, Type::UINT, Type::LLONG]);
        let is_idiom = self.rng.percent(self.config.idiom_value / 2);
        let idiom = if is_idiom { self.idiom_with_varying(place, root, idiom_ty) } else { None };
        let varying = if idiom.is_some() { None } else { self.varying_cell(place, root) };
        let (value, ty) = match varying {
            _ if idiom.is_some() => {
                let formula = idiom.expect("it was asked for");
                (self.planted(&formula, place, root), idiom_ty)
            }
            Some(cell) => {
                let ty = self.tree.cells[cell as usize].read_ty;
                let vals = self.tree.values(cell, place);
                let slot = self.tree.part(ty, vals, SlotKind::Constant, place, root, 0);
                self.tree.slots[slot as usize].kind = self.read(cell, place, root, 0);
                (slot, ty)
            }
            None => {
                let ty = *self.rng.pick(&[Type::INT, Type::INT, Type::UINT, Type::LONG, Type::ULLONG]);
                let value = value::boundary(&mut self.rng, self.tree.kind(ty));
                (self.tree.part(ty, Vals::Same(value), SlotKind::Constant, place, root, 0), ty)
            }
        };
        let vals = self.tree.slots[value as usize].vals.clone();
        let n = self.tree.places[place as usize].n;
        let labels = self.labels(ty, &vals, n);
        let index = |value: u64| labels.iter().position(|&label| label == value).unwrap_or(labels.len()) as u64;
        let chosen = vals.map(|value| Some(index(value))).expect("an index is a value");
        let blocks: Vec<u32> =
            (0..=labels.len() as u64).map(|case| self.branch(block, place, |time| chosen.at(time) == case)).collect();
        let inner = blocks.clone();
        self.lines += 3 + 2 * blocks.len() as u32;
        let stmt = self.tree.insert(block, at, StmtKind::Switch { value, labels, blocks, chosen });
        for inner in inner {
            self.tree.blocks[inner as usize].owner = Some(stmt);
            self.start_block(inner);
        }
    }

    fn add_loop(&mut self) {
        let Some((block, at)) = self.somewhere_shallow() else { return };
        let n = self.tree.places[self.tree.blocks[block as usize].places[at] as usize].n;
        let form = match self.rng.percent(self.config.goto_percent) {
            true => LoopForm::Goto,
            false => *self.rng.pick(&[
                LoopForm::For,
                LoopForm::For,
                LoopForm::For,
                LoopForm::While,
                LoopForm::While,
                LoopForm::DoWhile,
                LoopForm::Break,
            ]),
        };
        let least = u64::from(form.tests_last());
        let most = (self.config.executions / n.max(1)).min(self.config.trips);
        if u64::from(most) < least.max(1) {
            return;
        }
        let trips = least + self.rng.below(u64::from(most) - least + 1);
        self.tree.begin(Change::Loop);
        let place = self.tree.split(block, at);
        let root = self.tree.new_root();
        let bounding = if form == LoopForm::For { self.bounding_cell(place, root, most) } else { None };
        let trips = bounding.map_or(Vals::Same(trips), |cell| self.tree.values(cell, place));
        let Counting { ty, start, step, bound, op } = match bounding {
            Some(_) => Counting { ty: Type::INT, start: 0, step: 1, bound: 0, op: BinaryOp::Lt },
            None => self.counting(trips.at(0)),
        };
        let (counter_object, counter) = self.counter(block, ty);
        let read_ty = self.tree.cells[counter as usize].read_ty;
        let start = self.tree.constant(read_ty, start, place);
        let (head, body, tail) = self.loop_places(block, place, &trips, form);
        let step = self.tree.constant(read_ty, step, tail);
        let cond = self.loop_condition(head, counter, op, bound, bounding);
        let looped = Loop { form, counter, start, cond, step, body, trips, head, tail };
        let stmt = self.tree.insert(block, at, StmtKind::Loop(looped));
        self.tree.blocks[body as usize].owner = Some(stmt);
        self.tree.cells[counter as usize].writers.push(stmt);
        self.settle(counter);
        self.finish_condition(cond, head, counter, op);
        self.tree.objects[counter_object as usize].is_counter = true;
        self.lines += 5;
        self.start_block(body);
        if self.rng.percent(50) {
            self.start_block(body);
        }
    }

    /// A cell whose small values can bound a loop: nested loops become triangular.
    fn bounding_cell(&mut self, place: u32, root: u32, most: u32) -> Option<u32> {
        let cell = self.varying_cell(place, root)?;
        let Cell { ty, object, .. } = self.tree.cells[cell as usize];
        let vals = self.tree.values(cell, place);
        let is_small = vals.map(|value| (value <= u64::from(most)).then_some(value)).is_some();
        (ty == Type::INT && is_small && !self.tree.objects[object as usize].volatile).then_some(cell)
    }

    /// A counter's type, first value, step, bound and comparison, such that the loop has so many iterations.
    fn counting(&mut self, trips: u64) -> Counting {
        loop {
            let ty = *self.rng.pick(&[
                Type::INT,
                Type::INT,
                Type::INT,
                Type::UINT,
                Type::LONG,
                Type::ULONG,
                Type::SHORT,
                Type::UCHAR,
                Type::SCHAR,
                Type::LLONG,
            ]);
            let Kind::Int(kind) = self.tree.kind(ty) else { continue };
            let start = if self.rng.percent(50) { 0 } else { value::boundary(&mut self.rng, Kind::Int(kind)) };
            let start = if kind.signed { i128::from(start as i64) } else { i128::from(start) };
            let steps = if self.rng.percent(70) { 1 } else { 5 };
            let step = i128::from(self.rng.below(steps) + 1);
            let step = if self.rng.percent(30) { -step } else { step };
            let end = start + step * i128::from(trips);
            let slack = i128::from(self.rng.below(step.unsigned_abs() as u64));
            let (op, bound) = match (self.rng.below(3), step > 0) {
                (0, true) => (BinaryOp::Lt, end - slack),
                (1, true) => (BinaryOp::Le, end - 1 - slack),
                (0, false) => (BinaryOp::Gt, end + slack),
                (1, false) => (BinaryOp::Ge, end + 1 + slack),
                _ => (BinaryOp::Ne, end),
            };
            let fits = |value: i128| value >= low(kind) && value <= i128::from(arith::max::<u64>(kind));
            // Without iterations the bound must not be on the wrong side of the start.
            let wide = IntKind { bits: kind.bits.max(32), signed: kind.signed || kind.bits < 32 };
            let word = |value: i128| arith::wrap(wide, value as u64);
            if fits(start) && fits(end) && fits(end + step) && fits(bound) {
                return Counting { ty, start: word(start), step: word(step), bound: word(bound), op };
            }
        }
    }

    pub fn counter(&mut self, block: u32, ty: Type) -> (u32, u32) {
        let volatile = self.rng.percent(self.config.volatile_percent / 4);
        let declaration = Declaration { ty, home: Home::Auto, block, volatile, constant: false };
        let object = self.declare(declaration, None);
        self.initialise(object);
        (object, self.tree.objects[object as usize].first)
    }

    /// Where the condition is evaluated, the body, and where the step is.
    pub fn loop_places(&mut self, block: u32, place: u32, trips: &Vals, form: LoopForm) -> (u32, u32, u32) {
        let n = self.tree.places[place as usize].n;
        let more = u64::from(!form.tests_last());
        let repeated = |more: u64| -> Vec<u32> {
            (0..n).flat_map(|time| std::iter::repeat_n(time, (trips.at(time as usize) + more) as usize)).collect()
        };
        let (tests, turns) = (repeated(more), repeated(0));
        let function = self.tree.blocks[block as usize].function;
        let head_n = tests.len() as u32;
        let head = Place { parent: Some(place), times: Some(tests.into()), n: head_n, block };
        let head = self.tree.add_place(head);
        let n = turns.len() as u32;
        let body = self.tree.add_block(place, Some(turns.clone()), Some(block), function);
        let tail = self.tree.add_place(Place { parent: Some(place), times: Some(turns.into()), n, block });
        (head, body, tail)
    }

    /// `counter op bound`; its values are known once the counter's are.
    pub fn loop_condition(&mut self, head: u32, counter: u32, op: BinaryOp, bound: u64, bounding: Option<u32>) -> u32 {
        let root = self.tree.new_root();
        let ty = self.tree.cells[counter as usize].read_ty;
        let slot = self.tree.part(Type::INT, Vals::Same(0), SlotKind::Constant, head, root, 0);
        let first = self.tree.part(ty, Vals::Same(0), SlotKind::Constant, head, root, 1);
        let second = self.tree.part(ty, Vals::Same(bound), SlotKind::Constant, head, root, 1);
        self.tree.slots[first as usize].kind = self.read(counter, head, root, 1);
        if let Some(cell) = bounding {
            self.tree.slots[second as usize].vals = self.tree.values(cell, head);
            self.tree.slots[second as usize].kind = self.read(cell, head, root, 1);
        }
        self.tree.slots[slot as usize].kind = SlotKind::Binary(op, first);
        slot
    }

    pub fn finish_condition(&mut self, cond: u32, head: u32, counter: u32, op: BinaryOp) {
        let vals = self.tree.values(counter, head);
        let kind = self.tree.kind(self.tree.cells[counter as usize].read_ty);
        let bound = self.tree.slots[cond as usize + 2].vals.clone();
        let n = self.tree.places[head as usize].n as usize;
        let truth = |time| value::binary(kind, op, vals.at(time), bound.at(time)).unwrap_or(0);
        self.tree.slots[cond as usize].vals = Vals::of((0..n).map(truth).collect());
        self.tree.slots[cond as usize + 1].vals = vals;
    }

    /// A function with one call, which may see and change everything.
    fn add_call(&mut self) {
        let (block, at) = self.somewhere();
        let place = self.tree.blocks[block as usize].places[at];
        if self.is_pure(block) || self.tree.blocks[block as usize].depth >= self.config.depth {
            return;
        }
        if self.tree.places[place as usize].n > self.config.executions / 2 {
            return;
        }
        self.tree.begin(Change::Call);
        let place = self.tree.split(block, at);
        let function = self.tree.functions.len() as u32;
        let body = self.tree.add_block(place, None, None, function);
        let born = self.tree.now();
        self.tree.blocks[body as usize].depth = 1;
        let is_static = self.rng.percent(50);
        let (params, calls) = (Vec::new(), Vec::new());
        self.tree.functions.push(Function {
            body,
            ret: None,
            params,
            pure_: false,
            is_test: false,
            is_static,
            calls,
            born,
        });
        let args = self.parameters(function, place, None);
        let ret = self.rng.percent(60).then(|| self.scalar_type());
        let result = ret.map(|ty| self.result(function, block, ty));
        self.lines += 5;
        let stmt = self.tree.insert(block, at, StmtKind::Call { function, args: args.start, result });
        self.tree.blocks[body as usize].owner = Some(stmt);
        if let Some(cell) = result {
            self.tree.cells[cell as usize].writers.push(stmt);
            self.settle(cell);
        }
        for param in self.tree.functions[function as usize].params.clone() {
            let Object { first, count, .. } = self.tree.objects[param as usize];
            for cell in first..first + count {
                self.settle(cell);
            }
        }
        self.start_block(body);
    }

    /// The result of a call, and the object that takes it.
    fn result(&mut self, function: u32, block: u32, ty: Type) -> u32 {
        let body = self.tree.functions[function as usize].body;
        let end = *self.tree.blocks[body as usize].places.last().expect("a block has a last place");
        let (slot, _) = self.returned(end, ty);
        self.tree.functions[function as usize].ret = Some((ty, slot));
        let declaration = Declaration { ty, home: Home::Auto, block, volatile: false, constant: false };
        let object = self.declare(declaration, None);
        self.initialise(object);
        self.lines += 2;
        self.tree.objects[object as usize].first
    }

    fn returned(&mut self, end: u32, ty: Type) -> (u32, u64) {
        let kind = self.tree.kind(ty);
        let value = value::boundary(&mut self.rng, kind);
        let read_ty = if kind.int().is_some_and(|kind| kind.bits < 32) { Type::INT } else { ty };
        let value = value::convert(kind, self.tree.kind(read_ty), value).unwrap_or(0);
        (self.tree.constant(read_ty, value, end), value)
    }

    /// Parameters of a new function: scalars, whose arguments are slots, and now and then an aggregate. With `calls`, the
    /// values come from there: one for each call that the function knows.
    fn parameters(&mut self, function: u32, place: u32, calls: Option<u32>) -> Range<u32> {
        let body = self.tree.functions[function as usize].body;
        // Beyond six they are passed on the stack.
        let count = if self.rng.percent(75) { self.rng.below(4) } else { self.rng.range(5, 9) as u64 } as usize;
        let types: Vec<Type> = (0..count).map(|_| self.scalar_type()).collect();
        let mut values = Vec::new();
        let mut slots = Vec::new();
        // All arguments of a call are one full expression.
        let root = self.tree.new_root();
        let mut sources = Vec::new();
        for &ty in &types {
            let kind = self.tree.kind(ty);
            let source = if calls.is_none() && kind.is_int() { self.varying_cell(place, root) } else { None };
            let source = source.filter(|&cell| {
                let object = self.tree.cells[cell as usize].object;
                !self.tree.objects[object as usize].volatile
            });
            let to = |value: u64| value::convert(Kind::Int(IntKind::I64), kind, value);
            let vals = match (calls, source) {
                (Some(calls), _) => Vals::of((0..calls).map(|_| value::boundary(&mut self.rng, kind)).collect()),
                (None, Some(cell)) => self.tree.values(cell, place).map(to).expect("integers convert"),
                (None, None) => Vals::Same(value::boundary(&mut self.rng, kind)),
            };
            values.push(vals);
            sources.push(source);
        }
        let first = self.tree.slots.len() as u32;
        if calls.is_none() {
            for (&ty, (vals, source)) in types.iter().zip(values.iter().zip(&sources)) {
                let kind = self.tree.kind(ty);
                let is_narrow = kind.int().is_some_and(|kind| kind.bits < 32);
                let (ty, vals) = match *source {
                    Some(cell) => (self.tree.cells[cell as usize].read_ty, self.tree.values(cell, place)),
                    None => (if is_narrow { Type::INT } else { ty }, vals.clone()),
                };
                slots.push(self.tree.part(ty, vals, SlotKind::Constant, place, root, 0));
            }
        }
        for (&slot, source) in slots.iter().zip(&sources) {
            if let Some(cell) = *source {
                self.tree.slots[slot as usize].kind = self.read(cell, place, root, 0);
            }
        }
        for (ty, vals) in types.into_iter().zip(values) {
            let declaration = Declaration { ty, home: Home::Param, block: body, volatile: false, constant: false };
            let object = self.declare(declaration, Some(vec![vals]));
            self.tree.functions[function as usize].params.push(object);
        }
        self.add_aggregate_parameter(function, body);
        first..first + slots.len() as u32
    }

    /// A constant object of file scope, passed whole: a record by value, an array by its address.
    fn add_aggregate_parameter(&mut self, function: u32, body: u32) {
        let is_aggregate = |grower: &Grower, object: u32| {
            let Object { constant, count, volatile, length, ty, .. } = grower.tree.objects[object as usize];
            constant && count > 0 && !volatile && length.is_none() && {
                let types = &grower.b.p.types;
                types.is_array(ty) || types.is_record(ty)
            }
        };
        let fitting: Vec<u32> =
            self.tree.file_objects.iter().copied().filter(|&object| is_aggregate(self, object)).collect();
        if fitting.is_empty() || self.rng.percent(40) {
            return;
        }
        let argument = *self.rng.pick(&fitting);
        let Object { ty, first, count, .. } = self.tree.objects[argument as usize];
        let values = (first..first + count).map(|cell| self.tree.cells[cell as usize].init.clone()).collect();
        // What is passed by value may be assigned to.
        let constant = self.b.p.types.is_array(ty) || self.rng.percent(50);
        let declaration = Declaration { ty, home: Home::Param, block: body, volatile: false, constant };
        let object = self.declare(declaration, Some(values));
        self.tree.objects[object as usize].argument = Some(argument);
        self.tree.functions[function as usize].params.push(object);
        if !constant {
            self.plan(object);
        }
    }

    /// A function that depends on its arguments alone, for expressions.
    fn add_pure_function(&mut self) {
        let change = self.tree.begin(Change::Function);
        let calls = 1 + self.rng.below(3) as u32;
        let root = self.tree.add_place(Place { parent: None, times: None, n: calls, block: FILE });
        let function = self.tree.functions.len() as u32;
        let body = self.tree.add_block(root, None, None, function);
        self.tree.blocks[body as usize].depth = 1;
        self.tree.functions.push(Function {
            body,
            ret: None,
            params: Vec::new(),
            pure_: true,
            is_test: false,
            is_static: self.rng.percent(60),
            calls: Vec::new(),
            born: change,
        });
        self.parameters(function, root, Some(calls));
        let params = self.tree.functions[function as usize].params.clone();
        for &param in &params {
            let Object { first, count, .. } = self.tree.objects[param as usize];
            for cell in first..first + count {
                self.settle(cell);
            }
        }
        self.pure_result(function, calls);
        self.lines += 5;
        self.callees.push(function);
        self.start_block(body);
    }

    /// The result depends on the arguments if there are several calls.
    fn pure_result(&mut self, function: u32, calls: u32) {
        let body = self.tree.functions[function as usize].body;
        let end = *self.tree.blocks[body as usize].places.last().expect("a block has a last place");
        let root = self.tree.new_root();
        let ty = self.scalar_type();
        let is_idiom = ty != Type::LDOUBLE && self.rng.percent(self.config.idiom_value);
        let idiom = if is_idiom { self.idiom_with_varying(end, root, ty) } else { None };
        let (ty, slot) = match self.varying_cell(end, root) {
            _ if idiom.is_some() => {
                let formula = idiom.expect("it was asked for");
                (formula.ty, self.planted(&formula, end, root))
            }
            Some(cell) => {
                let slot = self.varying_value(cell, end, root);
                (self.tree.slots[slot as usize].ty, slot)
            }
            None => (ty, self.returned(end, ty).0),
        };
        self.tree.functions[function as usize].ret = Some((ty, slot));
        let from = self.tree.kind(self.tree.slots[slot as usize].ty);
        let to = self.tree.kind(ty);
        for time in 0..calls as usize {
            let scalar = |&param: &u32| {
                let Object { first, argument, .. } = self.tree.objects[param as usize];
                argument.is_none().then(|| self.tree.cells[first as usize].init.at(time))
            };
            let args = self.tree.functions[function as usize].params.iter().filter_map(scalar).collect();
            let value = self.tree.slots[slot as usize].vals.at(time);
            let result = value::convert(from, to, value).unwrap_or(0);
            self.tree.functions[function as usize].calls.push((args, result));
        }
    }

    /// Assigns a value that is there already, or where nothing is executed any value.
    fn reassign(&mut self) {
        let (block, at) = self.somewhere();
        self.reassign_at(block, at);
    }

    fn reassign_at(&mut self, block: u32, at: usize) {
        let place = self.tree.blocks[block as usize].places[at];
        let is_pure = self.is_pure(block);
        let is_dead = self.tree.places[place as usize].n == 0;
        let cell = self.pick_cell(place, |grower, cell| {
            let object = &grower.tree.objects[grower.tree.cells[cell as usize].object as usize];
            let is_own = !is_pure || object.block != FILE;
            let is_same = is_dead || grower.tree.values(cell, place).same().is_some();
            is_own && is_same && object.argument.is_none()
        });
        let Some(cell) = cell else { return };
        self.tree.begin(Change::Reassign);
        let value = match is_dead {
            true => value::boundary(&mut self.rng, self.tree.cells[cell as usize].kind),
            false => self.tree.values(cell, place).same().expect("it was asked for"),
        };
        let place = self.tree.split(block, at);
        let root = self.tree.new_root();
        let access = self.tree.access(cell, place, root, 1);
        let Cell { kind, read_ty, .. } = self.tree.cells[cell as usize];
        let value = value::convert(kind, self.tree.kind(read_ty), value).unwrap_or(0);
        let value = self.tree.part(read_ty, Vals::Same(value), SlotKind::Constant, place, root, 0);
        self.tree.insert(block, at, StmtKind::Assign { access, subscript: None, op: None, value });
        self.lines += 1;
    }
}

/// How a loop counts.
struct Counting {
    ty: Type,
    start: u64,
    step: u64,
    bound: u64,
    op: BinaryOp,
}

fn low(kind: IntKind) -> i128 {
    if kind.signed { -(1i128 << (kind.bits - 1)) } else { 0 }
}
