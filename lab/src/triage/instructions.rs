//! What is wrong in the assembly: the instructions by which the wrong build differs from the closest build that is
//! right, or else those of the wrong build that a small program would not have anyway.
//!
//! This is what tells bugs behind the passes apart, where no flag switches anything off.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Lines that differ up to which a difference tells something: beyond, registers and order have changed as well.
const MOST_LINES: usize = 8;

/// The instructions that tell the wrong build from a right one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Instructions {
    /// `-sar`, `+shr`, `~imul` (other operands), `#mov` (another width or condition); without a sign where nothing right
    /// could be compared.
    pub names: Vec<String>,
    /// The build that is right, if there is a close one: `-fno-tree-vrp`, `gcc-11`.
    pub against: Option<String>,
}

/// By how many lines the wrong assembly differs, and by what instructions, if that is little.
pub fn changes(wrong: &str, right: &str) -> Option<(usize, Vec<String>)> {
    let (wrong, right) = (counted(wrong), counted(right));
    let (more, less) = (beyond(&wrong, &right), beyond(&right, &wrong));
    let lines = more.len() + less.len();
    if lines > MOST_LINES || lines == 0 {
        return None;
    }
    let changed = both(&more, &less);
    let (more, less): (BTreeSet<String>, BTreeSet<String>) = (stems(&more), stems(&less));
    let new = more.difference(&less).map(|stem| format!("+{stem}"));
    let gone = less.difference(&more).map(|stem| format!("-{stem}"));
    let mut names: Vec<String> = gone.chain(new).chain(changed).collect();
    // What moves values about changes with everything else.
    let is_telling = |name: &String| !PLUMBING.contains(&&name[1..]);
    if names.iter().any(is_telling) {
        names.retain(is_telling);
    }
    Some((lines, names))
}

/// Instructions that both have: with other operands, or of another width or condition.
fn both(more: &[&str], less: &[&str]) -> BTreeSet<String> {
    let of_stem = |mnemonics: &[&str], wanted: &str| {
        let mut own: Vec<String> = mnemonics.iter().filter(|it| stem(it) == wanted).map(|it| it.to_string()).collect();
        own.sort_unstable();
        own
    };
    let name = |stem: &String| {
        let sign = if of_stem(more, stem) == of_stem(less, stem) { '~' } else { '#' };
        format!("{sign}{}", operation(stem))
    };
    stems(more).intersection(&stems(less)).map(name).collect()
}

/// What a program without any computation has, too.
const PLUMBING: [&str; 13] =
    ["mov", "push", "pop", "call", "ret", "leave", "nop", "endbr64", "jmp", "cmp", "test", "pxor", "movap"];

/// The instructions that compute something.
pub fn telling(assembly: &str) -> Vec<String> {
    let lines = instructions(assembly);
    let is_telling = |(mnemonic, operands): &(String, String)| {
        let is_frame = operands.ends_with("%rsp") || operands.ends_with("%esp");
        let is_zero =
            mnemonic.starts_with("xor") && operands.split_once(',').is_some_and(|(a, b)| a.trim() == b.trim());
        let is_address = mnemonic.starts_with("lea") && operands.contains("(%rip)");
        !is_frame && !is_zero && !is_address && !PLUMBING.contains(&stem(mnemonic).as_str())
    };
    let stems: BTreeSet<String> = lines.iter().filter(|line| is_telling(line)).map(|line| stem(&line.0)).collect();
    stems.into_iter().collect()
}

/// Mnemonics with their operands; labels and directives are none.
fn instructions(assembly: &str) -> Vec<(String, String)> {
    let lines = assembly.lines().filter(|line| line.starts_with(['\t', ' '])).map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(['.', '#', '/']) && !line.ends_with(':'));
    lines.map(instruction).collect()
}

fn instruction(line: &str) -> (String, String) {
    let line = line.split('#').next().unwrap_or(line);
    let (mnemonic, operands) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let operands = operands.split_whitespace().map(without_labels).collect::<Vec<_>>().join(" ");
    (mnemonic.to_string(), operands)
}

/// Numbers of labels depend on what comes before: `.LC0(%rip)` is `.L(%rip)`.
fn without_labels(operand: &str) -> String {
    match operand.split_once(".L") {
        Some((before, label)) => {
            let after = label.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
            format!("{before}.L{after}")
        }
        None => operand.to_string(),
    }
}

fn counted(assembly: &str) -> BTreeMap<(String, String), usize> {
    let mut counts = BTreeMap::new();
    instructions(assembly).into_iter().for_each(|line| *counts.entry(line).or_default() += 1);
    counts
}

type Counts = BTreeMap<(String, String), usize>;

/// The lines of one that the other has fewer of.
fn beyond<'a>(one: &'a Counts, other: &Counts) -> Vec<&'a str> {
    let missing = |(line, count): (&'a (String, String), &usize)| {
        std::iter::repeat_n(line.0.as_str(), count.saturating_sub(*other.get(line).unwrap_or(&0)))
    };
    one.iter().flat_map(missing).collect()
}

fn stems(mnemonics: &[&str]) -> BTreeSet<String> {
    mnemonics.iter().map(|mnemonic| stem(mnemonic)).collect()
}

/// `sarl` and `sarq` are one operation, as are `psubd` and `psubw`; so are `setl` and `setge`, which differ by what the
/// program compares.
fn stem(mnemonic: &str) -> String {
    for start in ["set", "cmov", "j"] {
        if let Some(condition) = mnemonic.strip_prefix(start).and_then(condition) {
            return format!("{start}-{condition}");
        }
    }
    const PACKED: [&str; 8] = ["padd", "psub", "pmull", "psll", "psrl", "psra", "pcmpeq", "pcmpgt"];
    if let Some(packed) = mnemonic.strip_suffix(['b', 'w', 'd', 'q'])
        && PACKED.contains(&packed.trim_start_matches('v'))
    {
        return packed.to_string();
    }
    if let Some(x87) = mnemonic.strip_suffix(['s', 'l', 'p']).filter(|it| X87.contains(it)) {
        return x87.to_string();
    }
    const SIZED: [&str; 26] = [
        "add", "sub", "imul", "mul", "sar", "shr", "sal", "shl", "neg", "not", "xor", "or", "and", "adc", "sbb", "cmp",
        "test", "mov", "lea", "rol", "ror", "div", "idiv", "inc", "dec", "push",
    ];
    let without_size = mnemonic.strip_suffix(['l', 'q']).unwrap_or(mnemonic);
    match without_size {
        "shl" => "sal".to_string(),
        _ if SIZED.contains(&without_size) => without_size.to_string(),
        _ if mnemonic.strip_suffix(['b', 'w']) == Some("mov") => "mov".to_string(),
        _ if mnemonic == "popq" || mnemonic == "popl" => "pop".to_string(),
        _ => mnemonic.to_string(),
    }
}

/// With an operand in memory, or with the top of the stack taken away.
const X87: [&str; 6] = ["fadd", "fsub", "fsubr", "fmul", "fdiv", "fdivr"];

/// Where only operands are others, it does not matter how wide they are, which way they are shifted, or on which
/// condition they are moved.
fn operation(stem: &str) -> &str {
    let is_extension = (stem.starts_with("movz") || stem.starts_with("movs")) && stem.len() == "movzbl".len();
    match stem {
        _ if is_extension => "mov",
        _ if stem.starts_with("cmov") => "cmov",
        // `add $-3` is `sub $3`.
        "sub" => "add",
        "sal" | "sar" | "shr" => "shift",
        "psll" | "psra" | "psrl" => "pshift",
        "comiss" | "comisd" | "ucomiss" | "ucomisd" => "comis",
        _ => stem.strip_suffix("ss").or_else(|| stem.strip_suffix("sd")).unwrap_or(stem),
    }
}

fn condition(name: &str) -> Option<&'static str> {
    let name = name.strip_suffix(['l', 'q', 'w']).filter(|name| name.len() > 1 || *name == "e").unwrap_or(name);
    Some(match name {
        "l" | "g" | "le" | "ge" | "nl" | "ng" => "signed",
        "b" | "a" | "be" | "ae" | "nb" | "na" | "c" | "nc" => "unsigned",
        "e" | "ne" | "z" | "nz" => "equal",
        "s" | "ns" => "sign",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::telling;

    fn changes(wrong: &str, right: &str) -> Option<Vec<String>> {
        super::changes(wrong, right).map(|(_, names)| names)
    }

    const RIGHT: &str =
        "main:\n.LFB0:\n\tsubq\t$8, %rsp\n\tmovl\ta(%rip), %esi\n\tsarl\t$3, %esi\n\tcall\tprintf\n\tret\n";

    #[test]
    fn what_was_replaced_is_told() {
        let wrong = RIGHT.replace("sarl", "shrl");
        assert_eq!(changes(&wrong, RIGHT).unwrap(), ["-sar", "+shr"]);
        assert_eq!(changes(&RIGHT.replace("$3", "$2"), RIGHT).unwrap(), ["~shift"]);
        assert_eq!(changes("\tmovzbl\t4(%rsp), %eax\n", "\tmovzbl\t5(%rsp), %eax\n").unwrap(), ["~mov"]);
        assert_eq!(changes(&RIGHT.replace("\tsarl\t$3, %esi\n", ""), RIGHT).unwrap(), ["-sar"]);
        assert_eq!(changes(RIGHT, RIGHT), None);
        assert_eq!(changes("\tpaddw\t%xmm0, %xmm1\n", "\tpsubw\t%xmm0, %xmm1\n").unwrap(), ["-psub", "+padd"]);
    }

    #[test]
    fn conditions_that_mirror_each_other_are_one() {
        let one = changes("\tsetl\t%al\n", "\tsetb\t%al\n").unwrap();
        assert_eq!(one, changes("\tsetge\t%dl\n", "\tsetae\t%dl\n").unwrap());
        assert_eq!(changes("\tsetbe\t%al\n", "\tsetb\t%al\n").unwrap(), ["#set-unsigned"]);
    }

    #[test]
    fn how_wide_an_operand_is_does_not_matter_where_it_is_another() {
        let swapped = |name: &str| changes(&format!("\t{name}\t%xmm0, %xmm1\n"), &format!("\t{name}\t%xmm1, %xmm0\n"));
        assert_eq!(swapped("comiss"), swapped("ucomisd"));
        assert_eq!(swapped("addss"), swapped("addsd"));
        assert_eq!(swapped("psllw"), swapped("psrad"));
        assert_eq!(swapped("cmovl"), swapped("cmove"));
        assert_ne!(swapped("addss"), swapped("subss"));
    }

    #[test]
    fn another_width_is_not_another_operand() {
        assert_eq!(changes("\tmovb\t%al, (%rdi)\n", "\tmovw\t%ax, (%rdi)\n").unwrap(), ["#mov"]);
        assert_eq!(changes("\tmovw\t%ax, 2(%rdi)\n", "\tmovw\t%ax, (%rdi)\n").unwrap(), ["~mov"]);
        assert_eq!(
            changes("\tsubl\t$3, %eax\n", "\tsubl\t$2, %eax\n"),
            changes("\taddq\t$3, %rax\n", "\taddq\t$4, %rax\n")
        );
    }

    #[test]
    fn x87_instructions_are_known_by_what_they_compute() {
        assert_eq!(changes("\tfadds\ta(%rip)\n", "\tfmuls\ta(%rip)\n"), changes("\tfaddp\n", "\tfmulp\n"));
    }

    #[test]
    fn instructions_that_every_program_has_tell_nothing() {
        assert_eq!(telling(RIGHT), ["sar"]);
        assert!(telling("\txorl\t%eax, %eax\n\tleaq\t.LC0(%rip), %rdi\n").is_empty());
    }
}
