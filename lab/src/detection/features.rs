//! What a compiler can do besides compiling, by trying.

use super::probe::{Answer, Probe};
use crate::compiler::{Compiler, Family, Features};
use crate::observe::Bench;
use sandbox::End;

pub fn features(bench: &mut Bench, compiler: &Compiler) -> Features {
    let Compiler { command, run, language, family, .. } = compiler;
    let is_large = matches!(family, Family::Gcc | Family::Clang);
    // An emulator is slow, and its machine has neither.
    let is_native = is_large && run.is_empty();
    let mut probe = Probe { bench, command: command.clone(), run: run.clone(), language: *language };
    Features {
        opt_bisect: *family == Family::Clang && accepts(&mut probe, &["-O1", "-mllvm", "-opt-bisect-limit=-1"]),
        dbg_cnt: *family == Family::Gcc && accepts(&mut probe, &["-O1", "-fdbg-cnt-list"]),
        sanitizers: is_native && probe.answer(&["-fsanitize=undefined,address"]).is_ok(),
        m32: is_native && matches!(probe.answer(&["-m32"]), Ok(Answer { pointer_bytes: 4, .. })),
    }
}

/// Whether it compiles with these flags.
fn accepts(probe: &mut Probe, flags: &[&str]) -> bool {
    let Ok(file) = probe.write("feature", "int main(void) { return 0; }\n") else { return false };
    let flags = [flags, &["-c", &file, "-o", "feature.o"]].concat();
    probe.compiler(&flags).end == End::Exited(0)
}
