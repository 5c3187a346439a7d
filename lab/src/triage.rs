//! What a finding is about: the guilty pass, the fewest flags, the first bad version, the first wrong value, the wrong
//! instructions. Together they are a fingerprint, by which findings are clustered into bugs.
//!
//! Everything is found by really compiling and running the program, the reduced one where there is one. What a search
//! does not find is left out; nothing here fails.

mod base;
mod cluster;
mod corrections;
mod divergence;
pub(crate) mod evidence;
mod flags;
mod guilt;
mod instructions;
pub mod known;
mod trial;
mod versions;
mod witness;

pub use cluster::{Bug, cluster, cluster_with};
pub use corrections::Corrections;
pub use divergence::Divergence;
pub use evidence::Evidence;
pub use flags::Level;
pub use guilt::{Guilt, Search};
pub use instructions::Instructions;
pub use known::Known;
pub use versions::{Range, Tried};
pub use witness::Witness;

use crate::case::{Case, Expected};
use crate::compiler::{Build, Compiler, Family};
use crate::finding::{Finding, word};
use crate::observe::{Bench, Outcome};
use crate::oracle::Kind;
use crate::reduction::{Budget, RUNS, Steadiness};
use crate::sources::reference;
use crate::stop::Stop;
use sandbox::End;
use serde::{Deserialize, Serialize};
use source::language::Language;
use trial::{Answer, Trial};

/// The version of `triage.json`.
pub const SCHEMA: u32 = 1;

/// Builds that the searches of one finding may take together, so that none goes on forever on a flaky compiler.
const MOST_BUILDS: u32 = 1_000;

/// Everything that was found out about a finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Triage {
    /// [`SCHEMA`] at the time of writing.
    pub schema: u32,
    /// The finding's id.
    pub finding: String,
    /// Of the finding.
    pub kind: Kind,
    /// The accused compiler's.
    pub family: Family,
    /// The accused compiler's name.
    pub compiler: String,
    /// What tells crashes and refusals apart.
    pub signature: String,
    /// The program that was looked at is the reduced one.
    pub reduced: bool,
    /// It showed again; if not, what follows is empty.
    pub shows: bool,
    /// The fewest flags that show it, the lowest level first.
    pub flags: Vec<String>,
    /// Every level with the other flags.
    #[serde(default)]
    pub levels: Vec<Level>,
    /// What it can be blamed on, the most precise search first.
    pub guilt: Vec<Guilt>,
    /// The first value that is wrong, if the program could be made to print its values.
    pub divergence: Option<Divergence>,
    /// Every operator of the program, sorted: it computes something wrong with one of them.
    #[serde(default)]
    pub operators: Vec<String>,
    /// What is wrong in the assembly, if something close could be compared.
    pub instructions: Option<Instructions>,
    /// The oldest first.
    pub versions: Vec<Tried>,
    /// Since which version it is wrong, if several are installed.
    pub range: Option<Range>,
    /// Why the program is defined.
    pub evidence: Vec<Evidence>,
    /// What the compiler says of itself when asked with `-v`.
    pub verbose: String,
    /// What the program that was looked at must print, if it is wrong code and that is known.
    #[serde(default)]
    pub expected: Option<Expected>,
    /// What the accused compiler makes of it with the fewest flags; nothing is known of one that does not end.
    #[serde(default)]
    pub outcome: Option<Outcome>,
    /// In how many of how many builds and runs it was that.
    #[serde(default)]
    pub steadiness: Option<Steadiness>,
    /// What compilers that are no versions of the accused make of the program.
    #[serde(default)]
    pub witnesses: Vec<Witness>,
    /// What is left of the flags that every compilation has, if that was tried.
    #[serde(default)]
    pub base: Option<Vec<String>>,
    /// Where its bug is known from, as the report says.
    #[serde(default)]
    pub known: Option<String>,
}

/// Looks into a finding. `case` is its program, reduced if there is a reduced one, with its own expected output;
/// `installed` are compilers to compare the accused one with. Once the budget is spent or `stop` is set, nothing more is
/// found out.
pub fn triage(
    bench: &mut Bench,
    finding: &Finding,
    case: &Case,
    installed: &[Compiler],
    budget: Budget,
    stop: &Stop,
) -> Triage {
    let mut triage = Triage::about(finding);
    if bench.lay_out(case).is_err() {
        return triage;
    }
    let case = &expecting(bench, finding, case);
    let compiler = &finding.compiler;
    let cpu_end = budget.cpu.map(|cpu| bench.cpu().total() + cpu);
    let (kind, signature) = (finding.kind, finding.signature.as_str());
    let mut trial = Trial { bench, case, kind, signature, budget: MOST_BUILDS, cpu_end, stop };
    triage.verbose = verbose(trial.bench, compiler);
    if trial.ask(compiler, finding.flags()) == Answer::Wrong {
        triage.shows = true;
        triage.search(&mut trial, compiler, finding.flags(), installed);
    }
    if kind == Kind::WrongCode {
        triage.expected = case.expected.clone();
    }
    // To see once more that a compiler does not end would take as long as it may.
    if triage.shows && kind != Kind::Hang {
        let seen = outcome(bench, case, compiler, &triage.flags);
        triage.steadiness = (kind == Kind::WrongCode).then(|| steadiness(bench, case, compiler, &triage.flags, &seen));
        triage.base = Some(base::needed(bench, finding, case, &triage.flags, &seen));
        triage.outcome = Some(seen);
    }
    if matches!(kind, Kind::WrongCode | Kind::RejectsValid) && !stop.is_set() {
        triage.witnesses = witness::witnesses(bench, case, compiler, installed);
    }
    triage.evidence = evidence(bench, finding, case, installed);
    triage
}

/// The case with what it must print: worked out anew, as the reduced program's is not that of the original.
fn expecting(bench: &mut Bench, finding: &Finding, case: &Case) -> Case {
    let fuel = bench.limits.fuel;
    let known = reference::expected(bench, case, fuel).ok();
    let is_original = case.expected.is_some() && case.expected == finding.expected;
    let believed = || case.expected.clone().or_else(|| if is_original { finding.correct() } else { None });
    Case { expected: known.or_else(believed), ..case.clone() }
}

/// How the program ends that this build makes of the case.
fn outcome(bench: &mut Bench, case: &Case, compiler: &Compiler, flags: &[String]) -> Outcome {
    bench.observe(case, &Build { compiler, flags: flags.to_vec() }).outcome
}

/// In how many of a few builds and runs the case comes out as it was seen.
fn steadiness(bench: &mut Bench, case: &Case, compiler: &Compiler, flags: &[String], seen: &Outcome) -> Steadiness {
    let runs = if matches!(seen, Outcome::Endless { .. }) { 1 } else { RUNS };
    let same = (1..runs).filter(|_| outcome(bench, case, compiler, flags) == *seen).count() as u32;
    Steadiness { same: same + 1, runs }
}

/// What the compiler says of itself when it is asked with `-v`; nothing if it does not understand that.
pub fn verbose(bench: &mut Bench, compiler: &Compiler) -> String {
    const MOST_LINES: usize = 12;
    let words: Vec<String> = compiler.command.iter().cloned().chain(["-v".to_string()]).collect();
    let ran = bench.run(&words, bench.compile_limits());
    let answer = match ran.end {
        End::Exited(0) => [String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr)].concat(),
        _ => String::new(),
    };
    answer.lines().filter(|line| !line.trim().is_empty()).take(MOST_LINES).collect::<Vec<_>>().join("\n")
}

fn evidence(bench: &mut Bench, finding: &Finding, case: &Case, installed: &[Compiler]) -> Vec<Evidence> {
    let fuel = bench.limits.fuel;
    let judged = reference::interpreted(bench, case, fuel).map_err(|unknown| unknown.to_string());
    // Our own C++ programs are executed only while they are made.
    let is_made = case.expected.is_some() && case.expected == finding.expected && case.language != Language::C;
    let (holds, says) = match judged {
        Ok(_) => (true, "defined".to_string()),
        Err(_) if is_made => (true, "defined, executed while it was generated".to_string()),
        Err(unknown) => (false, unknown),
    };
    let interpreter = Evidence { judge: evidence::INTERPRETER.to_string(), holds, says };
    let independent: Vec<Compiler> =
        installed.iter().filter(|compiler| !compiler.is_same_program(&finding.compiler)).cloned().collect();
    let mut others = evidence::sanitized(bench, case, &independent);
    if others.is_empty() && matches!(finding.kind, Kind::Crash | Kind::Hang) {
        // It need not be run, and may have no `main`.
        others = evidence::accepted(bench, case, &independent);
    }
    std::iter::once(interpreter).chain(others).collect()
}

impl Triage {
    /// What is known without running anything.
    fn about(finding: &Finding) -> Triage {
        Triage {
            schema: SCHEMA,
            finding: finding.id.clone(),
            kind: finding.kind,
            family: finding.compiler.family,
            compiler: finding.compiler.name.clone(),
            signature: finding.signature.clone(),
            reduced: false,
            shows: false,
            flags: finding.flags().to_vec(),
            levels: Vec::new(),
            guilt: Vec::new(),
            divergence: None,
            operators: Vec::new(),
            instructions: None,
            versions: Vec::new(),
            range: None,
            evidence: Vec::new(),
            verbose: String::new(),
            expected: None,
            outcome: None,
            steadiness: None,
            witnesses: Vec::new(),
            base: None,
            known: None,
        }
    }

    fn search(&mut self, trial: &mut Trial, compiler: &Compiler, flags: &[String], installed: &[Compiler]) {
        self.flags = flags::minimal_flags(trial, compiler, flags);
        self.levels = flags::levels(trial, compiler, &self.flags);
        self.versions = versions::tried(trial, compiler, &self.flags, installed);
        self.range = versions::range(&self.versions);
        if self.kind == Kind::WrongCode {
            // What takes the most builds comes last, so that a budget that is spent costs the least.
            (self.divergence, self.operators) = divergence::divergence(trial, compiler, &self.flags);
            self.guilt = guilt::guilty(trial, compiler, &self.flags);
            self.instructions = self.compared(trial, compiler, installed);
        }
    }

    /// The wrong assembly against that of the build that is right and differs least from it.
    fn compared(&self, trial: &mut Trial, compiler: &Compiler, installed: &[Compiler]) -> Option<Instructions> {
        let units = &trial.case.units;
        let wrong = trial.assembly(compiler, &self.flags, units)?;
        let mut found: Vec<((usize, Vec<String>), String)> = Vec::new();
        for guilt in &self.guilt {
            let units = guilt.unit.as_ref().map_or(units.as_slice(), std::slice::from_ref);
            let [more, less] = [&guilt.with, &guilt.without].map(|flags| [&self.flags[..], flags].concat());
            let wrong = trial.assembly(compiler, &more, units)?;
            let right = trial.assembly(compiler, &less, units).unwrap_or_default();
            found.extend(instructions::changes(&wrong, &right).map(|changes| (changes, guilt.without.join(" "))));
        }
        let is_right = |other: &&Compiler| {
            self.versions.iter().any(|tried| tried.compiler == other.name && tried.wrong == Some(false))
        };
        for other in versions::relatives(compiler, installed).filter(is_right) {
            let right = trial.assembly(other, &self.flags, units).unwrap_or_default();
            found.extend(instructions::changes(&wrong, &right).map(|changes| (changes, other.name.clone())));
        }
        let closest = found.into_iter().min_by_key(|((lines, names), _)| (*lines, names.len()));
        Some(match closest {
            Some(((_, names), against)) => Instructions { names, against: Some(against) },
            None => Instructions { names: instructions::telling(&wrong), against: None },
        })
    }

    /// The blame that is worth naming: what nothing else shares, or else the most precise.
    pub fn blame(&self) -> Option<&Guilt> {
        self.guilt.iter().find(|guilt| guilt.by == Search::Bisection || guilt.only).or(self.guilt.first())
    }

    /// The finding, with no other build than that with the fewest flags.
    pub fn fewest(&self, finding: &Finding) -> Finding {
        let flags = if self.shows { &self.flags } else { finding.flags() };
        Finding { builds: vec![flags.to_vec()], ..finding.clone() }
    }

    /// One line that is the same for findings of one bug, more often than not.
    pub fn fingerprint(&self) -> String {
        let mut parts = vec![word(&self.kind), self.family.name().to_string()];
        parts.extend(self.signature.lines().next().filter(|line| !line.is_empty()).map(str::to_string));
        parts.extend(self.blame().map(|guilt| guilt.names.join(" ")));
        parts.extend(self.instructions.as_ref().filter(|it| !it.names.is_empty()).map(|it| it.names.join(" ")));
        parts.extend(self.divergence.as_ref().map(|divergence| divergence.operation.clone()));
        parts.extend(Some(self.flags.join(" ")).filter(|flags| !flags.is_empty()));
        parts.join(" | ")
    }
}
