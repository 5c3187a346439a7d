//! What a function can read and assign, and sets of it.

use super::Generator;
use lang::*;
use std::ops::{BitAnd, BitOr, BitOrAssign};

/// A set of slots, by their index.
pub type Set = u128;

/// How many slots a function may have.
pub const MAX_SLOTS: usize = 100;

/// Something that is live or not.
#[derive(Copy, Clone, Debug)]
pub struct Slot {
    pub place: Place,
    pub var: VarId,
    /// Of the value, or of an element.
    pub ty: Type,
    /// A pointer that always points to it.
    pub pointer: Option<VarId>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Place {
    Local,
    /// A member of a local structure.
    Member(u32),
    /// What an out-parameter points to.
    Out,
    /// A local array of so many elements.
    Array(u64),
    /// The array of the caller that a parameter points to.
    OutArray(u64),
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Class {
    Int,
    Float,
}

impl Slot {
    pub fn len(&self) -> Option<u64> {
        match self.place {
            Place::Array(len) | Place::OutArray(len) => Some(len),
            _ => None,
        }
    }
}

pub fn bit(slot: usize) -> Set {
    1 << slot
}

/// In ascending order.
pub fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let slot = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(slot)
    })
}

impl Generator<'_> {
    pub fn class(&self, ty: Type) -> Class {
        if self.p.types.is_floating(ty) { Class::Float } else { Class::Int }
    }

    /// A class that variables may have.
    pub fn any_class(&mut self) -> Class {
        if self.ints.is_empty() {
            return Class::Float;
        }
        let percent = self.config.float_percent;
        if !self.floats.is_empty() && self.rng.percent(percent) { Class::Float } else { Class::Int }
    }

    pub fn any_type(&mut self, class: Class) -> Type {
        match class {
            Class::Float if !self.floats.is_empty() => *self.rng.pick(&self.floats),
            _ if self.ints.is_empty() => Type::INT,
            _ => *self.rng.pick(&self.ints),
        }
    }

    /// Scalars of this set.
    pub fn scalars(&self, set: Set) -> Set {
        set & (self.state.scalars[0] | self.state.scalars[1])
    }

    /// Scalars of this set and class.
    pub fn scalars_of(&self, set: Set, class: Class) -> Set {
        set & self.state.scalars[class as usize]
    }

    pub fn arrays(&self, set: Set) -> Set {
        set & !self.scalars(set)
    }

    pub fn pick_slot(&mut self, set: Set) -> Option<usize> {
        let count = set.count_ones();
        if count == 0 {
            return None;
        }
        let nth = self.rng.below(u64::from(count)) as usize;
        members(set).nth(nth)
    }

    pub fn every_slot(&self) -> Set {
        match self.state.slots.len() {
            0 => 0,
            n => Set::MAX >> (128 - n),
        }
    }

    pub fn add_slot(&mut self, place: Place, var: VarId, ty: Type) -> usize {
        let slot = Slot { place, var, ty, pointer: None };
        self.state.slots.push(slot);
        let added = self.state.slots.len() - 1;
        if slot.len().is_none() {
            let class = self.class(ty);
            self.state.scalars[class as usize] |= bit(added);
        }
        added
    }

    /// A new local of this class, if there is room for one.
    pub fn new_local(&mut self, class: Class) -> Option<usize> {
        if self.state.slots.len() >= MAX_SLOTS {
            return None;
        }
        if self.rng.percent(self.config.member_percent)
            && let Some(slot) = self.new_member(class)
        {
            return Some(slot);
        }
        let ty = self.any_type(class);
        let var = self.new_var("x", ty, Storage::Auto);
        self.state.locals.push(var);
        let slot = self.add_slot(Place::Local, var, ty);
        if self.rng.percent(self.config.pointer_percent) {
            let to = self.p.types.pointer(ty);
            let pointer = self.new_var("p", to, Storage::Auto);
            self.state.slots[slot].pointer = Some(pointer);
            self.extents.insert(pointer, 1);
        }
        Some(slot)
    }

    /// A member of a structure, all of whose members become slots.
    fn new_member(&mut self, class: Class) -> Option<usize> {
        let ty = if self.records.is_empty() { None } else { Some(*self.rng.pick(&self.records)) }?;
        let fields: Vec<Type> = self.p.types.record(ty)?.fields.iter().map(|field| field.ty).collect();
        let fitting = fields.iter().position(|&field| self.class(field) == class)?;
        if self.state.slots.len() + fields.len() > MAX_SLOTS {
            return None;
        }
        let var = self.new_var("s", ty, Storage::Auto);
        self.state.locals.push(var);
        let first = self.state.slots.len();
        for (at, field) in fields.into_iter().enumerate() {
            self.add_slot(Place::Member(at as u32), var, field);
        }
        Some(first + fitting)
    }

    /// The lvalue of a scalar slot.
    pub fn access(&mut self, slot: usize) -> ExprId {
        let Slot { place, var, pointer, .. } = self.state.slots[slot];
        match place {
            Place::Member(field) => {
                let object = self.var(var);
                self.member(object, field)
            }
            Place::Out => {
                let pointer = self.var(var);
                self.deref(pointer)
            }
            _ => match pointer {
                Some(pointer) if self.rng.percent(60) => {
                    self.state.pointers_used.push(pointer);
                    let pointer = self.var(pointer);
                    self.deref(pointer)
                }
                _ => self.var(var),
            },
        }
    }

    /// The value of a scalar slot.
    pub fn read(&mut self, slot: usize) -> ExprId {
        self.state.uses |= bit(slot);
        self.access(slot)
    }
}

/// What is live at a place.
///
/// New variables of a loop are live behind its body only if an iteration reads them before it assigns to them, which shows when
/// the whole body is there. Until then they are live, but not for certain.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Live {
    pub all: Set,
    pub certain: Set,
}

impl Live {
    pub fn certainly(set: Set) -> Live {
        Live { all: set, certain: set }
    }
}

impl BitAnd<Set> for Live {
    type Output = Live;

    fn bitand(self, set: Set) -> Live {
        Live { all: self.all & set, certain: self.certain & set }
    }
}

impl BitOr<Live> for Live {
    type Output = Live;

    fn bitor(self, other: Live) -> Live {
        Live { all: self.all | other.all, certain: self.certain | other.certain }
    }
}

impl BitOr<Set> for Live {
    type Output = Live;

    fn bitor(self, set: Set) -> Live {
        self | Live::certainly(set)
    }
}

impl<T> BitOrAssign<T> for Live
where
    Live: BitOr<T, Output = Live>,
{
    fn bitor_assign(&mut self, other: T) {
        *self = *self | other;
    }
}
