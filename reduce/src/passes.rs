//! The passes: each lists its edits for the program as it is. Which of them can be applied is the engine's business.

mod arrays;
mod constants;
mod declarations;
mod dimensions;
pub mod functions;
mod inline;
mod operands;
pub mod outline;
mod output;
mod params;
mod places;
mod prefix;
mod records;
mod statements;
mod types;
pub mod units;
mod values;
mod variables;

use crate::judge::Goal;
use crate::model::Facts;
use lang::edit::Edit;
use lang::edit::visit::{self, Node};
use lang::{Field, FuncId, Program, StmtId, StmtKind, Storage, VarId};

/// The program as a pass sees it.
pub struct View<'m> {
    pub program: &'m Program,
    pub facts: &'m Facts,
    pub goal: Goal,
}

type Pass = (&'static str, fn(&View) -> Vec<Edit>);

/// A compiler that crashes does so in one function. The others need not be there.
const FUNCTIONS: Stage = Stage { slack: 0, passes: &[("declare", functions::declare)] };

/// Large steps first: what each leaves is what the next has to look at. The edits of one stage are searched
/// together, so that small passes share their tests.
const COARSE: &[Stage] = &[
    Stage { slack: 0, passes: &[("unexecuted", statements::unexecuted)] },
    Stage { slack: 0, passes: &[("statements", statements::remove)] },
    Stage { slack: 0, passes: &[("values", values::constants)] },
    Stage { slack: 0, passes: &[("statements", statements::remove)] },
];

const UNITS: Stage = Stage { slack: 1000, passes: &[("units", units::merge)] };
pub const ORDER: Stage = Stage { slack: 0, passes: &[("order", units::reorder)] };

/// The other passes, from those that remove most to those that only simplify.
const FINE: &[Stage] = &[
    Stage { slack: 0, passes: &[("outline", outline::computations)] },
    Stage { slack: 10, passes: &[("prefix", prefix::begin_later)] },
    Stage { slack: 20, passes: &[("places", places::variables)] },
    Stage {
        slack: 20,
        passes: &[("inline", inline::once_called), ("inline", inline::values), ("unwrap", statements::unwrap)],
    },
    Stage { slack: 10, passes: &[("inline", inline::seldom_called)] },
    Stage { slack: 0, passes: &[("repeat", statements::repeat)] },
    Stage {
        slack: 0,
        passes: &[("trips", statements::trips), ("values", values::last), ("operands", operands::replace)],
    },
    Stage { slack: 0, passes: &[("output", output::simplify)] },
    Stage { slack: 0, passes: &[("variables", variables::write_only), ("forward", variables::forward)] },
    Stage {
        slack: 0,
        passes: &[
            ("parameters", params::remove),
            ("initialisers", declarations::initializers),
            ("members", records::members),
            ("attributes", declarations::attributes),
            ("qualifiers", declarations::qualifiers),
            ("results", types::results),
            ("prototypes", types::prototypes),
        ],
    },
    Stage {
        slack: 10,
        passes: &[("arrays", arrays::shorten), ("flatten", arrays::flatten), ("flatten", dimensions::inner)],
    },
    Stage {
        slack: 0,
        passes: &[
            ("casts", types::casts),
            ("bit-fields", types::bit_fields),
            ("types", types::plain),
            ("constants", constants::simpler),
            ("unite", variables::unite),
        ],
    },
];

/// Passes whose edits are independent enough to be searched together.
pub struct Stage {
    /// Tokens by which the program may grow, for what that makes possible.
    pub slack: usize,
    passes: &'static [Pass],
}

impl Stage {
    /// What the passes would change.
    pub fn edits(&self, view: &View) -> Vec<Edit> {
        let mut edits: Vec<Edit> = Vec::new();
        for &(name, pass) in self.passes {
            let base = edits.len();
            edits.extend(pass(view).into_iter().map(|edit| edit.of(name, base)));
        }
        edits
    }
}

/// The stages of a round.
pub fn plan(goal: Goal, merge: bool) -> Vec<&'static Stage> {
    let functions = (goal == Goal::Crash).then_some(&FUNCTIONS);
    functions.into_iter().chain(COARSE).chain(merge.then_some(&UNITS)).chain(FINE).collect()
}

impl View<'_> {
    /// The definitions, in the order of their units.
    pub fn bodies(&self) -> impl Iterator<Item = (FuncId, StmtId)> + '_ {
        let functions = self.program.functions.iter().enumerate();
        functions.filter_map(|(at, function)| Some((FuncId(at as u32), function.body?)))
    }

    /// The function that is executed.
    pub fn main(&self) -> Option<(FuncId, StmtId)> {
        self.bodies().find(|&(func, _)| self.program.name(self.program[func].name) == "main")
    }

    /// Functions that are only declared and that no compiler knows. Only where nothing is executed: then they may be anything.
    pub fn declared(&self) -> impl Iterator<Item = FuncId> + '_ {
        let is_free = |func: FuncId| {
            let is_known = lang::builtins::is_known(self.program.name(self.program[func].name));
            self.goal == Goal::Crash && self.program[func].body.is_none() && !is_known
        };
        let items = self.program.units.iter().flat_map(|unit| &unit.items);
        items.filter_map(move |item| match *item {
            lang::Item::Declare(func) => Some(func).filter(|&func| is_free(func)),
            _ => None,
        })
    }

    /// Every node of every function and file-scope initialiser.
    pub fn each_node(&self, f: &mut dyn FnMut(Node)) {
        for (func, _) in self.bodies() {
            if self.program[func].parent.is_none() {
                visit::visit_function(self.program, func, f);
            }
        }
        for unit in &self.program.units {
            for &item in &unit.items {
                if let lang::Item::Var(var) = item {
                    visit::visit_var(self.program, var, f);
                }
            }
        }
    }

    /// The variables that are declared: file-scope ones, parameters of definitions, locals.
    pub fn vars(&self) -> impl Iterator<Item = VarId> + '_ {
        let mut declared = vec![false; self.program.vars.len()];
        for item in self.program.units.iter().flat_map(|unit| &unit.items) {
            if let lang::Item::Var(var) = item {
                declared[var.index()] = true;
            }
        }
        for (func, body) in self.bodies() {
            self.program[func].params.iter().for_each(|param| declared[param.index()] = true);
            visit::visit(self.program, Node::Stmt(body), &mut |node| {
                if let Node::Stmt(stmt) = node
                    && let StmtKind::Decl(var) = self.program[stmt].kind
                {
                    declared[var.index()] = true;
                }
            });
        }
        (0..declared.len()).filter(move |&at| declared[at]).map(|at| VarId(at as u32))
    }

    /// The program's own structs and unions that are complete, by index; one for those that several units share.
    pub fn records(&self) -> Vec<Shared> {
        let records = &self.program.types.records;
        let mut all: Vec<Shared> = Vec::new();
        for (at, record) in records.iter().enumerate().skip(1).filter(|(_, record)| record.complete) {
            let is_same = |other: &&mut Shared| {
                let other = &records[other.0[0]];
                record.tag.is_some() && other.tag == record.tag && other.unit != record.unit
            };
            match all.iter_mut().find(is_same) {
                Some(shared) => shared.0.push(at),
                None => all.push(Shared(vec![at])),
            }
        }
        all
    }
}

/// A struct or union in all units that define it (C17 6.2.7p1: they have to be alike).
#[derive(Clone, Debug)]
pub struct Shared(Vec<usize>);

impl Shared {
    pub fn fields<'p>(&self, program: &'p Program) -> &'p [Field] {
        &program.types.records[self.0[0]].fields
    }

    pub fn ids(&self) -> &[usize] {
        &self.0
    }

    /// Changes the field in every unit.
    pub fn change(&self, program: &mut Program, index: usize, change: impl Fn(&mut Program, Field) -> Field) {
        for &at in &self.0 {
            if let Some(field) = program.types.records[at].fields.get(index).cloned() {
                let field = change(program, field);
                program.types.records[at].fields[index] = field;
            }
        }
    }
}

/// The variable and its declarations in other units.
pub fn linked(program: &Program, var: VarId) -> Vec<VarId> {
    if program[var].storage != Storage::Extern {
        return vec![var];
    }
    let ids = (0..program.vars.len() as u32).map(VarId);
    ids.filter(|&id| program[id].storage == Storage::Extern && program[id].name == program[var].name).collect()
}
