//! New code where the program is busy: functions of the strategy `policy`, which read the program's data and loop, shift, divide and
//! branch as optimizers like it. What they compute is checked.

use crate::generate::parameter::Values;
use crate::generate::policy::{Policy, addition};
use crate::generate::strategy::{Feature, Order, Strategy};
use crate::language::{Language, Std, TargetName};
use crate::mutate::edit::{Change, Kind};
use crate::mutate::plan::Planner;
use crate::mutate::site::Site;
use crate::rng::Rng;
use lang::{ExprId, Item, Loc, StmtId, StmtKind, Storage, Type, TypeKind, VarId, build};

/// Lines of one addition, without its variables.
const LINES: [u32; 4] = [12, 25, 50, 80];
/// Expression nodes that the code executes on all occasions together: a few milliseconds of interpretation.
const WORK: u64 = 200_000;
/// Places that are reached more often leave too little work for each time.
const MOST_TIMES: u64 = 500;
/// Variables that get values of the program's variables.
const INLETS: usize = 6;
/// Features that not every compiler of a C program has, or that need a flag to give the same everywhere.
const WITHOUT: [Feature; 5] =
    [Feature::Vectors, Feature::Builtins, Feature::Enums, Feature::Floats, Feature::LongDouble];

/// `if (true) { own = v; …; test(); …; sum = checksum(); check }` before the statement.
pub(in crate::mutate) fn computed(planner: &mut Planner, site: &Site) -> Option<()> {
    let times = planner.times(site).filter(|&times| times <= MOST_TIMES)?;
    if planner.is_restricted(site.func) {
        return None;
    }
    let order = order(planner);
    let rng = Rng::new(order.seed);
    let data = data(planner, site);
    planner.b.names = planner.b.names.max(planner.parent.largest_number);
    let marks = Marks::of(planner);
    let addition = addition::add(&mut planner.b, &order, rng, &data, WORK / times);
    marks.move_to(planner, site.unit);
    for item in addition.items {
        planner.needed.push(Change::Item { unit: site.unit, before: Item::Define(site.func), new: item });
    }
    planner.extents.extend(addition.extents);
    let known = planner.known(site, |_| true);
    let mut stmts = inlets(planner, &addition.inlets, &known.ints());
    for test in addition.tests {
        let call = planner.b.call(test, Vec::new());
        stmts.push(planner.b.expr_stmt(call));
    }
    let sum = planner.global("sum", Type::ULLONG, 0, site);
    let (target, value) = (planner.b.var(sum), planner.b.call(addition.checksum, Vec::new()));
    stmts.push(planner.b.set(target, value));
    stmts.push(planner.check(site, times, sum)?);
    let body = planner.b.block(&stmts);
    let cond = planner.truth_about(site, &known);
    let new = planner.b.stmt(StmtKind::If(cond, body, None));
    planner.put_before(Kind::Live, "computed code", site, &[new]);
    Some(())
}

/// What the strategy is asked for: parameters shuffled as for a program of its own.
fn order(planner: &mut Planner) -> Order {
    let seed = planner.rng.next_u64();
    let mut values = Values::new(Policy.parameters());
    values.shuffle(&Rng::new(seed).child("config"), &[]);
    WITHOUT.iter().for_each(|&feature| values.clear(Policy.without(feature), &[]));
    let target = match *planner.program().target() == lang::Target::I386 {
        true => TargetName::I386,
        false => TargetName::X86_64,
    };
    let size = *planner.rng.pick(&LINES);
    Order { seed, language: Language::C, std: Std::C17, target, size, values }
}

/// The program's variables of static storage that are visible before the function: integers, and arrays of integers.
fn data(planner: &Planner, site: &Site) -> Vec<VarId> {
    let program = &planner.parent.program;
    let is_data = |var: &VarId| {
        let declared = &program[*var];
        let mut ty = declared.ty;
        while let TypeKind::Array { elem, len } = *program.types.kind(ty) {
            if !matches!(len, lang::ArrayLen::Fixed(1..)) {
                return false;
            }
            ty = elem;
        }
        declared.function.is_none()
            && planner.parent.sites.can_be_accessed(program, *var)
            && matches!(declared.storage, Storage::Extern | Storage::Static)
            && !declared.thread_local
            && !ty.is_volatile()
            && !ty.quals().has(lang::Quals::ATOMIC)
            && program.types.int_kind(ty).is_some_and(|kind| kind.bits <= 64)
    };
    planner.around(site).visible.into_iter().filter(is_data).collect()
}

/// `own = (T)v;` for some of them.
fn inlets(planner: &mut Planner, inlets: &[VarId], ints: &[VarId]) -> Vec<StmtId> {
    let mut stmts = Vec::new();
    for &inlet in inlets.iter().take(INLETS) {
        if !ints.is_empty() && planner.rng.percent(70) {
            let var = *planner.rng.pick(ints);
            let (target, value) = (planner.b.var(inlet), planner.b.var(var));
            let ty = planner.b.p[inlet].ty.unqualified();
            let value: Option<ExprId> = build::cast(&mut planner.b.p, ty, value, Loc::NONE).ok();
            stmts.extend(value.map(|value| planner.b.set(target, value)));
        }
    }
    stmts
}

/// How much of the program there was before the addition, which is made for unit 0.
struct Marks {
    vars: usize,
    functions: usize,
    records: usize,
}

impl Marks {
    fn of(planner: &Planner) -> Marks {
        let p = planner.program();
        Marks { vars: p.vars.len(), functions: p.functions.len(), records: p.types.records.len() }
    }

    /// What is new belongs to this unit.
    fn move_to(&self, planner: &mut Planner, unit: u32) {
        let p = &mut planner.b.p;
        p.vars[self.vars..].iter_mut().for_each(|var| var.unit = unit);
        p.functions[self.functions..].iter_mut().for_each(|function| function.unit = unit);
        p.types.records[self.records..].iter_mut().for_each(|record| record.unit = unit);
    }
}
