//! From the command line to a task: which files, which compiler, which script.

use super::{Args, Failure, shown};
use crate::exit::ExitCode;
use crate::preprocessing::Preprocessing;
use lab::bounded;
use lab::compiler::flags::has_value;
use lab::compiler::{Compiler, Family, Features, Tuning, Version};
use lab::config::words;
use lab::detection;
use lab::reduction::accusation::{Accusation, Reference};
use lab::reduction::preprocessing::{MACROS, makes_macros};
use lab::reduction::script::Encoding;
use lab::reduction::{Question, Script, Task};
use lab::shell::shell;
use lab::{Bench, Case};
use source::emit::File;
use source::language::{Language, TargetName};
use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf, absolute};

/// What is to be reduced.
pub struct Subject {
    pub task: Task,
    /// The files on the command line, in the order of the case's files.
    pub paths: Vec<PathBuf>,
    /// The accused as the user says it: `gcc-12 -O2`. Empty for a script.
    pub accused: Vec<String>,
    /// Of all files.
    pub encoding: Encoding,
}

impl Subject {
    pub fn new(args: &Args) -> Result<Subject, Failure> {
        if args.compiler.is_none() && args.test.is_none() {
            return Err(nothing_asked(&args.files));
        }
        let contents = contents(&args.files)?;
        let encoding = encoding(args, &contents);
        let (question, flags, accused, target) = match (&args.compiler, &args.test) {
            (Some(line), _) => accusation(args, line)?,
            (None, Some(path)) => {
                (Question::Script(script(path, encoding)?), Vec::new(), Vec::new(), TargetName::X86_64)
            }
            (None, None) => return Err(nothing_asked(&args.files)),
        };
        let files = named(&args.files, contents, encoding)?;
        let (headers, units): (Vec<&File>, Vec<&File>) = files.iter().partition(|file| is_header(&file.name));
        let units: Vec<String> =
            if units.is_empty() { headers } else { units }.iter().map(|file| file.name.clone()).collect();
        let language = match &question {
            Question::Accusation(accusation) => spoken(accusation, &units)?,
            Question::Script(_) => language(&units),
        };
        let case = Case {
            source: "file".to_string(),
            index: 0,
            recipe: args.recipe.as_ref().map(ToString::to_string).unwrap_or_default(),
            language,
            target,
            flags: [told(&args.preprocessing), flags, own_headers(&args.files, &files)].concat(),
            files,
            units,
            driver: None,
            expected: None,
        };
        let is_vetoed = args.test.is_some() && !args.allow_undefined;
        let task = Task { case, question, defined: is_vetoed };
        Ok(Subject { task, paths: args.files.clone(), accused, encoding })
    }

    /// Finds out what runs the compilers' programs, if they are for another machine. A compiler that crashes needs nothing
    /// of it, so that it fails is not the end.
    pub fn adapt(&mut self, bench: &mut Bench) -> Result<(), String> {
        let Task { case, question: Question::Accusation(accusation), .. } = &mut self.task else { return Ok(()) };
        let flags = |flags: &[String]| [&case.flags, flags].concat();
        if let Some(Reference { compiler, flags: own, .. }) = &mut accusation.reference {
            detection::adapt(bench, compiler, &flags(own))?;
        }
        let own = flags(&accusation.flags);
        let added = detection::adapt(bench, &mut accusation.compiler, &own)?;
        case.target = accusation.compiler.target;
        self.accused.extend(added);
        Ok(())
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
fn encoding(args: &Args, contents: &[Vec<u8>]) -> Encoding {
    let is_text = |bytes: &Vec<u8>| std::str::from_utf8(bytes).is_ok();
    if args.test.is_none() || contents.iter().all(is_text) { Encoding::Utf8 } else { Encoding::Bytes }
}

/// All files, each read once: it may be a pipe.
fn contents(paths: &[PathBuf]) -> Result<Vec<Vec<u8>>, Failure> {
    paths.iter().map(|path| bounded::read(path).map_err(|error| unreadable(path, &error.to_string()))).collect()
}

fn unreadable(path: &Path, why: &str) -> Failure {
    Failure { exit_code: ExitCode::NoInput, message: format!("cannot read {}: {why}", shown(path)) }
}

/// All files, under names without the directory that they have in common.
fn named(paths: &[PathBuf], contents: Vec<Vec<u8>>, encoding: Encoding) -> Result<Vec<File>, Failure> {
    let common = common_directory(paths);
    let mut files: Vec<File> = Vec::new();
    for (path, bytes) in paths.iter().zip(contents) {
        let whole = whole(path);
        let name = whole.strip_prefix(&common).unwrap_or(&whole).display().to_string();
        let text = encoding.decode(bytes).map_err(|_| unreadable(path, "it is not UTF-8; --test takes any file"))?;
        if files.iter().any(|file| file.name == name) {
            return Err(Failure::usage(format!("{} is named twice", shown(path))));
        }
        files.push(File { name, text });
    }
    Ok(files)
}

fn common_directory(paths: &[PathBuf]) -> PathBuf {
    let parent = |path: &PathBuf| whole(path).parent().map(Path::to_path_buf).unwrap_or_default();
    let mut parents = paths.iter().map(parent);
    let first = parents.next().unwrap_or_default();
    parents.fold(first, |common, parent| {
        let same = common.components().zip(parent.components()).take_while(|(a, b)| a == b);
        same.map(|(component, _)| component).collect()
    })
}

/// From the root, without `..`; the file's own name stays, whatever it is a link to.
pub fn whole(path: &Path) -> PathBuf {
    let whole = absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let parent = whole.parent().and_then(|parent| fs::canonicalize(parent).ok());
    parent.zip(whole.file_name()).map_or(whole.clone(), |(parent, name)| parent.join(name))
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

/// What the accused compiler takes the units for.
fn spoken(accusation: &Accusation, units: &[String]) -> Result<Language, Failure> {
    let words = accusation.compiler.command.iter().chain(&accusation.flags);
    let words: Vec<&str> = words.map(String::as_str).collect();
    let is_told =
        |name: &str| words.windows(2).any(|pair| *pair == ["-x", name]) || words.contains(&&*format!("-x{name}"));
    if let Some(unit) = units.iter().find(|unit| Path::new(unit).extension().is_none()) {
        let why = "compilers go by the end of a name; copy it to one that ends in .c";
        return Err(Failure::usage(format!("`{unit}` has no language: {why}")));
    }
    let is_cpp = accusation.compiler.language == Language::Cpp || is_told("c++");
    Ok(if is_cpp { Language::Cpp } else { language(units) })
}

/// Headers beside the files that are not reduced themselves are still found.
fn own_headers(paths: &[PathBuf], files: &[File]) -> Vec<String> {
    let mut flags: Vec<String> = Vec::new();
    for (path, _) in paths.iter().zip(files).filter(|(_, file)| file.text.contains("include \"")) {
        let parent = whole(path).parent().map(|parent| parent.display().to_string());
        flags.extend(parent.map(|parent| format!("-I{parent}")).filter(|flag| !flags.contains(flag)));
    }
    flags
}

/// What is asked, flags of the case, the accused and its target.
type Asked = (Question, Vec<String>, Vec<String>, TargetName);

fn accusation(args: &Args, line: &str) -> Result<Asked, Failure> {
    let (accused, (compiler, flags, case_flags)) = build("--compiler", line, args.run.as_deref())?;
    let reference = match &args.reference {
        Some(line) => {
            // Where headers are and what is defined is the same for both.
            let (_, (compiler, flags, more)) = build("--reference", line, None)?;
            Some(Reference { compiler, flags: [flags, more].concat(), guard: None })
        }
        None => None,
    };
    let target = compiler.target;
    let accusation = Accusation {
        kind: None,
        compiler,
        flags,
        signature: None,
        separately: false,
        slow: false,
        steady: false,
        blamed: Vec::new(),
        reference,
    };
    Ok((Question::Accusation(Box::new(accusation)), case_flags, accused, target))
}

/// A compiler exactly as the user says it, its flags, and those of them that the preprocessor needs as well.
type Build = (Compiler, Vec<String>, Vec<String>);

/// The words of a command line and what they mean. `option` is where the user says it, `run` what runs its programs.
fn build(option: &str, line: &str, run: Option<&str>) -> Result<(Vec<String>, Build), Failure> {
    let usage = |why: String| Failure::usage(format!("{option} \"{line}\": {why}"));
    let words = words_of(line).map_err(|error| usage(error.to_string()))?;
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
        run: run
            .map(words_of)
            .transpose()
            .map_err(|error| Failure::usage(format!("--run: {error}")))?
            .unwrap_or_default(),
        features: Features::default(),
        tuning: Tuning::default(),
    };
    Ok((words, (compiler, flags, case_flags)))
}

/// The words of a command line, with those of files that are named as `@file`.
fn words_of(line: &str) -> Result<Vec<String>, words::Error> {
    let mut all = Vec::new();
    for word in words::split(line)? {
        match word.strip_prefix('@').and_then(|path| bounded::read_text(Path::new(path)).ok()) {
            Some(text) => all.extend(words::split(&text)?),
            None => all.push(word),
        }
    }
    Ok(all)
}

/// Words up to the first flag, which are said whatever is done: `ccache gcc`.
fn command_length(words: &[String]) -> usize {
    words.iter().position(|word| word.starts_with('-') && word != "--").unwrap_or(words.len())
}

/// Where headers and libraries are.
const SEARCHED: [&str; 5] = ["-isystem", "-iquote", "-idirafter", "-I", "-L"];

/// Files that are named in other flags.
const NAMING: [&str; 4] = ["-fplugin=", "-specs=", "--sysroot=", "-B"];

/// Flags that decide what a text means, besides macros and `-std=`.
const DIALECTS: [&str; 4] = ["-ansi", "-trigraphs", "-undef", "-nostdinc"];

/// Flags that decide what the program's text is, with absolute directories, and all others.
fn partition(words: &[String]) -> (Vec<String>, Vec<String>) {
    let (mut text, mut others) = (Vec::new(), Vec::new());
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let flag = word.as_str();
        if flag == "-Xclang" && words.peek().is_some_and(|next| makes_macros(std::slice::from_ref(next))) {
            // Clang's driver understands it as well.
        } else if MACROS.contains(&flag) || SEARCHED.contains(&flag) {
            let value = words.next().cloned().unwrap_or_default();
            let is_path = !matches!(flag, "-D" | "-U" | "-Xpreprocessor");
            text.extend([word.clone(), if is_path { existing(&value) } else { value }]);
        } else if has_value(flag) {
            let kept = if is_standard_or_library(flag) { &mut text } else { &mut others };
            kept.extend([word.clone()].into_iter().chain(words.next().cloned()));
        } else if makes_macros(std::slice::from_ref(word)) || DIALECTS.contains(&flag) || is_standard_or_library(flag) {
            text.push(word.clone());
        } else if let Some(word) = with_path(word, &SEARCHED) {
            text.push(word);
        } else {
            others.push(with_path(word, &NAMING).unwrap_or_else(|| word.clone()));
        }
    }
    (text, others)
}

fn is_standard_or_library(flag: &str) -> bool {
    flag.starts_with("-std=") || flag.starts_with("-l")
}

/// A flag that begins with one of these and goes on with a path.
fn with_path(word: &str, starts: &[&str]) -> Option<String> {
    starts.iter().find_map(|start| Some(format!("{start}{}", existing(word.strip_prefix(start)?))))
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
    let mut start = Vec::new();
    let beginning = fs::File::open(&path).map(|file| file.take(4));
    let read = beginning.and_then(|mut beginning| beginning.read_to_end(&mut start));
    read.map_err(|error| usage(&format!("cannot be read: {error}")))?;
    let shell = !start.starts_with(b"#!") && !start.starts_with(b"\x7fELF");
    Ok(Script { path, shell, encoding })
}
