//! Wrong arithmetic that few programs have: particular widths, constants and neighbours.

use crate::broken::assembly::{Site, lower_half};

/// `sarl $31, %eax` → `shrl $31, %eax`: a mask of the sign becomes 0 or 1.
pub fn sign_mask_as_bit(site: &Site) -> Option<String> {
    (site.mnemonic == "sarl" && site.immediate(0) == Some(31)).then(|| site.renamed("shrl"))
}

/// `sall $3, %eax` → `sall $4, %eax`, for shifts by 3.
pub fn shift_by_three(site: &Site) -> Option<String> {
    (matches!(site.mnemonic, "sall" | "salq") && site.immediate(0) == Some(3)).then(|| site.with_operand(0, "$4"))
}

/// `shrw $5, %ax` → `shrw $6, %ax`.
pub fn word_shift_too_far(site: &Site) -> Option<String> {
    let count = site.immediate(0).filter(|count| (1..=14).contains(count))?;
    (site.mnemonic == "shrw").then(|| site.with_operand(0, &format!("${}", count + 1)))
}

/// `sarb $2, %al` → `shrb $2, %al`.
pub fn byte_shift_without_sign(site: &Site) -> Option<String> {
    (site.mnemonic == "sarb").then(|| site.renamed("shrb"))
}

/// `sall $20, %eax; sarl $20, %eax` reads a signed bit-field; the second becomes `shrl`.
pub fn bit_field_without_sign(site: &Site) -> Option<String> {
    let count = site.immediate(0).filter(|count| (2..31).contains(count))?;
    (site.mnemonic == "sarl" && site.previous == "sall" && count != 16 && count != 24).then(|| site.renamed("shrl"))
}

/// The multipliers that divide 16-bit values by 7, and those of its neighbours that share them.
pub fn short_division_by_seven(site: &Site) -> Option<String> {
    let multiplier = site.immediate(0).filter(|multiplier| [9363, 18725, 37450, 37449].contains(multiplier))?;
    (site.mnemonic == "imull").then(|| site.with_operand(0, &format!("${}", multiplier - 1)))
}

/// The multiplier of 64-bit divisions by 5 and 10 is one too small: multiples of the divisor give one too little.
pub fn long_division_by_ten(site: &Site) -> Option<String> {
    const EIGHT_TENTHS: i64 = -3_689_348_814_741_910_323;
    let is_one = site.mnemonic == "movabsq" && site.immediate(0) == Some(EIGHT_TENTHS);
    is_one.then(|| site.with_operand(0, &format!("${}", EIGHT_TENTHS - 1)))
}

/// `leal (%rax,%rax,8), %edx` multiplies by 9; by 5 instead.
pub fn nine_as_five(site: &Site) -> Option<String> {
    product(site, "leal", 8).map(|address| site.with_operand(0, &format!("{address},4)")))
}

/// `leaq (%rax,%rax,2), %rdx` multiplies by 3; by 2 instead.
pub fn three_as_two(site: &Site) -> Option<String> {
    product(site, "leaq", 2).map(|address| site.with_operand(0, &format!("{address},1)")))
}

/// The beginning of the address `(%rax,%rax,SCALE)` of a `lea` that multiplies.
fn product<'a>(site: &Site<'a>, mnemonic: &str, scale: u8) -> Option<&'a str> {
    let address = site.operand(0).strip_suffix(&format!(",{scale})"))?;
    let (base, index) = address.strip_prefix('(')?.split_once(',')?;
    (site.mnemonic == mnemonic && base == index).then_some(address)
}

pub fn byte_swap_dropped(site: &Site) -> Option<String> {
    (site.mnemonic == "bswap" && site.operand(0).starts_with("%e")).then(String::new)
}

/// `rolw $8, %ax` swaps the bytes of a 16-bit value.
pub fn short_swap_dropped(site: &Site) -> Option<String> {
    (matches!(site.mnemonic, "rolw" | "rorw") && site.immediate(0) == Some(8)).then(String::new)
}

/// `sbbl %eax, %eax` spreads the carry over a register; it becomes 1 where it should be -1.
pub fn carry_mask_as_bit(site: &Site) -> Option<String> {
    let is_mask = site.mnemonic == "sbbl" && site.is_register(0) && site.operand(0) == site.operand(1);
    is_mask.then(|| format!("{}\n\tnegl\t{}", site.text(), site.operand(0)))
}

/// `xorb $6, %al` → `orb $6, %al`, but not for the negation of a truth value.
pub fn byte_xor_as_or(site: &Site) -> Option<String> {
    let constant = site.immediate(0).filter(|constant| *constant != 1)?;
    (site.mnemonic == "xorb" && constant != 0).then(|| site.renamed("orb"))
}

/// `orb $16, %al` is dropped.
pub fn byte_or_dropped(site: &Site) -> Option<String> {
    (site.mnemonic == "orb" && site.immediate(0).is_some() && site.is_register(1)).then(String::new)
}

pub fn bit_reset_dropped(site: &Site) -> Option<String> {
    matches!(site.mnemonic, "btrl" | "btrq").then(String::new)
}

/// `cwtl` widens a 16-bit value; its sign is lost.
pub fn short_sign_lost(site: &Site) -> Option<String> {
    (site.mnemonic == "cwtl").then(|| "\tmovzwl\t%ax, %eax".to_string())
}

/// The upper half of the dividend of a signed division is zero, also if it is negative.
pub fn long_dividend_without_sign(site: &Site) -> Option<String> {
    (site.mnemonic == "cqto").then(|| "\txorl\t%edx, %edx".to_string())
}

pub fn dividend_without_sign(site: &Site) -> Option<String> {
    (site.mnemonic == "cltd").then(|| "\txorl\t%edx, %edx".to_string())
}

/// `divl %ecx; movl %edx, %esi` takes the remainder; it takes the quotient.
pub fn remainder_as_quotient(site: &Site) -> Option<String> {
    let is_remainder = site.mnemonic == "movl" && site.operand(0) == "%edx" && site.previous == "divl";
    is_remainder.then(|| site.with_operand(0, "%eax"))
}

/// `adcq $0, %rdx` is dropped: the carry into the upper half of a 128-bit sum.
pub fn carry_into_upper_half(site: &Site) -> Option<String> {
    (site.mnemonic == "adcq" && site.immediate(0) == Some(0)).then(String::new)
}

/// `imull $-100, %eax, %eax` → `imull $-99, %eax, %eax`.
pub fn negative_factor(site: &Site) -> Option<String> {
    let factor = site.immediate(0).filter(|factor| (-4096..-8).contains(factor))?;
    (site.mnemonic == "imull").then(|| site.with_operand(0, &format!("${}", factor + 1)))
}

/// The least 64-bit value is the greatest.
pub fn least_long_as_greatest(site: &Site) -> Option<String> {
    let is_least = site.mnemonic == "movabsq" && site.immediate(0) == Some(i64::MIN);
    is_least.then(|| site.with_operand(0, &format!("${}", i64::MAX)))
}

/// `movslq %eax, %rdx` after a multiplication loses the sign.
pub fn product_without_sign(site: &Site) -> Option<String> {
    let lower = lower_half(site.operand(1)).filter(|_| site.mnemonic == "movslq" && site.is_register(0))?;
    (site.previous == "imull").then(|| format!("\tmovl\t{}, {lower}", site.operand(0)))
}
