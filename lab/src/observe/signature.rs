//! What tells one crash of a compiler from another, extracted from what it wrote.
//!
//! A signature must be the same for the same bug in different programs, so it has no paths, numbers or addresses in it,
//! unless there is nothing else.

use std::fmt::Write;

/// How the signature of a program that does not link begins; it is a bug only if other builds of the case link.
pub const LINKER: &str = "linker: ";

/// A compiler that broke, as it says itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crash {
    /// The same for the same bug: `internal compiler error: in fold_convert_loc, at fold-const.cc`.
    pub signature: String,
    /// What it wrote: the line that says so, what led to it, and what follows.
    pub message: String,
}

/// Lines that are kept of what a compiler wrote, and their length together.
const LINES: usize = 24;
/// Of them, before the line that tells of the crash.
const LEADING_LINES: usize = 10;
const BYTES: usize = 4096;

/// What a broken compiler says, the most telling first. A line that has the text has the signature after it.
const TELLING: [(&str, Extract); 11] = [
    ("internal compiler error: ", ice),
    ("Assertion `", assertion),
    ("Assertion failed", assertion),
    ("UNREACHABLE executed", unreachable),
    ("fatal error: error in backend: ", backend),
    ("LLVM ERROR: ", backend),
    ("compiler error: ", after),
    ("internal error", internal),
    ("PLEASE submit a bug report", stack_dump),
    ("frontend command failed due to signal", stack_dump),
    ("terminated with signal ", after),
];

/// From all lines, the index of the one that matched, and the text from the match on.
type Extract = fn(lines: &[&str], at: usize, text: &str) -> String;

/// The crash that this output of a failed compiler tells of, if any.
pub fn crash(output: &str) -> Option<Crash> {
    let lines: Vec<&str> = output.lines().collect();
    let told = TELLING.iter().find_map(|(telling, extract)| {
        let (at, start) = find(&lines, telling)?;
        Some(Crash {
            signature: extract(&lines, at, &lines[at][start..]),
            message: excerpt(&lines[leading(&lines, at)..]),
        })
    });
    told.or_else(|| assembler(&lines))
}

/// Where the lines begin that lead to this one: GCC says first what it does not like, and in which pass. Warnings are
/// about something else.
fn leading(lines: &[&str], at: usize) -> usize {
    let is_other = |line: &&&str| line.contains("warning: ") || is_quoted(line);
    at - lines[..at].iter().rev().take(LEADING_LINES).take_while(|line| !is_other(line)).count()
}

/// The line of a message that says that the compiler is broken.
pub fn telling_line(message: &str) -> Option<&str> {
    let lines: Vec<&str> = message.lines().collect();
    let told = TELLING.iter().find_map(|(telling, _)| find(&lines, telling));
    lines.get(told.map_or(0, |(at, _)| at)).copied()
}

/// The functions of the program that a compiler names as it breaks, the most likely first.
pub fn functions(output: &str) -> Vec<String> {
    // GCC says where it is before every message; warnings come before the crash.
    const NAMING: [(&str, &str); 6] = [
        (" on function '@", "'"),
        ("In function: ", " "),
        (" of declaration '", "'"),
        (" for declaration '", "'"),
        (": In function '", "'"),
        (": In function ‘", "’"),
    ];
    let lines = || output.lines().rev().filter(|line| !is_quoted(line));
    let mut names: Vec<String> = Vec::new();
    for (before, after) in NAMING {
        let found = lines().find_map(|line| between(line, before, after)).map(str::trim);
        let is_new = |name: &&str| !name.is_empty() && !names.iter().any(|known| known == name);
        names.extend(found.filter(is_new).map(String::from));
    }
    names
}

/// The first line with this text, and where in it. Lines of the program, which compilers quote, do not count.
fn find(lines: &[&str], text: &str) -> Option<(usize, usize)> {
    lines.iter().enumerate().filter(|(_, line)| !is_quoted(line)).find_map(|(at, line)| Some((at, line.find(text)?)))
}

/// `   12 |   x = y;`
fn is_quoted(line: &str) -> bool {
    let line = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    line.trim_start().starts_with('|')
}

/// GCC's `in FUNCTION, at FILE:LINE` is enough; without it the pass and the innermost named frame help.
fn ice(lines: &[&str], at: usize, text: &str) -> String {
    let mut signature = normalize(text);
    if !text.contains(", at ") {
        let pass = lines.iter().find(|line| line.starts_with("during ") && line.contains(" pass: "));
        if let Some(pass) = pass {
            let _ = write!(signature, ", {}", normalize(pass));
        }
        if let Some(function) = lines[at..].iter().find_map(|line| gcc_frame(line)) {
            let _ = write!(signature, ", in {function}");
        }
    }
    signature
}

/// `0xd5a7cf tree_check(tree_node*, char const*)`: the function, unless it only reports.
fn gcc_frame(line: &str) -> Option<String> {
    const REPORTING: [&str; 5] = ["crash_signal", "internal_error", "fancy_abort", "diagnostic", "???"];
    let (address, function) = line.split_once(' ')?;
    let is_frame = address.starts_with("0x") && !REPORTING.iter().any(|name| function.starts_with(name));
    is_frame.then(|| function_name(function))
}

/// `clang: /src/Foo.cpp:12: void f(int): Assertion `x' failed.`: the assertion and the function before it.
fn assertion(lines: &[&str], at: usize, text: &str) -> String {
    let line = lines[at];
    let before = line[..line.len() - text.len()].trim_end_matches([' ', ':']);
    let function = before.rsplit_once(": ").map(|(_, function)| function_name(function));
    let text = normalize(text.trim_end_matches('.'));
    function.filter(|function| !function.is_empty()).map_or(text.clone(), |function| format!("{text}, in {function}"))
}

/// LLVM says why on the line before, and has no more than the place after.
fn unreachable(lines: &[&str], at: usize, text: &str) -> String {
    let is_reason = |line: &&&str| !line.is_empty() && !line.contains(": warning: ") && !is_quoted(line);
    let reason = at.checked_sub(1).and_then(|before| lines.get(before)).filter(is_reason);
    let place = normalize(text.trim_end_matches('!'));
    reason.map_or(place.clone(), |reason| format!("{place}: {}", normalize(reason)))
}

/// What cannot be selected is told by its operation; its operands vary from program to program.
fn backend(lines: &[&str], at: usize, text: &str) -> String {
    let Some((_, operation)) = text.split_once("Cannot select: ").and_then(|(_, node)| node.split_once(" = ")) else {
        return after(lines, at, text);
    };
    let name = operation.split([' ', '<', ',']).next().unwrap_or(operation);
    let intrinsic = between(text, "Intrinsic:", ",").map(|name| format!(" {name}")).unwrap_or_default();
    format!("Cannot select: {}{}", without_numbers(name), normalize(&intrinsic))
}

fn after(_: &[&str], _: usize, text: &str) -> String {
    normalize(text)
}

/// chibicc's `internal error at parse.c:1413` is all it says, so that the line is what tells one from another.
fn internal(_: &[&str], _: usize, text: &str) -> String {
    let place = text.strip_prefix("internal error at ").filter(|place| !place.trim().contains(' '));
    place.map_or_else(|| normalize(text), |place| format!("internal error at {}", without_directory(place.trim())))
}

/// LLVM's `Stack dump:`: the pass that ran, or the innermost named frame outside the signal handling.
fn stack_dump(lines: &[&str], _: usize, text: &str) -> String {
    let pass = lines.iter().find_map(|line| between(line, "Running pass ", " on "));
    let frame = lines.iter().find_map(|line| llvm_frame(line));
    match (pass, frame) {
        (None, None) => normalize(text),
        (Some(pass), None) => format!("crash in pass {}", normalize(pass)),
        (None, Some(frame)) => format!("crash in {frame}"),
        (Some(pass), Some(frame)) => format!("crash in {frame}, pass {}", normalize(pass)),
    }
}

fn between<'a>(line: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let rest = &line[line.find(before)? + before.len()..];
    rest.split(after).next()
}

/// ` #5 0x00007fa1 clang::Preprocessor::Lex(clang::Token&) (/usr/lib/clang+0xc1a3fc)`
fn llvm_frame(line: &str) -> Option<String> {
    const HANDLING: [&str; 9] = [
        "llvm::sys::",
        "llvm::report_",
        "llvm::Crash",
        "llvm::llvm_unreachable",
        "raise",
        "abort",
        "gsignal",
        "__",
        "(",
    ];
    let frame = line.trim_start().strip_prefix('#')?;
    let (_, function) = frame.split_once(" 0x")?.1.split_once(' ')?;
    (!HANDLING.iter().any(|name| function.starts_with(name))).then(|| function_name(function))
}

/// `void llvm::f<int>(int)` without the arguments and what stands before the name.
fn function_name(function: &str) -> String {
    let name = function.split('(').next().unwrap_or(function).trim();
    normalize(name.rsplit(' ').next().unwrap_or(name))
}

/// Assembly that the assembler refuses: `/tmp/cc1.s:12: Error: no such instruction: `foo %eax'`.
fn assembler(lines: &[&str]) -> Option<Crash> {
    let (at, _) = find(lines, "Assembler messages:")?;
    let (offset, start) = find(&lines[at..], "Error: ")?;
    let error = &lines[at + offset][start + "Error: ".len()..];
    // Operands vary from program to program.
    let (what, quoted) = error.split_once('`').unwrap_or((error, ""));
    let mnemonic = quoted.split([' ', '\'']).next().unwrap_or_default();
    let signature = format!("assembler: {}", normalize(&format!("{what}{mnemonic}")));
    Some(Crash { signature, message: excerpt(&lines[at + offset..]) })
}

/// A failed link, from what the linker wrote.
pub fn linker(output: &str) -> Crash {
    // The compiler's driver says last that the linker has failed; the linker says why.
    const EMPTY: [&str; 4] = ["warning: ", "NOTE: ", "ld returned", "linker command failed"];
    let says = |line: &&str| !EMPTY.iter().any(|text| line.contains(text));
    let lines: Vec<&str> = match output.lines().any(|line| says(&line) && !line.trim().is_empty()) {
        true => output.lines().filter(says).collect(),
        false => output.lines().collect(),
    };
    let (at, start) = complaint(&lines).unwrap_or_default();
    let line = lines.get(at).map_or("says nothing", |line| &line[start..]);
    let signature = format!("{LINKER}{}", normalize(&without_symbols(line)));
    Crash { signature, message: excerpt(&lines[at.min(lines.len())..]) }
}

/// What a linker complains of, in its own words, without the place; from the message of its crash.
pub fn linker_complaint(message: &str) -> Option<&str> {
    let lines: Vec<&str> = message.lines().collect();
    let (at, start) = complaint(&lines)?;
    lines[at][start..].split(" defined in ").next()
}

/// The line of a linker's output that tells most, and where in it.
fn complaint(lines: &[&str]) -> Option<(usize, usize)> {
    const TELLING: [&str; 7] = [
        "undefined reference to ",
        "undefined symbol ",
        "multiple definition of ",
        "relocation ",
        "error: ",
        "fatal error",
        "ld: ",
    ];
    TELLING.iter().find_map(|telling| find(lines, telling))
}

/// What a linker complains of, without what the program and its files are called. Names that only a compiler may use
/// (C17 7.1.3), such as `__udivti3`, stay.
fn without_symbols(line: &str) -> String {
    let kept = |name: &'_ str| if name.starts_with("__") { name.to_string() } else { String::new() };
    // Then follows where the symbol is defined, by section and file.
    let end = [" defined in ", "; "].iter().filter_map(|text| line.find(text)).min().unwrap_or(line.len());
    // Sections are not called symbols, and it is chance which of the two an instruction refers to.
    let line = line[..end].replace("symbol `", "`");
    // LLVM's linker quotes nothing.
    if let Some((what, name)) = line.split_once("symbol: ") {
        return format!("{what}symbol: {}", kept(name));
    }
    let parts = line.split(['`', '\'', '"', '‘', '’']).enumerate();
    parts.map(|(number, part)| if number % 2 == 1 { kept(part) } else { part.to_string() }).collect()
}

/// The first error of a refused program, without places and without what the program calls its things.
pub fn refusal(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    // chibicc quotes the line first and says what is wrong with it below.
    let below = message.lines().nth(1).and_then(|line| line.trim_start().strip_prefix("^ "));
    if let Some(text) = below.filter(|_| !line.contains("error")) {
        return normalize(&without_quotes(text));
    }
    let text = line.find("error: ").map_or(line, |start| &line[start + "error: ".len()..]);
    normalize(&without_quotes(text))
}

/// From the line of the first error on; compilers warn before.
pub fn first_error(output: &str) -> String {
    let lines: Vec<&str> = output.lines().collect();
    let telling = ["error: ", "error", "undefined"].iter().find_map(|text| find(&lines, text));
    excerpt(&lines[telling.map_or(0, |(at, _)| at)..])
}

/// `'x' undeclared` → `'' undeclared`.
fn without_quotes(text: &str) -> String {
    let mut kept = String::new();
    let mut is_quoted = false;
    for c in text.chars() {
        let is_quote = matches!(c, '\'' | '`' | '"' | '‘' | '’');
        is_quoted ^= is_quote;
        if is_quote || !is_quoted {
            kept.push(c);
        }
    }
    kept
}

fn excerpt(lines: &[&str]) -> String {
    let mut text = lines.iter().take(LINES).copied().collect::<Vec<_>>().join("\n");
    if text.len() > BYTES {
        let end = (0..=BYTES).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        text.truncate(end);
    }
    text
}

/// Words with a slash lose their directories, numbers become `N`, blanks one blank.
pub fn normalize(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(|word| without_numbers(without_directory(word))).collect();
    words.join(" ").replace("cc:N", "cc").replace(".c:N", ".c").replace("cpp:N", "cpp").replace(".h:N", ".h")
}

fn without_directory(word: &str) -> &str {
    let is_path = word.starts_with(['/', '.', '(']) && word.contains('/');
    if is_path { word.rsplit('/').next().unwrap_or(word) } else { word }
}

fn without_numbers(word: &str) -> String {
    let mut kept = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let digits = match rest.strip_prefix("0x") {
            Some(hex) => 2 + hex.len() - hex.trim_start_matches(|c: char| c.is_ascii_hexdigit()).len(),
            None => rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len(),
        };
        let taken = digits.max(first.len_utf8());
        kept.push_str(if digits > 0 { "N" } else { &rest[..taken] });
        rest = &rest[taken..];
    }
    kept
}

#[cfg(test)]
mod tests;
