//! The compilers of a plan, asked what they are.

use super::plan::{Plan, Tested};
use crate::compiler::{Build, Compiler, flags};
use crate::config::{CompilerConfig, Config, words};
use crate::detection;
use crate::observe::{Bench, pool};
use crate::shell::shell;
use sandbox::End;
use source::Rng;
use std::collections::BTreeMap;

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
///
/// Each command is asked once. A compiler with bugs is what it is without them: its bugs could strike the questions.
pub fn identify(benches: &mut [Bench], plan: &Plan, broken: &Broken) -> Result<Subjects, String> {
    let tested = plan.compilers.iter().map(|it| (&it.name, &it.command));
    let references = plan.references.iter().map(|it| (&it.name, &it.command));
    let mut commands: BTreeMap<&String, &String> = BTreeMap::new();
    for (name, command) in tested.chain(references) {
        commands.entry(command).or_insert(name);
    }
    let configs: Vec<CompilerConfig> =
        commands.iter().map(|(command, name)| CompilerConfig::new(name, command)).collect();
    let identified = pool::for_all(benches, &configs, detection::identify_untuned);
    let identified = identified.into_iter().collect::<Result<Vec<Compiler>, String>>()?;
    let identified: BTreeMap<&String, Compiler> = commands.into_keys().zip(identified).collect();
    let named = |name: &String, command: &String| Compiler { name: name.clone(), ..identified[command].clone() };
    let tested = plan.compilers.iter().map(|it| subject(named(&it.name, &it.command), it, broken));
    let tested: Vec<Subject> = tested.collect();
    tested.iter().filter(|it| !it.bugs.is_empty()).try_for_each(|it| can_start(&mut benches[0], it))?;
    Ok(Subjects { tested, references: plan.references.iter().map(|it| named(&it.name, &it.command)).collect() })
}

/// Whether there are bugs of these names.
fn can_start(bench: &mut Bench, Subject { compiler, .. }: &Subject) -> Result<(), String> {
    let command: Vec<String> = compiler.command.iter().cloned().chain(["--version".to_string()]).collect();
    let ran = bench.run(&command, bench.compile_limits());
    let said = String::from_utf8_lossy(&ran.stderr);
    match ran.end {
        End::Exited(0) => Ok(()),
        _ => Err(format!("{}: {}", compiler.name, said.lines().next().unwrap_or("it cannot be started"))),
    }
}

/// Of a compiler as it is without bugs.
fn subject(compiler: Compiler, tested: &Tested, broken: &Broken) -> Subject {
    let (bugs, base) = (tested.bugs.clone(), shell(&compiler.command));
    let subject = Subject { compiler, bugs, has_history: tested.repo.is_some(), base };
    match tested.bugs.is_empty() {
        true => subject,
        false => Subject { compiler: subject.with(&tested.bugs, broken), ..subject },
    }
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
