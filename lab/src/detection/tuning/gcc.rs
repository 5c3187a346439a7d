//! GCC's optimisation flags, as `gcc -Q --help=optimizers` of that very compiler lists them.

use crate::detection::probe::Probe;

/// Beginnings of flags that change what a program means or how units fit together, record or expect profiles, write
/// files or messages, ask for libraries that a compiler may be built without, or do nothing on most machines.
const UNWANTED: [&str; 43] = [
    // The meaning of floating point.
    "-fassociative-math",
    "-fcx-",
    "-fexcess-precision",
    "-ffast-math",
    "-ffinite-math-only",
    "-ffloat-store",
    "-ffp-",
    "-fmath-errno",
    "-freciprocal-math",
    "-frounding-math",
    "-fsignaling-nans",
    "-fsigned-zeros",
    "-fsingle-precision-constant",
    "-ftrapping-math",
    "-funsafe-",
    // The meaning of overflow, aliasing and the like.
    "-fstrict-",
    "-ftrapv",
    "-fwrapv",
    // Layout and calling conventions: the driver is compiled without them.
    "-fpack-struct",
    "-fpcc-struct-return",
    "-freg-struct-return",
    "-fshort-",
    "-fstack-",
    // Exceptions and run-time types.
    "-fasynchronous-unwind-tables",
    "-fdelete-dead-exceptions",
    "-fexceptions",
    "-fhandle-exceptions",
    "-fno",
    "-frtti",
    "-funwind-tables",
    // Profiles.
    "-fbranch-probabilities",
    "-fprofile-",
    "-fvpt",
    // Debugging and messages.
    "-fopt-info",
    "-fsave-optimization-record",
    "-fvar-tracking",
    // Refuse to work with most other flags, or without a plugin or a library.
    "-fgraphite",
    "-flive-patching",
    "-floop-nest-optimize",
    "-floop-parallelize-all",
    "-flto",
    // Not for the machines that programs run on.
    "-fdelayed-branch",
    "-fsection-anchors",
];

pub fn flags(probe: &mut Probe) -> Vec<Vec<String>> {
    let ran = probe.compiler(&["-Q", "-O2", "--help=optimizers"]);
    parse(&String::from_utf8_lossy(&ran.stdout))
}

/// Only switches: what has neither of the two states takes a value or belongs to another language.
fn parse(help: &str) -> Vec<Vec<String>> {
    let switch = |line: &str| {
        let (flag, state) = line.trim().split_once(char::is_whitespace)?;
        let is_switch = flag.starts_with("-f") && ["[enabled]", "[disabled]"].contains(&state.trim());
        (is_switch && !UNWANTED.iter().any(|unwanted| flag.starts_with(unwanted))).then(|| vec![flag.to_string()])
    };
    help.lines().filter_map(switch).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_harmless_switches_are_taken() {
        let help = "The following options control optimizations:\n  -O<number>  \n  -fgcse  \t\t[enabled]\n\
                    \x20 -fira-region=[one|all|mixed] \tone\n  -fwrapv  [disabled]\n  -ftree-vrp [disabled]\n\
                    \x20 -fnothrow-opt [available in C++]\n  -fprefetch-loop-arrays  \t\t\n  -ffast-math \n";
        assert_eq!(parse(help), [["-fgcse"], ["-ftree-vrp"]]);
    }
}
