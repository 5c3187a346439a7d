//! Statements, four spaces deep per block; labels stand one level out.

use super::expr::COMMA;
use super::{Occurrence, Printer};
use crate::ast::*;

impl Printer<'_> {
    /// Prints the statement from the current column, without a newline at its end.
    pub(super) fn statement(&mut self, id: StmtId) {
        use StmtKind::*;
        match self.program[id].kind {
            Empty => self.push(";"),
            Expr(expr) => self.expression_statement(expr),
            Block(list) => self.block(id, list),
            If(condition, then, otherwise) => self.if_statement(condition, then, otherwise),
            While(condition, body) => {
                self.push("while ");
                self.condition(condition);
                self.substatement(body);
            }
            DoWhile(body, condition) => {
                self.push("do");
                if self.substatement(body) {
                    self.push(" ");
                } else {
                    self.newline();
                }
                self.push("while ");
                self.condition(condition);
                self.push(";");
            }
            For { init, cond, step, body } => self.for_statement(init, cond, step, body),
            Switch(condition, body) => {
                self.push("switch (");
                self.typed_operand(condition, self.condition_strength(condition));
                self.push(")");
                self.switches.push(self.program[condition].ty);
                self.substatement(body);
                self.switches.pop();
            }
            Case { .. } | Default | Label(_) => {
                self.marker(id);
                self.push(":;");
            }
            Goto(label) => {
                self.push("goto ");
                self.push(self.name(self.program[label].name));
                self.push(";");
            }
            GotoIndirect(target) => {
                self.push("goto *");
                self.expr(target, COMMA);
                self.push(";");
            }
            Break => self.push("break;"),
            Continue => self.push("continue;"),
            Return(None) => self.push("return;"),
            Return(Some(value)) => {
                self.push("return ");
                self.expr(value, COMMA);
                self.push(";");
            }
            Decl(var) => self.local_variable(var),
            DeclareFunction(func) => self.declare_local_function(func),
            DefineFunction(func) => {
                self.only_c("nested function");
                self.define_function(func, Occurrence::ONLY);
            }
            EvalType(ty) => self.variable_typedef(ty),
            Asm(asm) => self.asm(asm),
        }
    }

    fn expression_statement(&mut self, expr: ExprId) {
        self.discarded(expr);
        self.push(";");
    }

    fn block(&mut self, id: StmtId, list: List) {
        self.push("{");
        self.indent += 1;
        if let Some(labels) = self.local_labels.get(&id) {
            let names: Vec<&str> = labels.iter().map(|&label| self.name(self.program[label].name)).collect();
            let text = format!("__label__ {};", names.join(", "));
            self.newline();
            self.push(&text);
        }
        let statements = self.program.stmt_list(list);
        for (at, &statement) in statements.iter().enumerate() {
            if self.is_marker(statement) {
                self.indent -= 1;
                self.newline();
                self.indent += 1;
                self.marker(statement);
                // The parser takes one empty statement after a label for the label's own.
                let own = statements.get(at + 1).is_none_or(|&next| !self.may_follow_label(next));
                self.push(if own { ":;" } else { ":" });
            } else {
                self.newline();
                self.statement(statement);
            }
        }
        self.indent -= 1;
        self.newline();
        self.push("}");
    }

    fn is_marker(&self, id: StmtId) -> bool {
        matches!(self.program[id].kind, StmtKind::Case { .. } | StmtKind::Default | StmtKind::Label(_))
    }

    /// A declaration may not follow a label directly (C17 6.8.1p1).
    fn may_follow_label(&self, id: StmtId) -> bool {
        use StmtKind::*;
        !matches!(self.program[id].kind, Empty | Decl(_) | DeclareFunction(_) | DefineFunction(_) | EvalType(_))
    }

    fn marker(&mut self, id: StmtId) {
        match self.program[id].kind {
            StmtKind::Case { lo, hi } if lo == hi => {
                self.push("case ");
                self.case_value(lo);
            }
            StmtKind::Case { lo, hi } => {
                self.push("case ");
                self.case_value(lo);
                self.push(" ... ");
                self.case_value(hi);
            }
            StmtKind::Label(label) => self.push(self.name(self.program[label].name)),
            _ => self.push("default"),
        }
    }

    fn case_value(&mut self, value: u64) {
        let ty = self.switches.last().copied().unwrap_or(crate::types::Type::LLONG);
        let is_signed = self.types().int_kind(ty).is_none_or(|kind| kind.signed);
        match value as i64 {
            // Beyond any decimal constant.
            i64::MIN if is_signed => self.push("(-9223372036854775807 - 1)"),
            negative @ ..0 if is_signed => {
                self.push("-");
                self.decimal(negative.unsigned_abs());
            }
            _ => {
                self.decimal(value);
                self.push(if value > i64::MAX as u64 { "U" } else { "" });
            }
        }
    }

    /// The body of a compound statement, on the same line if it is a block; says whether it was.
    fn substatement(&mut self, id: StmtId) -> bool {
        if matches!(self.program[id].kind, StmtKind::Block(_)) {
            self.push(" ");
            self.statement(id);
            return true;
        }
        self.indent += 1;
        self.newline();
        self.statement(id);
        self.indent -= 1;
        false
    }

    /// A statement in a block of its own.
    pub(super) fn braced_statement(&mut self, id: StmtId) {
        self.push("{");
        self.indent += 1;
        self.newline();
        self.statement(id);
        self.indent -= 1;
        self.newline();
        self.push("}");
    }

    fn if_statement(&mut self, condition: ExprId, then: StmtId, otherwise: Option<StmtId>) {
        self.push("if ");
        self.condition(condition);
        // An `else` belongs to the nearest `if` (C17 6.8.4.1p3).
        let ended_block = if otherwise.is_some() && self.ends_with_open_if(then) {
            self.push(" ");
            self.braced_statement(then);
            true
        } else {
            self.substatement(then)
        };
        let Some(otherwise) = otherwise else { return };
        if ended_block {
            self.push(" else");
        } else {
            self.newline();
            self.push("else");
        }
        if matches!(self.program[otherwise].kind, StmtKind::If(..)) {
            self.push(" ");
            self.statement(otherwise);
        } else {
            self.substatement(otherwise);
        }
    }

    fn ends_with_open_if(&self, id: StmtId) -> bool {
        match self.program[id].kind {
            StmtKind::If(_, _, None) => true,
            StmtKind::If(_, _, Some(last)) => self.ends_with_open_if(last),
            StmtKind::While(_, body) | StmtKind::Switch(_, body) | StmtKind::For { body, .. } => {
                self.ends_with_open_if(body)
            }
            _ => false,
        }
    }

    fn for_statement(&mut self, init: Option<StmtId>, cond: Option<ExprId>, step: Option<ExprId>, body: StmtId) {
        self.push("for (");
        if let Some(init) = init {
            self.for_init(init);
        } else {
            self.push(";");
        }
        if let Some(cond) = cond {
            self.push(" ");
            self.expr(cond, COMMA);
        }
        self.push(";");
        if let Some(step) = step {
            self.push(" ");
            self.discarded(step);
        }
        self.push(")");
        self.substatement(body);
    }

    /// Several declarators come from one declaration, so they share their specifiers.
    fn for_init(&mut self, init: StmtId) {
        let StmtKind::Block(list) = self.program[init].kind else {
            self.statement(init);
            return;
        };
        for (at, &decl) in self.program.stmt_list(list).iter().enumerate() {
            let StmtKind::Decl(id) = self.program[decl].kind else { continue };
            if at == 0 {
                self.local_variable_without_semicolon(id);
                continue;
            }
            let var = &self.program[id];
            self.push(", ");
            self.declare_another(var.ty, self.name(var.name));
            self.variable_attributes(var);
            self.initializer_of(id);
        }
        self.push(";");
    }

    fn local_variable(&mut self, id: VarId) {
        self.local_variable_without_semicolon(id);
        self.push(";");
    }

    fn local_variable_without_semicolon(&mut self, id: VarId) {
        let is_extern = match self.program[id].storage {
            Storage::StaticLocal => {
                self.push("static ");
                false
            }
            // C++17 has no `register`.
            Storage::Register if self.cpp.is_some() => false,
            Storage::Register => {
                self.push("register ");
                false
            }
            Storage::Extern | Storage::Static => {
                self.push("extern ");
                true
            }
            _ => false,
        };
        let ty = self.type_at(id, Occurrence::ONLY);
        self.variable(id, ty, true);
        if !is_extern {
            self.initializer_of(id);
        }
    }

    /// `({ … })`, on one line if it is one expression.
    pub(super) fn statement_expression(&mut self, block: StmtId) {
        let StmtKind::Block(list) = self.program[block].kind else { return };
        if let [only] = self.program.stmt_list(list)
            && let StmtKind::Expr(expr) = self.program[*only].kind
        {
            self.push("({ ");
            self.expression_statement(expr);
            self.push(" })");
            return;
        }
        self.push("(");
        self.statement(block);
        self.push(")");
    }

    pub(super) fn asm(&mut self, id: AsmId) {
        let asm = &self.program[id];
        self.push("__asm__");
        for (flag, word) in [(asm.volatile, " __volatile__"), (asm.inline, " __inline__"), (asm.goto, " goto")] {
            if flag {
                self.push(word);
            }
        }
        self.push("(");
        self.string(asm.template);
        if !asm.basic {
            self.asm_operands(asm);
        }
        self.push(");");
    }

    fn asm_operands(&mut self, asm: &Asm) {
        for operands in [&asm.outputs, &asm.inputs] {
            self.push(" :");
            for (at, operand) in operands.iter().enumerate() {
                self.push(if at == 0 { " " } else { ", " });
                if let Some(name) = operand.name {
                    let name = self.name(name);
                    self.push(&format!("[{name}] "));
                }
                self.string(operand.constraint);
                self.push(" (");
                self.expr(operand.expr, COMMA);
                self.push(")");
            }
        }
        if !asm.clobbers.is_empty() || asm.goto {
            self.push(" :");
            for (at, &clobber) in asm.clobbers.iter().enumerate() {
                self.push(if at == 0 { " " } else { ", " });
                self.string(clobber);
            }
        }
        if asm.goto {
            let names: Vec<&str> = asm.labels.iter().map(|&label| self.name(self.program[label].name)).collect();
            self.push(&format!(" : {}", names.join(", ")));
        }
    }
}
