//! Clang's flags by hand, since it cannot list those that matter: switches, and options of its passes as far as this
//! version has them.

use crate::detection::probe::Probe;
use std::collections::BTreeSet;

/// Switches that all versions in use understand.
const SWITCHES: [&str; 12] = [
    "-fbuiltin",
    "-fdelete-null-pointer-checks",
    "-ffinite-loops",
    "-ffunction-sections",
    "-finline-functions",
    "-fjump-tables",
    "-fomit-frame-pointer",
    "-foptimize-sibling-calls",
    "-fslp-vectorize",
    "-fstrict-aliasing",
    "-funroll-loops",
    "-fvectorize",
];

/// `-mllvm` options that turn a pass on, off, or change what it finds worth doing, never what a program means.
const PASSES: [&str; 40] = [
    "-aggressive-ext-opt",
    "-disable-licm-promotion",
    "-enable-aa-sched-mi",
    "-enable-chr=false",
    "-enable-cond-stores-vec=false",
    "-enable-constraint-elimination",
    "-enable-dfa-jump-thread",
    "-enable-epilogue-vectorization=false",
    "-enable-gvn-hoist",
    "-enable-gvn-memdep=false",
    "-enable-gvn-sink",
    "-enable-if-conversion=false",
    "-enable-interleaved-mem-accesses",
    "-enable-ipra",
    "-enable-load-pre=false",
    "-enable-loop-distribute",
    "-enable-loop-flatten",
    "-enable-loop-versioning-licm",
    "-enable-loopinterchange",
    "-enable-masked-interleaved-mem-accesses",
    "-enable-misched=false",
    "-enable-newgvn",
    "-enable-nontrivial-unswitch",
    "-enable-partial-inlining",
    "-enable-pre=false",
    "-enable-shrink-wrap=false",
    "-enable-split-backedge-in-load-pre",
    "-enable-tail-merge=false",
    "-enable-unroll-and-jam",
    "-force-vector-interleave=3",
    "-force-vector-width=4",
    "-hot-cold-split",
    "-inline-threshold=1000",
    "-inline-threshold=0",
    "-memdep-block-scan-limit=5",
    "-regalloc=basic",
    "-slp-threshold=-10",
    "-unroll-runtime",
    "-unroll-threshold=1000",
    "-vectorize-num-stores-pred=4",
];

pub fn flags(probe: &mut Probe) -> Vec<Vec<String>> {
    let known = pass_options(probe);
    let passes = PASSES.iter().filter(|option| known.contains(name(option)));
    let switches = SWITCHES.iter().map(|switch| vec![switch.to_string()]);
    switches.chain(passes.map(|option| vec!["-mllvm".to_string(), option.to_string()])).collect()
}

/// Names of all options behind `-mllvm`, without dashes.
fn pass_options(probe: &mut Probe) -> BTreeSet<String> {
    let Ok(file) = probe.write("options", "int main(void) { return 0; }\n") else { return BTreeSet::new() };
    let ran = probe.compiler(&["-mllvm", "-help-list-hidden", "-c", &file, "-o", "options.o"]);
    let text = String::from_utf8_lossy(&ran.stdout).into_owned();
    text.lines().map(str::trim).filter(|line| line.starts_with('-')).map(|line| name(line).to_string()).collect()
}

/// `--enable-newgvn   - Enable …` and `-enable-newgvn=true` are both `enable-newgvn`.
fn name(option: &str) -> &str {
    option.trim_start_matches('-').split(['=', ' ', '\t']).next().unwrap_or_default()
}
