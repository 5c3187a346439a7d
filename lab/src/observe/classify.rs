//! From how a command ended and what it wrote to a typed outcome.

use super::Outcome;
use super::signature::{self, Crash};
use crate::signal::signal_name;
use sandbox::{End, Limits, Ran, Resource};

/// What the machine refused, not the compiler.
const EXHAUSTED: [&str; 11] = [
    "virtual memory exhausted",
    "out of memory",
    "memory exhausted",
    "Cannot allocate memory",
    "bad_alloc",
    "No space left on device",
    "Disk quota exceeded",
    "File size limit exceeded",
    "File too large",
    "Resource temporarily unavailable",
    "cannot fork",
];

/// What is said of a compiler that cannot even start, or lacks a part of itself; no program is to blame for it.
const CANNOT_START: [&str; 15] = [
    "error while loading shared libraries",
    "symbol lookup error",
    "cannot execute binary file",
    "Exec format error",
    "error trying to exec",
    "cannot execute '",
    "cannot execute ‘",
    "unable to execute command: Executable",
    "posix_spawn failed",
    "heckout a license",
    "heck out a license",
    "license server",
    "No license",
    "Text file busy",
    "Stale file handle",
];

/// What shells say of a command that they cannot start. Then they end with 126 or 127.
const NO_COMMAND: [&str; 3] = ["not found", "No such file or directory", "Permission denied"];

const NEEDS_MORE: &str = "the compiler needs more memory or disk than it may have";

/// How compilers' drivers say that their child was killed from outside, which is what limits do.
const KILLED: [&str; 5] = [
    "Killed signal terminated program",
    "CPU time limit exceeded",
    "unable to execute command: Killed",
    "terminated with signal 9",
    "terminated with signal 24",
];

/// What drivers say about flags; the build is to blame, not the program. Only where it is about no place in the program.
const FLAGS: [&str; 18] = [
    "unrecognized command",
    "unrecognized argument",
    "unknown argument",
    "Unknown command line argument",
    "unsupported option",
    "unsupported argument",
    "invalid argument",
    "bad value",
    "unknown target CPU",
    "invalid option",
    "sorry, unimplemented",
    "incompatible with",
    "not compatible with",
    "not allowed with",
    "cannot be used with",
    "invalid linker name",
    "cannot find 'ld'",
    "cannot find ‘ld’",
];

/// A compilation that made what it should, or the outcome it has instead.
pub fn compiled(ran: &Ran, limits: &Limits) -> Result<(), Outcome> {
    let output = output(ran);
    match &ran.end {
        End::Exited(0) => Ok(()),
        End::NotStarted(reason) => Err(inconclusive(reason)),
        // Touching memory costs CPU time, and more of it on a busy machine.
        End::TimedOut if used_part(ran, limits) >= 0.25 => Err(inconclusive(NEEDS_MORE)),
        End::TimedOut => Err(Outcome::Hung { limit_ms: limits.cpu_ms }),
        End::Exceeded(resource) => Err(inconclusive(&format!("the compiler {}", used(*resource)))),
        End::Signaled(libc::SIGXCPU) => Err(Outcome::Hung { limit_ms: limits.cpu_ms }),
        End::Signaled(signal) => Err(killed(*signal, ran, limits, &output)),
        End::Exited(_) => Err(failed(ran, limits, &output)),
    }
}

/// A link that made a program, or the outcome it has instead.
pub fn linked(ran: &Ran, limits: &Limits) -> Result<(), Outcome> {
    match compiled(ran, limits) {
        Err(Outcome::Hung { .. }) => Err(inconclusive("linking takes too long")),
        Err(Outcome::Rejected { .. }) => Err(broken(signature::linker(&output(ran)))),
        other => other,
    }
}

/// What a program printed, as text. A byte that is no UTF-8 becomes a character of its own, for private use, so that
/// outputs which differ do so as texts.
pub fn text_of_bytes(bytes: &[u8]) -> String {
    let foreign = |byte: &u8| char::from_u32(FOREIGN + u32::from(*byte)).unwrap_or(char::REPLACEMENT_CHARACTER);
    let text = |chunk: std::str::Utf8Chunk| -> String {
        chunk.valid().chars().chain(chunk.invalid().iter().map(foreign)).collect()
    };
    bytes.utf8_chunks().map(text).collect()
}

/// The byte that this character stands for, if it stands for one.
pub fn foreign_byte(character: char) -> Option<u8> {
    u32::from(character).checked_sub(FOREIGN).and_then(|byte| u8::try_from(byte).ok())
}

/// Where the characters for private use begin that stand for bytes.
const FOREIGN: u32 = 0xf700;

/// What a program did.
pub fn executed(ran: Ran, limits: &Limits) -> Outcome {
    let stdout = text_of_bytes(&ran.stdout);
    match ran.end {
        End::Exited(exit_code) => Outcome::Ran { exit_code, stdout },
        End::TimedOut | End::Signaled(libc::SIGXCPU) => Outcome::Endless { limit_ms: limits.cpu_ms },
        // By the kernel or by a person: programs do not do that to themselves.
        End::Signaled(libc::SIGKILL) => inconclusive("the program was killed from outside"),
        End::Signaled(libc::SIGSTOP) => inconclusive("the program was stopped"),
        End::Signaled(signal) => Outcome::Died { signal, stdout },
        // A flood of output is an endless loop that prints.
        End::Exceeded(Resource::Output) => Outcome::Endless { limit_ms: limits.cpu_ms },
        End::Exceeded(resource) => inconclusive(&format!("the program {}", used(resource))),
        End::NotStarted(reason) => inconclusive(&reason),
    }
}

fn used(resource: Resource) -> &'static str {
    match resource {
        Resource::Memory => "uses too much memory",
        Resource::Disk => "writes too much",
        Resource::Output => "prints too much",
        Resource::Processes => "starts too many processes",
    }
}

/// How a message begins that is ours, about a compiler that said nothing.
pub const OWN_WORDS: &str = "the compiler ";

/// Success, and no object.
pub fn nothing_written() -> Outcome {
    broken(Crash {
        signature: "nothing written".to_string(),
        message: format!("{OWN_WORDS}claims success and writes no object"),
    })
}

pub fn inconclusive(reason: &str) -> Outcome {
    Outcome::Inconclusive { reason: reason.to_string() }
}

pub fn broken(Crash { signature, message }: Crash) -> Outcome {
    Outcome::Crashed { signature, message }
}

/// Compilers write errors to either stream.
pub fn output(ran: &Ran) -> String {
    let stderr = String::from_utf8_lossy(&ran.stderr);
    let stdout = String::from_utf8_lossy(&ran.stdout);
    if stdout.trim().is_empty() { stderr.into_owned() } else { format!("{stderr}\n{stdout}") }
}

fn killed(signal: i32, ran: &Ran, limits: &Limits, output: &str) -> Outcome {
    match signal {
        libc::SIGKILL | libc::SIGTERM | libc::SIGINT | libc::SIGHUP => {
            inconclusive("the compiler was killed from outside")
        }
        libc::SIGSTOP => inconclusive("the compiler was stopped"),
        libc::SIGXFSZ => inconclusive("the compiler wrote too large a file"),
        _ if is_exhausted(ran, limits, output) => inconclusive(NEEDS_MORE),
        _ => broken(signature::crash(output).unwrap_or_else(|| {
            let signature = format!("signal: {}", signal_name(signal));
            Crash { message: format!("{OWN_WORDS}ends with {}", signal_name(signal)), signature }
        })),
    }
}

fn failed(ran: &Ran, limits: &Limits, output: &str) -> Outcome {
    let is_silent = output.trim().is_empty();
    // What a driver tells of a child that the CPU limit ended differs, its time does not.
    let is_late = ran.cpu_ms >= limits.cpu_ms - limits.cpu_ms / 20;
    let is_killed = KILLED.iter().any(|text| output.contains(text));
    if is_late && (is_killed || is_silent) {
        return Outcome::Hung { limit_ms: limits.cpu_ms };
    }
    if is_killed {
        return inconclusive("the compiler was killed from outside");
    }
    if is_exhausted(ran, limits, output) {
        return inconclusive(NEEDS_MORE);
    }
    let no_command: &[&str] = if matches!(ran.end, End::Exited(126 | 127)) { &NO_COMMAND } else { &[] };
    if let Some(line) = about(&CANNOT_START, output).or_else(|| about(no_command, output)) {
        return inconclusive(&format!("the compiler cannot start: {}", signature::normalize(line)));
    }
    if let Some(crash) = signature::crash(output) {
        return broken(crash);
    }
    if let Some(line) = about(&FLAGS, output) {
        return inconclusive(&signature::normalize(line));
    }
    if is_silent { broken(silent(&ran.end)) } else { Outcome::Rejected { message: signature::first_error(output) } }
}

/// A refusal has a reason; a driver whose child crashed may have none.
fn silent(end: &End) -> Crash {
    let code = if let End::Exited(code) = end { *code } else { 1 };
    Crash {
        signature: "silent failure".to_string(),
        message: format!("{OWN_WORDS}ends with {code} and without a word"),
    }
}

fn is_exhausted(ran: &Ran, limits: &Limits, output: &str) -> bool {
    EXHAUSTED.iter().any(|text| output.contains(text)) || used_part(ran, limits) >= 0.8
}

/// The part of the memory it may have that the largest process had.
fn used_part(ran: &Ran, limits: &Limits) -> f64 {
    limits.memory_bytes.map_or(0.0, |bytes| (ran.max_rss_kb * 1024) as f64 / bytes.max(1) as f64)
}

/// A line that says one of these, of no place in the program.
fn about<'a>(texts: &[&str], output: &'a str) -> Option<&'a str> {
    let is_about = |line: &&str| texts.iter().any(|text| line.contains(text)) && !has_place(line);
    output.lines().find(is_about)
}

/// `test.c:3:1: …`, as nothing begins that is about flags.
fn has_place(line: &str) -> bool {
    let after = line.split_once(':').map_or("", |(_, after)| after);
    after.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests;
