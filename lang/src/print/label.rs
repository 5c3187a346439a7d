//! Where `__label__` declarations have to stand.

use crate::ast::{ExprId, ExprKind, LabelId, Program, StmtId, StmtKind};
use crate::walk::{self, Part};
use rustc_hash::FxHashMap;

/// The innermost block that holds all mentions of each local label of the function, with its labels in order.
pub(super) fn local_labels(program: &Program, body: StmtId) -> FxHashMap<StmtId, Vec<LabelId>> {
    if !program.labels.iter().any(|label| label.local) {
        return FxHashMap::default();
    }
    let mut finder = Finder { program, blocks: Vec::new(), common: FxHashMap::default(), order: Vec::new() };
    finder.statement(body);
    let mut labels: FxHashMap<StmtId, Vec<LabelId>> = FxHashMap::default();
    for label in finder.order {
        let block = finder.common.get(&label).and_then(|blocks| blocks.last());
        labels.entry(*block.unwrap_or(&body)).or_default().push(label);
    }
    labels
}

struct Finder<'p> {
    program: &'p Program,
    /// The blocks around the current statement, outermost first.
    blocks: Vec<StmtId>,
    /// The blocks that all mentions so far share.
    common: FxHashMap<LabelId, Vec<StmtId>>,
    order: Vec<LabelId>,
}

impl Finder<'_> {
    fn mention(&mut self, label: LabelId) {
        if !self.program[label].local {
            return;
        }
        match self.common.get_mut(&label) {
            Some(common) => {
                let shared = common.iter().zip(&self.blocks).take_while(|(a, b)| a == b).count();
                common.truncate(shared);
            }
            None => {
                self.common.insert(label, self.blocks.clone());
                self.order.push(label);
            }
        }
    }

    fn statement(&mut self, stmt: StmtId) {
        let is_block = matches!(self.program[stmt].kind, StmtKind::Block(_));
        if is_block {
            self.blocks.push(stmt);
        }
        match self.program[stmt].kind {
            StmtKind::Label(label) | StmtKind::Goto(label) => self.mention(label),
            StmtKind::DefineFunction(func) => self.program[func].body.into_iter().for_each(|body| self.statement(body)),
            StmtKind::Asm(asm) => self.program[asm].labels.iter().for_each(|&label| self.mention(label)),
            _ => {}
        }
        let mut parts = Vec::new();
        walk::parts(self.program, stmt, |part| parts.push(part));
        for part in parts {
            match part {
                Part::Stmt(stmt) => self.statement(stmt),
                Part::Expr(expr) => self.expression(expr),
                Part::Init(init) => {
                    let mut exprs = Vec::new();
                    walk::init_exprs(self.program, init, &mut |expr| exprs.push(expr));
                    exprs.into_iter().for_each(|expr| self.expression(expr));
                }
            }
        }
        if is_block {
            self.blocks.pop();
        }
    }

    fn expression(&mut self, expr: ExprId) {
        match self.program[expr].kind {
            ExprKind::LabelAddr(label) => self.mention(label),
            ExprKind::StmtExpr(block) => self.statement(block),
            _ => {
                let mut operands = Vec::new();
                walk::operands(self.program, expr, |operand| operands.push(operand));
                operands.into_iter().for_each(|operand| self.expression(operand));
            }
        }
    }
}
