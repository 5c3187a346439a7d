//! Programs with undefined behaviour, repaired: what the repairing run printed is what the repaired text prints.
//!
//! `REPAIR_DIR` keeps the repaired texts and what they should print, for compilers to judge.

use interp::repair::{Form, Repairer};
use interp::run_repairing;
use interp::{Options, Outcome};
use lang::{ExprId, ExprKind, Program, Target, parse, print};
use std::sync::Arc;
use std::{env, fs};

fn parse_text(text: &str, target: Target) -> Program {
    let mut program = Program::new(target);
    let result = parse::parse(&mut program, "test.c", Arc::from(text.as_bytes()), &parse::Options::default());
    if let Err(error) = result {
        panic!("{:?}: {error}\n{text}", program.source.position(error.loc));
    }
    program
}

/// Chooses by hash; pointers named `pN…` have N elements.
struct Hashed<'p> {
    program: &'p Program,
    salt: u64,
}

impl Repairer for Hashed<'_> {
    fn choose(&mut self, seed: u64, n: u64) -> u64 {
        let mut x = seed ^ self.salt.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (x ^ (x >> 31)) % n
    }

    fn extent(&self, pointer: ExprId) -> Option<u64> {
        let ExprKind::Var(var) = self.program[pointer].kind else { return None };
        let name = self.program.name(self.program[var].name);
        name.strip_prefix('p')?.get(..1)?.parse().ok()
    }
}

const PRELUDE: &str = "int printf(const char *, ...);\n#define D(x) printf(\"%lld \", (long long)(x))\n";

fn options() -> Options {
    Options { fuel: 2_000_000, ..Options::default() }
}

/// Repairs the program and returns its repaired text and the forms. `D(x)` prints a value.
fn repair(text: &str, target: Target, salt: u64) -> (String, Vec<Form>) {
    let text = expand(text);
    let mut program = parse_text(&text, target);
    let repaired = run_repairing(&program, &options(), &mut Hashed { program: &program, salt });
    let execution = repaired.execution;
    assert!(matches!(execution.outcome, Outcome::Defined { .. }), "{:?}\n{text}", execution.outcome);
    source::repair::apply(&mut program, &repaired.repairs);
    let direct = interp::run(&program, &Options { check_order: false, ..options() });
    let printed = print::print(&program);
    assert_eq!(show(&direct.stdout), show(&execution.stdout), "the rewritten model:\n{printed}");
    assert_eq!(direct.outcome, execution.outcome, "the rewritten model:\n{printed}");
    let again = parse_text(&printed, target);
    let run = interp::run(&again, &Options { fuel: 20_000_000, ..options() });
    assert_eq!(run.outcome, execution.outcome, "the repaired text:\n{printed}");
    assert_eq!(show(&run.stdout), show(&execution.stdout), "the repaired text:\n{printed}");
    assert_eq!(print::dump(&again), print::dump(&program), "parsed again:\n{printed}");
    if target == Target::X86_64 {
        keep(&printed, &show(&execution.stdout));
    }
    (printed, repaired.repairs.into_iter().map(|repair| repair.1).collect())
}

fn expand(text: &str) -> String {
    // The parser wants preprocessed text.
    let mut out = String::from(PRELUDE.lines().next().unwrap());
    let mut rest = text;
    while let Some(at) = rest.find("D(") {
        out += &rest[..at];
        let mut depth = 0;
        let end = rest[at + 1..]
            .find(|c| {
                depth += (c == '(') as i32 - (c == ')') as i32;
                depth == 0
            })
            .unwrap()
            + at
            + 1;
        out += &format!("printf(\"%lld \", (long long)({}))", &rest[at + 2..end]);
        rest = &rest[end + 1..];
    }
    out + rest
}

fn show(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn keep(text: &str, expected: &str) {
    if let Some(directory) = env::var_os("REPAIR_DIR") {
        let name = lang_hash(text);
        let path = std::path::Path::new(&directory);
        fs::write(path.join(format!("{name:016x}.c")), text).unwrap();
        fs::write(path.join(format!("{name:016x}.txt")), expected).unwrap();
    }
}

fn lang_hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ byte as u64).wrapping_mul(0x100_0000_01b3))
}

/// With many choices; says whether something had to be repaired.
fn try_all(text: &str) -> bool {
    (0..12).map(|salt| repair(text, Target::X86_64, salt)).filter(|(_, forms)| !forms.is_empty()).count() > 0
}

fn check(text: &str) {
    assert!(try_all(text), "nothing to repair in\n{text}");
}

/// `body` is executed with all pairs of the values as `x` and `y`.
fn in_loop(ty: &str, values: &str, body: &str) -> String {
    let count = values.split(',').count();
    format!(
        "{ty} v[] = {{ {values} }}; int main(void) {{ for (int i = 0; i < {count}; i++) for (int j = 0; j < {count}; j++) {{ \
         {ty} x = v[i], y = v[j]; {body} }} return 0; }}"
    )
}

fn check_loop(types: &[&str], values: &str, body: &str) {
    types.iter().for_each(|ty| check(&in_loop(ty, values, body)));
}

const INTS: &str = "1, 2147483647, -2147483647 - 1, -1, 0, 7, 31, 32, 33, -5, 1000000";
const LONGS: &str = "1, 0x7fffffffffffffff, -0x7fffffffffffffff - 1, -1, 0, 7, 63, 64, 65, -5, 1000000000000";

#[test]
fn integer_operators_are_repaired() {
    for op in ["+", "-", "*", "/", "%", "<<", ">>"] {
        check_loop(&["int"], INTS, &format!("D(x {op} y);"));
        check_loop(&["long", "long long"], LONGS, &format!("D(x {op} y);"));
    }
    for op in ["/", "%", "<<", ">>"] {
        check_loop(&["unsigned"], "1, 4294967295, 0, 7, 31, 32, 33", &format!("D(x {op} y);"));
        check_loop(&["unsigned long"], "1, -1, 0, 7, 63, 64, 65", &format!("D(x {op} y);"));
    }
    check_loop(&["int"], INTS, "D(-x); D(-(long)y);");
    check_loop(&["long"], LONGS, "D(-x);");
}

#[test]
fn operands_of_other_types_are_repaired() {
    for op in ["+", "-", "*", "/", "%", "<<", ">>"] {
        check_loop(
            &["int"],
            INTS,
            &format!("D(x {op} (long)y * 4294967296); D((long)x * 4294967296 {op} y); D((short)x {op} y);"),
        );
        check_loop(
            &["int"],
            INTS,
            &format!("unsigned u = y; D(x {op} (signed char)y); D((_Bool)x {op} y); D((long)x * 4294967296 {op} u);"),
        );
        check_loop(
            &["int"],
            INTS,
            &format!("unsigned char c = x; unsigned short s = y; D(c * 8421505 {op} s * 32769);"),
        );
    }
    for op in ["<<", ">>"] {
        check_loop(
            &["int"],
            INTS,
            &format!(
                "D(x {op} (unsigned)y); D((unsigned)x {op} y); D(x {op} (unsigned long)y); D((unsigned long)x {op} (long)y * 77);"
            ),
        );
    }
}

#[test]
fn a_first_execution_takes_a_similar_operation() {
    let (text, forms) = repair("int a = 2147483647; int main(void) { D(a + 1); return 0; }", Target::X86_64, 0);
    assert!(text.contains("a - 1"), "{text}");
    assert_eq!(forms.len(), 1);
    let (text, _) = repair("int a = -2147483647 - 1; int main(void) { D(-a); return 0; }", Target::X86_64, 0);
    assert!(text.contains("(long long)+a"), "{text}");
}

#[test]
fn a_later_execution_takes_the_total_form() {
    let text = "int main(void) { int a = 1; for (int i = 0; i < 40; i++) { a = a * 3; D(a); } return 0; }";
    let (text, _) = repair(text, Target::X86_64, 0);
    assert!(text.contains("a = (int)((unsigned int)a * 3)"), "{text}");
    let text = "unsigned a = 5; int main(void) { for (int i = 0; i < 40; i++) D(a << i); return 0; }";
    let (text, _) = repair(text, Target::X86_64, 0);
    assert!(text.contains("a << (i & 31)"), "{text}");
    let text = "int v[10]; int main(void) { for (int i = 0; i < 40; i++) v[i] = i; D(v[3]); return 0; }";
    let (text, _) = repair(text, Target::X86_64, 0);
    assert!(text.contains("v[(unsigned int)i % 10U] = i"), "{text}");
}

#[test]
fn what_is_never_executed_stays() {
    let text = "int a = 2147483647; int main(void) { if (a < 0) D(a + 1); D(a + 2); return 0; }";
    let (text, forms) = repair(text, Target::X86_64, 0);
    assert!(text.contains("a + 1") && text.contains("a - 2") && forms.len() == 1, "{text}");
}

#[test]
fn compound_assignments_are_repaired() {
    let types = ["signed char", "unsigned char", "short", "unsigned short", "int", "_Bool"];
    for op in ["+", "-", "*", "/", "%", "<<", ">>"] {
        for ty in types {
            try_all(&in_loop("int", INTS, &format!("{ty} t = x; t {op}= y; D(t); D(t {op}= x);")));
            check_loop(
                &["long"],
                LONGS,
                &format!("{ty} t = x; t {op}= y << 2; D(t); D(t {op}= 9223372036854775807 - y);"),
            );
        }
        check_loop(&["long", "long long"], LONGS, &format!("{{ long t = x; t {op}= y; D(t); D(t {op}= (int)x); }}"));
        try_all(&in_loop(
            "int",
            INTS,
            &format!("unsigned t = x; t {op}= y; D(t); t {op}= (long)y * 4294967299; D(t);"),
        ));
    }
}

#[test]
fn compound_assignments_to_other_lvalues_are_repaired() {
    for op in ["+", "-", "*", "/", "%", "<<", ">>"] {
        check_loop(
            &["int"],
            INTS,
            &format!(
                "static int a[3][4]; static struct s {{ long l; int m[5]; }} s, *q = &s; int *r = &a[1][2]; \
                 a[i % 3][j % 4] = x; a[i % 3][j % 4] {op}= y; *r {op}= x; s.m[i % 5] = y; q->m[j % 5] {op}= x; s.l {op}= y; \
                 D(a[i % 3][j % 4]); D(*r); D(q->m[i % 5]); D(s.l);"
            ),
        );
    }
}

#[test]
fn bit_fields_are_repaired() {
    for op in ["+", "-", "*", "/", "%", "<<", ">>"] {
        check_loop(
            &["int"],
            INTS,
            &format!(
                "static struct s {{ int a : 5; unsigned b : 7; int c : 32; unsigned d : 31; _Bool e : 1; unsigned f : 32; \
                 long long g : 20; }} s; \
                 s.a = x; s.a {op}= y; s.b = x; s.b {op}= y; s.c = x; s.c {op}= y; s.d = x; D(s.d {op}= y); s.e = x; s.e {op}= y; \
                 s.f = x; D(s.f {op}= y); s.g = x; D(s.g {op}= y); D(s.a); D(s.b); D(s.c); D(s.e); D(s.d {op} s.c); D(s.b {op} s.d);"
            ),
        );
    }
    check_loop(
        &["int"],
        INTS,
        "static struct s { int c : 32; unsigned d : 31; } s; s.c = x; s.d = y; D(++s.c); s.c++; D(s.c); s.d++; D(s.d); s.d--; D(s.c--);",
    );
}

#[test]
fn steps_are_repaired() {
    for ty in ["int", "long", "signed char", "unsigned"] {
        let most = if ty == "long" { "9223372036854775807" } else { "2147483647" };
        for step in ["x++", "++x", "x--", "--x"] {
            check(&format!(
                "{ty} v[] = {{ {most}, -{most} - 1, 0 }}; int o = 2147483647; int main(void) {{ ++o; for (int i = 0; i < 6; i++) {{ {ty} x = v[i % 3]; {ty} y = {step}; \
                 D(x); D(y); {step}; {step}; D(x); D(({step}) + 1L); (void){step}; D(x); for (int j = 0; j < 3; {step}, j++) D(x); }} return 0; }}"
            ));
        }
    }
}

#[test]
fn subscripts_are_repaired() {
    let values = "1, 2, 3, 4, -1, 5, 100, 2147483647, -2147483647 - 1, 0";
    let declarations = "static int a[5], b[4][3][8]; static struct s { int n; short m[6]; } s[3];";
    let body = "a[x] = y; D(a[y]); D(++a[x]); b[x][y][i] += 1; D(b[i][x][y]); s[x].m[y] = x; D(s[i].m[j]); D(*(a + x)); D(a[(signed char)x]);";
    check_loop(&["int", "short", "long", "unsigned", "unsigned char"], values, &format!("{declarations} {body}"));
    check_loop(
        &["int"],
        values,
        &format!("{declarations} D(a[x + y]); D(b[x * y][x - y][x << y]); D(*&a[x]); D(a[(unsigned long)x * 5]);"),
    );
    let huge = "0, -1, 1, 0x7fffffffffffffff, 0x8000000000000000, 3";
    check_loop(&["unsigned long", "long long"], huge, &format!("{declarations} {body}"));
}

#[test]
fn subscripts_of_pointers_stay_in_their_extent() {
    let values = "1, 2, 3, -1, 5, 100, 2147483647, -2147483647 - 1, 0";
    check_loop(
        &["int", "long"],
        values,
        "static int a[9]; int *p4 = a + i % 5; p4[x] = y; D(p4[y]); D(*(p4 + x)); p4[x] += i; D(a[3]);",
    );
    check("int a[9]; int main(void) { int *q = a, i = 12; q[i] = 5; D(q[i] + a[0]); return 0; }");
    check(
        "struct s { int n; int m[1]; } s = { 3, { 4 } }; int main(void) { struct s *q = &s; for (int i = 0; i < 3; i++) D(q->m[i]); return 0; }",
    );
}

#[test]
fn addresses_of_elements_are_repaired() {
    check(
        "int a[5] = { 1, 2, 3, 4, 5 }; int main(void) { for (int i = 0; i < 5; i++) { int *q = &a[i * 7], *r = a; if (q != r + 5) D(*q); } return 0; }",
    );
    check(
        "int a[2][5]; int main(void) { for (int i = 1; i < 5; i++) { int *q = a[1] + i * 7; D(q - a[1]); } return 0; }",
    );
}

#[test]
fn conversions_from_floating_types_are_repaired() {
    let values = "1.5, -1.5, 3e9, -3e9, 1e19, 1e300, -1e300, -0.5, 255.9, -128.9, 2147483647.5, -2147483648.5, 9.2e18, 4294967295.5, 0.0 / 0.0";
    for ty in ["signed char", "unsigned char", "short", "int", "unsigned", "long", "unsigned long", "long long"] {
        check_loop(
            &["double", "float"],
            values,
            &format!("D(({ty})x); {ty} t = x; D(t + ({ty})y); t = y; D(t); D(({ty})(x * y));"),
        );
        check_loop(&["double"], values, &format!("{ty} t = 3; t += x; D(t); t *= y; D(t); t = x < 0 ? x : y; D(t);"));
    }
    check_loop(&["long double"], values, "D((int)x); D((long)y);");
}

#[test]
fn vectors_are_repaired() {
    for (elem, lanes, most) in [
        ("int", 4, "2147483647"),
        ("long long", 2, "0x7fffffffffffffff"),
        ("short", 8, "32767"),
        ("signed char", 16, "127"),
    ] {
        let values = format!("1, {most}, -{most} - 1, -1, 0, 7, 15, 16, 63, -5, 99");
        let ty = format!("typedef {elem} V __attribute__((vector_size({lanes} * sizeof({elem}))));");
        let set = "V a = { x, y }, b = { y, x };";
        for op in ["+", "-", "*", "<<", ">>", "/", "%"] {
            check_loop(
                &[elem],
                &values,
                &format!(
                    "{ty} {set} V c = a {op} b; D(c[0]); D(c[1]); c = b {op} 3; D(c[0]); c {op}= b; D(c[1]); D((a {op} (b {op} a))[0]);"
                ),
            );
            if !matches!(op, "/" | "%") {
                check_loop(
                    &[elem],
                    &values,
                    &format!("{ty} {set} V c = a {op} x; D(c[0]); c {op}= y; D(c[1]); c = y {op} b ^ c;")
                        .replace("y << b", "b")
                        .replace("y >> b", "b"),
                );
            }
        }
        check_loop(
            &[elem],
            &values,
            &format!(
                "{ty} {set} V c = -a; D(c[0]); c = -c; D(c[1]); D(a[x]); a[y] = 1; D(a[0]); c = a++; ++b; b--; D(c[1]); D(a[0]); D(b[1]);"
            ),
        );
    }
    let ty = "typedef unsigned V __attribute__((vector_size(16)));";
    for op in ["<<", ">>", "/", "%"] {
        check_loop(
            &["int"],
            INTS,
            &format!(
                "{ty} V a = {{ x, y, 1, 2 }}, b = {{ y, x, 3, 4 }}; D((a {op} b)[0]); a {op}= b; D(a[1]); D((a {op} 5)[0]);"
            ),
        );
    }
}

#[test]
fn integers_of_128_bits_are_repaired() {
    for op in ["+", "-", "*", "/", "%", "<<", ">>"] {
        check_loop(
            &["long"],
            LONGS,
            &format!(
                "__int128 a = (__int128)x << (y & 32) & ~((__int128)1 << 126); a = a * y; a = a {op} y; D(a); D(a >> 64); a {op}= x; D(a); D(a++); D(-a);"
            ),
        );
    }
    for op in ["/", "%", "<<", ">>"] {
        check_loop(
            &["long"],
            LONGS,
            &format!(
                "unsigned __int128 a = (unsigned __int128)x * y; a = a {op} (unsigned)y; D(a); D(a {op} (a >> 1));"
            ),
        );
    }
}

#[test]
fn functions_called_with_different_arguments_are_repaired() {
    check(
        "static int f(int a, int b) { return a * b - (a << b); }
         static long g(long n) { return n <= 0 ? 1 : n * g(n - 1) * 77777; }
         static int h(int n, int *p) { if (n == 0) return *p; *p += 1 << n; int r = h(n - 1, p); return r + (*p *= n); }
         int main(void) {
             for (int i = -3; i < 40; i++) { D(f(i, i * 3)); D(f(i * 1000, i)); D(g(i)); int k = i; D(h(i < 0 ? -i : i, &k)); D(k); }
             return 0; }",
    );
}

#[test]
fn operands_with_side_effects_are_evaluated_once() {
    check(
        "static int calls; static int next(int x) { calls++; return x; }
         int main(void) {
             for (int i = 0; i < 70; i++) {
                 D(next(i * 3) / next(i % 5)); D(next(i) << next(i)); D(next(1 << (i & 30)) * next(i)); D(next(i) % next(3 - i));
                 int x = i; D(x <<= next(i)); D(x /= next(i % 3)); D(x += next(2147483647)); D(x *= next(x + (i & 1)));
                 static int v[7]; v[next(i)] += next(i); D(v[next(i + 1)]); D(v[next(2)]++);
             }
             D(next(5) / next(0)); D(next(5) << next(-2147483647 - 1)); D(next(5) << next(99));
             D(calls); return 0; }",
    );
}

#[test]
fn thirty_two_bit_targets_are_repaired() {
    let text = format!(
        "long v[] = {{ {INTS} }}; int w[6]; int main(void) {{ for (int i = 0; i < 10; i++) for (int j = 0; j < 10; j++) {{ long x = v[i], y = v[j]; \
         long long z = (long long)x << 32 & 0x7fffffffffffffff; D(x + y); D(x * y); D(x / y); D(x << y); D(z * y); D(z << y); D(z % y); D(z - y * z); \
         w[x] = y; D(w[z]); x += y; D(x); x <<= y; D(x); z /= x; D(z); }} return 0; }}"
    );
    for salt in 0..4 {
        repair(&text, Target::I386, salt);
    }
}

#[test]
fn fuel_ends_a_repairing_run_too() {
    let program = parse_text("int main(void) { for (int i = 0;; i++) ; }", Target::X86_64);
    let options = Options { fuel: 10_000, ..Options::default() };
    let repaired = run_repairing(&program, &options, &mut Hashed { program: &program, salt: 0 });
    assert_eq!(repaired.execution.outcome, Outcome::OutOfFuel);
}

#[test]
fn other_undefined_behaviour_ends_the_run() {
    let program = parse_text("int main(void) { int *p = 0; return *p; }", Target::X86_64);
    let repaired = run_repairing(&program, &options(), &mut Hashed { program: &program, salt: 0 });
    assert!(matches!(repaired.execution.outcome, Outcome::Undefined(ub) if ub.rule == interp::Rule::NullDereference));
}
