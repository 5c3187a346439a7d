//! Record layouts against GCC's own answers, for x86-64 and i386.
//!
//! `layout.txt` begins with declarations that all cases share. Each case is a `struct S` or `union S`, perhaps under a
//! `#pragma pack`, and for both targets what gcc 12 said: size, alignment, and the bit offset of each named member.

use lang::{Program, Record, Target, parse};
use std::sync::Arc;

struct Case {
    source: String,
    /// Of x86-64 and i386.
    answers: [Vec<u64>; 2],
}

fn cases(text: &str) -> (String, Vec<Case>) {
    let mut blocks = text.split("\n\n");
    let prelude = blocks.next().unwrap_or_default().to_string();
    let cases = blocks.filter(|block| !block.trim().is_empty()).map(case).collect();
    (prelude, cases)
}

fn case(block: &str) -> Case {
    let mut case = Case { source: String::new(), answers: [Vec::new(), Vec::new()] };
    for line in block.lines() {
        let numbers = |text: &str| text.split_whitespace().map(|word| word.parse().unwrap()).collect();
        if let Some(answer) = line.strip_prefix("x86_64 ") {
            case.answers[0] = numbers(answer);
        } else if let Some(answer) = line.strip_prefix("i386 ") {
            case.answers[1] = numbers(answer);
        } else {
            case.source.push_str(line);
            case.source.push('\n');
        }
    }
    case
}

fn answer(record: &Record) -> Vec<u64> {
    let named = record.fields.iter().filter(|field| field.name.is_some());
    [record.size, record.align].into_iter().chain(named.map(|field| field.bit_offset)).collect()
}

fn check(text: &str) -> usize {
    let (prelude, cases) = cases(text);
    let mut wrong = 0;
    for case in &cases {
        for (target, expected) in [Target::X86_64, Target::I386].into_iter().zip(&case.answers) {
            let mut program = Program::new(target);
            let source: Arc<[u8]> = format!("{prelude}\n{}", case.source).into_bytes().into();
            parse::parse(&mut program, "layout.c", source, &parse::Options::default()).expect("the case parses");
            let tag = program.names.find("S");
            let record = program.types.records.iter().find(|record| record.tag.is_some() && record.tag == tag);
            let found = answer(record.expect("the case defines S"));
            if found != *expected {
                wrong += 1;
                eprintln!("{:?}\n{}found    {found:?}\nexpected {expected:?}\n", target.arch, case.source);
            }
        }
    }
    assert_eq!(wrong, 0, "of {} cases", cases.len());
    cases.len()
}

#[test]
fn records_are_laid_out_as_by_gcc() {
    assert!(check(include_str!("layout.txt")) >= 200);
}
