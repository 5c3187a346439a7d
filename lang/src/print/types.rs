//! Types in C's declarator syntax.

use super::Printer;
use crate::ast::ExprId;
use crate::types::{ArrayLen, FunctionType, Quals, Type, TypeKind, Types};

impl Printer<'_> {
    /// `char *const (*name)[3]`; the name may be empty.
    pub(super) fn declare(&mut self, ty: Type, name: String) -> String {
        let (specifier, declarator) = self.declarator(ty, name, false);
        join(specifier, &declarator)
    }

    /// As `declare`, for a parameter (whose `va_list` is a pointer).
    pub(super) fn declare_param(&mut self, ty: Type, name: String) -> String {
        let (specifier, declarator) = self.declarator(ty, name, true);
        join(specifier, &declarator)
    }

    pub(super) fn type_name(&mut self, ty: Type) -> String {
        self.declare(ty, String::new())
    }

    /// The declaration specifiers and the declarator, from the inside out.
    pub(super) fn declarator(&mut self, mut ty: Type, name: String, is_param: bool) -> (String, String) {
        let types = self.types();
        let mut text = name;
        loop {
            if let Some(specifier) = self.specifier(ty, is_param && is_plain(&text)) {
                return (qualified(ty.quals(), specifier), text);
            }
            ty = match types.raw_kind(ty) {
                TypeKind::Pointer(to) => {
                    text = pointer(ty.quals(), &text);
                    let binds_tighter = matches!(types.raw_kind(*to), TypeKind::Array { .. } | TypeKind::Function(_));
                    if binds_tighter && self.specifier(*to, false).is_none() {
                        text = format!("({text})");
                    }
                    *to
                }
                TypeKind::Array { elem, len } => {
                    let len = self.array_len(*len);
                    text = format!("{text}[{len}]");
                    *elem
                }
                TypeKind::Function(function) => {
                    let params = self.prototype(function);
                    text = format!("{text}({params})");
                    function.ret
                }
                _ => return (qualified(ty.quals(), "int".to_string()), text),
            };
        }
    }

    /// The specifier of a type that needs no declarator.
    fn specifier(&mut self, ty: Type, is_param: bool) -> Option<String> {
        use TypeKind::*;
        if let Some(name) = self.variable_typedefs.get(&ty.index()) {
            return Some(name.clone());
        }
        if ty.quals() != Quals::NONE && self.types().is_function(ty) {
            // GNU: a `const` function is pure, a `volatile` one does not return.
            return Some(format!("__typeof__({})", self.type_name(ty.unqualified())));
        }
        if self.is_va_list(ty, is_param) {
            return Some("__builtin_va_list".to_string());
        }
        let word = match self.types().raw_kind(ty) {
            Void => "void",
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
            Complex(part) => return Some(self.complex(*part)),
            Vector { .. } | Attributed { .. } => return Some(self.synthetic_typedef(ty)),
            Record(Types::VA_LIST_TAG) => "__typeof__((*(__builtin_va_list *)0)[0])",
            Record(id) => return Some(self.record_specifier(*id)),
            Enum(id) => return Some(self.enum_specifier(*id)),
            Pointer(_) | Array { .. } | Function(_) => return None,
        };
        Some(word.to_string())
    }

    fn is_va_list(&self, ty: Type, is_param: bool) -> bool {
        let va_list = self.types().va_list;
        if ty.unqualified() == va_list {
            return true;
        }
        is_param && self.types().pointee(ty).is_some_and(|to| self.types().element(va_list) == Some(to))
    }

    fn complex(&mut self, part: Type) -> String {
        let part = self.type_name(part);
        // `_Complex __float128` is not C; GCC spells the standard type.
        format!("_Complex {}", if part == "__float128" { "_Float128" } else { &part })
    }

    fn array_len(&mut self, len: ArrayLen) -> String {
        match len {
            ArrayLen::Fixed(len) => len.to_string(),
            ArrayLen::Incomplete => String::new(),
            ArrayLen::Star => "*".to_string(),
            ArrayLen::Variable(_) if self.in_prototype => "*".to_string(),
            ArrayLen::Variable(len) => self.length_expression(len),
        }
    }

    fn length_expression(&mut self, len: ExprId) -> String {
        self.capture(|printer| printer.expr(len, super::expr::ASSIGN))
    }

    /// The parameters of a function that is not being defined.
    fn prototype(&mut self, function: &FunctionType) -> String {
        if !function.prototyped {
            return String::new();
        }
        let outer = std::mem::replace(&mut self.in_prototype, true);
        let params = function.params.iter().map(|&ty| self.declare_param(ty, String::new())).collect();
        self.in_prototype = outer;
        parameter_list(params, function.variadic)
    }
}

/// What stands between the parentheses of a prototype.
pub(super) fn parameter_list(mut params: Vec<String>, variadic: bool) -> String {
    if variadic {
        params.push("...".to_string());
    } else if params.is_empty() {
        params.push("void".to_string());
    }
    params.join(", ")
}

/// A parameter's own type, not one derived from it.
fn is_plain(declarator: &str) -> bool {
    declarator.chars().all(|c| c == '_' || c == '$' || c.is_alphanumeric())
}

pub(super) fn join(specifier: String, declarator: &str) -> String {
    match declarator.chars().next() {
        None => specifier,
        Some('[') => specifier + declarator,
        Some(_) => format!("{specifier} {declarator}"),
    }
}

fn pointer(quals: Quals, declarator: &str) -> String {
    let words = qualifier_words(quals);
    let space = if words.is_empty() || declarator.is_empty() { "" } else { " " };
    format!("*{words}{space}{declarator}")
}

fn qualified(quals: Quals, specifier: String) -> String {
    let words = qualifier_words(quals);
    if words.is_empty() { specifier } else { format!("{words} {specifier}") }
}

fn qualifier_words(quals: Quals) -> String {
    let words = [
        (Quals::CONST, "const"),
        (Quals::VOLATILE, "volatile"),
        (Quals::RESTRICT, "__restrict"),
        (Quals::ATOMIC, "_Atomic"),
    ];
    let present: Vec<&str> = words.into_iter().filter(|(qual, _)| quals.has(*qual)).map(|(_, word)| word).collect();
    present.join(" ")
}
