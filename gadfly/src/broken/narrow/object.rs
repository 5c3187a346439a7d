//! Wrong copies, stores and calls that few programs have: particular sizes, many arguments, tail calls.

use crate::broken::assembly::{Site, lower_half};

/// The last four bytes of a copy of twelve: `movq %rax, (%rdi); movl 8(%rsi), %eax; movl %eax, 8(%rdi)`.
pub fn copy_of_twelve(site: &Site) -> Option<String> {
    let to = site.operand(1);
    let is_tail = to.starts_with("8(") || to.contains("+8(") || to.starts_with("8+");
    let is_copy = site.mnemonic == "movl" && site.previous == "movl" && site.is_register(0);
    (is_copy && is_tail && !site.mentions_stack()).then(String::new)
}

/// The second sixteen bytes of a copy of thirty-two or more.
pub fn copy_of_thirty_two(site: &Site) -> Option<String> {
    let to = site.operand(1);
    let is_second = to.starts_with("16(") || to.starts_with("16+") || to.contains("+16(");
    let is_store = matches!(site.mnemonic, "movups" | "movaps" | "movdqu") && site.is_register(0);
    (is_store && is_second && site.previous.starts_with("mov")).then(String::new)
}

/// `rep stosq` fills one element less.
pub fn fill_too_short(site: &Site) -> Option<String> {
    repeated(site, "stos")
}

/// `rep movsq` copies one element less.
pub fn copy_too_short(site: &Site) -> Option<String> {
    repeated(site, "movs")
}

/// `lea` leaves the flags alone.
fn repeated(site: &Site, operation: &str) -> Option<String> {
    let is_one = site.mnemonic == "rep" && site.operand(0).starts_with(operation);
    is_one.then(|| format!("\tleaq\t-1(%rcx), %rcx\n{}", site.text()))
}

/// `andb $-16, 2(%rdi)` clears a bit-field of 4 bits before a store to it; it clears 3.
pub fn bit_field_not_cleared(site: &Site) -> Option<String> {
    let mask = site.immediate(0).filter(|mask| [-64, -32, -16, -8].contains(mask))?;
    let is_mask = matches!(site.mnemonic, "andb" | "andw" | "andl") && !site.mentions_stack();
    is_mask.then(|| site.with_operand(0, &format!("${}", mask / 2)))
}

/// `movw $5, name(%rip)` → `movl $5, name(%rip)`: a merged store is as wide as two.
pub fn merged_store_too_wide(site: &Site) -> Option<String> {
    let is_constant = site.mnemonic == "movw" && site.immediate(0).is_some();
    (is_constant && site.operand(1).ends_with("(%rip)")).then(|| site.renamed("movl"))
}

/// `movl $7, 12+name(%rip)`: the fourth element of an array keeps its old value.
pub fn fourth_element_not_stored(site: &Site) -> Option<String> {
    let is_constant = site.mnemonic == "movl" && site.immediate(0).is_some();
    let is_fourth = site.operand(1).starts_with("12+") || site.operand(1).contains("+12(%rip)");
    (is_constant && is_fourth).then(String::new)
}

/// `movsbl (%rdi,%rax), %edx` → `movzbl (%rdi,%rax), %edx`.
pub fn indexed_byte_without_sign(site: &Site) -> Option<String> {
    let is_indexed = site.is_memory(0) && site.operand(0).contains(',');
    (site.mnemonic == "movsbl" && is_indexed).then(|| site.renamed("movzbl"))
}

/// `pushq $7` for a seventh argument passes 8.
pub fn seventh_argument(site: &Site) -> Option<String> {
    let value = site.immediate(0)?;
    (site.mnemonic == "pushq").then(|| site.with_operand(0, &format!("${}", value ^ 1)))
}

/// `pushq 24(%rsp)` for a seventh argument passes the one beside it.
pub fn seventh_argument_from_frame(site: &Site) -> Option<String> {
    let offset: i64 = site.operand(0).strip_suffix("(%rsp)")?.parse().ok().filter(|offset| *offset >= 8)?;
    (site.mnemonic == "pushq").then(|| site.with_operand(0, &format!("{}(%rsp)", offset - 8)))
}

/// `jmp f`, a call at the end of a function: the upper half of the first argument is lost.
pub fn tail_call_argument(site: &Site) -> Option<String> {
    is_tail_call(site).then(|| format!("\tmovl\t%edi, %edi\n{}", site.text()))
}

pub fn is_tail_call(site: &Site) -> bool {
    site.mnemonic == "jmp" && site.operand(0).starts_with(|c: char| c.is_ascii_alphabetic())
}

/// The upper half of the third argument of a call is lost.
pub fn third_argument_truncated(site: &Site) -> Option<String> {
    let is_call = site.mnemonic == "call" && site.operand(0).starts_with('f');
    is_call.then(|| format!("\tmovl\t%edx, %edx\n{}", site.text()))
}

/// A call's result is a register that keeps what it had: `movl %eax, %ebx` after a call takes 16 bits.
pub fn result_narrowed(site: &Site) -> Option<String> {
    let to = site.operand(1).strip_prefix('%').filter(|to| to.starts_with('e'))?;
    let is_result = site.mnemonic == "movl" && site.operand(0) == "%eax" && site.previous == "call";
    is_result.then(|| format!("\tmovzwl\t%ax, %{to}"))
}

/// `movabsq $CONSTANT, %rax` stored in two halves loses the upper one.
pub fn upper_half_of_constant(site: &Site) -> Option<String> {
    let constant = site.immediate(0).filter(|constant| (1 << 32..1 << 48).contains(constant))?;
    let register = lower_half(site.operand(1))?;
    (site.mnemonic == "movabsq").then(|| format!("\tmovl\t${}, {register}", constant & 0xffff_ffff))
}
