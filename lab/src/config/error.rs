//! What is wrong with a configuration, and where, as rustc would say it.

use super::nearest::nearest;
use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

/// Why there is no configuration.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// The file is not there, or may not be read.
    #[error("cannot read the configuration {}: {error}", path.display())]
    Unreadable {
        /// Of the file.
        path: PathBuf,
        /// What the system says.
        error: String,
    },
    /// The text is there and makes no sense.
    #[error("{0}")]
    Wrong(Box<Wrong>),
}

/// A mistake in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// What is wrong, without where.
    pub message: String,
    /// What the user may have meant, or may do.
    pub help: Option<String>,
    /// None for a configuration that no file says.
    pub place: Option<Box<Place>>,
}

/// What is wrong with one source, as those who know the sources say it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongSource {
    /// The key of the source's table.
    pub key: &'static str,
    /// Which element of its list.
    pub at: Option<usize>,
    /// Without a place: whoever reads the file knows that.
    pub wrong: Wrong,
}

impl WrongSource {
    /// About the key as a whole.
    pub fn new(key: &'static str, wrong: Wrong) -> WrongSource {
        WrongSource { key, at: None, wrong }
    }
}

/// A part of one line of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// As the user named it.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// The whole line.
    pub text: String,
    /// Characters to underline.
    pub width: usize,
}

impl Wrong {
    pub(crate) fn new(message: impl Into<String>) -> Wrong {
        Wrong { message: message.into(), help: None, place: None }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Wrong {
        Wrong { help: Some(help.into()), ..self }
    }

    pub(crate) fn at(self, file: &str, text: &str, span: Range<usize>) -> Wrong {
        Wrong { place: Some(Box::new(Place::new(file, text, span))), ..self }
    }

    /// What serde says, with the nearest of the names it expected.
    pub(crate) fn of_toml(error: &toml::de::Error) -> Wrong {
        let message = error.message();
        let mut quoted = message.split('`').skip(1).step_by(2);
        let kind = if message.starts_with("unknown field") { "key" } else { "value" };
        if !message.starts_with("unknown field") && !message.starts_with("unknown variant") {
            return Wrong::new(readable(message));
        }
        let wrong = quoted.next().unwrap_or_default();
        let names: Vec<&str> = quoted.collect();
        let help = match nearest(wrong, names.iter().copied()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!("there are {}", list(&names)),
        };
        Wrong::new(format!("unknown {kind} `{wrong}`")).help(help)
    }
}

/// serde speaks of its own types.
fn readable(message: &str) -> String {
    let words = [
        ("invalid type: ", "wrong type: "),
        ("missing field", "missing key"),
        ("duplicate field", "duplicate key"),
        ("a sequence", "a list, as in [\"a\", \"b\"]"),
        ("u32", "a whole number from 0"),
        ("u64", "a whole number from 0"),
        ("path string", "a string"),
    ];
    words.iter().fold(message.trim_end().to_string(), |text, (from, to)| text.replace(from, to))
}

fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

impl Place {
    fn new(file: &str, text: &str, span: Range<usize>) -> Place {
        let start = (0..=span.start.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let begin = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line = text[begin..].lines().next().unwrap_or_default();
        let column = text[begin..start].chars().count();
        let marked = text.get(start..span.end.min(begin + line.len())).unwrap_or_default();
        Place {
            file: file.to_string(),
            line: text[..start].matches('\n').count() + 1,
            column: column + 1,
            text: line.to_string(),
            width: marked.chars().count().max(1),
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.message)?;
        if let Some(Place { file, line, column, text, width }) = self.place.as_deref() {
            let margin = " ".repeat(line.to_string().len());
            let indent: String = text.chars().take(column - 1).map(|c| if c == '\t' { c } else { ' ' }).collect();
            write!(f, "\n{margin}--> {file}:{line}:{column}\n{margin} |\n{line} | {text}")?;
            write!(f, "\n{margin} | {indent}{}", "^".repeat(*width))?;
        }
        match &self.help {
            Some(help) => write!(f, "\nhelp: {help}"),
            None => Ok(()),
        }
    }
}

impl From<Wrong> for Error {
    fn from(wrong: Wrong) -> Error {
        Error::Wrong(Box::new(wrong))
    }
}
