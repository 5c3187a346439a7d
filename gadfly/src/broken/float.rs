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

/// x87 subtraction with its operands exchanged.
pub fn extended_subtraction_reversed(site: &Site) -> Option<String> {
    let other = match site.mnemonic {
        "fsubp" => "fsubrp",
        "fsubrp" => "fsubp",
        _ => return None,
    };
    Some(site.renamed(other))
}
