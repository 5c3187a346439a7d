//! Loops over arrays: maps and reductions, which compilers vectorise, unroll and reverse.

use super::formula::{Formula, Node, Site, number};
use super::grow::Grower;
use super::object::Declaration;
use super::tree::*;
use super::value::{self, Vals};
use lang::types::ArrayLen;
use lang::{BinaryOp, Type};

/// Around the lanes of vectors, where what is left over is another loop.
const TRIPS: [u64; 14] = [3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33];

/// Loops whose places are executed more often than this would take all the time.
const MOST: u32 = 2;

const ELEMENTS: [Type; 10] = [
    Type::INT,
    Type::INT,
    Type::UINT,
    Type::SHORT,
    Type::USHORT,
    Type::UCHAR,
    Type::SCHAR,
    Type::ULLONG,
    Type::LONG,
    Type::UINT,
];

/// Sums of these rarely overflow.
const SUMS: [Type; 8] =
    [Type::UINT, Type::ULLONG, Type::UINT, Type::ULONG, Type::USHORT, Type::UCHAR, Type::LLONG, Type::INT];

/// Of rows; only the first ones have floating operands.
const LANE_OPERATORS: [BinaryOp; 7] =
    [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Lt, BinaryOp::Xor, BinaryOp::And, BinaryOp::Or];

/// How the counter goes: its type, first value, step, comparison and bound.
struct Course {
    ty: Type,
    start: i64,
    step: i64,
    op: BinaryOp,
    bound: i64,
}

impl Grower<'_> {
    /// `for (k = 0; k < n; k++) target[k] = … a[k] …` or `sum += … a[k] …`
    pub fn add_sweep(&mut self) {
        let Some((block, at)) = self.somewhere_shallow() else { return };
        let n = self.tree.places[self.tree.blocks[block as usize].places[at] as usize].n;
        if n == 0 || n > MOST || self.is_pure(block) {
            return;
        }
        let most = u64::from(self.config.sweep_trips);
        let trips = *self.rng.pick(&TRIPS).min(&most);
        let course = self.course(trips as i64);
        let last = course.start + course.step * (trips as i64 - 1);
        let len = course.start.max(last) as u64 + 1;
        let sources: Vec<u32> = (0..1 + self.rng.below(2))
            .map(|_| {
                let elem = self.sweep_type();
                let spare = self.rng.below(3);
                self.input_array(elem, len + spare)
            })
            .collect();
        let bounding = self.rng.percent(45).then(|| self.input_scalar(course.ty, course.bound as u64));
        let targets: Vec<(u32, bool)> =
            (0..1 + u64::from(self.rng.percent(30))).map(|_| self.sweep_target(block, len)).collect();
        self.unsettled.extend(targets.iter().map(|target| target.0));
        let (counter, body) = self.sweep_loop(block, at, &course, trips, bounding);
        for (target, is_sum) in targets {
            self.sweep_statement(body, counter, &sources, target, is_sum);
        }
        self.unsettled.clear();
        if self.rng.percent(75) {
            self.closed.push(body);
        }
    }

    fn course(&mut self, trips: i64) -> Course {
        let signed = *self.rng.pick(&[Type::INT, Type::INT, Type::LONG, Type::LLONG]);
        let any = *self.rng.pick(&[Type::INT, Type::INT, Type::UINT, Type::LONG, Type::ULONG]);
        let (start, last) = (0, trips - 1);
        match self.rng.below(10) {
            0 => Course { ty: any, start, step: 1, op: BinaryOp::Le, bound: last },
            1 => Course { ty: any, start, step: 1, op: BinaryOp::Ne, bound: trips },
            2 => Course { ty: signed, start: last, step: -1, op: BinaryOp::Ge, bound: 0 },
            3 => Course { ty: signed, start: last, step: -1, op: BinaryOp::Gt, bound: -1 },
            4 if trips <= 17 => Course { ty: any, start, step: 2, op: BinaryOp::Lt, bound: 2 * trips },
            5 if trips <= 12 => Course { ty: any, start: 1, step: 3, op: BinaryOp::Lt, bound: 3 * trips - 1 },
            6 => Course { ty: any, start: 1, step: 1, op: BinaryOp::Lt, bound: trips + 1 },
            _ => Course { ty: any, start, step: 1, op: BinaryOp::Lt, bound: trips },
        }
    }

    fn sweep_type(&mut self) -> Type {
        if self.floats && self.config.float_percent > 0 && self.rng.percent(18) {
            return *self.rng.pick(&[Type::FLOAT, Type::DOUBLE]);
        }
        *self.rng.pick(&ELEMENTS)
    }

    /// What the loop writes: an array, or (second) a scalar that is added to.
    fn sweep_target(&mut self, block: u32, len: u64) -> (u32, bool) {
        self.tree.begin(Change::Object);
        let is_sum = self.rng.percent(45);
        if !is_sum {
            let elem = self.sweep_type();
            let ty = self.b.p.types.array(elem, ArrayLen::Fixed(len + self.rng.below(2)));
            let declaration = Declaration { ty, home: Home::Extern, block: FILE, volatile: false, constant: false };
            return (self.declare(declaration, None), false);
        }
        let is_real = self.floats && self.config.float_percent > 0 && self.rng.percent(12);
        let ty = if is_real { Type::DOUBLE } else { *self.rng.pick(&SUMS) };
        let is_local = self.rng.percent(70);
        let (home, block) = if is_local { (Home::Auto, block) } else { (Home::Extern, FILE) };
        let object = self.declare(Declaration { ty, home, block, volatile: false, constant: false }, None);
        if is_local {
            self.initialise(object);
        }
        self.lines += 1;
        (object, true)
    }

    /// The loop without its statements: the counter, and the body.
    fn sweep_loop(&mut self, block: u32, at: usize, course: &Course, trips: u64, bounding: Option<u32>) -> (u32, u32) {
        self.tree.begin(Change::Loop);
        let form = *self.rng.pick(&[LoopForm::For, LoopForm::For, LoopForm::For, LoopForm::While, LoopForm::DoWhile]);
        let place = self.tree.split(block, at);
        let &Course { ty, start, step, op, bound } = course;
        let (counter_object, counter) = self.counter(block, ty);
        let object = &mut self.tree.objects[counter_object as usize];
        // It is read several times in an expression.
        (object.is_counter, object.volatile) = (true, false);
        let start = self.sealed_constant(ty, start, place);
        let trips = Vals::Same(trips);
        let (head, body, tail) = self.loop_places(block, place, &trips, form);
        let step = self.sealed_constant(ty, step, tail);
        let cond = self.loop_condition(head, counter, op, number(ty, bound as u64).vals.at(0), bounding);
        for slot in [cond, cond + 1, cond + 2] {
            self.tree.slots[slot as usize].depth = SEALED;
        }
        let looped = Loop { form, counter, start, cond, step, body, trips, head, tail };
        let stmt = self.tree.insert(block, at, StmtKind::Loop(looped));
        self.tree.blocks[body as usize].owner = Some(stmt);
        self.tree.cells[counter as usize].writers.push(stmt);
        self.settle(counter);
        self.finish_condition(cond, head, counter, op);
        self.lines += 4;
        (counter, body)
    }

    /// A constant that stays one: compilers are to see how the loop counts.
    fn sealed_constant(&mut self, ty: Type, value: i64, place: u32) -> u32 {
        let slot = self.tree.constant(ty, number(ty, value as u64).vals.at(0), place);
        self.tree.slots[slot as usize].depth = SEALED;
        slot
    }

    fn sweep_statement(&mut self, body: u32, counter: u32, sources: &[u32], target: u32, is_sum: bool) {
        let (block, at) = if self.rng.percent(22) { self.sweep_branch(body, counter, sources) } else { (body, 0) };
        self.tree.begin(Change::Assign);
        let place = self.tree.split(block, at);
        let root = self.tree.new_root();
        let Object { first, count, .. } = self.tree.objects[target as usize];
        let cell_ty = self.tree.cells[first as usize].read_ty;
        let access = self.tree.access(first, place, root, SEALED);
        let value = match self.rng.below(10) {
            0 if !is_sum => {
                let value =
                    if self.rng.percent(40) { 0 } else { value::boundary(&mut self.rng, self.tree.kind(cell_ty)) };
                number(cell_ty, value)
            }
            _ => self.swept(place, counter, sources, cell_ty),
        };
        let value = self.planted(&value, place, root);
        let is_real = cell_ty >= Type::FLOAT;
        let op = match is_sum {
            _ if is_real => *self.rng.pick(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Gt]),
            true => *self.rng.pick(&[
                BinaryOp::Add,
                BinaryOp::Add,
                BinaryOp::Add,
                BinaryOp::Sub,
                BinaryOp::Xor,
                BinaryOp::Or,
                BinaryOp::Lt,
                BinaryOp::Gt,
            ]),
            false => *self.rng.pick(&[BinaryOp::Add, BinaryOp::Xor, BinaryOp::And]),
        };
        let op = (is_sum || self.rng.percent(15)).then_some(op);
        let subscript = (!is_sum).then(|| {
            let counter = self.counter_formula(counter, place);
            self.planted(&counter, place, root)
        });
        let stmt = self.tree.insert(block, at, StmtKind::Assign { access, subscript, op, value });
        self.lines += 1;
        for cell in first..first + count {
            self.tree.cells[cell as usize].writers.push(stmt);
        }
        while (first..first + count).any(|cell| self.settle(cell)) {}
    }

    /// The transformation: `for (k = d; k < n; k++) target[k] = target[k - d] op a[k];`, whose iterations are not independent.
    pub fn add_carried(&mut self) {
        let Some((block, at)) = self.somewhere_shallow() else { return };
        let n = self.tree.places[self.tree.blocks[block as usize].places[at] as usize].n;
        if n != 1 || self.is_pure(block) {
            return;
        }
        let trips = *self.rng.pick(&TRIPS).min(&u64::from(self.config.sweep_trips));
        let distance = 1 + self.rng.below(4);
        let elem = *self.rng.pick(&[Type::UINT, Type::UINT, Type::ULLONG, Type::UCHAR, Type::USHORT]);
        let source = self.input_array(elem, trips + distance);
        self.tree.begin(Change::Object);
        let ty = self.b.p.types.array(elem, ArrayLen::Fixed(trips + distance));
        let declaration = Declaration { ty, home: Home::Extern, block: FILE, volatile: false, constant: false };
        let target = self.declare(declaration, None);
        self.unsettled.push(target);
        let (start, bound) = (distance as i64, (trips + distance) as i64);
        let course = Course { ty: Type::INT, start, step: 1, op: BinaryOp::Lt, bound };
        let bounding = self.rng.percent(45).then(|| self.input_scalar(Type::INT, bound as u64));
        let (counter, body) = self.sweep_loop(block, at, &course, trips, bounding);
        self.closed.push(body);
        self.tree.begin(Change::Assign);
        let place = self.tree.split(body, 0);
        let root = self.tree.new_root();
        let index = self.counter_formula(counter, place);
        let op = *self.rng.pick(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor, BinaryOp::Add]);
        let carried = self.carried(target, source, &index, distance, op, place);
        let first = self.tree.objects[target as usize].first;
        let value = carried.unwrap_or_else(|| number(self.tree.cells[first as usize].read_ty, 1));
        let value = self.planted(&value, place, root);
        let subscript = Some(self.planted(&index, place, root));
        let access = self.tree.access(first, place, root, SEALED);
        let stmt = self.tree.insert(body, 0, StmtKind::Assign { access, subscript, op: None, value });
        let cells = first..first + self.tree.objects[target as usize].count;
        for cell in cells.clone() {
            self.tree.cells[cell as usize].writers.push(stmt);
        }
        for cell in cells {
            self.settle(cell);
        }
        self.unsettled.clear();
        self.lines += 1;
    }

    /// `target[k - d] op source[k]`: each value is computed from one that the loop has stored before.
    fn carried(
        &self,
        target: u32,
        source: u32,
        index: &Formula,
        distance: u64,
        op: BinaryOp,
        place: u32,
    ) -> Option<Formula> {
        let site = Site { place, varying: &[] };
        let element = self.element(source, index, place)?;
        let before = self.binary(&site, BinaryOp::Sub, index.clone(), number(Type::INT, distance))?;
        let Object { first, count, .. } = self.tree.objects[target as usize];
        let Cell { kind, read_ty, .. } = self.tree.cells[first as usize];
        let mut current: Vec<u64> =
            (first..first + count).map(|cell| self.tree.cells[cell as usize].init.at(0)).collect();
        let mut earlier = Vec::new();
        for time in 0..self.tree.places[place as usize].n as usize {
            let at = index.vals.at(time) as usize;
            let one = current[at - distance as usize];
            earlier.push(one);
            let result = value::binary(self.tree.kind(read_ty), op, one, element.vals.at(time))?;
            current[at] = value::convert(self.tree.kind(read_ty), kind, result)?;
        }
        let node = Node::Element(target, Box::new(before));
        let earlier = Formula { ty: read_ty, vals: Vals::of(earlier), node };
        self.binary(&site, op, earlier, element)
    }

    /// `if (… a[k] …) { }`: the block for the statement.
    fn sweep_branch(&mut self, body: u32, counter: u32, sources: &[u32]) -> (u32, usize) {
        self.tree.begin(Change::If);
        let place = self.tree.split(body, 0);
        let root = self.tree.new_root();
        let test = self.swept(place, counter, sources, Type::INT);
        let taken = self.truth_of(&test);
        let cond = self.planted(&test, place, root);
        let then = self.branch(body, place, |time| taken.at(time) != 0);
        let kind = StmtKind::If { cond, taken, then, otherwise: None, goto: false };
        let stmt = self.tree.insert(body, 0, kind);
        self.tree.blocks[then as usize].owner = Some(stmt);
        self.closed.push(then);
        self.lines += 2;
        (then, 0)
    }

    /// The transformations: `target[0] = a[0] op b[0]; target[1] = a[1] op b[1]; …`, which compilers make one vector operation.
    pub fn add_row(&mut self) {
        let (block, at) = self.somewhere();
        let n = self.tree.places[self.tree.blocks[block as usize].places[at] as usize].n;
        if n == 0 || n > MOST || self.is_pure(block) {
            return;
        }
        let lanes = *self.rng.pick(&[2u32, 4, 4, 4, 8]);
        let elem = self.sweep_type();
        let (a, b) = (self.input_array(elem, u64::from(lanes)), self.input_array(elem, u64::from(lanes)));
        self.tree.begin(Change::Object);
        let target_elem = if self.rng.percent(70) { elem } else { self.sweep_type() };
        let ty = self.b.p.types.array(target_elem, ArrayLen::Fixed(u64::from(lanes)));
        let declaration = Declaration { ty, home: Home::Extern, block: FILE, volatile: false, constant: false };
        let target = self.declare(declaration, None);
        self.unsettled.push(target);
        let op = match elem < Type::FLOAT {
            true => *self.rng.pick(&LANE_OPERATORS),
            false => *self.rng.pick(&LANE_OPERATORS[..4]),
        };
        let is_shift = elem < Type::FLOAT && self.rng.percent(15);
        for lane in 0..lanes {
            self.tree.begin(Change::Assign);
            let place = self.tree.split(block, at + lane as usize);
            let root = self.tree.new_root();
            let site = Site { place, varying: &[] };
            let cell = |grower: &Grower, object: u32| grower.tree.objects[object as usize].first + lane;
            let (x, y) = (self.cell(cell(self, a), place), self.cell(cell(self, b), place));
            let found = if is_shift {
                let by = number(Type::INT, self.rng.below(7));
                self.converted(x.clone(), Type::UINT).and_then(|x| self.binary(&site, BinaryOp::Shl, x, by))
            } else if op == BinaryOp::Lt {
                let test = self.binary(&site, op, x.clone(), y.clone());
                test.and_then(|test| self.choice(place, test, x.clone(), y))
            } else {
                self.binary(&site, op, x.clone(), y)
            };
            let to = cell(self, target);
            let ty = self.tree.cells[to as usize].read_ty;
            let value = found.and_then(|value| self.converted(value, ty)).or_else(|| self.converted(x, ty));
            let value = value.unwrap_or_else(|| number(ty, 0));
            let value = self.planted(&value, place, root);
            let access = self.tree.access(to, place, root, SEALED);
            let kind = StmtKind::Assign { access, subscript: None, op: None, value };
            let stmt = self.tree.insert(block, at + lane as usize, kind);
            self.tree.cells[to as usize].writers.push(stmt);
            self.lines += 1;
            self.settle(to);
        }
        self.unsettled.clear();
    }

    fn counter_formula(&self, counter: u32, place: u32) -> Formula {
        let ty = self.tree.cells[counter as usize].read_ty;
        Formula { ty, vals: self.tree.values(counter, place), node: Node::Cell(counter) }
    }

    /// An expression over elements of the sources, of this type.
    fn swept(&mut self, place: u32, counter: u32, sources: &[u32], ty: Type) -> Formula {
        let at = self.counter_formula(counter, place);
        let elements: Vec<Formula> = sources.iter().filter_map(|&source| self.element(source, &at, place)).collect();
        let mut varying = elements.clone();
        if self.rng.percent(30) {
            varying.push(self.counter_formula(counter, place));
        }
        let site = Site { place, varying: &varying };
        let found = match self.rng.below(10) {
            0..6 => self.idiom(&site, ty),
            6..9 => {
                let (a, b) = (self.rng.pick(&varying).clone(), self.rng.pick(&varying).clone());
                let op = *self.rng.pick(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Add]);
                self.binary(&site, op, a, b).and_then(|formula| self.converted(formula, ty))
            }
            _ => None,
        };
        let plain = |grower: &Grower, formula: &Formula| grower.converted(formula.clone(), ty);
        found
            .or_else(|| elements.iter().find_map(|element| plain(self, element)))
            .or_else(|| plain(self, &self.counter_formula(counter, place)))
            .expect("a counter has a value in every type")
    }
}
