//! Types in C's declarator syntax.

use super::Printer;
use crate::ast::ExprId;
use crate::types::{ArrayLen, FunctionType, Quals, Type, TypeKind, Types};

impl Printer<'_> {
    /// `char *const (*name)[3]`; the name may be empty.
    pub(super) fn declare(&mut self, ty: Type, name: &str) {
        self.declaration(ty, name, false, true);
    }

    /// As `declare`, for a parameter (whose `va_list` is a pointer).
    pub(super) fn declare_param(&mut self, ty: Type, name: &str) {
        self.declaration(ty, name, true, true);
    }

    /// A declarator that shares the specifiers of the one before.
    pub(super) fn declare_another(&mut self, ty: Type, name: &str) {
        self.declaration(ty, name, false, false);
    }

    pub(super) fn type_name(&mut self, ty: Type) -> String {
        self.capture(|printer| printer.push_type(ty))
    }

    /// The type as a cast names it.
    pub(super) fn push_type(&mut self, ty: Type) {
        let is_plain = ty.quals() == Quals::NONE;
        if is_plain && let Some(Some(name)) = self.type_names.get(ty.index()) {
            self.out.push_str(name);
            return;
        }
        let start = self.out.len();
        self.declare(ty, "");
        if is_plain && !self.types().is_variably_modified(ty) && ty.index() < self.type_names.len() {
            self.type_names[ty.index()] = Some(self.out[start..].into());
        }
    }

    /// A derivation's text stands before the name if it is a pointer, else after it; those nearer to the name belong
    /// to the outer type. What is captured first may name types, which are numbered as they are mentioned.
    fn declaration(&mut self, mut ty: Type, name: &str, is_param: bool, with_specifiers: bool) {
        let types = self.types();
        let first = self.derivations.len();
        let mut suffixes = Vec::new();
        while !self.has_specifier(ty, is_param && self.derivations.len() == first && is_identifier(name)) {
            self.derivations.push(ty);
            ty = match types.raw_kind(ty) {
                TypeKind::Pointer(to) => *to,
                TypeKind::Array { elem, len } => {
                    if !matches!(len, ArrayLen::Fixed(_)) {
                        suffixes.push(self.capture(|printer| printer.array_len(*len)));
                    }
                    *elem
                }
                TypeKind::Function(function) => {
                    suffixes.push(self.capture(|printer| printer.prototype(function)));
                    function.ret
                }
                _ => unreachable!("only derived types have no specifier"),
            };
        }
        let last = self.derivations.len();
        if with_specifiers {
            let is_plain_param = is_param && first == last && is_identifier(name);
            self.qualified_specifier(ty, is_plain_param);
            if !name.is_empty() || self.derivations[first..].iter().any(|&ty| !types.is_array(ty)) {
                self.out.push(' ');
            }
        }
        self.declarator(first, last, name, suffixes);
        self.derivations.truncate(first);
    }

    fn declarator(&mut self, first: usize, last: usize, name: &str, suffixes: Vec<String>) {
        let types = self.types();
        for at in (first..last).rev() {
            let ty = self.derivations[at];
            let TypeKind::Pointer(to) = types.raw_kind(ty) else { continue };
            self.push(if self.binds_tighter(*to) { "(*" } else { "*" });
            self.qualifiers(ty.quals());
            if ty.quals() != Quals::NONE && (at > first || !name.is_empty()) {
                self.out.push(' ');
            }
        }
        self.push(name);
        let mut suffixes = suffixes.into_iter();
        for at in first..last {
            match types.raw_kind(self.derivations[at]) {
                TypeKind::Pointer(to) if self.binds_tighter(*to) => self.out.push(')'),
                TypeKind::Array { len: ArrayLen::Fixed(len), .. } => {
                    self.out.push('[');
                    self.decimal(*len);
                    self.out.push(']');
                }
                TypeKind::Array { .. } | TypeKind::Function(_) => {
                    self.out.extend(suffixes.next());
                }
                _ => {}
            }
        }
    }

    /// A pointer to it needs parentheses.
    fn binds_tighter(&self, ty: Type) -> bool {
        matches!(self.types().raw_kind(ty), TypeKind::Array { .. } | TypeKind::Function(_))
            && !self.has_specifier(ty, false)
    }

    /// Whether the type needs no declarator.
    fn has_specifier(&self, ty: Type, is_param: bool) -> bool {
        let is_derived = match self.types().raw_kind(ty) {
            TypeKind::Function(_) => ty.quals() == Quals::NONE,
            TypeKind::Pointer(_) | TypeKind::Array { .. } => true,
            _ => false,
        };
        !is_derived || self.variable_typedefs.contains_key(&ty.index()) || self.is_va_list(ty, is_param)
    }

    fn qualified_specifier(&mut self, ty: Type, is_param: bool) {
        self.qualifiers(ty.quals());
        if ty.quals() != Quals::NONE {
            self.out.push(' ');
        }
        self.specifier(ty, is_param);
    }

    /// The specifier of a type that needs no declarator.
    fn specifier(&mut self, ty: Type, is_param: bool) {
        use TypeKind::*;
        if let Some(name) = self.variable_typedefs.get(&ty.index()) {
            self.out.push_str(name);
            return;
        }
        if ty.quals() != Quals::NONE && self.types().is_function(ty) {
            // GNU: a `const` function is pure, a `volatile` one does not return.
            self.push("__typeof__(");
            self.push_type(ty.unqualified());
            self.push(")");
            return;
        }
        if self.is_va_list(ty, is_param) {
            self.push("__builtin_va_list");
            return;
        }
        let word = match self.types().raw_kind(ty) {
            Void => "void",
            Bool if self.cpp.is_some() => "bool",
            Bool => "_Bool",
            Char => "char",
            SChar => "signed char",
            UChar => "unsigned char",
            Short => "short",
            UShort => "unsigned short",
            Int => "int",
            UInt => "unsigned int",
            Long => "long",
            ULong => "unsigned long",
            LLong => "long long",
            ULLong => "unsigned long long",
            Int128 => "__int128",
            UInt128 => "unsigned __int128",
            Float => "float",
            Double => "double",
            LDouble => "long double",
            Float128 => "__float128",
            Decimal32 => "_Decimal32",
            Decimal64 => "_Decimal64",
            Decimal128 => "_Decimal128",
            Record(Types::VA_LIST_TAG) => "__typeof__((*(__builtin_va_list *)0)[0])",
            Complex(part) => return self.complex(*part),
            Vector { .. } | Attributed { .. } => {
                let name = self.synthetic_typedef(ty);
                return self.push(&name);
            }
            Record(id) => {
                let specifier = self.record_specifier(*id);
                return self.push(&specifier);
            }
            Enum(id) => {
                let specifier = self.enum_specifier(*id);
                return self.push(&specifier);
            }
            Pointer(_) | Array { .. } | Function(_) => "int",
        };
        self.push(word);
    }

    fn is_va_list(&self, ty: Type, is_param: bool) -> bool {
        let va_list = self.types().va_list;
        if ty.unqualified() == va_list {
            return true;
        }
        is_param && self.types().pointee(ty).is_some_and(|to| self.types().element(va_list) == Some(to))
    }

    fn complex(&mut self, part: Type) {
        self.push("_Complex ");
        // `_Complex __float128` is not C; GCC spells the standard type.
        match self.types().raw_kind(part) {
            TypeKind::Float128 => self.push("_Float128"),
            _ => self.push_type(part),
        }
    }

    fn array_len(&mut self, len: ArrayLen) {
        self.push("[");
        match len {
            ArrayLen::Fixed(len) => self.decimal(len),
            ArrayLen::Incomplete => {}
            ArrayLen::Star => self.push("*"),
            ArrayLen::Variable(_) if self.in_prototype => self.push("*"),
            ArrayLen::Variable(len) => self.length_expression(len),
        }
        self.push("]");
    }

    fn length_expression(&mut self, len: ExprId) {
        self.expr(len, super::expr::ASSIGN);
    }

    /// The parameters of a function that is not being defined.
    fn prototype(&mut self, function: &FunctionType) {
        self.push("(");
        if function.prototyped {
            let outer = std::mem::replace(&mut self.in_prototype, true);
            for (at, &param) in function.params.iter().enumerate() {
                self.push(if at > 0 { ", " } else { "" });
                self.declare_param(param, "");
            }
            self.in_prototype = outer;
            self.parameters_end(function.params.len(), function.variadic);
        }
        self.push(")");
    }

    /// What a parameter list has after, or instead of, its parameters.
    pub(super) fn parameters_end(&mut self, count: usize, variadic: bool) {
        match (count, variadic) {
            (0, true) => self.push("..."),
            (_, true) => self.push(", ..."),
            (0, false) => self.push("void"),
            (_, false) => {}
        }
    }

    fn qualifiers(&mut self, quals: Quals) {
        if quals == Quals::NONE {
            return;
        }
        if self.cpp.is_some() && quals.has(Quals::ATOMIC) {
            self.unsupported("_Atomic");
        }
        let words = [
            (Quals::CONST, "const"),
            (Quals::VOLATILE, "volatile"),
            (Quals::RESTRICT, "__restrict"),
            (Quals::ATOMIC, "_Atomic"),
        ];
        for (at, (_, word)) in words.into_iter().filter(|(qual, _)| quals.has(*qual)).enumerate() {
            self.push(if at > 0 { " " } else { "" });
            self.push(word);
        }
    }
}

/// An empty declarator included: the parameter's own type, not one derived from it.
fn is_identifier(declarator: &str) -> bool {
    declarator.chars().all(|c| c == '_' || c == '$' || c.is_alphanumeric())
}
