//! One line of a command as its words, split as a shell would: quotes group, a backslash escapes. Nothing expands.

/// A line that is no list of words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// A `'` or a `"`.
    #[error("the quote {0} is never closed")]
    Quote(char),
    /// The backslash is the last character.
    #[error("there is nothing after the backslash at the end")]
    Backslash,
}

/// The words of a line, without the quotes and backslashes that held them together.
pub fn split(line: &str) -> Result<Vec<String>, Error> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().push(chars.next().ok_or(Error::Backslash)?),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.map_or(Ok(words), |open| Err(Error::Quote(open)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_group_and_backslashes_escape() {
        let words = split(r#" gcc  -DA='x "y' "" -DB=\"b\" "a\ b" "#).unwrap();
        assert_eq!(words, ["gcc", "-DA=x \"y", "", "-DB=\"b\"", "a b"]);
    }

    #[test]
    fn an_open_quote_is_an_error() {
        assert_eq!(split("gcc '-DA"), Err(Error::Quote('\'')));
        assert_eq!(split("gcc \\"), Err(Error::Backslash));
    }
}
