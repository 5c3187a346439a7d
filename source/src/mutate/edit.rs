//! An edit of a variant, as data: what is put where. Its new nodes are in the variant's program already, where nothing refers
//! to them until the edit is applied.

use super::check::Check;
use lang::{ExprId, Init, Item, Loc, Program, StmtId, StmtKind, Type, VarId};

/// How a variant differs from its parent.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Statements that were not executed are deleted (Orion).
    Prune,
    /// Statements are put where nothing was executed (Athena).
    Insert,
    /// Code that is executed changes, and does the same (Hermes).
    Live,
}

impl Kind {
    /// In the order in which they are listed for people.
    pub const ALL: [Kind; 3] = [Kind::Prune, Kind::Insert, Kind::Live];

    /// As configurations and command lines spell it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Prune => "prune",
            Kind::Insert => "insert",
            Kind::Live => "live",
        }
    }
}

/// A change that should leave what the program does as it is. It can be applied with any others, or alone.
#[derive(Clone, Debug)]
pub struct Edit {
    /// Why it should change nothing.
    pub kind: Kind,
    /// Which edit of the kind: `true guard`, `loop that runs once`, ….
    pub what: &'static str,
    /// The statement or expression of the parent that it is about.
    pub loc: Loc,
    /// That statement.
    pub at: StmtId,
    pub(super) changes: Vec<Change>,
    /// What it computes is compared with what the interpreter computed.
    pub(super) check: Option<Check>,
}

impl Edit {
    /// The code at its place calls a new function.
    pub(super) fn is_call(&self) -> bool {
        let defines = |change: &Change| matches!(change, Change::Item { new: Item::Define(_), .. });
        self.changes.iter().any(defines)
    }
}

/// A change of the model. Changes of one variant are applied by `rank`, so that what is inside is changed before it moves.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// The expression becomes another, of which its old self may be a part.
    Expr {
        at: ExprId,
        new: ExprId,
        hole: Option<ExprId>,
    },
    /// Statements come before one in its block.
    Before {
        block: StmtId,
        at: StmtId,
        new: Vec<StmtId>,
    },
    /// The statement becomes another, of which its old self may be a part.
    Stmt {
        at: StmtId,
        new: StmtId,
        hole: Option<StmtId>,
    },
    /// A file-scope item comes before another.
    Item {
        unit: u32,
        before: Item,
        new: Item,
    },
    Type {
        var: VarId,
        ty: Type,
    },
    /// The statement goes. Last of all: what other edits did to it goes with it.
    Remove {
        at: StmtId,
    },
}

impl Change {
    fn rank(&self) -> u32 {
        match self {
            Change::Expr { .. } | Change::Type { .. } => 0,
            Change::Before { .. } => 1,
            Change::Item { .. } => 2,
            Change::Stmt { .. } => 3,
            Change::Remove { .. } => 4,
        }
    }

    fn apply(&self, program: &mut Program) {
        match self {
            &Change::Expr { at, new, hole } => {
                if let Some(hole) = hole {
                    program[hole] = program[at];
                }
                program[at] = program[new];
            }
            &Change::Stmt { at, new, hole } => {
                if let Some(hole) = hole {
                    program[hole] = program[at];
                }
                program[at].kind = program[new].kind;
            }
            Change::Before { block, at, new } => insert_before(program, *block, *at, new),
            &Change::Item { unit, before, new } => {
                let items = &mut program.units[unit as usize].items;
                let at = items.iter().position(|item| *item == before).unwrap_or(0);
                items.insert(at, new);
            }
            &Change::Type { var, ty } => program[var].ty = ty,
            &Change::Remove { at } => program[at].kind = StmtKind::Empty,
        }
    }
}

fn insert_before(program: &mut Program, block: StmtId, at: StmtId, new: &[StmtId]) {
    let StmtKind::Block(list) = program[block].kind else { return };
    let mut stmts = program.stmt_list(list).to_vec();
    let Some(position) = stmts.iter().position(|&stmt| stmt == at) else { return };
    stmts.splice(position..position, new.iter().copied());
    let list = program.add_stmt_list(&stmts);
    program[block].kind = StmtKind::Block(list);
}

/// Applies edits, each change after those that it may move.
pub(super) fn apply<'e>(program: &mut Program, edits: impl Iterator<Item = &'e Edit>) {
    let mut changes: Vec<&Change> = edits.flat_map(|edit| &edit.changes).collect();
    changes.sort_by_key(|change| change.rank());
    changes.into_iter().for_each(|change| change.apply(program));
}

/// Calls `f` for every expression of an initialiser that is a single expression.
pub(super) fn single(program: &Program, init: lang::InitId) -> Option<ExprId> {
    match program[init] {
        Init::Expr(expr) => Some(expr),
        Init::List(_) => None,
    }
}
