//! What random builds of a compiler are drawn from: its flags and machines.

mod clang;
mod gcc;
mod march;

use super::probe::Probe;
use crate::compiler::{Compiler, Family};
use crate::observe::Bench;

/// Flags and machines that random builds of this compiler are drawn from, asked of itself.
pub fn tuning(bench: &mut Bench, compiler: &Compiler) -> (Vec<Vec<String>>, Vec<String>) {
    let Compiler { command, run, language, .. } = compiler;
    let mut probe = Probe { bench, command: command.clone(), run: run.clone(), language: *language };
    let flags = match compiler.family {
        Family::Gcc => gcc::flags(&mut probe),
        Family::Clang => clang::flags(&mut probe),
        _ => Vec::new(),
    };
    (flags, march::marches(compiler))
}
