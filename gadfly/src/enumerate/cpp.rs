//! Variants of C++ files: the user's own text with other names, by way of an installed clang.

use super::work::Work;
use super::{Args, count};
use crate::diagnostic;
use crate::exit::ExitCode;
use crate::tool::{self, Watch};
use lab::bounded;
use lab::printable::printable;
use source::enumerate::Space;
use source::enumerate::cpp::{self, Cpp};
use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{io, thread};

const SUFFIXES: [&str; 7] = ["C", "cc", "cpp", "cxx", "c++", "CPP", "cp"];

/// Versions of clang that are tried, the newest first, where there is no `clang++`.
const VERSIONS: std::ops::RangeInclusive<u32> = 11..=30;

/// CPU seconds and bytes of memory of clang. A file that includes all of the standard library takes three and 500 MB.
const CPU_SECONDS: u64 = 120;
const MEMORY: u64 = 2 << 30;

pub fn is_cpp(path: &Path) -> bool {
    path.extension().is_some_and(|extension| SUFFIXES.iter().any(|suffix| extension == *suffix))
}

/// The whole command for a C++ file.
pub fn run(args: &Args) -> Result<ExitCode, ExitCode> {
    let [path] = &args.files[..] else {
        diagnostic::plain("several files are one program only in C; enumerate C++ files one by one");
        return Err(ExitCode::Usage);
    };
    if args.defined_only {
        diagnostic::plain(
            "C++ is not executed, so it is not known which variants are defined; leave out `--defined-only`",
        );
        return Err(ExitCode::Unsupported);
    }
    let Cpp { skeleton, template, kept } = read(args, path)?;
    let space = Space::new(&skeleton, args.granularity(), args.symmetry());
    if args.count {
        return Ok(count::show(args, &skeleton, &space, Some(kept)));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let work = Work { names: vec![name], suffix: "cpp", skeleton: &skeleton, space: &space, template, judge: None };
    work.list(args)
}

fn read(args: &Args, path: &Path) -> Result<Cpp, ExitCode> {
    let text = bounded::read(path).map_err(|error| {
        diagnostic::plain(&format!("cannot read `{}`: {error}", path.display()));
        ExitCode::NoInput
    })?;
    // clang calls the file as it was given.
    let given = if path.is_absolute() { path.to_path_buf() } else { Path::new(".").join(path) };
    // Otherwise clang does not say what belongs to such a directive.
    let is_openmp = text.windows(11).any(|words| words == b"#pragma omp");
    let mut clang = start(args, &given, is_openmp)?;
    let stdout = clang.stdout.take().expect("its output is piped");
    let errors = read_errors(&mut clang);
    let watch = Watch::over(&clang);
    let found = cpp::extract(stdout, &given.display().to_string(), &text);
    let errors = errors.join().unwrap_or_default();
    if watch.finish() {
        // Nobody waits for it: it was killed.
        let _ = clang.wait();
        diagnostic::plain(&format!("cannot read `{}`: clang {}", path.display(), tool::WAITS));
        return Err(ExitCode::NoInput);
    }
    let is_accepted = clang.wait().is_ok_and(|status| status.success());
    if !is_accepted {
        eprint!("{}", printable(&errors));
        diagnostic::plain(&format!("clang does not accept `{}`", path.display()));
        return Err(ExitCode::Rejected);
    }
    found.map_err(|error| {
        diagnostic::plain(&format!("`{}`: {error}", path.display()));
        ExitCode::Unsupported
    })
}

/// Beside the tree, so that neither pipe can fill up.
fn read_errors(clang: &mut Child) -> thread::JoinHandle<String> {
    let stderr = clang.stderr.take();
    thread::spawn(move || {
        let mut text = Vec::new();
        if let Some(mut stderr) = stderr {
            // What is missing of the messages changes nothing.
            let _ = stderr.read_to_end(&mut text);
        }
        String::from_utf8_lossy(&text).into_owned()
    })
}

fn start(args: &Args, path: &PathBuf, is_openmp: bool) -> Result<Child, ExitCode> {
    let names: Vec<OsString> = match &args.clang {
        Some(name) => vec![name.clone()],
        None => std::iter::once("clang++".into())
            .chain(VERSIONS.rev().map(|version| format!("clang++-{version}").into()))
            .collect(),
    };
    for name in &names {
        let mut command = Command::new(name);
        command.args(["-fsyntax-only", "-w", "-Xclang", "-ast-dump=json"]);
        command.args(is_openmp.then_some("-fopenmp"));
        command.args(args.preprocessing.flags()).args(["-x", "c++"]).arg(path);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        tool::limit(&mut command, CPU_SECONDS, MEMORY);
        match command.spawn() {
            Ok(child) => return Ok(child),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                diagnostic::plain(&format!("cannot run `{}`: {error}", name.display()));
                return Err(ExitCode::Unavailable);
            }
        }
    }
    let wanted = args.clang.as_ref().map_or("clang++".into(), |name| name.to_string_lossy());
    diagnostic::plain(&format!(
        "cannot find `{wanted}`, which reads C++ for gadfly; install it (Debian: `apt-get install clang`), or name one \
         with `--clang`"
    ));
    Err(ExitCode::Unavailable)
}
