//! Wrong loads and stores.

use super::assembly::Site;

pub fn byte_store_dropped(site: &Site) -> Option<String> {
    let is_store = site.mnemonic == "movb" && site.is_register(0) && site.is_memory(1) && !site.mentions_stack();
    is_store.then(String::new)
}

/// `movl $7, name(%rip)` is taken for dead.
pub fn constant_store_dropped(site: &Site) -> Option<String> {
    let is_constant = matches!(site.mnemonic, "movl" | "movq" | "movw" | "movb") && site.immediate(0).is_some();
    (is_constant && site.operand(1).ends_with("(%rip)")).then(String::new)
}

/// A register that is saved in the frame within a function is not saved.
pub fn spill_dropped(site: &Site) -> Option<String> {
    let is_spill = matches!(site.mnemonic, "movl" | "movss" | "movsd") && site.is_register(0);
    (is_spill && site.operand(1).ends_with("(%rsp)")).then(String::new)
}

/// `movl 4+s(%rip), %eax` → `movl s(%rip), %eax`.
pub fn member_offset_lost(site: &Site) -> Option<String> {
    let (offset, name) = site.operand(0).split_once('+')?;
    let is_load = matches!(site.mnemonic, "movl" | "movq" | "movzbl" | "movzwl" | "movsbl" | "movswl");
    let is_member = name.ends_with("(%rip)") && ["4", "8", "12", "16"].contains(&offset);
    (is_load && is_member).then(|| site.with_operand(0, name))
}

/// `(%rdi,%rax,2)` → `(%rdi,%rax)`: an index into an array of 16-bit elements is not scaled.
pub fn index_not_scaled(site: &Site) -> Option<String> {
    let is_load = matches!(site.mnemonic, "movzwl" | "movswl" | "movswq");
    let address = site.operand(0).strip_suffix(",2)")?;
    is_load.then(|| site.with_operand(0, &format!("{address},1)")))
}

/// A 16-bit store writes 8 bits.
pub fn word_store_narrowed(site: &Site) -> Option<String> {
    let is_store = site.mnemonic == "movw" && site.is_memory(1) && !site.mentions_stack();
    let low = site.operand(0).strip_prefix('%').and_then(low_byte)?;
    is_store.then(|| format!("\tmovb\t{low}, {}", site.operand(1)))
}

fn low_byte(word: &str) -> Option<&'static str> {
    let low = [("ax", "%al"), ("bx", "%bl"), ("cx", "%cl"), ("dx", "%dl"), ("si", "%sil"), ("di", "%dil")];
    low.iter().find(|(name, _)| *name == word).map(|(_, low)| *low)
}
