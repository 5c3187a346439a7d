//! What the texts of types, as clang prints them, say about variables.

/// The type of an expression that is only the variable's name: a reference is what it refers to.
pub fn referred(ty: &str) -> String {
    let bare = ty.trim_end_matches('&').trim_end();
    match bare.len() < ty.len() {
        true => bare.to_string(),
        // `int (&)[3]`
        false => {
            ["(&)", "(&&)"].iter().fold(ty.to_string(), |ty, reference| ty.replacen(&format!(" {reference}"), "", 1))
        }
    }
}

pub fn is_reference(ty: &str) -> bool {
    ty.ends_with('&') || ty.contains("(&)") || ty.contains("(&&)")
}

/// Whether the object itself cannot change, so that its value may be known where the program is compiled.
pub fn is_const(ty: &str) -> bool {
    let ty = ty.split_once('[').map_or(ty, |(element, _)| element).trim_end();
    let is_plain = !without_arguments(ty).contains(['*', '&']);
    ty.ends_with("const") || is_plain && ty.split(' ').any(|word| word == "const")
}

/// Without what is in `<>`.
fn without_arguments(ty: &str) -> String {
    let mut depth = 0;
    let keep = |letter: &char| {
        match letter {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => return depth == 0,
        }
        false
    };
    ty.chars().filter(keep).collect()
}

/// Whether equal texts may be different types: what is deduced in a template is not known, and expressions have names in them.
pub fn is_ambiguous(ty: &str) -> bool {
    identifiers(ty).any(|word| ["auto", "decltype", "typeof", "__typeof", "__typeof__"].contains(&word))
}

pub fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_what_they_refer_to() {
        let all = ["int", "int &", "int &&", "const T &", "int (&)[3]", "A<int &>", "int *&"].map(referred);
        assert_eq!(all, ["int", "int", "int", "const T", "int[3]", "A<int &>", "int *"]);
    }

    #[test]
    fn only_the_object_itself_counts_as_constant() {
        let all =
            ["const int", "const char *", "char *const", "const int[3]", "A<const int *>", "const A<int *>", "int &"];
        assert_eq!(all.map(is_const), [true, false, true, true, false, true, false]);
    }
}
