//! Compatible types and composite types (C17 6.2.7, 6.7.2.1, 6.7.6.1-3), for all code that compares types.
//!
//! Within a unit every struct, union and enumeration is a type of its own. Those of different units are compatible if
//! their tags agree (or both have none) and, where both are complete, their members do. The relation is not
//! transitive: `struct s;` of one unit is compatible with every `struct s` of the others. Layouts that GNU attributes
//! make different are different types, which the standard has no words for.

use crate::names::Symbol;
use crate::types::*;
use rustc_hash::{FxHashMap, FxHashSet};

impl Types {
    /// Whether the types are compatible, qualifiers included.
    pub fn compatible(&self, a: Type, b: Type) -> bool {
        a == b || Comparison::new(self).holds(|it| it.types(a, b))
    }

    /// The same of two structures or two unions, which may be of different units (C17 6.2.7p1).
    pub fn compatible_records(&self, a: RecordId, b: RecordId) -> bool {
        a == b || Comparison::new(self).holds(|it| it.records(a, b))
    }

    /// Whether a parameter may be declared as either (C17 6.7.6.3p15): qualifiers do not count. GNU: a transparent
    /// union also matches the type of any of its members.
    pub fn compatible_parameters(&self, a: Type, b: Type) -> bool {
        a == b || Comparison::new(self).holds(|it| it.parameters(a, b))
    }

    /// For each record the first of those that it is compatible with, directly or through others. Records with another
    /// one are certainly not compatible; those with the same one need not be, since the relation is not transitive.
    pub fn record_classes(&self) -> Vec<RecordId> {
        let mut classes = Classes((0..self.records.len() as u32).collect());
        for group in self.alike_records() {
            for (index, &a) in group.iter().enumerate() {
                for &b in &group[..index] {
                    classes.unite_compatible(self, a, b);
                }
            }
        }
        (0..self.records.len() as u32).map(|id| RecordId(classes.find(id))).collect()
    }

    /// Records that may be compatible: of the same kind and tag; those without a tag also begin with the same name.
    fn alike_records(&self) -> Vec<Vec<RecordId>> {
        let mut groups: FxHashMap<(bool, Option<Symbol>, Option<Symbol>), Vec<RecordId>> = FxHashMap::default();
        for (id, record) in self.records.iter().enumerate() {
            let untagged = record.tag.is_none() && !record.is_union;
            let first = record.fields.first().filter(|_| untagged).and_then(|field| field.name);
            groups.entry((record.is_union, record.tag, first)).or_default().push(RecordId(id as u32));
        }
        groups.into_values().collect()
    }
}

/// Sets of records, each with its least member as the representative.
struct Classes(Vec<u32>);

impl Classes {
    fn find(&mut self, id: u32) -> u32 {
        let mut root = id;
        while self.0[root as usize] != root {
            root = self.0[root as usize];
        }
        self.0[id as usize] = root;
        root
    }

    fn unite(&mut self, a: RecordId, b: RecordId) {
        let (a, b) = (self.find(a.0), self.find(b.0));
        self.0[a.max(b) as usize] = a.min(b);
    }

    /// What was assumed on the way to a success is true as well.
    fn unite_compatible(&mut self, types: &Types, a: RecordId, b: RecordId) {
        if types.record_of(a).unit == types.record_of(b).unit || self.find(a.0) == self.find(b.0) {
            return;
        }
        let mut comparison = Comparison::new(types);
        if comparison.records(a, b) && comparison.pending_members() {
            comparison.assumed.into_iter().for_each(|(a, b)| self.unite(a, b));
            self.unite(a, b);
        }
    }
}

/// One comparison. Records refer to each other in circles, so a pair that is met is assumed to be compatible and its
/// members are compared later, once. Everything that is compared must be compatible, so one failure ends it all, and
/// no assumption outlives the comparison that made it.
struct Comparison<'t> {
    types: &'t Types,
    assumed: FxHashSet<(RecordId, RecordId)>,
    /// Assumed pairs whose members were not compared yet. A list instead of recursion: chains of records are long.
    pending: Vec<(RecordId, RecordId)>,
}

impl<'t> Comparison<'t> {
    fn new(types: &'t Types) -> Comparison<'t> {
        Comparison { types, assumed: FxHashSet::default(), pending: Vec::new() }
    }

    fn holds(mut self, compare: impl FnOnce(&mut Comparison<'t>) -> bool) -> bool {
        compare(&mut self) && self.pending_members()
    }

    fn pending_members(&mut self) -> bool {
        while let Some((a, b)) = self.pending.pop() {
            if !self.members(a, b) {
                return false;
            }
        }
        true
    }

    fn types(&mut self, a: Type, b: Type) -> bool {
        let types = self.types;
        let (a, b) = (types.without_attributes(a), types.without_attributes(b));
        if a == b {
            return true;
        }
        use TypeKind::*;
        // The qualifiers of an array are its element's (C17 6.7.3p9).
        if let (Array { elem: x, len: n }, Array { elem: y, len: m }) = (types.raw_kind(a), types.raw_kind(b)) {
            return lengths(*n, *m) && self.types(x.with(a.quals()), y.with(b.quals()));
        }
        if a.quals() != b.quals() {
            return false;
        }
        match (types.raw_kind(a), types.raw_kind(b)) {
            (Pointer(a), Pointer(b)) | (Complex(a), Complex(b)) => self.types(*a, *b),
            (Vector { elem: a, lanes: n }, Vector { elem: b, lanes: m }) => n == m && self.types(*a, *b),
            (Function(a), Function(b)) => self.functions(a, b),
            (Record(a), Record(b)) => self.records(*a, *b),
            (Enum(a), Enum(b)) => enums(types.enum_of(*a), types.enum_of(*b)),
            (Enum(id), _) => types.enum_of(*id).underlying == b.unqualified(),
            (_, Enum(id)) => types.enum_of(*id).underlying == a.unqualified(),
            _ => false,
        }
    }

    /// C17 6.7.6.3p15. A function without a prototype matches a prototype whose parameters survive promotion.
    fn functions(&mut self, a: &FunctionType, b: &FunctionType) -> bool {
        let types = self.types;
        if !self.types(types.strip(a.ret), types.strip(b.ret)) {
            return false;
        }
        match (a.prototyped, b.prototyped) {
            (true, true) => {
                let alike = a.variadic == b.variadic && a.params.len() == b.params.len();
                alike && a.params.iter().zip(&b.params).all(|(&a, &b)| self.parameters(a, b))
            }
            (false, false) => true,
            (true, false) => survives_promotion(types, a),
            (false, true) => survives_promotion(types, b),
        }
    }

    fn parameters(&mut self, a: Type, b: Type) -> bool {
        let (a, b) = (self.types.strip(a), self.types.strip(b));
        let transparent = |ty: Type| self.types.record(ty).filter(|record| record.transparent_union);
        let member = |union: &Record, other: Type| union.fields.iter().any(|field| self.alone(field.ty, other));
        match (transparent(a), transparent(b)) {
            (None, None) => self.types(a, b),
            (left, right) => {
                self.alone(a, b)
                    || left.is_some_and(|union| member(union, b))
                    || right.is_some_and(|union| member(union, a))
            }
        }
    }

    /// One of several possibilities: a failure does not end the comparison, and what it assumed is forgotten.
    fn alone(&self, a: Type, b: Type) -> bool {
        let inner = Comparison { types: self.types, assumed: self.assumed.clone(), pending: Vec::new() };
        inner.holds(|it| it.types(it.types.strip(a), it.types.strip(b)))
    }

    fn records(&mut self, a: RecordId, b: RecordId) -> bool {
        if a == b {
            return true;
        }
        let (left, right) = (self.types.record_of(a), self.types.record_of(b));
        if left.unit == right.unit || left.tag != right.tag || left.is_union != right.is_union {
            return false;
        }
        // Completed in one unit only: the tag is all there is to compare.
        if left.complete && right.complete && self.assumed.insert((a, b)) {
            self.pending.push((a, b));
        }
        true
    }

    fn members(&mut self, a: RecordId, b: RecordId) -> bool {
        let (left, right) = (self.types.record_of(a), self.types.record_of(b));
        let alike = left.fields.len() == right.fields.len()
            && left.align == right.align
            && left.reverse_storage == right.reverse_storage;
        if !alike {
            return false;
        }
        let (left, right) = (self.corresponding(left), self.corresponding(right));
        left.into_iter().zip(right).all(|(left, right)| self.fields(left, right))
    }

    /// The members in an order in which those that correspond are side by side: a union's are known by their names.
    fn corresponding(&self, record: &'t Record) -> Vec<&'t Field> {
        let mut fields: Vec<&Field> = record.fields.iter().collect();
        if record.is_union {
            fields.sort_by_key(|field| first_name(self.types, field));
        }
        fields
    }

    fn fields(&mut self, a: &Field, b: &Field) -> bool {
        a.name == b.name
            && a.bit_width == b.bit_width
            && a.align_attr == b.align_attr
            && a.bit_offset == b.bit_offset
            && self.types(a.ty, b.ty)
    }
}

/// C17 6.7.6.2p6: only two constants can disagree.
fn lengths(a: ArrayLen, b: ArrayLen) -> bool {
    !matches!((a, b), (ArrayLen::Fixed(a), ArrayLen::Fixed(b)) if a != b)
}

/// The name of a member, or the first one in an anonymous member; unnamed bit-fields have none.
fn first_name(types: &Types, field: &Field) -> Option<Symbol> {
    let inner = || types.record(field.ty)?.fields.iter().find_map(|field| first_name(types, field));
    field.name.or_else(inner)
}

/// The constants in any order. GNU: an enumeration that only one unit completes.
fn enums(a: &Enum, b: &Enum) -> bool {
    if a.unit == b.unit || a.tag != b.tag {
        return false;
    }
    let listed =
        |left: &Enumerator| b.constants.iter().any(|right| left.name == right.name && left.value == right.value);
    !a.complete || !b.complete || a.constants.len() == b.constants.len() && a.constants.iter().all(listed)
}

/// Whether each parameter has the type that an argument for it gets without a prototype (C17 6.5.2.2p6).
fn survives_promotion(types: &Types, function: &FunctionType) -> bool {
    let promoted = |ty: &Type| match types.kind(*ty) {
        TypeKind::Float => false,
        _ => types.int_kind(*ty).is_none_or(|kind| kind.bits >= 32),
    };
    !function.variadic && function.params.iter().all(promoted)
}

impl Types {
    /// The composite of two compatible types (C17 6.2.7p3): array lengths and prototypes that either one knows.
    pub fn composite(&mut self, a: Type, b: Type) -> Type {
        use TypeKind::*;
        if a == b {
            return a;
        }
        let quals = a.quals();
        let merged = match (self.raw_kind(a).clone(), self.raw_kind(b).clone()) {
            (Pointer(x), Pointer(y)) => {
                let to = self.composite(x, y);
                self.pointer(to)
            }
            (Array { elem: x, len: n }, Array { elem: y, len: m }) => {
                let elem = self.composite(x, y);
                let len = match (n, m) {
                    (ArrayLen::Fixed(_), _) => n,
                    (_, ArrayLen::Fixed(_)) => m,
                    (ArrayLen::Variable(_), _) => n,
                    (_, ArrayLen::Variable(_)) => m,
                    (ArrayLen::Incomplete, _) => m,
                    _ => n,
                };
                self.array(elem, len)
            }
            (Function(x), Function(y)) => self.composite_function(x, y),
            _ => return a,
        };
        self.qualify(merged, quals)
    }

    fn composite_function(&mut self, a: FunctionType, b: FunctionType) -> Type {
        let ret = self.composite(a.ret, b.ret);
        let function = match (a.prototyped, b.prototyped) {
            (true, true) if a.params.len() == b.params.len() => {
                let params = a.params.iter().zip(&b.params).map(|(&x, &y)| self.composite(x, y)).collect();
                FunctionType { ret, params, ..a }
            }
            (false, true) => FunctionType { ret, ..b },
            _ => FunctionType { ret, ..a },
        };
        self.function(function)
    }
}
