//! Declarators of any shape: pointers, arrays (fixed, flexible, variable, `[*]`), functions (prototyped and K&R).
//!
//! A declarator is read into a list of derivations, the one nearest to the name first, and then applied to the
//! declaration's base type from the far end.

use super::attr::Attributes;
use super::scope::{Entity, Saved};
use super::specifiers::StorageClass;
use super::{Parser, Result};
use crate::ast::*;
use crate::build;
use crate::fold;
use crate::lex::Tok;
use crate::location::Loc;
use crate::names::Symbol;
use crate::types::*;

/// Whether a declarator must, may, or must not have a name.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Named,
    Parameter,
    Abstract,
}

enum Derivation {
    Pointer(Quals),
    Array(ArrayLen, Brackets, Loc),
    Function(Box<Params>, Loc),
}

/// A parameter list as written.
#[derive(Default)]
pub(super) struct Params {
    pub list: Vec<Param>,
    pub variadic: bool,
    pub prototyped: bool,
    /// GNU forward declarations of parameters came before.
    forward: bool,
    /// The identifiers of a K&R definition.
    pub names: Vec<(Symbol, Loc)>,
    /// The declarations of the parameters' scope.
    pub saved: Saved,
}

#[derive(Copy, Clone)]
pub(super) struct Param {
    pub var: VarId,
    /// The array type before adjustment, if its length must be evaluated on entry.
    pub evaluated: Option<Type>,
}

/// A declarator with its type.
pub(super) struct Declarator {
    pub name: Option<(Symbol, Loc)>,
    pub ty: Type,
    /// Attributes inside the declarator that concern what it declares.
    pub attributes: Attributes,
    /// If it declares a function: its parameters.
    pub params: Option<Box<Params>>,
    /// If it declares an array.
    pub brackets: Brackets,
}

/// What besides the length stands in the brackets of an array parameter.
#[derive(Copy, Clone, Default)]
pub(super) struct Brackets {
    pub quals: Quals,
    is_static: bool,
}

#[derive(Default)]
struct Parts {
    name: Option<(Symbol, Loc)>,
    derivations: Vec<Derivation>,
    attributes: Attributes,
}

impl Parser<'_> {
    pub(super) fn declarator(&mut self, base: Type, form: Form) -> Result<Declarator> {
        let mut parts = Parts::default();
        let loc = self.loc();
        self.declarator_parts(&mut parts, form)?;
        let mut params = None;
        let mut brackets = Brackets::default();
        let mut ty = base;
        let count = parts.derivations.len();
        for (i, derivation) in parts.derivations.into_iter().rev().enumerate() {
            let is_last = i + 1 == count;
            ty = match derivation {
                Derivation::Pointer(quals) => {
                    if quals.has(Quals::RESTRICT) && self.program.types.is_function(ty) {
                        return Err(self.reject(loc, "`restrict` on a pointer to a function"));
                    }
                    self.program.types.pointer(ty).with(quals)
                }
                Derivation::Array(len, written, loc) => {
                    brackets = written;
                    self.array_type(ty, len, loc)?
                }
                Derivation::Function(list, loc) => {
                    let ty = self.function_type(ty, &list, loc)?;
                    params = is_last.then_some(list);
                    ty
                }
            };
            self.check_type_depth(ty, loc)?;
        }
        Ok(Declarator { name: parts.name, ty, attributes: parts.attributes, params, brackets })
    }

    pub(super) fn check_type_depth(&self, ty: Type, loc: Loc) -> Result<()> {
        if self.program.types.depth(ty) > self.options.max_depth {
            let limit = self.options.max_depth;
            return Err(self.unsupported(loc, format!("a type with more than {limit} derivations")));
        }
        Ok(())
    }

    fn declarator_parts(&mut self, parts: &mut Parts, form: Form) -> Result<()> {
        let mut pointers = Vec::new();
        let mut nearest = Attributes::default();
        loop {
            match self.tok() {
                Tok::Star => {
                    self.bump();
                    let mut attributes = Attributes::default();
                    pointers.push(self.pointer_qualifiers(&mut attributes)?);
                    parts.attributes.noreturn |= attributes.noreturn;
                    parts.attributes.others.append(&mut attributes.others);
                    nearest = attributes;
                }
                Tok::Attribute => self.more_attributes(&mut parts.attributes)?,
                _ => break,
            }
        }
        self.direct_declarator(parts, form)?;
        if parts.derivations.is_empty() {
            parts.attributes.align = parts.attributes.align.max(nearest.align);
            parts.attributes.may_alias |= nearest.may_alias;
        }
        parts.derivations.extend(pointers.into_iter().rev().map(Derivation::Pointer));
        Ok(())
    }

    /// Attributes after a `*` concern the pointer type. GCC passes those that are not for types on to the declaration.
    fn pointer_qualifiers(&mut self, attributes: &mut Attributes) -> Result<Quals> {
        let mut quals = Quals::NONE;
        loop {
            if let Some(qual) = qualifier(self.tok()) {
                self.bump();
                quals = quals.union(qual);
            } else if self.tok() == Tok::Attribute {
                self.more_attributes(attributes)?;
            } else {
                return Ok(quals);
            }
        }
    }

    fn direct_declarator(&mut self, parts: &mut Parts, form: Form) -> Result<()> {
        match self.tok() {
            Tok::LParen if self.is_nested_declarator(form) => {
                self.bump();
                self.more_attributes(&mut parts.attributes)?;
                self.nested(|parser| parser.declarator_parts(parts, form))?;
                self.expect(Tok::RParen)?;
            }
            Tok::Ident(name) if form != Form::Abstract => {
                parts.name = Some((name, self.bump().loc));
            }
            _ if form == Form::Named => return Err(self.unexpected("expected a name to declare")),
            _ => {}
        }
        loop {
            match self.tok() {
                Tok::LBracket if self.peek(1) != Tok::LBracket => self.array_suffix(parts)?,
                Tok::LBracket => self.skip_balanced()?,
                Tok::LParen => {
                    let loc = self.loc();
                    let params = self.nested(|parser| parser.parameter_list())?;
                    parts.derivations.push(Derivation::Function(Box::new(params), loc));
                }
                _ => return Ok(()),
            }
        }
    }

    /// At a `(` that begins either a parenthesized declarator or the parameters of an unnamed function.
    fn is_nested_declarator(&self, form: Form) -> bool {
        match self.peek(1) {
            _ if form == Form::Named => true,
            Tok::RParen | Tok::Ellipsis => false,
            Tok::Attribute => !self.begins_specifiers(self.after_attributes(1)),
            tok => !self.begins_specifiers(tok),
        }
    }

    fn array_suffix(&mut self, parts: &mut Parts) -> Result<()> {
        let loc = self.bump().loc;
        let mut brackets = Brackets::default();
        loop {
            if let Some(qual) = qualifier(self.tok()) {
                self.bump();
                brackets.quals = brackets.quals.union(qual);
            } else if self.eat(Tok::Static) {
                brackets.is_static = true;
            } else {
                break;
            }
        }
        let len = match self.tok() {
            Tok::RBracket => ArrayLen::Incomplete,
            Tok::Star if self.peek(1) == Tok::RBracket => {
                self.bump();
                ArrayLen::Star
            }
            _ => self.nested(|parser| parser.array_length())?,
        };
        self.expect(Tok::RBracket)?;
        parts.derivations.push(Derivation::Array(len, brackets, loc));
        Ok(())
    }

    fn array_length(&mut self) -> Result<ArrayLen> {
        let loc = self.loc();
        let expr = self.assignment_expression()?;
        let expr = build::rvalue(self.program, expr);
        if !self.program.types.is_integer(self.program[expr].ty) {
            return Err(self.reject(loc, "the size of an array has non-integer type"));
        }
        match fold::integer_constant(self.program, expr) {
            Some(len) if len < 0 => Err(self.reject(loc, format!("the size of an array is negative: {len}"))),
            Some(len) => {
                let len = u64::try_from(len).map_err(|_| self.reject(loc, "the size of an array is too large"))?;
                Ok(ArrayLen::Fixed(len))
            }
            None => Ok(ArrayLen::Variable(expr)),
        }
    }

    /// C17 6.7.6.2p1.
    fn array_type(&mut self, elem: Type, len: ArrayLen, loc: Loc) -> Result<Type> {
        let types = &mut self.program.types;
        if types.is_function(elem) {
            return Err(self.reject(loc, "an array of functions"));
        }
        if types.is_void(elem) {
            return Err(self.reject(loc, "an array of void"));
        }
        let size = types.size_of(elem);
        if size.is_none() && !types.is_variable_length(elem) {
            return Err(self.reject(loc, "the elements of an array have incomplete type"));
        }
        if let (Some(size), ArrayLen::Fixed(len)) = (size, len) {
            let limit = if types.target.pointer_size == 8 { i64::MAX as u128 } else { i32::MAX as u128 };
            if size as u128 * len as u128 > limit {
                return Err(self.reject(loc, "the size of an array is too large"));
            }
            if size != 0 && size % types.align_of(elem) != 0 {
                return Err(self.reject(loc, "the size of an array's element is not a multiple of its alignment"));
            }
        }
        Ok(types.array(elem, len))
    }

    /// C17 6.7.6.3p1. Qualifiers of a return type mean nothing (6.7.6.3p5).
    fn function_type(&mut self, ret: Type, params: &Params, loc: Loc) -> Result<Type> {
        if self.program.types.is_function(ret) {
            return Err(self.reject(loc, "a function that returns a function"));
        }
        if self.program.types.is_array(ret) {
            return Err(self.reject(loc, "a function that returns an array"));
        }
        let mut types = Vec::with_capacity(params.list.len());
        for param in &params.list {
            let ty = self.program[param.var].ty.unqualified();
            types.push(self.starred(ty));
        }
        let function = FunctionType {
            ret: ret.unqualified(),
            params: types.into(),
            variadic: params.variadic,
            prototyped: params.prototyped,
        };
        Ok(self.program.types.function(function))
    }

    /// A parameter's type as part of the function's type: variable lengths become `[*]`, since their expressions
    /// mean nothing outside the parameter list.
    fn starred(&mut self, ty: Type) -> Type {
        let types = &mut self.program.types;
        if !types.is_variably_modified(ty) {
            return ty;
        }
        let quals = ty.quals();
        let starred = match types.kind(ty).clone() {
            TypeKind::Pointer(to) => {
                let to = self.starred(to);
                self.program.types.pointer(to)
            }
            TypeKind::Array { elem, len } => {
                let elem = self.starred(elem);
                let len = if matches!(len, ArrayLen::Variable(_)) { ArrayLen::Star } else { len };
                self.program.types.array(elem, len)
            }
            _ => return ty,
        };
        starred.with(quals)
    }

    /// `( … )` after a declarator.
    fn parameter_list(&mut self) -> Result<Params> {
        self.expect(Tok::LParen)?;
        let mut params = Params::default();
        if self.eat(Tok::RParen) {
            return Ok(params);
        }
        if let Tok::Ident(name) = self.tok()
            && !matches!(self.scopes.lookup(name), Some(Entity::Typedef(_)))
        {
            self.identifier_list(&mut params)?;
            return Ok(params);
        }
        params.prototyped = true;
        self.scopes.push();
        let result = self.prototype(&mut params);
        params.saved = self.scopes.pop_saving();
        result?;
        Ok(params)
    }

    /// `a, b, c)` of a K&R definition.
    fn identifier_list(&mut self, params: &mut Params) -> Result<()> {
        loop {
            match self.tok() {
                Tok::Ident(name) => params.names.push((name, self.bump().loc)),
                _ => return Err(self.unexpected("expected a parameter's name")),
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen)?;
        Ok(())
    }

    fn prototype(&mut self, params: &mut Params) -> Result<()> {
        loop {
            if self.tok() == Tok::Ellipsis && !params.list.is_empty() {
                self.bump();
                params.variadic = true;
                break;
            }
            let Some(param) = self.parameter(params)? else { break };
            params.list.push(param);
            if self.eat(Tok::Semi) {
                // GNU: what came before only forward-declares parameters.
                params.list.clear();
                params.forward = true;
                continue;
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen)?;
        Ok(())
    }

    /// One parameter, declared in the current scope; `None` for the `void` of `(void)`.
    fn parameter(&mut self, params: &Params) -> Result<Option<Param>> {
        let specifiers = self.specifiers()?;
        let loc = self.loc();
        let mut declarator = self.declarator(specifiers.ty, Form::Parameter)?;
        let mut attributes = specifiers.attributes.clone();
        attributes.merge(std::mem::take(&mut declarator.attributes));
        self.inherit_attributes(&specifiers, declarator.ty, &mut attributes);
        self.asm_label()?;
        self.more_attributes(&mut attributes)?;
        if !matches!(specifiers.storage, None | Some(StorageClass::Register)) {
            return Err(self.reject(specifiers.loc, "a storage class on a parameter"));
        }
        if attributes.alignas.is_some() {
            return Err(self.reject(loc, "`_Alignas` on a parameter"));
        }
        let ty = self.shape_type(declarator.ty, &attributes, loc)?;
        if self.program.types.is_void(ty) {
            let alone = declarator.name.is_none() && params.list.is_empty() && self.tok() == Tok::RParen;
            if alone {
                return Ok(None);
            }
            return Err(self.reject(loc, "a parameter of type void"));
        }
        let evaluated = self.evaluated_on_entry(ty);
        let form = self.param_form(ty, declarator.brackets, specifiers.storage);
        let ty = self.adjusted(ty, declarator.brackets.quals);
        let (name, loc) = declarator.name.unwrap_or_else(|| (self.program.names.intern(""), loc));
        let var = if declarator.name.is_some() {
            self.declare_parameter(name, ty, loc, params)?
        } else {
            self.new_parameter(name, ty, loc)
        };
        if attributes.noreturn && self.points_to_function(ty) {
            attributes.others.push(Attr { name: self.program.names.intern("noreturn"), args: None });
        }
        self.program[var].attrs = attributes.others;
        self.program[var].align = attributes.align;
        self.program[var].form = form;
        Ok(Some(Param { var, evaluated }))
    }

    fn param_form(&self, ty: Type, brackets: Brackets, storage: Option<StorageClass>) -> ParamForm {
        let types = &self.program.types;
        let static_len = match *types.kind(ty) {
            TypeKind::Array { len: ArrayLen::Fixed(len), .. } => Some(StaticLen::Fixed(len)),
            TypeKind::Array { len: ArrayLen::Variable(len), .. } => self.read_param(len).map(StaticLen::Param),
            _ => None,
        };
        ParamForm {
            is_register: storage == Some(StorageClass::Register),
            // Whether `va_list` is an array is the implementation's choice.
            is_adjusted: types.is_array(ty) && ty != types.va_list || types.is_function(ty),
            static_len: static_len.filter(|_| brackets.is_static),
        }
    }

    /// The parameter that a length is the value of.
    fn read_param(&self, expr: ExprId) -> Option<VarId> {
        match self.program[expr].kind {
            ExprKind::Convert(inner) => self.read_param(inner),
            ExprKind::Var(var) if self.program[var].storage == Storage::Param => Some(var),
            _ => None,
        }
    }

    fn declare_parameter(&mut self, name: Symbol, ty: Type, loc: Loc, params: &Params) -> Result<VarId> {
        if let Some(entry) = self.scopes.lookup_here(name) {
            return match entry.entity {
                Entity::Var(var) if params.forward && params.list.iter().all(|param| param.var != var) => {
                    self.program[var].ty = ty;
                    Ok(var)
                }
                _ => Err(self.reject(loc, "a parameter is declared twice")),
            };
        }
        let var = self.new_parameter(name, ty, loc);
        self.scopes.declare(name, Entity::Var(var), loc);
        Ok(var)
    }

    pub(super) fn new_parameter(&mut self, name: Symbol, ty: Type, loc: Loc) -> VarId {
        let unit = self.unit();
        self.program.add_var(Var::new(name, ty, Storage::Param, unit, loc))
    }

    /// The outermost length of an array parameter is evaluated although the array becomes a pointer.
    pub(super) fn evaluated_on_entry(&self, ty: Type) -> Option<Type> {
        match *self.program.types.kind(ty) {
            TypeKind::Array { len: ArrayLen::Variable(len), .. } if !self.is_plain_read(len) => Some(ty),
            _ => None,
        }
    }

    fn is_plain_read(&self, expr: ExprId) -> bool {
        match self.program[expr].kind {
            ExprKind::Convert(inner) => self.is_plain_read(inner),
            kind => matches!(kind, ExprKind::Var(_)),
        }
    }

    /// C17 6.7.6.3p7, p8.
    pub(super) fn adjusted(&mut self, ty: Type, bracket_quals: Quals) -> Type {
        let types = &mut self.program.types;
        match *types.kind(ty) {
            TypeKind::Array { elem, .. } => types.pointer(elem).with(bracket_quals),
            TypeKind::Function(_) => types.pointer(ty),
            _ => ty,
        }
    }
}

pub(super) fn qualifier(tok: Tok) -> Option<Quals> {
    Some(match tok {
        Tok::Const => Quals::CONST,
        Tok::Volatile => Quals::VOLATILE,
        Tok::Restrict => Quals::RESTRICT,
        Tok::Atomic => Quals::ATOMIC,
        _ => return None,
    })
}
