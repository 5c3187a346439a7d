//! The table of repairs, exhaustively at 4 and 8 bits: every operator, both signs, shift counts of other kinds, every
//! pair of operands, every choice.
//!
//! A first form is defined where it was chosen. The total form of every form that can come about is defined
//! everywhere and has the same value wherever that form was defined.

use interp::arith::{self, IntKind};
use interp::repair::form::{self, Adjust, Form, Operator, Site};
use interp::repair::table;
use std::collections::HashSet;

const OPERATORS: [Operator; 8] = [
    Operator::Neg,
    Operator::Add,
    Operator::Sub,
    Operator::Mul,
    Operator::Div,
    Operator::Rem,
    Operator::Shl,
    Operator::Shr,
];

fn values(kind: IntKind) -> impl Iterator<Item = u64> {
    (0..1u64 << kind.bits).map(move |word| arith::wrap(kind, word))
}

fn kinds(bits: u8) -> [IntKind; 2] {
    [IntKind::signed(bits), IntKind::unsigned(bits)]
}

/// Every site of this width. Shift counts have a width of their own.
fn sites(bits: u8, count_bits: u8) -> Vec<Site> {
    let mut sites = Vec::new();
    for op in OPERATORS {
        for kind in kinds(bits) {
            for right in if op.is_shift() { kinds(count_bits).to_vec() } else { vec![kind] } {
                // Whether it assigns matters to shifts, whether its operands are pure to the others.
                for flag in [false, true] {
                    let (is_compound, is_pure) = (flag && op.is_shift(), flag && !op.is_shift());
                    sites.push(Site { op, kind, right, is_compound, is_pure });
                }
            }
        }
    }
    sites
}

/// Every form that `make` can return, whatever it is told to choose.
fn all_choices(mut make: impl FnMut(&mut table::Choose) -> Form) -> Vec<Form> {
    let mut forms = Vec::new();
    let mut script: Vec<(u64, u64)> = Vec::new();
    loop {
        let mut at = 0;
        forms.push(make(&mut |n| {
            assert!(n > 0, "a choice among nothing");
            if at == script.len() {
                script.push((0, n));
            }
            at += 1;
            script[at - 1].0
        }));
        while script.last().is_some_and(|&(value, n)| value + 1 == n) {
            script.pop();
        }
        match script.last_mut() {
            Some(last) => last.0 += 1,
            None => return forms,
        }
    }
}

/// The total form of `form` agrees with it wherever it is defined.
fn check_agreement(site: &Site, form: Form, total: Form) {
    for b in values(site.right) {
        // The left operand has no part in this fault.
        if form::eval(form, site, 0, b) == Err(arith::Fault::ShiftCount) {
            continue;
        }
        for a in values(site.kind) {
            if let Ok(before) = form::eval(form, site, a, b) {
                assert_eq!(
                    form::eval(total, site, a, b),
                    Ok(before),
                    "{total:?} of {form:?} of {site:?} at {a:#x}, {b:#x}"
                );
            }
        }
    }
}

/// A form without a total form has no fault, but for the one division that C cannot mend in one mention.
fn check_end(site: &Site, form: Form) {
    for a in values(site.kind) {
        for b in values(site.right) {
            let result = form::eval(form, site, a, b);
            let is_left = matches!(form, Form::Nonzero(_)) && result == Err(arith::Fault::DivisionOverflow);
            assert!(
                is_left || result.is_ok_and(|value| arith::fits(site.kind, value)),
                "{form:?} of {site:?} has no total form, but {a:#x}, {b:#x}: {result:?}"
            );
        }
    }
}

fn check_sites(bits: u8, count_bits: u8) {
    for site in sites(bits, count_bits) {
        let original = Form::original(site.op);
        let mut forms = HashSet::from([original]);
        for a in values(site.kind) {
            for b in values(site.right) {
                if form::eval(original, &site, a, b).is_ok() {
                    continue;
                }
                for form in all_choices(|choose| table::first(&site, a, b, &[], choose)) {
                    let result = form::eval(form, &site, a, b);
                    assert!(result.is_ok(), "{form:?} for {site:?} at {a:#x}, {b:#x}: {result:?}");
                    let needs_twice = matches!(form, Form::Guarded(_) | Form::Operator(Operator::Div | Operator::Rem));
                    assert!(site.is_pure || !needs_twice, "{form:?} for {site:?} may need its operands twice");
                    assert!(!site.is_compound || !complements(form), "{form:?} for {site:?} needs a value");
                    forms.insert(form);
                }
            }
        }
        let mut ends = HashSet::new();
        for form in forms {
            match table::total(&site, form) {
                Some(total) => {
                    check_agreement(&site, form, total);
                    assert_eq!(table::total(&site, total), None, "{total:?} is a total form");
                    ends.insert(total);
                }
                None => drop(ends.insert(form)),
            }
        }
        ends.into_iter().for_each(|form| check_end(&site, form));
    }
}

fn complements(form: Form) -> bool {
    matches!(form, Form::Shift { complement: true, .. } | Form::Masked { complement: true, .. })
}

#[test]
fn every_repair_is_right_at_4_bits() {
    check_sites(4, 4);
}

#[test]
fn every_repair_is_right_at_4_bits_with_counts_of_8() {
    check_sites(4, 8);
}

#[test]
fn every_repair_is_right_at_8_bits_with_counts_of_4() {
    check_sites(8, 4);
}

#[test]
fn every_repair_is_right_at_8_bits() {
    check_sites(8, 8);
}

#[test]
fn every_repair_of_a_subscript_is_right() {
    for bits in [4, 8] {
        for kind in kinds(bits) {
            for len in [1, 2, 3, 5, 7, 8, 13].into_iter().filter(|&len| len <= arith::max::<u64>(kind)) {
                check_subscripts(kind, len, len);
                // One more for an address.
                check_subscripts(kind, len, len + 1);
            }
        }
    }
}

/// `len` elements, of which `defined` subscripts are defined.
fn check_subscripts(kind: IntKind, len: u64, defined: u64) {
    let mut forms = HashSet::from([Form::Index(Adjust::Same)]);
    for index in values(kind).filter(|&index| index >= defined) {
        for form in all_choices(|choose| table::first_index(kind, index, len, choose)) {
            let result = form::subscript(form, kind, index, defined);
            assert!(result.is_some_and(|result| result < len), "{form:?} of {index:#x} in {len}: {result:?}");
            forms.insert(form);
        }
    }
    for form in forms {
        let Some(total) = table::total_index(form, kind, defined) else {
            assert!(values(kind).all(|index| form::subscript(form, kind, index, defined).is_some()), "{form:?}");
            continue;
        };
        for index in values(kind) {
            let (before, after) =
                (form::subscript(form, kind, index, defined), form::subscript(total, kind, index, defined));
            assert!(
                after.is_some() && before.is_none_or(|before| after == Some(before)),
                "{total:?} of {form:?} at {index:#x}"
            );
        }
    }
}
