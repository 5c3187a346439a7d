//! File-scope items in an order in which everything is declared before its use, with as few declarations as possible.

use lang::edit::visit::{self, Node};
use lang::{ExprKind, FuncId, Item, Program, VarId};

#[derive(Copy, Clone, PartialEq, Eq)]
enum State {
    New,
    Begun,
    Declared,
    Done,
}

struct Order<'p> {
    program: &'p Program,
    vars: Vec<State>,
    functions: Vec<State>,
    items: Vec<Item>,
}

pub fn reorder(program: &mut Program) {
    let old = std::mem::take(&mut program.units[0].items);
    let mut order = Order {
        program,
        vars: vec![State::New; program.vars.len()],
        functions: vec![State::New; program.functions.len()],
        items: old.iter().copied().filter(|item| matches!(item, Item::Asm(_))).collect(),
    };
    for &item in &old {
        if let Item::Var(var) = item {
            order.var(var);
        }
    }
    for &item in &old {
        if let Item::Define(func) = item {
            order.function(func);
        }
    }
    let items = order.items;
    program.units[0].items = items;
}

impl Order<'_> {
    fn var(&mut self, var: VarId) {
        match self.vars[var.index()] {
            State::New => {}
            // It refers to itself through others: those need to know it.
            State::Begun => {
                self.vars[var.index()] = State::Declared;
                self.items.push(Item::Var(var));
                return;
            }
            State::Declared | State::Done => return,
        }
        self.vars[var.index()] = State::Begun;
        let mut nodes = Vec::new();
        visit::visit_var(self.program, var, &mut |node| nodes.push(node));
        for node in nodes {
            match self.mentioned(node) {
                Some(Item::Var(other)) if other != var => self.var(other),
                Some(Item::Declare(func)) => self.declare(func),
                _ => {}
            }
        }
        self.vars[var.index()] = State::Done;
        self.items.push(Item::Var(var));
    }

    fn declare(&mut self, func: FuncId) {
        if matches!(self.functions[func.index()], State::New | State::Begun) {
            let begun = self.functions[func.index()] == State::Begun;
            self.functions[func.index()] = if begun { State::Done } else { State::Declared };
            self.items.push(Item::Declare(func));
        }
    }

    fn function(&mut self, func: FuncId) {
        if matches!(self.functions[func.index()], State::Begun | State::Done) {
            return;
        }
        self.functions[func.index()] = State::Begun;
        let mut nodes = Vec::new();
        visit::visit_function(self.program, func, &mut |node| nodes.push(node));
        for node in nodes {
            match self.mentioned(node) {
                Some(Item::Var(var)) => self.global(var),
                Some(Item::Declare(other)) if other != func => self.callee(other),
                _ => {}
            }
        }
        self.functions[func.index()] = State::Done;
        self.items.push(Item::Define(func));
    }

    fn callee(&mut self, func: FuncId) {
        let has_body = self.program[func].body.is_some();
        match self.functions[func.index()] {
            State::New if has_body => self.function(func),
            State::New | State::Begun => self.declare(func),
            State::Declared | State::Done => {}
        }
    }

    /// A variable that only functions mention may have no item yet.
    fn global(&mut self, var: VarId) {
        if self.vars[var.index()] == State::New && self.program[var].function.is_none() {
            self.var(var);
        }
    }

    fn mentioned(&self, node: Node) -> Option<Item> {
        let Node::Expr(expr) = node else { return None };
        match self.program[expr].kind {
            ExprKind::Var(var) if self.program[var].function.is_none() => Some(Item::Var(var)),
            ExprKind::Func(func) if self.program[func].parent.is_none() && !is_reserved(self.program, func) => {
                Some(Item::Declare(func))
            }
            _ => None,
        }
    }
}

/// The compiler knows it without a declaration, and may not take one.
fn is_reserved(program: &Program, func: FuncId) -> bool {
    lang::builtins::is_reserved(program.name(program[func].name))
}
