//! Leaving transformations out: which of the rest still apply, and the program that they give.
//!
//! A transformation whose place is gone is left out, too. So is one that relies on a value that has changed because an
//! assignment was left out. What used a variable that is gone is the constant again that it grew from.

use super::config::Config;
use super::grow::Grower;
use super::lower;
use super::tree::*;
use super::value::Vals;
use super::walk::{self, Fault, Present};
use crate::generate::recipe::Recipe;
use crate::generate::strategy::{Draft, Order};
use crate::generate::{Case, Error, PROGRAM, finished};
use crate::rng::Rng;
use lang::Program;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A grown program with its log: any subset of the transformations gives a program.
pub struct Growth {
    /// Types and names only.
    pub(super) types: Program,
    pub(super) tree: Tree,
    pub(super) self_check: bool,
    order: Order,
}

impl Growth {
    /// The strategy whose recipes have a log.
    pub const STRATEGY: &'static str = "equivalence";

    pub(super) fn of(order: &Order, rng: Rng, attempt: u32) -> Growth {
        let config = Config::new(order.values.as_slice());
        let config = Config { executions: (config.executions >> attempt).max(1), ..config };
        let mut grower = Grower::new(order, &config, rng);
        grower.grow();
        let Grower { b, tree, .. } = grower;
        Growth { types: b.p, tree, self_check: config.self_check == 1, order: order.clone() }
    }

    /// The program of a recipe with its log.
    pub fn new(recipe: &Recipe) -> Result<Growth, Error> {
        let order = recipe.order(&super::Equivalence)?;
        let rng = Rng::new(order.seed).child_n(PROGRAM, 0);
        Ok(Growth::of(&order, rng, 0))
    }

    /// How many transformations there are.
    pub fn len(&self) -> usize {
        self.tree.log.len()
    }

    /// Whether nothing can be left out.
    pub fn is_empty(&self) -> bool {
        self.tree.log.is_empty()
    }

    /// What each transformation did, in a word.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.tree.log.iter().map(|change| change.name())
    }

    /// How coarse each transformation is: those of rank 0 take the most with them.
    pub fn ranks(&self) -> Vec<u8> {
        self.tree.log.iter().map(|change| change.rank()).collect()
    }

    /// The whole program.
    pub(super) fn draft(&self) -> Draft {
        lower::lower(self, &View::full(&self.tree))
    }

    /// The program of the transformations that are kept, judged by the interpreter like every other one.
    pub fn undo(&self, recipe: &Recipe, kept: &[bool]) -> Result<Case, Error> {
        let view = View::of(&self.tree, kept);
        finished(&super::Equivalence, recipe, &self.order, lower::lower(self, &view))
    }
}

impl Change {
    pub fn name(self) -> &'static str {
        match self {
            Change::Object => "object",
            Change::Assign => "assign",
            Change::Reassign => "reassign",
            Change::If => "if",
            Change::Loop => "loop",
            Change::Switch => "switch",
            Change::Call => "call",
            Change::Function => "function",
            Change::Expand => "expand",
            Change::Pointer => "pointer",
            Change::Copy => "copy",
            Change::Observe => "observe",
        }
    }

    fn rank(self) -> u8 {
        match self {
            Change::Observe => 0,
            Change::Function | Change::If | Change::Loop | Change::Switch | Change::Call => 1,
            Change::Object => 2,
            Change::Assign | Change::Reassign | Change::Copy => 3,
            Change::Expand | Change::Pointer => 4,
        }
    }
}

/// What is there of a tree.
pub struct View<'t> {
    tree: &'t Tree,
    /// Nothing is left out.
    is_full: bool,
    kept: Vec<bool>,
    stmts: Vec<bool>,
    objects: Vec<bool>,
    /// Of cells that have lost an assignment.
    tables: FxHashMap<u32, Vec<(u32, Vals)>>,
}

impl<'t> View<'t> {
    /// Everything is there.
    pub fn full(tree: &'t Tree) -> View<'t> {
        View {
            tree,
            is_full: true,
            kept: Vec::new(),
            stmts: Vec::new(),
            objects: Vec::new(),
            tables: FxHashMap::default(),
        }
    }

    /// In the order in which everything was made, so that whatever something depends on is settled before it.
    pub fn of(tree: &'t Tree, kept: &[bool]) -> View<'t> {
        let mut view = View {
            tree,
            is_full: false,
            kept: kept.to_vec(),
            stmts: vec![false; tree.stmts.len()],
            objects: vec![false; tree.objects.len()],
            tables: FxHashMap::default(),
        };
        let (mut stmt, mut object) = (0, 0);
        while stmt < tree.stmts.len() || object < tree.objects.len() {
            let object_born = tree.objects.get(object).map_or(u32::MAX, |object| object.born);
            let stmt_born = tree.stmts.get(stmt).map_or(u32::MAX, |stmt| stmt.born);
            // A loop's counter and a function's parameters are as old as the statement, which comes first.
            if stmt_born <= object_born {
                view.stmts[stmt] = view.is_possible(stmt as u32);
                stmt += 1;
            } else {
                view.objects[object] = view.exists(object as u32);
                object += 1;
            }
        }
        for cell in 0..tree.cells.len() as u32 {
            view.settle(cell);
        }
        view
    }

    /// Whether a transformation is there, by its number in the log.
    pub fn has(&self, change: u32) -> bool {
        self.is_full || self.kept[change as usize]
    }

    /// Whether a statement is there, by its number in the tree.
    pub fn has_stmt(&self, stmt: u32) -> bool {
        self.is_full || self.stmts[stmt as usize]
    }

    /// Whether an object is there, by its number in the tree.
    pub fn has_object(&self, object: u32) -> bool {
        self.is_full || self.objects[object as usize]
    }

    /// Whether the function is there and called, if it is not a pure one.
    pub fn has_function(&self, function: u32) -> bool {
        self.is_full || self.has_block(self.tree.functions[function as usize].body)
    }

    fn has_block(&self, block: u32) -> bool {
        match walk::owner(self.tree, block) {
            Some(owner) => self.stmts[owner as usize],
            None => {
                let function = self.tree.blocks[block as usize].function;
                self.kept[self.tree.functions[function as usize].born as usize]
            }
        }
    }

    fn exists(&self, object: u32) -> bool {
        let Object { born, block, argument, target, .. } = self.tree.objects[object as usize];
        let target = target.map(|cell| self.tree.cells[cell as usize].object);
        self.kept[born as usize]
            && (block == FILE || self.has_block(block))
            && [argument, target].into_iter().flatten().all(|other| self.objects[other as usize])
    }

    /// Whether a statement has its place, and its values if it needs any.
    fn is_possible(&mut self, stmt: u32) -> bool {
        let Stmt { kind, block, place, born } = &self.tree.stmts[stmt as usize];
        if !self.kept[*born as usize] || !self.has_block(*block) {
            return false;
        }
        match kind {
            StmtKind::Assign { access, subscript, op, value } => {
                let cell = &self.tree.cells[access.cell as usize];
                let is_planned = op.is_some() || cell.writers.contains(&stmt);
                // What it assigns may be made of what it has assigned before.
                self.stmts[stmt as usize] = true;
                let is_possible = self.objects[cell.object as usize]
                    && self.is_lowerable(*value)
                    && subscript.is_none_or(|subscript| self.is_lowerable(subscript))
                    && (is_planned || self.is_same_as_ever(access.cell, *place))
                    && self.stmts[stmt as usize];
                if !is_possible && is_planned {
                    let Object { first, count, .. } = self.tree.objects[cell.object as usize];
                    (first..first + count).for_each(|cell| drop(self.tables.remove(&cell)));
                }
                is_possible
            }
            StmtKind::Copy { to, from } => self.objects[*to as usize] && self.objects[*from as usize],
            StmtKind::If { cond, .. } => self.is_lowerable(*cond),
            StmtKind::Switch { value, .. } => self.is_lowerable(*value),
            // The counter is made with the loop.
            StmtKind::Loop(looped) => self.bound_is_lowerable(looped.cond),
            StmtKind::Call { function, args, .. } => {
                let is_scalar = |param: &&u32| self.tree.objects[**param as usize].argument.is_none();
                let scalars = self.tree.functions[*function as usize].params.iter().filter(is_scalar).count();
                (*args..*args + scalars as u32).all(|arg| self.is_lowerable(arg))
            }
        }
    }

    /// The bound of a loop is its condition's second operand.
    fn bound_is_lowerable(&mut self, cond: u32) -> bool {
        self.is_lowerable(cond + 2)
    }

    /// Assigning a value that is there anyway is right only while it is there.
    fn is_same_as_ever(&mut self, cell: u32, place: u32) -> bool {
        self.settle(cell);
        self.tree.places[place as usize].n == 0 || self.values(cell, place) == self.tree.values(cell, place)
    }

    /// Whether an expression can be written: as a constant, or as something that still has its values.
    fn is_lowerable(&mut self, slot: u32) -> bool {
        let tree = self.tree;
        let Slot { vals, kind, by, inner, .. } = &tree.slots[slot as usize];
        if vals.same().is_some() {
            return true;
        }
        let is_whole = self.kept[*by as usize]
            && match kind {
                SlotKind::Read(access) => self.is_readable(access.cell, slot),
                SlotKind::Element(object, subscript) => {
                    self.settle(self.tree.objects[*object as usize].first);
                    self.is_lowerable(*subscript) && self.has_elements(*object, slot)
                }
                SlotKind::Unary(_, first) | SlotKind::Cast(_, first) => self.is_lowerable(*first),
                SlotKind::Binary(_, first) | SlotKind::And(first) | SlotKind::Or(first) => {
                    self.is_lowerable(*first) && self.is_lowerable(first + 1)
                }
                SlotKind::Cond(first) => (*first..first + 3).all(|part| self.is_lowerable(part)),
                SlotKind::Constant | SlotKind::Call(..) => false,
            };
        is_whole || inner.is_some_and(|inner| self.is_lowerable(inner))
    }

    fn is_readable(&mut self, cell: u32, slot: u32) -> bool {
        self.settle(cell);
        self.can_read(cell, slot)
    }

    /// Whether a cell has the values at this expression that it had when the expression was made.
    pub fn can_read(&self, cell: u32, slot: u32) -> bool {
        if self.is_full {
            return true;
        }
        let Slot { vals, place, .. } = &self.tree.slots[slot as usize];
        self.objects[self.tree.cells[cell as usize].object as usize]
            && (!self.tables.contains_key(&cell) || self.values(cell, *place) == *vals)
    }

    /// The same for an element whose subscript varies.
    pub fn has_elements(&self, object: u32, slot: u32) -> bool {
        if self.is_full {
            return true;
        }
        let Slot { vals, place, kind: SlotKind::Element(_, subscript), .. } = &self.tree.slots[slot as usize] else {
            return false;
        };
        let Object { first, .. } = self.tree.objects[object as usize];
        let n = self.tree.places[*place as usize].n;
        let subscripts = &self.tree.slots[*subscript as usize].vals;
        self.objects[object as usize] && elements(first, subscripts, n, |cell| self.values(cell, *place)) == *vals
    }

    /// The values of a cell at a place, without assignments that are left out.
    pub fn values(&self, cell: u32, place: u32) -> Vals {
        match self.tables.get(&cell) {
            Some(table) => lookup(&self.tree.places, table, &self.tree.cells[cell as usize].init, place),
            None => self.tree.values(cell, place),
        }
    }

    /// Computes the values of an object anew if one of its assignments is gone. All its cells at once: an assignment that is
    /// undefined now, and so is left out, may be one of several of them.
    fn settle(&mut self, cell: u32) {
        let object = self.tree.cells[cell as usize].object;
        let Object { first, count, .. } = self.tree.objects[object as usize];
        let sources = self.sources(first);
        for &source in &sources {
            self.settle(self.tree.objects[source as usize].first);
        }
        let is_whole =
            |cell: u32| self.tree.cells[cell as usize].writers.iter().all(|&writer| self.stmts[writer as usize]);
        let is_changed = |&source: &u32| self.tables.contains_key(&self.tree.objects[source as usize].first);
        if self.tables.contains_key(&cell) || !sources.iter().any(is_changed) && (first..first + count).all(is_whole) {
            return;
        }
        while let Err(Fault(stmt)) = self.settle_all(first..first + count) {
            self.stmts[stmt as usize] = false;
        }
    }

    /// The objects that are copied to the object of a cell. They are older.
    fn sources(&self, cell: u32) -> Vec<u32> {
        let copied = |&writer: &u32| match self.tree.stmts[writer as usize].kind {
            StmtKind::Copy { from, .. } => Some(from),
            _ => None,
        };
        self.tree.cells[cell as usize].writers.iter().filter_map(copied).collect()
    }

    fn settle_all(&mut self, cells: Range<u32>) -> Result<(), Fault> {
        for cell in cells {
            let table = walk::table(self.tree, cell, self)?;
            self.tables.insert(cell, table);
        }
        Ok(())
    }
}

impl Present for View<'_> {
    fn stmt(&self, stmt: u32) -> bool {
        self.has_stmt(stmt)
    }

    fn values(&self, _: &Tree, cell: u32, place: u32) -> Vals {
        View::values(self, cell, place)
    }
}
