//! The system's `cc -E`, with limits on what it may use and print: macros and headers can ask for any amount.

use super::Failure;
use crate::exit::ExitCode;
use crate::tool::{self, Watch};
use lab::bounded::{self, MAX_BYTES};
use lab::printable::printable;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::thread;

/// CPU seconds. The headers of the whole C library take a tenth of one.
const CPU_SECONDS: u64 = 10;

/// Bytes of memory. GCC needs 20 MB for the headers of the C library.
const MEMORY: u64 = 400 << 20;

/// Bytes of its messages that are shown.
const MAX_MESSAGES: u64 = 64 << 10;

/// What GCC and Clang say when one of the limits ended them.
const LIMITED: [&str; 4] =
    ["CPU time limit exceeded", "out of memory", "memory exhausted", "signal terminated program"];

/// The preprocessed text of a file. `text` is what the file holds, if it could be read only once.
pub fn preprocess(path: &Path, text: Option<&[u8]>, cpp_args: &[OsString]) -> Result<Vec<u8>, Failure> {
    let stdin = text.map(|text| named(path, text)).transpose().map_err(|error| no_compiler(path, &error))?;
    let mut command = Command::new("cc");
    command.arg("-E").args(cpp_args).args(["-x", "c"]);
    match stdin {
        Some(file) => command.arg("-").stdin(file),
        None => command.arg(not_an_option(path)).stdin(Stdio::null()),
    };
    tool::limit(&mut command, CPU_SECONDS, MEMORY);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let (output, waited) = child.and_then(collect).map_err(|error| no_compiler(path, &error))?;
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.stdout.len() > MAX_BYTES {
        return Err(too_large(path, &format!("is longer than {} MB after preprocessing", MAX_BYTES >> 20)));
    }
    if waited {
        let message = format!("cannot read `{}`: `cc -E` {}", path.display(), tool::WAITS);
        return Err(Failure::new(ExitCode::NoInput, message));
    }
    if output.status.success() {
        eprint!("{}", printable(&stderr));
        return Ok(output.stdout);
    }
    if LIMITED.iter().any(|words| stderr.contains(words)) {
        let limits = format!("{CPU_SECONDS} seconds or {} MB", MEMORY >> 20);
        return Err(too_large(path, &format!("takes more than {limits} to preprocess")));
    }
    let message = format!("the preprocessor `cc -E` failed on `{}` ({})", path.display(), output.status);
    Err(Failure { exit_code: ExitCode::Rejected, message, stderr })
}

/// Standard input that counts as the file.
fn named(path: &Path, text: &[u8]) -> io::Result<File> {
    let memory = rustix::fs::memfd_create("program", rustix::fs::MemfdFlags::CLOEXEC)?;
    let mut file = File::from(memory);
    let name = path.display().to_string().replace(['\\', '"', '\n'], "?");
    writeln!(file, "# 1 \"{name}\"")?;
    file.write_all(text)?;
    file.rewind()?;
    Ok(file)
}

/// Reads both outputs at once, and ends the preprocessor if it prints too much, or waits for ever; says whether it did.
fn collect(mut child: Child) -> io::Result<(Output, bool)> {
    let watch = Watch::over(&child);
    let stderr = child.stderr.take();
    let messages = thread::spawn(move || stderr.map(read_messages).unwrap_or_default());
    let mut stdout = Vec::new();
    let result = child.stdout.take().map_or(Ok(()), |mut pipe| bounded::limited(&mut pipe, &mut stdout));
    if result.is_err() {
        child.kill()?;
    }
    let stderr = messages.join().unwrap_or_default();
    let waited = watch.finish();
    let status = child.wait()?;
    Ok((Output { status, stdout, stderr }, waited))
}

/// The beginning; the rest is read, so that the preprocessor does not wait, and dropped.
fn read_messages(mut pipe: ChildStderr) -> Vec<u8> {
    let mut messages = Vec::new();
    // What cannot be read is not shown.
    let _ = pipe.by_ref().take(MAX_MESSAGES).read_to_end(&mut messages);
    let _ = io::copy(&mut pipe, &mut io::sink());
    messages
}

fn too_large(path: &Path, what: &str) -> Failure {
    let message = format!("`{}` {what}", path.display());
    Failure { exit_code: ExitCode::Unsupported, message, stderr: String::new() }
}

fn no_compiler(path: &Path, error: &io::Error) -> Failure {
    let message = format!(
        "cannot run the preprocessor `cc -E`: {error}; install a C compiler (Debian: `apt-get install gcc`), or give \
         a file that is already preprocessed, named `{}`",
        path.with_extension("i").display()
    );
    Failure { exit_code: ExitCode::Unavailable, message, stderr: String::new() }
}

/// A file may be named `-c.c`.
fn not_an_option(path: &Path) -> PathBuf {
    if path.as_os_str().as_encoded_bytes().starts_with(b"-") { Path::new(".").join(path) } else { path.to_path_buf() }
}
