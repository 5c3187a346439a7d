//! Reductions with judges that need no compiler: what is interesting is a property of the text or of the output.

mod common;

use reduce::{Candidate, Expected, Goal, Judge, Options, Progress, Unit, reduce};
use std::sync::Mutex;

/// Asks `interesting` about every candidate, and checks what the reducer promises about them.
struct Predicate<F> {
    interesting: F,
    width: usize,
    answers: Mutex<Vec<(u64, bool)>>,
    bests: Mutex<Vec<Candidate>>,
}

impl<F: Fn(&Candidate) -> bool + Sync> Judge for Predicate<F> {
    fn width(&self) -> usize {
        self.width
    }

    fn submit(&self, tag: u64, candidate: Candidate) {
        self.answers.lock().unwrap().push((tag, (self.interesting)(&candidate)));
    }

    /// The last first: nobody promised an order.
    fn answer(&self) -> (u64, bool) {
        self.answers.lock().unwrap().pop().expect("something was asked")
    }

    fn proceed(&self, best: &Candidate, _: &Progress) -> bool {
        self.bests.lock().unwrap().push(best.clone());
        true
    }
}

fn unit(name: &str, text: &str) -> Unit {
    Unit { name: name.to_string(), text: text.to_string() }
}

/// The reduced text; every accepted program on the way was defined, with the output it was said to have.
fn check(units: &[Unit], width: usize, interesting: impl Fn(&Candidate) -> bool + Sync) -> String {
    let judge = Predicate { interesting, width, answers: Mutex::default(), bests: Mutex::default() };
    let reduced =
        reduce(units, lang::Target::X86_64, Goal::WrongCode, &judge, &Options::default(), Progress::default()).unwrap();
    for best in judge.bests.lock().unwrap().iter() {
        assert!((judge.interesting)(best));
        assert_eq!(Some(run(best)), best.expected);
        assert!(!best.units.iter().any(|unit| unit.text.contains("void printf")), "{best:?}");
    }
    let last = judge.bests.lock().unwrap().last().cloned();
    assert_eq!(last.as_ref(), Some(&reduced.best));
    reduced.best.units.iter().map(|unit| unit.text.as_str()).collect()
}

const SOME: &str = "
    int printf(const char *, ...);
    int a = 5, b = 7, c[4] = {1, 2, 3, 4};
    static int unused(int x) { return x; }
    static int twice(int x) { int y = x; if (x > 100) { y = 3; } return y + x; }
    int main(void) {
        int s = 0;
        for (int i = 0; i < 4; i++) { s += c[i]; }
        if (a > 100) { s = unused(s); }
        b = twice(b) / 3;
        s = s * 2;
        printf(\"%d %d\\n\", s, b);
        return 0;
    }";

#[test]
fn a_division_is_all_that_is_left_of_a_program() {
    let text = check(&[unit("a.c", SOME)], 1, |c| c.units[0].text.contains(" / "));
    assert!(text.lines().count() <= 12, "{text}");
    assert!(!text.contains("unused") && !text.contains("for"), "{text}");
}

#[test]
fn what_is_judged_in_parallel_is_merged() {
    let text = check(&[unit("a.c", SOME)], 3, |c| c.units[0].text.contains(" / "));
    assert!(text.lines().count() <= 12, "{text}");
}

#[test]
fn output_may_change_as_long_as_it_is_known() {
    let interesting = |c: &Candidate| c.expected.as_ref().unwrap().stdout.len() > 2;
    let text = check(&[unit("a.c", SOME)], 2, interesting);
    assert!(text.contains("printf"), "{text}");
    assert!(!text.contains("twice"), "{text}");
}

#[test]
fn a_call_in_an_expression_becomes_the_value_it_returns() {
    let text = "
        int printf(const char *, ...);
        int a = 5, b = 9;
        static int sum(int x, char y) { return x / y + x; }
        int main(void) { printf(\"%d\\n\", sum(a, 3) - sum(b, 4)); return 0; }";
    let text = check(&[unit("a.c", text)], 1, |c| {
        let text = &c.units[0].text;
        text.contains(" / ") && text.contains(" - ")
    });
    assert!(!text.contains("sum") && !text.contains("return"), "{text}");
}

#[test]
fn what_an_expression_is_computed_from_need_not_be_computed() {
    // Interesting: a division of what is no constant.
    let text = "
        int printf(const char *, ...);
        int n = 10;
        static int next(int x) { for (int i = 0; i < 3; i++) { n ^= x + i; x += n; } return x; }
        int main(void) {
            int s = 1, t = 1;
            for (int i = 0; i < 5; i++) { s += next(i); t ^= s; }
            printf(\"%d\\n\", (s | 1) / (t | 1) - 3);
            return 0;
        }";
    let text = check(&[unit("a.c", text)], 1, |c| {
        let text = &c.units[0].text;
        let is_constant = |part: &str| part.trim_start_matches(['(', ' ']).starts_with(|c: char| c.is_ascii_digit());
        text.split_once(" / ").is_some_and(|(_, divisor)| !is_constant(divisor) && text.contains(" | "))
    });
    assert!(!text.contains("for") && !text.contains("next"), "{text}");
}

#[test]
fn what_main_does_first_becomes_where_it_begins() {
    let text = "int printf(const char *, ...); int a[32], b;
        void c(void) { b = (b > 1) ^ a[0]; }
        int main(void) { int d; for (d = 0; d < 32; d++) a[d] = 3; c(); c(); printf(\"%d\\n\", b); return 0; }";
    let interesting = |candidate: &Candidate| {
        let text = &candidate.units[0].text;
        let is_called_twice = text.matches(" c();").count() == 2 && text.contains("^ a");
        is_called_twice && common::miscompiled(&candidate.units, (" ^ ", " | ")) != candidate.expected
    };
    let reduced = check(&[unit("t.c", text)], 1, interesting);
    assert!(!reduced.contains("for") && reduced.contains("int a = "), "{reduced}");
}

#[test]
fn globals_are_merged_and_made_plain() {
    let text = "
        int printf(const char *, ...);
        struct s { const volatile int a; int b; } s = { 3, 4 };
        static int a = 5, b = 7;
        static int m[2][9] = {{1, 2, 3}, {4, 5, 6}};
        int main(void) { printf(\"%d\\n\", a / b + m[1][2] + s.a); return 0; }";
    let text = check(&[unit("a.c", text)], 1, |c| {
        let text = &c.units[0].text;
        text.contains(" / ") && text.contains("struct") && text.contains("[1][2]")
    });
    assert!(!text.contains("static") && !text.contains("const v") && text.contains("[2][3]"), "{text}");
}

#[test]
fn what_is_called_twice_is_written_twice_if_that_is_shorter() {
    let text = "
        int printf(const char *, ...);
        int a = 5, b;
        static void step(int x, int y) { b = b * x; if (y) { int x = y; printf(\"%d\\n\", b + x); } }
        int main(void) { b = a; step(a, 0); step(a, 3); return 0; }";
    let text = check(&[unit("a.c", text)], 1, |c| {
        let count = |part: &str| c.units[0].text.matches(part).count();
        let is_done_twice = count(" * ") == 2 || count(" * ") == 1 && count("step(") == 3;
        is_done_twice && c.expected.as_ref().unwrap().stdout.len() > 2
    });
    assert!(text.matches(" * ").count() == 2 && !text.contains("step"), "{text}");
}

#[test]
fn arrays_of_arrays_lose_their_inner_dimensions() {
    let text = "
        int printf(const char *, ...);
        volatile int a[4][3][2] = {{{1, 2}}, {}, {{3}}, {{4, 5}, {6}}};
        int main(void) { for (int i = 0; i < 4; i++) { printf(\"%d\\n\", a[i][1][0] + a[i][0][1]); } return 0; }";
    let text = check(&[unit("a.c", text)], 1, |c| {
        c.units[0].text.contains("a[i") && c.expected.as_ref().unwrap().stdout.len() > 6
    });
    assert!(text.contains("int a[4]") && text.contains("a[i]") && !text.contains("]["), "{text}");
}

const TEST: &str = "
    struct s { int a; long b[3]; unsigned c : 5; };
    extern struct s in; extern long out;
    static int helper(int x) { return x * 3; }
    void test(void) { struct s t = in; t.b[1] = helper(t.a); if (t.c) out = t.b[1] - 7; }";

const DRIVER: &str = "
    struct s { int a; long b[3]; unsigned c : 5; };
    int printf(const char *, ...);
    struct s in = {4, {1, 2, 3}, 6}; long out = 99;
    extern void test(void);
    static long helper(long x, int y) { return x + y; }
    int main(void) { test(); long sum = helper(out, 1); sum = helper(sum, 2); printf(\"%ld\\n\", sum); return 0; }";

#[test]
fn units_become_one_short_file() {
    let units = [unit("test.c", TEST), unit("driver.c", DRIVER)];
    let text = check(&units, 2, |c| c.units.iter().any(|unit| unit.text.contains(" - ")));
    assert!(text.lines().filter(|line| !line.is_empty()).count() <= 8, "{text}");
    assert!(!text.contains("struct") && text.matches("main").count() == 1, "{text}");
}

#[test]
fn files_that_have_to_stay_stay() {
    let units = [unit("test.c", TEST), unit("driver.c", DRIVER)];
    let interesting = |c: &Candidate| c.units.iter().any(|unit| unit.text.contains(" + "));
    let judge = Predicate { interesting, width: 1, answers: Mutex::default(), bests: Mutex::default() };
    let options = Options { merge: false, ..Options::default() };
    let reduced = reduce(&units, lang::Target::X86_64, Goal::WrongCode, &judge, &options, Progress::default()).unwrap();
    let names: Vec<&str> = reduced.best.units.iter().map(|unit| unit.name.as_str()).collect();
    assert_eq!(names, ["test.c", "driver.c"]);
}

#[test]
fn a_program_that_is_not_defined_is_refused() {
    let judge =
        Predicate { interesting: |_: &Candidate| true, width: 1, answers: Mutex::default(), bests: Mutex::default() };
    let refused = |text| {
        reduce(
            &[unit("a.c", text)],
            lang::Target::X86_64,
            Goal::WrongCode,
            &judge,
            &Options::default(),
            Progress::default(),
        )
    };
    assert!(matches!(refused("int main(void) { int x = 0; return 1 / x; }"), Err(reduce::Error::NotDefined(_))));
    assert!(matches!(refused("int main(void) { return y; }"), Err(reduce::Error::Rejected(_))));
}

#[test]
fn the_same_reduction_gives_the_same_text() {
    let once = || check(&[unit("a.c", SOME)], 1, |c| c.units[0].text.contains(" * 2"));
    assert_eq!(once(), once());
}

/// Refuses about half of what it sees, by the text alone.
fn by_hash(candidate: &Candidate) -> bool {
    let hash = candidate
        .units
        .iter()
        .flat_map(|unit| unit.text.bytes())
        .fold(0xcbf29ce484222325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100000001b3));
    (hash >> 20).is_multiple_of(2)
}

/// The project's defined programs, without their headers: library functions are known to the front end anyway.
fn programs() -> Vec<(String, String)> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/defined");
    let mut programs: Vec<(String, String)> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(path).unwrap()))
        .map(|(name, text)| (name, text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n")))
        .collect();
    programs.sort();
    programs
}

/// Three at once, answered in another order: about half of what is taken for interesting on the way is not.
#[test]
fn every_program_can_be_reduced_and_stays_defined_and_interesting_on_the_way() {
    let mut reduced = 0;
    for (name, text) in programs() {
        let units = [unit(&name, &text)];
        let judge = Predicate { interesting: by_hash, width: 3, answers: Mutex::default(), bests: Mutex::default() };
        let options = Options { rounds: 2, ..Options::default() };
        let end = reduce(&units, lang::Target::X86_64, Goal::WrongCode, &judge, &options, Progress::default());
        let Ok(end) = end else { continue };
        reduced += 1;
        let bests = judge.bests.lock().unwrap();
        assert_eq!(bests.last(), Some(&end.best), "{name}");
        for best in bests.iter() {
            assert!(by_hash(best), "{name}");
            assert_eq!(run(best), best.expected.clone().unwrap(), "{name}");
        }
    }
    assert!(reduced >= 20, "{reduced}");
}

#[test]
fn a_crash_needs_no_defined_program() {
    for (name, text) in programs() {
        let judge = Predicate { interesting: by_hash, width: 1, answers: Mutex::default(), bests: Mutex::default() };
        let options = Options { rounds: 2, ..Options::default() };
        if let Ok(reduced) =
            reduce(&[unit(&name, &text)], lang::Target::X86_64, Goal::Crash, &judge, &options, Progress::default())
        {
            assert_eq!(reduced.best.expected, None);
        }
    }
}

#[test]
fn a_compiler_that_fails_sees_neither_callers_nor_callees() {
    let text = "
        int printf(const char *, ...);
        static long other(int a, long b) { for (int i = 0; i < a; i++) b += i; return b; }
        static int culprit(int *p, int n) { int s = 0; while (n--) s += other(p[n] % 7, 3); return s; }
        static void caller(void) { int a[2] = {1, 2}; printf(\"%d\\n\", culprit(a, 2)); }
        int main(void) { caller(); return 0; }";
    // The remainder is an argument of a call, as with a compiler that fails where it passes one.
    let interesting = |candidate: &Candidate| {
        let text = &candidate.units[0].text;
        text.find("% 7").is_some_and(|at| text[..at].rfind("other(").is_some_and(|call| !text[call..at].contains(';')))
    };
    let judge = Predicate { interesting, width: 1, answers: Mutex::default(), bests: Mutex::default() };
    let units = [unit("a.c", text)];
    let reduced =
        reduce(&units, lang::Target::X86_64, Goal::Crash, &judge, &Options::default(), Progress::default()).unwrap();
    let expected = "void other(int);\n\nvoid culprit(void)\n{\n    other(0 % 7);\n}\n";
    assert_eq!(reduced.best.units[0].text.trim_start(), expected);
}

#[test]
fn what_a_compiler_needs_three_of_need_not_be_different() {
    let text = "
        short a;
        void b(long);
        int c(const char *, ...);
        int main(int d) { int e = 0; if (d) e = 1; b(a); b(a); if (e) c(0); return 0; }";
    let is_threaded = |text: &str| text.contains("= 1") && text.contains("if (e)");
    let interesting = |candidate: &Candidate| {
        let text = &candidate.units[0].text;
        text.matches("b(a);").count() + usize::from(is_threaded(text)) >= 3
    };
    let judge = Predicate { interesting, width: 1, answers: Mutex::default(), bests: Mutex::default() };
    let units = [unit("a.c", text)];
    let reduced =
        reduce(&units, lang::Target::X86_64, Goal::Crash, &judge, &Options::default(), Progress::default()).unwrap();
    let text = &reduced.best.units[0].text;
    assert!(text.matches("b(a);").count() == 3 && !text.contains("if"), "{text}");
}

/// What the program does, by an interpreter that was asked anew.
fn run(candidate: &Candidate) -> Expected {
    common::run(candidate.units.iter().map(|unit| unit.text.as_str())).expect("a defined program")
}
