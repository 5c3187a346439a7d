//! Operators on types, generic selection, and the builtins with a syntax of their own.

use super::super::{Parser, Result};
use crate::ast::*;
use crate::build;
use crate::fold;
use crate::lex::Tok;
use crate::location::Loc;
use crate::types::{Type, TypeKind, Types};

/// What `sizeof` and `__alignof__` apply to.
enum Operand {
    Type(Type),
    Expr(ExprId),
}

impl Parser<'_> {
    pub(super) fn sizeof(&mut self) -> Result<ExprId> {
        let loc = self.bump().loc;
        match self.type_operand()? {
            Operand::Type(ty) => build::sizeof_type(self.program, ty, loc),
            Operand::Expr(e) => build::sizeof_expr(self.program, e, loc),
        }
    }

    /// `_Alignof (T)`, GNU `__alignof__ e`. An object's own alignment is folded; no type says it.
    pub(super) fn alignof(&mut self) -> Result<ExprId> {
        let loc = self.bump().loc;
        let e = match self.type_operand()? {
            Operand::Type(ty) => return Ok(build::alignof_type(self.program, ty, loc)),
            Operand::Expr(e) => e,
        };
        let declared = match self.program[e].kind {
            ExprKind::Var(var) => self.program[var].align,
            ExprKind::Func(func) => {
                let aligned = |attr: &&crate::ast::Attr| self.program.name(attr.name) == "aligned";
                let attr = self.program[func].attrs.iter().find(aligned);
                attr.and_then(|attr| attr.args.as_deref()?.trim().parse().ok())
            }
            ExprKind::Member(base, field) => {
                let record = self.program.types.record(self.program[base].ty);
                record.and_then(|record| record.fields.get(field as usize)?.align_attr)
            }
            _ => None,
        };
        match declared {
            Some(align) => {
                let ty = self.program.types.size_type();
                Ok(build::int(self.program, align as u64, ty, loc))
            }
            None => Ok(build::alignof_type(self.program, self.program[e].ty, loc)),
        }
    }

    /// A parenthesized type name, or a unary expression that is not evaluated.
    fn type_operand(&mut self) -> Result<Operand> {
        self.unevaluated += 1;
        let operand = self.nested(Self::type_operand_inner);
        self.unevaluated -= 1;
        operand
    }

    fn type_operand_inner(&mut self) -> Result<Operand> {
        if self.tok() != Tok::LParen {
            return Ok(Operand::Expr(self.unary_expression()?));
        }
        let loc = self.bump().loc;
        if !self.starts_type_name() {
            let e = self.after_paren(loc)?;
            return Ok(Operand::Expr(self.postfix(e)?));
        }
        let ty = self.type_name()?;
        self.expect(Tok::RParen)?;
        if self.tok() != Tok::LBrace {
            return Ok(Operand::Type(ty));
        }
        let literal = self.compound_literal(ty, loc)?;
        Ok(Operand::Expr(self.postfix(literal)?))
    }

    /// `_Generic (e, T: a, default: b)` (C17 6.5.1.1): the chosen expression itself.
    pub(super) fn generic_selection(&mut self) -> Result<ExprId> {
        let loc = self.bump().loc;
        self.expect(Tok::LParen)?;
        self.unevaluated += 1;
        let control = self.assignment_expression();
        self.unevaluated -= 1;
        let control = build::rvalue(self.program, control?);
        let control = self.program.types.strip(self.program[control].ty);
        let (mut chosen, mut default) = (None, None);
        while self.eat(Tok::Comma) {
            if self.eat(Tok::Default) {
                self.expect(Tok::Colon)?;
                default = Some(self.assignment_expression()?);
                continue;
            }
            let ty = self.type_name()?;
            self.expect(Tok::Colon)?;
            let e = self.assignment_expression()?;
            if chosen.is_none() && self.program.types.compatible(control, ty) {
                chosen = Some(e);
            }
        }
        self.expect(Tok::RParen)?;
        chosen.or(default).ok_or_else(|| self.reject(loc, "`_Generic` has no association for this type"))
    }

    /// `__builtin_choose_expr (c, a, b)`
    pub(super) fn choose_expr(&mut self) -> Result<ExprId> {
        self.bump();
        self.expect(Tok::LParen)?;
        let (condition, _) = self.constant_expression()?;
        self.expect(Tok::Comma)?;
        let then = self.assignment_expression()?;
        self.expect(Tok::Comma)?;
        let otherwise = self.assignment_expression()?;
        self.expect(Tok::RParen)?;
        Ok(if condition != 0 { then } else { otherwise })
    }

    /// `__builtin_types_compatible_p (T, U)`: qualifiers do not count.
    pub(super) fn types_compatible(&mut self) -> Result<ExprId> {
        let loc = self.bump().loc;
        self.expect(Tok::LParen)?;
        let a = self.type_name()?;
        self.expect(Tok::Comma)?;
        let b = self.type_name()?;
        self.expect(Tok::RParen)?;
        let types = &self.program.types;
        let (a, b) = (types.strip(a), types.strip(b));
        let same = compatible_unqualified(types, a, b);
        Ok(build::int(self.program, same as u64, Type::INT, loc))
    }

    /// `__builtin_va_arg (list, T)`
    pub(super) fn va_arg(&mut self) -> Result<ExprId> {
        let loc = self.bump().loc;
        self.expect(Tok::LParen)?;
        let list = self.assignment_expression()?;
        self.expect(Tok::Comma)?;
        let ty = self.type_name()?;
        self.expect(Tok::RParen)?;
        let list = build::va_list(self.program, list, loc)?;
        let ty = self.program.types.strip(ty);
        if self.program.types.size_of(ty).is_none() && !self.program.types.is_variably_modified(ty) {
            return Err(self.reject(loc, "`va_arg` of an incomplete type"));
        }
        Ok(self.program.add_expr(ExprKind::VaArg(list), ty, loc))
    }

    /// `__builtin_convertvector (v, T)`
    pub(super) fn convert_vector(&mut self) -> Result<ExprId> {
        let loc = self.bump().loc;
        self.expect(Tok::LParen)?;
        let vector = self.assignment_expression()?;
        self.expect(Tok::Comma)?;
        let ty = self.type_name()?;
        self.expect(Tok::RParen)?;
        let ty = self.program.types.strip(ty);
        let types = &self.program.types;
        if !types.is_vector(self.program[vector].ty) || !types.is_vector(ty) {
            return Err(self.reject(loc, "`__builtin_convertvector` needs vectors"));
        }
        Ok(self.program.add_expr(ExprKind::ConvertVector(vector), ty, loc))
    }

    /// `__builtin_complex (re, im)`: a call, of complex type.
    pub(super) fn builtin_complex(&mut self) -> Result<ExprId> {
        let loc = self.bump().loc;
        let args = self.arguments()?;
        let &[re, im] = &args[..] else {
            return Err(self.reject(loc, "`__builtin_complex` needs two arguments"));
        };
        let ty = self.program.types.strip(self.program[re].ty);
        let same = ty == self.program.types.strip(self.program[im].ty);
        if !same || !self.program.types.is_floating(ty) {
            return Err(self.reject(loc, "`__builtin_complex` needs two operands of one floating type"));
        }
        let callee = self.builtin_by_name("__builtin_complex", loc)?;
        build::call(self.program, callee, args, loc)
    }

    /// `__builtin_offsetof (T, m.n[i])`: folded, as far as the subscripts are constant.
    pub(super) fn offsetof(&mut self) -> Result<ExprId> {
        let loc = self.bump().loc;
        self.expect(Tok::LParen)?;
        let mut ty = self.type_name()?;
        self.expect(Tok::Comma)?;
        let mut constant = 0u64;
        let mut variable = None;
        let mut member = true;
        loop {
            if member {
                let (offset, field) = self.offset_of_member(ty)?;
                constant = constant.wrapping_add(offset);
                ty = field;
            } else {
                self.bump();
                let index = self.expression()?;
                self.expect(Tok::RBracket)?;
                ty = self.add_subscript(ty, index, &mut constant, &mut variable, loc)?;
            }
            member = match self.tok() {
                Tok::Dot | Tok::Arrow => {
                    if self.bump().tok == Tok::Arrow {
                        // `a->b` means `a[0].b` here.
                        ty = self.program.types.element(ty).unwrap_or(ty);
                    }
                    true
                }
                Tok::LBracket => false,
                _ => break,
            };
        }
        self.expect(Tok::RParen)?;
        let size = self.program.types.size_type();
        let constant = build::int(self.program, constant, size, loc);
        match variable {
            Some(variable) => build::binary(self.program, BinaryOp::Add, constant, variable, loc),
            None => Ok(constant),
        }
    }

    fn offset_of_member(&mut self, ty: Type) -> Result<(u64, Type)> {
        let Tok::Ident(name) = self.tok() else { return Err(self.unexpected("expected a member's name")) };
        let loc = self.bump().loc;
        let types = &self.program.types;
        let path = match *types.kind(ty) {
            TypeKind::Record(id) => build::find_member(types, id, name),
            _ => None,
        };
        let Some(path) = path else {
            let message = format!("`offsetof`: no member named `{}`", self.program.name(name));
            return Err(self.reject(loc, message));
        };
        let (mut offset, mut ty) = (0, ty);
        for index in path {
            let Some(record) = types.record(ty) else { break };
            let field = &record.fields[index as usize];
            if field.bit_width.is_some() {
                return Err(self.reject(loc, "`offsetof` of a bit-field"));
            }
            offset += field.offset();
            ty = field.ty;
        }
        Ok((offset, ty))
    }

    fn add_subscript(
        &mut self,
        ty: Type,
        index: ExprId,
        constant: &mut u64,
        variable: &mut Option<ExprId>,
        loc: Loc,
    ) -> Result<Type> {
        let program = &mut *self.program;
        let Some(elem) = program.types.element(ty) else {
            return Err(self.reject(loc, "`offsetof` subscripts something not an array"));
        };
        let size = program.types.size_of(elem);
        if let (Some(size), Some(index)) = (size, fold::integer_constant(program, index)) {
            *constant = constant.wrapping_add((index as u64).wrapping_mul(size));
            return Ok(elem);
        }
        let size_ty = program.types.size_type();
        let index = build::convert_to(program, index, size_ty)?;
        let size = match size {
            Some(size) => build::int(program, size, size_ty, loc),
            None => build::sizeof_type(program, elem, loc)?,
        };
        let term = build::binary(program, BinaryOp::Mul, index, size, loc)?;
        *variable = Some(match *variable {
            Some(sum) => build::binary(program, BinaryOp::Add, sum, term, loc)?,
            None => term,
        });
        Ok(elem)
    }
}

/// Arrays of differently qualified elements count as the same here, as in GCC.
fn compatible_unqualified(types: &Types, a: Type, b: Type) -> bool {
    if types.compatible(a, b) {
        return true;
    }
    match (types.element(a), types.element(b)) {
        (Some(x), Some(y)) if types.is_array(a) && types.is_array(b) => {
            let lengths = |ty| types.size_of(ty);
            lengths(a) == lengths(b) && compatible_unqualified(types, types.strip(x), types.strip(y))
        }
        _ => false,
    }
}
