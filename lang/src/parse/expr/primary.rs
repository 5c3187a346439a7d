//! Primary expressions: names, literals, compound literals, statement expressions.

use super::super::scope::Entity;
use super::super::{Parser, Result};
use crate::ast::*;
use crate::build;
use crate::builtins;
use crate::lex::Tok;
use crate::location::Loc;
use crate::names::Symbol;
use crate::types::{ArrayLen, Quals, Type};

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Result<ExprId> {
        let token = self.tokens[self.at];
        match token.tok {
            Tok::Ident(name) => {
                self.bump();
                self.name(name, token.loc)
            }
            Tok::Number => {
                self.bump();
                self.number(token)
            }
            Tok::Char => {
                self.bump();
                self.character(token)
            }
            Tok::Str => {
                let string = self.string()?;
                Ok(build::str(self.program, string, token.loc))
            }
            Tok::LParen => {
                self.bump();
                self.after_paren(token.loc)
            }
            Tok::Generic => self.generic_selection(),
            Tok::VaArg => self.va_arg(),
            Tok::Offsetof => self.offsetof(),
            Tok::TypesCompatible => self.types_compatible(),
            Tok::ChooseExpr => self.choose_expr(),
            Tok::ConvertVector => self.convert_vector(),
            Tok::BuiltinComplex => self.builtin_complex(),
            Tok::HasAttribute => Err(self.unsupported(token.loc, "`__builtin_has_attribute`")),
            _ => Err(self.unexpected("expected an expression")),
        }
    }

    fn name(&mut self, name: Symbol, loc: Loc) -> Result<ExprId> {
        match self.scopes.lookup(name) {
            Some(Entity::Var(var)) => Ok(build::var(self.program, var, loc)),
            Some(Entity::Func(func)) => Ok(build::func(self.program, func, loc)),
            Some(Entity::Enumerator(id, index)) => {
                let constants = &self.program.types.enums[id.0 as usize].constants;
                let ty = constants.get(index as usize).map_or(Type::INT, |enumerator| enumerator.ty);
                Ok(self.program.add_expr(ExprKind::Enumerator(id, index), ty, loc))
            }
            Some(Entity::Typedef(_)) => {
                let message = format!("unexpected type name `{}`: expected an expression", self.program.name(name));
                Err(self.reject(loc, message))
            }
            None => self.undeclared(name, loc),
        }
    }

    /// `__func__` and its relatives, builtins, and functions that their first call declares.
    fn undeclared(&mut self, name: Symbol, loc: Loc) -> Result<ExprId> {
        let spelling = self.program.name(name);
        if matches!(spelling, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") {
            return Ok(self.function_name(name, loc));
        }
        let called = self.tok() == Tok::LParen;
        let reserved = builtins::is_reserved(spelling);
        if reserved || (called && builtins::is_known(spelling)) {
            return self.builtin(name, loc);
        }
        if called {
            let func = self.implicit_function(name, loc);
            return Ok(build::func(self.program, func, loc));
        }
        let message = format!("`{spelling}` undeclared");
        Err(self.reject(loc, message))
    }

    /// A function that the compiler knows, declared by its first use.
    fn builtin(&mut self, name: Symbol, loc: Loc) -> Result<ExprId> {
        if let Some(Entity::Func(func)) = self.scopes.linked(name) {
            return Ok(build::func(self.program, func, loc));
        }
        let spelling = self.program.names.get(name);
        let Some(ty) = builtins::function_type(&mut self.program.types, spelling) else {
            let message = format!("the builtin function `{spelling}`");
            return Err(self.unsupported(loc, message));
        };
        let is_implicit = !builtins::is_reserved(spelling);
        let func = self.implicit_function(name, loc);
        // Like GCC, an implicit declaration stays `int name()` where that is compatible with what is known.
        let keep = is_implicit && self.program.types.compatible(self.program[func].ty, ty);
        let function = &mut self.program[func];
        if !keep {
            function.ty = ty;
        }
        function.is_implicit = is_implicit;
        function.is_builtin = true;
        Ok(build::func(self.program, func, loc))
    }

    pub(super) fn builtin_by_name(&mut self, name: &str, loc: Loc) -> Result<ExprId> {
        let name = self.program.names.intern(name);
        self.builtin(name, loc)
    }

    /// One `static const char` array per function and spelling (C17 6.4.2.2).
    fn function_name(&mut self, spelling: Symbol, loc: Loc) -> ExprId {
        let known = self.function.and_then(|func| {
            let mut names = self.program[func].own_names.iter();
            names.find(|(name, _)| *name == spelling).map(|&(_, string)| string)
        });
        let string = known.unwrap_or_else(|| {
            let name = self.function.map(|func| self.program[func].name);
            let bytes = name.map_or(Vec::new(), |name| self.program.name(name).as_bytes().to_vec());
            let string = self.program.add_string(StringLiteral { bytes, unit: 1, prefix: StringPrefix::None });
            if let Some(func) = self.function {
                self.program[func].own_names.push((spelling, string));
            }
            string
        });
        let len = ArrayLen::Fixed(self.program[string].bytes.len() as u64 + 1);
        let ty = self.program.types.array(Type::CHAR.with(Quals::CONST), len);
        self.program.add_expr(ExprKind::Str(string), ty, loc)
    }

    /// `(T){…}` from its `{` on (C17 6.5.2.5).
    pub(super) fn compound_literal(&mut self, ty: Type, loc: Loc) -> Result<ExprId> {
        if self.program.types.is_function(ty) || self.program.types.is_void(ty) {
            return Err(self.reject(loc, "a compound literal of function or void type"));
        }
        if self.program.types.is_variable_length(ty) {
            return Err(self.reject(loc, "a compound literal of variable size"));
        }
        let (init, ty) = self.nested(|parser| parser.initializer(ty))?;
        let name = self.program.names.intern("");
        let storage = Storage::CompoundLiteral { is_static: self.function.is_none() };
        let var = Var::new(name, ty, storage, self.unit(), loc);
        let var = self.program.add_var(Var { init: Some(init), function: self.function, ..var });
        Ok(self.program.add_expr(ExprKind::CompoundLiteral(var), ty, loc))
    }

    /// GNU `({ … })` from its `{` on.
    pub(super) fn statement_expression(&mut self, loc: Loc) -> Result<ExprId> {
        if self.function.is_none() {
            return Err(self.reject(loc, "a statement expression outside of a function"));
        }
        self.enter_closed_scope();
        let block = self.nested(|parser| parser.compound_statement());
        self.variable_scopes.pop();
        let block = block?;
        let ty = self.block_value(block);
        Ok(self.program.add_expr(ExprKind::StmtExpr(block), ty, loc))
    }

    /// The type of a statement expression: that of its last statement, if an expression. Empty statements after it do
    /// not count, and are dropped.
    fn block_value(&mut self, block: StmtId) -> Type {
        let StmtKind::Block(mut list) = self.program[block].kind else { return Type::VOID };
        let kind =
            |program: &Program, list: List| program.stmt_list(list).last().map(|&last| (last, program[last].kind));
        let mut values = list;
        while let Some((_, StmtKind::Empty)) = kind(self.program, values) {
            values.len -= 1;
        }
        let Some((last, StmtKind::Expr(e))) = kind(self.program, values) else { return Type::VOID };
        list.len = values.len;
        let value = build::rvalue(self.program, e);
        self.program[last].kind = StmtKind::Expr(value);
        self.program[block].kind = StmtKind::Block(list);
        self.program.types.strip(self.program[value].ty)
    }

    /// GNU `&&label`.
    pub(super) fn label_address(&mut self) -> Result<ExprId> {
        let loc = self.bump().loc;
        let Tok::Ident(name) = self.tok() else { return Err(self.unexpected("expected a label")) };
        if self.function.is_none() {
            return Err(self.reject(loc, "the address of a label outside of a function"));
        }
        self.bump();
        let label = self.label(name, loc)?;
        let ty = self.program.types.pointer(Type::VOID);
        Ok(self.program.add_expr(ExprKind::LabelAddr(label), ty, loc))
    }
}
