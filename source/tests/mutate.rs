//! Variants of programs: what each kind does, and that they do what their parents do.

use interp::{Options as Execution, Outcome};
use lang::{Program, Target};
use source::mutate::{self, Judged, Kind, Options, Parent, Refusal, difference};

fn program(texts: &[&str]) -> Program {
    let mut program = Program::new(Target::X86_64);
    for (text, number) in texts.iter().zip(1..) {
        let name = format!("unit{number}.c");
        lang::parse::parse(&mut program, &name, text.as_bytes().into(), &Default::default()).unwrap();
    }
    program
}

fn parent(texts: &[&str]) -> Parent {
    Parent::new(program(texts), Execution::default(), 400, mutate::execute).map_err(|why| format!("{why}")).unwrap()
}

fn family(parent: &Parent, kinds: &[Kind], variants: u32) -> Vec<Judged> {
    mutate::family(parent, &Options { variants, seed: 7, kinds: kinds.to_vec() }).0
}

/// The text without the lines in front that only compilers need.
fn text(judged: &Judged) -> String {
    let lines =
        |text: &str| text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    judged.texts.iter().map(|text| -> String { lines(&text.text) }).collect()
}

/// Executes a variant again, with everything checked.
fn check(judged: &Judged, stdout: &str, exit_code: i32) {
    let texts: Vec<String> = judged
        .texts
        .iter()
        .map(|text| text.text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect())
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let execution = interp::run(&program(&texts), &Execution { check_layout: true, ..Execution::default() });
    assert_eq!(execution.outcome, Outcome::Defined { exit_code }, "{}", texts.join("\n"));
    assert_eq!(String::from_utf8_lossy(&execution.stdout), stdout);
}

const BRANCHES: &str = r#"
int printf(const char *, ...);
static int g = 3;
static int never(int x) { int y = x / g; return y + 1; }
static int twice(int x) { int t = x * 2; return t; }
int main(int argc, char **argv) {
    int i, sum = 0, a[4] = {1, 2, 3, 4};
    int *p = &sum;
    for (i = 0; i < 4; i++) {
        if (a[i] > 100) { sum = never(sum); printf("never\n"); goto out; }
        switch (a[i]) { case 1: sum += twice(i); break; case 9: sum = 0; break; default: *p ^= a[i]; }
    }
    if (argc > 7) while (sum) sum--;
    g += ({ int k = sum; k + 1; });
    printf("%d %d\n", sum, g);
out:
    return 0;
}
"#;

#[test]
fn variants_of_all_kinds_do_what_their_parent_does() {
    let parent = parent(&[BRANCHES]);
    let variants = family(&parent, &Kind::ALL, 60);
    assert_eq!(variants.len(), 60);
    variants.iter().for_each(|variant| check(variant, "5 9\n", 0));
    let mut texts: Vec<String> = variants.iter().map(text).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), 60, "variants are distinct");
}

#[test]
fn every_kind_of_edit_is_made() {
    let parent = parent(&[BRANCHES]);
    let edits: Vec<&str> = family(&parent, &Kind::ALL, 120)
        .iter()
        .flat_map(|judged| judged.variant.edits.iter().map(|edit| edit.what))
        .collect();
    for wanted in [
        "block",
        "statement",
        "copied statement",
        "assignment",
        "store",
        "loop",
        "conditional",
        "call",
        "jump",
        "return",
        "unreachable",
        "false conditional block",
        "true guard",
        "true conditional block",
        "computed code",
        "loop that runs once",
        "duplicated code",
        "equal value",
        "outlined function",
        "inlined call",
        "fact",
        "expected value",
        "assumption",
        "alignment",
        "pointer that is not null",
    ] {
        assert!(edits.contains(&wanted), "{wanted}");
    }
}

#[test]
fn pruning_deletes_only_what_was_not_executed() {
    let parent = parent(&[BRANCHES]);
    let variants = family(&parent, &[Kind::Prune], 20);
    assert!(variants.len() >= 12, "{}", variants.len());
    for variant in &variants {
        assert!(variant.variant.edits.iter().all(|edit| edit.kind == Kind::Prune));
        let text = text(variant);
        for kept in ["case 9:", "out:", "for (i = 0", "twice(i)", "k + 1;"] {
            assert!(text.contains(kept), "{kept}\n{text}");
        }
    }
    assert!(variants.iter().any(|variant| !text(variant).contains("never\\n")));
}

#[test]
fn the_seed_decides_every_byte() {
    let texts = |seed| -> Vec<String> {
        let parent = parent(&[BRANCHES]);
        mutate::family(&parent, &Options { seed, ..Options::default() }).0.iter().map(text).collect()
    };
    assert_eq!(texts(1), texts(1));
    assert_ne!(texts(1), texts(2));
}

#[test]
fn any_subset_of_the_edits_can_be_applied() {
    let parent = parent(&[BRANCHES]);
    for judged in family(&parent, &Kind::ALL, 20) {
        let count = judged.variant.edits.len();
        assert_eq!(parent.judge(&judged.variant.with(&[])).unwrap(), parent.texts);
        let all: Vec<usize> = (0..count).collect();
        assert_eq!(parent.judge(&judged.variant.with(&all)).unwrap(), judged.texts);
        for at in 0..count {
            let result = parent.judge(&judged.variant.with(&[at]));
            assert!(result.is_ok(), "{:?}: {:?}", judged.variant.edits[at], result);
        }
    }
}

#[test]
fn the_fewest_edits_that_make_a_difference_are_found() {
    let parent = parent(&[BRANCHES]);
    let variants = family(&parent, &Kind::ALL, 60);
    // A compiler that gets every `do` loop wrong.
    let is_wrong = |texts: &[mutate::Text]| texts.iter().any(|text| text.text.contains("do {"));
    let judged = variants.iter().find(|judged| is_wrong(&judged.texts) && judged.variant.edits.len() > 3).unwrap();
    let fewest = difference::fewest(judged.variant.edits.len(), |subset| {
        parent.judge(&judged.variant.with(subset)).is_ok_and(|texts| is_wrong(&texts))
    });
    assert_eq!(fewest.len(), 1);
    let what = judged.variant.edits[fewest[0]].what;
    assert!(
        ["loop that runs once", "false conditional block", "loop", "copied statement", "computed code"].contains(&what),
        "{what}"
    );
}

#[test]
fn several_units_are_one_parent() {
    let one = "extern int shared; int next(int x); int next(int x) { if (x > 99) { shared = 0; return x; } return x + shared; }";
    let two = "int shared = 2; int next(int); int puts(const char *);
        int main(void) { int n = 0; while (n < 20) n = next(n); if (n == 20) puts(\"twenty\"); else puts(\"other\"); return n; }";
    let parent = parent(&[one, two]);
    let variants = family(&parent, &Kind::ALL, 20);
    assert_eq!(variants.len(), 20);
    variants.iter().for_each(|variant| check(variant, "twenty\n", 20));
}

#[test]
fn what_is_not_defined_is_no_parent() {
    let why = |text| Parent::new(program(&[text]), Execution::default(), 400, mutate::execute).err();
    let undefined = why("int main(void) { int x = 2147483647; x++; return 0; }");
    assert!(matches!(undefined, Some(Refusal::NotDefined(Outcome::Undefined(_)))));
    let address = why("int printf(const char *, ...); int main(void) { int x; printf(\"%p\", (void *)&x); return 0; }");
    assert!(matches!(address, Some(Refusal::NotDefined(Outcome::Unsupported { .. }))));
}

#[test]
fn volatile_objects_are_accessed_as_often_as_before() {
    let text =
        "volatile int v; int g = 1; int main(void) { for (int i = 0; i < 9; i++) { v += i; g ^= v; } return g & 1; }";
    let parent = parent(&[text]);
    for variant in family(&parent, &[Kind::Live], 40) {
        let text = self::text(&variant);
        assert!(!text.contains(")v ") && !text.contains("saved_1 = v;"), "{text}");
    }
}

#[test]
fn programs_with_hard_corners_have_variants() {
    let corners = [
        // Jumps past a declaration of variable length, and back out of it.
        "int main(int argc, char **argv) { int n = 4, s = 0; { int a[n]; for (int i = 0; i < n; i++) a[i] = i; if (argc > 3) goto out;
            s = a[3]; } out: if (s > 9) { s = 1; goto out; } return s - 3; }",
        // Duff's device.
        "int main(void) { int n = 7, c = 0, k = (n + 3) / 4; switch (n % 4) { case 0: do { c++; case 3: c++; case 2: c++; case 1: c++; }
            while (--k > 0); } return c - 7; }",
        // A statement expression whose value is its last statement.
        "int main(void) { int x = 3; int y = ({ int z = x; if (z > 5) z = 0; z * 2; }); if (y > 100) return 1; return y - 6; }",
        // Recursion, and a static local.
        "static int f(int n) { static int depth; depth++; if (n <= 0) return depth; return f(n - 1); } int main(void) { return f(5) - 6; }",
        // A label at the end of a block, reached only by a jump.
        "int main(void) { int i = 0; again: i++; if (i < 3) goto again; if (i == 77) { i = 0; goto done; } i = 0; done:; return i; }",
    ];
    for text in corners {
        let parent = parent(&[text]);
        let variants = family(&parent, &Kind::ALL, 30);
        assert!(variants.len() >= 20, "{}: {text}", variants.len());
        variants.iter().for_each(|variant| check(variant, "", 0));
    }
}

#[test]
fn functions_are_called_only_where_they_are_declared() {
    let text = "int f(int); static int g; int main(void) { int x = 0; { int late(int); x = late(x); } x += f(x); g = f(x); return g - 3; }
        int late(int x) { return x + 1; } static int helper(int x) { return x + 1; } int f(int x) { int y = helper(x); return y; }";
    let parent = parent(&[text]);
    for judged in family(&parent, &[Kind::Live], 60) {
        let text = self::text(&judged);
        let main = text.find("int main").unwrap();
        assert!(!text[..text.find("static int helper").unwrap()].contains("helper("), "{text}");
        assert!(!text[..main].contains("late("), "{text}");
    }
}

#[test]
fn attributes_of_variants_become_nothing_where_they_are_not_known() {
    let outlined = |text: &str| -> Vec<String> {
        let variants = family(&parent(&[text]), &[Kind::Live], 60);
        let texts = variants.into_iter().map(|judged| judged.texts[0].text.clone());
        texts.filter(|text| text.contains("__attribute__((noinline))")).collect()
    };
    let defines = |text: &String| text.contains("#define __attribute__(attributes)\n");
    let new = outlined(BRANCHES);
    assert!(!new.is_empty() && new.iter().all(defines));
    let own = outlined(&BRANCHES.replace("static int g", "static int g __attribute__((aligned(8)))"));
    assert!(!own.is_empty() && !own.iter().any(defines), "what the parent needs of a compiler stays");
}

#[test]
fn what_new_code_computes_is_checked() {
    let parent = parent(&[BRANCHES]);
    let mut computed = 0;
    for judged in family(&parent, &[Kind::Live], 30) {
        if !judged.variant.edits.iter().any(|edit| edit.what == "computed code") {
            continue;
        }
        computed += 1;
        // A compiler that gets one of the sums wrong.
        let text = text(&judged);
        let wrong = text.replacen("= 1ULL;", "= 3ULL;", 1);
        let execution = interp::run(&program(&[&wrong]), &Execution::default());
        assert!(execution.outcome == Outcome::Defined { exit_code: 0 } && execution.stdout != b"5 9\n", "{wrong}");
    }
    assert!(computed >= 15, "{computed}");
}

#[test]
fn functions_that_are_called_access_nothing_that_a_restrict_pointer_may_point_to() {
    let text =
        "int g = 4; int a[4]; int only = 2; static int other(int x) { int y = x + only; if (y > 99) y = 0; return y; }
        static int f(int *restrict p, int *restrict q) { *p += 1; *q += 2; return other(3); }
        int main(void) { int r = f(&g, a); r += f(&g, a + 1); return r + g + a[0] - 18; }";
    let parent = parent(&[text]);
    for judged in family(&parent, &[Kind::Live], 60) {
        let text = self::text(&judged);
        let other = &text[..text.find("int f(").unwrap()];
        let mentions =
            |name: &str| other.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| *word == name).count();
        let garbage = other.contains("if (!(") || other.contains("== 0)");
        assert!(garbage || (mentions("g"), mentions("a")) == (1, 1), "{text}");
    }
}

#[test]
fn a_pointer_becomes_restrict_only_where_nothing_is_called() {
    let text = "int g; static void set(int x) { g = x; } static int f(int *p) { *p = 1; set(2); return *p; } static int h(int *p) { *p += 3; return *p; }
        int main(void) { int r = f(&g); r += h(&g); return r - 7; }";
    let parent = parent(&[text]);
    let mut restricted = 0;
    for judged in family(&parent, &[Kind::Live], 100) {
        let text = self::text(&judged);
        let is_restrict = |start: &str| text.lines().any(|line| line.starts_with(start) && line.contains("restrict"));
        assert!(!is_restrict("static int f("), "{text}");
        restricted += u32::from(is_restrict("static int h("));
    }
    assert!(restricted > 3, "{restricted}");
}
