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
/// none of our business.
pub fn add(text: Text, parent: Option<&Text>) -> Text {
    let mentions =
        |text: &str, builtin: &str| builtin.split_once('(').is_some_and(|(name, _)| text.contains(&format!("{name}(")));
    let is_new = |(builtin, ..): &&(&str, Option<&str>, &str)| {
        mentions(&text.text, builtin) && !parent.is_some_and(|parent| mentions(&parent.text, builtin))
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
    let rest = text.strip_prefix(OTHERS).and_then(|rest| rest.split_once("#endif\n"));
    rest.map_or(text, |(_, rest)| rest).to_string()
}
