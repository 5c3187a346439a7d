//! Functions: declarations and their merging, implicit declarations, definitions (prototyped, K&R, GNU nested).

use super::attr::Attributes;
use super::declarator::{Declarator, Form, Params};
use super::scope::Entity;
use super::specifiers::{Specifiers, StorageClass};
use super::{Parser, Result};
use crate::ast::*;
use crate::builtins;
use crate::lex::Tok;
use crate::location::Loc;
use crate::names::Symbol;
use crate::types::*;

impl Parser<'_> {
    /// Declares `int name()` because of a call (C90 6.3.2.2). The name stays in the innermost scope.
    pub(super) fn implicit_function(&mut self, name: Symbol, loc: Loc) -> FuncId {
        let func = match self.scopes.linked(name) {
            Some(Entity::Func(func)) => func,
            _ => {
                let ret = Type::INT;
                let ty = FunctionType { ret, params: Box::new([]), variadic: false, prototyped: false };
                let ty = self.program.types.function(ty);
                let func = self.new_function(name, ty, loc);
                self.program[func].is_implicit = true;
                self.scopes.link(name, Entity::Func(func));
                func
            }
        };
        self.scopes.declare(name, Entity::Func(func), loc);
        func
    }

    fn new_function(&mut self, name: Symbol, ty: Type, loc: Loc) -> FuncId {
        let unit = self.unit();
        self.program.add_function(Function::new(name, ty, unit, loc))
    }

    /// A function declarator; merges with what the name already denotes.
    pub(super) fn declare_function(
        &mut self,
        name: Symbol,
        ty: Type,
        specifiers: &Specifiers,
        attributes: Attributes,
        loc: Loc,
    ) -> Result<FuncId> {
        let is_nested = self.function.is_some() && specifiers.storage == Some(StorageClass::Auto);
        if self.function.is_some() && matches!(specifiers.storage, Some(StorageClass::Static | StorageClass::Register))
        {
            return Err(self.reject(loc, "an invalid storage class for a function"));
        }
        let func = if is_nested {
            self.declare_nested_function(name, ty, loc)?
        } else {
            self.declare_linked_function(name, ty, specifiers, loc)?
        };
        self.apply_function_specifiers(func, specifiers, attributes);
        Ok(func)
    }

    /// GNU `auto int f(int);` announces a nested function.
    fn declare_nested_function(&mut self, name: Symbol, ty: Type, loc: Loc) -> Result<FuncId> {
        let func = match self.scopes.lookup_here(name).map(|entry| entry.entity) {
            Some(Entity::Func(func)) if self.program[func].parent.is_some() => {
                self.merge_function_type(func, ty, loc)?;
                func
            }
            Some(_) => return Err(self.redeclared(name, loc)),
            None => self.new_function(name, ty, loc),
        };
        self.program[func].parent = self.function;
        self.scopes.declare(name, Entity::Func(func), loc);
        Ok(func)
    }

    fn declare_linked_function(&mut self, name: Symbol, ty: Type, specifiers: &Specifiers, loc: Loc) -> Result<FuncId> {
        let here = self.scopes.lookup_here(name).map(|entry| entry.entity);
        let is_static = specifiers.storage == Some(StorageClass::Static);
        if let Some(Entity::Func(func)) = here
            && self.program[func].parent.is_some()
        {
            self.merge_function_type(func, ty, loc)?;
            return Ok(func);
        }
        if here.is_some() && !matches!(here, Some(Entity::Func(_))) {
            return Err(self.redeclared(name, loc));
        }
        let func = match self.scopes.linked(name) {
            Some(Entity::Func(func)) => {
                self.merge_function_type(func, ty, loc)?;
                let old = &self.program[func];
                // A GNU `extern inline` definition gives way to a real one.
                let gives_way = old.defined_inline && old.defined_extern && old.body.is_some();
                let explicit = !old.is_implicit && !old.is_builtin && !gives_way;
                if is_static && !old.is_static && explicit {
                    let name = self.program.name(name);
                    return Err(self.reject(loc, format!("static declaration of `{name}` follows non-static")));
                }
                func
            }
            Some(_) => return Err(self.redeclared(name, loc)),
            None => {
                let func = self.new_function(name, ty, loc);
                self.recognize_builtin(func, is_static);
                self.scopes.link(name, Entity::Func(func));
                func
            }
        };
        if is_static {
            // The program's own, whatever its name.
            self.program[func].is_static = true;
            self.program[func].is_builtin = false;
        }
        self.program[func].is_implicit = false;
        if here.is_none() {
            self.scopes.declare(name, Entity::Func(func), loc);
        }
        Ok(func)
    }

    /// A declaration of a library function adds what GCC knows about its type.
    fn recognize_builtin(&mut self, func: FuncId, is_static: bool) {
        let (name, ty) = (self.program[func].name, self.program[func].ty);
        if is_static {
            return;
        }
        let Some(known) = builtins::function_type(&mut self.program.types, self.program.names.get(name)) else {
            return;
        };
        self.program[func].is_builtin = true;
        if self.program.types.compatible(ty, known) {
            self.program[func].ty = self.program.types.composite(ty, known);
        }
    }

    fn merge_function_type(&mut self, func: FuncId, ty: Type, loc: Loc) -> Result<()> {
        let old = &self.program[func];
        // Two declarations of the program must agree, also of a library function. GCC only warns if its own disagrees.
        let is_reserved = old.is_builtin && builtins::is_reserved(self.program.name(old.name));
        let (old_ty, lenient) = (old.ty, old.is_implicit || is_reserved);
        if self.program.types.compatible(old_ty, ty) {
            self.program[func].ty = self.program.types.composite(old_ty, ty);
        } else if lenient {
            self.program[func].ty = ty;
        } else {
            let name = self.program.name(old.name);
            return Err(self.reject(loc, format!("conflicting types for `{name}`")));
        }
        Ok(())
    }

    fn apply_function_specifiers(&mut self, func: FuncId, specifiers: &Specifiers, attributes: Attributes) {
        let aligned = attributes
            .align
            .map(|align| Attr { name: self.program.names.intern("aligned"), args: Some(align.to_string().into()) });
        let at_file_scope = self.function.is_none();
        let function = &mut self.program[func];
        function.is_inline |= specifiers.inline;
        function.is_plain |= at_file_scope && !specifiers.inline;
        function.is_extern |= specifiers.inline && specifiers.storage == Some(StorageClass::Extern);
        function.is_noreturn |= specifiers.noreturn || attributes.noreturn;
        for attr in attributes.others.into_iter().chain(aligned) {
            if !function.attrs.contains(&attr) {
                function.attrs.push(attr);
            }
        }
    }

    /// The declarator has been read; the body, or the declarations of K&R parameters, come next.
    pub(super) fn function_definition(
        &mut self,
        specifiers: Specifiers,
        mut declarator: Declarator,
        out: Option<&mut Vec<StmtId>>,
    ) -> Result<()> {
        let (Some((name, loc)), Some(params)) = (declarator.name, declarator.params.take()) else {
            return Err(self.unexpected("expected `;`"));
        };
        let storage = specifiers.storage;
        if storage == Some(StorageClass::Register) || (out.is_none() && storage == Some(StorageClass::Auto)) {
            return Err(self.reject(loc, "an invalid storage class for a function"));
        }
        let mut attributes = specifiers.attributes.clone();
        attributes.merge(std::mem::take(&mut declarator.attributes));
        self.more_attributes(&mut attributes)?;
        let ty = self.shape_type(declarator.ty, &attributes, loc)?;
        self.check_return_type(ty, loc)?;
        let func = match out {
            Some(out) => {
                let func = self.declare_nested_function(name, ty, loc)?;
                self.apply_function_specifiers(func, &specifiers, attributes);
                out.push(self.program.add_stmt(StmtKind::DefineFunction(func), loc));
                func
            }
            None => {
                let ty = self.type_of_definition(name, ty, &specifiers, &params);
                let own = attributes.others.clone();
                let func = self.declare_function(name, ty, &specifiers, attributes, loc)?;
                self.check_not_defined(func, &specifiers, &own, loc)?;
                if self.program[func].is_builtin && !params.prototyped {
                    // What GCC knows of a library function says nothing about this one.
                    self.program[func].ty = ty;
                }
                self.push_item(Item::Define(func));
                func
            }
        };
        let function = &mut self.program[func];
        function.is_builtin = false;
        function.defined_inline = specifiers.inline;
        function.defined_extern = specifiers.inline && storage == Some(StorageClass::Extern);
        function.loc = loc;
        self.nested(|parser| parser.define(func, *params))
    }

    fn check_return_type(&self, ty: Type, loc: Loc) -> Result<()> {
        let ret = self.program.types.function_type(ty).map(|function| function.ret);
        match ret {
            Some(ret) if !self.is_complete(ret) && !self.program.types.is_void(ret) => {
                Err(self.reject(loc, "the return type is incomplete"))
            }
            _ => Ok(()),
        }
    }

    /// GNU: a prototype overrides a later definition without one, if the return types agree. GCC also lets a
    /// definition leave out the `void` that was declared.
    fn type_of_definition(&mut self, name: Symbol, ty: Type, specifiers: &Specifiers, params: &Params) -> Type {
        let Some(Entity::Func(old)) = self.scopes.linked(name) else { return ty };
        if self.program[old].is_builtin {
            return ty;
        }
        let mut ty = ty;
        let old = self.program[old].ty;
        let types = &mut self.program.types;
        if specifiers.implicit_int
            && let (Some(a), Some(b)) = (types.function_type(old).cloned(), types.function_type(ty).cloned())
            && types.is_void(a.ret)
            && b.ret == Type::INT
        {
            ty = types.function(FunctionType { ret: a.ret, ..b });
        }
        if params.prototyped {
            return ty;
        }
        let returns = |ty| types.function_type(ty).map(|function| function.ret);
        match (returns(old), returns(ty)) {
            (Some(a), Some(b)) if types.compatible(a, b) => old,
            _ => ty,
        }
    }

    /// A GNU `extern inline` definition may be replaced by a real one, and counts as a declaration then.
    fn check_not_defined(&mut self, func: FuncId, specifiers: &Specifiers, own: &[Attr], loc: Loc) -> Result<()> {
        let function = &self.program[func];
        if function.body.is_none() {
            return Ok(());
        }
        if !function.defined_inline || !function.defined_extern {
            let name = self.program.name(function.name);
            return Err(self.reject(loc, format!("redefinition of `{name}`")));
        }
        let items = self.program.units.last_mut().map(|unit| &mut unit.items);
        for item in items.into_iter().flatten().filter(|item| **item == Item::Define(func)) {
            *item = Item::Declare(func);
        }
        // What says how to inline the old definition says nothing about the new one.
        let names = ["gnu_inline", "always_inline", "artificial"].map(|name| self.program.names.intern(name));
        let function = &mut self.program[func];
        function.attrs.retain(|attr| !names.contains(&attr.name) || own.contains(attr));
        function.is_plain = true;
        function.is_inline = specifiers.inline;
        function.is_extern = specifiers.inline && specifiers.storage == Some(StorageClass::Extern);
        function.own_names.clear();
        function.body = None;
        Ok(())
    }

    fn define(&mut self, func: FuncId, params: Params) -> Result<()> {
        let mut evaluated = Vec::new();
        let is_knr = !params.names.is_empty();
        self.program[func].is_knr = is_knr;
        let ids = if is_knr {
            self.scopes.push();
            self.knr_parameters(&params.names, &mut evaluated)?
        } else {
            evaluated.extend(params.list.iter().filter_map(|param| param.evaluated));
            self.scopes.reopen(params.saved);
            params.list.iter().map(|param| param.var).collect()
        };
        for &param in &ids {
            let var = &mut self.program[param];
            var.function = Some(func);
            let (ty, loc) = (var.ty, var.loc);
            if !self.is_complete(ty) {
                return Err(self.reject(loc, "a parameter has incomplete type"));
            }
        }
        self.check_parameter_count(func, ids.len())?;
        self.program[func].params = ids;
        self.function_body(func, &evaluated)?;
        self.scopes.pop();
        Ok(())
    }

    /// An old prototype says how many parameters a K&R definition must have.
    fn check_parameter_count(&self, func: FuncId, count: usize) -> Result<()> {
        let Function { ty, loc, .. } = self.program[func];
        match self.program.types.function_type(ty) {
            Some(function) if function.prototyped && function.params.len() != count => {
                Err(self.reject(loc, "the number of parameters does not match the prototype"))
            }
            _ => Ok(()),
        }
    }

    /// The declarations between `int f(a, b)` and `{`. What is not declared is `int`.
    fn knr_parameters(&mut self, names: &[(Symbol, Loc)], evaluated: &mut Vec<Type>) -> Result<Vec<VarId>> {
        let mut params = Vec::with_capacity(names.len());
        for &(name, loc) in names {
            if self.scopes.lookup_here(name).is_some() {
                return Err(self.reject(loc, "a parameter is declared twice"));
            }
            let var = self.new_parameter(name, Type::INT, loc);
            self.scopes.declare(name, Entity::Var(var), loc);
            params.push(var);
        }
        while self.tok() != Tok::LBrace {
            if !self.starts_declaration() || self.tok() == Tok::StaticAssert {
                return Err(self.unexpected("expected a declaration of a parameter, or `{`"));
            }
            self.knr_declaration(evaluated)?;
        }
        Ok(params)
    }

    fn knr_declaration(&mut self, evaluated: &mut Vec<Type>) -> Result<()> {
        let specifiers = self.specifiers()?;
        while self.tok() != Tok::Semi {
            let declarator = self.declarator(specifiers.ty, Form::Named)?;
            let mut attributes = specifiers.attributes.clone();
            self.more_attributes(&mut attributes)?;
            let Some((name, loc)) = declarator.name else { break };
            let var = match self.scopes.lookup_here(name).map(|entry| entry.entity) {
                Some(Entity::Var(var)) => var,
                _ => {
                    let name = self.program.name(name);
                    return Err(self.reject(loc, format!("`{name}` is not a parameter of this function")));
                }
            };
            let ty = self.shape_type(declarator.ty, &attributes, loc)?;
            evaluated.extend(self.evaluated_on_entry(ty));
            self.program[var].ty = self.adjusted(ty, declarator.brackets.quals);
            self.program[var].loc = loc;
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::Semi)?;
        Ok(())
    }
}
