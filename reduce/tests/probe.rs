//! If one computation is wrong by itself, knowing what the compiler prints saves most of the tests.

mod common;

use reduce::{Candidate, Goal, Judge, Options, Progress, Reduced, Unit, reduce};
use source::{Recipe, generate};
use std::sync::Mutex;

/// A compiler that is wrong about one operator. It may tell what it prints, or only whether that is wrong.
struct Wrong {
    bug: (&'static str, &'static str),
    tells: bool,
    answers: Mutex<Vec<(u64, bool)>>,
    /// Candidates that print nothing.
    silent: Mutex<usize>,
}

impl Judge for Wrong {
    fn width(&self) -> usize {
        1
    }

    fn submit(&self, tag: u64, candidate: Candidate) {
        let actual = common::miscompiled(&candidate.units, self.bug);
        let is_silent = candidate.expected.as_ref().is_some_and(|expected| expected.stdout.is_empty());
        *self.silent.lock().unwrap() += usize::from(is_silent);
        self.answers.lock().unwrap().push((tag, actual.is_some() && actual != candidate.expected));
    }

    fn answer(&self) -> (u64, bool) {
        self.answers.lock().unwrap().pop().expect("something was asked")
    }

    fn actual(&self, candidate: &Candidate) -> Option<Vec<u8>> {
        if self.tells { Some(common::miscompiled(&candidate.units, self.bug)?.stdout) } else { None }
    }
}

fn reduced(units: &[Unit], bug: (&'static str, &'static str), tells: bool) -> Option<(Reduced, usize)> {
    let judge = Wrong { bug, tells, answers: Mutex::default(), silent: Mutex::default() };
    let reduced =
        reduce(units, lang::Target::X86_64, Goal::WrongCode, &judge, &Options::default(), Progress::default()).ok()?;
    assert_eq!(common::run(reduced.best.units.iter().map(|unit| unit.text.as_str())), reduced.best.expected);
    assert_ne!(common::miscompiled(&reduced.best.units, bug), reduced.best.expected);
    let silent = *judge.silent.lock().unwrap();
    Some((reduced, silent))
}

#[test]
fn what_is_printed_leads_to_the_wrong_computation() {
    let bugs = [(" ^ ", " | "), (" | ", " ^ "), (" & ", " | "), (" != ", " == ")];
    let (mut with, mut without, mut cases) = (0, 0, 0);
    for seed in 0..6 {
        let case = generate(&Recipe { size: 200, ..Recipe::new(seed) }).unwrap();
        let unit = Unit { name: "a.c".to_string(), text: lang::print::print(&case.program) };
        for bug in bugs {
            let units = std::slice::from_ref(&unit);
            if let Some(((told, _), (untold, _))) = reduced(units, bug, true).zip(reduced(units, bug, false)) {
                assert!(told.best.lines() <= 20, "{}", told.best.units[0].text);
                (with, without) = (with + told.progress.judged, without + untold.progress.judged);
                cases += 1;
            }
        }
    }
    assert!(cases >= 5, "{cases} programs show a bug");
    assert!(with * 10 < without * 7, "{with} tests and {without}");
}

#[test]
fn it_works_over_several_units() {
    let first = "int a = 6, b = 3; int unit(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * a; return s; }
        int f1(void) { return a + b; } int f2(void) { return a * 5 - b; } int f3(void) { return a % 4 + 1; }
        int f4(void) { return a - b; } int f5(void) { return a ^ b; } int f6(void) { return (a << 2) + b; }
        int f7(void) { return a / b; } int f8(void) { return a & b; }";
    let second = "int printf(const char *, ...); int unit(int);
        int f1(void), f2(void), f3(void), f4(void), f5(void), f6(void), f7(void), f8(void);
        int main(void) { unsigned sum = unit(5);
            sum = sum * 31 + f1(); sum = sum * 31 + f2(); sum = sum * 31 + f3(); sum = sum * 31 + f4();
            sum = sum * 31 + f5(); sum = sum * 31 + f6(); sum = sum * 31 + f7(); sum = sum * 31 + f8();
            printf(\"%u\\n\", sum); return 0; }";
    let units = [("unit.c", first), ("main.c", second)];
    let units = units.map(|(name, text)| Unit { name: name.to_string(), text: text.to_string() });
    let (told, _) = reduced(&units, (" + ", " - "), true).unwrap();
    let probe = told.progress.yields.iter().find(|entry| entry.pass == "probe").unwrap();
    assert_eq!(probe.accepted, 1, "{:?}", told.progress);
    assert_eq!(told.best.units.len(), 1);
}

#[test]
fn what_prints_nothing_is_hardly_judged() {
    let lines: String = (0..60).map(|at| format!("a[{at} % 7] = a[{at} % 5] + {at};\n")).collect();
    let text = format!(
        "int printf(const char *, ...); int a[7]; int b = 9;
        int main(void) {{ {lines} b = b ^ 12; {lines} printf(\"%d %d %d\\n\", a[2], b, a[3]); return 0; }}"
    );
    let units = [Unit { name: "a.c".to_string(), text }];
    let (untold, silent) = reduced(&units, (" ^ ", " | "), false).unwrap();
    // Alone, once in every round.
    assert!(silent <= 4, "{silent} of {}", untold.progress.judged);
    assert!(untold.best.lines() <= 7, "{}", untold.best.units[0].text);
}

/// A compiler that fails on a text, and may say in which function. Says how many programs it saw.
struct Failing {
    names: &'static [&'static str],
    seen: Mutex<Vec<String>>,
    answers: Mutex<Vec<(u64, bool)>>,
}

impl Judge for Failing {
    fn width(&self) -> usize {
        2
    }

    fn submit(&self, tag: u64, candidate: Candidate) {
        let text = &candidate.units[0].text;
        self.answers.lock().unwrap().push((tag, text.contains("% 7")));
        self.seen.lock().unwrap().push(text.clone());
    }

    fn answer(&self) -> (u64, bool) {
        self.answers.lock().unwrap().pop().expect("something was asked")
    }

    fn blamed(&self) -> Vec<String> {
        self.names.iter().map(|name| name.to_string()).collect()
    }
}

#[test]
fn the_function_that_a_failing_compiler_names_is_shown_alone() {
    let mut text = "static int f(int a) { return a % 7; }\n".to_string();
    for number in 0..40 {
        text += &format!("int g{number}(int a) {{ while (a) a -= f(a); return a; }}\n");
    }
    let calls: Vec<String> = (0..40).map(|number| format!("g{number}(1)")).collect();
    text += &format!("int main(void) {{ return {}; }}\n", calls.join(" + "));
    let seen = |names: &'static [&'static str]| {
        let judge = Failing { names, seen: Mutex::default(), answers: Mutex::default() };
        let units = [Unit { name: "a.c".to_string(), text: text.clone() }];
        let options = Options::default();
        reduce(&units, lang::Target::X86_64, Goal::Crash, &judge, &options, Progress::default()).unwrap();
        judge.seen.into_inner().unwrap()
    };
    let told = seen(&["nobody", "f"]);
    assert!(!told[0].contains("main") && told[0].contains("return a % 7"), "{}", told[0]);
    // A name that leads nowhere costs one small program.
    let misled = seen(&["g3"]);
    assert!(misled[0].contains("int g3(int a)\n{"), "{}", misled[0]);
    assert!(seen(&[]).len() > told.len());
}
