//! Wrong floating-point arithmetic.

use super::assembly::{Site, whole};

pub fn addition_as_subtraction(site: &Site) -> Option<String> {
    let width = site.mnemonic.strip_prefix("add").filter(|width| matches!(*width, "ss" | "sd"))?;
    Some(site.renamed(&format!("sub{width}")))
}

pub fn multiplication_as_addition(site: &Site) -> Option<String> {
    let width = site.mnemonic.strip_prefix("mul").filter(|width| matches!(*width, "ss" | "sd"))?;
    Some(site.renamed(&format!("add{width}")))
}

/// One more than C's truncation gives.
pub fn conversion_to_integer(site: &Site) -> Option<String> {
    let width = site.mnemonic.strip_prefix("cvtts")?.chars().last()?;
    let register = site.operand(1);
    let whole = if width == 'q' { register.to_string() } else { whole(register)? };
    // `lea` leaves the flags alone.
    Some(format!("{}\n\tlea{width}\t1({whole}), {register}", site.text()))
}

/// `a < b` and `b < a` change places; equality does not see it.
pub fn comparison_swapped(site: &Site) -> Option<String> {
    let is_one = matches!(site.mnemonic, "comiss" | "comisd") && site.is_register(0) && site.is_register(1);
    is_one.then(|| format!("\t{}\t{}, {}", site.mnemonic, site.operand(1), site.operand(0)))
}

/// On the x87 unit, differences have their operands exchanged, sums subtract and products add.
pub fn extended_arithmetic(site: &Site) -> Option<String> {
    let (operation, form) = site.mnemonic.split_at_checked(4)?;
    let other = match operation {
        "fsub" => "fsubr",
        "fadd" => "fsub",
        "fmul" => "fadd",
        _ => return None,
    };
    if !["", "p", "s", "l"].contains(&form) {
        return None;
    }
    Some(site.renamed(&format!("{other}{form}")))
}
