//! Deleting what was not executed, as Orion does: from the outside in, each statement with one probability.

use super::edit::{Change, Kind};
use super::plan::Planner;

/// Percent, of which each variant has one: few large gaps, or many small ones.
const PROBABILITIES: [u32; 5] = [5, 15, 30, 50, 80];

pub(super) fn plan(planner: &mut Planner) {
    let probability = *planner.rng.pick(&PROBABILITIES);
    let sites = &planner.parent.sites.all;
    let mut at = 0;
    let mut removed = Vec::new();
    while at < sites.len() {
        let site = &sites[at];
        let go = !site.is_live && site.is_removable && planner.rng.percent(probability);
        if go {
            removed.push(site.stmt);
        }
        at = if go { site.below.end } else { at + 1 };
    }
    if removed.is_empty() {
        let drawn = planner.draw(1, |site| !site.is_live && site.is_removable);
        removed.extend(drawn.iter().map(|site| site.stmt));
    }
    for stmt in removed {
        planner.push(Kind::Prune, what(planner, stmt), stmt, vec![Change::Remove { at: stmt }]);
    }
}

fn what(planner: &Planner, stmt: lang::StmtId) -> &'static str {
    use lang::StmtKind::*;
    match planner.program()[stmt].kind {
        Block(_) => "block",
        If(..) => "conditional",
        While(..) | DoWhile(..) | For { .. } => "loop",
        Switch(..) => "switch",
        Break | Continue | Goto(_) | GotoIndirect(_) | Return(_) => "jump",
        _ => "statement",
    }
}
