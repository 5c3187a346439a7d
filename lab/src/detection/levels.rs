//! Whether a compiler knows the flags that it is to be tested with, by trying. A level that it does not know would look like
//! a refusal of every program.

use super::probe::{Probe, complaint};
use crate::compiler::{Compiler, Family, flags};
use crate::config::Config;
use crate::observe::{Bench, Outcome, classify, pool};
use sandbox::End;

/// Levels that compilers may have.
const LEVELS: [&str; 7] = ["-O0", "-O1", "-O2", "-O3", "-Os", "-Og", "-Oz"];

/// Of these, what every GCC and Clang has, so that nobody needs to wait for it.
const COMMON: usize = 5;

/// Fails with the first flags of the configuration that a compiler does not know, and the levels that it does.
pub fn check_flags(benches: &mut [Bench], compilers: &[Compiler], config: &Config) -> Result<(), String> {
    pool::for_all(benches, compilers, |bench, compiler| check(bench, compiler, config)).into_iter().collect()
}

fn check(bench: &mut Bench, compiler: &Compiler, config: &Config) -> Result<(), String> {
    let Compiler { name, command, run, language, family, .. } = compiler;
    let mut probe = Probe { bench, command: command.clone(), run: run.clone(), language: *language };
    let is_large = matches!(family, Family::Gcc | Family::Clang);
    let is_common = |flags: &[String]| is_large && flags.iter().all(|flag| LEVELS[..COMMON].contains(&flag.as_str()));
    for flags in flags::fixed(compiler, config).iter().filter(|flags| !is_common(flags)) {
        if let Err(words) = probe.takes(flags) {
            let knows: Vec<&str> =
                LEVELS.into_iter().filter(|level| probe.takes(&[level.to_string()]).is_ok()).collect();
            return Err(format!(
                "{name} does not compile with `{}`: {words}\nLevels that it knows: {}",
                flags.join(" "),
                knows.join(", ")
            ));
        }
    }
    Ok(())
}

impl Probe<'_> {
    /// Whether it compiles a trivial program with these flags, or its words. A crash is no refusal: the hunt will see it.
    fn takes(&mut self, flags: &[String]) -> Result<(), String> {
        let file = self.write("level", "int main(void) { return 0; }\n")?;
        let flags: Vec<&str> = flags.iter().map(String::as_str).chain(["-c", &file, "-o", "level.o"]).collect();
        let ran = self.compiler(&flags);
        let refuses = matches!(
            classify::compiled(&ran, &self.bench.compile_limits()),
            Err(Outcome::Rejected { .. } | Outcome::Inconclusive { .. })
        );
        if refuses && matches!(ran.end, End::Exited(_)) { Err(complaint(&ran)) } else { Ok(()) }
    }
}
