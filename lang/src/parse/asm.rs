//! GNU `asm`, as a statement and at file scope: operands, clobbers, goto labels.

use super::{Parser, Result};
use crate::ast::*;
use crate::build;
use crate::lex::Tok;
use crate::location::Loc;

impl Parser<'_> {
    /// `asm("…");` at file scope.
    pub(super) fn file_scope_asm(&mut self) -> Result<AsmId> {
        let asm = self.asm()?;
        Ok(self.program.add_asm(asm))
    }

    pub(super) fn asm_statement(&mut self) -> Result<StmtKind> {
        let asm = self.asm()?;
        Ok(StmtKind::Asm(self.program.add_asm(asm)))
    }

    fn asm(&mut self) -> Result<Asm> {
        self.bump();
        let (mut volatile, mut inline, mut goto) = (false, false, false);
        loop {
            match self.tok() {
                Tok::Volatile => volatile = true,
                Tok::Inline => inline = true,
                Tok::Goto => goto = true,
                Tok::Const => {}
                _ => break,
            }
            self.bump();
        }
        self.expect(Tok::LParen)?;
        let template = self.string()?;
        let basic = self.tok() != Tok::Colon;
        let mut asm = Asm {
            template,
            volatile,
            inline,
            goto,
            basic,
            outputs: Vec::new(),
            inputs: Vec::new(),
            clobbers: Vec::new(),
            labels: Vec::new(),
        };
        if self.eat(Tok::Colon) {
            asm.outputs = self.asm_operands(true)?;
        }
        if self.eat(Tok::Colon) {
            asm.inputs = self.asm_operands(false)?;
        }
        if self.eat(Tok::Colon) {
            while self.tok() == Tok::Str {
                asm.clobbers.push(self.string()?);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        if self.eat(Tok::Colon) {
            while let Tok::Ident(name) = self.tok() {
                let loc = self.bump().loc;
                asm.labels.push(self.label(name, loc)?);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::RParen)?;
        self.expect(Tok::Semi)?;
        Ok(asm)
    }

    fn asm_operands(&mut self, outputs: bool) -> Result<Vec<AsmOperand>> {
        let mut operands = Vec::new();
        while matches!(self.tok(), Tok::LBracket | Tok::Str) {
            let mut name = None;
            if self.eat(Tok::LBracket) {
                let token = self.bump();
                let text = String::from_utf8_lossy(self.text_of(token)).into_owned();
                name = Some(self.program.names.intern(&text));
                self.expect(Tok::RBracket)?;
            }
            let constraint = self.string()?;
            let loc = self.expect(Tok::LParen)?.loc;
            let expr = self.expression()?;
            self.expect(Tok::RParen)?;
            let expr = self.asm_operand(expr, constraint, outputs, loc)?;
            operands.push(AsmOperand { name, constraint, expr });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        Ok(operands)
    }

    /// Outputs, and inputs that live in memory, are lvalues; other inputs are values.
    fn asm_operand(&mut self, expr: ExprId, constraint: StrId, output: bool, loc: Loc) -> Result<ExprId> {
        let is_lvalue = self.program.is_lvalue(expr);
        if output {
            return if is_lvalue { Ok(expr) } else { Err(self.reject(loc, "an asm output is not an lvalue")) };
        }
        let bytes = &self.program[constraint].bytes;
        let in_memory = bytes.contains(&b'm') && !bytes.iter().any(|byte| b"rgiXpn".contains(byte));
        Ok(if in_memory && is_lvalue { expr } else { build::rvalue(self.program, expr) })
    }
}
