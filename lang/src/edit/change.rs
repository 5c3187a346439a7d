//! A change of the model. Many are applied at once, to a copy of the program they were made for.

use crate::{Expr, ExprId, ExprKind, Program, StmtId, StmtKind, Type};

type Apply = Box<dyn Fn(&mut Program)>;

/// A change of a program as a value: made once, applied to any copy of the program it was made for.
pub struct Edit {
    /// Whose edit it is.
    pub pass: &'static str,
    /// The edit of the same list that contains this one, which is tried only if that one is refused.
    pub within: Option<usize>,
    apply: Apply,
}

impl Edit {
    /// Of no pass, and inside of no other.
    pub fn new(apply: impl Fn(&mut Program) + 'static) -> Edit {
        Edit { pass: "", within: None, apply: Box::new(apply) }
    }

    /// Inside of this edit of the list, if one is given.
    pub fn inside(mut self, outer: Option<usize>) -> Edit {
        self.within = outer;
        self
    }

    /// As an edit of this pass, in a list where the pass's edits begin at `base`.
    pub fn of(mut self, pass: &'static str, base: usize) -> Edit {
        self.pass = pass;
        self.within = self.within.map(|outer| outer + base);
        self
    }

    /// Changes the program, which may have been changed by other edits before.
    pub fn apply(&self, program: &mut Program) {
        (self.apply)(program);
    }

    /// The statement becomes another.
    pub fn stmt(at: StmtId, kind: StmtKind) -> Edit {
        Edit::new(move |program| program[at].kind = kind)
    }

    /// The statement becomes a block of these.
    pub fn block(at: StmtId, stmts: Vec<StmtId>) -> Edit {
        Edit::new(move |program| {
            // The statement itself may be among them: it moves to a new place.
            let old = program[at];
            let stmts: Vec<StmtId> =
                stmts.iter().map(|&stmt| if stmt == at { program.add_stmt(old.kind, old.loc) } else { stmt }).collect();
            let list = program.add_stmt_list(&stmts);
            program[at].kind = StmtKind::Block(list);
        })
    }

    /// The expression becomes another of its descendants, as that one is by then.
    pub fn forward(at: ExprId, to: ExprId) -> Edit {
        Edit::new(move |program| program[at] = program[to])
    }

    /// The expression becomes another, which stands nowhere in the source.
    pub fn expr(at: ExprId, kind: ExprKind, ty: Type) -> Edit {
        Edit::new(move |program| program[at] = Expr { kind, ty, loc: crate::Loc::NONE })
    }
}
