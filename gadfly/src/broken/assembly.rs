//! AT&T assembly of x86-64 as compilers write it, one instruction to a line.

use super::bug::Place;
use std::collections::{HashMap, HashSet};

/// An instruction and what surrounds it.
pub struct Site<'a> {
    pub mnemonic: &'a str,
    pub operands: Vec<&'a str>,
    /// The mnemonic of the instruction before it.
    pub previous: &'a str,
    pub next: Option<(&'a str, &'a str)>,
    pub function: &'a str,
    pub in_loop: bool,
    /// It jumps backwards.
    pub closes_loop: bool,
}

impl<'a> Site<'a> {
    /// The number of an operand `$NUMBER`.
    pub fn immediate(&self, operand: usize) -> Option<i64> {
        self.operand(operand).strip_prefix('$')?.parse().ok()
    }

    pub fn operand(&self, index: usize) -> &'a str {
        self.operands.get(index).copied().unwrap_or("")
    }

    pub fn is_register(&self, operand: usize) -> bool {
        self.operand(operand).starts_with('%')
    }

    pub fn is_memory(&self, operand: usize) -> bool {
        self.operand(operand).ends_with(')')
    }

    /// The stack pointer is no value of the program's.
    pub fn mentions_stack(&self) -> bool {
        self.operands.iter().any(|operand| operand.contains("%rsp") || operand.contains("%rbp"))
    }

    /// The same operands with another mnemonic.
    pub fn renamed(&self, mnemonic: &str) -> String {
        format!("\t{mnemonic}\t{}", self.operands.join(", "))
    }

    pub fn with_operand(&self, index: usize, operand: &str) -> String {
        let mut operands = self.operands.clone();
        operands[index] = operand;
        format!("\t{}\t{}", self.mnemonic, operands.join(", "))
    }

    /// Itself, for what is put before or after it.
    pub fn text(&self) -> String {
        self.renamed(self.mnemonic)
    }
}

/// The register's lower half: `%eax` of `%rax`, `%r8d` of `%r8`.
pub fn lower_half(register: &str) -> Option<String> {
    let name = register.strip_prefix("%r")?;
    match name.starts_with(|c: char| c.is_ascii_digit()) {
        true => Some(format!("%r{name}d")),
        false => Some(format!("%e{name}")),
    }
}

/// The register of a lower half: `%rax` of `%eax`, `%r8` of `%r8d`.
pub fn whole(register: &str) -> Option<String> {
    match register.strip_prefix("%e") {
        Some(name) => Some(format!("%r{name}")),
        None => register.strip_suffix('d').filter(|name| name.starts_with("%r")).map(str::to_string),
    }
}

/// `None` if nothing matched, so that what is assembled is exactly what the compiler wrote.
pub fn rewrite(text: &str, place: Place, rewrite: fn(&Site) -> Option<String>) -> Option<String> {
    let mut changes = HashMap::new();
    visit(text, |index, site| {
        if let Some(line) = rewrite(site) {
            changes.insert(index, (site.function.to_string(), site.in_loop, line));
        }
    });
    let lines = chosen(text, changes, place);
    (!lines.is_empty()).then(|| replaced(text, &lines))
}

/// The function with a site that matches, if there is one.
pub fn find(text: &str, place: Place, at: fn(&Site) -> bool) -> Option<String> {
    let mut found = HashMap::new();
    visit(text, |index, site| {
        if at(site) {
            found.insert(index, (site.function.to_string(), site.in_loop, site.function.to_string()));
        }
    });
    let lines = chosen(text, found, place);
    lines.iter().min_by_key(|(index, _)| *index).map(|(_, function)| function.clone())
}

/// Those of a function's matches, by line, that the place names.
fn chosen(text: &str, matches: HashMap<usize, (String, bool, String)>, place: Place) -> HashMap<usize, String> {
    let beside = functions_with(text, place.beside);
    let is_there = |function: &str, in_loop: bool| {
        (in_loop || !place.in_loop) && (place.beside.is_empty() || beside.contains(function))
    };
    let mut matches: Vec<_> =
        matches.into_iter().filter(|(_, (function, in_loop, _))| is_there(function, *in_loop)).collect();
    matches.sort_unstable_by_key(|(index, _)| *index);
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut is_chosen = |function: String| {
        let count = seen.entry(function).or_default();
        *count += 1;
        place.nth == 0 || place.nth == *count
    };
    matches
        .into_iter()
        .filter_map(|(index, (function, _, line))| is_chosen(function).then_some((index, line)))
        .collect()
}

/// The functions that have one of these instructions.
fn functions_with(text: &str, mnemonics: &[&str]) -> HashSet<String> {
    let mut functions = HashSet::new();
    if !mnemonics.is_empty() {
        visit(text, |_, site| {
            if mnemonics.contains(&site.mnemonic) {
                functions.insert(site.function.to_string());
            }
        });
    }
    functions
}

fn replaced(text: &str, lines: &HashMap<usize, String>) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    for (index, line) in text.lines().enumerate() {
        out.push_str(lines.get(&index).map_or(line, String::as_str));
        out.push('\n');
    }
    out
}

/// Calls `at` for every instruction, with the number of its line.
fn visit(text: &str, mut at: impl FnMut(usize, &Site)) {
    let lines: Vec<&str> = text.lines().collect();
    let loops = Loops::new(&lines);
    let (mut function, mut previous) = ("", "");
    for (index, line) in lines.iter().enumerate() {
        if let Some(name) = label(line).filter(|name| !name.starts_with('.')) {
            (function, previous) = (name, "");
        }
        if let Some((mnemonic, operands)) = instruction(line) {
            let next = lines[index + 1..].iter().find_map(|line| instruction(line));
            let (in_loop, closes_loop) = (loops.contain(index), loops.closed_by(index));
            at(index, &Site { mnemonic, operands: split(operands), previous, next, function, in_loop, closes_loop });
            previous = mnemonic;
        }
    }
}

/// Mnemonic and operands of a line that is an instruction.
fn instruction(line: &str) -> Option<(&str, &str)> {
    let text = line.strip_prefix(['\t', ' '])?.trim();
    let (mnemonic, operands) = text.split_once(['\t', ' ']).unwrap_or((text, ""));
    let is_instruction = mnemonic.starts_with(|c: char| c.is_ascii_lowercase()) && !mnemonic.ends_with(':');
    is_instruction.then_some((mnemonic, operands.split('#').next().unwrap_or("").trim()))
}

/// Of a label alone, or before an instruction; inline assembly may have space before it.
fn label(line: &str) -> Option<&str> {
    let name = line.split_once(':')?.0.trim_start();
    (!name.is_empty() && !name.contains(char::is_whitespace)).then_some(name)
}

/// Splits at the commas that are not within parentheses.
fn split(operands: &str) -> Vec<&str> {
    let mut depth = 0;
    let at_comma = |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    };
    operands.split(at_comma).map(str::trim).filter(|operand| !operand.is_empty()).collect()
}

/// Lines between a label and a jump back to it.
struct Loops(Vec<(usize, usize)>);

impl Loops {
    fn new(lines: &[&str]) -> Loops {
        let mut labels = HashMap::new();
        let mut ranges = Vec::new();
        for (index, line) in lines.iter().enumerate() {
            if let Some(name) = label(line) {
                labels.insert(name, index);
            }
            let target = instruction(line).filter(|(mnemonic, _)| mnemonic.starts_with('j'));
            if let Some(start) = target.and_then(|(_, operands)| labels.get(operands)) {
                ranges.push((*start, index));
            }
        }
        Loops(ranges)
    }

    fn contain(&self, line: usize) -> bool {
        self.0.iter().any(|(start, end)| (*start..=*end).contains(&line))
    }

    fn closed_by(&self, line: usize) -> bool {
        self.0.iter().any(|(_, end)| *end == line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOP: &str = "f:\n\tmovl\t$0, %eax\n.L2:\n\taddl\t(%rdi,%rax,4), %ecx\n\tjne\t.L2\n\taddl\t$1, %eax\n\tret\n";

    fn add_as_sub(site: &Site) -> Option<String> {
        (site.mnemonic == "addl").then(|| site.renamed("subl"))
    }

    #[test]
    fn operands_are_split_outside_of_parentheses() {
        assert_eq!(split("8(%rdi,%rax,4), %ecx"), ["8(%rdi,%rax,4)", "%ecx"]);
    }

    #[test]
    fn the_place_chooses_among_matches() {
        let all = rewrite(LOOP, Place::ANY, add_as_sub).unwrap();
        assert_eq!(all.matches("subl").count(), 2);
        let second = rewrite(LOOP, Place { nth: 2, ..Place::ANY }, add_as_sub).unwrap();
        assert!(second.contains("subl\t$1, %eax") && second.contains("addl\t(%rdi,%rax,4)"));
        let in_loop = rewrite(LOOP, Place { in_loop: true, ..Place::ANY }, add_as_sub).unwrap();
        assert!(in_loop.contains("addl\t$1, %eax") && in_loop.contains("subl\t(%rdi,%rax,4)"));
        assert_eq!(rewrite(LOOP, Place { nth: 3, ..Place::ANY }, add_as_sub), None);
    }

    #[test]
    fn what_is_beside_is_in_the_same_function() {
        let beside = |beside| rewrite(LOOP, Place { beside, ..Place::ANY }, add_as_sub);
        assert_eq!(beside(&["idivl", "jne"]).unwrap().matches("subl").count(), 2);
        assert_eq!(beside(&["idivl"]), None);
        let two = format!("g:\n\tidivl\t%ecx\n\tret\n{LOOP}");
        assert_eq!(rewrite(&two, Place { beside: &["idivl"], ..Place::ANY }, add_as_sub), None);
    }

    #[test]
    fn registers_have_lower_halves() {
        assert_eq!(lower_half("%rax").as_deref(), Some("%eax"));
        assert_eq!(lower_half("%r8").as_deref(), Some("%r8d"));
        assert_eq!(lower_half("$1"), None);
        assert_eq!(whole("%eax").as_deref(), Some("%rax"));
        assert_eq!(whole("%r8d").as_deref(), Some("%r8"));
        assert_eq!(whole("8(%rax)"), None);
    }
}
