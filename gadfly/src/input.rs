//! From the paths on the command line to preprocessed text, through the system's `cc -E`.

use crate::exit::ExitCode;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// Places are 32-bit offsets into all units together.
const MAX_BYTES: u64 = 2 << 30;

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
    if let Some(other) = not_c(path).map_err(unreadable)? {
        return Err(Failure::new(other.exit_code(), format!("`{name}` {other}")));
    }
    let text = match path.extension() {
        Some(extension) if extension == "i" => fs::read(path).map_err(unreadable)?,
        // The preprocessor would report an unreadable file as an error in the program.
        _ => fs::File::open(path).map_err(unreadable).and_then(|_| preprocess(path, cpp_args))?,
    };
    if text.len() as u64 > MAX_BYTES {
        let message = format!("`{name}` is {} bytes long after preprocessing; the limit is {MAX_BYTES}", text.len());
        return Err(Failure::new(ExitCode::Unsupported, message));
    }
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
const BEGINNING: u64 = 64 << 10;

fn not_c(path: &Path) -> io::Result<Option<NotC>> {
    const CPP: [&str; 9] = ["cc", "cpp", "cxx", "c++", "C", "CPP", "ii", "hpp", "hh"];
    if path.extension().is_some_and(|extension| CPP.iter().any(|cpp| extension == *cpp)) {
        return Ok(Some(NotC::Cpp));
    }
    // A pipe can be read only once.
    if !fs::metadata(path)?.is_file() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(BEGINNING).read_to_end(&mut bytes)?;
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

fn preprocess(path: &Path, cpp_args: &[OsString]) -> Result<Vec<u8>, Failure> {
    let output = Command::new("cc")
        .arg("-E")
        .args(cpp_args)
        .args(["-x", "c"])
        .arg(not_an_option(path))
        .stdin(Stdio::null())
        .output()
        .map_err(|error| no_compiler(path, &error))?;
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() {
        eprint!("{stderr}");
        return Ok(output.stdout);
    }
    let message = format!("the preprocessor `cc -E` failed on `{}` ({})", path.display(), output.status);
    Err(Failure { exit_code: ExitCode::Rejected, message, stderr })
}

fn no_compiler(path: &Path, error: &io::Error) -> Failure {
    let message = format!(
        "cannot run the preprocessor `cc -E`: {error}; install a C compiler (Debian: `apt-get install gcc`), or give \
         a file that is already preprocessed, named `{}`",
        path.with_extension("i").display()
    );
    Failure::new(ExitCode::Unavailable, message)
}

/// A file may be named `-c.c`.
fn not_an_option(path: &Path) -> PathBuf {
    if path.as_os_str().as_encoded_bytes().starts_with(b"-") { Path::new(".").join(path) } else { path.to_path_buf() }
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
