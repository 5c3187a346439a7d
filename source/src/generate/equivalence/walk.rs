//! What values a cell has at every place: the program is executed for this cell alone. Control is known already, so that only
//! its own assignments matter.

use super::tree::{Block, FILE, Home, Loop, Stmt, StmtKind, Tree};
use super::value::{self, Kind, Vals};
use lang::BinaryOp;
use lang::arith::{self, IntKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// Which statements and objects are there; all of them while a program grows.
pub trait Present {
    fn stmt(&self, stmt: u32) -> bool;

    /// The values of a cell of another object at a place.
    fn values(&self, tree: &Tree, cell: u32, place: u32) -> Vals;
}

/// Everything is there.
pub struct All;

impl Present for All {
    fn stmt(&self, _: u32) -> bool {
        true
    }

    fn values(&self, tree: &Tree, cell: u32, place: u32) -> Vals {
        tree.values(cell, place)
    }
}

/// The assignment that is undefined for a value that reaches it.
pub struct Fault(pub u32);

struct Walk<'t> {
    tree: &'t Tree,
    cell: u32,
    kind: Kind,
    /// Statements that contain an assignment of the cell.
    relevant: FxHashSet<u32>,
    current: u64,
    seen: FxHashMap<u32, Vec<u64>>,
    present: &'t dyn Present,
}

/// The table of a cell.
pub fn table<'t>(tree: &'t Tree, cell: u32, present: &'t dyn Present) -> Result<Vec<(u32, Vals)>, Fault> {
    let relevant = relevant(tree, cell, present);
    let object = &tree.objects[tree.cells[cell as usize].object as usize];
    let init = &tree.cells[cell as usize].init;
    if relevant.is_empty() && init.same().is_some() {
        return Ok(Vec::new());
    }
    let kind = tree.cells[cell as usize].kind;
    let mut walk = Walk { tree, cell, kind, relevant, current: init.at(0), seen: FxHashMap::default(), present };
    match (object.block, object.home) {
        (FILE, _) | (_, Home::StaticLocal) => {
            for &test in &tree.tests {
                walk.block(test)?;
            }
        }
        (block, _) => {
            for _ in 0..tree.places[tree.blocks[block as usize].head as usize].n {
                walk.block(block)?;
            }
        }
    }
    let mut table: Vec<(u32, Vals)> = walk.seen.into_iter().map(|(place, values)| (place, Vals::of(values))).collect();
    table.sort_unstable_by_key(|entry| entry.0);
    Ok(table)
}

/// The assignments of the cell and all statements around them.
fn relevant(tree: &Tree, cell: u32, present: &dyn Present) -> FxHashSet<u32> {
    let mut relevant = FxHashSet::default();
    for &writer in &tree.cells[cell as usize].writers {
        let mut at = Some(writer);
        while let Some(stmt) = at {
            if !present.stmt(stmt) || !relevant.insert(stmt) {
                break;
            }
            at = owner(tree, tree.stmts[stmt as usize].block);
        }
    }
    relevant
}

/// The statement that a block is a part of.
pub fn owner(tree: &Tree, mut block: u32) -> Option<u32> {
    loop {
        let Block { owner, parent, .. } = &tree.blocks[block as usize];
        match (owner, parent) {
            (Some(owner), _) => return Some(*owner),
            (None, Some(parent)) => block = *parent,
            (None, None) => return None,
        }
    }
}

impl Walk<'_> {
    /// Notes the value at a place; returns which execution of it this is.
    fn note(&mut self, place: u32) -> usize {
        let seen = self.seen.entry(place).or_default();
        seen.push(self.current);
        seen.len() - 1
    }

    fn block(&mut self, id: u32) -> Result<(), Fault> {
        let block = &self.tree.blocks[id as usize];
        let time = self.note(block.head);
        let object = &self.tree.objects[self.tree.cells[self.cell as usize].object as usize];
        if object.block == id && object.home != Home::StaticLocal {
            self.current = self.tree.cells[self.cell as usize].init.at(time);
        }
        for (at, &stmt) in block.stmts.iter().enumerate() {
            let time = self.note(block.places[at]);
            if self.relevant.contains(&stmt) {
                self.stmt(stmt, time)?;
            }
        }
        self.note(*block.places.last().expect("a block has a last place"));
        Ok(())
    }

    fn stmt(&mut self, id: u32, time: usize) -> Result<(), Fault> {
        let Stmt { kind, place, .. } = &self.tree.stmts[id as usize];
        match kind {
            &StmtKind::Copy { to, from } => {
                let first = |object: u32| self.tree.objects[object as usize].first;
                let source = first(from) + (self.cell - first(to));
                self.current = self.present.values(self.tree, source, *place).at(time);
                Ok(())
            }
            StmtKind::Assign { op, value, subscript, .. } => {
                if subscript.is_none_or(|slot| self.is_chosen(slot, time)) {
                    return self.assign(id, *op, *value, time);
                }
                Ok(())
            }
            StmtKind::If { taken, then, otherwise, .. } => match (taken.at(time), otherwise) {
                (0, None) => Ok(()),
                (0, Some(otherwise)) => self.block(*otherwise),
                _ => self.block(*then),
            },
            StmtKind::Loop(looped) => self.repeat(looped, time),
            StmtKind::Switch { blocks, chosen, .. } => self.block(blocks[chosen.at(time) as usize]),
            StmtKind::Call { function, result, .. } => {
                let function = &self.tree.functions[*function as usize];
                self.block(function.body)?;
                if *result == Some(self.cell)
                    && let Some((ty, slot)) = function.ret
                {
                    let from = self.tree.kind(ty);
                    let value = self.tree.slots[slot as usize].vals.at(time);
                    self.current = value::convert(from, self.kind, value).ok_or(Fault(id))?;
                }
                Ok(())
            }
        }
    }

    /// Whether a subscript chooses this cell.
    fn is_chosen(&self, subscript: u32, time: usize) -> bool {
        let object = self.tree.cells[self.cell as usize].object;
        let first = self.tree.objects[object as usize].first;
        self.tree.slots[subscript as usize].vals.at(time) == u64::from(self.cell - first)
    }

    fn assign(&mut self, id: u32, op: Option<BinaryOp>, slot: u32, time: usize) -> Result<(), Fault> {
        let slot = &self.tree.slots[slot as usize];
        let new = assigned(self.tree, self.cell, op, slot.ty, self.current, slot.vals.at(time));
        self.current = new.ok_or(Fault(id))?;
        Ok(())
    }

    fn repeat(&mut self, looped: &Loop, time: usize) -> Result<(), Fault> {
        let slots = &self.tree.slots;
        let is_counter = looped.counter == self.cell;
        if is_counter {
            let start = &slots[looped.start as usize];
            self.current = assigned(self.tree, self.cell, None, start.ty, 0, start.vals.at(time)).unwrap_or(0);
        }
        let last = looped.form.tests_last();
        for _ in 0..looped.trips.at(time) {
            if !last {
                self.note(looped.head);
            }
            self.block(looped.body)?;
            let turn = self.note(looped.tail);
            if is_counter {
                let step = &slots[looped.step as usize];
                let op = Some(BinaryOp::Add);
                let new = assigned(self.tree, self.cell, op, step.ty, self.current, step.vals.at(turn));
                self.current = new.unwrap_or(self.current);
            }
            if last {
                self.note(looped.head);
            }
        }
        if !last {
            self.note(looped.head);
        }
        Ok(())
    }
}

/// What a cell holds after `cell op= value`, where the value has type `ty`; none if that is undefined.
pub fn assigned(tree: &Tree, cell: u32, op: Option<BinaryOp>, ty: lang::Type, current: u64, value: u64) -> Option<u64> {
    let cell = &tree.cells[cell as usize];
    let from = tree.kind(ty);
    let Some(op) = op else { return stored(cell.kind, cell.bit_width, from, value) };
    let left = tree.kind(cell.read_ty);
    let compute = match op {
        BinaryOp::Shl | BinaryOp::Shr => left,
        _ => Kind::common(left, from),
    };
    let a = value::convert(left, compute, current)?;
    if is_extreme(op) {
        let b = value::convert(from, compute, value)?;
        let is_taken = value::binary(compute, op, b, a)? != 0;
        return stored(cell.kind, cell.bit_width, compute, if is_taken { b } else { a });
    }
    let b = if matches!(op, BinaryOp::Shl | BinaryOp::Shr) { value } else { value::convert(from, compute, value)? };
    let result = value::binary(compute, op, a, b)?;
    stored(cell.kind, cell.bit_width, compute, result)
}

/// Whether a compound assignment keeps the lesser or the greater value: `cell = value < cell ? value : cell`.
pub fn is_extreme(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Lt | BinaryOp::Gt)
}

/// Stored into a cell; a bit-field keeps the low bits (C17 6.3.1.3p2, and GCC's choice for p3).
fn stored(kind: Kind, bit_width: Option<u32>, from: Kind, value: u64) -> Option<u64> {
    match (kind, bit_width) {
        (Kind::Int(int), Some(width)) if int != IntKind::BOOL => {
            let narrow = IntKind { bits: width as u8, signed: int.signed };
            // One bit without sign is not `_Bool`: it takes the lowest bit.
            match from {
                Kind::Int(from) => Some(arith::convert(from, narrow, value)),
                _ => arith::float_to_int(narrow, f64::from_bits(value)),
            }
        }
        _ => value::convert(from, kind, value),
    }
}
