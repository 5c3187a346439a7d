//! What the printer writes in C++, where C has another text or leaves something implicit.

use lang::print::{Container, Dialect, Lowering, Piece, Unsupported, print_pieces};
use lang::{ExprId, ExprKind, Item, Program, RecordId, Target, VarId, parse};
use std::sync::Arc;

fn parse_text(text: &str) -> Program {
    let mut program = Program::new(Target::X86_64);
    let result = parse::parse(&mut program, "test.c", Arc::from(text.as_bytes()), &parse::Options::default());
    if let Err(error) = result {
        panic!("{:?}: {error}\n{text}", program.source.position(error.loc));
    }
    program
}

fn print(program: &Program, lowering: &Lowering) -> Result<String, Unsupported> {
    let piece = |item: &Item| match *item {
        Item::Var(var) => Piece::Variable(var),
        Item::Declare(func) => Piece::Prototype(func),
        Item::Define(func) => Piece::Function(func),
        Item::Asm(_) => panic!("no asm in these tests"),
    };
    let pieces = program.units[0].items.iter().map(piece).collect();
    let printed = print_pieces(program, Dialect::Cpp, lowering, &[pieces])?;
    Ok(printed.types + &printed.texts[0])
}

fn var(program: &Program, name: &str) -> VarId {
    let is_named = |var: &lang::Var| program.name(var.name) == name;
    VarId(program.vars.iter().position(is_named).expect("the program has such a variable") as u32)
}

/// The C text, printed as C++ without any lowering.
fn cpp(text: &str) -> String {
    print(&parse_text(text), &Lowering::default()).unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

fn check(text: &str, expected: &str) {
    assert_eq!(cpp(text).trim(), expected.trim());
}

/// A statement of `void f(void)` after declarations of `enum E { A, B } e; enum N { M = -1 } n; int i; …`.
fn check_statement(text: &str, expected: &str) {
    let prelude = "enum E { A, B } e, *pe; enum N { M = -1 } n; int i, *p, a[3]; unsigned u; _Bool b; char c;
        const int *q; void *v; double d; struct S { enum E m; _Bool w : 1; } s; int v4(void);\n";
    let printed = cpp(&format!("{prelude}void f(void) {{ {text}; }}"));
    assert!(printed.contains(&format!("    {expected};\n")), "{text} is printed as:\n{printed}");
}

/// As `cpp`, with all arrays in this container and all subscripts checked.
fn contained(text: &str, container: Container) -> Result<String, Unsupported> {
    let program = parse_text(text);
    let arrays = (0..program.vars.len() as u32).map(VarId).filter(|&var| program.types.is_array(program[var].ty));
    let is_index = |expr: &ExprId| matches!(program[*expr].kind, ExprKind::Index(..));
    let lowering = Lowering {
        containers: arrays.map(|var| (var, container)).collect(),
        at: (0..program.exprs.len() as u32).map(ExprId).filter(is_index).collect(),
        ..Lowering::default()
    };
    print(&program, &lowering)
}

fn check_contained(text: &str, container: Container, expected: &str) {
    assert_eq!(contained(text, container).expect("it can be said").trim(), expected.trim());
}

#[test]
fn enums_have_the_type_that_c_gives_them() {
    check(
        "enum E { A, B = 7 } e = B; enum N { M = -1 } n = M; enum { C = 5 }; int i = C;",
        "enum E : unsigned int { A, B = 7 };\nenum N : int { M = -1 };\n\
         enum : unsigned int { C = 5 };\nenum E e = B;\nenum N n = M;\nint i = (int)C;",
    );
}

#[test]
fn integers_become_enums_by_a_cast_only() {
    for (text, expected) in [
        ("e = 1", "e = (enum E)1"),
        ("e = B", "e = B"),
        ("e = n", "e = (enum E)n"),
        ("i = e + 1", "i = e + 1"),
        ("i = B - 2", "i = (int)B - 2"),
        ("i = M - 2", "i = M - 2"),
        ("e += i", "e = (enum E)(e + i)"),
        ("e |= i & 1", "e = (enum E)(e | (i & 1))"),
        ("++s.m", "s.m = (enum E)(s.m + 1)"),
        ("e++", "e = (enum E)(e + 1)"),
        ("i = e--", "i = (enum E)((e = (enum E)(e - 1)) + 1)"),
        ("*pe -= 1", "*pe = (enum E)(*pe - 1)"),
        ("e = i ? e : A", "e = (enum E)(i ? e : (int)A)"),
    ] {
        check_statement(text, expected);
    }
}

#[test]
fn bit_fields_promote_by_their_width_everywhere() {
    check(
        "struct S { unsigned a : 5; int b : 5; } s; int f(int i) { return (i ? s.a : s.a) + (i ? s.b : 3) + s.a++ - s.a; }",
        "struct S {
    unsigned int a : 5;
    int b : 5;
};
struct S s;

int f(int i)
{
    return (i ? (int)s.a : (int)s.a) + (i ? (int)s.b : 3) + (int)s.a++ - s.a;
}",
    );
}

#[test]
fn pointers_are_cast_where_their_types_differ() {
    for (text, expected) in [
        ("v = p", "v = p"),
        ("p = v", "p = (int *)v"),
        ("q = p", "q = p"),
        ("p = 0", "p = 0"),
        ("i = p == 0", "i = p == 0"),
        ("p = a", "p = a"),
        ("p = (int *)q", "p = (int *)q"),
    ] {
        check_statement(text, expected);
    }
}

#[test]
fn what_means_the_same_is_not_touched() {
    for text in [
        "i = -(i < 3) + ~(u > 2U)",
        "b = i",
        "c = u",
        "i = d",
        "b |= i",
        "i = i < 3 ? u : c",
        "s.w = 1",
        "i = (i < 3) << 2",
    ] {
        check_statement(text, text);
    }
    check_statement("i = a[(i, 1)]", "i = a[(i, 1)]");
    check_statement("u = sizeof(i < 3)", "u = sizeof(int)");
    check_statement("b++", "b = (bool)(b + 1)");
    check_statement("b = __builtin_add_overflow(i < 3, i, &i)", "b = __builtin_add_overflow((int)(i < 3), i, &i)");
    let printed = cpp("int f(int i) { switch (i < 3) { case 1: i = 2; } return i; }");
    assert!(printed.contains("switch ((int)(i < 3)) {\n"), "{printed}");
    check("void f(void) { register int i; i = 1; }", "void f(void)\n{\n    int i;\n    i = 1;\n}");
}

#[test]
fn values_in_braces_do_not_narrow() {
    check(
        "unsigned char a[3] = {255, -1, 300}; float f[3] = {0.5, 1, 16777217}; _Bool b[2] = {1, 2}; int x;
        enum E { A } e[2] = {A, 0}; unsigned u[2] = {-1, 1L}; struct S { char c; double d; unsigned w : 3; } s = {1, 2, 7};
        void g(long y) { int l[2] = {y, 2L}; double d[1] = {l[0]}; short h = y; l[0] = h + d[0]; }",
        "enum E : unsigned int { A };
struct S {
    char c;
    double d;
    unsigned int w : 3;
};
unsigned char a[3] = {255, (unsigned char)-1, (unsigned char)300};
float f[3] = {0.5, 1, (float)16777217};
bool b[2] = {1, (bool)2};
int x;
enum E e[2] = {A, (enum E)0};
unsigned int u[2] = {(unsigned int)-1, 1L};
struct S s = {1, 2, 7};

void g(long y)
{
    int l[2] = {(int)y, 2L};
    double d[1] = {(double)l[0]};
    short h = y;
    l[0] = h + d[0];
}",
    );
}

#[test]
fn gaps_in_initialisers_are_filled() {
    check(
        "int a[5] = {[1] = 2, [3] = 4}; struct S { int a; struct { int b; } in; enum { Z } e; int c; } s = {.c = 3};
        union U { int i; float f; } u = {1}, w = {.f = 1.5f}; const int z; int r[4] = {[1 ... 2] = 7};",
        "struct S1 {
    int b;
};
enum E1 : unsigned int { Z };
struct S {
    int a;
    struct S1 in;
    enum E1 e;
    int c;
};
union U {
    int i;
    float f;
};
int a[5] = {0, 2, 0, 4};
struct S s = {0, {}, {}, 3};
union U u = {1};
union U w = {.f = 1.5f};
const int z = {};
int r[4] = {0, 7, 7};",
    );
}

const ARRAYS: &str = "int a[2] = {1}; const char m[2][3] = {{1, 2}, {3}}; long z[2][2]; short *h[2] = {0};
int f(const int *p, int i) { return p[i] + a[i] + m[i][1] + z[0][i]; }
int g(int i) { int l[2] = {i, 2}; return f(a, i) + f(l, 0) + *a + *(m[1] + 1) + (&a[1] == a + 1); }";

#[test]
fn a_std_array_has_two_pairs_of_braces() {
    check_contained(
        ARRAYS,
        Container::Array,
        "std::array<int, 2> a = {{1}};
const std::array<std::array<char, 3>, 2> m = {{{{1, 2}}, {{3}}}};
std::array<std::array<long, 2>, 2> z;
std::array<short *, 2> h = {{0}};

int f(const int *p, int i)
{
    return p[i] + a.at(i) + m.at(i).at(1) + z.at(0).at(i);
}

int g(int i)
{
    std::array<int, 2> l = {{i, 2}};
    return f(&a[0], i) + f(&l[0], 0) + *&a[0] + *(&m.at(1)[0] + 1) + (&a.at(1) == &a[0] + 1);
}",
    );
}

#[test]
fn a_vector_gets_all_its_elements() {
    check_contained(
        ARRAYS,
        Container::Vector,
        "std::vector<int> a = {1, 0};
const std::vector<std::vector<char>> m = {{1, 2, 0}, {3, 0, 0}};
std::vector<std::vector<long>> z(2, std::vector<long>(2));
std::vector<short *> h = {0, 0};

int f(const int *p, int i)
{
    return p[i] + a.at(i) + m.at(i).at(1) + z.at(0).at(i);
}

int g(int i)
{
    std::vector<int> l = {i, 2};
    return f(&a[0], i) + f(&l[0], 0) + *&a[0] + *(&m.at(1)[0] + 1) + (&a.at(1) == &a[0] + 1);
}",
    );
}

#[test]
fn a_valarray_takes_its_value_first_and_has_no_at() {
    let printed = contained(ARRAYS, Container::Valarray).expect("it can be said");
    assert!(printed.contains("std::valarray<std::valarray<long>> z(std::valarray<long>(2), 2);"), "{printed}");
    assert!(printed.contains("p[i] + a[i] + m[i][1] + z[0][i];"), "{printed}");
}

#[test]
fn what_a_container_cannot_be_is_refused() {
    for (text, container) in [
        ("int m[2][3]; int (*f(void))[3] { return m; }", Container::Vector),
        ("int a[2]; int (*f(void))[2] { return &a; }", Container::Array),
        ("_Bool a[2];", Container::Vector),
        ("volatile int a[2];", Container::Valarray),
        ("char a[3] = \"ab\";", Container::Vector),
        ("int a[3] __attribute__((vector_size(32)));", Container::Vector),
    ] {
        assert!(contained(text, container).is_err(), "{text}");
    }
}

#[test]
fn what_only_c_has_is_refused() {
    for text in [
        "int *f(void) { return (int[2]){1, 2}; }",
        "int f(a) int a; { return a; }",
        "int f(int x) { int g(int y) { return x + y; } return g(2); }",
        "_Atomic int a;",
        "enum E { A } e[3]; int i; void f(void) { e[i++] += 1; }",
    ] {
        assert!(print(&parse_text(text), &Lowering::default()).is_err(), "{text}");
    }
}

#[test]
fn static_members_are_declared_in_their_struct_and_named_by_it() {
    let program = parse_text(
        "struct T { int b; }; struct S { int a; } s; int x = 5; const long y = 6; struct T t[2] = {{1}};
        int f(void) { x = s.a; return x + y + t[1].b; }",
    );
    let of = RecordId(program.types.records.len() as u32 - 1);
    let names = ["x", "y", "t"];
    let members = names.into_iter().map(|name| (var(&program, name), of)).collect();
    let containers = [(var(&program, "t"), Container::Array)].into_iter().collect();
    let lowering = Lowering { members, containers, ..Lowering::default() };
    assert_eq!(
        print(&program, &lowering).expect("it can be said").trim(),
        "struct T {
    int b;
};
struct S {
    int a;
    static int x;
    static const long y;
    static std::array<struct T, 2> t;
};
struct S s;
int S::x = 5;
const long S::y = 6;
std::array<struct T, 2> S::t = {{{1}}};

int f(void)
{
    S::x = s.a;
    return S::x + S::y + S::t[1].b;
}"
    );
}

#[test]
fn vectors_cast_the_scalars_they_meet() {
    let printed = cpp("typedef int V __attribute__((vector_size(16))); typedef float W __attribute__((vector_size(16)));
        V v, u; W w; void f(int i, long l) { v = v + i; v = (i < 3) * u; w = w * 2.0f; v = v > u; v = (V)w; v[1] = i; }");
    for text in ["v = v + i;", "v = (int)(i < 3) * u;", "w = w * 2.0f;", "v = v > u;", "v = (v4_int)w;", "v[1] = i;"] {
        assert!(printed.contains(text), "{text} is missing in:\n{printed}");
    }
}
