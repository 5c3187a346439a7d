//! Results that nobody can close as invalid: gcc and clang take them strictly, and they show one failure, the same every
//! time.

use crate::workshop::{PROGRAM, Workshop};
use std::process::Command;

/// Multiplies by 4 instead of 3, and speaks C90, in which `main` without `return` ends with any code.
const CARELESS: &str = r#"#!/bin/sh
for word; do
  case $word in
    *.c) sed 's/\* 3/* 4/g' "$word" > "broken-$word"; set -- "$@" "broken-$word" ;;
    *) set -- "$@" "$word" ;;
  esac
  shift
done
exec cc -w -std=gnu89 "$@"
"#;

/// A compiler that breaks where a text has all of these.
fn breaking_on(shop: &Workshop, patterns: &[&str]) -> String {
    let tests: Vec<String> = patterns.iter().map(|pattern| format!("grep -q '{pattern}' \"$word\"")).collect();
    let body = format!(
        "for word; do case $word in *.c) if {}; then echo 'internal compiler error: in it, at x.c:12' >&2; exit 1; fi;; \
         esac; done; exec cc -w \"$@\"",
        tests.join(" && ")
    );
    shop.script("breaking-cc", &body);
    shop.path("breaking-cc").display().to_string()
}

#[track_caller]
fn strictly_accepted(shop: &Workshop, name: &str) {
    for compiler in ["gcc", "clang-19"] {
        let strict = ["-std=c17", "-pedantic-errors", "-fsyntax-only"];
        let output = Command::new(compiler).args(strict).arg(shop.path(name)).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{compiler}: {}\n{errors}", shop.read(name));
    }
}

#[test]
fn what_only_newer_standards_allow_is_not_left() {
    for (text, patterns) in [
        ("int main(void) { int a = 1; if (a) goto done; a = 2; done: return a - 1; }\n", &["done:"][..]),
        ("int a[3] = { 1, 2, 3 };\nint main(void) { return a[0] - 1; }\n", &["a\\[3\\] = {"]),
        ("enum e { A, B = 5 } e = B;\nint main(void) { return e - 5; }\n", &["enum e"]),
    ] {
        let shop = Workshop::new(&[("t.c", text)]);
        let cc = breaking_on(&shop, patterns);
        shop.check(&["reduce", "t.c", "--compiler", &cc, "--out", "out.c"], 0);
        strictly_accepted(&shop, "out.c");
    }
}

#[test]
fn complaints_about_the_original_are_no_reason_to_keep_it() {
    let text = "a[3] = { 1, 2, 3 };\nint unused = 7;\nmain() { return a[0] - 1; }\n";
    let shop = Workshop::new(&[("t.c", text)]);
    let cc = breaking_on(&shop, &["a\\[3\\] = {"]);
    let result = shop.check(&["reduce", "t.c", "--compiler", &cc], 0);
    assert!(!result.contains("unused"), "{result}");
}

/// `PROGRAM` in C90.
fn old_program() -> String {
    PROGRAM.replace("  struct S s", "  int i;\n  struct S s").replace("for (int i", "for (i")
}

#[test]
fn a_wrong_exit_code_does_not_come_in_addition() {
    let shop = Workshop::new(&[("t.c", &old_program())]);
    shop.executable("careless-cc", CARELESS);
    let cc = shop.path("careless-cc").display().to_string();
    let result = shop.json(&["reduce", "t.c", "--json", "--compiler", &cc]);
    assert_eq!(result["expected"]["exit_code"], result["actual"]["exit_code"], "{result}");
    assert_ne!(result["expected"]["stdout"], result["actual"]["stdout"], "{result}");
    let text = shop.read("t.reduced.c");
    assert!(text.contains("return 0;") && !text.contains("exit code"), "{text}");
}

#[test]
fn of_two_failures_the_wrong_output_may_be_left_alone() {
    let shop = Workshop::new(&[("t.c", &old_program().replace("  return 0;\n", ""))]);
    shop.executable("careless-cc", CARELESS);
    let cc = shop.path("careless-cc").display().to_string();
    let result = shop.json(&["reduce", "t.c", "--json", "--compiler", &cc]);
    assert_ne!(result["expected"]["stdout"], result["actual"]["stdout"], "{result}");
}

/// Multiplies by the number of the process instead of 3, in files with this word or in all.
fn varying(shop: &Workshop, without: &str) -> String {
    let body = format!(
        "for word; do shift; case $word in *.c) if grep -q '{without}' $word; then by=4; else by='(getpid() | 4)'; fi; \
         {{ echo 'int getpid(void);'; sed \"s/\\* 3/* $by/g\" $word; }} > varying-$word; word=varying-$word;; esac; \
         set -- \"$@\" \"$word\"; done; exec cc -w \"$@\""
    );
    shop.script("varying-cc", &body);
    shop.path("varying-cc").display().to_string()
}

#[test]
fn a_wrong_value_that_varies_is_called_flaky() {
    let shop = Workshop::new(&[("t.c", PROGRAM)]);
    let cc = varying(&shop, "no such word");
    let output = shop.command(&["reduce", "t.c", "--compiler", &cc]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("It is flaky: only 1 of 3 runs"), "{said}");
    let text = shop.read("t.reduced.c");
    assert!(text.contains(", in 1 of 3 runs: "), "{text}");
}

#[test]
fn a_wrong_value_that_is_always_the_same_stays_so() {
    let text = PROGRAM.replace("static int unused", "volatile int one = 1;\nstatic int unused");
    let text = text.replace("first > 3", "first > 3 && one");
    let shop = Workshop::new(&[("t.c", &text)]);
    let cc = varying(&shop, "volatile");
    let result = shop.json(&["reduce", "t.c", "--json", "--compiler", &cc]);
    assert_eq!(result["steadiness"]["same"], 3, "{result}");
    assert!(shop.read("t.reduced.c").contains("volatile"), "{result}");
}
