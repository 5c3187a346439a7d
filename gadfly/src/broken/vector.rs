//! Wrong vector arithmetic.

use super::assembly::Site;

pub fn addition_as_subtraction(site: &Site) -> Option<String> {
    let (prefix, lane) = lanes(site.mnemonic, "padd")?;
    Some(site.renamed(&format!("{prefix}psub{lane}")))
}

pub fn subtraction_as_addition(site: &Site) -> Option<String> {
    let (prefix, lane) = lanes(site.mnemonic, "psub")?;
    Some(site.renamed(&format!("{prefix}padd{lane}")))
}

/// `v` of the AVX form, and the lane's width.
fn lanes<'a>(mnemonic: &'a str, operation: &str) -> Option<(&'static str, &'a str)> {
    let (prefix, mnemonic) = mnemonic.strip_prefix('v').map_or(("", mnemonic), |rest| ("v", rest));
    let lane = mnemonic.strip_prefix(operation)?;
    matches!(lane, "b" | "w" | "d" | "q").then_some((prefix, lane))
}

/// Lanes of the upper halves are interleaved where those of the lower halves should be; shuffles exchange lanes 0 and 1.
pub fn lanes_of_other_half(site: &Site) -> Option<String> {
    if let Some(lane) = site.mnemonic.strip_prefix("punpckl") {
        return Some(site.renamed(&format!("punpckh{lane}")));
    }
    let order = site.immediate(0).filter(|_| matches!(site.mnemonic, "pshufd" | "vpshufd"))?;
    let exchanged = (order & 0xf0) | ((order & 3) << 2) | ((order >> 2) & 3);
    (exchanged != order).then(|| site.with_operand(0, &format!("${exchanged}")))
}

/// `psrlq $32, %xmm0` → `psrlq $33, %xmm0`.
pub fn shift_too_far(site: &Site) -> Option<String> {
    let count = site.immediate(0)?;
    let operation = site.mnemonic.strip_prefix('v').unwrap_or(site.mnemonic);
    let is_shift = ["psrlw", "psrld", "psrlq", "psllw", "pslld", "psllq", "psraw", "psrad"].contains(&operation);
    is_shift.then(|| site.with_operand(0, &format!("${}", count + 1)))
}

/// The upper halves of the products.
pub fn product_of_words(site: &Site) -> Option<String> {
    let prefix = site.mnemonic.strip_suffix("pmullw").filter(|prefix| matches!(*prefix, "" | "v"))?;
    Some(site.renamed(&format!("{prefix}pmulhw")))
}
