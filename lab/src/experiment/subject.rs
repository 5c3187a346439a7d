//! The compilers of a plan, asked what they are.

use super::plan::{Plan, Tested};
use crate::compiler::{Build, Compiler, flags};
use crate::config::{CompilerConfig, Config, words};
use crate::detection;
use crate::observe::{Bench, pool};
use source::Rng;

/// The command of a compiler with these bugs, made from a compiler without: `gadfly __broken-cc BUG,BUG -- CC`.
pub type Broken = dyn Fn(&[String], &str) -> String + Sync;

/// All compilers of a plan, in its order.
pub struct Subjects {
    /// Under test, in the plan's order.
    pub tested: Vec<Subject>,
    /// For `rdt`.
    pub references: Vec<Compiler>,
}

/// A compiler under test.
pub struct Subject {
    /// With its bugs.
    pub compiler: Compiler,
    /// The bugs that were put into it.
    pub bugs: Vec<String>,
    /// Its bugs are named by the commits that corrected them.
    pub has_history: bool,
    /// The command of the compiler without bugs.
    base: String,
}

/// Asks all compilers of a plan what they are, or says which cannot be used. Comparisons have no random builds.
pub fn identify(benches: &mut [Bench], plan: &Plan, broken: &Broken) -> Result<Subjects, String> {
    let tested = plan.compilers.iter().map(|tested| CompilerConfig::new(&tested.name, &command(tested, broken)));
    let references = plan.references.iter().map(|it| CompilerConfig::new(&it.name, &it.command));
    let all: Vec<CompilerConfig> = tested.chain(references).collect();
    let identified = pool::for_all(benches, &all, detection::identify_untuned);
    let mut tested = identified.into_iter().collect::<Result<Vec<Compiler>, String>>()?;
    let references = tested.split_off(plan.compilers.len());
    let tested = tested.into_iter().zip(&plan.compilers).map(|(compiler, tested)| subject(compiler, tested)).collect();
    Ok(Subjects { tested, references })
}

fn command(tested: &Tested, broken: &Broken) -> String {
    match tested.bugs.is_empty() {
        true => tested.command.clone(),
        false => broken(&tested.bugs, &tested.command),
    }
}

fn subject(compiler: Compiler, tested: &Tested) -> Subject {
    Subject { compiler, bugs: tested.bugs.clone(), has_history: tested.repo.is_some(), base: tested.command.clone() }
}

impl Subject {
    /// A compiler without bugs of ours.
    pub fn of(compiler: &Compiler) -> Subject {
        Subject { compiler: compiler.clone(), bugs: Vec::new(), has_history: false, base: String::new() }
    }

    /// The same compiler with some of its bugs, or with none. It has the same name, so that a bench runs equal objects once.
    pub fn with(&self, bugs: &[String], broken: &Broken) -> Compiler {
        let none = ["none".to_string()];
        let command = broken(if bugs.is_empty() { &none } else { bugs }, &self.base);
        Compiler { command: words::split(&command).expect("the plan was checked"), ..self.compiler.clone() }
    }
}

/// The builds of a compiler, without random flags.
pub fn builds<'a>(compiler: &'a Compiler, config: &Config) -> Vec<Build<'a>> {
    let flag_sets = flags::builds(compiler, config, &mut Rng::new(0));
    flag_sets.into_iter().map(|flags| Build { compiler, flags }).collect()
}
