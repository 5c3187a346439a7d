//! What is visible where: variables by scope, and functions by what was declared before.

use lang::{FuncId, Program, Symbol, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// A point in the nesting of scopes: what was declared before it, newest first.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct ScopeId(u32);

#[derive(Clone, Debug)]
pub struct Scopes {
    /// What each point adds to the one before it. The first adds nothing.
    points: Vec<(ScopeId, Declared)>,
    /// By unit and function: how many items came before its first declaration.
    functions: FxHashMap<FuncId, u32>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Declared {
    Nothing,
    Var(VarId),
    /// A name that hides others: of a function or label-like entity.
    Name(Symbol),
}

impl Scopes {
    pub const OUTERMOST: ScopeId = ScopeId(0);

    pub fn new() -> Scopes {
        Scopes { points: vec![(ScopeId(0), Declared::Nothing)], functions: FxHashMap::default() }
    }

    pub fn with_var(&mut self, scope: ScopeId, var: VarId) -> ScopeId {
        self.add(scope, Declared::Var(var))
    }

    pub fn with_name(&mut self, scope: ScopeId, name: Symbol) -> ScopeId {
        self.add(scope, Declared::Name(name))
    }

    fn add(&mut self, scope: ScopeId, declared: Declared) -> ScopeId {
        self.points.push((scope, declared));
        ScopeId(self.points.len() as u32 - 1)
    }

    /// The function is declared by the item with this number.
    pub fn declare_function(&mut self, func: FuncId, item: u32) {
        self.functions.entry(func).or_insert(item);
    }

    /// Whether a function can be called by name behind this item.
    pub fn is_declared(&self, func: FuncId, item: u32) -> bool {
        self.functions.get(&func).is_some_and(|&first| first <= item)
    }

    /// The variables that can be named, innermost first. What is hidden by another of its name is not among them.
    pub fn visible(&self, program: &Program, scope: ScopeId) -> Vec<VarId> {
        let (mut vars, mut names) = (Vec::new(), FxHashSet::default());
        let mut at = scope;
        while at != Scopes::OUTERMOST {
            let (outer, declared) = self.points[at.0 as usize];
            match declared {
                Declared::Var(var) if names.insert(program[var].name) => vars.push(var),
                Declared::Name(name) => {
                    names.insert(name);
                }
                _ => {}
            }
            at = outer;
        }
        vars
    }

    /// Whether the name means something local here, or a variable.
    pub fn hides(&self, program: &Program, scope: ScopeId, name: Symbol) -> bool {
        let mut at = scope;
        while at != Scopes::OUTERMOST {
            let (outer, declared) = self.points[at.0 as usize];
            if matches!(declared, Declared::Var(var) if program[var].name == name) {
                return true;
            }
            at = outer;
        }
        false
    }
}
