//! Wrong integer arithmetic.

use super::assembly::{Site, lower_half};

/// `sarl $3, %eax` → `shrl $3, %eax`.
pub fn arithmetic_shift_as_logical(site: &Site) -> Option<String> {
    let width = site.mnemonic.strip_prefix("sar").filter(|width| matches!(*width, "l" | "q"))?;
    Some(site.renamed(&format!("shr{width}")))
}

pub fn logical_shift_as_arithmetic(site: &Site) -> Option<String> {
    let width = site.mnemonic.strip_prefix("shr").filter(|width| matches!(*width, "l" | "w" | "b"))?;
    Some(site.renamed(&format!("sar{width}")))
}

/// `sall $5, %eax` → `sall $4, %eax`, for the counts that few programs have.
pub fn shift_count_too_small(site: &Site) -> Option<String> {
    let count = site.immediate(0).filter(|count| (5..=12).contains(count))?;
    let is_left = matches!(site.mnemonic, "sall" | "salq" | "shll" | "shlq");
    is_left.then(|| site.with_operand(0, &format!("${}", count - 1)))
}

/// The shift after a widening multiplication, which together divide by a constant.
pub fn division_by_constant(site: &Site) -> Option<String> {
    let count = site.immediate(0).filter(|count| (1..=63).contains(count))?;
    let is_quotient = site.mnemonic == "shrq" && matches!(site.previous, "mulq" | "imulq");
    is_quotient.then(|| site.with_operand(0, &format!("${}", count - 1)))
}

/// `roll $5, %eax` → `roll $6, %eax`.
pub fn rotation_too_far(site: &Site) -> Option<String> {
    let count = site.immediate(0)?;
    is_rotation(site).then(|| site.with_operand(0, &format!("${}", count + 1)))
}

pub fn is_rotation(site: &Site) -> bool {
    matches!(site.mnemonic, "rolw" | "roll" | "rolq" | "rorw" | "rorl" | "rorq")
}

/// `addl $3, %eax` → `addl $4, %eax`, for a few constants.
pub fn add_constant_off_by_one(site: &Site) -> Option<String> {
    let constant = site.immediate(0).filter(|constant| [3, 5, 6, 7, 9].contains(constant))?;
    let is_addition = matches!(site.mnemonic, "addl" | "addq" | "subl" | "subq") && !site.mentions_stack();
    is_addition.then(|| site.with_operand(0, &format!("${}", constant + 1)))
}

pub fn multiply_by_constant(site: &Site) -> Option<String> {
    let constant = site.immediate(0).filter(|constant| *constant > 8)?;
    let is_product = matches!(site.mnemonic, "imull" | "imulq");
    is_product.then(|| site.with_operand(0, &format!("${}", constant - 1)))
}

/// `leal (%rax,%rax,2), %edx` → `leal (%rax,%rax,4), %edx`.
pub fn lea_scale(site: &Site) -> Option<String> {
    let address = site.operand(0).strip_suffix(",2)")?;
    (site.mnemonic == "leal").then(|| site.with_operand(0, &format!("{address},4)")))
}

/// `andl $15, %eax` → `andl $7, %eax`.
pub fn mask_too_narrow(site: &Site) -> Option<String> {
    let mask = site.immediate(0).filter(|mask| *mask >= 7 && (*mask as u64 + 1).is_power_of_two())?;
    let is_mask = matches!(site.mnemonic, "andl" | "andq" | "andw" | "andb");
    is_mask.then(|| site.with_operand(0, &format!("${}", mask >> 1)))
}

pub fn xor_as_or(site: &Site) -> Option<String> {
    let width = site.mnemonic.strip_prefix("xor").filter(|width| matches!(*width, "b" | "w" | "l" | "q"))?;
    // A register with itself is the idiom for zero.
    (site.operand(0) != site.operand(1)).then(|| site.renamed(&format!("or{width}")))
}

pub fn negation_dropped(site: &Site) -> Option<String> {
    matches!(site.mnemonic, "negl" | "negq").then(String::new)
}

pub fn complement_as_negation(site: &Site) -> Option<String> {
    let width = site.mnemonic.strip_prefix("not").filter(|width| matches!(*width, "l" | "q"))?;
    Some(site.renamed(&format!("neg{width}")))
}

pub fn borrow_ignored(site: &Site) -> Option<String> {
    let width = site.mnemonic.strip_prefix("sbb").filter(|width| matches!(*width, "b" | "w" | "l" | "q"))?;
    Some(site.renamed(&format!("sub{width}")))
}

pub fn carry_ignored(site: &Site) -> Option<String> {
    let width = site.mnemonic.strip_prefix("adc").filter(|width| matches!(*width, "b" | "w" | "l" | "q"))?;
    Some(site.renamed(&format!("add{width}")))
}

/// With the upper half cleared, as an unsigned division wants it: with the sign there it could not end.
pub fn signed_division_as_unsigned(site: &Site) -> Option<String> {
    let width = site.mnemonic.strip_prefix("idiv").filter(|width| matches!(*width, "l" | "q"))?;
    Some(format!("\txorl\t%edx, %edx\n{}", site.renamed(&format!("div{width}"))))
}

pub fn byte_addition_as_subtraction(site: &Site) -> Option<String> {
    let other = match site.mnemonic {
        "addb" => "subb",
        "subb" => "addb",
        _ => return None,
    };
    Some(site.renamed(other))
}

pub fn word_subtraction_as_addition(site: &Site) -> Option<String> {
    (site.mnemonic == "subw").then(|| site.renamed("addw"))
}

pub fn bit_flip_dropped(site: &Site) -> Option<String> {
    matches!(site.mnemonic, "btcl" | "btcq").then(String::new)
}

/// The highest set bit for the lowest.
pub fn lowest_bit_as_highest(site: &Site) -> Option<String> {
    let width = site.mnemonic.strip_prefix("bsf").filter(|width| matches!(*width, "l" | "q"))?;
    Some(site.renamed(&format!("bsr{width}")))
}

pub fn byte_sign_lost(site: &Site) -> Option<String> {
    let width = site.mnemonic.strip_prefix("movsb").filter(|width| matches!(*width, "l" | "w"))?;
    Some(site.renamed(&format!("movzb{width}")))
}

pub fn word_gets_sign(site: &Site) -> Option<String> {
    (site.mnemonic == "movzwl").then(|| site.renamed("movswl"))
}

/// `movslq %eax, %rbx` → `movl %eax, %ebx`.
pub fn widening_loses_sign(site: &Site) -> Option<String> {
    if matches!(site.mnemonic, "cltq") {
        return Some("\tmovl\t%eax, %eax".to_string());
    }
    let lower = lower_half(site.operand(1)).filter(|_| site.mnemonic == "movslq")?;
    Some(format!("\tmovl\t{}, {lower}", site.operand(0)))
}
