//! Declarations at file scope and block scope, redeclaration and linkage.
//!
//! Functions are in `function`, specifiers in `specifiers` and `record`.

use super::attr::Attributes;
use super::declarator::{Declarator, Form};
use super::scope::Entity;
use super::specifiers::{Specifiers, StorageClass};
use super::{Parser, Result};
use crate::ast::*;
use crate::build;
use crate::lex::Tok;
use crate::location::Loc;
use crate::names::Symbol;
use crate::types::*;

impl Parser<'_> {
    pub(super) fn unit(&self) -> u32 {
        self.program.units.len().saturating_sub(1) as u32
    }

    pub(super) fn push_item(&mut self, item: Item) {
        if let Some(unit) = self.program.units.last_mut() {
            unit.items.push(item);
        }
    }

    pub(super) fn translation_unit(&mut self) -> Result<()> {
        self.predeclare();
        while self.tok() != Tok::Eof {
            self.external_declaration()?;
        }
        self.complete_tentative_definitions()
    }

    /// Type names that GCC knows without a declaration.
    fn predeclare(&mut self) {
        let int128 = self.program.target().has_int128;
        let names = [("__int128_t", Type::INT128, int128), ("__uint128_t", Type::UINT128, int128)];
        for (name, ty, exists) in names.into_iter().chain([("__float80", Type::LDOUBLE, true)]) {
            if exists {
                let name = self.program.names.intern(name);
                self.scopes.declare(name, Entity::Typedef(ty), Loc::NONE);
            }
        }
    }

    /// C17 6.9.2p2, p5: a tentative definition counts as one with initialiser 0; `int a[];` as `int a[1];`.
    fn complete_tentative_definitions(&mut self) -> Result<()> {
        let unit = self.unit();
        for index in 0..self.program.vars.len() {
            let var = &self.program.vars[index];
            if var.unit != unit || !var.defined || !matches!(var.storage, Storage::Extern | Storage::Static) {
                continue;
            }
            let (ty, loc, name) = (var.ty, var.loc, var.name);
            if let TypeKind::Array { elem, len: ArrayLen::Incomplete } = *self.program.types.kind(ty) {
                self.program.vars[index].ty = self.program.types.array(elem, ArrayLen::Fixed(1));
            } else if self.program.types.size_of(ty).is_none() {
                let name = self.program.name(name);
                return Err(self.reject(loc, format!("the size of `{name}` is not known")));
            }
        }
        Ok(())
    }

    fn external_declaration(&mut self) -> Result<()> {
        match self.tok() {
            Tok::Semi => {
                self.bump();
            }
            Tok::Pragma => self.pragma()?,
            Tok::Asm => {
                let asm = self.file_scope_asm()?;
                self.push_item(Item::Asm(asm));
            }
            Tok::Extension => {
                self.bump();
            }
            Tok::StaticAssert => self.static_assert()?,
            _ => self.declaration_with(Attributes::default(), None)?,
        }
        Ok(())
    }

    /// One block-scope declaration, as statements.
    pub(super) fn declaration(&mut self, out: &mut Vec<StmtId>) -> Result<()> {
        while self.eat(Tok::Extension) {}
        if self.tok() == Tok::StaticAssert {
            return self.static_assert();
        }
        self.declaration_with(Attributes::default(), Some(out))
    }

    /// A declaration whose leading attributes have been read. `out` is `None` at file scope.
    pub(super) fn declaration_with(&mut self, leading: Attributes, mut out: Option<&mut Vec<StmtId>>) -> Result<()> {
        let records = self.program.types.records.len();
        let mut specifiers = self.specifiers()?;
        specifiers.attributes.merge(leading);
        if specifiers.empty && !matches!(self.tok(), Tok::Ident(_) | Tok::Star | Tok::LParen) {
            return Err(self.unexpected("expected a declaration"));
        }
        if self.eat(Tok::Semi) {
            let is_new = self.program.types.records.len() > records;
            if let (Some(out), true) = (out, is_new && self.program.types.is_variably_modified(specifiers.ty)) {
                // The lengths in a struct are evaluated where it is defined.
                out.push(self.program.add_stmt(StmtKind::EvalType(specifiers.ty), specifiers.loc));
                self.enter_variable_scope(specifiers.ty);
            }
            return Ok(());
        }
        let mut own = Attributes::default();
        loop {
            let vars = self.program.vars.len();
            let exprs = self.program.exprs.len();
            let declarator = self.declarator(specifiers.ty, Form::Named)?;
            if self.begins_function_body(&declarator, &specifiers) {
                return self.function_definition(specifiers, declarator, out);
            }
            // Parameters of a mere declaration are not part of the program, unless an array length reads them.
            if self.program.exprs.len() == exprs {
                self.program.vars.truncate(vars);
            }
            self.init_declarator(&specifiers, own, declarator, out.as_deref_mut())?;
            if !self.eat(Tok::Comma) {
                break;
            }
            // Attributes after a comma concern the next declarator only.
            own = self.attributes()?;
        }
        self.expect(Tok::Semi)?;
        Ok(())
    }

    fn begins_function_body(&self, declarator: &Declarator, specifiers: &Specifiers) -> bool {
        if declarator.params.is_none() || specifiers.storage == Some(StorageClass::Typedef) {
            return false;
        }
        match self.tok() {
            Tok::LBrace => true,
            Tok::Semi | Tok::Comma | Tok::Eq | Tok::Asm | Tok::Eof => false,
            Tok::Attribute => self.attribute_precedes_body(),
            tok => self.begins_specifiers(tok),
        }
    }

    /// `int f(a) __attribute__((unused)) int a; {…}`: what follows the attributes decides.
    fn attribute_precedes_body(&self) -> bool {
        let tok = self.after_attributes(0);
        tok == Tok::LBrace || self.begins_specifiers(tok)
    }

    /// The first token after the attributes that begin `ahead` places from here.
    pub(super) fn after_attributes(&self, ahead: usize) -> Tok {
        let mut ahead = ahead;
        while self.peek(ahead) == Tok::Attribute {
            let mut open = 0;
            loop {
                ahead += 1;
                match self.peek(ahead) {
                    Tok::LParen => open += 1,
                    Tok::RParen => open -= 1,
                    Tok::Eof => return Tok::Eof,
                    _ => {}
                }
                if open <= 0 {
                    break;
                }
            }
            ahead += 1;
        }
        self.peek(ahead)
    }

    fn init_declarator(
        &mut self,
        specifiers: &Specifiers,
        own: Attributes,
        mut declarator: Declarator,
        out: Option<&mut Vec<StmtId>>,
    ) -> Result<()> {
        let mut attributes = specifiers.attributes.clone();
        attributes.merge(own);
        attributes.merge(std::mem::take(&mut declarator.attributes));
        self.inherit_attributes(specifiers, declarator.ty, &mut attributes);
        let asm_label = self.asm_label()?;
        self.more_attributes(&mut attributes)?;
        let Some((name, loc)) = declarator.name else {
            return Err(self.unexpected("expected a name to declare"));
        };
        let is_typedef = specifiers.storage == Some(StorageClass::Typedef);
        let is_register = specifiers.storage == Some(StorageClass::Register);
        let is_object = !is_typedef && !is_register && !self.program.types.is_function(declarator.ty);
        if attributes.alignas.is_some() && !is_object {
            return Err(self.reject(loc, "`_Alignas` on a typedef, function or register variable"));
        }
        if is_typedef {
            return self.declare_typedef(name, declarator.ty, &attributes, loc, out);
        }
        let ty = self.shape_type(declarator.ty, &attributes, loc)?;
        if self.program.types.is_function(ty) && !specifiers.auto_type {
            let func = self.declare_function(name, ty, specifiers, attributes, loc)?;
            if asm_label.is_some() {
                self.program[func].asm_label = asm_label;
            }
            if self.tok() == Tok::Eq {
                return Err(self.unexpected("a function cannot be initialized"));
            }
            match out {
                Some(out) => out.push(self.program.add_stmt(StmtKind::DeclareFunction(func), loc)),
                None => self.push_item(Item::Declare(func)),
            }
            return Ok(());
        }
        self.declare_variable(name, ty, specifiers, attributes, asm_label, loc, out)
    }

    fn declare_typedef(
        &mut self,
        name: Symbol,
        ty: Type,
        attributes: &Attributes,
        loc: Loc,
        out: Option<&mut Vec<StmtId>>,
    ) -> Result<()> {
        let ty = self.attribute_type(ty, attributes, loc)?;
        if attributes.transparent_union
            && let TypeKind::Record(id) = *self.program.types.kind(ty)
        {
            self.program.types.records[id.0 as usize].transparent_union = true;
        }
        self.keep_function_attributes(name, ty, attributes);
        if let Some(entry) = self.scopes.lookup_here(name) {
            let same = matches!(entry.entity, Entity::Typedef(old) if self.program.types.compatible(old, ty));
            if !same {
                return Err(self.redeclared(name, loc));
            }
        }
        if self.program.types.is_variably_modified(ty) {
            match out {
                Some(out) => out.push(self.program.add_stmt(StmtKind::EvalType(ty), loc)),
                None => return Err(self.variably_modified_at_file_scope(name, loc)),
            }
            self.enter_variable_scope(ty);
        }
        self.scopes.declare(name, Entity::Typedef(ty), loc);
        Ok(())
    }

    /// Attributes of function types, which a typedef hands on to what is declared with it.
    fn keep_function_attributes(&mut self, name: Symbol, ty: Type, attributes: &Attributes) {
        const KEPT: &str = "const pure nothrow returns_twice ms_abi sysv_abi regparm stdcall fastcall cdecl thiscall";
        let types = &self.program.types;
        let is_kept = |attr: &&Attr| KEPT.split(' ').any(|kept| kept == self.program.name(attr.name));
        let others: Vec<Attr> = attributes.others.iter().filter(is_kept).cloned().collect();
        let worth_keeping = attributes.noreturn || !others.is_empty();
        if worth_keeping && (types.is_function(ty) || self.points_to_function(ty)) {
            let kept = Attributes { noreturn: attributes.noreturn, others, ..Attributes::default() };
            self.typedef_attributes.insert((name, ty), kept);
        }
    }

    /// Only what has the typedef's type, or points to functions of it, has its attributes.
    pub(super) fn inherit_attributes(&self, specifiers: &Specifiers, ty: Type, attributes: &mut Attributes) {
        let Some(key) = specifiers.typedef_name.filter(|_| !self.typedef_attributes.is_empty()) else { return };
        let Some(inherited) = self.typedef_attributes.get(&key) else { return };
        let types = &self.program.types;
        let of_function = types.is_function(key.1) && types.pointee(ty).is_some_and(|to| types.is_function(to));
        let derived = of_function && types.pointee(ty).map(Type::unqualified) == Some(key.1.unqualified());
        if derived || ty.unqualified() == key.1.unqualified() {
            attributes.merge(inherited.clone());
        }
    }

    pub(super) fn points_to_function(&self, ty: Type) -> bool {
        let types = &self.program.types;
        types.pointee(ty).is_some_and(|to| types.is_function(to))
    }

    pub(super) fn redeclared(&self, name: Symbol, loc: Loc) -> super::Error {
        self.reject(loc, format!("conflicting declarations of `{}`", self.program.name(name)))
    }

    fn variably_modified_at_file_scope(&self, name: Symbol, loc: Loc) -> super::Error {
        self.reject(loc, format!("`{}` has a variable length at file scope", self.program.name(name)))
    }

    #[allow(clippy::too_many_arguments)]
    fn declare_variable(
        &mut self,
        name: Symbol,
        ty: Type,
        specifiers: &Specifiers,
        attributes: Attributes,
        asm_label: Option<StrId>,
        loc: Loc,
        out: Option<&mut Vec<StmtId>>,
    ) -> Result<()> {
        let at_file_scope = out.is_none();
        if at_file_scope && specifiers.storage == Some(StorageClass::Auto) {
            return Err(self.reject(loc, "`auto` at file scope"));
        }
        let ty = if specifiers.auto_type { Type::INT } else { ty };
        if self.program.types.is_void(ty) && specifiers.storage != Some(StorageClass::Extern) {
            return Err(self.reject(loc, format!("variable `{}` declared void", self.program.name(name))));
        }
        if at_file_scope && self.program.types.is_variably_modified(ty) {
            return Err(self.variably_modified_at_file_scope(name, loc));
        }
        let deduced = if specifiers.auto_type { Some(self.deduced_initializer(name)?) } else { None };
        let ty = deduced.map_or(ty, |(_, ty)| self.program.types.qualify(ty, specifiers.ty.quals()));
        let has_linkage = at_file_scope || specifiers.storage == Some(StorageClass::Extern);
        let hidden = self.scopes.lookup(name);
        let var = if has_linkage {
            self.declare_linked_variable(name, ty, specifiers, at_file_scope, loc)?
        } else {
            self.declare_local_variable(name, ty, specifiers, loc)?
        };
        let alignas = Attributes { alignas: attributes.alignas, ..Attributes::default() };
        self.apply_variable_attributes(var, specifiers, attributes, asm_label);
        if let Some((init, _)) = deduced {
            self.program[var].init = Some(init);
            self.program[var].defined = true;
            self.check_initializer(var)?;
        } else if self.eat(Tok::Eq) {
            self.variable_initializer(var, name, has_linkage && !at_file_scope, loc)?;
        }
        if alignas.alignas.is_some() {
            self.check_alignas(self.program[var].ty, &alignas, loc)?;
        }
        if !has_linkage {
            self.check_complete(var, name, loc)?;
            self.enter_variable_scope(ty);
        }
        match out {
            // `extern` of what is in scope already says nothing new.
            Some(_) if has_linkage && hidden == Some(Entity::Var(var)) => {}
            Some(out) => out.push(self.program.add_stmt(StmtKind::Decl(var), loc)),
            None => self.push_item(Item::Var(var)),
        }
        Ok(())
    }

    /// `= expression` of an `__auto_type` variable, which is not yet in scope.
    fn deduced_initializer(&mut self, name: Symbol) -> Result<(InitId, Type)> {
        if !self.eat(Tok::Eq) {
            let name = self.program.name(name);
            return Err(self.unexpected(&format!("expected an initializer of the `__auto_type` variable `{name}`")));
        }
        let loc = self.loc();
        let expr = self.assignment_expression()?;
        let expr = build::rvalue(self.program, expr);
        let ty = self.program[expr].ty.unqualified();
        self.check_type_depth(ty, loc)?;
        if self.program.types.size_of(ty).is_none() {
            return Err(self.reject(loc, "the initializer of an `__auto_type` variable has no value"));
        }
        Ok((self.program.add_init(Init::Expr(expr)), ty))
    }

    fn variable_initializer(&mut self, var: VarId, name: Symbol, is_local_extern: bool, loc: Loc) -> Result<()> {
        let text = |parser: &Self| parser.program.name(name).to_string();
        if is_local_extern {
            return Err(self.reject(loc, format!("`{}` has both `extern` and an initializer", text(self))));
        }
        if self.program[var].init.is_some() {
            return Err(self.reject(loc, format!("redefinition of `{}`", text(self))));
        }
        let ty = self.program[var].ty;
        if self.program.types.is_variable_length(ty) {
            return Err(self.reject(loc, format!("variable-sized object `{}` may not be initialized", text(self))));
        }
        let (init, ty) = self.nested(|parser| parser.initializer(ty))?;
        let variable = &mut self.program[var];
        variable.init = Some(init);
        variable.ty = ty;
        variable.defined = true;
        self.check_initializer(var)
    }

    pub(super) fn is_complete(&self, ty: Type) -> bool {
        self.program.types.size_of(ty).is_some() || self.program.types.is_variable_length(ty)
    }

    fn check_complete(&self, var: VarId, name: Symbol, loc: Loc) -> Result<()> {
        if !self.is_complete(self.program[var].ty) {
            return Err(self.reject(loc, format!("the size of `{}` is not known", self.program.name(name))));
        }
        Ok(())
    }

    fn apply_variable_attributes(
        &mut self,
        var: VarId,
        specifiers: &Specifiers,
        attributes: Attributes,
        asm_label: Option<StrId>,
    ) {
        // Of a pointer to functions it says that those do not return.
        let noreturn = attributes.noreturn && self.points_to_function(self.program[var].ty);
        let noreturn = noreturn.then(|| Attr { name: self.program.names.intern("noreturn"), args: None });
        let var = &mut self.program[var];
        var.thread_local |= specifiers.thread_local;
        var.align = var.align.max(attributes.align);
        var.asm_label = asm_label.or(var.asm_label);
        for attr in attributes.others.into_iter().chain(noreturn) {
            if !var.attrs.contains(&attr) {
                var.attrs.push(attr);
            }
        }
    }

    fn declare_local_variable(&mut self, name: Symbol, ty: Type, specifiers: &Specifiers, loc: Loc) -> Result<VarId> {
        if self.scopes.lookup_here(name).is_some() {
            return Err(self.redeclared(name, loc));
        }
        let storage = match specifiers.storage {
            Some(StorageClass::Static) => Storage::StaticLocal,
            Some(StorageClass::Register) => Storage::Register,
            _ => Storage::Auto,
        };
        if storage == Storage::StaticLocal && self.program.types.is_variable_length(ty) {
            return Err(self.reject(loc, format!("the size of static `{}` varies", self.program.name(name))));
        }
        let var = self.new_variable(name, ty, storage, loc);
        self.program[var].function = self.function;
        self.scopes.declare(name, Entity::Var(var), loc);
        Ok(var)
    }

    fn new_variable(&mut self, name: Symbol, ty: Type, storage: Storage, loc: Loc) -> VarId {
        let var = self.new_parameter(name, ty, loc);
        self.program[var].storage = storage;
        var
    }

    /// A variable with linkage: one per name and unit, its type the composite of all declarations.
    fn declare_linked_variable(
        &mut self,
        name: Symbol,
        ty: Type,
        specifiers: &Specifiers,
        at_file_scope: bool,
        loc: Loc,
    ) -> Result<VarId> {
        let is_extern = specifiers.storage == Some(StorageClass::Extern);
        let is_static = specifiers.storage == Some(StorageClass::Static);
        let here = self.scopes.lookup_here(name).map(|entry| entry.entity);
        let linked = self.scopes.linked(name);
        if here.is_some() && here != linked {
            return Err(self.redeclared(name, loc));
        }
        let var = match linked {
            Some(Entity::Var(var)) => {
                self.merge_variable(var, name, ty, specifiers, loc)?;
                var
            }
            Some(_) => return Err(self.redeclared(name, loc)),
            None => {
                let storage = if is_static { Storage::Static } else { Storage::Extern };
                let var = self.new_variable(name, ty, storage, loc);
                self.program[var].defined = false;
                self.scopes.link(name, Entity::Var(var));
                var
            }
        };
        if at_file_scope && !is_extern {
            self.program[var].defined = true;
        }
        if here.is_none() {
            self.scopes.declare(name, Entity::Var(var), loc);
        }
        Ok(var)
    }

    fn merge_variable(&mut self, var: VarId, name: Symbol, ty: Type, specifiers: &Specifiers, loc: Loc) -> Result<()> {
        let old = &self.program[var];
        let (old_ty, old_storage) = (old.ty, old.storage);
        if !self.program.types.compatible(old_ty, ty) {
            let name = self.program.name(name);
            return Err(self.reject(loc, format!("conflicting types for `{name}`")));
        }
        let was_static = old_storage == Storage::Static;
        let clash = match specifiers.storage {
            Some(StorageClass::Static) => !was_static,
            Some(StorageClass::Extern) => false,
            _ => was_static,
        };
        if clash {
            let name = self.program.name(name);
            return Err(self.reject(loc, format!("`{name}` is declared both static and not static")));
        }
        let ty = self.program.types.composite(old_ty, ty);
        let var = &mut self.program[var];
        var.ty = ty;
        if specifiers.storage != Some(StorageClass::Extern) && var.init.is_none() {
            var.loc = loc;
        }
        Ok(())
    }

    fn static_assert(&mut self) -> Result<()> {
        let loc = self.bump().loc;
        self.expect(Tok::LParen)?;
        let (value, _) = self.constant_expression()?;
        let mut message = String::new();
        if self.eat(Tok::Comma) {
            let text = self.string()?;
            message = format!(": {}", String::from_utf8_lossy(&self.program[text].bytes));
        }
        self.expect(Tok::RParen)?;
        self.expect(Tok::Semi)?;
        if value == 0 {
            return Err(self.reject(loc, format!("static assertion failed{message}")));
        }
        Ok(())
    }
}
