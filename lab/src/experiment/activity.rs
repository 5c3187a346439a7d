//! What the programs of an arm make an optimizer do, by the compiler's own counters: GCC's `-fdump-statistics`, Clang's
//! `-Rpass` remarks, and LLVM's `-stats` where it was built with them.

use super::plan::Arm;
use crate::case::Case;
use crate::compiler::{Compiler, Family};
use crate::config::{Config, Error, SourceConfig};
use crate::observe::{Bench, command};
use crate::sources::{Family as Cases, Source, Wanted, registry};
use crate::stop::Stop;
use report::activity::Counts;
use sandbox::{End, Limits};
use source::Rng;
use std::collections::BTreeMap;
use std::io;

/// Counters of one program.
type Counters = BTreeMap<String, f64>;

/// Which programs are counted, and how.
pub struct Counting<'a> {
    /// Whose optimizer counts. It must be a GCC or a Clang.
    pub compiler: &'a Compiler,
    /// `-O3`.
    pub flags: &'a [String],
    /// Decides the programs: two arms with one seed are asked for the same indices.
    pub seed: u64,
    /// How many are made for each arm.
    pub programs: u64,
    /// Counters by a thousand lines of a program, instead of by program.
    pub by_lines: bool,
    /// Once it is set, there is no result.
    pub stop: &'a Stop,
}

/// An arm on the command line: `policy`, `policy,policies=off`, `emi:policy,size=100`.
pub fn arm(spec: &str) -> Arm {
    let mut words = spec.split(',').map(str::trim);
    let mut arm = Arm { name: spec.to_string(), ..Arm::of(words.next().unwrap_or_default()) };
    for setting in words {
        match setting.split_once('=') {
            Some(("size", size)) => arm.size = Some(size.to_string()),
            Some(("variants", count)) if count.parse::<u32>().is_ok() => arm.variants = count.parse().ok(),
            _ => arm.set.push(setting.to_string()),
        }
    }
    arm
}

/// The source of an arm.
pub fn open(arm: &Arm, config: &Config) -> Result<Box<dyn Source>, Error> {
    registry::open_one(&arm.source(), config)
}

/// Compiles programs until there are enough that the compiler took. None if it was stopped.
pub fn count(
    bench: &mut Bench,
    source: &dyn Source,
    arm: &Arm,
    counting: &Counting,
    mut tell: impl FnMut(u64),
) -> io::Result<Option<Counts>> {
    let mut programs = Vec::new();
    // A source that makes nothing must not keep us for ever.
    for number in 0..counting.programs.saturating_mul(MOST_TRIES) {
        if programs.len() as u64 == counting.programs {
            break;
        }
        if counting.stop.is_set() {
            return Ok(None);
        }
        let seed = Rng::new(counting.seed).child_n("program", number).next_u64();
        let wanted =
            Wanted { index: number, ordinal: number, class_ordinal: number, ..Wanted::new(counting.compiler, seed) };
        if let Ok(family) = source.family(bench, &wanted) {
            programs.extend(of_family(bench, family, counting)?);
            tell(programs.len() as u64);
        }
    }
    Ok(Some(Counts { arm: arm.name.clone(), programs }))
}

/// Numbers that are tried for one program.
const MOST_TRIES: u64 = 4;

/// The mean over a program and its variants, so that every index counts once. None if the compiler takes none of them.
fn of_family(bench: &mut Bench, family: Cases, counting: &Counting) -> io::Result<Option<Counters>> {
    let Cases { case, variants, .. } = family;
    let cases: Vec<Case> = std::iter::once(case).chain(variants.into_iter().map(|variant| variant.case)).collect();
    let mut sum = Counters::new();
    let mut taken = 0.0;
    for case in &cases {
        if let Some(counters) = of_case(bench, case, counting)? {
            taken += 1.0;
            let scale = if counting.by_lines { 1000.0 / lines(case).max(1.0) } else { 1.0 };
            counters.into_iter().for_each(|(name, value)| *sum.entry(name).or_default() += value * scale);
        }
    }
    sum.values_mut().for_each(|value| *value /= taken);
    Ok((taken > 0.0).then_some(sum))
}

fn lines(case: &Case) -> f64 {
    let units = case.files.iter().filter(|file| case.units.contains(&file.name));
    units.map(|file| file.text.lines().count()).sum::<usize>() as f64
}

/// Where GCC writes its counters.
const DUMP: &str = "gadfly-statistics";
const OBJECT: &str = "gadfly-0.o";

fn of_case(bench: &mut Bench, case: &Case, counting: &Counting) -> io::Result<Option<Counters>> {
    if !counting.compiler.takes(case) {
        return Ok(None);
    }
    bench.lay_out(case)?;
    let mut counters = Counters::new();
    for unit in &case.units {
        let mut words = command::compile(counting.compiler, case, counting.flags, unit, OBJECT);
        words.extend(asking(counting.compiler.family).map(String::from));
        let limits = bench.compile_limits();
        let ran = bench.run(&words, Limits { output_bytes: limits.file_bytes, ..limits });
        if ran.end != End::Exited(0) {
            return Ok(None);
        }
        let said = match counting.compiler.family {
            Family::Gcc => gcc(&String::from_utf8_lossy(&bench.read(DUMP).unwrap_or_default())),
            _ => clang(&String::from_utf8_lossy(&ran.stderr)),
        };
        said.into_iter().for_each(|(name, value)| *counters.entry(name).or_default() += value);
        bench.remove(DUMP);
    }
    Ok(Some(counters))
}

/// Whether a compiler counts anything.
pub fn has_counters(family: Family) -> bool {
    matches!(family, Family::Gcc | Family::Clang)
}

fn asking(family: Family) -> impl Iterator<Item = &'static str> {
    const GCC: &[&str] = &["-fdump-statistics=gadfly-statistics"];
    const CLANG: &[&str] = &["-Rpass=.*", "-fno-caret-diagnostics", "-mllvm", "-stats"];
    if family == Family::Gcc { GCC } else { CLANG }.iter().copied()
}

/// `39 ccp "Statements deleted" "f" 3`. Histograms, `"RPO num avail == 10" "f" 1`, count values.
fn gcc(text: &str) -> Counters {
    let mut counters = Counters::new();
    for line in text.lines() {
        let mut parts = line.split('"');
        let (Some(pass), Some(what), Some(count)) = (parts.next(), parts.next(), parts.next_back()) else { continue };
        let Ok(count) = count.trim().parse::<f64>() else { continue };
        let pass = pass.split_whitespace().nth(1).unwrap_or_default();
        let (what, factor) = match what.rsplit_once(" == ") {
            Some((what, value)) => (what, value.trim().parse().unwrap_or(1.0)),
            None => (what, 1.0),
        };
        *counters.entry(format!("{pass}: {what}")).or_default() += count * factor;
    }
    counters
}

/// Remarks end with `[-Rpass=loop-vectorize]`. Statistics are `  12 gvn - Number of instructions deleted`.
fn clang(text: &str) -> Counters {
    let mut counters = Counters::new();
    for line in text.lines() {
        let remark = line.rsplit_once("[-Rpass=").and_then(|(_, rest)| rest.strip_suffix(']'));
        let counted = match remark {
            Some(pass) => Some((format!("{pass}: remarks"), 1.0)),
            None => statistic(line),
        };
        if let Some((name, count)) = counted {
            *counters.entry(name).or_default() += count;
        }
    }
    counters
}

fn statistic(line: &str) -> Option<(String, f64)> {
    let (left, what) = line.split_once(" - ")?;
    let mut words = left.split_whitespace();
    let (count, pass) = (words.next()?.parse().ok()?, words.next()?);
    words.next().is_none().then(|| (format!("{pass}: {}", what.trim()), count))
}

impl Arm {
    /// An arm without settings.
    fn of(source: &str) -> Arm {
        let SourceConfig { name, .. } = SourceConfig::named(source);
        Arm {
            name: name.clone(),
            source: name,
            oracles: Vec::new(),
            levels: Vec::new(),
            budget: None,
            fixed_programs: None,
            judged_percent: 100,
            size: None,
            set: Vec::new(),
            kinds: Vec::new(),
            variants: None,
            limit: None,
            command: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(got: Counters, wanted: &[(&str, f64)]) {
        let wanted: Counters = wanted.iter().map(|(name, value)| (name.to_string(), *value)).collect();
        assert_eq!(got, wanted);
    }

    #[test]
    fn counters_of_gcc_are_summed_over_functions_and_values_over_histograms() {
        let text = "39 ccp \"Statements deleted\" \"f\" 3\n39 ccp \"Statements deleted\" \"g\" 4\n\
                    44 fre \"RPO num avail == 10\" \"f\" 2\nnonsense\n";
        check(gcc(text), &[("ccp: Statements deleted", 7.0), ("fre: RPO num avail", 20.0)]);
    }

    #[test]
    fn remarks_of_clang_are_counted_by_pass() {
        let text = "a.c:2:22: remark: vectorized loop (vectorization width: 4) [-Rpass=loop-vectorize]\n\
                    a.c:3:1: remark: x - y [-Rpass=gvn]\na.c:3:1: warning: unused [-Wunused]\n\
                    \x20 12 gvn - Number of instructions deleted\n";
        check(
            clang(text),
            &[("gvn: Number of instructions deleted", 12.0), ("gvn: remarks", 1.0), ("loop-vectorize: remarks", 1.0)],
        );
    }

    #[test]
    fn an_arm_on_the_command_line_is_a_source_with_settings() {
        let got = arm("emi:policy,size=100,variants=4,stmt_loop=20");
        assert_eq!((got.source.as_str(), got.size.as_deref(), got.variants), ("emi:policy", Some("100"), Some(4)));
        assert_eq!(got.set, ["stmt_loop=20"]);
        assert!(arm("policy,policies=off").source().set.contains(&"stmt_loop_policy=0".to_string()));
    }
}
