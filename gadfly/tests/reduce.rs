//! `gadfly reduce` with compilers and scripts made for the purpose. The search itself is tested in `reduce`.

#[path = "reduce/meaning.rs"]
mod meaning;
#[path = "reduce/validity.rs"]
mod validity;
#[path = "reduce/workshop.rs"]
mod workshop;

use std::fs;
use workshop::{PROGRAM, Workshop, words};

#[test]
fn wrong_code_becomes_a_few_lines_that_are_defined_and_wrong() {
    let shop = Workshop::new(&[("t.c", PROGRAM)]);
    let cc = shop.compiler();
    let result = shop.check(&["reduce", "t.c", "--compiler", &cc], 0);
    assert!(result.contains("* 3") && result.contains("main"), "{result}");
    assert!(result.contains("expected: 3"), "{result}");
    assert!(result.lines().count() <= 20, "{result}");
    assert_eq!(shop.read("t.reduced.c"), result);
    assert_eq!(shop.read("t.c"), PROGRAM, "the original stays");
    let verdict = shop.json(&["run", "--json", "t.reduced.c"]);
    assert_eq!(verdict["outcome"], "defined", "{verdict}");
    let again = shop.json(&["reduce", "t.reduced.c", "--json", "--compiler", &cc, "--out", "again.c"]);
    assert_ne!(again["expected"], again["actual"]);
}

#[test]
fn a_crash_keeps_its_signature() {
    let text = PROGRAM.replace("x + 1", "x << 7");
    let shop = Workshop::new(&[("t.c", &text)]);
    let result = shop.check(&["reduce", "t.c", "--compiler", &shop.compiler(), "--out", "out.c"], 0);
    assert!(result.contains("<< 7"), "{result}");
    assert!(words(&result) < 12, "{result}");
    assert_eq!(shop.read("out.c"), result);
    assert!(!shop.path("t.reduced.c").exists());
}

#[test]
fn a_program_that_the_compiler_makes_slow_is_not_endless() {
    // Takes 1.3 s of CPU time on any machine, more than candidates usually get.
    let slow = "long clock(void);\nint printf(const char *, ...);\n\
        static __attribute__((constructor)) void slow(void) { while (clock() < 1300000) { } printf(\"slow\\n\"); }\n";
    let shop = Workshop::new(&[("t.c", "int main(void)\n{\n}\n"), ("slow.h", slow)]);
    let cc = shop.wrapper("slow-cc", &format!("cat {}", shop.path("slow.h").display()));
    let result = shop.check(&["reduce", "t.c", "--compiler", &cc], 0);
    assert!(result.contains(": slow"), "{result}");
}

#[test]
fn several_files_are_reduced_at_once() {
    let header = "int value(int first, int second);\nint nothing(int);\n";
    let library = PROGRAM.split("int main").next().unwrap().replace("static int value", "int value");
    let main = PROGRAM.split("int main").nth(1).unwrap();
    let main = format!("#include \"value.h\"\n#include <stdio.h>\nstruct S {{ int a, b; }};\nint main{main}");
    let shop = Workshop::new(&[("value.h", header), ("value.c", &library), ("main.c", &main)]);
    let cc = shop.compiler();
    let args = ["reduce", "main.c", "value.c", "value.h", "--json", "--compiler", &cc, "--out", "out"];
    let result = shop.json(&args);
    assert_ne!(result["expected"], result["actual"]);
    let sources: Vec<&str> =
        result["files"].as_array().unwrap().iter().filter_map(|file| file["path"].as_str()).collect();
    let sources: Vec<&str> = sources.into_iter().filter(|path| path.ends_with(".c")).collect();
    assert!(!sources.is_empty());
    let verdict = shop.json(&[&["run", "--json"], &sources[..]].concat());
    assert_eq!(verdict["outcome"], "defined", "{verdict}");
}

#[test]
fn files_that_share_a_structure_without_a_tag_are_reduced() {
    let header = "typedef struct { int a, b; } Pair;\nextern Pair shared;\nint value(Pair *pair);\n";
    let library = "#include \"pair.h\"\nPair shared = { 5, 6 };\nint value(Pair *pair) { return pair->b * 3; }\n";
    let main = "#include \"pair.h\"\n#include <stdio.h>\n\
        int main(void) { shared.b = 7; printf(\"%d\\n\", value(&shared)); return 0; }\n";
    let shop = Workshop::new(&[("pair.h", header), ("pair.c", library), ("main.c", main)]);
    let cc = shop.compiler();
    let result = shop.json(&["reduce", "main.c", "pair.c", "pair.h", "--json", "--compiler", &cc, "--out", "out"]);
    assert_ne!(result["expected"], result["actual"]);
}

#[test]
fn several_files_keep_their_names_for_each_other() {
    let main = "#include \"inc/l.h\"\nint other(void) { return 2; }\nint value(void) { return N * 3; }\n";
    let shop = Workshop::new(&[("main.c", main)]);
    fs::create_dir(shop.path("inc")).unwrap();
    fs::write(shop.path("inc/l.h"), "#define M 2\n#define N 1\n").unwrap();
    fs::create_dir(shop.path("sub")).unwrap();
    fs::write(shop.path("sub/b.c"), "int unused(void) { return 0; }\nint b(void) { return 5; }\n").unwrap();
    shop.script("test.sh", "grep -q 'include .inc' main.c && grep -q 'N [*] 3' main.c && grep -q '= *5\\|n 5' sub/b.c && cc -c main.c sub/b.c");
    for _ in 0..2 {
        shop.check(&["reduce", "main.c", "inc/l.h", "./inc/../sub/b.c", "--test", "./test.sh"], 0);
    }
    let compiled = std::process::Command::new("cc")
        .args(["-c", "main.c", "sub/b.c"])
        .current_dir(shop.path("main.reduced"))
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    assert!(!shop.read("main.reduced/main.c").contains("other"), "{}", shop.read("main.reduced/main.c"));
    assert!(!shop.read("main.reduced/inc/l.h").contains('M'), "{}", shop.read("main.reduced/inc/l.h"));
}

#[test]
fn a_directory_is_made_where_one_is_named() {
    let shop = Workshop::new(&[("notes.txt", workshop::NOTES)]);
    shop.script("test.sh", "grep -q keep notes.txt");
    let args = ["reduce", "notes.txt", "--test", "./test.sh"];
    shop.check(&[&args[..], &["--out", "new/"]].concat(), 0);
    assert!(shop.path("new/notes.txt").is_file());
    fs::create_dir(shop.path("notes.reduced.txt")).unwrap();
    let output = shop.fails(&args, 74);
    assert!(output.contains("notes.reduced.txt") && !output.contains("Interesting"), "{output}");
}

#[test]
fn nobody_needs_to_listen() {
    let shop = Workshop::new(&[("notes.txt", workshop::NOTES)]);
    shop.script("test.sh", "grep -q keep notes.txt");
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = shop.command(&["reduce", "notes.txt", "--test", "./test.sh"]);
    let status = command.stdout(std::process::Stdio::null()).stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(0));
    assert!(shop.path("notes.reduced.txt").is_file());
}

#[test]
fn options_of_the_other_way_are_refused() {
    let shop = Workshop::new(&[("t.c", PROGRAM)]);
    shop.script("test.sh", "true");
    shop.fails(&["reduce", "t.c", "--compiler", "cc", "--allow-undefined"], 2);
    shop.fails(&["reduce", "t.c", "--test", "./test.sh", "--reference", "cc"], 2);
}

#[test]
fn a_reference_speaks_where_the_interpreter_does_not() {
    // Processes are beyond the interpreter.
    let text =
        "#include <stdio.h>\n#include <unistd.h>\nint main(void) { int a = 5; getpid(); printf(\"%d\\n\", a * 3); }\n";
    let shop = Workshop::new(&[("t.c", text)]);
    let cc = shop.compiler();
    let message = shop.fails(&["reduce", "t.c", "--compiler", &cc], 2);
    assert!(message.contains("--reference"), "{message}");
    let result = shop.check(&["reduce", "t.c", "--compiler", &cc, "--reference", "cc -w"], 0);
    assert!(result.contains("* 3"), "{result}");
}

#[test]
fn a_reference_without_sanitizers_is_guarded_by_another_compiler() {
    // The instruction is beyond the interpreter; without `return`, the program is undefined and as interesting.
    let text = "#include <stdio.h>\nstatic int same(int x) { __asm__(\"nop\" : \"+r\"(x)); return x; }\n\
                int main(void) { printf(\"%d\\n\", same(5)); }\n";
    let shop = Workshop::new(&[("t.c", text)]);
    let filter = r#"awk '/__asm__.*nop/ { seen = 1 } seen && /", [a-z]+[(]/ { sub(/"%d/, "\"1%d") } { print }'"#;
    let cc = shop.wrapper("wrong-cc", filter);
    // Ignores all flags but where things are.
    let body =
        "for a; do shift; case $a in -f*|-W*|-O*) continue;; esac; set -- \"$@\" \"$a\"; done; exec cc -w \"$@\"";
    shop.script("plain-cc", body);
    let reference = shop.path("plain-cc").display().to_string();
    let message = shop.fails(&["reduce", "t.c", "--compiler", &cc, "--reference", &reference], 0);
    assert!(!message.contains("may be undefined"), "{message}");
    let strict = ["-Wall", "-Werror=return-type", "-c", "-o", "/dev/null"];
    let output = std::process::Command::new("cc").args(strict).arg(shop.path("t.reduced.c")).output().unwrap();
    assert!(output.status.success(), "{}", shop.read("t.reduced.c"));
}

#[test]
fn that_nothing_tells_undefined_results_is_said() {
    // Beyond the interpreter, and another program for whatever would notice something.
    let text = "#include <stdio.h>\n#include <unistd.h>\n\
                #ifdef __clang__\n#if __has_feature(address_sanitizer)\n#define __SANITIZE_ADDRESS__ 1\n#endif\n#endif\n\
                #if defined(__OPTIMIZE__) || defined(__SANITIZE_ADDRESS__)\n\
                #define A 6\n#else\n#define A 5\n#endif\n\
                int main(void) { int a = A; getpid(); printf(\"%d\\n\", a * 3); }\n";
    let shop = Workshop::new(&[("t.c", text)]);
    let cc = shop.path("broken-cc").display().to_string();
    let message = shop.fails(&["reduce", "t.c", "--compiler", &cc, "--reference", "cc -w"], 0);
    assert!(message.contains("the result may be undefined"), "{message}");
}

#[test]
fn a_script_decides() {
    let shop = Workshop::new(&[("t.c", PROGRAM)]);
    shop.script("test.sh", "grep -q 'second \\* 3' t.c || grep -q '\\* 3' t.c && test $(ls | wc -l) = 1");
    let result = shop.check(&["reduce", "t.c", "--test", "./test.sh"], 0);
    assert!(result.contains("* 3"), "{result}");
    assert!(words(&result) < 16, "{result}");
}

#[test]
fn a_script_finds_the_headers_from_the_first_candidate_on() {
    let (start, end) = PROGRAM.split_once("struct S { int a; int b; };").unwrap();
    let text = format!("{start}#include \"inc/s.h\"{end}");
    let shop = Workshop::new(&[("t.c", &text)]);
    fs::create_dir(shop.path("inc")).unwrap();
    fs::write(shop.path("inc/s.h"), "struct S { int a; int b; };\n").unwrap();
    shop.script("test.sh", "cc -w -c t.c && grep -q '\\* 3' t.c && grep -q 'struct S' inc/s.h");
    let args = ["reduce", "t.c", "inc/s.h", "--test", "./test.sh", "--out", "out"];
    let message = shop.fails(&args, 0);
    assert!(!message.contains("By its text only"), "{message}");
    assert!(shop.read("out/inc/s.h").contains("struct S"));
}

#[test]
fn a_script_decides_about_anything() {
    let text = "#include <vector>\nnamespace N {\ntemplate <class T, int K> struct Base { virtual T get(int x, T y) \
                { return y + K; } };\n}\nint main() { N::Base<int, 3> b; return b.get(1, 2); }\n";
    let shop = Workshop::new(&[("x.cpp", text), ("notes.txt", "one\ntwo\nthree\nfour\n")]);
    shop.script("cpp.sh", "grep -q virtual x.cpp && grep -q template x.cpp");
    let result = shop.check(&["reduce", "x.cpp", "--test", "./cpp.sh", "--jobs", "2"], 0);
    assert_eq!(words(&result), 2, "{result}");
    shop.script("txt.sh", "grep -q three notes.txt");
    assert_eq!(shop.check(&["reduce", "notes.txt", "--test", "./txt.sh"], 0), "three\n");
}

#[test]
fn one_job_gives_the_same_bytes_again() {
    let shop = Workshop::new(&[("t.c", PROGRAM)]);
    let cc = shop.compiler();
    let args = ["reduce", "t.c", "--compiler", &cc, "--jobs", "1"];
    assert_eq!(shop.check(&args, 0), shop.check(&args, 0));
}

#[test]
fn undefined_candidates_are_vetoed_unless_allowed() {
    let text = "int main(void) { int a = 8; int b = 2; return a / b; }\n";
    let shop = Workshop::new(&[("t.c", text)]);
    shop.script("test.sh", "grep -q '/' t.c");
    shop.check(&["reduce", "t.c", "--test", "./test.sh"], 0);
    assert_eq!(shop.json(&["run", "--json", "t.reduced.c"])["outcome"], "defined");
    let result = shop.check(&["reduce", "t.c", "--test", "./test.sh", "--allow-undefined"], 0);
    assert!(words(&result) <= words(&shop.read("t.c")), "{result}");
}

#[test]
fn what_the_scripts_compiler_is_told_is_told_here_as_well() {
    let text = "#include \"amount.h\"\nint main(void) { int a; a = AMOUNT; return a / SHARE; }\n";
    let shop = Workshop::new(&[("t.c", text)]);
    fs::create_dir(shop.path("lib")).unwrap();
    fs::write(shop.path("lib/amount.h"), "#define AMOUNT 8\n").unwrap();
    let lib = shop.path("lib").display().to_string();
    shop.script("test.sh", &format!("cc -w -I'{lib}' -DSHARE=2 -c t.c && grep -q 'a /' t.c"));
    let message = shop.fails(&["reduce", "t.c", "--test", "./test.sh"], 0);
    assert!(message.contains("may not all be refused") && message.contains("-I, -D"), "{message}");
    let told = ["-I", "lib", "-DSHARE=2", "-std=c99"];
    let message = shop.fails(&[&["reduce", "t.c", "--test", "./test.sh"], &told[..]].concat(), 0);
    assert!(!message.contains("refused"), "{message}");
    let verdict = shop.json(&[&["run", "--json", "t.reduced.c"], &told[..]].concat());
    assert_eq!(verdict["outcome"], "defined", "{}", shop.read("t.reduced.c"));
}

#[test]
fn candidates_that_the_front_end_takes_are_executed_though_the_original_is_not() {
    // The builtin function is beyond the front end.
    let text = "int main(void)\n{\nconst char *f = __builtin_FILE();\nint a;\na = 8;\nreturn a / 2;\n}\n";
    let shop = Workshop::new(&[("t.c", text)]);
    // The assignment can go only after it.
    let body = "grep -q 'a / 2' t.c || exit 1; if grep -q FILE t.c; then grep -q 'a = 8' t.c; else cc -w -c t.c; fi";
    shop.script("test.sh", body);
    shop.check(&["reduce", "t.c", "--test", "./test.sh"], 0);
    let verdict = shop.json(&["run", "--json", "t.reduced.c"]);
    assert_eq!(verdict["outcome"], "defined", "{}", shop.read("t.reduced.c"));
}

#[test]
fn an_original_that_is_not_interesting_is_explained() {
    let shop = Workshop::new(&[("t.c", PROGRAM)]);
    let message = shop.fails(&["reduce", "t.c", "--compiler", "cc"], 2);
    assert!(message.contains("not interesting") && message.contains("right"), "{message}");
    shop.script("test.sh", "echo 'no such thing' >&2; exit 7");
    let message = shop.fails(&["reduce", "t.c", "--test", "./test.sh"], 2);
    assert!(message.contains("ends with 7") && message.contains("no such thing"), "{message}");
    assert!(!message.contains("By hand"), "{message}");
    assert!(!shop.path("t.reduced.c").exists());
}

#[test]
fn a_script_that_says_nothing_is_explained() {
    let shop = Workshop::new(&[("t.c", "#include \"near.h\"\n#include \"far.h\"\n"), ("near.h", "")]);
    shop.script("test.sh", "exit 1");
    let message = shop.fails(&["reduce", "t.c", "near.h", "--test", "./test.sh"], 2);
    assert!(message.contains("with t.c, near.h, but not far.h"), "{message}");
    assert!(message.contains("By hand, in such a directory: ") && message.contains("test.sh"), "{message}");
}

#[test]
fn sanitizers_get_the_memory_that_they_reserve() {
    let shop = Workshop::new(&[("t.c", PROGRAM)]);
    let message = shop.fails(&["reduce", "t.c", "--compiler", "cc -O0 -fsanitize=undefined,address"], 2);
    assert!(message.contains("does what is right"), "{message}");
}

#[test]
fn mistakes_are_explained() {
    let shop = Workshop::new(&[("t.c", PROGRAM), ("plain.sh", "exit 0\n")]);
    assert!(shop.fails(&["reduce", "t.c"], 2).contains("--compiler"));
    assert!(shop.fails(&["reduce", "nothing.c", "--compiler", "cc"], 66).contains("nothing.c"));
    assert!(shop.fails(&["reduce", "nothing"], 66).contains("no finding's id"));
    assert!(shop.fails(&["reduce", "t.c", "--compiler", "no-such-cc"], 2).contains("no-such-cc"));
    let args = ["reduce", "t.c", "--compiler", "cc", "--reference", "no-such-cc"];
    assert!(shop.fails(&args, 2).contains("--reference \"no-such-cc\""));
    assert!(shop.fails(&["reduce", "t.c", "--test", "./plain.sh"], 2).contains("chmod"));
    assert!(shop.fails(&["reduce", "t.c", "--compiler", "cc", "--out", "t.c"], 2).contains("original"));
    assert!(shop.fails(&["reduce", "0123abcd"], 66).contains("store"));
    assert!(shop.fails(&["reduce", "t.c", "--compiler", "cc", "--scratch", "/nowhere"], 69).contains("/nowhere"));
}

#[test]
fn a_program_that_is_undefined_is_no_ones_fault() {
    let text =
        "#include <stdio.h>\nint main(void) { int a = 5, b; if (a < 3) b = 1; printf(\"%d\\n\", a * 3 + (b & 0)); }\n";
    let shop = Workshop::new(&[("t.c", text)]);
    let cc = shop.compiler();
    for more in [&[][..], &["--reference", "cc -w"]] {
        let message = shop.fails(&[&["reduce", "t.c", "--compiler", &cc], more].concat(), 2);
        assert!(message.contains("not interesting") && message.contains("uninit"), "{message}");
    }
    shop.script("test.sh", "grep -q '3 +' t.c");
    let message = shop.fails(&["reduce", "t.c", "--test", "./test.sh"], 0);
    assert!(message.contains("are not refused: undefined behaviour"), "{message}");
}

#[test]
fn where_the_interpreter_knows_a_candidate_its_word_counts() {
    // With the time, beyond the interpreter; without it and the assignment, undefined, and as interesting.
    let text = "#include <stdio.h>\n#include <time.h>\nint main(void) { int a; time(0); a = 5; printf(\"%d\\n\", a * 3 + 1); }\n";
    let shop = Workshop::new(&[("t.c", text)]);
    shop.check(&["reduce", "t.c", "--compiler", &shop.compiler(), "--reference", "cc -w"], 0);
    let verdict = shop.json(&["run", "--json", "t.reduced.c"]);
    assert_eq!(verdict["outcome"], "defined", "{}", shop.read("t.reduced.c"));
}

#[test]
fn a_program_that_lacks_something_is_no_crash() {
    let text = "int missing(int);\nint main(void) { return missing(3); }\n";
    let shop = Workshop::new(&[("t.c", text)]);
    let cc = shop.compiler();
    assert!(shop.fails(&["reduce", "t.c", "--compiler", &cc], 2).contains("not interesting"));
    assert!(shop.fails(&["reduce", "t.c", "--compiler", &cc, "--reference", "cc"], 2).contains("not interesting"));
    // A compiler that loses a function is to blame.
    let text = "#include <stdio.h>\nint found(int x) { return x; }\nint main(void) { printf(\"%d\\n\", found(3)); }\n";
    let shop = Workshop::new(&[("t.c", text)]);
    let cc = shop.wrapper("losing-cc", "sed 's/^int found(/int lost(/'");
    let result = shop.check(&["reduce", "t.c", "--compiler", &cc], 0);
    assert!(result.contains("found("), "{result}");
    assert_eq!(shop.json(&["run", "--json", "t.reduced.c"])["outcome"], "defined");
}

#[test]
fn what_is_refused_without_reason_stays_a_program_that_runs() {
    let text = "#include <stdio.h>\nint main(void) { int a = 8, b = 2; printf(\"%d\\n\", a / b); return 0; }\n";
    let shop = Workshop::new(&[("t.c", text)]);
    let cc = shop.wrapper("strict-cc", "sed 's,/,@,'");
    shop.check(&["reduce", "t.c", "--compiler", &cc], 0);
    let verdict = shop.json(&["run", "--json", "t.reduced.c"]);
    assert_eq!(verdict["outcome"], "defined", "{}", shop.read("t.reduced.c"));
}

#[test]
fn a_refusal_is_known_by_its_message_wherever_that_is() {
    let text = "int main(void) { int a = 8, b = 2; return a / b - 4; }\n";
    let shop = Workshop::new(&[("t.c", text)]);
    // As chibicc says it: the program's line first.
    let say = "grep -n / t.c | sed 's/^/t.c:/; s/:int/: int/' >&2; echo '    ^ cannot divide' >&2; exit 1";
    shop.script("strict-cc", &format!("if grep -q / t.c; then {say}; fi; exec cc \"$@\""));
    let cc = format!("{} -O1", shop.path("strict-cc").display());
    let message = shop.fails(&["reduce", "t.c", "--compiler", &cc], 0);
    assert!(message.contains("refuses it (cannot divide)"), "{message}");
    assert!(words(&shop.read("t.reduced.c")) < words(text), "{}", shop.read("t.reduced.c"));
}

#[test]
fn flags_that_change_the_meaning_need_a_reference_with_the_same() {
    let text = "#include <stdio.h>\nint main(void) { char c = -1; printf(\"%d\\n\", c); }\n";
    let shop = Workshop::new(&[("t.c", text)]);
    let message = shop.fails(&["reduce", "t.c", "--compiler", "cc -funsigned-char"], 2);
    assert!(message.contains("the sign of char") && message.contains("--reference"), "{message}");
    let args = ["reduce", "t.c", "--compiler", "cc -funsigned-char", "--reference", "cc"];
    assert!(shop.fails(&args, 2).contains("does not have it"));
}

#[test]
fn files_need_not_be_utf_8_for_a_script() {
    let shop = Workshop::new(&[]);
    fs::write(shop.path("latin.txt"), b"one\nf\xfcnf \xc3\xbc\nthree\n").unwrap();
    shop.script("test.sh", "LC_ALL=C grep -q \"$(printf 'f\\374nf')\" latin.txt");
    shop.check(&["reduce", "latin.txt", "--test", "./test.sh", "--json"], 0);
    assert_eq!(shop.bytes(&["reduce", "latin.txt", "--test", "./test.sh"]), b"f\xfcnf\n");
    assert_eq!(fs::read(shop.path("latin.reduced.txt")).unwrap(), b"f\xfcnf\n");
    assert!(shop.fails(&["reduce", "latin.txt", "--compiler", "cc"], 66).contains("--test"));
}

#[test]
fn a_script_without_a_first_line_is_run_by_a_shell() {
    let shop = Workshop::new(&[("notes.txt", "one\ntwo\n")]);
    shop.executable("test.sh", "grep -q two notes.txt\n");
    assert_eq!(shop.check(&["reduce", "notes.txt", "--test", "./test.sh"], 0), "two\n");
}

#[test]
fn compilers_of_several_words_are_named_by_all_of_them() {
    let shop = Workshop::new(&[("t.c", PROGRAM)]);
    let message = shop.fails(&["reduce", "t.c", "--compiler", "env LC_ALL=C cc -O1"], 2);
    assert!(message.contains("env LC_ALL=C cc -O1 does what is right"), "{message}");
}

#[test]
fn an_original_is_not_overwritten_by_any_of_its_names() {
    let shop = Workshop::new(&[("t.c", PROGRAM)]);
    let cc = shop.compiler();
    let whole = shop.path("t.c").display().to_string();
    std::os::unix::fs::symlink(shop.path("."), shop.path("here")).unwrap();
    for (file, out) in [("./t.c", "t.c"), ("t.c", "."), ("t.c", whole.as_str()), ("t.c", "here/t.c")] {
        let message = shop.fails(&["reduce", file, "--compiler", &cc, "--out", out], 2);
        assert!(message.contains("original"), "{message}");
    }
    assert_eq!(shop.read("t.c"), PROGRAM);
}

#[test]
fn files_of_others_stay_in_a_directory_of_results() {
    let main =
        "#include \"value.h\"\nint printf(const char *, ...);\nint main(void) { printf(\"%d\\n\", VALUE * 3); }\n";
    let shop = Workshop::new(&[("main.c", main), ("value.h", "#define VALUE 5\n")]);
    let cc = shop.compiler();
    fs::create_dir(shop.path("out")).unwrap();
    fs::write(shop.path("out/value.h"), "mine").unwrap();
    let args = ["reduce", "main.c", "value.h", "--compiler", &cc, "--out", "out"];
    assert!(shop.fails(&args, 2).contains("there already"));
    assert_eq!(shop.read("out/value.h"), "mine");
    fs::rename(shop.path("out/value.h"), shop.path("out/other.h")).unwrap();
    shop.check(&args, 0);
    assert!(shop.path("out/main.c").exists() && shop.path("out/other.h").exists());
    // Results of the default name are ours.
    let args = ["reduce", "main.c", "value.h", "--compiler", &cc];
    assert_eq!(shop.check(&args, 0), shop.check(&args, 0));
}

#[test]
fn scripts_write_in_their_own_directory_only() {
    let shop = Workshop::new(&[("notes.txt", "one\ntwo\n")]);
    let outside = shop.path("outside");
    shop.script("test.sh", &format!("touch inside; touch '{}' 2>/dev/null; grep -q two notes.txt", outside.display()));
    shop.check(&["reduce", "notes.txt", "--test", "./test.sh"], 0);
    let is_walled = !shop.json(&["compilers", "--json"])["sandbox"].to_string().contains("limits");
    assert!(!is_walled || !outside.exists());
}

#[test]
fn a_finding_is_reduced_where_it_is_kept() {
    let shop = Workshop::new(&[]);
    let dir = shop.finding();
    let id = dir.file_name().unwrap().to_str().unwrap().to_string();
    let result = shop.check(&["reduce", &id[..6]], 0);
    assert!(result.contains("* 3"), "{result}");
    assert_eq!(fs::read_to_string(dir.join("reduced/test.c")).unwrap(), result);
    assert_eq!(fs::read_to_string(dir.join("reduced/expected.txt")).unwrap(), "3\n");
    assert!(fs::read_to_string(dir.join("reduced/Makefile")).unwrap().contains("test.c"));
    let report = fs::read_to_string(dir.join("report.md")).unwrap();
    assert!(report.contains("## Program") && report.contains("* 3"), "{report}");
    assert!(dir.join("original/test.c").exists());
}

#[test]
fn findings_are_looked_for_where_the_configuration_says() {
    let shop = Workshop::new(&[("gadfly.toml", "store = \"elsewhere\"\n")]);
    let dir = shop.finding();
    fs::rename(shop.path(lab::store::DEFAULT_DIRECTORY), shop.path("elsewhere")).unwrap();
    let id = dir.file_name().unwrap().to_str().unwrap();
    assert!(shop.fails(&["reduce", id, "--out", "out.c"], 2).contains("kept with it"));
    assert!(shop.check(&["reduce", id], 0).contains("* 3"));
}

#[test]
fn a_finding_that_is_reduced_stays_so_whatever_is_stopped() {
    let shop = Workshop::new(&[]);
    let dir = shop.finding();
    shop.check(&["reduce", dir.file_name().unwrap().to_str().unwrap()], 0);
    let before = fs::read_to_string(dir.join("reduced/test.c")).unwrap();
    let mut run = shop.start_finding(&dir);
    shop.await_so_far(&dir);
    run.signal(libc::SIGINT);
    fs::write(shop.path("go"), "").unwrap();
    assert_eq!(run.wait(), Some(130));
    assert_eq!(fs::read_to_string(dir.join("reduced/test.c")).unwrap(), before);
}

#[test]
fn a_crash_that_only_the_driver_shows_is_reduced() {
    let shop = Workshop::new(&[]);
    let dir = shop.finding_in_driver("internal compiler error: in shift, at x.c");
    let result = shop.check(&["reduce", dir.file_name().unwrap().to_str().unwrap()], 0);
    assert!(result.contains("<< 7") && words(&result) < 12, "{result}");
}

#[test]
fn a_hunt_reduces_what_it_finds_and_what_it_left() {
    let shop = Workshop::new(&[]);
    // Takes `^=` for `-=`.
    let cc = shop.wrapper("wrong-cc", "sed 's/ ^= / -= /g'");
    let args = ["hunt", "--json", "--size", "small", "--seed", "1", "--tests", "1", "--jobs", "1", "--compiler", &cc];
    shop.check(&[&args[..], &["--no-reduce"]].concat(), 10);
    let left = shop.findings();
    assert!(!left.is_empty() && left.iter().all(|dir| !dir.join("reduced").exists()));
    let events = shop.hunt(&[&args[..], &["--no-triage"]].concat());
    let reduced: Vec<&str> = events.lines().filter(|line| line.contains("\"event\":\"reduced\"")).collect();
    assert!(!reduced.is_empty(), "{events}");
    let is_reduced = |dir: &std::path::PathBuf| dir.join("reduced").exists() || dir.join("not-reduced.txt").exists();
    assert!(left.iter().any(is_reduced));
    let before = left[0].join("original/test.c");
    let after = left.iter().map(|dir| dir.join("reduced")).find(|dir| dir.exists()).unwrap();
    let size = |path: &std::path::Path| fs::metadata(path).unwrap().len();
    let unit = fs::read_dir(&after)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.extension().is_some_and(|extension| extension == "c"));
    assert!(size(&unit.unwrap()) < size(&before));
}

#[test]
fn ctrl_c_keeps_the_best_so_far() {
    let shop = Workshop::new(&[("notes.txt", workshop::NOTES)]);
    let mut run = shop.start_endless(&[]);
    shop.await_improvement();
    // The script that is under way would never end.
    run.signal(libc::SIGINT);
    let (stdout, stderr) = run.outputs();
    assert_eq!(run.wait(), Some(130));
    assert!(stderr.contains("Ctrl-C again") && stdout.contains("keep"), "{stderr}{stdout}");
    shop.is_interesting_and_smaller();
}

#[test]
fn what_cannot_be_written_is_said_before_the_work() {
    let shop = Workshop::new(&[("notes.txt", workshop::NOTES), ("file", "")]);
    shop.script("test.sh", "grep -q keep notes.txt");
    let args = ["reduce", "notes.txt", "--test", "./test.sh", "--out"];
    let output = shop.fails(&[&args[..], &["file/out.txt"]].concat(), 74);
    assert!(output.contains("file/out.txt") && !output.contains("Interesting"), "{output}");
    shop.script("test.sh", "exit 1");
    shop.fails(&[&args[..], &["new/directory/out.txt"]].concat(), 2);
    assert!(!shop.path("new").exists(), "nothing is left of the attempt");
}

#[test]
fn what_can_no_longer_be_written_is_still_printed() {
    let shop = Workshop::new(&[("notes.txt", workshop::NOTES)]);
    let mut run = shop.start_endless(&["--out", "out/notes.txt"]);
    shop.await_file("out/notes.txt");
    fs::rename(shop.path("out"), shop.path("away")).unwrap();
    fs::write(shop.path("out"), "in the way").unwrap();
    run.signal(libc::SIGINT);
    fs::write(shop.path("go"), "").unwrap();
    let (stdout, stderr) = run.outputs();
    assert_eq!(run.wait(), Some(74), "{stderr}");
    assert!(stdout.contains("keep") && stdout.len() < workshop::NOTES.len(), "{stdout}");
}

#[test]
fn no_file_takes_the_place_of_a_pipe() {
    let shop = Workshop::new(&[("notes.txt", workshop::NOTES)]);
    shop.script("test.sh", "grep -q keep notes.txt");
    let pipe = shop.path("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // Open at both ends, so that nobody waits for the other.
    let reader = fs::OpenOptions::new().read(true).write(true).open(&pipe).unwrap();
    shop.check(&["reduce", "notes.txt", "--test", "./test.sh", "--out", "pipe"], 0);
    assert!(!fs::metadata(&pipe).unwrap().is_file());
    drop(reader);
}

#[test]
fn kill_9_leaves_the_best_so_far_and_no_process() {
    let shop = Workshop::new(&[("notes.txt", workshop::NOTES)]);
    let mut run = shop.start_endless(&[]);
    shop.await_improvement();
    run.signal(libc::SIGKILL);
    run.wait();
    shop.is_interesting_and_smaller();
    shop.await_no_process();
}

#[test]
fn a_finding_whose_reduction_is_stopped_keeps_the_best_so_far_and_needs_the_rest() {
    let shop = Workshop::new(&[]);
    let dir = shop.finding();
    let mut run = shop.start_finding(&dir);
    shop.await_so_far(&dir);
    run.signal(libc::SIGINT);
    fs::write(shop.path("go"), "").unwrap();
    assert_eq!(run.wait(), Some(130));
    let stopped = fs::read_to_string(dir.join("reduced/test.c")).unwrap();
    assert!(stopped.contains("* 3") && stopped.contains("expected: "), "{stopped}");
    assert!(needs_reduction(&dir) && !dir.join("reduced-so-far").exists());
    shop.check(&["reduce", dir.file_name().unwrap().to_str().unwrap()], 0);
    assert!(!needs_reduction(&dir));
    assert!(fs::read_to_string(dir.join("reduced/test.c")).unwrap().len() <= stopped.len());
}

#[test]
fn a_finding_whose_reduction_is_killed_keeps_the_best_so_far() {
    let shop = Workshop::new(&[]);
    let dir = shop.finding();
    let mut run = shop.start_finding(&dir);
    shop.await_so_far(&dir);
    run.signal(libc::SIGKILL);
    run.wait();
    let so_far = fs::read_to_string(dir.join("reduced-so-far/test.c")).unwrap();
    assert!(so_far.contains("* 3") && so_far.contains("main"), "{so_far}");
    assert!(needs_reduction(&dir) && !dir.join("reduced").exists());
    shop.await_no_process();
}

#[test]
fn a_finding_is_reduced_by_one_process_at_a_time() {
    let shop = Workshop::new(&[]);
    let dir = shop.finding();
    let id = dir.file_name().unwrap().to_str().unwrap();
    let mut run = shop.start_finding(&dir);
    shop.await_so_far(&dir);
    let output = shop.fails(&["reduce", id], 14);
    assert!(output.contains("another gadfly is at work") && output.contains(id), "{output}");
    assert!(dir.join("reduced-so-far").exists(), "the first one's best stays");
    run.signal(libc::SIGKILL);
    run.wait();
    fs::write(shop.path("go"), "").unwrap();
    shop.check(&["reduce", id], 0);
}

#[test]
fn a_compiler_may_be_several_words_and_a_file_preprocessed() {
    let program = PROGRAM.replace("#include <stdio.h>", "int printf(const char *, ...);");
    let shop = Workshop::new(&[("t.i", &program)]);
    // The broken compiler looks into files that end in `.c`.
    shop.script("named-c", "for word; do shift; case $word in *.i) cp $word $word.c; word=$word.c;; esac; set -- \"$@\" $word; done; exec \"$@\"");
    let cc = format!("{} {}", shop.path("named-c").display(), shop.compiler());
    let result = shop.check(&["reduce", "t.i", "--compiler", &cc, "--out", "out.c"], 0);
    assert!(result.contains("* 3") && result.contains("expected: 3"), "{result}");
}

#[test]
fn results_say_everything_that_the_original_says() {
    // A crash needs no execution, and the shift is enough for it, but nobody wants `f(){a<<7;}`.
    let text = PROGRAM.replace("x + 1", "x << 7");
    let shop = Workshop::new(&[("t.c", &text)]);
    shop.check(&["reduce", "t.c", "--compiler", &shop.compiler(), "--out", "out.c"], 0);
    let strict = ["-std=c99", "-pedantic-errors", "-Werror=implicit", "-Werror=int-conversion", "-fsyntax-only"];
    let output = std::process::Command::new("cc").args(strict).arg(shop.path("out.c")).output().unwrap();
    assert!(output.status.success(), "{}\n{}", shop.read("out.c"), String::from_utf8_lossy(&output.stderr));
}

/// Whether the finding in this directory of a store waits for its reduction.
fn needs_reduction(dir: &std::path::Path) -> bool {
    let store = lab::store::read(dir.parent().unwrap().parent().unwrap()).unwrap();
    store.get(dir.file_name().unwrap().to_str().unwrap()).unwrap().reducing().is_open()
}
