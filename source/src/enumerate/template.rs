//! The text of a program with gaps at its holes, so that a variant costs no more than copying it.
//!
//! A variable that a hole may use where another of the same name hides it gets a name of its own, and so do all local
//! variables that hide another.

use super::extract::Extracted;
use lang::{ExprKind, Program, Var, VarId, print};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// Texts of all units, cut at their holes.
#[derive(Clone, Debug)]
pub struct Template {
    units: Vec<Unit>,
    /// The names of the skeleton's variables.
    names: Vec<String>,
}

#[derive(Clone, Debug)]
struct Unit {
    /// Pieces of text, each before a hole.
    pieces: Vec<(String, usize)>,
    end: String,
}

impl Template {
    /// Renames what is hidden in the program, too.
    pub fn new(program: &mut Program, extracted: &Extracted) -> Template {
        rename_hidden(program, extracted);
        let names = extracted.variables.iter().map(|&var| program.name(program[var].name).to_string()).collect();
        let mut gapped = program.clone();
        let gap = unused_prefix(program);
        for (hole, &expr) in extracted.holes.iter().enumerate() {
            let name = gapped.names.intern(&format!("{gap}h{hole}_"));
            let var = variable(program, extracted, hole);
            let var = gapped.add_var(Var { name, ..program[var].clone() });
            gapped[expr].kind = ExprKind::Var(var);
        }
        let unit = |unit| {
            let (pieces, end) = cut_at(&print::print_unit(&gapped, unit), &gap, |_, hole| hole);
            Unit { pieces, end }
        };
        Template { units: (0..program.units.len()).map(unit).collect(), names }
    }

    /// A text with gaps at these places, which are in order, each with the number of its hole.
    pub fn of_text(text: &str, gaps: &[(Range<usize>, usize)], names: Vec<String>) -> Template {
        let mut pieces = Vec::new();
        let mut from = 0;
        for (gap, hole) in gaps {
            pieces.push((text[from..gap.start].to_string(), *hole));
            from = gap.end;
        }
        Template { units: vec![Unit { pieces, end: text[from..].to_string() }], names }
    }

    /// The name of a variable of the skeleton.
    pub fn name(&self, variable: usize) -> &str {
        &self.names[variable]
    }

    /// The names of these variables, in the order of the text.
    pub fn fill(&self, filling: &[usize]) -> Vec<&str> {
        let holes = self.units.iter().flat_map(|unit| unit.pieces.iter().map(|(_, hole)| *hole));
        holes.map(|hole| self.name(filling[hole])).collect()
    }

    /// The text of a unit with these variables.
    pub fn text(&self, unit: usize, filling: &[usize]) -> String {
        let Unit { pieces, end } = &self.units[unit];
        let mut text =
            String::with_capacity(pieces.iter().map(|(piece, _)| piece.len() + 8).sum::<usize>() + end.len());
        for (piece, hole) in pieces {
            text.push_str(piece);
            text.push_str(&self.names[filling[*hole]]);
        }
        text.push_str(end);
        text
    }
}

fn variable(program: &Program, extracted: &Extracted, hole: usize) -> VarId {
    match program[extracted.holes[hole]].kind {
        ExprKind::Var(var) => var,
        _ => unreachable!("a hole is a use of a variable"),
    }
}

/// A beginning of names that the program's text has nowhere.
pub(super) fn unused_prefix(program: &Program) -> String {
    let text = print::print(program);
    let mut prefix = "gap_".to_string();
    while text.contains(&prefix) {
        prefix.push('_');
    }
    prefix
}

/// Cuts a text at its marks: the prefix, a letter, a number and `_`.
pub(super) fn cut_at<G>(text: &str, prefix: &str, gap: impl Fn(char, usize) -> G) -> (Vec<(String, G)>, String) {
    let mut parts = text.split(prefix);
    let mut piece = parts.next().unwrap_or_default();
    let mut pieces = Vec::new();
    for part in parts {
        let (mark, rest) = part.split_once('_').expect("a mark has an end");
        let (kind, number) = mark.split_at(1);
        let kind = kind.chars().next().expect("a mark has a letter");
        pieces.push((piece.to_string(), gap(kind, number.parse().expect("a mark has a number"))));
        piece = rest;
    }
    (pieces, piece.to_string())
}

/// Gives every local variable that hides something a name of its own.
fn rename_hidden(program: &mut Program, extracted: &Extracted) {
    let functions: FxHashSet<lang::Symbol> = program.functions.iter().map(|function| function.name).collect();
    for at in 0..extracted.variables.len() {
        let var = extracted.variables[at];
        let is_local = program[var].function.is_some() && program[var].storage != lang::Storage::Extern;
        if is_local && (functions.contains(&program[var].name) || hides(program, extracted, at)) {
            program[var].name = fresh(program, var);
        }
    }
}

/// Whether a variable of an outer scope, or an earlier one of its own, has the same name.
fn hides(program: &Program, extracted: &Extracted, at: usize) -> bool {
    let Extracted { skeleton, variables, .. } = extracted;
    let (var, scope) = (variables[at], skeleton.variables[at].scope);
    let is_hidden = |other: usize| {
        program[variables[other]].name == program[var].name
            && (program[variables[other]].function.is_none()
                || skeleton.is_within(scope, skeleton.variables[other].scope) && other < at)
    };
    (0..variables.len()).any(|other| other != at && is_hidden(other))
}

fn fresh(program: &mut Program, var: VarId) -> lang::Symbol {
    let old = program.name(program[var].name).to_string();
    let mut number = 2;
    while program.names.find(&format!("{old}_{number}")).is_some() {
        number += 1;
    }
    program.names.intern(&format!("{old}_{number}"))
}
