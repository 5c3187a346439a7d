//! Assignments that do not matter get a use that does: what they assign is added to the digest of their function.
//!
//! Only reads are added, and an assignment to a variable that is live anyway.

use super::Config;
use super::observe::{Assignment, Parts};
use crate::driver::Driver;
use crate::rng::Rng;
use lang::edit::copy;
use lang::*;

/// How the names of digests begin.
pub const DIGEST: &str = "h";

/// Flips a sample of the assignments. If fewer of them matter than should, the others are rewritten; whether any was.
pub fn rewrite(p: &mut Program, driver: &Driver, config: &Config, seed: u64) -> bool {
    if config.flips == 0 {
        return false;
    }
    let mut copy = p.clone();
    let parts = Parts::of(&mut copy, driver);
    let mut rng = Rng::new(seed).child("flips");
    let (mut flipped, mut silent) = (0, Vec::new());
    for part in &parts.parts {
        let sample = sample(part.assignments.len(), config.flips as usize, parts.assignments(), &mut rng);
        if sample.is_empty() {
            continue;
        }
        let base = part.execute(&mut copy, driver, None);
        for at in sample {
            let assignment = part.assignments[at];
            flipped += 1;
            if part.execute(&mut copy, driver, Some((assignment.value, &base))) == base {
                silent.push(assignment);
            }
        }
    }
    let observed = flipped - silent.len();
    if observed * 100 >= config.floor() * flipped {
        return false;
    }
    let rewritten = silent.into_iter().filter(|assignment| trace(p, assignment).is_some());
    rewritten.count() > 0
}

/// Which of a part's assignments are flipped: its share of those of the program.
fn sample(here: usize, flips: usize, all: usize, rng: &mut Rng) -> Vec<usize> {
    let wanted = (here * flips) as f64 / all.max(1) as f64;
    let chance = (wanted.fract() * 1000.0) as u64;
    let count = (wanted as usize + usize::from(rng.below(1000) < chance)).min(here);
    if count == here {
        return (0..here).collect();
    }
    let mut sample: Vec<usize> = (0..count).map(|_| rng.below(here as u64) as usize).collect();
    sample.sort_unstable();
    sample.dedup();
    sample
}

/// `{ v = e; h += v; }`
fn trace(p: &mut Program, assignment: &Assignment) -> Option<()> {
    let StmtKind::Expr(e) = p[assignment.stmt].kind else { return None };
    let (ExprKind::Assign(target, _) | ExprKind::AssignOp { target, .. }) = p[e].kind else { return None };
    let digest = digest(p, assignment.function, p[target].ty)?;
    let value = copy::copy(p, target, &|_, _| None)?;
    let digest = build::var(p, digest, Loc::NONE);
    let update = build::assign_op(p, BinaryOp::Add, digest, value, Loc::NONE).ok()?;
    let (first, second) = (p.add_stmt(StmtKind::Expr(e), Loc::NONE), p.add_stmt(StmtKind::Expr(update), Loc::NONE));
    let list = p.add_stmt_list(&[first, second]);
    p[assignment.stmt].kind = StmtKind::Block(list);
    Some(())
}

/// The function's digest for values of a type.
fn digest(p: &Program, function: FuncId, ty: Type) -> Option<VarId> {
    let is_digest = |var: &VarId| {
        let found = &p[*var];
        found.function == Some(function)
            && found.storage == Storage::Auto
            && p.name(found.name).starts_with(DIGEST)
            && p.types.is_floating(found.ty) == p.types.is_floating(ty)
    };
    (0..p.vars.len() as u32).map(VarId).find(is_digest)
}
