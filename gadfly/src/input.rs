//! From the paths on the command line to preprocessed text.

mod preprocess;

use crate::exit::ExitCode;
use lab::bounded;
use preprocess::preprocess;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// One translation unit, preprocessed.
pub struct Unit {
    /// As the user wrote it.
    pub name: String,
    pub text: Arc<[u8]>,
}

/// Why there is nothing to parse; `message` says what to do about it.
#[derive(Debug)]
pub struct Failure {
    pub exit_code: ExitCode,
    pub message: String,
    /// What the preprocessor wrote about it.
    pub stderr: String,
}

impl Failure {
    fn new(exit_code: ExitCode, message: String) -> Failure {
        Failure { exit_code, message, stderr: String::new() }
    }
}

/// Reads one file: as it is if its name ends in `.i`, else through the preprocessor with `cpp_args`.
pub fn read(path: &Path, cpp_args: &[OsString]) -> Result<Unit, Failure> {
    let name = path.display().to_string();
    let unreadable = |error: io::Error| Failure::new(ExitCode::NoInput, format!("cannot read `{name}`: {error}"));
    let metadata = fs::metadata(path).map_err(unreadable)?;
    if metadata.is_dir() {
        let message = format!("`{name}` is a directory; name the C files in it instead");
        return Err(Failure::new(ExitCode::NoInput, message));
    }
    // A pipe can be read only once, and a device may have no end.
    let once = (!metadata.is_file()).then(|| bounded::read(path)).transpose().map_err(unreadable)?;
    if let Some(other) = not_c(path, once.as_deref()).map_err(unreadable)? {
        return Err(Failure::new(other.exit_code(), format!("`{name}` {other}")));
    }
    let is_preprocessed = path.extension().is_some_and(|extension| extension == "i");
    let text = match once {
        Some(text) if is_preprocessed => text,
        None if is_preprocessed => bounded::read(path).map_err(unreadable)?,
        // The preprocessor would report an unreadable file as an error in the program.
        once => fs::File::open(path).map_err(unreadable).and_then(|_| preprocess(path, once.as_deref(), cpp_args))?,
    };
    Ok(Unit { name, text: text.into() })
}

/// What a file is, if its name or its first bytes say that it is no C. The preprocessor would take a minute for the
/// warnings about a large program, and call C++ a mistake.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum NotC {
    Cpp,
    Elf,
    Binary,
}

/// Bytes of a file that are looked at.
const BEGINNING: usize = 64 << 10;

/// Whether its name says that it is C++.
pub fn is_cpp(path: &Path) -> bool {
    const CPP: [&str; 9] = ["cc", "cpp", "cxx", "c++", "C", "CPP", "ii", "hpp", "hh"];
    path.extension().is_some_and(|extension| CPP.iter().any(|cpp| extension == *cpp))
}

fn not_c(path: &Path, once: Option<&[u8]>) -> io::Result<Option<NotC>> {
    if is_cpp(path) {
        return Ok(Some(NotC::Cpp));
    }
    let mut bytes = Vec::new();
    match once {
        Some(all) => bytes.extend_from_slice(&all[..all.len().min(BEGINNING)]),
        None => drop(fs::File::open(path)?.take(BEGINNING as u64).read_to_end(&mut bytes)?),
    }
    let is_utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    Ok(match bytes.starts_with(b"\x7fELF") {
        true => Some(NotC::Elf),
        false => (is_utf16 || bytes.contains(&0)).then_some(NotC::Binary),
    })
}

impl NotC {
    fn exit_code(self) -> ExitCode {
        if self == NotC::Cpp { ExitCode::Unsupported } else { ExitCode::Rejected }
    }
}

impl std::fmt::Display for NotC {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            NotC::Cpp => "is C++, and the interpreter executes C only; `gadfly hunt` tests C++ compilers",
            NotC::Elf => "is a compiled program or object; name the C files that it was made of",
            NotC::Binary => "is no text, so it is no C file; convert it if it is one in UTF-16",
        })
    }
}

/// Splits the value of `--cpp` at blanks; quotes group and a backslash escapes, as in a shell.
pub fn split_words(text: &OsStr) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let text = text.to_string_lossy();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words.into_iter().map(OsString::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_group_words() {
        let words = split_words(OsStr::new(r#" -DA='x y'  -I "" -DB=\"b\" "#));
        assert_eq!(words, ["-DA=x y", "-I", "", r#"-DB="b""#]);
    }
}
