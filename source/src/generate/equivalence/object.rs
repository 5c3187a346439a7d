//! Adding objects: their types, their first values, and the assignments of their whole life.

use super::grow::Grower;
use super::tree::{Cell, Change, FILE, Home, Object, SlotKind, Step, StmtKind};
use super::value::{self, Kind, Vals};
use super::walk::{self, All, Fault};
use lang::arith::IntKind;
use lang::types::ArrayLen;
use lang::{BinaryOp, Type, TypeKind};

/// Cells of one object, at most: programs should not consist of initialisers.
const MAX_CELLS: usize = 24;

const INTEGERS: [Type; 12] = [
    Type::BOOL,
    Type::CHAR,
    Type::SCHAR,
    Type::UCHAR,
    Type::SHORT,
    Type::USHORT,
    Type::INT,
    Type::UINT,
    Type::LONG,
    Type::ULONG,
    Type::LLONG,
    Type::ULLONG,
];

/// Types that can be the declared type of a bit-field on every compiler.
const BIT_FIELDS: [Type; 6] = [Type::INT, Type::UINT, Type::INT, Type::UINT, Type::UCHAR, Type::SHORT];

/// Where an object is declared, and what is true of it.
pub struct Declaration {
    pub ty: Type,
    pub home: Home,
    pub block: u32,
    pub volatile: bool,
    pub constant: bool,
}

/// A scalar of a type: the way to it, its type, its width as a bit-field.
type Scalar = (Vec<Step>, Type, Option<u32>);

impl Grower<'_> {
    pub fn scalar_type(&mut self) -> Type {
        if self.floats && self.rng.percent(self.config.float_percent) {
            return match self.rng.percent(self.config.long_double) {
                true => Type::LDOUBLE,
                false => *self.rng.pick(&[Type::FLOAT, Type::DOUBLE]),
            };
        }
        // `int` and what is wider are what most code computes in.
        if self.rng.percent(35) { *self.rng.pick(&INTEGERS[6..]) } else { *self.rng.pick(&INTEGERS) }
    }

    /// A scalar, array or record of this depth at most.
    fn member_type(&mut self, depth: u32) -> Type {
        let weights = match depth {
            0 => [1, 0, 0, 0],
            _ => [6, self.config.shape_array / 8 + 1, self.config.shape_struct / 8, self.config.shape_union / 8],
        };
        match self.rng.weighted(&weights) {
            0 => self.scalar_type(),
            1 => self.array_type(depth),
            2 => self.record_type(false, depth),
            _ => self.record_type(true, depth),
        }
    }

    fn array_type(&mut self, depth: u32) -> Type {
        let elem = if self.rng.percent(30) { self.member_type(depth - 1) } else { self.scalar_type() };
        let room = (MAX_CELLS / self.scalars(elem).len().max(1)).clamp(1, self.config.array_length as usize);
        let len = 1 + self.rng.below(room as u64);
        self.b.p.types.array(elem, ArrayLen::Fixed(len))
    }

    fn record_type(&mut self, is_union: bool, depth: u32) -> Type {
        let same = |is_known: &&(Type, bool)| is_known.1 == is_union;
        if self.records.iter().filter(same).count() > 0 && self.rng.percent(55) {
            let known: Vec<Type> = self.records.iter().filter(same).map(|known| known.0).collect();
            return *self.rng.pick(&known);
        }
        let count = 1 + self.rng.below(4);
        let mut fields = Vec::new();
        for _ in 0..count {
            fields.push(if !is_union && self.rng.percent(self.config.bit_field) {
                let ty = *self.rng.pick(&BIT_FIELDS);
                let bits = u64::from(self.tree.kind(ty).int().map_or(8, |kind| kind.bits));
                (ty, Some(1 + self.rng.below(bits - 1) as u32))
            } else {
                (self.member_type(depth - 1), None)
            });
        }
        let ty = self.b.make_record(is_union, &fields);
        self.records.push((ty, is_union));
        ty
    }

    /// The scalars of a type, in order; of a union only those of the first member.
    pub fn scalars(&self, ty: Type) -> Vec<Scalar> {
        let mut found = Vec::new();
        self.collect(ty, None, &mut Vec::new(), &mut found);
        found
    }

    fn collect(&self, ty: Type, width: Option<u32>, path: &mut Vec<Step>, found: &mut Vec<Scalar>) {
        match *self.b.p.types.kind(ty) {
            TypeKind::Array { elem, len: ArrayLen::Fixed(len) } => {
                for at in 0..len as u32 {
                    path.push(Step::Element(at));
                    self.collect(elem, None, path, found);
                    path.pop();
                }
            }
            TypeKind::Record(id) => {
                let record = self.b.p.types.record_of(id);
                let count = if record.is_union { 1 } else { record.fields.len() };
                for (at, field) in record.fields.iter().enumerate().take(count) {
                    path.push(Step::Field(at as u32));
                    self.collect(field.ty, field.bit_width, path, found);
                    path.pop();
                }
            }
            _ => found.push((path.clone(), ty, width)),
        }
    }

    /// A new object with its cells. `values` are those of the cells at the head of the block, chosen here if there are none.
    pub fn declare(&mut self, declaration: Declaration, values: Option<Vec<Vals>>) -> u32 {
        let Declaration { ty, home, block, volatile, constant } = declaration;
        let scalars = self.scalars(ty);
        let object = self.tree.objects.len() as u32;
        let first = self.tree.cells.len() as u32;
        let count = scalars.len() as u32;
        for (at, (path, ty, bit_width)) in scalars.into_iter().enumerate() {
            let init = match &values {
                Some(values) => values[at].clone(),
                None => Vals::Same(self.first_value(ty, bit_width)),
            };
            let cell = self.new_cell(object, path, ty, bit_width, init);
            self.tree.cells.push(cell);
        }
        let born = self.tree.now();
        self.tree.objects.push(Object {
            ty,
            home,
            block,
            volatile,
            constant,
            first,
            count,
            inits: None,
            length: None,
            target: None,
            argument: None,
            is_counter: false,
            born,
            observed: None,
        });
        self.make_visible(object);
        object
    }

    fn new_cell(&self, object: u32, path: Vec<Step>, ty: Type, bit_width: Option<u32>, init: Vals) -> Cell {
        let kind = self.tree.kind(ty);
        // Every bit-field here is narrower than `int` (C17 6.3.1.1p2).
        let is_narrow = bit_width.is_some() || kind.int().is_some_and(|kind| kind.bits < 32);
        let read_ty = if is_narrow { Type::INT } else { ty };
        let (table, pointers, writers) = (Vec::new(), Vec::new(), Vec::new());
        Cell { object, path: path.into(), ty, kind, read_ty, bit_width, init, table, pointers, writers }
    }

    fn first_value(&mut self, ty: Type, bit_width: Option<u32>) -> u64 {
        let kind = match (self.tree.kind(ty), bit_width) {
            (Kind::Int(kind), Some(width)) => Kind::Int(IntKind { bits: width as u8, ..kind }),
            (kind, _) => kind,
        };
        value::boundary(&mut self.rng, kind)
    }

    fn make_visible(&mut self, object: u32) {
        let Object { first, count, block, constant, .. } = self.tree.objects[object as usize];
        let cells = first..first + count;
        if block == FILE {
            self.tree.file_objects.push(object);
            if constant {
                self.tree.constant_cells.extend(cells.clone());
            }
            self.tree.file_cells.extend(cells);
        } else {
            self.tree.blocks[block as usize].objects.push(object);
            self.tree.blocks[block as usize].cells.extend(cells);
        }
    }

    /// Slots for the first values of an automatic object.
    pub fn initialise(&mut self, object: u32) {
        let Object { first, count, block, .. } = self.tree.objects[object as usize];
        let head = self.tree.blocks[block as usize].head;
        let inits = self.tree.slots.len() as u32;
        for cell in first..first + count {
            let (ty, vals) = (self.tree.cells[cell as usize].read_ty, self.tree.cells[cell as usize].init.clone());
            let root = self.tree.new_root();
            self.tree.part(ty, vals, SlotKind::Constant, head, root, 0);
        }
        self.tree.objects[object as usize].inits = Some(inits);
    }

    /// The transformation: an object, and all the assignments it will ever have.
    pub fn add_object(&mut self) {
        let c = self.config;
        let (scalar, pointer) = (c.shape_scalar, c.shape_pointer);
        let weights = [scalar, c.shape_array, c.shape_struct, c.shape_union, c.shape_vla, pointer];
        match self.rng.weighted(&weights) {
            4 => self.add_variable_array(),
            5 => self.add_pointer(),
            shape => {
                self.tree.begin(Change::Object);
                let ty = match shape {
                    0 => self.scalar_type(),
                    1 => self.array_type(c.nesting),
                    2 => self.record_type(false, c.nesting),
                    _ => self.record_type(true, c.nesting),
                };
                self.add_object_of(ty);
            }
        }
    }

    fn add_object_of(&mut self, ty: Type) {
        let (home, block) = self.choose_home();
        let volatile = self.rng.percent(self.config.volatile_percent);
        let constant = self.rng.percent(self.config.constant_percent);
        let object = self.declare(Declaration { ty, home, block, volatile, constant }, None);
        if home == Home::Auto {
            self.initialise(object);
        }
        self.lines += 1 + u32::from(home != Home::Extern);
        if !constant {
            self.plan(object);
        }
    }

    fn choose_home(&mut self) -> (Home, u32) {
        if self.rng.percent(self.config.file_scope) {
            let is_static = self.rng.percent(self.config.file_static);
            return (if is_static { Home::Static } else { Home::Extern }, FILE);
        }
        let block = self.open_block();
        let is_pure = self.is_pure(block);
        let is_static = !is_pure && self.rng.percent(self.config.local_static);
        (if is_static { Home::StaticLocal } else { Home::Auto }, block)
    }

    /// `T v[length]`, whose elements are assigned at the start of its block.
    fn add_variable_array(&mut self) {
        self.tree.begin(Change::Object);
        let elem = self.scalar_type();
        let len = 1 + self.rng.below(u64::from(self.config.array_length));
        let ty = self.b.p.types.array(elem, ArrayLen::Fixed(len));
        let block = self.open_block();
        let constant = self.rng.percent(self.config.constant_percent);
        let declaration = Declaration { ty, home: Home::Auto, block, volatile: false, constant };
        let object = self.declare(declaration, None);
        self.initialise(object);
        let head = self.tree.blocks[block as usize].head;
        let length = self.tree.constant(Type::INT, len, head);
        self.tree.objects[object as usize].length = Some(length);
        self.lines += 2 + len as u32;
        if !constant {
            self.plan(object);
        }
    }

    /// A pointer that always points to the same cell.
    fn add_pointer(&mut self) {
        let (mut home, mut block) = self.choose_home();
        let place = if block == FILE { None } else { Some(self.tree.blocks[block as usize].head) };
        let cell = match place {
            Some(place) => self.pick_cell(place, |_, _| true),
            None => self.pick_file_cell(),
        };
        let Some(cell) = cell.filter(|&cell| self.tree.cells[cell as usize].bit_width.is_none()) else { return };
        let target = self.tree.cells[cell as usize].object;
        let Object { home: target_home, volatile, length, argument, .. } = self.tree.objects[target as usize];
        if length.is_some() || argument.is_some() {
            return;
        }
        if block == FILE && target_home == Home::Static {
            home = Home::Static;
        }
        if home == Home::StaticLocal && !matches!(target_home, Home::Extern | Home::Static) {
            // Only what is static has an address that is a constant.
            (home, block) = (Home::Auto, block);
        }
        self.tree.begin(Change::Object);
        let mut to = self.tree.cells[cell as usize].ty;
        if volatile {
            to = to.with(lang::Quals::VOLATILE);
        }
        let ty = self.b.p.types.pointer(to);
        let object = self.tree.objects.len() as u32;
        let born = self.tree.now();
        self.tree.objects.push(Object {
            ty,
            home,
            block,
            volatile: false,
            constant: true,
            first: self.tree.cells.len() as u32,
            count: 0,
            inits: None,
            length: None,
            target: Some(cell),
            argument: None,
            is_counter: false,
            born,
            observed: None,
        });
        self.make_visible(object);
        self.tree.cells[cell as usize].pointers.push(object);
        self.lines += 1;
    }

    /// The assignments of an object's life. Values are known once all of them are there.
    pub fn plan(&mut self, object: u32) {
        let Object { first, count, .. } = self.tree.objects[object as usize];
        self.unsettled.push(object);
        let cells = 1 + self.rng.below(3.min(u64::from(count.max(1))));
        for _ in 0..cells {
            let cell = first + self.rng.below(u64::from(count)) as u32;
            let assignments = 1 + self.rng.below(u64::from(self.config.assignments));
            for _ in 0..assignments {
                self.plan_assignment(object, cell);
            }
        }
        // A faulty assignment may be one of several cells.
        while (first..first + count).any(|cell| self.settle(cell)) {}
        self.unsettled.clear();
    }

    /// Computes the table of a cell; compound assignments that would be undefined become plain ones. Whether there were
    /// any.
    pub fn settle(&mut self, cell: u32) -> bool {
        let mut is_changed = false;
        loop {
            match walk::table(&self.tree, cell, &All) {
                Ok(table) => {
                    self.tree.cells[cell as usize].table = table;
                    return is_changed;
                }
                Err(Fault(stmt)) => {
                    is_changed = true;
                    let StmtKind::Assign { op, value, .. } = &mut self.tree.stmts[stmt as usize].kind else {
                        unreachable!("only assignments compute")
                    };
                    *op = None;
                    let value = *value as usize;
                    let cell = &self.tree.cells[cell as usize];
                    // A plain assignment is undefined only if a floating value does not fit.
                    let from = self.tree.kind(self.tree.slots[value].ty);
                    let fits = |v| value::convert(from, cell.kind, v);
                    if self.tree.slots[value].vals.map(fits).is_none() {
                        let ty = cell.read_ty;
                        let slot = &mut self.tree.slots[value];
                        (slot.ty, slot.vals, slot.kind) = (ty, Vals::Same(0), SlotKind::Constant);
                    }
                }
            }
        }
    }

    fn plan_assignment(&mut self, object: u32, cell: u32) {
        let Some((block, at)) = self.place_for(object) else { return };
        self.tree.begin(Change::Assign);
        let place = self.tree.split(block, at);
        let root = self.tree.new_root();
        let access = self.tree.access(cell, place, root, 1);
        let subscript = self.varying_subscript(object, place, root);
        let kind = self.tree.cells[cell as usize].kind;
        let varying = if self.rng.percent(60) { self.varying_cell(place, root) } else { None };
        let is_compound = kind.is_int() && self.rng.percent(45);
        let target_ty = self.tree.cells[cell as usize].read_ty;
        let is_idiom = self.rng.percent(self.config.idiom_value);
        let idiom = if is_idiom { self.idiom_with_varying(place, root, target_ty) } else { None };
        let value = match varying {
            _ if idiom.is_some() => self.planted(&idiom.expect("it was asked for"), place, root),
            Some(source) => match self.rng.percent(40).then(|| self.element_value(source, place, root)).flatten() {
                Some(element) => element,
                None => self.varying_value(source, place, root),
            },
            None => self.planned_constant(cell, place, root, is_compound),
        };
        let op = if is_compound && (varying.is_none() || self.rng.percent(50)) {
            Some(*self.rng.pick(&[
                BinaryOp::Add,
                BinaryOp::Add,
                BinaryOp::Sub,
                BinaryOp::Mul,
                BinaryOp::Xor,
                BinaryOp::Or,
                BinaryOp::And,
                BinaryOp::Rem,
            ]))
        } else {
            None
        };
        let stmt = self.tree.insert(block, at, StmtKind::Assign { access, subscript, op, value });
        self.lines += 1;
        let Object { first, count, .. } = self.tree.objects[object as usize];
        let cells = if subscript.is_some() { first..first + count } else { cell..cell + 1 };
        cells.for_each(|cell| self.tree.cells[cell as usize].writers.push(stmt));
    }

    /// The transformation: a structure or union that another one is copied to.
    pub fn add_copied(&mut self) {
        let known: Vec<Type> = self.records.iter().map(|known| known.0).collect();
        if known.is_empty() {
            return;
        }
        self.tree.begin(Change::Object);
        let ty = *self.rng.pick(&known);
        let (home, block) = self.choose_home();
        let object = self.declare(Declaration { ty, home, block, volatile: false, constant: false }, None);
        if home == Home::Auto {
            self.initialise(object);
        }
        self.lines += 1 + u32::from(home != Home::Extern);
        self.unsettled.push(object);
        for _ in 0..1 + self.rng.below(2) {
            self.plan_copy(object);
        }
        self.plan(object);
    }

    /// An assignment of another object of its type that is visible.
    fn plan_copy(&mut self, to: u32) {
        let Some((block, at)) = self.place_for(to) else { return };
        let place = self.tree.blocks[block as usize].places[at];
        let ty = self.tree.objects[to as usize].ty;
        let from = (0..4).find_map(|_| {
            let cell = self.pick_cell(place, |grower, cell| {
                let object = grower.tree.cells[cell as usize].object;
                let Object { ty: other, volatile, length, .. } = grower.tree.objects[object as usize];
                object != to && other == ty && !volatile && length.is_none()
            })?;
            Some(self.tree.cells[cell as usize].object)
        });
        let Some(from) = from else { return };
        self.tree.begin(Change::Copy);
        self.tree.split(block, at);
        let stmt = self.tree.insert(block, at, StmtKind::Copy { to, from });
        let Object { first, count, .. } = self.tree.objects[to as usize];
        for cell in first..first + count {
            self.tree.cells[cell as usize].writers.push(stmt);
        }
        self.lines += 1;
    }

    /// For an array of scalars: something that varies within its length.
    fn varying_subscript(&mut self, object: u32, place: u32, root: u32) -> Option<u32> {
        let Object { first, count, .. } = self.tree.objects[object as usize];
        if !matches!(self.tree.cells[first as usize].path[..], [Step::Element(_)]) {
            return None;
        }
        let cell = self.varying_cell(place, root)?;
        let vals = self.tree.values(cell, place);
        vals.map(|value| (value < u64::from(count)).then_some(value))?;
        let ty = self.tree.cells[cell as usize].read_ty;
        let slot = self.tree.part(ty, vals, SlotKind::Constant, place, root, 1);
        self.tree.slots[slot as usize].kind = self.read(cell, place, root, 1);
        Some(slot)
    }

    fn planned_constant(&mut self, cell: u32, place: u32, root: u32, is_small: bool) -> u32 {
        let (ty, kind) = (self.tree.cells[cell as usize].read_ty, self.tree.cells[cell as usize].kind);
        let value = match self.tree.kind(ty) {
            Kind::Int(kind) if is_small => lang::arith::wrap(kind, self.rng.range(-5, 9) as u64),
            _ => {
                let value = value::boundary(&mut self.rng, kind);
                value::convert(kind, self.tree.kind(ty), value).unwrap_or(0)
            }
        };
        self.tree.part(ty, Vals::Same(value), SlotKind::Constant, place, root, 0)
    }

    /// Somewhere in the scope of an object.
    fn place_for(&mut self, object: u32) -> Option<(u32, usize)> {
        let scope = self.tree.objects[object as usize].block;
        for _ in 0..6 {
            let block = self.open_block();
            let fits = if scope == FILE { !self.is_pure(block) } else { self.is_within(block, scope) };
            if fits {
                return Some((block, self.rng.below(self.tree.blocks[block as usize].places.len() as u64) as usize));
            }
        }
        if scope == FILE {
            return None;
        }
        Some((scope, self.rng.below(self.tree.blocks[scope as usize].places.len() as u64) as usize))
    }
}
