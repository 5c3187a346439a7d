//! Access to a struct's member through a pointer: the object must be, or contain at that place, such a struct
//! (C17 6.5p7: the lvalue `*p` in `p->m` has the struct's type).

use super::*;
use crate::memory::ObjectKind;
use lang::{Record, RecordId, Type, TypeKind, Types, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

impl Machine<'_> {
    #[inline(always)]
    pub(super) fn check_record(&mut self, pc: usize, address: u64, record: u32) -> Step<()> {
        let object = self.memory.object(address);
        if !matches!(object.kind, ObjectKind::Static | ObjectKind::Auto) || object.origin == u32::MAX {
            return Ok(());
        }
        let offset = (address as u32).wrapping_sub(object.base);
        let key = (object.origin + 1, offset, record);
        // The same few objects are accessed in the same way again and again.
        let slot = (key.0 ^ key.1.wrapping_mul(31) ^ key.2.wrapping_mul(977)) as usize % RECORD_CACHE;
        if self.record_cache.get(slot) == Some(&key) {
            return Ok(());
        }
        let ty = self.program[VarId(object.origin)].ty;
        let wanted = RecordId(record);
        let known = &mut self.record_pairs;
        let mut search = Search { types: &self.program.types, wanted, known, seen: FxHashSet::default() };
        if search.contains(ty, offset as u64) {
            self.record_cache.resize(RECORD_CACHE, (0, 0, 0));
            self.record_cache[slot] = key;
            return Ok(());
        }
        let name = match self.program.types.record_of(wanted).tag {
            Some(tag) => format!("a `struct {}`", self.program.name(tag)),
            None => "a struct without a tag".to_string(),
        };
        let message = format!("{} is accessed as {name}, which it is not", self.object_name(address));
        Err(self.undefined_at(pc, Rule::StrictAliasing, message, address))
    }

    /// A struct without any value is not read, though none of its members may be used: C17 6.3.2.1p2, the last
    /// sentence.
    pub(super) fn check_begun(&mut self, pc: usize, address: u64, var: u32) -> Step<()> {
        let object = self.memory.object(address);
        let (start, end) = (object.storage as usize, object.storage as usize + object.size as usize);
        let has_begun = start == end || (start..end).any(|at| self.memory.is_begun(at));
        if has_begun { Ok(()) } else { Err(self.uninitialized_var(pc, var)) }
    }
}

pub(super) const RECORD_CACHE: usize = 1024;

/// Pairs of records of different units, and whether they are compatible.
pub(super) type RecordPairs = FxHashMap<(RecordId, RecordId), bool>;

/// Looks for a record in objects.
struct Search<'a> {
    types: &'a Types,
    wanted: RecordId,
    known: &'a mut RecordPairs,
    /// Where it has looked, in vain. Members without a size, and those of unions, share their places.
    seen: FxHashSet<(RecordId, u64)>,
}

impl Search<'_> {
    /// Whether an object of type `ty` may hold such a record at `offset`. Only a *different* record there says no; what
    /// is not a record is left to the scalar's own check.
    fn contains(&mut self, ty: Type, offset: u64) -> bool {
        let types = self.types;
        match types.kind(ty) {
            TypeKind::Array { elem, .. } => match types.size_of(*elem) {
                Some(size) if size > 0 => self.contains(*elem, offset % size),
                _ => true,
            },
            TypeKind::Record(id) if !self.seen.insert((*id, offset)) => false,
            TypeKind::Record(id) => {
                let record = types.record_of(*id);
                if record.is_union || record.may_alias || types.record_of(self.wanted).may_alias {
                    return true;
                }
                offset == 0 && self.is_wanted(*id) || self.contains_in_member(record, offset)
            }
            _ => true,
        }
    }

    fn contains_in_member(&mut self, record: &Record, offset: u64) -> bool {
        let types = self.types;
        record.fields.iter().any(|field| {
            let start = field.offset();
            let size = types.size_of(field.ty).unwrap_or(u64::MAX - start);
            (start..start.saturating_add(size.max(1))).contains(&offset)
                && (types.is_record(innermost(types, field.ty)) || types.size_of(field.ty).is_none())
                && self.contains(field.ty, offset - start)
        })
    }

    fn is_wanted(&mut self, id: RecordId) -> bool {
        let (types, wanted) = (self.types, self.wanted);
        id == wanted || *self.known.entry((id, wanted)).or_insert_with(|| types.compatible_records(id, wanted))
    }
}

fn innermost(types: &Types, ty: Type) -> Type {
    match types.kind(ty) {
        TypeKind::Array { elem, .. } => innermost(types, *elem),
        _ => ty,
    }
}
