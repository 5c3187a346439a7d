//! From the command line to a task: which files, which compiler, which script.

use super::{Args, Failure, shown};
use crate::exit::ExitCode;
use crate::preprocessing::Preprocessing;
use lab::Case;
use lab::compiler::{Compiler, Family, Features, Tuning, Version};
use lab::config::words;
use lab::finding::commands::shell;
use lab::reduction::accusation::{Accusation, Reference};
use lab::reduction::script::Encoding;
use lab::reduction::{Question, Script, Task};
use source::emit::File;
use source::recipe::{Language, TargetName};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf, absolute};

/// What is to be reduced.
pub struct Subject {
    pub task: Task,
    /// The files on the command line, in the order of the case's files.
    pub paths: Vec<PathBuf>,
    /// The accused, for people: `gcc-12 -O2`.
    pub label: String,
    /// Of all files.
    pub encoding: Encoding,
}

impl Subject {
    pub fn new(args: &Args) -> Result<Subject, Failure> {
        let encoding = encoding(args);
        let (question, flags, label, target) = match (&args.compiler, &args.test) {
            (Some(line), _) => accusation(args, line)?,
            (None, Some(path)) => {
                (Question::Script(script(path, encoding)?), Vec::new(), String::new(), TargetName::X86_64)
            }
            (None, None) => return Err(nothing_asked(&args.files)),
        };
        let files = read(&args.files, encoding)?;
        let (headers, units): (Vec<&File>, Vec<&File>) = files.iter().partition(|file| is_header(&file.name));
        let units: Vec<String> =
            if units.is_empty() { headers } else { units }.iter().map(|file| file.name.clone()).collect();
        let case = Case {
            source: "file".to_string(),
            index: 0,
            recipe: String::new(),
            language: language(&units),
            target,
            flags: [told(&args.preprocessing), flags, own_headers(&args.files, &files)].concat(),
            files,
            units,
            driver: None,
            expected: None,
        };
        // What the interpreter would see is not quite what is there.
        let is_vetoed = args.test.is_some() && !args.allow_undefined && encoding == Encoding::Utf8;
        let task = Task { case, question, defined: is_vetoed };
        Ok(Subject { task, paths: args.files.clone(), label, encoding })
    }
}

/// As for `gadfly run`; compilers get it, too, with absolute directories.
fn told(preprocessing: &Preprocessing) -> Vec<String> {
    let words: Vec<String> = preprocessing.flags().iter().map(|word| word.to_string_lossy().into_owned()).collect();
    partition(&words).0
}

fn nothing_asked(files: &[PathBuf]) -> Failure {
    let name = files[0].display();
    if files.len() == 1 && !files[0].exists() {
        let message = format!("there is no file `{name}`, and it is no finding's id");
        return Failure { exit_code: ExitCode::NoInput, message };
    }
    let how = "Say --compiler \"gcc -O2\" if that is wrong about it, or --test SCRIPT";
    Failure::usage(format!("what must stay true of `{name}`? {how}"))
}

/// A script may understand anything; compilers and the interpreter get text.
fn encoding(args: &Args) -> Encoding {
    let is_text = |path: &PathBuf| fs::read(path).map_or(true, |bytes| String::from_utf8(bytes).is_ok());
    if args.test.is_none() || args.files.iter().all(is_text) { Encoding::Utf8 } else { Encoding::Bytes }
}

/// All files, under names without the directory that they have in common.
fn read(paths: &[PathBuf], encoding: Encoding) -> Result<Vec<File>, Failure> {
    let common = common_directory(paths);
    let mut files: Vec<File> = Vec::new();
    for path in paths {
        let whole = absolute(path).unwrap_or_else(|_| path.clone());
        let name = whole.strip_prefix(&common).unwrap_or(&whole).display().to_string();
        let unreadable = |why: String| Failure {
            exit_code: ExitCode::NoInput,
            message: format!("cannot read {}: {why}", shown(path)),
        };
        let bytes = fs::read(path).map_err(|error| unreadable(error.to_string()))?;
        let text =
            encoding.decode(bytes).map_err(|_| unreadable("it is not UTF-8; --test takes any file".to_string()))?;
        if files.iter().any(|file| file.name == name) {
            return Err(Failure::usage(format!("{} is named twice", shown(path))));
        }
        files.push(File { name, text });
    }
    Ok(files)
}

fn common_directory(paths: &[PathBuf]) -> PathBuf {
    let parent =
        |path: &PathBuf| absolute(path).ok().and_then(|path| path.parent().map(Path::to_path_buf)).unwrap_or_default();
    let mut parents = paths.iter().map(parent);
    let first = parents.next().unwrap_or_default();
    parents.fold(first, |common, parent| {
        let same = common.components().zip(parent.components()).take_while(|(a, b)| a == b);
        same.map(|(component, _)| component).collect()
    })
}

fn is_header(name: &str) -> bool {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("h" | "hh" | "hpp" | "hxx" | "H" | "inc" | "def" | "ipp" | "tcc"))
}

/// By the files' names; what is neither is left to the script.
fn language(units: &[String]) -> Language {
    let is_c =
        |name: &String| matches!(Path::new(name).extension().and_then(|extension| extension.to_str()), Some("c" | "i"));
    if units.iter().all(is_c) { Language::C } else { Language::Cpp }
}

/// Headers beside the files that are not reduced themselves are still found.
fn own_headers(paths: &[PathBuf], files: &[File]) -> Vec<String> {
    let mut flags: Vec<String> = Vec::new();
    for (path, _) in paths.iter().zip(files).filter(|(_, file)| file.text.contains("include \"")) {
        let parent = absolute(path).ok().and_then(|path| Some(path.parent()?.display().to_string()));
        flags.extend(parent.map(|parent| format!("-I{parent}")).filter(|flag| !flags.contains(flag)));
    }
    flags
}

type Asked = (Question, Vec<String>, String, TargetName);

fn accusation(args: &Args, line: &str) -> Result<Asked, Failure> {
    let (compiler, flags, case_flags) = build("--compiler", line)?;
    let reference = match &args.reference {
        Some(line) => {
            // Where headers are and what is defined is the same for both.
            let (compiler, flags, more) = build("--reference", line)?;
            Some(Reference { compiler, flags: [flags, more].concat(), guard: None })
        }
        None => None,
    };
    let label = shell(&words::split(line).unwrap_or_default());
    let target = compiler.target;
    let accusation = Accusation {
        kind: None,
        compiler,
        flags,
        signature: None,
        separately: false,
        slow: false,
        blamed: Vec::new(),
        reference,
    };
    Ok((Question::Accusation(Box::new(accusation)), case_flags, label, target))
}

/// A compiler exactly as the user says it, its flags, and those of them that the preprocessor needs as well.
/// `option` is where the user says it.
fn build(option: &str, line: &str) -> Result<(Compiler, Vec<String>, Vec<String>), Failure> {
    let usage = |why: String| Failure::usage(format!("{option} \"{line}\": {why}"));
    let words = words::split(line).map_err(|error| usage(error.to_string()))?;
    let (command, rest) = words.split_at(command_length(&words));
    let (program, more) = command.split_first().ok_or_else(|| usage("no command".to_string()))?;
    let path = find(program).ok_or_else(|| usage(format!("there is no program `{program}`")))?;
    let (case_flags, flags) = partition(rest);
    let is_32 = rest.iter().any(|flag| flag == "-m32");
    let compiler = Compiler {
        name: shell(command),
        command: std::iter::once(path.display().to_string()).chain(more.iter().cloned()).collect(),
        language: if program.contains("++") { Language::Cpp } else { Language::C },
        // No flags are added to what the user says.
        family: Family::Other,
        version: Version::default(),
        target: if is_32 { TargetName::I386 } else { TargetName::X86_64 },
        run: Vec::new(),
        features: Features::default(),
        tuning: Tuning::default(),
    };
    Ok((compiler, flags, case_flags))
}

/// Words up to the first flag, which are said whatever is done: `ccache gcc`.
fn command_length(words: &[String]) -> usize {
    words.iter().position(|word| word.starts_with('-') && word != "--").unwrap_or(words.len())
}

/// Flags that decide what the program's text is, with absolute directories, and all others.
fn partition(words: &[String]) -> (Vec<String>, Vec<String>) {
    let (mut text, mut others) = (Vec::new(), Vec::new());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-include" | "-isystem" | "-iquote" | "-I" | "-D" | "-U" => {
                let value = words.next().cloned().unwrap_or_default();
                let is_path = !matches!(word.as_str(), "-D" | "-U");
                text.extend([word.clone(), if is_path { existing(&value) } else { value }]);
            }
            _ if word.starts_with("-I") || word.starts_with("-L") => {
                text.push(format!("{}{}", &word[..2], existing(&word[2..])));
            }
            _ if ["-D", "-U", "-std=", "-l"].iter().any(|start| word.starts_with(start)) => text.push(word.clone()),
            _ => others.push(word.clone()),
        }
    }
    (text, others)
}

/// Compilers run in another directory than the user's.
fn existing(path: &str) -> String {
    let whole = absolute(path).ok().filter(|whole| whole.exists());
    whole.map_or_else(|| path.to_string(), |whole| whole.display().to_string())
}

fn find(program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return absolute(program).ok().filter(|path| path.is_file());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(program)).find(|path| path.is_file())
}

fn script(path: &Path, encoding: Encoding) -> Result<Script, Failure> {
    let usage = |why: &str| Failure::usage(format!("the script {} {why}", shown(path)));
    let metadata = fs::metadata(path).map_err(|error| usage(&format!("cannot be read: {error}")))?;
    if !metadata.is_file() {
        return Err(usage("is no file"));
    }
    if metadata.permissions().mode() & 0o111 == 0 {
        return Err(usage(&format!("is not executable; `chmod +x {}` makes it so", path.display())));
    }
    let path = fs::canonicalize(path).map_err(|error| usage(&format!("cannot be found: {error}")))?;
    let start = fs::read(&path).map_err(|error| usage(&format!("cannot be read: {error}")))?;
    let shell = !start.starts_with(b"#!") && !start.starts_with(b"\x7fELF");
    Ok(Script { path, shell, encoding })
}
