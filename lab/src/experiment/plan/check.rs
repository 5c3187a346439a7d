//! What TOML's types cannot say of a plan.

use super::{Arm, Budget, Plan};
use crate::config::{Config, SourceConfig, Wrong, WrongSource, size, words};
use crate::kind::Oracle;
use crate::sources;
use std::collections::BTreeSet;

/// The first mistake.
pub fn check(plan: &Plan) -> Result<(), Wrong> {
    require(plan.trials > 0, || "`trials` must be at least 1".to_string())?;
    require(!plan.compilers.is_empty(), || "a plan needs a compiler: a table `[[compiler]]`".to_string())?;
    require(!plan.arms.is_empty(), || "a plan needs arms: a table `[[arm]]` for each".to_string())?;
    require(!plan.levels.is_empty(), || "`levels` must not be empty; no flag at all is \"\"".to_string())?;
    budget("budget", plan.budget)?;
    plan.slice.map_or(Ok(()), |slice| budget("slice", slice))?;
    let compilers = plan.compilers.iter().map(|it| it.name.as_str());
    unique("compiler", compilers.chain(plan.references.iter().map(|it| it.name.as_str())))?;
    unique("arm", plan.arms.iter().map(|it| it.name.as_str()))?;
    unique("source", plan.sources.iter().map(|it| it.name.as_str()))?;
    commands(plan)?;
    plan.sources.iter().try_for_each(|source| self::source(plan, source))?;
    plan.arms.iter().try_for_each(|arm| self::arm(plan, arm))
}

fn require(holds: bool, message: impl Fn() -> String) -> Result<(), Wrong> {
    if holds { Ok(()) } else { Err(Wrong::new(message())) }
}

fn budget(key: &str, budget: Budget) -> Result<(), Wrong> {
    let is_some = match budget {
        Budget::CpuS(cpu_s) => cpu_s > 0.0 && cpu_s.is_finite(),
        Budget::Programs(programs) => programs > 0,
    };
    require(is_some, || format!("`{key}` must be more than 0"))
}

fn unique<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> Result<(), Wrong> {
    let mut seen = BTreeSet::new();
    for name in names {
        require(!name.trim().is_empty(), || format!("a `[[{what}]]` needs a name"))?;
        require(seen.insert(name), || format!("there are two with the name `{name}`"))?;
    }
    Ok(())
}

fn commands(plan: &Plan) -> Result<(), Wrong> {
    let tested = plan.compilers.iter().map(|it| (&it.name, &it.command, &it.flags));
    let references = plan.references.iter().map(|it| (&it.name, &it.command, &it.flags));
    for (name, command, flags) in tested.chain(references) {
        for line in flags.iter().chain([command]) {
            words::split(line).map_err(|error| Wrong::new(format!("the compiler `{name}`: {error}")))?;
        }
        require(!command.trim().is_empty(), || format!("the compiler `{name}` needs a command"))?;
    }
    for compiler in &plan.compilers {
        let (repo, build) = (compiler.repo.is_some(), compiler.build.is_some());
        require(repo == build, || {
            format!("the compiler `{}` needs both `repo` and `build`, or neither", compiler.name)
        })?;
        require(repo || compiler.revision.is_none(), || {
            format!("the compiler `{}` has a `revision` of no `repo`", compiler.name)
        })?;
    }
    Ok(())
}

/// What sources refer to.
fn config(plan: &Plan) -> Config {
    Config { limits: plan.limits, sources: plan.sources.clone(), ..Config::default() }
}

fn source(plan: &Plan, source: &SourceConfig) -> Result<(), Wrong> {
    let name = &source.name;
    for line in source.command.iter().chain([&source.flags]) {
        words::split(line).map_err(|error| Wrong::new(format!("the source `{name}`: {error}")))?;
    }
    let checked = sources::check(source, &config(plan));
    checked.map_err(|WrongSource { wrong, .. }| Wrong {
        message: format!("the source `{name}`: {}", wrong.message),
        ..wrong
    })
}

fn arm(plan: &Plan, arm: &Arm) -> Result<(), Wrong> {
    let name = &arm.name;
    require(!arm.oracles.is_empty(), || format!("the arm `{name}` has no oracle, so that it finds nothing"))?;
    require(!arm.oracles.contains(&Oracle::Rdt) || !plan.references.is_empty(), || {
        format!("the arm `{name}` has the oracle rdt, which needs a compiler to compare with: a table `[[reference]]`")
    })?;
    require(arm.judged_percent <= 100, || format!("the arm `{name}`: `judged_percent` is at most 100"))?;
    require(arm.fixed_programs != Some(0), || format!("the arm `{name}`: `fixed_programs` must be more than 0"))?;
    arm.budget.map_or(Ok(()), |it| budget("budget", it))?;
    let source = plan.source(arm);
    size::parse(source.size.as_deref().unwrap_or(size::DEFAULT))
        .map_err(|message| Wrong::new(format!("the arm `{name}`: {message}")))?;
    let checked = sources::check(&source, &config(plan));
    checked.map_err(|WrongSource { wrong, .. }| Wrong {
        message: format!("the arm `{name}`: {}", wrong.message),
        ..wrong
    })?;
    is_emi_possible(arm)
}

/// The oracle compares variants, so there must be some.
fn is_emi_possible(arm: &Arm) -> Result<(), Wrong> {
    if arm.source.starts_with("emi:") || !arm.oracles.contains(&Oracle::Emi) {
        return Ok(());
    }
    let wrong = Wrong::new(format!("the arm `{}`: `{}` makes no variants to compare", arm.name, arm.source));
    Err(wrong.help(format!("write `source = \"emi:{}\"`", arm.source)))
}
