//! Declarations, statements and initialisers that GCC accepts (`+`) or rejects (`-`), one per line of
//! `declarations.txt`; a rejected one is followed by a part of our message.

use lang::{Program, Target, parse};
use std::io::Write;
use std::process::{Command, Stdio};

struct Case {
    accepted: bool,
    source: &'static str,
    message: &'static str,
}

fn cases() -> Vec<Case> {
    include_str!("declarations.txt").lines().map(case).collect()
}

fn case(line: &'static str) -> Case {
    let accepted = line.starts_with("+ ");
    assert!(accepted || line.starts_with("- "), "neither + nor -: {line}");
    let (source, message) = line[2..].split_once("    // ").unwrap_or((&line[2..], ""));
    assert_eq!(accepted, message.is_empty(), "only rejected cases have a message: {line}");
    Case { accepted, source, message }
}

fn parses(source: &str) -> Result<(), String> {
    let mut program = Program::new(Target::X86_64);
    let text = format!("{source}\n").into_bytes().into();
    parse::parse(&mut program, "declarations.c", text, &parse::Options::default()).map_err(|error| error.message)
}

#[test]
fn the_parser_decides_as_expected() {
    let mut failures = Vec::new();
    for Case { accepted, source, message } in cases() {
        match parses(source) {
            Ok(()) if accepted => {}
            Err(error) if !accepted && error.contains(message) => {}
            Ok(()) => failures.push(format!("accepted: {source}")),
            Err(error) => failures.push(format!("{source}\n    {error}")),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn gcc_agrees_with_the_expectations() {
    for Case { accepted, source, .. } in cases() {
        let mut gcc = Command::new("gcc")
            .args(["-w", "-fsyntax-only", "-x", "c", "-"])
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("gcc is installed");
        let mut stdin = gcc.stdin.take().expect("stdin is piped");
        stdin.write_all(source.as_bytes()).and_then(|()| stdin.write_all(b"\n")).expect("gcc reads its input");
        drop(stdin);
        let output = gcc.wait_with_output().expect("gcc ends");
        assert_eq!(output.status.success(), accepted, "{source}\n{}", String::from_utf8_lossy(&output.stderr));
    }
}
