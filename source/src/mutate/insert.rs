//! Statements where nothing was executed, as Athena puts them.

use super::edit::{Change, Kind};
use super::plan::Planner;
use super::site::Site;

/// Most places that get something in one variant.
const MOST: usize = 30;

pub(super) fn plan(planner: &mut Planner) {
    let fragile = &planner.parent.sites.fragile;
    let is_wanted = |site: &Site| !site.is_live && site.is_replaceable && !fragile[site.func.index()];
    let mut sites = planner.draw(usize::MAX, is_wanted);
    sites.truncate(planner.share(sites.len(), MOST));
    for site in sites {
        let around = planner.around(site);
        let mut stmts = planner.garbage(&around);
        if site.block.is_none() {
            // Each is put in front of what is there by then.
            stmts.reverse();
        }
        for (what, stmt) in stmts {
            planner.put_before(Kind::Insert, what, site, &[stmt]);
        }
    }
}

impl Planner<'_> {
    /// An edit that puts statements, none of them a declaration, before one: into its block, or into a new one with it.
    pub fn put_before(&mut self, kind: Kind, what: &'static str, site: &Site, stmts: &[lang::StmtId]) {
        let change = match site.block {
            Some(block) => Change::Before { block, at: site.stmt, new: stmts.to_vec() },
            None => {
                let hole = self.b.stmt(lang::StmtKind::Empty);
                let stmts: Vec<lang::StmtId> = stmts.iter().copied().chain([hole]).collect();
                let new = self.b.block(&stmts);
                Change::Stmt { at: site.stmt, new, hole: Some(hole) }
            }
        };
        self.push(kind, what, site.stmt, vec![change]);
    }
}
