//! The commands that make a program of a case: those that benches run, reductions run, and reports and Makefiles print.

use crate::case::Case;
use crate::compiler::Compiler;

/// Of a case: it is not linked, because it has no `main` or must not be run.
pub const COMPILE_ONLY: &str = "-c";

/// Of a build: nothing is generated, which costs a fraction of any level.
pub const FRONT_END_ONLY: &str = "-fsyntax-only";

/// `gcc-12 -std=c17 -O2 -c test.c -o gadfly-0.o`
pub fn compile(compiler: &Compiler, case: &Case, flags: &[String], unit: &str, object: &str) -> Vec<String> {
    let base = compiler.base_flags(case).into_iter().filter(|flag| !is_library(flag));
    let last = ["-c", unit, "-o", object].map(String::from);
    compiler.command.iter().cloned().chain(base).chain(flags.iter().cloned()).chain(last).collect()
}

/// Whether a program is linked: neither the case nor the build ends with what is compiled.
pub fn links(case: &Case, flags: &[String]) -> bool {
    makes_object(flags) && !case.flags.iter().any(|flag| flag == COMPILE_ONLY)
}

/// Whether a build goes beyond the compiler's front end.
pub fn makes_object(flags: &[String]) -> bool {
    !flags.iter().any(|flag| flag == FRONT_END_ONLY)
}

/// `gcc-12 gadfly-0.o gadfly-driver-0.o -o gadfly-program`
pub fn link(compiler: &Compiler, case: &Case, flags: &[String], objects: &[String], program: &str) -> Vec<String> {
    let libraries = libraries(&case.flags);
    let output = ["-o", program].map(String::from);
    let objects = objects.iter().cloned().chain(output);
    compiler.command.iter().cloned().chain(link_flags(flags).iter().cloned()).chain(objects).chain(libraries).collect()
}

/// `gcc-12 -std=c17 -O2 test.c -o gadfly-program -lm`: one process of the compiler's driver instead of two.
pub fn in_one_go(compiler: &Compiler, case: &Case, flags: &[String], unit: &str, program: &str) -> Vec<String> {
    let mut words = compile(compiler, case, flags, unit, program);
    words.retain(|word| word != "-c");
    words.extend(libraries(&case.flags));
    words
}

/// What has to come last when linking.
pub fn libraries(flags: &[String]) -> Vec<String> {
    flags.iter().filter(|flag| is_library(flag)).cloned().collect()
}

/// What is for the linker only, and comes last.
pub fn is_library(flag: &str) -> bool {
    flag.starts_with("-l") || flag.starts_with("-L")
}

/// The build's flags, if any of them matters for linking. Most do not, and then equal objects are equal programs.
pub fn link_flags(flags: &[String]) -> &[String] {
    if flags.iter().any(|flag| matters_for_linking(flag)) { flags } else { &[] }
}

fn matters_for_linking(flag: &str) -> bool {
    const OPTIONS: [&str; 11] = [
        "-flto",
        "-fsanitize",
        "-fpie",
        "-fno-pie",
        "-fopenmp",
        "-fprofile",
        "-ffast-math",
        "-funsafe-math",
        "-fuse-ld",
        "-fsplit-stack",
        "-fstack-protector",
    ];
    const COMPILING: [&str; 8] = ["-O", "-f", "-march=", "-mtune=", "-mllvm", "-g", "-W", "-std="];
    let is_linking = OPTIONS.iter().any(|option| flag.starts_with(option)) || flag.starts_with("-Wl,");
    // An argument of `-mllvm` begins with a dash as well.
    is_linking || (flag.starts_with('-') && !COMPILING.iter().any(|option| flag.starts_with(option)) && is_driver(flag))
}

/// Options that name what is linked, or how.
fn is_driver(flag: &str) -> bool {
    const NAMES: [&str; 10] =
        ["-m32", "-m64", "-mx32", "-static", "-pie", "-no-pie", "-nopie", "-pthread", "-shared", "-rdynamic"];
    NAMES.contains(&flag)
        || flag.starts_with("-l")
        || flag.starts_with("-L")
        || flag.starts_with("--target")
        || flag.starts_with("-target")
        || flag.starts_with("-stdlib")
        || flag.starts_with("--sysroot")
}
