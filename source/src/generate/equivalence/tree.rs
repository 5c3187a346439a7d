//! A program while it grows: blocks of statements, objects, and the constants that expressions grow from.
//!
//! Between any two statements there is a *place*. How often each place is executed is known, and the value that every
//! scalar (*cell*) has there each time. No transformation changes a value that another one relies on, so each can be left
//! out later: what it put there is not written, and what was there before is.

use super::value::{Kind, Vals};
use lang::arith::IntKind;
use lang::{BinaryOp, Type, UnaryOp};
use std::sync::Arc;

/// Deeper than any expression: what is not expanded.
pub const SEALED: u8 = u8::MAX;

/// The scope of what is declared in no block.
pub const FILE: u32 = u32::MAX;

/// Where expressions are evaluated and statements inserted.
pub struct Place {
    /// The place that had the same values when this one came into being.
    pub parent: Option<u32>,
    /// Which execution of the parent each execution belongs to; the same one if there is nothing here.
    pub times: Option<Arc<[u32]>>,
    /// How often it is executed.
    pub n: u32,
    /// The innermost block whose objects are visible, or `FILE`.
    pub block: u32,
}

/// Statements with a place before each and one at the end.
pub struct Block {
    /// The block around it, in the same function.
    pub parent: Option<u32>,
    pub function: u32,
    /// Where the initialisers of its objects are evaluated.
    pub head: u32,
    pub places: Vec<u32>,
    pub stmts: Vec<u32>,
    pub objects: Vec<u32>,
    pub cells: Vec<u32>,
    /// The statement it belongs to; none for the body of a test or of a pure function.
    pub owner: Option<u32>,
    pub depth: u32,
}

pub struct Function {
    pub body: u32,
    /// Of the result, if there is one.
    pub ret: Option<(Type, u32)>,
    /// Parameters, which are objects of the body.
    pub params: Vec<u32>,
    /// Called by expressions: nothing outside of it depends on it but its result.
    pub pure_: bool,
    pub is_test: bool,
    pub is_static: bool,
    /// Of a pure function: the values of the scalar parameters, and the result, for each of the calls it knows.
    pub calls: Vec<(Vec<u64>, u64)>,
    pub born: u32,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Home {
    /// Defined by the driver.
    Extern,
    /// Static at file scope.
    Static,
    StaticLocal,
    Auto,
    Param,
}

pub struct Object {
    pub ty: Type,
    pub home: Home,
    /// The block that declares it, or `FILE`.
    pub block: u32,
    pub volatile: bool,
    /// No cell ever has another value than its first.
    pub constant: bool,
    /// Its cells: `first..first + count`.
    pub first: u32,
    pub count: u32,
    /// The initial values of automatic objects: as many slots as cells; else the values are written as they are.
    pub inits: Option<u32>,
    /// The length of an array of variable length.
    pub length: Option<u32>,
    /// The cell that a pointer points to.
    pub target: Option<u32>,
    /// The argument is this object: an array as a parameter.
    pub argument: Option<u32>,
    pub is_counter: bool,
    pub born: u32,
    /// The transformation that has its values checked or hashed.
    pub observed: Option<u32>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Step {
    Field(u32),
    Element(u32),
}

/// A scalar: an object, or an element or member of one.
pub struct Cell {
    pub object: u32,
    pub path: Box<[Step]>,
    /// As declared.
    pub ty: Type,
    pub kind: Kind,
    /// The type of its value after promotion.
    pub read_ty: Type,
    pub bit_width: Option<u32>,
    /// At the head of its block.
    pub init: Vals,
    /// Its values at the places where they are not those of the parent, by place.
    pub table: Vec<(u32, Vals)>,
    /// Pointers that point to it.
    pub pointers: Vec<u32>,
    /// Its assignments.
    pub writers: Vec<u32>,
}

/// An expression whose values are known. It begins as a constant, or as what a statement needs.
pub struct Slot {
    pub ty: Type,
    pub vals: Vals,
    pub kind: SlotKind,
    pub place: u32,
    /// The full expression that it is a part of.
    pub root: u32,
    pub depth: u8,
    /// The transformation that gave it its kind.
    pub by: u32,
    /// What it is if that transformation is left out and it cannot be a constant.
    pub inner: Option<u32>,
}

/// Operands are slots with successive numbers, of which the first is given.
#[derive(Clone, Debug)]
pub enum SlotKind {
    Constant,
    Read(Access),
    Unary(UnaryOp, u32),
    Binary(BinaryOp, u32),
    And(u32),
    Or(u32),
    Cond(u32),
    /// An explicit conversion to this type; the slot's own is the promoted one.
    Cast(Type, u32),
    /// An element of an array whose subscript varies: the object, and the subscript's slot.
    Element(u32, u32),
    /// A pure function, and the first of its scalar arguments.
    Call(u32, u32),
}

/// How a cell is mentioned.
#[derive(Copy, Clone, Debug)]
pub struct Access {
    pub cell: u32,
    /// The slots of the subscripts, one for each array in the path.
    pub subscripts: u32,
    /// The pointer that it goes through, and the transformation that made it so.
    pub through: Option<(u32, u32)>,
}

pub struct Stmt {
    pub kind: StmtKind,
    pub block: u32,
    /// Before it.
    pub place: u32,
    pub born: u32,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum LoopForm {
    For,
    While,
    DoWhile,
    /// A label and a conditional jump back to it.
    Goto,
    /// `while (1)` with a `break` at the top.
    Break,
}

impl LoopForm {
    /// The body comes before the first test.
    pub fn tests_last(self) -> bool {
        matches!(self, LoopForm::DoWhile | LoopForm::Goto)
    }
}

pub struct Loop {
    pub form: LoopForm,
    /// A cell.
    pub counter: u32,
    pub start: u32,
    /// `counter op bound`
    pub cond: u32,
    pub step: u32,
    pub body: u32,
    /// Iterations, by execution of the statement.
    pub trips: Vals,
    /// Where the condition is evaluated.
    pub head: u32,
    /// Where the step is.
    pub tail: u32,
}

pub enum StmtKind {
    Assign {
        access: Access,
        /// The slot of a subscript that varies: each time another element is assigned.
        subscript: Option<u32>,
        /// `Lt` and `Gt` keep the lesser and the greater value.
        op: Option<BinaryOp>,
        value: u32,
    },
    If {
        cond: u32,
        taken: Vals,
        then: u32,
        otherwise: Option<u32>,
        /// Without `else`: jumps over the block.
        goto: bool,
    },
    Loop(Loop),
    /// Labels with their blocks, and the default's. `chosen` says which, by execution.
    Switch {
        value: u32,
        labels: Vec<u64>,
        blocks: Vec<u32>,
        chosen: Vals,
    },
    /// A function that is called only here, its arguments (as many slots as scalar parameters), and where the result goes.
    Call {
        function: u32,
        args: u32,
        result: Option<u32>,
    },
    /// A structure or union is assigned to another one of its type.
    Copy {
        to: u32,
        from: u32,
    },
}

/// One entry of the log.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Change {
    Object,
    Assign,
    Reassign,
    If,
    Loop,
    Switch,
    Call,
    Function,
    Expand,
    Pointer,
    Copy,
    Observe,
}

/// The whole program, with the log of what made it.
pub struct Tree {
    /// Of `long`.
    pub long_bits: u8,
    pub places: Vec<Place>,
    pub blocks: Vec<Block>,
    pub functions: Vec<Function>,
    pub objects: Vec<Object>,
    pub cells: Vec<Cell>,
    pub slots: Vec<Slot>,
    pub stmts: Vec<Stmt>,
    /// Cells of file scope: all, and those of constant objects.
    pub file_cells: Vec<u32>,
    pub constant_cells: Vec<u32>,
    pub file_objects: Vec<u32>,
    /// The bodies of the tests.
    pub tests: Vec<u32>,
    pub log: Vec<Change>,
    /// Volatile objects that full expressions read already, by root.
    pub volatile_reads: Vec<(u32, u32)>,
    pub roots: u32,
}

impl Tree {
    pub fn new(long_bits: u8) -> Tree {
        Tree {
            long_bits,
            places: Vec::new(),
            blocks: Vec::new(),
            functions: Vec::new(),
            objects: Vec::new(),
            cells: Vec::new(),
            slots: Vec::new(),
            stmts: Vec::new(),
            file_cells: Vec::new(),
            constant_cells: Vec::new(),
            file_objects: Vec::new(),
            tests: Vec::new(),
            log: Vec::new(),
            volatile_reads: Vec::new(),
            roots: 0,
        }
    }

    /// What arithmetic a scalar type has.
    pub fn kind(&self, ty: Type) -> Kind {
        let long = self.long_bits;
        let int = |bits, signed| Kind::Int(IntKind { bits, signed });
        match ty.unqualified() {
            Type::BOOL => int(1, false),
            Type::CHAR | Type::SCHAR => int(8, true),
            Type::UCHAR => int(8, false),
            Type::SHORT => int(16, true),
            Type::USHORT => int(16, false),
            Type::UINT => int(32, false),
            Type::LONG => int(long, true),
            Type::ULONG => int(long, false),
            Type::LLONG => int(64, true),
            Type::ULLONG => int(64, false),
            Type::FLOAT => Kind::Float,
            Type::DOUBLE => Kind::Double,
            Type::LDOUBLE => Kind::LongDouble,
            _ => int(32, true),
        }
    }

    /// Begins a transformation; everything made until the next one belongs to it.
    pub fn begin(&mut self, change: Change) -> u32 {
        self.log.push(change);
        self.log.len() as u32 - 1
    }

    /// The transformation at work.
    pub fn now(&self) -> u32 {
        self.log.len() as u32 - 1
    }

    pub fn add_place(&mut self, place: Place) -> u32 {
        self.places.push(place);
        self.places.len() as u32 - 1
    }

    /// A block whose executions belong to those of `parent` in this way.
    pub fn add_block(&mut self, parent: u32, times: Option<Vec<u32>>, outer: Option<u32>, function: u32) -> u32 {
        let n = times.as_ref().map_or(self.places[parent as usize].n, |times| times.len() as u32);
        let block = self.blocks.len() as u32;
        let times = times.map(Arc::from);
        let head = self.add_place(Place { parent: Some(parent), times, n, block: outer.unwrap_or(FILE) });
        let first = self.add_place(Place { parent: Some(head), times: None, n, block });
        let depth = outer.map_or(0, |outer| self.blocks[outer as usize].depth + 1);
        self.blocks.push(Block {
            parent: outer,
            function,
            head,
            places: vec![first],
            stmts: Vec::new(),
            objects: Vec::new(),
            cells: Vec::new(),
            owner: None,
            depth,
        });
        block
    }

    /// Inserts a statement before the end of a place; returns the new place before it. The old place comes after it.
    pub fn split(&mut self, block: u32, at: usize) -> u32 {
        let after = self.blocks[block as usize].places[at];
        let n = self.places[after as usize].n;
        let before = self.add_place(Place { parent: Some(after), times: None, n, block });
        self.blocks[block as usize].places.insert(at, before);
        before
    }

    /// The statement that `split` made room for.
    pub fn insert(&mut self, block: u32, at: usize, kind: StmtKind) -> u32 {
        let place = self.blocks[block as usize].places[at];
        let born = self.now();
        self.stmts.push(Stmt { kind, block, place, born });
        let stmt = self.stmts.len() as u32 - 1;
        self.blocks[block as usize].stmts.insert(at, stmt);
        stmt
    }

    pub fn new_root(&mut self) -> u32 {
        self.roots += 1;
        self.roots
    }

    pub fn add_slot(&mut self, slot: Slot) -> u32 {
        self.slots.push(slot);
        self.slots.len() as u32 - 1
    }

    /// A constant that is a full expression of its own.
    pub fn constant(&mut self, ty: Type, value: u64, place: u32) -> u32 {
        let root = self.new_root();
        self.part(ty, Vals::Same(value), SlotKind::Constant, place, root, 0)
    }

    pub fn part(&mut self, ty: Type, vals: Vals, kind: SlotKind, place: u32, root: u32, depth: u8) -> u32 {
        let by = self.now();
        self.add_slot(Slot { ty, vals, kind, place, root, depth, by, inner: None })
    }

    /// The mention of a cell, with constant subscripts.
    pub fn access(&mut self, cell: u32, place: u32, root: u32, depth: u8) -> Access {
        let first = self.slots.len() as u32;
        let path: &[Step] = &self.cells[cell as usize].path;
        let elements: Vec<u32> =
            path.iter().filter_map(|step| if let Step::Element(at) = *step { Some(at) } else { None }).collect();
        for at in elements {
            self.part(Type::INT, Vals::Same(u64::from(at)), SlotKind::Constant, place, root, depth);
        }
        Access { cell, subscripts: first, through: None }
    }

    /// The values of a cell at a place where it is visible.
    pub fn values(&self, cell: u32, place: u32) -> Vals {
        let Cell { table, init, .. } = &self.cells[cell as usize];
        lookup(&self.places, table, init, place)
    }
}

/// The values of the elements of an array at a place, of which the subscript chooses one each time.
pub fn elements(first: u32, subscripts: &Vals, n: u32, values: impl Fn(u32) -> Vals) -> Vals {
    let mut known: Vec<(u64, Vals)> = Vec::new();
    let element = |time: u32| {
        let at = subscripts.at(time as usize);
        let index = known.iter().position(|entry| entry.0 == at).unwrap_or_else(|| {
            known.push((at, values(first + at as u32)));
            known.len() - 1
        });
        known[index].1.at(time as usize)
    };
    Vals::of((0..n).map(element).collect())
}

/// The values that a table has for a place: its own, or those of the nearest place it was made from.
pub fn lookup(places: &[Place], table: &[(u32, Vals)], init: &Vals, place: u32) -> Vals {
    if table.is_empty() && init.same().is_some() {
        return init.clone();
    }
    let mut at = place;
    let mut path: Vec<u32> = Vec::new();
    loop {
        if let Ok(index) = table.binary_search_by_key(&at, |entry| entry.0) {
            return through(places, &table[index].1, &path);
        }
        if places[at as usize].times.is_some() {
            path.push(at);
        }
        match places[at as usize].parent {
            Some(parent) => at = parent,
            None => return Vals::Same(init.at(0)),
        }
    }
}

/// The values at an inner place, from those at an outer one.
fn through(places: &[Place], vals: &Vals, path: &[u32]) -> Vals {
    let Vals::Each(values) = vals else { return vals.clone() };
    let Some((inner, _)) = path.split_first() else { return vals.clone() };
    let n = places[*inner as usize].n;
    let value = |time: u32| {
        let outer = path
            .iter()
            .fold(time, |time, &at| places[at as usize].times.as_ref().map_or(time, |times| times[time as usize]));
        values[outer as usize]
    };
    Vals::of((0..n).map(value).collect())
}
