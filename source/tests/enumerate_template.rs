//! Variants as text: gaps are filled, hidden variables are renamed, and what is printed parses to the edited program.

use lang::parse::{Options, parse};
use lang::{Program, Target};
use num_bigint::BigUint;
use source::enumerate::{Granularity, Space, Symmetry, Template, extract};

fn program(text: &str) -> Program {
    let mut program = Program::new(Target::X86_64);
    parse(&mut program, "test.c", text.as_bytes().into(), &Options::default()).unwrap();
    program
}

fn variants(text: &str) -> Vec<String> {
    let mut program = program(text);
    let extracted = extract(&program, &|_| true);
    let space = Space::new(&extracted.skeleton, Granularity::Intra, Symmetry::Exact);
    let template = Template::new(&mut program, &extracted);
    space.from(&BigUint::ZERO).map(|filling| template.text(0, &filling)).collect()
}

#[test]
fn every_variant_is_printed_once() {
    let variants = variants("int a, b; int main(void) { a = b; return a; }");
    let bodies: Vec<&str> = variants.iter().map(|text| text.split_once('{').unwrap().1).collect();
    let body = |x: &str, y: &str, z: &str| format!("\n    {x} = {y};\n    return {z};\n}}\n");
    assert_eq!(bodies, [body("a", "a", "a"), body("a", "a", "b"), body("a", "b", "a"), body("a", "b", "b")]);
}

#[test]
fn hidden_variables_are_renamed_and_used() {
    let variants = variants("int a = 1; int f(void) { int a = 2; { int a = 3; return a; } }");
    assert_eq!(variants.len(), 3);
    for (variant, name) in variants.iter().zip(["a", "a_2", "a_3"]) {
        assert!(variant.contains("int a_2 = 2;") && variant.contains("int a_3 = 3;"), "{variant}");
        assert!(variant.contains(&format!("return {name};")), "{variant}");
        program(variant);
    }
}

#[test]
fn a_text_that_looks_like_a_gap_is_left_alone() {
    let variants = variants("int puts(const char *); int a, b; int main(void) { puts(\"gap_h0_\"); return a + b; }");
    assert_eq!(variants.len(), 2);
    assert!(variants.iter().all(|text| text.contains("\"gap_h0_\"")));
}
