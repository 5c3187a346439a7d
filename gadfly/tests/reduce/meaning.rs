//! No compiler is accused of what is only another dialect, other macros, or another file.

use crate::workshop::{PROGRAM, Workshop};

/// A correct compiler is not accused; why not.
#[track_caller]
fn not_accused(name: &str, text: &str, cc: &str) -> String {
    let shop = Workshop::new(&[(name, text)]);
    shop.fails(&["reduce", name, "--compiler", cc], 2)
}

#[test]
fn main_returns_nothing_by_itself_in_c90() {
    let text = "#include <stdio.h>\nint main(void) { printf(\"abc\\n\"); }\n";
    for standard in ["-std=gnu89", "-ansi", "-std=c90"] {
        let output = not_accused("t.c", text, &format!("gcc -O2 {standard}"));
        assert!(output.contains("C90 leaves open"), "{output}");
    }
    let output = not_accused("t.c", PROGRAM, "gcc -O2 -std=gnu89");
    assert!(output.contains("-std=gnu89 may ask for"), "{output}");
    // What returns something stays so.
    let shop = Workshop::new(&[(
        "t.c",
        &PROGRAM
            .replace("(int i = 0;", "(s.b = 0;")
            .replace("i < 10; i++", "s.b < 10; s.b++")
            .replace("value(i,", "value(s.b,"),
    )]);
    let cc = format!("{} -std=gnu89", shop.compiler());
    let result = shop.check(&["reduce", "t.c", "--compiler", &cc], 0);
    assert!(result.contains("* 3") && result.contains("return"), "{result}");
}

#[test]
fn comments_and_trigraphs_are_the_dialects() {
    let comment = "int a = 6;\nint main(void) { int b = a //**/ 2\n; return b; }\n";
    let output = not_accused("t.c", comment, "gcc -O2 -ansi");
    assert!(output.contains("does what is right"), "{output}");
    let trigraph = "int main(void) { return sizeof(\"??=\"); }\n";
    let output = not_accused("t.c", trigraph, "gcc -O2 -trigraphs -w");
    assert!(output.contains("does what is right"), "{output}");
}

#[test]
fn macros_that_compilers_define_are_their_own() {
    let program = |macro_name: &str| {
        format!(
            "#include <stdio.h>\nint main(void) {{\n#ifdef {macro_name}\nputs(\"yes\");\n#else\nputs(\"no\");\n#endif\nreturn 0; }}\n"
        )
    };
    for (name, cc) in [("__OPTIMIZE__", "gcc -O2"), ("__AVX2__", "gcc -O2 -mavx2")] {
        let output = not_accused("t.c", &program(name), cc);
        assert!(output.contains("macros that compilers define") && output.contains("-E -P"), "{output}");
    }
}

#[test]
fn macros_of_the_command_line_are_part_of_the_program() {
    let text = "int printf(const char *, ...);\nint main(void) { printf(\"%d\\n\", (int)sizeof(short)); }\n";
    for macros in ["-Dshort=int", "-D short=int", "-Wp,-Dshort=int", "-Xpreprocessor -Dshort=int"] {
        let output = not_accused("t.c", text, &format!("gcc -O2 {macros}"));
        assert!(output.contains("does what is right"), "{output}");
    }
    for pair in ["-Xclang -Dshort=int", "-Xclang -ffast-math -Xclang -Dshort=int", "-Xlinker -L."] {
        let output = not_accused("t.c", text, &format!("clang-19 -O2 {pair}"));
        assert!(output.contains("does what is right"), "{output}");
    }
}

#[test]
fn results_need_no_macros_of_the_command_line() {
    // `a` is what the reducer would call a variable, and a second `struct S` would be a mistake.
    let text = "int main(void) { struct S s = { FIRST }; s.x += s.x * 3; printf(\"%d\\n\", s.x); return 0; }\n";
    let before = "#include <stdio.h>\nstruct S { int x; };\n";
    let shop = Workshop::new(&[("t.c", text), ("before.h", before), ("options", "-DFIRST=5\n'-D a=b c'\n")]);
    let cc = format!("{} -include before.h @options", shop.compiler());
    let result = shop.check(&["reduce", "t.c", "--compiler", &cc], 0);
    assert!(result.contains("* 3") && result.contains("broken-cc -O1: "), "{result}");
    assert!(!result.contains("struct"), "{result}");
    shop.check(&["reduce", "t.reduced.c", "--compiler", &shop.compiler(), "--out", "again.c"], 0);
}

#[test]
fn cpp_is_another_language() {
    let text = "int main(void) { return sizeof('a'); }\n";
    for cc in ["g++ -O2", "gcc -O2 -x c++"] {
        let output = not_accused("t.c", text, cc);
        assert!(output.contains("it is not C"), "{output}");
    }
}

#[test]
fn a_file_without_a_language_is_none_of_a_compiler() {
    let output = not_accused("noext", PROGRAM, "gcc -O2");
    assert!(output.contains("ends in .c"), "{output}");
}

#[test]
fn a_byte_order_mark_is_no_mistake() {
    let shop = Workshop::new(&[("t.c", &format!("\u{feff}{PROGRAM}"))]);
    let result = shop.check(&["reduce", "t.c", "--compiler", &shop.compiler()], 0);
    assert!(result.contains("* 3"), "{result}");
}

#[test]
fn output_need_not_be_utf_8() {
    let text =
        "int putchar(int);\nint main(void) { volatile int q = 85; putchar(q * 3 == 255 ? q * 3 : 254); return 0; }\n";
    let shop = Workshop::new(&[("t.c", text)]);
    let cc = shop.compiler();
    for reference in [&[][..], &["--reference", "cc -O0"]] {
        let args = [&["reduce", "t.c", "--compiler", &cc][..], reference].concat();
        let result = shop.check(&args, 0);
        assert!(result.contains("* 3") && result.contains("expected: \\x"), "{result}");
    }
}

#[test]
fn a_script_must_look_at_the_files() {
    let shop = Workshop::new(&[("t.c", PROGRAM)]);
    shop.script("test.sh", &format!("grep -q main {}", shop.path("t.c").display()));
    let output = shop.fails(&["reduce", "t.c", "--test", "./test.sh"], 2);
    assert!(output.contains("empty") && output.contains("`t.c`"), "{output}");
}

#[test]
fn a_byte_that_is_no_utf_8_takes_no_veto_away() {
    let shop = Workshop::new(&[]);
    let text = b"/* caf\xe9 */\n#include <stdio.h>\nlong long g = 3;\nint main(void) { printf(\"%lld\\n\", g << 40); return 0; }\n";
    std::fs::write(shop.path("t.c"), text).unwrap();
    shop.script("test.sh", "grep -qa '<< 40' t.c && cc -w -c t.c -o t.o");
    shop.check(&["reduce", "t.c", "--test", "./test.sh"], 0);
    assert_eq!(shop.json(&["run", "--json", "t.reduced.c"])["outcome"], "defined", "{}", shop.read("t.reduced.c"));
}

/// Refuses what glibc's headers say to GCC, as clang does, unless it preprocesses them itself.
const PICKY: &str = r#"#!/bin/sh
for word; do case $word in -E) exec cc -U__GNUC__ -D__GNUC__=10 "$@";; esac; done
for word; do
  shift
  case $word in
    *.c) grep -q 'malloc.*(fclose' "$word" && { echo "$word:1:1: error: attribute takes no arguments" >&2; exit 1; }
         sed 's/\* 3/* 4/g' "$word" > "broken-$word"; word=broken-$word ;;
  esac
  set -- "$@" "$word"
done
exec cc -w "$@"
"#;

#[test]
fn a_compiler_that_refuses_anothers_headers_gets_its_own() {
    let shop = Workshop::new(&[("t.c", PROGRAM)]);
    shop.executable("picky-cc", PICKY);
    let result = shop.json(&["reduce", "t.c", "--json", "--compiler", "./picky-cc -O1"]);
    assert!(result["textual"].is_null(), "{result}");
    assert!(result["reduced"]["tokens"].as_u64().unwrap() < 30, "{result}");
}
