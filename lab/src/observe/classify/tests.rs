//! How commands end, and what that says of the compiler.

use super::*;

const LIMITS: Limits = Limits {
    cpu_ms: 10_000,
    wall_ms: 100_000,
    idle_ms: 100_000,
    memory_bytes: Some(1 << 30),
    file_bytes: 1 << 20,
    output_bytes: 1 << 10,
    processes: 64,
};

fn ran(end: End, stderr: &str) -> Ran {
    Ran {
        end,
        stderr: stderr.as_bytes().to_vec(),
        cpu_ms: 50,
        wall_ms: 60,
        max_rss_kb: 100,
        ..Ran::not_started(String::new())
    }
}

/// An outcome in a word, with what it says.
fn word(outcome: Outcome) -> String {
    match outcome {
        Outcome::Ran { exit_code, stdout } => format!("ran {exit_code} {stdout}"),
        Outcome::Died { signal, .. } => format!("died {}", signal_name(signal)),
        Outcome::Endless { limit_ms } => format!("endless {limit_ms}"),
        Outcome::Compiled => "compiled".to_string(),
        Outcome::Rejected { message } => format!("rejected {message}"),
        Outcome::Crashed { signature, .. } => format!("crashed {signature}"),
        Outcome::Hung { limit_ms } => format!("hung {limit_ms}"),
        Outcome::Inconclusive { reason } => format!("inconclusive {reason}"),
    }
}

/// What a compilation comes to; the beginning of it.
#[track_caller]
fn check(ran: Ran, expected: &str) {
    let word = compiled(&ran, &LIMITS).map_or_else(word, |()| "made".to_string());
    assert!(word.starts_with(expected), "{word}, not {expected}");
}

#[test]
fn success_is_success_whatever_was_said() {
    check(ran(End::Exited(0), ""), "made");
    check(ran(End::Exited(0), "internal compiler error: in fold"), "made");
}

#[test]
fn a_refusal_has_a_reason() {
    check(ran(End::Exited(1), "test.c:1:1: error: expected ';'"), "rejected test.c:1:1: error: expected ';'");
    check(ran(End::Exited(1), ""), "crashed silent failure");
    let on_stdout = Ran { stdout: b"test.c:1: error: no".to_vec(), ..ran(End::Exited(1), "") };
    check(on_stdout, "rejected test.c:1: error: no");
}

#[test]
fn a_broken_compiler_is_no_refusal() {
    check(ran(End::Exited(4), "test.c:3: internal compiler error: in fold_it, at fold.c:123"), "crashed ");
    check(ran(End::Signaled(libc::SIGSEGV), ""), "crashed signal: SIGSEGV");
    assert!(matches!(nothing_written(), Outcome::Crashed { .. }));
}

#[test]
fn who_cannot_start_says_nothing_about_the_program() {
    for words in [
        "cc1: error while loading shared libraries: libmpfr.so.6: cannot open shared object file: No such file or directory",
        "gcc: fatal error: cannot execute 'cc1': execvp: No such file or directory",
        "icc: error: could not checkout a license",
        "clang: error: unable to execute command: Executable \"ld.lld\" doesn't exist!",
        "/opt/x/bin/cc1: symbol lookup error: undefined symbol: mpfr_init",
    ] {
        check(ran(End::Exited(1), words), "inconclusive the compiler cannot start");
    }
    check(ran(End::Exited(1), "test.c:1:1: error: No license for 'x'"), "rejected");
    let shell = "cc: 2: exec: /opt/gcc: not found";
    check(ran(End::Exited(127), shell), "inconclusive the compiler cannot start");
    check(ran(End::Exited(126), "cc: line 2: /opt/gcc: Permission denied"), "inconclusive the compiler cannot start");
    check(ran(End::Exited(1), shell), "rejected");
    check(ran(End::Exited(127), "test.c:1:1: error: `x' not found"), "rejected");
}

#[test]
fn who_takes_too_long_hangs() {
    check(ran(End::TimedOut, ""), "hung 10000");
    check(ran(End::Signaled(libc::SIGXCPU), ""), "hung 10000");
    let driver = "gcc: fatal error: Killed signal terminated program cc1";
    check(Ran { cpu_ms: 9_600, ..ran(End::Exited(1), driver) }, "hung 10000");
    check(Ran { cpu_ms: 9_600, ..ran(End::Exited(1), "") }, "hung 10000");
    check(Ran { cpu_ms: 9_400, ..ran(End::Exited(1), driver) }, "inconclusive the compiler was killed");
    check(Ran { cpu_ms: 9_600, ..ran(End::Exited(1), "error: no") }, "rejected");
}

#[test]
fn what_the_machine_refuses_is_no_bug() {
    for text in EXHAUSTED {
        check(ran(End::Exited(1), &format!("cc1: {text}")), "inconclusive the compiler needs more");
        check(ran(End::Signaled(libc::SIGABRT), text), "inconclusive the compiler needs more");
    }
    let large = |end| Ran { max_rss_kb: 900 << 10, ..ran(end, "") };
    check(large(End::Signaled(libc::SIGSEGV)), "inconclusive the compiler needs more");
    check(large(End::TimedOut), "inconclusive the compiler needs more");
    for signal in [libc::SIGKILL, libc::SIGTERM, libc::SIGINT, libc::SIGHUP] {
        check(ran(End::Signaled(signal), ""), "inconclusive the compiler was killed");
    }
    check(ran(End::Signaled(libc::SIGXFSZ), ""), "inconclusive the compiler wrote");
    check(ran(End::Exceeded(Resource::Memory), ""), "inconclusive the compiler uses too much memory");
    check(ran(End::NotStarted("no such file".to_string()), ""), "inconclusive no such file");
}

#[test]
fn a_flag_that_is_not_known_is_the_builds_fault() {
    for text in FLAGS {
        check(ran(End::Exited(1), &format!("cc: error: {text} '-fx'")), &format!("inconclusive cc: error: {text}"));
    }
    let about_the_program = "test.c:3:1: error: invalid argument type 'float' to unary expression";
    check(ran(End::Exited(1), about_the_program), "rejected test.c:3:1");
}

#[test]
fn a_link_that_fails_accuses_the_object() {
    let linked = |ran: Ran| linked(&ran, &LIMITS).map_or_else(word, |()| "made".to_string());
    assert_eq!(linked(ran(End::Exited(0), "")), "made");
    let missing = linked(ran(End::Exited(1), "ld: test.o: undefined reference to `f'"));
    assert!(missing.starts_with("crashed linker: "), "{missing}");
    assert_eq!(linked(ran(End::TimedOut, "")), "inconclusive linking takes too long");
}

#[test]
fn programs_end_in_their_own_ways() {
    let executed = |end| word(executed(Ran { stdout: b"7".to_vec(), ..ran(end, "") }, &LIMITS));
    assert_eq!(executed(End::Exited(3)), "ran 3 7");
    assert_eq!(executed(End::Signaled(libc::SIGFPE)), "died SIGFPE");
    assert_eq!(executed(End::TimedOut), "endless 10000");
    assert_eq!(executed(End::Signaled(libc::SIGXCPU)), "endless 10000");
    assert_eq!(executed(End::Exceeded(Resource::Output)), "endless 10000");
    assert_eq!(executed(End::Exceeded(Resource::Memory)), "inconclusive the program uses too much memory");
    assert_eq!(executed(End::Signaled(libc::SIGKILL)), "inconclusive the program was killed from outside");
}
