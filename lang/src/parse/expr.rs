//! Expressions (C17 6.5) by precedence climbing. `build` types every node.

mod primary;
mod special;

use super::{Parser, Result};
use crate::ast::*;
use crate::build;
use crate::fold;
use crate::lex::Tok;
use crate::location::Loc;
use crate::types::Type;

/// A binary operator of the grammar.
#[derive(Copy, Clone)]
enum Infix {
    Op(BinaryOp),
    And,
    Or,
}

/// Precedence (higher binds tighter) and operator.
fn infix(tok: Tok) -> Option<(u8, Infix)> {
    use BinaryOp::*;
    Some(match tok {
        Tok::Star => (10, Infix::Op(Mul)),
        Tok::Slash => (10, Infix::Op(Div)),
        Tok::Percent => (10, Infix::Op(Rem)),
        Tok::Plus => (9, Infix::Op(Add)),
        Tok::Minus => (9, Infix::Op(Sub)),
        Tok::Shl => (8, Infix::Op(Shl)),
        Tok::Shr => (8, Infix::Op(Shr)),
        Tok::Lt => (7, Infix::Op(Lt)),
        Tok::Gt => (7, Infix::Op(Gt)),
        Tok::Le => (7, Infix::Op(Le)),
        Tok::Ge => (7, Infix::Op(Ge)),
        Tok::EqEq => (6, Infix::Op(Eq)),
        Tok::BangEq => (6, Infix::Op(Ne)),
        Tok::Amp => (5, Infix::Op(And)),
        Tok::Caret => (4, Infix::Op(Xor)),
        Tok::Pipe => (3, Infix::Op(Or)),
        Tok::AmpAmp => (2, Infix::And),
        Tok::PipePipe => (1, Infix::Or),
        _ => return None,
    })
}

/// The operator of a compound assignment.
fn compound(tok: Tok) -> Option<BinaryOp> {
    use BinaryOp::*;
    Some(match tok {
        Tok::StarEq => Mul,
        Tok::SlashEq => Div,
        Tok::PercentEq => Rem,
        Tok::PlusEq => Add,
        Tok::MinusEq => Sub,
        Tok::ShlEq => Shl,
        Tok::ShrEq => Shr,
        Tok::AmpEq => And,
        Tok::CaretEq => Xor,
        Tok::PipeEq => Or,
        _ => return None,
    })
}

impl Parser<'_> {
    /// Assignment expressions joined by commas.
    pub(super) fn expression(&mut self) -> Result<ExprId> {
        let mut e = self.assignment_expression()?;
        while self.tok() == Tok::Comma {
            let loc = self.bump().loc;
            let right = self.assignment_expression()?;
            e = build::comma(self.program, e, right, loc);
        }
        Ok(e)
    }

    pub(super) fn assignment_expression(&mut self) -> Result<ExprId> {
        self.nested(|parser| {
            let left = parser.conditional()?;
            let tok = parser.tok();
            if tok == Tok::Eq {
                let loc = parser.bump().loc;
                let right = parser.assignment_expression()?;
                return build::assign(parser.program, left, right, loc);
            }
            let Some(op) = compound(tok) else { return Ok(left) };
            let loc = parser.bump().loc;
            let right = parser.assignment_expression()?;
            build::assign_op(parser.program, op, left, right, loc)
        })
    }

    pub(super) fn conditional_expression(&mut self) -> Result<ExprId> {
        self.nested(Self::conditional)
    }

    /// An integer constant expression and its type.
    pub(super) fn constant_expression(&mut self) -> Result<(i128, Type)> {
        let loc = self.loc();
        let e = self.conditional_expression()?;
        match fold::integer_constant(self.program, e) {
            Some(value) => Ok((value, self.program.types.strip(self.program[e].ty))),
            None => Err(self.reject(loc, "not an integer constant expression")),
        }
    }

    fn conditional(&mut self) -> Result<ExprId> {
        let condition = self.binary_expression(1)?;
        if self.tok() != Tok::Question {
            return Ok(condition);
        }
        let loc = self.bump().loc;
        if self.eat(Tok::Colon) {
            let otherwise = self.conditional_expression()?;
            return build::cond_omitted(self.program, condition, otherwise, loc);
        }
        let then = self.expression()?;
        self.expect(Tok::Colon)?;
        let otherwise = self.conditional_expression()?;
        build::cond(self.program, condition, then, otherwise, loc)
    }

    /// Operators of at least this precedence.
    fn binary_expression(&mut self, least: u8) -> Result<ExprId> {
        let mut left = self.cast_expression()?;
        while let Some((precedence, op)) = infix(self.tok()) {
            if precedence < least {
                break;
            }
            let loc = self.bump().loc;
            let right = self.binary_expression(precedence + 1)?;
            left = match op {
                Infix::Op(op) => build::binary(self.program, op, left, right, loc)?,
                Infix::And => build::logical_and(self.program, left, right, loc)?,
                Infix::Or => build::logical_or(self.program, left, right, loc)?,
            };
        }
        Ok(left)
    }

    fn cast_expression(&mut self) -> Result<ExprId> {
        if self.tok() == Tok::LParen {
            return self.parenthesized();
        }
        self.unary_expression()
    }

    /// After `(`: a cast, a compound literal, a statement expression or an expression.
    fn parenthesized(&mut self) -> Result<ExprId> {
        let loc = self.bump().loc;
        if !self.starts_type_name() {
            let e = self.after_paren(loc)?;
            return self.postfix(e);
        }
        let ty = self.type_name()?;
        self.expect(Tok::RParen)?;
        if self.tok() == Tok::LBrace {
            let literal = self.compound_literal(ty, loc)?;
            return self.postfix(literal);
        }
        let operand = self.nested(Self::cast_expression)?;
        build::cast(self.program, ty, operand, loc)
    }

    /// The rest of a parenthesized expression that is not a cast.
    fn after_paren(&mut self, loc: Loc) -> Result<ExprId> {
        let e = if self.tok() == Tok::LBrace { self.statement_expression(loc)? } else { self.expression()? };
        self.expect(Tok::RParen)?;
        Ok(e)
    }

    fn unary_expression(&mut self) -> Result<ExprId> {
        let loc = self.loc();
        let unary = match self.tok() {
            Tok::Minus => UnaryOp::Neg,
            Tok::Bang => UnaryOp::Not,
            Tok::Tilde => UnaryOp::BitNot,
            Tok::Plus => UnaryOp::Plus,
            Tok::RealKw => UnaryOp::Real,
            Tok::ImagKw => UnaryOp::Imag,
            Tok::Star => {
                let operand = self.operand()?;
                return build::deref(self.program, operand, loc);
            }
            Tok::Amp => {
                let operand = self.operand()?;
                return build::addr_of(self.program, operand, loc);
            }
            Tok::PlusPlus => return self.prefix_step(StepOp::PreInc),
            Tok::MinusMinus => return self.prefix_step(StepOp::PreDec),
            Tok::Extension => return self.operand(),
            Tok::AmpAmp => return self.label_address(),
            Tok::Sizeof => return self.sizeof(),
            Tok::Alignof => return self.alignof(),
            _ => {
                let e = self.primary()?;
                return self.postfix(e);
            }
        };
        let operand = self.operand()?;
        build::unary(self.program, unary, operand, loc)
    }

    /// The operand of the prefix operator here.
    fn operand(&mut self) -> Result<ExprId> {
        self.bump();
        self.nested(Self::cast_expression)
    }

    fn prefix_step(&mut self, op: StepOp) -> Result<ExprId> {
        let loc = self.bump().loc;
        let operand = self.nested(Self::cast_expression)?;
        build::step(self.program, op, operand, loc)
    }

    /// Subscripts, calls, members, `++` and `--` after an expression.
    fn postfix(&mut self, mut e: ExprId) -> Result<ExprId> {
        loop {
            let loc = self.loc();
            e = match self.tok() {
                Tok::LBracket => {
                    self.bump();
                    let index = self.expression()?;
                    self.expect(Tok::RBracket)?;
                    let start = self.program[e].loc;
                    build::index(self.program, e, index, start)?
                }
                Tok::LParen => {
                    let args = self.arguments()?;
                    let start = self.program[e].loc;
                    build::call(self.program, e, args, start)?
                }
                Tok::Dot => {
                    let name = self.member_name()?;
                    build::member(self.program, e, name, loc)?
                }
                Tok::Arrow => {
                    let name = self.member_name()?;
                    build::arrow(self.program, e, name, loc)?
                }
                Tok::PlusPlus => {
                    self.bump();
                    build::step(self.program, StepOp::PostInc, e, loc)?
                }
                Tok::MinusMinus => {
                    self.bump();
                    build::step(self.program, StepOp::PostDec, e, loc)?
                }
                _ => return Ok(e),
            };
        }
    }

    /// `(a, b, …)`
    fn arguments(&mut self) -> Result<Vec<ExprId>> {
        self.expect(Tok::LParen)?;
        let mut args = Vec::new();
        if self.eat(Tok::RParen) {
            return Ok(args);
        }
        loop {
            args.push(self.assignment_expression()?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen)?;
        Ok(args)
    }

    /// The identifier after the `.` or `->` here.
    fn member_name(&mut self) -> Result<crate::names::Symbol> {
        self.bump();
        match self.tok() {
            Tok::Ident(name) => {
                self.bump();
                Ok(name)
            }
            _ => Err(self.unexpected("expected a member's name")),
        }
    }
}
