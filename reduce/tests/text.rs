//! The textual stage against judges that look for something in the text.

use reduce::text::{self, Options};
use reduce::{Candidate, Judge, Progress, Unit};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

struct Contains<F> {
    width: usize,
    answers: Mutex<Vec<(u64, bool)>>,
    interesting: F,
    asked: AtomicU64,
}

impl<F: Fn(&[Unit]) -> bool + Sync> Judge for Contains<F> {
    fn width(&self) -> usize {
        self.width
    }

    fn submit(&self, tag: u64, candidate: Candidate) {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.answers.lock().unwrap().push((tag, (self.interesting)(&candidate.units)));
    }

    /// The last first: nobody promised an order.
    fn answer(&self) -> (u64, bool) {
        self.answers.lock().unwrap().pop().expect("something was asked")
    }
}

fn reduce(width: usize, files: &[(&str, &str)], interesting: impl Fn(&[Unit]) -> bool + Sync) -> Vec<Unit> {
    let unit = |(name, text): &(&str, &str)| Unit { name: name.to_string(), text: text.to_string() };
    let original = Candidate { units: files.iter().map(unit).collect(), expected: None };
    let judge = Contains { width, answers: Mutex::default(), interesting, asked: AtomicU64::new(0) };
    text::reduce(original, &judge, None, Progress::default(), &Options::default()).best.units
}

fn check(text: &str, interesting: impl Fn(&str) -> bool + Sync, expected: &str) {
    for width in [1, 2, 3] {
        let found = reduce(width, &[("a.c", text)], |units| interesting(&units[0].text));
        assert_eq!(found[0].text, expected, "{width} at once");
    }
}

const PROGRAM: &str = "\
#include <stdio.h>
/* A comment. */
struct S { int a; int b; };
static int unused(int x) { return x + 1; }
static int value(int first, int second) {
  if (first > 3) { return second * 2; } else { return 7; }
}
int main(void) {
  struct S s = { 1, 2 };
  for (int i = 0; i < 10; i++) { s.a += value(i, 3); }
  printf(\"%d\\n\", s.a);
  return 0;
}
";

#[test]
fn only_what_is_needed_remains() {
    check(PROGRAM, |text| text.contains("second * 2"), "second * 2\n");
    check(PROGRAM, |text| text.contains("printf"), "printf\n");
    check("one\ntwo\nthree\n", |text| text.contains("two"), "two\n");
}

#[test]
fn nothing_remains_of_what_is_not_needed() {
    check(PROGRAM, |_| true, "");
    check("", |_| true, "");
    check("(", |_| true, "");
}

#[test]
fn names_are_short_and_the_same_in_all_files() {
    let files = [("a.h", "int long_name(int);\n"), ("a.c", "int long_name(int other) { return other; }\n")];
    // Two declarations of one function, and a parameter that is returned.
    let shape = |units: &[Unit]| {
        let words = |unit: &Unit| {
            unit.text.replace(['(', ')', '{', '}', ';'], " ").split_whitespace().map(String::from).collect::<Vec<_>>()
        };
        let (header, source) = (words(&units[0]), words(&units[1]));
        let whole = units[0].text.contains("(int)") && units[1].text.contains(") {");
        let (["int", name, "int"], ["int", same, "int", parameter, "return", returned]) = (
            &*header.iter().map(String::as_str).collect::<Vec<_>>(),
            &*source.iter().map(String::as_str).collect::<Vec<_>>(),
        ) else {
            return false;
        };
        whole && name == same && parameter == returned && *name != "int" && *parameter != "int" && parameter != name
    };
    let found = reduce(2, &files, shape);
    assert_eq!(found[0].text, "int a(int)\n");
    assert!(found[1].text.starts_with("int a(int b) {"), "{}", found[1].text);
}

#[test]
fn names_of_one_letter_come_in_order() {
    let shape = |text: &str| {
        let names: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("int ")?.strip_suffix(';')).collect();
        matches!(names[..], [one, two] if one.len() == 1 && two.len() == 1 && one != two)
    };
    check("int t;\nint a;\n", shape, "int a;\nint b;\n");
}

#[test]
fn a_statement_is_a_line_however_it_was_written() {
    let text = "int a;int main(void){a=a > 1^ a\n ^ 25;return\na;}";
    let laid_out = reduce::text::laid_out(&[Unit { name: "a.c".to_string(), text: text.to_string() }]);
    assert!(laid_out[0].text.contains("\n  a = a > 1 ^ a ^ 25;\n  return a;\n}"), "{}", laid_out[0].text);
}

#[test]
fn a_variable_stands_behind_the_brace_of_its_type() {
    let text = "struct{int a:2;}b;enum c{d}e;int main(void){struct f{int g;}h={1};{b.a=1;}}";
    let laid_out = reduce::text::laid_out(&[Unit { name: "a.c".to_string(), text: text.to_string() }]);
    let expected = "struct {\n  int a:2;\n} b;\nenum c {\n  d\n} e;\nint main(void) {\n  struct f {\n    int g;\n  } h = {1};\n  {\n    b.a = 1;\n  }\n}\n";
    assert_eq!(laid_out[0].text, expected);
}

#[test]
fn shifts_and_nested_templates_stay_in_one_piece() {
    let text = "int f(int c) { return c\n>> 1; }\nlist<list<int>> g;\nint h = 1 - -1;\n";
    let laid_out = reduce::text::laid_out(&[Unit { name: "a.cc".to_string(), text: text.to_string() }]);
    let expected = "int f(int c) {\n  return c >> 1;\n}\nlist<list<int>> g;\nint h = 1 - -1;\n";
    assert_eq!(laid_out[0].text, expected);
}

#[test]
fn a_parameter_goes_with_its_arguments() {
    let arity = |units: &[Unit]| {
        let commas: Vec<usize> = units[0]
            .text
            .split("keep")
            .skip(1)
            .map(|rest| rest.split(')').next().unwrap().matches(',').count())
            .collect();
        commas.len() == 3 && commas.iter().all(|count| *count == commas[0])
    };
    let found =
        reduce(1, &[("a.c", "int keep(int a, int b, int c);\nint x = keep(1, 2, 3) + keep(4, 5, 6);\n")], arity);
    assert!(!found[0].text.contains(','), "{}", found[0].text);
}

#[test]
fn one_job_gives_the_same_result_again() {
    let interesting = |units: &[Unit]| units[0].text.matches("int").count() >= 3;
    assert_eq!(reduce(1, &[("a.c", PROGRAM)], interesting), reduce(1, &[("a.c", PROGRAM)], interesting));
}

#[test]
fn any_text_can_be_reduced() {
    let text = "It's \"a text\nthat is } no program ((; #\n# include 'x\n\\\u{1F600} /* open";
    check(text, |text| text.contains('\u{1F600}'), "\u{1F600}\n");
}
