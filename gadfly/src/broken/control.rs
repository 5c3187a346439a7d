//! Wrong decisions: comparisons, jumps, conditional moves, loops, calls.

use super::assembly::Site;

/// What a condition is called when the comparison is of unsigned values.
fn unsigned(condition: &str) -> Option<&'static str> {
    match condition {
        "l" => Some("b"),
        "le" => Some("be"),
        "g" => Some("a"),
        "ge" => Some("ae"),
        _ => None,
    }
}

fn opposite(condition: &str) -> Option<&'static str> {
    let pairs =
        [("e", "ne"), ("l", "ge"), ("le", "g"), ("b", "ae"), ("b", "nb"), ("be", "a"), ("s", "ns"), ("p", "np")];
    let forwards = pairs.iter().find(|(one, _)| *one == condition).map(|(_, other)| *other);
    forwards.or_else(|| pairs.iter().find(|(_, other)| *other == condition).map(|(one, _)| *one))
}

pub fn signed_jump_as_unsigned(site: &Site) -> Option<String> {
    let condition = unsigned(site.mnemonic.strip_prefix('j')?)?;
    Some(site.renamed(&format!("j{condition}")))
}

pub fn signed_result_as_unsigned(site: &Site) -> Option<String> {
    let condition = unsigned(site.mnemonic.strip_prefix("set")?)?;
    Some(site.renamed(&format!("set{condition}")))
}

/// `a < b` is true for equals.
pub fn boundary_of_unsigned_result(site: &Site) -> Option<String> {
    let other = match site.mnemonic {
        "setb" => "setbe",
        "seta" => "setae",
        "setnb" | "setae" => "seta",
        "setbe" => "setb",
        _ => return None,
    };
    Some(site.renamed(other))
}

pub fn boundary_of_signed_jump(site: &Site) -> Option<String> {
    let other = match site.mnemonic {
        "jle" => "jl",
        "jl" => "jle",
        "jg" => "jge",
        "jge" => "jg",
        _ => return None,
    };
    (!site.closes_loop).then(|| site.renamed(other))
}

pub fn inequality_inverted(site: &Site) -> Option<String> {
    (site.mnemonic == "setne").then(|| site.renamed("sete"))
}

pub fn conditional_move_inverted(site: &Site) -> Option<String> {
    let condition = opposite(site.mnemonic.strip_prefix("cmov")?)?;
    Some(site.renamed(&format!("cmov{condition}")))
}

/// `cmpl %eax, %edx` → `cmpl %edx, %eax`.
pub fn comparison_swapped(site: &Site) -> Option<String> {
    let is_one = matches!(site.mnemonic, "cmpl" | "cmpq") && site.is_register(0) && site.is_register(1);
    is_one.then(|| format!("\t{}\t{}, {}", site.mnemonic, site.operand(1), site.operand(0)))
}

/// `cmpl $20, %eax; jne .L3` with the label before it: the loop ends when its counter is 19.
pub fn last_iteration_dropped(site: &Site) -> Option<String> {
    let bound = site.immediate(0).filter(|bound| (4..=64).contains(bound))?;
    let (mnemonic, _) = site.next?;
    let is_bound = matches!(site.mnemonic, "cmpl" | "cmpq") && site.in_loop && mnemonic == "jne";
    is_bound.then(|| site.with_operand(0, &format!("${}", bound - 1)))
}

/// `cmpl $7, %eax; jle .L3`: the loop never ends.
pub fn loop_without_end(site: &Site) -> Option<String> {
    let is_exit = site.closes_loop && matches!(site.mnemonic, "jle" | "jbe" | "jl");
    is_exit.then(|| format!("\tjmp\t{}", site.operand(0)))
}

/// The upper half of the second argument of a call is lost.
pub fn argument_truncated(site: &Site) -> Option<String> {
    let is_call = site.mnemonic == "call" && site.operand(0).starts_with('f');
    is_call.then(|| format!("\tmovl\t%esi, %esi\n{}", site.text()))
}

/// Only entries between which another one lies, so that the first and the last cases stay right.
pub fn jump_table_shifted(site: &Site) -> Option<String> {
    let is_table = matches!(site.mnemonic, "movslq") && site.operand(0).ends_with(",4)") && jumps(site);
    is_table.then(|| site.with_operand(0, &format!("4{}", site.operand(0))))
}

fn jumps(site: &Site) -> bool {
    site.operand(0).starts_with('(') && matches!(site.next, Some(("addq", _)))
}
