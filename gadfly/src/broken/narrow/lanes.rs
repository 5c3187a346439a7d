//! Wrong floating-point and vector arithmetic that few programs have.

use crate::broken::assembly::Site;

/// The mask that negates a float, or takes its sign away, is not applied.
pub fn float_sign_mask_dropped(site: &Site) -> Option<String> {
    let is_mask = matches!(site.mnemonic, "xorps" | "xorpd" | "andps" | "andpd");
    (is_mask && site.operand(0) != site.operand(1)).then(String::new)
}

pub fn extended_negation_dropped(site: &Site) -> Option<String> {
    (site.mnemonic == "fchs").then(String::new)
}

/// The lesser of two lanes is the greater.
pub fn extreme_exchanged(site: &Site) -> Option<String> {
    let other = match site.mnemonic.split_at_checked(4)? {
        ("pmin", lane) => format!("pmax{lane}"),
        ("pmax", lane) => format!("pmin{lane}"),
        _ => return None,
    };
    Some(site.renamed(&other))
}

/// 16-bit lanes above 127 saturate when they are packed to 8 bits.
pub fn pack_saturates(site: &Site) -> Option<String> {
    (site.mnemonic == "packuswb").then(|| site.renamed("packsswb"))
}

/// The upper halves are widened like the lower ones.
pub fn upper_lanes_as_lower(site: &Site) -> Option<String> {
    let width = site.mnemonic.strip_prefix("punpckh").filter(|width| matches!(*width, "bw" | "wd"))?;
    Some(site.renamed(&format!("punpckl{width}")))
}

pub fn lane_shift_without_sign(site: &Site) -> Option<String> {
    let width = site.mnemonic.strip_prefix("psra").filter(|width| matches!(*width, "w" | "d"))?;
    Some(site.renamed(&format!("psrl{width}")))
}

/// Greater is equal.
pub fn lane_comparison(site: &Site) -> Option<String> {
    let width = site.mnemonic.strip_prefix("pcmpgt").filter(|width| matches!(*width, "b" | "w" | "d"))?;
    Some(site.renamed(&format!("pcmpeq{width}")))
}

/// Sums of 64-bit lanes lose the carry between their halves.
pub fn lane_carry_lost(site: &Site) -> Option<String> {
    (site.mnemonic == "paddq").then(|| site.renamed("paddd"))
}

/// `cvtsi2sdq %rax, %xmm0` converts 32 bits.
pub fn conversion_narrowed(site: &Site) -> Option<String> {
    let register = crate::broken::assembly::lower_half(site.operand(0))?;
    let mnemonic = match site.mnemonic {
        "cvtsi2sdq" => "cvtsi2sdl",
        "cvtsi2ssq" => "cvtsi2ssl",
        _ => return None,
    };
    Some(format!("\t{mnemonic}\t{register}, {}", site.operand(1)))
}
