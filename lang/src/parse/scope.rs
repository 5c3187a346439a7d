//! What names mean: ordinary identifiers and tags, with block scopes.
//!
//! The current meaning of a name is one load from a vector indexed by `Symbol`; closing a scope replays a log of what
//! its declarations shadowed. Entities with linkage are also remembered by name for the whole unit, because
//! `extern` declarations in different scopes denote the same entity (C17 6.2.2p4).

use crate::ast::{FuncId, VarId};
use crate::location::Loc;
use crate::names::Symbol;
use crate::types::{EnumId, RecordId, Type};

/// What an ordinary identifier denotes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Entity {
    Var(VarId),
    Func(FuncId),
    Typedef(Type),
    Enumerator(EnumId, u32),
}

/// What a struct, union or enum tag denotes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

/// A declaration in force.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Entry<T> {
    pub entity: T,
    /// How many scopes were open where it was declared; 0 is file scope.
    pub depth: u32,
    pub loc: Loc,
}

/// What a declaration hid, to be restored when its scope closes.
enum Shadowed {
    Name(Symbol, Option<Entry<Entity>>),
    Tag(Symbol, Option<Entry<Tag>>),
}

/// The declarations of a closed scope, to be opened again: a parameter list's, for the function's body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Saved {
    names: Vec<(Symbol, Entity, Loc)>,
    tags: Vec<(Symbol, Tag, Loc)>,
}

#[derive(Default)]
pub(crate) struct Scopes {
    names: Vec<Option<Entry<Entity>>>,
    tags: Vec<Option<Entry<Tag>>>,
    linked: Vec<Option<Entity>>,
    log: Vec<Shadowed>,
    /// Length of `log` when each open scope began.
    marks: Vec<usize>,
}

fn slot<T: Clone>(vec: &mut Vec<Option<T>>, symbol: Symbol) -> &mut Option<T> {
    let index = symbol.0 as usize;
    if index >= vec.len() {
        vec.resize(index + 1, None);
    }
    &mut vec[index]
}

impl Scopes {
    pub fn push(&mut self) {
        self.marks.push(self.log.len());
    }

    /// Closes the innermost scope.
    pub fn pop(&mut self) {
        let mark = self.marks.pop().unwrap_or(0);
        while self.log.len() > mark {
            match self.log.pop() {
                Some(Shadowed::Name(symbol, old)) => *slot(&mut self.names, symbol) = old,
                Some(Shadowed::Tag(symbol, old)) => *slot(&mut self.tags, symbol) = old,
                None => return,
            }
        }
    }

    /// Closes the innermost scope, keeping its declarations for `reopen`.
    pub fn pop_saving(&mut self) -> Saved {
        let mut saved = Saved::default();
        let mark = self.marks.last().copied().unwrap_or(0);
        for shadowed in &self.log[mark..] {
            match *shadowed {
                Shadowed::Name(symbol, _) => {
                    if let Some(entry) = self.names[symbol.0 as usize] {
                        saved.names.push((symbol, entry.entity, entry.loc));
                    }
                }
                Shadowed::Tag(symbol, _) => {
                    if let Some(entry) = self.tags[symbol.0 as usize] {
                        saved.tags.push((symbol, entry.entity, entry.loc));
                    }
                }
            }
        }
        self.pop();
        saved
    }

    /// Opens a scope with the declarations of one that was closed.
    pub fn reopen(&mut self, saved: Saved) {
        self.push();
        for (symbol, entity, loc) in saved.names {
            self.declare(symbol, entity, loc);
        }
        for (symbol, tag, loc) in saved.tags {
            self.declare_tag(symbol, tag, loc);
        }
    }

    /// How many scopes are open; 0 at file scope.
    pub fn depth(&self) -> u32 {
        self.marks.len() as u32
    }

    pub fn lookup(&self, symbol: Symbol) -> Option<Entity> {
        Some(self.names.get(symbol.0 as usize)?.as_ref()?.entity)
    }

    /// The declaration in force, with its place.
    pub fn entry(&self, symbol: Symbol) -> Option<Entry<Entity>> {
        *self.names.get(symbol.0 as usize)?
    }

    /// Only a declaration of the innermost scope.
    pub fn lookup_here(&self, symbol: Symbol) -> Option<Entry<Entity>> {
        self.entry(symbol).filter(|entry| entry.depth == self.depth())
    }

    pub fn declare(&mut self, symbol: Symbol, entity: Entity, loc: Loc) {
        let entry = Entry { entity, depth: self.depth(), loc };
        let old = slot(&mut self.names, symbol).replace(entry);
        if !self.marks.is_empty() {
            self.log.push(Shadowed::Name(symbol, old));
        }
    }

    pub fn lookup_tag(&self, symbol: Symbol) -> Option<Tag> {
        Some(self.tags.get(symbol.0 as usize)?.as_ref()?.entity)
    }

    pub fn lookup_tag_here(&self, symbol: Symbol) -> Option<Tag> {
        let entry = self.tags.get(symbol.0 as usize)?.as_ref()?;
        (entry.depth == self.depth()).then_some(entry.entity)
    }

    pub fn declare_tag(&mut self, symbol: Symbol, tag: Tag, loc: Loc) {
        let entry = Entry { entity: tag, depth: self.depth(), loc };
        let old = slot(&mut self.tags, symbol).replace(entry);
        if !self.marks.is_empty() {
            self.log.push(Shadowed::Tag(symbol, old));
        }
    }

    /// The unit's variable or function with linkage of this name, in scope or not.
    pub fn linked(&self, symbol: Symbol) -> Option<Entity> {
        *self.linked.get(symbol.0 as usize)?
    }

    /// Makes an entity the one that all declarations with linkage of this name denote.
    pub fn link(&mut self, symbol: Symbol, entity: Entity) {
        *slot(&mut self.linked, symbol) = Some(entity);
    }
}
