//! Statements. Labels and cases become marker statements of the enclosing block; after a marker one empty statement is
//! swallowed, because the printer writes `case 1:;`.

use super::attr::Attributes;
use super::{Parser, Result};
use crate::ast::*;
use crate::build;
use crate::lex::Tok;
use crate::location::Loc;
use crate::names::Symbol;
use crate::types::*;

const INTO_SCOPE: &str = "a jump into a statement expression or the scope of a variably modified type";

/// A `switch` being parsed.
pub(super) struct Switch {
    ty: Type,
    cases: Vec<(i128, i128, Loc)>,
    has_default: bool,
    /// How many `Parser::variable_scopes` there were at its beginning.
    variable_scopes: usize,
}

/// A `goto`, for the check that it enters no scope of a variably modified type (C17 6.8.6.1p1).
pub(super) struct Jump {
    label: LabelId,
    /// The last closed scope that the label may be in: for a jump back the innermost one around the jump that is also
    /// around the label, for a jump forward the last one that began before the jump.
    innermost: u32,
    loc: Loc,
}

/// What followed a label or case.
#[derive(Copy, Clone, PartialEq, Eq)]
enum After {
    /// An empty statement, which was swallowed.
    Empty,
    Statement,
}

impl Parser<'_> {
    /// `{ … }` with its own scope.
    pub(super) fn compound_statement(&mut self) -> Result<StmtId> {
        let loc = self.expect(Tok::LBrace)?.loc;
        self.scopes.push();
        let mut items = Vec::new();
        self.nested(|parser| parser.block_items(&mut items))?;
        self.scopes.pop();
        self.expect(Tok::RBrace)?;
        Ok(self.block(&items, loc))
    }

    fn block(&mut self, items: &[StmtId], loc: Loc) -> StmtId {
        let list = self.program.add_stmt_list(items);
        self.program.add_stmt(StmtKind::Block(list), loc)
    }

    /// The body of a function whose parameters are in scope, from `{` to `}`. `evaluated` are types of parameters
    /// whose lengths are evaluated on entry.
    pub(super) fn function_body(&mut self, func: FuncId, evaluated: &[Type]) -> Result<()> {
        let outer_function = self.function.replace(func);
        let outer_labels = std::mem::take(&mut self.labels);
        let outer_switches = std::mem::take(&mut self.switches);
        let outer_jumps = (std::mem::take(&mut self.breakable), std::mem::take(&mut self.loops));
        let outer_unevaluated = std::mem::take(&mut self.unevaluated);
        let outer_scopes = std::mem::take(&mut self.variable_scopes);
        let outer_gotos = (std::mem::take(&mut self.jumps), std::mem::take(&mut self.label_scopes));
        let result = self.function_block(func, evaluated);
        self.function = outer_function;
        self.labels = outer_labels;
        self.switches = outer_switches;
        (self.breakable, self.loops) = outer_jumps;
        self.unevaluated = outer_unevaluated;
        self.variable_scopes = outer_scopes;
        (self.jumps, self.label_scopes) = outer_gotos;
        result
    }

    fn function_block(&mut self, func: FuncId, evaluated: &[Type]) -> Result<()> {
        let loc = self.expect(Tok::LBrace)?.loc;
        let mut items = Vec::new();
        for &ty in evaluated {
            items.push(self.program.add_stmt(StmtKind::EvalType(ty), loc));
        }
        self.block_items(&mut items)?;
        self.expect(Tok::RBrace)?;
        self.check_labels()?;
        self.check_jumps()?;
        self.program[func].body = Some(self.block(&items, loc));
        Ok(())
    }

    /// Notes that the scope of a variably modified declaration begins.
    pub(super) fn enter_variable_scope(&mut self, ty: Type) {
        if self.program.types.is_variably_modified(ty) {
            self.enter_closed_scope();
        }
    }

    /// A scope that no jump may enter.
    pub(super) fn enter_closed_scope(&mut self) {
        self.variable_count += 1;
        self.variable_scopes.push(self.variable_count);
    }

    fn check_jumps(&self) -> Result<()> {
        for jump in &self.jumps {
            if self.label_scopes.get(&jump.label).is_some_and(|&scope| scope > jump.innermost) {
                return Err(self.reject(jump.loc, INTO_SCOPE));
            }
        }
        Ok(())
    }

    fn check_labels(&self) -> Result<()> {
        // In order of creation: the map's order must not decide which error is reported.
        let undefined = self.labels.values().filter(|&&label| !self.program[label].defined).min();
        match undefined {
            Some(&label) => Err(self.undefined_label(label)),
            None => Ok(()),
        }
    }

    fn undefined_label(&self, label: LabelId) -> super::Error {
        let Label { name, loc, .. } = self.program[label];
        self.reject(loc, format!("label `{}` is used but not defined", self.program.name(name)))
    }

    fn block_items(&mut self, out: &mut Vec<StmtId>) -> Result<()> {
        let outer_labels = self.local_labels.len();
        let outer_scopes = self.variable_scopes.len();
        loop {
            match self.tok() {
                Tok::RBrace => break,
                Tok::Eof => return Err(self.unexpected("expected `}`")),
                Tok::Pragma => self.pragma()?,
                Tok::Label => self.local_label_declaration()?,
                _ => self.block_item(out)?,
            }
        }
        for &(label, used) in &self.local_labels[outer_labels..] {
            if used && !self.program[label].defined {
                return Err(self.undefined_label(label));
            }
        }
        self.local_labels.truncate(outer_labels);
        self.variable_scopes.truncate(outer_scopes);
        Ok(())
    }

    fn block_item(&mut self, out: &mut Vec<StmtId>) -> Result<()> {
        if self.marker(out)?.is_some() {
            return Ok(());
        }
        match self.tok() {
            Tok::Attribute => self.attributed_item(out),
            Tok::LBracket if self.at_attribute() => self.attributed_item(out),
            Tok::Extension if self.extension_of_declaration() => self.declaration(out),
            _ if self.starts_declaration() => self.declaration(out),
            _ => self.statement(out),
        }
    }

    /// Whether a declaration follows the `__extension__` here.
    fn extension_of_declaration(&self) -> bool {
        let mut ahead = 0;
        while self.peek(ahead) == Tok::Extension {
            ahead += 1;
        }
        self.peek(ahead) == Tok::StaticAssert || self.begins_specifiers(self.peek(ahead))
    }

    /// Attributes, and then `;` (as after `fallthrough`), a declaration, or a statement.
    fn attributed_item(&mut self, out: &mut Vec<StmtId>) -> Result<()> {
        let loc = self.loc();
        let attributes: Attributes = self.attributes()?;
        if self.eat(Tok::Semi) {
            out.push(self.program.add_stmt(StmtKind::Empty, loc));
            return Ok(());
        }
        if self.starts_declaration() {
            self.declaration_with(attributes, Some(out))
        } else if matches!(self.tok(), Tok::Ident(_)) && self.peek(1) == Tok::Colon {
            // The label is the next item.
            Ok(())
        } else {
            self.statement(out)
        }
    }

    /// `__label__ a, b;`
    fn local_label_declaration(&mut self) -> Result<()> {
        self.bump();
        loop {
            let Tok::Ident(name) = self.tok() else { return Err(self.unexpected("expected a label")) };
            let loc = self.bump().loc;
            let label = self.new_label(name, true, loc)?;
            self.local_labels.push((label, false));
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::Semi)?;
        Ok(())
    }

    fn new_label(&mut self, name: Symbol, local: bool, loc: Loc) -> Result<LabelId> {
        let Some(function) = self.function else { return Err(self.reject(loc, "a label outside any function")) };
        Ok(self.program.add_label(Label { name, function, local, defined: false, loc }))
    }

    /// The label that `goto name` or `&&name` means, created if it comes later.
    pub(super) fn label(&mut self, name: Symbol, loc: Loc) -> Result<LabelId> {
        let local = self.local_labels.iter().rposition(|&(label, _)| self.program[label].name == name);
        if let Some(index) = local {
            self.local_labels[index].1 = true;
            return Ok(self.local_labels[index].0);
        }
        if let Some(&label) = self.labels.get(&name) {
            return Ok(label);
        }
        let label = self.new_label(name, false, loc)?;
        self.labels.insert(name, label);
        Ok(label)
    }

    fn define_label(&mut self, name: Symbol, loc: Loc) -> Result<LabelId> {
        let is_own = |&&(label, _): &&(LabelId, bool)| {
            self.program[label].name == name && Some(self.program[label].function) == self.function
        };
        let own = self.local_labels.iter().rev().find(is_own).map(|&(label, _)| label);
        let label = match own.or_else(|| self.labels.get(&name).copied()) {
            Some(label) => label,
            None => {
                let label = self.new_label(name, false, loc)?;
                self.labels.insert(name, label);
                label
            }
        };
        if self.program[label].defined {
            return Err(self.reject(loc, format!("duplicate label `{}`", self.program.name(name))));
        }
        if let Some(&scope) = self.variable_scopes.last() {
            self.label_scopes.insert(label, scope);
        }
        self.program[label].defined = true;
        self.program[label].loc = loc;
        Ok(label)
    }

    /// One `name:`, `case …:` or `default:`, if one is here.
    fn marker(&mut self, out: &mut Vec<StmtId>) -> Result<Option<After>> {
        let loc = self.loc();
        let kind = match self.tok() {
            Tok::Ident(name) if self.peek(1) == Tok::Colon => {
                let label = self.define_label(name, loc)?;
                self.bump();
                Some(StmtKind::Label(label))
            }
            Tok::Case => self.case_label()?,
            Tok::Default => {
                self.bump();
                self.default_label(loc)?;
                Some(StmtKind::Default)
            }
            _ => return Ok(None),
        };
        self.expect(Tok::Colon)?;
        self.attributes()?;
        if let Some(kind) = kind {
            out.push(self.program.add_stmt(kind, loc));
        }
        Ok(Some(if self.eat(Tok::Semi) { After::Empty } else { After::Statement }))
    }

    /// `case lo` or GNU `case lo ... hi`; `None` for an empty range, which GCC ignores.
    fn case_label(&mut self) -> Result<Option<StmtKind>> {
        let loc = self.bump().loc;
        let (lo, _) = self.nested(|parser| parser.constant_expression())?;
        let hi = if self.eat(Tok::Ellipsis) { self.nested(|parser| parser.constant_expression())?.0 } else { lo };
        let Some(switch) = self.switches.last_mut() else {
            return Err(self.reject(loc, "a case label outside any switch"));
        };
        let Some(kind) = self.program.types.int_kind(switch.ty) else { return Ok(None) };
        let wrap = |value: i128| {
            let unused = 128 - kind.bits as u32;
            if kind.signed { value << unused >> unused } else { ((value as u128) << unused >> unused) as i128 }
        };
        let (lo, hi) = (wrap(lo), wrap(hi));
        if lo > hi {
            return Ok(None);
        }
        switch.cases.push((lo, hi, loc));
        self.check_case_scope(loc)?;
        Ok(Some(StmtKind::Case { lo: lo as u64, hi: hi as u64 }))
    }

    fn default_label(&mut self, loc: Loc) -> Result<()> {
        match self.switches.last_mut() {
            None => Err(self.reject(loc, "a default label outside any switch")),
            Some(switch) if switch.has_default => Err(self.reject(loc, "two default labels in one switch")),
            Some(switch) => {
                switch.has_default = true;
                self.check_case_scope(loc)
            }
        }
    }

    /// C17 6.8.4.2p2.
    fn check_case_scope(&self, loc: Loc) -> Result<()> {
        let outside = self.switches.last().is_some_and(|switch| self.variable_scopes.len() > switch.variable_scopes);
        if outside { Err(self.reject(loc, INTO_SCOPE)) } else { Ok(()) }
    }

    /// A statement that is part of another one: its labels and declarations get a block.
    fn substatement(&mut self) -> Result<StmtId> {
        if self.tok() == Tok::LBrace {
            return self.compound_statement();
        }
        let loc = self.loc();
        let mut items = Vec::new();
        self.scopes.push();
        loop {
            match self.marker(&mut items)? {
                Some(After::Statement) => continue,
                Some(After::Empty) => break,
                None => {}
            }
            if self.tok() == Tok::Attribute {
                self.attributes()?;
            }
            self.nested(|parser| parser.statement(&mut items))?;
            break;
        }
        self.scopes.pop();
        match items[..] {
            [only] if !is_marker(self.program[only].kind) => Ok(only),
            _ => Ok(self.block(&items, loc)),
        }
    }

    /// A statement without labels, appended to `out`.
    fn statement(&mut self, out: &mut Vec<StmtId>) -> Result<()> {
        let loc = self.loc();
        let kind = match self.tok() {
            Tok::LBrace => {
                let block = self.compound_statement()?;
                out.push(block);
                return Ok(());
            }
            Tok::Semi => {
                self.bump();
                StmtKind::Empty
            }
            Tok::If => self.if_statement()?,
            Tok::While => self.while_statement()?,
            Tok::Do => self.do_statement()?,
            Tok::For => self.for_statement()?,
            Tok::Switch => self.switch_statement()?,
            Tok::Goto => self.goto_statement()?,
            Tok::Break | Tok::Continue => self.jump_statement()?,
            Tok::Return => self.return_statement()?,
            Tok::Asm => self.asm_statement()?,
            _ => {
                let expr = self.expression()?;
                self.expect(Tok::Semi)?;
                StmtKind::Expr(expr)
            }
        };
        out.push(self.program.add_stmt(kind, loc));
        Ok(())
    }

    fn condition(&mut self) -> Result<ExprId> {
        self.expect(Tok::LParen)?;
        let expr = self.expression()?;
        let expr = build::condition(self.program, expr)?;
        self.expect(Tok::RParen)?;
        Ok(expr)
    }

    fn if_statement(&mut self) -> Result<StmtKind> {
        self.bump();
        let condition = self.condition()?;
        let then = self.substatement()?;
        let otherwise = if self.eat(Tok::Else) { Some(self.substatement()?) } else { None };
        Ok(StmtKind::If(condition, then, otherwise))
    }

    fn loop_body(&mut self) -> Result<StmtId> {
        self.breakable += 1;
        self.loops += 1;
        let body = self.substatement()?;
        self.breakable -= 1;
        self.loops -= 1;
        Ok(body)
    }

    fn while_statement(&mut self) -> Result<StmtKind> {
        self.bump();
        let condition = self.condition()?;
        Ok(StmtKind::While(condition, self.loop_body()?))
    }

    fn do_statement(&mut self) -> Result<StmtKind> {
        self.bump();
        let body = self.loop_body()?;
        self.expect(Tok::While)?;
        let condition = self.condition()?;
        self.expect(Tok::Semi)?;
        Ok(StmtKind::DoWhile(body, condition))
    }

    fn for_statement(&mut self) -> Result<StmtKind> {
        self.bump();
        self.expect(Tok::LParen)?;
        self.scopes.push();
        let outer_scopes = self.variable_scopes.len();
        let init = self.for_init()?;
        let cond = if self.tok() == Tok::Semi {
            None
        } else {
            let expr = self.expression()?;
            Some(build::condition(self.program, expr)?)
        };
        self.expect(Tok::Semi)?;
        let step = if self.tok() == Tok::RParen { None } else { Some(self.expression()?) };
        self.expect(Tok::RParen)?;
        let body = self.loop_body()?;
        self.scopes.pop();
        self.variable_scopes.truncate(outer_scopes);
        Ok(StmtKind::For { init, cond, step, body })
    }

    fn for_init(&mut self) -> Result<Option<StmtId>> {
        let loc = self.loc();
        if self.eat(Tok::Semi) {
            return Ok(None);
        }
        if self.starts_declaration() || (self.tok() == Tok::Extension && self.extension_of_declaration()) {
            let mut items = Vec::new();
            self.declaration(&mut items)?;
            return Ok(Some(match items[..] {
                [only] if matches!(self.program[only].kind, StmtKind::Decl(_)) => only,
                _ => self.block(&items, loc),
            }));
        }
        let expr = self.expression()?;
        self.expect(Tok::Semi)?;
        Ok(Some(self.program.add_stmt(StmtKind::Expr(expr), loc)))
    }

    fn switch_statement(&mut self) -> Result<StmtKind> {
        let loc = self.bump().loc;
        self.expect(Tok::LParen)?;
        let expr = self.expression()?;
        let expr = build::rvalue(self.program, expr);
        if !self.program.types.is_integer(self.program[expr].ty) {
            return Err(self.reject(loc, "the controlling expression of a switch is not an integer"));
        }
        let expr = build::promote(self.program, expr);
        self.expect(Tok::RParen)?;
        let ty = self.program[expr].ty;
        if self.program.types.int_kind(ty).is_some_and(|kind| kind.bits > 64) {
            return Err(self.unsupported(loc, "a switch on a 128-bit integer"));
        }
        self.switches.push(Switch {
            ty,
            cases: Vec::new(),
            has_default: false,
            variable_scopes: self.variable_scopes.len(),
        });
        self.breakable += 1;
        let body = self.substatement()?;
        self.breakable -= 1;
        if let Some(switch) = self.switches.pop() {
            self.check_cases(switch.cases)?;
        }
        Ok(StmtKind::Switch(expr, body))
    }

    /// C17 6.8.4.2p3: no value twice.
    fn check_cases(&self, mut cases: Vec<(i128, i128, Loc)>) -> Result<()> {
        cases.sort_unstable();
        for pair in cases.windows(2) {
            if pair[1].0 <= pair[0].1 {
                let loc = pair[0].2.max(pair[1].2);
                return Err(self.reject(loc, format!("duplicate case value {}", pair[1].0)));
            }
        }
        Ok(())
    }

    /// See `Jump::innermost`. Scopes are numbered as they begin, so that one that is still open at a label further on was
    /// open at the jump if it began before.
    fn innermost_scope(&self, label: LabelId) -> u32 {
        match self.label_scopes.get(&label) {
            Some(scope) if self.variable_scopes.binary_search(scope).is_err() => 0,
            _ => self.variable_count,
        }
    }

    fn goto_statement(&mut self) -> Result<StmtKind> {
        self.bump();
        let loc = self.loc();
        let kind = match self.tok() {
            Tok::Ident(name) => {
                self.bump();
                let label = self.label(name, loc)?;
                let innermost = self.innermost_scope(label);
                self.jumps.push(Jump { label, innermost, loc });
                StmtKind::Goto(label)
            }
            Tok::Star => {
                self.bump();
                let expr = self.expression()?;
                StmtKind::GotoIndirect(build::rvalue(self.program, expr))
            }
            _ => return Err(self.unexpected("expected a label")),
        };
        self.expect(Tok::Semi)?;
        Ok(kind)
    }

    fn jump_statement(&mut self) -> Result<StmtKind> {
        let token = self.bump();
        self.expect(Tok::Semi)?;
        match token.tok {
            Tok::Break if self.breakable > 0 => Ok(StmtKind::Break),
            Tok::Break => Err(self.reject(token.loc, "`break` outside any loop or switch")),
            _ if self.loops > 0 => Ok(StmtKind::Continue),
            _ => Err(self.reject(token.loc, "`continue` outside any loop")),
        }
    }

    /// GCC only warns about a value in a `void` function, and about none in others.
    fn return_statement(&mut self) -> Result<StmtKind> {
        let loc = self.bump().loc;
        if self.eat(Tok::Semi) {
            return Ok(StmtKind::Return(None));
        }
        let expr = self.expression()?;
        self.expect(Tok::Semi)?;
        let ty = self.function.map(|function| self.program[function].ty);
        let ret = ty.and_then(|ty| self.program.types.function_type(ty)).map(|function| function.ret);
        let Some(ret) = ret else { return Err(self.reject(loc, "`return` outside any function")) };
        let expr = build::rvalue(self.program, expr);
        let expr = if self.program.types.is_void(ret) { expr } else { build::convert_to(self.program, expr, ret)? };
        Ok(StmtKind::Return(Some(expr)))
    }
}

fn is_marker(kind: StmtKind) -> bool {
    matches!(kind, StmtKind::Case { .. } | StmtKind::Default | StmtKind::Label(_))
}
