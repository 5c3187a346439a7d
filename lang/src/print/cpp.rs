//! What C++ requires and C leaves out: casts to enums and between pointers, the types of enumerators,
//! steps of enums, values in braces.
//!
//! Comparisons yield `bool` there, but it promotes to `int` in nearly every operand. Enums get their C type as fixed
//! underlying type, so that they promote as in C; their constants are cast to the type they have in C wherever that is
//! another one.

use super::expr::{ASSIGN, Strength, UNARY, binary_strength, binary_text, is_comparison};
use super::{Container, Lowering, Printer, Unsupported};
use crate::arith::IntKind;
use crate::ast::*;
use crate::build::bit_field_width;
use crate::builtins;
use crate::fold;
use crate::types::{EnumId, Quals, RecordId, Type, TypeKind};
use rustc_hash::FxHashMap;

/// The lowering, by variable and by record.
pub(super) struct Cpp<'p> {
    lowering: &'p Lowering,
    containers: Vec<Container>,
    members: Vec<Option<RecordId>>,
    /// In the order of their variables.
    statics: FxHashMap<RecordId, Vec<VarId>>,
}

impl<'p> Cpp<'p> {
    pub fn new(program: &Program, lowering: &'p Lowering) -> Cpp<'p> {
        let mut containers = vec![Container::CArray; program.vars.len()];
        lowering.containers.iter().for_each(|(var, &container)| containers[var.index()] = container);
        let mut members = vec![None; program.vars.len()];
        lowering.members.iter().for_each(|(var, &record)| members[var.index()] = Some(record));
        let mut statics: FxHashMap<RecordId, Vec<VarId>> = FxHashMap::default();
        for (at, record) in members.iter().enumerate() {
            if let Some(record) = *record {
                statics.entry(record).or_default().push(VarId(at as u32));
            }
        }
        Cpp { lowering, containers, members, statics }
    }
}

/// How an implicit conversion is written.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Coercion {
    None,
    Cast,
    /// `&a[0]` for a container.
    Address,
    /// The scalar operand of a vector operation, cast to the element type.
    Spread,
    /// A constant of the very enum.
    Enumerator,
}

impl<'p> Printer<'p> {
    pub(super) fn unsupported(&mut self, what: &'static str) {
        self.problem.get_or_insert(Unsupported(what));
    }

    pub(super) fn only_c(&mut self, what: &'static str) {
        if self.cpp.is_some() {
            self.unsupported(what);
        }
    }

    /// The struct that a variable is a static member of.
    pub(super) fn member_of(&self, var: VarId) -> Option<RecordId> {
        self.cpp.as_ref().and_then(|cpp| cpp.members[var.index()])
    }

    /// The variables that are static members of a record.
    pub(super) fn static_members(&self, record: RecordId) -> Vec<VarId> {
        self.cpp.as_ref().and_then(|cpp| cpp.statics.get(&record)).cloned().unwrap_or_default()
    }

    pub(super) fn container_of(&self, var: VarId) -> Container {
        self.cpp.as_ref().map_or(Container::CArray, |cpp| cpp.containers[var.index()])
    }

    /// The container that an array is, or is a row of.
    fn container_behind(&self, mut array: ExprId) -> Container {
        loop {
            match self.program[array].kind {
                ExprKind::Var(var) => return self.container_of(var),
                ExprKind::Index(base, _) => match self.program[base].kind {
                    ExprKind::Convert(row) if self.types().is_array(self.program[row].ty) => array = row,
                    _ => return Container::CArray,
                },
                _ => return Container::CArray,
            }
        }
    }

    /// Whether an element of this array is accessed with `.at()`.
    pub(super) fn is_checked(&self, index: ExprId, array: ExprId) -> bool {
        let is_wanted = self.cpp.as_ref().is_some_and(|cpp| cpp.lowering.at.contains(&index));
        is_wanted && matches!(self.container_behind(array), Container::Array | Container::Vector)
    }

    pub(super) fn is_container(&self, array: ExprId) -> bool {
        self.container_behind(array) != Container::CArray
    }

    /// What stands behind an implicit conversion that is not written.
    #[inline]
    pub(super) fn through(&self, convert: ExprId, operand: ExprId) -> Option<ExprId> {
        if self.cpp.is_none() {
            return Some(operand);
        }
        if let ExprKind::Convert(string) = self.program[operand].kind
            && matches!(self.program[string].kind, ExprKind::Str(_))
            && self.types().pointee(self.program[convert].ty).is_some_and(Type::is_const)
        {
            return Some(string);
        }
        (self.coercion(convert, operand) == Coercion::None).then_some(operand)
    }

    fn coercion(&self, convert: ExprId, operand: ExprId) -> Coercion {
        use TypeKind::*;
        let (to, from) = (self.program[convert].ty, self.program[operand].ty);
        match (self.types().kind(to), self.types().kind(from)) {
            (Enum(to), Enum(from)) if to == from => Coercion::None,
            (Enum(to), _) => match self.program[operand].kind {
                ExprKind::Enumerator(of, _) if of == *to => Coercion::Enumerator,
                _ => Coercion::Cast,
            },
            (Pointer(_), Array { .. }) if self.is_container(operand) => Coercion::Address,
            (Pointer(to), Array { .. }) => {
                let is_string = matches!(self.program[operand].kind, ExprKind::Str(_));
                if is_string && !to.is_const() { Coercion::Cast } else { Coercion::None }
            }
            (Pointer(_), Function(_)) => Coercion::None,
            (Pointer(to), Pointer(from)) => self.pointer_coercion(*to, *from),
            (Pointer(_), _) => match self.program[operand].kind {
                ExprKind::Int(0) => Coercion::None,
                _ => Coercion::Cast,
            },
            (_, Pointer(_)) if to != Type::BOOL => Coercion::Cast,
            (Vector { .. }, Vector { .. }) => Coercion::Cast,
            (Vector { elem, .. }, _) if self.has_exactly(operand, *elem) => Coercion::None,
            (Vector { .. }, _) => Coercion::Spread,
            // GCC and Clang do not agree whether this value promotes by the width of the bit-field.
            _ if self.is_post_step(operand) && bit_field_width(self.program, operand).is_some() => Coercion::Cast,
            _ => Coercion::None,
        }
    }

    fn is_post_step(&self, expr: ExprId) -> bool {
        matches!(self.program[expr].kind, ExprKind::Step(StepOp::PostInc | StepOp::PostDec, _))
    }

    /// The second or third operand of `?:`. In C++ the result may be an lvalue: bit-fields there do not promote, and G++
    /// refuses one beside a volatile object.
    pub(super) fn arm(&mut self, arm: ExprId, least: Strength) {
        let shown = self.visible(arm);
        if self.cpp.is_some() && bit_field_width(self.program, shown).is_some() {
            self.cast_to(self.types().strip(self.program[arm].ty));
            self.expr(shown, UNARY);
        } else {
            self.expr(shown, least);
        }
    }

    /// An operand whose very type counts: of a type-generic builtin, of `switch`. There a `bool` has to be an `int`.
    pub(super) fn typed_operand(&mut self, operand: ExprId, least: Strength) {
        if self.cpp.is_some() && self.yields_bool(operand) {
            self.cast_to(Type::INT);
            self.expr(operand, UNARY);
        } else {
            self.expr(operand, least);
        }
    }

    /// Whether an expression of C type `int` is a `bool` in C++.
    fn yields_bool(&self, expr: ExprId) -> bool {
        use ExprKind::*;
        let shown = self.visible(expr);
        match self.program[shown].kind {
            Binary(op, ..) => is_comparison(op) && self.program[shown].ty == Type::INT,
            LogicalAnd(..) | LogicalOr(..) | Unary(UnaryOp::Not, _) => true,
            Cond(_, then, otherwise) => self.yields_bool(then) && self.yields_bool(otherwise),
            Comma(_, last) => self.yields_bool(last),
            _ => false,
        }
    }

    /// Whether the callee is a builtin that looks at the types of its arguments.
    pub(super) fn is_generic(&self, callee: ExprId) -> bool {
        match self.program[self.visible(callee)].kind {
            ExprKind::Func(func) => {
                let function = &self.program[func];
                function.is_builtin && builtins::generic(self.name(function.name)).is_some()
            }
            _ => false,
        }
    }

    fn pointer_coercion(&self, to: Type, from: Type) -> Coercion {
        let added = Quals(to.quals().0 & !Quals::RESTRICT.0);
        let is_qualified = added.has(Quals(from.quals().0 & !Quals::RESTRICT.0));
        let is_same = self.types().is_void(to) || to.unqualified() == from.unqualified();
        if is_qualified && is_same { Coercion::None } else { Coercion::Cast }
    }

    /// An expression that has this type in both languages.
    fn has_exactly(&self, expr: ExprId, ty: Type) -> bool {
        use ExprKind::*;
        let is_plain =
            matches!(self.program[expr].kind, Int(_) | Float(_) | Var(_) | Cast(_) | Index(..) | Deref(_) | Call(..));
        is_plain && self.types().strip(self.program[expr].ty) == self.types().strip(ty)
    }

    /// Prints an implicit conversion that C++ requires to be explicit.
    pub(super) fn coerce(&mut self, convert: ExprId, operand: ExprId) {
        let ty = self.program[convert].ty;
        match self.coercion(convert, operand) {
            Coercion::None => self.expr(operand, UNARY),
            Coercion::Cast => {
                self.cast_to(ty);
                self.expr(operand, UNARY);
            }
            Coercion::Address => {
                if self.types().pointee(ty).is_some_and(|to| self.types().is_array(to)) {
                    self.unsupported("pointer to a row of a container");
                }
                self.push("&");
                self.expr(operand, super::expr::POSTFIX);
                self.push("[0]");
            }
            Coercion::Spread => {
                let elem = self.types().element(ty).unwrap_or(ty);
                self.cast_to(elem.unqualified());
                self.expr(operand, UNARY);
            }
            Coercion::Enumerator => {
                if let ExprKind::Enumerator(of, index) = self.program[operand].kind {
                    let name = self.enumerator(of, index as usize);
                    self.push(&name);
                }
            }
        }
    }

    /// Whether the constant has another type than its enum promotes to.
    pub(super) fn enumerator_is_cast(&self, of: EnumId, index: u32) -> bool {
        if self.cpp.is_none() {
            return false;
        }
        let of = &self.types().enums[of.0 as usize];
        let is_narrow = self.types().size_of(of.underlying).is_some_and(|size| size < 4);
        let promoted = if is_narrow { Type::INT } else { of.underlying };
        promoted != of.constants[index as usize].ty
    }

    /// `++` and compound assignments of enums, and steps of `bool`s, do not exist.
    pub(super) fn is_spelled_out(&self, id: ExprId) -> bool {
        if self.cpp.is_none() {
            return false;
        }
        let is_enum = |target: ExprId| matches!(self.types().kind(self.program[target].ty), TypeKind::Enum(_));
        match self.program[id].kind {
            ExprKind::AssignOp { target, .. } => is_enum(target),
            ExprKind::Step(_, target) => is_enum(target) || self.types().is_bool(self.program[target].ty),
            _ => false,
        }
    }

    /// `e = (enum E)(e + 1)`
    pub(super) fn spell_out(&mut self, id: ExprId) {
        let ty = self.program[id].ty;
        match self.program[id].kind {
            ExprKind::AssignOp { op, target, value, .. } => self.assign_spelled_out(op, target, Some(value)),
            ExprKind::Step(op, target) => {
                let is_post = matches!(op, StepOp::PostInc | StepOp::PostDec);
                let (op, inverse) = match op {
                    StepOp::PreInc | StepOp::PostInc => (BinaryOp::Add, " - 1)"),
                    StepOp::PreDec | StepOp::PostDec => (BinaryOp::Sub, " + 1)"),
                };
                if !is_post {
                    return self.assign_spelled_out(op, target, None);
                }
                if self.types().is_bool(ty) {
                    self.unsupported("postfix step of a `bool`");
                }
                self.cast_to(ty);
                self.push("((");
                self.assign_spelled_out(op, target, None);
                self.push(")");
                self.push(inverse);
            }
            _ => {}
        }
    }

    /// An expression whose value nobody wants.
    pub(super) fn discarded(&mut self, id: ExprId) {
        match self.program[id].kind {
            ExprKind::Step(StepOp::PostInc, target) if self.is_spelled_out(id) => {
                self.assign_spelled_out(BinaryOp::Add, target, None);
            }
            ExprKind::Step(StepOp::PostDec, target) if self.is_spelled_out(id) => {
                self.assign_spelled_out(BinaryOp::Sub, target, None);
            }
            _ => self.expr(id, super::expr::COMMA),
        }
    }

    fn assign_spelled_out(&mut self, op: BinaryOp, target: ExprId, value: Option<ExprId>) {
        if !self.is_repeatable(target) {
            self.unsupported("compound assignment to an enum by an expression with side effects");
        }
        let strength = binary_strength(op);
        self.expr(target, UNARY);
        self.push(" = ");
        self.cast_to(self.program[target].ty.unqualified());
        self.push("(");
        self.expr(target, strength);
        self.push(" ");
        self.push(binary_text(op));
        self.push(" ");
        match value {
            Some(value) => self.expr(value, UNARY),
            None => self.push("1"),
        }
        self.push(")");
    }

    /// Whether a place can be named twice and be the same place.
    fn is_repeatable(&self, id: ExprId) -> bool {
        use ExprKind::*;
        match self.program[id].kind {
            Var(_) | Int(_) | Enumerator(..) => true,
            Member(operand, _) | Convert(operand) | Cast(operand) | Deref(operand) | AddrOf(operand) => {
                self.is_repeatable(operand)
            }
            Unary(_, operand) => self.is_repeatable(operand),
            Index(left, right) | Binary(_, left, right) => self.is_repeatable(left) && self.is_repeatable(right),
            _ => false,
        }
    }

    /// A value in a braced list, where C++ takes no narrowing conversion (C++11 8.5.4).
    pub(super) fn braced_value(&mut self, expr: ExprId, ty: Type) {
        if self.cpp.is_some() && self.narrows(expr, ty) {
            self.cast_to(ty.unqualified());
            self.expr(expr, UNARY);
        } else if !self.plain_integer(expr) {
            self.expr(expr, ASSIGN);
        }
    }

    fn narrows(&self, expr: ExprId, ty: Type) -> bool {
        let types = self.types();
        let shown = self.visible(expr);
        let from = self.program[shown].ty;
        if types.strip(from) == types.strip(ty) || !types.is_arithmetic(from) || !types.is_arithmetic(ty) {
            return false;
        }
        match (types.is_floating(from), types.is_floating(ty)) {
            (true, true) => !matches!(self.program[shown].kind, ExprKind::Float(_)),
            (true, false) => true,
            (false, true) => fold::integer_constant(self.program, shown).is_none_or(|value| value.abs() > 1 << 24),
            (false, false) => match (types.int_kind(ty), fold::integer_constant(self.program, shown)) {
                (Some(kind), Some(value)) => !holds(kind, value),
                _ => true,
            },
        }
    }
}

fn holds(kind: IntKind, value: i128) -> bool {
    let magnitude_bits = kind.bits as u32 - kind.signed as u32;
    let least = if kind.signed { -1 << magnitude_bits.min(126) } else { 0 };
    value >= least && (magnitude_bits >= 127 || value < 1 << magnitude_bits)
}
