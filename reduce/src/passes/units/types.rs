//! Structs, unions and enums that several units define alike become one.

use lang::{EnumId, ExprKind, FuncId, FunctionType, Program, RecordId, StmtKind, Type, TypeKind, VarId};
use rustc_hash::FxHashMap;

/// Unites types that have the same tag, or that linked entities share.
pub fn unify(program: &mut Program, vars: &[VarId], functions: &[FuncId]) {
    let mut unifier = Unifier { program, records: FxHashMap::default(), enums: FxHashMap::default() };
    unifier.tagged();
    for (at, &to) in vars.iter().enumerate() {
        unifier.types(program[to].ty, program.vars[at].ty);
    }
    for (at, &to) in functions.iter().enumerate() {
        unifier.types(program[to].ty, program.functions[at].ty);
    }
    let Unifier { records, enums, .. } = unifier;
    Retyper { records, enums, known: FxHashMap::default() }.program(program);
}

struct Unifier<'p> {
    program: &'p Program,
    /// The type that replaces each type.
    records: FxHashMap<RecordId, RecordId>,
    enums: FxHashMap<EnumId, EnumId>,
}

impl Unifier<'_> {
    fn tagged(&mut self) {
        let program = self.program;
        let mut first = FxHashMap::default();
        for (at, record) in program.types.records.iter().enumerate().filter(|(_, record)| record.complete) {
            let Some(tag) = record.tag else { continue };
            let id = RecordId(at as u32);
            let to = *first.entry((tag, record.is_union)).or_insert(id);
            self.record(to, id);
        }
        let mut first = FxHashMap::default();
        for (at, entry) in program.types.enums.iter().enumerate() {
            let Some(constant) = entry.constants.first() else { continue };
            let id = EnumId(at as u32);
            let to = *first.entry(constant.name).or_insert(id);
            self.enumeration(to, id);
        }
    }

    fn record(&mut self, to: RecordId, from: RecordId) {
        if to == from || self.records.contains_key(&from) || self.records.contains_key(&to) {
            return;
        }
        let program = self.program;
        let (a, b) = (&program.types.records[to.0 as usize], &program.types.records[from.0 as usize]);
        let alike = a.unit != b.unit
            && a.is_union == b.is_union
            && a.fields.len() == b.fields.len()
            && a.fields.iter().zip(&b.fields).all(|(a, b)| a.name == b.name && a.bit_width == b.bit_width);
        if alike {
            self.records.insert(from, to);
            a.fields.iter().zip(&b.fields).for_each(|(a, b)| self.types(a.ty, b.ty));
        }
    }

    fn enumeration(&mut self, to: EnumId, from: EnumId) {
        let (a, b) = (&self.program.types.enums[to.0 as usize], &self.program.types.enums[from.0 as usize]);
        let alike = a.constants.len() == b.constants.len()
            && a.constants.iter().zip(&b.constants).all(|(a, b)| a.name == b.name && a.value == b.value);
        if to != from && alike && a.unit != b.unit {
            self.enums.insert(from, to);
        }
    }

    fn types(&mut self, to: Type, from: Type) {
        if to == from {
            return;
        }
        let program = self.program;
        match (program.types.kind(to), program.types.kind(from)) {
            (&TypeKind::Record(to), &TypeKind::Record(from)) => self.record(to, from),
            (&TypeKind::Enum(to), &TypeKind::Enum(from)) => self.enumeration(to, from),
            (&TypeKind::Pointer(to), &TypeKind::Pointer(from)) => self.types(to, from),
            (&TypeKind::Array { elem: to, .. }, &TypeKind::Array { elem: from, .. }) => self.types(to, from),
            (TypeKind::Function(to), TypeKind::Function(from)) => {
                self.types(to.ret, from.ret);
                to.params.iter().zip(&from.params).for_each(|(&to, &from)| self.types(to, from));
            }
            _ => {}
        }
    }
}

struct Retyper {
    records: FxHashMap<RecordId, RecordId>,
    enums: FxHashMap<EnumId, EnumId>,
    known: FxHashMap<Type, Type>,
}

impl Retyper {
    fn program(&mut self, program: &mut Program) {
        for at in 0..program.exprs.len() {
            let mut expr = program.exprs[at];
            expr.ty = self.ty(program, expr.ty);
            match &mut expr.kind {
                ExprKind::AssignOp { compute: ty, .. } | ExprKind::SizeofType(ty) | ExprKind::AlignofType(ty) => {
                    *ty = self.ty(program, *ty);
                }
                ExprKind::Enumerator(id, _) => *id = self.enums.get(id).copied().unwrap_or(*id),
                _ => {}
            }
            program.exprs[at] = expr;
        }
        for at in 0..program.vars.len() {
            program.vars[at].ty = self.ty(program, program.vars[at].ty);
        }
        for at in 0..program.functions.len() {
            program.functions[at].ty = self.ty(program, program.functions[at].ty);
        }
        for at in 0..program.types.records.len() {
            for field in 0..program.types.records[at].fields.len() {
                let ty = self.ty(program, program.types.records[at].fields[field].ty);
                program.types.records[at].fields[field].ty = ty;
            }
        }
        for at in 0..program.stmts.len() {
            if let StmtKind::EvalType(ty) = program.stmts[at].kind {
                program.stmts[at].kind = StmtKind::EvalType(self.ty(program, ty));
            }
        }
    }

    fn ty(&mut self, program: &mut Program, ty: Type) -> Type {
        if let Some(&known) = self.known.get(&ty) {
            return known;
        }
        let kind = match program.types.raw_kind(ty).clone() {
            TypeKind::Record(id) => TypeKind::Record(self.records.get(&id).copied().unwrap_or(id)),
            TypeKind::Enum(id) => TypeKind::Enum(self.enums.get(&id).copied().unwrap_or(id)),
            TypeKind::Pointer(to) => TypeKind::Pointer(self.ty(program, to)),
            TypeKind::Array { elem, len } => TypeKind::Array { elem: self.ty(program, elem), len },
            TypeKind::Attributed { base, align, may_alias } => {
                TypeKind::Attributed { base: self.ty(program, base), align, may_alias }
            }
            TypeKind::Function(function) => {
                let ret = self.ty(program, function.ret);
                let params = function.params.iter().map(|&ty| self.ty(program, ty)).collect();
                TypeKind::Function(FunctionType { ret, params, ..function })
            }
            kind => kind,
        };
        let new = program.types.intern(kind).with(ty.quals());
        self.known.insert(ty, new);
        new
    }
}
