//! What real compilers write, and the signature it must give.

use super::*;

fn check(output: &str, signature: &str) {
    assert_eq!(crash(output).map(|crash| crash.signature).as_deref(), Some(signature), "{output}");
}

#[test]
fn what_leads_to_a_crash_is_kept_and_warnings_are_not() {
    let output = "t.c:1:1: warning: unused 'x'\n    1 | x;\n      | ^\nt.c: In function 'e':\nt.c:2:1: error: type mismatch in \
                  'widen_mult_expr'\nlong int\nduring GIMPLE pass: widening_mul\nt.c:2:1: internal compiler error: \
                  verify_gimple failed\n0x1 f()\n";
    let message = crash(output).expect("it is an ICE").message;
    assert!(message.starts_with("t.c: In function 'e':\n") && message.ends_with("0x1 f()"), "{message}");
    assert_eq!(telling_line(&message), Some("t.c:2:1: internal compiler error: verify_gimple failed"));
}

#[test]
fn a_position_is_told_where_it_is_all_there_is() {
    check("internal error at parse.c:1413\n", "internal error at parse.c:1413");
    check("internal error in parse at parse.c:1413\n", "internal error in parse at parse.c");
}

#[test]
fn crashes_have_signatures_without_places() {
    for (output, signature) in [
        (
            "test.c: In function 'f':\ntest.c:12:3: internal compiler error: in fold_convert_loc, at fold-const.cc:2530\n   \
             12 |   x;\n",
            "internal compiler error: in fold_convert_loc, at fold-const.cc",
        ),
        (
            "during GIMPLE pass: vrp\nt.c: In function 'f':\nt.c:3:6: internal compiler error: Segmentation fault\n    \
             3 | int f\n0x7f12 internal_error(char const*, ...)\n\t???:0\n0x9e1f2d crash_signal\n\t../../src/gcc/toplev.cc:314\n\
             0xabc range_fold(tree_node*, int)\n\t../../src/gcc/vr.cc:3\n",
            "internal compiler error: Segmentation fault, during GIMPLE pass: vrp, in range_fold",
        ),
        (
            "gcc: internal compiler error: Segmentation fault signal terminated program cc1\n",
            "internal compiler error: Segmentation fault signal terminated program ccN",
        ),
        (
            "clang: /build/llvm-19/lib/IR/Value.cpp:97: llvm::Value::~Value(): Assertion `use_empty() && \"Uses \
             remain\"' failed.\nPLEASE submit a bug report to https://x/ and so on.\nStack dump:\n",
            "Assertion `use_empty() && \"Uses remain\"' failed, in llvm::Value::~Value",
        ),
        (
            "fatal error: error in backend: Cannot select: t45: v4i32 = foo t12, 0x55aa\nPLEASE submit a bug report\n",
            "Cannot select: foo",
        ),
        (
            "LLVM ERROR: Cannot select: 0x55f0: i32 = X86ISD::FOO<3> 0x55f1, 0x55f2\n  0x55f1: i32 = add t2, t4\nIn function: f12\n",
            "Cannot select: XNISD::FOO",
        ),
        (
            "fatal error: error in backend: Unsupported library call operation!\nPLEASE submit a bug report\n",
            "fatal error: error in backend: Unsupported library call operation!",
        ),
        ("LLVM ERROR: Broken function found\n", "LLVM ERROR: Broken function found"),
        (
            "t.c:1:2: warning: dull\nunknown condition code\nUNREACHABLE executed at /build/llvm-19/lib/X86/Lower.cpp:4121!\n\
             PLEASE submit a bug report to https://x/.\n",
            "UNREACHABLE executed at Lower.cpp: unknown condition code",
        ),
        ("UNREACHABLE executed at ../lib/X86/Lower.cpp:4121!\n", "UNREACHABLE executed at Lower.cpp"),
        (
            "t.c: In function 'f':\nt.c:9:1: error: unrecognizable insn:\n(insn 12 11)\nduring RTL pass: vregs\n\
             t.c:9:1: internal compiler error: in extract_insn, at recog.cc:2791\n0x64d3ee _fatal_insn(char const*)\n",
            "internal compiler error: in extract_insn, at recog.cc",
        ),
        (
            "PLEASE submit a bug report to https://x/.\nStack dump:\n0.\tProgram arguments: clang-19 -c a.c\n\
             3.\tRunning pass 'Loop Strength Reduction' on function '@f'\n \
             #0 0x00007fa1392b73c6 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/usr/lib/libLLVM.so+0xeb73c6)\n \
             #3 0x00007fa13825a050 (/lib/x86_64-linux-gnu/libc.so.6+0x3c050)\n \
             #5 0x00007fa140c1a3fc clang::Preprocessor::HandlePragma(clang::Pragma) (/usr/lib/libclang.so+0xc1a3fc)\n",
            "crash in clang::Preprocessor::HandlePragma, pass 'Loop Strength Reduction'",
        ),
        (
            "/tmp/ctm.XtIuh9: Assembler messages:\n/tmp/ctm.XtIuh9:11: Error: no such instruction: `bogus %eax,-24(%rbp)'\n\
             error: /usr/bin/x86_64-linux-gnu-as terminated with status 1\n",
            "assembler: no such instruction: bogus",
        ),
        (
            "t.c, line 12: compiler error: Cannot generate code, node 0x55aa\n",
            "compiler error: Cannot generate code, node N",
        ),
        ("error: /usr/bin/ccom terminated with signal 11\n", "terminated with signal N"),
    ] {
        check(output, signature);
    }
}

#[test]
fn refusals_are_no_crashes() {
    for output in [
        "d.c:1:20: error: expected ';' at end of input\n    1 | puts(\"internal compiler error: x\")\n",
        "b.c:1: error: unknown opcode 'bogus'\n",
        "",
    ] {
        assert_eq!(crash(output), None, "{output}");
    }
}

#[test]
fn linkers_are_told_apart_by_what_they_complain_of() {
    for (output, signature) in [
        (
            "/usr/bin/ld: b.o: in function `main':\nc.c:(.text+0x5): undefined reference to `f12'\ncollect2: error: ld returned 1\n",
            "linker: undefined reference to",
        ),
        (
            "ld: warning: b.o: missing .note.GNU-stack section\nld: NOTE: This is deprecated\nc.c:1: undefined reference to `__udivti3'\n",
            "linker: undefined reference to __udivtiN",
        ),
        ("tcc: error: undefined symbol 'f'\n", "linker: undefined symbol"),
        ("ld.lld: error: undefined symbol: f12\n>>> referenced by b.c\n", "linker: error: undefined symbol:"),
        ("ld: b.o: multiple definition of `f'; a.o:(.bss+0x0): first defined here\n", "linker: multiple definition of"),
        (
            "ld: a.o: file in wrong format\ncollect2: error: ld returned 1 exit status\n",
            "linker: ld: a.o: file in wrong format",
        ),
        ("collect2: error: ld returned 1 exit status\n", "linker: error: ld returned N exit status"),
        ("", "linker: says nothing"),
    ] {
        assert_eq!(linker(output).signature, signature, "{output}");
    }
}

#[test]
fn linkers_say_the_same_of_every_symbol_section_and_file() {
    let signature = "linker: relocation truncated to fit: R_XN_N_PCN against";
    for what in [
        "symbol `in26' defined in .data section in gadfly-driver-1.o",
        "symbol `g_3' defined in .bss section in gadfly-driver.o",
        "symbol `f' defined in COMMON section in /tmp/b.o",
        "`.bss'",
    ] {
        let output = format!("test.c:(.text+0xba2): relocation truncated to fit: R_X86_64_PC32 against {what}\n");
        assert_eq!(linker(&output).signature, signature, "{output}");
    }
}

#[test]
fn a_refusal_is_known_by_its_first_error() {
    let output = "t.c:1:2: warning: dull\nt.c:3:4: error: 'g_12' undeclared in line 7\nt.c:9:9: error: other\n";
    let message = first_error(output);
    assert!(message.starts_with("t.c:3:4: error: 'g_12'"), "{message}");
    assert_eq!(refusal(&message), "'' undeclared in line N");
    let chibicc = "t.c:1: int *p = &a[1][1];\n               ^ not a compile-time constant\n";
    assert_eq!(refusal(chibicc), "not a compile-time constant");
}

#[test]
fn long_output_is_cut_between_characters() {
    let output = format!("internal compiler error: {}\n", "é".repeat(10_000));
    assert!(crash(&output).expect("it is an ICE").message.len() <= BYTES);
}

#[test]
fn broken_compilers_name_the_function_they_are_at() {
    for (output, functions) in [
        (
            "t.c: In function 'f':\nt.c:2:1: warning: dull\nduring GIMPLE pass: vrp\nt.c: In function 'g':\n\
             t.c:3:6: internal compiler error: Segmentation fault\n    3 | int g\n",
            vec!["g"],
        ),
        ("t.c: In function ‘main’:\nt.c:3:6: internal compiler error: in f, at g.cc:1\n", vec!["main"]),
        ("LLVM ERROR: Cannot select: t1: i32 = foo t2\nIn function: f12\nPLEASE submit\n", vec!["f12"]),
        ("3.\tRunning pass 'Loop Strength Reduction' on function '@f'\n #0 0x7f llvm::sys::f(int)\n", vec!["f"]),
        (
            "1.\tt.c:3:1: LLVM IR generation of declaration 'h'\n2.\tt.c:4:1: Generating code for declaration 'i'\n",
            vec!["h", "i"],
        ),
        ("clang: Assertion `x' failed.\n   3 | // In function: f\n", vec![]),
    ] {
        assert_eq!(super::functions(output), functions, "{output}");
    }
}
