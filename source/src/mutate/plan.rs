//! Drawing a variant: which kinds, which edits, how many. Each variant has a few of what there is (swarm testing, Groce et al.
//! 2012), so that one kind of edit does not always hide another.

use super::check::Check;
use super::condition::Opaque;
use super::edit::{self, Change, Edit, Kind};
use super::parent::Parent;
use super::site::Site;
use super::{insert, live, prune};
use crate::kit::Builder;
use crate::rng::Rng;
use lang::{FuncId, Item, Program, StmtId, Storage, Symbol, Type, Var, VarId};
use rustc_hash::FxHashMap;

/// Percent of the places that get an edit: a few, which hide nothing from each other, or many, for a compiler that is started anyway.
const SHARES: [usize; 4] = [3, 10, 25, 50];

/// Percent of the variants that have edits of the kind. `bench/mutate rare` counts the bugs that strike a variant and not its parent:
/// three times as many with living mutations as without.
fn percent(kind: Kind) -> u32 {
    match kind {
        Kind::Prune | Kind::Insert => 50,
        Kind::Live => 90,
    }
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Options {
    /// At most.
    pub variants: u32,
    /// Decides which edits each variant has.
    pub seed: u64,
    /// Of which each variant has some.
    pub kinds: Vec<Kind>,
}

impl Default for Options {
    fn default() -> Options {
        // The paper makes eight of each program (section 4.3).
        Options { variants: 8, seed: 0, kinds: Kind::ALL.to_vec() }
    }
}

/// A parent with edits, any of which can be applied.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The parent, and the nodes of the edits, which nothing refers to.
    pub(super) base: Program,
    /// Of pointers in new code, how many elements every value of theirs has behind it.
    pub(super) extents: FxHashMap<VarId, u64>,
    /// In the order in which they were drawn.
    pub edits: Vec<Edit>,
}

impl Variant {
    /// With all edits.
    pub fn program(&self) -> Program {
        let mut program = self.base.clone();
        edit::apply(&mut program, self.edits.iter());
        program
    }

    /// With some of the edits, by index.
    pub fn with(&self, subset: &[usize]) -> Program {
        let mut program = self.base.clone();
        edit::apply(&mut program, subset.iter().filter_map(|&at| self.edits.get(at)));
        program
    }

    /// A variant of those edits only.
    pub fn keep(mut self, subset: &[usize]) -> Variant {
        self.edits = subset.iter().filter_map(|&at| self.edits.get(at)).cloned().collect();
        self
    }
}

/// A variant in the making.
pub(super) struct Planner<'p> {
    pub parent: &'p Parent,
    pub b: Builder,
    pub rng: Rng,
    pub edits: Vec<Edit>,
    /// Changes that the next edit needs besides its own: what its conditions are made of.
    pub needed: Vec<Change>,
    /// The global that hides the constants of the next edit, if it has one already.
    pub opaque: Option<Opaque>,
    /// What the next edit computes and compares, if it does.
    pub check: Option<Check>,
    /// Of pointers in new code, how many elements every value of theirs has behind it.
    pub extents: FxHashMap<VarId, u64>,
    fresh: u32,
}

/// A variant with at least one edit; none if there is nothing to edit.
pub(super) fn plan(parent: &Parent, options: &Options, mut rng: Rng) -> Option<Variant> {
    let drawn: Vec<Kind> = options.kinds.iter().copied().filter(|&kind| rng.percent(percent(kind))).collect();
    let b = Builder { p: parent.program.clone(), lines: 0, names: 0, function: None };
    let mut planner = Planner {
        parent,
        b,
        rng,
        edits: Vec::new(),
        needed: Vec::new(),
        opaque: None,
        check: None,
        extents: FxHashMap::default(),
        fresh: 0,
    };
    planner.add(&drawn);
    if planner.edits.is_empty() {
        planner.add(&options.kinds);
    }
    planner.forget_removed();
    let Planner { b, edits, extents, .. } = planner;
    (!edits.is_empty()).then_some(Variant { base: b.p, extents, edits })
}

impl<'p> Planner<'p> {
    fn add(&mut self, kinds: &[Kind]) {
        for kind in kinds {
            match kind {
                Kind::Prune => prune::plan(self),
                Kind::Insert => insert::plan(self),
                Kind::Live => live::plan(self),
            }
        }
    }

    /// Edits of what another edit deletes are none.
    fn forget_removed(&mut self) {
        let sites = &self.parent.sites.all;
        let mut removed = vec![false; self.parent.program.stmts.len()];
        let is_removed = |edit: &&Edit| edit.changes.iter().any(|change| matches!(change, Change::Remove { .. }));
        let gone: Vec<StmtId> = self.edits.iter().filter(is_removed).map(|edit| edit.at).collect();
        for site in sites.iter().filter(|site| gone.contains(&site.stmt)) {
            sites[site.below.clone()].iter().for_each(|below| removed[below.stmt.index()] = true);
        }
        let removes = |edit: &Edit| edit.changes.iter().any(|change| matches!(change, Change::Remove { .. }));
        self.edits.retain(|edit| !removed[edit.at.index()] && (removes(edit) || !gone.contains(&edit.at)));
    }

    /// The next edit comes to nothing.
    pub fn give_up(&mut self) {
        self.needed.clear();
        (self.opaque, self.check) = (None, None);
    }

    pub fn program(&self) -> &Program {
        &self.b.p
    }

    /// Adds an edit with all that it needs.
    pub fn push(&mut self, kind: Kind, what: &'static str, at: StmtId, changes: Vec<Change>) {
        let loc = self.parent.program[at].loc;
        let changes = std::mem::take(&mut self.needed).into_iter().chain(changes).collect();
        self.opaque = None;
        let check = self.check.take();
        self.edits.push(Edit { kind, what, loc, at, changes, check });
    }

    /// A name that nothing has.
    pub fn name(&mut self, stem: &str) -> Symbol {
        loop {
            self.fresh += 1;
            let name = format!("{stem}_{}", self.fresh);
            if self.b.p.names.find(&name).is_none() {
                return self.b.p.names.intern(&name);
            }
        }
    }

    /// A new variable that is local to the site's function.
    pub fn local(&mut self, stem: &str, ty: Type, site: &Site) -> VarId {
        let name = self.name(stem);
        let var = Var::new(name, ty, Storage::Auto, site.unit, lang::Loc::NONE);
        self.b.p.add_var(Var { function: Some(site.func), ..var })
    }

    /// A new global before the function of the site, which the next edit brings along.
    pub fn global(&mut self, stem: &str, ty: Type, value: i64, site: &Site) -> VarId {
        let name = self.name(stem);
        let init = self.b.int_init(value, ty);
        let init = self.b.p.add_init(init);
        let var = Var::new(name, ty, Storage::Extern, site.unit, lang::Loc::NONE);
        let var = self.b.p.add_var(Var { init: Some(init), ..var });
        self.needed.push(Change::Item { unit: site.unit, before: Item::Define(site.func), new: Item::Var(var) });
        var
    }

    /// The variables that can be named at the site.
    pub fn visible(&self, site: &Site) -> Vec<VarId> {
        self.parent.sites.scopes.visible(&self.parent.program, site.scope)
    }

    /// A parameter of the function becomes `restrict`.
    pub fn is_restricted(&self, func: FuncId) -> bool {
        let params = &self.parent.program[func].params;
        let is_param = |change: &Change| matches!(change, Change::Type { var, .. } if params.contains(var));
        self.edits.iter().any(|edit| edit.changes.iter().any(is_param))
    }

    /// The function that the statement of an edit is in.
    pub fn function_of(&self, stmt: StmtId) -> Option<FuncId> {
        self.parent.sites.all.iter().find(|site| site.stmt == stmt).map(|site| site.func)
    }

    /// How many of so many places are edited: at least one, and at most `most`.
    pub fn share(&mut self, places: usize, most: usize) -> usize {
        let share = *self.rng.pick(&SHARES);
        (places * share / 100).clamp(1, most)
    }

    /// Sites that are drawn, without repetition, at most `count`.
    pub fn draw(&mut self, count: usize, is_wanted: impl Fn(&Site) -> bool) -> Vec<&'p Site> {
        let mut sites: Vec<&'p Site> = self.parent.sites.all.iter().filter(|site| is_wanted(site)).collect();
        self.rng.shuffle(&mut sites);
        sites.truncate(count);
        sites
    }
}
