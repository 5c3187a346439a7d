//! Which of a unit's declarations are the first and the last of what they declare.

use crate::ast::{AsmId, FuncId, Item, VarId};
use rustc_hash::FxHashMap;

/// Whether an item is the first or last of its variable or function.
#[derive(Copy, Clone)]
pub(super) struct Occurrence {
    pub first: bool,
    pub last: bool,
}

impl Occurrence {
    pub const ONLY: Occurrence = Occurrence { first: true, last: true };
}

/// How often each variable and function still comes.
pub(super) struct Occurrences {
    totals: FxHashMap<Entity, u32>,
    left: FxHashMap<Entity, u32>,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash)]
enum Entity {
    Var(VarId),
    Func(FuncId),
    Asm(AsmId),
}

fn entity(item: Item) -> Entity {
    match item {
        Item::Var(var) => Entity::Var(var),
        Item::Declare(func) | Item::Define(func) => Entity::Func(func),
        Item::Asm(asm) => Entity::Asm(asm),
    }
}

impl Occurrences {
    pub fn new(items: &[Item]) -> Occurrences {
        let mut totals = FxHashMap::default();
        for &item in items {
            *totals.entry(entity(item)).or_insert(0) += 1;
        }
        Occurrences { left: totals.clone(), totals }
    }

    pub fn next(&mut self, item: Item) -> Occurrence {
        let entity = entity(item);
        let left = self.left.entry(entity).or_insert(1);
        let first = self.totals.get(&entity).is_none_or(|total| total == left);
        *left = left.saturating_sub(1);
        Occurrence { first, last: *left == 0 }
    }
}
