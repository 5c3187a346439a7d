//! What each variant does: executed without being printed or parsed, by editing one model in place.

use super::extract::Extracted;
use interp::{Execution, Options, Outcome};
use lang::{ExprKind, Program, VarId};

/// Steps that every variant may take.
const LEAST_FUEL: u64 = 10_000;

/// How many times as many steps as the original a variant may take.
const LONGER: u64 = 4;

/// Steps of the original that are tried to find out how long variants may take.
const ORIGINAL_FUEL: u64 = 10_000_000;

/// Executes the variants of one program.
pub struct Judge<'e> {
    program: Program,
    extracted: &'e Extracted,
    options: Options,
    /// What is in the holes now.
    filling: Vec<usize>,
    /// For each variable of the skeleton, how many holes take its address.
    taken: Vec<usize>,
}

impl<'e> Judge<'e> {
    /// `fuel` is what each variant may use. Without it, variants may take four times as long as the original: most that
    /// take longer never end.
    pub fn new(program: &Program, extracted: &'e Extracted, fuel: Option<u64>) -> Judge<'e> {
        let mut taken: Vec<usize> = vec![0; extracted.variables.len()];
        for (at, var) in extracted.variables.iter().enumerate() {
            taken[at] = extracted.pinned.iter().filter(|pinned| *pinned == var).count();
        }
        for hole in &extracted.skeleton.holes {
            taken[hole.original] += usize::from(hole.demand.is_address());
        }
        let filling = extracted.skeleton.original();
        let options = Options { check_layout: true, ..Options::default() };
        let mut judge = Judge { program: program.clone(), extracted, options, filling, taken };
        judge.options.fuel = fuel.unwrap_or_else(|| judge.usual_fuel());
        judge
    }

    fn usual_fuel(&mut self) -> u64 {
        self.options.fuel = ORIGINAL_FUEL;
        let original = self.judge(&self.extracted.skeleton.original());
        match original.outcome {
            Outcome::Defined { .. } => original.steps * LONGER + LEAST_FUEL,
            _ => LEAST_FUEL * (LONGER + 1),
        }
    }

    /// Executes the variant with these variables.
    pub fn judge(&mut self, filling: &[usize]) -> Execution {
        self.fill(filling);
        interp::run(&self.program, &self.options)
    }

    /// The model of the variant that was judged last.
    pub fn program(&self) -> &Program {
        &self.program
    }

    fn fill(&mut self, filling: &[usize]) {
        for (hole, &variable) in filling.iter().enumerate() {
            let before = std::mem::replace(&mut self.filling[hole], variable);
            if before == variable {
                continue;
            }
            self.program[self.extracted.holes[hole]].kind = ExprKind::Var(self.extracted.variables[variable]);
            if self.extracted.skeleton.holes[hole].demand.is_address() {
                self.taken[before] -= 1;
                self.taken[variable] += 1;
                self.mark(before);
                self.mark(variable);
            }
        }
    }

    /// The interpreter keeps a variable in a register if its address is never taken.
    fn mark(&mut self, variable: usize) {
        let var: VarId = self.extracted.variables[variable];
        self.program[var].address_taken = self.taken[variable] > 0;
    }
}
