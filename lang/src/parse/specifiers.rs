//! Declaration specifiers in any order, and type names.

use super::attr::Attributes;
use super::declarator::{Form, qualifier};
use super::scope::Entity;
use super::{Parser, Result};
use crate::build;
use crate::lex::Tok;
use crate::location::Loc;
use crate::names::Symbol;
use crate::types::*;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum StorageClass {
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

/// Declaration specifiers.
pub(super) struct Specifiers {
    pub ty: Type,
    pub storage: Option<StorageClass>,
    pub thread_local: bool,
    pub inline: bool,
    pub noreturn: bool,
    /// GNU `__auto_type`: the initialiser gives the type.
    pub auto_type: bool,
    pub attributes: Attributes,
    /// The typedef that gives the type.
    pub typedef_name: Option<(Symbol, Type)>,
    /// Nothing at all was written.
    pub empty: bool,
    /// No type was written (C90).
    pub implicit_int: bool,
    pub loc: Loc,
}

/// The basic type specifiers seen so far (C17 6.7.2p2).
#[derive(Default)]
struct Basic {
    word: Option<Tok>,
    signed: bool,
    unsigned: bool,
    short: bool,
    long: u8,
    complex: bool,
}

impl Basic {
    fn any(&self) -> bool {
        self.word.is_some() || self.signed || self.unsigned || self.short || self.long > 0 || self.complex
    }
}

impl Parser<'_> {
    /// The current token begins declaration specifiers, or a `_Static_assert`.
    pub(super) fn starts_declaration(&self) -> bool {
        self.tok() == Tok::StaticAssert || self.begins_specifiers(self.tok())
    }

    /// The current token begins a type name.
    pub(super) fn starts_type_name(&self) -> bool {
        self.tok() != Tok::Alignas && self.begins_specifiers(self.tok())
    }

    pub(super) fn begins_specifiers(&self, tok: Tok) -> bool {
        match tok {
            Tok::Ident(name) => matches!(self.scopes.lookup(name), Some(Entity::Typedef(_))),
            tok => begins_type(tok) || is_storage_or_function_specifier(tok),
        }
    }

    /// A type name as in a cast.
    pub(super) fn type_name(&mut self) -> Result<Type> {
        while self.eat(Tok::Extension) {}
        let loc = self.loc();
        let mut specifiers = self.specifiers()?;
        if specifiers.empty || specifiers.storage.is_some() || specifiers.auto_type {
            return Err(self.reject(loc, "expected a type name"));
        }
        let mut declarator = self.declarator(specifiers.ty, Form::Abstract)?;
        specifiers.attributes.merge(std::mem::take(&mut declarator.attributes));
        self.more_attributes(&mut specifiers.attributes)?;
        self.attribute_type(declarator.ty, &specifiers.attributes, loc)
    }

    pub(super) fn specifiers(&mut self) -> Result<Specifiers> {
        let loc = self.loc();
        let start = self.at;
        let mut basic = Basic::default();
        let mut ty: Option<Type> = None;
        let mut quals = Quals::NONE;
        let mut specifiers = Specifiers {
            ty: Type::INT,
            storage: None,
            thread_local: false,
            inline: false,
            noreturn: false,
            auto_type: false,
            attributes: Attributes::default(),
            typedef_name: None,
            empty: false,
            implicit_int: false,
            loc,
        };
        loop {
            let tok = self.tok();
            let has_type = ty.is_some() || basic.any();
            match tok {
                Tok::Ident(name) if !has_type && !specifiers.auto_type => match self.scopes.lookup(name) {
                    Some(Entity::Typedef(typedef)) => {
                        self.bump();
                        ty = Some(typedef);
                        specifiers.typedef_name = Some((name, typedef));
                    }
                    _ => break,
                },
                Tok::Typedef | Tok::Extern | Tok::Static | Tok::Auto | Tok::Register => {
                    self.storage_class(&mut specifiers)?
                }
                Tok::Atomic if self.peek(1) == Tok::LParen => {
                    self.bump();
                    self.bump();
                    let of = self.nested(|parser| parser.type_name())?;
                    self.expect(Tok::RParen)?;
                    self.one_type(has_type)?;
                    ty = Some(of.with(Quals::ATOMIC));
                }
                Tok::Const | Tok::Volatile | Tok::Restrict | Tok::Atomic => {
                    self.bump();
                    quals = quals.union(qualifier(tok).unwrap_or_default());
                }
                Tok::Inline => {
                    self.bump();
                    specifiers.inline = true;
                }
                Tok::Noreturn => {
                    self.bump();
                    specifiers.noreturn = true;
                }
                Tok::ThreadLocal => {
                    self.bump();
                    specifiers.thread_local = true;
                }
                Tok::Extension => {
                    self.bump();
                }
                Tok::Alignas => self.alignas(&mut specifiers.attributes)?,
                Tok::Attribute => self.more_attributes(&mut specifiers.attributes)?,
                Tok::LBracket if self.peek(1) == Tok::LBracket => self.skip_balanced()?,
                Tok::AutoType => {
                    self.bump();
                    specifiers.auto_type = true;
                }
                Tok::Struct | Tok::Union => {
                    self.one_type(has_type)?;
                    ty = Some(self.nested(|parser| parser.record_specifier())?);
                }
                Tok::Enum => {
                    self.one_type(has_type)?;
                    ty = Some(self.nested(|parser| parser.enum_specifier())?);
                }
                Tok::Typeof => {
                    self.one_type(has_type)?;
                    ty = Some(self.nested(|parser| parser.typeof_specifier())?);
                }
                Tok::VaList => {
                    self.bump();
                    self.one_type(has_type)?;
                    ty = Some(self.program.types.va_list);
                }
                _ if is_basic(tok) => {
                    self.one_type(ty.is_some())?;
                    self.basic_specifier(&mut basic)?;
                }
                _ => break,
            }
        }
        specifiers.empty = self.at == start;
        specifiers.implicit_int = ty.is_none() && !basic.any();
        let base = match ty {
            Some(ty) => ty,
            None => self.basic_type(&basic, loc)?,
        };
        if quals.has(Quals::RESTRICT) {
            self.check_restrict(base, loc)?;
        }
        specifiers.ty = self.program.types.qualify(base, quals);
        Ok(specifiers)
    }

    /// C17 6.7.3p2: only pointers to objects.
    fn check_restrict(&self, ty: Type, loc: Loc) -> Result<()> {
        let types = &self.program.types;
        let mut ty = ty;
        while let TypeKind::Array { elem, .. } = types.kind(ty) {
            ty = *elem;
        }
        match types.pointee(ty) {
            Some(to) if !types.is_function(to) => Ok(()),
            _ => Err(self.reject(loc, "`restrict` on something other than a pointer to an object")),
        }
    }

    fn one_type(&self, has_type: bool) -> Result<()> {
        if has_type { Err(self.unexpected("two types in one declaration")) } else { Ok(()) }
    }

    fn storage_class(&mut self, specifiers: &mut Specifiers) -> Result<()> {
        if specifiers.storage.is_some() {
            return Err(self.unexpected("two storage classes in one declaration"));
        }
        specifiers.storage = Some(match self.bump().tok {
            Tok::Typedef => StorageClass::Typedef,
            Tok::Extern => StorageClass::Extern,
            Tok::Static => StorageClass::Static,
            Tok::Auto => StorageClass::Auto,
            _ => StorageClass::Register,
        });
        Ok(())
    }

    fn basic_specifier(&mut self, basic: &mut Basic) -> Result<()> {
        if basic.word.is_some() && self.is_float_alias() {
            self.bump();
            return Ok(());
        }
        let repeated = match self.tok() {
            Tok::Signed => std::mem::replace(&mut basic.signed, true) || basic.unsigned,
            Tok::Unsigned => std::mem::replace(&mut basic.unsigned, true) || basic.signed,
            Tok::Short => std::mem::replace(&mut basic.short, true) || basic.long > 0,
            Tok::Complex => std::mem::replace(&mut basic.complex, true),
            Tok::Long => {
                basic.long += 1;
                basic.long > 2 || basic.short
            }
            tok => basic.word.replace(tok).is_some(),
        };
        if repeated {
            return Err(self.unexpected("conflicting type specifiers"));
        }
        self.bump();
        Ok(())
    }

    /// glibc's `typedef float _Float32;` for compilers that do not know the name, which is a keyword here.
    fn is_float_alias(&self) -> bool {
        let is_float =
            matches!(self.tok(), Tok::Float32 | Tok::Float64 | Tok::Float32x | Tok::Float64x | Tok::Float128);
        is_float && self.peek(1) == Tok::Semi
    }

    /// C17 6.7.2p2, and GNU's `__int128`, `_FloatN`, and complex integers.
    fn basic_type(&mut self, basic: &Basic, loc: Loc) -> Result<Type> {
        let sign = basic.signed || basic.unsigned;
        let size = basic.short || basic.long > 0;
        let pick = |signed, unsigned| if basic.unsigned { unsigned } else { signed };
        let (ty, modifiers_ok) = match basic.word {
            None if basic.complex && !sign && !size => (Type::DOUBLE, true),
            None | Some(Tok::Int) => (
                match (basic.short, basic.long) {
                    (true, _) => pick(Type::SHORT, Type::USHORT),
                    (_, 0) => pick(Type::INT, Type::UINT),
                    (_, 1) => pick(Type::LONG, Type::ULONG),
                    _ => pick(Type::LLONG, Type::ULLONG),
                },
                true,
            ),
            Some(Tok::CharKw) if sign => (pick(Type::SCHAR, Type::UCHAR), !size),
            Some(Tok::CharKw) => (Type::CHAR, !size),
            Some(Tok::Int128) => (pick(Type::INT128, Type::UINT128), !size),
            Some(Tok::Double) if basic.long == 1 => (Type::LDOUBLE, !sign && !basic.short),
            Some(Tok::Double | Tok::Float64 | Tok::Float32x) => (Type::DOUBLE, !sign && !size),
            Some(Tok::Float | Tok::Float32) => (Type::FLOAT, !sign && !size),
            Some(Tok::Float64x) => (Type::LDOUBLE, !sign && !size),
            Some(Tok::Float128) => (Type::FLOAT128, !sign && !size),
            Some(Tok::Decimal32) => (Type::DECIMAL32, !sign && !size),
            Some(Tok::Decimal64) => (Type::DECIMAL64, !sign && !size),
            Some(Tok::Decimal128) => (Type::DECIMAL128, !sign && !size),
            Some(Tok::Void) => (Type::VOID, !sign && !size && !basic.complex),
            Some(Tok::Bool) => (Type::BOOL, !sign && !size && !basic.complex),
            Some(word) => return Err(self.unsupported(loc, format!("the type {}", word.spelling()))),
        };
        if !modifiers_ok {
            return Err(self.reject(loc, "conflicting type specifiers"));
        }
        if basic.word == Some(Tok::Int128) && !self.program.target().has_int128 {
            return Err(self.reject(loc, "`__int128` does not exist on this target"));
        }
        Ok(if basic.complex { self.program.types.intern(TypeKind::Complex(ty)) } else { ty })
    }

    /// `typeof(expression)` or `typeof(type)`. Nothing is evaluated, variable lengths aside.
    fn typeof_specifier(&mut self) -> Result<Type> {
        self.bump();
        self.expect(Tok::LParen)?;
        while self.tok() == Tok::Extension && self.peek(1) == Tok::Extension {
            self.bump();
        }
        let ty = if self.starts_type_name() {
            self.type_name()?
        } else {
            let loc = self.loc();
            self.unevaluated += 1;
            let expr = self.expression()?;
            self.unevaluated -= 1;
            if build::is_bit_field(self.program, expr) {
                return Err(self.reject(loc, "`typeof` of a bit-field"));
            }
            let ty = self.program[expr].ty;
            self.check_type_depth(ty, loc)?;
            ty
        };
        self.expect(Tok::RParen)?;
        Ok(ty)
    }
}

fn is_basic(tok: Tok) -> bool {
    use Tok::*;
    matches!(
        tok,
        Void | CharKw
            | Short
            | Int
            | Long
            | Float
            | Double
            | Signed
            | Unsigned
            | Bool
            | Complex
            | Imaginary
            | Int128
            | Float16
            | Float32
            | Float64
            | Float128
            | Float32x
            | Float64x
            | Decimal32
            | Decimal64
            | Decimal128
    )
}

fn begins_type(tok: Tok) -> bool {
    use Tok::*;
    is_basic(tok)
        || matches!(
            tok,
            Const | Volatile | Restrict | Atomic | Struct | Union | Enum | Typeof | VaList | AutoType | Attribute
        )
}

fn is_storage_or_function_specifier(tok: Tok) -> bool {
    use Tok::*;
    matches!(tok, Typedef | Extern | Static | Auto | Register | Inline | Noreturn | ThreadLocal | Alignas)
}
