//! The command as a user meets it: arguments in; output, diagnostics and exit code out.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A directory of this test's own, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str) -> Scratch {
        let dir = std::env::temp_dir().join(format!("gadfly-cli-{}-{test}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        Scratch(dir)
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> &Scratch {
        fs::write(self.0.join(name), text).unwrap();
        self
    }

    /// Runs `gadfly run ARGS` with this file as standard input.
    fn run_with(&self, stdin: &str, args: &[&str]) -> Ran {
        let stdin = fs::File::open(self.0.join(stdin)).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
        Ran(command.arg("run").args(args).current_dir(&self.0).stdin(stdin).output().unwrap())
    }

    /// Runs `gadfly run ARGS` in the directory.
    fn run(&self, args: &[&str]) -> Ran {
        Ran(Command::new(env!("CARGO_BIN_EXE_gadfly")).arg("run").args(args).current_dir(&self.0).output().unwrap())
    }

    fn json(&self, args: &[&str]) -> Value {
        let ran = self.run(&[&["--json"], args].concat());
        assert_eq!(ran.code(), 0, "{}", ran.stderr());
        let stdout = ran.stdout();
        assert_eq!(stdout.lines().count(), 1, "one object on one line: {stdout}");
        serde_json::from_str(&stdout).unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

struct Ran(Output);

impl Ran {
    fn code(&self) -> i32 {
        self.0.status.code().expect("gadfly is never killed by a signal")
    }

    fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned()
    }

    fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).into_owned()
    }

    #[track_caller]
    fn check(&self, code: i32, stdout: &str) {
        assert_eq!((self.code(), self.stdout().as_str()), (code, stdout), "{}", self.stderr());
    }

    #[track_caller]
    fn check_error(&self, code: i32, message: &str) {
        assert_eq!(self.code(), code, "{}{}", self.stdout(), self.stderr());
        assert!(self.stderr().contains(message), "no `{message}` in: {}", self.stderr());
    }
}

const HELLO: &str = "#include <stdio.h>\nint main(void) { printf(\"hello %d\\n\", 42); return 3; }\n";

const OVERFLOW: &str = "\
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int   x = INT_MAX;
    puts(\"before\");
    x =   x   +   1;   /* here */
    return 0;
}
";

/// `x + 1` in `OVERFLOW`.
const OVERFLOW_LINE: u64 = 8;
const OVERFLOW_COLUMN: u64 = 15;

#[test]
fn a_defined_program_prints_and_exits_as_itself() {
    let scratch = Scratch::new("defined");
    scratch.file("hello.c", HELLO);
    scratch.run(&["hello.c"]).check(3, "hello 42\n");
    assert_eq!(scratch.run(&["hello.c"]).stderr(), "");
}

#[test]
fn json_of_a_defined_program() {
    let scratch = Scratch::new("json-defined");
    let verdict = scratch.file("hello.c", HELLO).json(&["hello.c"]);
    assert_eq!(verdict["outcome"], "defined");
    assert_eq!(verdict["exit_code"], 3);
    assert_eq!(verdict["stdout"], "hello 42\n");
    assert!(verdict["steps"].as_u64().unwrap() > 0);
}

#[test]
fn undefined_behaviour_is_shown_in_the_users_source() {
    let scratch = Scratch::new("undefined");
    let ran = scratch.file("overflow.c", OVERFLOW).run(&["overflow.c"]);
    ran.check(86, "before\n");
    let stderr = ran.stderr();
    for expected in
        ["error[signed-overflow]", "overflow.c:8:15", "x =   x   +   1;   /* here */", "6.5p5", "2147483647"]
    {
        assert!(stderr.contains(expected), "no `{expected}` in: {stderr}");
    }
    assert!(!stderr.contains('\x1b'), "colours only on a terminal");
}

#[test]
fn json_of_an_undefined_program() {
    let scratch = Scratch::new("json-undefined");
    let verdict = scratch.file("overflow.c", OVERFLOW).json(&["overflow.c"]);
    assert_eq!(verdict["outcome"], "undefined");
    assert_eq!(verdict["rule"], "signed-overflow");
    assert_eq!(verdict["clause"], "6.5p5");
    assert_eq!(verdict["file"], "overflow.c");
    assert_eq!(verdict["line"], OVERFLOW_LINE);
    assert_eq!(verdict["column"], OVERFLOW_COLUMN);
    assert!(verdict["message"].as_str().unwrap().contains("2147483647"));
}

/// What is cited for a read without a value depends on where the object came from.
#[test]
fn the_clause_is_the_one_about_the_object_that_is_read() {
    let scratch = Scratch::new("clause");
    let cases = [
        ("int x; return x;", "6.3.2.1p2"),
        ("struct { int a; } x; return x.a;", "6.3.2.1p2"),
        ("int x, *p = &x; return *p;", "6.2.4p6, J.2"),
        ("int x, *p = &x; return x + (p != 0);", "6.2.4p6, J.2"),
        ("int x[2]; return x[1];", "6.2.4p6, J.2"),
        ("char x[2]; return strlen(x);", "6.2.4p6, J.2"),
        ("int *x = malloc(8); return x[1];", "7.22.3.4p2, J.2"),
        ("unsigned char *x = malloc(8); return x[1];", "7.22.3.4p2, J.2"),
        ("char *x = malloc(8); return strlen(x);", "7.22.3.4p2, J.2"),
        ("int *x = calloc(1, 4); x = realloc(x, 8); return x[1];", "7.22.3.5p2, J.2"),
        ("int *x = aligned_alloc(16, 16); return x[1];", "7.22.3.1p2, J.2"),
    ];
    for (body, clause) in cases {
        let text = format!("#include <stdlib.h>\n#include <string.h>\nint main(void) {{ {body} }}\n");
        scratch.file("read.c", text);
        let verdict = scratch.json(&["read.c"]);
        assert_eq!((&verdict["rule"], &verdict["clause"]), (&"uninitialized-read".into(), &clause.into()), "{body}");
        assert!(scratch.run(&["read.c"]).stderr().contains(&format!("C17 {clause}")), "{body}");
    }
}

#[test]
fn undefined_behaviour_in_a_macro_is_placed_at_its_use() {
    let scratch = Scratch::new("macro");
    let text =
        "#define DIV(a, b) ((a) / (b))\nint main(int argc, char **argv)\n{\n    return DIV(argc, argc - 1);\n}\n";
    let verdict = scratch.file("macro.c", text).json(&["macro.c"]);
    assert_eq!((&verdict["rule"], &verdict["line"]), (&"division-by-zero".into(), &4.into()));
    assert_eq!(verdict["column"], 12);
    assert!(scratch.run(&["macro.c"]).stderr().contains("after macro expansion: return ((argc) / (argc - 1));"));
}

#[test]
fn an_unsupported_program_names_the_construct() {
    let scratch = Scratch::new("unsupported");
    scratch.file("asm.c", "int main(void)\n{\n    __asm__(\"nop\");\n    return 0;\n}\n");
    scratch.run(&["asm.c"]).check_error(87, "inline assembly");
    let verdict = scratch.json(&["asm.c"]);
    assert_eq!((&verdict["outcome"], &verdict["line"]), (&"unsupported".into(), &3.into()));
    assert_eq!(verdict["file"], "asm.c");
    assert!(verdict["what"].as_str().unwrap().contains("assembly"));
}

#[test]
fn an_endless_program_runs_out_of_fuel() {
    let scratch = Scratch::new("fuel");
    scratch.file("loop.c", "int main(void) { volatile int x = 0; for (;;) x = !x; }\n");
    scratch.run(&["loop.c", "--fuel", "10000"]).check_error(88, "--fuel");
    let verdict = scratch.json(&["loop.c", "--fuel", "10000"]);
    assert_eq!(verdict["outcome"], "out-of-fuel");
    assert!(verdict["steps"].as_u64().unwrap() >= 9000);
    for circle in ["l: goto l;", "for (;;) { }", "do { continue; } while (1);", "a: goto b; b: goto a;"] {
        let scratch = scratch.file("circle.c", format!("int main(void) {{ {circle} }}"));
        scratch.run(&["circle.c", "--fuel", "10000"]).check_error(88, "--fuel");
    }
}

#[test]
fn invalid_c_is_rejected_at_its_place() {
    let scratch = Scratch::new("rejected");
    scratch.file("bad.c", "int main(void)\n{\n    return 0\n}\n");
    scratch.run(&["bad.c"]).check_error(65, "bad.c:4:1");
    let verdict = scratch.json(&["bad.c"]);
    assert_eq!((&verdict["outcome"], &verdict["line"]), (&"rejected".into(), &4.into()));
    assert!(verdict["message"].as_str().unwrap().contains("`}`"));
}

#[test]
fn the_preprocessors_errors_are_passed_on() {
    let scratch = Scratch::new("cpp");
    scratch.file("include.c", "#include \"no_such_header.h\"\n");
    scratch.run(&["include.c"]).check_error(65, "no_such_header.h");
    let verdict = scratch.json(&["include.c"]);
    assert_eq!((&verdict["outcome"], &verdict["line"]), (&"rejected".into(), &1.into()));
}

#[test]
fn several_files_are_one_program() {
    let scratch = Scratch::new("units");
    scratch.file("main.c", "int twice(int);\nstatic int x = 20;\nint main(void) { return twice(x + 1); }\n");
    scratch.file("twice.c", "static int x = 2;\nint twice(int y) { return x * y; }\n");
    scratch.run(&["main.c", "twice.c"]).check(42, "");
    scratch.file("twice.c", "static int x = 2;\nint twice(int y) {\n    return x / (y - 21);\n}\n");
    let verdict = scratch.json(&["main.c", "twice.c"]);
    assert_eq!((&verdict["file"], &verdict["line"]), (&"twice.c".into(), &3.into()));
}

#[test]
fn preprocessed_input_needs_no_compiler() {
    let scratch = Scratch::new("dot-i");
    scratch.file("a.i", "# 7 \"orig.c\"\nint main(void) { int z = 0; return 1 / z; }\n");
    let verdict = scratch.json(&["a.i"]);
    assert_eq!((&verdict["file"], &verdict["line"]), (&"orig.c".into(), &7.into()));
    // The original file is not there: the preprocessed line is shown instead.
    scratch.run(&["a.i"]).check_error(86, "int z = 0; return 1 / z;");
    let run = |path: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
        Ran(command.args(["run", path]).current_dir(&scratch.0).env("PATH", "/nonexistent").output().unwrap())
    };
    run("a.i").check_error(86, "division-by-zero");
    scratch.file("a.c", "int main(void) { return 0; }\n");
    run("a.c").check_error(69, "install a C compiler");
}

#[test]
fn arguments_macros_and_include_directories_are_passed_on() {
    let scratch = Scratch::new("arguments");
    fs::create_dir(scratch.0.join("inc")).unwrap();
    scratch.file("inc/value.h", "#define VALUE 5\n");
    let text = "#include <string.h>\n#include <value.h>\nint main(int argc, char **argv)\n{\n    \
                return argc * 10 + VALUE + MORE + (int)strlen(argv[1]) + (__STDC_VERSION__ == 199901L);\n}\n";
    scratch.file("args.c", text);
    scratch.run(&["args.c", "-Iinc", "-D", "MORE=2", "-std=c99", "--", "--json", "x"]).check(44, "");
    scratch.run(&["args.c", "--cpp", "-Iinc -DMORE=2", "--", "", "x"]).check(37, "");
}

#[test]
fn the_target_decides_sizes() {
    let scratch = Scratch::new("target");
    scratch.file("sizes.i", "int main(void) { return sizeof(long) * 10 + sizeof(void *); }\n");
    scratch.run(&["sizes.i"]).check(88, "");
    scratch.run(&["sizes.i", "--target", "i386"]).check(44, "");
    scratch.run(&["sizes.i", "--target", "vax"]).check_error(2, "i386");
}

#[test]
fn order_dependence_is_reported_unless_switched_off() {
    let scratch = Scratch::new("order");
    let text = "int n;\nint f(void) { return n = n * 2 + 1; }\nint g(void) { return n = n * 3 + 2; }\n\
                int main(void)\n{\n    return f() - g() > 0;\n}\n";
    scratch.file("order.c", text);
    let verdict = scratch.json(&["order.c"]);
    assert_eq!((&verdict["rule"], &verdict["line"]), (&"order-dependent".into(), &6.into()));
    assert_eq!(scratch.json(&["order.c", "--no-order-check"])["outcome"], "defined");
}

#[test]
fn the_profile_counts_lines() {
    let scratch = Scratch::new("profile");
    let text = "int main(void)\n{\n    int sum = 0;\n    for (int i = 0; i < 7; i++)\n        sum += i;\n    \
                if (sum < 0)\n        return 1;\n    return 0;\n}\n";
    scratch.file("profile.c", text);
    let verdict = scratch.json(&["profile.c", "--profile"]);
    let count = |line: u64| verdict["profile"].as_array().unwrap().iter().find(|entry| entry["line"] == line).unwrap();
    assert_eq!(count(5)["count"], 7);
    assert_eq!(count(7)["count"], 0);
    assert_eq!(count(8)["count"], 1);
    let ran = scratch.run(&["profile.c", "--profile"]);
    ran.check_error(0, "7     5          sum += i;");
}

#[test]
fn a_printed_program_does_the_same() {
    let scratch = Scratch::new("print");
    for (name, text) in [("hello", HELLO), ("overflow", OVERFLOW)] {
        scratch.file(&format!("{name}.c"), text);
        let printed = scratch.run(&["--print", &format!("{name}.c")]);
        assert_eq!(printed.code(), 0, "{}", printed.stderr());
        scratch.file("printed.i", printed.stdout());
        let again = scratch.run(&["--print", "printed.i"]);
        assert_eq!(again.stdout(), printed.stdout(), "printing is stable");
        let (original, printed) = (scratch.json(&[&format!("{name}.c")]), scratch.json(&["printed.i"]));
        for key in ["outcome", "stdout", "exit_code", "rule", "message"] {
            assert_eq!(original[key], printed[key], "{key}");
        }
    }
}

const SUM: &str = "#include <stdio.h>
int main(void) { int x, sum = 0; while (scanf(\"%d\", &x) == 1) sum += x; printf(\"%d\\n\", sum); return 0; }
";

#[test]
fn a_program_reads_standard_input() {
    let scratch = Scratch::new("stdin");
    scratch.file("sum.c", SUM).file("numbers", "1 2\n39").file("other", "5");
    scratch.run_with("numbers", &["sum.c"]).check(0, "42\n");
    scratch.run_with("numbers", &["sum.c", "--stdin", "-"]).check(0, "42\n");
    scratch.run_with("numbers", &["sum.c", "--stdin", "other"]).check(0, "5\n");
    scratch.run(&["sum.c", "--stdin", "missing"]).check_error(66, "cannot read `missing`");
}

#[test]
fn standard_input_is_left_alone_by_a_program_that_does_not_read() {
    let scratch = Scratch::new("no-stdin");
    scratch.file("hello.c", HELLO);
    // Nobody ever writes into the pipe, so reading it would wait for ever.
    let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
    command.args(["run", "hello.c"]).current_dir(&scratch.0).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let pipe = child.stdin.take();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    drop(pipe);
}

#[test]
fn a_program_opens_the_files_that_it_is_given() {
    let scratch = Scratch::new("files");
    let text = "#include <stdio.h>
int main(void) { FILE *f = fopen(\"data/x.txt\", \"r\"); if (!f) { puts(\"none\"); return 1; } putchar(fgetc(f)); return fclose(f); }
";
    scratch.file("open.c", text).file("here.txt", "!");
    scratch.run(&["open.c", "--file", "data/x.txt=here.txt"]).check(0, "!");
    let without = scratch.run(&["open.c"]);
    without.check(1, "none\n");
    without.check_error(1, "depends on whether files exist that were not given");
    scratch.run(&["open.c", "--file", "data/x.txt"]).check_error(66, "cannot read `data/x.txt`");
}

#[test]
fn a_result_that_depends_on_the_time_is_called_so() {
    let scratch = Scratch::new("time");
    let text = "#include <stdio.h>\n#include <time.h>\nint main(void) { printf(\"%ld\\n\", (long)time(NULL)); }\n";
    scratch.file("time.c", text).run(&["time.c"]).check_error(0, "depends on the time");
    assert_eq!(scratch.json(&["time.c"])["unspecified"], serde_json::json!(["time"]));
    assert_eq!(scratch.file("hello.c", HELLO).json(&["hello.c"])["unspecified"], Value::Null);
}

#[test]
fn unusable_arguments_say_what_to_do() {
    let scratch = Scratch::new("usage");
    scratch.run(&[]).check_error(2, "<FILE>");
    scratch.run(&["--no-such-option", "a.c"]).check_error(2, "--no-such-option");
    scratch.run(&["missing.c"]).check_error(66, "cannot read `missing.c`");
    scratch.run(&["missing.i"]).check_error(66, "cannot read `missing.i`");
    scratch.run(&["."]).check_error(66, "is a directory");
    fs::create_dir(scratch.0.join("dir.c")).unwrap();
    scratch.run(&["dir.c"]).check_error(66, "is a directory");
}

#[test]
fn help_teaches_with_examples() {
    let ran = Scratch::new("help").run(&["--help"]);
    assert_eq!(ran.code(), 0);
    for expected in ["Examples:", "gadfly run main.c", "86", "--json", "--target"] {
        assert!(ran.stdout().contains(expected), "no `{expected}`");
    }
    assert!(!ran.stdout().contains("--parse-only"), "developers' options are hidden");
}

#[test]
fn every_command_explains_its_exit_codes() {
    for command in [&["--help"][..], &["run", "--help"], &["generate", "--help"], &["hunt", "--help"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_gadfly")).args(command).output().unwrap();
        let help = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && help.contains("Exit codes:"), "{command:?}: {help}");
        let explains_usage =
            help.lines().any(|line| line.contains("2 wrong arguments") || line.contains("2   wrong arguments"));
        assert!(explains_usage, "{command:?}: {help}");
    }
}

/// Anything may come out of hostile input but a crash or a hang.
#[track_caller]
fn check_survives(test: &str, text: impl AsRef<[u8]>, codes: &[i32]) {
    let scratch = Scratch::new(test);
    let ran = scratch.file("hostile.i", text).run(&["hostile.i", "--fuel", "1000000"]);
    assert!(codes.contains(&ran.code()), "exit {}: {:.2000}", ran.code(), ran.stderr());
}

#[test]
fn deep_nesting_is_a_clean_error() {
    let deep = |open: &str, close: &str| {
        format!("int x;\nint main(void) {{ return {}x{}; }}\n", open.repeat(100_000), close.repeat(100_000))
    };
    check_survives("parens", deep("(", ")"), &[0, 87]);
    check_survives("open", format!("int main(void) {{ return {}", "(".repeat(100_000)), &[65, 87]);
    check_survives("unary", deep("-", ""), &[0, 65, 87]);
    check_survives("not", deep("!", ""), &[0, 87]);
    check_survives("binary", deep("x+", ""), &[0, 87]);
    check_survives("assign", deep("x=", ""), &[0, 86, 87]);
    check_survives("comma", deep("x,", ""), &[0, 87]);
    check_survives("cond", deep("x?x:", ""), &[0, 87]);
    check_survives("cast", deep("(int)", ""), &[0, 87]);
    check_survives("stmt-expr", deep("({", ";})"), &[0, 87]);
    check_survives("braces", format!("int main(void) {}", "{".repeat(100_000)), &[65, 87]);
    check_survives("if", format!("int main(void) {{ {} ; }}", "if (1) ".repeat(100_000)), &[0, 87]);
    check_survives("else", format!("int x; int main(void) {{ {} ; }}", "if (x) ; else ".repeat(100_000)), &[0, 87]);
    check_survives("pointers", format!("int {}x; int main(void) {{ return 0; }}", "*".repeat(100_000)), &[0, 87]);
    check_survives("arrays", format!("int x{}; int main(void) {{ return 0; }}", "[1]".repeat(100_000)), &[0, 65, 87]);
    check_survives("init", format!("int x[] = {}", "{".repeat(100_000)), &[65, 87]);
    check_survives("structs", "struct {".repeat(100_000), &[65, 87]);
    check_survives("declarators", format!("int {}x", "(".repeat(100_000)), &[65, 87]);
    check_survives("attributes", format!("int x __attribute__({}", "(".repeat(100_000)), &[65, 87]);
}

#[test]
fn deep_recursion_of_the_program_is_no_crash() {
    let text =
        "int f(int n) { return n == 0 ? 0 : f(n - 1) + 1; }\nint main(void) { return f(100000) == 100000 ? 0 : 1; }\n";
    check_survives("recursion", text, &[0, 87, 88]);
    check_survives(
        "endless-recursion",
        "int f(int n) { return f(n) + 1; }\nint main(void) { return f(1); }\n",
        &[87, 88],
    );
}

#[test]
fn odd_bytes_are_clean_errors() {
    check_survives("empty", "", &[65, 87]);
    check_survives("nul", b"int main(void) { return 0; }\0\0", &[0, 65, 87]);
    check_survives("utf8", b"int \xff\xfe = 3;\nint main(void) { return \x80; }\n", &[65, 87]);
    check_survives("utf8-string", b"char s[] = \"\xff\xfe\";\nint main(void) { return s[0] == 0; }\n", &[0]);
    check_survives("unterminated-string", "char *s = \"abc", &[65]);
    check_survives("unterminated-char", "int c = 'a", &[65]);
    check_survives("unterminated-comment", "int x; /* abc", &[65, 87]);
    check_survives("marker", "# 99999999999999999999 \"x\nint main(void) { return 0; }\n", &[0, 65]);
    check_survives("marker-end", "int main(void) { return 0; }\n# 4294967295 \"x\"\n\n\n\nint y = ;", &[65]);
    check_survives(
        "huge-number",
        format!("int x = {}; int main(void) {{ return 0; }}", "9".repeat(100_000)),
        &[0, 65, 87],
    );
    check_survives("huge-name", format!("int {}; int main(void) {{ return 0; }}", "a".repeat(1_000_000)), &[0]);
    check_survives("huge-array", "char x[1ull << 62][1 << 10]; int main(void) { return 0; }", &[0, 65, 87]);
}

#[test]
fn every_truncation_of_a_program_is_a_clean_error() {
    let scratch = Scratch::new("truncated");
    for end in (0..OVERFLOW.len()).step_by(9) {
        let ran = scratch.file("cut.c", &OVERFLOW[..end]).run(&["cut.c", "--fuel", "1000"]);
        assert!([65, 86, 87, 88].contains(&ran.code()), "cut at {end}: exit {}: {}", ran.code(), ran.stderr());
    }
}

#[test]
fn a_file_of_5_megabytes_is_read_and_one_of_50_is_refused() {
    let mut text = String::with_capacity(6 << 20);
    let mut functions = 0;
    while text.len() < 5 << 20 {
        text += &format!("static int f{functions}(int a, int b) {{ return a * {functions} + b - (a ^ b); }}\n");
        functions += 1;
    }
    text += "int main(void) { return f3(1, 2); }\n";
    check_survives("5mb", text, &[2]);
    check_survives("30mb-garbage", "(x]".repeat(10 << 20), &[65, 87]);
    check_survives("50mb-garbage", "(x]".repeat(17 << 20), &[66]);
}

#[test]
fn examples_do_what_their_comments_say() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
        Ran(command.arg("run").args(args).current_dir(&examples).output().unwrap())
    };
    assert!(run(&["queens.c"]).stdout().ends_with("92 solutions\n"));
    assert_eq!(run(&["queens.c"]).code(), 0);
    assert!(run(&["surprises.c"]).stdout().contains("Duff's device          jump around\n"));
    run(&["hash.c"]).check_error(86, "error[signed-overflow]");
    run(&["freed.c"]).check_error(86, "error[dangling-dereference]");
    run(&["order.c"]).check_error(86, "error[order-dependent]");
    run(&["aliasing.c"]).check_error(86, "error[strict-aliasing]");
    run(&["units/main.c", "units/area.c"]).check_error(86, "error[wrong-call]");
}

#[test]
fn cpp_is_called_cpp() {
    let scratch = Scratch::new("called-cpp");
    for name in ["x.cpp", "x.cc", "x.C"] {
        scratch.file(name, "int main() { return 0; }\n");
        scratch.run(&[name]).check_error(87, "is C++, and the interpreter executes C only");
    }
}

/// The preprocessor would write a warning for every byte of it.
#[test]
fn a_binary_file_is_refused_before_it_is_preprocessed() {
    let scratch = Scratch::new("binary");
    scratch.run(&[env!("CARGO_BIN_EXE_gadfly")]).check_error(65, "is a compiled program or object");
    scratch.file("zeroes.c", "int main(void) { return 0; }\n\0\0");
    let ran = scratch.run(&["zeroes.c"]);
    ran.check_error(65, "is no text");
    assert_eq!(ran.stderr().lines().count(), 1, "{}", ran.stderr());
    scratch.file("wide.i", "\u{feff}int".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
    scratch.run(&["wide.i"]).check_error(65, "UTF-16");
}

#[test]
fn what_is_no_number_is_told_what_is() {
    let check = |args: &[&str], message: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_gadfly")).args(args).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains(message), "no `{message}` in: {stderr}");
    };
    for command in ["hunt", "generate"] {
        for seed in ["abc", "-1", "0x7"] {
            check(&[command, "--seed", seed], "a seed is a whole number from 0 on");
        }
        check(&[command, "--seed", "99999999999999999999"], "up to 18446744073709551615");
    }
    check(&["generate", "--count", "0"], "it takes a whole number from 1 on");
    check(&["hunt", "--tests", "-3"], "it takes a whole number from 1 on");
    check(&["run", "--fuel", "x", "a.c"], "it takes a whole number from 1 on");
}
