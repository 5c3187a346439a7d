//! Which types of two units are compatible: every line of `compatible.txt`, in both directions.

use lang::parse::{self, Options};
use lang::{Program, RecordId, Target, Type};

const CASES: &str = include_str!("compatible.txt");

fn program(units: &[&str]) -> Program {
    let mut program = Program::new(Target::X86_64);
    for (at, text) in units.iter().enumerate() {
        let parsed = parse::parse(&mut program, &format!("{at}.c"), text.as_bytes().into(), &Options::default());
        parsed.unwrap_or_else(|error| panic!("{}: {text}", error.message));
    }
    program
}

/// The type of `x` in a unit.
fn type_of_x(program: &Program, unit: u32) -> Type {
    let var = program.vars.iter().find(|var| var.unit == unit && program.name(var.name) == "x");
    var.expect("each unit declares `x`").ty
}

fn are_compatible(one: &str, other: &str) -> [bool; 2] {
    let program = program(&[one, other]);
    let (a, b) = (type_of_x(&program, 0), type_of_x(&program, 1));
    [program.types.compatible(a, b), program.types.compatible(b, a)]
}

#[test]
fn types_of_two_units_are_compatible_as_the_table_says() {
    let mut wrong = Vec::new();
    for line in CASES.lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<&str> = line.split(" ## ").collect();
        let [one, other, expected] = parts[..] else { panic!("not a case: {line}") };
        let found = [are_compatible(one, other), are_compatible(other, one)].concat();
        if found != [expected == "yes"; 4] {
            wrong.push(format!("{found:?}: {line}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn types_of_one_unit_are_distinct() {
    let program = program(&["static struct { int a; } x, y; static struct { int a; } z; enum { A } e; enum { B } f;"]);
    let ty = |name: &str| program.vars.iter().find(|var| program.name(var.name) == name).expect("declared").ty;
    assert!(program.types.compatible(ty("x"), ty("y")));
    assert!(!program.types.compatible(ty("x"), ty("z")));
    assert!(!program.types.compatible(ty("e"), ty("f")));
}

/// The record that `x` points to in each unit.
fn records_of_x(program: &Program) -> Vec<RecordId> {
    let record = |unit| match *program.types.kind(program.types.pointee(type_of_x(program, unit)).expect("a pointer")) {
        lang::TypeKind::Record(id) => id,
        _ => panic!("not a record"),
    };
    (0..program.units.len() as u32).map(record).collect()
}

#[track_caller]
fn check_classes(units: &[&str], expected: &[usize]) {
    let program = program(units);
    let classes = program.types.record_classes();
    let found: Vec<RecordId> = records_of_x(&program).iter().map(|id| classes[id.0 as usize]).collect();
    let first = |class: &RecordId| found.iter().position(|other| other == class).expect("itself");
    assert_eq!(found.iter().map(first).collect::<Vec<_>>(), expected);
}

#[test]
fn an_incomplete_record_joins_the_classes_of_all_it_is_compatible_with() {
    let (opaque, int, long) = (
        "struct s; static struct s *x;",
        "struct s { int a; }; static struct s *x;",
        "struct s { long a; } static *x;",
    );
    check_classes(&[int, long], &[0, 1]);
    check_classes(&[int, long, int], &[0, 1, 0]);
    check_classes(&[int, long, opaque], &[0, 0, 0]);
    let other = "struct t { int a; } static *x;";
    check_classes(&[int, opaque, other], &[0, 0, 2]);
}

#[test]
fn a_long_chain_of_records_is_compared_without_recursion() {
    let mut text: String = (0..50_000).map(|n| format!("struct s{n} {{ struct s{} *next; }};", n + 1)).collect();
    text.push_str("static struct s0 *x;");
    assert_eq!(are_compatible(&text, &text), [true, true]);
    assert_eq!(
        are_compatible(&text, &text.replace("s49999 { struct s50000 *next", "s49999 { int next")),
        [false, false]
    );
}
