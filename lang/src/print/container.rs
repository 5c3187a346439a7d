//! Variables and initialisers in C++: containers, static members, and lists that leave nothing to designators.

use super::init::{is_dense, takes_value};
use super::{Container, Printer};
use crate::ast::{Init, InitId, InitItem, VarId};
use crate::types::{ArrayLen, Quals, Record, Type, TypeKind};

impl Printer<'_> {
    /// A variable where it is used: `x`, or `S::x`.
    pub(super) fn variable_name(&mut self, var: VarId) {
        if self.cpp.is_some()
            && let Some(record) = self.member_of(var)
        {
            self.scope(record);
        }
        self.push(self.name(self.program[var].name));
    }

    /// Everything of a declaration before its attributes.
    pub(super) fn declare_lowered(&mut self, var: VarId, ty: Type) {
        let name = self.capture(|printer| printer.variable_name(var));
        self.declare_array(var, ty, &name);
    }

    /// `std::vector<int> name`, or a C declaration.
    pub(super) fn declare_array(&mut self, var: VarId, ty: Type, name: &str) {
        let container = self.container_of(var);
        if container == Container::CArray {
            return self.declare(ty, name);
        }
        if self.innermost(ty).is_const() {
            self.push("const ");
        }
        self.container_type(container, ty);
        self.push(" ");
        self.push(name);
    }

    fn innermost(&self, mut ty: Type) -> Type {
        while let TypeKind::Array { elem, .. } = *self.types().kind(ty) {
            ty = elem;
        }
        ty
    }

    /// The container of an array type, or the element type; it is the container that is `const`.
    fn container_type(&mut self, container: Container, ty: Type) {
        let TypeKind::Array { elem, len } = *self.types().kind(ty) else {
            self.check_element(container, ty);
            let quals = Quals(ty.quals().0 & !Quals::CONST.0);
            return self.push_type(ty.unqualified().with(quals));
        };
        self.push(match container {
            Container::CArray | Container::Array => "std::array<",
            Container::Vector => "std::vector<",
            Container::Valarray => "std::valarray<",
        });
        self.container_type(container, elem);
        if container == Container::Array {
            let len = self.length(len);
            self.push(", ");
            self.decimal(len);
        }
        self.push(">");
    }

    fn check_element(&mut self, container: Container, ty: Type) {
        let is_dynamic = matches!(container, Container::Vector | Container::Valarray);
        if is_dynamic && ty.is_volatile() {
            self.unsupported("vector or valarray of volatile elements");
        }
        if is_dynamic && self.types().align_of(ty) > 16 {
            self.unsupported("vector or valarray that aligns its elements to more than 16 bytes");
        }
        if container == Container::Vector && self.types().is_bool(ty) {
            self.unsupported("vector of `bool`s with addresses");
        }
    }

    fn length(&mut self, len: ArrayLen) -> u64 {
        match len {
            ArrayLen::Fixed(len) => len,
            _ => {
                self.unsupported("container of variable length");
                0
            }
        }
    }

    pub(super) fn lowered_initializer(&mut self, var: VarId) {
        let container = self.container_of(var);
        let ty = self.program[var].ty;
        match (self.program[var].init, container) {
            (Some(init), _) => {
                self.push(" = ");
                self.lowered_init(init, ty, container);
            }
            // The others need no more to have their length.
            (None, Container::Vector | Container::Valarray) => self.zeros(container, ty),
            (None, _) if self.innermost(ty).is_const() || self.has_const_member(ty) => self.push(" = {}"),
            (None, _) => {}
        }
    }

    fn has_const_member(&self, ty: Type) -> bool {
        self.types().record(self.innermost(ty)).is_some_and(|record| record.const_member)
    }

    /// The arguments of a constructor that makes as many zeros as the array has elements.
    fn zeros(&mut self, container: Container, ty: Type) {
        let TypeKind::Array { elem, len } = *self.types().kind(ty) else { return };
        let len = self.length(len);
        self.push("(");
        if !self.types().is_array(elem) {
            self.decimal(len);
        } else if container == Container::Valarray {
            // A valarray takes the value first.
            self.zero(container, elem);
            self.push(", ");
            self.decimal(len);
        } else {
            self.decimal(len);
            self.push(", ");
            self.zero(container, elem);
        }
        self.push(")");
    }

    /// An element that the list leaves out, or a whole row of them.
    fn zero(&mut self, container: Container, ty: Type) {
        let types = self.types();
        if types.is_array(ty) && matches!(container, Container::Vector | Container::Valarray) {
            self.container_type(container, ty);
            self.zeros(container, ty);
        } else if types.is_scalar(ty) && !matches!(types.kind(ty), TypeKind::Enum(_)) {
            self.push("0");
        } else {
            self.vector_name(container, ty);
            self.push("{}");
        }
    }

    fn lowered_init(&mut self, init: InitId, ty: Type, container: Container) {
        let program = self.program;
        match &program[init] {
            Init::Expr(expr) if self.plain_integer(*expr) => {}
            Init::Expr(expr) => {
                if container != Container::CArray && self.types().is_array(ty) {
                    self.unsupported("container initialised by a string");
                }
                self.expr(*expr, super::expr::ASSIGN);
            }
            Init::List(items) => self.lowered_list(items, ty, container),
        }
    }

    /// As `lowered_init`, inside braces.
    fn lowered_element(&mut self, init: InitId, ty: Type, container: Container) {
        let program = self.program;
        match &program[init] {
            Init::Expr(expr) => self.braced_value(*expr, ty),
            Init::List(items) => {
                self.vector_name(container, ty);
                self.lowered_list(items, ty, container);
            }
        }
    }

    /// Clang takes a list in an `initializer_list` of GNU vectors only with the vector's name.
    fn vector_name(&mut self, container: Container, ty: Type) {
        if self.types().is_vector(ty) && matches!(container, Container::Vector | Container::Valarray) {
            self.push_type(ty.unqualified());
        }
    }

    /// A `std::array` is a struct that holds an array: C++11 wants braces for both.
    fn lowered_list(&mut self, items: &[InitItem], ty: Type, container: Container) {
        let is_nested = container == Container::Array && self.types().is_array(ty);
        if is_nested {
            self.push("{");
        }
        self.list(items, ty, container);
        if is_nested {
            self.push("}");
        }
    }

    /// Every element up to the last that is given; up to the end where the list says how many there are.
    pub(super) fn cpp_elements(&mut self, first: usize, items: &[InitItem], ty: Type, container: Container) {
        let elem = self.element_type(ty);
        let mut next = 0;
        for item in items {
            for _ in next..item.first {
                self.element(first);
                self.zero(container, elem);
            }
            for _ in item.first..=item.last {
                self.element(first);
                self.lowered_element(item.value, elem, container);
            }
            next = item.last + 1;
        }
        if let TypeKind::Array { len: ArrayLen::Fixed(len), .. } = *self.types().kind(ty)
            && matches!(container, Container::Vector | Container::Valarray)
        {
            for _ in next..len {
                self.element(first);
                self.zero(container, elem);
            }
        }
    }

    /// Fields by position; of a union, the one that is given, by name unless it is the first.
    pub(super) fn cpp_fields(&mut self, first: usize, items: &[InitItem], record: &Record) {
        let is_positional = is_dense(items, record) || !record.is_union;
        let mut next = 0;
        for item in items {
            let Some(field) = record.fields.get(item.first as usize) else { continue };
            let skipped = record.fields.iter().take(item.first as usize).skip(next);
            for field in skipped.filter(|field| is_positional && takes_value(field)) {
                self.element(first);
                self.zero(Container::CArray, field.ty);
            }
            next = item.first as usize + 1;
            self.element(first);
            if let Some(name) = field.name.filter(|_| !is_positional) {
                self.push(".");
                self.push(self.name(name));
                self.push(" = ");
            }
            self.lowered_element(item.value, field.ty, Container::CArray);
        }
    }
}
