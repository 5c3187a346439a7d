//! What of a text may be shown on a terminal: compilers and programs write any characters.

/// The text without characters that a terminal obeys instead of showing them. Tabs and the ends of lines stay.
pub fn printable(text: &str) -> String {
    let lines = text.split_inclusive('\n').map(|line| match line.strip_suffix("\r\n") {
        Some(line) => (line, "\r\n"),
        None => line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n")),
    });
    let mut printable = String::with_capacity(text.len());
    for (line, end) in lines {
        printable.extend(line.chars().map(|c| if is_obeyed(c) { char::REPLACEMENT_CHARACTER } else { c }));
        printable.push_str(end);
    }
    printable
}

/// Control characters, and those that turn the direction of what follows or have no width.
fn is_obeyed(c: char) -> bool {
    let is_format =
        matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}');
    (c.is_control() && !matches!(c, '\t' | '\x0c')) || is_format
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn text_stays_and_sequences_lose_their_beginning() {
        let text = "a\tb — é\r\nc\n\n";
        assert_eq!(printable(text), text);
        assert_eq!(
            printable("\x1b[2J\u{9b}2J\u{202e}x\ry\0\x08"),
            "\u{fffd}[2J\u{fffd}2J\u{fffd}x\u{fffd}y\u{fffd}\u{fffd}"
        );
    }
}
