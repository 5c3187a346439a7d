//! The compilers of a plan, asked what they are.

use super::plan::{Plan, Tested};
use crate::compiler::{Build, Compiler, flags};
use crate::config::{CompilerConfig, Config, words};
use crate::detection;
use crate::observe::Bench;
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

/// Asks all compilers of a plan what they are, or says which cannot be used.
pub fn identify(bench: &mut Bench, plan: &Plan, broken: &Broken) -> Result<Subjects, String> {
    let tested = plan.compilers.iter().map(|tested| subject(bench, tested, broken)).collect::<Result<_, _>>()?;
    let one = |name: &str, command: &str| CompilerConfig::new(name, command);
    let references = plan
        .references
        .iter()
        .map(|it| detection::identify(bench, &one(&it.name, &it.command)))
        .collect::<Result<_, _>>()?;
    Ok(Subjects { tested, references })
}

fn subject(bench: &mut Bench, tested: &Tested, broken: &Broken) -> Result<Subject, String> {
    let command = match tested.bugs.is_empty() {
        true => tested.command.clone(),
        false => broken(&tested.bugs, &tested.command),
    };
    let compiler = detection::identify(bench, &CompilerConfig::new(&tested.name, &command))?;
    Ok(Subject {
        compiler,
        bugs: tested.bugs.clone(),
        has_history: tested.repo.is_some(),
        base: tested.command.clone(),
    })
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
