//! What the printer writes, and that parsing it gives the same model again.

use lang::{Program, Target, parse, print};
use std::process::{Command, Stdio};
use std::sync::Arc;

fn parse_text(text: &str) -> Program {
    let mut program = Program::new(Target::X86_64);
    let result = parse::parse(&mut program, "test.c", Arc::from(text.as_bytes()), &parse::Options::default());
    if let Err(error) = result {
        panic!("{:?}: {error}\n{text}", program.source.position(error.loc));
    }
    program
}

/// Prints `input`, and checks that the output means the same.
fn round_trip(input: &str) -> String {
    let program = parse_text(input);
    let printed = print::print(&program);
    let again = parse_text(&printed);
    assert_eq!(print::dump(&program), print::dump(&again), "printed as:\n{printed}");
    assert_eq!(print::print(&again), printed, "printing is not stable");
    printed
}

/// `input` is printed exactly as `expected`.
fn check(input: &str, expected: &str) {
    assert_eq!(round_trip(input).trim(), expected.trim());
}

/// An expression over `int a, b, c; int *p; struct S { int f; struct S *next; } s, *q;` keeps its text.
fn check_expression(text: &str) {
    let prelude = "struct S { int f; struct S *next; } s, *q;\nint a, b, c, *p, (*fp)(int), v[9];\nunsigned u;\n";
    let printed = round_trip(&format!("{prelude}void t(void) {{ {text}; }}"));
    assert!(printed.contains(&format!("    {text};\n")), "{text} is printed as:\n{printed}");
}

#[test]
fn expressions_keep_their_text() {
    for text in [
        "a = b + c * a - (b - c)",
        "a = (b + c) * a",
        "a = b - (c - a)",
        "a = -(-b)",
        "a = b - -c",
        "a = ~b & !c",
        "a += b <<= c",
        "a = b ? c : a ? b : c",
        "a = (b ? c : a) ? b : c",
        "a = b ?: c",
        "a = (b, c)",
        "*p++ = (*p)++",
        "p[a] = *(p + a)",
        "q->next->f = s.next->f",
        "(&s)->f = q->next->f",
        "fp(a)",
        "(*fp)(a)",
        "a = sizeof(int) + sizeof(a) + sizeof(int (*)[3])",
        "a = (int)u + (char)a",
        "u = 1U << 31",
        "u = 0x80000000U | 65535U",
        "a = (b && c) || a",
        "a = (b & 3) == 1",
        "a = (b | c) & 7",
        "a = ({ b; })",
        "p = (int[2]){1, 2}",
        "q = &(struct S){.next = q}",
        "a = 97",
    ] {
        check_expression(text);
    }
}

#[test]
fn constants_keep_their_type_and_value() {
    for text in [
        "long a = 5L;",
        "long a = -9223372036854775807L - 1;",
        "unsigned long long a = 0xffffffffffffffffULL;",
        "double a = 0.1;",
        "double a = 1e300;",
        "double a = 5e-324;",
        "float a = 0.1f;",
        "float a = 3.4028235e38f;",
        "long double a = 1.25L;",
        "double a = 1.0;",
        "char a[4] = \"a\\\"\\\\\";",
        "char a[6] = \"?\\?=\\0011\";",
        "int a[3] = L\"\\x1234\" L\"a\";",
    ] {
        check(text, text);
    }
}

#[test]
fn minus_one_as_a_character_is_printed_as_a_number() {
    check("int a = '\\377';", "int a = -1;");
}

#[test]
fn declarators_keep_their_text() {
    for text in [
        "int *a[3];",
        "int (*a)[3];",
        "int (*a)(int, char *);",
        "int (*(*a)(void))[2];",
        "int (*a[2][3])(void);",
        "char *const *volatile a;",
        "const char *const a[2];",
        "int (*f(int))(double);",
        "void f(int *, const char *, ...);",
        "int f();",
        "extern int a[];",
        "static unsigned long long a;",
        "extern __thread int a;",
        "_Complex double a;",
        "int a __attribute__((aligned(32)));",
        "extern int a __asm__(\"b\");",
        "int f(int (*)[4]);",
    ] {
        check(text, text);
    }
}

#[test]
fn records_are_defined_before_their_use_and_declared_before_their_pointers() {
    check(
        "struct A { struct B *b; void (*f)(struct C *); }; struct B { struct A a; }; struct B x;",
        "struct B;
struct C;
struct A {
    struct B *b;
    void (*f)(struct C *);
};
struct B {
    struct A a;
};

struct B x;",
    );
}

#[test]
fn anonymous_records_get_names_and_anonymous_members_do_not() {
    check(
        "typedef struct { int a : 3, : 0; union { int b; float c; }; } T; T x = { 1, { 2 } }; T y = { .c = 2.5f };",
        "struct S1 {
    int a : 3;
    int : 0;
    union {
        int b;
        float c;
    };
};

struct S1 x = {1, {2}};
struct S1 y = {.c = 2.5f};",
    );
}

#[test]
fn layout_attributes_survive() {
    let printed = round_trip(
        "struct P { char c; int i; } __attribute__((packed, aligned(2)));
        struct F { char c; int i __attribute__((packed)); short s __attribute__((aligned(8))); };
        #pragma pack(push, 2)
        struct Q { char c; int i; };
        #pragma pack(pop)
        typedef int T __attribute__((aligned(1), may_alias));
        typedef float V __attribute__((vector_size(16)));
        struct P p; struct F f; struct Q q; T t; T *tp; V v = {1, 2};",
    );
    for text in ["packed, aligned(2)", "#pragma pack(push, 2)", "aligned(1), may_alias", "vector_size(16)"] {
        assert!(printed.contains(text), "{text} is missing in:\n{printed}");
    }
}

#[test]
fn clashing_tags_and_enumerators_are_renamed() {
    let printed = round_trip(
        "struct S { int a; } s; enum { A, B } e;
        int f(void) { struct S { char b; } s; enum { A = 7 } e = A; s.b = A; return s.b; }
        int g(int B) { return A + B; }",
    );
    assert!(printed.contains("struct S_1 s;"), "{printed}");
    assert!(printed.contains("A_1 = 7"), "{printed}");
}

#[test]
fn statements_look_like_a_person_wrote_them() {
    check(
        "int f(int n) { for (int i = 0, *p = &i; i < n; i++) *p += n; while (n) { n--; if (n == 3) break; else continue; }
        do n++; while (n < 3); do { n++; } while (n < 5);
        switch (n) { case 1: case 2: n = 1; break; case 4 ... 6: default: ; }
        if (n) { if (n > 1) n = 2; } else if (n < 0) n = 3; else { n = 4; }
        x: y: n = 5; goto x; { int z; z = n; } lab: { ; } return n; }",
        "int f(int n)
{
    for (int i = 0, *p = &i; i < n; i++)
        *p += n;
    while (n) {
        n--;
        if (n == 3)
            break;
        else
            continue;
    }
    do
        n++;
    while (n < 3);
    do {
        n++;
    } while (n < 5);
    switch (n) {
    case 1:
    case 2:
        n = 1;
        break;
    case 4 ... 6:
    default:;
    }
    if (n) {
        if (n > 1)
            n = 2;
    } else if (n < 0)
        n = 3;
    else {
        n = 4;
    }
x:
y:
    n = 5;
    goto x;
    {
        int z;
        z = n;
    }
lab:
    {
        ;
    }
    return n;
}",
    );
}

#[test]
fn old_style_definitions_stay_old_style() {
    check(
        "int f(a, p) char a; int *p; { return a + *p; }",
        "int f(a, p)\n    char a;\n    int *p;\n{\n    return a + *p;\n}",
    );
}

#[test]
fn gnu_extensions_survive() {
    for text in [
        "int f(int n) { int a[n][n + 1]; typedef int T[n]; T b; return sizeof(a) + sizeof(T) + sizeof b; }",
        "int f(int x) { return ({ __label__ l; int y = x; if (y) goto l; y = 2; l: y; }); }",
        "void *f(int x) { static void *t[] = { &&a, &&b }; goto *t[x]; a: return 0; b: return t; }",
        "int f(int x) { int g(int y) { return x + y; } return g(2); }",
        "int f(int x) { __asm__ volatile (\"nop\" : \"=r\" (x) : [in] \"0\" (x) : \"memory\"); return x; }",
        "int a[10] = { [3] = 1, 2, [7 ... 9] = 4 };",
        "struct S { void *p; }; void f(void) { struct S a[] = { { &a }, { 0 } }; a[1].p = a; }",
        "extern int a[]; int *f(void) { return a; } int a[3]; int b[]; int *g(void) { return b; }",
        "static void f(); void g(void) { f(1.5f); } static void f(double x) { x++; }",
        "void f(int n) { struct S { int a[n]; char c; } s; s.a[1] = sizeof(struct S); s.c = s.a[1]; }",
        "int f(int n) { struct S { char b[n]; }; n++; return sizeof(struct S); }",
        "typedef union { int *i; float *f; } U __attribute__((transparent_union)); int f(U u); int g(int *p) { return f(p); }",
        "enum E { A, B } __attribute__((mode(QI))); enum E e; typedef void F(void); const F *p; volatile F quit;",
        "register unsigned long r asm(\"r14\"); unsigned long f(void) { return r; }",
        "int f(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); n = __builtin_va_arg(ap, int);
            __builtin_va_end(ap); return n; } int g(__builtin_va_list ap) { return f(1, ap); }",
        "union U { int i; float f; }; union U f(float x) { return (union U)x; }",
        "_Complex double f(_Complex double z) { return ~z + __real__ z + 2.0i; }",
        "static __inline__ __attribute__((always_inline)) int f(void) { return 1; } int g(void) { return f(); }",
        "__asm__(\".globl x\"); int f(void) { return __builtin_expect(f(), 1); }",
    ] {
        round_trip(text);
    }
}

/// Sources whose assembly must not change, and the printed text of which must compile without warnings.
#[test]
fn gcc_gives_the_same_assembly_for_the_printed_text() {
    for text in [
        "struct S { unsigned a : 5, b : 11; struct S *next; }; static struct S pool[4] = { [2] = { 3, 4, pool } };
        int f(struct S *s, int n) { while (s && n-- > 0) s = s->next; return s ? (int)s->b << 3 | 1 : -1; }
        struct S *g(int i) { return &pool[i & 3]; }",
        "enum E { A = -1, B, C = 100 }; int f(enum E e) { switch (e) { case A: return 3; case C: return 4; default: return 5; } }",
        "double f(float x, long double y) { return x * 0.1f + (double)(y / 3.0L) - 1e-7; }",
    ] {
        let printed = round_trip(text);
        assert_eq!(assembly(&printed), assembly(text), "printed as:\n{printed}");
    }
}

fn assembly(text: &str) -> String {
    let mut gcc = Command::new("gcc")
        .args(["-O1", "-S", "-Wall", "-Wno-unused", "-Werror", "-x", "c", "-", "-o", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("gcc must be installed for this test");
    std::io::Write::write_all(&mut gcc.stdin.take().expect("a pipe"), text.as_bytes()).expect("gcc reads its input");
    let output = gcc.wait_with_output().expect("gcc ends");
    assert!(output.status.success(), "gcc rejects:\n{text}");
    String::from_utf8(output.stdout).expect("assembly is text")
}

#[test]
fn attributes_inside_the_declarator_or_after_a_tag_belong_to_the_declaration() {
    for (input, expected) in [
        ("void *__attribute__((noinline)) f(void);", "void *f(void) __attribute__((noinline));"),
        ("int **const __attribute__((weak)) *p;", "int **const *p __attribute__((weak));"),
        ("void *__attribute__((noreturn)) f(void);", "__attribute__((noreturn)) void *f(void);"),
    ] {
        check(input, expected);
    }
    let printed = round_trip(
        "struct S { int a; }; struct S __attribute__((noinline)) f(void); enum E { A } __attribute__((cold)) g(void);",
    );
    assert!(printed.contains("struct S f(void) __attribute__((noinline));"), "{printed}");
}

#[test]
fn attributes_of_function_typedefs_reach_what_is_declared_with_them() {
    for (input, expected) in [
        ("typedef void F(void) __attribute__((noreturn)); F f;", "__attribute__((noreturn)) void f(void);"),
        ("typedef void F(void) __attribute__((noreturn)); F *f;", "void (*f)(void) __attribute__((noreturn));"),
        ("typedef void F(void) __attribute__((noreturn)); F *f(int);", "void (*f(int))(void);"),
        (
            "typedef int (*P)(int) __attribute__((const)); P p, *q;",
            "int (*p)(int) __attribute__((const));\nint (**q)(int);",
        ),
        ("void (*f)(void) __attribute__((noreturn));", "void (*f)(void) __attribute__((noreturn));"),
    ] {
        check(input, expected);
    }
}

#[test]
fn which_declarations_say_inline_survives() {
    for text in [
        "int f(void);\n\n__inline__ int f(void)\n{\n    return 1;\n}",
        "__inline__ int f(void);\n\nint f(void)\n{\n    return 1;\n}",
        "__inline__ int f(void)\n{\n    return 1;\n}\n\nint f(void);",
        "__inline__ int f(void)\n{\n    return 1;\n}\n\nextern __inline__ int f(void);",
        "extern __inline__ int f(void);\n\n__inline__ int f(void)\n{\n    return 1;\n}",
        "extern __inline__ int f(void);\n\nint f(void)\n{\n    return 1;\n}",
        "extern __inline__ int f(void)\n{\n    return 1;\n}\n\nint f(void);",
        "extern __inline__ int f(void);\nint f(void);\n\n__inline__ int f(void)\n{\n    return 1;\n}",
        "static __inline__ int f(void);\n\nstatic __inline__ int f(void)\n{\n    return 1;\n}",
        "__inline__ int f(void);\n\n__inline__ int f(void)\n{\n    return 1;\n}",
    ] {
        check(text, text);
    }
    check(
        "int f(void); inline int f(void); int f(void); inline int f(void) { return 1; }",
        "int f(void);\nint f(void);\nint f(void);\n\n__inline__ int f(void)\n{\n    return 1;\n}",
    );
}

#[test]
fn a_replaced_gnu_inline_definition_stays_as_a_declaration() {
    check(
        "extern inline __attribute__((gnu_inline)) int f(int x) { return x; } int g(void) { return f(1); }
        int f(int x) { return x + 1; }",
        "int f(int);\n\nint g(void)\n{\n    return f(1);\n}\n\nint f(int x)\n{\n    return x + 1;\n}",
    );
    round_trip("extern inline int f(void) { return 1; } int g(void) { return f(); } static int f(void) { return 2; }");
}

#[test]
fn the_name_of_a_function_is_one_object() {
    let text =
        "int f(void)\n{\n    const char *p = __func__;\n    return p == __func__ && __FUNCTION__[0] == \"f\"[0];\n}";
    check(text, text);
    let program = parse_text(text);
    assert_eq!(program.strings.iter().filter(|string| string.bytes == b"f").count(), 3);
}
