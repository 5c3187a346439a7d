//! What a variant needs of a compiler beyond what its parent needs: builtins and attributes that say something to an optimizer, and
//! that become nothing where they are not known.

use super::Text;

/// Each builtin, what it is for GCC, which has all but one of them, and what it is for compilers that are neither GCC nor Clang.
const BUILTINS: [(&str, Option<&str>, &str); 6] = [
    ("__attribute__(attributes)", None, ""),
    ("__builtin_unreachable()", None, "((void)0)"),
    ("__builtin_trap()", None, "(*(volatile int *)0 = 0)"),
    ("__builtin_expect(value, expected)", None, "(value)"),
    ("__builtin_assume_aligned(pointer, alignment)", None, "(pointer)"),
    ("__builtin_assume(fact)", Some("((fact) ? (void)0 : __builtin_unreachable())"), "((void)0)"),
];

/// They need not have them, though they may call themselves GNU.
const OTHERS: &str = "#if !defined(__GNUC__) || defined(__TINYC__) || defined(__PCC__) || defined(__chibicc__)\n";

/// The text, with definitions in front for builtins that it uses and its parent does not: what the parent needs of a compiler is
/// none of our business, unless the parent is a variant and defines them, too.
pub fn add(text: Text, parent: Option<&Text>) -> Text {
    let mentions =
        |text: &str, builtin: &str| builtin.split_once('(').is_some_and(|(name, _)| text.contains(&format!("{name}(")));
    let is_new = |(builtin, ..): &&(&str, Option<&str>, &str)| {
        let is_needed = |parent: &Text| {
            let (own, rest) = split(&parent.text);
            mentions(rest, builtin) && !own.contains(&format!("#define {builtin}"))
        };
        mentions(&text.text, builtin) && !parent.is_some_and(is_needed)
    };
    let used: Vec<_> = BUILTINS.iter().filter(is_new).collect();
    let Text { name, text } = text;
    if used.is_empty() {
        return Text { name, text };
    }
    let define = |builtin: &str, value: &str| format!("#define {builtin} {value}").trim_end().to_string() + "\n";
    let others: String = used.iter().map(|(builtin, _, value)| define(builtin, value)).collect();
    let gcc: String = used.iter().filter_map(|(builtin, gcc, _)| Some(define(builtin, (*gcc)?))).collect();
    let gcc = if gcc.is_empty() { gcc } else { format!("#elif !defined(__clang__)\n{gcc}") };
    Text { name, text: format!("{OTHERS}{others}{gcc}#endif\n{text}") }
}

/// The text as it was before `add`.
pub fn remove(text: &str) -> String {
    split(text).1.to_string()
}

/// What `add` has put in front, and the rest.
fn split(text: &str) -> (&str, &str) {
    let end = text.starts_with(OTHERS).then(|| text.find("#endif\n")).flatten();
    text.split_at(end.map_or(0, |end| end + "#endif\n".len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Text {
        Text { name: "a.c".into(), text: text.into() }
    }

    #[test]
    fn variants_of_variants_define_what_the_first_parent_does_not_need() {
        let used = "__builtin_assume(1); __builtin_trap();\n";
        let first = add(text(used), Some(&text("__builtin_trap();\n")));
        assert!(
            first.text.contains("#define __builtin_assume(fact)") && !first.text.contains("#define __builtin_trap()")
        );
        assert_eq!(remove(&first.text), used);
        assert_eq!(add(text(used), Some(&first)).text, first.text);
    }
}
