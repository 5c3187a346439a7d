//! `gadfly run` is bounded: whatever it is given, it ends by itself, with an honest outcome and less than 500 MB of memory.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

/// Kilobytes that the command and what it starts may have in memory at one time.
const MOST_KB: i64 = 500_000;

const DEFINED: i32 = 0;
const REJECTED: i32 = 65;
const NO_INPUT: i32 = 66;
const UNDEFINED: i32 = 86;
const UNSUPPORTED: i32 = 87;
const OUT_OF_FUEL: i32 = 88;

/// How `gadfly run PATH` with options ended, and the most memory it had.
#[expect(clippy::zombie_processes, reason = "`wait4` waits for it, and says what it used")]
fn measure(path: &Path, options: &[&str]) -> (ExitStatus, i64) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
    command.arg("run").args(options).arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().unwrap();
    let mut status = 0;
    // SAFETY: the process is our child and nobody else waits for it; both pointers are to live variables.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        assert_eq!(libc::wait4(child.id() as i32, &mut status, 0, &mut usage), child.id() as i32);
        usage
    };
    (ExitStatus::from_raw(status), usage.ru_maxrss)
}

fn check_path(path: &Path, expected: i32) {
    check_with(path, &[], expected);
}

fn check_with(path: &Path, options: &[&str], expected: i32) {
    let (status, kilobytes) = measure(path, options);
    assert_eq!(status.code(), Some(expected), "{}: {status}", path.display());
    assert!(kilobytes < MOST_KB, "{}: {kilobytes} KB", path.display());
}

#[track_caller]
fn check(text: &str, expected: i32) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("program.c");
    fs::write(&path, text).unwrap();
    check_path(&path, expected);
}

fn joined(piece: &str, separator: &str, count: usize) -> String {
    vec![piece; count].join(separator)
}

#[test]
fn ten_thousand_arguments_that_conflict() {
    let args = joined("i,i++", ",", 5000);
    check(
        &format!("int f(); int main(void) {{ int i = 0; f({args}); return 0; }} int f() {{ return 0; }}"),
        UNSUPPORTED,
    );
}

#[test]
fn twenty_thousand_calls_in_a_sum() {
    let sum = joined("f()", "+", 20_000);
    check(
        &format!("int f(void) {{ static int n; return n++; }} int main(void) {{ return 0 * ({sum}); }}"),
        UNSUPPORTED,
    );
    let sum = joined("f()", "+", 100_000);
    check(
        &format!("int f(void) {{ static int n; return n++; }} int main(void) {{ return 0 * ({sum}); }}"),
        UNSUPPORTED,
    );
}

#[test]
fn nine_thousand_assignments_in_one_expression() {
    check(&format!("int main(void) {{ int i; return {} = 0; }}", joined("i", "=", 4000)), UNSUPPORTED);
}

fn doubling(count: usize) -> String {
    let double = |index: usize| format!("struct s{} {{ struct s{index} a, b; }};\n", index + 1);
    format!("struct s0 {{ char c; int i; }};\n{}", (0..count).map(double).collect::<String>())
}

#[test]
fn structs_that_double() {
    check(&format!("{}int main(void) {{ struct s40 *p = 0; return sizeof *p == 0; }}", doubling(40)), DEFINED);
    let main = "struct s24 g; int main(void) { struct s24 h = {0}; g = h; return 0; }";
    check(&format!("{}{main}", doubling(24)), UNSUPPORTED);
    let volatile =
        "#include <setjmp.h>\nint main(void) { struct s18 h; jmp_buf b; if (setjmp(b)) return 1; return 0; }";
    check(&format!("{}{volatile}", doubling(18)), DEFINED);
}

#[test]
fn arrays_that_grow() {
    check("int main(void) { int n = 1; again:; char a[n]; a[0] = 1; n += 4096; goto again; }", OUT_OF_FUEL);
    check(
        "int main(void) { int n = 1; for (;;) { char *a = __builtin_alloca(n); a[0] = 1; n += 4096; } }",
        UNSUPPORTED,
    );
    check("int g(int n) { char a[n]; a[n - 1] = 1; return g(n + 1000); } int main(void) { return g(1); }", UNSUPPORTED);
}

#[test]
fn endless_allocation() {
    let main = |body: &str| format!("#include <stdlib.h>\n#include <string.h>\nint main(void) {{ {body} }}");
    check(&main("char *p = 0; for (size_t n = 1;; n += 1000) { p = realloc(p, n); p[n - 1] = 1; }"), OUT_OF_FUEL);
    check(&main("for (;;) { char *p = malloc(1); p[0] = 1; }"), UNSUPPORTED);
    check(&main("for (;;) malloc(0);"), UNSUPPORTED);
    check(&main("for (;;) { char *p = malloc(50000000); memset(p, 1, 50000000); free(p); }"), OUT_OF_FUEL);
}

#[test]
fn vectors_of_sixteen_megabytes() {
    let vector = "typedef int v __attribute__((vector_size(16 << 20))); v a, b;";
    check(&format!("{vector} int main(void) {{ a = a + b * a; return a[3]; }}"), UNSUPPORTED);
}

#[test]
fn slow_calls_of_the_library() {
    let format = "for (;;) snprintf(b, 5, \"%.100000Lf\", 1e4000L / 3);";
    check(&format!("#include <stdio.h>\nchar b[9]; int main(void) {{ {format} }}"), OUT_OF_FUEL);
    let search =
        "memset(a, 'a', sizeof a - 1); memset(b, 'a', sizeof b - 1); b[sizeof b - 2] = 'b'; return strstr(a, b) != 0;";
    check(&format!("#include <string.h>\nchar a[4000000], b[2000000]; int main(void) {{ {search} }}"), DEFINED);
    let jumps = "for (int i = 0;; i++) setjmp(b[i % 1000]);";
    check(&format!("#include <setjmp.h>\njmp_buf b[1000]; int main(void) {{ {jumps} }}"), UNSUPPORTED);
    check("#include <stdlib.h>\nvoid f(void) {} int main(void) { for (;;) atexit(f); }", UNSUPPORTED);
}

#[test]
fn deep_nesting() {
    for (open, close) in [("(", ")"), ("{", "}"), ("({", ";})"), ("_Generic(1, int: ", ")")] {
        let (start, end) = if open == "{" { ("", "") } else { ("return ", ";") };
        let text = |count| format!("int main(void) {{ {start}{}0;{}{end} }}", open.repeat(count), close.repeat(count));
        let text = |count| if open == "{" { text(count) } else { text(count).replace("0;", "0") };
        check(&text(20_000), UNSUPPORTED);
        check(&text(500), DEFINED);
    }
}

#[test]
fn scopes_that_no_jump_may_enter() {
    let scope = |index: usize| format!("int a{index}[f()]; l{index}:;");
    let scopes: String = (0..20_000).map(scope).collect();
    check(&format!("int f(void) {{ return 1; }} int main(void) {{ {scopes} return 0; }}"), DEFINED);
}

#[test]
fn macros_and_headers_that_double() {
    let macros: String =
        ('A'..'J').zip('B'..='J').map(|(a, b)| format!("#define {b} {}\n", joined(&a.to_string(), " ", 10))).collect();
    check(&format!("#define A x x x x x x x x x x\n{macros}int main(void) {{ return 0; }}\nJ\n"), UNSUPPORTED);
    let tokens = joined(";", "", 4_000_000);
    check(&format!("{tokens} int main(void) {{ return 0; }}"), UNSUPPORTED);
    check("#include __FILE__\n", REJECTED);
}

#[test]
fn files_without_an_end() {
    check_path(Path::new("/dev/zero"), NO_INPUT);
    check_path(Path::new("/dev/full"), NO_INPUT);
    let directory = tempfile::tempdir().unwrap();
    let pipe = directory.path().join("pipe.c");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    check_path(&pipe, NO_INPUT);
    let sparse = directory.path().join("sparse.i");
    fs::File::create(&sparse).unwrap().set_len(8 << 30).unwrap();
    check_path(&sparse, REJECTED);
}

/// Opening a pipe waits until somebody writes to it.
#[test]
fn what_waits_for_ever() {
    let directory = tempfile::tempdir().unwrap();
    let pipe = directory.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let pipe = pipe.display().to_string();
    let programs = [
        format!("#include \"{pipe}\"\nint main(void) {{ return 0; }}\n"),
        format!("#if __has_include(\"{pipe}\")\n#endif\nint main(void) {{ return 0; }}\n"),
    ];
    for program in programs {
        check(&program, NO_INPUT);
    }
    let path = directory.path().join("program.c");
    fs::write(&path, "int main(void) { return 0; }\n").unwrap();
    check_with(&path, &["--cpp", &format!("-include {pipe}")], NO_INPUT);
}

#[test]
fn jumping_back_for_ever() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("program.c");
    for rest in [
        "int main(void) { setjmp(b); longjmp(b, 1); }",
        "void f(void) { longjmp(b, 1); } int main(void) { setjmp(b); f(); }",
    ] {
        fs::write(&path, format!("#include <setjmp.h>\njmp_buf b;\n{rest}\n")).unwrap();
        check_with(&path, &["--fuel", "1000000"], OUT_OF_FUEL);
    }
}

#[test]
fn parts_that_share_a_place() {
    let nested = |kind: &str, first: &str| {
        let next = |n: usize| format!("{kind} s{} {{ {kind} s{n} a; {kind} s{n} b; }};\n", n + 1);
        format!("{first}\n{}", (0..40).map(next).collect::<String>())
    };
    let union = nested("union", "struct p { char a; int b; }; union s0 { struct p a; };");
    check(&format!("{union} union s40 x; int main(void) {{ union s40 y = x; y = x; return 0; }}"), DEFINED);
    let padding = "unsigned char *p = (unsigned char *)&x; int s = 0; for (int i = 1; i < 4; i++) s += p[i];";
    check(&format!("{union} int main(void) {{ union s40 x; {padding} return s * 0; }}"), DEFINED);
    let empty = nested("struct", "struct s0 {};");
    let call = "struct s40 f(struct s40 x) { return x; }";
    check(&format!("{empty} {call} int main(void) {{ struct s40 x; x = f(x); return 0; }}"), DEFINED);
    let other = "struct t { int a; } *p = (void *)&y; return p->a;";
    check(&format!("{empty} int main(void) {{ struct s40 y[2]; {other} }}"), UNDEFINED);
}

#[test]
fn sorting_more_than_there_is() {
    let program = |body: &str| {
        let compare = "int a[100]; int c(const void *x, const void *y);";
        format!("#include <stdlib.h>\n{compare}\nint main(void) {{ qsort(a, {body}, c); return 0; }}\n")
    };
    let compare = "int c(const void *x, const void *y) { return 0; }";
    check(&[&program("1000000000000, 0"), compare].concat(), UNSUPPORTED);
    let array = "int c(const void *x, const void *y) { return 0; }\nstatic char b[90000000];";
    let program_of_bytes =
        format!("#include <stdlib.h>\n{array}\nint main(void) {{ qsort(b, 90000000, 1, c); return 0; }}\n");
    check(&program_of_bytes, UNSUPPORTED);
    let again = "int c(const void *x, const void *y) { qsort(a, 100, 4, c); return 0; }";
    check(&[&program("100, 4"), again].concat(), UNSUPPORTED);
}

#[test]
fn errors_in_endless_lines() {
    let nest = |count| {
        format!("int x; int main(void) {{ x = {}1{}; }}", "(int)(long)&((char*)0)[".repeat(count), "]".repeat(count))
    };
    check(&nest(1_000_000), UNSUPPORTED);
}

#[test]
fn a_pipe_is_a_program() {
    let script = "\"$0\" run <(echo 'int main(void) { return 7; }')";
    let status = Command::new("bash").args(["-c", script, env!("CARGO_BIN_EXE_gadfly")]).status().unwrap();
    assert_eq!(status.code(), Some(7));
}

/// Root may raise a limit, unless it lacks the capability, as in some containers. Nobody else may.
#[test]
fn stricter_limits_of_the_user() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("limited.c");
    fs::write(&path, "int main(void) { return 7; }\n").unwrap();
    let mut words = vec!["sh", "-c", "ulimit -t 5; ulimit -d 300000; exec \"$0\" run \"$1\""];
    if rustix::process::geteuid().is_root() {
        words.splice(..0, ["setpriv", "--bounding-set", "-sys_resource"]);
    }
    let mut command = Command::new(words[0]);
    let status = command.args(&words[1..]).arg(env!("CARGO_BIN_EXE_gadfly")).arg(&path).status().unwrap();
    assert_eq!(status.code(), Some(7));
}
