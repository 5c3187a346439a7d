//! Variants of a C++ file as one unit: each in a namespace of its own, behind what all include. A compiler says whether that is
//! C++, with copies of the file itself.

use source::enumerate::{Filling, Template};

/// A file that can stand in one unit several times.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Namespaces {
    /// The length of what stands before the first namespace: the file up to its last `#include`.
    head: usize,
    /// What no name of the file begins with.
    prefix: String,
}

/// What has an effect beyond its namespace: names that the assembler and the linker see, and declarations that belong elsewhere.
const GLOBAL: [&str; 8] =
    ["asm", "alias", "ifunc", "main", "extern \"C\"", "operator new", "operator delete", "weakref"];

impl Namespaces {
    /// None if the text is not made of directives and then declarations, or has effects beyond a namespace.
    pub fn new(text: &str) -> Option<Namespaces> {
        let head = head(text)?;
        let rest = &text[head..];
        if GLOBAL.iter().any(|word| rest.contains(word)) {
            return None;
        }
        let mut prefix = "variant_".to_string();
        while text.contains(&prefix) {
            prefix.push('_');
        }
        Some(Namespaces { head, prefix })
    }

    /// The unit of several variants.
    pub fn text(&self, template: &Template, fillings: &[&Filling]) -> String {
        let mut whole = String::new();
        for (number, filling) in fillings.iter().enumerate() {
            let text = template.text(0, filling);
            let (head, rest) = text.split_at(self.head);
            if number == 0 {
                whole.push_str(head);
            }
            whole.push_str(&format!("\nnamespace {}{number} {{\n{rest}\n}}\n", self.prefix));
        }
        whole
    }
}

/// Where the last `#include` ends. None if there is more than directives and comments before it.
fn head(text: &str) -> Option<usize> {
    let mut end = 0;
    let mut at = 0;
    let (mut is_open, mut has_code, mut depth) = (false, false, 0);
    for line in text.split_inclusive('\n') {
        at += line.len();
        let trimmed = line.trim();
        if is_open || trimmed.starts_with("/*") {
            is_open = !trimmed.contains("*/");
            continue;
        }
        let directive = trimmed.strip_prefix('#').map(str::trim_start);
        match directive {
            Some(directive) if directive.starts_with("if") => depth += 1,
            Some(directive) if directive.starts_with("endif") => depth -= 1,
            Some(directive) if directive.starts_with("include") && (has_code || depth > 0) => return None,
            Some(directive) if directive.starts_with("include") => end = at,
            Some(_) => {}
            None => has_code |= !trimmed.is_empty() && !trimmed.starts_with("//"),
        }
    }
    Some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two(text: &str) -> Option<String> {
        let template = Template::of_text(text, &[], Vec::new());
        Some(Namespaces::new(text)?.text(&template, &[&Vec::new(), &Vec::new()]))
    }

    #[test]
    fn includes_stand_before_the_namespaces() {
        let text = "// a test\n#include <new>\nint variant_a;\n";
        let wanted = "// a test\n#include <new>\n\nnamespace variant__0 {\nint variant_a;\n\n}\n\nnamespace variant__1 {\nint variant_a;\n\n}\n";
        assert_eq!(two(text).as_deref(), Some(wanted));
        assert_eq!(two("int a;").as_deref().map(|text| text.matches("int a;").count()), Some(2));
    }

    #[test]
    fn what_reaches_beyond_a_namespace_stands_alone() {
        for text in [
            "int a;\n#include <new>\n",
            "#if A\n#include <new>\n#endif\n",
            "extern \"C\" void f();",
            "int main() {}",
            "void f() { asm(\"x:\"); }",
            "void *operator new(unsigned long);",
        ] {
            assert_eq!(two(text), None, "{text}");
        }
    }
}
