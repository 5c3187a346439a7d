//! Edits that compute something of their own: when it was computed for the last time, the program prints it unless it is what the
//! interpreter says. Without that, nobody would see that a compiler gets it wrong.
//!
//! The result is not known when a variant is planned. One execution of the planned program finds it, and repairs new code that would be
//! undefined.

use super::edit::Edit;
use super::parent::Parent;
use super::plan::{Planner, Variant};
use super::site::Site;
use crate::generate::Choices;
use crate::repair;
use interp::Outcome;
use interp::watch::{Watch, Watched};
use lang::{
    BinaryOp, ExprId, ExprKind, FuncId, Loc, StepOp, StmtId, StmtKind, StringLiteral, StringPrefix, Type, VarId, build,
};

/// Attributes of functions that may do what they like, as often as they are called.
const HARMLESS: [&str; 10] =
    ["noinline", "noclone", "noipa", "unused", "used", "cold", "hot", "nothrow", "always_inline", "noreturn"];

/// A comparison that is not there yet.
#[derive(Clone, Debug)]
pub(super) struct Check {
    /// An empty statement, which becomes the comparison.
    at: StmtId,
    /// What becomes of it.
    becomes: StmtId,
    /// The constant in that.
    expected: ExprId,
    /// What is compared: an `unsigned long long`.
    sum: VarId,
}

impl Planner<'_> {
    /// How often the statement is reached, if that is known and every call of its function counts.
    pub fn times(&self, site: &Site) -> Option<u64> {
        let program = &self.parent.program;
        let function = &program[site.func];
        let is_harmless = |attr: &lang::Attr| HARMLESS.contains(&program.name(attr.name).trim_matches('_'));
        // An inline function may have several definitions, and names nothing that is static (C17 6.7.4p3).
        let is_one = function.is_static || !function.is_inline;
        let (_, watched) = self.parent.watched(site.stmt)?;
        let counts = is_one && function.attrs.iter().all(is_harmless) && watched.reached > 0;
        counts.then_some(watched.reached)
    }

    /// `if (++count == times) if (sum != expected) printf("%llu\n", sum);`, which the next edit brings along. A program that has no `printf`
    /// stops instead.
    pub fn check(&mut self, site: &Site, times: u64, sum: VarId) -> Option<StmtId> {
        let at = self.b.stmt(StmtKind::Empty);
        let (value, expected) = (self.b.var(sum), self.b.int(0, Type::ULLONG));
        let differs = self.b.binary(BinaryOp::Ne, value, expected);
        let shown = match self.printed(site, sum) {
            Some(printed) => printed,
            None => self.builtin("__builtin_trap", &[])?,
        };
        let shown = self.b.expr_stmt(shown);
        let becomes = self.b.stmt(StmtKind::If(differs, shown, None));
        self.check = Some(Check { at, becomes, expected, sum });
        if times == 1 {
            return Some(at);
        }
        let count = self.global("count", Type::ULLONG, 0, site);
        let counted = self.b.var(count);
        let counted = build::step(&mut self.b.p, StepOp::PreInc, counted, Loc::NONE).ok()?;
        let times = self.b.int(times as i64, Type::ULLONG);
        let is_last = self.b.binary(BinaryOp::Eq, counted, times);
        let then = self.b.block(&[at]);
        Some(self.b.stmt(StmtKind::If(is_last, then, None)))
    }

    /// `printf("%llu\n", sum)`, if it is declared before the function.
    fn printed(&mut self, site: &Site, sum: VarId) -> Option<ExprId> {
        let Planner { parent, .. } = *self;
        let (program, scopes) = (&parent.program, &parent.sites.scopes);
        let name = program.names.find("printf")?;
        let is_usable = |func: &FuncId| {
            let function = &program[*func];
            let ty = program.types.function_type(function.ty);
            function.name == name
                && function.unit == site.unit
                && function.body.is_none()
                && scopes.is_declared(*func, site.item)
                && !scopes.hides(program, site.scope, name)
                && ty.is_some_and(|ty| ty.prototyped && ty.variadic && ty.params.len() == 1)
        };
        let func = (0..program.functions.len() as u32).map(FuncId).find(is_usable)?;
        let format = StringLiteral { bytes: b"%llu\n".to_vec(), unit: 1, prefix: StringPrefix::None };
        let format = self.b.p.add_string(format);
        let format = build::str(&mut self.b.p, format, Loc::NONE);
        let value = self.b.var(sum);
        let callee = build::func(&mut self.b.p, func, Loc::NONE);
        build::call(&mut self.b.p, callee, vec![format, value], Loc::NONE).ok()
    }
}

/// Repairs the new code of a variant and writes what its checks expect. Edits that have no certain result go.
pub(super) fn settle(parent: &Parent, mut variant: Variant) -> Variant {
    let checks: Vec<Check> = variant.edits.iter().filter_map(|edit| edit.check.clone()).collect();
    if checks.is_empty() {
        return variant;
    }
    let results = results(parent, &mut variant, &checks);
    let is_certain = |edit: &Edit| match &edit.check {
        Some(check) => results.iter().any(|(at, _)| *at == check.at),
        None => true,
    };
    variant.edits.retain(is_certain);
    for check in &checks {
        if let Some(&(_, result)) = results.iter().find(|(at, _)| *at == check.at) {
            variant.base[check.expected].kind = ExprKind::Int(result);
            variant.base[check.at].kind = variant.base[check.becomes].kind;
        }
    }
    variant
}

/// By the statement of each check, what is to be compared with.
fn results(parent: &Parent, variant: &mut Variant, checks: &[Check]) -> Vec<(StmtId, u64)> {
    let program = variant.program();
    let watches = checks.iter().map(|check| Watch { stmt: check.at, vars: vec![check.sum] }).collect();
    let mut choices = Choices { program: &program, salt: 0, extents: &variant.extents, excluded: &[] };
    let repaired = parent.repair(&program, watches, &mut choices);
    let execution = repaired.execution;
    let is_same = execution.outcome == Outcome::Defined { exit_code: parent.exit_code };
    // The parent is defined: only new code is repaired.
    let is_new = |(expr, _): &(ExprId, _)| expr.index() >= parent.program.exprs.len();
    if !is_same || execution.stdout != parent.stdout || !repaired.repairs.iter().all(is_new) {
        return Vec::new();
    }
    repair::apply(&mut variant.base, &repaired.repairs);
    let result = |watched: &Watched| watched.seen.first().and_then(|seen| seen.constant());
    let reached = checks.iter().zip(&execution.watched).filter(|(_, watched)| watched.reached == 1);
    reached.filter_map(|(check, watched)| Some((check.at, result(watched)?))).collect()
}
