//! Quoting for a shell.

/// The words as a line that a shell splits into the same words.
pub fn shell(words: &[String]) -> String {
    words.iter().map(|word| quote(word)).collect::<Vec<_>>().join(" ")
}

fn quote(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-+=./,:@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::shell;

    #[test]
    fn a_shell_reads_back_the_words_that_were_quoted() {
        let words = ["gcc-12", "-O2", "a b", "it's", "$HOME", "", "*", "#", "\\", "~", "a\nb"].map(String::from);
        let line = format!("printf '%s|' {}", shell(&words));
        let output = std::process::Command::new("sh").args(["-c", &line]).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), words.join("|") + "|");
    }
}
