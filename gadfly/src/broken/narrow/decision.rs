//! Wrong decisions that few programs have: comparisons with limits, narrow types, unordered values.

use crate::broken::assembly::Site;

/// `cmpl $-2147483648, %eax` → `cmpl $-2147483647, %eax`: a range that begins one too late.
pub fn least_int(site: &Site) -> Option<String> {
    let is_least = site.mnemonic == "cmpl" && site.immediate(0) == Some(i64::from(i32::MIN));
    is_least.then(|| site.with_operand(0, &format!("${}", i32::MIN + 1)))
}

pub fn greatest_int(site: &Site) -> Option<String> {
    let is_greatest = site.mnemonic == "cmpl" && site.immediate(0) == Some(i64::from(i32::MAX));
    is_greatest.then(|| site.with_operand(0, &format!("${}", i32::MAX - 1)))
}

/// Comparisons of 16-bit values with one of their two limits.
pub fn limit_of_short(site: &Site) -> Option<String> {
    let limit = site.immediate(0).filter(|limit| [-32768, 32767].contains(limit))?;
    (site.mnemonic == "cmpw").then(|| site.with_operand(0, &format!("${}", limit - limit.signum())))
}

/// Comparisons of 8-bit values with one of their two limits.
pub fn limit_of_char(site: &Site) -> Option<String> {
    let limit = site.immediate(0).filter(|limit| [-128, 127].contains(limit))?;
    (site.mnemonic == "cmpb").then(|| site.with_operand(0, &format!("${}", limit - limit.signum())))
}

/// Comparisons of 8- and 16-bit values with -1.
pub fn minus_one(site: &Site) -> Option<String> {
    let is_one = matches!(site.mnemonic, "cmpb" | "cmpw") && site.immediate(0) == Some(-1);
    is_one.then(|| site.with_operand(0, "$-2"))
}

/// A conditional move from memory is not conditional.
pub fn load_without_condition(site: &Site) -> Option<String> {
    let is_load = site.mnemonic.starts_with("cmov") && site.is_memory(0);
    let width = if site.operand(1).starts_with("%r") && !site.operand(1).ends_with('d') { "movq" } else { "movl" };
    is_load.then(|| site.renamed(width))
}

/// The greater of two narrow values is the lesser.
pub fn narrow_extreme(site: &Site) -> Option<String> {
    let other = match site.mnemonic {
        "cmovg" => "cmovl",
        "cmovl" => "cmovg",
        "cmovge" => "cmovle",
        "cmovle" => "cmovge",
        _ => return None,
    };
    matches!(site.previous, "cmpb" | "cmpw").then(|| site.renamed(other))
}

/// A jump for negative values is taken for the others.
pub fn sign_jump_inverted(site: &Site) -> Option<String> {
    (site.mnemonic == "js" && !site.closes_loop).then(|| site.renamed("jns"))
}

/// The jump for unordered values, after a comparison of floats, is dropped.
pub fn unordered_jump_dropped(site: &Site) -> Option<String> {
    (site.mnemonic == "jp" && matches!(site.previous, "ucomiss" | "ucomisd" | "fucomip")).then(String::new)
}

/// `setnp %al` says that two floats are ordered; the opposite.
pub fn ordered_inverted(site: &Site) -> Option<String> {
    (site.mnemonic == "setnp").then(|| site.renamed("setp"))
}

/// `testb $4, %al` tests the bit below.
pub fn tested_bit(site: &Site) -> Option<String> {
    let bit = site.immediate(0).filter(|bit| *bit > 1 && (*bit as u64).is_power_of_two())?;
    (site.mnemonic == "testb").then(|| site.with_operand(0, &format!("${}", bit / 2)))
}

/// The bit that `bt` copies to the carry is inverted.
pub fn copied_bit_inverted(site: &Site) -> Option<String> {
    matches!(site.mnemonic, "btl" | "btq").then(|| format!("{}\n\tcmc", site.text()))
}

/// `cmpl $7, %eax; ja .L5`: the greatest value that a `switch` has a case for goes to its default.
pub fn last_case_dropped(site: &Site) -> Option<String> {
    let bound = site.immediate(0).filter(|bound| (2..=24).contains(bound))?;
    let (mnemonic, _) = site.next?;
    let is_bound = matches!(site.mnemonic, "cmpl" | "cmpb") && mnemonic == "ja";
    is_bound.then(|| site.with_operand(0, &format!("${}", bound - 1)))
}

/// `cmpq $200, %rax; jbe .L5`: an unsigned comparison of 64 bits with a constant that fits 8 is of 32 bits.
pub fn long_comparison_narrowed(site: &Site) -> Option<String> {
    let constant = site.immediate(0).filter(|constant| (0..=255).contains(constant))?;
    let (mnemonic, _) = site.next?;
    let lower = crate::broken::assembly::lower_half(site.operand(1))?;
    let is_one = site.mnemonic == "cmpq" && matches!(mnemonic, "jbe" | "ja" | "setbe" | "seta");
    is_one.then(|| format!("\tcmpl\t${constant}, {lower}"))
}

/// `testl %eax, %eax; jle .L5` looks at 16 bits.
pub fn zero_test_narrowed(site: &Site) -> Option<String> {
    let word = site.operand(0).strip_prefix("%e")?;
    let (mnemonic, _) = site.next?;
    let is_test = site.mnemonic == "testl" && site.operand(0) == site.operand(1) && mnemonic == "jle";
    is_test.then(|| format!("\ttestw\t%{word}, %{word}"))
}
